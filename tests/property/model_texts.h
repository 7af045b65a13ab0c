/* Models as ASCII MDL, each small, with the features of one kind of node. */
#ifndef TESTS_PROPERTY_MODEL_TEXTS_H
#define TESTS_PROPERTY_MODEL_TEXTS_H

#include "core/bytes.h"

struct model_text {
    const char *name;
    const char *head; /* NULL: model_head */
    const char *body;
    const char *animations; /* NULL: none, only the ends */
    bool is_saber;          /* a node of put_saber behind the body */
    const char *file;       /* of a walkmesh; NULL: a model */
};

static const char model_head[] = "newmodel a\nsetsupermodel a NULL\nclassification Character\n"
                                 "beginmodelgeom a\nnode dummy a\n  parent NULL\nendnode\n";

static const char head_k2[] =
    "# game k2\nfiledependancy a NULL.mlk\nnewmodel a\nsetsupermodel a NULL\nclassification 3\n"
    "classification_unk1 2\nignorefog 1\ncompress_quaternions 1\nheadlink 1\nsetanimationscale 2\n"
    "beginmodelgeom a\n  bmin -1 -2 -3\n  bmax 4 5 6\n  radius 7.5\nnode dummy a\n  parent NULL\n"
    "  position 0 0 0\n  orientation 0 0 1 0\nendnode\n";

static const char head_super[] = "newmodel a\nsetsupermodel a super\nclassification Effects\n"
                                 "beginmodelgeom a\nnode dummy a\n  parent NULL\nendnode\n";

/* Two faces with other UVs on the edge that they share, every list and field of a mesh. */
static const char body_mesh[] =
    "node trimesh m\n  parent a\n  position 1 2.5 -3\n  orientation 0 0 1 1.5\n  alpha 0.5\n"
    "  scale 1\n  selfillumcolor 0 0.5 1\n  diffuse 0.1 0.2 0.3\n  ambient 0.4 0.5 0.6\n"
    "  render 1\n  shadow 1\n  lightmapped 1\n  rotatetexture 1\n  m_blsBackgroundGeometry 1\n"
    "  beaming 1\n  transparencyhint 4\n  animateuv 1\n  uvdirectionx 0.5\n  uvdirectiony -0.5\n"
    "  uvjitter 0.25\n  uvjitterspeed 2\n  bitmap skin\n  lightmap light\n  tangentspace 1\n"
    "  bmin 0 0 0\n  bmax 2 2 1\n  average 1 1 0.25\n  radius 1.5\n  inv_count 7\n"
    "  verts 4\n    0 0 0\n    2 0 0\n    2 2 0\n    0 2 1\n"
    "  faces 2\n    0 1 2 1 0 1 2 3\n    0 2 3 2 3 2 1 4\n"
    "  tverts 4\n    0 0\n    1 0\n    1 1\n    0 1\n"
    "  texindices1 2\n    0 1 2\n    2 1 0\n  tverts1 3\n    0 0\n    0.5 0\n    0.5 1\n"
    "  colors 2\n    1 0 0\n    0 1 0.5\n  colorindices 2\n    0 1 0\n    1 0 1\nendnode\n";

/* A pyramid with smoothing groups, faces of 11 words, four sets of UVs; what the second game adds. */
static const char body_dirt[] =
    "node trimesh m\n  parent a\n  dirt_enabled 1\n  dirt_texture 2\n  dirt_worldspace 3\n"
    "  hologram_donotdraw 1\n  bitmap skin\n  bitmap2 light\n"
    "  verts 4\n    0 0 1\n    1 0 0\n    -1 1 0\n    -1 -1 0\n"
    "  faces 4\n    0 1 2 1 0 1 2 0 0 0 1\n    0 2 3 1 0 2 1 1 1 1 2\n    0 3 1 3 2 1 0 0 1 2 3\n"
    "    1 3 2 0 1 1 1 2 2 2 4\n"
    "  tverts 3\n    0 0\n    0.25 0.5\n    1 2\n  tverts1 3\n    0 1\n    1 1\n    .5 .5\n"
    "  texindices2 4\n    0 0 1\n    1 0 1\n    0 0 0\n    1 1 1\n  tverts2 2\n    0 0\n    1 1\n"
    "  texindices3 4\n    0 0 0\n    0 0 0\n    0 0 0\n    0 0 0\n  tverts3 1\n    3 4\nendnode\n"
    "node trimesh neck_g\n  parent m\n  verts 3\n    0 0 0\n    1 0 0\n    0 1 0\n"
    "  normals 3\n    0 0 1\n    0 1 0\n    1 0 0\n  faces 1\n    0 1 2 1 0 0 0 5\nendnode\n"
    "name dead\n";

static const char body_skin[] =
    "node dummy b1\n  parent a\n  position 0 0 1\nendnode\n"
    "node dummy b2\n  parent b1\n  position 0 1 0\n  orientation 1 0 0 0.5\nendnode\n"
    "node skin s\n  parent a\n  bitmap skin\n"
    "  verts 4\n    0 0 0\n    1 0 0\n    0 1 0\n    0 0 1\n"
    "  faces 2\n    0 1 2 1 0 1 2 1\n    1 3 2 1 1 2 2 1\n  tverts 3\n    0 0\n    1 0\n    1 1\n"
    "  weights 4\n    b1 1.0\n    b1 0.25 B2 0.75\n    a 0.5 b1 0.25 b2 0.25\n"
    "    b2 0.25 b1 0.25 a 0.25 s 0.25\nendnode\n";

static const char body_dangly[] =
    "node danglymesh d\n  parent a\n  displacement 0.5\n  tightness 3\n  period 1.5\n  bitmap skin\n"
    "  verts 3\n    0 0 0\n    1 0 0\n    0 1 0\n  faces 1\n    0 1 2 1 0 1 2 1\n"
    "  tverts 3\n    0 0\n    1 0\n    1 1\n  constraints 3\n    0\n    127.5\n    255\nendnode\n"
    "node animmesh n\n  parent d\n  verts 3\n    0 0 0\n    1 0 0\n    0 1 0\n  faces 1\n"
    "    0 1 2 1 0 1 2 1\n  tverts 3\n    0 0\n    1 0\n    1 1\nendnode\n";

static const char body_walk[] =
    "node aabb w\n  parent a\n  bitmap NULL\n  render 0\n"
    "  verts 5\n    0 0 0\n    4 0 0\n    4 2 0\n    0 2 0\n    4 2 3\n"
    "  faces 3\n    0 1 2 1 0 0 0 4\n    0 2 3 1 0 0 0 4\n    1 4 2 1 0 0 0 7\n"
    "  aabb 0 0 0 4 2 3 -1\n    0 0 0 4 2 0 -1\n    0 0 0 4 2 0 0\n    0 0 0 4 2 0 1\n"
    "    4 0 0 4 2 3 2\nendnode\n";

static const char body_light[] =
    "node light l\n  parent a\n  position 0 0 3\n  radius 6\n  color 1 0.875 0.5\n  multiplier 2\n"
    "  shadowradius 1\n  verticaldisplacement 0.5\n  lightpriority -3\n  ambientonly 1\n"
    "  nDynamicType 2\n  affectDynamic 1\n  shadow 1\n  flare 1\n  fadingLight 1\n"
    "  flareradius 25\n  texturenames 2\n    glow\n    halo two\n  flaresizes 2\n    1\n    2.5\n"
    "  flarepositions 2\n    -1\n    0.5\n  flarecolorshifts 2\n    0 0 0\n    1 0.5 0\nendnode\n"
    "node reference r\n  parent l\n  refModel fx_ref\n  reattachable 1\nendnode\n"
    "node camera c\n  parent r\nendnode\n";

static const char body_emitter[] =
    "node emitter e\n  parent a\n  deadspace 0.5\n  blastRadius 1\n  blastLength 2\n"
    "  numBranches -3\n  controlptsmoothing 4\n  xgrid 5\n  ygrid 6\n  spawntype 1\n"
    "  update Fountain\n  render Normal\n  blend Lighten\n  texture skin\n  chunkname bit\n"
    "  twosidedtex 1\n  loop 1\n  renderorder 7\n  m_bFrameBlending 1\n  m_sDepthTextureName deep\n"
    "  p2p 1\n  p2p_sel 0\n  affectedByWind 1\n  m_isTinted 0\n  bounce 1\n  random 0\n"
    "  inherit 1\n  inheritvel 0\n  inherit_local 1\n  splat 0\n  inherit_part 1\n"
    "  depth_texture 0\n  emitterflag13 1\n  alphaEnd 0.5\n  birthrate 10\n  colorStart 1 0 0.5\n"
    "  sizeStart_y 2\n  tangentlength 3\n  controller999 4\nendnode\n"
    "node emitter f\n  parent e\n  update Lightning\n  detonate 1\nendnode\n"
    "node emitter g\n  parent e\n  update odd\nendnode\n";

static const char body_moved[] =
    "node trimesh M\n  parent a\n  position 1 0 0\n  orientation 0 0 1 1\n  verts 3\n    0 0 0\n"
    "    1 0 0\n    0 1 0\n  faces 1\n    0 1 2 1 0 0 0 5\nendnode\n"
    "node light l\n  parent M\nendnode\n";

/* Keys of all kinds, in lists with and without a number; nodes by another case, and one that the
 * geometry does not have. */
static const char moves[] =
    "endmodelgeom a\nnewanim walk a\n  length 1.5\n  transtime 0.25\n  animroot a\n"
    "  event 0.5 snd_step\n  eventlist\n    0.25 hit\n    1 done\n  endlist\n"
    "  node dummy a\n    parent NULL\n  endnode\n"
    "  node dummy m\n    parent a\n    positionkey 3\n      0 1 0 0\n      0.5 1 0.5 0\n"
    "      1 2 0 0\n    orientationkey\n      0 0 0 1 1\n      1 0 1 0 -0.5\n    endlist\n"
    "    scalekey 1\n      0 2\n    alphakey\n      0 1\n      1.5 0\n    endlist\n"
    "    selfillumcolorkey\n      0 1 0 0\n    endlist\n  endnode\n"
    "  node dummy l\n    parent m\n    positionbezierkey\n      0 0 0 0 1 1 1 2 2 2\n"
    "      1 1 0 0 1 1 1 2 2 2\n    endlist\n    colorkey\n      0 1 1 1\n      1 0 0 0\n"
    "    endlist\n    controller88key\n      0 5\n    endlist\n  endnode\n"
    "  node dummy ghost\n    parent l\n    position 0 0 1\n    orientation 0 0 1 1\n  endnode\n"
    "doneanim walk a\nnewanim stand a\n  length 2\n  node dummy a\n    parent NULL\n  endnode\n"
    "doneanim stand a\ndonemodel a\n";

/* A floor with a hole, a slope, surfaces of several kinds (one that nobody knows, one that nobody walks
 * on), an island, and doors to rooms. */
static const char walk_area[] =
    "# WOKMESH ASCII\nnode aabb walkmesh\n  parent NULL\n  position 1 2 3\n  verts 12\n    0 0 0\n"
    "    2 0 0\n    4 0 1\n    0 2 0\n    2 2 0\n    4 2 1\n    0 4 0\n    2 4 0\n    4 4 1\n"
    "    9 9 9\n    10 9 9\n    9 10 9\n  faces 8\n    0 1 4 1 0 0 0 4\n    0 4 3 1 0 0 0 4\n"
    "    1 2 5 1 0 0 0 6\n    1 5 4 1 0 0 0 7\n    3 4 7 1 0 0 0 1\n    4 5 8 1 0 0 0 40\n"
    "    4 8 7 1 0 0 0 3\n    9 10 11 1 0 0 0 30\n  roomlinks 3\n    0 2\n    5 1\n    6 0\n"
    "endnode\n";

static const char walk_door[] =
    "node trimesh DWK_wg_closed\n  parent NULL\n  position 1 0 0\n  verts 4\n    0 0 0\n    1 0 0\n"
    "    1 0 2\n    0 0 2\n  faces 2\n    0 1 2 1 0 0 0 0 0 0 18\n    0 2 3 1 0 0 0 0 0 0 18\n"
    "endnode\nnode trimesh DWK_wg_open1\n  verts 3\n    0 0 0\n    0 1 0\n    0 0 1\n"
    "  faces 1\n    0 1 2 1 0 0 0 5\nendnode\nnode dummy DWK_dp_closed_01\n  parent a\n"
    "  position 0 -1 0\nendnode\nnode dummy DWK_dp_open1_01\n  position 0 1 0.5\nendnode\n"
    "node dummy DWK_dp_closed_02\n  position 0 1 0\nendnode\n";

static const char walk_thing[] =
    "node trimesh pwk_wg\n  parent NULL\n  verts 4\n    0 0 0\n    1 0 0\n    1 1 0\n    0 1 5\n"
    "  faces 2\n    0 1 2 1 0 0 0 7\n    0 2 3 1 0 0 0 2\nendnode\n"
    "node dummy pwk_use01\n  position 3 0 0\nendnode\nnode dummy pwk_use02\n  position 0 3 0\n"
    "endnode\n";

static const struct model_text super_text = {
    "super",
    "newmodel super\nbeginmodelgeom super\nnode dummy super\n  parent NULL\nendnode\n",
    "node dummy l\n  parent super\nendnode\nnode dummy m\n  parent l\nendnode\n",
    NULL,
    false,
    NULL};

static const struct model_text model_texts[] = {
    {"mesh", NULL, body_mesh, NULL, false, NULL},
    {"mesh, second game", head_k2, body_dirt, NULL, false, NULL},
    {"skin", NULL, body_skin, NULL, false, NULL},
    {"cloth", NULL, body_dangly, NULL, false, NULL},
    {"walkmesh", NULL, body_walk, NULL, false, NULL},
    {"light", NULL, body_light, NULL, false, NULL},
    {"emitter", NULL, body_emitter, NULL, false, NULL},
    {"animations", NULL, body_moved, moves, false, NULL},
    {"animations, packed", head_k2, body_moved, moves, false, NULL},
    {"supermodel", head_super, body_moved, moves, false, NULL},
    {"saber", NULL, "", NULL, true, NULL},
    {"area", NULL, walk_area, NULL, false, "a.wok"},
    {"closed door", NULL, walk_door, NULL, false, "a0.dwk"},
    {"open door", NULL, walk_door, NULL, false, "a1.dwk.ascii"},
    {"thing", NULL, walk_thing, NULL, false, "a.pwk"},
};

/* The blade of a lightsaber: 16 vertices, each with UVs. */
static inline void put_saber(struct rq_out *out)
{
    rq_put_str(out, "node lightsaber blade\n  parent a\n  bitmap skin\n  inv_count 3 4\n"
                    "  verts 16\n");
    for (unsigned i = 0; i < 16; i++)
        rq_putf(out, "    %u %u %u\n", i % 2, i / 8, i / 2 % 4);
    rq_put_str(out, "  tverts 16\n");
    for (unsigned i = 0; i < 16; i++)
        rq_putf(out, "    0.%u 0.%u\n", i % 8, i % 4);
    rq_put_str(out, "  normals 16\n");
    for (unsigned i = 0; i < 16; i++)
        rq_putf(out, "    %u 0 %u\n", i / 8, 1 - i / 8);
    rq_put_str(out, "  faces 2\n    0 1 2 1 0 1 2 0\n    8 9 15 1 8 9 15 0\nendnode\n");
}

#endif
