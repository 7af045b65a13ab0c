/* Files of Windows, for core/file.c and core/fs.c: long paths, links, junctions, attributes. Paths are UTF-8. */
#ifndef RQ_CORE_WINDOWS_H
#define RQ_CORE_WINDOWS_H

#include <stdbool.h>
#include <stdint.h>
#include <wchar.h>

#if defined(_WIN32)

/* As the system takes it, however long it is; malloc'ed, NULL without memory. */
wchar_t *rq_wide_path(const char *path);

struct rq_windows_file {
    bool folder, read_only;
    uint64_t size, time;
};

/* What is at path, or where the link at path leads to; zeros where something is there of which nothing can be told;
 * false: nothing. */
bool rq_windows_look(const char *path, struct rq_windows_file *file);

/* Volume, and number on it, of the link itself where it is one; false: there is nothing. */
bool rq_windows_identify(const char *path, uint64_t *volume, uint64_t *number);

/* A symbolic link or a junction, also one that leads nowhere. */
bool rq_windows_is_link(const char *path);

/* The path without links; malloc'ed, NULL: there is nothing, or no memory. */
char *rq_windows_final(const char *path);

/* The same for people: "/" between, and nothing before the drive. */
char *rq_windows_full(const char *path);

/* A variable of the environment; malloc'ed, NULL: it is not set, it is empty, or there is no memory. */
char *rq_windows_environment(const char *name);

/* An open file gets what `like` has of read-only, hidden and system; NULL or nothing there: it stays. */
bool rq_windows_keep_attributes(int fd, const char *like);

/* A file, also one that is read-only, or a link, never what it leads to. */
bool rq_windows_remove(const char *path);

#endif
#endif
