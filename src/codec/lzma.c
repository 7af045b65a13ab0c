#include "codec/lzma.h"

enum { PROPERTIES = 5, LEAST_DICTIONARY = 4096, MOST_DICTIONARY = 1 << 20 };

uint32_t rq_lzma_dictionary(size_t size)
{
    uint32_t dictionary = LEAST_DICTIONARY;
    while (dictionary < size && dictionary < MOST_DICTIONARY)
        dictionary *= 2;
    return dictionary;
}

#ifdef RQ_HAVE_LZMA

#include <lzma.h>

enum { PRESET = 6, STEP = 4096 };

static void *on_alloc(void *ctx, size_t count, size_t size)
{
    size_t bytes = count * size;
    return rq_mem(ctx, NULL, bytes ? bytes : 1);
}

static void on_free(void *ctx, void *ptr)
{
    if (ptr)
        rq_mem(ctx, ptr, 0);
}

/* The allocator is a value that is only read; liblzma wants the pointer without const. */
static lzma_allocator allocator_of(const struct rq_alloc *alloc)
{
    union {
        const struct rq_alloc *in;
        void *out;
    } ctx = {alloc};
    return (lzma_allocator){on_alloc, on_free, ctx.out};
}

static enum rq_code code_of(lzma_ret ret)
{
    switch (ret) {
    case LZMA_OK:
    case LZMA_STREAM_END: return RQ_OK;
    case LZMA_MEM_ERROR: return RQ_NO_MEMORY;
    case LZMA_BUF_ERROR: return RQ_TRUNCATED;
    default: return RQ_CORRUPT;
    }
}

static enum rq_code unpack_raw(struct rq_bytes stream, lzma_options_lzma *options, uint8_t *to,
                               size_t size, const struct rq_alloc *alloc)
{
    lzma_filter filters[] = {{LZMA_FILTER_LZMA1, options}, {LZMA_VLI_UNKNOWN, NULL}};
    lzma_allocator allocator = allocator_of(alloc);
    lzma_stream s = LZMA_STREAM_INIT;
    s.allocator = &allocator;
    lzma_ret ret = lzma_raw_decoder(&s, filters);
    s.next_in = stream.data;
    s.avail_in = stream.size;
    s.next_out = to;
    s.avail_out = size;
    while (ret == LZMA_OK && s.avail_out)
        ret = lzma_code(&s, LZMA_FINISH);
    bool early = ret == LZMA_STREAM_END && s.avail_out;
    lzma_end(&s);
    return early ? RQ_CORRUPT : code_of(ret);
}

enum rq_code rq_lzma_unpack(struct rq_bytes stream, uint8_t *to, size_t size,
                            const struct rq_alloc *alloc)
{
    if (size == 0)
        return RQ_OK;
    if (stream.size < PROPERTIES)
        return RQ_TRUNCATED;
    uint32_t enough = size > UINT32_MAX ? UINT32_MAX : (uint32_t)size;
    enough = enough < LEAST_DICTIONARY ? LEAST_DICTIONARY : enough;
    uint32_t asked = rq_get32(stream.data + 1), bits = stream.data[0];
    lzma_options_lzma options = {.dict_size = asked < enough ? asked : enough,
                                 .lc = bits % 9,
                                 .lp = bits / 9 % 5,
                                 .pb = bits / 45};
    if (options.dict_size < LEAST_DICTIONARY)
        options.dict_size = LEAST_DICTIONARY;
    struct rq_bytes rest = {stream.data + PROPERTIES, stream.size - PROPERTIES};
    enum rq_code code = unpack_raw(rest, &options, to, size, alloc);
    /* The first byte of a stream proper is 0. */
    if (code == RQ_OK || code == RQ_NO_MEMORY || bits != 0)
        return code;
    options = (lzma_options_lzma){.dict_size = enough, .lc = 3, .lp = 0, .pb = 2};
    return unpack_raw(stream, &options, to, size, alloc);
}

bool rq_lzma_pack(struct rq_out *out, struct rq_bytes bytes, uint32_t dictionary, bool end_marker)
{
    lzma_options_lzma options = {0};
    lzma_filter filters[] = {{end_marker ? LZMA_FILTER_LZMA1 : LZMA_FILTER_LZMA1EXT, &options},
                             {LZMA_VLI_UNKNOWN, NULL}};
    lzma_allocator allocator = allocator_of(out->alloc);
    lzma_stream s = LZMA_STREAM_INIT;
    uint32_t enough = rq_lzma_dictionary(bytes.size);
    lzma_lzma_preset(&options, PRESET);
    options.dict_size = dictionary < LEAST_DICTIONARY ? LEAST_DICTIONARY
                        : dictionary < enough         ? dictionary
                                                      : enough;
    s.allocator = &allocator;
    rq_put8(out, (uint8_t)((options.pb * 5 + options.lp) * 9 + options.lc));
    rq_put32(out, dictionary);
    lzma_ret ret = lzma_raw_encoder(&s, filters);
    s.next_in = bytes.data;
    s.avail_in = bytes.size;
    while (ret == LZMA_OK && !out->failed) {
        size_t had = out->size;
        s.next_out = rq_grow(out, STEP);
        s.avail_out = s.next_out ? STEP : 0;
        if (s.next_out)
            ret = lzma_code(&s, LZMA_FINISH);
        rq_out_cut(out, had + (s.next_out ? STEP - s.avail_out : 0));
    }
    lzma_end(&s);
    if (ret != LZMA_STREAM_END && !out->failed)
        out->failed = code_of(ret);
    return !out->failed;
}

#else

enum rq_code rq_lzma_unpack(struct rq_bytes stream, uint8_t *to, size_t size,
                            const struct rq_alloc *alloc)
{
    (void)stream;
    (void)to;
    (void)alloc;
    return size ? RQ_UNSUPPORTED : RQ_OK;
}

bool rq_lzma_pack(struct rq_out *out, struct rq_bytes bytes, uint32_t dictionary, bool end_marker)
{
    (void)bytes;
    (void)dictionary;
    (void)end_marker;
    out->failed = RQ_UNSUPPORTED;
    return false;
}

#endif
