/* A damaged ERF: each key names a place of the list of resources. */
#include "formats/archive.h"
#include "formats/kotor/erf_parts.h"
#include "formats/salvage.h"

enum { HEADER_SIZE = 160, KEY_SIZE = 24, PLACE_SIZE = 8 };

static void add_entry(struct rq_salvage *s, size_t number, const uint8_t *key,
                      const uint8_t *places, size_t place_count)
{
    struct rq_resref ref = {.type = rq_get16(key + 20)};
    char name[RQ_RESREF_TEXT];
    uint32_t index = rq_get32(key + 16);
    memcpy(ref.name, key, RQ_RESREF);
    rq_resref_text(&ref, name);
    const uint8_t *place = index < place_count ? places + (size_t)index * PLACE_SIZE : NULL;
    struct rq_salvaged *e = rq_salvage_add(s, number, name, place ? rq_get32(place) : 0,
                                           place ? rq_get32(place + 4) : 0);
    if (e && !place)
        e->loss = RQ_LOSS_HEADER;
}

static bool erf_walk(struct rq_salvage *s)
{
    const uint8_t *h = s->in.data;
    uint64_t count = s->in.size >= 20 ? rq_get32(h + 16) : 0;
    if (!rq_salvage_room(s, 1))
        return false;
    if (!rq_salvage_header(s, HEADER_SIZE, count))
        return true;
    uint64_t keys_at = rq_get32(h + 24) ? rq_get32(h + 24) : HEADER_SIZE;
    uint64_t places_at = rq_get32(h + 28);
    size_t keys = rq_salvage_rows(s, keys_at, count, KEY_SIZE);
    size_t places = rq_salvage_rows(s, places_at, count, PLACE_SIZE);
    uint64_t keys_end = keys_at + count * KEY_SIZE, places_end = places_at + count * PLACE_SIZE;
    s->tables_end = HEADER_SIZE;
    s->data_start = keys_end > places_end ? keys_end : places_end;
    if (!rq_salvage_room(s, keys + 1))
        return false;
    for (size_t i = 0; i < keys; i++)
        add_entry(s, i, h + keys_at + i * KEY_SIZE, h + (places ? places_at : 0), places);
    rq_salvage_lose(s, keys, count - keys, RQ_LOSS_HEADER);
    return true;
}

const struct rq_facet_salvage rq_erf_salvage = {.walk = erf_walk, .scattered = true};
