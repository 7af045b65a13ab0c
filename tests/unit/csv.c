#include "convert/convert.h"
#include "support/check.h"

static bool read_text(const char *text, size_t size, struct rq_arena *arena, struct rq_table *table,
                      struct rq_error *err)
{
    struct check_guard guard;
    struct rq_bytes bytes = {(const uint8_t *)text, size};
    *table = (struct rq_table){0};
    *err = (struct rq_error){0};
    /* Behind a page that may not be read: one byte too far is a crash. Cells are copies. */
    if (!check_guard_make(bytes.data, bytes.size, &guard))
        return false;
    bool fine = rq_csv_read((struct rq_bytes){guard.data, guard.size}, arena, table, err);
    check_guard_free(&guard);
    return fine;
}

/* Headings and cells with "|" behind each. */
static void check_table(const char *csv, size_t columns, const char *expected)
{
    struct rq_arena arena = {0};
    struct rq_table table;
    struct rq_error err;
    struct rq_out out = {0};
    check_note("%s", csv);
    if (CHECK(read_text(csv, strlen(csv), &arena, &table, &err)) &&
        CHECK_INT(table.column_count, columns)) {
        for (size_t i = 0; i < columns; i++)
            rq_putf(&out, "%s|", table.columns[i]);
        for (size_t i = 0; i < columns * table.row_count; i++)
            rq_putf(&out, "%s|", table.cells[i]);
        rq_put8(&out, 0);
        CHECK_STR((const char *)out.data, expected);
    }
    rq_out_free(&out);
    rq_arena_free(&arena);
}

static void test_read(void)
{
    check_table("a,b\r\n1,2\r\n", 2, "a|b|1|2|");
    check_table("a,b\n1,2", 2, "a|b|1|2|");
    check_table("a,b\r1,2\r3,4", 2, "a|b|1|2|3|4|");
    check_table("\xEF\xBB\xBF"
                "a,b\n1,2\n",
                2, "a|b|1|2|");
    check_table("\xEF\xBB\xBF\"a\",b\n1,2\n", 2, "a|b|1|2|");
    check_table("a;b,c\n1;2,3\n", 2, "a|b,c|1|2,3|");
    check_table("a\tb\n1\t2;3\n", 2, "a|b|1|2;3|");
    check_table("\"a;x\",b\n1,2\n", 2, "a;x|b|1|2|");
    check_table("a\n1\n\n2\n", 1, "a|1||2|"); /* a column of its own may be empty */
    check_table("a,b\n\n1,2\n\r\n", 2, "a|b|1|2|");
    check_table("a,b\n,\n", 2, "a|b|||");
    check_table("a", 1, "a|");
    check_table("a,b", 2, "a|b|");
}

static void test_quotes(void)
{
    check_table("a,b\n\"x, \"\"y\"\"\",2\n", 2, "a|b|x, \"y\"|2|");
    check_table("a,b\n\"one\r\ntwo\nthree\",2\n", 2, "a|b|one\r\ntwo\nthree|2|");
    check_table("a,b\n\"\",\"\"\"\"\n", 2, "a|b||\"|");
    check_table("a,b\n1,\"\"", 2, "a|b|1||");
    check_table("a,b\n1,\"\"\"\"", 2, "a|b|1|\"|");
    check_table("a,b\n1,x\"y\n", 2, "a|b|1|x\"y|"); /* a quote inside is a quote */
}

static void refuse(const char *csv, const char *why)
{
    struct rq_arena arena = {0};
    struct rq_table table;
    struct rq_error err;
    check_note("%s", csv);
    CHECK(!read_text(csv, strlen(csv), &arena, &table, &err));
    CHECK_INT(err.code, RQ_CORRUPT);
    if (!CHECK(strstr(err.text, why) != NULL))
        CHECK_STR(err.text, why);
    rq_arena_free(&arena);
}

static void test_refusals(void)
{
    refuse("", "not a table");
    refuse("\xEF\xBB\xBF", "not a table");
    refuse("a,b\n1\n", "line 2: 1 cells, the headings have 2");
    refuse("a,b\n1,2\n1,2,3\n", "line 3: 3 cells, the headings have 2");
    /* Lines are those of the file, not rows of the table. */
    refuse("a,b\n\"x\ny\",2\n1,2,3\n", "line 4: 3 cells");
    refuse("a,b\n\"x\ry\",2\n\r\n1\n", "line 5: 1 cells");
    refuse("a,b\n\"x", "line 2: a quote is not closed");
    refuse("a,b\n1,\"", "line 2: a quote is not closed");
    refuse("a,b\n1,\"x\"\"", "line 2: a quote is not closed");
    refuse("a,b\n\"x\"y,2\n", "line 2: text after a closing quote");
    refuse("\"a\" ,b\n", "line 1: text after a closing quote");
    struct rq_arena arena = {0};
    struct rq_table table;
    struct rq_error err;
    CHECK(!read_text("a,b\n1,\0\n", 8, &arena, &table, &err));
    CHECK_INT(err.code, RQ_CORRUPT);
    rq_arena_free(&arena);
}

static void test_write(void)
{
    static const char *const columns[] = {"tag", "text"};
    static const char *const cells[] = {
        "abcd",  "plain",  "b,c", "say \"x\"",         "",           "one\r\ntwo",
        " lead", "trail ", "#1",  "\xC3\xA9t\xC3\xA9", "semi;colon", "tab\t"};
    struct rq_table table = {2, 6, columns, cells};
    struct rq_out out = {0};
    struct rq_error err = {0};
    CHECK(rq_csv_write(&out, &table, &err));
    rq_put8(&out, 0);
    CHECK_STR((const char *)out.data,
              "tag,text\r\nabcd,plain\r\n\"b,c\",\"say \"\"x\"\"\"\r\n,\"one\r\ntwo\"\r\n\" lead\","
              "\"trail \"\r\n#1,\xC3\xA9t\xC3\xA9\r\n\"semi;colon\",\"tab\t\"\r\n");
    struct rq_arena arena = {0};
    struct rq_table back;
    if (CHECK(read_text((const char *)out.data, out.size - 1, &arena, &back, &err)) &&
        CHECK_INT(back.row_count, 6))
        for (size_t i = 0; i < 12; i++)
            CHECK_STR(back.cells[i], cells[i]);
    rq_arena_free(&arena);
    rq_out_free(&out);
}

/* One column: an empty cell must not look like an empty line, nor a first cell like a mark. */
static void test_one_column(void)
{
    static const char *const columns[] = {"text"};
    static const char *const cells[] = {"", "a", ""};
    struct rq_table table = {1, 3, columns, cells}, back;
    struct rq_arena arena = {0};
    struct rq_out out = {0};
    struct rq_error err = {0};
    CHECK(rq_csv_write(&out, &table, &err));
    if (CHECK(read_text((const char *)out.data, out.size, &arena, &back, &err)))
        CHECK_INT(back.row_count, 3);
    rq_arena_free(&arena);
    rq_out_free(&out);
}

/* Whatever the bytes are: a table or an error, and memory in proportion. */
static void test_any_bytes(void)
{
    static const char letters[] = "a,;\t\"\"\n\r x";
    char text[64];
    uint32_t random = 1;
    for (unsigned round = 0; round < 20000; round++) {
        random = random * 1664525u + 1013904223u;
        size_t size = (random >> 8) % sizeof text;
        for (size_t i = 0; i < size; i++) {
            random = random * 1664525u + 1013904223u;
            text[i] = letters[(random >> 8) % (sizeof letters - 1)];
        }
        struct rq_arena arena = {.limit = 1 << 16};
        struct rq_table table;
        struct rq_error err;
        if (read_text(text, size, &arena, &table, &err)) {
            size_t letters_seen = 0;
            for (size_t i = 0; i < table.column_count * table.row_count; i++)
                letters_seen += strlen(table.cells[i]);
            CHECK(table.column_count > 0 && letters_seen <= size);
        } else {
            CHECK(err.code == RQ_CORRUPT);
        }
        rq_arena_free(&arena);
    }
}

static void test_memory(void)
{
    static const char csv[] = "a,b\n\"x\",y\n";
    for (size_t n = 1;; n++) {
        struct check_failing failing = {.fail_at = n};
        struct rq_alloc alloc = {check_failing_realloc, &failing};
        struct rq_arena arena = {.alloc = &alloc};
        struct rq_table table;
        struct rq_error err;
        bool fine = read_text(csv, sizeof csv - 1, &arena, &table, &err);
        rq_arena_free(&arena);
        CHECK_INT(failing.live_blocks, 0);
        CHECK(fine || err.code == RQ_NO_MEMORY);
        if (failing.calls < n)
            break;
    }
}

TESTS(test_read, test_quotes, test_refusals, test_write, test_one_column, test_any_bytes,
      test_memory)
