/* The index inside: names are kept once, a use is four words, and nothing is allocated for one use
 * alone. Workers write what they find into a batch of bytes; the batches are taken over in the order
 * of files, so that the index does not depend on the number of threads. */
#ifndef RQ_REFS_REFS_H
#define RQ_REFS_REFS_H

#include "core/keyset.h"
#include "core/text.h"
#include "game/index.h"

#include <reliquary/def.h>
#include <reliquary/refs.h>
#include <reliquary/twoda.h>

/* ---- what a worker finds: collect.c ---- */

/* A table whose cells name tables: "2da:@itempropdef.subtyperesref". */
enum { VIA_TABLES = 3 };

struct rq_via {
    const char *name;
    struct rq_doc *doc; /* NULL: not in the game */
};

/* One file while it is read. */
struct rq_collect {
    const struct rq_game *game;
    const struct rq_via *via;
    const struct rq_def *def; /* of Redguard: SOUP386.DEF; or NULL */
    const char *name;         /* "p_bastila.utc" */
    struct rq_doc *doc;
    struct rq_bytes bytes;
    enum rq_codepage page; /* of names */
    struct rq_out *batch;
    struct rq_out path; /* of the value at hand */
    enum rq_act act;    /* what is done with it */
};

/* One more kind in a batch: the number of rows of a table; the path is the number. */
enum { RQ_THING_TABLE = RQ_THING_COUNT };

#define RQ_TALK_TABLE "dialog.tlk"

/* A use of the value whose path is at hand. name is text of the file's code page, up to a NUL; an
 * empty one is none. */
void rq_collect_put(struct rq_collect *c, unsigned thing, enum rq_use_kind kind,
                    struct rq_bytes name, const char *types);
void rq_collect_number(struct rq_collect *c, enum rq_thing thing, enum rq_use_kind kind,
                       int64_t number);

/* The value by the vocabulary of docs/blueprints.md: "res:tpc|tga", "2da:appearance", "strref" ... What
 * is no reference to other files is passed over. number is used when has_number. */
struct rq_ref_value {
    struct rq_bytes text;
    bool has_number;
    int64_t number;
};
void rq_collect_ref(struct rq_collect *c, const char *ref, const struct rq_ref_value *value,
                    enum rq_use_kind kind);

/* The file named by a path of an INI: "3DART\\CRATE.3D". */
void rq_collect_path(struct rq_collect *c, enum rq_use_kind kind, struct rq_bytes path);

/* The path at hand is that of a part from here on; rq_collect_back takes it off again. */
size_t rq_collect_at(struct rq_collect *c, const char *fmt, ...) RQ_PRINTF(2, 3);
size_t rq_collect_enter(struct rq_collect *c, const char *part, size_t size);
void rq_collect_back(struct rq_collect *c, size_t size);

/* What cells of a column of a table ("appearance") refer to; "" nothing that is known. */
const char *rq_twoda_ref(const char *table, struct rq_bytes column);

/* All of a file, by its format. False with err filled when it can't be read. */
bool rq_collect_file(struct rq_collect *c, struct rq_error *err);

/* Whether such a file can hold references at all. */
bool rq_collect_reads(const char *name);

void rq_collect_gff(struct rq_collect *c);
void rq_collect_twoda(struct rq_collect *c);
void rq_collect_mdl(struct rq_collect *c);
void rq_collect_ncs(struct rq_collect *c);
void rq_collect_rgm(struct rq_collect *c);
void rq_collect_model3d(struct rq_collect *c);
void rq_collect_ini(struct rq_collect *c);
void rq_collect_def(struct rq_collect *c);

/* ---- the index ---- */

/* types and kind are one word: the text of types by its place, shifted. */
enum { USE_KIND_BITS = 3 };

struct rq_use_row {
    uint32_t thing, path, at, types, act;
};
enum { USE_ROW_WORDS = sizeof(struct rq_use_row) / 4 };

struct rq_table_rows {
    uint32_t name, rows;
};

struct rq_refs_problem {
    uint32_t at;
    struct rq_error err;
};

struct rq_refs {
    struct rq_game *game;
    struct rq_refs_info info;

    /* Texts, each once, NUL after each; slots of their hash table are place + 1. */
    struct rq_out texts;
    uint32_t *slots;
    uint32_t slot_mask, text_count;

    struct rq_arena arena;
    struct rq_key_set things; /* thing, place of its name */
    struct rq_use_row *rows;
    size_t count, room;
    struct rq_table_rows *tables; /* by place of the name, once the index is made */
    size_t table_count, table_room;
    struct rq_refs_problem *problems;
    size_t problem_room;

    /* By thing, once the index is made: bits of enum rq_use_kind that it has, and its rows from
     * first[thing] to first[thing + 1] of order. */
    uint8_t *marks;
    uint32_t *first, *order;
    uint32_t defined; /* bits of enum rq_thing that something defines */
    bool failed;      /* no memory */
};

/* The place of a text; it is added when it is new. */
uint32_t rq_refs_text(struct rq_refs *refs, const char *text, size_t size);
/* False: there is no such text. */
bool rq_refs_text_find(const struct rq_refs *refs, const char *text, size_t size, uint32_t *place);
const char *rq_refs_text_at(const struct rq_refs *refs, uint32_t place);

/* Takes a batch of the file at that location over. */
void rq_refs_take(struct rq_refs *refs, struct rq_bytes batch, uint32_t at);
void rq_refs_add_problem(struct rq_refs *refs, uint32_t at, const struct rq_error *err);

/* Makes what is asked by thing, when all uses are there. False without memory. */
bool rq_refs_finish(struct rq_refs *refs);

/* Frees all but the game. */
void rq_refs_empty(struct rq_refs *refs);

/* The number of a thing; the name in any case. False: nothing uses or defines it. */
bool rq_refs_number(const struct rq_refs *refs, enum rq_thing thing, const char *name,
                    uint32_t *number);

/* One of words, '|' or blank between. */
bool rq_type_in(const char *types, const char *type, size_t size);

/* A resource of this type is one of types: the kinds of textures and of sounds stand for each other. */
bool rq_type_fits(const char *types, const char *type);

/* The name without what counts variants: w_blstrpstl of w_blstrpstl_001, p_bastbb of p_bastbb01. */
void rq_name_stem(const char *name, char stem[RQ_RESOURCE_NAME]);

/* ---- the cache: cache.c ---- */

/* Fills an empty index from the cache; false: it is not there, or damaged, or of other files. */
bool rq_refs_load(struct rq_refs *refs, const char *folder);
/* Best effort: without it the next index is made afresh. */
void rq_refs_save(const struct rq_refs *refs, const char *folder);

#endif
