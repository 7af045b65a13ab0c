/* 3D, 3DC: a header of 64 bytes that says where the sections stand. All known files of one
 * generation (v2.x, v4.0 and up) have them in one order, so that counts and offsets follow
 * from what is in the document; a file that strays from it keeps its offsets. */
#include "formats/redguard/model3d/findings.h"
#include "formats/redguard/model3d/parts.h"

RQ_RECORD_TABLE(rq_model3d_header, RQ_MODEL3D_HEADER);
RQ_RECORD_TABLE(rq_model3d_record, RQ_MODEL3D_FRAME);
RQ_RECORD_TABLE(rq_model3d_corner, RQ_MODEL3D_CORNER);
RQ_RECORD_TABLE(rq_model3d_volume, RQ_MODEL3D_VOLUME);

static unsigned model3d_detect(struct rq_bytes in, const char *name)
{
    (void)name;
    if (in.size < HEADER_SIZE || !rq_model3d_known(in.data))
        return 0;
    uint32_t faces = rq_get32(in.data + 60);
    if (faces < HEADER_SIZE || faces > in.size)
        return 32;
    return in.data[1] != '2' && faces == HEADER_SIZE ? 64 : 48;
}

/* ---- texture words ---- */

/* v4.0 and up spell the image's name in base 40, alphabet 0-9 a-z ~ _ # %: d02005 is image
 * 5 of bank 302. */
struct rq_model3d_texture rq_model3d_texture(const struct rq_model3d *m, uint32_t word)
{
    if (rq_model3d_early(m)) {
        if (word >> 7 < 2)
            return (struct rq_model3d_texture){RQ_MODEL3D_COLOR, 0, 0, word & 0xFF};
        return (struct rq_model3d_texture){RQ_MODEL3D_IMAGE, word >> 7, word & 0x7F, 0};
    }
    if (word >> 20 == 0xFFF)
        return (struct rq_model3d_texture){RQ_MODEL3D_COLOR, 0, 0, word >> 8 & 0xFF};
    unsigned digits[6];
    for (size_t i = 6; i-- > 0; word /= 40)
        digits[i] = word % 40;
    bool fine = word == 0 && digits[0] >= 10 && digits[0] <= 15;
    for (size_t i = 1; i < 6; i++)
        fine = fine && digits[i] < 10;
    if (!fine)
        return (struct rq_model3d_texture){RQ_MODEL3D_UNKNOWN, 0, 0, 0};
    return (struct rq_model3d_texture){RQ_MODEL3D_IMAGE,
                                       (digits[0] - 10) * 100 + digits[1] * 10 + digits[2],
                                       digits[3] * 100 + digits[4] * 10 + digits[5], 0};
}

bool rq_model3d_texture_word(const struct rq_model3d *m, struct rq_model3d_texture t,
                             uint32_t *word)
{
    bool early = rq_model3d_early(m), color = t.kind == RQ_MODEL3D_COLOR;
    if (t.kind == RQ_MODEL3D_UNKNOWN || (color && t.color > 255))
        return false;
    if (color)
        *word = early ? t.color : 0xFFF00000u | t.color << 8;
    if (color)
        return true;
    if (early ? t.bank < 2 || t.bank > 511 || t.image > 127 : t.bank > 599 || t.image > 999)
        return false;
    if (early) {
        *word = t.bank << 7 | t.image;
        return true;
    }
    unsigned digits[6] = {10 + t.bank / 100, t.bank / 10 % 10,  t.bank % 10,
                          t.image / 100,     t.image / 10 % 10, t.image % 10};
    *word = 0;
    for (size_t i = 0; i < 6; i++)
        *word = *word * 40 + digits[i];
    return true;
}

/* ---- reading ---- */

/* A window over count elements of size bytes; empty after a failure. */
static struct rq_cur window(struct rq_cur *c, uint64_t offset, uint64_t count, size_t size,
                            const char *name)
{
    return rq_sub(c, offset, count * size, name);
}

/* Three 32-bit numbers a row, copied bit by bit; kind is for the dump. */
static void *read_triples(struct rq_doc *doc, struct rq_cur *c, uint64_t offset, uint32_t count,
                          enum rq_kind kind, const char *name)
{
    struct rq_cur in = window(c, offset, count, 12, name);
    uint32_t(*rows)[3] = rq_cur_get(doc, c, rq_ok(c) ? count : 0, 12);
    if (!rows || !rq_ok(c))
        return NULL;
    for (uint32_t i = 0; i < count; i++)
        for (size_t k = 0; k < 3; k++)
            rows[i][k] = rq_get32(in.p + (size_t)i * 12 + k * 4);
    if (count)
        rq_note_at(c, in.p, (size_t)count * 12, kind, (size_t)count * 3, name);
    return rows;
}

static void read_face(struct rq_cur *c, const struct rq_model3d *m, struct rq_model3d_face *face,
                      struct rq_model3d_corner *corners)
{
    face->corner_count = rq_u8(c, "corner_count");
    face->high = rq_u8(c, "high");
    face->texture = rq_model3d_early(m) ? rq_u16(c, "texture") : rq_u32(c, "texture");
    face->unused = rq_u32(c, "unused");
    face->corners = corners;
    for (uint32_t k = 0; k < face->corner_count && rq_ok(c); k++) {
        rq_enter(c, "corners", k);
        rq_rec_read(c, &rq_model3d_corner_rec, &corners[k]);
        rq_leave(c);
    }
}

static bool read_faces(struct rq_doc *doc, struct rq_cur *c, struct rq_model3d *m, uint64_t *end)
{
    struct rq_cur in = *c;
    size_t least = rq_model3d_early(m) ? 8 : 10, used = 0;
    if (!rq_seek(&in, m->header.offset_face_data, "offset_face_data") ||
        !rq_count(&in, m->header.num_faces, least, "num_faces"))
        return false;
    m->face_count = m->header.num_faces;
    m->faces = rq_cur_get(doc, c, m->face_count, sizeof *m->faces);
    size_t most = (rq_left(&in) - least * m->face_count) / CORNER_SIZE;
    struct rq_model3d_corner *corners = rq_cur_get(doc, c, most, sizeof *corners);
    if (!m->faces || !corners)
        return false;
    for (uint32_t i = 0; i < m->face_count && rq_ok(c); i++) {
        rq_enter(c, "faces", i);
        /* Corners that would pass the bytes left fail before they pass the array: each
         * face to come keeps its share of both. */
        uint8_t coming = rq_left(&in) ? in.p[0] : 0;
        if (coming > most - used)
            return rq_bad(c, RQ_TRUNCATED, rq_tell(&in), "%u corners, with no room for them",
                          coming);
        read_face(&in, m, &m->faces[i], corners + used);
        used += m->faces[i].corner_count;
        rq_leave(c);
    }
    *end = (uint64_t)(in.p - in.begin);
    return rq_ok(c);
}

static bool read_records(struct rq_doc *doc, struct rq_cur *c, struct rq_model3d *m)
{
    struct rq_cur in = window(c, m->header.num_frames ? m->header.offset_frame_data : 0,
                              m->header.num_frames, RECORD_SIZE, "frames");
    if (!rq_ok(c))
        return false;
    m->frame_count = m->header.num_frames;
    m->frames = rq_cur_get(doc, c, m->frame_count, sizeof *m->frames);
    for (uint32_t i = 0; m->frames && i < m->frame_count; i++) {
        rq_enter(c, "frames", i);
        rq_rec_read(&in, &rq_model3d_record_rec, &m->frames[i].record);
        rq_leave(c);
    }
    return rq_ok(c);
}

static bool read_frame(struct rq_doc *doc, struct rq_cur *c, struct rq_model3d *m,
                       struct rq_model3d_frame *frame)
{
    bool wide = rq_model3d_wide(m);
    if (frame->record.vertex_offset && wide) {
        frame->positions = read_triples(doc, c, frame->record.vertex_offset, m->vertex_count,
                                        RQ_KIND_i32, "positions");
    } else if (frame->record.vertex_offset) {
        struct rq_cur in = window(c, frame->record.vertex_offset, m->vertex_count, 6, "positions");
        frame->positions = rq_cur_get(doc, c, rq_ok(c) ? m->vertex_count : 0, 12);
        for (size_t i = 0; rq_ok(c) && i < (size_t)m->vertex_count * 3; i++)
            frame->positions[i / 3][i % 3] = (int16_t)rq_get16(in.p + i * 2);
        if (rq_ok(c) && m->vertex_count)
            rq_note_at(c, in.p, (size_t)m->vertex_count * 6, RQ_KIND_i16,
                       (size_t)m->vertex_count * 3, "positions");
    }
    if (!frame->record.normal_offset || !rq_ok(c))
        return rq_ok(c);
    struct rq_cur in = window(c, frame->record.normal_offset, m->face_count, 4, "normals");
    frame->normals = rq_cur_get(doc, c, rq_ok(c) ? m->face_count : 0, 4);
    for (uint32_t i = 0; rq_ok(c) && i < m->face_count; i++)
        frame->normals[i] = rq_get32(in.p + (size_t)i * 4);
    if (rq_ok(c) && m->face_count)
        rq_note_at(c, in.p, (size_t)m->face_count * 4, RQ_KIND_x32, m->face_count, "normals");
    return rq_ok(c);
}

static void read_refs(struct rq_cur *in, const struct rq_model3d *m, const uint64_t *offsets,
                      struct rq_model3d_section4 *section)
{
    for (uint32_t k = 0; k < section->volume.face_count; k++) {
        struct rq_model3d_ref *ref = &section->faces[k];
        rq_enter(in, "faces", k);
        ref->value = rq_u32(in, "offset");
        ref->word = rq_u16(in, "index");
        uint32_t face = ref->word / 4;
        ref->linked = ref->word % 4 == 0 && face < m->face_count && offsets[face] == ref->value;
        if (ref->linked)
            ref->value = face;
        rq_leave(in);
    }
}

static bool read_volumes(struct rq_doc *doc, struct rq_cur *c, struct rq_model3d *m)
{
    struct rq_cur in = *c;
    struct rq_arena temp = {.alloc = doc->alloc};
    if (rq_model3d_early(m) || !m->header.offset_section4 || !m->header.section4_count)
        return true;
    if (!rq_seek(&in, m->header.offset_section4, "offset_section4") ||
        !rq_count(&in, m->header.section4_count, VOLUME_SIZE, "section4_count"))
        return false;
    m->volumes = rq_cur_get(doc, c, m->header.section4_count, sizeof *m->volumes);
    uint64_t *offsets = rq_model3d_face_offsets(m, m->header.offset_face_data, &temp);
    if (!offsets)
        rq_bad_memory(c, &temp);
    for (uint32_t i = 0; rq_ok(c) && i < m->header.section4_count; i++) {
        struct rq_model3d_section4 *section = &m->volumes[i];
        rq_enter(c, "section4", i);
        if (rq_rec_read(&in, &rq_model3d_volume_rec, &section->volume) &&
            rq_count(&in, section->volume.face_count, REF_SIZE, "faces"))
            section->faces = rq_cur_get(doc, c, section->volume.face_count, sizeof *section->faces);
        if (rq_ok(c))
            read_refs(&in, m, offsets, section);
        rq_leave(c);
    }
    m->volume_count = m->header.section4_count;
    rq_arena_free(&temp);
    return rq_ok(c);
}

/* One normal a vertex, but RGU has met files with one a corner: taken when that fills the
 * space up to the next section, or the end, exactly. */
static uint32_t vertex_normal_count(const struct rq_cur *c, const struct rq_model3d *m, uint32_t at)
{
    uint64_t end = (uint64_t)(c->end - c->begin), corners = rq_model3d_corners(m);
    const uint32_t starts[] = {m->header.offset_frame_data,     m->header.offset_section4,
                               m->header.offset_normal_indices, m->header.offset_vertex_coords,
                               m->header.offset_face_normals,   m->header.offset_face_data};
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++)
        if (starts[i] > at && starts[i] < end)
            end = starts[i];
    bool by_corner = !rq_model3d_early(m) && m->header.offset_normal_indices && end > at &&
                     end - at == corners * 12;
    return by_corner ? (uint32_t)corners : m->vertex_count;
}

static bool read_normals(struct rq_doc *doc, struct rq_cur *c, struct rq_model3d *m)
{
    const struct rq_model3d_header *h = &m->header;
    bool early = rq_model3d_early(m);
    uint32_t at = early ? h->total_face_vertices : h->offset_vertex_normals;
    if (h->offset_face_normals) {
        m->face_normals = read_triples(doc, c, h->offset_face_normals, m->face_count, RQ_KIND_i32,
                                       "face_normals");
        m->face_normal_count = m->face_count;
    }
    if (at) {
        m->vertex_normal_count = vertex_normal_count(c, m, at);
        m->vertex_normals =
            read_triples(doc, c, at, m->vertex_normal_count, RQ_KIND_f32, "vertex_normals");
    }
    if (early || !h->offset_normal_indices || !rq_ok(c))
        return rq_ok(c);
    struct rq_cur in =
        window(c, h->offset_normal_indices, h->total_face_vertices, 4, "normal_indices");
    if (!rq_ok(c))
        return false;
    m->normal_index_count = h->total_face_vertices;
    m->normal_indices = rq_cur_get(doc, c, m->normal_index_count, sizeof *m->normal_indices);
    if (m->normal_indices && m->normal_index_count)
        rq_note_at(c, in.p, (size_t)m->normal_index_count * 4, RQ_KIND_u32, m->normal_index_count,
                   "normal_indices");
    for (uint32_t i = 0; m->normal_indices && i < m->normal_index_count; i++) {
        uint32_t offset = rq_get32(in.p + (size_t)i * 4), index = (offset - at) / 12;
        bool linked = offset >= at && (offset - at) % 12 == 0 && index < m->vertex_normal_count;
        m->normal_indices[i] = (struct rq_model3d_ref){linked, 0, linked ? index : offset};
    }
    return rq_ok(c);
}

/* v2.x .3DC: behind the faces and a gap that frame 0 tells; not every file means it, so it is
 * dropped where it does not lead to vertices (3DFT and RGPRE: a value above 0x41000000 among
 * the first eight is none). */
static uint64_t early_vertices(struct rq_cur *c, const struct rq_model3d *m, uint64_t faces_end)
{
    uint64_t size = (uint64_t)(c->end - c->begin);
    uint64_t gap = m->frame_count ? m->frames[0].record.reserved : 0, at = faces_end + gap;
    if (!m->header.offset_vertex_normals)
        return m->header.offset_vertex_coords;
    if (at > size || (uint64_t)m->header.num_vertices * 12 > size - at)
        return faces_end;
    for (uint64_t i = 0; i < 24 && i < (uint64_t)m->header.num_vertices * 3; i++) {
        int64_t v = (int32_t)rq_get32(c->begin + at + i * 4);
        if (v > 0x41000000 || v < -0x41000000)
            return faces_end;
    }
    return at;
}

static bool read_vertices(struct rq_doc *doc, struct rq_cur *c, struct rq_model3d *m,
                          uint64_t faces_end)
{
    uint64_t at =
        rq_model3d_early(m) ? early_vertices(c, m, faces_end) : m->header.offset_vertex_coords;
    uint64_t records_end = HEADER_SIZE + (uint64_t)m->frame_count * RECORD_SIZE;
    m->vertices = read_triples(doc, c, m->header.num_vertices ? at : 0, m->header.num_vertices,
                               RQ_KIND_i32, "vertices");
    if (!rq_ok(c))
        return false;
    m->vertex_count = m->header.num_vertices;
    m->vertices_at = (uint32_t)at;
    if (!rq_model3d_early(m))
        return true;
    if (m->header.offset_face_data >= records_end)
        m->before_faces = (struct rq_bytes){c->begin + records_end,
                                            (size_t)(m->header.offset_face_data - records_end)};
    if (m->vertex_count && at > faces_end)
        m->gap = (struct rq_bytes){c->begin + faces_end, (size_t)(at - faces_end)};
    if (m->before_faces.size)
        rq_note_at(c, m->before_faces.data, m->before_faces.size, RQ_KIND_bytes,
                   m->before_faces.size, "before_faces");
    if (m->gap.size)
        rq_note_at(c, m->gap.data, m->gap.size, RQ_KIND_bytes, m->gap.size, "gap");
    return true;
}

static void look_at_faces(struct rq_doc *doc, const struct rq_model3d *m)
{
    uint32_t beyond = 0, unknown = 0, thin = 0;
    for (uint32_t i = 0; i < m->face_count; i++) {
        const struct rq_model3d_face *face = &m->faces[i];
        unknown += rq_model3d_texture(m, face->texture).kind == RQ_MODEL3D_UNKNOWN;
        thin += face->corner_count < 3;
        for (uint32_t k = 0; k < face->corner_count; k++)
            beyond += rq_model3d_vertex(m, face->corners[k].vertex) >= m->vertex_count;
    }
    uint64_t at = m->header.offset_face_data;
    if (beyond)
        rq_find(doc, "lost-vertex", at, "faces", "%u corners name no vertex", beyond);
    if (unknown)
        rq_find(doc, "unknown-texture", at, "faces", "%u textures that name no image", unknown);
    if (thin)
        rq_find(doc, "thin-face", at, "faces", "%u faces of less than three corners", thin);
}

static void look_at_rest(struct rq_doc *doc, const struct rq_model3d *m)
{
    uint32_t loose = 0;
    for (uint32_t i = 0; i < m->normal_index_count; i++)
        loose += !m->normal_indices[i].linked;
    if (loose)
        rq_find(doc, "lost-normal", m->header.offset_normal_indices, "normal_indices",
                "%u corners name no vertex normal", loose);
    loose = 0;
    for (uint32_t i = 0; i < m->volume_count; i++)
        for (uint32_t k = 0; k < m->volumes[i].volume.face_count; k++)
            loose += !m->volumes[i].faces[k].linked;
    if (loose)
        rq_find(doc, "lost-face", m->header.offset_section4, "section4",
                "%u references to faces that are not there", loose);
    if (rq_model3d_early(m) && m->frame_count > 1)
        rq_find(doc, "unknown-frames", m->header.offset_frame_data, "frames",
                "the layout is unknown of frames 1 to %u of %.4s: their records and bytes are kept",
                m->frame_count - 1, m->header.version);
    if (!rq_model3d_early(m) && m->header.total_face_vertices != rq_model3d_corners(m))
        rq_find(doc, "wrong-count", 24, "total_face_vertices", "%u, but the faces have %llu",
                m->header.total_face_vertices, (unsigned long long)rq_model3d_corners(m));
}

static bool model3d_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_model3d *m = doc->root = rq_cur_get(doc, c, 1, sizeof *m);
    uint64_t faces_end = 0;
    if (!m || !rq_rec_read(c, &rq_model3d_header_rec, &m->header))
        return false;
    if (!rq_model3d_known(m->header.version))
        return rq_bad(c, m->header.version[0] == 'v' ? RQ_UNSUPPORTED : RQ_BAD_MAGIC, 0,
                      "version v2.6, v2.7, v4.0 or v5.0 expected");
    if (!read_records(doc, c, m) || !read_faces(doc, c, m, &faces_end) ||
        !read_vertices(doc, c, m, faces_end) || !read_normals(doc, c, m) ||
        !read_volumes(doc, c, m))
        return false;
    for (uint32_t i = 1; i < m->frame_count && !rq_model3d_early(m); i++) {
        rq_enter(c, "frames", i);
        if (!read_frame(doc, c, m, &m->frames[i]))
            return false;
        rq_leave(c);
    }
    look_at_faces(doc, m);
    look_at_rest(doc, m);
    return true;
}

/* ---- for a person ---- */

static bool model3d_facts(struct rq_doc *doc)
{
    const struct rq_model3d *m = doc->root;
    uint32_t colored = 0, flat = 0;
    for (uint32_t i = 0; i < m->face_count; i++)
        colored += rq_model3d_texture(m, m->faces[i].texture).kind == RQ_MODEL3D_COLOR;
    for (uint32_t i = 0; i < m->vertex_normal_count; i++)
        flat += m->vertex_normals[i][0] != m->vertex_normals[i][0];
    rq_fact_add(doc, "model", "%.4s, %u vertices, %u faces", m->header.version, m->vertex_count,
                m->face_count);
    rq_fact_add(doc, "frames", "%u", m->frame_count);
    rq_fact_add(doc, "plain colour", "%u faces", colored);
    if (m->volume_count)
        rq_fact_add(doc, "volumes", "%u", m->volume_count);
    rq_fact_add(doc, "vertex normals", "%u, %u of them absent (NaN)%s", m->vertex_normal_count,
                flat, m->normal_index_count ? ", by corner" : "");
    return true;
}

static bool model3d_fresh(struct rq_doc *doc)
{
    struct rq_model3d *m = doc->root = rq_arena_get(&doc->arena, 1, sizeof *m);
    if (!m)
        return false;
    memcpy(m->header.version, "v4.0", 4);
    m->layout = RQ_MODEL3D_STANDARD;
    return true;
}

static const struct rq_facet_scene scene = {
    .scene = rq_model3d_scene,
    .from_scene = rq_model3d_from_scene,
    .takes_morphs = true,
};

static const struct rq_format_record model3d_records[] = {
    {&rq_model3d_header_rec, "header"},
    {&rq_model3d_record_rec, "one for each frame"},
    {&rq_model3d_corner_rec, "one for each corner of a face"},
    {&rq_model3d_volume_rec, "one for each volume, before its faces"},
    {NULL, NULL},
};

static const struct rq_finding_kind model3d_findings[] = {
    {"lost-vertex", RQ_WARNING, "corners of faces name vertices that are not there",
     "The game would read a vertex from outside of the list. Such faces are not shown."},
    {"unknown-texture", RQ_WARNING, "the texture of a face is neither an image nor a colour",
     "What the game shows for it is not known."},
    {"thin-face", RQ_WARNING, "faces of less than three corners",
     "There is nothing to draw: they are not shown."},
    {"lost-normal", RQ_WARNING, "corners name vertex normals that are not there",
     "The game would read a normal from elsewhere. The offset is kept; the normal of the "
     "face is shown."},
    {"lost-face", RQ_WARNING, "a volume refers to faces that are not there",
     "The offset is kept. What the game does with it is not known."},
    {"unknown-frames", RQ_WARNING, "frames 1 and up of v2.6 and v2.7",
     "The game itself does not load these versions, and it is not known how their frames are "
     "stored. They are kept and not shown."},
    {"wrong-count", RQ_WARNING, "total_face_vertices is not the number of corners of all faces",
     "It is kept. Whether the game reads it is not known."},
    {"explicit-layout", RQ_INFO, "sections stand where no named layout puts them",
     "The game finds sections by the offsets in the header. The places are kept until the "
     "model is changed."},
    {"trailing-bytes", RQ_WARNING, "bytes after the last section",
     "The game is not known to read them. They are kept when the file is written."},
    RQ_MODEL3D_IMPORT_FINDINGS,
    {NULL, RQ_WARNING, NULL, NULL},
};

uint32_t rq_model3d_root(uint64_t n)
{
    uint64_t root = 0;
    for (uint64_t bit = UINT64_C(1) << 31; bit; bit >>= 1)
        if ((root | bit) * (root | bit) <= n)
            root |= bit;
    return (uint32_t)root;
}

/* It reaches the farthest vertex, without its fraction: so in all 20 models of the corpus. */
uint32_t rq_model3d_radius(const struct rq_model3d *m)
{
    static const int64_t origin[3];
    uint64_t most = 0;
    for (uint32_t i = 0; i < m->vertex_count; i++) {
        uint64_t square = rq_model3d_square(m->vertices[i], origin);
        most = square > most ? square : most;
    }
    return rq_model3d_root(most);
}

static struct rq_follow_elements rows_of(const void *rows, uint32_t count)
{
    struct rq_follow_elements elements = {0};
    const uint8_t *p = rows;
    for (uint32_t i = 0; i < count; i++, p += 12) {
        uint32_t words[3];
        memcpy(words, p, sizeof words);
        rq_follow_element(&elements, rq_follow_sum(rq_follow_sum(words[0], words[1]), words[2]));
    }
    return elements;
}

/* Faces are the same as long as they lie on the same vertices. Normals of faces, of frames and of
 * corners go by their places, so one that lies on others is refused as one that was moved is: for
 * all of them `members` is 0. */
static struct rq_follow_elements faces_of(const struct rq_model3d *m)
{
    struct rq_follow_elements elements = {0};
    for (uint32_t i = 0; i < m->face_count; i++) {
        uint32_t sum = m->faces[i].corner_count;
        for (uint32_t k = 0; k < m->faces[i].corner_count; k++)
            sum = rq_follow_sum(sum, m->faces[i].corners[k].vertex);
        rq_follow_element(&elements, sum);
    }
    elements.members = 0;
    return elements;
}

/* Corners name vertices and normals; what goes by the places of vertices and faces goes with them. */
static void model3d_follows(struct rq_doc *doc, struct rq_follow *f)
{
    struct rq_model3d *m = doc->root;
    rq_follow(f, &m->header.radius, 4, rq_model3d_radius(m), "header/radius");
    struct rq_follow_elements vertices = rows_of(m->vertices, m->vertex_count);
    struct rq_follow_elements faces = faces_of(m);
    struct rq_follow_elements normals = rows_of(m->vertex_normals, m->vertex_normal_count);
    rq_follow_list(f, &vertices, "vertices");
    rq_follow_list(f, &faces, "faces");
    rq_follow_list(f, &normals, "vertex_normals");
}

const struct rq_format rq_format_model3d = {
    .info = {"model3d", "3D model", "redguard", "3d 3dc"},
    .detect = model3d_detect,
    .read = model3d_read,
    .write = rq_model3d_write,
    .settle = rq_model3d_settle,
    .records = model3d_records,
    .findings = model3d_findings,
    .no_rule = "explicit-layout trailing-bytes " RQ_MODEL3D_IMPORT_IDS,
    .shape = &rq_model3d_shape,
    .follows = model3d_follows,
    .facts = model3d_facts,
    .fresh = model3d_fresh,
    .scene = &scene,
};
