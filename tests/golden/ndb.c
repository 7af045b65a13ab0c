/* Debug symbols of NWScript: the offsets were worked out by hand from the sizes of instructions in
 * docs/formats/ncs.md and the shapes in docs/nwscript.md; the layout is that of docs/nwscript-debug.md. */
#include "kotor.h"

#include <reliquary/ndb.h>
#include <reliquary/nwscript.h>

static const char twice[] = "int Twice(int n)\n"      /* 1 */
                            "{\n"                     /* 2 */
                            "    return n + n;\n"     /* 3 */
                            "}\n"                     /* 4 */
                            "void main()\n"           /* 5 */
                            "{\n"                     /* 6 */
                            "    int i = Twice(4);\n" /* 7 */
                            "}\n";                    /* 8 */

/* 0d JSR, 13 RETN. main: 15 RSADDI, 17 RSADDI, 19 CONSTI, 1f JSR, 25 CPDOWNSP, 2d MOVSP, 33 MOVSP, 39 RETN.
 * Twice: 3b CPTOPSP, 43 CPTOPSP, 4b ADDII, 4d CPDOWNSP, 55 MOVSP, 5b JMP, 61 MOVSP, 67 MOVSP, 6d RETN, 6f. */
static const char twice_symbols[] = "NDB V1.0\n"
                                    "0000001 0000001 0000003 0000003 0000004\n"
                                    "N00 twice\n"
                                    "s 03 vector\n"
                                    "sf f x\n"
                                    "sf f y\n"
                                    "sf f z\n"
                                    "f 0000000d 00000015 000 v #loader\n"
                                    "f 00000015 0000003b 000 v main\n"
                                    "f 0000003b 0000006f 001 i Twice\n"
                                    "fp i\n"
                                    "v 00000017 00000033 00000000 i i\n"
                                    "v 0000003b 0000006f 00000000 i #retval\n"
                                    "v 0000003b 0000006f 00000004 i n\n"
                                    "l00 0000007 00000015 00000033\n"
                                    "l00 0000008 00000033 0000003b\n"
                                    "l00 0000003 0000003b 00000067\n"
                                    "l00 0000004 00000067 0000006f\n";

static bool find(void *ctx, const char *name, struct rq_bytes *text, const char **path)
{
    (void)name;
    *text = bytes_of(ctx);
    *path = "includes/inc_a.nss";
    return true;
}

/* The symbols of a source as text; "" when it gives none. */
static void check_symbols(const char *source, char *include, const char *expected)
{
    const struct rq_nss_options options = {
        .game = 1, .debug = true, .ctx = include, .include = find};
    struct rq_out code = {0}, text = {0};
    struct rq_nss_compiler *c = rq_nss_open(&options, NULL);
    REQUIRE(c != NULL);
    rq_nss_compile_next(c, bytes_of(source), "some/twice.nss", &code, NULL, NULL);
    if (rq_nss_debug(c))
        rq_ndb_put(rq_nss_debug(c), &text);
    rq_put8(&text, 0);
    CHECK_STR((const char *)text.data, expected);
    rq_nss_close(c);
    rq_out_free(&code);
    rq_out_free(&text);
}

static void test_written(void)
{
    char nothing[] = "";
    check_symbols(twice, nothing, twice_symbols);
    /* Nothing of includes, of sources with errors, and without the option. */
    check_symbols("int Twice(int n) { return n; }", nothing, "");
    check_symbols("void main() { int i = 1.0; }", nothing, "");
}

/* 0d JSR, 13 RETN. Globals: 15 RSADDI and RSADDF three times, 1d SAVEBP, 1f JSR, 25 RESTOREBP, 27 MOVSP,
 * 2d RETN. main: 2f RETN. A function that nothing calls leaves no trace. */
static void test_globals_and_includes(void)
{
    char include[] = "struct pair { int n; vector v; };\n";
    check_symbols(
        "#include \"inc_a\"\nstruct pair gPair;\nvoid main() { }\nvoid Idle() { int k; k = 1; }\n",
        include,
        "NDB V1.0\n"
        "0000002 0000002 0000003 0000001 0000002\n"
        "N00 twice\n"
        "n01 inc_a\n"
        "s 03 vector\n"
        "sf f x\n"
        "sf f y\n"
        "sf f z\n"
        "s 02 pair\n"
        "sf i n\n"
        "sf t0000 v\n"
        "f 0000000d 00000015 000 v #loader\n"
        "f 00000015 0000002f 000 v #globals\n"
        "f 0000002f 00000031 000 v main\n"
        "v 0000001d 0000002f 00000000 t0001 gPair\n"
        "l00 0000002 00000015 0000001d\n"
        "l00 0000003 0000002f 00000031\n");
}

static void test_read(void)
{
    struct rq_error err = {0};
    struct rq_out again = {0};
    struct rq_ndb *ndb = rq_ndb_open(bytes_of(twice_symbols), &err);
    REQUIRE(ndb != NULL);
    CHECK_INT(ndb->file_count, 1);
    CHECK_INT(rq_ndb_size(ndb, (struct rq_ndb_type){'t', 0}), 12);
    CHECK_STR(rq_ndb_function_at(ndb, 0x3b)->name, "Twice");
    CHECK_STR(rq_ndb_function_at(ndb, 0x3a)->name, "main");
    CHECK(!rq_ndb_function_at(ndb, 0x6f));
    CHECK_INT(rq_ndb_line_at(ndb, 0x32)->line, 7);
    CHECK_INT(rq_ndb_line_at(ndb, 0x33)->line, 8);
    CHECK(!rq_ndb_line_at(ndb, 0x14));
    CHECK_INT(rq_ndb_function_named(ndb, "Twice")->param_count, 1);
    CHECK(!rq_ndb_function_named(ndb, "twice"));
    CHECK(!rq_ndb_is_global(ndb, &ndb->variables[0]));
    rq_ndb_put(ndb, &again);
    rq_put8(&again, 0);
    CHECK_STR((const char *)again.data, twice_symbols);
    rq_out_free(&again);
    rq_ndb_close(ndb);
    /* Other writers: CRLF, comments, engine structures, functions without code, large letters. */
    ndb = rq_ndb_open(bytes_of("NDB V1.0\r\n1 0 2 1 0\r\n# words\r\nN00 a\r\n"
                               "f ffffffff ffffffff 001 e0 Later\r\nfp ?\r\n"
                               "f 0000000D 0000001F 000 v main\r\nv 0D 1F 00 e3 t\r\n"),
                      &err);
    REQUIRE(ndb != NULL);
    CHECK_INT(ndb->functions[1].end, 0x1f);
    CHECK(!rq_ndb_function_named(ndb, "Later"));
    CHECK_INT(ndb->variables[0].type.number, 3);
    rq_ndb_close(ndb);
}

static void check_refused(const char *text, const char *why)
{
    struct rq_error err = {0};
    struct rq_ndb *ndb = rq_ndb_open(bytes_of(text), &err);
    CHECK(!ndb);
    if (!strstr(err.text, why))
        CHECK_STR(err.text, why);
    rq_ndb_close(ndb);
}

static void test_refused(void)
{
    check_refused("", "counts are missing");
    check_refused("NDB V2.0\n", "does not start with \"NDB V1.0\"");
    check_refused("NDB V1.0\n0 0 0 0\n", "line 2: expected a number");
    check_refused("NDB V1.0\n0 0 1 0 0\n", "it says 1 functions, and has 0");
    check_refused("NDB V1.0\n1 0 0 0 0\nN01 a\n", "line 3: files are not numbered from 0 on");
    check_refused("NDB V1.0\n0 0 0 0 1\nl00 1 0 1\n", "line 3: there is no file of that number");
    check_refused("NDB V1.0\n0 1 0 0 0\ns 01 a\nsf t0000 me\n", "no struct of that number yet");
    check_refused("NDB V1.0\n0 1 0 0 0\ns 01 a\nsf v me\n", "a field without a value");
    check_refused("NDB V1.0\n0 1 0 0 0\nsf i a\n", "a field of no struct");
    check_refused("NDB V1.0\n0 0 0 0 0\nfp i\n", "a parameter of no function");
    check_refused("NDB V1.0\n0 0 0 1 0\nv 0 100000000 0 i a\n", "expected a number");
    check_refused("NDB V1.0\n0 0 0 1 0\nv 0 0 0 q a\n", "expected a type");
    check_refused("NDB V1.0\n0 0 0 1 0\nv 0 0 0 i\n", "expected a name");
    check_refused("NDB V1.0\n1 0 0 0 0\nN00   \n", "line 3: expected a name");
    check_refused("NDB V1.0\n1 0 0 0 0\nN00", "line 3: expected a name");
    check_refused("NDB V1.0\n0 0 0 0 0\nx\n", "it is no file, struct");
    static const char nul[] = "NDB V1.0\n1 0 0 0 0\nN00 a\0b\n";
    struct rq_error err = {0};
    CHECK(!rq_ndb_open((struct rq_bytes){(const uint8_t *)nul, sizeof nul - 1}, &err));
    CHECK(strstr(err.text, "expected a name") != NULL);
}

TESTS(test_written, test_globals_and_includes, test_read, test_refused)
