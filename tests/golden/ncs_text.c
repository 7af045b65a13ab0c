/* Compiled scripts as text: hand-made ones, and every script of the corpus, loose and inside modules. */
#include "kotor.h"
#include "support/corpus.h"

#include <reliquary/ncs.h>

static const struct rq_ncs_text_options plain = {.game = 1};

/* The file with the head that docs/formats/ncs.md gives. */
static void make_ncs(struct made *m, const void *code, size_t size)
{
    m->size = 0;
    put_text(m, "NCS V1.0\x42\0\0", 11);
    put8(m, (uint8_t)((size + 13) >> 8));
    put8(m, (uint8_t)(size + 13));
    for (size_t i = 0; i < size; i++)
        put8(m, ((const uint8_t *)code)[i]);
}

#define MAKE(m, literal) make_ncs(m, literal, sizeof(literal) - 1)

static void keep_problem(void *ctx, const struct rq_script_problem *p)
{
    struct rq_out *out = ctx;
    char line[400];
    snprintf(line, sizeof line, "%zu:%zu+%zu: %s|%s\n", p->line, p->column, p->width, p->message,
             p->hint);
    rq_put_str(out, line);
}

/* The listing of a file; the same bytes come back from it. */
static struct rq_out list(struct rq_bytes file, const struct rq_ncs_text_options *options)
{
    struct rq_out text = {0}, back = {0}, problems = {0};
    struct rq_error err = {0};
    struct rq_doc *doc = read_as(file, "ncs");
    if (!CHECK(doc && rq_ncs_list(rq_doc_root(doc, "ncs"), options, &text, &err)))
        return text;
    rq_doc_free(doc);
    CHECK(rq_ncs_assemble(rq_out_bytes(&text), "x", options, keep_problem, &problems, &back, &err));
    rq_put8(&problems, 0);
    CHECK_STR((const char *)problems.data, "");
    CHECK_MEM(back.data, back.size, file.data, file.size);
    rq_out_free(&back);
    rq_out_free(&problems);
    return text;
}

static void check_listing(struct rq_bytes file, const struct rq_ncs_text_options *options,
                          const char *expected)
{
    struct rq_out text = list(file, options);
    rq_put8(&text, 0);
    CHECK_STR((const char *)text.data, expected);
    rq_out_free(&text);
}

static void test_layouts(void)
{
    static struct made m;
    MAKE(&m, "\x1E\0\0\0\0\x08"             /* JSR +8 */
             "\x20\0"                       /* RETN */
             "\x04\x05\0\x08"               /* CONSTS */
             "a\"\\\n\xE9\x81\x7F~"         /* é in cp1252; 81 has no letter there */
             "\x04\x06\0\0\0\x01"           /* CONSTO 1 */
             "\x04\x06\0\0\0\0"             /* CONSTO 0 */
             "\x04\x06\0\0\0\x07"           /* CONSTO 7 */
             "\x04\x04\x3F\x66\x66\x67"     /* CONSTF */
             "\x04\x04\x40\0\0\0"           /* CONSTF 2 */
             "\x04\x04\x7F\xC0\0\x01"       /* CONSTF NaN */
             "\x04\x04\x80\0\0\0"           /* CONSTF -0 */
             "\x04\x03\xFF\xFF\xFF\xFF"     /* CONSTI -1 */
             "\x05\0\0\xC8\x02"             /* ACTION 200 */
             "\x05\0\xFF\xFF\x02"           /* ACTION 65535 */
             "\x21\x01\0\x0C\xFF\xFC\0\x04" /* DESTRUCT 12, -4, 4 */
             "\x2C\x10\0\0\0\x08\0\0\0\x1C" /* STORESTATE 8, 28 */
             "\x0B\x24\0\x0C"               /* EQTT 12 */
             "\x14\x41"                     /* ADD of no type */
             "\x1F\0\0\0\0\x03"             /* JZ into itself */
             "\x1D\0\0\0\0\x06");           /* JMP to the end */
    check_listing(made_bytes(&m), &plain,
                  "; NCS V1.0, 19 instructions\n"
                  "    JSR        main\n"
                  "    RETN\n"
                  "\nmain:\n"
                  "    CONSTS     \"a\\\"\\\\\\x0Aé\xC2\x81\\x7F~\"\n"
                  "    CONSTO     OBJECT_INVALID\n"
                  "    CONSTO     OBJECT_SELF\n"
                  "    CONSTO     7\n"
                  "    CONSTF     0.90000004\n"
                  "    CONSTF     2.0\n"
                  "    CONSTF     0x7FC00001\n"
                  "    CONSTF     0x80000000\n"
                  "    CONSTI     -1\n"
                  "    ACTION     GetObjectByTag, 2\n"
                  "    ACTION     65535, 2\n"
                  "    DESTRUCT   12, -4, 4\n"
                  "    STORESTATE 8, 28\n"
                  "    EQTT       12\n"
                  "    ADD.41\n"
                  "    JZ         +3\n"
                  "    JMP        loc_007F\n"
                  "loc_007F:\n");
}

/* Everything that the head and the end of a file can have beside code. */
static void test_frame(void)
{
    static struct made m;
    MAKE(&m, "\x20\0\xEE\x01");
    m.data[8] = 0x43;
    m.data[12] = 1;
    check_listing(
        made_bytes(&m), &plain,
        "; NCS V1.0, 1 instructions\n.marker 0x43\n.size 1 when 17\n    RETN\n.tail EE 01\n");
    MAKE(&m, "");
    check_listing(made_bytes(&m), &plain, "; NCS V1.0, 0 instructions\n");
}

/* RSADDI; JSR globals; RETN; globals: RSADDI; SAVEBP; RSADDI; JSR entry; ... with the depths of the stack that
 * nwscript-facts.md gives: one int in the globals, then what SAVEBP puts on. */
static void test_depths(void)
{
    static struct made m;
    static const struct rq_ncs_text_options depths = {.game = 1, .depth = true};
    MAKE(&m, "\x02\x03"
             "\x1E\0\0\0\0\x08"
             "\x20\0"
             "\x02\x03"                       /* globals */
             "\x2A\0"                         /* SAVEBP */
             "\x02\x03"                       /* RSADDI */
             "\x1E\0\0\0\0\x1E"               /* JSR */
             "\x01\x01\xFF\xFF\xFF\xF0\0\x04" /* CPDOWNSP -16, 4 */
             "\x1B\0\xFF\xFF\xFF\xFC"         /* MOVSP -4 */
             "\x2B\0"                         /* RESTOREBP */
             "\x1B\0\xFF\xFF\xFF\xFC"         /* MOVSP -4 */
             "\x20\0"                         /* RETN */
             "\x20\0");                       /* StartingConditional: RETN */
    check_listing(made_bytes(&m), &depths,
                  "; NCS V1.0, 13 instructions\n"
                  "    RSADDI                              ; 0\n"
                  "    JSR        globals                  ; 4\n"
                  "    RETN                                ; 4\n"
                  "\nglobals:\n"
                  "    RSADDI                              ; 0\n"
                  "    SAVEBP                              ; 4\n"
                  "    RSADDI                              ; 8\n"
                  "    JSR        StartingConditional      ; 12\n"
                  "    CPDOWNSP   -16, 4                   ; 12\n"
                  "    MOVSP      -4                       ; 12\n"
                  "    RESTOREBP                           ; 8\n"
                  "    MOVSP      -4                       ; 4\n"
                  "    RETN                                ; 0\n"
                  "\nStartingConditional:\n"
                  "    RETN                                ; 0\n");
}

static void check_problems(const char *text, const char *expected)
{
    struct rq_out out = {0}, problems = {0};
    struct rq_error err = {0};
    check_note("%s", text);
    CHECK(!rq_ncs_assemble(bytes_of(text), "x", &plain, keep_problem, &problems, &out, &err));
    CHECK_INT(out.size, 0);
    CHECK_INT(err.code, RQ_CORRUPT);
    rq_put8(&problems, 0);
    CHECK_STR((const char *)problems.data, expected);
    rq_out_free(&problems);
    rq_out_free(&out);
}

static void test_problems(void)
{
    check_problems("RETN\n  CPTOPSB -4, 4 ; sum\n",
                   "2:3+7: CPTOPSB is no instruction|did you mean CPTOPSP?\n");
    check_problems(
        "ACTION GetObjectByTga, 2",
        "1:8+14: GetObjectByTga is no routine of the engine|did you mean GetObjectByTag?\n");
    check_problems("ACTION GetObjectByTag", "1:22+1: one operand more is expected|\n");
    check_problems("é", "1:1+1: an instruction, a label or a directive is expected|\n");
    check_problems("CONSTS \"é\\q\"", "1:10+2: escapes are \\\" \\\\ \\n \\r \\t and \\x with two "
                                      "digits|a backslash itself is written \\\\\n");
    check_problems("CONSTS \"\xE4\xB8\x80\"", "1:9+1: the code page does not have this letter|"
                                              "--encoding names another; \\xNN is any byte\n");
    check_problems("CONSTS \"a", "1:8+2: the string has no end|\n");
    check_problems("CONSTI 4294967296",
                   "1:8+10: 4294967296 is not between -2147483648 and 4294967295|\n");
    check_problems("CONSTI", "1:7+1: whole number is missing|\n");
    check_problems("CONSTF 1e50", "1:8+4: 1e50 is no float|0x7F800000 is infinity\n");
    check_problems("JMP a\nRETN", "1:5+1: the label a stands before no instruction|\n");
    check_problems("a: RETN\na:\nJMP a", "2:1+1: the label a is there twice|\n");
    check_problems(".tail 0g", "1:7+2: 0g is no byte of two hexadecimal digits|\n");
    check_problems(".tail 00\nRETN", "2:1+4: nothing can follow .tail|\n");
    check_problems(".end", "1:1+4: .end is no directive|there are .marker, .size and .tail\n");
    check_problems("RETN 4", "1:6+1: nothing is expected here|\n");
    /* One slash is no comment. */
    check_problems("RETN /", "1:6+1: nothing is expected here|\n");
    check_problems("RETN /; x", "1:6+4: nothing is expected here|\n");
    check_problems("b: RETN\nb: RETN // b: RETN\n ab: RETN\n b: RETN",
                   "2:1+1: the label b is there twice|\n4:2+1: the label b is there twice|\n");
    /* A mark in front of the text is no letter of the first line. */
    check_problems("\xEF\xBB\xBFRETN 4", "1:6+1: nothing is expected here|\n");
    check_problems("\xEF\xBB", "1:1+1: an instruction, a label or a directive is expected|\n");
}

/* ---- listings of other tools, written by hand after what their printers do ---- */

static void check_assembled(const char *text, const struct made *m)
{
    struct rq_out out = {0}, problems = {0};
    struct rq_error err = {0};
    check_note("%s", text);
    CHECK(rq_ncs_assemble(bytes_of(text), "x", &plain, keep_problem, &problems, &out, &err));
    rq_put8(&problems, 0);
    CHECK_STR((const char *)problems.data, "");
    CHECK_MEM(out.data, out.size, m->data, m->size);
    rq_out_free(&problems);
    rq_out_free(&out);
}

static void test_comments(void)
{
    static struct made m;
    MAKE(&m, "\x20\0");
    check_assembled("RETN // a; b\n//\n;", &m);
    check_assembled("RETN;//", &m);
    check_assembled("\xEF\xBB\xBFRETN", &m);
    MAKE(&m, "\x20\0\xAB\x01");
    check_assembled("RETN\n.tail aB // 02\n.tail 01 ; 03\n", &m);
}

/* A block that is stored: STORESTATE, JMP over it, the block. The bytes follow from the table of opcodes. */
#define STORED                                                                                     \
    "\x1E\0\0\0\0\x08"             /* 0D JSR +8 */                                                 \
    "\x20\0"                       /* 13 RETN */                                                   \
    "\x2C\x10\0\0\0\x04\0\0\0\x08" /* 15 STORESTATE 16 bytes on, 4, 8 */                           \
    "\x1D\0\0\0\0\x26"             /* 1F JMP +38 */                                                \
    "\x04\x05\0\x03"                                                                               \
    "a\"\n"                          /* 25 CONSTS */                                               \
    "\x03\x01\xFF\xFF\xFF\xFC\0\x04" /* 2C CPTOPSP -4, 4 */                                        \
    "\x04\x04\x3D\xCC\xCC\xCE"       /* 34 CONSTF 0.1, two steps above the nearest */              \
    "\x05\0\x03\x84\x02"             /* 3A ACTION 900, 2 */                                        \
    "\x23\x03\xFF\xFF\xFF\xF8"       /* 3F DECSPI -8 */                                            \
    "\x20\0"                         /* 45 RETN */                                                 \
    "\x0B\x24\0\x0C"                 /* 47 EQTT 12 */                                              \
    "\x21\x01\0\x0C\0\x04\0\x08"     /* 4B DESTRUCT 12, 4, 8 */                                    \
    "\x20\0"                         /* 53 RETN */

static void test_ncsdis(void)
{
    static struct made m, near;
    MAKE(&m, STORED);
    check_assembled("; 85 bytes, 13 instructions\n\n; Engine types:\n; E0: Effect\n\n"
                    "  0000000D 1E 00 00000008             JSR main\n"
                    "  00000013 20 00                      RETN\n"
                    "  -------- -------------------------- ---\n"
                    "main: ; void main()\n"
                    "                                    ; .--- Stack:   0 ---\n"
                    "  00000015 2C 00 10 00000004 00000008 STORESTATE sta_00000025 4 8\n"
                    "  0000001F 1D 00 00000026             JMP loc_00000045\n"
                    "  -------- -------------------------- ---\n"
                    "sta_00000025:\n"
                    "  00000025 04 05 str                  CONSTS \"a\\\"\\n\"\n"
                    "  0000002C 03 01 FFFFFFFC 0004        CPTOPSP -4 4\n"
                    "  00000034 04 04 3DCCCCCE             CONSTF 0.100000\n"
                    "  0000003A 05 00 0384 02              ACTION InvalidFunction900 2\n"
                    "  0000003F 23 03 FFFFFFF8             DECSPI -8\n"
                    "loc_00000045:\n"
                    "  00000045 20 00                      RETN\n"
                    "  00000047 0B 24 000C                 EQTT 12\n"
                    "  0000004B 21 01 000C 0004 0008       DESTRUCT 12 4 8\n"
                    "  00000053 20 00                      RETN\n",
                    &m);
    /* --assembly has no bytes: the float is the one that its six decimals are nearest to. */
    MAKE(&near, "\x1E\0\0\0\0\x08\x20\0\x04\x04\x3D\xCC\xCC\xCD\x2C\x12\0\0\0\0\0\0\0\0\x20\0");
    check_assembled("  JSR sub_00000015\n  RETN\n\nsub_00000015:\n  CONSTF 0.100000\n"
                    "  STORESTATE 18 0 0\n  RETN\n\n",
                    &near);
    /* Bytes tell what the mnemonic can't: a type that ncsdis does not know, one without letters, a NaN. */
    MAKE(&near, "\x14\x41\x14\0\x04\x04\x7F\xC0\0\x01");
    check_assembled("  0000000D 14 41                      ADD?\n"
                    "  0000000F 14 00                      ADD\n"
                    "  00000011 04 04 7FC00001             CONSTF nan\n",
                    &near);
    /* What was changed by hand counts, not the columns. */
    MAKE(&near, "\x04\x03\0\0\0\x07\x04\x04\x3F\x80\0\0");
    check_assembled("  0000000D 04 03 00000001             CONSTI 7\n"
                    "  00000013 04 04 3DCCCCCD             CONSTF 1.0\n",
                    &near);
    check_problems("  ADD?\n", "1:3+4: the type of ADD is not told|ncsdis --list has the bytes of "
                               "each instruction\n");
    check_problems("  STORESTATE far 4 8\nfar2: RETN\n",
                   "1:14+3: the label far stands before no instruction|\n");
    check_problems("far: RETN\n  STORESTATE far 4 8\n",
                   "2:14+3: the label far is not within 255 bytes behind its STORESTATE|\n");
}

static void test_reone(void)
{
    static struct made m;
    MAKE(&m, "\x1E\0\0\0\0\x08\x20\0"                      /* JSR, RETN */
             "\x02\x12\x02\x10"                            /* RSADD location, effect */
             "\x04\x05\0\x07\"a\\n\"\xE9 \x05\0\0\x01\x01" /* CONSTS, PrintString */
             "\x0B\x20\x0C\x30\x0C\x24\0\x08"              /* EQII, NEQE0E0, NEQTT 8 */
             "\x24\x03\xFF\xFF\xFF\xFC\x28\x03\0\0\0\x04"  /* INCSPI -4, DECBPI 4 */
             "\x2C\x10\0\0\0\x04\0\0\0\x08\x2D\0");        /* STORESTATE 4, 8; NOP */
    /* Without addresses, as it was written up to 2023, and with them. */
    check_assembled("JSR loc_00000015\nRETN\nloc_00000015:\nRSADDLOC\nRSADDEFF\n"
                    "CONSTS \"\"a\\n\"\xE9 \"\nACTION PrintString, 1\nEQUALII\nNEQUALEFFEFF\n"
                    "NEQUALTT 8\nINCISP -4\nDECIBP 4\nSTORE_STATE 4, 8\nNOP2\n",
                    &m);
    check_assembled("0000000d\tJSR loc_00000015\n00000013\tRETN\n00000015\tloc_00000015:\n"
                    "00000015\tRSADDLOC\n00000017\tRSADDEFF\n"
                    "00000019\tCONSTS \"\"a\\n\"\xE9 \"\n00000024\tACTION PrintString, 1\n"
                    "00000029\tEQUALII\n0000002b\tNEQUALEFFEFF\n0000002d\tNEQUALTT 8\n"
                    "00000031\tINCISP -4\n00000037\tDECIBP 4\n0000003d\tSTORE_STATE 4, 8\n"
                    "00000047\tNOP2\n",
                    &m);
    check_problems("0000000d\tNOP\n", "1:10+3: NOP of reone is opcode 0, which is no instruction|"
                                      "NOP2 is opcode 2D\n");
    check_problems("0000000d\tCONSTS \"a\n", "1:17+2: the string has no end|\n");
}

/* ---- the corpus ---- */

typedef void visit_fn(void *ctx, const char *name, struct rq_bytes file);

static void visit_archive(struct rq_bytes bytes, visit_fn *visit, void *ctx)
{
    const struct rq_entry *entries;
    size_t count;
    struct rq_doc *doc = rq_doc_read(bytes, NULL, NULL);
    REQUIRE(doc && rq_doc_entries(doc, &entries, &count, NULL));
    for (size_t i = 0; i < count; i++)
        if (entries[i].bytes.size > 8 && memcmp(entries[i].bytes.data, "NCS V1.0", 8) == 0)
            visit(ctx, entries[i].name, entries[i].bytes);
    rq_doc_free(doc);
}

static void visit_corpus(visit_fn *visit, void *ctx)
{
    static const char *const folders[] = {"kotor/ncs", "kotor/mod"};
    for (size_t i = 0; i < 2; i++) {
        struct rq_walk walk = {0};
        if (!corpus_walk(folders[i], &walk))
            continue;
        for (size_t k = 0; k < walk.count; k++) {
            struct rq_map map;
            if (!CHECK(rq_map_open(&map, walk.items[k].path, NULL)))
                continue;
            if (i == 1)
                visit_archive(map.bytes, visit, ctx);
            else
                visit(ctx, walk.items[k].relative, map.bytes);
            rq_map_close(&map);
        }
        rq_walk_free(&walk);
    }
}

static void visit_listing(void *ctx, const char *name, struct rq_bytes file)
{
    struct rq_error err = {0};
    const struct rq_ncs_text_options depths = {.game = 1, .depth = true};
    ++*(size_t *)ctx;
    check_note("%s", name);
    CHECK_INT(rq_doc_verify(file, NULL, true, &err), RQ_IDENTICAL);
    struct rq_out text = list(file, &depths);
    rq_out_free(&text);
}

static void test_corpus(void)
{
    size_t count = 0;
    NEEDS_CORPUS("kotor");
    visit_corpus(visit_listing, &count);
    printf("    %zu files\n", count);
    CHECK(count > 1000);
}

/* ---- decompiler ---- */

struct tally {
    struct rq_ncs_decompiler *decompiler;
    size_t files, same, older, other, none;
};

static void visit_source(void *ctx, const char *name, struct rq_bytes file)
{
    struct tally *t = ctx;
    struct rq_error err = {0};
    struct rq_out source = {0};
    struct rq_ncs_report report;
    check_note("%s", name);
    struct rq_doc *doc = read_as(file, "ncs");
    REQUIRE(doc != NULL);
    t->files++;
    CHECK(rq_ncs_decompile(t->decompiler, rq_doc_root(doc, "ncs"), &source, &report, &err));
    t->same += report.verdict == RQ_NCS_SAME;
    t->older += report.older_nwscript;
    t->other += report.verdict == RQ_NCS_OTHER;
    t->none += report.verdict == RQ_NCS_NO_SOURCE;
    if (report.verdict)
        printf("    %s: 0x%x: %s\n", name, report.offset, report.text);
    rq_out_free(&source);
    rq_doc_free(doc);
}

static void test_sources(void)
{
    NEEDS_CORPUS("kotor");
    struct tally t = {.decompiler = rq_ncs_decompiler_open(1, NULL)};
    REQUIRE(t.decompiler != NULL);
    visit_corpus(visit_source, &t);
    rq_ncs_decompiler_close(t.decompiler);
    printf(
        "    %zu files: %zu identical (%zu with an older nwscript.nss), %zu different, %zu without "
        "a source\n",
        t.files, t.same, t.older, t.other, t.none);
    CHECK(t.files > 1000);
    CHECK_INT(t.same, t.files);
}

TESTS(test_sources, test_layouts, test_frame, test_depths, test_problems, test_comments,
      test_ncsdis, test_reone, test_corpus)
