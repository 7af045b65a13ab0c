/* new and schema: a fresh GFF file of a kind, and what its JSON may be. */
#include "tool.h"

#include <reliquary/blueprint.h>
#include <stdio.h>

/* False after a message. */
static bool is_kind(const char *kind)
{
    const char *near = rq_schema_root(kind) ? NULL : rq_schema_near_kind(kind);
    if (near)
        complain("no kind of file is named %s; did you mean %s?", kind, near);
    return !near;
}

int run_schema(const struct args *args)
{
    const char *path = given(args, OPT_output) ? args->values[OPT_output] : "-";
    struct rq_error err = {0};
    struct rq_out out = {0};
    if (!is_kind(args->paths[0]))
        return EXIT_USAGE;
    int code = rq_blueprint_json_schema(args->paths[0], &out, &err)
                   ? save_output(args, path, rq_out_bytes(&out))
                   : report(args->paths[0], &err, EXIT_USAGE);
    rq_out_free(&out);
    return code;
}

int run_new(const struct args *args)
{
    const char *kind = args->paths[0], *path = args->values[OPT_output];
    struct rq_error err = {0};
    struct rq_out out = {0};
    char name[64];
    if (!path) {
        complain("new needs -o FILE");
        return EXIT_USAGE;
    }
    if (!is_kind(kind))
        return EXIT_USAGE;
    const char *base = strcmp(path, "-") == 0 ? "" : rq_path_base(path);
    snprintf(name, sizeof name, "%.*s", (int)strcspn(base, "."), base);
    struct rq_doc *doc = rq_blueprint_new(
        kind, &(struct rq_blueprint_options){.name = name, .k2 = game_version(args) == 2}, &err);
    if (!doc)
        return report(path, &err, EXIT_USAGE);
    int code = rq_doc_write(doc, &out, &err) ? save_output(args, path, rq_out_bytes(&out))
                                             : report(path, &err, EXIT_UNWRITTEN);
    rq_out_free(&out);
    rq_doc_free(doc);
    return code;
}
