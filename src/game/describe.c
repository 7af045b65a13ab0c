#include "game/describe.h"

static void put_text(struct rq_json *j, const char *key, const char *text)
{
    rq_json_key(j, key);
    rq_json_str(j, text);
}

void rq_format_put(struct rq_json *j, const struct rq_format *format)
{
    const struct rq_format_info *info = rq_format_describe(format);
    char kinds[RQ_KINDS_SIZE];
    rq_json_object(j);
    put_text(j, "name", info->name);
    put_text(j, "title", info->title);
    put_text(j, "family", info->family);
    put_text(j, "extensions", info->extensions);
    put_text(j, "converts_to", rq_format_kinds(format, RQ_WAY_CONVERT, kinds));
    put_text(j, "made_from", rq_format_kinds(format, RQ_WAY_IMPORT, kinds));
    put_text(j, "takes", rq_format_kinds(format, RQ_WAY_PUT, kinds));
    rq_json_key(j, "container");
    rq_json_bool(j, rq_format_is_container(format));
    rq_json_end_object(j);
}
