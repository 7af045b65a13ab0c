/* INI: the settings of Redguard, SYSTEM.INI, WORLD.INI and the others. See docs/formats/ini.md.
 *
 *     struct rq_ini *ini = rq_doc_root(doc, "ini");
 *     const struct rq_ini_line *line = rq_ini_find(ini, "xngine", "back_plane", NULL);
 *     if (line) use(line->value.data, line->value.size);
 */
#ifndef RELIQUARY_INI_H
#define RELIQUARY_INI_H

#include <reliquary/reliquary.h>

enum rq_ini_kind {
    RQ_INI_TEXT,    /* blank, or a comment: value is the line */
    RQ_INI_SECTION, /* [name] */
    RQ_INI_ENTRY,   /* name = value */
    RQ_INI_VALUES,  /* value alone: "302, 0, WATER" */
};

enum rq_ini_end { RQ_INI_CRLF, RQ_INI_LF, RQ_INI_CR, RQ_INI_NO_END };

/* The parts of a line, in the order in which they stand in it. Bytes of the file's code
 * page, not NUL-terminated. */
struct rq_ini_line {
    enum rq_ini_kind kind;
    enum rq_ini_end end;
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

/* Cuts the first line off the text and takes it apart. */
RQ_API struct rq_ini_line rq_ini_next(struct rq_bytes *text);

#endif
