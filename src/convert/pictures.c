/* Pictures of a run, each encoded once. A picture is known by two sums of its bytes and of all that its PNG tells of
 * it; two that differ and have both in common are not to be expected (96 bits). */
#include "codec/deflate.h"
#include "convert/convert.h"
#include "core/sum.h"

#include <pthread.h>
#include <reliquary/reliquary.h>
#include <stdlib.h>

/* Beyond so many bytes nothing more is kept. */
enum { MOST_BYTES = 256 << 20, LEVEL = 1 };

struct kept {
    uint64_t sum;
    uint32_t crc, size;
    uint8_t *png; /* NULL: an empty slot */
};

struct spare {
    struct spare *next;
    struct rq_packer packer;
};

struct rq_pictures {
    pthread_mutex_t lock; /* of what follows */
    struct kept *slots;   /* a power of two of them, at most half are taken */
    size_t room, count, bytes;
    struct spare *spares; /* packers that no thread uses */
};

struct rq_pictures *rq_pictures_open(void)
{
    struct rq_pictures *p = rq_mem_zeroed(1, sizeof *p);
    if (p && pthread_mutex_init(&p->lock, NULL) != 0) {
        free(p);
        return NULL;
    }
    return p;
}

void rq_pictures_close(struct rq_pictures *p)
{
    if (!p)
        return;
    for (size_t i = 0; i < p->room; i++)
        free(p->slots[i].png);
    for (struct spare *spare = p->spares, *next; spare; spare = next) {
        next = spare->next;
        rq_packer_free(&spare->packer);
        free(spare);
    }
    pthread_mutex_destroy(&p->lock);
    free(p->slots);
    free(p);
}

/* ---- which picture ---- */

static struct kept key_of(const struct rq_image *image)
{
    const struct rq_plane *plane = image->planes;
    uint8_t traits[16];
    rq_set32(traits, plane->width);
    rq_set32(traits + 4, plane->height);
    rq_set32(traits + 8, (uint32_t)image->pixels);
    rq_set32(traits + 12, (uint32_t)image->bottom_up * 2 + image->transparent_zero);
    struct kept key = {.sum = rq_sum(1, traits, sizeof traits)};
    key.crc = rq_crc32(0, plane->bytes);
    key.sum = rq_sum(key.sum, plane->bytes.data, plane->bytes.size);
    if (image->pixels == RQ_PIXELS_INDEX8 && image->palette) {
        key.crc = rq_crc32(key.crc, (struct rq_bytes){image->palette, 768});
        key.sum = rq_sum(key.sum, image->palette, 768);
    }
    if (image->indices_of)
        key.sum = rq_sum(key.sum, image->indices_of, strlen(image->indices_of));
    return key;
}

/* The slot of a picture, or the empty one where it belongs. There must be one. */
static struct kept *slot_of(const struct rq_pictures *p, const struct kept *key)
{
    size_t i = (size_t)key->sum & (p->room - 1);
    while (p->slots[i].png && (p->slots[i].sum != key->sum || p->slots[i].crc != key->crc))
        i = (i + 1) & (p->room - 1);
    return &p->slots[i];
}

static bool make_room(struct rq_pictures *p)
{
    if (p->count < p->room / 2)
        return true;
    struct rq_pictures more = {.room = p->room ? p->room * 2 : 256};
    more.slots = rq_mem_zeroed(more.room, sizeof *more.slots);
    if (!more.slots)
        return false;
    for (size_t i = 0; i < p->room; i++)
        if (p->slots[i].png)
            *slot_of(&more, &p->slots[i]) = p->slots[i];
    free(p->slots);
    p->slots = more.slots;
    p->room = more.room;
    return true;
}

/* Without memory it is not kept, and nothing else. */
static void keep(struct rq_pictures *p, struct kept key, struct rq_bytes png)
{
    if (png.size > MOST_BYTES - p->bytes || !make_room(p))
        return;
    struct kept *slot = slot_of(p, &key);
    if (slot->png || !(key.png = rq_mem(NULL, NULL, png.size)))
        return;
    memcpy(key.png, png.data, png.size);
    key.size = (uint32_t)png.size;
    *slot = key;
    p->count++;
    p->bytes += png.size;
}

/* ---- encoding ---- */

/* With the lock held. */
static struct spare *take_spare(struct rq_pictures *p)
{
    struct spare *spare = p->spares;
    if (spare)
        p->spares = spare->next;
    return spare ? spare : rq_mem_zeroed(1, sizeof *spare);
}

bool rq_pictures_write(struct rq_pictures *p, struct rq_out *out, const struct rq_image *image,
                       struct rq_error *err)
{
    /* What can't be written at all is refused there. */
    if (!p || rq_pixels_size(image->pixels, image->planes->width, image->planes->height) >
                  image->planes->bytes.size)
        return rq_png_write(out, image, 0, 0, 0, LEVEL, err);
    struct kept key = key_of(image);
    size_t before = out->size;
    pthread_mutex_lock(&p->lock);
    const struct kept *known = p->room ? slot_of(p, &key) : NULL;
    bool found = known && known->png;
    if (found)
        rq_put(out, known->png, known->size);
    struct spare *spare = found ? NULL : take_spare(p);
    pthread_mutex_unlock(&p->lock);
    if (found)
        return !out->failed || rq_fail_out(err, out);
    bool fine = rq_png_write_with(spare ? &spare->packer : NULL, out, image, 0, 0, 0, LEVEL, err);
    pthread_mutex_lock(&p->lock);
    if (fine)
        keep(p, key, (struct rq_bytes){out->data + before, out->size - before});
    if (spare) {
        spare->next = p->spares;
        p->spares = spare;
    }
    pthread_mutex_unlock(&p->lock);
    return fine;
}
