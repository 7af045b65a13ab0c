#include "pair.h"

#include "core/text.h"

#include <stdio.h>
#include <stdlib.h>

static bool has_extension(const char *name, const char *extension)
{
    return extension && rq_casecmp(rq_path_extension(name), extension) == 0;
}

/* Where the last folder of path begins, when it has a name: the size of what stands before. */
static size_t above_folder(const char *path, size_t folder)
{
    size_t at = folder - 1;
    while (at && path[at - 1] != '/' && path[at - 1] != '\\')
        at--;
    return at;
}

/* "FOLDER/stem.EXT" or, of files that are sorted by kind, "FOLDER/../ext/stem.EXT". */
static char *other_path(const char *path, const char *extension, bool sorted, bool upper)
{
    const char *base = rq_path_base(path);
    size_t folder = (size_t)(base - path), size = strlen(path) + 32;
    int stem = (int)(rq_path_extension(path) - base);
    char *made = malloc(size), kind[8];
    size_t n = 0;
    for (; extension[n] && n + 1 < sizeof kind; n++)
        kind[n] = upper && extension[n] >= 'a' ? (char)(extension[n] - 'a' + 'A') : extension[n];
    kind[n] = 0;
    bool named = folder > 1 && path[folder - 2] != '.';
    if (!made)
        return NULL;
    if (!sorted)
        snprintf(made, size, "%.*s%.*s%s", (int)folder, path, stem, base, kind);
    else if (named)
        snprintf(made, size, "%.*s%s/%.*s%s", (int)above_folder(path, folder), path, kind, stem,
                 base, kind);
    else
        snprintf(made, size, "%.*s../%s/%.*s%s", (int)folder, path, kind, stem, base, kind);
    return made;
}

/* Beside it, in any case: games and tools of Windows mix them. */
static char *find_alike(const char *path, const char *extension)
{
    char *other = other_path(path, extension, false, false);
    char *found = other ? rq_path_alike(other) : NULL;
    free(other);
    return found;
}

static char *find_other(const char *path, const char *extension)
{
    if (!rq_path_extension(path)[0])
        return NULL;
    for (unsigned i = 0; i < 4; i++) {
        char *other = other_path(path, extension, i / 2, i % 2);
        if (other && rq_path_kind(other, NULL) == RQ_PATH_FILE)
            return other;
        free(other);
    }
    return find_alike(path, extension);
}

char *pair_second(const char *path, const struct rq_format *format)
{
    const char *extension = format ? rq_format_companion(format) : NULL;
    return extension ? find_other(path, extension) : NULL;
}

static const struct rq_format_info *format_of_second(const char *name)
{
    for (size_t i = 0; i < rq_format_count(); i++) {
        const struct rq_format *format = rq_format_at(i);
        if (has_extension(name, rq_format_companion(format)))
            return rq_format_describe(format);
    }
    return NULL;
}

char *pair_first(const char *path)
{
    const struct rq_format_info *info = format_of_second(path);
    return info ? find_other(path, info->name) : NULL;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* first, the first file of a pair, in place of its second. */
static bool take_first(struct rq_found *item, char *first)
{
    size_t size = strlen(item->relative) + 8;
    char *relative = malloc(size);
    if (!relative)
        return false;
    snprintf(relative, size, "%.*s%s", (int)(rq_path_extension(item->relative) - item->relative),
             item->relative, rq_path_extension(first));
    free(item->path);
    free(item->relative);
    *item = (struct rq_found){.path = first, .relative = relative};
    rq_path_kind(first, &item->size);
    return true;
}

static void drop_found(struct rq_found *item)
{
    free(item->path);
    free(item->relative);
}

bool pair_walk(struct rq_walk *walk)
{
    char **paths = malloc((walk->count + 1) * sizeof *paths);
    char **firsts = calloc(walk->count + 1, sizeof *firsts);
    bool fine = paths && firsts;
    size_t count = 0, known = walk->count;
    for (size_t i = 0; fine && i < known; i++)
        paths[i] = walk->items[i].path;
    if (fine)
        qsort(paths, known, sizeof *paths, by_path);
    for (size_t i = 0; fine && i < known; i++)
        firsts[i] = pair_first(walk->items[i].path);
    /* Which of them are in the walk themselves: asked before any path is freed. */
    for (size_t i = 0; fine && i < known; i++) {
        char **twin = firsts[i] ? bsearch(&firsts[i], paths, known, sizeof *paths, by_path) : NULL;
        if (!twin)
            continue;
        free(firsts[i]);
        firsts[i] = walk->items[i].path;
    }
    for (size_t i = 0; fine && i < known; i++) {
        struct rq_found item = walk->items[i];
        if (firsts[i] == item.path) {
            drop_found(&item);
            continue;
        }
        fine = !firsts[i] || take_first(&item, firsts[i]);
        walk->items[count++] = item;
    }
    walk->count = fine ? count : walk->count;
    free(paths);
    free(firsts);
    return fine;
}

/* Upper and lower case are the same in an archive. */
static int by_entry(const void *a, const void *b)
{
    const struct node *x = *(const struct node *const *)a, *y = *(const struct node *const *)b;
    return rq_casecmp(x->path, y->path);
}

static const struct node *find_second(const struct node **sorted, size_t count,
                                      const struct node *first)
{
    const char *extension = first->format ? rq_format_companion(first->format) : NULL;
    if (!extension || !rq_path_extension(first->path)[0])
        return NULL;
    char *path = other_path(first->path, extension, false, false);
    const struct node wanted = {.path = path}, *key = &wanted;
    const struct node **found =
        path ? bsearch(&key, sorted, count, sizeof(void *), by_entry) : NULL;
    free(path);
    return found ? *found : NULL;
}

size_t pair_entries(struct node *nodes, size_t count)
{
    const struct node **sorted = malloc((count + 1) * sizeof(void *));
    size_t pairs = 0, kept = 0;
    for (size_t i = 0; sorted && i < count; i++)
        sorted[i] = &nodes[i];
    if (sorted)
        qsort(sorted, count, sizeof(void *), by_entry);
    for (size_t i = 0; sorted && i < count; i++) {
        const struct node *other = find_second(sorted, count, &nodes[i]);
        if (other) {
            nodes[i].companion = other->bytes;
            nodes[other - nodes].is_second = true;
            pairs++;
        }
    }
    free(sorted);
    for (size_t i = 0; i < count && pairs; i++) {
        if (nodes[i].is_second) {
            free(nodes[i].path);
            free(nodes[i].below);
        } else {
            nodes[kept++] = nodes[i];
        }
    }
    return pairs ? kept : count;
}

/* The path of the second file: that of one that is there, or in the case of the first. */
static char *second_path(const char *path, const char *extension)
{
    char first = rq_path_extension(path)[0];
    char *there = first ? find_alike(path, extension) : NULL;
    bool upper = first >= 'A' && first <= 'Z';
    return there || !first ? there : other_path(path, extension, false, upper);
}

static void tell_findings(const char *path, const struct rq_doc *doc, enum rq_severity least)
{
    const struct rq_finding *findings;
    size_t count = rq_doc_findings(doc, &findings);
    for (size_t i = 0; i < count; i++)
        if (findings[i].severity >= least)
            complain("%s: %s: %s", path, findings[i].where, findings[i].text);
}

/* What is odd about the file that was made, as anybody will see it who reads it. */
static void tell_made(const char *path, struct rq_doc *doc, struct rq_bytes file,
                      struct rq_bytes second)
{
    struct rq_options options = {.format = rq_doc_format(doc), .name = path};
    struct rq_error ignored = {0};
    if (rq_doc_has_companion(doc))
        options.companion = second.data ? second : (struct rq_bytes){(const uint8_t *)"", 0};
    struct rq_doc *made = rq_doc_read(file, &options, &ignored);
    if (made)
        tell_findings(path, made, RQ_WARNING);
    rq_doc_free(made);
}

int save_document(const struct args *args, const char *path, struct rq_doc *doc)
{
    struct rq_out out = {0}, second = {0};
    struct rq_error err = {0};
    const char *extension = rq_format_companion(rq_doc_format(doc));
    char *beside = extension ? second_path(path, extension) : NULL;
    int code = 0;
    tell_findings(path, doc, RQ_INFO);
    if (extension && !beside && strcmp(path, "-") != 0) {
        complain("%s: a .%s comes with it; -o must name a file with an extension", path, extension);
        return EXIT_USAGE;
    }
    if (!rq_doc_write(doc, &out, &err) || !rq_doc_write_companion(doc, &second, &err))
        code = report(path, &err, EXIT_UNREADABLE);
    if (!code)
        tell_made(path, doc, rq_out_bytes(&out), rq_out_bytes(&second));
    /* Both or neither: a first that is in the way is refused before the second is written. One that
     * was read without its second leaves that alone. */
    bool in_the_way = beside && !given(args, OPT_force) && rq_path_kind(path, NULL) != RQ_PATH_NONE;
    if (!code && beside && !in_the_way && rq_doc_has_companion(doc))
        code = save_output(args, beside, rq_out_bytes(&second));
    if (!code)
        code = save_output(args, path, rq_out_bytes(&out));
    if (!code && extension && !rq_doc_has_companion(doc))
        complain("%s: its .%s was not at hand, so none is written", path, extension);
    else if (!code && extension && !beside)
        complain("its .%s was not written; name a file with -o", extension);
    free(beside);
    rq_out_free(&out);
    rq_out_free(&second);
    return code;
}
