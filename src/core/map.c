/* Files to read: mapped, or read into memory. */
#include "core/file.h"
#include "core/windows.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#include <io.h>
#include <windows.h>
#else
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

static bool fail_errno(struct rq_error *err, const char *path, const char *what)
{
    return rq_fail(err, RQ_IO, 0, path, "%s: %s", what, strerror(errno));
}

/* ---- what differs between the systems ---- */

#if defined(_WIN32)

static int open_to_read(const char *path)
{
    WCHAR *wide = rq_wide_path(path);
    int fd = wide ? _wopen(wide, O_RDONLY | O_BINARY | O_NOINHERIT) : -1;
    free(wide);
    return fd;
}

static bool map_file(struct rq_map *map, const char *path, struct rq_error *err)
{
    WCHAR *wide = rq_wide_path(path);
    HANDLE file = wide ? CreateFileW(wide, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING,
                                     FILE_ATTRIBUTE_NORMAL, NULL)
                       : INVALID_HANDLE_VALUE;
    free(wide);
    if (file == INVALID_HANDLE_VALUE)
        return rq_fail(err, RQ_IO, 0, path, "can't open it: %s",
                       rq_path_kind(path, NULL) == RQ_PATH_NONE ? "there is no such file"
                                                                : "it is in use, or not yours");
    LARGE_INTEGER size;
    HANDLE mapping = NULL;
    void *data = NULL;
    bool fine = GetFileSizeEx(file, &size);
    if (fine && size.QuadPart > 0) {
        mapping = CreateFileMappingW(file, NULL, PAGE_READONLY, 0, 0, NULL);
        data = mapping ? MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0) : NULL;
        fine = data != NULL;
    }
    if (mapping)
        CloseHandle(mapping);
    CloseHandle(file);
    if (!fine)
        return rq_fail(err, RQ_IO, 0, path, "can't map it");
    map->bytes = (struct rq_bytes){data, (size_t)size.QuadPart};
    map->handle = data;
    return true;
}

static void unmap_file(struct rq_map *map)
{
    UnmapViewOfFile(map->handle);
}

#else

static int open_to_read(const char *path)
{
    return open(path, O_RDONLY | O_CLOEXEC);
}

static bool map_file(struct rq_map *map, const char *path, struct rq_error *err)
{
    struct stat st;
    int fd = open_to_read(path);
    if (fd < 0)
        return fail_errno(err, path, "can't open it");
    bool fine = fstat(fd, &st) == 0;
    void *data = NULL;
    if (fine && st.st_size > 0) {
        data = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        fine = data != MAP_FAILED;
    }
    if (!fine)
        fail_errno(err, path, "can't map it");
    close(fd);
    if (!fine)
        return false;
    map->bytes = (struct rq_bytes){data, (size_t)st.st_size};
    map->handle = data;
    return true;
}

static void unmap_file(struct rq_map *map)
{
    munmap(map->handle, map->bytes.size);
}

#endif

/* Standard input, a pipe: read to the end. */
static bool read_stream(struct rq_map *map, FILE *stream, const char *path, struct rq_error *err)
{
    struct rq_out out = {0};
    for (;;) {
        size_t had = out.size;
        uint8_t *to = rq_grow(&out, 65536);
        size_t got = to ? fread(to, 1, 65536, stream) : 0;
        rq_out_cut(&out, had + got);
        if (got == 0)
            break;
    }
    if (out.failed || ferror(stream)) {
        bool failed = out.failed ? rq_fail_out(err, &out) : fail_errno(err, path, "can't read it");
        rq_out_free(&out);
        return failed;
    }
    map->bytes = rq_out_bytes(&out);
    map->handle = out.data;
    map->owned = true;
    return true;
}

/* So many bytes, or as many as there still are. */
static bool read_file(struct rq_map *map, const char *path, size_t size, struct rq_error *err)
{
    int fd = open_to_read(path);
    if (fd < 0)
        return fail_errno(err, path, "can't open it");
    uint8_t *data = rq_mem(NULL, NULL, size);
    size_t got = 0;
    long n = data ? 1 : -1;
    while (n > 0 && got < size) {
        size_t left = size - got;
        n = (long)read(fd, data + got, left < 1u << 30 ? (unsigned)left : 1u << 30);
        got += n > 0 ? (size_t)n : 0;
    }
    if (!data)
        rq_fail(err, RQ_NO_MEMORY, 0, path, "out of memory");
    else if (n < 0)
        fail_errno(err, path, "can't read it");
    close(fd);
    if (n < 0) {
        free(data);
        return false;
    }
    *map = (struct rq_map){.bytes = {data, got}, .handle = data, .owned = true};
    return true;
}

bool rq_map_read(struct rq_map *map, const char *path, uint64_t most, struct rq_error *err)
{
    *map = (struct rq_map){0};
    if (strcmp(path, "-") == 0) {
#if defined(_WIN32)
        _setmode(0, O_BINARY);
#endif
        return read_stream(map, stdin, "standard input", err);
    }
    uint64_t size = 0;
    enum rq_path_kind kind = rq_path_kind(path, &size);
    if (kind == RQ_PATH_FOLDER)
        return rq_fail(err, RQ_IO, 0, path, "is a folder; name a file in it");
    if (kind == RQ_PATH_OTHER) {
        FILE *stream = fopen(path, "rb");
        if (!stream)
            return fail_errno(err, path, "can't open it");
        bool fine = read_stream(map, stream, path, err);
        fclose(stream);
        return fine;
    }
    return size && size <= most ? read_file(map, path, (size_t)size, err)
                                : map_file(map, path, err);
}

bool rq_map_open(struct rq_map *map, const char *path, struct rq_error *err)
{
#if defined(_WIN32)
    /* Other programs can write the small files of a game that is open. */
    return rq_map_read(map, path, 1 << 20, err);
#else
    return rq_map_read(map, path, 0, err);
#endif
}

void rq_map_close(struct rq_map *map)
{
    if (map->owned)
        free(map->handle);
    else if (map->handle)
        unmap_file(map);
    *map = (struct rq_map){0};
}
