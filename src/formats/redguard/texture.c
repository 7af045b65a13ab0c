/* TEXTURE: files of the software renderer that have no magic. A bank in the layout of Daggerfall's
 * TEXTURE files, a table of rows of 256, or bytes of which nothing is known. Every record of a bank
 * says where it stands, so that places are fields, not a layout. */
#include "formats/format.h"

#include <reliquary/texture.h>

enum { HEADER = 26, ENTRY = 20, IMAGE = 28, ROW = 256 };

/* Many entries can name one picture. All rows, taken as 256 bytes each, may come to this many times
 * the file's size and this much more. */
enum { MOST_TIMES = 3, MOST_MORE = 3 << 20 };

RQ_RECORD_TABLE(rq_texture_header, RQ_TEXTURE_HEADER);
RQ_RECORD_TABLE(rq_texture_entry, RQ_TEXTURE_ENTRY);
RQ_RECORD_TABLE(rq_texture_image, RQ_TEXTURE_IMAGE);

/* "TEXTURE.", "SHADE." or "HAZE." and three digits: there is nothing else to go by. */
static unsigned texture_detect(struct rq_bytes in, const char *name)
{
    static const char *const patterns[] = {"texture.???", "shade.???", "haze.???"};
    size_t n = strlen(name), base = n;
    while (base && name[base - 1] != '/' && name[base - 1] != '\\')
        base--;
    for (size_t i = n > 3 ? n - 3 : 0; i < n; i++)
        if (name[i] < '0' || name[i] > '9')
            return 0;
    for (size_t i = 0; i < 3 && in.size; i++)
        if (rq_glob(patterns[i], name + base))
            return 8;
    return 0;
}

/* ---- reading ---- */

/* Whether the bytes are a bank by every rule that is known: a printable name, zeros where zeros
 * belong, records inside the file. */
static bool looks_like_bank(struct rq_bytes in)
{
    if (in.size < HEADER)
        return false;
    unsigned count = rq_get16(in.data);
    if (count == 0 || count > INT16_MAX || count > (in.size - HEADER) / ENTRY)
        return false;
    bool ended = false;
    for (size_t i = 2; i < HEADER; i++) {
        ended |= in.data[i] == 0;
        if (!ended && (in.data[i] < ' ' || in.data[i] > '~'))
            return false;
    }
    for (size_t i = 0; i < count; i++) {
        const uint8_t *entry = in.data + HEADER + i * ENTRY;
        uint32_t at = rq_get32(entry + 2);
        if (rq_get64(entry + 12) || at < HEADER + (size_t)count * ENTRY || at > in.size ||
            in.size - at < IMAGE)
            return false;
    }
    return true;
}

/* Plain pictures of one frame: rows 256 bytes apart. */
static const uint8_t *find_pixels(struct rq_bytes in, const struct rq_texture_record *record,
                                  uint64_t *budget)
{
    const struct rq_texture_image *h = &record->image;
    uint64_t at = (uint64_t)record->entry.position + h->data_offset;
    if (h->compression || h->frame_count != 1 || h->width < 1 || h->width > ROW || h->height < 1)
        return NULL;
    uint64_t cost = (uint64_t)h->height * ROW;
    uint64_t end = at + cost - ROW + (uint64_t)h->width;
    if (end > in.size || cost > *budget)
        return NULL;
    *budget -= cost;
    return in.data + at;
}

static void cover_record(struct rq_cur *c, struct rq_cover *cover,
                         const struct rq_texture_record *record)
{
    const struct rq_texture_image *h = &record->image;
    uint64_t at = (uint64_t)record->entry.position + h->data_offset;
    rq_cover_add(cover, record->entry.position, IMAGE);
    for (int y = 0; record->pixels && y < h->height; y++, at += ROW) {
        rq_cover_add(cover, at, (uint64_t)h->width);
        rq_note_at(c, c->base + at, (size_t)h->width, RQ_KIND_bytes, (size_t)h->width, "pixels");
    }
}

static bool read_bank(struct rq_doc *doc, struct rq_cur *c, struct rq_texture_file *texture)
{
    struct rq_cover cover = {.arena = &doc->arena};
    uint64_t budget = (uint64_t)doc->source.size * MOST_TIMES + MOST_MORE;
    texture->kind = RQ_TEXTURE_BANK;
    rq_rec_read(c, &rq_texture_header_rec, &texture->header);
    size_t count = (size_t)texture->header.record_count;
    texture->records = rq_cur_get(doc, c, count, sizeof *texture->records);
    texture->strays = rq_cur_get(doc, c, 1, sizeof *texture->strays);
    rq_cover_add(&cover, 0, HEADER + count * ENTRY);
    for (size_t i = 0; i < count && rq_ok(c); i++) {
        struct rq_texture_record *record = &texture->records[i];
        rq_enter(c, "records", (int64_t)i);
        rq_rec_read(c, &rq_texture_entry_rec, &record->entry);
        struct rq_cur in = rq_sub(c, record->entry.position, IMAGE, "image");
        rq_rec_read(&in, &rq_texture_image_rec, &record->image);
        record->pixels = find_pixels(doc->source, record, &budget);
        record->stride = ROW;
        cover_record(c, &cover, record);
        texture->record_count++;
        rq_leave(c);
    }
    if (!rq_ok(c))
        return false;
    if (!rq_cover_strays(&cover, doc->source, texture->strays))
        return rq_bad_memory(c, &doc->arena);
    for (size_t i = 0; i < texture->strays->count; i++) {
        const struct rq_stray *stray = &texture->strays->items[i];
        rq_note_at(c, c->base + stray->offset, stray->bytes.size, RQ_KIND_bytes, stray->bytes.size,
                   "stray");
    }
    return true;
}

static bool texture_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_texture_file *texture = doc->root = rq_cur_get(doc, c, 1, sizeof *texture);
    if (!texture)
        return false;
    if (looks_like_bank(doc->source))
        return read_bank(doc, c, texture);
    size_t size = rq_left(c);
    if (!size)
        return rq_bad(c, RQ_TRUNCATED, 0, "an empty file");
    texture->kind = size % ROW ? RQ_TEXTURE_RAW : RQ_TEXTURE_TABLE;
    texture->bytes.data = rq_take(c, size, RQ_KIND_bytes, size % ROW ? "bytes" : "rows");
    texture->bytes.size = size;
    if (texture->kind == RQ_TEXTURE_RAW)
        rq_find(doc, "not-understood", 0, "bytes",
                "neither a bank of pictures nor rows of 256: kept as they are");
    return rq_ok(c);
}

/* ---- writing ---- */

static uint64_t most_size(const struct rq_texture_file *texture)
{
    uint64_t most = HEADER;
    for (size_t i = 0; i < texture->record_count; i++) {
        const struct rq_texture_image *h = &texture->records[i].image;
        most += ENTRY + IMAGE;
        if (texture->records[i].pixels)
            most += (uint64_t)h->width * (uint64_t)h->height;
    }
    for (size_t i = 0; i < texture->strays->count; i++)
        most += texture->strays->items[i].bytes.size;
    return most;
}

/* A record as bytes, for a place. */
static void place_record(struct rq_place *place, uint64_t at, const struct rq_rec *rec,
                         const void *record, struct rq_out *temp)
{
    rq_out_cut(temp, 0);
    rq_rec_write(temp, rec, record);
    if (!temp->failed)
        rq_place_put(place, at, temp->data, temp->size);
    else
        place->no_memory = true;
}

static void place_all(struct rq_place *place, const struct rq_texture_file *texture,
                      struct rq_out *temp)
{
    place_record(place, 0, &rq_texture_header_rec, &texture->header, temp);
    for (size_t i = 0; i < texture->record_count; i++) {
        const struct rq_texture_record *record = &texture->records[i];
        const struct rq_texture_image *h = &record->image;
        uint64_t at = record->entry.position;
        place_record(place, HEADER + i * ENTRY, &rq_texture_entry_rec, &record->entry, temp);
        place_record(place, at, &rq_texture_image_rec, h, temp);
        for (size_t y = 0; record->pixels && y < (size_t)h->height; y++)
            rq_place_put(place, at + h->data_offset + y * ROW, record->pixels + y * record->stride,
                         (size_t)h->width);
    }
    rq_place_strays(place, texture->strays);
}

static bool write_bank(struct rq_doc *doc, const struct rq_texture_file *texture,
                       struct rq_out *out, struct rq_error *err)
{
    struct rq_arena arena = {.alloc = doc->alloc};
    struct rq_out temp = {.alloc = doc->alloc};
    struct rq_place place;
    bool fine = false;
    if (texture->header.record_count < 0 ||
        (size_t)texture->header.record_count != texture->record_count)
        rq_fail(err, RQ_USAGE, 0, "texture", "record_count is not the number of records");
    else if (texture->strays->size > most_size(texture))
        rq_fail(err, RQ_USAGE, 0, "texture", "the records and strays leave holes");
    else if (!rq_place_open(&place, &arena, texture->strays->size))
        rq_fail(err, RQ_NO_MEMORY, 0, "texture", "out of memory");
    else
        fine = true;
    if (fine) {
        place_all(&place, texture, &temp);
        fine = rq_place_whole(&place) ||
               rq_fail(err, place.no_memory ? RQ_NO_MEMORY : RQ_USAGE, 0, "texture",
                       "records and strays do not fit together at their places");
    }
    if (fine)
        rq_put(out, place.data, place.size);
    rq_out_free(&temp);
    rq_arena_free(&arena);
    return fine;
}

static bool texture_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    const struct rq_texture_file *texture = doc->root;
    if (texture->kind == RQ_TEXTURE_BANK)
        return write_bank(doc, texture, out, err);
    rq_put_bytes(out, texture->bytes);
    return true;
}

/* ---- JSON ---- */

/* A record with its pixels in one piece, once they have been taken. */
struct form {
    struct rq_texture_record record;
    struct rq_bytes pixels;
};

static bool put_pixels(struct rq_shaper *s, const void *object)
{
    const struct rq_texture_record *record = &((const struct form *)object)->record;
    struct rq_out rows = {.alloc = ((const struct rq_doc *)s->doc)->alloc};
    for (size_t y = 0; y < (size_t)record->image.height; y++)
        rq_put(&rows, record->pixels + y * record->stride, (size_t)record->image.width);
    rq_json_key(s->j, s->member->name);
    rq_json_base64(s->j, rq_out_bytes(&rows));
    bool fine = !rows.failed || rq_fail_out(s->err, &rows);
    rq_out_free(&rows);
    return fine;
}

static void take_pixels(struct rq_shaper *s, void *form)
{
    ((struct form *)form)->pixels = rq_jr_base64(s->jr);
}

static bool has_pixels(const struct rq_shaper *s, const void *form)
{
    (void)s;
    return ((const struct form *)form)->record.pixels != NULL;
}

static const struct rq_member record_members[] = {
    {RQ_RECORD(form, record.entry, rq_texture_entry_rec)},
    {RQ_RECORD(form, record.image, rq_texture_image_rec)},
    {RQ_HOOK("pixels", put_pixels, take_pixels), .when = has_pixels},
};

static bool fill_record(struct rq_shaper *s, const void *object, void *form)
{
    (void)s;
    ((struct form *)form)->record = *(const struct rq_texture_record *)object;
    return true;
}

static void put_record_back(struct rq_shaper *s, void *form, void *object)
{
    const struct form *f = form;
    struct rq_texture_record *record = object;
    const struct rq_texture_image *h = &f->record.image;
    bool sound = h->width > 0 && h->width <= ROW && h->height > 0 &&
                 f->pixels.size == (size_t)h->width * (size_t)h->height;
    if (f->pixels.data && !sound)
        rq_jr_bad(s->jr, "%zu pixels, not %d x %d", f->pixels.size, h->width, h->height);
    *record = f->record;
    record->pixels = sound ? f->pixels.data : NULL;
    record->stride = sound ? (size_t)h->width : 0;
}

static const struct rq_shape record_shape = {
    RQ_SHAPE("record", rq_texture_record, RQ_IN_LINES, record_members),
    RQ_FORM(form, fill_record, put_record_back)};

static bool put_rows(struct rq_shaper *s, const void *object)
{
    const struct rq_texture_file *texture = object;
    rq_json_key(s->j, s->member->name);
    rq_json_array(s->j);
    for (size_t at = 0; at < texture->bytes.size; at += ROW)
        rq_json_base64(s->j, (struct rq_bytes){texture->bytes.data + at, ROW});
    rq_json_end_array(s->j);
    return true;
}

static void take_rows(struct rq_shaper *s, void *object)
{
    struct rq_texture_file *texture = object;
    size_t count = rq_jr_length(s->jr), n = 0;
    uint8_t *bytes = rq_jr_get(s->jr, count, ROW);
    rq_jr_array(s->jr);
    while (bytes && rq_jr_more(s->jr)) {
        struct rq_bytes row = rq_jr_base64(s->jr);
        if (row.size == ROW)
            memcpy(bytes + n++ * ROW, row.data, ROW);
        else if (rq_jr_ok(s->jr))
            rq_jr_bad(s->jr, "a row of %zu bytes, 256 needed", row.size);
    }
    texture->bytes = (struct rq_bytes){bytes, count * ROW};
}

static bool is_raw(const struct rq_shaper *s, const void *texture)
{
    (void)s;
    return ((const struct rq_texture_file *)texture)->kind == RQ_TEXTURE_RAW;
}

static void finish(struct rq_shaper *s, void *object)
{
    struct rq_texture_file *texture = object;
    if (!texture->strays)
        texture->strays = rq_jr_get(s->jr, 1, sizeof *texture->strays);
    if (texture->kind == RQ_TEXTURE_BANK ? !texture->records : !texture->bytes.size)
        rq_jr_bad(s->jr, "\"records\", \"rows\" or \"bytes\" is missing");
}

#define BANK  RQ_TAG(rq_texture_file, kind, RQ_TEXTURE_BANK)
#define TABLE RQ_TAG(rq_texture_file, kind, RQ_TEXTURE_TABLE)
static const struct rq_member members[] = {
    {RQ_MEMBER("bytes", rq_texture_file, bytes, BYTES), .only = is_raw, .when = rq_member_always},
    {RQ_HOOK("rows", put_rows, take_rows), TABLE},
    {RQ_RECORD(rq_texture_file, header, rq_texture_header_rec), BANK},
    {RQ_LIST("records", rq_texture_file, records, record_count, record_shape), BANK},
    {RQ_BEHIND(rq_texture_file, strays, rq_strays_shape), BANK},
};
#undef BANK
#undef TABLE
static const struct rq_shape texture_shape = {
    RQ_SHAPE("texture", rq_texture_file, RQ_IN_LINES, members), .finish = finish};

/* ---- for a person, and as pictures ---- */

static bool texture_facts(struct rq_doc *doc)
{
    const struct rq_texture_file *texture = doc->root;
    size_t kept = 0;
    if (texture->kind == RQ_TEXTURE_RAW)
        rq_fact_add(doc, "not understood", "%zu bytes", texture->bytes.size);
    if (texture->kind == RQ_TEXTURE_TABLE)
        rq_fact_add(doc, "rows", "%zu of 256 indices", texture->bytes.size / ROW);
    if (texture->kind != RQ_TEXTURE_BANK)
        return true;
    for (size_t i = 0; i < texture->record_count; i++)
        kept += texture->records[i].pixels == NULL;
    rq_fact_add(doc, "name", "%.24s", texture->header.name);
    rq_fact_add(doc, "pictures", "%zu", texture->record_count);
    if (kept)
        rq_fact_add(doc, "not shown", "%zu packed or animated", kept);
    return true;
}

static bool texture_opaque(const struct rq_doc *doc)
{
    const struct rq_texture_file *texture = doc->root;
    return texture->kind == RQ_TEXTURE_RAW;
}

static const uint8_t *palette_of(const struct rq_view *view)
{
    uint8_t *grey = view->palette ? NULL : rq_arena_get(view->arena, 256, 3);
    for (size_t i = 0; grey && i < 768; i++)
        grey[i] = (uint8_t)(i / 3);
    return view->palette ? view->palette : grey;
}

/* Row y of source at y * stride becomes one block. */
static bool one_picture(const struct rq_view *view, const uint8_t *from, size_t stride,
                        uint32_t width, uint32_t height, struct rq_image *image)
{
    struct rq_plane *plane = rq_arena_get(view->arena, 1, sizeof *plane);
    uint8_t *pixels = rq_arena_get(view->arena, height, width);
    if (!plane || !pixels)
        return false;
    for (size_t y = 0; y < height; y++)
        memcpy(pixels + y * width, from + y * stride, width);
    *plane = (struct rq_plane){width, height, {pixels, (size_t)height * width}};
    image->pixels = RQ_PIXELS_INDEX8;
    image->mips = image->faces = image->frames = 1;
    image->planes = plane;
    return true;
}

static bool bank_images(const struct rq_texture_file *texture, const struct rq_view *view,
                        struct rq_image *images, size_t *count)
{
    for (size_t i = 0; i < texture->record_count; i++) {
        const struct rq_texture_record *record = &texture->records[i];
        struct rq_image *image = &images[*count];
        if (!record->pixels)
            continue;
        image->name = rq_arena_printf(view->arena, "%03zu", i);
        image->transparent_zero = true;
        if (!image->name ||
            !one_picture(view, record->pixels, record->stride, (uint32_t)record->image.width,
                         (uint32_t)record->image.height, image))
            return false;
        ++*count;
    }
    return true;
}

static bool texture_images(struct rq_doc *doc, const struct rq_view *view,
                           const struct rq_image **images, size_t *count)
{
    const struct rq_texture_file *texture = doc->root;
    struct rq_image *all = rq_arena_get(view->arena, texture->record_count + 1, sizeof *all);
    const uint8_t *palette = palette_of(view);
    bool fine = all && palette;
    *images = all;
    *count = 0;
    if (fine && texture->kind == RQ_TEXTURE_BANK)
        fine = bank_images(texture, view, all, count);
    size_t rows = texture->bytes.size / ROW;
    if (fine && texture->kind == RQ_TEXTURE_TABLE && rows <= UINT16_MAX) {
        fine = one_picture(view, texture->bytes.data, ROW, ROW, (uint32_t)rows, all);
        *count = 1;
    }
    for (size_t i = 0; fine && i < *count; i++)
        all[i].palette = palette;
    return fine || rq_fail(view->err, RQ_NO_MEMORY, 0, "texture", "out of memory");
}

static const struct rq_facet_pictures pictures = {
    .indexed = true,
    .images = texture_images,
};

static const struct rq_format_record texture_records[] = {
    {&rq_texture_header_rec, "header of a bank"},
    {&rq_texture_entry_rec, "one for each picture of a bank"},
    {&rq_texture_image_rec, "before each picture of a bank, at its position"},
    {NULL, NULL},
};

static const struct rq_finding_kind texture_findings[] = {
    {"not-understood", RQ_WARNING, "neither a bank of pictures nor rows of 256",
     "No description of these files is public. The bytes are kept as they are."},
    {NULL, RQ_WARNING, NULL, NULL},
};

const struct rq_format rq_format_texture = {
    .info = {"texture", "Software renderer's textures", "redguard", "###"},
    .detect = texture_detect,
    .read = texture_read,
    .write = texture_write,
    .records = texture_records,
    .findings = texture_findings,
    .no_rule = "not-understood",
    .shape = &texture_shape,
    .facts = texture_facts,
    .opaque = texture_opaque,
    .pictures = &pictures,
};
