/* The machine of SOUP against expected/vm.json of the corpus, which an independent program worked
 * out: 50 random programs, cases worked out by hand, and two threads. */
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

TESTS(test_expected)
