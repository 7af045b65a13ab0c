/* What the dialects of the formats share. */
#ifndef RQ_DIALECT_PARTS_H
#define RQ_DIALECT_PARTS_H

#include "core/xml.h"
#include "dialect/dialect.h"
#include "formats/format.h"

/* Everything that a text form can lose. id, severity, what it is, in words that follow the
 * number of times. */
#define RQ_LOSSES(X)                                                                               \
    X(layout, RQ_INFO, "the order of the file's blocks: a file built again has the usual one")     \
    X(file_type, RQ_WARNING, "the type of the file, which its name does not tell either")          \
    X(encoding, RQ_INFO, "the code page: give it with --encoding when building again")             \
    X(duplicate_label, RQ_WARNING, "a label that its struct has twice: other tools keep one")      \
    X(field_type, RQ_WARNING, "a type of field that other tools do not know")                      \
    X(number, RQ_WARNING, "the bits of a NaN")                                                     \
    X(raw_word, RQ_INFO, "bits beside a value that have no meaning, but stood there")              \
    X(text, RQ_WARNING, "characters that XML can't hold; ? stands in their place")                 \
    X(flags, RQ_WARNING, "the flags of a string: they will follow from what it has")               \
    X(variance, RQ_WARNING, "the volume or pitch variance of a string")                            \
    X(sound_length, RQ_WARNING, "the length of a string's sound")                                  \
    X(sound_rest, RQ_INFO, "bytes behind the name of a sound")                                     \
    X(language, RQ_WARNING, "the language of the table")                                           \
    X(outside, RQ_WARNING, "where a string without text would have it")                            \
    X(sounds, RQ_WARNING, "sounds from number 29 on, or how many there are")                       \
    X(stray_bytes, RQ_WARNING, "bytes that do not belong to the table of sounds")                  \
    X(form, RQ_INFO, "that the table was a text: it is built as a binary one")                     \
    X(fallback, RQ_WARNING, "the default value of the table")                                      \
    X(row_length, RQ_WARNING, "that a row has fewer or more cells than there are columns")         \
    X(cell, RQ_WARNING, "a cell that is not empty, but will be read as empty")                     \
    X(row_label, RQ_WARNING, "the label of a row, where it is not the row's number")               \
    X(quotes, RQ_WARNING, "cells with quotes or line ends, which xoreos-tools does not escape")

enum rq_loss {
#define RQ_LOSS_ENUM(id, severity, text) RQ_LOST_##id,
    RQ_LOSSES(RQ_LOSS_ENUM)
#undef RQ_LOSS_ENUM
        RQ_LOST_KINDS,
};

/* Where in a document; a chain, so that nothing is put together until it is needed. */
struct rq_spot {
    const struct rq_spot *up;
    const char *label; /* or NULL */
    int64_t index;     /* -1: none */
};

struct rq_writing {
    struct rq_doc *doc;
    const struct rq_dialect_options *options;
    bool pykotor;
    struct rq_xml xml;
    struct rq_json json;
    struct rq_out *out;
    struct rq_out temp;    /* text of rq_writing_utf8 */
    struct rq_out scratch; /* for sorting labels */
    struct rq_error *err;
    struct {
        size_t count;
        char where[96];
    } lost[RQ_LOST_KINDS];
};

void rq_lose(struct rq_writing *w, enum rq_loss what, const struct rq_spot *at);

/* Bytes of a page as UTF-8, until the next call. */
struct rq_bytes rq_writing_utf8(struct rq_writing *w, enum rq_codepage page, struct rq_bytes bytes);

/* An element's text, and an attribute; what XML can't hold is lost at that place. */
void rq_writing_text(struct rq_writing *w, struct rq_bytes utf8, const struct rq_spot *at);
void rq_writing_attr(struct rq_writing *w, const char *name, struct rq_bytes utf8,
                     const struct rq_spot *at);
void rq_writing_number(struct rq_writing *w, const char *name, int64_t value);

/* A float in the dialect's manner: as many digits as it takes to come back to the same bits. */
size_t rq_float_text(const struct rq_writing *w, float v, char text[64]);
size_t rq_double_text(const struct rq_writing *w, double v, char text[64]);

/* One text that is read. arena and page are the document's. */
struct rq_reading {
    struct rq_doc *doc;
    const char *name; /* or NULL: see rq_dialect_options */
    struct rq_xr xr;
    struct rq_jr jr;
    bool is_xml;
    struct rq_ctx ctx;
};

bool rq_reading_bad(struct rq_reading *r, const char *fmt, ...) RQ_PRINTF(2, 3);
static inline bool rq_reading_ok(const struct rq_reading *r)
{
    return r->ctx.err->code == RQ_OK;
}

void *rq_reading_get(struct rq_reading *r, size_t count, size_t size);

/* UTF-8 as bytes of the page. */
struct rq_bytes rq_reading_bytes(struct rq_reading *r, enum rq_codepage page, struct rq_str utf8);

/* Numbers in text; what is no number, or out of range, fails with the name. */
uint64_t rq_reading_unsigned(struct rq_reading *r, struct rq_str s, uint64_t most,
                             const char *name);
int64_t rq_reading_signed(struct rq_reading *r, struct rq_str s, int64_t least, int64_t most,
                          const char *name);
/* A number that may stand as -1 for all bits set. */
uint32_t rq_reading_u32(struct rq_reading *r, struct rq_str s, const char *name);
float rq_reading_f32(struct rq_reading *r, struct rq_str s, const char *name);
double rq_reading_f64(struct rq_reading *r, struct rq_str s, const char *name);

/* A number of JSON as it is spelled, with or without quotes. */
struct rq_str rq_reading_spelled(struct rq_jr *jr);

/* The formats. Each takes the reader inside the root element or object. */
void rq_gff_write_xml(struct rq_writing *w);
void rq_gff_write_json(struct rq_writing *w);
void rq_gff_read_xml(struct rq_reading *r);
void rq_gff_read_json(struct rq_reading *r);
/* What both text forms of a GFF lose alike; before the fields. */
void rq_gff_lose(struct rq_writing *w);
void rq_gff_lose_struct(struct rq_writing *w, const struct rq_spot *at, const void *gff_struct);
/* A field whose value is a number, from its text. */
struct rq_gff_field;
void rq_gff_take_number(struct rq_reading *r, struct rq_str s, struct rq_gff_field *f);
/* The four characters that the file's name stands for, "GFF " when it tells none. */
void rq_gff_type_by_name(const char *name, char type[4]);

void rq_tlk_write_xml(struct rq_writing *w);
void rq_tlk_lose_csv(struct rq_writing *w);
void rq_tlk_write_json(struct rq_writing *w);
void rq_tlk_read_xml(struct rq_reading *r);
void rq_tlk_read_json(struct rq_reading *r);

void rq_ssf_write_xml(struct rq_writing *w);
void rq_ssf_write_json(struct rq_writing *w);
void rq_ssf_read_xml(struct rq_reading *r);
void rq_ssf_read_json(struct rq_reading *r);

void rq_lip_lose_csv(struct rq_writing *w);
void rq_lip_write_json(struct rq_writing *w);
void rq_lip_read_json(struct rq_reading *r);

void rq_twoda_lose_csv(struct rq_writing *w);
void rq_twoda_write_json(struct rq_writing *w);
void rq_twoda_write_csv(struct rq_writing *w);
void rq_twoda_read_json(struct rq_reading *r);

#endif
