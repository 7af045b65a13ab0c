/* PVO as JSON: a row for each node and leaf. A node is [mask, leaf, child ...] with numbers of
 * leaves and nodes; null is no leaf, and a word that is no reference stands in hexadecimal. */
#include "formats/redguard/pvo_parts.h"

enum { IDS_IN_ROW = 32 };

RQ_RECORD_TABLE(rq_pvo_header, RQ_PVO_HEADER);

/* ---- to JSON ---- */

static void ref_json(struct rq_json *j, struct rq_pvo_ref ref)
{
    if (ref.linked)
        rq_json_u64(j, ref.value);
    else
        rq_json_hex32(j, ref.value);
}

static bool put_nodes(struct rq_shaper *s, const void *object)
{
    static const uint8_t null[] = {'n', 'u', 'l', 'l'};
    const struct rq_pvo *pvo = object;
    struct rq_json *j = s->j;
    rq_json_key(j, s->member->name);
    rq_json_array(j);
    for (size_t i = 0; i < pvo->node_count; i++) {
        const struct rq_pvo_node *node = &pvo->nodes[i];
        rq_json_array_row(j);
        rq_json_u64(j, node->mask);
        if (rq_pvo_no_leaf(node->leaf))
            rq_json_raw(j, (struct rq_bytes){null, sizeof null});
        else
            ref_json(j, node->leaf);
        for (size_t k = 0; k < rq_pvo_bits(node->mask); k++)
            ref_json(j, pvo->children[node->first_child + k]);
        rq_json_end_array(j);
    }
    rq_json_end_array(j);
    return true;
}

static bool put_leaves(struct rq_shaper *s, const void *object)
{
    const struct rq_pvo *pvo = object;
    struct rq_json *j = s->j;
    rq_json_key(j, s->member->name);
    rq_json_array(j);
    for (size_t i = 0; i < pvo->leaf_count; i++) {
        rq_json_array_row(j);
        for (size_t k = 0; k < pvo->leaves[i].count; k++) {
            const struct rq_pvo_entry *entry = &pvo->entries[pvo->leaves[i].first_entry + k];
            rq_json_u64(j, entry->count);
            rq_json_u64(j, entry->start);
        }
        rq_json_end_array(j);
    }
    rq_json_end_array(j);
    return true;
}

static bool put_ids(struct rq_shaper *s, const void *object)
{
    const struct rq_pvo *pvo = object;
    struct rq_json *j = s->j;
    rq_json_key(j, s->member->name);
    rq_json_array(j);
    for (size_t i = 0; i < pvo->id_count; i++) {
        if (i % IDS_IN_ROW == 0)
            rq_json_array_row(j);
        rq_json_u64(j, pvo->ids[i]);
        if (i % IDS_IN_ROW == IDS_IN_ROW - 1 || i + 1 == pvo->id_count)
            rq_json_end_array(j);
    }
    rq_json_end_array(j);
    return true;
}

/* ---- from JSON ---- */

/* How many rows the array that follows has, and elements in all of them. */
struct shape {
    size_t rows, cells;
};

static struct shape shape_of(struct rq_jr copy)
{
    struct shape shape = {0, 0};
    rq_jr_array(&copy);
    for (; rq_jr_more(&copy); shape.rows++) {
        rq_jr_array(&copy);
        for (; rq_jr_more(&copy); shape.cells++)
            rq_jr_skip(&copy);
    }
    return shape;
}

static struct rq_pvo_ref take_ref(struct rq_jr *jr)
{
    switch (rq_jr_peek(jr)) {
    case RQ_J_NULL: rq_jr_skip(jr); return (struct rq_pvo_ref){(uint32_t)RQ_PVO_NONE, false};
    case RQ_J_STRING: return (struct rq_pvo_ref){rq_jr_hex32(jr), false};
    default: return (struct rq_pvo_ref){rq_jr_u32(jr), true};
    }
}

static void take_nodes(struct rq_shaper *s, void *object)
{
    struct rq_pvo *pvo = object;
    struct rq_jr *jr = s->jr;
    struct shape shape = shape_of(*jr);
    pvo->nodes = rq_jr_get(jr, shape.rows, sizeof *pvo->nodes);
    pvo->children = rq_jr_get(jr, shape.cells, sizeof *pvo->children);
    pvo->node_count = pvo->child_count = 0;
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        struct rq_pvo_node *node = &pvo->nodes[pvo->node_count++];
        size_t n = 0;
        node->first_child = pvo->child_count;
        rq_jr_array(jr);
        for (; rq_jr_more(jr); n++) {
            if (n == 0)
                node->mask = (uint8_t)rq_jr_unsigned(jr, 255);
            else if (n == 1)
                node->leaf = take_ref(jr);
            else
                pvo->children[pvo->child_count++] = take_ref(jr);
        }
        if (rq_jr_ok(jr) && n != 2 + (size_t)rq_pvo_bits(node->mask))
            rq_jr_bad(jr, "node %u: [mask, leaf, a child for each bit of the mask]",
                      pvo->node_count - 1);
    }
}

static void take_leaves(struct rq_shaper *s, void *object)
{
    struct rq_pvo *pvo = object;
    struct rq_jr *jr = s->jr;
    struct shape shape = shape_of(*jr);
    pvo->leaves = rq_jr_get(jr, shape.rows, sizeof *pvo->leaves);
    pvo->entries = rq_jr_get(jr, shape.cells, sizeof *pvo->entries);
    pvo->leaf_count = pvo->entry_count = 0;
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        struct rq_pvo_leaf *leaf = &pvo->leaves[pvo->leaf_count++];
        bool whole = true;
        leaf->first_entry = pvo->entry_count;
        rq_jr_array(jr);
        while (rq_jr_more(jr)) {
            struct rq_pvo_entry *entry = &pvo->entries[pvo->entry_count++];
            entry->count = (uint16_t)rq_jr_unsigned(jr, UINT16_MAX);
            whole = rq_jr_more(jr);
            if (!whole)
                break;
            entry->start = rq_jr_u32(jr);
        }
        uint32_t count = pvo->entry_count - leaf->first_entry;
        leaf->count = (uint8_t)count;
        if (rq_jr_ok(jr) && (!whole || count > UINT8_MAX))
            rq_jr_bad(jr, "leaf %u: up to 255 pairs of count and start", pvo->leaf_count - 1);
    }
}

static void take_ids(struct rq_shaper *s, void *object)
{
    struct rq_pvo *pvo = object;
    struct rq_jr *jr = s->jr;
    pvo->ids = rq_jr_get(jr, shape_of(*jr).cells, sizeof *pvo->ids);
    pvo->id_count = 0;
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        rq_jr_array(jr);
        while (rq_jr_more(jr))
            pvo->ids[pvo->id_count++] = (uint16_t)rq_jr_unsigned(jr, UINT16_MAX);
    }
}

static bool put_patched(struct rq_shaper *s, const void *patch)
{
    ref_json(s->j, ((const struct rq_pvo_patch *)patch)->node);
    return true;
}

static void take_patched(struct rq_shaper *s, void *patch)
{
    ((struct rq_pvo_patch *)patch)->node = take_ref(s->jr);
}

static const struct rq_member patch_members[] = {
    {RQ_HOOK("node", put_patched, take_patched)},
    {RQ_VALUE("object", rq_pvo_patch, object, u16)},
};
static const struct rq_shape patch_shape = {
    RQ_SHAPE("patch", rq_pvo_patch, RQ_AS_TUPLE, patch_members)};

/* ---- sections: the tag of a known one, or {tag, data} ---- */

static bool is_raw(const struct rq_shaper *s, const void *section)
{
    (void)s;
    return ((const struct rq_pvo_section *)section)->kind == RQ_PVO_RAW;
}

static const struct rq_member raw_members[] = {
    {RQ_FIXED("tag", rq_pvo_section, tag)},
    {RQ_MEMBER("data", rq_pvo_section, payload, BYTES), .when = is_raw},
};
static const struct rq_shape raw_shape = {
    RQ_SHAPE("section", rq_pvo_section, RQ_IN_ROW, raw_members)};

static bool put_section(struct rq_shaper *s, const void *object)
{
    const struct rq_pvo_section *section = object;
    if (section->kind == RQ_PVO_RAW)
        return rq_shape_put_value(s, &raw_shape, section);
    rq_json_str(s->j, rq_pvo_tags[section->kind]);
    return true;
}

static void take_section(struct rq_shaper *s, void *object)
{
    struct rq_pvo_section *section = object;
    section->kind = RQ_PVO_RAW;
    if (rq_jr_peek(s->jr) != RQ_J_STRING) {
        if (rq_shape_take_value(s, &raw_shape, section) && rq_tag_is(section->tag, "END "))
            rq_jr_bad(s->jr, "END is not a section");
        return;
    }
    struct rq_str tag = rq_jr_string(s->jr);
    for (unsigned kind = 0; kind < RQ_PVO_RAW; kind++)
        if (rq_str_is(tag, rq_pvo_tags[kind]))
            section->kind = (enum rq_pvo_kind)kind;
    if (section->kind == RQ_PVO_RAW)
        rq_jr_bad(s->jr, "a section is OCTH, OCTR, PLST, MLST, PTCH or {tag, data}");
}

static const struct rq_member section_members[] = {{RQ_HOOK("tag", put_section, take_section)}};
static const struct rq_shape section_shape = {
    RQ_SHAPE("section", rq_pvo_section, RQ_AS_ITEM, section_members)};

static void check_sections(struct rq_jr *jr, const struct rq_pvo *pvo)
{
    unsigned seen = 0;
    for (size_t i = 0; i < pvo->section_count; i++) {
        enum rq_pvo_kind kind = pvo->sections[i].kind;
        if (kind != RQ_PVO_RAW && seen >> kind & 1)
            rq_jr_bad(jr, "%s is there twice", rq_pvo_tags[kind]);
        seen |= 1u << kind;
    }
    if (!pvo->section_count || pvo->sections[0].kind != RQ_PVO_OCTH)
        rq_jr_bad(jr, "the first section is OCTH");
}

/* What is in a section that is not listed would be lost. */
static bool has_section(const struct rq_pvo *pvo, enum rq_pvo_kind kind)
{
    for (size_t i = 0; i < pvo->section_count; i++)
        if (pvo->sections[i].kind == kind)
            return true;
    return false;
}

static void finish(struct rq_shaper *s, void *object)
{
    struct rq_pvo *pvo = object;
    size_t wrong = 0;
    if (pvo->no_end && !rq_same(pvo->tail, (struct rq_bytes){rq_four_zeros, 4}))
        rq_jr_bad(s->jr, "a \"tail\" follows END, and there is none");
    if (pvo->no_end)
        pvo->tail = (struct rq_bytes){NULL, 0};
    check_sections(s->jr, pvo);
    for (size_t i = 0; i < pvo->child_count; i++)
        wrong += pvo->children[i].linked && pvo->children[i].value >= pvo->node_count;
    for (size_t i = 0; i < pvo->node_count; i++)
        wrong += pvo->nodes[i].leaf.linked && pvo->nodes[i].leaf.value >= pvo->leaf_count;
    for (size_t i = 0; i < pvo->patch_count; i++)
        wrong += pvo->patches[i].node.linked && pvo->patches[i].node.value >= pvo->node_count;
    if (wrong)
        rq_jr_bad(s->jr, "%zu references to nodes or leaves that are not there", wrong);
    if ((pvo->node_count && !has_section(pvo, RQ_PVO_OCTR)) ||
        (pvo->leaf_count && !has_section(pvo, RQ_PVO_PLST)) ||
        (pvo->id_count && !has_section(pvo, RQ_PVO_MLST)) ||
        (pvo->patch_count && !has_section(pvo, RQ_PVO_PTCH)))
        rq_jr_bad(s->jr, "\"sections\" does not name all that is here");
}

static bool has_other_tail(const struct rq_shaper *s, const void *object)
{
    const struct rq_pvo *pvo = object;
    (void)s;
    return !pvo->no_end && (pvo->tail.size != 4 || rq_get32(pvo->tail.data) != 0);
}

static const struct rq_member members[] = {
    {RQ_VALUE("depth", rq_pvo, header.depth, u32)},
    {RQ_VALUE("total_nodes", rq_pvo, header.total_nodes, u32), RQ_IF(rq_pvo, odd_total)},
    {RQ_VALUE("leaf_nodes", rq_pvo, header.leaf_nodes, u32), RQ_IF(rq_pvo, odd_leaves)},
    {RQ_VALUE("mlst_polygon_count", rq_pvo, header.mlst_polygon_count, u32),
     RQ_IF(rq_pvo, odd_ids)},
    {RQ_RECORD(rq_pvo, header, rq_pvo_header_rec)},
    {RQ_LIST("sections", rq_pvo, sections, section_count, section_shape)},
    {RQ_HOOK("nodes", put_nodes, take_nodes)},
    {RQ_HOOK("leaves", put_leaves, take_leaves)},
    {RQ_HOOK("ids", put_ids, take_ids)},
    {RQ_LIST("patches", rq_pvo, patches, patch_count, patch_shape), .optional = true},
    {RQ_MEMBER("end", rq_pvo, no_end, NOT), .optional = true},
    {RQ_MEMBER("tail", rq_pvo, tail, BYTES), .when = has_other_tail},
};
const struct rq_shape rq_pvo_shape = {RQ_SHAPE("pvo", rq_pvo, RQ_IN_LINES, members),
                                      .finish = finish};
