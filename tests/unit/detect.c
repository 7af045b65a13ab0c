/* What a file is: content decides, the name only between equals. And every format that the
 * list names has all of its rooms. */
#include "core/file.h"
#include "formats/family.h"
#include "formats/format.h"
#include "formats/restype.h"
#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>

static const char *name_of(const struct rq_format *format)
{
    return format ? rq_format_describe(format)->name : "nothing";
}

static const char *found(const void *data, size_t size, const char *name)
{
    return name_of(rq_format_detect((struct rq_bytes){data, size}, name));
}

static void test_magic(void)
{
    uint8_t head[160] = "UTC V3.2";
    CHECK_STR(found(head, sizeof head, NULL), "gff");
    CHECK_STR(found(head, sizeof head, "lies.mod"), "gff"); /* the name has no say */
    CHECK_STR(found(head, 8, NULL), "gff");                 /* cut: damaged, not unknown */
    CHECK_STR(found(head, 7, NULL), "nothing");
    static const char *const types[] = {"ERF V1.0", "MOD V1.0", "HAK V1.0", "SAV V1.0"};
    for (size_t i = 0; i < 4; i++) {
        memcpy(head, types[i], 8);
        CHECK_STR(found(head, sizeof head, NULL), "erf");
        CHECK_STR(found(head, 100, NULL), "erf");
    }
    memcpy(head, "RIM V1.0", 8);
    CHECK(strcmp(found(head, sizeof head, "x.mod"), "erf") != 0);
    memcpy(head, "ERF V1.1", 8);
    CHECK(strcmp(found(head, sizeof head, "x.erf"), "erf") != 0);
    CHECK_STR(found(NULL, 0, "x.utc"), "nothing");
    /* Talk tables of any version but that of another game (docs/formats/tlk.md). */
    memcpy(head, "TLK V3.0", 8);
    CHECK_STR(found(head, 8, NULL), "tlk");
    CHECK_STR(found(head, 7, NULL), "nothing");
    memcpy(head, "TLK V9.9", 8);
    CHECK_STR(found(head, sizeof head, NULL), "tlk");
    memcpy(head, "TLK V4.0", 8);
    CHECK_STR(found(head, sizeof head, NULL), "nothing");
    memcpy(head, "TLK  3.0", 8);
    CHECK_STR(found(head, sizeof head, NULL), "nothing");
}

/* What a name promises, where the content is of no format. */
static void test_promise(void)
{
    static const uint8_t zeros[64];
    struct rq_bytes none = {0}, destroyed = {zeros, sizeof zeros};
    CHECK_STR(name_of(rq_format_promised(destroyed, "a/b.MOD")), "erf");
    CHECK_STR(name_of(rq_format_promised(none, "b.utc")), "gff");
    CHECK(!rq_format_promised(none, "b.txi")); /* a text without lines */
    CHECK_STR(name_of(rq_format_promised(destroyed, "b.ncs")), "ncs");
    CHECK(!rq_format_promised(destroyed, "b.nss"));       /* of no format */
    CHECK(!rq_format_promised(destroyed, "save.sav"));    /* of two */
    CHECK(!rq_format_promised(destroyed, "TEXBSI.302"));  /* of two */
    CHECK(!rq_format_promised(destroyed, "x.wok.ascii")); /* of others too */
    CHECK(!rq_format_promised(destroyed, "b"));
    CHECK(!rq_format_promised(destroyed, NULL));
    uint8_t head[160] = "UTC V3.2";
    CHECK(!rq_format_promised((struct rq_bytes){head, sizeof head}, "lies.mod"));
}

/* TPC has no magic: its shape must fit. */
static void test_tpc(void)
{
    uint8_t file[128 + 16] = {0, 0, 0, 0, 0, 0, 0x80, 0x3F, 2, 0, 2, 0, 4, 1}; /* 2 x 2 RGBA */
    CHECK_STR(found(file, sizeof file, NULL), "tpc");
    CHECK_STR(found(file, sizeof file, "x.tpc"), "tpc");
    file[12] = 3; /* no such encoding */
    CHECK_STR(found(file, sizeof file, "x.tpc"), "nothing");
    file[12] = 4;
    file[13] = 0; /* no level */
    CHECK_STR(found(file, sizeof file, "x.tpc"), "nothing");
    file[13] = 1;
    file[100] = 1; /* reserved bytes are 0 in every file */
    CHECK_STR(found(file, sizeof file, "x.tpc"), "nothing");
}

static unsigned bids(void)
{
    return rq_format_by_name("col")->detect((struct rq_bytes){0}, "x.col");
}

/* A facet has all that format.h promises of it. */
static void check_facets(const struct rq_format *f)
{
    CHECK(!f->container || (f->container->entries && f->container->put && f->container->remove));
    CHECK(!f->pictures || f->pictures->images);
    CHECK(!f->sounds || (f->sounds->clips && f->sounds->put_clip));
    CHECK(!f->sounds || !f->sounds->stream == !f->sounds->put_stream);
    CHECK(!f->scene || f->scene->scene);
    CHECK(!f->font || f->font->font);
    CHECK(!f->table || (f->table->table && f->table->put_table));
    CHECK(!f->pair || (f->pair->extension && f->pair->has && f->pair->write));
    CHECK(!f->forms || !f->forms->names == !f->forms->write_as);
    CHECK(!f->container || f->fresh);
}

static void test_formats(void)
{
    CHECK(rq_format_count() > 0);
    CHECK(rq_format_by_name("GFF") == rq_format_by_name("gff"));
    CHECK(rq_format_by_name("nonsense") == NULL);
    CHECK_INT(bids(), 0); /* an empty file is nobody's, whatever its name */
    for (size_t i = 0; i < rq_format_count(); i++) {
        const struct rq_format *f = rq_format_at(i);
        check_note("%s", f->info.name);
        CHECK(rq_format_by_name(f->info.name) == f);
        CHECK(f->info.title && f->info.title[0]);
        CHECK_STR(f->info.family, rq_family_of(f)->name);
        CHECK(f->info.extensions && f->info.extensions[0]);
        for (const char *c = f->info.extensions; *c; c++)
            CHECK(rq_lower(*c) == *c);
        CHECK(f->detect && f->read && f->write && f->facts);
        CHECK(!f->shape == (f->to_json && f->from_json));
        check_facets(f);
        CHECK_INT(f->detect((struct rq_bytes){0}, f->info.extensions), 0);
    }
}

/* The same base name in every room: code, test, page. */
static void test_rooms(void)
{
    static const char *const rooms[][2] = {{"tests/golden/", ".c"}, {"docs/formats/", ".md"}};
    if (rq_path_kind(RQ_SOURCE_DIR, NULL) != RQ_PATH_FOLDER)
        SKIP("the sources are not here");
    for (size_t i = 0; i < rq_format_count(); i++) {
        for (size_t k = 0; k < 2; k++) {
            char path[1024];
            snprintf(path, sizeof path, "%s/%s%s%s", RQ_SOURCE_DIR, rooms[k][0],
                     rq_format_at(i)->info.name, rooms[k][1]);
            check_note("%s%s%s", rooms[k][0], rq_format_at(i)->info.name, rooms[k][1]);
            CHECK_INT(rq_path_kind(path, NULL), RQ_PATH_FILE);
        }
    }
}

/* Every type has a spelling that is its own. */
static void test_resource_types(void)
{
    for (uint32_t id = 0; id <= UINT16_MAX; id++) {
        char text[RQ_RESTYPE_TEXT];
        uint32_t back = UINT32_MAX;
        check_note("type %u", (unsigned)id);
        rq_restype_extension(id, text);
        if (!CHECK(rq_restype_id(text, &back)) || !CHECK_INT(back, id))
            return;
    }
    static const struct {
        const char *text;
        uint32_t id;
    } known[] = {{"utc", 2027}, {"MOD", 2011}, {"dlg", 2029},  {"tpc", 3007},   {"are", 2012},
                 {"ncs", 2010}, {"2da", 2017}, {"4711", 4711}, {"65535", 65535}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        uint32_t id = 0;
        CHECK(rq_restype_id(known[i].text, &id));
        CHECK_INT(id, known[i].id);
    }
    uint32_t id;
    CHECK(!rq_restype_id("", &id));
    CHECK(!rq_restype_id("nope", &id));
    CHECK(!rq_restype_id("65536", &id));
    CHECK(!rq_restype_id("99999999999", &id));
    CHECK(!rq_restype_id("12a", &id));
    CHECK(!rq_restype_id("-1", &id));
}

/* Every format is asked, whatever the bytes begin with. */
static const struct rq_format *ask_all(struct rq_bytes bytes, const char *name)
{
    const struct rq_format *best = NULL;
    unsigned best_bid = 0;
    for (size_t i = 0; i < rq_format_count(); i++) {
        const struct rq_format *format = rq_format_at(i);
        unsigned bid = format->detect(bytes, name);
        bid = bid ? bid * 2 + rq_format_has_extension(format, name) : 0;
        if (bid > best_bid) {
            best_bid = bid;
            best = format;
        }
    }
    return best;
}

/* What begins unlike text is not shown to the formats that are text: with control characters before,
 * in and behind texts of all of them. */
static void test_text_or_not(void)
{
    static const char *const texts[] = {"beginlayout\r\nroomcount 0\r\ndonelayout\r\n",
                                        "mipmap 0\r\n",
                                        "room1 1\r\n  room2\r\n",
                                        "newmodel x\n",
                                        "[a]\nb=1\n",
                                        "UTC V3.2",
                                        "void main() {}\n",
                                        ""};
    static const char *const names[] = {"a.lyt",       "a.txi", "a.vis", "a.ini",
                                        "a.mdl.ascii", "a.utc", "a"};
    static const uint8_t odd[] = {0, 1, '\t', '\f', 0x1A, 0x1F, ' ', 0xFF};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        for (size_t k = 0; k < sizeof names / sizeof names[0] * 8 * 100; k++) {
            uint8_t bytes[160] = {0};
            size_t size = strlen(texts[i]), at = k / 8 % 100;
            const char *name = names[k / 800];
            memcpy(bytes, texts[i], size);
            bytes[at] = odd[k % 8];
            size = size > at ? size : at + 1;
            check_note("%s as %s with %u at %zu", texts[i], name, odd[k % 8], at);
            CHECK_STR(found(bytes, size, name),
                      name_of(ask_all((struct rq_bytes){bytes, size}, name)));
        }
}

TESTS(test_text_or_not, test_magic, test_promise, test_tpc, test_formats, test_rooms,
      test_resource_types)
