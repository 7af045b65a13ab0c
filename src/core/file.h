/* The file system: the only place that knows one. Paths are UTF-8. */
#ifndef RQ_CORE_FILE_H
#define RQ_CORE_FILE_H

#include "core/bytes.h"

enum rq_path_kind { RQ_PATH_NONE, RQ_PATH_FILE, RQ_PATH_FOLDER, RQ_PATH_OTHER };

/* What the system can't tell anything of (a broken disk, no permission) counts as a file of no bytes: who opens it is
 * told why, and nobody goes on as if it was not there. */
enum rq_path_kind rq_path_kind(const char *path, uint64_t *size);

/* The same with the time of the last change, on the clock of the file system: only good to compare.
 * Both are as they were when there is nothing at path. */
enum rq_path_kind rq_path_stamp(const char *path, uint64_t *size, uint64_t *time);

/* Makes a folder and those above it; fine when it is there. */
bool rq_make_folder(const char *path, struct rq_error *err);
bool rq_remove_file(const char *path);

/* False with an error when rq_file_save would refuse to replace what is there: it is read-only, or no
 * file at all. For those who write two files, and want neither without the other. */
bool rq_replaceable(const char *path, struct rq_error *err);

/* One file below a folder. */
struct rq_found {
    char *path;     /* as given + "/" + relative */
    char *relative; /* below the folder, "/" between */
    uint64_t size;
    uint64_t time; /* of the last change, see rq_path_stamp */
};

struct rq_walk {
    struct rq_found *items;
    size_t count, capacity;
    bool names_only; /* sizes and times stay 0; where a folder says what its entries are, that saves
                        a question for each file */
};

/* All files below path (or path itself when it is a file), sorted by name; links to
 * folders are not followed, and folders that keep what transactions replaced (*.reliquary) are passed over. Appends to
 * walk. */
bool rq_walk_add(struct rq_walk *walk, const char *path, struct rq_error *err);
void rq_walk_free(struct rq_walk *walk);

/* "a/b" from "a" and "b"; malloc'ed, NULL without memory. */
char *rq_path_join(const char *folder, const char *name);

/* The part after the last separator, and the part of that after the last dot ("" when
 * there is none). */
const char *rq_path_base(const char *path);
const char *rq_path_extension(const char *path);

/* The base name of a path up to its first dot, with another extension: ISLAND.COL of maps/ISLAND.RGM. */
enum { RQ_SIBLING = 256 };
void rq_path_sibling(const char *path, const char *extension, char name[RQ_SIBLING]);

/* The file at a path, whatever the case of its name: the path as it really is, malloc'ed; NULL: there
 * is none, or no memory. */
char *rq_path_alike(const char *path);

/* The absolute path of what is there, without links and dots, "/" between; malloc'ed, NULL: there is nothing, or
 * no memory. */
char *rq_path_full(const char *path);

/* The same as rq_map_open, but a file of at most that many bytes is read into memory: for what others may write while
 * we hold it. On Windows they can't while it is mapped; elsewhere the bytes change, or are gone. */
bool rq_map_read(struct rq_map *map, const char *path, uint64_t most, struct rq_error *err);

/* A variable of the environment; malloc'ed, NULL: it is not set, it is empty, or there is no memory. */
char *rq_environment(const char *name);

/* Number of processors that work may be spread over, at least 1. */
unsigned rq_cpu_count(void);

/* Seconds on a clock that only runs forward. */
double rq_clock(void);

/* Does nothing for so many seconds; a signal ends it early. */
void rq_pause(double seconds);

#endif
