#include "bench_dxt.h"

#include "core/file.h"
#include "formats/format.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double seconds_for_all = 2;

struct picture {
    uint32_t width, height;
    uint8_t *rgba;
};

struct result {
    double seconds, psnr;
};

typedef void coder_fn(const struct picture *p, enum rq_pixels pixels, uint8_t *blocks);

static void ours(const struct picture *p, enum rq_pixels pixels, uint8_t *blocks)
{
    rq_plane_encode(pixels, p->rgba, p->width, p->height, blocks);
}

#ifdef RQ_HAVE_SQUISH
void bench_squish(const unsigned char *rgba, int width, int height, int dxt5, void *blocks);

static void squish(const struct picture *p, enum rq_pixels pixels, uint8_t *blocks)
{
    bench_squish(p->rgba, (int)p->width, (int)p->height, pixels == RQ_PIXELS_DXT5, blocks);
}
#endif

/* The first level of every picture that has no more than one part. */
static size_t load(const struct rq_bytes *tpcs, size_t count, struct picture *pictures)
{
    size_t loaded = 0;
    for (size_t i = 0; i < count; i++) {
        struct rq_arena arena = {0};
        struct rq_view view = {.arena = &arena, .err = &(struct rq_error){0}};
        const struct rq_image *images = NULL;
        size_t images_count = 0;
        struct rq_doc *doc = rq_doc_read(tpcs[i], NULL, NULL);
        if (doc && doc->format->pictures->images(doc, &view, &images, &images_count) &&
            images_count == 1 && images[0].faces * images[0].frames == 1) {
            const struct rq_plane *plane = &images[0].planes[0];
            struct picture *p = &pictures[loaded];
            *p = (struct picture){plane->width, plane->height,
                                  malloc((size_t)plane->width * plane->height * 4)};
            if (p->rgba) {
                rq_plane_rgba(&images[0], plane, p->rgba);
                loaded++;
            }
        }
        rq_arena_free(&arena);
        rq_doc_free(doc);
    }
    return loaded;
}

/* Each pixel the mean of four: no block is one that DXT made any more. */
static void soften(struct picture *p)
{
    size_t row = (size_t)p->width * 4;
    for (size_t y = 0; y + 1 < p->height; y++)
        for (size_t i = 0; i + 4 < row; i++) {
            uint8_t *at = p->rgba + y * row + i;
            *at = (uint8_t)((at[0] + at[4] + at[row] + at[row + 4] + 2) / 4);
        }
}

static double error_of(const struct picture *p, enum rq_pixels pixels, const uint8_t *blocks,
                       double *bytes)
{
    static uint8_t back[4096 * 4096 * 4];
    const struct rq_plane plane = {
        p->width, p->height, {blocks, rq_pixels_size(pixels, p->width, p->height)}};
    double error = 0;
    rq_plane_rgba(&(struct rq_image){.pixels = pixels}, &plane, back);
    for (size_t k = 0; k < (size_t)p->width * p->height * 4; k++) {
        double d = p->rgba[k] - back[k];
        bool counts = k % 4 != 3 || pixels != RQ_PIXELS_DXT1;
        error += counts ? d * d : 0;
        *bytes += counts;
    }
    return error;
}

/* The coders take turns, and the best time of each at each picture counts: others may be busy on
 * the machine for a while, and are so for all coders then. */
static void measure(const struct picture *pictures, size_t count, enum rq_pixels pixels,
                    coder_fn *const *coders, size_t coder_count, struct result *results)
{
    static uint8_t blocks[2][4096 * 4096];
    double errors[2] = {0, 0}, bytes[2] = {0, 0};
    for (size_t i = 0; i < count; i++) {
        double best[2] = {1e9, 1e9}, end = rq_clock() + seconds_for_all / (double)count;
        for (int run = 0; run < 5 || rq_clock() < end; run++)
            for (size_t k = 0; k < coder_count; k++) {
                double start = rq_clock();
                coders[k](&pictures[i], pixels, blocks[k]);
                double took = rq_clock() - start;
                best[k] = took < best[k] ? took : best[k];
            }
        for (size_t k = 0; k < coder_count; k++) {
            results[k].seconds += best[k];
            errors[k] += error_of(&pictures[i], pixels, blocks[k], &bytes[k]);
        }
    }
    for (size_t k = 0; k < coder_count; k++)
        results[k].psnr = 10 * log10(255 * 255 * bytes[k] / errors[k]);
}

static void compare(const struct picture *pictures, size_t count, enum rq_pixels pixels,
                    const char *what)
{
#ifdef RQ_HAVE_SQUISH
    coder_fn *const coders[] = {ours, squish};
#else
    coder_fn *const coders[] = {ours};
#endif
    const size_t coder_count = sizeof coders / sizeof coders[0];
    struct result results[2] = {{0, 0}, {0, 0}};
    double megapixels = 0;
    for (size_t i = 0; i < count; i++)
        megapixels += (double)pictures[i].width * pictures[i].height / 1e6;
    measure(pictures, count, pixels, coders, coder_count, results);
    const struct result *own = &results[0];
    printf("encode DXT%d, %-10s %7.0f Mpixel/s %6.2f dB", pixels == RQ_PIXELS_DXT1 ? 1 : 5, what,
           megapixels / own->seconds, own->psnr);
    if (coder_count == 2) {
        const struct result *other = &results[1];
        printf("; squish, range fit %5.0f Mpixel/s %6.2f dB; %.1f times as fast, %+.2f dB",
               megapixels / other->seconds, other->psnr, other->seconds / own->seconds,
               own->psnr - other->psnr);
    }
    printf("\n");
}

/* DXT1 is held against pictures without alpha, which would make holes. */
static void compare_kind(const struct rq_bytes *tpcs, size_t count, enum rq_pixels pixels)
{
    struct picture *pictures = calloc(count + 1, sizeof *pictures);
    size_t loaded = pictures ? load(tpcs, count, pictures) : 0;
    for (size_t i = 0; i < loaded && pixels == RQ_PIXELS_DXT1; i++)
        for (size_t k = 3; k < (size_t)pictures[i].width * pictures[i].height * 4; k += 4)
            pictures[i].rgba[k] = 255;
    for (int soft = 0; soft < 2 && loaded; soft++) {
        for (size_t i = 0; soft && i < loaded; i++)
            soften(&pictures[i]);
        compare(pictures, loaded, pixels, soft ? "softened" : "as it is");
    }
    for (size_t i = 0; i < loaded; i++)
        free(pictures[i].rgba);
    free(pictures);
}

void bench_dxt(const struct rq_bytes *tpcs, size_t count)
{
    compare_kind(tpcs, count, RQ_PIXELS_DXT1);
    compare_kind(tpcs, count, RQ_PIXELS_DXT5);
}
