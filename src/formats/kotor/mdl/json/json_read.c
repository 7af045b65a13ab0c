/* A model from JSON: headers, names, nodes, animations. Members come in the order in which they
 * are written where one needs another: names before nodes, a node's type before its parts. */
#include "formats/kotor/mdl/json/json_read.h"

/* ---- records and lists ---- */

void rq_mdl_take_words(struct rq_mdl_taker *t, const struct rq_mdl_piece *pieces, size_t count,
                       const char *place_key, uint32_t *place)
{
    struct rq_str key;
    rq_jr_object(t->jr);
    while (rq_jr_key(t->jr, &key)) {
        bool taken = place_key && rq_str_is(key, place_key);
        if (taken)
            *place = rq_jr_u32(t->jr);
        for (size_t i = 0; i < count && !taken; i++)
            taken = rq_rec_take_word(t->jr, pieces[i].rec, pieces[i].record, t->doc->page, key);
        if (!taken)
            rq_jr_unknown(t->jr, key);
    }
}

void rq_mdl_take_record(struct rq_mdl_taker *t, const struct rq_rec *rec, void *record)
{
    struct rq_str key;
    rq_jr_object(t->jr);
    while (rq_jr_key(t->jr, &key)) {
        if (rq_str_is(key, "words"))
            rq_mdl_take_words(t, &(struct rq_mdl_piece){rec, record}, 1, NULL, NULL);
        else if (!rq_rec_take(t->jr, rec, record, t->doc->page, key))
            rq_jr_unknown(t->jr, key);
    }
}

bool rq_mdl_next_in_row(struct rq_jr *jr, size_t each, size_t *at)
{
    if (!rq_jr_more(jr)) {
        if (rq_jr_ok(jr) && *at != each)
            rq_jr_bad(jr, "a row of %zu values, not of %zu", *at, each);
        return false;
    }
    return (*at)++ < each || rq_jr_bad(jr, "a row of more than %zu values", each);
}

float *rq_mdl_take_floats(struct rq_jr *jr, size_t each, uint32_t *count)
{
    size_t length = rq_jr_length(jr), n = 0;
    *count = 0;
    if (length > UINT32_MAX) {
        rq_jr_bad(jr, "a list of more than 32 bits can count");
        return NULL;
    }
    float *values = rq_jr_get(jr, length, each * sizeof *values);
    if (!values)
        return NULL;
    rq_jr_array(jr);
    while (rq_jr_more(jr) && n < length) {
        float *row = values + n++ * each;
        size_t k = 0;
        if (each == 1) {
            *row = rq_jr_f32(jr);
            continue;
        }
        rq_jr_array(jr);
        while (rq_mdl_next_in_row(jr, each, &k))
            row[k - 1] = rq_jr_f32(jr);
    }
    *count = (uint32_t)n;
    return values;
}

void *rq_mdl_take_numbers(struct rq_jr *jr, size_t size, uint32_t *count)
{
    size_t length = rq_jr_length(jr), n = 0;
    uint64_t most = size == 2 ? UINT16_MAX : UINT32_MAX;
    *count = 0;
    uint8_t *values = length > UINT32_MAX ? NULL : rq_jr_get(jr, length, size);
    if (!values) {
        rq_jr_bad(jr, "out of memory");
        return NULL;
    }
    rq_jr_array(jr);
    while (rq_jr_more(jr) && n < length) {
        uint32_t word = (uint32_t)rq_jr_unsigned(jr, most);
        uint16_t half = (uint16_t)word;
        memcpy(values + n++ * size, size == 2 ? (const void *)&half : &word, size);
    }
    *count = (uint32_t)n;
    return values;
}

void rq_mdl_take_shape(struct rq_mdl_taker *t, const struct rq_shape *shape, void *object)
{
    struct rq_shaper s = {.doc = t->doc, .page = t->doc->page, .jr = t->jr, .err = t->jr->ctx->err};
    rq_shape_take_value(&s, shape, object);
}

const char **rq_mdl_take_texts(struct rq_jr *jr, enum rq_codepage page, uint32_t *count)
{
    size_t length = rq_jr_length(jr), n = 0;
    *count = 0;
    const char **texts = length > UINT32_MAX ? NULL : rq_jr_get(jr, length, sizeof *texts);
    if (!texts) {
        rq_jr_bad(jr, "out of memory");
        return NULL;
    }
    rq_jr_array(jr);
    while (rq_jr_more(jr) && n < length) {
        struct rq_bytes text = rq_jr_text(jr, page);
        if (text.size && memchr(text.data, 0, text.size))
            rq_jr_bad(jr, "a name with a NUL in it");
        else if (text.size >= RQ_MDL_NAME_SIZE)
            rq_jr_bad(jr, "a name of %zu bytes", text.size);
        texts[n] = rq_arena_text(jr->arena, (const char *)text.data, text.size);
        if (!texts[n])
            rq_jr_bad(jr, "out of memory");
        if (!rq_jr_ok(jr))
            return NULL;
        n++;
    }
    *count = (uint32_t)n;
    return texts;
}

/* ---- controllers ---- */

static void take_keys(struct rq_mdl_taker *t, struct rq_mdl_node *node)
{
    struct rq_jr *jr = t->jr;
    size_t length = rq_jr_length(jr);
    node->keys = rq_jr_get(jr, length, sizeof *node->keys);
    node->key_count = 0;
    rq_jr_array(jr);
    while (rq_jr_more(jr) && node->keys)
        rq_mdl_take_shape(t, &rq_mdl_key_shape, &node->keys[node->key_count++]);
}

static void add_word(struct rq_mdl_taker *t, uint32_t word)
{
    rq_put(&t->words, &word, sizeof word);
}

static void take_times(struct rq_mdl_taker *t, struct rq_mdl_key *key)
{
    size_t first = t->words.size / 4, count = 0;
    rq_jr_array(t->jr);
    for (; rq_jr_more(t->jr); count++)
        add_word(t, rq_bits_of(rq_jr_f32(t->jr)));
    if (first > UINT16_MAX || count > UINT16_MAX)
        rq_jr_bad(t->jr, "more times than a controller may have");
    key->time_at = (uint16_t)first;
    key->rows = (uint16_t)count;
}

static void take_rows(struct rq_mdl_taker *t, struct rq_mdl_key *key)
{
    struct rq_jr *jr = t->jr;
    unsigned width = rq_mdl_key_width(key);
    size_t count = 0;
    rq_jr_array(jr);
    for (; rq_jr_more(jr); count++) {
        size_t k = 0;
        if (rq_mdl_key_packed(key)) {
            add_word(t, rq_jr_u32(jr));
        } else if (width == 1) {
            add_word(t, rq_bits_of(rq_jr_f32(jr)));
        } else {
            rq_jr_array(jr);
            while (rq_mdl_next_in_row(jr, width, &k))
                add_word(t, rq_bits_of(rq_jr_f32(jr)));
        }
    }
    if (rq_jr_ok(jr) && count != key->rows)
        rq_jr_bad(jr, "%zu rows for %u times", count, key->rows);
}

static void take_controller_code(struct rq_mdl_taker *t, unsigned type, struct rq_mdl_key *key)
{
    char name[40] = "";
    if (rq_jr_peek(t->jr) != RQ_J_STRING) {
        key->code = rq_jr_u32(t->jr);
    } else {
        struct rq_str text = rq_jr_string(t->jr);
        if (text.size < sizeof name)
            memcpy(name, text.text, text.size);
        key->code = rq_mdl_controller_code(type, name);
        if (key->code == 0)
            rq_jr_bad(t->jr, "no controller \"%s\" in a node of this type", name);
    }
    key->link = rq_mdl_link(t->animated, key->code);
}

static void take_controller(struct rq_mdl_taker *t, unsigned type, struct rq_mdl_key *to)
{
    struct rq_jr *jr = t->jr;
    struct rq_str key;
    bool timed = false, valued = false;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "controller")) {
            take_controller_code(t, type, to);
        } else if (rq_str_is(key, "times") && !timed) {
            take_times(t, to);
            timed = true;
        } else if (rq_str_is(key, "rows") && timed && !valued) {
            take_rows(t, to);
            valued = true;
        } else if (rq_str_is(key, "columns") || rq_str_is(key, "link") || rq_str_is(key, "pad")) {
            rq_rec_take(jr, rq_mdl_rec.key, to, t->doc->page, key);
        } else {
            rq_jr_unknown(jr, key);
        }
    }
    size_t values = (size_t)to->time_at + to->rows;
    if (rq_jr_ok(jr) && values > UINT16_MAX && to->rows)
        rq_jr_bad(jr, "more values than a node's controllers may have");
    if (rq_jr_ok(jr) && t->words.size / 4 != values + (size_t)to->rows * rq_mdl_key_width(to))
        rq_jr_bad(jr, "%u times want as many rows of %u values", to->rows, rq_mdl_key_width(to));
    to->value_at = (uint16_t)values;
}

/* Times and rows of all, one after another. */
static void take_controllers(struct rq_mdl_taker *t, struct rq_mdl_node *node)
{
    struct rq_jr *jr = t->jr;
    size_t length = rq_jr_length(jr);
    rq_out_cut(&t->words, 0);
    node->keys = rq_jr_get(jr, length, sizeof *node->keys);
    node->key_count = 0;
    rq_jr_array(jr);
    while (rq_jr_more(jr) && node->keys) {
        struct rq_mdl_key *key = &node->keys[node->key_count++];
        key->time_at = (uint16_t)(t->words.size / 4);
        take_controller(t, rq_mdl_names_type(&t->names, node), key);
    }
    if (t->words.failed)
        rq_jr_bad(jr, "out of memory");
    node->data_count = (uint32_t)(t->words.size / 4);
    node->data = rq_jr_get(jr, node->data_count, sizeof *node->data);
    if (node->data && node->data_count)
        memcpy(node->data, t->words.data, t->words.size);
}

/* ---- nodes ---- */

static uint32_t take_name(struct rq_mdl_taker *t, uint32_t most)
{
    if (rq_jr_peek(t->jr) != RQ_J_STRING) {
        uint32_t index = rq_jr_u32(t->jr);
        if (rq_jr_ok(t->jr) && index >= most)
            rq_jr_bad(t->jr, "number %u of %u", index, most);
        return rq_jr_ok(t->jr) ? index : 0;
    }
    uint32_t name = rq_mdl_names_find(&t->names, rq_jr_text(t->jr, t->doc->page));
    if (name == UINT32_MAX)
        rq_jr_bad(t->jr, "not one of the \"names\", or there more than once: give its number");
    return rq_jr_ok(t->jr) ? name : 0;
}

static uint32_t take_node_ref(struct rq_mdl_taker *t, uint32_t count)
{
    bool by_name = rq_jr_peek(t->jr) == RQ_J_STRING;
    uint32_t at = take_name(t, count);
    if (by_name && rq_jr_ok(t->jr))
        at = rq_mdl_names_bearer(&t->names, at);
    if (rq_jr_ok(t->jr) && at >= count)
        rq_jr_bad(t->jr, "no node of this name before, or several: give its number");
    return rq_jr_ok(t->jr) ? at : 0;
}

static void check_by_number(struct rq_mdl_taker *t, const struct rq_mdl_tree *tree, uint32_t node,
                            uint32_t of)
{
    char text[RQ_MDL_LABEL_SIZE];
    uint32_t name = tree->nodes[node].header.name;
    if (rq_mdl_names_bearer(&t->names, name) != RQ_MDL_NO_NODE &&
        rq_mdl_names_label(&t->names, name, t->m->names[name], text).data)
        rq_jr_bad(t->jr, "nodes[%u] is referred to by number, at nodes[%u], but has a name", node,
                  of);
}

static void take_type(struct rq_mdl_taker *t, struct rq_mdl_node *node)
{
    struct rq_jr *jr = t->jr;
    if (node->header.type)
        rq_jr_bad(jr, "a second \"type\"");
    if (rq_jr_peek(jr) == RQ_J_STRING) {
        node->header.type = (uint16_t)rq_mdl_type_of(rq_jr_string(jr));
        if (rq_jr_ok(jr) && !node->header.type)
            rq_jr_bad(jr, "no type of node");
    } else {
        node->header.type = (uint16_t)rq_jr_unsigned(jr, UINT16_MAX);
    }
    if (rq_jr_ok(jr) && !rq_mdl_node_make(jr->arena, node))
        rq_jr_bad(jr, "out of memory");
}

/* A part that the node's type has; false when the key is none of these. */
static bool take_part(struct rq_mdl_taker *t, struct rq_mdl_node *node, uint32_t index,
                      struct rq_str key)
{
    bool light = rq_str_is(key, "light"), emitter = rq_str_is(key, "emitter");
    bool reference = rq_str_is(key, "reference"), mesh = rq_str_is(key, "mesh");
    if (!light && !emitter && !reference && !mesh)
        return false;
    if (light && node->light)
        rq_mdl_take_shape(t, &rq_mdl_light_shape, node->light);
    else if (emitter && node->emitter)
        rq_mdl_take_shape(t, &rq_mdl_emitter_shape, node->emitter);
    else if (reference && node->reference)
        rq_mdl_take_shape(t, &rq_mdl_reference_shape, node->reference);
    else if (mesh && node->mesh)
        rq_mdl_take_mesh(t, node, index);
    else
        rq_jr_bad(t->jr, "a part that a node of this \"type\" does not have");
    return true;
}

/* A node of the geometry has a number of its own, unless the file had it so. */
static void take_number(struct rq_mdl_taker *t, const struct rq_mdl_tree *tree, uint32_t index,
                        bool shared)
{
    uint16_t number = tree->nodes[index].header.number;
    uint32_t first = 0;
    if (!t->numbers || t->unnumbered[index])
        return;
    while (t->numbers[number] && !shared && first < index &&
           (t->unnumbered[first] || tree->nodes[first].header.number != number))
        first++;
    if (t->numbers[number] && !shared)
        rq_jr_bad(t->jr,
                  "nodes[%u] has the \"number\" %u of nodes[%u]: without \"number\" it gets one "
                  "of its own",
                  index, number, first);
    t->numbers[number] = true;
}

/* Numbers for new nodes: behind the highest, which no animation and no supermodel can mean; or any
 * that is free. */
static void give_numbers(struct rq_mdl_taker *t, struct rq_mdl_tree *tree)
{
    uint32_t next = UINT16_MAX;
    while (next && !t->numbers[next - 1])
        next--;
    for (uint32_t i = 0; i < tree->count && rq_jr_ok(t->jr); i++) {
        if (!t->unnumbered[i])
            continue;
        for (uint32_t tries = 0; tries < UINT16_MAX && t->numbers[next]; tries++)
            next = (next + 1) % UINT16_MAX;
        if (t->numbers[next])
            rq_jr_bad(t->jr, "more nodes than there are numbers");
        tree->nodes[i].header.number = (uint16_t)next;
        t->numbers[next] = true;
    }
}

/* A parent that is given by number has no name of its own: with one, the number is of another tree. */
static void check_parents(struct rq_mdl_taker *t, const struct rq_mdl_tree *tree)
{
    for (uint32_t i = 0; i < tree->count && rq_jr_ok(t->jr); i++)
        if (t->by_number[i])
            check_by_number(t, tree, (uint32_t)tree->nodes[i].parent, i);
}

static void take_node(struct rq_mdl_taker *t, struct rq_mdl_tree *tree, uint32_t index)
{
    struct rq_jr *jr = t->jr;
    struct rq_mdl_node *node = &tree->nodes[index];
    struct rq_mdl_piece piece = {rq_mdl_rec.node_header, &node->header};
    struct rq_str key;
    bool shared = false;
    node->parent = -1;
    t->unnumbered[index] = true;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "name"))
            node->header.name = (uint16_t)take_name(
                t, t->m->name_count < UINT16_MAX ? t->m->name_count : UINT16_MAX);
        else if (rq_str_is(key, "parent"))
            t->by_number[index] = rq_jr_peek(jr) == RQ_J_NUMBER,
            node->parent = (int32_t)take_node_ref(t, index);
        else if (rq_str_is(key, "shared_number"))
            shared = rq_jr_bool(jr);
        else if (rq_str_is(key, "type"))
            take_type(t, node);
        else if (rq_str_is(key, "words"))
            rq_mdl_take_words(t, &piece, 1, "place", &node->place);
        else if (rq_str_is(key, "controllers"))
            take_controllers(t, node);
        else if (rq_str_is(key, "keys"))
            take_keys(t, node);
        else if (rq_str_is(key, "data"))
            node->data = (uint32_t *)(void *)rq_mdl_take_floats(jr, 1, &node->data_count);
        else if (!take_part(t, node, index, key) &&
                 !rq_rec_take(jr, piece.rec, piece.record, t->doc->page, key))
            rq_jr_unknown(jr, key);
        if (rq_str_is(key, "number"))
            t->unnumbered[index] = false;
    }
    const struct rq_mdl_saber *saber = node->mesh ? node->mesh->saber : NULL;
    if (rq_jr_ok(jr) && saber && (!saber->vertices || !saber->uvs || !saber->normals))
        rq_jr_bad(jr, "a saber without \"vertices\", \"uvs\" or \"normals\"");
    if (rq_jr_ok(jr) && node->header.name >= t->m->name_count)
        rq_jr_bad(jr, "name %u of %u", node->header.name, t->m->name_count);
    if (rq_jr_ok(jr))
        take_number(t, tree, index, shared);
    if (rq_jr_ok(jr))
        rq_mdl_names_bear(&t->names, node, index);
}

/* In pre-order each node's parent is the node before it, or an ancestor of that. */
static bool in_order(const struct rq_mdl_tree *tree, uint32_t index)
{
    int32_t up = (int32_t)index - 1, parent = tree->nodes[index].parent;
    if (index == 0 || parent < 0)
        return index == 0 && parent < 0;
    while (up > parent)
        up = tree->nodes[up].parent;
    return up == parent;
}

static void take_tree(struct rq_mdl_taker *t, struct rq_mdl_tree *tree)
{
    struct rq_jr *jr = t->jr;
    size_t length = rq_jr_length(jr);
    struct rq_cur crumbs = {.ctx = jr->ctx};
    if (!t->names.items)
        rq_jr_bad(jr, "\"nodes\" before \"names\"");
    if (length == 0 || length > INT32_MAX)
        rq_jr_bad(jr, "a tree has at least one node");
    if (tree->nodes)
        rq_jr_bad(jr, "\"nodes\" for the second time");
    t->names.tree++;
    tree->count = 0;
    t->pending = NULL;
    t->last_pending = &t->pending;
    t->unnumbered = rq_jr_get(jr, length, sizeof *t->unnumbered);
    t->by_number = rq_jr_get(jr, length, sizeof *t->by_number);
    t->numbers = t->animated ? NULL : rq_jr_get(jr, UINT16_MAX + 1, sizeof *t->numbers);
    tree->nodes = rq_jr_get(jr, length, sizeof *tree->nodes);
    rq_jr_array(jr);
    while (rq_jr_more(jr) && tree->nodes) {
        uint32_t index = tree->count++;
        rq_enter(&crumbs, "nodes", index);
        take_node(t, tree, index);
        if (rq_jr_ok(jr) && !in_order(tree, index))
            rq_jr_bad(jr, "a node is not below its \"parent\" in the list");
        rq_leave(&crumbs);
    }
    if (rq_jr_ok(jr))
        rq_mdl_subtrees(tree);
    if (rq_jr_ok(jr))
        check_parents(t, tree);
    if (rq_jr_ok(jr) && t->numbers)
        give_numbers(t, tree);
    rq_mdl_settle_meshes(t, tree);
}

/* ---- animations ---- */

static void take_events(struct rq_mdl_taker *t, struct rq_mdl_animation *a)
{
    struct rq_jr *jr = t->jr;
    a->events = rq_jr_get(jr, rq_jr_length(jr), sizeof *a->events);
    a->event_count = 0;
    rq_jr_array(jr);
    while (rq_jr_more(jr) && a->events)
        rq_mdl_take_shape(t, &rq_mdl_event_shape, &a->events[a->event_count++]);
}

static void take_animation(struct rq_mdl_taker *t, struct rq_mdl_animation *a)
{
    struct rq_jr *jr = t->jr;
    struct rq_mdl_piece piece = {rq_mdl_rec.animation_header, &a->header};
    struct rq_str key;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "geometry"))
            rq_mdl_take_record(t, rq_mdl_rec.geometry, &a->geometry);
        else if (rq_str_is(key, "words"))
            rq_mdl_take_words(t, &piece, 1, "place", &a->place);
        else if (rq_str_is(key, "events"))
            take_events(t, a);
        else if (rq_str_is(key, "nodes"))
            take_tree(t, &a->tree);
        else if (!rq_rec_take(jr, piece.rec, piece.record, t->doc->page, key))
            rq_jr_unknown(jr, key);
    }
    if (rq_jr_ok(jr) && a->tree.count == 0)
        rq_jr_bad(jr, "an animation without \"nodes\"");
}

static void take_animations(struct rq_mdl_taker *t)
{
    struct rq_jr *jr = t->jr;
    struct rq_mdl *m = t->m;
    struct rq_cur crumbs = {.ctx = jr->ctx};
    m->animations = rq_jr_get(jr, rq_jr_length(jr), sizeof *m->animations);
    m->animation_count = 0;
    t->animated = true;
    rq_jr_array(jr);
    while (rq_jr_more(jr) && m->animations) {
        rq_enter(&crumbs, "animations", m->animation_count);
        take_animation(t, &m->animations[m->animation_count++]);
        rq_leave(&crumbs);
    }
    t->animated = false;
}

/* ---- the whole ---- */

static unsigned take_layout(struct rq_jr *jr, const char *const *layouts, unsigned count)
{
    struct rq_str name = rq_jr_string(jr);
    for (unsigned i = 1; i < count; i++)
        if (rq_str_is(name, layouts[i]))
            return i;
    rq_jr_bad(jr, "no such layout");
    return 0;
}

static struct rq_strays *take_strays(struct rq_mdl_taker *t)
{
    struct rq_strays *strays = rq_jr_get(t->jr, 1, sizeof *strays);
    if (strays)
        rq_mdl_take_shape(t, &rq_strays_shape, strays);
    return strays;
}

static void take_names(struct rq_mdl_taker *t)
{
    if (t->names.items)
        rq_jr_bad(t->jr, "\"names\" for the second time");
    t->m->names = rq_mdl_take_texts(t->jr, t->doc->page, &t->m->name_count);
    if (rq_jr_ok(t->jr) && !rq_mdl_names_open(&t->names, t->m, t->jr->arena))
        rq_jr_bad(t->jr, "out of memory");
}

/* What stands before the names; false when the key is none of these. */
static bool take_head(struct rq_mdl_taker *t, struct rq_str key)
{
    struct rq_mdl *m = t->m;
    struct rq_jr *jr = t->jr;
    if (rq_str_is(key, "layout"))
        m->layout = take_layout(jr, rq_mdl_layouts, RQ_MDL_EXPLICIT + 1);
    else if (rq_str_is(key, "mdx_layout"))
        m->mdx_layout = take_layout(jr, rq_mdl_mdx_layouts, RQ_MDX_EXPLICIT + 1);
    else if (rq_str_is(key, "mdx"))
        m->has_mdx = rq_jr_bool(jr);
    else if (rq_str_is(key, "wrapper"))
        rq_mdl_take_record(t, rq_mdl_rec.wrapper, &m->wrapper);
    else if (rq_str_is(key, "name_places"))
        m->name_places = rq_mdl_take_numbers(jr, 4, &t->place_count);
    else if (rq_str_is(key, "strays"))
        m->strays = take_strays(t);
    else if (rq_str_is(key, "mdx_strays"))
        m->mdx_strays = take_strays(t);
    else if (rq_str_is(key, "gaps"))
        m->gaps = rq_jr_base64(jr);
    else if (rq_str_is(key, "model"))
        rq_mdl_take_record(t, rq_mdl_rec.model, &m->model);
    else
        return false;
    return true;
}

/* node_count counts our own nodes, whatever their number is now, and others. */
static void take_geometry(struct rq_mdl_taker *t)
{
    const struct rq_rec *rec = rq_mdl_rec.geometry;
    struct rq_mdl_geometry *g = &t->m->geometry;
    struct rq_str key;
    rq_jr_object(t->jr);
    while (rq_jr_key(t->jr, &key)) {
        t->counted |= rq_str_is(key, "node_count");
        if (rq_str_is(key, "words"))
            rq_mdl_take_words(t, &(struct rq_mdl_piece){rec, g}, 1, NULL, NULL);
        else if (rq_str_is(key, "other_nodes"))
            t->other_nodes = rq_jr_signed(t->jr, -(int64_t)UINT32_MAX, UINT32_MAX);
        else if (!rq_rec_take(t->jr, rec, g, t->doc->page, key))
            rq_jr_unknown(t->jr, key);
    }
}

static void take_animation_root(struct rq_mdl_taker *t)
{
    struct rq_mdl *m = t->m;
    bool by_number = rq_jr_peek(t->jr) == RQ_J_NUMBER;
    m->animation_root = take_node_ref(t, m->tree.count);
    if (rq_jr_ok(t->jr) && by_number)
        check_by_number(t, &m->tree, m->animation_root, 0);
}

static void take_members(struct rq_mdl_taker *t)
{
    struct rq_mdl *m = t->m;
    struct rq_jr *jr = t->jr;
    struct rq_str key;
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "geometry")) {
            take_geometry(t);
            rq_mdl_version_of(m->geometry.function_1, &m->version);
        } else if (rq_str_is(key, "names")) {
            take_names(t);
        } else if (rq_str_is(key, "nodes")) {
            take_tree(t, &m->tree);
        } else if (rq_str_is(key, "animation_root")) {
            if (m->animations)
                rq_jr_bad(jr, "\"animation_root\" behind \"animations\"");
            take_animation_root(t);
        } else if (rq_str_is(key, "animations")) {
            take_animations(t);
        } else if (!take_head(t, key)) {
            rq_jr_unknown(jr, key);
        }
    }
}

bool rq_mdl_from_json(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_mdl *m = doc->root = rq_jr_get(jr, 1, sizeof *m);
    struct rq_mdl_taker t = {.doc = doc, .jr = jr, .m = m, .words = {.alloc = doc->alloc}};
    if (!m)
        return false;
    m->animation_root = RQ_MDL_NO_NODE;
    take_members(&t);
    rq_out_free(&t.words);
    if (rq_jr_ok(jr) && m->tree.count == 0)
        rq_jr_bad(jr, "a model without \"nodes\"");
    if (!t.counted)
        m->geometry.node_count = (uint32_t)(m->tree.count + t.other_nodes);
    if (t.place_count != m->name_count)
        m->name_places = NULL;
    return rq_jr_ok(jr);
}
