/* 2DA V2.b: names, a grid of 16-bit offsets, and the texts that they point to. Twelve of the
 * fourteen files measured have their texts in the order of first use; of the other two the order
 * follows no rule that was found, and the size of the texts is given as 0. */
#include "formats/kotor/twoda_parts.h"

enum { MOST_OFFSET = 65535, MOST_TRIES = 64 };

/* ---- reading ---- */

/* Some files are images of the game's memory, where it has put a NUL for each tab: names up to an
 * empty one, and no tab. The first NUL could also end the one name of a table; then a number of
 * rows follows that the rest of the file has room for. */
static const uint8_t *nul_names_end(const struct rq_cur *c, const uint8_t *first)
{
    const uint8_t *p = first + 1, *end;
    if (first == c->p || c->end - p < 4 || (uint64_t)rq_get32(p) * 3 <= (uint64_t)(c->end - p))
        return NULL;
    for (; p < c->end && *p; p = end + 1)
        if (!(end = memchr(p, 0, (size_t)(c->end - p))))
            return NULL;
    return p < c->end && !memchr(c->p, '\t', (size_t)(p - c->p)) ? p : NULL;
}

static bool read_columns(struct rq_doc *doc, struct rq_cur *c, struct rq_twoda *t)
{
    const uint8_t *end = rq_left(c) ? memchr(c->p, 0, rq_left(c)) : NULL;
    size_t count = 0;
    if (!end)
        return rq_bad(c, RQ_TRUNCATED, rq_tell(c), "the names of the columns have no end");
    const uint8_t *nul_end = nul_names_end(c, end);
    t->nul_columns = nul_end != NULL;
    end = nul_end ? nul_end : end;
    char mark = t->nul_columns ? 0 : '\t';
    for (const uint8_t *p = c->p; p < end; p++)
        count += *p == mark;
    t->open_columns = end > c->p && end[-1] != mark;
    count += t->open_columns;
    t->columns = rq_cur_get(doc, c, count, sizeof *t->columns);
    while (t->columns && t->column_count < count) {
        const uint8_t *tab = memchr(c->p, mark, (size_t)(end - c->p));
        size_t size = (size_t)((tab ? tab : end) - c->p);
        const uint8_t *name = rq_take(c, size + (tab != NULL), RQ_KIND_text, "column");
        t->columns[t->column_count++] = (struct rq_bytes){name, size};
    }
    rq_u8(c, "columns_end");
    return rq_ok(c);
}

static size_t label_size(const struct rq_cur *c)
{
    size_t size = 0;
    while (size < rq_left(c) && c->p[size] != '\t' && c->p[size])
        size++;
    return size;
}

static bool read_labels(struct rq_doc *doc, struct rq_cur *c, struct rq_twoda *t)
{
    uint32_t count = rq_u32(c, "row_count");
    if (!rq_count(c, count, 1 + t->column_count * 2, "row_count"))
        return false;
    t->rows = rq_cur_get(doc, c, count, sizeof *t->rows);
    while (t->rows && t->row_count < count) {
        size_t size = label_size(c);
        rq_enter(c, "rows", (int64_t)t->row_count);
        if (size == rq_left(c))
            return rq_bad(c, RQ_TRUNCATED, rq_tell(c), "the label of the row has no end");
        if (t->row_count == 0)
            t->nul_labels = c->p[size] == 0;
        else if (t->nul_labels != (c->p[size] == 0))
            return rq_bad(c, RQ_CORRUPT, rq_tell(c), "some labels end in a tab and some in a NUL");
        const uint8_t *label = rq_take(c, size + 1, RQ_KIND_text, "label");
        rq_leave(c);
        t->rows[t->row_count++].label = (struct rq_bytes){label, size};
    }
    return rq_ok(c);
}

static bool read_cell(struct rq_cur *c, const struct rq_twoda_binary *b, size_t number,
                      struct rq_bytes *cell)
{
    size_t offset = rq_get16(b->cell_words + number * 2);
    uint64_t at = (uint64_t)(b->cell_words - c->base) + number * 2;
    if (offset >= b->data.size)
        return rq_bad(c, RQ_CORRUPT, at, "text at %zu of %zu bytes", offset, b->data.size);
    const uint8_t *text = b->data.data + offset, *end = memchr(text, 0, b->data.size - offset);
    if (!end)
        return rq_bad(c, RQ_CORRUPT, at, "the text at %zu has no end", offset);
    *cell = (struct rq_bytes){end > text ? text : NULL, (size_t)(end - text)};
    return true;
}

static bool read_cells(struct rq_doc *doc, struct rq_cur *c, struct rq_twoda *t)
{
    size_t count = t->row_count * t->column_count;
    uint64_t total = 0;
    struct rq_bytes *cells = rq_cur_get(doc, c, count, sizeof *cells);
    for (size_t i = 0; cells && i < t->row_count; i++) {
        struct rq_twoda_row *row = &t->rows[i];
        row->cells = cells + i * t->column_count;
        rq_enter(c, "rows", (int64_t)i);
        for (; row->cell_count < t->column_count; row->cell_count++) {
            struct rq_bytes *cell = &row->cells[row->cell_count];
            if (!read_cell(c, t->binary, i * t->column_count + row->cell_count, cell))
                return false;
            total += cell->size;
        }
        rq_leave(c);
        if (total > (uint64_t)doc->source.size * TWODA_TIMES + TWODA_MORE)
            return rq_bad(c, RQ_LIMIT, rq_tell(c),
                          "the cells share their texts so often that they exceed the file");
    }
    return rq_ok(c);
}

bool rq_twoda_read_binary(struct rq_doc *doc, struct rq_cur *c, struct rq_twoda *t)
{
    struct rq_twoda_binary *b = t->binary = rq_cur_get(doc, c, 1, sizeof *b);
    uint64_t at = rq_tell(c);
    if (!b || rq_u8(c, "line_feed") != '\n')
        return rq_bad(c, RQ_CORRUPT, at, "no line feed after the version");
    if (!read_columns(doc, c, t) || !read_labels(doc, c, t))
        return false;
    size_t words = t->row_count * t->column_count * 2;
    b->cell_words = words ? rq_take(c, words, RQ_KIND_u16, "offsets") : c->p;
    at = rq_tell(c);
    b->data_size = rq_u16(c, "data_size");
    b->data = (struct rq_bytes){c->p, rq_left(c)};
    if (!rq_ok(c))
        return false;
    if (b->data_size && b->data_size != b->data.size)
        rq_find(doc, "wrong-data-size", at, "data_size", "%u bytes of texts, but %zu are there",
                b->data_size, b->data.size);
    if (b->data.size)
        rq_take(c, b->data.size, RQ_KIND_text, "data");
    return read_cells(doc, c, t);
}

/* ---- the texts ---- */

/* Texts while they are put together; slots hold offsets and 1, by hash. */
struct pool {
    struct rq_out data;
    uint32_t *slots;
    size_t slot_count;
    bool full; /* a text would have to stand where no offset reaches */
};

static bool pool_open(struct pool *pool, const struct rq_doc *doc, struct rq_arena *temp,
                      size_t texts)
{
    *pool = (struct pool){.data = {.alloc = doc->alloc}, .slot_count = 16};
    texts = texts > MOST_OFFSET ? MOST_OFFSET : texts;
    while (pool->slot_count < texts * 2)
        pool->slot_count *= 2;
    pool->slots = rq_arena_get(temp, pool->slot_count, sizeof *pool->slots);
    return pool->slots != NULL;
}

static bool is_text_at(const struct pool *pool, size_t offset, struct rq_bytes text)
{
    return pool->data.data && pool->data.size - offset > text.size &&
           pool->data.data[offset + text.size] == 0 &&
           (text.size == 0 || memcmp(pool->data.data + offset, text.data, text.size) == 0);
}

/* Where the text stands. `again`: a new one even when there is one. Too many texts in one place
 * of the table are taken as unequal: a file made for it would take for ever otherwise. */
static uint32_t pool_add(struct pool *pool, struct rq_bytes text, bool again)
{
    uint32_t hash = 2166136261u, at = (uint32_t)pool->data.size;
    for (size_t i = 0; i < text.size; i++)
        hash = (hash ^ text.data[i]) * 16777619u;
    size_t slot = hash & (pool->slot_count - 1), tries = 0;
    for (; tries < MOST_TRIES && pool->slots[slot]; tries++) {
        if (is_text_at(pool, pool->slots[slot] - 1, text)) {
            if (!again)
                return pool->slots[slot] - 1;
            tries = MOST_TRIES;
        }
        slot = (slot + 1) & (pool->slot_count - 1);
    }
    if (pool->full || pool->data.size > MOST_OFFSET) {
        pool->full = true;
        return 0;
    }
    if (tries < MOST_TRIES)
        pool->slots[slot] = at + 1;
    rq_put_bytes(&pool->data, text);
    rq_put8(&pool->data, 0);
    return at;
}

/* Adds every cell; false when one stands elsewhere than it was read. */
static bool pool_fits(struct pool *pool, const struct rq_twoda *t)
{
    const struct rq_twoda_binary *b = t->binary;
    const uint8_t *word = b->cell_words;
    for (size_t i = 0; i < t->row_count; i++)
        for (size_t k = 0; k < t->column_count; k++, word += 2)
            if (pool_add(pool, t->rows[i].cells[k], false) != rq_get16(word) || pool->full ||
                pool->data.failed)
                return false;
    return rq_same(rq_out_bytes(&pool->data), b->data);
}

/* The texts one by one; false when the last has no end. */
static bool split_pool(struct rq_doc *doc, struct rq_twoda_binary *b)
{
    size_t count = 0;
    for (size_t i = 0; i < b->data.size; i++)
        count += b->data.data[i] == 0;
    if (b->data.size && b->data.data[b->data.size - 1])
        return false;
    b->pool = rq_arena_get(&doc->arena, count, sizeof *b->pool);
    b->pool_count = 0;
    for (const uint8_t *p = b->data.data; b->pool && b->pool_count < count;) {
        size_t size = strlen((const char *)p);
        b->pool[b->pool_count++] = (struct rq_bytes){p, size};
        p += size + 1;
    }
    return b->pool != NULL;
}

static void pool_fill(struct pool *pool, const struct rq_twoda_binary *b)
{
    for (size_t i = 0; i < b->pool_count; i++)
        pool_add(pool, b->pool[i], true);
}

/* ---- explicit ---- */

/* What no cell uses. Texts start in the first 64 KiB, so there are not many such places. */
static bool find_strays(struct rq_doc *doc, const struct rq_twoda *t)
{
    struct rq_twoda_binary *b = t->binary;
    struct rq_arena temp = {.alloc = doc->alloc};
    uint8_t *used = rq_arena_get(&temp, b->data.size, 1);
    size_t count = 0, cells = t->row_count * t->column_count;
    for (size_t i = 0; used && i < cells; i++) {
        size_t size = t->rows[i / t->column_count].cells[i % t->column_count].size;
        memset(used + b->offsets[i], 1, size + 1);
    }
    for (size_t i = 0; used && i < b->data.size; i++)
        count += !used[i] && (i == 0 || used[i - 1]);
    b->strays = (struct rq_strays){.size = b->data.size};
    b->strays.items = used ? rq_arena_get(&doc->arena, count, sizeof *b->strays.items) : NULL;
    for (size_t i = 0; b->strays.items && i < b->data.size; i++) {
        if (used[i])
            continue;
        if (i == 0 || used[i - 1])
            b->strays.items[b->strays.count++] = (struct rq_stray){i, {b->data.data + i, 0}};
        b->strays.items[b->strays.count - 1].bytes.size++;
    }
    rq_arena_free(&temp);
    return b->strays.items != NULL;
}

static bool settle_explicit(struct rq_doc *doc, struct rq_twoda *t)
{
    struct rq_twoda_binary *b = t->binary;
    b->offset_count = t->row_count * t->column_count;
    b->offsets = rq_arena_get(&doc->arena, b->offset_count, sizeof *b->offsets);
    for (size_t i = 0; b->offsets && i < b->offset_count; i++)
        b->offsets[i] = rq_get16(b->cell_words + i * 2);
    if (!b->offsets || !find_strays(doc, t))
        return false;
    t->zero_size = false;
    t->layout = RQ_TWODA_EXPLICIT;
    rq_find(doc, "explicit-layout", 0, "twoda", "texts stand in no known order");
    return true;
}

/* False without an error when the table no longer fits its recorded places. */
static bool put_explicit(struct rq_doc *doc, const struct rq_twoda *t, struct rq_out *out,
                         struct rq_error *err)
{
    const struct rq_twoda_binary *b = t->binary;
    struct rq_place place = {0};
    struct rq_arena arena = {.alloc = doc->alloc, .limit = doc->arena.limit};
    if (!b || b->offset_count != t->row_count * t->column_count)
        return false;
    bool fine = rq_place_open(&place, &arena, b->strays.size);
    if (!fine && !arena.over_limit)
        rq_fail(err, RQ_NO_MEMORY, 0, "twoda", "out of memory");
    for (size_t i = 0; fine && i < b->offset_count; i++) {
        struct rq_bytes cell = rq_twoda_at(&t->rows[i / t->column_count], i % t->column_count);
        rq_place_put(&place, b->offsets[i], cell.data, cell.size);
        rq_place_put(&place, b->offsets[i] + (uint64_t)cell.size, "", 1);
        rq_put16(out, (uint16_t)b->offsets[i]);
        fine = b->offsets[i] <= MOST_OFFSET && !place.conflict;
    }
    rq_place_strays(&place, &b->strays);
    fine = fine && rq_place_whole(&place);
    rq_put16(out, b->data_size);
    rq_put(out, place.data, fine ? place.size : 0);
    rq_arena_free(&arena);
    return fine;
}

/* ---- writing ---- */

bool rq_twoda_settle_binary(struct rq_doc *doc, struct rq_twoda *t, struct rq_error *err)
{
    struct rq_twoda_binary *b = t->binary;
    struct rq_arena temp = {.alloc = doc->alloc};
    struct pool pool = {0};
    size_t cells = t->row_count * t->column_count;
    bool fine = true;
    t->zero_size = b->data_size == 0 && b->data.size;
    b->pool_count = 0;
    /* A pool that is larger than any known has texts that no offset reaches. */
    bool named = (b->data_size == 0 || b->data_size == b->data.size) &&
                 b->data.size <= (size_t)MOST_OFFSET * 2;
    for (int i = RQ_TWODA_FIRST_USE; named && fine && !t->layout && i <= RQ_TWODA_POOL; i++) {
        bool split = i == RQ_TWODA_FIRST_USE || split_pool(doc, b);
        if (split)
            fine = pool_open(&pool, doc, &temp, cells + b->pool_count);
        if (fine && split) {
            pool_fill(&pool, b);
            if (pool_fits(&pool, t))
                t->layout = (enum rq_twoda_layout)i;
        }
        fine = fine && !pool.data.failed &&
               (split || (b->data.size && b->data.data[b->data.size - 1]));
        rq_out_free(&pool.data);
        rq_arena_free(&temp);
    }
    if (fine && !t->layout)
        fine = settle_explicit(doc, t);
    return fine || rq_fail(err, RQ_NO_MEMORY, 0, "twoda", "no memory for the layout of this file");
}

static bool cant_hold(struct rq_bytes text, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (text.size && memchr(text.data, bytes[i], text.size))
            return true;
    return false;
}

static bool put_names(const struct rq_twoda *t, struct rq_out *out, struct rq_error *err)
{
    rq_put(out, "2DA V2.b\n", 9);
    for (size_t i = 0; i < t->column_count; i++) {
        bool open =
            t->open_columns && !t->nul_columns && i + 1 == t->column_count && t->columns[i].size;
        if (cant_hold(t->columns[i], "\t", 2))
            return rq_fail(err, RQ_USAGE, 0, "twoda", "the name of column %zu has a tab or NUL", i);
        if (t->nul_columns && !t->columns[i].size)
            return rq_fail(err, RQ_USAGE, 0, "twoda", "column %zu has no name, which ends the list",
                           i);
        rq_put_bytes(out, t->columns[i]);
        if (!open)
            rq_put8(out, t->nul_columns ? 0 : '\t');
    }
    rq_put8(out, 0);
    rq_put_size(out, t->row_count);
    for (size_t i = 0; i < t->row_count; i++) {
        if (cant_hold(t->rows[i].label, "\t", 2))
            return rq_fail(err, RQ_USAGE, 0, "twoda", "the label of row %zu has a tab or NUL", i);
        for (size_t k = 0; k < t->rows[i].cell_count; k++)
            if (cant_hold(t->rows[i].cells[k], "", 1))
                return rq_fail(err, RQ_USAGE, 0, "twoda", "cell %zu of row %zu has a NUL", k, i);
        rq_put_bytes(out, t->rows[i].label);
        rq_put8(out, t->nul_labels ? 0 : '\t');
    }
    return true;
}

static bool put_pool(struct rq_doc *doc, const struct rq_twoda *t, struct rq_out *out,
                     struct rq_error *err)
{
    struct rq_arena temp = {.alloc = doc->alloc};
    struct pool pool;
    size_t listed = t->layout == RQ_TWODA_POOL ? t->binary->pool_count : 0;
    bool fine = pool_open(&pool, doc, &temp, t->row_count * t->column_count + listed) ||
                rq_fail(err, RQ_NO_MEMORY, 0, "twoda", "out of memory");
    for (size_t i = 0; fine && i < listed; i++)
        if (cant_hold(t->binary->pool[i], "", 1))
            fine = rq_fail(err, RQ_USAGE, 0, "twoda", "text %zu of the pool has a NUL", i);
    if (fine && listed)
        pool_fill(&pool, t->binary);
    for (size_t i = 0; fine && i < t->row_count; i++)
        for (size_t k = 0; k < t->column_count; k++)
            rq_put16(out, (uint16_t)pool_add(&pool, rq_twoda_at(&t->rows[i], k), false));
    if (fine && (pool.full || (!t->zero_size && pool.data.size > MOST_OFFSET)))
        fine = rq_fail(err, RQ_LIMIT, 0, "twoda", "more than %d bytes of different texts",
                       MOST_OFFSET);
    if (fine && pool.data.failed)
        fine = rq_fail_out(err, &pool.data);
    rq_put16(out, (uint16_t)(t->zero_size ? 0 : pool.data.size));
    rq_put_bytes(out, rq_out_bytes(&pool.data));
    rq_out_free(&pool.data);
    rq_arena_free(&temp);
    return fine;
}

bool rq_twoda_put_binary(struct rq_doc *doc, struct rq_twoda *t, struct rq_out *out,
                         struct rq_error *err)
{
    if (!rq_twoda_fits_grid(t, err) || !put_names(t, out, err))
        return false;
    size_t from = out->size;
    if (t->layout == RQ_TWODA_EXPLICIT) {
        if (put_explicit(doc, t, out, err))
            return true;
        if (err->code)
            return false;
        /* Edited: the recorded places don't hold any more. */
        rq_out_cut(out, from);
        t->layout = RQ_TWODA_FIRST_USE;
    }
    return put_pool(doc, t, out, err);
}
