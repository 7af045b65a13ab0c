/* A run of lint over a folder: what is counted, in which order it is told, and what a list of suppressions takes out. The two
 * files have a finding of each severity. */
#include "formats/format.h"
#include "support/install.h"

#include <reliquary/gff.h>
#include <reliquary/lint.h>

static struct rq_gff_struct *new_gff(struct rq_doc **doc, const char *type)
{
    *doc = rq_doc_new(rq_format_by_name("gff"), NULL, NULL);
    struct rq_gff *gff = rq_doc_root(*doc, "gff");
    memcpy(gff->type, type, 4);
    return gff->root;
}

static void save(struct rq_doc *doc, const char *path)
{
    struct rq_out out = {0};
    CHECK(rq_doc_write(doc, &out, NULL));
    put_bytes(path, rq_out_bytes(&out));
    rq_out_free(&out);
    rq_doc_free(doc);
}

/* A label in another case is a warning, a sign in a name a note, a camera too many an error. */
static const char *make_files(const char *name)
{
    struct rq_doc *doc;
    snprintf(root, sizeof root, "%s", check_temp(name));
    struct rq_gff_struct *s = new_gff(&doc, "UTS ");
    CHECK(rq_gff_add_string(doc, s, "TAG", "x", NULL));
    CHECK(rq_gff_add_resref(doc, s, "TemplateResRef", "a-b", NULL));
    CHECK(rq_gff_add_list(doc, s, "Sounds", NULL));
    CHECK(rq_gff_add_struct(doc, s, "Sounds/-", 0, NULL, NULL));
    CHECK(rq_gff_add_resref(doc, s, "Sounds/0/Sound", "x", NULL));
    save(doc, "files/a.uts");
    s = new_gff(&doc, "GIT ");
    CHECK(rq_gff_add_list(doc, s, "CameraList", NULL));
    for (size_t i = 0; i < 51; i++)
        CHECK(rq_gff_add_struct(doc, s, "CameraList/-", 14, NULL, NULL));
    save(doc, "files/b.git");
    return check_below(root, "files");
}

static void take(void *ctx, const struct rq_lint_finding *f)
{
    rq_putf(ctx, "%s %s;", rq_path_base(f->file), f->rule->id);
}

static void note_progress(void *ctx, size_t done, size_t all)
{
    rq_putf(ctx, "%zu/%zu;", done, all);
}

static const char rules[] = "gff-label-case,gff-resref-charset,git-camera-limit";

static void check_run(const char *folder, struct rq_lint_options options, const char *told,
                      const struct rq_lint_totals *expected)
{
    struct rq_out out = {0};
    struct rq_error err = {0};
    struct rq_lint_totals totals = {77, 77, 77, 77, 77};
    check_note("%s", options.suppress ? options.suppress : "");
    options.rules = rules;
    options.version = 1;
    CHECK(rq_lint(&folder, 1, &options, take, &out, &totals, &err));
    CHECK_STR(err.text, "");
    rq_put8(&out, 0);
    CHECK_STR((const char *)out.data, told);
    CHECK_INT(totals.files, expected->files);
    CHECK_INT(totals.errors, expected->errors);
    CHECK_INT(totals.warnings, expected->warnings);
    CHECK_INT(totals.notes, expected->notes);
    CHECK_INT(totals.suppressed, expected->suppressed);
    rq_out_free(&out);
}

#define LABEL  "a.uts gff-label-case;"
#define LETTER "a.uts gff-resref-charset;"
#define CAMERA "b.git git-camera-limit;"

static void test_totals(void)
{
    const char *folder = make_files("totals");
    const struct rq_lint_totals all = {
        .files = 2, .errors = 1, .warnings = 1, .notes = 1, .suppressed = 0};
    struct rq_lint_totals totals;
    for (unsigned threads = 1; threads < 4; threads++) {
        check_run(folder, (struct rq_lint_options){.threads = threads}, LABEL LETTER CAMERA, &all);
        check_run(folder, (struct rq_lint_options){.threads = threads, .progress = note_progress},
                  LABEL LETTER "1/2;" CAMERA "2/2;", &all);
    }
    /* Nobody has to listen. */
    const struct rq_lint_options options = {.rules = rules, .version = 1};
    CHECK(rq_lint(&folder, 1, &options, NULL, NULL, &totals, NULL));
    CHECK_INT(totals.errors * 100 + totals.warnings * 10 + totals.notes, 111);
    CHECK(rq_lint(&folder, 1, &options, NULL, NULL, NULL, NULL));
    CHECK(rq_lint(&folder, 1, NULL, NULL, NULL, NULL, NULL));
}

/* A line is a rule, a file and a path, each with * and ?; # begins a comment. */
static void test_suppressions(void)
{
    static const struct {
        const char *lines, *told;
        struct rq_lint_totals totals; /* files, errors, warnings, notes, suppressed */
    } cases[] = {
        {"", LABEL LETTER CAMERA, {.files = 2, .errors = 1, .warnings = 1, .notes = 1}},
        {"gff-label-case", LETTER CAMERA, {2, 1, 0, 1, 1}},
        {"  \tgff-label-case\r\n", LETTER CAMERA, {2, 1, 0, 1, 1}},
        {"# gff-label-case", LABEL LETTER CAMERA, {2, 1, 1, 1, 0}},
        {"#gff-label-case\n\n \ngff-resref-*", LABEL CAMERA, {2, 1, 1, 0, 1}},
        {"gff-label", LABEL LETTER CAMERA, {2, 1, 1, 1, 0}},
        {"gff-* *.uts", CAMERA, {2, 1, 0, 0, 2}},
        {"gff-* *.git", LABEL LETTER CAMERA, {2, 1, 1, 1, 0}},
        {"gff-* a.uts TAG", LETTER CAMERA, {2, 1, 0, 1, 1}},
        {"gff-*\ta.uts\tTemplate*", LABEL CAMERA, {2, 1, 1, 0, 1}},
        {"gff-* a.uts # TAG", CAMERA, {2, 1, 0, 0, 2}},
        {"gff-* # a.git", CAMERA, {2, 1, 0, 0, 2}},
        {"gff-* files/a.uts", CAMERA, {2, 1, 0, 0, 2}},
        {"gff-* iles/a.uts", LABEL LETTER CAMERA, {2, 1, 1, 1, 0}},
        {"gff-* files", LABEL LETTER CAMERA, {2, 1, 1, 1, 0}},
        {"* * *", "", {2, 0, 0, 0, 3}},
        {"git-camera-limit\ngff-label-case", LETTER, {2, 0, 0, 1, 2}},
        {"* b.git CameraList", LABEL LETTER, {2, 0, 1, 1, 1}},
        {"* b.git Camera", LABEL LETTER CAMERA, {2, 1, 1, 1, 0}},
    };
    const char *folder = make_files("suppressed");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_run(folder, (struct rq_lint_options){.threads = 1, .suppress = cases[i].lines},
                  cases[i].told, &cases[i].totals);
}

/* Rules by name: a first word without "-" switches all others off; "-" takes rules out of what is on. */
static void test_rules(void)
{
    static const struct {
        const char *rules;
        bool all;
        const char *told;
    } cases[] = {
        {"gff-label-case", false, LABEL},
        {"gff-label-case,git-camera-*", false, LABEL CAMERA},
        {"gff-*,-gff-resref-charset,-gff-dead-*", false, LABEL "a.uts gff-template-resref;"},
        {"git-camera-limit,-git-*", false, ""},
        {"-gff-*,-git-camera-duplicate-id", false, CAMERA},
        {"-gff-*", false, CAMERA},
        {"-git-*", false, LABEL LETTER},
        {"gff-template-resref", false, "a.uts gff-template-resref;"},
        {"-gff-label-case,-gff-resref-*,-gff-dead-field,-git-*", true,
         "a.uts gff-template-resref;"},
        {"-gff-*,gff-label-case,-git-*", false, LABEL},
    };
    const char *folder = make_files("rules");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_out out = {0};
        struct rq_error err = {0};
        const struct rq_lint_options options = {
            .rules = cases[i].rules, .all = cases[i].all, .version = 1, .threads = 1};
        check_note("%s", cases[i].rules);
        CHECK(rq_lint(&folder, 1, &options, take, &out, NULL, &err));
        CHECK_STR(err.text, "");
        rq_put8(&out, 0);
        CHECK_STR((const char *)out.data, cases[i].told);
        rq_out_free(&out);
    }
}

/* ---- changes ---- */

static void check_tag(const char *file, const char *expected)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_doc_file opened;
    REQUIRE(rq_doc_file_open(&opened, file, NULL, &err));
    CHECK(rq_doc_get(opened.doc, "TAG", &out, &err));
    rq_put8(&out, 0);
    CHECK_STR((const char *)out.data, expected);
    rq_doc_file_close(&opened);
    rq_out_free(&out);
}

/* All of them or none, and only when they are to be written. */
static void test_changes(void)
{
    static const struct rq_lint_change changes[] = {{"TAG", "new"}, {"Sounds/0/Sound", "y"}},
                                       wrong[] = {{"TAG", "never"}, {"Sounds/1/Sound", "y"}};
    struct rq_error err = {0};
    make_files("changes");
    const char *file = check_below(root, "files/a.uts");
    CHECK(rq_lint_apply(file, changes, 2, false, &err));
    check_tag(file, "x");
    CHECK(!rq_lint_apply(file, wrong, 2, true, &err));
    CHECK_INT(err.code, RQ_USAGE);
    check_tag(file, "x");
    err = (struct rq_error){0};
    CHECK(!rq_lint_apply(file, wrong, 2, false, &err));
    err = (struct rq_error){0};
    CHECK(rq_lint_apply(file, wrong, 0, true, &err));
    check_tag(file, "x");
    CHECK(rq_lint_apply(file, changes, 2, true, &err));
    CHECK_STR(err.text, "");
    check_tag(file, "new");
    CHECK(!rq_lint_apply(check_below(root, "files/gone.uts"), changes, 2, true, &err));
    CHECK_INT(err.code, RQ_IO);
}

TESTS(test_totals, test_suppressions, test_rules, test_changes)
