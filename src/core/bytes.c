#include "core/bytes.h"

#include <stdarg.h>
#include <stdio.h>

/* ---- cursor ---- */

struct rq_cur rq_cur_over(struct rq_bytes bytes, struct rq_ctx *ctx)
{
    /* An empty input may come as NULL; pointer arithmetic needs something to stand on. */
    static const uint8_t nothing[1];
    const uint8_t *data = bytes.data ? bytes.data : nothing;
    return (struct rq_cur){data, data, data, data + bytes.size, ctx};
}

void rq_enter(struct rq_cur *c, const char *name, int64_t index)
{
    if (c->ctx->depth < RQ_CRUMBS)
        c->ctx->crumbs[c->ctx->depth] = (struct rq_crumb){name, index};
    c->ctx->depth++;
}

void rq_leave(struct rq_cur *c)
{
    if (c->ctx->depth)
        c->ctx->depth--;
}

void rq_crumb_text(const struct rq_crumb *crumbs, size_t count, const char *name, char *text,
                   size_t size)
{
    size_t at = 0;
    text[0] = 0;
    if (count > RQ_CRUMBS)
        count = RQ_CRUMBS;
    for (size_t i = 0; i < count + (name != NULL) && at + 1 < size; i++) {
        const char *gap = i ? " / " : "";
        int n;
        if (i == count)
            n = snprintf(text + at, size - at, "%s%s", gap, name);
        else if (crumbs[i].index < 0)
            n = snprintf(text + at, size - at, "%s%s", gap, crumbs[i].name);
        else
            n = snprintf(text + at, size - at, "%s%s[%lld]", gap, crumbs[i].name,
                         (long long)crumbs[i].index);
        at += n > 0 ? (size_t)n : 0;
    }
}

static bool bad_named(struct rq_cur *c, enum rq_code code, uint64_t offset, const char *name,
                      const char *text)
{
    char where[sizeof c->ctx->err->where];
    rq_crumb_text(c->ctx->crumbs, c->ctx->depth, name, where, sizeof where);
    c->p = c->end;
    return rq_fail(c->ctx->err, code, offset, where, "%s", text);
}

bool rq_bad(struct rq_cur *c, enum rq_code code, uint64_t offset, const char *fmt, ...)
{
    char text[sizeof c->ctx->err->text];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    return bad_named(c, code, offset, NULL, text);
}

bool rq_bad_memory(struct rq_cur *c, const struct rq_arena *arena)
{
    if (arena->over_limit)
        return rq_bad(c, RQ_LIMIT, rq_tell(c),
                      "would need more memory than a file of this size may take (%zu bytes)",
                      arena->limit);
    return rq_bad(c, RQ_NO_MEMORY, rq_tell(c), "out of memory");
}

void rq_note_at(struct rq_cur *c, const uint8_t *at, size_t size, enum rq_kind kind, size_t count,
                const char *name)
{
    /* After a failure `at` may be the end of an empty window: there are no bytes to show. */
    if (!c->ctx->trace || !rq_ok(c))
        return;
    size_t depth = c->ctx->depth < RQ_CRUMBS ? c->ctx->depth : RQ_CRUMBS;
    struct rq_note note = {(uint64_t)(at - c->base), size, kind, count, name,
                           c->ctx->crumbs,           depth};
    c->ctx->trace->note(c->ctx->trace->ctx, &note);
}

static const uint8_t *take(struct rq_cur *c, size_t size, const char *name)
{
    if (size <= rq_left(c) && rq_ok(c)) {
        const uint8_t *p = c->p;
        c->p += size;
        return p;
    }
    if (rq_ok(c)) {
        char text[120];
        snprintf(text, sizeof text, "%zu byte%s needed, %zu left", size, size == 1 ? "" : "s",
                 rq_left(c));
        bad_named(c, RQ_TRUNCATED, rq_tell(c), name, text);
    }
    c->p = c->end;
    return NULL;
}

const uint8_t *rq_take(struct rq_cur *c, size_t size, enum rq_kind kind, const char *name)
{
    const uint8_t *p = take(c, size, name);
    if (p && size)
        rq_note_at(c, p, size, kind, kind == RQ_KIND_text || kind == RQ_KIND_bytes ? size : 1,
                   name);
    return p;
}

struct rq_bytes rq_take_bytes(struct rq_cur *c, size_t size, const char *name)
{
    const uint8_t *p = rq_take(c, size, RQ_KIND_bytes, name);
    return (struct rq_bytes){p, p ? size : 0};
}

uint8_t rq_u8(struct rq_cur *c, const char *name)
{
    const uint8_t *p = rq_take(c, 1, RQ_KIND_u8, name);
    return p ? *p : 0;
}

uint16_t rq_u16(struct rq_cur *c, const char *name)
{
    const uint8_t *p = rq_take(c, 2, RQ_KIND_u16, name);
    return p ? rq_get16(p) : 0;
}

uint32_t rq_u32(struct rq_cur *c, const char *name)
{
    const uint8_t *p = rq_take(c, 4, RQ_KIND_u32, name);
    return p ? rq_get32(p) : 0;
}

uint32_t rq_u32be(struct rq_cur *c, const char *name)
{
    const uint8_t *p = rq_take(c, 4, RQ_KIND_be32, name);
    return p ? rq_get32be(p) : 0;
}

/* count numbers of size bytes, turned round where the host is not little-endian. */
static void move_array(uint8_t *to, const uint8_t *from, size_t count, size_t size)
{
    if (count == 0)
        return;
    if (RQ_LITTLE_ENDIAN || size == 1) {
        memcpy(to, from, count * size);
        return;
    }
    for (size_t i = 0; i < count * size; i++)
        to[i] = from[i - i % size + size - 1 - i % size];
}

bool rq_take_array(struct rq_cur *c, size_t count, size_t size, enum rq_kind kind, void *to,
                   const char *name)
{
    if (!rq_count(c, count, size, name))
        return false;
    const uint8_t *p = take(c, count * size, name);
    if (!p)
        return false;
    if (count)
        rq_note_at(c, p, count * size, kind, count, name);
    move_array(to, p, count, size);
    return true;
}

bool rq_count(struct rq_cur *c, uint64_t count, size_t size, const char *name)
{
    if (!rq_ok(c))
        return false;
    if (size == 0 || count <= rq_left(c) / size)
        return true;
    char text[160];
    snprintf(text, sizeof text, "%llu entries of %zu bytes can't fit in the %zu bytes left",
             (unsigned long long)count, size, rq_left(c));
    return bad_named(c, RQ_TRUNCATED, rq_tell(c), name, text);
}

struct rq_cur rq_sub(struct rq_cur *c, uint64_t offset, uint64_t size, const char *name)
{
    uint64_t whole = (uint64_t)(c->end - c->begin);
    if (rq_ok(c) && (offset > whole || size > whole - offset)) {
        char text[160];
        snprintf(text, sizeof text, "%llu bytes at offset %llu, but it ends at %llu",
                 (unsigned long long)size, (unsigned long long)offset, (unsigned long long)whole);
        bad_named(c, RQ_TRUNCATED, (uint64_t)(c->begin - c->base) + offset, name, text);
    }
    if (!rq_ok(c)) {
        c->p = c->end;
        return (struct rq_cur){c->base, c->end, c->end, c->end, c->ctx};
    }
    const uint8_t *begin = c->begin + offset;
    return (struct rq_cur){c->base, begin, begin, begin + size, c->ctx};
}

bool rq_seek(struct rq_cur *c, uint64_t offset, const char *name)
{
    struct rq_cur at = rq_sub(c, offset, 0, name);
    if (rq_ok(c))
        c->p = at.p;
    return rq_ok(c);
}

/* ---- writer ---- */

uint8_t *rq_grow(struct rq_out *out, size_t size)
{
    if (out->failed)
        return NULL;
    if (size > out->capacity - out->size || !out->data) {
        size_t least = out->size + size;
        size_t capacity = out->capacity < 256 ? 256 : out->capacity;
        while (capacity < least && capacity <= SIZE_MAX / 2)
            capacity *= 2;
        uint8_t *data =
            least < size || capacity < least ? NULL : rq_mem(out->alloc, out->data, capacity);
        if (!data) {
            out->failed = RQ_NO_MEMORY;
            return NULL;
        }
        out->data = data;
        out->capacity = capacity;
    }
    uint8_t *p = out->data + out->size;
    out->size += size;
    return p;
}

void rq_reserve(struct rq_out *out, size_t size)
{
    if (out->failed || size <= out->capacity - out->size)
        return;
    uint8_t *data =
        size > SIZE_MAX - out->size ? NULL : rq_mem(out->alloc, out->data, out->size + size);
    if (!data) {
        out->failed = RQ_NO_MEMORY;
        return;
    }
    out->data = data;
    out->capacity = out->size + size;
}

void rq_put_bytes(struct rq_out *out, struct rq_bytes bytes)
{
    rq_put(out, bytes.data, bytes.size);
}

void rq_put_zeros(struct rq_out *out, size_t size)
{
    uint8_t *p = rq_grow(out, size);
    if (p && size)
        memset(p, 0, size);
}

void rq_put16(struct rq_out *out, uint16_t v)
{
    uint8_t *p = rq_grow(out, 2);
    if (p)
        rq_set16(p, v);
}

void rq_put32(struct rq_out *out, uint32_t v)
{
    uint8_t *p = rq_grow(out, 4);
    if (p)
        rq_set32(p, v);
}

void rq_put32be(struct rq_out *out, uint32_t v)
{
    uint8_t *p = rq_grow(out, 4);
    if (p) {
        p[0] = (uint8_t)(v >> 24);
        p[1] = (uint8_t)(v >> 16);
        p[2] = (uint8_t)(v >> 8);
        p[3] = (uint8_t)v;
    }
}

void rq_putf(struct rq_out *out, const char *fmt, ...)
{
    char text[1024];
    va_list args;
    va_start(args, fmt);
    int size = vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    if (size < 0 || (size_t)size < sizeof text) {
        rq_put(out, text, size < 0 ? 0 : (size_t)size);
        return;
    }
    char *whole = (char *)rq_grow(out, (size_t)size + 1);
    if (whole) {
        va_start(args, fmt);
        vsnprintf(whole, (size_t)size + 1, fmt, args);
        va_end(args);
        out->size--; /* the NUL */
    }
}

void rq_put_array(struct rq_out *out, const void *from, size_t count, size_t size)
{
    uint8_t *p = count <= SIZE_MAX / size ? rq_grow(out, count * size) : NULL;
    if (p)
        move_array(p, from, count, size);
    else if (!out->failed)
        out->failed = RQ_LIMIT;
}

void rq_put_size(struct rq_out *out, uint64_t v)
{
    if (v > UINT32_MAX && !out->failed)
        out->failed = RQ_LIMIT;
    rq_put32(out, (uint32_t)v);
}

size_t rq_hole32(struct rq_out *out)
{
    size_t at = out->size;
    rq_put32(out, 0);
    return at;
}

void rq_patch32(struct rq_out *out, size_t at, uint64_t v)
{
    if (v > UINT32_MAX && !out->failed)
        out->failed = RQ_LIMIT;
    if (!out->failed)
        rq_set32(out->data + at, (uint32_t)v);
}

void rq_out_cut(struct rq_out *out, size_t size)
{
    if (size < out->size)
        out->size = size;
}

void rq_out_free(struct rq_out *out)
{
    if (out->data)
        rq_mem(out->alloc, out->data, 0);
    *out = (struct rq_out){.alloc = out->alloc};
}
