/* Reading an MDL: headers, names, animations and the trees of nodes. */
#include "formats/kotor/mdl/parts.h"

static uint64_t in_file(uint64_t offset)
{
    return RQ_MDL_START + offset;
}

/* ---- names ---- */

/* Text up to its NUL, in place. */
static const char *read_text(struct rq_cur *body, uint32_t offset, const char *name)
{
    struct rq_cur c = *body;
    if (!rq_seek(&c, offset, name))
        return "";
    size_t most = rq_left(&c) < RQ_MDL_NAME_SIZE ? rq_left(&c) : RQ_MDL_NAME_SIZE;
    const uint8_t *nul = most ? memchr(c.p, 0, most) : NULL;
    if (!nul) {
        rq_bad(&c, RQ_CORRUPT, rq_tell(&c), "%s without an end", name);
        return "";
    }
    return (const char *)rq_take(&c, (size_t)(nul - c.p) + 1, RQ_KIND_text, name);
}

bool rq_mdl_read_texts(struct rq_mdl_reader *r, const uint32_t array[3], const char *name,
                       const char ***texts, uint32_t **places)
{
    uint32_t count = array[1];
    struct rq_cur c = rq_sub(&r->body, count ? array[0] : 0, (uint64_t)count * 4, name);
    if (!rq_ok(&c))
        return false;
    *places = rq_cur_get(r->doc, &r->body, count, sizeof **places);
    *texts = rq_cur_get(r->doc, &r->body, count, sizeof **texts);
    if (!*places || !*texts || !rq_take_array(&c, count, 4, RQ_KIND_u32, *places, name))
        return false;
    for (uint32_t i = 0; i < count && rq_ok(&r->body); i++)
        (*texts)[i] = read_text(&r->body, (*places)[i], name);
    return rq_ok(&r->body);
}

/* ---- trees ---- */

bool rq_mdl_push(struct rq_mdl_reader *r, uint32_t offset, int32_t parent)
{
    uint64_t size = (uint64_t)(r->body.end - r->body.begin);
    if (offset >= size)
        return rq_bad(&r->body, RQ_CORRUPT, in_file(offset), "a part of a tree outside the file");
    if (r->seen[offset / 8] & 1u << offset % 8)
        return rq_bad(&r->body, RQ_CORRUPT, in_file(offset), "a tree that meets itself");
    r->seen[offset / 8] = (uint8_t)(r->seen[offset / 8] | 1u << offset % 8);
    struct rq_mdl_place place = {offset, parent};
    rq_put(&r->stack, &place, sizeof place);
    return !r->stack.failed || rq_bad(&r->body, RQ_NO_MEMORY, 0, "out of memory");
}

struct rq_mdl_place rq_mdl_place_at(const struct rq_mdl_reader *r, uint32_t index)
{
    struct rq_mdl_place place;
    memcpy(&place, r->places.data + index * sizeof place, sizeof place);
    return place;
}

bool rq_mdl_walk(struct rq_mdl_reader *r, uint32_t root,
                 bool (*children)(struct rq_mdl_reader *r, uint32_t offset, int32_t self))
{
    rq_out_cut(&r->stack, 0);
    rq_out_cut(&r->places, 0);
    bool fine = rq_mdl_push(r, root, -1);
    while (fine && r->stack.size) {
        struct rq_mdl_place place;
        rq_out_cut(&r->stack, r->stack.size - sizeof place);
        memcpy(&place, r->stack.data + r->stack.size, sizeof place);
        int32_t self = (int32_t)(r->places.size / sizeof place);
        rq_put(&r->places, &place, sizeof place);
        fine = !r->places.failed || rq_bad(&r->body, RQ_NO_MEMORY, 0, "out of memory");
        fine = fine && children(r, place.offset, self);
    }
    return fine;
}

static bool push_children(struct rq_mdl_reader *r, uint32_t offset, int32_t self)
{
    enum { CHILDREN_AT = 0x2C, NODE_SIZE = 80 };
    struct rq_cur node = rq_sub(&r->body, offset, NODE_SIZE, "node");
    if (!rq_ok(&node))
        return false;
    uint32_t count = rq_get32(node.p + CHILDREN_AT + 4);
    if (count == 0)
        return true;
    struct rq_cur list =
        rq_sub(&r->body, rq_get32(node.p + CHILDREN_AT), (uint64_t)count * 4, "children");
    if (!rq_ok(&list))
        return false;
    rq_note_at(&list, list.p, (size_t)count * 4, RQ_KIND_u32, count, "children");
    for (uint32_t i = count; i-- > 0;)
        if (!rq_mdl_push(r, rq_get32(list.p + (size_t)i * 4), self))
            return false;
    return true;
}

static bool read_tree(struct rq_mdl_reader *r, uint32_t root, struct rq_mdl_tree *tree)
{
    if (!rq_mdl_walk(r, root, push_children))
        return false;
    /* Boxes of a mesh use the list of places too: all nodes take theirs first. */
    uint32_t count = (uint32_t)(r->places.size / sizeof(struct rq_mdl_place));
    tree->nodes = rq_cur_get(r->doc, &r->body, count, sizeof *tree->nodes);
    if (!tree->nodes)
        return false;
    tree->count = count;
    for (uint32_t i = 0; i < count; i++) {
        struct rq_mdl_place place = rq_mdl_place_at(r, i);
        tree->nodes[i].place = place.offset;
        tree->nodes[i].parent = place.parent;
    }
    for (uint32_t i = 0; i < count && rq_ok(&r->body); i++) {
        rq_enter(&r->body, "nodes", i);
        rq_mdl_read_node(r, &tree->nodes[i]);
        rq_leave(&r->body);
    }
    rq_mdl_subtrees(tree);
    return rq_ok(&r->body);
}

/* ---- animations ---- */

static bool read_animation(struct rq_mdl_reader *r, struct rq_mdl_animation *a)
{
    struct rq_cur c = rq_sub(&r->body, a->place, RQ_MDL_ANIMATION_SIZE, "animation");
    rq_rec_read(&c, rq_mdl_rec.geometry, &a->geometry);
    rq_rec_read(&c, rq_mdl_rec.animation_header, &a->header);
    a->event_count = a->header.events[1];
    c = rq_sub(&r->body, a->event_count ? a->header.events[0] : 0,
               (uint64_t)a->event_count * rq_mdl_rec.event->size, "events");
    a->events = rq_cur_get(r->doc, &r->body, a->event_count, sizeof *a->events);
    return rq_ok(&r->body) &&
           rq_recs_read(&c, rq_mdl_rec.event, sizeof *a->events, a->event_count, a->events) &&
           read_tree(r, a->geometry.root, &a->tree);
}

static bool read_animations(struct rq_mdl_reader *r)
{
    struct rq_mdl *m = r->m;
    const uint32_t *list = m->model.animations;
    struct rq_cur c = rq_sub(&r->body, list[1] ? list[0] : 0, (uint64_t)list[1] * 4, "animations");
    if (!rq_ok(&c))
        return false;
    /* Each has a header of its own; what the arena gives for less is out of proportion. */
    if (list[1] > (uint64_t)(r->body.end - r->body.begin) / RQ_MDL_ANIMATION_SIZE)
        return rq_bad(&c, RQ_CORRUPT, rq_tell(&c), "%u animations can't fit in the file", list[1]);
    m->animations = rq_cur_get(r->doc, &r->body, list[1], sizeof *m->animations);
    for (uint32_t i = 0; i < list[1] && rq_ok(&r->body); i++) {
        struct rq_mdl_animation *a = &m->animations[m->animation_count++];
        rq_enter(&r->body, "animations", i);
        a->place = rq_u32(&c, "offset");
        read_animation(r, a);
        rq_leave(&r->body);
    }
    return rq_ok(&r->body);
}

/* ---- the whole ---- */

static void find_animation_root(struct rq_mdl_reader *r)
{
    struct rq_mdl *m = r->m;
    m->animation_root = RQ_MDL_NO_NODE;
    for (uint32_t i = 0; i < m->tree.count && m->animation_root == RQ_MDL_NO_NODE; i++)
        if (m->tree.nodes[i].place == m->model.animation_root)
            m->animation_root = i;
    if (m->model.animation_root && m->animation_root == RQ_MDL_NO_NODE)
        rq_find(r->doc, "no-animation-root", in_file(0xA8), "model",
                "animation_root 0x%x is not a node", m->model.animation_root);
}

static bool read_all(struct rq_mdl_reader *r)
{
    struct rq_mdl *m = r->m;
    rq_enter(&r->body, "header", -1);
    rq_rec_read(&r->body, rq_mdl_rec.geometry, &m->geometry);
    rq_rec_read(&r->body, rq_mdl_rec.model, &m->model);
    rq_leave(&r->body);
    if (!rq_mdl_version_of(m->geometry.function_1, &m->version))
        rq_find(r->doc, "unknown-game", in_file(0), "header",
                "function_1 is %u, of no known game; read as K1", m->geometry.function_1);
    m->name_count = m->model.names[1];
    return rq_ok(&r->body) &&
           rq_mdl_read_texts(r, m->model.names, "names", &m->names, &m->name_places) &&
           read_animations(r) && read_tree(r, m->geometry.root, &m->tree);
}

bool rq_mdl_read(struct rq_doc *doc, struct rq_cur *cur)
{
    struct rq_mdl *m = doc->root = rq_cur_get(doc, cur, 1, sizeof *m);
    if (!m || !rq_rec_read(cur, rq_mdl_rec.wrapper, &m->wrapper))
        return false;
    size_t size = rq_left(cur);
    struct rq_mdl_reader r = {.doc = doc,
                              .m = m,
                              .body = rq_sub(cur, RQ_MDL_START, size, "model"),
                              .stack = {.alloc = doc->alloc},
                              .places = {.alloc = doc->alloc}};
    if (m->wrapper.zero)
        return rq_bad(cur, RQ_BAD_MAGIC, 0, "starts with %u, not with 0", m->wrapper.zero);
    if (m->wrapper.size != size)
        rq_find(doc, "wrong-size", 4, "mdl", "%u bytes follow the wrapper by it, really %zu",
                m->wrapper.size, size);
    r.seen = rq_mem(doc->alloc, NULL, size / 8 + 1);
    if (r.seen) {
        memset(r.seen, 0, size / 8 + 1);
        if (read_all(&r)) {
            find_animation_root(&r);
            rq_mdl_read_mdx(doc);
            rq_mdl_check(doc);
        }
        rq_mem(doc->alloc, r.seen, 0);
    } else {
        rq_bad(cur, RQ_NO_MEMORY, 0, "out of memory");
    }
    rq_out_free(&r.stack);
    rq_out_free(&r.places);
    return rq_ok(cur);
}
