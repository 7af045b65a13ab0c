/* A report of a saved game as text: the JSON of the library, laid out for people. */
#include "core/json.h"
#include "save.h"

#include <stdio.h>

enum { WIDTH = 110 };

struct laying {
    struct rq_arena arena;
    struct rq_error err;
    struct rq_ctx ctx;
};

static struct rq_jr read_over(struct laying *l, struct rq_bytes text)
{
    struct rq_jr jr;
    rq_jr_open(&jr, text, &l->arena, &l->ctx);
    return jr;
}

/* No container in it. */
static bool is_flat(struct rq_bytes text)
{
    bool quoted = false;
    for (size_t i = 1; i < text.size; i++) {
        uint8_t c = text.data[i];
        if (quoted && c == '\\')
            i++;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && (c == '{' || c == '['))
            return false;
    }
    return true;
}

/* A value that is no container, as text. */
static const char *scalar(struct laying *l, struct rq_bytes text)
{
    struct rq_jr jr = read_over(l, text);
    const char *kept = NULL;
    switch (rq_jr_peek(&jr)) {
    case RQ_J_STRING: {
        struct rq_str s = rq_jr_string(&jr);
        kept = rq_arena_text(&l->arena, s.text ? s.text : "", s.size);
        break;
    }
    case RQ_J_TRUE: return "yes";
    case RQ_J_FALSE: return "no";
    default: kept = rq_arena_text(&l->arena, (const char *)text.data, text.size);
    }
    return kept ? kept : "";
}

/* A line that is filled up to WIDTH, and goes on below itself. */
struct line {
    struct rq_out text;
    int indent;
    size_t parts;
};

static void flush_line(struct line *line)
{
    if (!line->text.size)
        return;
    say("%s", whole_text(&line->text));
    rq_out_cut(&line->text, 0);
}

static void add_word(struct line *line, const char *word)
{
    bool fits = line->text.size + strlen(word) + 2 < WIDTH;
    if (line->parts && !fits) {
        rq_put8(&line->text, ',');
        flush_line(line);
        rq_putf(&line->text, "%*s", line->indent, "");
    } else if (line->parts) {
        rq_put_str(&line->text, ", ");
    }
    rq_put_str(&line->text, word);
    line->parts++;
}

/* A member of an object on one line. In rows of a list texts stand alone, and flags only when they are set. */
static const char *member(struct laying *l, struct rq_str name, struct rq_bytes raw,
                          const char *value, bool row)
{
    const char *word = row && raw.data[0] == '"'   ? value
                       : row && raw.data[0] == 'f' ? ""
                       : row && raw.data[0] == 't' ? rq_arena_text(&l->arena, name.text, name.size)
                       : *value
                           ? rq_arena_printf(&l->arena, "%.*s %s", (int)name.size, name.text, value)
                           : "";
    return word ? word : "";
}

static void lay_flat(struct laying *l, const char *key, struct rq_bytes text, int indent)
{
    struct line line = {.indent = indent + 2};
    struct rq_jr jr = read_over(l, text);
    struct rq_str name;
    bool element = !*key;
    rq_putf(&line.text, "%*s", indent, "");
    if (!element)
        rq_putf(&line.text, "%-17s ", key);
    line.indent = element ? indent + 4 : indent + 18;
    if (text.data[0] == '[') {
        rq_jr_array(&jr);
        while (rq_jr_more(&jr))
            add_word(&line, scalar(l, rq_jr_raw(&jr)));
    } else {
        rq_jr_object(&jr);
        while (rq_jr_key(&jr, &name)) {
            struct rq_bytes raw = rq_jr_raw(&jr);
            const char *value = scalar(l, raw);
            const char *word = member(l, name, raw, value, element);
            if (*word)
                add_word(&line, word);
        }
    }
    flush_line(&line);
    rq_out_free(&line.text);
}

/* A container with nothing in it. */
static bool is_empty(struct rq_bytes text)
{
    size_t i = 1;
    while (i + 1 < text.size && (text.data[i] == ' ' || text.data[i] == '\n'))
        i++;
    return i + 1 >= text.size;
}

static void lay(struct laying *l, const char *key, struct rq_bytes text, int indent)
{
    struct rq_jr jr = read_over(l, text);
    struct rq_str name;
    bool container = text.data[0] == '{' || text.data[0] == '[';
    if (!container) {
        const char *value = scalar(l, text);
        if (*value)
            say("%*s%-17s %s", indent, "", key, value);
        return;
    }
    if (is_empty(text))
        return;
    if (is_flat(text)) {
        lay_flat(l, key, text, indent);
        return;
    }
    if (*key)
        say("%*s%s", indent, "", key);
    if (text.data[0] == '[') {
        rq_jr_array(&jr);
        for (size_t i = 0; rq_jr_more(&jr); i++) {
            struct rq_bytes element = rq_jr_raw(&jr);
            if (i && !is_flat(element))
                say("%s", "");
            lay(l, "", element, indent + 2 - 2 * !is_flat(element));
        }
        return;
    }
    rq_jr_object(&jr);
    while (rq_jr_key(&jr, &name)) {
        const char *word = rq_arena_text(&l->arena, name.text, name.size);
        lay(l, word ? word : "", rq_jr_raw(&jr), indent + 2);
    }
}

void save_lay_out(struct rq_bytes json)
{
    struct laying l = {0};
    l.ctx.err = &l.err;
    struct rq_jr jr = read_over(&l, json);
    lay(&l, "", rq_jr_raw(&jr), -2);
    rq_arena_free(&l.arena);
}
