/* run_ncs: the input is a compiled script that runs, and the script of every name that it executes. import_ndb
 * (-DFUZZ_NDB): the input is the text of debug symbols; what can be read is written and read again to the same
 * text. Nothing may be left behind. */
#include "core/bytes.h"

#include <reliquary/ncs_vm.h>
#include <reliquary/ndb.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool held, const char *what)
{
    if (held)
        return;
    fprintf(stderr, "ncs_vm: %s\n", what);
    abort();
}

#ifdef FUZZ_NDB
static void look(const struct rq_ndb *ndb)
{
    for (uint32_t i = 0; i < ndb->variable_count; i++) {
        const struct rq_ndb_variable *v = &ndb->variables[i];
        demand(rq_ndb_size(ndb, v->type) <= 65536, "a variable is too large");
        if (i < 16) {
            rq_ndb_is_global(ndb, v);
            rq_ndb_function_at(ndb, v->start);
            rq_ndb_line_at(ndb, v->end);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rq_error err = {0};
    struct rq_out first = {0}, second = {0};
    struct rq_ndb *ndb = rq_ndb_open((struct rq_bytes){data, size}, &err);
    demand(ndb || err.code, "no reason");
    if (!ndb)
        return 0;
    look(ndb);
    rq_ndb_put(ndb, &first);
    rq_ndb_close(ndb);
    ndb = rq_ndb_open(rq_out_bytes(&first), &err);
    demand(ndb != NULL, "what was written is refused");
    rq_ndb_put(ndb, &second);
    demand(rq_same(rq_out_bytes(&first), rq_out_bytes(&second)), "not the same text");
    rq_ndb_close(ndb);
    rq_out_free(&first);
    rq_out_free(&second);
    return 0;
}
#else
static const struct rq_ncs *find(void *ctx, const char *name)
{
    return name[0] == 'x' ? NULL : rq_doc_root(ctx, "ncs");
}

static void look(const struct rq_ncs_vm *vm)
{
    struct rq_ncs_vm_frame frame;
    size_t frames = 0;
    char text[80];
    while (rq_ncs_vm_frame(vm, frames, &frame))
        frames++;
    demand(frames > 0 && frames <= RQ_NCS_VM_CALLS + RQ_NCS_VM_SCRIPTS, "too many frames");
    rq_ncs_vm_cell(vm, 0, text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { MOST_STEPS = 5000 };
    const struct rq_options reading = {.format = rq_format_by_name("ncs")};
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_read((struct rq_bytes){data, size}, &reading, &err);
    struct rq_ncs_vm *vm = doc ? rq_ncs_vm_open(rq_doc_root(doc, "ncs"), 1 + size % 2, &err) : NULL;
    const struct rq_ncs_vm_scripts scripts = {doc, find};
    struct rq_out world = {0};
    if (vm) {
        rq_ncs_vm_set_scripts(vm, &scripts);
        for (int i = 0; i < MOST_STEPS && rq_ncs_vm_step(vm); i++)
            if (i < 200)
                look(vm);
        demand(rq_ncs_vm_put_world(vm, &world, &err), "no world");
    }
    rq_out_free(&world);
    rq_ncs_vm_close(vm);
    rq_doc_free(doc);
    return 0;
}
#endif
