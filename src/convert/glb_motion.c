/* Animations and skins of a GLB. */
#include "convert/glb_write.h"

static const struct {
    const char *name;
    enum rq_glb_kind kind;
} paths[] = {
    [RQ_PATH_TRANSLATION] = {"translation", RQ_GLB_OUT3},
    [RQ_PATH_ROTATION] = {"rotation", RQ_GLB_OUT4},
    [RQ_PATH_SCALE] = {"scale", RQ_GLB_OUT3},
    [RQ_PATH_WEIGHTS] = {"weights", RQ_GLB_OUT1},
};

/* How many elements a channel has for each key; 0 when it makes no sense. */
static uint32_t channel_width(struct rq_glb *g, const struct rq_channel *c)
{
    if (c->node < 0 || (uint32_t)c->node >= g->scene->node_count) {
        RQ_GLB_BAD(g, "an animation of node %d", c->node);
        return 0;
    }
    if (c->path != RQ_PATH_WEIGHTS)
        return 1;
    int mesh = g->scene->nodes[c->node].mesh;
    uint32_t count = mesh < 0 ? 0 : g->scene->meshes[mesh].morph_count;
    if (!count)
        RQ_GLB_BAD(g, "weights of node %d, which has no morph targets", c->node);
    return count;
}

static void put_channels(struct rq_glb *g, const struct rq_animation *a)
{
    struct rq_json *j = &g->json;
    uint32_t sampler = 0;
    rq_json_key(j, "channels");
    rq_json_array(j);
    for (uint32_t i = 0; i < a->channel_count; i++) {
        if (!a->channels[i].key_count)
            continue;
        rq_json_object(j);
        rq_glb_put_uint(g, "sampler", sampler++);
        rq_json_key(j, "target");
        rq_json_object(j);
        rq_glb_put_uint(g, "node", (uint64_t)a->channels[i].node);
        rq_json_key(j, "path");
        rq_json_str(j, paths[a->channels[i].path].name);
        rq_json_end_object(j);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
}

static bool put_animation(struct rq_glb *g, const struct rq_animation *a)
{
    struct rq_json *j = &g->json;
    rq_json_object(j);
    rq_glb_put_name(g, a->name);
    rq_json_key(j, "samplers");
    rq_json_array(j);
    for (uint32_t i = 0; i < a->channel_count; i++) {
        const struct rq_channel *c = &a->channels[i];
        if (!c->key_count)
            continue;
        uint32_t width = channel_width(g, c);
        if (!width)
            return false;
        rq_json_object(j);
        rq_glb_put_uint(g, "input", rq_glb_accessor(&g->data, RQ_GLB_TIME, c->times, c->key_count));
        rq_glb_put_uint(g, "output",
                        rq_glb_accessor(&g->data, paths[c->path].kind, c->values,
                                        (size_t)c->key_count * width));
        if (c->step) {
            rq_json_key(j, "interpolation");
            rq_json_str(j, "STEP");
        }
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
    put_channels(g, a);
    rq_json_end_object(j);
    return rq_glb_well(g);
}

/* glTF has no animation without channels and no channel without keys: those are left out. */
static bool has_keys(const struct rq_animation *a)
{
    for (uint32_t i = 0; i < a->channel_count; i++)
        if (a->channels[i].key_count)
            return true;
    return false;
}

bool rq_glb_put_animations(struct rq_glb *g)
{
    bool any = false;
    for (uint32_t i = 0; i < g->scene->animation_count; i++) {
        if (!has_keys(&g->scene->animations[i]))
            continue;
        if (!any) {
            rq_json_key(&g->json, "animations");
            rq_json_array(&g->json);
        }
        any = true;
        if (!put_animation(g, &g->scene->animations[i]))
            return false;
    }
    if (any)
        rq_json_end_array(&g->json);
    return true;
}

bool rq_glb_put_skins(struct rq_glb *g)
{
    struct rq_json *j = &g->json;
    if (!g->scene->skin_count)
        return true;
    rq_json_key(j, "skins");
    rq_json_array(j);
    for (uint32_t i = 0; i < g->scene->skin_count; i++) {
        const struct rq_skin *s = &g->scene->skins[i];
        if (!s->joint_count)
            return RQ_GLB_BAD(g, "skin %u: no joints", i);
        rq_json_object(j);
        rq_glb_put_name(g, s->name);
        if (s->inverse_binds)
            rq_glb_put_uint(
                g, "inverseBindMatrices",
                rq_glb_accessor(&g->data, RQ_GLB_MATRIX, s->inverse_binds, s->joint_count));
        rq_json_key(j, "joints");
        rq_json_array(j);
        for (uint32_t k = 0; k < s->joint_count; k++) {
            if (s->joints[k] < 0 || (uint32_t)s->joints[k] >= g->scene->node_count)
                return RQ_GLB_BAD(g, "skin %u: no node %d", i, s->joints[k]);
            rq_json_u64(j, (uint64_t)s->joints[k]);
        }
        rq_json_end_array(j);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
    return rq_glb_well(g);
}
