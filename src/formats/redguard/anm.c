/* ANM: a header, a palette, a table of 256 pages, pages of 64 KiB. A page holds records; a record
 * is what changes from one frame to the next. One layout. */
#include "formats/format.h"
#include "formats/redguard/colors.h"

#include <reliquary/anm.h>

enum { HEADER = 256, COLORS = 1024, START = 2816, PAGE = 65536, PAGE_HEAD = 8, FLAGS = 0xC000 };

/* A record of no bytes repeats a frame. All frames together may be this many times the file's
 * size and this much more; those beyond are not shown. */
enum { MOST_TIMES = 32, MOST_MORE = 16 << 20 };

RQ_RECORD_TABLE(rq_anm_header, RQ_ANM_HEADER);
RQ_RECORD_TABLE(rq_anm_page_entry, RQ_ANM_PAGE);

static unsigned anm_detect(struct rq_bytes in, const char *name)
{
    (void)name;
    if (in.size < 20 || memcmp(in.data, "LPF ", 4) != 0)
        return 0;
    return memcmp(in.data + 16, "ANIM", 4) == 0 ? 64 : 0;
}

/* ---- reading ---- */

/* Sizes first, then the records. */
static bool records_fit(const struct rq_cur *c, size_t count)
{
    size_t total = count * 2;
    if (total > rq_left(c))
        return false;
    for (size_t i = 0; i < count; i++)
        total += rq_get16(c->p + i * 2);
    return total <= rq_left(c);
}

static bool read_page(struct rq_doc *doc, struct rq_cur *c, struct rq_anm_page *page)
{
    rq_rec_read(c, &rq_anm_page_entry_rec, &page->head);
    page->continued = rq_u16(c, "continued");
    size_t count = page->head.record_count & (unsigned)~FLAGS;
    if (!rq_ok(c))
        return false;
    page->raw = !records_fit(c, count);
    if (page->raw) {
        rq_find(doc, "not-understood", rq_tell(c), "page", "kept as it is: %zu records do not fit",
                count);
        page->slack = rq_take_bytes(c, rq_left(c), "slack");
        return rq_ok(c);
    }
    const uint8_t *sizes = rq_take(c, count * 2, RQ_KIND_bytes, "record_sizes");
    page->records = rq_cur_get(doc, c, count, sizeof *page->records);
    for (; sizes && page->records && page->count < count; page->count++)
        page->records[page->count] = rq_take_bytes(c, rq_get16(sizes + page->count * 2), "record");
    page->slack = rq_take_bytes(c, rq_left(c), "slack");
    return rq_ok(c);
}

static bool read_pages(struct rq_doc *doc, struct rq_cur *c, struct rq_anm *anm)
{
    size_t there = (rq_left(c) + PAGE - 1) / PAGE, count = anm->header.page_count;
    if (count > there || count > 256)
        return rq_bad(c, RQ_CORRUPT, 6, "%zu pages, but there is room for %zu", count, there);
    anm->pages = rq_cur_get(doc, c, count, sizeof *anm->pages);
    while (anm->pages && anm->page_count < count) {
        size_t size = rq_left(c) < PAGE ? rq_left(c) : PAGE;
        struct rq_cur in = rq_sub(c, (uint64_t)(c->p - c->begin), size, "page");
        rq_enter(c, "pages", (int64_t)anm->page_count);
        if (!rq_ok(c) || !read_page(doc, &in, &anm->pages[anm->page_count++]))
            return false;
        rq_leave(c);
        c->p = in.p;
    }
    return anm->pages != NULL;
}

static bool anm_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_anm *anm = doc->root = rq_cur_get(doc, c, 1, sizeof *anm);
    if (!anm || !rq_rec_read(c, &rq_anm_header_rec, &anm->header))
        return false;
    if (anm_detect(doc->source, "") == 0)
        return rq_bad(c, RQ_BAD_MAGIC, 0, "not an LPF file of kind ANIM");
    anm->colors = rq_take(c, COLORS, RQ_KIND_bytes, "colors");
    for (size_t i = 0; i < 256; i++)
        if (!rq_rec_read(c, &rq_anm_page_entry_rec, &anm->table[i]))
            return false;
    if (!read_pages(doc, c, anm))
        return false;
    uint64_t at = rq_tell(c);
    anm->trailing = rq_take_bytes(c, rq_left(c), "trailing");
    if (anm->trailing.size)
        rq_find(doc, "trailing-bytes", at, "trailing", "%zu bytes after the last page",
                anm->trailing.size);
    for (size_t i = 0; i < anm->page_count; i++)
        if (memcmp(&anm->table[i], &anm->pages[i].head, sizeof anm->table[i]) != 0)
            rq_find(doc, "page-against-table", START + i * PAGE, "page",
                    "%zu differs from its entry in the table", i);
    return rq_ok(c);
}

/* ---- writing ---- */

static const char *misshape(const struct rq_anm *anm)
{
    if (anm->header.page_count != anm->page_count || anm->page_count > 256)
        return "page_count is not the number of pages";
    for (size_t i = 0; i < anm->page_count; i++) {
        const struct rq_anm_page *page = &anm->pages[i];
        size_t size = PAGE_HEAD + page->count * 2 + page->slack.size;
        if (!page->raw && page->count != (page->head.record_count & (unsigned)~FLAGS))
            return "record_count is not the number of records of a page";
        for (size_t k = 0; k < page->count; k++) {
            if (page->records[k].size > UINT16_MAX)
                return "a record passes 65535 bytes";
            size += page->records[k].size;
        }
        if (size > PAGE || (size < PAGE && i + 1 < anm->page_count))
            return "a page has 65536 bytes, and only the last may have less";
        if (size < PAGE && anm->trailing.size)
            return "nothing can follow a page of less than 65536 bytes";
    }
    return NULL;
}

static bool anm_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    const struct rq_anm *anm = doc->root;
    const char *wrong = misshape(anm);
    if (wrong)
        return rq_fail(err, RQ_USAGE, 0, "anm", "%s", wrong);
    rq_rec_write(out, &rq_anm_header_rec, &anm->header);
    rq_put(out, anm->colors, COLORS);
    for (size_t i = 0; i < 256; i++)
        rq_rec_write(out, &rq_anm_page_entry_rec, &anm->table[i]);
    for (size_t i = 0; i < anm->page_count; i++) {
        const struct rq_anm_page *page = &anm->pages[i];
        rq_rec_write(out, &rq_anm_page_entry_rec, &page->head);
        rq_put16(out, page->continued);
        for (size_t k = 0; k < page->count; k++)
            rq_put16(out, (uint16_t)page->records[k].size);
        for (size_t k = 0; k < page->count; k++)
            rq_put_bytes(out, page->records[k]);
        rq_put_bytes(out, page->slack);
    }
    rq_put_bytes(out, anm->trailing);
    return true;
}

/* ---- JSON ---- */

static bool all_zero(struct rq_bytes bytes)
{
    for (size_t i = 0; i < bytes.size; i++)
        if (bytes.data[i])
            return false;
    return true;
}

/* Bytes that are mostly zero: only how many. */
static bool put_slack(struct rq_shaper *s, const void *object)
{
    const struct rq_anm_page *page = object;
    if (!page->slack.size)
        return true;
    rq_json_key(s->j, s->member->name);
    if (all_zero(page->slack))
        rq_json_u64(s->j, page->slack.size);
    else
        rq_json_base64(s->j, page->slack);
    return true;
}

static void take_slack(struct rq_shaper *s, void *object)
{
    struct rq_anm_page *page = object;
    if (rq_jr_peek(s->jr) == RQ_J_STRING) {
        page->slack = rq_jr_base64(s->jr);
        return;
    }
    page->slack.size = (size_t)rq_jr_unsigned(s->jr, PAGE);
    page->slack.data = rq_jr_get(s->jr, page->slack.size, 1);
}

static bool is_understood(const struct rq_shaper *s, const void *page)
{
    (void)s;
    return !((const struct rq_anm_page *)page)->raw;
}

static void finish_page(struct rq_shaper *s, void *object)
{
    struct rq_anm_page *page = object;
    (void)s;
    page->raw = !page->records;
}

static const struct rq_member page_members[] = {
    {RQ_RECORD(rq_anm_page, head, rq_anm_page_entry_rec)},
    {RQ_VALUE("continued", rq_anm_page, continued, u16)},
    {RQ_LIST("records", rq_anm_page, records, count, rq_bytes_shape), .when = is_understood},
    {RQ_HOOK("slack", put_slack, take_slack)},
};
static const struct rq_shape page_shape = {RQ_SHAPE("page", rq_anm_page, RQ_IN_LINES, page_members),
                                           .finish = finish_page};

/* The table without the empty entries at its end. */
struct entries {
    const struct rq_anm_page_entry *items;
    size_t count;
};

static const struct rq_member entry_members[] = {{RQ_FIELDS(rq_anm_page_entry_rec)}};
static const struct rq_shape entry_shape = {
    RQ_SHAPE("entry", rq_anm_page_entry, RQ_IN_ROW, entry_members)};
static const struct rq_member entries_members[] = {
    {RQ_LIST("table", entries, items, count, entry_shape)}};
static const struct rq_shape entries_shape = {
    RQ_SHAPE("table", entries, RQ_AS_ITEM, entries_members)};

static bool put_table(struct rq_shaper *s, const void *object)
{
    const struct rq_anm *anm = object;
    struct entries entries = {anm->table, 256};
    while (entries.count &&
           all_zero((struct rq_bytes){(const uint8_t *)&anm->table[entries.count - 1],
                                      sizeof anm->table[0]}))
        entries.count--;
    rq_json_key(s->j, s->member->name);
    return rq_shape_put_value(s, &entries_shape, &entries);
}

static void take_table(struct rq_shaper *s, void *object)
{
    struct rq_anm *anm = object;
    struct entries entries = {0};
    if (!rq_shape_take_value(s, &entries_shape, &entries))
        return;
    if (entries.count > 256)
        rq_jr_bad(s->jr, "more than 256 pages");
    else if (entries.count)
        memcpy(anm->table, entries.items, entries.count * sizeof anm->table[0]);
}

/* Readers need these counts to be right; a file can't have others. */
static void count(struct rq_anm *anm)
{
    anm->header.page_count = (uint16_t)anm->page_count;
    for (size_t i = 0; i < anm->page_count; i++) {
        struct rq_anm_page *page = &anm->pages[i];
        if (!page->raw && page->count <= (unsigned)~FLAGS)
            page->head.record_count =
                (uint16_t)((page->head.record_count & (unsigned)FLAGS) | page->count);
    }
}

static void follow_entry(struct rq_follow *f, struct rq_anm_page_entry *entry,
                         const struct rq_anm_page *page, size_t first, const char *path, size_t i)
{
    size_t bytes = 0;
    for (size_t k = 0; k < page->count; k++)
        bytes += page->records[k].size;
    rq_follow(f, &entry->first_record, 2, (uint16_t)first, "%s/%zu/first_record", path, i);
    rq_follow(f, &entry->record_count, 2, page->head.record_count, "%s/%zu/record_count", path, i);
    rq_follow(f, &entry->byte_count, 2, (uint16_t)bytes, "%s/%zu/byte_count", path, i);
}

/* What pages of unknown records hold is not known. */
static void anm_follows(struct rq_doc *doc, struct rq_follow *f)
{
    struct rq_anm *anm = doc->root;
    size_t first = 0;
    for (size_t i = 0; i < anm->page_count; i++) {
        if (anm->pages[i].raw)
            return;
        follow_entry(f, &anm->pages[i].head, &anm->pages[i], first, "pages", i);
        follow_entry(f, &anm->table[i], &anm->pages[i], first, "table", i);
        first += anm->pages[i].count;
    }
    rq_follow(f, &anm->header.record_count, 4, first, "record_count");
    rq_follow(f, &anm->header.frame_count, 4, first, "frame_count");
}

static void finish(struct rq_shaper *s, void *object)
{
    count(object);
    const char *wrong = misshape(object);
    if (wrong)
        rq_jr_bad(s->jr, "%s", wrong);
}

static const struct rq_member members[] = {
    {RQ_RECORD(rq_anm, header, rq_anm_header_rec)},
    {RQ_BLOCK("colors", rq_anm, colors, rq_color_bgr_shape, 256), .required = true},
    {RQ_HOOK("table", put_table, take_table)},
    {RQ_LIST("pages", rq_anm, pages, page_count, page_shape)},
    {RQ_MEMBER("trailing", rq_anm, trailing, BYTES)},
};
static const struct rq_shape anm_shape = {RQ_SHAPE("anm", rq_anm, RQ_IN_LINES, members),
                                          .finish = finish};

/* ---- for a person, and as pictures ---- */

static size_t shown_frames(const struct rq_anm *anm)
{
    const struct rq_anm_header *h = &anm->header;
    size_t count = 0, last = h->has_last_delta ? 1 : 0;
    for (size_t i = 0; i < anm->page_count; i++)
        count += anm->pages[i].count;
    if (count > h->frame_count)
        count = h->frame_count;
    return count > last ? count - last : 0;
}

static bool anm_facts(struct rq_doc *doc)
{
    const struct rq_anm *anm = doc->root;
    rq_fact_add(doc, "size", "%d x %d", anm->header.width, anm->header.height);
    rq_fact_add(doc, "frames", "%zu, %d a second", shown_frames(anm),
                anm->header.frames_per_second);
    rq_fact_add(doc, "pages", "%zu", anm->page_count);
    return true;
}

static bool anm_opaque(const struct rq_doc *doc)
{
    const struct rq_anm *anm = doc->root;
    for (size_t i = 0; i < anm->page_count; i++)
        if (anm->pages[i].raw)
            return true;
    return false;
}

/* What one step of a record does: how many pixels, from the stream, from one byte or not at all. */
struct step {
    enum { SKIP, RUN, DUMP, STOP } what;
    size_t count;
};

/* A byte below 128 and not 0: as many bytes follow. 0: a count and a byte. Above 128: skip. 128: a
 * word; 0 stops, below 0x8000 skips, then dumps, from 0xC000 runs. */
static struct step next_step(struct rq_bytes data, size_t *at)
{
    if (*at >= data.size)
        return (struct step){STOP, 0};
    unsigned op = data.data[(*at)++];
    if (op > 0x80)
        return (struct step){SKIP, op & 0x7F};
    if (op && op < 0x80)
        return (struct step){DUMP, op};
    if (op == 0 && *at < data.size)
        return (struct step){RUN, data.data[(*at)++]};
    if (op == 0 || data.size - *at < 2)
        return (struct step){STOP, 0};
    unsigned word = rq_get16(data.data + *at);
    *at += 2;
    if (word < 0x8000)
        return (struct step){word ? SKIP : STOP, word};
    return (struct step){word < 0xC000 ? DUMP : RUN, word & 0x3FFF};
}

/* Applies a record to the frame before it. What goes beyond the frame or the record ends it. */
static void play(struct rq_bytes record, uint8_t *frame, size_t size)
{
    size_t at = 4, done = 0;
    if (record.size < 4 || record.data[0] != 'B')
        return;
    if (record.data[1])
        at += ((size_t)rq_get16(record.data + 2) + 1) / 2 * 2;
    while (done < size) {
        struct step step = next_step(record, &at);
        size_t n = step.count < size - done ? step.count : size - done;
        size_t needed = step.what == RUN ? 1 : step.what == DUMP ? n : 0;
        if (step.what == STOP || at > record.size || needed > record.size - at)
            return;
        if (step.what == RUN)
            memset(frame + done, record.data[at], n);
        else if (step.what == DUMP)
            memcpy(frame + done, record.data + at, n);
        at += step.what == DUMP ? step.count : needed;
        done += n;
    }
}

/* The record of a frame: pages may stand in any order. */
static struct rq_bytes find_record(const struct rq_anm *anm, size_t number)
{
    for (size_t i = 0; i < anm->page_count; i++) {
        const struct rq_anm_page *page = &anm->pages[i];
        size_t first = page->head.first_record;
        if (number >= first && number - first < page->count)
            return page->records[number - first];
    }
    return (struct rq_bytes){0};
}

static void play_all(const struct rq_anm *anm, struct rq_plane *planes, uint8_t *pixels,
                     size_t frames)
{
    uint32_t width = anm->header.width, height = anm->header.height;
    size_t size = (size_t)width * height;
    for (size_t i = 0; i < frames; i++) {
        uint8_t *frame = pixels + i * size;
        if (i)
            memcpy(frame, frame - size, size);
        play(find_record(anm, i), frame, size);
        planes[i] = (struct rq_plane){width, height, {frame, size}};
    }
}

static bool anm_images(struct rq_doc *doc, const struct rq_view *view,
                       const struct rq_image **images, size_t *count)
{
    const struct rq_anm *anm = doc->root;
    size_t size = (size_t)anm->header.width * anm->header.height, frames = shown_frames(anm);
    uint64_t most = (uint64_t)doc->source.size * MOST_TIMES + MOST_MORE;
    *count = 0;
    if (!size || !frames || size > most)
        return true;
    frames = frames < most / size ? frames : (size_t)(most / size);
    struct rq_image *image = rq_arena_get(view->arena, 1, sizeof *image);
    struct rq_plane *planes = rq_arena_get(view->arena, frames, sizeof *planes);
    uint32_t *delays = rq_arena_get(view->arena, frames, sizeof *delays);
    uint8_t *pixels = rq_arena_get(view->arena, frames, size);
    uint8_t *palette = rq_arena_get(view->arena, 256, 3);
    if (!image || !planes || !delays || !pixels || !palette)
        return rq_fail(view->err, RQ_NO_MEMORY, 0, "anm", "out of memory");
    for (size_t i = 0; i < 768; i++)
        palette[i] = anm->colors[i / 3 * 4 + 2 - i % 3];
    for (size_t i = 0; i < frames; i++)
        delays[i] = 1000u / (anm->header.frames_per_second ? anm->header.frames_per_second : 1);
    play_all(anm, planes, pixels, frames);
    *image = (struct rq_image){.pixels = RQ_PIXELS_INDEX8,
                               .palette = palette,
                               .mips = 1,
                               .faces = 1,
                               .frames = (uint32_t)frames,
                               .delays_ms = frames > 1 ? delays : NULL,
                               .planes = planes};
    *images = image;
    *count = 1;
    return true;
}

static const struct rq_facet_pictures pictures = {
    .indexed = true,
    .images = anm_images,
};

static const struct rq_format_record anm_records[] = {
    {&rq_anm_header_rec, "header"},
    {&rq_anm_page_entry_rec, "256 in the table of pages; and the start of each page"},
    {NULL, NULL},
};

static const struct rq_finding_kind anm_findings[] = {
    {"not-understood", RQ_WARNING, "the records of a page do not fit in it",
     "The page is kept as it is; the frames that it has can not be shown."},
    {"stale-value", RQ_WARNING, "a count of records or bytes is not what the pages hold",
     "Players may go by it. It is kept until an edit changes the pages; then it is counted."},
    {"page-against-table", RQ_WARNING,
     "a page begins with something else than its entry in the table",
     "Players may go by either. Both are kept."},
    {"trailing-bytes", RQ_WARNING, "bytes after the last page",
     "Players do not read them. They are kept when the file is written."},
    {NULL, RQ_WARNING, NULL, NULL},
};

const struct rq_format rq_format_anm = {
    .info = {"anm", "Deluxe Paint animation", "redguard", "anm"},
    .detect = anm_detect,
    .read = anm_read,
    .write = anm_write,
    .records = anm_records,
    .findings = anm_findings,
    .no_rule = "not-understood",
    .shape = &anm_shape,
    .follows = anm_follows,
    .facts = anm_facts,
    .opaque = anm_opaque,
    .pictures = &pictures,
};
