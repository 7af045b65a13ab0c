#include "codec/deflate.h"
#include "convert/convert.h"

#ifdef RQ_HAVE_PNG

#include <png.h>
#include <stdio.h>

enum { LARGEST_SIDE = 16384 };

struct reader {
    struct rq_bytes bytes;
    size_t at;
    struct rq_arena *arena;
    struct rq_image *image;
    struct rq_error *err;
    png_structp png;
    png_infop info;
    bool transparent_zero;
};

/* ---- what libpng calls ---- */

static void on_error(png_structp png, png_const_charp text)
{
    struct reader *r = png_get_error_ptr(png);
    rq_fail(r->err, RQ_CORRUPT, r->at, "png", "%s", text);
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text)
{
    (void)png;
    (void)text;
}

static void on_read(png_structp png, png_bytep to, size_t size)
{
    struct reader *r = png_get_io_ptr(png);
    if (size > r->bytes.size - r->at) {
        rq_fail(r->err, RQ_TRUNCATED, r->at, "png", "%zu bytes needed, %zu left", size,
                r->bytes.size - r->at);
        png_error(png, "truncated");
    }
    memcpy(to, r->bytes.data + r->at, size);
    r->at += size;
}

static png_voidp on_malloc(png_structp png, png_alloc_size_t size)
{
    struct reader *r = png_get_mem_ptr(png);
    return rq_mem(r->arena->alloc, NULL, size);
}

static void on_free(png_structp png, png_voidp p)
{
    struct reader *r = png_get_mem_ptr(png);
    rq_mem(r->arena->alloc, p, 0);
}

static void *get_memory(struct reader *r, size_t count, size_t size)
{
    void *p = rq_arena_get(r->arena, count, size);
    if (!p) {
        if (r->arena->over_limit)
            rq_fail(r->err, RQ_LIMIT, r->at, "png", "the picture takes more memory than allowed");
        else
            rq_fail(r->err, RQ_NO_MEMORY, r->at, "png", "out of memory");
        png_error(r->png, "memory");
    }
    return p;
}

/* ---- reading: every function here may leave through longjmp ---- */

/* True when the palette needs no alpha but that of a see-through index 0. */
static bool palette_is_plain(struct reader *r)
{
    png_bytep alphas = NULL;
    int count = 0;
    if (!png_get_valid(r->png, r->info, PNG_INFO_tRNS) ||
        !png_get_tRNS(r->png, r->info, &alphas, &count, NULL))
        return true;
    for (int i = 1; i < count; i++)
        if (alphas[i] != 255)
            return false;
    r->transparent_zero = count > 0 && alphas[0] == 0;
    return count == 0 || alphas[0] == 0 || alphas[0] == 255;
}

/* What rq_png_write said of the indices, unless the palette is another one now. */
static void keep_origin(struct reader *r, uint32_t sum)
{
    png_textp texts = NULL;
    int count = 0;
    char said[9];
    png_get_text(r->png, r->info, &texts, &count);
    snprintf(said, sizeof said, "%08x", (unsigned)sum);
    for (int i = 0; i < count; i++) {
        const char *text = texts[i].text;
        if (strcmp(texts[i].key, RQ_PNG_ORIGIN) != 0 || !text || strncmp(text, said, 8) != 0 ||
            text[8] != ' ')
            continue;
        size_t size = strlen(text + 9) + 1;
        char *name = get_memory(r, size, 1);
        memcpy(name, text + 9, size);
        r->image->indices_of = name;
    }
}

static void keep_palette(struct reader *r)
{
    png_colorp colors = NULL;
    int count = 0;
    if (!png_get_PLTE(r->png, r->info, &colors, &count))
        png_error(r->png, "no palette");
    uint8_t *palette = get_memory(r, 256, 3);
    for (size_t i = 0; i < (size_t)count && i < 256; i++) {
        palette[i * 3] = colors[i].red;
        palette[i * 3 + 1] = colors[i].green;
        palette[i * 3 + 2] = colors[i].blue;
    }
    r->image->palette = palette;
    r->image->transparent_zero = r->transparent_zero;
    png_set_packing(r->png);
    keep_origin(r, rq_crc32(0, (struct rq_bytes){palette, (size_t)count * 3}));
}

/* Chooses among the four kinds and tells libpng what to do to get there. */
static void choose_pixels(struct reader *r)
{
    int type = png_get_color_type(r->png, r->info);
    bool clear = png_get_valid(r->png, r->info, PNG_INFO_tRNS) != 0;
    if (type == PNG_COLOR_TYPE_PALETTE && palette_is_plain(r)) {
        r->image->pixels = RQ_PIXELS_INDEX8;
        keep_palette(r);
        return;
    }
    if (png_get_bit_depth(r->png, r->info) == 16)
        png_set_scale_16(r->png);
    if (type == PNG_COLOR_TYPE_GRAY && !clear) {
        r->image->pixels = RQ_PIXELS_GREY8;
        png_set_expand_gray_1_2_4_to_8(r->png);
    } else if (type == PNG_COLOR_TYPE_RGB && !clear) {
        r->image->pixels = RQ_PIXELS_RGB8;
    } else {
        r->image->pixels = RQ_PIXELS_RGBA8;
        png_set_expand(r->png);
        png_set_gray_to_rgb(r->png);
        png_set_add_alpha(r->png, 255, PNG_FILLER_AFTER);
    }
}

static void read_rows(struct reader *r)
{
    uint32_t width = png_get_image_width(r->png, r->info);
    uint32_t height = png_get_image_height(r->png, r->info);
    choose_pixels(r);
    int passes = png_set_interlace_handling(r->png);
    png_read_update_info(r->png, r->info);
    size_t pitch = rq_pixels_size(r->image->pixels, width, 1);
    if (png_get_rowbytes(r->png, r->info) != pitch)
        png_error(r->png, "unexpected kind of pixels");
    uint8_t *pixels = get_memory(r, height, pitch);
    for (int pass = 0; pass < passes; pass++)
        for (uint32_t y = 0; y < height; y++)
            png_read_row(r->png, pixels + y * pitch, NULL);
    png_read_end(r->png, NULL);
    struct rq_plane *plane = get_memory(r, 1, sizeof *plane);
    *plane = (struct rq_plane){width, height, {pixels, pitch * height}};
    r->image->planes = plane;
    r->image->mips = r->image->faces = r->image->frames = 1;
}

/* Apart from the rest, so that no variable lives across setjmp. */
static bool read_guarded(struct reader *r)
{
    if (setjmp(png_jmpbuf(r->png)))
        return false;
    png_set_user_limits(r->png, LARGEST_SIDE, LARGEST_SIDE);
    png_set_chunk_malloc_max(r->png, 1 << 20);
    png_set_read_fn(r->png, r, on_read);
    png_read_info(r->png, r->info);
    read_rows(r);
    return true;
}

/* What can be said before libpng is asked. The first chunk is the header, by the standard. */
static bool check_header(struct rq_bytes png, struct rq_error *err)
{
    static const uint8_t start[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n',
                                    0,    0,   0,   13,  'I',  'H',  'D',  'R'};
    size_t size = png.size < sizeof start ? png.size : sizeof start;
    if (size && memcmp(png.data, start, size) != 0)
        return rq_fail(err, RQ_BAD_MAGIC, 0, "png", "not a PNG file");
    if (png.size < sizeof start + 17)
        return rq_fail(err, RQ_TRUNCATED, png.size, "png", "the file ends in its header");
    uint32_t width = rq_get32be(png.data + 16), height = rq_get32be(png.data + 20);
    if (width > LARGEST_SIDE || height > LARGEST_SIDE)
        return rq_fail(err, RQ_LIMIT, 16, "png", "%u x %u pixels; no side may pass %d", width,
                       height, LARGEST_SIDE);
    return true;
}

bool rq_png_read(struct rq_bytes png, struct rq_arena *arena, struct rq_image *image,
                 struct rq_error *err)
{
    struct rq_error own = {0};
    struct reader r = {.bytes = png, .arena = arena, .image = image, .err = err ? err : &own};
    *image = (struct rq_image){0};
    if (!check_header(png, r.err))
        return false;
    r.png = png_create_read_struct_2(PNG_LIBPNG_VER_STRING, &r, on_error, on_warning, &r, on_malloc,
                                     on_free);
    if (!r.png)
        return rq_fail(r.err, RQ_NO_MEMORY, 0, "png", "out of memory");
    r.info = png_create_info_struct(r.png);
    bool done = r.info ? read_guarded(&r) : rq_fail(r.err, RQ_NO_MEMORY, 0, "png", "out of memory");
    png_destroy_read_struct(&r.png, &r.info, NULL);
    if (!done)
        *image = (struct rq_image){0};
    return done;
}

#else

bool rq_png_read(struct rq_bytes png, struct rq_arena *arena, struct rq_image *image,
                 struct rq_error *err)
{
    (void)png;
    (void)arena;
    *image = (struct rq_image){0};
    return rq_fail(err, RQ_UNSUPPORTED, 0, "png", "built without libpng: PNG can't be read");
}

#endif
