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

void rq_colors_json(struct rq_json *j, const char *key, const uint8_t *colors, size_t count,
                    size_t size)
{
    rq_json_key(j, key);
    rq_json_array(j);
    for (size_t i = 0; i < count; i++) {
        rq_json_array_row(j);
        for (size_t k = 0; k < size; k++)
            rq_json_u64(j, colors[i * size + k]);
        rq_json_end_array(j);
    }
    rq_json_end_array(j);
}

uint8_t *rq_colors_take(struct rq_jr *jr, size_t count, size_t size)
{
    uint8_t *colors = rq_jr_get(jr, count, size);
    size_t n = 0;
    rq_jr_array(jr);
    while (colors && rq_jr_more(jr)) {
        size_t k = 0;
        rq_jr_array(jr);
        for (; rq_jr_more(jr); k++) {
            uint8_t v = (uint8_t)rq_jr_unsigned(jr, 255);
            if (k < size && n < count)
                colors[n * size + k] = v;
        }
        n++;
        if (k != size && rq_jr_ok(jr))
            rq_jr_bad(jr, "a colour is %s",
                      size == 3 ? "[red, green, blue]" : "[blue, green, red, unused]");
    }
    if (n != count && rq_jr_ok(jr))
        rq_jr_bad(jr, "%zu colours, %zu needed", n, count);
    return colors;
}
