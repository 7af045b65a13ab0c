#include "core/file.h"
#include "core/fs.h"
#include "core/text.h"
#include "core/windows.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#if defined(_WIN32)
#include <io.h>
#include <windows.h>
#else
#include <dirent.h>
#include <sys/file.h>
#include <unistd.h>
#endif

static bool fail_errno(struct rq_error *err, const char *path, const char *what)
{
    bool full = errno == ENOSPC;
#if defined(EDQUOT)
    full = full || errno == EDQUOT;
#endif
    rq_fail(err, RQ_IO, 0, path, "%s: %s", what, strerror(errno));
    return full ? rq_fail_hint(err, RQ_HINT_FULL) : false;
}

/* ---- what differs between the systems ---- */

#if defined(_WIN32)

char *rq_environment(const char *name)
{
    return rq_windows_environment(name);
}

static int open_path(const char *path, int flags)
{
    WCHAR *wide = rq_wide_path(path);
    int fd = wide ? _wopen(wide, flags | O_BINARY | O_NOINHERIT, 0666) : -1;
    free(wide);
    return fd;
}

static bool make_one(const char *path)
{
    WCHAR *wide = rq_wide_path(path);
    bool made = wide && CreateDirectoryW(wide, NULL);
    if (!made)
        errno = EACCES;
    free(wide);
    return made;
}

static bool move_file(const char *from, const char *to, bool replace)
{
    WCHAR *a = rq_wide_path(from), *b = rq_wide_path(to);
    DWORD flags = MOVEFILE_WRITE_THROUGH | (replace ? MOVEFILE_REPLACE_EXISTING : 0);
    bool done = a && b && MoveFileExW(a, b, flags);
    if (!done)
        errno = GetLastError() == ERROR_ALREADY_EXISTS || GetLastError() == ERROR_FILE_EXISTS
                    ? EEXIST
                    : EACCES;
    free(a);
    free(b);
    return done;
}

static int open_nameless(const char *path)
{
    (void)path;
    return -1;
}

static bool name_file(int fd, const char *path)
{
    (void)fd;
    (void)path;
    return false;
}

/* What is open can't be removed. */
static bool is_abandoned(const char *path)
{
    (void)path;
    return true;
}

static void claim(int fd)
{
    (void)fd;
}

bool rq_remove_file(const char *path)
{
    return rq_windows_remove(path);
}

static bool flush_file(int fd)
{
    return _commit(fd) == 0;
}

static char *link_target(const char *path)
{
    char *target = rq_windows_is_link(path) ? rq_windows_final(path) : rq_path_join("", path);
    errno = ENOENT;
    return target;
}

static bool is_read_only(const char *path)
{
    struct rq_windows_file file;
    return rq_windows_look(path, &file) && file.read_only && !file.folder;
}

static bool keep_mode(int fd, const char *old)
{
    return rq_windows_keep_attributes(fd, old);
}

enum rq_path_kind rq_path_stamp(const char *path, uint64_t *size, uint64_t *time)
{
    struct rq_windows_file file;
    if (!rq_windows_look(path, &file))
        return RQ_PATH_NONE;
    *size = file.size;
    *time = file.time;
    return file.folder ? RQ_PATH_FOLDER : RQ_PATH_FILE;
}

unsigned rq_cpu_count(void)
{
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwNumberOfProcessors ? (unsigned)info.dwNumberOfProcessors : 1;
}

#else

char *rq_environment(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? rq_path_join("", value) : NULL;
}

static int open_path(const char *path, int flags)
{
    return open(path, flags | O_CLOEXEC, 0666);
}

static bool make_one(const char *path)
{
    return mkdir(path, 0777) == 0;
}

static bool move_file(const char *from, const char *to, bool replace)
{
    if (replace)
        return rename(from, to) == 0;
    return link(from, to) == 0 && unlink(from) == 0;
}

/* A file in the folder of path that has no name yet: nothing is left of it when the program ends.
 * -1: this system or file system has none. */
static int open_nameless(const char *path)
{
#if defined(O_TMPFILE)
    const char *base = rq_path_base(path);
    char *folder = NULL;
    if (access("/proc/self/fd", X_OK) == 0) /* name_file needs it */
        folder = rq_path_join("", base == path ? "." : path);
    if (!folder)
        return -1;
    if (base != path)
        folder[base - path] = 0;
    int fd = open_path(folder, O_WRONLY | O_TMPFILE);
    free(folder);
    return fd;
#else
    (void)path;
    return -1;
#endif
}

/* Fails when there is something at path. */
static bool name_file(int fd, const char *path)
{
    char self[32];
    snprintf(self, sizeof self, "/proc/self/fd/%d", fd);
    return linkat(AT_FDCWD, self, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0;
}

/* Whoever writes a file holds its lock; the lock ends with the program. */
static void claim(int fd)
{
    flock(fd, LOCK_EX | LOCK_NB);
}

static bool is_abandoned(const char *path)
{
    int fd = open_path(path, O_RDONLY);
    bool abandoned = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0;
    if (fd >= 0)
        close(fd);
    return abandoned;
}

bool rq_remove_file(const char *path)
{
    return unlink(path) == 0;
}

static bool flush_file(int fd)
{
    return fsync(fd) == 0;
}

/* Where a link leads, over other links too; the path itself when it is none. NULL with errno. */
static char *link_target(const char *path)
{
    char *at = rq_path_join("", path), to[4096];
    for (int hops = 0; at && hops < 40; hops++) {
        ssize_t size = readlink(at, to, sizeof to - 1);
        if (size < 0)
            return at;
        to[size] = 0;
        char *name = strrchr(at, '/');
        if (name)
            name[1] = 0;
        char *next = rq_path_join(name && to[0] != '/' ? at : "", to);
        free(at);
        at = next;
    }
    free(at);
    errno = ELOOP;
    return NULL;
}

/* The superuser may write anything: for him what nobody may write is read-only. */
static bool is_read_only(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && !S_ISDIR(st.st_mode) &&
           (!(st.st_mode & 0222) || access(path, W_OK) != 0);
}

static bool keep_mode(int fd, const char *old)
{
    struct stat st;
    return stat(old, &st) != 0 || fchmod(fd, st.st_mode & 07777) == 0;
}

enum rq_path_kind rq_path_stamp(const char *path, uint64_t *size, uint64_t *time)
{
    struct stat st = {.st_mode = S_IFREG};
    if (stat(path, &st) != 0 && rq_fs_is_absent())
        return RQ_PATH_NONE;
    *size = (uint64_t)st.st_size;
    *time = (uint64_t)st.st_mtim.tv_sec * 1000000000u + (uint64_t)st.st_mtim.tv_nsec;
    return S_ISDIR(st.st_mode)   ? RQ_PATH_FOLDER
           : S_ISREG(st.st_mode) ? RQ_PATH_FILE
                                 : RQ_PATH_OTHER;
}

unsigned rq_cpu_count(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n > 0 ? (unsigned)n : 1;
}

#endif

enum rq_path_kind rq_path_kind(const char *path, uint64_t *size)
{
    uint64_t bytes = 0, time;
    enum rq_path_kind kind = rq_path_stamp(path, &bytes, &time);
    if (size && kind != RQ_PATH_NONE)
        *size = bytes;
    return kind;
}

double rq_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void rq_pause(double seconds)
{
    struct timespec time = {.tv_sec = (time_t)seconds};
    time.tv_nsec = (long)((seconds - (double)time.tv_sec) * 1e9);
    nanosleep(&time, NULL);
}

/* ---- writing ---- */

static bool write_all(int fd, struct rq_bytes bytes)
{
    while (bytes.size) {
        size_t step = bytes.size < 1u << 30 ? bytes.size : 1u << 30;
#if defined(_WIN32)
        int n = _write(fd, bytes.data, (unsigned)step);
#else
        ssize_t n = write(fd, bytes.data, step);
        if (n < 0 && errno == EINTR)
            continue;
#endif
        if (n <= 0)
            return false;
        bytes.data += n;
        bytes.size -= (size_t)n;
    }
    return true;
}

/* A file gets its bytes before it gets its name, so that nobody sees half of it, and nothing is lost
 * when the program is killed. */
struct part {
    int fd;
    char *name; /* beside the target, that nobody else has; of a nameless file: for later */
    bool named;
};

/* Removes what a killed program left behind, and finds a name that is free. */
static bool find_name(struct part *part, const char *path)
{
    size_t room = strlen(path) + 32;
    part->name = rq_mem(NULL, NULL, room);
    for (unsigned i = 0; part->name && i < 1000; i++) {
        snprintf(part->name, room, "%s.%u.reliquary-part", path, i);
        if (rq_path_kind(part->name, NULL) == RQ_PATH_NONE ||
            (is_abandoned(part->name) && rq_remove_file(part->name)))
            return true;
    }
    return false;
}

static bool open_part(struct part *part, const char *path)
{
    *part = (struct part){.fd = -1};
    if (!find_name(part, path))
        return false;
    part->fd = open_nameless(path);
    part->named = part->fd < 0;
    if (part->named)
        part->fd = open_path(part->name, O_WRONLY | O_CREAT | O_EXCL);
    if (part->fd >= 0)
        claim(part->fd);
    return part->fd >= 0;
}

/* Windows moves no file that is open; elsewhere the lock holds until it has its name. */
static bool close_part(struct part *part)
{
    bool fine = part->fd < 0 || close(part->fd) == 0;
    part->fd = -1;
    return fine;
}

static bool place_part(struct part *part, const char *path, bool replace)
{
    if (!part->named && !replace)
        return name_file(part->fd, path) && close_part(part);
    if (!part->named)
        part->named = name_file(part->fd, part->name);
#if defined(_WIN32)
    if (!close_part(part))
        return false;
#endif
    bool fine = part->named && move_file(part->name, path, replace);
    part->named = part->named && !fine;
    return close_part(part) && fine;
}

static bool fail_place(struct rq_error *err, const char *path, bool replace)
{
    if (!replace && errno == EEXIST)
        return rq_fail(err, RQ_IO, 0, path, "is there already") ||
               rq_fail_hint(err, RQ_HINT_REPLACE);
    return fail_errno(err, path,
                      replace ? "can't put the new file in its place" : "can't create it");
}

/* path is no link any more when it is replaced. */
static bool save_file(const char *path, struct rq_bytes bytes, bool replace, struct rq_error *err)
{
    struct part part;
    bool fine = open_part(&part, path);
    if (!fine)
        fail_errno(err, path, replace ? "can't create a file beside it" : "can't create it");
    /* Before there is anything in it that others should not read. */
    if (fine && replace && !keep_mode(part.fd, path))
        fine = fail_errno(err, path, "can't keep its permissions");
    if (fine && !(write_all(part.fd, bytes) && (!replace || flush_file(part.fd))))
        fine = fail_errno(err, path, "can't write it");
    if (fine && !place_part(&part, path, replace))
        fine = fail_place(err, path, replace);
    close_part(&part);
    if (!fine && part.named)
        rq_remove_file(part.name);
    free(part.name);
    return fine;
}

static bool save_new(const char *path, struct rq_bytes bytes, struct rq_error *err)
{
    if (rq_path_kind(path, NULL) != RQ_PATH_NONE) {
        errno = EEXIST;
        return fail_place(err, path, false);
    }
    return save_file(path, bytes, false, err);
}

bool rq_replaceable(const char *path, struct rq_error *err)
{
    if (rq_path_kind(path, NULL) == RQ_PATH_OTHER)
        return rq_fail(err, RQ_IO, 0, path, "is not a file that can be replaced");
    return !is_read_only(path) ||
           rq_fail(err, RQ_IO, 0, path, "is read-only; nothing was written to it");
}

/* A link stays one: the file that it leads to is replaced. */
static bool save_replace(const char *path, struct rq_bytes bytes, struct rq_error *err)
{
    if (!rq_replaceable(path, err))
        return false;
    char *target = link_target(path);
    if (!target)
        return fail_errno(err, path, "can't follow this link");
    bool fine = save_file(target, bytes, true, err);
    free(target);
    return fine;
}

bool rq_file_save(const char *path, struct rq_bytes bytes, enum rq_save mode, struct rq_error *err)
{
    if (strcmp(path, "-") == 0) {
#if defined(_WIN32)
        _setmode(1, O_BINARY);
#endif
        fflush(stdout);
        return write_all(1, bytes) || fail_errno(err, "standard output", "can't write it");
    }
    return mode == RQ_SAVE_NEW ? save_new(path, bytes, err) : save_replace(path, bytes, err);
}

/* ---- folders ---- */

bool rq_make_folder(const char *path, struct rq_error *err)
{
    if (rq_path_kind(path, NULL) == RQ_PATH_FOLDER)
        return true;
    char *copy = rq_path_join(path, "");
    if (!copy)
        return rq_fail(err, RQ_NO_MEMORY, 0, path, "out of memory");
    bool fine = true;
    int why = ENOTDIR;
    for (char *p = copy + 1; fine && *p; p++) {
        if (*p != '/' && *p != '\\')
            continue;
        char was = *p;
        *p = 0;
        if (rq_path_kind(copy, NULL) == RQ_PATH_NONE && !make_one(copy)) {
            why = errno;
            fine = rq_path_kind(copy, NULL) == RQ_PATH_FOLDER;
        }
        *p = was;
    }
    free(copy);
    fine = fine && rq_path_kind(path, NULL) == RQ_PATH_FOLDER;
    errno = why;
    return fine || fail_errno(err, path, "can't make this folder");
}

char *rq_path_join(const char *folder, const char *name)
{
    size_t a = strlen(folder), b = strlen(name);
    bool slash = a && folder[a - 1] != '/' && folder[a - 1] != '\\';
    char *path = rq_mem(NULL, NULL, a + slash + b + 1);
    if (!path)
        return NULL;
    memcpy(path, folder, a);
    if (slash)
        path[a] = '/';
    memcpy(path + a + slash, name, b + 1);
    return path;
}

const char *rq_path_base(const char *path)
{
    const char *base = path;
    for (const char *p = path; *p; p++)
        if (*p == '/' || *p == '\\')
            base = p + 1;
    return base;
}

const char *rq_path_extension(const char *path)
{
    const char *dot = strrchr(rq_path_base(path), '.');
    return dot ? dot + 1 : "";
}

void rq_path_sibling(const char *path, const char *extension, char name[RQ_SIBLING])
{
    const char *base = rq_path_base(path);
    snprintf(name, RQ_SIBLING, "%.*s.%s", (int)strcspn(base, "."), base, extension);
}

/* Takes path and relative over, which may be NULL without memory. */
static bool walk_push(struct rq_walk *walk, char *path, char *relative, uint64_t size,
                      uint64_t time)
{
    if (walk->count == walk->capacity) {
        size_t capacity = walk->capacity ? walk->capacity * 2 : 64;
        struct rq_found *items = rq_mem(NULL, walk->items, capacity * sizeof *items);
        if (!items) {
            free(path);
            free(relative);
            return false;
        }
        walk->items = items;
        walk->capacity = capacity;
    }
    struct rq_found *item = &walk->items[walk->count];
    item->path = path;
    item->relative = relative;
    item->size = size;
    item->time = time;
    walk->count++;
    return item->path && item->relative;
}

static bool walk_folder(struct rq_walk *walk, const char *path, const char *relative, int depth,
                        struct rq_error *err);

/* The state of transactions, which keeps old files for undo: they are no files of the game any more. */
static bool is_state(const char *name)
{
    static const char ending[] = ".reliquary";
    size_t size = strlen(name), end = strlen(ending);
    return size >= end && strcmp(name + size - end, ending) == 0;
}

/* kind as the folder tells it; RQ_PATH_NONE: it does not, or more than that is asked for. */
static bool walk_entry(struct rq_walk *walk, const char *folder, const char *relative,
                       const char *name, enum rq_path_kind kind, int depth, struct rq_error *err)
{
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
        return true;
    char *path = rq_path_join(folder, name), *below = rq_path_join(relative, name);
    uint64_t size = 0, time = 0;
    bool fine = path && below;
    if (fine && kind == RQ_PATH_NONE) {
        kind = rq_path_stamp(path, &size, &time);
        if (kind == RQ_PATH_FOLDER && rq_fs_is_link(path))
            kind = RQ_PATH_OTHER;
    }
    if (fine && kind == RQ_PATH_FOLDER && !is_state(name))
        fine = walk_folder(walk, path, below, depth + 1, err);
    else if (fine && kind == RQ_PATH_FILE) {
        fine = walk_push(walk, path, below, size, time);
        path = below = NULL;
    }
    if (!fine)
        rq_fail(err, RQ_NO_MEMORY, 0, folder, "out of memory");
    free(path);
    free(below);
    return fine;
}

#if !defined(_WIN32)
/* Not every file system and system tells; what a link leads to none does. */
static enum rq_path_kind told_kind(const struct dirent *entry)
{
#if defined(DT_REG) && defined(DT_DIR)
    if (entry->d_type == DT_REG || entry->d_type == DT_DIR)
        return entry->d_type == DT_REG ? RQ_PATH_FILE : RQ_PATH_FOLDER;
#endif
    (void)entry;
    return RQ_PATH_NONE;
}
#endif

static bool walk_folder(struct rq_walk *walk, const char *path, const char *relative, int depth,
                        struct rq_error *err)
{
    if (depth > 64)
        return rq_fail(err, RQ_LIMIT, 0, path, "folders nested deeper than 64");
    bool fine = true;
#if defined(_WIN32)
    char *pattern = rq_path_join(path, "*");
    WCHAR *wide = pattern ? rq_wide_path(pattern) : NULL;
    WIN32_FIND_DATAW data;
    HANDLE find = wide ? FindFirstFileW(wide, &data) : INVALID_HANDLE_VALUE;
    bool named = wide != NULL;
    free(pattern);
    free(wide);
    if (!named)
        return rq_fail(err, RQ_NO_MEMORY, 0, path, "out of memory");
    if (find == INVALID_HANDLE_VALUE)
        return rq_fail(err, RQ_IO, 0, path, "can't open this folder");
    do {
        char name[MAX_PATH * 4];
        WideCharToMultiByte(CP_UTF8, 0, data.cFileName, -1, name, sizeof name, NULL, NULL);
        fine = walk_entry(walk, path, relative, name, RQ_PATH_NONE, depth, err);
    } while (fine && FindNextFileW(find, &data));
    FindClose(find);
#else
    DIR *dir = opendir(path);
    if (!dir)
        return fail_errno(err, path, "can't open this folder");
    for (struct dirent *e; fine && (e = readdir(dir));)
        fine = walk_entry(walk, path, relative, e->d_name,
                          walk->names_only ? told_kind(e) : RQ_PATH_NONE, depth, err);
    closedir(dir);
#endif
    return fine;
}

char *rq_path_full(const char *path)
{
#if defined(_WIN32)
    return rq_windows_full(path);
#else
    return realpath(path, NULL);
#endif
}

char *rq_path_alike(const char *path)
{
    size_t size = strlen(path) + 1;
    char *found = rq_mem(NULL, NULL, size);
    if (!found)
        return NULL;
    memcpy(found, path, size);
    bool there = rq_path_kind(path, NULL) == RQ_PATH_FILE;
#if !defined(_WIN32)
    /* Windows looks for names in any case by itself. "." for a bare name. */
    const char *base = rq_path_base(path);
    size_t folder = (size_t)(base - path);
    found[folder] = 0;
    DIR *dir = there ? NULL : opendir(folder ? found : ".");
    for (struct dirent *e; dir && !there && (e = readdir(dir));)
        if (rq_casecmp(e->d_name, base) == 0) {
            memcpy(found + folder, e->d_name, size - folder);
            there = rq_path_kind(found, NULL) == RQ_PATH_FILE;
        }
    if (dir)
        closedir(dir);
    else
        found[folder] = path[folder];
#endif
    if (!there) {
        free(found);
        return NULL;
    }
    return found;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const struct rq_found *)a)->relative, ((const struct rq_found *)b)->relative);
}

bool rq_walk_add(struct rq_walk *walk, const char *path, struct rq_error *err)
{
    uint64_t size = 0, time = 0;
    size_t from = walk->count;
    bool piped = strcmp(path, "-") == 0;
    enum rq_path_kind kind = piped ? RQ_PATH_FILE : rq_path_stamp(path, &size, &time);
    if (kind == RQ_PATH_NONE)
        return rq_fail(err, RQ_IO, 0, path, "there is no such file or folder");
    if (!piped && kind == RQ_PATH_FILE && !time) /* it may be a folder */
        return fail_errno(err, path, "can't be looked at");
    /* A pipe that nobody writes to would be waited for without end. Those that a shell makes
     * stand below /dev. */
    if (kind == RQ_PATH_OTHER && strncmp(path, "/dev/", 5) != 0)
        return rq_fail(err, RQ_IO, 0, path, "is not a file");
    if (kind != RQ_PATH_FOLDER)
        return walk_push(walk, rq_path_join("", path), rq_path_join("", rq_path_base(path)), size,
                         time) ||
               rq_fail(err, RQ_NO_MEMORY, 0, path, "out of memory");
    if (!walk_folder(walk, path, "", 0, err))
        return false;
    if (walk->count > from)
        qsort(walk->items + from, walk->count - from, sizeof *walk->items, by_path);
    return true;
}

void rq_walk_free(struct rq_walk *walk)
{
    for (size_t i = 0; i < walk->count; i++) {
        free(walk->items[i].path);
        free(walk->items[i].relative);
    }
    free(walk->items);
    *walk = (struct rq_walk){0};
}

/* ---- names out of archives ---- */

static bool device_name(const char *name)
{
    static const char *const devices[] = {"con", "prn", "aux", "nul", "conin$", "conout$"};
    char stem[8] = {0};
    size_t n = strcspn(name, ".");
    /* "con .txt" is the console too. */
    while (n && name[n - 1] == ' ')
        n--;
    if (n >= sizeof stem)
        return false;
    for (size_t i = 0; i < n; i++)
        stem[i] = rq_lower(name[i]);
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++)
        if (strcmp(stem, devices[i]) == 0)
            return true;
    return n == 4 && (memcmp(stem, "com", 3) == 0 || memcmp(stem, "lpt", 3) == 0) &&
           stem[3] >= '0' && stem[3] <= '9';
}

bool rq_name_is_safe(const char *name)
{
    size_t size = strlen(name);
    if (size == 0 || size > 200 || device_name(name))
        return false;
    for (size_t i = 0; i < size; i++) {
        uint8_t c = (uint8_t)name[i];
        if (c < 0x20 || c == 0x7F || strchr("/\\:*?\"<>|", c))
            return false;
    }
    /* Windows drops dots and blanks at the end: "x." would be another file. */
    return name[0] != '.' && name[size - 1] != '.' && name[size - 1] != ' ';
}
