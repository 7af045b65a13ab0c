/* A talk table as a table of texts, and changed texts back. */
#include "formats/cells.h"
#include "formats/kotor/tlk_parts.h"

#include <stdio.h>

static const char *const columns[] = {"strref", "flags", "sound", "sound_length", "text"};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

static bool no_memory(struct rq_error *err)
{
    return rq_fail(err, RQ_NO_MEMORY, 0, "tlk", "out of memory");
}

bool rq_tlk_table(struct rq_doc *doc, const struct rq_view *view, struct rq_table *table)
{
    const struct rq_tlk *tlk = doc->root;
    struct rq_out temp = {.alloc = doc->alloc};
    enum rq_codepage page = rq_tlk_page(tlk->language, doc->page);
    const char **cells = rq_arena_get(view->arena, tlk->string_count * COLUMNS, sizeof *cells);
    bool fine = cells != NULL;
    *table = (struct rq_table){.column_count = COLUMNS,
                               .row_count = tlk->string_count,
                               .columns = columns,
                               .cells = cells};
    for (size_t i = 0; fine && i < tlk->string_count; i++) {
        const struct rq_tlk_string *s = &tlk->strings[i];
        const char **row = cells + i * COLUMNS;
        struct rq_bytes sound = {(const uint8_t *)s->entry.sound, strnlen(s->entry.sound, 16)};
        row[0] = rq_arena_printf(view->arena, "%zu", i);
        row[1] = rq_arena_printf(view->arena, "%u", s->entry.flags);
        row[2] = sound.size ? rq_cell_keep(view->arena, &temp, RQ_CP1252, sound) : "";
        bool mute = rq_bits_of(s->entry.sound_length) == 0;
        row[3] = mute ? "" : rq_cell_f32(view->arena, s->entry.sound_length);
        row[4] = rq_cell_keep(view->arena, &temp, page, s->text);
        fine = row[0] && row[1] && row[2] && row[3] && row[4];
    }
    rq_out_free(&temp);
    return fine || no_memory(view->err);
}

/* ---- and back ---- */

struct change {
    struct rq_doc *doc;
    enum rq_codepage page;
    struct rq_bytes *texts; /* of strings that change: data is not NULL */
    bool *seen;
    struct rq_out temp;
    struct rq_error *err;
};

/* Row as a spreadsheet counts: the headings are row 1. */
static bool change_row(struct change *ch, size_t row, const char *strref, const char *text)
{
    const struct rq_tlk *tlk = ch->doc->root;
    char where[80];
    uint32_t number;
    snprintf(where, sizeof where, "row %zu, %.40s", row, strref);
    if (!rq_cell_to_u32(strref, UINT32_MAX, &number))
        return rq_fail(ch->err, RQ_USAGE, 0, where, "this is not the number of a string");
    if (number >= tlk->string_count)
        return rq_fail(ch->err, RQ_USAGE, 0, where, "there are %zu strings", tlk->string_count);
    if (ch->seen[number])
        return rq_fail(ch->err, RQ_USAGE, 0, where, "this string stands in the table twice");
    ch->seen[number] = true;
    const char *was = rq_cell_text(&ch->temp, ch->page, tlk->strings[number].text);
    if (!was)
        return no_memory(ch->err);
    return strcmp(was, text) == 0 || rq_cell_bytes(&ch->doc->arena, &ch->temp, ch->page, text,
                                                   where, &ch->texts[number], ch->err);
}

/* The game shows no text and plays no sound that has not its flag. */
uint32_t rq_tlk_needed_flags(const struct rq_tlk_string *s)
{
    return (s->text.size ? RQ_TLK_TEXT : 0u) | (s->entry.sound[0] ? RQ_TLK_SOUND : 0u) |
           (rq_bits_of(s->entry.sound_length) ? RQ_TLK_LENGTH : 0u);
}

void rq_tlk_follows(struct rq_doc *doc, struct rq_follow *f)
{
    struct rq_tlk *tlk = doc->root;
    for (size_t i = 0; i < tlk->string_count; i++) {
        struct rq_tlk_entry *entry = &tlk->strings[i].entry;
        rq_follow(f, &entry->flags, 4, entry->flags | rq_tlk_needed_flags(&tlk->strings[i]),
                  "strings/%zu/flags", i);
    }
}

static void set_text(struct rq_tlk_string *s, struct rq_bytes text)
{
    s->text = text;
    s->outside = false;
    if (text.size)
        s->entry.flags |= RQ_TLK_TEXT;
}

/* All of the table is looked at before anything changes. */
bool rq_tlk_put_table(struct rq_doc *doc, const struct rq_table *table, struct rq_error *err)
{
    struct rq_tlk *tlk = doc->root;
    size_t strref = rq_table_column(table, "strref"), text = rq_table_column(table, "text");
    if (strref == table->column_count || text == table->column_count)
        return rq_fail(err, RQ_USAGE, 0, "tlk", "the table needs the columns strref and text");
    struct rq_arena arena = {.alloc = doc->alloc};
    struct change ch = {.doc = doc,
                        .page = rq_tlk_page(tlk->language, doc->page),
                        .temp = {.alloc = doc->alloc},
                        .err = err};
    ch.texts = rq_arena_get(&arena, tlk->string_count, sizeof *ch.texts);
    ch.seen = rq_arena_get(&arena, tlk->string_count, sizeof *ch.seen);
    bool fine = ch.texts && ch.seen;
    if (!fine)
        no_memory(err);
    for (size_t i = 0; fine && i < table->row_count; i++) {
        const char *const *row = table->cells + i * table->column_count;
        fine = change_row(&ch, i + 2, row[strref], row[text]);
    }
    for (size_t i = 0; fine && i < tlk->string_count; i++)
        if (ch.texts[i].data)
            set_text(&tlk->strings[i], ch.texts[i]);
    rq_out_free(&ch.temp);
    rq_arena_free(&arena);
    return fine;
}

/* ---- a whole table ---- */

struct making {
    struct rq_doc *doc;
    const struct rq_table *table;
    size_t columns[COLUMNS]; /* where each of ours stands; column_count: nowhere */
    bool *seen;
    struct rq_out temp;
    struct rq_error *err;
};

/* The cell of a column of ours, "" when the table does not have it. */
static const char *cell_of(const struct making *m, size_t row, size_t column)
{
    size_t at = m->columns[column];
    return at < m->table->column_count ? m->table->cells[row * m->table->column_count + at] : "";
}

static bool make_sound(struct making *m, size_t row, const char *where, struct rq_tlk_entry *entry)
{
    const char *length = cell_of(m, row, 3);
    struct rq_bytes sound;
    if (!rq_cell_bytes(&m->doc->arena, &m->temp, RQ_CP1252, cell_of(m, row, 2), where, &sound,
                       m->err))
        return false;
    if (sound.size > sizeof entry->sound)
        return rq_fail(m->err, RQ_CORRUPT, 0, where, "sound: %zu bytes, there is room for %zu",
                       sound.size, sizeof entry->sound);
    memcpy(entry->sound, sound.data, sound.size);
    return !length[0] || rq_cell_to_f32(length, &entry->sound_length) ||
           rq_fail(m->err, RQ_CORRUPT, 0, where,
                   "sound_length: seconds expected, as 1.25, not \"%.40s\"", length);
}

/* The table does not say its language, which would tell the code page. */
static bool make_text(struct making *m, size_t row, const char *where, struct rq_bytes *text)
{
    if (rq_cell_bytes(&m->doc->arena, &m->temp, m->doc->page, cell_of(m, row, 4), where, text,
                      m->err))
        return true;
    return m->err->code == RQ_USAGE ? rq_fail_hint(m->err, RQ_HINT_CODEPAGE) : false;
}

/* The number of a row's string, and that it is there once. */
static bool string_number(struct making *m, size_t row, const char *where, uint32_t *number)
{
    if (!rq_cell_to_u32(cell_of(m, row, 0), UINT32_MAX - 1, number))
        return rq_fail(m->err, RQ_CORRUPT, 0, where, "strref: the number of a string expected");
    if (m->seen && m->seen[*number])
        return rq_fail(m->err, RQ_CORRUPT, 0, where, "this string stands in the table twice");
    return true;
}

/* Flags may say more than the string has, not less. */
static bool make_row(struct making *m, size_t row)
{
    struct rq_tlk *tlk = m->doc->root;
    const char *flags = cell_of(m, row, 1);
    char where[80];
    uint32_t number;
    snprintf(where, sizeof where, "row %zu, %.40s", row + 2, cell_of(m, row, 0));
    if (!string_number(m, row, where, &number))
        return false;
    struct rq_tlk_string *s = &tlk->strings[number];
    m->seen[number] = true;
    if (!make_sound(m, row, where, &s->entry) || !make_text(m, row, where, &s->text))
        return false;
    if (flags[0] && !rq_cell_to_u32(flags, UINT32_MAX, &s->entry.flags))
        return rq_fail(m->err, RQ_CORRUPT, 0, where, "flags: a number expected, not \"%.40s\"",
                       flags);
    s->entry.flags |= rq_tlk_needed_flags(s);
    return true;
}

static bool make_strings(struct making *m, struct rq_arena *arena)
{
    struct rq_tlk *tlk = m->doc->root;
    for (size_t i = 0; i < m->table->row_count; i++) {
        uint32_t number;
        char where[32];
        snprintf(where, sizeof where, "row %zu", i + 2);
        if (!string_number(m, i, where, &number))
            return false;
        if (number >= tlk->string_count)
            tlk->string_count = (size_t)number + 1;
    }
    if (rq_tlk_too_sparse(tlk->string_count, m->table->row_count))
        return rq_fail(m->err, RQ_LIMIT, 0, "tlk", "%zu strings of %zu are in the table",
                       m->table->row_count, tlk->string_count);
    tlk->strings = rq_arena_get(&m->doc->arena, tlk->string_count, sizeof *tlk->strings);
    m->seen = rq_arena_get(arena, tlk->string_count, sizeof *m->seen);
    if (!tlk->strings || !m->seen)
        return no_memory(m->err);
    for (size_t i = 0; i < m->table->row_count; i++)
        if (!make_row(m, i))
            return false;
    return true;
}

bool rq_tlk_from_table(struct rq_doc *doc, const struct rq_table *table, struct rq_error *err)
{
    struct rq_arena arena = {.alloc = doc->alloc};
    struct making m = {.doc = doc, .table = table, .temp = {.alloc = doc->alloc}, .err = err};
    for (size_t i = 0; i < COLUMNS; i++)
        m.columns[i] = rq_table_column(table, columns[i]);
    bool whole = m.columns[0] < table->column_count && m.columns[4] < table->column_count;
    bool fine =
        whole ? make_strings(&m, &arena)
              : rq_fail(err, RQ_USAGE, 0, "tlk", "the table needs the columns strref and text");
    rq_out_free(&m.temp);
    rq_arena_free(&arena);
    return fine;
}
