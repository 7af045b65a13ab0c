/* Lip synching as PyKotor's JSON: {"duration", "keyframes": [{"time", "shape"}]}, numbers as
 * text. */
#include "dialect/parts.h"

#include <reliquary/lip.h>
#include <stdio.h>

static void put_float(struct rq_writing *w, const char *key, float v)
{
    char text[64];
    rq_float_text(w, v, text);
    rq_json_key(&w->json, key);
    rq_json_str(&w->json, text);
}

void rq_lip_lose_csv(struct rq_writing *w)
{
    const struct rq_lip *lip = w->doc->root;
    if (lip->trailing.size)
        rq_lose(w, RQ_LOST_stray_bytes, NULL);
}

void rq_lip_write_json(struct rq_writing *w)
{
    const struct rq_lip *lip = w->doc->root;
    struct rq_json *j = &w->json;
    rq_lip_lose_csv(w);
    rq_json_object(j);
    put_float(w, "duration", lip->header.length);
    rq_json_key(j, "keyframes");
    rq_json_array(j);
    for (size_t i = 0; i < lip->key_count; i++) {
        char shape[8];
        snprintf(shape, sizeof shape, "%u", lip->keys[i].shape);
        rq_json_object_row(j);
        put_float(w, "time", lip->keys[i].time);
        rq_json_key(j, "shape");
        rq_json_str(j, shape);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
    rq_json_end_object(j);
}

static void take_key(struct rq_reading *r, struct rq_lip_key *k)
{
    struct rq_str key;
    rq_jr_object(&r->jr);
    while (rq_jr_key(&r->jr, &key)) {
        if (rq_str_is(key, "time"))
            k->time = rq_reading_f32(r, rq_reading_spelled(&r->jr), "time");
        else if (rq_str_is(key, "shape"))
            k->shape = (uint8_t)rq_reading_unsigned(r, rq_reading_spelled(&r->jr), 255, "shape");
        else
            rq_jr_unknown(&r->jr, key);
    }
}

void rq_lip_read_json(struct rq_reading *r)
{
    struct rq_lip *lip = r->doc->root;
    struct rq_jr *jr = &r->jr;
    struct rq_str key;
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "duration")) {
            lip->header.length = rq_reading_f32(r, rq_reading_spelled(jr), "duration");
        } else if (rq_str_is(key, "keyframes")) {
            lip->keys = rq_reading_get(r, rq_jr_length(jr), sizeof *lip->keys);
            lip->key_count = 0;
            rq_jr_array(jr);
            while (lip->keys && rq_jr_more(jr))
                take_key(r, &lip->keys[lip->key_count++]);
        } else {
            rq_jr_unknown(jr, key);
        }
    }
}
