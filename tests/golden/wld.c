/* WLD: bytes by hand from docs/formats/wld.md, whose numbers are those of the chapter "WLD World
 * Geometry" of the Redguard documents; with a corpus, against its ground truth. */
#include "redguard.h"

#include <reliquary/wld.h>

enum { WLD_SIZE = 263432 };

static uint8_t file[WLD_SIZE + 16];
static const struct rq_bytes whole = {file, WLD_SIZE};

/* The tables "Header", "Section headers" and "Footer", byte for byte. */
static void make_wld(void)
{
    static const uint32_t words[] = {16, 2, 2, 0, 0xA0, 1, 22, 263416};
    static const uint32_t offsets[] = {1184, 66742, 132300, 197858};
    static const uint8_t sections[4][22] = {{0x68, 0x08, 0, 0, 0, 0, 0x2E, 0x01, 0x00, 0x01},
                                            {0x38, 0x02, 0, 0, 0, 0, 0x2E, 0x01, 0x00, 0x01},
                                            {0x1C, 0x05, 0, 0, 0, 0, 0x2E, 0x01, 0x00, 0x01},
                                            {0x0A, 0x00, 0, 0, 0, 0, 0x2E, 0x01, 0x00, 0x01}};
    static const uint8_t footer[16] = {0x54, 0x55, 0x4C, 0x4F, 0x28, 0xC0, 0x43, 0x00,
                                       0xFF, 0xFF, 0xFF, 0xFF, 0x35, 0x37, 0x04, 0x00};
    memset(file, 0, sizeof file);
    for (size_t i = 0; i < 8; i++)
        rq_set32(file + i * 4, words[i]);
    rq_set32(file + 0xA0, 0x7F501E19);
    for (size_t i = 0; i < 4; i++) {
        rq_set32(file + 0x90 + i * 4, offsets[i]);
        memcpy(file + offsets[i], sections[i], 22);
        for (size_t k = 0; k < 16384; k++) {
            file[offsets[i] + 22 + k] = (uint8_t)(k * 7 + i);
            file[offsets[i] + 22 + 32768 + k] = (uint8_t)(k * 3 + i);
        }
    }
    memcpy(file + 263416, footer, 16);
}

static void test_values(void)
{
    make_wld();
    struct rq_doc *doc = read_as(whole, "wld");
    REQUIRE(doc != NULL);
    const struct rq_wld *wld = rq_doc_root(doc, "wld");
    const struct rq_finding *findings;
    static const unsigned first[] = {2152, 568, 1308, 10};
    CHECK_INT(wld->header.unknown_00, 16);
    CHECK_INT(wld->header.unknown_10, 160);
    CHECK_INT(wld->header.section_header_size, 22);
    CHECK_INT(wld->header.footer_offset, WLD_SIZE - 16);
    CHECK_INT(wld->header.section_offsets[3], 0x304E2);
    CHECK_INT(wld->header.unknown_a0, 2135957017);
    for (size_t i = 0; i < 4; i++) {
        const struct rq_wld_section *s = &wld->sections[i];
        CHECK_INT(s->header.unknown_00[0], first[i]);
        CHECK_INT(s->header.texbsi_file, 302);
        CHECK_INT(s->header.map_size, 256);
        CHECK_INT(s->maps[0][1], 7 + i);
        CHECK_INT(s->maps[2][16383], (16383 * 3 + i) & 0xFF);
        CHECK_INT(s->maps[1][100] | s->maps[3][100], 0);
    }
    CHECK_MEM(wld->footer.magic, 4, "TULO", 4);
    CHECK_INT(wld->footer.unknown_04, 0x0043C028);
    CHECK_INT(wld->footer.unknown_08, 0xFFFFFFFF);
    CHECK_INT(wld->footer.unknown_0c, 0x00043735);
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    rq_doc_free(doc);
}

static size_t findings_of(struct rq_bytes bytes)
{
    const struct rq_finding *findings;
    struct rq_doc *doc = read_as(bytes, "wld");
    size_t n = doc ? rq_doc_findings(doc, &findings) : SIZE_MAX;
    rq_doc_free(doc);
    return n;
}

static void test_round_trips(void)
{
    make_wld();
    check_round_trips(whole, "ISLAND.WLD", "wld");
    check_round_trips(whole, NULL, "wld");
    /* Numbers that the game does not read may be anything; it is kept, and found. */
    static const struct {
        size_t at;
        size_t findings;
    } odd[] = {{0x1C, 1},      {0x94, 1},      {1184 + 6, 1},
               {66742 + 8, 1}, {263416, 1},    {1184 + 22 + 16384 + 9, 1},
               {0, 0},         {0x20, 0},      {0xA4, 0},
               {1184, 0},      {1184 + 10, 0}, {263420, 0}};
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        make_wld();
        check_note("byte %zu", odd[i].at);
        file[odd[i].at] ^= 0x41;
        check_round_trips(whole, "ISLAND.WLD", "wld");
        CHECK_INT(findings_of(whole), odd[i].findings);
    }
    make_wld();
    memset(file + 263416, 0, 16); /* a footer of zeros is not that of a new document */
    check_round_trips(whole, "ISLAND.WLD", "wld");
    make_wld();
    memcpy(file + WLD_SIZE, "more", 4);
    struct rq_bytes longer = {file, WLD_SIZE + 4};
    check_round_trips(longer, "ISLAND.WLD", "wld");
    CHECK_INT(findings_of(longer), 1);
}

static void test_refusals(void)
{
    make_wld();
    file[0x14] = 2;
    struct rq_options options = {.format = rq_format_by_name("wld")};
    struct rq_error err = {0};
    CHECK(rq_doc_read(whole, &options, &err) == NULL);
    CHECK_INT(err.code, RQ_BAD_MAGIC);
    make_wld();
    file[4] = 3;
    err = (struct rq_error){0};
    CHECK(rq_doc_read(whole, &options, &err) == NULL);
    CHECK_INT(err.code, RQ_UNSUPPORTED);
    make_wld();
    err = (struct rq_error){0};
    CHECK(rq_doc_read((struct rq_bytes){file, 132300 + 40}, &options, &err) == NULL);
    CHECK_INT(err.code, RQ_TRUNCATED);
    CHECK_STR(err.where, "wld / sections[2] / heights");
}

static void test_json(void)
{
    make_wld();
    struct rq_doc *doc = read_as(whole, "wld");
    REQUIRE(doc != NULL);
    struct rq_out json = json_of(doc);
    const char *text = (const char *)json.data;
    /* Two digits a cell, a line a row; what is zero is not there. */
    CHECK(strstr(text, "\"00070e151c") != NULL);
    CHECK(strstr(text, "map_2") == NULL);
    CHECK(json.size < 300000);
    rq_out_free(&json);
    rq_doc_free(doc);
    not_built("wld", "\"sections\":[]");
    not_built("wld", "\"sections\":[{\"heights\":[\"00\"]}]");
    not_built("wld", "\"sections\":[{},{},{},{},{}]");
    not_built("wld", "\"nonsense\":1");
    struct rq_error err = {0};
    struct rq_out out =
        built_from("{\"format\":\"wld\",\"version\":1,\"sections\":[{},{},{},{}]}", &err);
    CHECK_INT(out.size, WLD_SIZE); /* flat ground, with the constants of every file */
    CHECK(out.size == WLD_SIZE && out.data[263416] == 'T' && out.data[66742] == 0x38);
    rq_out_free(&out);
}

/* What JSON leaves out has the constants of every file: those of make_wld, and no ground. */
static void test_constants(void)
{
    make_wld();
    for (size_t i = 0; i < 4; i++)
        memset(file + rq_get32(file + 0x90 + i * 4) + 22, 0, 65536);
    struct rq_error err = {0};
    struct rq_out out =
        built_from("{\"format\":\"wld\",\"version\":1,\"sections\":[{},{},{},{}]}", &err);
    CHECK_MEM(out.data, out.size, file, WLD_SIZE);
    rq_out_free(&out);
}

/* A map of so many rows, the last of a cell's two digits c. */
static struct rq_out built_map(size_t rows, char c, struct rq_error *err)
{
    struct rq_out text = {0};
    rq_putf(&text, "{\"format\":\"wld\",\"version\":1,\"sections\":[{\"heights\":[");
    for (size_t y = 0; y < rows; y++)
        rq_putf(&text, "%s\"%0255d%c\"", y ? "," : "", 0, c);
    rq_putf(&text, "]},{},{},{}]}");
    rq_put8(&text, 0);
    struct rq_out out = built_from((const char *)text.data, err);
    rq_out_free(&text);
    return out;
}

static void test_rows(void)
{
    static const char *const wrong = "a map has 128 rows of 256 hexadecimal digits";
    static const struct {
        size_t rows;
        char digit;
        unsigned value;
        const char *text;
    } cases[] = {{128, '0', 0, NULL},
                 {128, '9', 9, NULL},
                 {128, 'a', 10, NULL},
                 {128, 'f', 15, NULL},
                 {128, 'A', 10, NULL},
                 {128, 'F', 15, NULL},
                 {128, '/', 0, wrong},
                 {128, ':', 0, wrong},
                 {128, '`', 0, wrong},
                 {128, 'g', 0, wrong},
                 {128, '@', 0, wrong},
                 {128, 'G', 0, wrong},
                 {127, '1', 0, "127 rows, 128 needed"},
                 {129, '1', 0, wrong}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_error err = {0};
        struct rq_out out = built_map(cases[i].rows, cases[i].digit, &err);
        check_note("%zu rows, %c", cases[i].rows, cases[i].digit);
        CHECK(cases[i].text ? strstr(err.text, cases[i].text) != NULL : !err.text[0]);
        CHECK_INT(out.size, cases[i].text ? 0 : WLD_SIZE);
        if (out.size)
            CHECK_INT(out.data[1184 + 22 + 16383], cases[i].value);
        rq_out_free(&out);
    }
}

/* The header alone tells, whole; more so when it says where the footer stands. */
static void test_detect(void)
{
    const struct rq_format *wld = rq_format_by_name("wld");
    make_wld();
    CHECK_INT(wld->detect((struct rq_bytes){file, 1184}, ""), 80);
    CHECK_INT(wld->detect((struct rq_bytes){file, 1183}, ""), 0);
    file[28]++;
    CHECK_INT(wld->detect(whole, ""), 48);
    for (size_t at = 4; at < 28; at += at == 8 ? 12 : 4) {
        make_wld();
        file[at]++;
        CHECK_INT(wld->detect(whole, ""), 0);
    }
}

/* ---- pictures ---- */

static const struct rq_image *image_named(const struct rq_image *images, size_t count,
                                          const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(images[i].name, name) == 0)
            return &images[i];
    return NULL;
}

static unsigned pixel(const struct rq_image *image, size_t x, size_t y)
{
    return image ? rq_image_plane(image, 0, 0, 0)->bytes.data[y * 256 + x] : 999;
}

static void test_images(void)
{
    make_wld();
    file[1184 + 22] = 0x85;                        /* section 0, cell 0: height 5, flag */
    file[66742 + 22 + 129] = 127;                  /* section 1, column 1, row 1 */
    file[132300 + 22 + 32768] = 0xC0 | 63;         /* section 2, turn 3, texture 63 */
    file[197858 + 22 + 32768 + 16383] = 0x40 | 17; /* section 3, the last cell */
    struct rq_doc *doc = read_as(whole, "wld");
    REQUIRE(doc != NULL);
    struct rq_error err = {0};
    struct rq_arena arena = {0};
    struct rq_view view = {.arena = &arena, .err = &err};
    const struct rq_image *images;
    size_t count = 0;
    REQUIRE(doc->format->pictures->images(doc, &view, &images, &count));
    CHECK_INT(count, 4); /* the maps that are never used are not shown when empty */
    const struct rq_image *height = image_named(images, count, "height");
    const struct rq_image *texture = image_named(images, count, "texture");
    CHECK_INT(pixel(height, 0, 0), 5 * 2);
    CHECK_INT(pixel(height, 129, 1), 127 * 2);
    CHECK_INT(pixel(image_named(images, count, "flag"), 0, 0), 255);
    CHECK_INT(pixel(texture, 0, 128), 63 * 4);
    CHECK_INT(pixel(texture, 255, 255), 17 * 4);
    CHECK_INT(pixel(image_named(images, count, "rotation"), 0, 128), 255);
    CHECK_INT(pixel(image_named(images, count, "rotation"), 255, 255), 85);
    /* Every picture put back gives the same file. */
    for (size_t i = 0; i < count; i++)
        CHECK(doc->format->pictures->put_image(doc, images[i].name, &images[i], &err));
    CHECK(writes_same(doc, whole, false));
    CHECK(!doc->format->pictures->put_image(doc, "nonsense", height, &err));
    CHECK_STR(err.text, "is not a map: height, flag, texture, rotation, map_2 or map_4");
    struct rq_plane small = *rq_image_plane(height, 0, 0, 0);
    struct rq_image other = *height;
    err = (struct rq_error){0};
    small.height = 255;
    other.planes = &small;
    CHECK(!doc->format->pictures->put_image(doc, "height", &other, &err));
    CHECK_STR(err.text, "256 x 255 pixels, a map has 256 x 256");
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

static void test_damage(void)
{
    make_wld();
    struct rq_options options = {.format = rq_format_by_name("wld")};
    for (size_t n = 0; n < WLD_SIZE; n += 9973) {
        struct rq_error err = {0};
        CHECK(rq_doc_read((struct rq_bytes){file, n}, &options, &err) == NULL);
        CHECK_INT(err.code, RQ_TRUNCATED);
    }
    check_flips(whole, "wld", 60);
}

/* ---- the corpus ---- */

/* "height_hex" and its like: 256 x 256 bytes, row by row. */
static void check_map(struct rq_jr *jr, const struct rq_wld *wld, size_t map, unsigned shift,
                      unsigned mask)
{
    struct rq_str hex = rq_jr_string(jr);
    size_t wrong = 0;
    REQUIRE(hex.size == (size_t)256 * 256 * 2);
    for (size_t i = 0; i < (size_t)256 * 256; i++) {
        char digits[3] = {hex.text[i * 2], hex.text[i * 2 + 1], 0};
        size_t x = i % 256, y = i / 256;
        unsigned byte = wld->sections[y / 128 * 2 + x / 128].maps[map][y % 128 * 128 + x % 128];
        wrong += (byte >> shift & mask) != strtoul(digits, NULL, 16);
    }
    CHECK_INT(wrong, 0);
}

static void check_file(const char *name, struct rq_bytes bytes, struct rq_bytes truth)
{
    check_round_trips(bytes, name, "wld");
    CHECK_INT(findings_of(bytes), 0);
    struct rq_doc *doc = read_as(bytes, "wld");
    REQUIRE(doc != NULL);
    const struct rq_wld *wld = rq_doc_root(doc, "wld");
    struct rq_error err = {0};
    struct rq_ctx ctx = {.err = &err};
    struct rq_arena arena = {0};
    struct rq_jr jr;
    struct rq_str key;
    size_t maps = 0;
    rq_jr_open(&jr, truth, &arena, &ctx);
    rq_jr_object(&jr);
    while (rq_jr_key(&jr, &key)) {
        maps++;
        if (rq_str_is(key, "height_hex"))
            check_map(&jr, wld, 0, 0, 127);
        else if (rq_str_is(key, "texture_hex"))
            check_map(&jr, wld, 2, 0, 63);
        else if (rq_str_is(key, "rotation_hex"))
            check_map(&jr, wld, 2, 6, 3);
        else if (maps--)
            rq_jr_skip(&jr);
    }
    CHECK_INT(maps, 3);
    CHECK(rq_jr_ok(&jr));
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

static void test_corpus(void)
{
    NEEDS_CORPUS("redguard");
    CHECK_INT(each_corpus("*.WLD", check_file), 4);
}

TESTS(test_values, test_round_trips, test_refusals, test_json, test_constants, test_rows,
      test_detect, test_images, test_damage, test_corpus)
