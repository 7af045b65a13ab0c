/* A lamp post as ASCII MDL: a mesh, a light, sparks, a cloth, a place to hang things on, and an
 * animation, in the words that compilers of models read. */
#include "demo/demo.h"

#include "core/bytes.h"

enum { SIDES = 8, RINGS = 4 };

static void put_head(struct rq_out *out)
{
    rq_putf(out, "# a lamp post\n"
                 "filedependancy demo_lamp NULL.mlk\n"
                 "newmodel demo_lamp\n"
                 "setsupermodel demo_lamp NULL\n"
                 "classification Placeable\n"
                 "classification_unk1 0\n"
                 "ignorefog 0\n"
                 "compress_quaternions 0\n"
                 "headlink 0\n"
                 "setanimationscale 1\n"
                 "beginmodelgeom demo_lamp\n"
                 "node dummy demo_lamp\n  parent NULL\nendnode\n");
}

/* Rings of vertices in 4096ths of a metre, narrower towards the top; one smoothing group. */
static void put_post(struct rq_out *out)
{
    static const int widths[RINGS] = {1024, 512, 384, 768}, heights[RINGS] = {0, 512, 10240, 12288};
    rq_putf(out,
            "node trimesh post\n  parent demo_lamp\n  position 0 0 0\n"
            "  orientation 0 0 0 0\n  bitmap demo_metal\n  render 1\n  shadow 1\n"
            "  tangentspace 1\n  verts %d\n",
            SIDES * RINGS);
    for (int ring = 0; ring < RINGS; ring++)
        for (int i = 0; i < SIDES; i++)
            rq_putf(out, "    %de-6 %de-6 %de-6\n", demo_cos(i * 4096 / SIDES) * widths[ring] / 67,
                    demo_sin(i * 4096 / SIDES) * widths[ring] / 67, heights[ring] * 244);
    rq_putf(out, "  faces %d\n", SIDES * (RINGS - 1) * 2);
    for (int ring = 0; ring + 1 < RINGS; ring++)
        for (int i = 0; i < SIDES; i++) {
            int a = ring * SIDES + i, b = ring * SIDES + (i + 1) % SIDES;
            int t = ring * (SIDES + 1) + i;
            rq_putf(out, "    %d %d %d 1 %d %d %d 4\n", a, b, b + SIDES, t, t + 1, t + SIDES + 2);
            rq_putf(out, "    %d %d %d 1 %d %d %d 4\n", a, b + SIDES, a + SIDES, t, t + SIDES + 2,
                    t + SIDES + 1);
        }
    rq_putf(out, "  tverts %d\n", (SIDES + 1) * RINGS);
    for (int ring = 0; ring < RINGS; ring++)
        for (int i = 0; i <= SIDES; i++)
            rq_putf(out, "    %de-3 %de-3 0\n", i * 125, ring * 250);
    rq_putf(out, "endnode\n");
}

static void put_parts(struct rq_out *out)
{
    rq_putf(out, "node light shine\n  parent post\n  position 0 0 3.125\n  radius 6\n"
                 "  color 1 0.875 0.5\n  multiplier 1\n  lightpriority 3\n  affectDynamic 1\n"
                 "endnode\n"
                 "node emitter sparks\n  parent post\n  position 0 0 3\n  birthrate 4\n"
                 "  lifeExp 0.5\n  update Fountain\n  render Normal\n  blend Lighten\n"
                 "  texture demo_spark\n  xgrid 1\n  ygrid 1\n  inherit 1\nendnode\n"
                 "node reference hook\n  parent post\n  refModel demo_sign\n  reattachable 1\n"
                 "endnode\n"
                 "node danglymesh flag\n  parent post\n  position 0.25 0 2\n  bitmap demo_cloth\n"
                 "  displacement 0.25\n  tightness 2\n  period 4\n"
                 "  verts 4\n    0 0 0\n    1 0 0\n    1 0 0.5\n    0 0 0.5\n"
                 "  faces 2\n    0 1 2 1 0 1 2 0\n    0 2 3 1 0 2 3 0\n"
                 "  tverts 4\n    0 0\n    1 0\n    1 1\n    0 1\n"
                 "  constraints 4\n    0\n    255\n    255\n    0\nendnode\n"
                 "endmodelgeom demo_lamp\n");
}

static void put_animation(struct rq_out *out)
{
    rq_putf(out, "newanim default demo_lamp\n  length 2\n  transtime 0.25\n"
                 "  animroot demo_lamp\n  event 1 hum\n"
                 "node dummy demo_lamp\n  parent NULL\nendnode\n"
                 "node dummy post\n  parent demo_lamp\nendnode\n"
                 "node dummy shine\n  parent post\n  radiuskey 3\n    0 6\n    1 7\n    2 6\n"
                 "endnode\n"
                 "node dummy flag\n  parent post\n  orientationkey\n    0 0 0 1 0\n"
                 "    1 0 0 1 0.25\n    2 0 0 1 0\n  endlist\n"
                 "  positionkey\n    0 0.25 0 2\n    2 0.25 0 2.125\n  endlist\nendnode\n"
                 "doneanim default demo_lamp\ndonemodel demo_lamp\n");
}

bool demo_ascii(struct demo *d)
{
    struct rq_out out = {0};
    put_head(&out);
    put_post(&out);
    put_parts(&out);
    put_animation(&out);
    bool fine = demo_save(d, "kotor/override/demo_lamp.mdl.ascii", &out);
    rq_out_free(&out);
    return fine;
}
