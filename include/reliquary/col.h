/* COL: a palette of Redguard, 256 colours of 8 bits a channel. See docs/formats/col.md. */
#ifndef RELIQUARY_COL_H
#define RELIQUARY_COL_H

#include <reliquary/record.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RQ_COL_HEADER(F, A, T)                                                                     \
    F(T, u32, file_size, "776 in every file")                                                      \
    F(T, x32, magic, "0x0000b123")

RQ_RECORD_STRUCT(rq_col_header, RQ_COL_HEADER, 8);

struct rq_col {
    struct rq_col_header header;
    uint8_t colors[256][3]; /* red, green, blue */
};

#ifdef __cplusplus
}
#endif

#endif
