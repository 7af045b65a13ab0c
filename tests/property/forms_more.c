/* More forms of files of KotOR than forms.c has time for: archives with what is rare in them, every layout of a
 * GFF, pictures of every kind of pixels, sounds in every wrapper, tables and texts that are not tidy. What is said
 * of them is held to tests/contract/forms_more.txt. See record.h and archives.h. */
#include "archives.h"
#include "forms.h"

/* clang-format off */
static const char module[] =
    "{\"format\":\"erf\",\"version\":1,\"type\":\"MOD \",\"descriptions\":[[0,\"a module\"],[3,\"\\u00e9\"]],"
    "\"resources\":[{\"name\":\"a.txt\",\"data\":\"aGVsbG8=\"},{\"name\":\"A.txt\",\"data\":\"\"},"
    "{\"name\":\"b.2da\",\"data\":\"MkRBIFYyLjAKCmEKMCAxCg==\"}]}";

static const char save[] =
    "{\"format\":\"erf\",\"version\":1,\"type\":\"SAV \",\"zero_description_offset\":true,\"resources\":[]}";

static const char rim_dx[] =
    "{\"format\":\"rim\",\"version\":1,\"unused_14\":1,\"layout\":\"aligned\",\"resources\":["
    "{\"name\":\"a.txt\",\"data\":\"aGVsbG8=\"},{\"name\":\"b.txt\",\"data\":\"\"},{\"name\":\"c.txt\",\"data\":\"AQ==\"}]}";

static const char rim_tail[] =
    "{\"format\":\"rim\",\"version\":1,\"layout\":\"padded\",\"zero_key_offset\":true,\"tail\":\"AAEC\",\"resources\":["
    "{\"name\":\"a.txt\",\"data\":\"aGVsbG8=\"}]}";

/* The same BIF twice, one that no key is in, a key of one that is not there, a name without its NUL. */
static const char keys[] =
    "{\"format\":\"key\",\"version\":1,\"bifs\":[{\"name\":\"data\\\\a.bif\",\"size\":10},"
    "{\"name\":\"data\\\\a.bif\",\"size\":10},{\"name\":\"b.bif\",\"size\":0,\"no_nul\":true},"
    "{\"name\":\"\\\\c.bif\",\"size\":5}],"
    "\"keys\":[[\"a.txt\",0,0],[\"b.2da\",\"b.bif\",1],[\"c.utc\",1,2],[\"c.utc\",3,1048575],[\"d.tga\",9,0]]}";

#define TREE(type, layout)                                                                              \
    "{\"format\":\"gff\",\"version\":1,\"type\":\"" type "\",\"encoding\":\"cp1252\",\"layout\":\"" layout "\","  \
    "\"root\":{\"id\":4294967295,\"fields\":[[\"L\",\"list\",[{\"id\":0,\"fields\":[[\"A\",\"byte\",1],"           \
    "[\"M\",\"list\",[{\"id\":1,\"fields\":[[\"A\",\"string\",\"x\"],[\"B\",\"string\",\"x\"]]},"                   \
    "{\"id\":2,\"fields\":[]}]],[\"Sound\",\"resref\",\"s\"]]},{\"id\":0,\"fields\":[[\"A\",\"byte\",2]]}]],"       \
    "[\"S\",\"struct\",{\"id\":3,\"fields\":[[\"T\",\"struct\",{\"id\":4,\"fields\":[[\"A\",\"string\",\"x\"],"      \
    "[\"C\",\"locstring\",{\"strref\":1,\"texts\":[[0,\"x\"]]}]]}],[\"A\",\"int\",-1]]}],"                          \
    "[\"Sound\",\"resref\",\"s\"],[\"Z\",\"string\",\"x\"],[\"E\",\"list\",[]]]}}"

#define POINT(count, more)                                                                              \
    "{\"id\":2,\"fields\":[[\"Conections\",\"dword\"," count "],[\"First_Conection\",\"dword\",0],"               \
    "[\"X\",\"float\",1.5]" more "]}"
#define PATHS(layout)                                                                                   \
    "{\"format\":\"gff\",\"version\":1,\"type\":\"PTH \",\"encoding\":\"cp1252\",\"layout\":\"" layout "\","      \
    "\"root\":{\"id\":4294967295,\"fields\":[[\"Path_Points\",\"list\",["                                       \
    POINT("1", "") "," POINT("2", ",[\"S\",\"struct\",{\"id\":9,\"fields\":[[\"A\",\"byte\",1]]}]") ","             \
    POINT("0", ",[\"L\",\"list\",[{\"id\":9,\"fields\":[]}]]") "]],"                                            \
    "[\"Path_Conections\",\"list\",[{\"id\":3,\"fields\":[[\"Destination\",\"dword\",1]]},"                      \
    "{\"id\":3,\"fields\":[[\"Destination\",\"dword\",0]]},{\"id\":3,\"fields\":[[\"Destination\",\"dword\",2]]}," \
    "{\"id\":3,\"fields\":[[\"Destination\",\"dword\",1]]}]]]}}"

static const char talk[] =
    "{\"format\":\"tlk\",\"version\":1,\"language\":1,\"layout\":\"shared\",\"strings\":["
    "{\"strref\":0,\"flags\":1,\"text\":\"same\"},{\"strref\":1,\"flags\":3,\"sound\":\"s\",\"text\":\"same\"},"
    "{\"strref\":2,\"flags\":0,\"text\":\"\"},{\"strref\":3,\"flags\":1,\"text\":\"other\"}]}";

static const char columns[] =
    "{\"format\":\"twoda\",\"version\":1,\"form\":\"binary\",\"layout\":\"first_use\",\"nul_columns\":true,"
    "\"columns\":[\"a\",\"b\"],\"rows\":[{\"label\":\"0\",\"cells\":[\"1\",\"1\"]},{\"label\":\"1\",\"cells\":[\"2\",\"1\"]}]}";

static const char default_2da[] =
    "2DA V2.0\r\nDEFAULT: 7\r\n\tname\tvalue\r\n0\t\"a b\"\t1\r\n\r\n2\tc\r\n3 d 4 5\r\n****\t****\t****\r\n";

static const char layout_odd[] =
    "beginlayout\n  roomcount 3\n    a 0 0\n    b x y z\n  doorhookcount 1\n    a d1 0 1 2 3\n"
    "  trackcount\n  obstaclecount -1\n  nonsense 5\n    q 1 2 3\n  roomcount 1\n    c 1 2 3 4\ndonelayout\nmore\n";

static const char seen_odd[] = "\r\na 1\n  b\n  b\nb x\n\tc\n# c\nd 2\n  a\na 0\n";

static const char texture_odd[] =
    "MipMap 0\nmipmap 1\nbumpmapscaling x\nupperleftcoords 2\n0 0 0\nlowerrightcoords 1\n1 1\n"
    "proceduretype water\nproceduretype cycle\nnumx 0\nnumy 3\nnonsense\n \nfilter\nblending\n"
    "channeltranslate 4\n1\n2\n3\n";

#define PCM "{\"id\":\"fmt \",\"codec\":1,\"channels\":1,\"rate\":22050,\"byte_rate\":44100,\"block_align\":2,\"bits\":16}"
#define WAV(prefix, chunks) "{\"format\":\"wav\",\"version\":1," prefix "\"chunks\":[" chunks "]}"
#define DATA "{\"id\":\"data\",\"data\":\"AAAB/wCAf38=\"}"

static const char code[] =
    "{\"format\":\"ncs\",\"version\":1,\"code\":[[\"RSADDI\"],[\"CONSTI\",5],[\"CPDOWNSP\",-8,4],[\"MOVSP\",-4],"
    "[\"CONSTF\",1.5],[\"CONSTS\",\"a\\u00e9\"],[\"CONSTO\",0],[\"ADDII\"],"
    "[\"JMP\",\"L1\"],[\"L1:\",\"NOP\"],[\"ACTION\",768,3],[\"DESTRUCT\",12,4,4],[\"SAVEBP\"],[\"RESTOREBP\"],"
    "[\"INCSPI\",-4],[\"DECBPI\",-4],[\"EQII\"],[\"EQTT\",12],[\"RSADDE2\"],[\"L2:\",\"JSR\",\"L2\"],[\"JZ\",\"L1\"],[\"RETN\"]]}";

static const char lip_late[] =
    "{\"format\":\"lip\",\"version\":1,\"length\":-1.0,\"keys\":[[5.0,255],[5.0,0],[-1.0,7]],\"trailing\":\"AAEC\"}";

static const struct form forms[] = {
    {"erf, descriptions", "erf", "a.mod", module},
    {"erf, empty", "erf", "a.sav", save},
    {"rim, aligned", "rim", "adx.rim", rim_dx},
    {"rim, tail", "rim", "b.rim", rim_tail},
    {"key, same names", "key", "chitin.key", keys},
    {"gff, late sound", "gff", "a.utc", TREE("UTC ", "late-sound")},
    {"gff, grow", "gff", "a.gff", TREE("GFF ", "grow")},
    {"gff, late sound appended", "gff", "a.dlg", TREE("DLG ", "late-sound-append")},
    {"gff, lists last", "gff", "a.gff", TREE("GFF ", "lists-last")},
    {"gff, breadth first", "gff", "a.gff", TREE("GFF ", "breadth-first")},
    {"gff, shared", "gff", "a.gff", TREE("GFF ", "depth-first-shared")},
    {"gff, second", "gff", "a.gff", TREE("GFF ", "depth-first, second, field")},
    {"gff, second, moving", "gff", "a.gff", TREE("GFF ", "depth-first, second, move")},
    {"gff, moving", "gff", "a.gff", TREE("GFF ", "depth-first, move, field")},
    {"gff, elements", "gff", "a.gff", TREE("GFF ", "elements, struct, field")},
    {"gff, elements, second", "gff", "a.gff", TREE("GFF ", "elements, second, field")},
    {"pth", "gff", "a.pth", PATHS("path")},
    {"pth, depth first", "gff", "a.pth", PATHS("depth-first")},
    {"tlk, shared", "tlk", "dialog.tlk", talk},
    {"2da, columns with NUL", "twoda", "a.2da", columns},
    {"2da, default", "twoda", "b.2da", default_2da},
    {"lyt, odd", "lyt", "a.lyt", layout_odd},
    {"vis, odd", "vis", "a.vis", seen_odd},
    {"txi, odd", "txi", "a.txi", texture_odd},
    {"wav, data twice", "wav", "a.wav", WAV("", PCM "," DATA "," DATA)},
    {"wav, no data", "wav", "b.wav", WAV("", PCM)},
    {"wav, 24 bits", "wav", "c.wav", WAV("", "{\"id\":\"fmt \",\"codec\":1,\"channels\":2,\"rate\":8000,"
     "\"byte_rate\":48000,\"block_align\":6,\"bits\":24}," DATA)},
    {"ncs, instructions", "ncs", "a.ncs", code},
    {"lip, late", "lip", "a.lip", lip_late},
};
/* clang-format on */

static void visit_any(struct record *r, const struct sample *sample)
{
    visit_sample(r, sample);
    if (rq_format_is_container(rq_format_by_name(sample->format)) ||
        rq_format_by_name(sample->format)->salvage)
        visit_archive(r, sample);
}

static void visit_form(struct record *r, const struct form *form)
{
    struct rq_out file = {0};
    struct sample sample = sample_of_form(form, &file);
    visit_any(r, &sample);
    rq_out_free(&file);
}

/* ---- pictures ---- */

/* Encoding and levels of a TPC, with as many bytes as its pixels take. */
static const struct {
    const char *name;
    uint32_t packed;
    unsigned width, height, encoding, mips;
    size_t pixels;
    const char *txi;
} tpcs[] = {
    {"tpc, grey", 0, 4, 2, 1, 3, 8 + 2 + 1, "isbumpmap 1\n"},
    {"tpc, RGB", 0, 4, 4, 2, 3, 48 + 12 + 3, ""},
    {"tpc, RGBA", 0, 2, 4, 4, 3, 32 + 8 + 4, "alphamean 0.5"},
    {"tpc, DXT5 with levels", 64, 8, 8, 4, 4, 64 + 16 + 16 + 16, ""},
    {"tpc, not square", 16, 8, 4, 2, 4, 16 + 8 + 8 + 8, ""},
    {"tpc, cube map of RGB", 0, 2, 12, 2, 2, 6 * (12 + 3), "cube 1\r\n"},
    {"tpc, swizzled", 0, 4, 4, 12, 1, 64, ""},
    {"tpc, packed sheet", 32, 8, 8, 2, 1, 4 * 8,
     "proceduretype cycle\nnumx 2\nnumy 2\nfps 5\ndefaultwidth 4\ndefaultheight 4\n"},
};

/* Type, depth and descriptor of a TGA; with a map of so many entries. */
static const struct {
    const char *name;
    uint8_t type, depth, descriptor, map_depth, map_length;
    size_t size; /* of what is behind the map */
    const char *bytes;
} tgas[] = {
    {"tga, 24 bits from the right", 2, 24, 0x10, 0, 0, 12, "abcdefghijkl"},
    {"tga, 24 bits from above", 2, 24, 0x30, 0, 0, 12, "abcdefghijkl"},
    {"tga, 15 bits", 2, 15, 0, 0, 0, 8, "abcdefgh"},
    {"tga, grey with alpha", 3, 16, 8, 0, 0, 8, "abcdefgh"},
    {"tga, grey in packets", 11, 8, 0, 0, 0, 4, "\x82X\x00Y"},
    {"tga, 32 bits in packets", 10, 32, 8, 0, 0, 14,
     "\x81"
     "abcd\x01"
     "efghijkl"},
    {"tga, packet over rows", 10, 24, 0, 0, 0, 8,
     "\x82"
     "abc\x00"
     "def"},
    {"tga, map of 16 bits", 1, 8, 0, 16, 3, 4, "\x00\x01\x02\x05"},
    {"tga, map of 32 bits", 1, 8, 0x20, 32, 2, 4, "\x00\x01\x01\x00"},
    {"tga, map in packets", 9, 8, 0, 24, 2, 4, "\x81\x01\x81\x00"},
};

/* The pixel format of Microsoft's DDS. */
static const struct {
    const char *name;
    uint32_t flags;
    const char *four_cc;
    uint32_t bits, masks[4], caps[2], mips;
    size_t size;
} ddses[] = {
    {"dds, DXT1", 4, "DXT1", 0, {0, 0, 0, 0}, {0x1000, 0}, 0, 8},
    {"dds, DXT3 with levels", 4, "DXT3", 0, {0, 0, 0, 0}, {0x401008, 0}, 3, 48},
    {"dds, DXT5", 4, "DXT5", 0, {0, 0, 0, 0}, {0x1000, 0}, 1, 16},
    {"dds, grey", 0x20000, "", 8, {0xFF, 0, 0, 0}, {0x1000, 0}, 1, 16},
    {"dds, grey with alpha", 0x20001, "", 16, {0xFF, 0, 0, 0xFF00}, {0x1000, 0}, 1, 32},
    {"dds, RGB", 0x40, "", 24, {0xFF0000, 0xFF00, 0xFF, 0}, {0x1000, 0}, 1, 48},
    {"dds, 5 6 5", 0x40, "", 16, {0xF800, 0x7E0, 0x1F, 0}, {0x1000, 0}, 1, 32},
    {"dds, RGBA", 0x41, "", 32, {0xFF, 0xFF00, 0xFF0000, 0xFF000000}, {0x1000, 0}, 1, 64},
    {"dds, no alpha", 0x40, "", 32, {0xFF0000, 0xFF00, 0xFF, 0}, {0x1000, 0}, 1, 64},
    {"dds, cube map", 4, "DXT1", 0, {0, 0, 0, 0}, {0x1008, 0xFE00}, 1, 48},
    {"dds, nobody's", 4, "ATI2", 0, {0, 0, 0, 0}, {0x1000, 0}, 1, 16},
};

static void put_words(struct rq_out *out, const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        rq_put32(out, words[i]);
}

/* A picture, and the PNG of it that goes into all others. */
struct picture {
    const char *name, *format;
    struct rq_out file, png;
    char png_name[200];
};

static struct picture pictures[64];
static size_t picture_count;

static void visit_pixels(struct record *r, const char *name, const char *format, struct rq_out *out)
{
    struct sample sample = {name, format, out->data, out->size, {NULL, 0}};
    visit_sample(r, &sample);
    REQUIRE(picture_count < 64);
    pictures[picture_count++] = (struct picture){.name = name, .format = format, .file = *out};
    *out = (struct rq_out){0};
}

static bool keep_png(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    struct picture *p = ctx;
    (void)err;
    if (!p->png.size) {
        rq_put_bytes(&p->png, bytes);
        snprintf(p->png_name, sizeof p->png_name, "%s", name);
    }
    return true;
}

static struct rq_doc *read_picture(const struct picture *p)
{
    const struct rq_options options = {.format = rq_format_by_name(p->format), .name = p->name};
    return rq_doc_read(rq_out_bytes(&p->file), &options, NULL);
}

/* Every picture in the place of every other. */
static void swap_pictures(struct record *r)
{
    for (size_t i = 0; i < picture_count; i++) {
        struct rq_doc *doc = read_picture(&pictures[i]);
        REQUIRE(doc != NULL);
        rq_doc_convert(doc, &(struct rq_convert_options){.to = "png", .name = "a"}, keep_png,
                       &pictures[i], NULL); /* none of pixels that nobody knows */
        rq_doc_free(doc);
    }
    for (size_t i = 0; i < picture_count; i++) {
        r->sample = &(struct sample){.name = pictures[i].name, .format = pictures[i].format};
        begin(r, "swapped");
        for (size_t k = 0; k < picture_count; k++) {
            struct rq_error err = {0};
            struct rq_doc *doc = read_picture(&pictures[i]);
            said(&r->said, "-- %s", pictures[k].name);
            if (rq_doc_put_file(doc, pictures[i].png_name, rq_out_bytes(&pictures[k].png), &err))
                tell_written(r, doc, &err);
            else
                tell_error(r, &err);
            rq_doc_free(doc);
        }
        end(r, "swapped");
    }
    for (size_t i = 0; i < picture_count; i++) {
        rq_out_free(&pictures[i].file);
        rq_out_free(&pictures[i].png);
    }
}

static void visit_pictures(struct record *r)
{
    static uint8_t bytes[SAMPLE_ROOM];
    struct rq_out out = {0};
    for (size_t i = 0; i < sizeof tpcs / sizeof tpcs[0]; i++) {
        size_t size = sample_tpc(bytes, tpcs[i].packed, tpcs[i].width, tpcs[i].height,
                                 tpcs[i].encoding, tpcs[i].mips, tpcs[i].pixels, tpcs[i].txi);
        rq_put(&out, bytes, size);
        visit_pixels(r, tpcs[i].name, "tpc", &out);
    }
    for (size_t i = 0; i < sizeof tgas / sizeof tgas[0]; i++) {
        const uint8_t head[] = {0,
                                tgas[i].map_length ? 1 : 0,
                                tgas[i].type,
                                H(0),
                                H(tgas[i].map_length),
                                tgas[i].map_depth,
                                H(0),
                                H(0),
                                H(2),
                                H(2),
                                tgas[i].depth,
                                tgas[i].descriptor};
        rq_put(&out, head, sizeof head);
        for (size_t k = 0; k < (size_t)tgas[i].map_length * tgas[i].map_depth / 8; k++)
            rq_put8(&out, (uint8_t)(k * 41));
        rq_put(&out, tgas[i].bytes, tgas[i].size);
        visit_pixels(r, tgas[i].name, "tga", &out);
    }
    for (size_t i = 0; i < sizeof ddses / sizeof ddses[0]; i++) {
        const uint32_t head[] = {124, 0x1007, 4, 4, 0, 0, ddses[i].mips};
        rq_put_str(&out, "DDS ");
        put_words(&out, head, 7);
        rq_put_zeros(&out, 44);
        put_words(&out, (const uint32_t[]){32, ddses[i].flags}, 2);
        rq_put_str(&out, ddses[i].four_cc);
        rq_put_zeros(&out, ddses[i].four_cc[0] ? 0 : 4);
        rq_put32(&out, ddses[i].bits);
        put_words(&out, ddses[i].masks, 4);
        put_words(&out, ddses[i].caps, 2);
        rq_put_zeros(&out, 12);
        for (size_t k = 0; k < ddses[i].size; k++)
            rq_put8(&out, (uint8_t)(k * 53));
        visit_pixels(r, ddses[i].name, "dds", &out);
    }
}

/* PNG is read by another library, or not at all. */
static bool is_others(const char *line, size_t size)
{
    static const char words[] = " swapped: ";
    for (size_t at = 0; at + sizeof words <= size; at++)
        if (memcmp(line + at, words, sizeof words - 1) == 0)
            return true;
    return is_packed(line, size);
}

static void test_forms(void)
{
    struct record r = {.share = 4, .more = 2, .apt = true};
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        visit_form(&r, &forms[i]);
    visit_pictures(&r);
    swap_pictures(&r);
    said_compare("forms_more", &r.lines, is_others);
    rq_out_free(&r.lines);
}

TESTS(test_forms)
