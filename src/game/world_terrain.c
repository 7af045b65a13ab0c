/* The ground: one primitive for each texture. Cells that turn their texture the same way share
 * vertices, because the texture repeats: its place goes on from cell to cell. */
#include "game/world_parts.h"

#include <reliquary/engine.h>

enum { SIDE = RQ_TERRAIN_SIDE, CELLS = RQ_TERRAIN_CELLS, BANK = 302, TEXTURES = 64, TURNS = 4 };

struct ground {
    struct rq_terrain terrain;
    float normals[SIDE * SIDE][3];
    uint32_t numbers[SIDE * SIDE * TURNS]; /* vertex + 1 of the texture at hand, by turn */
    uint32_t starts[TEXTURES + 1];         /* cells by texture */
    uint32_t cells[CELLS * CELLS];         /* row * SIDE + column */
};

static void sort_cells(struct ground *g)
{
    for (size_t pass = 0; pass < 2; pass++) {
        uint32_t next[TEXTURES];
        memcpy(next, g->starts, sizeof next);
        for (uint32_t i = 0; i < SIDE * CELLS; i++) {
            if (i % SIDE == CELLS)
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
    rq_terrain_vertex(&g->terrain, column, row, p->places + (size_t)i * 3);
    memcpy(p->normals + (size_t)i * 3, g->normals[at], sizeof g->normals[at]);
    place_in_texture(turn, (float)column, (float)row, p->uvs + (size_t)i * 2);
    *number = i + 1;
    return i;
}

static void fill_patch(struct ground *g, struct patch *p, const uint32_t *cells, uint32_t count)
{
    memset(g->numbers, 0, sizeof g->numbers);
    for (uint32_t i = 0; i < count; i++)
        for (size_t corner = 0; corner < 6; corner++) {
            const uint8_t *step = rq_terrain_triangles[corner / 3][corner % 3];
            p->indices[p->index_count++] =
                add_vertex(g, p, cells[i] + step[1] * SIDE + step[0], g->terrain.turn[cells[i]]);
        }
}

static bool add_patch(struct world *w, struct ground *g, unsigned texture, struct rq_primitive *out)
{
    uint32_t first = g->starts[texture], count = g->starts[texture + 1] - first;
    size_t most = (size_t)count * 4;
    struct patch p = {.places = rq_arena_get(w->arena, most, 3 * sizeof(float)),
                      .normals = rq_arena_get(w->arena, most, 3 * sizeof(float)),
                      .uvs = rq_arena_get(w->arena, most, 2 * sizeof(float)),
                      .indices = rq_arena_get(w->arena, (size_t)count * 6, sizeof(uint32_t))};
    int material =
        rq_kit_textured(&w->kit, BANK, texture, &(struct rq_kit_look){.alpha = RQ_KIT_OPAQUE});
    if (!p.places || !p.normals || !p.uvs || !p.indices || material < 0)
        return false;
    fill_patch(g, &p, g->cells + first, count);
    *out = (struct rq_primitive){
        .material = material,
        .vertex_count = p.vertex_count,
        .attributes = {[RQ_POSITION] = p.places, [RQ_NORMAL] = p.normals, [RQ_TEXCOORD_0] = p.uvs},
        .index_count = p.index_count,
        .indices = p.indices};
    return true;
}

bool world_add_terrain(struct world *w)
{
    if (!w->parts->wld)
        return true;
    struct ground *g = rq_arena_get(w->arena, 1, sizeof *g);
    struct rq_primitive *primitives = rq_arena_get(w->arena, TEXTURES, sizeof *primitives);
    struct rq_mesh mesh = {.name = "terrain", .primitives = primitives};
    if (!g || !primitives)
        return false;
    rq_terrain_stitch(w->parts->wld, &g->terrain);
    rq_terrain_normals(&g->terrain, g->normals);
    sort_cells(g);
    for (unsigned k = 0; k < TEXTURES; k++)
        if (g->starts[k + 1] > g->starts[k] &&
            !add_patch(w, g, k, &primitives[mesh.primitive_count++]))
            return false;
    int node = world_add_node(w, "terrain", -1), number = rq_kit_add(&w->kit, mesh);
    if (node < 0 || number < 0)
        return false;
    w->nodes[node].mesh = number;
    return true;
}
