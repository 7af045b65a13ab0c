/* Rules of lint for files that are no GFF, at the ends of what they allow: the files are laid down byte by byte as
 * docs/formats has them, the game has two strings and two rows. */
#include "support/install.h"

#include <reliquary/lint.h>
#include <reliquary/ssf.h>

struct taken {
    const char *rule;
    struct rq_out text;
};

static void take(void *ctx, const struct rq_lint_finding *f)
{
    struct taken *t = ctx;
    if (strcmp(f->rule->id, t->rule) == 0)
        rq_putf(&t->text, "%s = %s: %s\n", f->path, f->value, f->text);
}

static struct rq_game *game; /* of all tests */
static unsigned version = 1;

static bool open_game(void);

static void check_bytes(const char *rule, const char *name, struct rq_bytes bytes,
                        const char *expected)
{
    struct rq_error err = {0};
    struct taken t = {rule, {0}};
    REQUIRE(game || open_game());
    const struct rq_lint_options options = {
        .game = game, .version = version, .all = true, .threads = 1};
    CHECK(rq_lint_bytes(name, bytes, &options, take, &t, &err));
    CHECK_STR(err.text, "");
    rq_put8(&t.text, 0);
    CHECK_STR((const char *)t.text.data, expected);
    rq_out_free(&t.text);
}

static void check_text(const char *rule, const char *name, const char *text, const char *expected)
{
    check_note("%s: %s", rule, text);
    check_bytes(rule, name, (struct rq_bytes){(const uint8_t *)text, strlen(text)}, expected);
}

/* A talk table of two strings: a header of 20 bytes and entries of 40, without texts. */
static void put_talk(struct rq_out *out, const char *const sounds[2])
{
    rq_put(out, "TLK V3.0", 8);
    rq_put32(out, 0);
    rq_put32(out, 2);
    rq_put32(out, 100);
    for (size_t i = 0; i < 2; i++) {
        rq_put32(out, *sounds[i] ? 3 : 0);
        put_padded(out, sounds[i], 16);
        rq_put_zeros(out, 20);
    }
}

static void close_game(void)
{
    rq_game_close(game);
}

static bool open_game(void)
{
    static const char *const none[] = {"", ""};
    struct rq_out out = {0};
    struct rq_error err = {0};
    const struct rq_game_options options = {.family = "kotor"};
    snprintf(root, sizeof root, "%s", check_temp("bytes"));
    put_talk(&out, none);
    put_bytes("dialog.tlk", rq_out_bytes(&out));
    put_text("override/there.wav", "x");
    put_text("override/other.mp3", "x");
    rq_out_free(&out);
    game = rq_game_open(root, &options, &err);
    CHECK_STR(err.text, "");
    return game && atexit(close_game) == 0;
}

/* ---- scripts ---- */

static void check_script(const char *rule, const char *code, size_t size, const char *expected)
{
    struct rq_out out = {0};
    rq_put(&out, "NCS V1.0\x42", 9);
    rq_put32be(&out, (uint32_t)(13 + size));
    rq_put(&out, code, size);
    check_note("%s: %zu bytes", rule, size);
    check_bytes(rule, "a.ncs", rq_out_bytes(&out), expected);
    rq_out_free(&out);
}

#define SCRIPT(rule, code, expected) check_script(rule, code, sizeof(code) - 1, expected)

/* GetObjectByTag, number 200 = 0xC8, takes a tag and a number that has a default; Random, number 0, takes one. */
static void test_arguments(void)
{
    SCRIPT("ncs-few-arguments", "\5\0\0\xC8\0\x20\0",
           "0xd = 0: GetObjectByTag takes at least 1 arguments\n");
    SCRIPT("ncs-few-arguments", "\5\0\0\xC8\1\x20\0", "");
    SCRIPT("ncs-few-arguments", "\x20\0\5\0\0\0\0", "0xf = 0: Random takes at least 1 arguments\n");
    SCRIPT("ncs-many-arguments", "\5\0\0\xC8\2\x20\0", "");
    SCRIPT("ncs-many-arguments", "\5\0\0\xC8\3\x20\0",
           "0xd = 3: GetObjectByTag takes at most 2 arguments\n");
    SCRIPT("ncs-many-arguments", "\5\0\0\0\1\5\0\0\0\2\x20\0",
           "0x12 = 2: Random takes at most 1 arguments\n");
}

/* The first game has the routines 0 to 771, the second those up to 876. */
static void test_routines(void)
{
    SCRIPT("ncs-unknown-routine", "\5\0\3\3\0\x20\0", ""); /* 771 */
    SCRIPT("ncs-unknown-routine", "\5\0\4\0\0\x20\0", "0xd = 1024: there is no such routine\n");
    version = 2;
    SCRIPT("ncs-unknown-routine", "\5\0\3\4\0\x20\0", ""); /* 772 */
    SCRIPT("ncs-unknown-routine", "\5\0\4\0\0\x20\0", "0xd = 1024: there is no such routine\n");
    version = 1;
}

static void test_ends(void)
{
    SCRIPT("ncs-past-end", "\x20\0", "");
    SCRIPT("ncs-past-end", "\x1D\0\0\0\0\0", ""); /* JMP */
    SCRIPT("ncs-past-end", "\x20\0\2\3", "0xf = RSADDI: nothing follows, and it is no RETN\n");
    SCRIPT("ncs-past-end", "", " = : there is no code\n");
    SCRIPT("ncs-nop", "\x2D\0\x20\0\x2D\0",
           "0xd = NOP: the script ends here\n"
           "0x11 = NOP: the script ends here\n");
    SCRIPT("ncs-nop", "\x20\0", "");
}

/* ---- texts ---- */

/* A word that begins a line, in any case and alone. */
static void test_words(void)
{
    check_text("txi-dead-keyword", "a.txi", "islightmap 1\ndecal 1\nTYPE\r\n type 1\ntypes 1\n",
               "line 1 = islightmap: the game does not know islightmap\n"
               "line 3 = TYPE: the game does not know TYPE\n");
    check_text("txi-dead-keyword", "a.txi", "decal 1\n\nbumpmapscale\t1\ncaretindent",
               "line 3 = bumpmapscale: the game does not know bumpmapscale\n"
               "line 4 = caretindent: the game does not know caretindent\n");
    check_text("txi-dead-keyword", "a.txi", "compresstexture",
               "line 1 = compresstexture: the game does not know compresstexture\n");
}

/* ---- sounds ---- */

/* SSF V1.1: a header of 12 bytes, then numbers, of which 28 have names. */
static void test_sounds(void)
{
    uint8_t file[12 + 40 * 4] = "SSF V1.1";
    char expected[300];
    rq_set32(file + 8, 12);
    memset(file + 12, 0xFF, sizeof file - 12);
    rq_set32(file + 12, 1);
    rq_set32(file + 16, 2);
    rq_set32(file + 12 + 27 * 4, UINT32_MAX - 1);
    rq_set32(file + 12 + 28 * 4, 9);
    snprintf(expected, sizeof expected,
             "%s = 2: the talk table has 2 strings\n"
             "%s = 4294967294: the talk table has 2 strings\n",
             rq_ssf_name(1), rq_ssf_name(27));
    check_bytes("ssf-strref-range", "a.ssf", (struct rq_bytes){file, sizeof file}, expected);
}

static void test_voices(void)
{
    static const struct {
        const char *sounds[2], *told;
    } cases[] = {{{"There", "other"}, ""},
                 {{"gone", ""}, "strings/0 = gone: there is no sound gone\n"},
                 {{"NULL", "a_name_of_16_byt"},
                  "strings/1 = a_name_of_16_byt: there is no sound a_name_of_16_byt\n"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_out out = {0};
        put_talk(&out, cases[i].sounds);
        check_note("%s", cases[i].sounds[0]);
        check_bytes("tlk-sound-missing", "dialog.tlk", rq_out_bytes(&out), cases[i].told);
        rq_out_free(&out);
    }
}

/* ---- tables ---- */

/* 2DA V2.b: a column, a row, its place, the size of the texts, the texts: 22 bytes before them. */
static void check_table(size_t size, const char *expected)
{
    struct rq_out out = {0};
    rq_put(&out,
           "2DA V2.b\nc\t\0\1\0\0\0"
           "0\t\0\0",
           20);
    rq_put16(&out, (uint16_t)size);
    for (size_t i = 0; i < size; i++)
        rq_put8(&out, i + 1 < size ? 'x' : 0);
    check_note("%zu", size);
    check_bytes("2da-size", "a.2da", rq_out_bytes(&out), expected);
    rq_out_free(&out);
}

static void test_tables(void)
{
    check_table(5, "");
    check_table(65535, "");
    check_table(65536, " = : the texts take 65536 bytes\n");
}

TESTS(test_arguments, test_routines, test_ends, test_words, test_sounds, test_voices, test_tables)
