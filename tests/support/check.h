/*
 * The test harness: a test is a function, a test program is a list of them.
 *
 *     static void test_sum(void)
 *     {
 *         CHECK_INT(sum(2, 2), 4);
 *     }
 *
 *     TESTS(test_sum)
 *
 * A failed check prints its place and both values and goes on; REQUIRE returns from
 * the test. The program runs every test, or with an argument those whose name holds
 * it, and ends with a line "N passed, M failed", where tests that could not run, or
 * only in part, follow with the reasons: "2 skipped, 1 in part: no corpus". Exit code:
 * 0, 1 after a failure, 77 when every test that ran was skipped (CTest then shows it
 * as skipped).
 *
 * The harness is for one thread. It knows nothing of the library.
 */
#ifndef CHECK_H
#define CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __MINGW32__
#define CHECK_PRINTF(string, first) __attribute__((format(gnu_printf, string, first)))
#else
#define CHECK_PRINTF(string, first) __attribute__((format(printf, string, first)))
#endif

/* ---- checks ------------------------------------------------------------------ */

/* Each gives true when it holds, so that a test may stop: if (!CHECK(x)) return; */
#define CHECK(cond) check_true((cond), __FILE__, __LINE__, "CHECK(" #cond ")")

/* Any integers, signed or not; they are compared as numbers: -1 is not UINT64_MAX. */
#define CHECK_INT(actual, expected)                                                                \
    check_int(CHECK_NUMBER(actual), CHECK_NUMBER(expected), __FILE__, __LINE__,                    \
              "CHECK_INT(" #actual ", " #expected ")")

/* NULL is equal to NULL alone. */
#define CHECK_STR(actual, expected)                                                                \
    check_str((actual), (expected), __FILE__, __LINE__, "CHECK_STR(" #actual ", " #expected ")")

/* Sizes count: on a difference the first differing offset and the bytes around it. */
#define CHECK_MEM(actual, actual_size, expected, expected_size)                                    \
    check_mem((actual), (actual_size), (expected), (expected_size), __FILE__, __LINE__,            \
              "CHECK_MEM(" #actual ", " #expected ")")

/* A check without which the rest of the test makes no sense: returns from it. */
#define REQUIRE(cond)                                                                              \
    do {                                                                                           \
        if (!(cond)) {                                                                             \
            check_fail(__FILE__, __LINE__, "REQUIRE(" #cond ")");                                  \
            return;                                                                                \
        }                                                                                          \
    } while (0)

/* Says why the test can't run here, and returns from it. */
#define SKIP(reason)                                                                               \
    do {                                                                                           \
        check_skip(reason);                                                                        \
        return;                                                                                    \
    } while (0)

/* Says why a part of the test can't run here; the test goes on. */
#define SKIP_PART(reason) check_skip_part(reason)

/* Skips the test when the corpus is not here, or has no such file or folder. */
#define NEEDS_CORPUS(relative)                                                                     \
    do {                                                                                           \
        if (check_corpus(relative) == NULL)                                                        \
            SKIP(check_no_corpus(relative));                                                       \
    } while (0)

/* Defines main. */
#define TESTS(...)                                                                                 \
    int main(int argc, char **argv)                                                                \
    {                                                                                              \
        static void (*const tests[])(void) = {__VA_ARGS__};                                        \
        return check_main(argc, argv, tests, sizeof tests / sizeof tests[0], #__VA_ARGS__);        \
    }

/* What the test is about to look at ("flip of byte 12"); printed with failures that
 * follow, until the next note or the end of the test. */
void check_note(const char *format, ...) CHECK_PRINTF(1, 2);

/* ---- files ------------------------------------------------------------------- */

/* The path of a file or folder below $RELIQUARY_CORPUS; NULL when the variable is
 * unset or the file is absent. Valid until the program ends; need not be freed. A
 * program fails when the variable is set, but names no folder. */
const char *check_corpus(const char *relative);

/* Why check_corpus gave NULL: that there is no corpus, or that it has no such file. */
const char *check_no_corpus(const char *relative);

/* A path below a folder that is the program's own and is removed when it exits.
 * Folders inside name are made, the file is not. Valid until the program ends; need
 * not be freed. */
char *check_temp(const char *name);

/* A whole file, to be freed by the caller; NULL when it can't be read. One zero byte
 * follows the data, outside of size. */
uint8_t *check_read(const char *path, size_t *size);

/* The path of a name in a folder, or of the folder when the name is empty; valid for 15 calls more. */
const char *check_below(const char *folder, const char *name);

/* Creates or replaces a file. */
bool check_write(const char *path, const void *data, size_t size);

/* ---- inputs that end at an unmapped page -------------------------------------- */

struct check_guard {
    const uint8_t *data; /* reading data[size] ends the program */
    size_t size;
    void *map;
    size_t map_size;
};

/* Copies data. False, with a failed check, when the system has no memory to give. */
bool check_guard_make(const void *data, size_t size, struct check_guard *guard);
void check_guard_free(struct check_guard *guard);

/* ---- an allocator that counts and fails ----------------------------------------- */

/*
 * Zero-initialise, set fail_at, and hand &failing to check_failing_realloc as ctx.
 * To fail at each allocation in turn:
 *
 *     for (size_t n = 1;; n++) {
 *         struct check_failing failing = { .fail_at = n };
 *         work(check_failing_realloc, &failing);
 *         CHECK_INT(failing.live_blocks, 0);
 *         if (failing.calls < n)
 *             break;
 *     }
 */
struct check_failing {
    size_t fail_at;     /* the allocation that fails, counted from 1; 0 for none */
    bool persistent;    /* those after fail_at fail too */
    size_t calls;       /* allocations and resizes asked for */
    size_t failed;      /* how many of them were refused */
    size_t live_blocks; /* not freed so far */
    size_t live_bytes;
    size_t peak_bytes; /* the most that live_bytes has been */
};

/* realloc in one function: size 0 frees and gives NULL. A resize always moves the
 * block, so that a pointer kept across it shows. */
void *check_failing_realloc(void *ctx, void *ptr, size_t size);

/* ---- behind the macros ----------------------------------------------------------- */

struct check_number {
    uintmax_t bits; /* two's complement when negative */
    bool negative;
};

#define CHECK_NUMBER(x)                                                                            \
    _Generic((x) + 0, unsigned                                                                     \
             : check_unsigned, unsigned long                                                       \
             : check_unsigned, unsigned long long                                                  \
             : check_unsigned, default                                                             \
             : check_signed)(x)

struct check_number check_signed(intmax_t value);
struct check_number check_unsigned(uintmax_t value);

bool check_true(bool held, const char *file, int line, const char *what);
bool check_int(struct check_number actual, struct check_number expected, const char *file, int line,
               const char *what);
bool check_str(const char *actual, const char *expected, const char *file, int line,
               const char *what);
bool check_mem(const void *actual, size_t actual_size, const void *expected, size_t expected_size,
               const char *file, int line, const char *what);
bool check_fail(const char *file, int line, const char *what); /* gives false */
void check_skip(const char *reason);
void check_skip_part(const char *reason); /* the text has to last until the program ends */
int check_main(int argc, char **argv, void (*const tests[])(void), size_t count, const char *names);

#endif
