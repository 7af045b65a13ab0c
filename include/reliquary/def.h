/* DEF: SOUP386.DEF, which names what the scripts of Redguard call by number: functions,
 * references, attributes, animation groups and flags. See docs/formats/def.md.
 *
 *     const struct rq_def *def = rq_doc_root(doc, "def");
 *     const struct rq_def_line *line = rq_def_function(def, 12);
 *     if (line) use(line->name.data, line->name.size, line->number);
 */
#ifndef RELIQUARY_DEF_H
#define RELIQUARY_DEF_H

#include <reliquary/ini.h>

#ifdef __cplusplus
extern "C" {
#endif

enum rq_def_kind {
    RQ_DEF_TEXT,      /* blank, or a comment: value is the line */
    RQ_DEF_SECTION,   /* [name] */
    RQ_DEF_FUNCTION,  /* type name word value: "task sMove parms 4" */
    RQ_DEF_REF,       /* name */
    RQ_DEF_AUTO,      /* name is the word "auto": names with numbers of their own follow */
    RQ_DEF_ENDAUTO,   /* name is the word "endauto" */
    RQ_DEF_ATTRIBUTE, /* name, in the first auto block */
    RQ_DEF_GROUP,     /* name of an animation group, in the second */
    RQ_DEF_ALIAS,     /* name = value: another name for a number; is not counted */
    RQ_DEF_FLAG,      /* type name value: "BOOL Gremlin 0" */
    RQ_DEF_OTHER,     /* value: a line that does not fit its section; is not counted */
    RQ_DEF_KINDS,
};

/* The parts of a line, in the order in which they stand in it. Bytes of the file's code page,
 * not NUL-terminated. */
struct rq_def_line {
    enum rq_def_kind kind;
    enum rq_line_end end;
    struct rq_bytes indent;
    struct rq_bytes type;   /* task, function or multitask; BOOL, NUMBER or FLIPFLOP */
    struct rq_bytes gap[3]; /* white space after type, name and word; of an alias gap[1] is " = " */
    struct rq_bytes name;
    struct rq_bytes word; /* "params" or "parms" */
    struct rq_bytes value;
    struct rq_bytes tail; /* white space and a comment; of a section also its "]" */
    int32_t number; /* value of a function or flag as a number, for readers: value is written */
};

struct rq_def {
    size_t line_count;
    struct rq_def_line *lines;
    /* Lines of each kind that is counted, by number; made when the document is read. */
    struct rq_def_list {
        size_t count;
        const struct rq_def_line **lines;
    } functions, refs, attributes, groups, flags;
};

/* By the number that scripts use; NULL: none. Functions count from 1: 0 is NullFunction, which
 * is not in the file. The others count from 0. */
RQ_API const struct rq_def_line *rq_def_function(const struct rq_def *def, uint32_t id);
RQ_API const struct rq_def_line *rq_def_ref(const struct rq_def *def, uint32_t id);
RQ_API const struct rq_def_line *rq_def_attribute(const struct rq_def *def, uint32_t id);
RQ_API const struct rq_def_line *rq_def_group(const struct rq_def *def, uint32_t id);
RQ_API const struct rq_def_line *rq_def_flag(const struct rq_def *def, uint32_t id);

/* The comment of a line without ";" and blanks around it; empty when it has none. */
RQ_API struct rq_bytes rq_def_comment(const struct rq_def_line *line);

#ifdef __cplusplus
}
#endif

#endif
