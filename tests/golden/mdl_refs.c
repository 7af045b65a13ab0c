/* Every reference inside of a model under edits of its JSON: it follows, or the edit is refused with
 * the place named, or what was built says what is wrong. One table, see docs/formats/mdl.md.
 *
 * Two witnesses say what a reference means: this file follows the numbers of the file that was built,
 * and the ASCII of that file has the names of bones, as another part of the library finds them. */
#include "formats/kotor/mdl/parts.h"
#include "kotor.h"
#include "support/json_edit.h"

#include <reliquary/mdl_ascii.h>
#include <stdarg.h>

/* 0 m, 1 spare, 2 hip, 3 arm (below hip), 4 body, 5 flag, 6 walk, 7 lamp, 8 blade. */
static const char model_text[] =
    "newmodel m\nsetsupermodel m NULL\nbeginmodelgeom m\n"
    "node dummy m\n parent NULL\nendnode\n"
    "node dummy spare\n parent m\n position 5 5 5\nendnode\n"
    "node dummy hip\n parent m\n position 0 0 1\nendnode\n"
    "node dummy arm\n parent hip\n position 1 0 0\nendnode\n"
    "node skin body\n parent m\n verts 4\n 0 0 0\n 1 0 0\n 1 1 0\n 0 1 0\n"
    " faces 2\n 0 1 2 1 0 1 2 0\n 0 2 3 1 0 2 3 0\n tverts 4\n 0 0\n 1 0\n 1 1\n 0 1\n"
    " weights 4\n hip 1\n arm 0.25 hip 0.75\n arm 1\n m 1\nendnode\n"
    "node danglymesh flag\n parent m\n displacement 1\n tightness 2\n period 3\n"
    " verts 3\n 0 0 0\n 1 0 0\n 0 1 0\n faces 1\n 0 1 2 0 0 0 0 0\n constraints 3\n 1\n 2\n 3\n"
    "endnode\n"
    "node aabb walk\n parent m\n verts 5\n 0 0 0\n 4 0 0\n 4 4 0\n 0 4 0\n 2 6 0\n"
    " faces 3\n 0 1 2 1 0 0 0 1\n 0 2 3 1 0 0 0 1\n 3 2 4 1 0 0 0 1\nendnode\n"
    "node light lamp\n parent m\n radius 5\n color 1 0.5 0\n flare 1\n texturenames 1\n  a\n"
    " flaresizes 1\n 2\n flarepositions 1\n 0.5\n flarecolorshifts 1\n 1 2 3\nendnode\n"
    "node lightsaber blade\n parent m\n"
    " verts 16\n 0 0 0\n 1 0 0\n 2 0 0\n 3 0 0\n 4 0 0\n 5 0 0\n 6 0 0\n 7 0 0\n 8 0 0\n 9 0 0\n"
    " 10 0 0\n 11 0 0\n 12 0 0\n 13 0 0\n 14 0 0\n 15 0 0\n"
    " tverts 16\n 0 0\n 0 0\n 0 0\n 0 0\n 0 0\n 0 0\n 0 0\n 0 0\n 0 0\n 0 0\n 0 0\n 0 0\n 0 0\n"
    " 0 0\n 0 0\n 0 0\n faces 1\n 0 1 15 1 0 1 15 0\nendnode\n"
    "endmodelgeom m\n"
    "newanim wave m\n length 1\n animroot hip\n event 0.5 hit\n"
    " node dummy m\n parent NULL\n endnode\n"
    " node dummy hip\n parent m\n positionkey 2\n 0 1 2 3\n 1 1 2 4\n endnode\n"
    " node dummy arm\n parent hip\n orientationkey\n 0 0 0 1 1\n endlist\n endnode\n"
    "doneanim wave m\ndonemodel m\n";

/* ---- what a model says, by name ---- */

struct built {
    struct rq_doc *doc;
    struct rq_out file, mdx;
};

static void built_free(struct built *b)
{
    rq_doc_free(b->doc);
    rq_out_free(&b->file);
    rq_out_free(&b->mdx);
}

static const struct rq_mdl *model(const struct built *b)
{
    return rq_doc_root(b->doc, "mdl");
}

static const char *name_of(const struct rq_mdl *m, uint32_t node)
{
    return node < m->tree.count ? m->names[m->tree.nodes[node].header.name] : "nobody";
}

static uint32_t node_at(const struct rq_mdl *m, const char *name)
{
    for (uint32_t i = 0; i < m->tree.count; i++)
        if (strcmp(name_of(m, i), name) == 0)
            return i;
    return RQ_MDL_NO_NODE;
}

static void line(struct rq_out *out, const char *fmt, ...) CHECK_PRINTF(2, 3);
static void line(struct rq_out *out, const char *fmt, ...)
{
    char text[200];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    rq_put_str(out, text);
    rq_put8(out, '\n');
}

static void tell_skin(struct rq_out *out, const struct rq_mdl *m, const struct rq_mdl_mesh *mesh,
                      const char *name)
{
    const struct rq_mdl_skin *skin = mesh->skin;
    for (uint32_t i = 0; i < skin->bone_map_count; i++) {
        const float *q = skin->q_bones[i], *t = skin->t_bones[i];
        line(out, "%s from %s: %g %g %g %g, %g %g %g", name, name_of(m, i), (double)q[0],
             (double)q[1], (double)q[2], (double)q[3], (double)t[0], (double)t[1], (double)t[2]);
        if (skin->bone_map[i] >= 0)
            line(out, "%s bone %g: %s, in the table %s", name, (double)skin->bone_map[i],
                 name_of(m, i), name_of(m, skin->header.bone_nodes[(size_t)skin->bone_map[i]]));
    }
    for (uint32_t v = 0; v < mesh->header.vertex_count; v++) {
        float bones[4], weights[4];
        CHECK(rq_mdl_vertex(m, mesh, RQ_MDL_BONES, v, bones, 4));
        CHECK(rq_mdl_vertex(m, mesh, RQ_MDL_WEIGHTS, v, weights, 4));
        for (size_t k = 0; k < 4; k++)
            for (uint32_t i = 0; i < skin->bone_map_count && bones[k] >= 0; i++)
                if (skin->bone_map[i] == bones[k])
                    line(out, "%s vertex %u: %s %g", name, v, name_of(m, i), (double)weights[k]);
    }
}

/* A line for each thing that refers to another, with both by name. */
static struct rq_out tell(const struct built *b)
{
    struct rq_out out = {0};
    const struct rq_mdl *m = model(b);
    for (uint32_t i = 0; i < m->tree.count; i++) {
        const struct rq_mdl_node *node = &m->tree.nodes[i];
        const char *name = name_of(m, i);
        line(&out, "%s below %s", name,
             node->parent < 0 ? "-" : name_of(m, (uint32_t)node->parent));
        if (node->mesh && node->mesh->skin)
            tell_skin(&out, m, node->mesh, name);
        for (uint32_t k = 0;
             node->mesh && node->mesh->dangly && k < node->mesh->dangly->constraint_count; k++)
            line(&out, "%s constraint %u: %g", name, k, node->mesh->dangly->constraints[k]);
    }
    line(&out, "root %s", name_of(m, m->animation_root));
    for (uint32_t a = 0; a < m->animation_count; a++)
        for (uint32_t i = 0; i < m->animations[a].tree.count; i++) {
            const struct rq_mdl_node *node = &m->animations[a].tree.nodes[i];
            uint32_t moved = node_at(m, m->names[node->header.name]);
            bool same = moved != RQ_MDL_NO_NODE &&
                        m->tree.nodes[moved].header.number == node->header.number;
            line(&out, "%s moves %s, %s number, %u keys", m->animations[a].geometry.name,
                 m->names[node->header.name], same ? "its" : "another", node->key_count);
        }
    rq_put8(&out, 0);
    return out;
}

static bool has_word(const char *text, const char *words)
{
    char word[40];
    for (size_t size; words && (size = strcspn(words, "|")); words += size + (words[size] == '|')) {
        snprintf(word, sizeof word, "%.*s", (int)size, words);
        if (strstr(text, word))
            return true;
    }
    return false;
}

/* Lines of a that b does not have, but for those with one of the words; printed. */
static size_t lines_missing(const char *a, const char *b, const char *word)
{
    size_t missing = 0;
    for (const char *end; (end = strchr(a, '\n')); a = end + 1) {
        char text[220];
        snprintf(text, sizeof text, "%.*s", (int)(end - a + 1), a);
        if (strstr(b, text) || has_word(text, word))
            continue;
        printf("    missing: %s", text);
        missing++;
    }
    return missing;
}

/* What the text form has from "weights" to the end of the node: bones by name. */
static void weights_of(const struct built *b, char text[300])
{
    struct rq_out out = {0};
    struct rq_error err = {0};
    CHECK(rq_mdl_to_ascii(b->doc, &out, &err));
    rq_put8(&out, 0);
    const char *from = strstr((const char *)out.data, "  weights");
    const char *to = from;
    for (; to && strncmp(to, "endnode", 7) != 0 && *to; to++)
        ;
    snprintf(text, 300, "%.*s", from ? (int)(to - from) : 0, from ? from : "");
    rq_out_free(&out);
}

/* ---- building ---- */

static bool build(const char *json, bool derive, struct built *b, struct rq_error *err)
{
    struct rq_bytes text = {(const uint8_t *)json, strlen(json)};
    struct rq_doc *doc = rq_doc_from_json(text, NULL, err);
    bool fine = doc && (!derive || rq_doc_derive(doc, err)) && rq_doc_write(doc, &b->file, err) &&
                rq_doc_write_companion(doc, &b->mdx, err);
    const struct rq_finding *findings = NULL;
    size_t count = fine ? rq_doc_findings(doc, &findings) : 0;
    if (count) /* what build would say */
        snprintf(err->text, sizeof err->text, "%s", findings[0].id);
    rq_doc_free(doc);
    struct rq_options options = {.companion = rq_out_bytes(&b->mdx)};
    struct rq_error again = {0};
    b->doc = fine ? rq_doc_read(rq_out_bytes(&b->file), &options, &again) : NULL;
    if (fine && !CHECK(b->doc != NULL))
        printf("    %s: %s\n", again.where, again.text);
    return b->doc != NULL;
}

/* ---- checks of single rows ---- */

static bool counts_nodes(const struct rq_mdl *m)
{
    return m->geometry.node_count == m->tree.count &&
           m->animations[0].geometry.node_count == m->name_count;
}

static bool numbers_differ(const struct rq_mdl *m)
{
    for (uint32_t i = 0; i < m->tree.count; i++)
        for (uint32_t k = 0; k < i; k++)
            if (m->tree.nodes[i].header.number == m->tree.nodes[k].header.number)
                return false;
    return counts_nodes(m);
}

/* Each neighbour has the edge, each edge of two faces has its neighbour, each box a face. */
static bool faces_join(const struct rq_mdl *m)
{
    const struct rq_mdl_mesh *mesh = m->tree.nodes[node_at(m, "walk")].mesh;
    size_t wrong = 0, leaves = 0;
    for (uint32_t i = 0; i < mesh->face_count; i++)
        for (size_t k = 0; k < 3; k++) {
            const uint16_t *v = mesh->faces[i].vertices;
            uint32_t expected = RQ_MDL_NO_FACE;
            for (uint32_t o = 0; o < mesh->face_count; o++)
                for (size_t e = 0; e < 3 && o != i; e++)
                    if (mesh->faces[o].vertices[e] == v[(k + 1) % 3] &&
                        mesh->faces[o].vertices[(e + 1) % 3] == v[k])
                        expected = o;
            wrong += mesh->faces[i].adjacent[k] != expected;
        }
    for (uint32_t i = 0; i < mesh->box_count; i++)
        leaves += mesh->boxes[i].face >= 0 && (uint32_t)mesh->boxes[i].face < mesh->face_count;
    return !wrong && leaves == mesh->face_count && mesh->index_count == mesh->face_count * 3 &&
           !mesh->indices;
}

static bool keys_lie_right(const struct rq_mdl *m)
{
    const struct rq_mdl_node *hip = &m->animations[0].tree.nodes[1];
    return hip->keys[0].rows == 3 && hip->keys[0].value_at == 3 && hip->data_count == 12 &&
           hip->data[11] == rq_f32_bits(9);
}

static bool flags_right(const struct rq_mdl *m)
{
    const struct rq_mdl_mesh_header *h = &m->tree.nodes[node_at(m, "body")].mesh->header;
    return h->mdx_flags == 0x23 && h->texture_count == 1;
}

/* A row without a word has 0. */
static bool one_word(const struct rq_mdl *m)
{
    const struct rq_mdl_skin *skin = m->tree.nodes[node_at(m, "body")].mesh->skin;
    uint32_t sum = 0;
    for (uint32_t i = 0; i < skin->array_8_count; i++)
        sum += skin->array_8[i];
    return skin->array_8_count == m->tree.count && sum == 7 &&
           skin->array_8[node_at(m, "hip")] == 7;
}

/* ---- the table ---- */

enum outcome {
    FOLLOWS, /* everything else means what it meant */
    REFUSED, /* with this text */
    SAYS,    /* is built, and build says this: a finding of the document or of the file */
};

#define NODE(name)                                                                                 \
    "{\"name\": \"" name "\", \"parent\": \"m\", \"type\": \"dummy\", \"position\": [0.0, 0.0, "   \
    "0.0], \"orientation\": [1.0, 0.0, 0.0, 0.0]}"
#define FACE "[3, 2, 4, 1, 65535, 65535, 65535, 0.0, 0.0, 1.0, 0.0]"

struct row {
    const char *reference, *operation;
    enum outcome outcome;
    bool derive;
    /* Of the refusal; the finding; FOLLOWS: lines with one of these words may differ. */
    const char *text;
    bool (*check)(const struct rq_mdl *m);
    struct edit edits[6];
};

/* clang-format off */
static const struct row table[] = {
    /* Bones of a skin: bone_map, q_bones, t_bones, array_8, bone_nodes. */
    {"bones", "insert a node", FOLLOWS, false, "extra", counts_nodes, {{EDIT_INSERT, "nodes/1",
     NODE("extra")}, {EDIT_INSERT, "names/1", "\"extra\""}}},
    {"bones", "insert a node, name last", FOLLOWS, false, "extra", counts_nodes, {{EDIT_INSERT,
     "nodes/1", NODE("extra")}, {EDIT_INSERT, "names/9", "\"extra\""}}},
    {"bones", "insert a node, derive", FOLLOWS, true, "extra", counts_nodes, {{EDIT_INSERT,
     "nodes/1", NODE("extra")}, {EDIT_INSERT, "names/1", "\"extra\""}}},
    {"bones", "remove a node", FOLLOWS, false, "spare", counts_nodes, {{EDIT_REMOVE, "nodes/1",
     NULL}, {EDIT_REMOVE, "names/1", NULL}}},
    {"bones", "remove a node, leave its name", FOLLOWS, false, "spare", counts_nodes,
     {{EDIT_REMOVE, "nodes/1", NULL}}},
    {"bones", "remove a node, derive", FOLLOWS, true, "spare", counts_nodes, {{EDIT_REMOVE,
     "nodes/1", NULL}, {EDIT_REMOVE, "names/1", NULL}}},
    {"bones", "remove a bone", REFUSED, false, "no node \"arm\"", NULL, {{EDIT_REMOVE, "nodes/3",
     NULL}}},
    {"bones", "reorder nodes", FOLLOWS, false, NULL, NULL, {{EDIT_SWAP, "nodes/4", NULL},
     {EDIT_SWAP, "nodes/6", NULL}}},
    {"bones", "reorder names", FOLLOWS, false, NULL, NULL, {{EDIT_SWAP, "names/1", NULL},
     {EDIT_SWAP, "names/3", NULL}}},
    {"bones", "reorder rows", FOLLOWS, false, NULL, NULL, {{EDIT_SWAP,
     "nodes/4/mesh/skin/bones/0", NULL}, {EDIT_SWAP, "nodes/4/mesh/skin/others/1", NULL}}},
    {"bones", "lengthen the rows", REFUSED, false, "no node \"nobody\"", NULL, {{EDIT_INSERT,
     "nodes/4/mesh/skin/bones/0", "{\"node\": \"nobody\", \"bone\": 3.0}"}}},
    {"bones", "lengthen by a row twice", REFUSED, false, "a second row for nodes[0]", NULL,
     {{EDIT_COPY, "nodes/4/mesh/skin/bones/0", NULL}}},
    {"bones", "two nodes one bone", REFUSED, false, "bone_map[3]: the bone that another node is",
     NULL, {{EDIT_REMOVE, "nodes/4/mesh/skin/others/0", NULL}, {EDIT_INSERT,
     "nodes/4/mesh/skin/bones/0", "{\"node\": \"spare\", \"bone\": 1.0}"}}},
    {"bones", "shorten the rows", REFUSED, false, "bones[1]: a bone that no node is", NULL,
     {{EDIT_REMOVE, "nodes/4/mesh/skin/bones/2", NULL}}},
    {"bones", "shorten the other rows", FOLLOWS, false, "body from", NULL, {{EDIT_REMOVE,
     "nodes/4/mesh/skin/others/0", NULL}}},
    {"bones", "a word, and a row without", FOLLOWS, false, NULL, one_word, {{EDIT_SET,
     "nodes/4/mesh/skin/bones/1/word", "7"}, {EDIT_REMOVE, "nodes/4/mesh/skin/others/0/word",
     NULL}}},
    {"bones of vertices", "another bone", REFUSED, false, "bones[0]: a bone that no node is",
     NULL, {{EDIT_SET, "nodes/4/mesh/mdx/bones/0/0", "9.0"}}},
    {"bones of vertices", "shorten", REFUSED, false, "a row of 3 values", NULL, {{EDIT_REMOVE,
     "nodes/4/mesh/mdx/bones/3", NULL}}},
    /* Numbers of nodes. */
    {"number", "copy a node", REFUSED, false, "nodes[9] has the \"number\" 8 of nodes[8]", NULL,
     {{EDIT_COPY, "nodes/8", NULL}, {EDIT_INSERT, "names/9", "\"blade2\""}, {EDIT_SET,
     "nodes/9/name", "\"blade2\""}}},
    {"number", "copy a node without it", FOLLOWS, false, "blade2", numbers_differ, {{EDIT_COPY,
     "nodes/8", NULL}, {EDIT_INSERT, "names/9", "\"blade2\""}, {EDIT_SET, "nodes/9/name",
     "\"blade2\""}, {EDIT_REMOVE, "nodes/9/number", NULL}}},
    {"number", "change it", FOLLOWS, false, NULL, numbers_differ, {{EDIT_SET, "nodes/2/number",
     "77"}}},
    {"number of an animation's node", "change it", FOLLOWS, false, NULL, numbers_differ,
     {{EDIT_SET, "animations/0/nodes/1/number", "77"}}},
    /* Names. */
    {"name", "insert a name", FOLLOWS, false, NULL, counts_nodes, {{EDIT_INSERT, "names/0",
     "\"ghost\""}}},
    {"name", "remove one that is used", REFUSED, false, "not one of the \"names\"", NULL,
     {{EDIT_REMOVE, "names/2", NULL}}},
    {"name", "the same twice", REFUSED, false, "there more than once", NULL, {{EDIT_SET,
     "names/1", "\"hip\""}}},
    {"name", "a second of a name", FOLLOWS, false, "spare|body from", NULL, {{EDIT_SET, "names/1",
     "\"lamp\""}, {EDIT_SET, "nodes/1/name", "\"lamp#1\""}, {EDIT_SET, "nodes/7/name",
     "\"lamp#2\""}}},
    /* Parents. */
    {"parent", "remove it", REFUSED, false, "no node of this name before", NULL, {{EDIT_REMOVE,
     "nodes/2", NULL}}},
    {"parent", "reorder behind another", REFUSED, false, "not below its \"parent\"", NULL,
     {{EDIT_SWAP, "nodes/3", NULL}}},
    {"parent", "by number", REFUSED, false, "nodes[2] is referred to by number, at nodes[3]",
     NULL, {{EDIT_SET, "nodes/3/parent", "2"}}},
    {"animation_root", "remove it", REFUSED, false, "no node of this name before", NULL,
     {{EDIT_SET, "animation_root", "\"spare\""}, {EDIT_REMOVE, "nodes/1", NULL}}},
    {"animation_root", "insert a node", FOLLOWS, false, "extra", NULL, {{EDIT_INSERT, "nodes/1",
     NODE("extra")}, {EDIT_INSERT, "names/1", "\"extra\""}}},
    /* Animations. */
    {"node of an animation", "remove the node", SAYS, false, "mdl-no-node", NULL, {{EDIT_INSERT,
     "animations/0/nodes/1",
     "{\"name\": \"spare\", \"parent\": \"m\", \"type\": \"dummy\", \"position\": [0.0, 0.0, "
     "0.0], \"orientation\": [1.0, 0.0, 0.0, 0.0]}"}, {EDIT_REMOVE, "nodes/1", NULL}}},
    {"root of an animation", "another name", SAYS, false, "mdl-no-node", NULL, {{EDIT_SET,
     "animations/0/root", "\"nobody\""}}},
    {"controller", "shorten the rows", REFUSED, false, "1 rows for 2 times", NULL, {{EDIT_REMOVE,
     "animations/0/nodes/1/controllers/0/rows/0", NULL}}},
    {"controller", "lengthen", FOLLOWS, false, NULL, keys_lie_right, {{EDIT_INSERT,
     "animations/0/nodes/1/controllers/0/rows/2", "[7.0, 8.0, 9.0]"}, {EDIT_INSERT,
     "animations/0/nodes/1/controllers/0/times/2", "2.0"}}},
    {"event", "insert", FOLLOWS, false, NULL, NULL, {{EDIT_COPY, "animations/0/events/0", NULL}}},
    /* Faces. */
    {"vertices of faces", "shorten the vertices", REFUSED, false,
     "nodes[6] walk, faces[2]: a vertex that the mesh does not have", NULL, {{EDIT_REMOVE,
     "nodes/6/mesh/vertices/4", NULL}, {EDIT_REMOVE, "nodes/6/mesh/mdx/normals/4", NULL}}},
    {"vertices of faces", "another vertex", REFUSED, true, "faces[1]: a vertex", NULL, {{EDIT_SET,
     "nodes/6/mesh/faces/1/0", "5"}}},
    {"neighbours", "shorten the faces", REFUSED, false,
     "walk: neighbours[1]: a neighbour that is not a face", NULL, {{EDIT_REMOVE,
     "nodes/6/mesh/faces/2", NULL}}},
    {"neighbours", "shorten the faces, derive", FOLLOWS, true, NULL, faces_join, {{EDIT_REMOVE,
     "nodes/6/mesh/faces/2", NULL}}},
    {"neighbours", "lengthen the faces", SAYS, false, "mdl-underived", NULL, {{EDIT_INSERT,
     "nodes/6/mesh/faces/3", FACE}}},
    {"neighbours", "lengthen the faces, derive", FOLLOWS, true, NULL, faces_join, {{EDIT_INSERT,
     "nodes/6/mesh/vertices/5", "[3.0, 9.0, 0.0]"}, {EDIT_COPY, "nodes/6/mesh/mdx/normals/4",
     NULL}, {EDIT_INSERT, "nodes/6/mesh/faces/3",
     "[4, 2, 5, 1, 65535, 65535, 65535, 0.0, 0.0, 1.0, 0.0]"}}},
    {"neighbours", "insert a face, derive", FOLLOWS, true, NULL, faces_join, {{EDIT_INSERT,
     "nodes/6/mesh/vertices/5", "[3.0, 9.0, 0.0]"}, {EDIT_COPY, "nodes/6/mesh/mdx/normals/4",
     NULL}, {EDIT_INSERT, "nodes/6/mesh/faces/0",
     "[4, 2, 5, 1, 65535, 65535, 65535, 0.0, 0.0, 1.0, 0.0]"}}},
    {"neighbours", "reorder the faces", SAYS, false, "mdl-underived", NULL, {{EDIT_SWAP,
     "nodes/6/mesh/faces/0", NULL}}},
    {"neighbours", "reorder the faces, derive", FOLLOWS, true, NULL, faces_join, {{EDIT_SWAP,
     "nodes/6/mesh/faces/0", NULL}}},
    {"neighbours", "wrong in the file", SAYS, false, "mdl-wrong-neighbour", NULL, {{EDIT_SET,
     "nodes/6/mesh/faces/0/5", "2"}, {EDIT_SET, "nodes/6/mesh/faces/2/4", "0"}}},
    {"planes", "move a vertex", SAYS, false, "mdl-underived", NULL, {{EDIT_SET,
     "nodes/6/mesh/vertices/4/2", "1.0"}}},
    {"faces of boxes", "another face", REFUSED, false, "a face that the mesh does not have", NULL,
     {{EDIT_SET, "nodes/6/mesh/boxes/1/8", "3"}}},
    {"boxes", "shorten", REFUSED, false, "not one tree", NULL, {{EDIT_REMOVE,
     "nodes/6/mesh/boxes/1", NULL}}},
    {"indices", "other than the faces", REFUSED, false, "indices[0]: not the vertices of the faces",
     NULL, {{EDIT_INSERT, "nodes/6/mesh/boxes", "\"indices\": [1, 1, 2]"}}},
    /* Lists that go by vertex. */
    {"rows of the MDX", "lengthen the vertices", REFUSED, false, "a row of 5 values, not of 6",
     NULL, {{EDIT_INSERT, "nodes/6/mesh/vertices/5", "[3.0, 9.0, 0.0]"}}},
    {"rows of the MDX", "shorten", REFUSED, false, "a row of 4 values, not of 5", NULL,
     {{EDIT_REMOVE, "nodes/6/mesh/mdx/normals/0", NULL}}},
    {"rows of the MDX", "remove a list", REFUSED, false, "a place for \"normals\"", NULL,
     {{EDIT_REMOVE, "nodes/6/mesh/mdx/normals", NULL}}},
    {"constraints", "shorten", REFUSED, false,
     "nodes[5] flag, constraints[2]: constraints and vertices differ in number", NULL,
     {{EDIT_REMOVE, "nodes/5/mesh/dangly/constraints/2", NULL}}},
    {"constraints", "lengthen", REFUSED, false, "constraints[3]: constraints and vertices differ",
     NULL, {{EDIT_INSERT, "nodes/5/mesh/dangly/constraints/3", "4.0"}}},
    {"saber", "shorten", REFUSED, false, "175", NULL, {{EDIT_REMOVE, "nodes/8/mesh/saber/uvs/0",
     NULL}}},
    {"flares", "shorten", SAYS, false, "mdl-uneven-flares", NULL, {{EDIT_REMOVE,
     "nodes/7/light/textures/0", NULL}}},
    {"flags of rows", "change them", FOLLOWS, false, NULL, flags_right, {{EDIT_SET,
     "nodes/4/mesh/mdx_flags", "\"0x00000007\""}, {EDIT_SET, "nodes/4/mesh/texture_count", "2"}}},
};
/* clang-format on */

/* ---- rows ---- */

static const char *first_finding(const struct built *b)
{
    const struct rq_finding *findings = NULL;
    return rq_doc_findings(b->doc, &findings) ? findings[0].id : "";
}

static void check_same(const struct built *before, const struct built *after, const char *word)
{
    struct rq_out a = tell(before), b = tell(after);
    char x[300], y[300];
    CHECK_INT(lines_missing((char *)a.data, (char *)b.data, word), 0);
    CHECK_INT(lines_missing((char *)b.data, (char *)a.data, word), 0);
    weights_of(before, x);
    weights_of(after, y);
    CHECK_STR(y, x);
    rq_out_free(&a);
    rq_out_free(&b);
}

static void check_row(const struct row *row, const char *json, const struct built *before)
{
    struct built after = {0};
    struct rq_error err = {0};
    char said[300];
    check_note("%s: %s", row->reference, row->operation);
    char *text = edit_all(json, row->edits);
    bool fine = text && build(text, row->derive, &after, &err);
    snprintf(said, sizeof said, "%s: %s", err.where, err.text);
    if (row->outcome == REFUSED) {
        CHECK(!fine);
        if (!CHECK(strstr(said, row->text) != NULL))
            printf("    %s\n", said);
    } else if (!CHECK(fine)) {
        printf("    %s\n", said);
    } else if (row->outcome == SAYS) {
        CHECK_STR(err.text[0] ? err.text : first_finding(&after), row->text);
    } else {
        CHECK_STR(err.text, "");
        CHECK_STR(first_finding(&after), "");
        check_same(before, &after, row->text);
        CHECK(!row->check || row->check(model(&after)));
    }
    rq_mem(NULL, text, 0);
    built_free(&after);
}

static void test_table(void)
{
    struct rq_error err = {0};
    struct built before = {0};
    struct rq_bytes text = {(const uint8_t *)model_text, sizeof model_text - 1};
    struct rq_doc *doc = rq_mdl_from_ascii(text, NULL, &err);
    CHECK_STR(err.text, "");
    REQUIRE(doc != NULL);
    struct rq_out json = json_of(doc);
    REQUIRE(build((const char *)json.data, false, &before, &err));
    CHECK_STR(err.text, "");
    CHECK_STR(first_finding(&before), "");
    CHECK(counts_nodes(model(&before)) && faces_join(model(&before)));
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        check_row(&table[i], (const char *)json.data, &before);
    built_free(&before);
    rq_out_free(&json);
    rq_doc_free(doc);
}

/* ---- files that have such references ---- */

static struct rq_mdl_mesh *mesh_of(const struct rq_mdl *m, const char *name)
{
    return m->tree.nodes[node_at(m, name)].mesh;
}

static void odd_vertex(struct rq_mdl *m)
{
    mesh_of(m, "walk")->faces[1].vertices[0] = 9;
}

static void odd_neighbour(struct rq_mdl *m)
{
    mesh_of(m, "walk")->faces[1].adjacent[0] = 9;
}

static void odd_face(struct rq_mdl *m)
{
    mesh_of(m, "walk")->boxes[1].face = 9;
}

static void odd_indices(struct rq_mdl *m)
{
    static uint16_t list[] = {0, 1, 2, 0};
    mesh_of(m, "walk")->indices = list;
    mesh_of(m, "walk")->index_count = 4;
}

static void odd_constraints(struct rq_mdl *m)
{
    mesh_of(m, "flag")->dangly->constraint_count = 2;
}

static void odd_bone(struct rq_mdl *m)
{
    mesh_of(m, "body")->skin->bone_map[3] = -1;
}

static void same_bone(struct rq_mdl *m)
{
    mesh_of(m, "body")->skin->bone_map[1] = 1;
}

static void odd_bone_node(struct rq_mdl *m)
{
    mesh_of(m, "body")->skin->header.bone_nodes[1] = 77;
}

/* Lists of another length than the tree stand by number. */
static void short_map(struct rq_mdl *m)
{
    mesh_of(m, "body")->skin->bone_map_count = 4;
    mesh_of(m, "body")->skin->array_8_count = 0;
}

static void same_number(struct rq_mdl *m)
{
    m->tree.nodes[5].header.number = m->tree.nodes[8].header.number = 1;
}

static void odd_number(struct rq_mdl *m)
{
    m->animations[0].tree.nodes[1].header.number = 77;
}

static void odd_count(struct rq_mdl *m)
{
    m->animations[0].geometry.node_count = 77;
}

static void odd_node_count(struct rq_mdl *m)
{
    m->geometry.node_count = 3;
}

static void no_node(struct rq_mdl *m)
{
    m->tree.nodes[2].header.name = 1;
}

/* Two nodes with one name are known by number. */
static void one_name(struct rq_mdl *m)
{
    m->tree.nodes[2].header.name = m->tree.nodes[1].header.name = 2;
}

static void same_names(struct rq_mdl *m)
{
    m->names[1] = m->names[5] = "hip";
}

/* A name that looks like the second of its like. */
static void tricky_names(struct rq_mdl *m)
{
    m->names[1] = "hip";
    m->names[5] = "hip#2";
}

static const struct odd {
    const char *finding;
    void (*change)(struct rq_mdl *m);
} odds[] = {
    {"mdl-no-vertex", odd_vertex},
    {"mdl-no-neighbour", odd_neighbour},
    {"mdl-no-face", odd_face},
    {"mdl-other-indices", odd_indices},
    {"mdl-constraint-count", odd_constraints},
    {"mdl-no-bone", odd_bone},
    {"mdl-same-bone", same_bone},
    {"mdl-stale-value", odd_bone_node},
    {"", short_map},
    {"mdl-same-number", same_number},
    {"mdl-stale-value", odd_number},
    {"mdl-stale-value", odd_count},
    {"mdl-node-count", odd_node_count},
    {"mdl-no-node", no_node},
    {"", one_name},
    {"", same_names},
    {"", tricky_names},
};

/* Reading reports them, and through JSON the same bytes come back. */
static void test_odd_files(void)
{
    struct rq_error err = {0};
    struct rq_bytes text = {(const uint8_t *)model_text, sizeof model_text - 1};
    for (size_t i = 0; i < sizeof odds / sizeof odds[0]; i++) {
        struct built b = {0};
        struct rq_doc *doc = rq_mdl_from_ascii(text, NULL, &err);
        check_note("odd file %zu, %s", i, odds[i].finding);
        REQUIRE(doc != NULL);
        odds[i].change(rq_doc_root(doc, "mdl"));
        CHECK(rq_doc_write(doc, &b.file, &err) && rq_doc_write_companion(doc, &b.mdx, &err));
        struct rq_options options = {.companion = rq_out_bytes(&b.mdx)};
        b.doc = rq_doc_read(rq_out_bytes(&b.file), &options, &err);
        if (CHECK(b.doc != NULL))
            CHECK_STR(first_finding(&b), odds[i].finding);
        CHECK_INT(rq_doc_verify(rq_out_bytes(&b.file), &options, true, &err), RQ_IDENTICAL);
        CHECK_STR(err.text, "");
        err = (struct rq_error){0};
        rq_doc_free(doc);
        built_free(&b);
    }
}

/* Of several nodes with a number that was there the first is told, and how many there are. */
static void test_same_numbers(void)
{
    struct rq_error err = {0};
    struct built b = {0};
    const struct rq_finding *findings = NULL;
    struct rq_bytes text = {(const uint8_t *)model_text, sizeof model_text - 1};
    b.doc = rq_mdl_from_ascii(text, NULL, &err);
    REQUIRE(b.doc != NULL);
    same_number(rq_doc_root(b.doc, "mdl"));
    CHECK(rq_doc_write(b.doc, &b.file, &err) && rq_doc_write_companion(b.doc, &b.mdx, &err));
    rq_doc_free(b.doc);
    struct rq_options options = {.companion = rq_out_bytes(&b.mdx)};
    b.doc = rq_doc_read(rq_out_bytes(&b.file), &options, &err);
    if (CHECK(b.doc != NULL) && CHECK(rq_doc_findings(b.doc, &findings) > 0)) {
        CHECK_STR(findings[0].where, "flag");
        CHECK_STR(findings[0].text, "number 1 is that of a node before (2 of them)");
    }
    built_free(&b);
}

TESTS(test_table, test_odd_files, test_same_numbers)
