/* ANM: an animation of Deluxe Paint, as gui.anm of Redguard. See docs/formats/anm.md. */
#ifndef RELIQUARY_ANM_H
#define RELIQUARY_ANM_H

#include <reliquary/record.h>
#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RQ_ANM_HEADER(F, A, T)                                                                     \
    A(T, text, magic, 4, "LPF ")                                                                   \
    F(T, u16, most_pages, "256")                                                                   \
    F(T, u16, page_count, "pages in the file")                                                     \
    F(T, u32, record_count, "records in all pages")                                                \
    F(T, u16, most_records, "256: in a page")                                                      \
    F(T, u16, table_offset, "1280: of the table of pages")                                         \
    A(T, text, content, 4, "ANIM")                                                                 \
    F(T, u16, width, "320")                                                                        \
    F(T, u16, height, "200")                                                                       \
    F(T, u8, variant, "0")                                                                         \
    F(T, u8, rate_base, "0: rates of 18, 1: of 70 a second")                                       \
    F(T, u8, has_last_delta, "1: the last record leads back to the first frame")                   \
    F(T, u8, last_delta_valid, "0: and is out of date")                                            \
    F(T, u8, pixel_type, "0: 256 colours")                                                         \
    F(T, u8, compression, "1: run, skip, dump")                                                    \
    F(T, u8, other_records, "0")                                                                   \
    F(T, u8, bitmap_type, "1")                                                                     \
    A(T, bytes, record_types, 32, "0")                                                             \
    F(T, u32, frame_count, "with the one back to the first")                                       \
    F(T, u16, frames_per_second, "speed")                                                          \
    A(T, bytes, reserved_70, 58, "0")                                                              \
    A(T, bytes, cycles, 128, "16 ranges of colours that go round")

RQ_RECORD_STRUCT(rq_anm_header, RQ_ANM_HEADER, 256);

#define RQ_ANM_PAGE(F, A, T)                                                                       \
    F(T, u16, first_record, "number of its first record")                                          \
    F(T, u16, record_count, "records; bits 14 and 15 are flags")                                   \
    F(T, u16, byte_count, "of the records")

RQ_RECORD_STRUCT(rq_anm_page_entry, RQ_ANM_PAGE, 6);

struct rq_anm_page {
    struct rq_anm_page_entry head; /* the page's own copy of its entry in the table */
    uint16_t continued;            /* 0 */
    size_t count;
    struct rq_bytes *records;
    struct rq_bytes slack; /* from the last record to the end of the page */
    bool raw;              /* the records do not fit: slack is all that follows the 8 bytes */
};

struct rq_anm {
    struct rq_anm_header header;
    const uint8_t *colors; /* 256 of blue, green, red and an unused byte */
    struct rq_anm_page_entry table[256];
    size_t page_count;
    struct rq_anm_page *pages;
    struct rq_bytes trailing;
};

#ifdef __cplusplus
}
#endif

#endif
