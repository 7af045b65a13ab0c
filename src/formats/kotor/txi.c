/* TXI: one command on a line; those with coordinates say how many lines of them follow. */
#include "formats/kotor/text.h"

#include <reliquary/txi.h>

static const struct rq_txi_command commands[] = {
#define COMMAND(name, type, choices, meaning) {#name, RQ_TXI_##type, choices, meaning},
#include "txi_commands.def"
#undef COMMAND
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

size_t rq_txi_commands(const struct rq_txi_command **list)
{
    *list = commands;
    return COMMANDS;
}

const struct rq_txi_command *rq_txi_command(struct rq_bytes name)
{
    for (size_t i = 0; i < COMMANDS; i++)
        if (rq_line_is(name, commands[i].name))
            return &commands[i];
    return NULL;
}

/* Numbers alone are what a command above them counts, as many as they are. "channelscale 1 0.5
 * 0.5" has its numbers on its own line. */
static enum rq_text_kind txi_kind(struct rq_text_state *state, size_t indent, struct rq_bytes name,
                                  struct rq_bytes rest)
{
    const struct rq_txi_command *command = rq_txi_command(name);
    struct rq_bytes word;
    int64_t count;
    double number;
    (void)indent;
    if (command && command->type == RQ_TXI_ROWS && rq_text_word(&rest, &word) &&
        rq_line_number(word, &count) && !rq_text_word(&rest, &word))
        return RQ_TEXT_HEAD;
    return state->open && rq_line_real(name, &number) ? RQ_TEXT_ITEM : RQ_TEXT_WORDS;
}

static const struct rq_text_form txi_form = {"command", "rows", "", "", txi_kind};

/* ---- what is said ---- */

const struct rq_text_line *rq_txi_find(const struct rq_txi *txi, const char *command)
{
    for (size_t i = txi->text.line_count; i > 0; i--) {
        const struct rq_text_line *line = &txi->text.lines[i - 1];
        if ((line->kind == RQ_TEXT_WORDS || line->kind == RQ_TEXT_HEAD) &&
            rq_line_is(line->name, command))
            return line;
    }
    return NULL;
}

static bool take_bool(struct rq_bytes value, bool *v)
{
    struct rq_bytes word;
    if (!rq_text_word(&value, &word))
        return false;
    bool yes = rq_line_is(word, "true") || rq_line_is(word, "1");
    bool no = rq_line_is(word, "false") || rq_line_is(word, "0");
    if (yes || no)
        *v = yes;
    return yes || no;
}

void rq_txi_bool(const struct rq_txi *txi, const char *command, bool *value)
{
    for (size_t i = 0; i < txi->text.line_count; i++)
        if (txi->text.lines[i].kind == RQ_TEXT_WORDS &&
            rq_line_is(txi->text.lines[i].name, command))
            take_bool(txi->text.lines[i].value, value);
}

static bool fits(const struct rq_txi_command *command, struct rq_bytes value)
{
    struct rq_bytes word = {0};
    int64_t integer;
    double real;
    bool yes, some = rq_text_word(&value, &word);
    switch (command->type) {
    case RQ_TXI_BOOL: return take_bool(word, &yes);
    case RQ_TXI_INTEGER: return rq_line_number(word, &integer) || rq_line_real(word, &real);
    case RQ_TXI_REAL: return rq_line_real(word, &real);
    case RQ_TXI_CHOICE: {
        struct rq_bytes list = rq_line_of(command->choices), choice;
        char name[32];
        while (rq_text_word(&list, &choice)) {
            memcpy(name, choice.data, choice.size);
            name[choice.size] = 0;
            if (rq_line_is(word, name))
                return true;
        }
        return false;
    }
    default: return some;
    }
}

/* "decal1": a command that has grown together with its value. */
static const struct rq_txi_command *grown_together(struct rq_bytes name)
{
    while (name.size && name.data[name.size - 1] >= '0' && name.data[name.size - 1] <= '9')
        name.size--;
    return rq_txi_command(name);
}

static void look(struct rq_doc *doc, const struct rq_text *text)
{
    for (size_t i = 0; i < text->line_count; i++) {
        const struct rq_text_line *line = &text->lines[i];
        const struct rq_txi_command *command = rq_txi_command(line->name), *meant;
        if (line->kind != RQ_TEXT_WORDS)
            continue;
        if (!command && (meant = grown_together(line->name)))
            rq_find(doc, "missing-blank", rq_text_at(doc, line), "command",
                    "%.*s is passed over: %s needs a blank before its value", RQ_NAME(line->name),
                    meant->name);
        else if (!command)
            rq_find(doc, "unknown-command", rq_text_at(doc, line), "command",
                    "%.*s is passed over: there is no such command", RQ_NAME(line->name));
        else if (!fits(command, line->value))
            rq_find(doc, "wrong-value", rq_text_at(doc, line), command->name,
                    "\"%.*s\" is not what the command takes", RQ_NAME(line->value));
    }
}

/* ---- the format ---- */

/* Without the name: every line is a command that is known, or numbers below one. */
static bool is_all_commands(struct rq_bytes in)
{
    size_t known = 0;
    while (in.size && in.data[in.size - 1] == 0)
        in.size--;
    while (in.size) {
        enum rq_line_end end;
        struct rq_bytes line = rq_line_next(&in, &end), word;
        double number;
        if (!rq_text_word(&line, &word))
            continue;
        bool command = rq_txi_command(word) != NULL;
        if (!command && (!known || !rq_line_real(word, &number)))
            return false;
        known += command;
    }
    return known > 0;
}

static unsigned txi_detect(struct rq_bytes in, const char *name)
{
    unsigned bits = is_all_commands(in) ? 16 : rq_text_named(name, ".txi") ? 8 : 0;
    return bits && rq_text_is(in) ? bits : 0;
}

/* A letter is the rectangle between the rows of one number in both lists. */
static void compare_corners(struct rq_doc *doc, const struct rq_txi *txi)
{
    const struct rq_text *text = &txi->text;
    const struct rq_text_line *upper = rq_txi_find(txi, "upperleftcoords");
    const struct rq_text_line *lower = rq_txi_find(txi, "lowerrightcoords");
    if (!upper || !lower || upper->kind != RQ_TEXT_HEAD || lower->kind != RQ_TEXT_HEAD)
        return;
    size_t uppers = rq_text_items(text, (size_t)(upper - text->lines));
    size_t lowers = rq_text_items(text, (size_t)(lower - text->lines));
    if (uppers != lowers)
        rq_find(doc, "unequal-corners", rq_text_at(doc, lower), "lowerrightcoords",
                "%zu lower right corners for %zu upper left ones", lowers, uppers);
}

static bool txi_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_txi *txi = doc->root = rq_cur_get(doc, c, 1, sizeof *txi);
    if (!txi || !rq_text_read(doc, c, &txi_form, &txi->text))
        return false;
    look(doc, &txi->text);
    compare_corners(doc, txi);
    return true;
}

static bool txi_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    const struct rq_txi *txi = doc->root;
    return rq_text_write(&txi_form, &txi->text, out, err);
}

static bool txi_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err)
{
    const struct rq_txi *txi = doc->root;
    (void)err;
    rq_text_json(doc, j, &txi_form, &txi->text);
    return true;
}

static bool txi_from_json(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_txi *txi = doc->root = rq_jr_get(jr, 1, sizeof *txi);
    return txi && rq_text_from_json(doc, jr, &txi_form, &txi->text);
}

/* A font has as many letters as it has corners. The number is text: a new one takes its place. */
static void txi_follows(struct rq_doc *doc, struct rq_follow *f)
{
    struct rq_text *text = &((struct rq_txi *)doc->root)->text;
    const struct rq_text_line *corners = rq_txi_find(doc->root, "upperleftcoords");
    const struct rq_text_line *found = rq_txi_find(doc->root, "numchars");
    if (!corners || !found || corners->kind != RQ_TEXT_HEAD)
        return;
    struct rq_text_line *line = &text->lines[found - text->lines];
    int64_t number = 0, had;
    if (!rq_line_number(line->value, &number))
        return;
    had = number;
    rq_follow(f, &number, sizeof number, rq_text_items(text, (size_t)(corners - text->lines)),
              "numchars");
    if (number == had)
        return;
    char *value = rq_arena_printf(&doc->arena, "%lld", (long long)number);
    if (value)
        line->value = rq_line_of(value);
    else
        rq_follow_no_memory(f);
}

static bool txi_facts(struct rq_doc *doc)
{
    const struct rq_txi *txi = doc->root;
    enum { SHOWN = 24 };
    size_t known = 0, shown = 0;
    for (size_t i = 0; i < txi->text.line_count; i++)
        known += txi->text.lines[i].kind != RQ_TEXT_ITEM &&
                 rq_txi_command(txi->text.lines[i].name) != NULL;
    rq_fact_add(doc, "commands", "%zu", known);
    for (size_t i = 0; i < txi->text.line_count && shown < SHOWN; i++) {
        const struct rq_text_line *line = &txi->text.lines[i];
        const struct rq_txi_command *command = rq_txi_command(line->name);
        if (line->kind == RQ_TEXT_WORDS && command && ++shown)
            rq_fact_add(doc, command->name, "%.*s (%s)", RQ_NAME(line->value), command->meaning);
        else if (line->kind == RQ_TEXT_HEAD && ++shown)
            rq_fact_add(doc, command->name, "%zu (%s)", rq_text_items(&txi->text, i),
                        command->meaning);
    }
    return true;
}

static bool txi_fresh(struct rq_doc *doc)
{
    return (doc->root = rq_arena_get(&doc->arena, 1, sizeof(struct rq_txi))) != NULL;
}

static const struct rq_finding_kind txi_findings[] = {
    RQ_TEXT_FINDINGS("What the game does with it is not known. Write the number of rows below.",
                     "What the game does with it is not known. Write the number of rows below."),
    {"missing-blank", RQ_WARNING, "a command that has grown together with its value",
     "The game passes over the line. Put a blank between them."},
    {"stale-value", RQ_WARNING, "numchars is not the number of upperleftcoords",
     "The game draws as many letters as numchars says. It is kept until an edit changes the rows."},
    {"unequal-corners", RQ_WARNING, "not as many lower right corners as upper left ones",
     "A letter is the rectangle between two corners of one number. What the game draws for a letter "
     "that lacks one is not known."},
    {"unknown-command", RQ_WARNING, "a command that the game does not have",
     "The game passes over the line."},
    {"wrong-value", RQ_WARNING, "a value that is not what the command takes",
     "An invalid bool changes nothing; an invalid blending means the default one. What the game "
     "does with other values is not known."},
    {NULL, RQ_WARNING, NULL, NULL},
};

const struct rq_format rq_format_txi = {
    .info = {"txi", "Texture settings", "kotor", "txi"},
    .detect = txi_detect,
    .text = true,
    .read = txi_read,
    .write = txi_write,
    .findings = txi_findings,
    .no_rule = "no-count",
    .to_json = txi_to_json,
    .from_json = txi_from_json,
    .follows = txi_follows,
    .facts = txi_facts,
    .fresh = txi_fresh,
};
