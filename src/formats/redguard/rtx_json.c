/* RTX as JSON: entries in file order; the index by the name of its order, or row by row: the
 * number of an entry, or the fields of a row that fits none. */
#include "formats/redguard/chunk.h"
#include "formats/redguard/rtx_parts.h"

RQ_RECORD_TABLE(rq_rtx_row, RQ_RTX_ROW);

static const char *const order_names[] = {"descending", "ascending"};

static void number_json(struct rq_json *j, const char *key, uint32_t v)
{
    if (!v)
        return;
    rq_json_key(j, key);
    rq_json_u64(j, v);
}

static void entry_json(struct rq_doc *doc, struct rq_json *j, const struct rq_rtx_entry *entry)
{
    rq_json_object(j);
    rq_json_key(j, "tag");
    rq_json_text(j, doc->page, (struct rq_bytes){(const uint8_t *)entry->tag, 4});
    if (entry->raw) {
        rq_json_key(j, "payload");
        rq_json_base64(j, entry->tail);
        rq_json_end_object(j);
        return;
    }
    number_json(j, "kind", entry->head.kind);
    number_json(j, "reserved", entry->head.reserved);
    rq_json_key(j, "text");
    rq_json_text(j, doc->page, entry->text);
    if (entry->has_sound) {
        rq_json_key(j, "voice");
        rq_json_object(j);
        if (entry->odd_length) {
            rq_json_key(j, "data_length");
            rq_json_u64(j, entry->sound.header.data_length);
        }
        rq_sound_json(doc, j, &entry->sound);
        rq_json_end_object(j);
    }
    rq_json_bytes(j, "tail", entry->tail);
    rq_json_end_object(j);
}

static void index_json(struct rq_doc *doc, struct rq_json *j, const struct rq_rtx *rtx)
{
    rq_json_key(j, "index");
    if (rtx->order != RQ_RTX_EXPLICIT) {
        rq_json_str(j, order_names[rtx->order]);
        return;
    }
    rq_json_array(j);
    for (size_t i = 0; i < rtx->ref_count; i++) {
        if (rtx->refs[i].entry != RQ_RTX_STRANGER) {
            rq_json_u64(j, rtx->refs[i].entry);
            continue;
        }
        rq_json_object_row(j);
        rq_rec_json(j, &rq_rtx_row_rec, &rtx->refs[i].row, doc->page, NULL);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
}

bool rq_rtx_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err)
{
    const struct rq_rtx *rtx = doc->root;
    (void)err;
    rq_json_key(j, "entries");
    rq_json_array(j);
    for (size_t i = 0; i < rtx->entry_count; i++)
        entry_json(doc, j, &rtx->entries[i]);
    rq_json_end_array(j);
    if (rtx->no_end) {
        rq_json_key(j, "end");
        rq_json_bool(j, false);
    }
    rq_json_bytes(j, "gap", rtx->gap);
    index_json(doc, j, rtx);
    rq_json_bytes(j, "index_tail", rtx->index_tail);
    return true;
}

/* ---- and back ---- */

static void take_voice(struct rq_doc *doc, struct rq_jr *jr, struct rq_rtx_entry *entry)
{
    struct rq_str key;
    entry->has_sound = true;
    entry->sound.header = (struct rq_sound_header){.level_0c = 100, .loop_end = UINT32_MAX};
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        entry->odd_length |= rq_str_is(key, "data_length");
        if (!rq_sound_take(doc, jr, &entry->sound, key))
            rq_jr_unknown(jr, key);
    }
}

static void take_entry(struct rq_doc *doc, struct rq_jr *jr, struct rq_rtx_entry *entry)
{
    struct rq_str key;
    bool text = false, tag = false;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "tag")) {
            rq_jr_fixed(jr, doc->page, entry->tag, 4);
            tag = true;
        } else if (rq_str_is(key, "payload") && !text && !entry->has_sound) {
            entry->tail = rq_jr_base64(jr);
            entry->raw = true;
        } else if (entry->raw) {
            rq_jr_bad(jr, "an entry with \"payload\" has only its \"tag\" beside");
        } else if (rq_str_is(key, "text")) {
            entry->text = rq_jr_text(jr, doc->page);
            text = true;
        } else if (rq_str_is(key, "voice") && !entry->has_sound) {
            take_voice(doc, jr, entry);
        } else if (rq_str_is(key, "kind")) {
            entry->head.kind = (uint8_t)rq_jr_unsigned(jr, UINT8_MAX);
        } else if (rq_str_is(key, "reserved")) {
            entry->head.reserved = (uint16_t)rq_jr_unsigned(jr, UINT16_MAX);
        } else if (rq_str_is(key, "tail")) {
            entry->tail = rq_jr_base64(jr);
        } else {
            rq_jr_unknown(jr, key);
        }
    }
    if (!tag && rq_jr_ok(jr))
        rq_jr_bad(jr, "an entry needs a \"tag\"");
    if (rq_tag_is(entry->tag, "END ") && rq_jr_ok(jr))
        rq_jr_bad(jr, "\"END \" is no tag: it ends the entries");
    if (entry->text.size > RTX_MOST_TEXT && rq_jr_ok(jr))
        rq_jr_bad(jr, "a text of %zu bytes: %d at most", entry->text.size, RTX_MOST_TEXT);
}

static void take_index(struct rq_doc *doc, struct rq_jr *jr, struct rq_rtx *rtx)
{
    struct rq_str key;
    if (rq_jr_peek(jr) == RQ_J_STRING) {
        struct rq_str name = rq_jr_string(jr);
        rtx->order = rq_str_is(name, "ascending") ? RQ_RTX_ASCENDING : RQ_RTX_DESCENDING;
        if (rtx->order == RQ_RTX_DESCENDING && !rq_str_is(name, "descending"))
            rq_jr_bad(jr, "an index is \"descending\", \"ascending\" or its rows");
        return;
    }
    rtx->order = RQ_RTX_EXPLICIT;
    rtx->refs = rq_jr_get(jr, rq_jr_length(jr), sizeof *rtx->refs);
    rtx->ref_count = 0;
    rq_jr_array(jr);
    while (rtx->refs && rq_jr_more(jr)) {
        struct rq_rtx_ref *ref = &rtx->refs[rtx->ref_count++];
        ref->entry = RQ_RTX_STRANGER;
        if (rq_jr_peek(jr) == RQ_J_NUMBER) {
            ref->entry = (uint32_t)rq_jr_unsigned(jr, RQ_RTX_STRANGER - 1);
            continue;
        }
        rq_jr_object(jr);
        while (rq_jr_key(jr, &key))
            if (!rq_rec_take(jr, &rq_rtx_row_rec, &ref->row, doc->page, key))
                rq_jr_unknown(jr, key);
    }
}

static void check_refs(struct rq_jr *jr, const struct rq_rtx *rtx)
{
    for (size_t i = 0; rq_jr_ok(jr) && rtx->order == RQ_RTX_EXPLICIT && i < rtx->ref_count; i++)
        if (rtx->refs[i].entry != RQ_RTX_STRANGER && rtx->refs[i].entry >= rtx->entry_count)
            rq_jr_bad(jr, "the index names entry %u of %zu", rtx->refs[i].entry, rtx->entry_count);
}

bool rq_rtx_from_json(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_rtx *rtx = doc->root = rq_jr_get(jr, 1, sizeof *rtx);
    struct rq_str key;
    while (rtx && rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "entries") && !rtx->entries) {
            rtx->entries = rq_jr_get(jr, rq_jr_length(jr), sizeof *rtx->entries);
            rq_jr_array(jr);
            while (rtx->entries && rq_jr_more(jr))
                take_entry(doc, jr, &rtx->entries[rtx->entry_count++]);
        } else if (rq_str_is(key, "end")) {
            rtx->no_end = !rq_jr_bool(jr);
        } else if (rq_str_is(key, "gap")) {
            rtx->gap = rq_jr_base64(jr);
        } else if (rq_str_is(key, "index")) {
            take_index(doc, jr, rtx);
        } else if (rq_str_is(key, "index_tail")) {
            rtx->index_tail = rq_jr_base64(jr);
        } else {
            rq_jr_unknown(jr, key);
        }
    }
    if (rtx)
        check_refs(jr, rtx);
    return rq_jr_ok(jr);
}
