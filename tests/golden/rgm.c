/* RGM: bytes laid down by hand (tests/property/samples.h) from the specification's "RGM Scene
 * File Format" with the corrections of its peers: RAHD's lengths, 24.8 positions of MPOB, MPSL
 * by RGU, MPSZ of 49 bytes, ShowFrame as one number. */
#include "property/samples.h"
#include "redguard.h"

#include <reliquary/rgm.h>

static uint8_t sample[SAMPLE_ROOM];

static struct rq_bytes made(void)
{
    return (struct rq_bytes){sample, sample_rgm(sample)};
}

/* Where the payload of a section begins; sections after it may be changed freely. */
static size_t payload_of(const char *tag)
{
    size_t at = 0;
    while (memcmp(sample + at, tag, 4) != 0)
        at += 8 + rq_get32be(sample + at + 4);
    return at + 8;
}

static size_t find_count(const struct rq_doc *doc, const char *id, const char *text)
{
    const struct rq_finding *findings;
    size_t count = rq_doc_findings(doc, &findings), n = 0;
    for (size_t i = 0; i < count; i++)
        n += strcmp(findings[i].id, id) == 0 && (!text || strstr(findings[i].text, text));
    return n;
}

static bool bytes_are(struct rq_bytes bytes, const char *text)
{
    return bytes.size == strlen(text) && memcmp(bytes.data, text, bytes.size) == 0;
}

static void test_round_trips(void)
{
    struct rq_bytes file = made();
    check_round_trips(file, "maps/TEST.RGM", "rgm");
    struct rq_doc *doc = read_as(file, "rgm");
    REQUIRE(doc);
    const struct rq_finding *findings;
    CHECK_INT(rq_doc_findings(doc, &findings), 1);
    CHECK_INT(find_count(doc, "rgm-unknown-section", "no section of this name"), 1);
    const struct rq_rgm *map = rq_doc_root(doc, "rgm");
    CHECK_INT(map->section_count, 24);
    CHECK_INT(map->tail.size, 4);
    for (size_t i = 0; i < 22; i++)
        CHECK_INT(map->sections[i].kind, i + 1);
    rq_doc_free(doc);
}

static void test_actors(void)
{
    struct rq_doc *doc = read_as(made(), "rgm");
    REQUIRE(doc);
    const struct rq_rgm *map = rq_doc_root(doc, "rgm");
    size_t n;
    CHECK_INT(rq_rgm_actor_count(map), 2);
    CHECK_INT(rq_rgm_actor(map, 0)->texture_id, 114);
    CHECK_INT(rq_rgm_actor(map, 0)->unknown_99, -1);
    CHECK(rq_rgm_actor(map, 2) == NULL);
    CHECK_INT(rq_rgm_actor_find(map, "door\0x", 6), 1);
    CHECK_INT(rq_rgm_actor_find(map, "DOO", 3), -1);
    CHECK_INT(rq_rgm_actor_strings(map, 0), 2);
    CHECK(bytes_are(rq_rgm_actor_string(map, 0, 1), "door"));
    CHECK(rq_rgm_actor_string(map, 0, 2).data == NULL);
    CHECK(bytes_are(rq_rgm_actor_name(map, 1), "door"));
    const struct rq_rgm_model *models = rq_rgm_actor_raan(map, 0, &n);
    REQUIRE(models && n == 2);
    CHECK_INT(models[0].frame_count, 3);
    CHECK(bytes_are(rq_rgm_model_stem(models[0].path), "HERO"));
    CHECK(bytes_are(rq_rgm_model_stem(models[1].path), "HERO2"));
    CHECK(rq_rgm_actor_raan(map, 1, &n) == NULL);
    const struct rq_rgm_group *groups = rq_rgm_actor_groups(map, 0, &n);
    REQUIRE(groups && n == 1);
    CHECK_INT(groups[0].group, 3);
    CHECK_INT(groups[0].speed, 11);
    CHECK_INT(groups[0].commands[0].params[0], 1027);
    CHECK(rq_rgm_actor_groups(map, 1, &n) == NULL);
    const int32_t *variables = rq_rgm_actor_variables(map, 0, &n);
    REQUIRE(variables && n == 3);
    CHECK_INT(variables[1], -1);
    CHECK_INT(rq_rgm_actor_raex(map, 1)->range_max, 7);
    CHECK_INT(rq_rgm_actor_attributes(map, 1)->values[255], 255);
    CHECK_INT(rq_rgm_actor_locations(map, 0, &n)->offset[1], -1);
    const uint32_t *hooks = rq_rgm_actor_hooks(map, 0, &n);
    REQUIRE(hooks && n == 2);
    CHECK_INT(hooks[1], 0x20000);
    CHECK_INT(rq_rgm_actor_collisions(map, 0, &n)->radius, 5000);
    CHECK(rq_rgm_actor_collisions(map, 1, &n) == NULL);
    rq_doc_free(doc);
}

static void test_placed(void)
{
    struct rq_doc *doc = read_as(made(), "rgm");
    REQUIRE(doc);
    const struct rq_rgm *map = rq_doc_root(doc, "rgm");
    const struct rq_rgm_object *o = rq_rgm_section(map, RQ_RGM_MPOB)->objects;
    CHECK_INT(o->pos[0], 256 * 100 + 128);
    CHECK_INT(o->pos[1], -512);
    CHECK_INT(o->pos[2], 0x7FFF00);
    CHECK_INT(o->angle[2], 2047);
    CHECK_INT(o->texture >> 7, 114);
    CHECK_INT(o->rgb[1], 128);
    CHECK_INT(o->unknown_19, 7);
    CHECK(memcmp(o->model, "CRATE.3DX", 9) == 0);
    const struct rq_rgm_rope *rope = rq_rgm_section(map, RQ_RGM_MPRP)->ropes;
    CHECK_INT(rope->pos[2], 768);
    CHECK_INT(rope->length, 5);
    CHECK_STR(rope->rope_model, "ROPELINK");
    CHECK_INT(rope->unknown_34[6], 9);
    const struct rq_rgm_static *s = rq_rgm_section(map, RQ_RGM_MPSO)->statics;
    CHECK_INT(s->matrix[4], 1 << 28);
    CHECK_INT(s->pos[1], -2);
    const struct rq_rgm_light *light = rq_rgm_section(map, RQ_RGM_MPSL)->lights;
    CHECK_INT(light->world_id, 28);
    CHECK_INT(light->radius, 300);
    CHECK_INT(light->rgb[2], 100);
    CHECK_INT(light->channels[7], 7);
    CHECK_INT(rq_rgm_section(map, RQ_RGM_MPSF)->flats->texture & 0x7F, 10);
    const struct rq_rgm_section *marks = rq_rgm_section(map, RQ_RGM_MPMK);
    CHECK(!marks->swapped);
    CHECK_INT(marks->markers[1].pos[0], -5);
    CHECK_INT(marks->markers[1].flag, 8);
    const struct rq_rgm_section *boxes = rq_rgm_section(map, RQ_RGM_MPSZ);
    CHECK(!boxes->swapped);
    CHECK_INT(boxes->boxes[0].positive[2], 25);
    CHECK_INT(boxes->boxes[0].flag, 1);
    const struct rq_rgm_walk *walk = rq_rgm_section(map, RQ_RGM_WDNM)->walks;
    CHECK_INT(walk->record.radius, 600);
    CHECK_INT(walk->nodes[0].record.y, -2);
    CHECK_INT(walk->nodes[0].routes[1].cost, 50);
    CHECK_INT(walk->nodes[1].record.unknown_0a, 9);
    rq_doc_free(doc);
}

/* The 16 layouts of the specification's table, each with its own widths. */
static void test_commands(void)
{
    static const struct {
        uint32_t bits;
        unsigned count;
        int32_t params[3];
        unsigned rest;
    } rows[] = {
        {0xFFFFF0, 1, {0xFFFFF, 0, 0}, 0}, {0xFFFFF1, 1, {-1, 0, 0}, 0},
        {0x7FFFF2, 1, {0x7FFFF, 0, 0}, 0}, {0x800004, 2, {0, -512, 0}, 0},
        {0x8F8206, 3, {-32, -32, 15}, 2},  {0x800077, 2, {3, -131071, 0}, 0},
        {0xFC13FF, 3, {63, 4, -2}, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct rq_rgm_command c = rq_rgm_command_of(rows[i].bits);
        check_note("%06x", (unsigned)rows[i].bits);
        CHECK_INT(c.opcode, rows[i].bits & 15);
        CHECK_INT(rq_rgm_command_info(c.opcode)->count, rows[i].count);
        for (size_t k = 0; k < 3; k++)
            CHECK_INT(c.params[k], rows[i].params[k]);
        CHECK_INT(c.rest, rows[i].rest);
    }
    CHECK(rq_rgm_command_info(16) == NULL);
    for (uint32_t bits = 0; bits < 1 << 24; bits += 251) {
        struct rq_rgm_command c = rq_rgm_command_of(bits);
        if (rq_rgm_command_bits(&c) != bits && !CHECK_INT(rq_rgm_command_bits(&c), bits))
            break;
    }
}

/* MPSZ with the flag first (RGU), MPMK with all flags last (RGU). */
static void test_swapped(void)
{
    struct rq_bytes file = made();
    uint8_t *box = sample + payload_of("MPSZ"), *marks = sample + payload_of("MPMK") + 4;
    memmove(box + 1, box, 48);
    box[0] = 1;
    uint8_t flag = marks[12];
    memmove(marks + 12, marks + 13, 12);
    marks[24] = flag;
    check_round_trips(file, "maps/TEST.RGM", "rgm");
    struct rq_doc *doc = read_as(file, "rgm");
    REQUIRE(doc);
    const struct rq_rgm *map = rq_doc_root(doc, "rgm");
    const struct rq_rgm_section *s = rq_rgm_section(map, RQ_RGM_MPSZ);
    CHECK(s->swapped);
    CHECK_INT(s->boxes[0].total[1], 40);
    CHECK_INT(s->boxes[0].positive[0], 10);
    CHECK_INT(s->boxes[0].flag, 1);
    s = rq_rgm_section(map, RQ_RGM_MPMK);
    CHECK(s->swapped);
    CHECK_INT(s->markers[1].pos[0], -5);
    CHECK_INT(s->markers[0].flag, 4);
    CHECK_INT(s->markers[1].flag, 8);
    rq_doc_free(doc);
}

/* A payload that does not fit its records: raw, found, identical. */
static void test_misfits(void)
{
    static const struct {
        const char *tag;
        size_t at; /* in the payload */
        uint32_t value;
    } rows[] = {
        {"MPOB", 0, 2},          {"MPOB", 0, UINT32_MAX},  {"RAHD", 0, 0x80000001},
        {"WDNM", 0, 2},          {"WDNM", 0, UINT32_MAX},  {"WDNM", 4, 63},
        {"WDNM", 8, UINT32_MAX}, {"WDNM", 32, 24},         {"RAGR", 0, 0xFFFF},
        {"RAST", 6, 0x21212121}, {"RAAN", 29, 0x21212121},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct rq_bytes file = made();
        check_note("%s %zu", rows[i].tag, rows[i].at);
        rq_set32(sample + payload_of(rows[i].tag) + rows[i].at, rows[i].value);
        check_round_trips(file, "maps/TEST.RGM", "rgm");
        struct rq_doc *doc = read_as(file, "rgm");
        REQUIRE(doc);
        CHECK_INT(find_count(doc, "rgm-not-understood", "kept as they are"), 1);
        rq_doc_free(doc);
    }
}

/* A section may have no record at all: its count, 0, is all of it. */
static void test_no_records(void)
{
    static const uint8_t file[] = "MPOB\0\0\0\4\0\0\0\0END \0\0\0";
    struct rq_bytes bytes = {file, 20};
    check_round_trips(bytes, "maps/TEST.RGM", "rgm");
    struct rq_doc *doc = read_as(bytes, "rgm");
    REQUIRE(doc);
    CHECK_INT(find_count(doc, "rgm-not-understood", NULL), 0);
    const struct rq_rgm *map = rq_doc_root(doc, "rgm");
    CHECK_INT(map->sections[0].kind, RQ_RGM_MPOB);
    CHECK_INT(map->sections[0].count, 0);
    rq_doc_free(doc);
}

/* References to what is not there: found, and the functions give nothing. */
static void test_references(void)
{
    static const struct {
        const char *tag;
        size_t at;
        uint32_t value;
        const char *id, *text;
    } rows[] = {
        {"RASB", 4, 10, "rgm-lost-string", "outside of RAST"},
        {"RASB", 4, UINT32_MAX, "rgm-lost-string", "outside of RAST"},
        {"RAHD", 8 + 0x41, UINT32_MAX, "rgm-lost-part", "a part of RASB"},
        {"RAHD", 8 + 0x49, UINT32_MAX, "rgm-lost-part", "a part of RASB"},
        {"RAHD", 8 + 0x51, UINT32_MAX, "rgm-script-outside", "outside of RASC"},
        {"RAHD", 8 + 0x4D, 91, "rgm-script-overlap", "inside of another"},
        {"RAHD", 8 + 0x55, 32, "rgm-lost-start", "starts at 0x20"},
        {"RAHD", 8 + 0x29, 1 << 30, "rgm-lost-part", "a part of RAAN"},
        {"RAHD", 8 + 0x31, 1, "rgm-no-groups", "no groups"},
        {"RAHD", 8 + 0x75, 4000000000u, "rgm-lost-part", "a part of RAVA"},
        {"RAHD", 8 + 0x89, 1, "rgm-lost-box", "a box"},
        {"WDNM", 44, 2, "rgm-lost-node", "a node that is not there"},
        {"RASC", 4 + 0x56, 0x20, "rgm-lost-jump", "a jump to 0x20"},
        {"RASC", 4 + 0x56, 4000, "rgm-lost-jump", "a jump to 0xfa0"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct rq_bytes file = made();
        size_t n;
        check_note("%s %zu", rows[i].tag, rows[i].at);
        rq_set32(sample + payload_of(rows[i].tag) + rows[i].at, rows[i].value);
        check_round_trips(file, "maps/TEST.RGM", "rgm");
        struct rq_doc *doc = read_as(file, "rgm");
        REQUIRE(doc);
        CHECK_INT(find_count(doc, rows[i].id, rows[i].text), 1);
        const struct rq_rgm *map = rq_doc_root(doc, "rgm");
        for (size_t a = 0; a < 3; a++) {
            for (size_t k = 0; k < 3; k++)
                rq_rgm_actor_string(map, a, k);
            rq_rgm_actor_raan(map, a, &n);
            rq_rgm_actor_variables(map, a, &n);
            CHECK(n <= 4);
            rq_rgm_actor_groups(map, a, &n);
            rq_rgm_actor_script(map, a);
        }
        rq_doc_free(doc);
    }
}

static void test_matrix(void)
{
    struct rq_bytes file = made();
    rq_set32(sample + payload_of("MPSO") + 32, 1 << 27);
    struct rq_doc *doc = read_as(file, "rgm");
    REQUIRE(doc);
    CHECK_INT(find_count(doc, "rgm-no-rotation", "not a rotation"), 1);
    rq_doc_free(doc);
}

/* A group whose size and count differ stays raw; groups that never end are found. */
static void test_groups(void)
{
    struct rq_bytes file = made();
    sample[payload_of("RAGR") + 8] = 3;
    check_round_trips(file, "maps/TEST.RGM", "rgm");
    struct rq_doc *doc = read_as(file, "rgm");
    REQUIRE(doc);
    CHECK_INT(find_count(doc, "rgm-raw-group", "groups whose size"), 1);
    CHECK_INT(rq_rgm_section(rq_doc_root(doc, "rgm"), RQ_RGM_RAGR)->groups[0].raw.size, 20);
    rq_doc_free(doc);
    file = made();
    sample[payload_of("RAGR") + 22] = 2; /* the word that ends them: now the size of the last */
    check_round_trips(file, "maps/TEST.RGM", "rgm");
    doc = read_as(file, "rgm");
    REQUIRE(doc);
    CHECK_INT(find_count(doc, "rgm-groups-do-not-end", "do not end"), 1);
    rq_doc_free(doc);
}

/* END of 4 bytes, none at all, and with more behind it. */
static void test_ends(void)
{
    struct rq_bytes file = made();
    file.size -= 4;
    check_round_trips(file, "maps/TEST.RGM", "rgm");
    file.size -= 4;
    check_round_trips(file, "maps/TEST.RGM", "rgm");
    struct rq_doc *doc = read_as(file, "rgm");
    CHECK_INT(doc ? find_count(doc, "rgm-no-end", "just stops") : 0, 1);
    rq_doc_free(doc);
    file = made();
    memcpy(sample + file.size, "more", 4);
    file.size += 4;
    check_round_trips(file, "maps/TEST.RGM", "rgm");
    doc = read_as(file, "rgm");
    CHECK_INT(doc ? find_count(doc, "rgm-trailing-bytes", "8 bytes") : 0, 1);
    rq_doc_free(doc);
    file = made();
    file.size -= 9;
    refused(file, RQ_TRUNCATED, "");
}

/* Two sections of one name are both kept; RASC may come first. */
static void test_orders(void)
{
    static uint8_t other[2 * SAMPLE_ROOM];
    struct rq_bytes file = made();
    size_t code = payload_of("RASC") - 8, size = 8 + rq_get32be(sample + code + 4);
    memcpy(other, sample + code, size);
    memcpy(other + size, sample, file.size);
    struct rq_bytes twice = {other, size + file.size};
    check_round_trips(twice, "maps/TEST.RGM", "rgm");
    struct rq_doc *doc = read_as(twice, "rgm");
    REQUIRE(doc);
    const struct rq_rgm *map = rq_doc_root(doc, "rgm");
    CHECK_INT(map->section_count, 25);
    CHECK(rq_rgm_actor_script(map, 0) != NULL);
    CHECK_INT(map->sections[6].kind, RQ_RGM_RASC);
    CHECK_INT(map->sections[6].count, 1);
    rq_doc_free(doc);
}

/* Scripts that grow move all that follows: offsets and lengths of RAHD are derived. */
static void test_edited(void)
{
    struct rq_doc *doc = read_as(made(), "rgm");
    struct rq_error err = {0};
    REQUIRE(doc);
    struct rq_out json = json_of(doc), out = {0};
    rq_doc_free(doc);
    static const char old[] = "{\"label\": \"#1E\", \"Endint\": true},",
                      more[] = "{\"label\": \"#1E\", \"Anchor\": 9}, {\"Endint\": true},";
    char *text = (char *)json.data, *at = strstr(text, old);
    REQUIRE(at);
    char *grown = calloc(json.size + sizeof more, 1);
    REQUIRE(grown);
    snprintf(grown, json.size + sizeof more, "%.*s%s%s", (int)(at - text), text, more,
             at + sizeof old - 1);
    doc = rq_doc_from_json((struct rq_bytes){(uint8_t *)grown, strlen(grown)}, NULL, &err);
    CHECK_STR(err.text, "");
    REQUIRE(doc && rq_doc_write(doc, &out, &err));
    const struct rq_rgm *map = rq_doc_root(doc, "rgm");
    CHECK_INT(rq_rgm_actor(map, 0)->rasc_length, 92);
    CHECK_INT(rq_rgm_actor(map, 0)->script_pc, 33);
    CHECK_INT(rq_rgm_actor(map, 1)->rasc_offset, 96);
    const struct rq_soup_script *script = rq_rgm_actor_script(map, 0);
    REQUIRE(script);
    CHECK_INT(script->instrs[0].target, 0x1E);
    CHECK_INT(script->instrs[script->count - 1].target, 0x21);
    CHECK(bytes_are(rq_rgm_actor_string(map, 0, 1), "door"));
    rq_doc_free(doc);
    free(grown);
    rq_out_free(&json);
    rq_out_free(&out);
}

static void test_json_refusals(void)
{
    json_refused("rgm", "\"section\":[]", "no field");
    json_refused("rgm", "\"no_end\":true", "needs");
    json_refused("rgm", "\"sections\":[{\"tag\":\"END \"}]", "not a chunk");
    json_refused("rgm", "\"sections\":[{\"raw\":\"\"}]", "");
    json_refused("rgm", "\"sections\":[{\"tag\":\"RAST\",\"texts\":[\"a\\u0000\"]}]", "NUL");
    json_refused("rgm", "\"sections\":[{\"tag\":\"RAGR\",\"parts\":[{\"groups\":[\"stop\"]}]}]",
                 "end");
#define COMMAND(text)                                                                              \
    "\"sections\":[{\"tag\":\"RAGR\",\"parts\":[{\"groups\":[{\"commands\":[" text "]}]}]}]"
    json_refused("rgm", COMMAND("[\"Show\"]"), "named so");
    json_refused("rgm", COMMAND("[\"ShowFrame\"]"), "all its values");
    json_refused("rgm", COMMAND("[]"), "all its values");
    json_refused("rgm", COMMAND("[\"EndAnimation\",0,0,0]"), "");
    json_refused("rgm", COMMAND("[\"GoToPrevious\",600000]"), "20 bits");
#undef COMMAND
    json_refused("rgm",
                 "\"sections\":[{\"tag\":\"WDNM\",\"maps\":[{\"nodes\":[{\"routes\":[[1]]}]}]}]",
                 "target, cost");
    json_refused("rgm", "\"sections\":[{\"tag\":\"MPOB\",\"texts\":[]}]", "no field");
    json_refused("rgm", "\"sections\":[{\"tag\":\"RAAT\",\"parts\":[{\"records\":[[[1]]]}]}]",
                 "number, value");
}

static void test_damage(void)
{
    struct rq_bytes file = made();
    check_truncations(file, "rgm");
    check_flips(file, "rgm", 1500);
}

TESTS(test_round_trips, test_actors, test_placed, test_commands, test_swapped, test_misfits,
      test_no_records, test_references, test_matrix, test_groups, test_ends, test_orders,
      test_edited, test_json_refusals, test_damage)
