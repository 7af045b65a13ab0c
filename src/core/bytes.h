/* Reading and writing bytes.
 *
 * The cursor runs over a const buffer. Its first failure is kept in the context that it
 * shares with its windows; from then on every read gives zeros and does not move, so a
 * parser reads straight through and checks rq_ok once per record.
 *
 *     rq_enter(cur, "keys", i);
 *     key->type = rq_u16(cur, "type");
 *     rq_leave(cur);
 *     if (!rq_ok(cur)) return false;
 *
 * Every read has a name: it is the end of the breadcrumb of an error and the field of an
 * annotated dump. Integers are put together by shifts: no unaligned loads, no host order.
 */
#ifndef RQ_CORE_BYTES_H
#define RQ_CORE_BYTES_H

#include "core/arena.h"
#include "core/error.h"

#include <reliquary/record.h>
#include <string.h>

/* ---- plain loads and stores, unchecked ---- */

static inline uint16_t rq_get16(const uint8_t *p)
{
    return (uint16_t)(p[0] | p[1] << 8);
}

static inline uint32_t rq_get32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t rq_get64(const uint8_t *p)
{
    return (uint64_t)rq_get32(p) | (uint64_t)rq_get32(p + 4) << 32;
}

static inline uint32_t rq_get32be(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | (uint32_t)p[3];
}

static inline void rq_set16(uint8_t *p, uint16_t v)
{
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
}

static inline void rq_set32(uint8_t *p, uint32_t v)
{
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
    p[2] = (uint8_t)(v >> 16);
    p[3] = (uint8_t)(v >> 24);
}

static inline void rq_set32be(uint8_t *p, uint32_t v)
{
    p[0] = (uint8_t)(v >> 24);
    p[1] = (uint8_t)(v >> 16);
    p[2] = (uint8_t)(v >> 8);
    p[3] = (uint8_t)v;
}

static inline void rq_set64(uint8_t *p, uint64_t v)
{
    rq_set32(p, (uint32_t)v);
    rq_set32(p + 4, (uint32_t)(v >> 32));
}

static inline uint32_t rq_f32_bits(float v)
{
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

static inline float rq_f32_of(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static inline uint32_t rq_bits_of(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

/* Little-endian numbers in memory are as they are in files. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
enum { RQ_LITTLE_ENDIAN = 1 };
#else
enum { RQ_LITTLE_ENDIAN = 0 };
#endif

/* ---- context: error, breadcrumb, trace ---- */

enum { RQ_CRUMBS = 24 };

struct rq_crumb {
    const char *name;
    int64_t index; /* -1: none */
};

/* One field that a reader has seen, for the dump. */
struct rq_note {
    uint64_t offset;
    size_t size;
    enum rq_kind kind;
    size_t count;
    const char *name;
    const struct rq_crumb *crumbs;
    size_t crumb_count;
};

struct rq_trace {
    void (*note)(void *ctx, const struct rq_note *note);
    void *ctx;
};

struct rq_ctx {
    struct rq_error *err;
    const struct rq_trace *trace; /* NULL: nobody listens */
    size_t depth;
    struct rq_crumb crumbs[RQ_CRUMBS];
};

struct rq_cur {
    const uint8_t *base; /* offset 0 of the file */
    const uint8_t *begin, *p, *end;
    struct rq_ctx *ctx;
};

/* A cursor over all of bytes. */
struct rq_cur rq_cur_over(struct rq_bytes bytes, struct rq_ctx *ctx);

static inline bool rq_ok(const struct rq_cur *c)
{
    return c->ctx->err->code == RQ_OK;
}

static inline size_t rq_left(const struct rq_cur *c)
{
    return (size_t)(c->end - c->p);
}

/* Offset in the file. */
static inline uint64_t rq_tell(const struct rq_cur *c)
{
    return (uint64_t)(c->p - c->base);
}

/* Steps into and out of a part of the file; index -1 for none. */
void rq_enter(struct rq_cur *c, const char *name, int64_t index);
void rq_leave(struct rq_cur *c);

/* Fails at an offset of the file, with the breadcrumb. Returns false. */
bool rq_bad(struct rq_cur *c, enum rq_code code, uint64_t offset, const char *fmt, ...)
    RQ_PRINTF(4, 5);

/* What the arena could not give. Returns false. */
bool rq_bad_memory(struct rq_cur *c, const struct rq_arena *arena);

/* Writes "a / b[3] / name" into text. */
void rq_crumb_text(const struct rq_crumb *crumbs, size_t count, const char *name, char *text,
                   size_t size);

uint8_t rq_u8(struct rq_cur *c, const char *name);
uint16_t rq_u16(struct rq_cur *c, const char *name);
uint32_t rq_u32(struct rq_cur *c, const char *name);
uint32_t rq_u32be(struct rq_cur *c, const char *name);

/* The next size bytes, in place; NULL when they are not there. kind is for the dump. */
const uint8_t *rq_take(struct rq_cur *c, size_t size, enum rq_kind kind, const char *name);
/* The same as a pair, of size 0 when they are not there; for bytes of any meaning. */
struct rq_bytes rq_take_bytes(struct rq_cur *c, size_t size, const char *name);

/* The next count numbers of size bytes (1, 2 or 4), little-endian, into memory of the host's
 * order: one move where that is the same. False, and to untouched, when they are not there. */
bool rq_take_array(struct rq_cur *c, size_t count, size_t size, enum rq_kind kind, void *to,
                   const char *name);

/* True when count elements of size bytes fit in what is left: ask before allocating. */
bool rq_count(struct rq_cur *c, uint64_t count, size_t size, const char *name);

/* A window of the file, by offset in this cursor's own window (from begin). After a
 * failure the window is empty. */
struct rq_cur rq_sub(struct rq_cur *c, uint64_t offset, uint64_t size, const char *name);

/* Moves to an offset counted from begin. */
bool rq_seek(struct rq_cur *c, uint64_t offset, const char *name);

/* Tells the dump of a field that was read by hand. Costs nothing when nobody listens. */
void rq_note_at(struct rq_cur *c, const uint8_t *at, size_t size, enum rq_kind kind, size_t count,
                const char *name);

/* ---- writer ---- */

/* Room for size more bytes; the bytes are added at once. NULL when failed. */
uint8_t *rq_grow(struct rq_out *out, size_t size);

/* Memory for exactly size more bytes, when it is known how many will come. */
void rq_reserve(struct rq_out *out, size_t size);

/* The everyday case inline: text is written a few bytes at a time. */
static inline void rq_put(struct rq_out *out, const void *data, size_t size)
{
    uint8_t *p =
        !out->failed && size <= out->capacity - out->size && size ? out->data + out->size : NULL;
    if (p)
        out->size += size;
    else
        p = rq_grow(out, size);
    if (p && size)
        memcpy(p, data, size);
}

enum { RQ_BLOCK = 32 };

/* The first size bytes of a block of RQ_BLOCK that can all be read: for a few bytes one move of a
 * fixed size takes less time than a call. */
static inline void rq_put_block(struct rq_out *out, const void *block, size_t size)
{
    if (out->failed || out->capacity - out->size < RQ_BLOCK) {
        rq_put(out, block, size);
        return;
    }
    memcpy(out->data + out->size, block, RQ_BLOCK);
    out->size += size;
}

static inline void rq_put_str(struct rq_out *out, const char *text)
{
    rq_put(out, text, strlen(text));
}

static inline void rq_put8(struct rq_out *out, uint8_t v)
{
    if (out->data && !out->failed && out->size < out->capacity)
        out->data[out->size++] = v;
    else
        rq_put(out, &v, 1);
}

void rq_put_bytes(struct rq_out *out, struct rq_bytes bytes);
void rq_put_zeros(struct rq_out *out, size_t size);
void rq_put16(struct rq_out *out, uint16_t v);
void rq_put32(struct rq_out *out, uint32_t v);
void rq_put32be(struct rq_out *out, uint32_t v);
/* Text as printf makes it, however long. */
void rq_putf(struct rq_out *out, const char *fmt, ...) RQ_PRINTF(2, 3);

/* The way back of rq_take_array. */
void rq_put_array(struct rq_out *out, const void *from, size_t count, size_t size);

/* A size that has to fit 32 bits; what does not fit fails the output. */
void rq_put_size(struct rq_out *out, uint64_t v);

/* Leaves a hole for a u32 and fills it later; `at` counts from the start of out. */
size_t rq_hole32(struct rq_out *out);
void rq_patch32(struct rq_out *out, size_t at, uint64_t v);

/* Keeps the memory, forgets the bytes after size. */
void rq_out_cut(struct rq_out *out, size_t size);

static inline struct rq_bytes rq_out_bytes(const struct rq_out *out)
{
    return (struct rq_bytes){out->data, out->size};
}

static inline bool rq_same(struct rq_bytes a, struct rq_bytes b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

/* True when part stands at that place of whole. What still points there is not compared. */
static inline bool rq_same_at(struct rq_bytes whole, uint64_t at, struct rq_bytes part)
{
    if (at > whole.size || part.size > whole.size - at)
        return false;
    return part.data == whole.data + at ||
           rq_same(part, (struct rq_bytes){whole.data + at, part.size});
}

#endif
