/* The parser: what its files share. */
#ifndef RQ_SCRIPT_SOUP_PARSE_H
#define RQ_SCRIPT_SOUP_PARSE_H

#include "script/soup/text.h"

enum rq_soup_token_kind {
    RQ_SOUP_AT_END,
    RQ_SOUP_WORD,
    RQ_SOUP_INTEGER,
    RQ_SOUP_QUOTED, /* "text" */
    RQ_SOUP_KEY,    /* 'abcd' */
    RQ_SOUP_ANGLED, /* <NAME>, of redguard-mod-manager */
    RQ_SOUP_HASH,   /* #1F, of redguard-mod-manager: text is the digits */
    RQ_SOUP_SIGN,
};

struct rq_soup_token {
    enum rq_soup_token_kind kind;
    size_t at; /* in the text */
    struct rq_str text;
    int64_t number;
    bool first; /* on its line */
};

/* Spaces of symbols beyond those of names. The second of equal strings stands in the space behind
 * that of the first, and so on. */
enum { RQ_SOUP_LABEL = RQ_SOUP_SPACES, RQ_SOUP_VARIABLE_NAME, RQ_SOUP_STRING_TEXT };

/* A jump or hook to a label that may follow later. */
struct rq_soup_fixup {
    struct rq_str label;
    size_t at;
    uint32_t index; /* of the statement or hook */
    bool hook;
};

/* Values of a variable; those of one that is the number of variables are not known before the end. */
struct rq_soup_values {
    uint32_t first, count;
    bool counts;
    size_t at;
};

struct rq_soup_parser {
    const struct rq_soup_reading *reading;
    const struct rq_soup_names *names;
    struct rq_arena *arena;
    const uint8_t *begin, *p, *end;
    struct rq_soup_token token;
    size_t problems;
    bool no_memory, rmm, begun;
    bool panic; /* a problem was told: nothing more of this statement */

    /* Of the actor at hand. */
    struct rq_soup_unit *unit;
    struct rq_soup_symbols symbols;
    uint32_t string_room, hook_room, value_room;
    int32_t *values; /* of variables, one after the other, */
    uint32_t value_count;
    struct rq_soup_values *variables; /* and which are whose */
    uint32_t variable_count, variable_room;
    struct rq_soup_instr *instrs;
    uint32_t instr_count, instr_room;
    struct rq_soup_fixup *fixups;
    uint32_t fixup_count, fixup_room;
    int32_t start; /* statement of the label "start"; -1: none */
    bool has_code;
    unsigned depth; /* of blocks */
};

/* ---- tokens ---- */

void rq_soup_lex(struct rq_soup_parser *p);
bool rq_soup_is(const struct rq_soup_parser *p, const char *text); /* a word or sign */
/* Takes the token when it is that. */
bool rq_soup_accept(struct rq_soup_parser *p, const char *text);
bool rq_soup_expect(struct rq_soup_parser *p, const char *text, const char *where);
/* On with the next line, or a brace. */
void rq_soup_skip_line(struct rq_soup_parser *p);
/* A problem at a place of the text, once for each statement. */
void rq_soup_problem(struct rq_soup_parser *p, size_t at, size_t size, const char *hint,
                     const char *fmt, ...) RQ_PRINTF(5, 6);
/* The same at the token: what was expected in its place. */
void rq_soup_expected(struct rq_soup_parser *p, const char *what);
bool rq_soup_out_of_memory(struct rq_soup_parser *p);
/* -5, 12, 0x1F. False after a problem. */
bool rq_soup_number(struct rq_soup_parser *p, int64_t least, int64_t most, int64_t *to);
/* The bytes of a quoted token, in the code page of the map. */
bool rq_soup_unquote(struct rq_soup_parser *p, struct rq_bytes *to);

/* ---- values ---- */

/* A statement that is no word of the language: an assignment, a call, ++. */
void rq_soup_take_statement(struct rq_soup_parser *p, struct rq_soup_value *v);
/* Conditions, up to what follows them. */
void rq_soup_take_conditions(struct rq_soup_parser *p, struct rq_soup_value *v);
/* The number of a name, of the text itself or of the table in use; -1: there is none. */
int32_t rq_soup_lookup(const struct rq_soup_parser *p, enum rq_soup_space space,
                       struct rq_str name);
/* The number of a string; a new one is added. -1 after a problem. */
int32_t rq_soup_string_number(struct rq_soup_parser *p, struct rq_bytes text, uint32_t nth,
                              size_t at, size_t size);
/* "did you mean X?", or "". */
void rq_soup_hint(const struct rq_soup_parser *p, enum rq_soup_space space, struct rq_str name,
                  char hint[96]);

/* ---- statements and actors ---- */

struct rq_soup_instr *rq_soup_emit(struct rq_soup_parser *p, uint8_t op);
/* The label at the token, or "at N", as the target of the last statement. */
void rq_soup_take_target(struct rq_soup_parser *p);
void rq_soup_fix_later(struct rq_soup_parser *p, struct rq_soup_fixup fixup);
void rq_soup_define_label(struct rq_soup_parser *p, struct rq_str name, size_t at);
/* All between the braces of "code"; the opening one was taken. */
void rq_soup_take_code(struct rq_soup_parser *p);

bool rq_soup_open_unit(struct rq_soup_parser *p, struct rq_soup_units *units);
void rq_soup_close_unit(struct rq_soup_parser *p);

/* ---- redguard-mod-manager ---- */

/* A whole text. */
void rq_soup_parse_rmm(struct rq_soup_parser *p, struct rq_soup_units *units);
/* The number of the item or map in angle brackets, of the string in quotes. */
int32_t rq_soup_rmm_named(struct rq_soup_parser *p, enum rq_soup_thing thing);
int32_t rq_soup_rmm_quoted(struct rq_soup_parser *p);
/* The string of an object that is named without quotes, whose dot was taken, too; -1: the token is
 * something else. */
int32_t rq_soup_rmm_object(struct rq_soup_parser *p);

#endif
