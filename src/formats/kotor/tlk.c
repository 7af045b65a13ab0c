/* TLK: a header, a table of fixed-size entries, the texts. Texts are most of the file and
 * are never copied. */
#include "formats/extent.h"
#include "formats/kotor/tlk_parts.h"
#include "formats/restype.h"

#include <stdio.h>

RQ_RECORD_TABLE(rq_tlk_header, RQ_TLK_HEADER);
RQ_RECORD_TABLE(rq_tlk_entry, RQ_TLK_ENTRY);

/* All but the last field, sound_length. */
static const struct rq_rec short_entry_rec = {
    "rq_tlk_short_entry", TLK_SHORT_ENTRY,
    sizeof rq_tlk_entry_fields / sizeof rq_tlk_entry_fields[0] - 1, rq_tlk_entry_fields};

static const struct rq_rec *entry_rec(const char version[4])
{
    return rq_tlk_entry_size(version) == TLK_ENTRY ? &rq_tlk_entry_rec : &short_entry_rec;
}

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
    if (in.size < 8 || memcmp(in.data, "TLK V", 5) != 0 || memcmp(in.data + 4, "V4.0", 4) == 0)
        return 0;
    return memcmp(in.data + 4, "V3.0", 4) == 0 ? 64 : 40;
}

/* ---- one string ---- */

bool rq_tlk_get(struct rq_bytes file, uint32_t strref, struct rq_tlk_found *found)
{
    if (file.size < TLK_HEADER || memcmp(file.data, "TLK ", 4) != 0 || strref == UINT32_MAX)
        return false;
    size_t entry_size = rq_tlk_entry_size((const char *)file.data + 4);
    uint32_t number = strref & 0xFFFFFF;
    uint64_t at = TLK_HEADER + (uint64_t)number * entry_size;
    if (number >= rq_get32(file.data + 12) || at + entry_size > file.size)
        return false;
    const uint8_t *p = file.data + at;
    struct rq_tlk_entry *entry = &found->entry;
    *entry = (struct rq_tlk_entry){.flags = rq_get32(p),
                                   .volume_variance = rq_get32(p + 20),
                                   .pitch_variance = rq_get32(p + 24),
                                   .text_offset = rq_get32(p + 28),
                                   .text_size = rq_get32(p + 32),
                                   .sound_length =
                                       rq_f32_of(entry_size == TLK_ENTRY ? rq_get32(p + 36) : 0)};
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
    if (entry->flags > (RQ_TLK_TEXT | RQ_TLK_SOUND | RQ_TLK_LENGTH) && entry->flags != RQ_TLK_HOLE)
        rq_find(doc, "unknown-flags", at, "flags", "string %zu has flags 0x%x", number,
                entry->flags);
    if (!(entry->sound_length >= 0))
        rq_find(doc, "no-length", at + 36, "sound_length", "string %zu has no such length", number);
}

static bool read_strings(struct rq_doc *doc, struct rq_cur *c, struct rq_tlk *tlk,
                         const struct rq_tlk_header *header)
{
    struct rq_cur file = *c;
    uint64_t total = 0;
    file.p = file.begin;
    if (!rq_count(c, header->string_count, rq_tlk_entry_size(tlk->version), "string_count"))
        return false;
    tlk->strings = rq_cur_get(doc, c, header->string_count, sizeof *tlk->strings);
    while (tlk->strings && tlk->string_count < header->string_count) {
        struct rq_tlk_string *s = &tlk->strings[tlk->string_count];
        uint64_t at = rq_tell(c);
        rq_enter(c, "strings", (int64_t)tlk->string_count);
        if (!rq_rec_read(c, entry_rec(tlk->version), &s->entry) ||
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
    if (memcmp(header.version, "V4.0", 4) == 0)
        return rq_bad(c, RQ_UNSUPPORTED, 4, "version \"V4.0\" is that of another game");
    memcpy(tlk->version, header.version, 4);
    if (rq_tlk_entry_size(tlk->version) != TLK_ENTRY)
        rq_find(doc, "other-version", 4, "version", "read with entries of %d bytes",
                TLK_SHORT_ENTRY);
    tlk->language = header.language;
    if (strcmp(language_name(header.language), "unknown") == 0)
        rq_find(doc, "unknown-language", 8, "language", "%u is not a language of the game",
                header.language);
    return read_strings(doc, c, tlk, &header);
}

void rq_tlk_entry_write(struct rq_out *out, const struct rq_tlk *tlk,
                        const struct rq_tlk_entry *entry)
{
    rq_rec_write(out, entry_rec(tlk->version), entry);
}

/* ---- JSON ---- */

static enum rq_codepage page_of(const struct rq_shaper *s)
{
    const struct rq_tlk *tlk = ((const struct rq_doc *)s->doc)->root;
    return rq_tlk_page(tlk->language, s->page);
}

static bool put_strref(struct rq_shaper *s, const void *object)
{
    (void)object;
    rq_json_key(s->j, s->member->name);
    rq_json_u64(s->j, s->index);
    return true;
}

static void take_strref(struct rq_shaper *s, void *object)
{
    uint32_t strref = rq_jr_u32(s->jr);
    (void)object;
    if (rq_jr_ok(s->jr) && strref != s->index)
        rq_jr_bad(s->jr, "string %u stands where %zu has to be", strref, s->index);
}

static bool put_text(struct rq_shaper *s, const void *object)
{
    rq_json_key(s->j, s->member->name);
    rq_json_text(s->j, page_of(s), ((const struct rq_tlk_string *)object)->text);
    return true;
}

static void take_text(struct rq_shaper *s, void *object)
{
    ((struct rq_tlk_string *)object)->text = rq_jr_text(s->jr, page_of(s));
}

static bool is_outside(const struct rq_shaper *s, const void *object)
{
    (void)s;
    return ((const struct rq_tlk_string *)object)->outside;
}

static void finish_string(struct rq_shaper *s, void *object)
{
    const struct rq_tlk_string *string = object;
    if (string->outside && string->text.size)
        rq_jr_bad(s->jr, "a string has \"text\" or \"text_size\", not both");
}

static const struct rq_member string_members[] = {
    {RQ_HOOK("strref", put_strref, take_strref)},
    {RQ_RECORD(rq_tlk_string, entry, rq_tlk_entry_rec), .page = RQ_CP1252},
    {RQ_VALUE("text_offset", rq_tlk_string, entry.text_offset, u32), .when = is_outside},
    {RQ_VALUE("text_size", rq_tlk_string, entry.text_size, u32), RQ_IF(rq_tlk_string, outside)},
    {RQ_VALUE("sound_length", rq_tlk_string, entry.sound_length, f32), .optional = true},
    {RQ_HOOK("text", put_text, take_text)},
};
static const struct rq_shape string_shape = {
    RQ_SHAPE("string", rq_tlk_string, RQ_IN_ROW, string_members), .finish = finish_string};

static const struct rq_member places_members[] = {
    {RQ_VALUE("text_base", rq_tlk_places, text_base, u32)},
    {RQ_VALUES("offsets", rq_tlk_places, offsets, count, u32)},
    {RQ_INLINE(rq_tlk_places, strays, rq_strays_shape)},
};
static const struct rq_shape places_shape = {
    RQ_SHAPE("places", rq_tlk_places, RQ_IN_LINES, places_members)};

static bool is_explicit(const struct rq_shaper *s, const void *object)
{
    (void)s;
    return ((const struct rq_tlk *)object)->layout == RQ_TLK_EXPLICIT;
}

static bool is_other_version(const struct rq_shaper *s, const void *object)
{
    (void)s;
    return rq_tlk_entry_size(((const struct rq_tlk *)object)->version) != TLK_ENTRY;
}

static void start_tlk(struct rq_shaper *s, void *object);

static const struct rq_member tlk_members[] = {
    {RQ_VALUE("language", rq_tlk, language, u32)},
    {RQ_MEMBER("tlk_version", rq_tlk, version, FIXED), .count = 4, .page = RQ_CP1252,
     .when = is_other_version},
    {RQ_CHOICE("layout", rq_tlk, layout, rq_tlk_layouts)},
    {RQ_BRANCH("places", rq_tlk, places, places_shape), .when = is_explicit},
    {RQ_LIST("strings", rq_tlk, strings, string_count, string_shape)},
};
static const struct rq_shape tlk_shape = {RQ_SHAPE("tlk", rq_tlk, RQ_IN_LINES, tlk_members),
                                          .start = start_tlk};

/* The texts need the language, wherever it stands. */
static void start_tlk(struct rq_shaper *s, void *object)
{
    struct rq_jr copy = *s->jr;
    struct rq_str key;
    memcpy(((struct rq_tlk *)object)->version, "V3.0", 4);
    while (rq_jr_key(&copy, &key)) {
        if (rq_str_is(key, tlk_members[0].name)) {
            ((struct rq_tlk *)object)->language = rq_jr_u32(&copy);
            break;
        }
        rq_jr_skip(&copy);
    }
}

static bool tlk_fresh(struct rq_doc *doc)
{
    struct rq_tlk *tlk = doc->root = rq_arena_get(&doc->arena, 1, sizeof *tlk);
    if (tlk) {
        memcpy(tlk->version, "V3.0", 4);
        tlk->layout = RQ_TLK_IN_ORDER;
    }
    return tlk != NULL;
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

static const struct rq_format_record tlk_records[] = {
    {&rq_tlk_header_rec, "header"},
    {&rq_tlk_entry_rec, "one for each string"},
    {&short_entry_rec, "one for each string, in any version but V3.0"},
    {NULL, NULL}};

static const struct rq_finding_kind tlk_findings[] = {
    {"explicit-layout", RQ_INFO, "texts stand where no named layout puts them",
     "The game goes by the offset of each string. The places are kept until the table is changed."},
    {"unknown-language", RQ_WARNING, "a language that no release of the game has",
     "The language tells the code page of the texts. They are taken as cp1252, or in the code page "
     "that is asked for."},
    {"stale-value", RQ_WARNING, "a string has a text or sound without its flag",
     "The game shows no such text. It plays such a sound: it goes by the name alone. The flags are "
     "kept until an edit changes the string; then the flag is set."},
    {"other-version", RQ_WARNING, "a version that is not V3.0",
     "The game reads any version. With any but V3.0 it takes entries of 36 bytes, without a length "
     "of the sound. No such file is known."},
    {"unknown-flags", RQ_WARNING, "flags of a string above 7",
     "The game knows three: text, sound, length of the sound. Its own tables have 0x8000, alone, for "
     "numbers that no string has. What it does with others is not known. They are kept."},
    {"no-length", RQ_WARNING, "a length of a sound below 0, or not a number",
     "What the game does with it is not known. Set it to the seconds that the sound takes, or to "
     "0."},
    {NULL, RQ_WARNING, NULL, NULL},
};

static uint64_t tlk_extent(struct rq_bytes in, bool *exact)
{
    enum { HEADER = 20, ENTRY = 40, OLD_ENTRY = 36, OFFSET_AT = 28, SIZE_AT = 32 };
    *exact = true;
    if (in.size < HEADER)
        return 0;
    uint32_t size = memcmp(in.data + 4, "V3.0", 4) == 0 ? ENTRY : OLD_ENTRY;
    struct rq_extent_table places = {HEADER,  rq_get32(in.data + 12), size, OFFSET_AT,
                                     SIZE_AT, rq_get32(in.data + 16)};
    return rq_extent_places(in, &places, exact);
}

const struct rq_format rq_format_tlk = {
    .info = {"tlk", "Talk table V3.0", "kotor", "tlk"},
    .detect = tlk_detect,
    .extent = tlk_extent,
    .read = tlk_read,
    .write = rq_tlk_write,
    .settle = rq_tlk_settle,
    .records = tlk_records,
    .findings = tlk_findings,
    .no_rule = "explicit-layout",
    .shape = &tlk_shape,
    .visit = rq_tlk_visit,
    .follows = rq_tlk_follows,
    .facts = tlk_facts,
    .fresh = tlk_fresh,
    .table = &table,
    .values = &rq_tlk_values,
};
