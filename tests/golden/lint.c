/* How often rules fire on the corpus, against how often they fired on 9,410 other files (the numbers
 * of kotor-lint-rules.md, column "Fires", with the totals at its head). */
#include "support/corpus.h"

#include <math.h>
#include <reliquary/lint.h>
#include <stdio.h>
#include <string.h>

static const struct rate {
    const char *rule, *kind; /* extension of the files that it looks at */
    unsigned fires, of;      /* files there */
} rates[] = {
    {"gff-duplicate-label", "dlg", 11, 1134},
    /* Of all scripts of K1: none has NOP, and they call 466 of the 772 routines. */
    {"ncs-nop", "ncs", 0, 8666},
    {"ncs-unknown-routine", "ncs", 0, 8666},
    {"gff-resref-charset", "dlg", 35, 1134},
    {"are-weather-truncated", "are", 0, 97},
    {"are-interior-weather", "are", 0, 97},
    {"are-grass-default", "are", 79, 97},
    {"are-fog-negative", "are", 0, 97},
    {"are-alphatest-default", "are", 0, 97},
    {"are-mapzoom-default", "are", 0, 97},
    {"are-minigame-type", "are", 0, 97},
    {"are-stealth-xp", "are", 0, 97},
    {"git-stealth-xp", "git", 0, 99},
    {"git-camera-limit", "git", 0, 99},
    {"git-camera-duplicate-id", "git", 0, 99},
    {"git-interior-weather", "git", 0, 99},
    {"git-volume-truncated", "git", 0, 99},
    {"git-generated-type", "git", 0, 99},
    {"git-zero-orientation", "git", 0, 99},
    {"git-nonunit-orientation", "git", 0, 99},
    {"git-position-labels", "git", 0, 99},
    {"git-waypoint-inline", "git", 0, 99},
    {"git-trigger-geometry", "git", 6, 99},
    {"git-encounter-geometry", "git", 0, 99},
    {"git-encounter-default-box", "git", 0, 99},
    {"git-encounter-no-spawn", "git", 5, 99},
    {"git-transition-target", "git", 4, 99},
    {"git-link-flags", "git", 5, 99},
    {"ifo-area-list-empty", "ifo", 0, 96},
    {"ifo-area-list-multiple", "ifo", 0, 96},
    {"ifo-entry-dir-zero", "ifo", 0, 96},
    {"ifo-xpscale-zero", "ifo", 0, 96},
    {"ifo-dawn-equals-dusk", "ifo", 4, 96},
    {"ifo-nwm-name", "ifo", 0, 96},
    {"ifo-hak-ignored", "ifo", 0, 96},
    {"ifo-equip-item-lost", "ifo", 0, 96},
    {"ifo-entry-area", "ifo", 0, 96},
    {"dlg-camera-id-ignored", "dlg", 1, 1134},
    {"dlg-camera-id-missing", "dlg", 9, 1134},
    {"dlg-computer-type-ignored", "dlg", 0, 1134},
    {"dlg-sound-exists", "dlg", 0, 1134},
    {"dlg-fade-ignored", "dlg", 1, 1134},
    {"dlg-fov-negative", "dlg", 0, 1134},
    {"dlg-conversation-type", "dlg", 0, 1134},
    {"dlg-no-start", "dlg", 0, 1134},
    {"dlg-unreachable-node", "dlg", 0, 1134},
    {"dlg-unpausable", "dlg", 8, 1134},
    /* Every type but computers; the page counts type 0 alone. */
    {"dlg-cinematic-unstealths", "dlg", 884, 1134},
};
enum { RATES = sizeof rates / sizeof rates[0] };

struct counts {
    size_t files[RATES];
    char last[RATES][512]; /* file of the last finding: one counts once */
};

static void count_finding(void *ctx, const struct rq_lint_finding *finding)
{
    struct counts *counts = ctx;
    for (size_t i = 0; i < RATES; i++) {
        if (strcmp(rates[i].rule, finding->rule->id) != 0 ||
            strcmp(counts->last[i], finding->file) == 0)
            continue;
        snprintf(counts->last[i], sizeof counts->last[i], "%s", finding->file);
        counts->files[i]++;
    }
}

static size_t count_kind(const struct rq_tree *tree, const char *kind)
{
    size_t count = 0;
    for (size_t i = 0; i < tree->count; i++) {
        const char *dot = strrchr(tree->nodes[i].name, '.');
        count += dot && strcmp(dot + 1, kind) == 0 && !strstr(tree->nodes[i].path, ".sav/");
    }
    return count;
}

/* A count of n files that agrees with a rate: within three standard deviations of what chance gives,
 * and two files, because files of one module are alike. */
static bool agrees(size_t count, size_t n, const struct rate *rate)
{
    double p = (double)rate->fires / rate->of, mean = p * (double)n;
    return fabs((double)count - mean) <= 3 * sqrt(mean * (1 - p)) + 2;
}

static void test_rates(void)
{
    NEEDS_CORPUS("kotor");
    static struct counts counts;
    const char *path = check_corpus("kotor");
    struct rq_lint_totals totals;
    struct rq_tree tree;
    struct rq_lint_options options = {.all = true, .version = 1};
    REQUIRE(rq_lint(&path, 1, &options, count_finding, &counts, &totals, NULL));
    REQUIRE(rq_tree_open(&tree, &path, 1, NULL, NULL));
    for (size_t i = 0; i < RATES; i++) {
        size_t n = count_kind(&tree, rates[i].kind);
        check_note("%s: %zu of %zu, %u of %u there", rates[i].rule, counts.files[i], n,
                   rates[i].fires, rates[i].of);
        CHECK(n >= 5);
        CHECK(rates[i].fires == 0 ? counts.files[i] == 0 : agrees(counts.files[i], n, &rates[i]));
    }
    rq_tree_close(&tree);
}

/* What people see who check a module: few findings, and no error on the game's own files. */
static void test_modules(void)
{
    NEEDS_CORPUS("kotor/mod");
    const char *path = check_corpus("kotor/mod");
    struct rq_lint_totals totals;
    REQUIRE(rq_lint(&path, 1, NULL, NULL, NULL, &totals, NULL));
    size_t all = totals.errors + totals.warnings + totals.notes;
    printf("    %zu files: %zu errors, %zu warnings, %zu notes\n", totals.files, totals.errors,
           totals.warnings, totals.notes);
    CHECK(totals.files > 1000);
    CHECK(all < 3 * totals.files);
    CHECK_INT(totals.errors, 0);
}

TESTS(test_rates, test_modules)
