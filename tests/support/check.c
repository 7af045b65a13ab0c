#include "support/check.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef _WIN32
#include <direct.h>
#include <windows.h>
#else
#include <sys/mman.h>
#endif

/* A loop over thousands of inputs can fail thousands of times: show the first few. */
#define SHOWN_FAILURES 20

static struct {
    const char *name; /* the running test; not terminated */
    size_t name_size;
    size_t failures; /* of the running test */
    const char *skip;
    bool in_part;
    char note[256];
} running;

/* Of all tests: why some were skipped, each reason once. */
static struct {
    const char *list[16];
    size_t count;
} reasons;

/* ---- checks ------------------------------------------------------------------ */

/* Opens the report of a failure; false when enough of them have been printed. */
static bool report(const char *file, int line, const char *what)
{
    running.failures++;
    if (running.failures == SHOWN_FAILURES + 1)
        printf("%s:%d: more failures in this test are not shown\n", file, line);
    if (running.failures > SHOWN_FAILURES)
        return false;
    printf("%s:%d: %.*s: %s\n", file, line, (int)running.name_size, running.name, what);
    if (running.note[0] != '\0')
        printf("    at       %s\n", running.note);
    return true;
}

bool check_fail(const char *file, int line, const char *what)
{
    report(file, line, what);
    fflush(stdout);
    return false;
}

bool check_true(bool held, const char *file, int line, const char *what)
{
    return held || check_fail(file, line, what);
}

struct check_number check_signed(intmax_t value)
{
    return (struct check_number){.bits = (uintmax_t)value, .negative = value < 0};
}

struct check_number check_unsigned(uintmax_t value)
{
    return (struct check_number){.bits = value, .negative = false};
}

static void print_number(const char *label, struct check_number number)
{
    if (number.negative)
        printf("    %s -%" PRIuMAX "\n", label, (uintmax_t)0 - number.bits);
    else
        printf("    %s %" PRIuMAX " (0x%" PRIxMAX ")\n", label, number.bits, number.bits);
}

bool check_int(struct check_number actual, struct check_number expected, const char *file, int line,
               const char *what)
{
    if (actual.bits == expected.bits && actual.negative == expected.negative)
        return true;
    if (report(file, line, what)) {
        print_number("actual  ", actual);
        print_number("expected", expected);
    }
    fflush(stdout);
    return false;
}

static void print_string(const char *label, const char *string)
{
    if (string == NULL) {
        printf("    %s NULL\n", label);
        return;
    }
    printf("    %s \"", label);
    for (; *string != '\0'; string++) {
        unsigned char c = (unsigned char)*string;
        if (c == '"' || c == '\\')
            printf("\\%c", c);
        else if (c == '\n')
            printf("\\n");
        else if (c < 0x20 || c == 0x7f)
            printf("\\x%02x", c);
        else
            putchar(c);
    }
    printf("\"\n");
}

bool check_str(const char *actual, const char *expected, const char *file, int line,
               const char *what)
{
    if (actual == expected || (actual != NULL && expected != NULL && strcmp(actual, expected) == 0))
        return true;
    if (report(file, line, what)) {
        print_string("actual  ", actual);
        print_string("expected", expected);
    }
    fflush(stdout);
    return false;
}

/* Up to 16 bytes from offset on. */
static void print_bytes(const char *label, const uint8_t *data, size_t size, size_t offset)
{
    printf("    %s %zu bytes:", label, size);
    size_t end = size - offset > 16 ? offset + 16 : size;
    if (offset > 0)
        printf(" ..");
    for (size_t i = offset; i < end; i++)
        printf(" %02x", data[i]);
    printf("%s\n", end < size ? " .." : "");
}

bool check_mem(const void *actual, size_t actual_size, const void *expected, size_t expected_size,
               const char *file, int line, const char *what)
{
    const uint8_t *a = actual;
    const uint8_t *e = expected;
    if (a == NULL)
        actual_size = 0;
    if (e == NULL)
        expected_size = 0;
    size_t common = actual_size < expected_size ? actual_size : expected_size;
    size_t at = 0;
    while (at < common && a[at] == e[at])
        at++;
    if (at == actual_size && at == expected_size)
        return true;
    if (report(file, line, what)) {
        printf("    differ at offset %zu (0x%zx)\n", at, at);
        size_t from = at < 4 ? 0 : at - 4;
        print_bytes("actual  ", a, actual_size, from);
        print_bytes("expected", e, expected_size, from);
    }
    fflush(stdout);
    return false;
}

void check_note(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(running.note, sizeof running.note, format, args);
    va_end(args);
}

static void add_reason(const char *reason)
{
    for (size_t i = 0; i < reasons.count; i++)
        if (strcmp(reasons.list[i], reason) == 0)
            return;
    if (reasons.count < sizeof reasons.list / sizeof reasons.list[0])
        reasons.list[reasons.count++] = reason;
}

void check_skip(const char *reason)
{
    running.skip = reason;
}

void check_skip_part(const char *reason)
{
    running.in_part = true;
    add_reason(reason);
    printf("%.*s: skipped in part: %s\n", (int)running.name_size, running.name, reason);
}

static const char *corpus_folder(void)
{
    const char *folder = getenv("RELIQUARY_CORPUS");
    return folder != NULL && folder[0] != '\0' ? folder : NULL;
}

static bool corpus_usable(void)
{
    struct stat status;
    const char *folder = corpus_folder();
    bool usable = folder == NULL || (stat(folder, &status) == 0 && S_ISDIR(status.st_mode));
    if (!usable)
        printf("RELIQUARY_CORPUS names no folder: %s\n", folder);
    return usable;
}

/* The names are the text between the parentheses of TESTS: "test_a, test_b". */
static const char *next_name(const char *names)
{
    names += strspn(names, ", ");
    running.name = names;
    running.name_size = strcspn(names, ", ");
    return names + running.name_size;
}

static bool name_holds(const char *filter)
{
    size_t size = strlen(filter);
    for (size_t i = 0; i + size <= running.name_size; i++)
        if (memcmp(running.name + i, filter, size) == 0)
            return true;
    return false;
}

struct counts {
    size_t passed, failed, skipped, in_part;
};

static void run_test(void (*test)(void), struct counts *counts)
{
    running.failures = 0;
    running.skip = NULL;
    running.in_part = false;
    running.note[0] = '\0';
    test();
    counts->in_part += running.in_part && running.skip == NULL;
    if (running.failures > 0) {
        counts->failed++;
    } else if (running.skip != NULL) {
        counts->skipped++;
        add_reason(running.skip);
        printf("%.*s: skipped: %s\n", (int)running.name_size, running.name, running.skip);
    } else {
        counts->passed++;
    }
    fflush(stdout);
}

static void print_counts(const struct counts *counts)
{
    printf("%zu passed, %zu failed", counts->passed, counts->failed);
    if (counts->skipped > 0)
        printf(", %zu skipped", counts->skipped);
    if (counts->in_part > 0)
        printf(", %zu in part", counts->in_part);
    for (size_t i = 0; i < reasons.count; i++)
        printf("%s %s", i == 0 ? ":" : ";", reasons.list[i]);
    printf("\n");
}

int check_main(int argc, char **argv, void (*const tests[])(void), size_t count, const char *names)
{
    struct counts counts = {0};
    reasons.count = 0;
    if (!corpus_usable())
        return 1;
    for (size_t i = 0; i < count; i++) {
        names = next_name(names);
        if (argc < 2 || name_holds(argv[1]))
            run_test(tests[i], &counts);
    }
    if (counts.passed + counts.failed + counts.skipped == 0) {
        printf("no test has %s in its name\n", argc > 1 ? argv[1] : "anything");
        return 1;
    }
    print_counts(&counts);
    if (counts.failed > 0)
        return 1;
    return counts.passed == 0 ? 77 : 0;
}

/* ---- files ------------------------------------------------------------------- */

static void die(const char *what, const char *path)
{
    fprintf(stderr, "check: %s %s: %s\n", what, path, strerror(errno));
    exit(1);
}

/* Paths that were handed out: reachable to the end, so no leak is reported whether or
 * not a test frees its own. They are never looked at again. */
struct kept {
    struct kept *next;
    char *path;
};
static struct kept *kept_paths;

static char *keep_text(const char *first, const char *between, const char *second)
{
    size_t size = strlen(first) + strlen(between) + strlen(second) + 1;
    char *path = malloc(size);
    struct kept *kept = malloc(sizeof *kept);
    if (path == NULL || kept == NULL)
        die("no memory for", second);
    snprintf(path, size, "%s%s%s", first, between, second);
    kept->next = kept_paths;
    kept->path = path;
    kept_paths = kept;
    return path;
}

static char *keep_path(const char *folder, const char *name)
{
    return keep_text(folder, "/", name);
}

const char *check_corpus(const char *relative)
{
    const char *folder = corpus_folder();
    if (folder == NULL)
        return NULL;
    const char *path = keep_path(folder, relative);
    struct stat status;
    return stat(path, &status) == 0 ? path : NULL;
}

const char *check_no_corpus(const char *relative)
{
    return corpus_folder() == NULL ? "no corpus" : keep_text("the corpus has no ", "", relative);
}

static int make_folder(const char *path)
{
#ifdef _WIN32
    return _mkdir(path);
#else
    return mkdir(path, 0700);
#endif
}

/* remove() takes files and links, and on POSIX empty folders: what is left is a folder
 * with something in it. Links are not followed. */
static void remove_tree(const char *path)
{
    if (remove(path) == 0)
        return;
    DIR *folder = opendir(path);
    if (folder == NULL)
        return;
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            remove_tree(keep_path(path, entry->d_name));
    closedir(folder);
    rmdir(path);
}

static char temp_folder[1024];
static intmax_t temp_owner; /* a forked child leaves the folder to its parent */

static void remove_temp(void)
{
    if (temp_owner == (intmax_t)getpid())
        remove_tree(temp_folder);
}

static void make_temp(void)
{
#ifdef _WIN32
    char base[MAX_PATH + 1];
    if (GetTempPathA(sizeof base, base) == 0)
        die("no folder for", "temporary files");
    for (char *c = base; *c != '\0'; c++)
        if (*c == '\\')
            *c = '/';
    for (unsigned n = 0; temp_owner == 0; n++) {
        snprintf(temp_folder, sizeof temp_folder, "%sreliquary-%lu-%u", base,
                 (unsigned long)GetCurrentProcessId(), n);
        if (make_folder(temp_folder) == 0)
            temp_owner = (intmax_t)getpid();
        else if (errno != EEXIST)
            die("can't make", temp_folder);
    }
#else
    const char *base = getenv("TMPDIR");
    snprintf(temp_folder, sizeof temp_folder, "%s/reliquary-XXXXXX",
             base != NULL && base[0] != '\0' ? base : "/tmp");
    if (mkdtemp(temp_folder) == NULL)
        die("can't make", temp_folder);
    temp_owner = (intmax_t)getpid();
#endif
    atexit(remove_temp);
}

char *check_temp(const char *name)
{
    if (temp_owner == 0)
        make_temp();
    char *path = keep_path(temp_folder, name);
    for (char *c = path + strlen(temp_folder) + 1; *c != '\0'; c++) {
        if (*c != '/')
            continue;
        *c = '\0';
        if (make_folder(path) != 0 && errno != EEXIST)
            die("can't make", path);
        *c = '/';
    }
    return path;
}

uint8_t *check_read(const char *path, size_t *size)
{
    *size = 0;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    uint8_t *data = NULL;
    size_t room = 1 << 16;
    for (;;) {
        uint8_t *grown = realloc(data, room);
        if (grown == NULL)
            break;
        data = grown;
        *size += fread(data + *size, 1, room - 1 - *size, file);
        if (*size < room - 1)
            break;
        room *= 2;
    }
    bool bad = data == NULL || ferror(file) != 0 || !feof(file);
    fclose(file);
    if (bad) {
        free(data);
        *size = 0;
        return NULL;
    }
    data[*size] = 0;
    return data;
}

const char *check_below(const char *folder, const char *name)
{
    static char paths[16][1200];
    static unsigned next;
    char *path = paths[next++ % 16];
    snprintf(path, sizeof paths[0], "%s%s%s", folder, *name ? "/" : "", name);
    return path;
}

bool check_write(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return false;
    bool good = size == 0 || fwrite(data, 1, size, file) == size;
    return fclose(file) == 0 && good;
}

/* ---- inputs that end at an unmapped page -------------------------------------- */

/* Whole pages of which the last can't be touched; NULL on failure. */
static uint8_t *map_guarded(size_t size, size_t page)
{
#ifdef _WIN32
    DWORD old;
    uint8_t *map = VirtualAlloc(NULL, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    if (map != NULL && !VirtualProtect(map + size - page, page, PAGE_NOACCESS, &old)) {
        VirtualFree(map, 0, MEM_RELEASE);
        return NULL;
    }
    return map;
#else
    void *map = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED)
        return NULL;
    if (mprotect((uint8_t *)map + size - page, page, PROT_NONE) != 0) {
        munmap(map, size);
        return NULL;
    }
    return map;
#endif
}

static size_t page_size(void)
{
#ifdef _WIN32
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwPageSize;
#else
    return (size_t)sysconf(_SC_PAGESIZE);
#endif
}

bool check_guard_make(const void *data, size_t size, struct check_guard *guard)
{
    size_t page = page_size();
    size_t map_size = (size + page - 1) / page * page + page;
    uint8_t *map = map_guarded(map_size, page);
    *guard = (struct check_guard){0};
    if (map == NULL)
        return check_fail(__FILE__, __LINE__, "no memory for a guarded input");
    uint8_t *copy = map + map_size - page - size;
    if (size > 0)
        memcpy(copy, data, size);
    *guard = (struct check_guard){.data = copy, .size = size, .map = map, .map_size = map_size};
    return true;
}

void check_guard_free(struct check_guard *guard)
{
    if (guard->map != NULL) {
#ifdef _WIN32
        VirtualFree(guard->map, 0, MEM_RELEASE);
#else
        munmap(guard->map, guard->map_size);
#endif
    }
    *guard = (struct check_guard){0};
}

/* ---- an allocator that counts and fails ----------------------------------------- */

/* Stands before each block. */
union block {
    size_t size;
    max_align_t align;
};

static void free_block(struct check_failing *failing, union block *block)
{
    failing->live_blocks--;
    failing->live_bytes -= block->size;
    free(block);
}

void *check_failing_realloc(void *ctx, void *ptr, size_t size)
{
    struct check_failing *failing = ctx;
    union block *old = ptr != NULL ? (union block *)ptr - 1 : NULL;
    if (size == 0) {
        if (old != NULL)
            free_block(failing, old);
        return NULL;
    }
    failing->calls++;
    bool refuse =
        failing->calls == failing->fail_at ||
        (failing->persistent && failing->fail_at > 0 && failing->calls > failing->fail_at);
    union block *block = NULL;
    if (!refuse && size <= SIZE_MAX - sizeof *block)
        block = malloc(sizeof *block + size);
    if (block == NULL) {
        failing->failed++;
        return NULL;
    }
    block->size = size;
    if (old != NULL) {
        memcpy(block + 1, old + 1, old->size < size ? old->size : size);
        free_block(failing, old);
    }
    failing->live_blocks++;
    failing->live_bytes += size;
    if (failing->live_bytes > failing->peak_bytes)
        failing->peak_bytes = failing->live_bytes;
    return block + 1;
}
