/* ASCII MDL: the text as lines, texts to models with values worked out by hand, and damage. */
#include "formats/kotor/mdl/parts.h"
#include "kotor.h"

#include <math.h>
#include <reliquary/mdl_ascii.h>

/* Two triangles of a square of side 2 that share the edge from 0 to 2, one smoothing group; UVs
 * differ at vertex 0, so that it has to be told apart. */
static const char square[] = "# made by hand\n"
                             "filedependancy box NULL.mlk\n"
                             "NEWMODEL box\n"
                             "setsupermodel box NULL\n"
                             "classification Placeable\n"
                             "classification_unk1 4\n"
                             "ignorefog 1\n"
                             "setanimationscale 0.5\n"
                             "beginmodelgeom box\n"
                             "node dummy box\n"
                             "  parent NULL\n"
                             "endnode\n"
                             "node trimesh side\n"
                             "  parent box\n"
                             "  position 1 2 3\n"
                             "  orientation 0 0 1 3.14159265358979\n"
                             "  alpha 0.5\n"
                             "  wirecolor 1 1 1\n"
                             "  bitmap wall01\n"
                             "  lightmap light01\n"
                             "  shadow 1\n"
                             "  verts 4\n"
                             "    0 0 0\n"
                             "    2 0 0\n"
                             "    2 2 0\n"
                             "    0 2 0\n"
                             "  faces 2\n"
                             "    0 1 2 1 0 1 2 7\n"
                             "    0 2 3 1 4 2 3 8 # a remark\n"
                             "  tverts 5\n"
                             "    0 0 0\n"
                             "    1 0 0\n"
                             "    1 1 0\n"
                             "    0 1 0\n"
                             "    0.25 0 0\n"
                             "endnode\n"
                             "endmodelgeom box\n"
                             "newanim turn box\n"
                             "  length 2\n"
                             "  transtime 0.25\n"
                             "  animroot box\n"
                             "  event 0.5 snd_footstep\n"
                             "  eventlist\n"
                             "    1.5 hit\n"
                             "  endlist\n"
                             "  node dummy box\n"
                             "    parent NULL\n"
                             "  endnode\n"
                             "  node dummy SIDE\n"
                             "    parent box\n"
                             "    positionkey 2\n"
                             "      0 1 2 3\n"
                             "      2 1 2 3.5\n"
                             "    orientationkey\n"
                             "      0 0 0 1 0\n"
                             "      2 0 0 1 3.14159265358979\n"
                             "    endlist\n"
                             "    alphabezierkey\n"
                             "      0 1 0 0\n"
                             "    endlist\n"
                             "    controller204key\n"
                             "      0 9\n"
                             "    endlist\n"
                             "  endnode\n"
                             "doneanim turn box\n"
                             "donemodel box\n";

static struct rq_doc *model_of(const char *text)
{
    struct rq_error err = {0};
    struct rq_doc *doc = rq_mdl_from_ascii(bytes_of(text), NULL, &err);
    if (!doc)
        check_note("%s: %s", err.where, err.text);
    CHECK(doc != NULL);
    return doc;
}

static void check_floats(const float *v, size_t count, const float *expected)
{
    for (size_t i = 0; i < count; i++)
        if (!CHECK(fabs((double)v[i] - (double)expected[i]) < 1e-6))
            printf("    [%zu] %g, not %g\n", i, (double)v[i], (double)expected[i]);
}

static void test_lines(void)
{
    check_round_trips(bytes_of(square), "box.mdl.ascii", "mdl_ascii");
    check_round_trips(bytes_of(square), NULL, "mdl_ascii");
    check_round_trips(bytes_of("node trimesh a\r\n  parent NULL\r\nendnode\r\n"), NULL,
                      "mdl_ascii");
    check_findings(bytes_of(square), "mdl_ascii", "");
    check_findings(bytes_of("newmodel a\nnode dummy a\nverts 3\n 1 2 3\nendnode\n"), "mdl_ascii",
                   "mdl_ascii-wrong-count");
    check_json_has(bytes_of(square), "mdl_ascii", "{\"list\": \"verts\", \"rows\": [");
    check_json_has(bytes_of(square), "mdl_ascii", "[0.25, 0, 0]");
    check_truncations(bytes_of(square), "mdl_ascii");
    check_flips(bytes_of(square), "mdl_ascii", 1000);
    CHECK(rq_format_detect(bytes_of("beginlayout\nnewmodel x\n"), NULL) !=
          rq_format_by_name("mdl_ascii"));
}

/* Box 0 to 2; average 1 1 0; radius sqrt 2; area 4; normals up; the faces are each other's
 * neighbours at edge 2 of the first and edge 0 of the second; counters 98 on. */
static void check_square(const struct rq_mdl *m, const struct rq_mdl_mesh *mesh)
{
    const struct rq_mdl_mesh_header *h = &mesh->header;
    CHECK_INT(h->vertex_count, 5);
    CHECK_INT(mesh->face_count, 2);
    check_floats(h->box_max, 3, (const float[]){2, 2, 0});
    check_floats(h->average, 3, (const float[]){1, 1, 0});
    check_floats(&h->radius, 1, (const float[]){1.41421356F});
    check_floats(&mesh->end.area, 1, (const float[]){4});
    check_floats(mesh->faces[0].normal, 3, (const float[]){0, 0, 1});
    CHECK_INT(mesh->faces[0].adjacent[0], 0xFFFF);
    CHECK_INT(mesh->faces[0].adjacent[2], 1);
    CHECK_INT(mesh->faces[1].adjacent[0], 0);
    CHECK_INT(mesh->faces[0].material, 7);
    CHECK_INT(mesh->faces[1].vertices[0], 4); /* told apart from 0 by its UV */
    CHECK_INT(mesh->faces[1].vertices[1], 2);
    CHECK_INT(mesh->inverted, 98);
    CHECK_INT(mesh->index_count, 6);
    CHECK_INT(h->mdx_flags, 0x23);
    CHECK_INT(h->mdx_stride, 32);
    CHECK_INT(h->function_1, 4216656);
    CHECK_STR(h->texture_1, "wall01");
    CHECK_STR(h->texture_2, "light01");
    CHECK_INT(h->shadow, 1);
    float v[3];
    CHECK(rq_mdl_vertex(m, mesh, RQ_MDL_UV_1, 4, v, 2));
    check_floats(v, 2, (const float[]){0.25F, 0});
    CHECK(rq_mdl_vertex(m, mesh, RQ_MDL_NORMAL, 4, v, 3));
    check_floats(v, 3, (const float[]){0, 0, 1});
}

static void check_animation(const struct rq_mdl *m)
{
    const struct rq_mdl_animation *a = &m->animations[0];
    const struct rq_mdl_node *node = &a->tree.nodes[1];
    CHECK_STR(a->geometry.name, "turn");
    CHECK_INT(a->event_count, 2);
    CHECK_STR(a->events[1].name, "hit");
    check_floats(&a->events[1].time, 1, (const float[]){1.5F});
    REQUIRE(node->key_count == 4);
    /* Positions are ways from where the node rests: 0 0 0, then half a unit up. */
    check_floats((const float *)(node->data + node->keys[0].value_at), 6,
                 (const float[]){0, 0, 0, 0, 0, 0.5F});
    CHECK_INT(node->keys[0].link, 16);
    CHECK_INT(node->keys[0].rows, 2);
    /* A turn by 180 degrees about z is the quaternion 0 0 1 0. */
    check_floats((const float *)(node->data + node->keys[1].value_at), 8,
                 (const float[]){0, 0, 0, 1, 0, 0, 1, 0});
    CHECK_INT(node->keys[1].link, 28);
    CHECK_INT(node->keys[2].code, 132);
    CHECK_INT(node->keys[2].columns, 17);
    CHECK_INT(node->keys[3].code, 204);
    CHECK_INT(node->header.name, 1);
}

static void test_model(void)
{
    struct rq_doc *doc = model_of(square);
    REQUIRE(doc != NULL);
    const struct rq_mdl *m = rq_doc_root(doc, "mdl");
    CHECK_STR(m->geometry.name, "box");
    CHECK_INT(m->model.classification, 32);
    CHECK_INT(m->model.subclassification, 4);
    CHECK_INT(m->model.fog, 0);
    CHECK_INT(m->geometry.function_1, 4273776);
    CHECK_INT(m->geometry.node_count, 2);
    REQUIRE(m->tree.count == 2 && m->animation_count == 1);
    CHECK_INT(m->tree.nodes[0].key_count, 0);
    CHECK_INT(m->tree.nodes[1].key_count, 3);
    check_floats(m->tree.nodes[1].header.position, 3, (const float[]){1, 2, 3});
    check_floats(m->tree.nodes[1].header.orientation, 4, (const float[]){0, 0, 0, 1});
    check_square(m, m->tree.nodes[1].mesh);
    check_animation(m);
    /* Both files can be written and read. */
    struct rq_out mdl = {0}, mdx = {0};
    struct rq_error err = {0};
    CHECK(rq_doc_write(doc, &mdl, &err) && rq_doc_write_companion(doc, &mdx, &err));
    CHECK_INT(mdx.size, 32 * 6); /* five vertices and the row that ends them */
    struct rq_options options = {.companion = rq_out_bytes(&mdx)};
    struct rq_doc *again = rq_doc_read(rq_out_bytes(&mdl), &options, &err);
    CHECK(again != NULL);
    rq_doc_free(again);
    rq_out_free(&mdl);
    rq_out_free(&mdx);
    rq_doc_free(doc);
}

/* ---- kinds of nodes ---- */

static const char parts[] =
    "# game k2\n"
    "newmodel all\nsetsupermodel all NULL\nclassification effect\ncompress_quaternions 1\n"
    "headlink 1\nbeginmodelgeom all\n"
    "node dummy all\n parent NULL\nendnode\n"
    "name ghost\n"
    "node dummy neck_g\n parent all\n position 0 0 1\nendnode\n"
    "node light lamp\n parent all\n radius 5\n color 1 0.5 0\n lightpriority 3\n flare 1\n"
    " texturenames 2\n  a\n  b b\n flaresizes 1\n 2\n flarepositions 1\n 0.5\n"
    " flarecolorshifts 1\n 1 2 3\nendnode\n"
    "node emitter smoke\n parent all\n birthrate 10\n update Fountain\n p2p 1\n splat 1\n xgrid 2\n"
    " m_sDepthTextureName fog\nendnode\n"
    "node reference ref\n parent all\n refModel fx_ref\n reattachable 1\nendnode\n"
    "node danglymesh flag\n parent all\n displacement 1\n tightness 2\n period 3\n dirt_enabled 1\n"
    " verts 3\n 0 0 0\n 1 0 0\n 0 1 0\n faces 1\n 0 1 2 0 0 0 0 0\n constraints 3\n 1\n 2\n 3\n"
    "endnode\n"
    "node skin body\n parent all\n verts 3\n 0 0 0\n 1 0 0\n 0 1 0\n faces 1\n 0 1 2 1 0 1 2 0\n"
    " tverts 3\n 0 0\n 1 0\n 0 1\n tangentspace 1\n"
    " weights 3\n neck_g 1\n neck_g 0.25 all 0.75\n all 1\nendnode\n"
    "node aabb walk\n parent all\n verts 4\n 0 0 0\n 4 0 0\n 4 4 0\n 0 4 0\n"
    " faces 2\n 0 1 2 1 0 0 0 1\n 0 2 3 1 0 0 0 1\n"
    " aabb 0 0 0 4 4 0 -1\n  0 0 0 4 4 0 1\n  0 0 0 4 4 0 0\nendnode\n"
    "node trimesh 2081__blade\n parent all\n inv_count 5 6\n"
    " verts 16\n 0 0 0\n 1 0 0\n 2 0 0\n 3 0 0\n 4 0 0\n 5 0 0\n 6 0 0\n 7 0 0\n 8 0 0\n 9 0 0\n"
    " 10 0 0\n 11 0 0\n 12 0 0\n 13 0 0\n 14 0 0\n 15 0 0\n"
    " tverts 16\n 0 0\n 0 0\n 0 0\n 0 0\n 0 0\n 0 0\n 0 0\n 0 0\n 0 0\n 0 0\n 0 0\n 0 0\n 0 0\n"
    " 0 0\n 0 0\n 0 0\n faces 1\n 0 1 15 1 0 1 15 0\nendnode\n"
    "endmodelgeom all\n"
    "newanim spin all\n length 1\n animroot all\n node dummy all\n parent NULL\n orientationkey\n"
    " 0 0 0 1 1\n endlist\n endnode\ndoneanim spin all\ndonemodel all\n";

static void check_skin(const struct rq_mdl *m, const struct rq_mdl_mesh *mesh)
{
    float v[4];
    /* Bones are numbered as they are named: neck_g 0, all 1; the lists go by node, so the name that
     * no node has does not count. Seen from neck_g, which stands one unit up, the skin is one unit
     * down. */
    REQUIRE(mesh->skin != NULL && mesh->skin->bone_map_count == m->tree.count);
    CHECK(mesh->skin->bone_map[0] == 1 && mesh->skin->bone_map[1] == 0 &&
          mesh->skin->bone_map[2] == -1 && mesh->skin->header.bone_nodes[0] == 1);
    check_floats(mesh->skin->t_bones[1], 3, (const float[]){0, 0, -1});
    CHECK_INT(mesh->header.mdx_stride, 100);
    CHECK_INT(mesh->skin->header.mdx_weights_at, 68);
    CHECK(rq_mdl_vertex(m, mesh, RQ_MDL_WEIGHTS, 1, v, 4));
    check_floats(v, 4, (const float[]){0.25F, 0.75F, 0, 0});
    CHECK(rq_mdl_vertex(m, mesh, RQ_MDL_BONES, 1, v, 4));
    check_floats(v, 4, (const float[]){0, 1, -1, -1});
    CHECK_INT(mesh->end_row.size, 100);
}

static void check_others(const struct rq_mdl *m)
{
    const struct rq_mdl_node *n = m->tree.nodes;
    REQUIRE(n[2].light && n[3].emitter && n[4].reference && n[5].mesh && n[5].mesh->dangly);
    CHECK_INT(n[2].light->header.priority, 3);
    CHECK_INT(n[2].light->texture_count, 2);
    CHECK_STR(n[2].light->textures[1], "b b");
    CHECK_INT(n[2].keys[0].code, 88); /* of a light radius is a controller */
    CHECK_STR(n[3].emitter->update, "Fountain");
    CHECK_INT(n[3].emitter->flags, 0x201);
    CHECK_INT(n[3].keys[0].code, 88);
    CHECK_STR(n[4].reference->model, "fx_ref");
    CHECK_INT(n[5].mesh->dirt.dirt_enabled, 1);
    CHECK_INT(n[5].mesh->dangly->constraint_count, 3);
    CHECK(n[5].mesh->dangly->constraints[2] == 3 && n[5].mesh->dangly->header.period == 3);
}

static void test_parts(void)
{
    struct rq_doc *doc = model_of(parts);
    REQUIRE(doc != NULL);
    const struct rq_mdl *m = rq_doc_root(doc, "mdl");
    REQUIRE(m->tree.count == 9 && m->animation_count == 1);
    CHECK_INT(m->version, RQ_MDL_K2);
    CHECK_INT(m->name_count, 10);
    CHECK_STR(m->names[1], "ghost");
    CHECK_STR(m->names[9], "blade");
    CHECK_INT(m->animation_root, 1);
    check_floats(&m->model.radius, 1, (const float[]){40}); /* there is an emitter */
    check_others(m);
    check_skin(m, m->tree.nodes[6].mesh);
    const struct rq_mdl_mesh *walk = m->tree.nodes[7].mesh, *blade = m->tree.nodes[8].mesh;
    REQUIRE(walk->box_count == 3);
    CHECK_INT(walk->boxes[1].face, 1); /* as the text has it, not as it would be built */
    CHECK_INT(walk->boxes[0].second, 2);
    REQUIRE(blade->saber != NULL);
    CHECK_INT(blade->saber->header.inverted_2, 6);
    CHECK(blade->saber->vertices[88][0] == 8 && blade->saber->vertices[87][0] == 3);
    CHECK_INT(blade->faces[0].vertices[2], 95);
    CHECK_INT(m->animations[0].tree.nodes[0].keys[0].columns, 2); /* packed */
    /* To text and back gives the same text. */
    struct rq_out first = {0}, second = {0};
    struct rq_error err = {0};
    CHECK(rq_mdl_to_ascii(doc, &first, &err));
    struct rq_doc *back = rq_mdl_from_ascii(rq_out_bytes(&first), NULL, &err);
    CHECK_STR(err.text, "");
    if (CHECK(back && rq_mdl_to_ascii(back, &second, &err)))
        CHECK_MEM(second.data, second.size, first.data, first.size);
    rq_doc_free(back);
    rq_out_free(&first);
    rq_out_free(&second);
    rq_doc_free(doc);
}

/* The style of KOTORmax 0.4.1, with its words and numbers. */
static const char kotormax[] =
    "# Exported from KOTORmax 0.4.1 at 10/06/2018 7:26:59 PM\r\n# MODEL ASCII\r\n"
    "newmodel Room01\r\nsetsupermodel Room01 NULL\r\nclassification other\r\n"
    "classification_unk1 0\r\nignorefog 0\r\nsetanimationscale 1.0\r\n"
    "compress_quaternions 0\r\nheadlink 0\r\n\r\n\r\n# GEOM ASCII\r\nbeginmodelgeom Room01\r\n"
    "  bmin -5.0 -5.0 -1.0\r\n  bmax 5.0 5.0 10.0\r\n  radius 7.0\r\n"
    "node dummy Room01\r\n  parent NULL\r\nendnode\r\n"
    "node trimesh Screen\r\n  parent Room01\r\n  position 8.5 -145.25 275.5\r\n"
    "  orientation -1.0 0.0 0.0 -1.5708\r\n  scale 1.0\r\n  alpha 0.5\r\n"
    "  selfillumcolor 1.0 1.0 1.0\r\n  diffuse 1.0 1.0 1.0\r\n  ambient 1.0 1.0 1.0\r\n"
    "  transparencyhint 0\r\n  animateuv 1\r\n  uvdirectionx 0.0\r\n  uvdirectiony 0.25\r\n"
    "  uvjitter 0.0\r\n  uvjitterspeed 0.0\r\n  lightmapped 0\r\n  rotatetexture 0\r\n"
    "  m_bIsBackgroundGeometry 0\r\n  shadow 0\r\n  beaming 0\r\n  render 1\r\n"
    "  dirt_enabled 0\r\n  dirt_texture 1\r\n  dirt_worldspace 1\r\n  hologram_donotdraw 0\r\n"
    "  tangentspace 0\r\n  inv_count 98\r\n  bitmap PER_Text\r\n  verts 4\r\n"
    "    -1.5 1.0 6.25e-002\r\n    -1.5 -2.5 0.5\r\n    1.25 1.0 0.5\r\n    1.25 -2.5 0.5\r\n"
    "  faces 2\r\n    0 1 2  1  0 1 2  1\r\n    3 2 1  1  3 2 1  4\r\n"
    "  tverts 4\r\n    0.0 1.0\r\n    0.0 0.0\r\n    1.0 1.0\r\n    1.0 0.0\r\nendnode\r\n"
    "endmodelgeom Room01\r\n\r\n# ANIM ASCII\r\nnewanim animloop1 Room01\r\n"
    "  length 33.25\r\n  transtime 0.25\r\n  animroot Room01\r\n"
    "    node dummy Room01\r\n      parent NULL\r\n    endnode\r\n"
    "    node dummy Screen\r\n      parent Room01\r\n      positionkey\r\n"
    "        0.0 8.5 -145.25 275.5\r\n        33.25 9.5 -145.25 275.5\r\n      endlist\r\n"
    "    endnode\r\ndoneanim animloop1 Room01\r\n\r\ndonemodel Room01\r\n";

static void test_kotormax(void)
{
    struct rq_doc *doc = model_of(kotormax);
    REQUIRE(doc != NULL);
    const struct rq_mdl *m = rq_doc_root(doc, "mdl");
    REQUIRE(m->tree.count == 2 && m->animation_count == 1 && m->tree.nodes[1].mesh);
    CHECK_STR(m->geometry.name, "Room01");
    CHECK_STR(m->names[1], "Screen");
    check_floats(&m->model.animation_scale, 1, (const float[]){1});
    const struct rq_mdl_mesh *mesh = m->tree.nodes[1].mesh;
    CHECK_INT(mesh->header.vertex_count, 4);
    CHECK_INT(mesh->face_count, 2);
    CHECK_INT(mesh->faces[1].material, 4);
    CHECK_STR(mesh->header.texture_1, "PER_Text");
    CHECK_INT(mesh->inverted, 98);
    check_floats(&mesh->header.uv_direction_y, 1, (const float[]){0.25F});
    float v[3];
    CHECK(rq_mdl_vertex(m, mesh, RQ_MDL_POSITION, 0, v, 3));
    check_floats(v, 3, (const float[]){-1.5F, 1, 0.0625F});
    /* -1.5708 about -x: cosine and sine of 0.7854. */
    check_floats(m->tree.nodes[1].header.orientation, 4,
                 (const float[]){0.70710548F, 0.70710808F, 0, 0});
    const struct rq_mdl_node *moved = &m->animations[0].tree.nodes[1];
    REQUIRE(moved->key_count == 1 && moved->keys[0].rows == 2);
    check_floats((const float *)(moved->data + moved->keys[0].value_at), 6,
                 (const float[]){0, 0, 0, 1, 0, 0});
    rq_doc_free(doc);
    /* The text of a walkmesh has a room for parent that is not there: say what it may be. */
    struct rq_error err = {0};
    CHECK(!rq_mdl_from_ascii(bytes_of("# WOKMESH  ASCII\nnode trimesh walk\n  parent Room01\n"
                                      "endnode\n"),
                             NULL, &err));
    CHECK(strstr(err.text, "walkmesh") != NULL);
}

/* ---- emitters ---- */

static const char emitters[] =
    "newmodel e\nsetsupermodel e NULL\nbeginmodelgeom e\nnode dummy e\n parent NULL\nendnode\n"
    "node emitter a\n parent e\n update Explosion\n detonate 0\nendnode\n"
    "node emitter b\n parent e\n update Fountain\n detonate 0\n controlptsmoothing 1\nendnode\n"
    "node emitter c\n parent e\n update Single\n emitterflag13 1\n random 1\nendnode\n"
    "node emitter d\n parent e\n update Lightning\n controlptsmoothing 0.0\nendnode\n"
    "node emitter f\n parent e\n update Lightning\n detonate 0\nendnode\n"
    "node emitter g\n parent e\n update fountain\nendnode\n"
    "endmodelgeom e\ndonemodel e\n";

/* The game makes one class of Fountain, Explosion and Single, and a Lightning of any other word
 * (docs/formats/mdl.md); its memory has detonate in the first class only. */
static void test_emitters(void)
{
    static const char *const expected[] = {"mdl-detonate", "mdl-lightning-detonate",
                                           "mdl-emitter-update"};
    static const char *const where[] = {"b", "f", "g"};
    struct rq_error err = {0};
    struct rq_out mdl = {0}, mdx = {0};
    const struct rq_finding *findings;
    struct rq_doc *made = model_of(emitters);
    REQUIRE(made && rq_doc_write(made, &mdl, &err) && rq_doc_write_companion(made, &mdx, &err));
    struct rq_options options = {.companion = rq_out_bytes(&mdx)};
    struct rq_doc *doc = rq_doc_read(rq_out_bytes(&mdl), &options, &err);
    REQUIRE(doc != NULL);
    size_t count = rq_doc_findings(doc, &findings);
    CHECK_INT(count, 3);
    for (size_t i = 0; i < count && i < 3; i++) {
        CHECK_STR(findings[i].id, expected[i]);
        CHECK_STR(findings[i].where, where[i]);
    }
    CHECK_INT(findings[0].severity, RQ_WARNING);
    CHECK_INT(findings[1].severity, RQ_ERROR);
    const struct rq_mdl *m = rq_doc_root(doc, "mdl");
    CHECK_INT(m->tree.nodes[2].emitter->control_point_smoothing, 1);
    CHECK_INT(m->tree.nodes[3].emitter->flags, 0x1020);
    CHECK_INT(m->tree.nodes[4].emitter->control_point_smoothing, 0);
    rq_doc_free(doc);
    rq_doc_free(made);
    rq_out_free(&mdl);
    rq_out_free(&mdx);
}

/* ---- numbers of a supermodel ---- */

struct one_file {
    const char *name;
    struct rq_bytes bytes;
};

static bool get_file(void *ctx, const char *name, struct rq_bytes *bytes)
{
    const struct one_file *file = ctx;
    *bytes = file->bytes;
    return rq_casecmp(name, file->name) == 0;
}

/* The supermodel has root 0, hip 1, leg 2: a model with leg and tail gives leg 2, and tail and its
 * root, which it has not, numbers from 3 on; it counts its own, one, and those of the supermodel. */
static void test_supermodel(void)
{
    struct rq_doc *super = model_of("newmodel s\nnode dummy s\nparent NULL\nendnode\n"
                                    "node dummy hip\nparent s\nendnode\n"
                                    "node dummy leg\nparent hip\nendnode\n");
    struct rq_error err = {0};
    struct rq_out out = {0};
    REQUIRE(super != NULL && rq_doc_write(super, &out, &err));
    struct one_file file = {"s.mdl", rq_out_bytes(&out)};
    struct rq_env env = {.get = get_file, .ctx = &file};
    struct rq_options options = {.env = &env};
    struct rq_doc *doc =
        rq_mdl_from_ascii(bytes_of("newmodel c\nsetsupermodel c s\nnode dummy c\nparent NULL\n"
                                   "endnode\nnode dummy tail\nparent c\nendnode\n"
                                   "node dummy LEG\nparent c\nendnode\n"),
                          &options, &err);
    if (CHECK(doc != NULL)) {
        const struct rq_mdl *m = rq_doc_root(doc, "mdl");
        CHECK_INT(m->tree.nodes[0].header.number, 3);
        CHECK_INT(m->tree.nodes[1].header.number, 4);
        CHECK_INT(m->tree.nodes[2].header.number, 2);
        CHECK_INT(m->geometry.node_count, 3 + 1 + 3);
    }
    rq_doc_free(doc);
    rq_doc_free(super);
    rq_out_free(&out);
}

/* A supermodel that is named has to be found and be a model; "NULL" and nothing name none. */
static void test_no_supermodel(void)
{
    static const struct {
        const char *line;
        struct one_file file;
        size_t findings;
    } cases[] = {
        {"", {"s.mdl", {NULL, 0}}, 0},
        {"setsupermodel c\n", {".mdl", {NULL, 0}}, 0},
        {"setsupermodel c NULL\n", {"NULL.mdl", {NULL, 0}}, 0},
        {"setsupermodel c null\n", {"null.mdl", {NULL, 0}}, 0},
        {"setsupermodel c s\n", {"other.mdl", {NULL, 0}}, 1},
        {"setsupermodel c s\n", {"s.mdl", {(const uint8_t *)"no model", 8}}, 1},
    };
    for (size_t i = 0; i < 2 * sizeof cases / sizeof cases[0]; i++) {
        struct one_file file = cases[i / 2].file;
        struct rq_env env = {.get = get_file, .ctx = &file};
        struct rq_options options = {.env = i % 2 ? &env : NULL};
        struct rq_error err = {0};
        const struct rq_finding *findings;
        char text[200];
        snprintf(text, sizeof text,
                 "newmodel c\n%snode dummy c\nparent NULL\nendnode\nnode dummy leg\nparent c\n"
                 "endnode\n",
                 cases[i / 2].line);
        check_note("case %zu", i);
        struct rq_doc *doc = rq_mdl_from_ascii(bytes_of(text), &options, &err);
        REQUIRE(doc != NULL);
        if (CHECK_INT(rq_doc_findings(doc, &findings), cases[i / 2].findings) &&
            cases[i / 2].findings)
            CHECK_STR(findings[0].id, "mdl-no-supermodel");
        const struct rq_mdl *m = rq_doc_root(doc, "mdl");
        CHECK_INT(m->tree.nodes[0].header.number, 0);
        CHECK_INT(m->tree.nodes[1].header.number, 1);
        rq_doc_free(doc);
    }
}

/* A word that means nothing is told once, whatever follows it; those that other programs always write are not. */
static void test_left_out(void)
{
    static const char text[] = "filedependancy a\nnewmodel a\nsetanimationscale 1\nscael 2\n"
                               "beginmodelgeom a\nnode trimesh a\nparent NULL\nwirecolor 1 1 1\n"
                               "alfa 0.5\nvertz 1\n 0 0 0\nverts 0\nfaces 0\nendnode\n"
                               "node dummy b\nparent a\nalfa 0.5\nendnode\nendmodelgeom a\n"
                               "newanim x a\nlenght 2\nnode dummy a\nparent NULL\n"
                               "alfakey 1\n 0 1\nendnode\ndoneanim x a\ndonemodel a\n";
    static const char *const wanted[][2] = {
        {"line 4", "scael means nothing here, and is left out"},
        {"line 9", "alfa means nothing here, and is left out"},
        {"line 10", "vertz means nothing here, and is left out"},
        {"line 21", "lenght means nothing here, and is left out"},
        {"line 24", "alfakey means nothing here, and is left out"}};
    const struct rq_finding *findings;
    struct rq_doc *doc = model_of(text);
    REQUIRE(doc);
    REQUIRE(CHECK_INT(rq_doc_findings(doc, &findings), 5));
    for (size_t i = 0; i < 5; i++) {
        CHECK_STR(findings[i].id, "mdl-left-out");
        CHECK_STR(findings[i].where, wanted[i][0]);
        CHECK_STR(findings[i].text, wanted[i][1]);
    }
    rq_doc_free(doc);
}

/* ---- damage ---- */

static void no_model(const char *text, const char *where, const char *why)
{
    struct rq_error err = {0};
    struct rq_doc *doc = rq_mdl_from_ascii(bytes_of(text), NULL, &err);
    check_note("%.60s", text);
    CHECK(doc == NULL);
    CHECK_STR(err.where, where);
    if (!CHECK(strstr(err.text, why) != NULL))
        printf("    %s\n", err.text);
    rq_doc_free(doc);
}

static void test_refusals(void)
{
    no_model("newmodel a\n", "line 1", "no nodes");
    no_model("node dummy a\nparent b\nendnode\n", "line 1", "no node b");
    no_model("node dummy a\nparent a\nendnode\n", "line 1", "no node is without a parent");
    no_model("node dummy a\nendnode\nnode dummy b\nendnode\n", "line 3", "first is on line 1");
    no_model("node dummy r\nendnode\nnode dummy a\nparent b\nendnode\nnode dummy b\nparent a\n"
             "endnode\n",
             "line 6", "own parent");
    no_model("node castle a\nendnode\n", "line 1", "not a type");
    no_model("node trimesh a\nverts 4000000000\nendnode\n", "line 2", "do not follow");
    no_model("node trimesh a\nverts 2\n 1 2 3\nendnode\n", "line 4", "too early");
    no_model("node trimesh a\nverts 1\n 1 x 3\nendnode\n", "line 3", "x is not a number");
    no_model("node trimesh a\nverts 1\n 1 2\nendnode\n", "line 3", "lacks");
    no_model("node trimesh a\nverts 1\n 1 2 3\nfaces 1\n 0 0 1 1 0 0 0 0\nendnode\n", "line 1",
             "vertex 1 of 1");
    no_model("node trimesh a\nverts 1\n 1 2 3\nfaces 1\n 0 0 0 1 0 0\nendnode\n", "line 5",
             "lacks");
    no_model("node trimesh a\nverts 1\n 1 2 3\nfaces 1\n 0 0 0 1 0 0 0 1 2\nendnode\n", "line 5",
             "8 words");
    no_model("node trimesh a\nverts 1\n 1 2 3\nfaces 1\n 0 0 0 1 9 0 0 0\ntverts 1\n 0 0\n"
             "endnode\n",
             "line 1", "UV or colour 9 of 1");
    no_model("node skin a\nverts 1\n 1 2 3\nweights 1\n nobody 1\nendnode\n", "line 5",
             "no bone nobody");
    no_model("node lightsaber a\nverts 1\n 1 2 3\nendnode\n", "line 1", "16 vertices");
    no_model("node dummy a\npositionkey\n 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\nendlist\n"
             "endnode\n",
             "line 2", "values");
    no_model("node dummy a\nendnode\nnewanim x a\ndoneanim x a\n", "line 4", "no nodes");
    no_model("newanim x a\ndoneanim x a\n", "line 1", "no nodes");
}

/* Whatever the text: a model that can be written, or an error. */
static void try_text(struct rq_bytes text)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_doc *doc = rq_mdl_from_ascii(text, NULL, &err);
    CHECK(doc || (err.code != RQ_OK && err.text[0]));
    if (doc) {
        CHECK(rq_doc_write(doc, &out, &err) && rq_doc_write_companion(doc, &out, &err));
        CHECK(rq_mdl_to_ascii(doc, &out, &err));
    }
    rq_out_free(&out);
    rq_doc_free(doc);
}

static void test_damage(void)
{
    static char copy[sizeof parts];
    uint32_t random = 7;
    for (size_t n = 0; n < sizeof parts - 1; n += 3)
        try_text((struct rq_bytes){(const uint8_t *)parts, n});
    for (unsigned round = 0; round < 3000; round++) {
        memcpy(copy, parts, sizeof parts);
        for (unsigned k = 0; k < 3; k++) {
            random = random * 1664525u + 1013904223u;
            copy[(random >> 8) % (sizeof parts - 1)] = "0123456789 -.e\nax#"[(random >> 4) % 18];
        }
        check_note("round %u", round);
        try_text((struct rq_bytes){(const uint8_t *)copy, sizeof parts - 1});
    }
    check_note(" ");
}

/* A deep chain, a fan with all faces at one place, names that are all the same: none may take
 * the square of its size. */
static void test_large(void)
{
    enum { MANY = 30000 };
    struct rq_out out = {0};
    rq_putf(&out, "node dummy n0\nendnode\n");
    for (unsigned i = 1; i < MANY; i++)
        rq_putf(&out, "node dummy n%u\nparent n%u\nendnode\n", i, i - 1);
    try_text(rq_out_bytes(&out));
    rq_out_cut(&out, 0);
    rq_putf(&out, "node dummy r\nendnode\n");
    for (unsigned i = 1; i < MANY; i++)
        rq_putf(&out, "node dummy same\nparent r\nendnode\n");
    try_text(rq_out_bytes(&out));
    rq_out_cut(&out, 0);
    rq_putf(&out, "node trimesh r\nverts 3\n0 0 0\n1 0 0\n0 1 0\nfaces %u\n", MANY);
    for (unsigned i = 0; i < MANY; i++)
        rq_putf(&out, "0 1 2 %u 0 0 0 0\n", i % 60);
    rq_putf(&out, "endnode\n");
    try_text(rq_out_bytes(&out));
    rq_out_free(&out);
}

/* As other parts of the library get there. */
static void test_ways_in(void)
{
    struct rq_error err = {0};
    struct rq_options options = {.name = "box.mdl.ascii"};
    struct rq_doc *doc = rq_doc_from_text(bytes_of(square), &options, &err);
    if (CHECK(doc != NULL))
        CHECK_STR(rq_format_describe(rq_doc_format(doc))->name, "mdl");
    rq_doc_free(doc);
    doc = rq_doc_from_text(bytes_of(square), NULL, &err);
    CHECK(doc != NULL);
    rq_doc_free(doc);
    check_exhausted(bytes_of(square), "mdl_ascii", "mdl", NULL, (struct rq_bytes){0});
}

/* printf of other systems spells what is no number in its own ways; case does not count. */
static void test_no_numbers(void)
{
    static const struct {
        const char *word;
        uint32_t bits; /* of the float: infinity is 0x7F800000, a NaN 0x7FC00000; 0: refused */
    } words[] = {{"inf", 0x7F800000},
                 {"-inf", 0xFF800000},
                 {"INF", 0x7F800000},
                 {"nan", 0x7FC00000},
                 {"-nan", 0x7FC00000},
                 {"-1.#IND", 0x7FC00000},
                 {"1.#QNAN", 0x7FC00000},
                 {"1.#", 0x7FC00000},
                 {"2.5", 0x40200000},
                 {"-2.5", 0xC0200000},
                 {"nf", 0},
                 {"an", 0},
                 {"1.x", 0},
                 {"-", 0},
                 {"--inf", 0}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        char text[200];
        struct rq_error err = {0};
        snprintf(text, sizeof text,
                 "newmodel a\nnode trimesh a\n  parent NULL\n  position %s 2 3\nendnode\n",
                 words[i].word);
        struct rq_doc *doc = rq_mdl_from_ascii(bytes_of(text), NULL, &err);
        check_note("%s", words[i].word);
        CHECK_INT(doc != NULL, words[i].bits != 0);
        if (doc) {
            const float *position =
                ((const struct rq_mdl *)rq_doc_root(doc, "mdl"))->tree.nodes[0].header.position;
            CHECK_INT(rq_bits_of(position[0]), words[i].bits);
            CHECK(position[1] == 2 && position[2] == 3);
        } else {
            CHECK_STR(err.where, "line 4");
            CHECK(strstr(err.text, "is not a number") != NULL);
        }
        rq_doc_free(doc);
    }
}

/* A list of no normals is as good as none: they are worked out, here upright. */
static void test_no_normals(void)
{
    struct rq_doc *doc = model_of("newmodel a\nnode trimesh a\n  parent NULL\n  normals 0\n"
                                  "  verts 3\n    0 0 0\n    1 0 0\n    0 1 0\n  faces 1\n"
                                  "    0 1 2 1 0 0 0 1\nendnode\n");
    REQUIRE(doc != NULL);
    const struct rq_mdl *m = rq_doc_root(doc, "mdl");
    for (uint32_t i = 0; i < 3; i++) {
        float normal[3];
        REQUIRE(rq_mdl_vertex(m, m->tree.nodes[0].mesh, RQ_MDL_NORMAL, i, normal, 3));
        CHECK(normal[0] == 0 && normal[1] == 0 && normal[2] == 1);
    }
    rq_doc_free(doc);
}

TESTS(test_lines, test_model, test_parts, test_kotormax, test_emitters, test_supermodel,
      test_no_supermodel, test_left_out, test_refusals, test_damage, test_large, test_ways_in,
      test_no_normals, test_no_numbers)
