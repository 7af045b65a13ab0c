/* Scripts at work: the machines of docs/soup-vm.md and docs/nwscript-vm.md, with a trace. */
#include "core/text.h"
#include "service/call.h"

#include <reliquary/ncs_vm.h>
#include <reliquary/soup.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_LINES = 5000, MOST_TICKS = 100000, MOST_STEPS = 1000000 };

/* A script that another one executes. */
struct executed {
    struct executed *next;
    char name[17];
    struct rq_doc *doc;
};

struct run {
    struct call *c;
    const struct taken *t;
    size_t lines, faults;
    struct executed *scripts;
};

static void add_line(struct run *run, const char *fmt, ...) RQ_PRINTF(2, 3);

/* Names come out of the file: what is no text is made visible. */
static void add_line(struct run *run, const char *fmt, ...)
{
    char line[400];
    va_list args;
    if (run->lines++ >= MOST_LINES)
        return;
    va_start(args, fmt);
    vsnprintf(line, sizeof line, fmt, args);
    va_end(args);
    rq_text_clean(line);
    rq_json_utf8(&run->c->j, (struct rq_bytes){(const uint8_t *)line, strlen(line)});
}

/* ---- SOUP ---- */

static void soup_step(void *ctx, unsigned thread, uint32_t pc, const char *text)
{
    add_line(ctx, "t%u #%02X  %s", thread, (unsigned)pc, text);
}

static void soup_call(void *ctx, const struct rq_soup_call *call)
{
    struct rq_out args = {0};
    for (size_t i = 0; i < call->count; i++)
        rq_putf(&args, "%s%d", i ? ", " : "", call->args[i]);
    rq_put8(&args, 0);
    add_line(ctx, "t%u #%02X  %s.%s(%s) = %d%s", call->thread, (unsigned)call->pc, call->object,
             call->name, args.failed ? "" : (const char *)args.data, call->value,
             call->answered   ? ", answered"
             : call->recorded ? ", recorded"
                              : "");
    rq_out_free(&args);
}

static void put_soup_end(struct run *run, struct rq_soup_machine *m)
{
    struct rq_json *j = &run->c->j;
    rq_json_key(j, "ends");
    rq_json_array(j);
    for (size_t i = 0; i < rq_soup_threads(m); i++) {
        struct rq_soup_thread t = rq_soup_thread(m, i);
        run->faults += t.state == RQ_SOUP_FAULT;
        const char *text = rq_arena_printf(&run->c->arena, "thread %zu %s at #%02X", i,
                                           *t.why    ? t.why
                                           : t.waits ? "waits"
                                                     : "runs",
                                           (unsigned)t.pc);
        rq_json_str(j, text ? text : "");
    }
    rq_json_end_array(j);
    put_number(j, "instructions", rq_soup_steps_done(m));
    put_number(j, "faults", run->faults);
}

/* The actor of a name as /api/script gives it: "GUARD#2" is the second of that name. "": the first of all. -1: none. */
static long find_actor(const struct rq_rgm *map, const char *name)
{
    size_t size = strcspn(name, "#");
    unsigned long wanted = name[size] ? strtoul(name + size + 1, NULL, 10) : 1;
    if (!*name)
        return rq_rgm_actor_count(map) ? 0 : -1;
    for (size_t i = 0; i < rq_rgm_actor_count(map); i++) {
        const char *own = rq_rgm_actor(map, i)->name;
        if (strnlen(own, 9) == size && memcmp(own, name, size) == 0 && --wanted == 0)
            return (long)i;
    }
    return -1;
}

static bool run_soup(struct run *run, const struct rq_rgm *map)
{
    struct call *c = run->c;
    const char *name = parameter(c, "actor");
    long actor = find_actor(map, name);
    uint64_t ticks = parameter_number(c, "ticks", 500);
    struct rq_resource found = {0};
    struct rq_out world = {0};
    if (actor < 0)
        return refuse(c, 404, name, "the map has no such actor");
    struct rq_doc *def = rq_game_find(run->t->game, "SOUP386.DEF", &found)
                             ? rq_game_read(run->t->game, &found, NULL, &c->err)
                             : NULL;
    struct rq_soup_options options = {.def = def ? rq_doc_root(def, "def") : NULL};
    struct rq_soup_machine *m = rq_soup_open_actor(map, (size_t)actor, &options, &c->err);
    struct rq_soup_watch watch = {run, soup_step, soup_call};
    bool fine = m && (!c->request->body.size || rq_soup_take_world(m, c->request->body, &c->err));
    if (fine) {
        rq_soup_set_watch(m, &watch);
        for (uint64_t i = 0; i < ticks && i < MOST_TICKS && rq_soup_tick(m); i++)
            ;
        rq_json_end_array(&c->j);
        put_soup_end(run, m);
        fine = rq_soup_put_world(m, &world, &c->err);
        rq_json_key(&c->j, "world");
        rq_json_raw(&c->j, rq_out_bytes(&world));
    }
    rq_out_free(&world);
    rq_soup_close(m);
    rq_doc_free(def);
    return fine;
}

/* ---- NCS ---- */

static void ncs_step(void *ctx, uint32_t offset, const char *text)
{
    add_line(ctx, "0x%04x  %s", offset, text);
}

static void ncs_call(void *ctx, const struct rq_ncs_vm_call *call)
{
    add_line(ctx, "0x%04x  %s%s%s%s%s%s", call->offset, call->call, *call->value ? " = " : "",
             call->value,
             call->answered   ? ", answered"
             : call->recorded ? ", recorded"
                              : "",
             *call->note ? ", " : "", call->note);
}

static void ncs_action(void *ctx, const char *object, double seconds)
{
    add_line(ctx, "-- an action of %.100s, at %.3f s", object, seconds);
}

static void ncs_script(void *ctx, const char *name, const char *object)
{
    add_line(ctx, object ? "-- script %.20s, on %.100s" : "-- script %.20s ends%.0s", name,
             object ? object : "");
}

static const struct rq_ncs *find_script(void *ctx, const char *name)
{
    struct run *run = ctx;
    struct executed *s = run->scripts;
    char file[32];
    struct rq_resource found = {0};
    while (s && strcmp(s->name, name) != 0)
        s = s->next;
    if (!s && (s = rq_mem_zeroed(1, sizeof *s)) != NULL) {
        snprintf(s->name, sizeof s->name, "%s", name);
        snprintf(file, sizeof file, "%s.ncs", s->name);
        s->next = run->scripts;
        run->scripts = s;
        if (rq_game_find(run->t->game, file, &found))
            s->doc = rq_game_read(run->t->game, &found, NULL, NULL);
    }
    return s && s->doc ? rq_doc_root(s->doc, "ncs") : NULL;
}

static void close_scripts(struct run *run)
{
    while (run->scripts) {
        struct executed *s = run->scripts;
        run->scripts = s->next;
        rq_doc_free(s->doc);
        free(s);
    }
}

static void put_ncs_end(struct run *run, const struct rq_ncs_vm *vm, const char *fault)
{
    struct rq_json *j = &run->c->j;
    int32_t value;
    rq_json_key(j, "ends");
    rq_json_array(j);
    rq_json_str(j, *fault ? fault : "it returned");
    rq_json_end_array(j);
    if (rq_ncs_vm_result(vm, &value)) {
        rq_json_key(j, "returns");
        rq_json_i64(j, value);
    }
    put_number(j, "instructions", rq_ncs_vm_steps(vm));
    put_number(j, "faults", run->faults);
}

static bool run_ncs(struct run *run, const struct rq_ncs *ncs)
{
    struct call *c = run->c;
    unsigned version = rq_game_describe(run->t->game)->version;
    struct rq_ncs_vm *vm = rq_ncs_vm_open(ncs, version ? version : 1, &c->err);
    const struct rq_ncs_vm_watch watch = {run, ncs_step, ncs_call, ncs_action, ncs_script};
    const struct rq_ncs_vm_scripts scripts = {run, find_script};
    struct rq_out world = {0};
    const char *fault = "";
    bool fine =
        vm && (!c->request->body.size || rq_ncs_vm_take_world(vm, c->request->body, &c->err));
    if (fine) {
        rq_ncs_vm_set_scripts(vm, &scripts);
        rq_ncs_vm_set_watch(vm, &watch);
        while (rq_ncs_vm_steps(vm) < MOST_STEPS && rq_ncs_vm_step(vm))
            if (rq_ncs_vm_state(vm) == RQ_NCS_VM_FAULT) {
                uint32_t offset;
                const char *why = rq_ncs_vm_fault(vm, &offset);
                fault = rq_arena_printf(&c->arena, "%s at 0x%04x", why, offset);
                run->faults++;
            }
        rq_json_end_array(&c->j);
        put_ncs_end(run, vm, fault ? fault : "");
        fine = rq_ncs_vm_put_world(vm, &world, &c->err);
        rq_json_key(&c->j, "world");
        rq_json_raw(&c->j, rq_out_bytes(&world));
    }
    rq_out_free(&world);
    rq_ncs_vm_close(vm);
    close_scripts(run);
    return fine;
}

/* The body is a world as the pages of the machines have it, or nothing. */
bool answer_run(struct call *c)
{
    struct taken t;
    if (!take_resource(c, &t))
        return false;
    struct run run = {.c = c, .t = &t};
    struct rq_doc *doc = read_taken(c, &t);
    bool fine = doc && rq_doc_settle(doc, &c->err);
    const struct rq_rgm *map = fine ? rq_doc_root(doc, "rgm") : NULL;
    const struct rq_ncs *ncs = fine ? rq_doc_root(doc, "ncs") : NULL;
    rq_json_object(&c->j);
    rq_json_key(&c->j, "trace");
    rq_json_array(&c->j);
    if (fine)
        fine = map   ? run_soup(&run, map)
               : ncs ? run_ncs(&run, ncs)
                     : refuse(c, 400, t.key, "has no compiled script");
    if (fine)
        put_bool(&c->j, "cut", run.lines > MOST_LINES);
    rq_json_end_object(&c->j);
    rq_doc_free(doc);
    leave_resource(&t);
    return fine;
}
