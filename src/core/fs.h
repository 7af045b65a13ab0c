/* What transactions need of the file system beside core/file.h: moving, linking, locking, flushing. All paths
 * are UTF-8; functions without err leave the reason in errno. */
#ifndef RQ_CORE_FS_H
#define RQ_CORE_FS_H

#include "core/bytes.h"

/* A new file with these bytes, on the disk when it returns; with the permissions of `like` when that is there
 * (NULL: none). */
bool rq_fs_write(const char *path, struct rq_bytes bytes, const char *like, struct rq_error *err);

/* The same, on the disk only after rq_fs_flush: many files are written together much faster than one after the other. */
bool rq_fs_write_soon(const char *path, struct rq_bytes bytes, const char *like,
                      struct rq_error *err);
bool rq_fs_flush(const char *path, struct rq_error *err);

/* A second name for a file, or a flushed copy where the file system has no such thing. */
bool rq_fs_keep(const char *from, const char *to, struct rq_error *err);

/* A file takes the place of what is at `to`, at once; a folder needs a free place. */
bool rq_fs_move(const char *from, const char *to);

/* Two folders take each other's place at once. False: not possible here. */
bool rq_fs_exchange(const char *a, const char *b);

#if !defined(_WIN32)
/* Whether the last call failed because there is nothing at its path, and for no other reason. */
bool rq_fs_is_absent(void);
#endif

/* A number that a file or folder keeps when it is moved within its file system; 0: there is none; UINT64_MAX: the
 * system can't tell. */
uint64_t rq_fs_id(const char *path);

/* Whether two paths, which are there, can be moved to each other. */
bool rq_fs_same_disk(const char *a, const char *b);

/* A link, also one that leads nowhere. */
bool rq_fs_is_link(const char *path);

/* Removes a file, or a folder with all below it; of links the link. True when nothing is left. */
bool rq_fs_remove(const char *path);
/* A folder only when it is empty. */
bool rq_fs_remove_folder(const char *path);

/* The names in a folder are on the disk when it returns. */
void rq_fs_sync(const char *folder);

/* The names in a folder, sorted, each with a NUL behind it, into out. False: it can't be read. */
bool rq_fs_names(const char *folder, struct rq_out *out);

/* What is there and matches a path with * and ? in any of its parts, sorted, each with a NUL behind it, into out;
 * ASCII case is ignored. False: without memory. */
bool rq_fs_expand(const char *pattern, struct rq_out *out);

/* Takes the lock that a file stands for, which ends with the program at the latest; the file is made. -1:
 * somebody else has it, or it can't be made. */
int rq_fs_lock(const char *path);
/* Gives it back and removes the file. */
void rq_fs_unlock(int lock, const char *path);

#endif
