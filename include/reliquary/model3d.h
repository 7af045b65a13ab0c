/* 3D and 3DC: a model of Redguard, still or animated. See docs/formats/model3d.md.
 *
 *     struct rq_model3d *m = rq_doc_root(doc, "model3d");
 *     for (uint32_t i = 0; i < m->face_count; i++) {
 *         struct rq_model3d_texture t = rq_model3d_texture(m, m->faces[i].texture);
 *         for (uint32_t k = 0; k < m->faces[i].corner_count; k++)
 *             use(m->vertices[rq_model3d_vertex(m, m->faces[i].corners[k].vertex)]);
 *     }
 */
#ifndef RELIQUARY_MODEL3D_H
#define RELIQUARY_MODEL3D_H

#include <reliquary/record.h>
#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Names are those of v4.0 and v5.0; in v2.6 and v2.7 total_face_vertices is the offset of
 * the vertex normals, and offset_vertex_normals a flag, 1 in .3DC. */
#define RQ_MODEL3D_HEADER(F, A, T)                                                                 \
    A(T, text, version, 4, "v2.6, v2.7, v4.0 or v5.0")                                             \
    F(T, u32, num_vertices, "vertices", RQ_DERIVED)                                                \
    F(T, u32, num_faces, "faces", RQ_DERIVED)                                                      \
    F(T, u32, radius, "of the sphere around the model, for collision")                             \
    F(T, u32, num_frames, "frames, 1 for a still model", RQ_DERIVED)                               \
    F(T, u32, offset_frame_data, "frame records", RQ_POINTER)                                      \
    F(T, u32, total_face_vertices, "corners of all faces; v2.x: offset of vertex normals",         \
      RQ_DERIVED)                                                                                  \
    F(T, u32, offset_section4, "volumes, or 0; v2.x: not known", RQ_POINTER)                       \
    F(T, u32, section4_count, "volumes", RQ_DERIVED)                                               \
    F(T, u32, unused_24, "0; not 0 in five v2.6 files", RQ_OPTIONAL)                               \
    F(T, u32, offset_normal_indices, "table of vertex normals by corner, or 0", RQ_POINTER)        \
    F(T, u32, offset_vertex_normals, "vertex normals; v2.x: flag, 0 in .3D, 1 in .3DC",            \
      RQ_POINTER)                                                                                  \
    F(T, u32, offset_vertex_coords, "vertices", RQ_POINTER)                                        \
    F(T, u32, offset_face_normals, "face normals", RQ_POINTER)                                     \
    F(T, u32, total_face_vertices_dup, "as total_face_vertices; v2.x: not known", RQ_DERIVED)      \
    F(T, u32, offset_face_data, "faces, 64 in v4.0 and v5.0", RQ_POINTER)

#define RQ_MODEL3D_FRAME(F, A, T)                                                                  \
    F(T, u32, vertex_offset, "vertices of the frame", RQ_POINTER)                                  \
    F(T, u32, normal_offset, "normals of the frame; v2.x: bytes of all faces", RQ_POINTER)         \
    F(T, u32, reserved, "0; v2.x: bytes between faces and vertices", RQ_DERIVED)                   \
    F(T, u32, type, "of frame 0: 0 and 8 still, 2 differences, 4 positions")

#define RQ_MODEL3D_CORNER(F, A, T)                                                                 \
    F(T, u32, vertex, "index; v2.x: index * 12")                                                   \
    F(T, i16, u, "1/16 pixel, counted from the corner before")                                     \
    F(T, i16, v, "the same, down")

#define RQ_MODEL3D_VOLUME(F, A, T)                                                                 \
    A(T, i32, center, 3, "as vertices")                                                            \
    F(T, u32, radius, "as vertices")                                                               \
    F(T, u16, face_count, "faces in it", RQ_DERIVED)                                               \
    A(T, f32, extent, 3, "half sizes")

RQ_RECORD_STRUCT(rq_model3d_header, RQ_MODEL3D_HEADER, 64);
RQ_RECORD_STRUCT(rq_model3d_record, RQ_MODEL3D_FRAME, 16);
RQ_RECORD_STRUCT(rq_model3d_corner, RQ_MODEL3D_CORNER, 8);
RQ_RECORD_STRUCT(rq_model3d_volume, RQ_MODEL3D_VOLUME, 30);

struct rq_model3d_face {
    uint8_t corner_count; /* 3 to 10 in known files */
    uint8_t high;         /* v4.0 and up: the top byte of texture; v2.x: not known */
    uint32_t texture;     /* packed, see rq_model3d_texture; 16 bits in v2.x */
    uint32_t unused;      /* 0 */
    uint32_t id;          /* while JSON is taken: what volumes name it by */
    struct rq_model3d_corner *corners;
};

struct rq_model3d_frame {
    struct rq_model3d_record record;
    unsigned kept; /* bit n: field n of record is no offset that follows from the layout */

    /* Of frames 1 and up of v4.0 and v5.0, as stored; NULL: none. With type 4 in frame 0
     * positions, else 16-bit differences: position = vertex - difference. */
    int32_t (*positions)[3];
    uint32_t *normals; /* one a face: three signed 10-bit parts of 256ths, two spare bits */
};

/* A face in a volume, or a vertex normal of a corner: by index, or (linked false) by an
 * offset that no face or normal stands at. */
struct rq_model3d_ref {
    bool linked;
    uint16_t word;  /* volumes, of what is not linked; else index * 4 is written */
    uint32_t value; /* index when linked, else offset in the file */
};

struct rq_model3d_section4 {
    struct rq_model3d_volume volume;
    struct rq_model3d_ref *faces; /* volume.face_count of them */
};

enum rq_model3d_layout {
    RQ_MODEL3D_UNSETTLED,
    RQ_MODEL3D_STANDARD, /* v4.0, v5.0: sections one after the other */
    RQ_MODEL3D_EARLY,    /* v2.6, v2.7: the same, in their own order */
    RQ_MODEL3D_EXPLICIT, /* as the offsets and strays say */
};

struct rq_strays; /* of the library: bytes that nothing explains, with their places */

struct rq_model3d {
    struct rq_model3d_header header; /* as read; counts and offsets are derived on writing */
    unsigned kept;                   /* bit n: field n of header is kept, not derived */
    enum rq_model3d_layout layout;

    uint32_t vertex_count, face_count, face_normal_count, frame_count, volume_count;
    uint32_t normal_index_count, vertex_normal_count;
    int32_t (*vertices)[3]; /* 1/256 units, y down */
    struct rq_model3d_face *faces;
    int32_t (*face_normals)[3]; /* 1/256 */
    struct rq_model3d_frame *frames;
    struct rq_model3d_section4 *volumes;
    struct rq_model3d_ref *normal_indices; /* one a corner, or none */
    float (*vertex_normals)[3];            /* NaN: use the face's */

    struct rq_bytes before_faces; /* v2.x: between frame records and faces, not understood */
    struct rq_bytes gap;          /* v2.x: between faces and vertices, not understood */
    struct rq_bytes trailing;
    uint32_t vertices_at; /* where the vertices were, for RQ_MODEL3D_EXPLICIT */
    struct rq_strays *strays;
};

/* v2.6 and v2.7, which the game itself does not load. */
static inline bool rq_model3d_early(const struct rq_model3d *m)
{
    return m->header.version[1] == '2';
}

/* The index of a corner's vertex; may be beyond the vertices in a damaged file. */
static inline uint32_t rq_model3d_vertex(const struct rq_model3d *m, uint32_t stored)
{
    return rq_model3d_early(m) ? stored / 12 : stored;
}

/* What a face looks like: one image of a bank (TEXBSI.302, image 5), or a colour. */
struct rq_model3d_texture {
    enum { RQ_MODEL3D_IMAGE, RQ_MODEL3D_COLOR, RQ_MODEL3D_UNKNOWN } kind;
    unsigned bank, image, color;
};

RQ_API struct rq_model3d_texture rq_model3d_texture(const struct rq_model3d *m, uint32_t word);

/* The word for a look; RQ_MODEL3D_UNKNOWN and numbers that do not fit give false. */
RQ_API bool rq_model3d_texture_word(const struct rq_model3d *m, struct rq_model3d_texture texture,
                                    uint32_t *word);

#ifdef __cplusplus
}
#endif

#endif
