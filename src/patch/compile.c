/* [CompileList]: scripts whose tokens are replaced and which are then compiled. */
#include "core/text.h"
#include "patch/parts.h"

#include <reliquary/nwscript.h>

struct compiling {
    struct rq_patch *p;
    unsigned line;
    const char *folder; /* of the script, in the mod */
    bool failed;        /* an include has tokens that nothing set */
    bool told;          /* of an error in the source */
};

static bool find_include(void *ctx, const char *name, struct rq_bytes *text, const char **path)
{
    struct compiling *c = ctx;
    struct rq_patch *p = c->p;
    struct rq_resource found = {0};
    struct rq_bytes source;
    const char *file = keepf(p, "%s.nss", name);
    if (!rq_name_is_safe(file))
        return false;
    bool there = plan_source(p, c->folder, file, &source);
    struct rq_game *game = there ? NULL : game_of(p);
    if (!there &&
        !(game && rq_game_find(game, file, &found) && rq_game_bytes(game, &found, &source, NULL)))
        return false;
    c->failed |= !token_script(p, c->line, file, source, text);
    *path = file;
    return true;
}

static void show_problem(void *ctx, const struct rq_script_problem *problem)
{
    struct compiling *c = ctx;
    c->told |= problem->severity == RQ_ERROR;
    if (problem->severity == RQ_ERROR)
        tell(c->p, RQ_PATCH_ERROR, c->line, "%s:%zu:%zu: %s", problem->file, problem->line,
             problem->column, problem->message);
}

static void compile(struct rq_patch *p, const struct op *op, struct rq_bytes source, struct res *r)
{
    struct compiling c = {.p = p, .line = op->key->line, .folder = op->source_folder};
    struct rq_nss_options options = {
        .game = p->game_number, .ctx = &c, .include = find_include, .problem = show_problem};
    struct rq_bytes text;
    struct rq_out out = {0};
    struct rq_error err = {0};
    enum rq_nss_kind kind = RQ_NSS_INCLUDE;
    const char *below = p->below;
    /* The routines of the engine lie in tslpatchdata, also when the sources are in a folder of it. */
    p->below = "";
    plan_source(p, "", "nwscript.nss", &options.nwscript);
    p->below = below;
    if (!token_script(p, op->key->line, op->source, source, &text))
        return;
    bool fine = rq_nss_compile(text, op->source, &options, &out, &kind, &err);
    if (fine && !c.failed && kind != RQ_NSS_INCLUDE) {
        tell(p, RQ_PATCH_NOTE, op->key->line, "compiled %s to %s", op->source, r->key);
        plan_put(p, r, keep_bytes(p, rq_out_bytes(&out)));
        wrote(p, r, op->key->line, "", "%s", "");
        op_check_override(p, op, r);
    } else if (!fine && !c.told) {
        tell_error(p, op->key->line, op->source, &err);
    } else if (fine && kind == RQ_NSS_INCLUDE) {
        tell(p, RQ_PATCH_NOTE, op->key->line, "%s is an include, and not compiled", op->source);
    }
    rq_out_free(&out);
}

static bool is_include(struct rq_bytes source)
{
    const char *text = (const char *)source.data;
    for (size_t i = 0; i + 4 <= source.size; i++)
        if ((strncmp(text + i, "main", 4) == 0) ||
            (i + 19 <= source.size && strncmp(text + i, "StartingConditional", 19) == 0))
            return false;
    return true;
}

static void compile_file(struct rq_patch *p, struct op *op)
{
    struct rq_bytes source;
    const char *extension = rq_path_extension(op->save_as);
    size_t stem = *extension ? (size_t)(extension - op->save_as) - 1 : strlen(op->save_as);
    op->save_as = keepf(p, "%.*s.ncs", (int)stem, op->save_as);
    if (!plan_source(p, op->source_folder, op->source, &source)) {
        tell(p, RQ_PATCH_ERROR, op->key->line, "%s is not in the mod", op->source);
        return;
    }
    if (is_include(source)) {
        tell(p, RQ_PATCH_NOTE, op->key->line, "%s is an include, and not compiled", op->source);
        return;
    }
    struct res *r = op_target(p, op);
    if (r && r->exists && !op->replace)
        tell(p, RQ_PATCH_WARNING, op->key->line, "%s is there already, and is left as it is",
             r->key);
    else if (r)
        compile(p, op, source, r);
}

void compile_list(struct rq_patch *p, struct ini_section *section)
{
    struct op_list list;
    op_list_open(p, &list, section);
    for (uint32_t i = 0; i < section->count; i++) {
        struct op op;
        if (op_read(p, &list, ini_at(&p->ini, section, i), &op))
            compile_file(p, &op);
    }
}
