/* SFX: a header chunk with the number of effects, a data chunk with the effects one after the
 * other, END. One layout. */
#include "formats/extent.h"
#include "formats/redguard/audio.h"
#include "formats/redguard/chunk.h"

#include <stdio.h>

enum { HEADER_SIZE = 36 };

RQ_RECORD_TABLE(rq_sfx_header, RQ_SFX_HEADER);
RQ_RECORD_TABLE(rq_sound_header, RQ_SOUND_HEADER);

static unsigned sfx_detect(struct rq_bytes in, const char *name)
{
    (void)name;
    if (in.size < 8 || memcmp(in.data, "FXHD", 4) != 0)
        return 0;
    return rq_get32be(in.data + 4) == HEADER_SIZE ? 64 : 32;
}

/* ---- reading ---- */

/* How many effects follow, at most `most`. */
static size_t count_effects(const struct rq_cur *c, uint32_t most)
{
    size_t count = 0, at = 0, size = rq_left(c);
    while (count < most && size - at >= SOUND_HEADER) {
        uint32_t length = rq_get32(c->p + at + 22);
        count++;
        at += SOUND_HEADER;
        if (length > size - at)
            break;
        at += length;
    }
    return count;
}

static bool read_effects(struct rq_doc *doc, struct rq_cur *c, struct rq_sfx *sfx)
{
    size_t count = count_effects(c, sfx->header.effect_count);
    sfx->effects = rq_cur_get(doc, c, count, sizeof *sfx->effects);
    while (sfx->effects && sfx->effect_count < count) {
        struct rq_sound *effect = &sfx->effects[sfx->effect_count];
        uint64_t at = rq_tell(c);
        char where[32];
        rq_enter(c, "effects", (int64_t)sfx->effect_count++);
        rq_sound_read_header(c, &effect->header);
        size_t size = effect->header.data_length;
        effect->samples.data = rq_take(c, size, RQ_KIND_bytes, "samples");
        effect->samples.size = effect->samples.data ? size : 0;
        rq_leave(c);
        if (!rq_ok(c))
            return false;
        snprintf(where, sizeof where, "effects[%zu]", sfx->effect_count - 1);
        rq_sound_look(doc, effect, at, where);
    }
    return rq_ok(c);
}

static bool read_chunk(struct rq_cur *c, const char *name, struct rq_cur *payload)
{
    char tag[4];
    if (rq_chunk_at(c, name) || rq_left(c) < 4)
        return rq_chunk_next(c, tag, payload);
    rq_bad(c, RQ_CORRUPT, rq_tell(c), "%s expected here", name);
    return false;
}

static bool read_data(struct rq_doc *doc, struct rq_cur *c, struct rq_sfx *sfx)
{
    struct rq_cur data;
    uint64_t at = rq_tell(c);
    rq_enter(c, "FXDT", -1);
    if (!read_chunk(c, "FXDT", &data) || !read_effects(doc, &data, sfx))
        return false;
    rq_leave(c);
    if (sfx->effect_count != sfx->header.effect_count) {
        sfx->odd_count = true;
        rq_find(doc, "wrong-count", 40, "effect_count", "%u, but there are %zu effects",
                sfx->header.effect_count, sfx->effect_count);
    }
    sfx->data_tail = rq_take_bytes(&data, rq_left(&data), "data_tail");
    if (sfx->data_tail.size)
        rq_find(doc, "bytes-after-effects", at, "FXDT", "%zu bytes after the last effect",
                sfx->data_tail.size);
    return rq_ok(c);
}

static bool sfx_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_sfx *sfx = doc->root = rq_cur_get(doc, c, 1, sizeof *sfx);
    struct rq_cur header;
    if (!sfx)
        return false;
    if (!rq_chunk_at(c, "FXHD"))
        return rq_bad(c, RQ_BAD_MAGIC, 0, "does not start with FXHD");
    rq_enter(c, "FXHD", -1);
    if (!read_chunk(c, "FXHD", &header) || !rq_rec_read(&header, &rq_sfx_header_rec, &sfx->header))
        return false;
    sfx->header_tail = rq_take_bytes(&header, rq_left(&header), "header_tail");
    if (sfx->header_tail.size)
        rq_find(doc, "bytes-after-header", 4, "FXHD", "%zu bytes after its fields",
                sfx->header_tail.size);
    rq_leave(c);
    if (!read_data(doc, c, sfx))
        return false;
    uint64_t at = rq_tell(c);
    sfx->no_end = !rq_chunk_at(c, "END ");
    if (sfx->no_end)
        rq_find(doc, "no-end", at, "END", "is missing");
    else
        rq_take(c, 4, RQ_KIND_text, "end");
    sfx->trailing = rq_take_bytes(c, rq_left(c), "trailing");
    if (sfx->trailing.size)
        rq_find(doc, "trailing-bytes", at, "trailing", "%zu bytes", sfx->trailing.size);
    return rq_ok(c);
}

/* ---- writing ---- */

static bool sfx_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    const struct rq_sfx *sfx = doc->root;
    struct rq_sfx_header header = sfx->header;
    if (!sfx->odd_count && sfx->effect_count > UINT32_MAX)
        return rq_fail(err, RQ_LIMIT, 0, "sfx", "too many effects");
    if (!sfx->odd_count)
        header.effect_count = (uint32_t)sfx->effect_count;
    size_t start = rq_chunk_open(out, "FXHD");
    rq_rec_write(out, &rq_sfx_header_rec, &header);
    rq_put_bytes(out, sfx->header_tail);
    rq_chunk_close(out, start);
    start = rq_chunk_open(out, "FXDT");
    for (size_t i = 0; i < sfx->effect_count; i++)
        rq_sound_write(out, &sfx->effects[i], sfx->effects[i].samples.size);
    rq_put_bytes(out, sfx->data_tail);
    rq_chunk_close(out, start);
    if (!sfx->no_end)
        rq_put(out, "END ", 4);
    rq_put_bytes(out, sfx->trailing);
    return true;
}

/* What every effect of the game has. */
static const struct rq_sound_header usual_header = {.level_0c = 64, .loop_end = UINT32_MAX};

/* ---- JSON ---- */

static void start_effect(struct rq_shaper *s, void *effect)
{
    (void)s;
    ((struct rq_sound *)effect)->header = usual_header;
}

static const struct rq_member effect_members[] = {{.kind = RQ_AS_INLINE, .shape = &rq_sound_shape}};
static const struct rq_shape effect_shape = {
    RQ_SHAPE("effect", rq_sound, RQ_IN_LINES, effect_members), .start = start_effect};

static const struct rq_member sfx_members[] = {
    {RQ_RECORD(rq_sfx, header, rq_sfx_header_rec)},
    {RQ_VALUE("effect_count", rq_sfx, header.effect_count, u32), RQ_IF(rq_sfx, odd_count)},
    {RQ_MEMBER("header_tail", rq_sfx, header_tail, BYTES)},
    {RQ_LIST("effects", rq_sfx, effects, effect_count, effect_shape)},
    {RQ_MEMBER("data_tail", rq_sfx, data_tail, BYTES)},
    {RQ_MEMBER("end", rq_sfx, no_end, NOT), .optional = true},
    {RQ_MEMBER("trailing", rq_sfx, trailing, BYTES)},
};
static const struct rq_shape sfx_shape = {RQ_SHAPE("sfx", rq_sfx, RQ_IN_LINES, sfx_members)};

/* ---- for a person, and as sounds ---- */

static bool sfx_facts(struct rq_doc *doc)
{
    const struct rq_sfx *sfx = doc->root;
    size_t loops = 0, wide = 0, stereo = 0;
    uint64_t time = 0;
    for (size_t i = 0; i < sfx->effect_count; i++) {
        struct rq_clip clip = rq_sound_clip(&sfx->effects[i]);
        loops += sfx->effects[i].header.loop_flag != 0;
        wide += clip.bits == 16;
        stereo += clip.channels == 2;
        time += rq_clip_time(&clip);
    }
    rq_fact_add(doc, "effects", "%zu: %zu of 16 bits, %zu stereo, %zu that loop", sfx->effect_count,
                wide, stereo, loops);
    rq_fact_time(doc, time);
    return true;
}

static bool sfx_fresh(struct rq_doc *doc)
{
    doc->root = rq_arena_get(&doc->arena, 1, sizeof(struct rq_sfx));
    return doc->root != NULL;
}

static bool sfx_clips(struct rq_doc *doc, const struct rq_view *view, const struct rq_clip **clips,
                      size_t *count)
{
    const struct rq_sfx *sfx = doc->root;
    struct rq_clip *all = rq_arena_get(view->arena, sfx->effect_count, sizeof *all);
    *clips = all;
    *count = sfx->effect_count;
    for (size_t i = 0; all && i < sfx->effect_count; i++) {
        all[i] = rq_sound_clip(&sfx->effects[i]);
        all[i].name = rq_arena_printf(view->arena, "%03zu", i);
        if (!all[i].name)
            all = NULL;
    }
    return all || rq_fail(view->err, RQ_NO_MEMORY, 0, "sfx", "out of memory");
}

/* ---- and back: the name is the number of the effect, which is all that the game knows it by ---- */

static bool add_effect(struct rq_doc *doc, const char *name, const struct rq_clip *clip,
                       struct rq_error *err)
{
    struct rq_sfx *sfx = doc->root;
    struct rq_sound effect = {.header = usual_header};
    if (!rq_sound_put(&effect, clip, name, err))
        return false;
    effect.header.loop_flag = clip->loops ? -1 : 0;
    struct rq_sound *effects =
        rq_doc_one_more(doc, sfx->effects, sfx->effect_count, sizeof *effects);
    if (!effects)
        return rq_fail(err, RQ_NO_MEMORY, 0, name, "out of memory");
    sfx->effects = effects;
    effects[sfx->effect_count++] = effect;
    sfx->odd_count = false;
    return true;
}

static bool sfx_put_clip(struct rq_doc *doc, const char *name, const struct rq_clip *clip,
                         struct rq_error *err)
{
    struct rq_sfx *sfx = doc->root;
    size_t number = 0;
    if (!rq_name_number(name, &number) || number > sfx->effect_count)
        return rq_fail(err, RQ_USAGE, 0, name,
                       "no such effect: the name is a number below %zu, and a new one is %03zu",
                       sfx->effect_count, sfx->effect_count);
    if (number == sfx->effect_count)
        return add_effect(doc, name, clip, err);
    return rq_sound_put(&sfx->effects[number], clip, name, err);
}

/* Any other would give those behind it another number. */
static bool sfx_remove_clip(struct rq_doc *doc, const char *name, struct rq_error *err)
{
    struct rq_sfx *sfx = doc->root;
    size_t number = 0;
    if (!rq_name_number(name, &number) || number >= sfx->effect_count)
        return rq_fail(err, RQ_USAGE, 0, name, "no such effect: there are %zu", sfx->effect_count);
    if (number + 1 != sfx->effect_count)
        return rq_fail(err, RQ_USAGE, 0, name,
                       "only the last effect, %03zu, can go: the others are known by their number",
                       sfx->effect_count - 1);
    sfx->effect_count--;
    sfx->odd_count = false;
    return true;
}

static const struct rq_facet_sounds sounds = {
    .clips = sfx_clips,
    .put_clip = sfx_put_clip,
    .remove_clip = sfx_remove_clip,
};

static const struct rq_format_record sfx_records[] = {
    {&rq_sfx_header_rec, "FXHD"},
    {&rq_sound_header_rec, "before the samples of each effect"},
    {NULL, NULL},
};

static const struct rq_finding_kind sfx_findings[] = {
    {"wrong-count", RQ_WARNING, "effect_count is not the number of effects in FXDT",
     "The game asks for effects by number; what it does with a wrong count is not known. "
     "It is kept."},
    {"bytes-after-effects", RQ_WARNING, "FXDT goes on behind the last effect",
     "The game has no number for what is there. The bytes are kept."},
    {"bytes-after-header", RQ_WARNING, "FXHD has more than its 36 bytes",
     "Every file of the game has 36. The rest is kept."},
    {"no-end", RQ_WARNING, "END is missing",
     "Every file of the game ends with it. The file is written without it again."},
    {"trailing-bytes", RQ_WARNING, "bytes after END",
     "The game is not known to read them. They are kept when the file is written."},
    RQ_SOUND_FINDINGS,
    {NULL, RQ_WARNING, NULL, NULL},
};

static void sfx_follows(struct rq_doc *doc, struct rq_follow *f)
{
    struct rq_sfx *sfx = doc->root;
    for (size_t i = 0; i < sfx->effect_count; i++)
        rq_sound_follows(f, &sfx->effects[i], "effects", i);
}

const struct rq_format rq_format_sfx = {
    .info = {"sfx", "Sound effects", "redguard", "sfx"},
    .detect = sfx_detect,
    .extent = rq_extent_chunks,
    .read = sfx_read,
    .write = sfx_write,
    .records = sfx_records,
    .findings = sfx_findings,
    .shape = &sfx_shape,
    .follows = sfx_follows,
    .facts = sfx_facts,
    .fresh = sfx_fresh,
    .sounds = &sounds,
    .salvage = &rq_sfx_salvage,
};
