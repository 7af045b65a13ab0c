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

/* An array of count rows with `size` numbers each, under the key. */
void rq_colors_json(struct rq_json *j, const char *key, const uint8_t *colors, size_t count,
                    size_t size);

/* The value back; fails for another count. size 3: red, green, blue; 4: blue, green, red and a
 * byte that nobody uses. NULL when there is no memory. */
uint8_t *rq_colors_take(struct rq_jr *jr, size_t count, size_t size);

#endif
