/* Figures: a guard with a skeleton, skin, cape and animations; a scout who moves as the guard does;
 * a head of its own. */
#include "demo/mdl.h"

#include "core/text.h"

static const int across[3] = {1, 0, 0}, up[3] = {0, 0, 1};

/* ---- the skeleton ---- */

static const struct bone {
    const char *name, *parent; /* parent NULL: the root */
    int at[3];
} bones[] = {
    {"rootdummy", NULL, {0, 0, 1000}},          {"torso_g", "rootdummy", {0, 0, 100}},
    {"torsoupr_g", "torso_g", {0, 0, 250}},     {"neck_g", "torsoupr_g", {0, 0, 250}},
    {"head_g", "neck_g", {0, 0, 80}},           {"headhook", "head_g", {0, 0, 40}},
    {"rbicep_g", "torsoupr_g", {240, 0, 170}},  {"rforearm_g", "rbicep_g", {0, 0, -290}},
    {"rhand_g", "rforearm_g", {0, 0, -270}},    {"rhand", "rhand_g", {0, 40, -60}},
    {"lbicep_g", "torsoupr_g", {-240, 0, 170}}, {"lforearm_g", "lbicep_g", {0, 0, -290}},
    {"lhand_g", "lforearm_g", {0, 0, -270}},    {"lhand", "lhand_g", {0, 40, -60}},
    {"rthigh_g", "rootdummy", {110, 0, -50}},   {"rshin_g", "rthigh_g", {0, 0, -430}},
    {"rfoot_g", "rshin_g", {0, 0, -430}},       {"lthigh_g", "rootdummy", {-110, 0, -50}},
    {"lshin_g", "lthigh_g", {0, 0, -430}},      {"lfoot_g", "lshin_g", {0, 0, -430}},
};

enum { BONES = sizeof bones / sizeof bones[0] };

/* ---- the skin ---- */

/* From the hip to the neck; the highest rings hang on four bones. */
static const struct mdl_ring torso[] = {
    {900, 20, 20, 0, 0, "rootdummy 1"},
    {920, 190, 120, 0, 0, "rootdummy 0.6 rthigh_g 0.2 lthigh_g 0.2"},
    {1010, 185, 125, 0, 0, "rootdummy 0.9 torso_g 0.1"},
    {1110, 170, 115, 0, 0, "rootdummy 0.4 torso_g 0.6"},
    {1230, 180, 120, 0, 0, "torso_g 0.75 torsoupr_g 0.25"},
    {1350, 210, 130, 0, 0, "torso_g 0.35 torsoupr_g 0.65"},
    {1470, 225, 130, 0, 0, "torsoupr_g 0.8 rbicep_g 0.1 lbicep_g 0.1"},
    {1550, 180, 110, 0, 0, "torsoupr_g 0.7 neck_g 0.1 rbicep_g 0.1 lbicep_g 0.1"},
    {1600, 85, 80, 0, 0, "torsoupr_g 0.4 neck_g 0.6"},
    {1690, 70, 70, 0, 0, "neck_g 0.7 head_g 0.3"},
};

/* Of the right side; the left one is the mirror, of bones that begin with l. */
static const struct mdl_ring arm[] = {
    {820, 5, 5, 0, 25, "rhand_g 1"},
    {840, 35, 45, 0, 25, "rhand_g 1"},
    {930, 45, 55, 0, 10, "rhand_g 1"},
    {965, 42, 46, 0, 0, "rhand_g 0.6 rforearm_g 0.4"},
    {1080, 52, 52, 0, 0, "rforearm_g 1"},
    {1190, 58, 58, 0, 0, "rforearm_g 0.7 rbicep_g 0.3"},
    {1260, 60, 60, 0, 0, "rforearm_g 0.3 rbicep_g 0.7"},
    {1400, 72, 72, 0, 0, "rbicep_g 1"},
    {1510, 90, 85, -10, 0, "rbicep_g 0.7 torsoupr_g 0.3"},
    {1560, 70, 70, -40, 0, "rbicep_g 0.4 torsoupr_g 0.6"},
    {1575, 5, 5, -60, 0, "torsoupr_g 1"},
};

static const struct mdl_ring leg[] = {
    {0, 5, 5, 0, 60, "rfoot_g 1"},
    {5, 60, 150, 0, 60, "rfoot_g 1"},
    {70, 58, 140, 0, 55, "rfoot_g 1"},
    {130, 58, 72, 0, 0, "rfoot_g 0.5 rshin_g 0.5"},
    {300, 72, 76, 0, -10, "rshin_g 1"},
    {470, 70, 72, 0, 0, "rshin_g 0.7 rthigh_g 0.3"},
    {560, 76, 78, 0, 0, "rshin_g 0.3 rthigh_g 0.7"},
    {750, 95, 98, 0, 0, "rthigh_g 1"},
    {900, 108, 112, -5, 0, "rthigh_g 0.7 rootdummy 0.3"},
    {985, 105, 112, -20, 0, "rthigh_g 0.3 rootdummy 0.7"},
};

/* Names of bones that begin with r, with l in its place; texts live as long as the program. */
static const char *mirrored(const char *weights)
{
    static char texts[sizeof arm / sizeof arm[0] + sizeof leg / sizeof leg[0]][64];
    static size_t count;
    if (count == sizeof texts / sizeof texts[0])
        count = 0;
    char *text = texts[count++];
    for (size_t i = 0; i < sizeof texts[0]; i++) {
        bool starts = i == 0 || weights[i - 1] == ' ';
        text[i] = starts && weights[i] == 'r' && weights[i + 1] != 'o' ? 'l' : weights[i];
        if (!weights[i])
            break;
    }
    return text;
}

static void add_limb(struct mdl_shape *s, const struct mdl_ring *rings, size_t count, int x,
                     bool left, struct mdl_part uv)
{
    struct mdl_ring own[16];
    for (size_t i = 0; i < count; i++) {
        own[i] = rings[i];
        if (!left)
            continue;
        own[i].x = -rings[i].x;
        own[i].weights = mirrored(rings[i].weights);
    }
    shape_tube(s, own, count, (struct mdl_tube){left ? -x : x, 0, 10, uv, true});
}

/* A whole figure, to so many percent of its size. */
static void put_body(struct mdl_text *t, const char *texture, int percent)
{
    static const struct mdl_part body = {0, 0, 500, 500}, sleeve = {500, 0, 1000, 500};
    struct mdl_shape *s = mdl_shape();
    shape_tube(s, torso, sizeof torso / sizeof torso[0], (struct mdl_tube){0, 0, 14, body, true});
    for (int left = 0; left < 2; left++) {
        add_limb(s, arm, sizeof arm / sizeof arm[0], 240, left, sleeve);
        add_limb(s, leg, sizeof leg / sizeof leg[0], 110, left, body);
    }
    for (uint32_t i = 0; i < s->point_count; i++)
        for (size_t k = 0; k < 3; k++)
            s->points[i].at[k] = s->points[i].at[k] * percent / 100;
    mdl_node(t, "skin", "body", NULL, 0, 0, 0);
    mdl_line(t, "bitmap %s\nshadow 1", texture);
    mdl_put_shape(t, s);
    mdl_end(t);
}

/* hat: its texture, or NULL. */
static void put_head(struct mdl_text *t, const char *parent, const char *hat)
{
    static const struct mdl_ring rings[] = {
        {-60, 5, 5, 0, 20, NULL},   {-40, 55, 60, 0, 20, NULL}, {0, 85, 95, 0, 15, NULL},
        {90, 100, 115, 0, 5, NULL}, {170, 92, 108, 0, 0, NULL}, {220, 60, 72, 0, 0, NULL},
        {240, 5, 5, 0, 0, NULL},
    };
    static const struct mdl_ring shell[] = {
        {40, 118, 135, 0, -5, NULL}, {60, 118, 135, 0, -5, NULL}, {150, 112, 128, 0, -5, NULL},
        {225, 78, 90, 0, -5, NULL},  {262, 5, 5, 0, -5, NULL},
    };
    struct mdl_shape *s = mdl_shape();
    mdl_node(t, "trimesh", "face", parent, 0, 0, 40);
    mdl_line(t, "bitmap demo_guard\nshadow 1");
    shape_tube(s, rings, 7, (struct mdl_tube){0, 0, 12, {600, 405, 900, 480}, false});
    mdl_put_shape(t, s);
    mdl_end(t);
    if (!hat)
        return;
    s = mdl_shape();
    mdl_node(t, "trimesh", "hat", parent, 0, 0, 40);
    mdl_line(t, "bitmap %s\nshadow 1", hat);
    shape_tube(s, shell, 5, (struct mdl_tube){0, 0, 12, {0, 0, 1000, 500}, false});
    mdl_put_shape(t, s);
    mdl_end(t);
}

/* Hangs from the shoulders, stiff at the top, seen from both sides. */
static void put_cape(struct mdl_text *t)
{
    enum { WIDE = 6, HIGH = 8 };
    struct mdl_shape *s = mdl_shape();
    for (int side = 0; side < 2; side++)
        for (int y = 0; y <= HIGH; y++)
            for (int x = 0; x <= WIDE; x++) {
                int spread = 200 + y * 16, bulge = (x - WIDE / 2) * (x - WIDE / 2) * 8;
                shape_point(s, (x * 2 - WIDE) * spread / WIDE, -150 - y * 18 + bulge - side * 8,
                            180 - y * 130, x * 70 + 30, 640 + (HIGH - y) * 16);
            }
    for (uint32_t side = 0; side < 2; side++)
        for (uint32_t i = 0; i < WIDE * HIGH; i++) {
            uint32_t a = side * (WIDE + 1) * (HIGH + 1) + i / WIDE * (WIDE + 1) + i % WIDE;
            uint32_t b = a + WIDE + 1, group = side ? 1 : 2;
            shape_face(s, a, side ? a + 1 : b + 1, side ? b + 1 : a + 1, group, 0);
            shape_face(s, a, side ? b + 1 : b, side ? b : b + 1, group, 0);
        }
    mdl_node(t, "danglymesh", "cape", "torsoupr_g", 0, 0, 0);
    mdl_line(t, "bitmap demo_guard\ndisplacement 0.25\ntightness 0.5\nperiod 2.5");
    mdl_put_shape(t, s);
    mdl_line(t, "constraints %u", s->point_count);
    for (uint32_t i = 0; i < s->point_count; i++)
        mdl_line(t, "%u", i % ((WIDE + 1) * (HIGH + 1)) / (WIDE + 1) * 255 / HIGH);
    mdl_end(t);
}

/* Bones with what hangs from them, each node before the next that is not below it: so all known
 * models are ordered. */
static void put_skeleton(struct mdl_text *t, int percent, bool armed)
{
    for (size_t i = 0; i < BONES; i++) {
        mdl_dummy(t, bones[i].name, bones[i].parent, bones[i].at[0] * percent / 100,
                  bones[i].at[1] * percent / 100, bones[i].at[2] * percent / 100);
        if (strcmp(bones[i].name, "headhook") == 0)
            put_head(t, "head_g", armed ? "demo_panel" : "demo_scout");
        if (strcmp(bones[i].name, "lhand") == 0 && armed)
            put_cape(t);
    }
}

/* ---- how they move ---- */

static const struct swing {
    const char *bone, *parent;
    int angles[5]; /* about x: forward is up */
} steps[] = {
    {"torso_g", "rootdummy", {30, 50, 30, 50, 30}},
    {"torsoupr_g", "torso_g", {0, -20, 0, -20, 0}},
    {"rbicep_g", "torsoupr_g", {-330, 0, 330, 0, -330}},
    {"rforearm_g", "rbicep_g", {90, 150, 330, 200, 90}},
    {"lbicep_g", "torsoupr_g", {330, 0, -330, 0, 330}},
    {"lforearm_g", "lbicep_g", {330, 200, 90, 150, 330}},
    {"rthigh_g", "rootdummy", {330, 60, -280, 180, 330}},
    {"rshin_g", "rthigh_g", {-60, -90, -220, -560, -60}},
    {"rfoot_g", "rshin_g", {40, 0, -120, 60, 40}},
    {"lthigh_g", "rootdummy", {-280, 180, 330, 60, -280}},
    {"lshin_g", "lthigh_g", {-220, -560, -60, -90, -220}},
    {"lfoot_g", "lshin_g", {-120, 60, 40, 0, -120}},
};

/* The hip goes up and down on curves; turns are packed in one word each. */
static void put_walk(struct mdl_text *t)
{
    mdl_line(t, "compress_quaternions 1");
    mdl_animation(t, "walk", 1000, "rootdummy");
    mdl_line(t, "event 0.125 snd_footstep\nevent 0.625 snd_footstep");
    mdl_animation_node(t, "rootdummy", NULL);
    mdl_line(t, "positionbezierkey\n0 0 0 0.96 0 0 0 0 0 0.03\n0.25 0 0 1.01 0 0 -0.03 0 0 -0.03\n"
                "0.5 0 0 0.96 0 0 -0.03 0 0 0.03\n0.75 0 0 1.01 0 0 -0.03 0 0 -0.03\n"
                "1 0 0 0.96 0 0 -0.03 0 0 0\nendlist");
    mdl_end(t);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        mdl_animation_node(t, steps[i].bone, steps[i].parent);
        mdl_swing(t, across, steps[i].angles, 5, 1000);
        mdl_end(t);
    }
    mdl_done(t);
}

/* Breathes and looks around; turns are four numbers each. */
static void put_pause(struct mdl_text *t)
{
    static const int look[] = {0, 300, -200, 100, 0}, breath[] = {0, -30, 0};
    mdl_line(t, "compress_quaternions 0");
    mdl_animation(t, "pause1", 4000, "rootdummy");
    mdl_line(t, "eventlist\n2 snd_rustle\nendlist");
    mdl_animation_node(t, "rootdummy", NULL);
    mdl_line(t, "positionkey\n0 0 0 1\n2 0 0 0.99\n4 0 0 1\nendlist");
    mdl_end(t);
    mdl_animation_node(t, "torso_g", "rootdummy");
    mdl_swing(t, across, breath, 3, 4000);
    mdl_end(t);
    mdl_animation_node(t, "torsoupr_g", "torso_g");
    mdl_line(t, "scalekey\n0 1\n2 1.02\n4 1\nendlist");
    mdl_end(t);
    mdl_animation_node(t, "neck_g", "torsoupr_g");
    mdl_end(t);
    mdl_animation_node(t, "head_g", "neck_g");
    mdl_swing(t, up, look, 5, 4000);
    mdl_end(t);
    mdl_done(t);
}

/* ---- the figures ---- */

static bool only_guard(void *ctx, const char *name, struct rq_bytes *bytes)
{
    *bytes = rq_out_bytes(ctx);
    return rq_casecmp(name, "demo_guard.mdl") == 0;
}

/* Its bytes stay in guard: it is the supermodel of the others. */
static bool save_guard(struct demo *d, struct rq_out *guard)
{
    struct mdl_text t = {.name = NULL};
    mdl_open(&t, "demo_guard", "Character", NULL);
    put_skeleton(&t, 100, true);
    put_body(&t, "demo_guard", 100);
    put_walk(&t);
    put_pause(&t);
    bool made = mdl_compile(d, &t) && rq_doc_write(t.doc, guard, &d->err);
    return mdl_save(d, &t) && made;
}

static bool save_scout(struct demo *d, const struct rq_env *env)
{
    struct mdl_text t = {.env = env};
    mdl_open(&t, "demo_scout", "Character", "demo_guard");
    put_skeleton(&t, 90, false);
    put_body(&t, "demo_scout", 90);
    return mdl_finish(d, &t);
}

/* A head moves with the neck of the body that it is put on. */
static bool save_head(struct demo *d, const struct rq_env *env)
{
    struct mdl_text t = {.env = env};
    mdl_open(&t, "demo_head", "Character", "demo_guard");
    mdl_line(&t, "headlink 1");
    mdl_dummy(&t, "neck_g", NULL, 0, 0, 0);
    mdl_dummy(&t, "head_g", "neck_g", 0, 0, 80);
    put_head(&t, "head_g", NULL);
    return mdl_finish(d, &t);
}

bool demo_mdl_people(struct demo *d)
{
    struct rq_out guard = {0};
    struct rq_env env = {.get = only_guard, .ctx = &guard};
    bool fine = save_guard(d, &guard) && save_scout(d, &env) && save_head(d, &env);
    rq_out_free(&guard);
    return fine;
}
