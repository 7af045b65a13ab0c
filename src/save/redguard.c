/* A slot of Redguard: its .SAV (docs/formats/tsg.md), the names of the maps that have a state, the logbook. */
#include "core/file.h"
#include "core/text.h"
#include "formats/format.h"

#include <reliquary/save.h>
#include <reliquary/tsg.h>
#include <stdlib.h>

enum { LOGBOOK_MOST = 1 << 20 }; /* the game's are a few KB */

struct slot {
    struct rq_redguard_save save; /* what the caller has */
    struct rq_arena arena;
    const char **maps;
    uint32_t map_count, map_room;
};

/* Text of the game's code page; NULL without memory. */
static const char *text_of(struct slot *s, struct rq_bytes bytes)
{
    struct rq_out out = {0};
    rq_text_decode(&out, RQ_CP437, bytes);
    const char *text = out.failed ? NULL : rq_arena_text(&s->arena, (char *)out.data, out.size);
    rq_out_free(&out);
    return text;
}

static bool take_sav(struct slot *s, const char *path, struct rq_error *err)
{
    struct rq_map map = {0};
    const struct rq_options options = {.name = path, .format = rq_format_by_name("tsg")};
    if (!rq_map_open(&map, path, err))
        return false;
    struct rq_doc *doc = rq_doc_read(map.bytes, &options, err);
    const struct rq_tsg *tsg = doc ? rq_doc_root(doc, "tsg") : NULL;
    const struct rq_tsg_svgm *svgm = tsg && tsg->chunk_count ? tsg->chunks[0].svgm : NULL;
    bool fine = tsg;
    if (svgm) {
        s->save.understood = true;
        s->save.title = text_of(s, svgm->description);
        s->save.picture = text_of(s, svgm->picture);
        s->save.version = rq_arena_text(&s->arena, svgm->head.save_version, 4);
        s->save.world = svgm->world_id;
        fine = (s->save.title && s->save.picture && s->save.version) ||
               rq_fail(err, RQ_NO_MEMORY, 0, path, "out of memory");
    }
    rq_doc_free(doc);
    rq_map_close(&map);
    return fine;
}

static bool take_map(struct slot *s, const char *path)
{
    const char *name = rq_path_base(path);
    size_t size = (size_t)(rq_path_extension(name) - name) - 1;
    const char *map = rq_arena_text(&s->arena, name, size);
    const char **maps =
        rq_arena_more(&s->arena, &s->maps, s->map_count, &s->map_room, sizeof *s->maps);
    if (!map || !maps)
        return false;
    maps[s->map_count++] = map;
    return true;
}

static bool take_logbook(struct slot *s, const char *path, struct rq_error *err)
{
    struct rq_map map = {0};
    if (!rq_map_open(&map, path, err))
        return false;
    struct rq_bytes text = map.bytes;
    text.size = text.size < LOGBOOK_MOST ? text.size : LOGBOOK_MOST;
    s->save.logbook = text_of(s, text);
    rq_map_close(&map);
    return s->save.logbook || rq_fail(err, RQ_NO_MEMORY, 0, path, "out of memory");
}

static bool take_file(struct slot *s, const struct rq_found *found, bool *has_sav,
                      struct rq_error *err)
{
    const char *extension = rq_path_extension(found->path);
    if (strchr(found->relative, '/'))
        return true;
    if (rq_casecmp(extension, "sav") == 0) {
        *has_sav = true;
        return take_sav(s, found->path, err);
    }
    if (rq_casecmp(extension, "tsg") == 0)
        return take_map(s, found->path) || rq_fail(err, RQ_NO_MEMORY, 0, "", "out of memory");
    if (rq_casecmp(rq_path_base(found->path), "LOGBOOK.TXT") == 0)
        return take_logbook(s, found->path, err);
    return true;
}

struct rq_redguard_save *rq_redguard_save_open(const char *folder, struct rq_error *err)
{
    struct rq_walk walk = {0};
    struct slot *s = rq_mem_zeroed(1, sizeof *s);
    bool has_sav = false;
    if (!s) {
        rq_fail(err, RQ_NO_MEMORY, 0, folder, "out of memory");
        return NULL;
    }
    s->save.title = s->save.picture = s->save.version = s->save.logbook = "";
    bool fine = rq_walk_add(&walk, folder, err);
    for (size_t i = 0; fine && i < walk.count; i++)
        fine = take_file(s, &walk.items[i], &has_sav, err);
    rq_walk_free(&walk);
    if (fine && !has_sav)
        fine = rq_fail(err, RQ_USAGE, 0, folder, "has no .SAV: this is no slot of Redguard");
    s->save.maps = s->maps;
    s->save.map_count = s->map_count;
    if (fine)
        return &s->save;
    rq_redguard_save_close(&s->save);
    return NULL;
}

void rq_redguard_save_close(struct rq_redguard_save *save)
{
    struct slot *s = (struct slot *)save;
    if (!s)
        return;
    rq_arena_free(&s->arena);
    free(s);
}
