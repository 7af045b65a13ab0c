/* All edits of a text of words, as a script is one: each word goes, comes twice, changes places with the next,
 * loses its last letter, or becomes another. */
#ifndef TESTS_PROPERTY_WORDS_H
#define TESTS_PROPERTY_WORDS_H

#include "said.h"

#include <reliquary/script.h>
#include <string.h>

struct word {
    size_t start, size;
};

/* A name, a number, a text in quotes, a run of signs of operators, or one other letter. */
static inline size_t word_size(const char *p)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    size_t size = strspn(p, letters);
    if (*p >= '0' && *p <= '9' && p[size] == '.')
        size += 1 + strspn(p + size + 1, letters);
    if (*p == '"' || *p == '\'') {
        const char *end = strchr(p + 1, *p);
        size = end ? (size_t)(end - p) + 1 : 1;
    }
    if (!size)
        size = strspn(p, "+-*/%<>=!&|^");
    return size ? size : 1;
}

static inline void words_of(struct rq_out *words, const char *text)
{
    for (const char *p = text; *(p += strspn(p, " \t\n"));) {
        struct word word = {(size_t)(p - text), word_size(p)};
        rq_put(words, &word, sizeof word);
        p += word.size;
    }
}

enum { WORD_GONE, WORD_TWICE, WORD_BEHIND, WORD_CUT, WORD_OTHER };

/* The text with edit `kind` of word `at`; other is for kinds from WORD_OTHER on. Ends with a NUL. */
static inline void put_word_edit(struct rq_out *out, const char *text, const struct rq_out *words,
                                 size_t at, unsigned kind, const char *other)
{
    const struct word *word = (const struct word *)(const void *)words->data + at;
    bool last = (at + 1) * sizeof *word >= words->size;
    const char *p = text + word->start, *rest = p + word->size;
    rq_put(out, text, word->start);
    if (kind == WORD_TWICE)
        rq_put(out, p, word->size), rq_put8(out, ' ');
    if (kind == WORD_CUT)
        rq_put(out, p, word->size - 1);
    if (kind == WORD_BEHIND && !last) {
        rest = text + word[1].start;
        rq_put(out, rest, word[1].size), rq_put8(out, ' ');
        rest += word[1].size;
    }
    if (kind == WORD_TWICE || kind == WORD_BEHIND)
        rq_put(out, p, word->size);
    if (kind >= WORD_OTHER)
        rq_put_str(out, other);
    rq_put_str(out, rest);
    rq_put8(out, 0);
}

static inline const char *word_edit_name(unsigned kind, const char *other)
{
    static const char *const names[] = {"without", "twice", "behind the next", "cut by a letter"};
    return kind < WORD_OTHER ? names[kind] : other;
}

/* The middle, with `part` so often before it and `behind` as often after it; # is the number of the part. */
struct limit {
    const char *before, *part, *middle, *behind, *after;
    size_t from, to;
};

static inline void put_parts(struct rq_out *out, const char *part, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (const char *p = part; *p; p++)
            if (*p == '#')
                rq_putf(out, "%zu", i);
            else
                rq_put8(out, (uint8_t)*p);
}

/* Ends with a NUL. */
static inline void put_limit(struct rq_out *out, const struct limit *limit, size_t count)
{
    rq_put_str(out, limit->before);
    put_parts(out, limit->part, count);
    rq_put_str(out, limit->middle);
    put_parts(out, limit->behind, count);
    rq_put_str(out, limit->after);
    rq_put8(out, 0);
}

/* Bytes of any number. */
static inline void said_bytes(struct said *s, const char *what, struct rq_bytes bytes)
{
    said(s, "%s: %zu bytes, %016llx", what, bytes.size,
         (unsigned long long)hash_of(bytes.data, bytes.size));
}

/* The same, shown as they are. */
static inline void said_text(struct said *s, const char *what, struct rq_bytes text)
{
    said_bytes(s, what, text);
    if (s->show)
        fprintf(s->show, "%.*s\n", (int)text.size, (const char *)text.data);
}

static inline void said_error(struct said *s, const struct rq_error *err)
{
    said(s, "error %d at %llu, %s: %s", (int)err->code, (unsigned long long)err->offset, err->where,
         err->text);
}

static inline void said_problem(struct said *s, const struct rq_script_problem *p)
{
    said(s, "%d %s %s:%zu:%zu+%zu: %s; %s", (int)p->severity, p->id, p->file, p->line, p->column,
         p->width, p->message, p->hint);
    said_bytes(s, "line", p->from);
}

/* One line of the file of hashes. */
static inline void put_said(struct rq_out *lines, const struct said *s, const char *group,
                            const char *name, size_t good, size_t tried)
{
    rq_putf(lines, "%016llx %s: %s: %zu of %zu\n", (unsigned long long)s->hash, group, name, good,
            tried);
}

#endif
