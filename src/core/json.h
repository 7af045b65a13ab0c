/* JSON, both ways, without loss: order and duplicate keys kept, 64-bit integers exact,
 * floats with the fewest digits that come back to the same bits, -0 kept, NaN as
 * "nan:7fc00000" with its bits, infinities as "inf" and "-inf". The locale plays no part.
 *
 *     rq_json_object(j);
 *     rq_json_key(j, "width");
 *     rq_json_u64(j, 256);
 *     rq_json_end_object(j);
 *
 *     rq_jr_object(jr);
 *     while (rq_jr_key(jr, &key))
 *         if (rq_str_is(key, "width")) width = rq_jr_u32(jr);
 *         else rq_jr_unknown(jr, key);
 */
#ifndef RQ_CORE_JSON_H
#define RQ_CORE_JSON_H

#include "core/visit.h"

struct rq_str {
    const char *text; /* not NUL-terminated */
    size_t size;
};

/* "%.*s" of it in a message. */
#define RQ_STR(str) (int)((str).size < 40 ? (str).size : 40), (str).text

/* Four levels for each of the 64 that a GFF may have, inside archives in archives. */
enum { RQ_JSON_DEPTH = 320 };

/* ---- writer ---- */

struct rq_json {
    struct rq_out *out;
    bool compact; /* no line breaks at all */
    size_t depth;
    bool after_key;
    uint8_t row[RQ_JSON_DEPTH]; /* this container stands on one line */
    uint8_t some[RQ_JSON_DEPTH];
    struct rq_visit *visit;       /* called with the values instead, and no text is made; or NULL */
    uint64_t next[RQ_JSON_DEPTH]; /* element of each array, for its path */
};

void rq_json_object(struct rq_json *j);
void rq_json_array(struct rq_json *j);
/* An object or array whose members stay on one line (other containers inside it may
 * break). */
void rq_json_object_row(struct rq_json *j);
void rq_json_array_row(struct rq_json *j);
/* The start of such an array, with two strings in it: bytes of a code page, and a word of plain ASCII. A file can have
 * hundreds of thousands of these. Not for visitors: GFF, which has them, is visited by its own paths. */
void rq_json_array_row_of(struct rq_json *j, enum rq_codepage page, struct rq_bytes first,
                          struct rq_str second);
void rq_json_end_object(struct rq_json *j);
void rq_json_end_array(struct rq_json *j);

void rq_json_key(struct rq_json *j, const char *key);
/* What the next value refers to, for visitors; the text does not show it. */
static inline void rq_json_ref(struct rq_json *j, enum rq_ref_kind kind, const char *to)
{
    if (j->visit)
        rq_visit_ref(j->visit, kind, to);
}
void rq_json_u64(struct rq_json *j, uint64_t v);
void rq_json_i64(struct rq_json *j, int64_t v);
void rq_json_f32(struct rq_json *j, float v);
void rq_json_f64(struct rq_json *j, double v);
void rq_json_bool(struct rq_json *j, bool v);
/* A key, a path: what is no UTF-8 in it is made so, see text.h. */
void rq_json_str(struct rq_json *j, const char *utf8);
void rq_json_utf8(struct rq_json *j, struct rq_bytes utf8);
/* Bytes of a code page, as text. */
void rq_json_text(struct rq_json *j, enum rq_codepage page, struct rq_bytes bytes);
void rq_json_base64(struct rq_json *j, struct rq_bytes bytes);
/* Key and base64, where there are any bytes. */
void rq_json_bytes(struct rq_json *j, const char *key, struct rq_bytes bytes);
void rq_json_hex32(struct rq_json *j, uint32_t v); /* "0x0000b123" */
/* A value that is JSON text already. */
void rq_json_raw(struct rq_json *j, struct rq_bytes text);

/* Shortest decimal that reads back to the same bits; for finite values. */
size_t rq_f32_text(float v, char text[32]);
size_t rq_f64_text(double v, char text[40]);

/* ---- pull reader ---- */

/* Looks at the first letter first: most names that are compared differ there. */
static inline bool rq_str_is(struct rq_str s, const char *text)
{
    if (s.size == 0 || *s.text != *text)
        return s.size == 0 && !*text;
    return strlen(text) == s.size && memcmp(s.text, text, s.size) == 0;
}

enum rq_jtype {
    RQ_J_NONE,
    RQ_J_OBJECT,
    RQ_J_ARRAY,
    RQ_J_STRING,
    RQ_J_NUMBER,
    RQ_J_TRUE,
    RQ_J_FALSE,
    RQ_J_NULL
};

struct rq_jr_lengths;

struct rq_jr {
    const uint8_t *begin, *p, *end;
    struct rq_arena *arena; /* takes what has to be unescaped or decoded */
    struct rq_ctx *ctx;
    size_t depth;
    uint8_t fresh[RQ_JSON_DEPTH];  /* nothing read yet in this container */
    size_t doc_depth;              /* where "format" and "version" are passed over, */
    bool doc_follows;              /* and "kept" and "counts" */
    struct rq_jr_lengths *lengths; /* of arrays that rq_jr_length has seen on its way, or NULL */
};

/* Positions before the first value of text. */
void rq_jr_open(struct rq_jr *jr, struct rq_bytes text, struct rq_arena *arena, struct rq_ctx *ctx);

static inline bool rq_jr_ok(const struct rq_jr *jr)
{
    return jr->ctx->err->code == RQ_OK;
}

bool rq_jr_bad(struct rq_jr *jr, const char *fmt, ...) RQ_PRINTF(2, 3);
enum rq_jtype rq_jr_peek(struct rq_jr *jr);

/* Opens a text and enters its object; false when it is empty or something else, which is no error. For extras of scenes, where anybody may
 * have put anything. */
bool rq_jr_open_object(struct rq_jr *jr, struct rq_bytes text, struct rq_arena *arena,
                       struct rq_ctx *ctx);

/* Enters an object; rq_jr_key gives key after key and false at its end, where the object
 * has been left. The key's value must be read (or skipped) before the next. */
void rq_jr_object(struct rq_jr *jr);
bool rq_jr_key(struct rq_jr *jr, struct rq_str *key);
void rq_jr_array(struct rq_jr *jr);
bool rq_jr_more(struct rq_jr *jr);

/* The same for a row that may be short: behind its end it does not look into the array around it. *open begins as true. */
static inline bool rq_jr_next(struct rq_jr *jr, bool *open)
{
    *open = *open && rq_jr_more(jr);
    return *open;
}

/* How many elements the array that follows has, without moving. One look at an array finds the
 * lengths of all inside it, so that arrays in arrays are counted once and not once a level. */
size_t rq_jr_length(struct rq_jr *jr);

uint64_t rq_jr_unsigned(struct rq_jr *jr, uint64_t most);
int64_t rq_jr_signed(struct rq_jr *jr, int64_t least, int64_t most);
static inline uint32_t rq_jr_u32(struct rq_jr *jr)
{
    return (uint32_t)rq_jr_unsigned(jr, UINT32_MAX);
}
uint32_t rq_jr_hex32(struct rq_jr *jr); /* a number or "0x..." */
float rq_jr_f32(struct rq_jr *jr);
double rq_jr_f64(struct rq_jr *jr);
bool rq_jr_bool(struct rq_jr *jr);
struct rq_str rq_jr_string(struct rq_jr *jr);                        /* UTF-8 */
struct rq_bytes rq_jr_text(struct rq_jr *jr, enum rq_codepage page); /* in the code page */
/* Text of the code page into a fixed field, zero padded. */
void rq_jr_fixed(struct rq_jr *jr, enum rq_codepage page, void *field, size_t size);
struct rq_bytes rq_jr_base64(struct rq_jr *jr);
void rq_jr_skip(struct rq_jr *jr);
/* The value that follows as its JSON text, without white space around it. */
struct rq_bytes rq_jr_raw(struct rq_jr *jr);

/* A key that the format does not have: fails with its name. */
void rq_jr_unknown(struct rq_jr *jr, struct rq_str key);

/* After the last value: fails when anything but white space follows. */
bool rq_jr_close(struct rq_jr *jr);

#endif
