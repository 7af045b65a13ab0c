/* NCS V1.0: a header of 13 bytes, then instructions to the end. */
#include "formats/extent.h"
#include "formats/format.h"
#include "script/nwscript/code.h"

#include <stdio.h>
#include <stdlib.h>

static unsigned ncs_detect(struct rq_bytes in, const char *name)
{
    (void)name;
    return in.size >= 8 && memcmp(in.data, rq_ncs_magic, 8) == 0 ? 64 : 0;
}

/* ---- reading and writing ---- */

/* Instructions that are usual: one bit for each opcode and type. */
struct seen {
    uint8_t bits[RQ_NCS_OP_END * 32];
};

static bool is_usual(struct seen *seen, const struct rq_ncs_instr *i)
{
    unsigned key = i->op * 256u + i->type;
    if (!(seen->bits[key / 8] >> key % 8 & 1))
        seen->bits[key / 8] |= (uint8_t)(rq_ncs_is_usual(i->op, i->type) << key % 8);
    return seen->bits[key / 8] >> key % 8 & 1;
}

static void look(struct rq_doc *doc, const struct rq_ncs *ncs, size_t file_size)
{
    bool odd = false, astray = false;
    struct seen seen = {{0}};
    if (ncs->marker != RQ_NCS_MARKER)
        rq_find(doc, "marker", 8, "marker", "0x%02x, not 0x42", ncs->marker);
    if (ncs->size != file_size)
        rq_find(doc, "size", 9, "size", "it says %u; the file has %zu bytes", ncs->size, file_size);
    for (size_t i = 0; i < ncs->count; i++) {
        const struct rq_ncs_instr *instr = &ncs->instrs[i];
        char where[32], name[24];
        if (!odd && !is_usual(&seen, instr)) {
            odd = true;
            snprintf(where, sizeof where, "code[%zu]", i);
            rq_find(doc, "odd-instruction", instr->offset, where, "%s",
                    rq_ncs_mnemonic(instr->op, instr->type, name));
        }
        if (!astray && rq_ncs_jumps(instr) && (instr->to < 0 || (size_t)instr->to == ncs->count)) {
            astray = true;
            snprintf(where, sizeof where, "code[%zu]", i);
            rq_find(doc, "lost-jump", instr->offset, where, "%s leads to 0x%x, where none starts",
                    rq_ncs_op_infos[instr->op].name, instr->offset + (uint32_t)instr->a);
        }
    }
    if (ncs->tail.size)
        rq_find(doc, "unreadable-code", file_size - ncs->tail.size, "tail",
                "%zu bytes that are no instructions", ncs->tail.size);
}

/* For the annotated dump: each instruction is a field. */
static void tell_code(struct rq_cur *c, const struct rq_ncs *ncs)
{
    for (size_t i = 0; i < ncs->count && rq_ok(c); i++) {
        char name[24];
        rq_enter(c, "code", (int64_t)i);
        rq_take(c, rq_ncs_size(&ncs->instrs[i]), RQ_KIND_bytes,
                rq_ncs_mnemonic(ncs->instrs[i].op, ncs->instrs[i].type, name));
        rq_leave(c);
    }
    if (ncs->tail.size)
        rq_take(c, ncs->tail.size, RQ_KIND_bytes, "tail");
}

static bool ncs_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_ncs *ncs = doc->root = rq_cur_get(doc, c, 1, sizeof *ncs);
    size_t file_size = rq_left(c);
    const uint8_t *head = ncs ? rq_take(c, 8, RQ_KIND_text, "magic") : NULL;
    if (!head)
        return false;
    if (memcmp(head, rq_ncs_magic, 8) != 0)
        return rq_bad(c, RQ_BAD_MAGIC, 0, "does not start with \"NCS V1.0\"");
    ncs->marker = rq_u8(c, "marker");
    const uint8_t *size = rq_take(c, 4, RQ_KIND_bytes, "size");
    if (!size)
        return false;
    ncs->size = rq_get32be(size);
    struct rq_cur code = *c;
    size_t left = rq_left(c);
    struct rq_bytes bytes = {c->p, left};
    if (!rq_ncs_decode(bytes, &doc->arena, ncs))
        return rq_bad(c, RQ_NO_MEMORY, RQ_NCS_HEAD, "out of memory");
    if (c->ctx->trace)
        tell_code(&code, ncs);
    look(doc, ncs, file_size);
    return rq_ok(c);
}

static bool ncs_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    return rq_ncs_put_file(doc->root, out) ||
           rq_fail(err, RQ_LIMIT, 0, "ncs", "more than 2 GB of code");
}

/* ---- JSON: ["L3:", "JZ", "L7"], ["CONSTI", 5], ["ACTION", 204, 12] ---- */

/* Those that were asked for last: a script has some thousand instructions, and few kinds of them. */
enum { NAMES = 128 };

struct name {
    char text[24];
    uint8_t op, type;
};

struct names {
    struct name of[NAMES]; /* by opcode and type, or by text */
};

static const char *name_of(struct names *names, const struct rq_ncs_instr *i)
{
    struct name *n = &names->of[(i->op * 7u + i->type) % NAMES];
    if (!n->text[0] || n->op != i->op || n->type != i->type) {
        *n = (struct name){.op = i->op, .type = i->type};
        rq_ncs_mnemonic(i->op, i->type, n->text);
    }
    return n->text;
}

static bool find_name(struct names *names, struct rq_str word, struct rq_ncs_instr *i)
{
    uint32_t hash = 0;
    if (!word.size || word.size >= sizeof names->of[0].text)
        return false;
    for (size_t k = 0; k < word.size; k++)
        hash = hash * 31 + (uint8_t)word.text[k];
    struct name *n = &names->of[(hash ^ hash >> 7) % NAMES];
    if (!rq_str_is(word, n->text)) {
        *n = (struct name){{0}, 0, 0};
        memcpy(n->text, word.text, word.size);
        if (!rq_ncs_by_mnemonic(n->text, &n->op, &n->type)) {
            n->text[0] = 0;
            return false;
        }
    }
    i->op = n->op;
    i->type = n->type;
    return true;
}

static void put_label(struct rq_json *j, int32_t to, bool colon)
{
    char label[16], *at = label + sizeof label;
    *--at = 0;
    if (colon)
        *--at = ':';
    do
        *--at = (char)('0' + to % 10);
    while (to /= 10);
    *--at = 'L';
    rq_json_str(j, at);
}

static void put_constant(struct rq_json *j, enum rq_codepage page, const struct rq_ncs_instr *i)
{
    switch (i->type) {
    case RQ_NCS_FLOAT: rq_json_f32(j, rq_f32_of((uint32_t)i->a)); break;
    case RQ_NCS_STRING: rq_json_text(j, page, (struct rq_bytes){i->text, (size_t)i->a}); break;
    default: rq_json_i64(j, i->a); break;
    }
}

static void put_operands(struct rq_json *j, enum rq_codepage page, const struct rq_ncs_instr *i)
{
    switch (rq_ncs_op_infos[i->op].layout) {
    case RQ_NCS_COPY:
    case RQ_NCS_STATE:
        rq_json_i64(j, i->a);
        rq_json_i64(j, i->b);
        break;
    case RQ_NCS_CONST: put_constant(j, page, i); break;
    case RQ_NCS_CALL:
        rq_json_i64(j, i->a);
        rq_json_u64(j, i->args);
        break;
    case RQ_NCS_COMPARE:
        if (i->type == RQ_NCS_STRUCT_STRUCT)
            rq_json_i64(j, i->a);
        break;
    case RQ_NCS_OFFSET: rq_json_i64(j, i->a); break;
    case RQ_NCS_JUMP:
        if (i->to >= 0)
            put_label(j, i->to, false);
        else
            rq_json_i64(j, i->a);
        break;
    case RQ_NCS_DESTRUCT:
        rq_json_i64(j, i->a);
        rq_json_i64(j, i->b);
        rq_json_i64(j, i->c);
        break;
    default: break;
    }
}

static bool ncs_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err)
{
    const struct rq_ncs *ncs = doc->root;
    bool to_end = false;
    struct names names = {{{{0}, 0, 0}}};
    (void)err;
    if (ncs->marker != RQ_NCS_MARKER) {
        rq_json_key(j, "marker");
        rq_json_u64(j, ncs->marker);
    }
    /* The size follows from the rest; a file that says another keeps it as long as the rest is the same. */
    if (ncs->size != rq_ncs_whole_size(ncs)) {
        rq_json_key(j, "size");
        rq_json_array_row(j);
        rq_json_u64(j, ncs->size);
        rq_json_u64(j, rq_ncs_whole_size(ncs));
        rq_json_end_array(j);
    }
    rq_json_key(j, "code");
    rq_json_array(j);
    for (size_t i = 0; i < ncs->count; i++) {
        const struct rq_ncs_instr *instr = &ncs->instrs[i];
        rq_json_array_row(j);
        if (instr->is_target)
            put_label(j, (int32_t)i, true);
        rq_json_str(j, name_of(&names, instr));
        put_operands(j, doc->page, instr);
        rq_json_end_array(j);
        to_end |= rq_ncs_jumps(instr) && instr->to >= 0 && (size_t)instr->to == ncs->count;
    }
    if (to_end) {
        rq_json_array_row(j);
        put_label(j, (int32_t)ncs->count, true);
        rq_json_end_array(j);
    }
    rq_json_end_array(j);
    rq_json_bytes(j, "tail", ncs->tail);
    return true;
}

/* Labels while code is read: any text without a colon. */
struct labels {
    struct label {
        struct rq_str name;
        int32_t at;
    } * items;
    uint32_t count, room;
};

static bool add_label(struct rq_jr *jr, struct labels *l, struct rq_str name, int32_t at)
{
    struct label *items = rq_arena_more(jr->arena, &l->items, l->count, &l->room, sizeof *items);
    if (!items)
        return rq_jr_bad(jr, "out of memory");
    items[l->count++] = (struct label){name, at};
    return true;
}

static int compare_names(struct rq_str a, struct rq_str b)
{
    int order = memcmp(a.text, b.text, a.size < b.size ? a.size : b.size);
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

static int by_name(const void *a, const void *b)
{
    const struct label *x = a, *y = b;
    return compare_names(x->name, y->name);
}

static void take_constant(struct rq_doc *doc, struct rq_jr *jr, struct rq_ncs_instr *i)
{
    if (i->type == RQ_NCS_FLOAT) {
        i->a = (int32_t)rq_bits_of(rq_jr_f32(jr));
    } else if (i->type == RQ_NCS_STRING) {
        struct rq_bytes text = rq_jr_text(jr, doc->page);
        i->text = text.data;
        i->a = (int32_t)text.size;
        if (text.size > UINT16_MAX)
            rq_jr_bad(jr, "a string of more than 65535 bytes");
    } else {
        i->a = (int32_t)rq_jr_signed(jr, INT32_MIN, INT32_MAX);
    }
}

static void take_jump(struct rq_jr *jr, struct labels *uses, struct rq_ncs_instr *i, size_t index)
{
    i->to = -1;
    if (rq_jr_peek(jr) == RQ_J_STRING)
        add_label(jr, uses, rq_jr_string(jr), (int32_t)index);
    else
        i->a = (int32_t)rq_jr_signed(jr, INT32_MIN, INT32_MAX);
}

/* More elements are asked for one by one: an array that is too short is told. */
static bool more(struct rq_jr *jr)
{
    return rq_jr_more(jr) || (rq_jr_ok(jr) && rq_jr_bad(jr, "an operand is missing"));
}

static void take_operands(struct rq_doc *doc, struct rq_jr *jr, struct rq_ncs_instr *i)
{
    int layout = rq_ncs_op_infos[i->op].layout;
    bool state = layout == RQ_NCS_STATE, destruct = layout == RQ_NCS_DESTRUCT;
    switch (layout) {
    case RQ_NCS_CONST:
        if (more(jr))
            take_constant(doc, jr, i);
        break;
    case RQ_NCS_COPY:
    case RQ_NCS_STATE:
    case RQ_NCS_OFFSET:
        if (more(jr))
            i->a = (int32_t)rq_jr_signed(jr, INT32_MIN, INT32_MAX);
        if (layout != RQ_NCS_OFFSET && more(jr))
            i->b = (int32_t)rq_jr_signed(jr, state ? INT32_MIN : 0, state ? INT32_MAX : UINT16_MAX);
        break;
    case RQ_NCS_CALL:
    case RQ_NCS_DESTRUCT:
        if (more(jr))
            i->a = (int32_t)rq_jr_unsigned(jr, UINT16_MAX);
        if (!destruct && more(jr))
            i->args = (uint8_t)rq_jr_unsigned(jr, UINT8_MAX);
        if (destruct && more(jr))
            i->b = (int32_t)rq_jr_signed(jr, INT16_MIN, INT16_MAX);
        if (destruct && more(jr))
            i->c = (int32_t)rq_jr_unsigned(jr, UINT16_MAX);
        break;
    case RQ_NCS_COMPARE:
        if (i->type == RQ_NCS_STRUCT_STRUCT && more(jr))
            i->a = (int32_t)rq_jr_unsigned(jr, UINT16_MAX);
        break;
    default: break;
    }
}

struct taking {
    struct rq_doc *doc;
    struct rq_ncs *ncs;
    struct labels defined, used;
    uint32_t room;
    struct names names;
};

/* One row; a row of a label alone is the end of the code. */
static void take_row(struct rq_jr *jr, struct taking *t)
{
    struct rq_ncs *ncs = t->ncs;
    struct rq_str word = {0};
    rq_jr_array(jr);
    if (rq_jr_more(jr))
        word = rq_jr_string(jr);
    if (word.size && word.text[word.size - 1] == ':') {
        add_label(jr, &t->defined, (struct rq_str){word.text, word.size - 1}, (int32_t)ncs->count);
        if (!rq_jr_more(jr))
            return;
        word = rq_jr_string(jr);
    }
    struct rq_ncs_instr *instrs =
        rq_arena_more(jr->arena, &ncs->instrs, (uint32_t)ncs->count, &t->room, sizeof *instrs);
    if (!instrs || !rq_jr_ok(jr)) {
        rq_jr_bad(jr, "out of memory");
        return;
    }
    struct rq_ncs_instr *i = &instrs[ncs->count];
    *i = (struct rq_ncs_instr){.to = -1};
    if (!find_name(&t->names, word, i)) {
        rq_jr_bad(jr, "there is no instruction \"%.*s\"", RQ_STR(word));
        return;
    }
    if (rq_ncs_jumps(i)) {
        if (more(jr))
            take_jump(jr, &t->used, i, ncs->count);
    } else {
        take_operands(t->doc, jr, i);
    }
    ncs->count++;
    if (rq_jr_ok(jr) && rq_jr_more(jr))
        rq_jr_bad(jr, "%.*s has one operand less", (int)word.size, word.text);
}

static bool join_labels(struct rq_jr *jr, struct taking *t)
{
    struct labels *d = &t->defined;
    if (d->count)
        qsort(d->items, d->count, sizeof *d->items, by_name);
    for (uint32_t i = 1; i < d->count; i++)
        if (by_name(&d->items[i - 1], &d->items[i]) == 0)
            return rq_jr_bad(jr, "the label %.*s is there twice", RQ_STR(d->items[i].name));
    for (uint32_t i = 0; i < t->used.count; i++) {
        const struct label *use = &t->used.items[i];
        const struct label *found =
            d->count ? bsearch(use, d->items, d->count, sizeof *d->items, by_name) : NULL;
        if (!found)
            return rq_jr_bad(jr, "there is no label %.*s", RQ_STR(use->name));
        t->ncs->instrs[use->at].to = found->at;
    }
    return true;
}

static bool ncs_from_json(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_ncs *ncs = doc->root = rq_arena_get(jr->arena, 1, sizeof *ncs);
    struct taking t = {.doc = doc, .ncs = ncs};
    uint32_t size = 0, size_when = 0;
    struct rq_str key;
    if (!ncs)
        return rq_jr_bad(jr, "out of memory");
    ncs->marker = RQ_NCS_MARKER;
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "marker")) {
            ncs->marker = (uint8_t)rq_jr_unsigned(jr, UINT8_MAX);
        } else if (rq_str_is(key, "size")) {
            rq_jr_array(jr);
            size = more(jr) ? rq_jr_u32(jr) : 0;
            size_when = more(jr) ? rq_jr_u32(jr) : 0;
            if (rq_jr_more(jr))
                rq_jr_bad(jr, "the size has two numbers");
        } else if (rq_str_is(key, "code")) {
            rq_jr_array(jr);
            while (rq_jr_more(jr))
                take_row(jr, &t);
        } else if (rq_str_is(key, "tail")) {
            ncs->tail = rq_jr_base64(jr);
        } else {
            rq_jr_unknown(jr, key);
        }
    }
    if (!rq_jr_ok(jr) || !join_labels(jr, &t))
        return false;
    ncs->size = size_when == rq_ncs_whole_size(ncs) ? size : rq_ncs_whole_size(ncs);
    return rq_ncs_settle(ncs) || rq_jr_bad(jr, "more than 2 GB of code");
}

/* ---- for a person ---- */

static void count_code(const struct rq_ncs *ncs, size_t counts[3], uint8_t *called)
{
    for (size_t i = 0; i < ncs->count; i++) {
        const struct rq_ncs_instr *instr = &ncs->instrs[i];
        counts[0] += instr->op == RQ_NCS_OP_ACTION;
        counts[1] += rq_ncs_is_text(instr);
        /* Each function once, by its first call; the first JSR leads to the entry or the globals. */
        if (instr->op == RQ_NCS_OP_JSR && instr->to >= 0 && !called[instr->to]) {
            called[instr->to] = 1;
            counts[2]++;
        }
    }
}

static bool ncs_facts(struct rq_doc *doc)
{
    const struct rq_ncs *ncs = doc->root;
    size_t counts[3] = {0};
    uint8_t *called = rq_mem_zeroed(ncs->count + 1, 1);
    if (!called)
        return false;
    count_code(ncs, counts, called);
    free(called);
    rq_fact_add(doc, "entry", "%s",
                ncs->count && ncs->instrs[0].op == RQ_NCS_OP_RSADD ? "int StartingConditional()"
                                                                   : "void main()");
    rq_fact_add(doc, "instructions", "%zu", ncs->count);
    rq_fact_add(doc, "functions", "%zu", counts[2]);
    rq_fact_add(doc, "engine calls", "%zu", counts[0]);
    rq_fact_add(doc, "strings", "%zu", counts[1]);
    return true;
}

static bool ncs_fresh(struct rq_doc *doc)
{
    struct rq_ncs *ncs = doc->root = rq_arena_get(&doc->arena, 1, sizeof *ncs);
    if (!ncs)
        return false;
    *ncs = (struct rq_ncs){.marker = RQ_NCS_MARKER, .size = RQ_NCS_HEAD};
    return true;
}

static const struct rq_finding_kind ncs_findings[] = {
    {"marker", RQ_ERROR, "the byte after the version is not 0x42", "The engine refuses the file."},
    {"size", RQ_INFO, "the size in the header is not that of the file",
     "The engine does not read it; it is kept as long as the code is not changed."},
    {"odd-instruction", RQ_WARNING, "an opcode with a type that it should not have",
     "The engine ends a script that comes there, or does something else than expected."},
    {"lost-jump", RQ_WARNING, "a jump that leads to no instruction",
     "The engine ends a script that comes there."},
    {"unreadable-code", RQ_ERROR, "bytes that are no instructions",
     "The engine ends a script that comes there. They are kept when the file is written."},
    {NULL, RQ_WARNING, NULL, NULL},
};

static uint64_t ncs_extent(struct rq_bytes in, bool *exact)
{
    enum { SIZE_AT = 9 };
    *exact = true;
    return in.size < SIZE_AT + 4 ? 0 : rq_get32be(in.data + SIZE_AT);
}

const struct rq_format rq_format_ncs = {
    .info = {"ncs", "Compiled script", "kotor", "ncs"},
    .detect = ncs_detect,
    .extent = ncs_extent,
    .read = ncs_read,
    .write = ncs_write,
    .findings = ncs_findings,
    .to_json = ncs_to_json,
    .from_json = ncs_from_json,
    .facts = ncs_facts,
    .fresh = ncs_fresh,
};
