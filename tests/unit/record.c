/* The record engine: one list of every kind, read, written, printed and taken. The bytes are
 * laid down by hand. */
#include "core/record.h"
#include "support/check.h"
#include "support/random.h"

#include <stdlib.h>

#define ALL_KINDS(F, A, T)                                                                         \
    F(T, u8, byte, "a byte")                                                                       \
    F(T, i8, tiny, "a signed byte")                                                                \
    F(T, u16, word, "a word")                                                                      \
    F(T, i16, less, "a signed word")                                                               \
    F(T, u32, dword, "a dword")                                                                    \
    F(T, i32, minus, "a signed dword")                                                             \
    F(T, x32, flags, "bits")                                                                       \
    F(T, be32, big, "big-endian")                                                                  \
    F(T, f32, real, "a float")                                                                     \
    A(T, text, name, 6, "NUL padded")                                                              \
    A(T, bytes, raw, 3, "anything")                                                                \
    A(T, i16, pair, 2, "an array")                                                                 \
    A(T, f32, point, 2, "floats")
RQ_RECORD_STRUCT(all_kinds, ALL_KINDS, 47);
RQ_RECORD_TABLE(all_kinds, ALL_KINDS);

/* clang-format off */
static const uint8_t bytes[47] = {
    0xC8,                         /* 200 */
    0x80,                         /* -128 */
    0xE8, 0x03,                   /* 1000 */
    0x18, 0xFC,                   /* -1000 */
    0xFF, 0xFF, 0xFF, 0xFF,       /* 4294967295 */
    0x00, 0x00, 0x00, 0x80,       /* -2147483648 */
    0x23, 0xB1, 0x00, 0x00,       /* 0x0000b123 */
    0x00, 0x00, 0x01, 0x02,       /* 258, big-endian */
    0x00, 0x00, 0x20, 0xC0,       /* -2.5 */
    'a',  0xE9, 0,    'z', 0, 0,  /* é in cp1252; a NUL inside */
    1,    2,    3,                /* */
    0x01, 0x00, 0xFF, 0xFF,       /* 1, -1 */
    0x00, 0x00, 0x00, 0x80,       /* -0.0 */
    0x01, 0x00, 0xC0, 0x7F,       /* a NaN with payload 1 */
};
/* clang-format on */

static const char json[] =
    "{\"byte\":200,\"tiny\":-128,\"word\":1000,\"less\":-1000,"
    "\"dword\":4294967295,\"minus\":-2147483648,\"flags\":\"0x0000b123\","
    "\"big\":258,\"real\":-2.5,\"name\":\"a\xC3\xA9\",\"name_rest\":\"egAA\",\"raw\":\"AQID\","
    "\"pair\":[1,-1],\"point\":[-0.0,\"nan:7fc00001\"]}";

static struct rq_error err;
static struct rq_ctx ctx;

static struct rq_cur over(const void *data, size_t size)
{
    err = (struct rq_error){0};
    ctx = (struct rq_ctx){.err = &err};
    return rq_cur_over((struct rq_bytes){data, size}, &ctx);
}

static void test_read_and_write(void)
{
    struct all_kinds r = {0};
    struct rq_cur c = over(bytes, sizeof bytes);
    CHECK(rq_rec_read(&c, &all_kinds_rec, &r));
    CHECK_INT(rq_left(&c), 0);
    CHECK_INT(all_kinds_rec.size, 47);
    CHECK_INT(r.byte, 200);
    CHECK_INT(r.tiny, -128);
    CHECK_INT(r.word, 1000);
    CHECK_INT(r.less, -1000);
    CHECK_INT(r.dword, UINT32_MAX);
    CHECK_INT(r.minus, INT32_MIN);
    CHECK_INT(r.flags, 0xB123);
    CHECK_INT(r.big, 258);
    CHECK(r.real == -2.5f);
    CHECK_MEM(r.name, 6, "a\xE9\0z\0\0", 6);
    CHECK_INT(r.pair[1], -1);
    CHECK_INT(rq_bits_of(r.point[1]), 0x7FC00001);
    struct rq_out out = {0};
    rq_rec_write(&out, &all_kinds_rec, &r);
    CHECK_MEM(out.data, out.size, bytes, sizeof bytes);
    rq_out_free(&out);
}

/* The error of a cut record names the field that is cut. */
static void test_truncated(void)
{
    for (size_t size = 0; size < sizeof bytes; size++) {
        struct all_kinds r;
        struct check_guard guard;
        check_note("%zu bytes", size);
        REQUIRE(check_guard_make(bytes, size, &guard));
        struct rq_cur c = over(guard.data, guard.size);
        CHECK(!rq_rec_read(&c, &all_kinds_rec, &r));
        CHECK_INT(err.code, RQ_TRUNCATED);
        check_guard_free(&guard);
    }
    struct all_kinds r;
    struct rq_cur c = over(bytes, 12);
    rq_rec_read(&c, &all_kinds_rec, &r);
    CHECK_STR(err.where, "minus");
    CHECK_INT(err.offset, 10);
}

static void to_json(const struct all_kinds *r, struct rq_out *out)
{
    struct rq_json j = {.out = out, .compact = true};
    rq_json_object(&j);
    rq_rec_json(&j, &all_kinds_rec, r, RQ_CP1252);
    rq_json_end_object(&j);
}

static bool from_json(const char *text, struct all_kinds *r)
{
    struct rq_arena arena = {0};
    struct rq_jr jr;
    struct rq_str key;
    err = (struct rq_error){0};
    ctx = (struct rq_ctx){.err = &err};
    rq_jr_open(&jr, (struct rq_bytes){(const uint8_t *)text, strlen(text)}, &arena, &ctx);
    rq_jr_object(&jr);
    while (rq_jr_key(&jr, &key))
        if (!rq_rec_take(&jr, &all_kinds_rec, r, RQ_CP1252, key))
            rq_jr_unknown(&jr, key);
    bool fine = rq_jr_close(&jr);
    rq_arena_free(&arena);
    return fine;
}

static void test_json_both_ways(void)
{
    struct all_kinds r = {0}, back = {0};
    struct rq_cur c = over(bytes, sizeof bytes);
    REQUIRE(rq_rec_read(&c, &all_kinds_rec, &r));
    struct rq_out out = {0};
    to_json(&r, &out);
    CHECK_MEM(out.data, out.size, json, sizeof json - 1);
    CHECK(from_json(json, &back));
    rq_out_cut(&out, 0);
    rq_rec_write(&out, &all_kinds_rec, &back);
    CHECK_MEM(out.data, out.size, bytes, sizeof bytes);
    rq_out_free(&out);
}

/* "ab", NUL, then three bytes that a program left there: "xyz" is eHl6 in base64. */
static void test_json_text_rest(void)
{
    struct all_kinds r = {.name = {'a', 'b', 0, 'x', 'y', 'z'}}, back = {0};
    struct rq_out out = {0};
    to_json(&r, &out);
    rq_put8(&out, 0);
    CHECK(strstr((char *)out.data, "\"name\":\"ab\",\"name_rest\":\"eHl6\"") != NULL);
    CHECK(from_json("{\"name\":\"ab\",\"name_rest\":\"eHl6\"}", &back));
    CHECK_MEM(back.name, 6, r.name, 6);
    /* A name that was made longer keeps what is left of the rest, a shorter one all of it. */
    CHECK(from_json("{\"name\":\"abc\",\"name_rest\":\"eHl6\"}", &back));
    CHECK_MEM(back.name, 6, "abc\0yz", 6);
    CHECK(from_json("{\"name\":\"a\",\"name_rest\":\"eHl6\"}", &back));
    CHECK_MEM(back.name, 6, "a\0\0xyz", 6);
    CHECK(!from_json("{\"name\":\"a\",\"name_rest\":\"eHl6eHl6\"}", &back));
    rq_out_free(&out);
}

#define MARKED(F, A, T)                                                                            \
    F(T, u8, plain, "a value")                                                                     \
    F(T, u16, count, "derived", RQ_DERIVED)                                                        \
    F(T, u32, offset, "a pointer", RQ_POINTER)                                                     \
    A(T, text, magic, 4, "hidden", RQ_HIDDEN)                                                      \
    A(T, u16, mostly, 2, "mostly 0", RQ_OPTIONAL)                                                  \
    A(T, bytes, raw, 2, "left out when zero")
RQ_RECORD_STRUCT(marked, MARKED, 17);
RQ_RECORD_TABLE(marked, MARKED);

static void marked_json(const struct marked *r, const char *expected)
{
    struct rq_out out = {0};
    struct rq_json j = {.out = &out, .compact = true};
    rq_json_object(&j);
    rq_rec_json(&j, &marked_rec, r, RQ_CP1252);
    rq_json_end_object(&j);
    CHECK_MEM(out.data, out.size, expected, strlen(expected));
    rq_out_free(&out);
}

static void test_json_leaves_out(void)
{
    struct marked r = {.count = 1, .offset = 2, .magic = "MAG"};
    marked_json(&r, "{\"plain\":0}");
    r.mostly[1] = 7;
    r.raw[0] = 1;
    marked_json(&r, "{\"plain\":0,\"mostly\":[0,7],\"raw\":\"AQA=\"}");
    rq_rec_clear(&marked_rec, &r);
    marked_json(&r, "{\"plain\":0}");
    CHECK_INT(r.count, 1); /* what is no member stays */
}

static void test_json_refused(void)
{
    static const char *const bad[] = {
        "{\"colour\":1}",
        "{\"byte\":256}",
        "{\"byte\":-1}",
        "{\"tiny\":128}",
        "{\"word\":65536}",
        "{\"less\":-32769}",
        "{\"dword\":1.5}",
        "{\"flags\":\"b123\"}",
        "{\"name\":\"1234567\"}",
        "{\"raw\":\"AQI=\"}",
        "{\"raw\":\"AQIDBA==\"}",
        "{\"pair\":[1]}",
        "{\"pair\":[1,2,3]}",
        "{\"pair\":1}",
        "{\"real\":\"x\"}",
        "{\"name\":5}",
        "{\"point\":[1,\"nan:1\"]}",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct all_kinds r = {0};
        check_note("%s", bad[i]);
        CHECK(!from_json(bad[i], &r));
        CHECK_INT(err.code, RQ_CORRUPT);
    }
    struct all_kinds r = {0};
    from_json(bad[0], &r);
    CHECK_STR(err.text, "JSON line 1: no field is named \"colour\" here");
}

#define EVEN(F, A, T)                                                                              \
    F(T, u16, a, "")                                                                               \
    F(T, u16, b, "")                                                                               \
    A(T, bytes, c, 4, "")
RQ_RECORD_STRUCT(even, EVEN, 8);
RQ_RECORD_TABLE(even, EVEN);

/* Many at once: records that look the same in memory, and those that don't. */
static void test_many(void)
{
    static const uint8_t two[] = {1, 0, 2, 0, 3, 4, 5, 6, 0xFF, 0xFF, 7, 0, 8, 9, 10, 11};
    struct even even[2];
    struct all_kinds all[2];
    struct rq_out out = {0};
    struct rq_cur c = over(two, sizeof two);
    CHECK(rq_recs_read(&c, &even_rec, sizeof even[0], 2, even));
    CHECK_INT(even[0].b, 2);
    CHECK_INT(even[1].a, 0xFFFF);
    CHECK_INT(even[1].c[3], 11);
    CHECK_INT(rq_left(&c), 0);
    rq_recs_write(&out, &even_rec, sizeof even[0], 2, even);
    CHECK_MEM(out.data, out.size, two, sizeof two);
    CHECK(!rq_recs_read(&c, &even_rec, sizeof even[0], 1, even));
    CHECK_INT(err.code, RQ_TRUNCATED);
    rq_out_cut(&out, 0);

    uint8_t twice[94];
    memcpy(twice, bytes, 47);
    memcpy(twice + 47, bytes, 47);
    c = over(twice, sizeof twice);
    CHECK(rq_recs_read(&c, &all_kinds_rec, sizeof all[0], 2, all));
    CHECK_INT(all[1].big, 258);
    rq_recs_write(&out, &all_kinds_rec, sizeof all[0], 2, all);
    CHECK_MEM(out.data, out.size, twice, sizeof twice);
    rq_out_free(&out);
}

/* Any bytes, any number of records: read at once or one by one they are the same, and become the
 * same bytes. */
static void test_random_records(void)
{
    static uint8_t data[EDGE_MOST * 47];
    struct all_kinds alone, *at_once = calloc(EDGE_MOST, sizeof *at_once);
    static struct even pairs[EDGE_MOST];
    uint32_t state = 47;
    REQUIRE(at_once != NULL);
    for (size_t i = 0; i < EDGE_COUNT; i++) {
        size_t count = edge_sizes[i];
        struct rq_out out = {0}, second = {0};
        check_note("%zu records", count);
        random_fill(&state, data, count * 47);
        struct rq_cur c = over(data, count * 47), one = c;
        CHECK(rq_recs_read(&c, &all_kinds_rec, sizeof alone, count, at_once));
        CHECK_INT(rq_left(&c), 0);
        for (size_t k = 0; k < count; k++) {
            rq_out_cut(&second, 0);
            CHECK(rq_rec_read(&one, &all_kinds_rec, &alone));
            rq_rec_write(&second, &all_kinds_rec, &at_once[k]);
            rq_rec_write(&second, &all_kinds_rec, &alone);
            if (!CHECK_MEM(second.data, 47, data + k * 47, 47) ||
                !CHECK_MEM(second.data + 47, 47, data + k * 47, 47))
                break;
        }
        rq_recs_write(&out, &all_kinds_rec, sizeof alone, count, at_once);
        CHECK_MEM(out.data, out.size, data, count * 47);
        rq_out_cut(&out, 0);
        c = over(data, count * 8);
        CHECK(rq_recs_read(&c, &even_rec, sizeof pairs[0], count, pairs));
        rq_recs_write(&out, &even_rec, sizeof pairs[0], count, pairs);
        CHECK_MEM(out.data, out.size, data, count * 8);
        c = over(data, count * 8);
        CHECK(!rq_recs_read(&c, &even_rec, sizeof pairs[0], count + 1, pairs));
        rq_out_free(&second);
        rq_out_free(&out);
    }
    free(at_once);
}

static char seen[256];

static void note(void *unused, const struct rq_note *n)
{
    (void)unused;
    size_t at = strlen(seen);
    if (at + strlen(n->name) + 2 < sizeof seen) {
        strcpy(seen + at, n->name);
        strcat(seen, " ");
    }
}

static void test_dump_notes(void)
{
    struct rq_trace trace = {note, NULL};
    struct all_kinds r;
    struct rq_cur c = over(bytes, sizeof bytes);
    ctx.trace = &trace;
    seen[0] = 0;
    CHECK(rq_rec_read(&c, &all_kinds_rec, &r));
    CHECK_STR(seen, "byte tiny word less dword minus flags big real name raw pair point ");
}

TESTS(test_read_and_write, test_many, test_random_records, test_truncated, test_json_both_ways,
      test_json_text_rest, test_json_leaves_out, test_json_refused, test_dump_notes)
