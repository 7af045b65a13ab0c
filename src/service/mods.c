/* Mods of KotOR that TSLPatcher installs: planned without writing, installed when the plan is still the same, undone. */
#include "core/file.h"
#include "core/sum.h"
#include "core/text.h"
#include "core/transaction.h"
#include "service/plan.h"

#include <reliquary/patch.h>
#include <stdio.h>

enum { MOST_WRITES = 5000, MOST_MESSAGES = 2000 };

static const char *const levels[RQ_PATCH_LEVELS] = {"info", "warning", "error"};

/* A mod while it is planned. Messages and writes come in turns: they are kept apart. */
struct planned {
    struct call *c;
    const struct opened *o;
    struct rq_out messages, writes;
    struct rq_json message_json, write_json;
    size_t message_count, write_count;
    struct earlier *earlier;
    uint32_t earlier_count, earlier_room;
    uint64_t sum; /* of all that would be written */
};

/* A file that an earlier change has written: a mod, or an apply. */
struct earlier {
    const char *label, *path;
};

/* Everything that was written into the game by transactions. With the lock held; nothing is made where there was none. */
static bool load_earlier(struct planned *p)
{
    struct call *c = p->c;
    const char *state = rq_arena_printf(&c->arena, "%s/%s", p->o->root, RQ_TXN_STATE);
    struct rq_out ids = {0};
    if (!state || rq_path_kind(state, NULL) != RQ_PATH_FOLDER)
        return true;
    struct rq_txn *txn = rq_txn_open(p->o->root, RQ_TXN_STATE, &c->err);
    bool fine = txn && rq_txn_records(txn, &ids, &c->err);
    for (size_t at = 0; fine && at < ids.size; at += strlen((char *)ids.data + at) + 1) {
        struct rq_txn_record record;
        if (!rq_txn_record(txn, (const char *)ids.data + at, &c->arena, &record, NULL))
            continue;
        for (uint32_t i = 0; i < record.count; i++) {
            struct earlier *more = rq_arena_more(&c->arena, &p->earlier, p->earlier_count,
                                                 &p->earlier_room, sizeof *more);
            if (!more)
                break;
            more[p->earlier_count++] = (struct earlier){record.label, record.changes[i].target};
        }
    }
    rq_txn_close(txn);
    rq_out_free(&ids);
    return fine;
}

static void take_message(void *ctx, const struct rq_patch_message *m)
{
    struct planned *p = ctx;
    if (p->message_count++ >= MOST_MESSAGES)
        return;
    rq_json_object(&p->message_json);
    put_text(&p->message_json, "severity", levels[m->level]);
    put_text(&p->message_json, "file", m->file ? m->file : "");
    put_number(&p->message_json, "line", m->line);
    put_text(&p->message_json, "text", m->text);
    rq_json_end_object(&p->message_json);
}

/* Whether edits that are not applied are about the resource that a mod writes. With the lock held. */
static bool is_edited(const struct planned *p, const char *resource)
{
    const struct edit *e;
    for (size_t i = 0; (e = edits_at(p->o->edits, i)); i++)
        if (e->count && rq_casecmp(e->key, resource) == 0)
            return true;
    return false;
}

static void take_write(void *ctx, const struct rq_patch_write *w)
{
    struct planned *p = ctx;
    const char *const parts[] = {w->resource, w->part, w->value};
    for (size_t i = 0; i < 3; i++)
        p->sum = rq_sum(p->sum, parts[i], strlen(parts[i]));
    if (p->write_count++ >= MOST_WRITES)
        return;
    rq_json_object(&p->write_json);
    put_text(&p->write_json, "res", w->resource);
    put_text(&p->write_json, "part", w->part);
    put_text(&p->write_json, "value", w->value);
    put_number(&p->write_json, "line", w->line);
    put_bool(&p->write_json, "conflict", is_edited(p, w->resource));
    rq_json_end_object(&p->write_json);
}

static void put_files(struct planned *p, const struct rq_patch *patch)
{
    struct rq_json *j = &p->c->j;
    bool made, removed;
    const char *path;
    rq_json_key(j, "files");
    rq_json_array(j);
    for (size_t i = 0; (path = rq_patch_file(patch, i, &made, &removed)); i++) {
        p->sum = rq_sum(p->sum, path, strlen(path));
        rq_json_object(j);
        put_text(j, "path", path);
        put_text(j, "change", removed ? "removed" : made ? "new" : "changed");
        rq_json_key(j, "earlier");
        rq_json_array(j);
        for (uint32_t k = 0; k < p->earlier_count; k++)
            if (rq_casecmp(p->earlier[k].path, path) == 0)
                rq_json_str(j, p->earlier[k].label);
        rq_json_end_array(j);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
}

static void put_plan(struct planned *p, const struct rq_patch *patch)
{
    const struct rq_patch_summary *s = rq_patch_summary(patch);
    struct rq_json *j = &p->c->j;
    rq_json_object(j);
    put_text(j, "title", s->title);
    put_text(j, "choice", s->choice ? s->choice : "");
    put_number(j, "errors", s->counts[RQ_PATCH_ERROR]);
    put_number(j, "warnings", s->counts[RQ_PATCH_WARNING]);
    put_number(j, "changes", s->changes);
    put_bool(j, "stopped", s->stopped);
    put_text(j, "installed", s->installed ? s->installed : "");
    put_files(p, patch);
    rq_json_end_array(&p->message_json);
    rq_json_end_array(&p->write_json);
    rq_json_key(j, "messages");
    rq_json_raw(j, rq_out_bytes(&p->messages));
    rq_json_key(j, "writes");
    rq_json_raw(j, rq_out_bytes(&p->writes));
    put_text(j, "sum", rq_arena_printf(&p->c->arena, "%016llx", (unsigned long long)p->sum));
    rq_json_end_object(j);
}

/* Plans the mod of the parameter `place` and gives the plan to fn, with the lock held. */
static bool with_mod(struct call *c, bool (*fn)(struct call *c, struct opened *o, struct planned *p,
                                                struct rq_patch *patch))
{
    struct planned p = {.c = c};
    struct opened *o;
    const char *choice = parameter(c, "choice"), *mod = place_path(c);
    struct rq_game *game = mod ? take_game(c, &o) : NULL;
    if (!game)
        return false;
    p.o = o;
    p.message_json = (struct rq_json){.out = &p.messages, .compact = true};
    p.write_json = (struct rq_json){.out = &p.writes, .compact = true};
    rq_json_array(&p.message_json);
    rq_json_array(&p.write_json);
    pthread_mutex_lock(&c->service->lock);
    struct rq_patch_options options = {.again = *parameter(c, "again") != 0,
                                       .choice = *choice ? choice : NULL,
                                       .message = take_message,
                                       .write = take_write,
                                       .ctx = &p};
    struct rq_patch *patch =
        load_earlier(&p) ? rq_patch_open(mod, o->root, &options, &c->err) : NULL;
    bool fine = patch && fn(c, o, &p, patch);
    rq_patch_close(patch);
    pthread_mutex_unlock(&c->service->lock);
    rq_out_free(&p.messages);
    rq_out_free(&p.writes);
    rq_game_close(game);
    return fine;
}

static bool show_mod(struct call *c, struct opened *o, struct planned *p, struct rq_patch *patch)
{
    (void)c, (void)o;
    put_plan(p, patch);
    return true;
}

bool answer_mod(struct call *c)
{
    return with_mod(c, show_mod);
}

static bool install_mod(struct call *c, struct opened *o, struct planned *p, struct rq_patch *patch)
{
    const struct rq_patch_summary *s = rq_patch_summary(patch);
    struct edit *e;
    char sum[17];
    put_plan(p, patch);
    snprintf(sum, sizeof sum, "%016llx", (unsigned long long)p->sum);
    if (strcmp(sum, parameter(c, "sum")) != 0)
        return refuse(c, 409, "sum",
                      "the mod or the game has changed since the plan was shown; look at it again");
    if (s->stopped || s->installed)
        return refuse(c, 409, s->title,
                      s->stopped ? "its messages say why nothing may be written"
                                 : "is installed already");
    if (!s->files)
        return refuse(c, 400, s->title, "changes nothing");
    for (size_t i = 0; (e = edits_at(o->edits, i)); i++)
        if (e->count)
            return refuse(c, 409, e->key,
                          "there are edits that are not applied; apply or discard them first");
    return rq_patch_commit(patch, &c->err) && refresh_game(c, o);
}

bool answer_mod_install(struct call *c)
{
    return with_mod(c, install_mod);
}

/* ---- what is installed ---- */

static void put_record(void *ctx, const struct rq_patch_record *r)
{
    struct call *c = ctx;
    rq_json_object(&c->j);
    put_text(&c->j, "record", r->id);
    put_text(&c->j, "title", r->title);
    put_number(&c->j, "time", r->time);
    put_number(&c->j, "files", r->files);
    rq_json_end_object(&c->j);
}

static bool list_mods(struct call *c, struct opened *o)
{
    rq_json_object(&c->j);
    rq_json_key(&c->j, "mods");
    rq_json_array(&c->j);
    bool fine = rq_patch_records(o->root, put_record, c, &c->err);
    rq_json_end_array(&c->j);
    rq_json_end_object(&c->j);
    return fine;
}

/* The first mod that stands in the way of an undo. */
static void take_blocker(void *ctx, const struct rq_patch_record *r)
{
    struct call *c = ctx;
    refuse(c, 409, r->title, "was installed later and changed the same files; undo it first");
}

static bool undo_mod(struct call *c, struct opened *o)
{
    const char *record = parameter(c, "record");
    rq_json_object(&c->j);
    rq_json_key(&c->j, "mods");
    rq_json_array(&c->j);
    bool fine = rq_patch_undo(o->root, record, false, take_blocker, put_record, c, &c->err) &&
                refresh_game(c, o);
    rq_json_end_array(&c->j);
    rq_json_end_object(&c->j);
    return fine;
}

bool answer_mods(struct call *c)
{
    return with_lock(c, list_mods);
}

bool answer_mod_undo(struct call *c)
{
    return with_lock(c, undo_mod);
}
