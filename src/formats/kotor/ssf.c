/* SSF V1.1: 28 StrRefs that the game reads, and more behind them: its own files have 40, some 49.
 * Those are not always -1 (one of nine files measured has a StrRef there), so all are values. */
#include "core/part.h"
#include "formats/value.h"

#include <reliquary/ssf.h>
#include <stdio.h>

RQ_RECORD_TABLE(rq_ssf_header, RQ_SSF_HEADER);

enum { HEADER_SIZE = 12 };

#define SOUND_NAME(name) #name,
static const char *const names[] = {RQ_SSF_SOUNDS(SOUND_NAME)};
#undef SOUND_NAME

const char *rq_ssf_name(size_t sound)
{
    return sound < RQ_SSF_NAMED ? names[sound] : NULL;
}

static unsigned ssf_detect(struct rq_bytes in, const char *name)
{
    (void)name;
    return in.size >= 8 && memcmp(in.data, "SSF V1.1", 8) == 0 ? 64 : 0;
}

static struct rq_bytes take_bytes(struct rq_cur *c, size_t size, const char *name)
{
    const uint8_t *p = size ? rq_take(c, size, RQ_KIND_bytes, name) : NULL;
    return (struct rq_bytes){p, p ? size : 0};
}

static bool ssf_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_ssf_header header;
    struct rq_ssf *ssf = doc->root = rq_cur_get(doc, c, 1, sizeof *ssf);
    if (!ssf || !rq_rec_read(c, &rq_ssf_header_rec, &header))
        return false;
    if (memcmp(header.type, "SSF ", 4) != 0)
        return rq_bad(c, RQ_BAD_MAGIC, 0, "type is not \"SSF \"");
    if (memcmp(header.version, "V1.1", 4) != 0)
        return rq_bad(c, RQ_UNSUPPORTED, 4, "version is not \"V1.1\"");
    if (header.table_offset < HEADER_SIZE || header.table_offset - HEADER_SIZE > rq_left(c))
        return rq_bad(c, RQ_CORRUPT, 8, "the sounds can't start at %u", header.table_offset);
    if (header.table_offset != HEADER_SIZE)
        rq_find(doc, "moved-sounds", 8, "table_offset", "%u; 12 expected", header.table_offset);
    ssf->gap = take_bytes(c, header.table_offset - HEADER_SIZE, "gap");
    size_t count = rq_left(c) / 4;
    ssf->sounds = rq_cur_get(doc, c, count, sizeof *ssf->sounds);
    while (ssf->sounds && ssf->sound_count < count) {
        const char *name = rq_ssf_name(ssf->sound_count);
        ssf->sounds[ssf->sound_count++] = rq_u32(c, name ? name : "more");
    }
    if (count < RQ_SSF_NAMED)
        rq_find(doc, "sound-count", header.table_offset, "sounds", "%zu sounds; the game reads 28",
                count);
    if (rq_left(c))
        rq_find(doc, "trailing-bytes", rq_tell(c), "tail", "%zu bytes", rq_left(c));
    ssf->tail = take_bytes(c, rq_left(c), "tail");
    return rq_ok(c);
}

static bool ssf_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    const struct rq_ssf *ssf = doc->root;
    if (ssf->tail.size > 3)
        return rq_fail(err, RQ_USAGE, 0, "ssf", "a tail of more than 3 bytes would be sounds");
    rq_put(out, "SSF V1.1", 8);
    rq_put_size(out, HEADER_SIZE + (uint64_t)ssf->gap.size);
    rq_put_bytes(out, ssf->gap);
    for (size_t i = 0; i < ssf->sound_count; i++)
        rq_put32(out, ssf->sounds[i]);
    rq_put_bytes(out, ssf->tail);
    return true;
}

/* ---- JSON ---- */

/* Sounds without a name have their number, as scripts count. */
static void name_of(size_t sound, char text[32])
{
    const char *name = rq_ssf_name(sound);
    if (name)
        snprintf(text, 32, "%s", name);
    else
        snprintf(text, 32, "sound_%zu", sound + 1);
}

static bool put_name(struct rq_shaper *s, const void *sound)
{
    char name[32];
    (void)sound;
    name_of(s->index, name);
    rq_json_key(s->j, s->member->name);
    rq_json_str(s->j, name);
    return true;
}

static void take_name(struct rq_shaper *s, void *sound)
{
    struct rq_str given = rq_jr_string(s->jr);
    char name[32];
    (void)sound;
    name_of(s->index, name);
    if (rq_jr_ok(s->jr) && !rq_str_is(given, name))
        rq_jr_bad(s->jr, "sound %zu is %s", s->index + 1, name);
}

static const struct rq_member sound_members[] = {
    {RQ_HOOK("sound", put_name, take_name)},
    {.name = "strref", .kind = RQ_AS_STRREF},
};
static const struct rq_shape sound_shape = {.name = "sound",
                                            .size = sizeof(uint32_t),
                                            .style = RQ_IN_ROW,
                                            .members = sound_members,
                                            .count = 2};

static const struct rq_member ssf_members[] = {
    {RQ_MEMBER("gap", rq_ssf, gap, BYTES)},
    {RQ_LIST("sounds", rq_ssf, sounds, sound_count, sound_shape)},
    {RQ_MEMBER("tail", rq_ssf, tail, BYTES)},
};
static const struct rq_shape ssf_shape = {RQ_SHAPE("ssf", rq_ssf, RQ_IN_LINES, ssf_members)};

/* ---- values: by the name of the sound ---- */

static void visit_sound(const struct rq_ssf *ssf, size_t sound, struct rq_visit *v)
{
    char name[32];
    name_of(sound, name);
    rq_visit_name(v, name, strlen(name));
    rq_visit_ref(v, RQ_REF_STRREF, NULL);
    rq_visit_signed(v, ssf->sounds[sound] == UINT32_MAX ? -1 : (int64_t)ssf->sounds[sound]);
}

static void ssf_visit(const struct rq_doc *doc, struct rq_visit *v)
{
    const struct rq_ssf *ssf = doc->root;
    for (size_t i = 0; i < ssf->sound_count && !v->stopped; i++)
        visit_sound(ssf, i, v);
}

/* A name, or a number as scripts count, with "sound_" before it or not. */
static bool find_sound(const struct rq_doc *doc, const char *path, size_t *sound,
                       struct rq_error *err)
{
    const struct rq_ssf *ssf = doc->root;
    const char *digits = strncmp(path, "sound_", 6) == 0 ? path + 6 : path;
    uint32_t number = 0;
    if (!rq_part_number((struct rq_part){digits, strlen(digits)}, &number)) {
        while (number < RQ_SSF_NAMED && rq_casecmp(path, names[number]) != 0)
            number++;
        number = number < RQ_SSF_NAMED ? number + 1 : 0;
    }
    *sound = (size_t)number - 1; /* beyond all of them for 0 */
    return *sound < ssf->sound_count || rq_value_missing(path, "a sound", err);
}

static bool ssf_at(struct rq_doc *doc, const char *path, struct rq_visit *v, struct rq_error *err)
{
    size_t sound;
    if (!find_sound(doc, path, &sound, err))
        return false;
    visit_sound(doc->root, sound, v);
    return true;
}

static bool ssf_set(struct rq_doc *doc, const char *path, const char *text, struct rq_error *err)
{
    struct rq_ssf *ssf = doc->root;
    size_t sound;
    uint32_t strref;
    if (!find_sound(doc, path, &sound, err) || !rq_value_strref(path, text, &strref, err))
        return false;
    ssf->sounds[sound] = strref;
    return true;
}

static const struct rq_facet_values ssf_values = {.at = ssf_at, .set = ssf_set};

/* ---- for a person ---- */

static bool ssf_facts(struct rq_doc *doc)
{
    const struct rq_ssf *ssf = doc->root;
    size_t set = 0;
    for (size_t i = 0; i < ssf->sound_count; i++)
        set += ssf->sounds[i] != UINT32_MAX;
    rq_fact_add(doc, "sounds", "%zu, %zu of them set", ssf->sound_count, set);
    return true;
}

/* As many as the game's own files have, none of them set. */
static bool ssf_fresh(struct rq_doc *doc)
{
    struct rq_ssf *ssf = doc->root = rq_arena_get(&doc->arena, 1, sizeof *ssf);
    if (!ssf || !(ssf->sounds = rq_arena_get(&doc->arena, RQ_SSF_ALL, sizeof *ssf->sounds)))
        return false;
    ssf->sound_count = RQ_SSF_ALL;
    for (size_t i = 0; i < RQ_SSF_ALL; i++)
        ssf->sounds[i] = UINT32_MAX;
    return true;
}

static const struct rq_format_record ssf_records[] = {{&rq_ssf_header_rec, "header"}, {NULL, NULL}};

static const struct rq_finding_kind ssf_findings[] = {
    {"moved-sounds", RQ_WARNING, "the sounds do not start at 12",
     "Every file measured has 12 there. The game goes by the offset. What stands between is kept."},
    {"sound-count", RQ_WARNING, "fewer than 28 sounds",
     "The game reads 28 words without a look at the size of the file: for the missing ones it takes "
     "whatever stands behind the file in memory. Its own files have 40 or 49. Add sounds without a "
     "StrRef (-1)."},
    {"trailing-bytes", RQ_WARNING, "bytes after the last sound that are not a whole number",
     "The game does not read them. They are kept when the file is written."},
    {NULL, RQ_WARNING, NULL, NULL},
};

const struct rq_format rq_format_ssf = {
    .info = {"ssf", "Sound set V1.1", "kotor", "ssf"},
    .detect = ssf_detect,
    .read = ssf_read,
    .write = ssf_write,
    .records = ssf_records,
    .findings = ssf_findings,
    .shape = &ssf_shape,
    .visit = ssf_visit,
    .facts = ssf_facts,
    .fresh = ssf_fresh,
    .values = &ssf_values,
};
