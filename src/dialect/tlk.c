/* Talk tables as XML (both tools: <tlk language><string id sound ...>text) and as PyKotor's JSON.
 * Neither has the flags of a string: they follow from what is there. An element that is there has
 * a text, one with a sound has a sound, one with a length a length. */
#include "dialect/parts.h"
#include "formats/kotor/tlk_parts.h"

#include <stdio.h>

static size_t sound_size(const struct rq_tlk_entry *e)
{
    size_t size = 0;
    while (size < sizeof e->sound && e->sound[size])
        size++;
    return size;
}

static bool says_nothing(const struct rq_tlk_string *s)
{
    const struct rq_tlk_entry *e = &s->entry;
    return !e->flags && !s->text.size && !sound_size(e) && !e->volume_variance &&
           !e->pitch_variance && !rq_bits_of(e->sound_length);
}

static void lose_table(struct rq_writing *w)
{
    const struct rq_tlk *tlk = w->doc->root;
    if (tlk->layout != RQ_TLK_IN_ORDER)
        rq_lose(w, RQ_LOST_layout, NULL);
    if (rq_tlk_page(tlk->language, w->doc->page) != rq_tlk_page(tlk->language, RQ_CP1252))
        rq_lose(w, RQ_LOST_encoding, NULL);
}

/* What no text form has. */
static void lose_rest(struct rq_writing *w, const struct rq_tlk_string *s, const struct rq_spot *at)
{
    const struct rq_tlk_entry *e = &s->entry;
    size_t i = sound_size(e);
    while (i < sizeof e->sound && !e->sound[i])
        i++;
    if (i < sizeof e->sound)
        rq_lose(w, RQ_LOST_sound_rest, at);
    if (s->outside)
        rq_lose(w, RQ_LOST_outside, at);
}

/* What stays of a string when only its text, its sound and, with all, the rest is written. */
static void lose_string(struct rq_writing *w, const struct rq_tlk_string *s, bool written, bool all,
                        const struct rq_spot *at)
{
    const struct rq_tlk_entry *e = &s->entry;
    size_t used = sound_size(e);
    uint32_t bits = rq_bits_of(e->sound_length), flags = 0;
    bool has_length = all && (e->flags & RQ_TLK_LENGTH || bits);
    if (written)
        flags = RQ_TLK_TEXT | (used || (all && e->flags & RQ_TLK_SOUND) ? RQ_TLK_SOUND : 0u) |
                (has_length ? RQ_TLK_LENGTH : 0u);
    if (flags != e->flags)
        rq_lose(w, RQ_LOST_flags, at);
    if (!all && (e->volume_variance || e->pitch_variance))
        rq_lose(w, RQ_LOST_variance, at);
    bool nan = (bits & 0x7F800000) == 0x7F800000 && bits & 0x7FFFFF;
    if ((!all && bits) || (nan && (bits & 0x7FFFFFFF) != 0x7FC00000))
        rq_lose(w, RQ_LOST_sound_length, at);
    lose_rest(w, s, at);
}

/* Our own CSV has flags and lengths as they are. */
void rq_tlk_lose_csv(struct rq_writing *w)
{
    const struct rq_tlk *tlk = w->doc->root;
    lose_table(w);
    if (tlk->language)
        rq_lose(w, RQ_LOST_language, NULL);
    for (size_t i = 0; i < tlk->string_count; i++) {
        const struct rq_tlk_string *s = &tlk->strings[i];
        struct rq_spot at = {NULL, "string", (int64_t)i};
        if (s->entry.volume_variance || s->entry.pitch_variance)
            rq_lose(w, RQ_LOST_variance, &at);
        lose_rest(w, s, &at);
    }
}

static void write_string(struct rq_writing *w, const struct rq_tlk_string *s, size_t number,
                         enum rq_codepage page)
{
    const struct rq_tlk_entry *e = &s->entry;
    struct rq_spot at = {NULL, "string", (int64_t)number};
    struct rq_bytes sound = {(const uint8_t *)e->sound, sound_size(e)};
    bool all = !w->pykotor;
    rq_xml_open(&w->xml, "string");
    rq_writing_number(w, "id", (int64_t)number);
    if (sound.size || (all && e->flags & RQ_TLK_SOUND))
        rq_writing_attr(w, "sound", rq_writing_utf8(w, RQ_CP1252, sound), &at);
    if (all && e->volume_variance)
        rq_writing_number(w, "volumevariance", e->volume_variance);
    if (all && e->pitch_variance)
        rq_writing_number(w, "pitchvariance", e->pitch_variance);
    if (all && (e->flags & RQ_TLK_LENGTH || rq_bits_of(e->sound_length))) {
        char text[64];
        rq_float_text(w, e->sound_length, text);
        rq_xml_attr(&w->xml, "soundlength", text);
    }
    rq_writing_text(w, rq_writing_utf8(w, page, s->text), &at);
    rq_xml_close(&w->xml);
    lose_string(w, s, true, all, &at);
}

void rq_tlk_write_xml(struct rq_writing *w)
{
    const struct rq_tlk *tlk = w->doc->root;
    enum rq_codepage page = rq_tlk_page(tlk->language, w->doc->page);
    lose_table(w);
    rq_xml_open(&w->xml, "tlk");
    rq_writing_number(w, "language", tlk->language);
    for (size_t i = 0; i < tlk->string_count; i++) {
        /* xoreos-tools leaves empty ones out; the last tells how many there are. */
        bool last = i + 1 == tlk->string_count;
        if (w->pykotor || last || !says_nothing(&tlk->strings[i]))
            write_string(w, &tlk->strings[i], i, page);
        else
            lose_string(w, &tlk->strings[i], false, true,
                        &(struct rq_spot){NULL, "string", (int64_t)i});
    }
    rq_xml_close(&w->xml);
}

void rq_tlk_write_json(struct rq_writing *w)
{
    const struct rq_tlk *tlk = w->doc->root;
    enum rq_codepage page = rq_tlk_page(tlk->language, w->doc->page);
    struct rq_json *j = &w->json;
    lose_table(w);
    if (tlk->language)
        rq_lose(w, RQ_LOST_language, NULL);
    rq_json_object(j);
    rq_json_key(j, "strings");
    rq_json_array(j);
    for (size_t i = 0; i < tlk->string_count; i++) {
        const struct rq_tlk_string *s = &tlk->strings[i];
        char number[24];
        snprintf(number, sizeof number, "%zu", i);
        rq_json_object(j);
        rq_json_key(j, "_index");
        rq_json_str(j, number);
        rq_json_key(j, "text");
        rq_json_text(j, page, s->text);
        rq_json_key(j, "soundResRef");
        rq_json_text(j, RQ_CP1252,
                     (struct rq_bytes){(const uint8_t *)s->entry.sound, sound_size(&s->entry)});
        rq_json_end_object(j);
        lose_string(w, s, true, false, &(struct rq_spot){NULL, "string", (int64_t)i});
    }
    rq_json_end_array(j);
    rq_json_end_object(j);
}

/* ---- and back ---- */

static bool make_room(struct rq_reading *r, size_t count)
{
    struct rq_tlk *tlk = r->doc->root;
    tlk->strings = rq_reading_get(r, count, sizeof *tlk->strings);
    tlk->string_count = tlk->strings ? count : 0;
    tlk->layout = RQ_TLK_IN_ORDER;
    return tlk->strings != NULL;
}

/* The same string twice is a mistake that nobody would see. */
static struct rq_tlk_string *string_at(struct rq_reading *r, uint64_t number)
{
    struct rq_tlk *tlk = r->doc->root;
    if (!rq_reading_ok(r))
        return NULL;
    if (number >= tlk->string_count || tlk->strings[number].entry.flags) {
        rq_reading_bad(r, "string %llu is there twice", (unsigned long long)number);
        return NULL;
    }
    tlk->strings[number].entry.flags = RQ_TLK_TEXT;
    return &tlk->strings[number];
}

static void take_sound(struct rq_reading *r, struct rq_tlk_string *s, struct rq_str name)
{
    struct rq_bytes bytes = rq_reading_bytes(r, RQ_CP1252, name);
    if (bytes.size > sizeof s->entry.sound)
        rq_reading_bad(r, "a sound has a name of 16 bytes at most");
    else
        memcpy(s->entry.sound, bytes.data, bytes.size);
    s->entry.flags |= RQ_TLK_SOUND;
}

static uint64_t take_id(struct rq_reading *r, struct rq_xr *xr)
{
    struct rq_str id = rq_xr_attr(xr, "id");
    return id.text ? rq_reading_unsigned(r, id, UINT32_MAX, "id") : UINT64_MAX;
}

/* How many strings there are: one more than the highest number. */
static size_t count_strings(struct rq_reading *r)
{
    struct rq_xr copy = r->xr;
    size_t given = 0;
    uint64_t count = 0;
    copy.arena = NULL;
    for (; rq_xr_child(&copy); given++) {
        if (!rq_xr_is(&copy, "string"))
            rq_xr_unknown(&copy);
        uint64_t id = take_id(r, &copy);
        if (id == UINT64_MAX)
            rq_xr_bad(&copy, "a string has no id");
        else if (id >= count)
            count = id + 1;
        rq_xr_text(&copy);
    }
    if (rq_tlk_too_sparse(count, given))
        rq_reading_bad(r, "string %llu of a table that has only %zu", (unsigned long long)count - 1,
                       given);
    return rq_reading_ok(r) ? (size_t)count : 0;
}

static void take_string(struct rq_reading *r, enum rq_codepage page)
{
    struct rq_xr *xr = &r->xr;
    struct rq_tlk_string *s = string_at(r, take_id(r, xr));
    struct rq_str sound = rq_xr_attr(xr, "sound"), volume = rq_xr_attr(xr, "volumevariance");
    struct rq_str pitch = rq_xr_attr(xr, "pitchvariance"), length = rq_xr_attr(xr, "soundlength");
    if (!s)
        return;
    if (sound.text)
        take_sound(r, s, sound);
    if (volume.text)
        s->entry.volume_variance = rq_reading_u32(r, volume, "volumevariance");
    if (pitch.text)
        s->entry.pitch_variance = rq_reading_u32(r, pitch, "pitchvariance");
    if (length.text) {
        s->entry.sound_length = rq_reading_f32(r, length, "soundlength");
        s->entry.flags |= RQ_TLK_LENGTH;
    }
    if (rq_xr_attr(xr, "soundid").text)
        rq_reading_bad(r, "a TLK V3.0 has no soundid; this is a table of another game");
    s->text = rq_reading_bytes(r, page, rq_xr_text(xr));
}

void rq_tlk_read_xml(struct rq_reading *r)
{
    struct rq_tlk *tlk = r->doc->root;
    struct rq_str language = rq_xr_attr(&r->xr, "language");
    tlk->language = language.text ? rq_reading_u32(r, language, "language") : 0;
    enum rq_codepage page = rq_tlk_page(tlk->language, r->doc->page);
    size_t count = count_strings(r);
    if (!rq_reading_ok(r) || !make_room(r, count))
        return;
    while (rq_xr_child(&r->xr))
        take_string(r, page);
}

static void take_json_string(struct rq_reading *r, enum rq_codepage page)
{
    struct rq_jr *jr = &r->jr;
    struct rq_str key, sound = {"", 0}, text = {"", 0};
    uint64_t number = UINT64_MAX;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "_index"))
            number = rq_jr_unsigned(jr, UINT32_MAX);
        else if (rq_str_is(key, "text"))
            text = rq_jr_string(jr);
        else if (rq_str_is(key, "soundResRef"))
            sound = rq_jr_string(jr);
        else
            rq_jr_unknown(jr, key);
    }
    struct rq_tlk_string *s = string_at(r, number);
    if (s)
        s->text = rq_reading_bytes(r, page, text);
    if (s && sound.size)
        take_sound(r, s, sound);
}

/* PyKotor's tables are whole: as many strings as the list has. */
void rq_tlk_read_json(struct rq_reading *r)
{
    struct rq_jr *jr = &r->jr;
    struct rq_str key;
    enum rq_codepage page = rq_tlk_page(0, r->doc->page);
    while (rq_jr_key(jr, &key)) {
        if (!rq_str_is(key, "strings")) {
            rq_jr_unknown(jr, key);
            return;
        }
        if (!make_room(r, rq_jr_length(jr)))
            return;
        rq_jr_array(jr);
        while (rq_jr_more(jr))
            take_json_string(r, page);
    }
}
