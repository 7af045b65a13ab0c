/* Animations of a scene as those of a model: a tree like that of the geometry for each, keys as
 * differences from the rest where they are positions. */
#include "formats/kotor/mdl/scene/import.h"

#include "formats/kotor/mdl/scene/kit.h"

enum { POSITION = 8, ORIENTATION = 20, SCALE = 36 };

/* The nodes' keys of one animation. */
struct motion {
    struct rq_mdl_new_key **keys; /* the first, by node of the tree */
    float end;
};

static void append(struct rq_mdl_new_key **list, struct rq_mdl_new_key *key)
{
    while (*list)
        list = &(*list)->next;
    *list = key;
}

/* Of the root of anybody's scene: turned as its node is. */
static void turn_value(float *v, enum rq_path path)
{
    const float half = 0.70710678f;
    if (path == RQ_PATH_TRANSLATION) {
        const float y = v[1], z = v[2];
        v[1] = -z;
        v[2] = y;
    } else if (path == RQ_PATH_ROTATION) {
        const float x = v[0], y = v[1], z = v[2], w = v[3];
        v[0] = half * (w + x);
        v[1] = half * (y - z);
        v[2] = half * (y + z);
        v[3] = half * (w - x);
    }
}

/* A value that jumps has a key right before the jump too: the game knows only straight lines. */
static float just_before(const float *times, uint32_t key)
{
    const float jump = 0.001f, half = (times[key] - times[key - 1]) / 2;
    return times[key] - (half < jump ? half : jump);
}

static bool add_channel(struct rq_import *im, const struct rq_channel *c, struct motion *mo)
{
    uint32_t part = im->part_of[c->node];
    if (part == RQ_MDL_NO_NODE || c->path == RQ_PATH_WEIGHTS || !c->key_count)
        return true;
    uint32_t width = c->path == RQ_PATH_ROTATION ? 4 : 3,
             columns = c->path == RQ_PATH_SCALE ? 1 : width;
    uint32_t code = c->path == RQ_PATH_TRANSLATION ? POSITION
                    : c->path == RQ_PATH_ROTATION  ? ORIENTATION
                                                   : SCALE;
    if (c->key_count > UINT16_MAX / 2)
        return rq_fail(im->err, RQ_LIMIT, 0, "mdl", "an animation with %u keys; 32767 are most",
                       c->key_count);
    uint32_t rows = c->step ? c->key_count * 2 - 1 : c->key_count;
    struct rq_mdl_new_key *key = rq_import_key(im, code, rows, columns);
    if (!key)
        return false;
    const float *rest = im->m->tree.nodes[part].header.position;
    bool turned = !im->ours && im->scene->nodes[c->node].parent < 0;
    for (uint32_t i = 0; i < rows; i++) {
        float v[4] = {0};
        uint32_t from = c->step ? i / 2 : i;
        memcpy(v, c->values + (size_t)from * width, width * sizeof *v);
        for (size_t k = 0; k < 3 && code == POSITION; k++)
            v[k] *= im->sizes[c->node].above[k];
        if (turned)
            turn_value(v, c->path);
        for (uint32_t k = 0; k < columns; k++)
            key->values[(size_t)i * columns + k] =
                rq_bits_of(code == POSITION ? v[k] - rest[k] : v[k]);
        key->times[i] = c->step && i % 2 ? just_before(c->times, from + 1) : c->times[from];
        mo->end = key->times[i] > mo->end ? key->times[i] : mo->end;
    }
    append(&mo->keys[part], key);
    return true;
}

/* The tree again, without anything but keys. */
static bool make_tree(struct rq_import *im, struct rq_mdl_animation *a, const struct motion *mo)
{
    const struct rq_mdl_tree *like = &im->m->tree;
    a->tree =
        (struct rq_mdl_tree){rq_import_keep(im, like->count, sizeof *a->tree.nodes), like->count};
    for (uint32_t i = 0; a->tree.nodes && i < like->count; i++) {
        struct rq_mdl_node *node = &a->tree.nodes[i];
        const struct rq_mdl_node *from = &like->nodes[i];
        node->header = (struct rq_mdl_node_header){.type = RQ_MDL_HEADER,
                                                   .number = from->header.number,
                                                   .name = from->header.name,
                                                   .orientation = {1, 0, 0, 0}};
        node->parent = from->parent;
        node->subtree = from->subtree;
        if (!rq_mdl_pack_keys(im->doc, node, mo->keys[i], true, false, im->err))
            return false;
    }
    return a->tree.nodes != NULL;
}

/* ---- extras ---- */

static void take_events(struct rq_import *im, struct rq_jr *jr, struct rq_mdl_animation *a)
{
    size_t count = rq_jr_length(jr), n = 0;
    a->events = rq_import_keep(im, count, sizeof *a->events);
    rq_jr_array(jr);
    while (a->events && rq_jr_more(jr) && n < count) {
        struct rq_mdl_event *e = &a->events[n++];
        bool open = true;
        rq_jr_array(jr);
        if (rq_jr_next(jr, &open))
            e->time = rq_jr_f32(jr);
        if (rq_jr_next(jr, &open))
            rq_jr_fixed(jr, im->doc->page, e->name, sizeof e->name);
        while (rq_jr_next(jr, &open))
            rq_jr_skip(jr);
    }
    a->event_count = (uint32_t)n;
}

static void take_nodes(struct rq_import *im, struct rq_jr *jr, struct motion *mo)
{
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        struct rq_str key, name = {"", 0};
        struct rq_mdl_new_key *keys = NULL;
        rq_jr_object(jr);
        while (rq_jr_key(jr, &key)) {
            if (rq_str_is(key, "name"))
                name = rq_jr_string(jr);
            else if (rq_str_is(key, "controllers"))
                keys = rq_import_keys(im, jr);
            else
                rq_jr_skip(jr);
        }
        const char *text = rq_arena_text(&im->temp, name.text, name.size);
        uint32_t node = text ? rq_import_find(im, text) : RQ_MDL_NO_NODE;
        if (node != RQ_MDL_NO_NODE && keys)
            append(&mo->keys[node], keys);
    }
}

/* The object of an animation in the extras of the model. */
static void take_extras(struct rq_import *im, struct rq_jr *jr, struct rq_mdl_animation *a,
                        struct motion *mo)
{
    struct rq_str key;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "animation_root"))
            rq_jr_fixed(jr, im->doc->page, a->header.root, sizeof a->header.root);
        else if (rq_str_is(key, "events"))
            take_events(im, jr, a);
        else if (rq_str_is(key, "nodes"))
            take_nodes(im, jr, mo);
        else if (!rq_rec_take(jr, rq_mdl_rec.animation_header, &a->header, im->doc->page, key))
            rq_jr_skip(jr);
    }
}

/* The animations of the scene: those of one name are taken in their order. */
struct found {
    struct rq_key_set names;
    uint32_t *first, *next; /* by number of the name; by animation. UINT32_MAX: no more */
    bool *taken;
};

static bool list_animations(struct rq_import *im, struct found *f)
{
    uint32_t count = im->scene->animation_count;
    f->taken = rq_import_temp(im, count, sizeof *f->taken);
    f->first = rq_import_temp(im, count, sizeof *f->first);
    f->next = rq_import_temp(im, count, sizeof *f->next);
    if (!f->taken || !f->first || !f->next || !rq_key_set_open(&f->names, &im->temp, count))
        return rq_import_no_memory(im);
    for (uint32_t i = count; i-- > 0;) {
        const char *name = im->scene->animations[i].name;
        uint32_t key[4], had = f->names.count;
        rq_mdl_name_key(name ? name : "", key);
        uint32_t number = rq_key_set_add(&f->names, key);
        f->next[i] = number == had ? UINT32_MAX : f->first[number];
        f->first[number] = i;
    }
    return true;
}

/* The scene's next animation of a name; NULL: none. glTF has none without keys. */
static const struct rq_animation *take_animation(const struct rq_import *im, const char *name,
                                                 struct found *f)
{
    uint32_t key[4], number;
    rq_mdl_name_key(name, key);
    if (!rq_key_set_find(&f->names, key, &number) || f->first[number] == UINT32_MAX)
        return NULL;
    uint32_t i = f->first[number];
    f->first[number] = f->next[i];
    f->taken[i] = true;
    return &im->scene->animations[i];
}

/* extras: the object of the animation there; NULL: it is new. */
static bool make_animation(struct rq_import *im, const char *name, const struct rq_animation *from,
                           struct rq_jr *extras)
{
    struct rq_mdl_animation *a = &im->m->animations[im->m->animation_count++];
    struct motion mo = {rq_import_temp(im, im->part_count, sizeof(void *)), 0};
    if (!mo.keys)
        return false;
    a->header = (struct rq_mdl_animation_header){.transition = 0.25f};
    memcpy(a->header.root, im->m->names[0], strnlen(im->m->names[0], sizeof a->header.root - 1));
    if (im->ours)
        memcpy(a->geometry.name, name, strnlen(name, sizeof a->geometry.name - 1));
    else
        rq_import_clean(name, sizeof a->geometry.name - 1, a->geometry.name);
    for (uint32_t i = 0; from && i < from->channel_count; i++)
        if (!add_channel(im, &from->channels[i], &mo))
            return false;
    a->header.length = mo.end;
    if (extras)
        take_extras(im, extras, a, &mo);
    return im->err->code == RQ_OK && make_tree(im, a, &mo);
}

static const char *name_of(struct rq_import *im, struct rq_jr jr)
{
    struct rq_str key, name = {"", 0};
    rq_jr_object(&jr);
    while (rq_jr_key(&jr, &key)) {
        if (rq_str_is(key, "name"))
            name = rq_jr_string(&jr);
        else
            rq_jr_skip(&jr);
    }
    const char *text = rq_arena_text(&im->temp, name.text, name.size);
    if (!text)
        rq_import_no_memory(im);
    return text;
}

/* Those that the model had, in its order. */
static bool make_own(struct rq_import *im, struct found *found, uint32_t most)
{
    struct rq_ctx ctx = {.err = im->err};
    struct rq_jr jr;
    if (!im->animations.size)
        return true;
    rq_jr_open(&jr, im->animations, &im->temp, &ctx);
    rq_jr_array(&jr);
    while (rq_jr_more(&jr) && im->m->animation_count < most) {
        const char *name = name_of(im, jr);
        if (!name || !make_animation(im, name, take_animation(im, name, found), &jr))
            return false;
    }
    return im->err->code == RQ_OK;
}

/* A scene of ours shows those of the supermodel too: they stay there. */
static void leave_inherited(struct rq_import *im, struct found *found)
{
    struct rq_ctx ctx = {.err = im->err};
    struct rq_jr jr;
    if (!im->inherited.size)
        return;
    rq_jr_open(&jr, im->inherited, &im->temp, &ctx);
    rq_jr_array(&jr);
    while (rq_jr_more(&jr)) {
        struct rq_str name = rq_jr_string(&jr);
        const char *text = rq_arena_text(&im->temp, name.text, name.size);
        if (text)
            take_animation(im, text, found);
    }
}

static uint32_t count_own(struct rq_import *im)
{
    struct rq_ctx ctx = {.err = im->err};
    struct rq_jr jr;
    if (!im->animations.size)
        return 0;
    rq_jr_open(&jr, im->animations, &im->temp, &ctx);
    return (uint32_t)rq_jr_length(&jr);
}

bool rq_import_animations(struct rq_import *im)
{
    const struct rq_scene *s = im->scene;
    struct rq_mdl *m = im->m;
    uint32_t most = s->animation_count + count_own(im);
    struct found found;
    m->animations = rq_import_keep(im, most, sizeof *m->animations);
    m->animation_count = 0;
    if (!m->animations || !list_animations(im, &found) || !make_own(im, &found, most))
        return false;
    leave_inherited(im, &found);
    for (uint32_t i = 0; i < s->animation_count; i++) {
        const struct rq_animation *from = &s->animations[i];
        if (!found.taken[i] &&
            !make_animation(im, from->name ? from->name : "animation", from, NULL))
            return false;
    }
    const char *head =
        im->head.size ? rq_arena_text(&im->temp, im->head.text, im->head.size) : NULL;
    uint32_t node = head ? rq_import_find(im, head) : RQ_MDL_NO_NODE;
    m->animation_root = node == RQ_MDL_NO_NODE ? 0 : node;
    return im->err->code == RQ_OK;
}
