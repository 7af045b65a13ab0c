/* References inside of a map, as its JSON has them. A file refers by offset and number; JSON by
 * identity, so that elements can be put in, taken out, moved and changed in length:
 *
 *   - what belongs to an actor is a part of its section, and the part names the actor;
 *   - other elements have a label, and references name it;
 *   - numbers that fit neither stay numbers, together with the size of what they count in:
 *     {"at": 12, "of": 40}. When that size has changed, the document is refused.
 */
#ifndef RQ_FORMATS_REDGUARD_RGM_REFS_H
#define RQ_FORMATS_REDGUARD_RGM_REFS_H

#include "formats/redguard/rgm/parts.h"

/* ---- names ---- */

struct rgm_name {
    struct rq_bytes text;
    size_t index; /* of the element that has it */
};

/* Sorted by text, equal ones by index. */
struct rgm_names {
    struct rgm_name *names;
    size_t count;
};

void rgm_names_sort(struct rgm_names *names);
/* The first of a text and how many there are, or NULL. */
const struct rgm_name *rgm_names_find(const struct rgm_names *names, struct rq_bytes text,
                                      size_t *count);
/* A label for each text: the text itself where it is the only one, "text#2" for the second of
 * several. NULL without memory. */
struct rq_bytes *rgm_labels_of(const struct rq_bytes *texts, size_t count, struct rq_arena *arena);

/* ---- a reference ---- */

struct rgm_ref {
    struct rq_bytes label; /* data is NULL: a number */
    uint32_t nth;          /* which of several that are equal, from 1; 0: not said */
    int64_t at;
    bool sized; /* it rests on `of` */
    uint64_t of;
};

void rgm_put_number(struct rq_json *j, int64_t at, uint64_t of);
void rgm_put_nth(struct rq_json *j, enum rq_codepage page, struct rq_bytes label, uint32_t nth);
void rgm_take_ref(struct rq_jr *jr, enum rq_codepage page, struct rgm_ref *ref);

/* What a reference with a label means by names, or its number, which rests on `of`. False, with
 * the place in err, when there is none. */
bool rgm_resolve(const struct rgm_ref *ref, const struct rgm_names *names, uint64_t of,
                 int64_t *index, struct rq_error *err, const char *where);

/* ---- what belongs to actors ---- */

/* How much of a section belongs to an actor. */
enum rgm_measure {
    RGM_BY_LENGTH,
    RGM_BY_COUNT,
    RGM_ONE,       /* a record */
    RGM_GROUPS,    /* up to the word that ends them */
    RGM_VARIABLES, /* rava_count for each instance */
    RGM_SCRIPT,    /* one part of RASC, or nothing */
};

/* A section and the fields of RAHD that say what of it belongs to an actor; 0: no such field. */
struct rgm_owned {
    enum rq_rgm_kind kind;
    enum rgm_measure measure;
    size_t offset, length, count;
    uint32_t none; /* offset of an actor that has nothing */
};

enum { RGM_OWNED = 11, RGM_OWNED_FIELDS = 3 };
extern const struct rgm_owned rgm_owned[RGM_OWNED];
int rgm_owned_row(enum rq_rgm_kind kind); /* -1: not a section of that sort */

/* The fields of a row in the order offset, length, count. */
size_t rgm_owned_field(const struct rgm_owned *row, size_t k);
const char *rgm_field_name(size_t at);
uint32_t rgm_field(const struct rq_rgm_actor *actor, size_t at);
void rgm_set_field(struct rq_rgm_actor *actor, size_t at, uint32_t value);

struct rgm_script;

/* A part of a section: what belongs to the same actors, or to nobody. It starts with a section, so
 * that shapes of sections show it. */
struct rgm_slice {
    struct rq_rgm_section s; /* the elements; of RAGR without the word that ends them */
    size_t first, count;     /* in the section, with that word */
    size_t width;            /* RAVA: variables of one instance */
    size_t owner_count;
    uint32_t *owners; /* numbers of actors */

    /* While JSON is taken. */
    struct rq_bytes *labels; /* of the owners */
    struct rgm_ref *refs;    /* RASB, RAHK: of each word */
    struct rgm_names names;  /* RASB: strings. RAVA: variables. RAAN: models */
    size_t row_count;        /* RAVA: instances */
    uint64_t *frames;        /* RAAN: of the models before each */
    struct rgm_script *script;
};

struct rgm_slices {
    struct rgm_slice *slices;
    size_t count;
};

/* What is known of an actor: its label, and its part of each section (NULL: none). */
struct rgm_actor_refs {
    struct rq_bytes label;
    bool labelled;  /* the label is not its name */
    unsigned fixed; /* a bit for each section of which it has numbers in place of a part */
    struct rgm_slice *part[RGM_OWNED];

    /* While JSON is taken. */
    struct rgm_ref boxes[3], sphere, start;
    uint32_t sizes[RGM_OWNED]; /* that the numbers rest on */
    int32_t instances;         /* those of RAVA rest on them too */
};

/* ---- scripts ---- */

/* A number that a script has, and what it refers to. */
struct rgm_script_ref {
    struct rgm_script_ref *next;
    struct rq_soup_value *value;
    bool is_string; /* or a variable */
    bool of_object; /* value->index */
    struct rgm_ref ref;
};

/* A script that was taken. */
struct rgm_script {
    enum rq_codepage page;
    struct rgm_script_ref *refs;
    bool sized; /* targets that are numbers rest on `of` bytes of code */
    uint64_t of;
    struct rgm_names labels;
    bool rests;       /* raw code rests on these: */
    uint32_t size[2]; /* strings, variables of the actor */
};

/* What a variable is called: RAVA has numbers only. */
enum { RGM_VARIABLE_NAME = 16 };
void rgm_variable_name(uint32_t number, char text[RGM_VARIABLE_NAME]);

/* How the numbers of strings and variables in a script are put. */
struct rgm_script_names {
    const struct rgm_json *m;
    const struct rgm_slice *strings, *variables; /* NULL: numbers stay numbers */
    uint64_t string_count, variable_count;       /* that such numbers rest on */
    bool owned;                                  /* else they are plain */
    const uint8_t *hooked;                       /* of each instruction: it needs its label */
    const char *mark; /* in labels, so that none is one of the map's own; NULL: nothing */
};

/* The instructions as an array, one a line, and back. Without names strings and variables are plain
 * numbers; taken gets the names that were there, to be looked up when all is known. */
void rq_soup_json(struct rq_json *j, const struct rq_soup_script *script,
                  const struct rgm_script_names *names);
struct rq_soup_script *rq_soup_take(struct rq_jr *jr, struct rgm_script *taken);

/* ---- the map at hand ---- */

/* An element that has a label, while JSON is taken. */
struct rgm_mark {
    const void *list; /* section, part, group or map of nodes */
    struct rq_bytes label;
    size_t index;
};

/* A command of animations that shows a frame of a model, or leads to another command. */
struct rgm_command_ref {
    struct rq_rgm_command *command;
    const struct rgm_slice *slice;
    const struct rq_rgm_group *group;
    struct rgm_ref ref;
    uint32_t frame; /* ShowFrame: of the model */
};

struct rgm_route_ref {
    struct rq_rgm_route *route;
    const struct rq_rgm_walk *walk;
    struct rgm_ref ref;
};

/* The parts of a section. */
struct rgm_list {
    struct rq_rgm_section *section;
    struct rgm_slice *slices;
    size_t count;
};

/* An object whose script is no actor's. */
struct rgm_stray {
    const struct rq_rgm_section *section;
    size_t index;
};

struct rgm_json {
    struct rq_shaper s; /* first: hooks get its address */
    struct rq_arena *arena;
    struct rq_rgm *map;
    const struct rq_rgm_section *actors; /* the first RAHD, or NULL */
    struct rgm_actor_refs *known;        /* of each of its actors */
    struct rgm_names scripts;            /* their names in small letters */
    struct rgm_slice *slice;             /* at hand */
    struct rgm_slice *shown;             /* the models of its actors */
    uint32_t *slots;                     /* number + 1 of the group of each slot */

    /* While JSON is written. */
    struct rgm_slices parts[RGM_OWNED];
    struct rq_bytes *texts; /* labels of RAST */
    uint8_t *boxes;         /* those that something refers to, */
    uint8_t *spheres;
    uint64_t *frames;     /* of the models before each in RAAN, and of all */
    uint8_t *nodes;       /* of the map at hand that a route leads to */
    uint8_t *steps;       /* commands of the group at hand that another leads to */
    uint32_t (*cross)[2]; /* where commands of the part at hand lead: slot, command; sorted */
    size_t cross_count;

    /* While JSON is taken. */
    const struct rq_rgm_walk *walk;
    struct rgm_mark *marks;
    uint32_t mark_count, mark_room;
    struct rgm_name *mark_names; /* of the marks when they are sorted */
    struct rgm_command_ref *commands;
    uint32_t command_count, command_room;
    struct rgm_route_ref *routes;
    uint32_t route_count, route_room;
    struct rgm_list *lists;
    uint32_t list_count, list_room;
    struct rgm_actor_refs *taken; /* of the actors of all RAHD */
    uint32_t taken_count, taken_room;
    struct rgm_stray *strays;
    uint32_t stray_count, stray_room;
    const struct rq_rgm_section *rast; /* the first, */
    struct rq_bytes *text_labels;      /* and its labels */
};

static inline struct rgm_json *rgm_json_of(struct rq_shaper *s)
{
    return (struct rgm_json *)s;
}

static inline const struct rgm_json *rgm_json_in(const struct rq_shaper *s)
{
    return (const struct rgm_json *)s;
}

/* The first section of a kind, also one whose payload is raw. */
const struct rq_rgm_section *rgm_first(const struct rq_rgm *map, enum rq_rgm_kind kind);
/* Where an element begins in its section; of the one behind the last: the size. */
uint64_t rgm_place_of(const struct rq_rgm_section *s, size_t index);
/* The element that begins there, the number of elements for the end; SIZE_MAX: none. */
size_t rgm_element_at(const struct rq_rgm_section *s, uint64_t place);
uint64_t rgm_size_of(const struct rq_rgm *map, enum rq_rgm_kind kind);
/* True when an actor has this name, in any case; so has nothing. */
bool rgm_is_script(const struct rgm_json *m, const char *name, size_t size);
bool rgm_names_of_scripts(struct rgm_json *m);
/* Where thread 0 of an actor with this part of RASC starts, if nothing else is said. */
uint32_t rgm_start_of(const struct rgm_slice *code);
/* The commands that say where in a group the animation goes on: the parameter that says so, or -1,
 * and the parameter with the slot of the group, -1 for the group itself. */
int rgm_leads(const struct rq_rgm_command *command, int *slot);
/* Sets slots[] for the groups of a part, and back to nothing. */
void rgm_set_slots(struct rgm_json *m, const struct rgm_slice *part, bool set);
bool rgm_is_owned(const struct rq_shaper *s, const void *slice);

/* What the fields of a row have to be for an actor with this part. */
void rgm_derive(const struct rgm_owned *row, const struct rq_rgm_section *s,
                const struct rgm_slice *part, struct rq_rgm_actor *actor);

/* Finds the parts of actors in a map; and all else that its JSON needs. */
bool rgm_plan_parts(struct rgm_json *m);
bool rgm_plan(struct rgm_json *m);
/* The part that all owners of a part have of another section, or NULL. */
struct rgm_slice *rgm_shared(const struct rgm_json *m, const struct rgm_slice *part,
                             enum rq_rgm_kind kind);
/* Hooks of shapes: the label of an element, the parts of a section. */
void rgm_take_mark(struct rq_shaper *s, void *object);
bool rgm_put_parts(struct rq_shaper *s, const void *object);
void rgm_take_parts(struct rq_shaper *s, void *object);

/* Groups of animations. rgm_open_groups prepares to put those of a part. */
extern const struct rq_shape rgm_group_shape;
bool rgm_open_groups(struct rgm_json *m, const struct rgm_slice *part);

/* The label of an instruction. */
enum { RGM_SCRIPT_LABEL = 24 };
void rgm_script_label(const struct rgm_script_names *names, uint32_t offset,
                      char text[RGM_SCRIPT_LABEL]);

/* Puts together a map that was taken from JSON. */
bool rgm_build(struct rgm_json *m, struct rq_error *err);

#endif
