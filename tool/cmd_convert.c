#include "core/pool.h"
#include "core/text.h"
#include "game/folder.h"
#include "tool.h"

#include <stdio.h>
#include <stdlib.h>

struct convert {
    const struct args *args;
    struct tree tree;
    const char *out;
    bool one_file; /* -o names the file itself */
    struct rq_map palette;
    struct rq_folder *game;
    bool *shares_stem; /* another node would make files of the same name */
    struct rq_error *errors;
    size_t *made;
    size_t files, skipped, failed;
    struct progress progress;
};

struct target {
    struct convert *c;
    const struct node *node;
    size_t made;
};

/* Of many inputs, those that can't become the kind that --to asks for are passed over; a
 * single one is an error, which says what it can become. */
static bool convertible(const struct convert *c, const struct node *node)
{
    const char *to = c->args->values[OPT_to];
    if (!node->format || node->container)
        return false;
    return !to || c->tree.count == 1 || rq_word_in(rq_convert_kinds(node->format), to, strlen(to));
}

static bool save_made(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    struct target *t = ctx;
    enum rq_save mode = given(t->c->args, OPT_force) ? RQ_SAVE_REPLACE : RQ_SAVE_NEW;
    if (t->c->one_file) {
        if (t->made++)
            return rq_fail(err, RQ_USAGE, 0, t->node->path,
                           "becomes several files: -o must name a folder");
        return rq_save(t->c->out, bytes, mode, err);
    }
    /* Below the output folder as below the input: the node's folder, then the name. */
    const char *base = rq_path_base(t->node->below);
    char folder[1024];
    snprintf(folder, sizeof folder, "%s/%.*s", t->c->out, (int)(base - t->node->below),
             t->node->below);
    char *path = rq_path_join(folder, name);
    bool fine = path != NULL;
    if (fine) {
        char *end = path + (rq_path_base(path) - path);
        char was = *end;
        *end = 0;
        fine = rq_make_folder(path, err);
        *end = was;
        fine = fine && rq_save(path, bytes, mode, err);
    }
    t->made++;
    free(path);
    return fine;
}

static void convert_one(void *ctx, size_t index)
{
    struct convert *c = ctx;
    const struct node *node = &c->tree.nodes[index];
    struct target target = {c, node, 0};
    struct rq_options options;
    if (!convertible(c, node))
        return;
    read_options(c->args, node->name, &options);
    options.format = node->format;
    struct rq_error *err = &c->errors[index];
    struct rq_doc *doc = rq_read(node->bytes, &options, err);
    struct rq_convert_options how = {.to = c->args->values[OPT_to],
                                     .name = node->name,
                                     .full_names = c->shares_stem[index],
                                     .palette = c->palette.bytes,
                                     .env = c->game ? rq_folder_env(c->game) : NULL,
                                     .all_levels = given(c->args, OPT_all_levels),
                                     .best = given(c->args, OPT_best)};
    if (doc)
        rq_convert(doc, &how, save_made, &target, err);
    c->made[index] = target.made;
    rq_doc_free(doc);
}

static void convert_done(void *ctx, size_t index)
{
    struct convert *c = ctx;
    const struct node *node = &c->tree.nodes[index];
    if (c->errors[index].code) {
        report(node->path, &c->errors[index], EXIT_UNREADABLE);
        c->failed++;
    }
    c->files += c->made[index];
    c->skipped += !node->container && !convertible(c, node);
    progress_show(&c->progress, index + 1, c->tree.count);
}

/* BARREL.3D and BARREL.3DC would both be BARREL.glb: then both keep their extension. */
static size_t stem_size(const char *below)
{
    const char *extension = rq_path_extension(below);
    return extension[0] ? (size_t)(extension - below) - 1 : strlen(below);
}

static int by_stem(const void *a, const void *b)
{
    const struct node *x = *(const struct node *const *)a, *y = *(const struct node *const *)b;
    size_t m = stem_size(x->below), n = stem_size(y->below);
    for (size_t i = 0; i < m && i < n; i++) {
        char p = rq_lower(x->below[i]), q = rq_lower(y->below[i]);
        if (p != q)
            return p < q ? -1 : 1;
    }
    return m < n ? -1 : m > n;
}

/* Nodes by falling size: the order in which to start. */
static int by_size(const void *a, const void *b)
{
    const struct node *x = *(const struct node *const *)a, *y = *(const struct node *const *)b;
    if (x->bytes.size != y->bytes.size)
        return x->bytes.size > y->bytes.size ? -1 : 1;
    return x < y ? -1 : 1;
}

static size_t *order_by_size(const struct tree *tree)
{
    const struct node **sorted = calloc(tree->count + 1, sizeof(void *));
    size_t *order = calloc(tree->count + 1, sizeof *order);
    for (size_t i = 0; sorted && i < tree->count; i++)
        sorted[i] = &tree->nodes[i];
    if (sorted && tree->count)
        qsort(sorted, tree->count, sizeof(void *), by_size);
    for (size_t i = 0; sorted && order && i < tree->count; i++)
        order[i] = (size_t)(sorted[i] - tree->nodes);
    if (!sorted) {
        free(order);
        order = NULL;
    }
    free(sorted);
    return order;
}

static bool find_shared_stems(struct convert *c)
{
    const struct node **sorted = calloc(c->tree.count + 1, sizeof(void *));
    size_t count = 0;
    for (size_t i = 0; sorted && i < c->tree.count; i++)
        if (convertible(c, &c->tree.nodes[i]))
            sorted[count++] = &c->tree.nodes[i];
    if (sorted && count)
        qsort(sorted, count, sizeof(void *), by_stem);
    for (size_t i = 1; sorted && i < count; i++) {
        if (by_stem(&sorted[i - 1], &sorted[i]) == 0 &&
            strcmp(rq_convert_kinds(sorted[i - 1]->format), rq_convert_kinds(sorted[i]->format)) ==
                0) {
            c->shares_stem[sorted[i - 1] - c->tree.nodes] = true;
            c->shares_stem[sorted[i] - c->tree.nodes] = true;
        }
    }
    free(sorted);
    return sorted != NULL;
}

static int open_help_files(struct convert *c)
{
    const struct args *args = c->args;
    struct rq_error err = {0};
    const char *palette = args->values[OPT_palette];
    if (palette && !rq_map_open(&c->palette, palette, &err))
        return report(palette, &err, EXIT_UNREADABLE);
    if (palette && rq_detect(c->palette.bytes, palette) != rq_format_by_name("col")) {
        complain("%s is not a palette (COL)", palette);
        return EXIT_UNREADABLE;
    }
    if (!given(args, OPT_game))
        return 0;
    c->game = rq_folder_open(args->values[OPT_game], &err);
    if (!c->game)
        return report(args->values[OPT_game], &err, EXIT_UNREADABLE);
    const struct rq_env *env = rq_folder_env(c->game);
    struct rq_bytes bytes;
    if (!palette && env->get(env->ctx, "ISLAND.COL", &bytes)) {
        c->palette.bytes = bytes;
        if (!given(args, OPT_quiet))
            fprintf(stderr, "using the palette ISLAND.COL; --palette takes another\n");
    }
    return 0;
}

/* A single file may go straight to the name that -o gives, when that has an extension. */
static bool names_a_file(const struct convert *c)
{
    const char *extension = rq_path_extension(c->out);
    if (strcmp(c->out, "-") == 0)
        return true;
    return c->tree.count == 1 && !c->tree.nodes[0].container && extension[0] &&
           rq_path_kind(c->out, NULL) != RQ_PATH_FOLDER &&
           rq_word_in("png gif glb json", extension, strlen(extension));
}

static int convert_tree(struct convert *c)
{
    c->errors = calloc(c->tree.count + 1, sizeof *c->errors);
    c->made = calloc(c->tree.count + 1, sizeof *c->made);
    c->shares_stem = calloc(c->tree.count + 1, sizeof *c->shares_stem);
    if (!c->errors || !c->made || !c->shares_stem || !find_shared_stems(c)) {
        complain("out of memory");
        return EXIT_UNREADABLE;
    }
    c->one_file = names_a_file(c);
    if (c->tree.count == 1 && !c->tree.nodes[0].format) {
        complain("%s is of no known format; reliquary formats lists them", c->tree.nodes[0].path);
        return EXIT_UNREADABLE;
    }
    size_t *order = order_by_size(&c->tree);
    progress_open(&c->progress, c->args, "converted");
    rq_pool_run(&(struct rq_jobs){.count = c->tree.count,
                                  .work = convert_one,
                                  .done = convert_done,
                                  .ctx = c,
                                  .start = order,
                                  .threads = c->one_file ? 1 : jobs_of(c->args)});
    progress_close(&c->progress);
    free(order);
    if (!given(c->args, OPT_quiet) && strcmp(c->out, "-") != 0) {
        printf("made %zu files in %s", c->files, c->out);
        if (c->skipped)
            printf("; %zu inputs are of no known format, or can't become that", c->skipped);
        printf(c->failed ? "; %zu failed\n" : "\n", c->failed);
    }
    if (!c->failed)
        return EXIT_FINE;
    for (size_t i = 0; i < c->tree.count; i++)
        if (c->errors[i].code == RQ_IO)
            return EXIT_UNWRITTEN;
    for (size_t i = 0; i < c->tree.count; i++)
        if (c->errors[i].code && c->errors[i].code != RQ_USAGE)
            return EXIT_UNREADABLE;
    return EXIT_USAGE;
}

/* A PNG back into a format that takes one. */
static int import_png(const struct args *args, const struct rq_format *format)
{
    struct rq_map map;
    struct rq_error err = {0};
    struct rq_out out = {0};
    const char *path = args->paths[0];
    if (!rq_map_open(&map, path, &err))
        return report(path, &err, EXIT_UNREADABLE);
    struct rq_doc *doc = rq_import(map.bytes, format, NULL, &err);
    int code = 0;
    if (!doc || !rq_write(doc, &out, &err))
        code = report(path, &err, EXIT_UNREADABLE);
    if (!code)
        code = save_output(args, args->values[OPT_output], rq_out_bytes(&out));
    rq_out_free(&out);
    rq_doc_free(doc);
    rq_map_close(&map);
    return code;
}

int run_convert(const struct args *args)
{
    if (!given(args, OPT_output)) {
        complain("convert needs -o, a folder or file to write; see reliquary convert --help");
        return EXIT_USAGE;
    }
    const char *to = args->values[OPT_to];
    const struct rq_format *format = to && strcmp(to, "json") != 0 ? rq_format_by_name(to) : NULL;
    if (to && !format && !rq_word_in("png gif glb json", to, strlen(to))) {
        complain("--to knows png, gif, glb, json and the names of formats, not %s", to);
        return EXIT_USAGE;
    }
    if (format && args->count == 1)
        return import_png(args, format);
    struct convert c = {.args = args, .out = args->values[OPT_output]};
    int code = open_help_files(&c);
    if (!code)
        code = tree_open(&c.tree, args);
    if (!code)
        code = convert_tree(&c);
    tree_close(&c.tree);
    if (c.palette.handle)
        rq_map_close(&c.palette);
    rq_folder_close(c.game);
    free(c.errors);
    free(c.made);
    free(c.shares_stem);
    return code;
}
