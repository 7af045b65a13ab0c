/* NCS: the strings of compiled scripts, which may be names of anything. Only the sizes of
 * instructions are needed to find them; the code runs on to its end, reachable or not. */
#include "refs/refs.h"

enum {
    HEAD_SIZE = 13, /* "NCS V1.0", 0x42, the size as 32 bits of the other end first */
    OP_CONST = 0x04,
    OP_EQUAL = 0x0B,
    OP_NOT_EQUAL = 0x0C,
    TYPE_STRING = 0x05,
    TYPE_STRUCT = 0x24,
    NAME_MOST = 64,
};

/* Bytes of operands after opcode and type; -1: there is no such instruction. */
static int operands(unsigned op, unsigned type)
{
    static const int8_t sizes[0x2E] = {
        [0x00] = -1, [0x01] = 6, [0x03] = 6, [OP_CONST] = 4, [0x05] = 3, [0x1B] = 4, [0x1C] = -1,
        [0x1D] = 4,  [0x1E] = 4, [0x1F] = 4, [0x21] = 6,     [0x23] = 4, [0x24] = 4, [0x25] = 4,
        [0x26] = 6,  [0x27] = 6, [0x28] = 4, [0x29] = 4,     [0x2C] = 8,
    };
    if (op >= sizeof sizes)
        return -1;
    bool sized = (op == OP_EQUAL || op == OP_NOT_EQUAL) && type == TYPE_STRUCT;
    if (op == OP_CONST && type == TYPE_STRING)
        return 2;
    return sized ? 2 : sizes[op];
}

static bool is_name(struct rq_bytes text)
{
    for (size_t i = 0; i < text.size; i++)
        if (text.data[i] < ' ')
            return false;
    return text.size && text.size <= NAME_MOST;
}

/* The string constant at an offset behind its opcode; false: it does not end in the file. */
static bool take_string(struct rq_bytes file, size_t at, struct rq_bytes *text)
{
    size_t left = file.size - at;
    if (left < 2)
        return false;
    *text = (struct rq_bytes){file.data + at + 2, (size_t)file.data[at] << 8 | file.data[at + 1]};
    return text->size <= left - 2;
}

bool rq_collect_ncs(struct rq_collect *c, struct rq_error *err)
{
    struct rq_bytes file = c->bytes, text;
    size_t at = HEAD_SIZE;
    if (file.size < HEAD_SIZE || memcmp(file.data, "NCS V1.0", 8) != 0)
        return rq_fail(err, RQ_BAD_MAGIC, 0, "NCS", "is no compiled script");
    while (at < file.size) {
        unsigned op = file.data[at], type = at + 1 < file.size ? file.data[at + 1] : 0;
        int more = operands(op, type);
        size_t from = at;
        if (more < 0)
            return rq_fail(err, RQ_CORRUPT, at, "NCS", "%#x is no instruction", op);
        if (file.size - at < 2 + (size_t)more)
            return rq_fail(err, RQ_TRUNCATED, at, "NCS", "the last instruction is cut off");
        at += 2;
        if (op != OP_CONST || type != TYPE_STRING) {
            at += (size_t)more;
            continue;
        }
        if (!take_string(file, at, &text))
            return rq_fail(err, RQ_TRUNCATED, at, "NCS", "the last string is cut off");
        size_t had = rq_collect_at(c, "0x%zx", from);
        if (is_name(text))
            rq_collect_put(c, RQ_THING_TEXT, RQ_USE_POSSIBLE, text, "");
        rq_collect_back(c, had);
        at += 2 + text.size;
    }
    return true;
}
