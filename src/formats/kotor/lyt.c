/* LYT: "beginlayout", then sections that say how many lines they have, "donelayout". */
#include "formats/kotor/mdl/scene/kit.h"
#include "formats/kotor/text.h"

#include <reliquary/lyt.h>

static const char *const section_names[RQ_LYT_SECTIONS] = {
    "roomcount", "trackcount", "obstaclecount", "doorhookcount", "othercount"};

static unsigned section_of(struct rq_bytes name)
{
    unsigned i = 0;
    while (i < RQ_LYT_SECTIONS && !rq_line_is(name, section_names[i]))
        i++;
    return i;
}

/* What stands before beginlayout is passed over by the game. */
static enum rq_text_kind lyt_kind(struct rq_text_state *state, size_t indent, struct rq_bytes name,
                                  struct rq_bytes rest)
{
    (void)indent, (void)rest;
    if (rq_line_is(name, "beginlayout") || rq_line_is(name, "donelayout")) {
        state->begun = rq_line_is(name, "beginlayout");
        return RQ_TEXT_WORDS;
    }
    if (state->begun && section_of(name) < RQ_LYT_SECTIONS)
        return RQ_TEXT_HEAD;
    return state->begun && state->open ? RQ_TEXT_ITEM : RQ_TEXT_WORDS;
}

static const struct rq_text_form lyt_form = {"section", "items", "   ", "      ", lyt_kind};

static bool has_begin(struct rq_bytes in)
{
    enum { LINES = 64 };
    for (size_t i = 0; in.size && i < LINES; i++) {
        enum rq_line_end end;
        struct rq_bytes line = rq_line_next(&in, &end), word, more;
        if (rq_text_word(&line, &word) && rq_line_is(word, "beginlayout") &&
            !rq_text_word(&line, &more))
            return true;
    }
    return false;
}

static unsigned lyt_detect(struct rq_bytes in, const char *name)
{
    unsigned bits = has_begin(in) ? 64 : rq_text_named(name, ".lyt") ? 8 : 0;
    return bits && rq_text_is(in) ? bits : 0;
}

/* ---- items ---- */

static bool is_empty(struct rq_bytes room)
{
    return rq_line_is(room, "****");
}

static unsigned line_section(const struct rq_lyt *lyt, size_t index)
{
    while (index && lyt->text.lines[index].kind != RQ_TEXT_HEAD)
        index--;
    return section_of(lyt->text.lines[index].name);
}

static void take_reals(struct rq_bytes *rest, double *to, size_t count, bool *whole)
{
    struct rq_bytes word;
    for (size_t i = 0; i < count; i++) {
        to[i] = 0;
        if (!rq_text_word(rest, &word) || !rq_line_real(word, &to[i]))
            *whole = false;
    }
}

static size_t count_words(struct rq_bytes text)
{
    struct rq_bytes word;
    size_t count = 0;
    while (rq_text_word(&text, &word))
        count++;
    return count;
}

/* A doorhook has a constant 0 behind the door's name; KotorBlender leaves it out. */
static void take_item(const struct rq_text_line *line, unsigned section, struct rq_lyt_item *item)
{
    struct rq_bytes rest = line->value, word;
    *item = (struct rq_lyt_item){.section = (enum rq_lyt_section)section,
                                 .name = line->name,
                                 .whole = true,
                                 .empty = is_empty(line->name)};
    if (section == RQ_LYT_DOORHOOKS) {
        size_t words = count_words(rest);
        rq_text_word(&rest, &item->door);
        if (words != 8)
            rq_text_word(&rest, &word);
    }
    take_reals(&rest, item->position, 3, &item->whole);
    if (section == RQ_LYT_DOORHOOKS)
        take_reals(&rest, item->orientation, 4, &item->whole);
    if (rq_text_word(&rest, &word))
        item->whole = false;
}

bool rq_lyt_item(const struct rq_lyt *lyt, size_t index, struct rq_lyt_item *item)
{
    if (index >= lyt->text.line_count || lyt->text.lines[index].kind != RQ_TEXT_ITEM)
        return false;
    take_item(&lyt->text.lines[index], line_section(lyt, index), item);
    return true;
}

/* ---- reading ---- */

struct look {
    unsigned section, last;
    bool begun, done, any;
};

static bool is_room(const struct rq_text_line *line, void *ctx)
{
    unsigned *section = ctx;
    if (line->kind == RQ_TEXT_HEAD)
        *section = section_of(line->name);
    return line->kind == RQ_TEXT_ITEM && *section == RQ_LYT_ROOMS && !is_empty(line->name);
}

static void look_at_head(struct rq_doc *doc, struct look *l, const struct rq_text_line *line)
{
    l->section = section_of(line->name);
    if (l->any && l->section <= l->last)
        rq_find(doc, "section-order", rq_text_at(doc, line), "sections",
                "%s stands behind %s: the game reads them in one order", section_names[l->section],
                section_names[l->last]);
    l->last = l->section;
    l->any = true;
}

static void look_at_item(struct rq_doc *doc, const struct look *l,
                         const struct rq_text_index *rooms, const struct rq_text_line *line)
{
    struct rq_lyt_item item;
    if (l->section >= RQ_LYT_OTHERS)
        return;
    take_item(line, l->section, &item);
    if (!item.whole)
        rq_find(doc, "wrong-words", rq_text_at(doc, line), section_names[l->section],
                "%.*s has not the words that are expected here", RQ_NAME(line->name));
    if (l->section == RQ_LYT_DOORHOOKS && !item.empty && !rq_text_has(rooms, line->name))
        rq_find(doc, "no-such-room", rq_text_at(doc, line), section_names[l->section],
                "there is no room %.*s", RQ_NAME(line->name));
}

static bool look(struct rq_doc *doc, const struct rq_text *text)
{
    struct rq_text_index rooms = {0};
    struct look l = {.section = RQ_LYT_SECTIONS};
    unsigned section = RQ_LYT_SECTIONS;
    bool lf = false;
    if (!rq_text_index(doc, text, is_room, &section, &rooms))
        return false;
    rq_text_find_twice(doc, &rooms, "roomcount");
    for (size_t i = 0; i < text->line_count; i++) {
        const struct rq_text_line *line = &text->lines[i];
        lf |= line->end == RQ_LINE_LF || line->end == RQ_LINE_CR;
        l.begun |= line->kind == RQ_TEXT_WORDS && rq_line_is(line->name, "beginlayout");
        l.done |= line->kind == RQ_TEXT_WORDS && rq_line_is(line->name, "donelayout");
        if (line->kind == RQ_TEXT_HEAD)
            look_at_head(doc, &l, line);
        else if (line->kind == RQ_TEXT_ITEM)
            look_at_item(doc, &l, &rooms, line);
    }
    if (!l.begun)
        rq_find(doc, "no-begin", 0, "lines", "there is no beginlayout");
    else if (!l.done)
        rq_find(doc, "no-end", 0, "lines", "there is no donelayout");
    if (lf)
        rq_find(doc, "line-end", 0, "end", "lines end with one byte; the game steps over two");
    return true;
}

static bool lyt_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_lyt *lyt = doc->root = rq_cur_get(doc, c, 1, sizeof *lyt);
    if (!lyt || !rq_text_read(doc, c, &lyt_form, &lyt->text))
        return false;
    return look(doc, &lyt->text) || rq_bad_memory(c, &doc->arena);
}

static bool lyt_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    const struct rq_lyt *lyt = doc->root;
    return rq_text_write(&lyt_form, &lyt->text, out, err);
}

static bool lyt_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err)
{
    const struct rq_lyt *lyt = doc->root;
    (void)err;
    rq_text_json(doc, j, &lyt_form, &lyt->text);
    return true;
}

static bool lyt_from_json(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_lyt *lyt = doc->root = rq_jr_get(jr, 1, sizeof *lyt);
    return lyt && rq_text_from_json(doc, jr, &lyt_form, &lyt->text);
}

static bool lyt_facts(struct rq_doc *doc)
{
    static const char *const names[RQ_LYT_SECTIONS] = {"rooms", "tracks", "obstacles", "doorhooks",
                                                       "others"};
    const struct rq_lyt *lyt = doc->root;
    size_t counts[RQ_LYT_SECTIONS] = {0};
    for (size_t i = 0; i < lyt->text.line_count; i++)
        if (lyt->text.lines[i].kind == RQ_TEXT_HEAD)
            counts[section_of(lyt->text.lines[i].name) % RQ_LYT_SECTIONS] +=
                rq_text_items(&lyt->text, i);
    for (size_t i = 0; i < RQ_LYT_SECTIONS; i++)
        if (counts[i] || i == RQ_LYT_ROOMS)
            rq_fact_add(doc, names[i], "%zu", counts[i]);
    return true;
}

static bool lyt_fresh(struct rq_doc *doc)
{
    return (doc->root = rq_arena_get(&doc->arena, 1, sizeof(struct rq_lyt))) != NULL;
}

static const struct rq_facet_scene scene = {
    .scene = rq_lyt_scene,
};

static const struct rq_finding_kind lyt_findings[] = {
    RQ_TEXT_FINDINGS(
        "The game goes by the number: what stands beyond it is taken for the next section. "
        "Write the real number.",
        "The game goes by the number. Write the real one."),
    {"section-order", RQ_WARNING, "sections in another order than rooms, tracks, obstacles, doors",
     "The game does not compare the words, only the order counts. Put them in that order."},
    {"wrong-words", RQ_WARNING, "a line with fewer or other words than its section asks for",
     "What the game reads there is not known. A room, track or obstacle is a name and three "
     "numbers, a doorhook two names, 0 and seven numbers."},
    {"duplicate-name", RQ_WARNING, "a room stands in the layout twice",
     "Both are drawn in one place or the other; which one names mean is not known."},
    {"no-such-room", RQ_WARNING, "a doorhook of a room that the layout does not have",
     "The hook belongs to no room. What the game does with it is not known."},
    {"no-begin", RQ_ERROR, "no line beginlayout",
     "The game searches for it beyond the end of the text and may crash. Add it."},
    {"no-end", RQ_WARNING, "no line donelayout", "What the game does without it is not known."},
    {"line-end", RQ_WARNING, "lines that end with one byte",
     "The game steps over two bytes at the end of a line, so it loses the first letter of the "
     "next. Save the text with CR LF."},
    {NULL, RQ_WARNING, NULL, NULL},
};

const struct rq_format rq_format_lyt = {
    .info = {"lyt", "Area layout", "kotor", "lyt"},
    .detect = lyt_detect,
    .text = true,
    .read = lyt_read,
    .write = lyt_write,
    .findings = lyt_findings,
    .to_json = lyt_to_json,
    .from_json = lyt_from_json,
    .facts = lyt_facts,
    .fresh = lyt_fresh,
    .scene = &scene,
};
