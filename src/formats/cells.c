#include "formats/cells.h"

static const char nul_sign[] = "\xEF\x9C\x80";

const char *rq_cell_text(struct rq_out *temp, enum rq_codepage page, struct rq_bytes bytes)
{
    rq_out_cut(temp, 0);
    while (bytes.size) {
        const uint8_t *nul = memchr(bytes.data, 0, bytes.size);
        size_t size = nul ? (size_t)(nul - bytes.data) : bytes.size;
        rq_text_decode(temp, page, (struct rq_bytes){bytes.data, size});
        if (nul)
            rq_put(temp, nul_sign, 3);
        size += nul != NULL;
        bytes = (struct rq_bytes){bytes.data + size, bytes.size - size};
    }
    rq_put8(temp, 0);
    return temp->failed ? NULL : (const char *)temp->data;
}

const char *rq_cell_keep(struct rq_arena *arena, struct rq_out *temp, enum rq_codepage page,
                         struct rq_bytes bytes)
{
    const char *text = rq_cell_text(temp, page, bytes);
    return text ? rq_arena_text(arena, text, temp->size - 1) : NULL;
}

static bool encode(struct rq_out *temp, enum rq_codepage page, const char *text, size_t *bad)
{
    const char *start = text;
    rq_out_cut(temp, 0);
    for (;;) {
        const char *nul = strstr(text, nul_sign);
        size_t size = nul ? (size_t)(nul - text) : strlen(text);
        if (!rq_text_encode(temp, page, (struct rq_bytes){(const uint8_t *)text, size}, bad)) {
            *bad += (size_t)(text - start);
            return false;
        }
        if (!nul)
            return true;
        rq_put8(temp, 0);
        text = nul + 3;
    }
}

bool rq_cell_bytes(struct rq_arena *arena, struct rq_out *temp, enum rq_codepage page,
                   const char *text, const char *where, struct rq_bytes *bytes,
                   struct rq_error *err)
{
    size_t bad = 0;
    uint32_t code = 0;
    if (!encode(temp, page, text, &bad) && !temp->failed) {
        rq_utf8_get((const uint8_t *)text + bad, strlen(text + bad), &code);
        return rq_fail(err, RQ_USAGE, 0, where, "U+%04X at byte %zu of the text is not in %s", code,
                       bad, rq_codepage_name(page));
    }
    uint8_t *copy = temp->failed ? NULL : rq_arena_get(arena, temp->size + 1, 1);
    if (!copy)
        return rq_fail(err, RQ_NO_MEMORY, 0, where, "out of memory");
    if (temp->size)
        memcpy(copy, temp->data, temp->size);
    *bytes = (struct rq_bytes){copy, temp->size};
    return true;
}

size_t rq_table_column(const struct rq_table *table, const char *heading)
{
    size_t i = 0;
    while (i < table->column_count && rq_casecmp(table->columns[i], heading) != 0)
        i++;
    return i;
}
