/* RTX: chunks one after the other, END, an index of 12-byte rows, a footer of 12 bytes that
 * says where the index is. Samples are most of the file and are never copied. */
#include "formats/extent.h"
#include "formats/redguard/chunk.h"
#include "formats/redguard/rtx_parts.h"

enum { FOOTER = 12 };

RQ_RECORD_TABLE(rq_rtx_head, RQ_RTX_HEAD);
RQ_RECORD_TABLE(rq_rtx_row, RQ_RTX_ROW);
RQ_RECORD_TABLE(rq_sound_header, RQ_SOUND_HEADER);

/* Nothing tells at the start: the footer does, and the index that ends where it begins. */
static unsigned rtx_detect(struct rq_bytes in, const char *name)
{
    (void)name;
    if (in.size < FOOTER || memcmp(in.data + in.size - FOOTER, "RNAV", 4) != 0)
        return 0;
    uint64_t at = rq_get32(in.data + in.size - 8), count = rq_get32(in.data + in.size - 4);
    bool fits = at + count * RTX_ROW == in.size - FOOTER;
    return fits ? 64 : 32;
}

/* ---- reading ---- */

/* Why a payload is not what the format's description says; NULL when it is. */
static const char *misfit(const struct rq_cur *c)
{
    size_t size = rq_left(c), text = size >= RTX_HEAD ? rq_get16(c->p + 2) : 0;
    if (size < RTX_HEAD)
        return "fewer bytes than its header has";
    if (c->p[1] > 1)
        return "neither text nor a voice";
    if (size - RTX_HEAD < text + (c->p[1] ? SOUND_HEADER : 0))
        return "fewer bytes than its text and header need";
    return NULL;
}

static void read_sound(struct rq_doc *doc, struct rq_cur *c, struct rq_rtx_entry *entry,
                       const char *where)
{
    struct rq_sound *sound = &entry->sound;
    uint64_t at = rq_tell(c);
    entry->has_sound = true;
    rq_sound_read_header(c, &sound->header);
    size_t left = rq_left(c), size = sound->header.data_length;
    entry->odd_length = size > left;
    if (size != left)
        rq_find(doc, "wrong-length", at + 22, where, "%zu bytes of samples, but %zu are there",
                size, left);
    sound->samples = rq_take_bytes(c, size < left ? size : left, "samples");
    rq_sound_look(doc, sound, at, where);
}

static bool read_entry(struct rq_doc *doc, struct rq_cur *c, struct rq_rtx_entry *entry)
{
    struct rq_cur in;
    char where[5] = "";
    if (!rq_chunk_next(c, entry->tag, &in))
        return false;
    memcpy(where, entry->tag, 4);
    rq_text_clean(where);
    uint64_t at = rq_tell(&in);
    const char *why = misfit(&in);
    entry->raw = why != NULL;
    if (why) {
        rq_find(doc, "not-understood", at, where, "kept as it is: %s", why);
        entry->tail = rq_take_bytes(&in, rq_left(&in), "payload");
        return rq_ok(c);
    }
    rq_rec_read(&in, &rq_rtx_head_rec, &entry->head);
    entry->text = rq_take_bytes(&in, entry->head.string_len, "text");
    if (entry->head.kind || entry->head.reserved)
        rq_find(doc, "unknown-kind", at, where, "kind %u, reserved %u; 0 expected",
                entry->head.kind, entry->head.reserved);
    if (entry->head.subtype)
        read_sound(doc, &in, entry, where);
    at = rq_tell(&in);
    entry->tail = rq_take_bytes(&in, rq_left(&in), "tail");
    if (entry->tail.size && !entry->has_sound)
        rq_find(doc, "bytes-after-text", at, where, "%zu bytes after the text", entry->tail.size);
    return rq_ok(c);
}

static bool read_entries(struct rq_doc *doc, struct rq_cur *c, struct rq_rtx *rtx)
{
    size_t count = rq_chunk_count(c);
    rtx->entries = rq_cur_get(doc, c, count, sizeof *rtx->entries);
    if (!rtx->entries)
        return false;
    while (rtx->entry_count < count) {
        rq_enter(c, "entries", (int64_t)rtx->entry_count);
        if (!read_entry(doc, c, &rtx->entries[rtx->entry_count++]))
            return false;
        rq_leave(c);
    }
    if (!rq_ok(c))
        return false;
    rtx->no_end = !rq_chunk_at(c, "END ");
    if (rtx->no_end)
        rq_find(doc, "no-end", rq_tell(c), "END", "is missing");
    else
        rq_take(c, 4, RQ_KIND_text, "end");
    uint64_t at = rq_tell(c);
    rtx->gap = rq_take_bytes(c, rq_left(c), "gap");
    if (rtx->gap.size)
        rq_find(doc, "gap", at, "gap", "%zu bytes before the index", rtx->gap.size);
    return rq_ok(c);
}

/* ---- the index ---- */

static uint64_t payload_size(const struct rq_rtx_entry *entry)
{
    uint64_t size = entry->raw ? 0 : RTX_HEAD + (uint64_t)entry->text.size;
    if (!entry->raw && entry->has_sound)
        size += SOUND_HEADER + (uint64_t)entry->sound.samples.size;
    return size + entry->tail.size;
}

/* Where the payloads stand; from the arena. One more: the place after the last. */
static uint64_t *place_entries(const struct rq_rtx *rtx, struct rq_arena *arena)
{
    uint64_t *places = rq_arena_get(arena, rtx->entry_count + 1, sizeof *places), at = 8;
    for (size_t i = 0; places && i <= rtx->entry_count; i++) {
        places[i] = at;
        at += i < rtx->entry_count ? payload_size(&rtx->entries[i]) + 8 : 0;
    }
    return places;
}

static struct rq_rtx_row row_of(const struct rq_rtx *rtx, const uint64_t *places, size_t entry)
{
    struct rq_rtx_row row = {.payload_offset = (uint32_t)places[entry],
                             .payload_size = (uint32_t)payload_size(&rtx->entries[entry])};
    memcpy(row.tag, rtx->entries[entry].tag, 4);
    return row;
}

/* The entry whose payload starts there, entry_count when there is none. */
static size_t entry_at(const struct rq_rtx *rtx, const uint64_t *places, uint32_t offset)
{
    size_t low = 0, high = rtx->entry_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (places[middle] < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low < rtx->entry_count && places[low] == offset ? low : rtx->entry_count;
}

/* Whose row it is; what is wrong with a stranger goes to the findings. */
static uint32_t read_row(struct rq_doc *doc, const struct rq_rtx *rtx, const uint64_t *places,
                         const struct rq_rtx_row *row, uint64_t at)
{
    char tag[5] = "";
    size_t entry = entry_at(rtx, places, row->payload_offset);
    memcpy(tag, row->tag, 4);
    rq_text_clean(tag);
    if (entry == rtx->entry_count) {
        rq_find(doc, "lost-row", at, tag, "offset %u is not that of an entry", row->payload_offset);
        return RQ_RTX_STRANGER;
    }
    if (memcmp(row->tag, rtx->entries[entry].tag, 4) != 0 ||
        row->payload_size != payload_size(&rtx->entries[entry])) {
        rq_find(doc, "row-against-entry", at, tag, "size %u or tag is not that of entry %zu",
                row->payload_size, entry);
        return RQ_RTX_STRANGER;
    }
    return (uint32_t)entry;
}

/* Rows that name an entry twice, and entries that no row names. */
static bool look_at_refs(struct rq_doc *doc, struct rq_cur *c, const struct rq_rtx *rtx,
                         const struct rq_rtx_ref *refs, size_t count)
{
    uint8_t *seen = rq_cur_get(doc, c, rtx->entry_count, 1);
    for (size_t i = 0; seen && i < count; i++) {
        if (refs[i].entry == RQ_RTX_STRANGER)
            continue;
        if (seen[refs[i].entry])
            rq_find(doc, "entry-named-twice", 0, "index", "names entry %u twice", refs[i].entry);
        seen[refs[i].entry] = 1;
    }
    for (size_t i = 0; seen && i < rtx->entry_count; i++)
        if (!seen[i])
            rq_find(doc, "entry-not-named", 0, "index", "does not name entry %zu", i);
    return seen != NULL;
}

static bool is_order(const struct rq_rtx *rtx, enum rq_rtx_order order,
                     const struct rq_rtx_ref *refs, size_t count)
{
    bool same = count == rtx->entry_count;
    for (size_t i = 0; same && i < count; i++)
        same = refs[i].entry == (order == RQ_RTX_ASCENDING ? i : count - 1 - i);
    return same;
}

static bool read_index(struct rq_doc *doc, struct rq_cur *c, struct rq_rtx *rtx, size_t count)
{
    const uint64_t *places = place_entries(rtx, &doc->arena);
    struct rq_rtx_ref *refs = rq_cur_get(doc, c, count, sizeof *refs);
    if (!places || !refs)
        return rq_bad_memory(c, &doc->arena);
    for (size_t i = 0; i < count; i++) {
        uint64_t at = rq_tell(c);
        rq_enter(c, "index", (int64_t)i);
        rq_rec_read(c, &rq_rtx_row_rec, &refs[i].row);
        rq_leave(c);
        if (!rq_ok(c))
            return false;
        refs[i].entry = read_row(doc, rtx, places, &refs[i].row, at);
    }
    if (is_order(rtx, RQ_RTX_DESCENDING, refs, count)) {
        rtx->order = RQ_RTX_DESCENDING;
        return true;
    }
    rtx->order = RQ_RTX_ASCENDING;
    if (is_order(rtx, RQ_RTX_ASCENDING, refs, count))
        return true;
    rtx->order = RQ_RTX_EXPLICIT;
    rtx->refs = refs;
    rtx->ref_count = count;
    rq_find(doc, "explicit-layout", rq_tell(c), "index", "in an order of its own");
    return look_at_refs(doc, c, rtx, refs, count);
}

static bool rtx_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_rtx *rtx = doc->root = rq_cur_get(doc, c, 1, sizeof *rtx);
    size_t size = rq_left(c), footer = size - FOOTER;
    if (!rtx)
        return false;
    if (size < FOOTER || memcmp(c->p + footer, "RNAV", 4) != 0)
        return rq_bad(c, size < FOOTER ? RQ_TRUNCATED : RQ_BAD_MAGIC, size < FOOTER ? 0 : footer,
                      "no footer RNAV at the end");
    struct rq_cur end = rq_sub(c, footer, FOOTER, "footer");
    rq_take(&end, 4, RQ_KIND_text, "footer_tag");
    uint64_t at = rq_u32(&end, "index_offset"), count = rq_u32(&end, "index_count");
    if (at > footer || count * RTX_ROW > footer - at)
        return rq_bad(c, RQ_CORRUPT, footer + 4,
                      "an index of %llu rows at %llu does not fit before the footer",
                      (unsigned long long)count, (unsigned long long)at);
    struct rq_cur data = rq_sub(c, 0, at, "entries");
    struct rq_cur index = rq_sub(c, at, footer - at, "index");
    if (!read_entries(doc, &data, rtx) || !read_index(doc, &index, rtx, (size_t)count))
        return false;
    at = rq_tell(&index);
    rtx->index_tail = rq_take_bytes(&index, rq_left(&index), "index_tail");
    if (rtx->index_tail.size)
        rq_find(doc, "bytes-after-index", at, "index", "%zu bytes after the last row",
                rtx->index_tail.size);
    return rq_ok(c);
}

/* ---- writing ---- */

static void write_entry(struct rq_out *out, const struct rq_rtx_entry *entry)
{
    struct rq_rtx_head head = entry->head;
    head.subtype = entry->has_sound;
    head.string_len = (uint16_t)entry->text.size;
    rq_put(out, entry->tag, 4);
    rq_put32be(out, (uint32_t)payload_size(entry));
    if (!entry->raw) {
        rq_rec_write(out, &rq_rtx_head_rec, &head);
        rq_put_bytes(out, entry->text);
    }
    if (!entry->raw && entry->has_sound)
        rq_sound_write(out, &entry->sound,
                       entry->odd_length ? entry->sound.header.data_length
                                         : entry->sound.samples.size);
    rq_put_bytes(out, entry->tail);
}

static bool write_index(const struct rq_rtx *rtx, const uint64_t *places, struct rq_out *out,
                        struct rq_error *err)
{
    size_t n = rtx->entry_count, count = rtx->order == RQ_RTX_EXPLICIT ? rtx->ref_count : n;
    for (size_t i = 0; i < count; i++) {
        size_t entry = rtx->order == RQ_RTX_ASCENDING ? i : n - 1 - i;
        if (rtx->order == RQ_RTX_EXPLICIT)
            entry = rtx->refs[i].entry;
        struct rq_rtx_row row;
        if (entry == RQ_RTX_STRANGER)
            row = rtx->refs[i].row;
        else if (entry < n)
            row = row_of(rtx, places, entry);
        else
            return rq_fail(err, RQ_USAGE, 0, "rtx", "the index names entry %zu of %zu", entry, n);
        rq_rec_write(out, &rq_rtx_row_rec, &row);
    }
    return true;
}

static bool rtx_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    const struct rq_rtx *rtx = doc->root;
    struct rq_arena temp = {.alloc = doc->alloc};
    const uint64_t *places = place_entries(rtx, &temp);
    size_t count = rtx->order == RQ_RTX_EXPLICIT ? rtx->ref_count : rtx->entry_count;
    if (!places)
        return rq_fail(err, RQ_NO_MEMORY, 0, "rtx", "out of memory");
    uint64_t index = places[rtx->entry_count] - 8 + (rtx->no_end ? 0 : 4) + rtx->gap.size;
    bool fine = (index <= UINT32_MAX && count <= UINT32_MAX) ||
                rq_fail(err, RQ_LIMIT, 0, "rtx", "more than 4 GiB");
    for (size_t i = 0; fine && i < rtx->entry_count; i++)
        if (!rtx->entries[i].raw && rtx->entries[i].text.size > RTX_MOST_TEXT)
            fine = rq_fail(err, RQ_LIMIT, 0, "rtx", "the text of %.4s has more than %d bytes",
                           rtx->entries[i].tag, RTX_MOST_TEXT);
    if (fine) {
        rq_reserve(out, (size_t)index + count * RTX_ROW + rtx->index_tail.size + FOOTER);
        for (size_t i = 0; i < rtx->entry_count; i++)
            write_entry(out, &rtx->entries[i]);
        if (!rtx->no_end)
            rq_put(out, "END ", 4);
        rq_put_bytes(out, rtx->gap);
        fine = write_index(rtx, places, out, err);
        rq_put_bytes(out, rtx->index_tail);
        rq_put(out, "RNAV", 4);
        rq_put32(out, (uint32_t)index);
        rq_put32(out, (uint32_t)count);
    }
    rq_arena_free(&temp);
    return fine;
}

/* ---- for a person ---- */

static bool rtx_facts(struct rq_doc *doc)
{
    static const char *const orders[] = {"descending", "ascending", "explicit"};
    const struct rq_rtx *rtx = doc->root;
    size_t voices = 0, raw = 0, letters = 0;
    uint64_t time = 0;
    for (size_t i = 0; i < rtx->entry_count; i++) {
        const struct rq_rtx_entry *entry = &rtx->entries[i];
        raw += entry->raw;
        letters += entry->text.size;
        if (!entry->has_sound)
            continue;
        struct rq_clip clip = rq_sound_clip(&entry->sound);
        voices++;
        time += rq_clip_time(&clip);
    }
    rq_fact_add(doc, "entries", "%zu, %zu of them with a voice", rtx->entry_count, voices);
    rq_fact_add(doc, "text", "%zu bytes", letters);
    rq_fact_time(doc, time);
    rq_fact_add(doc, "index", "%s", orders[rtx->order]);
    if (raw)
        rq_fact_add(doc, "not understood", "%zu entries", raw);
    return true;
}

static bool rtx_fresh(struct rq_doc *doc)
{
    doc->root = rq_arena_get(&doc->arena, 1, sizeof(struct rq_rtx));
    return doc->root != NULL;
}

static bool rtx_opaque(const struct rq_doc *doc)
{
    const struct rq_rtx *rtx = doc->root;
    for (size_t i = 0; i < rtx->entry_count; i++)
        if (rtx->entries[i].raw)
            return true;
    return false;
}

static const struct rq_facet_sounds sounds = {
    .clips = rq_rtx_clips,
    .put_clip = rq_rtx_put_clip,
    .remove_clip = rq_rtx_remove_clip,
};

static const struct rq_facet_texts texts = {
    .texts = rq_rtx_texts,
    .put_text = rq_rtx_put_text,
    .remove_text = rq_rtx_remove_text,
};

static const struct rq_facet_table table = {
    .table = rq_rtx_table,
    .put_table = rq_rtx_put_table,
};

static const struct rq_format_record rtx_records[] = {
    {&rq_rtx_head_rec, "start of each entry, before its text"},
    {&rq_sound_header_rec, "before the samples of a voice"},
    {&rq_rtx_row_rec, "one for each row of the index"},
    {NULL, NULL},
};

static const struct rq_finding_kind rtx_findings[] = {
    {"not-understood", RQ_WARNING,
     "an entry is too short for what it says, or of an unknown subtype",
     "What the game does with it is not known. It is kept as it is and can not be edited."},
    {"unknown-kind", RQ_WARNING, "kind or reserved of an entry is not 0",
     "Both are 0 in every entry of the game. They are kept."},
    {"wrong-length", RQ_WARNING, "data_length of a voice is not the number of bytes that follow",
     "A voice that is said to be longer has what is there; what follows a shorter one is "
     "kept."},
    {"bytes-after-text", RQ_WARNING, "an entry without a voice goes on behind its text",
     "The game is not known to read the bytes. They are kept."},
    {"lost-row", RQ_WARNING, "a row of the index points to no entry",
     "The game finds entries by the index: it would read from the middle of something. The "
     "row is kept."},
    {"row-against-entry", RQ_WARNING, "a row of the index has another tag or size than its entry",
     "The game finds entries by the index, under the tag of the row. The row is kept."},
    {"entry-named-twice", RQ_WARNING, "two rows of the index are of one entry",
     "The second is of no use."},
    {"entry-not-named", RQ_WARNING, "no row of the index is of this entry",
     "The game finds entries by the index: this one can not be found."},
    {"explicit-layout", RQ_INFO, "the index is in an order of its own",
     "The index of the game has the last entry first. Any order is kept as it is."},
    {"no-end", RQ_WARNING, "END is missing after the entries",
     "The game finds entries by the index and not by END. The file is written without it "
     "again."},
    {"gap", RQ_WARNING, "bytes between END and the index",
     "The game is not known to read them. They are kept."},
    {"bytes-after-index", RQ_WARNING, "bytes between the index and the footer",
     "The game is not known to read them. They are kept."},
    RQ_SOUND_FINDINGS,
    {NULL, RQ_WARNING, NULL, NULL},
};

static void rtx_follows(struct rq_doc *doc, struct rq_follow *f)
{
    struct rq_rtx *rtx = doc->root;
    struct rq_follow_elements entries = {0};
    for (size_t i = 0; i < rtx->entry_count; i++) {
        rq_follow_element(&entries, rq_get32((const uint8_t *)rtx->entries[i].tag));
        if (rtx->entries[i].has_sound)
            rq_sound_follows(f, &rtx->entries[i].sound, "entries", i);
    }
    if (rtx->order == RQ_RTX_EXPLICIT) /* its rows name entries by number */
        rq_follow_list(f, &entries, "entries");
}

/* Without a footer: the chunks, END, a row of the index for each of them, and the footer. */
static uint64_t rtx_extent(struct rq_bytes in, bool *exact)
{
    struct rq_error ignored = {0};
    struct rq_ctx ctx = {.err = &ignored};
    struct rq_cur c = rq_cur_over(in, &ctx);
    *exact = false;
    if (in.size >= FOOTER && memcmp(in.data + in.size - FOOTER, "RNAV", 4) == 0)
        return 0;
    uint64_t cut = rq_extent_chunks(in, exact), count = rq_chunk_count(&c), at = 0;
    if (cut || !count)
        return cut;
    for (uint64_t i = 0; i < count; i++)
        at += 8 + (uint64_t)rq_get32be(in.data + at + 4);
    return at > in.size ? at : at + 4 + count * RTX_ROW + FOOTER;
}

const struct rq_format rq_format_rtx = {
    .info = {"rtx", "Dialogue: texts and voices", "redguard", "rtx"},
    .detect = rtx_detect,
    .extent = rtx_extent,
    .read = rtx_read,
    .write = rtx_write,
    .records = rtx_records,
    .findings = rtx_findings,
    .no_rule = "not-understood",
    .shape = &rq_rtx_shape,
    .follows = rtx_follows,
    .facts = rtx_facts,
    .fresh = rtx_fresh,
    .opaque = rtx_opaque,
    .sounds = &sounds,
    .table = &table,
    .texts = &texts,
    .salvage = &rq_rtx_salvage,
};
