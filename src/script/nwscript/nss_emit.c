/* Instructions as bytes, and the depth of the stack that they leave. Numbers have their high byte first. */
#include "script/nwscript/nss.h"

static uint8_t *put(struct rq_nss_compiler *c, size_t size, unsigned op, unsigned type)
{
    if (c->code.size > NSS_MOST_CODE && !c->code.failed)
        c->code.failed = RQ_LIMIT;
    uint8_t *p;
    if (!c->code.failed && size <= c->code.capacity - c->code.size) {
        p = c->code.data + c->code.size;
        c->code.size += size;
    } else {
        p = rq_grow(&c->code, size);
    }
    if (p) {
        p[0] = (uint8_t)op;
        p[1] = (uint8_t)type;
    }
    return p;
}

static void set16be(uint8_t *p, uint32_t v)
{
    p[0] = (uint8_t)(v >> 8);
    p[1] = (uint8_t)v;
}

void nss_op(struct rq_nss_compiler *c, unsigned op, unsigned type)
{
    put(c, 2, op, type);
}

void nss_op32(struct rq_nss_compiler *c, unsigned op, unsigned type, int32_t value)
{
    uint8_t *p = put(c, 6, op, type);
    if (p)
        rq_set32be(p + 2, (uint32_t)value);
}

void nss_copy(struct rq_nss_compiler *c, unsigned op, int32_t offset, uint32_t size)
{
    uint8_t *p = put(c, 8, op, RQ_NCS_STACK);
    if (!p)
        return;
    rq_set32be(p + 2, (uint32_t)offset);
    set16be(p + 6, size);
    if (op == RQ_NCS_OP_CPTOPSP || op == RQ_NCS_OP_CPTOPBP)
        c->depth += (int32_t)size;
}

/* Jumps that wait for the same place are a chain: the distance of each holds the place of the one before. */
uint32_t nss_jump(struct rq_nss_compiler *c, unsigned op, uint32_t with)
{
    uint32_t at = nss_here(c);
    nss_op32(c, op, 0, (int32_t)with);
    return at + 2;
}

void nss_land_at(struct rq_nss_compiler *c, uint32_t jumps, uint32_t target)
{
    while (jumps && !c->code.failed) {
        uint8_t *p = c->code.data + jumps;
        uint32_t next = rq_get32be(p);
        rq_set32be(p, target - (jumps - 2));
        jumps = next;
    }
}

void nss_land(struct rq_nss_compiler *c, uint32_t jumps)
{
    nss_land_at(c, jumps, nss_here(c));
}

void nss_jump_to(struct rq_nss_compiler *c, unsigned op, uint32_t target)
{
    nss_op32(c, op, 0, (int32_t)(target - nss_here(c)));
}

void nss_pop(struct rq_nss_compiler *c, int32_t size)
{
    if (size)
        nss_op32(c, RQ_NCS_OP_MOVSP, 0, -size);
    c->depth -= size;
}

/* Structs hold only structs that were declared before: the recursion ends. A broken one may name itself; then the
 * script is refused, and no code is looked at. */
void nss_reserve(struct rq_nss_compiler *c, struct nss_type type)
{
    static const uint8_t bytes[] = {
#define ROW(name, text, byte, size) byte,
        NSS_TYPES(ROW)
#undef ROW
    };
    if (c->code.failed)
        return;
    if (type.kind == NSS_STRUCT) {
        const struct nss_struct *s = nss_bound(c, type.name)->structure;
        for (uint32_t i = 0; s && !s->broken && i < s->decl->count; i++)
            nss_reserve(c, s->decl->params[i].type);
        c->depth += s && s->broken ? (int32_t)s->size : 0;
    } else if (type.kind < NSS_STRUCT) {
        for (uint32_t size = nss_size(c, type); size; size -= 4) {
            nss_op(c, RQ_NCS_OP_RSADD, bytes[type.kind]);
            c->depth += 4;
        }
    }
}

void nss_put_value(struct rq_nss_compiler *c, const struct nss_value *value)
{
    switch (value->type.kind) {
    case NSS_INT: nss_op32(c, RQ_NCS_OP_CONST, RQ_NCS_INT, value->number); break;
    case NSS_OBJECT: nss_op32(c, RQ_NCS_OP_CONST, RQ_NCS_OBJECT, value->number); break;
    case NSS_FLOAT: nss_op32(c, RQ_NCS_OP_CONST, RQ_NCS_FLOAT, value->number); break;
    case NSS_VECTOR:
        nss_op32(c, RQ_NCS_OP_CONST, RQ_NCS_FLOAT, value->number);
        nss_op32(c, RQ_NCS_OP_CONST, RQ_NCS_FLOAT, value->more[0]);
        nss_op32(c, RQ_NCS_OP_CONST, RQ_NCS_FLOAT, value->more[1]);
        break;
    case NSS_STRING: {
        uint8_t *p = put(c, 4 + value->text.size, RQ_NCS_OP_CONST, RQ_NCS_STRING);
        if (p) {
            set16be(p + 2, (uint32_t)value->text.size);
            if (value->text.size)
                memcpy(p + 4, value->text.data, value->text.size);
        }
        break;
    }
    default: return;
    }
    c->depth += value->type.kind == NSS_VECTOR ? 12 : 4;
}

void nss_put_action(struct rq_nss_compiler *c, unsigned routine, unsigned count)
{
    uint8_t *p = put(c, 5, RQ_NCS_OP_ACTION, 0);
    if (p) {
        set16be(p + 2, routine);
        p[4] = (uint8_t)count;
    }
}

void nss_put_destruct(struct rq_nss_compiler *c, uint32_t size, uint32_t offset, uint32_t kept)
{
    uint8_t *p = put(c, 8, RQ_NCS_OP_DESTRUCT, RQ_NCS_STACK);
    if (p) {
        set16be(p + 2, size);
        set16be(p + 4, offset);
        set16be(p + 6, kept);
    }
    c->depth -= (int32_t)(size - kept);
}

/* The type byte is the way over this and the jump behind it. */
void nss_put_state(struct rq_nss_compiler *c)
{
    uint8_t *p = put(c, 10, RQ_NCS_OP_STORESTATE, 0x10);
    if (p) {
        rq_set32be(p + 2, (uint32_t)c->globals_size);
        rq_set32be(p + 6, (uint32_t)c->depth);
    }
}
