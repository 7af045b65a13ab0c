/* Mods of KotOR that TSLPatcher and HoloPatcher install: a folder with tslpatchdata/changes.ini. See docs/patch.md.
 *
 *     struct rq_patch *patch = rq_patch_open(mod, game, &options, &err);
 *     if (patch && !rq_patch_summary(patch)->stopped)
 *         rq_patch_commit(patch, &err);
 *     rq_patch_close(patch);
 *
 * Opening plans the whole change in memory and writes nothing. Committing writes it by one transaction, whose
 * record below GAME/.reliquary can be undone.
 */
#ifndef RELIQUARY_PATCH_H
#define RELIQUARY_PATCH_H

#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

enum rq_patch_level { RQ_PATCH_NOTE, RQ_PATCH_WARNING, RQ_PATCH_ERROR, RQ_PATCH_LEVELS };

/* Valid during the call. file and line are those of the instruction; line 0: it is about no line. */
struct rq_patch_message {
    enum rq_patch_level level;
    const char *file;
    unsigned line;
    const char *text;
};

typedef void rq_patch_message_fn(void *ctx, const struct rq_patch_message *message);

/* Something that a mod writes, for finding what two mods both write. Valid during the call. */
struct rq_patch_write {
    const char *resource; /* "override/appearance.2da", "modules/danm13.mod/x.utc", in lower case */
    const char
        *part; /* "12/label", a path, an offset; "": the whole file; "+" in it: something new. Of
                             rq_patch_lint "*": some part; "?": the mod requires the file */
    const char *value;
    const char *file; /* and line: where the mod says so */
    unsigned line;
};

typedef void rq_patch_write_fn(void *ctx, const struct rq_patch_write *write);

struct rq_patch_options {
    bool again;  /* plan also a mod that is installed already */
    bool strict; /* errors and warnings stop it: nothing may be written then */
    const char
        *choice; /* of namespaces.ini: a section, a name or a number from 1; NULL: the first */
    rq_patch_message_fn *message; /* or NULL */
    rq_patch_write_fn *write;     /* or NULL */
    void *ctx;
};

struct rq_patch_summary {
    const char *title;  /* of the mod: WindowCaption, else the name of its folder */
    const char *choice; /* the section of namespaces.ini; NULL: there is none */
    size_t counts[RQ_PATCH_LEVELS];
    size_t changes; /* values, files and strings that were planned */
    size_t files;   /* of the game that get other bytes */
    bool stopped;   /* a message said why nothing may be written: rq_patch_commit would refuse */
    const char
        *installed; /* the record of the same mod, whose files are as it left them; NULL: none */
};

struct rq_patch;

/* mod is the folder of the mod or its tslpatchdata. NULL with err filled when mod or game can't be read. */
RQ_API struct rq_patch *rq_patch_open(const char *mod, const char *game,
                                      const struct rq_patch_options *options, struct rq_error *err);
RQ_API const struct rq_patch_summary *rq_patch_summary(const struct rq_patch *patch);

/* The files that would change, in the order of their names; NULL after the last. *made: the file is new;
 * *removed: it goes away. */
RQ_API const char *rq_patch_file(const struct rq_patch *patch, size_t index, bool *made,
                                 bool *removed);

/* Writes everything, once. */
RQ_API bool rq_patch_commit(struct rq_patch *patch, struct rq_error *err);
RQ_API void rq_patch_close(struct rq_patch *patch); /* patch may be NULL */

/* What can be said of a mod without a game: sections that nothing names, sources that are not there, tokens that
 * nothing sets, values on which patchers differ. */
RQ_API bool rq_patch_lint(const char *mod, const struct rq_patch_options *options,
                          struct rq_error *err);

/* ---- what is installed ---- */

struct rq_patch_record {
    const char *id; /* "000003" */
    const char *title;
    uint64_t time; /* seconds since 1970 */
    size_t files;
};

typedef void rq_patch_record_fn(void *ctx, const struct rq_patch_record *record);

/* Those that were installed by rq_patch_commit and not undone, the oldest first. */
RQ_API bool rq_patch_records(const char *game, rq_patch_record_fn *fn, void *ctx,
                             struct rq_error *err);

/* Takes one back, every byte; which is a record's id or title, NULL: the last. Mods that were installed later and changed the
 * same files are told to blocker, and nothing is done. With dry it only says whether it could. */
RQ_API bool rq_patch_undo(const char *game, const char *which, bool dry,
                          rq_patch_record_fn *blocker, rq_patch_record_fn *undone, void *ctx,
                          struct rq_error *err);

/* ---- a mod of two games ---- */

struct rq_patch_create_options {
    const char *title; /* of the mod: WindowCaption; NULL: "A mod" */
    bool replace;      /* write over files of the mod that are there */
    /* One message for each file or entry that differs; file names it, line is 0. A note: the mod has it. A warning: only
     * as a whole file, because TSLPatcher can't tell the change. An error: the mod can't do it. Or NULL. */
    rq_patch_message_fn *message;
    void *ctx;
};

struct rq_patch_made {
    size_t changes; /* files and entries that differ; 0: there is nothing to make a mod of */
    size_t whole;   /* of these, those with a warning */
    size_t missed;  /* and those with an error */
    size_t files;   /* of the mod */
};

/* Makes a mod that changes the game, folder or file `old` to `fresh`, and writes it to the folder mod (NULL: it is only
 * tried). What is not missed was proved: the mod was planned on old, and the result compared with fresh by meaning. False
 * with err filled when something could not be read or written. */
RQ_API bool rq_patch_create(const char *old, const char *fresh, const char *mod,
                            const struct rq_patch_create_options *options,
                            struct rq_patch_made *made, struct rq_error *err);

/* The same for two games of Redguard: a mod of redguard-mod-manager, which knows texts and voices of ENGLISH.RTX, settings, and
 * scripts of maps. It is proved after it was written. */
RQ_API bool rq_patch_create_redguard(const char *old, const char *fresh, const char *mod,
                                     const struct rq_patch_create_options *options,
                                     struct rq_patch_made *made, struct rq_error *err);

#ifdef __cplusplus
}
#endif

#endif
