/* Sizes of nodes in anybody's scene. A model has one number for the size of a node, and nothing says
 * that the game hands it down: so sizes go into places and vertices, and only what an animation
 * changes stays a controller. */
#include "formats/kotor/mdl/scene/import.h"

#include <math.h>

static void animated_sizes(const struct rq_import *im, bool *animated)
{
    for (uint32_t i = 0; i < im->scene->animation_count; i++) {
        const struct rq_animation *a = &im->scene->animations[i];
        for (uint32_t k = 0; k < a->channel_count; k++)
            if (a->channels[k].path == RQ_PATH_SCALE)
                animated[a->channels[k].node] = true;
    }
}

/* One row of the matrix of a rotation, x y z w. */
static void rotation_row(const float q[4], size_t row, float to[3])
{
    const float x = q[0], y = q[1], z = q[2], w = q[3];
    const float rows[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                              {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                              {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
    memcpy(to, rows[row], sizeof rows[row]);
}

/* The parent's size along the axes of a node that is turned in it. False: it is not along them, the
 * node is askew, and to is as near as sizes come. */
static bool turn_size(const float above[3], const float q[4], float to[3])
{
    float squares[3][3] = {{0}};
    for (size_t j = 0; j < 3; j++) {
        float row[3];
        rotation_row(q, j, row);
        for (size_t a = 0; a < 3; a++)
            for (size_t b = 0; b < 3; b++)
                squares[a][b] += above[j] * row[a] * row[b];
    }
    float most = 0, askew = 0;
    for (size_t a = 0; a < 3; a++) {
        size_t b = (a + 1) % 3;
        to[a] = squares[a][a];
        most = fmaxf(most, fabsf(squares[a][a]));
        askew = fmaxf(askew, fabsf(squares[a][b]));
    }
    return askew <= most * 1e-3F;
}

bool rq_import_sizes(struct rq_import *im)
{
    const struct rq_scene *s = im->scene;
    bool *animated = rq_import_temp(im, s->node_count, sizeof *animated);
    im->sizes = rq_import_temp(im, s->node_count, sizeof *im->sizes);
    if (!animated || !im->sizes)
        return false;
    animated_sizes(im, animated);
    for (uint32_t i = 0; i < s->node_count; i++) {
        const struct rq_node *node = &s->nodes[i];
        struct rq_import_size *size = &im->sizes[i];
        *size = (struct rq_import_size){{1, 1, 1}, {1, 1, 1}, 1};
        if (im->ours) {
            size->controller = (node->scale[0] + node->scale[1] + node->scale[2]) / 3;
            continue;
        }
        if (node->parent >= 0)
            memcpy(size->above, im->sizes[node->parent].own, sizeof size->above);
        if (!turn_size(size->above, node->rotation, size->own))
            rq_find(im->doc, "askew-node", 0, node->name ? node->name : "node",
                    "is askew, because it is turned in a node of uneven size: apply sizes in the "
                    "program that made the scene");
        if (animated[i])
            size->controller = (node->scale[0] + node->scale[1] + node->scale[2]) / 3;
        for (size_t k = 0; k < 3 && !animated[i]; k++)
            size->own[k] *= node->scale[k];
    }
    return true;
}

void rq_import_resize(const struct rq_import_size *size, struct rq_mdl_mesh *mesh,
                      float (*normals)[3])
{
    const float *s = size->own;
    if (s[0] == 1 && s[1] == 1 && s[2] == 1)
        return;
    for (uint32_t i = 0; i < mesh->header.vertex_count; i++) {
        float length = 0;
        for (size_t k = 0; k < 3; k++) {
            mesh->vertices[i][k] *= s[k];
            normals[i][k] /= s[k] != 0 ? s[k] : 1;
            length += normals[i][k] * normals[i][k];
        }
        length = sqrtf(length);
        for (size_t k = 0; k < 3 && length > 0; k++)
            normals[i][k] /= length;
    }
    /* A mirror turns faces round. */
    for (uint32_t i = 0; i < mesh->face_count && s[0] * s[1] * s[2] < 0; i++) {
        uint16_t *v = mesh->faces[i].vertices, was = v[1];
        v[1] = v[2];
        v[2] = was;
    }
}
