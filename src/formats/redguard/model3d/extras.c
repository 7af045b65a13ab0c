/* What a mesh of glTF does not say about a model: which of its triangles are one face, in which order
 * faces stand, which vertex each corner lies on, and where vertices are that no face lies on. Scripts
 * name vertices by number (what an actor holds hangs from one), so numbers must come back.
 *
 *     "model3d": {"version": "v4.0", "type": 2, "vertices": 5,
 *                 "faces": [[primitive, vertex, vertex, vertex, ...], ...],
 *                 "loose": [[vertex, x, y, z, x, y, z of frame 1, ...], ...]}
 *
 * rq_model3d_plan (plan.c) takes it back. */
#include "formats/redguard/model3d/kit.h"
#include "formats/redguard/model3d/parts.h"

static void put_faces(struct rq_json *j, const struct rq_model3d *m, const uint32_t *slots,
                      bool *used)
{
    rq_json_key(j, "faces");
    rq_json_array(j);
    for (uint32_t i = 0; i < m->face_count; i++) {
        const struct rq_model3d_face *face = &m->faces[i];
        if (slots[i] == UINT32_MAX)
            continue;
        rq_json_array(j);
        rq_json_u64(j, slots[i]);
        for (uint32_t k = 0; k < face->corner_count; k++) {
            uint32_t vertex = rq_model3d_vertex(m, face->corners[k].vertex);
            rq_json_u64(j, vertex);
            used[vertex] = true;
        }
        rq_json_end_array(j);
    }
    rq_json_end_array(j);
}

static void put_loose(struct rq_json *j, const struct rq_model3d *m, const bool *used)
{
    rq_json_key(j, "loose");
    rq_json_array(j);
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        int64_t at[3];
        if (used[i])
            continue;
        rq_json_array(j);
        rq_json_u64(j, i);
        for (uint32_t f = 0; f < m->frame_count; f++)
            for (size_t k = 0; rq_model3d_at(m, f, i, at) && k < 3; k++)
                rq_json_i64(j, at[k]);
        rq_json_end_array(j);
    }
    rq_json_end_array(j);
}

bool rq_model3d_extras(const struct rq_model3d *m, const uint32_t *slots, struct rq_arena *arena,
                       struct rq_bytes *extras)
{
    struct rq_out text = {.alloc = arena->alloc};
    struct rq_json j = {.out = &text, .compact = true};
    char version[5] = {0};
    bool *used = rq_arena_get(arena, m->vertex_count, sizeof *used);
    if (!used)
        return false;
    memcpy(version, m->header.version, 4);
    rq_json_object(&j);
    rq_json_key(&j, "model3d");
    rq_json_object(&j);
    rq_json_key(&j, "version");
    rq_json_str(&j, version);
    rq_json_key(&j, "type");
    rq_json_u64(&j, m->frame_count ? m->frames[0].record.type : 0);
    rq_json_key(&j, "vertices");
    rq_json_u64(&j, m->vertex_count);
    put_faces(&j, m, slots, used);
    put_loose(&j, m, used);
    rq_json_end_object(&j);
    rq_json_end_object(&j);
    const char *kept =
        text.failed ? NULL : rq_arena_text(arena, (const char *)text.data, text.size);
    *extras = (struct rq_bytes){(const uint8_t *)kept, kept ? text.size : 0};
    rq_out_free(&text);
    return kept != NULL;
}
