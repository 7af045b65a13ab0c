/* What every field of KotOR's GFF files means: type, range, default, what it refers to, and whether
 * the engine reads it at all. `reliquary fields` prints it; docs/blueprints.md explains it.
 *
 *     const struct rq_schema *in;
 *     const struct rq_field *f = rq_field_at("UTC", "ClassList/0/Class", &in);
 *     if (f) printf("%s: %s\n", f->label, f->meaning);
 *
 * Everything here is constant and belongs to the library.
 */
#ifndef RELIQUARY_BLUEPRINT_H
#define RELIQUARY_BLUEPRINT_H

#include <reliquary/game.h>
#include <reliquary/gff.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An answer of the tables. */
enum rq_field_answer {
    RQ_FIELD_UNKNOWN,
    RQ_FIELD_NO,
    RQ_FIELD_YES,
    RQ_FIELD_ONLY_K1, /* of dead: K1 does not read the field, K2 does */
};

/* Where a field occurs. */
enum rq_field_where {
    RQ_FIELD_BOTH,
    RQ_FIELD_ON_DISK, /* not in saved games */
    RQ_FIELD_SAVED,   /* only in saved games */
};

struct rq_schema;

/* A field of a struct. Texts are never NULL; those that do not apply are empty. */
struct rq_field {
    const char *label;              /* as it is stored; NULL: behind the last of a schema */
    const char *type;               /* "BYTE"; "FLOAT|INT": either is legal */
    uint32_t types;                 /* the same as bits: 1 << enum rq_gff_type */
    const struct rq_schema *schema; /* of the struct, or of the elements of the list; else NULL */
    enum rq_field_answer k1, k2;    /* whether files of the game have it */
    enum rq_field_where where;
    enum rq_field_answer dead; /* whether the engine ignores it */
    const char *absent;        /* what the engine takes when it is absent: a value, "=Other",
                                       "required", the name of a table */
    int64_t min, max;          /* of what the engine accepts; INT64_MIN, INT64_MAX: no other than
                                       those of the type; of a list of the number of elements */
    const char *nothing; /* values that refer to nothing, "," between; "\"\"" is the empty text */
    const char *ref;     /* what the value refers to: "2da:appearance", "res:ncs" ... */
    const char *id;      /* of structs: their number; "index": the position in the list */
    const char *meaning;
    const char *absent_source, *dead_source; /* where that is known from */
};

/* The fields of one struct of one kind of file. */
struct rq_schema {
    const char *kind;             /* "UTC"; "@EFFECT": shared by several kinds; "*": of any root */
    const char *path;             /* "/ClassList[]/"; "/": the root */
    const struct rq_schema *also; /* asked for labels that this one lacks; or NULL */
    const struct rq_field *fields;
};

/* All schemas, in a fixed order. */
RQ_API size_t rq_schema_count(void);
RQ_API const struct rq_schema *rq_schema_at(size_t index);

/* The root of a kind of file, by the type of the GFF ("UTC ", "PT  "), or by extension ("utc").
 * Ignores case. NULL: not known. */
RQ_API const struct rq_schema *rq_schema_root(const char *kind);

/* The field of that label, case matters: of the schema, of those that it also has, of what editors
 * leave at any root. NULL: not known. after may be NULL; else it is where the search begins, and is
 * set to what was found: to look up many fields in the order of a file is then fast. */
RQ_API const struct rq_field *rq_schema_field(const struct rq_schema *schema, const char *label,
                                              const struct rq_field **after);

/* A field that differs from label only in case, or NULL. */
RQ_API const struct rq_field *rq_schema_similar(const struct rq_schema *schema, const char *label);

/* The schema of a struct in a field whose value is of more than one type. NULL: it has none. */
RQ_API const struct rq_schema *rq_field_struct(const struct rq_field *field);

/* The number that a struct of the field has, or element number index of a list, in files of the game. */
RQ_API uint32_t rq_field_usual_id(const struct rq_field *field, uint32_t index);

/* The field at a path of a kind of file. Numbers, "*" and "[]" stand for any element:
 * "ClassList/0/Class", "ClassList[]/Class". in, unless NULL, gets the schema that has it. For the
 * path of an element or of the root NULL is returned, and *in is its schema; where nothing is known
 * *in is NULL. */
RQ_API const struct rq_field *rq_field_at(const char *kind, const char *path,
                                          const struct rq_schema **in);

/* Whether the engine of the game (1 or 2; 0: not known, then that of the first) reads the field. */
RQ_API bool rq_field_is_read(const struct rq_field *field, unsigned version);

/* Whether a value is one of those that refer to nothing; only whole numbers and texts can be. */
RQ_API bool rq_field_is_nothing(const struct rq_field *field, const struct rq_gff_field *value);
RQ_API bool rq_field_is_nothing_number(const struct rq_field *field, int64_t number);

/* ---- names of values --------------------------------------------------------------- */

struct rq_named_value {
    const char *list;  /* "gender": of a ref "enum:gender" or "flags:gender" */
    const char *value; /* "2"; a text that is no number describes the whole list: "1<<h" */
    const char *name;  /* "both" */
};

/* All names of a list, in the order of values; count gets how many. NULL: no such list. */
RQ_API const struct rq_named_value *rq_named_values(const char *list, size_t *count);

/* Appends what a file holds for a value that a person wrote, and a NUL: a whole number in decimal for
 * the name of an enum ("female"), names of flags with "," between, "yes" and "no" of a bool, the label
 * of a row of a table (with a game), or a number; other types as they are. path is only for messages.
 * False with err filled when there is no such name, or the engine does not accept the number. game may
 * be NULL. */
RQ_API bool rq_field_value(const struct rq_field *field, const struct rq_game *game,
                           const char *path, const char *text, struct rq_out *value,
                           struct rq_error *err);

/* rq_doc_set with the value as rq_field_value takes it, of documents that are no GFF as it is. A field
 * that the tables know and that is absent is added, with the type that they say; what is around it has
 * to be there. game may be NULL. */
RQ_API bool rq_blueprint_set(struct rq_doc *doc, const struct rq_game *game, const char *path,
                             const char *text, struct rq_error *err);

/* The names of the values of a field whose ref is an enum or flags; NULL: it has none. */
RQ_API const struct rq_named_value *rq_field_values(const struct rq_field *field, size_t *count);

/* ---- new files ------------------------------------------------------------------------ */

struct rq_blueprint_options {
    const char *name; /* of the file without its extension: its own resref, its tag, its area */
    bool k2;          /* with the fields of K2 */
};

/* A fresh file of a kind ("UTC", "are"): every field of the root that the game reads, with the
 * engine's default or zero, and what has to be there to be loaded: a class of a creature, the area of a
 * module. Fields whose default is taken from elsewhere (a table, another file) stay away, so that it is.
 * NULL on failure: no such kind, or a name that is no resref. */
RQ_API struct rq_doc *rq_blueprint_new(const char *kind, const struct rq_blueprint_options *options,
                                       struct rq_error *err);

/* Appends a JSON Schema (2020-12) of the JSON form of a kind of file: types, ranges, names of values,
 * meanings. What a file has beyond the tables is let through. */
RQ_API bool rq_blueprint_json_schema(const char *kind, struct rq_out *out, struct rq_error *err);

/* ---- in words ------------------------------------------------------------------------ */

/* What a kind of file is, "a creature". Never NULL. */
RQ_API const char *rq_schema_title(const struct rq_schema *schema);

/* Who or what absent_source and dead_source stand for. Never NULL. */
RQ_API const char *rq_field_source(const char *code);

/* Append ref and range in words, nothing where there is none. False when text failed. */
RQ_API bool rq_field_ref_text(const struct rq_field *field, struct rq_out *text);
RQ_API bool rq_field_range_text(const struct rq_field *field, struct rq_out *text);

/* Called with each thing that is to be said of a field: "default", "0 (ZL: ...)". Both texts are
 * valid during the call only. */
typedef void rq_explain_fn(void *ctx, const char *key, const char *text);

/* The whole documentation of a field but for the names of its values. */
RQ_API bool rq_field_explain(const struct rq_field *field, rq_explain_fn *fn, void *ctx,
                             struct rq_error *err);

/* Appends a value of a field as a person would say it: the name of an enum's value, "yes", a text. With
 * a game the row of a table becomes its name and a strref its text; game may be NULL. Nothing is
 * appended for an empty text, structs and bytes. */
RQ_API bool rq_field_say(const struct rq_doc *doc, const struct rq_field *field,
                         const struct rq_gff_field *value, const struct rq_game *game,
                         struct rq_out *text, struct rq_error *err);

/* What a person wants to know of a GFF file: name, classes and feats of a creature, lock of a door,
 * counts of an area. game as above. A document that the tables do not know has nothing to tell. */
RQ_API bool rq_blueprint_facts(struct rq_doc *doc, const struct rq_game *game, rq_explain_fn *fn,
                               void *ctx, struct rq_error *err);

/* The label, or the kind of file, that a mistyped one is most like; NULL: there is none. */
RQ_API const char *rq_schema_near(const struct rq_schema *schema, const char *label);
RQ_API const char *rq_schema_near_kind(const char *kind);

#ifdef __cplusplus
}
#endif

#endif
