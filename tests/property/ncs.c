/* Compiled scripts of KotOR with every construct: listings with words edited go through the assembler, and what comes
 * out through decompiler and analysis of the stack; symbols of debuggers with words edited are read. Every byte, text
 * and problem is held to tests/contract/ncs.txt. See said.h. */
#include "ncs_tell.h"

/* A script as it is, in all forms of the listing, and with its words edited. */
static void tell_script(struct rq_out *lines, const char *name, const char *source, unsigned step)
{
    struct trial t;
    struct rq_out file = {0}, listing = {0};
    const struct rq_options options = {.name = "x.ncs"};
    open_trial(&t, name);
    REQUIRE(compile(source, step % 2, &file, NULL));
    struct rq_doc *doc = rq_doc_read(rq_out_bytes(&file), &options, NULL);
    REQUIRE(doc != NULL);
    struct rq_ncs *ncs = rq_doc_root(doc, "ncs");
    for (unsigned i = 0; i < 6; i++)
        tell_listing(&t, ncs, (struct rq_ncs_text_options){.game = i % 3, .depth = i > 2});
    tell_source(&t, ncs);
    const struct rq_ncs_text_options plain = {.game = 1};
    CHECK(rq_ncs_list(ncs, &plain, &listing, NULL));
    rq_put8(&listing, 0);
    tell_edits(&t, (const char *)listing.data, 1, step);
    rq_doc_free(doc);
    rq_out_free(&listing);
    rq_out_free(&file);
    close_trial(&t, lines, name);
}

/* ---- listings by hand ---- */

/* clang-format off */
static const char small[] =
    "JSR m\nRETN\n"
    "m: RSADDI\nRSADDF\nRSADDS\nRSADDO\nRSADDE0\nRSADDE1\nRSADDE2\nRSADDE3\n"
    "CONSTI -5\nCONSTF 1.5\nCONSTS \"a\\x41\\\\ \\\"\\n\\r\\t\"\nCONSTO OBJECT_INVALID\nCONSTO OBJECT_SELF\n"
    "MOVSP -20\nCPTOPSP -4, 4\nCPDOWNSP -8, 4\nMOVSP -4\n"
    "STORESTATE 0, 0\nJMP over\nCONSTI 1\nACTION PrintInteger, 1\nRETN\n"
    "over: CONSTF 0x3F800000\nACTION DelayCommand, 2\n"
    "DESTRUCT 12, 4, 4\nEQTT 8\nINCSPI -4\nDECSPI -4\nACTION 5, 1\nJZ end ; a comment\n"
    "NOP\nADD.41\nend: MOVSP -32\nRETN\n.marker 0x42\n.size 1 when 80\n.tail 01 02\n";
static const char ncsdis[] =
    "  0000000D 1E 00 00000008             JSR main\n"
    "  00000013 20 00                      RETN\n"
    "main:\n"
    "  00000015 04 04 3F800000             CONSTF 1.000000\n"
    "  0000001B 04 03 00000001             CONSTI 1\n"
    "  00000021 04 05 0001 str             CONSTS \"x\"\n"
    "  00000026 05 00 0001 01              ACTION PrintString 1\n"
    "  ACTION InvalidFunction1 1\n"
    "  0000002B 1B 00 FFFFFFF8             MOVSP -8\n"
    "  00000031 14 41                      ADD?\n"
    "  00000033 20 00                      RETN\n";
static const char reone[] =
    "0000000d\tJSR loc_00000015\n00000013\tRETN\nloc_00000015:\n00000015\tRSADDEFF\n00000017\tCONSTS \"a\"b\"\n"
    "0000001e\tEQUALSS\n00000020\tSTORE_STATE 16, 4\n00000028\tNOP2\n0000002a\tDECISP -4\n00000030\tRETN\n";
/* clang-format on */

static void tell_small(struct rq_out *lines)
{
    static const struct {
        const char *name, *text;
    } rows[] = {{"small", small}, {"ncsdis", ncsdis}, {"reone", reone}};
    for (size_t i = 0; i < 3; i++) {
        struct trial t;
        open_trial(&t, rows[i].name);
        tell_assembled(&t, rows[i].text, 1);
        tell_edits(&t, rows[i].text, (unsigned)(i + 1) % 3, i ? 1 : 2);
        close_trial(&t, lines, rows[i].name);
    }
}

/* Scripts of a few lines, each with edits of all kinds. */
static const char *const bodies[] = {
    "void main() { int i; i = 1; i++; }",
    "void main() { vector v; v.x = v.y; PrintVector(v, 1); }",
    "void main() { if (TRUE) { PrintInteger(1); } else PrintInteger(2); }",
    "int f(int n) { return n; } void main() { f(2); }",
    "vector f(vector v) { return v; } void main() { vector w = f([1.0, 2.0, 3.0]); }",
    "struct s { int a; float f; }; void main() { struct s s; s.f = 1.0; struct s t; t = s; }",
    "void main() { DelayCommand(1.0, PrintString(\"a\")); }",
    "int g = 1; void main() { g = g + 1; ++g; }",
    "void main() { AddPartyMember(0, OBJECT_SELF); AddPartyMember(1, OBJECT_SELF); }",
    "void main() { GetFirstObjectInShape(0, 1.0, GetLocation(OBJECT_SELF)); EffectAreaOfEffect(1); }",
    "void main() { GetFirstObjectInShape(0, 1.0, GetLocation(OBJECT_SELF), 1, 2, [1.0, 0.0, 0.0]);\n"
    "EffectAreaOfEffect(1, \"a\"); GetFirstObjectInArea(OBJECT_SELF); }",
    "void main() { while (d4() && d6()) { if (d8()) break; } }",
    "void main() { switch (d4()) { case 1: d6(); break; case 2: break; default: d8(); } }",
    "int StartingConditional() { return d4() || d6() && !d8(); }",
    "struct s { int a; float f; }; struct s f() { struct s s; return s; } void main() { int i = f().a; }",
    "#include \"inc_a\"\nvoid main() { Calls(1); }",
    "#include \"inc_a\"\nvoid Other(int a, int b) { PrintInteger(a); }\n"
    "int Like(int a) { Other(a, TWICE); Rest(1.0); return a; } void main() { Like(1); Calls(2); }",
    "#include \"inc_a\"\nvoid main() { Says(\"x\"); Inside(TWICE, 1); }",
    "void main() { string s = \"a\\n\"; PrintString(s + \"b\"); float f = 0.1; f = f * 3 - 0.9; }",
};

/* Code that no source gives. */
static const char *const strange[] = {
    "ACTION 60000, 0\n",
    "CONSTO OBJECT_SELF\nACTION AddPartyMember, 1\nCONSTI 1\nCONSTI 1\nCONSTI 1\nACTION AddPartyMember, 3\nMOVSP -8\n",
    "CONSTI 1\nACTION PrintInteger, 25\n",
    "RSADDI\nCONSTI 1\nMOVSP -8\n",
    "RSADDI\nCONSTI 1\nJZ e\nMOVSP -4\ne: NOP\n",
    "RSADDI\nCONSTI 1\nJZ e\nRSADDI\nMOVSP -8\ne: NOP\n",
    "CONSTI 1\nx: CONSTI 2\nADDII\nMOVSP -4\nJMP x\n",
    "CONSTE0 5\nMOVSP -4\n",
    "RSADD.7\nMOVSP -4\n",
    "STORESTATE 0, 0\nJMP o\nCONSTI 1\nACTION PrintInteger, 1\nCONSTI 1\nACTION PrintInteger, 1\nRETN\n"
    "o: CONSTF 1.0\nACTION DelayCommand, 2\n",
    "STORESTATE 0, 0\nJMP o\nRETN\no: CONSTF 1.0\nACTION DelayCommand, 2\n",
    "CONSTF 1.0\nACTION DelayCommand, 2\n",
    "CONSTI 1\nJZ a\nJMP b\na: CONSTI 2\nMOVSP -4\nb: NOP\n",
    "RSADDI\nCPTOPSP -4, 4\nCONSTI 1\nEQII\nJNZ c\nJMP d\nc: NOP\nd: MOVSP -4\n",
    "RSADDF\nRSADDF\nRSADDF\nCONSTI 1\nCONSTI 2\nCONSTI 3\nCPDOWNSP -24, 12\nMOVSP -12\nMOVSP -12\n",
};

static void tell_strange(struct rq_out *lines)
{
    struct trial t;
    open_trial(&t, "strange");
    for (size_t i = 0; i < sizeof strange / sizeof strange[0]; i++) {
        char text[512];
        snprintf(text, sizeof text, "JSR m\nRETN\nm: %sRETN\n", strange[i]);
        tell_assembled(&t, text, 1);
        tell_edits(&t, text, 1, 7);
    }
    close_trial(&t, lines, "strange");
}

static void tell_bodies(struct rq_out *lines)
{
    char name[24];
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        snprintf(name, sizeof name, "body %zu", i);
        tell_script(lines, name, bodies[i], 3);
    }
}

/* Code that is made of so many equal parts: the limits of the decompiler, and of the stack's growth. */
static void tell_deep(struct rq_out *lines)
{
    static const struct {
        const char *before, *part, *behind, *after;
        size_t from, to;
    } rows[] = {
        {"CONSTI 1\n", "CONSTI 1\nADDII\n", "", "MOVSP -4\n", 397, 402},
        {"", "RSADDI\n", "MOVSP -4\n", "", 63, 66},
        {"", "CONSTI 1\nJZ e#\n", "e#: NOP\n", "", 2, 3},
        {"", "CONSTI 1\n", "ACTION PrintInteger, 1\n", "", 64, 65},
    };
    struct trial t;
    open_trial(&t, "deep");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (size_t count = rows[i].from; count <= rows[i].to; count++) {
            struct rq_out text = {0};
            rq_putf(&text, "JSR m\nRETN\nm: %s", rows[i].before);
            for (size_t k = 0; k < count * 2; k++)
                for (const char *p = k < count ? rows[i].part : rows[i].behind; *p; p++)
                    if (*p == '#')
                        rq_putf(&text, "%zu", k % count);
                    else
                        rq_put8(&text, (uint8_t)*p);
            rq_putf(&text, "%sRETN\n", rows[i].after);
            rq_put8(&text, 0);
            tell_assembled(&t, (const char *)text.data, 1);
            rq_out_free(&text);
        }
    close_trial(&t, lines, "deep");
}

/* ---- symbols of debuggers ---- */

static void tell_symbols(struct trial *t, const char *text)
{
    struct rq_out out = {0};
    struct rq_error err = {0};
    struct rq_ndb *ndb = rq_ndb_open(text_of(text), &err);
    t->tried++;
    t->good += ndb != NULL;
    said_error(&t->said, &err);
    if (!ndb)
        return;
    rq_ndb_put(ndb, &out);
    said_text(&t->said, "symbols", rq_out_bytes(&out));
    for (uint32_t at = 0; at < 1200; at += 7) {
        const struct rq_ndb_function *f = rq_ndb_function_at(ndb, at);
        const struct rq_ndb_line *l = rq_ndb_line_at(ndb, at);
        said(&t->said, "%u: %s %u", at, f ? f->name : "-", l ? l->line : 0);
    }
    for (uint32_t i = 0; i < ndb->variable_count; i++)
        said(&t->said, "%s: %u bytes, global %d", ndb->variables[i].name,
             rq_ndb_size(ndb, ndb->variables[i].type), rq_ndb_is_global(ndb, &ndb->variables[i]));
    rq_out_free(&out);
    rq_ndb_close(ndb);
}

static void tell_debug(struct rq_out *lines)
{
    static const char *const words_other[] = {"t0000", "t0001", "e9", "x", "0", "00000015", "sf"};
    enum { MOST = WORD_OTHER + sizeof words_other / sizeof words_other[0] };
    struct trial t;
    struct rq_out file = {0}, symbols = {0}, words = {0};
    open_trial(&t, "debug");
    REQUIRE(compile(source_types, false, &file, &symbols));
    rq_put8(&symbols, 0);
    const char *text = (const char *)symbols.data;
    tell_symbols(&t, text);
    words_of(&words, text);
    for (size_t i = 0; i < words.size / sizeof(struct word); i++)
        for (unsigned kind = (unsigned)(i % 3); kind < MOST; kind += 3) {
            struct rq_out edited = {0};
            put_word_edit(&edited, text, &words, i, kind,
                          kind < WORD_OTHER ? NULL : words_other[kind - WORD_OTHER]);
            tell_symbols(&t, (const char *)edited.data);
            rq_out_free(&edited);
        }
    rq_out_free(&words);
    rq_out_free(&symbols);
    rq_out_free(&file);
    close_trial(&t, lines, "debug");
}

static void test_ncs(void)
{
    struct rq_out lines = {0};
    tell_script(&lines, "back", source_back, 13);
    tell_script(&lines, "types", source_types, 51);
    tell_script(&lines, "machine", source_machine, 52);
    tell_bodies(&lines);
    tell_strange(&lines);
    tell_small(&lines);
    tell_deep(&lines);
    tell_debug(&lines);
    said_compare("ncs", &lines, NULL);
    rq_out_free(&lines);
}

TESTS(test_ncs)
