/* The machine of SOUP against expected/vm.json of the corpus, which an independent program worked
 * out: 50 random programs, cases worked out by hand, and two threads. */
#include "property/samples.h"
#include "redguard.h"

#include <reliquary/soup.h>

enum { LOCALS = 8, MOST_WRITTEN = 16 };

struct expected {
    char name[40], halted[40];
    uint8_t code[2048];
    size_t code_size, flag_count;
    int32_t locals[LOCALS], after[LOCALS];
    struct {
        unsigned id;
        int32_t value;
    } flags[MOST_WRITTEN];
    uint32_t steps, pc[2], script_pc, ticks;
    bool stopped[2];
};

static void take_text(struct rq_jr *jr, char *text, size_t size)
{
    struct rq_str s = rq_jr_string(jr);
    snprintf(text, size, "%.*s", (int)s.size, s.text);
}

static void take_hex(struct rq_jr *jr, struct expected *e)
{
    struct rq_str s = rq_jr_string(jr);
    if (!CHECK(s.size / 2 <= sizeof e->code))
        return;
    for (e->code_size = 0; e->code_size < s.size / 2; e->code_size++) {
        char two[3] = {s.text[2 * e->code_size], s.text[2 * e->code_size + 1], 0};
        e->code[e->code_size] = (uint8_t)strtoul(two, NULL, 16);
    }
}

static void take_locals(struct rq_jr *jr, int32_t locals[LOCALS])
{
    size_t n = 0;
    rq_jr_array(jr);
    while (rq_jr_more(jr) && n < LOCALS)
        locals[n++] = (int32_t)rq_jr_signed(jr, INT32_MIN, INT32_MAX);
    CHECK_INT(n, LOCALS);
}

static void take_flags(struct rq_jr *jr, struct expected *e)
{
    struct rq_str key;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        char id[16];
        snprintf(id, sizeof id, "%.*s", (int)key.size, key.text);
        size_t n = e->flag_count++;
        if (!CHECK(n < MOST_WRITTEN))
            return;
        e->flags[n].id = (unsigned)strtoul(id, NULL, 10);
        e->flags[n].value = (int32_t)rq_jr_signed(jr, INT32_MIN, INT32_MAX);
    }
}

static void take_expect(struct rq_jr *jr, struct expected *e)
{
    struct rq_str key;
    size_t n = 0;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        bool list = rq_jr_peek(jr) == RQ_J_ARRAY;
        if (rq_str_is(key, "locals")) {
            take_locals(jr, e->after);
        } else if (rq_str_is(key, "flags")) {
            take_flags(jr, e);
        } else if (rq_str_is(key, "steps")) {
            e->steps = rq_jr_u32(jr);
        } else if (rq_str_is(key, "pc") && !list) {
            e->pc[0] = rq_jr_u32(jr);
        } else if (rq_str_is(key, "halted") && !list) {
            take_text(jr, e->halted, sizeof e->halted);
        } else {
            bool pc = rq_str_is(key, "pc");
            rq_jr_array(jr);
            for (n = 0; rq_jr_more(jr) && n < 2; n++) {
                if (pc)
                    e->pc[n] = rq_jr_u32(jr);
                else
                    e->stopped[n] = rq_jr_bool(jr);
            }
        }
    }
}

static void take_case(struct rq_jr *jr, struct expected *e)
{
    struct rq_str key;
    *e = (struct expected){0};
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "name"))
            take_text(jr, e->name, sizeof e->name);
        else if (rq_str_is(key, "code"))
            take_hex(jr, e);
        else if (rq_str_is(key, "locals"))
            take_locals(jr, e->locals);
        else if (rq_str_is(key, "expect"))
            take_expect(jr, e);
        else if (rq_str_is(key, "script_pc"))
            e->script_pc = rq_jr_u32(jr);
        else if (rq_str_is(key, "ticks"))
            e->ticks = rq_jr_u32(jr);
        else
            rq_jr_skip(jr);
    }
    check_note("%s", e->name);
}

/* ---- running ---- */

static struct rq_soup_machine *open_case(const struct expected *e)
{
    struct rq_error err = {0};
    struct rq_soup_machine *m = rq_soup_open_code(
        (struct rq_bytes){e->code, e->code_size},
        &(struct rq_soup_options){
            .has_start = true, .start = e->script_pc, .locals = e->locals, .local_count = LOCALS},
        &err);
    CHECK_STR(err.text, "");
    return m;
}

static void check_state(struct rq_soup_machine *m, const struct expected *e)
{
    size_t count, written_count = 0;
    const int32_t *locals = rq_soup_locals(m, &count);
    CHECK_INT(count, LOCALS);
    for (size_t i = 0; i < LOCALS; i++)
        CHECK_INT(locals[i], e->after[i]);
    int32_t value;
    bool written;
    for (unsigned i = 0; rq_soup_get_flag(m, i, &value, &written); i++)
        written_count += written;
    CHECK_INT(written_count, e->flag_count);
    for (size_t i = 0; i < e->flag_count; i++)
        if (CHECK(rq_soup_get_flag(m, e->flags[i].id, &value, &written))) {
            CHECK(written);
            CHECK_INT(value, e->flags[i].value);
        }
}

static void run_plain(const struct expected *e)
{
    struct rq_soup_machine *m = open_case(e);
    if (!CHECK(m != NULL))
        return;
    CHECK_INT(rq_soup_run(m, 1024), RQ_SOUP_ENDED);
    check_state(m, e);
    CHECK_INT(rq_soup_steps_done(m), e->steps);
    CHECK_INT(rq_soup_thread(m, 0).pc, e->pc[0]);
    CHECK_STR(rq_soup_thread(m, 0).why, e->halted);
    rq_soup_close(m);
}

static void run_threads(const struct expected *e)
{
    struct rq_soup_machine *m = open_case(e);
    if (!CHECK(m != NULL))
        return;
    CHECK_INT(rq_soup_threads(m), 2);
    for (uint32_t i = 0; i < e->ticks; i++)
        rq_soup_tick(m);
    check_state(m, e);
    CHECK_INT(rq_soup_ticks(m), e->ticks);
    for (size_t i = 0; i < 2; i++) {
        CHECK_INT(rq_soup_thread(m, i).pc, e->pc[i]);
        CHECK_INT(rq_soup_thread(m, i).state != RQ_SOUP_RUNS, e->stopped[i]);
    }
    rq_soup_close(m);
}

static void test_expected(void)
{
    NEEDS_CORPUS("redguard/expected/vm.json");
    static struct expected e;
    size_t size, cases[3] = {0};
    uint8_t *text = check_read(check_corpus("redguard/expected/vm.json"), &size);
    struct rq_error err = {0};
    struct rq_ctx ctx = {.err = &err};
    struct rq_arena arena = {0};
    struct rq_jr jr;
    struct rq_str key;
    REQUIRE(text);
    rq_jr_open(&jr, (struct rq_bytes){text, size}, &arena, &ctx);
    rq_jr_object(&jr);
    while (rq_jr_key(&jr, &key)) {
        size_t kind = rq_str_is(key, "tests") ? 0 : rq_str_is(key, "fixed") ? 1 : 2;
        if (kind == 2 && !rq_str_is(key, "threads")) {
            rq_jr_skip(&jr);
            continue;
        }
        rq_jr_array(&jr);
        for (; rq_jr_more(&jr); cases[kind]++) {
            take_case(&jr, &e);
            if (kind == 2)
                run_threads(&e);
            else
                run_plain(&e);
        }
    }
    CHECK(rq_jr_close(&jr));
    CHECK_STR(err.text, "");
    check_note("counts");
    CHECK_INT(cases[0], 50);
    CHECK_INT(cases[1], 12);
    CHECK_INT(cases[2], 6);
    rq_arena_free(&arena);
    free(text);
}

/* ---- actors ---- */

/* The world as text, up to the calls, which are of the run; to be freed. */
static char *world(const struct rq_soup_machine *m)
{
    struct rq_out out = {0};
    CHECK(rq_soup_put_world(m, &out, NULL));
    rq_put8(&out, 0);
    char *text = (char *)out.data, *calls = strstr(text, "\"call_count\"");
    if (CHECK(calls != NULL))
        *calls = 0;
    return text;
}

/* The sample's HERO (tests/property/samples.h has its bytes): thread 0 starts at 1F, where var2 =
 * Have_Gear + 1; <ScriptRV> is not 1; "door".@GetAttribute(var2); Player.ref5 = -1++; Me.ref3++; Anchor
 * 3; End 1F. Thread 1 asks ACTIVATE("ci31"). MPOB has its place, RALC a location 1, -1, 256 from there,
 * RAAT 9 as attribute 3. */
static void test_actor(void)
{
    static uint8_t bytes[SAMPLE_ROOM];
    static const char *const parts[] = {
        "\"pos\": [25728, -512, 8388352]",
        "\"angle\": [0, 512, 2047]",
        "\"attributes\": {\"3\": 9}",
        "\"refs\": {\"3\": 1}",
        "[25729, -513, 8388608]",
        "\"Player\": {\n      \"refs\": {\"5\": 0}\n    }",
        "\"door\": {}",
        "\"anchor\": 3",
        "{\"pc\": 31, \"gosubs\": [], \"halted\": \"End\"}",
        "\"line\": \"ti32\"",
    };
    struct rq_doc *doc = read_as((struct rq_bytes){bytes, sample_rgm(bytes)}, "rgm");
    REQUIRE(doc);
    struct rq_error err = {0};
    const char activates[] = "{\"activates\": \"HERO\"}"; /* its name in RANM */
    size_t count;
    struct rq_soup_machine *m = rq_soup_open_actor(rq_doc_root(doc, "rgm"), 0, NULL, &err);
    CHECK_STR(err.text, "");
    REQUIRE(m);
    CHECK_INT(rq_soup_threads(m), 2);
    CHECK(rq_soup_take_world(m, (struct rq_bytes){(const uint8_t *)activates, sizeof activates - 1},
                             &err));
    for (int i = 0; i < 10; i++)
        rq_soup_tick(m);
    CHECK_INT(rq_soup_locals(m, &count)[2], 1);
    char *text = world(m);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        check_note("%s", parts[i]);
        CHECK(strstr(text, parts[i]) != NULL);
    }
    free(text);
    rq_soup_close(m);
    CHECK(!rq_soup_open_actor(rq_doc_root(doc, "rgm"), 99, NULL, &err));
    CHECK_INT(err.code, RQ_USAGE);
    rq_doc_free(doc);
}

/* Runs, and its world goes into a fresh machine as it came out; a thread that stopped goes on. */
static void run_actor(const struct rq_rgm *map, size_t actor)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_soup_machine *m = rq_soup_open_actor(map, actor, NULL, &err);
    struct rq_soup_machine *again = rq_soup_open_actor(map, actor, NULL, &err);
    bool halted = false;
    if (CHECK(m && again)) {
        for (size_t i = 0; i < 60 && rq_soup_tick(m); i++)
            ;
        for (size_t i = 0; i < rq_soup_threads(m); i++)
            halted |= rq_soup_thread(m, i).state != RQ_SOUP_RUNS;
        CHECK(rq_soup_put_world(m, &out, &err));
        CHECK(rq_soup_take_world(again, rq_out_bytes(&out), &err));
        CHECK_STR(err.text, "");
        char *first = world(m), *second = world(again);
        if (!halted)
            CHECK_STR(second, first);
        free(first);
        free(second);
    }
    rq_out_free(&out);
    rq_soup_close(m);
    rq_soup_close(again);
}

static size_t actors_run;

static void run_map(const char *name, struct rq_bytes bytes)
{
    if (!strstr(name, ".RGM"))
        return;
    struct rq_doc *doc = read_as(bytes, "rgm");
    const struct rq_rgm *map = doc ? rq_doc_root(doc, "rgm") : NULL;
    for (size_t i = 0; map && i < rq_rgm_actor_count(map); i++)
        if (rq_rgm_actor_script(map, i)) {
            check_note("%s: %.9s", name, rq_rgm_actor(map, i)->name);
            run_actor(map, i);
            actors_run++;
        }
    rq_doc_free(doc);
}

static void test_corpus(void)
{
    NEEDS_CORPUS("redguard/maps");
    each_file("redguard/maps", run_map);
    CHECK(actors_run > 100);
}

TESTS(test_expected, test_actor, test_corpus)
