/* An archive from a scene: every node at its top that has a mesh, itself or below it, becomes a model.
 * What our own scenes say of a segment in extras (type, flags, attributes) comes back; nodes of type 512
 * stay references, whatever mesh shows them. */
#include "formats/redguard/model3d/import.h"
#include "formats/redguard/rob_parts.h"

#include <stdio.h>

/* All 72 archives together have less segments. A mesh may hang from many nodes: what it is made of
 * counts at each, so that time is bounded. */
enum { NAME_SIZE = 8, MOST_SEGMENTS = 4096, MOST_PARTS = 1 << 20 };

/* What extras of a node say. */
struct traits {
    bool known; /* there is a type */
    uint32_t type, flags, attributes, unused;
    uint32_t box[6];
};

struct import {
    struct rq_doc *doc;
    const struct rq_scene *scene;
    struct rq_error *err;
    struct rq_arena temp;
    bool *shows;  /* by node: it or one below it has a mesh with triangles */
    bool *morphs; /* and one with morph targets */
    struct rq_key_set names;
};

static bool no_memory(struct import *im)
{
    bool over = im->doc->arena.over_limit || im->temp.over_limit;
    return rq_fail(im->err, over ? RQ_LIMIT : RQ_NO_MEMORY, 0, "rob", "no memory for the models");
}

/* ---- nodes ---- */

static bool has_triangles(const struct rq_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->primitive_count; i++)
        if (mesh->primitives[i].index_count)
            return true;
    return false;
}

/* Parents come before their children: from the last to the first, each tells its parent. */
static bool look_at_nodes(struct import *im)
{
    const struct rq_scene *s = im->scene;
    uint64_t parts = 0;
    bool *solid = rq_arena_get(&im->temp, s->mesh_count, sizeof *solid);
    im->shows = rq_arena_get(&im->temp, s->node_count, sizeof *im->shows);
    im->morphs = rq_arena_get(&im->temp, s->node_count, sizeof *im->morphs);
    if (!solid || !im->shows || !im->morphs)
        return no_memory(im);
    for (uint32_t i = 0; i < s->mesh_count; i++)
        solid[i] = has_triangles(&s->meshes[i]);
    for (uint32_t i = s->node_count; i-- > 0;) {
        const struct rq_node *node = &s->nodes[i];
        parts += node->mesh >= 0 ? s->meshes[node->mesh].primitive_count : 0;
        im->shows[i] |= node->mesh >= 0 && solid[node->mesh];
        im->morphs[i] |= node->mesh >= 0 && s->meshes[node->mesh].morph_count;
        if (node->parent >= 0) {
            im->shows[node->parent] |= im->shows[i];
            im->morphs[node->parent] |= im->morphs[i];
        }
    }
    if (parts > MOST_PARTS)
        return rq_fail(im->err, RQ_LIMIT, 0, "rob",
                       "more than %d parts of meshes; divide the scene", MOST_PARTS);
    return true;
}

static uint32_t take_number(struct rq_jr *jr, double most, uint32_t usual)
{
    double number = 0;
    return rq_model3d_number(jr, 0, most, &number) ? (uint32_t)number : usual;
}

static void take_box(struct rq_jr *jr, uint32_t box[6])
{
    size_t n = 0;
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        uint32_t v = take_number(jr, UINT32_MAX, 0);
        if (n < 6)
            box[n++] = v;
    }
}

/* {"type": 0, "flags": 51200, "attributes": 2, "unused": 7, "box": [...]}; what is not so counts as
 * nothing. */
static bool take_traits(struct import *im, struct rq_bytes extras, struct traits *t)
{
    struct rq_ctx ctx = {.err = im->err};
    struct rq_jr jr;
    struct rq_str key;
    *t = (struct traits){.unused = 1};
    if (!rq_jr_open_object(&jr, extras, &im->temp, &ctx))
        return true;
    while (rq_jr_key(&jr, &key)) {
        if (rq_str_is(key, "type")) {
            t->known = rq_jr_peek(&jr) == RQ_J_NUMBER;
            t->type = take_number(&jr, UINT16_MAX, 0);
        } else if (rq_str_is(key, "flags")) {
            t->flags = take_number(&jr, UINT16_MAX, 0);
        } else if (rq_str_is(key, "attributes")) {
            t->attributes = take_number(&jr, UINT8_MAX, 0);
        } else if (rq_str_is(key, "unused")) {
            t->unused = take_number(&jr, UINT32_MAX, 1);
        } else if (rq_str_is(key, "box") && rq_jr_peek(&jr) == RQ_J_ARRAY) {
            take_box(&jr, t->box);
        } else {
            rq_jr_skip(&jr);
        }
    }
    return rq_jr_ok(&jr);
}

/* Maps name models, in at most eight letters, and capitals are as small ones. */
static bool take_name(struct import *im, const struct rq_node *node, char name[NAME_SIZE])
{
    const char *text = node->name ? node->name : "";
    char shown[40];
    uint32_t words[2], before = im->names.count;
    snprintf(shown, sizeof shown, "node %s", text[0] ? text : "without a name");
    rq_text_clean(shown);
    size_t size = strlen(text);
    bool fine = size > 0 && size <= NAME_SIZE;
    memset(name, 0, NAME_SIZE);
    for (size_t i = 0; fine && i < size; i++) {
        fine = text[i] > ' ' && text[i] < 0x7F;
        name[i] = (char)(text[i] >= 'a' && text[i] <= 'z' ? text[i] - 'a' + 'A' : text[i]);
    }
    if (!fine)
        return rq_fail(im->err, RQ_USAGE, 0, "rob",
                       "%s: the name of a segment has 1 to 8 letters, digits and signs; rename it",
                       shown);
    memcpy(words, name, sizeof words);
    if (rq_key_set_add(&im->names, (const uint32_t[4]){words[0], words[1]}) < before)
        return rq_fail(im->err, RQ_USAGE, 0, "rob",
                       "%s: another node has that name; rename one of them", shown);
    return true;
}

/* ---- segments ---- */

/* Findings of a model are the archive's. */
static void pass_findings(struct import *im, const struct rq_doc *model, const char *name)
{
    const struct rq_finding *findings;
    size_t count = rq_doc_findings(model, &findings), prefix = strlen("model3d-");
    for (size_t i = 0; i < count; i++)
        rq_find(im->doc, findings[i].id + prefix, 0, name, "%s: %s", findings[i].where,
                findings[i].text);
}

/* What is below a root stands behind it: so readers of scenes put them. */
static uint32_t end_of(const struct rq_scene *scene, uint32_t root)
{
    uint32_t end = root + 1;
    while (end < scene->node_count && scene->nodes[end].parent >= (int)root)
        end++;
    return end;
}

static bool make_model(struct import *im, uint32_t node, const struct rq_rob_segment_header *h,
                       struct rq_bytes *data)
{
    char name[NAME_SIZE + 1] = {0};
    const struct rq_options options = {
        .alloc = im->doc->alloc, .palette = im->doc->palette, .memory_limit = im->doc->arena.limit};
    const struct rq_model3d_wish wish = {.first = node,
                                         .count = end_of(im->scene, node) - node,
                                         .unplaced = true,
                                         .where = name,
                                         .kind = h->segment_type == RQ_ROB_MENU ? RQ_MODEL3D_MOVING
                                                                                : RQ_MODEL3D_STILL};
    struct rq_out out = {.alloc = im->doc->alloc};
    struct rq_doc *model = rq_doc_new(rq_format_by_name("model3d"), &options, im->err);
    memcpy(name, h->name, NAME_SIZE);
    bool fine = model && rq_model3d_from_nodes(model, im->scene, &wish, im->err) &&
                rq_doc_write(model, &out, im->err);
    if (fine) {
        const char *kept = rq_arena_text(&im->doc->arena, (const char *)out.data, out.size);
        *data = (struct rq_bytes){(const uint8_t *)kept, out.size};
        pass_findings(im, model, name);
        fine = kept || no_memory(im);
    }
    rq_out_free(&out);
    rq_doc_free(model);
    return fine;
}

/* Models that move are of type 256, as in MENU.ROB, the one archive that has such. */
static uint32_t type_of(const struct import *im, uint32_t node, const struct traits *t)
{
    if (t->type == RQ_ROB_EXTERNAL || t->type == RQ_ROB_MENU)
        return t->type;
    return im->morphs[node] ? RQ_ROB_MENU : t->type;
}

static bool add_segment(struct import *im, uint32_t node)
{
    struct rq_rob *rob = im->doc->root;
    struct traits t;
    if (!take_traits(im, im->scene->nodes[node].extras, &t))
        return false;
    struct rq_rob_segment segment = {.header = {.unused_14 = t.unused}};
    struct rq_rob_segment_header *h = &segment.header;
    bool reference = t.known && t.type == RQ_ROB_EXTERNAL;
    if (!im->shows[node] && !reference) {
        if (t.known)
            rq_find(im->doc, "left-out", 0, "scene", "left out: node %u, which has no mesh", node);
        return true;
    }
    if (rob->segment_count == MOST_SEGMENTS)
        return rq_fail(im->err, RQ_LIMIT, 0, "rob", "more than %d models; divide the scene",
                       MOST_SEGMENTS);
    if (!take_name(im, &im->scene->nodes[node], h->name))
        return false;
    h->segment_type = (uint16_t)type_of(im, node, &t);
    h->segment_flags = (uint16_t)t.flags;
    h->segment_attribs = (uint8_t)t.attributes;
    if (reference) {
        memcpy(h->bbox_positive, t.box, sizeof h->bbox_positive);
        memcpy(h->bbox_negative, t.box + 3, sizeof h->bbox_negative);
        for (size_t k = 0; k < 3; k++)
            h->bbox_extent[k] = t.box[k] + t.box[k + 3];
    } else if (!make_model(im, node, h, &segment.data) ||
               !rq_rob_measure(im->doc, segment.data, h, im->err)) {
        return false;
    }
    rob->segments[rob->segment_count++] = segment;
    return true;
}

static bool make_segments(struct import *im)
{
    struct rq_rob *rob = im->doc->root;
    const struct rq_scene *s = im->scene;
    rob->segments = rq_arena_get(&im->doc->arena, s->node_count, sizeof *rob->segments);
    rob->segment_room = s->node_count;
    if (!rob->segments || !rq_key_set_open(&im->names, &im->temp, s->node_count))
        return no_memory(im);
    if (!look_at_nodes(im))
        return false;
    for (uint32_t i = 0; i < s->node_count; i++)
        if (s->nodes[i].parent < 0 && !add_segment(im, i))
            return false;
    return true;
}

/* doc is a fresh one. A scene without nodes is an archive without segments: there is such a one. */
bool rq_rob_from_scene(struct rq_doc *doc, const struct rq_scene *scene, const char *name,
                       struct rq_error *err)
{
    struct import im = {.doc = doc,
                        .scene = scene,
                        .err = err,
                        .temp = {.alloc = doc->alloc, .limit = doc->arena.limit}};
    (void)name;
    rq_model3d_tell_lost(doc, scene);
    bool fine = make_segments(&im);
    rq_arena_free(&im.temp);
    return fine;
}
