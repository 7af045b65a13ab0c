/* The harness keeps what check.h promises. A list of tests that must fail is run
 * first, with its report going to a file; the other tests then read that report. */
#include "support/check.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef _WIN32
#include <windows.h>
#endif

/* ---- the list that must fail --------------------------------------------------- */

static void wrong_values(void)
{
    unsigned char small = 200;
    check_note("note %d", 7);
    CHECK(small == 0);
    CHECK_INT(small, -56);
    CHECK_INT(-1, UINTMAX_MAX);
    CHECK_STR("a\n", NULL);
    CHECK_MEM("abcdefgh", 8, "abcdefgX", 8);
    CHECK_MEM("abc", 3, "ab", 2);
}

static void wrong_premise(void)
{
    REQUIRE(1 + 1 == 3);
    CHECK_STR("after REQUIRE", "");
}

static void wrong_often(void)
{
    for (int i = 0; i < 1000; i++)
        CHECK_INT(i, -1);
}

static void right(void)
{
    CHECK(true);
}

static void left_out(void)
{
    SKIP("no reason");
}

static void in_part(void)
{
    SKIP_PART("no moon");
    CHECK(true);
}

static void left_out_too(void)
{
    SKIP("no reason");
}

static void (*const list[])(void) = {wrong_values, wrong_premise, wrong_often, right,
                                     left_out,     in_part,       left_out_too};
#define NAMES "wrong_values, wrong_premise, wrong_often, right, left_out, in_part, left_out_too"

static int all_code, right_code, skip_code, part_code, none_code, no_folder_code;
static char *report;

static int run(const char *filter)
{
    char program[] = "selftest";
    char name[32];
    snprintf(name, sizeof name, "%s", filter);
    char *argv[] = {program, name, NULL};
    return check_main(2, argv, list, sizeof list / sizeof list[0], NAMES);
}

static void set_corpus(const char *folder)
{
#ifdef _WIN32
    _putenv_s("RELIQUARY_CORPUS", folder);
#else
    setenv("RELIQUARY_CORPUS", folder, 1);
#endif
}

/* A variable that names no folder must not look like a corpus that is not there. */
static void run_without_corpus(void)
{
    const char *corpus = getenv("RELIQUARY_CORPUS");
    char kept[1024];
    snprintf(kept, sizeof kept, "%s", corpus != NULL ? corpus : "");
    set_corpus("no/such/folder");
    no_folder_code = run("right");
    set_corpus(kept);
}

static void run_list(void)
{
    const char *path = check_temp("deep/er/report.txt");
    fflush(stdout);
    int saved = dup(1);
    if (saved < 0 || freopen(path, "wb", stdout) == NULL)
        exit(1);
    all_code = run("");
    right_code = run("right");
    skip_code = run("left");
    part_code = run("part");
    none_code = run("absent");
    run_without_corpus();
    fflush(stdout);
    dup2(saved, 1);
    close(saved);
    size_t size;
    report = (char *)check_read(path, &size);
}

/* ---- what came of it ------------------------------------------------------------- */

static void test_exit_codes(void)
{
    CHECK_INT(all_code, 1);
    CHECK_INT(right_code, 0);
    CHECK_INT(skip_code, 77);
    CHECK_INT(part_code, 0);
    CHECK_INT(no_folder_code, 1);
    CHECK_INT(none_code, 1);
}

static void test_report(void)
{
    REQUIRE(report != NULL);
    static const char *const wanted[] = {
        "wrong_values: CHECK(small == 0)",
        "check_selftest.c:",
        "    at       note 7",
        "    actual   200 (0xc8)",
        "    expected -56",
        "    actual   -1",
        "    expected 18446744073709551615 (0xffffffffffffffff)",
        "    actual   \"a\\n\"",
        "    expected NULL",
        "    differ at offset 7 (0x7)",
        "    actual   8 bytes: .. 64 65 66 67 68",
        "    expected 8 bytes: .. 64 65 66 67 58",
        "    differ at offset 2 (0x2)",
        "wrong_premise: REQUIRE(1 + 1 == 3)",
        "more failures in this test are not shown",
        "left_out: skipped: no reason",
        "in_part: skipped in part: no moon",
        "2 passed, 3 failed, 2 skipped, 1 in part: no reason; no moon\n",
        "1 passed, 0 failed\n",
        "0 passed, 0 failed, 2 skipped: no reason\n",
        "1 passed, 0 failed, 1 in part: no moon\n",
        "RELIQUARY_CORPUS names no folder: no/such/folder\n",
        "no test has absent in its name",
    };
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        check_note("%s", wanted[i]);
        CHECK(strstr(report, wanted[i]) != NULL);
    }
    CHECK(strstr(report, "after REQUIRE") == NULL);
}

static void test_numbers(void)
{
    struct {
        unsigned bits : 3;
    } packed = {5};
    CHECK_INT(packed.bits, 5);
    CHECK_INT((size_t)3, 3);
    CHECK_INT(UINT64_MAX, UINTMAX_MAX);
    CHECK_INT(INT64_MIN, INTMAX_MIN);
    CHECK_INT(true, 1);
}

static void test_files(void)
{
    uint8_t *data = malloc(200000);
    REQUIRE(data != NULL);
    for (size_t i = 0; i < 200000; i++)
        data[i] = (uint8_t)(i * 7);
    const size_t sizes[] = {0, 1, 65535, 65536, 200000};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        size_t size = 1;
        const char *path = check_temp("folder/file.bin");
        CHECK(check_write(path, data, sizes[i]));
        uint8_t *back = check_read(path, &size);
        if (CHECK(back != NULL))
            CHECK_MEM(back, size, data, sizes[i]);
        free(back);
    }
    free(data);
    size_t size;
    CHECK(check_read(check_temp("absent"), &size) == NULL);
    CHECK(check_corpus("no/such/file") == NULL);
}

/* Whether the system itself can read a byte there. */
static bool readable(const uint8_t *byte)
{
#ifdef _WIN32
    MEMORY_BASIC_INFORMATION info;
    return VirtualQuery(byte, &info, sizeof info) != 0 && info.Protect == PAGE_READWRITE;
#else
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    bool read = write(ends[1], byte, 1) == 1;
    close(ends[0]);
    close(ends[1]);
    return read;
#endif
}

static void test_guard(void)
{
    static const uint8_t bytes[5000] = {1, 2, 3};
    const size_t sizes[] = {0, 1, 4095, 4096, 4097, 5000};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct check_guard guard;
        REQUIRE(check_guard_make(bytes, sizes[i], &guard));
        CHECK_MEM(guard.data, guard.size, bytes, sizes[i]);
        CHECK(sizes[i] == 0 || readable(guard.data + sizes[i] - 1));
        CHECK(!readable(guard.data + sizes[i]));
        check_guard_free(&guard);
    }
}

static void test_failing(void)
{
    struct check_failing failing = {.fail_at = 3};
    char *a = check_failing_realloc(&failing, NULL, 100);
    REQUIRE(a != NULL);
    memset(a, 'x', 100);
    a = check_failing_realloc(&failing, a, 200);
    REQUIRE(a != NULL);
    CHECK(a[99] == 'x');
    CHECK(check_failing_realloc(&failing, a, 300) == NULL);
    char *b = check_failing_realloc(&failing, NULL, 50);
    REQUIRE(b != NULL);
    CHECK_INT(failing.calls, 4);
    CHECK_INT(failing.failed, 1);
    CHECK_INT(failing.live_blocks, 2);
    CHECK_INT(failing.live_bytes, 250);
    CHECK(check_failing_realloc(&failing, a, 0) == NULL);
    CHECK(check_failing_realloc(&failing, b, 0) == NULL);
    CHECK(check_failing_realloc(&failing, NULL, 0) == NULL);
    CHECK(check_failing_realloc(&failing, NULL, SIZE_MAX) == NULL);
    CHECK_INT(failing.live_blocks, 0);
    CHECK_INT(failing.live_bytes, 0);
    CHECK_INT(failing.peak_bytes, 250);
    struct check_failing stubborn = {.fail_at = 1, .persistent = true};
    CHECK(check_failing_realloc(&stubborn, NULL, 1) == NULL);
    CHECK(check_failing_realloc(&stubborn, NULL, 1) == NULL);
}

static void (*const tests[])(void) = {test_exit_codes, test_report, test_numbers,
                                      test_files,      test_guard,  test_failing};

int main(int argc, char **argv)
{
    run_list();
    int code = check_main(argc, argv, tests, sizeof tests / sizeof tests[0],
                          "test_exit_codes, test_report, test_numbers, "
                          "test_files, test_guard, test_failing");
    free(report);
    return code;
}
