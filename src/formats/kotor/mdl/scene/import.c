/* A model from a scene, of ours or of anybody's: nodes, meshes and skins. What a scene does not
 * say comes from its extras, and where there are none from what compilers write. */
#include "formats/kotor/mdl/scene/import.h"

#include "formats/kotor/mdl/scene/kit.h"
#include "formats/kotor/mdl_ascii/parts.h"
#include "model/matrix.h"

#include <stdio.h>

enum { POSITION = 8, ORIENTATION = 20, SCALE = 36, SELF_ILLUMINATION = 100, ALPHA = 132 };
enum { NAME_SIZE = 32, MOST_NODES = 0xFFF0, MOST_VERTICES = 0xFFFF };

bool rq_import_no_memory(struct rq_import *im)
{
    bool over = im->doc->arena.over_limit || im->temp.over_limit;
    return rq_fail(im->err, over ? RQ_LIMIT : RQ_NO_MEMORY, 0, "mdl", "no memory for the model");
}

static void *get(struct rq_import *im, struct rq_arena *arena, size_t count, size_t size)
{
    void *p = rq_arena_get(arena, count, size);
    if (!p)
        rq_import_no_memory(im);
    return p;
}

void *rq_import_temp(struct rq_import *im, size_t count, size_t size)
{
    return get(im, &im->temp, count, size);
}

void *rq_import_keep(struct rq_import *im, size_t count, size_t size)
{
    return get(im, &im->doc->arena, count, size);
}

struct rq_mdl_new_key *rq_import_key(struct rq_import *im, uint32_t code, uint32_t rows,
                                     uint32_t columns)
{
    struct rq_mdl_new_key *key = rq_import_temp(im, 1, sizeof *key);
    if (!key)
        return NULL;
    *key = (struct rq_mdl_new_key){.code = code, .rows = rows, .columns = columns};
    key->times = rq_import_temp(im, rows, sizeof *key->times);
    key->values = rq_import_temp(im, rows, columns * sizeof *key->values);
    return key->times && key->values ? key : NULL;
}

/* ---- which nodes there are ---- */

/* Vertices that say what moves them. */
static bool is_skinned(const struct rq_primitive *p)
{
    return p->attributes[RQ_JOINTS_0] && p->attributes[RQ_WEIGHTS_0];
}

static bool has_shape(const struct rq_scene *scene, int mesh)
{
    return mesh >= 0 && scene->meshes[mesh].primitive_count;
}

/* How many nodes a node of the scene becomes: one, and one for each primitive after the first. */
static uint32_t parts_of(const struct rq_scene *scene, const struct rq_node *node)
{
    return has_shape(scene, node->mesh) ? scene->meshes[node->mesh].primitive_count : 1;
}

/* Meshes of skins in our scenes hang from nodes of their own, which are not the model's. */
static bool is_own(const struct rq_import *im, uint32_t node)
{
    return im->part_of[node] != RQ_MDL_NO_NODE;
}

static bool list_parts(struct rq_import *im)
{
    const struct rq_scene *s = im->scene;
    uint64_t most = 1;
    for (uint32_t i = 0; i < s->node_count; i++)
        most += parts_of(s, &s->nodes[i]);
    im->part_of = rq_import_temp(im, s->node_count, sizeof *im->part_of);
    if (most > MOST_NODES)
        return rq_fail(im->err, RQ_LIMIT, 0, "mdl", "a model can't have %llu nodes",
                       (unsigned long long)most);
    im->parts = rq_import_temp(im, (size_t)most, sizeof *im->parts);
    if (!im->part_of || !im->parts)
        return false;
    if (!im->ours)
        im->parts[im->part_count++] = (struct rq_import_part){.node = -1, .skin = -1};
    for (uint32_t i = 0; i < s->node_count; i++) {
        const struct rq_node *node = &s->nodes[i];
        im->part_of[i] = RQ_MDL_NO_NODE;
        if (im->ours && (i == 0 || rq_import_skin_of(im, node->extras)))
            continue;
        im->part_of[i] = im->part_count;
        bool shape = has_shape(s, node->mesh);
        for (uint32_t k = 0; k < parts_of(s, node); k++)
            im->parts[im->part_count++] = (struct rq_import_part){
                .node = (int)i,
                .mesh = shape ? &s->meshes[node->mesh] : NULL,
                .primitive = k,
                .skin =
                    shape && is_skinned(s->meshes[node->mesh].primitives + k) ? node->skin : -1};
    }
    return im->part_count || rq_fail(im->err, RQ_USAGE, 0, "mdl", "the scene has no nodes");
}

/* Gives the meshes of those nodes to the model's nodes that they name. */
static void attach_skins(struct rq_import *im)
{
    const struct rq_scene *s = im->scene;
    for (uint32_t i = 0; i < s->node_count; i++) {
        const char *name = is_own(im, i) ? NULL : rq_import_skin_of(im, s->nodes[i].extras);
        if (!name || !has_shape(s, s->nodes[i].mesh))
            continue;
        uint32_t to = rq_import_find(im, name);
        if (to == RQ_MDL_NO_NODE)
            continue;
        im->parts[to].mesh = &s->meshes[s->nodes[i].mesh];
        im->parts[to].skin = s->nodes[i].skin;
    }
}

/* ---- names ---- */

/* Letters, digits and a few signs, as the text form of models can hold. */
void rq_import_clean(const char *wanted, size_t most, char *to)
{
    size_t size = 0;
    for (; *wanted && size < most; wanted++)
        to[size++] =
            (uint8_t)*wanted <= ' ' || (uint8_t)*wanted >= 0x7F || *wanted == '#' ? '_' : *wanted;
    to[size] = 0;
}

/* Names that are taken, and for each that was wanted the number to try next. */
struct naming {
    struct rq_key_set taken, wanted;
    uint32_t *next;
};

/* Each name once. In a scene of ours names are those of a model already. */
static char *name_part(struct rq_import *im, const char *wanted, struct naming *n)
{
    char text[NAME_SIZE], tail[8];
    uint32_t key[4], at, had;
    if (im->ours)
        return rq_arena_text(&im->doc->arena, wanted, strnlen(wanted, NAME_SIZE - 1));
    rq_import_clean(wanted, NAME_SIZE - 1, text);
    rq_mdl_name_key(text, key);
    uint32_t *next = &n->next[rq_key_set_add(&n->wanted, key)];
    do {
        tail[0] = 0;
        if (*next)
            snprintf(tail, sizeof tail, "_%u", *next % MOST_NODES);
        rq_import_clean(wanted, NAME_SIZE - 1 - strlen(tail), text);
        memcpy(text + strlen(text), tail, strlen(tail) + 1);
        rq_mdl_name_key(text, key);
        had = n->taken.count;
        at = rq_key_set_add(&n->taken, key);
        ++*next;
    } while (at < had);
    return rq_arena_text(&im->doc->arena, text, strlen(text));
}

static bool name_parts(struct rq_import *im)
{
    struct naming naming = {.next = rq_import_temp(im, im->part_count, sizeof *naming.next)};
    struct rq_mdl *m = im->m;
    const char **names = rq_import_keep(im, im->part_count, sizeof *names);
    im->by_name = rq_import_temp(im, im->part_count, sizeof *im->by_name);
    if (!naming.next || !names || !im->by_name ||
        !rq_key_set_open(&naming.taken, &im->temp, im->part_count) ||
        !rq_key_set_open(&naming.wanted, &im->temp, im->part_count) ||
        !rq_key_set_open(&im->scene_names, &im->temp, im->part_count))
        return rq_import_no_memory(im);
    for (uint32_t i = 0; i < im->part_count; i++) {
        int node = im->parts[i].node;
        const char *own = node < 0 ? m->geometry.name : im->scene->nodes[node].name;
        const char *name = node < 0 || (own && own[0]) ? own : "node";
        names[i] = name_part(im, name, &naming);
        if (!names[i])
            return rq_import_no_memory(im);
        if (node < 0 || im->parts[i].primitive)
            continue;
        uint32_t key[4], before = im->scene_names.count;
        rq_mdl_name_key(name, key);
        if (rq_key_set_add(&im->scene_names, key) == before)
            im->by_name[before] = i;
    }
    m->names = names;
    m->name_count = im->part_count;
    return true;
}

uint32_t rq_import_find(const struct rq_import *im, const char *name)
{
    uint32_t key[4], at;
    rq_mdl_name_key(name, key);
    return rq_key_set_find(&im->scene_names, key, &at) ? im->by_name[at] : RQ_MDL_NO_NODE;
}

/* ---- nodes ---- */

/* Anybody's scene has y up; what stands in it is turned to the game's z. */
static void turn_up(struct rq_mdl_node_header *h)
{
    const float half = 0.70710678f, y = h->position[1], z = h->position[2];
    const float w = h->orientation[0], a = h->orientation[1], b = h->orientation[2],
                c = h->orientation[3];
    h->position[1] = -z;
    h->position[2] = y;
    h->orientation[0] = half * (w - a);
    h->orientation[1] = half * (w + a);
    h->orientation[2] = half * (b - c);
    h->orientation[3] = half * (b + c);
}

static void place_part(const struct rq_import *im, const struct rq_import_part *part,
                       struct rq_mdl_node_header *h)
{
    h->orientation[0] = 1;
    if (part->node < 0 || part->primitive)
        return;
    const struct rq_node *from = &im->scene->nodes[part->node];
    /* The vertices of a skin are where its bones bind them, whatever node it hangs from. */
    bool bound = !im->ours && part->skin >= 0;
    if (!bound) {
        for (size_t k = 0; k < 3; k++)
            h->position[k] = from->translation[k] * im->sizes[part->node].above[k];
        for (size_t k = 0; k < 4; k++)
            h->orientation[(k + 1) % 4] = from->rotation[k];
    }
    if (!im->ours && (from->parent < 0 || bound))
        turn_up(h);
}

static int32_t parent_of(const struct rq_import *im, uint32_t index)
{
    const struct rq_import_part *part = &im->parts[index];
    if (part->node < 0)
        return -1;
    const struct rq_node *from = &im->scene->nodes[part->node];
    if (part->primitive)
        return (int32_t)(index - part->primitive);
    if (!im->ours && part->skin >= 0)
        return 0;
    if (from->parent < 0 || im->part_of[from->parent] == RQ_MDL_NO_NODE)
        return index ? 0 : -1;
    return (int32_t)im->part_of[from->parent];
}

static unsigned type_of(struct rq_import *im, struct rq_import_part *part)
{
    unsigned type = RQ_MDL_HEADER;
    if (part->node >= 0 && !part->primitive)
        type = rq_import_type(im, im->scene->nodes[part->node].extras);
    if (!type || !rq_mdl_known_type(type))
        type = RQ_MDL_HEADER;
    part->known = type & RQ_MDL_IS_MESH;
    /* A mesh that was added, or a skin. A blade has so many vertices and no others; what moves the
     * vertices of an animmesh is not here. */
    bool blade = part->mesh &&
                 part->mesh->primitives[part->primitive].vertex_count == RQ_MDL_SABER_VERTICES &&
                 part->mesh->primitives[part->primitive].attributes[RQ_TEXCOORD_0];
    type &= ~(unsigned)(RQ_MDL_IS_ANIMMESH | (blade ? 0 : RQ_MDL_IS_SABER));
    if (part->mesh)
        type |= RQ_MDL_IS_MESH;
    else
        type &= ~(unsigned)(RQ_MDL_IS_MESH | RQ_MDL_IS_SKIN | RQ_MDL_IS_DANGLY | RQ_MDL_IS_AABB);
    if (part->mesh && part->skin >= 0)
        type = RQ_MDL_HEADER | RQ_MDL_IS_MESH | RQ_MDL_IS_SKIN;
    else
        type &= ~(unsigned)RQ_MDL_IS_SKIN;
    return rq_mdl_known_type(type) ? type : RQ_MDL_HEADER | (type & RQ_MDL_IS_MESH);
}

/* Children stand behind their parents; the tree wants all that is below a node in one piece. A
 * skin that moved to the root, or a primitive of a node that has children, would break that. */
static bool order_parts(struct rq_import *im, struct rq_mdl_tree *tree)
{
    uint32_t count = im->part_count, placed = 0, depth = 0;
    uint32_t *first = rq_import_temp(im, count + 1, sizeof *first);
    uint32_t *next = rq_import_temp(im, count + 1, sizeof *next);
    uint32_t *stack = rq_import_temp(im, count + 1, sizeof *stack);
    int32_t *place = rq_import_temp(im, count, sizeof *place);
    struct rq_import_part *parts = rq_import_temp(im, count, sizeof *parts);
    if (!first || !next || !stack || !place || !parts)
        return false;
    for (uint32_t i = count; i-- > 1;) {
        int32_t parent = parent_of(im, i);
        next[i] = first[parent < 0 ? 0 : parent];
        first[parent < 0 ? 0 : parent] = i;
    }
    stack[depth++] = 0;
    while (depth) {
        uint32_t i = stack[--depth], reversed = depth;
        struct rq_mdl_node *node = &tree->nodes[placed];
        node->parent = i ? place[parent_of(im, i) < 0 ? 0 : parent_of(im, i)] : -1;
        place[i] = (int32_t)placed;
        parts[placed++] = im->parts[i];
        for (uint32_t child = first[i]; child; child = next[child])
            stack[depth++] = child;
        for (uint32_t a = reversed, b = depth; a + 1 < b; a++) {
            uint32_t was = stack[a];
            stack[a] = stack[--b];
            stack[b] = was;
        }
    }
    memcpy(im->parts, parts, count * sizeof *parts);
    for (uint32_t i = 0; i < im->scene->node_count; i++)
        if (is_own(im, i))
            im->part_of[i] = (uint32_t)place[im->part_of[i]];
    return placed == count ||
           rq_fail(im->err, RQ_CORRUPT, 0, "mdl", "the nodes do not form a tree");
}

static bool make_nodes(struct rq_import *im)
{
    struct rq_mdl_tree *tree = &im->m->tree;
    tree->nodes = rq_import_keep(im, im->part_count, sizeof *tree->nodes);
    tree->count = im->part_count;
    if (!tree->nodes || !order_parts(im, tree) || !name_parts(im))
        return false;
    attach_skins(im);
    for (uint32_t i = 0; i < im->part_count; i++) {
        struct rq_mdl_node *node = &tree->nodes[i];
        struct rq_import_part *part = &im->parts[i];
        node->header.type = (uint16_t)type_of(im, part);
        node->header.name = node->header.number = (uint16_t)i;
        place_part(im, part, &node->header);
        if (!rq_mdl_node_make(&im->doc->arena, node))
            return rq_import_no_memory(im);
        if (part->node >= 0 && !part->primitive &&
            !rq_import_node_extras(im, im->scene->nodes[part->node].extras, node, part))
            return false;
    }
    rq_mdl_subtrees(tree);
    return true;
}

/* ---- meshes ---- */

/* %20 and the like, in place. */
static void take_escapes(char *text)
{
    static const char hex[] = "0123456789abcdef";
    char *to = text;
    for (; *text; text++) {
        const char *high = text[0] == '%' && text[1] ? strchr(hex, rq_lower(text[1])) : NULL;
        const char *low = high && text[2] ? strchr(hex, rq_lower(text[2])) : NULL;
        *to++ = low ? (char)((high - hex) * 16 + (low - hex)) : *text;
        text += low ? 2 : 0;
    }
    *to = 0;
}

/* The name of its picture, without folder and ending; one that has none is called like the
 * material. */
static bool put_texture(struct rq_import *im, char field[32], int texture, const char *otherwise)
{
    enum { MOST = 16 };
    const char *name = texture >= 0 ? im->scene->textures[texture].name : "";
    char *own = rq_arena_printf(&im->temp, "%s", name ? name : otherwise ? otherwise : "");
    memset(field, 0, 32);
    if (!own)
        return rq_import_no_memory(im);
    take_escapes(own);
    for (char *c = own; *c; c++)
        if (*c == '/' || *c == '\\')
            own = c + 1;
    char *dot = strrchr(own, '.');
    if (dot)
        *dot = 0;
    if (!own[0]) {
        memcpy(field, "NULL", 4);
        return true;
    }
    rq_import_clean(own, 31, field);
    rq_text_clean(own);
    if (strlen(own) > MOST || strcmp(own, field) != 0)
        rq_find(im->doc, "texture-name", 0, "texture",
                "%s: a name in the game has at most 16 letters, digits and _; the model asks for "
                "%s",
                own, field);
    return true;
}

/* Looks of a mesh without extras of its own. */
static bool take_material(struct rq_import *im, const struct rq_primitive *p,
                          struct rq_mdl_mesh *mesh, bool keep)
{
    const struct rq_material *look = p->material >= 0 ? &im->scene->materials[p->material] : NULL;
    struct rq_mdl_mesh_header *h = &mesh->header;
    if (!keep) {
        h->render = h->shadow = 1;
        for (size_t k = 0; k < 3; k++) {
            h->diffuse[k] = look && look->texture < 0 ? look->color[k] : 0.8f;
            h->ambient[k] = 0.2f;
        }
        h->transparency_hint = look && look->alpha == RQ_ALPHA_BLEND;
        if (!put_texture(im, h->texture_1, look ? look->texture : -1, look ? look->name : NULL) ||
            !put_texture(im, h->texture_2, look ? look->lightmap : -1, NULL))
            return false;
        h->lightmapped = look && look->lightmap >= 0;
    }
    static const int32_t unknown_d4[3] = {-1, -1, 0};
    memcpy(h->unknown_d4, unknown_d4, sizeof unknown_d4);
    h->unknown_e0[0] = 3;
    return true;
}

static bool make_faces(struct rq_import *im, const char *name, const struct rq_import_part *part,
                       const struct rq_primitive *p, struct rq_mdl_mesh *mesh)
{
    uint32_t count = p->index_count / 3;
    double *materials = rq_import_temp(im, count, sizeof *materials);
    mesh->faces = rq_import_keep(im, count, sizeof *mesh->faces);
    if (!materials || !mesh->faces)
        return false;
    if (p->vertex_count > MOST_VERTICES || count > MOST_VERTICES)
        return rq_fail(im->err, RQ_LIMIT, 0, name,
                       "a mesh of %u vertices and %u faces; a model's has at most 65535: split it",
                       p->vertex_count, count);
    rq_import_numbers(im, part->materials, materials, count);
    mesh->face_count = count;
    for (uint32_t i = 0; i < count; i++) {
        for (size_t k = 0; k < 3; k++)
            mesh->faces[i].vertices[k] = (uint16_t)p->indices[(size_t)i * 3 + k];
        mesh->faces[i].material =
            materials[i] > 0 && materials[i] <= UINT32_MAX ? (uint32_t)materials[i] : 0;
    }
    return true;
}

/* Where a scene has no normals: those of the faces at each vertex, together. */
static void make_normals(const struct rq_primitive *p, float (*normals)[3])
{
    static const float up[3] = {0, 0, 1};
    const float *given = p->attributes[RQ_NORMAL], *at = p->attributes[RQ_POSITION];
    for (uint32_t i = 0; i < p->index_count && !given; i += 3) {
        const float *a = at + (size_t)p->indices[i] * 3, *b = at + (size_t)p->indices[i + 1] * 3,
                    *c = at + (size_t)p->indices[i + 2] * 3;
        float u[3], v[3];
        for (size_t k = 0; k < 3; k++) {
            u[k] = b[k] - a[k];
            v[k] = c[k] - a[k];
        }
        for (size_t corner = 0; corner < 3; corner++)
            for (size_t k = 0; k < 3; k++)
                normals[p->indices[i + corner]][k] +=
                    u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
    }
    for (uint32_t i = 0; i < p->vertex_count; i++) {
        if (given)
            memcpy(normals[i], given + (size_t)i * 3, sizeof normals[i]);
        else
            rq_mdl_unit(normals[i], 3, up);
    }
}

static bool put_tangents(struct rq_import *im, struct rq_mdl_mesh *mesh, uint8_t *rows,
                         float (*uvs)[2], float (*normals)[3])
{
    const struct rq_mdl_mesh_header *h = &mesh->header;
    float(*tangents)[9] = rq_import_temp(im, h->vertex_count, sizeof *tangents);
    if (!tangents || !rq_smooth_tangents(mesh, (const float(*)[2])uvs, (const float(*)[3])normals,
                                         &im->temp, tangents))
        return rq_import_no_memory(im);
    for (uint32_t i = 0; i < h->vertex_count; i++)
        rq_mdl_put_floats(rows + (size_t)i * h->mdx_stride + h->mdx_at[RQ_MDL_TANGENT_1],
                          tangents[i], 9);
    return true;
}

static bool make_rows(struct rq_import *im, const struct rq_import_part *part,
                      const struct rq_primitive *p, struct rq_mdl_mesh *mesh)
{
    struct rq_mdl_mesh_header *h = &mesh->header;
    const float *colors = p->attributes[RQ_COLOR_0];
    bool has[RQ_MDL_TANGENT_1 + 1] = {true, true, colors != NULL};
    for (unsigned set = 0; set < 4; set++)
        has[RQ_MDL_UV_1 + set] = p->attributes[RQ_TEXCOORD_0 + set] != NULL;
    has[RQ_MDL_TANGENT_1] = part->tangents && has[RQ_MDL_UV_1];
    rq_mdl_lay_row(im->m, mesh, has);
    h->vertex_count = (uint16_t)p->vertex_count;
    mesh->vertices = rq_import_keep(im, p->vertex_count, sizeof *mesh->vertices);
    uint8_t *rows = rq_import_keep(im, p->vertex_count, h->mdx_stride);
    float(*normals)[3] = rq_import_temp(im, p->vertex_count, sizeof *normals);
    float(*uvs)[2] = rq_import_temp(im, p->vertex_count, sizeof *uvs);
    if (!mesh->vertices || !rows || !normals || !uvs)
        return false;
    make_normals(p, normals);
    memcpy(mesh->vertices, p->attributes[RQ_POSITION], p->vertex_count * sizeof *mesh->vertices);
    /* The vertices of a skin are where its bones bind them, whatever size its node has. */
    if (part->skin < 0)
        rq_import_resize(&im->sizes[part->node], mesh, normals);
    mesh->rows = (struct rq_bytes){rows, (size_t)p->vertex_count * h->mdx_stride};
    for (uint32_t i = 0; i < p->vertex_count; i++) {
        uint8_t *row = rows + (size_t)i * h->mdx_stride;
        rq_mdl_put_floats(row + h->mdx_at[RQ_MDL_POSITION], mesh->vertices[i], 3);
        rq_mdl_put_floats(row + h->mdx_at[RQ_MDL_NORMAL], normals[i], 3);
        if (colors)
            rq_mdl_put_color(row + h->mdx_at[RQ_MDL_COLOR], colors + (size_t)i * 4);
        for (unsigned set = 4; set-- > 0;) {
            if (!has[RQ_MDL_UV_1 + set])
                continue;
            uvs[i][0] = p->attributes[RQ_TEXCOORD_0 + set][(size_t)i * 2];
            uvs[i][1] = 1 - p->attributes[RQ_TEXCOORD_0 + set][(size_t)i * 2 + 1];
            rq_mdl_put_floats(row + h->mdx_at[RQ_MDL_UV_1 + set], uvs[i], 2);
        }
    }
    return !has[RQ_MDL_TANGENT_1] || put_tangents(im, mesh, rows, uvs, normals);
}

static bool make_dangly(struct rq_import *im, const struct rq_import_part *part,
                        struct rq_mdl_mesh *mesh)
{
    struct rq_mdl_dangly *dangly = mesh->dangly;
    dangly->constraint_count = mesh->header.vertex_count;
    dangly->constraints = rq_import_keep(im, dangly->constraint_count, sizeof *dangly->constraints);
    return dangly->constraints &&
           (rq_import_numbers(im, part->constraints, dangly->constraints, dangly->constraint_count),
            true);
}

static bool make_saber(struct rq_import *im, const struct rq_primitive *p, struct rq_mdl_mesh *mesh)
{
    struct rq_mdl_saber *saber = mesh->saber;
    saber->vertices = rq_import_keep(im, RQ_MDL_SABER_VERTICES, sizeof *saber->vertices);
    saber->uvs = rq_import_keep(im, RQ_MDL_SABER_VERTICES, sizeof *saber->uvs);
    saber->normals = rq_import_keep(im, RQ_MDL_SABER_VERTICES, sizeof *saber->normals);
    if (!saber->vertices || !saber->uvs || !saber->normals)
        return false;
    memcpy(saber->vertices, p->attributes[RQ_POSITION],
           RQ_MDL_SABER_VERTICES * sizeof *saber->vertices);
    for (size_t i = 0; i < RQ_MDL_SABER_VERTICES; i++) {
        saber->uvs[i][0] = p->attributes[RQ_TEXCOORD_0][i * 2];
        saber->uvs[i][1] = 1 - p->attributes[RQ_TEXCOORD_0][i * 2 + 1];
    }
    make_normals(p, saber->normals);
    memset(mesh->header.mdx_at, 0xFF, sizeof mesh->header.mdx_at);
    mesh->header.vertex_count = RQ_MDL_SABER_VERTICES;
    mesh->header.texture_count = 1;
    mesh->vertices = saber->vertices;
    return true;
}

static bool make_mesh(struct rq_import *im, uint32_t index)
{
    struct rq_mdl_node *node = &im->m->tree.nodes[index];
    struct rq_import_part *part = &im->parts[index];
    struct rq_mdl_mesh *mesh = node->mesh;
    const struct rq_primitive *p = &part->mesh->primitives[part->primitive];
    return take_material(im, p, mesh, part->known) &&
           make_faces(im, im->m->names[node->header.name], part, p, mesh) &&
           (mesh->saber ? make_saber(im, p, mesh) : make_rows(im, part, p, mesh)) &&
           (!mesh->dangly || make_dangly(im, part, mesh));
}

/* ---- skins ---- */

/* A bind matrix as rotation and translation: what it leads to is of the size of the bone, which
 * the game does not know. */
static void take_bind(const float m[16], const float size[3], float q[4], float t[3])
{
    struct rq_node node = {0};
    float sized[16];
    for (size_t i = 0; i < 16; i++)
        sized[i] = i % 4 < 3 ? m[i] * size[i % 4] : m[i];
    rq_matrix_parts(sized, node.translation, node.rotation, node.scale);
    for (size_t k = 0; k < 4; k++)
        q[(k + 1) % 4] = node.rotation[k];
    memcpy(t, node.translation, 3 * sizeof *t);
}

/* Bones are numbered as the vertices first name them, as compilers do. */
static void put_weights(const struct rq_import *im, const struct rq_skin *from,
                        const struct rq_primitive *p, struct rq_mdl_mesh *mesh, uint32_t *numbers)
{
    struct rq_mdl_skin_header *h = &mesh->skin->header;
    uint8_t *rows = (uint8_t *)(uintptr_t)mesh->rows.data;
    uint32_t count = 0;
    memset(h->bone_nodes, 0xFF, sizeof h->bone_nodes);
    for (uint32_t i = 0; i < p->vertex_count; i++) {
        float bones[4] = {-1, -1, -1, -1}, weights[4] = {0};
        for (size_t k = 0; k < 4 && is_skinned(p); k++) {
            float joint = p->attributes[RQ_JOINTS_0][(size_t)i * 4 + k];
            float weight = p->attributes[RQ_WEIGHTS_0][(size_t)i * 4 + k];
            int node =
                joint >= 0 && joint < (float)from->joint_count ? from->joints[(uint32_t)joint] : -1;
            if (node < 0 || !(weight > 0) || im->part_of[node] == RQ_MDL_NO_NODE)
                continue;
            uint32_t name = im->part_of[node];
            if (numbers[name] == UINT32_MAX) {
                if (count < 16)
                    h->bone_nodes[count] = (uint16_t)name;
                numbers[name] = count++;
            }
            bones[k] = (float)numbers[name];
            weights[k] = weight;
        }
        uint8_t *row = rows + (size_t)i * mesh->header.mdx_stride;
        rq_mdl_put_floats(row + h->mdx_weights_at, weights, 4);
        rq_mdl_put_floats(row + h->mdx_bones_at, bones, 4);
    }
}

static bool make_skin(struct rq_import *im, uint32_t index)
{
    const struct rq_import_part *part = &im->parts[index];
    struct rq_mdl_mesh *mesh = im->m->tree.nodes[index].mesh;
    const struct rq_skin *from = &im->scene->skins[part->skin];
    uint32_t *numbers = rq_import_temp(im, im->m->name_count, sizeof *numbers);
    if (!numbers)
        return false;
    memset(numbers, 0xFF, im->m->name_count * sizeof *numbers);
    put_weights(im, from, &part->mesh->primitives[part->primitive], mesh, numbers);
    if (!rq_mdl_skin_places(im->doc, index, numbers))
        return rq_import_no_memory(im);
    static const float still[16] = {[0] = 1, [5] = 1, [10] = 1, [15] = 1};
    for (uint32_t i = 0; i < from->joint_count; i++) {
        int node = from->joints[i];
        if (node < 0 || im->part_of[node] == RQ_MDL_NO_NODE)
            continue;
        take_bind(from->inverse_binds ? from->inverse_binds + (size_t)i * 16 : still,
                  im->sizes[node].own, mesh->skin->q_bones[im->part_of[node]],
                  mesh->skin->t_bones[im->part_of[node]]);
    }
    return true;
}

/* ---- controllers of the nodes at rest ---- */

static struct rq_mdl_new_key *add_key(struct rq_import *im, struct rq_mdl_new_key ***last,
                                      uint32_t code, const float *values, uint32_t columns)
{
    struct rq_mdl_new_key *key = rq_import_key(im, code, 1, columns);
    if (!key)
        return NULL;
    memcpy(key->values, values, columns * sizeof *key->values);
    **last = key;
    *last = &key->next;
    return key;
}

static bool has_key(const struct rq_mdl_new_key *key, uint32_t code)
{
    while (key && key->code != code)
        key = key->next;
    return key != NULL;
}

/* Position and orientation first, as in every node but the root; then what extras have; a new
 * mesh gets what BioWare's have. */
static bool make_keys(struct rq_import *im, uint32_t index)
{
    struct rq_mdl_node *node = &im->m->tree.nodes[index];
    struct rq_import_part *part = &im->parts[index];
    const struct rq_mdl_node_header *h = &node->header;
    struct rq_mdl_new_key *keys = NULL, **last = &keys;
    if (index == 0)
        return true;
    const float turn[4] = {h->orientation[1], h->orientation[2], h->orientation[3],
                           h->orientation[0]};
    if (!add_key(im, &last, POSITION, h->position, 3) || !add_key(im, &last, ORIENTATION, turn, 4))
        return false;
    float scale = part->node >= 0 && !part->primitive ? im->sizes[part->node].controller : 1;
    if (node->mesh && !part->known) {
        const struct rq_primitive *p = &part->mesh->primitives[part->primitive];
        const struct rq_material *look =
            p->material >= 0 ? &im->scene->materials[p->material] : NULL;
        static const float dark[3] = {0, 0, 0};
        float alpha = look && look->alpha == RQ_ALPHA_BLEND ? look->color[3] : 1;
        if (!add_key(im, &last, ALPHA, &alpha, 1) || !add_key(im, &last, SCALE, &scale, 1) ||
            !add_key(im, &last, SELF_ILLUMINATION, look ? look->emissive : dark, 3))
            return false;
    } else if (scale != 1 && !has_key(part->keys, SCALE)) {
        if (!add_key(im, &last, SCALE, &scale, 1))
            return false;
    }
    *last = part->keys;
    return rq_mdl_pack_keys(im->doc, node, keys, false, false, im->err);
}

/* ---- the model ---- */

static bool make_model(struct rq_import *im)
{
    const struct rq_scene *s = im->scene;
    struct rq_jr jr;
    struct rq_ctx ctx;
    char named[NAME_SIZE];
    memcpy(named, im->m->geometry.name, sizeof named);
    im->ours = s->node_count > 1 && rq_import_open(im, s->nodes[0].extras, &jr, &ctx);
    if (im->ours && !rq_import_model_extras(im, s->nodes[0].extras))
        return false;
    /* The model's own spelling of its name stays, another name does not. */
    if (rq_casecmp(named, im->m->geometry.name) != 0)
        memcpy(im->m->geometry.name, named, sizeof named);
    if (!list_parts(im) || !rq_import_sizes(im) || !make_nodes(im))
        return false;
    for (uint32_t i = 0; i < im->part_count; i++)
        if (im->m->tree.nodes[i].mesh && !make_mesh(im, i))
            return false;
    for (uint32_t i = 0; i < im->part_count; i++) {
        struct rq_mdl_node *node = &im->m->tree.nodes[i];
        if (node->mesh && node->mesh->skin && !make_skin(im, i))
            return false;
        if (!make_keys(im, i))
            return false;
    }
    return rq_import_animations(im) && rq_mdl_derive(im->doc, RQ_MDL_BIOWARE, im->err);
}

/* doc is a fresh one: it has the values of a model without anything in it. The model is named as its
 * file: so the game finds it. */
bool rq_mdl_from_scene(struct rq_doc *doc, const struct rq_scene *scene, const char *name,
                       struct rq_error *err)
{
    struct rq_import im = {
        .doc = doc,
        .m = doc->root,
        .scene = scene,
        .err = err,
        .temp = {.alloc = doc->alloc, .limit = doc->arena.limit},
    };
    size_t size = name ? strcspn(name, ".") : 0;
    memset(im.m->geometry.name, 0, sizeof im.m->geometry.name);
    snprintf(im.m->geometry.name, sizeof im.m->geometry.name, "%.*s",
             size ? (int)(size < NAME_SIZE ? size : NAME_SIZE) : 5, size ? name : "model");
    if (scene->lost)
        rq_find(doc, "left-out", 0, "scene", "left out, because no model has it: %s", scene->lost);
    bool fine = make_model(&im);
    rq_arena_free(&im.temp);
    return fine;
}
