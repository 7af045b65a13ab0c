/* Decompiler: what its parts share. The shapes are those of docs/nwscript.md; every construct of the original
 * compiler has exactly one. */
#ifndef RQ_SCRIPT_NWSCRIPT_DECOMPILE_H
#define RQ_SCRIPT_NWSCRIPT_DECOMPILE_H

#include "core/json.h"
#include "script/nwscript/listing.h"

#include <reliquary/ndb.h>
#include <reliquary/nwscript.h>

enum nd_type {
    ND_UNKNOWN,
    ND_VOID,
    ND_INT,
    ND_FLOAT,
    ND_STRING,
    ND_OBJECT,
    ND_EFFECT,
    ND_EVENT,
    ND_LOCATION,
    ND_TALENT,
    ND_VECTOR,
    ND_STRUCT,
    ND_ACTION,
    ND_TYPES
};

/* A type that may become known later: cells that must be equal are joined. */
struct nd_cell {
    struct nd_cell *same;
    enum nd_type type;
};

struct nd_fn;
struct nd_stmt;

/* One slot of the stack that has a name, or a group of them: a vector, a struct. */
struct nd_var {
    struct nd_cell type;
    struct nd_var *group; /* that it is a member of */
    uint32_t index;       /* in the group */
    uint32_t slots;
    struct nd_var **members; /* of a group */
    uint32_t at;             /* instruction that made it */
    struct nd_stmt *decl;
    struct nd_fn *maybe; /* a function without a return that this may be the value of */
    const char *hint;    /* for its name */
    char *name;
    bool is_global, is_used, is_dead, is_told;
    uint32_t structure; /* of a group: number of its type */
};

enum nd_kind {
    ND_CONST,
    ND_REF,
    ND_MEMBER, /* a, value: the slot */
    ND_UNARY,
    ND_BINARY,
    ND_CALL, /* routine or fn */
    ND_ASSIGN,
    ND_AFTER,  /* x++ */
    ND_BEFORE, /* ++x */
    ND_POINT,  /* [x, y, z] */
    ND_DEFER,  /* a: the call that is an action */
};

struct nd_expr {
    uint8_t kind, op, op_type;
    uint32_t slots, start, depth;
    struct nd_cell *type;
    struct nd_expr *a, *b;
    struct nd_var *var;
    struct nd_fn *fn;
    const struct rq_routine *routine;
    struct nd_expr **args;
    uint32_t count;
    int32_t value;
    const uint8_t *text;
    const char *named; /* a constant of this value */
    int32_t skips;     /* where the jump of && or || leads; -1: none */
};

enum nd_stmt_kind {
    ND_EXPR,
    ND_DECL,
    ND_BLOCK,
    ND_IF,
    ND_WHILE,
    ND_DO,
    ND_SWITCH,
    ND_CASE,
    ND_DEFAULT,
    ND_RETURN,
    ND_JUMP,
};

struct nd_list {
    struct nd_stmt *first, *last;
};

struct nd_stmt {
    struct nd_stmt *next, *prev;
    uint8_t kind;
    bool is_gone;
    uint32_t start;
    struct nd_expr *expr;
    struct nd_var *var;
    struct nd_list body, other;
    int32_t value;      /* of a case; where a jump leads */
    int32_t out, again; /* of loops and switches: where break and continue lead */
};

struct nd_fn {
    uint32_t start, end; /* instructions */
    uint32_t leave;      /* what return jumps to */
    uint32_t params;     /* slots */
    struct nd_var **slots;
    uint32_t value;       /* slots of what it returns */
    struct nd_cell *type; /* of that */
    struct nd_list body;
    char name[64];
    bool is_entry, is_included;
};

/* A routine that takes other arguments than today's: an older nwscript.nss had it so. */
enum { ND_MOST_ARGS = 24 };
struct nd_older {
    const struct rq_routine *routine;
    uint32_t args;
    uint8_t types[ND_MOST_ARGS];
};
enum { ND_MOST_OLDER = 16 };

struct nd {
    const struct rq_ncs *ncs;
    unsigned game;
    struct rq_arena arena;
    struct nd_cell known[ND_TYPES];
    struct nd_fn *fns;
    uint32_t fn_count;
    uint32_t *fn_at; /* by instruction: number of the function that starts there, and 1 */
    struct nd_list globals;
    struct nd_var **global_slots;
    uint32_t global_count;
    bool is_conditional, again;
    uint32_t
        *learned; /* by function: slots of values that its callers take though it returns none */
    struct nd_older older[ND_MOST_OLDER];
    uint32_t older_count;
    const struct nd_library *library; /* whose functions it has, or NULL */
    uint32_t globals_start;           /* instruction */
    bool is_bad, no_memory;
    uint32_t bad_at; /* instruction */
    char why[160];
};

/* The functions and globals of an include, compiled with all of its functions. */
struct nd_library {
    struct nd_library *next;
    char name[17];
    bool exact_floats;
    struct rq_out file;
    struct rq_arena arena;
    struct rq_ncs ncs;
    struct rq_ndb *ndb;
    uint32_t globals;                /* slots */
    uint32_t global_from, global_to; /* instructions that make them */
};

/* NULL without memory, or for an include that does not compile. */
struct nd_library *nd_library_open(struct rq_nss_compiler *compiler, const char *name);
void nd_library_close(struct nd_library *library);
/* Names the functions and globals that the library has; how many functions. */
uint32_t nd_library_match(struct nd *d, const struct nd_library *library, bool take);

/* Says why, once; everything goes on with harmless values. */
void nd_fail(struct nd *d, size_t at, const char *fmt, ...) RQ_PRINTF(3, 4);
void *nd_get(struct nd *d, size_t count, size_t size);

struct nd_cell *nd_root(struct nd_cell *cell);
void nd_join(struct nd_cell *a, struct nd_cell *b);
static inline enum nd_type nd_type_of(struct nd_cell *cell)
{
    return nd_root(cell)->type;
}
/* By the first word of a parameter, "int nNth=0". */
enum nd_type nd_type_by_name(const char *text);
enum nd_type nd_type_by_code(unsigned type);
extern const char *const nd_type_names[ND_TYPES];

/* The next parameter of a routine: fills its type, name and default (NULL: none); false after the last. */
struct nd_param {
    enum nd_type type;
    struct rq_str name, value;
};
bool nd_next_param(const char **params, struct nd_param *param);

/* The statements of the block of globals, of a function. */
void nd_walk_globals(struct nd *d, uint32_t from, uint32_t to);
void nd_walk_function(struct nd *d, struct nd_fn *fn);

/* The variables as one, a vector or a struct. NULL after nd_fail. */
struct nd_var *nd_group(struct nd *d, size_t at, struct nd_var **vars, uint32_t count);

/* The line of a routine as nwscript.nss has it; older may be NULL. */
void nd_put_prototype(struct rq_out *out, const struct rq_routine *routine,
                      const struct nd_older *older);

/* Writes the source. */
void nd_print(struct nd *d, bool exact_floats, struct rq_out *out);
/* Appends a number that the compiler reads as these bits; false when there is none. */
bool nd_put_float(struct rq_out *out, uint32_t bits, bool exact);
/* Whether correctly rounded numbers are the shorter ones. */
bool nd_floats_are_exact(const struct rq_ncs *ncs);

#endif
