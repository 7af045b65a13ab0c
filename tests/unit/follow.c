/* Fields that follow from the rest of a document, on a WAV: two chunks, by the rules of RIFF
 * (byte_rate = rate * block_align, block_align = channels * bits / 8, fact = frames). */
#include "formats/format.h"
#include "support/check.h"
#include "support/json_edit.h"

#include <stdio.h>

#define FMT(rate, byte_rate)                                                                       \
    "{\"id\":\"fmt \",\"codec\":1,\"channels\":1,\"rate\":" #rate ",\"byte_rate\":" #byte_rate     \
    ",\"block_align\":2,\"bits\":16}"
#define WAV(chunks, more) "{\"format\":\"wav\",\"version\":1,\"chunks\":[" chunks "]" more "}"
#define DATA              "{\"id\":\"data\",\"data\":\"AAABAAIAAwA=\"}" /* 4 frames */

static struct rq_bytes of(const char *text)
{
    return (struct rq_bytes){(const uint8_t *)text, strlen(text)};
}

/* The word at `at` of the file that the JSON becomes. */
static uint32_t built(const char *json, size_t at)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_doc *doc = rq_doc_from_json(of(json), NULL, &err);
    uint32_t word = 0;
    CHECK_STR(err.text, "");
    if (CHECK(doc && rq_doc_write(doc, &out, &err) && out.size >= at + 4))
        word = rq_get32(out.data + at);
    rq_out_free(&out);
    rq_doc_free(doc);
    return word;
}

enum { BYTE_RATE = 12 + 8 + 8, FACT = 12 + 24 + 8 };

static void test_derived(void)
{
    CHECK_INT(built(WAV(FMT(8000, 16000) "," DATA, ""), BYTE_RATE), 16000);
    /* After an edit of the rate the old value is there still, or it is left out: what follows. */
    CHECK_INT(built(WAV(FMT(11025, 16000) "," DATA, ""), BYTE_RATE), 22050);
    CHECK_INT(built(WAV(FMT(8000, 16000) ",{\"id\":\"fact\",\"samples\":9}," DATA, ""), FACT), 4);
}

#define KEPT(path, stored, follows, of)                                                            \
    ",\"kept\":{\"values\":[[\"" path "\"," #stored "," #follows "]],\"of\":" #of "}"

/* What a file holds instead stays while the same follows; then what follows. */
static void test_kept(void)
{
    CHECK_INT(built(WAV(FMT(8000, 5) "," DATA, KEPT("chunks/0/byte_rate", 5, 16000, 2)), BYTE_RATE),
              5);
    CHECK_INT(
        built(WAV(FMT(11025, 5) "," DATA, KEPT("chunks/0/byte_rate", 5, 16000, 2)), BYTE_RATE),
        22050);
    /* With a chunk more the paths may name others. */
    CHECK_INT(built(WAV(FMT(8000, 5) ",{\"id\":\"fact\",\"samples\":4}," DATA,
                        KEPT("chunks/0/byte_rate", 5, 16000, 2)),
                    BYTE_RATE),
              16000);
    CHECK_INT(built(WAV(FMT(8000, 5) "," DATA, KEPT("chunks/1/byte_rate", 5, 16000, 2)), BYTE_RATE),
              16000);
}

/* Of two values that are kept, in the order of the file, each stays or follows by itself. */
static void test_two_kept(void)
{
    enum { ALIGN = BYTE_RATE + 4 }; /* with the bits, 16, behind it */
    static const struct {
        const char *align, *rate; /* stored, and what followed then */
        uint32_t word, byte_rate;
    } cases[] = {{"3,2", "5,16000", 3, 5},
                 {"3,2", "5,16001", 3, 16000},
                 {"3,4", "5,16000", 2, 5},
                 {"3,4", "5,16001", 2, 16000}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char kept[200], json[600];
        snprintf(kept, sizeof kept,
                 ",\"kept\":{\"values\":[[\"chunks/0/block_align\",%s],"
                 "[\"chunks/0/byte_rate\",%s]],\"of\":2}",
                 cases[i].align, cases[i].rate);
        snprintf(json, sizeof json, "%s%s}",
                 "{\"format\":\"wav\",\"version\":1,\"chunks\":[" FMT(8000, 5) "," DATA "]", kept);
        check_note("%s, %s", cases[i].align, cases[i].rate);
        CHECK_INT(built(json, ALIGN), cases[i].word | 16u << 16);
        CHECK_INT(built(json, BYTE_RATE), cases[i].byte_rate);
    }
}

/* PVO: leaves name runs of "ids" by number. */
static void test_counts(void)
{
    static const char text[] = "{\"format\":\"pvo\",\"version\":1,\"cell_size\":8192,"
                               "\"center\":[0,0,0],\"reserved\":0,\"sections\":[\"OCTH\","
                               "\"OCTR\",\"PLST\",\"MLST\"],\"nodes\":[[0,0]],"
                               "\"leaves\":[[1,1]],\"ids\":[[5,6]]%s}";
    static const struct {
        const char *counts, *error;
    } cases[] = {
        {"", ""},
        {",\"counts\":{\"nodes\":1,\"leaves\":1,\"ids\":2}", ""},
        {",\"counts\":{\"nodes\":1,\"ids\":1}",
         "JSON line 1: \"ids\" has 2 elements, \"counts\" says 1: adapt what names them by number, "
         "and take it out of \"counts\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char json[512];
        struct rq_error err = {0};
        snprintf(json, sizeof json, text, cases[i].counts);
        struct rq_doc *doc = rq_doc_from_json(of(json), NULL, &err);
        CHECK_STR(err.text, cases[i].error);
        CHECK((doc != NULL) == (cases[i].error[0] == 0));
        rq_doc_free(doc);
    }
}

/* What the tool itself writes under "counts", after an edit: elements that are others are an edit,
 * the same ones in another order are none, for nodes, leaves and runs of "ids" go by their numbers. */
static void test_order(void)
{
    static const char text[] = "{\"format\":\"pvo\",\"version\":1,\"cell_size\":8192,"
                               "\"center\":[0,0,0],\"reserved\":0,\"sections\":[\"OCTH\","
                               "\"OCTR\",\"PLST\",\"MLST\"],\"nodes\":[[1,0,1],[0,1]],"
                               "\"leaves\":[[1,1],[1,0]],\"ids\":[[5,6]]}";
    static const struct {
        struct edit edits[2];
        const char *list; /* that refuses it */
    } cases[] = {
        {{{EDIT_SWAP, "nodes/0", NULL}}, "nodes"},
        {{{EDIT_SWAP, "leaves/0", NULL}}, "leaves"},
        {{{EDIT_SWAP, "ids/0/0", NULL}}, "ids"},
        {{{EDIT_SET, "ids/0/0", "7"}}, NULL},
        {{{EDIT_SET, "ids/0/0", "6"}}, NULL}, /* both are 6 now */
        {{{EDIT_SET, "counts/ids", "2"}}, NULL},
        {{{EDIT_SET, "counts/ids", "[2]"}}, NULL},
        {{{EDIT_SET, "counts/ids", "[2, 0, 0, 0]"}}, "[count, order, members]"},
    };
    struct rq_error err = {0};
    struct rq_out json = {0};
    struct rq_doc *doc = rq_doc_from_json(of(text), NULL, &err);
    REQUIRE(doc && rq_doc_to_json(doc, &json, &err));
    rq_doc_free(doc);
    rq_put8(&json, 0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_error why = {0};
        char *edited = edit_all((const char *)json.data, cases[i].edits);
        REQUIRE(edited != NULL);
        check_note("case %zu: %s", i, why.text);
        doc = rq_doc_from_json(of(edited), NULL, &why);
        CHECK((doc != NULL) == (cases[i].list == NULL));
        CHECK(!cases[i].list || strstr(why.text, cases[i].list) != NULL);
        rq_doc_free(doc);
        rq_mem(NULL, edited, 0);
    }
    rq_out_free(&json);
}

/* From a file with such a value: a finding, JSON that names it, and the same bytes again. */
static void test_found(void)
{
    struct rq_error err = {0};
    struct rq_out file = {0}, json = {0};
    const struct rq_finding *findings = NULL;
    struct rq_doc *doc = rq_doc_from_json(of(WAV(FMT(8000, 0) "," DATA, "")), NULL, &err);
    REQUIRE(doc && rq_doc_write(doc, &file, &err));
    rq_doc_free(doc);
    rq_set32(file.data + BYTE_RATE, 7);
    doc = rq_doc_read(rq_out_bytes(&file), NULL, &err);
    REQUIRE(doc != NULL);
    REQUIRE(rq_doc_findings(doc, &findings) == 1);
    CHECK_STR(findings[0].id, "wav-stale-value");
    CHECK_STR(findings[0].where, "chunks/0/byte_rate");
    CHECK_STR(findings[0].text, "7, but 16000 follows from the rest (1 of 2)");
    CHECK(rq_doc_to_json(doc, &json, &err));
    rq_put8(&json, 0);
    CHECK(strstr((const char *)json.data, "[\"chunks/0/byte_rate\", 7, 16000]") != NULL);
    CHECK_INT(rq_doc_verify(rq_out_bytes(&file), NULL, true, &err), RQ_IDENTICAL);
    rq_out_free(&json);
    rq_out_free(&file);
    rq_doc_free(doc);
}

static void test_refused(void)
{
    static const struct {
        const char *json, *text;
    } bad[] = {
        {WAV(DATA, ",\"kept\":{\"values\":[[\"a\",1,2,3]]}"),
         "JSON line 1: a row of \"kept\" is [path, stored, follows]"},
        {WAV(DATA, ",\"kept\":{\"values\":[[\"a\",1],[\"b\",1,2]]}"),
         "JSON line 1: a row of \"kept\" is [path, stored, follows]"},
        {WAV(DATA, ",\"kept\":{\"more\":1}"), "JSON line 1: no field is named \"more\" here"},
        {"{\"format\":\"lip\",\"version\":1,\"kept\":{}}",
         "JSON line 1: no field is named \"kept\" here"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct rq_error err = {0};
        struct rq_doc *doc = rq_doc_from_json(of(bad[i].json), NULL, &err);
        CHECK(!doc);
        CHECK_STR(err.text, bad[i].text);
        rq_doc_free(doc);
    }
}

TESTS(test_derived, test_kept, test_two_kept, test_counts, test_order, test_found, test_refused)
