/* 2DA V2.b and V2.0: bytes by hand from docs/formats/twoda.md. */
#include "tables.h"

#include <reliquary/twoda.h>

/* Columns a and B, rows "0" and "x y": one, empty; two, one. The offsets, the size and the texts
 * are the caller's. */
static void put_head(struct made *m)
{
    m->size = 0;
    put_text(m, "2DA V2.b\n", 9);
    put_text(m, "a\tB\t", 5); /* with the NUL */
    put32(m, 2);
    put_text(m, "0\tx y\t", 6);
}

static void put_grid(struct made *m, int a, int b, int c, int d, int size)
{
    put_head(m);
    put16(m, a);
    put16(m, b);
    put16(m, c);
    put16(m, d);
    put16(m, size);
}

static void put_raw(struct made *m, const char *bytes, size_t size)
{
    memcpy(m->data + m->size, bytes, size);
    m->size += size;
}

static void make_binary(struct made *m)
{
    put_grid(m, 0, 4, 5, 0, 9);
    put_raw(m, "one\0\0two", 9);
}

static struct rq_bytes text_of(const char *text)
{
    return (struct rq_bytes){(const uint8_t *)text, strlen(text)};
}

static enum rq_twoda_layout layout_of(struct rq_bytes file)
{
    struct rq_doc *doc = read_as(file, "twoda");
    enum rq_twoda_layout layout = RQ_TWODA_UNSETTLED;
    if (doc && CHECK(rq_doc_settle(doc, NULL)))
        layout = ((struct rq_twoda *)rq_doc_root(doc, "twoda"))->layout;
    rq_doc_free(doc);
    check_round_trips(file, NULL, "twoda");
    return layout;
}

static bool cell_is(const struct rq_twoda *t, size_t row, const char *column, const char *text)
{
    const struct rq_bytes *cell = rq_twoda_cell(t, row, column);
    if (!cell)
        return false;
    return text ? cell->data && rq_same(*cell, text_of(text)) : !cell->data;
}

/* An image of the game's memory: NUL where files have tabs (docs/formats/twoda.md). */
static void test_memory_image(void)
{
    static struct made m;
    m.size = 0;
    put_text(&m, "2DA V2.b\n", 9);
    put_raw(&m, "label\0name\0", 12); /* and the NUL that ends the names */
    put32(&m, 2);
    put_raw(&m, "0\0x y\0", 6);
    for (int i = 0; i < 4; i++)
        put16(&m, i & 1 ? 4 : 0);
    put16(&m, 5);
    put_raw(&m, "one\0\0", 5);
    CHECK_INT(layout_of(made_bytes(&m)), RQ_TWODA_FIRST_USE);
    struct rq_doc *doc = read_as(made_bytes(&m), "twoda");
    REQUIRE(doc != NULL);
    const struct rq_twoda *t = rq_doc_root(doc, "twoda");
    CHECK(t->nul_columns && t->nul_labels && !t->open_columns);
    REQUIRE(t->column_count == 2 && t->row_count == 2);
    CHECK_MEM(t->columns[1].data, t->columns[1].size, "name", 4);
    CHECK_MEM(t->rows[1].label.data, t->rows[1].label.size, "x y", 3);
    CHECK(cell_is(t, 1, "label", "one") && cell_is(t, 1, "name", NULL));
    rq_doc_free(doc);
    check_truncations(made_bytes(&m), "twoda");
    check_flips(made_bytes(&m), "twoda", 2000);
    /* No tab is left in such an image, so these are not names: "n\tme" would be the number of rows. */
    m.data[16] = '\t';
    CHECK(rq_doc_read(made_bytes(&m), &(struct rq_options){.format = rq_format_by_name("twoda")},
                      NULL) == NULL);
    m.data[16] = 'a';
    /* Tabs behind the names and NUL behind the labels, and some of both. */
    m.data[14] = m.data[19] = '\t';
    check_round_trips(made_bytes(&m), NULL, "twoda");
    m.data[26] = '\t';
    refused(made_bytes(&m), RQ_CORRUPT, "some labels");
    /* One column without a tab behind it is none of these. */
    m.size = 0;
    put_text(&m, "2DA V2.b\na", 11);
    put32(&m, 1);
    put_text(&m, "0\t", 2);
    put16(&m, 0);
    put16(&m, 4);
    put_text(&m, "one", 4);
    check_round_trips(made_bytes(&m), NULL, "twoda");
    doc = read_as(made_bytes(&m), "twoda");
    REQUIRE(doc != NULL);
    t = rq_doc_root(doc, "twoda");
    CHECK(t->open_columns && !t->nul_columns && t->column_count == 1);
    rq_doc_free(doc);
}

/* As C reads them, %i: 010 is 8, 08 is 0, and 07 is 7 either way. */
static void test_octal(void)
{
    static const struct {
        const char *cell;
        size_t found;
    } cases[] = {{"010", 1}, {"-012", 1}, {"08", 1},   {"07", 0},   {"0", 0},   {"00", 0},
                 {"10", 0},  {"0x1", 0},  {"0.5", 0},  {"0110", 1}, {"01a", 0}, {"-", 0},
                 {"09", 1},  {"019", 1},  {"0190", 1}, {"0:", 0},   {"0/", 0},  {"00/", 0},
                 {"001", 0}, {"008", 1},  {"0011", 1}, {"01:", 0},  {"+01", 0}, {"+011", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct made m;
        int size = (int)strlen(cases[i].cell) + 1;
        put_grid(&m, 0, 0, 0, 0, size);
        put_raw(&m, cases[i].cell, (size_t)size);
        check_note("%s", cases[i].cell);
        CHECK_INT(count_found(made_bytes(&m), "twoda", "twoda-octal"), cases[i].found);
    }
    check_note(" ");
    /* In a text file they are decimal. */
    CHECK_INT(count_found(text_of("2DA V2.0\n\na\n0 010\n"), "twoda", "twoda-octal"), 0);
}

static void test_values(void)
{
    static struct made m;
    make_binary(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "twoda");
    REQUIRE(doc != NULL);
    const struct rq_twoda *t = rq_doc_root(doc, "twoda");
    const struct rq_finding *findings;
    CHECK_INT(t->form, RQ_TWODA_BINARY);
    REQUIRE(t->column_count == 2 && t->row_count == 2);
    CHECK_MEM(t->columns[1].data, t->columns[1].size, "B", 1);
    CHECK_MEM(t->rows[1].label.data, t->rows[1].label.size, "x y", 3);
    CHECK(cell_is(t, 0, "A", "one"));
    CHECK(cell_is(t, 0, "b", NULL));
    CHECK(cell_is(t, 1, "a", "two"));
    CHECK(cell_is(t, 1, "B", "one"));
    CHECK(rq_twoda_cell(t, 2, "a") == NULL && rq_twoda_cell(t, 0, "c") == NULL);
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    struct rq_out json = json_of(doc);
    CHECK_STR((char *)json.data, "{\n  \"format\": \"twoda\",\n  \"version\": 1,\n"
                                 "  \"form\": \"binary\",\n  \"layout\": \"first_use\",\n"
                                 "  \"columns\": [\"a\", \"B\"],\n  \"rows\": [\n"
                                 "    {\"label\": \"0\", \"cells\": [\"one\", null]},\n"
                                 "    {\"label\": \"x y\", \"cells\": [\"two\", \"one\"]}\n"
                                 "  ]\n}\n");
    rq_out_free(&json);
    rq_doc_free(doc);
}

static void test_binary_layouts(void)
{
    static struct made m;
    make_binary(&m);
    CHECK_INT(layout_of(made_bytes(&m)), RQ_TWODA_FIRST_USE);
    m.data[m.size - 11] = 0; /* the size is not told */
    CHECK_INT(layout_of(made_bytes(&m)), RQ_TWODA_FIRST_USE);
    CHECK_INT(count_found(made_bytes(&m), "twoda", "twoda-wrong-data-size"), 0);
    m.data[m.size - 11] = 8; /* or is wrong */
    CHECK_INT(layout_of(made_bytes(&m)), RQ_TWODA_EXPLICIT);
    CHECK_INT(count_found(made_bytes(&m), "twoda", "twoda-wrong-data-size"), 1);
    put_grid(&m, 4, 8, 0, 4, 0); /* the order of a hash table */
    put_raw(&m, "two\0one\0", 9);
    CHECK_INT(layout_of(made_bytes(&m)), RQ_TWODA_POOL);
    put_grid(&m, 0, 9, 5, 0, 10); /* of two empty texts the second is used */
    put_raw(&m, "one\0\0two\0", 10);
    CHECK_INT(layout_of(made_bytes(&m)), RQ_TWODA_EXPLICIT);
    put_grid(&m, 0, 4, 5, 0, 13); /* a text that nobody needs */
    put_raw(&m, "one\0\0two\0old", 13);
    CHECK_INT(layout_of(made_bytes(&m)), RQ_TWODA_POOL);
    put_grid(&m, 0, 4, 5, 9, 13); /* one text twice */
    put_raw(&m, "one\0\0two\0one", 13);
    CHECK_INT(layout_of(made_bytes(&m)), RQ_TWODA_EXPLICIT);
    put_grid(&m, 0, 3, 1, 2, 4); /* ends of texts as texts */
    put_raw(&m, "one", 4);
    CHECK_INT(layout_of(made_bytes(&m)), RQ_TWODA_EXPLICIT);
    put_grid(&m, 0, 4, 5, 0, 10); /* a byte behind the last NUL */
    put_raw(&m, "one\0\0two\0\xAA", 10);
    CHECK_INT(layout_of(made_bytes(&m)), RQ_TWODA_EXPLICIT);
    m.size = 0; /* no tab behind the last column, no rows */
    put_raw(&m, "2DA V2.b\na\tb\0\0\0\0\0\0", 19);
    CHECK_INT(layout_of(made_bytes(&m)), RQ_TWODA_FIRST_USE);
    m.size = 0; /* nothing at all */
    put_raw(&m, "2DA V2.b\n\0\0\0\0\0\0\0", 16);
    CHECK_INT(layout_of(made_bytes(&m)), RQ_TWODA_FIRST_USE);
    m.size = 0; /* rows without columns, one of them without a label */
    put_raw(&m, "2DA V2.b\n\0\2\0\0\0a\t\t\0\0", 19);
    CHECK_INT(layout_of(made_bytes(&m)), RQ_TWODA_FIRST_USE);
}

static void test_binary_refused(void)
{
    static struct made m;
    make_binary(&m);
    m.data[8] = '\r';
    refused(made_bytes(&m), RQ_CORRUPT, "line feed");
    make_binary(&m);
    set32(&m, 14, 0xFFFFFFFF);
    refused(made_bytes(&m), RQ_TRUNCATED, "row_count");
    set32(&m, 14, 0x40000000);
    refused(made_bytes(&m), RQ_TRUNCATED, "row_count");
    put_grid(&m, 0, 9, 5, 0, 9); /* just behind the end */
    put_raw(&m, "one\0\0two", 9);
    refused(made_bytes(&m), RQ_CORRUPT, "rows[0]");
    put_grid(&m, 0, 4, 5, 0xFFFF, 9);
    put_raw(&m, "one\0\0two", 9);
    refused(made_bytes(&m), RQ_CORRUPT, "rows[1]");
    put_grid(&m, 0, 4, 5, 0, 8); /* the last text has no NUL */
    put_raw(&m, "one\0\0two", 8);
    refused(made_bytes(&m), RQ_CORRUPT, "no end");
    m.size = 0;
    put_raw(&m, "2DA V2.b\nabc\tdef", 16);
    refused(made_bytes(&m), RQ_TRUNCATED, "columns");
    m.size = 0;
    put_raw(&m, "2DA V2.b\n\0\1\0\0\0abc", 17);
    refused(made_bytes(&m), RQ_TRUNCATED, "label");
    struct rq_error err = {0};
    struct rq_options options = {.format = rq_format_by_name("twoda")};
    CHECK(rq_doc_read(text_of("2DA V1.0\n\nabc"), &options, &err) == NULL);
    CHECK_INT(err.code, RQ_UNSUPPORTED);
    CHECK_INT(err.offset, 4);
    /* 10,000 cells, each of them the same text of 20,000 bytes. */
    m.size = 0;
    put_raw(&m, "2DA V2.b\na\t\0\x10\x27\0\0", 16);
    for (int i = 0; i < 10000; i++)
        put8(&m, '\t');
    put_zeros(&m, 20000 + 2);
    memset(m.data + m.size, 'x', 20000);
    m.size += 20000;
    put8(&m, 0);
    refused(made_bytes(&m), RQ_LIMIT, "exceed the file");
}

/* ---- text ---- */

static const char by_hand[] = "2DA V2.0  \r\n DEFAULT: \"no thing\"\r\n\r\n\tA b\tC\r\n"
                              "0 **** \"****\" \"\"\r\n\r\n"
                              "1\t\"x \t y\" z\"z \"plain\" more\r\n"
                              "  two\r\n3 \"open  \r\n4 \"a\"\"b\"c";

static void test_text(void)
{
    struct rq_doc *doc = read_as(text_of(by_hand), "twoda");
    REQUIRE(doc != NULL);
    const struct rq_twoda *t = rq_doc_root(doc, "twoda");
    CHECK_INT(t->form, RQ_TWODA_TEXT);
    REQUIRE(t->column_count == 3 && t->row_count == 5);
    CHECK(t->has_default && t->fallback.cell_count == 1);
    CHECK_MEM(t->fallback.cells[0].data, t->fallback.cells[0].size, "no thing", 8);
    CHECK(cell_is(t, 0, "a", NULL));
    CHECK(cell_is(t, 0, "b", "****"));
    CHECK(cell_is(t, 0, "c", ""));
    CHECK(cell_is(t, 1, "a", "x \t y"));
    CHECK(cell_is(t, 1, "b", "z\"z"));
    CHECK(cell_is(t, 1, "c", "plain"));
    CHECK_INT(t->rows[1].cell_count, 4);
    CHECK_INT(t->rows[2].cell_count, 0);
    CHECK(cell_is(t, 2, "c", NULL));
    CHECK(cell_is(t, 3, "a", "open  "));
    CHECK(cell_is(t, 4, "a", "a") && cell_is(t, 4, "b", "b") && cell_is(t, 4, "c", "c"));
    rq_doc_free(doc);
    CHECK_INT(layout_of(text_of(by_hand)), RQ_TWODA_GAPS);
    CHECK_INT(count_found(text_of(by_hand), "twoda", "twoda-cell-count"), 3);
}

static void test_text_layouts(void)
{
    static const struct {
        const char *text;
        enum rq_twoda_layout layout;
    } cases[] = {
        {"2DA V2.0\n\n   a    long\n 0 x    **** \n10 \"a b\" \"\"   \n", RQ_TWODA_GAPS},
        {"2DA V2.0\n\n   a     long\n 0 x     ****\n10 \"a b\" \"\"  \n", RQ_TWODA_ALIGNED},
        {"2DA V2.0\r\nDEFAULT: 0\r\n  a\r\n0 x\r\n", RQ_TWODA_ALIGNED},
        {"2DA V2.0\n\n a b\n0 xx \"a b\"\n10 **** y\n", RQ_TWODA_BLANKS},
        {"2DA V2.0\n\n\ta\tb\n0\txx\t\"a b\"\n10\t****\ty\n", RQ_TWODA_TABS},
        {"2DA V2.0\n\n\ta\tb\n0\txx\ty", RQ_TWODA_GAPS}, /* no last line end */
        {"2DA V2.0\n\n\ta\tb\r\n0\txx\ty\n", RQ_TWODA_GAPS},
        {"2DA V2.0\nDEFAULT:x\n\ta\n0\t1\n", RQ_TWODA_GAPS},
        {"2DA V2.0\nDefault\n\ta\n0\t1\n", RQ_TWODA_TABS},
        {"2DA V2.0", RQ_TWODA_GAPS},
        {"2DA V2.0 garbage \"a\n", RQ_TWODA_GAPS},
        {"2DA V2.0\ra\r0 1\r", RQ_TWODA_GAPS},
        {"2DA V2.0\n\"\n\"", RQ_TWODA_GAPS},
        {"2DA V2.0\n\n\t**** b\n**** c\n", RQ_TWODA_GAPS}, /* a column and a row called **** */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_note("%s", cases[i].text);
        CHECK_INT(layout_of(text_of(cases[i].text)), cases[i].layout);
    }
}

/* ---- from one to the other ---- */

static void test_forms(void)
{
    static struct made m;
    make_binary(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "twoda");
    REQUIRE(doc != NULL);
    struct rq_out text = converted(doc, "2da-text");
    CHECK_STR((char *)text.data, "2DA V2.0\n\n      a   B   \n    0 one ****\n\"x y\" two one \n");
    struct rq_out same = converted(doc, "2da-binary");
    CHECK_MEM(same.data, same.size - 1, m.data, m.size);
    struct rq_doc *other = read_as((struct rq_bytes){text.data, text.size - 1}, "twoda");
    REQUIRE(other != NULL);
    struct rq_out back = converted(other, "2da-binary");
    CHECK_MEM(back.data, back.size - 1, m.data, m.size);
    rq_out_free(&text);
    rq_out_free(&same);
    rq_out_free(&back);
    rq_doc_free(other);
    rq_doc_free(doc);
    /* Text with rows of all lengths: as many cells as there are columns. */
    doc = read_as(text_of("2DA V2.0\n\na b\n0\n1 x y z\n"), "twoda");
    REQUIRE(doc != NULL);
    back = converted(doc, "2da-binary");
    CHECK_MEM(back.data, back.size - 1,
              "2DA V2.b\na\tb\t\0\2\0\0\0000\t1\t\0\0\0\0\1\0\3\0\5\0\0x\0y", 37);
    rq_out_free(&back);
    rq_doc_free(doc);
    /* The form of the JSON alone. */
    struct rq_error err = {0};
    back = built_from("{\"format\":\"twoda\",\"version\":1,\"form\":\"text\",\"layout\":\"pool\","
                      "\"columns\":[\"a\"],\"rows\":[{\"label\":\"0\",\"cells\":[null]}]}",
                      &err);
    CHECK_MEM(back.data, back.size, "2DA V2.0\n\n  a   \n0 ****\n", 24);
    rq_out_free(&back);
}

/* What a form can't hold is refused. */
static void test_unwritable(void)
{
    static const char *const texts[] = {
        "\"form\":\"text\",\"columns\":[\"a\"],\"rows\":[{\"label\":\"0\",\"cells\":[\"x\\ny\"]}]",
        "\"form\":\"text\",\"columns\":[\"a\"],\"rows\":[{\"label\":\"0\",\"cells\":[\"\\\"\"]}]",
        "\"form\":\"text\",\"columns\":[\"a\"],\"rows\":[{\"label\":\"0\",\"cells\":[\"a \\\" b\"]}]",
        "\"form\":\"text\",\"columns\":[],\"rows\":[{\"label\":\"0\",\"cells\":[\"a\"]}]",
        "\"form\":\"text\",\"columns\":[\"Default\"],\"rows\":[]",
        "\"form\":\"text\",\"default\":[\"x\"],\"columns\":[\"a\"],\"rows\":[]",
        "\"form\":\"binary\",\"columns\":[\"a\\tb\"],\"rows\":[]",
        "\"form\":\"binary\",\"columns\":[\"a\\u0000b\"],\"rows\":[]",
        "\"form\":\"binary\",\"columns\":[\"a\"],\"rows\":[{\"label\":\"a\\tb\",\"cells\":[\"x\"]}]",
        "\"form\":\"binary\",\"columns\":[\"a\"],\"rows\":[{\"label\":\"a\",\"cells\":[\"\\u0000\"]}]",
        "\"form\":\"binary\",\"columns\":[],\"rows\":[],\"layout\":\"pool\",\"pool\":[\"\\u0000\"]",
        /* A column taken out of the header alone; a row with a cell too few. */
        "\"form\":\"binary\",\"columns\":[\"a\"],\"rows\":[{\"label\":\"0\",\"cells\":[\"x\",\"y\"]}]",
        "\"form\":\"binary\",\"columns\":[\"a\",\"b\"],\"rows\":[{\"label\":\"0\",\"cells\":[\"x\"]}]",
        "\"form\":\"wax\",\"columns\":[],\"rows\":[]",
        "\"form\":\"text\",\"layout\":\"gaps\",\"gaps\":[\"\\n\"],\"quoted\":[0]",
        "\"default\":[]",
        "\"layout\":\"mosaic\"",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        not_built("twoda", texts[i]);
}

/* 65,535 bytes of texts fit, one more does not. */
static void test_full(void)
{
    for (size_t size = 65534; size <= 65535; size++) {
        struct rq_out json = {0};
        struct rq_error err = {0};
        rq_putf(&json,
                "{\"format\":\"twoda\",\"version\":1,\"form\":\"binary\",\"columns\":[\"a\"],"
                "\"rows\":[{\"label\":\"0\",\"cells\":[\"");
        for (size_t i = 0; i < size; i++)
            rq_put8(&json, 'x');
        rq_putf(&json, "\"]}]}");
        rq_put8(&json, 0);
        struct rq_out out = built_from((char *)json.data, &err);
        CHECK_INT(err.code, size == 65534 ? RQ_OK : RQ_LIMIT);
        rq_out_free(&out);
        rq_out_free(&json);
    }
}

/* 3,000 columns and 3,000 short rows: nobody needs nine million cells. */
static void test_wide(void)
{
    struct rq_out text = {0}, out = {0};
    rq_putf(&text, "2DA V2.0\n\n");
    for (int i = 0; i < 3000; i++)
        rq_putf(&text, " c");
    for (int i = 0; i < 3000; i++)
        rq_putf(&text, "\n%d", i);
    struct rq_doc *doc = read_as(rq_out_bytes(&text), "twoda");
    REQUIRE(doc != NULL);
    static const char *const kinds[] = {"csv", "2da-binary"};
    for (size_t i = 0; i < 2; i++) {
        struct rq_error err = {0};
        struct rq_convert_options how = {.to = kinds[i], .name = "x.2da"};
        CHECK(!rq_doc_convert(doc, &how, to_nowhere, NULL, &err));
        CHECK_INT(err.code, RQ_LIMIT);
        CHECK_INT(err.offset, 0);
    }
    rq_doc_free(doc);
    rq_out_free(&out);
    rq_out_free(&text);
    /* One cell of 60,000 bytes does not make 1,000 rows as wide. */
    rq_putf(&text, "2DA V2.0\n\n a b\n0 ");
    for (int i = 0; i < 60000; i++)
        rq_put8(&text, 'x');
    for (int i = 0; i < 1000; i++)
        rq_putf(&text, "\n%d y z", i);
    doc = read_as(rq_out_bytes(&text), "twoda");
    REQUIRE(doc != NULL);
    ((struct rq_twoda *)rq_doc_root(doc, "twoda"))->layout = RQ_TWODA_ALIGNED;
    struct rq_error err = {0};
    CHECK(rq_doc_write(doc, &out, &err));
    CHECK(out.size < 2 * text.size);
    rq_doc_free(doc);
    rq_out_free(&out);
    rq_out_free(&text);
}

/* ---- as a table ---- */

static void test_table(void)
{
    static struct made m;
    struct rq_error err;
    make_binary(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "twoda");
    REQUIRE(doc != NULL);
    const struct rq_twoda *t = rq_doc_root(doc, "twoda");
    struct rq_out csv = converted(doc, "csv");
    CHECK_STR((char *)csv.data, ",a,B\r\n0,one,\r\nx y,two,one\r\n");
    CHECK(put_csv(doc, (char *)csv.data, &err));
    CHECK(writes_same(doc, made_bytes(&m), false));
    rq_out_free(&csv);
    /* Without labels, as xoreos-tools has it; stars are nothing. */
    CHECK(put_csv(doc, "a,B\none,****\ntwo,one\n", &err));
    CHECK(writes_same(doc, made_bytes(&m), false));
    /* A row and a column more. */
    CHECK(put_csv(doc, "a,B,new\none,,1\n,one,2\n3,4,\xC3\xA9\n", &err));
    CHECK_INT(t->row_count, 3);
    CHECK_MEM(t->rows[1].label.data, t->rows[1].label.size, "x y", 3);
    CHECK_MEM(t->rows[2].label.data, t->rows[2].label.size, "2", 1);
    CHECK(cell_is(t, 1, "a", NULL));
    CHECK(cell_is(t, 2, "new", "\xE9"));
    CHECK(!put_csv(doc, "a\n\xE4\xB8\xAD\n", &err));
    CHECK_INT(err.code, RQ_USAGE);
    CHECK_INT(err.offset, 0);
    CHECK_STR(err.where, "row 2");
    CHECK_INT(t->row_count, 3);
    rq_doc_free(doc);
    check_exhausted(made_bytes(&m), "twoda", "csv", "x.csv",
                    text_of(",a,B\n0,q,r\n1,s,t\n2,u,v\n"));
    check_exhausted(text_of(by_hand), "twoda", "2da-binary", "x.csv", text_of(",a\n0,q\n1,s\n"));
    check_exhausted(made_bytes(&m), "twoda", "2da-text", NULL, made_bytes(&m));
}

/* A cell of a text file changes; nothing else does. */
static void test_edit_text(void)
{
    struct rq_error err;
    struct rq_out out = {0};
    struct rq_doc *doc = read_as(text_of(by_hand), "twoda");
    REQUIRE(doc != NULL);
    struct rq_out csv = converted(doc, "csv");
    CHECK_STR((char *)csv.data, ",A,b,C\r\n0,,****,\r\n1,\"x \t y\",\"z\"\"z\",plain\r\n"
                                "two,,,\r\n3,\"open  \",,\r\n4,a,b,c\r\n");
    CHECK(put_csv(doc, (char *)csv.data, &err));
    CHECK(writes_same(doc, text_of(by_hand), false));
    rq_out_free(&csv);
    CHECK(put_csv(doc,
                  ",A,b,C\n0,,****,\n1,new one,\"z\"\"z\",plain\ntwo,,,\n3,\"open  \",,\n"
                  "4,a,b,c\n",
                  &err));
    CHECK(rq_doc_write(doc, &out, &err));
    rq_put8(&out, 0);
    CHECK(strstr((char *)out.data, "\r\n1\t\"new one\" z\"z \"plain\" more\r\n"));
    CHECK_INT(out.size, sizeof by_hand + 2);
    rq_out_free(&out);
    /* With another number of texts the gaps hold no more. */
    CHECK(put_csv(doc, ",A\n0,x\n", &err));
    CHECK(rq_doc_write(doc, &out, &err));
    rq_put8(&out, 0);
    CHECK_STR((char *)out.data, "2DA V2.0\r\nDEFAULT: \"no thing\"\r\n  A\r\n0 x\r\n");
    rq_out_free(&out);
    rq_doc_free(doc);
}

static void test_import(void)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_doc *doc =
        rq_doc_import(text_of(",a\n7,x\n"), rq_format_by_name("twoda"), NULL, &err);
    REQUIRE(doc && rq_doc_write(doc, &out, &err));
    CHECK_MEM(out.data, out.size,
              "2DA V2.b\na\t\0\1\0\0\0"
              "7\t\0\0\2\0x",
              24);
    rq_out_free(&out);
    rq_doc_free(doc);
    CHECK(rq_doc_import(text_of("\"x"), rq_format_by_name("twoda"), NULL, &err) == NULL);
}

static void test_names_twice(void)
{
    CHECK_INT(count_found(text_of("2DA V2.0\n\na b A\n"), "twoda", "twoda-duplicate-name"), 1);
    CHECK_INT(count_found(text_of("2DA V2.0\n\na b c\n"), "twoda", "twoda-duplicate-name"), 0);
}

/* Names of up to 63 bytes in up to 1024 columns are compared. */
static void test_names_limits(void)
{
    for (size_t size = 62; size <= 65; size++) {
        char text[300];
        snprintf(text, sizeof text, "2DA V2.0\n\n%0*d b %0*d\n", (int)size, 1, (int)size, 1);
        CHECK_INT(count_found(text_of(text), "twoda", "twoda-duplicate-name"), size < 64);
    }
    for (unsigned count = 1023; count <= 1025; count++) {
        struct rq_out text = {0};
        rq_put_str(&text, "2DA V2.0\n\nc1 ");
        for (unsigned i = 1; i < count; i++)
            rq_putf(&text, "c%u ", i);
        rq_put_str(&text, "\n");
        CHECK_INT(count_found(rq_out_bytes(&text), "twoda", "twoda-duplicate-name"), count <= 1024);
        rq_out_free(&text);
    }
}

/* The beginning of a column's name that is not there is said, up to 40 bytes; and the names that are. */
static void test_no_column(void)
{
    for (int size = 39; size <= 42; size++) {
        static struct made m;
        struct rq_error err = {0};
        char path[64], why[100];
        make_binary(&m);
        snprintf(path, sizeof path, "0/%0*d", size, 1);
        snprintf(why, sizeof why, "expected a column \"%.40s\", found none; there is a", path + 2);
        struct rq_doc *doc = read_as(made_bytes(&m), "twoda");
        REQUIRE(doc != NULL);
        CHECK(!rq_doc_set(doc, path, "x", &err));
        CHECK_STR(err.text, why);
        CHECK_INT(err.code, RQ_USAGE);
        CHECK_INT(err.offset, 0);
        rq_doc_free(doc);
    }
}

static void test_damage(void)
{
    static struct made m;
    make_binary(&m);
    check_truncations(made_bytes(&m), "twoda");
    check_flips(made_bytes(&m), "twoda", 2000);
    check_truncations(text_of(by_hand), "twoda");
    check_flips(text_of(by_hand), "twoda", 2000);
}

static void check_file(const char *name, struct rq_bytes bytes)
{
    check_round_trips(bytes, name, "twoda");
    CHECK_INT(layout_of(bytes), RQ_TWODA_FIRST_USE);
    /* To text, to binary: the same file. */
    struct rq_doc *doc = read_as(bytes, "twoda");
    REQUIRE(doc != NULL);
    struct rq_out text = converted(doc, "2da-text");
    struct rq_doc *other = read_as((struct rq_bytes){text.data, text.size - 1}, "twoda");
    if (CHECK(other != NULL)) {
        struct rq_out back = converted(other, "2da-binary");
        CHECK_MEM(back.data, back.size - 1, bytes.data, bytes.size);
        rq_out_free(&back);
    }
    rq_out_free(&text);
    rq_doc_free(other);
    rq_doc_free(doc);
}

static void test_corpus(void)
{
    NEEDS_CORPUS("kotor/2da");
    CHECK_INT(each_file("kotor/2da", check_file), 2);
}

TESTS(test_names_limits, test_no_column, test_values, test_memory_image, test_octal,
      test_binary_layouts, test_binary_refused, test_text, test_text_layouts, test_forms,
      test_unwritable, test_full, test_wide, test_table, test_edit_text, test_import,
      test_names_twice, test_damage, test_corpus)
