/* The differences of all pairs of documents that have elements in other orders and numbers, changed,
 * doubled and left out. Held to tests/contract/pairs.txt, a line for each form; see said.h. */
#include "said.h"

#include <reliquary/reliquary.h>

/* A letter is an element; a small one is the same with another value. */
static const char *const orders[] = {
    "",        "A",       "B",      "a",          "AB",      "BA",         "ABC",    "ACB",
    "AbC",     "CAB",     "ABCDEF", "ACDEF",      "ABDEF",   "ABCDE",      "BCDEF",  "ABXCDEF",
    "XABCDEF", "ABCDEFX", "FEDCBA", "ABcDEF",     "ABcXDEF", "aBCDEf",     "AXCDYF", "AABBCC",
    "ABABAB",  "AAAA",    "AAA",    "ABCDEFGHIJ", "ABGHIJ",  "abcdefghij", "XYZ",    "ABCxDEF",
};
enum { ORDERS = sizeof orders / sizeof orders[0] };

struct form {
    const char *name;
    const char *head, *tail;
    void (*put)(struct rq_out *json, char letter, size_t place);
};

static unsigned number_of(char letter)
{
    return letter >= 'a' ? (unsigned)letter - 'a' + 101 : (unsigned)letter - 'A' + 1;
}

static char large(char letter)
{
    return (char)(letter >= 'a' ? letter - 32 : letter);
}

static void put_tagged(struct rq_out *json, char letter, size_t place)
{
    (void)place;
    rq_putf(json, "{\"id\":%u,\"fields\":[[\"Tag\",\"string\",\"%c\"],[\"N\",\"int\",%u]]}",
            number_of(letter) % 3, large(letter), number_of(letter));
}

static void put_nameless(struct rq_out *json, char letter, size_t place)
{
    (void)place;
    rq_putf(json, "{\"id\":0,\"fields\":[[\"N\",\"%s\",%u],[\"N\",\"byte\",1]]}",
            letter >= 'a' ? "word" : "byte", number_of(letter));
}

/* Some of the elements have a name, others have none. */
static void put_mixed(struct rq_out *json, char letter, size_t place)
{
    (number_of(letter) % 2 ? put_tagged : put_nameless)(json, letter, place);
}

static void put_row(struct rq_out *json, char letter, size_t place)
{
    rq_putf(json, "{\"label\":\"%zu\",\"cells\":[\"%c\",\"%u\",null]}", place, large(letter),
            number_of(letter));
}

static void put_key(struct rq_out *json, char letter, size_t place)
{
    (void)place;
    rq_putf(json, "[%u.5,%u]", number_of(large(letter)), number_of(letter) % 16);
}

static void put_string(struct rq_out *json, char letter, size_t place)
{
    rq_putf(json, "{\"strref\":%zu,\"flags\":1,\"text\":\"%c\"}", place, letter);
}

static void put_file(struct rq_out *json, char letter, size_t place)
{
    (void)place;
    rq_putf(json,
            "{\"name\":\"%c.utc\",\"document\":{\"format\":\"gff\",\"version\":1,\"type\":"
            "\"UTC \",\"encoding\":\"cp1252\",\"layout\":\"depth-first\",\"root\":{\"id\":"
            "4294967295,\"fields\":[[\"Tag\",\"string\",\"%c\"]]}}}",
            large(letter), letter);
}

static void put_room(struct rq_out *json, char letter, size_t place)
{
    rq_putf(json, "{\"room\":\"%c\",\"sees\":[\"%c\"]}", large(letter),
            place % 2 ? letter : large(letter));
}

/* clang-format off */
#define GFF_HEAD(type, label)                                                                       \
    "{\"format\":\"gff\",\"version\":1,\"type\":\"" type "\",\"encoding\":\"cp1252\",\"layout\":"      \
    "\"depth-first\",\"root\":{\"id\":4294967295,\"fields\":[[\"" label "\",\"list\",["
static const struct form forms[] = {
    {"tagged", GFF_HEAD("UTC ", "L"), "]]]}}", put_tagged},
    {"nameless", GFF_HEAD("UTC ", "L"), "]]]}}", put_nameless},
    {"mixed", GFF_HEAD("GFF ", "M"), "]]]}}", put_mixed},
    {"rows", "{\"format\":\"twoda\",\"version\":1,\"form\":\"binary\",\"layout\":\"first_use\","
     "\"columns\":[\"label\",\"x\",\"y\"],\"rows\":[", "]}", put_row},
    {"keys", "{\"format\":\"lip\",\"version\":1,\"length\":30.0,\"keys\":[", "]}", put_key},
    {"strings", "{\"format\":\"tlk\",\"version\":1,\"language\":0,\"layout\":\"in_order\",\"strings\":[",
     "]}", put_string},
    {"files", "{\"format\":\"erf\",\"version\":1,\"type\":\"MOD \",\"build_year\":1,\"build_day\":2,"
     "\"description_strref\":0,\"zero_description_offset\":false,\"descriptions\":[],\"resources\":[",
     "]}", put_file},
    {"rooms", "{\"format\":\"vis\",\"version\":1,\"end\":\"crlf\",\"lines\":[", "]}", put_room},
};
/* clang-format on */
enum { FORMS = sizeof forms / sizeof forms[0] };

/* The document is written and read again, so that what is inside of it is a file. */
static struct rq_doc *make(const struct form *form, const char *order, struct rq_out *file)
{
    struct rq_out json = {0};
    struct rq_error err = {0};
    rq_put_str(&json, form->head);
    for (size_t i = 0; order[i]; i++) {
        rq_put_str(&json, i ? "," : "");
        form->put(&json, order[i], i);
    }
    rq_put_str(&json, form->tail);
    struct rq_doc *doc = rq_doc_from_json(rq_out_bytes(&json), NULL, &err), *again = NULL;
    check_note("%s %s", form->name, order);
    const struct rq_options options = {.format = doc ? rq_doc_format(doc) : NULL};
    if (CHECK(doc && rq_doc_write(doc, file, &err)))
        again = rq_doc_read(rq_out_bytes(file), &options, &err);
    CHECK_STR(err.text, "");
    CHECK(again != NULL);
    rq_doc_free(doc);
    rq_out_free(&json);
    return again;
}

static void tell_difference(void *ctx, const char *path, const char *a, const char *b)
{
    said(ctx, "%s: %s, %s", path, a ? a : "-", b ? b : "-");
}

static size_t compare(struct said *s, struct rq_doc *a, struct rq_doc *b)
{
    struct rq_error err = {0};
    size_t count = 0;
    CHECK(rq_doc_diff(a, b, tell_difference, s, &count, &err));
    said(s, "%zu", count);
    return count;
}

static void visit_form(const struct form *form, struct rq_doc *other, struct rq_out *lines)
{
    struct said s = {.hash = hash_of("", 0), .show = said_file(form->name)};
    struct rq_doc *docs[ORDERS];
    struct rq_out files[ORDERS] = {{0}};
    size_t all = 0;
    for (size_t i = 0; i < ORDERS; i++)
        docs[i] = make(form, orders[i], &files[i]);
    for (size_t i = 0; i < ORDERS * ORDERS; i++) {
        said(&s, "-- %s, %s", orders[i / ORDERS], orders[i % ORDERS]);
        if (docs[i / ORDERS] && docs[i % ORDERS])
            all += compare(&s, docs[i / ORDERS], docs[i % ORDERS]);
    }
    said(&s, "-- another format");
    if (other && docs[ORDERS - 1])
        all += compare(&s, docs[ORDERS - 1], other);
    rq_putf(lines, "%016llx %zu %s\n", (unsigned long long)s.hash, all, form->name);
    for (size_t i = 0; i < ORDERS; i++) {
        rq_doc_free(docs[i]);
        rq_out_free(&files[i]);
    }
    if (s.show)
        fclose(s.show);
}

static void test_pairs(void)
{
    struct rq_out lines = {0};
    for (size_t i = 0; i < FORMS; i++) {
        struct rq_out file = {0};
        struct rq_doc *other = make(&forms[(i + 3) % FORMS], "ABC", &file);
        visit_form(&forms[i], other, &lines);
        rq_doc_free(other);
        rq_out_free(&file);
    }
    said_compare("pairs", &lines, NULL);
    rq_out_free(&lines);
}

TESTS(test_pairs)
