/* CHT: 64 slots by hand; the order of names is that of the table "Cheat List" of the Redguard
 * documents. With a corpus, against its ground truth. */
#include "redguard.h"

#include <reliquary/cht.h>

static const char *const names[13] = {
    "oracle", "nodemarker", "moonraker",  "task",        "animation", "magiccarpet", "savecheats",
    "drevil", "drno",       "goldfinger", "neversaydie", "oddjob",    "yeahbaby"};

/* Slot n is 100 + n. */
static void make_cht(struct made *m)
{
    m->size = 0;
    for (uint32_t i = 0; i < 64; i++)
        put32(m, i < 13 ? 100 + i : 0);
}

static void test_values(void)
{
    static struct made m;
    make_cht(&m);
    CHECK_INT(m.size, 256);
    struct rq_doc *doc = read_as(made_bytes(&m), "cht");
    REQUIRE(doc != NULL);
    const struct rq_cht *cht = rq_doc_root(doc, "cht");
    const struct rq_finding *findings;
    CHECK_INT(cht->slots.oracle, 100);
    CHECK_INT(cht->slots.magiccarpet, 105);
    CHECK_INT(cht->slots.yeahbaby, 112);
    CHECK_INT(cht->slots.unused[0], 0);
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    struct rq_out json = json_of(doc);
    for (unsigned i = 0; i < 13; i++) {
        char line[64];
        snprintf(line, sizeof line, "\"%s\": %u", names[i], 100 + i);
        CHECK(strstr((const char *)json.data, line) != NULL);
    }
    CHECK(strstr((const char *)json.data, "unused") == NULL);
    rq_out_free(&json);
    rq_doc_free(doc);
}

static void test_round_trips(void)
{
    static struct made m;
    make_cht(&m);
    check_round_trips(made_bytes(&m), "REDGUARD.CHT", "cht");
    check_round_trips(made_bytes(&m), NULL, "cht");
    CHECK(rq_format_detect(made_bytes(&m), "OTHER.BIN") == NULL);
    set32(&m, 13 * 4, 9);
    set32(&m, 63 * 4, 0xFFFFFFFF);
    put8(&m, 1);
    struct rq_doc *doc = read_as(made_bytes(&m), "cht");
    const struct rq_finding *findings;
    REQUIRE(doc != NULL);
    CHECK_INT(rq_doc_findings(doc, &findings), 3);
    CHECK(writes_same(doc, made_bytes(&m), false));
    CHECK(writes_same(doc, made_bytes(&m), true));
    rq_doc_free(doc);
    memset(m.data, 0, 256); /* all zero may be anything, unless its name says more */
    m.size = 256;
    CHECK(rq_format_detect(made_bytes(&m), NULL) == NULL);
    check_round_trips(made_bytes(&m), "redguard.cht", "cht");
}

static void test_damage(void)
{
    static struct made m;
    make_cht(&m);
    check_truncations(made_bytes(&m), "cht");
    check_flips(made_bytes(&m), "cht", 1000);
    not_built("cht", "\"nonsense\":1");
    not_built("cht", "\"oracle\":-1");
    not_built("cht", "\"unused\":[1]");
}

/* {"cheats": [{index, name, value}]} */
static void check_file(const char *name, struct rq_bytes bytes, struct rq_bytes truth)
{
    check_round_trips(bytes, name, "cht");
    struct rq_error err = {0};
    struct rq_ctx ctx = {.err = &err};
    struct rq_arena arena = {0};
    struct rq_jr jr;
    struct rq_str key;
    size_t n = 0;
    rq_jr_open(&jr, truth, &arena, &ctx);
    rq_jr_object(&jr);
    while (rq_jr_key(&jr, &key)) {
        if (!rq_str_is(key, "cheats")) {
            rq_jr_skip(&jr);
            continue;
        }
        rq_jr_array(&jr);
        for (; rq_jr_more(&jr); n++) {
            rq_jr_object(&jr);
            while (rq_jr_key(&jr, &key)) {
                if (rq_str_is(key, "name"))
                    CHECK(rq_str_is(rq_jr_string(&jr), names[n % 13]));
                else if (rq_str_is(key, "value"))
                    CHECK_INT(rq_get32(bytes.data + n % 13 * 4), rq_jr_u32(&jr));
                else
                    rq_jr_skip(&jr);
            }
        }
    }
    CHECK_INT(n, 13);
    CHECK(rq_jr_ok(&jr));
    rq_arena_free(&arena);
}

static void test_corpus(void)
{
    NEEDS_CORPUS("redguard");
    CHECK_INT(each_corpus("*.CHT", check_file), 1);
}

TESTS(test_values, test_round_trips, test_damage, test_corpus)
