/* Decompiler: the stack of what each slot holds, while instructions are walked through. */
#ifndef RQ_SCRIPT_NWSCRIPT_DECOMPILE_WALK_H
#define RQ_SCRIPT_NWSCRIPT_DECOMPILE_WALK_H

#include "script/nwscript/decompile.h"

enum { ND_MOST_DEPTH = 400 };

struct nd_slot {
    struct nd_expr *expr; /* or */
    struct nd_var *var;
    bool is_switch; /* the value that a switch keeps */
};

struct nd_walk {
    struct nd *d;
    struct nd_fn *fn; /* NULL: the globals */
    struct nd_slot *stack;
    uint32_t count, room;
    uint32_t base;          /* slots of value and parameters */
    struct nd_expr *action; /* that waits for its routine */
    struct nd_expr *none;   /* in place of what is missing, after nd_fail */
    struct nd_stmt nowhere; /* likewise in place of a statement */
    uint32_t depth;
};

/* The instruction; NOP behind the last. */
const struct rq_ncs_instr *nd_at(const struct nd_walk *w, size_t index);

struct nd_expr *nd_new_expr(struct nd_walk *w, enum nd_kind kind, uint32_t start, uint32_t slots,
                            struct nd_cell *type);
void nd_has_child(struct nd_walk *w, struct nd_expr *e, const struct nd_expr *child);
struct nd_stmt *nd_new_stmt(struct nd_walk *w, struct nd_list *list, enum nd_stmt_kind kind,
                            uint32_t start);

void nd_push(struct nd_walk *w, struct nd_slot slot);
void nd_push_expr(struct nd_walk *w, struct nd_expr *e);
struct nd_expr *nd_pop(struct nd_walk *w, size_t index, uint32_t slots);
struct nd_expr *nd_pop_typed(struct nd_walk *w, size_t index, enum nd_type type);

/* What a copy instruction means; NULL after nd_fail. */
struct nd_var *nd_variable(struct nd_walk *w, size_t index, const struct rq_ncs_instr *i,
                           uint32_t slots);
struct nd_expr *nd_ref_to(struct nd_walk *w, size_t index, struct nd_var *var);
void nd_declare(struct nd_walk *w, size_t index, const struct rq_ncs_instr *i,
                struct nd_list *list);

/* One instruction each. */
void nd_do_const(struct nd_walk *w, size_t index, const struct rq_ncs_instr *i);
void nd_do_binary(struct nd_walk *w, size_t index, const struct rq_ncs_instr *i);
void nd_do_unary(struct nd_walk *w, size_t index, const struct rq_ncs_instr *i);
void nd_do_member(struct nd_walk *w, size_t index, const struct rq_ncs_instr *i);
void nd_do_action(struct nd_walk *w, size_t index, const struct rq_ncs_instr *i,
                  struct nd_list *list);
void nd_do_call(struct nd_walk *w, size_t index, const struct rq_ncs_instr *i,
                struct nd_list *list);
/* True: the next instruction is part of it. */
bool nd_do_count(struct nd_walk *w, size_t index, const struct rq_ncs_instr *i);

#endif
