/* Listings back to instructions. docs/formats/ncs.md, "Listing". */
#include "core/line.h"
#include "core/text.h"
#include "script/nwscript/listing.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_PROBLEMS = 100 };

struct label {
    struct rq_str name;
    int32_t at; /* the instruction: that it stands before, or that jumps to it */
    uint32_t line, column;
};

struct labels {
    struct label *items;
    uint32_t count, room;
};

struct assembler {
    const struct rq_ncs_text_options *options;
    enum rq_codepage page;
    const char *file;
    rq_script_problem_fn *problem;
    void *ctx;
    size_t problems;
    struct rq_arena arena;
    struct rq_bytes text, line;
    const uint8_t *p, *end; /* in the line */
    uint32_t number;        /* of the line */
    struct rq_ncs ncs;
    uint32_t instr_room;
    struct labels defined, used;
    struct rq_out tail;
    bool has_size, no_memory, reone;
    struct rq_ncs_columns columns; /* of the line */
    uint32_t size, size_when;
    struct word {
        char text[24];
        uint8_t op, type;
    } words[256]; /* mnemonics that were looked up */
};

/* ---- problems ---- */

static size_t characters(const uint8_t *from, const uint8_t *to)
{
    size_t count = 0;
    for (; from < to; from++)
        count += (*from & 0xC0) != 0x80;
    return count;
}

static bool tell(struct assembler *a, struct rq_bytes line, size_t number, size_t column,
                 size_t width, const char *hint, const char *message)
{
    const struct rq_script_problem problem = {.severity = RQ_ERROR,
                                              .id = "",
                                              .file = a->file,
                                              .line = number,
                                              .column = column,
                                              .message = message,
                                              .hint = hint,
                                              .from = line,
                                              .width = width ? width : 1};
    if (a->problems++ < MOST_PROBLEMS && a->problem)
        a->problem(a->ctx, &problem);
    return false;
}

static bool bad(struct assembler *a, const uint8_t *at, const uint8_t *to, const char *hint,
                const char *fmt, ...) RQ_PRINTF(5, 6);

/* Tells of the letters from at to to of the current line. Returns false. */
static bool bad(struct assembler *a, const uint8_t *at, const uint8_t *to, const char *hint,
                const char *fmt, ...)
{
    char message[200];
    va_list args;
    va_start(args, fmt);
    vsnprintf(message, sizeof message, fmt, args);
    va_end(args);
    rq_text_clean(message);
    return tell(a, a->line, a->number, characters(a->line.data, at) + 1, characters(at, to), hint,
                message);
}

static bool out_of_memory(struct assembler *a)
{
    a->no_memory = true;
    return false;
}

/* ---- words of a line ---- */

static void skip_blanks(struct assembler *a)
{
    while (a->p < a->end && rq_line_is_blank(*a->p))
        a->p++;
}

static bool in_word(uint8_t c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '.' || c == '+' || c == '-' || c == '$' || c == '@';
}

static struct rq_str word(struct assembler *a)
{
    skip_blanks(a);
    const uint8_t *start = a->p;
    while (a->p < a->end && in_word(*a->p))
        a->p++;
    return (struct rq_str){(const char *)start, (size_t)(a->p - start)};
}

static bool bad_word(struct assembler *a, struct rq_str w, const char *hint, const char *what)
{
    const uint8_t *at = (const uint8_t *)w.text;
    if (!w.size)
        return bad(a, at, at, hint, "%s is missing", what);
    return bad(a, at, at + w.size, hint, "%.*s is no %s", (int)(w.size < 60 ? w.size : 60), w.text,
               what);
}

/* ; or // starts a comment. */
static bool at_end(struct assembler *a)
{
    skip_blanks(a);
    return a->p == a->end || *a->p == ';' || (*a->p == '/' && a->end - a->p > 1 && a->p[1] == '/');
}

/* ncsdis has blanks between operands. */
static bool comma(struct assembler *a)
{
    skip_blanks(a);
    a->p += a->p < a->end && *a->p == ',';
    return !at_end(a) || bad(a, a->p, a->p, "", "one operand more is expected");
}

/* Decimal or 0x, with a sign; whole words only. */
static bool integer_of(struct rq_str w, int64_t *v)
{
    bool negative = w.size && *w.text == '-';
    size_t i = w.size && (*w.text == '-' || *w.text == '+');
    unsigned base = w.size > i + 2 && w.text[i] == '0' && (w.text[i + 1] | 32) == 'x' ? 16 : 10;
    uint64_t value = 0;
    i += base == 16 ? 2 : 0;
    if (i == w.size || w.size - i > 12)
        return false;
    for (; i < w.size; i++) {
        char c = rq_lower(w.text[i]);
        unsigned digit = c >= '0' && c <= '9'   ? (unsigned)(c - '0')
                         : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10
                                                : 99;
        if (digit >= base)
            return false;
        value = value * base + digit;
    }
    *v = negative ? -(int64_t)value : (int64_t)value;
    return true;
}

static bool number(struct assembler *a, int64_t least, int64_t most, int64_t *v)
{
    struct rq_str w = word(a);
    *v = 0;
    if (!integer_of(w, v))
        return bad_word(a, w, "", "whole number");
    if (*v < least || *v > most)
        return bad(a, (const uint8_t *)w.text, a->p, "", "%lld is not between %lld and %lld",
                   (long long)*v, (long long)least, (long long)most);
    return true;
}

static bool take32(struct assembler *a, int32_t *v)
{
    int64_t wide;
    bool fine = number(a, INT32_MIN, UINT32_MAX, &wide);
    *v = (int32_t)(uint32_t)wide;
    return fine;
}

static bool take16(struct assembler *a, int64_t least, int64_t most, int32_t *v)
{
    int64_t wide;
    bool fine = comma(a) && number(a, least, most, &wide);
    *v = fine ? (int32_t)wide : 0;
    return fine;
}

/* ---- strings ---- */

static int hex_digit(uint8_t c)
{
    return c >= '0' && c <= '9'                 ? c - '0'
           : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10
                                                : -1;
}

/* The byte of an escape at a->p, behind the backslash; -1 after a message. */
static int escape(struct assembler *a)
{
    const uint8_t *start = a->p - 1;
    int c = a->p < a->end ? *a->p++ : 0;
    switch (c) {
    case '"':
    case '\\': return c;
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'x':
        if (a->end - a->p >= 2 && hex_digit(a->p[0]) >= 0 && hex_digit(a->p[1]) >= 0) {
            c = hex_digit(a->p[0]) << 4 | hex_digit(a->p[1]);
            a->p += 2;
            return c;
        }
        break;
    default: break;
    }
    bad(a, start, a->p, "a backslash itself is written \\\\",
        "escapes are \\\" \\\\ \\n \\r \\t and \\x with two digits");
    return -1;
}

/* Appends the letters from start to a->p in the code page. */
static bool encode(struct assembler *a, const uint8_t *start, struct rq_out *bytes)
{
    struct rq_bytes part = {start, (size_t)(a->p - start)};
    size_t at = 0;
    if (!part.size || rq_text_encode(bytes, a->page, part, &at))
        return true;
    if (bytes->failed)
        return out_of_memory(a);
    return bad(a, start + at, start + at + 1, "--encoding names another; \\xNN is any byte",
               "the code page does not have this letter");
}

/* reone writes the bytes of a string as they are, quotes too: the last one of the line ends it. */
static bool raw_bytes(struct assembler *a, struct rq_out *bytes)
{
    const uint8_t *start = a->p, *last = a->end;
    while (last > start && last[-1] != '"')
        last--;
    a->p = last > start ? last - 1 : a->end;
    rq_put(bytes, start, (size_t)(a->p - start));
    return !bytes->failed || out_of_memory(a);
}

static bool string_bytes(struct assembler *a, struct rq_out *bytes)
{
    const uint8_t *start = a->p;
    if (a->reone)
        return raw_bytes(a, bytes);
    while (a->p < a->end && *a->p != '"') {
        if (*a->p != '\\') {
            a->p++;
            continue;
        }
        if (!encode(a, start, bytes))
            return false;
        a->p++;
        int c = escape(a);
        if (c < 0)
            return false;
        rq_put8(bytes, (uint8_t)c);
        start = a->p;
    }
    return encode(a, start, bytes);
}

static bool take_string(struct assembler *a, struct rq_ncs_instr *i)
{
    struct rq_out bytes = {0};
    skip_blanks(a);
    const uint8_t *start = a->p;
    if (a->p == a->end || *a->p != '"')
        return bad(a, a->p, a->p, "", "a string in quotes is expected");
    a->p++;
    bool fine = string_bytes(a, &bytes);
    if (fine && a->p == a->end)
        fine = bad(a, start, a->end, "", "the string has no end");
    else if (fine && bytes.size > UINT16_MAX)
        fine = bad(a, start, a->p, "", "a string of more than 65535 bytes");
    a->p += fine;
    if (fine) {
        i->a = (int32_t)bytes.size;
        i->text = (const uint8_t *)rq_arena_text(&a->arena, (const char *)bytes.data, bytes.size);
        fine = (i->text && !bytes.failed) || out_of_memory(a);
    }
    rq_out_free(&bytes);
    return fine;
}

/* ---- operands ---- */

/* ncsdis prints six decimals, nan or inf; its column of bytes has the float that they stand for. */
static bool take_bits(const struct assembler *a, struct rq_str w, struct rq_ncs_instr *i)
{
    const uint8_t *b = a->columns.bytes;
    double v = 0;
    if (a->columns.count != 6 || b[0] != i->op || b[1] != i->type)
        return false;
    uint32_t bits = (uint32_t)b[2] << 24 | (uint32_t)b[3] << 16 | (uint32_t)b[4] << 8 | b[5];
    bool real = rq_line_real((struct rq_bytes){(const uint8_t *)w.text, w.size}, &v);
    float known = rq_f32_of(bits);
    if (real ? !(fabs(known - v) <= 0.5000001e-6) : isfinite(known))
        return false;
    i->a = (int32_t)bits;
    return true;
}

static bool take_float(struct assembler *a, struct rq_ncs_instr *i)
{
    struct rq_str w = word(a);
    double v = 0;
    int64_t bits;
    if (take_bits(a, w, i))
        return true;
    if (w.size > 2 && w.text[0] == '0' && (w.text[1] | 32) == 'x' && integer_of(w, &bits) &&
        bits <= UINT32_MAX) {
        i->a = (int32_t)(uint32_t)bits;
        return true;
    }
    if (!rq_line_real((struct rq_bytes){(const uint8_t *)w.text, w.size}, &v))
        return bad_word(a, w, "", "number");
    if (fabs(v) > FLT_MAX)
        return bad_word(a, w, "0x7F800000 is infinity", "float");
    i->a = (int32_t)rq_bits_of((float)v);
    return true;
}

static bool take_constant(struct assembler *a, struct rq_ncs_instr *i)
{
    if (i->type == RQ_NCS_STRING)
        return take_string(a, i);
    if (i->type == RQ_NCS_FLOAT)
        return take_float(a, i);
    const uint8_t *start = a->p;
    struct rq_str w = word(a);
    if (i->type == RQ_NCS_OBJECT &&
        (rq_str_is(w, "OBJECT_SELF") || rq_str_is(w, "OBJECT_INVALID"))) {
        i->a = rq_str_is(w, "OBJECT_INVALID");
        return true;
    }
    a->p = start;
    return take32(a, &i->a);
}

static void near_routine(unsigned game, struct rq_str w, char hint[96])
{
    size_t best = RQ_NEAR + 1;
    for (unsigned id = 0; id < 1024; id++) {
        const struct rq_routine *r = rq_routine(game, id);
        size_t distance = r ? rq_distance(r->name, strlen(r->name), w.text, w.size) : best;
        if (distance < best) {
            best = distance;
            snprintf(hint, 96, "did you mean %s?", r->name);
        }
    }
}

static int32_t routine_number(struct rq_str w)
{
    int64_t id;
    return integer_of(w, &id) && id >= 0 && id <= UINT16_MAX ? (int32_t)id : -1;
}

/* The number of a routine by its name or number; -1: it is none. A name that only ncsdis has, or InvalidFunction
 * with the number, goes by the bytes in the columns before it where they are there. */
static int32_t routine_of(const struct assembler *a, struct rq_str w, uint8_t op)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", w.size < sizeof name ? (int)w.size : 0, w.text);
    const struct rq_routine *r = rq_routine_by_name(a->options->game, name);
    if (r)
        return r->id;
    int32_t id = routine_number(w);
    if (id < 0 && a->columns.count == 5 && a->columns.bytes[0] == op)
        id = a->columns.bytes[2] << 8 | a->columns.bytes[3];
    if (id < 0 && w.size > 15 && memcmp(w.text, "InvalidFunction", 15) == 0)
        id = routine_number((struct rq_str){w.text + 15, w.size - 15});
    return id;
}

static bool take_call(struct assembler *a, struct rq_ncs_instr *i)
{
    struct rq_str w = word(a);
    char hint[96] = "";
    i->a = routine_of(a, w, i->op);
    if (i->a < 0) {
        near_routine(a->options->game, w, hint);
        return bad_word(a, w, *hint ? hint : "a number from 0 to 65535 is fine, too",
                        "routine of the engine");
    }
    int32_t count;
    bool fine = take16(a, 0, UINT8_MAX, &count);
    i->args = (uint8_t)count;
    return fine;
}

static bool add_label(struct assembler *a, struct labels *l, struct rq_str name, size_t at)
{
    struct label *items = rq_arena_more(&a->arena, &l->items, l->count, &l->room, sizeof *items);
    if (!items)
        return out_of_memory(a);
    items[l->count++] =
        (struct label){name, (int32_t)at, a->number,
                       (uint32_t)characters(a->line.data, (const uint8_t *)name.text) + 1};
    return true;
}

static bool take_jump(struct assembler *a, struct rq_ncs_instr *i)
{
    struct rq_str w = word(a);
    int64_t distance;
    if (!w.size)
        return bad_word(a, w, "", "label");
    if (!strchr("+-0123456789", *w.text))
        return add_label(a, &a->used, w, a->ncs.count);
    if (!integer_of(w, &distance) || distance < INT32_MIN || distance > INT32_MAX)
        return bad_word(a, w, "", "distance");
    i->a = (int32_t)distance;
    return true;
}

/* Two sizes. ncsdis has what the type byte says before them: the label of the block that is stored, or a number. */
static bool take_state(struct assembler *a, struct rq_ncs_instr *i)
{
    const uint8_t *start = a->p;
    struct rq_str w = word(a);
    int32_t third = 0;
    if (w.size && !strchr("+-0123456789", *w.text)) {
        if (!add_label(a, &a->used, w, a->ncs.count) || !comma(a))
            return false;
    } else {
        a->p = start;
    }
    if (!take32(a, &i->a) || !comma(a) || !take32(a, &i->b))
        return false;
    if (!at_end(a)) {
        if (!comma(a) || !take32(a, &third))
            return false;
        if (i->a < 0 || i->a > UINT8_MAX)
            return bad(a, start, a->p, "", "the way to the block is 0 to 255, not %d", i->a);
        i->type = (uint8_t)i->a;
        i->a = i->b;
        i->b = third;
    }
    return true;
}

static bool take_operands(struct assembler *a, struct rq_ncs_instr *i)
{
    switch (rq_ncs_op_infos[i->op].layout) {
    case RQ_NCS_CONST: return take_constant(a, i);
    case RQ_NCS_COPY: return take32(a, &i->a) && take16(a, 0, UINT16_MAX, &i->b);
    case RQ_NCS_STATE: return take_state(a, i);
    case RQ_NCS_OFFSET: return take32(a, &i->a);
    case RQ_NCS_CALL: return take_call(a, i);
    case RQ_NCS_JUMP: return take_jump(a, i);
    case RQ_NCS_DESTRUCT: {
        int64_t size;
        bool fine = number(a, 0, UINT16_MAX, &size);
        i->a = (int32_t)size;
        return fine && take16(a, INT16_MIN, INT16_MAX, &i->b) && take16(a, 0, UINT16_MAX, &i->c);
    }
    case RQ_NCS_COMPARE: {
        int64_t size = 0;
        bool fine = i->type != RQ_NCS_STRUCT_STRUCT || number(a, 0, UINT16_MAX, &size);
        i->a = (int32_t)size;
        return fine;
    }
    default: return true;
    }
}

/* ---- lines ---- */

static void near_mnemonic(struct rq_str w, char hint[96])
{
    size_t best = RQ_NEAR + 1;
    for (unsigned op = 1; op < RQ_NCS_OP_END; op++)
        for (unsigned type = 0; type <= RQ_NCS_FLOAT_VECTOR; type++) {
            char name[24];
            rq_ncs_mnemonic(op, type, name);
            size_t distance =
                strchr(name, '.') ? best : rq_distance(name, strlen(name), w.text, w.size);
            if (distance < best) {
                best = distance;
                snprintf(hint, 96, "did you mean %s?", name);
            }
        }
}

static bool find_mnemonic(struct assembler *a, struct rq_str w, struct rq_ncs_instr *i)
{
    char name[24] = "", hint[96] = "";
    uint32_t hash = 0;
    if (w.size < sizeof name)
        memcpy(name, w.text, w.size);
    for (size_t k = 0; name[k]; k++)
        hash = hash * 31 + (uint8_t)name[k];
    struct word *known = &a->words[(hash ^ hash >> 8) & 255];
    if (!*name || strcmp(known->text, name) != 0) {
        const char *other = rq_ncs_name_of_reone(name);
        if (!*name || !rq_ncs_by_mnemonic(other ? other : name, &i->op, &i->type)) {
            near_mnemonic(w, hint);
            return bad_word(a, w, hint, "instruction");
        }
        memcpy(known->text, name, sizeof name);
        known->op = i->op;
        known->type = i->type;
    }
    i->op = known->op;
    i->type = known->type;
    return true;
}

/* Type bytes 00 and 01 have no letters with ncsdis, and those that it does not know are a question mark: only its
 * column of bytes tells them. */
static bool take_mnemonic(struct assembler *a, struct rq_str w, struct rq_ncs_instr *i)
{
    const uint8_t *start = (const uint8_t *)w.text, *b = a->columns.bytes;
    bool unknown = a->p < a->end && *a->p == '?';
    bool same_op = a->columns.count > 1 && rq_ncs_op_infos[b[0]].name &&
                   rq_str_is(w, rq_ncs_op_infos[b[0]].name);
    while (a->p < a->end && *a->p == '?')
        a->p++;
    if (same_op && b[0] != RQ_NCS_OP_STORESTATE) {
        i->op = b[0];
        i->type = b[1];
        return true;
    }
    if (unknown)
        return bad(a, start, a->p, "ncsdis --list has the bytes of each instruction",
                   "the type of %.*s is not told", (int)(w.size < 30 ? w.size : 30), w.text);
    if (a->reone && rq_str_is(w, "NOP"))
        return bad(a, start, a->p, "NOP2 is opcode 2D",
                   "NOP of reone is opcode 0, which is no instruction");
    return find_mnemonic(a, w, i);
}

static bool take_instr(struct assembler *a, struct rq_str w)
{
    struct rq_ncs_instr i = {.to = -1};
    if (a->tail.size)
        return bad(a, (const uint8_t *)w.text, a->p, "", "nothing can follow .tail");
    if (!take_mnemonic(a, w, &i) || !take_operands(a, &i))
        return false;
    struct rq_ncs_instr *instrs = rq_arena_more(&a->arena, &a->ncs.instrs, (uint32_t)a->ncs.count,
                                                &a->instr_room, sizeof *instrs);
    if (!instrs)
        return out_of_memory(a);
    instrs[a->ncs.count++] = i;
    return true;
}

static bool take_tail(struct assembler *a)
{
    while (!at_end(a)) {
        struct rq_str w = word(a);
        if (w.size != 2 || hex_digit((uint8_t)w.text[0]) < 0 || hex_digit((uint8_t)w.text[1]) < 0)
            return bad_word(a, w, "", "byte of two hexadecimal digits");
        rq_put8(&a->tail,
                (uint8_t)(hex_digit((uint8_t)w.text[0]) << 4 | hex_digit((uint8_t)w.text[1])));
    }
    return !a->tail.failed || out_of_memory(a);
}

static bool take_directive(struct assembler *a, struct rq_str w)
{
    int64_t v = 0, when = 0;
    if (rq_str_is(w, ".tail"))
        return take_tail(a);
    if (rq_str_is(w, ".marker")) {
        bool fine = number(a, 0, UINT8_MAX, &v);
        a->ncs.marker = (uint8_t)v;
        return fine;
    }
    if (rq_str_is(w, ".size")) {
        if (!number(a, 0, UINT32_MAX, &v))
            return false;
        struct rq_str word_when = word(a);
        if (!rq_str_is(word_when, "when"))
            return bad_word(a, word_when,
                            ".size 1 when 80: the head says 1 as long as the file has 80 bytes",
                            "\"when\"");
        a->has_size = number(a, 0, UINT32_MAX, &when);
        a->size = (uint32_t)v;
        a->size_when = (uint32_t)when;
        return a->has_size;
    }
    return bad_word(a, w, "there are .marker, .size and .tail", "directive");
}

/* The line that ncsdis draws behind the end of a block. */
static bool is_drawn(const struct assembler *a)
{
    const uint8_t *p = a->p;
    while (p < a->end && (*p == '-' || rq_line_is_blank(*p)))
        p++;
    return p == a->end;
}

static bool take_line(struct assembler *a)
{
    a->p = rq_ncs_skip_columns(a->p, a->end, &a->columns);
    if (at_end(a) || is_drawn(a))
        return true;
    struct rq_str w = word(a);
    if (!w.size)
        return bad(a, a->p, a->p + 1, "", "an instruction, a label or a directive is expected");
    skip_blanks(a);
    if (a->p < a->end && *a->p == ':') {
        a->p++;
        if (!add_label(a, &a->defined, w, a->ncs.count) || at_end(a))
            return !a->no_memory;
        w = word(a);
    }
    bool fine = w.size && *w.text == '.' ? take_directive(a, w) : take_instr(a, w);
    if (fine && !at_end(a))
        return bad(a, a->p, a->end, "", "nothing is expected here");
    return fine;
}

/* ---- the whole ---- */

static int by_name(const void *x, const void *y)
{
    const struct rq_str *a = &((const struct label *)x)->name,
                        *b = &((const struct label *)y)->name;
    int order = memcmp(a->text, b->text, a->size < b->size ? a->size : b->size);
    return order ? order : (a->size > b->size) - (a->size < b->size);
}

/* qsort keeps the order of equal names on some systems only; the second one is the one to name. */
static int by_name_and_place(const void *x, const void *y)
{
    const struct label *a = x, *b = y;
    int order = by_name(x, y);
    if (!order)
        order = (a->line > b->line) - (a->line < b->line);
    return order ? order : (a->column > b->column) - (a->column < b->column);
}

static void bad_label(struct assembler *a, const struct label *label, const char *why)
{
    char message[200];
    const uint8_t *start = (const uint8_t *)label->name.text, *end = start;
    const uint8_t *last = a->text.data + a->text.size;
    while (start > a->text.data && start[-1] != '\n')
        start--;
    while (end < last && *end != '\n' && *end != '\r')
        end++;
    snprintf(message, sizeof message, "the label %.*s %s",
             (int)(label->name.size < 60 ? label->name.size : 60), label->name.text, why);
    tell(a, (struct rq_bytes){start, (size_t)(end - start)}, label->line, label->column,
         label->name.size, "", message);
}

/* The type byte of STORESTATE is the way to its block. */
static void join_state(struct assembler *a, const struct label *use, int32_t to)
{
    uint32_t way = 0;
    for (int32_t i = use->at; i < to && way <= UINT8_MAX; i++)
        way += rq_ncs_size(&a->ncs.instrs[i]);
    if (to <= use->at || way > UINT8_MAX)
        bad_label(a, use, "is not within 255 bytes behind its STORESTATE");
    else
        a->ncs.instrs[use->at].type = (uint8_t)way;
}

static void join_labels(struct assembler *a)
{
    struct labels *d = &a->defined;
    if (d->count)
        qsort(d->items, d->count, sizeof *d->items, by_name_and_place);
    for (uint32_t i = 1; i < d->count; i++)
        if (by_name(&d->items[i - 1], &d->items[i]) == 0)
            bad_label(a, &d->items[i], "is there twice");
    for (uint32_t i = 0; i < a->used.count; i++) {
        const struct label *use = &a->used.items[i];
        const struct label *found =
            d->count ? bsearch(use, d->items, d->count, sizeof *d->items, by_name) : NULL;
        if (!found)
            bad_label(a, use, "stands before no instruction");
        else if (a->ncs.instrs[use->at].op == RQ_NCS_OP_STORESTATE)
            join_state(a, use, found->at);
        else
            a->ncs.instrs[use->at].to = found->at;
    }
}

static void read_lines(struct assembler *a)
{
    struct rq_bytes rest = a->text;
    if (rest.size >= 3 && memcmp(rest.data, "\xEF\xBB\xBF", 3) == 0)
        rq_line_cut(&rest, 3);
    while (rest.size && a->problems < MOST_PROBLEMS && !a->no_memory) {
        enum rq_line_end end;
        a->line = rq_line_next(&rest, &end);
        a->p = a->line.data;
        a->end = a->p + a->line.size;
        a->number++;
        take_line(a);
    }
    if (!a->problems && !a->no_memory)
        join_labels(a);
}

static bool finish(struct assembler *a, struct rq_out *out, struct rq_error *err)
{
    if (a->no_memory)
        return rq_fail(err, RQ_NO_MEMORY, 0, a->file, "out of memory");
    if (a->problems)
        return rq_fail(err, RQ_CORRUPT, 0, a->file, "%zu problem%s", a->problems,
                       a->problems > 1 ? "s" : "");
    a->ncs.tail = rq_out_bytes(&a->tail);
    uint32_t size = rq_ncs_whole_size(&a->ncs);
    a->ncs.size = a->has_size && a->size_when == size ? a->size : size;
    size_t start = out->size;
    if (!rq_ncs_put_file(&a->ncs, out))
        return rq_fail(err, RQ_LIMIT, 0, a->file, "more than 2 GB of code");
    if (!out->failed)
        return true;
    rq_out_cut(out, start);
    return rq_fail_out(err, out);
}

bool rq_ncs_assemble(struct rq_bytes text, const char *file,
                     const struct rq_ncs_text_options *options, rq_script_problem_fn *problem,
                     void *ctx, struct rq_out *out, struct rq_error *err)
{
    struct assembler *a = rq_mem_zeroed(1, sizeof *a);
    if (!a)
        return rq_fail(err, RQ_NO_MEMORY, 0, file, "out of memory");
    a->options = options;
    a->page = options->page ? options->page : RQ_CP1252;
    a->file = file;
    a->problem = problem;
    a->ctx = ctx;
    a->text = text;
    a->ncs.marker = RQ_NCS_MARKER;
    a->reone = rq_ncs_is_reone(text);
    read_lines(a);
    bool fine = finish(a, out, err);
    rq_out_free(&a->tail);
    rq_arena_free(&a->arena);
    free(a);
    return fine;
}
