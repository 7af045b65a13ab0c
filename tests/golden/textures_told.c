/* What is told of TGA, TPC and DDS files, and refused, word by word and with the place in the file. The bytes are laid down by hand after
 * docs/formats. */
#include "kotor.h"
#include "told.h"

#include <reliquary/tga.h>

static void not_read(struct rq_bytes file, const char *format, enum rq_code code, uint64_t offset,
                     const char *text)
{
    struct rq_error err = {0};
    struct rq_options options = {.format = rq_format_by_name(format)};
    struct rq_doc *doc = rq_doc_read(file, &options, &err);
    CHECK(doc == NULL);
    CHECK_INT(err.code, code);
    CHECK_INT(err.offset, offset);
    CHECK_STR(err.text, text);
    rq_doc_free(doc);
}

/* ---- TGA: a header of 18 bytes, identification, map, pixels ---- */

struct tga {
    unsigned id, map_type, type, first, length, map_depth, width, height, depth, descriptor;
    const char *pixels; /* and what stands behind them */
    size_t size;
};

static struct rq_bytes tga_of(const struct tga *t)
{
    static struct made m;
    m.size = 0;
    put8(&m, t->id);
    put8(&m, t->map_type);
    put8(&m, t->type);
    put16(&m, (int)t->first);
    put16(&m, (int)t->length);
    put8(&m, t->map_depth);
    put_zeros(&m, 4);
    put16(&m, (int)t->width);
    put16(&m, (int)t->height);
    put8(&m, t->depth);
    put8(&m, t->descriptor);
    put_zeros(&m, t->id + (t->map_type ? t->length * ((t->map_depth + 7) / 8) : 0));
    for (size_t i = 0; i < t->size; i++)
        put8(&m, (uint8_t)t->pixels[i]);
    return (struct rq_bytes){m.data, m.size};
}

#define UNREAD(bits) "unread-depth@16 depth: " #bits " bits; the game loads 8, 24 and 32"
#define MAP          "color-map@1 map_type: the game takes the map for pixels"
#define PACKETS      "packets@2 image_type: the game takes the packets for pixels"
static const struct {
    struct tga tga;
    const char *told, *pixels, *row, *map, *tail;
} pictures[] = {
    {{0, 0, 2, 0, 0, 0, 1, 1, 24, 0, "abc", 3}, "", "true colour, 24 bits", "lower", NULL, NULL},
    {{0, 0, 2, 0, 0, 0, 1, 1, 32, 8, "abcd", 4}, "", "true colour, 32 bits", "lower", NULL, NULL},
    {{0, 0, 3, 0, 0, 0, 2, 1, 8, 0, "abx", 3}, "", "grey, 8 bits", "lower", NULL, "1 bytes"},
    {{0, 0, 2, 0, 0, 0, 1, 1, 15, 0, "ab", 2},
     UNREAD(15),
     "true colour, 15 bits",
     "lower",
     NULL,
     NULL},
    {{0, 0, 3, 0, 0, 0, 1, 1, 16, 0, "ab", 2}, UNREAD(16), "grey, 16 bits", "lower", NULL, NULL},
    {{4, 0, 2, 0, 0, 0, 1, 1, 24, 0, "abc", 3},
     "identification@0 id_length: the game takes these 4 bytes for pixels",
     "true colour, 24 bits",
     "lower",
     NULL,
     NULL},
    {{0, 0, 2, 0, 0, 0, 1, 1, 24, 32, "abc", 3},
     "turned@17 descriptor: the game shows the picture upside down",
     "true colour, 24 bits",
     "upper",
     NULL,
     NULL},
    {{0, 0, 2, 0, 0, 0, 1, 1, 24, 16, "abc", 3},
     "turned@17 descriptor: the game shows the picture mirrored",
     "true colour, 24 bits",
     "lower",
     NULL,
     NULL},
    {{0, 0, 2, 0, 0, 0, 1, 1, 24, 48, "abc", 3},
     "turned@17 descriptor: the game shows the picture upside down",
     "true colour, 24 bits",
     "upper",
     NULL,
     NULL},
    {{0, 0, 11, 0, 0, 0, 2, 1, 8, 0, "\x81z", 2},
     PACKETS,
     "grey, 8 bits, in packets",
     "lower",
     NULL,
     NULL},
    {{0, 1, 1, 0, 2, 24, 2, 1, 8, 0, "\0\1", 2},
     MAP,
     "colour map, 8 bits",
     "lower",
     "2 colours of 24 bits",
     NULL},
    {{0, 1, 1, 0, 2, 24, 2, 1, 8, 0, "\1\2", 2},
     MAP "\nmissing-color@24 pixels: one has the colour 2, and the map has 2 from 0 on",
     "colour map, 8 bits",
     "lower",
     "2 colours of 24 bits",
     NULL},
    {{3, 1, 1, 1, 2, 32, 3, 1, 8, 0, "\1\2\0", 3},
     MAP "\nidentification@0 id_length: the game takes these 3 bytes for pixels\n"
         "missing-color@29 pixels: one has the colour 0, and the map has 2 from 1 on",
     "colour map, 8 bits",
     "lower",
     "2 colours of 32 bits",
     NULL},
    {{0, 1, 1, 256, 2, 16, 2, 1, 16, 0, "\0\1\1\1", 4},
     UNREAD(16) "\n" MAP,
     "colour map, 16 bits",
     "lower",
     "2 colours of 16 bits",
     NULL},
    {{0, 1, 1, 256, 2, 15, 2, 1, 16, 0, "\0\1\2\1", 4},
     UNREAD(16) "\n" MAP
                "\nmissing-color@22 pixels: one has the colour 258, and the map has 2 from 256 on",
     "colour map, 16 bits",
     "lower",
     "2 colours of 15 bits",
     NULL},
    {{0, 1, 2, 0, 1, 24, 1, 1, 24, 0, "abc", 3},
     MAP,
     "true colour, 24 bits",
     "lower",
     "1 colours of 24 bits",
     NULL},
    {{0, 0, 11, 0, 0, 0, 4, 1, 8, 0, "\0a\0a\0a\0a", 8},
     PACKETS "\nexplicit-layout@18 packed: packed as no rule packs them",
     "grey, 8 bits, in packets",
     "lower",
     NULL,
     NULL},
};

static void test_tga(void)
{
    for (size_t i = 0; i < sizeof pictures / sizeof pictures[0]; i++) {
        struct rq_bytes file = tga_of(&pictures[i].tga);
        struct rq_error err = {0};
        check_note("picture %zu", i);
        struct rq_doc *doc = read_as(file, "tga");
        REQUIRE(doc != NULL);
        CHECK_STR(fact_of(doc, "pixels"), pictures[i].pixels);
        CHECK_STR(fact_of(doc, "first row"), pictures[i].row);
        CHECK_STR(fact_of(doc, "map"), pictures[i].map);
        CHECK_STR(fact_of(doc, "tail"), pictures[i].tail);
        CHECK(rq_doc_settle(doc, &err));
        rq_doc_free(doc);
        if (!strstr(pictures[i].told, "explicit-layout"))
            told(file, "tga", pictures[i].told);
    }
}

static void test_tga_refused(void)
{
#define TYPE  "image_type is not one of 1, 2, 3, 9, 10, 11"
#define DEPTH "depth is not one that this type has"
    static const struct {
        struct tga tga;
        enum rq_code code;
        uint64_t offset;
        const char *says;
    } cases[] = {
        {{0, 0, 0, 0, 0, 0, 1, 1, 24, 0, "abc", 3}, RQ_UNSUPPORTED, 0, TYPE},
        {{0, 0, 4, 0, 0, 0, 1, 1, 24, 0, "abc", 3}, RQ_UNSUPPORTED, 0, TYPE},
        {{0, 0, 8, 0, 0, 0, 1, 1, 24, 0, "abc", 3}, RQ_UNSUPPORTED, 0, TYPE},
        {{0, 0, 12, 0, 0, 0, 1, 1, 24, 0, "abc", 3}, RQ_UNSUPPORTED, 0, TYPE},
        {{0, 0, 2, 0, 0, 0, 1, 1, 17, 0, "abc", 3}, RQ_UNSUPPORTED, 0, DEPTH},
        {{0, 0, 3, 0, 0, 0, 1, 1, 24, 0, "abc", 3}, RQ_UNSUPPORTED, 0, DEPTH},
        {{0, 0, 3, 0, 0, 0, 1, 1, 15, 0, "abc", 3}, RQ_UNSUPPORTED, 0, DEPTH},
        {{0, 0, 1, 0, 0, 0, 1, 1, 8, 0, "abc", 3},
         RQ_UNSUPPORTED,
         0,
         "map_type is not that of the image_type"},
        {{0, 2, 2, 0, 0, 0, 1, 1, 24, 0, "abc", 3},
         RQ_UNSUPPORTED,
         0,
         "map_type is not that of the image_type"},
        {{0, 1, 1, 0, 1, 8, 1, 1, 8, 0, "abc", 3},
         RQ_UNSUPPORTED,
         0,
         "map_depth is not one of 15, 16, 24, 32"},
        {{0, 1, 1, 0, 1, 12, 1, 1, 8, 0, "abc", 3},
         RQ_UNSUPPORTED,
         0,
         "map_depth is not one of 15, 16, 24, 32"},
        {{0, 0, 2, 0, 0, 0, 1, 1, 24, 0, "ab", 2},
         RQ_TRUNCATED,
         18,
         "ends at 20, but its own sizes promise at least 21 bytes: the file is truncated"},
        {{0, 0, 11, 0, 0, 0, 4, 1, 8, 0, "\x82z", 2},
         RQ_TRUNCATED,
         20,
         "the packets end after 3 pixels of 4"},
        {{0, 0, 11, 0, 0, 0, 4, 1, 8, 0, "\3abc", 4},
         RQ_TRUNCATED,
         22,
         "the packets end after 4 pixels of 4"},
        {{0, 0, 11, 0, 0, 0, 4, 1, 8, 0, "\x84z", 2},
         RQ_CORRUPT,
         18,
         "the last packet goes beyond the last pixel"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_note("picture %zu", i);
        not_read(tga_of(&cases[i].tga), "tga", cases[i].code, cases[i].offset, cases[i].says);
    }
}

/* A document that a program has made wrong is not written. */
static void test_tga_made_wrong(void)
{
    static const struct tga tga = {1, 1, 1, 0, 1, 24, 2, 1, 8, 0, "\0\0", 2};
    static const char *const says[] = {"",
                                       "id_length is not that of the identification",
                                       "the map has not the colours that the header says",
                                       "no pixels",
                                       "the number of pixels is not width times height",
                                       "an extension without footer",
                                       "image_type is not one of 1, 2, 3, 9, 10, 11"};
    for (unsigned i = 0; i < 7; i++) {
        static struct rq_tga_extension extension;
        struct rq_error err = {0};
        struct rq_out out = {0};
        struct rq_doc *doc = read_as(tga_of(&tga), "tga");
        REQUIRE(doc != NULL);
        struct rq_tga *t = rq_doc_root(doc, "tga");
        t->header.id_length = i == 1 ? 2 : 1;
        t->map.size -= i == 2;
        if (i == 3)
            t->pixels = (struct rq_bytes){0};
        t->pixels.size -= i == 4;
        t->extension = i == 5 ? &extension : NULL;
        t->header.image_type = i == 6 ? 7 : t->header.image_type;
        check_note("mistake %u", i);
        CHECK_INT(rq_doc_write(doc, &out, &err), i == 0);
        CHECK_STR(err.text, says[i]);
        CHECK_STR(err.where, i ? "tga" : "");
        CHECK_INT(err.code, i ? RQ_USAGE : RQ_OK);
        CHECK_INT(err.offset, 0);
        CHECK_INT(out.size, i ? 0 : 24);
        rq_out_free(&out);
        rq_doc_free(doc);
    }
}

/* ---- TPC: a header of 128 bytes ---- */

static struct rq_bytes tpc_of(uint32_t data_size, unsigned width, unsigned height,
                              unsigned encoding, unsigned mips, size_t bytes)
{
    static struct made m;
    m.size = 0;
    put32(&m, data_size);
    put32(&m, 0x3F800000);
    put16(&m, (int)width);
    put16(&m, (int)height);
    put8(&m, encoding);
    put8(&m, mips);
    put_zeros(&m, 114 + bytes);
    return (struct rq_bytes){m.data, m.size};
}

/* DXT1 has 8 bytes for 4 x 4 pixels, DXT5 16. */
static void test_tpc(void)
{
    told(tpc_of(0, 4, 4, 1, 1, 16), "tpc", "");
    told(tpc_of(8, 4, 4, 2, 1, 8), "tpc", "");
    told(tpc_of(16, 4, 4, 4, 1, 16), "tpc", "");
    told(tpc_of(9, 4, 4, 2, 1, 8), "tpc",
         "wrong-data-size@0 data_size: 9, but the first level has 8 bytes");
    told(tpc_of(8, 4, 4, 2, 2, 16), "tpc", "");
    told(tpc_of(8, 4, 4, 2, 3, 16), "tpc", "missing-level@144 levels: 2 levels of 3 are there");
    told(tpc_of(0, 4, 4, 1, 2, 16), "tpc", "missing-level@144 levels: 1 levels of 2 are there");
    not_read(tpc_of(0, 4, 4, 3, 1, 16), "tpc", RQ_UNSUPPORTED, 12,
             "encoding 3 (not compressed); 1, 2, 4 or 12 expected");
    not_read(tpc_of(8, 4, 4, 1, 1, 16), "tpc", RQ_UNSUPPORTED, 12,
             "encoding 1 (compressed); 1, 2, 4 or 12 expected");
    not_read(tpc_of(0, 0, 4, 1, 1, 16), "tpc", RQ_CORRUPT, 8, "0 x 4 pixels; 1 to 32768 a side");
    not_read(tpc_of(0, 4, 0, 1, 1, 16), "tpc", RQ_CORRUPT, 8, "4 x 0 pixels; 1 to 32768 a side");
    not_read(tpc_of(0, 32769, 1, 1, 1, 16), "tpc", RQ_CORRUPT, 8,
             "32769 x 1 pixels; 1 to 32768 a side");
    not_read(tpc_of(0, 1, 32769, 1, 1, 16), "tpc", RQ_CORRUPT, 8,
             "1 x 32769 pixels; 1 to 32768 a side");
    told(tpc_of(0, 32768, 1, 1, 1, 32768), "tpc", "");
    not_read(tpc_of(0, 4, 4, 1, 0, 16), "tpc", RQ_CORRUPT, 13, "0 levels; 1 to 16 expected");
    not_read(tpc_of(0, 4, 4, 1, 17, 16), "tpc", RQ_CORRUPT, 13, "17 levels; 1 to 16 expected");
}

/* ---- DDS of BioWare: a header of 20 bytes ---- */

static struct rq_bytes dds_of(unsigned width, unsigned height, unsigned code, uint32_t size,
                              size_t bytes)
{
    static struct made m;
    m.size = 0;
    put32(&m, width);
    put32(&m, height);
    put32(&m, code);
    put32(&m, size);
    put32(&m, 0x3F800000);
    put_zeros(&m, bytes);
    return (struct rq_bytes){m.data, m.size};
}

static void test_dds(void)
{
    told(dds_of(4, 4, 3, 8, 8), "dds", "");
    told(dds_of(4, 4, 4, 16, 16), "dds", "");
    told(dds_of(8, 8, 3, 32, 32 + 8), "dds", "");
    told(dds_of(4, 4, 3, 9, 8), "dds",
         "wrong-data-size@12 data_size: 9, but the first level has 8 bytes");
    not_read(dds_of(4, 4, 5, 8, 8), "dds", RQ_UNSUPPORTED, 8,
             "code 5; 3 (DXT1) or 4 (DXT5) expected");
    not_read(dds_of(4, 4, 2, 8, 8), "dds", RQ_UNSUPPORTED, 8,
             "code 2; 3 (DXT1) or 4 (DXT5) expected");
}

TESTS(test_tga, test_tga_refused, test_tga_made_wrong, test_tpc, test_dds)
