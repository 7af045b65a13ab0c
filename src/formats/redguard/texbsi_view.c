/* Images of TEXBSI and BSI as pictures, and pictures back into them. */
#include "formats/redguard/texbsi_parts.h"
#include "model/quantize.h"

/* "D02064" of a new image; and a scale of 1, which stands for 0 as well. */
enum { NEW_NAME = 6, NEUTRAL_SCALE = 256 };

static const char *name_text(const struct rq_doc *doc, const struct rq_texbsi_image *image,
                             struct rq_arena *arena)
{
    struct rq_out utf8 = {.alloc = doc->alloc};
    size_t size = 0;
    while (size < NAME_SIZE && image->name[size])
        size++;
    rq_text_decode(&utf8, doc->page, (struct rq_bytes){(const uint8_t *)image->name, size});
    char *text = utf8.failed ? NULL : rq_arena_text(arena, (const char *)utf8.data, utf8.size);
    rq_out_free(&utf8);
    return text;
}

/* One frame as one block: in place where the rows follow each other, else copied. */
static bool frame_plane(const struct rq_texbsi_image *image, size_t frame, struct rq_arena *arena,
                        struct rq_plane *plane)
{
    size_t height = (size_t)image->header.height, width = (size_t)image->header.width;
    const uint8_t **rows = image->rows + frame * height;
    bool whole = true;
    for (size_t y = 1; y < height && whole; y++)
        whole = rows[y] == rows[y - 1] + width;
    const uint8_t *pixels = rows[0];
    if (!whole) {
        uint8_t *copy = rq_arena_get(arena, height, width);
        if (!copy)
            return false;
        for (size_t y = 0; y < height; y++)
            memcpy(copy + y * width, rows[y], width);
        pixels = copy;
    }
    *plane = (struct rq_plane){(uint32_t)width, (uint32_t)height, {pixels, height * width}};
    return true;
}

/* The game rounds to ticks of its 18.2 Hz clock and shows a frame for one at least. */
static uint32_t delay_of(const struct rq_texbsi_header *h)
{
    int delay = h->anim_delay > 0 ? h->anim_delay : 0;
    int ticks = (delay * 182 + 5000) / 10000;
    return (uint32_t)(((ticks > 1 ? ticks : 1) * 10000 + 91) / 182);
}

static const uint8_t *palette_of(const struct rq_texbsi_image *image, const struct rq_view *view,
                                 uint8_t **grey)
{
    if (view->palette)
        return view->palette;
    if (image->cmap)
        return image->cmap;
    if (!*grey && (*grey = rq_arena_get(view->arena, 256, 3)) != NULL)
        for (size_t i = 0; i < CMAP_SIZE; i++)
            (*grey)[i] = (uint8_t)(i / 3);
    return *grey;
}

bool rq_texbsi_view(struct rq_doc *doc, const struct rq_view *view,
                    const struct rq_texbsi_image *from, struct rq_image *image, uint8_t **grey)
{
    struct rq_plane *planes = rq_arena_get(view->arena, from->frames, sizeof *planes);
    uint32_t *delays = rq_arena_get(view->arena, from->frames, sizeof *delays);
    *image = (struct rq_image){.name = name_text(doc, from, view->arena),
                               .pixels = RQ_PIXELS_INDEX8,
                               .transparent_zero = true,
                               .palette = palette_of(from, view, grey),
                               .mips = 1,
                               .faces = 1,
                               .frames = from->frames,
                               .delays_ms = from->frames > 1 ? delays : NULL,
                               .planes = planes};
    if (!planes || !delays || !image->name || !image->palette)
        return false;
    if (view->palette)
        image->indices_of = image->name;
    for (size_t f = 0; f < from->frames; f++) {
        delays[f] = delay_of(&from->header);
        if (!frame_plane(from, f, view->arena, &planes[f]))
            return false;
    }
    return true;
}

bool rq_texbsi_images(struct rq_doc *doc, const struct rq_view *view,
                      const struct rq_image **images, size_t *count)
{
    const struct rq_texbsi *bank = doc->root;
    struct rq_image *all = rq_arena_get(view->arena, bank->image_count, sizeof *all);
    uint8_t *grey = NULL;
    *images = all;
    *count = 0;
    for (size_t i = 0; all && i < bank->image_count; i++) {
        const struct rq_texbsi_image *from = &bank->images[i];
        if (rq_texbsi_misshape(from) || !from->rows || !from->header.width || !from->header.height)
            continue;
        if (!rq_texbsi_view(doc, view, from, &all[*count], &grey))
            all = NULL;
        ++*count;
    }
    return all || rq_fail(view->err, RQ_NO_MEMORY, 0, "texbsi", "out of memory");
}

/* ---- a picture back ---- */

/* Rows of one frame from pixels; the others keep theirs. */
static void set_rows(struct rq_texbsi_image *image, size_t frame, const uint8_t *pixels)
{
    size_t height = (size_t)image->header.height, width = (size_t)image->header.width;
    for (size_t y = 0; y < height; y++)
        image->rows[frame * height + y] = pixels + y * width;
}

static bool same_rows(const struct rq_texbsi_image *image, size_t frame, const uint8_t *pixels)
{
    size_t height = (size_t)image->header.height, width = (size_t)image->header.width;
    for (size_t y = 0; y < height; y++)
        if (memcmp(image->rows[frame * height + y], pixels + y * width, width) != 0)
            return false;
    return true;
}

bool rq_texbsi_replace(struct rq_doc *doc, struct rq_texbsi_image *image, size_t frame,
                       const struct rq_image *with, struct rq_error *err)
{
    const struct rq_plane *plane = &with->planes[0];
    const char *where = doc->format->info.name;
    const struct rq_quantize q = {.palettes = {rq_doc_palette(doc), image->cmap},
                                  .name = name_text(doc, image, &doc->arena),
                                  .grey = true};
    struct rq_texbsi_header *h = &image->header;
    bool fits = plane->width == (uint32_t)h->width && plane->height == (uint32_t)h->height;
    if (rq_texbsi_misshape(image) || !image->rows)
        return rq_fail(err, RQ_USAGE, 0, where, "the picture has no pixels that could be replaced");
    if (image->frames > 1 && !fits)
        return rq_fail(err, RQ_USAGE, 0, where, "%u x %u pixels; the frames have %d x %d",
                       plane->width, plane->height, h->width, h->height);
    if (plane->width > INT16_MAX || plane->height > INT16_MAX)
        return rq_fail(err, RQ_LIMIT, 0, where, "no side may pass %d pixels", INT16_MAX);
    uint8_t *pixels = rq_arena_get(&doc->arena, plane->height, plane->width);
    const uint8_t **rows =
        fits ? image->rows : rq_arena_get(&doc->arena, plane->height, sizeof *rows);
    if (!pixels || !rows)
        return rq_fail(err, RQ_NO_MEMORY, 0, where, "out of memory");
    if (!rq_quantize(&q, with, pixels, err))
        return false;
    if (fits && same_rows(image, frame, pixels))
        return true;
    h->width = (int16_t)plane->width;
    h->height = (int16_t)plane->height;
    image->rows = rows;
    set_rows(image, frame, pixels);
    /* Recorded places hold for the old rows only. */
    if (image->layout == RQ_TEXBSI_EXPLICIT)
        image->layout = RQ_TEXBSI_SHARED;
    return true;
}

/* "D02005" is an image, "D02005_03" frame 3 of an animated one: as they are exported. */
bool rq_texbsi_frame_of(const char *name, size_t stem, const struct rq_texbsi_image *image,
                        size_t *frame)
{
    const char *number = name + stem + 1;
    *frame = 0;
    if (name[stem] == 0)
        return image->frames <= 1;
    if (image->frames <= 1 || name[stem] != '_' || strlen(number) > 5 || !number[0])
        return false;
    for (; *number >= '0' && *number <= '9'; number++)
        *frame = *frame * 10 + (size_t)(*number - '0');
    return *number == 0 && *frame < image->frames;
}

/* The image that a name is of, and which frame; NULL: none. */
static struct rq_texbsi_image *find_image(const struct rq_doc *doc, const char *name, size_t *frame)
{
    const struct rq_texbsi *bank = doc->root;
    struct rq_arena temp = {.alloc = doc->alloc};
    for (size_t i = 0; i < bank->image_count; i++) {
        struct rq_texbsi_image *image = &bank->images[i];
        const char *own = name_text(doc, image, &temp);
        size_t stem = own ? strlen(own) : 0;
        bool found =
            stem && strncmp(name, own, stem) == 0 && rq_texbsi_frame_of(name, stem, image, frame);
        rq_arena_free(&temp);
        temp = (struct rq_arena){.alloc = doc->alloc};
        if (found)
            return image;
    }
    return NULL;
}

/* ---- new images ---- */

/* The letters that every name of the bank begins with: those of its first image. */
static bool is_new_name(const struct rq_texbsi *bank, const char *name)
{
    if (strlen(name) != NEW_NAME || strspn(name + 1, "0123456789") != NEW_NAME - 1)
        return false;
    return bank->image_count ? memcmp(name, bank->images[0].name, 3) == 0
                             : name[0] >= 'A' && name[0] <= 'F';
}

static bool refuse_name(const struct rq_texbsi *bank, const char *name, struct rq_error *err)
{
    if (strchr(name, '_'))
        return rq_fail(
            err, RQ_USAGE, 0, name,
            "no such image here; one frame of an animated image is NAME_00, NAME_01 ...");
    if (!bank->image_count)
        return rq_fail(
            err, RQ_USAGE, 0, name,
            "no such image here, and no name for a new one: that is A to F and five digits");
    return rq_fail(err, RQ_USAGE, 0, name,
                   "no such image here, and no name for a new one: that is %.3s and three digits",
                   bank->images[0].name);
}

/* BSIF, BHDR, DATA, END and four zero bytes: what every still image of the game is. */
static bool fill_image(struct rq_doc *doc, struct rq_texbsi_image *image, const char *name,
                       const struct rq_image *from, struct rq_error *err)
{
    static const uint8_t zeros[4];
    const struct rq_plane *plane = &from->planes[0];
    const struct rq_quantize q = {.palettes = {rq_doc_palette(doc)}, .name = name, .grey = true};
    rq_doc_allow(doc, (size_t)plane->height * (plane->width + sizeof(void *)) + 1024);
    struct rq_texbsi_chunk *chunks = rq_arena_get(&doc->arena, 3, sizeof *chunks);
    uint8_t *pixels = rq_arena_get(&doc->arena, plane->height, plane->width);
    const uint8_t **rows = rq_arena_get(&doc->arena, plane->height, sizeof *rows);
    if (!chunks || !pixels || !rows)
        return rq_fail(err, RQ_NO_MEMORY, 0, name, "out of memory");
    if (!rq_quantize(&q, from, pixels, err))
        return false;
    memcpy(chunks[0].tag, "BSIF", 4);
    memcpy(chunks[1].tag, "BHDR", 4);
    memcpy(chunks[2].tag, "DATA", 4);
    chunks[1].kind = RQ_TEXBSI_BHDR;
    chunks[2].kind = RQ_TEXBSI_PIXELS;
    *image = (struct rq_texbsi_image){.chunks = chunks,
                                      .chunk_count = 3,
                                      .has_header = true,
                                      .header_size = HEADER_SIZE,
                                      .header = {.width = (int16_t)plane->width,
                                                 .height = (int16_t)plane->height,
                                                 .frame_count = 1,
                                                 .tex_scale = NEUTRAL_SCALE},
                                      .frames = 1,
                                      .rows = rows,
                                      .tail = {zeros, sizeof zeros}};
    memcpy(image->name, name, NEW_NAME);
    set_rows(image, 0, pixels);
    return true;
}

static bool add_image(struct rq_doc *doc, const char *name, const struct rq_image *image,
                      struct rq_error *err)
{
    struct rq_texbsi *bank = doc->root;
    const struct rq_plane *plane = &image->planes[0];
    if (!is_new_name(bank, name))
        return refuse_name(bank, name, err);
    for (size_t i = 0; i < bank->image_count; i++)
        if (memcmp(bank->images[i].name, name, NEW_NAME + 1) == 0)
            return rq_fail(err, RQ_USAGE, 0, name,
                           "is animated here: its frames are %s_00 to %s_%02u", name, name,
                           bank->images[i].frames - 1);
    if (plane->width > INT16_MAX || plane->height > INT16_MAX)
        return rq_fail(err, RQ_USAGE, 0, name, "no side may pass %d pixels", INT16_MAX);
    struct rq_texbsi_image *images =
        rq_doc_one_more(doc, bank->images, bank->image_count, sizeof *images);
    if (!images)
        return rq_fail(err, RQ_NO_MEMORY, 0, name, "out of memory");
    bank->images = images;
    if (!fill_image(doc, &images[bank->image_count], name, image, err))
        return false;
    bank->image_count++;
    return true;
}

bool rq_texbsi_put_image(struct rq_doc *doc, const char *name, const struct rq_image *image,
                         struct rq_error *err)
{
    size_t frame = 0;
    struct rq_texbsi_image *to = find_image(doc, name, &frame);
    return to ? rq_texbsi_replace(doc, to, frame, image, err) : add_image(doc, name, image, err);
}

/* An animated image goes as a whole, by its own name. */
bool rq_texbsi_remove_image(struct rq_doc *doc, const char *name, struct rq_error *err)
{
    struct rq_texbsi *bank = doc->root;
    struct rq_arena temp = {.alloc = doc->alloc};
    size_t at = 0, frame = 0;
    for (; at < bank->image_count; at++) {
        const char *own = name_text(doc, &bank->images[at], &temp);
        if (own && strcmp(own, name) == 0)
            break;
    }
    rq_arena_free(&temp);
    if (at == bank->image_count && find_image(doc, name, &frame))
        return rq_fail(err, RQ_USAGE, 0, name,
                       "is one frame of an animated image: %.*s.png removes all of it",
                       (int)(strrchr(name, '_') - name), name);
    if (at == bank->image_count)
        return rq_fail(err, RQ_USAGE, 0, name, "no such image here");
    bank->image_count--;
    memmove(&bank->images[at], &bank->images[at + 1],
            (bank->image_count - at) * sizeof *bank->images);
    return true;
}
