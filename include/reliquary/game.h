/* The files of a game.
 *
 *     struct rq_error err = {0};
 *     struct rq_archive *archive = rq_archive_open("data/2da.bif", NULL, NULL, &err);
 *     if (archive && rq_archive_put(archive, "feat.2da", bytes, &err))
 *         rq_archive_save(archive, &err);
 *     else
 *         rq_archive_close(archive);
 */
#ifndef RELIQUARY_GAME_H
#define RELIQUARY_GAME_H

#include <reliquary/reliquary.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One file that could not be read, while the rest can be used; Both
 * are valid during the call. */
typedef void rq_problem_fn(void *ctx, const char *path, const struct rq_error *err);

/* ---- trees of documents --------------------------------------------------------- */

/* One document: a file, or an entry of an archive, of archives in archives too. */
struct rq_tree_node {
    char *path;  /* shown: "modules/danm13.mod/danm13.are" */
    char *below; /* the same below the folder or archive that was named; safe as a path */
    const char *name;
    struct rq_bytes bytes;
    const struct rq_format *format; /* NULL: unknown */
    struct rq_bytes companion;      /* the second file of a pair */
    size_t depth;                   /* in archives; 0: a file */
    bool container;                 /* its entries are the nodes after it, of greater depth */
};

/* {0} is an empty one. */
struct rq_tree {
    struct rq_tree_node *nodes;
    size_t count;
    struct rq_tree_files *files; /* that the nodes borrow from */
};

struct rq_tree_options {
    const struct rq_format *format; /* take files for this one, whatever they look like; or NULL */
    enum rq_codepage codepage;
    rq_problem_fn *problem; /* told of paths and files that can't be opened; or NULL */
    void *problem_ctx;
};

/* All files below the paths (folders or files) and all entries of archives in them. The two files of
 * a pair are one node. What can't be opened is left out after options->problem was told of it;
 * options may be NULL. False with err filled only without memory. rq_tree_close frees the tree,
 * after success and failure. */
RQ_API bool rq_tree_open(struct rq_tree *tree, const char *const *paths, size_t count,
                         const struct rq_tree_options *options, struct rq_error *err);
RQ_API void rq_tree_close(struct rq_tree *tree);

/* ---- archives as files ---------------------------------------------------------- */

/* An archive on disk that is looked at or changed in place. The resources of a BIF or BZF have the
 * names that its KEY gives them, and the key follows each change. What rq_doc_put_file takes is an
 * archive here, too: a file of pictures or sounds. By one thread at a time. */
struct rq_archive;

/* key is the path of a KEY file; NULL: a chitin.key beside the archive or one folder up, if there is
 * one. options are those of rq_doc_read, or NULL. NULL with err filled when the archive can't be
 * read, or the key at `key` can't be or does not list it. The caller closes or saves it. */
RQ_API struct rq_archive *rq_archive_open(const char *path, const char *key,
                                          const struct rq_options *options, struct rq_error *err);

/* Frees it without writing; archive may be NULL. */
RQ_API void rq_archive_close(struct rq_archive *archive);

/* Its document; valid until it is closed or saved. */
RQ_API struct rq_doc *rq_archive_doc(const struct rq_archive *archive);

/* The path of the key that names its entries; NULL: it has none. Valid until it is closed. */
RQ_API const char *rq_archive_key(const struct rq_archive *archive);

/* Its entries in file order; valid until it is changed, closed or saved. False with err filled when
 * it is no container. */
RQ_API bool rq_archive_entries(struct rq_archive *archive, const struct rq_entry **entries,
                               size_t *count, struct rq_error *err);

/* Puts an entry in place of the one of that name, else at the end; takes one out. bytes must live
 * until the archive is closed or saved. False with err filled when it can't be; the archive must
 * not be saved then. */
RQ_API bool rq_archive_put(struct rq_archive *archive, const char *name, struct rq_bytes bytes,
                           struct rq_error *err);
RQ_API bool rq_archive_remove(struct rq_archive *archive, const char *name, struct rq_error *err);

/* Writes it over its file, and then its key; closes it in any case. False with err filled when it
 * could not be written. */
RQ_API bool rq_archive_save(struct rq_archive *archive, struct rq_error *err);

#ifdef __cplusplus
}
#endif

#endif
