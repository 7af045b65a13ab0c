/* Animations of a model, and of its supermodels: keys of positions, orientations and scales as
 * channels of nodes. What else is animated (colours, particles) is in the extras. */
#include "formats/kotor/mdl/scene/kit.h"

#include <stdio.h>

enum { POSITION = 8, ORIENTATION = 20, SCALE = 36 };
enum { MOST_SUPERMODELS = 8 };

/* One animation being made. */
struct motion {
    struct rq_mdl_kit *kit;
    const struct rq_mdl *m; /* whose nodes move */
    const struct rq_mdl_by_name *by_name;
    uint32_t first_node;
    float scale;    /* of positions: those of a supermodel are of another size */
    uint8_t *moved; /* by node: a bit for each path that has its channel */
    struct rq_channel *channels;
    uint32_t count, room;
};

static void take_values(const struct motion *mo, const struct rq_mdl_node *rest,
                        const struct rq_mdl_key *key, const uint32_t *row, float *to)
{
    static const float still[4] = {0, 0, 0, 1};
    float v[4] = {0, 0, 0, 1};
    if (key->code == ORIENTATION && rq_mdl_key_width(key) == 1)
        rq_mdl_unpack(*row, v);
    else
        for (unsigned k = 0; k < (key->columns & 0x0Fu) && k < 4; k++)
            v[k] = rq_mdl_finite(rq_f32_of(row[k]));
    if (key->code == ORIENTATION) {
        rq_mdl_unit(v, 4, still);
        memcpy(to, v, 4 * sizeof *to);
        return;
    }
    for (size_t k = 0; k < 3; k++)
        to[k] = key->code == SCALE
                    ? v[0]
                    : rq_mdl_finite(rq_mdl_finite(rest->header.position[k]) + v[k] * mo->scale);
}

static bool add_channel(struct motion *mo, uint32_t node, const struct rq_mdl_node *from,
                        const struct rq_mdl_key *key)
{
    struct rq_arena *arena = mo->kit->arena;
    const unsigned width = key->code == ORIENTATION ? 4 : 3;
    struct rq_channel *channels =
        rq_arena_more(arena, &mo->channels, mo->count, &mo->room, sizeof *channels);
    float *times = rq_arena_get(arena, key->rows, sizeof *times);
    float *values = rq_arena_get(arena, key->rows, width * sizeof *values);
    if (!channels || !times || !values)
        return rq_mdl_kit_no_memory(mo->kit);
    uint32_t n = 0;
    for (uint32_t i = 0; i < key->rows; i++) {
        const uint32_t *row = rq_mdl_row(from, key, i);
        if (!row || key->time_at + i >= from->data_count)
            break;
        float time = rq_f32_of(from->data[key->time_at + i]);
        /* Times rise in glTF; a key that does not is never reached in the game either. */
        if (!(time >= 0 && time < 1e9f) || (n && time <= times[n - 1]))
            continue;
        times[n] = time;
        take_values(mo, &mo->m->tree.nodes[node], key, row, values + (size_t)n++ * width);
    }
    if (!n)
        return true;
    channels[mo->count++] = (struct rq_channel){
        .node = (int)(mo->first_node + node),
        .path = key->code == POSITION      ? RQ_PATH_TRANSLATION
                : key->code == ORIENTATION ? RQ_PATH_ROTATION
                                           : RQ_PATH_SCALE,
        .key_count = n,
        .times = times,
        .values = values,
    };
    return true;
}

static unsigned path_bit(uint32_t code)
{
    return code == POSITION ? 1u : code == ORIENTATION ? 2u : code == SCALE ? 4u : 0u;
}

/* Keys share a node's data, each its own part: together they can't be longer than that. */
static bool add_channels(struct motion *mo, uint32_t node, const struct rq_mdl_node *from)
{
    uint64_t used = 0;
    for (uint32_t i = 0; i < from->key_count; i++) {
        const struct rq_mdl_key *key = &from->keys[i];
        unsigned bit = path_bit(key->code);
        if (!bit || mo->moved[node] & bit)
            continue;
        used += (uint64_t)key->rows * (1 + rq_mdl_key_width(key));
        if (used > from->data_count)
            return true;
        mo->moved[node] |= (uint8_t)bit;
        if (!add_channel(mo, node, from, key))
            return false;
    }
    return true;
}

static bool has_animation(const struct rq_mdl_kit *kit, uint32_t first, const char *name)
{
    for (uint32_t i = first; i < kit->animation_count; i++)
        if (rq_casecmp(kit->animations[i].name, name) == 0)
            return true;
    return false;
}

static bool add_animation(struct motion *mo, const struct rq_mdl *from,
                          const struct rq_mdl_animation *a)
{
    struct rq_mdl_kit *kit = mo->kit;
    struct rq_animation *animations =
        rq_arena_more(kit->arena, &kit->animations, kit->animation_count, &kit->animation_room,
                      sizeof *animations);
    char *name = rq_arena_printf(kit->arena, "%.32s", a->geometry.name);
    mo->channels = NULL;
    mo->count = mo->room = 0;
    if (!animations || !name)
        return rq_mdl_kit_no_memory(kit);
    memset(mo->moved, 0, mo->m->tree.count);
    rq_text_clean(name);
    for (uint32_t i = 0; i < a->tree.count; i++) {
        const struct rq_mdl_node *node = &a->tree.nodes[i];
        const char *whose =
            node->header.name < from->name_count ? from->names[node->header.name] : "";
        uint32_t target =
            node->key_count ? rq_mdl_by_name_find(mo->by_name, whose) : RQ_MDL_NO_NODE;
        if (target != RQ_MDL_NO_NODE && !add_channels(mo, target, node))
            return false;
    }
    animations[kit->animation_count++] = (struct rq_animation){name, mo->count, mo->channels};
    return true;
}

/* An animation of the model itself comes before one of its supermodel of the same name. */
static bool add_animations(struct motion *mo, const struct rq_mdl *from, uint32_t first)
{
    enum { MOST = 2000 };
    for (uint32_t i = 0; i < from->animation_count && mo->kit->animation_count - first < MOST; i++)
        if (!has_animation(mo->kit, first, from->animations[i].geometry.name) &&
            !add_animation(mo, from, &from->animations[i]))
            return false;
    return true;
}

static struct rq_doc *open_supermodel(const struct rq_mdl_kit *kit, const struct rq_mdl *m)
{
    char name[33];
    snprintf(name, sizeof name, "%.32s", m->model.supermodel);
    if (!name[0] || rq_casecmp(name, "null") == 0)
        return NULL;
    struct rq_doc *doc = rq_mdl_open(kit, name);
    if (!doc)
        rq_view_misses(kit->view, name, "supermodel");
    return doc;
}

bool rq_mdl_kit_animate(struct rq_mdl_kit *kit, const struct rq_mdl *m, uint32_t first_node,
                        uint32_t *own)
{
    struct rq_mdl_by_name by_name;
    struct motion mo = {.kit = kit,
                        .m = m,
                        .by_name = &by_name,
                        .first_node = first_node,
                        .scale = 1,
                        .moved = rq_arena_get(kit->arena, m->tree.count, 1)};
    struct rq_doc *chain[MOST_SUPERMODELS];
    size_t depth = 0;
    uint32_t first = kit->animation_count;
    if (!mo.moved || !rq_mdl_by_name_open(&by_name, kit->arena, m))
        return rq_mdl_kit_no_memory(kit);
    bool fine = add_animations(&mo, m, first);
    *own = kit->animation_count - first;
    float scale = m->model.animation_scale;
    mo.scale = scale > 0 && scale < 1e6f ? scale : 1;
    for (const struct rq_mdl *from = m; fine && depth < MOST_SUPERMODELS; depth++) {
        chain[depth] = open_supermodel(kit, from);
        if (!chain[depth])
            break;
        from = chain[depth]->root;
        fine = add_animations(&mo, from, first);
    }
    while (depth-- > 0)
        rq_doc_free(chain[depth]);
    return fine;
}
