#include "script/nwscript/code.h"

#include <stdio.h>
#include <stdlib.h>

const char rq_ncs_magic[9] = "NCS V1.0";

/* ---- the table ---- */

const struct rq_ncs_op_info rq_ncs_op_infos[256] = {
#define ROW(code, name, layout) [code] = {#name, RQ_NCS_##layout},
    RQ_NCS_OPS(ROW)
#undef ROW
};

static const struct type {
    uint8_t code;
    const char *letters;
} types[] = {
#define ROW(code, name, letters) {code, letters},
    RQ_NCS_TYPES(ROW)
#undef ROW
};
enum { TYPES = sizeof types / sizeof types[0] };

/* Bytes behind opcode and type byte; of strings without their letters. */
static unsigned operands_of(unsigned layout, unsigned type)
{
    static const uint8_t sizes[] = {
        [RQ_NCS_PLAIN] = 0, [RQ_NCS_COPY] = 6,     [RQ_NCS_CONST] = 4,
        [RQ_NCS_CALL] = 3,  [RQ_NCS_COMPARE] = 0,  [RQ_NCS_OFFSET] = 4,
        [RQ_NCS_JUMP] = 4,  [RQ_NCS_DESTRUCT] = 6, [RQ_NCS_STATE] = 8,
    };
    if (layout == RQ_NCS_CONST && type == RQ_NCS_STRING)
        return 2;
    if (layout == RQ_NCS_COMPARE && type == RQ_NCS_STRUCT_STRUCT)
        return 2;
    return sizes[layout];
}

uint32_t rq_ncs_size(const struct rq_ncs_instr *instr)
{
    uint32_t size = 2 + operands_of(rq_ncs_op_infos[instr->op].layout, instr->type);
    return rq_ncs_is_text(instr) ? size + (uint32_t)instr->a : size;
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

static const char *letters_of(unsigned type)
{
    for (size_t i = 0; i < TYPES; i++)
        if (types[i].code == type && *types[i].letters)
            return types[i].letters;
    return NULL;
}

const char *rq_ncs_mnemonic(unsigned op, unsigned type, char name[24])
{
    const char *base = op < 256 ? rq_ncs_op_infos[op].name : NULL;
    if (!base)
        return NULL;
    int usual = usual_type(op);
    const char *letters = usual < 0 ? letters_of(type) : (int)type == usual ? "" : NULL;
    if (letters)
        snprintf(name, 24, "%s%s", base, letters);
    else
        snprintf(name, 24, "%s.%02X", base, type & 0xFF);
    return name;
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
        for (unsigned t = 0; t < 256; t++) {
            char full[24];
            if (strcmp(rq_ncs_mnemonic(i, t, full), name) == 0) {
                best = size;
                *op = (uint8_t)i;
                *type = (uint8_t)t;
                break;
            }
        }
    }
    return best;
}

/* ---- decoding ---- */

static uint16_t get16be(const uint8_t *p)
{
    return (uint16_t)(p[0] << 8 | p[1]);
}

/* Bytes of the instruction at p; 0: there is none that is whole. */
static size_t size_at(const uint8_t *p, const uint8_t *end)
{
    size_t left = (size_t)(end - p);
    if (left < 2 || !rq_ncs_op_infos[p[0]].name)
        return 0;
    size_t size = 2 + operands_of(rq_ncs_op_infos[p[0]].layout, p[1]);
    if (left >= size && p[0] == RQ_NCS_OP_CONST && p[1] == RQ_NCS_STRING)
        size += get16be(p + 2);
    return left >= size ? size : 0;
}

static void decode_one(struct rq_ncs_instr *i, const uint8_t *p)
{
    const uint8_t *q = p + 2;
    i->op = p[0];
    i->type = p[1];
    i->to = -1;
    switch (rq_ncs_op_infos[i->op].layout) {
    case RQ_NCS_PLAIN: break;
    case RQ_NCS_COPY:
        i->a = (int32_t)rq_get32be(q);
        i->b = get16be(q + 4);
        break;
    case RQ_NCS_CONST:
        if (i->type == RQ_NCS_STRING)
            i->a = get16be(q);
        else
            i->a = (int32_t)rq_get32be(q);
        i->text = i->type == RQ_NCS_STRING ? q + 2 : NULL;
        break;
    case RQ_NCS_CALL:
        i->a = get16be(q);
        i->args = q[2];
        break;
    case RQ_NCS_COMPARE:
        if (i->type == RQ_NCS_STRUCT_STRUCT)
            i->a = get16be(q);
        break;
    case RQ_NCS_OFFSET:
    case RQ_NCS_JUMP: i->a = (int32_t)rq_get32be(q); break;
    case RQ_NCS_DESTRUCT:
        i->a = get16be(q);
        i->b = (int16_t)get16be(q + 2);
        i->c = get16be(q + 4);
        break;
    case RQ_NCS_STATE:
        i->a = (int32_t)rq_get32be(q);
        i->b = (int32_t)rq_get32be(q + 4);
        break;
    }
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

bool rq_ncs_decode(struct rq_bytes code, struct rq_arena *arena, struct rq_ncs *ncs)
{
    const uint8_t *p = code.data, *end = p + code.size;
    size_t count = 0;
    for (size_t size; p < end && (size = size_at(p, end)); p += size)
        count++;
    ncs->instrs = rq_arena_get(arena, count, sizeof *ncs->instrs);
    if (!ncs->instrs)
        return false;
    ncs->count = count;
    ncs->tail = (struct rq_bytes){p, (size_t)(end - p)};
    p = code.data;
    for (size_t i = 0; i < count; i++) {
        ncs->instrs[i].offset = (uint32_t)(p - code.data) + RQ_NCS_HEAD;
        decode_one(&ncs->instrs[i], p);
        p += rq_ncs_size(&ncs->instrs[i]);
    }
    for (size_t i = 0; i < count; i++)
        if (rq_ncs_jumps(&ncs->instrs[i])) {
            struct rq_ncs_instr *jump = &ncs->instrs[i];
            jump->to = rq_ncs_at(ncs, jump->offset + (uint32_t)jump->a);
            mark_target(ncs, jump);
        }
    return true;
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

static void put16be(struct rq_out *out, unsigned v)
{
    rq_put8(out, (uint8_t)(v >> 8));
    rq_put8(out, (uint8_t)v);
}

static void encode_one(struct rq_out *out, const struct rq_ncs_instr *i)
{
    rq_put8(out, i->op);
    rq_put8(out, i->type);
    switch (rq_ncs_op_infos[i->op].layout) {
    case RQ_NCS_PLAIN: break;
    case RQ_NCS_COPY:
        rq_put32be(out, (uint32_t)i->a);
        put16be(out, (unsigned)i->b);
        break;
    case RQ_NCS_CONST:
        if (i->type == RQ_NCS_STRING) {
            put16be(out, (unsigned)i->a);
            rq_put(out, i->text, (size_t)i->a);
        } else {
            rq_put32be(out, (uint32_t)i->a);
        }
        break;
    case RQ_NCS_CALL:
        put16be(out, (unsigned)i->a);
        rq_put8(out, i->args);
        break;
    case RQ_NCS_COMPARE:
        if (i->type == RQ_NCS_STRUCT_STRUCT)
            put16be(out, (unsigned)i->a);
        break;
    case RQ_NCS_OFFSET:
    case RQ_NCS_JUMP: rq_put32be(out, (uint32_t)i->a); break;
    case RQ_NCS_DESTRUCT:
        put16be(out, (unsigned)i->a);
        put16be(out, (unsigned)i->b);
        put16be(out, (unsigned)i->c);
        break;
    case RQ_NCS_STATE:
        rq_put32be(out, (uint32_t)i->a);
        rq_put32be(out, (uint32_t)i->b);
        break;
    }
}

void rq_ncs_encode(const struct rq_ncs *ncs, struct rq_out *out)
{
    for (size_t i = 0; i < ncs->count && !out->failed; i++)
        encode_one(out, &ncs->instrs[i]);
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
    rq_ncs_encode(ncs, out);
    rq_put_bytes(out, ncs->tail);
    return true;
}
