/* The parts of nodes that are objects of their own in JSON, and rows of lists. */
#include "formats/kotor/mdl/json/json.h"

RQ_RECORD_TABLE(rq_mdl_event, RQ_MDL_EVENT);
RQ_RECORD_TABLE(rq_mdl_key, RQ_MDL_KEY);
RQ_RECORD_TABLE(rq_mdl_light_header, RQ_MDL_LIGHT);
RQ_RECORD_TABLE(rq_mdl_emitter, RQ_MDL_EMITTER);
RQ_RECORD_TABLE(rq_mdl_reference, RQ_MDL_REFERENCE);
RQ_RECORD_TABLE(rq_mdl_animmesh, RQ_MDL_ANIMMESH);
RQ_RECORD_TABLE(rq_mdl_saber_header, RQ_MDL_SABER);

/* ---- words: what the layout sets ---- */

static bool has_words(const struct rq_shaper *s, const void *object)
{
    (void)object;
    return rq_mdl_has_words(((const struct rq_doc *)s->doc)->root);
}

static bool put_words(struct rq_shaper *s, const void *object)
{
    const struct rq_member *m = s->member;
    rq_json_key(s->j, m->name);
    rq_json_object(s->j);
    rq_rec_words_json(s->j, m->rec, (const uint8_t *)object + m->at, s->page);
    rq_json_end_object(s->j);
    return true;
}

static void take_words(struct rq_shaper *s, void *object)
{
    const struct rq_member *m = s->member;
    struct rq_str key;
    rq_jr_object(s->jr);
    while (rq_jr_key(s->jr, &key))
        if (!rq_rec_take_word(s->jr, m->rec, (uint8_t *)object + m->at, s->page, key))
            rq_jr_unknown(s->jr, key);
}

#define WORDS(T, f, table)                                                                         \
    RQ_HOOK("words", put_words, take_words), .at = offsetof(struct T, f), .rec = &(table),         \
                                             .when = has_words

/* ---- rows ---- */

#define FLOATS(n)                                                                                  \
    {                                                                                              \
        .name = "row", .kind = RQ_AS_VECTOR, .value = RQ_KIND_f32, .count = (n)                    \
    }
#define ROW(n, table)                                                                              \
    {                                                                                              \
        .name = "row", .size = sizeof(float) * (n), .style = RQ_AS_ITEM, .members = table,         \
        .count = 1                                                                                 \
    }
static const struct rq_member floats_2[] = {FLOATS(2)}, floats_3[] = {FLOATS(3)};
static const struct rq_shape pairs = ROW(2, floats_2), triples = ROW(3, floats_3);

static const struct rq_member event_members[] = {{RQ_FIELDS(rq_mdl_event_rec)}};
const struct rq_shape rq_mdl_event_shape = {
    RQ_SHAPE("event", rq_mdl_event, RQ_IN_ROW, event_members)};

static const struct rq_member key_members[] = {{RQ_FIELDS(rq_mdl_key_rec)}};
const struct rq_shape rq_mdl_key_shape = {RQ_SHAPE("key", rq_mdl_key, RQ_IN_ROW, key_members)};

/* ---- parts ---- */

static const struct rq_member emitter_members[] = {{RQ_FIELDS(rq_mdl_emitter_rec)}};
const struct rq_shape rq_mdl_emitter_shape = {
    RQ_SHAPE("emitter", rq_mdl_emitter, RQ_IN_LINES, emitter_members)};

static const struct rq_member reference_members[] = {{RQ_FIELDS(rq_mdl_reference_rec)}};
const struct rq_shape rq_mdl_reference_shape = {
    RQ_SHAPE("reference", rq_mdl_reference, RQ_IN_LINES, reference_members)};

static const struct rq_member animmesh_members[] = {{RQ_FIELDS(rq_mdl_animmesh_rec)}};
const struct rq_shape rq_mdl_animmesh_shape = {
    RQ_SHAPE("animmesh", rq_mdl_animmesh, RQ_IN_LINES, animmesh_members)};

static const struct rq_member saber_members[] = {
    {RQ_RECORD(rq_mdl_saber, header, rq_mdl_saber_header_rec)},
    {WORDS(rq_mdl_saber, header, rq_mdl_saber_header_rec)},
    {RQ_BLOCK("vertices", rq_mdl_saber, vertices, triples, RQ_MDL_SABER_VERTICES)},
    {RQ_BLOCK("uvs", rq_mdl_saber, uvs, pairs, RQ_MDL_SABER_VERTICES)},
    {RQ_BLOCK("normals", rq_mdl_saber, normals, triples, RQ_MDL_SABER_VERTICES)},
};
const struct rq_shape rq_mdl_saber_shape = {
    RQ_SHAPE("saber", rq_mdl_saber, RQ_IN_LINES, saber_members)};

/* ---- lights ---- */

struct light {
    struct rq_mdl_light l;
    uint32_t place_count; /* of textures; in memory there are as many as textures */
};

static bool fill_light(struct rq_shaper *s, const void *object, void *to)
{
    const struct rq_mdl_light *light = object;
    (void)s;
    *(struct light *)to = (struct light){*light, light->texture_count};
    return true;
}

static void put_back_light(struct rq_shaper *s, void *from, void *object)
{
    struct light *light = from;
    if (light->place_count != light->l.texture_count)
        light->l.texture_places = rq_jr_get(s->jr, light->l.texture_count, sizeof(uint32_t));
    *(struct rq_mdl_light *)object = light->l;
}

static bool put_textures(struct rq_shaper *s, const void *object)
{
    const struct rq_mdl_light *light = &((const struct light *)object)->l;
    rq_json_key(s->j, s->member->name);
    rq_mdl_put_texts(s->j, s->page, light->textures, light->texture_count);
    return true;
}

static void take_textures(struct rq_shaper *s, void *object)
{
    struct rq_mdl_light *light = &((struct light *)object)->l;
    light->textures = rq_mdl_take_texts(s->jr, s->page, &light->texture_count);
}

static const struct rq_member light_members[] = {
    {RQ_RECORD(light, l.header, rq_mdl_light_header_rec)},
    {WORDS(light, l.header, rq_mdl_light_header_rec)},
    {RQ_VALUES("texture_places", light, l.texture_places, place_count, u32), .when = has_words},
    {RQ_VALUES("sizes", light, l.sizes, l.size_count, f32)},
    {RQ_VALUES("positions", light, l.positions, l.position_count, f32)},
    {RQ_LIST("color_shifts", light, l.color_shifts, l.color_shift_count, triples)},
    {RQ_HOOK("textures", put_textures, take_textures)},
};
const struct rq_shape rq_mdl_light_shape = {
    RQ_SHAPE("light", rq_mdl_light, RQ_IN_LINES, light_members),
    RQ_FORM(light, fill_light, put_back_light)};
