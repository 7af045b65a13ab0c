/* Names of parts as names of files, and back. */
#include "game/converters/converter.h"

#include <stdlib.h>

static int by_name(const void *a, const void *b)
{
    const struct rq_part_name *x = *(struct rq_part_name *const *)a;
    const struct rq_part_name *y = *(struct rq_part_name *const *)b;
    return rq_casecmp(x->name, y->name);
}

bool rq_part_names_compare(struct rq_arena *arena, struct rq_part_name *names, size_t count)
{
    struct rq_part_name **sorted = rq_arena_get(arena, count, sizeof(void *));
    if (!sorted)
        return false;
    for (size_t i = 0; i < count; i++)
        sorted[i] = &names[i];
    if (count)
        qsort(sorted, count, sizeof(void *), by_name);
    for (size_t i = 1; i < count; i++)
        if (by_name(&sorted[i - 1], &sorted[i]) == 0)
            sorted[i - 1]->like_another = sorted[i]->like_another = true;
    return true;
}

void rq_part_name_put(struct rq_out *out, const struct rq_part_name *name, bool apart)
{
    size_t start = out->size, size = strlen(name->name);
    for (size_t i = 0; i < size; i++) {
        uint8_t c = (uint8_t)name->name[i];
        bool end = i == 0 ? c == '.' : i == size - 1 && (c == '.' || c == ' ');
        bool upper = name->like_another && c >= 'A' && c <= 'Z';
        if (c < 0x20 || c == 0x7F || strchr("/\\:*?\"<>|%", c) || end || upper ||
            (apart && c == '_'))
            rq_putf(out, "%%%02x", c);
        else
            rq_put8(out, c);
    }
    rq_put8(out, 0);
    if (out->failed)
        return;
    /* A device of Windows, "com1": its first letter makes the difference. */
    bool safe = rq_name_is_safe((const char *)out->data + start);
    rq_out_cut(out, safe || !size ? out->size - 1 : start);
    if (!safe && size)
        rq_putf(out, "%%%02x%s", (uint8_t)name->name[0], name->name + 1);
}

static int digit_of(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

void rq_part_name_take(char *name)
{
    char *to = name;
    for (; *name; name++) {
        int high = *name == '%' ? digit_of(name[1]) : -1;
        int low = high >= 0 ? digit_of(name[2]) : -1;
        bool escaped = low >= 0 && high + low > 0;
        *to++ = (char)(escaped ? high << 4 | low : *name);
        name += escaped ? 2 : 0;
    }
    *to = 0;
}
