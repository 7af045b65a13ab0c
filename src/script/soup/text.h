/* Scripts as text: what printer and parser share. The text of an actor is
 *
 *     actor "HERO"
 *     string "boat"
 *     var var2 = 0
 *     attribute 3 = 10
 *     hook hook0
 *     code {
 *         if ACTIVATE('ci31') = 1 {
 *             RTX('ti32')
 *         }
 *     hook0:
 *         endint
 *     }
 *
 * docs/soup.md has the language. */
#ifndef RQ_SCRIPT_SOUP_TEXT_H
#define RQ_SCRIPT_SOUP_TEXT_H

#include "core/text.h"
#include "script/soup/code.h"

#include <reliquary/soup.h>

/* Blocks inside blocks. The game's scripts have less than ten. */
enum { RQ_SOUP_BLOCKS = 64 };

static inline struct rq_str rq_soup_str(struct rq_bytes bytes)
{
    return (struct rq_str){(const char *)bytes.data, bytes.size};
}

/* ---- names ---- */

enum rq_soup_space {
    RQ_SOUP_FUNCTION_NAME,
    RQ_SOUP_FLAG_NAME,
    RQ_SOUP_REF_NAME,
    RQ_SOUP_ATTRIBUTE_NAME,
    RQ_SOUP_ANIMATION_NAME,
    RQ_SOUP_SPACES,
};

/* What the first argument of a function refers to. */
enum rq_soup_thing {
    RQ_SOUP_NUMBER_ARG,
    RQ_SOUP_LINE_ARG,
    RQ_SOUP_MAP_ARG,
    RQ_SOUP_ITEM_ARG,
    RQ_SOUP_SOUND_ARG,
    RQ_SOUP_FLAG_ARG,
    RQ_SOUP_ATTRIBUTE_ARG,
    RQ_SOUP_ANIMATION_ARG,
};

/* "function", "flag", "ref", "attribute", "animation". */
const char *rq_soup_space_word(enum rq_soup_space space);

/* All numbers that may have a name are below. */
uint32_t rq_soup_name_count(const struct rq_soup_names *names, enum rq_soup_space space);
/* The name of a number; text is NULL when it has none that a text can hold, or one that is also
 * another's. */
struct rq_str rq_soup_name(const struct rq_soup_names *names, enum rq_soup_space space,
                           uint32_t id);
/* The number of a name: as it is spelled, else the only one that differs in case. -1: none. */
int32_t rq_soup_name_find(const struct rq_soup_names *names, enum rq_soup_space space,
                          struct rq_str name);
/* The name that is most like another; text is NULL when none is. */
struct rq_str rq_soup_name_near(const struct rq_soup_names *names, enum rq_soup_space space,
                                struct rq_str name);
/* Task, Multitask or Function, as SOUP386.DEF has it; Function for one without a good name. */
uint8_t rq_soup_kind(const struct rq_soup_names *names, uint32_t function);
/* What the name of a function tells, so that any table gives the same. */
enum rq_soup_thing rq_soup_thing(const struct rq_soup_names *names, uint32_t function);
enum rq_soup_thing rq_soup_thing_of(struct rq_str function);
/* True when a text that uses the name has to say its number: it is not one that the library knows. */
bool rq_soup_name_is_foreign(const struct rq_soup_names *names, enum rq_soup_space space,
                             uint32_t id);

/* Words of the language, which are no names. */
bool rq_soup_is_keyword(struct rq_str word);
/* "var12": what variables are called that have no name. */
bool rq_soup_is_variable(struct rq_str word);

/* ---- names of one text ---- */

/* Names and what they stand for, in spaces of their own. */
struct rq_soup_symbol {
    struct rq_soup_symbol *next; /* of the same slot */
    unsigned space;
    struct rq_str name;
    int32_t value;
    size_t at; /* where in the text */
};

struct rq_soup_symbols {
    struct rq_arena *arena;
    struct rq_soup_symbol **slots;
    size_t slot_count, count;
};

struct rq_soup_symbol *rq_soup_symbol_find(const struct rq_soup_symbols *symbols, unsigned space,
                                           struct rq_str name);
/* A new one; NULL without memory. */
struct rq_soup_symbol *rq_soup_symbol_add(struct rq_soup_symbols *symbols, unsigned space,
                                          struct rq_str name, int32_t value, size_t at);

/* ---- an actor ---- */

/* What a text leaves as it is in the map. */
enum rq_soup_part {
    RQ_SOUP_STRINGS,
    RQ_SOUP_VARIABLES,
    RQ_SOUP_ATTRIBUTES,
    RQ_SOUP_HOOKS,
    RQ_SOUP_CODE,
    RQ_SOUP_PARTS,
};
const char *rq_soup_part_word(enum rq_soup_part part);

struct rq_soup_hook {
    int32_t to;    /* number of the statement; -1: word is all there is */
    uint32_t word; /* the high half is not a place */
};

struct rq_soup_unit {
    struct rq_bytes name; /* in the code page of the map */
    size_t at;            /* where in its text */
    int32_t instances;
    unsigned keep; /* a bit for each rq_soup_part */
    struct rq_bytes *strings;
    uint32_t string_count;
    uint32_t width, rows; /* variables of an instance, instances */
    int32_t *values;
    uint8_t attributes[256];
    struct rq_soup_hook *hooks;
    uint32_t hook_count;
    struct rq_soup_script *script; /* or raw, or neither */
    struct rq_bytes raw;
    bool fixed_start; /* start is a place where no statement begins */
    uint32_t start;
};

/* ---- printing ---- */

/* The text of a unit; how->style is FLAT or STRUCTURED. */
void rq_soup_print(struct rq_out *out, const struct rq_soup_unit *unit,
                   const struct rq_soup_how *how, enum rq_codepage page);
/* The same in the style of other tools; NULL, or why it can't be. rgpre's has no such reasons. */
const char *rq_soup_print_rmm(struct rq_out *out, const struct rq_soup_unit *unit,
                              const struct rq_soup_how *how, enum rq_codepage page);
void rq_soup_print_rgpre(struct rq_out *out, const struct rq_soup_unit *unit,
                         const struct rq_soup_how *how, enum rq_codepage page);

/* What names in a statement mean, as comments: " ; text". */
void rq_soup_comment(struct rq_out *out, const struct rq_soup_value *v,
                     const struct rq_soup_how *how, const char *sign);

/* What redguard-mod-manager has between angle brackets: the name of an item, or of the file of a map.
 * Appends nothing where there is none, or where another number has it, too. */
void rq_soup_rmm_name(struct rq_out *out, const struct rq_soup_how *how, enum rq_soup_thing thing,
                      int32_t number);
/* The number that has it; -1: none, or several. */
int32_t rq_soup_rmm_find(const struct rq_soup_how *how, enum rq_soup_thing thing,
                         struct rq_bytes name, const struct rq_alloc *alloc);

/* ---- parsing ---- */

struct rq_soup_units {
    struct rq_soup_unit *units;
    uint32_t count, room;
};

/* The actor of a name as the map has it, for dialects whose text does not have everything; or NULL. */
typedef const struct rq_soup_unit *rq_soup_base_fn(void *ctx, struct rq_bytes name);

struct rq_soup_reading {
    const struct rq_soup_source *source;
    const struct rq_soup_how *how;
    enum rq_codepage page;
    struct rq_arena *arena; /* for units and all that is in them */
    rq_script_problem_fn *problem;
    void *problem_ctx;
    rq_soup_base_fn *base;
    void *base_ctx;
};

/* Tells of a problem at a place of the text. */
void rq_soup_tell(const struct rq_soup_reading *reading, size_t at, size_t size, const char *hint,
                  const char *message);

/* Appends the actors of a text. False after problems, or without memory (err is filled then). */
bool rq_soup_parse(const struct rq_soup_reading *reading, struct rq_soup_units *units,
                   struct rq_error *err);

#endif
