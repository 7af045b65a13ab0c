/* TLK V3.0: a header, a table of fixed-size entries, the texts. Texts are most of the file and
 * are never copied. */
#include "formats/kotor/tlk_parts.h"
#include "formats/restype.h"

#include <stdio.h>

RQ_RECORD_TABLE(rq_tlk_header, RQ_TLK_HEADER);
RQ_RECORD_TABLE(rq_tlk_entry, RQ_TLK_ENTRY);

/* Strings may share their text, but not so that a small file becomes a huge one. */
enum { SHARED_TIMES = 4, SHARED_MORE = 1 << 20 };

static const char *const languages[] = {"English", "French",  "German",
                                        "Italian", "Spanish", "Polish"};
static const char *const far_languages[] = {"Korean", "Chinese, traditional", "Chinese, simplified",
                                            "Japanese"};

static const char *language_name(uint32_t id)
{
    if (id < 6)
        return languages[id];
    return id >= 128 && id < 132 ? far_languages[id - 128] : "unknown";
}

enum rq_codepage rq_tlk_page(uint32_t language, enum rq_codepage page)
{
    return language < 132 ? rq_language_page(page, language * 2) : page;
}

static unsigned tlk_detect(struct rq_bytes in, const char *name)
{
    (void)name;
    return in.size >= 8 && memcmp(in.data, "TLK V3.0", 8) == 0 ? 64 : 0;
}

/* ---- one string ---- */

bool rq_tlk_get(struct rq_bytes file, uint32_t strref, struct rq_tlk_found *found)
{
    if (file.size < TLK_HEADER || memcmp(file.data, "TLK V3.0", 8) != 0 ||
        strref >= rq_get32(file.data + 12))
        return false;
    uint64_t at = TLK_HEADER + (uint64_t)strref * TLK_ENTRY;
    if (at + TLK_ENTRY > file.size)
        return false;
    const uint8_t *p = file.data + at;
    struct rq_tlk_entry *entry = &found->entry;
    *entry = (struct rq_tlk_entry){.flags = rq_get32(p),
                                   .volume_variance = rq_get32(p + 20),
                                   .pitch_variance = rq_get32(p + 24),
                                   .text_offset = rq_get32(p + 28),
                                   .text_size = rq_get32(p + 32),
                                   .sound_length = rq_f32_of(rq_get32(p + 36))};
    memcpy(entry->sound, p + 4, sizeof entry->sound);
    found->text = (struct rq_bytes){0};
    if (!(entry->flags & RQ_TLK_TEXT) || entry->text_size == 0)
        return true;
    uint64_t text = (uint64_t)rq_get32(file.data + 16) + entry->text_offset;
    if (text > file.size || entry->text_size > file.size - text)
        return false;
    found->text = (struct rq_bytes){file.data + text, entry->text_size};
    return true;
}

/* ---- reading ---- */

static bool read_text(struct rq_cur *file, struct rq_tlk_string *s, uint32_t text_base)
{
    uint64_t at = (uint64_t)text_base + s->entry.text_offset, size = rq_left(file);
    if (s->entry.text_size == 0)
        return true;
    if (at > size || s->entry.text_size > size - at) {
        s->outside = !(s->entry.flags & RQ_TLK_TEXT);
        return s->outside ||
               rq_bad(file, RQ_CORRUPT, at, "%u bytes of text at %llu, behind the end",
                      s->entry.text_size, (unsigned long long)at);
    }
    s->text = (struct rq_bytes){file->p + at, s->entry.text_size};
    rq_note_at(file, s->text.data, s->text.size, RQ_KIND_text, s->text.size, "text");
    return true;
}

static void look_at(struct rq_doc *doc, const struct rq_tlk_entry *entry, size_t number,
                    uint64_t at)
{
    if (entry->flags > (RQ_TLK_TEXT | RQ_TLK_SOUND | RQ_TLK_LENGTH))
        rq_find(doc, "odd-value", at, "flags", "string %zu has flags 0x%x", number, entry->flags);
    if (!(entry->sound_length >= 0))
        rq_find(doc, "odd-value", at + 36, "sound_length", "string %zu has no such length", number);
}

static bool read_strings(struct rq_doc *doc, struct rq_cur *c, struct rq_tlk *tlk,
                         const struct rq_tlk_header *header)
{
    struct rq_cur file = *c;
    uint64_t total = 0;
    file.p = file.begin;
    if (!rq_count(c, header->string_count, TLK_ENTRY, "string_count"))
        return false;
    tlk->strings = rq_cur_get(doc, c, header->string_count, sizeof *tlk->strings);
    while (tlk->strings && tlk->string_count < header->string_count) {
        struct rq_tlk_string *s = &tlk->strings[tlk->string_count];
        uint64_t at = rq_tell(c);
        rq_enter(c, "strings", (int64_t)tlk->string_count);
        if (!rq_rec_read(c, &rq_tlk_entry_rec, &s->entry) ||
            !read_text(&file, s, header->text_base))
            return false;
        total += s->text.size;
        if (total > (uint64_t)doc->source.size * SHARED_TIMES + SHARED_MORE)
            return rq_bad(c, RQ_LIMIT, at,
                          "the strings share their texts so often that they exceed the file");
        look_at(doc, &s->entry, tlk->string_count++, at);
        rq_leave(c);
    }
    return rq_ok(c);
}

static bool tlk_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_tlk_header header;
    struct rq_tlk *tlk = doc->root = rq_cur_get(doc, c, 1, sizeof *tlk);
    if (!tlk || !rq_rec_read(c, &rq_tlk_header_rec, &header))
        return false;
    if (memcmp(header.type, "TLK ", 4) != 0)
        return rq_bad(c, RQ_BAD_MAGIC, 0, "type is not \"TLK \"");
    if (memcmp(header.version, "V3.0", 4) != 0)
        return rq_bad(c, RQ_UNSUPPORTED, 4, "version is not \"V3.0\"");
    tlk->language = header.language;
    if (strcmp(language_name(header.language), "unknown") == 0)
        rq_find(doc, "odd-value", 8, "language", "%u is none of the game's", header.language);
    return read_strings(doc, c, tlk, &header);
}

void rq_tlk_entry_write(struct rq_out *out, const struct rq_tlk_entry *entry)
{
    rq_rec_write(out, &rq_tlk_entry_rec, entry);
}

/* ---- JSON ---- */

static void string_json(struct rq_json *j, const struct rq_tlk_string *s, size_t number,
                        enum rq_codepage page)
{
    const struct rq_tlk_entry *e = &s->entry;
    char skip[96];
    snprintf(skip, sizeof skip, "%s%s%s%s", s->outside ? "" : "text_offset text_size",
             e->volume_variance ? "" : " volume_variance",
             e->pitch_variance ? "" : " pitch_variance",
             rq_bits_of(e->sound_length) ? "" : " sound_length");
    rq_json_object_row(j);
    rq_json_key(j, "strref");
    rq_json_u64(j, number);
    rq_rec_json(j, &rq_tlk_entry_rec, e, RQ_CP1252, skip);
    rq_json_key(j, "text");
    rq_json_text(j, page, s->text);
    rq_json_end_object(j);
}

static bool tlk_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err)
{
    const struct rq_tlk *tlk = doc->root;
    enum rq_codepage page = rq_tlk_page(tlk->language, doc->page);
    (void)err;
    rq_json_key(j, "language");
    rq_json_u64(j, tlk->language);
    rq_json_key(j, "layout");
    rq_json_str(j, rq_tlk_layouts[tlk->layout]);
    if (tlk->layout == RQ_TLK_EXPLICIT) {
        rq_json_key(j, "places");
        rq_json_object(j);
        rq_json_key(j, "text_base");
        rq_json_u64(j, tlk->places->text_base);
        rq_u32s_json(j, "offsets", tlk->places->offsets, tlk->places->count);
        rq_strays_json(j, &tlk->places->strays);
        rq_json_end_object(j);
    }
    rq_json_key(j, "strings");
    rq_json_array(j);
    for (size_t i = 0; i < tlk->string_count; i++)
        string_json(j, &tlk->strings[i], i, page);
    rq_json_end_array(j);
    return true;
}

static struct rq_tlk_places *take_places(struct rq_jr *jr)
{
    struct rq_tlk_places *p = rq_jr_get(jr, 1, sizeof *p);
    struct rq_str key;
    if (!p)
        return NULL;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "text_base"))
            p->text_base = rq_jr_u32(jr);
        else if (rq_str_is(key, "offsets"))
            p->offsets = rq_u32s_take(jr, &p->count);
        else if (!rq_strays_take(jr, &p->strays, key))
            rq_jr_unknown(jr, key);
    }
    return p;
}

static void take_string(struct rq_jr *jr, struct rq_tlk_string *s, size_t number,
                        enum rq_codepage page)
{
    struct rq_str key;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "text")) {
            s->text = rq_jr_text(jr, page);
        } else if (rq_str_is(key, "strref")) {
            uint32_t strref = rq_jr_u32(jr);
            if (rq_jr_ok(jr) && strref != number)
                rq_jr_bad(jr, "string %u stands where %zu has to be", strref, number);
        } else {
            s->outside = s->outside || rq_str_is(key, "text_size");
            if (!rq_rec_take(jr, &rq_tlk_entry_rec, &s->entry, RQ_CP1252, key))
                rq_jr_unknown(jr, key);
        }
    }
    if (s->outside && s->text.size)
        rq_jr_bad(jr, "a string has \"text\" or \"text_size\", not both");
}

static void take_strings(struct rq_jr *jr, struct rq_tlk *tlk, enum rq_codepage page)
{
    tlk->strings = rq_jr_get(jr, rq_jr_length(jr), sizeof *tlk->strings);
    tlk->string_count = 0;
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        struct rq_cur crumbs = {.ctx = jr->ctx};
        rq_enter(&crumbs, "strings", (int64_t)tlk->string_count);
        take_string(jr, &tlk->strings[tlk->string_count], tlk->string_count, page);
        rq_leave(&crumbs);
        tlk->string_count++;
    }
}

/* The texts need it, wherever it stands. */
static uint32_t peek_language(struct rq_jr copy)
{
    struct rq_str key;
    uint32_t language = 0;
    while (rq_jr_key(&copy, &key)) {
        if (rq_str_is(key, "language"))
            language = rq_jr_u32(&copy);
        else
            rq_jr_skip(&copy);
    }
    return language;
}

static void take_layout(struct rq_jr *jr, struct rq_tlk *tlk)
{
    struct rq_str name = rq_jr_string(jr);
    tlk->layout = RQ_TLK_IN_ORDER;
    while (tlk->layout <= RQ_TLK_EXPLICIT && !rq_str_is(name, rq_tlk_layouts[tlk->layout]))
        tlk->layout++;
    if (tlk->layout > RQ_TLK_EXPLICIT)
        rq_jr_bad(jr, "\"layout\" is in_order, in_order_zero, shared, shared_zero or explicit");
}

static bool tlk_fresh(struct rq_doc *doc)
{
    struct rq_tlk *tlk = doc->root = rq_arena_get(&doc->arena, 1, sizeof *tlk);
    if (tlk)
        tlk->layout = RQ_TLK_IN_ORDER;
    return tlk != NULL;
}

static bool tlk_from_json(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_str key;
    if (!tlk_fresh(doc))
        return false;
    struct rq_tlk *tlk = doc->root;
    tlk->language = peek_language(*jr);
    enum rq_codepage page = rq_tlk_page(tlk->language, doc->page);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "language"))
            rq_jr_skip(jr);
        else if (rq_str_is(key, "layout"))
            take_layout(jr, tlk);
        else if (rq_str_is(key, "places"))
            tlk->places = take_places(jr);
        else if (rq_str_is(key, "strings"))
            take_strings(jr, tlk, page);
        else
            rq_jr_unknown(jr, key);
    }
    return rq_jr_ok(jr);
}

/* ---- for a person ---- */

static bool tlk_facts(struct rq_doc *doc)
{
    struct rq_tlk *tlk = doc->root;
    struct rq_error ignored = {0};
    size_t texts = 0, sounds = 0;
    uint64_t bytes = 0;
    for (size_t i = 0; i < tlk->string_count; i++) {
        texts += tlk->strings[i].text.size != 0;
        sounds += tlk->strings[i].entry.sound[0] != 0;
        bytes += tlk->strings[i].text.size;
    }
    rq_fact_add(doc, "language", "%u, %s", tlk->language, language_name(tlk->language));
    rq_fact_add(doc, "code page", "%s", rq_codepage_name(rq_tlk_page(tlk->language, doc->page)));
    rq_fact_add(doc, "strings", "%zu, %zu with a text, %zu with a sound", tlk->string_count, texts,
                sounds);
    rq_fact_add(doc, "text", "%llu bytes", (unsigned long long)bytes);
    if (rq_tlk_settle(doc, &ignored))
        rq_fact_add(doc, "layout", "%s", rq_tlk_layouts[tlk->layout]);
    return true;
}

static const struct rq_facet_table table = {
    .table = rq_tlk_table,
    .from_table = rq_tlk_from_table,
    .put_table = rq_tlk_put_table,
};

const struct rq_format rq_format_tlk = {
    .info = {"tlk", "Talk table V3.0", "kotor", "tlk"},
    .detect = tlk_detect,
    .read = tlk_read,
    .write = rq_tlk_write,
    .settle = rq_tlk_settle,
    .to_json = tlk_to_json,
    .from_json = tlk_from_json,
    .visit = rq_tlk_visit,
    .facts = tlk_facts,
    .fresh = tlk_fresh,
    .table = &table,
};
