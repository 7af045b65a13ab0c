/* A small assembler for expected code of NCS: "RSADDI; CONSTI 3; JZ out; ... out: RETN". Mnemonics by the table of
 * reliquary/ncs.h, whose bytes golden_ncs lays down by hand; floats are CONSTF with the bits in hexadecimal. It
 * knows nothing of the compiler. */
#ifndef TESTS_SUPPORT_LISTING_H
#define TESTS_SUPPORT_LISTING_H

#include "core/bytes.h"
#include "support/check.h"

#include <reliquary/ncs.h>
#include <stdio.h>
#include <stdlib.h>

struct listing_label {
    char name[16];
    size_t at;
};

struct listing {
    struct listing_label labels[64];
    size_t label_count;
    struct {
        char name[16];
        size_t at; /* of the instruction */
    } jumps[128];
    size_t jump_count;
    struct rq_out *out;
};

static const uint8_t listing_layouts[256] = {
#define LISTING_ROW(code, name, layout) [code] = RQ_NCS_##layout,
    RQ_NCS_OPS(LISTING_ROW)
#undef LISTING_ROW
};

static inline void listing_put(struct listing *l, long value, unsigned bytes)
{
    while (bytes--)
        rq_put8(l->out, (uint8_t)((unsigned long)value >> (8 * bytes)));
}

/* One instruction, with its operands behind a blank. */
static inline bool listing_instruction(struct listing *l, const char *text)
{
    char name[24], *next;
    uint8_t op, type;
    size_t size = strcspn(text, " "), at = l->out->size;
    snprintf(name, sizeof name, "%.*s", (int)size, text);
    if (!CHECK(rq_ncs_by_mnemonic(name, &op, &type)))
        return false;
    const char *operands = text[size] ? text + size + 1 : "";
    rq_put8(l->out, op);
    rq_put8(l->out, type);
    long a = strtol(operands, &next, 10), b = strtol(next, &next, 10), c = strtol(next, &next, 10);
    switch (listing_layouts[op]) {
    case RQ_NCS_COPY: listing_put(l, a, 4), listing_put(l, b, 2); break;
    case RQ_NCS_CALL: listing_put(l, a, 2), listing_put(l, b, 1); break;
    case RQ_NCS_OFFSET: listing_put(l, a, 4); break;
    case RQ_NCS_COMPARE:
        if (type == RQ_NCS_STRUCT_STRUCT)
            listing_put(l, a, 2);
        break;
    case RQ_NCS_DESTRUCT: listing_put(l, a, 2), listing_put(l, b, 2), listing_put(l, c, 2); break;
    case RQ_NCS_STATE: listing_put(l, a, 4), listing_put(l, b, 4); break;
    case RQ_NCS_CONST:
        if (type == RQ_NCS_STRING) {
            size_t letters = strlen(operands) - 2; /* in quotes */
            listing_put(l, (long)letters, 2);
            rq_put(l->out, operands + 1, letters);
        } else {
            listing_put(l, type == RQ_NCS_FLOAT ? (long)strtoul(operands, NULL, 16) : a, 4);
        }
        break;
    case RQ_NCS_JUMP:
        snprintf(l->jumps[l->jump_count].name, sizeof l->jumps[0].name, "%s", operands);
        l->jumps[l->jump_count++].at = at;
        listing_put(l, 0, 4);
        break;
    default: break;
    }
    return true;
}

/* The whole file of a listing; parts end with ";", labels with ":". */
static inline bool listing_assemble(const char *text, struct rq_out *out)
{
    static struct listing l;
    l.label_count = l.jump_count = 0;
    l.out = out;
    rq_put(out, "NCS V1.0\x42\0\0\0", 13);
    while (*text) {
        char part[80];
        size_t skip = strspn(text, " ;\n"), size = strcspn(text + skip, ";:");
        bool label = text[skip + size] == ':';
        text += skip;
        if (!*text)
            break;
        snprintf(part, sizeof part, "%.*s", (int)size, text);
        if (label) {
            snprintf(l.labels[l.label_count].name, sizeof l.labels[0].name, "%.15s", part);
            l.labels[l.label_count++].at = out->size;
        } else if (!listing_instruction(&l, part)) {
            return false;
        }
        text += size + (text[size] != 0);
    }
    for (size_t i = 0; i < l.jump_count; i++) {
        size_t k = 0;
        while (k < l.label_count && strcmp(l.labels[k].name, l.jumps[i].name) != 0)
            k++;
        if (!CHECK(k < l.label_count))
            return false;
        rq_set32be(out->data + l.jumps[i].at + 2, (uint32_t)(l.labels[k].at - l.jumps[i].at));
    }
    rq_set32be(out->data + 9, (uint32_t)out->size);
    return true;
}

#endif
