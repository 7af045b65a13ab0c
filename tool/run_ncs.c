/* run, of compiled scripts of KotOR: results, trace, and the scripts that it executes. */
#include "run.h"

#include "core/json.h"
#include "core/text.h"

#include <reliquary/ncs_vm.h>
#include <stdlib.h>

/* A script that was asked for, also one that is not there. */
struct found_script {
    struct found_script *next;
    char name[17];
    struct rq_map map;
    struct rq_doc *doc;
};

/* ---- trace ---- */

static void emit(struct ncs_run *run, const char *text)
{
    char *copy = need_text("%s", text);
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
    if (*call->note)
        rq_putf(&line, ", %s", call->note);
    emit(ctx, whole_text(&line));
    rq_out_free(&line);
}

static void trace_action(void *ctx, const char *object, double seconds)
{
    char line[200];
    snprintf(line, sizeof line, "-- an action of %.100s, at %.3f s", object, seconds);
    emit(ctx, line);
}

static void trace_script(void *ctx, const char *name, const char *object)
{
    char line[200];
    if (object)
        snprintf(line, sizeof line, "-- script %.20s, on %.100s", name, object);
    else
        snprintf(line, sizeof line, "-- script %.20s ends", name);
    emit(ctx, line);
}

/* ---- scripts that are executed ---- */

char *find_beside(const struct ncs_run *run, const char *name, const char *extension)
{
    if (strpbrk(name, "/\\:") || name[0] == '.')
        return NULL;
    char *found = NULL, *file = need_text("%s.%s", name, extension);
    for (size_t i = 0; i <= run->args->include_count && !found; i++) {
        char *guess = need_path(i ? run->args->includes[i - 1] : run->folder, file);
        found = rq_path_alike(guess);
        if (found && rq_path_kind(found, NULL) != RQ_PATH_FILE) {
            free(found);
            found = NULL;
        }
        free(guess);
    }
    free(file);
    return found;
}

static void open_script(struct ncs_run *run, struct found_script *s)
{
    const struct rq_options options = {.format = rq_format_by_name("ncs")};
    struct rq_resource found = {0};
    struct rq_error err = {0};
    char *path = find_beside(run, s->name, "ncs"), file[32];
    snprintf(file, sizeof file, "%s.ncs", s->name);
    if (path && rq_map_open(&s->map, path, &err))
        s->doc = rq_doc_read(s->map.bytes, &options, &err);
    else if (!path && run->game && rq_game_find(run->game, file, &found))
        s->doc = rq_game_read(run->game, &found, &options, &err);
    if (err.code)
        report(path ? path : file, &err, EXIT_UNREADABLE);
    free(path);
}

static const struct rq_ncs *find_script(void *ctx, const char *name)
{
    struct ncs_run *run = ctx;
    struct found_script *s = run->scripts;
    while (s && strcmp(s->name, name) != 0)
        s = s->next;
    if (!s) {
        s = need(1, sizeof *s);
        snprintf(s->name, sizeof s->name, "%s", name);
        s->next = run->scripts;
        run->scripts = s;
        open_script(run, s);
    }
    return s->doc ? rq_doc_root(s->doc, "ncs") : NULL;
}

static void close_scripts(struct ncs_run *run)
{
    while (run->scripts) {
        struct found_script *s = run->scripts;
        run->scripts = s->next;
        rq_doc_free(s->doc);
        rq_map_close(&s->map);
        free(s);
    }
}

/* ---- running ---- */

static void tell_fault(struct ncs_run *run)
{
    uint32_t offset;
    const char *why = rq_ncs_vm_fault(run->vm, &offset);
    run->faults++;
    complain("%s: at 0x%x: %s", run->name, offset, why);
}

bool step_ncs(struct ncs_run *run)
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
    while (rq_ncs_vm_steps(run->vm) < most && step_ncs(run))
        ;
}

int put_ncs_world(const struct ncs_run *run)
{
    struct rq_out out = {0};
    struct rq_error err = {0};
    int code = EXIT_FINE;
    if (rq_ncs_vm_put_world(run->vm, &out, &err))
        print_whole(&out);
    else
        code = report(run->name, &err, EXIT_UNREADABLE);
    rq_out_free(&out);
    return code;
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
    if (fine)
        print_whole(&out);
    rq_out_free(&world);
    rq_out_free(&out);
    return !fine ? EXIT_UNREADABLE : run->faults ? EXIT_FINDINGS : EXIT_FINE;
}

/* The folder that a file is in; to be freed. */
static char *folder_of(const char *path)
{
    size_t size = (size_t)(rq_path_base(path) - path);
    return size ? need_text("%.*s", (int)size, path) : need_text(".");
}

static int run_machine(struct ncs_run *run)
{
    const struct rq_ncs_vm_watch watch = {run, trace_step, trace_call, trace_action, trace_script};
    const struct rq_ncs_vm_scripts scripts = {run, find_script};
    int code = take_world(run);
    if (code)
        return code;
    rq_ncs_vm_set_scripts(run->vm, &scripts);
    if (given(run->args, OPT_trace) || given(run->args, OPT_debug))
        rq_ncs_vm_set_watch(run->vm, &watch);
    if (given(run->args, OPT_debug))
        debug_ncs(run);
    else
        run_all(run);
    return finish(run);
}

int run_ncs(const struct args *args, struct rq_game *game, const char *name,
            const struct rq_ncs *ncs)
{
    struct rq_error err = {0};
    struct ncs_run run = {.args = args, .game = game, .name = name};
    unsigned version = game_version(args);
    if (!version && game)
        version = rq_game_describe(game)->version;
    run.trace = given(args, OPT_json) ? stderr : stdout;
    run.folder = folder_of(name);
    run.vm = rq_ncs_vm_open(ncs, version ? version : 1, &err);
    int code = run.vm ? run_machine(&run) : report(name, &err, EXIT_UNREADABLE);
    rq_ncs_vm_close(run.vm);
    close_scripts(&run);
    free(run.folder);
    return code;
}
