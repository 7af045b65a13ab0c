/* JSON of BWM: what belongs to one face stands together; tables of numbers have a row each. */
#include "formats/kotor/bwm/parts.h"

RQ_RECORD_TABLE(rq_bwm_header, RQ_BWM_HEADER);
RQ_RECORD_TABLE(rq_bwm_node, RQ_BWM_NODE);

/* A row of a table of numbers: no struct of its own. */
#define NUMBERS(what, k, n)                                                                        \
    {                                                                                              \
        .name = what, .kind = RQ_AS_VECTOR, .value = RQ_KIND_##k, .count = (n)                     \
    }
#define ROW(what, type, n, table)                                                                  \
    {                                                                                              \
        .name = what, .size = sizeof(type) * (n), .style = RQ_AS_ITEM, .members = table,           \
        .count = 1                                                                                 \
    }

static const struct rq_member vertex_members[] = {NUMBERS("vertex", f32, 3)};
static const struct rq_shape vertex_shape = ROW("vertex", float, 3, vertex_members);

static const struct rq_member neighbours_members[] = {NUMBERS("neighbours", i32, 3)};
static const struct rq_shape neighbours_shape = ROW("neighbours", int32_t, 3, neighbours_members);

static const struct rq_member edge_members[] = {NUMBERS("edge", i32, 2)};
static const struct rq_shape edge_shape = ROW("edge", int32_t, 2, edge_members);

static const struct rq_member node_members[] = {{RQ_FIELDS(rq_bwm_node_rec)}};
static const struct rq_shape node_shape = {RQ_SHAPE("node", rq_bwm_node, RQ_IN_ROW, node_members)};

static const struct rq_member places_members[] = {
    {RQ_VECTOR("offsets", rq_bwm_places, offsets, u32)},
    {RQ_INLINE(rq_bwm_places, strays, rq_strays_shape)},
};
static const struct rq_shape places_shape = {
    RQ_SHAPE("places", rq_bwm_places, RQ_IN_LINES, places_members)};

/* ---- faces, which are four tables ---- */

struct face {
    uint32_t corners[3], material;
    float normal[3], distance;
};

static const struct rq_member face_members[] = {
    {RQ_VECTOR("corners", face, corners, u32)},
    {RQ_VALUE("material", face, material, u32)},
    {RQ_VECTOR("normal", face, normal, f32)},
    {RQ_VALUE("distance", face, distance, f32)},
};
static const struct rq_shape face_shape = {RQ_SHAPE("face", face, RQ_IN_ROW, face_members)};

static bool put_faces(struct rq_shaper *s, const void *object)
{
    const struct rq_bwm *bwm = object;
    rq_json_key(s->j, s->member->name);
    rq_json_array(s->j);
    for (size_t i = 0; i < bwm->face_count; i++) {
        struct face face = {.material = bwm->materials[i], .distance = bwm->distances[i]};
        memcpy(face.corners, bwm->corners + i * 3, sizeof face.corners);
        memcpy(face.normal, bwm->normals + i * 3, sizeof face.normal);
        rq_shape_put_value(s, &face_shape, &face);
    }
    rq_json_end_array(s->j);
    return true;
}

static void take_faces(struct rq_shaper *s, void *object)
{
    struct rq_bwm *bwm = object;
    size_t count = rq_jr_length(s->jr);
    bwm->corners = rq_jr_get(s->jr, count, 3 * sizeof *bwm->corners);
    bwm->materials = rq_jr_get(s->jr, count, sizeof *bwm->materials);
    bwm->normals = rq_jr_get(s->jr, count, 3 * sizeof *bwm->normals);
    bwm->distances = rq_jr_get(s->jr, count, sizeof *bwm->distances);
    bwm->face_count = count;
    rq_jr_array(s->jr);
    for (size_t i = 0; rq_jr_ok(s->jr) && rq_jr_more(s->jr); i++) {
        struct face face = {0};
        rq_shape_take_value(s, &face_shape, &face);
        memcpy(bwm->corners + i * 3, face.corners, sizeof face.corners);
        memcpy(bwm->normals + i * 3, face.normal, sizeof face.normal);
        bwm->materials[i] = face.material;
        bwm->distances[i] = face.distance;
    }
}

/* ---- the document ---- */

static const char *const layouts[] = {"", "ordered", "explicit"};

static bool is_explicit(const struct rq_shaper *s, const void *object)
{
    (void)s;
    return ((const struct rq_bwm *)object)->layout == RQ_BWM_EXPLICIT;
}

static void finish(struct rq_shaper *s, void *object)
{
    if (is_explicit(s, object) && !((const struct rq_bwm *)object)->places)
        rq_jr_bad(s->jr, "an explicit layout needs \"places\"");
}

static const struct rq_member bwm_members[] = {
    {RQ_CHOICE("layout", rq_bwm, layout, layouts)},
    {RQ_RECORD(rq_bwm, header, rq_bwm_header_rec)},
    {RQ_LIST("vertices", rq_bwm, vertices, vertex_count, vertex_shape)},
    {RQ_HOOK("faces", put_faces, take_faces)},
    {RQ_LIST("nodes", rq_bwm, nodes, node_count, node_shape)},
    {RQ_LIST("adjacency", rq_bwm, adjacency, adjacency_count, neighbours_shape)},
    {RQ_LIST("edges", rq_bwm, edges, edge_count, edge_shape)},
    {RQ_VALUES("perimeters", rq_bwm, perimeters, perimeter_count, u32)},
    {RQ_BRANCH("places", rq_bwm, places, places_shape), .when = is_explicit},
};
const struct rq_shape rq_bwm_shape = {RQ_SHAPE("bwm", rq_bwm, RQ_IN_LINES, bwm_members),
                                      .finish = finish};
