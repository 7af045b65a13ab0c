#include "parts.h"

#include "core/text.h"
#include "help_files.h"

bool has_parts(const struct rq_doc *doc)
{
    char kinds[RQ_KINDS_SIZE];
    const struct rq_format *format = rq_doc_format(doc);
    return !rq_format_is_container(format) && rq_format_kinds(format, RQ_WAY_PART, kinds)[0];
}

static bool is_wanted(void *ctx, const char *name)
{
    const struct part_query *query = ((const struct parts *)ctx)->query;
    for (size_t i = 0; i < query->count; i++)
        if (rq_glob(query->globs[i], name))
            return true;
    return query->count == 0;
}

static bool keep_part(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    struct parts *parts = ctx;
    const char *base = rq_path_base(name);
    struct rq_entry *entries = rq_arena_more(&parts->arena, &parts->entries, (uint32_t)parts->count,
                                             &parts->room, sizeof *entries);
    char *kept = rq_arena_text(&parts->arena, base, strlen(base));
    char *data = parts->query->sizes_only
                     ? NULL
                     : rq_arena_text(&parts->arena, (const char *)bytes.data, bytes.size);
    if (!entries || !kept || (!data && !parts->query->sizes_only))
        return rq_fail(err, RQ_NO_MEMORY, 0, base, "out of memory");
    entries[parts->count++] = (struct rq_entry){kept, {(const uint8_t *)data, bytes.size}};
    return true;
}

int make_parts(const struct args *args, struct rq_doc *doc, const struct part_query *query,
               struct parts *parts)
{
    struct help_files help = {0};
    struct args file = *args;
    struct rq_error err = {0};
    file.count = 1; /* what follows the file are names of parts */
    *parts = (struct parts){.query = query};
    int code = open_help_files(&help, &file);
    const struct rq_convert_options options = {.name = args->paths[0],
                                               .palette = help.palette.bytes,
                                               .env = &help.env,
                                               .wanted = is_wanted};
    if (!code && !rq_doc_parts(doc, &options, keep_part, parts, &err))
        code = report(args->paths[0], &err, EXIT_UNREADABLE);
    close_help_files(&help);
    return code;
}

void free_parts(struct parts *parts)
{
    rq_arena_free(&parts->arena);
}
