/* An entry of WORLD.INI and what SURFACE.INI says of its ground, as JSON: members of an object that is
 * open already. */
#include "core/json.h"
#include "game/redguard.h"
#include "game/world.h"

#include <math.h>
#include <reliquary/engine.h>
#include <stdlib.h>

static void put_number(struct rq_json *j, const char *key, int64_t v)
{
    rq_json_key(j, key);
    rq_json_i64(j, v);
}

static void put_text(struct rq_json *j, const char *key, const char *text)
{
    rq_json_key(j, key);
    rq_json_text(j, RQ_CP437, (struct rq_bytes){(const uint8_t *)text, strlen(text)});
}

static void put_floats(struct rq_json *j, const char *key, const float v[3])
{
    rq_json_key(j, key);
    rq_json_array_row(j);
    for (size_t k = 0; k < 3; k++)
        rq_json_f32(j, v[k]);
    rq_json_end_array(j);
}

static void open_object(struct rq_json *j, const char *key)
{
    rq_json_key(j, key);
    rq_json_object(j);
}

static void put_light(struct rq_json *j, const struct rq_world *w)
{
    struct rq_light_of_world light;
    rq_world_light(w, &light);
    open_object(j, "sun");
    put_floats(j, "to_sun", light.to_sun);
    put_floats(j, "color", light.color);
    rq_json_key(j, "intensity");
    rq_json_f32(j, light.intensity);
    rq_json_end_object(j);
    put_floats(j, "ambient", light.ambient);
    put_number(j, "ambient_level", w->ambient);
}

static void put_fog(struct rq_json *j, const struct rq_world *w, const struct rq_env *env)
{
    struct rq_light_of_world light;
    double table[RQ_FOG_STEPS];
    struct rq_doc *doc = rq_redguard_read(env, "FOG.INI", "ini", NULL);
    rq_world_light(w, &light);
    open_object(j, "fog");
    put_floats(j, "color", light.fog);
    if (doc && rq_ini_fog(rq_doc_root(doc, "ini"), table)) {
        rq_json_key(j, "table");
        rq_json_array_row(j);
        for (size_t i = 0; i < RQ_FOG_STEPS; i++)
            rq_json_f32(j, (float)table[i]);
        rq_json_end_array(j);
    }
    rq_json_end_object(j);
    rq_doc_free(doc);
}

static void put_sky(struct rq_json *j, const struct rq_world *w)
{
    float center[3];
    if (w->sky_fx[0]) {
        open_object(j, "sky");
        put_text(j, "image", w->sky_fx);
        put_number(j, "scale", w->sky_scale ? w->sky_scale : RQ_SKY_SCALE);
        rq_json_key(j, "height");
        rq_json_f32(j, rq_sky_height(w));
        rq_json_key(j, "texels_a_second");
        rq_json_f32(j, (float)rq_sky_speed(w));
        put_number(j, "x_rotate", w->sky_rotate[0]);
        put_number(j, "y_rotate", w->sky_rotate[1]);
        rq_json_end_object(j);
    }
    if (rq_world_sun_disc(w, center)) {
        open_object(j, "sun_disc");
        put_text(j, "image", w->sun_image);
        put_floats(j, "from_camera", center);
        put_number(j, "scale", w->sun_scale);
        rq_json_end_object(j);
    }
}

static void put_water(struct rq_json *j, const struct rq_world *w)
{
    struct rq_wave wave = rq_world_wave(w);
    open_object(j, "water");
    put_number(j, "level", w->scape_shift);
    put_number(j, "amplitude", wave.amplitude);
    put_number(j, "speed", wave.speed);
    put_number(j, "frequency", wave.frequency);
    if (wave.amplitude && wave.speed) {
        rq_json_key(j, "seconds");
        rq_json_f32(j, (float)(RQ_WAVE_STEPS / (fabs((double)wave.speed) * RQ_CLOCK_RATE)));
    }
    rq_json_end_object(j);
}

static void put_variants(struct rq_json *j, const struct rq_world *w, const struct rq_env *env)
{
    struct rq_doc *doc = rq_redguard_read(env, "WORLD.INI", "ini", NULL);
    const struct rq_ini *ini = doc ? rq_doc_root(doc, "ini") : NULL;
    size_t count = ini ? rq_world_variants(ini, w->map, NULL, 0) : 0;
    int *numbers = count ? rq_mem(NULL, NULL, count * sizeof *numbers) : NULL;
    if (numbers)
        rq_world_variants(ini, w->map, numbers, count);
    rq_json_key(j, "variants");
    rq_json_array(j);
    for (size_t i = 0; numbers && i < count; i++) {
        struct rq_world other;
        if (!rq_world_read(ini, numbers[i], &other))
            continue;
        rq_json_object_row(j);
        put_number(j, "world", numbers[i]);
        put_text(j, "palette", other.palette);
        put_text(j, "sky", other.sky_fx);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
    free(numbers);
    rq_doc_free(doc);
}

void rq_world_entry_json(struct rq_json *j, const struct rq_world *w, const struct rq_env *env)
{
    put_number(j, "world", w->number);
    put_text(j, "map", w->map);
    put_text(j, "terrain", w->terrain);
    put_text(j, "palette", w->palette);
    put_number(j, "music", w->music);
    put_light(j, w);
    put_fog(j, w, env);
    put_sky(j, w);
    put_water(j, w);
    put_variants(j, w, env);
}

/* ---- footsteps ---- */

/* The sounds that are another one on a surface. */
static void put_sounds(struct rq_json *j, const struct rq_ini *ini, enum rq_surface surface)
{
    int32_t effects[RQ_SURFACE_SOUNDS];
    rq_surface_sounds(ini, surface, effects);
    rq_json_key(j, "sounds");
    rq_json_array_row(j);
    for (int32_t sound = 0; sound < RQ_SURFACE_SOUNDS; sound++) {
        if (effects[sound] == sound)
            continue;
        rq_json_array_row(j);
        rq_json_i64(j, sound);
        rq_json_i64(j, effects[sound]);
        rq_json_end_array(j);
    }
    rq_json_end_array(j);
}

void rq_world_surfaces_json(struct rq_json *j, const struct rq_wld *wld, const struct rq_env *env)
{
    enum { BANK = 302, IMAGES = 64 };
    struct rq_doc *doc = rq_redguard_read(env, "SURFACE.INI", "ini", NULL);
    const struct rq_ini *ini = doc ? rq_doc_root(doc, "ini") : NULL;
    bool used[IMAGES] = {false};
    for (size_t s = 0; wld && s < 4; s++)
        for (size_t i = 0; i < (size_t)RQ_WLD_SIDE * RQ_WLD_SIDE; i++)
            used[wld->sections[s].maps[2][i] & RQ_WLD_TEXTURE_MASK] = true;
    rq_json_key(j, "ground");
    rq_json_array(j);
    for (unsigned i = 0; ini && i < IMAGES; i++) {
        if (!used[i])
            continue;
        enum rq_surface surface = rq_surface_of(ini, BANK, i, true);
        rq_json_object_row(j);
        put_number(j, "bank", BANK);
        put_number(j, "image", i);
        put_text(j, "surface", rq_surface_name(surface));
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
    rq_json_key(j, "surfaces");
    rq_json_array(j);
    for (unsigned k = 0; ini && k < RQ_SURFACES; k++) {
        rq_json_object_row(j);
        put_text(j, "surface", rq_surface_name((enum rq_surface)k));
        put_sounds(j, ini, (enum rq_surface)k);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
    rq_doc_free(doc);
}
