/* JSON of BWM: what belongs to one face stands together; tables of numbers have a row each. */
#include "formats/kotor/bwm/parts.h"

static const char derived[] =
    "magic version vertex_count vertex_offset face_count corner_offset material_offset "
    "normal_offset distance_offset node_count node_offset adjacency_count adjacency_offset "
    "edge_count edge_offset perimeter_count perimeter_offset";

/* ---- writing ---- */

static void put_floats(struct rq_json *j, const float *v, size_t count)
{
    rq_json_array_row(j);
    for (size_t i = 0; i < count; i++)
        rq_json_f32(j, v[i]);
    rq_json_end_array(j);
}

static void put_numbers(struct rq_json *j, const int32_t *v, size_t count)
{
    rq_json_array_row(j);
    for (size_t i = 0; i < count; i++)
        rq_json_i64(j, v[i]);
    rq_json_end_array(j);
}

static void put_faces(struct rq_json *j, const struct rq_bwm *bwm)
{
    rq_json_key(j, "faces");
    rq_json_array(j);
    for (size_t i = 0; i < bwm->face_count; i++) {
        rq_json_object_row(j);
        rq_u32s_json(j, "corners", bwm->corners + i * 3, 3);
        rq_json_key(j, "material");
        rq_json_u64(j, bwm->materials[i]);
        rq_json_key(j, "normal");
        put_floats(j, bwm->normals + i * 3, 3);
        rq_json_key(j, "distance");
        rq_json_f32(j, bwm->distances[i]);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
}

static void put_area(struct rq_doc *doc, struct rq_json *j, const struct rq_bwm *bwm)
{
    rq_json_key(j, "nodes");
    rq_json_array(j);
    for (size_t i = 0; i < bwm->node_count; i++) {
        rq_json_object_row(j);
        rq_rec_json(j, rq_bwm_node_record, &bwm->nodes[i], doc->page, NULL);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
    rq_json_key(j, "adjacency");
    rq_json_array(j);
    for (size_t i = 0; i < bwm->adjacency_count; i++)
        put_numbers(j, bwm->adjacency + i * 3, 3);
    rq_json_end_array(j);
    rq_json_key(j, "edges");
    rq_json_array(j);
    for (size_t i = 0; i < bwm->edge_count; i++)
        put_numbers(j, (const int32_t[2]){bwm->edges[i].edge, bwm->edges[i].transition}, 2);
    rq_json_end_array(j);
    rq_u32s_json(j, "perimeters", bwm->perimeters, bwm->perimeter_count);
}

bool rq_bwm_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err)
{
    const struct rq_bwm *bwm = doc->root;
    (void)err;
    rq_json_key(j, "layout");
    rq_json_str(j, bwm->layout == RQ_BWM_EXPLICIT ? "explicit" : "ordered");
    rq_rec_json(j, rq_bwm_header_record, &bwm->header, doc->page, derived);
    rq_json_key(j, "vertices");
    rq_json_array(j);
    for (size_t i = 0; i < bwm->vertex_count; i++)
        put_floats(j, bwm->vertices + i * 3, 3);
    rq_json_end_array(j);
    put_faces(j, bwm);
    put_area(doc, j, bwm);
    if (bwm->layout == RQ_BWM_EXPLICIT) {
        rq_json_key(j, "places");
        rq_json_object(j);
        rq_u32s_json(j, "offsets", bwm->places->offsets, BWM_TABLE_COUNT);
        rq_strays_json(j, &bwm->places->strays);
        rq_json_end_object(j);
    }
    return true;
}

/* ---- reading ---- */

/* True when exactly count values follow; then the array is open. */
static bool open_row(struct rq_jr *jr, size_t count)
{
    if (rq_jr_length(jr) != count)
        return rq_jr_bad(jr, "%zu numbers expected", count);
    rq_jr_array(jr);
    return rq_jr_ok(jr);
}

static void take_floats(struct rq_jr *jr, float *v, size_t count)
{
    if (open_row(jr, count))
        for (size_t i = 0; rq_jr_more(jr); i++)
            v[i] = rq_jr_f32(jr);
}

static void take_numbers(struct rq_jr *jr, int32_t *v, size_t count)
{
    if (open_row(jr, count))
        for (size_t i = 0; rq_jr_more(jr); i++)
            v[i] = (int32_t)rq_jr_signed(jr, INT32_MIN, INT32_MAX);
}

/* Room for a table of rows; NULL without memory. */
static void *take_table(struct rq_jr *jr, size_t size, size_t *count)
{
    *count = rq_jr_length(jr);
    void *rows = rq_jr_get(jr, *count, size);
    rq_jr_array(jr);
    return rows;
}

static void take_face(struct rq_jr *jr, struct rq_bwm *bwm, size_t i)
{
    struct rq_str key;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "corners")) {
            if (open_row(jr, 3))
                for (size_t k = 0; rq_jr_more(jr); k++)
                    bwm->corners[i * 3 + k] = rq_jr_u32(jr);
        } else if (rq_str_is(key, "material")) {
            bwm->materials[i] = rq_jr_u32(jr);
        } else if (rq_str_is(key, "normal")) {
            take_floats(jr, bwm->normals + i * 3, 3);
        } else if (rq_str_is(key, "distance")) {
            bwm->distances[i] = rq_jr_f32(jr);
        } else {
            rq_jr_unknown(jr, key);
        }
    }
}

static void take_faces(struct rq_jr *jr, struct rq_bwm *bwm)
{
    size_t count = rq_jr_length(jr);
    bwm->corners = rq_jr_get(jr, count, 3 * sizeof *bwm->corners);
    bwm->materials = rq_jr_get(jr, count, sizeof *bwm->materials);
    bwm->normals = rq_jr_get(jr, count, 3 * sizeof *bwm->normals);
    bwm->distances = rq_jr_get(jr, count, sizeof *bwm->distances);
    bwm->face_count = count;
    rq_jr_array(jr);
    for (size_t i = 0; rq_jr_ok(jr) && rq_jr_more(jr); i++)
        take_face(jr, bwm, i);
}

static void take_node(struct rq_jr *jr, enum rq_codepage page, struct rq_bwm_node *node)
{
    struct rq_str key;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key))
        if (!rq_rec_take(jr, rq_bwm_node_record, node, page, key))
            rq_jr_unknown(jr, key);
}

static void take_places(struct rq_jr *jr, struct rq_bwm *bwm)
{
    struct rq_str key;
    struct rq_bwm_places *p = bwm->places = rq_jr_get(jr, 1, sizeof *p);
    rq_jr_object(jr);
    while (p && rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "offsets")) {
            if (open_row(jr, BWM_TABLE_COUNT))
                for (size_t i = 0; rq_jr_more(jr); i++)
                    p->offsets[i] = rq_jr_u32(jr);
        } else if (!rq_strays_take(jr, &p->strays, key)) {
            rq_jr_unknown(jr, key);
        }
    }
}

static void take_layout(struct rq_jr *jr, struct rq_bwm *bwm)
{
    struct rq_str name = rq_jr_string(jr);
    if (rq_str_is(name, "explicit"))
        bwm->layout = RQ_BWM_EXPLICIT;
    else if (!rq_str_is(name, "ordered") && rq_jr_ok(jr))
        rq_jr_bad(jr, "layout is \"ordered\" or \"explicit\"");
}

/* True when the key was that of a table. */
static bool take_any_table(struct rq_doc *doc, struct rq_jr *jr, struct rq_bwm *bwm,
                           struct rq_str key)
{
    if (rq_str_is(key, "vertices") && !bwm->vertices) {
        bwm->vertices = take_table(jr, 3 * sizeof *bwm->vertices, &bwm->vertex_count);
        for (size_t i = 0; bwm->vertices && rq_jr_more(jr); i++)
            take_floats(jr, bwm->vertices + i * 3, 3);
    } else if (rq_str_is(key, "faces") && !bwm->corners) {
        take_faces(jr, bwm);
    } else if (rq_str_is(key, "nodes") && !bwm->nodes) {
        bwm->nodes = take_table(jr, sizeof *bwm->nodes, &bwm->node_count);
        for (size_t i = 0; bwm->nodes && rq_jr_more(jr); i++)
            take_node(jr, doc->page, &bwm->nodes[i]);
    } else if (rq_str_is(key, "adjacency") && !bwm->adjacency) {
        bwm->adjacency = take_table(jr, 3 * sizeof *bwm->adjacency, &bwm->adjacency_count);
        for (size_t i = 0; bwm->adjacency && rq_jr_more(jr); i++)
            take_numbers(jr, bwm->adjacency + i * 3, 3);
    } else if (rq_str_is(key, "edges") && !bwm->edges) {
        bwm->edges = take_table(jr, sizeof *bwm->edges, &bwm->edge_count);
        for (size_t i = 0; bwm->edges && rq_jr_more(jr); i++) {
            int32_t row[2] = {0};
            take_numbers(jr, row, 2);
            bwm->edges[i] = (struct rq_bwm_edge){row[0], row[1]};
        }
    } else if (rq_str_is(key, "perimeters") && !bwm->perimeters) {
        bwm->perimeters = rq_u32s_take(jr, &bwm->perimeter_count);
    } else {
        return false;
    }
    return true;
}

bool rq_bwm_from_json(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_str key;
    if (!rq_bwm_fresh(doc))
        return false;
    struct rq_bwm *bwm = doc->root;
    while (rq_jr_key(jr, &key)) {
        bool fixed = rq_word_in(derived, key.text, key.size);
        if (rq_str_is(key, "layout"))
            take_layout(jr, bwm);
        else if (rq_str_is(key, "places"))
            take_places(jr, bwm);
        else if (!take_any_table(doc, jr, bwm, key) &&
                 (fixed || !rq_rec_take(jr, rq_bwm_header_record, &bwm->header, doc->page, key)))
            rq_jr_unknown(jr, key);
    }
    if (rq_jr_ok(jr) && bwm->layout == RQ_BWM_EXPLICIT && !bwm->places)
        rq_jr_bad(jr, "an explicit layout needs \"places\"");
    return rq_jr_ok(jr);
}
