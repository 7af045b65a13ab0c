/* Shapes: a struct of ours as JSON and back. The JSON is written by hand from the rules in
 * core/shape.h. */
#include "core/shape.h"
#include "support/check.h"
#include "support/random.h"

#include <stdio.h>

#define HEADER(F, A, T)                                                                            \
    A(T, text, magic, 4, "\"TEST\"", RQ_HIDDEN)                                                    \
    F(T, u16, version, "1 to 3")                                                                   \
    F(T, u32, part_count, "number of parts", RQ_DERIVED)                                           \
    F(T, u32, part_offset, "where they start", RQ_POINTER)                                         \
    F(T, u8, spare, "mostly 0", RQ_OPTIONAL)                                                       \
    A(T, text, title, 8, "NUL padded")
RQ_RECORD_STRUCT(header, HEADER, 23);
RQ_RECORD_TABLE(header, HEADER);

struct pair {
    float x;
    uint8_t y;
};

struct part {
    int kind; /* into kinds */
    uint32_t strref;
    struct rq_bytes text;
    uint32_t *values;
    uint32_t value_count;
};

struct document {
    struct header header;
    struct pair corner, pairs[2];
    uint8_t steps[3];
    struct part *parts;
    size_t part_count;
    struct pair *extra;
    uint64_t end;
    bool closed;
    const char *name;
    struct rq_bytes tail;
};

static const char *const kinds[] = {"", "text", "numbers"};

static bool is_text(const struct rq_shaper *s, const void *part)
{
    (void)s;
    return ((const struct part *)part)->kind == 1;
}

static bool is_numbers(const struct rq_shaper *s, const void *part)
{
    (void)s;
    return ((const struct part *)part)->kind == 2;
}

static const struct rq_member pair_members[] = {{RQ_VALUE("x", pair, x, f32)},
                                                {RQ_VALUE("y", pair, y, u8)}};
static const struct rq_shape pair_shape = {RQ_SHAPE("pair", pair, RQ_AS_TUPLE, pair_members)};

static const struct rq_member part_members[] = {
    {RQ_CHOICE("kind", part, kind, kinds)},
    {RQ_MEMBER("strref", part, strref, STRREF)},
    {RQ_MEMBER("value", part, text, TEXT), .only = is_text},
    {RQ_VALUES("value", part, values, value_count, u32), .only = is_numbers},
};
static const struct rq_shape part_shape = {RQ_SHAPE("part", part, RQ_IN_ROW, part_members)};

static const struct rq_member members[] = {
    {RQ_RECORD(document, header, header_rec)},
    {RQ_PART("corner", document, corner, pair_shape), .required = true},
    {RQ_ARRAY("pairs", document, pairs, pair_shape)},
    {RQ_VECTOR("steps", document, steps, u8)},
    {RQ_LIST("parts", document, parts, part_count, part_shape), .optional = true},
    {RQ_BRANCH("extra", document, extra, pair_shape)},
    {RQ_MEMBER("end", document, end, SIZE)},
    {RQ_MEMBER("closed", document, closed, BOOL), .optional = true},
    {RQ_MEMBER("name", document, name, STRING)},
    {RQ_MEMBER("tail", document, tail, BYTES)},
};
static const struct rq_shape shape = {RQ_SHAPE("document", document, RQ_IN_LINES, members)};

static const char whole[] =
    "{\"version\":2,\"spare\":7,\"title\":\"Ab\",\"corner\":[0.5,1],\"pairs\":[[1.0,2],[3.0,4]],"
    "\"steps\":[7,8,9],"
    "\"parts\":[{\"kind\":\"text\",\"strref\":-1,\"value\":\"caf\xc3\xa9\"},"
    "{\"kind\":\"numbers\",\"strref\":12,\"value\":[5,6]}],\"extra\":[7.0,8],\"end\":4096,"
    "\"closed\":true,\"name\":\"n\",\"tail\":\"AQI=\"}";

static const char least[] =
    "{\"version\":0,\"corner\":[0.0,0],\"pairs\":[[0.0,0],[0.0,0]],\"steps\":[0,0,0],\"end\":0}";

static bool take(const char *text, struct document *d, struct rq_arena *arena, struct rq_error *err)
{
    struct rq_ctx ctx = {.err = err};
    struct rq_jr jr;
    struct rq_shaper s = {.page = RQ_CP1252, .jr = &jr, .err = err};
    rq_jr_open(&jr, (struct rq_bytes){(const uint8_t *)text, strlen(text)}, arena, &ctx);
    return rq_shape_take_value(&s, &shape, d) && rq_jr_close(&jr);
}

static void round_trip(const char *text, const struct document *start)
{
    struct rq_arena arena = {0};
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_json j = {.out = &out, .compact = true};
    struct rq_shaper s = {.page = RQ_CP1252, .j = &j, .err = &err};
    struct document d = *start;
    if (CHECK(take(text, &d, &arena, &err)) && CHECK(rq_shape_put_value(&s, &shape, &d)))
        CHECK_MEM(out.data, out.size, text, strlen(text));
    else
        check_note("%s %s", err.where, err.text);
    rq_out_free(&out);
    rq_arena_free(&arena);
}

static void test_round_trip(void)
{
    struct document zero = {0}, full = {.closed = true, .name = "x", .header = {.spare = 9}};
    struct pair extra = {1, 1};
    struct part part = {.kind = 1};
    full.extra = &extra;
    full.parts = &part;
    full.part_count = 1;
    memcpy(full.header.title, "title", 5);
    round_trip(whole, &zero);
    round_trip(least, &zero);
    /* What is left out when it is zero is zero again, whatever a new document has. */
    round_trip(least, &full);
}

static void test_values(void)
{
    struct rq_arena arena = {0};
    struct rq_error err = {0};
    struct document d = {0};
    REQUIRE(take(whole, &d, &arena, &err));
    CHECK_INT(d.header.version, 2);
    CHECK(d.corner.x == 0.5f && d.pairs[1].y == 4 && d.extra->y == 8);
    REQUIRE(d.part_count == 2);
    CHECK_INT(d.parts[0].strref, UINT32_MAX);
    CHECK_MEM(d.parts[0].text.data, d.parts[0].text.size, "caf\xe9", 4); /* cp1252 */
    CHECK_INT(d.parts[1].value_count, 2);
    CHECK_INT(d.parts[1].values[1], 6);
    CHECK_MEM(d.tail.data, d.tail.size, "\1\2", 2);
    rq_arena_free(&arena);
}

static void test_refused(void)
{
    static const char *const cases[][2] = {
        {"{\"version\":2}", "needs \"corner\""},
        {"{\"corner\":[1]}", "a pair is [x, y]"},
        {"{\"corner\":[1,2,3]}", "a pair is [x, y]"},
        {"{\"corner\":[1,256]}", "255"},
        {"{\"corner\":[1,2],\"pairs\":[[1,2]]}", "1 pairs, 2 needed"},
        {"{\"corner\":[1,2],\"pairs\":[[1,2],[1,2],[1,2]]}", "more than 2 pairs"},
        {"{\"corner\":[1,2],\"steps\":[1,2]}", "\"steps\" is 3 numbers"},
        {"{\"corner\":[1,2],\"steps\":[1,2,3,4]}", "\"steps\" is 3 numbers"},
        {"{\"corner\":[1,2],\"parts\":[{\"kind\":\"x\"}]}", "one of text, numbers"},
        {"{\"corner\":[1,2],\"parts\":[{\"kind\":\"\"}]}", "one of text, numbers"},
        {"{\"corner\":[1,2],\"parts\":[{\"value\":\"before its kind\"}]}", "value"},
        {"{\"corner\":[1,2],\"part_count\":1}", "part_count"},
        {"{\"corner\":[1,2],\"magic\":\"TEST\"}", "magic"},
        {"{\"corner\":[1,2],\"end\":4294967296}", "end"},
        {"{\"corner\":7}", "an array expected"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_arena arena = {0};
        struct rq_error err = {0};
        struct document d = {0};
        check_note("%s: %s", cases[i][0], err.text);
        CHECK(!take(cases[i][0], &d, &arena, &err));
        check_note("%s: %s", cases[i][0], err.text);
        CHECK(i == 13 || strstr(err.text, cases[i][1]));
        rq_arena_free(&arena);
    }
}

/* ---- a list of objects that JSON sees as other structs ---- */

struct item {
    uint32_t index;
    bool second;     /* one of two choices */
    uint32_t length; /* 0xFFFFFFFF: not said */
    struct rq_bytes data;
};

struct item_form {
    uint32_t index, length;
    bool second, has_length, has_data;
    struct rq_bytes data;
};

static bool fill_item(struct rq_shaper *s, const void *object, void *to)
{
    const struct item *item = object;
    struct item_form *form = to;
    (void)s;
    *form = (struct item_form){item->index,
                               item->length,
                               item->second,
                               item->length != UINT32_MAX,
                               item->data.data != NULL,
                               item->data};
    return true;
}

static void take_item(struct rq_shaper *s, void *from, void *object)
{
    const struct item_form *form = from;
    struct item *item = object;
    if (form->has_length && form->length > 99)
        rq_jr_bad(s->jr, "too long");
    *item = (struct item){form->index, form->second, form->has_length ? form->length : UINT32_MAX,
                          form->data};
}

static const char *const orders[] = {"first", "second"};

/* A hook that other formats share: arg is its key. */
static bool put_shared(struct rq_shaper *s, const void *object)
{
    rq_json_key(s->j, s->member->arg);
    rq_json_u64(s->j, ((const struct item_form *)object)->index);
    return true;
}

static const struct rq_member item_members[] = {
    {RQ_MEMBER("index", item_form, index, INDEX)},
    {RQ_CHOICE("order", item_form, second, orders)},
    {RQ_VALUE("length", item_form, length, u32), RQ_IF(item_form, has_length)},
    {RQ_MEMBER("data", item_form, data, BYTES), RQ_IF(item_form, has_data)},
    {RQ_HOOK("shared", put_shared, NULL), .arg = "seen"},
};
static const struct rq_shape item_shape = {RQ_SHAPE("item", item, RQ_IN_ROW, item_members),
                                           RQ_FORM(item_form, fill_item, take_item)};

struct items {
    struct item *items;
    size_t count;
};

static const struct rq_member items_members[] = {
    {RQ_LIST("items", items, items, count, item_shape)}};
static const struct rq_shape items_shape = {RQ_SHAPE("items", items, RQ_IN_LINES, items_members)};

static bool take_items(const char *text, struct items *items, struct rq_arena *arena,
                       struct rq_error *err)
{
    struct rq_ctx ctx = {.err = err};
    struct rq_jr jr;
    struct rq_shaper s = {.jr = &jr, .err = err};
    rq_jr_open(&jr, (struct rq_bytes){(const uint8_t *)text, strlen(text)}, arena, &ctx);
    return rq_shape_take_value(&s, &items_shape, items) && rq_jr_close(&jr);
}

static void test_form(void)
{
    static const char text[] = "{\"items\":[{\"order\":\"first\"},"
                               "{\"index\":7,\"order\":\"second\",\"length\":0,\"data\":\"\"}]}";
    static const char again[] =
        "{\"items\":[{\"order\":\"first\",\"seen\":0},"
        "{\"index\":7,\"order\":\"second\",\"length\":0,\"data\":\"\",\"seen\":7}]}";
    struct rq_arena arena = {0};
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_json j = {.out = &out, .compact = true};
    struct rq_shaper s = {.j = &j, .err = &err};
    struct items items = {0};
    REQUIRE(take_items(text, &items, &arena, &err));
    REQUIRE(items.count == 2);
    CHECK_INT(items.items[0].length, UINT32_MAX);
    CHECK_INT(items.items[1].length, 0);
    CHECK(!items.items[0].second && items.items[1].second && items.items[1].index == 7);
    CHECK(!items.items[0].data.data && items.items[1].data.data);
    CHECK(rq_shape_put_value(&s, &items_shape, &items));
    CHECK_MEM(out.data, out.size, again, strlen(again));
    CHECK(!take_items("{\"items\":[{\"length\":100}]}", &items, &arena, &err));
    CHECK_STR(err.text, "JSON line 1: too long");
    rq_out_free(&out);
    rq_arena_free(&arena);
}

/* ---- chunks of a file: what they hold stands in the struct of the file ---- */

struct chunk {
    char tag[4];
    enum { RAW, COLORS, NAMES } kind;
    struct rq_bytes payload;
};

struct file {
    struct chunk *chunks;
    size_t chunk_count;
    uint8_t (*colors)[2]; /* two of them, or NULL */
    struct rq_bytes name;
    bool no_end;
};

static bool may_have_colors(const struct rq_shaper *s, const void *chunk)
{
    return memcmp(((const struct chunk *)chunk)->tag, "PAL", 3) == 0 &&
           !((const struct file *)s->outer)->colors;
}

static bool may_have_name(const struct rq_shaper *s, const void *chunk)
{
    (void)s;
    return memcmp(((const struct chunk *)chunk)->tag, "NAME", 4) == 0;
}

static const struct rq_member color_members[] = {
    {.name = "a", .kind = RQ_AS_VALUE, .value = RQ_KIND_u8},
    {.name = "b", .kind = RQ_AS_VALUE, .at = 1, .value = RQ_KIND_u8}};
static const struct rq_shape color_shape = {
    .name = "colour", .size = 2, .style = RQ_AS_TUPLE, .members = color_members, .count = 2};

static const struct rq_member chunk_members[] = {
    {RQ_FIXED("tag", chunk, tag), .first = true},
    {RQ_BLOCK("colors", file, colors, color_shape, 2), .outer = true, .only = may_have_colors,
     RQ_TAG(chunk, kind, COLORS)},
    {RQ_MEMBER("name", file, name, ZTEXT), .outer = true, .only = may_have_name,
     RQ_TAG(chunk, kind, NAMES)},
    {RQ_MEMBER("payload", chunk, payload, BYTES)},
};
static const struct rq_shape chunk_shape = {RQ_SHAPE("chunk", chunk, RQ_IN_ROW, chunk_members)};

static const struct rq_member file_members[] = {
    {RQ_LIST("chunks", file, chunks, chunk_count, chunk_shape)},
    {RQ_MEMBER("end", file, no_end, NOT), .optional = true},
};
static const struct rq_shape file_shape = {RQ_SHAPE("file", file, RQ_IN_LINES, file_members)};

static bool take_file(const char *text, struct file *f, struct rq_arena *arena,
                      struct rq_error *err)
{
    struct rq_ctx ctx = {.err = err};
    struct rq_jr jr;
    struct rq_shaper s = {.page = RQ_CP1252, .jr = &jr, .err = err};
    rq_jr_open(&jr, (struct rq_bytes){(const uint8_t *)text, strlen(text)}, arena, &ctx);
    return rq_shape_take_value(&s, &file_shape, f) && rq_jr_close(&jr);
}

static void test_chunks(void)
{
    static const char *const texts[] = {
        "{\"chunks\":[{\"tag\":\"PAL\",\"colors\":[[1,2],[3,4]]},{\"tag\":\"PAL\"},"
        "{\"tag\":\"NAME\",\"name\":\"x\",\"payload\":\"AQI=\"}],\"end\":false}",
        "{\"chunks\":[]}",
    };
    for (size_t i = 0; i < 2; i++) {
        struct rq_arena arena = {0};
        struct rq_error err = {0};
        struct rq_out out = {0};
        struct rq_json j = {.out = &out, .compact = true};
        struct rq_shaper s = {.page = RQ_CP1252, .j = &j, .err = &err};
        struct file f = {0};
        if (CHECK(take_file(texts[i], &f, &arena, &err)) &&
            CHECK(rq_shape_put_value(&s, &file_shape, &f)))
            CHECK_MEM(out.data, out.size, texts[i], strlen(texts[i]));
        else
            check_note("%s %s", err.where, err.text);
        if (CHECK_INT(f.chunk_count, i ? 0 : 3) && i == 0) {
            CHECK_INT(f.chunks[0].kind, COLORS);
            CHECK_INT(f.chunks[1].kind, RAW);
            CHECK_INT(f.colors[1][0], 3);
            CHECK(f.no_end);
        }
        rq_out_free(&out);
        rq_arena_free(&arena);
    }
}

static void test_refused_chunks(void)
{
    static const char *const cases[][2] = {
        {"{\"chunks\":[{\"payload\":\"\"}]}", "a chunk starts with its \"tag\""},
        {"{\"chunks\":[{}]}", "needs \"tag\""},
        {"{\"chunks\":[{\"tag\":\"A\",\"tag\":\"B\"}]}", "\"tag\" is given twice"},
        {"{\"chunks\":[],\"chunks\":[]}", "\"chunks\" is given twice"},
        {"{\"chunks\":[{\"tag\":\"PAL\",\"colors\":[[1,2]]}]}", "1 colors, 2 needed"},
        {"{\"chunks\":[{\"tag\":\"PAL\",\"name\":\"x\"}]}", "name"},
        {"{\"chunks\":[{\"tag\":\"NAME\",\"name\":\"a\\u0000\"}]}", "can't hold one"},
        {"{\"chunks\":[{\"tag\":\"PAL\",\"colors\":[[1,2],[3,4]]},"
         "{\"tag\":\"PAL\",\"colors\":[[1,2],[3,4]]}]}",
         "colors"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_arena arena = {0};
        struct rq_error err = {0};
        struct file f = {0};
        CHECK(!take_file(cases[i][0], &f, &arena, &err));
        check_note("%s: %s", cases[i][0], err.text);
        CHECK(strstr(err.text, cases[i][1]) != NULL);
        rq_arena_free(&arena);
    }
}

/* A list that its count field can't hold is refused, not cut. */
struct small {
    uint16_t *values;
    uint8_t value_count;
};
static const struct rq_member small_members[] = {
    {RQ_VALUES("values", small, values, value_count, u16)}};
static const struct rq_shape small_shape = {RQ_SHAPE("small", small, RQ_IN_LINES, small_members)};

static void test_count_too_small(void)
{
    static char json[2048];
    for (size_t count = 255; count <= 256; count++) {
        struct rq_error err = {0};
        struct rq_ctx ctx = {.err = &err};
        struct rq_arena arena = {0};
        struct small small = {0};
        struct rq_jr jr;
        size_t size = (size_t)snprintf(json, sizeof json, "{\"values\":[");
        for (size_t i = 0; i < count; i++)
            size += (size_t)snprintf(json + size, sizeof json - size, i ? ",%zu" : "%zu", i);
        size += (size_t)snprintf(json + size, sizeof json - size, "]}");
        rq_jr_open(&jr, (struct rq_bytes){(const uint8_t *)json, size}, &arena, &ctx);
        struct rq_shaper s = {.jr = &jr, .err = &err};
        CHECK(rq_shape_take_value(&s, &small_shape, &small) == (count == 255));
        CHECK_STR(err.text, count == 255 ? "" : "JSON line 1: 256 values: too many");
        CHECK(count == 256 || (small.value_count == 255 && small.values[254] == 254));
        rq_arena_free(&arena);
    }
}

/* Lists of every length come back as they were, and a refusal of memory is told. */
static struct rq_out parts_json(size_t count, uint32_t seed, const char *extra)
{
    struct rq_out json = {0};
    rq_put_str(&json, "{\"version\":0,\"corner\":[0.0,0],\"pairs\":[[0.0,0],[0.0,0]],"
                      "\"steps\":[0,0,0]");
    rq_put_str(&json, count ? ",\"parts\":[" : "");
    for (size_t i = 0; i < count; i++) {
        rq_putf(&json, "%s{\"kind\":\"numbers\",\"strref\":%u,\"value\":[", i ? "," : "",
                random_next(&seed));
        for (size_t k = random_below(&seed, 20); k; k--)
            rq_putf(&json, "%u%s", random_next(&seed), k > 1 ? "," : "");
        rq_put_str(&json, "]}");
    }
    rq_put_str(&json, count ? "]" : "");
    rq_putf(&json, "%s,\"end\":0}", extra);
    rq_put8(&json, 0);
    return json;
}

static void test_lists(void)
{
    struct document zero = {0};
    for (size_t i = 0; i < EDGE_COUNT; i++) {
        struct rq_out json = parts_json(edge_sizes[i], (uint32_t)i, "");
        check_note("%u parts", edge_sizes[i]);
        round_trip((const char *)json.data, &zero);
        rq_out_free(&json);
    }
}

static void test_lists_without_memory(void)
{
    struct rq_out json = parts_json(300, 3, ",\"extra\":[7.0,8]");
    for (size_t n = 1;; n++) {
        struct check_failing failing = {.fail_at = n};
        struct rq_alloc alloc = {check_failing_realloc, &failing};
        struct rq_arena arena = {.alloc = &alloc};
        struct rq_error err = {0};
        struct document d = {0};
        bool taken = take((const char *)json.data, &d, &arena, &err);
        CHECK(taken == (failing.failed == 0));
        CHECK(!taken || d.part_count == 300);
        rq_arena_free(&arena);
        CHECK_INT(failing.live_blocks, 0);
        if (failing.calls < n)
            break;
    }
    rq_out_free(&json);
}

TESTS(test_round_trip, test_values, test_refused, test_form, test_chunks, test_refused_chunks,
      test_count_too_small, test_lists, test_lists_without_memory)
