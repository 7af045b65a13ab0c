#include "script/nwscript/code.h"

#include <stdio.h>
#include <stdlib.h>

const char rq_ncs_magic[9] = "NCS V1.0";

/* ---- the table ---- */

/* Bytes behind opcode and type byte; of strings as those of a number, of structures without their size. */
enum {
    BYTES_PLAIN = 0,
    BYTES_COPY = 6,
    BYTES_CONST = 4,
    BYTES_CALL = 3,
    BYTES_COMPARE = 0,
    BYTES_OFFSET = 4,
    BYTES_JUMP = 4,
    BYTES_DESTRUCT = 6,
    BYTES_STATE = 8,
    MOST_BYTES = BYTES_STATE,
};

const struct rq_ncs_op_info rq_ncs_op_infos[256] = {
#define ROW(code, name, layout) [code] = {#name, RQ_NCS_##layout, 2 + BYTES_##layout},
    RQ_NCS_OPS(ROW)
#undef ROW
};

static const char *const type_letters[256] = {
#define ROW(code, name, letters) [code] = (letters),
    RQ_NCS_TYPES(ROW)
#undef ROW
};

static bool compares_structures(unsigned op, unsigned type)
{
    return type == RQ_NCS_STRUCT_STRUCT && (op == RQ_NCS_OP_EQ || op == RQ_NCS_OP_NEQ);
}

uint32_t rq_ncs_size(const struct rq_ncs_instr *instr)
{
    uint32_t size = rq_ncs_op_infos[instr->op].size;
    if (rq_ncs_is_text(instr))
        return 4 + (uint32_t)instr->a;
    return compares_structures(instr->op, instr->type) ? size + 2 : size;
}

/* ---- mnemonics ---- */

/* The type byte that an opcode without a choice has: it is left out of the mnemonic. */
static int usual_type(unsigned op)
{
    switch (rq_ncs_op_infos[op].layout) {
    case RQ_NCS_COPY:
    case RQ_NCS_DESTRUCT: return RQ_NCS_STACK;
    case RQ_NCS_STATE: return RQ_NCS_EFFECT;
    case RQ_NCS_CALL:
    case RQ_NCS_JUMP: return RQ_NCS_NONE;
    default: break;
    }
    switch (op) {
    case RQ_NCS_OP_MOVSP:
    case RQ_NCS_OP_RETN:
    case RQ_NCS_OP_SAVEBP:
    case RQ_NCS_OP_RESTOREBP:
    case RQ_NCS_OP_NOP: return RQ_NCS_NONE;
    case RQ_NCS_OP_STORESTATEALL: return 0x08; /* as NWN's documents have it; no file shows one */
    default: return -1;
    }
}

/* What stands behind the opcode's name for a type; NULL: nothing that a compiler writes. */
static const char *letters_of(unsigned op, unsigned type)
{
    int usual = usual_type(op);
    if (usual >= 0)
        return (int)type == usual ? "" : NULL;
    return type_letters[type & 0xFF] && *type_letters[type & 0xFF] ? type_letters[type & 0xFF]
                                                                   : NULL;
}

bool rq_ncs_is_usual(unsigned op, unsigned type)
{
    return op != RQ_NCS_OP_NOP && op != RQ_NCS_OP_STORESTATEALL && letters_of(op, type) != NULL;
}

const char *rq_ncs_mnemonic(unsigned op, unsigned type, char name[24])
{
    const char *base = op < 256 ? rq_ncs_op_infos[op].name : NULL;
    if (!base)
        return NULL;
    const char *letters = letters_of(op, type);
    if (letters)
        snprintf(name, 24, "%s%s", base, letters);
    else
        snprintf(name, 24, "%s.%02X", base, type & 0xFF);
    return name;
}

/* The type whose mnemonic has this behind the opcode's name; -1: none. */
static int type_by_letters(unsigned op, const char *rest)
{
    static const char digits[] = "0123456789ABCDEF";
    if (rest[0] == '.') {
        const char *high = rest[1] ? strchr(digits, rest[1]) : NULL;
        const char *low = high && rest[2] ? strchr(digits, rest[2]) : NULL;
        unsigned type = low ? (unsigned)((high - digits) * 16 + (low - digits)) : 0;
        return low && !rest[3] && !letters_of(op, type) ? (int)type : -1;
    }
    for (unsigned type = 0; type < 256; type++) {
        const char *letters = letters_of(op, type);
        if (letters && strcmp(letters, rest) == 0)
            return (int)type;
    }
    return -1;
}

bool rq_ncs_by_mnemonic(const char *name, uint8_t *op, uint8_t *type)
{
    size_t best = 0;
    for (unsigned i = 0; i < RQ_NCS_OP_END; i++) {
        const char *base = rq_ncs_op_infos[i].name;
        size_t size = base ? strlen(base) : 0;
        /* The longest that fits, of those whose rest is a type: LT and LTII, NEQ and NEQSS. */
        if (size <= best || strncmp(name, base, size) != 0)
            continue;
        int found = type_by_letters(i, name + size);
        if (found < 0)
            continue;
        best = size;
        *op = (uint8_t)i;
        *type = (uint8_t)found;
    }
    return best;
}

/* ---- decoding ---- */

static uint16_t get16be(const uint8_t *p)
{
    return (uint16_t)(p[0] << 8 | p[1]);
}

/* Bytes of the instruction at p; 0: there is none that is whole. */
static size_t size_at(const uint8_t *p, size_t left)
{
    size_t size = left < 2 ? 0 : rq_ncs_op_infos[p[0]].size;
    if (!size)
        return 0;
    if (get16be(p) == (RQ_NCS_OP_CONST << 8 | RQ_NCS_STRING))
        size = left < 4 ? 4 : 4u + get16be(p + 2);
    else if (compares_structures(p[0], p[1]))
        size += 2;
    return size <= left ? size : 0;
}

/* Which bytes start an instruction, 64 to a block, and how many do before it: the number of the instruction at
 * a byte is found without a search. */
struct starts {
    uint64_t bits;
    uint64_t before;
};

static unsigned count_bits(uint64_t v)
{
    v -= v >> 1 & 0x5555555555555555u;
    v = (v & 0x3333333333333333u) + (v >> 2 & 0x3333333333333333u);
    v = (v + (v >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (unsigned)(v * 0x0101010101010101u >> 56);
}

/* Fills the blocks, which are zero; returns the bytes of all instructions. */
static size_t find_starts(struct rq_bytes code, struct starts *starts, size_t *count)
{
    size_t at = 0, size, before = 0;
    while ((size = size_at(code.data + at, code.size - at)) != 0) {
        starts[at / 64].bits |= (uint64_t)1 << at % 64;
        at += size;
    }
    for (size_t i = 0; i <= code.size / 64; i++) {
        starts[i].before = before;
        before += count_bits(starts[i].bits);
    }
    *count = before;
    return at;
}

/* As rq_ncs_at: the number of the instruction at a byte of the code; count for their end; -1: neither. */
static int32_t start_at(const struct starts *starts, size_t end, size_t count, uint32_t at)
{
    if (at >= end)
        return at == end ? (int32_t)count : -1;
    const struct starts *s = &starts[at / 64];
    if (!(s->bits >> at % 64 & 1))
        return -1;
    return (int32_t)(s->before + count_bits(s->bits & (((uint64_t)1 << at % 64) - 1)));
}

/* Where a and b stand in the two words behind opcode and type byte, as shifts: a switch would be mispredicted at every
 * second instruction. */
static const struct {
    uint8_t a, b;
} shifts[] = {
    [RQ_NCS_PLAIN] = {32, 32}, [RQ_NCS_COPY] = {0, 16},      [RQ_NCS_CONST] = {0, 32},
    [RQ_NCS_CALL] = {16, 32},  [RQ_NCS_COMPARE] = {32, 32},  [RQ_NCS_OFFSET] = {0, 32},
    [RQ_NCS_JUMP] = {0, 32},   [RQ_NCS_DESTRUCT] = {16, 32}, [RQ_NCS_STATE] = {0, 0},
};

/* p is the instruction, q what stands behind opcode and type byte, with MOST_BYTES that can be read. Returns the
 * instruction's bytes. Nothing is read back from it: a word of two bytes that were just stored would wait for them. */
static size_t decode_one(struct rq_ncs_instr *i, const uint8_t *p, const uint8_t *q)
{
    unsigned op = p[0], type = p[1], layout = rq_ncs_op_infos[op].layout;
    uint64_t first = rq_get32be(q), second = rq_get32be(q + 4);
    size_t size = rq_ncs_op_infos[op].size;
    i->op = (uint8_t)op;
    i->type = (uint8_t)type;
    i->to = -1;
    i->a = (int32_t)(uint32_t)(first >> shifts[layout].a);
    i->b = (int32_t)(uint32_t)(second >> shifts[layout].b);
    i->args = layout == RQ_NCS_CALL ? q[2] : 0;
    if (op == RQ_NCS_OP_CONST && type == RQ_NCS_STRING) {
        i->a = (int32_t)(first >> 16);
        i->text = p + 4;
        return 4 + (first >> 16);
    }
    if (layout == RQ_NCS_DESTRUCT) {
        i->b = (int16_t)get16be(q + 2);
        i->c = (int32_t)(second >> 16);
    } else if (compares_structures(op, type)) {
        i->a = (int32_t)(first >> 16);
        size += 2;
    }
    return size;
}

int32_t rq_ncs_at(const struct rq_ncs *ncs, uint32_t offset)
{
    size_t low = 0, high = ncs->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (ncs->instrs[middle].offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < ncs->count)
        return ncs->instrs[low].offset == offset ? (int32_t)low : -1;
    uint32_t end =
        ncs->count ? ncs->instrs[ncs->count - 1].offset + rq_ncs_size(&ncs->instrs[ncs->count - 1])
                   : RQ_NCS_HEAD;
    return offset == end ? (int32_t)ncs->count : -1;
}

static void mark_target(struct rq_ncs *ncs, const struct rq_ncs_instr *i)
{
    if (i->to >= 0 && (size_t)i->to < ncs->count)
        ncs->instrs[i->to].is_target = true;
}

/* The instructions are zero: a jump marks its target before or after that is decoded. */
static void decode_all(struct rq_bytes code, const struct starts *starts, struct rq_ncs *ncs)
{
    size_t at = 0, end = code.size - ncs->tail.size;
    for (size_t i = 0; i < ncs->count; i++) {
        struct rq_ncs_instr *instr = &ncs->instrs[i];
        const uint8_t *p = code.data + at;
        uint8_t last[MOST_BYTES] = {0};
        size_t left = code.size - at;
        bool whole = left >= 2 + MOST_BYTES;
        instr->offset = (uint32_t)at + RQ_NCS_HEAD;
        size_t size = decode_one(instr, p, whole ? p + 2 : memcpy(last, p + 2, left - 2));
        if (rq_ncs_op_infos[p[0]].layout == RQ_NCS_JUMP) {
            instr->to = start_at(starts, end, ncs->count, (uint32_t)at + (uint32_t)instr->a);
            mark_target(ncs, instr);
        }
        at += size;
    }
}

bool rq_ncs_decode(struct rq_bytes code, struct rq_arena *arena, struct rq_ncs *ncs)
{
    size_t blocks = code.size / 64 + 1;
    struct starts *starts = rq_mem(arena->alloc, NULL, blocks * sizeof *starts);
    if (!starts)
        return false;
    memset(starts, 0, blocks * sizeof *starts);
    size_t end = find_starts(code, starts, &ncs->count);
    ncs->tail = (struct rq_bytes){code.data + end, code.size - end};
    ncs->instrs = rq_arena_get(arena, ncs->count, sizeof *ncs->instrs);
    if (ncs->instrs)
        decode_all(code, starts, ncs);
    rq_mem(arena->alloc, starts, 0);
    return ncs->instrs != NULL;
}

/* ---- encoding ---- */

bool rq_ncs_settle(struct rq_ncs *ncs)
{
    uint64_t at = RQ_NCS_HEAD;
    for (size_t i = 0; i < ncs->count; i++) {
        ncs->instrs[i].offset = (uint32_t)at;
        ncs->instrs[i].is_target = false;
        at += rq_ncs_size(&ncs->instrs[i]);
    }
    if (at + ncs->tail.size > INT32_MAX)
        return false;
    for (size_t i = 0; i < ncs->count; i++) {
        struct rq_ncs_instr *jump = &ncs->instrs[i];
        if (!rq_ncs_jumps(jump) || jump->to < 0)
            continue;
        uint32_t to = (size_t)jump->to < ncs->count ? ncs->instrs[jump->to].offset : (uint32_t)at;
        jump->a = (int32_t)(to - jump->offset);
        mark_target(ncs, jump);
    }
    return true;
}

static void set32be(uint8_t *p, uint32_t v)
{
    p[0] = (uint8_t)(v >> 24);
    p[1] = (uint8_t)(v >> 16);
    p[2] = (uint8_t)(v >> 8);
    p[3] = (uint8_t)v;
}

/* Opcode, type byte and two words, of which the instruction may be only the first bytes. */
static void encode_words(uint8_t to[2 + MOST_BYTES], const struct rq_ncs_instr *i)
{
    unsigned layout = rq_ncs_op_infos[i->op].layout;
    uint32_t first = (uint32_t)((uint64_t)(uint32_t)i->a << shifts[layout].a);
    uint32_t second = (uint32_t)((uint64_t)(uint32_t)i->b << shifts[layout].b);
    if (layout == RQ_NCS_CALL) {
        first |= (uint32_t)i->args << 8;
    } else if (layout == RQ_NCS_DESTRUCT) {
        first |= (uint16_t)i->b;
        second = (uint32_t)i->c << 16;
    } else if (layout == RQ_NCS_COMPARE || rq_ncs_is_text(i)) {
        first = (uint32_t)i->a << 16;
    }
    to[0] = i->op;
    to[1] = i->type;
    set32be(to + 2, first);
    set32be(to + 6, second);
}

/* All instructions, which are settled. Each is written with the words that it does not have, and the next one over
 * them; only the last ones must not write beyond the end. */
static void encode_all(const struct rq_ncs *ncs, struct rq_out *out)
{
    const struct rq_ncs_instr *last = ncs->count ? &ncs->instrs[ncs->count - 1] : NULL;
    size_t left = last ? last->offset + rq_ncs_size(last) - RQ_NCS_HEAD : 0;
    uint8_t *to = rq_grow(out, left);
    for (size_t i = 0; to && i < ncs->count; i++) {
        const struct rq_ncs_instr *instr = &ncs->instrs[i];
        size_t size = rq_ncs_size(instr);
        uint8_t words[2 + MOST_BYTES];
        bool whole = left >= sizeof words;
        encode_words(whole ? to : words, instr);
        if (!whole)
            memcpy(to, words, size < sizeof words ? size : sizeof words);
        if (rq_ncs_is_text(instr) && instr->a)
            memcpy(to + 4, instr->text, (size_t)instr->a);
        to += size;
        left -= size;
    }
}

uint32_t rq_ncs_whole_size(const struct rq_ncs *ncs)
{
    uint64_t size = RQ_NCS_HEAD + ncs->tail.size;
    for (size_t i = 0; i < ncs->count; i++)
        size += rq_ncs_size(&ncs->instrs[i]);
    return (uint32_t)size;
}

bool rq_ncs_put_file(struct rq_ncs *ncs, struct rq_out *out)
{
    if (!rq_ncs_settle(ncs))
        return false;
    rq_put(out, rq_ncs_magic, 8);
    rq_put8(out, ncs->marker);
    rq_put32be(out, ncs->size);
    encode_all(ncs, out);
    rq_put_bytes(out, ncs->tail);
    return true;
}
