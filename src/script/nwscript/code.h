/* The code of NCS: bytes to instructions and back, by one table (RQ_NCS_OPS of reliquary/ncs.h). */
#ifndef RQ_SCRIPT_NWSCRIPT_CODE_H
#define RQ_SCRIPT_NWSCRIPT_CODE_H

#include "core/arena.h"
#include "core/bytes.h"

#include <reliquary/ncs.h>

enum { RQ_NCS_HEAD = 13, RQ_NCS_MARKER = 0x42 };
extern const char rq_ncs_magic[9];

struct rq_ncs_op_info {
    const char *name; /* NULL: there is no such opcode */
    uint8_t layout;   /* enum rq_ncs_layout */
    uint8_t size;     /* bytes with opcode and type byte, of most types: rq_ncs_size has them all */
};

/* For all 256 opcodes. */
extern const struct rq_ncs_op_info rq_ncs_op_infos[256];

static inline bool rq_ncs_jumps(const struct rq_ncs_instr *instr)
{
    return rq_ncs_op_infos[instr->op].layout == RQ_NCS_JUMP;
}

static inline bool rq_ncs_is_text(const struct rq_ncs_instr *instr)
{
    return instr->op == RQ_NCS_OP_CONST && instr->type == RQ_NCS_STRING;
}

/* False for type bytes that no opcode of a compiler has, and for opcodes that the engine does not know. */
bool rq_ncs_is_usual(unsigned op, unsigned type);

/* Bytes of an instruction. */
uint32_t rq_ncs_size(const struct rq_ncs_instr *instr);

/* All instructions of code, which stands at RQ_NCS_HEAD of a file, from the arena; texts point into code. What
 * can't be decoded is the tail. False without memory. */
bool rq_ncs_decode(struct rq_bytes code, struct rq_arena *arena, struct rq_ncs *ncs);

/* Brings offset, is_target and the distances of jumps up to date. False: a distance of a jump, or the size,
 * does not fit into 32 bits. */
bool rq_ncs_settle(struct rq_ncs *ncs);

/* Bytes of the whole file: head, code, tail. */
uint32_t rq_ncs_whole_size(const struct rq_ncs *ncs);

/* Appends the file; false: it would be more than 2 GB. */
bool rq_ncs_put_file(struct rq_ncs *ncs, struct rq_out *out);

/* The instruction at an offset of the file; the number of instructions for their end; -1: neither. */
int32_t rq_ncs_at(const struct rq_ncs *ncs, uint32_t offset);

#endif
