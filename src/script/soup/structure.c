/* Statements with their labels, flat or in blocks. A block is another spelling of the jumps that it
 * stands for, so that every jump leads to the same statement again:
 *
 *     if C { A }             If C else goto end; A; end:
 *     if C { A } else { B }  If C else goto b; A; Goto end; b: B; end:
 *     while C { A }          top: If C else goto end; A; Goto top; end:
 *     loop { A }             top: A; Goto top
 *     break, continue        Goto end, Goto top
 *     if C else break        If C else goto end
 *
 * What fits none of these keeps its labels. */
#include "script/soup/print.h"

/* The innermost while or loop. */
struct loop {
    size_t top, end;
};

static const struct loop no_loop = {SIZE_MAX, SIZE_MAX};

static const struct rq_soup_instr *at(const struct rq_soup_printer *p, size_t i)
{
    return &p->unit->script->instrs[i];
}

static void indent(struct rq_soup_printer *p, unsigned depth)
{
    static const char blanks[] = "                                                  ";
    for (size_t left = (size_t)4 * depth, some; left; left -= some) {
        some = left < sizeof blanks - 1 ? left : sizeof blanks - 1;
        rq_put(p->out, blanks, some);
    }
}

void rq_soup_put_label(struct rq_soup_printer *p, size_t index)
{
    const struct rq_soup_script *script = p->unit->script;
    static const char digits[] = "0123456789ABCDEF";
    if (script->start > 0 && index == (size_t)script->start) {
        rq_put_str(p->out, "start");
    } else if (index < script->count && p->hook[index]) {
        rq_put_str(p->out, "hook");
        rq_soup_put_number(p->out, p->hook[index] - 1);
    } else {
        uint32_t offset = index < script->count ? script->instrs[index].offset : script->size;
        unsigned shift = 28;
        while (shift > 4 && !(offset >> shift))
            shift -= 4;
        rq_put8(p->out, 'L');
        for (;; shift -= 4) {
            rq_put8(p->out, (uint8_t)digits[offset >> shift & 15]);
            if (!shift)
                break;
        }
    }
}

static void put_target(struct rq_soup_printer *p, const struct rq_soup_instr *instr)
{
    if (instr->to >= 0) {
        p->labels[instr->to] = 1;
        rq_soup_put_label(p, (size_t)instr->to);
    } else {
        rq_put_str(p->out, "at ");
        rq_soup_put_number(p->out, instr->target);
    }
}

static void put_mark(struct rq_soup_printer *p, size_t i)
{
    if (!p->labels[i])
        return;
    rq_soup_put_label(p, i);
    rq_put_str(p->out, ":\n");
}

static void end_line(struct rq_soup_printer *p, const struct rq_soup_value *v)
{
    if (p->how->notes)
        rq_soup_comment(p->out, v, p->how, "  ; ");
    rq_put8(p->out, '\n');
}

static bool branches(const struct rq_soup_instr *instr)
{
    return instr->main.op == RQ_SOUP_OP_IF_ ||
           (instr->main.op == RQ_SOUP_OP_SCRIPTRV && instr->has_target);
}

/* "if C" or "while C". */
static void put_test(struct rq_soup_printer *p, const char *word, const struct rq_soup_instr *instr)
{
    rq_put_str(p->out, word);
    rq_put8(p->out, ' ');
    rq_soup_put_statement(p, &instr->main);
}

static void put_plain(struct rq_soup_printer *p, const struct rq_soup_instr *instr,
                      const struct loop *loop)
{
    bool is_goto = instr->main.op == RQ_SOUP_OP_GOTO && instr->to >= 0;
    bool jumps = rq_soup_op(instr->main.op)->layout == RQ_SOUP_JUMP;
    if (is_goto && (size_t)instr->to == loop->end) {
        rq_put_str(p->out, "break");
    } else if (is_goto && (size_t)instr->to == loop->top) {
        rq_put_str(p->out, "continue");
    } else if (branches(instr)) {
        put_test(p, "if", instr);
        bool leaves = instr->to >= 0 && (size_t)instr->to == loop->end;
        bool again = instr->to >= 0 && (size_t)instr->to == loop->top;
        rq_put_str(p->out, leaves ? " else break" : again ? " else continue" : " else goto ");
        if (!leaves && !again)
            put_target(p, instr);
    } else {
        rq_soup_put_statement(p, &instr->main);
        /* End 0 starts again from the first statement, next time. */
        if (jumps && !(instr->main.op == RQ_SOUP_OP_END && instr->to == 0)) {
            rq_put8(p->out, ' ');
            put_target(p, instr);
        }
    }
    end_line(p, &instr->main);
}

/* ---- blocks ---- */

/* What an If at i is within [.., hi): where its block and its else end. */
struct shape {
    enum { NONE, IF, IF_ELSE, WHILE } is;
    size_t body_end; /* the statement behind the body; a Goto of IF_ELSE and WHILE */
    size_t end;
};

static struct shape shape_of(const struct rq_soup_printer *p, size_t i, size_t hi)
{
    const struct rq_soup_instr *instr = at(p, i);
    struct shape s = {NONE, 0, 0};
    if (!branches(instr) || instr->to < 0 || (size_t)instr->to <= i || (size_t)instr->to > hi)
        return s;
    size_t next = (size_t)instr->to;
    const struct rq_soup_instr *last = at(p, next - 1);
    bool leads = next - 1 > i && last->main.op == RQ_SOUP_OP_GOTO && last->to >= 0;
    if (leads && (size_t)last->to == i)
        return (struct shape){WHILE, next - 1, next};
    if (leads && (size_t)last->to >= next && (size_t)last->to <= hi)
        return (struct shape){IF_ELSE, next - 1, (size_t)last->to};
    return (struct shape){IF, next, next};
}

/* The Goto that ends a loop that begins at i, or SIZE_MAX: blocks inside must not lead out of it. */
static size_t loop_end(struct rq_soup_printer *p, size_t i, size_t hi)
{
    size_t end = p->back[i] ? p->back[i] - 1 : SIZE_MAX;
    if (end >= hi || end - i > p->budget)
        return SIZE_MAX;
    struct shape first = shape_of(p, i, hi);
    if (first.is == WHILE && first.body_end == end)
        return SIZE_MAX;
    p->budget -= end - i;
    for (size_t k = i; k < end; k++)
        if (branches(at(p, k)) && at(p, k)->to > (int64_t)end + 1)
            return SIZE_MAX;
    return end;
}

static void put_range(struct rq_soup_printer *p, size_t lo, size_t hi, unsigned depth,
                      const struct loop *loop);

/* A Goto that the block stands for: something may lead to it. */
static void close_block(struct rq_soup_printer *p, size_t implied, unsigned depth)
{
    if (implied != SIZE_MAX)
        put_mark(p, implied);
    indent(p, depth);
    rq_put8(p->out, '}');
}

/* An If and all that hangs on it, the chain of "else if" too. */
static void put_if(struct rq_soup_printer *p, size_t i, struct shape s, unsigned depth,
                   const struct loop *loop)
{
    indent(p, depth);
    for (;;) {
        put_test(p, "if", at(p, i));
        rq_put_str(p->out, " {");
        end_line(p, &at(p, i)->main);
        put_range(p, i + 1, s.body_end, depth + 1, loop);
        close_block(p, s.is == IF_ELSE ? s.body_end : SIZE_MAX, depth);
        if (s.is != IF_ELSE)
            break;
        size_t from = s.body_end + 1;
        struct shape next = {NONE, 0, 0};
        if (from < s.end && !p->labels[from] && !p->back[from])
            next = shape_of(p, from, s.end);
        if ((next.is != IF && next.is != IF_ELSE) || next.end != s.end) {
            rq_put_str(p->out, " else {\n");
            put_range(p, from, s.end, depth + 1, loop);
            close_block(p, SIZE_MAX, depth);
            break;
        }
        rq_put_str(p->out, " else ");
        i = from;
        s = next;
    }
    rq_put8(p->out, '\n');
}

static void put_while(struct rq_soup_printer *p, size_t i, struct shape s, unsigned depth)
{
    const struct loop inner = {i, s.end};
    indent(p, depth);
    put_test(p, "while", at(p, i));
    rq_put_str(p->out, " {");
    end_line(p, &at(p, i)->main);
    put_range(p, i + 1, s.body_end, depth + 1, &inner);
    close_block(p, s.body_end, depth);
    rq_put8(p->out, '\n');
}

static void put_loop(struct rq_soup_printer *p, size_t i, size_t last, unsigned depth)
{
    const struct loop inner = {i, last + 1};
    bool marked = p->labels[i];
    indent(p, depth);
    rq_put_str(p->out, "loop {\n");
    p->labels[i] = 0; /* it stands before the loop */
    put_range(p, i, last, depth + 1, &inner);
    p->labels[i] |= marked;
    close_block(p, last, depth);
    rq_put8(p->out, '\n');
}

static void put_range(struct rq_soup_printer *p, size_t lo, size_t hi, unsigned depth,
                      const struct loop *loop)
{
    bool blocks = p->how->style == RQ_SOUP_STRUCTURED && depth < RQ_SOUP_BLOCKS;
    for (size_t i = lo; i < hi && !p->out->failed;) {
        put_mark(p, i);
        size_t last = blocks && i != loop->top ? loop_end(p, i, hi) : SIZE_MAX;
        struct shape s = blocks ? shape_of(p, i, hi) : (struct shape){NONE, 0, 0};
        if (last != SIZE_MAX) {
            put_loop(p, i, last, depth);
            i = last + 1;
        } else if (s.is == WHILE) {
            put_while(p, i, s, depth);
            i = s.end;
        } else if (s.is != NONE) {
            put_if(p, i, s, depth, loop);
            i = s.end;
        } else {
            indent(p, depth);
            put_plain(p, at(p, i), loop);
            i++;
        }
    }
}

void rq_soup_put_code(struct rq_soup_printer *p)
{
    const struct rq_soup_script *script = p->unit->script;
    size_t before = p->out->size, budget = p->budget;
    bool flat = p->how->style != RQ_SOUP_STRUCTURED;
    for (size_t i = 0; flat && i < script->count; i++)
        if (script->instrs[i].to > (script->instrs[i].main.op == RQ_SOUP_OP_END ? 0 : -1) &&
            script->instrs[i].has_target)
            p->labels[script->instrs[i].to] = 1;
    /* Which labels blocks leave over is known when all is printed. */
    for (unsigned pass = flat ? 1 : 0; pass < 2; pass++) {
        rq_out_cut(p->out, before);
        p->budget = budget;
        put_range(p, 0, script->count, 1, &no_loop);
    }
    put_mark(p, script->count);
}
