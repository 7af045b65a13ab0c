/* A talk table as a table of texts, and changed texts back. */
#include "formats/cells.h"
#include "formats/kotor/tlk_parts.h"

#include <math.h>
#include <stdio.h>

static const char *const columns[] = {"strref", "flags", "sound", "sound_length", "text"};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

static bool no_memory(struct rq_error *err)
{
    return rq_fail(err, RQ_NO_MEMORY, 0, "tlk", "out of memory");
}

static const char *seconds_of(float length, struct rq_arena *arena)
{
    char text[32];
    if (length == 0)
        return "";
    if (!isfinite(length))
        return rq_arena_printf(arena, "0x%08x", rq_bits_of(length));
    return rq_arena_text(arena, text, rq_f32_text(length, text));
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
        row[3] = seconds_of(s->entry.sound_length, view->arena);
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

static bool number_of(const char *text, size_t *number)
{
    *number = 0;
    size_t digits = 0;
    for (; text[digits] >= '0' && text[digits] <= '9' && digits < 10; digits++)
        *number = *number * 10 + (size_t)(text[digits] - '0');
    return digits && !text[digits];
}

/* Row as a spreadsheet counts: the headings are row 1. */
static bool change_row(struct change *ch, size_t row, const char *strref, const char *text)
{
    const struct rq_tlk *tlk = ch->doc->root;
    char where[80];
    size_t number;
    snprintf(where, sizeof where, "row %zu, %.40s", row, strref);
    if (!number_of(strref, &number))
        return rq_fail(ch->err, RQ_USAGE, 0, where, "this is no number of a string");
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
