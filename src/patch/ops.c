/* What all lists share: which file a line is for, where it comes from and where it goes. */
#include "core/text.h"
#include "patch/parts.h"

static const char *text_of(struct rq_patch *p, const struct ini_section *section, const char *key,
                           const char *otherwise)
{
    const char *value = ini_value(&p->ini, section, key);
    return value && *value ? value : otherwise;
}

static bool is_set(struct rq_patch *p, const struct ini_section *section, const char *key,
                   bool otherwise)
{
    const char *value = ini_value(&p->ini, section, key);
    return value && *value ? strcmp(value, "0") != 0 : otherwise;
}

void op_list_open(struct rq_patch *p, struct op_list *list, struct ini_section *section)
{
    list->section = section;
    list->destination = text_of(p, section, "!DefaultDestination", "override");
    list->source_folder = text_of(p, section, "!DefaultSourceFolder", "");
}

/* Names of files out of a mod: a folder before them is one of the mod's. */
static bool take_name(struct rq_patch *p, unsigned line, const char **name)
{
    const char *clean = disk_clean(p, line, *name);
    if (!clean)
        return false;
    if (!*clean)
        tell(p, RQ_PATCH_ERROR, line, "\"%s\" is no name of a file", *name);
    *name = clean;
    return *clean != 0;
}

bool op_read(struct rq_patch *p, const struct op_list *list, const struct ini_key *key,
             struct op *op)
{
    bool replace = starts_with(key->name, "Replace");
    if (key->name[0] == '!' ||
        (!replace && !starts_with(key->name, "File") && !starts_with(key->name, "Table")))
        return false;
    struct ini_section *section = ini_find(&p->ini, key->value);
    *op = (struct op){.key = key, .section = section, .name = key->value};
    op->source = text_of(p, section, "!SourceFile", op->name);
    op->source_folder = text_of(p, section, "!SourceFolder", list->source_folder);
    op->save_as = text_of(p, section, "!SaveAs", text_of(p, section, "!Filename", op->name));
    op->destination = text_of(p, section, "!Destination", list->destination);
    op->override_type = text_of(p, section, "!OverrideType", "warn");
    op->replace = is_set(p, section, "!ReplaceFile", replace);
    if (!take_name(p, key->line, &op->source) || !take_name(p, key->line, &op->save_as))
        return false;
    op->save_as = rq_path_base(op->save_as);
    op->source_folder = disk_clean(p, key->line, op->source_folder);
    op->destination = disk_clean(p, key->line, op->destination);
    return op->source_folder && op->destination;
}

struct res *op_target(struct rq_patch *p, const struct op *op)
{
    return plan_res(p, op->key->line, op->destination, op->save_as);
}

/* A file that is only in the game's own archives. */
static bool from_game(struct rq_patch *p, const char *name, struct rq_bytes *bytes)
{
    struct rq_game *game = game_of(p);
    struct rq_resource found = {0};
    return game && rq_game_find(game, name, &found) && rq_game_bytes(game, &found, bytes, NULL);
}

/* A base that can't be changed does not get into the game either. */
static bool is_readable(struct rq_patch *p, const struct op *op, struct rq_bytes bytes,
                        const char *format)
{
    struct rq_error err = {0};
    struct rq_options options = {.name = op->source, .codepage = p->page};
    if (!format)
        return true;
    options.format = rq_format_by_name(format);
    struct rq_doc *doc = rq_doc_read(bytes, &options, &err);
    if (!doc)
        tell_error(p, op->key->line, op->source, &err);
    rq_doc_free(doc);
    return doc != NULL;
}

struct res *op_base(struct rq_patch *p, const struct op *op, const char *format)
{
    struct rq_bytes bytes;
    struct res *r = op_target(p, op);
    if (!r || (r->exists && !op->replace))
        return r;
    if (plan_source(p, op->source_folder, op->source, &bytes) ||
        (!r->exists && !op->replace && !r->archive && from_game(p, op->save_as, &bytes))) {
        if (!is_readable(p, op, bytes, format))
            return NULL;
        plan_put(p, r, bytes);
        return r;
    }
    tell(p, RQ_PATCH_ERROR, op->key->line, "%s is neither in the game nor in the mod", op->source);
    return NULL;
}

/* The file of Override that hides an entry makes place for it. */
static void rename_hiding(struct rq_patch *p, const struct op *op, struct res *hiding)
{
    struct rq_error err = {0};
    struct rq_bytes bytes;
    struct res *old = plan_res(p, op->key->line, "override", keepf(p, "old_%s", hiding->name));
    if (!old)
        return;
    if (old->exists) {
        tell(p, RQ_PATCH_WARNING, op->key->line,
             "%s hides the one in %s, and can't be renamed: %s is there", hiding->path,
             op->destination, old->path);
        return;
    }
    if (!plan_bytes(p, hiding, &bytes, &err)) {
        tell_error(p, op->key->line, hiding->path, &err);
        return;
    }
    plan_put(p, old, bytes);
    rq_doc_free(hiding->doc);
    hiding->doc = NULL;
    hiding->exists = false;
    hiding->changed = true;
    tell(p, RQ_PATCH_NOTE, op->key->line, "%s is renamed to %s", hiding->path, old->path);
}

void op_check_override(struct rq_patch *p, const struct op *op, const struct res *r)
{
    if (!r->archive || rq_casecmp(op->override_type, "ignore") == 0)
        return;
    struct res *hiding = plan_res(p, op->key->line, "override", r->name);
    if (!hiding || !hiding->exists)
        return;
    if (rq_casecmp(op->override_type, "rename") == 0)
        rename_hiding(p, op, hiding);
    else
        tell(p, RQ_PATCH_WARNING, op->key->line, "%s hides the %s in %s from the game",
             hiding->path, r->name, op->destination);
}
