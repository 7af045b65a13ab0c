/* Making GFF files through the editing functions of the library. */
#include "demo/demo.h"

bool gff_open(struct demo_gff *g, const char *type, enum rq_gff_layout layout, struct rq_error *err)
{
    *g = (struct demo_gff){.doc = rq_doc_new(rq_format_by_name("gff"), NULL, err), .err = err};
    if (!g->doc)
        return false;
    struct rq_gff *gff = rq_doc_root(g->doc, "gff");
    memcpy(gff->type, type, 4);
    gff->layout = layout;
    g->root = gff->root;
    return true;
}

bool gff_close(struct demo_gff *g, struct rq_out *out)
{
    bool fine = rq_doc_write(g->doc, out, g->err);
    rq_doc_free(g->doc);
    return fine;
}

struct rq_gff_struct *gff_struct(struct demo_gff *g, struct rq_gff_struct *s, const char *path,
                                 uint32_t id)
{
    struct rq_gff_struct *added;
    rq_gff_add_struct(g->doc, s, path, id, &added, g->err);
    return added;
}
