/* Base64 as JSON and XML hold it: the common alphabet, padded. */
#ifndef RQ_CORE_BASE64_H
#define RQ_CORE_BASE64_H

#include "core/bytes.h"

void rq_base64_put(struct rq_out *out, struct rq_bytes bytes);

enum rq_base64 { RQ_BASE64_FINE, RQ_BASE64_BAD, RQ_BASE64_NO_MEMORY };

/* The bytes of a text, in the arena; padding may be missing, blanks may not stand in it. */
enum rq_base64 rq_base64_take(struct rq_arena *arena, const char *text, size_t size,
                              struct rq_bytes *bytes);

#endif
