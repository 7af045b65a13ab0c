/* SSF V1.1: bytes by hand from docs/formats/ssf.md. */
#include "tables.h"

#include <reliquary/ssf.h>

/* 172 bytes: sounds 1 to 28 are StrRefs 100 to 127, the other 12 are -1 but sound 34. */
static void make_ssf(struct made *m)
{
    m->size = 0;
    put_text(m, "SSF V1.1", 8);
    put32(m, 12);
    for (uint32_t i = 0; i < 40; i++)
        put32(m, i < 28 ? 100 + i : i == 33 ? 5 : UINT32_MAX);
}

static void test_values(void)
{
    static struct made m;
    make_ssf(&m);
    CHECK_INT(m.size, 172);
    check_round_trips(made_bytes(&m), "x.ssf", "ssf");
    struct rq_doc *doc = read_as(made_bytes(&m), "ssf");
    REQUIRE(doc != NULL);
    const struct rq_ssf *ssf = rq_doc_root(doc, "ssf");
    const struct rq_finding *findings;
    REQUIRE(ssf->sound_count == 40);
    CHECK_INT(ssf->sounds[RQ_SSF_battle_cry_1], 100);
    CHECK_INT(ssf->sounds[RQ_SSF_poisoned], 127);
    CHECK_INT(ssf->sounds[33], 5);
    CHECK_INT(ssf->sounds[39], UINT32_MAX);
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    /* The order of docs/formats/ssf.md: 6 cries, 3 selections, 3 attacks, 2 pains, then single. */
    CHECK_STR(rq_ssf_name(5), "battle_cry_6");
    CHECK_STR(rq_ssf_name(6), "select_1");
    CHECK_STR(rq_ssf_name(9), "attack_grunt_1");
    CHECK_STR(rq_ssf_name(12), "pain_grunt_1");
    CHECK_STR(rq_ssf_name(14), "low_health");
    CHECK_STR(rq_ssf_name(15), "dead");
    CHECK_STR(rq_ssf_name(27), "poisoned");
    CHECK_STR(rq_ssf_name(28), NULL);
    CHECK_INT(RQ_SSF_NAMED, 28);
    struct rq_out json = json_of(doc);
    CHECK(strstr((char *)json.data, "{\"sound\": \"dead\", \"strref\": 115}"));
    CHECK(strstr((char *)json.data, "{\"sound\": \"sound_34\", \"strref\": 5}"));
    CHECK(strstr((char *)json.data, "{\"sound\": \"sound_40\", \"strref\": -1}"));
    rq_out_free(&json);
    rq_doc_free(doc);
}

static void test_sizes(void)
{
    static struct made m;
    make_ssf(&m);
    m.size = 12 + 28 * 4;
    check_round_trips(made_bytes(&m), NULL, "ssf");
    CHECK_INT(count_found(made_bytes(&m), "ssf", "ssf-sound-count"), 0);
    m.size = 12 + 27 * 4;
    check_round_trips(made_bytes(&m), NULL, "ssf");
    CHECK_INT(count_found(made_bytes(&m), "ssf", "ssf-sound-count"), 1);
    /* As many as another game has; some files of the first game do, see docs/formats/ssf.md. */
    make_ssf(&m);
    while (m.size < 12 + 49 * 4)
        put32(&m, 500);
    check_round_trips(made_bytes(&m), NULL, "ssf");
    CHECK_INT(count_found(made_bytes(&m), "ssf", "ssf-sound-count"), 0);
    m.size = 12 + 28 * 4 + 3;
    check_round_trips(made_bytes(&m), NULL, "ssf");
    CHECK_INT(count_found(made_bytes(&m), "ssf", "ssf-trailing-bytes"), 1);
    m.size = 12;
    check_round_trips(made_bytes(&m), NULL, "ssf");
    make_ssf(&m);
    set32(&m, 8, 20); /* the sounds stand further back */
    check_round_trips(made_bytes(&m), NULL, "ssf");
    CHECK_INT(count_found(made_bytes(&m), "ssf", "ssf-moved-sounds"), 1);
    set32(&m, 8, 172);
    check_round_trips(made_bytes(&m), NULL, "ssf");
    set32(&m, 8, 173);
    refused(made_bytes(&m), RQ_CORRUPT, "173");
    set32(&m, 8, 8);
    refused(made_bytes(&m), RQ_CORRUPT, "can't start");
    set32(&m, 8, UINT32_MAX);
    refused(made_bytes(&m), RQ_CORRUPT, "4294967295");
    make_ssf(&m);
    memcpy(m.data + 4, "V1.0", 4);
    struct rq_error err = {0};
    struct rq_options options = {.format = rq_format_by_name("ssf")};
    CHECK(rq_doc_read(made_bytes(&m), &options, &err) == NULL);
    CHECK_INT(err.code, RQ_UNSUPPORTED);
    CHECK_INT(err.offset, 4);
}

/* What is left behind the sounds is less than one of them. */
static void test_tail(void)
{
    for (size_t size = 0; size <= 5; size++) {
        struct rq_error err = {0};
        struct rq_out out = {0};
        struct rq_doc *doc = rq_doc_new(rq_format_by_name("ssf"), NULL, &err);
        REQUIRE(doc != NULL);
        ((struct rq_ssf *)rq_doc_root(doc, "ssf"))->tail =
            (struct rq_bytes){(const uint8_t *)"abcde", size};
        check_note("%zu bytes", size);
        CHECK_INT(rq_doc_write(doc, &out, &err), size < 4);
        CHECK_STR(err.text, size < 4 ? "" : "a tail of more than 3 bytes would be sounds");
        CHECK_INT(out.size, size < 4 ? 172 + size : 0);
        rq_out_free(&out);
        rq_doc_free(doc);
    }
}

static void test_json(void)
{
    struct rq_error err = {0};
    struct rq_out out = built_from("{\"format\":\"ssf\",\"version\":1,\"sounds\":["
                                   "{\"sound\":\"battle_cry_1\",\"strref\":4294967295},"
                                   "{\"strref\":7}]}",
                                   &err);
    CHECK_MEM(out.data, out.size, "SSF V1.1\x0C\0\0\0\xFF\xFF\xFF\xFF\7\0\0", 20);
    rq_out_free(&out);
    not_built("ssf", "\"sounds\":[{\"sound\":\"dead\",\"strref\":1}]");
    not_built("ssf", "\"sounds\":[{\"strref\":-2}]");
    not_built("ssf", "\"sounds\":[],\"tail\":\"AAAAAAAA\"");
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("ssf"), NULL, &err);
    REQUIRE(doc && rq_doc_write(doc, &out, &err));
    CHECK_INT(out.size, 172);
    CHECK_INT(rq_get32(out.data + 12), UINT32_MAX);
    rq_out_free(&out);
    rq_doc_free(doc);
}

static void test_damage(void)
{
    static struct made m;
    make_ssf(&m);
    check_truncations(made_bytes(&m), "ssf");
    check_flips(made_bytes(&m), "ssf", 2000);
}

static void check_file(const char *name, struct rq_bytes bytes)
{
    CHECK_INT(bytes.size, 172);
    check_round_trips(bytes, name, "ssf");
    CHECK_INT(count_found(bytes, "ssf", "ssf-sound-count"), 0);
}

static void test_corpus(void)
{
    NEEDS_CORPUS("kotor/ssf");
    CHECK_INT(each_file("kotor/ssf", check_file), 2);
}

TESTS(test_tail, test_values, test_sizes, test_json, test_damage, test_corpus)
