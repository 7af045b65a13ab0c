/* PVO: tagged sections. OCTR and PLST are records without gaps, so that an offset into them is
 * the number of a record; a file whose offsets point between records keeps them as they are. */
#include "formats/extent.h"
#include "formats/redguard/pvo_parts.h"

enum { HEADER_SIZE = 52 };

RQ_RECORD_TABLE(rq_pvo_header, RQ_PVO_HEADER);

const char rq_pvo_tags[RQ_PVO_RAW][5] = {"OCTH", "OCTR", "PLST", "MLST", "PTCH"};

static unsigned pvo_detect(struct rq_bytes in, const char *name)
{
    (void)name;
    if (in.size < 8 || memcmp(in.data, "OCTH", 4) != 0)
        return 0;
    return rq_get32be(in.data + 4) == HEADER_SIZE ? 64 : 32;
}

uint32_t rq_pvo_leaf_nodes(const struct rq_pvo *pvo)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < pvo->node_count; i++)
        n += !rq_pvo_no_leaf(pvo->nodes[i].leaf);
    return n;
}

/* ---- reading ---- */

static bool read_nodes(struct rq_doc *doc, struct rq_cur *c, struct rq_pvo *pvo)
{
    size_t nodes = 0, children = 0;
    for (size_t at = 0; at < rq_left(c); nodes++) {
        children += rq_pvo_bits(c->p[at]);
        at += NODE_SIZE + (size_t)rq_pvo_bits(c->p[at]) * CHILD_SIZE;
    }
    pvo->nodes = rq_cur_get(doc, c, nodes, sizeof *pvo->nodes);
    pvo->children = rq_cur_get(doc, c, children, sizeof *pvo->children);
    while (rq_ok(c) && rq_left(c)) {
        struct rq_pvo_node *node = &pvo->nodes[pvo->node_count];
        rq_enter(c, "nodes", pvo->node_count++);
        node->first_child = pvo->child_count;
        node->mask = rq_u8(c, "child_mask");
        node->leaf.value = rq_u32(c, "leaf_ref");
        size_t count = rq_pvo_bits(node->mask);
        const uint8_t *p = rq_take(c, count * CHILD_SIZE, RQ_KIND_u32, "child_refs");
        for (size_t i = 0; p && i < count; i++)
            pvo->children[pvo->child_count++].value = rq_get32(p + i * CHILD_SIZE);
        rq_leave(c);
    }
    return rq_ok(c);
}

static bool read_leaves(struct rq_doc *doc, struct rq_cur *c, struct rq_pvo *pvo)
{
    size_t leaves = 0, entries = 0;
    for (size_t at = 0; at < rq_left(c); leaves++) {
        entries += c->p[at];
        at += LEAF_SIZE + (size_t)c->p[at] * ENTRY_SIZE;
    }
    pvo->leaves = rq_cur_get(doc, c, leaves, sizeof *pvo->leaves);
    pvo->entries = rq_cur_get(doc, c, entries, sizeof *pvo->entries);
    while (rq_ok(c) && rq_left(c)) {
        struct rq_pvo_leaf *leaf = &pvo->leaves[pvo->leaf_count];
        rq_enter(c, "leaves", pvo->leaf_count++);
        leaf->first_entry = pvo->entry_count;
        leaf->count = rq_u8(c, "entry_count");
        const uint8_t *p = rq_take(c, (size_t)leaf->count * ENTRY_SIZE, RQ_KIND_bytes, "entries");
        for (size_t i = 0; p && i < leaf->count; i++, p += ENTRY_SIZE)
            pvo->entries[pvo->entry_count++] = (struct rq_pvo_entry){rq_get16(p), rq_get32(p + 2)};
        rq_leave(c);
    }
    return rq_ok(c);
}

static bool read_ids(struct rq_doc *doc, struct rq_cur *c, struct rq_pvo *pvo)
{
    size_t size = rq_left(c);
    if (size % 2)
        return rq_bad(c, RQ_CORRUPT, rq_tell(c), "%zu bytes are not a list of 16-bit numbers",
                      size);
    pvo->id_count = (uint32_t)(size / 2);
    pvo->ids = rq_cur_get(doc, c, pvo->id_count, sizeof *pvo->ids);
    const uint8_t *p = rq_take(c, size, RQ_KIND_u16, "ids");
    for (size_t i = 0; p && i < pvo->id_count; i++)
        pvo->ids[i] = rq_get16(p + i * 2);
    return rq_ok(c);
}

static bool read_patches(struct rq_doc *doc, struct rq_cur *c, struct rq_pvo *pvo)
{
    size_t size = rq_left(c);
    if (size % PATCH_SIZE)
        return rq_bad(c, RQ_CORRUPT, rq_tell(c), "%zu bytes are not a list of patches", size);
    pvo->patch_count = (uint32_t)(size / PATCH_SIZE);
    pvo->patches = rq_cur_get(doc, c, pvo->patch_count, sizeof *pvo->patches);
    for (size_t i = 0; i < pvo->patch_count && rq_ok(c); i++) {
        rq_enter(c, "patches", (int64_t)i);
        pvo->patches[i].node.value = rq_u32(c, "octr_node_index");
        pvo->patches[i].object = rq_u16(c, "object_index");
        rq_leave(c);
    }
    return rq_ok(c);
}

static bool read_section(struct rq_doc *doc, struct rq_cur *c, struct rq_pvo *pvo,
                         struct rq_pvo_section *section, unsigned *seen)
{
    struct rq_cur in;
    if (!rq_chunk_next(c, section->tag, &in))
        return false;
    unsigned kind = 0;
    while (kind < RQ_PVO_RAW && !rq_tag_is(section->tag, rq_pvo_tags[kind]))
        kind++;
    /* A second one of a kind has no place in the document but its own bytes. */
    if (kind == RQ_PVO_RAW || *seen >> kind & 1) {
        size_t size = rq_left(&in);
        section->kind = RQ_PVO_RAW;
        section->payload = (struct rq_bytes){rq_take(&in, size, RQ_KIND_bytes, "payload"), size};
        rq_find(doc, "unknown-section", (uint64_t)(in.begin - in.base) - 8, "sections",
                "\"%.4s\" is not known here", section->tag);
        return rq_ok(c);
    }
    *seen |= 1u << kind;
    section->kind = (enum rq_pvo_kind)kind;
    switch (section->kind) {
    case RQ_PVO_OCTR: return read_nodes(doc, &in, pvo);
    case RQ_PVO_PLST: return read_leaves(doc, &in, pvo);
    case RQ_PVO_MLST: return read_ids(doc, &in, pvo);
    case RQ_PVO_PTCH: return read_patches(doc, &in, pvo);
    default: break;
    }
    if (rq_left(&in) != HEADER_SIZE)
        return rq_bad(c, RQ_CORRUPT, rq_tell(&in), "OCTH has %zu bytes, %d expected", rq_left(&in),
                      HEADER_SIZE);
    return rq_rec_read(&in, &rq_pvo_header_rec, &pvo->header);
}

/* ---- references ---- */

static void link_node(const struct rq_pvo *pvo, struct rq_pvo_ref *ref, unsigned part)
{
    size_t low = 0, high = pvo->node_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        uint64_t at = rq_pvo_node_offset(pvo, middle) / part;
        if (at == ref->value) {
            *ref = (struct rq_pvo_ref){(uint32_t)middle, true};
            return;
        }
        if (at < ref->value)
            low = middle + 1;
        else
            high = middle;
    }
}

static void link_leaf(const struct rq_pvo *pvo, struct rq_pvo_ref *ref)
{
    size_t low = 0, high = pvo->leaf_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        uint64_t at = rq_pvo_leaf_offset(pvo, middle);
        if (at == ref->value) {
            *ref = (struct rq_pvo_ref){(uint32_t)middle, true};
            return;
        }
        if (at < ref->value)
            low = middle + 1;
        else
            high = middle;
    }
}

/* Turns offsets into numbers; what hits nothing stays. */
static void link_all(struct rq_doc *doc, struct rq_pvo *pvo)
{
    size_t children = 0, leaves = 0, patches = 0;
    for (size_t i = 0; i < pvo->child_count; i++) {
        struct rq_pvo_ref *ref = &pvo->children[i];
        link_node(pvo, ref, 1);
        children += !ref->linked && ref->value < (uint32_t)RQ_PVO_UNSET;
    }
    for (size_t i = 0; i < pvo->node_count; i++) {
        link_leaf(pvo, &pvo->nodes[i].leaf);
        leaves += !pvo->nodes[i].leaf.linked && !rq_pvo_no_leaf(pvo->nodes[i].leaf);
    }
    /* The game divides a node's offset by the size of the smallest node: two nodes never share
     * the result. */
    for (size_t i = 0; i < pvo->patch_count; i++) {
        link_node(pvo, &pvo->patches[i].node, NODE_SIZE);
        patches += !pvo->patches[i].node.linked;
    }
    if (children)
        rq_find(doc, "lost-child", 0, "OCTR", "%zu children where no node starts", children);
    if (leaves)
        rq_find(doc, "lost-leaf", 0, "OCTR", "%zu leaves where no leaf starts", leaves);
    if (patches)
        rq_find(doc, "lost-patch", 0, "PTCH", "%zu patches of no node", patches);
}

/* Nodes that are their own descendants, or descend from such: takes away nodes that nothing
 * refers to until none is left. False without memory. */
static bool count_circling(const struct rq_doc *doc, const struct rq_pvo *pvo, size_t *circling)
{
    struct rq_arena temp = {.alloc = doc->alloc};
    uint32_t *parents = rq_arena_get(&temp, pvo->node_count, sizeof *parents);
    uint32_t *queue = rq_arena_get(&temp, pvo->node_count, sizeof *queue);
    size_t head = 0, tail = 0;
    bool fine = parents && queue;
    for (size_t i = 0; fine && i < pvo->child_count; i++)
        if (pvo->children[i].linked)
            parents[pvo->children[i].value]++;
    for (uint32_t i = 0; fine && i < pvo->node_count; i++)
        if (!parents[i])
            queue[tail++] = i;
    while (fine && head < tail) {
        const struct rq_pvo_node *node = &pvo->nodes[queue[head++]];
        for (size_t k = 0; k < rq_pvo_bits(node->mask); k++) {
            struct rq_pvo_ref child = pvo->children[node->first_child + k];
            if (child.linked && --parents[child.value] == 0)
                queue[tail++] = child.value;
        }
    }
    *circling = pvo->node_count - tail;
    rq_arena_free(&temp);
    return fine;
}

static bool look_at_counts(struct rq_doc *doc, struct rq_pvo *pvo)
{
    const struct rq_pvo_header *h = &pvo->header;
    uint32_t leaf_nodes = rq_pvo_leaf_nodes(pvo);
    size_t circling = 0, beyond = 0;
    pvo->odd_total = h->total_nodes != pvo->node_count;
    pvo->odd_leaves = h->leaf_nodes != leaf_nodes;
    pvo->odd_ids = h->mlst_polygon_count != pvo->id_count;
    if (pvo->odd_total)
        rq_find(doc, "wrong-count", 12, "total_nodes", "%u, but OCTR has %u", h->total_nodes,
                pvo->node_count);
    if (pvo->odd_leaves)
        rq_find(doc, "wrong-count", 16, "leaf_nodes", "%u, but %u nodes have a leaf", h->leaf_nodes,
                leaf_nodes);
    if (pvo->odd_ids)
        rq_find(doc, "wrong-count", 20, "mlst_polygon_count", "%u, but MLST has %u",
                h->mlst_polygon_count, pvo->id_count);
    for (size_t i = 0; i < pvo->entry_count; i++)
        beyond += (uint64_t)pvo->entries[i].start + pvo->entries[i].count > pvo->id_count;
    if (beyond)
        rq_find(doc, "entry-beyond-list", 0, "PLST", "%zu entries reach beyond MLST", beyond);
    if (!count_circling(doc, pvo, &circling))
        return false;
    if (circling)
        rq_find(doc, "circle", 0, "OCTR", "%zu nodes stand on or behind a circle of references",
                circling);
    return true;
}

static bool read_end(struct rq_doc *doc, struct rq_cur *c, struct rq_pvo *pvo)
{
    pvo->no_end = !rq_chunk_at(c, "END ");
    if (pvo->no_end && rq_left(c))
        return rq_bad(c, RQ_TRUNCATED, rq_tell(c), "%zu bytes that are neither a section nor END",
                      rq_left(c));
    if (pvo->no_end) {
        rq_find(doc, "no-end", rq_tell(c), "end", "END is not there");
        return true;
    }
    rq_take(c, 4, RQ_KIND_text, "end");
    uint64_t at = rq_tell(c);
    size_t size = rq_left(c);
    pvo->tail = (struct rq_bytes){rq_take(c, size, RQ_KIND_bytes, "end_zeros"), size};
    if (size != 4 || rq_get32(pvo->tail.data) != 0)
        rq_find(doc, "trailing-bytes", at, "end", "END is followed by %zu bytes, not by 0", size);
    return rq_ok(c);
}

static bool pvo_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_pvo *pvo = doc->root = rq_cur_get(doc, c, 1, sizeof *pvo);
    unsigned seen = 0;
    if (!pvo)
        return false;
    if (!rq_chunk_at(c, "OCTH"))
        return rq_bad(c, RQ_BAD_MAGIC, 0, "does not start with OCTH");
    size_t count = rq_chunk_count(c);
    pvo->sections = rq_cur_get(doc, c, count, sizeof *pvo->sections);
    while (pvo->section_count < count && rq_ok(c)) {
        rq_enter(c, "sections", (int64_t)pvo->section_count);
        if (!read_section(doc, c, pvo, &pvo->sections[pvo->section_count++], &seen))
            return false;
        rq_leave(c);
    }
    if (!rq_ok(c) || !read_end(doc, c, pvo))
        return false;
    for (unsigned kind = 0; kind < RQ_PVO_PTCH; kind++)
        if (!(seen >> kind & 1))
            rq_find(doc, "missing-section", 0, "sections", "there is no %s", rq_pvo_tags[kind]);
    link_all(doc, pvo);
    return look_at_counts(doc, pvo) || rq_bad(c, RQ_NO_MEMORY, 0, "no memory to look for circles");
}

/* ---- writing ---- */

static void put_ref(struct rq_out *out, struct rq_pvo_ref ref, uint64_t offset)
{
    if (ref.linked)
        rq_put_size(out, offset);
    else
        rq_put32(out, ref.value);
}

static uint64_t node_at(const struct rq_pvo *pvo, struct rq_pvo_ref ref)
{
    return ref.linked ? rq_pvo_node_offset(pvo, ref.value) : 0;
}

static void put_nodes(const struct rq_pvo *pvo, struct rq_out *out)
{
    for (size_t i = 0; i < pvo->node_count; i++) {
        const struct rq_pvo_node *node = &pvo->nodes[i];
        struct rq_pvo_ref leaf = node->leaf;
        rq_put8(out, node->mask);
        put_ref(out, leaf, leaf.linked ? rq_pvo_leaf_offset(pvo, leaf.value) : 0);
        for (size_t k = 0; k < rq_pvo_bits(node->mask); k++) {
            struct rq_pvo_ref child = pvo->children[node->first_child + k];
            put_ref(out, child, node_at(pvo, child));
        }
    }
}

static void put_leaves(const struct rq_pvo *pvo, struct rq_out *out)
{
    for (size_t i = 0; i < pvo->leaf_count; i++) {
        const struct rq_pvo_leaf *leaf = &pvo->leaves[i];
        rq_put8(out, leaf->count);
        for (size_t k = 0; k < leaf->count; k++) {
            rq_put16(out, pvo->entries[leaf->first_entry + k].count);
            rq_put32(out, pvo->entries[leaf->first_entry + k].start);
        }
    }
}

static void put_patches(const struct rq_pvo *pvo, struct rq_out *out)
{
    for (size_t i = 0; i < pvo->patch_count; i++) {
        put_ref(out, pvo->patches[i].node, node_at(pvo, pvo->patches[i].node) / NODE_SIZE);
        rq_put16(out, pvo->patches[i].object);
    }
}

static void put_header(const struct rq_pvo *pvo, struct rq_out *out)
{
    struct rq_pvo_header h = pvo->header;
    if (!pvo->odd_total)
        h.total_nodes = pvo->node_count;
    if (!pvo->odd_leaves)
        h.leaf_nodes = rq_pvo_leaf_nodes(pvo);
    if (!pvo->odd_ids)
        h.mlst_polygon_count = pvo->id_count;
    rq_rec_write(out, &rq_pvo_header_rec, &h);
}

static bool pvo_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    const struct rq_pvo *pvo = doc->root;
    (void)err;
    for (size_t i = 0; i < pvo->section_count; i++) {
        const struct rq_pvo_section *s = &pvo->sections[i];
        size_t start = rq_chunk_open(out, s->kind == RQ_PVO_RAW ? s->tag : rq_pvo_tags[s->kind]);
        switch (s->kind) {
        case RQ_PVO_OCTH: put_header(pvo, out); break;
        case RQ_PVO_OCTR: put_nodes(pvo, out); break;
        case RQ_PVO_PLST: put_leaves(pvo, out); break;
        case RQ_PVO_MLST:
            for (size_t k = 0; k < pvo->id_count; k++)
                rq_put16(out, pvo->ids[k]);
            break;
        case RQ_PVO_PTCH: put_patches(pvo, out); break;
        case RQ_PVO_RAW: rq_put_bytes(out, s->payload); break;
        }
        rq_chunk_close(out, start);
    }
    if (!pvo->no_end)
        rq_put(out, "END ", 4);
    rq_put_bytes(out, pvo->tail);
    return true;
}

/* ---- facts ---- */

/* A document with its sections and nothing in them. */
static bool pvo_fresh(struct rq_doc *doc)
{
    struct rq_pvo *pvo = doc->root = rq_arena_get(&doc->arena, 1, sizeof *pvo);
    if (!pvo || !(pvo->sections = rq_arena_get(&doc->arena, RQ_PVO_PTCH, sizeof *pvo->sections)))
        return false;
    pvo->section_count = RQ_PVO_PTCH;
    for (unsigned kind = 0; kind < RQ_PVO_PTCH; kind++)
        pvo->sections[kind].kind = (enum rq_pvo_kind)kind;
    pvo->header.depth = 10;
    pvo->header.cell_size = 16384;
    pvo->tail = (struct rq_bytes){rq_four_zeros, 4};
    return true;
}

static bool pvo_facts(struct rq_doc *doc)
{
    const struct rq_pvo *pvo = doc->root;
    const struct rq_pvo_header *h = &pvo->header;
    uint32_t leaf_nodes = rq_pvo_leaf_nodes(pvo), highest = 0;
    for (size_t i = 0; i < pvo->id_count; i++)
        highest = pvo->ids[i] > highest ? pvo->ids[i] : highest;
    rq_fact_add(doc, "nodes", "%u, %u with a leaf", pvo->node_count, leaf_nodes);
    rq_fact_add(doc, "leaves", "%u, %u entries", pvo->leaf_count, pvo->entry_count);
    rq_fact_add(doc, "seen", "%u numbers, up to %u", pvo->id_count, highest);
    rq_fact_add(doc, "cube", "%d, %d, %d, +- %u", h->center[0], h->center[1], h->center[2],
                h->cell_size);
    if (pvo->patch_count)
        rq_fact_add(doc, "patches", "%u", pvo->patch_count);
    return true;
}

static const struct rq_format_record pvo_records[] = {
    {&rq_pvo_header_rec, "OCTH"},
    {NULL, NULL},
};

static const struct rq_finding_kind pvo_findings[] = {
    {"unknown-section", RQ_WARNING, "a section of an unknown tag, or a second one of its kind",
     "The game looks for OCTH, OCTR, PLST, MLST and PTCH. The section is kept as it is."},
    {"missing-section", RQ_WARNING, "OCTH, OCTR, PLST or MLST is missing",
     "Every file of the game has all four. What the game does without one is not known."},
    {"lost-child", RQ_WARNING, "children of nodes are offsets at which no node starts",
     "The game would read a node from the middle of another or from outside. The offsets "
     "are kept."},
    {"lost-leaf", RQ_WARNING, "leaves of nodes are offsets at which no leaf starts",
     "The game would read a leaf from the middle of another or from outside. The offsets "
     "are kept."},
    {"lost-patch", RQ_WARNING, "patches of a node that is not there",
     "The game finds a patch by the offset of its node divided by 5: these are never used."},
    {"wrong-count", RQ_WARNING, "a count of the header is not that of its section",
     "The counts are kept. What the game does with them is not known."},
    {"entry-beyond-list", RQ_WARNING, "an entry of a leaf reaches beyond MLST",
     "The game would read numbers of objects from behind the list."},
    {"circle", RQ_WARNING, "nodes that are their own descendants",
     "Going down such a tree does not end by itself. Questions to it end after 64 steps "
     "here; what the game does is not known."},
    {"no-end", RQ_WARNING, "END is missing",
     "Every file of the game ends with END and four zero bytes."},
    {"trailing-bytes", RQ_WARNING, "END is followed by something else than four zero bytes",
     "The bytes are kept when the file is written. The game is not known to read them."},
    {NULL, RQ_WARNING, NULL, NULL},
};

static uint32_t node_sum(const struct rq_pvo *pvo, const struct rq_pvo_node *node)
{
    uint32_t sum = rq_follow_sum(node->mask, node->leaf.value);
    for (unsigned i = 0; i < rq_pvo_rank(node->mask, 8); i++)
        sum = rq_follow_sum(sum, pvo->children[node->first_child + i].value);
    return sum;
}

static uint32_t leaf_sum(const struct rq_pvo *pvo, const struct rq_pvo_leaf *leaf)
{
    uint32_t sum = leaf->count;
    for (uint32_t i = 0; i < leaf->count; i++) {
        const struct rq_pvo_entry *entry = &pvo->entries[leaf->first_entry + i];
        sum = rq_follow_sum(rq_follow_sum(sum, entry->count), entry->start);
    }
    return sum;
}

/* Nodes name nodes and leaves, leaves runs of numbers. */
static void pvo_follows(struct rq_doc *doc, struct rq_follow *f)
{
    const struct rq_pvo *pvo = doc->root;
    struct rq_follow_elements nodes = {0}, leaves = {0}, ids = {0};
    for (uint32_t i = 0; i < pvo->node_count; i++)
        rq_follow_element(&nodes, node_sum(pvo, &pvo->nodes[i]));
    for (uint32_t i = 0; i < pvo->leaf_count; i++)
        rq_follow_element(&leaves, leaf_sum(pvo, &pvo->leaves[i]));
    for (uint32_t i = 0; i < pvo->id_count; i++)
        rq_follow_element(&ids, pvo->ids[i]);
    rq_follow_list(f, &nodes, "nodes");
    rq_follow_list(f, &leaves, "leaves");
    rq_follow_list(f, &ids, "ids");
}

const struct rq_format rq_format_pvo = {
    .info = {"pvo", "Visibility octree", "redguard", "pvo"},
    .detect = pvo_detect,
    .extent = rq_extent_chunks,
    .read = pvo_read,
    .write = pvo_write,
    .records = pvo_records,
    .findings = pvo_findings,
    .shape = &rq_pvo_shape,
    .follows = pvo_follows,
    .facts = pvo_facts,
    .fresh = pvo_fresh,
};
