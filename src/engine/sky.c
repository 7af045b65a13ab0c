/* Light, sky and fog of a world. Numbers of the sky plane, the sun's disc and the fog table: what
 * others measured in the Glide build, see docs/sky.md. */
#include <math.h>
#include <reliquary/engine.h>

enum { SCENE_SCALE = 20, SUN_FAR = 16000, SUN_SCALE = 12800, ANGLES = 2048 };

static const double turn = 6.283185307179586;

static void put_color(const int32_t rgb[3], float color[3])
{
    for (size_t k = 0; k < 3; k++)
        color[k] = (float)(rgb[k] < 0 ? 0 : rgb[k] > 255 ? 255 : rgb[k]) / 255;
}

/* From the camera in engine space: the negative of what the angles give, in whole units. */
static void disc_center(const struct rq_world *world, double to[3])
{
    double angle = (world->sun_angle & (ANGLES - 1)) * turn / ANGLES;
    double skew = (world->sun_skew & (ANGLES - 1)) * turn / ANGLES;
    to[0] = -trunc(SUN_FAR * sin(angle));
    to[1] = -trunc(SUN_FAR * cos(angle));
    to[2] = -trunc(SUN_FAR * sin(skew));
}

struct rq_wave rq_world_wave(const struct rq_world *world)
{
    return (struct rq_wave){world->wave[0], world->wave[1], world->wave[2], RQ_WAVE_START};
}

void rq_world_light(const struct rq_world *world, struct rq_light_of_world *light)
{
    static const double signs[3] = {-1, -1, 1};
    static const int32_t white[3] = {255, 255, 255};
    double to[3] = {world->sun[0], world->sun[1], world->sun[2]};
    bool colored = world->sun_rgb[0] || world->sun_rgb[1] || world->sun_rgb[2];
    if (!world->sun[0] && !world->sun[1] && !world->sun[2])
        disc_center(world, to);
    double length = sqrt(to[0] * to[0] + to[1] * to[1] + to[2] * to[2]);
    for (size_t k = 0; k < 3; k++)
        light->to_sun[k] = length > 0 ? (float)(to[k] * signs[k] / length + 0.0) : (float)(k == 1);
    put_color(colored ? world->sun_rgb : white, light->color);
    light->intensity = world->sun[3] > 0 && world->sun[3] < 255 ? (float)world->sun[3] / 255 : 1;
    put_color(world->ambient_rgb, light->ambient);
    put_color(world->fog_rgb, light->fog);
}

bool rq_world_sun_disc(const struct rq_world *world, float center[3])
{
    double to[3];
    disc_center(world, to);
    center[0] = (float)(-to[0] / SCENE_SCALE + 0.0);
    center[1] = (float)(-to[1] / SCENE_SCALE + 0.0);
    center[2] = (float)(to[2] / SCENE_SCALE + 0.0);
    return world->sun_image[0] != 0;
}

float rq_world_sun_half(const struct rq_world *world, unsigned pixels, unsigned tex_scale)
{
    double scale = world->sun_scale ? world->sun_scale : SUN_SCALE;
    return (float)(pixels * 0.5 * (tex_scale / 256.0) * (scale / 100) / SCENE_SCALE);
}

/* ---- the plane ---- */

static double level_of(const struct rq_world *world)
{
    return world->sky_level ? world->sky_level : RQ_SKY_LEVEL;
}

float rq_sky_height(const struct rq_world *world)
{
    return (float)(-level_of(world) / SCENE_SCALE);
}

void rq_sky_texel(const struct rq_world *world, const float camera[3], float x, float z,
                  const float moved[2], float texel[2])
{
    static const double with_camera = 0.009;
    double scale = world->sky_scale ? world->sky_scale : RQ_SKY_SCALE;
    texel[0] = (float)(scale * (double)x / RQ_SKY_REACH + with_camera * (double)camera[0] +
                       (double)moved[0]);
    texel[1] = (float)(-scale * (double)z / RQ_SKY_REACH - with_camera * (double)camera[2] +
                       (double)moved[1]);
}

double rq_sky_speed(const struct rq_world *world)
{
    return (world->sky_speed & 0xFF) / 16.0 * RQ_CLOCK_RATE;
}

/* ---- fog ---- */

double rq_fog_depth(unsigned entry)
{
    return ldexp(1, 3 + (int)(entry / 4)) / (8 - entry % 4);
}

double rq_fog_at(const double table[RQ_FOG_STEPS], double depth)
{
    int power;
    if (!(depth > 1))
        return table[0];
    if (depth >= rq_fog_depth(RQ_FOG_STEPS - 1))
        return table[RQ_FOG_STEPS - 1];
    /* frexp gives a half to one. */
    frexp(depth, &power);
    double low = ldexp(1, power - 1), at = 4 * (power - 1) + 8 * (1 - low / depth);
    unsigned entry = (unsigned)at;
    return table[entry] + (table[entry + 1] - table[entry]) * (at - entry);
}

void rq_fog_sky(double table[RQ_FOG_STEPS])
{
    for (int i = 0; i < RQ_FOG_STEPS; i++)
        table[i] = i <= 32 ? 0 : i == RQ_FOG_STEPS - 1 ? 255 : (i - 32) * 8;
}
