#include "core/fs.h"
#include "core/file.h"
#include "core/text.h"
#include "core/windows.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#if defined(_WIN32)
#include <io.h>
#include <windows.h>
#else
#include <dirent.h>
#include <sys/file.h>
#include <unistd.h>
#endif

/* ---- what differs between the systems ---- */

#if defined(_WIN32)

static int open_new(const char *path)
{
    WCHAR *wide = rq_wide_path(path);
    int fd = wide ? _wopen(wide, O_WRONLY | O_CREAT | O_EXCL | O_BINARY | O_NOINHERIT, 0666) : -1;
    free(wide);
    return fd;
}

static bool set_like(int fd, const char *like)
{
    return rq_windows_keep_attributes(fd, like);
}

static bool flush(int fd)
{
    return _commit(fd) == 0;
}

/* To flush it takes the right to write. */
static int open_old(const char *path)
{
    WCHAR *wide = rq_wide_path(path);
    int fd = wide ? _wopen(wide, O_RDWR | O_BINARY | O_NOINHERIT) : -1;
    free(wide);
    return fd;
}

static void begin_flush(int fd)
{
    (void)fd;
}

static long write_some(int fd, const uint8_t *data, size_t size)
{
    return _write(fd, data, (unsigned)size);
}

static bool second_name(const char *from, const char *to)
{
    WCHAR *a = rq_wide_path(from), *b = rq_wide_path(to);
    bool done = a && b && CreateHardLinkW(b, a, NULL);
    free(a);
    free(b);
    return done;
}

bool rq_fs_move(const char *from, const char *to)
{
    WCHAR *a = rq_wide_path(from), *b = rq_wide_path(to);
    bool folder = rq_path_kind(from, NULL) == RQ_PATH_FOLDER;
    DWORD flags = MOVEFILE_WRITE_THROUGH | (folder ? 0 : MOVEFILE_REPLACE_EXISTING);
    bool done = a && b && MoveFileExW(a, b, flags);
    if (!done)
        errno = EACCES;
    free(a);
    free(b);
    return done;
}

bool rq_fs_exchange(const char *a, const char *b)
{
    (void)a;
    (void)b;
    return false;
}

static bool identify(const char *path, uint64_t *volume, uint64_t *number)
{
    return rq_windows_identify(path, volume, number);
}

bool rq_fs_is_link(const char *path)
{
    return rq_windows_is_link(path);
}

bool rq_fs_remove_folder(const char *path)
{
    WCHAR *wide = rq_wide_path(path);
    bool done = wide && RemoveDirectoryW(wide);
    free(wide);
    return done;
}

void rq_fs_sync(const char *folder)
{
    (void)folder; /* moves are written through */
}

static bool list_names(const char *folder, bool (*fn)(void *ctx, const char *name), void *ctx)
{
    char *pattern = rq_path_join(folder, "*");
    WCHAR *wide = pattern ? rq_wide_path(pattern) : NULL;
    WIN32_FIND_DATAW data;
    HANDLE find = wide ? FindFirstFileW(wide, &data) : INVALID_HANDLE_VALUE;
    free(pattern);
    free(wide);
    bool fine = find != INVALID_HANDLE_VALUE;
    bool more = fine;
    while (fine && more) {
        char name[MAX_PATH * 4];
        WideCharToMultiByte(CP_UTF8, 0, data.cFileName, -1, name, sizeof name, NULL, NULL);
        fine = fn(ctx, name);
        more = FindNextFileW(find, &data);
    }
    if (find != INVALID_HANDLE_VALUE)
        FindClose(find);
    return fine;
}

int rq_fs_lock(const char *path)
{
    WCHAR *wide = rq_wide_path(path);
    HANDLE file = wide ? CreateFileW(wide, GENERIC_READ | GENERIC_WRITE, 0, NULL, OPEN_ALWAYS,
                                     FILE_ATTRIBUTE_NORMAL, NULL)
                       : INVALID_HANDLE_VALUE;
    free(wide);
    return file == INVALID_HANDLE_VALUE ? -1 : _open_osfhandle((intptr_t)file, 0);
}

#else

static int open_new(const char *path)
{
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

static bool set_like(int fd, const char *like)
{
    struct stat st;
    return !like || stat(like, &st) != 0 || fchmod(fd, st.st_mode & 07777) == 0;
}

static bool flush(int fd)
{
    return fsync(fd) == 0;
}

/* Permissions may forbid to open it for writing; reading is enough to flush. */
static int open_old(const char *path)
{
    return open(path, O_RDONLY | O_CLOEXEC);
}

/* The disk gets to work, and nobody waits for it. */
static void begin_flush(int fd)
{
#if defined(SYNC_FILE_RANGE_WRITE)
    sync_file_range(fd, 0, 0, SYNC_FILE_RANGE_WRITE);
#else
    (void)fd;
#endif
}

static long write_some(int fd, const uint8_t *data, size_t size)
{
    long n;
    do
        n = write(fd, data, size);
    while (n < 0 && errno == EINTR);
    return n;
}

static bool second_name(const char *from, const char *to)
{
    return link(from, to) == 0;
}

bool rq_fs_move(const char *from, const char *to)
{
    return rename(from, to) == 0;
}

bool rq_fs_exchange(const char *a, const char *b)
{
#if defined(RENAME_EXCHANGE)
    return renameat2(AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE) == 0;
#else
    (void)a;
    (void)b;
    return false;
#endif
}

static bool identify(const char *path, uint64_t *volume, uint64_t *number)
{
    struct stat st;
    if (lstat(path, &st) != 0)
        return false;
    *volume = (uint64_t)st.st_dev;
    *number = (uint64_t)st.st_ino;
    return true;
}

bool rq_fs_is_absent(void)
{
    return errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG || errno == ELOOP;
}

bool rq_fs_is_link(const char *path)
{
    struct stat st;
    return lstat(path, &st) == 0 && S_ISLNK(st.st_mode);
}

bool rq_fs_remove_folder(const char *path)
{
    return rmdir(path) == 0;
}

void rq_fs_sync(const char *folder)
{
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return;
    fsync(fd); /* some file systems refuse: they keep the order by themselves, or not at all */
    close(fd);
}

static bool list_names(const char *folder, bool (*fn)(void *ctx, const char *name), void *ctx)
{
    DIR *dir = opendir(folder);
    bool fine = dir;
    for (struct dirent *e; fine && (e = readdir(dir));)
        fine = fn(ctx, e->d_name);
    if (dir)
        closedir(dir);
    return fine;
}

int rq_fs_lock(const char *path)
{
    /* Who gives the lock back removes the file first: one that has lost its name is no lock any more. */
    for (int tries = 0; tries < 100; tries++) {
        struct stat own, there;
        int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (fd < 0)
            return -1;
        bool held = flock(fd, LOCK_EX | LOCK_NB) == 0;
        if (held && fstat(fd, &own) == 0 && stat(path, &there) == 0 && own.st_ino == there.st_ino)
            return fd;
        close(fd);
        if (!held)
            return -1;
    }
    return -1;
}

#endif

void rq_fs_unlock(int lock, const char *path)
{
#if defined(_WIN32)
    close(
        lock); /* nothing that is open can be removed; nothing that somebody else has opened since, either */
    rq_remove_file(path);
#else
    rq_remove_file(path);
    close(lock);
#endif
}

uint64_t rq_fs_id(const char *path)
{
    uint64_t volume, number;
    if (identify(path, &volume, &number))
        return number;
#if !defined(_WIN32)
    if (!rq_fs_is_absent())
        return UINT64_MAX;
#endif
    return 0;
}

bool rq_fs_same_disk(const char *a, const char *b)
{
    uint64_t first, second, number;
    return identify(a, &first, &number) && identify(b, &second, &number) && first == second;
}

/* ---- files ---- */

/* wait: until it is on the disk. */
static bool write_new(const char *path, struct rq_bytes bytes, const char *like, bool wait,
                      struct rq_error *err)
{
    int fd = open_new(path);
    bool fine = fd >= 0;
    while (fine && bytes.size) {
        long n = write_some(fd, bytes.data, bytes.size < 1u << 30 ? bytes.size : 1u << 30);
        fine = n > 0;
        bytes.data += fine ? n : 0;
        bytes.size -= fine ? (size_t)n : 0;
    }
    fine = fine && set_like(fd, like) && (!wait || flush(fd));
    int why = errno;
    if (fine && !wait)
        begin_flush(fd);
    if (fd >= 0)
        fine = close(fd) == 0 && fine;
    return fine || rq_fail(err, RQ_IO, 0, path, "can't write it: %s", strerror(why));
}

bool rq_fs_write(const char *path, struct rq_bytes bytes, const char *like, struct rq_error *err)
{
    return write_new(path, bytes, like, true, err);
}

bool rq_fs_write_soon(const char *path, struct rq_bytes bytes, const char *like,
                      struct rq_error *err)
{
    return write_new(path, bytes, like, false, err);
}

bool rq_fs_flush(const char *path, struct rq_error *err)
{
    int fd = open_old(path);
    bool fine = fd >= 0 && flush(fd);
    int why = errno;
    if (fd >= 0)
        close(fd);
    return fine || rq_fail(err, RQ_IO, 0, path, "can't write it: %s", strerror(why));
}

bool rq_fs_keep(const char *from, const char *to, struct rq_error *err)
{
    struct rq_map map = {0};
    if (second_name(from, to))
        return true;
    if (!rq_map_open(&map, from, err))
        return false;
    bool fine = rq_fs_write(to, map.bytes, from, err);
    rq_map_close(&map);
    return fine;
}

/* ---- folders ---- */

static bool put_name(void *ctx, const char *name)
{
    struct rq_out *out = ctx;
    if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
        rq_put(out, name, strlen(name) + 1);
    return !out->failed;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

bool rq_fs_names(const char *folder, struct rq_out *out)
{
    struct rq_out found = {0};
    size_t count = 0;
    bool fine = list_names(folder, put_name, &found);
    for (size_t at = 0; at < found.size; at += strlen((char *)found.data + at) + 1)
        count++;
    const char **names = rq_mem_zeroed(count + 1, sizeof *names);
    fine = fine && names;
    for (size_t i = 0, at = 0; fine && i < count; i++) {
        names[i] = (char *)found.data + at;
        at += strlen(names[i]) + 1;
    }
    if (fine && count)
        qsort(names, count, sizeof *names, by_name);
    for (size_t i = 0; fine && i < count; i++)
        rq_put(out, names[i], strlen(names[i]) + 1);
    free(names);
    rq_out_free(&found);
    return fine && !out->failed;
}

static bool remove_below(const char *path, int depth)
{
    struct rq_out names = {0};
    bool fine = depth < 64 && rq_fs_names(path, &names);
    for (size_t at = 0; fine && at < names.size; at += strlen((char *)names.data + at) + 1) {
        char *below = rq_path_join(path, (char *)names.data + at);
        bool folder = below && !rq_fs_is_link(below) && rq_path_kind(below, NULL) == RQ_PATH_FOLDER;
        fine = below && (folder ? remove_below(below, depth + 1) : rq_remove_file(below));
        free(below);
    }
    rq_out_free(&names);
    return fine && rq_fs_remove_folder(path);
}

bool rq_fs_remove(const char *path)
{
    if (!rq_fs_is_link(path) && rq_path_kind(path, NULL) == RQ_PATH_FOLDER)
        return remove_below(path, 0);
    return rq_remove_file(path) || !rq_fs_id(path);
}

/* ---- wildcards ---- */

/* Adds what is below folder and matches; folder is "" or ends with a separator. */
static bool add_below(const char *folder, const char *pattern, struct rq_out *found)
{
    size_t size = strcspn(pattern, "/\\"), rest = size + strspn(pattern + size, "/\\");
    struct rq_out names = {0}, part = {0}, path = {0};
    rq_put(&part, pattern, size);
    rq_put(&part, "", 1);
    bool fine = !part.failed;
    /* *.* is every name, also one without a dot. */
    const char *glob = fine && strcmp((char *)part.data, "*.*") == 0 ? "*" : (char *)part.data;
    bool wild = fine && strpbrk(glob, "*?");
    if (!wild && fine)
        rq_put(&names, part.data, part.size);
    else if (fine)
        rq_fs_names(*folder ? folder : ".", &names); /* no such folder: nothing in it */
    for (size_t at = 0; fine && at < names.size; at += strlen((char *)names.data + at) + 1) {
        const char *name = (char *)names.data + at;
        if (wild && !rq_glob(glob, name))
            continue;
        rq_out_cut(&path, 0);
        rq_put_str(&path, folder);
        rq_put_str(&path, name);
        rq_put(&path, pattern + size, rest - size);
        rq_put(&path, "", 1);
        fine = !path.failed;
        if (fine && pattern[rest])
            fine = add_below((char *)path.data, pattern + rest, found);
        else if (fine && rq_path_kind((char *)path.data, NULL) != RQ_PATH_NONE)
            rq_put(found, path.data, path.size);
    }
    rq_out_free(&names);
    rq_out_free(&part);
    rq_out_free(&path);
    return fine && !found->failed;
}

bool rq_fs_expand(const char *pattern, struct rq_out *out)
{
    size_t start = strspn(pattern, "/\\");
    char *root = rq_path_join("", pattern);
    if (!root)
        return false;
    root[start] = 0;
    bool fine = add_below(root, pattern + start, out);
    free(root);
    return fine;
}
