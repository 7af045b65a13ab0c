/* TSG and SAV: bytes by hand from docs/formats/tsg.md. No real file and no ground truth is at
 * hand: what is tested is that nothing is lost, and that no other format's chunks are taken. */
#include "redguard.h"

#include <reliquary/tsg.h>

/* Offsets: SVGM at 0 (payload of 16 + 8 + 9 bytes), XYZ1 at 41, END at 52. */
static void make_tsg(struct made *m)
{
    m->size = 0;
    put_text(m, "SVGM", 4);
    put32be(m, 33);
    put_text(m, "1.31", 4);
    put32(m, 7);
    put32(m, 8);
    put_text(m, "Harbour", 8);
    put32(m, 12);
    put_text(m, "SLOT.BMP", 9);
    put_text(m, "XYZ1", 4);
    put32be(m, 3);
    put8(m, 1);
    put8(m, 2);
    put8(m, 3);
    put_text(m, "END ", 4);
}

static void test_values(void)
{
    static struct made m;
    make_tsg(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "tsg");
    REQUIRE(doc != NULL);
    const struct rq_tsg *tsg = rq_doc_root(doc, "tsg");
    const struct rq_finding *findings;
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    REQUIRE(tsg->chunk_count == 2 && tsg->chunks[0].svgm && !tsg->chunks[1].svgm);
    const struct rq_tsg_svgm *svgm = tsg->chunks[0].svgm;
    CHECK_MEM(svgm->head.save_version, 4, "1.31", 4);
    CHECK_INT(svgm->head.unknown_04, 7);
    CHECK_INT(svgm->head.unknown_08, 8);
    CHECK_MEM(svgm->description.data, svgm->description.size, "Harbour", 7);
    CHECK_INT(svgm->world_id, 12);
    CHECK_MEM(svgm->picture.data, svgm->picture.size, "SLOT.BMP", 8);
    CHECK_INT(svgm->rest.size, 0);
    CHECK_MEM(tsg->chunks[1].payload.data, tsg->chunks[1].payload.size, "\1\2\3", 3);
    rq_doc_free(doc);
}

static void expect(const struct made *m, size_t expected)
{
    const struct rq_finding *findings;
    struct rq_doc *doc = read_as(made_bytes(m), "tsg");
    REQUIRE(doc != NULL);
    CHECK_INT(rq_doc_findings(doc, &findings), expected);
    CHECK(writes_same(doc, made_bytes(m), false));
    CHECK(writes_same(doc, made_bytes(m), true));
    rq_doc_free(doc);
}

static void test_round_trips(void)
{
    static struct made m;
    make_tsg(&m);
    check_round_trips(made_bytes(&m), "ISLAND.TSG", "tsg");
    check_round_trips(made_bytes(&m), "SAVEGAME.SAV", "tsg");
    check_round_trips(made_bytes(&m), NULL, "tsg");
    put32(&m, 0); /* END with a size of 0, as some formats have it */
    expect(&m, 0);
    put8(&m, 9);
    expect(&m, 1);
    make_tsg(&m);
    m.size -= 4; /* no END */
    check_round_trips(made_bytes(&m), "ISLAND.TSG", "tsg");
    expect(&m, 1);
    make_tsg(&m);
    m.data[8] = 'x'; /* not a version: the chunk is kept as it is */
    expect(&m, 0);
    make_tsg(&m);
    m.data[27] = 'x'; /* the description does not end before the picture's name */
    expect(&m, 0);
    make_tsg(&m);
    m.data[40] = 'x'; /* the picture's name does not end */
    expect(&m, 0);
    make_tsg(&m);
    memcpy(m.data, "OTHR", 4);
    check_round_trips(made_bytes(&m), "ISLAND.TSG", "tsg");
    expect(&m, 1);
}

/* Chunks alone are not enough: most files of the game have them. */
static void test_detection(void)
{
    static struct made m;
    make_tsg(&m);
    memcpy(m.data, "OTHR", 4);
    CHECK(rq_format_detect(made_bytes(&m), NULL) == NULL);
    CHECK(rq_format_detect(made_bytes(&m), "ISLAND.RGM") == NULL);
    make_tsg(&m);
    m.data[7] = 200; /* a chunk that leaves the file */
    CHECK(rq_format_detect(made_bytes(&m), "ISLAND.TSG") == NULL);
    m.size = 0;
    put_text(&m, "OCTH", 4);
    put32be(&m, 52);
    put_zeros(&m, 52);
    put_text(&m, "END ", 4);
    CHECK(rq_format_detect(made_bytes(&m), "ISLAND.TSG") == rq_format_by_name("pvo"));
    m.size = 0;
    put_text(&m, "MOD V1.0", 160);
    CHECK(rq_format_detect(made_bytes(&m), "SAVEGAME.SAV") == rq_format_by_name("erf"));
    m.size = 0;
    put_text(&m, "Plain text, saved.", 18);
    CHECK(rq_format_detect(made_bytes(&m), "OBJECT.SAV") == NULL);
}

/* Letters, digits, blanks and "_" make a tag; a clean walk ends at the end of a chunk, or at END. */
static void test_walks(void)
{
    static const char good[] = "AZaz09 _", bad[] = "@[`{/:!^-\x7F";
    const struct rq_format *tsg = rq_format_by_name("tsg");
    static struct made m;
    for (size_t at = 41; at < 45; at++)
        for (size_t i = 0; i < sizeof good - 1 + sizeof bad; i++) {
            make_tsg(&m);
            m.data[at] = (uint8_t)(i < sizeof good - 1 ? good[i] : bad[i - (sizeof good - 1)]);
            check_note("%d at %zu", m.data[at], at);
            CHECK_INT(tsg->detect(made_bytes(&m), ""), i < sizeof good - 1 ? 48 : 0);
        }
    make_tsg(&m);
    put_text(&m, "more", 4);
    for (size_t n = 0; n <= m.size; n++) {
        check_note("%zu bytes", n);
        CHECK_INT(tsg->detect((struct rq_bytes){m.data, n}, ""),
                  n == 41 || n == 52 || n >= 56 ? 48 : 0);
    }
    /* After 4096 chunks all others are believed. */
    for (size_t count = 4095; count < 4097; count++) {
        m.size = 0;
        for (size_t i = 0; i < count; i++) {
            put_text(&m, i ? "ABCD" : "SVGM", 4);
            put_zeros(&m, 4);
        }
        put8(&m, 1);
        CHECK_INT(tsg->detect(made_bytes(&m), ""), count == 4096 ? 48 : 0);
    }
}

/* SVGM is understood with a version of a digit, a dot and two digits, and when all of it is there. */
static void test_svgm(void)
{
    static const struct {
        const char *version;
        bool fine;
    } cases[] = {{"0.00", true},  {"9.99", true},  {"/.00", false}, {":.00", false},
                 {"0,00", false}, {"0/00", false}, {"0./0", false}, {"0.:0", false},
                 {"0.0/", false}, {"0.0:", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct made m;
        make_tsg(&m);
        memcpy(m.data + 8, cases[i].version, 4);
        struct rq_doc *doc = read_as(made_bytes(&m), "tsg");
        REQUIRE(doc != NULL);
        const struct rq_tsg *tsg = rq_doc_root(doc, "tsg");
        check_note("%s", cases[i].version);
        CHECK_INT(tsg->chunks[0].svgm != NULL, cases[i].fine);
        rq_doc_free(doc);
    }
    for (size_t size = 0; size < 20; size++) { /* two empty texts, a word between them */
        static struct made m;
        m.size = 0;
        put_text(&m, "SVGM", 4);
        put32be(&m, (uint32_t)size);
        put_text(&m, "1.31", size);
        put_text(&m, "END ", 4);
        struct rq_doc *doc = read_as(made_bytes(&m), "tsg");
        REQUIRE(doc != NULL);
        const struct rq_tsg *tsg = rq_doc_root(doc, "tsg");
        check_note("a payload of %zu", size);
        CHECK_INT(tsg->chunks[0].svgm != NULL, size >= 18);
        if (tsg->chunks[0].svgm)
            CHECK_INT(tsg->chunks[0].svgm->rest.size, size - 18);
        rq_doc_free(doc);
    }
}

static void test_damage(void)
{
    static struct made m;
    make_tsg(&m);
    check_truncations(made_bytes(&m), "tsg");
    check_flips(made_bytes(&m), "tsg", 2000);
    not_built("tsg", "\"chunks\":[{\"tag\":\"END \"}]");
    not_built("tsg", "\"chunks\":[{\"tag\":\"ABCD\",\"world_id\":1}]");
    not_built("tsg", "\"chunks\":[{\"tag\":\"SVGM\",\"world_id\":1,\"data\":\"\"}]");
    not_built("tsg", "\"chunks\":[{\"tag\":\"SVGM\",\"picture\":\"a\\u0000b\"}]");
    not_built("tsg", "\"chunks\":[{\"tag\":\"ABCDE\"}]");
    not_built("tsg", "\"nonsense\":1");
}

TESTS(test_values, test_round_trips, test_detection, test_walks, test_svgm, test_damage)
