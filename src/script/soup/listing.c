/* A script as text for people:
 *
 *     GUARD01 (starts at #1F)
 *     {
 *       if ACTIVATE("ci31") = 1
 *         RTX("ti32")
 *     #1E:
 *       Endint
 *     }
 */
#include "core/text.h"
#include "script/soup/code.h"

/* A hostile script may nest without end and name one long string again and again. */
enum { MOST_INDENT = 40, MOST_TEXT = 80 };

struct text {
    struct rq_out *out;
    const struct rq_rgm *map;
    size_t actor;
    enum rq_codepage page;
};

static void put_string(struct text *t, uint32_t index)
{
    struct rq_bytes s = rq_rgm_actor_string(t->map, t->actor, index);
    if (!s.data) {
        rq_putf(t->out, "string%u", index);
        return;
    }
    bool cut = s.size > MOST_TEXT;
    s.size = cut ? MOST_TEXT : s.size;
    rq_put_str(t->out, "\"");
    rq_text_decode(t->out, t->page, s);
    rq_put_str(t->out, cut ? "...\"" : "\"");
}

static void put_object(struct text *t, const struct rq_soup_value *v)
{
    if (v->object == RQ_SOUP_NAMED)
        put_string(t, v->index);
    else if (v->object == RQ_SOUP_HELD)
        rq_putf(t->out, "var%u", v->index);
    else
        rq_put_str(t->out, v->object == RQ_SOUP_ME       ? "Me"
                           : v->object == RQ_SOUP_PLAYER ? "Player"
                                                         : "Camera");
    rq_put_str(t->out, ".");
}

/* Functions whose first argument is the four letters of a dialogue in ENGLISH.RTX. */
static bool speaks(const char *function)
{
    return function && rq_word_in("ACTIVATE AddLog AmbientRtx menuAddItem RTX rtxAnim RTXp "
                                  "RTXpAnim TorchActivate",
                                  function, strlen(function));
}

bool rq_soup_key(const struct rq_soup_value *call, char key[5])
{
    const struct rq_soup_op_info *info = rq_soup_op(call->op);
    bool calls = info && (info->layout == RQ_SOUP_CALL || info->layout == RQ_SOUP_OBJECT);
    if (!calls || !call->count || call->args[0].op != RQ_SOUP_OP_NUMERIC ||
        !speaks(rq_soup_function(call->id)))
        return false;
    bool plain = true;
    rq_set32((uint8_t *)key, (uint32_t)call->args[0].number);
    key[4] = 0;
    for (size_t i = 0; i < 4; i++)
        plain &= key[i] > ' ' && key[i] < 0x7F && key[i] != '"';
    return plain;
}

static void put_value(struct text *t, const struct rq_soup_value *v);

static void put_call(struct text *t, const struct rq_soup_value *v)
{
    const char *name = rq_soup_function(v->id);
    char key[5];
    if (name)
        rq_put_str(t->out, name);
    else
        rq_putf(t->out, "function%u", v->id);
    rq_put_str(t->out, "(");
    for (uint32_t i = 0; i < v->count; i++) {
        const struct rq_soup_value *arg = &v->args[i];
        rq_put_str(t->out, i ? ", " : "");
        if (i == 0 && rq_soup_key(v, key))
            rq_putf(t->out, "\"%s\"", key);
        else
            put_value(t, arg);
    }
    rq_put_str(t->out, ")");
}

static void put_formula(struct text *t, const struct rq_soup_value *v)
{
    rq_put_str(t->out, " = ");
    for (uint32_t i = 0; i < v->count; i++) {
        const char *sign = rq_soup_operator(v->args[i].oper);
        put_value(t, &v->args[i]);
        if (rq_soup_goes_on(v->args[i].oper))
            rq_putf(t->out, " %s ", sign);
        else if (sign)
            rq_put_str(t->out, sign);
    }
}

static void put_conditions(struct text *t, const struct rq_soup_value *v)
{
    for (uint32_t i = 0; i < v->count; i++) {
        unsigned link = v->args[i].link;
        const char *word = i & 1 ? rq_soup_conjunction(link) : rq_soup_comparison(link);
        put_value(t, &v->args[i]);
        if (word)
            rq_putf(t->out, " %s ", word);
        else if (link)
            rq_putf(t->out, " <%u> ", link);
    }
}

static void put_value(struct text *t, const struct rq_soup_value *v)
{
    const struct rq_soup_op_info *info = rq_soup_op(v->op);
    bool waits = v->op != RQ_SOUP_OP_MULTITASK && v->dispatch != RQ_SOUP_OP_MULTITASK;
    switch ((enum rq_soup_layout)info->layout) {
    case RQ_SOUP_NUMBER:
        if (v->op == RQ_SOUP_OP_STRING)
            put_string(t, (uint32_t)v->number);
        else
            rq_putf(t->out, "%d", v->number);
        break;
    case RQ_SOUP_CALL:
    case RQ_SOUP_OBJECT:
        rq_put_str(t->out, waits ? "" : "@");
        if (info->layout == RQ_SOUP_OBJECT)
            put_object(t, v);
        put_call(t, v);
        break;
    case RQ_SOUP_FLAG:
        if (rq_soup_flag(v->id))
            rq_put_str(t->out, rq_soup_flag(v->id));
        else
            rq_putf(t->out, "flag%u", v->id);
        break;
    case RQ_SOUP_VARIABLE: rq_putf(t->out, "var%u", v->id); break;
    case RQ_SOUP_STEP:
    case RQ_SOUP_DOT:
        put_object(t, v);
        /* The low byte counts; names are in the game's SOUP386.DEF alone. */
        rq_putf(t->out, "ref%u", v->id & 0xFFu);
        break;
    default: break;
    }
}

static void put_target(struct text *t, const struct rq_soup_instr *instr)
{
    /* End 0: starts again from the first statement, next time. */
    if (instr->main.op != RQ_SOUP_OP_END || instr->target)
        rq_putf(t->out, " #%02X", (unsigned)instr->target);
}

static void put_statement(struct text *t, const struct rq_soup_instr *instr)
{
    const struct rq_soup_value *v = &instr->main;
    const struct rq_soup_op_info *info = rq_soup_op(v->op);
    switch ((enum rq_soup_layout)info->layout) {
    case RQ_SOUP_PLAIN: rq_put_str(t->out, info->name); break;
    case RQ_SOUP_JUMP:
        rq_put_str(t->out, info->name);
        put_target(t, instr);
        break;
    case RQ_SOUP_IF:
        rq_put_str(t->out, "if ");
        put_conditions(t, v);
        break;
    case RQ_SOUP_RETURNED: rq_putf(t->out, "if <ScriptRV> = %d", v->number); break;
    case RQ_SOUP_BYTE: rq_putf(t->out, "<Anchor> = %d", v->number); break;
    case RQ_SOUP_STEP:
        put_value(t, v);
        rq_put_str(t->out, v->op == RQ_SOUP_OP_INCREMENT ? "++" : "--");
        break;
    default:
        put_value(t, v);
        if (v->count && info->layout != RQ_SOUP_CALL && info->layout != RQ_SOUP_OBJECT)
            put_formula(t, v);
    }
}

void rq_soup_listing(struct rq_out *out, const struct rq_rgm *map, size_t actor,
                     enum rq_codepage page)
{
    const struct rq_rgm_actor *a = rq_rgm_actor(map, actor);
    const struct rq_rgm_code *code = rq_rgm_actor_code(map, actor);
    struct text t = {out, map, actor, page == RQ_CP_DEFAULT ? RQ_CP437 : page};
    if (!a)
        return;
    const char *nul = memchr(a->name, 0, sizeof a->name);
    size_t name = nul ? (size_t)(nul - a->name) : sizeof a->name;
    rq_text_decode(out, t.page, (struct rq_bytes){(const uint8_t *)a->name, name});
    if (a->script_pc)
        rq_putf(out, " (starts at #%02X)", (unsigned)a->script_pc);
    rq_put_str(out, "\n{\n");
    const struct rq_soup_script *script = code ? code->script : NULL;
    if (code && !script)
        rq_putf(out, "  // %zu bytes that are not code\n", code->raw.size);
    for (size_t i = 0; script && i < script->count && !out->failed; i++) {
        const struct rq_soup_instr *instr = &script->instrs[i];
        if (instr->is_target)
            rq_putf(out, "#%02X:\n", (unsigned)instr->offset);
        for (uint32_t k = 0; k <= instr->depth && k < MOST_INDENT; k++)
            rq_put_str(out, "  ");
        put_statement(&t, instr);
        rq_put_str(out, "\n");
    }
    rq_put_str(out, "}\n");
}
