/* PVO as JSON: a row for each node and leaf. A node is [mask, leaf, child ...] with numbers of
 * leaves and nodes; null is no leaf, and a word that is no reference stands in hexadecimal. */
#include "formats/redguard/pvo_parts.h"

#include <stdio.h>

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

static void nodes_json(struct rq_json *j, const struct rq_pvo *pvo)
{
    static const uint8_t null[] = {'n', 'u', 'l', 'l'};
    rq_json_key(j, "nodes");
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
}

static void leaves_json(struct rq_json *j, const struct rq_pvo *pvo)
{
    rq_json_key(j, "leaves");
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
}

static void ids_json(struct rq_json *j, const struct rq_pvo *pvo)
{
    rq_json_key(j, "ids");
    rq_json_array(j);
    for (size_t i = 0; i < pvo->id_count; i++) {
        if (i % IDS_IN_ROW == 0)
            rq_json_array_row(j);
        rq_json_u64(j, pvo->ids[i]);
        if (i % IDS_IN_ROW == IDS_IN_ROW - 1 || i + 1 == pvo->id_count)
            rq_json_end_array(j);
    }
    rq_json_end_array(j);
}

static void patches_json(struct rq_json *j, const struct rq_pvo *pvo)
{
    rq_json_key(j, "patches");
    rq_json_array(j);
    for (size_t i = 0; i < pvo->patch_count; i++) {
        rq_json_array_row(j);
        ref_json(j, pvo->patches[i].node);
        rq_json_u64(j, pvo->patches[i].object);
        rq_json_end_array(j);
    }
    rq_json_end_array(j);
}

static void sections_json(struct rq_doc *doc, struct rq_json *j, const struct rq_pvo *pvo)
{
    rq_json_key(j, "sections");
    rq_json_array(j);
    for (size_t i = 0; i < pvo->section_count; i++) {
        const struct rq_pvo_section *s = &pvo->sections[i];
        if (s->kind != RQ_PVO_RAW) {
            rq_json_str(j, rq_pvo_tags[s->kind]);
            continue;
        }
        rq_json_object_row(j);
        rq_json_key(j, "tag");
        rq_json_text(j, doc->page, (struct rq_bytes){(const uint8_t *)s->tag, 4});
        rq_json_key(j, "data");
        rq_json_base64(j, s->payload);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
}

bool rq_pvo_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err)
{
    const struct rq_pvo *pvo = doc->root;
    char derived[64];
    (void)err;
    snprintf(derived, sizeof derived, "%s%s%s", pvo->odd_total ? "" : "total_nodes ",
             pvo->odd_leaves ? "" : "leaf_nodes ", pvo->odd_ids ? "" : "mlst_polygon_count");
    rq_rec_json(j, &rq_pvo_header_rec, &pvo->header, doc->page, derived);
    sections_json(doc, j, pvo);
    nodes_json(j, pvo);
    leaves_json(j, pvo);
    ids_json(j, pvo);
    if (pvo->patch_count)
        patches_json(j, pvo);
    if (pvo->no_end) {
        rq_json_key(j, "end");
        rq_json_bool(j, false);
    } else if (pvo->tail.size != 4 || rq_get32(pvo->tail.data) != 0) {
        rq_json_key(j, "tail");
        rq_json_base64(j, pvo->tail);
    }
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

static void take_nodes(struct rq_jr *jr, struct rq_pvo *pvo)
{
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

static void take_leaves(struct rq_jr *jr, struct rq_pvo *pvo)
{
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

static void take_ids(struct rq_jr *jr, struct rq_pvo *pvo)
{
    pvo->ids = rq_jr_get(jr, shape_of(*jr).cells, sizeof *pvo->ids);
    pvo->id_count = 0;
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        rq_jr_array(jr);
        while (rq_jr_more(jr))
            pvo->ids[pvo->id_count++] = (uint16_t)rq_jr_unsigned(jr, UINT16_MAX);
    }
}

static void take_patches(struct rq_jr *jr, struct rq_pvo *pvo)
{
    pvo->patches = rq_jr_get(jr, rq_jr_length(jr), sizeof *pvo->patches);
    pvo->patch_count = 0;
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        struct rq_pvo_patch *patch = &pvo->patches[pvo->patch_count++];
        size_t n = 0;
        rq_jr_array(jr);
        for (; rq_jr_more(jr); n++) {
            if (n == 0)
                patch->node = take_ref(jr);
            else
                patch->object = (uint16_t)rq_jr_unsigned(jr, UINT16_MAX);
        }
        if (rq_jr_ok(jr) && n != 2)
            rq_jr_bad(jr, "a patch is [node, object]");
    }
}

static void take_section(struct rq_doc *doc, struct rq_jr *jr, struct rq_pvo_section *s)
{
    struct rq_str key;
    s->kind = RQ_PVO_RAW;
    if (rq_jr_peek(jr) == RQ_J_STRING) {
        struct rq_str tag = rq_jr_string(jr);
        for (unsigned kind = 0; kind < RQ_PVO_RAW; kind++)
            if (rq_str_is(tag, rq_pvo_tags[kind]))
                s->kind = (enum rq_pvo_kind)kind;
        if (s->kind == RQ_PVO_RAW)
            rq_jr_bad(jr, "a section is OCTH, OCTR, PLST, MLST, PTCH or {tag, data}");
        return;
    }
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "tag"))
            rq_jr_fixed(jr, doc->page, s->tag, 4);
        else if (rq_str_is(key, "data"))
            s->payload = rq_jr_base64(jr);
        else
            rq_jr_unknown(jr, key);
    }
    if (rq_tag_is(s->tag, "END "))
        rq_jr_bad(jr, "END is not a section");
}

static void take_sections(struct rq_doc *doc, struct rq_jr *jr, struct rq_pvo *pvo)
{
    unsigned seen = 0;
    pvo->sections = rq_jr_get(jr, rq_jr_length(jr), sizeof *pvo->sections);
    pvo->section_count = 0;
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        struct rq_pvo_section *s = &pvo->sections[pvo->section_count++];
        take_section(doc, jr, s);
        if (s->kind != RQ_PVO_RAW && seen >> s->kind & 1)
            rq_jr_bad(jr, "%s stands there twice", rq_pvo_tags[s->kind]);
        seen |= 1u << s->kind;
    }
    if (rq_jr_ok(jr) && (!pvo->section_count || pvo->sections[0].kind != RQ_PVO_OCTH))
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

static bool check(struct rq_jr *jr, const struct rq_pvo *pvo)
{
    size_t wrong = 0;
    for (size_t i = 0; i < pvo->child_count; i++)
        wrong += pvo->children[i].linked && pvo->children[i].value >= pvo->node_count;
    for (size_t i = 0; i < pvo->node_count; i++)
        wrong += pvo->nodes[i].leaf.linked && pvo->nodes[i].leaf.value >= pvo->leaf_count;
    for (size_t i = 0; i < pvo->patch_count; i++)
        wrong += pvo->patches[i].node.linked && pvo->patches[i].node.value >= pvo->node_count;
    if (wrong)
        return rq_jr_bad(jr, "%zu references to nodes or leaves that are not there", wrong);
    if ((pvo->node_count && !has_section(pvo, RQ_PVO_OCTR)) ||
        (pvo->leaf_count && !has_section(pvo, RQ_PVO_PLST)) ||
        (pvo->id_count && !has_section(pvo, RQ_PVO_MLST)) ||
        (pvo->patch_count && !has_section(pvo, RQ_PVO_PTCH)))
        return rq_jr_bad(jr, "\"sections\" does not name all that is here");
    return true;
}

bool rq_pvo_from_json(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_str key;
    if (!rq_pvo_fresh(doc))
        return rq_jr_bad(jr, "out of memory");
    struct rq_pvo *pvo = doc->root;
    while (rq_jr_key(jr, &key)) {
        pvo->odd_total = pvo->odd_total || rq_str_is(key, "total_nodes");
        pvo->odd_leaves = pvo->odd_leaves || rq_str_is(key, "leaf_nodes");
        pvo->odd_ids = pvo->odd_ids || rq_str_is(key, "mlst_polygon_count");
        if (rq_str_is(key, "sections")) {
            take_sections(doc, jr, pvo);
        } else if (rq_str_is(key, "nodes")) {
            take_nodes(jr, pvo);
        } else if (rq_str_is(key, "leaves")) {
            take_leaves(jr, pvo);
        } else if (rq_str_is(key, "ids")) {
            take_ids(jr, pvo);
        } else if (rq_str_is(key, "patches")) {
            take_patches(jr, pvo);
        } else if (rq_str_is(key, "end")) {
            pvo->no_end = !rq_jr_bool(jr);
            pvo->tail = pvo->no_end ? (struct rq_bytes){NULL, 0} : pvo->tail;
        } else if (rq_str_is(key, "tail")) {
            pvo->tail = rq_jr_base64(jr);
        } else if (!rq_rec_take(jr, &rq_pvo_header_rec, &pvo->header, doc->page, key)) {
            rq_jr_unknown(jr, key);
        }
    }
    return rq_jr_ok(jr) && check(jr, pvo);
}
