/* What both ways of a model's JSON share. */
#ifndef RQ_FORMATS_KOTOR_MDL_JSON_JSON_H
#define RQ_FORMATS_KOTOR_MDL_JSON_JSON_H

#include "formats/kotor/mdl/parts.h"

/* By enum. */
extern const char *const rq_mdl_layouts[], *const rq_mdl_mdx_layouts[];
extern const char *const rq_mdl_slots[RQ_MDL_SLOTS];

/* "trimesh" and so on; NULL: no such type; and back, 0: no such name. */
const char *rq_mdl_type_name(unsigned type);
unsigned rq_mdl_type_of(struct rq_str name);

/* The link that controllers have in all known files. */
uint16_t rq_mdl_link(bool animated, uint32_t code);

/* All names in order, to find them by their text. */
struct rq_mdl_names {
    struct rq_mdl_name {
        const char *text;
        uint32_t index;
    } * items;
    uint32_t count;
    uint32_t
        *nth; /* by index: 0 for a name that is there once, else which of its like it is, from 1 */
    /* The node of each name in the tree of this number, and how many there are. */
    struct rq_mdl_bearer {
        uint32_t tree, count, node;
    } * bearers;
    uint32_t tree;   /* 1 is the geometry's */
    uint16_t *types; /* by index: those of the geometry's nodes */
};

/* False without memory. */
bool rq_mdl_names_open(struct rq_mdl_names *names, const struct rq_mdl *m, struct rq_arena *arena);
/* Index of a name by its label: its text, or where several have it text#2 for the second. UINT32_MAX:
 * none. */
uint32_t rq_mdl_names_find(const struct rq_mdl_names *names, struct rq_bytes label);
/* The label of a name with the text `of`; data NULL when there is none that leads back to the name. */
enum { RQ_MDL_LABEL_SIZE = RQ_MDL_NAME_SIZE + 12 };
struct rq_bytes rq_mdl_names_label(const struct rq_mdl_names *names, uint32_t name, const char *of,
                                   char text[RQ_MDL_LABEL_SIZE]);
/* One more node of the tree bears the name. */
void rq_mdl_names_bear(struct rq_mdl_names *names, const struct rq_mdl_node *node, uint32_t index);
/* Whose controllers a node has: in animations all are dummies that stand for others. */
unsigned rq_mdl_names_type(const struct rq_mdl_names *names, const struct rq_mdl_node *node);
/* The only node of that name; RQ_MDL_NO_NODE: none, or several. */
uint32_t rq_mdl_names_bearer(const struct rq_mdl_names *names, uint32_t name);

/* The values of a slot in a row: how many, of how many bytes, and whether they are floats. */
struct rq_mdl_values {
    unsigned count, size;
    bool floats;
};
struct rq_mdl_values rq_mdl_slot_values(const struct rq_mdl *m, enum rq_mdl_slot slot);

/* Slots and places of a row; false when they overlap or stick out. rest is what none covers. */
struct rq_mdl_row {
    uint32_t at[RQ_MDL_SLOTS];
    bool used[RQ_MDL_SLOTS];
    uint64_t rest;
};
bool rq_mdl_row_plan(const struct rq_mdl *m, const struct rq_mdl_mesh *mesh,
                     struct rq_mdl_row *row);
/* Calls visit for each stretch of a row that no slot covers. */
void rq_mdl_row_rest(const struct rq_mdl *m, const struct rq_mdl_mesh *mesh,
                     const struct rq_mdl_row *row,
                     void (*visit)(void *ctx, uint32_t at, uint32_t size), void *ctx);

/* Parts of nodes and rows of lists: shapes.c. */
extern const struct rq_shape rq_mdl_event_shape, rq_mdl_key_shape, rq_mdl_light_shape,
    rq_mdl_emitter_shape, rq_mdl_reference_shape, rq_mdl_animmesh_shape, rq_mdl_saber_shape;

/* Words that point belong to the JSON: the layout of either file is explicit. */
static inline bool rq_mdl_has_words(const struct rq_mdl *m)
{
    return m->layout == RQ_MDL_EXPLICIT || m->mdx_layout == RQ_MDX_EXPLICIT;
}

/* A list of names; none has a NUL in it. */
void rq_mdl_put_texts(struct rq_json *j, enum rq_codepage page, const char **texts, uint32_t count);
const char **rq_mdl_take_texts(struct rq_jr *jr, enum rq_codepage page, uint32_t *count);

bool rq_mdl_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err);
bool rq_mdl_from_json(struct rq_doc *doc, struct rq_jr *jr);

#endif
