/* What can be said of a mod without a game: every section that the lists lead to is looked at once. */
#include "core/line.h"
#include "core/text.h"
#include "patch/parts.h"

#include <stdlib.h>

enum kind { FILES, ROWS, FIELDS, HACKS, SOUNDS, STRINGS, SCRIPTS };

struct lint {
    struct rq_patch *p;
    bool *seen; /* of sections: looked at already */
};

static void touch(struct lint *l, const struct ini_key *key, const char *folder, const char *name,
                  const char *part)
{
    struct rq_patch *p = l->p;
    char *resource = keepf(p, "%s%s%s", folder, *folder ? "/" : "", name);
    for (char *c = resource; *c; c++)
        *c = rq_lower(*c);
    wrote(p, &(struct res){.key = resource}, key->line, "", "%s", part);
}

static bool has_source(struct lint *l, const char *folder, const char *name)
{
    struct rq_patch *p = l->p;
    enum rq_path_kind kind;
    const char *below =
        keepf(p, "%s%s%s%s%s", p->below, *p->below ? "/" : "", folder, *folder ? "/" : "", name);
    return disk_find(p, p->data, below, &kind) && kind == RQ_PATH_FILE;
}

/* ---- tokens ---- */

static bool is_set(struct rq_patch *p, const char *name)
{
    const struct ini_section *strings = ini_find(&p->ini, "TLKList");
    bool memory;
    uint32_t number;
    if (!token_name(name, &memory, &number) || (!memory && ini_key(&p->ini, strings, name)))
        return true;
    return token_get(p, memory, number) != NULL;
}

/* Every token that any section sets, whenever it does. */
static void collect_tokens(struct rq_patch *p)
{
    bool memory;
    uint32_t number;
    for (uint32_t i = 0; i < p->ini.key_count; i++)
        if (token_name(p->ini.keys[i].name, &memory, &number) && !token_get(p, memory, number))
            token_set(p, memory, number, "", false);
    for (uint32_t i = 0; i < p->ini.section_count; i++) /* [f.tlk] of Replace and Append */
        for (uint32_t k = 0; k < p->ini.sections[i].count; k++) {
            const struct ini_key *key = ini_at(&p->ini, &p->ini.sections[i], k);
            int64_t v;
            if (rq_casecmp(rq_path_extension(p->ini.sections[i].name), "tlk") == 0 &&
                rq_line_number(rq_line_of(key->name), &v) && v >= 0 && v < UINT32_MAX)
                token_set(p, false, (uint32_t)v, "", false);
        }
}

static void check_tokens(struct rq_patch *p)
{
    for (uint32_t i = 0; i < p->ini.key_count; i++)
        if (!is_set(p, p->ini.keys[i].value))
            tell(p, RQ_PATCH_ERROR, p->ini.keys[i].line, "nothing sets %s", p->ini.keys[i].value);
}

/* ---- values on which patchers differ ---- */

static void differ(struct lint *l, unsigned line, const char *what)
{
    tell(l->p, RQ_PATCH_WARNING, line, "patchers differ: %s", what);
}

static void check_row(struct lint *l, const struct ini_section *s, const char *modifier)
{
    struct ini *ini = &l->p->ini;
    bool column = starts_with(modifier, "AddColumn");
    const char *exclusive = ini_value(ini, s, "ExclusiveColumn");
    if (column && !ini_key(ini, s, "DefaultValue"))
        differ(l, s->line, "without DefaultValue HoloPatcher refuses the mod; **** is taken");
    if (exclusive && *exclusive && !ini_key(ini, s, exclusive))
        tell(l->p, RQ_PATCH_ERROR, s->line, "[%s] has no value for its ExclusiveColumn %s", s->name,
             exclusive);
    for (uint32_t i = 0; i < s->count; i++) {
        const struct ini_key *key = ini_at(ini, s, i);
        bool label = is_one_of("rowlabel newrowlabel", key->name);
        if (label && rq_casecmp(key->value, "high()") == 0)
            differ(l, key->line,
                   "HoloPatcher writes high() as the label; the next number is taken");
        if (exclusive && *exclusive && !label && rq_casecmp(key->value, "high()") == 0)
            differ(l, key->line,
                   "when the row is there HoloPatcher takes a new high(); the cell is left alone");
        if (starts_with(key->value, "inc("))
            differ(l, key->line, "only TSLPatcher knows inc()");
    }
}

static void check_field(struct lint *l, const struct ini_key *key, unsigned depth)
{
    struct ini *ini = &l->p->ini;
    struct ini_section *s = ini_find(ini, key->value);
    if (!s) {
        tell(l->p, RQ_PATCH_ERROR, key->line, "there is no section [%s]", key->value);
        return;
    }
    if (l->seen[s - ini->sections] || depth > 64)
        return;
    l->seen[s - ini->sections] = true;
    const char *type = ini_value(ini, s, "FieldType"), *label = ini_value(ini, s, "Label");
    const char *id = ini_value(ini, s, "TypeId");
    if (!type || !*type)
        tell(l->p, RQ_PATCH_ERROR, s->line, "[%s] has no FieldType", s->name);
    if (type && rq_casecmp(type, "Struct") == 0 && label && *label)
        differ(l, s->line, "HoloPatcher can't add a struct with a label");
    if (id && rq_casecmp(id, "ListIndex") == 0)
        differ(l, s->line, "HoloPatcher refuses TypeId=ListIndex, or takes a number too low");
    if (label && strlen(label) > 16)
        tell(l->p, RQ_PATCH_ERROR, s->line, "[%s]: a label has 16 characters at most", s->name);
    for (uint32_t i = 0; i < s->count; i++)
        if (starts_with(ini_at(ini, s, i)->name, "AddField"))
            check_field(l, ini_at(ini, s, i), depth + 1);
}

/* ---- sections ---- */

static void check_section(struct lint *l, const struct ini_section *s, enum kind kind)
{
    struct ini *ini = &l->p->ini;
    for (uint32_t i = 0; i < s->count; i++) {
        const struct ini_key *key = ini_at(ini, s, i);
        if (kind == FIELDS && starts_with(key->name, "AddField")) {
            check_field(l, key, 0);
        } else if (kind == ROWS && key->name[0] != '!') {
            struct ini_section *row = ini_find(ini, key->value);
            if (row)
                check_row(l, row, key->name);
            else
                tell(l->p, RQ_PATCH_ERROR, key->line, "there is no section [%s]", key->value);
        } else if (kind == FIELDS && key->value[0] == '-' && key->name[0] != '!') {
            differ(l, key->line, "TSLPatcher ignores negative numbers; they are written");
        }
    }
    if (kind == HACKS)
        differ(l, s->line, "TSLPatcher writes 32 bits, HoloPatcher 16; 32 are written");
}

static void check_file(struct lint *l, const struct op_list *list, const struct ini_key *key,
                       enum kind kind, const char *folder)
{
    struct rq_patch *p = l->p;
    struct op op;
    if (!op_read(p, list, key, &op))
        return;
    bool needed = kind == FILES || kind == SCRIPTS || op.replace;
    if (!has_source(l, op.source_folder, op.source))
        tell(p, needed ? RQ_PATCH_ERROR : RQ_PATCH_NOTE, key->line, "%s is not in the mod%s",
             op.source, needed ? "" : ": it has to be in the game");
    if (kind != FILES && kind != SCRIPTS && !op.section)
        tell(p, RQ_PATCH_ERROR, key->line, "there is no section [%s]", op.name);
    else if (kind != FILES && op.section)
        check_section(l, op.section, kind);
    touch(l, key, kind == FILES ? folder : op.destination, op.save_as,
          kind == FILES || kind == SCRIPTS || op.replace ? "" : "*");
}

static void check_folder(struct lint *l, const struct ini_key *key)
{
    struct rq_patch *p = l->p;
    struct op_list list;
    struct ini_section *s = ini_find(&p->ini, key->name);
    const char *folder = disk_clean(p, key->line, key->value);
    if (!s && (s = ini_find(&p->ini, key->value)))
        differ(l, key->line, "the section should be named by the key, not by the folder");
    if (!s || !folder) {
        if (folder)
            tell(p, RQ_PATCH_WARNING, key->line, "there is no section [%s]", key->name);
        return;
    }
    op_list_open(p, &list, s);
    const char *sources = ini_value(&p->ini, s, "!SourceFolder");
    list.source_folder = sources ? sources : list.source_folder;
    for (uint32_t i = 0; i < s->count; i++)
        check_file(l, &list, ini_at(&p->ini, s, i), FILES, folder);
}

static void check_strings(struct lint *l, const struct ini_section *s)
{
    struct rq_patch *p = l->p;
    const char *named = ini_value(&p->ini, s, "!SourceFile");
    bool any = false;
    for (uint32_t i = 0; i < s->count; i++) {
        const struct ini_key *key = ini_at(&p->ini, s, i);
        bool table = starts_with(key->name, "Replace") || starts_with(key->name, "Append");
        any = any || starts_with(key->name, "StrRef");
        if (table && !has_source(l, "", key->value))
            tell(p, RQ_PATCH_ERROR, key->line, "%s is not in the mod", key->value);
        if (table && !ini_find(&p->ini, key->value))
            tell(p, RQ_PATCH_ERROR, key->line, "there is no section [%s]", key->value);
        if (table || strpbrk(key->name, "\\/"))
            differ(l, key->line, "TSLPatcher ignores this key");
        if (key->name[0] != '!')
            touch(l, key, "", "dialog.tlk", "*");
    }
    if (any && !has_source(l, "", named && *named ? named : "append.tlk"))
        tell(p, RQ_PATCH_ERROR, s->line, "%s is not in the mod",
             named && *named ? named : "append.tlk");
}

static const struct {
    const char *section;
    enum kind kind;
} lists[] = {{"TLKList", STRINGS}, {"InstallList", FILES},   {"2DAList", ROWS},
             {"GFFList", FIELDS},  {"CompileList", SCRIPTS}, {"HACKList", HACKS},
             {"SSFList", SOUNDS}};

static void check_list(struct lint *l, struct ini_section *s, enum kind kind)
{
    struct op_list list;
    op_list_open(l->p, &list, s);
    if (kind == STRINGS)
        check_strings(l, s);
    for (uint32_t i = 0; kind != STRINGS && i < s->count; i++) {
        const struct ini_key *key = ini_at(&l->p->ini, s, i);
        if (kind == FILES && key->name[0] != '!')
            check_folder(l, key);
        else if (kind != FILES)
            check_file(l, &list, key, kind, "");
    }
}

static void check_settings(struct lint *l)
{
    struct rq_patch *p = l->p;
    const struct ini_section *s = ini_find(&p->ini, "Settings");
    for (uint32_t i = 0; s && i < s->count; i++) {
        const struct ini_key *key = ini_at(&p->ini, s, i);
        if (starts_with(key->name, "Required") && !starts_with(key->name, "RequiredMsg") &&
            *key->value)
            touch(l, key, "override", key->value, "?");
    }
}

bool rq_patch_lint(const char *mod, const struct rq_patch_options *options, struct rq_error *err)
{
    struct rq_patch *p = mod_new(mod, err);
    struct lint l = {.p = p};
    if (!p)
        return false;
    if (options)
        p->options = *options;
    bool fine = mod_open(p, mod, err);
    l.seen = fine ? rq_arena_get(&p->arena, p->ini.section_count, sizeof *l.seen) : NULL;
    if (fine && l.seen) {
        check_settings(&l);
        for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
            struct ini_section *s = ini_find(&p->ini, lists[i].section);
            if (s)
                check_list(&l, s, lists[i].kind);
        }
        collect_tokens(p);
        check_tokens(p);
        for (uint32_t i = 0; i < p->ini.section_count; i++)
            if (!p->ini.sections[i].used)
                tell(p, RQ_PATCH_WARNING, p->ini.sections[i].line, "nothing refers to [%s]",
                     p->ini.sections[i].name);
    }
    fine = fine && rq_memory_lasted(p->refusals, err);
    rq_patch_close(p);
    return fine;
}
