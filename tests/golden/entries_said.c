/* Putting resources into RIM and ERF archives and taking them out: the order that is left, and what is refused, word by word. */
#include "kotor.h"

static const char *const formats[] = {"rim", "erf"};

/* "name=bytes" of all entries, with blanks between. */
static void check_entries(struct rq_doc *doc, const char *expected)
{
    const struct rq_entry *entries;
    struct rq_error err = {0};
    struct rq_out out = {0};
    size_t count = 0;
    CHECK(rq_doc_entries(doc, &entries, &count, &err));
    for (size_t i = 0; i < count; i++)
        rq_putf(&out, "%s%s=%.*s", i ? " " : "", entries[i].name, (int)entries[i].bytes.size,
                entries[i].bytes.size ? (const char *)entries[i].bytes.data : "");
    rq_put8(&out, 0);
    CHECK_STR((char *)out.data, expected);
    rq_out_free(&out);
}

/* The same when it is written and read again, without a finding but for an archive without resources. */
static void check_all(struct rq_doc *doc, const char *expected)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    const struct rq_finding *f;
    check_entries(doc, expected);
    CHECK(rq_doc_write(doc, &out, &err));
    struct rq_doc *again = rq_doc_read(rq_out_bytes(&out), NULL, &err);
    CHECK_STR(err.text, "");
    if (CHECK(again != NULL)) {
        check_entries(again, expected);
        CHECK_INT(rq_doc_findings(again, &f), expected[0] == 0);
    }
    rq_doc_free(again);
    rq_out_free(&out);
}

static void put(struct rq_doc *doc, const char *name, const char *text)
{
    struct rq_error err = {0};
    check_note("%s", name);
    CHECK(rq_doc_put_entry(doc, name, bytes_of(text), &err));
    CHECK_STR(err.text, "");
}

static void take_out(struct rq_doc *doc, const char *name)
{
    struct rq_error err = {0};
    check_note("%s", name);
    CHECK(rq_doc_remove_entry(doc, name, &err));
    CHECK_STR(err.text, "");
}

static void test_order(void)
{
    for (size_t i = 0; i < 2; i++) {
        struct rq_error err = {0};
        struct rq_doc *doc = rq_doc_new(rq_format_by_name(formats[i]), NULL, &err);
        REQUIRE(doc != NULL);
        put(doc, "a.txt", "1");
        put(doc, "b.txt", "22");
        put(doc, "b.utc", "3");
        put(doc, "Sixteen_Letters_.2da", "");
        check_all(doc, "a.txt=1 b.txt=22 b.utc=3 sixteen_letters_.2da=");
        put(doc, "B.TXT", "four");
        check_all(doc, "a.txt=1 b.txt=four b.utc=3 sixteen_letters_.2da=");
        take_out(doc, "B.utc");
        check_all(doc, "a.txt=1 b.txt=four sixteen_letters_.2da=");
        take_out(doc, "a.txt");
        check_all(doc, "b.txt=four sixteen_letters_.2da=");
        put(doc, "a.txt", "5");
        put(doc, "caf\xC3\xA9.txt", "6");
        check_all(doc, "b.txt=four sixteen_letters_.2da= a.txt=5 caf\xC3\xA9.txt=6");
        take_out(doc, "caf\xC3\xA9.txt");
        take_out(doc, "sixteen_letters_.2da");
        check_all(doc, "b.txt=four a.txt=5");
        take_out(doc, "a.txt");
        take_out(doc, "b.txt");
        check_all(doc, "");
        rq_doc_free(doc);
    }
}

static void test_refused(void)
{
    static const struct {
        const char *name, *put, *remove;
    } cases[] = {
        {"zork", "has no extension that the game knows", "has no extension that the game knows"},
        {"a.zork", "has no extension that the game knows", "has no extension that the game knows"},
        {"seventeen_letters.txt", "a resource name has 1 to 16 characters",
         "a resource name has 1 to 16 characters"},
        {"\xD0\xAF.txt", "a resource name has 1 to 16 characters",
         "a resource name has 1 to 16 characters"},
        {".txt", "is not a valid name for a resource", "a resource name has 1 to 16 characters"},
        {"a/b.txt", "is not a valid name for a resource", "is not in this archive"},
        {"CON.txt", "is not a valid name for a resource", "is not in this archive"},
        {"other.txt", NULL, "is not in this archive"},
        {"a.utc", NULL, "is not in this archive"},
    };
    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
            struct rq_error err = {0};
            struct rq_doc *doc = rq_doc_new(rq_format_by_name(formats[i]), NULL, &err);
            REQUIRE(doc != NULL);
            put(doc, "a.txt", "1");
            check_note("%s in %s", cases[k].name, formats[i]);
            CHECK(!rq_doc_remove_entry(doc, cases[k].name, &err));
            CHECK_INT(err.code, RQ_USAGE);
            CHECK_INT(err.offset, 0);
            CHECK_STR(err.where, cases[k].name);
            CHECK_STR(err.text, cases[k].remove);
            err = (struct rq_error){0};
            CHECK_INT(rq_doc_put_entry(doc, cases[k].name, bytes_of("2"), &err), !cases[k].put);
            CHECK_INT(err.code, cases[k].put ? RQ_USAGE : RQ_OK);
            CHECK_INT(err.offset, 0);
            CHECK_STR(err.where, cases[k].put ? cases[k].name : "");
            CHECK_STR(err.text, cases[k].put ? cases[k].put : "");
            if (cases[k].put)
                check_entries(doc, "a.txt=1");
            rq_doc_free(doc);
        }
}

TESTS(test_order, test_refused)
