/* What can become what follows from the table of converters and the facets of formats. The lists
 * below were written down by hand, before there was a table; docs/formats says the same. */
#include "formats/format.h"
#include "support/document.h"

#include <reliquary/rtx.h>

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

/* Every part of an error: it is of the whole file, so its offset is 0. */
static void check_whole(const struct rq_error *err, const char *where, const char *text)
{
    CHECK_INT(err->code, RQ_USAGE);
    CHECK_INT(err->offset, 0);
    CHECK_STR(err->where, where);
    CHECK_STR(err->text, text);
}

/* What is refused, and what stands first in the message: the name that was asked for, or the format. */
static void test_whole_refusals(void)
{
    static const uint8_t png[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    struct rq_bytes picture = {png, sizeof png};
    struct rq_error err = {0};
    struct rq_doc *vis = rq_doc_new(rq_format_by_name("vis"), NULL, &err);
    struct rq_doc *sfx = rq_doc_new(rq_format_by_name("sfx"), NULL, &err);
    struct rq_doc *rtx = rq_doc_new(rq_format_by_name("rtx"), NULL, &err);
    REQUIRE(vis && sfx && rtx);
    CHECK(!rq_doc_remove_file(sfx, "1.png", &err));
    check_whole(&err, "1.png", "no part of sfx is named like that");
    err = (struct rq_error){0};
    CHECK(!rq_doc_remove_file(sfx, "wav", &err)); /* an extension is what stands behind a dot */
    check_whole(&err, "wav", "no part of sfx is named like that");
    err = (struct rq_error){0};
    CHECK(!rq_doc_put_file(rtx, "below/abcd.png", picture, &err));
    check_whole(&err, "below/abcd.png", "rtx takes text wav csv, not this file");
    err = (struct rq_error){0};
    CHECK(!rq_doc_convert(vis, &(struct rq_convert_options){.to = "png"}, swallow, NULL, &err));
    check_whole(&err, "vis", "can become json, not png");
    err = (struct rq_error){0};
    CHECK(!rq_doc_import(picture, rq_format_by_name("vis"), NULL, &err));
    check_whole(&err, "vis", "can be made from json, not from this file");
    err = (struct rq_error){0};
    struct rq_out drawn = {0};
    CHECK(!rq_doc_render(vis, &(struct rq_convert_options){0}, NULL, &drawn, &err));
    check_whole(&err, "vis", "has no scene: only models, maps, areas and walkmeshes can be drawn");
    rq_out_free(&drawn);
    rq_doc_free(vis);
    rq_doc_free(sfx);
    rq_doc_free(rtx);
}

/* Names of files that are made: a number at the end is part of the name, an extension is not, but it stays in that of
 * a text which holds everything. */
static bool take_name(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    (void)bytes, (void)err;
    rq_putf(ctx, "%s\n", name);
    return true;
}

static void test_names(void)
{
    static const struct {
        const char *name, *to;
        bool full;
        const char *made;
    } cases[] = {
        {"in/SUN.COL", NULL, false, "SUN.png\n"},
        {"SUN.302", NULL, false, "SUN.302.png\n"},
        {"SUN.30a", NULL, false, "SUN.png\n"},
        {"SUN.3:", NULL, false, "SUN.png\n"},
        {"SUN.a30", NULL, false, "SUN.png\n"},
        {"SUN", NULL, false, "SUN.png\n"},
        {NULL, NULL, false, "file.png\n"},
        {"SUN.COL", NULL, true, "SUN.COL.png\n"},
        {"in/SUN.COL", "json", false, "SUN.COL.json\n"},
        {NULL, "json", false, "file.json\n"},
    };
    struct rq_error err = {0};
    struct rq_doc *col = rq_doc_new(rq_format_by_name("col"), NULL, &err);
    REQUIRE(col != NULL);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_out made = {0};
        const struct rq_convert_options options = {
            .name = cases[i].name, .to = cases[i].to, .full_names = cases[i].full};
        CHECK(rq_doc_convert(col, &options, take_name, &made, &err));
        CHECK_STR(err.text, "");
        rq_put8(&made, 0);
        CHECK_STR((const char *)made.data, cases[i].made);
        rq_out_free(&made);
    }
    rq_doc_free(col);
}

/* A model is two files; ".mdl" and "-ascii" at the end of its name tell only what the text is. A walkmesh is one. */
static void test_model_names(void)
{
    static const char model[] = "newmodel m\nsetsupermodel m NULL\nbeginmodelgeom m\nnode dummy m\n"
                                " parent NULL\nendnode\nendmodelgeom m\ndonemodel m\n";
    static const char mesh[] =
        "node aabb floor\n  parent NULL\n  position 0 0 0\n  verts 3\n    0 0 1\n"
        "    2 0 1\n    0 3 1\n  faces 1\n    0 1 2 1 0 0 0 1\nendnode\n";
    static const struct {
        const char *text, *name, *made;
    } cases[] = {
        {model, "x.mdl.ascii", "x.mdl\nx.mdx\n"},
        {model, "x.MDL.ascii", "x.mdl\nx.mdx\n"},
        {model, "x-ascii.mdl", "x.mdl\nx.mdx\n"},
        {model, "x-ASCII.mdl", "x.mdl\nx.mdx\n"},
        {model, "x.mdl", "x.mdl\nx.mdx\n"},
        {model, "mdl.ascii", "mdl.mdl\nmdl.mdx\n"},
        {model, ".mdl.ascii", ".mdl.mdl\n.mdl.mdx\n"},
        {model, "-ascii.mdl", "-ascii.mdl\n-ascii.mdx\n"},
        {model, "ascii.mdl", "ascii.mdl\nascii.mdx\n"},
        {mesh, "x.wok.ascii", "x.wok\n"},
        {mesh, "x.PWK.ascii", "x.PWK\n"},
        {mesh, "x.dwk.ascii", "x.dwk\n"},
        {mesh, "x.ascii", "x.wok\n"},
        {mesh, "x.mdl.ascii", "x.mdl.wok\n"},
    };
    const struct rq_options as_ascii = {.format = rq_format_by_name("mdl_ascii")};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_error err = {0};
        struct rq_out made = {0};
        const struct rq_convert_options options = {.name = cases[i].name, .to = "mdl"};
        struct rq_doc *doc =
            rq_doc_read((struct rq_bytes){(const uint8_t *)cases[i].text, strlen(cases[i].text)},
                        &as_ascii, &err);
        REQUIRE(doc != NULL);
        check_note("%s", cases[i].name);
        CHECK(rq_doc_convert(doc, &options, take_name, &made, &err));
        CHECK_STR(err.text, "");
        rq_put8(&made, 0);
        CHECK_STR((const char *)made.data, cases[i].made);
        rq_out_free(&made);
        rq_doc_free(doc);
    }
}

/* One line end is taken off the text of a file, and a mark of UTF-8 in front of it. */
static void test_text_ends(void)
{
    static const struct {
        const char *file, *text;
    } cases[] = {{"ab", "ab"},
                 {"ab\n", "ab"},
                 {"ab\r\n", "ab"},
                 {"ab\r", "ab\r"},
                 {"ab\n\n", "ab\n"},
                 {"ab\r\r\n", "ab\r"},
                 {"\n", ""},
                 {"\r\n", ""},
                 {"", ""},
                 {"\xEF\xBB\xBFone\n", "one"},
                 {"\xEF\xBB\xBF", ""},
                 {"\xEF\xBB\xBF\n", ""},
                 {"\xEF\xBB\xBF\r\n", ""}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_error err = {0};
        struct rq_doc *doc = rq_doc_new(rq_format_by_name("rtx"), NULL, &err);
        const struct rq_bytes file = {(const uint8_t *)cases[i].file, strlen(cases[i].file)};
        REQUIRE(doc != NULL);
        check_note("case %zu", i);
        CHECK(rq_doc_put_file(doc, "abcd.txt", file, &err));
        CHECK_STR(err.text, "");
        const struct rq_rtx *rtx = rq_doc_root(doc, "rtx");
        if (CHECK_INT(rtx->entry_count, 1))
            CHECK_MEM(rtx->entries[0].text.data, rtx->entries[0].text.size, cases[i].text,
                      strlen(cases[i].text));
        rq_doc_free(doc);
    }
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

TESTS(test_kinds, test_worlds, test_rows, test_detect, test_refusals, test_whole_refusals,
      test_names, test_model_names, test_text_ends, test_json)
