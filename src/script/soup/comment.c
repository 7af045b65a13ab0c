/* What the numbers of a statement mean in a game: subtitles, items, maps. */
#include "script/soup/print.h"

enum { MOST_COMMENT = 120 };

struct notes {
    struct rq_out *out;
    const struct rq_soup_how *how;
    const char *sign;
    struct rq_out text; /* scratch */
    size_t used;
};

/* One note, on the same line as the others. */
static void put_note(struct notes *n)
{
    size_t size = n->text.size;
    if (n->text.failed || !size || n->used >= MOST_COMMENT)
        return;
    if (size > MOST_COMMENT)
        for (size = MOST_COMMENT; size && (n->text.data[size] & 0xC0) == 0x80;)
            size--;
    rq_put_str(n->out, n->used ? "; " : n->sign);
    for (size_t i = 0; i < size; i++)
        rq_put8(n->out, n->text.data[i] < 0x20 || n->text.data[i] == 0x7F ? ' ' : n->text.data[i]);
    if (size < n->text.size)
        rq_put_str(n->out, "...");
    n->used += size;
}

static void note_number(struct notes *n, enum rq_soup_thing thing, const struct rq_soup_value *v)
{
    const struct rq_soup_notes *notes = n->how->notes;
    char key[5];
    if (v->op != RQ_SOUP_OP_NUMERIC && v->op != RQ_SOUP_OP_NUMERICALT)
        return;
    rq_out_cut(&n->text, 0);
    if (thing == RQ_SOUP_LINE_ARG && notes->line && rq_soup_key_letters(v->number, key))
        notes->line(notes->ctx, key, &n->text);
    else if (thing == RQ_SOUP_ITEM_ARG && notes->item)
        notes->item(notes->ctx, v->number, &n->text);
    else if (thing == RQ_SOUP_MAP_ARG && notes->map)
        notes->map(notes->ctx, v->number, &n->text);
    put_note(n);
}

static bool asks_for_item(const struct rq_soup_names *names, const struct rq_soup_value *v)
{
    const struct rq_soup_op_info *info = rq_soup_op(v->op);
    bool call = info->layout == RQ_SOUP_CALL || info->layout == RQ_SOUP_OBJECT;
    return call && rq_str_is(rq_soup_name(names, RQ_SOUP_FUNCTION_NAME, v->id), "ActiveItem");
}

static void note_value(struct notes *n, const struct rq_soup_value *v)
{
    const struct rq_soup_op_info *info = rq_soup_op(v->op);
    if ((info->layout == RQ_SOUP_CALL || info->layout == RQ_SOUP_OBJECT) && v->count)
        note_number(n, rq_soup_thing(n->how->names, v->id), &v->args[0]);
    for (uint32_t i = 0; i < v->count && n->used < MOST_COMMENT; i++) {
        /* ActiveItem() = 5 */
        if (info->layout == RQ_SOUP_IF && i & 1 && asks_for_item(n->how->names, &v->args[i - 1]))
            note_number(n, RQ_SOUP_ITEM_ARG, &v->args[i]);
        note_value(n, &v->args[i]);
    }
}

void rq_soup_comment(struct rq_out *out, const struct rq_soup_value *v,
                     const struct rq_soup_how *how, const char *sign)
{
    struct notes n = {.out = out, .how = how, .sign = sign, .text = {.alloc = out->alloc}};
    if (how->notes && v->count)
        note_value(&n, v);
    rq_out_free(&n.text);
}
