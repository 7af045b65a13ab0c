/* Scenes as GLB and back: those of documents, and the worlds that the game puts together. */
#include "convert/convert.h"
#include "core/file.h"
#include "formats/family.h"
#include "game/converters/converter.h"
#include "game/figure.h"
#include "game/redguard.h"
#include "game/world.h"

#include <stdio.h>

/* What a map is made of: the document itself, and the files that WORLD.INI or, without it, their
 * names put with it. */
struct world_files {
    struct rq_world entry;
    bool has_entry;
    struct rq_doc *map, *ground; /* the document itself is one of them */
    struct rq_doc *items;        /* ITEM.INI; or NULL */
    char stem[RQ_WORLD_NAME];
};

static struct rq_doc *companion(struct rq_export *e, const char *entry, const char *extension,
                                const char *format, bool has_entry)
{
    char name[RQ_SIBLING];
    rq_path_sibling(e->options->name ? e->options->name : "", extension, name);
    return rq_redguard_read(e->options->env, has_entry ? entry : name, format, e->doc->alloc);
}

static void open_world(struct rq_export *e, struct world_files *f)
{
    const char *file = rq_path_base(e->options->name ? e->options->name : "");
    bool is_map = strcmp(e->doc->format->info.name, "rgm") == 0;
    f->has_entry = rq_redguard_world(
        e->options->env, e->options->has_world ? e->options->world : -1, file, &f->entry);
    f->map = is_map ? e->doc : companion(e, f->entry.map, "RGM", "rgm", f->has_entry);
    f->ground = is_map ? companion(e, f->entry.terrain, "WLD", "wld", f->has_entry) : e->doc;
    f->items = rq_redguard_read(e->options->env, "ITEM.INI", "ini", e->doc->alloc);
    const char *name = f->has_entry && !is_map ? f->entry.map : file;
    snprintf(f->stem, sizeof f->stem, "%.*s", (int)strcspn(name, "."), name);
}

static void close_world(struct rq_export *e, struct world_files *f)
{
    if (f->map != e->doc)
        rq_doc_free(f->map);
    if (f->ground != e->doc)
        rq_doc_free(f->ground);
    rq_doc_free(f->items);
}

/* The item that actors hold, by what the options say of it; false: there is no such item. */
static bool choose_item(struct rq_export *e, const struct world_files *f,
                        struct rq_world_parts *parts)
{
    const struct rq_convert_options *o = e->options;
    parts->items = f->items ? f->items->root : NULL;
    parts->item = -1;
    parts->actor = o->actor;
    parts->has_hold = o->hold != NULL;
    parts->hold = o->hold && rq_casecmp(o->hold, "hip") == 0 ? RQ_ATTACH_HIP : RQ_ATTACH_HAND;
    if (o->actor && (!parts->map || rq_rgm_actor_find(parts->map, o->actor, strlen(o->actor)) < 0))
        return rq_fail(e->err, RQ_USAGE, 0, f->stem, "has no actor %s", o->actor);
    if (!o->item)
        return true;
    if (!parts->items)
        return rq_fail(e->err, RQ_USAGE, 0, "ITEM.INI", "is not there: no item can be held");
    parts->item = rq_item_find(parts->items, o->item);
    return parts->item >= 0 || rq_fail(e->err, RQ_USAGE, 0, "ITEM.INI", "has no item %s", o->item);
}

/* The extras of the scene: what glTF has no place for. */
static bool entry_extras(struct rq_export *e, const struct rq_world *entry, struct rq_bytes *extras)
{
    struct rq_out text = {.alloc = e->out.alloc};
    struct rq_json j = {.out = &text, .compact = true};
    rq_json_object(&j);
    rq_world_entry_json(&j, entry, e->options->env);
    rq_json_end_object(&j);
    char *kept = text.failed ? NULL : rq_arena_text(&e->arena, (const char *)text.data, text.size);
    *extras = (struct rq_bytes){(const uint8_t *)kept, kept ? text.size : 0};
    rq_out_free(&text);
    return kept || rq_fail(e->err, RQ_NO_MEMORY, 0, "world", "out of memory");
}

/* The scene, and for a GLB beside it what a scene has no place for. */
static bool with_world(struct rq_export *e, rq_use_scene *use, void *ctx, bool beside)
{
    struct world_files f = {0};
    struct rq_scene scene = {0};
    char name[260];
    open_world(e, &f);
    struct rq_world_parts parts = {.name = f.stem,
                                   .map = f.map ? f.map->root : NULL,
                                   .wld = f.ground ? f.ground->root : NULL,
                                   .page = f.map ? f.map->page : e->doc->page,
                                   .no_markers = e->options->no_markers,
                                   .entry = f.has_entry ? &f.entry : NULL};
    bool fine = choose_item(e, &f, &parts) &&
                (!parts.entry || entry_extras(e, parts.entry, &parts.extras)) &&
                rq_world_scene(&parts, &e->view, &scene) && use(e, &scene, ctx);
    snprintf(name, sizeof name, "%s.world.json", e->stem);
    if (fine && f.map && beside)
        fine = rq_world_json(&parts, e->options->env, &e->out, e->err) && rq_export_give(e, name);
    close_world(e, &f);
    return fine;
}

static bool with_figure(struct rq_export *e, rq_use_scene *use, void *ctx)
{
    struct rq_scene scene = {.name = e->stem};
    bool area = strcmp(e->doc->format->info.name, "lyt") == 0;
    return (area ? rq_area_scene(e->doc, &e->view, &scene)
                 : rq_figure_scene(e->doc, &e->view, &scene)) &&
           use(e, &scene, ctx);
}

/* What is not there is told like what a text form can't hold. */
static void tell_missing(struct rq_export *e)
{
    const struct rq_missing *m = &e->missing;
    if (!m->names[0] || !e->options->lost)
        return;
    const char *text =
        m->more ? rq_arena_printf(&e->arena, "%s and %zu more", m->names, m->more) : m->names;
    e->options->lost(e->options->lost_ctx, &(struct rq_finding){.severity = RQ_WARNING,
                                                                .id = "missing",
                                                                .where = "",
                                                                .text = text ? text : m->names});
}

bool rq_export_has_scene(const struct rq_export *e)
{
    return e->options->whole || e->doc->format->scene || rq_world_shows(e->doc->format);
}

bool rq_export_scene(struct rq_export *e, rq_use_scene *use, void *ctx, bool files)
{
    struct rq_scene scene = {.name = e->stem};
    bool fine;
    if (e->options->whole)
        fine = with_figure(e, use, ctx);
    else if (!e->doc->format->scene)
        fine = with_world(e, use, ctx, files);
    else
        fine = e->doc->format->scene->scene(e->doc, &e->view, &scene) && use(e, &scene, ctx);
    if (fine)
        tell_missing(e);
    return fine;
}

static bool give_glb(struct rq_export *e, const struct rq_scene *scene, void *kind)
{
    const char *how = e->options->lightmaps;
    struct rq_scene lit = *scene;
    if (how && strcmp(how, "occlusion") != 0 &&
        !rq_scene_unlight(&lit, strcmp(how, "baked") == 0, &e->arena, e->err))
        return false;
    return rq_glb_write(&e->out, &lit, e->options->pictures, e->err) && rq_export_give_one(e, kind);
}

bool rq_export_glb(struct rq_export *e, const struct rq_file_kind *kind)
{
    struct rq_file_kind own = *kind;
    return rq_export_scene(e, give_glb, &own, true);
}

bool rq_export_whole(struct rq_export *e, void *ctx)
{
    (void)ctx;
    const struct rq_file_kind *glb = rq_file_kind_by_name("glb");
    if (e->options->to && strcmp(e->options->to, glb->name) != 0)
        return rq_fail(e->err, RQ_USAGE, 0, e->stem, "a whole figure can become glb, not %s",
                       e->options->to);
    return rq_export_glb(e, glb);
}

/* ---- pictures of scenes ---- */

struct picture {
    const struct rq_render_options *options;
    struct rq_out *png;
};

static bool draw(struct rq_export *e, const struct rq_scene *scene, void *ctx)
{
    const struct picture *p = ctx;
    struct rq_image image;
    return rq_render(scene, p->options, &e->arena, &image, e->err) &&
           rq_png_write(p->png, &image, 0, 0, 0, e->options->best ? 12 : 6, e->err);
}

static bool draw_scene(struct rq_export *e, void *ctx)
{
    return rq_export_scene(e, draw, ctx, false);
}

bool rq_doc_render(struct rq_doc *doc, const struct rq_convert_options *scene,
                   const struct rq_render_options *options, struct rq_out *png,
                   struct rq_error *err)
{
    struct rq_error ignored = {0};
    struct rq_export e = {.doc = doc, .options = scene, .err = err ? err : &ignored};
    if (!rq_export_has_scene(&e))
        return rq_fail(e.err, RQ_USAGE, 0, doc->format->info.name,
                       "has no scene: only models, maps, areas and walkmeshes can be drawn");
    return rq_export_run(&e, draw_scene, &(struct picture){options, png});
}

/* ---- the way back ---- */

bool rq_is_glb(const struct rq_file_kind *kind, struct rq_bytes file, const char *extension)
{
    (void)kind, (void)extension;
    return file.size >= 4 && memcmp(file.data, "glTF", 4) == 0;
}

/* The palette that colours are looked up in: as for pictures of a document, the one with the name of
 * the file, else that of the island. */
static struct rq_bytes find_palette(const struct rq_format *format,
                                    const struct rq_options *options)
{
    struct rq_bytes found = options->palette;
    char name[RQ_SIBLING];
    if (found.size || !options->env || !options->env->get || !rq_family_of(format)->palettes)
        return found;
    rq_path_sibling(options->name ? options->name : "", "COL", name);
    if (!options->env->get(options->env->ctx, name, &found) &&
        !options->env->get(options->env->ctx, "ISLAND.COL", &found))
        return (struct rq_bytes){0};
    return found;
}

struct rq_doc *rq_import_glb(struct rq_bytes file, const struct rq_format *format,
                             const struct rq_options *options, struct rq_error *err)
{
    enum { TIMES = 32, MORE = 16 << 20 };
    struct rq_arena arena = {.alloc = options->alloc};
    struct rq_scene scene;
    struct rq_options with = *options;
    struct rq_doc *doc = NULL;
    const char *name = options->name ? rq_path_base(options->name) : NULL;
    arena.limit = file.size < (SIZE_MAX - MORE) / TIMES ? file.size * TIMES + MORE : 0;
    if (!with.memory_limit)
        with.memory_limit = arena.limit;
    with.palette = find_palette(format, options);
    if (rq_glb_read(file, format->scene->takes_morphs, &arena, &scene, err))
        doc = rq_doc_new(format, &with, err);
    if (doc && !format->scene->from_scene(doc, &scene, name, err)) {
        rq_doc_free(doc);
        doc = NULL;
    }
    rq_arena_free(&arena);
    return doc;
}
