/* A model as ASCII MDL: header, nodes, animations. Meshes are in write_mesh.c,
 * controllers in write_keys.c. */
#include "formats/kotor/mdl_ascii/parts.h"

/* ---- numbers and texts ---- */

void rq_ascii_put_u32(struct rq_out *out, uint32_t v)
{
    size_t size = rq_digit_count(v);
    uint8_t *p = rq_grow(out, size);
    if (p)
        rq_digits(v, false, (char *)p + size);
}

static void put_i32(struct rq_out *out, int32_t v)
{
    if (v < 0)
        rq_put8(out, '-');
    rq_ascii_put_u32(out, v < 0 ? 0u - (uint32_t)v : (uint32_t)v);
}

void rq_ascii_put_decimal(struct rq_out *out, const struct rq_decimal *d, bool zeros)
{
    uint64_t whole = d->digits;
    unsigned decimals = d->decimals;
    while (decimals && whole % 10 == 0 && !zeros) {
        whole /= 10;
        decimals--;
    }
    unsigned digits = rq_digit_count(whole);
    digits = digits > decimals ? digits : decimals + 1;
    size_t size = digits + (decimals > 0) + d->negative;
    uint8_t *start = rq_grow(out, size), *p = start ? start + size : NULL;
    if (!p)
        return;
    for (unsigned i = 0; i < decimals; i++, whole /= 10)
        *--p = (uint8_t)('0' + whole % 10);
    if (decimals)
        *--p = '.';
    rq_digits(whole, d->negative, (char *)p);
}

/* The fewest digits from 6 on that come back to the same bits, at most 9: most numbers of models
 * have 6, their last zeros are cut off. Numbers that are none have no spelling in the dialect;
 * printf's is as good as any. */
void rq_ascii_put_f32(struct rq_out *out, float v)
{
    uint32_t bits = rq_bits_of(v);
    struct rq_decimal d;
    char text[32];
    for (unsigned digits = 6; digits <= 9 && rq_decimal_of((double)v, digits, &d); digits++) {
        if ((float)d.value == v) {
            rq_ascii_put_decimal(out, &d, false);
            return;
        }
    }
    if ((bits & 0x7F800000) == 0x7F800000) {
        const char *word = bits & 0x7FFFFF ? "nan" : bits >> 31 ? "-inf" : "inf";
        rq_put(out, word, strlen(word));
    } else {
        rq_put(out, text, rq_f32_text(v, text));
    }
}

void rq_ascii_put_f32s(struct rq_out *out, const float *v, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        rq_put8(out, ' ');
        rq_ascii_put_f32(out, v[i]);
    }
}

/* A line end in a name would be one of the text. */
void rq_ascii_put_text(struct rq_out *out, const char *text, size_t most)
{
    for (size_t i = 0; i < most && text[i]; i++)
        rq_put8(out, (uint8_t)text[i] < ' ' ? '_' : (uint8_t)text[i]);
}

void rq_ascii_put_head(struct rq_out *out, const char *word, uint32_t v)
{
    rq_put_str(out, word);
    rq_put8(out, ' ');
    rq_ascii_put_u32(out, v);
    rq_put8(out, '\n');
}

static void put_line(struct rq_out *out, const char *word, const char *text, size_t most)
{
    rq_put_str(out, word);
    rq_put8(out, ' ');
    rq_ascii_put_text(out, text, most);
    rq_put8(out, '\n');
}

static void put_reals(struct rq_out *out, const char *word, const float *v, size_t count)
{
    rq_put_str(out, word);
    rq_ascii_put_f32s(out, v, count);
    rq_put8(out, '\n');
}

/* ---- nodes ---- */

static void put_field(struct rq_out *out, const struct rq_ascii_field *field, const void *record)
{
    const uint8_t *at = (const uint8_t *)record + field->offset;
    rq_put_str(out, "  ");
    rq_put_str(out, field->name);
    if (field->kind == RQ_KIND_f32) {
        rq_ascii_put_f32s(out, (const float *)(const void *)at, field->count);
    } else if (field->kind == RQ_KIND_text) {
        rq_put8(out, ' ');
        rq_ascii_put_text(out, (const char *)at, field->count);
    } else {
        uint32_t v = 0;
        rq_put8(out, ' ');
        if (field->kind == RQ_KIND_u8)
            v = *at;
        else if (field->kind == RQ_KIND_u16)
            v = *(const uint16_t *)(const void *)at;
        else
            v = *(const uint32_t *)(const void *)at;
        if (field->kind == RQ_KIND_i32)
            put_i32(out, (int32_t)v);
        else
            rq_ascii_put_u32(out, field->flag ? (v & field->flag) != 0 : v);
    }
    rq_put8(out, '\n');
}

/* A text that is empty leaves its line out: there would be no word. */
static bool is_said(const struct rq_ascii_writer *w, const struct rq_ascii_field *field,
                    const void *record)
{
    return record && (field->part != RQ_ASCII_DIRT || rq_mdl_is_k2(w->m)) &&
           (field->kind != RQ_KIND_text || ((const char *)record)[field->offset]);
}

static void put_fields(struct rq_ascii_writer *w, struct rq_mdl_node *node)
{
    for (size_t i = 0; i < rq_ascii_field_count; i++) {
        const struct rq_ascii_field *field = &rq_ascii_fields[i];
        const void *record = rq_ascii_part(node, field->part);
        if (is_said(w, field, record))
            put_field(w->out, field, record);
    }
}

static void put_flares(struct rq_out *out, const struct rq_mdl_light *light)
{
    if (!light->texture_count && !light->size_count && !light->position_count &&
        !light->color_shift_count)
        return;
    rq_ascii_put_head(out, "  texturenames", light->texture_count);
    for (uint32_t i = 0; i < light->texture_count; i++)
        put_line(out, "   ", light->textures[i], SIZE_MAX);
    rq_ascii_put_head(out, "  flaresizes", light->size_count);
    for (uint32_t i = 0; i < light->size_count; i++)
        put_reals(out, "   ", &light->sizes[i], 1);
    rq_ascii_put_head(out, "  flarepositions", light->position_count);
    for (uint32_t i = 0; i < light->position_count; i++)
        put_reals(out, "   ", &light->positions[i], 1);
    rq_ascii_put_head(out, "  flarecolorshifts", light->color_shift_count);
    for (uint32_t i = 0; i < light->color_shift_count; i++)
        put_reals(out, "   ", light->color_shifts[i], 3);
}

static void put_parent(struct rq_ascii_writer *w, const struct rq_mdl_tree *tree,
                       const struct rq_mdl_node *node)
{
    const char *name =
        node->parent < 0 ? "NULL" : w->m->names[tree->nodes[node->parent].header.name];
    put_line(w->out, "  parent", name, SIZE_MAX);
}

static bool put_node(struct rq_ascii_writer *w, struct rq_mdl_node *node)
{
    struct rq_out *out = w->out;
    rq_put_str(out, "node ");
    put_line(out, rq_ascii_type_name(node->header.type), w->m->names[node->header.name], SIZE_MAX);
    put_parent(w, &w->m->tree, node);
    rq_ascii_write_keys(w, node, NULL, false);
    put_fields(w, node);
    if (node->light)
        put_flares(out, node->light);
    if (node->mesh && !rq_ascii_write_mesh(w, node))
        return false;
    rq_put_str(out, "endnode\n");
    return true;
}

/* Names that no node has (of a door's walkmesh) stand where they are in the table, as MDLedit has
 * them. */
static void put_dead_names(struct rq_ascii_writer *w, uint32_t *next, uint32_t until)
{
    for (; *next < until; (*next)++)
        if (w->by_name[*next] == UINT32_MAX)
            put_line(w->out, "name", w->m->names[*next], SIZE_MAX);
}

static bool put_geometry(struct rq_ascii_writer *w)
{
    const struct rq_mdl *m = w->m;
    struct rq_out *out = w->out;
    uint32_t next = 0;
    put_line(out, "beginmodelgeom", m->geometry.name, sizeof m->geometry.name);
    put_reals(out, "  bmin", m->model.box_min, 3);
    put_reals(out, "  bmax", m->model.box_max, 3);
    put_reals(out, "  radius", &m->model.radius, 1);
    for (uint32_t i = 0; i < m->tree.count; i++) {
        struct rq_mdl_node *node = &m->tree.nodes[i];
        put_dead_names(w, &next, node->header.name < m->name_count ? node->header.name : next);
        if (!put_node(w, node))
            return false;
    }
    put_dead_names(w, &next, m->name_count);
    put_line(out, "endmodelgeom", m->geometry.name, sizeof m->geometry.name);
    return true;
}

/* ---- animations ---- */

static void put_animation(struct rq_ascii_writer *w, const struct rq_mdl_animation *a)
{
    struct rq_out *out = w->out;
    rq_put_str(out, "\nnewanim ");
    rq_ascii_put_text(out, a->geometry.name, sizeof a->geometry.name);
    put_line(out, "", w->m->geometry.name, sizeof w->m->geometry.name);
    put_reals(out, "  length", &a->header.length, 1);
    put_reals(out, "  transtime", &a->header.transition, 1);
    put_line(out, "  animroot", a->header.root, sizeof a->header.root);
    for (uint32_t i = 0; i < a->event_count; i++) {
        rq_put_str(out, "  event");
        rq_ascii_put_f32s(out, &a->events[i].time, 1);
        put_line(out, "", a->events[i].name, sizeof a->events[i].name);
    }
    for (uint32_t i = 0; i < a->tree.count; i++) {
        const struct rq_mdl_node *node = &a->tree.nodes[i];
        uint32_t name = node->header.name,
                 rest = name < w->m->name_count ? w->by_name[name] : UINT32_MAX;
        put_line(out, "node dummy", w->m->names[node->header.name], SIZE_MAX);
        put_parent(w, &a->tree, node);
        rq_ascii_write_keys(w, node, rest == UINT32_MAX ? NULL : &w->m->tree.nodes[rest], true);
        rq_put_str(out, "endnode\n");
    }
    rq_put_str(out, "doneanim ");
    rq_ascii_put_text(out, a->geometry.name, sizeof a->geometry.name);
    put_line(out, "", w->m->geometry.name, sizeof w->m->geometry.name);
}

/* ---- the model ---- */

static bool is_packed(const struct rq_mdl *m)
{
    for (uint32_t i = 0; i < m->animation_count; i++)
        for (uint32_t n = 0; n < m->animations[i].tree.count; n++) {
            const struct rq_mdl_node *node = &m->animations[i].tree.nodes[n];
            for (uint32_t k = 0; k < node->key_count; k++)
                if (node->keys[k].code == 20 && node->keys[k].columns == 2)
                    return true;
        }
    return false;
}

static void put_header(struct rq_ascii_writer *w)
{
    const struct rq_mdl *m = w->m;
    struct rq_out *out = w->out;
    const char *name = m->geometry.name;
    const size_t most = sizeof m->geometry.name;
    const char *class_name = rq_ascii_class_name(m->model.classification);
    rq_put_str(out, "# ASCII MDL\n");
    if (rq_mdl_is_k2(m))
        rq_put_str(out, "# game k2\n");
    rq_put_str(out, "filedependancy ");
    rq_ascii_put_text(out, name, most);
    rq_put_str(out, " NULL.mlk\n");
    put_line(out, "newmodel", name, most);
    rq_put_str(out, "setsupermodel ");
    rq_ascii_put_text(out, name, most);
    put_line(out, "", m->model.supermodel[0] ? m->model.supermodel : "NULL",
             sizeof m->model.supermodel);
    if (class_name)
        put_line(out, "classification", class_name, most);
    else
        rq_ascii_put_head(out, "classification", m->model.classification);
    rq_ascii_put_head(out, "classification_unk1", m->model.subclassification);
    rq_ascii_put_head(out, "ignorefog", !m->model.fog);
    rq_ascii_put_head(out, "compress_quaternions", is_packed(m));
    rq_ascii_put_head(out, "headlink", m->animation_root != 0);
    put_reals(out, "setanimationscale", &m->model.animation_scale, 1);
}

static bool index_names(struct rq_ascii_writer *w)
{
    w->by_name = rq_arena_get(&w->temp, w->m->name_count, sizeof *w->by_name);
    if (!w->by_name)
        return false;
    memset(w->by_name, 0xFF, w->m->name_count * sizeof *w->by_name);
    for (uint32_t i = w->m->tree.count; i > 0; i--)
        if (w->m->tree.nodes[i - 1].header.name < w->m->name_count)
            w->by_name[w->m->tree.nodes[i - 1].header.name] = i - 1;
    return true;
}

bool rq_mdl_to_ascii(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    struct rq_ascii_writer w = {
        .doc = doc, .m = rq_doc_root(doc, "mdl"), .out = out, .temp = {.alloc = doc->alloc}};
    if (!w.m)
        return rq_fail(err, RQ_USAGE, 0, "mdl", "not a model");
    bool fine = index_names(&w);
    if (fine) {
        put_header(&w);
        fine = put_geometry(&w);
    }
    for (uint32_t i = 0; fine && i < w.m->animation_count; i++)
        put_animation(&w, &w.m->animations[i]);
    if (fine)
        put_line(out, "\ndonemodel", w.m->geometry.name, sizeof w.m->geometry.name);
    rq_arena_free(&w.temp);
    return (fine || rq_fail(err, RQ_NO_MEMORY, 0, "mdl", "out of memory")) &&
           (!out->failed || rq_fail_out(err, out));
}

bool rq_mdl_write_as(struct rq_doc *doc, const char *kind, struct rq_out *out, struct rq_error *err)
{
    (void)kind;
    return rq_mdl_to_ascii(doc, out, err);
}
