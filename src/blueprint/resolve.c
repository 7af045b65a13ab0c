/* Values in words: names of enums, rows of the game's tables, texts of its talk table. */
#include "core/json.h"
#include "core/text.h"
#include "formats/format.h"
#include "formats/restype.h"

#include <reliquary/blueprint.h>
#include <reliquary/twoda.h>
#include <stdio.h>
#include <stdlib.h>

struct saying {
    const struct rq_doc *doc;
    const struct rq_game *game;
    struct rq_out *text;
};

/* Appends the text of the talk table; false when there is none. */
static bool say_talk(struct saying *s, uint32_t strref)
{
    struct rq_error ignored = {0};
    size_t before = s->text->size;
    return s->game && strref != UINT32_MAX &&
           rq_game_talk(s->game, strref, false, RQ_CP_DEFAULT, s->text, &ignored) &&
           s->text->size > before;
}

/* ---- rows of tables ---- */

/* A cell that says what the row is; strrefs are looked up. */
static bool say_cell(struct saying *s, const struct rq_twoda *table, uint64_t row,
                     const char *column)
{
    const struct rq_bytes *cell = rq_twoda_cell(table, (size_t)row, column);
    char number[16], *end;
    if (!cell || !cell->size || (cell->size == 4 && memcmp(cell->data, "****", 4) == 0))
        return false;
    snprintf(number, sizeof number, "%.*s", (int)(cell->size < 16 ? cell->size : 15),
             (const char *)cell->data);
    unsigned long strref = strtoul(number, &end, 10);
    if (!*end)
        return say_talk(s, (uint32_t)strref);
    rq_text_decode(s->text, RQ_CP1252, *cell);
    return true;
}

/* The name of a row of "table" or "table.column"; false when there is none. */
static bool say_row(struct saying *s, const char *ref, uint64_t row)
{
    char name[48];
    size_t size = strcspn(ref, ".");
    const char *columns[] = {"name", "strref", "label", ref[size] ? ref + size + 1 : "label"};
    struct rq_resource found = {0};
    struct rq_error ignored = {0};
    snprintf(name, sizeof name, "%.*s.2da", (int)size, ref);
    if (!s->game || *ref == '@' || !rq_game_find(s->game, name, &found))
        return false;
    struct rq_doc *doc = rq_game_read(s->game, &found, NULL, &ignored);
    const struct rq_twoda *table = doc ? rq_doc_root(doc, "twoda") : NULL;
    bool said = false;
    for (size_t i = 0; table && !said && i < sizeof columns / sizeof columns[0]; i++)
        said = say_cell(s, table, row, columns[i]);
    rq_doc_free(doc);
    return said;
}

/* ---- numbers ---- */

static bool say_named(struct saying *s, const struct rq_field *field, const char *number)
{
    size_t count;
    const struct rq_named_value *values =
        strncmp(field->ref, "enum:", 5) == 0 ? rq_field_values(field, &count) : NULL;
    for (size_t i = 0; values && i < count; i++)
        if (strcmp(values[i].value, number) == 0) {
            rq_put_str(s->text, values[i].name);
            return true;
        }
    return false;
}

/* What the number leads to; false when that is not known. */
static bool say_reference(struct saying *s, const struct rq_field *field, int64_t value)
{
    if (strcmp(field->ref, "strref") == 0)
        return say_talk(s, (uint32_t)value);
    return strncmp(field->ref, "2da:", 4) == 0 && value >= 0 &&
           say_row(s, field->ref + 4, (uint64_t)value);
}

static void say_integer(struct saying *s, const struct rq_field *field, int64_t value)
{
    char number[24];
    snprintf(number, sizeof number, "%lld", (long long)value);
    if (rq_field_is_nothing_number(field, value))
        rq_put_str(s->text, "none");
    else if (strcmp(field->ref, "bool") == 0 && (value == 0 || value == 1))
        rq_put_str(s->text, value ? "yes" : "no");
    else if (!say_named(s, field, number) && !say_reference(s, field, value))
        rq_put_str(s->text, number);
}

/* ---- texts ---- */

/* The text of the first language; else what the talk table has. */
static void say_locstring(struct saying *s, const struct rq_gff_locstring *loc)
{
    if (loc->count)
        rq_text_decode(s->text, rq_language_page(s->doc->page, loc->texts[0].id),
                       loc->texts[0].text);
    else if (loc->strref != UINT32_MAX && !say_talk(s, loc->strref))
        rq_putf(s->text, "strref %u", loc->strref);
}

static void say_float(struct saying *s, uint32_t word)
{
    struct rq_json j = {.out = s->text, .compact = true};
    rq_json_f32(&j, rq_f32_of(word));
}

bool rq_field_say(const struct rq_doc *doc, const struct rq_field *field,
                  const struct rq_gff_field *value, const struct rq_game *game, struct rq_out *text,
                  struct rq_error *err)
{
    struct saying s = {doc, game, text};
    int64_t number;
    switch (value->type) {
    case RQ_GFF_DWORD64: rq_putf(text, "%llu", (unsigned long long)value->v.wide); break;
    case RQ_GFF_FLOAT: say_float(&s, value->v.word); break;
    case RQ_GFF_STRING:
    case RQ_GFF_RESREF:
        rq_text_decode(text, doc->page, (struct rq_bytes){value->v.data, value->size});
        break;
    case RQ_GFF_LOCSTRING: say_locstring(&s, value->v.loc); break;
    case RQ_GFF_LIST: rq_putf(text, "%u", value->size); break;
    default:
        if (rq_gff_number(value, &number))
            say_integer(&s, field, number);
    }
    return !text->failed || rq_fail_out(err, text);
}
