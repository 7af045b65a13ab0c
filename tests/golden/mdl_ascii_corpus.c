/* Every model of the corpus as text and back: what comes back equal, field by field. */
#include "mdl_tally.h"

#include <reliquary/mdl_ascii.h>

/* ---- comparing ---- */

static void compare_slot(const struct rq_mdl *m, const struct rq_mdl_mesh *a,
                         const struct rq_mdl *n, const struct rq_mdl_mesh *b, enum rq_mdl_slot slot,
                         unsigned count, const char *name, double within)
{
    char nearly[64];
    snprintf(nearly, sizeof nearly, "first two %s within %g", name, within);
    for (uint32_t i = 0; i < a->header.vertex_count; i++) {
        float x[9], y[9];
        if (!rq_mdl_vertex(m, a, slot, i, x, count))
            return;
        bool has = rq_mdl_vertex(n, b, slot, i, y, count);
        tally("rows", name, has && memcmp(x, y, count * sizeof *x) == 0);
        if (within > 0)
            tally("rows", nearly, has && is_near(x, y, count < 6 ? count : 6, within));
    }
}

static void compare_rows(const struct rq_mdl *m, const struct rq_mdl_mesh *a,
                         const struct rq_mdl *n, const struct rq_mdl_mesh *b)
{
    compare_slot(m, a, n, b, RQ_MDL_POSITION, 3, "position", 0);
    compare_slot(m, a, n, b, RQ_MDL_NORMAL, 3, "normal", 0);
    compare_slot(m, a, n, b, RQ_MDL_UV_1, 2, "uv 1", 0);
    compare_slot(m, a, n, b, RQ_MDL_UV_2, 2, "uv 2", 0);
    compare_slot(m, a, n, b, RQ_MDL_TANGENT_1, 9, "tangents", 0.05);
    compare_slot(m, a, n, b, RQ_MDL_WEIGHTS, 4, "weights", 0);
    /* Numbers of bones are free: what counts is the node that they mean. */
    for (uint32_t i = 0; a->skin && b->skin && i < a->header.vertex_count; i++) {
        float x[4], y[4];
        if (!rq_mdl_vertex(m, a, RQ_MDL_BONES, i, x, 4) ||
            !rq_mdl_vertex(n, b, RQ_MDL_BONES, i, y, 4))
            continue;
        bool same = true;
        for (size_t k = 0; k < 4; k++)
            for (uint32_t node = 0; node < a->skin->bone_map_count; node++)
                if (node < b->skin->bone_map_count && x[k] >= 0)
                    same &= (a->skin->bone_map[node] == x[k]) == (b->skin->bone_map[node] == y[k]);
        tally("rows", "bones, by node", same);
        tally_bytes("rows", "bones, by number", x, y, sizeof x);
    }
    tally_bytes("rows", "end row", a->end_row.data, b->end_row.data,
                a->end_row.size == b->end_row.size ? a->end_row.size : 0);
}

static void compare_skin(const struct rq_mdl_skin *a, const struct rq_mdl_skin *b)
{
    tally_record("skin", rq_mdl_rec.skin_header, &a->header, &b->header);
    tally("skin", "bone_map_count", a->bone_map_count == b->bone_map_count);
    tally("skin", "q_bone_count", a->q_bone_count == b->q_bone_count);
    for (uint32_t i = 0; i < a->q_bone_count && i < b->q_bone_count; i++) {
        tally_bytes("skin", "q_bone", a->q_bones[i], b->q_bones[i], sizeof a->q_bones[i]);
        float turned[4];
        for (size_t k = 0; k < 4; k++)
            turned[k] = -b->q_bones[i][k];
        tally("skin", "q_bone nearly",
              is_near(a->q_bones[i], b->q_bones[i], 4, 1e-3) ||
                  is_near(a->q_bones[i], turned, 4, 1e-3));
    }
    for (uint32_t i = 0; i < a->t_bone_count && i < b->t_bone_count; i++) {
        tally_bytes("skin", "t_bone", a->t_bones[i], b->t_bones[i], sizeof a->t_bones[i]);
        tally("skin", "t_bone nearly", is_near(a->t_bones[i], b->t_bones[i], 3, 1e-3));
    }
    for (uint32_t i = 0; i < a->bone_map_count && i < b->bone_map_count; i++) {
        tally("skin", "bone_map", a->bone_map[i] == b->bone_map[i]);
        tally("skin", "bone_map, bone or none", (a->bone_map[i] < 0) == (b->bone_map[i] < 0));
    }
}

static void compare_mesh(const struct rq_mdl *m, const struct rq_mdl_mesh *a,
                         const struct rq_mdl *n, const struct rq_mdl_mesh *b)
{
    tally_record("mesh", rq_mdl_rec.mesh_header, &a->header, &b->header);
    tally_record("mesh", rq_mdl_rec.mesh_end, &a->end, &b->end);
    tally("mesh", "area nearly",
          is_near(&a->end.area, &b->end.area, 1, 1e-3 * (1 + (double)a->end.area)));
    tally("mesh", "inverted", a->inverted == b->inverted);
    tally("mesh", "face_count", a->face_count == b->face_count);
    tally("mesh", "box_count", a->box_count == b->box_count);
    for (uint32_t i = 0; i < a->face_count && i < b->face_count; i++) {
        tally_record("face", rq_mdl_rec.face, &a->faces[i], &b->faces[i]);
        tally("face", "normal nearly", is_near(a->faces[i].normal, b->faces[i].normal, 3, 1e-3));
    }
    for (uint32_t i = 0; i < a->box_count && i < b->box_count; i++) {
        tally_bytes("box", "min", a->boxes[i].min, b->boxes[i].min, 12);
        tally_bytes("box", "max", a->boxes[i].max, b->boxes[i].max, 12);
        tally("box", "boxes in it and face",
              a->boxes[i].first == b->boxes[i].first && a->boxes[i].second == b->boxes[i].second &&
                  a->boxes[i].face == b->boxes[i].face);
        tally("box", "plane", a->boxes[i].plane == b->boxes[i].plane);
    }
    if (a->header.vertex_count == b->header.vertex_count && a->vertices && b->vertices)
        tally_bytes("mesh", "vertices", a->vertices, b->vertices,
                    a->header.vertex_count * sizeof *a->vertices);
    compare_rows(m, a, n, b);
    if (a->skin && b->skin)
        compare_skin(a->skin, b->skin);
    if (a->dangly && b->dangly) {
        tally_record("dangly", rq_mdl_rec.dangly_header, &a->dangly->header, &b->dangly->header);
        tally("dangly", "constraints of 8 bytes", a->dangly->wide == b->dangly->wide);
        for (uint32_t i = 0; i < a->dangly->constraint_count; i++)
            tally("dangly", "constraint",
                  i < b->dangly->constraint_count && rq_mdl_narrow(a->dangly->constraints[i]) ==
                                                         rq_mdl_narrow(b->dangly->constraints[i]));
    }
}

static const char *key_kind(const struct rq_mdl_key *key, bool animated)
{
    if (key->code == 20 && key->columns == 2)
        return "orientation, packed";
    if (key->code == 20)
        return animated ? "orientation, animated" : "orientation, at rest";
    if (key->code == 8)
        return animated ? "position, animated" : "position, at rest";
    return "other values";
}

static void compare_keys(const struct rq_mdl_node *a, const struct rq_mdl_node *b, bool animated)
{
    tally("keys", "key_count", a->key_count == b->key_count);
    tally("keys", "data_count", a->data_count == b->data_count);
    for (uint32_t i = 0; i < a->key_count && i < b->key_count; i++) {
        const struct rq_mdl_key *x = &a->keys[i], *y = &b->keys[i];
        tally_record("key", rq_mdl_rec.key, x, y);
        unsigned width = rq_mdl_key_width(x);
        if (rq_mdl_key_width(y) != width || x->rows != y->rows)
            continue;
        for (uint32_t row = 0; row < x->rows; row++) {
            tally_bytes("key", "time", &a->data[x->time_at + row], &b->data[y->time_at + row], 4);
            const uint32_t *v = a->data + x->value_at + (size_t)row * width;
            const uint32_t *w = b->data + y->value_at + (size_t)row * width;
            tally_bytes("key", key_kind(x, animated), v, w, width * sizeof *v);
        }
    }
}

static void compare_tree(const struct rq_mdl *m, const struct rq_mdl_tree *a,
                         const struct rq_mdl *n, const struct rq_mdl_tree *b, bool animated)
{
    const char *part = animated ? "animation node" : "node";
    tally(part, "count", a->count == b->count);
    for (uint32_t i = 0; i < a->count && i < b->count; i++) {
        const struct rq_mdl_node *x = &a->nodes[i], *y = &b->nodes[i];
        tally(part, "parent in the tree", x->parent == y->parent);
        tally(part, "name as text",
              strcmp(m->names[x->header.name], n->names[y->header.name]) == 0);
        tally_record(part, rq_mdl_rec.node_header, &x->header, &y->header);
        compare_keys(x, y, animated);
        if (x->mesh && y->mesh)
            compare_mesh(m, x->mesh, n, y->mesh);
        if (x->light && y->light)
            tally_record("light", rq_mdl_rec.light_header, &x->light->header, &y->light->header);
        if (x->emitter && y->emitter)
            tally_record("emitter", rq_mdl_rec.emitter, x->emitter, y->emitter);
        if (x->reference && y->reference)
            tally_record("reference", rq_mdl_rec.reference, x->reference, y->reference);
    }
}

static void compare(const struct rq_mdl *m, const struct rq_mdl *n)
{
    tally_record("model", rq_mdl_rec.geometry, &m->geometry, &n->geometry);
    tally_record("model", rq_mdl_rec.model, &m->model, &n->model);
    tally("model", "version", m->version == n->version);
    tally("model", "animation_root as node", m->animation_root == n->animation_root);
    tally("model", "name_count", m->name_count == n->name_count);
    tally("model", "animation_count", m->animation_count == n->animation_count);
    for (uint32_t i = 0; i < m->name_count && i < n->name_count; i++)
        tally("model", "names in order", strcmp(m->names[i], n->names[i]) == 0);
    compare_tree(m, &m->tree, n, &n->tree, false);
    for (uint32_t i = 0; i < m->animation_count && i < n->animation_count; i++) {
        const struct rq_mdl_animation *a = &m->animations[i], *b = &n->animations[i];
        tally_record("animation", rq_mdl_rec.geometry, &a->geometry, &b->geometry);
        tally_record("animation", rq_mdl_rec.animation_header, &a->header, &b->header);
        tally("animation", "event_count", a->event_count == b->event_count);
        for (uint32_t k = 0; k < a->event_count && k < b->event_count; k++)
            tally_record("event", rq_mdl_rec.event, &a->events[k], &b->events[k]);
        compare_tree(m, &a->tree, n, &b->tree, true);
    }
}

/* ---- the corpus ---- */

static void round_trip(struct rq_doc *doc, struct rq_bytes mdl, struct rq_bytes mdx)
{
    struct rq_error err = {0};
    struct rq_out text = {0}, again = {0}, file = {0}, rows = {0};
    if (!CHECK(rq_mdl_to_ascii(doc, &text, &err)))
        return;
    check_round_trips(rq_out_bytes(&text), NULL, "mdl_ascii");
    struct rq_doc *back = rq_mdl_from_ascii(rq_out_bytes(&text), NULL, &err);
    if (!CHECK(back != NULL))
        printf("    %s: %s\n", err.where, err.text);
    if (back &&
        CHECK(rq_doc_write(back, &file, &err) && rq_doc_write_companion(back, &rows, &err))) {
        /* Read again, so that pointers are those of the new file. */
        struct rq_options options = {.companion = rq_out_bytes(&rows)};
        struct rq_doc *built = rq_doc_read(rq_out_bytes(&file), &options, &err);
        if (CHECK(built != NULL))
            compare(rq_doc_root(doc, "mdl"), rq_doc_root(built, "mdl"));
        rq_doc_free(built);
        tally("whole", "MDL of the same size", file.size == mdl.size);
        tally("whole", "MDX of the same size", rows.size == mdx.size);
        tally("whole", "MDX identical", rows.size == mdx.size && rq_same(rq_out_bytes(&rows), mdx));
        /* The text of what came back is the text that it came from. */
        CHECK(rq_mdl_to_ascii(back, &again, &err));
        tally("whole", "text of the same size", again.size == text.size);
        tally("whole", "text identical", rq_same(rq_out_bytes(&again), rq_out_bytes(&text)));
    }
    rq_doc_free(back);
    rq_out_free(&text);
    rq_out_free(&again);
    rq_out_free(&file);
    rq_out_free(&rows);
}

/* What the text can't hold, or only nearly; at least so many of a thousand are equal. All that is
 * not here is equal always. */
static const struct {
    const char *name;
    unsigned least;
} loose[] = {
    {"model.name behind its NUL", 939},
    {"model.root", 969},
    {"model.node_count", 545},
    {"model.pad", 818},
    {"model.supermodel_reference", 878},
    {"model.supermodel behind its NUL", 939},
    {"model.animation_root", 969},
    {"model.mdx_size", 878},
    {"node.number", 637},
    {"node.parent", 885},
    {"node.orientation", 953},
    {"node.children", 862},
    {"node.keys", 853},
    {"node.data", 853},
    {"keys.data_count", 999},
    {"key.pad", 864},
    {"mesh.faces", 855},
    {"mesh.texture_1 behind its NUL", 776},
    {"mesh.texture_2 behind its NUL", 773},
    {"mesh.index_counts", 809},
    {"mesh.index_offsets", 810},
    {"mesh.inverted_counters", 855},
    {"mesh.uv_direction_y", 998},
    {"mesh.pad", 863},
    {"mesh.area", 602},
    {"mesh.mdx_offset", 904},
    {"mesh.vertices", 927},
    {"mesh.area nearly", 993},
    {"face.normal", 326},
    {"face.distance", 549},
    {"face.adjacent", 873},
    {"face.normal nearly", 999},
    {"rows.end row", 995},
    {"rows.bones, by number", 743},
    {"skin.bone_map", 958},
    {"skin.q_bones", 600},
    {"skin.t_bones", 600},
    {"skin.array_8", 600},
    {"skin.bone_nodes", 600},
    {"skin.pad", 775},
    {"skin.q_bone", 77},
    {"skin.t_bone", 128},
    {"whole.MDL of the same size", 939},
    {"whole.MDX of the same size", 878},
    {"whole.MDX identical", 727},
    {"whole.text identical", 969},
    {"box.plane", 807},
    {"animation.name behind its NUL", 992},
    {"animation.node_count", 893},
    {"animation.pad", 992},
    {"animation.root behind its NUL", 992},
    {"animation.events", 893},
    {"animation node.number", 212},
    {"animation node.parent", 997},
    {"animation node.children", 971},
    {"animation node.keys", 955},
    {"animation node.data", 953},
    {"rows.tangents", 44},
    {"rows.first two tangents within 0.05", 635},
    {"key.orientation, animated", 996},
    {"dangly.constraints", 428},
    {"dangly.positions", 285},
    {"dangly.constraints of 8 bytes", 857},
};

static unsigned least_of(const char *name)
{
    for (size_t i = 0; i < sizeof loose / sizeof loose[0]; i++)
        if (strcmp(loose[i].name, name) == 0)
            return loose[i].least;
    return 1000;
}

static void test_corpus(void)
{
    NEEDS_CORPUS("kotor/mdl");
    size_t models = each_model(round_trip);
    printf("    %zu models to text and back\n", models);
    for (size_t i = 0; i < tally_count; i++) {
        const struct tally *t = &tallies[i];
        printf("    %s: equal %zu of %zu\n", t->name, t->equal[0], t->total[0]);
        CHECK(t->equal[0] * 1000 >= t->total[0] * least_of(t->name));
    }
}

/* ---- KOTORmax ---- */

/* The number behind a list of this node's text, "  verts 4"; 0: it has none. */
static uint32_t count_in_text(const char *node, const char *list)
{
    const char *end = strstr(node, "endnode"), *at = strstr(node, list);
    return at && at < end ? (uint32_t)strtoul(at + strlen(list), NULL, 10) : 0;
}

/* Every node of the text is in the model, with its name and as many vertices, faces and materials: the
 * words are counted here, line by line. */
static void check_kotormax(const char *name, struct rq_bytes bytes)
{
    static char text[1 << 16];
    struct rq_error err = {0};
    uint32_t nodes = 0;
    if (!strstr(name, ".mdl"))
        return;
    snprintf(text, sizeof text, "%.*s", (int)bytes.size, (const char *)bytes.data);
    struct rq_doc *doc = rq_mdl_from_ascii(bytes, NULL, &err);
    CHECK_STR(err.text, "");
    REQUIRE(doc != NULL);
    const struct rq_mdl *m = rq_doc_root(doc, "mdl");
    const char *end = strstr(text, "endmodelgeom"), *at = text;
    while ((at = strstr(at, "\nnode ")) && at < end) {
        char type[32] = "", called[64] = "";
        uint32_t i = 0;
        CHECK_INT(sscanf(at, " node %31s %63s", type, called), 2);
        while (i < m->tree.count && strcmp(m->names[m->tree.nodes[i].header.name], called) != 0)
            i++;
        REQUIRE(i < m->tree.count);
        const struct rq_mdl_mesh *mesh = m->tree.nodes[i].mesh;
        CHECK_INT(mesh != NULL, strcmp(type, "trimesh") == 0);
        if (mesh) {
            CHECK_INT(mesh->face_count, count_in_text(at, "  faces "));
            /* Each vertex of these has one UV, so none is told apart. */
            CHECK_INT(mesh->header.vertex_count, count_in_text(at, "  verts "));
        }
        for (uint32_t face = 0; mesh && face < mesh->face_count; face++)
            CHECK_INT(mesh->faces[face].material, 1); /* as all faces of this text have it */
        nodes++;
        at++;
    }
    CHECK_INT(m->tree.count, nodes);
    CHECK_INT(m->animation_count, 1);
    printf("    %s: %u nodes\n", name, nodes);
    rq_doc_free(doc);
}

static void test_kotormax(void)
{
    NEEDS_CORPUS("kotor/ascii");
    CHECK_INT(each_file("kotor/ascii", check_kotormax), 3);
}

TESTS(test_corpus, test_kotormax)
