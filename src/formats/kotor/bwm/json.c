/* JSON of BWM: what belongs to one face stands together; tables of numbers have a row each. */
#include "formats/kotor/bwm/parts.h"

#include <stdio.h>

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

/* ---- faces, which are four tables, with the rooms behind their edges ---- */

struct face {
    uint32_t corners[3], material;
    float normal[3], distance;
    int32_t rooms[3]; /* -1: none */
    bool linked;      /* there is one */
};

static const struct rq_member face_members[] = {
    {RQ_VECTOR("corners", face, corners, u32)},
    {RQ_VALUE("material", face, material, u32)},
    {RQ_VECTOR("normal", face, normal, f32)},
    {RQ_VALUE("distance", face, distance, f32)},
    {RQ_VECTOR("rooms", face, rooms, i32), RQ_IF(face, linked)},
};
static const struct rq_shape face_shape = {RQ_SHAPE("face", face, RQ_IN_ROW, face_members)};

/* Borders that follow from the faces are left out, and their rooms stand at the faces. */
static bool borders_follow(const struct rq_shaper *s, const struct rq_bwm *bwm)
{
    struct rq_arena temp = {.alloc = ((const struct rq_doc *)s->doc)->alloc};
    bool follow = false;
    if (!rq_bwm_borders_follow(bwm, &temp, &follow) && !s->j->out->failed)
        s->j->out->failed = RQ_NO_MEMORY;
    rq_arena_free(&temp);
    return follow;
}

/* By edge, 3 a face, from the arena; NULL without memory. */
static int32_t *rooms_of(const struct rq_bwm *bwm, bool follow, struct rq_arena *temp)
{
    int32_t *rooms = rq_arena_get(temp, bwm->face_count, 3 * sizeof *rooms);
    for (size_t i = 0; rooms && i < bwm->face_count * 3; i++)
        rooms[i] = -1;
    for (size_t i = 0; rooms && follow && i < bwm->edge_count; i++)
        rooms[bwm->edges[i].edge] = bwm->edges[i].transition;
    return rooms;
}

static bool put_faces(struct rq_shaper *s, const void *object)
{
    const struct rq_bwm *bwm = object;
    struct rq_arena temp = {.alloc = ((const struct rq_doc *)s->doc)->alloc};
    const int32_t *rooms = rooms_of(bwm, borders_follow(s, bwm), &temp);
    rq_json_key(s->j, s->member->name);
    rq_json_array(s->j);
    for (size_t i = 0; rooms && i < bwm->face_count; i++) {
        struct face face = {.material = bwm->materials[i], .distance = bwm->distances[i]};
        memcpy(face.corners, bwm->corners + i * 3, sizeof face.corners);
        memcpy(face.normal, bwm->normals + i * 3, sizeof face.normal);
        memcpy(face.rooms, rooms + i * 3, sizeof face.rooms);
        face.linked = face.rooms[0] != -1 || face.rooms[1] != -1 || face.rooms[2] != -1;
        rq_shape_put_value(s, &face_shape, &face);
    }
    rq_json_end_array(s->j);
    rq_arena_free(&temp);
    return rooms || rq_fail(s->err, RQ_NO_MEMORY, 0, "bwm", "out of memory");
}

static void take_faces(struct rq_shaper *s, void *object)
{
    struct rq_bwm_made *made = object;
    struct rq_bwm *bwm = &made->bwm;
    size_t count = rq_jr_length(s->jr);
    bwm->corners = rq_jr_get(s->jr, count, 3 * sizeof *bwm->corners);
    bwm->materials = rq_jr_get(s->jr, count, sizeof *bwm->materials);
    bwm->normals = rq_jr_get(s->jr, count, 3 * sizeof *bwm->normals);
    bwm->distances = rq_jr_get(s->jr, count, sizeof *bwm->distances);
    int32_t *rooms = rq_jr_get(s->jr, count, 3 * sizeof *rooms);
    bwm->face_count = count;
    made->rooms = NULL;
    rq_jr_array(s->jr);
    for (size_t i = 0; rq_jr_ok(s->jr) && rq_jr_more(s->jr); i++) {
        struct face face = {0};
        rq_shape_take_value(s, &face_shape, &face);
        memcpy(bwm->corners + i * 3, face.corners, sizeof face.corners);
        memcpy(bwm->normals + i * 3, face.normal, sizeof face.normal);
        for (size_t k = 0; k < 3; k++)
            rooms[i * 3 + k] = face.linked ? face.rooms[k] : -1;
        bwm->materials[i] = face.material;
        bwm->distances[i] = face.distance;
        made->rooms = face.linked ? rooms : made->rooms;
    }
}

/* ---- how it was when the JSON was written ---- */

static bool put_loose(struct rq_shaper *s, const void *object)
{
    bool open = false;
    for (enum rq_bwm_ref i = 0; i < RQ_BWM_REFS; i++) {
        size_t count = rq_bwm_loose(object, i).all;
        if (!count)
            continue;
        if (!open) {
            rq_json_key(s->j, s->member->name);
            rq_json_object_row(s->j);
        }
        open = true;
        rq_json_key(s->j, rq_bwm_refs[i].list);
        rq_json_u64(s->j, count);
    }
    if (open)
        rq_json_end_object(s->j);
    return true;
}

static void take_loose(struct rq_shaper *s, void *object)
{
    struct rq_str key;
    rq_jr_object(s->jr);
    while (rq_jr_key(s->jr, &key)) {
        unsigned i = 0;
        while (i < RQ_BWM_REFS && !rq_str_is(key, rq_bwm_refs[i].list))
            i++;
        if (i < RQ_BWM_REFS)
            ((struct rq_bwm_made *)object)->loose[i] = rq_jr_unsigned(s->jr, UINT64_MAX);
        else
            rq_jr_unknown(s->jr, key);
    }
}

static bool put_sum(struct rq_shaper *s, const void *object)
{
    rq_json_key(s->j, s->member->name);
    rq_json_hex32(s->j, rq_bwm_sum(object));
    return true;
}

static void take_sum(struct rq_shaper *s, void *object)
{
    struct rq_bwm_made *made = object;
    made->sum = rq_jr_hex32(s->jr);
    made->summed = true;
}

/* ---- borders of the faces as they are now ---- */

/* A room needs a border. */
static bool check_rooms(struct rq_shaper *s, const struct rq_bwm_made *made)
{
    const struct rq_bwm *bwm = &made->bwm;
    for (size_t i = 0; made->rooms && i < bwm->face_count * 3; i++)
        if (made->rooms[i] != -1 && (i / 3 >= bwm->adjacency_count || bwm->adjacency[i] >= 0))
            return rq_jr_bad(s->jr,
                             "faces[%zu], rooms[%zu]: room %d is behind an edge that is no border",
                             i / 3, i % 3, (int)made->rooms[i]);
    return true;
}

/* Faces have to be put in another order first: until then the borders are those with a room. */
static bool keep_rooms(struct rq_shaper *s, struct rq_bwm_made *made)
{
    struct rq_bwm *bwm = &made->bwm;
    size_t count = 0;
    for (size_t i = 0; made->rooms && i < bwm->face_count * 3; i++)
        count += made->rooms[i] != -1;
    bwm->edges = rq_jr_get(s->jr, count, sizeof *bwm->edges);
    for (size_t i = 0; made->rooms && bwm->edges && i < bwm->face_count * 3; i++)
        if (made->rooms[i] != -1)
            bwm->edges[bwm->edge_count++] = (struct rq_bwm_edge){(int32_t)i, made->rooms[i]};
    return rq_jr_ok(s->jr);
}

static bool make_borders(struct rq_shaper *s, struct rq_bwm_made *made)
{
    struct rq_doc *doc = s->doc;
    struct rq_arena temp = {.alloc = doc->alloc};
    struct rq_bwm *bwm = &made->bwm;
    size_t walkable, late;
    if (bwm->face_count > INT32_MAX / 3)
        return rq_jr_bad(s->jr, "too many faces");
    if (!rq_bwm_walkable(bwm, &walkable, &late)) {
        char where[40];
        snprintf(where, sizeof where, "faces[%zu]", late);
        rq_owe(doc, where, "can be walked on, but stands behind faces that can't");
        return keep_rooms(s, made);
    }
    bool fine = rq_bwm_borders(bwm, walkable, made->rooms, s->jr->arena, &temp) ||
                rq_jr_bad(s->jr, "out of memory");
    rq_arena_free(&temp);
    return fine && check_rooms(s, made);
}

/* Tables that the JSON has are of the faces before; rooms of these edges would be of others. */
static bool settle_borders(struct rq_shaper *s, struct rq_bwm_made *made)
{
    struct rq_bwm *bwm = &made->bwm;
    bool own = bwm->adjacency || bwm->edges || bwm->perimeters;
    if (own && made->rooms)
        return rq_jr_bad(s->jr, "\"rooms\" of faces, and \"edges\" that have them too");
    if (own && made->summed && made->sum != rq_bwm_sum(bwm))
        return rq_jr_bad(s->jr,
                         "faces were edited, and \"edges\" and \"adjacency\" go by their "
                         "numbers: leave these and \"perimeters\" out, and give \"rooms\" of "
                         "faces");
    if (own)
        return true;
    if (bwm->header.kind == RQ_BWM_AREA)
        return make_borders(s, made);
    return !made->rooms || rq_jr_bad(s->jr, "\"rooms\" of a walkmesh that is no room itself");
}

/* ---- the document ---- */

static const char *const layouts[] = {"", "ordered", "explicit"};

static bool is_explicit(const struct rq_shaper *s, const void *object)
{
    (void)s;
    return ((const struct rq_bwm *)object)->layout == RQ_BWM_EXPLICIT;
}

static bool has_own_borders(const struct rq_shaper *s, const void *object)
{
    return !borders_follow(s, object);
}

static void settle_refs(struct rq_shaper *s, struct rq_bwm_made *made)
{
    for (enum rq_bwm_ref i = 0; i < RQ_BWM_REFS && rq_jr_ok(s->jr); i++) {
        struct rq_bwm_loose loose = rq_bwm_loose(&made->bwm, i);
        char where[40];
        snprintf(where, sizeof where, "%s[%zu]", rq_bwm_refs[i].list, loose.first);
        if (loose.all > made->loose[i] && i != RQ_BWM_REF_CORNER)
            rq_owe(s->doc, where, "%s (%zu of them)", rq_bwm_refs[i].text, loose.all);
        if (i == RQ_BWM_REF_CORNER && rq_jr_ok(s->jr) && !loose.all && !settle_borders(s, made))
            return;
        if (i == RQ_BWM_REF_CORNER && loose.all > made->loose[i])
            rq_jr_bad(s->jr, "%s: %s (%zu of them)", where, rq_bwm_refs[i].text, loose.all);
    }
    if (rq_jr_ok(s->jr) && made->summed && made->sum != rq_bwm_sum(&made->bwm))
        rq_find(s->doc, "underived", 0, "faces",
                "faces or vertices were edited: planes and the tree have to be derived again");
}

static void finish(struct rq_shaper *s, void *object)
{
    if (is_explicit(s, object) && !((const struct rq_bwm *)object)->places)
        rq_jr_bad(s->jr, "an explicit layout needs \"places\"");
    else
        settle_refs(s, object);
}

static const struct rq_member bwm_members[] = {
    {RQ_CHOICE("layout", rq_bwm, layout, layouts)},
    {RQ_RECORD(rq_bwm, header, rq_bwm_header_rec)},
    {RQ_LIST("vertices", rq_bwm, vertices, vertex_count, vertex_shape)},
    {RQ_HOOK("faces", put_faces, take_faces)},
    {RQ_LIST("nodes", rq_bwm, nodes, node_count, node_shape)},
    {RQ_LIST("adjacency", rq_bwm, adjacency, adjacency_count, neighbours_shape),
     .when = has_own_borders},
    {RQ_LIST("edges", rq_bwm, edges, edge_count, edge_shape), .when = has_own_borders},
    {RQ_VALUES("perimeters", rq_bwm, perimeters, perimeter_count, u32), .when = has_own_borders},
    {RQ_HOOK("loose", put_loose, take_loose)},
    {RQ_HOOK("derived_from", put_sum, take_sum)},
    {RQ_BRANCH("places", rq_bwm, places, places_shape), .when = is_explicit},
};
const struct rq_shape rq_bwm_shape = {RQ_SHAPE("bwm", rq_bwm, RQ_IN_LINES, bwm_members),
                                      .finish = finish};
