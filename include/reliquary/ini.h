/* INI: the settings of Redguard, SYSTEM.INI, WORLD.INI and the others. See docs/formats/ini.md.
 *
 *     struct rq_ini *ini = rq_doc_root(doc, "ini");
 *     const struct rq_ini_line *line = rq_ini_find(ini, "xngine", "back_plane", NULL);
 *     if (line) use(line->value.data, line->value.size);
 *     if (line && rq_ini_set(doc, line, "5000", &err)) rq_doc_write(doc, &out, &err);
 */
#ifndef RELIQUARY_INI_H
#define RELIQUARY_INI_H

#include <reliquary/line.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- lines ---- */

enum rq_ini_kind {
    RQ_INI_TEXT,    /* blank, or a comment: value is the line */
    RQ_INI_SECTION, /* [name] */
    RQ_INI_ENTRY,   /* name = value */
    RQ_INI_VALUES,  /* value alone: "302, 0, WATER" */
};

/* The parts of a line, in the order in which they stand in it. Bytes of the file's code
 * page, not NUL-terminated. */
struct rq_ini_line {
    enum rq_ini_kind kind;
    enum rq_line_end end;
    struct rq_bytes indent;
    struct rq_bytes name;
    struct rq_bytes separator; /* " = " */
    struct rq_bytes value;
    struct rq_bytes tail; /* white space and a comment; of a section also its "]" */
};

struct rq_ini {
    size_t line_count;
    struct rq_ini_line *lines;
};

/* The first entry of that name after `after` (NULL: from the start) in the section of that
 * name (NULL: in any). Names compare without case, as the game does. */
RQ_API const struct rq_ini_line *rq_ini_find(const struct rq_ini *ini, const char *section,
                                             const char *name, const struct rq_ini_line *after);

/* An entry and the section that it stands in; section NULL: before the first. {0} stands before the
 * first entry. */
struct rq_ini_place {
    const struct rq_ini_line *line, *section;
};

/* Moves on to the next entry that a path leads to: "key" in any section, "section/key", "/key" before
 * the first section, "section/key#2" the second of that name there; NULL: to the next entry. page is
 * that of the names. False after the last. */
RQ_API bool rq_ini_match(const struct rq_ini *ini, const char *path, enum rq_codepage page,
                         struct rq_ini_place *place);

/* Changes the value of an entry of the document and nothing else. value is UTF-8. Fails, and
 * changes nothing, when the line would not read back to this value. */
RQ_API bool rq_ini_set(struct rq_doc *doc, const struct rq_ini_line *line, const char *value,
                       struct rq_error *err);

/* Cuts the first line off the text and takes it apart. */
RQ_API struct rq_ini_line rq_ini_next(struct rq_bytes *text);

/* ---- what the keys mean ---- */

enum rq_ini_type {
    RQ_INI_INTEGER,
    RQ_INI_REAL,
    RQ_INI_YES_NO, /* yes no on off true false 1 0 */
    RQ_INI_STRING,
    RQ_INI_PATH,
    RQ_INI_LIST,     /* integers with commas */
    RQ_INI_RGB,      /* three of 0 to 255 */
    RQ_INI_CHOICE,   /* an integer that stands for something, see choices */
    RQ_INI_SUBTITLE, /* five integers and a text */
};

struct rq_ini_key {
    const char *file;    /* "WORLD.INI" */
    const char *section; /* "attack#": "#" stands for a number */
    const char *key;     /* "world_map[#]" */
    enum rq_ini_type type;
    int32_t least, most;  /* limits of an integer; both 0: none is known */
    uint32_t count;       /* of a list; 0: any */
    const char *choices;  /* "0 left, 1 centre, 2 right"; or NULL */
    const char *refers;   /* what the numbers count, "name[#]" or "[attack#]"; or NULL */
    const char *fallback; /* the value as shipped; or NULL */
    const char *meaning;
};

/* All that is documented, grouped by file and section. */
RQ_API size_t rq_ini_keys(const struct rq_ini_key **keys);

/* What is documented of a key; NULL: nothing. file may be a path: its base name counts, in any
 * case. section NULL: any that has the key. */
RQ_API const struct rq_ini_key *rq_ini_key(const char *file, const char *section, const char *key);

/* "integer", "list of 4 integers", "0 to 255" ...: what a value of the key has to be. */
RQ_API void rq_ini_describe(const struct rq_ini_key *key, char *text, size_t size);

/* True when the value (UTF-8 or the file's code page: only ASCII counts) is of the key's type
 * and within its limits. */
RQ_API bool rq_ini_fits(const struct rq_ini_key *key, struct rq_bytes value);

/* ---- what is wrong with a file ---- */

struct rq_ini_finding {
    enum rq_severity severity;
    const char *id;   /* stable: "unknown-key" */
    size_t line;      /* from 1 */
    const char *text; /* UTF-8; valid during the call */
};

typedef void rq_ini_check_fn(void *ctx, const struct rq_ini_finding *finding);

/* Compares an INI document with what is documented of the file of that name. Files that nobody
 * has documented are only searched for keys that stand there twice. False without memory. */
RQ_API bool rq_ini_check(struct rq_doc *doc, const char *file, rq_ini_check_fn *fn, void *ctx,
                         struct rq_error *err);

/* ---- FOG.INI and SURFACE.INI ---- */

enum { RQ_FOG_STEPS = 64 };

/* The ramp of FOG.INI: 0 clear to 255 opaque for each of 64 distances. Between two lines that
 * have a value it is straight, before the first and after the last it stays. False when there
 * is no usable line. */
RQ_API bool rq_ini_fog(const struct rq_ini *ini, double table[RQ_FOG_STEPS]);

/* "WATER", "ROCK" ... of an image in a texture bank by SURFACE.INI; NULL when it has none. A
 * line for the image wins over one for all of the bank, a later one over an earlier. */
RQ_API const char *rq_ini_surface(const struct rq_ini *ini, unsigned set, unsigned index);

#ifdef __cplusplus
}
#endif

#endif
