/* What programs say, as hashes that are held to a file of tests/contract. RQ_BLESS=1 stores them;
 * RQ_SHOW=FOLDER writes what is hashed. */
#ifndef TESTS_PROPERTY_SAID_H
#define TESTS_PROPERTY_SAID_H

#include "core/bytes.h"
#include "support/check.h"

#include <reliquary/reliquary.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct said {
    uint64_t hash;
    FILE *show; /* or NULL */
};

static inline struct rq_bytes text_of(const char *text)
{
    return (struct rq_bytes){(const uint8_t *)text, strlen(text)};
}

static inline uint64_t mix(uint64_t hash, const void *data, size_t size)
{
    const uint8_t *p = data;
    for (size_t i = 0; i < size; i++) /* FNV-1a */
        hash = (hash ^ p[i]) * 0x100000001B3u;
    return hash;
}

static inline uint64_t hash_of(const void *data, size_t size)
{
    return mix(0xCBF29CE484222325u, data, size);
}

static inline void said(struct said *s, const char *format, ...) RQ_PRINTF(2, 3);

static inline void said(struct said *s, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    int size = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    s->hash = mix(s->hash, text, size < (int)sizeof text ? (size_t)size : sizeof text - 1);
    if (s->show)
        fprintf(s->show, "%s\n", text);
}

/* So much of the text of an error as it says on every system: each has words of its own for why a file can't be opened. */
static inline int said_size(const struct rq_error *err)
{
    const char *end = strstr(err->text, "can't open it");
    return (int)(end ? (size_t)(end - err->text) + strlen("can't open it") : strlen(err->text));
}

static inline FILE *said_file(const char *name)
{
    const char *folder = getenv("RQ_SHOW");
    char path[512];
    snprintf(path, sizeof path, "%s/%s.txt", folder ? folder : "", name);
    return folder ? fopen(path, "wb") : NULL;
}

/* Every line stands in tests/contract/NAME.txt. Those of is_packed, which may be NULL (whose bytes another
 * library packs otherwise) are compared when the build is as that was. Lines that are stored and were not
 * made, such as samples of a library that is missing, are no matter. */
static inline void said_compare(const char *name, const struct rq_out *lines,
                                bool (*is_packed)(const char *line, size_t size))
{
    char path[512], text[256];
    size_t size;
    snprintf(path, sizeof path, RQ_SOURCE_DIR "/tests/contract/%s.txt", name);
    if (getenv("RQ_BLESS")) {
        struct rq_out file = {0};
        rq_putf(&file, "# Made by RQ_BLESS=1 property_%s; see tests/property/%s.c.\n", name, name);
        rq_putf(&file, "# built with: %s\n", rq_built_with());
        rq_put(&file, lines->data, lines->size);
        CHECK(check_write(path, file.data, file.size));
        rq_out_free(&file);
    }
    char *stored = (char *)check_read(path, &size);
    REQUIRE(stored != NULL);
    bool same_build = strstr(stored, rq_built_with()) != NULL;
    if (!same_build)
        SKIP_PART("the hashes were made by a build with other libraries");
    for (size_t at = 0; at < lines->size; at += size) {
        const char *line = (const char *)lines->data + at;
        size = (size_t)((const char *)memchr(line, '\n', lines->size - at) - line) + 1;
        snprintf(text, sizeof text, "\n%.*s", (int)size, line);
        check_note("%.*s", (int)size - 1, line);
        if (same_build || !is_packed || !is_packed(line, size))
            CHECK(strstr(stored, text) != NULL);
    }
    free(stored);
}

#endif
