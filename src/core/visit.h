/* Every value of a document with its path, type and what it refers to. A format's JSON hooks and
 * shapes write to a struct rq_json; one that has a visitor makes no text, but calls it for each
 * value. Formats with better paths than their JSON has (GFF, 2DA, TLK) call it themselves:
 *
 *     rq_visit_name(v, "FirstName", 9);
 *     rq_visit_enter(v);
 *     rq_visit_name(v, "strref", 6);
 *     rq_visit_ref(v, RQ_REF_STRREF, NULL);
 *     rq_visit_unsigned(v, 1234);                 "FirstName/strref"
 *     rq_visit_leave(v);
 */
#ifndef RQ_CORE_VISIT_H
#define RQ_CORE_VISIT_H

#include "core/bytes.h"

enum { RQ_VISIT_DEPTH = 336 };

struct rq_visit {
    rq_visit_fn *fn;
    void *ctx;
    bool stopped;                 /* by fn, or because memory ran out */
    struct rq_out path;           /* NUL-terminated up to `size` */
    size_t size;                  /* of the path of the value at hand */
    size_t bases[RQ_VISIT_DEPTH]; /* of the path of what is around */
    size_t depth;
    bool numbered[RQ_VISIT_DEPTH + 1]; /* at each depth: named last by an index */
    enum rq_ref_kind ref;              /* of the value that follows */
    const char *ref_to;
    const char *kind;
};

void rq_visit_free(struct rq_visit *v);

/* The last part of the path of what follows. */
void rq_visit_name(struct rq_visit *v, const char *name, size_t size);
void rq_visit_index(struct rq_visit *v, uint64_t index);

/* A name of the file in bytes of a code page, the nth of that name: "Label#2" in UTF-8. */
void rq_visit_page_name(struct rq_visit *v, enum rq_codepage page, struct rq_bytes name,
                        unsigned nth);

/* What follows is inside of the value that was named last. */
void rq_visit_enter(struct rq_visit *v);
void rq_visit_leave(struct rq_visit *v);

/* What the next value refers to. to: the extension of a resource, the name of a table; NULL: not
 * known. */
void rq_visit_ref(struct rq_visit *v, enum rq_ref_kind kind, const char *to);

/* The format's own name of the next value's type: "dword". */
static inline void rq_visit_kind(struct rq_visit *v, const char *kind)
{
    v->kind = kind;
}

/* Reports a value. value->path, kind, ref and ref_to are filled in. */
void rq_visit_value(struct rq_visit *v, struct rq_value *value);

static inline void rq_visit_unsigned(struct rq_visit *v, uint64_t n)
{
    rq_visit_value(v, &(struct rq_value){.type = RQ_VALUE_UNSIGNED, .u = n});
}

static inline void rq_visit_signed(struct rq_visit *v, int64_t n)
{
    rq_visit_value(v, &(struct rq_value){.type = RQ_VALUE_SIGNED, .i = n});
}

/* page RQ_CP_DEFAULT: the bytes are UTF-8. */
static inline void rq_visit_text(struct rq_visit *v, enum rq_codepage page, struct rq_bytes text)
{
    rq_visit_value(v, &(struct rq_value){.type = RQ_VALUE_TEXT, .bytes = text, .page = page});
}

#endif
