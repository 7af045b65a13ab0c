/* [InstallList]: whole files into folders and archives. */
#include "core/text.h"
#include "patch/parts.h"

/* TSLPatcher never replaces these: a mod that would break the game. */
static bool is_guarded(const char *name)
{
    return is_one_of("exe tlk key bif", rq_path_extension(name));
}

static void install_file(struct rq_patch *p, const struct op *op)
{
    unsigned line = op->key->line;
    struct rq_bytes bytes;
    struct res *r = op_target(p, op);
    if (!r)
        return;
    if (r->exists && is_guarded(r->name)) {
        tell(p, RQ_PATCH_WARNING, line,
             "%s is there already, and files of its kind are never replaced", r->key);
        return;
    }
    if (r->exists && !op->replace) {
        tell(p, RQ_PATCH_WARNING, line, "%s is there already, and is left as it is", r->key);
        return;
    }
    if (!plan_source(p, op->source_folder, op->source, &bytes)) {
        tell(p, RQ_PATCH_ERROR, line, "%s is not in the mod", op->source);
        return;
    }
    tell(p, RQ_PATCH_NOTE, line, "%s %s", r->exists ? "replacing" : "installing", r->key);
    plan_put(p, r, bytes);
    wrote(p, r, line, "", "%s", "");
    op_check_override(p, op, r);
}

static void install_folder(struct rq_patch *p, const struct ini_key *key)
{
    struct ini_section *section = ini_find(&p->ini, key->name);
    const char *folder = disk_clean(p, key->line, key->value);
    struct op_list list;
    if (!folder)
        return;
    if (!section) /* the HoloPatcher wiki names it so */
        section = ini_find(&p->ini, key->value);
    if (!section) {
        tell(p, RQ_PATCH_WARNING, key->line, "there is no section [%s] with the files of %s",
             key->name, key->value);
        return;
    }
    op_list_open(p, &list, section);
    const char *sources = ini_value(&p->ini, section, "!SourceFolder");
    list.source_folder = sources ? sources : list.source_folder;
    for (uint32_t i = 0; i < section->count; i++) {
        struct op op;
        const struct ini_key *file = ini_at(&p->ini, section, i);
        if (!op_read(p, &list, file, &op))
            continue;
        /* A section of that name may be one of GFFList: its destination and its !ReplaceFile are not meant for this. */
        op.destination = folder;
        op.replace = starts_with(file->name, "Replace");
        install_file(p, &op);
    }
}

void install_list(struct rq_patch *p, struct ini_section *section)
{
    for (uint32_t i = 0; i < section->count; i++)
        if (ini_at(&p->ini, section, i)->name[0] != '!')
            install_folder(p, ini_at(&p->ini, section, i));
}
