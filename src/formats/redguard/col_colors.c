#include "formats/format.h"
#include "formats/redguard/colors.h"

#define CHANNEL(key, n)                                                                            \
    {                                                                                              \
        .name = key, .kind = RQ_AS_VALUE, .at = n, .value = RQ_KIND_u8                             \
    }
static const struct rq_member rgb[] = {CHANNEL("red", 0), CHANNEL("green", 1), CHANNEL("blue", 2)};
static const struct rq_member bgr[] = {CHANNEL("blue", 0), CHANNEL("green", 1), CHANNEL("red", 2),
                                       CHANNEL("unused", 3)};
#undef CHANNEL

const struct rq_shape rq_color_shape = {
    .name = "colour", .size = 3, .style = RQ_AS_TUPLE, .members = rgb, .count = 3};
const struct rq_shape rq_color_bgr_shape = {
    .name = "colour", .size = 4, .style = RQ_AS_TUPLE, .members = bgr, .count = 4};
static const struct rq_shape bgr_shape = {
    .name = "colour", .size = 3, .style = RQ_AS_TUPLE, .members = bgr, .count = 3};

#define PALETTE(s)                                                                                 \
    {                                                                                              \
        RQ_LIST("colors", rq_palette, colors, count, s)                                            \
    }
static const struct rq_member rgb_palette[] = {PALETTE(rq_color_shape)};
static const struct rq_member bgr_palette[] = {PALETTE(bgr_shape)};
static const struct rq_member bgrx_palette[] = {PALETTE(rq_color_bgr_shape)};
#undef PALETTE

const struct rq_shape rq_palette_shape = {RQ_SHAPE("palette", rq_palette, RQ_AS_ITEM, rgb_palette)};
const struct rq_shape rq_palette_bgr_shape = {
    RQ_SHAPE("palette", rq_palette, RQ_AS_ITEM, bgr_palette)};
const struct rq_shape rq_palette_bgrx_shape = {
    RQ_SHAPE("palette", rq_palette, RQ_AS_ITEM, bgrx_palette)};
