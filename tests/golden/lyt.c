/* LYT: bytes by hand from docs/formats/lyt.md. */
#include "kotor.h"

#include <reliquary/lyt.h>

static const char plain[] = "#MAXLAYOUT ASCII\r\nfiledependancy m01.max\r\nbeginlayout\r\n"
                            "   roomcount 2\r\n"
                            "      m01_a 1.5 -20.0 0\r\n"
                            "\t  m01_b 3.84015e-007  .5 +2.0000000 \r\n"
                            "   trackcount 1\r\n"
                            "      trk 1 2 3\r\n"
                            "   obstaclecount 0\r\n"
                            "   doorhookcount 2\r\n"
                            "      M01_A door_01 0 1.0 2.0 3.0 0.707107 0.0 0.0 -0.707106\r\n"
                            "      m01_b door_02 4.0 5.0 6.0 0.0 0.0 0.0 1.0\r\n"
                            "donelayout";

static void test_items(void)
{
    struct rq_doc *doc = read_as(bytes_of(plain), "lyt");
    REQUIRE(doc != NULL);
    const struct rq_lyt *lyt = rq_doc_root(doc, "lyt");
    struct rq_lyt_item item;
    REQUIRE(lyt->text.line_count == 13);
    CHECK(!rq_lyt_item(lyt, 3, &item));
    CHECK(!rq_lyt_item(lyt, 13, &item));
    CHECK(!rq_lyt_item(lyt, 99, &item));
    if (CHECK(rq_lyt_item(lyt, 4, &item))) {
        CHECK_INT(item.section, RQ_LYT_ROOMS);
        check_bytes(item.name, "m01_a");
        CHECK(item.whole && item.position[0] == 1.5 && item.position[1] == -20);
    }
    if (CHECK(rq_lyt_item(lyt, 5, &item)))
        CHECK(item.whole && item.position[0] == 3.84015e-7 && item.position[1] == 0.5 &&
              item.position[2] == 2);
    if (CHECK(rq_lyt_item(lyt, 7, &item)))
        CHECK_INT(item.section, RQ_LYT_TRACKS);
    if (CHECK(rq_lyt_item(lyt, 10, &item))) {
        CHECK_INT(item.section, RQ_LYT_DOORHOOKS);
        check_bytes(item.door, "door_01");
        CHECK(item.whole && item.position[2] == 3);
        CHECK(item.orientation[0] == 0.707107 && item.orientation[3] == -0.707106); /* w, z */
    }
    if (CHECK(rq_lyt_item(lyt, 11, &item))) /* without the 0 */
        CHECK(item.whole && item.position[0] == 4 && item.orientation[3] == 1);
    rq_doc_free(doc);
    check_findings(bytes_of(plain), "lyt", "");
    check_json_has(bytes_of(plain), "lyt", "[\"m01_a\", 1.5, -20.0, 0]");
    check_json_has(bytes_of(plain), "lyt", "{\"section\": \"obstaclecount\", \"items\": []}");
}

static void test_findings(void)
{
    /* Numbers that lie, one order too early, a room twice, a hook of no room, words that lack. */
    check_findings(bytes_of("beginlayout\r\n roomcount 3\r\n  a 0 0 0\r\n  A 1 1 1\r\n"
                            " doorhookcount 1\r\n  c d 0 1 2 3 4 5 6 7\r\n trackcount x\r\n"
                            "  t 0 0\r\ndonelayout\r\n"),
                   "lyt",
                   "lyt-wrong-count lyt-no-count lyt-duplicate-name lyt-no-such-room "
                   "lyt-section-order lyt-wrong-words");
    /* The game's own layouts have "****", a room without a model, several times. */
    check_findings(bytes_of("beginlayout\r\n roomcount 3\r\n  **** 0 0 0\r\n  **** 1 1 1\r\n"
                            "  a 0 0 0\r\ndonelayout\r\n"),
                   "lyt", "");
    /* Nothing is known of KotorBlender's section, so that all words are right. */
    check_findings(
        bytes_of("beginlayout\r\n roomcount 0\r\n doorhookcount 0\r\n othercount 1\r\n  a b\r\n"
                 "donelayout\r\n"),
        "lyt", "");
    check_findings(bytes_of("beginlayout\r\n roomcount 0\r\n doorhookcount 1\r\n  a b\r\n"
                            "donelayout\r\n"),
                   "lyt", "lyt-wrong-words lyt-no-such-room");
    check_findings(bytes_of("roomcount 1\r\n"), "lyt", "lyt-no-begin");
    check_findings(bytes_of("beginlayout\n"), "lyt", "lyt-no-end lyt-line-end");
}

static void test_round_trips(void)
{
    check_round_trips(bytes_of(plain), "M01.LYT", "lyt");
    check_round_trips(bytes_of(plain), NULL, "lyt");
    check_round_trips(bytes_of("nothing\r\n"), "x.lyt", "lyt");
    check_survives(LITERAL("beginlayout\nroomcount\0 2\n\0\n"), "lyt");
    check_survives(
        bytes_of("beginlayout\nroomcount\t\n\n a  b\t c \n roomcount 99999999999\n\tx\n"), "lyt");
    check_truncations(bytes_of(plain), "lyt");
    check_flips(bytes_of(plain), "lyt", 2000);
}

/* A layout is known without its name when it begins in the first 64 lines, on a line of its own. */
static void test_detected(void)
{
    static const struct {
        size_t lines_before;
        const char *begin;
        bool known;
    } cases[] = {
        {63, "beginlayout\r\ndonelayout\r\n", true},
        {64, "beginlayout\r\ndonelayout\r\n", false},
        {0, "  BeginLayout \r\n", true},
        {0, "beginlayout", true},
        {0, "beginlayout now\r\n", false},
        {0, "beginlayouts\r\n", false},
        {0, "a beginlayout\r\n", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[512] = "";
        size_t size = 0;
        while (size < cases[i].lines_before)
            text[size++] = '\n';
        snprintf(text + size, sizeof text - size, "%s", cases[i].begin);
        const struct rq_format *named = rq_format_detect(bytes_of(text), "x.lyt");
        const struct rq_format *found = rq_format_detect(bytes_of(text), NULL);
        check_note("case %zu", i);
        CHECK(named == rq_format_by_name("lyt"));
        CHECK((found == rq_format_by_name("lyt")) == cases[i].known);
    }
}

/* A scene has the first 1000 rooms; those without a model are known by their places alone. */
static void test_many_rooms(void)
{
    for (unsigned count = 999; count <= 1001; count++) {
        struct rq_out text = {0};
        struct rq_arena arena = {0};
        struct rq_error err = {0};
        struct rq_view view = {.arena = &arena, .err = &err};
        struct rq_scene scene = {0};
        rq_putf(&text, "beginlayout\r\n   roomcount %u\r\n", count);
        for (unsigned i = 0; i < count; i++)
            rq_putf(&text, "      **** %u 0.5 -2\r\n", i);
        rq_put_str(&text, "donelayout\r\n");
        struct rq_doc *doc = read_as(rq_out_bytes(&text), "lyt");
        REQUIRE(doc != NULL);
        check_note("%u", count);
        REQUIRE(doc->format->scene->scene(doc, &view, &scene));
        REQUIRE(CHECK_INT(scene.node_count, 1 + (count < 1000 ? count : 1000)));
        const float *last = scene.nodes[scene.node_count - 1].translation;
        CHECK(last[0] == (float)(scene.node_count - 2) && last[1] == 0.5F && last[2] == -2);
        rq_doc_free(doc);
        rq_arena_free(&arena);
        rq_out_free(&text);
    }
}

static void test_built(void)
{
    struct rq_error err = {0};
    struct rq_out out =
        built_from("{\"format\":\"lyt\",\"version\":1,\"lines\":[\"beginlayout\",{\"section\":"
                   "\"roomcount\",\"items\":[[\"a\",1,2.50,3e0]]},\"donelayout\"]}",
                   &err);
    const char *expected = "beginlayout\r\n   roomcount 1\r\n      a 1 2.50 3e0\r\ndonelayout\r\n";
    CHECK_MEM(out.data, out.size, expected, strlen(expected));
    rq_out_free(&out);
    /* No section of that name; a section before the layout begins. */
    not_built("lyt", "\"lines\":[\"beginlayout\",{\"section\":\"x\",\"items\":[]}]");
    not_built("lyt", "\"lines\":[{\"section\":\"roomcount\",\"items\":[]}]");
}

static void check_file(const char *name, struct rq_bytes bytes)
{
    check_round_trips(bytes, name, "lyt");
    struct rq_doc *doc = read_as(bytes, "lyt");
    REQUIRE(doc != NULL);
    const struct rq_lyt *lyt = rq_doc_root(doc, "lyt");
    struct rq_lyt_item item;
    size_t hooks = 0;
    /* Doors turn about z alone: of w x y z the middle two are 0. */
    for (size_t i = 0; i < lyt->text.line_count; i++)
        if (rq_lyt_item(lyt, i, &item) && item.section == RQ_LYT_DOORHOOKS) {
            const double *q = item.orientation;
            CHECK(q[1] == 0 && q[2] == 0);
            CHECK(q[0] * q[0] + q[3] * q[3] > 0.9999 && q[0] * q[0] + q[3] * q[3] < 1.0001);
            hooks++;
        }
    CHECK_INT(hooks, 13); /* m40ad.lyt: "doorhookcount 13" */
    rq_doc_free(doc);
}

static void test_corpus(void)
{
    NEEDS_CORPUS("kotor/lyt");
    each_file("kotor/lyt", check_file);
}

TESTS(test_many_rooms, test_items, test_findings, test_round_trips, test_detected, test_built,
      test_corpus)
