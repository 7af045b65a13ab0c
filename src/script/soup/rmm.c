/* The listings of other tools: the script text of redguard-mod-manager, which rq_soup_parse_rmm reads
 * back, and that of rgpre, which nobody reads. */
#include "script/soup/print.h"

#include <stdio.h>

struct listing {
    struct rq_out *out;
    const struct rq_soup_unit *unit;
    const struct rq_soup_how *how;
    enum rq_codepage page;
    bool rmm;
    const char *reason; /* why the text can't say it; the first counts */
};

static void cant(struct listing *l, const char *reason)
{
    if (!l->reason)
        l->reason = reason;
}

static void put_named(struct listing *l, enum rq_soup_space space, uint32_t id, const char *word)
{
    struct rq_str name = rq_soup_name(l->how->names, space, id);
    if (name.text) {
        rq_put(l->out, name.text, name.size);
        return;
    }
    if (l->rmm)
        cant(l, space == RQ_SOUP_REF_NAME ? "a reference without a name; --game DIR has names"
                                          : "a function or flag without a name; --game DIR has "
                                            "names");
    rq_put_str(l->out, word);
    rq_soup_put_number(l->out, id);
}

static void put_text(struct listing *l, uint32_t index, bool quotes)
{
    const struct rq_soup_unit *u = l->unit;
    if (u->keep >> RQ_SOUP_STRINGS & 1 || index >= u->string_count) {
        cant(l, "a string that the actor does not have");
        rq_putf(l->out, "string%u", (unsigned)index);
        return;
    }
    size_t from = l->out->size;
    rq_put_str(l->out, quotes ? "\"" : "");
    rq_text_decode(l->out, l->page, u->strings[index]);
    rq_put_str(l->out, quotes ? "\"" : "");
    for (size_t i = from; i < l->out->size; i++) {
        uint8_t *c = &l->out->data[i];
        if (!quotes)
            *c = (uint8_t)rq_lower((char)*c);
        if (*c < 0x20)
            cant(l, "a string with control characters");
    }
}

static void put_object(struct listing *l, const struct rq_soup_value *v)
{
    static const char *const words[] = {"Me", "Player", "Camera"};
    if (v->object == RQ_SOUP_NAMED)
        put_text(l, v->index, false);
    else if (v->object == RQ_SOUP_HELD)
        rq_putf(l->out, "var%u", v->index);
    else
        rq_put_str(l->out, words[v->object % 3]);
    if (v->object <= RQ_SOUP_CAMERA && v->index)
        cant(l, "an object with a number behind it");
    rq_put8(l->out, '.');
}

static void put_value(struct listing *l, const struct rq_soup_value *v, enum rq_soup_mode mode,
                      enum rq_soup_thing thing);

static void put_number(struct listing *l, const struct rq_soup_value *v, enum rq_soup_thing thing)
{
    struct rq_out name = {.alloc = l->out->alloc};
    char key[5];
    if (v->op != (thing == RQ_SOUP_FLAG_ARG ? RQ_SOUP_OP_NUMERICALT : RQ_SOUP_OP_NUMERIC))
        cant(l, "a number of the other kind (opcodes 07 and 16)");
    if (thing == RQ_SOUP_ITEM_ARG || thing == RQ_SOUP_MAP_ARG)
        rq_soup_rmm_name(&name, l->how, thing, v->number);
    if (thing == RQ_SOUP_LINE_ARG && rq_soup_key_letters(v->number, key) && !strchr(key, '"')) {
        rq_put8(l->out, '"');
        rq_put(l->out, key, 4);
        rq_put8(l->out, '"');
    } else if (name.size) {
        rq_put8(l->out, '<');
        rq_put_bytes(l->out, rq_out_bytes(&name));
        rq_put8(l->out, '>');
    } else {
        rq_soup_put_number(l->out, v->number);
    }
    rq_out_free(&name);
}

static void put_call(struct listing *l, const struct rq_soup_value *v, enum rq_soup_mode mode)
{
    uint8_t kind = rq_soup_kind(l->how->names, v->id);
    enum rq_soup_thing thing = rq_soup_thing(l->how->names, v->id);
    bool object = rq_soup_op(v->op)->layout == RQ_SOUP_OBJECT;
    bool task = kind == RQ_SOUP_OP_TASK || (object && kind == RQ_SOUP_OP_MULTITASK);
    bool multi = v->op == RQ_SOUP_OP_MULTITASK || v->dispatch == RQ_SOUP_OP_MULTITASK;
    uint8_t usual = object  ? (task || multi ? RQ_SOUP_OP_OBJDOTTASK : RQ_SOUP_OP_OBJDOTFUNC)
                    : multi ? RQ_SOUP_OP_MULTITASK
                    : task  ? RQ_SOUP_OP_TASK
                            : RQ_SOUP_OP_FUNCTION;
    uint8_t dispatch = !object || mode != RQ_SOUP_MAIN ? 0
                       : multi                         ? RQ_SOUP_OP_MULTITASK
                       : task                          ? RQ_SOUP_OP_TASK
                                                       : RQ_SOUP_OP_FUNCTION;
    if (v->op != usual || v->dispatch != dispatch)
        cant(l, "a call of another kind than SOUP386.DEF gives the function");
    rq_put_str(l->out, multi ? "@" : "");
    if (object)
        put_object(l, v);
    put_named(l, RQ_SOUP_FUNCTION_NAME, v->id, "function");
    rq_put8(l->out, '(');
    for (uint32_t i = 0; i < v->count; i++) {
        rq_put_str(l->out, i ? ", " : "");
        put_value(l, &v->args[i], RQ_SOUP_PARAM,
                  i && thing != RQ_SOUP_FLAG_ARG ? RQ_SOUP_NUMBER_ARG : thing);
    }
    rq_put8(l->out, ')');
}

static void put_value(struct listing *l, const struct rq_soup_value *v, enum rq_soup_mode mode,
                      enum rq_soup_thing thing)
{
    switch ((enum rq_soup_layout)rq_soup_op(v->op)->layout) {
    case RQ_SOUP_NUMBER:
        if (v->op == RQ_SOUP_OP_STRING)
            put_text(l, (uint32_t)v->number, true);
        else
            put_number(l, v, thing);
        break;
    case RQ_SOUP_CALL:
    case RQ_SOUP_OBJECT: put_call(l, v, mode); break;
    case RQ_SOUP_FLAG: put_named(l, RQ_SOUP_FLAG_NAME, v->id, "flag"); break;
    case RQ_SOUP_VARIABLE: rq_putf(l->out, "var%u", v->id); break;
    case RQ_SOUP_STEP:
    case RQ_SOUP_DOT:
        put_object(l, v);
        put_named(l, RQ_SOUP_REF_NAME, v->id & 0xFF, "ref");
        if (v->id >> 8)
            cant(l, "a reference whose high byte is not 0");
        break;
    default: break;
    }
    if (mode != RQ_SOUP_FORMULA && mode != RQ_SOUP_MAIN && v->oper)
        cant(l, "an operator byte inside of a condition");
    if (v->padding[0] | v->padding[1] | v->padding[2])
        cant(l, "bytes of padding that are not 0");
}

static void put_formula(struct listing *l, const struct rq_soup_value *v)
{
    rq_put_str(l->out, " = ");
    for (uint32_t i = 0; i < v->count; i++) {
        const struct rq_soup_value *term = &v->args[i];
        uint8_t oper = term->oper;
        if (l->rmm && (oper == 3 || oper == 4))
            oper = (uint8_t)(7 - oper); /* it has * and / the wrong way round */
        put_value(l, term, RQ_SOUP_FORMULA, RQ_SOUP_NUMBER_ARG);
        if (oper > 11 || term->more)
            cant(l, "an operator that has no sign");
        else if (oper)
            rq_putf(l->out, rq_soup_goes_on(oper) ? " %s " : "%s", rq_soup_operator(oper));
    }
}

static void put_conditions(struct listing *l, const struct rq_soup_value *v)
{
    for (uint32_t i = 0; i < v->count; i++) {
        const struct rq_soup_value *side = &v->args[i];
        const char *word = i & 1 ? rq_soup_conjunction(side->link) : rq_soup_comparison(side->link);
        put_value(l, side, i & 1 ? RQ_SOUP_RHS : RQ_SOUP_LHS, RQ_SOUP_NUMBER_ARG);
        if (word)
            rq_putf(l->out, " %s ", word);
        else if (!(i & 1))
            cant(l, "a comparison that has no sign");
    }
}

static void put_target(struct listing *l, const struct rq_soup_instr *instr)
{
    if (instr->to < 0)
        cant(l, "a jump to where no statement begins");
    rq_putf(l->out, l->rmm ? "#%02X" : "%04X", (unsigned)instr->target);
}

static void put_statement(struct listing *l, const struct rq_soup_instr *instr)
{
    const struct rq_soup_value *v = &instr->main;
    const struct rq_soup_op_info *info = rq_soup_op(v->op);
    switch ((enum rq_soup_layout)info->layout) {
    case RQ_SOUP_PLAIN: rq_put_str(l->out, info->name); break;
    case RQ_SOUP_JUMP:
        rq_put_str(l->out, v->op == RQ_SOUP_OP_TASKPAUSE ? "<TaskPause(" : info->name);
        if (v->op != RQ_SOUP_OP_END || instr->target) {
            rq_put_str(l->out, v->op == RQ_SOUP_OP_TASKPAUSE ? "" : " ");
            put_target(l, instr);
        }
        rq_put_str(l->out, v->op == RQ_SOUP_OP_TASKPAUSE ? ")>" : "");
        break;
    case RQ_SOUP_IF:
        rq_put_str(l->out, "if ");
        put_conditions(l, v);
        break;
    case RQ_SOUP_RETURNED: rq_putf(l->out, "if <ScriptRv> = %d", v->number); break;
    case RQ_SOUP_BYTE: rq_putf(l->out, "<Anchor>=%d", v->number); break;
    case RQ_SOUP_STEP:
        put_value(l, v, RQ_SOUP_MAIN, RQ_SOUP_NUMBER_ARG);
        rq_put_str(l->out, v->op == RQ_SOUP_OP_INCREMENT ? "++" : "--");
        cant(l, "++ or -- of a reference (opcodes 0F and 10)");
        break;
    default:
        put_value(l, v, RQ_SOUP_MAIN, RQ_SOUP_NUMBER_ARG);
        if (v->count && info->layout != RQ_SOUP_CALL && info->layout != RQ_SOUP_OBJECT)
            put_formula(l, v);
    }
}

/* ---- redguard-mod-manager ---- */

static bool opens(const struct rq_soup_instr *instr)
{
    return instr->has_target &&
           (instr->main.op == RQ_SOUP_OP_IF_ || instr->main.op == RQ_SOUP_OP_SCRIPTRV);
}

static void put_indent(struct listing *l, unsigned depth)
{
    for (unsigned i = 0; i < depth; i++)
        rq_put_str(l->out, "  ");
}

/* Blocks end where the If leads; ends holds those that are open. */
static void put_rmm_code(struct listing *l, const uint8_t *labels)
{
    const struct rq_soup_script *script = l->unit->script;
    int32_t ends[RQ_SOUP_BLOCKS];
    unsigned depth = 0;
    for (size_t i = 0; i <= script->count && !l->reason; i++) {
        const struct rq_soup_instr *instr = &script->instrs[i];
        while (depth && ends[depth - 1] == (int32_t)i) {
            put_indent(l, depth--);
            rq_put_str(l->out, "}\n");
        }
        if (labels[i])
            rq_putf(l->out, "\n#%02X:\n",
                    (unsigned)(i < script->count ? instr->offset : script->size));
        if (i == script->count)
            break;
        put_indent(l, depth + 1);
        put_statement(l, instr);
        rq_soup_comment(l->out, &instr->main, l->how, " // ");
        rq_put8(l->out, '\n');
        if (!opens(instr))
            continue;
        if (depth == RQ_SOUP_BLOCKS || instr->to <= (int32_t)i ||
            (depth && instr->to > ends[depth - 1])) {
            cant(l, "an if that leads out of the block around it");
            return;
        }
        ends[depth++] = instr->to;
        put_indent(l, depth);
        rq_put_str(l->out, "{\n");
    }
}

static void put_rmm_head(struct listing *l)
{
    enum { BOOKKEEPING = 2 }; /* of variables, at both ends */
    const struct rq_soup_unit *u = l->unit;
    for (uint32_t i = BOOKKEEPING; i + BOOKKEEPING < u->width; i++)
        rq_putf(l->out, "var%u = %d\n", (unsigned)i, (int)u->values[i]);
    rq_put_str(l->out, u->width > 4 ? "\n" : "");
    bool some = false;
    for (uint32_t i = 0; i < 256; i++)
        if (u->attributes[i]) {
            put_named(l, RQ_SOUP_ATTRIBUTE_NAME, i, "attribute");
            rq_putf(l->out, " = %d\n", (int8_t)u->attributes[i]);
            some = true;
        }
    rq_put_str(l->out, some ? "\n" : "");
    struct rq_bytes name = u->name;
    for (size_t i = 0; i < u->name.size; i++)
        if (u->name.data[i] == '#')
            name.size = i;
    rq_text_decode(l->out, l->page, name);
}

const char *rq_soup_print_rmm(struct rq_out *out, const struct rq_soup_unit *unit,
                              const struct rq_soup_how *how, enum rq_codepage page)
{
    struct listing l = {out, unit, how, page, true, NULL};
    const struct rq_soup_script *script = unit->script;
    size_t count = script ? script->count : 0;
    uint8_t *labels = rq_mem(out->alloc, NULL, count + 1);
    if (!labels) {
        out->failed = RQ_NO_MEMORY;
        return NULL;
    }
    memset(labels, 0, count + 1);
    for (size_t i = 0; i < count; i++) {
        const struct rq_soup_instr *instr = &script->instrs[i];
        bool bare = instr->main.op == RQ_SOUP_OP_END && instr->to == 0;
        if (instr->has_target && instr->to >= 0 && !opens(instr) && !bare)
            labels[instr->to] = 1;
    }
    if (unit->raw.size || unit->fixed_start || unit->keep >> RQ_SOUP_CODE & 1)
        cant(&l, unit->raw.size ? "bytes that are no code" : "a script that is not its own");
    put_rmm_head(&l);
    if (count && script->start > 0) {
        labels[script->start] = 1;
        rq_putf(out, " (Execution starts at #%02X)",
                (unsigned)script->instrs[script->start].offset);
    }
    rq_put_str(out, "\n{\n");
    if (count && !l.reason)
        put_rmm_code(&l, labels);
    rq_put_str(out, "}\n\n");
    rq_mem(out->alloc, labels, 0);
    return l.reason;
}

/* ---- rgpre ---- */

void rq_soup_print_rgpre(struct rq_out *out, const struct rq_soup_unit *unit,
                         const struct rq_soup_how *how, enum rq_codepage page)
{
    struct listing l = {out, unit, how, page, false, NULL};
    const struct rq_soup_script *script = unit->script;
    rq_put_str(out, "; SOUP script: ");
    rq_text_decode(out, page, unit->name);
    rq_putf(out, "\n; Source: %s\n\n", how->file ? how->file : "");
    for (size_t i = 0; script && i < script->count; i++) {
        const struct rq_soup_instr *instr = &script->instrs[i];
        rq_putf(out, "%04X:\t", (unsigned)instr->offset);
        for (uint32_t k = 0; k < instr->depth && k < RQ_SOUP_BLOCKS; k++)
            rq_put_str(out, "  ");
        put_statement(&l, instr);
        rq_soup_comment(out, &instr->main, how, "\t; ");
        rq_put8(out, '\n');
    }
}

/* ---- names of items and maps ---- */

static void name_of(struct rq_out *out, const struct rq_soup_how *how, enum rq_soup_thing thing,
                    int32_t number)
{
    const struct rq_soup_notes *notes = how->notes;
    rq_out_cut(out, 0);
    if (thing == RQ_SOUP_ITEM_ARG && notes && notes->item)
        notes->item(notes->ctx, number, out);
    if (thing != RQ_SOUP_MAP_ARG || !notes || !notes->map)
        return;
    notes->map(notes->ctx, number, out);
    struct rq_bytes stem = rq_rgm_model_stem(rq_out_bytes(out));
    if (stem.size)
        memmove(out->data, stem.data, stem.size);
    rq_out_cut(out, stem.size);
}

/* One that can stand in brackets. */
static bool can_be_angled(struct rq_bytes name)
{
    bool good =
        name.size && rq_lower((char)name.data[0]) >= 'a' && rq_lower((char)name.data[0]) <= 'z';
    for (size_t i = 0; i < name.size; i++)
        good &= name.data[i] != '<' && name.data[i] != '>' && name.data[i] >= ' ';
    return good;
}

int32_t rq_soup_rmm_find(const struct rq_soup_how *how, enum rq_soup_thing thing,
                         struct rq_bytes name, const struct rq_alloc *alloc)
{
    enum { MOST = 256 };
    struct rq_out other = {.alloc = alloc};
    int32_t found = -1;
    for (int32_t i = 0; i < MOST && can_be_angled(name); i++) {
        name_of(&other, how, thing, i);
        if (rq_same(rq_out_bytes(&other), name))
            found = found == -1 ? i : -2;
    }
    rq_out_free(&other);
    return found < 0 ? -1 : found;
}

void rq_soup_rmm_name(struct rq_out *out, const struct rq_soup_how *how, enum rq_soup_thing thing,
                      int32_t number)
{
    name_of(out, how, thing, number);
    if (out->size && rq_soup_rmm_find(how, thing, rq_out_bytes(out), out->alloc) != number)
        rq_out_cut(out, 0);
}
