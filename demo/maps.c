/* The ground, the octree and the model archive of the demo's island, cheats and saved state. As
 * in all of the Redguard half, the bytes are laid down from the description of the formats. */
#include "demo/model.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- WLD ---- */

enum { SIDE = 256, MIDDLE = SIDE / 2, VILLAGE_X = 128, VILLAGE_Y = 168, VILLAGE = 11 };

static int height_at(int x, int y)
{
    int shore = 88 - demo_length(x - MIDDLE, y - MIDDLE);
    int rough = demo_cloud(x, y, 32, SIDE, 3021) - 128;
    int hill = 46 - demo_length(x - 150, y - 96);
    int height = shore + rough / 4;
    if (height <= 0 || shore < -28)
        return 0;
    height = 1 + height / 2 + (hill > 0 ? hill * 7 / 3 + rough / 12 : 0);
    if (demo_length(x - VILLAGE_X, y - VILLAGE_Y) <= VILLAGE)
        height = 18;
    return demo_clamp(height, 1, 127);
}

static unsigned texture_at(int x, int y, int height)
{
    static const struct {
        int below;
        unsigned tile;
    } bands[] = {{1, TILE_WATER},  {6, TILE_SAND},  {26, TILE_GRASS}, {44, TILE_LEAVES},
                 {70, TILE_GRASS}, {96, TILE_WALL}, {118, TILE_QUAY}, {128, TILE_LAVA}};
    size_t i = 0;
    if (demo_length(x - VILLAGE_X, y - VILLAGE_Y) <= VILLAGE)
        return TILE_COBBLES;
    while (height >= bands[i].below)
        i++;
    return bands[i].tile;
}

/* Marks that the editor leaves: the outer border, and steep cells. */
static bool marked(int x, int y)
{
    int here = height_at(x, y);
    if (x == 0 || y == 0 || x == SIDE - 1 || y == SIDE - 1)
        return true;
    return abs(height_at(x + 1, y) - here) > 6 || abs(height_at(x, y + 1) - here) > 6;
}

static void put_section(struct rq_out *out, int left, int top, unsigned word)
{
    rq_put16(out, (uint16_t)word);
    rq_put_zeros(out, 4);
    rq_put16(out, 302);
    rq_put16(out, SIDE);
    rq_put_zeros(out, 12);
    for (int map = 0; map < 4; map++)
        for (int i = 0; i < 128 * 128; i++) {
            int x = left + i % 128, y = top + i / 128, height = height_at(x, y);
            unsigned turn = demo_hash((uint32_t)x, (uint32_t)y, 302) & 3;
            unsigned byte = 0;
            if (map == 0)
                byte = (unsigned)height | (marked(x, y) ? 0x80 : 0);
            else if (map == 2)
                byte = texture_at(x, y, height) | turn << 6;
            rq_put8(out, (uint8_t)byte);
        }
}

static bool save_ground(struct demo *d)
{
    static const uint32_t head[] = {16, 2, 2, 0, 160, 1, 22, 263416};
    static const unsigned words[] = {2152, 568, 1308, 10};
    struct rq_out out = {0};
    for (size_t i = 0; i < 8; i++)
        rq_put32(&out, head[i]);
    rq_put_zeros(&out, 112);
    for (uint32_t i = 0; i < 4; i++)
        rq_put32(&out, 1184 + i * 65558);
    rq_put32(&out, 0x7F501E19);
    rq_put_zeros(&out, 1020);
    for (int i = 0; i < 4; i++)
        put_section(&out, i % 2 * 128, i / 2 * 128, words[i]);
    rq_put(&out, "TULO", 4);
    rq_put32(&out, 0x0043C028);
    rq_put32(&out, 0xFFFFFFFF);
    rq_put32(&out, 0x00043735);
    bool fine = demo_save(d, "redguard/maps/ISLAND.WLD", &out);
    rq_out_free(&out);
    return fine;
}

/* ---- PVO ---- */

enum { OBJECTS = 24, NUMBERS = 96 };

struct octree_node {
    unsigned mask;
    bool leaf;
    uint32_t offset, children[8];
    uint32_t leaf_offset;
};

struct octree {
    uint32_t most;   /* nodes */
    unsigned levels; /* below the root */
    struct octree_node *nodes;
    uint32_t count;
};

/* A node and all below it, as they stand in the file; its number. */
static uint32_t grow(struct octree *t, unsigned level)
{
    static const unsigned masks[] = {0x33, 0xCC, 0xAA, 0x55, 0xFF, 0x81};
    uint32_t at = t->count++, chance = demo_hash(at, level, 77);
    bool end = level == t->levels || t->count + 60 > t->most || (level > 1 && chance % 3 == 0);
    t->nodes[at].mask = end ? 0 : level ? masks[chance % 6] : 0xFF;
    t->nodes[at].leaf = end || chance % 5 == 0;
    for (unsigned i = 0; i < 8; i++)
        if (t->nodes[at].mask >> i & 1)
            t->nodes[at].children[i] = grow(t, level + 1);
    return at;
}

static void put_nodes(struct rq_out *out, struct octree *t)
{
    uint32_t offset = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        t->nodes[i].offset = offset;
        offset += 5;
        for (unsigned k = 0; k < 8; k++)
            offset += t->nodes[i].mask >> k & 1 ? 4 : 0;
    }
    rq_put(out, "OCTR", 4);
    rq_put32be(out, offset);
    for (uint32_t i = 0; i < t->count; i++) {
        rq_put8(out, (uint8_t)t->nodes[i].mask);
        rq_put32(out, t->nodes[i].leaf ? t->nodes[i].leaf_offset : 0xFFFFFFFF);
        for (unsigned k = 0; k < 8; k++)
            if (t->nodes[i].mask >> k & 1)
                rq_put32(out, t->nodes[t->nodes[i].children[k]].offset);
    }
}

/* A leaf for each node that has one; ranges of MLST are shared. */
static void put_leaves(struct rq_out *out, struct octree *t)
{
    for (uint32_t i = 0; i < t->count; i++) {
        unsigned entries = demo_hash(i, 5, 78) % 4;
        t->nodes[i].leaf_offset = (uint32_t)out->size;
        if (!t->nodes[i].leaf)
            continue;
        rq_put8(out, (uint8_t)entries);
        for (unsigned k = 0; k < entries; k++) {
            uint32_t count = 1 + demo_hash(i, k, 79) % 12;
            rq_put16(out, (uint16_t)count);
            rq_put32(out, demo_hash(i, k, 80) % (NUMBERS - count));
        }
    }
}

static void put_patches(struct rq_out *out, const struct octree *t)
{
    rq_put(out, "PTCH", 4);
    rq_put32be(out, 5 * 6);
    for (uint32_t i = 0; i < 5; i++) {
        rq_put32(out, t->nodes[i * 31 % t->count].offset / 5);
        rq_put16(out, (uint16_t)(i * 5 % OBJECTS));
    }
}

static void put_octree(struct rq_out *out, struct octree *t)
{
    struct rq_out leaves = {0};
    uint32_t leaf_nodes = 0;
    for (uint32_t i = 0; i < t->count; i++)
        leaf_nodes += t->nodes[i].leaf;
    const uint32_t head[] = {10,    t->count, leaf_nodes,       NUMBERS, 0,
                             16384, 32768,    (uint32_t)-12288, 32768};
    put_leaves(&leaves, t);
    rq_put(out, "OCTH", 4);
    rq_put32be(out, 52);
    for (size_t i = 0; i < 9; i++)
        rq_put32(out, head[i]);
    rq_put_zeros(out, 16);
    put_nodes(out, t);
    rq_put(out, "PLST", 4);
    rq_put32be(out, (uint32_t)leaves.size);
    rq_put(out, leaves.data, leaves.size);
    rq_put(out, "MLST", 4);
    rq_put32be(out, NUMBERS * 2);
    /* The first run names every object, as the game's lists do. */
    for (uint32_t i = 0; i < NUMBERS; i++)
        rq_put16(out, (uint16_t)(i < OBJECTS ? i : demo_hash(i, 1, 81) % OBJECTS));
    put_patches(out, t);
    rq_put(out, "END ", 4);
    rq_put32be(out, 0);
    if (leaves.failed)
        out->failed = leaves.failed;
    rq_out_free(&leaves);
}

static bool save_octree(struct demo *d, const char *path, uint32_t most, unsigned levels)
{
    struct rq_out out = {0};
    struct octree t = {
        .most = most, .levels = levels, .nodes = calloc(most, sizeof(struct octree_node))};
    if (!t.nodes)
        return rq_fail(&d->err, RQ_NO_MEMORY, 0, path, "out of memory");
    grow(&t, 0);
    put_octree(&out, &t);
    bool fine = demo_save(d, path, &out);
    rq_out_free(&out);
    free(t.nodes);
    return fine;
}

/* About as many nodes as the largest octree of the game has. */
bool demo_big_octree(struct demo *d)
{
    return save_octree(d, "redguard/maps/BIG.PVO", 23200, 10);
}

/* ---- ROB ---- */

/* A link of a rope: 0.8 units, which is how far the game sets one below the other. */
static void make_link(struct model *m, struct demo_banks b)
{
    static const int rope[][2] = {{0, 1}, {6, 2}, {20, 2}, {26, 1}};
    struct look hemp = look_color(RAMP_SAND, 7, true);
    struct look looks[3] = {hemp, hemp, hemp};
    (void)b;
    add_lathe(m, &(struct lathe){.sides = 5, .rings = 4, .profile = rope, .looks = looks});
}

static void make_pool(struct model *m, struct demo_banks b)
{
    uint32_t v[4] = {add_vertex(m, -96, 0, 96), add_vertex(m, 96, 0, 96), add_vertex(m, 96, 0, -96),
                     add_vertex(m, -96, 0, -96)};
    add_quad(m, v, look_image(b.tiles, TILE_WATER, false));
}

enum { EMBEDDED = 0, MENU = 256, EXTERNAL = 512 };

/* model: of shapes.c, when make is NULL. */
static const struct {
    const char *name, *model;
    void (*make)(struct model *m, struct demo_banks b);
    enum model_kind kind;
    unsigned type, flags, attribs;
} segments[] = {
    {"HOUSE", "HOUSE", NULL, MODEL_VOLUMES, EMBEDDED, 0, 0},
    {"TOWER", "TOWER", NULL, MODEL_VOLUMES, EMBEDDED, 0, 0},
    {"PALMTR01", "PALM", NULL, MODEL_STILL, EMBEDDED, 0, 2},
    {"WELL", "WELL", NULL, MODEL_STILL, EMBEDDED, 0, 0},
    {"BARREL", "BARREL", NULL, MODEL_STILL, EMBEDDED, 0, 0},
    {"CRATE", "CRATE", NULL, MODEL_STILL, EMBEDDED, 0, 0},
    {"LAMP", "LAMP", NULL, MODEL_BARE, EMBEDDED, 0x5A00, 0},
    {"SS_OBJ01", "ALTAR", NULL, MODEL_STILL, EMBEDDED, 0, 0x40},
    {"ROPELINK", NULL, make_link, MODEL_STILL, EMBEDDED, 0, 0},
    {"WATERWAT", NULL, make_pool, MODEL_STILL, EMBEDDED, 0xC800, 0},
    {"MENUFIGU", "FIGURE", NULL, MODEL_SHIFTS, MENU, 0, 0},
    {"FLAG", "FLAG", NULL, MODEL_SHIFTS, EXTERNAL, 0, 0},
    {"MILL", "MILL", NULL, MODEL_SHIFTS, EXTERNAL, 0, 0},
    {"FIGURE", "FIGURE", NULL, MODEL_PLACES, EXTERNAL, 0, 0},
    {"BUOY", "BUOY", NULL, MODEL_PLACES, EXTERNAL, 0x8000, 0},
    {"CASK", "BARREL", NULL, MODEL_SINGLE, EXTERNAL, 0, 0},
};

/* How far the vertices go both ways; the file has y down and x turned. */
static void measure(const struct model *m, uint32_t box[2][3])
{
    static const int signs[3] = {-1, -1, 1};
    memset(box, 0, 2 * sizeof *box);
    for (uint32_t i = 0; i < m->vertex_count; i++)
        for (size_t k = 0; k < 3; k++) {
            int32_t v = m->vertices[i][k] * signs[k];
            uint32_t far_out = (uint32_t)abs(v);
            if (far_out > box[v < 0][k])
                box[v < 0][k] = far_out;
        }
}

static void put_segment(struct rq_out *out, size_t index, const struct model *m)
{
    unsigned type = segments[index].type;
    struct rq_out data = {0};
    uint32_t box[2][3];
    char name[9] = {0};
    measure(m, box);
    if (type != EXTERNAL)
        put_model(&data, m, segments[index].kind);
    snprintf(name, sizeof name, "%s", segments[index].name);
    rq_put32(out, (uint32_t)data.size + 80);
    rq_put(out, name, 8);
    rq_put16(out, (uint16_t)type);
    rq_put16(out, (uint16_t)segments[index].flags);
    rq_put8(out, (uint8_t)segments[index].attribs);
    rq_put_zeros(out, 2);
    rq_put8(out, (uint8_t)(type == EXTERNAL ? 0 : m->face_count));
    rq_put32be(out, 1);
    rq_put_zeros(out, 4);
    for (size_t k = 0; k < 3; k++)
        rq_put32(out, box[0][k] + box[1][k]);
    rq_put_zeros(out, 12);
    for (size_t k = 0; k < 6; k++)
        rq_put32(out, box[k / 3][k % 3]);
    rq_put32(out, (uint32_t)data.size);
    rq_put(out, data.data, data.size);
    if (data.failed)
        out->failed = data.failed;
    rq_out_free(&data);
}

static bool save_models(struct demo *d, struct demo_banks banks)
{
    enum { COUNT = sizeof segments / sizeof segments[0] };
    struct rq_out out = {0};
    struct model *m = calloc(1, sizeof *m);
    if (!m)
        return rq_fail(&d->err, RQ_NO_MEMORY, 0, "models", "out of memory");
    rq_put(&out, "OARC", 4);
    rq_put32be(&out, 4);
    rq_put32(&out, COUNT);
    rq_put(&out, "OARD", 4);
    size_t hole = out.size;
    rq_put32be(&out, 0);
    for (size_t i = 0; i < COUNT; i++) {
        memset(m, 0, sizeof *m);
        if (segments[i].make)
            segments[i].make(m, banks);
        else
            demo_shape(segments[i].model, m, banks);
        put_segment(&out, i, m);
    }
    if (!out.failed)
        rq_set32be(out.data + hole, (uint32_t)(out.size - hole - 4));
    rq_put(&out, "END ", 4);
    bool fine = demo_save(d, "redguard/fxart/ISLAND.ROB", &out);
    rq_out_free(&out);
    free(m);
    return fine;
}

/* ---- cheats and saves ---- */

static bool save_cheats(struct demo *d)
{
    static const uint32_t on[13] = {0, 1, 0, 1, 1, 3, 1};
    struct rq_out out = {0};
    for (size_t i = 0; i < 64; i++)
        rq_put32(&out, i < 13 ? on[i] : 0);
    bool fine = demo_save(d, "redguard/REDGUARD.CHT", &out);
    rq_out_free(&out);
    return fine;
}

static void put_noise(struct rq_out *out, const char *tag, uint32_t size, uint32_t seed)
{
    rq_put(out, tag, 4);
    rq_put32be(out, size);
    for (uint32_t i = 0; i < size; i++)
        rq_put8(out, (uint8_t)(demo_hash(i / 8, seed, 9) >> i % 8 * 2 & 3));
}

/* SVGM is all that is known of these files; tags and contents of the other chunks are made up,
 * so that there is something to carry. */
static bool save_state(struct demo *d, const char *path, const char *description, uint32_t seed)
{
    struct rq_out out = {0};
    static const char picture[] = "SAVEGAME.BMP";
    uint32_t length = (uint32_t)strlen(description) + 1;
    rq_put(&out, "SVGM", 4);
    rq_put32be(&out, 16 + length + (uint32_t)sizeof picture);
    rq_put(&out, "1.31", 4);
    rq_put32(&out, 0);
    rq_put32(&out, seed);
    rq_put(&out, description, length);
    rq_put32(&out, 1);
    rq_put(&out, picture, sizeof picture);
    put_noise(&out, "OBJS", 24 * 9, seed);
    put_noise(&out, "FLGS", 46, seed + 1);
    put_noise(&out, "NONE", 0, seed + 2);
    rq_put(&out, "END ", 4);
    bool fine = demo_save(d, path, &out);
    rq_out_free(&out);
    return fine;
}

static bool save_logbook(struct demo *d)
{
    static const char text[] = "Came ashore at the quay.\r\nThe keeper wants his lamp lit.\r\n";
    struct rq_out out = {0};
    rq_put(&out, text, sizeof text - 1);
    bool fine = demo_save(d, "redguard/SAVEGAME/SAVEGAME.000/LOGBOOK.TXT", &out);
    rq_out_free(&out);
    return fine;
}

bool demo_maps(struct demo *d, struct demo_banks banks)
{
    return demo_make_folder(d, "redguard/maps") &&
           demo_make_folder(d, "redguard/SAVEGAME/SAVEGAME.000") && save_ground(d) &&
           save_octree(d, "redguard/maps/ISLAND.PVO", 420, 6) && save_models(d, banks) &&
           save_cheats(d) && save_state(d, "redguard/maps/ISLAND.TSG", "", 5) &&
           save_state(d, "redguard/SAVEGAME/SAVEGAME.000/ISLAND.TSG", "", 6) &&
           save_state(d, "redguard/SAVEGAME/SAVEGAME.000/SAVEGAME.SAV", "By the harbour", 7) &&
           save_logbook(d);
}
