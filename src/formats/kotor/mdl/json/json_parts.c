/* What both ways of a model's JSON share. */
#include "formats/kotor/mdl/json/json.h"

#include <stdio.h>
#include <stdlib.h>

const char *const rq_mdl_layouts[] = {"unsettled", "canonical", "kotorblender", "explicit"};
const char *const rq_mdl_mdx_layouts[] = {"unsettled", "canonical", "padded", "tight", "explicit"};
const char *const rq_mdl_slots[RQ_MDL_SLOTS] = {
    "positions",  "normals",    "colors",     "uvs_1",      "uvs_2",   "uvs_3", "uvs_4",
    "tangents_1", "tangents_2", "tangents_3", "tangents_4", "weights", "bones"};

/* ---- types ---- */

static const struct {
    unsigned type;
    const char *name;
} types[] = {
    {0x001, "dummy"},      {0x003, "light"},   {0x005, "emitter"}, {0x009, "camera"},
    {0x011, "reference"},  {0x021, "trimesh"}, {0x061, "skin"},    {0x0A1, "animmesh"},
    {0x121, "danglymesh"}, {0x221, "aabb"},    {0x401, "trigger"}, {0x821, "lightsaber"},
};
enum { TYPE_COUNT = sizeof types / sizeof types[0] };

const char *rq_mdl_type_name(unsigned type)
{
    for (size_t i = 0; i < TYPE_COUNT; i++)
        if (types[i].type == type)
            return types[i].name;
    return NULL;
}

unsigned rq_mdl_type_of(struct rq_str name)
{
    for (size_t i = 0; i < TYPE_COUNT; i++)
        if (rq_str_is(name, types[i].name))
            return types[i].type;
    return 0;
}

bool rq_mdl_known_type(unsigned type)
{
    return rq_mdl_type_name(type) != NULL;
}

uint16_t rq_mdl_link(bool animated, uint32_t code)
{
    enum { POSITION = 8, ORIENTATION = 20 };
    return (uint16_t)(animated && code == POSITION      ? 16
                      : animated && code == ORIENTATION ? 28
                                                        : UINT16_MAX);
}

/* ---- names ---- */

static int by_text(const void *a, const void *b)
{
    const struct rq_mdl_name *x = a, *y = b;
    int order = strcmp(x->text, y->text);
    return order ? order : x->index < y->index ? -1 : x->index > y->index;
}

static bool same_text(const struct rq_mdl_names *names, uint32_t a, uint32_t b)
{
    return strcmp(names->items[a].text, names->items[b].text) == 0;
}

bool rq_mdl_names_open(struct rq_mdl_names *names, const struct rq_mdl *m, struct rq_arena *arena)
{
    uint32_t count = m->name_count;
    *names = (struct rq_mdl_names){.count = count};
    names->items = rq_arena_get(arena, count, sizeof *names->items);
    names->nth = rq_arena_get(arena, count, sizeof *names->nth);
    names->bearers = rq_arena_get(arena, count, sizeof *names->bearers);
    names->types = rq_arena_get(arena, count, sizeof *names->types);
    if (!names->items || !names->nth || !names->bearers || !names->types)
        return false;
    for (uint32_t i = 0; i < count; i++)
        names->items[i] = (struct rq_mdl_name){m->names[i], i};
    if (count)
        qsort(names->items, count, sizeof *names->items, by_text);
    for (uint32_t i = 0, nth = 0; i < count; i++) {
        bool again = i && same_text(names, i - 1, i);
        nth = again ? nth + 1 : i + 1 < count && same_text(names, i, i + 1);
        names->nth[names->items[i].index] = nth;
    }
    return true;
}

/* Less than 0: the name comes before the text. */
static int order_of(const char *name, struct rq_bytes text)
{
    size_t size = strlen(name), least = size < text.size ? size : text.size;
    int order = least ? memcmp(name, text.data, least) : 0;
    return order ? order : (size > text.size) - (size < text.size);
}

/* The first item that has the text; count: none. */
static uint32_t first_item(const struct rq_mdl_names *names, struct rq_bytes text)
{
    uint32_t low = 0, high = names->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (order_of(names->items[middle].text, text) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < names->count && order_of(names->items[low].text, text) == 0 ? low : names->count;
}

/* The number behind the last '#', which ends the text there; 0: none. */
static uint32_t take_nth(struct rq_bytes *label)
{
    size_t at = label->size;
    uint32_t nth = 0, unit = 1;
    while (at && label->data[at - 1] >= '0' && label->data[at - 1] <= '9' && unit < 100000000) {
        nth += (uint32_t)(label->data[--at] - '0') * unit;
        unit *= 10;
    }
    if (at == label->size || !at || label->data[at - 1] != '#')
        return 0;
    label->size = at - 1;
    return nth;
}

uint32_t rq_mdl_names_find(const struct rq_mdl_names *names, struct rq_bytes label)
{
    uint32_t item = first_item(names, label);
    if (item < names->count) {
        uint32_t index = names->items[item].index;
        return names->nth[index] ? UINT32_MAX : index;
    }
    uint32_t nth = take_nth(&label);
    item = nth ? first_item(names, label) : names->count;
    if (item >= names->count || nth > names->count - item)
        return UINT32_MAX;
    item += nth - 1;
    return names->nth[names->items[item].index] == nth &&
                   order_of(names->items[item].text, label) == 0
               ? names->items[item].index
               : UINT32_MAX;
}

struct rq_bytes rq_mdl_names_label(const struct rq_mdl_names *names, uint32_t name, const char *of,
                                   char text[RQ_MDL_LABEL_SIZE])
{
    size_t size = strlen(of);
    struct rq_bytes label = {(const uint8_t *)of, size};
    if (!names->nth[name])
        return label;
    memcpy(text, of, size);
    snprintf(text + size, RQ_MDL_LABEL_SIZE - size, "#%u", names->nth[name]);
    label = (struct rq_bytes){(const uint8_t *)text, strlen(text)};
    return rq_mdl_names_find(names, label) == name ? label : (struct rq_bytes){NULL, 0};
}

void rq_mdl_names_bear(struct rq_mdl_names *names, const struct rq_mdl_node *node, uint32_t index)
{
    struct rq_mdl_bearer *bearer = &names->bearers[node->header.name];
    uint16_t *kinds = &names->types[node->header.name];
    if (bearer->tree != names->tree)
        *bearer = (struct rq_mdl_bearer){names->tree, 0, index};
    bearer->count++;
    if (names->tree == 1)
        *kinds = (uint16_t)(*kinds | node->header.type);
}

unsigned rq_mdl_names_type(const struct rq_mdl_names *names, const struct rq_mdl_node *node)
{
    bool own = names->tree == 1 || node->header.name >= names->count;
    return own ? node->header.type : names->types[node->header.name];
}

uint32_t rq_mdl_names_bearer(const struct rq_mdl_names *names, uint32_t name)
{
    const struct rq_mdl_bearer *bearer = &names->bearers[name];
    return bearer->tree == names->tree && bearer->count == 1 ? bearer->node : RQ_MDL_NO_NODE;
}

/* ---- rows ---- */

struct rq_mdl_values rq_mdl_slot_values(const struct rq_mdl *m, enum rq_mdl_slot slot)
{
    unsigned count;
    switch (rq_mdl_slot_form(m, slot, &count)) {
    case RQ_MDL_BYTES: return (struct rq_mdl_values){count, 1, false};
    case RQ_MDL_HALVES: return (struct rq_mdl_values){count, 2, false};
    case RQ_MDL_VECTORS: return (struct rq_mdl_values){count / 3, 4, false};
    default: return (struct rq_mdl_values){count, 4, true};
    }
}

bool rq_mdl_row_plan(const struct rq_mdl *m, const struct rq_mdl_mesh *mesh, struct rq_mdl_row *row)
{
    *row = (struct rq_mdl_row){.rest = mesh->header.mdx_stride};
    for (unsigned i = 0; i < RQ_MDL_SLOTS; i++) {
        if (!rq_mdl_slot_in_row(m, mesh, i, &row->at[i])) {
            if ((int32_t)row->at[i] >= 0)
                return false;
            continue;
        }
        uint32_t end = row->at[i] + rq_mdl_slot_size(m, i);
        for (unsigned k = 0; k < i; k++)
            if (row->used[k] && row->at[k] < end &&
                row->at[i] < row->at[k] + rq_mdl_slot_size(m, k))
                return false;
        row->used[i] = true;
        row->rest -= rq_mdl_slot_size(m, i);
    }
    return true;
}

void rq_mdl_row_rest(const struct rq_mdl *m, const struct rq_mdl_mesh *mesh,
                     const struct rq_mdl_row *row,
                     void (*visit)(void *ctx, uint32_t at, uint32_t size), void *ctx)
{
    uint32_t at = 0, stride = mesh->header.mdx_stride;
    while (at < stride) {
        uint32_t next = stride, end = stride;
        for (unsigned i = 0; i < RQ_MDL_SLOTS; i++)
            if (row->used[i] && row->at[i] >= at && row->at[i] < next) {
                next = row->at[i];
                end = next + rq_mdl_slot_size(m, i);
            }
        if (next > at)
            visit(ctx, at, next - at);
        at = end;
    }
}
