/* Statements of script texts: words of the language, labels and blocks. */
#include "script/soup/parse.h"

/* The innermost while or loop; each break holds the number of the one before it, until the end is
 * known. */
struct loop {
    int32_t top;
    int32_t breaks; /* -1: none */
};

static void take_block(struct rq_soup_parser *p, struct loop *loop);
static void skip_block(struct rq_soup_parser *p);

struct rq_soup_instr *rq_soup_emit(struct rq_soup_parser *p, uint8_t op)
{
    struct rq_soup_instr *instrs =
        rq_arena_more(p->arena, &p->instrs, p->instr_count, &p->instr_room, sizeof *instrs);
    if (!instrs || p->instr_count >= INT32_MAX - 1) {
        rq_soup_out_of_memory(p);
        return NULL;
    }
    instrs[p->instr_count] = (struct rq_soup_instr){.main = {.op = op}};
    return &instrs[p->instr_count++];
}

void rq_soup_fix_later(struct rq_soup_parser *p, struct rq_soup_fixup fixup)
{
    struct rq_soup_fixup *fixups =
        rq_arena_more(p->arena, &p->fixups, p->fixup_count, &p->fixup_room, sizeof *fixups);
    if (!fixups) {
        rq_soup_out_of_memory(p);
        return;
    }
    fixups[p->fixup_count++] = fixup;
}

void rq_soup_take_target(struct rq_soup_parser *p)
{
    struct rq_soup_instr *instr = &p->instrs[p->instr_count - 1];
    struct rq_soup_token label = p->token;
    int64_t place = 0;
    instr->has_target = true;
    instr->to = -1;
    if (!p->rmm && rq_soup_accept(p, "at")) {
        rq_soup_number(p, 0, UINT32_MAX, &place);
        instr->target = (uint32_t)place;
        return;
    }
    if (label.kind != (p->rmm ? RQ_SOUP_HASH : RQ_SOUP_WORD)) {
        rq_soup_expected(p, "a label");
        return;
    }
    rq_soup_fix_later(p, (struct rq_soup_fixup){label.text, label.at, p->instr_count - 1, false});
    rq_soup_lex(p);
}

void rq_soup_define_label(struct rq_soup_parser *p, struct rq_str name, size_t at)
{
    if (rq_soup_symbol_find(&p->symbols, RQ_SOUP_LABEL, name))
        rq_soup_problem(p, at, name.size, "", "the label %.*s stands twice",
                        (int)(name.size < 60 ? name.size : 60), name.text);
    else if (!rq_soup_symbol_add(&p->symbols, RQ_SOUP_LABEL, name, (int32_t)p->instr_count, at))
        rq_soup_out_of_memory(p);
    if (rq_str_is(name, "start"))
        p->start = (int32_t)p->instr_count;
}

/* ---- blocks ---- */

static void lead(struct rq_soup_parser *p, uint32_t from, uint32_t to)
{
    p->instrs[from].has_target = true;
    p->instrs[from].to = (int32_t)to;
}

static void end_loop(struct rq_soup_parser *p, const struct loop *loop)
{
    struct rq_soup_instr *back = rq_soup_emit(p, RQ_SOUP_OP_GOTO);
    if (!back)
        return;
    lead(p, p->instr_count - 1, (uint32_t)loop->top);
    for (int32_t i = loop->breaks, next; i >= 0; i = next) {
        next = p->instrs[i].to;
        lead(p, (uint32_t)i, p->instr_count);
    }
}

/* The condition of an if or while: its number, or UINT32_MAX after a problem. */
static uint32_t take_test(struct rq_soup_parser *p)
{
    struct rq_soup_value v = {.op = RQ_SOUP_OP_IF_};
    int64_t number = 0;
    if (rq_soup_accept(p, "returned")) {
        v.op = RQ_SOUP_OP_SCRIPTRV;
        if (rq_soup_expect(p, "=", "after \"returned\""))
            rq_soup_number(p, 0, UINT8_MAX, &number);
        v.number = (int32_t)number;
    } else {
        rq_soup_take_conditions(p, &v);
    }
    struct rq_soup_instr *instr = p->panic ? NULL : rq_soup_emit(p, v.op);
    if (!instr)
        return UINT32_MAX;
    instr->main = v;
    return p->instr_count - 1;
}

/* Leads the last statement to the end or the top of the loop. */
static void leave(struct rq_soup_parser *p, struct loop *loop, size_t at, bool leaves)
{
    if (!loop) {
        rq_soup_problem(p, at, leaves ? 5 : 8, "", "%s stands in no while or loop",
                        leaves ? "break" : "continue");
        return;
    }
    lead(p, p->instr_count - 1, (uint32_t)loop->top);
    if (!leaves)
        return;
    p->instrs[p->instr_count - 1].to = loop->breaks;
    loop->breaks = (int32_t)p->instr_count - 1;
}

/* if C else goto L, else break, else continue: an If without a block. */
static void take_otherwise(struct rq_soup_parser *p, struct loop *loop)
{
    size_t at = p->token.at;
    if (rq_soup_accept(p, "goto"))
        rq_soup_take_target(p);
    else if (rq_soup_accept(p, "break"))
        leave(p, loop, at, true);
    else if (rq_soup_accept(p, "continue"))
        leave(p, loop, at, false);
    else
        rq_soup_expected(p, "goto, break or continue after \"else\" of an if without a block");
}

static void take_if(struct rq_soup_parser *p, struct loop *loop)
{
    int32_t ends = -1; /* the Goto behind each branch, by the one before */
    for (;;) {
        uint32_t test = take_test(p);
        if (test == UINT32_MAX)
            return;
        if (ends < 0 && rq_soup_accept(p, "else")) {
            take_otherwise(p, loop);
            return;
        }
        take_block(p, loop);
        bool more = !p->panic && rq_soup_accept(p, "else");
        if (more && rq_soup_emit(p, RQ_SOUP_OP_GOTO)) {
            lead(p, p->instr_count - 1, 0);
            p->instrs[p->instr_count - 1].to = ends;
            ends = (int32_t)p->instr_count - 1;
        }
        lead(p, test, p->instr_count);
        if (!more || p->panic)
            break;
        if (!rq_soup_accept(p, "if")) {
            take_block(p, loop);
            break;
        }
    }
    for (int32_t i = ends, next; i >= 0; i = next) {
        next = p->instrs[i].to;
        lead(p, (uint32_t)i, p->instr_count);
    }
}

static void take_while(struct rq_soup_parser *p)
{
    struct loop loop = {(int32_t)p->instr_count, -1};
    uint32_t test = take_test(p);
    if (test == UINT32_MAX)
        return;
    take_block(p, &loop);
    if (p->panic)
        return;
    end_loop(p, &loop);
    lead(p, test, p->instr_count);
}

static void take_loop(struct rq_soup_parser *p)
{
    struct loop loop = {(int32_t)p->instr_count, -1};
    take_block(p, &loop);
    if (!p->panic)
        end_loop(p, &loop);
}

/* ---- statements ---- */

static const struct {
    const char *word;
    uint8_t op;
} jumps[] = {
    {"goto", RQ_SOUP_OP_GOTO}, {"gosub", RQ_SOUP_OP_GOSUB}, {"pause", RQ_SOUP_OP_TASKPAUSE}};

static void take_number(struct rq_soup_parser *p, uint8_t op)
{
    struct rq_soup_instr *instr = rq_soup_emit(p, op);
    int64_t number = 0;
    if (instr && rq_soup_number(p, 0, UINT8_MAX, &number))
        instr->main.number = (int32_t)number;
}

static void take_end(struct rq_soup_parser *p)
{
    struct rq_soup_instr *instr = rq_soup_emit(p, RQ_SOUP_OP_END);
    if (!instr)
        return;
    instr->has_target = true;
    bool bare = p->token.first || p->token.kind == RQ_SOUP_AT_END || rq_soup_is(p, "}");
    if (!bare)
        rq_soup_take_target(p);
}

/* A statement that begins with a word of the language; false: it does not. */
static bool take_worded(struct rq_soup_parser *p, struct loop *loop)
{
    size_t at = p->token.at;
    for (size_t i = 0; i < sizeof jumps / sizeof jumps[0]; i++)
        if (rq_soup_accept(p, jumps[i].word)) {
            if (rq_soup_emit(p, jumps[i].op))
                rq_soup_take_target(p);
            return true;
        }
    if (rq_soup_accept(p, "if"))
        take_if(p, loop);
    else if (rq_soup_accept(p, "while"))
        take_while(p);
    else if (rq_soup_accept(p, "loop"))
        take_loop(p);
    else if (rq_soup_accept(p, "end"))
        take_end(p);
    else if (rq_soup_accept(p, "return"))
        rq_soup_emit(p, RQ_SOUP_OP_RETURN);
    else if (rq_soup_accept(p, "endint"))
        rq_soup_emit(p, RQ_SOUP_OP_ENDINT);
    else if (rq_soup_accept(p, "anchor"))
        take_number(p, RQ_SOUP_OP_ANCHOR);
    else if (rq_soup_accept(p, "returned")) {
        if (rq_soup_expect(p, "=", "after \"returned\""))
            take_number(p, RQ_SOUP_OP_SCRIPTRV);
    } else if (rq_soup_is(p, "break") || rq_soup_is(p, "continue")) {
        bool leaves = rq_soup_accept(p, "break") || !rq_soup_accept(p, "continue");
        if (rq_soup_emit(p, RQ_SOUP_OP_GOTO))
            leave(p, loop, at, leaves);
    } else
        return false;
    return true;
}

/* NAME: at the start of a line. */
static bool take_label(struct rq_soup_parser *p)
{
    struct rq_soup_token word = p->token;
    const uint8_t *behind = p->p;
    bool start = rq_soup_is(p, "start");
    if (word.kind != RQ_SOUP_WORD || behind >= p->end || *behind != ':' ||
        (rq_soup_is_keyword(word.text) && !start))
        return false;
    rq_soup_define_label(p, word.text, word.at);
    rq_soup_lex(p);
    rq_soup_lex(p);
    return true;
}

static void take_one(struct rq_soup_parser *p, struct loop *loop);

/* On behind the "}" that closes the block at hand. */
static void skip_block(struct rq_soup_parser *p)
{
    for (size_t open = 1; open && p->token.kind != RQ_SOUP_AT_END; rq_soup_lex(p)) {
        open += rq_soup_is(p, "{");
        open -= rq_soup_is(p, "}");
    }
}

/* After a problem in the statement that begins at a place: the rest of the line means nothing, but blocks that it opens
 * are looked at, too. */
static void recover(struct rq_soup_parser *p, struct loop *loop, size_t at)
{
    bool opens;
    do {
        opens = false;
        while (p->token.kind != RQ_SOUP_AT_END && (!p->token.first || p->token.at == at) &&
               !rq_soup_is(p, "}")) {
            opens = rq_soup_is(p, "{");
            rq_soup_lex(p);
        }
        if (!opens)
            return;
        if (p->depth >= RQ_SOUP_BLOCKS) {
            skip_block(p);
            return;
        }
        p->depth++;
        while (!rq_soup_is(p, "}") && p->token.kind != RQ_SOUP_AT_END)
            take_one(p, loop);
        p->depth--;
        rq_soup_accept(p, "}");
    } while (rq_soup_is(p, "else"));
}

static void take_one(struct rq_soup_parser *p, struct loop *loop)
{
    p->panic = false;
    while (take_label(p))
        p->panic = false;
    if (rq_soup_is(p, "}") || p->token.kind == RQ_SOUP_AT_END)
        return;
    size_t at = p->token.at;
    if (!take_worded(p, loop)) {
        struct rq_soup_value v = {0};
        rq_soup_take_statement(p, &v);
        struct rq_soup_instr *instr = p->panic ? NULL : rq_soup_emit(p, v.op);
        if (instr)
            instr->main = v;
    }
    bool ended = p->token.first || rq_soup_is(p, "}");
    if (!p->panic && !ended)
        rq_soup_expected(p, "the end of the line");
    if (p->panic)
        recover(p, loop, at);
}

static void take_block(struct rq_soup_parser *p, struct loop *loop)
{
    size_t open = p->token.at;
    if (p->panic || !rq_soup_expect(p, "{", "before a block"))
        return;
    if (p->depth >= RQ_SOUP_BLOCKS) {
        rq_soup_problem(p, open, 1, "", "blocks inside blocks, more than %d deep", RQ_SOUP_BLOCKS);
        skip_block(p);
        return;
    }
    p->depth++;
    while (!rq_soup_is(p, "}") && p->token.kind != RQ_SOUP_AT_END)
        take_one(p, loop);
    p->depth--;
    p->panic = false;
    if (!rq_soup_accept(p, "}"))
        rq_soup_problem(p, open, 1, "", "no \"}\" closes this block");
}

void rq_soup_take_code(struct rq_soup_parser *p)
{
    p->has_code = true;
    p->depth = 0;
    while (!rq_soup_is(p, "}") && p->token.kind != RQ_SOUP_AT_END)
        take_one(p, NULL);
    p->panic = false;
}
