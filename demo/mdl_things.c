/* Things: a saber, a door, a table, a camera, particles, a flag, and one model as each of the tools
 * that people use would lay it out. */
#include "demo/mdl.h"

static const struct mdl_part unlit = {0, 0, 0, 0}, whole = {0, 0, 1000, 1000};
static const int up[3] = {0, 0, 1};

/* A lathed mesh below the root. */
static void put_tube(struct mdl_text *t, const char *name, const char *texture,
                     const struct mdl_ring *rings, size_t count, struct mdl_part uv)
{
    struct mdl_shape *s = mdl_shape();
    shape_tube(s, rings, count, (struct mdl_tube){0, 0, 12, uv, false});
    mdl_node(t, "trimesh", name, NULL, 0, 0, 0);
    mdl_line(t, "bitmap %s\nshadow 1", texture);
    mdl_put_shape(t, s);
    mdl_end(t);
}

/* ---- the saber ---- */

/* Two strips of three quads, from the middle to either side, seen from one side; the game makes the
 * trail of copies of their first vertices. The order of the faces is that of all sabers. */
static void put_blade(struct mdl_text *t, const char *name, int angle)
{
    static const uint8_t faces[12][3] = {{5, 4, 0}, {0, 1, 5}, {13, 8, 12},  {8, 13, 9},
                                         {6, 5, 1}, {1, 2, 6}, {10, 9, 13},  {13, 14, 10},
                                         {3, 6, 2}, {6, 3, 7}, {15, 11, 14}, {10, 14, 11}};
    static const int heights[4] = {0, 60, 980, 1040}, side[4] = {0, 90, 0, -90};
    struct mdl_shape *s = mdl_shape();
    for (int column = 0; column < 4; column++)
        for (int i = 0; i < 4; i++)
            shape_point(s, side[column], 0, heights[i], 500 + side[column] * 500 / 90,
                        heights[i] * 1000 / 1040);
    for (size_t i = 0; i < 12; i++)
        shape_face(s, faces[i][0], faces[i][1], faces[i][2], 1, 0);
    mdl_turned_node(t, "lightsaber", name, NULL, (const int[3]){0, 0, 130}, up, angle);
    mdl_line(t, "bitmap demo_blade\nselfillumcolor 1 1 1\ninv_count 98 97");
    mdl_put_shape(t, s);
    mdl_line(t, "normals 16");
    for (size_t i = 0; i < 16; i++)
        mdl_line(t, "0 1 0");
    mdl_end(t);
}

static bool save_saber(struct demo *d)
{
    static const struct mdl_ring hilt[] = {
        {-140, 4, 0, 0, 0, NULL},  {-138, 20, 0, 0, 0, NULL}, {-110, 22, 0, 0, 0, NULL},
        {-100, 16, 0, 0, 0, NULL}, {60, 17, 0, 0, 0, NULL},   {75, 24, 0, 0, 0, NULL},
        {110, 24, 0, 0, 0, NULL},  {130, 17, 0, 0, 0, NULL},  {126, 4, 0, 0, 0, NULL}};
    static const char *const blades[] = {"blade", "blade2", "blade3", "blade4"};
    static const char *const names[] = {"powerup", "powered", "powerdown", "off"};
    static const char *const keys[] = {"0 0.02\n0.4 1", "0 1\n0.5 1", "0 1\n0.4 0.02", "0 0.02"};
    struct mdl_text t = {.name = NULL};
    mdl_open(&t, "demo_saber", "Lightsaber", NULL);
    put_tube(&t, "hilt", "demo_panel", hilt, sizeof hilt / sizeof hilt[0],
             (struct mdl_part){0, 0, 1000, 2000});
    for (int i = 0; i < 4; i++)
        put_blade(&t, blades[i], i * 1024);
    mdl_dummy(&t, "bladetip", NULL, 0, 0, 1170);
    for (size_t i = 0; i < 4; i++) {
        mdl_animation(&t, names[i], 500, NULL);
        for (size_t k = 0; k < 4; k++) {
            mdl_animation_node(&t, blades[k], NULL);
            mdl_line(&t, "scalekey\n%s\nendlist", keys[i]);
            mdl_end(&t);
        }
        mdl_done(&t);
    }
    return mdl_finish(d, &t);
}

/* ---- a door and a table: their walkmeshes are in walk.c ---- */

/* Two metres by two and a half, hinged on its left. The names without nodes are left over from the
 * walkmeshes, as in the game's doors. */
static bool save_door(struct demo *d)
{
    static const int shut[] = {0, 0}, in[] = {0, 400, 1024}, out[] = {0, -400, -1024};
    static const int open_in[] = {1024, 1024}, open_out[] = {-1024, -1024};
    static const struct {
        const char *name;
        const int *angles;
        size_t count;
    } moves[] = {{"closed", shut, 2},
                 {"opening1", in, 3},
                 {"opening2", out, 3},
                 {"opened1", open_in, 2},
                 {"opened2", open_out, 2}};
    struct mdl_text t = {.name = NULL};
    struct mdl_shape *s = mdl_shape();
    mdl_open(&t, "demo_door", "Door", NULL);
    shape_box(s, (const int[3]){0, -60, 0}, (const int[3]){2000, 60, 2500}, 2000, unlit);
    mdl_node(&t, "trimesh", "door", NULL, -1000, 0, 0);
    mdl_line(&t, "bitmap demo_panel\nshadow 1");
    mdl_put_shape(&t, s);
    mdl_end(&t);
    s = mdl_shape();
    shape_quad(
        s,
        (const int[4][3]){{500, -70, 900}, {1500, -70, 900}, {1500, -70, 1900}, {500, -70, 1900}},
        whole, unlit);
    mdl_node(&t, "trimesh", "sign", "door", 0, 0, 0);
    mdl_line(&t, "bitmap demo_packed32");
    mdl_put_shape(&t, s);
    mdl_end(&t);
    mdl_dummy(&t, "trans", NULL, 0, 0, 1250);
    mdl_line(&t, "name demo_door_dwk_closed\nname demo_door_dwk_open1\nname demo_door_dwk_open2");
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        mdl_animation(&t, moves[i].name, 1000, NULL);
        if (moves[i].count == 3)
            mdl_line(&t, "event 0 snd_hinge");
        mdl_animation_node(&t, "door", NULL);
        mdl_swing(&t, up, moves[i].angles, moves[i].count, 1000);
        mdl_end(&t);
        mdl_done(&t);
    }
    return mdl_finish(d, &t);
}

/* As kotorblender writes: another order of the blocks, no gaps in the MDX. */
static bool save_table(struct demo *d)
{
    static const struct mdl_ring top[] = {{700, 490, 0, 0, 0, NULL},  {690, 980, 0, 0, 0, NULL},
                                          {740, 1000, 0, 0, 0, NULL}, {780, 1000, 0, 0, 0, NULL},
                                          {800, 970, 0, 0, 0, NULL},  {800, 500, 0, 0, 0, NULL},
                                          {700, 490, 0, 0, 0, NULL}};
    static const struct mdl_ring foot[] = {{0, 700, 0, 0, 0, NULL},
                                           {60, 680, 0, 0, 0, NULL},
                                           {120, 560, 0, 0, 0, NULL},
                                           {690, 620, 0, 0, 0, NULL}};
    struct mdl_text t = {.name = NULL};
    mdl_open(&t, "demo_table", "Placeable", NULL);
    mdl_line(&t, "classification_unk1 4");
    put_tube(&t, "top", "demo_std_dxt1", top, 7, (struct mdl_part){0, 0, 4000, 1000});
    put_tube(&t, "foot", "demo_panel", foot, 4, (struct mdl_part){0, 0, 3000, 600});
    mdl_animation(&t, "default", 1000, NULL);
    mdl_done(&t);
    bool made = mdl_compile(d, &t);
    if (made) {
        t.mdl->layout = RQ_MDL_BLENDER;
        t.mdl->mdx_layout = RQ_MDX_TIGHT;
    }
    return mdl_save(d, &t) && made;
}

/* As MDLOps writes: the MDX is padded behind its last block too, and its mark is in the header. */
static bool save_rock(struct demo *d)
{
    static const struct mdl_ring rings[] = {
        {-300, 5, 0, 0, 0, NULL},     {-200, 900, 700, 0, 0, NULL},   {400, 1100, 800, 60, 0, NULL},
        {900, 700, 650, 0, 90, NULL}, {1300, 300, 420, -60, 0, NULL}, {1400, 5, 0, -60, 0, NULL}};
    static const uint8_t mark[3] = {0x31, 0x96, 0xBD};
    struct mdl_text t = {.name = NULL};
    struct mdl_shape *s = mdl_shape();
    mdl_open(&t, "demo01_rock", "Placeable", NULL);
    put_tube(&t, "rock", "demo_stone", rings, 6, (struct mdl_part){0, 0, 3000, 1000});
    shape_quad(
        s,
        (const int[4][3]){{-1500, -1500, 0}, {1500, -1500, 0}, {1500, 1500, 0}, {-1500, 1500, 0}},
        (struct mdl_part){0, 0, 1500, 1500}, whole);
    mdl_node(&t, "trimesh", "plate", NULL, 0, 0, 0);
    mdl_line(&t, "bitmap demo_stone\nlightmap demo_light\nlightmapped 1\ntangentspace 1");
    mdl_put_shape(&t, s);
    mdl_end(&t);
    bool made = mdl_compile(d, &t);
    if (made) {
        t.mdl->mdx_layout = RQ_MDX_PADDED;
        memcpy(t.mdl->geometry.pad, mark, sizeof mark);
    }
    return mdl_save(d, &t) && made;
}

/* ---- the second game, and kinds of nodes that are rare ---- */

/* Of the second game: dirt, and what holograms leave out. */
static bool save_droid(struct demo *d)
{
    static const struct mdl_ring hull[] = {{200, 20, 0, 0, 0, NULL},  {220, 260, 0, 0, 0, NULL},
                                           {500, 300, 0, 0, 0, NULL}, {760, 260, 0, 0, 0, NULL},
                                           {860, 120, 0, 0, 0, NULL}, {880, 5, 0, 0, 0, NULL}};
    static const int turn[] = {0, 1024, 2048, 3072, 4096};
    struct mdl_text t = {.name = NULL};
    struct mdl_shape *s = mdl_shape();
    mdl_line(&t, "# game k2");
    mdl_open(&t, "demo_droid", "Flyer", NULL);
    shape_tube(s, hull, 6, (struct mdl_tube){0, 0, 16, {0, 0, 2000, 1000}, false});
    mdl_node(&t, "trimesh", "hull", NULL, 0, 0, 0);
    mdl_line(&t, "bitmap demo_panel\ndirt_enabled 1\ndirt_texture 2\ndirt_worldspace 1");
    mdl_put_shape(&t, s);
    mdl_end(&t);
    s = mdl_shape();
    shape_box(s, (const int[3]){-60, 200, -60}, (const int[3]){60, 320, 60}, 120, unlit);
    mdl_node(&t, "trimesh", "eye", NULL, 0, 0, 600);
    mdl_line(&t, "bitmap demo_lamp\nselfillumcolor 1 0.3 0.2\nhologram_donotdraw 1");
    mdl_put_shape(&t, s);
    mdl_end(&t);
    mdl_animation(&t, "pause1", 4000, NULL);
    mdl_animation_node(&t, "eye", NULL);
    mdl_swing(&t, up, turn, 5, 4000);
    mdl_end(&t);
    mdl_done(&t);
    return mdl_finish(d, &t);
}

/* A view that rides around the hall. */
static bool save_camera(struct demo *d)
{
    static const int turn[] = {0, 512, 1024, 1536};
    struct mdl_text t = {.name = NULL};
    mdl_open(&t, "demo_camera", "Other", NULL);
    mdl_dummy(&t, "camerahook", NULL, 1000, 1000, 2000);
    mdl_turned_node(&t, "camera", "camera01", "camerahook", (const int[3]){0, 0, 0},
                    (const int[3]){1, 0, 0}, 900);
    mdl_end(&t);
    mdl_animation(&t, "cut001w", 6000, NULL);
    mdl_animation_node(&t, "camerahook", NULL);
    mdl_line(&t, "positionkey\n0 1 1 2\n2 6 1.5 2.5\n4 10 4 2.5\n6 6 7 3\nendlist");
    mdl_swing(&t, up, turn, 4, 6000);
    mdl_end(&t);
    mdl_done(&t);
    return mdl_finish(d, &t);
}

/* What the hall's reference shows: one particle that stays, and lightning to a point. */
static bool save_sparks(struct demo *d)
{
    struct mdl_text t = {.name = NULL};
    mdl_open(&t, "demo_sparks", "Effect", NULL);
    mdl_node(&t, "emitter", "core", NULL, 0, 0, 0);
    mdl_line(&t, "alphaStart 1\nalphaEnd 1\nbirthrate 1\nlifeExp 1\nsizeStart 0.5\nsizeEnd 0.5");
    mdl_line(&t, "colorStart 0.6 0.8 1\ncolorEnd 0.6 0.8 1\nfps 1\nframeStart 0\nframeEnd 0");
    mdl_line(&t, "update Single\nrender Billboard_to_World_Z\nblend Lighten\ntexture demo_lamp");
    mdl_line(&t, "loop 1\nxgrid 1\nygrid 1");
    mdl_end(&t);
    mdl_node(&t, "emitter", "bolt", NULL, 0, 0, 300);
    mdl_line(&t, "lightningDelay 0.1\nlightningRadius 0.5\nlightningScale 0.25\nlightningSubDiv 4");
    mdl_line(&t, "lightningZigzag 3\nbirthrate 2\nlifeExp 0.25\nsizeStart 0.1\nsizeEnd 0.02");
    mdl_line(&t, "p2p_bezier2 1.5\np2p_bezier3 2\ntargetsize 10\nnumcontrolpts 2");
    mdl_line(&t, "controlptradius 0.5\ncontrolptdelay 0.1\ntangentspread 10\ntangentlength 1");
    mdl_line(&t,
             "m_fRandomBirthRate 1\nsizeStart_y 0.1\nsizeMid_y 0.1\nsizeEnd_y 0.1\nthreshold 0");
    mdl_line(&t, "update Lightning\nrender Linked\nblend Lighten\ntexture demo_blade\np2p 1");
    mdl_line(&t, "p2p_sel 1\nnumBranches 3\ncontrolptsmoothing 1\nchunkname demo_bit\ninherit 1");
    mdl_end(&t);
    mdl_dummy(&t, "target", NULL, 0, 0, -1500);
    return mdl_finish(d, &t);
}

/* A cloth of kind animmesh, whose frames nobody has seen: it has none. */
static bool save_flag(struct demo *d)
{
    enum { WIDE = 8, HIGH = 4 };
    static const struct mdl_ring pole[] = {{0, 60, 0, 0, 0, NULL},
                                           {50, 30, 0, 0, 0, NULL},
                                           {2600, 25, 0, 0, 0, NULL},
                                           {2650, 50, 0, 0, 0, NULL},
                                           {2700, 4, 0, 0, 0, NULL}};
    struct mdl_text t = {.name = NULL};
    mdl_open(&t, "demo_flag", "Tile", NULL);
    put_tube(&t, "pole", "demo_panel", pole, 5, (struct mdl_part){0, 0, 500, 3000});
    struct mdl_shape *s = mdl_shape();
    for (int y = 0; y <= HIGH; y++)
        for (int x = 0; x <= WIDE; x++)
            shape_point(s, x * 200, demo_sin(x * 700) * x * 20 / 16384, y * 250 - x * 12,
                        x * 1000 / WIDE, y * 1000 / HIGH);
    for (uint32_t i = 0; i < WIDE * HIGH; i++) {
        uint32_t a = i / WIDE * (WIDE + 1) + i % WIDE, b = a + WIDE + 1;
        shape_face(s, a, a + 1, b + 1, 1, 0);
        shape_face(s, a, b + 1, b, 1, 0);
    }
    mdl_node(&t, "animmesh", "cloth", NULL, 20, 0, 1550);
    mdl_line(&t, "bitmap demo_bio_dxt5");
    mdl_put_shape(&t, s);
    mdl_end(&t);
    bool made = mdl_compile(d, &t);
    struct rq_mdl_node *cloth = mdl_find(&t, "cloth");
    if (cloth && cloth->mesh && cloth->mesh->animmesh)
        cloth->mesh->animmesh->sample_period = 0.25F;
    return mdl_save(d, &t) && made;
}

bool demo_mdl_things(struct demo *d)
{
    return save_saber(d) && save_door(d) && save_table(d) && save_rock(d) && save_droid(d) &&
           save_camera(d) && save_sparks(d) && save_flag(d);
}
