/* The values of a talk table by their number: "12" is the text, "12/sound" and so on what comes with
 * it. */
#include "core/part.h"
#include "formats/kotor/tlk_parts.h"
#include "formats/value.h"

enum member { TEXT, SOUND, FLAGS, VOLUME, PITCH, LENGTH, MEMBERS };

static const char *const members[MEMBERS] = {
    "text", "sound", "flags", "volume_variance", "pitch_variance", "sound_length"};

static struct rq_bytes sound_of(const struct rq_tlk_string *s)
{
    return (struct rq_bytes){(const uint8_t *)s->entry.sound,
                             strnlen(s->entry.sound, sizeof s->entry.sound)};
}

/* ---- visiting ---- */

/* Numbers stand there where they say more than the text and the sound do. */
static bool is_said(const struct rq_tlk_string *s, enum member member)
{
    switch (member) {
    case SOUND: return s->entry.sound[0] != 0;
    case FLAGS: return s->entry.flags != rq_tlk_needed_flags(s);
    case VOLUME: return s->entry.volume_variance != 0;
    case PITCH: return s->entry.pitch_variance != 0;
    case LENGTH: return s->entry.sound_length != 0;
    default: return false;
    }
}

static void visit_member(struct rq_visit *v, const struct rq_tlk_string *s, enum member member)
{
    rq_visit_name(v, members[member], strlen(members[member]));
    switch (member) {
    case SOUND:
        rq_visit_ref(v, RQ_REF_RESOURCE, "wav");
        rq_visit_text(v, RQ_CP1252, sound_of(s));
        break;
    case FLAGS: rq_visit_unsigned(v, s->entry.flags); break;
    case VOLUME: rq_visit_unsigned(v, s->entry.volume_variance); break;
    case PITCH: rq_visit_unsigned(v, s->entry.pitch_variance); break;
    default:
        rq_visit_value(
            v, &(struct rq_value){.type = RQ_VALUE_SINGLE, .f = (double)s->entry.sound_length});
    }
}

static void visit_string(struct rq_visit *v, const struct rq_tlk_string *s, size_t number,
                         enum rq_codepage page)
{
    rq_visit_index(v, number);
    rq_visit_text(v, page, s->text);
    rq_visit_enter(v);
    for (int i = SOUND; i < MEMBERS && !v->stopped; i++)
        if (is_said(s, (enum member)i))
            visit_member(v, s, (enum member)i);
    rq_visit_leave(v);
}

void rq_tlk_visit(const struct rq_doc *doc, struct rq_visit *v)
{
    const struct rq_tlk *tlk = doc->root;
    enum rq_codepage page = rq_tlk_page(tlk->language, doc->page);
    for (size_t i = 0; i < tlk->string_count && !v->stopped; i++)
        visit_string(v, &tlk->strings[i], i, page);
}

/* ---- by path ---- */

/* "12", or "12/sound". *whole: the string with all that it has. */
static struct rq_tlk_string *find(const struct rq_doc *doc, const char *path, enum member *member,
                                  bool *whole, struct rq_error *err)
{
    const struct rq_tlk *tlk = doc->root;
    const char *rest = path;
    uint32_t number;
    int i = TEXT;
    if (!rq_part_number(rq_part_cut(&rest), &number) || number >= tlk->string_count) {
        rq_fail(err, RQ_USAGE, 0, path, "expected a StrRef below %zu, found nothing",
                tlk->string_count);
        return NULL;
    }
    *whole = rest == NULL;
    while (rest && i < MEMBERS && rq_casecmp(rest, members[i]) != 0)
        i++;
    *member = (enum member)i;
    if (i < MEMBERS)
        return &tlk->strings[number];
    rq_value_missing(path, "text, sound, flags, volume_variance, pitch_variance or sound_length",
                     err);
    return NULL;
}

static bool tlk_at(struct rq_doc *doc, const char *path, struct rq_visit *v, struct rq_error *err)
{
    const struct rq_tlk *tlk = doc->root;
    enum rq_codepage page = rq_tlk_page(tlk->language, doc->page);
    enum member member;
    bool whole;
    const struct rq_tlk_string *s = find(doc, path, &member, &whole, err);
    if (!s)
        return false;
    size_t number = (size_t)(s - tlk->strings);
    if (whole) {
        visit_string(v, s, number, page);
        return true;
    }
    rq_visit_index(v, number);
    if (member == TEXT) {
        rq_visit_text(v, page, s->text);
        return true;
    }
    rq_visit_enter(v);
    visit_member(v, s, member);
    rq_visit_leave(v);
    return true;
}

static bool set_sound(struct rq_doc *doc, const char *path, const char *text,
                      struct rq_tlk_entry *entry, struct rq_error *err)
{
    struct rq_bytes sound;
    if (!rq_value_page_text(doc, path, text, RQ_CP1252, sizeof entry->sound, &sound, err))
        return false;
    memset(entry->sound, 0, sizeof entry->sound);
    memcpy(entry->sound, sound.data, sound.size);
    return true;
}

static bool set_number(const char *path, const char *text, uint32_t *field, struct rq_error *err)
{
    int64_t v;
    if (!rq_value_integer(path, text, 0, UINT32_MAX, &v, err))
        return false;
    *field = (uint32_t)v;
    return true;
}

static bool set_length(const struct rq_doc *doc, const char *path, const char *text,
                       struct rq_tlk_entry *entry, struct rq_error *err)
{
    const struct rq_tlk *tlk = doc->root;
    if (rq_tlk_entry_size(tlk->version) != TLK_ENTRY)
        return rq_fail(err, RQ_USAGE, 0, path, "only a talk table of V3.0 has sound_length");
    return rq_value_single(path, text, &entry->sound_length, err);
}

static bool set_member(struct rq_doc *doc, const char *path, enum member member, const char *text,
                       struct rq_tlk_string *s, struct rq_error *err)
{
    const struct rq_tlk *tlk = doc->root;
    switch (member) {
    case SOUND: return set_sound(doc, path, text, &s->entry, err);
    case FLAGS: return set_number(path, text, &s->entry.flags, err);
    case VOLUME: return set_number(path, text, &s->entry.volume_variance, err);
    case PITCH: return set_number(path, text, &s->entry.pitch_variance, err);
    case LENGTH: return set_length(doc, path, text, &s->entry, err);
    default:
        s->outside = false;
        return rq_value_page_text(doc, path, text, rq_tlk_page(tlk->language, doc->page),
                                  UINT32_MAX, &s->text, err);
    }
}

/* Flags may say more than the string has, not less: an empty text is not the same as none. */
static bool tlk_set(struct rq_doc *doc, const char *path, const char *text, struct rq_error *err)
{
    enum member member;
    bool whole;
    struct rq_tlk_string *s = find(doc, path, &member, &whole, err);
    if (!s)
        return false;
    struct rq_tlk_string changed = *s;
    if (!set_member(doc, path, member, text, &changed, err))
        return false;
    if (member != FLAGS)
        changed.entry.flags |= rq_tlk_needed_flags(&changed);
    *s = changed;
    return true;
}

/* "-": a string behind the last. Those before it keep their numbers, which other files have. */
static bool tlk_insert(struct rq_doc *doc, const char *path, const char *kind, const char *text,
                       struct rq_error *err)
{
    struct rq_tlk *tlk = doc->root;
    struct rq_tlk_string s = {0};
    if (kind || strcmp(path, "-") != 0)
        return rq_fail(err, RQ_USAGE, 0, path, "expected \"-\", a new string behind the last");
    if (text && !set_member(doc, path, TEXT, text, &s, err))
        return false;
    s.entry.flags = text ? RQ_TLK_TEXT : 0;
    struct rq_tlk_string *strings = rq_doc_one_more(doc, tlk->strings, tlk->string_count, sizeof s);
    if (!strings)
        return rq_fail(err, RQ_NO_MEMORY, 0, path, "out of memory");
    strings[tlk->string_count++] = s;
    tlk->strings = strings;
    return true;
}

const struct rq_facet_values rq_tlk_values = {.at = tlk_at, .set = tlk_set, .insert = tlk_insert};
