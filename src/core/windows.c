/* What core/file.c and core/fs.c need of Windows beyond what other systems have too. */
#include "core/windows.h"

#if defined(_WIN32)

#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static const WCHAR verbatim[] = L"\\\\?\\", share[] = L"\\\\?\\UNC\\";

static WCHAR *to_wide(const char *text)
{
    int n = MultiByteToWideChar(CP_UTF8, 0, text, -1, NULL, 0);
    WCHAR *wide = n > 0 ? malloc((size_t)n * sizeof *wide) : NULL;
    if (wide)
        MultiByteToWideChar(CP_UTF8, 0, text, -1, wide, n);
    return wide;
}

static char *to_utf8(const WCHAR *wide)
{
    int n = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char *text = n > 0 ? malloc((size_t)n) : NULL;
    if (text)
        WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, n, NULL, NULL);
    return text;
}

/* Absolute, with backslashes. */
static WCHAR *make_full(const WCHAR *wide)
{
    DWORD size = GetFullPathNameW(wide, 0, NULL, NULL);
    WCHAR *full = size ? malloc((size_t)size * sizeof *full) : NULL;
    if (full && GetFullPathNameW(wide, size, full, NULL) < size)
        return full;
    free(full);
    return NULL;
}

/* Windows takes 259 letters, and of a folder 247, unless the whole path stands behind \\?\, with backslashes:
 * then 32767. Whether a path is too long shows when it is whole. */
wchar_t *rq_wide_path(const char *path)
{
    enum { SHORT = 240 };
    WCHAR *wide = to_wide(path);
    if (!wide || wcsncmp(wide, verbatim, 4) == 0 || GetFullPathNameW(wide, 0, NULL, NULL) < SHORT)
        return wide;
    WCHAR *full = make_full(wide), *whole = NULL;
    free(wide);
    if (full)
        whole = malloc((wcslen(full) + sizeof share / sizeof share[0]) * sizeof *whole);
    if (whole) {
        bool network = wcsncmp(full, L"\\\\", 2) == 0;
        wcscpy(whole, network ? share : verbatim);
        wcscat(whole, network ? full + 2 : full);
    }
    free(full);
    return whole;
}

static HANDLE open_to_look(const char *path, DWORD flags)
{
    WCHAR *wide = rq_wide_path(path);
    HANDLE file = wide
                      ? CreateFileW(wide, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                    NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | flags, NULL)
                      : INVALID_HANDLE_VALUE;
    free(wide);
    return file;
}

static bool describe(const char *path, DWORD flags, BY_HANDLE_FILE_INFORMATION *info)
{
    HANDLE file = open_to_look(path, flags);
    if (file == INVALID_HANDLE_VALUE)
        return false;
    bool known = GetFileInformationByHandle(file, info);
    CloseHandle(file);
    return known;
}

/* Clouds mark files that they hold with reparse points of their own: those are no links. Wine shows a link to a
 * folder as a reparse point of no kind, and every other one as what it leads to. */
bool rq_windows_is_link(const char *path)
{
    WCHAR *wide = rq_wide_path(path);
    DWORD found = wide ? GetFileAttributesW(wide) : INVALID_FILE_ATTRIBUTES;
    bool link = false;
    if (found != INVALID_FILE_ATTRIBUTES && found & FILE_ATTRIBUTE_REPARSE_POINT) {
        WIN32_FIND_DATAW data;
        HANDLE find = FindFirstFileW(wide, &data);
        DWORD tag = find != INVALID_HANDLE_VALUE ? data.dwReserved0 : ~0u;
        link = tag == 0 || tag == IO_REPARSE_TAG_SYMLINK || tag == IO_REPARSE_TAG_MOUNT_POINT;
        if (find != INVALID_HANDLE_VALUE)
            FindClose(find);
    }
    free(wide);
    return link;
}

/* Why something that is there can't be looked at. */
static bool is_hidden(DWORD why)
{
    static const DWORD reasons[] = {
        ERROR_ACCESS_DENIED,   ERROR_SHARING_VIOLATION, ERROR_CRC,
        ERROR_GEN_FAILURE,     ERROR_IO_DEVICE,         ERROR_SEM_TIMEOUT,
        ERROR_NETNAME_DELETED, ERROR_FILE_CORRUPT,      ERROR_DISK_CORRUPT};
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (why == reasons[i])
            return true;
    return false;
}

bool rq_windows_look(const char *path, struct rq_windows_file *file)
{
    WIN32_FILE_ATTRIBUTE_DATA data;
    BY_HANDLE_FILE_INFORMATION info;
    WCHAR *wide = rq_wide_path(path);
    bool there = wide && GetFileAttributesExW(wide, GetFileExInfoStandard, &data);
    DWORD why = there || !wide ? ERROR_SUCCESS : GetLastError();
    free(wide);
    *file = (struct rq_windows_file){0};
    if (!there)
        return is_hidden(why);
    /* These are of the link itself, where it is one. */
    if (data.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT && rq_windows_is_link(path)) {
        if (!describe(path, 0, &info))
            return false;
        data.dwFileAttributes = info.dwFileAttributes;
        data.nFileSizeHigh = info.nFileSizeHigh;
        data.nFileSizeLow = info.nFileSizeLow;
        data.ftLastWriteTime = info.ftLastWriteTime;
    }
    *file = (struct rq_windows_file){.folder = data.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY,
                                     .read_only = data.dwFileAttributes & FILE_ATTRIBUTE_READONLY,
                                     .size = (uint64_t)data.nFileSizeHigh << 32 | data.nFileSizeLow,
                                     .time = (uint64_t)data.ftLastWriteTime.dwHighDateTime << 32 |
                                             data.ftLastWriteTime.dwLowDateTime};
    return true;
}

bool rq_windows_identify(const char *path, uint64_t *volume, uint64_t *number)
{
    BY_HANDLE_FILE_INFORMATION info;
    if (!describe(path, FILE_FLAG_OPEN_REPARSE_POINT, &info))
        return false;
    *volume = info.dwVolumeSerialNumber;
    *number = (uint64_t)info.nFileIndexHigh << 32 | info.nFileIndexLow;
    return true;
}

char *rq_windows_final(const char *path)
{
    HANDLE file = open_to_look(path, 0);
    if (file == INVALID_HANDLE_VALUE)
        return NULL;
    DWORD size = GetFinalPathNameByHandleW(file, NULL, 0, FILE_NAME_NORMALIZED);
    WCHAR *wide = size ? malloc(((size_t)size + 1) * sizeof *wide) : NULL;
    DWORD got = wide ? GetFinalPathNameByHandleW(file, wide, size + 1, FILE_NAME_NORMALIZED) : 0;
    char *text = got && got <= size ? to_utf8(wide) : NULL;
    CloseHandle(file);
    free(wide);
    return text;
}

char *rq_windows_full(const char *path)
{
    char *text = rq_windows_final(path);
    struct rq_windows_file file;
    if (!text && rq_windows_look(path, &file)) { /* wine follows no path of more than 260 letters */
        WCHAR *wide = to_wide(path), *full = wide ? make_full(wide) : NULL;
        text = full ? to_utf8(full) : NULL;
        free(full);
        free(wide);
    }
    if (!text)
        return NULL;
    /* \\?\C:\x is C:/x, and \\?\UNC\server\x is //server/x. */
    bool network = strncmp(text, "\\\\?\\UNC\\", 8) == 0;
    size_t skip = network ? 6 : strncmp(text, "\\\\?\\", 4) == 0 ? 4 : 0;
    memmove(text, text + skip, strlen(text + skip) + 1);
    if (network)
        text[0] = '/';
    for (char *p = text; *p; p++)
        *p = *p == '\\' ? '/' : *p;
    return text;
}

char *rq_windows_environment(const char *name)
{
    WCHAR *wide = to_wide(name);
    const WCHAR *value = wide ? _wgetenv(wide) : NULL;
    char *text = value && *value ? to_utf8(value) : NULL;
    free(wide);
    return text;
}

bool rq_windows_keep_attributes(int fd, const char *like)
{
    const DWORD kept = FILE_ATTRIBUTE_READONLY | FILE_ATTRIBUTE_HIDDEN | FILE_ATTRIBUTE_SYSTEM;
    BY_HANDLE_FILE_INFORMATION old;
    if (!like || !describe(like, 0, &old) || !(old.dwFileAttributes & kept))
        return true;
    /* Times of 0 stay as they are. */
    FILE_BASIC_INFO basic = {.FileAttributes = old.dwFileAttributes & kept};
    return SetFileInformationByHandle((HANDLE)_get_osfhandle(fd), FileBasicInfo, &basic,
                                      sizeof basic);
}

bool rq_windows_remove(const char *path)
{
    WCHAR *wide = rq_wide_path(path);
    bool done = wide && DeleteFileW(wide);
    DWORD found = done || !wide ? INVALID_FILE_ATTRIBUTES : GetFileAttributesW(wide);
    if (found != INVALID_FILE_ATTRIBUTES && found & FILE_ATTRIBUTE_DIRECTORY) {
        done = rq_windows_is_link(path) && RemoveDirectoryW(wide);
    } else if (found != INVALID_FILE_ATTRIBUTES && found & FILE_ATTRIBUTE_READONLY) {
        /* Elsewhere it is the folder that says whether a file may go. */
        SetFileAttributesW(wide, found & ~(DWORD)FILE_ATTRIBUTE_READONLY);
        done = DeleteFileW(wide);
        if (!done)
            SetFileAttributesW(wide, found);
    }
    free(wide);
    return done;
}

#endif
