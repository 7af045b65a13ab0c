/* The decompiler, by sources that are written here by hand: compiled, decompiled, and compared with the text that
 * follows from them by docs/nwscript-decompiler.md. Code that no compiler makes comes from listings. */
#include "kotor.h"

#include <reliquary/ncs.h>
#include <reliquary/nwscript.h>

static struct rq_out decompile(struct rq_bytes file, struct rq_ncs_report *report)
{
    struct rq_out text = {0};
    struct rq_error err = {0};
    struct rq_ncs_decompiler *decompiler = rq_ncs_decompiler_open(1, &err);
    struct rq_doc *doc = read_as(file, "ncs");
    CHECK(decompiler && doc &&
          rq_ncs_decompile(decompiler, rq_doc_root(doc, "ncs"), &text, report, &err));
    rq_doc_free(doc);
    rq_ncs_decompiler_close(decompiler);
    rq_put8(&text, 0);
    return text;
}

/* What a source becomes, without the first lines. */
static void check_source(const char *source, bool exact, const char *expected)
{
    struct rq_out file = {0};
    struct rq_ncs_report report;
    const struct rq_nss_options options = {.game = 1, .exact_floats = exact};
    check_note("%s", source);
    REQUIRE(rq_nss_compile(bytes_of(source), "x.nss", &options, &file, NULL, NULL));
    struct rq_out text = decompile(rq_out_bytes(&file), &report);
    CHECK_STR(report.text, "");
    CHECK_INT(report.verdict, RQ_NCS_SAME);
    const char *start = strstr((const char *)text.data, "\n\n");
    CHECK_STR(start ? start + 2 : "", expected);
    rq_out_free(&text);
    rq_out_free(&file);
}

static void check_body(const char *body, const char *expected)
{
    char source[1024], text[1024];
    snprintf(source, sizeof source, "void main() { %s }", body);
    snprintf(text, sizeof text, "\nvoid main()\n{\n%s}\n", expected);
    check_source(source, false, text);
}

static void test_statements(void)
{
    check_body("", "");
    check_body("int i; i = 3;", "    int nVar = 3;\n");
    check_body("int i = 3, j;", "    int nVar = 3;\n    int nVar_2;\n");
    check_body("int i; i = i + 1;", "    int nVar;\n    nVar = nVar + 1;\n");
    check_body("int i; i; i == 2;", "    int nVar;\n    nVar;\n    nVar == 2;\n");
    check_body("{ int i; } { int j; }", "    {\n        int nVar;\n    }\n    int nVar_2;\n");
    check_body("int i; if (i) i = 1; else if (i == 2) i = 3; else { i = 4; }",
               "    int nVar;\n    if (nVar)\n    {\n        nVar = 1;\n    }\n"
               "    else if (nVar == 2)\n    {\n        nVar = 3;\n    }\n"
               "    else\n    {\n        nVar = 4;\n    }\n");
    check_body(
        "while (1) { int i; break; continue; }",
        "    while (1)\n    {\n        int nVar;\n        break;\n        continue;\n    }\n");
    check_body("int i; for (i = 0; i < 3; i++) { if (i) return; }",
               "    int nVar = 0;\n    while (nVar < 3)\n    {\n        if (nVar)\n        {\n"
               "            return;\n        }\n        nVar++;\n    }\n");
    check_body("int i; do { ++i; } while (i < 3);",
               "    int nVar;\n    do\n    {\n        ++nVar;\n    }\n    while (nVar < 3);\n");
    check_body("while (FALSE) { }", "    while (0)\n    {\n    }\n");
    check_body("return; int i;", "    return;\n    int nVar;\n");
}

static void test_switch(void)
{
    check_body(
        "switch (d20()) { case 1: case 2: { int k; break; } case 0xFFFFFFFF: return; default: d4(); }",
        "    switch (d20())\n    {\n    case 1:\n    case 2:\n        {\n            int nVar;\n"
        "            break;\n        }\n    case 0xFFFFFFFF:\n        return;\n    default:\n"
        "        d4();\n    }\n");
    check_body(
        "switch (1) { case 5: switch (2) { case 6: break; } break; }",
        "    switch (1)\n    {\n    case 5:\n        switch (2)\n        {\n        case 6:\n"
        "            break;\n        }\n        break;\n    }\n");
    check_body("switch (1) { case 5: int j; case 6: j = 2; break; }",
               "    switch (1)\n    {\n    case 5:\n        int nVar;\n    case 6:\n"
               "        nVar = 2;\n        break;\n    }\n");
}

static void test_expressions(void)
{
    check_body("int a; int b; a = a && b || !a;",
               "    int nVar;\n    int nVar_2;\n    nVar = nVar && nVar_2 || !nVar;\n");
    check_body("int a; a = (a || 1) && (a && 2 || 3);",
               "    int nVar;\n    nVar = (nVar || 1) && (nVar && 2 || 3);\n");
    check_body("int a; a = 1 - (2 - 3) * (4 + 5) / 6 % 7;",
               "    int nVar = 1 - (2 - 3) * (4 + 5) / 6 % 7;\n");
    check_body("int a; a = 1 | 2 ^ 3 & 4 << 5 >> 6 >>> 7;",
               "    int nVar = 1 | 2 ^ 3 & 4 << 5 >> 6 >>> 7;\n");
    check_body("int a; a = - -1; a = -(1 + 2); a = ~a; a = 0xFFFFFFFF; a = -1;",
               "    int nVar = -(-1);\n    nVar = -(1 + 2);\n    nVar = ~nVar;\n"
               "    nVar = 0xFFFFFFFF;\n    nVar = -1;\n");
    check_body("int a; int b; a = b = a++ + --b;",
               "    int nVar;\n    int nVar_2;\n    nVar = nVar_2 = nVar++ + --nVar_2;\n");
    check_body("vector v = Vector(1.0, 2.0, 3.0); v.y = v.x * 2.5; v = [0.0, 0.0, 0.0];",
               "    vector vVar = Vector(1.0, 2.0, 3.0);\n    vVar.y = vVar.x * 2.5;\n"
               "    vVar = [0.0, 0.0, 0.0];\n");
}

/* Defaults are left out, names of constants and variables come from parameters. */
static void test_calls(void)
{
    check_body("GetObjectByTag(\"a\", 0); GetObjectByTag(\"a\", 1);",
               "    GetObjectByTag(\"a\");\n    GetObjectByTag(\"a\", 1);\n");
    check_body("string s = \"x\\n\"; GetObjectByTag(s);",
               "    string sTag = \"x\\n\";\n    GetObjectByTag(sTag);\n");
    check_body("object o = GetFirstPC();", "    object oFirstPC = GetFirstPC();\n");
    check_body("GetNearestObject(64); GetNearestObject(3);",
               "    GetNearestObject(OBJECT_TYPE_PLACEABLE);\n    GetNearestObject(3);\n");
    /* -1, a vector of zeros, and a float; what is no default stays, "" where the default is a text, too. */
    check_body("ExecuteScript(\"a\", OBJECT_SELF); ExecuteScript(\"a\", OBJECT_SELF, 0xFFFFFFFF);"
               "ExecuteScript(\"a\", OBJECT_SELF, 1);",
               "    ExecuteScript(\"a\", OBJECT_SELF);\n    ExecuteScript(\"a\", OBJECT_SELF);\n"
               "    ExecuteScript(\"a\", OBJECT_SELF, 1);\n");
    check_body("RevealMap([0.0, 0.0, 0.0], 0xFFFFFFFF); RevealMap([0.0, 0.0, 1.0]);"
               "RevealMap([0.0, 0.0, 0.0], 0);",
               "    RevealMap();\n    RevealMap([0.0, 0.0, 1.0]);\n"
               "    RevealMap([0.0, 0.0, 0.0], 0);\n");
    check_body("ActionMoveToObject(OBJECT_SELF, 0, 1.0); ActionMoveToObject(OBJECT_SELF, 0, 1.5);",
               "    ActionMoveToObject(OBJECT_SELF);\n"
               "    ActionMoveToObject(OBJECT_SELF, FALSE, 1.5);\n");
    check_body("AddJournalWorldEntry(1, \"a\", \"\"); AddJournalWorldEntry(1, \"a\");",
               "    AddJournalWorldEntry(1, \"a\", \"\");\n"
               "    AddJournalWorldEntry(1, \"a\", \"World Entry\");\n");
    check_body("DelayCommand(0.5, AssignCommand(OBJECT_INVALID, ActionWait(1.0)));",
               "    DelayCommand(0.5, AssignCommand(OBJECT_INVALID, ActionWait(1.0)));\n");
}

static void test_functions(void)
{
    check_source(
        "int g = 4; float one(vector v, int i) { return v.x; } void two() { if (d4()) two(); }\n"
        "int none() { } struct s { int a; object b; }; struct s t;\n"
        "int StartingConditional() { t.b = OBJECT_SELF; t.a = t.a; two();\n"
        "one([0.0, 0.0, 0.0], g); if (none()) g++; return 1; }",
        false,
        "struct Struct_1\n{\n    int nMember_1;\n    object oMember_2;\n};\n\n"
        "int nGlobal = 4;\nstruct Struct_1 stGlobal;\n\n"
        "void fn_00FD();\nfloat fn_011C(vector vVar, int nVar);\nint fn_014E();\n\n"
        "int StartingConditional()\n{\n    stGlobal.oMember_2 = OBJECT_SELF;\n"
        "    stGlobal.nMember_1 = stGlobal.nMember_1;\n    fn_00FD();\n"
        "    fn_011C([0.0, 0.0, 0.0], nGlobal);\n    if (fn_014E())\n    {\n"
        "        nGlobal++;\n    }\n    return 1;\n}\n\n"
        "void fn_00FD()\n{\n    if (d4())\n    {\n        fn_00FD();\n    }\n}\n\n"
        "float fn_011C(vector vVar, int nVar)\n{\n    return vVar.x;\n}\n\n"
        "int fn_014E()\n{\n}\n");
}

/* 0.9 is 3F666667 to BioWare's compiler and 3F666666 when it is rounded correctly. */
static void test_floats(void)
{
    check_source("void main() { ActionWait(0.9); }", false,
                 "\nvoid main()\n{\n    ActionWait(0.9);\n}\n");
    check_source("void main() { ActionWait(0.9); }", true,
                 "\nvoid main()\n{\n    ActionWait(0.9);\n}\n");
}

static void check_reason(const char *listing, uint32_t offset, const char *reason)
{
    static const struct rq_ncs_text_options options = {.game = 1};
    struct rq_out file = {0};
    struct rq_ncs_report report;
    check_note("%s", listing);
    REQUIRE(rq_ncs_assemble(bytes_of(listing), "x", &options, NULL, NULL, &file, NULL));
    struct rq_out text = decompile(rq_out_bytes(&file), &report);
    CHECK_STR((const char *)text.data, "");
    CHECK_INT(report.verdict, RQ_NCS_NO_SOURCE);
    CHECK_INT(report.offset, offset);
    CHECK_STR(report.text, reason);
    rq_out_free(&text);
    rq_out_free(&file);
}

#define FRAME "JSR m\nRETN\nm: "

static void test_reasons(void)
{
    check_reason("RETN", 13, "the start of the script is not that of main or StartingConditional");
    check_reason(FRAME "CONSTI 1\nRETN", 21, "a function whose end is not clear");
    check_reason(FRAME "CONSTI 1\nACTION PrintString, 1\nADDII\nRETN", 21,
                 "a function whose parameters stay on the stack");
    check_reason(FRAME "NOP\nRETN", 21, "an instruction that no source gives here");
    check_reason(FRAME "RSADDI\nCPTOPSP -4, 4\nJZ e\ne: MOVSP -4\nRETN", 31,
                 "a condition whose jump does not lead behind a block");
    check_reason(FRAME "CONSTS \"\\x22\"\nACTION PrintString, 1\nRETN", 21,
                 "a string that no source can spell");
    check_reason(FRAME "STORESTATE 0, 0\nJMP e\nCONSTS \"a\"\nACTION PrintString, 1\nCONSTS \"b\"\n"
                       "ACTION PrintString, 1\nRETN\ne: CONSTF 1.0\nACTION DelayCommand, 2\nRETN",
                 21, "an action that is not one call");
    check_reason(FRAME "STORESTATE 0, 0\nJMP e\nRETN\ne: CONSTF 1.0\nACTION DelayCommand, 2\nRETN",
                 21, "an action that is not as compilers make it");
    check_reason(FRAME "CONSTO 7\nMOVSP -4\nRETN", 21,
                 "an object by its number, which no source can spell");
    check_reason(FRAME "CONSTF -1.0\nMOVSP -4\nRETN", 21,
                 "a float that no source can spell (0xBF800000)");
}

/* AddPartyMember took one object before: k_act_carthjoin.ncs of the corpus calls it so. */
static void test_older(void)
{
    static const struct rq_ncs_text_options options = {.game = 1};
    struct rq_out file = {0};
    struct rq_ncs_report report;
    REQUIRE(rq_ncs_assemble(
        bytes_of(FRAME "CONSTO OBJECT_SELF\nACTION AddPartyMember, 1\nMOVSP -4\nRETN"), "x",
        &options, NULL, NULL, &file, NULL));
    struct rq_out text = decompile(rq_out_bytes(&file), &report);
    CHECK_INT(report.verdict, RQ_NCS_SAME);
    CHECK(report.older_nwscript);
    CHECK_STR(report.text,
              "it needs an older nwscript.nss, in which AddPartyMember has 1 parameters");
    CHECK_STR((const char *)text.data,
              "// Decompiled by Reliquary.\n// It needs an older nwscript.nss: int "
              "AddPartyMember(object arg_1);\n\n\nvoid main()\n{\n    "
              "AddPartyMember(OBJECT_SELF);\n}\n");
    rq_out_free(&text);
    rq_out_free(&file);
}

TESTS(test_statements, test_switch, test_expressions, test_calls, test_functions, test_floats,
      test_reasons, test_older)
