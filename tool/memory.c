#include "tool.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Other threads may be at work: exit would take down what they use. Files are written by transactions, or under
 * another name until they are whole, and both survive that. */
_Noreturn void out_of_memory(void)
{
    complain("out of memory");
    fflush(stderr);
    _Exit(EXIT_UNWRITTEN);
}

void *need_more(void *ptr, size_t count, size_t size)
{
    bool fits = !size || count <= SIZE_MAX / size;
    void *got = fits ? rq_mem(NULL, ptr, count && size ? count * size : 1) : NULL;
    if (!got)
        out_of_memory();
    return got;
}

void *need(size_t count, size_t size)
{
    return memset(need_more(NULL, count, size), 0, count * size);
}

void *need_room(void *items, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return items;
    *room = *room ? *room * 2 : 16;
    return need_more(items, *room, size);
}

char *need_text(const char *fmt, ...)
{
    va_list args, again;
    va_start(args, fmt);
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, fmt, args);
    if (size < 0) /* longer than an int can tell */
        out_of_memory();
    char *text = need((size_t)size + 1, 1);
    vsnprintf(text, (size_t)size + 1, fmt, again);
    va_end(again);
    va_end(args);
    return text;
}

char *need_path(const char *folder, const char *name)
{
    char *path = rq_path_join(folder, name);
    if (!path)
        out_of_memory();
    return path;
}

void need_whole(const struct rq_out *out)
{
    if (out->failed)
        out_of_memory();
}

char *whole_text(struct rq_out *out)
{
    rq_put8(out, 0);
    need_whole(out);
    return (char *)out->data;
}

void print_whole(const struct rq_out *out)
{
    need_whole(out);
    if (out->size)
        fwrite(out->data, 1, out->size, stdout);
}
