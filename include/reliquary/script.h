/* What the script languages share: problems of source text. */
#ifndef RELIQUARY_SCRIPT_H
#define RELIQUARY_SCRIPT_H

#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Something wrong with a text. */
struct rq_script_problem {
    enum rq_severity severity;
    const char *id; /* of a warning, "unused-variable"; "" for an error */
    const char *file;
    size_t line, column; /* from 1; columns count characters */
    const char *message;
    const char *hint;     /* "did you mean RTX?"; "": none */
    struct rq_bytes from; /* the line of the text, without its end */
    size_t width;         /* characters that are wrong, at least 1 */
};

/* Everything is valid during the call. */
typedef void rq_script_problem_fn(void *ctx, const struct rq_script_problem *problem);

#ifdef __cplusplus
}
#endif

#endif
