/* The rooms that demo01.lyt names. The hall has every kind of node that rooms of the game have. */
#include "demo/mdl.h"

enum { DIRT = 1, GRASS = 3, LAVA = 15 }; /* rows of surfacemat.2da */

static const struct mdl_part unlit = {0, 0, 0, 0}, whole = {0, 0, 1000, 1000};
static const int up[3] = {0, 0, 1};

/* ---- parts that rooms share ---- */

static void open_mesh(struct mdl_text *t, const char *name, const char *texture,
                      const char *lightmap)
{
    mdl_node(t, "trimesh", name, NULL, 0, 0, 0);
    mdl_line(t, "bitmap %s", texture);
    mdl_line(t, "lightmap %s", lightmap ? lightmap : "NULL");
    mdl_line(t, "lightmapped %d", lightmap != NULL);
}

static void put_mesh(struct mdl_text *t, const char *name, const char *texture,
                     const char *lightmap, const struct mdl_shape *s)
{
    open_mesh(t, name, texture, lightmap);
    mdl_put_shape(t, s);
    mdl_end(t);
}

static void put_lamp(struct mdl_text *t, const char *name, const int at[3], const char *color,
                     int radius)
{
    mdl_node(t, "light", name, NULL, at[0], at[1], at[2]);
    mdl_line(t, "color %s", color);
    mdl_line(t, "radius %d", radius);
    mdl_line(t, "multiplier 1.5");
    mdl_line(t, "shadowradius 0");
    mdl_line(t, "verticaldisplacement 0");
    mdl_line(t, "lightpriority 3");
    mdl_line(t, "affectDynamic 1");
    mdl_line(t, "shadow 1");
    mdl_line(t, "fadingLight 1");
}

/* Three flares on the way from the lamp through the middle of the screen. */
static void put_flares(struct mdl_text *t)
{
    mdl_line(t, "flare 1");
    mdl_line(t, "flareradius 12.5");
    mdl_line(t, "texturenames 3\ndemo_lamp\ndemo_lamp\ndemo_flame");
    mdl_line(t, "flaresizes 3\n3\n1.5\n0.75");
    mdl_line(t, "flarepositions 3\n0\n0.4\n-0.6");
    mdl_line(t, "flarecolorshifts 3\n0 0 0\n0.25 0 -0.25\n-0.5 0.125 0.5");
}

/* ---- the hall ---- */

/* Squares of the floor: grass and dirt, lava, or the rest. */
static unsigned ground_at(int x, int y)
{
    uint32_t m = demo_hall_material(x, y);
    return m == LAVA ? 2 : m == GRASS || m == DIRT ? 1 : 0;
}

static void hall_ground(struct mdl_text *t, unsigned kind, const char *name, const char *texture)
{
    struct mdl_shape *s = mdl_shape();
    for (int y = 0; y < DEMO_HALL_ROWS; y++)
        for (int x = 0; x < DEMO_HALL_COLUMNS; x++) {
            int sunk = kind == 2 ? 200 : 0;
            int low = demo_hall_height(x) * 125 - sunk, high = demo_hall_height(x + 1) * 125 - sunk;
            const int at[4][3] = {{x * 1000, y * 1000, low},
                                  {x * 1000 + 1000, y * 1000, high},
                                  {x * 1000 + 1000, y * 1000 + 1000, high},
                                  {x * 1000, y * 1000 + 1000, low}};
            struct mdl_part light = {x * 1000 / 11, y * 125, (x + 1) * 1000 / 11, y * 125 + 125};
            struct mdl_part uv = {x * 500, y * 500, x * 500 + 500, y * 500 + 500};
            if (ground_at(x, y) == kind)
                shape_quad(s, at, uv, kind == 2 ? unlit : light);
        }
    open_mesh(t, name, texture, kind == 2 ? NULL : "demo01_lm0");
    if (kind == 2) {
        mdl_line(t, "selfillumcolor 0.9 0.5 0.3");
        mdl_line(t, "animateuv 1");
        mdl_line(t, "uvdirectionx 0.05\nuvdirectiony 0.125\nuvjitter 0.1\nuvjitterspeed 2");
    }
    mdl_put_shape(t, s);
    mdl_end(t);
}

/* Walls with a doorway in the west and a gate in the east. */
static void hall_walls(struct mdl_text *t)
{
    enum { HIGH = 4000, DOOR = 2500 };
    static const struct mdl_wall walls[] = {
        {11000, 0, 0, 0, 0, HIGH},          {0, 0, 0, 3000, 0, HIGH},
        {0, 3000, 0, 5000, DOOR, HIGH},     {0, 5000, 0, 8000, 0, HIGH},
        {0, 8000, 11000, 8000, 0, HIGH},    {11000, 8000, 11000, 6000, 750, HIGH},
        {11000, 2000, 11000, 0, 750, HIGH},
    };
    struct mdl_shape *s = mdl_shape();
    for (size_t i = 0; i < sizeof walls / sizeof walls[0]; i++)
        shape_wall(s, walls[i], 2000, whole);
    put_mesh(t, "walls", "demo_panel", "demo01_lm1", s);
    s = mdl_shape();
    /* The rim of the pit. */
    shape_wall(s, (struct mdl_wall){3000, 3000, 5000, 3000, -200, 0}, 1000, whole);
    shape_wall(s, (struct mdl_wall){5000, 3000, 5000, 5000, -200, 0}, 1000, whole);
    shape_wall(s, (struct mdl_wall){5000, 5000, 3000, 5000, -200, 0}, 1000, whole);
    shape_wall(s, (struct mdl_wall){3000, 5000, 3000, 3000, -200, 0}, 1000, whole);
    for (uint32_t i = 0; i < s->face_count; i++) { /* seen from inside */
        uint32_t swap = s->faces[i].v[1];
        s->faces[i].v[1] = s->faces[i].v[2];
        s->faces[i].v[2] = swap;
    }
    put_mesh(t, "pit", "demo_stone", "demo01_lm1", s);
}

/* Things on the walls: a window with alpha, a crest that is punched out, a shape that nobody
 * sees, and a crystal with colours of its vertices. */
static void hall_details(struct mdl_text *t)
{
    static const char *const colors[5] = {"0.2 0.9 1", "1 0.4 0.9", "0.3 0.5 1", "0.9 1 0.6",
                                          "1 1 1"};
    struct mdl_shape *s = mdl_shape();
    shape_wall(s, (struct mdl_wall){4500, 7980, 6500, 7980, 1500, 3200}, 2000, unlit);
    open_mesh(t, "window", "demo_glass", NULL);
    mdl_line(t, "transparencyhint 1");
    mdl_put_shape(t, s);
    mdl_end(t);
    s = mdl_shape();
    shape_quad(
        s,
        (const int[4][3]){{20, 5600, 1600}, {20, 7000, 1600}, {20, 7000, 3000}, {20, 5600, 3000}},
        whole, unlit);
    put_mesh(t, "crest", "demo_crest", NULL, s);
    s = mdl_shape();
    shape_box(s, (const int[3]){8000, 0, 0}, (const int[3]){9000, 8000, 1500}, 1000, unlit);
    open_mesh(t, "barrier", "NULL", NULL);
    mdl_line(t, "render 0");
    mdl_put_shape(t, s);
    mdl_end(t);
    mdl_turned_node(t, "trimesh", "crystal", NULL, (const int[3]){9500, 1200, 1550}, up, 300);
    mdl_line(t, "bitmap demo_lamp\nselfillumcolor 0.2 0.2 0.3");
    mdl_line(t, "verts 6\n0.3 0 0\n0 0.3 0\n-0.3 0 0\n0 -0.3 0\n0 0 0.6\n0 0 -0.6");
    mdl_line(t, "faces 8\n0 1 4 2 0 0 0 0\n1 2 4 4 0 0 0 0\n2 3 4 8 0 0 0 0\n3 0 4 16 0 0 0 0\n"
                "1 0 5 32 0 0 0 0\n2 1 5 64 0 0 0 0\n3 2 5 128 0 0 0 0\n0 3 5 256 0 0 0 0");
    mdl_line(t, "tverts 1\n0.5 0.5");
    mdl_line(t, "colors 5");
    for (size_t i = 0; i < 5; i++)
        mdl_line(t, "%s", colors[i]);
    mdl_line(t, "colorindices 8\n0 1 4\n1 2 4\n2 3 4\n3 0 4\n1 0 4\n2 1 4\n3 2 4\n0 3 4");
    mdl_end(t);
}

/* Pillars with tangents, for the bumps of their texture; and the lamps that hang at two of them. */
static void hall_pillars(struct mdl_text *t)
{
    static const struct mdl_ring rings[] = {{0, 420, 0, 0, 0, NULL},    {250, 420, 0, 0, 0, NULL},
                                            {400, 300, 0, 0, 0, NULL},  {2000, 270, 0, 0, 0, NULL},
                                            {3500, 290, 0, 0, 0, NULL}, {3700, 420, 0, 0, 0, NULL},
                                            {4000, 420, 0, 0, 0, NULL}};
    static const int places[4][2] = {{1800, 900}, {6000, 900}, {1800, 7100}, {6000, 7100}};
    struct mdl_shape *s = mdl_shape();
    for (size_t i = 0; i < 4; i++)
        shape_tube(s, rings, sizeof rings / sizeof rings[0],
                   (struct mdl_tube){places[i][0], places[i][1], 12, {0, 0, 2000, 4000}, false});
    open_mesh(t, "pillars", "demo_stone", NULL);
    mdl_line(t, "tangentspace 1\nshadow 1");
    mdl_put_shape(t, s);
    mdl_end(t);
    put_lamp(t, "lamp", (const int[3]){2500, 2000, 3500}, "1 0.92 0.75", 9);
    put_flares(t);
    mdl_end(t);
    put_lamp(t, "glow", (const int[3]){4000, 4000, 500}, "1 0.35 0.1", 5);
    mdl_line(t, "nDynamicType 1\nambientonly 0");
    mdl_end(t);
}

static void put_fire(struct mdl_text *t, const char *name, const int at[3], const char *update)
{
    mdl_node(t, "emitter", name, NULL, at[0], at[1], at[2]);
    mdl_line(t,
             "alphaEnd 0\nalphaStart 1\nalphaMid 0.75\nbirthrate 24\nbounce_co 0\ncombinetime 0");
    mdl_line(t, "drag 0\nfps 12\nframeEnd 7\nframeStart 0\ngrav 0\nlifeExp 1.25\nmass -0.5");
    mdl_line(t, "particleRot 0.25\nrandvel 0.5\nsizeStart 0.4\nsizeMid 0.6\nsizeEnd 0.1");
    mdl_line(t, "spread 0.4\nvelocity 1.5\nxsize 60\nysize 60\nblurlength 0\npercentStart 0");
    mdl_line(t, "percentMid 0.5\npercentEnd 1\ncolorStart 1 0.9 0.5\ncolorMid 1 0.5 0.1");
    mdl_line(t, "colorEnd 0.4 0.1 0.1");
    mdl_line(t, "update %s\nrender Normal\nblend Lighten\ntexture demo_flame\nspawntype 0", update);
    mdl_line(t, "xgrid 4\nygrid 2\nloop 1\nrenderorder 2\nm_bFrameBlending 1\nrandom 1");
    mdl_line(t, "m_sDepthTextureName NULL\ninheritvel 1\naffectedByWind 1\ntwosidedtex 1");
}

/* A fan that turns, a platform that rides up and down, a fire and what bursts. */
static void hall_movers(struct mdl_text *t)
{
    struct mdl_shape *s = mdl_shape();
    for (int i = 0; i < 3; i++) {
        int c = demo_cos(i * 4096 / 3), n = demo_sin(i * 4096 / 3);
        const int at[4][3] = {{0, c * 60 / 16384, n * 60 / 16384},
                              {150, (c * 700 - n * 150) / 16384, (n * 700 + c * 150) / 16384},
                              {0, (c * 700 + n * 150) / 16384, (n * 700 - c * 150) / 16384},
                              {-60, -n * 60 / 16384, c * 60 / 16384}};
        shape_quad(s, at, whole, unlit);
    }
    mdl_node(t, "trimesh", "fan", NULL, 10900, 4000, 3300);
    mdl_line(t, "bitmap demo_dial");
    mdl_put_shape(t, s);
    mdl_end(t);
    s = mdl_shape();
    shape_box(s, (const int[3]){-500, -500, -100}, (const int[3]){500, 500, 0}, 1000, unlit);
    mdl_node(t, "trimesh", "lift", NULL, 9800, 6800, 800);
    mdl_line(t, "bitmap demo_dial\nshadow 1");
    mdl_put_shape(t, s);
    mdl_end(t);
    put_fire(t, "fire", (const int[3]){4000, 4000, -150}, "Fountain");
    mdl_line(t, "deadspace 0.1\nblastRadius 2\nblastLength 3");
    mdl_end(t);
    put_fire(t, "burst", (const int[3]){3500, 4500, 0}, "Explosion");
    mdl_line(t, "detonate 0");
    mdl_end(t);
    mdl_node(t, "reference", "sparks", NULL, 9800, 1200, 2300);
    mdl_line(t, "refModel demo_sparks\nreattachable 1");
    mdl_end(t);
}

static void hall_walkmesh(struct mdl_text *t)
{
    struct mdl_shape *s = mdl_shape();
    for (int y = 0; y <= DEMO_HALL_ROWS; y++)
        for (int x = 0; x <= DEMO_HALL_COLUMNS; x++)
            shape_point(s, x * 1000, y * 1000, demo_hall_height(x) * 125, 0, 0);
    for (int y = 0; y < DEMO_HALL_ROWS; y++)
        for (int x = 0; x < DEMO_HALL_COLUMNS; x++) {
            uint32_t a = (uint32_t)(y * (DEMO_HALL_COLUMNS + 1) + x), b = a + DEMO_HALL_COLUMNS + 1;
            shape_face(s, a, a + 1, b + 1, 1, demo_hall_material(x, y));
            shape_face(s, a, b + 1, b, 1, demo_hall_material(x, y));
        }
    mdl_node(t, "aabb", "demo01_hall_wok", NULL, 0, 0, 0);
    mdl_line(t, "bitmap NULL\nrender 0");
    mdl_put_shape(t, s);
    mdl_end(t);
}

static void hall_default(struct mdl_text *t)
{
    static const int along[3] = {1, 0, 0}, turn[] = {0, 1024, 2048, 3072, 4096};
    mdl_animation(t, "default", 4000, NULL);
    mdl_animation_node(t, "fan", NULL);
    mdl_swing(t, along, turn, 5, 4000);
    mdl_end(t);
    mdl_animation_node(t, "lift", NULL);
    mdl_line(t, "positionbezierkey\n0 9.8 6.8 0.8 0 0 0 0 0 0.5\n2 9.8 6.8 2.4 0 0 -0.5 0 0 0.5\n"
                "4 9.8 6.8 0.8 0 0 0.5 0 0 0\nendlist");
    mdl_end(t);
    mdl_animation_node(t, "glow", NULL);
    mdl_line(t, "colorkey\n0 1 0.35 0.1\n1 1 0.5 0.2\n3 0.9 0.25 0.05\n4 1 0.35 0.1\nendlist");
    mdl_line(t, "radiuskey\n0 5\n2 4.25\n4 5\nendlist");
    mdl_end(t);
    mdl_animation_node(t, "burst", NULL);
    mdl_line(t, "detonatekey\n0.5 1\n2.5 1\nendlist");
    mdl_end(t);
    mdl_animation_node(t, "crystal", NULL);
    mdl_line(t, "selfillumcolorkey\n0 0.2 0.2 0.3\n2 0.6 0.6 0.9\n4 0.2 0.2 0.3\nendlist");
    mdl_line(t, "alphakey\n0 1\n2 0.5\n4 1\nendlist\nscalekey\n0 1\n2 1.25\n4 1\nendlist");
    mdl_swing(t, up, turn, 5, 4000);
    mdl_end(t);
    mdl_done(t);
}

static bool save_hall(struct demo *d)
{
    struct mdl_text t = {.name = NULL};
    mdl_open(&t, "demo01_hall", "Other", NULL);
    hall_ground(&t, 0, "floor", "demo_stone");
    hall_ground(&t, 1, "bed", "demo_panel");
    hall_ground(&t, 2, "lava", "demo_lava");
    hall_walls(&t);
    hall_details(&t);
    hall_pillars(&t);
    hall_movers(&t);
    mdl_dummy(&t, "demo01_gate", NULL, 11000, 4000, 750);
    mdl_dummy(&t, "waypoint", NULL, 2000, 4000, 0);
    hall_walkmesh(&t);
    hall_default(&t);
    bool made = mdl_compile(d, &t);
    /* The text has no word for it. */
    struct rq_mdl_node *gate = mdl_find(&t, "demo01_gate");
    if (gate)
        gate->header.type |= RQ_MDL_IS_TRIGGER;
    return mdl_save(d, &t) && made;
}

/* ---- the yard ---- */

/* Level at the gate of the hall, then down to bumpy ground; the corner of the yard is -9, -4. */
static int yard_height(int x, int y)
{
    struct demo_noise bumps = {3, 3, 6, 6, 17};
    int bump = demo_noise(&bumps, x, y) * 2, way = demo_clamp(x - 2, 0, 4);
    return demo_mix(1250, bump, way, 4);
}

static void yard_ground(struct mdl_text *t)
{
    struct mdl_shape *s = mdl_shape();
    for (int y = 0; y <= 16; y++)
        for (int x = 0; x <= 18; x++) {
            uint32_t p = shape_point(s, x * 1000 - 9000, y * 1000 - 4000, yard_height(x, y),
                                     x * 500, y * 500);
            s->points[p].light[0] = x * 1000 / 18;
            s->points[p].light[1] = y * 1000 / 16;
        }
    for (uint32_t y = 0; y < 16; y++)
        for (uint32_t x = 0; x < 18; x++) {
            uint32_t a = y * 19 + x, b = a + 19;
            shape_face(s, a, a + 1, b + 1, 1, 0);
            shape_face(s, a, b + 1, b, 1, 0);
        }
    s->lit = true;
    put_mesh(t, "ground", "demo_stone", "demo01_lm2", s);
    /* The same ground to walk on. */
    s->lit = false;
    for (uint32_t i = 0; i < s->face_count; i++)
        s->faces[i].material = i % 7 ? GRASS : DIRT;
    mdl_node(t, "aabb", "demo01_yard_wok", NULL, 0, 0, 0);
    mdl_line(t, "bitmap NULL\nrender 0");
    mdl_put_shape(t, s);
    mdl_end(t);
}

/* A basin with water, and posts around the yard. */
static void yard_things(struct mdl_text *t)
{
    static const struct mdl_ring basin[] = {{0, 1500, 0, 0, 0, NULL},   {900, 1400, 0, 0, 0, NULL},
                                            {950, 1150, 0, 0, 0, NULL}, {700, 1100, 0, 0, 0, NULL},
                                            {680, 320, 0, 0, 0, NULL},  {1400, 180, 0, 0, 0, NULL},
                                            {1600, 400, 0, 0, 0, NULL}, {1550, 10, 0, 0, 0, NULL}};
    struct mdl_shape *s = mdl_shape();
    shape_tube(s, basin, sizeof basin / sizeof basin[0],
               (struct mdl_tube){1000, 2600, 16, {0, 0, 4000, 3000}, false});
    put_mesh(t, "basin", "demo_panel", NULL, s);
    s = mdl_shape();
    for (int i = 0; i < 13; i++) {
        int x = demo_clamp(i - 4, 0, 5) * 3200 - 7500, y = i < 4 ? -3800 : i < 10 ? 11800 : -3800;
        x = i < 4 ? i * 3200 - 7500 : i < 10 ? x : (i - 6) * 3200 - 7500;
        shape_box(s, (const int[3]){x - 150, y - 150, 0}, (const int[3]){x + 150, y + 150, 2600},
                  1000, unlit);
    }
    put_mesh(t, "posts", "demo_panel", NULL, s);
    mdl_node(t, "emitter", "water", NULL, 1000, 2600, 1600);
    mdl_line(t, "alphaEnd 0\nalphaStart 0.75\nbirthrate 40\nlifeExp 1\nmass 1.5\nspread 0.3");
    mdl_line(t,
             "velocity 3\nsizeStart 0.05\nsizeEnd 0.15\nxsize 10\nysize 10\ncolorStart 0.7 0.9 1");
    mdl_line(t, "colorEnd 0.4 0.6 1\nfps 1\nframeStart 0\nframeEnd 0\ngrav 2\ndrag 0.1");
    mdl_line(t, "update Fountain\nrender Linked\nblend Normal\ntexture demo_lamp\nspawntype 0");
    mdl_line(t, "xgrid 1\nygrid 1\nbounce 1\nbounce_co 0.25\nsplat 1");
    mdl_end(t);
}

/* Behind the yard: a curtain of stars, and a planet that the game draws first. */
static void yard_sky(struct mdl_text *t)
{
    struct mdl_shape *s = mdl_shape();
    for (int i = 0; i < 8; i++) {
        int a = 3584 + i * 128, b = a + 128;
        const struct mdl_wall w = {demo_cos(b) * 15000 / 16384 - 4000,
                                   demo_sin(b) * 15000 / 16384 + 4000,
                                   demo_cos(a) * 15000 / 16384 - 4000,
                                   demo_sin(a) * 15000 / 16384 + 4000,
                                   -500,
                                   8000};
        shape_wall(s, w, 6000, unlit);
    }
    open_mesh(t, "stars", "demo_stars", NULL);
    mdl_line(t, "m_bIsBackgroundGeometry 1\nselfillumcolor 1 1 1\ndiffuse 1 1 1\nambient 1 1 1");
    mdl_put_shape(t, s);
    mdl_end(t);
    s = mdl_shape();
    shape_wall(s, (struct mdl_wall){10000, 6500, 10000, 3500, 3800, 6800}, 3000, unlit);
    open_mesh(t, "planet", "demo_planet", NULL);
    mdl_line(t,
             "m_bIsBackgroundGeometry 1\nbeaming 1\nrotatetexture 1\nselfillumcolor 0.8 0.8 0.8");
    mdl_put_shape(t, s);
    mdl_end(t);
}

static bool save_yard(struct demo *d)
{
    struct mdl_text t = {.name = NULL};
    mdl_open(&t, "demo01_yard", "Other", NULL);
    yard_ground(&t);
    yard_things(&t);
    yard_sky(&t);
    put_lamp(&t, "sun", (const int[3]){-6000, -8000, 12000}, "1 0.85 0.7", 40);
    mdl_end(&t);
    return mdl_finish(d, &t);
}

/* ---- the cell ---- */

/* Six by six metres, and a passage to the hall. */
static bool save_cell(struct demo *d)
{
    enum { HIGH = 2500 };
    static const struct mdl_wall walls[] = {
        {3000, -3000, -3000, -3000, 0, HIGH}, {-3000, -3000, -3000, 3000, 0, HIGH},
        {-3000, 3000, 3000, 3000, 0, HIGH},   {3000, 3000, 3000, 1000, 0, HIGH},
        {3000, 1000, 12250, 1000, 0, HIGH},   {12250, -1000, 3000, -1000, 0, HIGH},
        {3000, -1000, 3000, -3000, 0, HIGH},
    };
    struct mdl_text t = {.name = NULL};
    struct mdl_shape *s = mdl_shape();
    mdl_open(&t, "demo01_cell", "Other", NULL);
    for (size_t i = 0; i < sizeof walls / sizeof walls[0]; i++)
        shape_wall(s, walls[i], 2000, whole);
    put_mesh(&t, "walls", "demo_panel", "demo01_lm1", s);
    s = mdl_shape();
    shape_quad(
        s,
        (const int[4][3]){{-3000, -3000, 0}, {3000, -3000, 0}, {3000, 3000, 0}, {-3000, 3000, 0}},
        (struct mdl_part){0, 0, 3000, 3000}, whole);
    shape_quad(
        s,
        (const int[4][3]){{3000, -1000, 0}, {12250, -1000, 0}, {12250, 1000, 0}, {3000, 1000, 0}},
        (struct mdl_part){1500, 1000, 6125, 2000}, whole);
    put_mesh(&t, "floor", "demo_stone", "demo01_lm1", s);
    put_lamp(&t, "lamp", (const int[3]){0, 0, 2200}, "0.6 0.8 1", 6);
    mdl_end(&t);
    return mdl_finish(d, &t);
}

bool demo_mdl_rooms(struct demo *d)
{
    return save_hall(d) && save_yard(d) && save_cell(d);
}
