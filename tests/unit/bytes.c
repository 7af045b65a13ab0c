/* The cursor and the writer. Expected values are little-endian sums worked by hand. */
#include "core/bytes.h"
#include "support/check.h"
#include "support/random.h"

static struct rq_error err;
static struct rq_ctx ctx;

static struct rq_cur over(const void *data, size_t size)
{
    err = (struct rq_error){0};
    ctx = (struct rq_ctx){.err = &err};
    return rq_cur_over((struct rq_bytes){data, size}, &ctx);
}

static void test_integers(void)
{
    static const uint8_t data[] = {0x7F, 0x34, 0x12, 0x78, 0x56, 0x34,
                                   0xF2, 0x12, 0x34, 0x56, 0x78};
    struct rq_cur c = over(data, sizeof data);
    CHECK_INT(rq_u8(&c, "a"), 0x7F);
    CHECK_INT(rq_u16(&c, "b"), 0x1234);
    CHECK_INT(rq_u32(&c, "c"), 0xF2345678u);
    CHECK_INT(rq_u32be(&c, "d"), 0x12345678);
    CHECK_INT(rq_left(&c), 0);
    CHECK_INT(rq_tell(&c), 11);
    CHECK(rq_ok(&c));
    CHECK_INT(rq_get64((const uint8_t[]){1, 2, 3, 4, 5, 6, 7, 8}), 0x0807060504030201);
    uint8_t eight[8];
    rq_set64(eight, 0x0807060504030201);
    CHECK_MEM(eight, 8, "\1\2\3\4\5\6\7\10", 8);
}

/* Arrays of numbers, in the host's order. */
static void test_arrays(void)
{
    static const uint8_t data[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    struct rq_cur c = over(data, sizeof data);
    uint32_t words[2] = {0};
    uint16_t half = 0;
    struct rq_out out = {0};
    CHECK(rq_take_array(&c, 2, 4, RQ_KIND_u32, words, "words"));
    CHECK_INT(words[1], 0x08070605);
    CHECK(rq_take_array(&c, 1, 2, RQ_KIND_u16, &half, "half"));
    CHECK_INT(half, 0x0A09);
    CHECK(rq_take_array(&c, 0, 4, RQ_KIND_u32, words, "none"));
    rq_put_array(&out, words, 2, 4);
    rq_put_array(&out, &half, 1, 2);
    CHECK_MEM(out.data, out.size, data, sizeof data);
    rq_out_free(&out);
    CHECK(!rq_take_array(&c, SIZE_MAX / 2, 4, RQ_KIND_u32, words, "all"));
    CHECK_INT(err.code, RQ_TRUNCATED);
    CHECK_INT(words[0], 0x04030201);
}

/* After the first failure every read gives zeros, and the first error stays. */
static void test_past_the_end_is_sticky(void)
{
    static const uint8_t data[] = {1, 2, 3, 4, 5, 6};
    struct rq_cur c = over(data, sizeof data);
    CHECK_INT(rq_u32(&c, "first"), 0x04030201);
    CHECK_INT(rq_u32(&c, "second"), 0);
    CHECK_INT(err.code, RQ_TRUNCATED);
    CHECK_INT(err.offset, 4);
    CHECK_STR(err.where, "second");
    CHECK_STR(err.text, "4 bytes needed, 2 left");
    /* Two bytes are left, but nothing is read any more. */
    CHECK_INT(rq_u8(&c, "third"), 0);
    CHECK_INT(rq_u16(&c, "fourth"), 0);
    CHECK(rq_take(&c, 0, RQ_KIND_bytes, "nothing") == NULL);
    CHECK_STR(err.where, "second");
    CHECK_INT(rq_left(&c), 0);
}

static void test_breadcrumb_and_offset(void)
{
    static const uint8_t data[8] = {0};
    struct rq_cur c = over(data, sizeof data);
    rq_enter(&c, "erf", -1);
    rq_enter(&c, "keys", 12);
    struct rq_cur window = rq_sub(&c, 4, 4, "window");
    rq_u16(&window, "unused");
    rq_u32(&window, "resref");
    CHECK_STR(err.where, "erf / keys[12] / resref");
    CHECK_INT(err.offset, 6); /* of the file, not of the window */
    CHECK(!rq_ok(&c));        /* the context is shared */
    rq_leave(&c);
    rq_leave(&c);
    rq_leave(&c); /* once too often is harmless */
    CHECK_INT(ctx.depth, 0);
}

/* Deeper than the crumbs are kept, and longer than the text: cut, not overrun. */
static void test_breadcrumb_deep(void)
{
    struct rq_cur c = over("", 0);
    for (int i = 0; i < 100; i++)
        rq_enter(&c, "a_rather_long_name", i);
    rq_u8(&c, "x");
    CHECK(strlen(err.where) < sizeof err.where);
    CHECK(strncmp(err.where, "a_rather_long_name[0] / a_rather", 32) == 0);
    for (int i = 0; i < 100; i++)
        rq_leave(&c);
    CHECK_INT(ctx.depth, 0);
}

/* What a file says about itself may not reach the terminal as it is. */
static void test_error_text_is_clean(void)
{
    struct rq_cur c = over("", 0);
    rq_bad(&c, RQ_CORRUPT, 7, "label \"%s\" is %s", "\x1b[31m\n", "\xFF\xC3\xA9");
    CHECK_STR(err.text, "label \"?[31m?\" is ?\xC3\xA9");
    CHECK_INT(err.offset, 7);
    CHECK_STR(rq_code_name(RQ_CORRUPT), "corrupt");
    CHECK_STR(rq_code_name((enum rq_code)99), "unknown");
}

static void test_count(void)
{
    static const uint8_t data[24] = {0};
    struct rq_cur c = over(data, sizeof data);
    CHECK(rq_count(&c, 2, 12, "two"));
    CHECK(rq_count(&c, 0, 12, "none"));
    CHECK(rq_count(&c, UINT64_MAX, 0, "of nothing"));
    CHECK(!rq_count(&c, 3, 12, "three"));
    CHECK_STR(err.text, "3 entries of 12 bytes can't fit in the 24 bytes left");
    /* count * size would wrap around to 0. */
    c = over(data, sizeof data);
    CHECK(!rq_count(&c, UINT64_C(1) << 62, 4, "huge"));
    CHECK_INT(err.code, RQ_TRUNCATED);
}

static void test_windows(void)
{
    static const uint8_t data[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    struct rq_cur c = over(data, sizeof data);
    struct rq_cur window = rq_sub(&c, 2, 6, "window");
    CHECK_INT(rq_u8(&window, "x"), 2);
    struct rq_cur inner = rq_sub(&window, 4, 2, "inner"); /* counted from the window's begin */
    CHECK_INT(rq_u8(&inner, "x"), 6);
    CHECK_INT(rq_tell(&inner), 7);
    CHECK_INT(rq_left(&inner), 1);
    CHECK_INT(rq_left(&c), 10); /* windows do not move their owner */
    struct rq_cur empty = rq_sub(&c, 10, 0, "at the end");
    CHECK_INT(rq_left(&empty), 0);
    CHECK(rq_ok(&c));
    CHECK(rq_seek(&window, 5, "seek"));
    CHECK_INT(rq_u8(&window, "x"), 7);
    CHECK(!rq_seek(&window, 7, "seek"));
    CHECK_INT(err.offset, 9);
}

static void test_window_overflow(void)
{
    static const uint8_t data[10] = {0};
    static const struct {
        uint64_t offset, size;
    } bad[] = {
        {11, 0},
        {0, 11},
        {5, 6},
        {UINT32_MAX, 1},
        {UINT64_MAX, 0},
        {UINT64_MAX, UINT64_MAX},
        {1, UINT64_MAX}, /* the sum wraps to 0 */
        {UINT64_MAX - 4, 8},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        check_note("window %zu", i);
        struct rq_cur c = over(data, sizeof data);
        struct rq_cur window = rq_sub(&c, bad[i].offset, bad[i].size, "window");
        CHECK_INT(err.code, RQ_TRUNCATED);
        CHECK_INT(rq_left(&window), 0);
        CHECK_INT(rq_u32(&window, "x"), 0);
    }
}

/* Empty input may come as NULL. */
static void test_nothing(void)
{
    struct rq_cur c = over(NULL, 0);
    CHECK_INT(rq_left(&c), 0);
    CHECK(rq_take(&c, 0, RQ_KIND_bytes, "nothing") != NULL);
    CHECK_INT(rq_u8(&c, "x"), 0);
    CHECK_INT(err.code, RQ_TRUNCATED);
}

/* The page after the input can't be touched: reads of each kind up to the last byte. */
static void test_guard_page(void)
{
    static const uint8_t data[] = {1, 2, 3, 4, 5, 6, 7};
    struct check_guard guard;
    for (size_t size = 0; size <= sizeof data; size++) {
        REQUIRE(check_guard_make(data, size, &guard));
        for (int kind = 0; kind < 4; kind++) {
            struct rq_cur c = over(guard.data, guard.size);
            while (rq_ok(&c)) {
                if (kind == 0)
                    rq_u8(&c, "x");
                else if (kind == 1)
                    rq_u16(&c, "x");
                else if (kind == 2)
                    rq_u32(&c, "x");
                else
                    rq_u32be(&c, "x");
            }
            CHECK_INT(err.code, RQ_TRUNCATED);
        }
        check_guard_free(&guard);
    }
}

static size_t noted;

static void note(void *unused, const struct rq_note *n)
{
    (void)unused;
    noted += n->size;
}

/* Every byte that is read is told of, once; nothing after a failure. */
static void test_trace(void)
{
    static const uint8_t data[] = {1, 2, 3, 4, 5, 6, 7};
    struct rq_trace trace = {note, NULL};
    struct rq_cur c = over(data, sizeof data);
    ctx.trace = &trace;
    noted = 0;
    rq_u16(&c, "a");
    rq_take(&c, 3, RQ_KIND_bytes, "b");
    rq_u32(&c, "c");
    rq_note_at(&c, data, 7, RQ_KIND_bytes, 7, "late");
    CHECK_INT(noted, 5);
}

/* ---- writer ---- */

static void test_writer(void)
{
    static const uint8_t expected[] = {0x7F, 0x34, 0x12, 0x78, 0x56, 0x34, 0xF2, 0x12,
                                       0x34, 0x56, 0x78, 0,    0,    'a',  '1',  '2'};
    struct rq_out out = {0};
    rq_put8(&out, 0x7F);
    rq_put16(&out, 0x1234);
    rq_put32(&out, 0xF2345678u);
    rq_put32be(&out, 0x12345678);
    rq_put_zeros(&out, 2);
    rq_put(&out, "a", 1);
    rq_putf(&out, "%d", 12);
    rq_put(&out, NULL, 0);
    rq_put_bytes(&out, (struct rq_bytes){0});
    CHECK_MEM(out.data, out.size, expected, sizeof expected);
    rq_out_cut(&out, 3);
    CHECK_INT(out.size, 3);
    rq_out_cut(&out, 9); /* never longer */
    CHECK_INT(out.size, 3);
    rq_out_free(&out);
    CHECK(out.data == NULL && out.size == 0 && !out.failed);
}

static void test_holes(void)
{
    struct rq_out out = {0};
    rq_put8(&out, 9);
    size_t at = rq_hole32(&out);
    for (int i = 0; i < 1000; i++) /* the memory moves in between */
        rq_put8(&out, 1);
    rq_patch32(&out, at, out.size);
    CHECK_INT(out.size, 1005);
    CHECK_MEM(out.data, 6, "\x09\xED\x03\0\0\x01", 6); /* 1005 = 0x3ED */
    rq_out_free(&out);
}

/* A size that does not fit 32 bits fails the output, and it stays failed. */
static void test_32_bits(void)
{
    struct rq_out out = {0};
    rq_put_size(&out, UINT32_MAX);
    CHECK_MEM(out.data, out.size, "\xFF\xFF\xFF\xFF", 4);
    rq_put_size(&out, UINT64_C(1) << 32);
    CHECK_INT(out.failed, RQ_LIMIT);
    size_t size = out.size;
    rq_put(&out, "more", 4);
    CHECK_INT(out.size, size);
    struct rq_error why = {0};
    CHECK(!rq_fail_out(&why, &out));
    CHECK_INT(why.code, RQ_LIMIT);
    rq_out_free(&out);

    size_t at = rq_hole32(&out);
    rq_patch32(&out, at, UINT64_C(1) << 32);
    CHECK_INT(out.failed, RQ_LIMIT);
    CHECK_MEM(out.data, out.size, "\0\0\0\0", 4);
    rq_out_free(&out);

    rq_put_array(&out, "", SIZE_MAX / 4 + 1, 4); /* one more than there can be */
    CHECK_INT(out.failed, RQ_LIMIT);
    CHECK_INT(out.size, 0);
    rq_out_free(&out);
}

static void test_no_memory(void)
{
    for (size_t n = 1;; n++) {
        struct check_failing failing = {.fail_at = n};
        struct rq_alloc alloc = {check_failing_realloc, &failing};
        struct rq_out out = {.alloc = &alloc};
        size_t at = rq_hole32(&out);
        for (int i = 0; i < 1000; i++)
            rq_put32(&out, 7);
        rq_patch32(&out, at, 5);
        CHECK_INT(out.failed, failing.failed ? RQ_NO_MEMORY : RQ_OK);
        if (!failing.failed)
            CHECK_INT(out.size, 4004);
        rq_out_free(&out);
        CHECK_INT(failing.live_blocks, 0);
        if (failing.calls < n)
            break;
    }
    struct rq_out out = {0};
    CHECK(rq_grow(&out, SIZE_MAX) == NULL);
    CHECK_INT(out.failed, RQ_NO_MEMORY);
    rq_out_free(&out);
    rq_put8(&out, 1);
    CHECK(rq_grow(&out, SIZE_MAX) == NULL); /* size + 1 wraps */
    CHECK_INT(out.failed, RQ_NO_MEMORY);
    rq_out_free(&out);
}

/* ---- the writer against an array ---- */

enum { MODEL_ROOM = 1 << 17, MODEL_HOLES = 64 };

/* What the output holds, and the holes that are still open. */
struct model {
    uint8_t data[MODEL_ROOM];
    size_t size, holes[MODEL_HOLES], hole_count;
};

static void model_number(struct model *m, uint32_t v, size_t size, bool big)
{
    for (size_t i = 0; i < size; i++)
        m->data[m->size++] = (uint8_t)(v >> 8 * (big ? size - 1 - i : i));
}

static void model_put(struct model *m, const void *bytes, size_t size)
{
    memcpy(m->data + m->size, bytes, size);
    m->size += size;
}

static void patch_one(struct rq_out *out, struct model *m, uint32_t *state)
{
    if (m->hole_count == 0)
        return;
    size_t which = random_below(state, m->hole_count), at = m->holes[which], end = m->size;
    uint32_t v = (uint32_t)random_64(state);
    m->holes[which] = m->holes[--m->hole_count];
    rq_patch32(out, at, v);
    m->size = at;
    model_number(m, v, 4, false);
    m->size = end;
}

/* Behind the cut no hole is left. */
static void cut(struct rq_out *out, struct model *m, size_t size)
{
    size_t left = 0;
    rq_out_cut(out, size);
    m->size = size < m->size ? size : m->size;
    for (size_t i = 0; i < m->hole_count; i++)
        if (m->holes[i] + 4 <= m->size)
            m->holes[left++] = m->holes[i];
    m->hole_count = left;
}

static void put_number(struct rq_out *out, struct model *m, uint32_t *state)
{
    uint32_t v = (uint32_t)random_64(state), kind = random_below(state, 5);
    switch (kind) {
    case 0: rq_put8(out, (uint8_t)v); break;
    case 1: rq_put16(out, (uint16_t)v); break;
    case 2: rq_put32(out, v); break;
    case 3: rq_put32be(out, v); break;
    default: rq_put_size(out, v);
    }
    model_number(m, v, kind == 0 ? 1 : kind == 1 ? 2 : 4, kind == 3);
}

static void put_words(struct rq_out *out, struct model *m, uint32_t *state)
{
    uint16_t words[4];
    for (size_t i = 0; i < 4; i++) {
        words[i] = (uint16_t)random_next(state);
        model_number(m, words[i], 2, false);
    }
    rq_put_array(out, words, 4, 2);
}

/* Text of any length, which printf makes. */
static void put_text(struct rq_out *out, struct model *m, size_t size)
{
    static char text[EDGE_MOST + 1];
    memset(text, 'x', size);
    text[size] = 0;
    rq_putf(out, "<%s>", text);
    model_put(m, "<", 1);
    model_put(m, text, size);
    model_put(m, ">", 1);
}

static void put_hole(struct rq_out *out, struct model *m)
{
    if (m->hole_count == MODEL_HOLES)
        return;
    m->holes[m->hole_count++] = rq_hole32(out);
    model_number(m, 0, 4, false);
}

/* One step of both; what is longer than a few bytes is at most `most`. */
static void step(struct rq_out *out, struct model *m, uint32_t *state, size_t most)
{
    static uint8_t some[EDGE_MOST];
    size_t size = edge_sizes[random_below(state, EDGE_COUNT)] % (most + 1);
    uint32_t kind = random_below(state, 10);
    switch (kind) {
    case 0: put_text(out, m, size); break;
    case 1: put_words(out, m, state); break;
    case 2: put_hole(out, m); break;
    case 3: patch_one(out, m, state); break;
    case 4: cut(out, m, m->size - random_below(state, m->size / 8 + 1)); break;
    case 5: cut(out, m, m->size + size); break; /* changes nothing */
    case 6: rq_reserve(out, size); break;
    case 7:
        memset(some, 0, size);
        rq_put_zeros(out, size);
        model_put(m, some, size);
        break;
    case 8:
        random_fill(state, some, size);
        rq_put(out, some, size);
        model_put(m, some, size);
        break;
    default: put_number(out, m, state);
    }
}

/* Memory is refused at most once: what was written before stays, and nothing is added. */
static size_t random_writes(uint32_t seed, size_t steps, size_t most, size_t fail_at)
{
    static struct model m;
    struct check_failing failing = {.fail_at = fail_at};
    struct rq_alloc alloc = {check_failing_realloc, &failing};
    struct rq_out out = {.alloc = &alloc};
    size_t before = 0;
    m.size = m.hole_count = 0;
    check_note("seed %u, %zu steps of %zu bytes, refusal %zu", seed, steps, most, fail_at);
    for (size_t i = 0; i < steps && !out.failed; i++) {
        if (m.size > MODEL_ROOM - 2 * EDGE_MOST)
            cut(&out, &m, 100);
        before = m.size;
        step(&out, &m, &seed, most);
        CHECK(out.size <= out.capacity);
        if (!out.failed && !CHECK_INT(out.size, m.size))
            break;
    }
    CHECK_INT(out.failed, failing.failed ? RQ_NO_MEMORY : RQ_OK);
    CHECK_MEM(out.data, out.size, m.data, out.failed ? before : m.size);
    if (out.failed) {
        rq_put32(&out, 1);
        CHECK_INT(out.size, before);
    }
    rq_out_free(&out);
    CHECK_INT(failing.live_blocks, 0);
    return failing.calls;
}

static void test_random_writes(void)
{
    for (uint32_t seed = 1; seed <= 200; seed++)
        random_writes(seed, 10 * seed, seed % 3 ? 40 : EDGE_MOST, 0);
    for (uint32_t seed = 1; seed <= 40; seed++) {
        size_t calls = random_writes(seed, 500, EDGE_MOST, 0);
        for (size_t n = 1; n <= calls; n++)
            random_writes(seed, 500, EDGE_MOST, n);
    }
}

TESTS(test_integers, test_arrays, test_past_the_end_is_sticky, test_breadcrumb_and_offset,
      test_breadcrumb_deep, test_error_text_is_clean, test_count, test_windows,
      test_window_overflow, test_nothing, test_guard_page, test_trace, test_writer, test_holes,
      test_32_bits, test_no_memory, test_random_writes)
