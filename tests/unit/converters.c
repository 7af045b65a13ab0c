/* What can become what follows from the table of converters and the facets of formats. The lists
 * below were written down by hand, before there was a table; docs/formats says the same. */
#include "formats/format.h"
#include "support/document.h"

static const struct {
    const char *format, *convert, *import, *put;
} known[] = {
    {"col", "png gif json", "png tga tpc dds json", ""},
    {"texbsi", "png gif json", "json", "png tga tpc dds"},
    {"anm", "png gif json", "json", ""},
    {"model3d", "glb json", "glb json", ""},
    {"rob", "glb json", "glb json", ""},
    {"rgm", "glb json", "json", ""},
    {"wld", "glb png json", "json", "png tga tpc dds"},
    {"sfx", "wav json", "json", "wav"},
    {"rtx", "wav csv text json", "json", "text wav csv"},
    {"fnt", "bmfont ttf glyph png json", "json", "png tga tpc dds"},
    {"ini", "json menu srt", "json", ""},
    {"erf", "json", "json", ""},
    {"gff", "json xml", "xml json", ""},
    {"ssf", "json xml", "xml json", ""},
    {"tlk", "csv xml json", "csv xml json", "csv"},
    {"lip", "csv json", "csv json", "csv"},
    {"twoda", "csv 2da-text 2da-binary json", "csv json", "csv"},
    {"tpc", "png tga tpc dds json", "png tga tpc dds json", "png tga tpc dds"},
    {"tga", "png tga tpc dds json", "png tga tpc dds json", "png tga tpc dds"},
    {"dds", "png tga tpc dds json", "png tga tpc dds json", "png tga tpc dds"},
    {"wav", "wav mp3 json", "wav mp3 json", "wav mp3"},
    {"mdl", "glb ascii json", "glb ascii json", ""},
    {"bwm", "glb ascii json", "glb ascii json", ""},
    {"lyt", "glb json", "json", ""},
    {"mdl_ascii", "mdl json", "json", ""},
};

static void test_kinds(void)
{
    char names[RQ_KINDS_SIZE];
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const struct rq_format *format = rq_format_by_name(known[i].format);
        check_note("%s", known[i].format);
        CHECK_STR(rq_format_kinds(format, RQ_WAY_CONVERT, names), known[i].convert);
        CHECK_STR(rq_format_kinds(format, RQ_WAY_IMPORT, names), known[i].import);
        CHECK_STR(rq_format_kinds(format, RQ_WAY_PUT, names), known[i].put);
    }
    CHECK(rq_format_is_container(rq_format_by_name("rob")));
    CHECK(!rq_format_is_container(rq_format_by_name("key")));
}

/* A world is a view of the game: its files do not claim a scene that they lack. */
static void test_worlds(void)
{
    CHECK(!rq_format_by_name("rgm")->scene);
    CHECK(!rq_format_by_name("wld")->scene);
}

static void test_rows(void)
{
    size_t size = 1;
    for (size_t i = 0; i < rq_file_kind_count(); i++) {
        const struct rq_file_kind *kind = rq_file_kind_at(i);
        check_note("%s", kind->name);
        size += strlen(kind->name) + 1;
        CHECK(rq_file_kind_by_name(kind->name) == kind);
        CHECK(kind->extension[0] && kind->title[0]);
        CHECK(!kind->format || rq_format_by_name(kind->format));
        bool used = false;
        char names[RQ_KINDS_SIZE];
        for (size_t f = 0; f < rq_format_count(); f++)
            used |= rq_word_in(rq_format_kinds(rq_format_at(f), RQ_WAY_CONVERT, names), kind->name,
                               strlen(kind->name));
        CHECK(used);
    }
    CHECK(size <= RQ_KINDS_SIZE); /* a format with every kind */
    CHECK(rq_file_kind_at(rq_file_kind_count()) == NULL);
    CHECK(rq_file_kind_by_name("jpeg") == NULL);
}

static const char *kind_of(const void *data, size_t size)
{
    const struct rq_file_kind *kind = rq_file_kind_detect((struct rq_bytes){data, size});
    return kind ? kind->name : "none";
}

/* Signatures: PNG 5.2 of its specification, glTF 2.0 4.4.1, RIFF. The TPC is 2 x 2 RGBA. */
static void test_detect(void)
{
    static const uint8_t png[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    static const uint8_t tpc[128 + 16] = {0, 0, 0, 0, 0, 0, 0x80, 0x3F, 2, 0, 2, 0, 4, 1};
    CHECK_STR(kind_of(png, 8), "png");
    CHECK_STR(kind_of(png, 7), "none");
    CHECK_STR(kind_of("glTF\2\0\0\0", 8), "glb");
    CHECK_STR(kind_of("RIFF\4\0\0\0WAVE", 12), "wav");
    CHECK_STR(kind_of("RIFF\4\0\0\0AVI ", 12), "none");
    CHECK_STR(kind_of(tpc, sizeof tpc), "tpc");
    CHECK_STR(kind_of("{\"format\":\"gff\"}", 16), "none");
    CHECK_STR(kind_of(NULL, 0), "none");
}

static bool swallow(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    (void)name, (void)bytes, (void)err;
    ++*(int *)ctx;
    return true;
}

static void test_refusals(void)
{
    static const uint8_t png[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    struct rq_bytes picture = {png, sizeof png};
    struct rq_error err = {0};
    int made = 0;
    struct rq_doc *vis = rq_doc_new(rq_format_by_name("vis"), NULL, &err);
    struct rq_doc *sfx = rq_doc_new(rq_format_by_name("sfx"), NULL, &err);
    REQUIRE(vis && sfx);
    CHECK(!rq_doc_convert(vis, &(struct rq_convert_options){.to = "png"}, swallow, &made, &err));
    check_error(NULL, &err, RQ_USAGE, "can become json, not png");
    CHECK_INT(made, 0);
    err = (struct rq_error){0};
    CHECK(!rq_doc_put_file(sfx, "1.png", picture, &err));
    check_error(NULL, &err, RQ_USAGE, "sfx takes wav, not this file");
    err = (struct rq_error){0};
    check_error(rq_doc_import(picture, rq_format_by_name("gff"), NULL, &err), &err, RQ_USAGE,
                "can be made from xml json, not from this file");
    err = (struct rq_error){0};
    check_error(rq_doc_import((struct rq_bytes){(const uint8_t *)"x", 1}, rq_format_by_name("col"),
                              NULL, &err),
                &err, RQ_USAGE, "can be made from png tga tpc dds json, not from this file");
    rq_doc_free(vis);
    rq_doc_free(sfx);
}

/* Any format can be made from its JSON, but not from that of another. */
static void test_json(void)
{
    static const char room[] = "m01aa_01a 1\r\n  m01aa_02a\r\nm01aa_02a 0\r\n";
    struct rq_bytes file = {(const uint8_t *)room, sizeof room - 1};
    struct rq_options as_vis = {.format = rq_format_by_name("vis")};
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_read(file, &as_vis, &err);
    REQUIRE(doc != NULL);
    struct rq_out json = json_of(doc);
    struct rq_bytes text = {json.data, json.size - 1};
    struct rq_doc *again = rq_doc_import(text, as_vis.format, NULL, &err);
    CHECK(again && writes_same(again, file, false));
    check_error(rq_doc_import(text, rq_format_by_name("lyt"), NULL, &err), &err, RQ_USAGE,
                "this is the text of a vis");
    rq_doc_free(again);
    rq_doc_free(doc);
    rq_out_free(&json);
}

TESTS(test_kinds, test_worlds, test_rows, test_detect, test_refusals, test_json)
