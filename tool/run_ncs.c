/* run, of compiled scripts of KotOR: results, trace and debugger. */
#include "run.h"

#include "core/json.h"
#include "core/text.h"

#include <reliquary/ncs_vm.h>
#include <stdlib.h>

struct ncs_run {
    const struct args *args;
    const char *name;
    struct rq_ncs_vm *vm;
    FILE *trace;
    size_t faults;
    uint32_t breaks[64];
    size_t break_count;
    bool quiet; /* the debugger runs on: no line for each instruction */
};

/* ---- trace ---- */

static void emit(struct ncs_run *run, const char *text)
{
    char *copy = malloc(strlen(text) + 1);
    if (!copy)
        return;
    memcpy(copy, text, strlen(text) + 1);
    rq_text_clean(copy);
    fprintf(run->trace, "%s\n", copy);
    free(copy);
}

static void trace_step(void *ctx, uint32_t offset, const char *text)
{
    struct ncs_run *run = ctx;
    char line[200];
    snprintf(line, sizeof line, "0x%04x  %s", offset, text);
    if (!run->quiet)
        emit(run, line);
}

static void trace_call(void *ctx, const struct rq_ncs_vm_call *call)
{
    struct rq_out line = {0};
    rq_putf(&line, "0x%04x  %s", call->offset, call->call);
    if (*call->value)
        rq_putf(&line, " = %s", call->value);
    rq_put_str(&line, call->answered ? ", answered" : call->recorded ? ", recorded" : "");
    rq_put8(&line, 0);
    if (!line.failed)
        emit(ctx, (const char *)line.data);
    rq_out_free(&line);
}

static void trace_action(void *ctx, const char *object, double seconds)
{
    char line[200];
    snprintf(line, sizeof line, "-- an action of %.100s, at %.3f s", object, seconds);
    emit(ctx, line);
}

/* ---- running ---- */

static void tell_fault(struct ncs_run *run)
{
    uint32_t offset;
    const char *why = rq_ncs_vm_fault(run->vm, &offset);
    run->faults++;
    complain("%s: at 0x%x: %s", run->name, offset, why);
}

/* False: nothing is left. */
static bool step(struct ncs_run *run)
{
    if (!rq_ncs_vm_step(run->vm))
        return false;
    if (rq_ncs_vm_state(run->vm) == RQ_NCS_VM_FAULT)
        tell_fault(run);
    return true;
}

static void run_all(struct ncs_run *run)
{
    /* As rq_ncs_vm_run bounds it. */
    uint64_t most = (uint64_t)RQ_NCS_VM_INSTRUCTIONS * 64;
    while (rq_ncs_vm_steps(run->vm) < most && step(run))
        ;
}

/* ---- debugger ---- */

static const char help[] = "break PC     stop before the instruction at PC: 31, 0x1F or #1F\n"
                           "delete PC    stop there no more\n"
                           "step [N]     run an instruction, or N\n"
                           "continue     run on\n"
                           "stack [N]    the topmost N values, 8 without a number\n"
                           "where        the next instruction and who called\n"
                           "world        variables and objects\n"
                           "quit\n";

static bool at_break(const struct ncs_run *run)
{
    for (size_t i = 0; i < run->break_count; i++)
        if (run->breaks[i] == rq_ncs_vm_offset(run->vm))
            return true;
    return false;
}

static void set_break(struct ncs_run *run, const char *word, bool on)
{
    uint32_t pc;
    size_t i = 0;
    if (!take_pc(word, &pc)) {
        printf("break and delete need an offset: 31, 0x1F or #1F\n");
        return;
    }
    while (i < run->break_count && run->breaks[i] != pc)
        i++;
    if (on && i == run->break_count && i < sizeof run->breaks / sizeof run->breaks[0])
        run->breaks[run->break_count++] = pc;
    else if (!on && i < run->break_count)
        run->breaks[i] = run->breaks[--run->break_count];
}

static void show_stack(const struct ncs_run *run, const char *word)
{
    unsigned long count = *word ? strtoul(word, NULL, 10) : 8;
    char text[80];
    for (size_t i = 0; i < count && rq_ncs_vm_cell(run->vm, i, text); i++)
        say("-%zu  %s", (i + 1) * 4, text);
}

static void show_where(const struct ncs_run *run)
{
    uint32_t back;
    printf("0x%04x, %zu values on the stack\n", rq_ncs_vm_offset(run->vm),
           rq_ncs_vm_depth(run->vm));
    for (size_t i = 0; rq_ncs_vm_caller(run->vm, i, &back); i++)
        printf("  returns to 0x%04x\n", back);
}

static int put_world(const struct ncs_run *run)
{
    struct rq_out out = {0};
    struct rq_error err = {0};
    int code = EXIT_FINE;
    if (rq_ncs_vm_put_world(run->vm, &out, &err))
        fwrite(out.data, 1, out.size, stdout);
    else
        code = report(run->name, &err, EXIT_UNREADABLE);
    rq_out_free(&out);
    return code;
}

static void go_on(struct ncs_run *run)
{
    run->quiet = true;
    do
        if (!step(run))
            break;
    while (!at_break(run));
    run->quiet = false;
    show_where(run);
}

/* False: the end is asked for. */
static bool obey(struct ncs_run *run, const char *command, const char *word)
{
    if (strcmp(command, "quit") == 0)
        return false;
    if (strcmp(command, "break") == 0 || strcmp(command, "delete") == 0)
        set_break(run, word, *command == 'b');
    else if (strcmp(command, "step") == 0)
        for (unsigned long n = *word ? strtoul(word, NULL, 10) : 1; n && step(run); n--)
            ;
    else if (strcmp(command, "continue") == 0)
        go_on(run);
    else if (strcmp(command, "stack") == 0)
        show_stack(run, word);
    else if (strcmp(command, "where") == 0)
        show_where(run);
    else if (strcmp(command, "world") == 0)
        put_world(run);
    else if (*command)
        fputs(help, stdout);
    return true;
}

static void debug_ncs(struct ncs_run *run)
{
    char line[256], command[16], word[64];
    while (fgets(line, sizeof line, stdin)) {
        command[0] = word[0] = 0;
        sscanf(line, "%15s %63s", command, word);
        if (!obey(run, command, word))
            return;
        fflush(stdout);
    }
}

/* ---- all of it ---- */

static int take_world(struct ncs_run *run)
{
    const char *path = run->args->values[OPT_with];
    struct rq_error err = {0};
    struct rq_map map;
    if (!path)
        return 0;
    if (!rq_map_open(&map, path, &err))
        return report(path, &err, EXIT_UNREADABLE);
    bool taken = rq_ncs_vm_take_world(run->vm, map.bytes, &err);
    rq_map_close(&map);
    return taken ? 0 : report(path, &err, EXIT_UNREADABLE);
}

static void print_text(const struct ncs_run *run)
{
    int32_t value;
    if (rq_ncs_vm_result(run->vm, &value))
        printf("returns %d\n", value);
    printf("%llu instructions\n", (unsigned long long)rq_ncs_vm_steps(run->vm));
}

static int finish(const struct ncs_run *run)
{
    struct rq_out world = {0}, out = {0};
    struct rq_json j = {.out = &out};
    struct rq_error err = {0};
    int32_t value;
    if (!given(run->args, OPT_json)) {
        print_text(run);
        return run->faults ? EXIT_FINDINGS : EXIT_FINE;
    }
    bool fine = rq_ncs_vm_put_world(run->vm, &world, &err);
    rq_json_object(&j);
    if (rq_ncs_vm_result(run->vm, &value)) {
        rq_json_key(&j, "returns");
        rq_json_i64(&j, value);
    }
    rq_json_key(&j, "instructions");
    rq_json_u64(&j, rq_ncs_vm_steps(run->vm));
    rq_json_key(&j, "faults");
    rq_json_u64(&j, run->faults);
    rq_json_key(&j, "world");
    rq_json_raw(&j, rq_out_bytes(&world));
    rq_json_end_object(&j);
    if (fine && !out.failed)
        fwrite(out.data, 1, out.size, stdout);
    rq_out_free(&world);
    rq_out_free(&out);
    return !fine ? EXIT_UNREADABLE : run->faults ? EXIT_FINDINGS : EXIT_FINE;
}

int run_ncs(const struct args *args, const char *name, const struct rq_ncs *ncs)
{
    struct rq_error err = {0};
    struct ncs_run run = {.args = args, .name = name};
    unsigned version;
    if (!game_version(args, &version))
        return EXIT_USAGE;
    run.vm = rq_ncs_vm_open(ncs, version ? version : 1, &err);
    if (!run.vm)
        return report(name, &err, EXIT_UNREADABLE);
    const struct rq_ncs_vm_watch watch = {&run, trace_step, trace_call, trace_action};
    bool watched = given(args, OPT_trace) || given(args, OPT_debug);
    run.trace = given(args, OPT_json) ? stderr : stdout;
    int code = take_world(&run);
    if (!code && watched)
        rq_ncs_vm_set_watch(run.vm, &watch);
    if (!code && given(args, OPT_debug))
        debug_ncs(&run);
    else if (!code)
        run_all(&run);
    code = code ? code : finish(&run);
    rq_ncs_vm_close(run.vm);
    return code;
}
