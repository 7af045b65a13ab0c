/* A mod of redguard-mod-manager of two games of Redguard: dialogue, settings and scripts of maps as text. */
#include "core/file.h"
#include "core/line.h"
#include "core/text.h"
#include "formats/format.h"
#include "patch/redguard.h"

#include <reliquary/ini.h>
#include <reliquary/rtx.h>
#include <stdio.h>
#include <stdlib.h>

struct making {
    struct rq_patch p; /* its memory, and names in any case */
    const struct rq_patch_create_options *options;
    struct rq_patch_made *made;
    const char *roots[2];
    const char *mod;
    struct rq_game *games[2];
    struct rq_soup_game known[2];
    struct rq_out rtx, ini, map;
    const char *file;    /* that is compared */
    const char **missed; /* files of which something is missed, each once */
    uint32_t missed_count, missed_room;
};

static void count_missed(struct making *m)
{
    for (uint32_t i = 0; i < m->missed_count; i++)
        if (rq_casecmp(m->missed[i], m->file) == 0)
            return;
    const char **missed =
        rq_arena_more(&m->p.arena, &m->missed, m->missed_count, &m->missed_room, sizeof *missed);
    if (missed)
        missed[m->missed_count++] = keep(&m->p, m->file, strlen(m->file));
    m->made->missed = m->missed_count;
}

static void miss(struct making *m, const char *fmt, const char *what)
{
    char *text = keepf(&m->p, fmt, what);
    rq_text_clean(text);
    struct rq_patch_message message = {RQ_PATCH_ERROR, m->file, 0, text};
    count_missed(m);
    if (m->options->message)
        m->options->message(m->options->ctx, &message);
}

/* A text that stands on one line, with tabs between parts. */
static bool is_line(const char *text)
{
    return !strpbrk(text, "\r\n\t");
}

static const char *decoded(struct making *m, struct rq_bytes bytes)
{
    struct rq_out out = {0};
    rq_text_decode(&out, RQ_CP437, bytes);
    const char *text = keep(&m->p, (char *)out.data, out.size);
    rq_out_free(&out);
    return text;
}

/* ---- dialogue ---- */

static bool save_voice(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    struct making *m = ctx;
    const char *folder = keepf(&m->p, "%s/" RTX_AUDIO, m->mod);
    if (!m->mod)
        return true;
    m->made->files++;
    return rq_make_folder(folder, err) &&
           rq_file_save(keepf(&m->p, "%s/%s", folder, rq_path_base(name)), bytes,
                        m->options->replace ? RQ_SAVE_REPLACE : RQ_SAVE_NEW, err);
}

/* The voice of one line, as a file of its own. */
static bool put_voice(struct making *m, const struct rq_rtx_entry *entry, struct rq_error *err)
{
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("rtx"), NULL, err);
    struct rq_rtx *rtx = doc ? rq_doc_root(doc, "rtx") : NULL;
    struct rq_rtx_entry copy = *entry;
    struct rq_convert_options options = {.to = "wav", .name = "ENGLISH.RTX"};
    if (!rtx)
        return false;
    rtx->entries = &copy;
    rtx->entry_count = 1;
    bool fine = rq_doc_convert(doc, &options, save_voice, m, err);
    rq_doc_free(doc);
    return fine;
}

static bool same_voice(const struct rq_rtx_entry *a, const struct rq_rtx_entry *b)
{
    return a->has_sound == b->has_sound &&
           (!a->has_sound || (rq_same(a->sound.samples, b->sound.samples) &&
                              a->sound.header.sample_rate == b->sound.header.sample_rate));
}

static bool tell_entry(struct making *m, size_t index, const struct rq_rtx_entry *old,
                       const struct rq_rtx_entry *fresh, struct rq_error *err)
{
    const char *label = decoded(m, (struct rq_bytes){(const uint8_t *)fresh->tag, 4});
    const char *text = decoded(m, fresh->text);
    if (!old || !rq_same(old->text, fresh->text)) {
        if (is_line(text) && is_line(label))
            rq_putf(&m->rtx, "%zu\t%s\t%s\r\n", index, label, text);
        else
            miss(m, "line %s has a text with a tab or a line break", label);
    }
    if (old ? same_voice(old, fresh) : !fresh->has_sound)
        return true;
    if (fresh->has_sound)
        return put_voice(m, fresh, err);
    miss(m, "line %s lost its voice", label);
    return true;
}

static bool tell_dialogue(struct making *m, struct rq_doc *const docs[2], struct rq_error *err)
{
    const struct rq_rtx *old = rq_doc_root(docs[0], "rtx"), *fresh = rq_doc_root(docs[1], "rtx");
    bool fine = true;
    for (size_t i = 0; i < old->entry_count; i++)
        if (i >= fresh->entry_count || memcmp(old->entries[i].tag, fresh->entries[i].tag, 4) != 0) {
            miss(m, "line %s was removed or moved",
                 decoded(m, (struct rq_bytes){(const uint8_t *)old->entries[i].tag, 4}));
            return true;
        }
    for (size_t i = 0; i < fresh->entry_count && fine; i++)
        fine = tell_entry(m, i, i < old->entry_count ? &old->entries[i] : NULL, &fresh->entries[i],
                          err);
    return fine;
}

/* ---- settings ---- */

static const struct rq_ini_line *nth(const struct rq_ini *ini, const char *path, unsigned before)
{
    struct rq_ini_place place = {0};
    while (rq_ini_match(ini, path, RQ_CP437, &place))
        if (before-- == 0)
            return place.line;
    return NULL;
}

static const char *path_of(struct making *m, const struct rq_ini_place *place)
{
    const char *section = place->section ? decoded(m, place->section->name) : "";
    return keepf(&m->p, "%s/%s", section, decoded(m, place->line->name));
}

static void tell_setting(struct making *m, const struct rq_ini *old, const struct rq_ini *fresh,
                         const struct rq_ini_place *place, const char **section)
{
    const char *path = path_of(m, place), *value = decoded(m, place->line->value);
    const struct rq_ini_line *was = nth(old, path, 0);
    if (nth(fresh, path, 0) != place->line) {
        const struct rq_ini_line *second = nth(old, path, 1), *now = nth(fresh, path, 1);
        if (now != place->line || !second || !rq_same(second->value, now->value))
            miss(m, "%s is there more than once, and was changed", path);
        return;
    }
    if (was && rq_same(was->value, place->line->value))
        return;
    const char *head = place->section ? decoded(m, place->section->name) : "";
    if (!*section)
        rq_putf(&m->ini, "%s\r\n", m->file);
    if (!*section || strcmp(*section, head) != 0)
        rq_putf(&m->ini, *head ? "  [%s]\r\n" : "%s", head);
    *section = head;
    rq_putf(&m->ini, "  %s = %s\r\n", decoded(m, place->line->name), value);
}

static void tell_settings(struct making *m, struct rq_doc *const docs[2])
{
    const struct rq_ini *old = rq_doc_root(docs[0], "ini"), *fresh = rq_doc_root(docs[1], "ini");
    struct rq_ini_place place = {0};
    const char *section = NULL;
    while (rq_ini_match(fresh, NULL, RQ_CP437, &place))
        tell_setting(m, old, fresh, &place, &section);
    place = (struct rq_ini_place){0};
    while (rq_ini_match(old, NULL, RQ_CP437, &place))
        if (!nth(fresh, path_of(m, &place), 0))
            miss(m, "%s was removed", path_of(m, &place));
}

/* ---- scripts ---- */

static struct rq_bytes *lines_of(struct making *m, struct rq_bytes text, size_t *count)
{
    struct rq_bytes *lines = rq_arena_get(&m->p.arena, rq_line_count(text) + 1, sizeof *lines);
    *count = 0;
    while (lines && text.size) {
        enum rq_line_end end;
        lines[(*count)++] = rq_line_next(&text, &end);
    }
    return lines;
}

/* The lines between what both texts begin and end with: those of the old one go, those of the new one come. */
static void tell_lines(struct making *m, const char *map, struct rq_bytes old,
                       struct rq_bytes fresh)
{
    size_t a_count, b_count, head = 0, tail = 0;
    const struct rq_bytes *a = lines_of(m, old, &a_count), *b = lines_of(m, fresh, &b_count);
    size_t least = a_count < b_count ? a_count : b_count;
    while (head < least && rq_same(a[head], b[head]))
        head++;
    while (tail < least - head && rq_same(a[a_count - 1 - tail], b[b_count - 1 - tail]))
        tail++;
    rq_putf(&m->map, "%s\r\n", map);
    size_t at = head < a_count - tail || !head ? head : head - 1; /* behind the line before */
    for (size_t i = head; i < a_count - tail; i++)
        rq_putf(&m->map, "  %zu\tnull\r\n", i);
    for (size_t i = head; i < b_count - tail; i++) {
        if (b[i].size && memchr(b[i].data, '\t', b[i].size))
            miss(m, "a line of the script has a tab%s", "");
        rq_putf(&m->map, "  %zu\t%.*s\r\n", at, (int)b[i].size, (const char *)b[i].data);
    }
}

static bool tell_map(struct making *m, struct rq_doc *const docs[2], const char *name,
                     struct rq_error *err)
{
    struct rq_out texts[2] = {{0}};
    char refused[REFUSED_SIZE] = "";
    bool fine = true;
    for (int i = 0; i < 2 && fine && !*refused; i++)
        fine = redguard_script(m->games[i], &m->known[i], docs[i], name, &texts[i], refused, err);
    size_t stem = (size_t)(rq_path_extension(name) - name) - 1;
    if (fine && *refused)
        miss(m, "the manager can't show its script: %s", refused);
    else if (fine)
        tell_lines(m, keep(&m->p, name, stem), rq_out_bytes(&texts[0]), rq_out_bytes(&texts[1]));
    rq_out_free(&texts[0]);
    rq_out_free(&texts[1]);
    return fine;
}

/* ---- files ---- */

static bool tell_file(struct making *m, const char *relative, const struct rq_map maps[2],
                      struct rq_error *err)
{
    static const char folder[] = "maps/";
    const char *name = rq_path_base(relative), *extension = rq_path_extension(relative);
    struct rq_doc *docs[2] = {0};
    bool fine = true, known = true;
    bool ini = rq_casecmp(extension, "ini") == 0 && name == relative;
    bool rtx = rq_casecmp(relative, "ENGLISH.RTX") == 0;
    bool map = rq_casecmp(extension, "rgm") == 0 && starts_with(relative, folder) &&
               !strchr(relative + strlen(folder), '/');
    if (!ini && !rtx && !map) {
        miss(m, "is not in the mod: the manager knows dialogue, settings and scripts of maps%s",
             "");
        return true;
    }
    for (int i = 0; i < 2; i++) {
        struct rq_options options = {.name = name};
        options.format = rq_format_by_name(ini ? "ini" : rtx ? "rtx" : "rgm");
        docs[i] = rq_doc_read(maps[i].bytes, &options, err);
        known = known && docs[i];
    }
    if (!known)
        fine = false;
    else if (ini)
        tell_settings(m, docs);
    else
        fine = rtx ? tell_dialogue(m, docs, err) : tell_map(m, docs, name, err);
    rq_doc_free(docs[0]);
    rq_doc_free(docs[1]);
    return fine;
}

static bool compare_file(struct making *m, const char *relative, const char *const paths[2],
                         struct rq_error *err)
{
    struct rq_map maps[2] = {{.owned = false}, {.owned = false}};
    bool fine = true;
    m->file = relative;
    if (!paths[0] || !paths[1])
        miss(m, "is not in the mod: the manager neither adds nor removes files%s", "");
    for (int i = 0; i < 2; i++)
        fine = fine && (!paths[i] || rq_map_open(&maps[i], paths[i], err));
    bool same = fine && paths[0] && paths[1] && rq_same(maps[0].bytes, maps[1].bytes);
    if (fine && !same) {
        m->made->changes++;
        fine = !paths[0] || !paths[1] || tell_file(m, relative, maps, err);
    }
    rq_map_close(&maps[0]);
    rq_map_close(&maps[1]);
    return fine;
}

static bool compare_all(struct making *m, struct rq_error *err)
{
    struct rq_walk walks[2] = {{0}};
    enum rq_path_kind kind;
    bool fine =
        rq_walk_add(&walks[0], m->roots[0], err) && rq_walk_add(&walks[1], m->roots[1], err);
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; fine && i < walks[side].count; i++) {
            const char *paths[2] = {0}, *relative = walks[side].items[i].relative;
            const char *found = disk_find(&m->p, m->roots[1 - side], relative, &kind);
            bool both = found && kind == RQ_PATH_FILE;
            if (side == 1 && both)
                continue; /* it was compared */
            paths[side] = walks[side].items[i].path;
            paths[1 - side] = both ? keepf(&m->p, "%s/%s", m->roots[1 - side], found) : NULL;
            fine = compare_file(m, relative, paths, err);
        }
    rq_walk_free(&walks[0]);
    rq_walk_free(&walks[1]);
    return fine;
}

static bool save_text(struct making *m, const char *name, struct rq_bytes text,
                      struct rq_error *err)
{
    if (!text.size || !m->mod)
        return true;
    m->made->files++;
    return rq_make_folder(m->mod, err) &&
           rq_file_save(keepf(&m->p, "%s/%s", m->mod, name), text,
                        m->options->replace ? RQ_SAVE_REPLACE : RQ_SAVE_NEW, err);
}

/* ---- proof ---- */

static bool same_meaning(const char *name, struct rq_bytes a, struct rq_bytes b)
{
    struct rq_options options = {.name = name};
    size_t count = 1;
    if (rq_same(a, b))
        return true;
    struct rq_doc *x = rq_doc_read(a, &options, NULL), *y = rq_doc_read(b, &options, NULL);
    bool same = x && y && rq_doc_diff(x, y, NULL, NULL, &count, NULL) && count == 0;
    rq_doc_free(x);
    rq_doc_free(y);
    return same;
}

/* Plans the mod on the first game; each file that it changes has to be as in the second. Settings that are new stand
 * where the manager puts them, so that of an INI only the values count, which were compared one by one. */
static bool prove(struct making *m, struct rq_error *err)
{
    bool made, removed;
    const char *path;
    struct rq_patch *patch = rq_patch_open(m->mod, m->roots[0], NULL, err);
    for (size_t i = 0; patch && (path = rq_patch_file(patch, i, &made, &removed)); i++) {
        struct rq_map map = {0};
        struct rq_bytes bytes;
        struct rq_doc *archive;
        bool exists;
        char *key = keep(&m->p, path, strlen(path));
        for (char *c = key; *c; c++)
            *c = rq_lower(*c);
        enum rq_path_kind kind;
        const char *found = disk_find(&m->p, m->roots[1], path, &kind);
        bool same = plan_after(patch, key, &exists, &bytes, &archive) && found &&
                    rq_map_open(&map, keepf(&m->p, "%s/%s", m->roots[1], found), NULL) &&
                    (rq_casecmp(rq_path_extension(path), "ini") == 0 ||
                     same_meaning(path, bytes, map.bytes));
        m->file = path;
        if (!same)
            miss(m, "the mod does not give the same%s", "");
        rq_map_close(&map);
    }
    if (patch && rq_patch_summary(patch)->counts[RQ_PATCH_ERROR]) {
        m->file = m->mod;
        miss(m, "can't be installed without errors: reliquary patch --dry-run shows them%s", "");
    }
    rq_patch_close(patch);
    return patch != NULL;
}

static bool open_games(struct making *m, const char *const paths[2], struct rq_error *err)
{
    struct rq_game_options options = {.family = "redguard"};
    for (int i = 0; i < 2; i++) {
        char *full = rq_path_full(paths[i]);
        m->roots[i] = full ? keep(&m->p, full, strlen(full)) : NULL;
        free(full);
        if (!m->roots[i])
            return rq_fail(err, RQ_IO, 0, paths[i], "there is no such folder");
        m->games[i] = rq_game_open(m->roots[i], &options, err);
        if (!m->games[i] || !rq_soup_game_open(&m->known[i], m->games[i], err))
            return false;
    }
    return true;
}

bool rq_patch_create_redguard(const char *old, const char *fresh, const char *mod,
                              const struct rq_patch_create_options *options,
                              struct rq_patch_made *made, struct rq_error *err)
{
    struct rq_patch_create_options own = options ? *options : (struct rq_patch_create_options){0};
    struct making *m = rq_mem_zeroed(1, sizeof *m);
    const char *const paths[2] = {old, fresh};
    *made = (struct rq_patch_made){0};
    if (!m)
        return rq_fail(err, RQ_NO_MEMORY, 0, old, "out of memory");
    m->options = &own;
    m->made = made;
    m->mod = mod;
    m->p.refusals = rq_memory_refusals();
    bool fine = open_games(m, paths, err) && compare_all(m, err);
    const char *about = keepf(&m->p, "1.0\r\n\r\n%s\r\n", own.title ? own.title : "A mod");
    if (fine && made->changes)
        fine = save_text(m, RTX_CHANGES, rq_out_bytes(&m->rtx), err) &&
               save_text(m, INI_CHANGES, rq_out_bytes(&m->ini), err) &&
               save_text(m, MAP_CHANGES, rq_out_bytes(&m->map), err) &&
               save_text(m, ABOUT, rq_line_of(about), err) &&
               (!mod || made->files < 2 || prove(m, err));
    fine = fine && rq_memory_lasted(m->p.refusals, err);
    for (int i = 0; i < 2; i++) {
        rq_soup_game_close(&m->known[i]);
        rq_game_close(m->games[i]);
    }
    rq_out_free(&m->rtx);
    rq_out_free(&m->ini);
    rq_out_free(&m->map);
    rq_arena_free(&m->p.arena);
    free(m);
    return fine;
}
