/* JSON of BIF and BZF: resources as documents or base64, and what the rules don't say. */
#include "formats/kotor/bif_parts.h"

const char *const rq_bif_layouts[] = {"", "tight", "aligned", "explicit"};

/* ---- out ---- */

static void places_json(struct rq_json *j, const struct rq_bif_places *p)
{
    rq_json_key(j, "places");
    rq_json_object(j);
    rq_json_key(j, "table");
    rq_json_u64(j, p->table_offset);
    rq_u32s_json(j, "data", p->offsets, p->count);
    rq_strays_json(j, &p->strays);
    rq_json_end_object(j);
}

static void number_json(struct rq_json *j, const char *key, uint64_t number)
{
    rq_json_key(j, key);
    rq_json_u64(j, number);
}

static bool resource_json(struct rq_doc *doc, struct rq_json *j, size_t index, size_t *room,
                          struct rq_error *err)
{
    const struct rq_bif *bif = doc->root;
    const struct rq_bif_resource *r = &bif->resources[index];
    char name[RQ_BIF_NAME];
    uint32_t type;
    rq_bif_name(bif, index, name);
    rq_json_object(j);
    rq_json_key(j, "name");
    rq_json_str(j, name);
    if (!rq_restype_id(strchr(name, '.') + 1, &type) || type != r->type)
        number_json(j, "type", r->type);
    if (r->id != rq_bif_id(bif, index))
        number_json(j, "id", r->id);
    if (index >= rq_bif_variables(bif))
        number_json(j, "parts", r->parts);
    if (index >= rq_bif_variables(bif) && r->parts == 0 && r->part_size)
        number_json(j, "part_size", r->part_size);
    bool fine = rq_resource_json(doc, j, name, r->data, room, err) &&
                (!rq_bif_packs(doc) || rq_bzf_json(doc, j, r, err));
    rq_json_end_object(j);
    return fine;
}

bool rq_bif_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err)
{
    struct rq_bif *bif = doc->root;
    if (rq_bif_packs(doc) && !rq_bzf_pack(doc, bif, err))
        return false;
    if (rq_bif_packs(doc)) {
        rq_json_key(j, "type");
        rq_json_str(j, bif->header.type[1] == 'Z' ? "BZF " : "BIFF");
    }
    number_json(j, "number", bif->number);
    rq_json_key(j, "layout");
    rq_json_str(j, rq_bif_layouts[bif->layout]);
    if (bif->layout == RQ_BIF_EXPLICIT) {
        places_json(j, bif->places);
    } else if (bif->tail.size) {
        rq_json_key(j, "tail");
        rq_json_base64(j, bif->tail);
    }
    rq_json_key(j, "resources");
    rq_json_array(j);
    bool fine = true;
    size_t room = doc->source.size;
    for (size_t i = 0; fine && i < bif->resource_count; i++)
        fine = resource_json(doc, j, i, rq_bif_packs(doc) ? NULL : &room, err);
    rq_json_end_array(j);
    return fine;
}

/* ---- in ---- */

/* What a resource said of itself. */
struct taken {
    bool type, id, parts, part_size;
    struct rq_bzf_taken packing;
};

static void take_name(struct rq_jr *jr, struct rq_bif_resource *r, struct taken *taken)
{
    struct rq_str name = rq_jr_string(jr);
    char text[RQ_BIF_NAME] = {0};
    uint32_t type;
    if (name.size < sizeof text)
        memcpy(text, name.text, name.size);
    const char *dot = strrchr(text, '.');
    if (dot && !taken->type && rq_restype_id(dot + 1, &type)) {
        r->type = type;
        taken->type = true;
    }
}

static void take_member(struct rq_doc *doc, struct rq_jr *jr, struct rq_str key,
                        struct rq_bif_resource *r, struct taken *taken)
{
    if (rq_str_is(key, "name")) {
        take_name(jr, r, taken);
    } else if (rq_str_is(key, "type")) {
        r->type = rq_jr_u32(jr);
        taken->type = true;
    } else if (rq_str_is(key, "id")) {
        r->id = rq_jr_u32(jr);
        taken->id = true;
    } else if (rq_str_is(key, "parts")) {
        r->parts = rq_jr_u32(jr);
        taken->parts = true;
    } else if (rq_str_is(key, "part_size")) {
        r->part_size = rq_jr_u32(jr);
        taken->part_size = true;
    } else if (rq_str_is(key, "data")) {
        r->data = rq_jr_base64(jr);
    } else if (rq_str_is(key, "document")) {
        r->data = rq_resource_take(doc, jr);
    } else if (!rq_bif_packs(doc) || !rq_bzf_take(jr, &taken->packing, r, key)) {
        rq_jr_unknown(jr, key);
    }
}

/* The number of the position in "name" is for the reader: the place in the array counts. */
static void take_resource(struct rq_doc *doc, struct rq_jr *jr, struct rq_bif *bif, bool *own_id)
{
    struct rq_bif_resource *r = &bif->resources[bif->resource_count++];
    struct taken taken = {0};
    struct rq_str key;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key))
        take_member(doc, jr, key, r, &taken);
    if (!taken.type)
        rq_jr_bad(jr, "a resource has a \"name\" with an extension of the game's, or a \"type\"");
    if (bif->fixed_count && !taken.parts)
        rq_jr_bad(jr, "fixed resources, those with \"parts\", stand after the others");
    if (taken.parts && !taken.part_size && r->parts)
        r->part_size = (uint32_t)(r->data.size / r->parts);
    bif->fixed_count += taken.parts ? 1 : 0;
    *own_id = taken.id;
    if (rq_bif_packs(doc) && rq_jr_ok(jr))
        rq_bzf_made(doc, jr, &taken.packing, r);
}

static void take_resources(struct rq_doc *doc, struct rq_jr *jr, struct rq_bif *bif)
{
    size_t count = rq_jr_length(jr);
    bool *own_ids = rq_jr_get(jr, count, sizeof *own_ids);
    bif->resources = rq_jr_get(jr, count, sizeof *bif->resources);
    bif->resource_room = count;
    bif->resource_count = bif->fixed_count = 0;
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        rq_enter(&(struct rq_cur){.ctx = jr->ctx}, "resources", (int64_t)bif->resource_count);
        take_resource(doc, jr, bif, &own_ids[bif->resource_count]);
        rq_leave(&(struct rq_cur){.ctx = jr->ctx});
    }
    for (size_t i = 0; i < bif->resource_count && rq_jr_ok(jr); i++)
        if (!own_ids[i])
            bif->resources[i].id = rq_bif_id(bif, i);
}

static struct rq_bif_places *take_places(struct rq_jr *jr)
{
    struct rq_bif_places *p = rq_jr_get(jr, 1, sizeof *p);
    struct rq_str key;
    if (!p)
        return NULL;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "table"))
            p->table_offset = rq_jr_u32(jr);
        else if (rq_str_is(key, "data"))
            p->offsets = rq_u32s_take(jr, &p->count);
        else if (!rq_strays_take(jr, &p->strays, key))
            rq_jr_unknown(jr, key);
    }
    return p;
}

static void take_layout(struct rq_jr *jr, struct rq_bif *bif)
{
    struct rq_str name = rq_jr_string(jr);
    bif->layout = RQ_BIF_UNSETTLED;
    for (unsigned i = RQ_BIF_TIGHT; i <= RQ_BIF_EXPLICIT; i++)
        if (rq_str_is(name, rq_bif_layouts[i]))
            bif->layout = (enum rq_bif_layout)i;
    if (!bif->layout)
        rq_jr_bad(jr, "\"layout\" is tight, aligned or explicit");
}

static void take_type(struct rq_jr *jr, struct rq_bif *bif)
{
    struct rq_str type = rq_jr_string(jr);
    if (rq_str_is(type, "BIFF") || rq_str_is(type, "BZF "))
        memcpy(bif->header.type, type.text, 4);
    else
        rq_jr_bad(jr, "\"type\" is BIFF or BZF");
}

bool rq_bif_from_json(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_str key;
    if (!rq_bif_fresh(doc))
        return false;
    struct rq_bif *bif = doc->root;
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "type") && rq_bif_packs(doc))
            take_type(jr, bif);
        else if (rq_str_is(key, "number"))
            bif->number = (uint32_t)rq_jr_unsigned(jr, 0xFFF);
        else if (rq_str_is(key, "layout"))
            take_layout(jr, bif);
        else if (rq_str_is(key, "places"))
            bif->places = take_places(jr);
        else if (rq_str_is(key, "tail"))
            bif->tail = rq_jr_base64(jr);
        else if (rq_str_is(key, "resources"))
            take_resources(doc, jr, bif);
        else
            rq_jr_unknown(jr, key);
    }
    return rq_jr_ok(jr);
}
