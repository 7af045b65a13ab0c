#include "core/transaction_record.h"

#include "core/file.h"

#include <string.h>

static void out_of_memory(struct rq_jr *jr)
{
    rq_fail(jr->ctx->err, RQ_NO_MEMORY, 0, "", "out of memory");
}

bool rq_txn_is_inside(const char *target)
{
    const char *p = target;
    while (*p) {
        size_t size = strcspn(p, "/");
        bool dots = size <= 2 && strspn(p, ".") >= size;
        if (!size || dots || memchr(p, '\\', size) || memchr(p, ':', size))
            return false;
        p += size;
        if (*p && !*++p)
            return false;
    }
    return p > target;
}

static const char *const kinds[] = {"file", "folder", "remove"};

static void put_text(struct rq_json *j, const char *key, const char *text)
{
    if (!text)
        return;
    rq_json_key(j, key);
    rq_json_str(j, text);
}

static void put_folders(struct rq_json *j, const char *key, const char *const *folders,
                        uint32_t count)
{
    rq_json_key(j, key);
    rq_json_array(j);
    for (uint32_t i = 0; i < count; i++)
        rq_json_str(j, folders[i]);
    rq_json_end_array(j);
}

void rq_txn_put_manifest(struct rq_out *out, const struct rq_txn_record *r)
{
    struct rq_json j = {.out = out};
    rq_json_object(&j);
    put_text(&j, "label", r->label);
    rq_json_key(&j, "time");
    rq_json_u64(&j, r->time);
    put_text(&j, "undoes", r->undoes);
    rq_json_key(&j, "forget");
    rq_json_bool(&j, r->forget);
    rq_json_key(&j, "changes");
    rq_json_array(&j);
    for (uint32_t i = 0; i < r->count; i++) {
        const struct rq_txn_change *c = &r->changes[i];
        rq_json_object_row(&j);
        put_text(&j, "kind", kinds[c->kind]);
        put_text(&j, "target", c->target);
        put_text(&j, "staged", c->staged);
        put_text(&j, "old", c->old ? rq_path_base(c->old) : NULL);
        rq_json_key(&j, "sum");
        rq_json_u64(&j, c->sum);
        rq_json_key(&j, "id");
        rq_json_u64(&j, c->id);
        rq_json_end_object(&j);
    }
    rq_json_end_array(&j);
    put_folders(&j, "made", r->made, r->made_count);
    put_folders(&j, "emptied", r->emptied, r->emptied_count);
    rq_json_end_object(&j);
}

struct rq_txn_change *rq_txn_add_change(struct rq_arena *arena, struct rq_txn_record *r)
{
    struct rq_txn_change *changes =
        rq_arena_more(arena, &r->changes, r->count, &r->room, sizeof *changes);
    if (!changes)
        return NULL;
    return &changes[r->count++];
}

static bool add_folder(struct rq_arena *arena, const char ***list, uint32_t *count, uint32_t *room,
                       const char *folder)
{
    const char **more = rq_arena_more(arena, list, *count, room, sizeof *more);
    if (!more || !folder)
        return false;
    more[(*count)++] = folder;
    return true;
}

bool rq_txn_add_made(struct rq_arena *arena, struct rq_txn_record *r, const char *folder)
{
    return add_folder(arena, &r->made, &r->made_count, &r->made_room, folder);
}

bool rq_txn_add_emptied(struct rq_arena *arena, struct rq_txn_record *r, const char *folder)
{
    return add_folder(arena, &r->emptied, &r->emptied_count, &r->emptied_room, folder);
}

static const char *take_text(struct rq_jr *jr)
{
    struct rq_str s = rq_jr_string(jr);
    const char *text = rq_arena_text(jr->arena, s.text, s.size);
    if (!text)
        out_of_memory(jr);
    return text;
}

static void take_change(struct rq_jr *jr, const char *folder, struct rq_txn_record *r)
{
    struct rq_txn_change *c = rq_txn_add_change(jr->arena, r);
    struct rq_str key;
    if (!c) {
        out_of_memory(jr);
        return;
    }
    *c = (struct rq_txn_change){.target = ""};
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "kind")) {
            const char *kind = take_text(jr);
            c->kind = !kind || strcmp(kind, "file") == 0 ? RQ_TXN_FILE
                      : strcmp(kind, "folder") == 0      ? RQ_TXN_FOLDER
                                                         : RQ_TXN_REMOVE;
        } else if (rq_str_is(key, "target")) {
            c->target = take_text(jr);
            if (rq_jr_ok(jr) && !rq_txn_is_inside(c->target))
                rq_jr_bad(jr, "a target outside of the folder");
        } else if (rq_str_is(key, "staged")) {
            c->staged = take_text(jr);
        } else if (rq_str_is(key, "old")) {
            const char *name = take_text(jr);
            c->old = name ? rq_arena_printf(jr->arena, "%s/%s", folder, name) : NULL;
            if (!c->old) /* which would mean that there was nothing */
                out_of_memory(jr);
        } else if (rq_str_is(key, "sum")) {
            c->sum = rq_jr_unsigned(jr, UINT64_MAX);
        } else if (rq_str_is(key, "id")) {
            c->id = rq_jr_unsigned(jr, UINT64_MAX);
        } else {
            rq_jr_unknown(jr, key);
        }
    }
}

static void take_folders(struct rq_jr *jr, struct rq_txn_record *r,
                         bool (*add)(struct rq_arena *, struct rq_txn_record *, const char *))
{
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        const char *folder = take_text(jr);
        if (rq_jr_ok(jr) && !rq_txn_is_inside(folder))
            rq_jr_bad(jr, "a folder outside of the root");
        else if (rq_jr_ok(jr) && !add(jr->arena, r, folder))
            out_of_memory(jr);
    }
}

void rq_txn_take_manifest(struct rq_jr *jr, const char *folder, struct rq_txn_record *r)
{
    struct rq_str key;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "label")) {
            r->label = take_text(jr);
        } else if (rq_str_is(key, "time")) {
            r->time = rq_jr_unsigned(jr, UINT64_MAX);
        } else if (rq_str_is(key, "undoes")) {
            r->undoes = take_text(jr);
        } else if (rq_str_is(key, "forget")) {
            r->forget = rq_jr_bool(jr);
        } else if (rq_str_is(key, "changes")) {
            rq_jr_array(jr);
            while (rq_jr_more(jr))
                take_change(jr, folder, r);
        } else if (rq_str_is(key, "made")) {
            take_folders(jr, r, rq_txn_add_made);
        } else if (rq_str_is(key, "emptied")) {
            take_folders(jr, r, rq_txn_add_emptied);
        } else {
            rq_jr_unknown(jr, key);
        }
    }
    rq_jr_close(jr);
}
