/* What a map of Redguard refers to: models and textures of what stands on it, and flags, lines, items and images of its scripts.
 * Maps and scripts are laid down here; functions are asked for by their names. */
#include "property/samples.h"
#include "refs/refs.h"
#include "script/soup/code.h"
#include "support/check.h"

#include <reliquary/rgm.h>
#include <stdio.h>

/* A record of a batch: thing, kind and act, sizes of name, types and path (two bytes); then these. */
static void check_batch(struct rq_out *batch, const char *expected)
{
    struct rq_out text = {0};
    for (size_t at = 0; at + 6 <= batch->size;) {
        const uint8_t *r = batch->data + at;
        unsigned path = rq_get16(r + 4);
        const char *name = (const char *)r + 6;
        rq_putf(&text, "%.*s: %s%s%s %.*s\n", (int)path, name + r[2] + r[3],
                rq_act_word((enum rq_act)(r[1] >> USE_KIND_BITS)), r[1] >> USE_KIND_BITS ? " " : "",
                rq_thing_word((enum rq_thing)r[0]), (int)r[2], name);
        at += 6 + (size_t)r[2] + r[3] + path;
    }
    rq_put8(&text, 0);
    CHECK_STR((const char *)text.data, expected);
    rq_out_free(&text);
    rq_out_free(batch);
}

static void check_map(struct rq_doc *doc, const char *expected)
{
    struct rq_out batch = {0};
    struct rq_collect c = {.batch = &batch, .page = RQ_CP437, .doc = doc, .name = "A.RGM"};
    rq_collect_rgm(&c);
    CHECK_INT(c.path.size, 0);
    CHECK_INT(c.act, RQ_ACT_NONE);
    rq_out_free(&c.path);
    check_batch(&batch, expected);
}

/* ---- what stands on the map ---- */

static void test_placed(void)
{
    static struct rq_rgm_object objects[] = {{.type = 1, .model = "Stone.3D"},
                                             {.type = 3, .texture = 9 << 7 | 3},
                                             {.type = 3, .texture = 0},
                                             {.type = 2, .texture = 9 << 7 | 3},
                                             {.type = 3, .model = "x", .texture = 1}};
    static struct rq_rgm_static statics[] = {{.model = "ABCDEFGH.3DC"}, {.model = ""}};
    static struct rq_rgm_rope ropes[] = {{.rope_model = "ROPE", .static_model = "HOOK"},
                                         {.static_model = "END"}};
    static struct rq_rgm_flat flats[] = {
        {.texture = 0}, {.texture = 1}, {.texture = 127}, {.texture = 128}, {.texture = 65535}};
    static struct rq_rgm_light lights[1];
    struct rq_rgm_section sections[] = {
        {.tag = "MPOB", .kind = RQ_RGM_MPOB, .count = 5, .objects = objects},
        {.tag = "MPSL", .kind = RQ_RGM_MPSL, .count = 1, .lights = lights},
        {.tag = "MPSO", .kind = RQ_RGM_MPSO, .count = 2, .statics = statics},
        {.tag = "MPRP", .kind = RQ_RGM_MPRP, .count = 2, .ropes = ropes},
        {.tag = "MPSF", .kind = RQ_RGM_MPSF, .count = 5, .flats = flats}};
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("rgm"), NULL, &err);
    REQUIRE(doc != NULL);
    struct rq_rgm *map = rq_doc_root(doc, "rgm");
    map->sections = sections;
    map->section_count = 5;
    check_map(doc, "MPOB/0/model: resource stone\nMPOB/1/texture: image 9:3\n"
                   "MPOB/4/model: resource x\nMPOB/4/texture: image 0:1\n"
                   "MPSO/0/model: resource abcdefgh\n"
                   "MPRP/0/rope_model: resource rope\nMPRP/0/static_model: resource hook\n"
                   "MPRP/1/static_model: resource end\n"
                   "MPSF/1/texture: image 0:1\nMPSF/2/texture: image 0:127\n"
                   "MPSF/3/texture: image 1:0\nMPSF/4/texture: image 511:127\n");
    map->section_count = 0;
    rq_doc_free(doc);
}

/* ---- scripts ---- */

/* A map with this script, as its only actor's. */
static void check_script(const uint8_t *code, size_t size, const char *expected)
{
    uint8_t actors[8 + 165] = {W(1), W(0x0037801B)}, room[1024];
    struct rq_error err = {0};
    memcpy(actors + 12, "ONE", 3);
    rq_set32(actors + 8 + 0x4D, (uint32_t)size);
    size_t at = sample_chunk(room, 0, "RAHD", actors, sizeof actors);
    at = sample_chunk(room, at, "RASC", code, size);
    at = sample_put(room, at, "END ", 4);
    const struct rq_options options = {.format = rq_format_by_name("rgm")};
    struct rq_doc *doc = rq_doc_read((struct rq_bytes){room, at}, &options, &err);
    REQUIRE(doc != NULL);
    check_note("%s", expected);
    check_map(doc, expected);
    rq_doc_free(doc);
}

#define SCRIPT(expected, ...)                                                                      \
    check_script((const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}), expected)

static uint16_t id_of(const char *function)
{
    int32_t id = rq_soup_function_by_name((struct rq_str){function, strlen(function)});
    CHECK(id >= 0);
    return (uint16_t)id;
}

/* A flag is set by a statement, read in a formula or as an argument, tested by an if. */
static void test_flags(void)
{
    SCRIPT("ONE/script/#00: sets flag have_gear\n", 0x06, H(9), 0x07, W(1), 0);
    SCRIPT("ONE/script/#00: reads flag have_gear\n", 0x0A, 2, 0x06, H(9), 1, 0x07, W(1), 0);
    SCRIPT("ONE/script/#00: sets flag have_gear\nONE/script/#00: reads flag have_gear\n", 0x06,
           H(9), 0x06, H(9), 0);
    SCRIPT("ONE/script/#00: tests flag have_gear\n", 0x03, 0x06, H(9), 0, 2, 0x0A, 0, 0, 0, W(15),
           0x12);
    SCRIPT("ONE/script/#01: sets flag flag999\n", 0x12, 0x06, H(999), 0x07, W(1), 0);
    SCRIPT("", 0x0A, 2, 0x07, W(9), 0);
}

static void test_calls(void)
{
    const uint16_t rtx = id_of("RTX"), flat = id_of("FlatSetTexture"), hand = id_of("HandItem");
    SCRIPT("ONE/script/#00: speaks line ti32\n", 0x00, H(rtx), 1, 0x07, 't', 'i', '3', '2');
    SCRIPT("ONE/script/#00: image 9:3\n", 0x00, H(flat), 2, 0x07, W(9), 0x07, W(3));
    SCRIPT("", 0x00, H(flat), 1, 0x07, W(9));
    SCRIPT("", 0x00, H(flat), 2, 0x07, W(9), 0x0A, 0, 0, 0);
    SCRIPT("", 0x00, H(flat), 2, 0x0A, 0, 0, 0, 0x07, W(9));
    SCRIPT("", 0x00, H(hand), 0);
    /* A call of each thing, with what is done to it; a variable says nothing. */
    SCRIPT("ONE/script/#00: item 5\n", 0x00, H(hand), 1, 0x07, W(5));
    SCRIPT("ONE/script/#00: item 5\n", 0x00, H(hand), 1, 0x16, W(5));
    SCRIPT("", 0x00, H(hand), 1, 0x0A, 0, 0, 0);
    SCRIPT("ONE/script/#00: gives item 7\n", 0x00, H(id_of("AddItem")), 1, 0x07, W(7));
    SCRIPT("ONE/script/#00: enters map 3\n", 0x00, H(id_of("LoadWorld")), 1, 0x07, W(3));
    SCRIPT("ONE/script/#00: sets flag have_gear\n", 0x00, H(id_of("SetGlobalFlag")), 1, 0x07, W(9));
    SCRIPT("ONE/script/#00: reads attribute attribute4\n", 0x00, H(id_of("GetMyAttr")), 1, 0x07,
           W(4));
    SCRIPT("ONE/script/#00: plays sound 57\n", 0x00, H(id_of("Sound")), 1, 0x07, W(57));
}

TESTS(test_placed, test_flags, test_calls)
