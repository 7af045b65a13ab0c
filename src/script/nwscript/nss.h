/* Inside of the compiler: tokens, trees, symbols. The way of a source: nss_lex.c makes tokens of it, nss_parse.c
 * and nss_parse_code.c a tree, which needs nothing but the text, so that trees of includes are kept. nss_bind.c
 * gives names their meaning for one script, nss_gen.c and nss_value.c check types and write code in one walk
 * (nss_emit.c), and nss_compile.c puts the file together. */
#ifndef RQ_SCRIPT_NWSCRIPT_NSS_H
#define RQ_SCRIPT_NWSCRIPT_NSS_H

#include "core/arena.h"
#include "core/bytes.h"
#include "script/nwscript/code.h"

#include <reliquary/ndb.h>
#include <reliquary/nwscript.h>

enum {
    NSS_MOST_PROBLEMS = 20, /* errors of one script; then it is given up */
    NSS_MOST_WARNINGS = 100,
    NSS_MOST_NESTING = 200,    /* parentheses and blocks in each other */
    NSS_MOST_DEPTH = 1000,     /* of a tree: terms of a sum */
    NSS_MOST_SOURCE = 4 << 20, /* bytes of a text: a tree takes up to a hundred times as many */
    NSS_MOST_MEMBERS = 1000,   /* of a struct */
    NSS_MOST_STRUCT = 0xFFFC,  /* bytes: sizes have 16 bits */
    NSS_MOST_TEXT = 0xFFFF,    /* bytes of a string */
    NSS_MOST_INCLUDES = 100,   /* in each other */
    NSS_MOST_CODE = 16 << 20,  /* bytes of a script */
};

/* ---- types ---- */

/* name, letters in messages, type byte, size */
#define NSS_TYPES(X)                                                                               \
    X(VOID, "void", 0, 0)                                                                          \
    X(INT, "int", RQ_NCS_INT, 4)                                                                   \
    X(FLOAT, "float", RQ_NCS_FLOAT, 4)                                                             \
    X(STRING, "string", RQ_NCS_STRING, 4)                                                          \
    X(OBJECT, "object", RQ_NCS_OBJECT, 4)                                                          \
    X(VECTOR, "vector", RQ_NCS_FLOAT, 12)                                                          \
    X(EFFECT, "effect", RQ_NCS_EFFECT, 4)                                                          \
    X(EVENT, "event", RQ_NCS_EVENT, 4)                                                             \
    X(LOCATION, "location", RQ_NCS_LOCATION, 4)                                                    \
    X(TALENT, "talent", RQ_NCS_TALENT, 4)                                                          \
    X(ACTION, "action", 0, 0)

enum nss_kind {
#define NSS_TYPE_ENUM(name, text, byte, size) NSS_##name,
    NSS_TYPES(NSS_TYPE_ENUM)
#undef NSS_TYPE_ENUM
        NSS_STRUCT,
    NSS_WRONG, /* of an expression that a problem was told about */
};

struct nss_name;

struct nss_type {
    uint8_t kind;          /* enum nss_kind */
    struct nss_name *name; /* of a struct */
};

/* ---- tokens ---- */

/* Pairs of operand types: name, left, right, type byte, result */
#define NSS_PAIRS(X)                                                                               \
    X(II, INT, INT, INT_INT, INT)                                                                  \
    X(FF, FLOAT, FLOAT, FLOAT_FLOAT, FLOAT)                                                        \
    X(IF, INT, FLOAT, INT_FLOAT, FLOAT)                                                            \
    X(FI, FLOAT, INT, FLOAT_INT, FLOAT)                                                            \
    X(SS, STRING, STRING, STRING_STRING, STRING)                                                   \
    X(OO, OBJECT, OBJECT, OBJECT_OBJECT, OBJECT)                                                   \
    X(VV, VECTOR, VECTOR, VECTOR_VECTOR, VECTOR)                                                   \
    X(VF, VECTOR, FLOAT, VECTOR_FLOAT, VECTOR)                                                     \
    X(FV, FLOAT, VECTOR, FLOAT_VECTOR, VECTOR)                                                     \
    X(E0, EFFECT, EFFECT, EFFECT_EFFECT, EFFECT)                                                   \
    X(E1, EVENT, EVENT, EVENT_EVENT, EVENT)                                                        \
    X(E2, LOCATION, LOCATION, LOCATION_LOCATION, LOCATION)                                         \
    X(E3, TALENT, TALENT, TALENT_TALENT, TALENT)                                                   \
    X(TT, STRUCT, STRUCT, STRUCT_STRUCT, STRUCT)

enum nss_pair {
#define NSS_PAIR_ENUM(name, left, right, byte, result) NSS_##name,
    NSS_PAIRS(NSS_PAIR_ENUM)
#undef NSS_PAIR_ENUM
        NSS_PAIR_COUNT,
};

#define NSS_BIT(pair) (1u << NSS_##pair)
/* Arithmetic; orders; equality. */
#define NSS_NUMBERS (NSS_BIT(II) | NSS_BIT(FF) | NSS_BIT(IF) | NSS_BIT(FI))
#define NSS_ORDER   (NSS_BIT(II) | NSS_BIT(FF))
#define NSS_EQUAL                                                                                  \
    (NSS_BIT(II) | NSS_BIT(FF) | NSS_BIT(SS) | NSS_BIT(OO) | NSS_BIT(TT) | NSS_BIT(E0) |           \
     NSS_BIT(E1) | NSS_BIT(E2) | NSS_BIT(E3))

/* Precedence; 0: no operator between two operands. */
enum {
    NSS_P_NONE,
    NSS_P_ASSIGN,
    NSS_P_CHOICE,
    NSS_P_OR,
    NSS_P_AND,
    NSS_P_BITOR,
    NSS_P_BITXOR,
    NSS_P_BITAND,
    NSS_P_EQUAL,
    NSS_P_ORDER,
    NSS_P_SHIFT,
    NSS_P_SUM,
    NSS_P_PRODUCT,
};

/* Signs: name, text, precedence, opcode, pairs of types that it takes, operator of a compound assignment. Those
 * that begin with the same letter stand together, the longest first. */
#define NSS_SIGNS(X)                                                                               \
    X(OPEN, "(", NONE, 0, 0, 0)                                                                    \
    X(CLOSE, ")", NONE, 0, 0, 0)                                                                   \
    X(BEGIN, "{", NONE, 0, 0, 0)                                                                   \
    X(FINISH, "}", NONE, 0, 0, 0)                                                                  \
    X(SQUARE, "[", NONE, 0, 0, 0)                                                                  \
    X(UNSQUARE, "]", NONE, 0, 0, 0)                                                                \
    X(COMMA, ",", NONE, 0, 0, 0)                                                                   \
    X(SEMICOLON, ";", NONE, 0, 0, 0)                                                               \
    X(COLON, ":", NONE, 0, 0, 0)                                                                   \
    X(QUESTION, "?", CHOICE, 0, 0, 0)                                                              \
    X(DOT, ".", NONE, 0, 0, 0)                                                                     \
    X(HASH, "#", NONE, 0, 0, 0)                                                                    \
    X(TILDE, "~", NONE, RQ_NCS_OP_COMP, 0, 0)                                                      \
    X(UNEQUAL, "!=", EQUAL, RQ_NCS_OP_NEQ, NSS_EQUAL, 0)                                           \
    X(NOT, "!", NONE, RQ_NCS_OP_NOT, 0, 0)                                                         \
    X(EQUAL, "==", EQUAL, RQ_NCS_OP_EQ, NSS_EQUAL, 0)                                              \
    X(SET, "=", ASSIGN, 0, 0, 0)                                                                   \
    X(OR, "||", OR, RQ_NCS_OP_LOGOR, NSS_BIT(II), 0)                                               \
    X(SET_BITOR, "|=", ASSIGN, 0, 0, NSS_T_BITOR)                                                  \
    X(BITOR, "|", BITOR, RQ_NCS_OP_INCOR, NSS_BIT(II), 0)                                          \
    X(AND, "&&", AND, RQ_NCS_OP_LOGAND, NSS_BIT(II), 0)                                            \
    X(SET_BITAND, "&=", ASSIGN, 0, 0, NSS_T_BITAND)                                                \
    X(BITAND, "&", BITAND, RQ_NCS_OP_BOOLAND, NSS_BIT(II), 0)                                      \
    X(SET_BITXOR, "^=", ASSIGN, 0, 0, NSS_T_BITXOR)                                                \
    X(BITXOR, "^", BITXOR, RQ_NCS_OP_EXCOR, NSS_BIT(II), 0)                                        \
    X(SET_LEFT, "<<=", ASSIGN, 0, 0, NSS_T_LEFT)                                                   \
    X(LEFT, "<<", SHIFT, RQ_NCS_OP_SHLEFT, NSS_BIT(II), 0)                                         \
    X(AT_MOST, "<=", ORDER, RQ_NCS_OP_LEQ, NSS_ORDER, 0)                                           \
    X(LESS, "<", ORDER, RQ_NCS_OP_LT, NSS_ORDER, 0)                                                \
    X(SET_URIGHT, ">>>=", ASSIGN, 0, 0, NSS_T_URIGHT)                                              \
    X(URIGHT, ">>>", SHIFT, RQ_NCS_OP_USHRIGHT, NSS_BIT(II), 0)                                    \
    X(SET_RIGHT, ">>=", ASSIGN, 0, 0, NSS_T_RIGHT)                                                 \
    X(RIGHT, ">>", SHIFT, RQ_NCS_OP_SHRIGHT, NSS_BIT(II), 0)                                       \
    X(AT_LEAST, ">=", ORDER, RQ_NCS_OP_GEQ, NSS_ORDER, 0)                                          \
    X(MORE, ">", ORDER, RQ_NCS_OP_GT, NSS_ORDER, 0)                                                \
    X(INCREMENT, "++", NONE, RQ_NCS_OP_INCSP, 0, 0)                                                \
    X(SET_ADD, "+=", ASSIGN, 0, 0, NSS_T_ADD)                                                      \
    X(ADD, "+", SUM, RQ_NCS_OP_ADD, NSS_NUMBERS | NSS_BIT(SS) | NSS_BIT(VV), 0)                    \
    X(DECREMENT, "--", NONE, RQ_NCS_OP_DECSP, 0, 0)                                                \
    X(SET_SUB, "-=", ASSIGN, 0, 0, NSS_T_SUB)                                                      \
    X(SUB, "-", SUM, RQ_NCS_OP_SUB, NSS_NUMBERS | NSS_BIT(VV), 0)                                  \
    X(SET_MUL, "*=", ASSIGN, 0, 0, NSS_T_MUL)                                                      \
    X(MUL, "*", PRODUCT, RQ_NCS_OP_MUL, NSS_NUMBERS | NSS_BIT(VF) | NSS_BIT(FV), 0)                \
    X(SET_DIV, "/=", ASSIGN, 0, 0, NSS_T_DIV)                                                      \
    X(DIV, "/", PRODUCT, RQ_NCS_OP_DIV, NSS_NUMBERS | NSS_BIT(VF), 0)                              \
    X(SET_MOD, "%=", ASSIGN, 0, 0, NSS_T_MOD)                                                      \
    X(MOD, "%", PRODUCT, RQ_NCS_OP_MOD, NSS_BIT(II), 0)

enum nss_token_kind {
#define NSS_SIGN_ENUM(name, text, level, op, pairs, base) NSS_T_##name,
    NSS_SIGNS(NSS_SIGN_ENUM)
#undef NSS_SIGN_ENUM
        NSS_SIGN_COUNT,
    NSS_T_END = NSS_SIGN_COUNT,
    NSS_T_NAME,
    NSS_T_INT,
    NSS_T_FLOAT,
    NSS_T_STRING,
    NSS_T_WRONG, /* a problem was told */
};

struct nss_sign {
    const char *text;
    uint8_t size, level, op, base;
    uint32_t pairs;
};

extern const struct nss_sign nss_signs[NSS_SIGN_COUNT];

#define NSS_WORDS(X)                                                                               \
    X(IF, "if")                                                                                    \
    X(ELSE, "else")                                                                                \
    X(WHILE, "while")                                                                              \
    X(DO, "do")                                                                                    \
    X(FOR, "for")                                                                                  \
    X(SWITCH, "switch")                                                                            \
    X(CASE, "case")                                                                                \
    X(DEFAULT, "default")                                                                          \
    X(BREAK, "break")                                                                              \
    X(CONTINUE, "continue")                                                                        \
    X(RETURN, "return")                                                                            \
    X(STRUCT, "struct")                                                                            \
    X(CONST, "const")                                                                              \
    X(OBJECT_SELF, "OBJECT_SELF")                                                                  \
    X(OBJECT_INVALID, "OBJECT_INVALID")

enum nss_word {
    NSS_W_NONE,
#define NSS_WORD_ENUM(name, text) NSS_W_##name,
    NSS_WORDS(NSS_WORD_ENUM)
#undef NSS_WORD_ENUM
        NSS_W_TYPE, /* nss_name.type_kind says which */
};

struct nss_token {
    uint8_t kind; /* enum nss_token_kind */
    uint32_t at, size;
    struct nss_name *name; /* of a name or word */
    int32_t number;        /* of an int; bits of a float */
    struct rq_bytes text;  /* of a string */
};

/* ---- trees ---- */

enum nss_node_kind {
    NSS_N_WRONG,  /* a problem was told */
    NSS_N_INT,    /* number */
    NSS_N_FLOAT,  /* number: its bits */
    NSS_N_STRING, /* text */
    NSS_N_OBJECT, /* number */
    NSS_N_VECTOR, /* a, b, c */
    NSS_N_NAME,   /* name */
    NSS_N_CALL,   /* name, a: arguments by next */
    NSS_N_MEMBER, /* a, name */
    NSS_N_UNARY,  /* op, a */
    NSS_N_BEFORE, /* ++a; op */
    NSS_N_AFTER,  /* a++; op */
    NSS_N_BINARY, /* op, a, b */
    NSS_N_ASSIGN, /* op, a, b */
    NSS_N_CHOICE, /* a ? b : c */
    NSS_S_BLOCK,  /* a: statements by next */
    NSS_S_VALUE,  /* a */
    NSS_S_LOCAL, /* type, name, a: initial value; further ones of the list as statements of their own */
    NSS_S_IF,     /* a, b, c */
    NSS_S_WHILE,  /* a, b */
    NSS_S_DO,     /* b, a */
    NSS_S_FOR,    /* a, b, c, d: the body */
    NSS_S_SWITCH, /* a, b; c: first case */
    NSS_S_CASE,   /* a: value, NULL for default; c: next case */
    NSS_S_BREAK,
    NSS_S_CONTINUE,
    NSS_S_RETURN, /* a */
    NSS_S_EMPTY,
};

struct nss_node {
    uint8_t kind, op;
    bool parens;   /* in parentheses of its own */
    bool constant; /* const */
    uint16_t depth;
    uint32_t at, size; /* of what a message points to */
    union {
        int32_t number;
        uint32_t jump; /* of a case: where its jump has its distance, while code is made */
        uint32_t end;  /* of a block: its closing brace */
    };
    struct nss_node *a, *b, *c, *next;
    struct nss_name *name;
    union {
        struct rq_bytes text;
        struct nss_type type;
        struct nss_node *d;
    };
};

struct nss_param {
    struct nss_type type;
    struct nss_name *name;
    struct nss_node *initial; /* or NULL */
    uint32_t at, size;
};

/* Calls of user functions in a piece of text, in the order in which they are complete. */
struct nss_calls {
    struct nss_name **names;
    uint32_t count, room;
};

enum nss_decl_kind { NSS_D_INCLUDE, NSS_D_GLOBAL, NSS_D_FUNCTION, NSS_D_STRUCT };

struct nss_decl {
    uint8_t kind;
    bool constant;  /* of a global */
    bool broken;    /* the body has errors */
    bool prototype; /* of a function: no body */
    uint32_t at, size;
    struct nss_decl *next;
    struct nss_name *name;  /* of an include: in lower case */
    struct nss_type type;   /* of a global, of what a function returns */
    struct nss_node *value; /* initial value, or the body */
    struct nss_calls calls;
    struct nss_param *params; /* of a function; members of a struct */
    uint32_t count, room;
    uint32_t number; /* of a routine of the engine */
    uint32_t order;  /* among all declarations of the script */
    struct nss_file *file;
};

struct nss_file {
    const char *path;
    struct rq_bytes text;
    struct nss_decl *first;
    size_t errors;
    uint32_t script; /* that it was included in last */
    uint32_t noted;  /* for the debugger: its number there */
    struct nss_file *next;
    struct nss_name *name;
};

/* ---- symbols ---- */

struct nss_value {
    struct nss_type type;
    int32_t number; /* of an int or object; bits of a float */
    int32_t more[2];
    struct rq_bytes text;
};

struct nss_struct {
    struct nss_decl *decl;
    uint32_t size, depth; /* depth: structs in each other */
    uint32_t *offsets;    /* of its members */
    uint32_t noted;       /* for the debugger: its number there; 0: none yet */
    bool broken;
};

/* A variable or constant. */
struct nss_var {
    struct nss_name *name;
    struct nss_type type;
    bool global, constant, used, param;
    int32_t place;  /* from the base of the function, or of the globals */
    uint32_t order; /* of a global: among all declarations */
    uint32_t at, size, block;
    uint32_t noted;         /* for the debugger: number among all variables, and 1 */
    struct nss_value value; /* of a constant */
    struct nss_var *hidden; /* of the same name, further out */
    struct nss_var *before; /* declared before it */
};

struct nss_function {
    struct nss_decl *first, *body; /* first: prototype or body, whatever comes first */
    struct nss_function *next;
    uint32_t start, jumps; /* offset of its code; last call that waits for it */
    bool queued, made;
};

/* Every name of all texts is there once. */
struct nss_name {
    const char *text;
    uint32_t size, hash;
    uint8_t word, type_kind;
    struct nss_decl *routine; /* of the engine, or NULL */
    struct nss_var *constant; /* of the engine, or NULL */
    struct nss_file *file;    /* include of that name that was read, or NULL */
    bool missing;             /* include of that name that was asked for and is not there */
    /* Meaning in one script: */
    uint32_t script;
    struct nss_var *local, *global;
    struct nss_function *function;
    struct nss_struct *structure;
};

/* ---- the compiler ---- */

struct nss_loop {
    struct nss_loop *outer;
    bool is_switch;
    uint32_t breaks, continues; /* last jumps that wait, 0: none */
    int32_t depth;              /* of the stack around it */
};

/* What is noted for a debugger while code is made (nss_debug.c). */
struct nss_mark {
    const struct nss_file *file;
    uint32_t at, start; /* in the text; in the code */
};

struct nss_notes {
    struct rq_ndb ndb; /* functions, variables, structs; the rest when the script is done */
    struct nss_mark *marks;
    uint32_t mark_count, mark_room;
    uint32_t function_room, variable_room, struct_room;
    bool done; /* what comes now is dropped again */
};

#define NSS_NO_LINE UINT32_MAX

struct rq_nss_compiler {
    struct rq_nss_options options;
    struct rq_arena keep; /* names, tables, includes */
    struct nss_name **names;
    uint32_t name_count, name_mask;
    uint8_t first[256]; /* first sign of a letter, + 1 */
    struct nss_file nwscript;
    struct nss_file *includes; /* all that were read */

    /* One script: */
    uint32_t script;
    struct rq_arena arena;
    struct nss_file root;
    struct nss_file *file; /* problems are told of it */
    size_t errors, warnings;
    bool no_memory;
    bool
        incomplete; /* an include is missing: names that are not there are no problem of the text */
    bool no_locals; /* constants of declarations: local names do not count */
    uint32_t order;
    struct nss_file **used; /* includes */
    uint32_t used_count, used_room;
    struct nss_function *functions, **last_function;
    struct nss_decl **globals;
    uint32_t global_count, global_room;

    /* Code: */
    struct rq_out code;
    int32_t depth; /* bytes on the stack from the function's base */
    int32_t globals_size;
    bool in_globals; /* they are made: BP is not set */
    struct nss_decl *function;
    uint32_t returns;     /* last jump to the end */
    int32_t base;         /* result and parameters */
    struct nss_var *vars; /* visible, the last first */
    uint32_t block;       /* how many blocks are open */
    struct nss_loop *loop;
    struct nss_notes notes;
};

struct nss_parser {
    struct rq_nss_compiler *c;
    struct rq_arena *arena;
    struct nss_file *file;
    const uint8_t *begin, *p, *end;
    struct nss_token token;
    uint32_t last_end; /* of the token before */
    bool panic, is_nwscript;
    unsigned nesting;
    struct nss_calls *calls;
    struct nss_node *switch_now; /* whose cases come */
    bool in_switch_block;        /* directly */
    struct nss_node **last_case;
    struct nss_node none; /* in place of nodes, without memory: nothing is made of it */
};

/* ---- nss_lex.c ---- */

struct nss_name *nss_intern(struct rq_nss_compiler *c, const char *text, size_t size);
bool nss_words(struct rq_nss_compiler *c);
void nss_next(struct nss_parser *p);
/* Tells a problem once for each statement, at a token. */
void nss_wrong(struct nss_parser *p, const struct nss_token *at, const char *hint, const char *fmt,
               ...) RQ_PRINTF(4, 5);
void nss_expected(struct nss_parser *p, const char *what);
/* Whether the token stands on another line than the one before it. */
bool nss_on_new_line(const struct nss_parser *p);

/* ---- nss_tell.c ---- */

/* An error, or with an id a warning, of c->file. */
void nss_error(struct rq_nss_compiler *c, uint32_t at, uint32_t size, const char *hint,
               const char *fmt, ...) RQ_PRINTF(5, 6);
void nss_warn(struct rq_nss_compiler *c, const char *id, uint32_t at, uint32_t size,
              const char *hint, const char *fmt, ...) RQ_PRINTF(6, 7);
/* "int", "struct point". text has room for 64 letters. */
const char *nss_type_text(struct nss_type type, char text[64]);
/* "did you mean X?" for a name that is not there, or "". */
enum nss_sort { NSS_ANY_VALUE, NSS_ANY_CALL, NSS_ANY_STRUCT };
const char *nss_did_you_mean(struct rq_nss_compiler *c, const struct nss_name *name,
                             enum nss_sort sort, char text[96]);

/* ---- nss_parse.c, nss_parse_code.c ---- */

/* The tree of a text, from the arena. False without memory; file->errors counts what is wrong. */
bool nss_parse(struct rq_nss_compiler *c, struct rq_arena *arena, struct nss_file *file,
               bool is_nwscript);
bool nss_take(struct nss_parser *p, unsigned kind);
bool nss_need(struct nss_parser *p, unsigned kind, const char *what);
bool nss_at_type(const struct nss_parser *p);
struct nss_type nss_parse_type(struct nss_parser *p);
struct nss_node *nss_node(struct nss_parser *p, unsigned kind, uint32_t at, uint32_t size);
struct nss_node *nss_parse_value(struct nss_parser *p);
struct nss_node *nss_parse_choice(struct nss_parser *p);
struct nss_node *nss_parse_block(struct nss_parser *p);
bool nss_deeper(struct nss_parser *p);
bool nss_no_memory(struct nss_parser *p);

/* ---- nss_bind.c ---- */

/* The meaning of a name in this script: cleared when it is left from another. */
static inline struct nss_name *nss_bound(const struct rq_nss_compiler *c, struct nss_name *name)
{
    if (name->script != c->script) {
        name->script = c->script;
        name->local = name->global = NULL;
        name->function = NULL;
        name->structure = NULL;
    }
    return name;
}

bool nss_bind_file(struct rq_nss_compiler *c, struct nss_file *file, unsigned depth);
bool nss_bind_engine(struct rq_nss_compiler *c);
uint32_t nss_size(const struct rq_nss_compiler *c, struct nss_type type);
bool nss_same_type(struct nss_type a, struct nss_type b);
/* Tells when a struct is not known. */
bool nss_check_type(struct rq_nss_compiler *c, struct nss_type type, uint32_t at, uint32_t size);
/* The value of a constant expression; false: it is none (and nothing is told). */
bool nss_constant(struct rq_nss_compiler *c, const struct nss_node *node, struct nss_value *value);

/* ---- nss_emit.c ---- */

static inline uint32_t nss_here(const struct rq_nss_compiler *c)
{
    return (uint32_t)c->code.size;
}

void nss_op(struct rq_nss_compiler *c, unsigned op, unsigned type);
void nss_op32(struct rq_nss_compiler *c, unsigned op, unsigned type, int32_t value);
void nss_copy(struct rq_nss_compiler *c, unsigned op, int32_t offset, uint32_t size);
/* A jump that waits: gives the place for nss_land; `with` waits for the same, or is 0. */
uint32_t nss_jump(struct rq_nss_compiler *c, unsigned op, uint32_t with);
void nss_land(struct rq_nss_compiler *c, uint32_t jumps);
void nss_land_at(struct rq_nss_compiler *c, uint32_t jumps, uint32_t target);
void nss_jump_to(struct rq_nss_compiler *c, unsigned op, uint32_t target);
/* MOVSP, and the depth follows; nothing for 0. */
void nss_pop(struct rq_nss_compiler *c, int32_t size);
/* RSADD for every part. */
void nss_reserve(struct rq_nss_compiler *c, struct nss_type type);
void nss_put_value(struct rq_nss_compiler *c, const struct nss_value *value);
void nss_put_action(struct rq_nss_compiler *c, unsigned routine, unsigned count);
void nss_put_destruct(struct rq_nss_compiler *c, uint32_t size, uint32_t offset, uint32_t kept);
void nss_put_state(struct rq_nss_compiler *c);

/* ---- nss_debug.c: all of it does nothing unless options.debug is set ---- */

/* Code from here on belongs to this place of c->file, or to NSS_NO_LINE. */
void nss_note_line(struct rq_nss_compiler *c, uint32_t at);
/* A function begins or ends here; decl is NULL for one that is not in the text. */
void nss_note_function(struct rq_nss_compiler *c, const char *name, const struct nss_decl *decl);
void nss_note_function_end(struct rq_nss_compiler *c);
void nss_note_variable(struct rq_nss_compiler *c, const char *name, struct nss_type type,
                       int32_t place, uint32_t *noted);
void nss_note_variable_end(struct rq_nss_compiler *c, uint32_t noted);
/* The script is done: lines and files. */
void nss_note_all(struct rq_nss_compiler *c);

/* ---- nss_value.c, nss_gen.c ---- */

/* Code that puts a value on the stack. */
struct nss_type nss_gen_value(struct rq_nss_compiler *c, struct nss_node *node);
struct nss_type nss_gen_call(struct rq_nss_compiler *c, struct nss_node *node);
/* The same, of a type that is needed; what says for what: "the condition". */
bool nss_gen_typed(struct rq_nss_compiler *c, struct nss_node *node, struct nss_type type,
                   const char *what);
/* Tells that a value has another type than is needed. */
void nss_mismatch(struct rq_nss_compiler *c, const struct nss_node *node, struct nss_type got,
                  struct nss_type type, const char *what);
void nss_gen_function(struct rq_nss_compiler *c, struct nss_function *f);
void nss_gen_globals(struct rq_nss_compiler *c);

#endif
