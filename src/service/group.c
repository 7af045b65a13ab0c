/* Edits of several resources at once: one field of many files, a model with its second file. They are undone together. */
#include "core/file.h"
#include "core/text.h"
#include "service/plan.h"

#include <stdio.h>

/* Makes all wishes or none, and answers with the edits of each. With the lock held. */
static bool do_wishes(struct call *c, struct opened *o, const struct edit_wish *wishes,
                      size_t count)
{
    if (!edits_do_all(o->edits, o->game, wishes, count, &c->err))
        return false;
    o->version++;
    rq_json_object(&c->j);
    rq_json_key(&c->j, "edits");
    rq_json_array(&c->j);
    for (size_t i = 0; i < count; i++)
        put_edit(&c->j, edits_find(o->edits, wishes[i].key), wishes[i].key, 0);
    rq_json_end_array(&c->j);
    rq_json_end_object(&c->j);
    return true;
}

/* ---- operations on several resources ---- */

/* One element of the body: {"res":KEY,"ops":[...]}. */
static bool read_wish(struct call *c, struct rq_jr *jr, struct edit_wish *wish)
{
    struct rq_str key, res = {0};
    struct rq_bytes ops = {0};
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "res"))
            res = rq_jr_string(jr);
        else if (rq_str_is(key, "ops"))
            ops = rq_jr_raw(jr);
        else
            rq_jr_unknown(jr, key);
    }
    *wish = (struct edit_wish){.key = rq_arena_text(&c->arena, res.text, res.size)};
    return rq_jr_ok(jr) && wish->key && ops.size && read_ops(c, ops, wish);
}

static bool edit_all(struct call *c, struct opened *o)
{
    struct rq_ctx ctx = {.err = &c->err};
    struct rq_jr jr;
    struct edit_wish *wishes = NULL;
    uint32_t count = 0, room = 0;
    rq_jr_open(&jr, c->request->body, &c->arena, &ctx);
    rq_jr_array(&jr);
    while (rq_jr_more(&jr)) {
        struct edit_wish *more = rq_arena_more(&c->arena, &wishes, count, &room, sizeof *wishes);
        if (!more)
            return rq_fail(&c->err, RQ_NO_MEMORY, 0, "", "out of memory");
        if (!read_wish(c, &jr, &wishes[count]) || !base_of_wish(c, o, &wishes[count]))
            return c->err.code ? false : refuse(c, 400, "ops", "each element has res and ops");
        count++;
    }
    if (!rq_jr_close(&jr))
        return false;
    return count ? do_wishes(c, o, wishes, count) : refuse(c, 400, "body", "names no resource");
}

bool answer_edit_all(struct call *c)
{
    return with_lock(c, edit_all);
}

/* ---- open files in place of whole resources ---- */

/* An operation with the bytes of a document, or of its second file; NULL with err filled: there are none. */
static const char *op_of(struct call *c, struct rq_doc *doc, bool second)
{
    struct rq_out bytes = {0}, op = {0};
    bool fine =
        second ? rq_doc_write_companion(doc, &bytes, &c->err) : rq_doc_write(doc, &bytes, &c->err);
    if (fine && bytes.size)
        put_replace(&op, rq_out_bytes(&bytes));
    const char *text =
        op.size && !op.failed ? rq_arena_text(&c->arena, (const char *)op.data, op.size - 1) : NULL;
    rq_out_free(&bytes);
    rq_out_free(&op);
    return text;
}

/* The format of the resource as it is, or that its name promises. */
static const struct rq_format *format_of(const char *key, struct rq_bytes base)
{
    const struct rq_format *format = base.data ? rq_format_detect(base, rq_path_base(key)) : NULL;
    char extension[16];
    snprintf(extension, sizeof extension, "%s", rq_path_extension(key));
    for (char *p = extension; *p; p++)
        *p = rq_lower(*p);
    return format ? format : rq_format_by_name(extension);
}

/* A model comes as a pair: both files are replaced. */
static bool import_into(struct call *c, struct opened *o)
{
    const char *key = parameter(c, "res"), *extension = rq_path_extension(key);
    struct edit_wish wishes[2] = {{.key = key, .count = 1}, {.count = 1}};
    const char *ops[2] = {0};
    if (!base_of_wish(c, o, &wishes[0]))
        return false;
    const struct rq_format *format = format_of(key, wishes[0].base);
    if (!format)
        return refuse(c, 400, key, "is of no known format");
    const char *second = rq_format_companion(format);
    struct rq_options options = {.name = rq_path_base(key), .env = rq_game_env(o->game)};
    struct rq_doc *doc = rq_doc_import(c->request->body, format, &options, &c->err);
    ops[0] = doc ? op_of(c, doc, false) : NULL;
    ops[1] = ops[0] && second ? op_of(c, doc, true) : NULL;
    rq_doc_free(doc);
    if (!ops[0] || c->err.code)
        return c->err.code ? false : rq_fail(&c->err, RQ_NO_MEMORY, 0, "", "out of memory");
    for (size_t i = 0; i < 2; i++)
        wishes[i].ops = &ops[i];
    wishes[1].key =
        ops[1] ? rq_arena_printf(&c->arena, "%.*s%s", (int)(extension - key), key, second) : NULL;
    if (ops[1] && (!wishes[1].key || !plan_takes(o, wishes[1].key, &c->err) ||
                   !bytes_of(o->game, wishes[1].key, &wishes[1].base, &c->err)))
        return c->err.code ? false : rq_fail(&c->err, RQ_NO_MEMORY, 0, "", "out of memory");
    return do_wishes(c, o, wishes, ops[1] ? 2 : 1);
}

bool answer_import(struct call *c)
{
    return with_lock(c, import_into);
}
