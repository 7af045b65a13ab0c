/* Lint: what the engines do with values that are legal bytes but not what was meant. Everything that
 * reading a file finds (rq_format_findings) counts, and the rules of this header with it.
 *
 *     static void show(void *ctx, const struct rq_lint_finding *f)
 *     {
 *         printf("%s: %s: %s [%s]\n", f->file, f->path, f->text, f->rule->id);
 *     }
 *     const char *paths[] = {"danm13.mod", "override"};
 *     struct rq_lint_totals totals;
 *     rq_lint(paths, 2, &(struct rq_lint_options){0}, show, NULL, &totals, &err);
 */
#ifndef RELIQUARY_LINT_H
#define RELIQUARY_LINT_H

#include <reliquary/game.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a rule has to know beside the file; a rule whose context is not there is not run. */
enum rq_lint_needs {
    RQ_LINT_FILE,   /* the file alone */
    RQ_LINT_TABLE,  /* a table (2DA) of the game, or one that is checked, too */
    RQ_LINT_MODULE, /* the files beside it, in the same archive or folder */
    RQ_LINT_GAME,   /* a game: tables, talk table, all resources */
};

enum { RQ_LINT_ID = 48 };

struct rq_lint_rule {
    char id[RQ_LINT_ID]; /* "utc-duplicate-class" */
    enum rq_severity severity;
    bool on; /* without being asked for */
    enum rq_lint_needs needs;
    const char *of;     /* the kind of file or format that it looks at: "UTC", "twoda"; "GFF": any;
                         "file": every file */
    const char *text;   /* what is wrong, in a few words */
    const char *why;    /* what the engine does then */
    const char *remedy; /* what to do about it */
    const char *source; /* where that is known from; docs/lint.md */
    bool fixes;         /* there is one right answer, which findings have as fix */
};

/* Fills rule with one of all rules, in a fixed order: those of lint, then every kind of finding that
 * reading files of a format can give. False after the last. Findings that come only when a document
 * is written or made (rq_format_findings has them) are not among them, but have an id. */
RQ_API bool rq_lint_rule_at(size_t index, struct rq_lint_rule *rule);
/* The rule of an id; false: there is none. */
RQ_API bool rq_lint_rule_by_id(const char *id, struct rq_lint_rule *rule);

/* Valid during the call. */
struct rq_lint_finding {
    const struct rq_lint_rule *rule;
    const char *file;  /* "modules/danm13.mod/n_carth.utc" */
    const char *path;  /* of the value, as rq_doc_visit has it; "" when it is of the whole file */
    const char *value; /* the value as text; "" when there is none */
    const char *text;  /* what is wrong here */
    const char *fix;   /* the one value that is right at the path, for rq_doc_set; NULL: that is for
                          a person to say */
};

/* Called in the order of files, never two at a time. */
typedef void rq_lint_fn(void *ctx, const struct rq_lint_finding *finding);

struct rq_lint_totals {
    size_t files, errors, warnings, notes;
    size_t suppressed; /* findings that a line of `suppress` hides */
};

/* Called now and then, done of total files. */
typedef void rq_lint_progress_fn(void *ctx, size_t done, size_t total);

struct rq_lint_options {
    const struct rq_game *game; /* for rules that need one; NULL: those of KotOR are not run, unless
                                   one of the paths is a game */
    unsigned version;           /* of KotOR: 1 or 2; 0: as the game, or as each file looks */
    bool all;                   /* every rule, not only those that are on */
    const char *rules;    /* "id,-id": turns rules on and off, with * and ?; when the first has no
                                   "-", only these are on. Or NULL */
    const char *suppress; /* lines "RULE [FILE [PATH]]" with * and ?, "#" comments; or NULL */
    unsigned threads;     /* 0: all cores */
    rq_lint_progress_fn *progress;
    rq_problem_fn *problem; /* told of paths and archives that can't be opened; or NULL */
};

/* Checks all files below the paths and in archives there. fn may be NULL; ctx is for it, for progress and
 * for problem. False with err filled when
 * a rule is not known (RQ_USAGE), nothing could be opened, or without memory. */
RQ_API bool rq_lint(const char *const *paths, size_t count, const struct rq_lint_options *options,
                    rq_lint_fn *fn, void *ctx, struct rq_lint_totals *totals, struct rq_error *err);

/* The same for one file that the caller has in memory, as an editor does. Rules that look at files beside it find those of
 * options->game. */
RQ_API bool rq_lint_bytes(const char *name, struct rq_bytes bytes,
                          const struct rq_lint_options *options, rq_lint_fn *fn, void *ctx,
                          struct rq_error *err);

/* A value to write: that of finding->fix. */
struct rq_lint_change {
    const char *path, *value;
};

/* Sets values of one file, as findings name it, also of one in archives: all of them or none. Without
 * write it only tries. False with err filled when a value can't be set, or the file not written. */
RQ_API bool rq_lint_apply(const char *file, const struct rq_lint_change *changes, size_t count,
                          bool write, struct rq_error *err);

#ifdef __cplusplus
}
#endif

#endif
