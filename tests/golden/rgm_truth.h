/* The corpus' ground truth of scripts and animations, held against what was decoded. */
#ifndef TESTS_GOLDEN_RGM_TRUTH_H
#define TESTS_GOLDEN_RGM_TRUTH_H

#include "redguard.h"
#include "script/soup/code.h"

static struct rq_error truth_err;
static struct rq_arena truth_arena;

static inline struct rq_jr open_truth(struct rq_bytes text, struct rq_ctx *ctx)
{
    struct rq_jr jr;
    truth_err = (struct rq_error){0};
    *ctx = (struct rq_ctx){.err = &truth_err};
    rq_jr_open(&jr, text, &truth_arena, ctx);
    return jr;
}

static inline int64_t number(struct rq_jr *jr)
{
    return rq_jr_signed(jr, INT64_MIN, INT64_MAX);
}

static inline void check_text(struct rq_jr *jr, const char *field, size_t size)
{
    struct rq_str s = rq_jr_string(jr);
    const char *nul = memchr(field, 0, size);
    CHECK_MEM(field, nul ? (size_t)(nul - field) : size, s.text, s.size);
}

static inline void check_bytes(struct rq_jr *jr, struct rq_bytes bytes)
{
    struct rq_str s = rq_jr_string(jr);
    CHECK_MEM(bytes.data, bytes.size, s.text, s.size);
}

static inline void check_i32s(struct rq_jr *jr, const int32_t *values, size_t count, int scale)
{
    size_t n = 0;
    rq_jr_array(jr);
    for (; rq_jr_more(jr); n++) {
        int64_t v = number(jr);
        if (n < count)
            CHECK_INT(values[n], (int32_t)(v * scale));
    }
    CHECK_INT(n, count);
}

/* ---- instructions ---- */

static inline void check_value(struct rq_jr *jr, const struct rq_soup_value *v, bool operand);

static inline void check_object(struct rq_jr *jr, const struct rq_soup_value *v)
{
    static const char *const names[] = {"Me", "Player", "Camera", "", "Named", "",
                                        "",   "",       "",       "", "Var"};
    struct rq_str key;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "kind"))
            CHECK(rq_str_is(rq_jr_string(jr), names[v->object]));
        else if (rq_str_is(key, "string") || rq_str_is(key, "var"))
            CHECK_INT(v->index, number(jr));
        else
            rq_jr_skip(jr);
    }
}

static inline void check_params(struct rq_jr *jr, const struct rq_soup_value *v)
{
    uint32_t n = 0;
    rq_jr_array(jr);
    for (; rq_jr_more(jr); n++) {
        if (n < v->count)
            check_value(jr, &v->args[n], true);
        else
            rq_jr_skip(jr);
    }
    CHECK_INT(n, v->count);
}

/* [{value, oper}] and [{lhs, cmp, rhs, conj}]. */
static inline void check_list(struct rq_jr *jr, const struct rq_soup_value *v, bool conditions)
{
    struct rq_str key;
    uint32_t n = 0;
    rq_jr_array(jr);
    for (; rq_jr_more(jr); n++) {
        bool there = (conditions ? n * 2 + 1 : n) < v->count;
        const struct rq_soup_value *left = there ? &v->args[conditions ? n * 2 : n] : NULL;
        CHECK(there);
        rq_jr_object(jr);
        while (rq_jr_key(jr, &key)) {
            if (!there)
                rq_jr_skip(jr);
            else if (rq_str_is(key, "value"))
                check_value(jr, left, false);
            else if (rq_str_is(key, "oper"))
                CHECK_INT(left->oper, number(jr));
            else if (rq_str_is(key, "lhs") || rq_str_is(key, "rhs"))
                check_value(jr, left + rq_str_is(key, "rhs"), true);
            else if (rq_str_is(key, "cmp") || rq_str_is(key, "conj"))
                CHECK_INT(left[rq_str_is(key, "conj")].link, number(jr));
            else
                rq_jr_unknown(jr, key);
        }
    }
    CHECK_INT(conditions ? n * 2 : n, v->count);
}

/* A member that values and statements share; false: none of them. */
static inline bool check_member(struct rq_jr *jr, const struct rq_soup_value *v, struct rq_str key)
{
    if (rq_str_is(key, "value"))
        CHECK_INT(v->number, number(jr));
    else if (rq_str_is(key, "string"))
        CHECK_INT((uint32_t)v->number, number(jr));
    else if (rq_str_is(key, "flag") || rq_str_is(key, "var") || rq_str_is(key, "func") ||
             rq_str_is(key, "ref_raw"))
        CHECK_INT(v->id, number(jr));
    else if (rq_str_is(key, "ref"))
        CHECK_INT(v->id & 0xFF, number(jr));
    else if (rq_str_is(key, "object"))
        check_object(jr, v);
    else if (rq_str_is(key, "params"))
        check_params(jr, v);
    else if (rq_str_is(key, "func_name") && rq_soup_function(v->id))
        CHECK(rq_str_is(rq_jr_string(jr), rq_soup_function(v->id)));
    else if (rq_str_is(key, "flag_name"))
        CHECK(rq_str_is(rq_jr_string(jr), rq_soup_flag(v->id)));
    else if (rq_str_is(key, "ref_name") || rq_str_is(key, "func_name"))
        rq_jr_skip(jr); /* the corpus' own: references, and function 367 */
    else
        return false;
    return true;
}

static inline void check_value(struct rq_jr *jr, const struct rq_soup_value *v, bool operand)
{
    struct rq_str key;
    bool oper = false;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "op")) {
            CHECK_INT(rq_soup_op_by_name(rq_jr_string(jr)), v->op);
        } else if (rq_str_is(key, "oper")) {
            CHECK_INT(v->oper, number(jr));
            oper = true;
        } else if (!check_member(jr, v, key)) {
            rq_jr_skip(jr);
        }
    }
    if (operand && !oper)
        CHECK_INT(v->oper, 0);
}

static inline void check_instr(struct rq_jr *jr, const struct rq_soup_instr *instr)
{
    struct rq_str key;
    bool target = false;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "off")) {
            CHECK_INT(instr->offset, number(jr));
        } else if (rq_str_is(key, "len")) {
            CHECK_INT(instr->size, number(jr));
        } else if (rq_str_is(key, "op")) {
            CHECK_INT(instr->main.op, number(jr));
        } else if (rq_str_is(key, "name")) {
            CHECK_INT(rq_soup_op_by_name(rq_jr_string(jr)), instr->main.op);
        } else if (rq_str_is(key, "depth")) {
            CHECK_INT(instr->depth, number(jr));
        } else if (rq_str_is(key, "target") || rq_str_is(key, "end")) {
            CHECK_INT(instr->target, number(jr));
            CHECK(instr->to >= 0);
            target = true;
        } else if (rq_str_is(key, "conds")) {
            check_list(jr, &instr->main, true);
        } else if (rq_str_is(key, "formula")) {
            check_list(jr, &instr->main, false);
        } else if (rq_str_is(key, "dispatch")) {
            CHECK_INT(instr->main.dispatch, number(jr));
        } else if (!check_member(jr, &instr->main, key)) {
            rq_jr_unknown(jr, key);
        }
    }
    CHECK(instr->has_target == target);
}

static size_t instrs_seen;

static inline void check_listing(struct rq_jr *jr, const struct rq_soup_script *script)
{
    size_t n = 0;
    rq_jr_array(jr);
    for (; rq_jr_more(jr); n++) {
        if (script && n < script->count)
            check_instr(jr, &script->instrs[n]);
        else
            rq_jr_skip(jr);
    }
    CHECK_INT(script ? script->count : 0, n);
    instrs_seen += n;
}

/* ---- animations ---- */

/* One decoded command; the maker splits ShowFrame's number into two of 10 bits. */
static inline void check_command(struct rq_jr *jr, const struct rq_rgm_command *c)
{
    const struct rq_rgm_command_info *info = rq_rgm_command_info(c->opcode);
    struct rq_str key;
    unsigned n = 0;
    uint32_t frame = 0;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "opcode")) {
            CHECK_INT(c->opcode, number(jr));
        } else if (rq_str_is(key, "name")) {
            struct rq_str name = rq_jr_string(jr);
            CHECK(rq_str_is(name, info->name) || rq_str_is(name, "Rumble/SFX"));
        } else if (c->opcode == 0) {
            frame |= ((uint32_t)number(jr) & 0x3FF) << (10 * n++);
        } else if (n < info->count) {
            CHECK_INT(c->params[n], number(jr));
            n++;
        }
    }
    CHECK_INT(n, c->opcode ? info->count : 2);
    if (c->opcode == 0)
        CHECK_INT(c->params[0], frame);
}

static inline void check_group(struct rq_jr *jr, const struct rq_rgm_group *g)
{
    struct rq_str key;
    size_t n = 0;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "group_index")) {
            CHECK_INT(g->group, number(jr));
        } else if (rq_str_is(key, "anim_id")) {
            CHECK_INT(g->speed, number(jr));
        } else if (rq_str_is(key, "anim_type")) {
            CHECK_INT(g->type, number(jr));
        } else if (rq_str_is(key, "frame_count")) {
            CHECK_INT(g->count, number(jr));
        } else if (rq_str_is(key, "commands")) {
            rq_jr_array(jr);
            for (; rq_jr_more(jr); n++)
                if (n < g->count)
                    check_command(jr, &g->commands[n]);
                else
                    rq_jr_skip(jr);
        } else {
            rq_jr_skip(jr);
        }
    }
    CHECK_INT(n, g->count);
}

#endif
