/* The files of the page, gzipped, as the build put them into the program (cmake/studio.cmake). */
#ifndef RQ_STUDIO_ASSETS_H
#define RQ_STUDIO_ASSETS_H

#include <stddef.h>
#include <stdint.h>

struct rq_asset {
    const char *path; /* "/index.html"; NULL: behind the last */
    const uint8_t *start, *end;
};

extern const struct rq_asset rq_assets[];

/* Those of the gallery (tool/gallery.h), as zlib streams (cmake/gallery.cmake). The first has no path when the program
 * was built without npm. */
extern const struct rq_asset rq_gallery_assets[];

#endif
