/* One script after another: names, the frame of the file, and the order of functions. */
#include "script/nwscript/nss.h"

#include <stdlib.h>

/* ---- opening ---- */

/* The tables that are built in, as the text of nwscript.nss. */
static bool write_nwscript(struct rq_nss_compiler *c, struct rq_out *text)
{
    size_t count;
    const struct rq_constant *constants = rq_constants(c->options.game, &count);
    const struct rq_routine *r;
    for (size_t i = 0; i < count; i++) {
        const char *quote = strcmp(constants[i].type, "string") == 0 ? "\"" : "";
        rq_putf(text, "%s %s = %s%s%s;\n", constants[i].type, constants[i].name, quote,
                constants[i].value, quote);
    }
    for (unsigned id = 0; (r = rq_routine(c->options.game, id)) != NULL; id++) {
        rq_putf(text, "%s %s(", r->type, r->name);
        for (const char *p = r->params; *p; p++)
            rq_put8(text, *p == ';' ? ',' : (uint8_t)*p);
        rq_put_str(text, ");\n");
    }
    return !text->failed;
}

static bool open_engine(struct rq_nss_compiler *c)
{
    struct rq_out text = {0};
    c->nwscript.path = "nwscript.nss";
    c->nwscript.text = c->options.nwscript;
    if (!c->nwscript.text.size) {
        bool fine = write_nwscript(c, &text);
        char *kept = fine ? rq_arena_text(&c->keep, (const char *)text.data, text.size) : NULL;
        c->nwscript.text = (struct rq_bytes){(const uint8_t *)kept, kept ? text.size : 0};
        rq_out_free(&text);
        if (!kept)
            return false;
    }
    return nss_parse(c, &c->keep, &c->nwscript, true) && nss_bind_engine(c);
}

struct rq_nss_compiler *rq_nss_open(const struct rq_nss_options *options, struct rq_error *err)
{
    struct rq_nss_compiler *c;
    if (!options || (options->game != 1 && options->game != 2)) {
        rq_fail(err, RQ_USAGE, 0, "nss", "the game has to be 1 or 2");
        return NULL;
    }
    c = rq_mem_zeroed(1, sizeof *c);
    if (c) {
        c->options = *options;
        c->script = 1;
        if (nss_words(c) && open_engine(c) && !c->errors)
            return c;
    }
    if (c && c->errors)
        rq_fail(err, RQ_CORRUPT, 0, "nwscript.nss", "%zu errors", c->errors);
    else
        rq_fail(err, RQ_NO_MEMORY, 0, "nss", "out of memory");
    rq_nss_close(c);
    return NULL;
}

void rq_nss_close(struct rq_nss_compiler *compiler)
{
    if (!compiler)
        return;
    rq_arena_free(&compiler->arena);
    rq_arena_free(&compiler->keep);
    rq_out_free(&compiler->code);
    free(compiler);
}

const char *rq_nss_include_at(const struct rq_nss_compiler *compiler, size_t index,
                              const char **path)
{
    if (index >= compiler->used_count)
        return NULL;
    if (path)
        *path = compiler->used[index]->path;
    return compiler->used[index]->name->text;
}

/* ---- the order of functions ---- */

struct visit {
    const struct nss_calls *calls;
    uint32_t next;
};

/* Writes the functions of these calls, and behind each those that it calls: in the order in which calls are
 * complete in the text, depth first. */
static void gen_called(struct rq_nss_compiler *c, const struct nss_calls *calls)
{
    struct visit *stack = NULL;
    uint32_t count = 0, room = 0;
    for (;;) {
        if (calls) {
            struct visit *more = rq_arena_more(&c->arena, &stack, count, &room, sizeof *stack);
            if (!more) {
                c->no_memory = true;
                return;
            }
            stack[count++] = (struct visit){calls, 0};
            calls = NULL;
        }
        if (!count)
            return;
        struct visit *v = &stack[count - 1];
        if (v->next == v->calls->count) {
            count--;
            continue;
        }
        struct nss_function *f = nss_bound(c, v->calls->names[v->next++])->function;
        if (!f || f->made || !f->body)
            continue;
        nss_gen_function(c, f);
        calls = &f->body->calls;
    }
}

/* ---- the frame ---- */

static struct nss_function *find_entry(struct rq_nss_compiler *c, enum rq_nss_kind *kind)
{
    static const struct {
        const char *name;
        uint8_t type;
        enum rq_nss_kind kind;
        const char *form;
    } entries[] = {
        {"main", NSS_VOID, RQ_NSS_MAIN, "the engine calls void main()"},
        {"StartingConditional", NSS_INT, RQ_NSS_CONDITIONAL,
         "the engine calls int StartingConditional()"},
    };
    struct nss_function *entry = NULL;
    *kind = RQ_NSS_INCLUDE;
    for (size_t i = 0; i < 2; i++) {
        struct nss_name *name = nss_intern(c, entries[i].name, strlen(entries[i].name));
        if (!name) {
            c->no_memory = true;
            return NULL;
        }
        struct nss_function *f = nss_bound(c, name)->function;
        if (!f || !f->body)
            continue;
        const struct nss_decl *d = f->body;
        struct nss_file *outer = c->file;
        c->file = d->file;
        if (entry)
            nss_error(c, d->at, d->size, "leave one of them out",
                      "a script can't have both main and StartingConditional");
        else if (!d->broken && (d->type.kind != entries[i].type || d->count))
            nss_error(c, d->at, d->size, entries[i].form,
                      "%s has another form than the engine needs", d->name->text);
        c->file = outer;
        entry = f;
        *kind = entries[i].kind;
    }
    return entry;
}

static uint32_t gen_frame(struct rq_nss_compiler *c, bool conditional)
{
    uint32_t entry;
    nss_note_function(c, "#loader", NULL);
    if (conditional)
        nss_op(c, RQ_NCS_OP_RSADD, RQ_NCS_INT);
    nss_op32(c, RQ_NCS_OP_JSR, 0, 8);
    nss_op(c, RQ_NCS_OP_RETN, 0);
    nss_note_function_end(c);
    if (!c->global_count)
        return 0;
    nss_note_function(c, "#globals", NULL);
    nss_gen_globals(c);
    nss_op(c, RQ_NCS_OP_SAVEBP, 0);
    if (conditional)
        nss_op(c, RQ_NCS_OP_RSADD, RQ_NCS_INT);
    entry = nss_jump(c, RQ_NCS_OP_JSR, 0);
    if (conditional) {
        /* Over the globals, the saved base pointer and itself. */
        nss_copy(c, RQ_NCS_OP_CPDOWNSP, -(c->globals_size + 12), 4);
        nss_op32(c, RQ_NCS_OP_MOVSP, 0, -4);
    }
    nss_op(c, RQ_NCS_OP_RESTOREBP, 0);
    nss_op32(c, RQ_NCS_OP_MOVSP, 0, -c->globals_size);
    nss_op(c, RQ_NCS_OP_RETN, 0);
    /* The globals were the first variables. */
    for (uint32_t i = 0; i < c->notes.ndb.variable_count; i++)
        nss_note_variable_end(c, i + 1);
    nss_note_function_end(c);
    return entry;
}

/* Functions of the script itself that nothing calls are checked, and their code is dropped. */
static void check_rest(struct rq_nss_compiler *c)
{
    size_t size = c->code.size;
    for (struct nss_function *f = c->functions; f; f = f->next)
        if (!f->made && f->body && f->body->file == &c->root && !c->code.failed && !c->no_memory) {
            nss_gen_function(c, f);
            if (!c->code.failed)
                rq_out_cut(&c->code, size);
        }
}

static bool gen_script(struct rq_nss_compiler *c, enum rq_nss_kind *kind)
{
    static const char head[RQ_NCS_HEAD] = "NCS V1.0\x42";
    struct nss_function *entry = find_entry(c, kind);
    rq_put(&c->code, head, sizeof head);
    uint32_t call = gen_frame(c, *kind == RQ_NSS_CONDITIONAL);
    /* Calls of the globals' values stand before that of the entry. */
    for (uint32_t i = 0; i < c->global_count && !c->no_memory; i++)
        if (c->globals[i]->calls.count)
            gen_called(c, &c->globals[i]->calls);
    if (entry && !entry->made && !c->no_memory) {
        nss_gen_function(c, entry);
        gen_called(c, &entry->body->calls);
    }
    for (struct nss_function *f = c->functions; f && c->options.all; f = f->next)
        if (!f->made && f->body && !c->code.failed && !c->no_memory)
            nss_gen_function(c, f);
    if (entry && call)
        nss_land_at(c, call, entry->start);
    for (struct nss_function *f = c->functions; f; f = f->next)
        if (f->made && !c->errors) {
            nss_land_at(c, f->jumps, f->start);
            f->jumps = 0;
        }
    nss_note_all(c);
    check_rest(c);
    return !c->no_memory;
}

/* ---- one script ---- */

static void start(struct rq_nss_compiler *c, struct rq_bytes source, const char *file)
{
    rq_arena_free(&c->arena);
    c->arena = (struct rq_arena){0};
    c->root = (struct nss_file){.path = file ? file : "script", .text = source};
    c->file = &c->root;
    c->script++;
    c->errors = c->warnings = 0;
    c->no_memory = c->incomplete = c->no_locals = false;
    c->order = 0;
    c->used = NULL;
    c->used_count = c->used_room = 0;
    c->functions = NULL;
    c->last_function = &c->functions;
    c->globals = NULL;
    c->global_count = c->global_room = 0;
    c->globals_size = 0;
    c->vars = NULL;
    c->function = NULL;
    c->notes = (struct nss_notes){0};
    c->code.failed = RQ_OK;
    rq_out_cut(&c->code, 0);
}

bool rq_nss_compile_next(struct rq_nss_compiler *compiler, struct rq_bytes source, const char *file,
                         struct rq_out *out, enum rq_nss_kind *kind, struct rq_error *err)
{
    struct rq_nss_compiler *c = compiler;
    enum rq_nss_kind found = RQ_NSS_INCLUDE;
    start(c, source, file);
    bool fine = nss_parse(c, &c->arena, &c->root, false) && nss_bind_file(c, &c->root, 0) &&
                gen_script(c, &found);
    if (kind)
        *kind = found;
    if (found == RQ_NSS_INCLUDE || c->errors || c->code.failed)
        c->notes = (struct nss_notes){0};
    if (!fine || c->code.failed == RQ_NO_MEMORY)
        return rq_fail(err, RQ_NO_MEMORY, 0, c->root.path, "out of memory");
    if (c->errors)
        return rq_fail(err, RQ_CORRUPT, 0, c->root.path, "%zu error%s", c->errors,
                       c->errors == 1 ? "" : "s");
    if (c->code.failed)
        return rq_fail(err, RQ_LIMIT, 0, c->root.path, "the script is larger than %d bytes",
                       NSS_MOST_CODE);
    if (found == RQ_NSS_INCLUDE)
        return true;
    rq_set32be(c->code.data + 9, (uint32_t)c->code.size);
    rq_put_bytes(out, rq_out_bytes(&c->code));
    return !out->failed || rq_fail_out(err, out);
}

bool rq_nss_compile(struct rq_bytes source, const char *file, const struct rq_nss_options *options,
                    struct rq_out *out, enum rq_nss_kind *kind, struct rq_error *err)
{
    struct rq_nss_compiler *c = rq_nss_open(options, err);
    bool fine = c && rq_nss_compile_next(c, source, file, out, kind, err);
    rq_nss_close(c);
    return fine;
}
