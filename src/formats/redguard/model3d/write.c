/* 3D, 3DC: where the sections stand, and writing them there. */
#include "formats/redguard/model3d/parts.h"

RQ_RECORD_TABLE(rq_model3d_header, RQ_MODEL3D_HEADER);
RQ_RECORD_TABLE(rq_model3d_record, RQ_MODEL3D_FRAME);
RQ_RECORD_TABLE(rq_model3d_corner, RQ_MODEL3D_CORNER);
RQ_RECORD_TABLE(rq_model3d_volume, RQ_MODEL3D_VOLUME);

uint64_t *rq_model3d_face_offsets(const struct rq_model3d *m, uint64_t start, struct rq_arena *temp)
{
    uint64_t *offsets = rq_arena_get(temp, m->face_count, sizeof *offsets);
    for (uint32_t i = 0; offsets && i < m->face_count; i++) {
        offsets[i] = start;
        start += rq_model3d_face_size(m, &m->faces[i]);
    }
    return offsets;
}

/* ---- layout ---- */

struct plan {
    struct rq_model3d_header header;
    struct rq_model3d_record *records;
    uint64_t vertices, vertex_normals, before_faces, gap, size;
};

static uint64_t faces_size(const struct rq_model3d *m)
{
    return (rq_model3d_early(m) ? 8u : 10u) * (uint64_t)m->face_count +
           rq_model3d_corners(m) * CORNER_SIZE;
}

static uint64_t volumes_size(const struct rq_model3d *m)
{
    uint64_t size = 0;
    for (uint32_t i = 0; i < m->volume_count; i++)
        size += VOLUME_SIZE + (uint64_t)m->volumes[i].volume.face_count * REF_SIZE;
    return size;
}

/* The place of a section that may be absent. */
static uint32_t put_section(uint64_t *at, uint64_t size, bool there)
{
    uint64_t place = *at;
    *at += size;
    return there ? (uint32_t)place : 0;
}

/* v4.0, v5.0: faces, vertices, face normals, frame records, data of frames 1 and up, volumes,
 * table of normals, vertex normals. */
static void plan_standard(const struct rq_model3d *m, struct plan *plan)
{
    struct rq_model3d_header *h = &plan->header;
    uint64_t at = HEADER_SIZE, step = rq_model3d_wide(m) ? 12 : 6;
    h->offset_face_data = put_section(&at, faces_size(m), true);
    h->offset_vertex_coords = put_section(&at, (uint64_t)m->vertex_count * 12, true);
    h->offset_face_normals =
        put_section(&at, (uint64_t)m->face_normal_count * 12, m->face_normal_count != 0);
    h->offset_frame_data = put_section(&at, (uint64_t)m->frame_count * RECORD_SIZE, true);
    for (uint32_t i = 0; i < m->frame_count; i++) {
        struct rq_model3d_record *r = &plan->records[i];
        bool positions = m->frames[i].positions, normals = m->frames[i].normals;
        r->vertex_offset =
            i == 0 ? h->offset_vertex_coords
                   : put_section(&at, positions ? m->vertex_count * step : 0, positions);
        r->normal_offset =
            i == 0 ? h->offset_face_normals
                   : put_section(&at, normals ? (uint64_t)m->face_count * 4 : 0, normals);
    }
    h->offset_section4 = put_section(&at, volumes_size(m), m->volume_count != 0);
    h->section4_count = m->volume_count;
    h->offset_normal_indices =
        put_section(&at, (uint64_t)m->normal_index_count * 4, m->normal_index_count != 0);
    h->offset_vertex_normals =
        put_section(&at, (uint64_t)m->vertex_normal_count * 12, m->vertex_normal_count != 0);
    h->total_face_vertices = h->total_face_vertices_dup = (uint32_t)rq_model3d_corners(m);
    plan->size = at;
}

/* v2.x: frame records, bytes that nobody knows, faces, as many as frame 0 says, vertices,
 * face normals, vertex normals. */
static void plan_early(const struct rq_model3d *m, struct plan *plan)
{
    struct rq_model3d_header *h = &plan->header;
    uint64_t at = HEADER_SIZE, faces = faces_size(m);
    bool animated = m->header.offset_vertex_normals != 0;
    h->offset_frame_data = put_section(&at, (uint64_t)m->frame_count * RECORD_SIZE, true);
    plan->before_faces = at;
    at += m->before_faces.size;
    h->offset_face_data = put_section(&at, faces, true);
    plan->gap = at;
    at += m->gap.size;
    plan->vertices = at;
    h->offset_vertex_coords = (uint32_t)(animated ? plan->gap : at);
    at += (uint64_t)m->vertex_count * 12;
    h->offset_face_normals =
        put_section(&at, (uint64_t)m->face_normal_count * 12, m->face_normal_count != 0);
    h->total_face_vertices =
        put_section(&at, (uint64_t)m->vertex_normal_count * 12, m->vertex_normal_count != 0);
    h->total_face_vertices_dup = h->total_face_vertices ? h->total_face_vertices + 12 : 0;
    h->offset_section4 = h->section4_count = h->offset_normal_indices = 0;
    h->offset_vertex_normals = 0;
    for (uint32_t i = 0; i < m->frame_count; i++)
        plan->records[i] =
            (struct rq_model3d_record){(uint32_t)plan->vertices, (uint32_t)faces,
                                       (uint32_t)m->gap.size, m->frames[i].record.type};
    plan->size = at;
}

/* Field n of a record, all of which are 32 bits but the header's first. */
static uint32_t field_of(const struct rq_rec *rec, const void *record, size_t n)
{
    uint32_t v;
    memcpy(&v, (const uint8_t *)record + rec->fields[n].offset, 4);
    return v;
}

static void keep_fields(const struct rq_rec *rec, void *to, const void *from, unsigned kept)
{
    for (size_t n = 0; n < rec->field_count; n++)
        if (kept >> n & 1)
            memcpy((uint8_t *)to + rec->fields[n].offset,
                   (const uint8_t *)from + rec->fields[n].offset, 4);
}

/* Everything that follows from the layout; kept fields are put in when asked. */
static bool make_plan(const struct rq_model3d *m, struct rq_arena *temp, bool with_kept,
                      struct plan *plan)
{
    *plan = (struct plan){.header = m->header};
    plan->records = rq_arena_get(temp, m->frame_count, sizeof *plan->records);
    if (!plan->records)
        return false;
    for (uint32_t i = 0; i < m->frame_count; i++)
        plan->records[i] = m->frames[i].record;
    if (m->layout == RQ_MODEL3D_STANDARD)
        plan_standard(m, plan);
    else if (m->layout == RQ_MODEL3D_EARLY)
        plan_early(m, plan);
    else
        plan->size = m->strays ? m->strays->size : 0;
    plan->header.num_vertices = m->vertex_count;
    plan->header.num_faces = m->face_count;
    plan->header.num_frames = m->frame_count;
    if (m->volume_count)
        plan->header.section4_count = m->volume_count;
    if (m->layout == RQ_MODEL3D_EXPLICIT)
        plan->vertices = m->vertices_at;
    else if (m->layout == RQ_MODEL3D_STANDARD)
        plan->vertices = plan->header.offset_vertex_coords;
    plan->vertex_normals =
        rq_model3d_early(m) ? plan->header.total_face_vertices : plan->header.offset_vertex_normals;
    if (!with_kept || m->layout == RQ_MODEL3D_EXPLICIT)
        return true;
    keep_fields(&rq_model3d_header_rec, &plan->header, &m->header, m->kept);
    for (uint32_t i = 0; i < m->frame_count; i++)
        keep_fields(&rq_model3d_record_rec, &plan->records[i], &m->frames[i].record,
                    m->frames[i].kept);
    return true;
}

/* ---- writing ---- */

/* Takes the blocks of a file one by one: puts them in place, or notes what they cover. */
struct sink {
    struct rq_place *place;
    struct rq_cover *cover;
    uint64_t total;
    struct rq_out scratch; /* the block being made */
};

static void flush(struct sink *sink, uint64_t offset)
{
    if (sink->place)
        rq_place_put(sink->place, offset, sink->scratch.data, sink->scratch.size);
    if (sink->cover)
        rq_cover_add(sink->cover, offset, sink->scratch.size);
    sink->total += sink->scratch.size;
    rq_out_cut(&sink->scratch, 0);
}

static void put_triples(struct sink *sink, uint64_t offset, const void *rows, uint32_t count)
{
    const uint8_t *from = rows;
    for (size_t i = 0; i < (size_t)count * 3; i++) {
        uint32_t v;
        memcpy(&v, from + i * 4, 4);
        rq_put32(&sink->scratch, v);
    }
    flush(sink, offset);
}

static void put_faces(struct sink *sink, const struct rq_model3d *m, uint64_t offset)
{
    struct rq_out *out = &sink->scratch;
    for (uint32_t i = 0; i < m->face_count; i++) {
        const struct rq_model3d_face *face = &m->faces[i];
        rq_put8(out, face->corner_count);
        rq_put8(out, face->high);
        if (rq_model3d_early(m))
            rq_put16(out, (uint16_t)face->texture);
        else
            rq_put32(out, face->texture);
        rq_put32(out, face->unused);
        for (uint32_t k = 0; k < face->corner_count; k++)
            rq_rec_write(out, &rq_model3d_corner_rec, &face->corners[k]);
    }
    flush(sink, offset);
}

static void put_frames(struct sink *sink, const struct rq_model3d *m, const struct plan *plan)
{
    struct rq_out *out = &sink->scratch;
    for (uint32_t i = 0; i < m->frame_count; i++)
        rq_rec_write(out, &rq_model3d_record_rec, &plan->records[i]);
    flush(sink, plan->header.offset_frame_data);
    for (uint32_t i = 1; i < m->frame_count; i++) {
        const struct rq_model3d_frame *frame = &m->frames[i];
        if (frame->positions && rq_model3d_wide(m))
            put_triples(sink, plan->records[i].vertex_offset, frame->positions, m->vertex_count);
        for (size_t k = 0; frame->positions && !rq_model3d_wide(m) && k < m->vertex_count; k++)
            for (size_t n = 0; n < 3; n++)
                rq_put16(out, (uint16_t)frame->positions[k][n]);
        flush(sink, plan->records[i].vertex_offset);
        for (uint32_t k = 0; frame->normals && k < m->face_count; k++)
            rq_put32(out, frame->normals[k]);
        flush(sink, plan->records[i].normal_offset);
    }
}

static void put_volumes(struct sink *sink, const struct rq_model3d *m, const struct plan *plan,
                        const uint64_t *offsets)
{
    struct rq_out *out = &sink->scratch;
    for (uint32_t i = 0; i < m->volume_count; i++) {
        const struct rq_model3d_section4 *section = &m->volumes[i];
        rq_rec_write(out, &rq_model3d_volume_rec, &section->volume);
        for (uint32_t k = 0; k < section->volume.face_count; k++) {
            const struct rq_model3d_ref *ref = &section->faces[k];
            rq_put32(out, ref->linked ? (uint32_t)offsets[ref->value] : ref->value);
            rq_put16(out, ref->linked ? (uint16_t)(ref->value * 4) : ref->word);
        }
    }
    flush(sink, plan->header.offset_section4);
}

static bool put_blocks(struct sink *sink, const struct rq_model3d *m, const struct plan *plan,
                       struct rq_arena *temp)
{
    const struct rq_model3d_header *h = &plan->header;
    uint64_t *offsets = rq_model3d_face_offsets(m, h->offset_face_data, temp);
    if (!offsets)
        return false;
    rq_rec_write(&sink->scratch, &rq_model3d_header_rec, h);
    flush(sink, 0);
    put_faces(sink, m, h->offset_face_data);
    put_triples(sink, plan->vertices, m->vertices, m->vertex_count);
    put_triples(sink, h->offset_face_normals, m->face_normals, m->face_normal_count);
    put_frames(sink, m, plan);
    put_volumes(sink, m, plan, offsets);
    for (uint32_t i = 0; i < m->normal_index_count; i++) {
        const struct rq_model3d_ref *ref = &m->normal_indices[i];
        uint64_t at = plan->vertex_normals + (uint64_t)ref->value * 12;
        rq_put32(&sink->scratch, ref->linked ? (uint32_t)at : ref->value);
    }
    flush(sink, h->offset_normal_indices);
    put_triples(sink, plan->vertex_normals, m->vertex_normals, m->vertex_normal_count);
    if (m->layout != RQ_MODEL3D_EXPLICIT) {
        rq_put_bytes(&sink->scratch, m->before_faces);
        flush(sink, plan->before_faces);
        rq_put_bytes(&sink->scratch, m->gap);
        flush(sink, plan->gap);
        rq_put_bytes(&sink->scratch, m->trailing);
        flush(sink, plan->size);
    }
    return !sink->scratch.failed;
}

static bool no_memory(struct rq_error *err)
{
    return rq_fail(err, RQ_NO_MEMORY, 0, "model3d", "out of memory");
}

/* Every byte of the file has to come from a block or a stray: a size that they can't fill
 * is refused before it is allocated. */
static bool write_plan(const struct rq_model3d *m, const struct plan *plan, struct rq_arena *temp,
                       struct rq_out *out, struct rq_error *err)
{
    struct rq_place place = {0};
    struct sink sink = {.scratch = {.alloc = out->alloc}};
    bool fine = put_blocks(&sink, m, plan, temp);
    uint64_t size = plan->size + (m->layout == RQ_MODEL3D_EXPLICIT ? 0 : m->trailing.size);
    for (size_t i = 0; m->layout == RQ_MODEL3D_EXPLICIT && i < m->strays->count; i++)
        sink.total += m->strays->items[i].bytes.size;
    if (!fine)
        no_memory(err);
    else if (size > UINT32_MAX)
        fine = rq_fail(err, RQ_LIMIT, 0, "model3d", "more than 4 GiB");
    else if (size > sink.total)
        fine = rq_fail(err, RQ_USAGE, 0, "model3d", "the explicit layout leaves holes");
    sink.place = &place;
    if (fine && (!rq_place_open(&place, temp, size) || !put_blocks(&sink, m, plan, temp)))
        fine = no_memory(err);
    rq_out_free(&sink.scratch);
    if (!fine)
        return false;
    if (m->layout == RQ_MODEL3D_EXPLICIT)
        rq_place_strays(&place, m->strays);
    if (!rq_place_whole(&place))
        return rq_fail(err, RQ_USAGE, 0, "model3d",
                       "the document no longer fits its explicit layout: use \"standard\" (v2.x: "
                       "\"early\")");
    rq_put(out, place.data, place.size);
    return true;
}

static bool write_settled(const struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    struct rq_arena temp = {.alloc = doc->alloc};
    struct plan plan;
    const struct rq_model3d *m = doc->root;
    bool fine =
        make_plan(m, &temp, true, &plan) ? write_plan(m, &plan, &temp, out, err) : no_memory(err);
    rq_arena_free(&temp);
    return fine;
}

/* ---- which layout ---- */

/* Fields of the header by number; those named here are not derived or not always. */
enum {
    F_FRAMES = 5,
    F_CORNERS = 6,
    F_VOLUMES = 7,
    F_VOLUME_COUNT = 8,
    F_NORMAL_INDICES = 10,
    F_VERTEX_NORMALS = 11,
    F_VERTICES = 12,
    F_FACE_NORMALS = 13,
    F_CORNERS_DUP = 14,
    F_FACES = 15,
};

/* True when a reader finds something by this field: no other value than the layout's can
 * stand there. */
static bool locates(const struct rq_model3d *m, size_t n)
{
    bool early = rq_model3d_early(m);
    switch (n) {
    case F_FRAMES: return m->frame_count != 0;
    case F_CORNERS: return early ? m->vertex_normal_count != 0 : m->normal_index_count != 0;
    case F_VOLUMES:
    case F_VOLUME_COUNT: return !early && m->volume_count;
    case F_NORMAL_INDICES: return !early && m->normal_index_count;
    case F_VERTEX_NORMALS: return !early && m->vertex_normal_count;
    case F_VERTICES: return m->vertex_count && !(early && m->header.offset_vertex_normals);
    case F_FACE_NORMALS: return m->face_normal_count != 0;
    case F_CORNERS_DUP: return false;
    case F_FACES: return m->face_count != 0;
    default: /* counts */ return true;
    }
}

const char *rq_model3d_wrongly_kept(const struct rq_model3d *m)
{
    for (size_t n = 0; n < rq_model3d_header_rec.field_count; n++)
        if (m->layout != RQ_MODEL3D_EXPLICIT && m->kept >> n & 1 && locates(m, n))
            return rq_model3d_header_rec.fields[n].name;
    return NULL;
}

/* Notes what differs from the plan; false when something stands at another place. */
static bool note_kept(struct rq_model3d *m, const struct plan *plan)
{
    m->kept = 0;
    for (size_t n = 1; n < rq_model3d_header_rec.field_count; n++) {
        const struct rq_rec *rec = &rq_model3d_header_rec;
        if (field_of(rec, &m->header, n) == field_of(rec, &plan->header, n))
            continue;
        if (locates(m, n))
            return false;
        m->kept |= 1u << n;
    }
    for (uint32_t i = 0; i < m->frame_count; i++) {
        struct rq_model3d_frame *frame = &m->frames[i];
        const void *const blocks[] = {frame->positions, frame->normals, NULL, NULL};
        frame->kept = 0;
        for (size_t n = 0; n < rq_model3d_record_rec.field_count; n++) {
            const struct rq_rec *rec = &rq_model3d_record_rec;
            if (field_of(rec, &frame->record, n) == field_of(rec, &plan->records[i], n))
                continue;
            if (blocks[n])
                return false;
            frame->kept |= 1u << n;
        }
    }
    return true;
}

/* False without an error when the file is not in this layout. */
static bool settle_named(struct rq_doc *doc, struct rq_model3d *m, struct rq_arena *temp,
                         struct rq_error *err)
{
    struct plan plan;
    struct rq_out out = {.alloc = doc->alloc};
    struct rq_error ignored = {0};
    m->layout = rq_model3d_early(m) ? RQ_MODEL3D_EARLY : RQ_MODEL3D_STANDARD;
    if (!make_plan(m, temp, false, &plan))
        return no_memory(err);
    if (!note_kept(m, &plan) || plan.size > doc->source.size)
        return false;
    m->trailing =
        (struct rq_bytes){doc->source.data + plan.size, doc->source.size - (size_t)plan.size};
    bool same = write_settled(doc, &out, &ignored) && rq_same(rq_out_bytes(&out), doc->source);
    if (out.failed || ignored.code == RQ_NO_MEMORY)
        same = no_memory(err);
    rq_out_free(&out);
    return same;
}

static bool settle_explicit(struct rq_doc *doc, struct rq_model3d *m, struct rq_arena *temp)
{
    struct plan plan;
    struct rq_cover cover = {.arena = &doc->arena};
    struct sink sink = {.cover = &cover, .scratch = {.alloc = doc->alloc}};
    m->layout = RQ_MODEL3D_EXPLICIT;
    m->before_faces = m->gap = m->trailing = (struct rq_bytes){0};
    m->strays = rq_arena_get(&doc->arena, 1, sizeof *m->strays);
    bool fine = m->strays && make_plan(m, temp, false, &plan) && put_blocks(&sink, m, &plan, temp);
    rq_out_free(&sink.scratch);
    return fine && rq_cover_strays(&cover, doc->source, m->strays);
}

bool rq_model3d_settle(struct rq_doc *doc, struct rq_error *err)
{
    struct rq_model3d *m = doc->root;
    struct rq_arena temp = {.alloc = doc->alloc};
    bool fine = true;
    if (m->layout != RQ_MODEL3D_UNSETTLED)
        return true;
    if (!doc->source.data) {
        m->layout = rq_model3d_early(m) ? RQ_MODEL3D_EARLY : RQ_MODEL3D_STANDARD;
        return true;
    }
    const struct rq_model3d before = *m;
    struct rq_error why = {0};
    if (!settle_named(doc, m, &temp, &why)) {
        fine = !why.code && settle_explicit(doc, m, &temp);
        if (fine)
            rq_find(doc, "explicit-layout", 0, "header", "sections are not in the usual order");
        else
            *m = before; /* still unsettled: another attempt may have the memory */
    } else if (m->trailing.size) {
        rq_find(doc, "trailing-bytes", doc->source.size - m->trailing.size, "trailing",
                "%zu bytes after the last section", m->trailing.size);
    }
    rq_arena_free(&temp);
    return fine || no_memory(err);
}

/* ---- what a document has to keep to ---- */

static const char *frames_misshape(const struct rq_model3d *m)
{
    for (uint32_t i = 0; i < m->frame_count; i++) {
        const struct rq_model3d_frame *frame = &m->frames[i];
        if (!frame->positions && !frame->normals)
            continue;
        if (i == 0 || rq_model3d_early(m))
            return "frame 0, and frames of v2.x, have no data of their own";
        for (size_t k = 0; frame->positions && !rq_model3d_wide(m) && k < m->vertex_count; k++)
            for (size_t n = 0; n < 3; n++)
                if (frame->positions[k][n] < INT16_MIN || frame->positions[k][n] > INT16_MAX)
                    return "a difference needs more than 16 bits: frame 0 must be of type 4";
    }
    return NULL;
}

static const char *refs_misshape(const struct rq_model3d *m)
{
    for (uint32_t i = 0; i < m->normal_index_count; i++)
        if (m->normal_indices[i].linked && m->normal_indices[i].value >= m->vertex_normal_count)
            return "a normal index is beyond the vertex normals";
    for (uint32_t i = 0; i < m->volume_count; i++)
        for (uint32_t k = 0; k < m->volumes[i].volume.face_count; k++) {
            const struct rq_model3d_ref *ref = &m->volumes[i].faces[k];
            if (ref->linked && (ref->value >= m->face_count || ref->value > UINT16_MAX / 4))
                return "a volume names a face that is not there";
        }
    return NULL;
}

const char *rq_model3d_misshape(const struct rq_model3d *m)
{
    uint64_t corners = rq_model3d_corners(m);
    bool early = rq_model3d_early(m), placed = m->layout == RQ_MODEL3D_EXPLICIT;
    if (!rq_model3d_known(m->header.version))
        return "version must be v2.6, v2.7, v4.0 or v5.0";
    if (m->layout == (early ? RQ_MODEL3D_STANDARD : RQ_MODEL3D_EARLY))
        return "layout \"standard\" is for v4.0 and v5.0, \"early\" for v2.x";
    if (placed && !m->strays)
        return "an explicit layout needs \"size\" and \"strays\"";
    if (m->face_normal_count && m->face_normal_count != m->face_count)
        return "there must be as many face normals as faces, or none";
    if (m->normal_index_count &&
        m->normal_index_count != (placed ? m->header.total_face_vertices : corners))
        return "there must be as many normal indices as corners, or none";
    if (m->vertex_normal_count && m->vertex_normal_count != m->vertex_count &&
        !(m->normal_index_count && m->vertex_normal_count == corners))
        return "there must be as many vertex normals as vertices, or none";
    if (early && (m->volume_count || m->normal_index_count))
        return "v2.x has no volumes and no normal indices";
    for (uint32_t i = 0; early && i < m->face_count; i++)
        if (m->faces[i].texture > UINT16_MAX)
            return "a texture of v2.x has 16 bits";
    const char *wrong = frames_misshape(m);
    return wrong ? wrong : refs_misshape(m);
}

bool rq_model3d_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    if (!rq_model3d_settle(doc, err))
        return false;
    const char *wrong = rq_model3d_misshape(doc->root);
    if (wrong)
        return rq_fail(err, RQ_USAGE, 0, "model3d", "%s", wrong);
    return write_settled(doc, out, err);
}
