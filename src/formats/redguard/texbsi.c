/* TEXBSI: images one after the other, each an envelope of 13 bytes and tagged chunks, closed
 * by nine zero bytes. An animated image has a table of rows; rows that are equal may share
 * their bytes, and how they do is the image's layout (enum rq_texbsi_rows). */
#include "formats/extent.h"
#include "formats/redguard/texbsi_parts.h"

RQ_RECORD_TABLE(rq_texbsi_header, RQ_TEXBSI_HEADER);

bool rq_texbsi_known_tag(const uint8_t *p)
{
    static const char tags[] = "BSIFIFHDBHDRCMAPDATAEND ";
    for (size_t i = 0; i + 4 < sizeof tags; i += 4)
        if (memcmp(p, tags + i, 4) == 0)
            return true;
    return false;
}

/* "###" files have no magic: the name of the first image, then the tags of its first two
 * chunks, where its size of the first says. An empty bank is nine zero bytes, which only
 * its name can tell from any other nine zero bytes. */
static unsigned texbsi_detect(struct rq_bytes in, const char *name)
{
    static const char stem[] = "TEXBSI.";
    if (in.size == NAME_SIZE && rq_texbsi_zero(in.data, in.size)) {
        size_t n = strlen(name), from = n > 10 ? n - 10 : 0;
        for (size_t i = 0; stem[i]; i++)
            if (from + i >= n || rq_lower(name[from + i]) != rq_lower(stem[i]))
                return 0;
        return 8;
    }
    if (in.size < ENVELOPE + 8 || in.data[0] == 0 || !rq_texbsi_known_tag(in.data + ENVELOPE))
        return 0;
    unsigned bits = 32;
    uint64_t next = (uint64_t)ENVELOPE + 8 + rq_get32be(in.data + ENVELOPE + 4);
    if (next + 4 <= in.size && rq_texbsi_known_tag(in.data + next))
        bits += 32;
    return bits;
}

/* ---- reading ---- */

/* How many images there seem to be; what is wrong with them is the reader's to say. */
static size_t count_images(const struct rq_cur *c)
{
    size_t count = 0, at = 0, size = rq_left(c);
    while (size - at >= ENVELOPE && !rq_texbsi_zero(c->p + at, NAME_SIZE)) {
        uint32_t bytes = rq_get32(c->p + at + NAME_SIZE);
        count++;
        at += ENVELOPE;
        if (bytes > size - at)
            break;
        at += bytes;
        /* The rare END outside of the size. */
        if (size - at >= 4 && memcmp(c->p + at, "END ", 4) == 0) {
            at += 4;
            if (size - at >= 4 && rq_texbsi_zero(c->p + at, 4))
                at += 4;
        }
    }
    return count;
}

/* END where RGPRE's reader also looks for it: behind the bytes that the size counts. Four
 * zeros belong to it unless that would leave too few for the sentinel. */
static void read_end_outside(struct rq_cur *c, struct rq_texbsi_image *image)
{
    image->end = RQ_TEXBSI_END_NONE;
    if (!rq_chunk_at(c, "END "))
        return;
    rq_take(c, 4, RQ_KIND_text, "end");
    image->end = RQ_TEXBSI_END_OUTSIDE;
    size_t zeros = 0;
    while (zeros < rq_left(c) && zeros < ENVELOPE && c->p[zeros] == 0)
        zeros++;
    bool spare = zeros >= ENVELOPE || (zeros >= 4 && zeros < NAME_SIZE);
    image->tail = rq_take_bytes(c, spare ? 4 : 0, "end_zeros");
}

static bool read_image(struct rq_doc *doc, struct rq_cur *c, struct rq_texbsi_image *image,
                       uint64_t *budget)
{
    const uint8_t *name = rq_take(c, NAME_SIZE, RQ_KIND_text, "image_name");
    uint32_t size = rq_u32(c, "subrecord_bytes");
    struct rq_cur in = rq_sub(c, (uint64_t)(c->p - c->begin), size, "subrecords");
    if (!rq_ok(c) || !name)
        return false;
    c->p += size;
    memcpy(image->name, name, NAME_SIZE);
    if (!rq_texbsi_read_chunks(doc, &in, image))
        return false;
    if (rq_chunk_at(&in, "END ")) {
        rq_take(&in, 4, RQ_KIND_text, "end");
        image->tail = rq_take_bytes(&in, rq_left(&in), "end_zeros");
    } else if (rq_left(&in)) {
        return rq_bad(c, RQ_CORRUPT, rq_tell(&in), "%zu bytes that are neither a chunk nor END",
                      rq_left(&in));
    } else {
        read_end_outside(c, image);
    }
    return rq_ok(c) && rq_texbsi_read_pixels(doc, c, image, budget);
}

static void look_at_names(struct rq_doc *doc, const struct rq_texbsi *bank)
{
    for (size_t i = 0; i < bank->image_count; i++) {
        const char *name = bank->images[i].name;
        char text[NAME_SIZE + 1] = {0};
        memcpy(text, name, NAME_SIZE);
        if (memcmp(name, bank->images[0].name, 3) != 0)
            rq_find(doc, "other-bank", 0, text, "is not of the bank of the first image");
        /* Banks have up to a few hundred images; a hostile one is not worth n squared. */
        for (size_t k = 0; k < i && i < 1000; k++) {
            if (memcmp(name, bank->images[k].name, NAME_SIZE) == 0) {
                rq_find(doc, "duplicate-name", 0, text, "stands in the bank twice");
                break;
            }
        }
        if (bank->images[i].end == RQ_TEXBSI_END_NONE)
            rq_find(doc, "no-end", 0, text, "has no END");
    }
}

static bool texbsi_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_texbsi *bank = doc->root = rq_cur_get(doc, c, 1, sizeof *bank);
    size_t most = count_images(c);
    uint64_t budget = rq_texbsi_budget(rq_left(c));
    if (!bank || !(bank->images = rq_cur_get(doc, c, most, sizeof *bank->images)))
        return false;
    while (bank->image_count < most && rq_left(c) >= ENVELOPE && !rq_texbsi_zero(c->p, NAME_SIZE)) {
        rq_enter(c, "images", (int64_t)bank->image_count);
        if (!read_image(doc, c, &bank->images[bank->image_count++], &budget))
            return false;
        rq_leave(c);
    }
    if (rq_left(c) >= NAME_SIZE && rq_texbsi_zero(c->p, NAME_SIZE))
        rq_take(c, NAME_SIZE, RQ_KIND_bytes, "sentinel");
    else if (rq_left(c))
        return rq_bad(c, RQ_TRUNCATED, rq_tell(c), "neither an image nor the end of the bank");
    else
        bank->no_sentinel = true;
    if (bank->no_sentinel)
        rq_find(doc, "no-sentinel", rq_tell(c), "sentinel", "the bank just stops");
    uint64_t at = rq_tell(c);
    bank->trailing = rq_take_bytes(c, rq_left(c), "trailing");
    if (bank->trailing.size)
        rq_find(doc, "trailing-bytes", at, "trailing", "%zu bytes after the bank",
                bank->trailing.size);
    look_at_names(doc, bank);
    return true;
}

static bool texbsi_settle(struct rq_doc *doc, struct rq_error *err)
{
    struct rq_texbsi *bank = doc->root;
    for (size_t i = 0; i < bank->image_count; i++)
        if (!rq_texbsi_settle(doc, &bank->images[i], err))
            return false;
    return true;
}

/* ---- writing ---- */

static bool texbsi_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    struct rq_texbsi *bank = doc->root;
    if (!texbsi_settle(doc, err))
        return false;
    for (size_t i = 0; i < bank->image_count; i++) {
        struct rq_texbsi_image *image = &bank->images[i];
        rq_put(out, image->name, NAME_SIZE);
        size_t hole = rq_hole32(out), start = out->size;
        if (!rq_texbsi_write_chunks(doc, image, out, err))
            return false;
        if (image->end == RQ_TEXBSI_END_OUTSIDE)
            rq_patch32(out, hole, out->size - start);
        if (image->end != RQ_TEXBSI_END_NONE) {
            rq_put(out, "END ", 4);
            rq_put_bytes(out, image->tail);
        }
        if (image->end != RQ_TEXBSI_END_OUTSIDE)
            rq_patch32(out, hole, out->size - start);
    }
    if (!bank->no_sentinel)
        rq_put_zeros(out, NAME_SIZE);
    rq_put_bytes(out, bank->trailing);
    return true;
}

/* ---- for a person ---- */

static bool texbsi_facts(struct rq_doc *doc)
{
    const struct rq_texbsi *bank = doc->root;
    size_t animated = 0, palettes = 0, kept = 0;
    int16_t width = 0, height = 0;
    for (size_t i = 0; i < bank->image_count; i++) {
        const struct rq_texbsi_image *image = &bank->images[i];
        animated += image->frames > 1;
        palettes += image->cmap != NULL;
        kept += image->rows == NULL;
        if (image->header.width > width)
            width = image->header.width;
        if (image->header.height > height)
            height = image->header.height;
    }
    rq_fact_add(doc, "images", "%zu, %zu of them animated", bank->image_count, animated);
    rq_fact_add(doc, "largest", "%d x %d", width, height);
    if (bank->image_count) {
        const char *name = bank->images[0].name;
        int digits = (name[1] - '0') * 10 + name[2] - '0';
        if (name[0] >= 'A' && name[0] <= 'F' && digits >= 0 && digits < 100)
            rq_fact_add(doc, "bank", "%03d (%.3s)", (name[0] - 'A') * 100 + digits, name);
    }
    if (palettes)
        rq_fact_add(doc, "palettes", "%zu", palettes);
    if (kept)
        rq_fact_add(doc, "not understood", "%zu images", kept);
    return true;
}

static bool texbsi_fresh(struct rq_doc *doc)
{
    doc->root = rq_arena_get(&doc->arena, 1, sizeof(struct rq_texbsi));
    return doc->root != NULL;
}

static bool texbsi_opaque(const struct rq_doc *doc)
{
    const struct rq_texbsi *bank = doc->root;
    for (size_t i = 0; i < bank->image_count; i++) {
        const struct rq_texbsi_chunk *data = rq_texbsi_data(&bank->images[i]);
        if (data && data->kind != RQ_TEXBSI_PIXELS)
            return true;
    }
    return false;
}

static const struct rq_facet_pictures pictures = {
    .indexed = true,
    .images = rq_texbsi_images,
    .put_image = rq_texbsi_put_image,
    .remove_image = rq_texbsi_remove_image,
};

static const struct rq_format_record texbsi_records[] = {
    {&rq_texbsi_header_rec, "BHDR of each image"},
    {NULL, NULL},
};

static const struct rq_finding_kind texbsi_findings[] = {
    {"other-bank", RQ_WARNING, "the name of an image is not of the bank of the first",
     "Names begin with the letter and number of their bank, as D02 in TEXBSI.302. Models "
     "name images by bank and number, not by name."},
    {"duplicate-name", RQ_WARNING, "two images have one name",
     "Models name images by number: both can be used. A picture that is put in by name "
     "replaces the first."},
    {"no-sentinel", RQ_WARNING, "the nine zero bytes at the end of the bank are missing",
     "They tell that no image follows. What the game does without them is not known."},
    RQ_TEXBSI_FINDINGS,
    {NULL, RQ_WARNING, NULL, NULL},
};

/* No finding: the game does not look at it. */
static void texbsi_follows(struct rq_doc *doc, struct rq_follow *f)
{
    struct rq_texbsi *bank = doc->root;
    for (size_t i = 0; i < bank->image_count; i++)
        rq_texbsi_follows(f, &bank->images[i], i);
}

/* The images that are there, and the one that is cut. */
static uint64_t texbsi_extent(struct rq_bytes in, bool *exact)
{
    uint64_t at = 0;
    *exact = false;
    while (at < in.size && in.size - at >= ENVELOPE && !rq_texbsi_zero(in.data + at, NAME_SIZE)) {
        at += ENVELOPE + (uint64_t)rq_get32(in.data + at + NAME_SIZE);
        /* The rare END outside of the size. */
        if (at < in.size && in.size - at >= 4 && memcmp(in.data + at, "END ", 4) == 0)
            at += in.size - at >= 8 && rq_texbsi_zero(in.data + at + 4, 4) ? 8 : 4;
    }
    return at < in.size ? at + NAME_SIZE : at;
}

const struct rq_format rq_format_texbsi = {
    .info = {"texbsi", "Texture bank", "redguard", "###"},
    .detect = texbsi_detect,
    .extent = texbsi_extent,
    .read = texbsi_read,
    .write = texbsi_write,
    .settle = texbsi_settle,
    .records = texbsi_records,
    .findings = texbsi_findings,
    .no_rule = "not-understood explicit-layout",
    .shape = &rq_texbsi_shape,
    .follows = texbsi_follows,
    .facts = texbsi_facts,
    .fresh = texbsi_fresh,
    .opaque = texbsi_opaque,
    .pictures = &pictures,
    .salvage = &rq_texbsi_salvage,
};
