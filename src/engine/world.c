#include "core/text.h"
#include "engine/keyed.h"

#include <reliquary/engine.h>
#include <stddef.h>

/* Every key that is read: its name, the member and how many numbers; 0: a file name. */
static const struct key {
    const char *name;
    size_t offset, count;
    int32_t missing; /* what the game takes when there is no such key */
} keys[] = {
#define NAME(key, member)                                                                          \
    {                                                                                              \
        key, offsetof(struct rq_world, member), 0, 0                                               \
    }
#define NUMBERS(key, member, n, other)                                                             \
    {                                                                                              \
        key, offsetof(struct rq_world, member), n, other                                           \
    }
    NAME("world_map", map),
    NAME("world_world", terrain),
    NAME("world_palette", palette),
    NAME("world_sky", sky),
    NAME("world_skyfx", sky_fx),
    NAME("world_sunimg", sun_image),
    NUMBERS("world_redbook", music, 1, 0),
    NUMBERS("world_background", background, 1, 0),
    NUMBERS("world_compass", compass, 1, 0),
    NUMBERS("world_sun", sun, 4, 0),
    NUMBERS("world_ambient", ambient, 1, 0),
    NUMBERS("world_ambientrgb", ambient_rgb, 3, 0),
    NUMBERS("world_sunangle", sun_angle, 1, 0),
    NUMBERS("world_sunskew", sun_skew, 1, 0),
    NUMBERS("world_sunrgb", sun_rgb, 4, 0),
    NUMBERS("world_fogrgb", fog_rgb, 3, 0),
    NUMBERS("world_skyscale", sky_scale, 1, 2000),
    NUMBERS("world_skylevel", sky_level, 1, -3500),
    NUMBERS("world_skyspeed", sky_speed, 1, 0),
    NUMBERS("world_sky_xrotate", sky_rotate[0], 1, 0),
    NUMBERS("world_sky_yrotate", sky_rotate[1], 1, 0),
    NUMBERS("world_sunimgrgb", sun_image_rgb, 3, 0),
    NUMBERS("world_sunscale", sun_scale, 1, 0),
    NUMBERS("world_wave", wave, 3, 0),
    NUMBERS("world_scapeshift", scape_shift, 1, 0),
#undef NAME
#undef NUMBERS
};

bool rq_world_read(const struct rq_ini *ini, int number, struct rq_world *world)
{
    *world = (struct rq_world){.number = number};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const struct rq_ini_line *line = rq_keyed_find(ini, keys[i].name, number);
        char *member = (char *)world + keys[i].offset;
        if (!keys[i].count && line)
            rq_keyed_name(line->value, member);
        else if (line)
            rq_keyed_numbers(line->value, (int32_t *)(void *)member, keys[i].count);
        else if (keys[i].count)
            *(int32_t *)(void *)member = keys[i].missing;
    }
    return world->map[0] != 0;
}

int rq_world_of_file(const struct rq_ini *ini, const char *name)
{
    for (size_t i = 0; i < ini->line_count; i++) {
        const struct rq_ini_line *line = &ini->lines[i];
        char file[RQ_WORLD_NAME] = "";
        if (line->kind != RQ_INI_ENTRY)
            continue;
        int number = rq_keyed_index(line->name, "world_map");
        if (number < 0)
            number = rq_keyed_index(line->name, "world_world");
        if (number >= 0)
            rq_keyed_name(line->value, file);
        if (file[0] && rq_casecmp(file, name) == 0)
            return number;
    }
    return -1;
}

size_t rq_world_variants(const struct rq_ini *ini, const char *name, int *numbers, size_t room)
{
    enum { NAMED = 1, MAPPED = 2 };
    uint8_t marks[RQ_KEYED_MOST] = {0};
    size_t count = 0;
    for (size_t i = 0; i < ini->line_count; i++) {
        const struct rq_ini_line *line = &ini->lines[i];
        char file[RQ_WORLD_NAME];
        if (line->kind != RQ_INI_ENTRY)
            continue;
        int map = rq_keyed_index(line->name, "world_map");
        int number = map < 0 ? rq_keyed_index(line->name, "world_world") : map;
        if (number < 0)
            continue;
        rq_keyed_name(line->value, file);
        marks[number] |= (uint8_t)(map >= 0 ? MAPPED : 0);
        marks[number] |= (uint8_t)(file[0] && rq_casecmp(file, name) == 0 ? NAMED : 0);
    }
    for (int n = 0; n < RQ_KEYED_MOST; n++) {
        if (marks[n] != (NAMED | MAPPED))
            continue;
        if (count < room)
            numbers[count] = n;
        count++;
    }
    return count;
}

int rq_world_next(const struct rq_ini *ini, int after)
{
    int next = -1;
    for (size_t i = 0; i < ini->line_count; i++) {
        const struct rq_ini_line *line = &ini->lines[i];
        int number = line->kind == RQ_INI_ENTRY ? rq_keyed_index(line->name, "world_map") : -1;
        if (number > after && (next < 0 || number < next))
            next = number;
    }
    return next;
}
