/* Values as people write them: names of enums, labels of tables, within the range that the engine
 * accepts; as the numbers that files hold. */
#include "core/bytes.h"
#include "core/text.h"

#include <reliquary/blueprint.h>
#include <reliquary/twoda.h>
#include <stdio.h>
#include <stdlib.h>

static bool is_number(const char *text)
{
    size_t sign = text[0] == '-';
    return text[sign] && !text[sign + strspn(text + sign, "0123456789")] && strlen(text) < 19;
}

/* ---- names ---- */

/* "right weapon" fits "Right_Weapon", too. */
static bool same_name(const char *name, const char *text, size_t size)
{
    size_t i = 0;
    for (; i < size && name[i]; i++) {
        char a = rq_lower(name[i]), b = rq_lower(text[i]);
        if (a != b && !((a == ' ' || a == '_') && (b == ' ' || b == '_')))
            return false;
    }
    return i == size && !name[i];
}

static bool find_name(const char *list, const char *text, size_t size, int64_t *value)
{
    size_t count;
    const struct rq_named_value *named = rq_named_values(list, &count);
    for (size_t i = 0; i < count; i++)
        if (is_number(named[i].value) && same_name(named[i].name, text, size)) {
            *value = strtoll(named[i].value, NULL, 10);
            return true;
        }
    return false;
}

/* "a, b" of flags: the sum of the bits. */
static bool find_flags(const char *list, const char *text, int64_t *value)
{
    *value = 0;
    while (*text) {
        int64_t bit;
        text += strspn(text, " ,|");
        size_t size = strcspn(text, ",|");
        while (size && text[size - 1] == ' ')
            size--;
        if (!size || !find_name(list, text, size, &bit))
            return false;
        *value |= bit;
        text += strcspn(text, ",|");
    }
    return true;
}

static bool find_bool(const char *text, int64_t *value)
{
    static const char *const words[] = {"no", "yes", "false", "true", "off", "on"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (rq_casecmp(text, words[i]) == 0) {
            *value = i % 2;
            return true;
        }
    return false;
}

/* Up to a hundred bytes of the names of a list, for messages. */
static void list_names(const char *list, char text[120])
{
    size_t count, size = 0;
    const struct rq_named_value *named = rq_named_values(list, &count);
    text[0] = 0;
    for (size_t i = 0; i < count && size + strlen(named[i].name) < 100; i++)
        size += (size_t)snprintf(text + size, 120 - size, "%s%s", size ? ", " : "", named[i].name);
}

/* ---- tables ---- */

/* The row whose label, name or own label is the text. */
static bool find_row(const struct rq_twoda *table, const char *text, int64_t *value)
{
    static const char *const columns[] = {"label", "name"};
    size_t size = strlen(text);
    for (size_t row = 0; row < table->row_count; row++) {
        for (size_t k = 0; k <= 2; k++) {
            const struct rq_bytes *cell =
                k < 2 ? rq_twoda_cell(table, row, columns[k]) : &table->rows[row].label;
            char word[80];
            if (!cell || !cell->data || cell->size != size || size >= sizeof word)
                continue;
            snprintf(word, sizeof word, "%.*s", (int)size, (const char *)cell->data);
            if (same_name(word, text, size)) {
                *value = (int64_t)row;
                return true;
            }
        }
    }
    return false;
}

static bool row_of(const struct rq_game *game, const char *table, const char *path,
                   const char *text, int64_t *value, struct rq_error *err)
{
    struct rq_resource found = {0};
    char name[64];
    snprintf(name, sizeof name, "%.*s.2da", (int)strcspn(table, "."), table);
    if (!game) {
        rq_fail(err, RQ_USAGE, 0, path, "\"%.40s\" may be a row of %s, which only a game has", text,
                name);
        if (err)
            err->hint = RQ_HINT_GAME;
        return false;
    }
    struct rq_doc *doc =
        rq_game_find(game, name, &found) ? rq_game_read(game, &found, NULL, err) : NULL;
    const struct rq_twoda *twoda = doc ? rq_doc_root(doc, "twoda") : NULL;
    bool fine = twoda && find_row(twoda, text, value);
    if (!fine)
        rq_fail(err, RQ_USAGE, 0, path, doc ? "%s has no row \"%.40s\"" : "there is no %s", name,
                text);
    rq_doc_free(doc);
    return fine;
}

/* ---- a value ---- */

/* A text in place of a number. */
static bool resolve(const struct rq_game *game, const struct rq_field *field, const char *path,
                    const char *text, int64_t *value, struct rq_error *err)
{
    char names[120] = "a whole number";
    const char *ref = field->ref, *list = strchr(ref, ':');
    bool is_enum = strncmp(ref, "enum:", 5) == 0;
    bool is_flags = strncmp(ref, "flags:", 6) == 0 && strncmp(ref + 6, "2da:", 4) != 0;
    if (strncmp(ref, "2da:", 4) == 0 && ref[4] != '@')
        return row_of(game, ref + 4, path, text, value, err);
    if ((is_enum && find_name(list + 1, text, strlen(text), value)) ||
        (is_flags && find_flags(list + 1, text, value)) ||
        (strcmp(ref, "bool") == 0 && find_bool(text, value)))
        return true;
    if (is_enum || is_flags)
        list_names(list + 1, names);
    return rq_fail(err, RQ_USAGE, 0, path, "expected %s, found \"%.40s\"", names, text);
}

static bool check_range(const struct rq_field *field, const char *path, int64_t value,
                        struct rq_error *err)
{
    struct rq_out range = {0};
    if ((value >= field->min && value <= field->max) || rq_field_is_nothing_number(field, value))
        return true;
    rq_field_range_text(field, &range);
    rq_put8(&range, 0);
    rq_fail(err, RQ_USAGE, 0, path, "the engine accepts %s, not %lld",
            range.failed ? "other values" : (const char *)range.data, (long long)value);
    rq_out_free(&range);
    return false;
}

bool rq_field_value(const struct rq_field *field, const struct rq_game *game, const char *path,
                    const char *text, struct rq_out *value, struct rq_error *err)
{
    enum {
        WHOLE = 1u << RQ_GFF_BYTE | 1u << RQ_GFF_CHAR | 1u << RQ_GFF_WORD | 1u << RQ_GFF_SHORT |
                1u << RQ_GFF_DWORD | 1u << RQ_GFF_INT
    };
    int64_t number = 0;
    if (field->types & ~(uint32_t)WHOLE) {
        rq_putf(value, "%s", text);
    } else {
        if (is_number(text))
            number = strtoll(text, NULL, 10);
        else if (strncmp(text, "0x", 2) == 0 && text[2] && strlen(text) < 12 &&
                 !text[2 + strspn(text + 2, "0123456789abcdefABCDEF")])
            number = strtoll(text, NULL, 16);
        else if (!resolve(game, field, path, text, &number, err))
            return false;
        if (!check_range(field, path, number, err))
            return false;
        rq_putf(value, "%lld", (long long)number);
    }
    rq_put8(value, 0);
    return !value->failed || rq_fail(err, RQ_NO_MEMORY, 0, path, "out of memory");
}

/* ---- a value of a document ---- */

/* Makes a field that the tables know and the struct does not have yet. */
static bool add_known(struct rq_doc *doc, const struct rq_field *field, const char *path,
                      const char *text, struct rq_error *err)
{
    static const char *const kinds[RQ_GFF_TYPES] = {
        [RQ_GFF_BYTE] = "byte",      [RQ_GFF_CHAR] = "char",     [RQ_GFF_WORD] = "word",
        [RQ_GFF_SHORT] = "short",    [RQ_GFF_DWORD] = "dword",   [RQ_GFF_INT] = "int",
        [RQ_GFF_FLOAT] = "float",    [RQ_GFF_STRING] = "string", [RQ_GFF_RESREF] = "resref",
        [RQ_GFF_DWORD64] = "dword64"};
    unsigned type = 0;
    while (type < RQ_GFF_TYPES && !(field->types & 1u << type))
        type++;
    if (type == RQ_GFF_TYPES || !kinds[type])
        return rq_fail(err, RQ_USAGE, 0, path,
                       "there is no such field yet, and a %s has no one value", field->type);
    return rq_doc_insert(doc, path, kinds[type], text, err);
}

bool rq_blueprint_set(struct rq_doc *doc, const struct rq_game *game, const char *path,
                      const char *text, struct rq_error *err)
{
    struct rq_out value = {0};
    char kind[5] = "";
    const struct rq_gff *gff = rq_doc_root(doc, "gff");
    if (gff)
        memcpy(kind, gff->type, 4);
    const struct rq_field *field = gff ? rq_field_at(kind, path, NULL) : NULL;
    if (!field)
        return rq_doc_set(doc, path, text, err);
    bool fine = rq_field_value(field, game, path, text, &value, err);
    if (fine && rq_gff_has(gff->root, path))
        fine = rq_doc_set(doc, path, (const char *)value.data, err);
    else if (fine)
        fine = add_known(doc, field, path, (const char *)value.data, err);
    rq_out_free(&value);
    return fine;
}
