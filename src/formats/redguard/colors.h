/* What the formats with palettes share: colours as JSON. In col_colors.c. */
#ifndef RQ_FORMATS_REDGUARD_COLORS_H
#define RQ_FORMATS_REDGUARD_COLORS_H

#include "core/shape.h"

/* One colour of a palette as [red, green, blue], */
extern const struct rq_shape rq_color_shape;
/* and as [blue, green, red, unused]. */
extern const struct rq_shape rq_color_bgr_shape;

/* An array of count rows with `size` numbers each, under the key. */
void rq_colors_json(struct rq_json *j, const char *key, const uint8_t *colors, size_t count,
                    size_t size);

/* The value back; fails for another count. size 3: red, green, blue; 4: blue, green, red and a
 * byte that nobody uses. NULL when there is no memory. */
uint8_t *rq_colors_take(struct rq_jr *jr, size_t count, size_t size);

#endif
