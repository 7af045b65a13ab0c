/* Three versions of files, archives and folders: what one side alone changed is taken, what both changed is merged by
 * its format or is a conflict. */
#include "patch/merge.h"
#include "core/file.h"
#include "core/text.h"
#include "formats/format.h"

#include <reliquary/erf.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

char *merge_printf(struct merging *m, const char *fmt, ...)
{
    static char nothing[1];
    va_list args, again;
    va_start(args, fmt);
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, fmt, args);
    char *text = size < 0 ? NULL : rq_arena_get(&m->arena, (size_t)size + 1, 1);
    if (text)
        vsnprintf(text, (size_t)size + 1, fmt, again);
    va_end(again);
    va_end(args);
    return text ? text : nothing;
}

bool merge_conflict(struct merging *m, const char *path, const char *base, const char *a,
                    const char *b)
{
    bool both = *m->file && *path;
    struct rq_merge_conflict conflict = {merge_printf(m, "%s%s%s", m->file, both ? "/" : "", path),
                                         base, a, b};
    m->conflicts++;
    if (m->options.conflict)
        m->options.conflict(m->options.ctx, &conflict);
    return m->options.choice == RQ_MERGE_THEIRS;
}

/* ---- one file ---- */

/* A version of a file; data NULL and not there: none. */
struct version {
    struct rq_bytes bytes;
    bool there;
};

/* What becomes of it. */
struct outcome {
    struct version result;
    bool merged;
    struct rq_out out; /* that result is in; its owner is the list of files */
};

static bool is_same(const struct version *a, const struct version *b)
{
    return a->there == b->there && rq_same(a->bytes, b->bytes);
}

static bool merge_file(struct merging *m, const char *name, const struct version v[SIDES],
                       struct outcome *o, struct rq_error *err);

static const struct {
    const char *format;
    bool (*merge)(struct merging *m, struct rq_doc *const docs[SIDES], struct rq_error *err);
} mergers[] = {{"gff", merge_gff}, {"twoda", merge_twoda}, {"tlk", merge_tlk}, {"ssf", merge_ssf}};

static const struct rq_entry *entry_of(struct rq_doc *doc, const char *name)
{
    const struct rq_entry *entries;
    size_t count;
    if (rq_doc_entries(doc, &entries, &count, NULL))
        for (size_t i = 0; i < count; i++)
            if (rq_casecmp(entries[i].name, name) == 0)
                return &entries[i];
    return NULL;
}

/* Bytes that live as long as the merging. */
static struct rq_bytes kept(struct merging *m, struct rq_bytes bytes)
{
    uint8_t *copy = rq_arena_get(&m->arena, bytes.size, 1);
    if (copy && bytes.size)
        memcpy(copy, bytes.data, bytes.size);
    return (struct rq_bytes){copy, copy ? bytes.size : 0};
}

static bool merge_entry(struct merging *m, struct rq_doc *const docs[SIDES], const char *name,
                        struct rq_error *err)
{
    struct version v[SIDES] = {{{0}, false}};
    struct outcome o = {0};
    const char *file = m->file;
    for (int i = 0; i < SIDES; i++) {
        const struct rq_entry *entry = entry_of(docs[i], name);
        v[i].there = entry != NULL;
        v[i].bytes = entry ? entry->bytes : (struct rq_bytes){0};
    }
    m->file = merge_printf(m, "%s%s%s", file, *file ? "/" : "", name);
    bool fine = merge_file(m, name, v, &o, err);
    m->file = file;
    if (fine && !is_same(&o.result, &v[OURS]))
        fine = o.result.there ? rq_doc_put_entry(docs[OURS], name, kept(m, o.result.bytes), err)
                              : rq_doc_remove_entry(docs[OURS], name, err);
    rq_out_free(&o.out);
    return fine;
}

/* Names are taken first: entries move while they are merged. */
static bool merge_entries(struct merging *m, struct rq_doc *const docs[SIDES], int side,
                          struct rq_error *err)
{
    const struct rq_entry *entries;
    size_t count;
    if (!rq_doc_entries(docs[side], &entries, &count, err))
        return false;
    const char **names = rq_arena_get(&m->arena, count, sizeof *names);
    bool fine = true;
    if (!names)
        return rq_fail(err, RQ_NO_MEMORY, 0, m->file, "out of memory");
    for (size_t i = 0; i < count; i++)
        names[i] = merge_printf(m, "%s", entries[i].name);
    for (size_t i = 0; fine && i < count; i++)
        if (side == THEIRS || !entry_of(docs[THEIRS], names[i]))
            fine = merge_entry(m, docs, names[i], err);
    return fine;
}

static void note_outside(void *ctx, const char *path, const char *a, const char *b)
{
    bool *differs = ctx;
    (void)a, (void)b;
    *differs = *differs || !is_no_matter(path);
}

static bool archive_differs(struct rq_doc *a, struct rq_doc *b)
{
    bool differs = false;
    size_t count;
    return !rq_doc_diff(a, b, note_outside, &differs, &count, NULL) || differs;
}

/* What an archive is besides its entries. */
static void merge_header(struct merging *m, struct rq_doc *const docs[SIDES])
{
    struct rq_erf *to = rq_doc_root(docs[OURS], "erf");
    const struct rq_erf *from = rq_doc_root(docs[THEIRS], "erf");
    if (!archive_differs(docs[BASE], docs[THEIRS]) || !archive_differs(docs[OURS], docs[THEIRS]))
        return;
    bool changed = archive_differs(docs[BASE], docs[OURS]);
    if ((changed || !to) && !merge_conflict(m, "(the archive itself)", "as it was",
                                            changed ? "changed" : "as it was", "changed"))
        return;
    if (!to || !from)
        return;
    memcpy(to->header.type, from->header.type, 4);
    to->header.description_strref = from->header.description_strref;
    to->descriptions = from->descriptions; /* b outlives the result */
    to->description_count = from->description_count;
}

static bool merge_archive(struct merging *m, struct rq_doc *const docs[SIDES], struct rq_error *err)
{
    merge_header(m, docs);
    return merge_entries(m, docs, THEIRS, err) && merge_entries(m, docs, BASE, err);
}

/* Of a format that can be merged, all three: true, and docs are there. */
static bool open_docs(const char *name, const struct version v[SIDES], struct rq_doc *docs[SIDES])
{
    const struct rq_format *format = rq_format_detect(v[OURS].bytes, name);
    struct rq_options options = {.name = name, .format = format};
    bool fine = format != NULL;
    for (int i = 0; i < SIDES && fine; i++) {
        fine = rq_format_detect(v[i].bytes, name) == format;
        docs[i] = fine ? rq_doc_read(v[i].bytes, &options, NULL) : NULL;
        fine = docs[i] && (i != OURS || rq_doc_settle(docs[i], NULL));
    }
    return fine;
}

static bool is_text(struct rq_bytes bytes)
{
    for (size_t i = 0; i < bytes.size; i++)
        if (!bytes.data[i] || (bytes.data[i] < ' ' && !strchr("\t\r\n\f", bytes.data[i])))
            return false;
    return bytes.size < (16U << 20);
}

/* 1: merged into o->out; 0: this sort of file can't be; -1: err has why not. */
static int merge_parts(struct merging *m, const char *name, const struct version v[SIDES],
                       struct outcome *o, struct rq_error *err)
{
    struct rq_doc *docs[SIDES] = {0};
    bool opened = open_docs(name, v, docs);
    const char *format = opened ? rq_format_describe(rq_doc_format(docs[OURS]))->name : "";
    bool fine = true, known = false;
    for (size_t i = 0; i < sizeof mergers / sizeof mergers[0]; i++)
        if (strcmp(mergers[i].format, format) == 0) {
            known = true;
            fine = mergers[i].merge(m, docs, err);
        }
    if (strcmp(format, "erf") == 0 || strcmp(format, "rim") == 0) {
        known = true;
        fine = merge_archive(m, docs, err);
    }
    if (known)
        fine = fine && rq_doc_write(docs[OURS], &o->out, err);
    for (int i = 0; i < SIDES; i++)
        rq_doc_free(docs[i]);
    if (!known && is_text(v[BASE].bytes) && is_text(v[OURS].bytes) && is_text(v[THEIRS].bytes)) {
        const struct rq_bytes texts[SIDES] = {v[BASE].bytes, v[OURS].bytes, v[THEIRS].bytes};
        known = true;
        fine = merge_lines(m, texts, rq_casecmp(rq_path_extension(name), "ini") == 0, &o->out) ||
               rq_fail(err, RQ_NO_MEMORY, 0, name, "out of memory");
    }
    return !known ? 0 : fine ? 1 : -1;
}

static const char *state_of(struct merging *m, const struct version *v)
{
    return v->there ? merge_printf(m, "%zu bytes", v->bytes.size) : NULL;
}

static bool merge_file(struct merging *m, const char *name, const struct version v[SIDES],
                       struct outcome *o, struct rq_error *err)
{
    struct rq_error own = {0};
    o->result = v[OURS];
    if (is_same(&v[BASE], &v[THEIRS]) || is_same(&v[OURS], &v[THEIRS]))
        return true;
    if (is_same(&v[BASE], &v[OURS])) {
        o->result = v[THEIRS];
        return true;
    }
    bool all = v[BASE].there && v[OURS].there && v[THEIRS].there;
    int done = all ? merge_parts(m, name, v, o, &own) : 0;
    if (!rq_memory_lasted(m->refusals, err))
        return false;
    if (done == 1) {
        o->result.bytes = rq_out_bytes(&o->out);
        o->merged = true;
        return true;
    }
    rq_out_free(&o->out);
    o->out = (struct rq_out){0};
    const char *why = done < 0 ? merge_printf(m, " (%s: %s)", own.where, own.text) : "";
    const char *base = v[BASE].there ? merge_printf(m, "%s%s", state_of(m, &v[BASE]), why) : NULL;
    if (merge_conflict(m, "", base, state_of(m, &v[OURS]), state_of(m, &v[THEIRS])))
        o->result = v[THEIRS];
    return true;
}

/* ---- folders ---- */

struct file {
    char *key;
    const char *relative;
    size_t at[SIDES]; /* in the walks; SIZE_MAX: not there */
    struct rq_map maps[SIDES];
    struct outcome outcome;
};

struct folders {
    struct merging m;
    struct rq_walk walks[SIDES];
    struct file *files;
    uint32_t count, room;
    bool single;
};

static int by_key(const void *a, const void *b)
{
    return strcmp(((const struct file *)a)->key, ((const struct file *)b)->key);
}

/* Names are one whatever their case, as in the games. */
static bool collect(struct folders *f, struct rq_error *err)
{
    for (int side = 0; side < SIDES; side++)
        for (size_t i = 0; i < f->walks[side].count; i++) {
            struct file *files =
                rq_arena_more(&f->m.arena, &f->files, f->count, &f->room, sizeof *files);
            if (!files)
                return rq_fail(err, RQ_NO_MEMORY, 0, "", "out of memory");
            const char *relative = f->walks[side].items[i].relative;
            struct file *file = &files[f->count++];
            *file = (struct file){.relative = relative, .at = {SIZE_MAX, SIZE_MAX, SIZE_MAX}};
            file->key = merge_printf(&f->m, "%s", f->single ? "" : relative);
            file->at[side] = i;
            for (char *c = file->key; *c; c++)
                *c = rq_lower(*c);
        }
    if (f->count)
        qsort(f->files, f->count, sizeof *f->files, by_key);
    uint32_t count = 0;
    for (uint32_t i = 0; i < f->count; i++) {
        struct file *last = count ? &f->files[count - 1] : NULL, *file = &f->files[i];
        if (!last || strcmp(last->key, file->key) != 0) {
            f->files[count++] = *file;
            continue;
        }
        for (int side = 0; side < SIDES; side++)
            if (file->at[side] != SIZE_MAX)
                last->at[side] = file->at[side];
    }
    f->count = count;
    return rq_memory_lasted(f->m.refusals, err);
}

static bool merge_one(struct folders *f, struct file *file, struct rq_error *err)
{
    static const int spelling[] = {THEIRS, BASE, OURS}; /* the last that has it counts */
    const struct rq_found *found[SIDES] = {0};
    struct version v[SIDES];
    for (int i = 0; i < SIDES; i++) {
        if (file->at[i] != SIZE_MAX)
            found[i] = &f->walks[i].items[file->at[i]];
        if (found[i] && !rq_map_open(&file->maps[i], found[i]->path, err))
            return false;
        v[i] = (struct version){file->maps[i].bytes, found[i] != NULL};
    }
    for (int i = 0; i < SIDES; i++)
        if (found[spelling[i]])
            file->relative = found[spelling[i]]->relative;
    f->m.file = f->single ? "" : file->relative;
    return merge_file(&f->m, rq_path_base(file->relative), v, &file->outcome, err);
}

static bool write_all(struct folders *f, const char *out, struct rq_error *err)
{
    enum rq_save mode = f->m.options.replace ? RQ_SAVE_REPLACE : RQ_SAVE_NEW;
    bool fine = f->single || rq_make_folder(out, err);
    for (uint32_t i = 0; fine && i < f->count; i++) {
        struct file *file = &f->files[i];
        if (!file->outcome.result.there)
            continue;
        char *path = f->single ? merge_printf(&f->m, "%s", out)
                               : merge_printf(&f->m, "%s/%s", out, file->relative);
        char *slash = strrchr(path, '/');
        if (slash && !f->single) {
            *slash = 0;
            fine = rq_make_folder(path, err);
            *slash = '/';
        }
        fine = fine && rq_file_save(path, file->outcome.result.bytes, mode, err);
    }
    return fine;
}

static bool open_all(struct folders *f, const char *const paths[SIDES], struct rq_error *err)
{
    size_t files = 0;
    for (int i = 0; i < SIDES; i++) {
        enum rq_path_kind kind = rq_path_kind(paths[i], NULL);
        if (kind == RQ_PATH_NONE)
            return rq_fail(err, RQ_IO, 0, paths[i], "there is no such file or folder");
        files += kind == RQ_PATH_FILE;
        if (!rq_walk_add(&f->walks[i], paths[i], err))
            return false;
    }
    f->single = files == SIDES;
    return files == 0 || f->single ||
           rq_fail(err, RQ_USAGE, 0, paths[BASE], "all three have to be files, or all folders");
}

bool rq_merge(const char *base, const char *a, const char *b, const char *out,
              const struct rq_merge_options *options, struct rq_merged *merged,
              struct rq_error *err)
{
    const char *const paths[SIDES] = {base, a, b};
    struct folders f = {.m = {.file = "", .refusals = rq_memory_refusals()}};
    if (options)
        f.m.options = *options;
    *merged = (struct rq_merged){0};
    bool fine = open_all(&f, paths, err) && collect(&f, err);
    for (uint32_t i = 0; fine && i < f.count; i++) {
        fine = merge_one(&f, &f.files[i], err);
        merged->files += f.files[i].outcome.result.there;
        merged->merged += f.files[i].outcome.merged;
    }
    merged->conflicts = f.m.conflicts;
    bool open = f.m.conflicts && f.m.options.choice == RQ_MERGE_NONE;
    fine = fine && (!out || open || write_all(&f, out, err));
    for (uint32_t i = 0; i < f.count; i++) {
        rq_out_free(&f.files[i].outcome.out);
        for (int k = 0; k < SIDES; k++)
            rq_map_close(&f.files[i].maps[k]);
    }
    for (int i = 0; i < SIDES; i++)
        rq_walk_free(&f.walks[i]);
    rq_arena_free(&f.m.arena);
    return fine;
}
