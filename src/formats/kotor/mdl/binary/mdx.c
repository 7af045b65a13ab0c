/* The MDX of a model: rows of vertices, a block for each mesh. */
#include "formats/kotor/mdl/parts.h"
#include "formats/transfer.h"

#include <stdlib.h>

/* ---- reading ---- */

static void read_rows(struct rq_doc *doc, struct rq_mdl_node *node)
{
    const struct rq_mdl *m = doc->root;
    struct rq_mdl_mesh *mesh = node->mesh;
    struct rq_bytes mdx = doc->companion;
    uint64_t at = mesh->end.mdx_offset, size = rq_mdl_rows_size(mesh);
    uint64_t stride = mesh->header.mdx_stride;
    if (!rq_mdl_has_rows(mesh))
        return;
    if (at > mdx.size || size > mdx.size - at) {
        rq_find(doc, "missing-rows", at, m->names[node->header.name],
                "%llu bytes of vertices at %llu, but the MDX has %zu", (unsigned long long)size,
                (unsigned long long)at, mdx.size);
        return;
    }
    mesh->rows = (struct rq_bytes){mdx.data + at, (size_t)size};
    if (stride <= mdx.size - at - size)
        mesh->end_row = (struct rq_bytes){mdx.data + at + size, (size_t)stride};
}

void rq_mdl_read_mdx(struct rq_doc *doc)
{
    struct rq_mdl *m = doc->root;
    m->has_mdx = doc->companion.data != NULL;
    if (!m->has_mdx)
        return;
    if (m->wrapper.mdx_size != doc->companion.size) {
        char text[RQ_TRANSFER_TEXT];
        struct rq_transfer t = rq_transfer_by_size(doc->companion, m->wrapper.mdx_size);
        rq_find(doc, "wrong-mdx-size", 8, "mdl", "an MDX of %u bytes, really %zu%s%s",
                m->wrapper.mdx_size, doc->companion.size, t.kind ? ": " : "",
                rq_transfer_text(&t, text));
    }
    uint64_t at = 0;
    for (struct rq_mdl_node *node; (node = rq_mdl_next_mesh(m, &at));)
        read_rows(doc, node);
}

/* ---- order ---- */

/* The blocks of an MDX in the order of a layout. */
struct blocks {
    struct rq_arena arena;
    struct item {
        const struct rq_mdl_node *node;
        uint64_t key;
    } * items;
    size_t count;
    enum rq_mdl_mdx_layout layout;
};

static int by_key(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    return x->key < y->key ? -1 : x->key > y->key;
}

/* kotorblender and, by its source, MDLOps leave skins where they are. */
static uint64_t key_of(const struct rq_mdl_node *node, enum rq_mdl_mdx_layout layout, size_t index)
{
    uint64_t skin = layout == RQ_MDX_CANONICAL && node->mesh->skin;
    uint64_t name = layout == RQ_MDX_TIGHT ? 0 : node->header.name;
    return skin << 63 | name << 32 | (uint32_t)index;
}

static bool open_blocks(const struct rq_doc *doc, enum rq_mdl_mdx_layout layout,
                        struct blocks *blocks)
{
    const struct rq_mdl *m = doc->root;
    const struct rq_mdl_node *node;
    size_t count = 0;
    *blocks = (struct blocks){.arena = {.alloc = doc->alloc}, .layout = layout};
    for (uint64_t at = 0; rq_mdl_next_mesh(m, &at);)
        count++;
    blocks->items = rq_arena_get(&blocks->arena, count, sizeof *blocks->items);
    if (!blocks->items)
        return false;
    for (uint64_t at = 0; (node = rq_mdl_next_mesh(m, &at));)
        if (rq_mdl_has_rows(node->mesh)) {
            size_t i = blocks->count++;
            blocks->items[i] = (struct item){node, key_of(node, layout, i)};
        }
    if (blocks->count)
        qsort(blocks->items, blocks->count, sizeof *blocks->items, by_key);
    return true;
}

/* Where block i ends when it starts at `at`, and the gap behind it. */
static uint64_t block_end(const struct blocks *blocks, size_t i, uint64_t at, uint64_t *gap)
{
    const struct rq_mdl_mesh *mesh = blocks->items[i].node->mesh;
    uint64_t end = at + rq_mdl_rows_size(mesh) + mesh->header.mdx_stride;
    bool last = i + 1 == blocks->count;
    *gap =
        blocks->layout == RQ_MDX_TIGHT || (last && blocks->layout != RQ_MDX_PADDED) ? 0 : end % 16;
    return end;
}

/* ---- layouts ---- */

static bool fits(const struct rq_doc *doc, const struct blocks *blocks, uint64_t *gap_size)
{
    const struct rq_mdl *m = doc->root;
    const struct rq_mdl_node *node;
    uint64_t at = 0, gap;
    *gap_size = 0;
    for (size_t i = 0; i < blocks->count; i++) {
        const struct rq_mdl_mesh *mesh = blocks->items[i].node->mesh;
        if (mesh->end.mdx_offset != at || (m->has_mdx && mesh->end_row.size == 0))
            return false;
        at = block_end(blocks, i, at, &gap) + gap;
        *gap_size += gap;
    }
    for (uint64_t next = 0; (node = rq_mdl_next_mesh(m, &next));)
        if (!rq_mdl_has_rows(node->mesh) && node->mesh->end.mdx_offset != 0)
            return false;
    return m->wrapper.mdx_size == at && m->model.mdx_size == at &&
           (!m->has_mdx || doc->companion.size == at);
}

/* Gaps hold zeros, or memory of BioWare's compiler. */
static bool keep_gaps(struct rq_doc *doc, const struct blocks *blocks, uint64_t size)
{
    struct rq_mdl *m = doc->root;
    uint64_t at = 0, gap;
    uint8_t *to = m->has_mdx && size ? rq_arena_get(&doc->arena, (size_t)size, 1) : NULL;
    bool some = false;
    size_t used = 0;
    if (!m->has_mdx || !size)
        return true;
    for (size_t i = 0; to && i < blocks->count; i++, at += gap) {
        at = block_end(blocks, i, at, &gap);
        for (size_t k = 0; k < gap; k++)
            some |= (to[used++] = doc->companion.data[at + k]) != 0;
    }
    if (some)
        m->gaps = (struct rq_bytes){to, used};
    return to != NULL;
}

static void cover_rows(const struct rq_mdl *m, struct rq_cover *cover)
{
    const struct rq_mdl_node *node;
    for (uint64_t at = 0; (node = rq_mdl_next_mesh(m, &at));)
        rq_cover_add(cover, node->mesh->end.mdx_offset,
                     (uint64_t)node->mesh->rows.size + node->mesh->end_row.size);
}

static bool settle_explicit(struct rq_doc *doc)
{
    struct rq_mdl *m = doc->root;
    struct rq_cover cover = {.arena = &doc->arena};
    m->mdx_layout = RQ_MDX_EXPLICIT;
    if (!m->has_mdx)
        return true;
    m->mdx_strays = rq_arena_get(&doc->arena, 1, sizeof *m->mdx_strays);
    cover_rows(m, &cover);
    rq_find(doc, "explicit-layout", 0, "mdx", "blocks stand in no known order");
    return m->mdx_strays && rq_cover_strays(&cover, doc->companion, m->mdx_strays);
}

bool rq_mdl_settle_mdx(struct rq_doc *doc)
{
    struct rq_mdl *m = doc->root;
    /* What fits several is named after the tool that the MDL names. */
    static const enum rq_mdl_mdx_layout orders[][3] = {
        {RQ_MDX_CANONICAL, RQ_MDX_PADDED, RQ_MDX_TIGHT},
        {RQ_MDX_TIGHT, RQ_MDX_CANONICAL, RQ_MDX_PADDED},
    };
    if (!m->mdx_layout && doc->source.size == 0)
        m->mdx_layout = RQ_MDX_CANONICAL;
    for (size_t i = 0; !m->mdx_layout && i < 3; i++) {
        struct blocks blocks;
        uint64_t gaps;
        enum rq_mdl_mdx_layout layout = orders[m->layout == RQ_MDL_BLENDER][i];
        bool fine = open_blocks(doc, layout, &blocks);
        if (fine && fits(doc, &blocks, &gaps)) {
            m->mdx_layout = layout;
            fine = keep_gaps(doc, &blocks, gaps);
        }
        rq_arena_free(&blocks.arena);
        if (!fine)
            return false;
    }
    return m->mdx_layout || settle_explicit(doc);
}

/* ---- writing ---- */

/* A byte of the row that ends a mesh; weights is UINT32_MAX for none. */
static uint8_t end_byte(const struct rq_mdl *m, const struct rq_mdl_mesh *mesh, uint32_t weights,
                        size_t at)
{
    bool small = mesh->skin && m->mdx_layout != RQ_MDX_TIGHT;
    uint32_t bits = 0;
    size_t byte = at % 4;
    if (at >= weights && at - weights < 4) {
        bits = rq_bits_of(1);
        byte = at - weights;
    } else if (at < 12) {
        bits = rq_bits_of(small ? 1e6F : 1e7F);
    }
    return (uint8_t)(bits >> byte * 8);
}

static uint32_t weights_at(const struct rq_mdl *m, const struct rq_mdl_mesh *mesh)
{
    uint32_t at;
    return mesh->skin && rq_mdl_slot_in_row(m, mesh, RQ_MDL_WEIGHTS, &at) ? at : UINT32_MAX;
}

void rq_mdl_end_row(const struct rq_mdl *m, const struct rq_mdl_mesh *mesh, uint8_t *row)
{
    uint32_t weights = weights_at(m, mesh);
    for (size_t i = 0; i < mesh->header.mdx_stride; i++)
        row[i] = end_byte(m, mesh, weights, i);
}

bool rq_mdl_ends_by_rule(const struct rq_mdl *m, const struct rq_mdl_mesh *mesh)
{
    uint32_t weights = weights_at(m, mesh);
    for (size_t i = 0; i < mesh->end_row.size; i++)
        if (mesh->end_row.data[i] != end_byte(m, mesh, weights, i))
            return false;
    return true;
}

/* The whole MDX from its places; false when they don't hold, or without memory. */
static bool put_explicit(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    const struct rq_mdl *m = doc->root;
    const struct rq_mdl_node *node;
    struct rq_arena arena = {.alloc = doc->alloc};
    struct rq_place place;
    if (!m->mdx_strays)
        return false;
    bool fine = rq_place_open(&place, &arena, m->mdx_strays->size);
    if (!fine)
        rq_fail(err, RQ_NO_MEMORY, 0, "mdx", "out of memory");
    for (uint64_t at = 0; fine && (node = rq_mdl_next_mesh(m, &at));) {
        const struct rq_mdl_mesh *mesh = node->mesh;
        uint64_t offset = mesh->end.mdx_offset;
        rq_place_put(&place, offset, mesh->rows.data, mesh->rows.size);
        rq_place_put(&place, offset + mesh->rows.size, mesh->end_row.data, mesh->end_row.size);
    }
    if (fine) {
        rq_place_strays(&place, m->mdx_strays);
        fine = rq_place_whole(&place);
    }
    if (fine && out)
        rq_put(out, place.data, place.size);
    rq_arena_free(&arena);
    return fine;
}

bool rq_mdl_assign_mdx(struct rq_doc *doc, struct rq_error *err)
{
    struct rq_mdl *m = doc->root;
    struct rq_mdl_node *node;
    struct blocks blocks;
    uint64_t at = 0, gap;
    if (m->mdx_layout == RQ_MDX_EXPLICIT) {
        if (!m->has_mdx || put_explicit(doc, NULL, err))
            return true;
        if (err->code)
            return false;
        /* Edited: the recorded places don't hold any more. */
        m->mdx_layout = RQ_MDX_CANONICAL;
    }
    bool fine = open_blocks(doc, m->mdx_layout, &blocks);
    for (uint64_t next = 0; fine && (node = rq_mdl_next_mesh(m, &next));)
        node->mesh->end.mdx_offset = 0;
    for (size_t i = 0; fine && i < blocks.count; i++) {
        blocks.items[i].node->mesh->end.mdx_offset = (uint32_t)at;
        at = block_end(&blocks, i, at, &gap) + gap;
    }
    rq_arena_free(&blocks.arena);
    if (!fine)
        return rq_fail(err, RQ_NO_MEMORY, 0, "mdx", "out of memory");
    if (at > UINT32_MAX)
        return rq_fail(err, RQ_LIMIT, 0, "mdx", "would be larger than 4 GB");
    m->wrapper.mdx_size = m->model.mdx_size = (uint32_t)at;
    return true;
}

static bool put_blocks(struct rq_doc *doc, const struct blocks *blocks, struct rq_out *out,
                       struct rq_error *err)
{
    const struct rq_mdl *m = doc->root;
    uint64_t at = 0, gap;
    size_t used = 0;
    for (size_t i = 0; i < blocks->count; i++) {
        const struct rq_mdl_node *node = blocks->items[i].node;
        const struct rq_mdl_mesh *mesh = node->mesh;
        size_t stride = mesh->header.mdx_stride;
        if (mesh->rows.size != rq_mdl_rows_size(mesh))
            return rq_fail(err, RQ_USAGE, 0, m->names[node->header.name],
                           "%zu bytes of vertices, where %u of %zu are to be", mesh->rows.size,
                           mesh->header.vertex_count, stride);
        rq_put_bytes(out, mesh->rows);
        uint8_t *end = rq_grow(out, stride);
        if (end && mesh->end_row.size == stride)
            memcpy(end, mesh->end_row.data, stride);
        else if (end)
            rq_mdl_end_row(m, mesh, end);
        at = block_end(blocks, i, at, &gap);
        if (gap && used + gap <= m->gaps.size)
            rq_put(out, m->gaps.data + used, (size_t)gap);
        else
            rq_put_zeros(out, (size_t)gap);
        used += (size_t)gap;
        at += gap;
    }
    return !out->failed;
}

bool rq_mdl_write_mdx(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    const struct rq_mdl *m = doc->root;
    struct blocks blocks;
    if (!m->has_mdx)
        return true;
    if (!rq_mdl_settle(doc, err) || !rq_mdl_assign_mdx(doc, err))
        return false;
    if (m->mdx_layout == RQ_MDX_EXPLICIT)
        return put_explicit(doc, out, err);
    bool fine = open_blocks(doc, m->mdx_layout, &blocks);
    if (fine) {
        rq_reserve(out, m->wrapper.mdx_size);
        fine = put_blocks(doc, &blocks, out, err);
    } else {
        rq_fail(err, RQ_NO_MEMORY, 0, "mdx", "out of memory");
    }
    rq_arena_free(&blocks.arena);
    return fine;
}
