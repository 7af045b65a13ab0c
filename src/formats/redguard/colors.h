/* What the formats with palettes share: colours as JSON. In col_colors.c. */
#ifndef RQ_FORMATS_REDGUARD_COLORS_H
#define RQ_FORMATS_REDGUARD_COLORS_H

#include "core/shape.h"

/* One colour of a palette as [red, green, blue], */
extern const struct rq_shape rq_color_shape;
/* and as [blue, green, red, unused]. */
extern const struct rq_shape rq_color_bgr_shape;

/* A palette of any number of colours, which a hook makes of what the document has: as a value, the
 * array of [red, green, blue], */
struct rq_palette {
    const uint8_t *colors;
    size_t count;
};
extern const struct rq_shape rq_palette_shape;
/* of [blue, green, red], and of [blue, green, red, unused]. */
extern const struct rq_shape rq_palette_bgr_shape, rq_palette_bgrx_shape;

#endif
