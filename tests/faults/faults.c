/* Preloaded into the tool by faults.py: of the calls that ask the system for something of a file in the folder at hand,
 * the one with the number RQ_FAULT fails, once. How many there were goes to the file RQ_FAULTS, with R for each that
 * reads and W for each that writes. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_FILES = 1024, MOST_CALLS = 1 << 16 };

static bool ours[MOST_FILES]; /* descriptors of files in the folder */
static char kinds[MOST_CALLS];
static atomic_uint calls;

/* Whether this call is the one that fails. */
static bool fails(bool mine, char kind, int why)
{
    const char *wanted = getenv("RQ_FAULT");
    if (!mine)
        return false;
    unsigned number = atomic_fetch_add(&calls, 1);
    if (number < MOST_CALLS)
        kinds[number] = kind;
    if (!wanted || number != strtoul(wanted, NULL, 10))
        return false;
    errno = why;
    return true;
}

static bool in_folder(const char *path)
{
    const char *room = getenv("RQ_FAULT_ROOM");
    return path && (*path != '/' || strncmp(path, "/proc/self/fd/", 14) == 0 ||
                    (room && strncmp(path, room, strlen(room)) == 0));
}

static bool is_ours(int file)
{
    return file >= 0 && file < MOST_FILES && ours[file];
}

static int opened(int file, bool mine)
{
    if (file >= 0 && file < MOST_FILES)
        ours[file] = mine;
    return file;
}

__attribute__((destructor)) static void tell(void)
{
    const char *path = getenv("RQ_FAULTS");
    int (*open_file)(const char *, int, ...) =
        (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open64");
    ssize_t (*write_file)(int, const void *, size_t) =
        (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
    int file = path ? open_file(path, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
    unsigned count = calls < MOST_CALLS ? calls : MOST_CALLS;
    if (file >= 0 && write_file(file, kinds, count) != (ssize_t)count)
        abort();
}

/* A function of the C library: its result, and what it takes. The call goes on to the real one unless it fails. */
#define CALL(result, name, failed, mine, kind, why, params, args)                                  \
    result name params                                                                             \
    {                                                                                              \
        static result(*real) params;                                                               \
        if (!real)                                                                                 \
            real = (result(*) params)dlsym(RTLD_NEXT, #name);                                      \
        return fails(mine, kind, why) ? failed : real args;                                        \
    }

CALL(ssize_t, read, -1, is_ours(file), 'R', EIO, (int file, void *to, size_t size),
     (file, to, size))
CALL(ssize_t, write, -1, is_ours(file), 'W', ENOSPC, (int file, const void *from, size_t size),
     (file, from, size))
CALL(void *, mmap64, MAP_FAILED, is_ours(file), 'R', EIO,
     (void *at, size_t size, int protection, int flags, int file, off64_t offset),
     (at, size, protection, flags, file, offset))
CALL(int, fstat64, -1, is_ours(file), 'R', EIO, (int file, struct stat64 *to), (file, to))
CALL(int, stat64, -1, in_folder(path), 'R', EIO, (const char *path, struct stat64 *to), (path, to))
CALL(int, lstat64, -1, in_folder(path), 'R', EIO, (const char *path, struct stat64 *to), (path, to))
CALL(int, fsync, -1, is_ours(file), 'W', EIO, (int file), (file))
CALL(int, fchmod, -1, is_ours(file), 'W', EPERM, (int file, mode_t mode), (file, mode))
CALL(int, rename, -1, in_folder(to), 'W', EIO, (const char *from, const char *to), (from, to))
CALL(int, renameat2, -1, in_folder(to), 'W', EIO,
     (int from_folder, const char *from, int to_folder, const char *to, unsigned flags),
     (from_folder, from, to_folder, to, flags))
CALL(int, link, -1, in_folder(to), 'W', EIO, (const char *from, const char *to), (from, to))
CALL(int, linkat, -1, in_folder(to), 'W', EIO,
     (int from_folder, const char *from, int to_folder, const char *to, int flags),
     (from_folder, from, to_folder, to, flags))
CALL(int, mkdir, -1, in_folder(path), 'W', ENOSPC, (const char *path, mode_t mode), (path, mode))
CALL(DIR *, opendir, NULL, in_folder(path), 'R', EIO, (const char *path), (path))
CALL(FILE *, fopen64, NULL, in_folder(path), 'R', EIO, (const char *path, const char *mode),
     (path, mode))

int open64(const char *path, int flags, ...)
{
    static int (*real)(const char *, int, ...);
    bool mine = in_folder(path), writes = (flags & O_ACCMODE) != O_RDONLY;
    va_list args;
    va_start(args, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(args, mode_t) : 0;
    va_end(args);
    if (!real)
        real = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open64");
    if (fails(mine, writes ? 'W' : 'R', writes ? ENOSPC : EIO))
        return -1;
    return opened(real(path, flags, mode), mine);
}
