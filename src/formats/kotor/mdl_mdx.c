/* The MDX of a model: rows of vertices, a block for each mesh. */
#include "mdl_parts.h"

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
        rq_find(doc, RQ_FIND_bad_reference, at, m->names[node->header.name],
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
    if (m->wrapper.mdx_size != doc->companion.size)
        rq_find(doc, RQ_FIND_odd_size, 8, "mdl", "an MDX of %u bytes, really %zu",
                m->wrapper.mdx_size, doc->companion.size);
    uint64_t at = 0;
    for (struct rq_mdl_node *node; (node = rq_mdl_next_mesh(m, &at));)
        read_rows(doc, node);
}
