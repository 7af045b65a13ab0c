/* The compiler of NWScript on sources with every construct, edited word by word, and on all operators with all
 * types: bytes, debug symbols and every problem are held to tests/contract/nss.txt. See said.h.
 *
 * golden.nss and golden.nss_words hold what single lines become and what is said of them; here is all else. */
#include "nss_sources.h"
#include "words.h"

#include <reliquary/ndb.h>
#include <reliquary/nwscript.h>

/* ---- one source ---- */

struct trial {
    struct said said;
    struct rq_out edited; /* the source that is edited, or empty */
    const char *edits;    /* "inc_a": it is that include */
    size_t good, tried;
};

static bool find(void *ctx, const char *name, struct rq_bytes *text, const char **path)
{
    static char chain[128][40]; /* d1 includes d2, and so on; d0 includes itself */
    struct trial *t = ctx;
    bool first = strcmp(name, "inc_a") == 0;
    if (name[0] == 'd' || strcmp(name, "bad") == 0) {
        unsigned long number = strtoul(name + 1, NULL, 10);
        char *line = chain[number < 127 ? number : 127];
        snprintf(line, sizeof chain[0], name[0] == 'b' ? "int x = ;" : "#include \"d%lu\"",
                 number ? number + 1 : 0);
        *text = text_of(number < 105 ? line : "");
        *path = "chain.nss";
        return true;
    }
    *text = text_of(t->edits && strcmp(t->edits, name) == 0 ? (const char *)t->edited.data
                                                            : source_include);
    *path = first ? "first/inc_a.nss" : "inc_b.nss";
    return first || strcmp(name, "inc_b") == 0;
}

static void tell(void *ctx, const struct rq_script_problem *p)
{
    said_problem(&((struct trial *)ctx)->said, p);
}

static void tell_compiled(struct trial *t, struct rq_nss_compiler *c, const char *source)
{
    struct rq_out out = {0}, symbols = {0};
    struct rq_error err = {0};
    enum rq_nss_kind kind;
    const char *path;
    bool fine = rq_nss_compile_next(c, text_of(source), t->tried % 8 == 5 ? "a b/c d.nss" : "x.nss",
                                    &out, &kind, &err);
    t->tried++;
    t->good += fine;
    said(&t->said, "%d, kind %d", fine, (int)kind);
    said_error(&t->said, &err);
    said_bytes(&t->said, "code", rq_out_bytes(&out));
    for (size_t i = 0; rq_nss_include_at(c, i, &path); i++)
        said(&t->said, "includes %s: %s", rq_nss_include_at(c, i, NULL), path);
    if (rq_nss_debug(c))
        rq_ndb_put(rq_nss_debug(c), &symbols);
    said_text(&t->said, "symbols", rq_out_bytes(&symbols));
    rq_out_free(&out);
    rq_out_free(&symbols);
}

static struct rq_nss_options options_for(struct trial *t)
{
    return (struct rq_nss_options){
        .game = 1, .ctx = t, .include = find, .problem = tell, .debug = true};
}

/* ---- edited sources ---- */

static const char *const others[] = {
    ";", "{", ")",    "1",        "1.0f", "\"x\"",    "gone", "int",  "-", "==", "=",       ",",
    "n", "v", "void", "continue", "f()",  "object o", "'",    "true", "(", "}",  "\xC3\xA9"};
enum { OTHERS = sizeof others / sizeof others[0] };

/* Compiles the root with all edits of a kind in it, in an include of it, or in nwscript.nss. */
static void tell_edits(struct trial *t, const char *text, const char *root, const char *in,
                       unsigned kind)
{
    struct rq_out words = {0};
    const char *other = kind < WORD_OTHER ? NULL : others[kind - WORD_OTHER];
    bool engine = strcmp(in, "nwscript") == 0;
    struct rq_nss_options options = options_for(t);
    struct rq_nss_compiler *c = rq_nss_open(&options, NULL);
    t->edits = in;
    words_of(&words, text);
    for (size_t i = 0; i < words.size / sizeof(struct word); i++) {
        struct rq_error err = {0};
        put_word_edit(&t->edited, text, &words, i, kind, other);
        said(&t->said, "word %zu", i);
        const char *edited = (const char *)t->edited.data;
        if (*in) { /* what was read is kept */
            options.nwscript = text_of(engine ? edited : "");
            rq_nss_close(c);
            c = rq_nss_open(&options, &err);
            said_error(&t->said, &err);
        }
        if (c)
            tell_compiled(t, c, *in ? root : edited);
        rq_out_free(&t->edited);
    }
    rq_nss_close(c);
    rq_out_free(&words);
}

static const struct {
    const char *name, *text, *root, *in;
} sources[] = {
    {"types", source_types, NULL, ""},
    {"flow", source_flow, NULL, ""},
    {"include", source_include, "#include \"inc_a\"\nvoid main() { Inside(TWICE, THREE); }",
     "inc_a"},
    {"nwscript", source_engine, source_uses_engine, "nwscript"},
};
enum { SOURCES = sizeof sources / sizeof sources[0] };

static void tell_all_edits(struct rq_out *lines)
{
    for (size_t i = 0; i < SOURCES; i++) {
        FILE *show = said_file(sources[i].name);
        /* The tables of the engine are read for each edit: fewer of them. */
        unsigned step = i == 2 ? 3 : 1;
        for (unsigned kind = 0; kind < WORD_OTHER + OTHERS; kind += step) {
            struct trial t = {.said = {hash_of("", 0), show}};
            const char *name =
                word_edit_name(kind, kind < WORD_OTHER ? NULL : others[kind - WORD_OTHER]);
            tell_edits(&t, sources[i].text, sources[i].root, sources[i].in, kind);
            put_said(lines, &t.said, sources[i].name, name, t.good, t.tried);
        }
        if (show)
            fclose(show);
    }
}

/* ---- all operators with all types ---- */

static const char *const binary[] = {
    "+",  "-",  "*",  "/",  "%",   "<<",  ">>",   ">>>",   "<",     ">",  "<=", ">=",
    "==", "!=", "&",  "|",  "^",   "&&",  "||",   "=",     "+=",    "-=", "*=", "/=",
    "%=", "&=", "|=", "^=", "<<=", ">>=", ">>>=", "? 1 :", "? a :", ",",  ".",
};

/* Values of each type, as variables of the head have them, and some that are none. */
static const char operands_head[] =
    "struct s { int m; }; struct t { float m; string k; }; vector V() { vector v; return v; }\n"
    "int gI; float gF; const int C = 7;\n"
    "void main() { int i, a; float f; string q; object o; vector v; effect e; event w; location l;\n"
    "talent k; struct s s; struct s s2; struct t t; ";
static const char *const operands[] = {
    "i",  "f",  "q",    "o",   "v",   "e",      "w",           "l",   "k",
    "s",  "s2", "t",    "3",   "2.5", "\"x\"",  "OBJECT_SELF", "V()", "gI",
    "gF", "C",  "TRUE", "v.x", "t.m", "main()", "(i)",
};
enum { OPERANDS = sizeof operands / sizeof operands[0] };

static void tell_operators(struct rq_out *lines)
{
    struct trial t = {0};
    struct rq_nss_options options = options_for(&t);
    struct rq_nss_compiler *c = rq_nss_open(&options, NULL);
    FILE *show = said_file("operators");
    char source[1024];
    REQUIRE(c != NULL);
    for (size_t op = 0; op < sizeof binary / sizeof binary[0]; op++) {
        t = (struct trial){.said = {hash_of("", 0), show}};
        for (size_t i = 0; i < OPERANDS * OPERANDS; i++) {
            snprintf(source, sizeof source, "%s %s %s %s; }", operands_head, operands[i / OPERANDS],
                     binary[op], operands[i % OPERANDS]);
            said(&t.said, "%s %s %s", operands[i / OPERANDS], binary[op], operands[i % OPERANDS]);
            tell_compiled(&t, c, source);
        }
        put_said(lines, &t.said, "operator", binary[op], t.good, t.tried);
    }
    rq_nss_close(c);
    if (show)
        fclose(show);
}

/* Where a value can stand; %s is it. */
static const char *const contexts[] = {
    "-%s;",
    "!%s;",
    "~%s;",
    "++%s;",
    "--%s;",
    "%s++;",
    "%s--;",
    "%s;",
    "(%s);",
    "if (%s) ;",
    "while (%s) i = 1;",
    "do ; while (%s);",
    "for (%s; 1; ) i = 1;",
    "for (; %s; ) i = 1;",
    "for (; 1; %s) i = 1;",
    "switch (%s) { case 1: i = 1; }",
    "switch (i) { case %s: i = 1; }",
    "return %s;",
    "%s.x = 1.0;",
    "i = %s.m;",
    "PrintInteger(%s);",
    "PrintFloat(%s);",
    "PrintString(%s);",
    "PrintObject(%s);",
    "DelayCommand(1.0, %s);",
    "GetLocation(%s);",
    "VectorNormalize(%s);",
    "ApplyEffectToObject(0, %s, o);",
    "SignalEvent(o, %s);",
    "ActionUseTalentOnObject(%s, o);",
    "v = [%s, 1.0, 2.0];",
    "v = [1.0, 2.0, %s];",
    "i = %s ? 1 : 2;",
    "const int z = %s; i = z;",
    "const float z = %s; f = z;",
    "const string z = %s; q = z;",
    "int z = %s; i = z;",
    "float z = %s; f = z;",
    "string z = %s; q = z;",
    "struct s z = %s; s = z;",
    "object z = %s;",
    "vector z = %s;",
    "effect z = %s;",
    "i = (%s, 1);",
    "{ %s; } }\nint R() { return %s;",
    "}\nfloat R(float x = %s) { return x;",
    "}\nvector R(vector x = %s) { return x;",
    "}\nstruct s R(int x = %s) { struct s y; return y;",
    "}\nconst int K = %s; void R() {",
    "}\nfloat gK = %s; void R() {",
    "}\nstring gK = %s; void R() {",
    "}\nvoid R(object x = %s, int y = 2) { R(); R(o); R(o, %s);",
};

static void tell_contexts(struct rq_out *lines)
{
    struct trial t = {.said = {hash_of("", 0), said_file("contexts")}};
    struct rq_nss_options options = options_for(&t);
    struct rq_nss_compiler *c = rq_nss_open(&options, NULL);
    REQUIRE(c != NULL);
    for (size_t i = 0; i < sizeof contexts / sizeof contexts[0]; i++)
        for (size_t k = 0; k < OPERANDS; k++) {
            struct rq_out source = {0};
            rq_put_str(&source, operands_head);
            for (const char *p = contexts[i]; *p; p++)
                if (*p == '%')
                    rq_put_str(&source, operands[k]), p++;
                else
                    rq_put8(&source, (uint8_t)*p);
            rq_put_str(&source, " }");
            rq_put8(&source, 0);
            said(&t.said, "%s: %s", contexts[i], operands[k]);
            tell_compiled(&t, c, (const char *)source.data);
            rq_out_free(&source);
        }
    put_said(lines, &t.said, "contexts", "all", t.good, t.tried);
    rq_nss_close(c);
    if (t.said.show)
        fclose(t.said.show);
}

/* ---- values of constants, at the limits ---- */

static const char *const numbers[] = {
    "0",           "1",
    "-1",          "7",
    "31",          "32",
    "33",          "2147483647",
    "-2147483647", "2147483648",
    "4294967295",  "4294967296",
    "0x80000000",  "0xFFFFFFFF",
    "0x100000000", "0X1f",
    "1.0",         "0.5f",
    "-2.5",        "3.4e38",
    "3.5e38",      "1.",
    "16777217.0",  "0.1",
    "1e5",         "340282346638528859811704183484516925440.0",
    "0.0000001",   "2f",
    "\"a\"",       "\"a\\nb\"",
    "\"\\\\t\"",   "\"\"",
    "C",           "1_0",
    "08",          "0x",
    "12ab",
};
enum { NUMBERS = sizeof numbers / sizeof numbers[0] };

static void tell_constants(struct rq_out *lines)
{
    struct trial t = {.said = {hash_of("", 0), said_file("constants")}};
    struct rq_nss_options options = options_for(&t);
    static const char *const types[] = {"int", "float", "string"};
    char source[512];
    for (unsigned exact = 0; exact < 2; exact++) {
        options.exact_floats = exact;
        struct rq_nss_compiler *c = rq_nss_open(&options, NULL);
        REQUIRE(c != NULL);
        for (size_t i = 0; i < NUMBERS; i++)
            for (size_t k = 0; k < NUMBERS * 3; k++) {
                size_t op = (i + k) % 19;
                snprintf(
                    source, sizeof source,
                    "const int C = 6; const %s K = %s %s %s;\nvoid main() { %s k = K; %s l = %s; }",
                    types[k % 3], numbers[i], binary[op], numbers[k / 3], types[k % 3],
                    types[k % 3], numbers[k / 3]);
                said(&t.said, "%s", source);
                tell_compiled(&t, c, source);
            }
        rq_nss_close(c);
    }
    put_said(lines, &t.said, "constants", "all", t.good, t.tried);
    if (t.said.show)
        fclose(t.said.show);
}

/* ---- options ---- */

static const char source_warns[] =
    "int TRUE = 1;\n"
    "int gIdle;\n"
    "int Twice(int n) { int n2; if (n = 1) ; return 4294967295; n; }\n"
    "int Ends(int n) { if (n) { return 1; } }\n"
    "void main() { int n = Twice(1) == 2; { int n = 2; } Twice(3); 1 == 2; while (0) ; switch (n) { } }\n";

static void tell_options(struct rq_out *lines)
{
    static const char *const silent[] = {NULL,
                                         "",
                                         "shadowed",
                                         "unused-variable missing-return",
                                         "large-number empty-body no-effect",
                                         "unused",
                                         "nothing"};
    const char *const texts[] = {source_types, source_flow, source_include, source_warns,
                                 source_uses_engine};
    struct trial t = {.said = {hash_of("", 0), said_file("options")}};
    for (unsigned i = 0; i < 16; i++)
        for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++) {
            struct rq_nss_options options = options_for(&t);
            options.game = 1 + (i & 1);
            options.exact_floats = i & 2;
            options.all = i & 4;
            options.debug = i & 8;
            options.silent = silent[i % 7];
            options.include = i == 5 ? NULL : find;
            options.nwscript = text_of(k == 4 ? source_engine : "");
            struct rq_nss_compiler *c = rq_nss_open(&options, NULL);
            REQUIRE(c != NULL);
            said(&t.said, "options %u, source %zu", i, k);
            tell_compiled(&t, c, texts[k]);
            rq_nss_close(c);
        }
    const char *about;
    for (size_t i = 0; rq_nss_warning_at(i, &about); i++)
        said(&t.said, "%s: %s", rq_nss_warning_at(i, NULL), about);
    put_said(lines, &t.said, "options", "all", t.good, t.tried);
    if (t.said.show)
        fclose(t.said.show);
}

/* ---- limits ---- */

static const struct limit limits[] = {
    {"void main() { int i = ", "(", "1", ")", "; }", 193, 201},
    {"void main() { int i = ", "- ", "1", "", "; }", 193, 201},
    {"void main() { int i = ", "1 ? 2 : ", "3", "", "; }", 193, 201},
    {"void main() { int i; ", "i = ", "3", "", "; }", 193, 201},
    {"void main() ", "{", "", "}", "", 195, 202},
    {"void main() { ", "if (1) ", "{ }", "", " }", 193, 201},
    {"void main() { int i; ", "if (i == #) i = 1; else ", "i = 2;", "", " }", 400, 401},
    {"void main() { int i = ", "abs(", "1", ")", "; }", 95, 101},
    {"void main() { int i = ", "1 + ", "1", "", "; }", 996, 1002},
    {"void main() { string s = \"", "x", "", "", "\"; }", 65534, 65536},
    {"void main() { ", "x#; ", "", "", " }", 19, 22},
    {"void main() { ", "int u#; ", "", "", " }", 99, 102},
    {"struct s { ", "int a#; ", "", "", " }; void main() { struct s s; s.a1 = s.a2; }", 999, 1001},
    {"void main() { int i; switch (i) { ", "case #: i = 1; ", "", "", " } }", 300, 300},
    {"int f(", "int a#, ", "int z", "", ") { return z + a1; } void main() { }", 254, 256},
    {"#include \"d", "", "", "", "1\"\nvoid main() { }", 1, 1},
    {"#include \"d0\"\nvoid main() { }", "", "", "", "", 1, 1},
    {"#include \"inc_a.nss\"\nvoid main() { Inside(1, 2); }", "", "", "", "", 1, 1},
    {"#include \"INC_A\"\nvoid main() { Inside(1, 2); }", "", "", "", "", 1, 1},
    {"#include \"bad\"\nvoid main() { }", "", "", "", "", 1, 3},
    {"void main() { }", " ", "", "", "", (4 << 20) - 15, (4 << 20) - 14},
    {"void main() { int i = ", "(", "1 ? 2 : 3", ")", "; }", 197, 200},
    {"void f(int a = 1, int b) { } void main() { f(); f(2); f(2, 3); f(2, 3, 4); }", "", "", "", "",
     1, 1},
    {"void f(int a, int b = 1); void f(int a = 2, int b) { } void main() { f(); f(2); }", "", "",
     "", "", 1, 1},
};

static void tell_limits(struct rq_out *lines)
{
    struct trial t = {.said = {hash_of("", 0), NULL}};
    struct rq_nss_options options = options_for(&t);
    struct rq_nss_compiler *c = rq_nss_open(&options, NULL);
    REQUIRE(c != NULL);
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        for (size_t count = limits[i].from; count <= limits[i].to; count++) {
            struct rq_out source = {0};
            put_limit(&source, &limits[i], count);
            said(&t.said, "limit %zu: %zu", i, count);
            tell_compiled(&t, c, (const char *)source.data);
            rq_out_free(&source);
        }
    put_said(lines, &t.said, "limits", "all", t.good, t.tried);
    rq_nss_close(c);
}

/* Structs of 64,000 bytes: as many as fit 16 MB, and one more. */
static void tell_large(struct rq_out *lines)
{
    static const char *const uses[][3] = {
        {"", "struct b g#; ", "void main() { }"},
        {"void f(", "struct b p#, ", "int z) { } void main() { }"}};
    struct trial t = {.said = {hash_of("", 0), said_file("large")}};
    struct rq_nss_options options = options_for(&t);
    struct rq_nss_compiler *c = rq_nss_open(&options, NULL);
    REQUIRE(c != NULL);
    for (size_t i = 0; i < 8; i++) {
        struct rq_out source = {0};
        const char *const *use = uses[i / 2 % 2];
        rq_put_str(&source, "struct a { ");
        put_parts(&source, "int a#; ", 1000);
        rq_put_str(&source, "}; struct b { ");
        put_parts(&source, "struct a a#; ", i < 4 ? 16 : 16 + i % 2);
        rq_put_str(&source, "}; ");
        rq_put_str(&source, use[0]);
        put_parts(&source, use[1], i < 4 ? 262 + i % 2 : 1);
        rq_put_str(&source, use[2]);
        rq_put8(&source, 0);
        tell_compiled(&t, c, (const char *)source.data);
        rq_out_free(&source);
    }
    put_said(lines, &t.said, "large", "all", t.good, t.tried);
    rq_nss_close(c);
    if (t.said.show)
        fclose(t.said.show);
}

/* Calls whose defaults are 1500 bytes of code each: as many as fit 16 MB, and one more. */
static void tell_long(struct rq_out *lines)
{
    struct trial t = {.said = {hash_of("", 0), said_file("long")}};
    struct rq_nss_options options = options_for(&t);
    options.debug = false;
    struct rq_nss_compiler *c = rq_nss_open(&options, NULL);
    REQUIRE(c != NULL);
    for (size_t count = 11139; count <= 11141; count++) {
        struct rq_out source = {0};
        rq_put_str(&source, "void f(");
        put_parts(&source, "int a# = 1, ", 249);
        rq_put_str(&source, "int z = 1) { } void main() { ");
        put_parts(&source, "f(); ", count);
        rq_put_str(&source, "}");
        rq_put8(&source, 0);
        tell_compiled(&t, c, (const char *)source.data);
        rq_out_free(&source);
    }
    put_said(lines, &t.said, "long", "all", t.good, t.tried);
    rq_nss_close(c);
    if (t.said.show)
        fclose(t.said.show);
}

/* Routines and parameters of an nwscript.nss, as many as instructions can say and one more. */
static void tell_engines(struct rq_out *lines)
{
    static const struct {
        const char *root;
        struct limit limit;
    } rows[] = {
        {"void main() { F(); }", {"void F(", "int a#, ", "int z", "", ");", 254, 255}},
        {"void main() { F65535(); F0(1); }", {"", "void F#();", "", "", "", 65536, 65537}},
        {"void main() { e0 e; }",
         {"#define ENGINE_NUM_STRUCTURES ", "#", "\n#define ENGINE_STRUCTURE_0 e0\n", "", "", 1,
          4}},
        {"void main() { int i = K1 + K2; }", {"", "int K# = #;\n", "", "", "", 2, 3}},
        {"void main() { F(); F(1); F(1, 2); }",
         {"void F(int a = 1, int b);", "", "", "", "", 1, 1}},
    };
    struct trial t = {.said = {hash_of("", 0), said_file("engines")}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (size_t count = rows[i].limit.from; count <= rows[i].limit.to; count++) {
            struct rq_nss_options options = options_for(&t);
            struct rq_out text = {0};
            struct rq_error err = {0};
            put_limit(&text, &rows[i].limit, count);
            options.nwscript = text_of((const char *)text.data);
            struct rq_nss_compiler *c = rq_nss_open(&options, &err);
            said(&t.said, "engine %zu: %zu, %d", i, count, c != NULL);
            said_error(&t.said, &err);
            if (c)
                tell_compiled(&t, c, rows[i].root);
            rq_nss_close(c);
            rq_out_free(&text);
        }
    put_said(lines, &t.said, "engines", "all", t.good, t.tried);
    if (t.said.show)
        fclose(t.said.show);
}

/* The names of sources, as symbols have them. */
static void tell_paths(struct rq_out *lines)
{
    static const char *const paths[] = {"x.nss", "a\tb\x1f.nss", ".nss",   "x.y.nss", "x",
                                        "",      "d.e/f",        "a b.nss"};
    struct trial t = {.said = {hash_of("", 0), said_file("paths")}};
    struct rq_nss_options options = options_for(&t);
    struct rq_nss_compiler *c = rq_nss_open(&options, NULL);
    REQUIRE(c != NULL);
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        struct rq_out out = {0}, symbols = {0};
        t.tried++;
        t.good += rq_nss_compile_next(c, text_of("void main() { int i; i = 1; }"), paths[i], &out,
                                      NULL, NULL);
        REQUIRE(rq_nss_debug(c) != NULL);
        rq_ndb_put(rq_nss_debug(c), &symbols);
        said_text(&t.said, "symbols", rq_out_bytes(&symbols));
        rq_out_free(&out);
        rq_out_free(&symbols);
    }
    put_said(lines, &t.said, "paths", "all", t.good, t.tried);
    rq_nss_close(c);
    if (t.said.show)
        fclose(t.said.show);
}

static void test_nss(void)
{
    struct rq_out lines = {0};
    tell_all_edits(&lines);
    tell_operators(&lines);
    tell_contexts(&lines);
    tell_constants(&lines);
    tell_options(&lines);
    tell_limits(&lines);
    tell_large(&lines);
    tell_long(&lines);
    tell_engines(&lines);
    tell_paths(&lines);
    said_compare("nss", &lines, NULL);
    rq_out_free(&lines);
}

TESTS(test_nss)
