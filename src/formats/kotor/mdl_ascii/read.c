/* ASCII MDL to a model: the lines of the model and of its animations, and the trees. The lines of
 * nodes are in read_node.c, words and numbers in line.c. */
#include "formats/kotor/mdl_ascii/parts.h"

#include <stdio.h>
#include <stdlib.h>

#define NONE UINT32_MAX

/* ---- names ---- */

static int compare_names(struct rq_bytes a, struct rq_bytes b)
{
    size_t n = a.size < b.size ? a.size : b.size;
    for (size_t i = 0; i < n; i++) {
        int order = (uint8_t)rq_lower((char)a.data[i]) - (uint8_t)rq_lower((char)b.data[i]);
        if (order)
            return order;
    }
    return (a.size > b.size) - (a.size < b.size);
}

/* The same, and where they are the same but for their case by that: a model may have "hair" and
 * "Hair". */
static int compare_exactly(struct rq_bytes a, struct rq_bytes b)
{
    int order = compare_names(a, b);
    return order || !a.size ? order : memcmp(a.data, b.data, a.size);
}

static int by_name(const void *a, const void *b)
{
    const struct rq_ascii_name *x = a, *y = b;
    int order = compare_exactly(x->text, y->text);
    return order ? order : (x->place > y->place) - (x->place < y->place);
}

typedef int compare_fn(struct rq_bytes a, struct rq_bytes b);

static const struct rq_ascii_name *find_by(const struct rq_ascii_reader *r, struct rq_bytes name,
                                           compare_fn *compare)
{
    uint32_t low = 0, high = r->name_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare(r->names[middle].text, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < r->name_count && compare(r->names[low].text, name) == 0 ? &r->names[low] : NULL;
}

const struct rq_ascii_name *rq_ascii_find(const struct rq_ascii_reader *r, struct rq_bytes name)
{
    const struct rq_ascii_name *found = find_by(r, name, compare_exactly);
    return found ? found : find_by(r, name, compare_names);
}

/* "node TYPE NAME" and "name NAME"; empty for other lines. */
static struct rq_bytes name_on_line(struct rq_ascii_reader *r)
{
    struct rq_bytes type;
    if (!rq_ascii_is(r, "name") && (!rq_ascii_is(r, "node") || !rq_ascii_word(r, &type)))
        return (struct rq_bytes){0};
    return rq_ascii_rest(r);
}

/* Goes over the whole text once, before anything else. */
static bool collect_names(struct rq_ascii_reader *r)
{
    struct rq_bytes all = r->rest;
    size_t lines = 0; /* "name" alone on a line is a name of the model, too: an empty one */
    while (rq_ascii_next(r)) {
        lines += rq_ascii_is(r, "name");
        r->name_count += name_on_line(r).size != 0;
    }
    r->names = rq_ascii_temp(r, r->name_count, sizeof *r->names);
    r->newest = rq_ascii_temp(r, r->name_count, sizeof *r->newest);
    r->name_of = rq_ascii_temp(r, r->name_count, sizeof *r->name_of);
    r->like = rq_ascii_temp(r, r->name_count, sizeof *r->like);
    r->seen = rq_ascii_temp(r, r->name_count, sizeof *r->seen);
    r->nodes = rq_ascii_temp(r, r->name_count, sizeof *r->nodes);
    r->m->names = rq_ascii_keep(r, r->name_count + lines, sizeof *r->m->names);
    if (!rq_ascii_ok(r))
        return false;
    r->rest = all;
    for (uint32_t i = 0; rq_ascii_next(r);) {
        struct rq_bytes name = name_on_line(r);
        if (name.size) {
            r->names[i] = (struct rq_ascii_name){.text = name, .place = i};
            i++;
        }
    }
    r->rest = all;
    r->line = 0;
    if (r->name_count)
        qsort(r->names, r->name_count, sizeof *r->names, by_name);
    for (uint32_t i = 0; i < r->name_count; i++) {
        if (i && compare_exactly(r->names[i - 1].text, r->names[i].text) != 0)
            r->rank_count++;
        r->names[i].rank = r->rank_count;
        r->newest[i] = r->name_of[i] = r->seen[i] = NONE;
    }
    return true;
}

/* A name that no node of the geometry has stands for one that differs in its case only: the first
 * of those that are the same but for that. */
static void join_names(struct rq_ascii_reader *r)
{
    for (uint32_t i = 0, end = 0; i < r->name_count; i = end) {
        uint32_t first = NONE;
        for (end = i;
             end < r->name_count && compare_names(r->names[i].text, r->names[end].text) == 0; end++)
            if (first == NONE && r->name_of[r->names[end].rank] != NONE)
                first = r->names[end].rank;
        for (uint32_t k = i; k < end; k++) {
            uint32_t rank = r->names[k].rank;
            r->like[rank] = r->name_of[rank] != NONE || first == NONE ? rank : first;
        }
    }
}

/* A name of the model; names of fixed size elsewhere are of at most 31 bytes. */
static uint32_t add_name(struct rq_ascii_reader *r, struct rq_bytes name)
{
    enum { MOST = RQ_MDL_NAME_SIZE - 1 };
    struct rq_mdl *m = r->m;
    if (name.size > MOST || m->name_count > UINT16_MAX - 1) {
        rq_ascii_bad(r, "%.*s: the name is too long, or there are too many", RQ_NAME(name));
        return 0;
    }
    m->names[m->name_count] = rq_arena_text(&r->doc->arena, (const char *)name.data, name.size);
    if (!m->names[m->name_count])
        rq_fail(r->err, RQ_NO_MEMORY, 0, "mdl_ascii", "out of memory");
    return m->name_count++;
}

/* ---- trees ---- */

/* The nodes in pre-order, children in the order of the text; their parents are numbers of nodes
 * by now. */
struct ordering {
    const struct rq_ascii_node *nodes;
    uint32_t count;
    uint32_t *first, *next; /* children */
    uint32_t *order, *parents;
};

static void link_children(struct ordering *o, const int32_t *parents)
{
    memset(o->first, 0xFF, o->count * sizeof *o->first);
    for (uint32_t i = o->count; i-- > 0;) {
        o->next[i] = NONE;
        if (parents[i] < 0)
            continue;
        o->next[i] = o->first[parents[i]];
        o->first[parents[i]] = i;
    }
}

/* Without recursion: the tree may be as deep as the text is long. False when some nodes hang on
 * each other only. */
static bool walk(struct ordering *o, const int32_t *parents, uint32_t root)
{
    uint32_t done = 0, at = root;
    while (at != NONE) {
        o->order[done++] = at;
        if (o->first[at] != NONE) {
            at = o->first[at];
            continue;
        }
        while (at != root && o->next[at] == NONE)
            at = (uint32_t)parents[at];
        at = at == root ? NONE : o->next[at];
    }
    return done == o->count;
}

static bool order_nodes(struct rq_ascii_reader *r, const int32_t *parents, struct rq_mdl_tree *tree)
{
    struct ordering o = {.nodes = r->nodes, .count = r->node_count};
    uint32_t *places = rq_ascii_temp(r, o.count, sizeof *places), root = NONE;
    o.first = rq_ascii_temp(r, o.count, sizeof *o.first);
    o.next = rq_ascii_temp(r, o.count, sizeof *o.next);
    o.order = rq_ascii_temp(r, o.count, sizeof *o.order);
    tree->nodes = rq_ascii_keep(r, o.count, sizeof *tree->nodes);
    if (!rq_ascii_ok(r))
        return false;
    for (uint32_t i = 0; i < o.count; i++) {
        if (parents[i] >= 0)
            continue;
        if (root != NONE) {
            r->line = r->nodes[i].line;
            return rq_ascii_bad(r, "a second node without a parent: the first is on line %zu",
                                r->nodes[root].line);
        }
        root = i;
    }
    if (root == NONE)
        return rq_ascii_bad(r, "no node is without a parent");
    link_children(&o, parents);
    if (!walk(&o, parents, root))
        return rq_ascii_bad(r, "a node is its own parent's parent");
    for (uint32_t i = 0; i < o.count; i++)
        places[o.order[i]] = i;
    for (uint32_t i = 0; i < o.count; i++) {
        struct rq_mdl_node *node = &tree->nodes[i];
        *node = r->nodes[o.order[i]].node;
        int32_t parent = parents[o.order[i]];
        node->parent = parent < 0 ? -1 : (int32_t)places[parent];
    }
    tree->count = o.count;
    rq_mdl_subtrees(tree);
    return true;
}

/* The parent is the newest node of its name before this one, else one that follows. */
static bool make_tree(struct rq_ascii_reader *r, struct rq_mdl_tree *tree)
{
    int32_t *parents = rq_ascii_temp(r, r->node_count, sizeof *parents);
    uint32_t *seen = r->seen;
    if (!parents || !rq_ascii_ok(r))
        return false;
    for (uint32_t i = r->node_count; i-- > 0;)
        seen[r->nodes[i].rank] = i;
    for (uint32_t i = 0; i < r->node_count; i++) {
        const struct rq_ascii_node *node = &r->nodes[i];
        parents[i] = -1;
        r->line = node->line;
        if (node->parent.size && !rq_line_is(node->parent, "NULL")) {
            const struct rq_ascii_name *name = rq_ascii_find(r, node->parent);
            if (!name || seen[r->like[name->rank]] == NONE)
                return rq_ascii_bad(r, "there is no node %.*s%s", RQ_NAME(node->parent),
                                    r->m->geometry.name[0] ? ""
                                                           : "; without newmodel this is the text "
                                                             "of a walkmesh");
            parents[i] = (int32_t)seen[r->like[name->rank]];
        }
        seen[node->rank] = i;
    }
    for (uint32_t i = 0; i < r->node_count; i++)
        seen[r->nodes[i].rank] = NONE;
    return order_nodes(r, parents, tree);
}

/* ---- nodes of the geometry and of animations ---- */

static struct rq_ascii_node *start_node(struct rq_ascii_reader *r)
{
    struct rq_bytes type;
    struct rq_ascii_node *node = &r->nodes[r->node_count];
    if (!rq_ascii_word(r, &type)) {
        rq_ascii_bad(r, "a node without a type");
        return NULL;
    }
    struct rq_bytes name = rq_ascii_rest(r);
    const struct rq_ascii_name *known = rq_ascii_find(r, name);
    if (!known) {
        rq_ascii_bad(r, "a node without a name");
        return NULL;
    }
    *node = (struct rq_ascii_node){.rank = known->rank, .line = r->line};
    node->last_key = &node->keys;
    node->node.header.orientation[0] = 1;
    /* MDLOps' older way to say that a mesh is the blade of a saber. */
    bool saber = name.size > 6 && memcmp(name.data, "2081__", 6) == 0;
    unsigned kind = rq_ascii_type(saber ? rq_line_of("lightsaber") : type);
    if (!kind) {
        rq_ascii_bad(r, "%.*s is not a type of node", RQ_NAME(type));
        return NULL;
    }
    if (saber)
        rq_line_cut(&name, 6);
    node->node.header.type = (uint16_t)kind;
    node->name = NONE;
    if (!r->geometry)
        node->name = add_name(r, name);
    r->node_count++;
    return rq_ascii_ok(r) ? node : NULL;
}

static bool take_geometry_node(struct rq_ascii_reader *r)
{
    struct rq_ascii_node *node = start_node(r);
    if (!node)
        return false;
    node->node.header.name = (uint16_t)node->name;
    r->name_of[node->rank] = node->name;
    return rq_ascii_take_node(r, node);
}

/* A node of an animation belongs to the one of the geometry that has its name; where there is
 * none, the name alone is added. */
static bool take_animation_node(struct rq_ascii_reader *r)
{
    struct rq_ascii_node *node = start_node(r);
    if (!node)
        return false;
    node->rank = r->like[node->rank];
    if (r->name_of[node->rank] == NONE) {
        const struct rq_ascii_name *name = rq_ascii_find(r, rq_ascii_rest(r));
        r->name_of[node->rank] = name ? add_name(r, name->text) : 0;
    }
    node->node.header.type = RQ_MDL_HEADER;
    node->node.header.name = (uint16_t)r->name_of[node->rank];
    return rq_ascii_take_node(r, node);
}

static bool finish_geometry(struct rq_ascii_reader *r)
{
    size_t line = r->line;
    if (!r->node_count)
        return rq_ascii_bad(r, "there are no nodes");
    join_names(r);
    r->geometry = r->nodes;
    r->geometry_count = r->node_count;
    for (uint32_t i = 0; i < r->node_count; i++) {
        struct rq_ascii_node *node = &r->nodes[i];
        bool root = !node->parent.size || rq_line_is(node->parent, "NULL");
        r->newest[node->rank] = i;
        /* The root of a model has no keys for where it stands: it stands nowhere else. */
        while (root && node->keys && node->keys->rows == 1 &&
               (node->keys->code == 8 || node->keys->code == 20))
            node->keys = node->keys->next;
        if (!rq_ascii_pack_keys(r, node, false))
            return false;
        if (node->node.mesh &&
            !(node->node.mesh->saber ? rq_ascii_make_saber(r, node) : rq_ascii_make_mesh(r, node)))
            return false;
    }
    bool fine = make_tree(r, &r->m->tree);
    r->line = fine ? line : r->line;
    return fine;
}

/* ---- animations ---- */

static void take_event(struct rq_ascii_reader *r, struct rq_mdl_event *event)
{
    event->time = rq_ascii_f32(r);
    struct rq_bytes name = rq_ascii_rest(r);
    if (name.size >= sizeof event->name)
        rq_ascii_bad(r, "%.*s: the name is too long", RQ_NAME(name));
    else if (name.size)
        memcpy(event->name, name.data, name.size);
}

static size_t count_events(struct rq_ascii_reader copy)
{
    size_t count = 0;
    bool list = false;
    while (rq_ascii_next(&copy) && !rq_ascii_is(&copy, "doneanim")) {
        list = rq_ascii_is(&copy, "eventlist") || (list && !rq_ascii_is(&copy, "endlist"));
        count += rq_ascii_is(&copy, "event") || list;
    }
    return count;
}

static void take_name(struct rq_ascii_reader *r, char *field, size_t size)
{
    struct rq_bytes name = rq_ascii_rest(r);
    memset(field, 0, size);
    if (name.size >= size)
        rq_ascii_bad(r, "%.*s: the name is too long", RQ_NAME(name));
    else if (name.size)
        memcpy(field, name.data, name.size);
}

static void take_animation_line(struct rq_ascii_reader *r, struct rq_mdl_animation *a)
{
    if (rq_ascii_is(r, "length")) {
        a->header.length = rq_ascii_f32(r);
    } else if (rq_ascii_is(r, "transtime")) {
        a->header.transition = rq_ascii_f32(r);
    } else if (rq_ascii_is(r, "animroot")) {
        take_name(r, a->header.root, sizeof a->header.root);
    } else if (rq_ascii_is(r, "event")) {
        take_event(r, &a->events[a->event_count++]);
    } else if (rq_ascii_is(r, "eventlist")) {
        while (rq_ascii_next(r) && !rq_ascii_is(r, "endlist")) {
            /* The time is the first word here. */
            r->words = (struct rq_bytes){r->first.data,
                                         (size_t)(r->words.data - r->first.data) + r->words.size};
            take_event(r, &a->events[a->event_count++]);
        }
    } else if (rq_ascii_is(r, "node")) {
        take_animation_node(r);
    } else {
        rq_ascii_left_out(r);
    }
}

static bool take_animation(struct rq_ascii_reader *r, struct rq_mdl_animation *a)
{
    struct rq_bytes name;
    struct rq_ascii_node *kept = r->nodes;
    if (!rq_ascii_word(r, &name) || name.size >= sizeof a->geometry.name)
        return rq_ascii_bad(r, "an animation without a name, or with one that is too long");
    memcpy(a->geometry.name, name.data, name.size);
    a->events = rq_ascii_keep(r, count_events(*r), sizeof *a->events);
    r->nodes = r->geometry + r->geometry_count;
    r->node_count = 0;
    while (rq_ascii_ok(r) && rq_ascii_next(r) && !rq_ascii_is(r, "doneanim"))
        take_animation_line(r, a);
    if (rq_ascii_ok(r) && !r->node_count)
        return rq_ascii_bad(r, "the animation %.*s has no nodes", RQ_NAME(name));
    size_t line = r->line;
    for (uint32_t i = 0; i < r->node_count && rq_ascii_ok(r); i++)
        rq_ascii_pack_keys(r, &r->nodes[i], true);
    bool fine = rq_ascii_ok(r) && make_tree(r, &a->tree);
    r->line = fine ? line : r->line;
    r->nodes = kept;
    return fine;
}

/* ---- the model ---- */

static void take_supermodel(struct rq_ascii_reader *r)
{
    struct rq_bytes name;
    if (rq_ascii_word(r, &name))
        take_name(r, r->m->model.supermodel, sizeof r->m->model.supermodel);
}

static void take_classification(struct rq_ascii_reader *r)
{
    struct rq_bytes word;
    int64_t number = 0;
    if (!rq_ascii_word(r, &word))
        return;
    int known = rq_ascii_class(word);
    if (known < 0 && (!rq_line_number(word, &number) || number < 0 || number > 255))
        rq_ascii_bad(r, "%.*s is not a classification", RQ_NAME(word));
    r->m->model.classification = (uint8_t)(known < 0 ? number : known);
}

static bool take_model_line(struct rq_ascii_reader *r, bool inside)
{
    struct rq_mdl_model *model = &r->m->model;
    if (rq_ascii_is(r, "newmodel"))
        take_name(r, r->m->geometry.name, sizeof r->m->geometry.name);
    else if (rq_ascii_is(r, "setsupermodel"))
        take_supermodel(r);
    else if (rq_ascii_is(r, "classification"))
        take_classification(r);
    else if (rq_ascii_is(r, "classification_unk1"))
        model->subclassification = (uint8_t)rq_ascii_integer(r);
    else if (rq_ascii_is(r, "ignorefog"))
        model->fog = rq_ascii_integer(r) == 0;
    else if (rq_ascii_is(r, "compress_quaternions"))
        r->compress = rq_ascii_integer(r) != 0;
    else if (rq_ascii_is(r, "headlink"))
        r->headlink = rq_ascii_integer(r) != 0;
    else if (rq_ascii_is(r, "setanimationscale"))
        model->animation_scale = rq_ascii_f32(r);
    else if (inside && rq_ascii_is(r, "bmin"))
        rq_ascii_f32s(r, r->box_min, 3);
    else if (inside && rq_ascii_is(r, "bmax"))
        rq_ascii_f32s(r, r->box_max, 3);
    else if (inside && rq_ascii_is(r, "radius"))
        r->radius = rq_ascii_f32(r);
    else if (inside && rq_ascii_is(r, "name"))
        add_name(r, rq_ascii_rest(r));
    else
        rq_ascii_left_out(r);
    return rq_ascii_ok(r);
}

/* "# game k2" on a line of its own: the dialect does not tell. */
static bool is_k2(struct rq_bytes text)
{
    enum { LINES = 16 };
    for (size_t i = 0; text.size && i < LINES; i++) {
        enum rq_line_end end;
        struct rq_bytes line = rq_line_next(&text, &end);
        line.size = rq_line_trimmed(line);
        if (rq_line_is(line, "# game k2"))
            return true;
    }
    return false;
}

static size_t count_animations(struct rq_ascii_reader copy)
{
    size_t count = 0;
    while (rq_ascii_next(&copy))
        count += rq_ascii_is(&copy, "newanim");
    return count;
}

static bool take_model(struct rq_ascii_reader *r)
{
    struct rq_mdl *m = r->m;
    m->animations = rq_ascii_keep(r, count_animations(*r), sizeof *m->animations);
    while (m->animations && rq_ascii_ok(r) && rq_ascii_next(r)) {
        if (rq_ascii_is(r, "node")) {
            if (r->geometry)
                return rq_ascii_bad(r, "a node stands behind the geometry");
            take_geometry_node(r);
        } else if (rq_ascii_is(r, "newanim")) {
            if (!r->geometry && !finish_geometry(r))
                return false;
            take_animation(r, &m->animations[m->animation_count++]);
        } else if (rq_ascii_is(r, "donemodel")) {
            break;
        } else {
            take_model_line(r, !r->geometry);
        }
    }
    return rq_ascii_ok(r) && (r->geometry || finish_geometry(r));
}

/* ---- numbers of the supermodel ---- */

static struct rq_doc *open_supermodel(struct rq_ascii_reader *r)
{
    char name[48];
    struct rq_bytes bytes;
    struct rq_error ignored = {0};
    snprintf(name, sizeof name, "%.32s.mdl", r->m->model.supermodel);
    if (!r->doc->env || !r->doc->env->get(r->doc->env->ctx, name, &bytes))
        return NULL;
    return rq_doc_read(bytes, &(struct rq_options){.format = rq_format_by_name("mdl")}, &ignored);
}

/* A node that the supermodel has too gets its number there, all others numbers that it does not
 * use. */
static void number_nodes(struct rq_ascii_reader *r)
{
    struct rq_mdl *m = r->m;
    for (uint32_t i = 0; i < m->tree.count; i++)
        m->tree.nodes[i].header.number = m->tree.nodes[i].header.name;
    if (!rq_mdl_has_supermodel(m))
        return;
    struct rq_doc *doc = open_supermodel(r);
    const struct rq_mdl *super = doc ? rq_doc_root(doc, "mdl") : NULL;
    if (!super || super->tree.count > 0x7FFF) {
        rq_find(r->doc, "no-supermodel", 0, "setsupermodel",
                "%.32s was not found, so nodes have numbers of their own and its animations will "
                "not move them; convert --to mdl --game DIR finds it",
                m->model.supermodel);
        rq_doc_free(doc);
        return;
    }
    uint32_t next = 0;
    for (uint32_t i = 0; i < super->tree.count; i++)
        if (super->tree.nodes[i].header.number >= next)
            next = super->tree.nodes[i].header.number + 1u;
    uint32_t *numbers = rq_ascii_temp(r, r->name_count, sizeof *numbers);
    for (uint32_t i = 0; numbers && i < super->tree.count; i++) {
        const struct rq_mdl_node *node = &super->tree.nodes[i];
        const struct rq_ascii_name *name =
            node->header.name < super->name_count
                ? rq_ascii_find(r, rq_line_of(super->names[node->header.name]))
                : NULL;
        if (name)
            numbers[name->rank] = node->header.number + 1u;
    }
    for (uint32_t i = 0; numbers && i < m->tree.count; i++) {
        struct rq_mdl_node *node = &m->tree.nodes[i];
        const struct rq_ascii_name *name =
            rq_ascii_find(r, rq_line_of(m->names[node->header.name]));
        node->header.number =
            (uint16_t)(name && numbers[name->rank] ? numbers[name->rank] - 1 : next++);
    }
    m->geometry.node_count = m->tree.count + 1 + super->geometry.node_count;
    rq_doc_free(doc);
}

static bool finish_model(struct rq_ascii_reader *r)
{
    struct rq_mdl *m = r->m;
    number_nodes(r);
    for (uint32_t i = 0; i < m->tree.count && r->headlink && !m->animation_root; i++)
        if (rq_casecmp(m->names[m->tree.nodes[i].header.name], "neck_g") == 0)
            m->animation_root = i;
    m->layout = RQ_MDL_CANONICAL;
    m->mdx_layout = RQ_MDX_CANONICAL;
    m->has_mdx = true;
    if (!rq_ascii_make_skins(r) || !rq_mdl_derive(r->doc, RQ_MDL_BIOWARE, r->err))
        return false;
    if (r->radius > 0) {
        memcpy(m->model.box_min, r->box_min, sizeof r->box_min);
        memcpy(m->model.box_max, r->box_max, sizeof r->box_max);
        m->model.radius = r->radius;
    }
    for (uint32_t i = 0; i < r->geometry_count; i++)
        if (r->geometry[i].node.mesh)
            rq_ascii_keep_given(&r->geometry[i], r->geometry[i].node.mesh);
    return true;
}

/* The lists as they stand take more than what is made of them. */
enum { TIMES = 40, MORE = 16 << 20 };

bool rq_mdl_fill_ascii(struct rq_doc *doc, struct rq_bytes text, const char *name,
                       struct rq_error *err)
{
    size_t limit = text.size < (SIZE_MAX - MORE) / TIMES ? text.size * TIMES + MORE : 0;
    struct rq_ascii_reader r = {.doc = doc,
                                .err = err,
                                .temp = {.alloc = doc->alloc, .limit = limit},
                                .rest = text,
                                .m = doc->root};
    (void)name;
    *r.m = (struct rq_mdl){.version = is_k2(text) ? RQ_MDL_K2 : RQ_MDL_K1};
    r.m->model.fog = 1;
    r.m->model.animation_scale = 0.971F;
    memcpy(r.m->model.supermodel, "NULL", 4);
    bool fine = collect_names(&r) && take_model(&r) && finish_model(&r);
    rq_arena_free(&r.temp);
    return fine;
}

struct rq_doc *rq_mdl_from_ascii(struct rq_bytes text, const struct rq_options *options,
                                 struct rq_error *err)
{
    struct rq_error ignored = {0};
    struct rq_options with = options ? *options : (struct rq_options){0};
    with.format = rq_format_by_name("mdl");
    with.memory_limit = text.size < (SIZE_MAX - MORE) / TIMES ? text.size * TIMES + MORE : 0;
    err = err ? err : &ignored;
    struct rq_doc *doc = err->code ? NULL : rq_doc_new(with.format, &with, err);
    if (doc && !rq_mdl_fill_ascii(doc, text, NULL, err)) {
        rq_doc_free(doc);
        doc = NULL;
    }
    return doc;
}
