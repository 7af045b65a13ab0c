/* The ground: one primitive for each texture. Cells that turn their texture the same way share
 * vertices, because the texture repeats: its place goes on from cell to cell. Where a world has
 * waves, the cells that they move are a mesh of their own. */
#include "game/world_parts.h"

#include <math.h>
#include <reliquary/engine.h>

enum { SIDE = RQ_TERRAIN_SIDE, CELLS = RQ_TERRAIN_CELLS, BANK = 302, TEXTURES = 64, TURNS = 4 };

/* A wave is A * sin(a + wt) = A * sin(a) * cos(wt) + A * cos(a) * sin(wt), which is two morph targets
 * whose weights go round: exact at every key, and the keys are near enough between them. */
enum { TARGETS = 2, KEYS = 33, SCALE = 20 };

struct ground {
    struct rq_terrain terrain;
    struct rq_wave wave;
    float heights[1 + TARGETS][SIDE * SIDE]; /* of the scene: at rest, and at full weight */
    float normals[1 + TARGETS][SIDE * SIDE][3];
    uint32_t numbers[SIDE * SIDE * TURNS]; /* vertex + 1 of the texture at hand, by turn */
    bool moves[SIDE * SIDE];               /* a wave moves a corner of the cell */
    uint32_t starts[TEXTURES + 1];         /* cells by texture */
    uint32_t cells[CELLS * CELLS];         /* row * SIDE + column */
};

/* ---- waves ---- */

/* The engine has y down: what lifts a vertex there lowers it here. */
static void lift_vertex(struct ground *g, unsigned column, unsigned row)
{
    static const double turn = 6.283185307179586;
    size_t at = (size_t)row * SIDE + column;
    int32_t offset[2];
    float place[3];
    rq_terrain_vertex(&g->terrain, column, row, place);
    for (size_t k = 0; k <= TARGETS; k++)
        g->heights[k][at] = place[1];
    if (!g->wave.amplitude || !rq_wave_moves(&g->terrain, column, row))
        return;
    for (unsigned k = 0; k < 4; k++) /* nothing moves in column 0 and row 0 */
        g->moves[at - k / 2 * SIDE - k % 2] = true;
    rq_wave_offset(column, row, offset);
    unsigned phase = rq_wave_phase(&g->wave, offset[0], offset[1], 0) + (unsigned)g->wave.start;
    double angle = phase * turn / RQ_WAVE_STEPS, size = (double)g->wave.amplitude / SCALE;
    /* A wave that stands still has the height of its first tick. */
    double rest = size / 2 - (g->wave.speed ? 0 : size * sin(angle));
    for (size_t k = 0; k <= TARGETS; k++)
        g->heights[k][at] += (float)rest;
    g->heights[1][at] -= (float)(size * sin(angle));
    g->heights[2][at] -= (float)(size * cos(angle));
}

static void lift_vertices(struct ground *g)
{
    size_t grids = g->wave.amplitude && g->wave.speed ? 1 + TARGETS : 1;
    for (unsigned i = 0; i < SIDE * SIDE; i++)
        lift_vertex(g, i % SIDE, i / SIDE);
    for (size_t k = 0; k < grids; k++)
        rq_wave_normals(g->heights[k], g->normals[k]);
}

/* ---- cells ---- */

static void sort_cells(struct ground *g, bool moving)
{
    memset(g->starts, 0, sizeof g->starts);
    for (size_t pass = 0; pass < 2; pass++) {
        uint32_t next[TEXTURES];
        memcpy(next, g->starts, sizeof next);
        for (uint32_t i = 0; i < SIDE * CELLS; i++) {
            if (i % SIDE == CELLS || g->moves[i] != moving)
                continue;
            unsigned texture = g->terrain.texture[i];
            if (pass)
                g->cells[next[texture]++] = i;
            else
                g->starts[texture + 1]++;
        }
        for (size_t k = 0; k < TEXTURES && !pass; k++)
            g->starts[k + 1] += g->starts[k];
    }
}

struct patch {
    float *places, *normals, *uvs;
    float *moves[TARGETS][2]; /* places and normals of targets; NULL: none */
    uint32_t *indices;
    uint32_t vertex_count, index_count;
};

/* Where a vertex stands in the texture of a cell with that turn, counted on over all cells. */
static void place_in_texture(unsigned turn, float column, float row, float uv[2])
{
    const float u[TURNS] = {column, -row, -column, row};
    const float v[TURNS] = {row, column, -row, -column};
    uv[0] = u[turn];
    uv[1] = v[turn];
}

static uint32_t add_vertex(struct ground *g, struct patch *p, uint32_t at, unsigned turn)
{
    uint32_t *number = &g->numbers[(size_t)at * TURNS + turn];
    if (*number)
        return *number - 1;
    uint32_t i = p->vertex_count++, column = at % SIDE, row = at / SIDE;
    size_t to = (size_t)i * 3;
    rq_terrain_vertex(&g->terrain, column, row, p->places + to);
    p->places[to + 1] = g->heights[0][at];
    memcpy(p->normals + to, g->normals[0][at], sizeof g->normals[0][at]);
    for (size_t k = 0; k < TARGETS && p->moves[k][0]; k++) {
        p->moves[k][0][to + 1] = g->heights[k + 1][at] - g->heights[0][at];
        for (size_t n = 0; n < 3; n++)
            p->moves[k][1][to + n] = g->normals[k + 1][at][n] - g->normals[0][at][n];
    }
    place_in_texture(turn, (float)column, (float)row, p->uvs + (size_t)i * 2);
    *number = i + 1;
    return i;
}

/* Leaves no numbers behind: clearing them all for each texture took longer than the rest. */
static void fill_patch(struct ground *g, struct patch *p, const uint32_t *cells, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        for (size_t corner = 0; corner < 6; corner++) {
            const uint8_t *step = rq_terrain_triangles[corner / 3][corner % 3];
            p->indices[p->index_count++] =
                add_vertex(g, p, cells[i] + step[1] * SIDE + step[0], g->terrain.turn[cells[i]]);
        }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < 4; k++)
            g->numbers[(size_t)(cells[i] + k / 2 * SIDE + k % 2) * TURNS +
                       g->terrain.turn[cells[i]]] = 0;
}

static const struct rq_morph *add_targets(struct world *w, struct patch *p, size_t most)
{
    static const char *const names[TARGETS] = {"wave cosine", "wave sine"};
    struct rq_morph *morphs = rq_arena_get(w->arena, TARGETS, sizeof *morphs);
    for (size_t k = 0; morphs && k < TARGETS; k++) {
        for (size_t n = 0; n < 2; n++)
            p->moves[k][n] = rq_arena_get(w->arena, most, 3 * sizeof(float));
        if (!p->moves[k][0] || !p->moves[k][1])
            return NULL;
        morphs[k] = (struct rq_morph){names[k], p->moves[k][0], p->moves[k][1]};
    }
    return morphs;
}

static bool add_patch(struct world *w, struct ground *g, unsigned texture, bool moving,
                      struct rq_primitive *out)
{
    uint32_t first = g->starts[texture], count = g->starts[texture + 1] - first;
    size_t most = (size_t)count * 4;
    struct patch p = {.places = rq_arena_get(w->arena, most, 3 * sizeof(float)),
                      .normals = rq_arena_get(w->arena, most, 3 * sizeof(float)),
                      .uvs = rq_arena_get(w->arena, most, 2 * sizeof(float)),
                      .indices = rq_arena_get(w->arena, (size_t)count * 6, sizeof(uint32_t))};
    const struct rq_morph *morphs = moving ? add_targets(w, &p, most) : NULL;
    int material =
        rq_kit_textured(&w->kit, BANK, texture, &(struct rq_kit_look){.alpha = RQ_KIT_OPAQUE});
    if (!p.places || !p.normals || !p.uvs || !p.indices || material < 0 || (moving && !morphs))
        return false;
    fill_patch(g, &p, g->cells + first, count);
    *out = (struct rq_primitive){
        .material = material,
        .vertex_count = p.vertex_count,
        .attributes = {[RQ_POSITION] = p.places, [RQ_NORMAL] = p.normals, [RQ_TEXCOORD_0] = p.uvs},
        .index_count = p.index_count,
        .indices = p.indices,
        .morphs = morphs};
    return true;
}

/* ---- meshes ---- */

/* A node with the cells that waves move, or with all others; *number -1 when there are none. */
static bool add_cells(struct world *w, struct ground *g, const char *name, bool water, int *number)
{
    bool moving = water && g->wave.speed;
    struct rq_primitive *primitives = rq_arena_get(w->arena, TEXTURES, sizeof *primitives);
    struct rq_mesh mesh = {
        .name = name, .primitives = primitives, .morph_count = moving ? TARGETS : 0};
    *number = -1;
    sort_cells(g, water);
    for (unsigned k = 0; primitives && k < TEXTURES; k++)
        if (g->starts[k + 1] > g->starts[k] &&
            !add_patch(w, g, k, moving, &primitives[mesh.primitive_count++]))
            return false;
    if (!mesh.primitive_count)
        return primitives != NULL;
    *number = world_add_node(w, name, -1);
    int at = rq_kit_add(&w->kit, mesh);
    if (*number < 0 || at < 0)
        return false;
    w->nodes[*number].mesh = at;
    if (w->parts->entry)
        w->nodes[*number].translation[1] = 0.0f - (float)w->parts->entry->scape_shift / SCALE;
    return true;
}

/* One round of the waves: 2048 steps of their phase. */
static bool animate_water(struct world *w, int node, const struct rq_wave *wave)
{
    static const double turn = 6.283185307179586;
    float *times = rq_arena_get(w->arena, KEYS, sizeof *times);
    float *weights = rq_arena_get(w->arena, (size_t)KEYS * TARGETS, sizeof *weights);
    double speed = fabs((double)wave->speed), period = RQ_WAVE_STEPS / (speed * RQ_CLOCK_RATE);
    if (!times || !weights)
        return false;
    for (size_t i = 0; i < KEYS; i++) {
        double angle = (double)i * turn / (KEYS - 1) * (wave->speed < 0 ? -1 : 1);
        times[i] = (float)(period * (double)i / (KEYS - 1));
        weights[i * TARGETS] = (float)cos(angle);
        weights[i * TARGETS + 1] = (float)sin(angle);
    }
    return world_add_track(w, "water",
                           (struct rq_channel){.node = node,
                                               .path = RQ_PATH_WEIGHTS,
                                               .key_count = KEYS,
                                               .times = times,
                                               .values = weights});
}

bool world_add_terrain(struct world *w)
{
    if (!w->parts->wld)
        return true;
    struct ground *g = rq_arena_get(w->arena, 1, sizeof *g);
    int ground, water = -1;
    if (!g)
        return false;
    rq_terrain_stitch(w->parts->wld, &g->terrain);
    if (w->parts->entry)
        g->wave = rq_world_wave(w->parts->entry);
    lift_vertices(g);
    if (!add_cells(w, g, "terrain", false, &ground))
        return false;
    if (g->wave.amplitude && !add_cells(w, g, "water", true, &water))
        return false;
    return water < 0 || !g->wave.speed || animate_water(w, water, &g->wave);
}
