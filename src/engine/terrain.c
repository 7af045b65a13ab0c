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

/* 0 minus, so that the first ones are not -0. */
static float scene_place(unsigned line)
{
    return 0.0f - (float)(line * RQ_TERRAIN_UNIT) / SCENE_SCALE;
}

static float scene_height(uint8_t height)
{
    return (float)rq_terrain_heights[height] / SCENE_SCALE;
}

void rq_terrain_vertex(const struct rq_terrain *t, unsigned column, unsigned row, float out[3])
{
    out[0] = scene_place(column);
    out[1] = scene_height(t->height[at(column, row)]);
    out[2] = scene_place(row);
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

enum { CELLS = RQ_TERRAIN_CELLS };

/* Of both triangles of a cell, twice the area long, so that large triangles count more. */
struct cell_normals {
    double of[2][3];
};

/* Those of a row of cells, between the heights at their top and bottom. */
static void row_normals(const float *top, const float *low, const float *places, unsigned row,
                        struct cell_normals *cells)
{
    for (unsigned i = 0; i < CELLS; i++) {
        const float y[2][2] = {{top[i], top[i + 1]}, {low[i], low[i + 1]}};
        for (unsigned triangle = 0; triangle < 2; triangle++) {
            const uint8_t(*steps)[2] = rq_terrain_triangles[triangle];
            double d[2][3];
            for (size_t k = 0; k < 2; k++) {
                const uint8_t *to = steps[k + 1], *from = steps[0];
                d[k][0] = (double)places[i + to[0]] - (double)places[i + from[0]];
                d[k][1] = (double)y[to[1]][to[0]] - (double)y[from[1]][from[0]];
                d[k][2] = (double)places[row + to[1]] - (double)places[row + from[1]];
            }
            double *normal = cells[i].of[triangle];
            normal[0] = d[0][1] * d[1][2] - d[0][2] * d[1][1];
            normal[1] = d[0][2] * d[1][0] - d[0][0] * d[1][2];
            normal[2] = d[0][0] * d[1][1] - d[0][1] * d[1][0];
        }
    }
}

static void add_normal(double sum[3], const double normal[3])
{
    for (size_t k = 0; k < 3; k++)
        sum[k] += normal[k];
}

/* Both triangles of the cells up left and down right, one of each of the other two. above and below: the
 * rows of cells there; NULL at the edge. */
static void vertex_normal(const struct cell_normals *above, const struct cell_normals *below,
                          unsigned column, float out[3])
{
    double sum[3] = {0, 0, 0};
    bool left = column > 0, right = column < CELLS;
    for (unsigned triangle = 0; triangle < 2; triangle++) {
        if (left && above)
            add_normal(sum, above[column - 1].of[triangle]);
        if (right && below)
            add_normal(sum, below[column].of[triangle]);
    }
    if (right && above)
        add_normal(sum, above[column].of[1]);
    if (left && below)
        add_normal(sum, below[column - 1].of[0]);
    double length = sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
    for (size_t k = 0; k < 3; k++)
        out[k] = length > 0 ? (float)(sum[k] / length) : (float)(k == 1);
}

/* A row of heights of the scene: the given ones, or those of the ground in line. */
static const float *height_row(const struct rq_terrain *t, const float *heights, unsigned row,
                               float line[RQ_TERRAIN_SIDE])
{
    if (heights)
        return heights + at(0, row);
    for (unsigned i = 0; i < RQ_TERRAIN_SIDE; i++)
        line[i] = scene_height(t->height[at(i, row)]);
    return line;
}

/* Of the ground, or of heights where they are given. Each triangle is worked out once. */
static void grid_normals(const struct rq_terrain *t, const float *heights, float (*normals)[3])
{
    struct cell_normals cells[2][CELLS];
    float places[RQ_TERRAIN_SIDE], lines[2][RQ_TERRAIN_SIDE];
    for (unsigned i = 0; i < RQ_TERRAIN_SIDE; i++)
        places[i] = scene_place(i);
    const float *low = height_row(t, heights, 0, lines[0]);
    for (unsigned row = 0; row < RQ_TERRAIN_SIDE; row++) {
        const struct cell_normals *above = row > 0 ? cells[(row + 1) % 2] : NULL;
        struct cell_normals *below = row < CELLS ? cells[row % 2] : NULL;
        if (below) {
            const float *top = low;
            low = height_row(t, heights, row + 1, lines[(row + 1) % 2]);
            row_normals(top, low, places, row, below);
        }
        for (unsigned column = 0; column < RQ_TERRAIN_SIDE; column++)
            vertex_normal(above, below, column, normals[at(column, row)]);
    }
}

void rq_terrain_normals(const struct rq_terrain *t, float (*normals)[3])
{
    grid_normals(t, NULL, normals);
}

void rq_wave_normals(const float *heights, float (*normals)[3])
{
    grid_normals(NULL, heights, normals);
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
