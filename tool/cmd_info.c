/* formats, info, scan: what there is. */
#include "core/json.h"
#include "game/describe.h"
#include "tool.h"

#include <reliquary/blueprint.h>
#include <stdio.h>
#include <stdlib.h>

/* The kinds that the format is made from, but for JSON, which all are. */
static void print_sources(const struct rq_format *format)
{
    char kinds[RQ_KINDS_SIZE], *last = NULL;
    rq_format_kinds(format, RQ_WAY_IMPORT, kinds);
    last = strstr(kinds, " json");
    if (last)
        printf("(from %.*s) ", (int)(last - kinds), kinds);
}

static void format_row(const struct rq_format *format)
{
    const struct rq_format_info *info = rq_format_describe(format);
    char kinds[RQ_KINDS_SIZE];
    printf("%-8s  %-9s  %-28s  to %-20s  ", info->name, info->family, info->title,
           rq_format_kinds(format, RQ_WAY_CONVERT, kinds));
    if (rq_format_is_container(format))
        printf("(container) ");
    print_sources(format);
    printf(".%s\n", info->extensions);
}

static void put_text(struct rq_json *j, const char *key, const char *text)
{
    rq_json_key(j, key);
    rq_json_str(j, text);
}

int run_formats(const struct args *args)
{
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    rq_json_array(&j);
    for (size_t i = 0; i < rq_format_count(); i++) {
        rq_format_put(&j, rq_format_at(i));
        if (!given(args, OPT_json))
            format_row(rq_format_at(i));
    }
    rq_json_end_array(&j);
    if (given(args, OPT_json))
        print_whole(&out);
    else
        printf("\nEvery one is read, written back byte for byte, and has a JSON form.\n");
    rq_out_free(&out);
    return EXIT_FINE;
}

/* ---- info ---- */

static const char *const severity_name[] = {"info", "warning", "error"};

static void fact_text(void *ctx, const char *key, const char *text)
{
    (void)ctx;
    say("  %-14s %s", key, text);
}

static void fact_json(void *ctx, const char *key, const char *text)
{
    put_text(ctx, key, text);
}

static void info_text(const char *path, const struct rq_doc_file *input,
                      const struct rq_fact *facts, size_t fact_count, const struct rq_game *game)
{
    const struct rq_format_info *info = rq_format_describe(rq_doc_format(input->doc));
    const struct rq_finding *findings;
    size_t count = rq_doc_findings(input->doc, &findings);
    say("%s: %s (%s), %zu bytes", path, info->title, info->name, input->map.bytes.size);
    for (size_t i = 0; i < fact_count; i++)
        printf("  %-14s %s\n", facts[i].key, facts[i].value);
    rq_blueprint_facts(input->doc, game, fact_text, NULL, NULL);
    for (size_t i = 0; i < count; i++)
        printf("  %s %s at 0x%llx, %s: %s\n", severity_name[findings[i].severity], findings[i].id,
               (unsigned long long)findings[i].offset, findings[i].where, findings[i].text);
}

static void info_json(struct rq_json *j, const char *path, const struct rq_doc_file *input,
                      const struct rq_fact *facts, size_t fact_count, const struct rq_game *game)
{
    const struct rq_format_info *info = rq_format_describe(rq_doc_format(input->doc));
    const struct rq_finding *findings;
    size_t count = rq_doc_findings(input->doc, &findings);
    rq_json_object(j);
    rq_json_key(j, "path");
    rq_json_str(j, path);
    rq_json_key(j, "format");
    rq_json_str(j, info->name);
    rq_json_key(j, "family");
    rq_json_str(j, info->family);
    rq_json_key(j, "bytes");
    rq_json_u64(j, input->map.bytes.size);
    rq_json_key(j, "facts");
    rq_json_object(j);
    for (size_t i = 0; i < fact_count; i++) {
        rq_json_key(j, facts[i].key);
        rq_json_str(j, facts[i].value);
    }
    rq_blueprint_facts(input->doc, game, fact_json, j, NULL);
    rq_json_end_object(j);
    rq_json_key(j, "findings");
    rq_json_array(j);
    for (size_t i = 0; i < count; i++) {
        rq_json_object_row(j);
        rq_json_key(j, "severity");
        rq_json_str(j, severity_name[findings[i].severity]);
        rq_json_key(j, "id");
        rq_json_str(j, findings[i].id);
        rq_json_key(j, "offset");
        rq_json_u64(j, findings[i].offset);
        rq_json_key(j, "where");
        rq_json_str(j, findings[i].where);
        rq_json_key(j, "text");
        rq_json_str(j, findings[i].text);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
    rq_json_end_object(j);
}

/* In a folder, what is of no known format is no mistake, unless its name promises one: *code. */
static bool info_unknown(const struct args *args, const char *path, struct rq_json *j, int *code)
{
    struct rq_map map;
    struct rq_error ignored = {0};
    if (given(args, OPT_format) || !rq_map_open(&map, path, &ignored))
        return false;
    bool unknown = !rq_format_detect(map.bytes, path);
    const struct rq_format *promised = rq_format_promised(map.bytes, path);
    const char *like = promised ? rq_format_describe(promised)->name : "";
    *code = promised ? EXIT_FINDINGS : EXIT_FINE;
    if (unknown && given(args, OPT_json)) {
        rq_json_object(j);
        rq_json_key(j, "path");
        rq_json_str(j, path);
        rq_json_key(j, "format");
        rq_json_str(j, "");
        rq_json_key(j, "bytes");
        rq_json_u64(j, map.bytes.size);
        rq_json_key(j, "named_like");
        rq_json_str(j, like);
        rq_json_end_object(j);
    } else if (promised) {
        say("%s: named like %s, but not that inside, %zu bytes", path, like, map.bytes.size);
    } else if (unknown) {
        say("%s: of no known format, %zu bytes", path, map.bytes.size);
    }
    rq_map_close(&map);
    return unknown;
}

static int info_one(const struct args *args, const char *path, bool one_of_many,
                    const struct rq_game *game, struct rq_json *j)
{
    struct rq_doc_file input;
    struct rq_error err = {0};
    const struct rq_fact *facts;
    size_t count;
    int code = 0;
    if (one_of_many && info_unknown(args, path, j, &code))
        return code;
    code = open_input(args, path, &input);
    if (code)
        return code;
    if (!rq_doc_facts(input.doc, &facts, &count, &err))
        code = report(path, &err, EXIT_UNREADABLE);
    else if (given(args, OPT_json))
        info_json(j, path, &input, facts, count, game);
    else
        info_text(path, &input, facts, count, game);
    rq_doc_file_close(&input);
    return code;
}

int run_info(const struct args *args)
{
    struct rq_walk walk = {0};
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    struct rq_error err = {0};
    struct rq_game *game = NULL;
    if (given(args, OPT_game) && !(game = rq_game_open(args->values[OPT_game], NULL, &err)))
        return report(args->values[OPT_game], &err, EXIT_UNREADABLE);
    int code = walk_paths(&walk, args);
    rq_json_array(&j);
    for (size_t i = 0; i < walk.count; i++) {
        int one = info_one(args, walk.items[i].path, walk.count > 1, game, &j);
        code = one > code ? one : code;
    }
    rq_json_end_array(&j);
    if (given(args, OPT_json))
        print_whole(&out);
    rq_out_free(&out);
    rq_walk_free(&walk);
    rq_game_close(game);
    return code;
}

/* ---- scan ---- */

struct tally {
    size_t files, bytes, inside;
};

static void scan_row(struct rq_json *j, const char *family, const char *name, const struct tally *t,
                     bool text)
{
    if (t->files + t->inside == 0)
        return;
    rq_json_object_row(j);
    rq_json_key(j, "family");
    rq_json_str(j, family);
    rq_json_key(j, "format");
    rq_json_str(j, name);
    rq_json_key(j, "files");
    rq_json_u64(j, t->files);
    rq_json_key(j, "in_archives");
    rq_json_u64(j, t->inside);
    rq_json_key(j, "bytes");
    rq_json_u64(j, t->bytes);
    rq_json_end_object(j);
    if (text)
        printf("%-10s %-10s %8zu %12zu %14zu\n", family, name, t->files, t->inside, t->bytes);
}

/* Unreadable files, and what reading noticed. */
static void scan_oddity(const struct rq_tree_node *node, struct rq_json *j, bool text,
                        size_t *count)
{
    struct rq_error err = {0};
    struct rq_options options = {
        .name = node->name, .format = node->format, .companion = node->companion};
    struct rq_doc *doc = node->format ? rq_doc_read(node->bytes, &options, &err) : NULL;
    const struct rq_finding *findings = NULL;
    size_t n = doc ? rq_doc_findings(doc, &findings) : 0;
    const struct rq_format *promised =
        node->format ? NULL : rq_format_promised(node->bytes, node->name);
    char reason[400] = "";
    if (promised)
        snprintf(reason, sizeof reason, "named like %s, but not that inside",
                 rq_format_describe(promised)->name);
    else if (node->format && !doc)
        error_text(&err, reason, sizeof reason);
    const char *failed = promised ? "unrecognised" : "unreadable";
    for (size_t i = 0; i < n + (reason[0] != 0); i++) {
        const char *what = reason[0] ? reason : findings[i].text;
        const char *id = reason[0] ? failed : findings[i].id;
        if (i && !reason[0] && strcmp(findings[i - 1].id, id) == 0 &&
            strcmp(findings[i - 1].text, what) == 0)
            continue;
        rq_json_object_row(j);
        rq_json_key(j, "path");
        rq_json_str(j, node->path);
        rq_json_key(j, "id");
        rq_json_str(j, id);
        rq_json_key(j, "text");
        rq_json_str(j, what);
        rq_json_end_object(j);
        if (text && !*count)
            printf("\nOddities:\n");
        if (text)
            say("%s: %s: %s", node->path, id, what);
        ++*count;
    }
    rq_doc_free(doc);
}

int run_scan(const struct args *args)
{
    struct rq_tree tree;
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    bool text = !given(args, OPT_json);
    int missed = 0, code = tree_open_most(&tree, args, &missed);
    size_t formats = rq_format_count(), oddities = 0;
    struct tally *tallies = need(formats + 1, sizeof *tallies);
    for (size_t i = 0; !code && i < tree.count; i++) {
        size_t k = 0;
        while (k < formats && rq_format_at(k) != tree.nodes[i].format)
            k++;
        tallies[k].files += tree.nodes[i].depth == 0;
        tallies[k].inside += tree.nodes[i].depth > 0;
        tallies[k].bytes += tree.nodes[i].bytes.size;
    }
    if (text && !code)
        printf("%-10s %-10s %8s %12s %14s\n", "family", "format", "files", "in archives", "bytes");
    rq_json_object(&j);
    rq_json_key(&j, "formats");
    rq_json_array(&j);
    for (size_t k = 0; !code && k <= formats; k++) {
        const struct rq_format_info *info =
            k < formats ? rq_format_describe(rq_format_at(k)) : NULL;
        scan_row(&j, info ? info->family : "-", info ? info->name : "unknown", &tallies[k], text);
    }
    rq_json_end_array(&j);
    rq_json_key(&j, "oddities");
    rq_json_array(&j);
    for (size_t i = 0; !code && i < tree.count; i++)
        scan_oddity(&tree.nodes[i], &j, text, &oddities);
    rq_json_end_array(&j);
    rq_json_end_object(&j);
    if (!text && !code)
        print_whole(&out);
    free(tallies);
    rq_out_free(&out);
    rq_tree_close(&tree);
    code = code ? code : oddities ? EXIT_FINDINGS : EXIT_FINE;
    return code > missed ? code : missed;
}
