/* dump, json, build: files as text. */
#include "core/json.h"
#include "core/text.h"
#include "game/pair.h"
#include "tool.h"

#include <stdio.h>
#include <stdlib.h>

static const char *output_of(const struct args *args)
{
    return given(args, OPT_output) ? args->values[OPT_output] : "-";
}

static int save_told(const struct args *args, const char *path, const struct rq_out *out)
{
    need_whole(out);
    int code = save_output(args, path, rq_out_bytes(out));
    if (!code)
        say_wrote(args, path, out->size);
    return code;
}

int run_dump(const struct args *args)
{
    const char *path = args->paths[0];
    struct rq_map map;
    struct rq_error err = {0};
    struct rq_options options;
    struct rq_out out = {0};
    char *first = rq_pair_first(path);
    if (first) {
        complain("%s has no fields of its own: %s says what is in it", path, first);
        free(first);
        return EXIT_USAGE;
    }
    if (!read_options(args, path, &options))
        return EXIT_USAGE;
    if (!rq_map_open(&map, path, &err))
        return report(path, &err, EXIT_UNREADABLE);
    bool fine = rq_doc_dump(map.bytes, &options, &out, &err);
    int code = out.size ? save_output(args, "-", rq_out_bytes(&out)) : 0;
    if (!fine)
        code = report(path, &err, EXIT_UNREADABLE);
    rq_out_free(&out);
    rq_map_close(&map);
    return code;
}

/* Blanks and line breaks between the values of a JSON text go away, in place. */
static void to_one_line(struct rq_out *out)
{
    bool inside = false;
    size_t n = 0;
    for (size_t i = 0; i < out->size; i++) {
        uint8_t c = out->data[i];
        if (inside && c == '\\') {
            out->data[n++] = c;
            c = out->data[++i];
        } else if (c == '"') {
            inside = !inside;
        } else if (!inside && (c == ' ' || c == '\n')) {
            continue;
        }
        out->data[n++] = c;
    }
    out->size = n;
}

/* {"path": ..., "document": ...} and the end of the line. */
static void add_line(struct rq_out *lines, const char *path, struct rq_out *document)
{
    struct rq_json j = {.out = lines, .compact = true};
    to_one_line(document);
    rq_json_object(&j);
    rq_json_key(&j, "path");
    rq_json_str(&j, path);
    rq_json_key(&j, "document");
    rq_json_raw(&j, rq_out_bytes(document));
    rq_json_end_object(&j);
    rq_put8(lines, '\n');
}

int run_json(const struct args *args)
{
    struct rq_error err = {0};
    struct rq_out lines = {0};
    int code = 0;
    for (size_t i = 0; i < args->count && !code; i++) {
        struct rq_doc_file input;
        struct rq_out out = {0};
        code = open_input(args, args->paths[i], &input);
        if (code)
            break;
        if (!rq_doc_to_json(input.doc, &out, &err))
            code = report(args->paths[i], &err, EXIT_UNREADABLE);
        else if (args->count > 1)
            add_line(&lines, args->paths[i], &out);
        else
            code = save_told(args, output_of(args), &out);
        rq_out_free(&out);
        rq_doc_file_close(&input);
    }
    if (!code && args->count > 1)
        code = save_told(args, output_of(args), &lines);
    rq_out_free(&lines);
    return code;
}

/* The name of the file to make tells its type, where the text does not; that of a CSV tells that it
 * is a table. To be freed. */
static char *name_to_make(const char *path, const char *output)
{
    const char *name = rq_path_extension(output)[0] ? output : path;
    bool csv = name == output && rq_casecmp(rq_path_extension(path), "csv") == 0;
    return need_text("%s%s", name, csv ? ".csv" : "");
}

int run_build(const struct args *args)
{
    const char *path = args->paths[0];
    struct rq_map map;
    struct rq_error err = {0};
    if (!given(args, OPT_output)) {
        complain("build needs -o, the file to make; see reliquary build --help");
        return EXIT_USAGE;
    }
    if (!rq_map_open(&map, path, &err))
        return report(path, &err, EXIT_UNREADABLE);
    struct rq_options options;
    const char *output = args->values[OPT_output];
    char *name = name_to_make(path, output);
    if (!read_options(args, name, &options)) {
        rq_map_close(&map);
        free(name);
        return EXIT_USAGE;
    }
    struct rq_doc *doc = rq_doc_from_text(map.bytes, &options, &err);
    bool fine = doc && (!given(args, OPT_derive) || rq_doc_derive(doc, &err));
    int code = fine                   ? save_document(args, output, doc)
               : err.code == RQ_USAGE ? report(path, &err, EXIT_USAGE)
                                      : report(path, &err, EXIT_UNREADABLE);
    rq_doc_free(doc);
    rq_map_close(&map);
    free(name);
    return code;
}
