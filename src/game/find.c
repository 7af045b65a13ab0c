/* Asking a game: where names are, and what is in them. */
#include "core/text.h"
#include "game/index.h"
#include "game/redguard.h"

#include <reliquary/key.h>
#include <reliquary/tlk.h>
#include <stdio.h>
#include <stdlib.h>

size_t rq_game_sources(const struct rq_game *g, const struct rq_source **sources)
{
    *sources = g->sources;
    return g->source_count;
}

size_t rq_game_count(const struct rq_game *g)
{
    return g->count;
}

/* ---- locations ---- */

static const struct rq_game_file *file_of(const struct rq_game *g,
                                          const struct rq_location *location)
{
    const struct rq_source_parts *parts = &g->parts[location->source];
    if (!parts->file)
        return g->files[location->index];
    if (parts->box)
        return parts->file;
    uint32_t bif = location->index >> RQ_KEY_INDEX_BITS;
    return bif < g->bif_count ? g->bifs[bif] : NULL;
}

bool rq_game_at(const struct rq_game *g, size_t at, struct rq_resource *resource)
{
    if (at == 0 || at > g->count)
        return false;
    const struct rq_location *location = &g->locations[at - 1];
    const struct rq_game_file *file = file_of(g, location);
    const char *name = rq_index_name(g, location, resource->name);
    if (name != resource->name)
        snprintf(resource->name, sizeof resource->name, "%s", name);
    resource->source = &g->sources[location->source];
    resource->file = file ? file->path : NULL;
    resource->at = at;
    resource->rank = 0;
    while (resource->rank + 1 < at &&
           rq_index_same(g, location, &g->locations[at - resource->rank - 2]))
        resource->rank++;
    resource->wins = resource->rank == 0 && !resource->source->inactive;
    return true;
}

bool rq_resource_fits(const struct rq_resource *r, const struct rq_game_filter *filter)
{
    const struct rq_source *from = r->source;
    return (!filter->glob || rq_glob(filter->glob, r->name)) &&
           (!filter->type || rq_casecmp(rq_path_extension(r->name), filter->type) == 0) &&
           (!filter->source || rq_casecmp(from->kind, filter->source) == 0 ||
            rq_glob(filter->source, from->path)) &&
           (!filter->module || (from->module && rq_casecmp(from->module, filter->module) == 0));
}

bool rq_game_list(const struct rq_game *g, const struct rq_game_filter *filter,
                  struct rq_resource *resource)
{
    static const struct rq_game_filter any;
    filter = filter ? filter : &any;
    while (rq_game_at(g, resource->at + 1, resource))
        if ((filter->hidden || resource->wins) && rq_resource_fits(resource, filter))
            return true;
    return false;
}

bool rq_game_find(const struct rq_game *g, const char *name, struct rq_resource *resource)
{
    size_t count, first = rq_index_find(g, name, &count);
    size_t next = resource->at ? resource->at : first;
    return next >= first && next < first + count && rq_game_at(g, next + 1, resource);
}

/* Whether the game uses it, too: in another module, or in none. */
static bool is_rival(const struct rq_resource *first, const struct rq_resource *r, bool common)
{
    if (r->source->inactive)
        return false;
    return r->source->module ? r->source->module != first->source->module : !common;
}

bool rq_game_rival(const struct rq_game *g, const struct rq_resource *first,
                   struct rq_resource *rival)
{
    struct rq_error ignored = {0};
    struct rq_bytes bytes, other;
    struct rq_resource r = *first;
    bool common = false; /* what all modules share: the first wins */
    if (!first->source->module || !rq_game_bytes(g, first, &bytes, &ignored))
        return false;
    while (rq_game_find(g, first->name, &r)) {
        bool is = is_rival(first, &r, common);
        common = common || !r.source->module;
        if (is && r.at > rival->at && rq_game_bytes(g, &r, &other, &ignored) &&
            !rq_same(bytes, other)) {
            *rival = r;
            return true;
        }
    }
    return false;
}

/* ---- textures ---- */

/* The kinds of containers, the last to win last. */
enum container_class { CLASS_NONE, CLASS_KEY, CLASS_ERF, CLASS_RIM, CLASS_FOLDER };

static enum container_class class_of(const struct rq_game *g, const struct rq_resource *r)
{
    const struct rq_source_parts *parts = &g->parts[g->locations[r->at - 1].source];
    if (r->source->inactive)
        return CLASS_NONE;
    if (!parts->file)
        return CLASS_FOLDER;
    if (!parts->box)
        return CLASS_KEY;
    return parts->box->doc->format == rq_format_by_name("rim") ? CLASS_RIM : CLASS_ERF;
}

/* Each kind is looked up for itself, and the container of what was found decides, not the order of
 * sources; among equals the first here. Of the last three the engine is known to take one, but not
 * which. */
bool rq_game_texture(const struct rq_game *g, const char *name, struct rq_resource *texture)
{
    static const char *const kinds[] = {"tpc", "tga", "dds", "4pc"};
    const char *extension = rq_path_extension(name);
    bool known = false;
    *texture = (struct rq_resource){0};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        known = known || rq_casecmp(extension, kinds[i]) == 0;
    for (size_t i = 0; known && i < sizeof kinds / sizeof kinds[0]; i++) {
        struct rq_resource r = {0};
        char file[RQ_RESOURCE_NAME];
        snprintf(file, sizeof file, "%.*s%s", (int)(extension - name), name, kinds[i]);
        if (rq_game_find(g, file, &r) && (!texture->at || class_of(g, &r) > class_of(g, texture)))
            *texture = r;
    }
    return texture->at > 0;
}

/* ---- bytes and documents ---- */

bool rq_index_bytes(const struct rq_game *g, const struct rq_location *location,
                    struct rq_bytes *bytes, struct rq_error *err)
{
    const struct rq_source_parts *parts = &g->parts[location->source];
    *bytes = (struct rq_bytes){0};
    if (!parts->file)
        return rq_game_file_map(g->files[location->index], bytes, err);
    if (!parts->box)
        return rq_index_bif(g, location->index, bytes, err);
    *bytes = parts->box->entries[location->index].bytes;
    return true;
}

bool rq_game_bytes(const struct rq_game *g, const struct rq_resource *resource,
                   struct rq_bytes *bytes, struct rq_error *err)
{
    if (resource->at && resource->at <= g->count)
        return rq_index_bytes(g, &g->locations[resource->at - 1], bytes, err);
    *bytes = (struct rq_bytes){0};
    return rq_fail(err, RQ_USAGE, 0, resource->name, "is not a location of this game");
}

/* The second file of a pair: from the source of the first, else the one that is found. */
static struct rq_bytes second_of(const struct rq_game *g, const struct rq_resource *first,
                                 const struct rq_format *format)
{
    const char *extension = format ? rq_format_companion(format) : NULL;
    char name[RQ_RESOURCE_NAME + 8];
    struct rq_resource r = {0}, found = {0};
    struct rq_error ignored = {0};
    struct rq_bytes bytes = {0};
    if (!extension)
        return bytes;
    const char *old = rq_path_extension(first->name);
    int stem = (int)(old[0] ? (size_t)(old - first->name) - 1 : strlen(first->name));
    snprintf(name, sizeof name, "%.*s.%s", stem, first->name, extension);
    while (rq_game_find(g, name, &r))
        if (!found.at || (r.source == first->source && found.source != first->source))
            found = r;
    if (found.at)
        rq_game_bytes(g, &found, &bytes, &ignored);
    return bytes;
}

struct rq_doc *rq_game_read(const struct rq_game *g, const struct rq_resource *resource,
                            const struct rq_options *options, struct rq_error *err)
{
    struct rq_options with = options ? *options : (struct rq_options){0};
    struct rq_bytes bytes;
    if (!rq_game_bytes(g, resource, &bytes, err))
        return NULL;
    with.name = with.name ? with.name : resource->name;
    with.format = with.format ? with.format : rq_format_detect(bytes, with.name);
    with.env = with.env ? with.env : &g->env;
    if (!with.companion.data)
        with.companion = second_of(g, resource, with.format);
    return rq_doc_read(bytes, &with, err);
}

/* ---- KotOR ---- */

static bool talk_from(const struct rq_game *g, const char *name, uint32_t strref,
                      enum rq_codepage page, struct rq_out *text, struct rq_error *err)
{
    struct rq_resource file = {0}, other = {0};
    struct rq_tlk_found found;
    struct rq_bytes tlk;
    if (!rq_game_find(g, name, &file))
        return rq_fail(err, RQ_USAGE, 0, name, "is not in this game");
    /* The game opens it by its path, and does not search for it. */
    while (rq_game_find(g, name, &other))
        if (strcmp(other.source->kind, "root") == 0)
            file = other;
    if (!rq_game_bytes(g, &file, &tlk, err))
        return false;
    if (tlk.size < 20 || memcmp(tlk.data, "TLK V3.0", 8) != 0)
        return rq_fail(err, RQ_CORRUPT, 0, "", "is not a talk table, or is cut off in its header");
    if (rq_tlk_get(tlk, strref, &found)) {
        rq_text_decode(text, page ? page : rq_tlk_page(rq_get32(tlk.data + 8), RQ_CP1252),
                       found.text);
        return !text->failed || rq_fail_out(err, text);
    }
    if (strref < rq_get32(tlk.data + 12))
        return rq_fail(err, RQ_TRUNCATED, 0, "", "cut off, string %u is not in its %zu bytes",
                       strref, tlk.size);
    return rq_fail(err, RQ_USAGE, 0, name, "has no string %u", strref);
}

/* The engine asks the female table first, and takes what that lacks from the other. */
bool rq_game_talk(const struct rq_game *g, uint32_t strref, bool female, enum rq_codepage page,
                  struct rq_out *text, struct rq_error *err)
{
    struct rq_error ignored = {0};
    size_t had = text->size;
    if (female && talk_from(g, "dialogf.tlk", strref, page, text, &ignored) && text->size > had)
        return true;
    return talk_from(g, "dialog.tlk", strref, page, text, err);
}

bool rq_game_layout(const struct rq_game *g, const char *module, struct rq_resource *layout)
{
    struct rq_resource area = {0};
    const struct rq_game_filter areas = {.type = "are", .module = module, .hidden = true};
    while (rq_game_list(g, &areas, &area)) {
        char name[RQ_RESOURCE_NAME];
        int stem = (int)(rq_path_extension(area.name) - area.name);
        snprintf(name, sizeof name, "%.*slyt", stem, area.name);
        *layout = (struct rq_resource){0};
        if (rq_game_find(g, name, layout))
            return true;
    }
    return false;
}

/* ---- Redguard ---- */

bool rq_game_world(const struct rq_game *g, int number, struct rq_world *world)
{
    return rq_redguard_world(&g->env, number, NULL, world);
}

size_t rq_game_worlds(const struct rq_game *g, struct rq_world *worlds, size_t room)
{
    struct rq_doc *doc = rq_redguard_read(&g->env, "WORLD.INI", "ini", NULL);
    const struct rq_ini *ini = doc ? doc->root : NULL;
    size_t count = 0;
    for (int n = -1; ini && (n = rq_world_next(ini, n)) >= 0;) {
        struct rq_world world;
        if (!rq_world_read(ini, n, &world))
            continue;
        if (count < room)
            worlds[count] = world;
        count++;
    }
    rq_doc_free(doc);
    return count;
}
