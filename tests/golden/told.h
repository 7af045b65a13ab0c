/* What is told of a document, as text: findings and facts. */
#ifndef RQ_TEST_TOLD_H
#define RQ_TEST_TOLD_H

#include "redguard.h"

/* Findings of a file of a format, "id@place where: text" in lines; the ids are without the name of the format. */
static inline void told(struct rq_bytes file, const char *format, const char *expected)
{
    const struct rq_finding *f;
    struct rq_out out = {0};
    struct rq_doc *doc = read_as(file, format);
    check_note("%s %.*s", format, file.size < 40 ? (int)file.size : 40, (const char *)file.data);
    REQUIRE(doc != NULL);
    size_t count = rq_doc_findings(doc, &f), prefix = strlen(format) + 1;
    for (size_t i = 0; i < count; i++)
        rq_putf(&out, "%s%s@%llu %s: %s", i ? "\n" : "", f[i].id + prefix,
                (unsigned long long)f[i].offset, f[i].where, f[i].text);
    rq_put8(&out, 0);
    CHECK_STR((char *)out.data, expected);
    rq_out_free(&out);
    rq_doc_free(doc);
}

/* The same where all are warnings and nothing of the file is lost: "id place where: text", each with the end of its
 * line. */
static inline void warned(struct rq_bytes file, const char *format, const char *expected)
{
    const struct rq_finding *f;
    struct rq_out out = {0};
    struct rq_doc *doc = read_as(file, format);
    REQUIRE(doc != NULL);
    size_t count = rq_doc_findings(doc, &f);
    for (size_t i = 0; i < count; i++) {
        CHECK_INT(f[i].severity, RQ_WARNING);
        rq_putf(&out, "%s %llu %s: %s\n", f[i].id, (unsigned long long)f[i].offset, f[i].where,
                f[i].text);
    }
    rq_put8(&out, 0);
    CHECK_STR((char *)out.data, expected);
    CHECK(writes_same(doc, file, false));
    CHECK(writes_same(doc, file, true));
    rq_out_free(&out);
    rq_doc_free(doc);
}

/* The value of a fact; NULL: there is none. */
static inline const char *fact_of(struct rq_doc *doc, const char *key)
{
    struct rq_error err = {0};
    const struct rq_fact *facts;
    size_t count = 0, at = 0;
    CHECK(rq_doc_facts(doc, &facts, &count, &err));
    while (at < count && strcmp(facts[at].key, key) != 0)
        at++;
    return at < count ? facts[at].value : NULL;
}

#endif
