/* TSG and SAV: the state of a map, and a saved game of Redguard. Both are lists of tagged
 * chunks, most of them not understood by anybody. See docs/formats/tsg.md. */
#ifndef RELIQUARY_TSG_H
#define RELIQUARY_TSG_H

#include <reliquary/record.h>
#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The start of an SVGM chunk. */
#define RQ_TSG_SVGM(F, A, T)                                                                       \
    A(T, text, save_version, 4, "1.31")                                                            \
    F(T, u32, unknown_04, "not known")                                                             \
    F(T, u32, unknown_08, "not known")

RQ_RECORD_STRUCT(rq_tsg_svgm_head, RQ_TSG_SVGM, 12);

/* What an SVGM chunk says, when it has the shape that is known. */
struct rq_tsg_svgm {
    struct rq_tsg_svgm_head head;
    struct rq_bytes description; /* without the NUL behind it */
    uint32_t world_id;
    struct rq_bytes picture; /* name of a bitmap, without the NUL behind it */
    struct rq_bytes rest;    /* after that NUL */
};

struct rq_tsg_chunk {
    char tag[4];
    struct rq_tsg_svgm *svgm; /* an SVGM chunk of the known shape, else NULL */
    struct rq_bytes payload;  /* of all others */
};

struct rq_tsg {
    size_t chunk_count;
    struct rq_tsg_chunk *chunks; /* in file order, without END */
    bool no_end;
    struct rq_bytes tail; /* after "END " */
};

#ifdef __cplusplus
}
#endif

#endif
