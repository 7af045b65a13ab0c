#include <reliquary/engine.h>

#include <math.h>

/* Of the engine; the file format's page says where it comes from. */
const uint16_t rq_terrain_heights[128] = {
    0,    40,   40,   40,   80,   80,   80,   120,  120,  120,  160,  160,  160,  200,  200,  200,
    240,  240,  240,  280,  280,  320,  320,  320,  360,  360,  400,  400,  400,  440,  440,  480,
    480,  480,  520,  520,  560,  560,  600,  600,  600,  640,  640,  680,  680,  720,  720,  760,
    760,  800,  800,  840,  840,  880,  880,  920,  920,  960,  1000, 1000, 1040, 1040, 1080, 1120,
    1120, 1160, 1160, 1200, 1240, 1240, 1280, 1320, 1320, 1360, 1400, 1440, 1440, 1480, 1520, 1560,
    1600, 1600, 1640, 1680, 1720, 1760, 1800, 1840, 1880, 1920, 1960, 2000, 2040, 2080, 2120, 2200,
    2240, 2280, 2320, 2400, 2440, 2520, 2560, 2640, 2680, 2760, 2840, 2920, 3000, 3080, 3160, 3240,
    3360, 3440, 3560, 3680, 3800, 3960, 4080, 4280, 4440, 4680, 4920, 5200, 5560, 6040, 6680, 7760,
};

const uint8_t rq_terrain_triangles[2][3][2] = {{{0, 0}, {1, 1}, {1, 0}}, {{1, 1}, {0, 0}, {0, 1}}};

enum { SCENE_SCALE = 20 };

static size_t at(unsigned column, unsigned row)
{
    return (size_t)row * RQ_TERRAIN_SIDE + column;
}

void rq_terrain_stitch(const struct rq_wld *wld, struct rq_terrain *terrain)
{
    for (unsigned row = 0; row < RQ_TERRAIN_SIDE; row++)
        for (unsigned column = 0; column < RQ_TERRAIN_SIDE; column++) {
            const struct rq_wld_section *section =
                &wld->sections[row / RQ_WLD_SIDE * 2 + column / RQ_WLD_SIDE];
            size_t from = row % RQ_WLD_SIDE * RQ_WLD_SIDE + column % RQ_WLD_SIDE;
            size_t to = at(column, row);
            terrain->height[to] = section->maps[0][from] & RQ_WLD_HEIGHT_MASK;
            terrain->texture[to] = section->maps[2][from] & RQ_WLD_TEXTURE_MASK;
            terrain->turn[to] = (uint8_t)(section->maps[2][from] >> RQ_WLD_TURN_SHIFT);
        }
}

float rq_terrain_engine_y(unsigned height, float water_level)
{
    return water_level - (float)rq_terrain_heights[height & RQ_WLD_HEIGHT_MASK];
}

void rq_terrain_engine_vertex(const struct rq_terrain *t, unsigned column, unsigned row,
                              float out[3])
{
    out[0] = (float)(column * RQ_TERRAIN_UNIT);
    out[1] = rq_terrain_engine_y(t->height[at(column, row)], 0);
    out[2] = (float)(row * RQ_TERRAIN_UNIT);
}

void rq_terrain_vertex(const struct rq_terrain *t, unsigned column, unsigned row, float out[3])
{
    /* 0 minus, so that the first ones are not -0. */
    out[0] = 0.0f - (float)(column * RQ_TERRAIN_UNIT) / SCENE_SCALE;
    out[1] = (float)rq_terrain_heights[t->height[at(column, row)]] / SCENE_SCALE;
    out[2] = 0.0f - (float)(row * RQ_TERRAIN_UNIT) / SCENE_SCALE;
}

/* ---- water ---- */

static bool is_water(const struct rq_terrain *t, unsigned column, unsigned row)
{
    unsigned texture = t->texture[at(column, row)];
    return texture == 0 || texture == 5 || texture == 30 || texture == 31;
}

bool rq_terrain_is_water(const struct rq_terrain *t, unsigned column, unsigned row)
{
    return is_water(t, column, row) && is_water(t, column + 1, row) &&
           is_water(t, column, row + 1) && is_water(t, column + 1, row + 1);
}

size_t rq_terrain_water_cells(const struct rq_terrain *t)
{
    size_t n = 0;
    for (unsigned row = 0; row < RQ_TERRAIN_CELLS; row++)
        for (unsigned column = 0; column < RQ_TERRAIN_CELLS; column++)
            n += rq_terrain_is_water(t, column, row);
    return n;
}

/* ---- normals ---- */

/* A grid: the ground as it is stored, or heights of the scene. */
struct grid {
    const struct rq_terrain *terrain; /* or NULL */
    const float *heights;
};

static void grid_vertex(const struct grid *g, unsigned column, unsigned row, float out[3])
{
    if (g->terrain) {
        rq_terrain_vertex(g->terrain, column, row, out);
        return;
    }
    out[0] = 0.0f - (float)(column * RQ_TERRAIN_UNIT) / SCENE_SCALE;
    out[1] = g->heights[at(column, row)];
    out[2] = 0.0f - (float)(row * RQ_TERRAIN_UNIT) / SCENE_SCALE;
}

/* Twice the triangle's area long, so that large triangles count more. */
static void face_normal(const struct grid *t, unsigned column, unsigned row, unsigned triangle,
                        double normal[3])
{
    float p[3][3];
    double a[3], b[3];
    for (size_t k = 0; k < 3; k++) {
        const uint8_t *step = rq_terrain_triangles[triangle][k];
        grid_vertex(t, column + step[0], row + step[1], p[k]);
    }
    for (size_t k = 0; k < 3; k++) {
        a[k] = (double)p[1][k] - (double)p[0][k];
        b[k] = (double)p[2][k] - (double)p[0][k];
    }
    for (size_t k = 0; k < 3; k++) {
        size_t m = (k + 1) % 3, n = (k + 2) % 3;
        normal[k] += a[m] * b[n] - a[n] * b[m];
    }
}

/* Both triangles of the cells up left and down right, one of each of the other two. */
static void vertex_normal(const struct grid *t, unsigned column, unsigned row, float out[3])
{
    double sum[3] = {0, 0, 0};
    bool left = column > 0, right = column < RQ_TERRAIN_CELLS;
    bool above = row > 0, below = row < RQ_TERRAIN_CELLS;
    for (unsigned triangle = 0; triangle < 2; triangle++) {
        if (left && above)
            face_normal(t, column - 1, row - 1, triangle, sum);
        if (right && below)
            face_normal(t, column, row, triangle, sum);
    }
    if (right && above)
        face_normal(t, column, row - 1, 1, sum);
    if (left && below)
        face_normal(t, column - 1, row, 0, sum);
    double length = sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
    for (size_t k = 0; k < 3; k++)
        out[k] = length > 0 ? (float)(sum[k] / length) : (float)(k == 1);
}

static void grid_normals(const struct grid *g, float (*normals)[3])
{
    for (unsigned row = 0; row < RQ_TERRAIN_SIDE; row++)
        for (unsigned column = 0; column < RQ_TERRAIN_SIDE; column++)
            vertex_normal(g, column, row, normals[at(column, row)]);
}

void rq_terrain_normals(const struct rq_terrain *t, float (*normals)[3])
{
    grid_normals(&(struct grid){.terrain = t}, normals);
}

void rq_wave_normals(const float *heights, float (*normals)[3])
{
    grid_normals(&(struct grid){.heights = heights}, normals);
}

/* ---- textures ---- */

void rq_terrain_uv(unsigned turn, float uv[4][2])
{
    static const uint8_t corners[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    for (size_t i = 0; i < 4; i++) {
        const uint8_t *corner = corners[(i + turn) % 4];
        uv[i][0] = corner[0];
        uv[i][1] = corner[1];
    }
}

/* ---- height ---- */

bool rq_terrain_height_at(const struct rq_terrain *t, float x, float z, float *y)
{
    double across = -(double)x * SCENE_SCALE / RQ_TERRAIN_UNIT;
    double down = -(double)z * SCENE_SCALE / RQ_TERRAIN_UNIT;
    if (!(across >= 0 && across <= RQ_TERRAIN_CELLS && down >= 0 && down <= RQ_TERRAIN_CELLS))
        return false;
    unsigned column = (unsigned)across, row = (unsigned)down;
    column -= column == RQ_TERRAIN_CELLS;
    row -= row == RQ_TERRAIN_CELLS;
    double s = across - column, r = down - row, corners[2][2];
    for (unsigned i = 0; i < 4; i++)
        corners[i / 2][i % 2] = rq_terrain_heights[t->height[at(column + i % 2, row + i / 2)]];
    /* The cut runs from top left to bottom right. */
    double height = s >= r ? corners[0][0] + s * (corners[0][1] - corners[0][0]) +
                                 r * (corners[1][1] - corners[0][1])
                           : corners[0][0] + r * (corners[1][0] - corners[0][0]) +
                                 s * (corners[1][1] - corners[1][0]);
    *y = (float)(height / SCENE_SCALE);
    return true;
}

/* ---- waves ---- */

unsigned rq_wave_phase(const struct rq_wave *wave, int32_t x, int32_t z, uint32_t frame)
{
    /* Unsigned, as the engine's 32-bit product wraps. */
    uint32_t distance = (uint32_t)x * (uint32_t)x + (uint32_t)z * (uint32_t)z;
    return (distance * (uint32_t)wave->frequency + frame * (uint32_t)wave->speed) &
           (RQ_WAVE_STEPS - 1);
}

void rq_wave_offset(unsigned column, unsigned row, int32_t offset[2])
{
    offset[0] = (int32_t)column - RQ_TERRAIN_SIDE / 2;
    offset[1] = RQ_TERRAIN_SIDE - 1 - (int32_t)row - RQ_TERRAIN_SIDE / 2;
}

bool rq_wave_moves(const struct rq_terrain *t, unsigned column, unsigned row)
{
    return column && row && column < RQ_TERRAIN_SIDE && row < RQ_TERRAIN_SIDE &&
           t->texture[at(column, row)] != 5 && rq_terrain_is_water(t, column - 1, row - 1);
}

double rq_wave_engine_y(const struct rq_wave *wave, int32_t x, int32_t z, uint32_t frame,
                        unsigned height, double bias)
{
    static const double turn = 6.283185307179586;
    unsigned phase = rq_wave_phase(wave, x, z, frame) + (unsigned)wave->start;
    double sine = sin(phase % RQ_WAVE_STEPS * turn / RQ_WAVE_STEPS);
    return sine * wave->amplitude + (double)rq_terrain_engine_y(height, 0) - bias;
}
