/* Linked into the programs that scripts/mutate.py and unmet.py try: notes which places of the library and of the
 * tool a test runs, and how near the sides of comparisons were, in a file that all its processes map. What is noted stays when
 * a process is killed. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { ROOM = 32 << 20 }; /* bytes of code of each of the two */

static struct {
    uintptr_t base;
    uint8_t *notes;
} parts[2];

static int find_part(struct dl_phdr_info *info, size_t size, void *notes)
{
    char name[4096];
    ssize_t length = readlink("/proc/self/exe", name, sizeof name - 1);
    (void)size;
    name[length < 0 ? 0 : length] = 0;
    if (strstr(info->dlpi_name, "/libreliquary."))
        parts[0].base = info->dlpi_addr, parts[0].notes = notes;
    else if (!*info->dlpi_name && !strstr(name, "/tests/")) /* the tool, under whatever name */
        parts[1].base = info->dlpi_addr, parts[1].notes = (uint8_t *)notes + ROOM;
    return 0;
}

__attribute__((constructor)) static void open_notes(void)
{
    const char *path = getenv("RQ_REACHED");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    void *notes = mmap(NULL, 2 * (size_t)ROOM, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (notes != MAP_FAILED)
        dl_iterate_phdr(find_part, notes);
}

static void note(uintptr_t at, uint8_t bit)
{
    for (int i = 0; i < 2; i++)
        if (parts[i].notes && at - parts[i].base < ROOM && !(parts[i].notes[at - parts[i].base] & bit))
            parts[i].notes[at - parts[i].base] |= bit;
}

/* The compiler calls it in each block of code. */
void __sanitizer_cov_trace_pc(void)
{
    note((uintptr_t)__builtin_return_address(0), 1);
}

/* It calls these before each comparison of integers. The number of one with a number comes first. */
static void compare(uintptr_t at, int64_t above)
{
    note(at, above == 0 ? 2 : above == 1 ? 4 : above == -1 ? 8 : 16);
}

#define COMPARE(bytes, type) \
    void __sanitizer_cov_trace_cmp##bytes(type a, type b) \
    { \
        compare((uintptr_t)__builtin_return_address(0), (int64_t)((uint64_t)a - (uint64_t)b)); \
    } \
    void __sanitizer_cov_trace_const_cmp##bytes(type number, type a) \
    { \
        compare((uintptr_t)__builtin_return_address(0), (int64_t)((uint64_t)a - (uint64_t)number)); \
    }
COMPARE(1, int8_t)
COMPARE(2, int16_t)
COMPARE(4, int32_t)
COMPARE(8, int64_t)

void __sanitizer_cov_trace_switch(uint64_t value, const uint64_t *cases)
{
    (void)value;
    (void)cases;
}
