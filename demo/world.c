/* The map of the demo's island: a hamlet on the ground of ISLAND.WLD, with actors that move, a
 * rope, flats, lights, a path, and scripts. */
#include "demo/demo.h"

#include <reliquary/engine.h>
#include <reliquary/model3d.h>
#include <reliquary/rgm.h>
#include <reliquary/wld.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- the ground ---- */

struct ground {
    struct rq_map map;
    struct rq_doc *doc;
    const struct rq_wld *wld;
};

static void close_ground(struct ground *g)
{
    rq_doc_free(g->doc);
    if (g->doc)
        rq_map_close(&g->map);
}

static bool open_ground(struct demo *d, struct ground *g)
{
    char *path = rq_path_join(d->root, "redguard/maps/ISLAND.WLD");
    bool fine = path && rq_map_open(&g->map, path, &d->err);
    free(path);
    g->doc = fine ? rq_doc_read(g->map.bytes, NULL, &d->err) : NULL;
    g->wld = g->doc ? rq_doc_root(g->doc, "wld") : NULL;
    return g->wld != NULL;
}

/* Places in 256ths of a cell, from the grid's first corner. */
static int height_at(const struct ground *g, int column, int row)
{
    const struct rq_wld_section *s = &g->wld->sections[row / 128 * 2 + column / 128];
    return rq_terrain_heights[s->maps[0][row % 128 * 128 + column % 128] & RQ_WLD_HEIGHT_MASK];
}

static int ground_at(const struct ground *g, int x, int z)
{
    int c = x / 256, r = z / 256, u = x % 256, v = z % 256;
    int top = height_at(g, c, r) * (256 - u) + height_at(g, c + 1, r) * u;
    int low = height_at(g, c, r + 1) * (256 - u) + height_at(g, c + 1, r + 1) * u;
    return (top * (256 - v) + low * v) / 65536;
}

/* Engine units from a place on the island: x and z in half units from its middle, up from the
 * ground. */
static void put_place(const struct ground *g, int x, int z, int up, int32_t pos[3])
{
    int column = 32768 + x / 2, row = 32768 + z / 2;
    pos[0] = column;
    pos[1] = -(ground_at(g, column, row) + up);
    pos[2] = 65536 - row;
}

/* ---- building a map ---- */

struct build {
    struct demo *d;
    struct rq_doc *doc;
    struct rq_rgm *map;
    struct ground ground;
    bool failed;
};

static void *get(struct build *b, size_t count, size_t size)
{
    void *p = b->doc ? rq_doc_alloc(b->doc, (count ? count : 1) * size) : NULL;
    if (!p)
        b->failed = true;
    return p;
}

static struct rq_rgm_section *add_section(struct build *b, const char *tag, enum rq_rgm_kind kind,
                                          size_t count, size_t size)
{
    static struct rq_rgm_section nowhere;
    struct rq_rgm_section *s = b->failed ? &nowhere : &b->map->sections[b->map->section_count++];
    memcpy(s->tag, tag, 4);
    s->kind = kind;
    s->count = count;
    s->records = get(b, count, size);
    return s;
}

#define ADD(tag, count, type) add_section(b, #tag, RQ_RGM_##tag, count, sizeof(struct type))

static struct rq_bytes text_of(const char *text)
{
    return (struct rq_bytes){(const uint8_t *)text, strlen(text)};
}

/* ---- actors ---- */

/* SOUP by hand. PATROL: if the flag 100 is not set, task 5 with the number 60; thread 0 starts
 * behind the End of thread 1. */
static const uint8_t patrol_script[] = {
    0x05, 0x05, 0,   0, 0,                                          /* 00 End 5 */
    0x03, 0x06, 100, 0, 0,    0,  0x07, 0, 0, 0, 0, 0, 30, 0, 0, 0, /* 05 If flag 100 = 0, to 1E */
    0x00, 5,    0,   1, 0x07, 60, 0,    0, 0,                       /* 15 Task 5 (60) */
    0x02, 0x2E, 1,   1, 0x07, 1,  0,    0, 0,                       /* 1E HandItem (1) */
    0x12,                                                           /* 27 Return */
};

/* MILL: its first variable counts up; then from the start. */
static const uint8_t mill_script[] = {
    0x0A, 2, 0x0A, 2, 1, 0x07, 1, 0, 0, 0, 0, /* 00 var2 = var2 + 1 */
    0x04, 0, 0,    0, 0,                      /* 0B Goto 0 */
};

struct actor {
    const char *name, *title;
    const char *models[2];
    const uint8_t *script;
    uint32_t script_size, start, variables, bank;
};

static const struct actor actors[] = {
    {"PATROL",
     "Watchman",
     {"fxart\\FIGURE.3DC", NULL},
     patrol_script,
     sizeof patrol_script,
     5,
     4,
     0},
    {"MILL", "Mill", {"fxart\\MILL.3DC", NULL}, mill_script, sizeof mill_script, 0, 5, 0},
    {"SIGNAL",
     "Signal",
     {"fxart\\FLAG.3DC", "fxart\\BUOY.3DC"},
     mill_script,
     sizeof mill_script,
     0,
     5,
     0},
};

/* PATROL has two groups more than the others, for its sword. */
enum { ACTORS = sizeof actors / sizeof actors[0], MOST_COMMANDS = 80, GROUPS = 2, ARMED = 2 };

/* Vertices of FIGURE: through the right hand from its heel up and ahead; down the left leg. */
static const int16_t grip[2] = {32, 38}, scabbard[2] = {79, 73};

/* Frames that a model of the demo has. */
static uint8_t frames_of(struct build *b, const char *path)
{
    char name[64];
    struct rq_map map;
    snprintf(name, sizeof name, "redguard/fxart/%s", strchr(path, '\\') + 1);
    char *whole = rq_path_join(b->d->root, name);
    uint8_t frames = 1;
    if (whole && rq_map_open(&map, whole, &b->d->err)) {
        struct rq_doc *doc = rq_doc_read(map.bytes, NULL, &b->d->err);
        const struct rq_model3d *model = doc ? rq_doc_root(doc, "model3d") : NULL;
        frames = model ? (uint8_t)model->frame_count : 1;
        rq_doc_free(doc);
        rq_map_close(&map);
    }
    free(whole);
    return frames;
}

static struct rq_rgm_command command(unsigned opcode, int a, int c)
{
    return (struct rq_rgm_command){(uint8_t)opcode, 0, {a, c, 0}};
}

/* Group 0 rests; group 1 shows every frame and goes back to its start, with a step now and then. */
static void fill_groups(struct build *b, struct rq_rgm_group *groups, unsigned frames)
{
    struct rq_rgm_command *rest = get(b, 2, sizeof *rest);
    struct rq_rgm_command *move = get(b, MOST_COMMANDS, sizeof *move);
    if (b->failed)
        return;
    size_t n = 0;
    rest[0] = command(0, 0, 0);
    rest[1] = command(1, 0, 0);
    for (unsigned i = 0; i < frames && n < MOST_COMMANDS - 3; i++) {
        if (i % 6 == 3)
            move[n++] = command(4, 2, 1);
        move[n++] = command(0, (int)i, 0);
    }
    move[n++] = command(2, 0, 0);
    groups[0] = (struct rq_rgm_group){.group = 0, .speed = 1, .count = 2, .commands = rest};
    groups[1] =
        (struct rq_rgm_group){.group = 1, .speed = 1, .type = 1, .count = n, .commands = move};
    groups[2] = (struct rq_rgm_group){.end = true};
}

/* Group 2 draws the sword, group 3 puts it back: eight frames with what else a group can do. */
static void fill_armed(struct build *b, struct rq_rgm_group *groups)
{
    for (unsigned k = 0; k < ARMED && !b->failed; k++) {
        struct rq_rgm_command *c = get(b, MOST_COMMANDS, sizeof *c);
        size_t n = 0;
        for (int i = 0; i < 8 && c; i++) {
            if (i == 4)
                c[n++] = command(4, (int)(3 + k), k ? -4 : 4);
            c[n++] = command(0, k ? 7 - i : i, 0);
        }
        if (!c)
            return;
        c[n++] = command(12, 6, 0);
        c[n++] = command(11, 16, 0);
        c[n++] = (struct rq_rgm_command){15, 0, {1, 0, 1}};
        c[n++] = command(5, 0, 0);
        c[n++] = command(1, 0, 0);
        groups[2 + k] = (struct rq_rgm_group){
            .group = (uint16_t)(2 + k), .speed = 2, .type = 1, .count = n, .commands = c};
    }
    groups[2 + ARMED] = (struct rq_rgm_group){.end = true};
}

static uint32_t group_bytes(const struct rq_rgm_group *groups)
{
    uint32_t size = 2;
    for (; !groups->end; groups++)
        size += (uint32_t)(10 + groups->count * 3);
    return size;
}

static void fill_head(struct rq_rgm_actor *head, const struct actor *a, size_t i)
{
    snprintf(head->name, sizeof head->name, "%s", a->name);
    head->instances = 1;
    head->raat_offset = (uint32_t)i * 256;
    head->ragr_max_group = i ? 1 : 1 + ARMED;
    head->rasc_length = a->script_size;
    head->script_pc = a->start;
    head->raex_length = 30;
    head->raex_offset = (uint32_t)i * 30;
    head->rava_count = a->variables;
    head->rava_length = a->variables * 4;
    head->mpsz_normal = (int32_t)i;
    head->mpsz_combat = head->mpsz_dead = -1;
    head->unknown_97 = head->unknown_99 = -1;
    head->texture_id = (int16_t)a->bank;
    head->ravc_offset = -1;
}

struct scripted {
    struct rq_rgm_section *heads, *texts, *words, *variables, *code, *hooks, *places, *extras,
        *attributes, *models, *groups, *names, *spheres;
};

static void open_scripted(struct build *b, struct scripted *s, size_t models, size_t variables)
{
    s->heads = ADD(RAHD, ACTORS, rq_rgm_actor);
    s->heads->prefix = 0x0037801B;
    struct rq_rgm_section *fsphere = add_section(b, "RAFS", RQ_RGM_RAW, 0, 1);
    fsphere->bytes = (struct rq_bytes){(const uint8_t *)"", 1};
    s->texts = ADD(RAST, 1, rq_rgm_text);
    s->words = add_section(b, "RASB", RQ_RGM_RASB, 1, sizeof(uint32_t));
    s->variables = add_section(b, "RAVA", RQ_RGM_RAVA, variables, sizeof(int32_t));
    s->code = ADD(RASC, ACTORS, rq_rgm_code);
    s->hooks = add_section(b, "RAHK", RQ_RGM_RAHK, 0, sizeof(uint32_t));
    s->hooks->bytes = (struct rq_bytes){get(b, 37, 1), 37};
    s->places = ADD(RALC, 2, rq_rgm_location);
    s->extras = ADD(RAEX, ACTORS, rq_rgm_extra);
    s->attributes = ADD(RAAT, ACTORS, rq_rgm_attributes);
    s->models = ADD(RAAN, models, rq_rgm_model);
    s->groups = ADD(RAGR, (size_t)ACTORS * (GROUPS + 1) + ARMED, rq_rgm_group);
    s->names = ADD(RANM, ACTORS, rq_rgm_text);
    s->spheres = ADD(RAVC, 2, rq_rgm_collision);
}

/* Models and groups of one actor; its offsets go on from those of the one before. */
static void add_motion(struct build *b, struct scripted *s, size_t i, size_t *models,
                       uint32_t at[2])
{
    struct rq_rgm_actor *head = &s->heads->actors[i];
    struct rq_rgm_group *groups = &s->groups->groups[i * (GROUPS + 1) + (i ? ARMED : 0)];
    unsigned frames = 0;
    head->raan_offset = at[0];
    for (size_t k = 0; k < 2 && actors[i].models[k]; k++) {
        struct rq_rgm_model *m = &s->models->models[(*models)++];
        m->path = text_of(actors[i].models[k]);
        m->frame_count = frames_of(b, actors[i].models[k]);
        m->type = 'c';
        frames += m->frame_count;
        head->raan_count++;
        at[0] += 7 + (uint32_t)m->path.size;
    }
    head->raan_length = at[0] - head->raan_offset;
    head->frame_count = frames;
    fill_groups(b, groups, frames);
    if (!i)
        fill_armed(b, groups);
    if (b->failed)
        return;
    head->ragr_offset = at[1];
    at[1] += group_bytes(groups);
}

static void add_actors(struct build *b)
{
    struct scripted s;
    size_t models = 0, variables = 1;
    uint32_t at[2] = {0, 0}, code = 0, name = 0, variable = 4;
    for (size_t i = 0; i < ACTORS; i++) {
        models += actors[i].models[1] ? 2 : 1;
        variables += actors[i].variables;
    }
    open_scripted(b, &s, models, variables);
    if (b->failed)
        return;
    models = 0;
    s.texts->texts[0].bytes = text_of("MILL");
    for (size_t i = 0; i < ACTORS && !b->failed; i++) {
        const struct actor *a = &actors[i];
        struct rq_rgm_actor *head = &s.heads->actors[i];
        fill_head(head, a, i);
        add_motion(b, &s, i, &models, at);
        head->rasc_offset = code;
        s.code->code[i] =
            (struct rq_rgm_code){.actor = (int32_t)i, .raw = {a->script, a->script_size}};
        code += a->script_size;
        head->rava_offset = variable;
        s.variables->variables[variable / 4] = (int32_t)a->variables;
        variable += a->variables * 4;
        head->ranm_offset = name;
        head->ranm_length = (uint32_t)strlen(a->title) + 1;
        s.names->names[i].bytes = text_of(a->title);
        name += head->ranm_length;
        memcpy(s.extras->extras[i].grip, i ? (int16_t[2]){1, 0} : grip, sizeof grip);
        memcpy(s.extras->extras[i].scabbard, i ? (int16_t[2]){0, 0} : scabbard, sizeof scabbard);
        s.attributes->attributes[i].values[RQ_WEAPON_DRAW_FRAME] = i ? 0 : 4;
        s.attributes->attributes[i].values[RQ_WEAPON_SHEATH_FRAME] = i ? 0 : 4;
        s.attributes->attributes[i].values[3] = (uint8_t)(10 + i);
    }
    struct rq_rgm_actor *first = &s.heads->actors[0];
    first->rasb_count = 1;
    first->ralc_count = 2;
    first->ralc_length = 24;
    s.places->locations[0] = (struct rq_rgm_location){{2560, 0, 0}};
    s.places->locations[1] = (struct rq_rgm_location){{0, 0, -5120}};
    first->ravc_offset = 0;
    first->ravc_count = 2;
    s.spheres->collisions[0] = (struct rq_rgm_collision){{0, -4, 0}, 2, 20};
    s.spheres->collisions[1] = (struct rq_rgm_collision){{1, 0, -1}, 5, 12};
}

/* ---- placements ---- */

/* x, z from the middle of the island, 512 to a cell; angle 2048 to a turn. */
struct thing {
    const char *name, *model;
    int x, z, angle, type;
};

static const struct thing objects[] = {
    {"PATROL", "", 60, 40, 256, 1},         {"MILL", "MILL", -560, 300, 1792, 1},
    {"SIGNAL", "FLAG", 420, -380, 0, 1},    {"WATERSND", "", 900, 900, 0, 5},
    {"LAMPLITE", "LAMP", -120, 160, 0, 4},  {"NTLIGHT", "", 300, 200, 0, 6},
    {"BARRELS", "BARREL", 240, 60, 128, 1}, {"BLOSSOM", "", -30, -200, 0, 3},
};

static const struct thing statics[] = {
    {NULL, "HOUSE", 320, 260, 0, 0},     {NULL, "HOUSE", -300, -220, 512, 0},
    {NULL, "HOUSE", -380, 120, 1280, 0}, {NULL, "TOWER", 700, -620, 0, 0},
    {NULL, "WELL", 0, 0, 0, 0},          {NULL, "ALTAR", -160, 420, 300, 0},
    {NULL, "CRATE", 200, 120, 170, 0},   {NULL, "CRATE", 226, 150, 900, 0},
    {NULL, "PALM", 520, 480, 100, 0},    {NULL, "PALM", 600, 300, 700, 0},
    {NULL, "PALM", -620, -360, 40, 0},   {NULL, "PALM", -500, 520, 1500, 0},
    {NULL, "PALM", 120, -560, 1100, 0},  {NULL, "PALM", -60, 640, 400, 0},
    {NULL, "PALM", 760, 60, 1900, 0},    {NULL, "PALM", -800, 60, 1300, 0},
};

enum {
    COUNT_OBJECTS = sizeof objects / sizeof objects[0],
    COUNT_STATICS = sizeof statics / sizeof statics[0]
};

static void add_objects(struct build *b)
{
    struct rq_rgm_section *s = ADD(MPOB, COUNT_OBJECTS, rq_rgm_object);
    for (size_t i = 0; i < COUNT_OBJECTS && !b->failed; i++) {
        const struct thing *t = &objects[i];
        struct rq_rgm_object *o = &s->objects[i];
        o->id = 1000 + (uint32_t)i;
        o->type = (uint8_t)t->type;
        o->active = 1;
        snprintf(o->script, sizeof o->script, "%s", t->name);
        snprintf(o->model, sizeof o->model, "%s", t->model);
        put_place(&b->ground, t->x, t->z, t->type == 6 ? 60 : 0, o->pos);
        for (size_t k = 0; k < 3; k++)
            o->pos[k] = (int32_t)((uint32_t)o->pos[k] * 256u + 128u);
        o->angle[1] = (uint32_t)t->angle;
        o->texture = 9 << 7 | 1;
        o->intensity = 255;
        o->radius = 200;
        o->world_id = 1;
        o->rgb[0] = 255;
        o->rgb[1] = 190;
        o->rgb[2] = 110;
    }
}

/* One rope at the well, with a barrel at its end. */
static void add_rope(struct build *b)
{
    struct rq_rgm_section *s = ADD(MPRP, 1, rq_rgm_rope);
    if (b->failed)
        return;
    struct rq_rgm_rope *rope = s->ropes;
    rope->id = 2000;
    put_place(&b->ground, 700, -520, 200, rope->pos);
    for (size_t k = 0; k < 3; k++)
        rope->pos[k] = (int32_t)((uint32_t)rope->pos[k] * 256u);
    rope->length = 6;
    snprintf(rope->static_model, sizeof rope->static_model, "BARREL");
    snprintf(rope->rope_model, sizeof rope->rope_model, "ROPELINK");
}

static void add_statics(struct build *b)
{
    struct rq_rgm_section *s = ADD(MPSO, COUNT_STATICS, rq_rgm_static);
    for (size_t i = 0; i < COUNT_STATICS && !b->failed; i++) {
        const struct thing *t = &statics[i];
        struct rq_rgm_static *o = &s->statics[i];
        int32_t sine = demo_sin(t->angle * 2) * 16384;
        /* From the sine, so that the matrix is a rotation to its last bit. */
        int64_t rest = ((int64_t)1 << 56) - (int64_t)sine * sine;
        int32_t cosine = (int32_t)demo_root((uint64_t)rest);
        if (demo_cos(t->angle * 2) < 0)
            cosine = -cosine;
        o->id = 3000 + (uint32_t)i;
        snprintf(o->model, sizeof o->model, "%s", t->model);
        put_place(&b->ground, t->x, t->z, 0, o->pos);
        o->matrix[0] = o->matrix[8] = cosine;
        o->matrix[2] = -sine;
        o->matrix[4] = 1 << 28;
        o->matrix[6] = sine;
    }
}

static void add_lights(struct build *b)
{
    struct rq_rgm_section *s = ADD(MPSL, 3, rq_rgm_light);
    static const int16_t colors[3][3] = {{255, 170, 80}, {90, 140, 255}, {255, 240, 210}};
    for (size_t i = 0; i < 3 && !b->failed; i++) {
        struct rq_rgm_light *o = &s->lights[i];
        o->id = 0x82000000u + (uint32_t)i;
        o->world_id = i == 1 ? 28 : 0;
        put_place(&b->ground, (int)i * 260 - 260, 200 - (int)i * 180, 70, o->pos);
        o->radius = (int16_t)(160 + 40 * (int)i);
        o->intensity = 200;
        memcpy(o->rgb, colors[i], sizeof o->rgb);
        for (uint8_t k = 0; k < 8 && i != 2; k++)
            o->channels[k] = k;
    }
}

static void add_flats(struct build *b)
{
    struct rq_rgm_section *s = ADD(MPSF, 4, rq_rgm_flat);
    for (size_t i = 0; i < 4 && !b->failed; i++) {
        s->flats[i].id = 4000 + (uint32_t)i;
        put_place(&b->ground, 40 + (int)i * 50, -110 + (int)i % 2 * 30, 0, s->flats[i].pos);
        s->flats[i].texture = (uint16_t)(9 << 7 | i);
    }
}

static void add_points(struct build *b)
{
    struct rq_rgm_section *markers = ADD(MPMK, 2, rq_rgm_marker);
    struct rq_rgm_section *boxes = ADD(MPSZ, ACTORS, rq_rgm_box);
    struct rq_rgm_section *walks = ADD(WDNM, 1, rq_rgm_walk);
    struct rq_rgm_node *nodes = get(b, 4, sizeof *nodes);
    struct rq_rgm_route *routes = get(b, 8, sizeof *routes);
    if (b->failed)
        return;
    put_place(&b->ground, 0, 120, 0, markers->markers[0].pos);
    put_place(&b->ground, -700, 0, 0, markers->markers[1].pos);
    for (size_t i = 0; i < ACTORS; i++)
        for (size_t k = 0; k < 3; k++) {
            boxes->boxes[i].total[k] = 40 + 10 * (int32_t)k;
            boxes->boxes[i].negative[k] = boxes->boxes[i].positive[k] = 20 + 5 * (int32_t)k;
        }
    struct rq_rgm_walk *walk = walks->walks;
    walk->record.node_count = walk->record.node_count_dup = 4;
    walk->record.radius = 400;
    put_place(&b->ground, 0, 0, 0, walk->record.pos);
    walk->nodes = nodes;
    for (size_t i = 0; i < 4; i++) {
        nodes[i].record.x = (uint16_t)(i % 2 * 300);
        nodes[i].record.z = (uint16_t)(i / 2 * 300);
        nodes[i].record.route_count = 2;
        nodes[i].routes = routes + i * 2;
        routes[i * 2] = (struct rq_rgm_route){(uint16_t)(i ^ 1), 300};
        routes[i * 2 + 1] = (struct rq_rgm_route){(uint16_t)(i ^ 2), 300};
    }
}

bool demo_world(struct demo *d)
{
    struct build b = {.d = d};
    struct rq_out out = {0};
    if (!open_ground(d, &b.ground)) {
        close_ground(&b.ground);
        return rq_fail(&d->err, RQ_CORRUPT, 0, "ISLAND.WLD", "the ground can't be read");
    }
    b.doc = rq_doc_new(rq_format_by_name("rgm"), NULL, &d->err);
    b.map = b.doc ? rq_doc_root(b.doc, "rgm") : NULL;
    if (b.map)
        b.map->sections = get(&b, 32, sizeof *b.map->sections);
    else
        b.failed = true;
    add_actors(&b);
    add_objects(&b);
    add_rope(&b);
    add_statics(&b);
    add_lights(&b);
    add_flats(&b);
    add_points(&b);
    struct rq_rgm_section *flat = add_section(&b, "FLAT", RQ_RGM_RAW, 0, 1);
    flat->bytes = (struct rq_bytes){(const uint8_t *)"\0\0\0", 4};
    bool fine = !b.failed && rq_doc_write(b.doc, &out, &d->err) &&
                demo_save(d, "redguard/maps/ISLAND.RGM", &out);
    rq_doc_free(b.doc);
    rq_out_free(&out);
    close_ground(&b.ground);
    return fine || rq_fail(&d->err, RQ_NO_MEMORY, 0, "ISLAND.RGM", "out of memory");
}
