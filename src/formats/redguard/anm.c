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
        rq_find(doc, "odd-size", rq_tell(c), "page", "kept as it is: %zu records do not fit",
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
            rq_find(doc, "odd-value", START + i * PAGE, "page",
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
static void slack_json(struct rq_json *j, struct rq_bytes slack)
{
    if (!slack.size)
        return;
    rq_json_key(j, "slack");
    if (all_zero(slack))
        rq_json_u64(j, slack.size);
    else
        rq_json_base64(j, slack);
}

static void page_json(struct rq_doc *doc, struct rq_json *j, const struct rq_anm_page *page)
{
    rq_json_object(j);
    rq_rec_json(j, &rq_anm_page_entry_rec, &page->head, doc->page, NULL);
    rq_json_key(j, "continued");
    rq_json_u64(j, page->continued);
    if (!page->raw) {
        rq_json_key(j, "records");
        rq_json_array(j);
        for (size_t i = 0; i < page->count; i++)
            rq_json_base64(j, page->records[i]);
        rq_json_end_array(j);
    }
    slack_json(j, page->slack);
    rq_json_end_object(j);
}

static bool anm_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err)
{
    const struct rq_anm *anm = doc->root;
    size_t entries = 256;
    (void)err;
    rq_rec_json(j, &rq_anm_header_rec, &anm->header, doc->page, NULL);
    rq_colors_json(j, "colors", anm->colors, 256, 4);
    while (entries && all_zero((struct rq_bytes){(const uint8_t *)&anm->table[entries - 1],
                                                 sizeof anm->table[0]}))
        entries--;
    rq_json_key(j, "table");
    rq_json_array(j);
    for (size_t i = 0; i < entries; i++) {
        rq_json_object_row(j);
        rq_rec_json(j, &rq_anm_page_entry_rec, &anm->table[i], doc->page, NULL);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
    rq_json_key(j, "pages");
    rq_json_array(j);
    for (size_t i = 0; i < anm->page_count; i++)
        page_json(doc, j, &anm->pages[i]);
    rq_json_end_array(j);
    rq_json_bytes(j, "trailing", anm->trailing);
    return true;
}

static void take_table(struct rq_doc *doc, struct rq_jr *jr, struct rq_anm *anm)
{
    struct rq_str key;
    size_t n = 0;
    rq_jr_array(jr);
    for (; rq_jr_more(jr); n++) {
        if (n == 256) {
            rq_jr_bad(jr, "more than 256 pages");
            return;
        }
        rq_jr_object(jr);
        while (rq_jr_key(jr, &key))
            if (!rq_rec_take(jr, &rq_anm_page_entry_rec, &anm->table[n], doc->page, key))
                rq_jr_unknown(jr, key);
    }
}

static void take_slack(struct rq_jr *jr, struct rq_anm_page *page)
{
    if (rq_jr_peek(jr) == RQ_J_STRING) {
        page->slack = rq_jr_base64(jr);
        return;
    }
    page->slack.size = (size_t)rq_jr_unsigned(jr, PAGE);
    page->slack.data = rq_jr_get(jr, page->slack.size, 1);
}

static void take_page(struct rq_doc *doc, struct rq_jr *jr, struct rq_anm_page *page)
{
    struct rq_str key;
    page->raw = true;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "records") && page->raw) {
            page->records = rq_jr_get(jr, rq_jr_length(jr), sizeof *page->records);
            page->raw = false;
            rq_jr_array(jr);
            while (page->records && rq_jr_more(jr))
                page->records[page->count++] = rq_jr_base64(jr);
        } else if (rq_str_is(key, "continued")) {
            page->continued = (uint16_t)rq_jr_unsigned(jr, UINT16_MAX);
        } else if (rq_str_is(key, "slack")) {
            take_slack(jr, page);
        } else if (!rq_rec_take(jr, &rq_anm_page_entry_rec, &page->head, doc->page, key)) {
            rq_jr_unknown(jr, key);
        }
    }
}

static bool anm_from_json(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_anm *anm = doc->root = rq_jr_get(jr, 1, sizeof *anm);
    struct rq_str key;
    if (!anm)
        return false;
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "colors")) {
            anm->colors = rq_colors_take(jr, 256, 4);
        } else if (rq_str_is(key, "table")) {
            take_table(doc, jr, anm);
        } else if (rq_str_is(key, "pages") && !anm->pages) {
            anm->pages = rq_jr_get(jr, rq_jr_length(jr), sizeof *anm->pages);
            rq_jr_array(jr);
            while (anm->pages && rq_jr_more(jr))
                take_page(doc, jr, &anm->pages[anm->page_count++]);
        } else if (rq_str_is(key, "trailing")) {
            anm->trailing = rq_jr_base64(jr);
        } else if (!rq_rec_take(jr, &rq_anm_header_rec, &anm->header, doc->page, key)) {
            rq_jr_unknown(jr, key);
        }
    }
    if (!rq_jr_ok(jr))
        return false;
    const char *wrong = anm->colors ? misshape(anm) : "\"colors\" is missing";
    return !wrong || rq_jr_bad(jr, "%s", wrong);
}

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

const struct rq_format rq_format_anm = {
    .info = {"anm", "Deluxe Paint animation", "redguard", "anm"},
    .detect = anm_detect,
    .read = anm_read,
    .write = anm_write,
    .to_json = anm_to_json,
    .from_json = anm_from_json,
    .facts = anm_facts,
    .opaque = anm_opaque,
    .pictures = &pictures,
};
