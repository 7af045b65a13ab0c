/* What listing and assembler share, and what they know of the stack. */
#ifndef RQ_SCRIPT_NWSCRIPT_LISTING_H
#define RQ_SCRIPT_NWSCRIPT_LISTING_H

#include "script/nwscript/code.h"

#include <limits.h>

#define RQ_NCS_NO_DEPTH INT_MIN

/* The bytes on the stack before each instruction, from the start of its function (negative: below it);
 * RQ_NCS_NO_DEPTH where they are not known. effects (may be NULL) is what each function does to the stack, where
 * it starts. The caller frees both; NULL without memory. */
int32_t *rq_ncs_depths(const struct rq_ncs *ncs, unsigned game, int32_t **effects);

/* Bytes that an instruction puts on the stack (negative: takes off). False: not known, a call of a function or
 * of a routine that the game does not have. */
bool rq_ncs_effect(const struct rq_ncs_instr *instr, unsigned game, int32_t *bytes);

/* Bytes of a value by its type in nwscript ("int", "vector", "void"; what stands behind the word does not
 * count); -1: none of these. An action is 0: it is not on the stack. */
int32_t rq_ncs_size_of_type(const char *type);

/* ---- listings of other tools: foreign.c ---- */

/* The columns before an instruction: "0000000D", and with ncsdis its bytes, "1E 00 00000008". */
struct rq_ncs_columns {
    uint8_t bytes[12];
    uint8_t count; /* of bytes; of STORESTATE they are not those of the file */
    bool has_address;
};

/* Where the instruction begins, behind such columns; p when there are none. */
const uint8_t *rq_ncs_skip_columns(const uint8_t *p, const uint8_t *end, struct rq_ncs_columns *c);

/* Our mnemonic for one of reone; NULL: it has none that is not ours, too. */
const char *rq_ncs_name_of_reone(const char *name);

/* Whether a listing is one of reone: its strings have no escapes. */
bool rq_ncs_is_reone(struct rq_bytes text);

#endif
