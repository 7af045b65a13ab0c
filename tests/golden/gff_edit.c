/* Editing a GFF: the bytes that follow from an edit are laid down by hand, after the rules in
 * docs/formats/gff.md; see gff_parts.h. */
#include "gff_parts.h"

static struct rq_gff_struct *root_of(struct rq_doc *doc)
{
    return ((struct rq_gff *)rq_doc_root(doc, "gff"))->root;
}

static struct rq_doc *open_file(const struct file *f)
{
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_read(bytes_of(f), NULL, &err);
    CHECK_STR(err.text, "");
    return doc;
}

static struct rq_doc *new_gff(void)
{
    struct rq_error err = {0};
    return rq_doc_new(rq_format_by_name("gff"), NULL, &err);
}

/* The document is this file now, and reads back as that. */
static void becomes(struct rq_doc *doc, const struct parts *p)
{
    struct file f = assemble(p);
    CHECK(writes_same(doc, bytes_of(&f), false));
    CHECK(writes_same(doc, bytes_of(&f), true));
}

static struct rq_doc *open_parts(const struct parts *p)
{
    struct file f = assemble(p);
    static struct file kept[8]; /* documents borrow their bytes */
    static size_t next;
    kept[next % 8] = f;
    return open_file(&kept[next++ % 8]);
}

/* ---- every type ---- */

static bool add_numbers(struct rq_doc *doc, struct rq_gff_struct *s, struct rq_error *err)
{
    return rq_gff_add_byte(doc, s, "Byte", 200, err) && rq_gff_add_char(doc, s, "Char", -5, err) &&
           rq_gff_add_word(doc, s, "Word", 65535, err) &&
           rq_gff_add_short(doc, s, "Short", -32768, err) &&
           rq_gff_add_dword(doc, s, "Dword", UINT32_MAX, err) &&
           rq_gff_add_int(doc, s, "Int", INT32_MIN, err) &&
           rq_gff_add_dword64(doc, s, "Dword64", UINT64_MAX, err) &&
           rq_gff_add_int64(doc, s, "Int64", INT64_MIN, err) &&
           rq_gff_add_float(doc, s, "Float", -2.5f, err) &&
           rq_gff_add_double(doc, s, "Double", 0.1, err);
}

static const float turn[4] = {0.0f, -0.0f, 1.0f, 0.0f};

static void fill_special(float special[3])
{
    special[0] = rq_f32_of(0x7FC00000);
    special[1] = rq_f32_of(0x7F800000);
    special[2] = rq_f32_of(0xFF800000);
}

static void test_add_every_type(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = new_gff();
    REQUIRE(doc != NULL);
    struct rq_gff_struct *s = root_of(doc), *inner, *element;
    float special[3];
    fill_special(special);
    CHECK(add_numbers(doc, s, &err));
    CHECK(rq_gff_add_string(doc, s, "String", "a\xE2\x82\xAC\"", &err));
    CHECK(rq_gff_add_resref(doc, s, "ResRef", "dan1", &err));
    CHECK(rq_gff_add_locstring(doc, s, "LocString", UINT32_MAX, &err));
    CHECK(rq_gff_add_string(doc, s, "LocString/0", "man", &err));
    CHECK(rq_gff_add_string(doc, s, "LocString/3", "femme", &err));
    CHECK(rq_gff_add_void(doc, s, "Void", (struct rq_bytes){(const uint8_t *)"\xDE\xAD", 2}, &err));
    CHECK(rq_gff_add_struct(doc, s, "Struct", 7, &inner, &err));
    CHECK(rq_gff_add_byte(doc, inner, "Byte", 1, &err));
    CHECK(rq_gff_add_list(doc, s, "List", &err));
    CHECK(rq_gff_add_struct(doc, s, "List/-", 9, &element, &err));
    CHECK(rq_gff_add_byte(doc, element, "Byte", 2, &err));
    CHECK(rq_gff_add_orientation(doc, s, "Orientation", turn, &err));
    CHECK(rq_gff_add_vector(doc, s, "Vector", special, &err));
    CHECK(rq_gff_add_strref(doc, s, "StrRef", 12345, &err));
    CHECK(rq_gff_add_locstring(doc, s, "SixteenLettersXX", 7, &err));
    CHECK_STR(err.text, "");
    CHECK(writes_same(doc, (struct rq_bytes){all_types, sizeof all_types}, false));
    struct rq_gff *gff = rq_doc_root(doc, "gff");
    CHECK_INT(gff->struct_count, 3);
    CHECK_INT(gff->field_count, 22);
    rq_doc_free(doc);
}

static void test_get_numbers(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_read((struct rq_bytes){all_types, sizeof all_types}, NULL, &err);
    REQUIRE(doc != NULL);
    struct rq_gff_struct *s = root_of(doc);
    uint8_t byte = 0;
    int8_t character = 0;
    uint16_t word = 0;
    int16_t half = 0;
    uint32_t dword = 0, strref = 0;
    int32_t number = 0;
    uint64_t dword64 = 0;
    int64_t int64 = 0;
    float real = 0, four[4], three[3];
    double wide = 0;
    CHECK(rq_gff_get_byte(doc, s, "Byte", &byte, &err) && byte == 200);
    CHECK(rq_gff_get_byte(doc, s, "Struct/Byte", &byte, &err) && byte == 1);
    CHECK(rq_gff_get_byte(doc, s, "List/0/Byte", &byte, &err) && byte == 2);
    CHECK(rq_gff_get_char(doc, s, "Char", &character, &err) && character == -5);
    CHECK(rq_gff_get_word(doc, s, "Word", &word, &err) && word == 65535);
    CHECK(rq_gff_get_short(doc, s, "Short", &half, &err) && half == -32768);
    CHECK(rq_gff_get_dword(doc, s, "Dword", &dword, &err) && dword == UINT32_MAX);
    CHECK(rq_gff_get_int(doc, s, "Int", &number, &err) && number == INT32_MIN);
    CHECK(rq_gff_get_dword64(doc, s, "Dword64", &dword64, &err) && dword64 == UINT64_MAX);
    CHECK(rq_gff_get_int64(doc, s, "Int64", &int64, &err) && int64 == INT64_MIN);
    CHECK(rq_gff_get_float(doc, s, "Float", &real, &err) && rq_bits_of(real) == 0xC0200000);
    CHECK(rq_gff_get_double(doc, s, "Double", &wide, &err));
    CHECK_MEM(&wide, 8, all_types + 676 + 16, 8);
    CHECK(rq_gff_get_float(doc, s, "Orientation/2", &real, &err) && rq_bits_of(real) == 0x3F800000);
    CHECK(rq_gff_get_orientation(doc, s, "Orientation", four, &err));
    CHECK_MEM(four, 16, all_types + 676 + 78, 16);
    CHECK(rq_gff_get_vector(doc, s, "Vector", three, &err));
    CHECK_MEM(three, 12, all_types + 676 + 94, 12);
    CHECK(rq_gff_get_strref(doc, s, "StrRef", &strref, &err) && strref == 12345);
    CHECK(rq_gff_get_strref(doc, s, "SixteenLettersXX/strref", &strref, &err) && strref == 7);
    CHECK_STR(err.text, "");
    rq_doc_free(doc);
}

static void test_get_the_rest(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_read((struct rq_bytes){all_types, sizeof all_types}, NULL, &err);
    REQUIRE(doc != NULL);
    struct rq_gff_struct *s = root_of(doc), *found = NULL;
    struct rq_out text = {0};
    const struct rq_gff_locstring *loc = NULL;
    struct rq_bytes bytes = {0};
    uint32_t count = 0;
    CHECK(rq_gff_get_string(doc, s, "String", &text, &err));
    CHECK_STR((char *)text.data, "a\xE2\x82\xAC\"");
    CHECK_INT(text.size, 5); /* without its NUL */
    CHECK(rq_gff_get_resref(doc, s, "ResRef", &text, &err));
    CHECK(rq_gff_get_string(doc, s, "LocString/3", &text, &err));
    CHECK_STR((char *)text.data, "a\xE2\x82\xAC\"dan1femme");
    CHECK(rq_gff_get_locstring(doc, s, "LocString", &loc, &err));
    CHECK(loc && loc->count == 2 && loc->texts[1].id == 3);
    CHECK(rq_gff_get_void(doc, s, "Void", &bytes, &err));
    CHECK_MEM(bytes.data, bytes.size, "\xDE\xAD", 2);
    CHECK(rq_gff_get_struct(doc, s, "", &found, &err) && found == s);
    CHECK(rq_gff_get_struct(doc, s, "Struct", &found, &err) && found->id == 7);
    CHECK(rq_gff_get_struct(doc, s, "List/0", &found, &err) && found->id == 9);
    CHECK(rq_gff_get_list(doc, s, "List", &found, &count, &err) && count == 1 && found->id == 9);
    CHECK_STR(err.text, "");
    rq_out_free(&text);
    rq_doc_free(doc);
}

/* A document of the same fields with other values becomes all_types. */
static void test_set_every_type(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_read((struct rq_bytes){all_types, sizeof all_types}, NULL, &err);
    REQUIRE(doc != NULL);
    struct rq_gff_struct *s = root_of(doc);
    const struct rq_bytes none = {0};
    const float zeros[4] = {0};
    float special[3];
    fill_special(special);
    for (int pass = 0; pass < 2; pass++) {
        CHECK(rq_gff_set_byte(doc, s, "Byte", pass ? 200 : 0, &err));
        CHECK(rq_gff_set_char(doc, s, "Char", pass ? -5 : 5, &err));
        CHECK(rq_gff_set_word(doc, s, "Word", pass ? 65535 : 0, &err));
        CHECK(rq_gff_set_short(doc, s, "Short", pass ? -32768 : 32767, &err));
        CHECK(rq_gff_set_dword(doc, s, "Dword", pass ? UINT32_MAX : 0, &err));
        CHECK(rq_gff_set_int(doc, s, "Int", pass ? INT32_MIN : INT32_MAX, &err));
        CHECK(rq_gff_set_dword64(doc, s, "Dword64", pass ? UINT64_MAX : 0, &err));
        CHECK(rq_gff_set_int64(doc, s, "Int64", pass ? INT64_MIN : INT64_MAX, &err));
        CHECK(rq_gff_set_float(doc, s, "Float", pass ? -2.5f : 0.0f, &err));
        CHECK(rq_gff_set_double(doc, s, "Double", pass ? 0.1 : 0.0, &err));
        CHECK(rq_gff_set_string(doc, s, "String", pass ? "a\xE2\x82\xAC\"" : "", &err));
        CHECK(rq_gff_set_resref(doc, s, "ResRef", pass ? "dan1" : "sixteen_letters_", &err));
        CHECK(rq_gff_set_string(doc, s, "LocString/3", pass ? "femme" : "", &err));
        CHECK(rq_gff_set_strref(doc, s, "LocString/strref", pass ? UINT32_MAX : 3, &err));
        CHECK(rq_gff_set_void(
            doc, s, "Void", pass ? (struct rq_bytes){(const uint8_t *)"\xDE\xAD", 2} : none, &err));
        CHECK(rq_gff_set_orientation(doc, s, "Orientation", pass ? turn : zeros, &err));
        CHECK(rq_gff_set_vector(doc, s, "Vector", pass ? special : zeros, &err));
        CHECK(rq_gff_set_float(doc, s, "Vector/2", pass ? special[2] : 1.0f, &err));
        CHECK(rq_gff_set_strref(doc, s, "StrRef", pass ? 12345 : 0, &err));
        CHECK(rq_gff_set_id(doc, s, "", pass ? UINT32_MAX : 0, &err));
        CHECK(rq_gff_set_id(doc, s, "List/0", pass ? 9 : 0, &err));
        CHECK_STR(err.text, "");
        struct rq_out out = {0};
        CHECK(rq_doc_write(doc, &out, &err));
        CHECK((out.size == sizeof all_types && memcmp(out.data, all_types, out.size) == 0) == pass);
        rq_out_free(&out);
    }
    rq_doc_free(doc);
}

/* ---- one small edit, and all bytes that follow from it ---- */

/* C of the small tree is field 9: its data word. */
static void test_set_number(void)
{
    uint32_t fields[10][3];
    struct parts p = depth_first;
    struct rq_doc *doc = open_parts(&depth_first);
    memcpy(fields, depth_fields, sizeof fields);
    fields[9][2] = 250;
    p.fields = (const uint32_t(*)[3])fields;
    REQUIRE(doc != NULL);
    CHECK(rq_gff_set_byte(doc, root_of(doc), "C", 250, NULL));
    becomes(doc, &p);
    rq_doc_free(doc);
}

/* X grows by two bytes: Y moves. */
static void test_set_string(void)
{
    static const uint8_t data[] = {W(3), 'x', 0xE9, 'z', W(1), 'x'};
    uint32_t fields[10][3];
    struct parts p = depth_first;
    struct rq_doc *doc = open_parts(&depth_first);
    memcpy(fields, depth_fields, sizeof fields);
    fields[8][2] = 7;
    p.fields = (const uint32_t(*)[3])fields;
    p.data = data, p.data_size = sizeof data;
    REQUIRE(doc != NULL);
    CHECK(rq_gff_set_string(doc, root_of(doc), "B/X", "x\xC3\xA9z", NULL));
    becomes(doc, &p);
    rq_doc_free(doc);
}

/* A: e0, new { P: 9 }, e1. The new struct is number 3, its field number 4; s becomes struct 5, and
 * everything behind moves by one. */
static void test_insert(void)
{
    static const uint32_t structs[][3] = {{ID, 0, 3}, {10, 12, 2}, {20, 3, 1},
                                          {12, 4, 1}, {11, 20, 2}, {30, 28, 2}};
    static const uint32_t fields[][3] = {{15, 0, 0}, {5, 1, 1},  {15, 2, 16}, {0, 3, 7},
                                         {5, 1, 9},  {5, 1, 2},  {15, 2, 24}, {14, 4, 5},
                                         {10, 5, 0}, {10, 6, 5}, {0, 7, 5}};
    static const uint32_t blocks[] = {0, 7, 10, /* */ 1, 2, /* */ 5, 6, /* */ 8, 9};
    static const uint32_t lists[] = {3, 1, 3, 4, /* */ 1, 2, /* */ 0};
    struct parts p = depth_first;
    struct rq_doc *doc = open_parts(&depth_first);
    struct rq_gff_struct *added = NULL;
    p.structs = structs, p.struct_count = COUNT(structs);
    p.fields = fields, p.field_count = COUNT(fields);
    p.blocks = blocks, p.lists = lists, p.list_count = COUNT(lists);
    REQUIRE(doc != NULL);
    CHECK(rq_gff_add_struct(doc, root_of(doc), "A/1", 12, &added, NULL));
    CHECK(rq_gff_add_int(doc, added, "P", 9, NULL));
    becomes(doc, &p);
    /* And out again. */
    CHECK(rq_gff_remove(doc, root_of(doc), "A/1", NULL));
    becomes(doc, &depth_first);
    rq_doc_free(doc);
}

/* The elements of A change places: e1 is struct 1 with fields 1 and 2, e0 struct 2, f0 struct 3. */
static void test_move_element(void)
{
    static const uint32_t structs[][3] = {
        {ID, 0, 3}, {11, 12, 2}, {10, 20, 2}, {20, 5, 1}, {30, 28, 2}};
    static const uint32_t fields[][3] = {{15, 0, 0},  {5, 1, 2}, {15, 2, 12}, {5, 1, 1},
                                         {15, 2, 16}, {0, 3, 7}, {14, 4, 4},  {10, 5, 0},
                                         {10, 6, 5},  {0, 7, 5}};
    static const uint32_t blocks[] = {0, 6, 9, 1, 2, 3, 4, 7, 8};
    static const uint32_t lists[] = {2, 1, 2, /* */ 0, /* */ 1, 3};
    struct parts p = depth_first;
    struct rq_doc *doc = open_parts(&depth_first);
    p.structs = structs, p.fields = fields, p.blocks = blocks, p.lists = lists;
    REQUIRE(doc != NULL);
    CHECK(rq_gff_move(doc, root_of(doc), "A/0", 1, NULL));
    becomes(doc, &p);
    CHECK(rq_gff_move(doc, root_of(doc), "A/1", 0, NULL));
    becomes(doc, &depth_first);
    rq_doc_free(doc);
}

/* B alone, then C first, then nothing: the word of a struct that has lost its fields is that of a
 * new one. */
static void test_remove_and_move_fields(void)
{
    static const uint32_t structs[][3] = {{ID, 0, 2}, {30, 8, 2}};
    static const uint32_t fields[][3] = {{14, 0, 1}, {10, 1, 0}, {10, 2, 5}, {0, 3, 5}};
    static const char *const labels[] = {"B", "X", "Y", "C"};
    static const uint32_t blocks[] = {0, 3, 1, 2};
    static const uint32_t moved_fields[][3] = {{0, 0, 5}, {14, 1, 1}, {10, 2, 0}, {10, 3, 5}};
    static const char *const moved_labels[] = {"C", "B", "X", "Y"};
    static const uint32_t moved_blocks[] = {0, 1, 2, 3};
    static const uint32_t empty[][3] = {{ID, UINT32_MAX, 0}};
    struct parts p = {"GFF ", structs, fields, labels,       two_x, blocks, NULL,
                      2,      4,       4,      sizeof two_x, 4,     0};
    struct rq_doc *doc = open_parts(&depth_first);
    REQUIRE(doc != NULL);
    CHECK(rq_gff_remove(doc, root_of(doc), "A", NULL));
    becomes(doc, &p);
    CHECK(rq_gff_move(doc, root_of(doc), "C", 0, NULL));
    p.fields = moved_fields, p.labels = moved_labels, p.blocks = moved_blocks;
    becomes(doc, &p);
    CHECK(rq_gff_remove(doc, root_of(doc), "B", NULL));
    CHECK(rq_gff_remove(doc, root_of(doc), "C", NULL));
    p = (struct parts){.type = "GFF ", .structs = empty, .struct_count = 1};
    becomes(doc, &p);
    struct rq_gff *gff = rq_doc_root(doc, "gff");
    CHECK_INT(gff->struct_count, 1);
    CHECK_INT(gff->field_count, 0);
    rq_doc_free(doc);
}

/* The offset of a struct that loses its only field is 0xFFFFFFFF, as that of a new one. */
static const uint32_t one_struct[][3] = {{ID, 0, 1}};

static void test_remove_only_field(void)
{
    static const uint32_t fields[][3] = {{0, 0, 5}};
    static const uint32_t empty[][3] = {{ID, UINT32_MAX, 0}};
    static const char *const labels[] = {"A"};
    struct parts p = {.type = "GFF ",
                      .structs = one_struct,
                      .fields = fields,
                      .labels = labels,
                      .struct_count = 1,
                      .field_count = 1,
                      .label_count = 1};
    struct rq_doc *doc = open_parts(&p);
    REQUIRE(doc != NULL);
    CHECK(rq_gff_remove(doc, root_of(doc), "A", NULL));
    p = (struct parts){.type = "GFF ", .structs = empty, .struct_count = 1};
    becomes(doc, &p);
    rq_doc_free(doc);
}

/* ---- locstrings ---- */

static const uint32_t loc_field[][3] = {{12, 0, 0}};
static const char *const loc_label[] = {"Name"};

static struct parts loc_parts(const uint8_t *data, size_t size)
{
    return (struct parts){"UTC ", one_struct, loc_field, loc_label, data, NULL, NULL,
                          1,      1,          1,         size,      0,    0};
}

static void test_locstring(void)
{
    static const uint8_t before[] = {W(18), W(ID), W(1), W(0), W(2), 'O', 'r'};
    /* English replaced, Polish in cp1250 and Japanese in cp932 added */
    static const uint8_t after[] = {W(38), W(7), W(3), W(0),   W(3), 'a',  'n', 0xE9,
                                    W(10), W(1), 0x9C, W(262), W(2), 0x82, 0xA0};
    static const uint8_t moved[] = {W(18), W(7), W(1), W(262), W(2), 0x82, 0xA0};
    struct parts p = loc_parts(before, sizeof before);
    struct rq_doc *doc = open_parts(&p);
    struct rq_error err = {0};
    REQUIRE(doc != NULL);
    struct rq_gff_struct *s = root_of(doc);
    CHECK(rq_gff_set_string(doc, s, "Name/0", "an\xC3\xA9", &err));
    CHECK(rq_gff_set_strref(doc, s, "Name/strref", 7, &err));
    CHECK(rq_gff_add_string(doc, s, "Name/10", "\xC5\x9B", &err));
    bool japanese = rq_gff_add_string(doc, s, "Name/262", "\xE3\x81\x82", &err);
    if (!japanese)
        SKIP("no code pages of Asia in this build");
    p = loc_parts(after, sizeof after);
    becomes(doc, &p);
    CHECK(rq_gff_move(doc, s, "Name/262", 0, &err));
    CHECK(rq_gff_remove(doc, s, "Name/10", &err));
    CHECK(rq_gff_remove(doc, s, "Name/0", &err));
    p = loc_parts(moved, sizeof moved);
    becomes(doc, &p);
    CHECK_STR(err.text, "");
    rq_doc_free(doc);
}

/* What the stated size says above the real one stays. */
static void test_excess(void)
{
    static const uint8_t before[] = {W(20), W(ID), W(1), W(0), W(2), 'O', 'r'};
    static const uint8_t after[] = {W(19), W(ID), W(1), W(0), W(1), 'O'};
    struct parts p = loc_parts(before, sizeof before);
    struct rq_doc *doc = open_parts(&p);
    REQUIRE(doc != NULL);
    CHECK(rq_gff_set_string(doc, root_of(doc), "Name/0", "O", NULL));
    p = loc_parts(after, sizeof after);
    becomes(doc, &p);
    rq_doc_free(doc);
}

/* ---- words with bits that no value has ---- */

static void test_unused_bits(void)
{
    static const uint32_t structs[][3] = {{ID, 0, 4}};
    static const char *const labels[] = {"B", "C", "W", "S"};
    static const uint32_t blocks[] = {0, 1, 2, 3};
    /* CHAR -128 that is filled with zeros; SHORT as usual */
    static const uint32_t before[][3] = {
        {0, 0, 0xDEAD0005}, {1, 1, 0x80}, {2, 2, 0x70001}, {3, 3, 1}};
    static const uint32_t after[][3] = {
        {0, 0, 0xDEAD0006}, {1, 1, 0xFD}, {2, 2, 0x7FFFF}, {3, 3, 0xFFFFFFFE}};
    struct parts p = {"GFF ", structs, before, labels, NULL, blocks, NULL, 1, 4, 4, 0, 4, 0};
    struct rq_doc *doc = open_parts(&p);
    REQUIRE(doc != NULL);
    struct rq_gff_struct *s = root_of(doc);
    CHECK(rq_gff_set_byte(doc, s, "B", 6, NULL));
    CHECK(rq_gff_set_char(doc, s, "C", -3, NULL));
    CHECK(rq_gff_set_word(doc, s, "W", 65535, NULL));
    CHECK(rq_gff_set_short(doc, s, "S", -2, NULL));
    p.fields = after;
    becomes(doc, &p);
    rq_doc_free(doc);
}

/* ---- layouts ---- */

/* The rule of grow (docs/formats/gff.md) for
 *   root { L: [ a { V: 1 } ], Z: 5 }  and  root { L: [ a { V: 1 }, b { V: 2, U: 3 } ], Z: 5 }
 * The list is extended in place; the root's pair comes last in the field indices. */
static void test_grow(void)
{
    /* In a flat tree grow looks like depth-first, so that M makes the difference: its root block
     * [0 2] is moved behind M's element. */
    static const uint32_t structs[][3] = {{ID, 16, 3}, {1, 1, 1}, {2, 8, 2}};
    static const uint32_t fields[][3] = {{15, 0, 0}, {0, 1, 1}, {15, 2, 8},
                                         {0, 1, 2},  {0, 3, 3}, {0, 4, 5}};
    static const char *const labels[] = {"L", "V", "M", "U", "Z"};
    static const uint32_t blocks[] = {0, 2, /* */ 3, 4, /* */ 0, 2, 5};
    static const uint32_t lists[] = {1, 1, /* */ 1, 2};
    /* L gets b { V: 4, U: 6 }: struct 2, fields 2 and 3; its block stands first */
    static const uint32_t more_structs[][3] = {{ID, 24, 3}, {1, 1, 1}, {7, 0, 2}, {2, 16, 2}};
    static const uint32_t more_fields[][3] = {{15, 0, 0},  {0, 1, 1}, {0, 1, 4}, {0, 2, 6},
                                              {15, 3, 12}, {0, 1, 2}, {0, 2, 3}, {0, 4, 5}};
    static const char *const more_labels[] = {"L", "V", "U", "M", "Z"};
    static const uint32_t more_blocks[] = {2, 3, /* */ 0, 4, /* */ 5, 6, /* */ 0, 4, 7};
    static const uint32_t more_lists[] = {2, 1, 2, /* */ 1, 3};
    struct parts p = {"UTM ", structs, fields, labels, NULL,          blocks,      lists,
                      3,      6,       5,      0,      COUNT(blocks), COUNT(lists)};
    struct rq_doc *doc = open_parts(&p);
    struct rq_gff_struct *added = NULL;
    REQUIRE(doc != NULL);
    CHECK(rq_gff_add_struct(doc, root_of(doc), "L/-", 7, &added, NULL));
    CHECK_INT(((struct rq_gff *)rq_doc_root(doc, "gff"))->layout, RQ_GFF_grow);
    CHECK(rq_gff_add_byte(doc, added, "V", 4, NULL));
    CHECK(rq_gff_add_byte(doc, added, "U", 6, NULL));
    p = (struct parts){"UTM ",
                       more_structs,
                       more_fields,
                       more_labels,
                       NULL,
                       more_blocks,
                       more_lists,
                       4,
                       8,
                       5,
                       0,
                       COUNT(more_blocks),
                       COUNT(more_lists)};
    becomes(doc, &p);
    rq_doc_free(doc);
}

/* Four zeros behind the last block of field data: no named layout has them. */
static void test_explicit(void)
{
    static const uint8_t data[] = {W(1), 'x', W(1), 'x', 0, 0, 0, 0};
    static const uint8_t same_size[] = {W(1), 'y', W(1), 'x', 0, 0, 0, 0};
    static const uint8_t longer[] = {W(2), 'y', 'y', W(1), 'x'};
    uint32_t fields[10][3];
    struct parts p = depth_first;
    p.data = data, p.data_size = sizeof data;
    struct rq_doc *doc = open_parts(&p);
    REQUIRE(doc != NULL);
    struct rq_gff *gff = rq_doc_root(doc, "gff");
    memcpy(fields, depth_fields, sizeof fields);
    fields[9][2] = 6;
    p.fields = (const uint32_t(*)[3])fields;
    CHECK(rq_gff_set_byte(doc, gff->root, "C", 6, NULL));
    CHECK_INT(gff->layout, RQ_GFF_EXPLICIT);
    becomes(doc, &p);
    CHECK(rq_gff_set_string(doc, gff->root, "B/X", "y", NULL));
    p.data = same_size;
    becomes(doc, &p);
    /* What no longer fits the places is laid out by the default of the type. */
    CHECK(rq_gff_set_string(doc, gff->root, "B/X", "yy", NULL));
    fields[8][2] = 6;
    p.data = longer, p.data_size = sizeof longer;
    becomes(doc, &p);
    CHECK_INT(gff->layout, RQ_GFF_depth_first);
    rq_doc_free(doc);
}

/* ---- copies ---- */

/* All of a file into a new document, which outlives the first. */
static void test_copy_all(void)
{
    struct rq_error err = {0};
    struct rq_doc *from = rq_doc_read((struct rq_bytes){all_types, sizeof all_types}, NULL, &err);
    struct rq_doc *doc = new_gff();
    REQUIRE(from && doc);
    CHECK(rq_gff_set_copy(doc, root_of(doc), "", from, root_of(from), "", &err));
    rq_doc_free(from);
    CHECK_STR(err.text, "");
    CHECK(writes_same(doc, (struct rq_bytes){all_types, sizeof all_types}, false));
    struct rq_gff *gff = rq_doc_root(doc, "gff");
    CHECK_INT(gff->struct_count, 3);
    CHECK_INT(gff->field_count, 22);
    rq_doc_free(doc);
}

/* e0 once more behind e1, as in test_insert but with all that is in it. */
static void test_copy_element(void)
{
    static const uint32_t structs[][3] = {{ID, 0, 3},  {10, 12, 2}, {20, 3, 1}, {11, 20, 2},
                                          {10, 28, 2}, {20, 8, 1},  {30, 36, 2}};
    static const uint32_t fields[][3] = {
        {15, 0, 0},  {5, 1, 1}, {15, 2, 16}, {0, 3, 7},  {5, 1, 2},  {15, 2, 24}, {5, 1, 1},
        {15, 2, 28}, {0, 3, 7}, {14, 4, 6},  {10, 5, 0}, {10, 6, 5}, {0, 7, 5}};
    static const uint32_t blocks[] = {0, 9, 12, 1, 2, 4, 5, 6, 7, 10, 11};
    static const uint32_t lists[] = {3, 1, 3, 4, /* */ 1, 2, /* */ 0, /* */ 1, 5};
    struct rq_error err = {0};
    struct parts p = depth_first;
    struct rq_doc *doc = open_parts(&depth_first);
    p.structs = structs, p.struct_count = COUNT(structs);
    p.fields = fields, p.field_count = COUNT(fields);
    p.blocks = blocks, p.block_count = COUNT(blocks);
    p.lists = lists, p.list_count = COUNT(lists);
    REQUIRE(doc != NULL);
    struct rq_gff *gff = rq_doc_root(doc, "gff");
    CHECK(rq_gff_add_copy(doc, gff->root, "A/-", doc, gff->root, "A/0", &err));
    CHECK_STR(err.text, "");
    becomes(doc, &p);
    CHECK_INT(gff->struct_count, 7);
    CHECK_INT(gff->field_count, 13);
    /* The copy is one: a change of it is not a change of e0. */
    CHECK(rq_gff_set_byte(doc, gff->root, "A/2/Q/0/R", 8, &err));
    uint8_t r = 0;
    CHECK(rq_gff_get_byte(doc, gff->root, "A/0/Q/0/R", &r, &err));
    CHECK_INT(r, 7);
    rq_doc_free(doc);
}

/* Text is converted: 0x82 is an e with an acute accent in cp437, 0xE9 in cp1252. Polish keeps its
 * page, bytes that are no text stay. */
static void test_copy_pages(void)
{
    static const uint32_t structs[][3] = {{ID, 0, 3}};
    static const uint32_t fields[][3] = {{10, 0, 0}, {12, 1, 5}, {13, 2, 35}};
    static const char *const labels[] = {"Tag", "Name", "Raw"};
    static const uint32_t blocks[] = {0, 1, 2};
    static const uint8_t dos[] = {W(1), 0x82,  W(26), W(ID), W(2), W(0), W(1),
                                  0x82, W(10), W(1),  0x9C,  W(1), 0x82};
    static const uint8_t windows[] = {W(1), 0xE9,  W(26), W(ID), W(2), W(0), W(1),
                                      0xE9, W(10), W(1),  0x9C,  W(1), 0x82};
    static const uint8_t greek[] = {W(1), 0xE0,  W(26), W(ID), W(2), W(0), W(1),
                                    0x82, W(10), W(1),  0x9C,  W(1), 0x82};
    struct rq_error err = {0};
    struct parts p = {"GFF ", structs, fields, labels,     dos, blocks, NULL,
                      1,      3,       3,      sizeof dos, 3,   0};
    struct file f = assemble(&p);
    struct rq_options page = {.codepage = RQ_CP437};
    struct rq_doc *from = rq_doc_read(bytes_of(&f), &page, &err), *doc = new_gff();
    REQUIRE(from && doc);
    CHECK(rq_gff_set_copy(doc, root_of(doc), "", from, root_of(from), "", &err));
    CHECK_STR(err.text, "");
    p.data = windows;
    becomes(doc, &p);
    rq_doc_free(from);
    /* 0xE0 is alpha: not in cp1252, and nothing changes. */
    p.data = greek;
    struct file g = assemble(&p);
    from = rq_doc_read(bytes_of(&g), &page, &err);
    REQUIRE(from != NULL);
    CHECK(!rq_gff_add_copy(doc, root_of(doc), "Inner", from, root_of(from), "", &err));
    CHECK_INT(err.code, RQ_USAGE);
    CHECK_INT(err.offset, 0);
    CHECK_STR(err.where, "Inner");
    CHECK_STR(err.text, "expected characters of cp1252, found U+03B1 at byte 0 of \"Tag\"");
    p.data = windows;
    becomes(doc, &p);
    rq_doc_free(from);
    rq_doc_free(doc);
}

/* Into a part of itself: what is copied is the tree before. */
static void test_copy_into_itself(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = open_parts(&depth_first);
    REQUIRE(doc != NULL);
    struct rq_gff *gff = rq_doc_root(doc, "gff");
    CHECK(rq_gff_add_copy(doc, gff->root, "A/0/Q/-", doc, gff->root, "", &err));
    CHECK(rq_gff_find(gff->root, "A/0/Q/1/C") != NULL);
    CHECK(rq_gff_find(gff->root, "A/0/Q/1/A/0/Q/0/R") != NULL);
    CHECK(rq_gff_find(gff->root, "A/0/Q/1/A/0/Q/1") == NULL);
    CHECK_INT(gff->struct_count, 10);
    CHECK_INT(gff->field_count, 20);
    /* And the root by a part of itself. */
    CHECK(rq_gff_set_copy(doc, gff->root, "", doc, gff->root, "B", &err));
    CHECK_INT(gff->struct_count, 1);
    CHECK_INT(gff->field_count, 2);
    CHECK_INT(gff->root->id, 30);
    CHECK_STR(err.text, "");
    rq_doc_free(doc);
}

/* A field of a struct as an element of a list, and an element as a field. */
static void test_copy_across(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = open_parts(&depth_first);
    REQUIRE(doc != NULL);
    struct rq_gff_struct *s = root_of(doc);
    CHECK(rq_gff_add_copy(doc, s, "A/0", doc, s, "B", &err));
    CHECK(rq_gff_find(s, "A/0/X") && rq_gff_find(s, "A/1/P"));
    CHECK(rq_gff_add_copy(doc, s, "B/E", doc, s, "A/1", &err));
    CHECK(rq_gff_find(s, "B/E")->type == RQ_GFF_STRUCT && rq_gff_find(s, "B/E/P"));
    CHECK(rq_gff_set_copy(doc, s, "B/X", doc, s, "B/Y", &err));
    CHECK(rq_gff_set_copy(doc, s, "A/1/Q", doc, s, "A", &err)); /* list by list */
    CHECK_INT(rq_gff_find(s, "A/1/Q")->size, 3);
    CHECK_STR(err.text, "");
    rq_doc_free(doc);
}

/* ---- paths ---- */

static const uint32_t odd_structs[][3] = {{ID, 0, 6}};
static const uint32_t odd_fields[][3] = {{0, 0, 1}, {0, 1, 2},  {0, 0, 3},
                                         {0, 2, 4}, {77, 3, 5}, {0, 4, 6}};
static const char *const odd_labels[] = {"S", "S#2", "a/b", "\xC4rger", ""};
static const uint32_t odd_blocks[] = {0, 1, 2, 3, 4, 5};
static const struct parts odd = {
    "GFF ", odd_structs, odd_fields, odd_labels, NULL, odd_blocks, NULL, 1, 6, 5, 0, 6, 0};

/* Labels that repeat, that look like one that repeats, that can't be named, that are not ASCII. */
static void test_odd_labels(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = open_parts(&odd);
    REQUIRE(doc != NULL);
    struct rq_gff_struct *s = root_of(doc);
    CHECK(rq_gff_find(s, "S") == &s->fields[0]);
    CHECK(rq_gff_find(s, "S#1") == &s->fields[0]);
    CHECK(rq_gff_find(s, "S#2") == &s->fields[1]); /* the label itself comes first */
    CHECK(rq_gff_find(s, "S#3") == NULL);
    CHECK(rq_gff_find(s, "\xC3\x84rger") == &s->fields[4]);
    CHECK(rq_gff_find(s, "\xC4rger") == NULL); /* broken UTF-8 */
    CHECK(rq_gff_find(s, "a/b") == NULL);
    CHECK(rq_gff_find(s, "") == NULL);
    CHECK(rq_gff_find(s, "/") == NULL);
    CHECK(rq_gff_find(s, "s") == NULL);
    CHECK(rq_gff_find(s, NULL) == NULL);
    CHECK(rq_gff_find(NULL, "S") == NULL);
    CHECK(rq_gff_has(s, "S") && rq_gff_has(s, "") && !rq_gff_has(s, "T") && !rq_gff_has(NULL, "S"));
    CHECK(rq_gff_add_byte(doc, s, "S#3", 9, &err));
    CHECK_STR(s->fields[6].label, "S");
    CHECK(rq_gff_add_byte(doc, s, "\xC3\x89t\xC3\xA9", 9, &err));
    CHECK_STR(s->fields[7].label, "\xC9t\xE9");
    /* A type that nobody knows can be copied and removed. */
    CHECK(rq_gff_add_copy(doc, s, "New", doc, s, "\xC3\x84rger", &err));
    CHECK_INT(s->fields[8].type, 77);
    CHECK_INT(s->fields[8].v.word, 5);
    CHECK(rq_gff_remove(doc, s, "\xC3\x84rger", &err));
    CHECK_STR(err.text, "");
    CHECK_INT(s->field_count, 8);
    rq_doc_free(doc);
}

static bool append_path(void *ctx, const struct rq_value *value)
{
    char *text = ctx;
    strcat(strcat(text, value->path), " ");
    return true;
}

/* The visitor's paths, with numbers for the labels that repeat. */
static void test_visited_paths(void)
{
    char text[512] = "";
    struct rq_doc *doc = open_parts(&depth_first);
    REQUIRE(doc != NULL);
    struct rq_gff_struct *s = root_of(doc);
    CHECK(rq_gff_add_byte(doc, s, "A/0/P#2", 1, NULL));
    CHECK(rq_gff_add_byte(doc, s, "A/0/P#3", 1, NULL));
    CHECK(rq_gff_add_locstring(doc, s, "\xC3\xA4", 7, NULL));
    CHECK(rq_gff_add_string(doc, s, "\xC3\xA4/2", "x", NULL));
    CHECK(rq_gff_add_vector(doc, s, "V", (float[3]){0}, NULL));
    CHECK(rq_doc_visit(doc, append_path, text, NULL));
    CHECK_STR(text,
              "A A/0 A/0/P A/0/Q A/0/Q/0 A/0/Q/0/R A/0/P#2 A/0/P#3 A/1 A/1/P A/1/Q B B/X B/Y C "
              "\xC3\xA4/strref \xC3\xA4/2 V/0 V/1 V/2 ");
    rq_doc_free(doc);
}

/* ---- refusals ---- */

static struct rq_doc *refusing;
static struct rq_out before;

/* The call failed with this, and the document is as it was. */
static void check_refused(bool done, struct rq_error *err, const char *where, const char *text)
{
    struct rq_out out = {0};
    CHECK(!done);
    CHECK_INT(err->code, RQ_USAGE);
    CHECK_INT(err->offset, 0);
    CHECK_STR(err->where, where);
    CHECK_STR(err->text, text);
    *err = (struct rq_error){0};
    CHECK(rq_doc_write(refusing, &out, err));
    CHECK_MEM(out.data, out.size, before.data, before.size);
    rq_out_free(&out);
}

static void open_refusing(void)
{
    struct rq_error err = {0};
    refusing = rq_doc_read((struct rq_bytes){all_types, sizeof all_types}, NULL, &err);
    before = (struct rq_out){0};
    CHECK(refusing && rq_doc_write(refusing, &before, &err));
}

static void close_refusing(void)
{
    rq_doc_free(refusing);
    rq_out_free(&before);
}

static void test_get_refusals(void)
{
    struct rq_error err = {0};
    uint8_t byte = 77;
    struct rq_out text = {0};
    struct rq_gff_struct *found = NULL;
    uint32_t ref = 77;
    open_refusing();
    struct rq_gff_struct *s = root_of(refusing);
    check_refused(rq_gff_get_byte(refusing, s, "None", &byte, &err), &err, "None",
                  "expected byte, found nothing");
    check_refused(rq_gff_get_byte(refusing, s, "Word", &byte, &err), &err, "Word",
                  "expected byte, found word");
    check_refused(rq_gff_get_byte(refusing, s, "List/0", &byte, &err), &err, "List/0",
                  "expected byte, found struct");
    check_refused(rq_gff_get_byte(refusing, s, "List/1", &byte, &err), &err, "List/1",
                  "expected byte, found nothing");
    check_refused(rq_gff_get_byte(refusing, s, "List/2", &byte, &err), &err, "List/2",
                  "expected an element \"2\", found a list of 1 elements");
    check_refused(rq_gff_get_byte(refusing, s, "List/1/Byte", &byte, &err), &err, "List/1/Byte",
                  "expected an element \"1\", found a list of 1 elements");
    check_refused(rq_gff_get_byte(refusing, s, "List/x/Byte", &byte, &err), &err, "List/x/Byte",
                  "expected an element \"x\", found a list of 1 elements");
    check_refused(rq_gff_get_byte(refusing, s, "None/Byte", &byte, &err), &err, "None/Byte",
                  "expected a field \"None\", found none");
    check_refused(rq_gff_get_byte(refusing, s, "Byte/x", &byte, &err), &err, "Byte/x",
                  "expected a struct or list that has \"x\", found byte");
    check_refused(rq_gff_get_byte(refusing, s, "LocString/0/x", &byte, &err), &err, "LocString/0/x",
                  "expected the id of a text or \"strref\", found \"0/x\"");
    check_refused(rq_gff_get_byte(refusing, s, "Vector/3", &byte, &err), &err, "Vector/3",
                  "expected 0 to 2, found \"3\"");
    check_refused(rq_gff_get_byte(refusing, s, "Vector/2", &byte, &err), &err, "Vector/2",
                  "expected byte, found a number of a vector");
    check_refused(rq_gff_get_byte(refusing, s, "Vector/2/1", &byte, &err), &err, "Vector/2/1",
                  "expected 0 to 2, found \"2/1\"");
    check_refused(rq_gff_get_string(refusing, s, "LocString", &text, &err), &err, "LocString",
                  "expected string, found locstring");
    check_refused(rq_gff_get_string(refusing, s, "LocString/2", &text, &err), &err, "LocString/2",
                  "expected string, found nothing");
    check_refused(rq_gff_get_resref(refusing, s, "String", &text, &err), &err, "String",
                  "expected resref, found string");
    check_refused(rq_gff_get_strref(refusing, s, "LocString", &ref, &err), &err, "LocString",
                  "expected strref, found locstring");
    check_refused(rq_gff_get_struct(refusing, s, "List", &found, &err), &err, "List",
                  "expected struct, found list");
    check_refused(rq_gff_get_byte(refusing, NULL, "Byte", &byte, &err), &err, "Byte",
                  "expected a struct and a path");
    CHECK_INT(byte, 77); /* untouched: nothing is not zero */
    CHECK_INT(ref, 77);
    CHECK_INT(text.size, 0);
    CHECK(found == NULL);
    close_refusing();
}

static void test_set_refusals(void)
{
    struct rq_error err = {0};
    open_refusing();
    struct rq_gff_struct *s = root_of(refusing);
    check_refused(rq_gff_set_byte(refusing, s, "Byte", 256, &err), &err, "Byte",
                  "expected byte (0 to 255), found 256");
    check_refused(rq_gff_set_byte(refusing, s, "Byte", -1, &err), &err, "Byte",
                  "expected byte (0 to 255), found -1");
    check_refused(rq_gff_set_char(refusing, s, "Char", 128, &err), &err, "Char",
                  "expected char (-128 to 127), found 128");
    check_refused(rq_gff_set_word(refusing, s, "Word", 65536, &err), &err, "Word",
                  "expected word (0 to 65535), found 65536");
    check_refused(rq_gff_set_short(refusing, s, "Short", -32769, &err), &err, "Short",
                  "expected short (-32768 to 32767), found -32769");
    check_refused(rq_gff_set_dword(refusing, s, "Dword", 4294967296, &err), &err, "Dword",
                  "expected dword (0 to 4294967295), found 4294967296");
    check_refused(rq_gff_set_int(refusing, s, "Int", 2147483648, &err), &err, "Int",
                  "expected int (-2147483648 to 2147483647), found 2147483648");
    check_refused(rq_gff_set_int(refusing, s, "Byte", 1, &err), &err, "Byte",
                  "expected int, found byte");
    check_refused(rq_gff_set_int(refusing, s, "New", 1, &err), &err, "New",
                  "expected int, found nothing");
    check_refused(rq_gff_set_resref(refusing, s, "ResRef", "seventeen_letters", &err), &err,
                  "ResRef", "expected resref (16 bytes at most), found 17");
    check_refused(rq_gff_set_string(refusing, s, "String", "a\xC5\x81", &err), &err, "String",
                  "expected characters of cp1252, found U+0141 at byte 1");
    check_refused(rq_gff_set_string(refusing, s, "String", "a\xC5", &err), &err, "String",
                  "expected UTF-8, found something else at byte 1");
    check_refused(rq_gff_set_string(refusing, s, "String", NULL, &err), &err, "String",
                  "expected a text, found NULL");
    check_refused(rq_gff_set_string(refusing, s, "LocString/3", "\xC5\x81", &err), &err,
                  "LocString/3", "expected characters of cp1252, found U+0141 at byte 0");
    check_refused(rq_gff_set_string(refusing, s, "LocString/2", "x", &err), &err, "LocString/2",
                  "expected string, found nothing");
    check_refused(rq_gff_set_id(refusing, s, "List", 1, &err), &err, "List",
                  "expected struct, found list");
    close_refusing();
}

static void test_add_refusals(void)
{
    struct rq_error err = {0};
    struct rq_gff_struct *added = (struct rq_gff_struct *)&err;
    const char *label =
        "expected a label of 1 to 16 bytes, or \"Label#2\" with one field \"Label\"";
    open_refusing();
    struct rq_gff_struct *s = root_of(refusing);
    check_refused(rq_gff_add_byte(refusing, s, "Byte", 1, &err), &err, "Byte",
                  "expected nothing, found byte");
    check_refused(rq_gff_add_byte(refusing, s, "Seventeen_letters", 1, &err), &err,
                  "Seventeen_letters", label);
    check_refused(rq_gff_add_byte(refusing, s, "Byte#3", 1, &err), &err, "Byte#3", label);
    check_refused(rq_gff_add_byte(refusing, s, "New#2", 1, &err), &err, "New#2", label);
    check_refused(rq_gff_add_byte(refusing, s, "Struct/", 1, &err), &err, "Struct/", label);
    check_refused(rq_gff_add_byte(refusing, s, "", 1, &err), &err, "",
                  "expected nothing, found struct");
    check_refused(rq_gff_add_byte(refusing, s, "New", 256, &err), &err, "New",
                  "expected byte (0 to 255), found 256");
    check_refused(rq_gff_add_byte(refusing, s, "New/Byte", 1, &err), &err, "New/Byte",
                  "expected a field \"New\", found none");
    check_refused(rq_gff_add_byte(refusing, s, "List/-", 1, &err), &err, "List/-",
                  "expected struct, found a value of another type for a list");
    check_refused(rq_gff_add_byte(refusing, s, "LocString/2", 1, &err), &err, "LocString/2",
                  "expected string, found a value of another type for a locstring");
    check_refused(rq_gff_add_string(refusing, s, "LocString/3", "x", &err), &err, "LocString/3",
                  "expected nothing, found a text of a locstring");
    check_refused(rq_gff_add_strref(refusing, s, "LocString/strref", 1, &err), &err,
                  "LocString/strref", "expected nothing, found the strref of a locstring");
    check_refused(rq_gff_add_resref(refusing, s, "New", "seventeen_letters", &err), &err, "New",
                  "expected resref (16 bytes at most), found 17");
    check_refused(rq_gff_add_struct(refusing, s, "List/2", 1, &added, &err), &err, "List/2",
                  "expected an element \"2\", found a list of 1 elements");
    CHECK(added == NULL);
    close_refusing();
}

static void test_other_refusals(void)
{
    struct rq_error err = {0};
    const char *parts = "expected a field, an element or a text, found ";
    char text[96];
    open_refusing();
    struct rq_gff_struct *s = root_of(refusing);
    snprintf(text, sizeof text, "%snothing", parts);
    check_refused(rq_gff_remove(refusing, s, "New", &err), &err, "New", text);
    check_refused(rq_gff_move(refusing, s, "List/1", 0, &err), &err, "List/1", text);
    snprintf(text, sizeof text, "%sstruct", parts);
    check_refused(rq_gff_remove(refusing, s, "", &err), &err, "", text);
    snprintf(text, sizeof text, "%sthe strref of a locstring", parts);
    check_refused(rq_gff_remove(refusing, s, "LocString/strref", &err), &err, "LocString/strref",
                  text);
    check_refused(rq_gff_move(refusing, s, "LocString/0", 2, &err), &err, "LocString/0",
                  "expected a place of 0 to 1, found 2");
    check_refused(rq_gff_set_copy(refusing, s, "Byte", refusing, s, "Word", &err), &err, "Byte",
                  "expected word, found byte");
    check_refused(rq_gff_set_copy(refusing, s, "New", refusing, s, "Word", &err), &err, "New",
                  "expected a field, found nothing");
    check_refused(rq_gff_set_copy(refusing, s, "Byte", refusing, s, "Struct", &err), &err, "Byte",
                  "expected struct, found byte");
    check_refused(rq_gff_add_copy(refusing, s, "New", refusing, s, "None", &err), &err, "None",
                  "expected a field or a struct, found nothing");
    check_refused(rq_gff_add_copy(refusing, s, "New", refusing, s, "LocString/0", &err), &err,
                  "LocString/0", "expected a field or a struct, found a text of a locstring");
    check_refused(rq_gff_add_copy(refusing, s, "List/-", refusing, s, "Word", &err), &err, "List/-",
                  "expected struct, found a value of another type for a list");
    struct rq_doc *erf = rq_doc_new(rq_format_by_name("erf"), NULL, &err);
    check_refused(rq_gff_remove(erf, s, "Byte", &err), &err, "Byte",
                  "expected a GFF document, found erf");
    check_refused(rq_gff_remove(NULL, s, "Byte", &err), &err, "Byte",
                  "expected a GFF document, found none");
    rq_doc_free(erf);
    close_refusing();
}

/* With an error already nothing is done, so that a run of edits can be checked once. */
static void test_sticky(void)
{
    struct rq_error err = {0};
    uint8_t byte = 77;
    open_refusing();
    struct rq_gff_struct *s = root_of(refusing);
    CHECK(!rq_gff_set_byte(refusing, s, "None", 1, &err));
    CHECK(!rq_gff_set_byte(refusing, s, "Byte", 1, &err));
    CHECK(!rq_gff_get_byte(refusing, s, "Byte", &byte, &err));
    CHECK_INT(byte, 77);
    check_refused(false, &err, "None", "expected byte, found nothing");
    close_refusing();
}

/* ---- limits ---- */

static void test_depth(void)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_doc *doc = new_gff();
    REQUIRE(doc != NULL);
    struct rq_gff_struct *s = root_of(doc), *deeper = NULL;
    for (int i = 0; i < 64 && CHECK(rq_gff_add_struct(doc, s, "S", 0, &deeper, &err)); i++)
        s = deeper;
    CHECK_INT(s->depth, 64);
    CHECK(!rq_gff_add_struct(doc, s, "S", 0, &deeper, &err));
    CHECK_INT(err.code, RQ_LIMIT);
    CHECK_INT(err.offset, 0);
    CHECK_STR(err.text, "expected structs at most 64 deep, found 65");
    err = (struct rq_error){0};
    CHECK(!rq_gff_add_copy(doc, root_of(doc), "T", doc, root_of(doc), "", &err));
    CHECK_INT(err.code, RQ_LIMIT);
    CHECK_INT(err.offset, 0);
    err = (struct rq_error){0};
    CHECK(rq_gff_add_copy(doc, root_of(doc), "T", doc, root_of(doc), "S", &err));
    CHECK(rq_doc_write(doc, &out, &err));
    CHECK_INT(rq_doc_verify(rq_out_bytes(&out), NULL, true, &err), RQ_IDENTICAL);
    CHECK_STR(err.text, "");
    rq_out_free(&out);
    rq_doc_free(doc);
}

/* A limit that was asked for holds; the one that guards against a hostile file does not count what
 * a caller adds. */
static void test_memory_limit(void)
{
    static uint8_t large[64 << 20];
    struct rq_error err = {0};
    struct file f = assemble(&depth_first);
    struct rq_options options = {.memory_limit = 1 << 20};
    struct rq_doc *doc = rq_doc_read(bytes_of(&f), &options, &err);
    REQUIRE(doc != NULL);
    struct rq_bytes bytes = {large, sizeof large};
    CHECK(!rq_gff_add_void(doc, root_of(doc), "Large", bytes, &err));
    CHECK_INT(err.code, RQ_LIMIT);
    CHECK_INT(err.offset, 0);
    becomes(doc, &depth_first);
    rq_doc_free(doc);
    err = (struct rq_error){0};
    doc = open_file(&f);
    REQUIRE(doc != NULL);
    CHECK(rq_gff_add_void(doc, root_of(doc), "Large", bytes, &err));
    CHECK_STR(err.text, "");
    rq_doc_free(doc);
}

TESTS(test_add_every_type, test_get_numbers, test_get_the_rest, test_set_every_type,
      test_set_number, test_set_string, test_insert, test_move_element, test_remove_and_move_fields,
      test_remove_only_field, test_locstring, test_excess, test_unused_bits, test_grow,
      test_explicit, test_copy_all, test_copy_element, test_copy_pages, test_copy_into_itself,
      test_copy_across, test_odd_labels, test_visited_paths, test_get_refusals, test_set_refusals,
      test_add_refusals, test_other_refusals, test_sticky, test_depth, test_memory_limit)
