/* The fields of a file with their bytes, one by one: what rq_doc_dump prints. */
#ifndef RQ_FORMATS_DUMP_H
#define RQ_FORMATS_DUMP_H

#include <reliquary/reliquary.h>

/* Valid during the call. */
struct rq_dump_field {
    uint64_t offset, size;
    const char *path, *name; /* "keys[3]", "resref" */
    struct rq_bytes value;   /* as text; arrays are cut */
};

/* False ends it. */
typedef bool rq_dump_field_fn(void *ctx, const struct rq_dump_field *field);

/* Reports the fields in the order of the file; of a damaged file those that could be read, and then the result is
 * false with err filled. */
bool rq_doc_dump_fields(struct rq_bytes bytes, const struct rq_options *options,
                        rq_dump_field_fn *fn, void *ctx, struct rq_error *err);

#endif
