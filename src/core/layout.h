/* Explicit layouts: for files whose blocks stand where no named rule puts them.
 *
 * A reader marks what it understood (rq_cover_add); what remains are strays: bytes that
 * nothing refers to, kept with their place. The writer puts each block at its recorded
 * place and the strays in between (rq_place); a block that would change a byte that
 * another block has already written is a conflict: the document was edited, and the
 * recorded places no longer hold.
 */
#ifndef RQ_CORE_LAYOUT_H
#define RQ_CORE_LAYOUT_H

#include "core/shape.h"

struct rq_stray {
    uint64_t offset;
    struct rq_bytes bytes;
};

struct rq_strays {
    struct rq_stray *items;
    size_t count;
    uint64_t size; /* of the whole file or section that they stand in */
};

struct rq_cover {
    struct rq_arena *arena;
    struct rq_range {
        uint64_t begin, end;
    } * ranges;
    size_t count, capacity;
    bool failed;
};

void rq_cover_add(struct rq_cover *cover, uint64_t offset, uint64_t size);

/* The parts of whole that were never added; false without memory. */
bool rq_cover_strays(struct rq_cover *cover, struct rq_bytes whole, struct rq_strays *strays);

/* A file being put together from placed blocks. */
struct rq_place {
    uint8_t *data;
    uint8_t *written; /* one byte for each of data */
    size_t size;
    bool conflict;
    bool no_memory;
};

/* size zero bytes from the arena. */
bool rq_place_open(struct rq_place *place, struct rq_arena *arena, uint64_t size);
void rq_place_put(struct rq_place *place, uint64_t offset, const void *data, size_t size);
void rq_place_put32(struct rq_place *place, uint64_t offset, uint32_t v);
void rq_place_strays(struct rq_place *place, const struct rq_strays *strays);
/* True when every byte was placed, once. */
bool rq_place_whole(const struct rq_place *place);

/* {"size": n, "strays": [[offset, "base64"], ...]}, and as members of the open object. */
extern const struct rq_shape rq_strays_shape;

#endif
