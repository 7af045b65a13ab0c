/* The size of a binary 2DA by its own account: names of columns, labels, offsets, texts. */
#include "formats/kotor/twoda_parts.h"

enum { FIRST = 9 };

/* Behind the next `mark`; the size of the file when there is none. */
static size_t behind(struct rq_bytes in, size_t at, int mark)
{
    const uint8_t *p = at < in.size ? memchr(in.data + at, mark, in.size - at) : NULL;
    return p ? (size_t)(p - in.data) + 1 : in.size;
}

uint64_t rq_twoda_extent(struct rq_bytes in, bool *exact)
{
    *exact = true;
    if (in.size < FIRST || memcmp(in.data, "2DA V2.b\n", FIRST) != 0)
        return 0;
    size_t at = behind(in, FIRST, 0), columns = 0;
    for (size_t i = FIRST; i < at; i++)
        columns += in.data[i] == '\t';
    if (in.size - at < 4)
        return 0;
    uint64_t rows = rq_get32(in.data + at), words;
    at += 4;
    for (uint64_t i = 0; i < rows; i++) {
        size_t next = behind(in, at, '\t');
        /* Images of the game's memory end labels by NUL; a label without an end tells nothing. */
        if (next == in.size || memchr(in.data + at, 0, next - at))
            return 0;
        at = next;
    }
    words = rows * columns * 2 + 2;
    if (words > in.size - at) {
        *exact = false;
        return at + words;
    }
    /* Two of the files measured give 0 for the size of their texts. */
    uint32_t texts = rq_get16(in.data + at + words - 2);
    *exact = texts != 0;
    return at + words + texts;
}
