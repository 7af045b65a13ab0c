/* The file system: mapping, saving, walking, names that may be trusted. */
#include "core/file.h"
#include "core/fs.h"
#include "support/check.h"
#include "support/random.h"

#include <stdio.h>
#include <stdlib.h>

#if defined(_WIN32)
#include <windows.h>
#else
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

static struct rq_bytes of(const char *text)
{
    return (struct rq_bytes){(const uint8_t *)text, strlen(text)};
}

static void holds(const char *path, const char *text)
{
    size_t size;
    uint8_t *data = check_read(path, &size);
    CHECK(data != NULL);
    CHECK_MEM(data, size, text, strlen(text));
    free(data);
}

/* Files in a folder, other than those that are named. */
static size_t count_in(const char *folder)
{
    struct rq_walk walk = {0};
    struct rq_error err = {0};
    CHECK(rq_walk_add(&walk, folder, &err));
    size_t count = walk.count;
    rq_walk_free(&walk);
    return count;
}

static void test_map(void)
{
    const char *path = check_temp("map/file.bin");
    struct rq_map map;
    struct rq_error err = {0};
    REQUIRE(check_write(path,
                        "ab\0\r\n\x1a"
                        "c",
                        7)); /* nothing of it may be translated */
    REQUIRE(rq_map_open(&map, path, &err));
    CHECK_MEM(map.bytes.data, map.bytes.size,
              "ab\0\r\n\x1a"
              "c",
              7);
    rq_map_close(&map);
    CHECK(map.bytes.data == NULL);
    rq_map_close(&map); /* and once more */

    REQUIRE(check_write(path, "", 0));
    REQUIRE(rq_map_open(&map, path, &err));
    CHECK_INT(map.bytes.size, 0);
    rq_map_close(&map);

    CHECK(!rq_map_open(&map, check_temp("map/absent"), &err));
    CHECK_INT(err.code, RQ_IO);
    CHECK_INT(err.offset, 0);
    err = (struct rq_error){0};
    CHECK(!rq_map_open(&map, check_temp("map"), &err)); /* a folder */
    CHECK_INT(err.code, RQ_IO);
    CHECK_INT(err.offset, 0);
}

/* What was read stays, whatever happens to the file: written in place, cut, replaced, removed. */
static void test_read(void)
{
    const char *path = check_temp("read/file.bin");
    struct rq_map map;
    struct rq_error err = {0};
    REQUIRE(check_write(path, "0123456789", 10));
    REQUIRE(rq_map_read(&map, path, 10, &err));
    REQUIRE(check_write(path, "x", 1));
    CHECK_MEM(map.bytes.data, map.bytes.size, "0123456789", 10);
    CHECK(rq_file_save(path, of("replaced"), RQ_SAVE_REPLACE, &err));
    CHECK(rq_remove_file(path));
    CHECK_MEM(map.bytes.data, map.bytes.size, "0123456789", 10);
    rq_map_close(&map);
    /* More than that is mapped; nothing at all, and what is not there, are as for rq_map_open. */
    REQUIRE(check_write(path, "0123456789", 10));
    REQUIRE(rq_map_read(&map, path, 9, &err));
    CHECK(!map.owned);
    CHECK_MEM(map.bytes.data, map.bytes.size, "0123456789", 10);
    rq_map_close(&map);
    REQUIRE(check_write(path, "", 0));
    REQUIRE(rq_map_read(&map, path, 10, &err));
    CHECK_INT(map.bytes.size, 0);
    rq_map_close(&map);
    CHECK(!rq_map_read(&map, check_temp("read/absent"), 10, &err));
    CHECK_INT(err.code, RQ_IO);
    CHECK_INT(err.offset, 0);
}

static void test_save_new(void)
{
    const char *path = check_temp("new/a.txt");
    struct rq_error err = {0};
    CHECK(rq_file_save(path, of("one"), RQ_SAVE_NEW, &err));
    holds(path, "one");
    CHECK(!rq_file_save(path, of("two"), RQ_SAVE_NEW, &err));
    CHECK_INT(err.code, RQ_IO);
    CHECK_INT(err.offset, 0);
    holds(path, "one");
    CHECK_INT(count_in(check_temp("new")), 1);
    err = (struct rq_error){0};
    CHECK(!rq_file_save(check_temp("new") /* a folder */, of("x"), RQ_SAVE_NEW, &err));
    CHECK_INT(err.code, RQ_IO);
    CHECK_INT(err.offset, 0);
}

static void test_save_replace(void)
{
    const char *path = check_temp("replace/a.txt");
    struct rq_error err = {0};
    CHECK(rq_file_save(path, of("one"), RQ_SAVE_REPLACE, &err));
    CHECK(rq_file_save(path, of("two, longer"), RQ_SAVE_REPLACE, &err));
    holds(path, "two, longer");
    CHECK(rq_file_save(path, (struct rq_bytes){0}, RQ_SAVE_REPLACE, &err));
    holds(path, "");
    CHECK_INT(count_in(check_temp("replace")), 1); /* no .part is left */
    CHECK_INT(err.code, RQ_OK);

    /* What a killed program left behind is removed; files with other names stay. */
    REQUIRE(check_write(check_temp("replace/a.txt.0.reliquary-part"), "old", 3));
    REQUIRE(check_write(check_temp("replace/a.txt.0.part"), "own", 3));
    CHECK(rq_file_save(path, of("three"), RQ_SAVE_REPLACE, &err));
    holds(path, "three");
    holds(check_temp("replace/a.txt.0.part"), "own");
    CHECK_INT(count_in(check_temp("replace")), 2);
}

/* What another program is writing is its own. */
static void test_save_beside_another(void)
{
#if defined(_WIN32)
    SKIP("an open file can't be removed here");
#else
    const char *path = check_temp("beside/a.txt");
    struct rq_error err = {0};
    REQUIRE(check_write(check_temp("beside/a.txt.0.reliquary-part"), "busy", 4));
    int fd = open(check_temp("beside/a.txt.0.reliquary-part"), O_RDONLY);
    REQUIRE(fd >= 0 && flock(fd, LOCK_EX) == 0);
    CHECK(rq_file_save(path, of("one"), RQ_SAVE_REPLACE, &err));
    CHECK(rq_file_save(check_temp("beside/new.txt"), of("two"), RQ_SAVE_NEW, &err));
    holds(path, "one");
    holds(check_temp("beside/a.txt.0.reliquary-part"), "busy");
    CHECK_INT(count_in(check_temp("beside")), 3);
    close(fd);
    CHECK(rq_file_save(path, of("three"), RQ_SAVE_REPLACE, &err));
    CHECK_INT(count_in(check_temp("beside")), 2);
#endif
}

static void test_save_replace_fails_clean(void)
{
    struct rq_error err = {0};
    REQUIRE(check_write(check_temp("fails/folder/inside"), "x", 1));
    /* A folder stands there: nothing is replaced, nothing is left. */
    CHECK(!rq_file_save(check_temp("fails/folder"), of("x"), RQ_SAVE_REPLACE, &err));
    CHECK_INT(err.code, RQ_IO);
    CHECK_INT(err.offset, 0);
    CHECK_INT(count_in(check_temp("fails")), 1);
    err = (struct rq_error){0};
    char path[512];
    snprintf(path, sizeof path, "%s/no/such/folder/x", check_temp("fails"));
    CHECK(!rq_file_save(path, of("x"), RQ_SAVE_REPLACE, &err));
    CHECK_INT(err.code, RQ_IO);
    CHECK_INT(err.offset, 0);
}

/* More than the 259 letters that Windows takes of a plain path, and the 247 of a folder. */
static void test_long_path(void)
{
    enum { PARTS = 8 };
    struct rq_error err = {0};
    struct rq_map map;
    char path[1024];
    size_t size = (size_t)snprintf(path, sizeof path, "%s", check_temp("long"));
    for (int i = 0; i < PARTS; i++)
        size += (size_t)snprintf(path + size, sizeof path - size, "/%040d", i);
    REQUIRE(rq_make_folder(path, &err));
    snprintf(path + size, sizeof path - size, "/file.txt");
    CHECK(rq_file_save(path, of("one"), RQ_SAVE_NEW, &err));
    CHECK(!rq_file_save(path, of("two"), RQ_SAVE_NEW, &err));
    err = (struct rq_error){0};
    CHECK(rq_file_save(path, of("three"), RQ_SAVE_REPLACE, &err));
    REQUIRE(rq_map_open(&map, path, &err));
    CHECK_MEM(map.bytes.data, map.bytes.size, "three", 5);
    rq_map_close(&map);
    CHECK_INT(count_in(check_temp("long")), 1);
    char *full = rq_path_full(path);
    REQUIRE(full != NULL);
    CHECK_INT(rq_path_kind(full, NULL), RQ_PATH_FILE);
    CHECK_STR(rq_path_base(full), "file.txt");
    free(full);
    CHECK(rq_remove_file(path));
    CHECK_INT(rq_path_kind(path, NULL), RQ_PATH_NONE);
    CHECK(rq_fs_remove(check_temp("long")));
    CHECK(rq_path_full(path) == NULL);
}

#if defined(_WIN32)
static void set_read_only(const char *path, bool on)
{
    REQUIRE(SetFileAttributesA(path, on ? FILE_ATTRIBUTE_READONLY : FILE_ATTRIBUTE_NORMAL));
}
#else
static void set_read_only(const char *path, bool on)
{
    REQUIRE(chmod(path, on ? 0444 : 0644) == 0);
}
#endif

/* It is neither replaced nor made writable; a copy of it in a transaction has the same attribute, and it is
 * the folder that says whether it may go. */
static void test_read_only(void)
{
    struct rq_error err = {0};
    const char *path = check_temp("fixed/a"), *copy = check_temp("fixed/b");
    REQUIRE(check_write(path, "one", 3));
    set_read_only(path, true);
    CHECK(!rq_file_save(path, of("two"), RQ_SAVE_REPLACE, &err));
    CHECK_INT(err.code, RQ_IO);
    CHECK_INT(err.offset, 0);
    CHECK(strstr(err.text, "is read-only") != NULL);
    holds(path, "one");
    err = (struct rq_error){0};
    CHECK(rq_fs_write(copy, of("three"), path, &err));
    CHECK(!rq_replaceable(copy, &err));
    CHECK(rq_remove_file(copy));
    set_read_only(path, false);
    err = (struct rq_error){0};
    CHECK(rq_file_save(path, of("four"), RQ_SAVE_REPLACE, &err));
    holds(path, "four");
    CHECK_INT(count_in(check_temp("fixed")), 1);
}

/* A link stays a link, permissions stay, and what is read-only stays as it is. */
static void test_save_replace_keeps(void)
{
#if defined(_WIN32)
    SKIP("links and permissions are others here");
#else
    struct rq_error err = {0};
    struct stat st;
    const char *real = check_temp("keeps/real"), *link = check_temp("keeps/link");
    REQUIRE(check_write(real, "one", 3) && chmod(real, 0600) == 0);
    REQUIRE(symlink("real", check_temp("keeps/middle")) == 0);
    REQUIRE(symlink(check_temp("keeps/middle"), link) == 0);
    CHECK(rq_file_save(link, of("two"), RQ_SAVE_REPLACE, &err));
    holds(real, "two");
    CHECK(lstat(link, &st) == 0 && S_ISLNK(st.st_mode));
    CHECK(stat(real, &st) == 0);
    CHECK_INT(st.st_mode & 07777, 0600);

    /* A link to nothing: what it leads to is made. */
    REQUIRE(symlink("fresh", check_temp("keeps/ahead")) == 0);
    CHECK(rq_file_save(check_temp("keeps/ahead"), of("new"), RQ_SAVE_REPLACE, &err));
    holds(check_temp("keeps/fresh"), "new");
    CHECK_INT(err.code, RQ_OK);

    REQUIRE(chmod(real, 0444) == 0);
    CHECK(!rq_file_save(link, of("three"), RQ_SAVE_REPLACE, &err));
    CHECK_INT(err.code, RQ_IO);
    CHECK_INT(err.offset, 0);
    CHECK(strstr(err.text, "is read-only") != NULL);
    holds(real, "two");
    err = (struct rq_error){0};
    REQUIRE(symlink("round", check_temp("keeps/round")) == 0);
    CHECK(!rq_file_save(check_temp("keeps/round"), of("x"), RQ_SAVE_REPLACE, &err));
    CHECK_INT(err.code, RQ_IO);
    CHECK_INT(err.offset, 0);
    CHECK_INT(count_in(check_temp("keeps")), 5); /* no .part is left, and round counts for none */
#endif
}

static void test_unicode_path(void)
{
    char folder[512];
    struct rq_error err = {0};
    snprintf(folder, sizeof folder, "%s/deep/\xC3\xA9", check_temp("un"));
    CHECK(rq_make_folder(folder, &err));
    CHECK(rq_make_folder(folder, &err)); /* fine when it is there */
    char *file = rq_path_join(folder, "\xE6\x97\xA5.txt");
    REQUIRE(file != NULL);
    CHECK(rq_file_save(file, of("hello"), RQ_SAVE_NEW, &err));
    struct rq_map map;
    REQUIRE(rq_map_open(&map, file, &err));
    CHECK_MEM(map.bytes.data, map.bytes.size, "hello", 5);
    rq_map_close(&map);
    uint64_t size = 0;
    CHECK_INT(rq_path_kind(file, &size), RQ_PATH_FILE);
    CHECK_INT(size, 5);
    CHECK(rq_remove_file(file));
    CHECK_INT(rq_path_kind(file, NULL), RQ_PATH_NONE);
    CHECK_INT(rq_path_kind(folder, NULL), RQ_PATH_FOLDER);
    free(file);
}

static void test_make_folder_over_a_file(void)
{
    struct rq_error err = {0};
    REQUIRE(check_write(check_temp("over/file"), "x", 1));
    CHECK(!rq_make_folder(check_temp("over/file"), &err));
    CHECK_INT(err.code, RQ_IO);
    CHECK_INT(err.offset, 0);
    err = (struct rq_error){0};
    char below[512];
    snprintf(below, sizeof below, "%s/below", check_temp("over/file"));
    CHECK(!rq_make_folder(below, &err));
}

static void test_walk(void)
{
    static const char *const names[] = {"b.txt", "A.txt", "a/z", "a/b/c", "a.txt"};
    /* In the order of bytes of the whole relative path: '.' is before '/'. */
    static const char *const sorted[] = {"A.txt", "a.txt", "a/b/c", "a/z", "b.txt"};
    char name[64];
    struct rq_walk walk = {0};
    struct rq_error err = {0};
    for (size_t i = 0; i < 5; i++) {
        snprintf(name, sizeof name, "walk/%s", names[i]);
        REQUIRE(check_write(check_temp(name), "12345", i));
    }
    if (count_in(check_temp("walk")) == 4)
        SKIP("this file system does not tell A.txt from a.txt");
    REQUIRE(rq_walk_add(&walk, check_temp("walk"), &err));
    REQUIRE(walk.count == 5);
    for (size_t i = 0; i < 5; i++)
        CHECK_STR(walk.items[i].relative, sorted[i]);
    CHECK_INT(walk.items[0].size, 1);
    /* Names alone are the same names. */
    struct rq_walk names_only = {.names_only = true};
    REQUIRE(rq_walk_add(&names_only, check_temp("walk"), &err) && names_only.count == 5);
    for (size_t i = 0; i < 5; i++)
        CHECK_STR(names_only.items[i].path, walk.items[i].path);
    rq_walk_free(&names_only);
    /* A single file is its own walk, after what is there already. */
    CHECK(rq_walk_add(&walk, check_temp("walk/b.txt"), &err));
    REQUIRE(walk.count == 6);
    CHECK_STR(walk.items[5].relative, "b.txt");
    CHECK_STR(walk.items[5].path, check_temp("walk/b.txt"));
    CHECK(!rq_walk_add(&walk, check_temp("walk/absent"), &err));
    CHECK_INT(err.code, RQ_IO);
    CHECK_INT(err.offset, 0);
    rq_walk_free(&walk);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* A tree of so many files, at random depths: all of them come, sorted, with their sizes. The number
 * in a name is the file's size. */
static void walk_of(size_t count, uint32_t seed)
{
    static char names[EDGE_MOST][80];
    static const char *sorted[EDGE_MOST];
    char top[32], path[128];
    struct rq_walk walk = {0};
    struct rq_error err = {0};
    snprintf(top, sizeof top, "tree%zu", count);
    snprintf(path, sizeof path, "%s/none/", top);
    check_temp(path); /* an empty folder adds nothing */
    for (size_t i = 0; i < count; i++) {
        size_t size = 0;
        for (uint32_t depth = random_below(&seed, 6); depth; depth--)
            size += (size_t)snprintf(names[i] + size, sizeof names[i] - size, "%c%u/",
                                     "abZ.-"[random_below(&seed, 5)], random_below(&seed, 3));
        snprintf(names[i] + size, sizeof names[i] - size, "f%zu.bin", i);
        snprintf(path, sizeof path, "%s/%.79s", top, names[i]);
        REQUIRE(check_write(check_temp(path), names, i % 50));
        sorted[i] = names[i];
    }
    qsort(sorted, count, sizeof *sorted, by_text);
    REQUIRE(rq_walk_add(&walk, check_temp(top), &err));
    check_note("%zu files", count);
    CHECK_INT(walk.count, count);
    for (size_t i = 0; i < count && i < walk.count; i++) {
        const char *base = rq_path_base(sorted[i]);
        if (!CHECK_STR(walk.items[i].relative, sorted[i]) ||
            !CHECK_INT(walk.items[i].size, strtoul(base + 1, NULL, 10) % 50))
            break;
    }
    rq_walk_free(&walk);
}

static void test_random_trees(void)
{
    static const size_t counts[] = {0, 1, 2, 3, 63, 64, 65, 127, 128, 129, 500};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        walk_of(counts[i], (uint32_t)i);
}

/* 64 folders inside of each other are walked; one more is refused with its path. */
static void test_deep_tree(void)
{
    char name[400] = "deep";
    for (size_t depth = 1; depth <= 65; depth++) {
        struct rq_walk walk = {0};
        struct rq_error err = {0};
        char file[420];
        strcat(name, "/d");
        snprintf(file, sizeof file, "%s/f", name);
        REQUIRE(check_write(check_temp(file), "x", 1));
        check_note("%zu folders", depth);
        bool fine = rq_walk_add(&walk, check_temp("deep"), &err);
        CHECK_INT(fine, depth <= 64);
        CHECK(!fine || walk.count == depth);
        if (!fine) {
            CHECK_INT(err.code, RQ_LIMIT);
            CHECK_INT(err.offset, 0);
            CHECK_STR(err.text, "folders nested deeper than 64");
            CHECK(strstr(err.where, "deep/d/d/d") != NULL);
        }
        rq_walk_free(&walk);
    }
}

static void test_safe_names(void)
{
    static const struct {
        const char *name;
        bool safe;
    } cases[] = {
        {"ok.utc", true},
        {"danm13.are", true},
        {"no extension", true},
        {"\xC3\xA9.utc", true},
        {"constant.2da", true}, /* only begins like a device */
        {"com.txt", true},
        {"com10.txt", true},
        {"a..b", true},
        {"", false},
        {".", false},
        {"..", false},
        {"../../x", false},
        {"..\\x", false},
        {"a/b", false},
        {"a\\b", false},
        {"/etc", false},
        {"c:x", false},
        {"x:stream", false},
        {".hidden", false},
        {"x.", false}, /* Windows drops the dot: another file */
        {"x ", false},
        {"con", false},
        {"CON", false},
        {"con.txt", false},
        {"Con .txt", false},
        {"nul.tar.gz", false},
        {"aux.utc", false},
        {"prn.x", false},
        {"com1.utc", false},
        {"LPT9", false},
        {"conin$", false},
        {"conout$.txt", false},
        {"a\nb", false},
        {"a\x7f"
         "b",
         false},
        {"a\x01", false},
        {"a*b", false},
        {"a?b", false},
        {"a|b", false},
        {"a<b", false},
        {"a\"b", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_note("\"%s\"", cases[i].name);
        CHECK_INT(rq_name_is_safe(cases[i].name), cases[i].safe);
    }
    char longer[300];
    memset(longer, 'a', sizeof longer - 1);
    longer[sizeof longer - 1] = 0;
    CHECK(!rq_name_is_safe(longer));
}

/* A file is found whatever the case of its name; a folder of that name is none. */
static void test_alike(void)
{
    struct rq_error err = {0};
    char folder[512];
    snprintf(folder, sizeof folder, "%s/alike", check_temp("alike"));
    REQUIRE(rq_make_folder(folder, &err));
    char *file = rq_path_join(folder, "Guard.MDX"), *odd = rq_path_join(folder, "gUARD.mdx");
    char *none = rq_path_join(folder, "guard.mdl"), *above = rq_path_join(folder, "Below");
    REQUIRE(file && odd && none && above);
    REQUIRE(rq_file_save(file, of("x"), RQ_SAVE_REPLACE, &err));
    REQUIRE(rq_make_folder(above, &err));
    char *exact = rq_path_alike(file), *found = rq_path_alike(odd);
    REQUIRE(exact && found);
    CHECK_STR(exact, file);
    CHECK(rq_path_kind(found, NULL) == RQ_PATH_FILE);
    CHECK(rq_path_alike(none) == NULL && rq_path_alike(above) == NULL);
    free(exact);
    free(found);
    free(file);
    free(odd);
    free(none);
    free(above);
}

/* What a pattern finds, with blanks between; the part of the paths before it is left out. */
static const char *expanded(const char *pattern)
{
    static char text[400];
    struct rq_out found = {0};
    size_t size = 0, skip = strlen(check_temp("wild")) + 1;
    char *path = rq_path_join(check_temp("wild"), pattern);
    CHECK(path && rq_fs_expand(path, &found));
    text[0] = 0;
    for (size_t at = 0; at < found.size; at += strlen((char *)found.data + at) + 1)
        size += (size_t)snprintf(text + size, sizeof text - size, "%s%s", size ? " " : "",
                                 (char *)found.data + at + skip);
    rq_out_free(&found);
    free(path);
    return text;
}

static void test_expand(void)
{
    static const char *const names[] = {"a.utc", "B.UTC", "c.utp", "plain", "m1/x.utc", "m2/x.utc"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char *path = rq_path_join("wild", names[i]);
        REQUIRE(path && check_write(check_temp(path), "x", 1));
        free(path);
    }
    CHECK_STR(expanded("*.utc"), "B.UTC a.utc");
    CHECK_STR(expanded("?.ut?"), "B.UTC a.utc c.utp");
    CHECK_STR(expanded("*.*"), "B.UTC a.utc c.utp m1 m2 plain");
    CHECK_STR(expanded("m*/x.utc"), "m1/x.utc m2/x.utc");
    CHECK_STR(expanded("m?/*"), "m1/x.utc m2/x.utc");
    CHECK_STR(expanded("m*/y.utc"), "");
    CHECK_STR(expanded("none/*"), "");
    CHECK_STR(expanded("a.utc/*"), "");
}

static void test_paths(void)
{
    CHECK_STR(rq_path_base("a/b\\c.txt"), "c.txt");
    CHECK_STR(rq_path_base("c.txt"), "c.txt");
    CHECK_STR(rq_path_base("a/"), "");
    CHECK_STR(rq_path_extension("a.b/c.tar.gz"), "gz");
    CHECK_STR(rq_path_extension("a.b/c"), "");
    char name[RQ_SIBLING], whole[RQ_SIBLING];
    rq_path_sibling("a.b/c.tar.gz", "COL", name);
    CHECK_STR(name, "c.COL");
    rq_path_sibling("c", "x", name);
    CHECK_STR(name, "c.x");
    for (int size = 49; size < 252; size++) {
        snprintf(whole, sizeof whole, "%0*d.COL", size, 7);
        rq_path_sibling(whole, "COL", name);
        CHECK_STR(name, whole);
    }
    char *joined = rq_path_join("a", "b");
    CHECK_STR(joined, "a/b");
    free(joined);
    joined = rq_path_join("a/", "b");
    CHECK_STR(joined, "a/b");
    free(joined);
    joined = rq_path_join("", "b");
    CHECK_STR(joined, "b");
    free(joined);
    CHECK(rq_cpu_count() >= 1);
    double before = rq_clock();
    CHECK(rq_clock() >= before);
}

TESTS(test_map, test_read, test_save_new, test_save_replace, test_save_beside_another,
      test_save_replace_fails_clean, test_save_replace_keeps, test_unicode_path,
      test_make_folder_over_a_file, test_walk, test_random_trees, test_deep_tree, test_safe_names,
      test_alike, test_paths, test_long_path, test_read_only, test_expand)
