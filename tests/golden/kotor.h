/* What the golden tests of KotOR's small formats share: those of redguard.h, and the corpus. */
#ifndef TESTS_GOLDEN_KOTOR_H
#define TESTS_GOLDEN_KOTOR_H

#include "redguard.h"

#include <reliquary/line.h>

static inline struct rq_bytes bytes_of(const char *text)
{
    return (struct rq_bytes){(const uint8_t *)text, strlen(text)};
}

/* A literal with zero bytes in it. */
#define LITERAL(text) ((struct rq_bytes){(const uint8_t *)(text), sizeof(text) - 1})

static inline void check_bytes(struct rq_bytes bytes, const char *expected)
{
    CHECK_MEM(bytes.data, bytes.size, expected, strlen(expected));
}

/* The findings of a text, as "id id id". */
static inline void check_findings(struct rq_bytes file, const char *format, const char *ids)
{
    char text[512] = "";
    const struct rq_finding *findings;
    struct rq_doc *doc = read_as(file, format);
    REQUIRE(doc != NULL);
    size_t count = rq_doc_findings(doc, &findings);
    for (size_t i = 0; i < count; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i ? " " : "",
                 findings[i].id);
    CHECK_STR(text, ids);
    rq_doc_free(doc);
}

/* The document's JSON holds this. */
static inline void check_json_has(struct rq_bytes file, const char *format, const char *part)
{
    struct rq_doc *doc = read_as(file, format);
    REQUIRE(doc != NULL);
    struct rq_out json = json_of(doc);
    if (!CHECK(strstr((const char *)json.data, part) != NULL))
        printf("    %s\n", (const char *)json.data);
    rq_out_free(&json);
    rq_doc_free(doc);
}

#endif
