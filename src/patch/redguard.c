/* Mods of redguard-mod-manager: "RTX Changes.txt", "RTX Audio", "INI Changes.txt" and "Map Changes.txt" in a folder. The
 * facts behind it are in docs/patch.md. */
#include "patch/redguard.h"
#include "core/line.h"
#include "core/text.h"
#include "formats/format.h"
#include "formats/value.h"

#include <reliquary/rtx.h>
#include <reliquary/soup.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const parts[] = {RTX_CHANGES, RTX_AUDIO, INI_CHANGES, MAP_CHANGES};

bool redguard_is_mod(struct rq_patch *p, const char *root)
{
    enum rq_path_kind kind = RQ_PATH_NONE;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (disk_find(p, root, parts[i], &kind) && kind != RQ_PATH_NONE)
            return true;
    return false;
}

/* ---- lines of a file of the mod ---- */

struct lines {
    struct rq_out text; /* UTF-8 */
    struct rq_bytes rest;
    unsigned number;
    bool there;
};

/* The lines of a part of the mod; messages are about it from then on. */
static void open_lines(struct rq_patch *p, struct lines *l, const char *name)
{
    struct rq_bytes bytes;
    *l = (struct lines){.there = plan_source(p, "", name, &bytes)};
    p->ini.file = name;
    if (!l->there)
        return;
    ini_decode(&l->text, bytes);
    l->rest = rq_out_bytes(&l->text);
}

/* The next line, without blanks at its end; NULL after the last. */
static const char *next_line(struct rq_patch *p, struct lines *l)
{
    enum rq_line_end end;
    if (!l->rest.size)
        return NULL;
    struct rq_bytes line = rq_line_next(&l->rest, &end);
    l->number++;
    return keep(p, (const char *)line.data, line.size);
}

static const char *trimmed(struct rq_patch *p, const char *text)
{
    struct rq_bytes b = rq_line_of(text);
    rq_line_cut_blanks(&b);
    return keep(p, (const char *)b.data, rq_line_trimmed(b));
}

/* ---- dialogue ---- */

static struct rq_rtx_entry *find_entry(struct rq_rtx *rtx, const char *label)
{
    for (size_t i = 0; i < rtx->entry_count; i++)
        if (strncmp(rtx->entries[i].tag, label, 4) == 0)
            return &rtx->entries[i];
    return NULL;
}

/* A line without a voice, behind the last. */
static struct rq_rtx_entry *add_entry(struct rq_doc *doc, const char *label)
{
    struct rq_rtx *rtx = rq_doc_root(doc, "rtx");
    struct rq_rtx_entry *entries =
        rq_doc_one_more(doc, rtx->entries, rtx->entry_count, sizeof *entries);
    struct rq_rtx_ref *refs = entries && rtx->order == RQ_RTX_EXPLICIT
                                  ? rq_doc_one_more(doc, rtx->refs, rtx->ref_count, sizeof *refs)
                                  : NULL;
    if (!entries || (rtx->order == RQ_RTX_EXPLICIT && !refs))
        return NULL;
    rtx->entries = entries;
    if (refs) {
        rtx->refs = refs;
        refs[rtx->ref_count++] = (struct rq_rtx_ref){.entry = (uint32_t)rtx->entry_count};
    }
    entries[rtx->entry_count] = (struct rq_rtx_entry){0};
    memcpy(entries[rtx->entry_count].tag, label, 4);
    return &entries[rtx->entry_count++];
}

/* "12<tab>abcd<tab>text"; a number beyond the last line makes a new one. */
static void change_line(struct rq_patch *p, struct res *r, struct rq_doc *doc, unsigned line,
                        const char *text)
{
    struct rq_rtx *rtx = rq_doc_root(doc, "rtx");
    struct rq_error err = {0};
    size_t first = strcspn(text, "\t"), second = text[first] ? strcspn(text + first + 1, "\t") : 0;
    const char *label = keep(p, text + first + (text[first] != 0), second);
    const char *rest = text + first + second + (text[first] != 0);
    const char *words = *rest ? rest + 1 : "";
    int64_t index;
    struct rq_bytes bytes;
    if (!rq_line_number(rq_line_of(keep(p, text, first)), &index) || index < 0 ||
        strlen(label) != 4) {
        tell(p, RQ_PATCH_ERROR, line,
             "expected a number, a label of four letters and a text with tabs between");
        return;
    }
    struct rq_rtx_entry *entry = find_entry(rtx, label);
    if (!entry && (uint64_t)index < rtx->entry_count) {
        tell(p, RQ_PATCH_ERROR, line, "%s has no line %s", r->name, label);
        return;
    }
    if (!rq_value_page_text(doc, label, words, doc->page, UINT16_MAX, &bytes, &err)) {
        tell_error(p, line, r->name, &err);
        return;
    }
    entry = entry ? entry : add_entry(doc, label);
    if (!entry)
        return;
    entry->text = bytes;
    r->changed = true;
    wrote(p, r, line, words, "%s", label);
}

static bool put_voice(struct rq_patch *p, struct rq_doc *doc, const char *folder, const char *name,
                      struct rq_error *err)
{
    struct rq_bytes bytes;
    if (strchr(name, '/'))
        return rq_fail(err, RQ_USAGE, 0, "", "sounds stand in %s itself, not in a folder below it",
                       RTX_AUDIO);
    if (!plan_source(p, folder, name, &bytes))
        return rq_fail(err, RQ_IO, 0, "", "can't read it");
    return rq_doc_put_file(doc, name, bytes, err);
}

static void change_voices(struct rq_patch *p, struct res *r, struct rq_doc *doc)
{
    struct rq_walk walk = {0};
    enum rq_path_kind kind = RQ_PATH_NONE;
    const char *folder = disk_find(p, p->data, RTX_AUDIO, &kind);
    p->ini.file = RTX_AUDIO;
    if (!folder || kind != RQ_PATH_FOLDER ||
        !rq_walk_add(&walk, keepf(p, "%s/%s", p->data, folder), NULL)) {
        rq_walk_free(&walk);
        return;
    }
    for (size_t i = 0; i < walk.count; i++) {
        const char *name = keep(p, walk.items[i].relative, strlen(walk.items[i].relative));
        struct rq_error err = {0};
        if (!put_voice(p, doc, folder, name, &err)) {
            tell_error(p, 0, name, &err);
            continue;
        }
        r->changed = true;
        wrote(p, r, 0, name, "%s", name);
    }
    rq_walk_free(&walk);
}

static void plan_dialogue(struct rq_patch *p)
{
    struct lines l;
    const char *text;
    enum rq_path_kind kind = RQ_PATH_NONE;
    bool voices = disk_find(p, p->data, RTX_AUDIO, &kind) && kind == RQ_PATH_FOLDER;
    open_lines(p, &l, RTX_CHANGES);
    if (l.there || voices) {
        struct res *r = plan_res(p, 0, "", "ENGLISH.RTX");
        struct rq_doc *doc = r && r->exists ? plan_doc(p, 0, r, "rtx") : NULL;
        if (!doc)
            tell(p, RQ_PATCH_ERROR, 0, "the game has no ENGLISH.RTX that could be changed");
        while (doc && (text = next_line(p, &l)))
            if (*trimmed(p, text))
                change_line(p, r, doc, l.number, text);
        if (doc && voices)
            change_voices(p, r, doc);
    }
    rq_out_free(&l.text);
}

/* ---- settings ---- */

/* Where a new line of a section goes: behind its last line that is not empty; the end of the text when there is no such
 * section, and *found is false then. */
static size_t section_end(struct rq_bytes text, const char *section, bool *found)
{
    struct rq_bytes rest = text;
    size_t at = 0;
    bool inside = !*section;
    *found = inside;
    while (rest.size) {
        enum rq_line_end end;
        struct rq_bytes line = rq_line_next(&rest, &end);
        rq_line_cut_blanks(&line);
        line.size = rq_line_trimmed(line);
        bool head = line.size > 1 && line.data[0] == '[';
        if (head && inside)
            return at;
        if (head) {
            struct rq_bytes name = {line.data + 1, line.size - 1};
            const uint8_t *close = memchr(name.data, ']', name.size);
            name.size = close ? (size_t)(close - name.data) : name.size;
            inside = rq_line_is(name, section);
            *found |= inside;
        }
        if (line.size && (inside || !*found))
            at = text.size - rest.size;
    }
    return *found ? at : text.size;
}

enum { MOST_COPIES = 256 << 20 }; /* bytes of files that get new lines, over and over */

static void insert_setting(struct rq_patch *p, struct res *r, unsigned line, const char *section,
                           const char *setting)
{
    struct rq_bytes text;
    struct rq_out out = {0};
    struct rq_error err = {0};
    bool found;
    if (!plan_bytes(p, r, &text, &err)) {
        tell_error(p, line, r->name, &err);
        return;
    }
    size_t at = section_end(text, section, &found);
    bool open = at && text.data[at - 1] != '\n';
    rq_put(&out, text.data, at);
    rq_put_str(&out, open ? "\r\n" : "");
    if (!found)
        rq_putf(&out, "[%s]\r\n", section);
    struct rq_out encoded = {0};
    size_t bad;
    if (!rq_text_encode(&encoded, RQ_CP437, rq_line_of(setting), &bad))
        rq_fail(&err, RQ_USAGE, bad, setting, "has letters that the game does not know");
    rq_put_bytes(&out, rq_out_bytes(&encoded));
    rq_put_str(&out, "\r\n");
    rq_put(&out, text.data + at, text.size - at);
    if (err.code || out.failed || p->copied + out.size > MOST_COPIES) {
        if (!err.code)
            rq_fail(&err, RQ_LIMIT, 0, setting, "too many new settings");
        tell_error(p, line, r->name, &err);
    } else {
        p->copied += out.size;
        plan_put(p, r, keep_bytes(p, rq_out_bytes(&out)));
        wrote(p, r, line, setting, "%s/%s", section, setting);
    }
    rq_out_free(&encoded);
    rq_out_free(&out);
}

static void change_setting(struct rq_patch *p, struct res *r, unsigned line, const char *section,
                           const char *setting)
{
    struct rq_error err = {0};
    struct rq_out old = {0};
    const char *equals = strchr(setting, '=');
    if (!equals) {
        if (setting[0] != ';')
            tell(p, RQ_PATCH_WARNING, line, "\"%s\" is no setting, and is left out", setting);
        return;
    }
    const char *key = trimmed(p, keep(p, setting, (size_t)(equals - setting)));
    const char *value = trimmed(p, equals + 1);
    const char *path = keepf(p, "%s/%s", section, key);
    struct rq_doc *doc = plan_doc(p, line, r, "ini");
    if (!doc)
        return;
    if (!rq_doc_get(doc, path, &old, NULL)) {
        rq_out_free(&old);
        insert_setting(p, r, line, section, keepf(p, "%s = %s", key, value));
        return;
    }
    rq_out_free(&old);
    if (!rq_doc_set(doc, path, value, &err)) {
        tell_error(p, line, r->name, &err);
        return;
    }
    r->changed = true;
    wrote(p, r, line, value, "%s", path);
}

static struct res *ini_of(struct rq_patch *p, unsigned line, const char *name)
{
    const char *clean = disk_clean(p, line, name);
    struct res *r =
        clean && *clean && !strchr(clean, '/') && rq_casecmp(rq_path_extension(clean), "ini") == 0
            ? plan_res(p, line, "", clean)
            : NULL;
    if (clean && (!r || !r->exists)) {
        tell(p, RQ_PATCH_ERROR, line, "the game has no INI file %s", name);
        r = NULL;
    }
    return r;
}

/* A file's name at the start of a line, its settings below it after blanks. */
static void plan_settings(struct rq_patch *p)
{
    struct lines l;
    struct res *r = NULL;
    const char *text, *section = "";
    open_lines(p, &l, INI_CHANGES);
    while ((text = next_line(p, &l))) {
        const char *trim = trimmed(p, text);
        size_t size = strlen(trim);
        if (!*trim)
            continue;
        if (!rq_line_is_blank((uint8_t)text[0])) {
            r = ini_of(p, l.number, trim);
            section = "";
        } else if (trim[0] == '[') {
            section = keep(p, trim + 1, size - 1 - (size > 1 && trim[size - 1] == ']'));
        } else if (r) {
            change_setting(p, r, l.number, section, trim);
        }
    }
    rq_out_free(&l.text);
}

/* ---- scripts of maps ---- */

struct writing {
    struct rq_out *out;
    size_t count;
    char refused[RQ_RESOURCE_NAME + 200];
};

static bool put_actor(void *ctx, const char *name, const char *file, struct rq_bytes text,
                      const char *reason)
{
    struct writing *w = ctx;
    (void)file;
    if (reason && !*w->refused)
        snprintf(w->refused, sizeof w->refused, "%.200s: %.200s", name, reason);
    rq_put_str(w->out, w->count++ ? "\n" : "");
    rq_put_bytes(w->out, text);
    return true;
}

bool redguard_script(const struct rq_game *game, const struct rq_soup_game *known,
                     struct rq_doc *map, const char *name, struct rq_out *out,
                     char refused[REFUSED_SIZE], struct rq_error *err)
{
    struct writing w = {.out = out};
    struct rq_soup_how how = {
        .names = known->names, .notes = &known->notes, .style = RQ_SOUP_RMM, .file = name};
    rq_soup_rmm_head(game, name, out);
    bool fine = rq_soup_texts(map, &how, put_actor, &w, NULL, err);
    snprintf(refused, REFUSED_SIZE, "%.399s", w.refused);
    return fine && !out->failed;
}

/* The changes of a map: lines of its text by their number, and what comes behind or in place of them. */
struct change {
    uint32_t at;
    const char *text; /* NULL: the line goes */
    unsigned line;    /* in the mod */
};

struct map_changes {
    const char *name;
    unsigned line;
    struct change *items;
    uint32_t count, room;
};

static int by_place(const void *a, const void *b)
{
    const struct change *x = a, *y = b;
    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return x->line < y->line ? -1 : x->line > y->line;
}

static void put_changed(struct rq_out *out, struct rq_bytes text, struct map_changes *c)
{
    uint32_t next = 0;
    qsort(c->items, c->count, sizeof *c->items, by_place);
    for (uint32_t at = 0; text.size; at++) {
        enum rq_line_end end;
        struct rq_bytes line = rq_line_next(&text, &end);
        bool gone = false;
        for (uint32_t i = next; i < c->count && c->items[i].at == at; i++)
            gone = gone || !c->items[i].text;
        if (!gone) {
            rq_put_bytes(out, line);
            rq_put8(out, '\n');
        }
        for (; next < c->count && c->items[next].at == at; next++)
            if (c->items[next].text)
                rq_putf(out, "%s\n", c->items[next].text);
    }
}

struct telling {
    struct rq_patch *p;
    unsigned line;
};

static void show_problem(void *ctx, const struct rq_script_problem *problem)
{
    const struct telling *t = ctx;
    if (problem->severity == RQ_ERROR)
        tell(t->p, RQ_PATCH_ERROR, t->line, "%s:%zu:%zu: %s", problem->file, problem->line,
             problem->column, problem->message);
}

static bool put_map(struct rq_patch *p, struct rq_soup_game *known, struct res *r,
                    struct rq_doc *doc, struct map_changes *c, struct rq_error *err)
{
    struct rq_out text = {0}, changed = {0}, out = {0};
    char refused[REFUSED_SIZE] = "";
    struct telling telling = {p, c->line};
    struct rq_soup_how how = {
        .names = known->names, .notes = &known->notes, .style = RQ_SOUP_RMM, .file = r->name};
    bool fine = redguard_script(game_of(p), known, doc, r->name, &text, refused, err);
    if (fine && *refused)
        fine = rq_fail(err, RQ_UNSUPPORTED, 0, r->name,
                       "its script can't be told as redguard-mod-manager does, so that lines have "
                       "other numbers: %.80s",
                       refused);
    if (fine)
        put_changed(&changed, rq_out_bytes(&text), c);
    struct rq_soup_source source = {r->name, rq_out_bytes(&changed)};
    fine = fine && rq_soup_put(doc, &source, 1, &how, show_problem, &telling, &out, err);
    if (fine) {
        plan_put(p, r, keep_bytes(p, rq_out_bytes(&out)));
        wrote(p, r, c->line, "", "*");
    }
    rq_out_free(&text);
    rq_out_free(&changed);
    rq_out_free(&out);
    return fine;
}

static void change_map(struct rq_patch *p, struct map_changes *c)
{
    struct rq_error err = {0};
    const char *clean = c->name ? disk_clean(p, c->line, c->name) : NULL;
    if (!clean || !c->count)
        return;
    struct res *r = plan_res(p, c->line, "MAPS", keepf(p, "%s.RGM", clean));
    struct rq_game *game = game_of(p);
    if (!r || !r->exists || !game) {
        tell(p, RQ_PATCH_ERROR, c->line, "the game has no map %s", c->name);
        return;
    }
    struct rq_doc *doc = plan_doc(p, c->line, r, "rgm");
    struct rq_soup_game known = {0};
    if (!doc)
        return;
    if (!rq_soup_game_open(&known, game, &err) || !put_map(p, &known, r, doc, c, &err))
        tell_error(p, c->line, r->name, &err);
    rq_soup_game_close(&known);
}

/* "  12<tab>text": behind line 12, counted from 0; "null" takes line 12 out. */
static void take_change(struct rq_patch *p, struct map_changes *c, unsigned line, const char *text)
{
    size_t tab = strcspn(text, "\t");
    int64_t at;
    struct change *items = rq_arena_more(&p->arena, &c->items, c->count, &c->room, sizeof *items);
    if (!items)
        return;
    if (!c->name || !rq_line_number(rq_line_of(trimmed(p, keep(p, text, tab))), &at) || at < 0 ||
        at > INT32_MAX) {
        tell(p, RQ_PATCH_ERROR, line, "expected the number of a line, a tab and a text");
        return;
    }
    const char *words = text[tab] ? text + tab + 1 : "";
    items[c->count++] =
        (struct change){(uint32_t)at, strcmp(words, "null") == 0 ? NULL : words, line};
}

static void plan_maps(struct rq_patch *p)
{
    struct lines l;
    struct map_changes c = {0};
    const char *text;
    open_lines(p, &l, MAP_CHANGES);
    while ((text = next_line(p, &l))) {
        if (!*trimmed(p, text))
            continue;
        if (rq_line_is_blank((uint8_t)text[0])) {
            take_change(p, &c, l.number, text);
            continue;
        }
        change_map(p, &c);
        c = (struct map_changes){.name = trimmed(p, text), .line = l.number};
    }
    change_map(p, &c);
    rq_out_free(&l.text);
}

void redguard_plan(struct rq_patch *p)
{
    plan_dialogue(p);
    plan_settings(p);
    plan_maps(p);
}
