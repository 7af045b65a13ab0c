/* What an actor holds, and the items of ITEM.INI. The steps of the transform and the table of the
 * weapon's states: the specification's attachment chapter. With a corpus, the places of vertices in
 * its attachment.json: they are those of (model, frame, vertex), which holds whatever the command
 * meant. */
#include "golden/redguard.h"

#include <math.h>
#include <reliquary/engine.h>
#include <reliquary/game.h>

static bool near(float a, double b)
{
    return fabs((double)a - b) < 1e-4;
}

/* Two vertices, two frames of 16-bit differences, which are subtracted; the hand holds 0 and 1. */
static void test_attachment(void)
{
    int32_t vertices[2][3] = {{5120, -5120, 256}, {0, 0, 5120}};
    int32_t moves[2][3] = {{5120, 0, 0}, {0, 512, 0}};
    struct rq_model3d_frame frames[2] = {{.positions = NULL}, {.positions = moves}};
    frames[0].record.type = 2;
    struct rq_model3d m = {.vertex_count = 2, .vertices = vertices, .frame_count = 2};
    memcpy(m.header.version, "v4.0", 4);
    m.frames = frames;
    float at[2][3];
    struct rq_rgm_extra extra = {.grip = {0, 1}, .scabbard = {1, -1}};
    CHECK(rq_attach_hold(&extra, &m, 0, RQ_ATTACH_HAND, at));
    CHECK(near(at[0][0], -1) && near(at[0][1], 1) && near(at[0][2], 0.05) && near(at[1][2], 1));
    CHECK(rq_attach_hold(&extra, &m, 1, RQ_ATTACH_HAND, at));
    CHECK(near(at[0][0], 0) && near(at[1][1], 0.1));
    CHECK(!rq_attach_hold(&extra, &m, 0, RQ_ATTACH_HIP, at));
    CHECK(!rq_attach_vertex(&m, 2, 0, at[0]));
    CHECK(!rq_attach_vertex(&m, 0, 2, at[0]));
}

/* Where a quaternion takes the y axis. */
static void up_of(const float q[4], float to[3])
{
    to[0] = 2 * (q[0] * q[1] - q[3] * q[2]);
    to[1] = 1 - 2 * (q[0] * q[0] + q[2] * q[2]);
    to[2] = 2 * (q[1] * q[2] + q[3] * q[0]);
}

/* The y axis of the thing runs along the direction from the first vertex to the second; heading
 * and pitch by hand: atan2(x, z) and asin(y / length). */
static void test_pose(void)
{
    static const struct {
        float from[3], to[3];
        double heading, pitch;
    } rows[] = {
        {{1, 2, 3}, {1, 5, 3}, 0, 90},
        {{0, 0, 0}, {0, 0, 2}, 0, 0},
        {{0, 0, 0}, {3, 0, 0}, 90, 0},
        {{0, 0, 0}, {-1, -1, 0}, -90, -45},
        {{0, 0, 0}, {1, 1.41421356f, 1}, 45, 45},
        {{5, 5, 5}, {5, 4, 5}, 0, -90},
    };
    struct rq_attach_pose pose;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        float at[2][3], up[3], length = 0;
        memcpy(at[0], rows[i].from, sizeof at[0]);
        memcpy(at[1], rows[i].to, sizeof at[1]);
        rq_attach_pose((const float(*)[3])at, &pose);
        check_note("row %zu", i);
        CHECK(near(pose.heading, rows[i].heading) && near(pose.pitch, rows[i].pitch));
        up_of(pose.turn, up);
        for (size_t k = 0; k < 3; k++)
            length += (at[1][k] - at[0][k]) * (at[1][k] - at[0][k]);
        for (size_t k = 0; k < 3; k++) {
            CHECK(near(pose.place[k], (double)at[0][k]));
            CHECK(near(up[k], (double)((at[1][k] - at[0][k]) / sqrtf(length))));
        }
    }
    /* 60 units are 3 of the scene, here towards +x. */
    float tip[3];
    rq_attach_pose((const float[2][3]){{1, 2, 3}, {2, 2, 3}}, &pose);
    rq_attach_tip(&pose, 60, tip);
    CHECK(near(tip[0], 4) && near(tip[1], 2) && near(tip[2], 3));
    /* One place twice, and places that are none. */
    rq_attach_pose((const float[2][3]){{1, 1, 1}, {1, 1, 1}}, &pose);
    CHECK(pose.turn[3] == 1 && pose.turn[0] == 0);
    rq_attach_pose((const float[2][3]){{NAN, 1, 1}, {1, 1, 1}}, &pose);
    CHECK(pose.turn[3] == 1);
}

/* The six rows of the table. */
static void test_weapon(void)
{
    struct rq_rgm_attributes attributes = {{0}};
    bool drawn = false;
    attributes.values[0x22] = 5;
    attributes.values[0x23] = 3;
    CHECK_INT(rq_weapon_at(RQ_WEAPON_IDLE, 9, &attributes, &drawn), RQ_ATTACH_HIP);
    CHECK_INT(rq_weapon_at(RQ_WEAPON_DRAWS, 4, &attributes, &drawn), RQ_ATTACH_HIP);
    CHECK(!drawn);
    CHECK_INT(rq_weapon_at(RQ_WEAPON_DRAWS, 5, &attributes, &drawn), RQ_ATTACH_HAND);
    CHECK(drawn);
    CHECK_INT(rq_weapon_at(RQ_WEAPON_IDLE, 0, &attributes, &drawn), RQ_ATTACH_HAND);
    CHECK_INT(rq_weapon_at(RQ_WEAPON_SHEATHS, 2, &attributes, &drawn), RQ_ATTACH_HAND);
    CHECK(drawn);
    CHECK_INT(rq_weapon_at(RQ_WEAPON_SHEATHS, 3, &attributes, &drawn), RQ_ATTACH_HIP);
    CHECK(!drawn);
    CHECK_INT(rq_weapon_at(RQ_WEAPON_DRAWS, 0, NULL, &drawn), RQ_ATTACH_HAND);
}

static void test_items(void)
{
    static const char text[] = "[items]\r\nstart_item_select = 1\r\n; 1 sabre\r\ntype[1] = 1\r\n"
                               "name[1] = ?01i\r\nhand_object_file[1] = 3DART\\sword01.3D\r\n"
                               "hilt_object_file[1] = 3DART\\hilt01.3D\r\n\r\n"
                               "; 75 flaming sabre\r\ntype[75] = 1\r\n; 99 nothing\r\n";
    struct rq_doc *doc = read_as((struct rq_bytes){(const uint8_t *)text, sizeof text - 1}, "ini");
    struct rq_item item;
    REQUIRE(doc != NULL);
    const struct rq_ini *ini = rq_doc_root(doc, "ini");
    REQUIRE(rq_item_read(ini, 1, &item));
    CHECK_INT(item.type, RQ_ITEM_WEAPON);
    CHECK_STR(item.hand, "sword01.3D");
    CHECK_STR(item.hilt, "hilt01.3D");
    CHECK_STR(item.inventory, "");
    CHECK(!rq_item_read(ini, 2, &item));
    CHECK_INT(rq_item_find(ini, "1"), 1);
    CHECK_INT(rq_item_find(ini, "Sabre"), 1);
    CHECK_INT(rq_item_find(ini, "flaming sabre"), 75);
    CHECK_INT(rq_item_find(ini, "SWORD01"), 1);
    CHECK_INT(rq_item_find(ini, "hilt01.3d"), 1);
    static const char *const none[] = {"2", "-1", "", "?01i", "nothing", "99999999999999999999"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        CHECK_INT(rq_item_find(ini, none[i]), -1);
    rq_doc_free(doc);
}

/* A comment with words names the entries behind it, empty lines between or not, up to the next one. */
static void test_named_items(void)
{
    static const char text[] =
        "[items]\r\nuse_script[4] = lantern\r\ntype[4] = 1\r\n; 7 rope \r\n\r\n;\r\n; 12\r\n"
        "type[7] = 0\r\n; lamp9\r\n; oar\r\ntype[8] = 0\r\n;999 last\r\ntype[999] = 1\r\n"
        "; beyond\r\ntype[1000] = 1\r\n; none\r\nstart = 1\r\n; open\r\ntype[ = 1\r\n"
        "name[9] = RAFT.3D\r\ngame_object_file[9] = FXART\\RAFT.3D\r\n"
        "inventory_object_file[10] = RAFT.3DC\r\n";
    static const struct {
        const char *word;
        int number;
    } cases[] = {{"lantern", -1}, {"rope", 7},    {"lamp9", -1},    {"oar", 8},     {"last", 999},
                 {"999", 999},    {"beyond", -1}, {"1000", -1},     {"none", -1},   {"open", -1},
                 {"raft", 9},     {"raft.3d", 9}, {"raft.3dc", 10}, {"raft.3", -1}, {"7x", -1},
                 {"ro", -1},      {"ropes", -1}};
    struct rq_doc *doc = read_as((struct rq_bytes){(const uint8_t *)text, sizeof text - 1}, "ini");
    REQUIRE(doc != NULL);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_note("%s", cases[i].word);
        CHECK_INT(rq_item_find(rq_doc_root(doc, "ini"), cases[i].word), cases[i].number);
    }
    rq_doc_free(doc);
}

/* Item 0 is one like the others; names of 64 bytes and more are cut off. */
static void test_first_item(void)
{
    static const char text[] =
        "[items]\r\n; fist\r\ntype[0] = 1\r\nhand_object_file[0] = 3DART\\FIST.3D\r\n"
        "type[999] = 2\r\nhilt_object_file[999] = LAST.3D\r\n";
    static const char *const words[] = {"0", "fist", "FIST.3D", "Fist"};
    struct rq_doc *doc = read_as((struct rq_bytes){(const uint8_t *)text, sizeof text - 1}, "ini");
    REQUIRE(doc != NULL);
    for (size_t i = 0; i < 4; i++)
        CHECK_INT(rq_item_find(rq_doc_root(doc, "ini"), words[i]), 0);
    CHECK_INT(rq_item_find(rq_doc_root(doc, "ini"), "last"), 999);
    rq_doc_free(doc);
    for (size_t size = 62; size < 67; size++) {
        char line[200], name[80] = "";
        struct rq_item item;
        memset(name, 'n', size);
        name[size - 1] = 'z';
        snprintf(line, sizeof line,
                 "[items]\r\nname[5] = a\\b/%s\r\nhand_object_file[5] = H.3D\r\n", name);
        doc = read_as((struct rq_bytes){(const uint8_t *)line, strlen(line)}, "ini");
        REQUIRE(doc && rq_item_read(rq_doc_root(doc, "ini"), 5, &item));
        name[63] = 0;
        check_note("%zu letters", size);
        CHECK_STR(item.label, name);
        CHECK_STR(item.hand, "H.3D");
        rq_doc_free(doc);
    }
}

/* ---- the corpus ---- */

static size_t checked;

/* {command, handle, vertex, model: null or a stem, frame, position: null or [x, y, z]} */
static void check_case(struct rq_jr *jr)
{
    struct rq_str key, name = {0};
    uint32_t frame = 0;
    int64_t vertex = -1;
    char path[80];
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "vertex"))
            vertex = rq_jr_signed(jr, INT32_MIN, INT32_MAX);
        else if (rq_str_is(key, "model") && rq_jr_peek(jr) != RQ_J_NULL)
            name = rq_jr_string(jr);
        else if (rq_str_is(key, "frame") && rq_jr_peek(jr) != RQ_J_NULL)
            frame = rq_jr_u32(jr);
        else if (rq_str_is(key, "position") && rq_jr_peek(jr) != RQ_J_NULL) {
            struct rq_doc_file file;
            struct rq_error err = {0};
            float place[3] = {0, 0, 0};
            snprintf(path, sizeof path, "redguard/fxart/%.*s.3DC", (int)name.size, name.text);
            const char *found = check_corpus(path);
            REQUIRE(found && rq_doc_file_open(&file, found, NULL, &err));
            CHECK(
                rq_attach_vertex(rq_doc_root(file.doc, "model3d"), frame, (uint32_t)vertex, place));
            rq_jr_array(jr);
            for (size_t k = 0; rq_jr_more(jr); k++)
                CHECK(near(place[k % 3], rq_jr_f64(jr) * (k < 2 ? -1 : 1) / 20));
            rq_doc_file_close(&file);
            checked++;
        } else
            rq_jr_skip(jr);
    }
}

static void test_corpus(void)
{
    NEEDS_CORPUS("redguard/expected/attachment.json");
    size_t size;
    uint8_t *truth = check_read(check_corpus("redguard/expected/attachment.json"), &size);
    struct rq_error err = {0};
    struct rq_ctx ctx = {.err = &err};
    struct rq_arena arena = {0};
    struct rq_jr jr;
    struct rq_str key;
    REQUIRE(truth != NULL);
    rq_jr_open(&jr, (struct rq_bytes){truth, size}, &arena, &ctx);
    rq_jr_object(&jr);
    while (rq_jr_key(&jr, &key)) {
        if (!rq_str_is(key, "groups")) {
            rq_jr_skip(&jr);
            continue;
        }
        rq_jr_array(&jr);
        while (rq_jr_more(&jr)) {
            rq_jr_object(&jr);
            while (rq_jr_key(&jr, &key)) {
                if (!rq_str_is(key, "show_frames")) {
                    rq_jr_skip(&jr);
                    continue;
                }
                rq_jr_array(&jr);
                while (rq_jr_more(&jr))
                    check_case(&jr);
            }
        }
    }
    CHECK(rq_jr_ok(&jr));
    /* The other 33 of 115 have a vertex below 0 or no model: its older reading of the commands. */
    CHECK_INT(checked, 82);
    rq_arena_free(&arena);
    free(truth);
}

TESTS(test_first_item, test_attachment, test_pose, test_weapon, test_items, test_named_items,
      test_corpus)
