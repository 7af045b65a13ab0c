/* Cells of tables: numbers and texts of code pages; ids of types of resources, and how long files say that they are. */
#include "formats/cells.h"
#include "formats/extent.h"
#include "formats/restype.h"
#include "support/check.h"

#include <math.h>

static void test_whole_numbers(void)
{
    static const struct {
        const char *text;
        uint32_t most;
        bool is;
        uint32_t value;
    } cases[] = {{"0", 0, true, 0},
                 {"1", 0, false, 0},
                 {"255", 255, true, 255},
                 {"256", 255, false, 0},
                 {"0007", 255, true, 7},
                 {"4294967295", UINT32_MAX, true, UINT32_MAX},
                 {"4294967296", UINT32_MAX, false, 0},
                 {"42949672950", UINT32_MAX, false, 0},
                 {"18446744073709551617", UINT32_MAX, false, 0},
                 {"", 255, false, 0},
                 {"-1", 255, false, 0},
                 {"+1", 255, false, 0},
                 {"1 ", 255, false, 0},
                 {" 1", 255, false, 0},
                 {"/", 255, false, 0},
                 {":", 255, false, 0},
                 {"9", 255, true, 9}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint32_t value = 1;
        check_note("%s of %u", cases[i].text, cases[i].most);
        CHECK_INT(rq_cell_to_u32(cases[i].text, cases[i].most, &value), cases[i].is);
        CHECK(!cases[i].is || value == cases[i].value);
    }
}

static void test_floats(void)
{
    static const struct {
        const char *text;
        bool is;
        uint32_t bits;
    } cases[] = {{"1.5", true, 0x3FC00000},
                 {"-0", true, 0x80000000},
                 {"0", true, 0},
                 {"0x7fc00001", true, 0x7FC00001},
                 {"0xFF800000", true, 0xFF800000},
                 {"0x7fc0000", false, 0},
                 {"0x7fc000011", false, 0},
                 {"0x7fc0000g", false, 0},
                 {"0X7fc00001", false, 0},
                 {"0x", false, 0},
                 {"", false, 0},
                 {"1,5", false, 0},
                 {"nan", false, 0},
                 {"1.5x", false, 0},
                 {"1e39", false, 0},
                 {" 1.5 ", true, 0x3FC00000}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        float value = 7;
        check_note("%s", cases[i].text);
        CHECK_INT(rq_cell_to_f32(cases[i].text, &value), cases[i].is);
        CHECK(!cases[i].is || rq_bits_of(value) == cases[i].bits);
    }
    struct rq_arena arena = {0};
    CHECK_STR(rq_cell_f32(&arena, 2.5f), "2.5");
    CHECK_STR(rq_cell_f32(&arena, rq_f32_of(0x7F7FFFFF)), "3.4028235e+38");
    CHECK_STR(rq_cell_f32(&arena, INFINITY), "0x7f800000");
    CHECK_STR(rq_cell_f32(&arena, -INFINITY), "0xff800000");
    CHECK_STR(rq_cell_f32(&arena, rq_f32_of(0x7FC00001)), "0x7fc00001");
    rq_arena_free(&arena);
}

/* A zero byte has a sign of its own, U+F700; what the page does not have is told with its place. */
static void test_texts(void)
{
    static const struct {
        const char *text, *bytes;
        size_t size;
        enum rq_code code;
        const char *says;
    } cases[] = {
        {"", "", 0, RQ_OK, ""},
        {"a\xE2\x82\xAC", "a\x80", 2, RQ_OK, ""},
        {"\xEF\x9C\x80", "\0", 1, RQ_OK, ""},
        {"a\xEF\x9C\x80\xEF\x9C\x80z", "a\0\0z", 4, RQ_OK, ""},
        {"ab\xE4\xB8\xAD", NULL, 0, RQ_USAGE, "U+4E2D at byte 2 of the text is not in cp1252"},
        {"a\xEF\x9C\x80\xC4\x80", NULL, 0, RQ_USAGE,
         "U+0100 at byte 4 of the text is not in cp1252"},
        {"a\xFFz", NULL, 0, RQ_CORRUPT, "not UTF-8: save the file as CSV UTF-8"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_arena arena = {0};
        struct rq_out temp = {0};
        struct rq_bytes bytes = {0};
        struct rq_error err = {0};
        check_note("text %zu", i);
        CHECK_INT(rq_cell_bytes(&arena, &temp, RQ_CP1252, cases[i].text, "row 2", &bytes, &err),
                  cases[i].code == RQ_OK);
        CHECK_INT(err.code, cases[i].code);
        CHECK_INT(err.offset, 0);
        CHECK_STR(err.text, cases[i].says);
        CHECK_STR(err.where, cases[i].code ? "row 2" : "");
        if (cases[i].code == RQ_OK) {
            CHECK_MEM(bytes.data, bytes.size, cases[i].bytes, cases[i].size);
            CHECK_STR(rq_cell_text(&temp, RQ_CP1252, bytes), cases[i].text);
            CHECK_STR(rq_cell_keep(&arena, &temp, RQ_CP1252, bytes), cases[i].text);
        }
        rq_out_free(&temp);
        rq_arena_free(&arena);
    }
}

static void test_columns(void)
{
    static const char *const headings[] = {"a", "Text", "text"};
    const struct rq_table table = {.column_count = 3, .columns = headings};
    CHECK_INT(rq_table_column(&table, "A"), 0);
    CHECK_INT(rq_table_column(&table, "TEXT"), 1);
    CHECK_INT(rq_table_column(&table, "tex"), 3);
    CHECK_INT(rq_table_column(&table, ""), 3);
}

/* Types that the game knows have letters, others their number, of sixteen bits. */
static void test_types(void)
{
    static const struct {
        const char *extension;
        bool is;
        uint32_t id;
    } cases[] = {{"utc", true, 2027},  {"UTC", true, 2027},  {"res", true, 0},
                 {"txt", true, 10},    {"7777", true, 7777}, {"65535", true, 65535},
                 {"65536", false, 0},  {"0012", true, 12},   {"", false, 0},
                 {"u", false, 0},      {"utcc", false, 0},   {"12x", false, 0},
                 {"100000", false, 0}, {"-1", false, 0}};
    char text[RQ_RESTYPE_TEXT];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint32_t id = 1;
        check_note("%s", cases[i].extension);
        CHECK_INT(rq_restype_id(cases[i].extension, &id), cases[i].is);
        CHECK(!cases[i].is || id == cases[i].id);
    }
    rq_restype_extension(2027, text);
    CHECK_STR(text, "utc");
    rq_restype_extension(0, text);
    CHECK_STR(text, "res");
    rq_restype_extension(7777, text);
    CHECK_STR(text, "7777");
    rq_restype_extension(UINT32_MAX, text);
    CHECK_STR(text, "4294967295");
}

/* Two ids a language: of men and of women. */
static void test_languages(void)
{
    static const struct {
        uint32_t id;
        enum rq_codepage page;
    } cases[] = {{0, RQ_CP437},   {9, RQ_CP437},   {10, RQ_CP1250}, {11, RQ_CP1250},
                 {12, RQ_CP437},  {255, RQ_CP437}, {256, RQ_CP949}, {257, RQ_CP949},
                 {258, RQ_CP950}, {260, RQ_CP936}, {262, RQ_CP932}, {263, RQ_CP932},
                 {264, RQ_CP437}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_note("id %u", cases[i].id);
        CHECK_INT(rq_language_page(RQ_CP437, cases[i].id), cases[i].page);
    }
}

static struct rq_bytes words(const uint32_t *values, size_t count)
{
    static uint8_t data[64];
    for (size_t i = 0; i < count; i++)
        rq_set32(data + i * 4, values[i]);
    return (struct rq_bytes){data, count * 4};
}

/* The end of the table that ends last, by counts and offsets in the header; 0 where the header is cut. */
static void test_extents(void)
{
    static const struct rq_extent_row rows[] = {{0, 4, 0, 10}, {100, 0, 8, 4}};
    CHECK_INT(rq_extent_rows(words((uint32_t[]){2, 50, 1}, 3), rows, 2), 104);
    CHECK_INT(rq_extent_rows(words((uint32_t[]){6, 50, 1}, 3), rows, 2), 110);
    CHECK_INT(rq_extent_rows(words((uint32_t[]){6, 50, 0}, 3), rows, 2), 110);
    CHECK_INT(rq_extent_rows(words((uint32_t[]){0, 500, 3}, 3), rows, 2), 112);
    CHECK_INT(rq_extent_rows(words((uint32_t[]){0, 500, 0}, 3), rows, 2), 0);
    CHECK_INT(rq_extent_rows(words((uint32_t[]){UINT32_MAX, UINT32_MAX, 0}, 3), rows, 2),
              UINT64_C(11) * UINT32_MAX);
    struct rq_bytes cut = words((uint32_t[]){6, 50, 1}, 3);
    cut.size = 11;
    CHECK_INT(rq_extent_rows(cut, rows, 2), 0);
    cut.size = 7;
    CHECK_INT(rq_extent_rows(cut, rows, 1), 0);
    cut.size = 8;
    CHECK_INT(rq_extent_rows(cut, rows, 1), 110);
}

/* Chunks with a tag and a size, big-endian, up to END. */
static void test_chunks(void)
{
    static const struct {
        const char *bytes;
        size_t size;
        uint64_t extent;
    } cases[] = {{"ABCD\0\0\0\2xx", 10, 0},
                 {"ABCD\0\0\0\3xx", 10, 11},
                 {"ABCD\0\0\0\2xxEND ", 14, 0},
                 {"ABCD\0\0\0\2xxEN", 12, 14},
                 {"ABCD\0\0\0\2xxABCD\0", 15, 18},
                 {"AB\x1F"
                  "D\0\0\0\3xx",
                  10, 0},
                 {"AB\x7F"
                  "D\0\0\0\3xx",
                  10, 0},
                 {" ~AB\0\0\0\3xx", 10, 11},
                 {"ABCD\0\1\0\0xx", 10, 65544},
                 {"", 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bool exact = true;
        check_note("chunks %zu", i);
        CHECK_INT(rq_extent_chunks(
                      (struct rq_bytes){(const uint8_t *)cases[i].bytes, cases[i].size}, &exact),
                  cases[i].extent);
        CHECK(!exact);
    }
}

TESTS(test_whole_numbers, test_floats, test_texts, test_columns, test_types, test_languages,
      test_extents, test_chunks)
