/* StrRefN and 2DAMEMORYN: values that one instruction stores and a later one uses. */
#include "core/line.h"
#include "core/text.h"
#include "patch/parts.h"

#include <stdio.h>

static const struct {
    const char *word;
    bool memory;
} words[] = {{"StrRef", false}, {"2DAMEMORY", true}};

static bool digits(const char *text, size_t size, uint32_t *number)
{
    uint64_t v = 0;
    for (size_t i = 0; i < size; i++) {
        if (text[i] < '0' || text[i] > '9' || size > 9)
            return false;
        v = v * 10 + (uint64_t)(text[i] - '0');
    }
    *number = (uint32_t)v;
    return size > 0;
}

bool token_name(const char *text, bool *memory, uint32_t *number)
{
    for (size_t i = 0; i < 2; i++) {
        size_t size = strlen(words[i].word);
        *memory = words[i].memory;
        if (starts_with(text, words[i].word) && digits(text + size, strlen(text + size), number))
            return true;
    }
    return false;
}

static struct token *find(const struct rq_patch *p, bool memory, uint32_t number)
{
    for (uint32_t i = 0; i < p->token_count; i++)
        if (p->tokens[i].memory == memory && p->tokens[i].number == number)
            return &p->tokens[i];
    return NULL;
}

const struct token *token_get(const struct rq_patch *p, bool memory, uint32_t number)
{
    return find(p, memory, number);
}

void token_set(struct rq_patch *p, bool memory, uint32_t number, const char *value, bool path)
{
    struct token *old = find(p, memory, number);
    struct token token = {memory, path, number, keep(p, value, strlen(value))};
    if (old) {
        *old = token;
        return;
    }
    struct token *tokens =
        rq_arena_more(&p->arena, &p->tokens, p->token_count, &p->token_room, sizeof token);
    if (!tokens)
        return;
    tokens[p->token_count++] = token;
}

const char *token_value(struct rq_patch *p, unsigned line, const char *text)
{
    bool memory;
    uint32_t number;
    if (!token_name(text, &memory, &number))
        return text;
    const struct token *token = token_get(p, memory, number);
    if (!token)
        tell(p, RQ_PATCH_ERROR, line,
             "nothing has set %s%u before this line; the change is left out", words[memory].word,
             number);
    return token ? token->value : NULL;
}

bool token_number(struct rq_patch *p, unsigned line, const char *text, uint32_t *number)
{
    const char *value = token_value(p, line, text);
    int64_t v;
    if (!value)
        return false;
    if (!rq_line_number(rq_line_of(value), &v) || v < INT32_MIN || v > UINT32_MAX) {
        tell(p, RQ_PATCH_ERROR, line, "\"%s\" is no number of 32 bits; the change is left out",
             value);
        return false;
    }
    *number = (uint32_t)v;
    return true;
}

/* The token that stands between hashes at text; its length with both, 0: none. Case counts here. */
static size_t hashed(const char *text, size_t left, bool *memory, uint32_t *number)
{
    for (size_t i = 0; i < 2; i++) {
        size_t size = strlen(words[i].word);
        if (left < size + 3 || memcmp(text + 1, words[i].word, size) != 0)
            continue;
        const char *end = memchr(text + 1 + size, '#', left - 1 - size);
        *memory = words[i].memory;
        if (end && digits(text + 1 + size, (size_t)(end - text) - 1 - size, number))
            return (size_t)(end - text) + 1;
    }
    return 0;
}

bool token_script(struct rq_patch *p, unsigned line, const char *file, struct rq_bytes text,
                  struct rq_bytes *replaced)
{
    struct rq_out out = {0};
    bool fine = true;
    for (size_t i = 0; i < text.size;) {
        bool memory;
        uint32_t number;
        const char *at = (const char *)text.data + i;
        size_t size = *at == '#' ? hashed(at, text.size - i, &memory, &number) : 0;
        const struct token *token = size ? token_get(p, memory, number) : NULL;
        if (token)
            rq_put_str(&out, token->value);
        else
            rq_put(&out, at, size ? size : 1);
        if (size && !token) {
            tell(p, RQ_PATCH_ERROR, line, "%s uses %.*s, which nothing has set", file, (int)size,
                 at);
            fine = false;
        }
        i += size ? size : 1;
    }
    *replaced = keep_bytes(p, rq_out_bytes(&out));
    fine = fine && !out.failed;
    rq_out_free(&out);
    return fine;
}
