/* What the rules share: the file that is looked at, its values, its surroundings, and how a finding
 * is told. A rule is one function and one row of rules.def. */
#ifndef RQ_LINT_LINT_H
#define RQ_LINT_LINT_H

#include "core/arena.h"
#include "formats/format.h"

#include <reliquary/blueprint.h>
#include <reliquary/lint.h>

struct rq_lint_context; /* of the whole run: tables, names, modules */

/* One file while it is checked; belongs to one thread. */
struct rq_lint_file {
    const struct rq_lint_context *context;
    size_t node; /* of the tree */
    struct rq_doc *doc;
    const struct rq_gff *gff; /* NULL: another format */
    char kind[5];             /* type of the GFF without blanks at its end, else "" */
    char base[64];            /* name of the file without its extension, in lower case */
    unsigned version;         /* 1 or 2 */
    bool saved;               /* in a saved game */

    /* What rules look at: the root of the file, or an object that stands whole in it. */
    const struct rq_gff_struct *at;
    char path[1024]; /* of `at`, with "/" behind it unless it is the root */
    size_t path_size;
    const struct rq_lint_rule *rule;

    struct rq_arena arena;
    struct rq_lint_finding *findings;
    uint32_t count, room;
    uint32_t told;     /* findings that were asked for; more than count without memory */
    bool has_k2_field; /* one that no file of K1 has */
};

/* ---- values of a struct ---- */

/* The first field of that label; NULL: absent. */
const struct rq_gff_field *rq_lint_field(const struct rq_gff_struct *s, const char *label);
/* A whole number of any type; `absent` when there is none. */
int64_t rq_lint_number(const struct rq_gff_struct *s, const char *label, int64_t absent);
double rq_lint_real(const struct rq_gff_struct *s, const char *label, double absent);
/* Of a string or resref; empty when there is none. */
struct rq_bytes rq_lint_text(const struct rq_gff_struct *s, const char *label);
/* The elements of a list; *count 0 when there is none. */
const struct rq_gff_struct *rq_lint_list(const struct rq_gff_struct *s, const char *label,
                                         uint32_t *count);
/* Whether a localized string has a text of its own, or a number of the talk table. */
bool rq_lint_has_text(const struct rq_gff_struct *s, const char *label);
/* Whether a text is empty or stands for nothing. Ignores case. */
bool rq_lint_is(struct rq_bytes text, const char *word);

/* ---- surroundings ---- */

/* Whether a resource of one of the types ("ncs", "tpc|tga") exists: beside the file, in what is
 * checked, in the game. */
bool rq_lint_exists(const struct rq_lint_file *f, struct rq_bytes name, const char *types);
/* Whether a file of that name is beside the file (in the same archive or folder). */
bool rq_lint_is_beside(const struct rq_lint_file *f, const char *name);
/* A document beside the file (of the same archive or folder), read again for the caller, who frees
 * it; NULL: none. */
struct rq_doc *rq_lint_beside(const struct rq_lint_file *f, const char *name);
/* The same for the first file of a type ("git") in the same archive or folder. */
struct rq_doc *rq_lint_beside_type(const struct rq_lint_file *f, const char *type);
/* The document of a name: beside the file, else in what is checked, else in the game. The caller
 * frees it; NULL: none. */
struct rq_doc *rq_lint_read(const struct rq_lint_file *f, const char *name);
/* The root of a GFF document of that kind; NULL: it is another one, or doc is NULL. */
const struct rq_gff_struct *rq_lint_root(struct rq_doc *doc, const char *kind);
/* The game's table of that name without ".2da"; NULL: not there. */
const struct rq_doc *rq_lint_table(const struct rq_lint_file *f, const char *name);
/* Rows of a table; -1: it is not there. */
int64_t rq_lint_rows(const struct rq_lint_file *f, const char *table);
/* A cell; empty when there is none or it is "****". */
struct rq_bytes rq_lint_cell(const struct rq_lint_file *f, const char *table, int64_t row,
                             const char *column);
/* A cell as a whole number; absent when it is none. */
int64_t rq_lint_cell_number(const struct rq_lint_file *f, const char *table, int64_t row,
                            const char *column, int64_t absent);
/* Strings of the talk table; -1: it is not there. */
int64_t rq_lint_strings(const struct rq_lint_file *f);
/* The root of global.jrl; NULL: it is not there. */
const struct rq_gff_struct *rq_lint_journal(const struct rq_lint_file *f);
/* The quest of a tag in the journal; NULL: there is none. And whether it has an entry of that number.
 * Both look at no more than so many: the game's journal has some hundred quests. */
enum { RQ_LINT_QUESTS = 2000 };
const struct rq_gff_struct *rq_lint_quest(const struct rq_gff_struct *journal, struct rq_bytes tag);
bool rq_lint_quest_has(const struct rq_gff_struct *quest, int64_t id);
/* The game, if the file is one of its family; else NULL. */
const struct rq_game *rq_lint_game(const struct rq_lint_file *f);

/* ---- findings ---- */

/* Tells that the rule which runs has found something; path is below f->at, and may be "". The value
 * is that of the field there. */
void rq_lint_tell(struct rq_lint_file *f, const char *path, const char *fmt, ...) RQ_PRINTF(3, 4);
/* The same with the value as text. */
void rq_lint_tell_value(struct rq_lint_file *f, const char *path, const char *value,
                        const char *fmt, ...) RQ_PRINTF(4, 5);

/* The same for a field of an element of a list of f->at; label may be "". */
void rq_lint_tell_element(struct rq_lint_file *f, const char *list, uint32_t index,
                          const char *label, const char *fmt, ...) RQ_PRINTF(5, 6);

/* What the value of the last finding should be, when there is only one right answer: that which the
 * engine takes instead. Only for rules with `fixes`. */
void rq_lint_fix(struct rq_lint_file *f, const char *fmt, ...) RQ_PRINTF(2, 3);

/* ---- rules ---- */

typedef void rq_lint_check(struct rq_lint_file *f);
/* A rule of every field: v is in the struct f->at, info is its row of the tables, or NULL. */
typedef void rq_lint_check_field(struct rq_lint_file *f, const struct rq_gff_field *v,
                                 const struct rq_field *info, const struct rq_schema *schema);

/* One row of rules.def: one of the two functions. */
struct rq_lint_row {
    struct rq_lint_rule rule;
    rq_lint_check *check;
    rq_lint_check_field *check_field;
};

extern const struct rq_lint_row rq_lint_rows_all[];
extern const size_t rq_lint_row_count;

#define RULE(function, ...)       void rq_lint_##function(struct rq_lint_file *f);
#define FIELD_RULE(function, ...) rq_lint_check_field rq_lint_##function;
#include "lint/rules.def"
#undef RULE
#undef FIELD_RULE

#endif
