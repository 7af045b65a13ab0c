/* The code of every construct of NWScript. The listings are written by hand from the rules of docs/nwscript.md, which
 * come from recompiled scripts; those that no script of the games shows follow nwnsc without optimisation. */
#include "support/listing.h"

#include <reliquary/nwscript.h>

static bool no_include(void *ctx, const char *name, struct rq_bytes *text, const char **path)
{
    static const char inc[] = "int nInc = 7; int Inc(int n) { return n; }\n#include \"b\"\n";
    static const char b[] = "#include \"A\"\nfloat fB;";
    (void)ctx;
    const char *found = strcmp(name, "a") == 0 ? inc : strcmp(name, "b") == 0 ? b : NULL;
    if (!found)
        return false;
    *text = (struct rq_bytes){(const uint8_t *)found, strlen(found)};
    *path = name;
    return true;
}

static void print_problem(void *ctx, const struct rq_script_problem *p)
{
    (void)ctx;
    if (p->severity == RQ_ERROR)
        printf("%zu:%zu: %s\n", p->line, p->column, p->message);
}

static void gives_with(const char *source, const struct rq_nss_options *options,
                       const char *listing)
{
    struct rq_out expected = {0}, made = {0};
    struct rq_error err = {0};
    check_note("%s", source);
    if (listing_assemble(listing, &expected) &&
        CHECK(rq_nss_compile((struct rq_bytes){(const uint8_t *)source, strlen(source)}, "x.nss",
                             options, &made, NULL, &err)))
        CHECK_MEM(made.data, made.size, expected.data, expected.size);
    rq_out_free(&expected);
    rq_out_free(&made);
}

static const struct rq_nss_options k1 = {
    .game = 1, .include = no_include, .problem = print_problem};

/* A whole source. */
static void gives(const char *source, const char *listing)
{
    gives_with(source, &k1, listing);
}

/* The body of void main(), without globals. */
static void body(const char *text, const char *listing)
{
    char source[1024], whole[4096];
    snprintf(source, sizeof source, "void main() { %s }", text);
    snprintf(whole, sizeof whole, "JSR main; RETN; main: %s; RETN", listing);
    gives(source, whole);
}

static void test_frame(void)
{
    gives("void main() {}", "JSR main; RETN; main: RETN");
    gives(
        "int StartingConditional() { return TRUE; }",
        "RSADDI; JSR fn; RETN; fn: CONSTI 1; CPDOWNSP -8 4; MOVSP -4; JMP end; MOVSP -4; end: RETN");
    gives("int a; string s = \"x\"; void main() {}",
          "JSR globals; RETN; globals: RSADDI; RSADDS; CONSTS \"x\"; CPDOWNSP -8 4; MOVSP -4;"
          "SAVEBP; JSR main; RESTOREBP; MOVSP -8; RETN; main: RETN");
    gives("int a = -1; int StartingConditional() { return a; }",
          "RSADDI; JSR globals; RETN; globals: RSADDI; CONSTI 1; NEGI; CPDOWNSP -8 4; MOVSP -4;"
          "SAVEBP; RSADDI; JSR fn; CPDOWNSP -16 4; MOVSP -4; RESTOREBP; MOVSP -4; RETN;"
          "fn: CPTOPBP -4 4; CPDOWNSP -8 4; MOVSP -4; JMP end; MOVSP -4; end: RETN");
    /* Another global, and a call of the engine, in front of SAVEBP. */
    gives("int a = 2; int b = a; object o = GetFirstPC(); void main() {}",
          "JSR globals; RETN; globals: RSADDI; CONSTI 2; CPDOWNSP -8 4; MOVSP -4;"
          "RSADDI; CPTOPSP -8 4; CPDOWNSP -8 4; MOVSP -4;"
          "RSADDO; ACTION 548 0; CPDOWNSP -8 4; MOVSP -4;"
          "SAVEBP; JSR main; RESTOREBP; MOVSP -12; RETN; main: RETN");
    /* Constants take no place. */
    gives(
        "const int N = -5; const string S = \"s\"; void main() { PrintInteger(N); PrintString(S); }",
        "JSR main; RETN; main: CONSTI -5; ACTION 4 1; CONSTS \"s\"; ACTION 1 1; RETN");
}

static void test_includes(void)
{
    /* Each file once, whatever the case and how often it is named; globals in the order of the text. */
    gives("#include \"A\"\n#include \"a\"\nint n; void main() { n = Inc(nInc); }",
          "JSR globals; RETN; globals: RSADDI; CONSTI 7; CPDOWNSP -8 4; MOVSP -4; RSADDF; RSADDI;"
          "SAVEBP; JSR main; RESTOREBP; MOVSP -12; RETN;"
          "main: RSADDI; CPTOPBP -12 4; JSR inc; CPDOWNBP -4 4; MOVSP -4; RETN;"
          "inc: CPTOPSP -4 4; CPDOWNSP -12 4; MOVSP -4; JMP end; MOVSP -4; end: MOVSP -4; RETN");
}

static void test_declarations(void)
{
    body("int a;", "RSADDI; MOVSP -4");
    body("int a = 3, b;", "RSADDI; CONSTI 3; CPDOWNSP -8 4; MOVSP -4; RSADDI; MOVSP -8");
    body("float f; string s; object o; effect e; event v; location l; talent t;",
         "RSADDF; RSADDS; RSADDO; RSADDE0; RSADDE1; RSADDE2; RSADDE3; MOVSP -28");
    body("vector v = [1.0, 2.0, 0.5];",
         "RSADDF; RSADDF; RSADDF; CONSTF 3F800000; CONSTF 40000000; CONSTF 3F000000;"
         "CPDOWNSP -24 12; MOVSP -12; MOVSP -12");
    /* Blocks are not merged. */
    body("int a; { int b; { int c; } }", "RSADDI; RSADDI; RSADDI; MOVSP -4; MOVSP -4; MOVSP -4");
    body("const int N = 4; PrintInteger(N);", "CONSTI 4; ACTION 4 1");
    body(";", "");
    body("{} ; {{}}", "");
}

static void test_constants(void)
{
    body("PrintInteger(-1);", "CONSTI 1; NEGI; ACTION 4 1");
    body("PrintInteger(0xFFFFFFFF);", "CONSTI -1; ACTION 4 1");
    body("PrintInteger(0x1f);", "CONSTI 31; ACTION 4 1");
    body("PrintInteger(NPC_PLAYER);", "CONSTI -1; ACTION 4 1"); /* nwscript.nss says -1 */
    body("PrintObject(OBJECT_SELF); PrintObject(OBJECT_INVALID);",
         "CONSTO 0; ACTION 5 1; CONSTO 1; ACTION 5 1");
    body("PrintString(\"a\\\\b\");", "CONSTS \"a\\\\b\"; ACTION 1 1"); /* two backslashes stay */
    body("PrintString(\"\");", "CONSTS \"\"; ACTION 1 1");
    body("PrintInteger(1 + 2);", "CONSTI 1; CONSTI 2; ADDII; ACTION 4 1");
    gives("void main() { PrintString(\"a\\nb\"); }",
          "JSR main; RETN; main: CONSTS \"a\nb\"; ACTION 1 1; RETN");
    /* From 2003's compiler, and rounded as nwnsc does: facts of 195 floats in the modules. */
    body(
        "PrintFloat(0.9, 1, 1); PrintFloat(0.35, 1, 1); PrintFloat(1.95f, 1, 1); PrintFloat(0.05, 1, 1);",
        "CONSTI 1; CONSTI 1; CONSTF 3F666667; ACTION 2 3; CONSTI 1; CONSTI 1; CONSTF 3EB33334; ACTION 2 3;"
        "CONSTI 1; CONSTI 1; CONSTF 3FF99999; ACTION 2 3; CONSTI 1; CONSTI 1; CONSTF 3D4CCCCC; ACTION 2 3");
    struct rq_nss_options exact = k1;
    exact.exact_floats = true;
    gives_with(
        "void main() { SetFacing(0.9); SetFacing(-0.05); SetFacing(1.); SetFacing(2f); }", &exact,
        "JSR main; RETN; main: CONSTF 3F666666; ACTION 10 1; CONSTF 3D4CCCCD; NEGF; ACTION 10 1;"
        "CONSTF 3F800000; ACTION 10 1; CONSTF 40000000; ACTION 10 1; RETN");
}

/* Correctly rounded, however many digits there are; the words are those that Python's struct.pack(">f", ...) has. */
static void test_long_floats(void)
{
    static const struct {
        const char *text, *word;
    } cases[] = {
        {"1234567890123456789.0", "5D891088"},
        {"12345678901234567890.0", "5F2B54AA"},
        {"1234567890123456789012345.0", "6782B708"},
        {"99999999999999999999.0", "60AD78EC"},
        {"9999999999999999999999999f", "69045951"},
        {"123456789012345678.5", "5BDB4DA6"},
        {"12345678901234567.25", "5A2F7151"},
        {"1234567890123456789.25", "5D891088"},
        {"0.1234567890123456789", "3DFCD6EA"},
        {"0.12345678901234567890123", "3DFCD6EA"},
        {"0.00000000000000000001234567890123456789", "1E69340A"},
        {"16777217.0000000000000000001", "4B800000"},
        {"340282346638528859811704183484516925440.0", "7F7FFFFF"},
    };
    struct rq_nss_options exact = k1;
    exact.exact_floats = true;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char source[128], listing[128];
        snprintf(source, sizeof source, "void main() { SetFacing(%s); }", cases[i].text);
        snprintf(listing, sizeof listing, "JSR main; RETN; main: CONSTF %s; ACTION 10 1; RETN",
                 cases[i].word);
        gives_with(source, &exact, listing);
    }
}

static void test_if(void)
{
    body("if (TRUE) ClearAllActions();", "CONSTI 1; JZ else; ACTION 9 0; JMP out; else: out:");
    body("if (TRUE) ClearAllActions(); else { }",
         "CONSTI 1; JZ else; ACTION 9 0; JMP out; else: out:");
    body(
        "if (TRUE) ; else if (FALSE) ClearAllActions(); else { int a; }",
        "CONSTI 1; JZ e1; JMP out; e1: CONSTI 0; JZ e2; ACTION 9 0; JMP out; e2: RSADDI; MOVSP -4; out:");
}

static void test_loops(void)
{
    body("while (TRUE) ClearAllActions();", "top: CONSTI 1; JZ out; ACTION 9 0; JMP top; out:");
    body("int i; for (i = 0; i < 3; i++) ClearAllActions();",
         "RSADDI; CONSTI 0; CPDOWNSP -8 4; MOVSP -4; top: CPTOPSP -4 4; CONSTI 3; LTII; JZ out;"
         "ACTION 9 0; CPTOPSP -4 4; INCSPI -8; MOVSP -4; JMP top; out: MOVSP -4");
    body("for (;;) break;", "top: CONSTI 1; JZ out; JMP out; JMP top; out:");
    body("do ClearAllActions(); while (TRUE);", "top: ACTION 9 0; CONSTI 1; JZ out; JMP top; out:");
    /* continue: to the top, to the step, to the condition. */
    body("while (TRUE) continue;", "top: CONSTI 1; JZ out; JMP top; JMP top; out:");
    body("for (; TRUE; ClearAllActions()) continue;",
         "top: CONSTI 1; JZ out; JMP step; step: ACTION 9 0; JMP top; out:");
    body("do continue; while (TRUE);", "top: JMP if; if: CONSTI 1; JZ out; JMP top; out:");
    /* What a block holds stays on the stack. */
    body("while (TRUE) { int a; break; }",
         "top: CONSTI 1; JZ out; RSADDI; JMP out; MOVSP -4; JMP top; out:");
    body(
        "while (TRUE) { switch (1) { case 1: continue; } }",
        "top: CONSTI 1; JZ out; CONSTI 1; CPTOPSP -4 4; CONSTI 1; EQII; JNZ c1; JMP end; c1: JMP top;"
        "end: MOVSP -4; JMP top; out:");
}

static void test_switch(void)
{
    body(
        "switch (2) { case 1: ClearAllActions(); case TRUE + 1: break; default: ActionRandomWalk(); }",
        "CONSTI 2; CPTOPSP -4 4; CONSTI 1; EQII; JNZ c1; CPTOPSP -4 4; CONSTI 1; CONSTI 1; ADDII; EQII; JNZ c2;"
        "JMP other; c1: ACTION 9 0; c2: JMP out; other: ACTION 20 0; out: MOVSP -4");
    body(
        "switch (2) { default: ActionRandomWalk(); break; case -1: case 3: ClearAllActions(); }",
        "CONSTI 2; CPTOPSP -4 4; CONSTI 1; NEGI; EQII; JNZ c; CPTOPSP -4 4; CONSTI 3; EQII; JNZ c; JMP other;"
        "other: ACTION 20 0; JMP out; c: ACTION 9 0; out: MOVSP -4");
    /* Without default; the leak of break; a variable directly in the switch. */
    body(
        "switch (1) { int a; case 1: { int b; break; } case 2: a = 1; }",
        "CONSTI 1; CPTOPSP -4 4; CONSTI 1; EQII; JNZ c1; CPTOPSP -4 4; CONSTI 2; EQII; JNZ c2; JMP out;"
        "RSADDI; c1: RSADDI; JMP out; MOVSP -4; c2: CONSTI 1; CPDOWNSP -8 4; MOVSP -4; MOVSP -4; out: MOVSP -4");
}

static void test_operators(void)
{
    body(
        "int a, b; a && b;",
        "RSADDI; RSADDI; CPTOPSP -8 4; CPTOPSP -4 4; JZ l; CPTOPSP -8 4; LOGANDII; l: MOVSP -4; MOVSP -8");
    body(
        "int a, b; a || b;",
        "RSADDI; RSADDI; CPTOPSP -8 4; CPTOPSP -4 4; JZ m; CPTOPSP -4 4; JZ l; m: CPTOPSP -8 4; l: LOGORII;"
        "MOVSP -4; MOVSP -8");
    body("!1; ~1; -1; -1.0;",
         "CONSTI 1; NOTI; MOVSP -4; CONSTI 1; COMPI; MOVSP -4; CONSTI 1; NEGI; MOVSP -4;"
         "CONSTF 3F800000; NEGF; MOVSP -4");
    body("1 ? 2 : 3;", "CONSTI 1; JZ e; CONSTI 2; JMP o; e: CONSTI 3; o: MOVSP -4");
    body(
        "1 | 2 ^ 3 & 4 << 5 >> 6 >>> 7;",
        "CONSTI 1; CONSTI 2; CONSTI 3; CONSTI 4; CONSTI 5; SHLEFTII; CONSTI 6; SHRIGHTII; CONSTI 7; USHRIGHTII;"
        "BOOLANDII; EXCORII; INCORII; MOVSP -4");
    body(
        "1 + 2 * 3 % 4 == 5 - 6 / 7;",
        "CONSTI 1; CONSTI 2; CONSTI 3; MULII; CONSTI 4; MODII; ADDII; CONSTI 5; CONSTI 6; CONSTI 7; DIVII; SUBII;"
        "EQII; MOVSP -4");
    body(
        "1 < 2; 1 > 2; 1 <= 2; 1.0 >= 2.0; 1.0 != 2.0;",
        "CONSTI 1; CONSTI 2; LTII; MOVSP -4; CONSTI 1; CONSTI 2; GTII; MOVSP -4; CONSTI 1; CONSTI 2; LEQII; MOVSP -4;"
        "CONSTF 3F800000; CONSTF 40000000; GEQFF; MOVSP -4; CONSTF 3F800000; CONSTF 40000000; NEQFF; MOVSP -4");
    body("1 + 1.0; 1.0 * 1; \"a\" + \"b\"; \"a\" == \"b\"; OBJECT_SELF != OBJECT_INVALID;",
         "CONSTI 1; CONSTF 3F800000; ADDIF; MOVSP -4; CONSTF 3F800000; CONSTI 1; MULFI; MOVSP -4;"
         "CONSTS \"a\"; CONSTS \"b\"; ADDSS; MOVSP -4; CONSTS \"a\"; CONSTS \"b\"; EQSS; MOVSP -4;"
         "CONSTO 0; CONSTO 1; NEQOO; MOVSP -4");
    body("location l; l == l;", "RSADDE2; CPTOPSP -4 4; CPTOPSP -8 4; EQE2E2; MOVSP -4; MOVSP -4");
}

static void test_variables(void)
{
    body("int a; a = 3;", "RSADDI; CONSTI 3; CPDOWNSP -8 4; MOVSP -4; MOVSP -4");
    body("int a, b; a = b = 3;",
         "RSADDI; RSADDI; CONSTI 3; CPDOWNSP -8 4; CPDOWNSP -12 4; MOVSP -4; MOVSP -8");
    body("int a; a += 3; a -= 3; a *= 3; a /= 3; a %= 3;",
         "RSADDI; CPTOPSP -4 4; CONSTI 3; ADDII; CPDOWNSP -8 4; MOVSP -4;"
         "CPTOPSP -4 4; CONSTI 3; SUBII; CPDOWNSP -8 4; MOVSP -4;"
         "CPTOPSP -4 4; CONSTI 3; MULII; CPDOWNSP -8 4; MOVSP -4;"
         "CPTOPSP -4 4; CONSTI 3; DIVII; CPDOWNSP -8 4; MOVSP -4;"
         "CPTOPSP -4 4; CONSTI 3; MODII; CPDOWNSP -8 4; MOVSP -4; MOVSP -4");
    body("int a; a++; ++a; a--; --a;",
         "RSADDI; CPTOPSP -4 4; INCSPI -8; MOVSP -4; INCSPI -4; CPTOPSP -4 4; MOVSP -4;"
         "CPTOPSP -4 4; DECSPI -8; MOVSP -4; DECSPI -4; CPTOPSP -4 4; MOVSP -4; MOVSP -4");
    gives("int g; void main() { int a; g++; --g; g += a; g = 1; }",
          "JSR globals; RETN; globals: RSADDI; SAVEBP; JSR main; RESTOREBP; MOVSP -4; RETN;"
          "main: RSADDI; CPTOPBP -4 4; INCBPI -4; MOVSP -4; DECBPI -4; CPTOPBP -4 4; MOVSP -4;"
          "CPTOPBP -4 4; CPTOPSP -8 4; ADDII; CPDOWNBP -4 4; MOVSP -4;"
          "CONSTI 1; CPDOWNBP -4 4; MOVSP -4; MOVSP -4; RETN");
}

static void test_structs(void)
{
    body("vector v; v.y = 1.0; v.x; v = v * 2.0; v == v; v += v;",
         "RSADDF; RSADDF; RSADDF; CONSTF 3F800000; CPDOWNSP -12 4; MOVSP -4;"
         "CPTOPSP -12 12; DESTRUCT 12 0 4; MOVSP -4;"
         "CPTOPSP -12 12; CONSTF 40000000; MULVF; CPDOWNSP -24 12; MOVSP -12;"
         "CPTOPSP -12 12; CPTOPSP -24 12; EQTT 12; MOVSP -4;"
         "CPTOPSP -12 12; CPTOPSP -24 12; ADDVV; CPDOWNSP -24 12; MOVSP -12; MOVSP -12");
    gives("struct in { int a; vector v; }; struct out { string s; struct in i; };"
          "struct out g;"
          "void main() { g.i.a = 1; g.i.a; g.i.a++; struct out l; l = g; l.i.v.z; l == g; }",
          "JSR globals; RETN; globals: RSADDS; RSADDI; RSADDF; RSADDF; RSADDF;"
          "SAVEBP; JSR main; RESTOREBP; MOVSP -20; RETN;"
          "main: CONSTI 1; CPDOWNBP -16 4; MOVSP -4;"
          "CPTOPBP -20 20; DESTRUCT 20 4 16; DESTRUCT 16 0 4; MOVSP -4;"
          "CPTOPBP -20 20; DESTRUCT 20 4 16; DESTRUCT 16 0 4; INCBPI -16; MOVSP -4;"
          "RSADDS; RSADDI; RSADDF; RSADDF; RSADDF; CPTOPBP -20 20; CPDOWNSP -40 20; MOVSP -20;"
          "CPTOPSP -20 20; DESTRUCT 20 4 16; DESTRUCT 16 4 12; DESTRUCT 12 8 4; MOVSP -4;"
          "CPTOPSP -20 20; CPTOPBP -20 20; EQTT 20; MOVSP -4; MOVSP -20; RETN");
    /* As a parameter and as a result. */
    gives(
        "struct s { int a, b; }; struct s f(struct s p) { return p; }"
        "void main() { struct s l; f(l).b; }",
        "JSR main; RETN; main: RSADDI; RSADDI; RSADDI; RSADDI; CPTOPSP -16 8; JSR f; DESTRUCT 8 4 4; MOVSP -4;"
        "MOVSP -8; RETN; f: CPTOPSP -8 8; CPDOWNSP -24 8; MOVSP -8; JMP end; MOVSP -8; end: MOVSP -8; RETN");
}

static void test_functions(void)
{
    /* Last parameter first; return without and with value; locals and parameters apart. */
    gives(
        "int f(int a, float b) { int c; if (a) return c; return a; }"
        "void g() { int a; return; } void main() { f(1, 2.0); g(); }",
        "JSR main; RETN; main: RSADDI; CONSTF 40000000; CONSTI 1; JSR f; MOVSP -4; JSR g; RETN;"
        "f: RSADDI; CPTOPSP -8 4; JZ e; CPTOPSP -4 4; CPDOWNSP -20 4; MOVSP -8; JMP end; MOVSP -4; JMP o; e: o:"
        "CPTOPSP -8 4; CPDOWNSP -20 4; MOVSP -8; JMP end; MOVSP -4; MOVSP -4; end: MOVSP -8; RETN;"
        "g: RSADDI; MOVSP -4; JMP gend; MOVSP -4; gend: RETN");
    /* All blocks and the value of a switch are in the MOVSP of return. */
    gives(
        "void f() { int a; switch (a) { case 0: { int b; return; } } } void main() { f(); }",
        "JSR main; RETN; main: JSR f; RETN; f: RSADDI; CPTOPSP -4 4; CPTOPSP -4 4; CONSTI 0; EQII; JNZ c; JMP out;"
        "c: RSADDI; MOVSP -12; JMP end; MOVSP -4; out: MOVSP -4; MOVSP -4; end: RETN");
    /* No return: nothing is added. Code behind return stays. */
    gives("int f() { } void main() { return; f(); }",
          "JSR main; RETN; main: JMP end; RSADDI; JSR f; MOVSP -4; end: RETN; f: RETN");
    gives(
        "int f(int n) { return f(n - 1); } void main() { f(3); }",
        "JSR main; RETN; main: RSADDI; CONSTI 3; JSR f; MOVSP -4; RETN;"
        "f: RSADDI; CPTOPSP -8 4; CONSTI 1; SUBII; JSR f; CPDOWNSP -12 4; MOVSP -4; JMP end; MOVSP -4;"
        "end: MOVSP -4; RETN");
    /* Defaults stand in the prototype, named or not, and need no NEG. */
    gives(
        "void f(int a, int b = -1, string s = \"x\", object o = OBJECT_SELF, float f = 1.0, int c = TRUE);"
        "void main() { f(5, 6); } void f(int a, int b, string s, object o, float f, int c) {}",
        "JSR main; RETN; main: CONSTI 1; CONSTF 3F800000; CONSTO 0; CONSTS \"x\"; CONSTI 6; CONSTI 5; JSR f; RETN;"
        "f: MOVSP -24; RETN");
    body(
        "ExecuteScript(\"s\", OBJECT_SELF); EffectVisualEffect(1); GetObjectByTag(\"t\");",
        "CONSTI -1; CONSTO 0; CONSTS \"s\"; ACTION 8 3; CONSTI 0; CONSTI 1; ACTION 180 2; MOVSP -4;"
        "CONSTI 0; CONSTS \"t\"; ACTION 200 2; MOVSP -4");
}

/* In the order in which calls are complete in the text, depth first; only what is reachable. */
static void test_order(void)
{
    gives(
        "int d() { return 1; } int c() { return d(); } int b(int x) { return 1; } int a() { return c(); }"
        "void unused() { b(1); }"
        "void main() { b(a()); }",
        "JSR main; RETN; main: RSADDI; RSADDI; JSR a; JSR b; MOVSP -4; RETN;"
        "a: RSADDI; JSR c; CPDOWNSP -8 4; MOVSP -4; JMP ea; MOVSP -4; ea: RETN;"
        "c: RSADDI; JSR d; CPDOWNSP -8 4; MOVSP -4; JMP ec; MOVSP -4; ec: RETN;"
        "d: CONSTI 1; CPDOWNSP -8 4; MOVSP -4; JMP ed; MOVSP -4; ed: RETN;"
        "b: CONSTI 1; CPDOWNSP -12 4; MOVSP -4; JMP eb; MOVSP -4; eb: MOVSP -4; RETN");
    gives(
        "object a() { return OBJECT_SELF; } void b() {} void main() { AssignCommand(a(), b()); }",
        "JSR main; RETN; main: STORESTATE 0 0; JMP over; JSR b; RETN; over: RSADDO; JSR a; ACTION 6 2; RETN;"
        "a: CONSTO 0; CPDOWNSP -8 4; MOVSP -4; JMP ea; MOVSP -4; ea: RETN; b: RETN");
}

static void test_actions(void)
{
    gives(
        "int g; void f(int n) { int l; switch (n) { case 1: DelayCommand(1.0, PrintInteger(l)); } }"
        "void main() { f(1); }",
        "JSR globals; RETN; globals: RSADDI; SAVEBP; JSR main; RESTOREBP; MOVSP -4; RETN;"
        "main: CONSTI 1; JSR f; RETN;"
        "f: RSADDI; CPTOPSP -8 4; CPTOPSP -4 4; CONSTI 1; EQII; JNZ c; JMP out;"
        "c: STORESTATE 4 12; JMP over; CPTOPSP -8 4; ACTION 4 1; RETN; over: CONSTF 3F800000; ACTION 7 2;"
        "out: MOVSP -4; MOVSP -4; MOVSP -4; RETN");
    body(
        "int a; AssignCommand(OBJECT_SELF, DelayCommand(1.0, PrintInteger(a)));",
        "RSADDI; STORESTATE 0 4; JMP o1; STORESTATE 0 4; JMP o2; CPTOPSP -4 4; ACTION 4 1; RETN; o2: CONSTF 3F800000;"
        "ACTION 7 2; RETN; o1: CONSTO 0; ACTION 6 2; MOVSP -4");
}

/* Another nwscript.nss: routines by their order, its own types, the odd spellings of K1's. */
static void test_nwscript(void)
{
    static const char text[] = "#define ENGINE_NUM_STRUCTURES 4\n#define ENGINE_STRUCTURE_0 magic\n"
                               "int YES = 1; int NO = -1; int SAME = YES;\n"
                               "// 0\nint First(INT n, OBJECT_ID o = OBJECT_SELF);\n"
                               "magic Second(int n = NO, vector v = [0.0,0.0,0.0]);";
    struct rq_nss_options options = k1;
    options.nwscript = (struct rq_bytes){(const uint8_t *)text, sizeof text - 1};
    gives_with(
        "void main() { magic m = Second(); First(SAME); }", &options,
        "JSR main; RETN; main: RSADDE0; CONSTF 0; CONSTF 0; CONSTF 0; CONSTI -1; ACTION 1 2; CPDOWNSP -8 4;"
        "MOVSP -4; CONSTO 0; CONSTI 1; ACTION 0 2; MOVSP -4; MOVSP -4; RETN");
    /* K2 has routines that K1 has not: 768 GetScriptParameter. */
    struct rq_nss_options k2 = k1;
    k2.game = 2;
    gives_with("void main() { PrintInteger(GetScriptParameter(1)); }", &k2,
               "JSR main; RETN; main: CONSTI 1; ACTION 768 1; ACTION 4 1; RETN");
}

/* A source without an entry, twice in one compiler, with the includes that it used. */
static void test_compiler(void)
{
    static const char inc[] = "int f() { return 1; }", whole[] = "#include \"a\"\nvoid main() {}";
    struct rq_error err = {0};
    struct rq_out out = {0};
    enum rq_nss_kind kind;
    const char *path;
    struct rq_nss_compiler *c = rq_nss_open(&k1, &err);
    REQUIRE(c != NULL);
    CHECK(rq_nss_compile_next(c, (struct rq_bytes){(const uint8_t *)inc, sizeof inc - 1}, "i.nss",
                              &out, &kind, &err));
    CHECK_INT(kind, RQ_NSS_INCLUDE);
    CHECK_INT(out.size, 0);
    CHECK(rq_nss_include_at(c, 0, NULL) == NULL);
    for (int i = 0; i < 2; i++) {
        size_t before = out.size;
        CHECK(rq_nss_compile_next(c, (struct rq_bytes){(const uint8_t *)whole, sizeof whole - 1},
                                  "w.nss", &out, &kind, &err));
        CHECK_INT(kind, RQ_NSS_MAIN);
        CHECK_STR(rq_nss_include_at(c, 0, &path), "a");
        CHECK_STR(rq_nss_include_at(c, 1, &path), "b");
        CHECK(rq_nss_include_at(c, 2, &path) == NULL);
        if (i)
            CHECK_MEM(out.data, before, out.data + before, out.size - before);
    }
    rq_out_free(&out);
    rq_nss_close(c);
    CHECK(rq_nss_open(&(struct rq_nss_options){.game = 3}, &err) == NULL);
    CHECK_INT(err.code, RQ_USAGE);
}

TESTS(test_frame, test_includes, test_declarations, test_constants, test_long_floats, test_if,
      test_loops, test_switch, test_operators, test_variables, test_structs, test_functions,
      test_order, test_actions, test_nwscript, test_compiler)
