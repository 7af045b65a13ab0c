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
    check_problems("ACTION GetObjectByTag",
                   "1:22+1: a comma is missing: one operand more is expected|\n");
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

TESTS(test_sources, test_layouts, test_frame, test_depths, test_problems, test_corpus)
