/* Files and where they stand: rooms of an area, parts of a module, names in Override, what hides
 * what. */
#include "core/text.h"
#include "lint/context.h"

#include <reliquary/lyt.h>
#include <reliquary/vis.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- rooms of the layout ---- */

struct rooms {
    struct rq_doc *doc;
    struct rq_bytes *names; /* sorted */
    size_t count;
};

static int by_name(const void *a, const void *b)
{
    const struct rq_bytes *x = a, *y = b;
    size_t i = 0;
    while (i < x->size && i < y->size && rq_lower((char)x->data[i]) == rq_lower((char)y->data[i]))
        i++;
    int left = i < x->size ? (uint8_t)rq_lower((char)x->data[i]) : -1;
    int right = i < y->size ? (uint8_t)rq_lower((char)y->data[i]) : -1;
    return (left > right) - (left < right);
}

/* The rooms of the layout that has the name of the file. False: there is none. */
static bool open_rooms(struct rq_lint_file *f, struct rooms *rooms)
{
    char name[80];
    snprintf(name, sizeof name, "%s.lyt", f->base);
    *rooms = (struct rooms){.doc = rq_lint_read(f, name)};
    const struct rq_lyt *lyt = rooms->doc ? rq_doc_root(rooms->doc, "lyt") : NULL;
    if (lyt)
        rooms->names = rq_arena_get(&f->arena, lyt->text.line_count + 1, sizeof *rooms->names);
    for (size_t i = 0; rooms->names && i < lyt->text.line_count; i++) {
        struct rq_lyt_item item;
        if (rq_lyt_item(lyt, i, &item) && item.section == RQ_LYT_ROOMS)
            rooms->names[rooms->count++] = item.name;
    }
    if (rooms->count)
        qsort(rooms->names, rooms->count, sizeof *rooms->names, by_name);
    return rooms->names != NULL;
}

static bool has_room(const struct rooms *rooms, struct rq_bytes name)
{
    return rooms->count &&
           bsearch(&name, rooms->names, rooms->count, sizeof *rooms->names, by_name);
}

static void tell_room(struct rq_lint_file *f, const char *path, struct rq_bytes name)
{
    char value[64];
    snprintf(value, sizeof value, "%.*s", (int)(name.size < 60 ? name.size : 60),
             (const char *)name.data);
    rq_text_clean(value);
    rq_lint_tell_value(f, path, value, "%s.lyt has no room %s", f->base, value);
}

void rq_lint_vis_room(struct rq_lint_file *f)
{
    const struct rq_vis *vis = rq_doc_root(f->doc, "vis");
    struct rooms rooms;
    bool known = open_rooms(f, &rooms);
    for (size_t i = 0; known && i < vis->text.line_count; i++) {
        const struct rq_text_line *line = &vis->text.lines[i];
        char path[40];
        snprintf(path, sizeof path, "line %zu", i + 1);
        if ((line->kind == RQ_TEXT_HEAD || line->kind == RQ_TEXT_ITEM) &&
            !has_room(&rooms, line->name))
            tell_room(f, path, line->name);
    }
    rq_doc_free(rooms.doc);
}

void rq_lint_are_room(struct rq_lint_file *f)
{
    uint32_t count;
    const struct rq_gff_struct *list = rq_lint_list(f->at, "Rooms", &count);
    struct rooms rooms = {0};
    bool known = count && open_rooms(f, &rooms);
    for (uint32_t i = 0; known && i < count; i++) {
        struct rq_bytes name = rq_lint_text(&list[i], "RoomName");
        char path[40];
        snprintf(path, sizeof path, "Rooms/%u/RoomName", i);
        if (name.size && !has_room(&rooms, name))
            tell_room(f, path, name);
    }
    rq_doc_free(rooms.doc);
}

/* ---- parts of a module ---- */

static const struct rq_tree_node *node_of(const struct rq_lint_file *f)
{
    return &f->context->tree.nodes[f->node];
}

void rq_lint_pth_name(struct rq_lint_file *f)
{
    struct rq_bytes name = {(const uint8_t *)f->base, strlen(f->base)};
    /* A loose file may be one of an area that is not here. */
    if ((node_of(f)->depth || rq_lint_game(f)) && !rq_lint_exists(f, name, "are"))
        rq_lint_tell_value(f, "", f->base, "there is no area %s", f->base);
}

void rq_lint_fac_module(struct rq_lint_file *f)
{
    if (f->version == 1 && node_of(f)->depth && !f->saved)
        rq_lint_tell_value(f, "", "", "the module has factions of its own");
}

static int by_entry(const void *a, const void *b)
{
    const struct rq_entry *x = a, *y = b;
    return rq_casecmp(x->name, y->name);
}

/* A resource of the other archive that this one lacks or has with other bytes; NULL: none. */
static const struct rq_entry *other_entry(struct rq_lint_file *f, struct rq_doc *rim)
{
    const struct rq_entry *entries, *others, *found = NULL;
    size_t count, other_count;
    if (!rq_doc_entries(f->doc, &entries, &count, NULL) ||
        !rq_doc_entries(rim, &others, &other_count, NULL))
        return NULL;
    struct rq_entry *sorted = rq_arena_get(&f->arena, count + 1, sizeof *sorted);
    if (!sorted)
        return NULL;
    if (count) {
        memcpy(sorted, entries, count * sizeof *sorted);
        qsort(sorted, count, sizeof *sorted, by_entry);
    }
    for (size_t i = 0; i < other_count && !found; i++) {
        const struct rq_entry *own =
            count ? bsearch(&others[i], sorted, count, sizeof *sorted, by_entry) : NULL;
        found = own && rq_same(own->bytes, others[i].bytes) ? NULL : &others[i];
    }
    return found;
}

void rq_lint_mod_shadows(struct rq_lint_file *f)
{
    static const char *const ends[] = {".rim", "_s.rim"};
    for (size_t i = 0; rq_glob("*.mod", node_of(f)->name) && i < 2; i++) {
        char name[80];
        snprintf(name, sizeof name, "%s%s", f->base, ends[i]);
        struct rq_doc *rim = rq_lint_beside(f, name);
        const struct rq_entry *other = rim ? other_entry(f, rim) : NULL;
        if (other)
            rq_lint_tell_value(f, "", other->name, "%s of %s is never read", other->name, name);
        rq_doc_free(rim);
    }
}

/* ---- Override ---- */

/* Whether the file stands in a folder Override itself: the engine does not look below. */
static bool in_override(const struct rq_lint_file *f)
{
    const struct rq_tree_node *node = node_of(f);
    return !node->depth &&
           (rq_glob("*/override/*", node->path) || rq_glob("override/*", node->path)) &&
           strlen(node->path) > strlen(node->name) + 9 &&
           rq_glob("override/*", node->path + strlen(node->path) - strlen(node->name) - 9);
}

void rq_lint_res_name(struct rq_lint_file *f)
{
    const char *name = node_of(f)->name, *dot = strchr(name, '.');
    if (!in_override(f) || !dot || dot == name)
        return;
    if (dot - name > 16)
        rq_lint_tell_value(f, "", name, "the game takes it for %.16s%s", name, dot);
    else if (strchr(dot + 1, '.'))
        rq_lint_tell_value(f, "", name, "the game takes it for %.*s%.4s", (int)(dot - name), name,
                           dot);
}

void rq_lint_override_shadows(struct rq_lint_file *f)
{
    const struct rq_tree_node *node = node_of(f);
    const struct rq_game *game = rq_lint_game(f);
    struct rq_resource found = {0};
    while (in_override(f) && rq_game_find(game, node->name, &found)) {
        struct rq_bytes bytes;
        if (strcmp(found.source->kind, "override") == 0 || found.source->inactive ||
            !rq_game_bytes(game, &found, &bytes, NULL))
            continue;
        if (bytes.size != node->bytes.size ||
            memcmp(bytes.data, node->bytes.data, bytes.size) != 0) {
            rq_lint_tell_value(f, "", found.source->path, "it goes before the one of %s",
                               found.source->path);
            return;
        }
    }
}
