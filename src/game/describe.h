/* What a format is, as JSON: for the verb formats and for the studio. */
#ifndef RQ_GAME_DESCRIBE_H
#define RQ_GAME_DESCRIBE_H

#include "core/json.h"

#include <reliquary/reliquary.h>

void rq_format_put(struct rq_json *j, const struct rq_format *format);

#endif
