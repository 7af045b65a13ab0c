#include "core/text.h"

#include <reliquary/engine.h>
#include <stddef.h>
#include <stdio.h>

enum { MOST_WORLDS = 1000 };

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
#undef NAME
#undef NUMBERS
};

static const struct rq_ini_line *find(const struct rq_ini *ini, const char *key, int number)
{
    char name[64];
    snprintf(name, sizeof name, "%s[%d]", key, number);
    return rq_ini_find(ini, NULL, name, NULL);
}

/* "MAPS\ISLAND.WLD" is ISLAND.WLD. */
static void take_name(struct rq_bytes value, char name[RQ_WORLD_NAME])
{
    size_t start = value.size;
    while (start && value.data[start - 1] != '\\' && value.data[start - 1] != '/')
        start--;
    size_t size = value.size - start;
    if (size >= RQ_WORLD_NAME)
        size = RQ_WORLD_NAME - 1;
    if (size)
        memcpy(name, value.data + start, size);
    name[size] = 0;
}

static void take_numbers(struct rq_bytes value, int32_t *numbers, size_t count)
{
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        while (at < value.size && !(value.data[at] >= '0' && value.data[at] <= '9'))
            at++;
        if (at == value.size)
            return;
        bool minus = at && value.data[at - 1] == '-';
        int64_t v = 0;
        for (; at < value.size && value.data[at] >= '0' && value.data[at] <= '9'; at++)
            v = v < INT32_MAX ? v * 10 + (value.data[at] - '0') : v;
        v = v < INT32_MAX ? v : INT32_MAX;
        numbers[i] = (int32_t)(minus ? -v : v);
    }
}

bool rq_world_read(const struct rq_ini *ini, int number, struct rq_world *world)
{
    *world = (struct rq_world){.number = number};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const struct rq_ini_line *line = find(ini, keys[i].name, number);
        char *member = (char *)world + keys[i].offset;
        if (!keys[i].count && line)
            take_name(line->value, member);
        else if (line)
            take_numbers(line->value, (int32_t *)(void *)member, keys[i].count);
        else if (keys[i].count)
            *(int32_t *)(void *)member = keys[i].missing;
    }
    return world->map[0] != 0;
}

/* "world_map[27]" of that key is 27; -1: another key. */
static int number_of(struct rq_bytes name, const char *key)
{
    size_t size = strlen(key), at = size + 1;
    int number = 0;
    if (name.size < size + 3 || name.data[size] != '[' || name.data[name.size - 1] != ']')
        return -1;
    for (size_t i = 0; i < size; i++)
        if (rq_lower((char)name.data[i]) != key[i])
            return -1;
    for (; at + 1 < name.size; at++) {
        if (name.data[at] < '0' || name.data[at] > '9' || number >= MOST_WORLDS)
            return -1;
        number = number * 10 + (name.data[at] - '0');
    }
    return number;
}

int rq_world_of_file(const struct rq_ini *ini, const char *name)
{
    for (size_t i = 0; i < ini->line_count; i++) {
        const struct rq_ini_line *line = &ini->lines[i];
        char file[RQ_WORLD_NAME] = "";
        if (line->kind != RQ_INI_ENTRY)
            continue;
        int number = number_of(line->name, "world_map");
        if (number < 0)
            number = number_of(line->name, "world_world");
        if (number >= 0)
            take_name(line->value, file);
        if (file[0] && rq_casecmp(file, name) == 0)
            return number;
    }
    return -1;
}

int rq_world_next(const struct rq_ini *ini, int after)
{
    int next = -1;
    for (size_t i = 0; i < ini->line_count; i++) {
        const struct rq_ini_line *line = &ini->lines[i];
        int number = line->kind == RQ_INI_ENTRY ? number_of(line->name, "world_map") : -1;
        if (number > after && (next < 0 || number < next))
            next = number;
    }
    return next;
}
