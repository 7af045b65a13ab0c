/* The gallery: index.html of a conversion as a page with small pictures, wave forms, lines of dialogue and models
 * (docs/gallery.md). All but index.html is below OUT/index: the page's own files, the data as scripts, because a page
 * that was opened by a double click may not read other files, and thumbs/ and models/. */
#ifndef RQ_TOOL_GALLERY_H
#define RQ_TOOL_GALLERY_H

#include "convert_index.h"

struct gallery {
    bool on;       /* there is an index, the program has the page, and --no-gallery is not given */
    bool previews; /* --previews */
    const struct args *args;
    const char *out;
    const struct rq_game *game; /* or NULL */
};

void gallery_open(struct gallery *gallery, const struct args *args, const struct rq_game *game,
                  bool indexed);

/* Whether the file is there with just these bytes. */
bool holds_bytes(const char *path, struct rq_bytes bytes);

/* In the batch, of the last file of made: its size, its peaks, its small picture. fresh: it was not there before, or
 * with other bytes; what belongs to a file that did not change is left as it is. False when something can't be
 * written. */
bool gallery_look(const struct gallery *gallery, struct made *made, struct rq_bytes bytes,
                  bool fresh, struct rq_error *err);

/* In the batch, after all files of a document were made: the picture of its model, its lines. */
bool gallery_look_inside(const struct gallery *gallery, struct made *made, struct rq_doc *doc,
                         const struct rq_convert_options *how, struct rq_error *err);

/* The lines of a dialogue, a talk table or an RTX, as a JSON array; NULL: it has none. To be freed. */
char *gallery_lines(const struct rq_game *game, struct rq_doc *doc, const struct made *made);

/* index.html; and all others that are written once. */
void gallery_page(struct rq_out *html);
bool gallery_write(const struct gallery *gallery, const struct rq_tree *tree,
                   const struct made *made, struct rq_error *err);

#endif
