#include "core/part.h"

#include "core/text.h"

struct rq_part rq_part_cut(const char **path)
{
    struct rq_part part = {*path, strcspn(*path, "/")};
    *path = part.text[part.size] ? part.text + part.size + 1 : NULL;
    return part;
}

bool rq_part_is(struct rq_part part, const char *word)
{
    return part.size == strlen(word) && memcmp(part.text, word, part.size) == 0;
}

static bool alike(const char *a, const char *b, size_t size)
{
    size_t i = 0;
    while (i < size && rq_lower(a[i]) == rq_lower(b[i]))
        i++;
    return i == size;
}

bool rq_part_names(struct rq_part part, enum rq_codepage page, struct rq_bytes name)
{
    uint8_t high = 0;
    for (size_t i = 0; i < name.size; i++)
        high |= name.data[i];
    if (high < 0x80)
        return part.size == name.size && alike(part.text, (const char *)name.data, part.size);
    /* A letter of any page is one to three bytes of UTF-8. */
    if (part.size < name.size / 2)
        return false;
    struct rq_out utf8 = {0};
    rq_text_decode(&utf8, page, name);
    bool same = !utf8.failed && part.size == utf8.size &&
                alike(part.text, (const char *)utf8.data, part.size);
    rq_out_free(&utf8);
    return same;
}

bool rq_part_number(struct rq_part part, uint32_t *number)
{
    uint64_t value = 0;
    for (size_t i = 0; i < part.size; i++) {
        if (part.text[i] < '0' || part.text[i] > '9')
            return false;
        value = value * 10 + (uint64_t)(part.text[i] - '0');
        if (value > UINT32_MAX)
            return false;
    }
    *number = (uint32_t)value;
    return part.size != 0;
}

bool rq_part_repeat(struct rq_part part, struct rq_part *stem, uint32_t *nth)
{
    size_t at = part.size;
    uint32_t number = 0;
    while (at && part.text[at - 1] != '#')
        at--;
    if (!at || !rq_part_number((struct rq_part){part.text + at, part.size - at}, &number) ||
        !number)
        return false;
    *stem = (struct rq_part){part.text, at - 1};
    *nth = number;
    return true;
}
