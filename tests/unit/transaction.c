/* Changes of several files as one: what they do, what they refuse, how they are undone, and that a kill at any
 * system call leaves the old state or the new one. */
#include "core/transaction.h"
#include "core/file.h"
#include "core/fs.h"
#include "support/check.h"
#include "support/kills.h"

#include <stdio.h>
#include <stdlib.h>

static char root[600];

static void start(const char *name)
{
    snprintf(root, sizeof root, "%s/transaction-%s", RQ_BUILD_DIR, name);
    rq_fs_remove(root);
    REQUIRE(rq_make_folder(root, NULL));
}

static void put(const char *name, const char *text)
{
    char path[800];
    snprintf(path, sizeof path, "%s/%s", root, name);
    char *slash = strrchr(path, '/');
    *slash = 0;
    REQUIRE(rq_make_folder(path, NULL));
    *slash = '/';
    rq_remove_file(path);
    REQUIRE(rq_file_save(path, (struct rq_bytes){(const uint8_t *)text, strlen(text)}, RQ_SAVE_NEW,
                         NULL));
}

static struct rq_bytes text(const char *text)
{
    return (struct rq_bytes){(const uint8_t *)text, strlen(text)};
}

/* All files below root, "name=content\n" each, without those of the state when that is asked for. */
static void tree(char *out, size_t size, bool state)
{
    struct rq_walk walk = {0};
    REQUIRE(rq_walk_add(&walk, root, NULL));
    out[0] = 0;
    for (size_t i = 0; i < walk.count; i++) {
        struct rq_map map = {0};
        if (!state && strncmp(walk.items[i].relative, ".state/", 7) == 0)
            continue;
        REQUIRE(rq_map_open(&map, walk.items[i].path, NULL));
        size_t used = strlen(out);
        snprintf(out + used, size - used, "%s=%.*s\n", walk.items[i].relative, (int)map.bytes.size,
                 map.bytes.size ? (const char *)map.bytes.data : "");
        rq_map_close(&map);
    }
    rq_walk_free(&walk);
}

#define CHECK_TREE(expected)                                                                       \
    do {                                                                                           \
        char found_[4000];                                                                         \
        tree(found_, sizeof found_, false);                                                        \
        CHECK_STR(found_, expected);                                                               \
    } while (0)

static struct rq_txn *open_state(void)
{
    struct rq_error err = {0};
    struct rq_txn *txn = rq_txn_open(root, ".state", &err);
    CHECK_STR(err.text, "");
    return txn;
}

#define OLD "a=old a\nb=old b\nslot/x=old x\nslot/y=old y\n"
#define NEW "a=new a\ndeep/er/c=new c\nslot/x=new x\nslot/z=new z\n"

static void put_old(void)
{
    put("a", "old a");
    put("b", "old b");
    put("slot/x", "old x");
    put("slot/y", "old y");
}

/* Every kind of change: a file replaced, one made in new folders, one removed, a folder exchanged. */
static bool plan(struct rq_txn *txn, struct rq_error *err)
{
    const char *folder = NULL;
    char path[900];
    if (!rq_txn_put(txn, "a", text("new a"), err) ||
        !rq_txn_put(txn, "deep/er/c", text("new c"), err) || !rq_txn_remove(txn, "b", err) ||
        !rq_txn_put_folder(txn, "slot", &folder, err))
        return false;
    snprintf(path, sizeof path, "%s/x", folder);
    if (!rq_fs_write(path, text("new x"), NULL, err))
        return false;
    snprintf(path, sizeof path, "%s/z", folder);
    return rq_fs_write(path, text("new z"), NULL, err);
}

static void test_commit_and_undo(void)
{
    struct rq_error err = {0};
    struct rq_arena arena = {0};
    struct rq_out ids = {0};
    struct rq_txn_record record;
    start("commit");
    put_old();
    struct rq_txn *txn = open_state();
    REQUIRE(txn && plan(txn, &err));
    CHECK_TREE(OLD);
    CHECK(rq_txn_commit(txn, "every kind", NULL, &err));
    CHECK_STR(err.text, "");
    CHECK_TREE(NEW);
    rq_txn_close(txn);
    CHECK_TREE(NEW);

    txn = open_state();
    REQUIRE(txn && rq_txn_records(txn, &ids, &err));
    REQUIRE(ids.size == 7);
    CHECK_STR((const char *)ids.data, "000001");
    REQUIRE(rq_txn_record(txn, "000001", &arena, &record, &err));
    CHECK_STR(record.label, "every kind");
    CHECK_INT(record.count, 4);
    CHECK_INT(record.made_count, 2);
    CHECK_INT(record.changes[2].kind, RQ_TXN_REMOVE);
    CHECK_STR(record.changes[2].target, "b");
    CHECK(rq_txn_undo(txn, &record, &err));
    CHECK(rq_txn_commit(txn, "undo", &(struct rq_txn_options){.forget = true, .undoes = record.id},
                        &err));
    CHECK_STR(err.text, "");
    rq_txn_close(txn);
    /* Nothing is left, not even the folders that were made. */
    char found[4000];
    tree(found, sizeof found, true);
    CHECK_STR(found, OLD);
    char path[700];
    snprintf(path, sizeof path, "%s/deep", root);
    CHECK_INT(rq_path_kind(path, NULL), RQ_PATH_NONE);
    snprintf(path, sizeof path, "%s/.state", root);
    CHECK_INT(rq_path_kind(path, NULL), RQ_PATH_NONE);
    rq_out_free(&ids);
    rq_arena_free(&arena);
}

/* A file that was changed since is named, and nothing is undone. */
static void test_undo_refused(void)
{
    struct rq_error err = {0};
    struct rq_arena arena = {0};
    struct rq_txn_record record;
    start("refused");
    put_old();
    struct rq_txn *txn = open_state();
    REQUIRE(txn && rq_txn_put(txn, "a", text("new a"), &err) && rq_txn_remove(txn, "b", &err) &&
            rq_txn_commit(txn, "two", NULL, &err));
    put("a", "other");
    REQUIRE(rq_txn_record(txn, "000001", &arena, &record, &err));
    CHECK(!rq_txn_undo(txn, &record, &err));
    CHECK(strstr(err.where, "/a") != NULL);
    CHECK(strstr(err.text, "is not as the change left it") != NULL);
    rq_txn_close(txn);
    CHECK_TREE("a=other\nslot/x=old x\nslot/y=old y\n");
    rq_arena_free(&arena);
}

static void test_abandoned(void)
{
    struct rq_error err = {0};
    start("abandoned");
    put_old();
    struct rq_txn *txn = open_state();
    REQUIRE(txn && plan(txn, &err));
    rq_txn_close(txn);
    char found[4000];
    tree(found, sizeof found, true);
    CHECK_STR(found, OLD);
}

static void check_refused(struct rq_txn *txn, const char *target, const char *why)
{
    struct rq_error err = {0};
    check_note("%s", target);
    CHECK(!rq_txn_put(txn, target, text("x"), &err));
    CHECK(strstr(err.text, why) != NULL);
    check_note(" ");
}

static void test_targets(void)
{
    struct rq_error err = {0};
    start("targets");
    put_old();
    struct rq_txn *txn = open_state();
    REQUIRE(txn);
    static const char *const outside[] = {"",  "/etc/x", "../x", "a/../../x", "a//x", "x/",
                                          ".", "..",     "C:x",  "a\\b",      "./x",  "a/."};
    for (size_t i = 0; i < sizeof outside / sizeof outside[0]; i++)
        check_refused(txn, outside[i], "leads out of");
    check_refused(txn, "slot", "is a folder");
#if !defined(_WIN32)
    char link[700];
    snprintf(link, sizeof link, "%s/link", root);
    REQUIRE(symlink("slot", link) == 0);
    check_refused(txn, "link/x", "is a link");
    check_refused(txn, "link", "is a link");
#endif
    CHECK(rq_txn_put(txn, "a", text("1"), &err));
    check_refused(txn, "a", "is changed twice");
    CHECK(!rq_txn_remove(txn, "no-such", &err));
    rq_txn_close(txn);
}

static void test_expectation(void)
{
    struct rq_error err = {0};
    uint64_t size = 0, time = 0;
    char path[700];
    start("expect");
    put_old();
    snprintf(path, sizeof path, "%s/a", root);
    rq_path_stamp(path, &size, &time);
    struct rq_txn *txn = open_state();
    REQUIRE(txn && rq_txn_expect(txn, "a", size, time, &err) &&
            rq_txn_put(txn, "a", text("new a"), &err) && rq_txn_put(txn, "b", text("new b"), &err));
    put("a", "somebody else");
    CHECK(!rq_txn_commit(txn, "late", NULL, &err));
    CHECK(strstr(err.text, "was changed by another program") != NULL);
    rq_txn_close(txn);
    char found[4000];
    tree(found, sizeof found, true);
    CHECK_STR(found, "a=somebody else\nb=old b\nslot/x=old x\nslot/y=old y\n");
}

/* Whether an operation failed with this: where is below the root, or "" for the root itself. */
static void check_said(bool done, const struct rq_error *err, enum rq_code code, const char *where,
                       const char *expected)
{
    char full[700];
    snprintf(full, sizeof full, "%s%s%s", where[0] == '!' ? "" : root,
             where[0] && where[0] != '!' ? "/" : "", where[0] == '!' ? where + 1 : where);
    full[sizeof err->where - 1] = 0; /* as much as there is room for */
    CHECK(!done);
    CHECK_INT(err->code, code);
    CHECK_INT(err->offset, 0);
    CHECK_STR(err->where, full);
    CHECK(strncmp(err->text, expected, sizeof err->text - 1) == 0);
}

static void test_messages(void)
{
    static const char *const ids[] = {"", "00001", "0000001", "00000x", "x00001", "00000/"};
    struct rq_arena arena = {0};
    struct rq_txn_record record;
    char where[20], says[700];
    start("said");
    put_old();
    struct rq_txn *txn = open_state();
    REQUIRE(txn);
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        struct rq_error err = {0};
        snprintf(where, sizeof where, "!%s", ids[i]);
        check_said(rq_txn_record(txn, ids[i], &arena, &record, &err), &err, RQ_USAGE, where,
                   "is no record: those have six digits");
    }
    struct rq_error err = {0};
    snprintf(says, sizeof says, "leads out of %s", root);
    check_said(rq_txn_put(txn, "../x", text("x"), &err), &err, RQ_USAGE, "!../x", says);
    err = (struct rq_error){0};
    check_said(rq_txn_remove(txn, "no-such", &err), &err, RQ_IO, "no-such",
               "there is no such file or folder");
    err = (struct rq_error){0};
    check_said(rq_txn_put(txn, "slot", text("x"), &err), &err, RQ_IO, "slot", "is a folder");
    err = (struct rq_error){0};
    check_said(rq_txn_remove(txn, "slot", &err), &err, RQ_USAGE, "!slot", "is changed twice");
    err = (struct rq_error){0};
    check_said(rq_txn_open(root, ".state", &err), &err, RQ_IO, ".state",
               "another program is changing files here; try again when it has ended");
    rq_txn_close(txn);
    snprintf(says, sizeof says, "%s/a", root);
    err = (struct rq_error){0};
    check_said(rq_txn_open(says, ".state", &err), &err, RQ_IO, "a", "is no folder");
    rq_arena_free(&arena);
}

/* A file that somebody has changed has another size or another time; one of the two is enough. */
static void test_expected(void)
{
    for (unsigned i = 0; i < 5; i++) {
        struct rq_error err = {0};
        uint64_t size = 0, time = 0;
        char path[700];
        start("expected");
        put_old();
        snprintf(path, sizeof path, "%s/a", root);
        rq_path_stamp(path, &size, &time);
        struct rq_txn *txn = open_state();
        REQUIRE(txn && rq_txn_put(txn, "b", text("new b"), &err));
        CHECK(rq_txn_expect(txn,
                            i == 3   ? "slot"
                            : i == 4 ? "none"
                                     : "a",
                            size + (i == 1), time + (i == 2), &err));
        check_note("case %u", i);
        bool done = rq_txn_commit(txn, "late", NULL, &err);
        CHECK_INT(done, i == 0);
        if (i)
            check_said(done, &err, RQ_IO,
                       i == 3   ? "slot"
                       : i == 4 ? "none"
                                : "a",
                       "was changed by another program; nothing was written");
        rq_txn_close(txn);
    }
}

/* Records have numbers of six digits, each one more than the last. */
static void test_last_number(void)
{
    struct rq_error err = {0};
    struct rq_out ids = {0};
    start("numbers");
    put_old();
    put(".state/undo/999998/manifest", "{}");
    put(".state/undo/999998/done", "");
    put(".state/undo/7/done", "");
    struct rq_txn *txn = open_state();
    REQUIRE(txn && rq_txn_put(txn, "a", text("1"), &err) && rq_txn_commit(txn, "x", NULL, &err));
    CHECK(rq_txn_records(txn, &ids, &err));
    CHECK_MEM(ids.data, ids.size, "999998\000999999", 14);
    rq_txn_close(txn);
    txn = open_state();
    REQUIRE(txn && rq_txn_put(txn, "a", text("2"), &err));
    check_said(rq_txn_commit(txn, "x", NULL, &err), &err, RQ_LIMIT, ".state/undo",
               "has no free number");
    rq_txn_close(txn);
    char path[700];
    snprintf(path, sizeof path, "%s/a", root);
    struct rq_map map = {0};
    REQUIRE(rq_map_open(&map, path, NULL));
    CHECK_MEM(map.bytes.data, map.bytes.size, "1", 1);
    rq_map_close(&map);
    rq_out_free(&ids);
}

/* Windows maps files of this size (src/core/map.c), and replaces or removes none that is mapped. */
static void test_mapped(void)
{
    enum { SIZE = (1 << 20) + 1 };
    struct rq_map maps[2];
    struct rq_error err = {0};
    char path[700];
    char *large = calloc(SIZE + 1, 1);
    REQUIRE(large);
    memset(large, 'o', SIZE);
    start("mapped");
    put("a", large);
    put("b", large);
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%c", root, 'a' + i);
        REQUIRE(rq_map_open(&maps[i], path, &err));
    }
    struct rq_txn *txn = open_state();
    REQUIRE(txn);
    CHECK(rq_txn_put(txn, "a", text("new a"), &err) && rq_txn_remove(txn, "b", &err) &&
          rq_txn_commit(txn, "mapped", NULL, &err));
    CHECK_STR(err.text, "");
    rq_txn_close(txn);
    CHECK_TREE("a=new a\n");
    for (int i = 0; i < 2; i++) {
        CHECK_MEM(maps[i].bytes.data, maps[i].bytes.size, large, SIZE);
        rq_map_close(&maps[i]);
    }
    /* What had to go out of the way goes with the next transaction; the record stays whole. */
    txn = open_state();
    REQUIRE(txn);
    snprintf(path, sizeof path, "%s/.state/aside", root);
    CHECK(!rq_fs_id(path));
    struct rq_arena arena = {0};
    struct rq_txn_record record;
    struct rq_txn_options options = {.undoes = "000001"};
    CHECK(rq_txn_record(txn, "000001", &arena, &record, &err) && rq_txn_undo(txn, &record, &err) &&
          rq_txn_commit(txn, "undo", &options, &err));
    rq_arena_free(&arena);
    CHECK_STR(err.text, "");
    rq_txn_close(txn);
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%c", root, 'a' + i);
        REQUIRE(rq_map_open(&maps[i], path, &err));
        CHECK_MEM(maps[i].bytes.data, maps[i].bytes.size, large, SIZE);
        rq_map_close(&maps[i]);
    }
    free(large);
}

static void test_lock(void)
{
    struct rq_error err = {0};
    start("lock");
    struct rq_txn *first = open_state();
    REQUIRE(first);
    CHECK(!rq_txn_open(root, ".state", &err));
    CHECK(strstr(err.text, "another program") != NULL);
    rq_txn_close(first);
    rq_txn_close(open_state());
    err = (struct rq_error){0};
    CHECK(!rq_txn_open("/no/such/folder", ".state", &err));
}

static bool change_as(const struct rq_txn_options *options)
{
    struct rq_error err = {0};
    struct rq_txn *txn = rq_txn_open(root, ".state", &err);
    bool fine = txn && plan(txn, &err) && rq_txn_commit(txn, "killed", options, &err);
    rq_txn_close(txn);
    return fine;
}

static bool change_all(void)
{
    return change_as(NULL);
}

static bool change_and_forget(void)
{
    return change_as(&(const struct rq_txn_options){.forget = true});
}

static void test_kills(void)
{
    NEEDS_KILLS();
    unsigned n = 0, old_seen = 0, new_seen = 0;
    bool killed = true;
    for (; killed && n < 5000; n++) {
        char now[4000], later[4000];
        check_note("writing call %u", n);
        start("kills");
        put_old();
        killed = run_killed(change_all, n);
        /* Before anybody repairs: a file and a folder are the old or the new ones. */
        tree(now, sizeof now, false);
        CHECK(strstr(now, "a=old a\n") || strstr(now, "a=new a\n"));
        CHECK(strstr(now, "slot/x=old x\nslot/y=old y\n") ||
              strstr(now, "slot/x=new x\nslot/z=new z\n"));
        CHECK(!(strstr(now, "slot/y") && strstr(now, "slot/z")));
        /* The next run: all of it, or nothing. */
        rq_txn_close(open_state());
        tree(now, sizeof now, false);
        bool is_new = strcmp(now, NEW) == 0;
        CHECK_STR(now, is_new ? NEW : OLD);
        old_seen += !is_new;
        new_seen += is_new;
        tree(later, sizeof later, true);
        if (is_new)
            CHECK(strstr(later, ".state/undo/000001/done") != NULL);
        else
            CHECK_STR(later, OLD);
        CHECK(!strstr(later, ".state/work") && !strstr(later, ".state/aside") &&
              !strstr(later, ".state/commit") && !strstr(later, ".state/lock"));
    }
    check_note(" ");
    CHECK(old_seen > 20 && new_seen > 20);
}

/* ---- damaged records ---- */

static void check_record(const char *manifest, enum rq_code code, const char *said)
{
    struct rq_error err = {0};
    struct rq_arena arena = {0};
    struct rq_txn_record record;
    check_note("%s", manifest);
    struct rq_txn *txn = open_state();
    REQUIRE(txn != NULL);
    put(".state/undo/000001/manifest", manifest);
    CHECK(rq_txn_record(txn, "000001", &arena, &record, &err) == (code == RQ_OK));
    CHECK_INT(err.code, code);
    CHECK_STR(err.text, said);
    rq_txn_close(txn);
    rq_arena_free(&arena);
}

/* A record that names something outside of the folder is not undone, whoever wrote it. */
static void test_damaged_records(void)
{
    struct rq_error err = {0};
    struct rq_arena arena = {0};
    struct rq_txn_record record;
    start("damaged");
    check_record("{}", RQ_OK, "");
    check_record(
        "{\"label\":\"x\",\"changes\":[{\"kind\":\"file\",\"target\":\"a/b\"}],\"made\":[\"a\"]}",
        RQ_OK, "");
    check_record("{\"changes\":[{\"kind\":\"file\",\"target\":\"../b\"}]}", RQ_CORRUPT,
                 "JSON line 1: a target outside of the folder");
    check_record("{\"changes\":[{\"target\":\"/etc/b\"}]}", RQ_CORRUPT,
                 "JSON line 1: a target outside of the folder");
    check_record("{\"changes\":[{\"new\":1}]}", RQ_CORRUPT,
                 "JSON line 1: no field is named \"new\" here");
    check_record("{\"made\":[\"a\",\"a/../..\"]}", RQ_CORRUPT,
                 "JSON line 1: a folder outside of the root");
    check_record("{\"emptied\":[\"\"]}", RQ_CORRUPT, "JSON line 1: a folder outside of the root");
    check_record("{\"new\":1}", RQ_CORRUPT, "JSON line 1: no field is named \"new\" here");
    check_record("{\n\"time\":-1}", RQ_CORRUPT,
                 "JSON line 2: -1 is out of range, 0 to 18446744073709551615");
    struct rq_txn *txn = open_state();
    REQUIRE(txn != NULL);
    CHECK(!rq_txn_record(txn, "1", &arena, &record, &err));
    CHECK_STR(err.text, "is no record: those have six digits");
    err = (struct rq_error){0};
    CHECK(!rq_txn_record(txn, "00000x", &arena, &record, &err));
    CHECK_STR(err.text, "is no record: those have six digits");
    err = (struct rq_error){0};
    CHECK(!rq_txn_record(txn, "000002", &arena, &record, &err));
    CHECK_INT(err.code, RQ_IO);
    CHECK_INT(err.offset, 0);
    rq_txn_close(txn);
    rq_arena_free(&arena);

    /* No number is left behind the last. */
    err = (struct rq_error){0};
    txn = open_state();
    put(".state/undo/999999/manifest", "{}");
    REQUIRE(txn && rq_txn_put(txn, "a", text("x"), &err));
    CHECK(!rq_txn_commit(txn, "full", NULL, &err));
    CHECK_STR(err.text, "has no free number");
    rq_txn_close(txn);
    CHECK_TREE("");
}

/* ---- without memory ---- */

struct supply {
    size_t calls, fail_at;
};

static void *scarce_realloc(void *ctx, void *ptr, size_t size)
{
    struct supply *supply = ctx;
    if (size == 0) {
        free(ptr);
        return NULL;
    }
    return ++supply->calls == supply->fail_at ? NULL : realloc(ptr, size);
}

/* The change of plan(), or with undo what takes it back. */
static bool change(bool undo, struct rq_error *err)
{
    struct rq_arena arena = {0};
    struct rq_txn_record record;
    struct rq_txn *txn = rq_txn_open(root, ".state", err);
    bool fine = txn != NULL;
    if (undo)
        fine = fine && rq_txn_record(txn, "000001", &arena, &record, err) &&
               rq_txn_undo(txn, &record, err) &&
               rq_txn_commit(txn, "undo",
                             &(struct rq_txn_options){.forget = true, .undoes = record.id}, err);
    else
        fine = fine && plan(txn, err) && rq_txn_commit(txn, "change", NULL, err);
    rq_txn_close(txn);
    rq_arena_free(&arena);
    return fine;
}

/* Each allocation fails once: it is done, or there is a reason. What failed behind the moment from which on it counts is
 * done by the next run. */
static void lack_memory(bool undo, const char *before, const char *after)
{
    struct supply supply = {0};
    const struct rq_alloc alloc = {scarce_realloc, &supply};
    char found[4000];
    bool fine = false;
    for (size_t n = 1; !fine || supply.calls >= n; n++) {
        struct rq_error err = {0};
        start("memory");
        put_old();
        if (undo)
            REQUIRE(change(false, NULL));
        supply = (struct supply){.fail_at = n};
        check_note("%s, allocation %zu fails", undo ? "undo" : "change", n);
        rq_usual_memory = (struct rq_usual_memory){&alloc, true};
        fine = change(undo, &err);
        rq_usual_memory = (struct rq_usual_memory){NULL, false};
        rq_txn_close(open_state());
        tree(found, sizeof found, false);
        CHECK_STR(found, fine || strcmp(found, after) == 0 ? after : before);
        CHECK(fine ? err.code == RQ_OK : err.code != RQ_OK);
        REQUIRE(n < 2000);
    }
}

static void test_without_memory(void)
{
    lack_memory(false, OLD, NEW);
    lack_memory(true, NEW, OLD);
}

/* A change without a record: nothing of it may stand in the way of the next one. */
static void test_forgotten_kills(void)
{
    NEEDS_KILLS();
    unsigned n = 0, old_seen = 0, new_seen = 0;
    for (bool killed = true; killed && n < 5000; n++) {
        char now[4000];
        check_note("writing call %u", n);
        start("forgotten-kills");
        put_old();
        killed = run_killed(change_and_forget, n);
        rq_txn_close(open_state());
        tree(now, sizeof now, true);
        bool is_new = strcmp(now, NEW) == 0;
        CHECK_STR(now, is_new ? NEW : OLD);
        old_seen += !is_new;
        new_seen += is_new;
    }
    check_note(" ");
    CHECK(old_seen > 10 && new_seen > 10);
}

/* ---- two files ---- */

static char two_paths[2][800];

static void put_two(void)
{
    put("deep/a", "old a");
    put("b", "old b");
    snprintf(two_paths[0], sizeof two_paths[0], "%s/deep/a", root);
    snprintf(two_paths[1], sizeof two_paths[1], "%s/b", root);
}

static bool save_two(void)
{
    const struct rq_txn_file files[] = {{.path = two_paths[0], .bytes = text("new a")},
                                        {.path = two_paths[1], .bytes = text("new b")}};
    return rq_txn_save_two(files, NULL);
}

static void test_two(void)
{
    struct rq_error err = {0};
    start("two");
    put_two();
    CHECK(save_two());
    CHECK_TREE("b=new b\ndeep/a=new a\n");
    char path[900];
    snprintf(path, sizeof path, "%s/" RQ_TXN_STATE, root);
    CHECK(!rq_fs_id(path));
    /* One that is not there yet, and none in a folder that is not there. */
    snprintf(path, sizeof path, "%s/deep/c", root);
    struct rq_txn_file files[] = {{.path = two_paths[1], .bytes = text("newer b")},
                                  {.path = path, .bytes = text("c")}};
    CHECK(rq_txn_save_two(files, &err));
    CHECK_TREE("b=newer b\ndeep/a=new a\ndeep/c=c\n");
    snprintf(path, sizeof path, "%s/none/c", root);
    CHECK(!rq_txn_save_two(files, &err) && err.code == RQ_IO);
    CHECK(strstr(err.text, "no such folder") != NULL);
    /* For who reads there is nothing to finish there. */
    bool finished = true;
    err = (struct rq_error){0};
    CHECK(rq_txn_finish_two(path, two_paths[1], &finished, &err) && !finished && !err.code);
    CHECK_TREE("b=newer b\ndeep/a=new a\ndeep/c=c\n");
    /* One that is not as it was when it was read. */
    files[0] = (struct rq_txn_file){.path = two_paths[0], .bytes = text("1")};
    files[1] = (struct rq_txn_file){.path = two_paths[1], .bytes = text("2"), .read = true};
    CHECK(rq_path_stamp(two_paths[1], &files[1].size, &files[1].time) == RQ_PATH_FILE);
    files[1].size++;
    err = (struct rq_error){0};
    CHECK(!rq_txn_save_two(files, &err) && err.code == RQ_IO);
    CHECK(strstr(err.text, "another program") != NULL);
    CHECK_TREE("b=newer b\ndeep/a=new a\ndeep/c=c\n");
    files[1].size--;
    CHECK(rq_txn_save_two(files, &err));
    CHECK_TREE("b=2\ndeep/a=1\ndeep/c=c\n");
}

static void test_two_links(void)
{
#if !defined(_WIN32)
    start("two-links");
    put_two();
    snprintf(two_paths[1], sizeof two_paths[1], "%s/link", root);
    CHECK(symlink("b", two_paths[1]) == 0);
    CHECK(save_two());
    CHECK(rq_fs_is_link(two_paths[1])); /* what it leads to has changed */
    CHECK_TREE("b=new b\ndeep/a=new a\nlink=new b\n");
#endif
}

static void test_two_kills(void)
{
    NEEDS_KILLS();
    unsigned n = 0, olds = 0, news = 0, halves = 0;
    for (bool killed = true; killed && n < 2000; n++) {
        char now[4000];
        bool finished = false;
        check_note("writing call %u", n);
        start("two-kills");
        put_two();
        killed = run_killed(save_two, n);
        tree(now, sizeof now, false);
        halves += strcmp(now, "b=old b\ndeep/a=new a\n") == 0;
        CHECK(rq_txn_finish_two(two_paths[0], two_paths[1], &finished, NULL));
        tree(now, sizeof now, false);
        bool is_new = strstr(now, "new a") != NULL;
        CHECK_STR(now, is_new ? "b=new b\ndeep/a=new a\n" : "b=old b\ndeep/a=old a\n");
        CHECK(!finished || is_new);
        olds += !is_new;
        news += is_new;
    }
    check_note(" ");
    CHECK(olds > 10 && news > 3 && halves > 0);
}

TESTS(test_messages, test_expected, test_last_number, test_commit_and_undo, test_damaged_records,
      test_without_memory, test_undo_refused, test_abandoned, test_targets, test_expectation,
      test_mapped, test_lock, test_kills, test_forgotten_kills, test_two, test_two_links,
      test_two_kills)
