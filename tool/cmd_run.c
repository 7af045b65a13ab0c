/* run: a script at work. Which machine takes it, the format of the input says: that of SOUP for maps of
 * Redguard, here, or that of NWScript for NCS of KotOR, in run_ncs.c. */
#include "core/json.h"
#include "core/text.h"
#include "run.h"

#include <reliquary/ncs.h>

#include <ctype.h>
#include <stdlib.h>

bool take_pc(const char *text, uint32_t *pc)
{
    char *end;
    bool hex = *text == '#';
    const char *digits = hex ? text + 1 : text;
    unsigned long v = strtoul(digits, &end, hex ? 16 : 0);
    *pc = (uint32_t)v;
    return isxdigit((unsigned char)*digits) && !*end && v <= UINT32_MAX;
}

/* ---- options ---- */

struct numbers {
    size_t count;
    int32_t list[256];
};

static bool take_locals(const char *text, struct numbers *numbers)
{
    for (const char *p = text; text; p++) {
        char *end;
        long v = strtol(p, &end, 0);
        if (end == p || (*end && *end != ',') || v < INT32_MIN || v > INT32_MAX ||
            numbers->count == 256) {
            complain("--locals is up to 256 whole numbers with commas between them, not %s", text);
            return false;
        }
        numbers->list[numbers->count++] = (int32_t)v;
        p = end;
        if (!*end)
            break;
    }
    return true;
}

static bool take_hex(const char *text, struct rq_out *code)
{
    unsigned half = 0;
    bool odd = false;
    for (const char *p = text; *p; p++) {
        const char *digits = "0123456789abcdef", *digit;
        if (*p == ' ')
            continue;
        digit = strchr(digits, tolower((unsigned char)*p));
        if (!digit) {
            complain("--hex: %c is no hexadecimal digit", *p);
            return false;
        }
        half = half << 4 | (unsigned)(digit - digits);
        odd = !odd;
        if (!odd)
            rq_put8(code, (uint8_t)half);
    }
    if (odd || !code->size)
        complain("--hex needs two digits for each byte");
    return !odd && code->size;
}

/* False after a message. */
static bool take_options(struct run *run, struct rq_soup_options *options, struct numbers *numbers)
{
    const char *start = run->args->values[OPT_start], *ticks = run->args->values[OPT_ticks];
    if (!take_locals(run->args->values[OPT_locals], numbers))
        return false;
    options->locals = numbers->list;
    options->local_count = numbers->count;
    options->has_start = start != NULL;
    if (start && !take_pc(start, &options->start)) {
        complain("--start is a place in the script: 31, 0x1F or #1F, not %s", start);
        return false;
    }
    run->threads = ticks != NULL;
    if (ticks) {
        char *end;
        unsigned long n = strtoul(ticks, &end, 10);
        if (!isdigit((unsigned char)*ticks) || *end || n > UINT32_MAX) {
            complain("--ticks is a whole number, not %s", ticks);
            return false;
        }
        run->ticks = (uint32_t)n;
    }
    return true;
}

/* ---- what is reported while it runs ---- */

/* Names come out of the file. */
static void emit(struct run *run)
{
    char *text = whole_text(&run->line);
    rq_text_clean(text);
    fprintf(run->trace, "%s\n", text);
    rq_out_cut(&run->line, 0);
}

static void trace_step(void *ctx, unsigned thread, uint32_t pc, const char *text)
{
    struct run *run = ctx;
    rq_putf(&run->line, "t%u #%02X  %s", thread, (unsigned)pc, text);
    emit(run);
}

static void trace_call(void *ctx, const struct rq_soup_call *call)
{
    static const char *const as[] = {"task", "multitask", "function"};
    struct run *run = ctx;
    rq_putf(&run->line, "t%u #%02X  %s %s.%s(", call->thread, (unsigned)call->pc,
            as[call->dispatch], call->object, call->name);
    for (size_t i = 0; i < call->count; i++)
        rq_putf(&run->line, "%s%d", i ? ", " : "", call->args[i]);
    rq_putf(&run->line, ") = %d%s%s", call->value, call->recorded ? ", recorded" : "",
            call->answered ? ", answered" : "");
    if (call->ticks)
        rq_putf(&run->line, ", %u ticks", call->ticks);
    emit(run);
}

/* ---- results ---- */

static const char *why(const struct run *run, size_t thread)
{
    return run->guarded ? "loop guard" : rq_soup_thread(run->machine, thread).why;
}

static void put_pc(struct rq_json *j, const struct run *run)
{
    size_t threads = rq_soup_threads(run->machine);
    rq_json_key(j, "pc");
    if (!run->threads) {
        rq_json_u64(j, rq_soup_thread(run->machine, 0).pc);
    } else {
        rq_json_array_row(j);
        for (size_t i = 0; i < threads; i++)
            rq_json_u64(j, rq_soup_thread(run->machine, i).pc);
        rq_json_end_array(j);
    }
    rq_json_key(j, "halted");
    if (!run->threads) {
        rq_json_str(j, why(run, 0));
        return;
    }
    rq_json_array_row(j);
    for (size_t i = 0; i < threads; i++)
        rq_json_bool(j, rq_soup_thread(run->machine, i).state != RQ_SOUP_RUNS);
    rq_json_end_array(j);
}

/* The result of a bare block, on one line. */
static void put_line(const struct run *run, struct rq_out *out)
{
    struct rq_json j = {.out = out};
    size_t count;
    int32_t *locals = rq_soup_locals(run->machine, &count), value;
    bool written;
    rq_json_object_row(&j);
    rq_json_key(&j, "locals");
    rq_json_array_row(&j);
    for (size_t i = 0; i < count; i++)
        rq_json_i64(&j, locals[i]);
    rq_json_end_array(&j);
    rq_json_key(&j, "flags");
    rq_json_object_row(&j);
    for (unsigned i = 0; rq_soup_get_flag(run->machine, i, &value, &written); i++)
        if (written) {
            char id[16];
            snprintf(id, sizeof id, "%u", i);
            rq_json_key(&j, id);
            rq_json_i64(&j, value);
        }
    rq_json_end_object(&j);
    rq_json_key(&j, "steps");
    rq_json_u64(&j, rq_soup_steps_done(run->machine));
    put_pc(&j, run);
    rq_json_end_object(&j);
}

static int print_json(const struct run *run)
{
    struct rq_out out = {0};
    struct rq_error err = {0};
    if (given(run->args, OPT_hex))
        put_line(run, &out);
    else
        rq_soup_put_world(run->machine, &out, &err);
    bool failed = out.failed != RQ_OK;
    if (!failed)
        print_whole(&out);
    rq_out_free(&out);
    return failed ? report(run->name, &err, EXIT_UNREADABLE) : 0;
}

static void print_text(const struct run *run)
{
    size_t count;
    int32_t *locals = rq_soup_locals(run->machine, &count), value;
    bool written;
    for (size_t i = 0; i < rq_soup_threads(run->machine) && (run->threads || i == 0); i++) {
        struct rq_soup_thread t = rq_soup_thread(run->machine, i);
        printf("thread %zu: %s, at #%02X\n", i,
               *t.why    ? t.why
               : t.waits ? "waits"
                         : "runs",
               (unsigned)t.pc);
    }
    printf("%llu instructions, %llu ticks\n", (unsigned long long)rq_soup_steps_done(run->machine),
           (unsigned long long)rq_soup_ticks(run->machine));
    for (size_t i = 0; i < count; i++)
        printf("%s%d%s", i ? ", " : "locals: ", locals[i], i + 1 == count ? "\n" : "");
    for (unsigned i = 0; rq_soup_get_flag(run->machine, i, &value, &written); i++)
        if (written)
            printf("%s = %d\n", rq_soup_flag_name(i), value);
}

static int finish(const struct run *run)
{
    int code = EXIT_FINE;
    if (given(run->args, OPT_json))
        code = print_json(run);
    else
        print_text(run);
    for (size_t i = 0; i < rq_soup_threads(run->machine) && !code; i++) {
        struct rq_soup_thread t = rq_soup_thread(run->machine, i);
        if (t.state != RQ_SOUP_FAULT && !run->guarded)
            continue;
        if (run->guarded)
            complain("%s: thread 0 did not come to its end within %d instructions, it is at #%02X; "
                     "--ticks runs it for longer",
                     run->name, LOOP_GUARD, (unsigned)t.pc);
        else
            complain("%s: thread %zu stopped at #%02X: %s", run->name, i, (unsigned)t.pc, t.why);
        code = EXIT_FINDINGS;
    }
    return code;
}

/* ---- running ---- */

/* 0 or an exit code after a message. */
static int take_world(const struct run *run)
{
    const char *path = run->args->values[OPT_with];
    struct rq_error err = {0};
    struct rq_map map;
    if (!path)
        return 0;
    if (!rq_map_open(&map, path, &err))
        return report(path, &err, EXIT_UNREADABLE);
    bool taken = rq_soup_take_world(run->machine, map.bytes, &err);
    rq_map_close(&map);
    return taken ? 0 : report(path, &err, EXIT_UNREADABLE);
}

static int run_machine(struct run *run)
{
    bool traces = given(run->args, OPT_trace) || given(run->args, OPT_debug);
    struct rq_soup_watch watch = {run, trace_step, trace_call};
    int code = take_world(run);
    if (code)
        return code;
    run->trace = given(run->args, OPT_json) ? stderr : stdout;
    if (traces)
        rq_soup_set_watch(run->machine, &watch);
    if (given(run->args, OPT_debug))
        debug_soup(run);
    else if (run->threads)
        for (uint32_t i = 0; i < run->ticks && rq_soup_tick(run->machine); i++)
            ;
    else
        run->guarded = rq_soup_run(run->machine, LOOP_GUARD) == RQ_SOUP_GUARDED;
    return finish(run);
}

static int refuse(const struct run *run, const struct rq_error *err)
{
    return report(run->name, err, err->code == RQ_USAGE ? EXIT_USAGE : EXIT_UNREADABLE);
}

static int run_code(struct run *run, const struct rq_soup_options *options)
{
    struct rq_out code = {0};
    struct rq_error err = {0};
    int result = EXIT_USAGE;
    run->name = "--hex";
    if (take_hex(run->args->values[OPT_hex], &code)) {
        run->machine = rq_soup_open_code(rq_out_bytes(&code), options, &err);
        result = run->machine ? run_machine(run) : refuse(run, &err);
    }
    rq_soup_close(run->machine);
    rq_out_free(&code);
    return result;
}

static void name_actors(const struct rq_rgm *map, const char *path)
{
    struct rq_out list = {0};
    for (size_t i = 0; i < rq_rgm_actor_count(map); i++)
        rq_putf(&list, " %.9s", rq_rgm_actor(map, i)->name);
    complain("%s: --actor names the script to run:%s", path, whole_text(&list));
    rq_out_free(&list);
}

static int run_actor(struct run *run, const struct rq_rgm *map,
                     const struct rq_soup_options *options)
{
    const char *name = run->args->values[OPT_actor];
    struct rq_error err = {0};
    if (given(run->args, OPT_game) && !options->def) {
        complain("%s: there is no SOUP386.DEF; --game names the folder of Redguard",
                 run->args->values[OPT_game]);
        return EXIT_UNREADABLE;
    }
    long actor = name ? rq_rgm_actor_find(map, name, strlen(name)) : -1;
    if (actor < 0) {
        name_actors(map, run->name);
        return EXIT_USAGE;
    }
    run->machine = rq_soup_open_actor(map, (size_t)actor, options, &err);
    int code = run->machine ? run_machine(run) : refuse(run, &err);
    rq_soup_close(run->machine);
    return code;
}

/* --game, and its SOUP386.DEF if it is Redguard: 0 or an exit code after a message. */
static int open_game(const struct args *args, struct rq_game **game, struct rq_doc **def)
{
    struct rq_error err = {0};
    struct rq_resource found = {0};
    const char *path = args->values[OPT_game];
    if (!path)
        return 0;
    *game = rq_game_open(path, NULL, &err);
    if (!*game)
        return report(path, &err, EXIT_UNREADABLE);
    if (!rq_game_find(*game, "SOUP386.DEF", &found))
        return 0;
    *def = rq_game_read(*game, &found, NULL, &err);
    return *def ? 0 : report("SOUP386.DEF", &err, EXIT_UNREADABLE);
}

static int run_file(struct run *run, struct rq_game *game, const struct rq_soup_options *options)
{
    struct rq_doc_file input;
    int code = open_input(run->args, run->name, &input);
    if (code)
        return code;
    const struct rq_rgm *map = rq_doc_root(input.doc, "rgm");
    const struct rq_ncs *ncs = rq_doc_root(input.doc, "ncs");
    if (map) {
        code = run_actor(run, map, options);
    } else if (ncs) {
        code = run_ncs(run->args, game, run->name, ncs);
    } else {
        complain("%s is %s; run takes maps of Redguard (RGM) and scripts of KotOR (NCS)", run->name,
                 rq_format_describe(rq_doc_format(input.doc))->title);
        code = EXIT_UNREADABLE;
    }
    rq_doc_file_close(&input);
    return code;
}

int run_run(const struct args *args)
{
    struct run run = {.args = args, .name = args->count ? args->paths[0] : ""};
    struct rq_soup_options options = {0};
    struct numbers numbers = {0};
    if (given(args, OPT_hex) == (args->count != 0)) {
        complain("run takes a file, or --hex and no file; see reliquary run --help");
        return EXIT_USAGE;
    }
    if (!take_options(&run, &options, &numbers))
        return EXIT_USAGE;
    struct rq_game *game = NULL;
    struct rq_doc *def = NULL;
    int code = open_game(args, &game, &def);
    options.def = def ? rq_doc_root(def, "def") : NULL;
    if (!code)
        code = given(args, OPT_hex) ? run_code(&run, &options) : run_file(&run, game, &options);
    rq_out_free(&run.line);
    rq_doc_free(def);
    if (game)
        rq_game_close(game);
    return code;
}
