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
