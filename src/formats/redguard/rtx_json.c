/* RTX as JSON: entries in file order; the index by the name of its order, or row by row: the
 * number of an entry, or the fields of a row that fits none. */
#include "formats/redguard/chunk.h"
#include "formats/redguard/rtx_parts.h"

RQ_RECORD_TABLE(rq_rtx_head, RQ_RTX_HEAD);
RQ_RECORD_TABLE(rq_rtx_row, RQ_RTX_ROW);

/* ---- entries ---- */

static const struct rq_member voice_members[] = {
    {RQ_VALUE("data_length", rq_rtx_entry, sound.header.data_length, u32),
     RQ_IF(rq_rtx_entry, odd_length)},
    {RQ_INLINE(rq_rtx_entry, sound, rq_sound_shape)},
};
static const struct rq_shape voice_shape = {
    RQ_SHAPE("voice", rq_rtx_entry, RQ_IN_LINES, voice_members)};

static bool put_voice(struct rq_shaper *s, const void *entry)
{
    rq_json_key(s->j, s->member->name);
    return rq_shape_put_value(s, &voice_shape, entry);
}

static void take_voice(struct rq_shaper *s, void *object)
{
    struct rq_rtx_entry *entry = object;
    entry->sound.header = (struct rq_sound_header){.level_0c = 100, .loop_end = UINT32_MAX};
    rq_shape_take_value(s, &voice_shape, entry);
}

static bool is_understood(const struct rq_shaper *s, const void *entry)
{
    (void)s;
    return !((const struct rq_rtx_entry *)entry)->raw;
}

static void finish_entry(struct rq_shaper *s, void *object)
{
    const struct rq_rtx_entry *entry = object;
    if (entry->raw && (entry->text.size || entry->has_sound))
        rq_jr_bad(s->jr, "an entry with \"payload\" has only its \"tag\" beside");
    if (rq_tag_is(entry->tag, "END "))
        rq_jr_bad(s->jr, "\"END \" can't be a tag: it ends the entries");
    if (entry->text.size > RTX_MOST_TEXT)
        rq_jr_bad(s->jr, "a text of %zu bytes: %d at most", entry->text.size, RTX_MOST_TEXT);
}

static const struct rq_member entry_members[] = {
    {RQ_FIXED("tag", rq_rtx_entry, tag), .required = true},
    {RQ_MEMBER("payload", rq_rtx_entry, tail, BYTES), RQ_IF(rq_rtx_entry, raw)},
    {RQ_RECORD(rq_rtx_entry, head, rq_rtx_head_rec), .only = is_understood},
    {RQ_MEMBER("text", rq_rtx_entry, text, TEXT), .only = is_understood},
    {RQ_HOOK("voice", put_voice, take_voice), RQ_IF(rq_rtx_entry, has_sound),
     .only = is_understood},
    {RQ_MEMBER("tail", rq_rtx_entry, tail, BYTES), .only = is_understood},
};
static const struct rq_shape entry_shape = {
    RQ_SHAPE("entry", rq_rtx_entry, RQ_IN_LINES, entry_members), .finish = finish_entry};

/* ---- the index ---- */

static const struct rq_member row_members[] = {{RQ_FIELDS(rq_rtx_row_rec)}};
static const struct rq_shape row_shape = {RQ_SHAPE("row", rq_rtx_row, RQ_IN_ROW, row_members)};

static bool put_ref(struct rq_shaper *s, const void *object)
{
    const struct rq_rtx_ref *ref = object;
    if (ref->entry == RQ_RTX_STRANGER)
        return rq_shape_put_value(s, &row_shape, &ref->row);
    rq_json_u64(s->j, ref->entry);
    return true;
}

static void take_ref(struct rq_shaper *s, void *object)
{
    struct rq_rtx_ref *ref = object;
    ref->entry = RQ_RTX_STRANGER;
    if (rq_jr_peek(s->jr) == RQ_J_NUMBER)
        ref->entry = (uint32_t)rq_jr_unsigned(s->jr, RQ_RTX_STRANGER - 1);
    else
        rq_shape_take_value(s, &row_shape, &ref->row);
}

static const struct rq_member ref_members[] = {{RQ_HOOK("row", put_ref, take_ref)}};
static const struct rq_shape ref_shape = {RQ_SHAPE("row", rq_rtx_ref, RQ_AS_ITEM, ref_members)};

static const char *const order_names[] = {"descending", "ascending"};

static const struct rq_member order_members[] = {{RQ_CHOICE("index", rq_rtx, order, order_names)}};
static const struct rq_shape order_shape = {RQ_SHAPE("index", rq_rtx, RQ_AS_ITEM, order_members)};

static const struct rq_member rows_members[] = {
    {RQ_LIST("index", rq_rtx, refs, ref_count, ref_shape)}};
static const struct rq_shape rows_shape = {RQ_SHAPE("index", rq_rtx, RQ_AS_ITEM, rows_members)};

static bool put_index(struct rq_shaper *s, const void *object)
{
    const struct rq_rtx *rtx = object;
    rq_json_key(s->j, s->member->name);
    return rq_shape_put_value(s, rtx->order == RQ_RTX_EXPLICIT ? &rows_shape : &order_shape, rtx);
}

static void take_index(struct rq_shaper *s, void *object)
{
    struct rq_rtx *rtx = object;
    bool named = rq_jr_peek(s->jr) == RQ_J_STRING;
    rtx->order = RQ_RTX_EXPLICIT;
    rq_shape_take_value(s, named ? &order_shape : &rows_shape, rtx);
}

static void finish(struct rq_shaper *s, void *object)
{
    const struct rq_rtx *rtx = object;
    for (size_t i = 0; rtx->order == RQ_RTX_EXPLICIT && i < rtx->ref_count; i++)
        if (rtx->refs[i].entry != RQ_RTX_STRANGER && rtx->refs[i].entry >= rtx->entry_count) {
            rq_jr_bad(s->jr, "the index names entry %u of %zu", rtx->refs[i].entry,
                      rtx->entry_count);
            return;
        }
}

static const struct rq_member members[] = {
    {RQ_LIST("entries", rq_rtx, entries, entry_count, entry_shape)},
    {RQ_MEMBER("end", rq_rtx, no_end, NOT), .optional = true},
    {RQ_MEMBER("gap", rq_rtx, gap, BYTES)},
    {RQ_HOOK("index", put_index, take_index)},
    {RQ_MEMBER("index_tail", rq_rtx, index_tail, BYTES)},
};
const struct rq_shape rq_rtx_shape = {RQ_SHAPE("rtx", rq_rtx, RQ_IN_LINES, members),
                                      .finish = finish};
