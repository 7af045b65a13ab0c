/* Rules of objects, paths and saved games on the corpus. The counts above 0 of objects were taken a
 * second time by a reader of GFF and ERF of its own, which had the same; those of pth-name,
 * fac-in-module and of saved games were looked at one by one. The rates are compared with those that
 * the rules were measured at when they were made, on 9,410 files of 95 modules ("then"); the corpus
 * has 16 of these modules and some loose files. */
#include "core/file.h"
#include "core/text.h"
#include "support/check.h"

#include <reliquary/lint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Files of each kind: in the corpus, and then. */
static const struct total {
    const char *kind;
    size_t files, then;
} totals[] = {
    {"utc", 304, 1701}, {"utd", 93, 528},   {"ute", 8, 66},   {"uti", 80, 434},
    {"utm", 5, 40},     {"utp", 235, 1397}, {"uts", 86, 571}, {"utt", 205, 1095},
    {"utw", 366, 2015}, {"pth", 19, 109},   {"fac", 5, 18},   {"jrl", 1, 6},
};
enum { TOTALS = sizeof totals / sizeof totals[0] };

/* Findings of a rule, files with one, and files with one then (-1: not measured). */
struct expected {
    const char *rule;
    size_t findings, files;
    int then;
};

static const struct expected of_objects[] = {
    {"utc-duplicate-class", 0, 0, 0},
    {"utc-too-many-classes", 0, 0, 0},
    {"utc-no-class", 0, 0, 0},
    {"utc-skill-count", 0, 0, 0},
    {"utc-skill-extra", 0, 0, 0},
    {"utc-dead-saves", 0, 0, 0},
    {"utc-save-bonus-case", 0, 0, 0},
    {"utc-tail-wings", 0, 0, 0},
    {"utc-walkrate", 0, 0, 0},
    {"utc-equip-slot", 0, 0, 0},
    {"utc-duplicate-feat", 0, 0, 0},
    {"utc-hp-above-max", 16, 16, 143},
    {"utp-appearance-truncated", 0, 0, 0},
    {"utd-static-without-plot", 9, 9, 60},
    {"utp-static-without-plot", 49, 49, 347},
    {"utd-trap-script-default", 0, 0, 0},
    {"utp-trap-script-default", 0, 0, 0},
    /* All 24 traps were without a script then; these modules have one trap. */
    {"utt-trap-script-default", 1, 1, 24},
    {"utd-portrait-default", 91, 91, 526},
    {"utt-portrait", 0, 0, 0},
    {"utd-hp-bounds", 90, 90, 520},
    {"utp-hp-bounds", 0, 0, 0},
    {"utd-key-missing", 19, 19, 136},
    /* Two of eight, and three: too few files for a rate. */
    {"ute-active-empty", 2, 2, 4},
    {"ute-area-list-overrun", 0, 0, 0},
    {"ute-difficulty-dead", 3, 3, 9},
    {"ute-cr-order", 0, 0, 1},
    {"uti-cost-dead", 28, 28, 127},
    {"uti-body-variation-dead", 8, 8, 26},
    {"uti-upgrade-sentinel", 38, 3, 11},
    {"uti-description-one-side", 42, 42, 194},
    {"uti-identified-forced", 11, 11, 67},
    {"uti-prop-effect", 0, 0, -1},
    {"utm-markup-type", 0, 0, 0},
    {"utm-flag-none", 0, 0, 0},
    {"utm-sort-order", 5, 5, 39},
    {"utm-inventory-res", 0, 0, 0},
    {"utp-static-missing", 1, 1, 2},
    /* The one file of each of the next two was a test of another tool, which is not in the corpus; so
     * were those of uts-no-sounds, utt-trap-type and utw-tag-empty. */
    {"utp-static-useable", 0, 0, 1},
    {"utp-fail-to-open", 0, 0, 1},
    /* All four are lockers of danm13. */
    {"utp-items-no-inventory", 4, 4, 8},
    {"uts-no-sounds", 0, 0, 1},
    {"utt-trap-type", 0, 0, 1},
    {"utt-highlight-height", 113, 113, 611},
    /* 733 triggers had an empty OnClick then; what counts is that it is absent. */
    {"utt-onclick-overwritten", 0, 0, -1},
    {"utt-git-only", 0, 0, 0},
    {"utt-trap-dc-dead", 186, 93, 502},
    {"utw-tag-empty", 0, 0, 1},
    {"utw-map-note-missing", 0, 0, 0},
    /* Five of these waypoints have a map note, and all of the five are switched on. */
    {"utw-map-note-gated", 0, 0, 18},
    {"pth-range", 0, 0, 0},
    {"pth-unsorted", 0, 0, 0},
    {"pth-self-connection", 2, 2, 11},
    {"pth-empty", 4, 4, 19},
    {"pth-name", 3, 3, -1},
    {"fac-range", 0, 0, 0},
    {"fac-in-module", 5, 5, -1},
    {"jrl-duplicate", 0, 0, 0},
    {"jrl-no-end", 8, 1, 4},
    {"script-slot-dead", 0, 0, -1},
};

/* ---- counting ---- */

enum { MOST = 256 };

struct count {
    char rule[RQ_LINT_ID], file[512];
    size_t findings, files;
};

struct counts {
    struct count all[MOST];
    size_t count, errors;
    char first_error[512];
};

static struct count *count_of(struct counts *c, const char *rule)
{
    size_t i = 0;
    while (i < c->count && strcmp(c->all[i].rule, rule) != 0)
        i++;
    if (i == c->count && c->count + 1 < MOST)
        snprintf(c->all[c->count++].rule, RQ_LINT_ID, "%s", rule);
    return &c->all[i];
}

static void take(void *ctx, const struct rq_lint_finding *f)
{
    struct counts *c = ctx;
    struct count *count = count_of(c, f->rule->id);
    count->findings++;
    count->files += strcmp(count->file, f->file) != 0;
    snprintf(count->file, sizeof count->file, "%s", f->file);
    if (f->rule->severity == RQ_ERROR && c->errors++ == 0)
        snprintf(c->first_error, sizeof c->first_error, "%s %s: %s", f->rule->id, f->file, f->text);
}

static void print_rate(const struct expected *e, const struct count *found)
{
    for (size_t i = 0; i < TOTALS; i++)
        if (strncmp(totals[i].kind, e->rule, 3) == 0 && e->then > 0)
            printf("%-26s %5.1f %% of %zu files, then %5.1f %% of %zu\n", e->rule,
                   100.0 * (double)found->files / (double)totals[i].files, totals[i].files,
                   100.0 * e->then / (double)totals[i].then, totals[i].then);
}

static void check_counts(struct counts *c, const struct expected *expected, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct count *found = count_of(c, expected[i].rule);
        check_note("%s", expected[i].rule);
        CHECK_INT(found->findings, expected[i].findings);
        CHECK_INT(found->files, expected[i].files);
        print_rate(&expected[i], found);
    }
    check_note(" ");
}

/* ---- tests ---- */

static void lint(const char *const *folders, size_t count, const char *rules, struct counts *c)
{
    const char *paths[16];
    struct rq_error err = {0};
    for (size_t i = 0; i < count; i++)
        if (!CHECK((paths[i] = check_corpus(folders[i])) != NULL))
            return;
    struct rq_lint_options options = {.all = true, .rules = rules};
    CHECK(rq_lint(paths, count, &options, take, c, NULL, &err));
    CHECK_STR(err.text, "");
}

/* Nothing in a file of the game is an error: the game loads all of them. */
static void test_objects(void)
{
    static const char *const folders[] = {"kotor/mod", "kotor/utc", "kotor/utd", "kotor/uti",
                                          "kotor/utp", "kotor/uts", "kotor/utt", "kotor/jrl"};
    NEEDS_CORPUS("kotor/mod");
    struct counts *c = calloc(1, sizeof *c);
    REQUIRE(c != NULL);
    lint(folders, sizeof folders / sizeof folders[0], NULL, c);
    check_counts(c, of_objects, sizeof of_objects / sizeof of_objects[0]);
    CHECK_STR(c->first_error, "");
    free(c);
}

/* The part of K1 lacks SAVEGAME.sav, that of K2 has nothing else. Two doors there need a key that is
 * not named. */
static void test_saves(void)
{
    static const char *const folders[] = {"kotor/saves"};
    static const struct expected expected[] = {
        {"sav-file-missing", 4, 2, -1},
        {"sav-last-module", 0, 0, -1},
        {"sav-corrupt-mark", 0, 0, -1},
        {"gvt-size", 0, 0, -1},
        {"gvt-location-size", 0, 0, -1},
        {"gvt-name", 0, 0, -1},
        {"pt-member-count", 0, 0, -1},
        {"pt-leader", 0, 0, -1},
        {"pt-side-deck", 0, 0, -1},
        {"sav-object-id", 0, 0, -1},
        {"pt-member-unavailable", 0, 0, -1},
        {"pt-k2-field", 0, 0, -1},
        {"nfo-cheat-sync", 0, 0, -1},
        {"nfo-time-sync", 0, 0, -1},
        {"sav-item", 0, 0, -1},
        {"utc-equip-slot", 0, 0, -1},
        {"utd-key-missing", 2, 1, -1},
    };
    NEEDS_CORPUS("kotor/saves");
    struct counts *c = calloc(1, sizeof *c);
    REQUIRE(c != NULL);
    lint(folders, 1, NULL, c);
    check_counts(c, expected, sizeof expected / sizeof expected[0]);
    CHECK_INT(c->errors, 4);
    free(c);
}

/* How many objects there are: without it a rule that looks at none would pass. */
static void test_totals(void)
{
    NEEDS_CORPUS("kotor/mod");
    struct rq_tree tree = {0};
    size_t counts[TOTALS] = {0};
    const char *path = check_corpus("kotor/mod");
    REQUIRE(rq_tree_open(&tree, &path, 1, NULL, NULL));
    for (size_t i = 0; i < tree.count; i++)
        for (size_t k = 0; k < TOTALS; k++)
            counts[k] += rq_casecmp(rq_path_extension(tree.nodes[i].name), totals[k].kind) == 0;
    rq_tree_close(&tree);
    for (size_t k = 0; k < TOTALS; k++) {
        struct rq_walk walk = {0};
        char folder[32];
        snprintf(folder, sizeof folder, "kotor/%s", totals[k].kind);
        if (check_corpus(folder) && CHECK(rq_walk_add(&walk, check_corpus(folder), NULL)))
            counts[k] += walk.count;
        rq_walk_free(&walk);
        check_note("%s", totals[k].kind);
        CHECK_INT(counts[k], totals[k].files);
    }
}

TESTS(test_objects, test_saves, test_totals)
