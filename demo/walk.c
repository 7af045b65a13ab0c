/* Walkmeshes of the KotOR demo: a room, a placeable, the three states of a door. Made by the
 * library's builder, which derives everything but faces, materials and rooms behind borders. */
#include "demo/demo.h"

#include <reliquary/bwm.h>

enum {
    DIRT = 1,
    GRASS = 3,
    STONE = 4,
    NONWALK = 7,
    METAL = 10,
    PUDDLES = 11,
    LAVA = 15,
    DOOR = 18
};

enum { MOST_VERTICES = 200, MOST_FACES = 240, MOST_LINKS = 8 };

struct walk {
    struct rq_bwm_source source;
    float vertices[MOST_VERTICES * 3];
    uint32_t corners[MOST_FACES * 3], materials[MOST_FACES];
    struct rq_bwm_edge links[MOST_LINKS];
};

/* In eighths of a metre: exact as floats. */
static uint32_t add_vertex(struct walk *w, int x, int y, int z)
{
    float *to = w->vertices + w->source.vertex_count * 3;
    to[0] = (float)x / 8;
    to[1] = (float)y / 8;
    to[2] = (float)z / 8;
    return (uint32_t)w->source.vertex_count++;
}

static size_t add_face(struct walk *w, uint32_t a, uint32_t b, uint32_t c, uint32_t material)
{
    size_t face = w->source.face_count++;
    uint32_t *to = w->corners + face * 3;
    to[0] = a;
    to[1] = b;
    to[2] = c;
    w->materials[face] = material;
    return face;
}

static void add_link(struct walk *w, size_t face, size_t edge, int room)
{
    w->links[w->source.transition_count++] = (struct rq_bwm_edge){(int32_t)(face * 3 + edge), room};
}

static bool save_walk(struct demo *d, struct walk *w, const char *path)
{
    struct rq_options options = {.memory_limit = 1 << 20};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("bwm"), &options, &d->err);
    struct rq_out out = {0};
    w->source.vertices = w->vertices;
    w->source.corners = w->corners;
    w->source.materials = w->materials;
    w->source.transitions = w->links;
    bool fine = doc && rq_bwm_build(doc, &w->source, &d->err) && rq_doc_write(doc, &out, &d->err) &&
                demo_save(d, path, &out);
    rq_out_free(&out);
    rq_doc_free(doc);
    return fine;
}

/* ---- a room ---- */

enum { COLUMNS = DEMO_HALL_COLUMNS, ROWS = DEMO_HALL_ROWS };

/* A hole of lava in the floor, a strip that nobody can cross, and a landing of metal behind it. */
uint32_t demo_hall_material(int x, int y)
{
    if (x == 8)
        return NONWALK;
    if (x > 8)
        return METAL;
    if (x >= 3 && x < 5 && y >= 3 && y < 5)
        return LAVA;
    if (y == 7)
        return x % 2 ? GRASS : DIRT;
    return x == 0 && y >= 3 && y < 5                    ? DOOR
           : demo_hash((uint32_t)x, (uint32_t)y, 5) % 6 ? STONE
                                                        : PUDDLES;
}

/* The floor rises to the landing. */
int demo_hall_height(int x)
{
    return x > 5 ? (x < 8 ? x - 5 : 3) * 2 : 0;
}

static bool save_room(struct demo *d)
{
    static struct walk w;
    uint32_t grid[ROWS + 1][COLUMNS + 1], top[COLUMNS + 1];
    w = (struct walk){.source = {.kind = RQ_BWM_AREA, .position = {5.5f, 4, 0}}};
    for (int y = 0; y <= ROWS; y++)
        for (int x = 0; x <= COLUMNS; x++)
            grid[y][x] = add_vertex(&w, x * 8, y * 8, demo_hall_height(x));
    for (int x = 0; x <= COLUMNS; x++)
        top[x] = add_vertex(&w, x * 8, 0, 24);
    for (int y = 0; y < ROWS; y++) {
        for (int x = 0; x < COLUMNS; x++) {
            uint32_t m = demo_hall_material(x, y);
            uint32_t a = grid[y][x], b = grid[y][x + 1], c = grid[y + 1][x + 1], e = grid[y + 1][x];
            size_t first = add_face(&w, a, b, c, m), second = add_face(&w, a, c, e, m);
            if (m == DOOR)
                add_link(&w, second, 2, 1);
            if (x == COLUMNS - 1 && y >= 2 && y < 6)
                add_link(&w, first, 1, 2);
        }
    }
    /* A wall along the front. */
    for (int x = 0; x < COLUMNS; x++) {
        add_face(&w, grid[0][x + 1], grid[0][x], top[x], NONWALK);
        add_face(&w, grid[0][x + 1], top[x], top[x + 1], NONWALK);
    }
    return save_walk(d, &w, "kotor/override/demo01_hall.wok");
}

/* ---- things in a room ---- */

/* A round table with a hole in its middle, used from the front and from behind. */
static bool save_table(struct demo *d)
{
    enum { SIDES = 12 };
    static struct walk w;
    w = (struct walk){.source = {.relative_use = {{0, -2, 0}, {0, 2, 0}}}};
    for (int i = 0; i < SIDES; i++) {
        int angle = i * 4096 / SIDES;
        add_vertex(&w, demo_cos(angle) / 2048, demo_sin(angle) / 2048, 0);
        add_vertex(&w, demo_cos(angle) / 4096, demo_sin(angle) / 4096, 0);
    }
    for (uint32_t i = 0; i < SIDES; i++) {
        uint32_t a = i * 2, b = (i + 1) % SIDES * 2;
        add_face(&w, a, b, b + 1, NONWALK);
        add_face(&w, a, b + 1, a + 1, NONWALK);
    }
    return save_walk(d, &w, "kotor/override/demo_table.pwk");
}

/* A plate of 2 metres by a quarter, closed or swung to either side. Only the closed one has its use
 * points in the room's own numbers too. */
static bool save_door(struct demo *d, unsigned state)
{
    static const int plates[3][4] = {{-8, -1, 8, 1}, {-9, 0, -7, 16}, {-9, -16, -7, 0}};
    static const char *const paths[] = {"kotor/override/demo_door0.dwk",
                                        "kotor/override/demo_door1.dwk",
                                        "kotor/override/demo_door2.dwk"};
    static struct walk w;
    const int *p = plates[state];
    w = (struct walk){.source = {.position = {0, 0.25f, 0}, .relative_use = {{0, -1.5f, 0}}}};
    if (state == 0) {
        w.source.relative_use[1][1] = 1.5f;
        w.source.absolute_use[0][1] = -1.25f;
        w.source.absolute_use[1][1] = 1.75f;
    }
    uint32_t a = add_vertex(&w, p[0], p[1], 0), b = add_vertex(&w, p[2], p[1], 0);
    uint32_t c = add_vertex(&w, p[2], p[3], 0), e = add_vertex(&w, p[0], p[3], 0);
    add_face(&w, a, b, c, NONWALK);
    add_face(&w, a, c, e, NONWALK);
    return save_walk(d, &w, paths[state]);
}

bool demo_walk(struct demo *d)
{
    return save_room(d) && save_table(d) && save_door(d, 0) && save_door(d, 1) && save_door(d, 2);
}
