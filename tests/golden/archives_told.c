/* What is told of archives, talk tables and tables of KotOR, word by word and with the place in the file. The bytes are laid down by
 * hand after docs/formats. */
#include "kotor.h"
#include "told.h"

#include <math.h>

static void put_name(struct rq_out *out, const char *name, size_t room)
{
    rq_put(out, name, strlen(name));
    rq_put_zeros(out, room - strlen(name));
}

/* ---- RIM: a header of 120 bytes, keys of 32 ---- */

/* Empty texts (type 10) with these names, with blanks between; the key at `odd` has the index behind its own. */
static struct rq_out rim_of(const char *names, size_t odd)
{
    struct rq_out out = {0};
    size_t count = 0;
    rq_put(&out, "RIM V1.0\0\0\0\0", 12);
    size_t count_at = rq_hole32(&out);
    rq_put32(&out, 120);
    rq_put_zeros(&out, 100);
    for (; *names; count++) {
        char name[20];
        size_t size = strcspn(names, " ");
        snprintf(name, sizeof name, "%.*s", (int)size, names);
        put_name(&out, name, 16);
        rq_put32(&out, 10);
        rq_put32(&out, (uint32_t)(count + (count == odd)));
        rq_put32(&out, 0);
        rq_put32(&out, 0);
        names += size + (names[size] == ' ');
    }
    rq_patch32(&out, count_at, count);
    return out;
}

static void rim_told(const char *names, size_t odd, const char *expected)
{
    struct rq_out out = rim_of(names, odd);
    const struct rq_finding *f;
    struct rq_out lines = {0};
    struct rq_doc *doc = read_as(rq_out_bytes(&out), "rim");
    check_note("%s", names);
    REQUIRE(doc != NULL);
    size_t count = rq_doc_findings(doc, &f);
    for (size_t i = 0; i < count; i++)
        if (strcmp(f[i].id, "rim-explicit-layout") != 0)
            rq_putf(&lines, "%s%s@%llu %s: %s", lines.size ? "\n" : "", f[i].id + 4,
                    (unsigned long long)f[i].offset, f[i].where, f[i].text);
    rq_put8(&lines, 0);
    CHECK_STR((char *)lines.data, expected);
    rq_doc_free(doc);
    rq_out_free(&lines);
    rq_out_free(&out);
}

static void test_names(void)
{
    rim_told("a b", 9, "");
    rim_told("", 9, "empty@0 header: there are no resources");
    rim_told("a b", 0, "wrong-index@0 keys: key 0 has index 1");
    rim_told("a b c", 2, "wrong-index@0 keys: key 2 has index 3");
    rim_told("a b A", 9, "duplicate-name@0 A.txt: entries 0 and 2 have one name");
    rim_told("a A a", 9,
             "duplicate-name@0 A.txt: entries 0 and 1 have one name\n"
             "duplicate-name@0 a.txt: entries 0 and 2 have one name\n"
             "duplicate-name@0 a.txt: entries 1 and 2 have one name");
    rim_told("abcdefghijabcdef abcdefghijabcdeF", 9,
             "duplicate-name@0 abcdefghijabcdeF.txt: entries 0 and 1 have one name");
    rim_told("abcdefghijabcdef abcdefghijabcdeg", 9, "");
    rim_told("x a/b", 9, "unsafe-name@0 keys: entry 1 is named \"a/b.txt\"");
    rim_told("CON", 9, "unsafe-name@0 keys: entry 0 is named \"CON.txt\"");
}

/* 16,384 numbers of resources have room in 14 bits. */
static void test_too_many(void)
{
    for (size_t more = 0; more < 2; more++) {
        struct rq_out names = {0};
        for (size_t i = 0; i < 16384 + more; i++)
            rq_putf(&names, "%sn%zu", i ? " " : "", i);
        rq_put8(&names, 0);
        rim_told((const char *)names.data, SIZE_MAX,
                 more ? "too-many@0 header: 16385 resources, the game reaches the first 16384"
                      : "");
        rq_out_free(&names);
    }
}

/* ---- KEY: a header of 64 bytes, BIF files of 12, their names, keys of 22 ---- */

static void put_half(struct rq_out *out, unsigned v)
{
    rq_put16(out, (uint16_t)v);
}

static struct rq_out key_of(size_t bifs, const uint32_t *ids, size_t count)
{
    struct rq_out out = {0};
    rq_put(&out, "KEY V1  ", 8);
    rq_put32(&out, (uint32_t)bifs);
    rq_put32(&out, (uint32_t)count);
    rq_put32(&out, 64);
    rq_put32(&out, (uint32_t)(64 + bifs * 18));
    rq_put32(&out, 103);
    rq_put32(&out, 1);
    rq_put_zeros(&out, 32);
    for (size_t i = 0; i < bifs; i++) {
        rq_put32(&out, 20);
        rq_put32(&out, (uint32_t)(64 + bifs * 12 + i * 6));
        put_half(&out, 6);
        put_half(&out, 1);
    }
    for (size_t i = 0; i < bifs; i++)
        rq_put(&out, "a.bif", 6);
    for (size_t i = 0; i < count; i++) {
        char name[20];
        snprintf(name, sizeof name, "n%u", (unsigned)i);
        put_name(&out, name, 16);
        put_half(&out, 10);
        rq_put32(&out, ids[i]);
    }
    return out;
}

/* The number of the BIF from bit 20 on, below it that of the resource, of which the game takes 14 bits. */
static void test_keys(void)
{
    static const struct {
        size_t bifs;
        uint32_t ids[3];
        const char *told;
    } cases[] = {
        {2, {0, 16383, 1 << 20 | 16383}, ""},
        {2,
         {0, 16384, 1},
         "high-index@0 keys: key 1 has index 16384; the game looks at the low 14 bits only"},
        {2, {0, 1, 2 << 20}, "no-such-bif@0 keys: key 2 is in BIF 2 of 2"},
        {1,
         {1 << 20 | 16384, 0xFFFFF, UINT32_MAX},
         "no-such-bif@0 keys: key 0 is in BIF 1 of 1\n"
         "high-index@0 keys: key 1 has index 1048575; the game looks at the low 14 bits only\n"
         "no-such-bif@0 keys: key 2 is in BIF 4095 of 1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_out out = key_of(cases[i].bifs, cases[i].ids, 3);
        check_note("case %zu", i);
        told(rq_out_bytes(&out), "key", cases[i].told);
        rq_out_free(&out);
    }
}

/* Twenty keys that lead nowhere are told; 1,024 BIF files can be reached. */
static void test_many_keys(void)
{
    static uint32_t ids[24];
    const struct rq_finding *f;
    for (size_t i = 0; i < 24; i++)
        ids[i] = i % 2 ? 1 << 20 : 16384;
    struct rq_out out = key_of(1, ids, 24);
    struct rq_doc *doc = read_as(rq_out_bytes(&out), "key");
    REQUIRE(doc != NULL);
    CHECK_INT(rq_doc_findings(doc, &f), 20);
    rq_doc_free(doc);
    rq_out_free(&out);
    for (size_t more = 0; more < 2; more++) {
        out = key_of(1024 + more, NULL, 0);
        told(rq_out_bytes(&out), "key",
             more ? "too-many-bifs@8 header: 1025 BIF files, the game reaches the first 1024" : "");
        rq_out_free(&out);
    }
}

/* ---- TLK: a header of 20 bytes, strings of 40 ---- */

static void tlk_told(uint32_t language, uint32_t flags, float length, const char *expected)
{
    struct rq_out out = {0};
    rq_put(&out, "TLK V3.0", 8);
    rq_put32(&out, language);
    rq_put32(&out, 2);
    rq_put32(&out, 100);
    rq_put_zeros(&out, 40);
    rq_put32(&out, flags);
    rq_put_zeros(&out, 32);
    rq_put32(&out, rq_bits_of(length));
    check_note("language %u, flags %x, %g s", language, flags, (double)length);
    told(rq_out_bytes(&out), "tlk", expected);
    rq_out_free(&out);
}

static void test_strings(void)
{
    static const uint32_t languages[] = {0, 5, 128, 131}, others[] = {6, 127, 132, UINT32_MAX};
    for (size_t i = 0; i < 4; i++) {
        char expected[80];
        snprintf(expected, sizeof expected,
                 "unknown-language@8 language: %u is not a language of the game", others[i]);
        tlk_told(languages[i], 7, 0, "");
        tlk_told(others[i], 7, 0, expected);
    }
    tlk_told(0, 8, 0, "unknown-flags@60 flags: string 1 has flags 0x8");
    tlk_told(0, 0x8000, 0, "");
    tlk_told(0, 0x8001, 0, "unknown-flags@60 flags: string 1 has flags 0x8001");
    tlk_told(0, 7, 2.5f, "");
    tlk_told(0, 7, -0.5f, "no-length@96 sound_length: string 1 has no such length");
    tlk_told(0, 7, NAN, "no-length@96 sound_length: string 1 has no such length");
}

/* ---- 2DA ---- */

static void table_told(const char *columns, const char *cells, const char *expected)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    char json[400];
    int n = snprintf(json, sizeof json,
                     "{\"format\":\"twoda\",\"version\":1,\"form\":\"binary\",\"columns\":[%s],"
                     "\"rows\":[{\"label\":\"0\",\"cells\":[%s]},"
                     "{\"label\":\"1\",\"cells\":[%s]}]}",
                     columns, strchr(columns, ',') == strrchr(columns, ',') ? "null,null" : cells,
                     cells);
    check_note("%s, %s", columns, cells);
    struct rq_doc *doc =
        rq_doc_from_json((struct rq_bytes){(const uint8_t *)json, (size_t)n}, NULL, &err);
    CHECK(doc && rq_doc_write(doc, &out, &err));
    CHECK_STR(err.text, "");
    rq_doc_free(doc);
    told(rq_out_bytes(&out), "twoda", expected);
    rq_out_free(&out);
}

/* C reads whole numbers with a 0 before them as octal; a single digit below 8 is the same in both ways. */
static void test_tables(void)
{
#define OCTAL(column) "octal@0 rows: 1 cells, the first in row 1, column " #column
    static const char *const plain[] = {"0",    "00",  "07",   "-07", "+0",  "8",  "10",
                                        "0x10", "01a", "010a", "0.5", "000", "0-1"};
    static const char *const octal[] = {"010", "08", "-08", "+017", "0010", "09", "-0010"};
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        char cells[40];
        snprintf(cells, sizeof cells, "null,\"%s\"", plain[i]);
        table_told("\"a\",\"b\"", cells, "");
    }
    for (size_t i = 0; i < sizeof octal / sizeof octal[0]; i++) {
        char cells[40];
        snprintf(cells, sizeof cells, "null,\"%s\"", octal[i]);
        table_told("\"a\",\"b\"", cells, OCTAL(1));
    }
    table_told("\"a\",\"b\"", "\"010\",\"08\"",
               "octal@0 rows: 2 cells, the first in row 1, column 0");
    table_told("\"a\",\"A\"", "null,null",
               "duplicate-name@0 columns: columns 0 and 1 are both \"A\"");
    table_told("\"a\",\"b\",\"a\",\"a\"", "null,null,null,null",
               "duplicate-name@0 columns: columns 0 and 2 are both \"a\"\n"
               "duplicate-name@0 columns: columns 0 and 3 are both \"a\"");
}

TESTS(test_names, test_too_many, test_keys, test_many_keys, test_strings, test_tables)
