/* ASCII MDL: a model as the text that compilers of models read. See docs/formats/mdl_ascii.md.
 *
 * The format mdl_ascii is the text itself, every byte of it. What it means is a document of the
 * format mdl:
 *
 *     struct rq_doc *model = rq_mdl_from_ascii(text, NULL, &err);
 *     rq_doc_write(model, &mdl, &err) && rq_doc_write_companion(model, &mdx, &err);
 */
#ifndef RELIQUARY_MDL_ASCII_H
#define RELIQUARY_MDL_ASCII_H

#include <reliquary/line.h>

/* "verts 24" is a head, what it counts are its items; all other lines are words. */
struct rq_mdl_ascii {
    struct rq_text text;
};

#ifdef __cplusplus
extern "C" {
#endif

/* Appends the text of a document of the format mdl. */
RQ_API bool rq_mdl_to_ascii(struct rq_doc *doc, struct rq_out *out, struct rq_error *err);

/* A new document of the format mdl. options->env may have the supermodel, "s_female03.mdl": nodes
 * then get its numbers. An error has the number of the line in err->where. */
RQ_API struct rq_doc *rq_mdl_from_ascii(struct rq_bytes text, const struct rq_options *options,
                                        struct rq_error *err);

#ifdef __cplusplus
}
#endif

#endif
