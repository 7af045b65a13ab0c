/* The keys that are documented: what each means, and what its values have to be. */
#include "core/file.h"
#include "formats/redguard/ini_parts.h"

#include <stdio.h>

/* clang-format off */
static const struct rq_ini_key keys[] = {
#define INTEGER(f, s, k, d, m)       {f, s, k, RQ_INI_INTEGER, 0, 0, 0, NULL, NULL, d, m},
#define RANGE(f, s, k, lo, hi, d, m) {f, s, k, RQ_INI_INTEGER, lo, hi, 0, NULL, NULL, d, m},
#define REAL(f, s, k, d, m)          {f, s, k, RQ_INI_REAL, 0, 0, 0, NULL, NULL, d, m},
#define YES_NO(f, s, k, d, m)        {f, s, k, RQ_INI_YES_NO, 0, 0, 0, NULL, NULL, d, m},
#define STRING(f, s, k, d, m)        {f, s, k, RQ_INI_STRING, 0, 0, 0, NULL, NULL, d, m},
#define PATH(f, s, k, d, m)          {f, s, k, RQ_INI_PATH, 0, 0, 0, NULL, NULL, d, m},
#define LIST(f, s, k, n, d, m)       {f, s, k, RQ_INI_LIST, 0, 0, n, NULL, NULL, d, m},
#define RGB(f, s, k, d, m)           {f, s, k, RQ_INI_RGB, 0, 255, 3, NULL, NULL, d, m},
#define CHOICE(f, s, k, c, d, m)     {f, s, k, RQ_INI_CHOICE, 0, 0, 0, c, NULL, d, m},
#define NUMBER_OF(f, s, k, r, d, m)  {f, s, k, RQ_INI_INTEGER, 0, 0, 0, NULL, r, d, m},
#define NUMBERS_OF(f, s, k, r, d, m) {f, s, k, RQ_INI_LIST, 0, 0, 0, NULL, r, d, m},
#define SUBTITLE(f, s, k, d, m)      {f, s, k, RQ_INI_SUBTITLE, 0, 0, 5, NULL, NULL, d, m},
#include "ini_keys.def"
};
/* clang-format on */

enum { KEY_COUNT = sizeof keys / sizeof keys[0] };

size_t rq_ini_keys(const struct rq_ini_key **all)
{
    *all = keys;
    return KEY_COUNT;
}

static bool is_digit(uint8_t c)
{
    return c >= '0' && c <= '9';
}

bool rq_ini_matches(const char *pattern, struct rq_bytes name, int64_t numbers[2])
{
    size_t at = 0, found = 0;
    for (; *pattern; pattern++) {
        if (*pattern == '#') {
            size_t start = at;
            while (at < name.size && at - start < 9 && is_digit(name.data[at]))
                at++;
            struct rq_bytes digits = {name.data + start, at - start};
            int64_t number;
            if (!rq_line_number(digits, &number))
                return false;
            if (found < 2)
                numbers[found++] = number;
        } else if (at < name.size && rq_lower((char)name.data[at]) == rq_lower(*pattern)) {
            at++;
        } else {
            return false;
        }
    }
    return at == name.size;
}

const struct rq_ini_key *rq_ini_key(const char *file, const char *section, const char *key)
{
    const char *base = rq_path_base(file);
    int64_t numbers[2];
    for (size_t i = 0; i < KEY_COUNT; i++)
        if (rq_casecmp(keys[i].file, base) == 0 &&
            rq_ini_matches(keys[i].key, rq_line_of(key), numbers) &&
            (!section || rq_ini_matches(keys[i].section, rq_line_of(section), numbers)))
            return &keys[i];
    return NULL;
}

/* ---- values ---- */

bool rq_ini_field(struct rq_bytes *list, struct rq_bytes *field)
{
    if (!list->data)
        return false;
    const uint8_t *comma = list->size ? memchr(list->data, ',', list->size) : NULL;
    *field = (struct rq_bytes){list->data, comma ? (size_t)(comma - list->data) : list->size};
    *list =
        comma ? (struct rq_bytes){comma + 1, list->size - field->size - 1} : (struct rq_bytes){0};
    rq_line_cut_blanks(field);
    field->size = rq_line_trimmed(*field);
    return true;
}

static bool is_integer(const struct rq_ini_key *key, struct rq_bytes value)
{
    int64_t v;
    if (!rq_line_number(value, &v) || v < INT32_MIN || v > UINT32_MAX)
        return false;
    return (key->least == 0 && key->most == 0) || (v >= key->least && v <= key->most);
}

/* Digits with at most one point among them. */
static bool is_real(struct rq_bytes value)
{
    size_t digits = 0, points = 0, i = value.size && strchr("+-", value.data[0]) ? 1 : 0;
    for (; i < value.size; i++) {
        digits += is_digit(value.data[i]);
        points += value.data[i] == '.';
        if (!is_digit(value.data[i]) && value.data[i] != '.')
            return false;
    }
    return digits && points <= 1;
}

static bool is_yes_no(struct rq_bytes value)
{
    static const char *const words[] = {"yes", "no", "on", "off", "true", "false", "1", "0"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (rq_line_is(value, words[i]))
            return true;
    return false;
}

/* "0 left, 1 centre": the numbers before the words. */
static bool is_choice(const char *choices, struct rq_bytes value)
{
    int64_t v, choice;
    struct rq_bytes list = rq_line_of(choices), field;
    if (!rq_line_number(value, &v))
        return false;
    while (rq_ini_field(&list, &field)) {
        const uint8_t *blank = memchr(field.data, ' ', field.size);
        field.size = blank ? (size_t)(blank - field.data) : field.size;
        if (rq_line_number(field, &choice) && choice == v)
            return true;
    }
    return false;
}

static bool is_list(const struct rq_ini_key *key, struct rq_bytes value, bool then_text)
{
    struct rq_bytes field;
    size_t n = 0;
    for (; rq_ini_field(&value, &field); n++) {
        if (then_text && n == key->count)
            return true;
        if (!is_integer(key, field))
            return false;
    }
    return !then_text && (key->count == 0 || n == key->count);
}

bool rq_ini_fits(const struct rq_ini_key *key, struct rq_bytes value)
{
    switch (key->type) {
    case RQ_INI_INTEGER: return is_integer(key, value);
    case RQ_INI_REAL: return is_real(value);
    case RQ_INI_YES_NO: return is_yes_no(value);
    case RQ_INI_LIST:
    case RQ_INI_RGB: return is_list(key, value, false);
    case RQ_INI_CHOICE: return is_choice(key->choices, value);
    case RQ_INI_SUBTITLE: return is_list(key, value, true);
    case RQ_INI_STRING:
    case RQ_INI_PATH: break;
    }
    return true;
}

void rq_ini_describe(const struct rq_ini_key *key, char *text, size_t size)
{
    static const char *const names[] = {
        [RQ_INI_INTEGER] = "an integer",
        [RQ_INI_REAL] = "a number",
        [RQ_INI_YES_NO] = "yes or no, on or off, true or false, 1 or 0",
        [RQ_INI_STRING] = "text",
        [RQ_INI_PATH] = "a path",
        [RQ_INI_LIST] = "integers with commas",
        [RQ_INI_RGB] = "red, green, blue of 0 to 255",
        [RQ_INI_CHOICE] = "",
        [RQ_INI_SUBTITLE] = "red, green, blue, first frame, last frame, text",
    };
    if (key->type == RQ_INI_CHOICE)
        snprintf(text, size, "one of %s", key->choices);
    else if (key->type == RQ_INI_LIST && key->count)
        snprintf(text, size, "%u integers with commas", (unsigned)key->count);
    else if (key->type == RQ_INI_INTEGER && (key->least || key->most))
        snprintf(text, size, "%d to %d", (int)key->least, (int)key->most);
    else
        snprintf(text, size, "%s", names[key->type]);
}
