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
