/* Archives whose resources are named by a KEY that names those of others as well: the bytes of both are laid down as
 * docs/formats/key.md and bif.md have them. What is added is named behind the last key of its archive, what stands behind
 * one that is removed moves up, and keys of other archives stay as they are. */
#include "support/install.h"

#include <reliquary/key.h>

/* ---- files ---- */

struct keyed {
    const char *name;
    uint32_t bif, index;
};

/* KEY V1: 64 bytes, 12 for each archive, the names, 22 for each key. */
static void put_key(const struct keyed *keys, uint32_t count)
{
    static const char *const bifs[] = {"data\\a.bif", "data\\b.bif", "data\\c.bif"};
    enum { BIFS = 3, NAME = 11 };
    struct rq_out out = {0};
    const uint32_t words[] = {BIFS, count, 64, 64 + BIFS * 12 + BIFS * NAME, 103, 308};
    rq_put(&out, "KEY V1  ", 8);
    for (size_t i = 0; i < 6; i++)
        rq_put32(&out, words[i]);
    rq_put_zeros(&out, 32);
    for (uint32_t i = 0; i < BIFS; i++) {
        rq_put32(&out, 1000 + i);
        rq_put32(&out, 64 + BIFS * 12 + i * NAME);
        rq_put16(&out, NAME);
        rq_put16(&out, 1);
    }
    for (size_t i = 0; i < BIFS; i++)
        rq_put(&out, bifs[i], NAME);
    for (uint32_t i = 0; i < count; i++) {
        put_padded(&out, keys[i].name, 16);
        rq_put16(&out, 10);
        rq_put32(&out, keys[i].bif << 20 | keys[i].index);
    }
    REQUIRE(put_bytes("chitin.key", rq_out_bytes(&out)));
    rq_out_free(&out);
}

/* BIFF V1: 20 bytes, 16 for each resource, of one byte each. */
static void put_bif(const char *path, uint32_t bif, uint32_t count)
{
    struct rq_out out = {0};
    rq_put(&out, "BIFFV1  ", 8);
    rq_put32(&out, count);
    rq_put32(&out, 0);
    rq_put32(&out, 20);
    for (uint32_t i = 0; i < count; i++) {
        rq_put32(&out, bif << 20 | i);
        rq_put32(&out, 20 + count * 16 + i);
        rq_put32(&out, 1);
        rq_put32(&out, 10);
    }
    for (uint32_t i = 0; i < count; i++)
        rq_put8(&out, (uint8_t)('0' + i));
    REQUIRE(put_bytes(path, rq_out_bytes(&out)));
    rq_out_free(&out);
}

/* ---- what is expected ---- */

/* "a0:0/0 ", the name, archive and number of each key; and the sizes of the archives. */
static void check_key(const char *expected, uint32_t size_of_b)
{
    struct rq_error err = {0};
    struct rq_doc_file file;
    struct rq_out out = {0};
    char *path = rq_path_join(root, "chitin.key");
    REQUIRE(rq_doc_file_open(&file, path, NULL, &err));
    const struct rq_key *key = rq_doc_root(file.doc, "key");
    for (size_t i = 0; i < key->key_count; i++)
        rq_putf(&out, "%.16s:%u/%u ", key->keys[i].resref, key->keys[i].id >> 20,
                key->keys[i].id & 0xFFFFF);
    rq_put8(&out, 0);
    CHECK_STR((const char *)out.data, expected);
    CHECK_INT(key->bifs[0].record.size, 1000);
    CHECK_INT(key->bifs[1].record.size, size_of_b);
    CHECK_INT(key->bifs[2].record.size, 1002);
    rq_doc_file_close(&file);
    rq_out_free(&out);
    free(path);
}

static struct rq_archive *open_b(void)
{
    struct rq_error err = {0};
    char *path = rq_path_join(root, "data/b.bif");
    struct rq_archive *archive = rq_archive_open(path, NULL, NULL, &err);
    CHECK_STR(err.text, "");
    CHECK(archive && rq_archive_key(archive));
    free(path);
    return archive;
}

static void check_entries(struct rq_archive *archive, const char *expected)
{
    struct rq_error err = {0};
    const struct rq_entry *entries;
    struct rq_out out = {0};
    size_t count = 0;
    CHECK(rq_archive_entries(archive, &entries, &count, &err));
    for (size_t i = 0; i < count; i++)
        rq_putf(&out, "%s=%.*s ", entries[i].name, (int)entries[i].bytes.size,
                (const char *)entries[i].bytes.data);
    rq_put8(&out, 0);
    CHECK_STR((const char *)out.data, expected);
    rq_out_free(&out);
}

static const struct rq_bytes fresh = {(const uint8_t *)"new", 3};

/* ---- tests ---- */

static void test_sorted(void)
{
    static const struct keyed keys[] = {{"a0", 0, 0}, {"b0", 1, 0}, {"b1", 1, 1},
                                        {"b2", 1, 2}, {"c0", 2, 0}, {"c1", 2, 1}};
    struct rq_error err = {0};
    start("key_names");
    put_key(keys, 6);
    put_bif("data/b.bif", 1, 3);
    struct rq_archive *archive = open_b();
    REQUIRE(archive);
    check_entries(archive, "b0.txt=0 b1.txt=1 b2.txt=2 ");
    CHECK(rq_archive_put(archive, "B1.TXT", fresh, &err)); /* in place of it */
    CHECK(rq_archive_put(archive, "n0.txt", fresh, &err));
    CHECK(rq_archive_put(archive, "n1.txt", fresh, &err));
    check_entries(archive, "b0.txt=0 b1.txt=new b2.txt=2 n0.txt=new n1.txt=new ");
    CHECK(rq_archive_remove(archive, "b0.txt", &err));
    CHECK(rq_archive_remove(archive, "n0.txt", &err));
    check_entries(archive, "b1.txt=new b2.txt=2 n1.txt=new ");
    CHECK(rq_archive_save(archive, &err));
    CHECK_STR(err.text, "");
    char *path = rq_path_join(root, "data/b.bif");
    struct rq_map map = {0};
    REQUIRE(rq_map_open(&map, path, &err));
    check_key("a0:0/0 b1:1/0 b2:1/1 n1:1/2 c0:2/0 c1:2/1 ", (uint32_t)map.bytes.size);
    rq_map_close(&map);
    free(path);
    archive = open_b();
    REQUIRE(archive);
    check_entries(archive, "b1.txt=new b2.txt=2 n1.txt=new ");
    rq_archive_close(archive);
    clear();
}

/* Behind the last key that is not of a later archive, wherever those of its own stand; some have no name. */
static void test_unsorted(void)
{
    static const struct keyed keys[] = {{"c0", 2, 0}, {"b1", 1, 1}, {"a0", 0, 0}, {"c1", 2, 1}};
    struct rq_error err = {0};
    start("unsorted");
    put_key(keys, 4);
    put_bif("data/b.bif", 1, 3);
    struct rq_archive *archive = open_b();
    REQUIRE(archive);
    check_entries(archive, "00000.txt=0 b1.txt=1 00002.txt=2 ");
    CHECK(rq_archive_put(archive, "n0.txt", fresh, &err));
    CHECK(rq_archive_put(archive, "00002.txt", fresh, &err)); /* by its number */
    CHECK(rq_archive_remove(archive, "00000.txt", &err));
    check_entries(archive, "b1.txt=1 00001.txt=new n0.txt=new ");
    CHECK(rq_archive_save(archive, &err));
    CHECK_STR(err.text, "");
    char *path = rq_path_join(root, "data/b.bif");
    struct rq_map map = {0};
    REQUIRE(rq_map_open(&map, path, &err));
    check_key("c0:2/0 b1:1/0 a0:0/0 n0:1/2 c1:2/1 ", (uint32_t)map.bytes.size);
    rq_map_close(&map);
    free(path);
    clear();
}

/* More than there is room for at first. */
static void test_many(void)
{
    static const struct keyed keys[] = {{"b0", 1, 0}, {"c0", 2, 0}};
    enum { MANY = 100 };
    struct rq_error err = {0};
    struct rq_out expected = {0}, entries = {0};
    start("many_keys");
    put_key(keys, 2);
    put_bif("data/b.bif", 1, 1);
    struct rq_archive *archive = open_b();
    REQUIRE(archive);
    rq_put_str(&expected, "b0:1/0 ");
    rq_put_str(&entries, "b0.txt=0 ");
    for (unsigned i = 1; i <= MANY; i++) {
        char name[16];
        snprintf(name, sizeof name, "n%u.txt", i);
        CHECK(rq_archive_put(archive, name, fresh, &err));
        rq_putf(&expected, "n%u:1/%u ", i, i);
        rq_putf(&entries, "n%u.txt=new ", i);
    }
    rq_put_str(&expected, "c0:2/0 ");
    rq_put8(&expected, 0);
    rq_put8(&entries, 0);
    check_entries(archive, (const char *)entries.data);
    CHECK(rq_archive_save(archive, &err));
    CHECK_STR(err.text, "");
    char *path = rq_path_join(root, "data/b.bif");
    struct rq_map map = {0};
    REQUIRE(rq_map_open(&map, path, &err));
    check_key((const char *)expected.data, (uint32_t)map.bytes.size);
    rq_map_close(&map);
    free(path);
    rq_out_free(&expected);
    rq_out_free(&entries);
    clear();
}

TESTS(test_sorted, test_unsorted, test_many)
