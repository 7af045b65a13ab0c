/* Slots on the disk: written beside the old one, checked, exchanged; what was replaced is kept beside the folder of
 * saves. */
#include "core/file.h"
#include "core/fs.h"
#include "core/text.h"
#include "core/transaction.h"
#include "save/kotor.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- where things are ---- */

/* "…/game/saves/000002 - Game1": root is …/game, state saves.reliquary, target saves/000002 - Game1. */
struct place {
    struct rq_arena arena;
    const char *slot, *folder, *root, *state, *target;
    struct rq_txn *txn;
};

static bool is_link(const char *path, struct rq_error *err)
{
    return rq_fs_is_link(path) &&
           !rq_fail(err, RQ_IO, 0, path, "is a link; nothing is written over links");
}

static bool locate(struct place *p, const char *slot, struct rq_error *err)
{
    size_t size = strlen(slot);
    while (size > 1 && slot[size - 1] == '/')
        size--;
    const char *given = rq_arena_text(&p->arena, slot, size);
    char *full = given && !is_link(given, err) ? rq_path_full(given) : NULL;
    const char *path = full ? rq_arena_text(&p->arena, full, strlen(full)) : NULL;
    free(full);
    if (!path)
        return rq_fail(err, RQ_IO, 0, slot, "can't be found");
    const char *name = rq_path_base(path);
    size_t above = name > path ? (size_t)(name - path) - 1 : 0;
    p->slot = path;
    p->folder = rq_arena_text(&p->arena, path, above);
    const char *saves = p->folder ? rq_path_base(p->folder) : "";
    if (!p->folder || saves <= p->folder || !*saves)
        return rq_fail(err, RQ_IO, 0, slot, "has no folder of saves around it");
    size_t top = (size_t)(saves - p->folder) - 1;
    p->root = top ? rq_arena_text(&p->arena, p->folder, top) : "/";
    p->state = rq_arena_printf(&p->arena, "%s.reliquary", saves);
    p->target = rq_arena_printf(&p->arena, "%s/%s", saves, name);
    if (!p->root || !p->state || !p->target)
        return save_no_memory(err);
    p->txn = rq_txn_open(p->root, p->state, err);
    return p->txn != NULL;
}

static void leave(struct place *p)
{
    rq_txn_close(p->txn);
    rq_arena_free(&p->arena);
}

bool save_is_writable(const struct rq_kotor_save *save, struct rq_error *err)
{
    return save->info.platform != RQ_SAVE_XBOX ||
           rq_fail(err, RQ_UNSUPPORTED, 0, save->folder,
                   "is a save of Xbox: its signatures (.sig) can't be made, so it is only read");
}

/* ---- folders ---- */

/* Calls fn with each file and folder below a folder, folders before what is in them. */
typedef bool each_fn(void *ctx, const char *path, bool folder, struct rq_error *err);

static bool each_below(const char *folder, each_fn *fn, void *ctx, struct rq_error *err)
{
    struct rq_out names = {0};
    bool fine = rq_fs_names(folder, &names) ||
                rq_fail(err, RQ_IO, 0, folder, "the names in it can't be read");
    for (size_t at = 0; fine && at < names.size; at += strlen((char *)names.data + at) + 1) {
        char *path = rq_path_join(folder, (char *)names.data + at);
        if (!path) {
            fine = save_no_memory(err);
        } else if (is_link(path, err)) {
            fine = false;
        } else {
            enum rq_path_kind kind = rq_path_kind(path, NULL);
            fine = kind == RQ_PATH_OTHER
                       ? rq_fail(err, RQ_IO, 0, path, "is neither a file nor a folder")
                       : fn(ctx, path, kind == RQ_PATH_FOLDER, err) &&
                             (kind != RQ_PATH_FOLDER || each_below(path, fn, ctx, err));
        }
        free(path);
    }
    rq_out_free(&names);
    return fine;
}

struct copying {
    const char *from, *to;
    struct rq_kotor_save *save; /* whose files have other bytes now; or NULL */
    size_t files;
};

static struct save_part *part_of(struct rq_kotor_save *save, const char *relative)
{
    for (uint32_t i = 0; save && i < save->count; i++)
        if (!save->parts[i]->parent && strcmp(save->parts[i]->path, relative) == 0)
            return save->parts[i];
    return NULL;
}

static bool copy_one(void *ctx, const char *path, bool folder, struct rq_error *err)
{
    struct copying *c = ctx;
    const char *relative = path + strlen(c->from) + 1;
    char *to = rq_path_join(c->to, relative);
    struct save_part *part = part_of(c->save, relative);
    struct rq_map map = {0};
    struct rq_out wrapped = {0};
    struct rq_bytes bytes = {0};
    bool fine = to || save_no_memory(err);
    c->files += !folder;
    if (fine && c->save && !folder && !part)
        fine =
            rq_fail(err, RQ_IO, 0, path, "has come since the slot was read; nothing was written");
    if (fine && folder) {
        fine = rq_make_folder(to, err);
    } else if (fine && part && part->removed) {
        fine = true;
    } else if (fine && part) {
        fine = save_file_bytes(part, &wrapped, &bytes, err) && rq_fs_write(to, bytes, path, err);
    } else if (fine) {
        fine = rq_map_open(&map, path, err) && rq_fs_write(to, map.bytes, path, err);
        rq_map_close(&map);
    }
    rq_out_free(&wrapped);
    free(to);
    return fine;
}

/* Files that were not there before. */
static bool write_fresh(struct rq_kotor_save *save, const char *stage, struct rq_error *err)
{
    for (uint32_t i = 0; i < save->count; i++) {
        struct save_part *part = save->parts[i];
        if (!part->fresh || part->parent)
            continue;
        char *to = rq_path_join(stage, part->path);
        bool fine = to ? rq_fs_write(to, rq_out_bytes(&part->out), NULL, err) : save_no_memory(err);
        free(to);
        if (!fine)
            return false;
    }
    return true;
}

/* The slot as it was written is opened again: every part that was changed has to be there with the bytes that
 * were meant. */
static bool validate(struct rq_kotor_save *save, const char *stage, struct rq_error *err)
{
    struct rq_kotor_save *again = rq_save_open(stage, NULL, err);
    bool fine = again != NULL;
    for (uint32_t i = 0; fine && i < save->count; i++) {
        struct save_part *part = save->parts[i];
        if (!part->changed || part->removed)
            continue;
        struct save_part *now = save_find(again, part->path);
        fine = (now && rq_same(now->bytes, rq_out_bytes(&part->out)) && save_read(now, err)) ||
               rq_fail(err, RQ_CORRUPT, 0, part->path,
                       "is not readable as it would be written; nothing was changed");
    }
    rq_save_close(again);
    return fine;
}

/* ---- commit ---- */

/* Removed between reading and writing, or another size or time. */
static bool expect_same(struct place *p, struct rq_kotor_save *save, struct rq_error *err)
{
    for (uint32_t i = 0; i < save->count; i++) {
        struct save_part *part = save->parts[i];
        const char *target = rq_arena_printf(&p->arena, "%s/%s", p->target, part->path);
        if (part->parent || part->fresh)
            continue;
        if (!target)
            return save_no_memory(err);
        if (!rq_txn_expect(p->txn, target, part->size, part->time, err))
            return false;
    }
    return true;
}

static bool is_changed(const struct rq_kotor_save *save)
{
    for (uint32_t i = 0; i < save->count; i++)
        if (save->parts[i]->changed || save->parts[i]->removed)
            return true;
    return false;
}

/* What was touched and is as it was does not count. */
static void forget_unchanged(struct rq_kotor_save *save)
{
    for (uint32_t i = 0; i < save->count; i++) {
        struct save_part *part = save->parts[i];
        if (part->changed && !part->fresh && rq_same(part->bytes, rq_out_bytes(&part->out)))
            part->changed = false;
    }
}

bool rq_save_commit(struct rq_kotor_save *save, const char *label, struct rq_error *err)
{
    struct place p = {0};
    const char *stage = NULL;
    if (!save_is_writable(save, err) || !save_settle(save, err))
        return false;
    forget_unchanged(save);
    if (!is_changed(save))
        return true;
    bool fine = locate(&p, save->folder, err) && rq_txn_put_folder(p.txn, p.target, &stage, err) &&
                expect_same(&p, save, err);
    struct copying copy = {p.slot, stage, save, 0};
    fine = fine && each_below(p.slot, copy_one, &copy, err) && write_fresh(save, stage, err) &&
           validate(save, stage, err) && rq_txn_commit(p.txn, label, NULL, err);
    leave(&p);
    return fine;
}

/* ---- records ---- */

bool rq_save_backup(const char *folder, const char *label, struct rq_error *err)
{
    struct place p = {0};
    const char *stage = NULL;
    bool fine = locate(&p, folder, err) && rq_txn_put_folder(p.txn, p.target, &stage, err);
    struct copying copy = {p.slot, stage, NULL, 0};
    fine =
        fine && each_below(p.slot, copy_one, &copy, err) && rq_txn_commit(p.txn, label, NULL, err);
    leave(&p);
    return fine;
}

/* The change of a record that is one of this slot; NULL. */
static const struct rq_txn_change *change_of(const struct place *p, const struct rq_txn_record *r)
{
    for (uint32_t i = 0; i < r->count; i++)
        if (strcmp(r->changes[i].target, p->target) == 0 && r->changes[i].old)
            return &r->changes[i];
    return NULL;
}

typedef bool record_fn(void *ctx, struct place *p, const struct rq_txn_record *record,
                       const struct rq_txn_change *change);

static bool each_record(struct place *p, record_fn *fn, void *ctx, struct rq_error *err)
{
    struct rq_out ids = {0};
    size_t refusals = rq_memory_refusals();
    bool fine = rq_txn_records(p->txn, &ids, err);
    for (size_t at = 0; fine && at < ids.size; at += strlen((char *)ids.data + at) + 1) {
        struct rq_txn_record record;
        if (!rq_txn_record(p->txn, (char *)ids.data + at, &p->arena, &record, NULL))
            continue; /* a damaged one does not hide the others */
        const struct rq_txn_change *change = change_of(p, &record);
        fine = !change || fn(ctx, p, &record, change);
    }
    rq_out_free(&ids);
    return fine && rq_memory_lasted(refusals, err); /* else one may be taken for damaged */
}

struct listing {
    rq_save_record_fn *fn;
    void *ctx;
};

static bool tell_record(void *ctx, struct place *p, const struct rq_txn_record *record,
                        const struct rq_txn_change *change)
{
    struct listing *l = ctx;
    struct rq_save_record told = {record->id, record->label, record->time};
    (void)p;
    (void)change;
    l->fn(l->ctx, &told);
    return true;
}

bool rq_save_records(const char *folder, rq_save_record_fn *fn, void *ctx, struct rq_error *err)
{
    struct place p = {0};
    struct listing listing = {fn, ctx};
    bool fine = locate(&p, folder, err) && each_record(&p, tell_record, &listing, err);
    leave(&p);
    return fine;
}

struct choice {
    const char *wanted; /* NULL: the last */
    const char *id, *old, *label;
};

static bool choose(void *ctx, struct place *p, const struct rq_txn_record *record,
                   const struct rq_txn_change *change)
{
    struct choice *c = ctx;
    (void)p;
    if (!c->wanted || strcmp(c->wanted, record->id) == 0) {
        c->id = record->id;
        c->old = change->old;
        c->label = record->label;
    }
    return true;
}

bool rq_save_restore(const char *folder, const char *id, struct rq_error *err)
{
    struct place p = {0};
    struct choice choice = {.wanted = id};
    const char *stage = NULL;
    bool fine = locate(&p, folder, err) && each_record(&p, choose, &choice, err);
    if (fine && !choice.old)
        fine = rq_fail(err, RQ_USAGE, 0, folder, id ? "has no backup %s" : "has no backup%s",
                       id ? id : "");
    fine = fine && rq_txn_put_folder(p.txn, p.target, &stage, err);
    struct copying copy = {choice.old, stage, NULL, 0};
    struct rq_txn_options options = {.undoes = choice.id};
    const char *label = fine ? rq_arena_printf(&p.arena, "before restoring %s", choice.id) : NULL;
    fine = fine && (label || save_no_memory(err)) && each_below(choice.old, copy_one, &copy, err) &&
           rq_txn_commit(p.txn, label, &options, err);
    leave(&p);
    return fine;
}

/* ---- copy ---- */

/* The number of a folder's name, "000002 - Game1"; -1: it has none. */
static long slot_number(const char *name)
{
    char *end;
    long number = strtol(name, &end, 10);
    return end - name == 6 && strncmp(end, " - ", 3) == 0 ? number : -1;
}

static bool is_taken(const char *folder, long number)
{
    struct rq_out names = {0};
    bool taken = !rq_fs_names(folder, &names);
    for (size_t at = 0; at < names.size && !taken; at += strlen((char *)names.data + at) + 1)
        taken = slot_number((char *)names.data + at) == number;
    rq_out_free(&names);
    return taken;
}

/* The second game keeps the number of the slot in savenfo.res. */
static bool renumber(struct rq_kotor_save *save, long by, struct rq_error *err)
{
    struct rq_doc *doc;
    struct rq_gff_struct *nfo = save_gff(save, "savenfo.res", &doc, NULL);
    if (!nfo || !rq_gff_has(nfo, "SAVENUMBER"))
        return true;
    save_find(save, "savenfo.res")->changed = true;
    return rq_gff_set_dword(doc, nfo, "SAVENUMBER", save_number(nfo, "SAVENUMBER", 0) + by, err);
}

static bool put_copy(struct place *p, struct rq_kotor_save *save, const char *to,
                     struct rq_error *err)
{
    const char *stage = NULL;
    const char *target = rq_arena_printf(&p->arena, "%s/%s", rq_path_base(p->folder), to);
    struct rq_txn_options options = {.forget = true};
    bool fine = (target || save_no_memory(err)) && save_settle(save, err) &&
                rq_txn_put_folder(p->txn, target, &stage, err);
    struct copying copy = {p->slot, stage, save, 0};
    return fine && each_below(p->slot, copy_one, &copy, err) && validate(save, stage, err) &&
           rq_txn_commit(p->txn, "copy", &options, err);
}

bool rq_save_copy(const char *folder, const char *name, char to[RQ_SAVE_FOLDER],
                  struct rq_error *err)
{
    struct rq_kotor_save *save = rq_save_open(folder, NULL, err);
    struct place p = {0};
    char base[40];
    long number = 2;
    size_t refusals = rq_memory_refusals();
    bool fine = save && save_is_writable(save, err);
    if (fine && save->info.kind == RQ_SAVE_TRANSITION)
        fine = rq_fail(
            err, RQ_USAGE, 0, folder,
            "is a transition autosave: the game loads the files of 000001 - AUTOSAVE for it, "
            "whichever slot is chosen");
    fine = fine && locate(&p, folder, err);
    while (fine && number < 1000 && is_taken(p.folder, number))
        number++;
    if (fine && number == 1000)
        fine = rq_fail(err, RQ_USAGE, 0, folder, "all slots up to 999 are taken");
    snprintf(base, sizeof base, "%06ld - Game%ld", number, number - 1);
    long from = fine ? slot_number(rq_path_base(p.slot)) : 0;
    fine = fine && (!name || rq_save_set(save, NULL, "name", name, err)) &&
           renumber(save, from < 0 ? 0 : number - from, err) && rq_memory_lasted(refusals, err) &&
           put_copy(&p, save, base, err);
    if (fine)
        snprintf(to, RQ_SAVE_FOLDER, "%.4000s/%s", p.folder, base);
    leave(&p);
    rq_save_close(save);
    return fine;
}
