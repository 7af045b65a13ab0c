/* RGM: models and textures of what stands on a map, and what its scripts name. */
#include "refs/refs.h"
#include "script/soup/code.h"

#include <reliquary/rgm.h>
#include <stdio.h>

static const char models[] = "3d|3dc";

static struct rq_bytes fixed(const char *text, size_t size)
{
    return (struct rq_bytes){(const uint8_t *)text, size};
}

/* The model of a name or path: "fxart\\CYRSA001.3DC" is CYRSA001. */
static void put_model(struct rq_collect *c, const char *part, size_t index, const char *member,
                      struct rq_bytes name)
{
    const uint8_t *nul = name.size ? memchr(name.data, 0, name.size) : NULL;
    if (nul)
        name.size = (size_t)(nul - name.data);
    size_t size = rq_collect_at(c, "%s/%zu/%s", part, index, member);
    rq_collect_put(c, RQ_THING_RESOURCE, RQ_USE_PLAIN, rq_rgm_model_stem(name), models);
    rq_collect_back(c, size);
}

/* ---- scripts ---- */

static const struct call {
    const char *function;
    unsigned argument;
    enum rq_thing thing;
    enum rq_use_kind kind;
    enum rq_act act;
} calls[] = {
#define CALL(function, argument, thing, kind, act)                                                 \
    {function, argument, RQ_THING_##thing, RQ_USE_##kind, RQ_ACT_##act},
#include "script/soup/calls.def"
#undef CALL
};

/* The name that SOUP386.DEF has for a number; without one "flag12". */
static void put_named(struct rq_collect *c, enum rq_thing thing, enum rq_use_kind kind, uint32_t id)
{
    const struct rq_def_line *line = NULL;
    const char *known = thing == RQ_THING_FLAG && !c->def ? rq_soup_flag(id) : NULL;
    char text[32];
    if (c->def)
        line = thing == RQ_THING_FLAG ? rq_def_flag(c->def, id) : rq_def_attribute(c->def, id);
    snprintf(text, sizeof text, "%s%u", rq_thing_word(thing), id);
    known = known ? known : text;
    rq_collect_put(c, thing, kind, line ? line->name : fixed(known, strlen(known)), "");
}

static void put_argument(struct rq_collect *c, const struct call *call,
                         const struct rq_soup_value *arg)
{
    uint8_t letters[4];
    if (arg->op != RQ_SOUP_OP_NUMERIC && arg->op != RQ_SOUP_OP_NUMERICALT)
        return;
    rq_set32(letters, (uint32_t)arg->number);
    c->act = call->act;
    if (call->thing == RQ_THING_LINE)
        rq_collect_put(c, call->thing, call->kind, (struct rq_bytes){letters, 4}, "");
    else if (call->thing == RQ_THING_FLAG || call->thing == RQ_THING_ATTRIBUTE)
        put_named(c, call->thing, call->kind, (uint32_t)arg->number);
    else
        rq_collect_number(c, call->thing, call->kind, arg->number);
    c->act = RQ_ACT_NONE;
}

static void put_image(struct rq_collect *c, unsigned bank, unsigned image)
{
    char text[32];
    int size = snprintf(text, sizeof text, "%u:%u", bank, image);
    rq_collect_put(c, RQ_THING_IMAGE, RQ_USE_PLAIN, fixed(text, (size_t)size), "");
}

static bool is_call(const struct rq_soup_value *v)
{
    const struct rq_soup_op_info *info = rq_soup_op(v->op);
    return info && (info->layout == RQ_SOUP_CALL || info->layout == RQ_SOUP_OBJECT);
}

static bool calls_function(const struct rq_soup_value *v, const char *function)
{
    const char *name = is_call(v) ? rq_soup_function(v->id) : NULL;
    return name && strcmp(name, function) == 0;
}

static void take_call(struct rq_collect *c, const struct rq_soup_value *v)
{
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        if (calls[i].argument < v->count && calls_function(v, calls[i].function))
            put_argument(c, &calls[i], &v->args[calls[i].argument]);
    if (v->count >= 2 && calls_function(v, "FlatSetTexture") &&
        v->args[0].op == RQ_SOUP_OP_NUMERIC && v->args[1].op == RQ_SOUP_OP_NUMERIC)
        put_image(c, (unsigned)v->args[0].number, (unsigned)v->args[1].number);
}

/* Values nest up to RQ_SOUP_DEPTH; act is what the statement does with a flag at this place. */
static void take_value(struct rq_collect *c, const struct rq_soup_value *v, enum rq_act act)
{
    if (v->op == RQ_SOUP_OP_FLAG_) {
        c->act = act;
        put_named(c, RQ_THING_FLAG, RQ_USE_PLAIN, v->id);
        c->act = RQ_ACT_NONE;
    }
    if (is_call(v))
        take_call(c, v);
    for (uint32_t i = 0; i < v->count; i++) {
        /* ActiveItem() = 5 */
        if (v->op == RQ_SOUP_OP_IF_ && i % 2 && calls_function(&v->args[i - 1], "ActiveItem") &&
            v->args[i].op == RQ_SOUP_OP_NUMERIC) {
            c->act = RQ_ACT_TESTS;
            rq_collect_number(c, RQ_THING_ITEM, RQ_USE_PLAIN, v->args[i].number);
            c->act = RQ_ACT_NONE;
        }
        take_value(c, &v->args[i], v->op == RQ_SOUP_OP_IF_ ? RQ_ACT_TESTS : RQ_ACT_READS);
    }
}

static void take_script(struct rq_collect *c, const struct rq_soup_script *script)
{
    for (size_t i = 0; script && i < script->count; i++) {
        size_t size = rq_collect_at(c, "script/#%02X", (unsigned)script->instrs[i].offset);
        take_value(c, &script->instrs[i].main, RQ_ACT_SETS);
        rq_collect_back(c, size);
    }
}

/* ---- actors ---- */

/* Sounds of animations. */
static void take_groups(struct rq_collect *c, const struct rq_rgm *map, size_t actor)
{
    size_t count;
    const struct rq_rgm_group *groups = rq_rgm_actor_groups(map, actor, &count);
    for (size_t i = 0; groups && i < count; i++)
        for (size_t k = 0; k < groups[i].count; k++) {
            const struct rq_rgm_command *command = &groups[i].commands[k];
            const struct rq_rgm_command_info *info = rq_rgm_command_info(command->opcode);
            if (!info || strcmp(info->name, "PlaySound") != 0)
                continue;
            size_t size = rq_collect_at(c, "groups/%u/%zu", groups[i].group, k);
            c->act = RQ_ACT_PLAYS;
            rq_collect_number(c, RQ_THING_SOUND, RQ_USE_OPTIONAL, command->params[0]);
            c->act = RQ_ACT_NONE;
            rq_collect_back(c, size);
        }
}

static void take_attributes(struct rq_collect *c, const struct rq_rgm_attributes *raat)
{
    for (uint32_t i = 0; raat && i < sizeof raat->values; i++) {
        if (!raat->values[i])
            continue;
        size_t size = rq_collect_at(c, "attributes/%u", i);
        put_named(c, RQ_THING_ATTRIBUTE, RQ_USE_PLAIN, i);
        rq_collect_back(c, size);
    }
}

/* A bank of textures is a file: TEXBSI.302. */
static void put_bank(struct rq_collect *c, int bank)
{
    char type[16];
    size_t size = rq_collect_at(c, "texture_id");
    snprintf(type, sizeof type, "%03d", bank);
    rq_collect_put(c, RQ_THING_RESOURCE, RQ_USE_PLAIN, fixed("texbsi", 6), type);
    rq_collect_back(c, size);
}

static void take_actor(struct rq_collect *c, const struct rq_rgm *map, size_t actor)
{
    const struct rq_rgm_actor *head = rq_rgm_actor(map, actor);
    size_t count;
    size_t size = rq_collect_at(c, "%.*s", (int)sizeof head->name, head->name);
    const struct rq_rgm_model *raan = rq_rgm_actor_raan(map, actor, &count);
    for (size_t i = 0; raan && i < count; i++)
        put_model(c, "RAAN", i, "path", raan[i].path);
    if (head->texture_id > 0)
        put_bank(c, head->texture_id);
    take_attributes(c, rq_rgm_actor_attributes(map, actor));
    take_groups(c, map, actor);
    take_script(c, rq_rgm_actor_script(map, actor));
    rq_collect_back(c, size);
}

/* ---- what stands on the map ---- */

/* bank << 7 | image */
static void put_texture(struct rq_collect *c, const char *part, size_t index, uint16_t texture)
{
    size_t size = rq_collect_at(c, "%s/%zu/texture", part, index);
    if (texture)
        put_image(c, texture >> 7, texture & 0x7F);
    rq_collect_back(c, size);
}

enum { OBJECT_FLAT = 3 };

static void take_section(struct rq_collect *c, const struct rq_rgm_section *s)
{
    for (size_t i = 0; i < s->count; i++) {
        if (s->kind == RQ_RGM_MPOB) {
            const struct rq_rgm_object *o = &s->objects[i];
            put_model(c, "MPOB", i, "model", fixed(o->model, sizeof o->model));
            if (o->type == OBJECT_FLAT)
                put_texture(c, "MPOB", i, o->texture);
        } else if (s->kind == RQ_RGM_MPSO) {
            put_model(c, "MPSO", i, "model",
                      fixed(s->statics[i].model, sizeof s->statics[i].model));
        } else if (s->kind == RQ_RGM_MPRP) {
            const struct rq_rgm_rope *r = &s->ropes[i];
            put_model(c, "MPRP", i, "rope_model", fixed(r->rope_model, sizeof r->rope_model));
            put_model(c, "MPRP", i, "static_model", fixed(r->static_model, sizeof r->static_model));
        } else if (s->kind == RQ_RGM_MPSF) {
            put_texture(c, "MPSF", i, s->flats[i].texture);
        }
    }
}

void rq_collect_rgm(struct rq_collect *c)
{
    const struct rq_rgm *map = rq_doc_root(c->doc, "rgm");
    for (size_t i = 0; i < rq_rgm_actor_count(map); i++)
        take_actor(c, map, i);
    for (size_t i = 0; i < map->section_count; i++)
        take_section(c, &map->sections[i]);
}
