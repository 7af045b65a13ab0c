/* Instructions as text: one on a line, labels by offset, names of routines. docs/formats/ncs.md, "Listing". */
#include "script/nwscript/listing.h"
#include "core/json.h"
#include "core/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* What a label stands for. */
enum { NO_LABEL, PLACE, FUNCTION, GLOBALS, ENTRY };

struct listing {
    const struct rq_ncs *ncs;
    const struct rq_ncs_text_options *options;
    enum rq_codepage page;
    struct rq_out *out;
    struct rq_out text; /* a string as UTF-8 */
    uint8_t *labels;    /* for each instruction and the end */
    int32_t *depths;    /* NULL: not asked for */
    char *at;           /* in line */
    char line[256];
    struct name {
        uint16_t key; /* opcode and type; 0: free */
        uint8_t size;
        char text[24];
    } names[256];
};

/* ---- small pieces: no printf, most of the time is spent here ---- */

static void add(struct listing *l, const char *text, size_t size)
{
    memcpy(l->at, text, size);
    l->at += size;
}

static void add_str(struct listing *l, const char *text)
{
    add(l, text, strlen(text));
}

static void add_int(struct listing *l, int64_t v)
{
    char digits[24], *p = digits + sizeof digits;
    uint64_t left = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
    do
        *--p = (char)('0' + left % 10);
    while (left /= 10);
    if (v < 0)
        *--p = '-';
    add(l, p, (size_t)(digits + sizeof digits - p));
}

static void add_hex(struct listing *l, uint32_t v, unsigned least)
{
    unsigned digits = least;
    while (digits < 8 && v >> 4 * digits)
        digits++;
    while (digits--)
        *l->at++ = "0123456789ABCDEF"[v >> 4 * digits & 15];
}

static void flush(struct listing *l)
{
    rq_put(l->out, l->line, (size_t)(l->at - l->line));
    l->at = l->line;
}

static void add_mnemonic(struct listing *l, const struct rq_ncs_instr *i)
{
    static const char blanks[] = "           ";
    uint16_t key = (uint16_t)(i->op << 8 | i->type);
    struct name *n = &l->names[(i->op * 37u + i->type) & 255];
    if (n->key != key) {
        rq_ncs_mnemonic(i->op, i->type, n->text);
        n->size = (uint8_t)strlen(n->text);
        n->key = key;
    }
    add(l, "    ", 4);
    add(l, n->text, n->size);
    if (rq_ncs_op_infos[i->op].layout != RQ_NCS_PLAIN)
        add(l, blanks, n->size < 10 ? 11u - n->size : 1);
}

/* ---- labels ---- */

static void mark(struct listing *l, int32_t to, uint8_t as)
{
    if (to >= 0 && l->labels[to] < as)
        l->labels[to] = as;
}

/* The first call leads to the entry, or to the block of globals, whose call behind SAVEBP leads there. */
static void mark_entry(struct listing *l)
{
    const struct rq_ncs *ncs = l->ncs;
    size_t first = ncs->count && ncs->instrs[0].op == RQ_NCS_OP_RSADD;
    if (ncs->count <= first || ncs->instrs[first].op != RQ_NCS_OP_JSR || ncs->instrs[first].to < 0)
        return;
    int32_t start = ncs->instrs[first].to;
    size_t i = (size_t)start;
    while (i < ncs->count && ncs->instrs[i].op != RQ_NCS_OP_RETN &&
           ncs->instrs[i].op != RQ_NCS_OP_SAVEBP)
        i++;
    bool globals = i < ncs->count && ncs->instrs[i].op == RQ_NCS_OP_SAVEBP;
    mark(l, start, globals ? GLOBALS : ENTRY);
    for (size_t k = i + 1; globals && k < ncs->count && k < i + 3; k++)
        if (ncs->instrs[k].op == RQ_NCS_OP_JSR) {
            mark(l, ncs->instrs[k].to, ENTRY);
            return;
        }
}

static void mark_all(struct listing *l)
{
    for (size_t i = 0; i < l->ncs->count; i++)
        if (rq_ncs_jumps(&l->ncs->instrs[i]))
            mark(l, l->ncs->instrs[i].to, l->ncs->instrs[i].op == RQ_NCS_OP_JSR ? FUNCTION : PLACE);
    mark_entry(l);
}

static void add_label(struct listing *l, size_t index)
{
    const struct rq_ncs *ncs = l->ncs;
    uint32_t offset = RQ_NCS_HEAD;
    if (index < ncs->count)
        offset = ncs->instrs[index].offset;
    else if (ncs->count)
        offset = ncs->instrs[ncs->count - 1].offset + rq_ncs_size(&ncs->instrs[ncs->count - 1]);
    switch (l->labels[index]) {
    case ENTRY:
        add_str(l, ncs->instrs[0].op == RQ_NCS_OP_RSADD ? "StartingConditional" : "main");
        break;
    case GLOBALS: add_str(l, "globals"); break;
    case FUNCTION:
        add(l, "fn_", 3);
        add_hex(l, offset, 4);
        break;
    default:
        add(l, "loc_", 4);
        add_hex(l, offset, 4);
        break;
    }
}

static void put_label(struct listing *l, size_t index)
{
    if (!l->labels[index])
        return;
    if (l->labels[index] >= FUNCTION)
        *l->at++ = '\n';
    add_label(l, index);
    add(l, ":\n", 2);
    flush(l);
}

/* ---- operands ---- */

/* UTF-8 with quotes, backslashes and control characters escaped. */
static void put_string(struct listing *l, struct rq_bytes bytes)
{
    bool plain = true;
    for (size_t i = 0; i < bytes.size && plain; i++)
        plain = bytes.data[i] >= 0x20 && bytes.data[i] < 0x7F && bytes.data[i] != '"' &&
                bytes.data[i] != '\\';
    rq_put8(l->out, '"');
    if (plain) {
        rq_put_bytes(l->out, bytes);
    } else {
        rq_out_cut(&l->text, 0);
        rq_text_decode(&l->text, l->page, bytes);
        l->out->failed |= l->text.failed;
        for (size_t i = 0; i < l->text.size && !l->out->failed; i++) {
            uint8_t c = l->text.data[i];
            if (c == '"' || c == '\\') {
                rq_put8(l->out, '\\');
                rq_put8(l->out, c);
            } else if (c < 0x20 || c == 0x7F) {
                rq_put_str(l->out, "\\x");
                rq_put8(l->out, (uint8_t) "0123456789ABCDEF"[c >> 4]);
                rq_put8(l->out, (uint8_t) "0123456789ABCDEF"[c & 15]);
            } else {
                rq_put8(l->out, c);
            }
        }
    }
    rq_put8(l->out, '"');
}

static void add_float(struct listing *l, uint32_t bits)
{
    float v = rq_f32_of(bits);
    if (!isfinite(v) || bits == 0x80000000) {
        add(l, "0x", 2);
        add_hex(l, bits, 8);
        return;
    }
    l->at += rq_f32_text(v, l->at);
}

static void put_constant(struct listing *l, const struct rq_ncs_instr *i)
{
    if (i->type == RQ_NCS_STRING) {
        flush(l);
        put_string(l, (struct rq_bytes){i->text, (size_t)i->a});
    } else if (i->type == RQ_NCS_FLOAT) {
        add_float(l, (uint32_t)i->a);
    } else if (i->type == RQ_NCS_OBJECT && (i->a == 0 || i->a == 1)) {
        add_str(l, i->a ? "OBJECT_INVALID" : "OBJECT_SELF");
    } else {
        add_int(l, i->a);
    }
}

static void add_pair(struct listing *l, int64_t a, int64_t b)
{
    add_int(l, a);
    add(l, ", ", 2);
    add_int(l, b);
}

static void add_call(struct listing *l, const struct rq_ncs_instr *i)
{
    const struct rq_routine *routine = rq_routine(l->options->game, (unsigned)i->a);
    if (routine)
        add_str(l, routine->name);
    else
        add_int(l, i->a);
    add(l, ", ", 2);
    add_int(l, i->args);
}

static void add_jump(struct listing *l, const struct rq_ncs_instr *i)
{
    if (i->to >= 0) {
        add_label(l, (size_t)i->to);
        return;
    }
    if (i->a >= 0)
        *l->at++ = '+';
    add_int(l, i->a);
}

static void put_operands(struct listing *l, const struct rq_ncs_instr *i)
{
    switch (rq_ncs_op_infos[i->op].layout) {
    case RQ_NCS_COPY: add_pair(l, i->a, i->b); break;
    case RQ_NCS_CONST: put_constant(l, i); break;
    case RQ_NCS_CALL: add_call(l, i); break;
    case RQ_NCS_COMPARE:
        if (i->type == RQ_NCS_STRUCT_STRUCT)
            add_int(l, i->a);
        break;
    case RQ_NCS_OFFSET: add_int(l, i->a); break;
    case RQ_NCS_JUMP: add_jump(l, i); break;
    case RQ_NCS_DESTRUCT:
        add_pair(l, i->a, i->b);
        add(l, ", ", 2);
        add_int(l, i->c);
        break;
    case RQ_NCS_STATE: add_pair(l, (uint32_t)i->a, (uint32_t)i->b); break;
    default: break;
    }
}

/* ---- the whole ---- */

static void put_head(struct listing *l)
{
    const struct rq_ncs *ncs = l->ncs;
    rq_putf(l->out, "; NCS V1.0, %zu instructions\n", ncs->count);
    if (ncs->marker != RQ_NCS_MARKER)
        rq_putf(l->out, ".marker 0x%02X\n", ncs->marker);
    if (ncs->size != rq_ncs_whole_size(ncs))
        rq_putf(l->out, ".size %u when %u\n", ncs->size, rq_ncs_whole_size(ncs));
}

static void put_tail(struct listing *l)
{
    struct rq_bytes tail = l->ncs->tail;
    for (size_t i = 0; i < tail.size && !l->out->failed; i++) {
        if (i % 32 == 0)
            add_str(l, i ? "\n.tail" : ".tail");
        *l->at++ = ' ';
        add_hex(l, tail.data[i], 2);
        flush(l);
    }
    if (tail.size)
        rq_put8(l->out, '\n');
}

static void put_instr(struct listing *l, size_t index)
{
    const struct rq_ncs_instr *i = &l->ncs->instrs[index];
    put_label(l, index);
    size_t start = l->out->size;
    add_mnemonic(l, i);
    put_operands(l, i);
    if (l->depths && l->depths[index] != RQ_NCS_NO_DEPTH) {
        size_t width = l->out->size - start + (size_t)(l->at - l->line);
        do
            *l->at++ = ' ';
        while (++width < 40);
        add(l, "; ", 2);
        add_int(l, l->depths[index]);
    }
    *l->at++ = '\n';
    flush(l);
}

bool rq_ncs_list(const struct rq_ncs *ncs, const struct rq_ncs_text_options *options,
                 struct rq_out *out, struct rq_error *err)
{
    struct listing *l = rq_mem_zeroed(1, sizeof *l);
    uint8_t *labels = rq_mem_zeroed(ncs->count + 1, 1);
    bool fine = l && labels;
    if (fine) {
        l->ncs = ncs;
        l->options = options;
        l->page = options->page ? options->page : RQ_CP1252;
        l->out = out;
        l->labels = labels;
        l->at = l->line;
        if (options->depth)
            fine = (l->depths = rq_ncs_depths(ncs, options->game, NULL)) != NULL;
    }
    if (fine) {
        mark_all(l);
        put_head(l);
        for (size_t i = 0; i < ncs->count && !out->failed; i++)
            put_instr(l, i);
        put_label(l, ncs->count);
        put_tail(l);
        fine = !out->failed;
    }
    if (l) {
        rq_out_free(&l->text);
        free(l->depths);
    }
    free(labels);
    free(l);
    return fine || rq_fail(err, RQ_NO_MEMORY, 0, "ncs", "out of memory");
}
