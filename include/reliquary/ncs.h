/* NCS: compiled scripts of KotOR. See docs/formats/ncs.md.
 *
 *     const struct rq_ncs *ncs = rq_doc_root(doc, "ncs");
 *     for (size_t i = 0; i < ncs->count; i++)
 *         puts(rq_ncs_mnemonic(ncs->instrs[i].op, ncs->instrs[i].type, name));
 */
#ifndef RELIQUARY_NCS_H
#define RELIQUARY_NCS_H

#include <reliquary/script.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What stands behind opcode and type byte. All numbers have their high byte first. */
enum rq_ncs_layout {
    RQ_NCS_PLAIN,    /* nothing */
    RQ_NCS_COPY,     /* i32 offset, u16 size */
    RQ_NCS_CONST,    /* by type: i32, f32, u16 and that many bytes, u32 */
    RQ_NCS_CALL,     /* u16 routine, u8 count of arguments */
    RQ_NCS_COMPARE,  /* nothing; u16 size for structures (type 24) */
    RQ_NCS_OFFSET,   /* i32 */
    RQ_NCS_JUMP,     /* i32, from the start of this instruction */
    RQ_NCS_DESTRUCT, /* u16 size, i16 offset of what is kept, u16 its size */
    RQ_NCS_STATE,    /* u32 bytes below the base pointer, u32 below the stack pointer */
};

/* opcode, name, mnemonic, layout */
#define RQ_NCS_OPS(X)                                                                              \
    X(0x01, CPDOWNSP, COPY)                                                                        \
    X(0x02, RSADD, PLAIN)                                                                          \
    X(0x03, CPTOPSP, COPY)                                                                         \
    X(0x04, CONST, CONST)                                                                          \
    X(0x05, ACTION, CALL)                                                                          \
    X(0x06, LOGAND, PLAIN)                                                                         \
    X(0x07, LOGOR, PLAIN)                                                                          \
    X(0x08, INCOR, PLAIN)                                                                          \
    X(0x09, EXCOR, PLAIN)                                                                          \
    X(0x0A, BOOLAND, PLAIN)                                                                        \
    X(0x0B, EQ, COMPARE)                                                                           \
    X(0x0C, NEQ, COMPARE)                                                                          \
    X(0x0D, GEQ, PLAIN)                                                                            \
    X(0x0E, GT, PLAIN)                                                                             \
    X(0x0F, LT, PLAIN)                                                                             \
    X(0x10, LEQ, PLAIN)                                                                            \
    X(0x11, SHLEFT, PLAIN)                                                                         \
    X(0x12, SHRIGHT, PLAIN)                                                                        \
    X(0x13, USHRIGHT, PLAIN)                                                                       \
    X(0x14, ADD, PLAIN)                                                                            \
    X(0x15, SUB, PLAIN)                                                                            \
    X(0x16, MUL, PLAIN)                                                                            \
    X(0x17, DIV, PLAIN)                                                                            \
    X(0x18, MOD, PLAIN)                                                                            \
    X(0x19, NEG, PLAIN)                                                                            \
    X(0x1A, COMP, PLAIN)                                                                           \
    X(0x1B, MOVSP, OFFSET)                                                                         \
    X(0x1C, STORESTATEALL, PLAIN)                                                                  \
    X(0x1D, JMP, JUMP)                                                                             \
    X(0x1E, JSR, JUMP)                                                                             \
    X(0x1F, JZ, JUMP)                                                                              \
    X(0x20, RETN, PLAIN)                                                                           \
    X(0x21, DESTRUCT, DESTRUCT)                                                                    \
    X(0x22, NOT, PLAIN)                                                                            \
    X(0x23, DECSP, OFFSET)                                                                         \
    X(0x24, INCSP, OFFSET)                                                                         \
    X(0x25, JNZ, JUMP)                                                                             \
    X(0x26, CPDOWNBP, COPY)                                                                        \
    X(0x27, CPTOPBP, COPY)                                                                         \
    X(0x28, DECBP, OFFSET)                                                                         \
    X(0x29, INCBP, OFFSET)                                                                         \
    X(0x2A, SAVEBP, PLAIN)                                                                         \
    X(0x2B, RESTOREBP, PLAIN)                                                                      \
    X(0x2C, STORESTATE, STATE)                                                                     \
    X(0x2D, NOP, PLAIN)

enum rq_ncs_op {
#define RQ_NCS_OP_ENUM(code, name, layout) RQ_NCS_OP_##name = code,
    RQ_NCS_OPS(RQ_NCS_OP_ENUM)
#undef RQ_NCS_OP_ENUM
        RQ_NCS_OP_END,
};

/* Type bytes: number, name, letters behind the opcode's name in a mnemonic. */
#define RQ_NCS_TYPES(X)                                                                            \
    X(0x00, NONE, "")                                                                              \
    X(0x01, STACK, "")                                                                             \
    X(0x03, INT, "I")                                                                              \
    X(0x04, FLOAT, "F")                                                                            \
    X(0x05, STRING, "S")                                                                           \
    X(0x06, OBJECT, "O")                                                                           \
    X(0x10, EFFECT, "E0")                                                                          \
    X(0x11, EVENT, "E1")                                                                           \
    X(0x12, LOCATION, "E2")                                                                        \
    X(0x13, TALENT, "E3")                                                                          \
    X(0x20, INT_INT, "II")                                                                         \
    X(0x21, FLOAT_FLOAT, "FF")                                                                     \
    X(0x22, OBJECT_OBJECT, "OO")                                                                   \
    X(0x23, STRING_STRING, "SS")                                                                   \
    X(0x24, STRUCT_STRUCT, "TT")                                                                   \
    X(0x25, INT_FLOAT, "IF")                                                                       \
    X(0x26, FLOAT_INT, "FI")                                                                       \
    X(0x30, EFFECT_EFFECT, "E0E0")                                                                 \
    X(0x31, EVENT_EVENT, "E1E1")                                                                   \
    X(0x32, LOCATION_LOCATION, "E2E2")                                                             \
    X(0x33, TALENT_TALENT, "E3E3")                                                                 \
    X(0x3A, VECTOR_VECTOR, "VV")                                                                   \
    X(0x3B, VECTOR_FLOAT, "VF")                                                                    \
    X(0x3C, FLOAT_VECTOR, "FV")

enum rq_ncs_type {
#define RQ_NCS_TYPE_ENUM(code, name, letters) RQ_NCS_##name = code,
    RQ_NCS_TYPES(RQ_NCS_TYPE_ENUM)
#undef RQ_NCS_TYPE_ENUM
};

struct rq_ncs_instr {
    uint32_t offset; /* in the file; derived */
    uint8_t op;      /* enum rq_ncs_op */
    uint8_t type;    /* the type byte as it is; of STORESTATE 0x10, the way to its block */
    uint8_t args;    /* ACTION: how many arguments */
    bool is_target;  /* a jump leads here; derived */

    /* Jumps: number of the instruction, or how many there are: the end; -1: a is the distance. */
    int32_t to;

    /* COPY: offset, size. CONST: number, bits of the float, or bytes of the text. ACTION: routine. COMPARE: size
     * of the structures. OFFSET: a. JUMP: distance, derived where to is not -1. DESTRUCT: size, offset, size of
     * what is kept. STATE: below base and stack pointer. */
    int32_t a, b, c;
    const uint8_t *text; /* CONST of a string: a bytes in the code page */
};

struct rq_ncs {
    uint8_t marker; /* 0x42 */
    uint32_t size;  /* of the file, as it says itself; nobody reads it */
    size_t count;
    struct rq_ncs_instr *instrs;
    struct rq_bytes tail; /* from the first byte on that is no instruction */
};

/* "ADDII", "CPTOPSP"; type bytes that the opcode should not have as a number: "ADD.41". name has room for 24
 * letters. NULL: there is no such opcode. */
RQ_API const char *rq_ncs_mnemonic(unsigned op, unsigned type, char name[24]);
/* The opposite; false: no such instruction. */
RQ_API bool rq_ncs_by_mnemonic(const char *name, uint8_t *op, uint8_t *type);

/* ---- the routines and constants of the engine ------------------------------------- */

struct rq_routine {
    uint16_t id;
    const char *type;   /* of what it returns: "int", "void" */
    const char *name;   /* "GetObjectByTag" */
    const char *params; /* "string sTag; int nNth=0", as nwscript.nss has them */
};

struct rq_constant {
    const char *name, *type, *value; /* "OBJECT_TYPE_CREATURE", "int", "1" */
};

/* game is 1 or 2. NULL: there is no such routine. */
RQ_API const struct rq_routine *rq_routine(unsigned game, unsigned id);
RQ_API const struct rq_routine *rq_routine_by_name(unsigned game, const char *name);
/* All constants of a game. */
RQ_API const struct rq_constant *rq_constants(unsigned game, size_t *count);

/* ---- listings --------------------------------------------------------------------- */

struct rq_ncs_text_options {
    unsigned game;         /* 1 or 2: whose names routines have; 0: numbers */
    enum rq_codepage page; /* of strings; RQ_CP_DEFAULT: cp1252 */
    bool depth; /* of a listing: the bytes on the stack before each instruction, as a comment */
};

/* Appends the instructions as text, UTF-8: one on a line, with labels. False without memory. */
RQ_API bool rq_ncs_list(const struct rq_ncs *ncs, const struct rq_ncs_text_options *options,
                        struct rq_out *out, struct rq_error *err);

/* Appends the file that a listing says; a listing that was not changed gives the bytes that it was made
 * from. False with err filled when something is wrong with the text: all of it was told to problem (may be
 * NULL), and out is as it was. */
RQ_API bool rq_ncs_assemble(struct rq_bytes text, const char *file,
                            const struct rq_ncs_text_options *options,
                            rq_script_problem_fn *problem, void *ctx, struct rq_out *out,
                            struct rq_error *err);

/* ---- decompiler ------------------------------------------------------------------- */

enum rq_ncs_verdict {
    RQ_NCS_SAME,      /* the source compiles to the same bytes */
    RQ_NCS_OTHER,     /* it compiles to other bytes, or not at all */
    RQ_NCS_NO_SOURCE, /* there is none: the code is not what the original compiler makes */
};

struct rq_ncs_report {
    enum rq_ncs_verdict verdict;
    bool exact_floats;   /* of struct rq_nss_options, with which the bytes come back */
    bool older_nwscript; /* and with an nwscript.nss that text tells of */
    uint32_t offset;     /* in the file: the first difference, or what has no source */
    unsigned included;   /* functions that an include has */
    char text[200];      /* why not; "" for RQ_NCS_SAME with the nwscript.nss of the game */
};

/* Makes sources of many scripts, and compiles each again to see whether the same bytes come back. It belongs to
 * one thread at a time. game is 1 or 2. NULL with err filled without memory. */
struct rq_ncs_decompiler;

RQ_API struct rq_ncs_decompiler *rq_ncs_decompiler_open(unsigned game, struct rq_error *err);
RQ_API void rq_ncs_decompiler_close(struct rq_ncs_decompiler *decompiler); /* may be NULL */

/* Adds the functions of an include: where their code stands in a script, its source names and includes them, if the
 * same bytes come back. find is that of struct rq_nss_options, the same for all; what it gives must outlive the
 * decompiler. An include that does not compile by itself is passed over. False with err filled without memory. */
typedef bool rq_ncs_find_fn(void *ctx, const char *name, struct rq_bytes *text, const char **path);
RQ_API bool rq_ncs_decompiler_include(struct rq_ncs_decompiler *decompiler, const char *name,
                                      rq_ncs_find_fn *find, void *ctx, struct rq_error *err);

/* Appends source text of a script, in the code page of its strings; without a source nothing. False with err
 * filled only without memory. */
RQ_API bool rq_ncs_decompile(struct rq_ncs_decompiler *decompiler, struct rq_ncs *ncs,
                             struct rq_out *out, struct rq_ncs_report *report,
                             struct rq_error *err);

#ifdef __cplusplus
}
#endif

#endif
