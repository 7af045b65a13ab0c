/* Whether what is referred to is there; and what is there without a reference. */
#include "refs/refs.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- types ---- */

/* Any of them does for any other. */
static const char *const alike[] = {"tpc tga dds 4pc", "wav mp3"};

bool rq_type_fits(const char *types, const char *type)
{
    size_t size = strlen(type);
    if (rq_type_in(types, type, size))
        return true;
    for (size_t i = 0; i < sizeof alike / sizeof alike[0]; i++) {
        const char *word = alike[i];
        if (!rq_type_in(word, type, size))
            continue;
        for (size_t part; *word; word += part + (word[part] != 0)) {
            part = strcspn(word, " ");
            if (rq_type_in(types, word, part))
                return true;
        }
    }
    return false;
}

void rq_name_stem(const char *name, char stem[RQ_RESOURCE_NAME])
{
    size_t size = strlen(name);
    while (size && name[size - 1] >= '0' && name[size - 1] <= '9')
        size--;
    if (name[size] && size && name[size - 1] == '_')
        size--;
    snprintf(stem, RQ_RESOURCE_NAME, "%.*s", (int)size, name);
}

/* ---- resources ---- */

static bool has_file(const struct rq_game *game, const char *name, size_t letters, const char *type,
                     size_t size)
{
    char file[RQ_RESOURCE_NAME + 16];
    struct rq_resource r = {0};
    snprintf(file, sizeof file, "%.*s.%.*s", (int)letters, name, (int)size, type);
    return rq_game_find(game, file, &r) && !r.source->inactive;
}

static bool has_module(const struct rq_game *game, const char *name)
{
    const struct rq_source *sources;
    size_t count = rq_game_sources(game, &sources);
    for (size_t i = 0; i < count; i++)
        if (sources[i].module && rq_casecmp(sources[i].module, name) == 0)
            return true;
    return false;
}

static bool has_any(const struct rq_game *game, const char *name, const char *types)
{
    /* Files of Redguard have eight letters, names in its maps may have more. */
    bool dos = !game->family->resrefs && strlen(name) > 8 && rq_type_in(types, "3d", 2);
    for (size_t size; *types; types += size + (types[size] != 0)) {
        size = strcspn(types, "| ");
        if (has_file(game, name, RQ_RESOURCE_NAME, types, size) ||
            (dos && has_file(game, name, 8, types, size)))
            return true;
    }
    return false;
}

static enum rq_exists resource_exists(const struct rq_game *game, const char *name,
                                      const char *types)
{
    if (!types || !*types)
        return RQ_NOT_KNOWN;
    bool found = has_any(game, name, types);
    for (size_t i = 0; !found && i < sizeof alike / sizeof alike[0]; i++)
        if (rq_type_in(types, alike[i], 3))
            found = has_any(game, name, alike[i]);
    if (!found && rq_type_in(types, "mod", 3))
        found = has_module(game, name);
    return found ? RQ_EXISTS : RQ_ABSENT;
}

/* ---- anything ---- */

static int compare_place(const void *key, const void *row)
{
    uint32_t left = *(const uint32_t *)key, right = ((const struct rq_table_rows *)row)->name;
    return (left > right) - (left < right);
}

static uint32_t rows_of(const struct rq_refs *refs, const char *table, size_t size)
{
    char lower[RQ_RESOURCE_NAME];
    uint32_t place;
    if (size >= sizeof lower || !refs->table_count)
        return 0;
    for (size_t i = 0; i < size; i++)
        lower[i] = rq_lower(table[i]);
    if (!rq_refs_text_find(refs, lower, size, &place))
        return 0;
    const struct rq_table_rows *found =
        bsearch(&place, refs->tables, refs->table_count, sizeof *refs->tables, compare_place);
    return found ? found->rows : 0;
}

uint32_t rq_refs_rows(const struct rq_refs *refs, const char *table)
{
    return rows_of(refs, table, strlen(table));
}

/* The game looks texts up by the low 24 bits. */
static enum rq_exists strref_exists(const struct rq_refs *refs, const char *name)
{
    uint32_t rows = rq_refs_rows(refs, RQ_TALK_TABLE);
    if (!rows)
        return RQ_NOT_KNOWN;
    return (strtoul(name, NULL, 10) & 0xFFFFFF) < rows ? RQ_EXISTS : RQ_ABSENT;
}

static enum rq_exists row_exists(const struct rq_refs *refs, const char *name)
{
    const char *colon = strrchr(name, ':');
    uint32_t rows = colon ? rows_of(refs, name, (size_t)(colon - name)) : 0;
    long row = colon ? strtol(colon + 1, NULL, 10) : -1;
    if (!rows)
        return RQ_NOT_KNOWN;
    return row >= 0 && (unsigned long)row < rows ? RQ_EXISTS : RQ_ABSENT;
}

/* What dialogs call those who talk. */
static bool is_keyword(enum rq_thing thing, const char *name)
{
    return thing == RQ_THING_TAG && rq_type_in("player owner npc1 npc2", name, strlen(name));
}

enum rq_exists rq_refs_exists(const struct rq_refs *refs, enum rq_thing thing, const char *name,
                              const char *types)
{
    uint32_t number;
    switch (thing) {
    case RQ_THING_RESOURCE: return resource_exists(refs->game, name, types);
    case RQ_THING_STRREF: return strref_exists(refs, name);
    case RQ_THING_ROW: return row_exists(refs, name);
    case RQ_THING_TEXT: return RQ_NOT_KNOWN;
    case RQ_THING_ROUTINE: return RQ_EXISTS; /* only those that the game has are in the index */
    default: break;
    }
    if (is_keyword(thing, name))
        return RQ_EXISTS;
    if (!(refs->defined >> thing & 1))
        return RQ_NOT_KNOWN;
    return rq_refs_number(refs, thing, name, &number) && refs->marks[number] >> RQ_USE_DEFINES & 1
               ? RQ_EXISTS
               : RQ_ABSENT;
}

bool rq_refs_missing(const struct rq_refs *refs, bool all, size_t *next, struct rq_use *use,
                     enum rq_exists *exists)
{
    while (rq_refs_at(refs, *next, use)) {
        ++*next;
        bool note = use->kind == RQ_USE_OPTIONAL || use->kind == RQ_USE_IGNORED;
        if (use->kind != RQ_USE_PLAIN && !(note && all))
            continue;
        enum rq_exists answer = rq_refs_exists(refs, use->thing, use->name, use->types);
        if (answer == RQ_EXISTS || (answer == RQ_NOT_KNOWN && !all))
            continue;
        if (exists)
            *exists = answer;
        return true;
    }
    return false;
}

/* ---- unused ---- */

/* Types that others name. Files of other types the program asks for itself. */
static const char traced[] =
    "utc utd ute uti utm utp uts utt utw dlg ncs are mdl tpc tga dds wav mp3 "
    "ssf bik mdx wok pwk dwk txi lip git pth lyt vis "
    "3d 3dc rgm wld col pvo rob";

/* A file that belongs to another of its name. */
static const struct companion {
    const char *type, *owners;
} companions[] = {
    {"mdx", "mdl"},     {"wok", "mdl"},     {"pwk", "mdl"}, {"dwk", "mdl"},
    {"txi", "tpc|tga"}, {"lip", "wav"},     {"git", "are"}, {"pth", "are"},
    {"lyt", "are"},     {"vis", "are|lyt"}, {"pvo", "rgm"}, {"rob", "rgm"},
};

static bool is_owned(const struct rq_game *game, const char *stem, const char *type)
{
    char shorter[RQ_RESOURCE_NAME];
    size_t size = strlen(stem);
    for (size_t i = 0; i < sizeof companions / sizeof companions[0]; i++) {
        const struct companion *c = &companions[i];
        if (rq_casecmp(c->type, type) != 0)
            continue;
        if (resource_exists(game, stem, c->owners) == RQ_EXISTS)
            return true;
        /* Of a door open1, open2 and closed: door0.dwk. */
        snprintf(shorter, sizeof shorter, "%.*s", (int)(size ? size - 1 : 0), stem);
        return strcmp(c->type, "dwk") == 0 && shorter[0] &&
               resource_exists(game, shorter, c->owners) == RQ_EXISTS;
    }
    return false;
}

static bool is_named(const struct rq_refs *refs, const char *name, const char *type, bool stem)
{
    struct rq_use use;
    for (size_t next = 0; rq_refs_of(refs, RQ_THING_RESOURCE, name, &next, &use);)
        if ((use.kind == RQ_USE_STEM) == stem && (!*use.types || rq_type_fits(use.types, type)))
            return true;
    return false;
}

static bool in_scripts(const struct rq_refs *refs, const char *name)
{
    uint32_t number;
    return rq_refs_number(refs, RQ_THING_TEXT, name, &number);
}

static bool resource_used(const struct rq_refs *refs, const struct rq_resource *r, const char *type)
{
    char name[RQ_RESOURCE_NAME], stem[RQ_RESOURCE_NAME];
    snprintf(name, sizeof name, "%.*s", (int)(type - r->name) - 1, r->name);
    rq_name_stem(name, stem);
    return is_named(refs, name, type, false) || in_scripts(refs, name) ||
           is_named(refs, stem, type, true) || is_owned(refs->game, name, type);
}

static bool next_resource(const struct rq_refs *refs, const char *type, size_t *next,
                          struct rq_unused *unused)
{
    struct rq_resource r = {0};
    while (rq_game_at(refs->game, *next + 1, &r)) {
        const char *extension = rq_path_extension(r.name);
        ++*next;
        bool asked = type ? rq_casecmp(type, extension) == 0
                          : rq_type_in(traced, extension, strlen(extension));
        if (!asked || !extension[0] || !r.wins || resource_used(refs, &r, extension))
            continue;
        memcpy(unused->name, r.name, sizeof unused->name);
        unused->at = r.at;
        return true;
    }
    return false;
}

static bool next_strref(const struct rq_refs *refs, size_t *next, struct rq_unused *unused)
{
    uint32_t number, rows = rq_refs_rows(refs, RQ_TALK_TABLE);
    while (*next < rows) {
        snprintf(unused->name, sizeof unused->name, "%zu", (*next)++);
        if (!rq_refs_number(refs, RQ_THING_STRREF, unused->name, &number))
            return true;
    }
    return false;
}

static bool next_defined(const struct rq_refs *refs, enum rq_thing thing, size_t *next,
                         struct rq_unused *unused)
{
    const char *name;
    enum rq_thing found;
    struct rq_use use;
    size_t first = 0;
    while (rq_refs_thing(refs, next, &found, &name)) {
        if (found != thing || refs->marks[*next - 1] != 1u << RQ_USE_DEFINES ||
            in_scripts(refs, name) || !rq_refs_of(refs, thing, name, &first, &use))
            continue;
        snprintf(unused->name, sizeof unused->name, "%s", name);
        unused->at = use.at;
        unused->path = use.path;
        return true;
    }
    return false;
}

bool rq_refs_unused(const struct rq_refs *refs, enum rq_thing thing, const char *type, size_t *next,
                    struct rq_unused *unused)
{
    *unused = (struct rq_unused){.path = ""};
    switch (thing) {
    case RQ_THING_RESOURCE: return next_resource(refs, type, next, unused);
    case RQ_THING_STRREF: return next_strref(refs, next, unused);
    case RQ_THING_ROW:
    case RQ_THING_TEXT:
    case RQ_THING_ROUTINE:
    case RQ_THING_ANIMATION: return false;
    default: return next_defined(refs, thing, next, unused);
    }
}
