/* What the archives of KotOR share: names of resources, resources in JSON, and blocks that
 * stand where no rule puts them. */
#ifndef RQ_FORMATS_ARCHIVE_H
#define RQ_FORMATS_ARCHIVE_H

#include "formats/format.h"
#include "formats/restype.h"

/* ---- names ---- */

/* 16 bytes of three each in UTF-8, a point, the extension. */
enum { RQ_RESREF = 16, RQ_RESREF_TEXT = RQ_RESREF * 3 + 1 + RQ_RESTYPE_TEXT };

struct rq_resref {
    char name[RQ_RESREF]; /* NUL padded */
    uint32_t type;
};

/* "danm13.are" */
void rq_resref_text(const struct rq_resref *ref, char text[RQ_RESREF_TEXT]);

/* True when its text gives it back, byte for byte. */
bool rq_resref_plain(const struct rq_resref *ref);

/* A new one from the name of a file, in lower case as all of the game's are. */
bool rq_resref_parse(const char *name, struct rq_resref *ref, struct rq_error *err);

/* From JSON, case kept; an empty text changes nothing. */
void rq_resref_take(struct rq_jr *jr, struct rq_resref *ref);

/* As the game compares: without case. */
bool rq_resref_same(const struct rq_resref *a, const struct rq_resref *b);

typedef struct rq_resref rq_resref_fn(const void *root, size_t index);

/* Finds names that stand there twice, and names that are none for a file. */
void rq_resref_check(struct rq_doc *doc, rq_resref_fn *get, size_t count, const char *where);

/* Finds what the engine can't mount or reach: nothing in the archive, more than its ids can number,
 * an id that is not the position (index gives it; the engine reads the resource of that number). */
typedef uint32_t rq_index_fn(const void *root, size_t index);
enum { RQ_MOST_RESOURCES = 1 << 14 };
void rq_resource_check(struct rq_doc *doc, rq_index_fn *index, size_t count);

/* The findings of both, for the table of a format. */
#define RQ_ARCHIVE_FINDINGS                                                                        \
    {"duplicate-name", RQ_WARNING, "two resources have one name",                                  \
     "The game finds the first and never the second."},                                            \
        {"unsafe-name", RQ_WARNING, "a name that can't be the name of a file",                     \
         "The resource is kept, but can't be extracted under its own name."},                      \
        {"empty", RQ_WARNING, "there is no resource in it",                                        \
         "The game does not open an archive without resources."},                                  \
        {"too-many", RQ_ERROR, "more than 16,384 resources",                                       \
         "The game has 14 bits for the number of a resource: those behind are out of reach. "      \
         "Make two archives of it."},                                                              \
    {                                                                                              \
        "wrong-index", RQ_ERROR, "a key with another index than its position",                     \
            "The game takes the resource of that index for the name, and so do entries here. An "  \
            "archive that is changed gets the positions, with the same data for each name."        \
    }

/* The number of the first of that name; SIZE_MAX: there is none. */
size_t rq_resref_find(const void *root, rq_resref_fn *get, size_t count,
                      const struct rq_resref *ref);

/* ---- resources ---- */

typedef struct rq_bytes rq_resource_fn(const void *root, size_t index);

/* All of them as entries, for the format's hook. */
bool rq_resource_entries(struct rq_doc *doc, rq_resref_fn *get, rq_resource_fn *data, size_t count,
                         const struct rq_entry **entries, struct rq_error *err);

/* Resources may share their data, but not so that a small file becomes a huge one. No archive
 * measured shares any. */
bool rq_resource_shared(const struct rq_doc *doc, uint64_t total);

/* Where a struct for a resource has its name, type and data; for the rows of its shape:
 *
 *     static const struct rq_resource_at at = {RQ_RESOURCE_AT(rq_rim_resource, key, data)};
 *     static const struct rq_member members[] = {
 *         {RQ_RESOURCE_NAME(at)},
 *         {RQ_RESOURCE_KEY(rq_rim_resource, key, rq_rim_key_rec, at)},
 *         {RQ_MEMBER("index", rq_rim_resource, key.index, INDEX)},
 *         {RQ_RESOURCE_DOCUMENT(at)},
 *         {RQ_RESOURCE_DATA(rq_rim_resource, data)},
 *     };
 *
 * "name" is empty where its text would not give name and type back; then the fields of the key
 * follow. A resource of a known format is a "document", any other "data". */
struct rq_resource_at {
    size_t name, type, type_size, data;
};

#define RQ_RESOURCE_AT(T, k, d)                                                                    \
    offsetof(struct T, k.resref), offsetof(struct T, k.type), sizeof(((struct T *)0)->k.type),     \
        offsetof(struct T, d)
#define RQ_RESOURCE_NAME(at)                                                                       \
    RQ_HOOK("name", rq_resource_put_name, rq_resource_take_name), .arg = &(at)
#define RQ_RESOURCE_KEY(T, k, table, at)                                                           \
    RQ_RECORD(T, k, table), .page = RQ_CP1252, .when = rq_resource_has_odd_name, .arg = &(at)
#define RQ_RESOURCE_DOCUMENT(at)                                                                   \
    RQ_HOOK("document", rq_resource_put_document, rq_resource_take_document), .arg = &(at)
#define RQ_RESOURCE_DATA(T, d) RQ_MEMBER("data", T, d, BYTES), .when = rq_member_never

/* The hooks of the rows; s->member->arg is the struct rq_resource_at. */
bool rq_resource_put_name(struct rq_shaper *s, const void *resource);
void rq_resource_take_name(struct rq_shaper *s, void *resource);
bool rq_resource_has_odd_name(const struct rq_shaper *s, const void *resource);
bool rq_resource_put_document(struct rq_shaper *s, const void *resource);
void rq_resource_take_document(struct rq_shaper *s, void *resource);

/* Name and type of a resource, and another. */
struct rq_resref rq_resource_name(const struct rq_resource_at *at, const void *resource);
void rq_resource_rename(const struct rq_resource_at *at, void *resource,
                        const struct rq_resref *ref);

/* The member "document" for a resource of a known format that comes back byte for byte, so that
 * a person can read and change it; else "data", in base64. `room` is what documents may still
 * take up of the archive: a resource can be the archive itself, several times over. Without room
 * archives are not opened. */
bool rq_resource_json(struct rq_doc *doc, struct rq_json *j, const char *name, struct rq_bytes data,
                      size_t *room, struct rq_error *err);

/* One more element for an array in the document's arena, by doubling; NULL after an error. */
void *rq_resource_more(struct rq_doc *doc, void *items, size_t count, size_t *room, size_t size,
                       struct rq_error *err);

/* ---- explicit places ---- */

struct rq_block {
    uint64_t offset;
    struct rq_bytes bytes;
};

/* What of the source no block covers. */
bool rq_blocks_strays(struct rq_doc *doc, const struct rq_block *blocks, size_t count,
                      struct rq_strays *strays);

/* False without an error when the blocks no longer fit together: the document was edited. */
bool rq_blocks_write(struct rq_doc *doc, const struct rq_block *blocks, size_t count,
                     const struct rq_strays *strays, struct rq_out *out, struct rq_error *err);

#endif
