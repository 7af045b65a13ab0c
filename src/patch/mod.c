/* A mod as a whole: which instructions, for which game, in which order. */
#include "core/line.h"
#include "core/sum.h"
#include "core/text.h"
#include "patch/parts.h"
#include "patch/redguard.h"

#include <reliquary/tlk.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- messages and memory ---- */

char *keep(struct rq_patch *p, const char *text, size_t size)
{
    char *kept = rq_arena_text(&p->arena, text, size);
    static char nothing[1];
    return kept ? kept : nothing;
}

struct rq_bytes keep_bytes(struct rq_patch *p, struct rq_bytes bytes)
{
    const char *kept = rq_arena_text(&p->arena, (const char *)bytes.data, bytes.size);
    return (struct rq_bytes){(const uint8_t *)kept, kept ? bytes.size : 0};
}

static char *vkeepf(struct rq_patch *p, const char *fmt, va_list args)
{
    va_list again;
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, fmt, args);
    char *text = size < 0 ? NULL : rq_arena_get(&p->arena, (size_t)size + 1, 1);
    static char nothing[1];
    if (text)
        vsnprintf(text, (size_t)size + 1, fmt, again);
    va_end(again);
    return text ? text : nothing;
}

char *keepf(struct rq_patch *p, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    char *text = vkeepf(p, fmt, args);
    va_end(args);
    return text;
}

void tell(struct rq_patch *p, enum rq_patch_level level, unsigned line, const char *fmt, ...)
{
    va_list args;
    p->summary.counts[level]++;
    if (!p->options.message)
        return;
    va_start(args, fmt);
    char *text = vkeepf(p, fmt, args);
    va_end(args);
    rq_text_clean(text);
    struct rq_patch_message message = {level, p->ini.file, line, text};
    p->options.message(p->options.ctx, &message);
}

void tell_error(struct rq_patch *p, unsigned line, const char *what, const struct rq_error *err)
{
    bool same = !err->where[0] || strcmp(err->where, what) == 0;
    tell(p, RQ_PATCH_ERROR, line, "%s%s%s: %s", what, same ? "" : ": ", same ? "" : err->where,
         err->text);
}

void wrote(struct rq_patch *p, const struct res *r, unsigned line, const char *value,
           const char *fmt, ...)
{
    va_list args;
    p->summary.changes++;
    if (!p->options.write)
        return;
    va_start(args, fmt);
    struct rq_patch_write write = {r->key, vkeepf(p, fmt, args), value, p->ini.file, line};
    va_end(args);
    p->options.write(p->options.ctx, &write);
}

struct rq_game *game_of(struct rq_patch *p)
{
    struct rq_game_options options = {.family = p->redguard ? "redguard" : "kotor",
                                      .version = p->game_number};
    if (!p->game_tried)
        p->game = rq_game_open(p->root, &options, NULL);
    p->game_tried = true;
    return p->game;
}

/* ---- which instructions ---- */

static bool has_file(struct rq_patch *p, const char *root, const char *below, const char **found)
{
    enum rq_path_kind kind;
    *found = disk_find(p, root, below, &kind);
    return *found && kind == RQ_PATH_FILE;
}

static bool read_ini(struct rq_patch *p, struct ini *ini, const char *below, struct rq_error *err)
{
    struct rq_map map;
    if (!rq_map_open(&map, keepf(p, "%s/%s", p->data, below), err))
        return false;
    ini->file = below;
    if (ini == &p->ini) /* equal names and sizes with other instructions */
        p->sum = rq_sum(p->sum, map.bytes.data, map.bytes.size);
    p->ini.file = below; /* for messages */
    bool fine =
        ini_read(p, ini, map.bytes) || rq_fail(err, RQ_NO_MEMORY, 0, below, "out of memory");
    rq_map_close(&map);
    return fine;
}

/* The section of namespaces.ini that was asked for; NULL with err filled. */
static struct ini_section *choose(struct rq_patch *p, struct ini *names, struct rq_error *err)
{
    struct ini_section *all = ini_find(names, "Namespaces");
    const char *wanted = p->options.choice;
    int64_t number = 0;
    if (wanted && !rq_line_number(rq_line_of(wanted), &number))
        number = 0;
    for (uint32_t i = 0; all && i < all->count; i++) {
        const char *section = ini_at(names, all, i)->value;
        struct ini_section *found = ini_find(names, section);
        const char *name = ini_value(names, found, "Name");
        if (found && (!wanted || number == (int64_t)i + 1 || rq_casecmp(wanted, section) == 0 ||
                      (name && rq_casecmp(wanted, name) == 0)))
            return found;
    }
    if (wanted)
        rq_fail(err, RQ_USAGE, 0, names->file, "offers no choice \"%.80s\"", wanted);
    else
        rq_fail(err, RQ_CORRUPT, 0, names->file,
                "has no [Namespaces] with a section that is there");
    return NULL;
}

/* As TSLPatcher: what namespaces.ini names and is not there falls back to the usual names. */
static bool take_choice(struct rq_patch *p, const char **ini_name, struct rq_error *err)
{
    struct ini names = {0};
    enum rq_path_kind kind = RQ_PATH_NONE;
    const char *file, *unused;
    if (!has_file(p, p->data, "namespaces.ini", &file))
        return !p->options.choice ||
               rq_fail(err, RQ_USAGE, 0, p->data, "has no namespaces.ini with choices");
    if (!read_ini(p, &names, file, err))
        return false;
    struct ini_section *chosen = choose(p, &names, err);
    if (!chosen)
        return false;
    const char *ini = ini_value(&names, chosen, "IniName");
    const char *path = ini_value(&names, chosen, "DataPath");
    const char *clean = path && !strstr(path, "..") ? disk_clean(p, chosen->line, path) : "";
    p->summary.choice = chosen->name;
    if (clean && *clean) {
        const char *folder = disk_find(p, p->data, clean, &kind);
        if (folder && kind == RQ_PATH_FOLDER)
            p->below = folder;
    }
    if (ini && *ini && (clean = disk_clean(p, chosen->line, ini)) &&
        (has_file(p, p->data, keepf(p, "%s%s%s", p->below, *p->below ? "/" : "", clean), &unused) ||
         has_file(p, p->data, clean, &unused)))
        *ini_name = clean;
    tell(p, RQ_PATCH_NOTE, chosen->line, "taking the choice [%s] of namespaces.ini", chosen->name);
    return true;
}

/* Names and sizes of all files and the chosen instructions tell one version of a mod from another. */
static bool sum_up(struct rq_patch *p, struct rq_error *err)
{
    struct rq_walk walk = {0};
    bool fine = rq_walk_add(&walk, p->data, err);
    for (size_t i = 0; fine && i < walk.count; i++) {
        const struct rq_found *f = &walk.items[i];
        p->sum = rq_sum(p->sum, f->relative, strlen(f->relative));
        p->sum = rq_sum(p->sum, &f->size, sizeof f->size);
    }
    rq_walk_free(&walk);
    p->sum = rq_sum(p->sum, p->below, strlen(p->below));
    p->sum = rq_sum(p->sum, p->ini.file, strlen(p->ini.file));
    return fine;
}

/* Texts of the same size with other words are another version, too. */
static bool sum_redguard(struct rq_patch *p)
{
    static const char *const texts[] = {RTX_CHANGES, INI_CHANGES, MAP_CHANGES};
    struct rq_bytes bytes;
    p->ini.file = ABOUT;
    for (size_t i = 0; i < 3; i++)
        if (plan_source(p, "", texts[i], &bytes))
            p->sum = rq_sum(p->sum, bytes.data, bytes.size);
    return true;
}

bool mod_open(struct rq_patch *p, const char *mod, struct rq_error *err)
{
    enum rq_path_kind kind;
    char *full = rq_path_full(mod);
    const char *root = full ? keep(p, full, strlen(full)) : NULL, *unused;
    free(full);
    if (!root || rq_path_kind(root, NULL) != RQ_PATH_FOLDER)
        return rq_fail(err, RQ_IO, 0, mod, "there is no such folder");
    p->below = "";
    p->summary.title = rq_path_base(root);
    if (p->redguard) {
        p->data = root;
        return sum_redguard(p) && sum_up(p, err);
    }
    const char *below = disk_find(p, root, "tslpatchdata", &kind);
    p->data = below && kind == RQ_PATH_FOLDER ? keepf(p, "%s/%s", root, below) : root;
    const char *ini_name = "changes.ini", *file;
    if (p->data == root && !has_file(p, root, "changes.ini", &unused) &&
        !has_file(p, root, "namespaces.ini", &unused))
        return rq_fail(err, RQ_IO, 0, mod, "is no mod: it has no tslpatchdata with a changes.ini");
    if (!take_choice(p, &ini_name, err))
        return false;
    if (!has_file(p, p->data, keepf(p, "%s%s%s", p->below, *p->below ? "/" : "", ini_name),
                  &file) &&
        !has_file(p, p->data, ini_name, &file))
        return rq_fail(err, RQ_IO, 0, mod, "there is no %.60s in its tslpatchdata", ini_name);
    return read_ini(p, &p->ini, file, err) && sum_up(p, err);
}

/* ---- for which game ---- */

/* The code page of the game's texts, as its talk table tells. */
static enum rq_codepage page_of(struct rq_patch *p)
{
    const char *found;
    struct rq_map map;
    enum rq_codepage page = RQ_CP1252;
    if (has_file(p, p->root, "dialog.tlk", &found) &&
        rq_map_open(&map, keepf(p, "%s/%s", p->root, found), NULL)) {
        if (map.bytes.size >= 12)
            page = rq_tlk_page(rq_get32(map.bytes.data + 8), RQ_CP1252);
        rq_map_close(&map);
    }
    return page;
}

static bool find_game(struct rq_patch *p, const char *game, struct rq_error *err)
{
    const char *found;
    char *full = rq_path_full(game);
    p->root = full ? keep(p, full, strlen(full)) : NULL;
    free(full);
    if (!p->root || rq_path_kind(p->root, NULL) != RQ_PATH_FOLDER)
        return rq_fail(err, RQ_IO, 0, game, "there is no such folder");
    if (p->redguard) {
        p->page = RQ_CP437;
        return has_file(p, p->root, "ENGLISH.RTX", &found) ||
               has_file(p, p->root, "WORLD.INI", &found) ||
               rq_fail(err, RQ_IO, 0, game,
                       "is no game of Redguard: it has no ENGLISH.RTX and no WORLD.INI");
    }
    bool second = has_file(p, p->root, "swkotor2.exe", &found);
    if (!second && !has_file(p, p->root, "swkotor.exe", &found) &&
        !has_file(p, p->root, "chitin.key", &found))
        return rq_fail(err, RQ_IO, 0, game,
                       "is no game: it has no swkotor.exe, swkotor2.exe or chitin.key");
    p->game_number = second ? 2 : 1;
    p->page = page_of(p);
    return true;
}

/* ---- settings ---- */

static bool is_required_there(struct rq_patch *p, const char *name)
{
    struct rq_bytes part = rq_line_of(name);
    rq_line_cut_blanks(&part);
    const char *trimmed = keep(p, (const char *)part.data, rq_line_trimmed(part));
    const char *clean = *trimmed ? disk_clean(p, 0, trimmed) : NULL, *unused;
    return !clean || has_file(p, p->root, keepf(p, "override/%s", clean), &unused);
}

/* "Required=a.utc,b.utc", "Required1=…" with an optional message. */
static void check_required(struct rq_patch *p, const struct ini_section *settings)
{
    for (uint32_t i = 0; i < settings->count; i++) {
        const struct ini_key *key = ini_at(&p->ini, settings, i);
        if (!starts_with(key->name, "Required") || starts_with(key->name, "RequiredMsg"))
            continue;
        const char *message =
            ini_value(&p->ini, settings, keepf(p, "RequiredMsg%s", key->name + strlen("Required")));
        for (const char *at = key->value; *at;) {
            size_t size = strcspn(at, ",");
            const char *name = keep(p, at, size);
            if (!is_required_there(p, name)) {
                tell(p, RQ_PATCH_ERROR, key->line, "%s has to be in Override first%s%s", name,
                     message && *message ? ": " : "", message ? message : "");
                p->summary.stopped = true;
            }
            at += size + (at[size] == ',');
        }
    }
}

static void take_settings(struct rq_patch *p)
{
    const struct ini_section *settings = ini_find(&p->ini, "Settings");
    if (!settings)
        return;
    const struct ini_key *number = ini_key(&p->ini, settings, "LookupGameNumber");
    const char *caption = ini_value(&p->ini, settings, "WindowCaption");
    const char *flags = ini_value(&p->ini, settings, "ScriptCompilerFlags");
    if (caption && *caption)
        p->summary.title = caption;
    if (number && strlen(number->value) == 1 && strchr("12", number->value[0]) &&
        (unsigned)(number->value[0] - '0') != p->game_number)
        tell(p, RQ_PATCH_WARNING, number->line, "the mod is for game %s, and this is game %u",
             number->value, p->game_number);
    if (flags && *flags)
        tell(p, RQ_PATCH_NOTE, settings->line, "ScriptCompilerFlags are not used");
    check_required(p, settings);
}

/* ---- the whole ---- */

/* In this order: tokens of one list are used by the next. */
static const struct {
    const char *section;
    void (*plan)(struct rq_patch *p, struct ini_section *section);
} lists[] = {{"TLKList", tlk_list}, {"InstallList", install_list}, {"2DAList", twoda_list},
             {"GFFList", gff_list}, {"CompileList", compile_list}, {"HACKList", hack_list},
             {"SSFList", ssf_list}};

static void plan_lists(struct rq_patch *p)
{
    for (size_t i = 0; !p->summary.stopped && i < sizeof lists / sizeof lists[0]; i++) {
        struct ini_section *section = ini_find(&p->ini, lists[i].section);
        if (section)
            lists[i].plan(p, section);
    }
}

struct rq_patch *mod_new(const char *mod, struct rq_error *err)
{
    struct rq_patch *p = rq_mem_zeroed(1, sizeof *p);
    if (!p)
        rq_fail(err, RQ_NO_MEMORY, 0, mod, "out of memory");
    else
        p->refusals = rq_memory_refusals();
    return p;
}

struct rq_patch *rq_patch_open(const char *mod, const char *game,
                               const struct rq_patch_options *options, struct rq_error *err)
{
    struct rq_patch *p = mod_new(mod, err);
    if (!p)
        return NULL;
    if (options)
        p->options = *options;
    p->redguard = redguard_is_mod(p, mod);
    bool fine = find_game(p, game, err) && mod_open(p, mod, err);
    if (fine && !p->redguard)
        take_settings(p);
    /* Looking at the records also finishes what a killed program left: the plan has to start from that. */
    const char *installed = fine ? undo_installed(p) : NULL;
    p->summary.installed = p->options.again ? NULL : installed;
    p->listings = NULL;
    if (fine && !p->summary.installed) {
        if (p->redguard)
            redguard_plan(p);
        else
            plan_lists(p);
    }
    fine = fine && plan_settle(p, err);
    if (!fine) {
        rq_patch_close(p);
        return NULL;
    }
    p->summary.stopped |= p->options.strict && (p->summary.counts[RQ_PATCH_ERROR] ||
                                                p->summary.counts[RQ_PATCH_WARNING]);
    return p;
}

struct rq_patch *mod_plan(const struct mod_memory *memory, struct rq_error *err)
{
    struct rq_patch *p = mod_new("", err);
    if (!p)
        return NULL;
    p->memory = memory;
    p->root = keep(p, memory->root, strlen(memory->root));
    p->data = p->below = "";
    p->game_number = memory->game_number;
    p->ini.file = p->summary.title = "changes.ini";
    p->page = page_of(p);
    bool fine = ini_read(p, &p->ini, memory->instructions) ||
                rq_fail(err, RQ_NO_MEMORY, 0, p->root, "out of memory");
    if (fine)
        plan_lists(p);
    if (fine && plan_settle(p, err))
        return p;
    rq_patch_close(p);
    return NULL;
}

const struct rq_patch_summary *rq_patch_summary(const struct rq_patch *patch)
{
    return &patch->summary;
}

void rq_patch_close(struct rq_patch *patch)
{
    if (!patch)
        return;
    plan_free(patch);
    rq_arena_free(&patch->arena);
    free(patch);
}
