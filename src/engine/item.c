#include "core/text.h"
#include "engine/keyed.h"

#include <reliquary/engine.h>
#include <stddef.h>
#include <stdlib.h>

_Static_assert((int)RQ_ITEM_NAME == (int)RQ_KEYED_NAME && (int)RQ_WORLD_NAME == (int)RQ_KEYED_NAME,
               "one size of names");

static const struct {
    const char *key;
    size_t offset;
} files[] = {
    {"name", offsetof(struct rq_item, label)},
    {"hand_object_file", offsetof(struct rq_item, hand)},
    {"hilt_object_file", offsetof(struct rq_item, hilt)},
    {"inventory_object_file", offsetof(struct rq_item, inventory)},
    {"game_object_file", offsetof(struct rq_item, world)},
};

enum { FILES = sizeof files / sizeof files[0], MOST_ITEMS = 1000 };

bool rq_item_read(const struct rq_ini *ini, int number, struct rq_item *item)
{
    const struct rq_ini_line *type = rq_keyed_find(ini, "type", number);
    bool found = type != NULL;
    *item = (struct rq_item){.number = number};
    if (type)
        rq_keyed_numbers(type->value, &item->type, 1);
    for (size_t i = 0; i < FILES; i++) {
        const struct rq_ini_line *line = rq_keyed_find(ini, files[i].key, number);
        if (line)
            rq_keyed_name(line->value, (char *)item + files[i].offset);
        found = found || line;
    }
    return found;
}

/* "; 1 sabre" is "sabre". */
static struct rq_bytes words_of(struct rq_bytes comment)
{
    while (comment.size && (comment.data[0] <= ' ' || comment.data[0] == ';' ||
                            (comment.data[0] >= '0' && comment.data[0] <= '9')))
        comment = (struct rq_bytes){comment.data + 1, comment.size - 1};
    while (comment.size && comment.data[comment.size - 1] <= ' ')
        comment.size--;
    return comment;
}

static bool alike(struct rq_bytes text, const char *word)
{
    size_t i = 0;
    while (i < text.size && word[i] && rq_lower((char)text.data[i]) == rq_lower(word[i]))
        i++;
    return i == text.size && !word[i];
}

/* "type[12]" has 12. */
static int index_of(struct rq_bytes name)
{
    size_t i = 0;
    int number = 0;
    while (i < name.size && name.data[i] != '[')
        i++;
    if (i + 1 >= name.size)
        return -1;
    for (i++; i < name.size && name.data[i] >= '0' && name.data[i] <= '9'; i++)
        number = number < MOST_ITEMS ? number * 10 + (name.data[i] - '0') : number;
    return number;
}

/* The number of the first key after a comment with these words. */
static int by_comment(const struct rq_ini *ini, const char *word)
{
    bool named = false;
    for (size_t i = 0; i < ini->line_count; i++) {
        const struct rq_ini_line *line = &ini->lines[i];
        struct rq_bytes words = words_of(line->value);
        if (line->kind == RQ_INI_TEXT && words.size)
            named = alike(words, word);
        else if (line->kind == RQ_INI_ENTRY && named)
            return index_of(line->name);
    }
    return -1;
}

/* The same model, with or without its extension. */
static bool is_model(const char *file, const char *word)
{
    size_t stem = strcspn(file, ".");
    struct rq_bytes whole = {(const uint8_t *)file, strlen(file)};
    return file[0] && (alike(whole, word) || alike((struct rq_bytes){whole.data, stem}, word));
}

int rq_item_find(const struct rq_ini *ini, const char *word)
{
    char *end;
    long number = strtol(word, &end, 10);
    struct rq_item item;
    if (end != word && !*end)
        return number >= 0 && number < MOST_ITEMS && rq_item_read(ini, (int)number, &item)
                   ? (int)number
                   : -1;
    int named = by_comment(ini, word);
    if (named >= 0 && named < MOST_ITEMS && rq_item_read(ini, named, &item))
        return named;
    for (size_t i = 0; i < ini->line_count; i++) {
        const struct rq_ini_line *line = &ini->lines[i];
        /* Names of texts are no models. */
        for (size_t k = 1; k < FILES && line->kind == RQ_INI_ENTRY; k++) {
            char file[RQ_ITEM_NAME];
            int at = rq_keyed_index(line->name, files[k].key);
            rq_keyed_name(line->value, file);
            if (at >= 0 && is_model(file, word))
                return at;
        }
    }
    return -1;
}
