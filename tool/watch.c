/* --watch: builds again what changed and what includes it, until Ctrl+C. Times and sizes of files are looked at a few
 * times a second, which works on every system and file system. */
#include "core/text.h"
#include "script.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

/* One file below the paths. */
struct watched {
    char *path;
    uint64_t size, time;
    char *includes; /* " name name ", of the last build; NULL: none is known */
    bool due, failed, owned;
};

struct watch {
    const struct args *args;
    const char *extension;
    struct watched *files; /* by path */
    size_t count;
};

static volatile sig_atomic_t stopped;

static void stop(int signal_number)
{
    (void)signal_number;
    stopped = 1;
}

/* ---- files ---- */

static int by_path(const void *a, const void *b)
{
    return strcmp(((const struct watched *)a)->path, ((const struct watched *)b)->path);
}

static int path_and_file(const void *path, const void *file)
{
    return strcmp(path, ((const struct watched *)file)->path);
}

static struct watched *find_in(struct watched *files, size_t count, const char *path)
{
    return count ? bsearch(path, files, count, sizeof *files, path_and_file) : NULL;
}

static struct watched *find(const struct watch *w, const char *path)
{
    return find_in(w->files, w->count, path);
}

static void free_files(struct watched *files, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(files[i].path);
        free(files[i].includes);
    }
    free(files);
}

/* What is there now. False: some of it can't be seen at this moment, as while an editor exchanges a file. */
static bool look(const struct watch *w, struct rq_walk *walk)
{
    const struct args *args = w->args;
    bool fine = true;
    for (size_t i = 0; i < args->count; i++)
        fine = rq_walk_add(walk, args->paths[i], NULL) && fine;
    for (size_t i = 0; i < args->include_count; i++)
        if (rq_path_kind(args->includes[i], NULL) == RQ_PATH_FOLDER)
            fine = rq_walk_add(walk, args->includes[i], NULL) && fine;
    if (given(args, OPT_nwscript))
        fine = rq_walk_add(walk, args->values[OPT_nwscript], NULL) && fine;
    return fine;
}

static bool is_watched(const struct watch *w, const char *path)
{
    const char *nwscript = w->args->values[OPT_nwscript];
    return ends_with(path, w->extension) || is_named(w->args, path) ||
           (nwscript && strcmp(path, nwscript) == 0);
}

/* By path, each once: a folder may be given twice. How many there are. */
static size_t sort_files(struct watched *files, size_t count)
{
    size_t kept = 1;
    qsort(files, count, sizeof *files, by_path);
    for (size_t i = 1; i < count; i++) {
        if (strcmp(files[i].path, files[kept - 1].path) == 0)
            free(files[i].path);
        else
            files[kept++] = files[i];
    }
    return kept;
}

/* The files of a walk. */
static struct watched *take_files(struct watch *w, const struct rq_walk *walk, size_t *count)
{
    struct watched *files = need(walk->count, sizeof *files);
    *count = 0;
    for (size_t i = 0; i < walk->count; i++) {
        const struct rq_found *found = &walk->items[i];
        if (!is_watched(w, found->path))
            continue;
        struct watched *f = &files[(*count)++];
        *f = (struct watched){.path = need_text("%s", found->path),
                              .size = found->size,
                              .time = found->time,
                              .due = true};
    }
    if (*count)
        *count = sort_files(files, *count);
    return files;
}

/* ---- what is due ---- */

static void put_name(struct rq_out *out, const char *path)
{
    const char *base = rq_path_base(path), *dot = strrchr(base, '.');
    for (const char *p = base; *p && p != dot; p++)
        rq_put8(out, (uint8_t)rq_lower(*p));
    rq_put8(out, ' ');
}

/* Whether two lists of names, as above, have one in common. */
static bool share_name(const char *includes, const char *changed)
{
    for (const char *p = changed + 1; *p;) {
        size_t size = strcspn(p, " ");
        for (const char *at = includes; (at = strchr(at, ' ')) != NULL && at[1]; at++)
            if (strncmp(at + 1, p, size + 1) == 0)
                return true;
        p += size + 1;
    }
    return false;
}

/* Takes the new list in the place of the old one. True: something changed. Includes count by their names: a new file
 * beside a source hides one of -I. */
static bool exchange(struct watch *w, struct watched *files, size_t count)
{
    struct rq_out changed = {0};
    const char *nwscript = w->args->values[OPT_nwscript];
    bool all = false;
    rq_put8(&changed, ' ');
    for (size_t i = 0; i < w->count; i++)
        if (!find_in(files, count, w->files[i].path))
            put_name(&changed, w->files[i].path);
    for (size_t i = 0; i < count; i++) {
        struct watched *old = find(w, files[i].path);
        files[i].due = !old || old->size != files[i].size || old->time != files[i].time;
        if (files[i].due)
            put_name(&changed, files[i].path);
        all = all || (files[i].due && nwscript && strcmp(nwscript, files[i].path) == 0);
        if (old) {
            files[i].includes = old->includes;
            files[i].failed = old->failed;
            files[i].owned = old->owned;
            old->includes = NULL;
        }
    }
    const char *names = whole_text(&changed);
    bool any = changed.size > 2;
    for (size_t i = 0; i < count && any; i++)
        if (all || files[i].failed || (files[i].includes && share_name(files[i].includes, names)))
            files[i].due = true;
    rq_out_free(&changed);
    free_files(w->files, w->count);
    w->files = files;
    w->count = count;
    return any;
}

static bool differ(const struct watch *w, const struct watched *files, size_t count)
{
    if (count != w->count)
        return true;
    for (size_t i = 0; i < count; i++)
        if (strcmp(files[i].path, w->files[i].path) != 0 || files[i].size != w->files[i].size ||
            files[i].time != w->files[i].time)
            return true;
    return false;
}

/* ---- for the verbs ---- */

bool watch_is_due(const struct watch *w, const char *path)
{
    const struct watched *f = w ? find(w, path) : NULL;
    return !w || (f && f->due);
}

bool watch_owns(const struct watch *w, const char *path)
{
    const struct watched *f = w ? find(w, path) : NULL;
    return f && f->owned;
}

void watch_built(struct watch *w, const char *path, const char *includes, int code)
{
    struct watched *f = w ? find(w, path) : NULL;
    if (!f)
        return;
    free(f->includes);
    f->includes = need_text("%s", includes);
    f->failed = code != 0;
    f->owned = f->owned || code == 0;
}

/* Waits until files changed and have settled: a file is not read while it is written. False: Ctrl+C. */
static bool wait_for_change(struct watch *w)
{
    struct watched *before = NULL;
    size_t before_count = 0;
    bool changed = false;
    while (!stopped && !changed) {
        struct rq_walk walk = {0};
        size_t count = 0;
        double start = rq_clock();
        bool seen = look(w, &walk);
        struct watched *files = seen ? take_files(w, &walk, &count) : NULL;
        rq_walk_free(&walk);
        if (files && differ(w, files, count)) {
            const struct watch last = {.files = before, .count = before_count};
            if (before && !differ(&last, files, count)) {
                changed = exchange(w, files, count);
                files = NULL;
                count = 0;
            }
        }
        free_files(before, before_count);
        before = files;
        before_count = count;
        if (!changed)
            rq_pause(0.1 + 5 * (rq_clock() - start));
    }
    free_files(before, before_count);
    return changed;
}

int watch_run(const struct args *args, const char *extension,
              int (*build)(const struct args *args, struct watch *watch))
{
    struct watch w = {.args = args, .extension = extension};
    struct rq_walk walk = {0};
    if (strcmp(args->paths[0], "-") == 0 || given(args, OPT_deps) || given(args, OPT_dry_run)) {
        complain("--watch writes what it makes of files: not with -, --deps or --dry-run");
        return EXIT_USAGE;
    }
    signal(SIGINT, stop);
    signal(SIGTERM, stop);
    if (look(&w, &walk))
        w.files = take_files(&w, &walk, &w.count);
    rq_walk_free(&walk);
    int code = build(args, &w);
    if (!w.files)
        return code;
    while (code != EXIT_USAGE && wait_for_change(&w)) {
        code = build(args, &w);
        fflush(stdout);
    }
    free_files(w.files, w.count);
    return code;
}
