/* GFF V3.2: the tree behind most of KotOR's files (UTC, DLG, ARE ...). See
 * docs/formats/gff.md.
 *
 *     struct rq_error err = {0};
 *     struct rq_gff *gff = rq_doc_root(doc, "gff");
 *     struct rq_gff_struct *feat;
 *     uint8_t strength;
 *     if (rq_gff_get_byte(doc, gff->root, "Str", &strength, &err))
 *         rq_gff_set_byte(doc, gff->root, "Str", strength + 2, &err);
 *     rq_gff_set_string(doc, gff->root, "FirstName/0", "Orla", &err);
 *     rq_gff_add_struct(doc, gff->root, "FeatList/-", 1, &feat, &err);
 *     rq_gff_add_word(doc, feat, "Feat", 28, &err);
 *     if (!rq_doc_write(doc, &out, &err)) die(err.where, err.text);
 *
 * The structs below may be read freely. Change them through the functions at the end of this
 * header: they keep the layout rule of the file, check what they are given, and own the memory. Of a
 * new document (rq_doc_new) set type and layout of struct rq_gff; it is a "GFF ", depth-first.
 */
#ifndef RELIQUARY_GFF_H
#define RELIQUARY_GFF_H

#include <reliquary/record.h>
#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

enum rq_gff_type {
    RQ_GFF_BYTE,
    RQ_GFF_CHAR,
    RQ_GFF_WORD,
    RQ_GFF_SHORT,
    RQ_GFF_DWORD,
    RQ_GFF_INT,
    RQ_GFF_DWORD64,
    RQ_GFF_INT64,
    RQ_GFF_FLOAT,
    RQ_GFF_DOUBLE,
    RQ_GFF_STRING,
    RQ_GFF_RESREF,
    RQ_GFF_LOCSTRING,
    RQ_GFF_VOID,
    RQ_GFF_STRUCT,
    RQ_GFF_LIST,
    RQ_GFF_ORIENTATION,
    RQ_GFF_VECTOR,
    RQ_GFF_STRREF,
    RQ_GFF_TYPES,
};

struct rq_gff_text {
    uint32_t id; /* language * 2 + gender */
    struct rq_bytes text;
};

struct rq_gff_locstring {
    uint32_t strref; /* 0xFFFFFFFF: none */
    uint32_t excess; /* what the stated size says above the real one: 0 */
    uint32_t count;
    uint8_t room; /* of the editing functions: as in rq_gff_field, for texts */
    struct rq_gff_text *texts;
};

struct rq_gff_field {
    const char *label; /* at most 16 bytes */
    union {
        uint32_t word;       /* BYTE to INT, FLOAT: the whole data word as it stands */
        uint64_t wide;       /* DWORD64, INT64, DOUBLE: the bits */
        const uint8_t *data; /* STRING, RESREF, VOID, ORIENTATION, VECTOR: size bytes;
                                STRREF: 4 bytes */
        struct rq_gff_locstring *loc;
        struct rq_gff_struct *child; /* STRUCT: one; LIST: size of them, in a row */
    } v;
    uint32_t size;
    uint8_t type;       /* enum rq_gff_type; above: unknown, kept as a word */
    uint8_t room;       /* of the editing functions: log2 of the elements that child has memory
                           for; 0: no more than size */
    uint32_t index, at; /* scratch of the writer */
};

struct rq_gff_struct {
    uint32_t id;
    uint32_t field_count;
    struct rq_gff_field *fields;
    uint32_t word;      /* data word of a struct without fields */
    uint32_t index, at; /* scratch of the writer */
    uint8_t depth;      /* of the editing functions: structs above this one */
    uint8_t room;       /* of the editing functions: as in rq_gff_field, for fields */
};

/* The orders in which real writers create structs and fields; docs/formats/gff.md tells
 * who uses which. Names with commas say the order, where the field indices of a struct stand, and
 * where those of a list. */
#define RQ_GFF_LAYOUTS(X)                                                                          \
    X(depth_first, "depth-first")                                                                  \
    X(late_sound, "late-sound")                                                                    \
    X(path, "path")                                                                                \
    X(grow, "grow")                                                                                \
    X(late_sound_append, "late-sound-append")                                                      \
    X(lists_last, "lists-last")                                                                    \
    X(breadth_first, "breadth-first")                                                              \
    X(shared, "depth-first-shared")                                                                \
    X(second, "depth-first, second, field")                                                        \
    X(second_moving, "depth-first, second, move")                                                  \
    X(moving, "depth-first, move, field")                                                          \
    X(elements, "elements, struct, field")                                                         \
    X(elements_second, "elements, second, field")

enum rq_gff_layout {
    RQ_GFF_UNSETTLED,
#define RQ_GFF_LAYOUT_ENUM(id, name) RQ_GFF_##id,
    RQ_GFF_LAYOUTS(RQ_GFF_LAYOUT_ENUM)
#undef RQ_GFF_LAYOUT_ENUM
        RQ_GFF_EXPLICIT,
};

struct rq_gff_explicit; /* recorded places, when no named layout fits */

struct rq_gff {
    char type[4]; /* "UTC " */
    enum rq_gff_layout layout;
    struct rq_gff_explicit *places;
    struct rq_gff_struct *root;
    uint32_t struct_count, field_count;
    bool editing; /* of the editing functions: depths and counts are known */
};

/* ---- paths ----------------------------------------------------------------------
 *
 * A path leads from a struct to something in it, with "/" between its parts. From the root they are
 * the paths that rq_doc_visit reports.
 *
 *     Tag                  the field of that label; case matters
 *     SoundExists#2        the second field of a label that the struct has more than once
 *     EntryList/12         an element of a list, counted from 0
 *     EntryList/12/Text    a field of that element
 *     FirstName/0          a text of a locstring, by its id: language * 2 + gender
 *     FirstName/strref     the talk table number of a locstring
 *     Position/0           a number of a vector or orientation, as a float
 *     EntryList/-          the place behind the last element; only for rq_gff_add_*
 *     (empty)              the struct itself
 *
 * Labels are UTF-8 here. One that is empty, or that has a "/" in it, can't be named by a path.
 */

/* Whether there is something at the path. Nothing is allocated; in may be NULL. */
RQ_API bool rq_gff_has(const struct rq_gff_struct *in, const char *path);

/* The field at a path: NULL when there is none, or when the path leads to something else (an
 * element, a text). Nothing is allocated. in may be NULL. */
RQ_API struct rq_gff_field *rq_gff_find(const struct rq_gff_struct *in, const char *path);

/* The value of a field that is a whole number of any type, BYTE to INT64; false: it is of another type.
 * A DWORD64 above INT64_MAX comes negative. */
RQ_API bool rq_gff_number(const struct rq_gff_field *field, int64_t *value);

/* ---- what all functions below share -----------------------------------------------
 *
 * doc is a GFF document; in is a struct of its tree, mostly the root. A NULL for either, or a
 * document of another format, is an error.
 *
 * On failure they return false and change nothing. err->where is the path, err->text says what was
 * expected and what was found. RQ_USAGE: there is nothing at the path, or something of another
 * type; the value is out of range, too long, or not in the code page. RQ_LIMIT: structs nested
 * deeper than the 64 that can be read back, or more memory than the memory_limit that the document
 * was opened with. RQ_NO_MEMORY. err may be NULL. When it holds an error already nothing is done:
 * a run of calls can be checked once, at its end.
 *
 * What is given to them is copied, and may be freed after the call.
 *
 * The first change of a document works out its layout (rq_doc_settle), and the document keeps it.
 * One whose layout is explicit keeps its places as long as the tree fits them, and is else
 * written by the default layout of its type. The memory of what is replaced or removed is freed
 * with the document.
 *
 * References by number (links of a dialog, points of a path, factions) follow when elements are
 * added, removed or moved; an element that is referred to can't be removed. docs/formats/gff.md
 * lists them.
 *
 * A pointer to a field or an element stays valid until a field or an element is added to the same
 * struct or list, removed from it or moved in it. The root and the structs of fields never move.
 */

/* ---- values that are there --------------------------------------------------------
 *
 * rq_gff_get_* reads a value of exactly that type. False: it is absent or of another type (which
 * one, rq_gff_find tells), and *value is untouched; so an absent field is not a zero. A float is also
 * one number of a vector or orientation. */

RQ_API bool rq_gff_get_byte(const struct rq_doc *doc, const struct rq_gff_struct *in,
                            const char *path, uint8_t *value, struct rq_error *err);
RQ_API bool rq_gff_get_char(const struct rq_doc *doc, const struct rq_gff_struct *in,
                            const char *path, int8_t *value, struct rq_error *err);
RQ_API bool rq_gff_get_word(const struct rq_doc *doc, const struct rq_gff_struct *in,
                            const char *path, uint16_t *value, struct rq_error *err);
RQ_API bool rq_gff_get_short(const struct rq_doc *doc, const struct rq_gff_struct *in,
                             const char *path, int16_t *value, struct rq_error *err);
RQ_API bool rq_gff_get_dword(const struct rq_doc *doc, const struct rq_gff_struct *in,
                             const char *path, uint32_t *value, struct rq_error *err);
RQ_API bool rq_gff_get_int(const struct rq_doc *doc, const struct rq_gff_struct *in,
                           const char *path, int32_t *value, struct rq_error *err);
RQ_API bool rq_gff_get_dword64(const struct rq_doc *doc, const struct rq_gff_struct *in,
                               const char *path, uint64_t *value, struct rq_error *err);
RQ_API bool rq_gff_get_int64(const struct rq_doc *doc, const struct rq_gff_struct *in,
                             const char *path, int64_t *value, struct rq_error *err);
RQ_API bool rq_gff_get_float(const struct rq_doc *doc, const struct rq_gff_struct *in,
                             const char *path, float *value, struct rq_error *err);
RQ_API bool rq_gff_get_double(const struct rq_doc *doc, const struct rq_gff_struct *in,
                              const char *path, double *value, struct rq_error *err);

/* Appends the text as UTF-8 to an output that the caller owns, and behind it a NUL that size does
 * not count: utf8->data is a C string. string: also of a text of a locstring. */
RQ_API bool rq_gff_get_string(const struct rq_doc *doc, const struct rq_gff_struct *in,
                              const char *path, struct rq_out *utf8, struct rq_error *err);
RQ_API bool rq_gff_get_resref(const struct rq_doc *doc, const struct rq_gff_struct *in,
                              const char *path, struct rq_out *utf8, struct rq_error *err);

/* The document's own: valid until it is changed there. Texts are bytes of their code page. */
RQ_API bool rq_gff_get_locstring(const struct rq_doc *doc, const struct rq_gff_struct *in,
                                 const char *path, const struct rq_gff_locstring **value,
                                 struct rq_error *err);
RQ_API bool rq_gff_get_void(const struct rq_doc *doc, const struct rq_gff_struct *in,
                            const char *path, struct rq_bytes *value, struct rq_error *err);

/* The struct of a field, an element of a list, or (empty path) in itself. */
RQ_API bool rq_gff_get_struct(const struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                              struct rq_gff_struct **value, struct rq_error *err);
/* count elements in a row; *items may be NULL when there are none. */
RQ_API bool rq_gff_get_list(const struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                            struct rq_gff_struct **items, uint32_t *count, struct rq_error *err);

/* Four numbers in the order of the file, and three. */
RQ_API bool rq_gff_get_orientation(const struct rq_doc *doc, const struct rq_gff_struct *in,
                                   const char *path, float value[4], struct rq_error *err);
RQ_API bool rq_gff_get_vector(const struct rq_doc *doc, const struct rq_gff_struct *in,
                              const char *path, float value[3], struct rq_error *err);

/* Of a StrRef field, or of a locstring ("FirstName/strref"). 0xFFFFFFFF: none. */
RQ_API bool rq_gff_get_strref(const struct rq_doc *doc, const struct rq_gff_struct *in,
                              const char *path, uint32_t *value, struct rq_error *err);

/* rq_gff_set_* replaces a value of exactly that type, and fails where there is none: it never
 * makes a field, and never changes a type. Integers are checked against the range of the type. */

RQ_API bool rq_gff_set_byte(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                            int64_t value, struct rq_error *err);
RQ_API bool rq_gff_set_char(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                            int64_t value, struct rq_error *err);
RQ_API bool rq_gff_set_word(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                            int64_t value, struct rq_error *err);
RQ_API bool rq_gff_set_short(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                             int64_t value, struct rq_error *err);
RQ_API bool rq_gff_set_dword(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                             int64_t value, struct rq_error *err);
RQ_API bool rq_gff_set_int(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                           int64_t value, struct rq_error *err);
RQ_API bool rq_gff_set_dword64(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                               uint64_t value, struct rq_error *err);
RQ_API bool rq_gff_set_int64(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                             int64_t value, struct rq_error *err);
RQ_API bool rq_gff_set_float(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                             float value, struct rq_error *err);
RQ_API bool rq_gff_set_double(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                              double value, struct rq_error *err);

/* UTF-8, stored in the document's code page; the text of a locstring in that of its language.
 * A resref has 16 bytes at most. */
RQ_API bool rq_gff_set_string(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                              const char *utf8, struct rq_error *err);
RQ_API bool rq_gff_set_resref(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                              const char *utf8, struct rq_error *err);

RQ_API bool rq_gff_set_void(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                            struct rq_bytes value, struct rq_error *err);
RQ_API bool rq_gff_set_orientation(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                                   const float value[4], struct rq_error *err);
RQ_API bool rq_gff_set_vector(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                              const float value[3], struct rq_error *err);
RQ_API bool rq_gff_set_strref(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                              uint32_t value, struct rq_error *err);

/* The id of the struct at the path. */
RQ_API bool rq_gff_set_id(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                          uint32_t id, struct rq_error *err);

/* ---- new values -------------------------------------------------------------------
 *
 * rq_gff_add_* makes what the last part of the path names: a field, at the end of its struct, or a
 * text of a locstring, at the end of its texts. It fails when that is there already, and when
 * what comes before the last part is not there. "Label#2" adds a second field of a label that the
 * struct has once. A new label has 1 to 16 bytes. */

RQ_API bool rq_gff_add_byte(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                            int64_t value, struct rq_error *err);
RQ_API bool rq_gff_add_char(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                            int64_t value, struct rq_error *err);
RQ_API bool rq_gff_add_word(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                            int64_t value, struct rq_error *err);
RQ_API bool rq_gff_add_short(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                             int64_t value, struct rq_error *err);
RQ_API bool rq_gff_add_dword(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                             int64_t value, struct rq_error *err);
RQ_API bool rq_gff_add_int(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                           int64_t value, struct rq_error *err);
RQ_API bool rq_gff_add_dword64(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                               uint64_t value, struct rq_error *err);
RQ_API bool rq_gff_add_int64(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                             int64_t value, struct rq_error *err);
RQ_API bool rq_gff_add_float(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                             float value, struct rq_error *err);
RQ_API bool rq_gff_add_double(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                              double value, struct rq_error *err);
/* string: a field, or a text of a locstring ("FirstName/2"). */
RQ_API bool rq_gff_add_string(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                              const char *utf8, struct rq_error *err);
RQ_API bool rq_gff_add_resref(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                              const char *utf8, struct rq_error *err);
/* Without texts. strref 0xFFFFFFFF: none. */
RQ_API bool rq_gff_add_locstring(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                                 uint32_t strref, struct rq_error *err);
RQ_API bool rq_gff_add_void(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                            struct rq_bytes value, struct rq_error *err);
RQ_API bool rq_gff_add_orientation(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                                   const float value[4], struct rq_error *err);
RQ_API bool rq_gff_add_vector(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                              const float value[3], struct rq_error *err);
RQ_API bool rq_gff_add_strref(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                              uint32_t value, struct rq_error *err);

/* A struct without fields: as a field ("Map"), at the end of a list ("EntryList/-"), or before the
 * element that has that number ("EntryList/0"). added, unless NULL, gets the struct, or NULL on
 * failure. */
RQ_API bool rq_gff_add_struct(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                              uint32_t id, struct rq_gff_struct **added, struct rq_error *err);
/* Without elements. */
RQ_API bool rq_gff_add_list(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                            struct rq_error *err);

/* ---- remove, reorder, copy ---------------------------------------------------------- */

/* A field with all that is in it, an element of a list, or a text of a locstring. */
RQ_API bool rq_gff_remove(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                          struct rq_error *err);

/* Moves a field in its struct, an element in its list, or a text in its locstring, so that it is
 * number `to` there, from 0; those between keep their order. */
RQ_API bool rq_gff_move(struct rq_doc *doc, struct rq_gff_struct *in, const char *path, uint32_t to,
                        struct rq_error *err);

/* Copies a field, or a struct (a field of that type, an element, from_in itself), with all that is
 * in it, from the same document or from another, which may be freed afterwards.
 *
 * rq_gff_set_copy replaces the value of a field of the same type, or id and fields of a struct.
 * rq_gff_add_copy makes a field of the label in path, or from a struct an element of a list
 * ("EntryList/-", "EntryList/3").
 *
 * Between documents of different code pages texts are converted; the copy fails when a character
 * is not in the page of the target. Languages that have a page of their own keep it, and so do
 * labels. */
RQ_API bool rq_gff_set_copy(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                            const struct rq_doc *from_doc, const struct rq_gff_struct *from_in,
                            const char *from_path, struct rq_error *err);
RQ_API bool rq_gff_add_copy(struct rq_doc *doc, struct rq_gff_struct *in, const char *path,
                            const struct rq_doc *from_doc, const struct rq_gff_struct *from_in,
                            const char *from_path, struct rq_error *err);

#ifdef __cplusplus
}
#endif

#endif
