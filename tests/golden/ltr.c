/* LTR V1.0: bytes by hand from docs/formats/ltr.md. No real file is at hand: the size of the
 * game's files (273,177) is that of every public reader. */
#include "tables.h"

#include <reliquary/ltr.h>

enum { BIG = 273177 };

static uint8_t big[BIG + 1];

/* 28 letters; every chance 0. */
static void make_big(void)
{
    memset(big, 0, sizeof big);
    memcpy(big, "LTR V1.0\x1C", 9);
}

/* One chance: block, part, letter; 28 letters. */
static void set_chance(size_t block, size_t part, size_t letter, float chance)
{
    rq_set32(big + 9 + ((block * 3 + part) * 28 + letter) * 4, rq_bits_of(chance));
}

static size_t after(char a, char b)
{
    static const char alphabet[] = "abcdefghijklmnopqrstuvwxyz'-";
    size_t x = (size_t)(strchr(alphabet, a) - alphabet);
    size_t y = b ? (size_t)(strchr(alphabet, b) - alphabet) : 0;
    return b ? 1 + 28 + x * 28 + y : 1 + x;
}

/* Only "b'o-d" can come of it: b starts, ' follows b, o follows b', - follows 'o in the middle,
 * d follows o- at the end. */
static void make_certain(void)
{
    make_big();
    set_chance(0, 0, 1, 1);
    set_chance(after('b', 0), 0, 26, 1);
    set_chance(after('b', '\''), 0, 14, 1);
    set_chance(after('\'', 'o'), 1, 27, 1);
    set_chance(after('o', '-'), 2, 3, 1);
}

static struct rq_bytes big_file(void)
{
    return (struct rq_bytes){big, BIG};
}

static void test_values(void)
{
    make_certain();
    CHECK_INT(9 + 4 * 84 * (1 + 28 + 784), BIG);
    CHECK_INT(rq_ltr_count(28) * 4 + 9, BIG);
    check_round_trips(big_file(), "x.ltr", "ltr");
    struct rq_doc *doc = read_as(big_file(), "ltr");
    REQUIRE(doc != NULL);
    const struct rq_ltr *ltr = rq_doc_root(doc, "ltr");
    const struct rq_finding *findings;
    CHECK_INT(ltr->letters, 28);
    CHECK(rq_ltr_chances(ltr, -1, -1, RQ_LTR_START)[1] == 1);
    CHECK(rq_ltr_chances(ltr, -1, 1, RQ_LTR_START)[26] == 1);
    CHECK(rq_ltr_chances(ltr, 1, 26, RQ_LTR_START)[14] == 1);
    CHECK(rq_ltr_chances(ltr, 26, 14, RQ_LTR_MIDDLE)[27] == 1);
    CHECK(rq_ltr_chances(ltr, 14, 27, RQ_LTR_END)[3] == 1);
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    rq_doc_free(doc);
}

/* Numbers that are given out one after the other. */
struct script {
    const uint32_t *numbers;
    size_t count, next;
};

static uint32_t next_of(void *ctx)
{
    struct script *s = ctx;
    return s->next < s->count ? s->numbers[s->next++] : 0;
}

static void test_certain_name(void)
{
    char name[RQ_LTR_NAME];
    make_certain();
    struct rq_doc *doc = read_as(big_file(), "ltr");
    REQUIRE(doc != NULL);
    const struct rq_ltr *ltr = rq_doc_root(doc, "ltr");
    for (uint32_t seed = 0; seed < 100; seed++) {
        uint32_t state = seed;
        CHECK(rq_ltr_name(ltr, NULL, &state, name));
        CHECK_STR(name, "B'o-d");
    }
    rq_doc_free(doc);
}

/* The first letter becomes a capital when it is one of a to z. */
static void test_first_letters(void)
{
    static const char firsts[] = "aAzZnN''--";
    for (size_t i = 0; firsts[i]; i += 2) {
        char name[RQ_LTR_NAME], expected[] = "?'o-d";
        uint32_t state = 1;
        make_big();
        set_chance(0, 0, after(firsts[i], 0) - 1, 1);
        set_chance(after(firsts[i], 0), 0, 26, 1);
        set_chance(after(firsts[i], '\''), 0, 14, 1);
        set_chance(after('\'', 'o'), 1, 27, 1);
        set_chance(after('o', '-'), 2, 3, 1);
        struct rq_doc *doc = read_as(big_file(), "ltr");
        REQUIRE(doc != NULL);
        expected[0] = firsts[i + 1];
        CHECK(rq_ltr_name(rq_doc_root(doc, "ltr"), NULL, &state, name));
        CHECK_STR(name, expected);
        rq_doc_free(doc);
    }
}

/* Two letters, a half each everywhere: the numbers decide. A number n picks a below 0x80000000,
 * else b; an end is tried when n % 12 is below the length. */
static void test_numbers(void)
{
    static const struct {
        uint32_t numbers[12];
        const char *name;
    } cases[] = {
        /* starts a, b, a; 2 < 3: the end, b */
        {{0, 0x80000000, 0x7FFFFFFF, 2, UINT32_MAX}, "Abab"},
        /* starts b, b, b; 3 is not below 3: a middle, a; 3 < 4: the end, a */
        {{0x80000000, 0x80000000, 0x80000000, 3, 0, 3, 1}, "Bbbaa"},
    };
    uint8_t file[177] = "LTR V1.0\2";
    char name[RQ_LTR_NAME];
    for (size_t i = 0; i < 42; i++)
        rq_set32(file + 9 + i * 4, rq_bits_of(i & 1 ? 1.0f : 0.5f));
    struct rq_bytes bytes = {file, sizeof file};
    check_round_trips(bytes, NULL, "ltr");
    CHECK_INT(count_found(bytes, "ltr", "ltr-letter-count"), 1); /* two letters */
    struct rq_doc *doc = read_as(bytes, "ltr");
    REQUIRE(doc != NULL);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct script script = {cases[i].numbers, 12, 0};
        CHECK(rq_ltr_name(rq_doc_root(doc, "ltr"), next_of, &script, name));
        CHECK_STR(name, cases[i].name);
    }
    rq_doc_free(doc);
}

/* Middles for ever, ends never: no name fits; the same without any chance. */
static void test_no_name(void)
{
    char name[RQ_LTR_NAME] = "x";
    uint32_t seed = 1;
    make_big();
    for (size_t i = 0; i < rq_ltr_blocks(28); i++) {
        set_chance(i, 0, 0, 1);
        set_chance(i, 1, 0, 1);
    }
    struct rq_doc *doc = read_as(big_file(), "ltr");
    REQUIRE(doc != NULL);
    CHECK(!rq_ltr_name(rq_doc_root(doc, "ltr"), NULL, &seed, name));
    CHECK_STR(name, "");
    rq_doc_free(doc);
    make_big();
    doc = read_as(big_file(), "ltr");
    REQUIRE(doc != NULL);
    CHECK(!rq_ltr_name(rq_doc_root(doc, "ltr"), NULL, &seed, name));
    rq_doc_free(doc);
}

static void test_sizes(void)
{
    static const struct {
        uint8_t letters;
        size_t size;
    } cases[] = {{0, 9}, {1, 9 + 4 * 3 * 3}, {26, 9 + 4 * 78 * (1 + 26 + 676)}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_bytes file = {big, cases[i].size};
        make_big();
        big[8] = cases[i].letters;
        check_round_trips(file, NULL, "ltr");
        CHECK_INT(count_found(file, "ltr", "ltr-letter-count"), cases[i].letters != 26);
        file.size++;
        check_round_trips(file, NULL, "ltr");
        CHECK_INT(count_found(file, "ltr", "ltr-trailing-bytes"), 1);
        file.size -= 2;
        if (file.size >= 9)
            refused(file, RQ_TRUNCATED, "letters");
    }
    make_big();
    big[8] = 29; /* a letter too many */
    refused(big_file(), RQ_TRUNCATED, "letters");
    big[8] = 255;
    refused(big_file(), RQ_TRUNCATED, "letters");
}

/* NaN, infinities, -0, falling chances: kept, and found. */
static void test_strange_numbers(void)
{
    make_certain();
    set_chance(0, 0, 5, rq_f32_of(0x7FC12345));
    set_chance(1, 1, 5, rq_f32_of(0xFF800000));
    set_chance(2, 2, 5, rq_f32_of(0x80000000));
    set_chance(3, 0, 5, 0.5f);
    set_chance(3, 0, 6, 0.25f);
    check_round_trips(big_file(), NULL, "ltr");
    CHECK_INT(count_found(big_file(), "ltr", "ltr-falling-chances"), 3);
    struct rq_doc *doc = read_as(big_file(), "ltr");
    REQUIRE(doc != NULL);
    char name[RQ_LTR_NAME];
    uint32_t seed = 1;
    CHECK(rq_ltr_name(rq_doc_root(doc, "ltr"), NULL, &seed, name));
    CHECK_STR(name, "B'o-d");
    rq_doc_free(doc);
}

static void test_json(void)
{
    not_built("ltr", "\"letters\":28");
    not_built("ltr", "\"letters\":28,\"blocks\":[]");
    not_built("ltr", "\"letters\":1,\"blocks\":[{\"start\":[0],\"middle\":[0],\"end\":[0]},"
                     "{\"start\":[0],\"middle\":[0],\"end\":[0]},{\"start\":[0],\"middle\":[0]}]");
    not_built("ltr",
              "\"letters\":1,\"blocks\":[{\"start\":[0,1],\"middle\":[0],\"end\":[0]},{},{}]");
    not_built("ltr", "\"letters\":1,\"blocks\":[{\"after\":\"a\"},{},{}]");
    not_built("ltr", "\"letters\":256,\"blocks\":[]");
    struct rq_error err = {0};
    struct rq_out out =
        built_from("{\"format\":\"ltr\",\"version\":1,\"letters\":0,\"blocks\":[]}", &err);
    CHECK_MEM(out.data, out.size, "LTR V1.0", 9);
    rq_out_free(&out);
}

static void test_damage(void)
{
    uint8_t file[178] = "LTR V1.0\2";
    struct rq_bytes bytes = {file, sizeof file};
    check_truncations(bytes, "ltr");
    check_flips(bytes, "ltr", 2000);
}

TESTS(test_first_letters, test_values, test_certain_name, test_numbers, test_no_name, test_sizes,
      test_strange_numbers, test_json, test_damage)
