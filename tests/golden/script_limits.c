/* Limits of the assembler and the compiler of NWScript: how much is read, how much of a word is told, how many problems are.
 * The numbers are those of docs/nwscript.md and of the instructions themselves (32, 16 and 8 bits). */
#include "core/bytes.h"
#include "script/nwscript/listing.h"
#include "support/check.h"

#include <reliquary/ncs.h>
#include <reliquary/nwscript.h>
#include <stdio.h>

static void note(void *ctx, const struct rq_script_problem *p)
{
    rq_putf(ctx, "%zu:%zu+%zu: %s%s%s\n", p->line, p->column, p->width, p->message,
            *p->hint ? "; " : "", p->hint);
}

static struct rq_bytes text_of(const char *text)
{
    return (struct rq_bytes){(const uint8_t *)text, strlen(text)};
}

/* So many letters x. */
static const char *letters(size_t count)
{
    static char texts[4][200];
    static unsigned turn;
    char *text = texts[turn++ % 4];
    memset(text, 'x', count);
    text[count] = 0;
    return text;
}

/* ---- the assembler ---- */

/* Assembles one instruction; code is what follows the head of 13 bytes, or NULL, and then told is what is said of it. */
static void assembles(const char *line, const char *code, size_t size, const char *told)
{
    static const struct rq_ncs_text_options k1 = {.game = 1};
    struct rq_out out = {0}, problems = {0};
    struct rq_error err = {.offset = 77};
    check_note("%s", line);
    bool fine = rq_ncs_assemble(text_of(line), "x.txt", &k1, note, &problems, &out, &err);
    rq_put8(&problems, 0);
    CHECK_STR((const char *)problems.data, told);
    CHECK_INT(fine, code != NULL);
    if (fine)
        CHECK_MEM(out.data + 13, out.size - 13, code, size);
    CHECK_INT(err.code, fine ? RQ_OK : RQ_CORRUPT);
    CHECK_INT(err.offset, fine ? 77 : 0);
    CHECK_STR(err.where, fine ? "" : "x.txt");
    CHECK_STR(err.text, fine ? "" : "1 problem");
    rq_out_free(&out);
    rq_out_free(&problems);
}

#define GIVES(line, code)   assembles(line, code, sizeof(code) - 1, "")
#define REFUSED(line, told) assembles(line, NULL, 0, told)

static void test_numbers(void)
{
    GIVES("CONSTI 000000000001", "\4\3\0\0\0\1"); /* twelve digits */
    REFUSED("CONSTI 0000000000001", "1:8+13: 0000000000001 is no whole number\n");
    GIVES("CONSTI 0x0000000000Af", "\4\3\0\0\0\xAF");
    REFUSED("CONSTI 0x00000000000Af", "1:8+15: 0x00000000000Af is no whole number\n");
    GIVES("CONSTI +5", "\4\3\0\0\0\5");
    GIVES("CONSTI -5", "\4\3\xFF\xFF\xFF\xFB");
    GIVES("CONSTI -0x10", "\4\3\xFF\xFF\xFF\xF0");
    GIVES("CONSTI 0X0F", "\4\3\0\0\0\x0F");
    GIVES("CONSTI 4294967295", "\4\3\xFF\xFF\xFF\xFF");
    GIVES("CONSTI -2147483648", "\4\3\x80\0\0\0");
    REFUSED("CONSTI 4294967296", "1:8+10: 4294967296 is not between -2147483648 and 4294967295\n");
    REFUSED("CONSTI -2147483649",
            "1:8+11: -2147483649 is not between -2147483648 and 4294967295\n");
    REFUSED("CONSTI 0x", "1:8+2: 0x is no whole number\n");
    REFUSED("CONSTI 0xg", "1:8+3: 0xg is no whole number\n");
    REFUSED("CONSTI a", "1:8+1: a is no whole number\n");
    REFUSED("CONSTI 1a", "1:8+2: 1a is no whole number\n");
    REFUSED("CONSTI -", "1:8+1: - is no whole number\n");
    REFUSED("CONSTI +-5", "1:8+3: +-5 is no whole number\n");
    REFUSED("CONSTI", "1:7+1: whole number is missing\n");
}

static void test_floats(void)
{
    GIVES("CONSTF 3.4028234663852886e38", "\4\4\x7F\x7F\xFF\xFF");
    GIVES("CONSTF -3.4028234663852886e+38", "\4\4\xFF\x7F\xFF\xFF");
    REFUSED("CONSTF 3.5e38", "1:8+6: 3.5e38 is no float; 0x7F800000 is infinity\n");
    REFUSED("CONSTF -3.5e38", "1:8+7: -3.5e38 is no float; 0x7F800000 is infinity\n");
    GIVES("CONSTF 0x7F800000", "\4\4\x7F\x80\0\0");
    GIVES("CONSTF 0xFFFFFFFF", "\4\4\xFF\xFF\xFF\xFF");
    REFUSED("CONSTF 0x100000000", "1:8+11: 0x100000000 is no number\n");
    REFUSED("CONSTF x", "1:8+1: x is no number\n");
    GIVES("CONSTF 2", "\4\4\x40\0\0\0");
}

static void test_calls(void)
{
    GIVES("ACTION 65535, 255", "\5\0\xFF\xFF\xFF");
    REFUSED("ACTION 65536, 0", "1:8+5: 65536 is no routine of the engine; "
                               "a number from 0 to 65535 is fine, too\n");
    REFUSED("ACTION -12345, 0", "1:8+6: -12345 is no routine of the engine; "
                                "a number from 0 to 65535 is fine, too\n");
    REFUSED("ACTION 1, 256", "1:11+3: 256 is not between 0 and 255\n");
    REFUSED("ACTION 1, -1", "1:11+2: -1 is not between 0 and 255\n");
    GIVES("ACTION InvalidFunction7, 0", "\5\0\0\7\0");
    REFUSED("ACTION InvalidFunction, 0", "1:8+15: InvalidFunction is no routine of the engine; "
                                         "a number from 0 to 65535 is fine, too\n");
}

/* Sixty letters of a word are told, and all are counted. */
static void test_long_words(void)
{
    static const size_t sizes[] = {59, 60, 61, 62};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        char line[200], told[300];
        size_t size = sizes[i], shown = size < 60 ? size : 60;
        snprintf(line, sizeof line, "CONSTI %s", letters(size));
        snprintf(told, sizeof told, "1:8+%zu: %s is no whole number\n", size, letters(shown));
        REFUSED(line, told);
        snprintf(line, sizeof line, "JMP %s", letters(size));
        snprintf(told, sizeof told, "1:5+%zu: the label %s stands before no instruction\n", size,
                 letters(shown));
        REFUSED(line, told);
    }
}

static void check_count(const char *line, size_t lines, size_t told, const char *why)
{
    static const struct rq_ncs_text_options k1 = {.game = 1};
    struct rq_out text = {0}, out = {0}, problems = {0};
    struct rq_error err = {0};
    size_t count = 0;
    for (size_t i = 0; i < lines; i++)
        rq_putf(&text, "%s\n", line);
    check_note("%s %zu times", line, lines);
    CHECK(!rq_ncs_assemble(rq_out_bytes(&text), "x.txt", &k1, note, &problems, &out, &err));
    for (size_t i = 0; i < problems.size; i++)
        count += problems.data[i] == '\n';
    CHECK_INT(count, told);
    CHECK_STR(err.text, why);
    CHECK_INT(out.size, 0);
    rq_out_free(&text);
    rq_out_free(&problems);
}

/* A hundred problems are told; then nothing more is read. Labels are looked up at the end, all of them. */
static void test_many_problems(void)
{
    check_count("CONSTI x", 99, 99, "99 problems");
    check_count("CONSTI x", 100, 100, "100 problems");
    check_count("CONSTI x", 101, 100, "100 problems");
    check_count("JMP x", 1, 1, "1 problem");
    check_count("JMP x", 101, 100, "101 problems");
    check_count("x: RETN", 2, 1, "1 problem");
    check_count("x: RETN", 3, 2, "2 problems");
}

/* ---- listings of other tools ---- */

/* reone calls loc_ and eight digits, or has addresses without bytes; the first line that tells it counts. */
static void test_reone(void)
{
    static const struct {
        const char *text;
        bool is;
    } cases[] = {{"", false},
                 {"RETN\n", false},
                 {"JSR loc_00000015\n", true},
                 {"  JSR\tloc_0000aBfF", true},
                 {"JSR loc_0000001\n", false},
                 {"JSR loc_0000001", false},
                 {"JSR loc_0000001g\n", false},
                 {"JSR sub_00000015\n", false},
                 {"JSR\n", false},
                 {"JSRX loc_00000015\n", false},
                 {"RETN\nJSR loc_00000015\n", true},
                 {"JSR main\nJSR loc_00000015\n", false},
                 {"0000000D JSR fn_00000015\n", true},
                 {"0000000D 1E 00 00000008 JSR loc_00000015\n", false},
                 {"0000000D\nJSR main\n", false},
                 {"0000000D :\nJSR main\n", false},
                 {"000000D JSR fn_00000015\n", false},
                 {"0000000D0 JSR fn_00000015\n", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_note("%s", cases[i].text);
        CHECK_INT(rq_ncs_is_reone(text_of(cases[i].text)), cases[i].is);
    }
}

static void check_columns(const char *line, bool address, const char *bytes, size_t count,
                          const char *behind)
{
    struct rq_ncs_columns columns;
    const uint8_t *start = (const uint8_t *)line, *end = start + strlen(line);
    check_note("%s", line);
    CHECK_STR((const char *)rq_ncs_skip_columns(start, end, &columns), behind);
    CHECK_INT(columns.has_address, address);
    CHECK_MEM(columns.bytes, columns.count, bytes, count);
}

/* Eight digits of the address, then groups of two, four or eight digits, of which the first is the opcode. */
static void test_columns(void)
{
    check_columns("RETN", false, "", 0, "RETN");
    check_columns("  0000000D 20 00  RETN", true, "\x20\0", 2, "RETN");
    check_columns("0000000d 1e 00 00000008 JSR main", true, "\x1E\0\0\0\0\x08", 6, "JSR main");
    check_columns("0000000D 03 01 FFFFFFFC 0004 X", true, "\3\1\xFF\xFF\xFF\xFC\0\4", 8, "X");
    check_columns("0000000D 04 05 str CONSTS", true, "\4\5", 2, "CONSTS");
    check_columns("0000000D ADD", true, "", 0, "ADD");
    check_columns("0000000D 0004 X", true, "", 0, "0004 X");
    check_columns("0000000D 04 123 X", true, "\4", 1, "123 X");
    check_columns("0000000D 04 12", true, "\4", 1, "12"); /* the end is no blank */
    check_columns("0000000D 2C 10 11111111 22222222 33 44 55 X", true,
                  "\x2C\x10\x11\x11\x11\x11\x22\x22\x22\x22\x33\x44", 12, "X");
    check_columns("00000D 04 X", false, "", 0, "00000D 04 X");
    check_columns("0000000D: X", false, "", 0, "0000000D: X");
    check_columns("0000000D ", false, "", 0, "0000000D ");
}

/* ---- the compiler ---- */

static void compiles(const char *source, const char *told)
{
    struct rq_out out = {0}, problems = {0};
    struct rq_error err = {0};
    const struct rq_nss_options options = {.game = 1, .ctx = &problems, .problem = note};
    check_note("%s", source);
    bool fine = rq_nss_compile(text_of(source), "x.nss", &options, &out, NULL, &err);
    rq_put8(&problems, 0);
    CHECK_STR((const char *)problems.data, told);
    CHECK_INT(fine, !*told);
    rq_out_free(&out);
    rq_out_free(&problems);
}

/* Forty letters of what stands there are told. */
static void test_tokens(void)
{
    char source[300], told[400];
    for (size_t size = 39; size <= 42; size++) {
        size_t shown = size < 40 ? size : 40;
        snprintf(source, sizeof source, "void main() { int a %s; }", letters(size));
        snprintf(told, sizeof told, "1:21+%zu: expected \";\" after a declaration, not %s\n", size,
                 letters(shown));
        compiles(source, told);
        snprintf(source, sizeof source, "%s = 1; void main() { }", letters(size));
        snprintf(told, sizeof told,
                 "1:1+%zu: expected #include, a type or struct, not %s; statements stand inside of "
                 "functions\n",
                 size, letters(shown));
        compiles(source, told);
    }
}

static void test_includes(void)
{
    char source[300], told[400];
    snprintf(source, sizeof source, "#include \"%s\"\nvoid main() { }", letters(63));
    snprintf(
        told, sizeof told,
        "1:10+65: there is no include %s; -I names folders with includes, --game the game that "
        "has them\n",
        letters(63));
    compiles(source, told);
    snprintf(source, sizeof source, "#include \"%s\"\nvoid main() { }", letters(64));
    compiles(source, "1:10+66: there can be no include of this name; names have 1 to 16 letters\n");
    compiles("#include \".nss\"\nvoid main() { }",
             "1:10+6: there is no include .nss; -I names folders with includes, --game the game "
             "that has them\n");
    compiles("#include \"a.NSS\"\nvoid main() { }",
             "1:10+7: there is no include a; -I names folders with includes, --game the game that "
             "has them\n");
    compiles("#include \"Ab.nsx\"\nvoid main() { }",
             "1:10+8: there is no include ab.nsx; -I names folders with includes, --game the game "
             "that has them\n");
}

/* A name that stands twice is looked for among the first 64 members. "struct s { " has 11 letters, ten members have 7, the
 * others 8. */
static void test_members(void)
{
    static const struct {
        unsigned count, again;
        const char *told;
    } cases[] = {{64, 0, "1:518+2: the struct has a member m0 already\n"},
                 {64, 63, "1:518+3: the struct has a member m63 already\n"},
                 {65, 63, "1:526+3: the struct has a member m63 already\n"},
                 {65, 64, ""}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_out source = {0};
        rq_put_str(&source, "struct s { ");
        for (unsigned k = 0; k < cases[i].count; k++)
            rq_putf(&source, "int m%u;", k);
        rq_putf(&source, "int m%u; }; void main() { }", cases[i].again);
        rq_put8(&source, 0);
        compiles((const char *)source.data, cases[i].told);
        rq_out_free(&source);
    }
}

/* Names of three letters or more are compared; of two that are as near the first of the alphabet is meant. */
static void test_meant(void)
{
    compiles("int q1; void main() { q2 = 1; }", "1:23+2: there is no variable or constant q2\n");
    compiles("int gValueY; int gValueX; void main() { gValueZ = 1; }",
             "1:41+7: there is no variable or constant gValueZ; did you mean gValueX?\n");
    compiles("int gValueX; int gValueY; void main() { gValueZ = 1; }",
             "1:41+7: there is no variable or constant gValueZ; did you mean gValueX?\n");
    compiles("int gValueAll; int gValueXX; void main() { gValueXY = 1; }",
             "1:44+8: there is no variable or constant gValueXY; did you mean gValueXX?\n");
    compiles("int q12; void main() { q13 = 1; }",
             "1:24+3: there is no variable or constant q13; did you mean q12?\n");
}

TESTS(test_numbers, test_floats, test_calls, test_long_words, test_many_problems, test_reone,
      test_columns, test_tokens, test_includes, test_members, test_meant)
