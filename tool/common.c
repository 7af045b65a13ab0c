#include "core/text.h"
#include "game/keynames.h"
#include "pair.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#if defined(_WIN32)
#include <io.h>
#define isatty _isatty
#else
#include <unistd.h>
#endif

/* ---- messages ---- */

/* A line of progress stands on the terminal and has no end yet. */
static bool progress_drawn;

void progress_wipe(void)
{
    if (progress_drawn) {
        fprintf(stderr, "\r%*s\r", 60, "");
        fflush(stderr);
    }
    progress_drawn = false;
}

/* Names of files and entries may hold anything, a terminal's commands too. */
static void put_clean(FILE *to, const char *fmt, va_list args)
{
    char fixed[400], *text = fixed;
    va_list again;
    va_copy(again, args);
    int size = vsnprintf(fixed, sizeof fixed, fmt, args);
    if (size >= (int)sizeof fixed) {
        char *longer = malloc((size_t)size + 1);
        if (longer)
            vsnprintf(longer, (size_t)size + 1, fmt, again);
        text = longer ? longer : fixed;
    }
    va_end(again);
    rq_text_clean(text);
    fputs(text, to);
    if (text != fixed)
        free(text);
}

void complain(const char *fmt, ...)
{
    va_list args;
    fflush(stdout);
    progress_wipe();
    fputs("reliquary: ", stderr);
    va_start(args, fmt);
    put_clean(stderr, fmt, args);
    va_end(args);
    fputc('\n', stderr);
}

void say(const char *fmt, ...)
{
    va_list args;
    progress_wipe();
    va_start(args, fmt);
    put_clean(stdout, fmt, args);
    va_end(args);
    putchar('\n');
}

void error_text(const struct rq_error *err, char *text, size_t size)
{
    /* By enum rq_hint. */
    static const char *const hints[] = {"", "; --force writes over it",
                                        "; --encoding names its code page",
                                        "; --game names the folder of the game"};
    if (err->code == RQ_IO || err->code == RQ_USAGE || !err->where[0])
        snprintf(text, size, "%s%s%s%s", err->where, err->where[0] ? ": " : "", err->text,
                 hints[err->hint]);
    else
        snprintf(text, size, "%s at 0x%llx, %s: %s%s", rq_code_name(err->code),
                 (unsigned long long)err->offset, err->where, err->text, hints[err->hint]);
}

int report(const char *path, const struct rq_error *err, int code)
{
    char text[400];
    error_text(err, text, sizeof text);
    /* Errors of the file system and of usage name their path themselves. */
    bool named = err->code == RQ_IO || err->code == RQ_USAGE;
    if (named && strcmp(err->where, path) == 0)
        complain("%s", text);
    else
        complain("%s: %s", path, text);
    return err->code == RQ_USAGE ? EXIT_USAGE : code;
}

bool use_color(const struct args *args)
{
    const char *none = getenv("NO_COLOR");
    return !given(args, OPT_no_color) && !(none && none[0]) && isatty(1);
}

void progress_open(struct progress *p, const struct args *args, const char *what)
{
    *p = (struct progress){.on = !given(args, OPT_quiet) && isatty(2), .what = what};
}

void progress_show(struct progress *p, size_t done, size_t total)
{
    double now = p->on ? rq_clock() : 0;
    if (!p->on || now - p->last < 0.1)
        return;
    p->last = now;
    /* What was said so far stands above it. */
    fflush(stdout);
    fprintf(stderr, "\r%s %zu of %zu", p->what, done, total);
    fflush(stderr);
    progress_drawn = true;
}

void progress_close(struct progress *p)
{
    p->on = false;
    progress_wipe();
}

/* ---- inputs ---- */

bool read_options(const struct args *args, const char *name, struct rq_options *options)
{
    *options = (struct rq_options){.name = name};
    if (given(args, OPT_format)) {
        options->format = rq_format_by_name(args->values[OPT_format]);
        if (!options->format)
            complain("no format is named %s; reliquary formats lists them",
                     args->values[OPT_format]);
    }
    if (given(args, OPT_encoding)) {
        options->codepage = rq_codepage_by_name(args->values[OPT_encoding]);
        if (!options->codepage)
            complain("no code page is named %s; cp1252, cp437, cp1250, cp1251, cp932, cp936, "
                     "cp949 and cp950 are known",
                     args->values[OPT_encoding]);
    }
    return (!given(args, OPT_format) || options->format) &&
           (!given(args, OPT_encoding) || options->codepage);
}

int open_palette(const struct args *args, struct rq_map *map)
{
    struct rq_error err = {0};
    const char *path = args->values[OPT_palette];
    if (!path)
        return 0;
    if (!rq_map_open(map, path, &err))
        return report(path, &err, EXIT_UNREADABLE);
    if (rq_format_detect(map->bytes, path) == rq_format_by_name("col"))
        return 0;
    complain("%s is not a palette (COL)", path);
    return EXIT_UNREADABLE;
}

/* The second file of a pair, where there is one; 0 or an exit code after a message. */
static int open_second(const char *path, struct rq_bytes bytes, struct rq_options *options,
                       struct rq_map *map)
{
    struct rq_error err = {0};
    if (!options->format)
        options->format = rq_format_detect(bytes, path);
    char *second = pair_second(path, options->format);
    int code = 0;
    if (second && !rq_map_open(map, second, &err))
        code = report(second, &err, EXIT_UNREADABLE);
    options->companion = map->bytes;
    free(second);
    return code;
}

int open_input(const struct args *args, const char *path, struct input *input)
{
    struct rq_error err = {0};
    struct rq_options options;
    *input = (struct input){0};
    if (!read_options(args, path, &options))
        return EXIT_USAGE;
    int code = open_palette(args, &input->palette);
    options.palette = input->palette.bytes;
    char *first = pair_first(path);
    path = first ? first : path;
    if (!code && !rq_map_open(&input->map, path, &err))
        code = report(path, &err, EXIT_UNREADABLE);
    if (!code)
        code = open_second(path, input->map.bytes, &options, &input->second);
    if (!code)
        input->doc = rq_doc_read(input->map.bytes, &options, &err);
    if (!code && !input->doc)
        code = report(path, &err, EXIT_UNREADABLE);
    if (code)
        close_input(input);
    free(first);
    return code;
}

void close_input(struct input *input)
{
    rq_doc_free(input->doc);
    rq_map_close(&input->map);
    rq_map_close(&input->palette);
    rq_map_close(&input->second);
}

int save_output(const struct args *args, const char *path, struct rq_bytes bytes)
{
    struct rq_error err = {0};
    enum rq_save mode = given(args, OPT_force) ? RQ_SAVE_REPLACE : RQ_SAVE_NEW;
    if (rq_file_save(path, bytes, mode, &err))
        return 0;
    return report(path, &err, EXIT_UNWRITTEN);
}

/* ---- trees ---- */

/* Archives in archives; and no entry takes less than this in the file that it is in. */
enum { NEST_LIMIT = 8, LEAST_ENTRY = 32 };

static void *more(void *items, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return items;
    *capacity = *capacity ? *capacity * 2 : 64;
    void *grown = realloc(items, *capacity * size);
    if (!grown) {
        complain("out of memory");
        exit(EXIT_UNREADABLE);
    }
    return grown;
}

static void add_node(struct tree *tree, const struct args *args, char *path, char *below,
                     struct rq_bytes bytes, size_t depth);

static void add_entries(struct tree *tree, const struct args *args, size_t at,
                        struct rq_options *options)
{
    struct rq_error err = {0};
    const struct rq_entry *entries;
    size_t count;
    struct node node = tree->nodes[at];
    options->name = node.name;
    struct rq_doc *doc = rq_doc_read(node.bytes, options, &err);
    /* Entries in entries stand in bytes of their own, so a file can't have more of them in
     * all than it has room for: more means an archive that contains itself. */
    if (!doc || !rq_doc_entries(doc, &entries, &count, &err) || count > tree->room) {
        rq_doc_free(doc);
        return;
    }
    tree->room -= count;
    /* What was packed is not unpacked again: archives in archives would grow without end. */
    bool packed = strcmp(rq_format_describe(node.format)->name, "bzf") == 0;
    size_t depth = packed ? NEST_LIMIT : node.depth + 1;
    tree->docs = more(tree->docs, tree->doc_count, &tree->doc_capacity, sizeof(void *));
    tree->docs[tree->doc_count++] = doc;
    size_t from = tree->count;
    /* Only a file has a key near it. */
    struct rq_key_names keyed = {0};
    if (node.depth == 0)
        rq_key_names_open(&keyed, node.path, NULL, doc, &err);
    for (size_t i = 0; i < count; i++) {
        const char *own = i < keyed.count ? keyed.names[i] : NULL;
        const char *shown = own ? own : entries[i].name;
        char safe[32];
        snprintf(safe, sizeof safe, "entry-%zu", i);
        const char *name = rq_name_is_safe(shown) ? shown : safe;
        add_node(tree, args, rq_path_join(node.path, shown), rq_path_join(node.below, name),
                 entries[i].bytes, depth);
    }
    rq_key_names_close(&keyed);
    tree->count = from + pair_entries(tree->nodes + from, tree->count - from);
}

static void add_node(struct tree *tree, const struct args *args, char *path, char *below,
                     struct rq_bytes bytes, size_t depth)
{
    struct rq_options options;
    tree->nodes = more(tree->nodes, tree->count, &tree->capacity, sizeof *tree->nodes);
    size_t at = tree->count++;
    read_options(args, path, &options);
    struct node *node = &tree->nodes[at];
    *node = (struct node){
        .path = path, .below = below, .name = rq_path_base(path), .bytes = bytes, .depth = depth};
    node->format = depth == 0 && options.format ? options.format : rq_format_detect(bytes, path);
    node->container = node->format && rq_format_is_container(node->format) && depth < NEST_LIMIT;
    options.format = node->format;
    if (node->container)
        add_entries(tree, args, at, &options);
}

static int add_file(struct tree *tree, const struct args *args, const struct rq_found *found)
{
    struct rq_map *map = &tree->maps[tree->map_count];
    struct rq_error err = {0};
    if (!rq_map_open(map, found->path, &err))
        return report(found->path, &err, EXIT_UNREADABLE);
    tree->map_count++;
    tree->room = map->bytes.size / LEAST_ENTRY;
    size_t at = tree->count;
    add_node(tree, args, rq_path_join("", found->path), rq_path_join("", found->relative),
             map->bytes, 0);
    struct rq_options options = {.format = tree->nodes[at].format};
    struct rq_map *second = &tree->maps[tree->map_count];
    int code = open_second(found->path, map->bytes, &options, second);
    tree->map_count += second->bytes.data != NULL;
    tree->nodes[at].companion = options.companion;
    return code;
}

int walk_paths(struct rq_walk *walk, const struct args *args)
{
    int missed = 0;
    for (size_t i = 0; i < args->count; i++) {
        struct rq_error err = {0};
        if (!rq_walk_add(walk, args->paths[i], &err))
            missed = report(args->paths[i], &err, EXIT_UNREADABLE);
    }
    return missed;
}

int tree_open_most(struct tree *tree, const struct args *args, int *missed)
{
    struct rq_walk walk = {0};
    struct rq_options checked;
    *tree = (struct tree){0};
    if (!read_options(args, "", &checked))
        return EXIT_USAGE;
    *missed = walk_paths(&walk, args);
    tree->maps = pair_walk(&walk) ? calloc(2 * walk.count + 1, sizeof *tree->maps) : NULL;
    for (size_t i = 0; tree->maps && i < walk.count; i++) {
        int code = add_file(tree, args, &walk.items[i]);
        *missed = code ? code : *missed;
    }
    rq_walk_free(&walk);
    return 0;
}

int tree_open(struct tree *tree, const struct args *args)
{
    int missed = 0, code = tree_open_most(tree, args, &missed);
    return code ? code : missed;
}

void tree_close(struct tree *tree)
{
    for (size_t i = 0; i < tree->count; i++) {
        free(tree->nodes[i].path);
        free(tree->nodes[i].below);
    }
    for (size_t i = 0; i < tree->doc_count; i++)
        rq_doc_free(tree->docs[i]);
    for (size_t i = 0; i < tree->map_count; i++)
        rq_map_close(&tree->maps[i]);
    free(tree->nodes);
    free(tree->docs);
    free(tree->maps);
    *tree = (struct tree){0};
}
