/* A skin as JSON, both ways. Its lists go by the number of a node in the tree: here each row names its
 * node, so that they follow when nodes come, go or move. */
#include "formats/kotor/mdl/derive/build.h"
#include "formats/kotor/mdl/json/json_read.h"
#include "formats/kotor/mdl/json/json_write.h"

/* ---- writing ---- */

static bool full_or_none(uint32_t count, const struct rq_mdl_tree *tree)
{
    return count == 0 || count == tree->count;
}

/* There is a row for each node, and a name for each row. */
static bool by_node(const struct rq_mdl_writer *w, const struct rq_mdl_tree *tree,
                    const struct rq_mdl_skin *skin)
{
    bool rows = skin->bone_map_count == tree->count && full_or_none(skin->q_bone_count, tree) &&
                full_or_none(skin->t_bone_count, tree) && full_or_none(skin->array_8_count, tree);
    for (uint32_t i = 0; rows && i < tree->count; i++)
        rows = rq_mdl_labelled(w, tree, i);
    return rows;
}

static bool is_bone(const struct rq_mdl_skin *skin, uint32_t node)
{
    return rq_bits_of(skin->bone_map[node]) != rq_bits_of(-1.0F);
}

static void put_rows(const struct rq_mdl_writer *w, const struct rq_mdl_tree *tree,
                     const struct rq_mdl_skin *skin, bool bones)
{
    struct rq_json *j = w->j;
    rq_json_key(j, bones ? "bones" : "others");
    rq_json_array(j);
    for (uint32_t i = 0; i < tree->count; i++) {
        if (is_bone(skin, i) != bones)
            continue;
        rq_json_object_row(j);
        rq_json_key(j, "node");
        rq_mdl_put_node_ref(w, tree, i);
        if (bones) {
            rq_json_key(j, "bone");
            rq_json_f32(j, skin->bone_map[i]);
        }
        if (skin->q_bone_count)
            rq_mdl_put_rows(j, "q", skin->q_bones[i], 4, 1, false);
        if (skin->t_bone_count)
            rq_mdl_put_rows(j, "t", skin->t_bones[i], 3, 1, false);
        if (skin->array_8_count) {
            rq_json_key(j, "word");
            rq_json_u64(j, skin->array_8[i]);
        }
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
}

void rq_mdl_put_skin(const struct rq_mdl_writer *w, const struct rq_mdl_tree *tree,
                     const struct rq_mdl_skin *skin)
{
    struct rq_json *j = w->j;
    rq_json_key(j, "skin");
    rq_json_object(j);
    rq_rec_json(j, rq_mdl_rec.skin_header, &skin->header, w->page);
    if (w->words) {
        rq_json_key(j, "words");
        rq_json_object(j);
        rq_rec_words_json(j, rq_mdl_rec.skin_header, &skin->header, w->page);
        rq_json_end_object(j);
    }
    if (by_node(w, tree, skin)) {
        put_rows(w, tree, skin, true);
        put_rows(w, tree, skin, false);
    } else {
        rq_json_key(j, "of_nodes");
        rq_json_u64(j, tree->count);
        rq_mdl_put_rows(j, "bone_map", skin->bone_map, skin->bone_map_count, 1, false);
        rq_mdl_put_rows(j, "q_bones", skin->q_bones, skin->q_bone_count, 4, false);
        rq_mdl_put_rows(j, "t_bones", skin->t_bones, skin->t_bone_count, 3, false);
        rq_mdl_put_rows(j, "array_8", skin->array_8, skin->array_8_count, 1, true);
    }
    rq_json_end_object(j);
}

/* ---- reading ---- */

/* A skin whose rows are being taken. */
struct rows {
    struct rq_mdl_taker *t;
    const struct rq_mdl_tree *tree;
    struct rq_mdl_skin *skin;
    bool *given; /* by node; NULL: no rows yet */
    bool q, t_bones, words;
};

static bool open_rows(struct rows *r)
{
    struct rq_mdl_skin *skin = r->skin;
    struct rq_jr *jr = r->t->jr;
    uint32_t count = r->tree->count;
    if (r->given)
        return true;
    if (skin->bone_map || skin->q_bones || skin->t_bones || skin->array_8)
        return rq_jr_bad(jr, "either rows that name their nodes or lists by number");
    r->given = rq_jr_get(jr, count, sizeof *r->given);
    skin->bone_map = rq_jr_get(jr, count, sizeof *skin->bone_map);
    skin->q_bones = rq_jr_get(jr, count, sizeof *skin->q_bones);
    skin->t_bones = rq_jr_get(jr, count, sizeof *skin->t_bones);
    skin->array_8 = rq_jr_get(jr, count, sizeof *skin->array_8);
    for (uint32_t i = 0; rq_jr_ok(jr) && i < count; i++)
        skin->bone_map[i] = -1;
    return rq_jr_ok(jr);
}

static void take_vector(struct rq_jr *jr, float *to, size_t count)
{
    size_t k = 0;
    rq_jr_array(jr);
    while (rq_mdl_next_in_row(jr, count, &k))
        to[k - 1] = rq_jr_f32(jr);
}

/* The node that a row names; RQ_MDL_NO_NODE: it is gone. A bone has to be there: vertices hang on
 * it. The rest of a node that is no bone goes with it. */
static uint32_t take_node(struct rows *r, bool bones)
{
    struct rq_jr *jr = r->t->jr, name = *jr;
    uint32_t node = RQ_MDL_NO_NODE;
    if (rq_jr_peek(jr) != RQ_J_STRING) {
        rq_jr_bad(jr, "a row of a skin names its node");
        return node;
    }
    uint32_t index = rq_mdl_names_find(&r->t->names, rq_jr_text(jr, r->t->doc->page));
    if (index != UINT32_MAX)
        node = rq_mdl_names_bearer(&r->t->names, index);
    if (node == RQ_MDL_NO_NODE && bones) {
        struct rq_str text = rq_jr_string(&name);
        rq_jr_bad(jr, "there is no node \"%.*s\", or several, to be a bone of this skin",
                  (int)(text.size < 64 ? text.size : 64), text.text);
    }
    if (node != RQ_MDL_NO_NODE && r->given[node])
        rq_jr_bad(jr, "a second row for nodes[%u]", node);
    return node;
}

static void take_row(struct rows *r, bool bones)
{
    struct rq_jr *jr = r->t->jr;
    struct rq_mdl_skin *skin = r->skin;
    uint32_t node = RQ_MDL_NO_NODE, word = 0;
    float bone = -1, q[4] = {1, 0, 0, 0}, t[3] = {0, 0, 0};
    bool named = false;
    struct rq_str key;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "node")) {
            node = take_node(r, bones);
            named = true;
        } else if (rq_str_is(key, "bone") && bones) {
            bone = rq_jr_f32(jr);
        } else if (rq_str_is(key, "q")) {
            take_vector(jr, q, 4);
            r->q = true;
        } else if (rq_str_is(key, "t")) {
            take_vector(jr, t, 3);
            r->t_bones = true;
        } else if (rq_str_is(key, "word")) {
            word = rq_jr_u32(jr);
            r->words = true;
        } else {
            rq_jr_unknown(jr, key);
        }
    }
    if (rq_jr_ok(jr) && !named)
        rq_jr_bad(jr, "a row of a skin without \"node\"");
    if (!rq_jr_ok(jr) || node == RQ_MDL_NO_NODE)
        return;
    r->given[node] = true;
    skin->bone_map[node] = bone;
    memcpy(skin->q_bones[node], q, sizeof q);
    memcpy(skin->t_bones[node], t, sizeof t);
    skin->array_8[node] = word;
}

static void take_rows(struct rows *r, bool bones)
{
    struct rq_jr *jr = r->t->jr;
    if (!open_rows(r) || !r->given)
        return;
    rq_jr_array(jr);
    while (rq_jr_more(jr))
        take_row(r, bones);
}

static bool take_list(struct rows *r, struct rq_str key)
{
    struct rq_jr *jr = r->t->jr;
    struct rq_mdl_skin *skin = r->skin;
    if (rq_str_is(key, "bone_map"))
        skin->bone_map = rq_mdl_take_floats(jr, 1, &skin->bone_map_count);
    else if (rq_str_is(key, "q_bones"))
        skin->q_bones = (float(*)[4])rq_mdl_take_floats(jr, 4, &skin->q_bone_count);
    else if (rq_str_is(key, "t_bones"))
        skin->t_bones = (float(*)[3])rq_mdl_take_floats(jr, 3, &skin->t_bone_count);
    else if (rq_str_is(key, "array_8"))
        skin->array_8 = rq_mdl_take_numbers(jr, 4, &skin->array_8_count);
    else
        return false;
    if (r->given)
        rq_jr_bad(jr, "either rows that name their nodes or lists by number");
    return true;
}

/* Nodes that are new since are seen from where they stand. */
static void close_rows(struct rows *r, uint32_t node)
{
    struct rq_mdl_skin *skin = r->skin;
    uint32_t count = r->tree->count;
    if (!rq_jr_ok(r->t->jr) || !r->given)
        return;
    skin->bone_map_count = count;
    skin->q_bone_count = r->q ? count : 0;
    skin->t_bone_count = r->t_bones ? count : 0;
    skin->array_8_count = r->words ? count : 0;
    if (!rq_mdl_skin_fill(r->tree, node, skin, r->given, r->t->doc->alloc))
        rq_jr_bad(r->t->jr, "out of memory");
}

/* A member that goes by node; false when the key is none of these. */
static bool take_by_node(struct rows *r, struct rq_str key)
{
    struct rq_jr *jr = r->t->jr;
    bool bones = rq_str_is(key, "bones");
    if (bones || rq_str_is(key, "others")) {
        take_rows(r, bones);
    } else if (rq_str_is(key, "of_nodes")) {
        uint32_t count = rq_jr_u32(jr);
        if (rq_jr_ok(jr) && count != r->tree->count)
            rq_jr_bad(jr, "the lists of this skin are by number, of %u nodes; now there are %u",
                      count, r->tree->count);
    } else {
        return take_list(r, key);
    }
    return true;
}

static bool goes_by_node(struct rq_str key)
{
    static const char words[] = "bones others of_nodes bone_map q_bones t_bones array_8";
    return rq_word_in(words, key.text, key.size);
}

void rq_mdl_take_skin_header(struct rq_mdl_taker *t, struct rq_mdl_skin *skin)
{
    struct rq_jr *jr = t->jr;
    struct rq_mdl_piece piece = {rq_mdl_rec.skin_header, &skin->header};
    struct rq_str key;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (goes_by_node(key))
            rq_jr_skip(jr);
        else if (rq_str_is(key, "words"))
            rq_mdl_take_words(t, &piece, 1, NULL, NULL);
        else if (!rq_rec_take(jr, piece.rec, piece.record, t->doc->page, key))
            rq_jr_unknown(jr, key);
    }
}

void rq_mdl_take_skin(struct rq_mdl_taker *t, const struct rq_mdl_tree *tree, uint32_t node)
{
    struct rows r = {.t = t, .tree = tree, .skin = tree->nodes[node].mesh->skin};
    struct rq_str key;
    rq_jr_object(t->jr);
    while (rq_jr_key(t->jr, &key))
        if (!take_by_node(&r, key))
            rq_jr_skip(t->jr);
    close_rows(&r, node);
}
