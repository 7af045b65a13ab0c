#include "core/file.h"
#include "game/keynames.h"
#include "game/pair.h"

#include <reliquary/game.h>
#include <stdio.h>
#include <stdlib.h>

/* Archives in archives; and no entry takes less than this in the file that it is in. */
enum { NEST_LIMIT = 8, LEAST_ENTRY = 32 };

struct rq_tree_files {
    struct rq_map *maps;
    struct rq_doc **docs;
    size_t map_count, doc_count, doc_room, node_room;
};

/* A tree that is being made. */
struct grower {
    struct rq_tree *tree;
    struct rq_tree_files *files;
    const struct rq_tree_options *options;
    size_t room; /* entries that the file at hand may still have, see add_entries */
    struct rq_error *err;
};

static bool out_of_memory(struct grower *g)
{
    return rq_fail(g->err, RQ_NO_MEMORY, 0, "", "out of memory");
}

static bool more(void **items, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return true;
    size_t larger = *room ? *room * 2 : 64;
    void *grown = rq_mem(NULL, *items, larger * size);
    if (!grown)
        return false;
    *items = grown;
    *room = larger;
    return true;
}

/* ---- pairs in archives ---- */

/* Upper and lower case are the same in an archive. */
static int by_entry(const void *a, const void *b)
{
    const struct rq_tree_node *x = *(const struct rq_tree_node *const *)a,
                              *y = *(const struct rq_tree_node *const *)b;
    return rq_casecmp(x->path, y->path);
}

static const struct rq_tree_node *find_second(const struct rq_tree_node **sorted, size_t count,
                                              const struct rq_tree_node *first)
{
    const char *extension = first->format ? rq_format_companion(first->format) : NULL;
    if (!extension || !rq_path_extension(first->path)[0])
        return NULL;
    const struct rq_tree_node wanted = {.path = rq_pair_name(first->path, extension)},
                              *key = &wanted;
    const struct rq_tree_node **found =
        wanted.path ? bsearch(&key, sorted, count, sizeof(void *), by_entry) : NULL;
    free(wanted.path);
    return found ? *found : NULL;
}

/* The nodes of one archive, and of those in it: second files give way to their first ones. Returns
 * how many stay. */
static size_t join_pairs(struct rq_tree_node *nodes, size_t count)
{
    const struct rq_tree_node **sorted = rq_mem(NULL, NULL, (count + 1) * sizeof(void *));
    bool *is_second = rq_mem_zeroed(count + 1, sizeof *is_second);
    size_t kept = 0;
    for (size_t i = 0; sorted && i < count; i++)
        sorted[i] = &nodes[i];
    if (sorted)
        qsort(sorted, count, sizeof(void *), by_entry);
    for (size_t i = 0; sorted && is_second && i < count; i++) {
        const struct rq_tree_node *other = find_second(sorted, count, &nodes[i]);
        if (!other)
            continue;
        nodes[i].companion = other->bytes;
        is_second[other - nodes] = true;
    }
    free(sorted);
    for (size_t i = 0; i < count; i++) {
        if (is_second && is_second[i]) {
            free(nodes[i].path);
            free(nodes[i].below);
        } else {
            nodes[kept++] = nodes[i];
        }
    }
    free(is_second);
    return kept;
}

/* ---- nodes ---- */

static bool add_node(struct grower *g, char *path, char *below, struct rq_bytes bytes,
                     size_t depth);

/* A name of an entry that is none for a file gives way to its number. */
static bool add_entry(struct grower *g, const struct rq_tree_node *archive, const char *name,
                      size_t index, struct rq_bytes bytes, size_t depth)
{
    char safe[32];
    snprintf(safe, sizeof safe, "entry-%zu", index);
    return add_node(g, rq_path_join(archive->path, name),
                    rq_path_join(archive->below, rq_name_is_safe(name) ? name : safe), bytes,
                    depth);
}

/* An archive that can't be read has no entries: whoever reads it learns why. */
static bool add_entries(struct grower *g, size_t at)
{
    struct rq_error ignored = {0};
    const struct rq_tree_node node = g->tree->nodes[at];
    const struct rq_entry *entries;
    size_t count, from = g->tree->count;
    struct rq_options options = {
        .name = node.name, .format = node.format, .codepage = g->options->codepage};
    struct rq_doc *doc = rq_doc_read(node.bytes, &options, &ignored);
    /* Entries in entries stand in bytes of their own, so a file can't have more of them in
     * all than it has room for: more means an archive that contains itself. */
    if (!doc || !rq_doc_entries(doc, &entries, &count, &ignored) || count > g->room) {
        rq_doc_free(doc);
        return true;
    }
    g->room -= count;
    /* What was packed is not unpacked again: archives in archives would grow without end. */
    size_t depth = node.format == rq_format_by_name("bzf") ? NEST_LIMIT : node.depth + 1;
    struct rq_tree_files *files = g->files;
    if (!more((void **)&files->docs, files->doc_count, &files->doc_room, sizeof(void *))) {
        rq_doc_free(doc);
        return out_of_memory(g);
    }
    files->docs[files->doc_count++] = doc;
    /* Only a file has a key near it. */
    struct rq_key_names keyed = {0};
    bool fine = node.depth != 0 || rq_key_names_open(&keyed, node.path, NULL, doc, g->err);
    for (size_t i = 0; fine && i < count; i++) {
        const char *own = i < keyed.count ? keyed.names[i] : NULL;
        fine = add_entry(g, &node, own ? own : entries[i].name, i, entries[i].bytes, depth);
    }
    rq_key_names_close(&keyed);
    if (fine)
        g->tree->count = from + join_pairs(g->tree->nodes + from, g->tree->count - from);
    return fine;
}

/* Takes path and below over. */
static bool add_node(struct grower *g, char *path, char *below, struct rq_bytes bytes, size_t depth)
{
    struct rq_tree *tree = g->tree;
    if (!path || !below ||
        !more((void **)&tree->nodes, tree->count, &g->files->node_room, sizeof *tree->nodes)) {
        free(path);
        free(below);
        return out_of_memory(g);
    }
    size_t at = tree->count++;
    struct rq_tree_node *node = &tree->nodes[at];
    *node = (struct rq_tree_node){
        .path = path, .below = below, .name = rq_path_base(path), .bytes = bytes, .depth = depth};
    node->format =
        depth == 0 && g->options->format ? g->options->format : rq_format_detect(bytes, path);
    node->container = node->format && node->format->container && depth < NEST_LIMIT;
    return !node->container || add_entries(g, at);
}

static void tell(const struct grower *g, const char *path, const struct rq_error *err)
{
    if (g->options->problem)
        g->options->problem(g->options->problem_ctx, path, err);
}

static bool add_file(struct grower *g, const struct rq_found *found)
{
    struct rq_tree_files *files = g->files;
    struct rq_map *map = &files->maps[files->map_count];
    struct rq_error err = {0};
    if (!rq_map_open(map, found->path, &err)) {
        tell(g, found->path, &err);
        return true;
    }
    files->map_count++;
    g->room = map->bytes.size / LEAST_ENTRY;
    size_t at = g->tree->count;
    if (!add_node(g, rq_path_join("", found->path), rq_path_join("", found->relative), map->bytes,
                  0))
        return false;
    struct rq_tree_node *node = &g->tree->nodes[at];
    char *second = rq_pair_second(found->path, node->format);
    struct rq_map *other = &files->maps[files->map_count];
    if (second && !rq_map_open(other, second, &err))
        tell(g, second, &err);
    files->map_count += other->bytes.data != NULL;
    node->companion = other->bytes;
    free(second);
    return true;
}

bool rq_tree_open(struct rq_tree *tree, const char *const *paths, size_t count,
                  const struct rq_tree_options *options, struct rq_error *err)
{
    static const struct rq_tree_options none;
    struct rq_walk walk = {.names_only = true};
    struct rq_tree_files *files = rq_mem_zeroed(1, sizeof *files);
    *tree = (struct rq_tree){.files = files};
    struct grower g = {tree, files, options ? options : &none, 0, err};
    size_t refusals = rq_memory_refusals();
    for (size_t i = 0; i < count; i++) {
        struct rq_error missed = {0};
        if (!rq_walk_add(&walk, paths[i], &missed))
            tell(&g, paths[i], &missed);
    }
    if (files && rq_pair_walk(&walk))
        files->maps = rq_mem_zeroed(2 * walk.count + 1, sizeof *files->maps);
    bool fine = files && files->maps;
    if (!fine)
        out_of_memory(&g);
    for (size_t i = 0; fine && i < walk.count; i++)
        fine = add_file(&g, &walk.items[i]);
    rq_walk_free(&walk);
    return fine && rq_memory_lasted(refusals, err); /* else an archive may seem to be empty */
}

bool rq_tree_open_bytes(struct rq_tree *tree, const char *name, struct rq_bytes bytes,
                        const struct rq_tree_options *options, struct rq_error *err)
{
    static const struct rq_tree_options none;
    struct rq_tree_files *files = rq_mem_zeroed(1, sizeof *files);
    *tree = (struct rq_tree){.files = files};
    struct grower g = {tree, files, options ? options : &none, bytes.size / LEAST_ENTRY, err};
    size_t refusals = rq_memory_refusals();
    if (!files)
        return out_of_memory(&g);
    return add_node(&g, rq_path_join("", name), rq_path_join("", name), bytes, 0) &&
           rq_memory_lasted(refusals, err);
}

void rq_tree_close(struct rq_tree *tree)
{
    struct rq_tree_files *files = tree->files;
    for (size_t i = 0; i < tree->count; i++) {
        free(tree->nodes[i].path);
        free(tree->nodes[i].below);
    }
    for (size_t i = 0; files && i < files->doc_count; i++)
        rq_doc_free(files->docs[i]);
    for (size_t i = 0; files && i < files->map_count; i++)
        rq_map_close(&files->maps[i]);
    if (files) {
        free(files->docs);
        free(files->maps);
    }
    free(files);
    free(tree->nodes);
    *tree = (struct rq_tree){0};
}
