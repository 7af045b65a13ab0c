/* JSON of BIF and BZF: resources as documents or base64, and what the rules don't say. */
#include "formats/kotor/bif_parts.h"

#include <stdlib.h>

const char *const rq_bif_layouts[RQ_BIF_LAYOUTS] = {"", "tight", "aligned", "explicit"};

static const char *const type_names[] = {"BIFF", "BZF "};

/* A resource in JSON. What follows from its name and position, and how it is packed, is there only
 * where it is another. */
struct form {
    struct rq_bif_resource r;
    struct rq_bzf_packing packing;
    char name[RQ_BIF_NAME]; /* while JSON is taken */
    bool has_type, has_id, has_parts, has_part_size, has_stream;
};

/* ---- out ---- */

static bool fill(struct rq_shaper *s, const void *object, void *to)
{
    const struct rq_doc *doc = s->doc;
    const struct rq_bif *bif = doc->root;
    const struct rq_bif_resource *r = object;
    struct form *form = to;
    char name[RQ_BIF_NAME];
    uint32_t type;
    rq_bif_name(bif, s->index, name);
    form->r = *r;
    form->has_type = !rq_restype_id(strchr(name, '.') + 1, &type) || type != r->type;
    form->has_id = r->id != rq_bif_id(bif, s->index);
    form->has_parts = s->index >= rq_bif_variables(bif);
    form->has_part_size = form->has_parts && r->parts == 0 && r->part_size;
    if (!rq_bif_packs(doc))
        return true;
    form->has_stream = !rq_bzf_repacks(s->doc, r, &form->packing, s->err);
    return !s->err->code;
}

static bool put_name(struct rq_shaper *s, const void *object)
{
    char name[RQ_BIF_NAME];
    (void)object;
    rq_bif_name(((struct rq_doc *)s->doc)->root, s->index, name);
    rq_json_key(s->j, s->member->name);
    rq_json_str(s->j, name);
    return true;
}

static bool put_document(struct rq_shaper *s, const void *object)
{
    struct rq_doc *doc = s->doc;
    char name[RQ_BIF_NAME];
    rq_bif_name(doc->root, s->index, name);
    return rq_resource_json(doc, s->j, name, ((const struct form *)object)->r.data,
                            rq_bif_packs(doc) ? NULL : &s->room, s->err);
}

/* ---- in ---- */

/* Only the extension counts; the number, if there is one, has to be that of the place. */
static void take_name(struct rq_shaper *s, void *object)
{
    struct rq_str name = rq_jr_string(s->jr);
    struct form *form = object;
    uint32_t type;
    if (name.size < sizeof form->name)
        memcpy(form->name, name.text, name.size);
    const char *dot = strrchr(form->name, '.');
    if (dot && !form->has_type && rq_restype_id(dot + 1, &type)) {
        form->r.type = type;
        form->has_type = true;
    }
}

/* True when the name has no number, or that of resource `place` of its kind. */
static bool stands_at(const char *name, bool fixed, size_t place)
{
    bool says_fixed = strncmp(name, RQ_BIF_FIXED_NAME, strlen(RQ_BIF_FIXED_NAME)) == 0;
    const char *digits = name + (says_fixed ? strlen(RQ_BIF_FIXED_NAME) : 0);
    char *end;
    unsigned long number = strtoul(digits, &end, 10);
    if (end == digits || end != strrchr(name, '.'))
        return true;
    return number == place && says_fixed == fixed;
}

/* A key names resources by number, fixed ones by a count of their own. */
static void check_place(struct rq_shaper *s, const struct form *form)
{
    struct rq_bif *bif = s->outer;
    bool fixed = form->has_parts;
    size_t place = fixed ? bif->fixed_count++ : s->index;
    if (!fixed && bif->fixed_count)
        rq_jr_bad(s->jr, "fixed resources, those with \"parts\", stand after the others");
    if (!stands_at(form->name, fixed, place))
        rq_jr_bad(s->jr,
                  "\"%s\" is %sresource %zu now: a key names resources by number, so add at the "
                  "end and leave none out",
                  form->name, fixed ? "fixed " : "", place);
}

/* Ids by the rule need the number of the BIF, which may stand behind the resources, and the number of
 * those that are not fixed: they are marked in the offset, which JSON does not have, and settled in
 * the end. */
enum { BY_RULE = 1 };

static void put_back(struct rq_shaper *s, void *from, void *object)
{
    struct form *form = from;
    struct rq_bif_resource *r = &form->r;
    if (!form->has_type)
        rq_jr_bad(s->jr,
                  "a resource has a \"name\" with an extension of the game's, or a \"type\"");
    check_place(s, form);
    if (form->has_parts && !form->has_part_size && r->parts)
        r->part_size = (uint32_t)(r->data.size / r->parts);
    r->offset = form->has_id ? 0 : BY_RULE;
    if (rq_bif_packs(s->doc) && rq_jr_ok(s->jr))
        rq_bzf_repack(s->doc, s->jr, &form->packing, r);
    *(struct rq_bif_resource *)object = *r;
}

static void finish(struct rq_shaper *s, void *object)
{
    struct rq_bif *bif = object;
    if (bif->number > UINT32_MAX >> RQ_BIF_NUMBER_BITS)
        rq_jr_bad(s->jr, "\"number\" is at most %u", UINT32_MAX >> RQ_BIF_NUMBER_BITS);
    for (size_t i = 0; i < bif->resource_count; i++) {
        if (bif->resources[i].offset & BY_RULE)
            bif->resources[i].id = rq_bif_id(bif, i);
        bif->resources[i].offset = 0;
    }
}

/* ---- the members ---- */

static bool packs(const struct rq_shaper *s, const void *object)
{
    (void)object;
    return rq_bif_packs(s->doc);
}

static bool is_explicit(const struct rq_shaper *s, const void *object)
{
    (void)s;
    return ((const struct rq_bif *)object)->layout == RQ_BIF_EXPLICIT;
}

static bool has_named_tail(const struct rq_shaper *s, const void *object)
{
    return !is_explicit(s, object) && ((const struct rq_bif *)object)->tail.size;
}

static bool put_type(struct rq_shaper *s, const void *object)
{
    const struct rq_bif *bif = object;
    rq_json_key(s->j, s->member->name);
    rq_json_str(s->j, type_names[bif->header.type[1] == 'Z']);
    return true;
}

static void take_type(struct rq_shaper *s, void *object)
{
    struct rq_bif *bif = object;
    struct rq_str type = rq_jr_string(s->jr);
    if (rq_str_is(type, type_names[0]) || rq_str_is(type, type_names[1]))
        memcpy(bif->header.type, type.text, sizeof bif->header.type);
    else
        rq_jr_bad(s->jr, "\"type\" is BIFF or BZF");
}

static const struct rq_resource_at resource_at = {.data = offsetof(struct form, r.data)};

static const struct rq_member resource_members[] = {
    {RQ_HOOK("name", put_name, take_name)},
    {RQ_VALUE("type", form, r.type, u32), RQ_IF(form, has_type)},
    {RQ_VALUE("id", form, r.id, u32), RQ_IF(form, has_id)},
    {RQ_VALUE("parts", form, r.parts, u32), RQ_IF(form, has_parts)},
    {RQ_VALUE("part_size", form, r.part_size, u32), RQ_IF(form, has_part_size)},
    {RQ_HOOK("document", put_document, rq_resource_take_document), .arg = &resource_at},
    {RQ_RESOURCE_DATA(form, r.data)},
    {RQ_MEMBER("stream", form, r.packed, BYTES), RQ_IF(form, has_stream), .only = packs},
    {RQ_VALUE("dictionary", form, packing.dictionary, u32), RQ_IF(form, packing.has_dictionary),
     .only = packs},
    {RQ_MEMBER("end_marker", form, packing.end_marker, BOOL), .optional = true, .only = packs},
};
static const struct rq_shape resource_shape = {
    RQ_SHAPE("resource", rq_bif_resource, RQ_IN_LINES, resource_members),
    RQ_FORM(form, fill, put_back)};

static const struct rq_member places_members[] = {
    {RQ_VALUE("table", rq_bif_places, table_offset, u32)},
    {RQ_VALUES("data", rq_bif_places, offsets, count, u32)},
    {RQ_INLINE(rq_bif_places, strays, rq_strays_shape)},
};
static const struct rq_shape places_shape = {
    RQ_SHAPE("places", rq_bif_places, RQ_IN_LINES, places_members)};

static const struct rq_member bif_members[] = {
    {RQ_HOOK("type", put_type, take_type), .only = packs},
    {RQ_VALUE("number", rq_bif, number, u32)},
    {RQ_CHOICE("layout", rq_bif, layout, rq_bif_layouts)},
    {RQ_BRANCH("places", rq_bif, places, places_shape), .when = is_explicit},
    {RQ_MEMBER("tail", rq_bif, tail, BYTES), .when = has_named_tail},
    {RQ_LIST("resources", rq_bif, resources, resource_count, resource_shape)},
};
const struct rq_shape rq_bif_shape = {RQ_SHAPE("bif", rq_bif, RQ_IN_LINES, bif_members),
                                      .finish = finish};
