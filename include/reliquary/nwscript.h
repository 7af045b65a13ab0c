/* NWScript: sources of KotOR's scripts to NCS, byte for byte as the original compiler. See docs/nwscript.md.
 *
 *     const struct rq_nss_options options = {.game = 1, .ctx = files, .include = find, .problem = show};
 *     struct rq_nss_compiler *c = rq_nss_open(&options, &err);
 *     if (c && rq_nss_compile_next(c, source, "k_ptar_door.nss", &out, &kind, &err)) use(out.data, out.size);
 *     rq_nss_close(c);
 */
#ifndef RELIQUARY_NWSCRIPT_H
#define RELIQUARY_NWSCRIPT_H

#include <reliquary/script.h>

#ifdef __cplusplus
extern "C" {
#endif

struct rq_nss_options {
    unsigned game;     /* 1 or 2 */
    bool exact_floats; /* false: as BioWare's compiler rounds; true: correctly rounded (as nwnsc) */
    struct rq_bytes nwscript; /* the text of nwscript.nss; empty: the built-in tables of the game */
    void *ctx;
    /* The source of an include, by its name without extension, any case; text and path live until the
     * compiler is closed. False: there is none. NULL: there are none at all. */
    bool (*include)(void *ctx, const char *name, struct rq_bytes *text, const char **path);
    rq_script_problem_fn *problem; /* or NULL */
    const char *silent;            /* ids of warnings that are not told, blanks between; or NULL */
    bool debug;                    /* note what rq_nss_debug gives */
    bool all;                      /* code of functions that nothing calls, too */
};

enum rq_nss_kind {
    RQ_NSS_INCLUDE,     /* neither of the two: made to be included, nothing is compiled */
    RQ_NSS_MAIN,        /* void main() */
    RQ_NSS_CONDITIONAL, /* int StartingConditional() */
};

/* Compiles a source to a whole NCS file at the end of out. False with err filled when something is wrong with
 * it: every problem was told to options->problem, and out is as it was. An include file (no main, no
 * StartingConditional) is checked and compiles to nothing: true, *kind (may be NULL) says so. */
RQ_API bool rq_nss_compile(struct rq_bytes source, const char *file,
                           const struct rq_nss_options *options, struct rq_out *out,
                           enum rq_nss_kind *kind, struct rq_error *err);

/* A compiler for many scripts: the tables of the engine and every include are read once. It belongs to one
 * thread at a time. The options are copied; what they point to must outlive the compiler. NULL with err
 * filled when nwscript has errors, or without memory. */
struct rq_nss_compiler;

RQ_API struct rq_nss_compiler *rq_nss_open(const struct rq_nss_options *options,
                                           struct rq_error *err);
RQ_API void rq_nss_close(struct rq_nss_compiler *compiler); /* compiler may be NULL */

/* As rq_nss_compile. */
RQ_API bool rq_nss_compile_next(struct rq_nss_compiler *compiler, struct rq_bytes source,
                                const char *file, struct rq_out *out, enum rq_nss_kind *kind,
                                struct rq_error *err);

/* The includes of the script that was compiled last, nested ones too, in the order of their text: number
 * `index`, with the path that the callback gave. NULL after the last. Valid until the next script. */
RQ_API const char *rq_nss_include_at(const struct rq_nss_compiler *compiler, size_t index,
                                     const char **path);

/* What a debugger needs to know of the script that was compiled last (reliquary/ndb.h). NULL: it was not asked for
 * with the option, or there is no code. Valid until the next script. */
struct rq_ndb;
RQ_API const struct rq_ndb *rq_nss_debug(const struct rq_nss_compiler *compiler);

/* The warnings, each with what it is about; NULL after the last. */
RQ_API const char *rq_nss_warning_at(size_t index, const char **about);

#ifdef __cplusplus
}
#endif

#endif
