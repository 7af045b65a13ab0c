/* What a person wants to know of a GFF file: one table. */
#ifndef RQ_BLUEPRINT_FACTS_H
#define RQ_BLUEPRINT_FACTS_H

#include <stddef.h>

enum rq_fact_how {
    RQ_FACT_SAY,      /* the values, of all elements */
    RQ_FACT_COUNT,    /* how many elements the list has */
    RQ_FACT_DISTINCT, /* the values, each once */
    RQ_FACT_FILLED,   /* how many elements have a value there */
    RQ_FACT_SCRIPTS,  /* all scripts of the root */
};

/* path: lists and structs that lead there, then the fields, "+" between: "ClassList/Class+ClassLevel".
 * Words before a label are said before its value: "level ClassLevel". */
struct rq_fact_row {
    const char *kinds; /* blank between */
    const char *key, *path;
    enum rq_fact_how how;
};

extern const struct rq_fact_row rq_fact_rows[];
extern const size_t rq_fact_row_count;

#endif
