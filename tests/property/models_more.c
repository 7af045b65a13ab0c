/* More models than models.c has time for, through the same (models.h): values at their ends, textures of every
 * format with their TXI, trees and animations that are less tidy, walkmeshes that do not hold together; and the
 * binary models of support/model.h for each game and console. What is said is held to
 * tests/contract/models_more.txt. */
#include "models.h"

/* ---- texts ---- */

/* Colours and sizes beyond their ends, the same name twice, keys of lights. */
static const char body_lights[] =
    "node light l1\n  parent a\n  position 0 0 3\n  radius -6\n  color 1.5 -0.5 0.25\n"
    "  multiplier -2\nendnode\n"
    "node light l2\n  parent l1\n  position 1 0 0\n  scale 2\n  radius 0\n  multiplier 0\nendnode\n"
    "node light L2\n  parent a\n  orientation 1 0 0 3.5\n  radius 4\n  color 0 1 0\n"
    "  multiplier 1.5\n  lightpriority 5\nendnode\n";

static const char moves_lights[] =
    "endmodelgeom a\nnewanim glow a\n  length 2\n  animroot l1\n"
    "  node dummy a\n    parent NULL\n  endnode\n"
    "  node light l1\n    parent a\n    colorkey 2\n      0 1 1 1\n      2 0 0 0.5\n"
    "    radiuskey 2\n      0 1\n      2 5\n    multiplierkey 1\n      0 3\n  endnode\n"
    "  node light l2\n    parent l1\n    positionkey 2\n      0 1 0 0\n      2 -1 0 0\n"
    "    shadowradiuskey 1\n      0 3\n  endnode\n"
    "doneanim glow a\nnewanim GLOW a\n  length 0\n  node dummy a\n    parent NULL\n"
    "    scalekey 2\n      0 1\n      1 3\n  endnode\ndoneanim GLOW a\ndonemodel a\n";

#define FACE(bitmap, more)                                                                         \
    "  bitmap " bitmap "\n" more "  verts 3\n    0 0 0\n    1 0 0\n    0 1 0\n"                    \
    "  faces 1\n    0 1 2 1 0 1 2 1\n  tverts 3\n    0 0\n    1 0\n    1 1\nendnode\n"

/* A picture of each kind; the same one twice; one that is missing; lightmaps that are not there. */
/* clang-format off */
static const char body_textures[] =
    "node trimesh t1\n  parent a\n" FACE("dxt1", "  alpha 0.5\n")
    "node trimesh t2\n  parent a\n" FACE("dxt5", "  transparencyhint 1\n")
    "node trimesh t3\n  parent a\n" FACE("map", "  selfillumcolor 1 1 1\n")
    "node trimesh t4\n  parent a\n" FACE("packets", "  diffuse 2 -1 0.5\n")
    "node trimesh t5\n  parent a\n" FACE("own", "  render 0\n")
    "node trimesh t6\n  parent a\n" FACE("sheet", "  lightmapped 1\n  lightmap grey\n")
    "node trimesh t7\n  parent a\n" FACE("DXT1", "  alpha 0\n")
    "node trimesh t8\n  parent a\n" FACE("nobody", "  alpha 1\n")
    "node trimesh t9\n  parent a\n" FACE("wrong", "  lightmapped 1\n  bitmap2 nobody\n");
/* clang-format on */

/* As deep as it is broad, with sizes, turns and names that differ by case alone. */
static const char body_tree[] =
    "node dummy b\n  parent a\n  scale 0.5\n  position 1e-8 123456.79 -0.0\nendnode\n"
    "node dummy c\n  parent b\n  orientation 0 0 0 0\nendnode\n"
    "node dummy d\n  parent c\n  orientation 1 1 1 6.2831\n  scale -1\nendnode\n"
    "node dummy B\n  parent d\n  orientation 0.6 0 0.8 3.14159\nendnode\n"
    "node dummy e\n  parent a\n  position 0.1 0.2 0.3\n  orientation 0 1 0 1e-5\nendnode\n"
    "node reference f\n  parent e\n  refModel a_model_of_many_letters\n  reattachable 0\nendnode\n"
    "node camera g\n  parent e\n  position 1000000 -1000000 0.0000001\nendnode\n"
    "node trimesh h\n  parent g\n  verts 0\n  faces 0\nendnode\n"
    "node trimesh i\n  parent a\n  verts 3\n    0 0 0\n    0 0 0\n    1 1 1\n  faces 1\n"
    "    0 1 2 1 0 0 0 0\nendnode\n";

/* Rows that do not follow each other, one row, many on one time; turns by more than half and on. */
static const char moves_tree[] =
    "endmodelgeom a\nnewanim one a\n  length 3\n  transtime 0\n  animroot nobody\n"
    "  event 0 a\n  event 3 b\n"
    "  node dummy a\n    parent NULL\n    positionkey 2\n      0 0 0 0\n      3 0 0 1\n"
    "    orientationkey 2\n      0 0 0 1 0\n      3 0 0 1 6\n  endnode\n"
    "  node dummy b\n    parent a\n    orientationkey 4\n      0 1 0 0 0.1\n      1 1 0 0 3.2\n"
    "      2 -1 0 0 0.1\n      3 0 0 0 0\n    positionkey 4\n      0 0.1 0.2 0.3\n"
    "      1 1e-8 123456.79 0\n      1 5 5 5\n      0.5 1 1 1\n    scalekey 2\n      0 0\n"
    "      3 2\n  endnode\n"
    "  node dummy e\n    parent a\n    positionkey 1\n      0.5 7 8 9\n    orientationkey 1\n"
    "      0.5 0.6 0.8 0 2\n  endnode\n"
    "  node dummy h\n    parent e\n    alphakey 3\n      0 0\n      1 1\n      2 0.25\n"
    "    selfillumcolorkey 2\n      0 0 0 0\n      1 1 1 1\n  endnode\n"
    "doneanim one a\nnewanim two a\n  length 1\n  animroot b\n"
    "  node dummy b\n    parent NULL\n    positionkey 1\n      0 0 0 0\n  endnode\n"
    "doneanim two a\ndonemodel a\n";

/* Two skins on the same bones, which are turned; a vertex on none, and one on itself. */
static const char body_skins[] =
    "node dummy b1\n  parent a\n  position 0 0 1\n  orientation 0 0 1 1\nendnode\n"
    "node trimesh b2\n  parent b1\n  position 0 1 0\n  orientation 1 0 0 0.5\n  verts 3\n    0 0 0\n"
    "    1 0 0\n    0 1 0\n  faces 1\n    0 1 2 1 0 1 2 1\nendnode\n"
    "node skin s1\n  parent b1\n  position 1 2 3\n  verts 3\n    0 0 0\n    1 0 0\n    0 1 0\n"
    "  faces 1\n    0 1 2 1 0 1 2 1\n  tverts 3\n    0 0\n    1 0\n    1 1\n"
    "  weights 3\n    b1 0.5 b2 0.5\n    b2 1\n    b1 0.1 b2 0.9\nendnode\n"
    "node skin s2\n  parent a\n  orientation 0 1 0 1\n  verts 3\n    0 0 0\n    1 0 0\n    0 1 0\n"
    "  faces 2\n    0 1 2 1 0 1 2 1\n    2 1 0 2 0 1 2 1\n  tverts 3\n    0 0\n    1 0\n    1 1\n"
    "  weights 3\n    b2 2\n    s2 0.5 a 0.5\n    b1 0\nendnode\n";

static const char moves_skins[] =
    "endmodelgeom a\nnewanim bend a\n  length 1\n  node dummy a\n    parent NULL\n  endnode\n"
    "  node dummy b1\n    parent a\n    orientationkey 2\n      0 0 0 1 1\n      1 0 0 1 2\n"
    "  endnode\n  node dummy b2\n    parent b1\n    positionkey 2\n      0 0 1 0\n      1 0 2 0\n"
    "  endnode\n  node dummy s1\n    parent b1\n    alphakey 1\n      0 0.5\n  endnode\n"
    "doneanim bend a\ndonemodel a\n";

static const char body_emitters[] =
    "node emitter e1\n  parent a\n  update Explosion\n  render Linked\n  blend Punch-Through\n"
    "  texture dxt1\n  spawntype 0\n  detonate 0\n  birthrate 0\n  xgrid 0\n  ygrid -1\nendnode\n"
    "node emitter e2\n  parent a\n  position 1 1 1\n  update Single\n  render Motion_Blur\n"
    "  blend Normal\n  texture nobody\n  xgrid 2\n  ygrid 2\n  frameStart 1\n  frameEnd 3\n"
    "  fps 4\n  sizeStart 0.5\n  sizeEnd 2\n  alphaStart 1\n  colorEnd 0 0 0\n  lifeExp 3\nendnode\n";

static const char moves_emitters[] =
    "endmodelgeom a\nnewanim puff a\n  length 1\n  node dummy a\n    parent NULL\n  endnode\n"
    "  node emitter e1\n    parent a\n    detonatekey 2\n      0 0\n      0.5 1\n"
    "    birthratekey 2\n      0 0\n      1 9\n    colorStartkey 1\n      0 1 0 1\n  endnode\n"
    "  node emitter e2\n    parent a\n    sizeStartbezierkey 1\n      0 1 2 3\n"
    "    alphaStartkey 2\n      0 1\n      1 0\n  endnode\n"
    "doneanim puff a\ndonemodel a\n";

/* Boxes that are not given are made: of nine squares, of which one is missing and one has no size. */
static const char body_grid[] =
    "node aabb w\n  parent a\n  position 1 1 0\n  verts 16\n"
    "    0 0 0\n    1 0 0\n    2 0 0\n    3 0 0\n    0 1 0\n    1 1 0\n    2 1 0.5\n    3 1 0\n"
    "    0 2 0\n    1 2 1\n    2 2 1\n    3 2 0\n    0 3 0\n    1 3 0\n    2 3 0\n    3 3 0\n"
    "  faces 14\n    0 1 5 1 0 0 0 4\n    0 5 4 1 0 0 0 4\n    1 2 6 1 0 0 0 3\n"
    "    1 6 5 1 0 0 0 3\n    2 3 7 1 0 0 0 7\n    2 7 6 1 0 0 0 7\n    4 5 9 1 0 0 0 1\n"
    "    4 9 8 1 0 0 0 1\n    6 7 11 1 0 0 0 19\n    6 11 10 1 0 0 0 0\n    8 9 13 1 0 0 0 16\n"
    "    8 13 12 1 0 0 0 31\n    9 10 14 1 0 0 0 4\n    9 9 9 1 0 0 0 4\nendnode\n"
    "node trimesh x\n  parent w\n  tangentspace 1\n  bitmap dxt1\n  verts 4\n    0 0 0\n    2 0 0\n"
    "    2 2 0\n    0 2 1\n  faces 3\n    0 1 2 1 0 0 0 1\n    0 2 3 4294967295 0 1 2 2\n"
    "    2 1 0 3 2 1 0 1\n  tverts 3\n    0.5 0.5\n    0.5 1\n    1 0.5\nendnode\n";

/* A floor whose edges are shared by three faces, twice the same vertex, a face that is a line, and faces
 * that nobody walks on before those that somebody does. */
static const char walk_odd[] =
    "node aabb walkmesh\n  verts 9\n    0 0 0\n    2 0 0\n    0 2 0\n    2 2 0\n    0 0 2\n    2 0 0\n"
    "    4 0 0\n    4 2 -1\n    0 0 0\n  faces 7\n    0 1 4 1 0 0 0 7\n    0 1 2 1 0 0 0 4\n"
    "    1 3 2 1 0 0 0 4\n    5 6 7 1 0 0 0 1\n    5 7 3 1 0 0 0 13\n    0 1 6 1 0 0 0 4\n"
    "    8 8 2 1 0 0 0 2\n  roomlinks 2\n    3 5\n    9 0\nendnode\n";

static const char walk_turned[] =
    "node dummy pwk\n  parent NULL\n  position 5 5 5\nendnode\n"
    "node trimesh pwk_wg\n  parent pwk\n  position -1 0 0.5\n  orientation 0 0 1 1.5707963\n"
    "  verts 3\n    0 0 0\n    1 0 0\n    0 1 0\n  faces 1\n    0 1 2 1 0 0 0 7\nendnode\n"
    "node dummy pwk_use02\n  parent pwk\n  position 1 2 3\nendnode\n";

static const struct model_text more_texts[] = {
    {"lights", NULL, body_lights, moves_lights, false, NULL},
    {"textures", NULL, body_textures, NULL, false, NULL},
    {"tree", NULL, body_tree, moves_tree, false, NULL},
    {"tree, packed", head_k2, body_tree, moves_tree, false, NULL},
    {"skins", NULL, body_skins, moves_skins, false, NULL},
    {"emitters", NULL, body_emitters, moves_emitters, false, NULL},
    {"grid", head_k2, body_grid, NULL, false, NULL},
    {"saber, second game", head_k2, "", NULL, true, NULL},
    {"odd area", NULL, walk_odd, NULL, false, "a.wok"},
    {"turned thing", NULL, walk_turned, NULL, false, "a.pwk"},
};

/* ---- other files ---- */

struct picture {
    const char *name;
    uint8_t bytes[512];
    size_t size;
};

static struct picture pictures[] = {
    {.name = "dxt1.tpc"},    {.name = "dxt5.tpc"},    {.name = "map.tga"},   {.name = "map.txi"},
    {.name = "packets.tga"}, {.name = "packets.txi"}, {.name = "own.dds"},   {.name = "sheet.tpc"},
    {.name = "grey.tpc"},    {.name = "wrong.tpc"},   {.name = "wrong.tga"}, {.name = "dxt5.txi"}};

static size_t make_picture(size_t index, uint8_t *to)
{
    switch (index) {
    case 0: return sample_tpc(to, 8, 4, 4, 2, 1, 8, "EnvMapTexture cm\r\n");
    case 1: return sample_tpc(to, 16, 4, 4, 4, 1, 16, "blending punchthrough");
    case 2: return sample_tga_map(to);
    case 3: return sample_put(to, 0, "blending additive\n", 18);
    case 4: return sample_tga(to);
    case 5: return sample_put(to, 0, "bumpyshinytexture cm", 20);
    case 6: return sample_dds(to);
    case 7: return sample_tpc(to, 0, 2, 2, 4, 1, 16, "proceduretype cycle\nnumx 2\nnumy 1\n");
    case 8: return sample_tpc(to, 0, 2, 2, 1, 1, 4, "");
    case 9: return sample_put(to, 0, "no picture", 10);
    case 10: return sample_put(to, 0, "none either", 11);
    default: return sample_put(to, 0, "decal 1\npunchthroug", 19);
    }
}

static bool get_picture(void *ctx, const char *name, struct rq_bytes *bytes)
{
    (void)ctx;
    for (size_t i = 0; i < sizeof pictures / sizeof pictures[0]; i++)
        if (strcmp(name, pictures[i].name) == 0) {
            *bytes = (struct rq_bytes){pictures[i].bytes, pictures[i].size};
            return true;
        }
    return false;
}

/* ---- binary models ---- */

/* Each kind of node, of each game and console, alone or with a mesh that other nodes hang from. */
static void visit_laid(struct record *r)
{
    static const char *const versions[] = {"K1", "K2", "K1 on Xbox", "K2 on Xbox"};
    static const struct {
        const char *name;
        unsigned kinds;
    } kinds[] = {{"skin", MODEL_SKIN},
                 {"cloth and walkmesh", MODEL_DANGLY | MODEL_AABB},
                 {"light and emitter", MODEL_LIGHT | MODEL_EMITTER | MODEL_REFERENCE}};
    for (unsigned version = 0; version < 4; version++)
        for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
            char name[64];
            snprintf(name, sizeof name, "%s, %s", kinds[i].name, versions[version]);
            struct sample sample =
                sample_mdl(name, kinds[i].kinds, version & 1, version >= 2, version == 1);
            visit_sample(r, &sample);
        }
}

/* Scenes have pictures in them, which another library packs otherwise. */
static bool has_pictures(const char *line, size_t size)
{
    static const char words[] = " scenes: ";
    for (size_t at = 0; at + sizeof words <= size; at++)
        if (memcmp(line + at, words, sizeof words - 1) == 0)
            return true;
    return is_packed(line, size);
}

static void test_models(void)
{
    struct record r = {.share = 8, .more = 2, .apt = true};
    const struct rq_env env = {get_picture, NULL, NULL};
    for (size_t i = 0; i < sizeof pictures / sizeof pictures[0]; i++)
        pictures[i].size = make_picture(i, pictures[i].bytes);
    for (size_t i = 0; i < sizeof more_texts / sizeof more_texts[0]; i++)
        visit_model(&r, &more_texts[i], &env);
    visit_laid(&r);
    said_compare("models_more", &r.lines, has_pictures);
    rq_out_free(&r.lines);
}

TESTS(test_models)
