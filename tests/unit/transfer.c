/* Files that were sent as text: what is put in or taken out, how that shows in the size, and what is said. */
#include "formats/transfer.h"

#include "core/error.h"
#include "support/check.h"

#include <string.h>

static struct rq_bytes of(const char *text)
{
    return (struct rq_bytes){(const uint8_t *)text, strlen(text)};
}

static void undone(const char *text, enum rq_transfer_kind kind, const char *expected)
{
    struct rq_out out = {0};
    CHECK(rq_transfer_undo(of(text), kind, &out));
    CHECK_MEM(out.data, out.size, expected, strlen(expected));
    rq_out_free(&out);
}

static void test_undo(void)
{
    undone("a\r\nb\r\r\nc\n\rd\r\n", RQ_TRANSFER_ADDED, "a\nb\r\nc\n\rd\n");
    undone("\r\n", RQ_TRANSFER_ADDED, "\n");
    undone("\n\r", RQ_TRANSFER_ADDED, "\n\r");
    undone("a\nb\r\nc", RQ_TRANSFER_REMOVED, "a\r\nb\r\r\nc");
    undone("\n\n", RQ_TRANSFER_REMOVED, "\r\n\r\n");
    undone("abc", RQ_TRANSFER_ADDED, "abc");
    undone("abc", RQ_TRANSFER_REMOVED, "abc");
    undone("", RQ_TRANSFER_REMOVED, "");
}

static void by_size(struct rq_bytes in, uint64_t right, enum rq_transfer_kind kind, size_t count)
{
    struct rq_transfer t = rq_transfer_by_size(in, right);
    check_note("%zu bytes for %llu", in.size, (unsigned long long)right);
    CHECK_INT(t.kind, kind);
    CHECK_INT(t.count, count);
    CHECK_INT(t.proven, kind == RQ_TRANSFER_ADDED);
}

/* Every LF has a CR, and without them the size is right; or no LF has one, and no more than one in 64 bytes is missing. */
static void test_by_size(void)
{
    char text[129];
    memset(text, 'x', sizeof text);
    text[128] = 0;
    by_size(of("a\r\nb\r\nc"), 5, RQ_TRANSFER_ADDED, 2);
    by_size(of("a\r\nb\r\nc"), 6, RQ_TRANSFER_NONE, 0);
    by_size(of("a\r\nb\r\nc"), 7, RQ_TRANSFER_NONE, 0);
    by_size(of("a\r\nb\nc"), 5, RQ_TRANSFER_NONE, 0);
    by_size(of("abc"), 3, RQ_TRANSFER_NONE, 0);
    by_size(of("\nabc"), 3, RQ_TRANSFER_NONE, 0);
    text[3] = text[70] = '\n';
    by_size((struct rq_bytes){(uint8_t *)text, 64}, 65, RQ_TRANSFER_REMOVED, 1);
    by_size((struct rq_bytes){(uint8_t *)text, 63}, 64, RQ_TRANSFER_NONE, 0);
    by_size((struct rq_bytes){(uint8_t *)text, 128}, 130, RQ_TRANSFER_REMOVED, 2);
    by_size((struct rq_bytes){(uint8_t *)text, 127}, 129, RQ_TRANSFER_NONE, 0);
    by_size((struct rq_bytes){(uint8_t *)text, 128}, 131, RQ_TRANSFER_NONE, 0);
    by_size((struct rq_bytes){(uint8_t *)text, 128}, 128, RQ_TRANSFER_NONE, 0);
    by_size((struct rq_bytes){(uint8_t *)text, 128}, 127, RQ_TRANSFER_NONE, 0);
    text[70] = 'x';
    by_size((struct rq_bytes){(uint8_t *)text, 128}, 130, RQ_TRANSFER_NONE, 0);
    text[2] = '\r';
    by_size((struct rq_bytes){(uint8_t *)text, 128}, 129, RQ_TRANSFER_NONE, 0);
}

static void test_text(void)
{
    static const struct {
        struct rq_transfer t;
        const char *text;
    } cases[] = {
        {{RQ_TRANSFER_NONE, 7, false}, ""},
        {{RQ_TRANSFER_ADDED, 7, true}, "looks like a text-mode transfer added 7 CR bytes"},
        {{RQ_TRANSFER_ADDED, 7, false},
         "looks like a text-mode transfer added 7 CR bytes, and there is more damage: get the file once "
         "more, in binary mode"},
        {{RQ_TRANSFER_REMOVED, 2, true}, "looks like a text-mode transfer removed 2 CR bytes"},
        {{RQ_TRANSFER_REMOVED, 2, false},
         "looks like a text-mode transfer removed 2 CR bytes: get the file once more, in binary mode"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[RQ_TRANSFER_TEXT];
        CHECK_STR(rq_transfer_text(&cases[i].t, text), cases[i].text);
    }
}

/* ---- errors: the first one stays ---- */

static void test_errors(void)
{
    static const char *const names[] = {"ok",      "truncated", "bad magic", "unsupported",
                                        "corrupt", "limit",     "no memory", "i/o",
                                        "usage",   "unknown"};
    struct rq_error err = {0};
    struct rq_out full = {.failed = RQ_LIMIT, .size = 7},
                  none = {.failed = RQ_NO_MEMORY, .size = 9};
    for (int i = 0; i < 10; i++)
        CHECK_STR(rq_code_name((enum rq_code)i), names[i]);
    CHECK_STR(rq_code_name((enum rq_code)77), "unknown");
    CHECK(!rq_fail(&err, RQ_LIMIT, 12, NULL, "a\x1b%d", 5));
    CHECK_INT(err.code, RQ_LIMIT);
    CHECK_INT(err.offset, 12);
    CHECK_STR(err.where, "");
    CHECK_STR(err.text, "a?5");
    CHECK(!rq_fail(&err, RQ_IO, 1, "x", "b"));
    CHECK_STR(err.text, "a?5");
    CHECK(!rq_fail(NULL, RQ_IO, 1, "x", "b"));
    CHECK(!rq_fail_hint(&err, RQ_HINT_CODEPAGE));
    CHECK(!rq_fail_hint(&err, RQ_HINT_SALVAGE));
    CHECK_INT(err.hint, RQ_HINT_CODEPAGE);
    CHECK(!rq_fail_hint(NULL, RQ_HINT_CODEPAGE));
    err = (struct rq_error){0};
    CHECK(!rq_fail_out(&err, &full));
    CHECK_INT(err.code, RQ_LIMIT);
    CHECK_INT(err.offset, 7);
    CHECK_STR(err.where, "output");
    CHECK_STR(err.text, "a size or offset does not fit the field that the format has for it");
    err = (struct rq_error){0};
    CHECK(!rq_fail_out(&err, &none));
    CHECK_INT(err.code, RQ_NO_MEMORY);
    CHECK_INT(err.offset, 9);
    CHECK_STR(err.text, "out of memory");
}

TESTS(test_undo, test_by_size, test_text, test_errors)
