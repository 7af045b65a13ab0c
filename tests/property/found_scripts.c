/* What is said of scripts of KotOR that fuzzing found (found.h), held to tests/contract/found_scripts.txt: sources,
 * listings, and compiled ones, which also run. See said.h. */
#include "ncs_tell.h"

#include "found.h"

#include <reliquary/ncs_vm.h>

enum { LINE = 32, STEPS = 5000 };

struct finder {
    struct trial trial;
    struct rq_out lines;
    const char *target;
    void (*tell)(struct trial *t, struct rq_bytes input);
    size_t count;
};

static void tell_text(struct trial *t, struct rq_bytes input)
{
    struct rq_out text = {0};
    rq_put_bytes(&text, input);
    rq_put8(&text, 0);
    tell_assembled(t, (const char *)text.data, 1);
    rq_out_free(&text);
}

static void tell_compiled(struct trial *t, struct rq_bytes input)
{
    const struct rq_nss_options options = {
        .game = 1, .ctx = t, .include = find, .problem = tell, .debug = true};
    struct rq_out out = {0};
    struct rq_error err = {0};
    struct rq_nss_compiler *c = rq_nss_open(&options, &err);
    bool fine = c && rq_nss_compile_next(c, input, "x.nss", &out, NULL, &err);
    said(&t->said, "compiled: %d", fine);
    said_error(&t->said, &err);
    if (fine)
        tell_file(t, rq_out_bytes(&out));
    rq_nss_close(c);
    rq_out_free(&out);
}

static const struct rq_ncs *script_of(void *ctx, const char *name)
{
    return name[0] == 'x' ? NULL : ctx;
}

static void tell_run(struct trial *t, struct rq_bytes input)
{
    const struct rq_options reading = {.format = rq_format_by_name("ncs")};
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_read(input, &reading, &err);
    struct rq_ncs *ncs = doc ? rq_doc_root(doc, "ncs") : NULL;
    struct rq_ncs_vm *vm = ncs ? rq_ncs_vm_open(ncs, 1 + input.size % 2, &err) : NULL;
    const struct rq_ncs_vm_scripts scripts = {ncs, script_of};
    struct rq_out world = {0};
    size_t steps = 0;
    if (vm) {
        rq_ncs_vm_set_scripts(vm, &scripts);
        for (char cell[80]; steps < STEPS && rq_ncs_vm_step(vm); steps++)
            if (rq_ncs_vm_cell(vm, 0, cell))
                said(&t->said, "%zu: %s", steps, cell);
        rq_ncs_vm_put_world(vm, &world, &err);
    }
    said(&t->said, "%zu steps", steps);
    said_text(&t->said, "world", rq_out_bytes(&world));
    said_error(&t->said, &err);
    rq_out_free(&world);
    rq_ncs_vm_close(vm);
    rq_doc_free(doc);
}

static void open_line(struct finder *f)
{
    char name[64];
    snprintf(name, sizeof name, "%s %zu", f->target, f->count / LINE);
    open_trial(&f->trial, name);
}

static void close_line(struct finder *f)
{
    char name[64];
    snprintf(name, sizeof name, "%s %zu", f->target, (f->count - 1) / LINE);
    close_trial(&f->trial, &f->lines, name);
}

static void take(void *ctx, struct rq_bytes input)
{
    struct finder *f = ctx;
    if (f->count % LINE == 0)
        open_line(f);
    said(&f->trial.said, "-- input %zu", f->count++);
    f->tell(&f->trial, input);
    if (f->count % LINE == 0)
        close_line(f);
}

static void tell_target(struct finder *f, const char *target,
                        void (*tell_input)(struct trial *t, struct rq_bytes input))
{
    f->target = target;
    f->tell = tell_input;
    f->count = 0;
    CHECK(each_found(target, take, f));
    if (f->count % LINE)
        close_line(f);
}

static void test_found_scripts(void)
{
    struct finder f = {.count = 0};
    tell_target(&f, "import_nss", tell_compiled);
    tell_target(&f, "import_pcode", tell_text);
    tell_target(&f, "text_ncs", tell_file);
    tell_target(&f, "run_ncs", tell_run);
    said_compare("found_scripts", &f.lines, NULL);
    rq_out_free(&f.lines);
}

TESTS(test_found_scripts)
