/* What the engines make of files: names of letters (LTR), what is seen from where (PVO), animations of actors (RGM). */
#include "core/file.h"
#include "core/text.h"
#include "game/player.h"
#include "service/call.h"

#include <reliquary/engine.h>
#include <reliquary/ltr.h>
#include <stdlib.h>

/* Takes the resource and gives its root to fn; fn is not called for another format. */
static bool with_root(struct call *c, const char *format,
                      bool (*fn)(struct call *c, const struct taken *t, const void *root))
{
    struct taken t;
    if (!take_resource(c, &t))
        return false;
    struct rq_doc *doc = read_taken(c, &t);
    const void *root = doc ? rq_doc_root(doc, format) : NULL;
    bool fine = root && fn(c, &t, root);
    if (doc && !root)
        refuse(c, 400, t.key, "is no %s", format);
    rq_doc_free(doc);
    leave_resource(&t);
    return fine;
}

/* ---- names ---- */

static bool put_names(struct call *c, const struct taken *t, const void *root)
{
    enum { MOST_NAMES = 1000 };
    uint32_t seed = (uint32_t)parameter_number(c, "seed", 1);
    uint64_t count = parameter_number(c, "count", 20);
    char name[RQ_LTR_NAME];
    (void)t;
    rq_json_object(&c->j);
    rq_json_key(&c->j, "names");
    rq_json_array(&c->j);
    for (uint64_t i = 0; i < count && i < MOST_NAMES && rq_ltr_name(root, NULL, &seed, name); i++)
        rq_json_str(&c->j, name);
    rq_json_end_array(&c->j);
    put_number(&c->j, "seed", seed); /* goes on where this one stopped */
    rq_json_end_object(&c->j);
    return true;
}

bool answer_name(struct call *c)
{
    return with_root(c, "ltr", put_names);
}

/* ---- what is seen ---- */

struct cells {
    struct call *c;
    const struct rq_pvo *pvo;
    size_t told;
    uint8_t *seen; /* RQ_OCTREE_IDS / 8 */
    uint8_t *reached;
};

/* A node and those below it, each once, however they refer to each other: [node, depth, x, y, z, half, objects]. The cube of a
 * child is an eighth of that of its node; bit 2 of its octant is x, bit 1 y, bit 0 z (docs/formats/pvo.md). */
static void put_cell(struct cells *cells, uint32_t node, unsigned depth, const int64_t at[3],
                     int64_t half)
{
    enum { MOST_CELLS = 20000 };
    struct rq_json *j = &cells->c->j;
    const struct rq_pvo_node *n = &cells->pvo->nodes[node];
    if (cells->reached[node] || depth >= RQ_OCTREE_LEVELS || cells->told >= MOST_CELLS)
        return;
    cells->reached[node] = 1;
    cells->told++;
    rq_json_array(j);
    rq_json_u64(j, node);
    rq_json_u64(j, depth);
    for (size_t k = 0; k < 3; k++)
        rq_json_i64(j, at[k]);
    rq_json_i64(j, half);
    rq_json_u64(j, rq_octree_visible(cells->pvo, node, true, cells->seen));
    rq_json_end_array(j);
    for (unsigned octant = 0, child = 0; octant < 8; octant++) {
        if (!(n->mask >> octant & 1))
            continue;
        const struct rq_pvo_ref *ref = &cells->pvo->children[n->first_child + child++];
        int64_t next[3];
        for (size_t k = 0; k < 3; k++)
            next[k] = at[k] + (octant >> (2 - k) & 1 ? half / 2 : -(half / 2));
        if (ref->linked && ref->value < cells->pvo->node_count)
            put_cell(cells, ref->value, depth + 1, next, half / 2);
    }
}

static bool put_cells(struct call *c, const struct taken *t, const void *root)
{
    const struct rq_pvo *pvo = root;
    const struct rq_pvo_header *h = &pvo->header;
    const int64_t center[] = {h->center[0], h->center[1], h->center[2]};
    struct cells cells = {.c = c,
                          .pvo = pvo,
                          .seen = rq_arena_get(&c->arena, RQ_OCTREE_IDS / 8, 1),
                          .reached = rq_arena_get(&c->arena, pvo->node_count + 1, 1)};
    (void)t;
    if (!cells.seen || !cells.reached)
        return rq_fail(&c->err, RQ_NO_MEMORY, 0, "", "out of memory");
    rq_json_object(&c->j);
    put_number(&c->j, "nodes", pvo->node_count);
    put_number(&c->j, "leaves", pvo->leaf_count);
    put_number(&c->j, "patches", pvo->patch_count);
    rq_json_key(&c->j, "cells");
    rq_json_array(&c->j);
    if (pvo->node_count)
        put_cell(&cells, 0, 0, center, h->cell_size);
    rq_json_end_array(&c->j);
    rq_json_end_object(&c->j);
    return true;
}

bool answer_pvo(struct call *c)
{
    return with_root(c, "pvo", put_cells);
}

/* The map of the same name. NULL: there is none. */
static struct rq_doc *map_of(struct call *c, const struct taken *t)
{
    const char *base = rq_path_base(t->key);
    const char *name = rq_arena_printf(&c->arena, "%.*s.RGM", (int)strcspn(base, "."), base);
    struct rq_resource found = {0};
    return name && rq_game_find(t->game, name, &found) ? rq_game_read(t->game, &found, NULL, NULL)
                                                       : NULL;
}

static void put_object(struct call *c, const struct rq_rgm_section *statics, uint32_t id)
{
    rq_json_object(&c->j);
    put_number(&c->j, "object", id);
    if (statics && id < statics->count) {
        const struct rq_rgm_static *s = &statics->statics[id];
        rq_json_key(&c->j, "model");
        rq_json_text(&c->j, RQ_CP437,
                     (struct rq_bytes){(const uint8_t *)s->model, strnlen(s->model, 12)});
        rq_json_key(&c->j, "position");
        rq_json_array(&c->j);
        for (size_t k = 0; k < 3; k++)
            rq_json_i64(&c->j, s->pos[k]);
        rq_json_end_array(&c->j);
    }
    rq_json_end_object(&c->j);
}

static bool put_seen(struct call *c, const struct taken *t, const void *root)
{
    static const char *const axes[] = {"x", "y", "z"};
    int32_t point[3];
    struct rq_octree_place place;
    for (size_t k = 0; k < 3; k++)
        point[k] = (int32_t)strtol(parameter(c, axes[k]), NULL, 10);
    if (!rq_octree_find(root, point, &place))
        return refuse(c, 404, t->key, "has no nodes");
    uint8_t *seen = rq_arena_get(&c->arena, RQ_OCTREE_IDS / 8, 1);
    if (!seen)
        return rq_fail(&c->err, RQ_NO_MEMORY, 0, "", "out of memory");
    rq_octree_visible(root, place.node, true, seen);
    struct rq_doc *map = map_of(c, t);
    const struct rq_rgm *rgm = map ? rq_doc_root(map, "rgm") : NULL;
    rq_json_object(&c->j);
    put_number(&c->j, "node", place.node);
    put_number(&c->j, "depth", place.depth);
    rq_json_key(&c->j, "objects");
    rq_json_array(&c->j);
    for (uint32_t id = 0; id < RQ_OCTREE_IDS; id++)
        if (seen[id / 8] >> id % 8 & 1)
            put_object(c, rgm ? rq_rgm_section(rgm, RQ_RGM_MPSO) : NULL, id);
    rq_json_end_array(&c->j);
    rq_json_end_object(&c->j);
    rq_doc_free(map);
    return true;
}

bool answer_seen(struct call *c)
{
    return with_root(c, "pvo", put_seen);
}

/* ---- animations ---- */

static bool put_animation(struct call *c, const struct rq_player *player)
{
    struct rq_play play;
    const struct rq_rgm_group *group =
        rq_player_group(player, (unsigned)parameter_number(c, "group", UINT16_MAX + 1));
    if (!group)
        return refuse(c, 404, "group", "the actor has no group %s", parameter(c, "group"));
    if (!rq_player_play(player, group, 0, &play))
        return rq_fail(&c->err, RQ_NO_MEMORY, 0, "", "out of memory");
    rq_player_put_steps(player, &c->j, group, &play);
    free(play.steps);
    return true;
}

static bool put_play(struct call *c, const struct taken *t, const void *root)
{
    struct rq_player player;
    const char *actor = parameter(c, "actor");
    bool fine = true;
    rq_player_open(&player, t->game, root);
    if (!*actor)
        rq_player_put_actors(&player, &c->j);
    else if (!rq_player_choose(&player, actor))
        fine = refuse(c, 404, actor, "the map has no such actor");
    else if (*parameter(c, "group"))
        fine = put_animation(c, &player);
    else
        fine = rq_player_put_groups(&player, &c->j) ||
               rq_fail(&c->err, RQ_NO_MEMORY, 0, "", "out of memory");
    rq_player_close(&player);
    return fine;
}

bool answer_play(struct call *c)
{
    return with_root(c, "rgm", put_play);
}
