/* BSI: one picture of Redguard in a file of its own, a sky. See docs/formats/bsi.md.
 *
 *     struct rq_bsi *bsi = rq_doc_root(doc, "bsi");
 *     if (bsi->image.rows) use(bsi->image.rows[y], bsi->image.header.width);
 */
#ifndef RELIQUARY_BSI_H
#define RELIQUARY_BSI_H

#include <reliquary/texbsi.h>

#ifdef __cplusplus
extern "C" {
#endif

struct rq_bsi {
    struct rq_texbsi_image image; /* as in a bank, without a name; tail: all that follows END */
};

#ifdef __cplusplus
}
#endif

#endif
