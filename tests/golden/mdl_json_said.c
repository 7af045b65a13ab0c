/* What reading the JSON of a model says, word by word: one edit of a good one each. */
#include "kotor.h"
#include "support/json_edit.h"

#include <reliquary/mdl_ascii.h>

/* 0 m, 1 body, 2 walk. */
static const char model_text[] =
    "newmodel m\nsetsupermodel m NULL\nbeginmodelgeom m\nnode dummy m\nparent NULL\nendnode\n"
    "node trimesh body\nparent m\nposition 1 2 3\nverts 3\n0 0 0\n1 0 0\n0 1 0\nfaces 1\n"
    "0 1 2 1 0 1 2 0\ntverts 3\n0 0\n1 0\n0 1\nendnode\n"
    "node aabb walk\nparent m\nverts 4\n0 0 0\n4 0 0\n4 4 0\n0 4 0\nfaces 2\n0 1 2 1 0 0 0 1\n"
    "0 2 3 1 0 0 0 1\nendnode\nendmodelgeom m\ndonemodel m\n";

static const struct {
    struct edit edits[2];
    const char *says; /* NULL: it is a model */
} cases[] = {
#define A_FACE "a face is 3 vertices, material, 3 neighbours, normal and distance"
#define A_BOX  "a box is 6 numbers, two boxes inside, face and plane"
    {{{EDIT_SET, "nodes/1/mesh/faces/0/3", "9"}}, NULL},
    {{{EDIT_REMOVE, "nodes/1/mesh/faces/0/10", NULL}}, A_FACE},
    {{{EDIT_INSERT, "nodes/1/mesh/faces/0/11", "1"}}, A_FACE},
    {{{EDIT_REMOVE, "nodes/2/mesh/boxes/0/9", NULL}}, A_BOX},
    {{{EDIT_SWAP, "nodes/2/mesh/boxes/0", NULL}},
     "\"boxes\" are not one tree, each box before those inside"},
    {{{EDIT_REMOVE, "nodes/1/mesh/vertices/0/2", NULL}}, "a row of 2 values, not of 3"},
    {{{EDIT_INSERT, "nodes/1/mesh/vertices/0/3", "1.0"}}, "a row of more than 3 values"},
    {{{EDIT_INSERT, "nodes/1/mesh/vertices/3", "[1.0, 1.0, 1.0]"}}, "a row of 3 values, not of 4"},
    {{{EDIT_SET, "names/1", "\"a\\u0000b\""}}, "a name with a NUL in it"},
    {{{EDIT_SET, "nodes/1/type", "\"zork\""}}, "no type of node"},
    {{{EDIT_SET, "nodes/1/type", "65536"}}, "65536 is out of range, 0 to 65535"},
    {{{EDIT_SET, "nodes/1/name", "\"nobody\""}},
     "not one of the \"names\", or there more than once: give its number"},
    {{{EDIT_SET, "nodes/1/name", "3"}}, "number 3 of 3"},
    {{{EDIT_SET, "nodes/1/name", "1"}}, NULL},
    {{{EDIT_SET, "nodes/1/parent", "\"walk\""}},
     "no node of this name before, or several: give its number"},
    {{{EDIT_INSERT, "nodes/1/mesh", "\"light\": {}"}},
     "a part that a node of this \"type\" does not have"},
    {{{EDIT_INSERT, "nodes/1/mesh", "\"colour\": {}"}}, "no field is named \"colour\" here"},
    {{{EDIT_INSERT, "nodes/1/mesh", "\"type\": \"dummy\""}}, "a second \"type\""},
    {{{EDIT_SET, "nodes/1/controllers/0/controller", "\"zork\""}},
     "no controller \"zork\" in a node of this type"},
    {{{EDIT_REMOVE, "nodes/1/controllers/0/rows/0", NULL}}, "0 rows for 1 times"},
    {{{EDIT_COPY, "nodes/1/controllers/0/rows/0", NULL}}, "2 rows for 1 times"},
    {{{EDIT_REMOVE, "nodes/1/controllers/0/rows/0/2", NULL}}, "a row of 2 values, not of 3"},
    {{{EDIT_SET, "nodes/1/controllers/0/controller", "77"}}, NULL},
    {{{EDIT_SET, "nodes/1/mesh/mdx/normals", "[]"}}, "a row of 0 values, not of 3"},
    {{{EDIT_REMOVE, "nodes/1/mesh/mdx/normals", NULL}},
     "the rows have a place for \"normals\", but there are none"},
    {{{EDIT_SET, "nodes/1/mesh/faces/0/1", "3"}},
     "nodes[1] body, faces[0]: a vertex that the mesh does not have (1 of them)"},
};

static void test_messages(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = rq_mdl_from_ascii(bytes_of(model_text), NULL, &err);
    CHECK_STR(err.text, "");
    REQUIRE(doc != NULL);
    struct rq_out json = json_of(doc);
    rq_doc_free(doc);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_error why = {0};
        char *edited = edit_all((const char *)json.data, cases[i].edits);
        check_note("case %zu", i);
        REQUIRE(edited != NULL);
        doc = rq_doc_from_json(bytes_of(edited), NULL, &why);
        CHECK_INT(doc == NULL, cases[i].says != NULL);
        const char *text = strncmp(why.text, "JSON line ", 10) == 0 ? strstr(why.text, ": ") : NULL;
        CHECK_STR(text ? text + 2 : why.text, cases[i].says ? cases[i].says : "");
        rq_doc_free(doc);
        rq_mem(NULL, edited, 0);
    }
    rq_out_free(&json);
}

TESTS(test_messages)
