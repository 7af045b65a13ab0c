/* What the files of ASCII MDL share: mdl_ascii.c (the text as lines), fields.c (words of
 * the dialect), write.c, write_mesh.c and write_keys.c (model to text),
 * read.c, read_node.c, read_keys.c, mesh.c and skin.c (text to model), derive/smooth.c
 * (smoothing groups, normals, tangents). */
#ifndef RQ_FORMATS_KOTOR_MDL_ASCII_PARTS_H
#define RQ_FORMATS_KOTOR_MDL_ASCII_PARTS_H

#include "core/decimal.h"
#include "formats/kotor/mdl/derive/build.h"
#include "formats/kotor/text.h"

#include <math.h>
#include <reliquary/mdl_ascii.h>

/* ---- words of the dialect ---- */

/* A line "name value...": where its values are in the record of a node's part. */
struct rq_ascii_field {
    const char *name, *alias; /* alias is read as well; or NULL */
    unsigned part;            /* enum rq_mdl_part, or RQ_ASCII_DIRT */
    enum rq_kind kind;
    size_t offset;
    size_t count;  /* values, or bytes of a text */
    uint32_t flag; /* a bit of the word: 0 or 1 in the text; 0: the whole */
};

enum { RQ_ASCII_DIRT = 0x10000 };

extern const struct rq_ascii_field rq_ascii_fields[];
extern const size_t rq_ascii_field_count;

/* The record of a part, NULL: the node has no such part. */
void *rq_ascii_part(struct rq_mdl_node *node, unsigned part);

/* "trimesh" and so on by type; and back, 0: none of that name. */
const char *rq_ascii_type_name(unsigned type);
unsigned rq_ascii_type(struct rq_bytes name);

/* "Character"; and back, -1. */
const char *rq_ascii_class_name(unsigned classification);
int rq_ascii_class(struct rq_bytes name);

/* Vertices of a saber that are not copies of others: 0 to 7 and 88 to 95. Which vertex one of these
 * is; and of which of these a vertex is a copy. */
enum { RQ_SABER_SHAPE = 16 };
uint32_t rq_saber_vertex(uint32_t shape);
uint32_t rq_saber_source(uint32_t vertex);

/* ---- quaternions ---- */

/* x y z w from an axis (not made to be of length 1) and an angle. */
void rq_axis_angle_quaternion(const double axis[3], double angle, float xyzw[4]);
/* Packs what unpacked gave back the same word, in spite of the last bits. */
uint32_t rq_pack_nearly(const float xyzw[4]);

/* A place in an animation with more digits is a double, else a float. */
enum { RQ_PLACE_DIGITS = 9 };

/* ---- model to text ---- */

struct rq_ascii_writer {
    struct rq_doc *doc;
    const struct rq_mdl *m;
    struct rq_out *out;
    struct rq_arena temp;
    uint32_t *by_name; /* node of the geometry by index of its name, or UINT32_MAX */
};

/* zeros: those at its end are written too. */
void rq_ascii_put_decimal(struct rq_out *out, const struct rq_decimal *d, bool zeros);
void rq_ascii_put_f32(struct rq_out *out, float v);
/* " v v v" */
void rq_ascii_put_f32s(struct rq_out *out, const float *v, size_t count);
void rq_ascii_put_u32(struct rq_out *out, uint32_t v);
/* A line of a word and a number. */
void rq_ascii_put_head(struct rq_out *out, const char *word, uint32_t v);
void rq_ascii_put_text(struct rq_out *out, const char *text, size_t most);

bool rq_ascii_write_mesh(struct rq_ascii_writer *w, struct rq_mdl_node *node);
void rq_ascii_write_keys(struct rq_ascii_writer *w, const struct rq_mdl_node *node,
                         const struct rq_mdl_node *rest, bool animated);

/* ---- text to model ---- */

/* A name and the node that has it; by name, then by place in the text. */
struct rq_ascii_name {
    struct rq_bytes text;
    uint32_t place;
    uint32_t rank; /* one for each different name */
};

/* The lists of one mesh, as they stand in the text. */
struct rq_ascii_mesh {
    size_t line; /* of the node */
    uint32_t vert_count, face_count, normal_count, weight_count, constraint_count, box_count;
    uint32_t color_count;
    float (*verts)[3], (*normals)[3], (*colors)[3];
    struct rq_ascii_face {
        uint32_t v[3], smoothing, t[4][3], color[3], material;
    } * faces;
    bool has_t[4], has_colors; /* indices of their own; the first from the faces */
    uint32_t tvert_count[4];
    float (*tverts[4])[2];
    struct rq_ascii_weight {
        uint32_t name[4]; /* rank of the bone's name, UINT32_MAX none */
        float weight[4];
    } * weights;
    float *constraints;
    struct rq_mdl_box *boxes;
    bool tangents;
    uint32_t inverted[2], inverted_count;
    bool has_box, has_radius, has_average;
    float box_min[3], box_max[3], radius, average[3];
};

struct rq_ascii_node {
    struct rq_mdl_node node;
    uint32_t name, rank;    /* index of the name; which name it is */
    struct rq_bytes parent; /* as it stands there; empty: none */
    size_t line;
    struct rq_mdl_new_key *keys, **last_key;
    struct rq_ascii_mesh *mesh;
    bool has_position, has_orientation;
};

struct rq_ascii_reader {
    struct rq_doc *doc;
    struct rq_mdl *m;
    struct rq_error *err;
    struct rq_arena temp;
    struct rq_bytes rest;  /* of the text */
    struct rq_bytes words; /* of the line */
    struct rq_bytes first; /* its first word, which is cut off */
    size_t line;
    struct rq_ascii_name *names; /* sorted; of all nodes */
    uint32_t name_count, rank_count;
    uint32_t *newest;  /* by rank: the name's newest node in the geometry, UINT32_MAX none */
    uint32_t *name_of; /* by rank: index of the name in the model, UINT32_MAX none yet */
    uint32_t *like;    /* by rank: that of the geometry's name that it means */
    uint32_t *seen;    /* by rank: the name's node in the tree at hand, UINT32_MAX none */
    struct rq_ascii_node *nodes; /* of the tree at hand */
    uint32_t node_count;
    struct rq_ascii_node *geometry;
    uint32_t geometry_count;
    bool compress, headlink;
    float box_min[3], box_max[3], radius; /* of the model; radius 0: the text has none */
    struct rq_bytes left_out[8];          /* words that were told, each once */
    uint32_t left_out_count;
};

bool rq_ascii_bad(struct rq_ascii_reader *r, const char *fmt, ...) RQ_PRINTF(2, 3);
static inline bool rq_ascii_ok(const struct rq_ascii_reader *r)
{
    return r->err->code == RQ_OK;
}

/* Tells that nothing of a model comes of this line. */
void rq_ascii_left_out(struct rq_ascii_reader *r);

/* From the reader's or the document's memory, NULL with an error. */
void *rq_ascii_temp(struct rq_ascii_reader *r, size_t count, size_t size);
void *rq_ascii_keep(struct rq_ascii_reader *r, size_t count, size_t size);

/* The next line that has a word; false at the end of the text. */
bool rq_ascii_next(struct rq_ascii_reader *r);
bool rq_ascii_is(const struct rq_ascii_reader *r, const char *word);
/* The next word of the line, or false before its end or a comment. */
bool rq_ascii_word(struct rq_ascii_reader *r, struct rq_bytes *word);
/* The next value of the line; an error when it is missing or none. */
float rq_ascii_f32(struct rq_ascii_reader *r);
double rq_ascii_f64(struct rq_ascii_reader *r);
double rq_ascii_place(struct rq_ascii_reader *r);
int64_t rq_ascii_integer(struct rq_ascii_reader *r);
void rq_ascii_f32s(struct rq_ascii_reader *r, float *values, size_t count);
bool rq_ascii_more(struct rq_ascii_reader *r);
/* What is left of the line, without blanks around it. */
struct rq_bytes rq_ascii_rest(struct rq_ascii_reader *r);
/* The number after a list's name: false when so many rows can't follow. */
bool rq_ascii_count(struct rq_ascii_reader *r, uint32_t *count);

/* NULL: no such name. */
const struct rq_ascii_name *rq_ascii_find(const struct rq_ascii_reader *r, struct rq_bytes name);

/* True when the line was one of the controllers of a node of that type. */
bool rq_ascii_take_key(struct rq_ascii_reader *r, struct rq_ascii_node *node, unsigned type,
                       const float rest[3], bool animated);
/* Lays the keys out in the node. */
bool rq_ascii_pack_keys(struct rq_ascii_reader *r, struct rq_ascii_node *node, bool animated);

/* Lines of a node up to endnode. */
bool rq_ascii_take_node(struct rq_ascii_reader *r, struct rq_ascii_node *node);
/* True when the line was one of a mesh's lists or values. */
bool rq_ascii_take_mesh(struct rq_ascii_reader *r, struct rq_ascii_node *node);
/* Makes vertices, faces and rows of the lists. */
bool rq_ascii_make_mesh(struct rq_ascii_reader *r, struct rq_ascii_node *node);
bool rq_ascii_make_saber(struct rq_ascii_reader *r, struct rq_ascii_node *node);
/* After all nodes are there: the bones of all skins. */
bool rq_ascii_make_skins(struct rq_ascii_reader *r);
/* Links boxes that stand in pre-order; false when they are no tree. */
bool rq_ascii_link_boxes(struct rq_mdl_box *boxes, uint32_t count);
/* After rq_mdl_derive: what the text says of derived values. */
void rq_ascii_keep_given(struct rq_ascii_node *node, struct rq_mdl_mesh *mesh);

/* ---- smoothing groups, normals, tangents ---- */

/* A group of smoothing groups for each face from the normals of the vertices: faces that share an
 * edge with the same normals at both ends are in one. */
bool rq_smooth_groups(const struct rq_mdl_mesh *mesh, const float (*normals)[3],
                      struct rq_arena *temp, uint32_t *groups);

/* For each corner which of the normals it has, and those: faces at one place that have a
 * smoothing group in common share one. Weighted by the faces' areas and by their angles. */
struct rq_smooth {
    uint32_t *corners;
    float (*normals)[3];
    uint32_t count;
};
bool rq_smooth_normals(const struct rq_ascii_mesh *mesh, struct rq_arena *temp,
                       struct rq_smooth *smooth, struct rq_error *err);

/* Bitangent, tangent and normal of each vertex. */
bool rq_smooth_tangents(const struct rq_mdl_mesh *mesh, const float (*uvs)[2],
                        const float (*normals)[3], struct rq_arena *temp, float (*tangents)[9]);

#endif
