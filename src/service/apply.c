/* Edits: made, taken back, shown as differences, written into the files of the game, undone on disk. */
#include "core/file.h"
#include "core/text.h"
#include "core/transaction.h"
#include "service/plan.h"

#include <reliquary/blueprint.h>
#include <reliquary/refs.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- making edits ---- */

void put_edit(struct rq_json *j, const struct edit *e, const char *key, size_t others)
{
    rq_json_object(j);
    put_text(j, "res", key);
    if (others)
        put_number(j, "others", others);
    put_number(j, "undo", e ? e->count : 0);
    put_number(j, "redo", e ? e->all - e->count : 0);
    put_bool(j, "deleted", e && e->count && e->deleted);
    rq_json_key(j, "ops");
    rq_json_array(j);
    for (size_t i = 0; e && i < e->count; i++)
        rq_json_raw(j, (struct rq_bytes){(const uint8_t *)e->ops[i].text, strlen(e->ops[i].text)});
    rq_json_end_array(j);
    rq_json_end_object(j);
}

static bool list_edits(struct call *c, struct opened *o)
{
    struct edit *e;
    rq_json_object(&c->j);
    rq_json_key(&c->j, "edits");
    rq_json_array(&c->j);
    for (size_t i = 0; (e = edits_at(o->edits, i)); i++)
        put_edit(&c->j, e, e->key, 0);
    rq_json_end_array(&c->j);
    rq_json_end_object(&c->j);
    return true;
}

bool answer_edits(struct call *c)
{
    return with_lock(c, list_edits);
}

bool bytes_of(const struct rq_game *game, const char *key, struct rq_bytes *base,
              struct rq_error *err)
{
    static const uint8_t nothing[1];
    struct rq_resource r;
    *base = (struct rq_bytes){0};
    if (!find_key(game, key, &r))
        return true;
    if (!rq_game_bytes(game, &r, base, err))
        return false;
    base->data = base->data ? base->data : nothing;
    return true;
}

bool read_ops(struct call *c, struct rq_bytes array, struct edit_wish *wish)
{
    struct rq_ctx ctx = {.err = &c->err};
    struct rq_jr jr;
    const char **ops = NULL;
    uint32_t count = 0, room = 0;
    rq_jr_open(&jr, array, &c->arena, &ctx);
    rq_jr_array(&jr);
    while (rq_jr_more(&jr)) {
        struct rq_bytes raw = rq_jr_raw(&jr);
        const char **more = rq_arena_more(&c->arena, &ops, count, &room, sizeof *ops);
        const char *op = rq_arena_text(&c->arena, (const char *)raw.data, raw.size);
        if (!more || !op)
            return rq_fail(&c->err, RQ_NO_MEMORY, 0, "", "out of memory");
        ops[count++] = op;
    }
    wish->ops = ops;
    wish->count = count;
    return rq_jr_close(&jr);
}

/* Runs fn with the lock held, and answers with the edits of the resource. */
static bool with_edits(struct call *c, bool (*fn)(struct call *c, struct opened *o))
{
    struct opened *o;
    const char *key = parameter(c, "res");
    struct rq_game *game = take_game(c, &o);
    if (!game)
        return false;
    pthread_mutex_lock(&c->service->lock);
    bool fine = fn(c, o);
    const struct edit *e = edits_find(o->edits, key);
    o->version += fine;
    if (fine)
        put_edit(&c->j, e, key, c->others);
    else if (e && e->conflict)
        c->status = 409;
    pthread_mutex_unlock(&c->service->lock);
    rq_game_close(game);
    return fine;
}

bool base_of_wish(struct call *c, const struct opened *o, struct edit_wish *wish)
{
    return bytes_of(o->game, wish->key, &wish->base, &c->err) &&
           (wish->base.data || edits_find(o->edits, wish->key) ||
            refuse(c, 404, wish->key, "the game has no such resource; /api/new makes one"));
}

static bool edit_resource(struct call *c, struct opened *o)
{
    struct edit_wish wish = {.key = parameter(c, "res")};
    return base_of_wish(c, o, &wish) && read_ops(c, c->request->body, &wish) &&
           edits_do(o->edits, o->game, &wish, &c->err);
}

bool answer_edit(struct call *c)
{
    return with_edits(c, edit_resource);
}

static bool undo_edit(struct call *c, struct opened *o)
{
    return edits_undo(o->edits, parameter(c, "res"), &c->others, &c->err);
}

static bool redo_edit(struct call *c, struct opened *o)
{
    return edits_redo(o->edits, parameter(c, "res"), &c->others, &c->err);
}

static bool discard_edit(struct call *c, struct opened *o)
{
    return edits_discard(o->edits, parameter(c, "res"), &c->err);
}

bool answer_undo(struct call *c)
{
    return with_edits(c, undo_edit);
}

bool answer_redo(struct call *c)
{
    return with_edits(c, redo_edit);
}

bool answer_discard(struct call *c)
{
    return with_edits(c, discard_edit);
}

/* ---- new resources ---- */

/* Bytes of a fresh file of the kind that the extension names. */
static bool fresh(const struct opened *o, const char *name, struct rq_out *out,
                  struct rq_error *err)
{
    char base[64];
    snprintf(base, sizeof base, "%.*s", (int)strcspn(name, "."), name);
    struct rq_blueprint_options options = {.name = base,
                                           .k2 = rq_game_describe(o->game)->version == 2};
    struct rq_doc *doc = rq_blueprint_new(rq_path_extension(name), &options, err);
    bool fine = doc && rq_doc_write(doc, out, err);
    rq_doc_free(doc);
    return fine;
}

/* Bytes of another resource as it is edited. */
static bool copied(const struct opened *o, const char *from, struct rq_out *out,
                   struct rq_error *err)
{
    struct rq_bytes bytes;
    struct edit *e = edits_find(o->edits, from);
    if (!bytes_of(o->game, from, &bytes, err) ||
        (e && !edits_bytes(e, o->game, bytes, &bytes, err)))
        return false;
    if (!bytes.data)
        return rq_fail(err, RQ_USAGE, 0, from, "the game has no such resource");
    rq_put_bytes(out, bytes);
    return true;
}

void put_replace(struct rq_out *op, struct rq_bytes bytes)
{
    struct rq_json j = {.out = op, .compact = true};
    rq_json_object(&j);
    put_text(&j, "op", "replace");
    rq_json_key(&j, "data");
    rq_json_base64(&j, bytes);
    rq_json_end_object(&j);
    rq_put8(op, 0);
}

static bool make_new(struct call *c, struct opened *o)
{
    const char *key = parameter(c, "res"), *from = parameter(c, "from");
    const char *name = rq_path_base(key);
    struct rq_bytes there;
    struct rq_out bytes = {0}, op = {0};
    if (!bytes_of(o->game, key, &there, &c->err))
        return false;
    if (there.data || edits_find(o->edits, key))
        return refuse(c, 409, key, "is there already");
    if (!plan_takes(o, key, &c->err))
        return false;
    bool fine = *from                   ? copied(o, from, &bytes, &c->err)
                : c->request->body.size ? (rq_put_bytes(&bytes, c->request->body), true)
                                        : fresh(o, name, &bytes, &c->err);
    put_replace(&op, rq_out_bytes(&bytes));
    const char *ops[] = {(const char *)op.data};
    fine = fine && !op.failed && !bytes.failed &&
           edits_do(o->edits, o->game, &(struct edit_wish){key, there, ops, 1}, &c->err);
    rq_out_free(&bytes);
    rq_out_free(&op);
    return fine;
}

bool answer_new(struct call *c)
{
    return with_edits(c, make_new);
}

/* ---- differences ---- */

struct differences {
    struct rq_json *j;
    size_t told;
};

static void put_difference(void *ctx, const char *path, const char *a, const char *b)
{
    enum { MOST_TOLD = 500, MOST_TEXT = 2000 };
    struct differences *d = ctx;
    if (d->told++ >= MOST_TOLD)
        return;
    rq_json_object(d->j);
    put_text(d->j, "path", path);
    if (a && strlen(a) < MOST_TEXT)
        put_text(d->j, "old", a);
    if (b && strlen(b) < MOST_TEXT)
        put_text(d->j, "new", b);
    rq_json_end_object(d->j);
}

static void put_differences(struct call *c, const struct opened *o, const struct plan_edit *e)
{
    struct rq_options options = {.name = rq_path_base(e->edit->key), .env = rq_game_env(o->game)};
    struct differences d = {.j = &c->j};
    struct rq_error ignored = {0};
    size_t count = 0;
    bool both = e->base.data && !e->edit->deleted;
    struct rq_doc *a = both ? rq_doc_read(e->base, &options, &ignored) : NULL;
    struct rq_doc *b = both ? rq_doc_read(e->bytes, &options, &ignored) : NULL;
    rq_json_object(&c->j);
    put_text(&c->j, "res", e->edit->key);
    put_text(&c->j, "change", e->edit->deleted ? "removed" : e->base.data ? "changed" : "new");
    put_number(&c->j, "oldSize", e->base.data ? e->base.size : 0);
    put_number(&c->j, "newSize", e->edit->deleted ? 0 : e->bytes.size);
    rq_json_key(&c->j, "differences");
    rq_json_array(&c->j);
    if (a && b)
        rq_doc_diff(a, b, put_difference, &d, &count, &ignored);
    rq_json_end_array(&c->j);
    put_number(&c->j, "count", count);
    rq_json_end_object(&c->j);
    rq_doc_free(a);
    rq_doc_free(b);
}

static void put_plan(struct call *c, const struct opened *o, const struct plan *p)
{
    rq_json_object(&c->j);
    put_text(&c->j, "sum", rq_arena_printf(&c->arena, "%016llx", (unsigned long long)p->sum));
    put_text(&c->j, "backup", rq_arena_printf(&c->arena, "%s/%s/undo", o->root, RQ_TXN_STATE));
    rq_json_key(&c->j, "files");
    rq_json_array(&c->j);
    for (uint32_t i = 0; i < p->file_count; i++) {
        const struct plan_file *f = &p->files[i];
        rq_json_object(&c->j);
        put_text(&c->j, "path", f->path);
        put_bool(&c->j, "archive", f->archive);
        put_bool(&c->j, "removed", f->removed);
        put_number(&c->j, "oldSize", f->there ? f->size : 0);
        put_number(&c->j, "newSize", f->bytes.size);
        rq_json_key(&c->j, "resources");
        rq_json_array(&c->j);
        for (uint32_t k = 0; k < p->edit_count; k++)
            if (p->edits[k].file == i)
                put_differences(c, o, &p->edits[k]);
        rq_json_end_array(&c->j);
        rq_json_end_object(&c->j);
    }
    rq_json_end_array(&c->j);
    rq_json_end_object(&c->j);
}

/* Plans with the lock held and gives the plan to fn. */
static bool with_plan(struct call *c, bool (*fn)(struct call *c, struct opened *o, struct plan *p))
{
    struct opened *o;
    struct plan plan;
    struct rq_game *game = take_game(c, &o);
    if (!game)
        return false;
    pthread_mutex_lock(&c->service->lock);
    bool fine = plan_open(&plan, o, &c->err) && fn(c, o, &plan);
    const struct edit *e;
    for (size_t i = 0; !fine && (e = edits_at(o->edits, i)); i++)
        c->status = e->conflict ? 409 : c->status;
    plan_close(&plan);
    pthread_mutex_unlock(&c->service->lock);
    rq_game_close(game);
    return fine;
}

static bool show_plan(struct call *c, struct opened *o, struct plan *p)
{
    put_plan(c, o, p);
    return true;
}

bool answer_changes(struct call *c)
{
    return with_plan(c, show_plan);
}

/* ---- writing ---- */

bool refresh_game(struct call *c, struct opened *o)
{
    rq_refs_close(o->refs);
    o->refs = NULL;
    o->version++;
    return rq_game_refresh(&o->game, NULL, &c->err);
}

static bool commit_plan(struct call *c, struct opened *o, struct plan *p)
{
    char sum[24];
    snprintf(sum, sizeof sum, "%016llx", (unsigned long long)p->sum);
    if (strcmp(sum, parameter(c, "sum")) != 0)
        return refuse(c, 409, "sum",
                      "the edits or the files have changed since they were shown; look "
                      "at the differences again");
    if (!p->file_count)
        return refuse(c, 400, "edits", "there is nothing to apply");
    if (!plan_commit(p, o, &c->err) || !edits_clear(o->edits, &c->err) || !refresh_game(c, o))
        return false;
    rq_json_object(&c->j);
    put_number(&c->j, "files", p->file_count);
    rq_json_end_object(&c->j);
    return true;
}

bool answer_apply(struct call *c)
{
    return with_plan(c, commit_plan);
}

/* ---- what was applied ---- */

static void put_record(struct call *c, struct rq_txn *txn, const char *id)
{
    struct rq_txn_record record;
    if (!rq_txn_record(txn, id, &c->arena, &record, NULL))
        return;
    rq_json_object(&c->j);
    put_text(&c->j, "record", id);
    put_text(&c->j, "label", record.label);
    put_number(&c->j, "time", record.time);
    rq_json_key(&c->j, "files");
    rq_json_array(&c->j);
    for (uint32_t i = 0; i < record.count; i++)
        rq_json_str(&c->j, record.changes[i].target);
    rq_json_end_array(&c->j);
    rq_json_end_object(&c->j);
}

/* Opens the transactions of a game with the lock held; nothing is made where none was ever applied. */
static bool with_records(struct call *c,
                         bool (*fn)(struct call *c, struct opened *o, struct rq_txn *txn))
{
    struct opened *o;
    struct rq_game *game = take_game(c, &o);
    if (!game)
        return false;
    pthread_mutex_lock(&c->service->lock);
    char *state = rq_path_join(o->root, RQ_TXN_STATE);
    bool any = state && rq_path_kind(state, NULL) == RQ_PATH_FOLDER;
    struct rq_txn *txn = any ? rq_txn_open(o->root, RQ_TXN_STATE, &c->err) : NULL;
    bool fine = (!any || txn) && fn(c, o, txn);
    rq_txn_close(txn);
    free(state);
    pthread_mutex_unlock(&c->service->lock);
    rq_game_close(game);
    return fine;
}

static bool list_records(struct call *c, struct opened *o, struct rq_txn *txn)
{
    struct rq_out ids = {0};
    bool fine = !txn || rq_txn_records(txn, &ids, &c->err);
    (void)o;
    rq_json_object(&c->j);
    rq_json_key(&c->j, "records");
    rq_json_array(&c->j);
    for (size_t at = 0; fine && at < ids.size; at += strlen((char *)ids.data + at) + 1)
        put_record(c, txn, (const char *)ids.data + at);
    rq_json_end_array(&c->j);
    rq_json_end_object(&c->j);
    rq_out_free(&ids);
    return fine;
}

bool answer_records(struct call *c)
{
    return with_records(c, list_records);
}

static bool undo_record(struct call *c, struct opened *o, struct rq_txn *txn)
{
    struct rq_txn_record record;
    const char *id = parameter(c, "record");
    if (!txn || strspn(id, "0123456789") != strlen(id) ||
        !rq_txn_record(txn, id, &c->arena, &record, NULL))
        return refuse(c, 404, "record", "there is no record %s; /api/records lists them", id);
    if (!rq_txn_undo(txn, &record, &c->err) ||
        !rq_txn_commit(txn, "undo", &(struct rq_txn_options){.forget = true, .undoes = id},
                       &c->err) ||
        !refresh_game(c, o))
        return false;
    rq_json_object(&c->j);
    put_number(&c->j, "files", record.count);
    rq_json_end_object(&c->j);
    return true;
}

bool answer_restore(struct call *c)
{
    return with_records(c, undo_record);
}
