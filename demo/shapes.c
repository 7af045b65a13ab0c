/* The models of the Redguard demo. */
#include "demo/model.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- still ---- */

static void make_crate(struct model *m, struct demo_banks b)
{
    struct look side = look_fitted(b.tiles, TILE_CRATE, &demo_tiles[TILE_CRATE]);
    add_plain_box(m, (int[3]){-16, 0, -16}, (int[3]){16, 32, 16}, side);
}

static void make_barrel(struct model *m, struct demo_banks b)
{
    static const int profile[][2] = {{0, 12}, {9, 15}, {20, 16}, {31, 15}, {40, 12}};
    struct look staves = look_image(b.tiles, TILE_STAVES, true);
    struct look end = look_image(b.tiles, TILE_PLANKS, false);
    struct look looks[4] = {staves, staves, staves, staves};
    add_lathe(m, &(struct lathe){
                     .sides = 10, .rings = 5, .profile = profile, .looks = looks, .ends = &end});
    /* The hoops of the picture once from foot to rim: heights 0 to 40 are 64 pixels. */
    for (uint32_t i = 0; i < 40; i++)
        for (size_t k = 0; k < 4; k++) {
            int height = m->vertices[m->faces[i].corners[k].vertex][1] / STEP;
            m->faces[i].corners[k].v = (40 - height) * 64 * 16 / 40;
        }
}

/* Slopes of a roof between two gables at -z and +z. */
static void add_roof(struct model *m, const int half[2], int eaves, int ridge, struct look look)
{
    for (int side = -1; side <= 1; side += 2) {
        uint32_t low[2] = {add_vertex(m, side * half[0], eaves, half[1]),
                           add_vertex(m, side * half[0], eaves, -half[1])};
        uint32_t high[2] = {add_vertex(m, 0, ridge, half[1]), add_vertex(m, 0, ridge, -half[1])};
        if (side > 0)
            add_quad(m, (uint32_t[4]){low[0], low[1], high[1], high[0]}, look);
        else
            add_quad(m, (uint32_t[4]){low[1], low[0], high[0], high[1]}, look);
        /* And from below. */
        struct look planks = look_color(RAMP_WOOD, 4, false);
        if (side > 0)
            add_quad(m, (uint32_t[4]){low[1], low[0], high[0], high[1]}, planks);
        else
            add_quad(m, (uint32_t[4]){low[0], low[1], high[1], high[0]}, planks);
    }
}

static void add_panel(struct model *m, const int at[3], int wide, int high, struct look look)
{
    uint32_t v[4] = {add_vertex(m, at[0], at[1], at[2]), add_vertex(m, at[0] + wide, at[1], at[2]),
                     add_vertex(m, at[0] + wide, at[1] + high, at[2]),
                     add_vertex(m, at[0], at[1] + high, at[2])};
    add_quad(m, v, look);
}

static void make_house(struct model *m, struct demo_banks b)
{
    struct look timber = look_image(b.tiles, TILE_TIMBER, false);
    struct look stone = look_image(b.tiles, TILE_WALL, false);
    struct look plaster = look_image(b.tiles, TILE_PLASTER, false);
    struct look brick = look_image(b.tiles, TILE_BRICKS, false);
    struct look door = look_fitted(b.tiles, TILE_DOOR, &demo_tiles[TILE_DOOR]);
    struct look window = look_fitted(b.tiles, TILE_WINDOW, &demo_tiles[TILE_WINDOW]);
    next_box(m);
    add_plain_box(m, (int[3]){-68, 0, -52}, (int[3]){68, 12, 52}, stone);
    add_box(m, (int[3]){-64, 12, -48}, (int[3]){64, 76, 48},
            (struct look[6]){timber, timber, timber, timber, plaster, plaster});
    /* The gables: five corners, with the wall below them as a lintel. */
    for (int side = -1; side <= 1; side += 2) {
        const int x[5] = {-64, 64, 64, 0, -64}, y[5] = {76, 76, 80, 112, 80};
        uint32_t v[5];
        for (int i = 0; i < 5; i++)
            v[i] = add_vertex(m, x[i] * side, y[i], 48 * side);
        add_polygon(m, v, 5, plaster);
    }
    add_panel(m, (int[3]){-16, 12, 49}, 32, 48, door);
    add_panel(m, (int[3]){-56, 34, 49}, 28, 28, window);
    add_panel(m, (int[3]){28, 34, 49}, 28, 28, window);
    next_box(m);
    add_roof(m, (const int[2]){76, 58}, 72, 116, look_image(b.tiles, TILE_ROOF, false));
    next_box(m);
    add_box(m, (int[3]){28, 84, -30}, (int[3]){44, 132, -14},
            (struct look[6]){brick, brick, brick, brick, look_color(RAMP_GREY, 2, false), brick});
}

static void make_lamp(struct model *m, struct demo_banks b)
{
    static const int foot[][2] = {{0, 10}, {4, 10}, {8, 4}};
    static const int post[][2] = {{8, 3}, {80, 2}};
    static const int cap[][2] = {{104, 10}, {112, 2}, {116, 1}};
    struct look iron = look_color(RAMP_IRON, 6, true), dark = look_color(RAMP_IRON, 3, false);
    struct look looks[2] = {iron, iron};
    add_lathe(
        m, &(struct lathe){.sides = 8, .rings = 3, .profile = foot, .looks = looks, .ends = &dark});
    add_lathe(m, &(struct lathe){.sides = 6, .rings = 2, .profile = post, .looks = looks});
    add_box(m, (int[3]){-6, 84, -6}, (int[3]){6, 104, 6},
            (struct look[6]){look_fitted(b.tiles, TILE_GLASS, &demo_tiles[TILE_GLASS]),
                             look_fitted(b.tiles, TILE_GLASS, &demo_tiles[TILE_GLASS]),
                             look_fitted(b.tiles, TILE_GLASS, &demo_tiles[TILE_GLASS]),
                             look_fitted(b.tiles, TILE_GLASS, &demo_tiles[TILE_GLASS]), dark,
                             dark});
    add_plain_box(m, (int[3]){-8, 80, -8}, (int[3]){8, 84, 8}, dark);
    add_lathe(
        m, &(struct lathe){.sides = 8, .rings = 3, .profile = cap, .looks = looks, .ends = &dark});
}

static void make_well(struct model *m, struct demo_banks b)
{
    static const int outside[][2] = {{0, 32}, {28, 32}};
    static const int rim[][2] = {{28, 34}, {32, 34}, {32, 24}};
    static const int inside[][2] = {{32, 24}, {20, 24}};
    struct look wall = look_image(b.tiles, TILE_WALL, true);
    struct look flat = look_image(b.tiles, TILE_COBBLES, false);
    struct look rims[2] = {flat, flat};
    struct look water = look_image(b.tiles, TILE_WATER, false);
    add_lathe(m, &(struct lathe){.sides = 10, .rings = 2, .profile = outside, .looks = &wall});
    add_lathe(m, &(struct lathe){.sides = 10, .rings = 3, .profile = rim, .looks = rims});
    add_lathe(m, &(struct lathe){.sides = 10, .rings = 2, .profile = inside, .looks = &wall});
    uint32_t v[10];
    for (uint32_t i = 0; i < 10; i++)
        v[i] = m->vertex_count - 10 + i;
    uint32_t base = m->vertex_count;
    for (uint32_t i = 0; i < 10; i++) {
        uint32_t at = add_vertex(m, 0, 0, 0);
        memcpy(m->vertices[at], m->vertices[v[i]], sizeof m->vertices[at]);
        v[i] = base + i;
    }
    add_polygon(m, v, 10, water);
    struct look beam = look_image(b.tiles, TILE_PLANKS, false);
    for (int side = -1; side <= 1; side += 2)
        add_plain_box(m, (int[3]){side * 30 - 3, 28, -3}, (int[3]){side * 30 + 3, 68, 3}, beam);
    add_roof(m, (const int[2]){40, 24}, 66, 88, look_image(b.tiles, TILE_ROOF, false));
}

/* Two sprites across each other, seen from both sides. */
static void make_palm(struct model *m, struct demo_banks b)
{
    struct look palm = look_fitted(b.sprites, SPRITE_PALM, &demo_sprites[SPRITE_PALM]);
    for (int turn = 0; turn < 4; turn++) {
        static const int ways[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
        int x = ways[turn][0] * 40, z = ways[turn][1] * 40;
        uint32_t v[4] = {add_vertex(m, -x, 0, -z), add_vertex(m, x, 0, z), add_vertex(m, x, 96, z),
                         add_vertex(m, -x, 96, -z)};
        add_quad(m, v, palm);
    }
    add_box(m, (int[3]){-48, -4, -48}, (int[3]){48, 0, 48},
            (struct look[6]){
                look_image(b.tiles, TILE_SAND, false), look_image(b.tiles, TILE_SAND, false),
                look_image(b.tiles, TILE_SAND, false), look_image(b.tiles, TILE_SAND, false),
                look_image(b.tiles, TILE_GRASS, false), look_color(RAMP_WOOD, 3, false)});
}

static void make_tower(struct model *m, struct demo_banks b)
{
    static const int shaft[][2] = {{0, 48}, {16, 42}, {150, 38}};
    static const int crown[][2] = {{150, 44}, {164, 46}};
    static const int top[][2] = {{172, 36}, {220, 1}};
    struct look stone = look_image(b.tiles, TILE_WALL, true), looks[2] = {stone, stone};
    struct look floor = look_image(b.tiles, TILE_PLANKS, false);
    struct look roof = look_image(b.tiles, TILE_ROOF, true);
    next_box(m);
    add_lathe(m, &(struct lathe){.sides = 10, .rings = 3, .profile = shaft, .looks = looks});
    add_panel(m, (int[3]){-14, 0, 48}, 28, 42,
              look_fitted(b.tiles, TILE_DOOR, &demo_tiles[TILE_DOOR]));
    next_box(m);
    add_lathe(m, &(struct lathe){
                     .sides = 10, .rings = 2, .profile = crown, .looks = looks, .ends = &floor});
    for (int i = 0; i < 10; i++) {
        int x = demo_sin(i * 409) * 40 / 16384, z = demo_cos(i * 409) * 40 / 16384;
        add_plain_box(m, (int[3]){x - 4, 164, z - 4}, (int[3]){x + 4, 174, z + 4},
                      look_image(b.tiles, TILE_WALL, false));
    }
    next_box(m);
    add_lathe(m, &(struct lathe){
                     .sides = 10, .rings = 2, .profile = top, .looks = &roof, .ends = &floor});
}

static void make_altar(struct model *m, struct demo_banks b)
{
    struct look slab = look_image(b.crypt, CRYPT_SLABS, false);
    struct look rune = look_fitted(b.crypt, CRYPT_RUNE, &demo_crypt[CRYPT_RUNE]);
    add_plain_box(m, (int[3]){-40, 0, -28}, (int[3]){40, 6, 28}, slab);
    add_box(m, (int[3]){-32, 6, -20}, (int[3]){32, 32, 20},
            (struct look[6]){rune, slab, rune, slab, slab, slab});
    add_box(m, (int[3]){-36, 32, -24}, (int[3]){36, 38, 24},
            (struct look[6]){slab, slab, slab, slab,
                             look_fitted(b.tiles, TILE_ROSE, &demo_tiles[TILE_ROSE]), slab});
}

/* Held things stand upright, y along what they point at, with their origin where the hand is: the
 * vertex of FIGURE that world.c names is at the edge of its hand. */
enum { IN_HAND_X = 3, IN_HAND_Z = 2 };

static void make_sword(struct model *m, struct demo_banks b)
{
    static const int grip[][2] = {{-8, 2}, {8, 2}}, pommel[][2] = {{-12, 1}, {-10, 3}, {-8, 1}};
    struct look leather = look_color(RAMP_WOOD, 5, true), gold = look_color(RAMP_GOLD, 10, true);
    struct look golds[2] = {gold, gold}, blade = look_color(RAMP_IRON, 13, false);
    int x = IN_HAND_X, z = IN_HAND_Z;
    (void)b;
    add_lathe(m, &(struct lathe){
                     .x = x, .z = z, .sides = 6, .rings = 2, .profile = grip, .looks = &leather});
    add_lathe(m, &(struct lathe){
                     .x = x, .z = z, .sides = 6, .rings = 3, .profile = pommel, .looks = golds});
    add_plain_box(m, (int[3]){x - 2, 8, z - 7}, (int[3]){x + 2, 10, z + 7},
                  look_color(RAMP_GOLD, 8, false));
    add_plain_box(m, (int[3]){x - 1, 10, z - 3}, (int[3]){x + 1, 62, z + 3}, blade);
    uint32_t tip = add_vertex(m, x, 74, z);
    for (uint32_t i = 0; i < 4; i++) {
        static const int corners[4][2] = {{-1, 3}, {1, 3}, {1, -3}, {-1, -3}};
        const int *p = corners[i], *q = corners[(i + 1) % 4];
        uint32_t v[3] = {add_vertex(m, x + p[0], 62, z + p[1]),
                         add_vertex(m, x + q[0], 62, z + q[1]), tip};
        add_polygon(m, v, 3, blade);
    }
}

/* The same in its sheath: y runs down the leg, the hilt sticks out above. */
static void make_sheath(struct model *m, struct demo_banks b)
{
    static const int sheath[][2] = {{0, 4}, {40, 3}, {48, 1}}, grip[][2] = {{-18, 2}, {-4, 2}};
    struct look leather = look_color(RAMP_WOOD, 4, true), dark = look_color(RAMP_WOOD, 2, true);
    struct look leathers[2] = {leather, leather}, gold = look_color(RAMP_GOLD, 9, false);
    (void)b;
    add_lathe(
        m, &(struct lathe){.x = 3, .sides = 6, .rings = 3, .profile = sheath, .looks = leathers});
    add_lathe(m, &(struct lathe){.x = 3, .sides = 6, .rings = 2, .profile = grip, .looks = &dark});
    add_plain_box(m, (int[3]){1, -4, -7}, (int[3]){5, 0, 7}, gold);
    add_plain_box(m, (int[3]){1, -22, -2}, (int[3]){5, -18, 2}, gold);
}

/* ---- moving ---- */

/* Turns about an axis that runs through `by`, given in raw units. */
static void turn_about(size_t axis, const int32_t by[3], int angle, const int32_t at[3],
                       int32_t to[3])
{
    size_t p = (axis + 1) % 3, q = (axis + 2) % 3;
    int64_t c = demo_cos(angle), s = demo_sin(angle), a = at[p] - by[p], b = at[q] - by[q];
    to[axis] = at[axis];
    to[p] = by[p] + (int32_t)((a * c - b * s) / 16384);
    to[q] = by[q] + (int32_t)((a * s + b * c) / 16384);
}

enum { FLAG_LEFT = 3, FLAG_LENGTH = 96 };

static void pose_flag(unsigned part, const int32_t at[3], int turn, int32_t to[3])
{
    memcpy(to, at, 3 * sizeof *to);
    if (!part)
        return;
    int far = at[0] / STEP - FLAG_LEFT;
    int wave = demo_sin(turn - far * 48 + at[1] / STEP * 12);
    to[2] += wave * far / FLAG_LENGTH * 10 / 16384 * STEP + wave * far / FLAG_LENGTH * STEP / 2048;
    to[1] -= far * far * STEP / 1400;
    to[0] -= far * STEP / 20;
}

static void make_flag(struct model *m, struct demo_banks b)
{
    static const int pole[][2] = {{0, 3}, {150, 2}};
    static const int knob[][2] = {{150, 1}, {153, 4}, {157, 4}, {160, 1}};
    enum { COLUMNS = 12, ROWS = 6 };
    const struct demo_tile *tile = &demo_tiles[TILE_BANNER];
    struct look wood = look_image(b.tiles, TILE_PLANKS, true),
                gold = look_color(RAMP_GOLD, 11, true);
    struct look golds[3] = {gold, gold, gold}, cloth = look_fitted(b.tiles, TILE_BANNER, tile);
    cloth.smooth = true;
    add_lathe(m, &(struct lathe){.sides = 6, .rings = 2, .profile = pole, .looks = &wood});
    add_lathe(m, &(struct lathe){.sides = 8, .rings = 4, .profile = knob, .looks = golds});
    m->part = 1;
    for (int side = 0; side < 2; side++) {
        uint32_t first = m->vertex_count;
        for (int i = 0; i < (COLUMNS + 1) * (ROWS + 1); i++)
            add_vertex(m, FLAG_LEFT + i % (COLUMNS + 1) * FLAG_LENGTH / COLUMNS,
                       82 + i / (COLUMNS + 1) * 64 / ROWS, 0);
        for (uint32_t i = 0; i < COLUMNS * ROWS; i++) {
            uint32_t x = i % COLUMNS, y = i / COLUMNS, at = first + y * (COLUMNS + 1) + x;
            uint32_t v[4] = {at, at + 1, at + COLUMNS + 2, at + COLUMNS + 1};
            uint32_t back[4] = {v[1], v[0], v[3], v[2]};
            add_quad(m, side ? back : v, cloth);
            struct face *face = &m->faces[m->face_count - 1];
            for (size_t k = 0; k < 4; k++) {
                uint32_t grid = face->corners[k].vertex - first;
                face->corners[k].u = (int)(grid % (COLUMNS + 1)) * tile->width * 16 / COLUMNS;
                face->corners[k].v = (int)(ROWS - grid / (COLUMNS + 1)) * tile->height * 16 / ROWS;
            }
        }
    }
    add_frames(m, 12, pose_flag);
}

enum { BODY, ARM_LEFT, ARM_RIGHT, LEG_LEFT, LEG_RIGHT, HEAD };

static void pose_figure(unsigned part, const int32_t at[3], int turn, int32_t to[3])
{
    const int32_t hip[3] = {0, 40 * STEP, 0}, shoulder[3] = {0, 72 * STEP, 0};
    int swing = demo_sin(turn) * 420 / 16384, bob = demo_sin(turn * 2) * STEP * 3 / 2 / 16384;
    bool leg = part == LEG_LEFT || part == LEG_RIGHT;
    memcpy(to, at, 3 * sizeof *to);
    if (part != BODY && part != HEAD)
        turn_about(0, leg ? hip : shoulder, part == LEG_LEFT || part == ARM_RIGHT ? swing : -swing,
                   at, to);
    to[1] += bob;
}

static void make_figure(struct model *m, struct demo_banks b)
{
    struct look skin = look_color(RAMP_SKIN, 10, false), shirt = look_color(RAMP_SEA, 6, false);
    struct look hose = look_color(RAMP_WOOD, 6, false), boot = look_color(RAMP_WOOD, 3, false);
    struct look hair = look_color(RAMP_WOOD, 2, false);
    struct look chest = look_fitted(b.tiles, TILE_BANNER, &demo_tiles[TILE_BANNER]);
    m->part = BODY;
    add_box(m, (int[3]){-12, 40, -7}, (int[3]){12, 74, 7},
            (struct look[6]){chest, shirt, shirt, shirt, shirt, hose});
    m->part = HEAD;
    add_box(m, (int[3]){-7, 76, -7}, (int[3]){7, 92, 7},
            (struct look[6]){skin, skin, hair, skin, hair, skin});
    add_plain_box(m, (int[3]){-8, 92, -8}, (int[3]){8, 95, 7}, hair);
    for (int side = -1; side <= 1; side += 2) {
        int x = side * 16;
        m->part = side < 0 ? ARM_LEFT : ARM_RIGHT;
        add_plain_box(m, (int[3]){x - 4, 50, -4}, (int[3]){x + 4, 74, 4}, shirt);
        add_plain_box(m, (int[3]){x - 3, 40, -3}, (int[3]){x + 3, 50, 3}, skin);
        x = side * 6;
        m->part = side < 0 ? LEG_LEFT : LEG_RIGHT;
        add_plain_box(m, (int[3]){x - 5, 8, -5}, (int[3]){x + 5, 40, 5}, hose);
        add_plain_box(m, (int[3]){x - 5, 0, -6}, (int[3]){x + 5, 8, 10}, boot);
    }
    add_frames(m, 16, pose_figure);
}

static const int32_t hub[3] = {0, 120 * STEP, 0};

static void pose_mill(unsigned part, const int32_t at[3], int turn, int32_t to[3])
{
    memcpy(to, at, 3 * sizeof *to);
    /* Four sails alike: a quarter of a turn brings the picture back. */
    if (part)
        turn_about(2, hub, turn / 4, at, to);
}

static void make_mill(struct model *m, struct demo_banks b)
{
    static const int tower[][2] = {{0, 44}, {100, 30}};
    static const int cap[][2] = {{100, 34}, {126, 24}, {140, 2}};
    struct look wall = look_image(b.tiles, TILE_PLASTER, true),
                roof = look_image(b.tiles, TILE_LEAVES, true);
    struct look roofs[2] = {roof, roof}, end = look_image(b.tiles, TILE_PLANKS, false);
    struct look wood = look_image(b.tiles, TILE_PLANKS, false),
                sail = look_color(RAMP_SAND, 13, false);
    add_lathe(m, &(struct lathe){.sides = 8, .rings = 2, .profile = tower, .looks = &wall});
    add_lathe(
        m, &(struct lathe){.sides = 8, .rings = 3, .profile = cap, .looks = roofs, .ends = &end});
    add_panel(m, (int[3]){-12, 0, 44}, 24, 38,
              look_fitted(b.tiles, TILE_DOOR, &demo_tiles[TILE_DOOR]));
    m->part = 1;
    add_plain_box(m, (int[3]){-5, 115, 28}, (int[3]){5, 125, 46}, look_color(RAMP_IRON, 5, false));
    for (int k = 0; k < 4; k++) {
        uint32_t first = m->vertex_count;
        add_plain_box(m, (int[3]){-2, 120, 41}, (int[3]){2, 204, 44}, wood);
        add_plain_box(m, (int[3]){2, 140, 42}, (int[3]){20, 202, 43}, sail);
        for (uint32_t i = first; i < m->vertex_count; i++) {
            int32_t at[3];
            memcpy(at, m->vertices[i], sizeof at);
            turn_about(2, hub, k * 1024, at, m->vertices[i]);
        }
    }
    add_frames(m, 16, pose_mill);
}

static void pose_buoy(unsigned part, const int32_t at[3], int turn, int32_t to[3])
{
    const int32_t middle[3] = {0, 0, 0};
    memcpy(to, at, 3 * sizeof *to);
    if (part)
        turn_about(2, middle, demo_sin(turn) * 130 / 16384, at, to);
    to[1] += (part ? demo_sin(turn + 700) : 0) * STEP / 16384 * 4;
}

static void make_buoy(struct model *m, struct demo_banks b)
{
    static const int hull[][2] = {{-12, 14}, {0, 24}, {10, 24}, {16, 12}};
    static const int mast[][2] = {{16, 8}, {60, 3}};
    struct look red = look_color(RAMP_RED, 9, true), white = look_color(RAMP_GREY, 14, true);
    struct look looks[3] = {red, white, red}, iron = look_color(RAMP_IRON, 6, false);
    m->part = 1;
    add_lathe(m, &(struct lathe){
                     .sides = 10, .rings = 4, .profile = hull, .looks = looks, .ends = &iron});
    add_lathe(m, &(struct lathe){.sides = 6, .rings = 2, .profile = mast, .looks = looks});
    add_plain_box(m, (int[3]){-5, 60, -5}, (int[3]){5, 70, 5},
                  look_fitted(b.tiles, TILE_GLASS, &demo_tiles[TILE_GLASS]));
    m->part = 0;
    uint32_t v[4] = {add_vertex(m, -64, 0, 64), add_vertex(m, 64, 0, 64), add_vertex(m, 64, 0, -64),
                     add_vertex(m, -64, 0, -64)};
    add_quad(m, v, look_image(b.tiles, TILE_WATER, false));
    add_frames(m, 20, pose_buoy);
}

/* ---- files ---- */

static const struct {
    const char *folder, *name, *extension;
    enum model_kind kind;
    void (*make)(struct model *m, struct demo_banks b);
} models[] = {
    {"fxart", "CRATE", "3D", MODEL_STILL, make_crate},
    {"fxart", "BARREL", "3D", MODEL_STILL, make_barrel},
    {"fxart", "LAMP", "3D", MODEL_BARE, make_lamp},
    {"fxart", "WELL", "3D", MODEL_STILL, make_well},
    {"fxart", "PALM", "3D", MODEL_STILL, make_palm},
    {"fxart", "ALTAR", "3D", MODEL_STILL, make_altar},
    {"fxart", "CUTLASS", "3D", MODEL_STILL, make_sword},
    {"fxart", "SHEATH", "3D", MODEL_STILL, make_sheath},
    {"fxart", "HOUSE", "3D", MODEL_VOLUMES, make_house},
    {"fxart", "TOWER", "3D", MODEL_VOLUMES, make_tower},
    {"fxart", "FLAG", "3DC", MODEL_SHIFTS, make_flag},
    {"fxart", "MILL", "3DC", MODEL_SHIFTS, make_mill},
    {"fxart", "FIGURE", "3DC", MODEL_PLACES, make_figure},
    {"fxart", "BUOY", "3DC", MODEL_PLACES, make_buoy},
    {"fxart", "CASK", "3DC", MODEL_SINGLE, make_barrel},
    {"3dart", "CRATE", "3D", MODEL_EARLY, make_crate},
    {"3dart", "BARREL", "3D", MODEL_EARLY, make_barrel},
    {"3dart", "HOUSE", "3D", MODEL_EARLY, make_house},
    {"3dart", "FIGURE", "3DC", MODEL_EARLY_MOVING, make_figure},
};

void demo_shape(const char *name, struct model *m, struct demo_banks banks)
{
    size_t i = 0;
    while (i + 1 < sizeof models / sizeof models[0] && strcmp(models[i].name, name) != 0)
        i++;
    models[i].make(m, banks);
}

bool demo_models(struct demo *d, unsigned number, struct demo_banks banks)
{
    struct model *m = calloc(1, sizeof *m);
    struct rq_out out = {0};
    bool fine = true;
    if (!m)
        return rq_fail(&d->err, RQ_NO_MEMORY, 0, "models", "out of memory");
    for (size_t i = 0; i < sizeof models / sizeof models[0] && fine; i++) {
        char path[80], count[8] = "";
        if (number)
            snprintf(count, sizeof count, "%03u", number % 10000);
        snprintf(path, sizeof path, "redguard/%s/%s%s.%s", models[i].folder, models[i].name, count,
                 models[i].extension);
        memset(m, 0, sizeof *m);
        models[i].make(m, banks);
        put_model(&out, m, models[i].kind);
        fine = demo_save(d, path, &out);
    }
    rq_out_free(&out);
    free(m);
    return fine;
}
