/* 3D, 3DC as JSON: rows of raw integers, textures by name where that is exact, counts and
 * offsets only where they do not follow from the layout. */
#include "formats/redguard/model3d/parts.h"

#include <stdio.h>

RQ_RECORD_TABLE(rq_model3d_header, RQ_MODEL3D_HEADER);
RQ_RECORD_TABLE(rq_model3d_record, RQ_MODEL3D_FRAME);
RQ_RECORD_TABLE(rq_model3d_volume, RQ_MODEL3D_VOLUME);

static const char *const layout_names[] = {"", "standard", "early", "explicit"};

/* Fields that follow from the document's arrays in every layout, and those that carry
 * something. */
static const char counts[] = "num_vertices num_faces num_frames";
static const char data[] = "version radius unused_24";

static bool is_one_of(const char *words, const char *name)
{
    return rq_word_in(words, name, strlen(name));
}

/* Names of the fields that JSON leaves out. */
static void list_skipped(const struct rq_model3d *m, char *skip, size_t size)
{
    size_t at = 0;
    skip[0] = 0;
    for (size_t n = 0; n < rq_model3d_header_rec.field_count; n++) {
        const char *name = rq_model3d_header_rec.fields[n].name;
        bool derived = m->layout == RQ_MODEL3D_EXPLICIT
                           ? is_one_of(counts, name)
                           : !is_one_of(data, name) && !(m->kept >> n & 1);
        if (strcmp(name, "unused_24") == 0)
            derived = m->header.unused_24 == 0;
        if (derived)
            at += (size_t)snprintf(skip + at, size - at, "%s ", name);
    }
}

/* ---- out ---- */

static void triples_json(struct rq_json *j, const char *key, int32_t (*rows)[3], uint32_t count)
{
    rq_json_key(j, key);
    rq_json_array(j);
    for (uint32_t i = 0; i < count; i++) {
        rq_json_array_row(j);
        for (size_t k = 0; k < 3; k++)
            rq_json_i64(j, rows[i][k]);
        rq_json_end_array(j);
    }
    rq_json_end_array(j);
}

/* "302/5" and "color 17" when they lead back to the same word, else the word. */
static void texture_json(struct rq_json *j, const struct rq_model3d *m, uint32_t word)
{
    char text[40];
    uint32_t back = 0;
    struct rq_model3d_texture t = rq_model3d_texture(m, word);
    if (!rq_model3d_texture_word(m, t, &back) || back != word) {
        rq_json_hex32(j, word);
        return;
    }
    if (t.kind == RQ_MODEL3D_COLOR)
        snprintf(text, sizeof text, "color %u", t.color);
    else
        snprintf(text, sizeof text, "%u/%u", t.bank, t.image);
    rq_json_str(j, text);
}

/* What the byte before the texture is unless JSON says otherwise. */
static uint8_t usual_high(const struct rq_model3d *m, uint32_t texture)
{
    return rq_model3d_early(m) ? 0 : (uint8_t)(texture >> 24);
}

static void faces_json(struct rq_json *j, const struct rq_model3d *m)
{
    rq_json_key(j, "faces");
    rq_json_array(j);
    for (uint32_t i = 0; i < m->face_count; i++) {
        const struct rq_model3d_face *face = &m->faces[i];
        rq_json_object_row(j);
        rq_json_key(j, "texture");
        texture_json(j, m, face->texture);
        if (face->high != usual_high(m, face->texture)) {
            rq_json_key(j, "high");
            rq_json_u64(j, face->high);
        }
        if (face->unused) {
            rq_json_key(j, "unused");
            rq_json_u64(j, face->unused);
        }
        rq_json_key(j, "corners");
        rq_json_array_row(j);
        for (uint32_t k = 0; k < face->corner_count; k++) {
            rq_json_array_row(j);
            rq_json_u64(j, face->corners[k].vertex);
            rq_json_i64(j, face->corners[k].u);
            rq_json_i64(j, face->corners[k].v);
            rq_json_end_array(j);
        }
        rq_json_end_array(j);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
}

static void frame_json(struct rq_doc *doc, struct rq_json *j, const struct rq_model3d *m,
                       const struct rq_model3d_frame *frame)
{
    char skip[64] = "";
    bool early = rq_model3d_early(m), placed = m->layout == RQ_MODEL3D_EXPLICIT;
    const bool shown[] = {placed || frame->kept & 1, placed || frame->kept & 2,
                          placed || frame->kept & 4 || (!early && frame->record.reserved), true};
    for (size_t n = 0, at = 0; n < 4; n++)
        if (!shown[n])
            at += (size_t)snprintf(skip + at, sizeof skip - at, "%s ",
                                   rq_model3d_record_rec.fields[n].name);
    if (frame->positions || frame->normals)
        rq_json_object(j);
    else
        rq_json_object_row(j);
    rq_rec_json(j, &rq_model3d_record_rec, &frame->record, doc->page, skip);
    if (frame->positions)
        triples_json(j, "positions", frame->positions, m->vertex_count);
    if (frame->normals) {
        rq_json_key(j, "normals");
        rq_json_array(j);
        for (uint32_t i = 0; i < m->face_count; i++) {
            rq_json_array_row(j);
            for (unsigned k = 0; k < 3; k++)
                rq_json_i64(j, rq_model3d_packed(frame->normals[i], k));
            rq_json_u64(j, frame->normals[i] >> 30);
            rq_json_end_array(j);
        }
        rq_json_end_array(j);
    }
    rq_json_end_object(j);
}

static void volumes_json(struct rq_doc *doc, struct rq_json *j, const struct rq_model3d *m)
{
    rq_json_key(j, "section4");
    rq_json_array(j);
    for (uint32_t i = 0; i < m->volume_count; i++) {
        const struct rq_model3d_section4 *section = &m->volumes[i];
        rq_json_object_row(j);
        rq_rec_json(j, &rq_model3d_volume_rec, &section->volume, doc->page, "face_count");
        rq_json_key(j, "faces");
        rq_json_array_row(j);
        for (uint32_t k = 0; k < section->volume.face_count; k++) {
            const struct rq_model3d_ref *ref = &section->faces[k];
            if (ref->linked) {
                rq_json_u64(j, ref->value);
                continue;
            }
            rq_json_array_row(j);
            rq_json_u64(j, ref->value);
            rq_json_u64(j, ref->word);
            rq_json_end_array(j);
        }
        rq_json_end_array(j);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
}

static void normals_json(struct rq_json *j, const struct rq_model3d *m)
{
    if (m->normal_index_count) {
        rq_json_key(j, "normal_indices");
        rq_json_array_row(j);
        for (uint32_t i = 0; i < m->normal_index_count; i++) {
            if (m->normal_indices[i].linked)
                rq_json_u64(j, m->normal_indices[i].value);
            else
                rq_json_hex32(j, m->normal_indices[i].value);
        }
        rq_json_end_array(j);
    }
    if (!m->vertex_normal_count)
        return;
    rq_json_key(j, "vertex_normals");
    rq_json_array(j);
    for (uint32_t i = 0; i < m->vertex_normal_count; i++) {
        rq_json_array_row(j);
        for (size_t k = 0; k < 3; k++)
            rq_json_f32(j, m->vertex_normals[i][k]);
        rq_json_end_array(j);
    }
    rq_json_end_array(j);
}

bool rq_model3d_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err)
{
    const struct rq_model3d *m = doc->root;
    char skip[512];
    (void)err;
    list_skipped(m, skip, sizeof skip);
    rq_json_key(j, "header");
    rq_json_object(j);
    rq_rec_json(j, &rq_model3d_header_rec, &m->header, doc->page, skip);
    rq_json_end_object(j);
    rq_json_key(j, "layout");
    rq_json_str(j, layout_names[m->layout]);
    if (m->layout == RQ_MODEL3D_EXPLICIT) {
        rq_json_key(j, "vertices_at");
        rq_json_u64(j, m->vertices_at);
        rq_strays_json(j, m->strays);
    }
    rq_json_bytes(j, "before_faces", m->before_faces);
    rq_json_bytes(j, "gap", m->gap);
    faces_json(j, m);
    triples_json(j, "vertices", m->vertices, m->vertex_count);
    if (m->face_normal_count)
        triples_json(j, "face_normals", m->face_normals, m->face_normal_count);
    rq_json_key(j, "frames");
    rq_json_array(j);
    for (uint32_t i = 0; i < m->frame_count; i++)
        frame_json(doc, j, m, &m->frames[i]);
    rq_json_end_array(j);
    if (m->volume_count)
        volumes_json(doc, j, m);
    normals_json(j, m);
    rq_json_bytes(j, "trailing", m->trailing);
    return true;
}

/* ---- and back ---- */

/* Room for the elements of the array that follows; their number is kept in 32 bits. */
static void *array_room(struct rq_jr *jr, size_t size, size_t *length)
{
    *length = rq_jr_length(jr);
    if (*length > UINT32_MAX)
        rq_jr_bad(jr, "an array that is too long");
    void *room = rq_jr_get(jr, *length, size);
    rq_jr_array(jr);
    return room;
}

/* The end of an array that is a row of a fixed number of values. */
static void end_row(struct rq_jr *jr, const char *shape)
{
    if (rq_jr_more(jr))
        rq_jr_bad(jr, "a row of %s expected", shape);
}

static int64_t row_value(struct rq_jr *jr, int64_t least, int64_t most, const char *shape)
{
    if (rq_jr_more(jr))
        return rq_jr_signed(jr, least, most);
    if (rq_jr_ok(jr))
        rq_jr_bad(jr, "a row of %s expected", shape);
    return 0;
}

static void *take_triples(struct rq_jr *jr, uint32_t *count)
{
    size_t length;
    int32_t(*rows)[3] = array_room(jr, sizeof *rows, &length);
    for (*count = 0; rows && rq_jr_more(jr); ++*count) {
        rq_jr_array(jr);
        for (size_t k = 0; k < 3; k++)
            rows[*count][k] = (int32_t)row_value(jr, INT32_MIN, INT32_MAX, "[x, y, z]");
        end_row(jr, "[x, y, z]");
    }
    return rows;
}

static void take_vertex_normals(struct rq_jr *jr, struct rq_model3d *m)
{
    size_t length;
    m->vertex_normals = array_room(jr, sizeof *m->vertex_normals, &length);
    for (m->vertex_normal_count = 0; m->vertex_normals && rq_jr_more(jr);
         m->vertex_normal_count++) {
        rq_jr_array(jr);
        for (size_t k = 0; k < 3; k++) {
            if (rq_jr_more(jr))
                m->vertex_normals[m->vertex_normal_count][k] = rq_jr_f32(jr);
            else if (rq_jr_ok(jr))
                rq_jr_bad(jr, "a row of [x, y, z] expected");
        }
        end_row(jr, "[x, y, z]");
    }
}

static unsigned digits_of(struct rq_str *s)
{
    unsigned v = 0;
    for (; s->size && *s->text >= '0' && *s->text <= '9'; s->text++, s->size--)
        v = v < 100000 ? v * 10 + (unsigned)(*s->text - '0') : v;
    return v;
}

static uint32_t take_texture(struct rq_jr *jr, const struct rq_model3d *m)
{
    const uint8_t *before = jr->p;
    struct rq_model3d_texture t = {RQ_MODEL3D_IMAGE, 0, 0, 0};
    uint32_t word = 0;
    if (rq_jr_peek(jr) != RQ_J_STRING)
        return rq_jr_u32(jr);
    struct rq_str s = rq_jr_string(jr);
    if (s.size > 2 && memcmp(s.text, "0x", 2) == 0) {
        jr->p = before;
        return rq_jr_hex32(jr);
    }
    if (s.size > 6 && memcmp(s.text, "color ", 6) == 0) {
        s.text += 6;
        s.size -= 6;
        t.kind = RQ_MODEL3D_COLOR;
        t.color = digits_of(&s);
    } else {
        t.bank = digits_of(&s);
        bool slash = s.size > 1 && *s.text == '/';
        s.text += slash;
        s.size = slash ? s.size - 1 : 1;
        t.image = slash ? digits_of(&s) : 0;
    }
    if (rq_jr_ok(jr) && (s.size || !rq_model3d_texture_word(m, t, &word)))
        rq_jr_bad(jr, "a texture is \"302/5\", \"color 17\" or \"0x...\", within what %.4s can say",
                  m->header.version);
    return word;
}

static void take_corners(struct rq_jr *jr, struct rq_model3d_face *face)
{
    static const char shape[] = "[vertex, u, v]";
    size_t length, n = 0;
    face->corners = array_room(jr, sizeof *face->corners, &length);
    if (rq_jr_ok(jr) && length > 255)
        rq_jr_bad(jr, "a face has at most 255 corners");
    for (; rq_jr_ok(jr) && rq_jr_more(jr); n++) {
        rq_jr_array(jr);
        face->corners[n].vertex = (uint32_t)row_value(jr, 0, UINT32_MAX, shape);
        face->corners[n].u = (int16_t)row_value(jr, INT16_MIN, INT16_MAX, shape);
        face->corners[n].v = (int16_t)row_value(jr, INT16_MIN, INT16_MAX, shape);
        end_row(jr, shape);
    }
    face->corner_count = (uint8_t)n;
}

static void take_faces(struct rq_jr *jr, struct rq_model3d *m)
{
    size_t length;
    struct rq_str key;
    if (!rq_model3d_known(m->header.version)) {
        rq_jr_bad(jr, "\"header\" with its \"version\" must come before \"faces\"");
        return;
    }
    m->faces = array_room(jr, sizeof *m->faces, &length);
    for (m->face_count = 0; m->faces && rq_jr_more(jr); m->face_count++) {
        struct rq_model3d_face *face = &m->faces[m->face_count];
        bool high = false;
        rq_jr_object(jr);
        while (rq_jr_key(jr, &key)) {
            if (rq_str_is(key, "texture")) {
                face->texture = take_texture(jr, m);
            } else if (rq_str_is(key, "high")) {
                face->high = (uint8_t)rq_jr_unsigned(jr, 255);
                high = true;
            } else if (rq_str_is(key, "unused")) {
                face->unused = rq_jr_u32(jr);
            } else if (rq_str_is(key, "corners")) {
                take_corners(jr, face);
            } else {
                rq_jr_unknown(jr, key);
            }
        }
        if (!high)
            face->high = usual_high(m, face->texture);
    }
}

static uint32_t *take_packed(struct rq_jr *jr, uint32_t *count)
{
    static const char shape[] = "[x, y, z, spare bits]";
    size_t length;
    uint32_t *words = array_room(jr, sizeof *words, &length);
    for (*count = 0; words && rq_jr_more(jr); ++*count) {
        uint32_t word = 0;
        rq_jr_array(jr);
        for (unsigned k = 0; k < 3; k++)
            word |= ((uint32_t)row_value(jr, -512, 511, shape) & 0x3FF) << (k * 10);
        words[*count] = word | (uint32_t)row_value(jr, 0, 3, shape) << 30;
        end_row(jr, shape);
    }
    return words;
}

/* Data of a frame must be for as many vertices and faces as there are; both may stand
 * after the frames, so they are compared when all has been read. */
struct frame_sizes {
    uint32_t positions, normals;
};

static void take_frames(struct rq_doc *doc, struct rq_jr *jr, struct rq_model3d *m,
                        struct frame_sizes **sizes)
{
    size_t length;
    struct rq_str key;
    *sizes = rq_jr_get(jr, rq_jr_length(jr), sizeof **sizes);
    m->frames = array_room(jr, sizeof *m->frames, &length);
    for (m->frame_count = 0; m->frames && rq_jr_more(jr); m->frame_count++) {
        struct rq_model3d_frame *frame = &m->frames[m->frame_count];
        struct frame_sizes *size = &(*sizes)[m->frame_count];
        rq_jr_object(jr);
        while (rq_jr_key(jr, &key)) {
            if (rq_str_is(key, "positions"))
                frame->positions = take_triples(jr, &size->positions);
            else if (rq_str_is(key, "normals"))
                frame->normals = take_packed(jr, &size->normals);
            else if (!rq_rec_take(jr, &rq_model3d_record_rec, &frame->record, doc->page, key))
                rq_jr_unknown(jr, key);
            frame->kept |= rq_str_is(key, "vertex_offset") ? 1u : 0;
            frame->kept |= rq_str_is(key, "normal_offset") ? 2u : 0;
            frame->kept |= rq_str_is(key, "reserved") ? 4u : 0;
        }
    }
}

static void check_frames(struct rq_jr *jr, const struct rq_model3d *m,
                         const struct frame_sizes *sizes)
{
    for (uint32_t i = 0; sizes && rq_jr_ok(jr) && i < m->frame_count; i++) {
        const struct rq_model3d_frame *frame = &m->frames[i];
        if (frame->positions && sizes[i].positions != m->vertex_count)
            rq_jr_bad(jr, "frame %u has %u positions for %u vertices", i, sizes[i].positions,
                      m->vertex_count);
        else if (frame->normals && sizes[i].normals != m->face_count)
            rq_jr_bad(jr, "frame %u has %u normals for %u faces", i, sizes[i].normals,
                      m->face_count);
        else if (m->layout != RQ_MODEL3D_EXPLICIT &&
                 ((frame->positions && frame->kept & 1) || (frame->normals && frame->kept & 2)))
            rq_jr_bad(jr, "frame %u: offsets of data follow from the layout, leave them out", i);
    }
}

static void take_ref(struct rq_jr *jr, struct rq_model3d_ref *ref)
{
    ref->linked = rq_jr_peek(jr) != RQ_J_ARRAY;
    if (ref->linked) {
        ref->value = rq_jr_u32(jr);
        return;
    }
    rq_jr_array(jr);
    ref->value = (uint32_t)row_value(jr, 0, UINT32_MAX, "[offset, word]");
    ref->word = (uint16_t)row_value(jr, 0, UINT16_MAX, "[offset, word]");
    end_row(jr, "[offset, word]");
}

static void take_volumes(struct rq_doc *doc, struct rq_jr *jr, struct rq_model3d *m)
{
    size_t length;
    struct rq_str key;
    m->volumes = array_room(jr, sizeof *m->volumes, &length);
    for (m->volume_count = 0; m->volumes && rq_jr_more(jr); m->volume_count++) {
        struct rq_model3d_section4 *section = &m->volumes[m->volume_count];
        rq_jr_object(jr);
        while (rq_jr_key(jr, &key)) {
            if (rq_str_is(key, "faces") && !section->faces) {
                size_t n = 0;
                section->faces = array_room(jr, sizeof *section->faces, &length);
                if (length > UINT16_MAX)
                    rq_jr_bad(jr, "a volume has at most 65535 faces");
                while (rq_jr_ok(jr) && rq_jr_more(jr))
                    take_ref(jr, &section->faces[n++]);
                section->volume.face_count = (uint16_t)n;
            } else if (rq_str_is(key, "face_count") ||
                       !rq_rec_take(jr, &rq_model3d_volume_rec, &section->volume, doc->page, key)) {
                rq_jr_unknown(jr, key);
            }
        }
    }
}

static void take_normal_indices(struct rq_jr *jr, struct rq_model3d *m)
{
    size_t length;
    m->normal_indices = array_room(jr, sizeof *m->normal_indices, &length);
    for (m->normal_index_count = 0; m->normal_indices && rq_jr_more(jr); m->normal_index_count++) {
        bool linked = rq_jr_peek(jr) != RQ_J_STRING;
        m->normal_indices[m->normal_index_count] =
            (struct rq_model3d_ref){linked, 0, rq_jr_hex32(jr)};
    }
}

static void take_header(struct rq_doc *doc, struct rq_jr *jr, struct rq_model3d *m)
{
    struct rq_str key;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (!rq_rec_take(jr, &rq_model3d_header_rec, &m->header, doc->page, key))
            rq_jr_unknown(jr, key);
        for (size_t n = 0; n < rq_model3d_header_rec.field_count; n++)
            if (rq_str_is(key, rq_model3d_header_rec.fields[n].name) &&
                !is_one_of(data, rq_model3d_header_rec.fields[n].name))
                m->kept |= 1u << n;
    }
}

static void take_layout(struct rq_jr *jr, struct rq_model3d *m)
{
    struct rq_str s = rq_jr_string(jr);
    for (int i = 1; i < 4; i++)
        if (rq_str_is(s, layout_names[i]))
            m->layout = (enum rq_model3d_layout)i;
    if (m->layout == RQ_MODEL3D_UNSETTLED)
        rq_jr_bad(jr, "layout must be \"standard\", \"early\" or \"explicit\"");
}

static void take_member(struct rq_doc *doc, struct rq_jr *jr, struct rq_model3d *m,
                        struct frame_sizes **sizes, struct rq_str key)
{
    if (rq_str_is(key, "header"))
        take_header(doc, jr, m);
    else if (rq_str_is(key, "layout"))
        take_layout(jr, m);
    else if (rq_str_is(key, "faces"))
        take_faces(jr, m);
    else if (rq_str_is(key, "vertices"))
        m->vertices = take_triples(jr, &m->vertex_count);
    else if (rq_str_is(key, "face_normals"))
        m->face_normals = take_triples(jr, &m->face_normal_count);
    else if (rq_str_is(key, "frames"))
        take_frames(doc, jr, m, sizes);
    else if (rq_str_is(key, "section4"))
        take_volumes(doc, jr, m);
    else if (rq_str_is(key, "normal_indices"))
        take_normal_indices(jr, m);
    else if (rq_str_is(key, "vertex_normals"))
        take_vertex_normals(jr, m);
    else if (rq_str_is(key, "before_faces"))
        m->before_faces = rq_jr_base64(jr);
    else if (rq_str_is(key, "gap"))
        m->gap = rq_jr_base64(jr);
    else if (rq_str_is(key, "trailing"))
        m->trailing = rq_jr_base64(jr);
    else if (rq_str_is(key, "vertices_at"))
        m->vertices_at = rq_jr_u32(jr);
    else if (!rq_strays_take(jr, m->strays, key))
        rq_jr_unknown(jr, key);
}

bool rq_model3d_from_json(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_model3d *m = doc->root = rq_jr_get(jr, 1, sizeof *m);
    struct frame_sizes *sizes = NULL;
    struct rq_str key;
    if (!m || !(m->strays = rq_jr_get(jr, 1, sizeof *m->strays)))
        return false;
    while (rq_jr_key(jr, &key))
        take_member(doc, jr, m, &sizes, key);
    if (!rq_jr_ok(jr))
        return false;
    if (m->layout == RQ_MODEL3D_UNSETTLED)
        m->layout = rq_model3d_early(m) ? RQ_MODEL3D_EARLY : RQ_MODEL3D_STANDARD;
    check_frames(jr, m, sizes);
    const char *wrong = rq_jr_ok(jr) ? rq_model3d_misshape(m) : NULL;
    const char *kept = rq_jr_ok(jr) ? rq_model3d_wrongly_kept(m) : NULL;
    if (wrong)
        rq_jr_bad(jr, "%s", wrong);
    else if (kept)
        rq_jr_bad(jr, "\"%s\" follows from the document: leave it out", kept);
    return rq_jr_ok(jr);
}
