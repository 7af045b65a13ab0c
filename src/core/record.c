#include "core/record.h"

#include <stdio.h>

static const char text_rest[] = "_rest";

static size_t field_size(const struct rq_rec_field *f)
{
    return f->size * f->count;
}

static void note_field(struct rq_cur *c, const struct rq_rec_field *f, const uint8_t *at)
{
    rq_note_at(c, at, field_size(f), f->kind, f->count, f->name);
}

void rq_rec_note(struct rq_cur *c, const struct rq_rec *rec, const uint8_t *at)
{
    if (!c->ctx->trace)
        return;
    for (size_t i = 0; i < rec->field_count; i++) {
        note_field(c, &rec->fields[i], at);
        at += field_size(&rec->fields[i]);
    }
}

static void load(const struct rq_rec_field *f, const uint8_t *from, void *to)
{
    for (size_t i = 0; i < f->count; i++, from += f->size) {
        uint8_t *element = (uint8_t *)to + i * f->size;
        uint16_t v16;
        uint32_t v32;
        switch (f->kind) {
        case RQ_KIND_u8:
        case RQ_KIND_i8:
        case RQ_KIND_text:
        case RQ_KIND_bytes: memcpy(element, from, f->count); return;
        case RQ_KIND_u16:
        case RQ_KIND_i16:
            v16 = rq_get16(from);
            memcpy(element, &v16, 2);
            break;
        case RQ_KIND_be32:
            v32 = rq_get32be(from);
            memcpy(element, &v32, 4);
            break;
        default: v32 = rq_get32(from); memcpy(element, &v32, 4);
        }
    }
}

static void store(const struct rq_rec_field *f, const void *from, struct rq_out *out)
{
    for (size_t i = 0; i < f->count; i++) {
        const uint8_t *element = (const uint8_t *)from + i * f->size;
        uint16_t v16;
        uint32_t v32;
        switch (f->kind) {
        case RQ_KIND_u8:
        case RQ_KIND_i8:
        case RQ_KIND_text:
        case RQ_KIND_bytes: rq_put(out, element, f->count); return;
        case RQ_KIND_u16:
        case RQ_KIND_i16:
            memcpy(&v16, element, 2);
            rq_put16(out, v16);
            break;
        case RQ_KIND_be32:
            memcpy(&v32, element, 4);
            rq_put32be(out, v32);
            break;
        default: memcpy(&v32, element, 4); rq_put32(out, v32);
        }
    }
}

bool rq_rec_read(struct rq_cur *c, const struct rq_rec *rec, void *record)
{
    if (rec->size > rq_left(c)) {
        /* Field by field, so that the error names the one that is cut. */
        for (size_t i = 0; i < rec->field_count; i++)
            rq_take(c, field_size(&rec->fields[i]), rec->fields[i].kind, rec->fields[i].name);
        return false;
    }
    if (!rq_ok(c))
        return false;
    rq_rec_note(c, rec, c->p);
    for (size_t i = 0; i < rec->field_count; i++) {
        load(&rec->fields[i], c->p, (uint8_t *)record + rec->fields[i].offset);
        c->p += field_size(&rec->fields[i]);
    }
    return true;
}

void rq_rec_write(struct rq_out *out, const struct rq_rec *rec, const void *record)
{
    for (size_t i = 0; i < rec->field_count; i++)
        store(&rec->fields[i], (const uint8_t *)record + rec->fields[i].offset, out);
}

/* The struct has no holes and no field that stands turned round in the file. */
static bool looks_same(const struct rq_rec *rec, size_t struct_size)
{
    if (!RQ_LITTLE_ENDIAN || rec->size != struct_size)
        return false;
    for (size_t i = 0; i < rec->field_count; i++)
        if (rec->fields[i].kind == RQ_KIND_be32)
            return false;
    return true;
}

bool rq_recs_read(struct rq_cur *c, const struct rq_rec *rec, size_t struct_size, size_t count,
                  void *records)
{
    if (!rq_count(c, count, rec->size, rec->name))
        return false;
    bool same = looks_same(rec, struct_size);
    if (same && count)
        memcpy(records, c->p, count * struct_size);
    for (size_t i = 0; i < count && (!same || c->ctx->trace); i++) {
        rq_enter(c, rec->name, (int64_t)i);
        if (same)
            rq_rec_note(c, rec, c->p + i * rec->size);
        else
            rq_rec_read(c, rec, (uint8_t *)records + i * struct_size);
        rq_leave(c);
    }
    if (same)
        c->p += count * struct_size;
    return true;
}

void rq_recs_write(struct rq_out *out, const struct rq_rec *rec, size_t struct_size, size_t count,
                   const void *records)
{
    if (looks_same(rec, struct_size)) {
        rq_put(out, records, count * struct_size);
        return;
    }
    for (size_t i = 0; i < count; i++)
        rq_rec_write(out, rec, (const uint8_t *)records + i * struct_size);
}

/* An element of a whole-number kind, from memory. */
static int64_t whole_of(enum rq_kind kind, const uint8_t *v)
{
    uint16_t half = 0;
    uint32_t word = 0;
    switch (kind) {
    case RQ_KIND_u8: return *v;
    case RQ_KIND_i8: return (int8_t)*v;
    case RQ_KIND_u16: memcpy(&half, v, 2); return half;
    case RQ_KIND_i16: memcpy(&half, v, 2); return (int16_t)half;
    case RQ_KIND_i32: memcpy(&word, v, 4); return (int32_t)word;
    default: memcpy(&word, v, 4); return word;
    }
}

size_t rq_kind_size(enum rq_kind kind)
{
    switch (kind) {
    case RQ_KIND_u8:
    case RQ_KIND_i8:
    case RQ_KIND_text:
    case RQ_KIND_bytes: return 1;
    case RQ_KIND_u16:
    case RQ_KIND_i16: return 2;
    default: return 4;
    }
}

void rq_kind_json(struct rq_json *j, enum rq_kind kind, const void *value)
{
    const uint8_t *v = value;
    float f32;
    if (kind == RQ_KIND_f32) {
        memcpy(&f32, v, 4);
        rq_json_f32(j, f32);
    } else if (kind == RQ_KIND_x32) {
        rq_json_hex32(j, (uint32_t)whole_of(kind, v));
    } else {
        rq_json_i64(j, whole_of(kind, v));
    }
}

/* Bytes without the zeros at their end; all of them when there are none. */
static size_t used_size(const uint8_t *bytes, size_t size)
{
    while (size && bytes[size - 1] == 0)
        size--;
    return size;
}

static bool may_be_left_out(const struct rq_rec_field *f)
{
    return f->kind == RQ_KIND_bytes || f->kind == RQ_KIND_text || f->mark == RQ_OPTIONAL;
}

static void text_json(struct rq_json *j, const struct rq_rec_field *f, const uint8_t *v,
                      size_t used, enum rq_codepage page)
{
    const uint8_t *nul = memchr(v, 0, used);
    rq_json_key(j, f->name);
    rq_json_text(j, page, (struct rq_bytes){v, nul ? (size_t)(nul - v) : used});
    if (!nul)
        return;
    char key[80];
    snprintf(key, sizeof key, "%s%s", f->name, text_rest);
    rq_json_key(j, key);
    rq_json_base64(j, (struct rq_bytes){nul + 1, (size_t)(v + f->count - nul - 1)});
}

static bool is_member(const struct rq_rec_field *f)
{
    return f->mark == RQ_PLAIN || f->mark == RQ_OPTIONAL;
}

static bool is_word(const struct rq_rec_field *f)
{
    return f->mark == RQ_DERIVED || f->mark == RQ_POINTER;
}

/* One field, or nothing when it is zero and may be left out. */
static void field_json(struct rq_json *j, const struct rq_rec_field *f, const uint8_t *v,
                       enum rq_codepage page)
{
    size_t used = may_be_left_out(f) ? used_size(v, field_size(f)) : 1;
    if (used == 0)
        return;
    if (f->kind == RQ_KIND_text) {
        text_json(j, f, v, used, page);
        return;
    }
    rq_json_key(j, f->name);
    if (f->kind == RQ_KIND_bytes) {
        rq_json_base64(j, (struct rq_bytes){v, f->count});
    } else if (f->count == 1) {
        rq_kind_json(j, f->kind, v);
    } else {
        rq_json_array_row(j);
        for (size_t k = 0; k < f->count; k++)
            rq_kind_json(j, f->kind, v + k * f->size);
        rq_json_end_array(j);
    }
}

void rq_rec_json(struct rq_json *j, const struct rq_rec *rec, const void *record,
                 enum rq_codepage page)
{
    for (size_t i = 0; i < rec->field_count; i++) {
        const struct rq_rec_field *f = &rec->fields[i];
        if (is_member(f))
            field_json(j, f, (const uint8_t *)record + f->offset, page);
    }
}

void rq_rec_json_picked(struct rq_json *j, const struct rq_rec *rec, const void *record,
                        enum rq_codepage page, uint64_t picked)
{
    for (size_t i = 0; i < rec->field_count; i++)
        if (picked >> i & 1)
            field_json(j, &rec->fields[i], (const uint8_t *)record + rec->fields[i].offset, page);
}

void rq_rec_words_json(struct rq_json *j, const struct rq_rec *rec, const void *record,
                       enum rq_codepage page)
{
    for (size_t i = 0; i < rec->field_count; i++)
        if (is_word(&rec->fields[i]))
            field_json(j, &rec->fields[i], (const uint8_t *)record + rec->fields[i].offset, page);
}

void rq_kind_take(struct rq_jr *jr, enum rq_kind kind, void *value)
{
    /* By enum rq_kind; the kinds behind i32 are unsigned 32-bit numbers. */
    static const int64_t least[] = {0, INT8_MIN, 0, INT16_MIN, 0, INT32_MIN};
    static const int64_t most[] = {UINT8_MAX, INT8_MAX,   UINT16_MAX,
                                   INT16_MAX, UINT32_MAX, INT32_MAX};
    uint32_t word;
    if (kind == RQ_KIND_f32)
        word = rq_bits_of(rq_jr_f32(jr));
    else if (kind == RQ_KIND_x32)
        word = rq_jr_hex32(jr);
    else if (kind > RQ_KIND_i32)
        word = rq_jr_u32(jr);
    else
        word = (uint32_t)rq_jr_signed(jr, least[kind], most[kind]);
    uint16_t half = (uint16_t)word;
    uint8_t byte = (uint8_t)word;
    size_t size = rq_kind_size(kind);
    memcpy(value, size == 4 ? (const void *)&word : size == 2 ? (const void *)&half : &byte, size);
}

void rq_rec_clear(const struct rq_rec *rec, void *record)
{
    for (size_t i = 0; i < rec->field_count; i++)
        if (is_member(&rec->fields[i]) && may_be_left_out(&rec->fields[i]))
            memset((uint8_t *)record + rec->fields[i].offset, 0, field_size(&rec->fields[i]));
}

static void take_bytes(struct rq_jr *jr, const struct rq_rec_field *f, uint8_t *v)
{
    struct rq_bytes bytes = rq_jr_base64(jr);
    if (rq_jr_ok(jr) && bytes.size != f->count)
        rq_jr_bad(jr, "\"%s\" must hold %zu bytes, not %zu", f->name, f->count, bytes.size);
    else if (rq_jr_ok(jr))
        memcpy(v, bytes.data, f->count);
}

static void take_array(struct rq_jr *jr, const struct rq_rec_field *f, uint8_t *v)
{
    size_t n = 0;
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        if (n == f->count) {
            rq_jr_bad(jr, "\"%s\" has more than %zu values", f->name, f->count);
            return;
        }
        rq_kind_take(jr, f->kind, v + n++ * f->size);
    }
    if (rq_jr_ok(jr) && n < f->count)
        rq_jr_bad(jr, "\"%s\" needs %zu values", f->name, f->count);
}

/* Up to the end of the field, behind the text; one that has grown since wins over its rest. */
static void take_rest(struct rq_jr *jr, const struct rq_rec_field *f, uint8_t *v)
{
    struct rq_bytes rest = rq_jr_base64(jr);
    const uint8_t *nul = memchr(v, 0, f->count);
    if (!rq_jr_ok(jr))
        return;
    if (rest.size >= f->count) {
        rq_jr_bad(jr, "\"%s%s\" must hold less than %zu bytes, not %zu", f->name, text_rest,
                  f->count, rest.size);
        return;
    }
    size_t room = nul ? (size_t)(v + f->count - nul - 1) : 0;
    size_t size = rest.size < room ? rest.size : room;
    if (size)
        memcpy(v + f->count - size, rest.data + rest.size - size, size);
}

/* key is "NAME_rest" of this text. */
static bool is_rest(const struct rq_rec_field *f, struct rq_str key)
{
    enum { REST = sizeof text_rest - 1 };
    if (f->kind != RQ_KIND_text || key.size <= REST)
        return false;
    size_t name = key.size - REST;
    return strlen(f->name) == name && memcmp(key.text, f->name, name) == 0 &&
           memcmp(key.text + name, text_rest, REST) == 0;
}

/* Takes the key if it is that of the field. */
static bool take_field(struct rq_jr *jr, const struct rq_rec_field *f, void *record,
                       enum rq_codepage page, struct rq_str key)
{
    uint8_t *v = (uint8_t *)record + f->offset;
    if (!rq_str_is(key, f->name)) {
        bool rest = f->kind == RQ_KIND_text && is_rest(f, key);
        if (rest)
            take_rest(jr, f, v);
        return rest;
    }
    if (f->kind == RQ_KIND_bytes)
        take_bytes(jr, f, v);
    else if (f->kind == RQ_KIND_text)
        rq_jr_fixed(jr, page, v, f->count);
    else if (f->count == 1)
        rq_kind_take(jr, f->kind, v);
    else
        take_array(jr, f, v);
    return true;
}

/* Most fields differ in their first letter. */
static inline bool may_be(const struct rq_rec_field *f, struct rq_str key)
{
    return key.size && *key.text == *f->name;
}

bool rq_rec_take(struct rq_jr *jr, const struct rq_rec *rec, void *record, enum rq_codepage page,
                 struct rq_str key)
{
    for (size_t i = 0; i < rec->field_count; i++)
        if (may_be(&rec->fields[i], key) && is_member(&rec->fields[i]) &&
            take_field(jr, &rec->fields[i], record, page, key))
            return true;
    return false;
}

int rq_rec_take_any(struct rq_jr *jr, const struct rq_rec *rec, void *record, enum rq_codepage page,
                    struct rq_str key)
{
    for (size_t i = 0; i < rec->field_count; i++)
        if (may_be(&rec->fields[i], key) && take_field(jr, &rec->fields[i], record, page, key))
            return (int)i;
    return -1;
}

bool rq_rec_take_word(struct rq_jr *jr, const struct rq_rec *rec, void *record,
                      enum rq_codepage page, struct rq_str key)
{
    for (size_t i = 0; i < rec->field_count; i++)
        if (is_word(&rec->fields[i]) && take_field(jr, &rec->fields[i], record, page, key))
            return true;
    return false;
}
