#include "formats/cells.h"

#include "core/json.h"

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
        if (!rq_utf8_get((const uint8_t *)text + bad, strlen(text + bad), &code))
            return rq_fail(err, RQ_CORRUPT, 0, where, "not UTF-8: save the file as CSV UTF-8");
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

const char *rq_cell_f32(struct rq_arena *arena, float value)
{
    uint32_t bits = rq_bits_of(value);
    char text[32];
    if ((bits >> 23 & 0xFF) == 0xFF)
        return rq_arena_printf(arena, "0x%08x", bits);
    return rq_arena_text(arena, text, rq_f32_text(value, text));
}

static bool hex_bits(const char *text, float *value)
{
    uint32_t bits = 0;
    size_t digits = 0;
    static const char hex[] = "0123456789abcdef";
    for (const char *c = text + 2; *c; c++, digits++) {
        const char *digit = strchr(hex, rq_lower(*c));
        if (!digit || digits == 8)
            return false;
        bits = bits << 4 | (uint32_t)(digit - hex);
    }
    *value = rq_f32_of(bits);
    return digits == 8;
}

bool rq_cell_to_f32(const char *text, float *value)
{
    struct rq_error wrong = {0};
    struct rq_ctx alone = {.err = &wrong};
    struct rq_jr jr;
    if (text[0] == '0' && text[1] == 'x')
        return hex_bits(text, value);
    rq_jr_open(&jr, (struct rq_bytes){(const uint8_t *)text, strlen(text)}, NULL, &alone);
    bool number = rq_jr_peek(&jr) == RQ_J_NUMBER;
    if (number)
        *value = rq_jr_f32(&jr);
    return number && rq_jr_close(&jr);
}

bool rq_cell_to_u32(const char *text, uint32_t most, uint32_t *value)
{
    uint64_t v = 0;
    size_t digits = 0;
    for (; text[digits] >= '0' && text[digits] <= '9' && v <= most; digits++)
        v = v * 10 + (uint64_t)(text[digits] - '0');
    *value = (uint32_t)v;
    return digits && !text[digits] && v <= most;
}

size_t rq_table_column(const struct rq_table *table, const char *heading)
{
    size_t i = 0;
    while (i < table->column_count && rq_casecmp(table->columns[i], heading) != 0)
        i++;
    return i;
}
