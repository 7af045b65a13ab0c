/* RTX: the lines of Redguard's dialogue and their voices, ENGLISH.RTX. See
 * docs/formats/rtx.md.
 *
 *     struct rq_rtx *rtx = rq_doc_root(doc, "rtx");
 *     const struct rq_rtx_entry *entry = &rtx->entries[0];
 *     if (entry->has_sound) use(entry->text, &entry->sound);
 *
 * Nothing is copied on reading: text and samples point into the file's bytes.
 */
#ifndef RELIQUARY_RTX_H
#define RELIQUARY_RTX_H

#include <reliquary/sfx.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RQ_RTX_HEAD(F, A, T)                                                                       \
    F(T, u8, kind, "0", RQ_OPTIONAL)                                                               \
    F(T, u8, subtype, "0: text, 1: text and a voice", RQ_DERIVED)                                  \
    F(T, u16, string_len, "bytes of text", RQ_DERIVED)                                             \
    F(T, u16, reserved, "0", RQ_OPTIONAL)

RQ_RECORD_STRUCT(rq_rtx_head, RQ_RTX_HEAD, 6);

struct rq_rtx_entry {
    char tag[4];             /* "abcd": the name that scripts know it by */
    bool raw;                /* not understood: payload is all there is */
    bool has_sound;          /* subtype 1 */
    bool odd_length;         /* sound.header.data_length is written as it is */
    struct rq_rtx_head head; /* subtype and string_len follow from the rest when written */
    struct rq_bytes text;    /* in the code page, no NUL at its end */
    struct rq_sound sound;
    struct rq_bytes tail; /* after the text or the samples; of a raw entry: the payload */
};

#define RQ_RTX_ROW(F, A, T)                                                                        \
    A(T, text, tag, 4, "of the entry")                                                             \
    F(T, u32, payload_offset, "of its payload, in the file")                                       \
    F(T, u32, payload_size, "bytes")

RQ_RECORD_STRUCT(rq_rtx_row, RQ_RTX_ROW, 12);

#define RQ_RTX_STRANGER UINT32_MAX

/* One row of the index. */
struct rq_rtx_ref {
    uint32_t entry;        /* whose row it is; RQ_RTX_STRANGER: row is written as it is */
    struct rq_rtx_row row; /* of a stranger */
};

/* The order of the index. */
enum rq_rtx_order {
    RQ_RTX_DESCENDING, /* the last entry of the file first: ENGLISH.RTX */
    RQ_RTX_ASCENDING,
    RQ_RTX_EXPLICIT, /* as refs say */
};

struct rq_rtx {
    size_t entry_count;
    struct rq_rtx_entry *entries; /* in file order */
    bool no_end;                  /* "END " is missing */
    struct rq_bytes gap;          /* between END and the index */
    enum rq_rtx_order order;
    size_t ref_count; /* for RQ_RTX_EXPLICIT */
    struct rq_rtx_ref *refs;
    struct rq_bytes index_tail; /* between the index and the footer */
};

#ifdef __cplusplus
}
#endif

#endif
