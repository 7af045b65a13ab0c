/* 3D, 3DC as JSON: rows of raw integers, textures by name where that is exact, counts and
 * offsets only where they do not follow from the layout, faces of volumes by an id. */
#include "formats/redguard/model3d/parts.h"

#include <stdio.h>
#include <stdlib.h>

RQ_RECORD_TABLE(rq_model3d_header, RQ_MODEL3D_HEADER);
RQ_RECORD_TABLE(rq_model3d_record, RQ_MODEL3D_FRAME);
RQ_RECORD_TABLE(rq_model3d_volume, RQ_MODEL3D_VOLUME);

static const char *const layout_names[] = {"", "standard", "early", "explicit"};

/* ---- the header: what does not follow from the rest ---- */

struct header_form {
    struct rq_model3d_header header;
    unsigned fields; /* a bit for each that JSON has */
};

enum rq_header_fields {
    DATA = 1 << 0 | 1 << 3 | 1 << 9,   /* version, radius, unused_24 carry something */
    COUNTS = 1 << 1 | 1 << 2 | 1 << 4, /* vertices, faces, frames follow in every layout */
};

static const struct rq_member header_members[] = {
    {RQ_PICKED(header_form, header, fields, rq_model3d_header_rec)}};
static const struct rq_shape header_shape = {
    RQ_SHAPE("header", header_form, RQ_IN_LINES, header_members)};

static bool put_header(struct rq_shaper *s, const void *object)
{
    const struct rq_model3d *m = object;
    struct header_form f = {m->header,
                            m->layout == RQ_MODEL3D_EXPLICIT ? ~(unsigned)COUNTS : m->kept | DATA};
    rq_json_key(s->j, s->member->name);
    return rq_shape_put_value(s, &header_shape, &f);
}

static void take_header(struct rq_shaper *s, void *object)
{
    struct rq_model3d *m = object;
    struct header_form f = {0};
    rq_shape_take_value(s, &header_shape, &f);
    m->header = f.header;
    m->kept = f.fields & ~(unsigned)DATA;
}

/* ---- faces ---- */

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

/* What the byte before the texture is unless JSON says otherwise. */
static uint8_t usual_high(const struct rq_model3d *m, uint32_t texture)
{
    return rq_model3d_early(m) ? 0 : (uint8_t)(texture >> 24);
}

struct face_form {
    struct rq_model3d_face face;
    bool high;   /* is an unusual one */
    bool has_id; /* of models with volumes, which name faces by it: its number in the file */
};

#define NO_ID UINT32_MAX

static bool put_texture(struct rq_shaper *s, const void *form)
{
    rq_json_key(s->j, s->member->name);
    texture_json(s->j, s->outer, ((const struct face_form *)form)->face.texture);
    return true;
}

static void take_face_texture(struct rq_shaper *s, void *form)
{
    const struct rq_model3d *m = s->outer;
    if (rq_model3d_known(m->header.version))
        ((struct face_form *)form)->face.texture = take_texture(s->jr, m);
    else
        rq_jr_bad(s->jr, "\"header\" with its \"version\" must come before \"faces\"");
}

static const struct rq_member corner_members[] = {
    {RQ_VALUE("vertex", rq_model3d_corner, vertex, u32)},
    {RQ_VALUE("u", rq_model3d_corner, u, i16)},
    {RQ_VALUE("v", rq_model3d_corner, v, i16)},
};
static const struct rq_shape corner_shape = {
    RQ_SHAPE("corner", rq_model3d_corner, RQ_AS_TUPLE, corner_members)};

static const struct rq_member face_members[] = {
    {RQ_VALUE("id", face_form, face.id, u32), RQ_IF(face_form, has_id)},
    {RQ_HOOK("texture", put_texture, take_face_texture)},
    {RQ_VALUE("high", face_form, face.high, u8), RQ_IF(face_form, high)},
    {RQ_VALUE("unused", face_form, face.unused, u32), .optional = true},
    {RQ_LIST("corners", face_form, face.corners, face.corner_count, corner_shape), .row = true},
};

static bool fill_face(struct rq_shaper *s, const void *object, void *form)
{
    const struct rq_model3d *m = s->outer;
    const struct rq_model3d_face *face = object;
    struct face_form *f = form;
    *f =
        (struct face_form){*face, face->high != usual_high(m, face->texture), m->volume_count != 0};
    f->face.id = (uint32_t)s->index;
    return true;
}

static void put_face_back(struct rq_shaper *s, void *form, void *object)
{
    const struct face_form *f = form;
    struct rq_model3d_face *face = object;
    *face = f->face;
    if (!f->high)
        face->high = usual_high(s->outer, face->texture);
    if (f->has_id && face->id == NO_ID)
        rq_jr_bad(s->jr, "an id is less than %u", NO_ID);
    if (!f->has_id)
        face->id = NO_ID;
}

static const struct rq_shape face_shape = {
    RQ_SHAPE("face", rq_model3d_face, RQ_IN_ROW, face_members),
    RQ_FORM(face_form, fill_face, put_face_back)};

/* ---- vertices and normals ---- */

struct triple {
    int32_t v[3];
};
static const struct rq_member triple_members[] = {{RQ_VECTOR("[x, y, z]", triple, v, i32)}};
static const struct rq_shape triple_shape = {RQ_SHAPE("row", triple, RQ_AS_ITEM, triple_members)};

struct float_triple {
    float v[3];
};
static const struct rq_member float_members[] = {{RQ_VECTOR("[x, y, z]", float_triple, v, f32)}};
static const struct rq_shape float_shape = {
    RQ_SHAPE("row", float_triple, RQ_AS_ITEM, float_members)};

/* A packed normal: three signed parts of 10 bits, two spare bits. */
struct packed_form {
    int16_t x, y, z;
    uint8_t spare;
};

static const struct rq_member packed_members[] = {
    {RQ_VALUE("x", packed_form, x, i16)},
    {RQ_VALUE("y", packed_form, y, i16)},
    {RQ_VALUE("z", packed_form, z, i16)},
    {RQ_VALUE("spare bits", packed_form, spare, u8)},
};

static bool fill_packed(struct rq_shaper *s, const void *object, void *form)
{
    uint32_t word = *(const uint32_t *)object;
    (void)s;
    *(struct packed_form *)form = (struct packed_form){
        (int16_t)rq_model3d_packed(word, 0), (int16_t)rq_model3d_packed(word, 1),
        (int16_t)rq_model3d_packed(word, 2), (uint8_t)(word >> 30)};
    return true;
}

static void put_packed_back(struct rq_shaper *s, void *form, void *object)
{
    const struct packed_form *f = form;
    const int16_t parts[] = {f->x, f->y, f->z};
    uint32_t word = (uint32_t)f->spare << 30;
    bool fits = f->spare < 4;
    for (unsigned k = 0; k < 3; k++) {
        fits &= parts[k] >= -512 && parts[k] < 512;
        word |= ((uint32_t)parts[k] & 0x3FF) << (k * 10);
    }
    if (!fits)
        rq_jr_bad(s->jr, "a normal has parts from -512 to 511, and spare bits from 0 to 3");
    *(uint32_t *)object = word;
}

static const struct rq_shape packed_shape = {.name = "normal",
                                             .size = sizeof(uint32_t),
                                             .style = RQ_AS_TUPLE,
                                             .members = packed_members,
                                             .count = 4,
                                             RQ_FORM(packed_form, fill_packed, put_packed_back)};

/* ---- frames ---- */

struct frame_form {
    struct rq_model3d_record record;
    unsigned fields; /* as in header_form */
    const int32_t (*positions)[3];
    const uint32_t *normals;
    bool has_positions, has_normals;
    uint32_t position_count, normal_count;
};

static const struct rq_member frame_members[] = {
    {RQ_PICKED(frame_form, record, fields, rq_model3d_record_rec)},
    {RQ_LIST("positions", frame_form, positions, position_count, triple_shape),
     RQ_IF(frame_form, has_positions)},
    {RQ_LIST("normals", frame_form, normals, normal_count, packed_shape),
     RQ_IF(frame_form, has_normals)},
};
static const struct rq_shape frame_row_shape = {
    RQ_SHAPE("frame", frame_form, RQ_IN_ROW, frame_members)};
static const struct rq_shape frame_lines_shape = {
    RQ_SHAPE("frame", frame_form, RQ_IN_LINES, frame_members)};

enum { VERTEX_OFFSET = 1 << 0, NORMAL_OFFSET = 1 << 1, RESERVED = 1 << 2, TYPE = 1 << 3 };

/* On one line, unless it has data of its own. */
static bool put_frame(struct rq_shaper *s, const void *object)
{
    const struct rq_model3d *m = s->outer;
    const struct rq_model3d_frame *frame = object;
    bool placed = m->layout == RQ_MODEL3D_EXPLICIT;
    bool reserved = !rq_model3d_early(m) && frame->record.reserved;
    struct frame_form f = {.record = frame->record,
                           .fields = frame->kept | TYPE | (reserved ? RESERVED : 0) |
                                     (placed ? VERTEX_OFFSET | NORMAL_OFFSET | RESERVED : 0),
                           .positions = (const int32_t(*)[3])frame->positions,
                           .normals = frame->normals,
                           .has_positions = frame->positions != NULL,
                           .has_normals = frame->normals != NULL,
                           .position_count = m->vertex_count,
                           .normal_count = m->face_count};
    bool lines = f.has_positions || f.has_normals;
    return rq_shape_put_value(s, lines ? &frame_lines_shape : &frame_row_shape, &f);
}

/* Data of a frame must be for as many vertices and faces as there are, and those are known by now:
 * both stand once, and have to come before the frames. */
static void take_frame(struct rq_shaper *s, void *object)
{
    const struct rq_model3d *m = s->outer;
    struct rq_model3d_frame *frame = object;
    struct frame_form f = {0};
    if (!rq_shape_take_value(s, &frame_lines_shape, &f))
        return;
    if (f.has_positions && (!m->vertices || f.position_count != m->vertex_count))
        rq_jr_bad(s->jr, "%u positions for the %u vertices that stand before", f.position_count,
                  m->vertex_count);
    if (f.has_normals && (!m->faces || f.normal_count != m->face_count))
        rq_jr_bad(s->jr, "%u normals for the %u faces that stand before", f.normal_count,
                  m->face_count);
    frame->record = f.record;
    frame->kept = f.fields & ~(unsigned)TYPE;
    memcpy(&frame->positions, &f.positions, sizeof(void *));
    memcpy(&frame->normals, &f.normals, sizeof(void *));
}

static const struct rq_member frame_item[] = {{RQ_HOOK("frame", put_frame, take_frame)}};
static const struct rq_shape frame_shape = {
    RQ_SHAPE("frame", rq_model3d_frame, RQ_AS_ITEM, frame_item)};

/* ---- references ---- */

/* A face in a volume: its id, or [offset, word] where none stands. */
static const struct rq_member loose_members[] = {
    {RQ_VALUE("offset", rq_model3d_ref, value, u32)},
    {RQ_VALUE("word", rq_model3d_ref, word, u16)},
};
static const struct rq_shape loose_shape = {
    RQ_SHAPE("reference", rq_model3d_ref, RQ_AS_TUPLE, loose_members)};

static bool put_face_ref(struct rq_shaper *s, const void *object)
{
    const struct rq_model3d_ref *ref = object;
    if (!ref->linked)
        return rq_shape_put_value(s, &loose_shape, ref);
    rq_json_u64(s->j, ref->value);
    return true;
}

static void take_face_ref(struct rq_shaper *s, void *object)
{
    struct rq_model3d_ref *ref = object;
    ref->linked = rq_jr_peek(s->jr) != RQ_J_ARRAY;
    if (ref->linked)
        ref->value = rq_jr_u32(s->jr);
    else
        rq_shape_take_value(s, &loose_shape, ref);
}

static const struct rq_member face_ref_members[] = {{RQ_HOOK("face", put_face_ref, take_face_ref)}};
static const struct rq_shape face_ref_shape = {
    RQ_SHAPE("face", rq_model3d_ref, RQ_AS_ITEM, face_ref_members)};

/* A vertex normal: its number, or the offset in hexadecimal. */
static bool put_normal_ref(struct rq_shaper *s, const void *object)
{
    const struct rq_model3d_ref *ref = object;
    if (ref->linked)
        rq_json_u64(s->j, ref->value);
    else
        rq_json_hex32(s->j, ref->value);
    return true;
}

static void take_normal_ref(struct rq_shaper *s, void *object)
{
    struct rq_model3d_ref *ref = object;
    ref->linked = rq_jr_peek(s->jr) != RQ_J_STRING;
    ref->value = rq_jr_hex32(s->jr);
}

static const struct rq_member normal_ref_members[] = {
    {RQ_HOOK("normal", put_normal_ref, take_normal_ref)}};
static const struct rq_shape normal_ref_shape = {
    RQ_SHAPE("normal", rq_model3d_ref, RQ_AS_ITEM, normal_ref_members)};

/* The faces that have an id, by it. */
struct face_id {
    uint32_t id, face;
};

static int by_id(const void *a, const void *b)
{
    const struct face_id *x = a, *y = b;
    return x->id < y->id ? -1 : x->id > y->id;
}

/* Two of one id in the order of the file, so that every qsort gives the same message. */
static int by_id_and_face(const void *a, const void *b)
{
    const struct face_id *x = a, *y = b;
    int order = by_id(a, b);
    return order ? order : x->face < y->face ? -1 : x->face > y->face;
}

static struct face_id *ids_of(struct rq_jr *jr, const struct rq_model3d *m, size_t *count)
{
    struct face_id *ids = rq_jr_get(jr, m->face_count, sizeof *ids);
    *count = 0;
    for (uint32_t i = 0; ids && i < m->face_count; i++)
        if (m->faces[i].id != NO_ID)
            ids[(*count)++] = (struct face_id){m->faces[i].id, i};
    if (*count)
        qsort(ids, *count, sizeof *ids, by_id_and_face);
    for (size_t i = 1; i < *count; i++)
        if (ids[i].id == ids[i - 1].id)
            rq_jr_bad(jr, "faces[%u] and faces[%u] have the same id, %u", ids[i - 1].face,
                      ids[i].face, ids[i].id);
    return ids;
}

/* Ids of volumes become numbers of faces. */
static void link_volumes(struct rq_jr *jr, struct rq_model3d *m)
{
    size_t count;
    const struct face_id *ids = ids_of(jr, m, &count);
    for (uint32_t i = 0; ids && i < m->volume_count; i++)
        for (uint32_t k = 0; rq_jr_ok(jr) && k < m->volumes[i].volume.face_count; k++) {
            struct rq_model3d_ref *ref = &m->volumes[i].faces[k];
            struct face_id wanted = {ref->value, 0}, *found = NULL;
            if (ref->linked && count)
                found = bsearch(&wanted, ids, count, sizeof *ids, by_id);
            if (found)
                ref->value = found->face;
            else if (ref->linked)
                rq_jr_bad(jr, "section4[%u], faces[%u]: no face has the id %u", i, k, ref->value);
        }
}

static const struct rq_member volume_members[] = {
    {RQ_RECORD(rq_model3d_section4, volume, rq_model3d_volume_rec)},
    {RQ_LIST("faces", rq_model3d_section4, faces, volume.face_count, face_ref_shape), .row = true},
};
static const struct rq_shape volume_shape = {
    RQ_SHAPE("volume", rq_model3d_section4, RQ_IN_ROW, volume_members)};

/* ---- the document ---- */

static bool is_explicit(const struct rq_shaper *s, const void *object)
{
    (void)s;
    return ((const struct rq_model3d *)object)->layout == RQ_MODEL3D_EXPLICIT;
}

/* The header has to say which version it is. */
static void start(struct rq_shaper *s, void *object)
{
    struct rq_model3d *m = object;
    *m = (struct rq_model3d){.strays = rq_jr_get(s->jr, 1, sizeof *m->strays)};
}

static void finish(struct rq_shaper *s, void *object)
{
    struct rq_model3d *m = object;
    if (rq_jr_ok(s->jr) && m->volume_count)
        link_volumes(s->jr, m);
    if (m->layout == RQ_MODEL3D_UNSETTLED)
        m->layout = rq_model3d_early(m) ? RQ_MODEL3D_EARLY : RQ_MODEL3D_STANDARD;
    for (uint32_t i = 0; m->layout != RQ_MODEL3D_EXPLICIT && i < m->frame_count; i++) {
        const struct rq_model3d_frame *frame = &m->frames[i];
        if ((frame->positions && frame->kept & VERTEX_OFFSET) ||
            (frame->normals && frame->kept & NORMAL_OFFSET))
            rq_jr_bad(s->jr, "frame %u: offsets of data follow from the layout, leave them out", i);
    }
    const char *wrong = rq_jr_ok(s->jr) ? rq_model3d_misshape(m) : NULL;
    const char *kept = rq_jr_ok(s->jr) ? rq_model3d_wrongly_kept(m) : NULL;
    if (wrong)
        rq_jr_bad(s->jr, "%s", wrong);
    else if (kept)
        rq_jr_bad(s->jr, "\"%s\" is derived from the document: leave it out", kept);
}

static const struct rq_member members[] = {
    {RQ_HOOK("header", put_header, take_header), .required = true},
    {RQ_CHOICE("layout", rq_model3d, layout, layout_names)},
    {RQ_VALUE("vertices_at", rq_model3d, vertices_at, u32), .when = is_explicit},
    {RQ_BEHIND(rq_model3d, strays, rq_strays_shape), .when = is_explicit},
    {RQ_MEMBER("before_faces", rq_model3d, before_faces, BYTES)},
    {RQ_MEMBER("gap", rq_model3d, gap, BYTES)},
    {RQ_LIST("faces", rq_model3d, faces, face_count, face_shape)},
    {RQ_LIST("vertices", rq_model3d, vertices, vertex_count, triple_shape)},
    {RQ_LIST("face_normals", rq_model3d, face_normals, face_normal_count, triple_shape),
     .optional = true},
    {RQ_LIST("frames", rq_model3d, frames, frame_count, frame_shape)},
    {RQ_LIST("section4", rq_model3d, volumes, volume_count, volume_shape), .optional = true},
    {RQ_LIST("normal_indices", rq_model3d, normal_indices, normal_index_count, normal_ref_shape),
     .optional = true, .row = true},
    {RQ_LIST("vertex_normals", rq_model3d, vertex_normals, vertex_normal_count, float_shape),
     .optional = true},
    {RQ_MEMBER("trailing", rq_model3d, trailing, BYTES)},
};
const struct rq_shape rq_model3d_shape = {RQ_SHAPE("model3d", rq_model3d, RQ_IN_LINES, members),
                                          .start = start, .finish = finish};
