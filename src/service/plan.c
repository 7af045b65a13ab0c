#include "service/plan.h"

#include "core/file.h"
#include "core/sum.h"
#include "core/text.h"
#include "core/transaction.h"

#include <stdio.h>
#include <stdlib.h>

static bool no_memory(struct rq_error *err)
{
    return rq_fail(err, RQ_NO_MEMORY, 0, "", "out of memory");
}

/* ---- which file ---- */

/* The part of a path below the root; NULL: it is not below it. */
static const char *below(const struct opened *o, const char *path)
{
    size_t size = strlen(o->root);
    if (strncmp(path, o->root, size) != 0)
        return NULL;
    path += size;
    return *path == '/' || *path == '\\'      ? path + 1
           : size && o->root[size - 1] == '/' ? path
                                              : NULL;
}

/* BIF and KEY are never written: the game looks into Override first. */
static bool is_shipped(const char *file)
{
    const char *extension = rq_path_extension(file);
    return rq_casecmp(extension, "bif") == 0 || rq_casecmp(extension, "bzf") == 0;
}

/* A file of that name in the folder Override, in the spelling that is there. */
static const char *override_path(struct plan *p, const struct opened *o, const char *name)
{
    const struct rq_source *sources;
    size_t count = rq_game_sources(o->game, &sources);
    const char *folder = "override";
    for (size_t i = 0; i < count; i++)
        if (strcmp(sources[i].kind, "override") == 0 && !strchr(sources[i].path, '/')) {
            folder = sources[i].path;
            break;
        }
    return rq_arena_printf(&p->arena, "%s/%s", folder, name);
}

/* Where a resource that is not there yet goes: into the folder or archive that its key names, which has to be one of
 * the game's. */
static const char *new_path(struct plan *p, const struct opened *o, const char *key, bool *archive,
                            struct rq_error *err)
{
    const struct rq_source *sources;
    size_t count = rq_game_sources(o->game, &sources);
    const char *name = rq_path_base(key);
    size_t size = name > key ? (size_t)(name - key) - 1 : 0;
    bool known = rq_casecmp(rq_game_describe(o->game)->family, "kotor") == 0 && size == 8 &&
                 strncmp(key, "override", 8) == 0;
    for (size_t i = 0; !known && i < count; i++)
        known = strlen(sources[i].path) == size && strncmp(sources[i].path, key, size) == 0;
    if (!known || !rq_name_is_safe(name)) {
        rq_fail(err, RQ_USAGE, 0, key, "is not in a folder or archive of the game");
        return NULL;
    }
    const char *in = rq_arena_text(&p->arena, key, size);
    char *full = in ? rq_path_join(o->root, in) : NULL;
    *archive = full && rq_path_kind(full, NULL) == RQ_PATH_FILE;
    free(full);
    return *archive ? in : rq_arena_text(&p->arena, key, strlen(key));
}

/* The file below the root that an edit is for. NULL with err filled. */
static const char *path_of(struct plan *p, const struct opened *o, const char *key, bool *archive,
                           struct rq_error *err)
{
    struct rq_resource r;
    *archive = false;
    if (!find_key(o->game, key, &r))
        return new_path(p, o, key, archive, err);
    const char *path = r.file ? below(o, r.file) : NULL;
    if (r.file && is_shipped(r.file))
        return override_path(p, o, r.name);
    if (!path)
        rq_fail(err, RQ_IO, 0, key, "its file is not below the game");
    *archive = path && rq_casecmp(rq_path_base(path), r.name) != 0;
    return path;
}

bool plan_takes(const struct opened *o, const char *key, struct rq_error *err)
{
    struct plan plan = {0};
    bool archive;
    bool fine = path_of(&plan, o, key, &archive, err) != NULL;
    rq_arena_free(&plan.arena);
    return fine;
}

/* ---- planning ---- */

static bool add_file(struct plan *p, const struct opened *o, const char *path, bool archive,
                     uint32_t *number, struct rq_error *err)
{
    for (uint32_t i = 0; i < p->file_count; i++)
        if (strcmp(p->files[i].path, path) == 0) {
            *number = i;
            return true;
        }
    struct plan_file *files =
        rq_arena_more(&p->arena, &p->files, p->file_count, &p->file_room, sizeof *files);
    const char *own = rq_arena_text(&p->arena, path, strlen(path));
    char *full = rq_path_join(o->root, path);
    if (!files || !own || !full) {
        free(full);
        return no_memory(err);
    }
    struct plan_file *f = &files[ *number = p->file_count++];
    *f = (struct plan_file){.path = own, .archive = archive};
    f->there = rq_path_stamp(full, &f->size, &f->time) == RQ_PATH_FILE;
    free(full);
    return true;
}

static bool add_edit(struct plan *p, const struct opened *o, struct edit *e, struct rq_error *err)
{
    struct rq_resource r;
    struct plan_edit edit = {.edit = e};
    bool archive;
    static const uint8_t nothing[1];
    if (find_key(o->game, e->key, &r)) {
        if (!rq_game_bytes(o->game, &r, &edit.base, err))
            return false;
        edit.base.data = edit.base.data ? edit.base.data : nothing;
    }
    if (!edits_bytes(e, o->game, edit.base, &edit.bytes, err))
        return false;
    if (!e->count) /* an earlier apply has written it */
        return true;
    const char *path = path_of(p, o, e->key, &archive, err);
    if (!path || !add_file(p, o, path, archive, &edit.file, err))
        return false;
    struct plan_edit *edits =
        rq_arena_more(&p->arena, &p->edits, p->edit_count, &p->edit_room, sizeof *edits);
    if (!edits)
        return no_memory(err);
    edits[p->edit_count++] = edit;
    return true;
}

/* The whole file of an archive with all its edits. */
static bool fill_archive(struct plan *p, const struct opened *o, uint32_t number,
                         struct rq_error *err)
{
    struct plan_file *f = &p->files[number];
    struct rq_doc_file file;
    char *full = rq_path_join(o->root, f->path);
    if (!full)
        return no_memory(err);
    bool fine = rq_doc_file_open(&file, full, NULL, err);
    free(full);
    if (!fine)
        return false;
    fine = rq_doc_settle(file.doc, err);
    for (uint32_t i = 0; fine && i < p->edit_count; i++) {
        const struct plan_edit *e = &p->edits[i];
        const char *name = rq_path_base(e->edit->key);
        if (e->file == number)
            fine = e->edit->deleted ? rq_doc_remove_entry(file.doc, name, err)
                                    : rq_doc_put_entry(file.doc, name, e->bytes, err);
    }
    fine = fine && rq_doc_write(file.doc, &f->bytes, err);
    rq_doc_file_close(&file);
    return fine;
}

static bool fill_file(struct plan *p, const struct opened *o, uint32_t number, struct rq_error *err)
{
    struct plan_file *f = &p->files[number];
    if (f->archive)
        return fill_archive(p, o, number, err);
    for (uint32_t i = 0; i < p->edit_count; i++)
        if (p->edits[i].file == number) {
            f->removed = p->edits[i].edit->deleted;
            if (!f->removed)
                rq_put_bytes(&f->bytes, p->edits[i].bytes);
        }
    return !f->bytes.failed || no_memory(err);
}

bool plan_open(struct plan *p, const struct opened *o, struct rq_error *err)
{
    struct edit *e;
    size_t refusals = rq_memory_refusals();
    bool fine = true;
    *p = (struct plan){0};
    for (size_t i = 0; fine && (e = edits_at(o->edits, i)); i++)
        if (e->count)
            fine = add_edit(p, o, e, err);
    for (uint32_t i = 0; fine && i < p->file_count; i++) {
        struct plan_file *f = &p->files[i];
        fine = fill_file(p, o, i, err);
        p->sum = rq_sum(p->sum, f->path, strlen(f->path));
        p->sum = rq_sum(p->sum, &f->size, sizeof f->size);
        p->sum = rq_sum(p->sum, &f->time, sizeof f->time);
        p->sum = rq_sum(p->sum, f->bytes.data, f->bytes.size);
    }
    return fine && rq_memory_lasted(refusals, err);
}

void plan_close(struct plan *p)
{
    for (uint32_t i = 0; i < p->file_count; i++)
        rq_out_free(&p->files[i].bytes);
    rq_arena_free(&p->arena);
}

/* ---- writing ---- */

bool plan_commit(struct plan *p, const struct opened *o, struct rq_error *err)
{
    char label[64];
    struct rq_txn *txn = rq_txn_open(o->root, RQ_TXN_STATE, err);
    bool fine = txn != NULL;
    for (uint32_t i = 0; fine && i < p->edit_count; i++)
        fine = edits_applying(o->edits, p->edits[i].edit, err);
    for (uint32_t i = 0; fine && i < p->file_count; i++) {
        const struct plan_file *f = &p->files[i];
        if (f->removed && !f->there)
            continue;
        fine = f->removed ? rq_txn_remove(txn, f->path, err)
                          : rq_txn_put(txn, f->path, rq_out_bytes(&f->bytes), err);
        if (fine && f->there)
            fine = rq_txn_expect(txn, f->path, f->size, f->time, err);
    }
    snprintf(label, sizeof label, "studio: %u resources", p->edit_count);
    fine = fine && rq_txn_commit(txn, label, NULL, err);
    rq_txn_close(txn);
    return fine;
}
