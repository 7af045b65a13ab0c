/* Files of KotOR at the limits of what their fields hold: as large as can be is taken, one more is refused, with
 * the words for it. Sizes that no memory holds are only said: nobody may look at such data before the refusal. */
#include "formats/format.h"
#include "formats/kotor/mdl/parts.h"
#include "kotor.h"
#include "property/samples.h"

#include <reliquary/bif.h>
#include <reliquary/erf.h>
#include <reliquary/gff.h>
#include <reliquary/key.h>
#include <reliquary/lip.h>
#include <reliquary/rim.h>
#include <reliquary/tlk.h>
#include <stdarg.h>

#if SIZE_MAX > UINT32_MAX
static const size_t huge = (size_t)UINT32_MAX + 1;

static const char too_wide[] = "a size or offset does not fit the field that the format has for it";

static uint8_t bytes[SAMPLE_ROOM];

static struct rq_doc *read_sample(const char *format, size_t size)
{
    struct rq_error err = {0};
    struct rq_options options = {.format = rq_format_by_name(format)};
    struct rq_doc *doc = rq_doc_read((struct rq_bytes){bytes, size}, &options, &err);
    check_note("%s", format);
    CHECK_STR(err.text, "");
    if (doc)
        CHECK(rq_doc_settle(doc, &err));
    return doc;
}

static void cant_write(struct rq_doc *doc, const char *why)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    CHECK(!rq_doc_write(doc, &out, &err));
    CHECK_INT(err.code, RQ_LIMIT);
    CHECK_STR(err.text, why);
    rq_out_free(&out);
    rq_doc_free(doc);
}

/* The size of an entry's data, and then the place of the entry behind it. */
static void test_archives(void)
{
    for (int place = 0; place < 2; place++) {
        const size_t size = place ? UINT32_MAX : huge;
        struct rq_doc *doc = read_sample("rim", sample_rim(bytes, false));
        REQUIRE(doc);
        ((struct rq_rim *)rq_doc_root(doc, "rim"))->resources[0].data.size = size;
        cant_write(doc, too_wide);
        doc = read_sample("bif", sample_bif(bytes, 0));
        REQUIRE(doc);
        ((struct rq_bif *)rq_doc_root(doc, "bif"))->resources[0].data.size = size;
        cant_write(doc, too_wide);
        doc = read_sample("erf", sample_erf(bytes));
        REQUIRE(doc);
        ((struct rq_erf *)rq_doc_root(doc, "erf"))->resources[0].data.size = size;
        cant_write(doc, too_wide);
    }
}

static void test_tables(void)
{
    struct rq_doc *doc = read_sample("lip", sample_lip(bytes));
    REQUIRE(doc);
    ((struct rq_lip *)rq_doc_root(doc, "lip"))->key_count = huge;
    cant_write(doc, "too many keys");
    doc = read_sample("tlk", sample_tlk(bytes, false));
    REQUIRE(doc);
    struct rq_tlk *tlk = rq_doc_root(doc, "tlk");
    tlk->layout = RQ_TLK_IN_ORDER;
    tlk->strings[0].text.size = UINT32_MAX; /* fits, but not with the table before it */
    cant_write(doc, "more than 4 GiB");
}

static void test_gff(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, &err);
    REQUIRE(doc);
    struct rq_gff *gff = rq_doc_root(doc, "gff");
    struct rq_gff_struct *root = gff->root;
    CHECK(!rq_gff_add_void(doc, root, "V", (struct rq_bytes){bytes, huge}, &err));
    CHECK_INT(err.code, RQ_LIMIT);
    CHECK_INT(err.offset, 0);
    CHECK_STR(err.text, "longer than the 32 bits of a size can tell");
    err = (struct rq_error){0};
    CHECK(rq_gff_add_void(doc, root, "V", (struct rq_bytes){bytes, 1}, &err));
    CHECK_STR(err.text, "");
    REQUIRE(root->field_count);
    root->fields[root->field_count - 1].size = UINT32_MAX;
    cant_write(doc, too_wide);
}
#else
static void test_archives(void)
{
    SKIP("sizes have 32 bits");
}
static void test_tables(void)
{
    SKIP("sizes have 32 bits");
}
static void test_gff(void)
{
    SKIP("sizes have 32 bits");
}
#endif

/* ---- texts ---- */

static struct rq_out text; /* with a NUL behind it */

static const char *made(const char *format, ...) RQ_PRINTF(1, 2);

/* A text of any length. */
static const char *made(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    rq_out_free(&text);
    int size = vsnprintf(NULL, 0, format, args);
    va_end(args);
    uint8_t *to = rq_grow(&text, (size_t)size + 1);
    va_start(args, format);
    if (CHECK(to != NULL))
        vsnprintf((char *)to, (size_t)size + 1, format, args);
    va_end(args);
    return (const char *)to;
}

/* Taken, with "" for why, or refused for it. */
static void takes(const char *name, const char *from, const char *why)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_doc *doc = rq_doc_from_text(bytes_of(from), &(struct rq_options){.name = name}, &err);
    if (doc && rq_doc_write(doc, &out, &err))
        CHECK(out.size > 0);
    const char *behind = strstr(err.text, ": ");
    bool lined = strncmp(err.text, "JSON line ", 10) == 0 || strncmp(err.text, "XML line ", 9) == 0;
    check_note("%s: %.50s", name, from);
    CHECK_STR(lined && behind ? behind + 2 : err.text, why);
    rq_out_free(&out);
    rq_doc_free(doc);
}

#define GFF_OWN                                                                                    \
    "{\"format\":\"gff\",\"version\":1,\"type\":\"UTC \",\"root\":{\"id\":4294967295,\"fields\":["
#define GFF_PY "{\"__data_type__\":\"UTC\","

/* A resref is up to 255 bytes, of which its own byte counts. */
static void test_resrefs(void)
{
    static const char most[] = "R: 256 bytes, at most 255 are possible";
    takes("a.utc", made(GFF_OWN "[\"R\",\"resref\",\"%0255d\"]]}}", 0), "");
    takes("a.utc", made(GFF_OWN "[\"R\",\"resref\",\"%0256d\"]]}}", 0),
          "\"R\": 256 bytes, at most 255 are possible");
    takes(
        "a.utc.xml",
        made("<gff3><struct id=\"4294967295\"><resref label=\"R\">%0255d</resref></struct></gff3>",
             0),
        "");
    takes(
        "a.utc.xml",
        made("<gff3><struct id=\"4294967295\"><resref label=\"R\">%0256d</resref></struct></gff3>",
             0),
        most);
    rq_out_free(&text);
}

/* Names of 255 bytes are the longest of a model, and 31 those in fields of 32 with a NUL. */
static void test_model_texts(void)
{
    static const char head[] = "newmodel a\nbeginmodelgeom a\nnode dummy a\nparent NULL\nendnode\n";
    static const char node[] = "node dummy a\nparent NULL\nendnode\n";
    static const char forty[] = "0000000000000000000000000000000000000000";
    char why[200];
    for (int more = 0; more < 2; more++) {
        snprintf(why, sizeof why, "%s: the name is too long, or there are too many", forty);
        takes("a.mdl", made("%snode dummy %0*d\nparent a\nendnode\n", head, 255 + more, 0),
              more ? why : "");
        snprintf(why, sizeof why, "%032d: the name is too long", 0);
        takes("a.mdl",
              made("%sendmodelgeom a\nnewanim b a\nanimroot %0*d\n%sdoneanim b a\n", head,
                   31 + more, 0, node),
              more ? why : "");
        takes("a.mdl",
              made("%sendmodelgeom a\nnewanim b a\nevent 0 %0*d\n%sdoneanim b a\n", head, 31 + more,
                   0, node),
              more ? why : "");
        snprintf(why, sizeof why, "%033d: the text is too long", 0);
        takes("a.mdl",
              made("%snode trimesh b\nparent a\nbitmap %0*d\nendnode\n", head, 32 + more, 0),
              more ? why : "");
    }
    takes("a.mdl", made("newmodel a\nnewanim b a\n%sdoneanim b a\n%s", node, node),
          "there are no nodes");
    takes("a.mdl",
          made("%snode skin s\nparent a\nverts 1\n0 0 0\nweights 1\na 1 a 0 a 0 a 0\nendnode\n",
               head),
          "");
    takes("a.mdl",
          made("%snode skin s\nparent a\nverts 1\n0 0 0\nweights 1\na 1 a 0 a 0 a 0 a 0\nendnode\n",
               head),
          "a vertex hangs on more than four bones");
    rq_out_free(&text);
}

/* A face for each smoothing group, all with the same corner. */
static void test_smoothing_groups(void)
{
    for (unsigned count = 64; count <= 65; count++) {
        struct rq_out model = {0};
        rq_put_str(&model, "newmodel a\nbeginmodelgeom a\nnode trimesh a\nparent NULL\nverts 3\n"
                           "0 0 0\n1 0 0\n0 1 0\n");
        rq_putf(&model, "faces %u\n", count);
        for (unsigned i = 1; i <= count; i++)
            rq_putf(&model, "0 1 2 %u 0 0 0 1\n", i);
        rq_put_str(&model, "endnode\n");
        rq_put8(&model, 0);
        takes("a.mdl", (const char *)model.data,
              count == 64 ? "" : "more than 64 different smoothing groups meet at one place");
        rq_out_free(&model);
    }
}

/* Vertices that the faces ask for: each UV of its own is one. */
static void test_many_vertices(void)
{
    for (unsigned count = 21845; count <= 21846; count++) { /* three each: 65535, 65538 */
        struct rq_out model = {0};
        rq_put_str(&model, "newmodel a\nbeginmodelgeom a\nnode trimesh a\nparent NULL\nverts 3\n"
                           "0 0 0\n1 0 0\n0 1 0\n");
        rq_putf(&model, "faces %u\n", count);
        for (unsigned i = 0; i < count; i++)
            rq_putf(&model, "0 1 2 1 %u %u %u 1\n", i * 3, i * 3 + 1, i * 3 + 2);
        rq_putf(&model, "tverts %u\n", count * 3);
        for (unsigned i = 0; i < count * 3; i++)
            rq_putf(&model, "%u 0\n", i);
        rq_put_str(&model, "endnode\n");
        rq_put8(&model, 0);
        takes("a.mdl", (const char *)model.data,
              count == 21845 ? "" : "a mesh holds 65535 vertices; its faces ask for more");
        rq_out_free(&model);
    }
}

/* Lengths of 16 bits: a string of a script, the name of a BIF with its NUL. */
static void test_strings(void)
{
    static const char limit[] =
        "a size or offset does not fit the field that the format has for it";
    for (int more = 0; more < 2; more++) {
        takes("a.ncs",
              made("{\"format\":\"ncs\",\"version\":1,\"code\":[[\"CONSTS\",\"%0*d\"]]}",
                   65535 + more, 0),
              more ? "a string of more than 65535 bytes" : "");
        takes("chitin.key",
              made("{\"format\":\"key\",\"version\":1,\"bifs\":[{\"name\":\"%0*d\"}],"
                   "\"keys\":[]}",
                   65534 + more, 0),
              more ? limit : "");
    }
    rq_out_free(&text);
}

/* ---- values by path ---- */

static void cant_set(struct rq_doc *doc, const char *path, const char *value, const char *why)
{
    struct rq_error err = {0};
    check_note("%s", path);
    CHECK(!rq_doc_set(doc, path, value, &err));
    CHECK_INT(err.code, RQ_USAGE);
    CHECK_INT(err.offset, 0);
    CHECK_STR(err.text, why);
}

static void test_values(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, &err);
    REQUIRE(doc && rq_doc_insert(doc, "S", "string", "x", &err));
    cant_set(doc, "S", "ab\xC3(", "expected UTF-8, found something else at byte 2");
    cant_set(doc, "S", "a\xE2\x84\xB5", "expected characters of cp1252, found U+2135 at byte 1");
    rq_doc_free(doc);
}

/* ---- names of BIFs ---- */

/* Slashes before the name are none of it; the game's own have a backslash there. */
static void test_bif_names(void)
{
    char path[RQ_KEY_PATH];
    static uint8_t key[SAMPLE_ROOM];
    struct rq_bytes file = {key, sample_key(key)};
    REQUIRE(rq_key_bif_name(file, 0, path));
    CHECK_STR(path, "dat/a.bif");
    REQUIRE(rq_key_bif_name(file, 1, path));
    CHECK_STR(path, "b/c.bif");
    CHECK(!rq_key_bif_name(file, 2, path));
    memcpy(key + 88, "\\/\\at\\a.bi", 10);
    REQUIRE(rq_key_bif_name(file, 0, path));
    CHECK_STR(path, "at/a.bi");
    memcpy(key + 88, "/\0abcdefgh", 10); /* a NUL inside */
    CHECK(!rq_key_bif_name(file, 0, path));
    memcpy(key + 88, "////\\\\\\\\\0\0", 10);
    CHECK(!rq_key_bif_name(file, 0, path));
    rq_set32(key + 64 + 4, (uint32_t)file.size - 10); /* up to the end, and beyond */
    memset(key + file.size - 10, 'n', 10);
    REQUIRE(rq_key_bif_name(file, 0, path));
    CHECK_STR(path, "nnnnnnnnnn");
    rq_set32(key + 64 + 4, (uint32_t)file.size - 9);
    CHECK(!rq_key_bif_name(file, 0, path));
}

/* ---- names that a scene misses ---- */

static void test_missing(void)
{
    struct rq_arena arena = {0};
    struct rq_missing missing = {"", 0};
    const struct rq_view view = {.arena = &arena, .missing = &missing};
    rq_view_misses(&view, "", "texture");
    CHECK_STR(missing.names, "");
    rq_view_misses(&view, "stone", "texture");
    rq_view_misses(&view, "ton", "");
    rq_view_misses(&view, "stone", "texture");
    rq_view_misses(&view, "stone", "model");
    rq_view_misses(&view, "ton", "");
    CHECK_STR(missing.names, "stone (texture), ton, stone (model)");
    for (unsigned i = 0; i < 100; i++) {
        char name[101];
        snprintf(name, sizeof name, "%0100u", i);
        rq_view_misses(&view, name, "");
    }
    /* 35 bytes, and 102 with each name: 4013 with the 39th; the other 61 are only counted. */
    CHECK_INT(strlen(missing.names), 35 + 39 * 102);
    CHECK_INT(missing.more, 61);
    rq_arena_free(&arena);
}

TESTS(test_archives, test_tables, test_gff, test_resrefs, test_model_texts, test_smoothing_groups,
      test_many_vertices, test_strings, test_values, test_bif_names, test_missing)
