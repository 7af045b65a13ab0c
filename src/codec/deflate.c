#include "codec/deflate.h"

#ifdef RQ_HAVE_LIBDEFLATE

#include <libdeflate.h>

void rq_packer_free(struct rq_packer *packer)
{
    libdeflate_free_compressor(packer->state);
    packer->state = NULL;
}

bool rq_zlib_pack_with(struct rq_packer *packer, struct rq_out *out, struct rq_bytes bytes,
                       int level)
{
    if (out->failed)
        return false;
    level = level < 1 ? 1 : level > 12 ? 12 : level;
    if (packer->level != level)
        rq_packer_free(packer);
    /* libdeflate takes an allocator for the whole process only; ours is per call, so the
     * compressor itself comes from the C library. */
    if (!packer->state)
        packer->state = libdeflate_alloc_compressor(level);
    packer->level = level;
    if (!packer->state) {
        out->failed = RQ_NO_MEMORY;
        return false;
    }
    size_t before = out->size;
    size_t bound = libdeflate_zlib_compress_bound(packer->state, bytes.size);
    uint8_t *to = rq_grow(out, bound);
    if (to) {
        size_t size = libdeflate_zlib_compress(packer->state, bytes.data, bytes.size, to, bound);
        rq_out_cut(out, before + size);
        /* Can't be with the bound that was asked for; never let an empty stream through. */
        if (size == 0)
            out->failed = RQ_LIMIT;
    }
    return !out->failed;
}

bool rq_zlib_unpack(struct rq_out *out, struct rq_bytes stream, size_t most)
{
    struct libdeflate_decompressor *unpacker = libdeflate_alloc_decompressor();
    size_t before = out->size, size = 0;
    enum libdeflate_result result = LIBDEFLATE_INSUFFICIENT_SPACE;
    /* A stream does not tell how much it holds: the room grows until it is enough. */
    for (size_t room = stream.size * 4 + 64;
         unpacker && !out->failed && result == LIBDEFLATE_INSUFFICIENT_SPACE; room *= 2) {
        bool last = room >= most;
        uint8_t *to = rq_grow(out, last ? most : room);
        if (!to)
            break;
        result = libdeflate_zlib_decompress(unpacker, stream.data, stream.size, to,
                                            last ? most : room, &size);
        rq_out_cut(out, before + (result == LIBDEFLATE_SUCCESS ? size : 0));
        if (last)
            break;
    }
    if (!unpacker)
        out->failed = RQ_NO_MEMORY;
    libdeflate_free_decompressor(unpacker);
    return !out->failed && result == LIBDEFLATE_SUCCESS;
}

uint32_t rq_crc32(uint32_t crc, struct rq_bytes bytes)
{
    return bytes.size ? libdeflate_crc32(crc, bytes.data, bytes.size) : crc;
}

uint32_t rq_adler32(uint32_t adler, struct rq_bytes bytes)
{
    return bytes.size ? libdeflate_adler32(adler, bytes.data, bytes.size) : adler;
}

#else

#define ZLIB_CONST
#include <zlib.h>

/* zlib counts in 32 bits. */
enum { STEP_IN = 1 << 30, STEP_OUT = 1 << 16 };

static void *take_memory(void *ctx, uInt count, uInt size)
{
    const struct rq_alloc *const *alloc = ctx;
    if (size && count > UINT32_MAX / size)
        return Z_NULL;
    return rq_mem(*alloc, NULL, (size_t)count * size);
}

static void give_memory(void *ctx, void *p)
{
    const struct rq_alloc *const *alloc = ctx;
    rq_mem(*alloc, p, 0);
}

/* zlib's memory is that of out, which may differ from call to call: nothing is kept. */
void rq_packer_free(struct rq_packer *packer)
{
    packer->state = NULL;
}

bool rq_zlib_pack_with(struct rq_packer *packer, struct rq_out *out, struct rq_bytes bytes,
                       int level)
{
    packer->level = level;
    if (out->failed)
        return false;
    z_stream z = {.zalloc = take_memory, .zfree = give_memory, .opaque = &out->alloc};
    if (deflateInit(&z, level < 1 ? 1 : level > 9 ? 9 : level) != Z_OK) {
        out->failed = RQ_NO_MEMORY;
        return false;
    }
    int state = Z_OK;
    z.next_in = bytes.data;
    while (state != Z_STREAM_END && !out->failed) {
        if (z.avail_in == 0 && bytes.size) {
            z.avail_in = bytes.size < STEP_IN ? (uInt)bytes.size : STEP_IN;
            bytes.size -= z.avail_in;
        }
        if (!(z.next_out = rq_grow(out, STEP_OUT)))
            break;
        z.avail_out = STEP_OUT;
        state = deflate(&z, bytes.size ? Z_NO_FLUSH : Z_FINISH);
        rq_out_cut(out, out->size - z.avail_out);
    }
    deflateEnd(&z);
    return !out->failed;
}

bool rq_zlib_unpack(struct rq_out *out, struct rq_bytes stream, size_t most)
{
    z_stream z = {.zalloc = take_memory, .zfree = give_memory, .opaque = &out->alloc};
    size_t before = out->size;
    if (out->failed || stream.size > STEP_IN || inflateInit(&z) != Z_OK)
        return false;
    int state = Z_OK;
    z.next_in = stream.data;
    z.avail_in = (uInt)stream.size;
    while (state == Z_OK && out->size - before <= most) {
        z.next_out = rq_grow(out, STEP_OUT);
        z.avail_out = STEP_OUT;
        if (!z.next_out)
            break;
        state = inflate(&z, Z_NO_FLUSH);
        rq_out_cut(out, out->size - z.avail_out);
    }
    inflateEnd(&z);
    bool fine = state == Z_STREAM_END && out->size - before <= most && !out->failed;
    if (!fine)
        rq_out_cut(out, before);
    return fine;
}

uint32_t rq_crc32(uint32_t crc, struct rq_bytes bytes)
{
    return bytes.size ? (uint32_t)crc32_z(crc, bytes.data, bytes.size) : crc;
}

uint32_t rq_adler32(uint32_t adler, struct rq_bytes bytes)
{
    return bytes.size ? (uint32_t)adler32_z(adler, bytes.data, bytes.size) : adler;
}

#endif

bool rq_zlib_pack(struct rq_out *out, struct rq_bytes bytes, int level)
{
    struct rq_packer packer = {0};
    bool fine = rq_zlib_pack_with(&packer, out, bytes, level);
    rq_packer_free(&packer);
    return fine;
}
