/* The decompiler with includes at hand: functions of the include have its names, and the source includes it. What is
 * expected is the source that was compiled, as far as names can be known. */
#include "kotor.h"

#include <reliquary/ncs.h>
#include <reliquary/nwscript.h>

static const char include[] = "int gCount = 3;\n"
                              "string gName;\n"
                              "int Twice(int n) { return n + n; }\n"
                              "int Other(int n) { return Twice(n) + gCount; }\n"
                              "void Say() { DelayCommand(1.5, PrintString(gName)); }\n";

static bool find(void *ctx, const char *name, struct rq_bytes *text, const char **path)
{
    if (strcmp(name, "inc_a") != 0)
        return false;
    *text = bytes_of(ctx);
    *path = "inc_a.nss";
    return true;
}

/* Compiles the source with one include, decompiles it with another; the text must have these words, and not that. */
static void check_source(const char *source, const char *made_with, const char *at_hand,
                         unsigned included, const char *has, const char *has_not)
{
    char made[512], hand[512];
    struct rq_error err = {0};
    struct rq_out file = {0}, text = {0};
    struct rq_ncs_report report;
    snprintf(made, sizeof made, "%s", made_with);
    snprintf(hand, sizeof hand, "%s", at_hand);
    const struct rq_nss_options options = {.game = 1, .ctx = made, .include = find};
    REQUIRE(rq_nss_compile(bytes_of(source), "x.nss", &options, &file, NULL, &err));
    struct rq_doc *doc = read_as(rq_out_bytes(&file), "ncs");
    struct rq_ncs_decompiler *d = rq_ncs_decompiler_open(1, &err);
    REQUIRE(doc && d);
    CHECK(rq_ncs_decompiler_include(d, "inc_a", find, hand, &err));
    CHECK(rq_ncs_decompile(d, rq_doc_root(doc, "ncs"), &text, &report, &err));
    rq_put8(&text, 0);
    CHECK_INT(report.verdict, RQ_NCS_SAME);
    CHECK_INT(report.included, included);
    if (!strstr((const char *)text.data, has))
        CHECK_STR((const char *)text.data, has);
    if (*has_not && strstr((const char *)text.data, has_not))
        CHECK_STR((const char *)text.data, has_not);
    rq_ncs_decompiler_close(d);
    rq_doc_free(doc);
    rq_out_free(&file);
    rq_out_free(&text);
}

static void test_known(void)
{
    check_source(
        "#include \"inc_a\"\nvoid main() { gCount = Other(5); Say(); }\n", include, include, 3,
        "\n#include \"inc_a\"\n\n\nvoid main()\n{\n    gCount = Other(5);\n    Say();\n}\n",
        "Twice");
    /* Globals of its own behind those of the include move all places below the base pointer. */
    check_source("#include \"inc_a\"\nint gOwn = 9;\nvoid main() { gOwn = Other(gOwn); Say(); }\n",
                 include, include, 3, "#include \"inc_a\"\n\nint nGlobal = 9;\n", "gCount");
    /* A function of its own stays. */
    check_source("#include \"inc_a\"\nint Own(int n) { return Twice(n) - 1; }\n"
                 "void main() { gCount = Own(2); }\n",
                 include, include, 1, "return Twice(", "Own");
}

static void test_unknown(void)
{
    const char *source = "#include \"inc_a\"\nvoid main() { gCount = Other(5); }\n";
    /* Another constant in what it calls: neither of the two is that of the include. */
    check_source(source, include,
                 "int gCount = 3;\nstring gName;\nint Twice(int n) { return n + n + 1; }\n"
                 "int Other(int n) { return Twice(n) + gCount; }\n",
                 0, "fn_", "#include");
    /* Other globals, fewer globals, an include that does not compile, and one with main. */
    check_source(source, include,
                 "int gCount = 4;\nstring gName;\nint Twice(int n) { return n + n; }\n", 0, "fn_",
                 "#include");
    check_source(source, include, "int a; int b; int c; int Twice(int n) { return n + n; }\n", 0,
                 "fn_", "#include");
    check_source(source, include, "int Twice(int n) { return n + ; }\n", 0, "fn_", "#include");
    check_source(source, include, "int Twice(int n) { return n + n; }\nvoid main() { }\n", 0, "fn_",
                 "#include");
    /* Globals of an include that stands behind others: the bytes would not come back. */
    check_source("int gOwn = 3;\n#include \"inc_a\"\nvoid main() { gOwn = Twice(gOwn); }\n",
                 "string gName;\nint Twice(int n) { return n + n; }\n",
                 "string gName;\nint Twice(int n) { return n + n; }\n", 0, "fn_", "#include");
}

/* One without globals: those of the script stay. */
static void test_no_globals(void)
{
    const char *twice = "int Twice(int n) { return n + n; }\n";
    check_source("#include \"inc_a\"\nint gOwn = 9;\nvoid main() { gOwn = Twice(gOwn); }\n", twice,
                 twice, 1,
                 "#include \"inc_a\"\n\nint nGlobal = 9;\n\n\nvoid main()\n{\n"
                 "    nGlobal = Twice(nGlobal);\n}\n",
                 "fn_");
}

/* Functions with the same code are told apart by what their callers call. */
static void test_twins(void)
{
    const char *twins = "int First(int n) { return n * 2; }\nint Second(int n) { return n * 2; }\n"
                        "int Uses(int n) { return Second(n); }\n";
    check_source("#include \"inc_a\"\nvoid main() { int i = Uses(3); i++; }\n", twins, twins, 2,
                 "Uses(3)", "fn_");
}

TESTS(test_known, test_unknown, test_no_globals, test_twins)
