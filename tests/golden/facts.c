/* The table of facts: each path leads to fields that the tables know. tests/cli/info.sh has values. */
#include "blueprint/facts.h"
#include "core/bytes.h"
#include "support/check.h"

#include <reliquary/blueprint.h>
#include <stdio.h>

static void check_row(const struct rq_fact_row *row, const char *kind)
{
    char path[128];
    const char *last = strrchr(row->path, '/');
    size_t base = last ? (size_t)(last + 1 - row->path) : 0;
    for (const char *label = row->path + base; *label;) {
        size_t size = strcspn(label, "+"), words = 0;
        for (size_t i = 0; i < size && row->how != RQ_FACT_COUNT; i++)
            words = label[i] == ' ' ? i + 1 : words;
        snprintf(path, sizeof path, "%.*s%.*s", (int)base, row->path, (int)(size - words),
                 label + words);
        const struct rq_field *field = rq_field_at(kind, path, NULL);
        check_note("%s %s: %s", kind, row->key, path);
        if (CHECK(field != NULL))
            CHECK_INT((field->types & 1u << RQ_GFF_LIST) != 0, row->how == RQ_FACT_COUNT);
        label += size + (label[size] == '+');
    }
}

static void test_rows(void)
{
    CHECK(rq_fact_row_count > 70);
    for (size_t i = 0; i < rq_fact_row_count; i++) {
        char kind[8];
        for (const char *c = rq_fact_rows[i].kinds; *c;) {
            size_t size = strcspn(c, " ");
            snprintf(kind, sizeof kind, "%.*s", (int)size, c);
            check_row(&rq_fact_rows[i], kind);
            c += size + (c[size] == ' ');
        }
    }
}

TESTS(test_rows)
