/* The scripts of RGM: bytes to instructions and back, by one table (RQ_SOUP_OPS of
 * reliquary/rgm.h). For disassembler, assembler and machine alike. */
#ifndef RQ_SCRIPT_SOUP_CODE_H
#define RQ_SCRIPT_SOUP_CODE_H

#include "core/bytes.h"
#include "core/json.h"

#include <reliquary/rgm.h>

/* Values inside values: no script of the game comes near, and the stack has an end. */
enum { RQ_SOUP_DEPTH = 32, RQ_SOUP_FUNCTIONS = 367, RQ_SOUP_FLAGS = 369 };

struct rq_soup_op_info {
    const char *name; /* "Task" */
    uint8_t layout;   /* enum rq_soup_layout */
    uint8_t use;      /* 1 a statement, 2 a value, 3 both */
};

/* NULL: no such opcode. */
const struct rq_soup_op_info *rq_soup_op(unsigned code);
int rq_soup_op_by_name(struct rq_str name); /* -1: none */

/* True when a target is the last part of a statement of this layout. */
static inline bool rq_soup_jumps(const struct rq_soup_op_info *info)
{
    return info->layout == RQ_SOUP_IF || info->layout == RQ_SOUP_JUMP ||
           info->layout == RQ_SOUP_RETURNED;
}

/* The operators of formulas (1 to 11), comparisons (0 to 5) and conjunctions (1, 2) as text;
 * NULL for others. */
const char *rq_soup_operator(unsigned byte);
const char *rq_soup_comparison(unsigned byte);
const char *rq_soup_conjunction(unsigned byte);

static inline bool rq_soup_goes_on(uint8_t oper)
{
    return oper >= 1 && oper <= 9;
}

static inline bool rq_soup_steps(uint8_t oper)
{
    return oper == 10 || oper == 11;
}

/* NULL beyond the list. */
const char *rq_soup_function(unsigned id);
const char *rq_soup_flag(unsigned id);
int rq_soup_function_by_name(struct rq_str name); /* -1: none */
int rq_soup_flag_by_name(struct rq_str name);

/* All of code as instructions, from the arena. NULL when it does not decode to its last byte,
 * or would not come back identical: *stop is where. NULL with *stop = SIZE_MAX: no memory. */
struct rq_soup_script *rq_soup_decode(struct rq_bytes code, struct rq_arena *arena, size_t *stop);

/* Appends the bytes; brings offset, size, depth and target of the instructions up to date. */
void rq_soup_encode(struct rq_soup_script *script, struct rq_out *out);

/* The instruction at an offset, the number of instructions for the end, -1 for neither. */
int32_t rq_soup_at(const struct rq_soup_script *script, uint32_t offset);

#endif
