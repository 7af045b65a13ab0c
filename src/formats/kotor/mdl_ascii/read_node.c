/* The lines of a node: fields, flares, the lists of a mesh. */
#include "formats/kotor/mdl_ascii/parts.h"

/* ---- fields ---- */

static void take_text(struct rq_ascii_reader *r, char *field, size_t size)
{
    struct rq_bytes text = rq_ascii_rest(r);
    if (text.size > size) {
        rq_ascii_bad(r, "%.*s: the text is too long", RQ_NAME(text));
        return;
    }
    memset(field, 0, size);
    if (text.size)
        memcpy(field, text.data, text.size);
}

static void set_number(struct rq_ascii_reader *r, const struct rq_ascii_field *field, uint8_t *at)
{
    int64_t v = rq_ascii_integer(r);
    uint32_t word = 0;
    if (field->kind == RQ_KIND_u8) {
        *at = (uint8_t)v;
    } else if (field->kind == RQ_KIND_u16) {
        uint16_t half = (uint16_t)v;
        memcpy(at, &half, sizeof half);
    } else {
        memcpy(&word, at, sizeof word);
        if (field->flag)
            word = v ? word | field->flag : word & ~field->flag;
        else
            word = (uint32_t)v;
        memcpy(at, &word, sizeof word);
    }
}

static bool take_field(struct rq_ascii_reader *r, struct rq_mdl_node *node)
{
    for (size_t i = 0; i < rq_ascii_field_count; i++) {
        const struct rq_ascii_field *field = &rq_ascii_fields[i];
        if (!rq_ascii_is(r, field->name) && !(field->alias && rq_ascii_is(r, field->alias)))
            continue;
        uint8_t *record = rq_ascii_part(node, field->part);
        if (!record)
            continue;
        if (field->kind == RQ_KIND_text)
            take_text(r, (char *)record + field->offset, field->count);
        else if (field->kind == RQ_KIND_f32)
            rq_ascii_f32s(r, (float *)(void *)(record + field->offset), field->count);
        else
            set_number(r, field, record + field->offset);
        return true;
    }
    return false;
}

/* ---- rows ---- */

/* The next row of a list: its first word is a value as well. */
static bool next_row(struct rq_ascii_reader *r)
{
    if (!rq_ascii_next(r))
        return rq_ascii_bad(r, "the text ends within a list");
    if (rq_ascii_is(r, "endnode"))
        return rq_ascii_bad(r, "a list ends too early");
    r->words.size += (size_t)(r->words.data - r->first.data);
    r->words.data = r->first.data;
    return true;
}

/* Rows of count floats; the words behind them are passed over. */
static bool take_floats(struct rq_ascii_reader *r, size_t width, uint32_t *count, void **rows,
                        bool keep)
{
    if (!rq_ascii_count(r, count))
        return false;
    float *v = keep ? rq_ascii_keep(r, *count, width * sizeof *v)
                    : rq_ascii_temp(r, *count, width * sizeof *v);
    *rows = v;
    for (uint32_t i = 0; v && i < *count && next_row(r); i++)
        rq_ascii_f32s(r, v + (size_t)i * width, width);
    return rq_ascii_ok(r);
}

/* ---- flares ---- */

static bool take_textures(struct rq_ascii_reader *r, struct rq_mdl_light *light)
{
    if (!rq_ascii_count(r, &light->texture_count))
        return false;
    light->textures = rq_ascii_keep(r, light->texture_count, sizeof *light->textures);
    for (uint32_t i = 0; light->textures && i < light->texture_count && next_row(r); i++) {
        struct rq_bytes name = rq_ascii_rest(r);
        light->textures[i] = rq_arena_text(&r->doc->arena, (const char *)name.data, name.size);
        if (!light->textures[i])
            return rq_fail(r->err, RQ_NO_MEMORY, 0, "mdl_ascii", "out of memory");
    }
    return rq_ascii_ok(r);
}

static bool take_flares(struct rq_ascii_reader *r, struct rq_mdl_light *light)
{
    void *rows = NULL;
    if (rq_ascii_is(r, "texturenames")) {
        take_textures(r, light);
    } else if (rq_ascii_is(r, "flaresizes")) {
        take_floats(r, 1, &light->size_count, &rows, true);
        light->sizes = rows;
    } else if (rq_ascii_is(r, "flarepositions")) {
        take_floats(r, 1, &light->position_count, &rows, true);
        light->positions = rows;
    } else if (rq_ascii_is(r, "flarecolorshifts")) {
        take_floats(r, 3, &light->color_shift_count, &rows, true);
        light->color_shifts = rows;
    } else {
        return false;
    }
    return true;
}

/* ---- the lists of a mesh ---- */

static uint32_t take_index(struct rq_ascii_reader *r)
{
    int64_t v = rq_ascii_integer(r);
    if (v < 0)
        rq_ascii_bad(r, "a negative index");
    return (uint32_t)v;
}

static void take_indices(struct rq_ascii_reader *r, uint32_t v[3])
{
    for (size_t k = 0; k < 3; k++)
        v[k] = take_index(r);
}

/* v v v group t t t material, or v v v group t t t and three indices of the second UV set, then
 * the material. */
static bool take_faces(struct rq_ascii_reader *r, struct rq_ascii_mesh *mesh)
{
    struct rq_ascii_face *old = mesh->faces;
    uint32_t old_count = mesh->face_count;
    if (!rq_ascii_count(r, &mesh->face_count))
        return false;
    if (old && old_count != mesh->face_count)
        return rq_ascii_bad(r, "texindices and faces are not as many");
    mesh->faces = old ? old : rq_ascii_temp(r, mesh->face_count, sizeof *mesh->faces);
    for (uint32_t i = 0; mesh->faces && i < mesh->face_count && next_row(r); i++) {
        struct rq_ascii_face *face = &mesh->faces[i];
        uint32_t last[4];
        size_t n = 0;
        take_indices(r, face->v);
        face->smoothing = (uint32_t)rq_ascii_integer(r);
        take_indices(r, face->t[0]);
        while (n < 4 && rq_ascii_ok(r) && rq_ascii_more(r))
            last[n++] = (uint32_t)rq_ascii_integer(r);
        if (rq_ascii_ok(r) && n != 1 && n != 4)
            return rq_ascii_bad(r, "a face has 8 words, or 11");
        face->material = n ? last[n - 1] : 0;
        if (n == 4 && !mesh->has_t[1])
            memcpy(face->t[1], last, sizeof face->t[1]);
        if (n == 4 && i + 1 == mesh->face_count)
            mesh->has_t[1] = true;
    }
    mesh->has_t[0] = true;
    return rq_ascii_ok(r);
}

/* Three indices for each face; the faces may follow. */
static bool take_corners(struct rq_ascii_reader *r, struct rq_ascii_mesh *mesh, unsigned set)
{
    uint32_t count;
    if (!rq_ascii_count(r, &count))
        return false;
    if (mesh->faces && count != mesh->face_count)
        return rq_ascii_bad(r, "%u rows for %u faces", (unsigned)count, (unsigned)mesh->face_count);
    if (!mesh->faces)
        mesh->faces = rq_ascii_temp(r, count, sizeof *mesh->faces);
    mesh->face_count = count;
    for (uint32_t i = 0; mesh->faces && i < count && next_row(r); i++)
        take_indices(r, set < 4 ? mesh->faces[i].t[set] : mesh->faces[i].color);
    if (set < 4)
        mesh->has_t[set] = true;
    else
        mesh->has_colors = true;
    return rq_ascii_ok(r);
}

static bool take_weights(struct rq_ascii_reader *r, struct rq_ascii_mesh *mesh)
{
    if (!rq_ascii_count(r, &mesh->weight_count))
        return false;
    mesh->weights = rq_ascii_temp(r, mesh->weight_count, sizeof *mesh->weights);
    for (uint32_t i = 0; mesh->weights && i < mesh->weight_count && next_row(r); i++) {
        struct rq_ascii_weight *w = &mesh->weights[i];
        memset(w->name, 0xFF, sizeof w->name);
        for (size_t k = 0; rq_ascii_ok(r) && rq_ascii_more(r); k++) {
            struct rq_bytes bone;
            rq_text_word(&r->words, &bone);
            const struct rq_ascii_name *name = rq_ascii_find(r, bone);
            if (!name)
                return rq_ascii_bad(r, "there is no bone %.*s", RQ_NAME(bone));
            if (k == 4)
                return rq_ascii_bad(r, "a vertex hangs on more than four bones");
            w->name[k] = name->rank;
            w->weight[k] = rq_ascii_f32(r);
        }
    }
    return rq_ascii_ok(r);
}

static bool starts_number(const struct rq_ascii_reader *r)
{
    double v;
    return rq_line_real(r->first, &v);
}

/* min and max of the box and its face or -1; the first may stand on the line of the word. They go
 * on as long as lines begin with a number. */
static bool take_boxes(struct rq_ascii_reader *r, struct rq_ascii_mesh *mesh)
{
    struct rq_ascii_reader copy = *r;
    size_t count = rq_ascii_more(&copy);
    while (rq_ascii_next(&copy) && starts_number(&copy))
        count++;
    mesh->boxes = rq_ascii_temp(r, count, sizeof *mesh->boxes);
    mesh->box_count = (uint32_t)count;
    bool here = rq_ascii_more(r);
    for (uint32_t i = 0; mesh->boxes && i < count; i++) {
        if ((i || !here) && !next_row(r))
            return false;
        struct rq_mdl_box *box = &mesh->boxes[i];
        rq_ascii_f32s(r, box->min, 3);
        rq_ascii_f32s(r, box->max, 3);
        int64_t face = rq_ascii_integer(r);
        box->face = face < 0 || face > INT32_MAX ? -1 : (int32_t)face;
        if (!rq_ascii_ok(r))
            return false;
    }
    return rq_ascii_ok(r);
}

static bool take_uvs(struct rq_ascii_reader *r, struct rq_ascii_mesh *mesh)
{
    static const struct {
        const char *name;
        unsigned set;
        bool corners;
    } lists[] = {{"tverts", 0, false},     {"tverts0", 0, false},    {"tverts1", 1, false},
                 {"tverts2", 2, false},    {"tverts3", 3, false},    {"lightmaptverts", 1, false},
                 {"texindices1", 1, true}, {"texindices2", 2, true}, {"texindices3", 3, true},
                 {"colorindices", 4, true}};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        void *rows = NULL;
        unsigned set = lists[i].set;
        if (!rq_ascii_is(r, lists[i].name))
            continue;
        if (lists[i].corners) {
            take_corners(r, mesh, set);
        } else {
            take_floats(r, 2, &mesh->tvert_count[set], &rows, false);
            mesh->tverts[set] = rows;
        }
        return true;
    }
    return false;
}

static bool take_given(struct rq_ascii_reader *r, struct rq_ascii_mesh *mesh)
{
    if (rq_ascii_is(r, "bmin")) {
        rq_ascii_f32s(r, mesh->box_min, 3);
    } else if (rq_ascii_is(r, "bmax")) {
        rq_ascii_f32s(r, mesh->box_max, 3);
        mesh->has_box = true;
    } else if (rq_ascii_is(r, "radius")) {
        mesh->radius = rq_ascii_f32(r);
        mesh->has_radius = true;
    } else if (rq_ascii_is(r, "average")) {
        rq_ascii_f32s(r, mesh->average, 3);
        mesh->has_average = true;
    } else if (rq_ascii_is(r, "tangentspace")) {
        mesh->tangents = rq_ascii_integer(r) != 0;
    } else if (rq_ascii_is(r, "inv_count")) {
        while (mesh->inverted_count < 2 && rq_ascii_more(r) && rq_ascii_ok(r))
            mesh->inverted[mesh->inverted_count++] = (uint32_t)rq_ascii_integer(r);
    } else {
        return false;
    }
    return true;
}

bool rq_ascii_take_mesh(struct rq_ascii_reader *r, struct rq_ascii_node *node)
{
    struct rq_ascii_mesh *mesh = node->mesh;
    void *rows = NULL;
    if (rq_ascii_is(r, "verts")) {
        take_floats(r, 3, &mesh->vert_count, &rows, false);
        mesh->verts = rows;
    } else if (rq_ascii_is(r, "normals")) {
        take_floats(r, 3, &mesh->normal_count, &rows, false);
        mesh->normals = rows;
    } else if (rq_ascii_is(r, "colors")) {
        take_floats(r, 3, &mesh->color_count, &rows, false);
        mesh->colors = rows;
    } else if (rq_ascii_is(r, "constraints")) {
        take_floats(r, 1, &mesh->constraint_count, &rows, false);
        mesh->constraints = rows;
    } else if (rq_ascii_is(r, "faces")) {
        take_faces(r, mesh);
    } else if (rq_ascii_is(r, "weights")) {
        take_weights(r, mesh);
    } else if (rq_ascii_is(r, "aabb")) {
        take_boxes(r, mesh);
    } else {
        return take_uvs(r, mesh) || take_given(r, mesh);
    }
    return true;
}

/* ---- nodes ---- */

static bool start_mesh(struct rq_ascii_reader *r, struct rq_ascii_node *node)
{
    struct rq_mdl_mesh_header *h = &node->node.mesh->header;
    node->mesh = rq_ascii_temp(r, 1, sizeof *node->mesh);
    if (!node->mesh)
        return false;
    node->mesh->line = r->line;
    memcpy(h->texture_1, "NULL", 4);
    for (size_t i = 0; i < 3; i++) {
        h->diffuse[i] = 0.8F;
        h->ambient[i] = 0.2F;
    }
    h->render = 1;
    h->unknown_d4[0] = h->unknown_d4[1] = -1;
    h->unknown_e0[0] = 3;
    memset(h->mdx_at, 0xFF, sizeof h->mdx_at);
    return true;
}

static bool take_line(struct rq_ascii_reader *r, struct rq_ascii_node *node)
{
    static const float origin[3];
    if (rq_ascii_is(r, "parent")) {
        node->parent = rq_ascii_rest(r);
        return true;
    }
    if (r->geometry) {
        uint32_t index = r->newest[node->rank];
        const struct rq_mdl_node *rest = index == UINT32_MAX ? NULL : &r->geometry[index].node;
        return rq_ascii_take_key(r, node, rest ? rest->header.type : RQ_MDL_HEADER,
                                 rest ? rest->header.position : origin, true);
    }
    return (node->mesh && rq_ascii_take_mesh(r, node)) ||
           (node->node.light && take_flares(r, node->node.light)) || take_field(r, &node->node) ||
           rq_ascii_take_key(r, node, node->node.header.type, origin, false);
}

bool rq_ascii_take_node(struct rq_ascii_reader *r, struct rq_ascii_node *node)
{
    if (!rq_mdl_node_make(&r->doc->arena, &node->node))
        return rq_fail(r->err, RQ_NO_MEMORY, 0, "mdl_ascii", "out of memory");
    if (node->node.mesh && !start_mesh(r, node))
        return false;
    while (rq_ascii_ok(r) && rq_ascii_next(r) && !rq_ascii_is(r, "endnode"))
        if (!take_line(r, node))
            rq_ascii_left_out(r);
    return rq_ascii_ok(r);
}
