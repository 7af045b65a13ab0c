/* What the golden tests of GFF share: files out of sections that were worked out by hand, after
 * the rules in docs/formats/gff.md, and the round trips. */
#ifndef TESTS_GOLDEN_GFF_PARTS_H
#define TESTS_GOLDEN_GFF_PARTS_H

#include "core/bytes.h"
#include "support/document.h"

#include <reliquary/gff.h>
#include <stdio.h>
#include <stdlib.h>

#define W(v)                                                                                       \
    (uint8_t)((v)&0xFF), (uint8_t)((v) >> 8 & 0xFF), (uint8_t)((v) >> 16 & 0xFF),                  \
        (uint8_t)((v) >> 24 & 0xFF)

/* ---- files out of sections ---- */

enum { ROOM = 4096 };
#define ID UINT32_MAX

/* The six sections of a file, in words as the format has them. */
struct parts {
    const char *type;
    const uint32_t (*structs)[3]; /* id, data, field count */
    const uint32_t (*fields)[3];  /* type, label, data */
    const char *const *labels;
    const uint8_t *data;
    const uint32_t *blocks, *lists;
    size_t struct_count, field_count, label_count, data_size, block_count, list_count;
};

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

struct file {
    uint8_t bytes[ROOM];
    size_t size;
};

static inline void put32(struct file *f, uint32_t v)
{
    rq_set32(f->bytes + f->size, v);
    f->size += 4;
}

/* Header and sections one after the other: what every writer does. */
static inline struct file assemble(const struct parts *p)
{
    struct file f = {.size = 8};
    size_t at = 56, sizes[6] = {p->struct_count * 12, p->field_count * 12, p->label_count * 16,
                                p->data_size,         p->block_count * 4,  p->list_count * 4};
    size_t counts[6] = {p->struct_count, p->field_count, p->label_count,
                        sizes[3],        sizes[4],       sizes[5]};
    memcpy(f.bytes, p->type, 4);
    memcpy(f.bytes + 4, "V3.2", 4);
    for (size_t i = 0; i < 6; at += sizes[i++]) {
        put32(&f, (uint32_t)at);
        put32(&f, (uint32_t)counts[i]);
    }
    for (size_t i = 0; i < p->struct_count * 3; i++)
        put32(&f, p->structs[i / 3][i % 3]);
    for (size_t i = 0; i < p->field_count * 3; i++)
        put32(&f, p->fields[i / 3][i % 3]);
    for (size_t i = 0; i < p->label_count; i++, f.size += 16)
        memcpy(f.bytes + f.size, p->labels[i], strlen(p->labels[i]));
    if (p->data_size)
        memcpy(f.bytes + f.size, p->data, p->data_size);
    f.size += p->data_size;
    for (size_t i = 0; i < p->block_count; i++)
        put32(&f, p->blocks[i]);
    for (size_t i = 0; i < p->list_count; i++)
        put32(&f, p->lists[i]);
    return f;
}

static inline struct rq_bytes bytes_of(const struct file *f)
{
    return (struct rq_bytes){f->bytes, f->size};
}

/* ---- checks that many tests need ---- */

static const char *const layout_names[] = {"unsettled",
#define NAME(id, name) name,
                                           RQ_GFF_LAYOUTS(NAME)
#undef NAME
                                               "explicit"};

/* Comes back directly and through JSON, in this layout; leaves the JSON. */
static inline bool survives(struct rq_bytes file, const char *layout, struct rq_out *json)
{
    struct rq_doc *doc = read_and_check(file);
    if (!doc)
        return false;
    struct rq_gff *gff = rq_doc_root(doc, "gff");
    bool fine = !layout || CHECK_STR(layout_names[gff->layout], layout);
    if (json)
        *json = json_of(doc);
    rq_doc_free(doc);
    return fine;
}

/* The file that this JSON becomes after `from` has been replaced by `to`, once. */
static inline bool edited(const struct rq_out *json, const char *from, const char *to,
                          struct rq_out *out)
{
    struct rq_error err = {0};
    struct rq_out text = {0};
    const char *all = (const char *)json->data, *at = strstr(all, from);
    if (!CHECK(at != NULL))
        return false;
    rq_put(&text, all, (size_t)(at - all));
    rq_put(&text, to, strlen(to));
    rq_put(&text, at + strlen(from), strlen(at + strlen(from)));
    struct rq_doc *doc = rq_doc_from_json(rq_out_bytes(&text), NULL, &err);
    CHECK_STR(err.text, "");
    bool fine = doc && rq_doc_write(doc, out, &err);
    rq_doc_free(doc);
    rq_out_free(&text);
    return fine;
}

/* ---- every field type ---- */

/* clang-format off */
static const uint8_t all_types[] = {
    'G', 'F', 'F', ' ', 'V', '3', '.', '2', /* 0: type and version */
    W(56), W(3),                            /* 8: 3 structs at 56 */
    W(92), W(22),                           /* 16: 22 fields at 92 */
    W(356), W(20),                          /* 24: 20 labels at 356 */
    W(676), W(126),                         /* 32: 126 bytes of field data at 676 */
    W(802), W(80),                          /* 40: 20 field indices at 802 */
    W(882), W(8),                           /* 48: 8 bytes of list indices at 882 */
    /* structs */
    W(0xFFFFFFFF), W(0), W(20),  /* 56: root, 20 fields, indices at 0 */
    W(7), W(15), W(1),           /* 68: id 7, its one field is number 15 */
    W(9), W(17), W(1),           /* 80: id 9, its one field is number 17 */
    /* fields: type, label, data */
    W(0), W(0), W(200),           /* 0  BYTE 200 */
    W(1), W(1), W(0xFFFFFFFB),    /* 1  CHAR -5, sign-extended */
    W(2), W(2), W(65535),         /* 2  WORD 65535 */
    W(3), W(3), W(0xFFFF8000),    /* 3  SHORT -32768 */
    W(4), W(4), W(0xFFFFFFFF),    /* 4  DWORD 4294967295 */
    W(5), W(5), W(0x80000000),    /* 5  INT -2147483648 */
    W(6), W(6), W(0),             /* 6  DWORD64 at 0 */
    W(7), W(7), W(8),             /* 7  INT64 at 8 */
    W(8), W(8), W(0xC0200000),    /* 8  FLOAT -2.5 */
    W(9), W(9), W(16),            /* 9  DOUBLE at 16 */
    W(10), W(10), W(24),          /* 10 CExoString at 24 */
    W(11), W(11), W(31),          /* 11 CResRef at 31 */
    W(12), W(12), W(36),          /* 12 CExoLocString at 36 */
    W(13), W(13), W(72),          /* 13 VOID at 72 */
    W(14), W(14), W(1),           /* 14 Struct: number 1 */
    W(0), W(0), W(1),             /* 15 in struct 1: BYTE 1, the first label again */
    W(15), W(15), W(0),           /* 16 List at 0 */
    W(0), W(0), W(2),             /* 17 in struct 2: BYTE 2 */
    W(16), W(16), W(78),          /* 18 Orientation at 78 */
    W(17), W(17), W(94),          /* 19 Vector at 94 */
    W(18), W(18), W(106),         /* 20 StrRef at 106 */
    W(12), W(19), W(114),         /* 21 CExoLocString at 114 */
    /* labels, 16 bytes each */
    'B', 'y', 't', 'e', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 0 */
    'C', 'h', 'a', 'r', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 1 */
    'W', 'o', 'r', 'd', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 2 */
    'S', 'h', 'o', 'r', 't', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 3 */
    'D', 'w', 'o', 'r', 'd', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 4 */
    'I', 'n', 't', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,     /* 5 */
    'D', 'w', 'o', 'r', 'd', '6', '4', 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 6 */
    'I', 'n', 't', '6', '4', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 7 */
    'F', 'l', 'o', 'a', 't', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 8 */
    'D', 'o', 'u', 'b', 'l', 'e', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 9 */
    'S', 't', 'r', 'i', 'n', 'g', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 10 */
    'R', 'e', 's', 'R', 'e', 'f', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 11 */
    'L', 'o', 'c', 'S', 't', 'r', 'i', 'n', 'g', 0, 0, 0, 0, 0, 0, 0, /* 12 */
    'V', 'o', 'i', 'd', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,   /* 13 */
    'S', 't', 'r', 'u', 'c', 't', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 14 */
    'L', 'i', 's', 't', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,   /* 15 */
    'O', 'r', 'i', 'e', 'n', 't', 'a', 't', 'i', 'o', 'n', 0, 0, 0, 0, 0, /* 16 */
    'V', 'e', 'c', 't', 'o', 'r', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 17 */
    'S', 't', 'r', 'R', 'e', 'f', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 18 */
    'S', 'i', 'x', 't', 'e', 'e', 'n', 'L', 'e', 't', 't', 'e', 'r', 's', 'X', 'X', /* 19, no NUL */
    /* field data */
    0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, /* 0: 18446744073709551615 */
    0, 0, 0, 0, 0, 0, 0, 0x80,                      /* 8: -9223372036854775808 */
    0x9A, 0x99, 0x99, 0x99, 0x99, 0x99, 0xB9, 0x3F, /* 16: 0.1 */
    W(3), 'a', 0x80, '"',                           /* 24: a, euro sign, quote */
    4, 'd', 'a', 'n', '1',                          /* 31: "dan1" */
    W(32), W(0xFFFFFFFF), W(2),                     /* 36: 32 bytes follow, no StrRef, 2 texts */
    W(0), W(3), 'm', 'a', 'n',                      /* 48: id 0: English, male */
    W(3), W(5), 'f', 'e', 'm', 'm', 'e',            /* 59: id 3: French, female */
    W(2), 0xDE, 0xAD,                               /* 72: two bytes */
    0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0x80, 0x3F, 0, 0, 0, 0, /* 78: 0, -0, 1, 0 */
    0, 0, 0xC0, 0x7F, 0, 0, 0x80, 0x7F, 0, 0, 0x80, 0xFF,    /* 94: NaN, inf, -inf */
    W(4), W(12345),                                 /* 106: size 4, number 12345 */
    W(8), W(7), W(0),                               /* 114: 8 bytes follow, StrRef 7, no text */
    /* field indices of the root: all fields but 15 and 17 */
    W(0), W(1), W(2), W(3), W(4), W(5), W(6), W(7), W(8), W(9), W(10), W(11), W(12), W(13), W(14),
    W(16), W(18), W(19), W(20), W(21),
    /* list indices */
    W(1), W(2), /* one element: struct 2 */
};
/* clang-format on */

/* ---- a small tree ----
 *
 * root { A: list [ e0 { P: 1, Q: list [ f0 { R: 7 } ] }, e1 { P: 2, Q: list [] } ],
 *        B: struct s { X: "x", Y: "x" }, C: 5 }
 *
 * created depth first. */

/* clang-format off */
static const uint8_t two_x[] = {W(1), 'x', W(1), 'x'};

static const uint32_t depth_structs[][3] = {
    {ID, 0, 3}, {10, 12, 2}, {20, 3, 1}, {11, 20, 2}, {30, 28, 2}}; /* root e0 f0 e1 s */
static const uint32_t depth_fields[][3] = {
    {15, 0, 0}, {5, 1, 1},  {15, 2, 12}, {0, 3, 7},  {5, 1, 2}, /* A, P Q, R, P */
    {15, 2, 20}, {14, 4, 4}, {10, 5, 0},  {10, 6, 5}, {0, 7, 5}}; /* Q, B, X Y, C */
static const char *const depth_labels[] = {"A", "P", "Q", "R", "B", "X", "Y", "C"};
static const uint32_t depth_blocks[] = {0, 6, 9, /* */ 1, 2, /* */ 4, 5, /* */ 7, 8};
static const uint32_t depth_lists[] = {2, 1, 3, /* */ 1, 2, /* */ 0};

static const struct parts depth_first = {
    "GFF ",        depth_structs, depth_fields,   depth_labels,   two_x,
    depth_blocks,  depth_lists,   5,              10,             8,
    sizeof two_x,  9,             6};
/* clang-format on */

#endif
