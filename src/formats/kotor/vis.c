/* VIS: "room N", then N rooms that are seen from it, each on a line of its own. */
#include "formats/kotor/text.h"

#include <reliquary/vis.h>
#include <stdlib.h>

/* A line that is deeper than the room above it is seen from it, whatever its words are: real files
 * have "  StuntRoom45ad 5". A line with a number that is not deeper is a room. */
static enum rq_text_kind vis_kind(struct rq_text_state *state, size_t indent, struct rq_bytes name,
                                  struct rq_bytes rest)
{
    struct rq_bytes word;
    int64_t number;
    bool numbered = rq_text_word(&rest, &word) && rq_line_number(word, &number);
    (void)name;
    if (state->open && indent > state->head_indent)
        return RQ_TEXT_ITEM;
    if (numbered)
        return RQ_TEXT_HEAD;
    /* "room V3.28" is a version that the game passes over. */
    bool version = word.size && (word.data[0] | 0x20) == 'v';
    return state->open && !version ? RQ_TEXT_ITEM : RQ_TEXT_WORDS;
}

static const struct rq_text_form vis_form = {"room", "sees", "", "  ", vis_kind};

/* Without the name: every line is a room or seen from one, and all numbers are right. */
static bool is_all_rooms(struct rq_bytes in)
{
    int64_t left = 0, number;
    size_t rooms = 0;
    while (in.size) {
        enum rq_line_end end;
        struct rq_bytes line = rq_line_next(&in, &end), word, more;
        bool indented = rq_line_cut_blanks(&line).size > 0;
        if (!rq_text_word(&line, &word))
            return false;
        bool second = rq_text_word(&line, &more);
        if (indented != (left > 0) || second == indented)
            return false;
        if (!indented && (!rq_line_number(more, &number) || number < 1 || number > 4096))
            return false;
        left = indented ? left - 1 : number;
        rooms += !indented;
    }
    return rooms && left == 0;
}

static unsigned vis_detect(struct rq_bytes in, const char *name)
{
    unsigned bits = is_all_rooms(in) ? 24 : rq_text_named(name, ".vis") ? 8 : 0;
    return bits && rq_text_is(in) ? bits : 0;
}

static bool is_room(const struct rq_text_line *line, void *ctx)
{
    (void)ctx;
    return line->kind == RQ_TEXT_HEAD;
}

struct sight {
    struct rq_bytes from, to;
};

static int by_sight(const void *a, const void *b)
{
    const struct sight *x = a, *y = b;
    int order = rq_text_compare(x->from, y->from);
    return order ? order : rq_text_compare(x->to, y->to);
}

/* Every pair of a room and one that is seen from it; NULL without memory. */
static struct sight *sights_of(struct rq_doc *doc, const struct rq_text *text, size_t *count)
{
    struct sight *sights = rq_arena_get(&doc->arena, text->line_count, sizeof *sights);
    struct rq_bytes from = {0};
    for (size_t i = 0; sights && i < text->line_count; i++) {
        const struct rq_text_line *line = &text->lines[i];
        if (line->kind == RQ_TEXT_HEAD)
            from = line->name;
        else if (line->kind == RQ_TEXT_ITEM)
            sights[(*count)++] = (struct sight){from, line->name};
    }
    if (*count)
        qsort(sights, *count, sizeof *sights, by_sight);
    return sights;
}

/* The game makes sight mutual: a room that is only seen is one whose own line is missing, and a room
 * that does not list one that sees it is seen through all the same. */
static bool look(struct rq_doc *doc, const struct rq_text *text)
{
    struct rq_text_index rooms = {0};
    struct rq_bytes from = {0};
    size_t count = 0;
    const struct sight *sights = sights_of(doc, text, &count);
    if (!sights || !rq_text_index(doc, text, is_room, NULL, &rooms))
        return false;
    rq_text_find_twice(doc, &rooms, "rooms");
    for (size_t i = 0; i < text->line_count; i++) {
        const struct rq_text_line *line = &text->lines[i];
        if (line->kind == RQ_TEXT_HEAD)
            from = line->name;
        if (line->kind != RQ_TEXT_ITEM)
            continue;
        struct sight back = {line->name, from};
        if (!rq_text_has(&rooms, line->name))
            rq_find(doc, "no-own-line", rq_text_at(doc, line), "sees",
                    "%.*s has no line of its own", RQ_NAME(line->name));
        else if (!bsearch(&back, sights, count, sizeof *sights, by_sight))
            rq_find(doc, "one-way", rq_text_at(doc, line), "sees",
                    "%.*s sees %.*s, but is not seen from there", RQ_NAME(from),
                    RQ_NAME(line->name));
        if (line->value.size)
            rq_find(doc, "more-words", rq_text_at(doc, line), "sees",
                    "%.*s has more words behind it", RQ_NAME(line->name));
    }
    return true;
}

static bool vis_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_vis *vis = doc->root = rq_cur_get(doc, c, 1, sizeof *vis);
    if (!vis || !rq_text_read(doc, c, &vis_form, &vis->text))
        return false;
    return look(doc, &vis->text) || rq_bad_memory(c, &doc->arena);
}

static bool vis_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    const struct rq_vis *vis = doc->root;
    return rq_text_write(&vis_form, &vis->text, out, err);
}

static bool vis_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err)
{
    const struct rq_vis *vis = doc->root;
    (void)err;
    rq_text_json(doc, j, &vis_form, &vis->text);
    return true;
}

static bool vis_from_json(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_vis *vis = doc->root = rq_jr_get(jr, 1, sizeof *vis);
    return vis && rq_text_from_json(doc, jr, &vis_form, &vis->text);
}

static bool vis_facts(struct rq_doc *doc)
{
    const struct rq_vis *vis = doc->root;
    size_t rooms = 0, seen = 0;
    for (size_t i = 0; i < vis->text.line_count; i++) {
        rooms += vis->text.lines[i].kind == RQ_TEXT_HEAD;
        seen += vis->text.lines[i].kind == RQ_TEXT_ITEM;
    }
    rq_fact_add(doc, "rooms", "%zu", rooms);
    rq_fact_add(doc, "seen", "%zu", seen);
    return true;
}

static bool vis_fresh(struct rq_doc *doc)
{
    return (doc->root = rq_arena_get(&doc->arena, 1, sizeof(struct rq_vis))) != NULL;
}

static const struct rq_finding_kind vis_findings[] = {
    RQ_TEXT_FINDINGS(
        "The game goes by the number: lines beyond it are taken for rooms, and rooms for "
        "lines. Write the real number.",
        "What the game does with it is not known. Write the number of rooms below."),
    {"duplicate-name", RQ_WARNING, "a room has two lines of its own",
     "What the game does with the second is not known. Put the rooms seen below one of them."},
    {"no-own-line", RQ_WARNING, "a room that is seen has no line of its own",
     "The game makes sight mutual, so it may still work. Give the room a line, and list there what "
     "is seen from it."},
    {"one-way", RQ_INFO, "a room sees one that does not list it",
     "The game makes sight mutual, so that both are drawn from either. Files of the game have 666 "
     "such pairs. Say it on both sides to see what the game does."},
    {"more-words", RQ_WARNING, "more words behind a room that is seen",
     "Only the first word is the name. Files of the game have such lines; the words are kept."},
    {NULL, RQ_WARNING, NULL, NULL},
};

const struct rq_format rq_format_vis = {
    .info = {"vis", "Visible rooms", "kotor", "vis"},
    .detect = vis_detect,
    .text = true,
    .read = vis_read,
    .write = vis_write,
    .findings = vis_findings,
    .no_rule = "no-count",
    .to_json = vis_to_json,
    .from_json = vis_from_json,
    .facts = vis_facts,
    .fresh = vis_fresh,
};
