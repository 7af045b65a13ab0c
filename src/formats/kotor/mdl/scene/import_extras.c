/* What our scenes carry in extras, "mdl": back into the records that it came from. Other members
 * are passed over: programs that edit scenes add their own. */
#include "formats/kotor/mdl/scene/import.h"

bool rq_import_open(struct rq_import *im, struct rq_bytes extras, struct rq_jr *jr,
                    struct rq_ctx *ctx)
{
    struct rq_str key;
    *ctx = (struct rq_ctx){.err = im->err};
    if (!rq_jr_open_object(jr, extras, &im->temp, ctx))
        return false;
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "mdl") && rq_jr_peek(jr) == RQ_J_OBJECT) {
            rq_jr_object(jr);
            return rq_jr_ok(jr);
        }
        rq_jr_skip(jr);
    }
    return false;
}

const char *rq_import_skin_of(struct rq_import *im, struct rq_bytes extras)
{
    struct rq_jr jr;
    struct rq_ctx ctx;
    struct rq_str key, name = {NULL, 0};
    if (!rq_import_open(im, extras, &jr, &ctx))
        return NULL;
    while (rq_jr_key(&jr, &key)) {
        if (rq_str_is(key, "skin_of") && rq_jr_peek(&jr) == RQ_J_STRING)
            name = rq_jr_string(&jr);
        else
            rq_jr_skip(&jr);
    }
    return name.text ? rq_arena_text(&im->temp, name.text, name.size) : NULL;
}

unsigned rq_import_type(struct rq_import *im, struct rq_bytes extras)
{
    struct rq_jr jr;
    struct rq_ctx ctx;
    struct rq_str key;
    unsigned type = 0;
    if (!rq_import_open(im, extras, &jr, &ctx))
        return 0;
    while (rq_jr_key(&jr, &key)) {
        if (rq_str_is(key, "type") && rq_jr_peek(&jr) == RQ_J_NUMBER)
            type = (unsigned)rq_jr_unsigned(&jr, UINT16_MAX);
        else
            rq_jr_skip(&jr);
    }
    return type;
}

size_t rq_import_numbers(struct rq_import *im, struct rq_bytes json, double *values, size_t count)
{
    struct rq_ctx ctx = {.err = im->err};
    struct rq_jr jr;
    size_t n = 0;
    if (!json.size)
        return 0;
    rq_jr_open(&jr, json, &im->temp, &ctx);
    rq_jr_array(&jr);
    while (rq_jr_more(&jr)) {
        double v = rq_jr_f64(&jr);
        if (n < count)
            values[n] = v;
        n++;
    }
    return n;
}

/* ---- controllers ---- */

static size_t take_floats(struct rq_import *im, struct rq_jr *jr, uint32_t **bits)
{
    size_t count = rq_jr_length(jr), n = 0;
    *bits = rq_import_temp(im, count, sizeof **bits);
    rq_jr_array(jr);
    while (*bits && rq_jr_more(jr) && n < count)
        (*bits)[n++] = rq_bits_of(rq_jr_f32(jr));
    return n;
}

static struct rq_mdl_new_key *take_key(struct rq_import *im, struct rq_jr *jr)
{
    struct rq_mdl_key shape = {0};
    uint32_t *times = NULL, *values = NULL;
    size_t rows = 0, count = 0;
    bool open = true;
    rq_jr_array(jr);
    if (rq_jr_next(jr, &open))
        shape.code = rq_jr_u32(jr);
    if (rq_jr_next(jr, &open))
        shape.columns = (uint8_t)rq_jr_unsigned(jr, UINT8_MAX);
    if (rq_jr_next(jr, &open))
        rows = take_floats(im, jr, &times);
    if (rq_jr_next(jr, &open))
        count = take_floats(im, jr, &values);
    if (!open)
        rq_jr_bad(jr, "a controller is [code, columns, times, values]");
    while (rq_jr_next(jr, &open))
        rq_jr_skip(jr);
    uint32_t width = rq_mdl_key_width(&shape);
    if (!rq_jr_ok(jr) || !times || !values)
        return NULL;
    if (rows > UINT16_MAX || count != rows * width) {
        rq_jr_bad(jr, "controller %u: %zu times and %zu values", shape.code, rows, count);
        return NULL;
    }
    struct rq_mdl_new_key *key = rq_import_key(im, shape.code, (uint32_t)rows, width);
    if (!key)
        return NULL;
    key->bezier = (shape.columns & 0x10) != 0;
    memcpy(key->times, times, rows * sizeof *times);
    memcpy(key->values, values, count * sizeof *values);
    return key;
}

struct rq_mdl_new_key *rq_import_keys(struct rq_import *im, struct rq_jr *jr)
{
    struct rq_mdl_new_key *keys = NULL, **last = &keys;
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        struct rq_mdl_new_key *key = take_key(im, jr);
        if (!key)
            break;
        *last = key;
        last = &key->next;
    }
    return keys;
}

/* ---- nodes ---- */

/* Members of an object that are fields of one of the records. */
static bool take_field(const struct rq_import *im, struct rq_jr *jr, struct rq_str key,
                       const struct rq_rec *rec, void *record)
{
    return record && rq_rec_take(jr, rec, record, im->doc->page, key);
}

static void take_record(struct rq_import *im, struct rq_jr *jr, const struct rq_rec *rec,
                        void *record)
{
    struct rq_str key;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key))
        if (!take_field(im, jr, key, rec, record))
            rq_jr_skip(jr);
}

static void take_mesh(struct rq_import *im, struct rq_jr *jr, struct rq_mdl_mesh *mesh,
                      struct rq_import_part *part)
{
    struct rq_str key;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "tangents"))
            part->tangents = rq_jr_bool(jr);
        else if (rq_str_is(key, "materials"))
            part->materials = rq_jr_raw(jr);
        else if (!take_field(im, jr, key, rq_mdl_rec.mesh_header, mesh ? &mesh->header : NULL) &&
                 !take_field(im, jr, key, rq_mdl_rec.dirt, mesh ? &mesh->dirt : NULL))
            rq_jr_skip(jr);
    }
}

static void take_dangly(struct rq_import *im, struct rq_jr *jr, struct rq_mdl_dangly *dangly,
                        struct rq_import_part *part)
{
    struct rq_str key;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "constraints"))
            part->constraints = rq_jr_raw(jr);
        else if (!take_field(im, jr, key, rq_mdl_rec.dangly_header,
                             dangly ? &dangly->header : NULL))
            rq_jr_skip(jr);
    }
}

static float *take_row(struct rq_import *im, struct rq_jr *jr, uint32_t *count, size_t width)
{
    uint32_t *bits;
    size_t n = take_floats(im, jr, &bits);
    float *kept = rq_import_keep(im, n, sizeof *kept);
    if (kept && bits)
        memcpy(kept, bits, n * sizeof *kept);
    *count = (uint32_t)(n / width);
    return kept;
}

static void take_flare_names(struct rq_import *im, struct rq_jr *jr, struct rq_mdl_light *light)
{
    size_t count = rq_jr_length(jr), n = 0;
    light->textures = rq_import_keep(im, count, sizeof *light->textures);
    rq_jr_array(jr);
    while (light->textures && rq_jr_more(jr) && n < count) {
        struct rq_bytes text = rq_jr_text(jr, im->doc->page);
        light->textures[n] = rq_arena_text(&im->doc->arena, (const char *)text.data, text.size);
        if (!light->textures[n++])
            rq_import_no_memory(im);
    }
    light->texture_count = (uint32_t)n;
}

static void take_light(struct rq_import *im, struct rq_jr *jr, struct rq_mdl_light *light)
{
    struct rq_str key;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "flare_sizes"))
            light->sizes = take_row(im, jr, &light->size_count, 1);
        else if (rq_str_is(key, "flare_positions"))
            light->positions = take_row(im, jr, &light->position_count, 1);
        else if (rq_str_is(key, "flare_color_shifts"))
            light->color_shifts =
                (float(*)[3])(void *)take_row(im, jr, &light->color_shift_count, 3);
        else if (rq_str_is(key, "flare_textures"))
            take_flare_names(im, jr, light);
        else if (!take_field(im, jr, key, rq_mdl_rec.light_header, &light->header))
            rq_jr_skip(jr);
    }
}

bool rq_import_node_extras(struct rq_import *im, struct rq_bytes extras, struct rq_mdl_node *node,
                           struct rq_import_part *part)
{
    struct rq_jr jr;
    struct rq_ctx ctx;
    struct rq_str key;
    struct rq_mdl_mesh *mesh = node->mesh;
    struct rq_mdl_light nowhere = {0}; /* of a node that is no light any more */
    if (!rq_import_open(im, extras, &jr, &ctx))
        return im->err->code == RQ_OK;
    while (rq_jr_key(&jr, &key)) {
        if (rq_str_is(key, "number"))
            node->header.number = (uint16_t)rq_jr_unsigned(&jr, UINT16_MAX);
        else if (rq_str_is(key, "light"))
            take_light(im, &jr, node->light ? node->light : &nowhere);
        else if (rq_str_is(key, "emitter"))
            take_record(im, &jr, rq_mdl_rec.emitter, node->emitter);
        else if (rq_str_is(key, "reference"))
            take_record(im, &jr, rq_mdl_rec.reference, node->reference);
        else if (rq_str_is(key, "mesh"))
            take_mesh(im, &jr, mesh, part);
        else if (rq_str_is(key, "dangly"))
            take_dangly(im, &jr, mesh ? mesh->dangly : NULL, part);
        else if (rq_str_is(key, "controllers"))
            part->keys = rq_import_keys(im, &jr);
        else
            rq_jr_skip(&jr);
    }
    return im->err->code == RQ_OK;
}

/* ---- the model ---- */

/* Rows of vertices are packed on Xbox, in ways that nobody has seen a compiler write. */
static void take_version(struct rq_import *im, struct rq_jr *jr)
{
    static const char *const names[] = {"k1", "k2", "k1-xbox", "k2-xbox"};
    struct rq_str name = rq_jr_string(jr);
    for (size_t i = 0; i < 4; i++)
        if (rq_str_is(name, names[i]))
            im->m->version = (enum rq_mdl_version)i;
    if (im->m->version >= RQ_MDL_K1_XBOX)
        rq_fail(im->err, RQ_UNSUPPORTED, 0, "mdl",
                "models of the Xbox can't be made from a GLB; with the version k1 or k2 it becomes "
                "one for PC");
}

bool rq_import_model_extras(struct rq_import *im, struct rq_bytes extras)
{
    struct rq_mdl *m = im->m;
    struct rq_jr jr;
    struct rq_ctx ctx;
    struct rq_str key;
    if (!rq_import_open(im, extras, &jr, &ctx))
        return im->err->code == RQ_OK;
    while (rq_jr_key(&jr, &key)) {
        if (rq_str_is(key, "version"))
            take_version(im, &jr);
        else if (rq_str_is(key, "name"))
            rq_jr_fixed(&jr, im->doc->page, m->geometry.name, sizeof m->geometry.name);
        else if (rq_str_is(key, "head"))
            im->head = rq_jr_string(&jr);
        else if (rq_str_is(key, "animations"))
            im->animations = rq_jr_raw(&jr);
        else if (rq_str_is(key, "inherited"))
            im->inherited = rq_jr_raw(&jr);
        else if (!take_field(im, &jr, key, rq_mdl_rec.model, &m->model))
            rq_jr_skip(&jr);
    }
    return im->err->code == RQ_OK;
}
