/* ASCII MDL as a text: lines of words, lists with a number of lines that follow. What it means is
 * in read.c. */
#include "formats/kotor/mdl_ascii/parts.h"

/* Lists that say how many lines they have; so does any "...key" of older files. */
static const char lists[] =
    "verts faces tverts tverts0 tverts1 tverts2 tverts3 lightmaptverts texindices1 texindices2 "
    "texindices3 colors colorindices normals weights constraints texturenames flarepositions "
    "flaresizes flarecolorshifts";

static bool is_list(struct rq_bytes name)
{
    struct rq_bytes all = rq_line_of(lists), word;
    if (name.size > 3 && rq_line_is((struct rq_bytes){name.data + name.size - 3, 3}, "key"))
        return true;
    while (rq_text_word(&all, &word)) {
        size_t i = 0;
        while (i < word.size && i < name.size && rq_lower((char)name.data[i]) == (char)word.data[i])
            i++;
        if (i == word.size && i == name.size)
            return true;
    }
    return false;
}

static enum rq_text_kind ascii_kind(struct rq_text_state *state, size_t indent,
                                    struct rq_bytes name, struct rq_bytes rest)
{
    struct rq_bytes word, more;
    int64_t count;
    (void)indent;
    if (is_list(name) && rq_text_word(&rest, &word) && rq_line_number(word, &count) && count >= 0 &&
        !rq_text_word(&rest, &more)) {
        state->left = (uint64_t)count;
        return RQ_TEXT_HEAD;
    }
    bool item = state->open && state->left && name.data[0] != '#' && !rq_line_is(name, "endnode") &&
                !rq_line_is(name, "endlist");
    state->left -= item;
    return item ? RQ_TEXT_ITEM : RQ_TEXT_WORDS;
}

static const struct rq_text_form ascii_form = {"list", "rows", "  ", "    ", ascii_kind};

/* ---- detection ---- */

/* Begins with one of the words that only models have, or with a node: so do walkmeshes. */
static unsigned ascii_detect(struct rq_bytes in, const char *name)
{
    static const char *const begins[] = {"newmodel", "setsupermodel", "beginmodelgeom"};
    enum { LINES = 64 };
    (void)name;
    struct rq_bytes all = in;
    for (size_t i = 0; in.size && i < LINES; i++) {
        enum rq_line_end end;
        struct rq_bytes line = rq_line_next(&in, &end), word, more;
        if (!rq_text_word(&line, &word) || !rq_text_word(&line, &more))
            continue;
        for (size_t k = 0; k < sizeof begins / sizeof begins[0]; k++)
            if (rq_line_is(word, begins[k]))
                return rq_text_is(all) ? 64 : 0;
        if (rq_line_is(word, "node") && rq_ascii_type(more))
            return rq_text_is(all) ? 48 : 0;
        if (word.data[0] != '#' && !rq_line_is(word, "filedependancy"))
            return 0;
    }
    return 0;
}

/* ---- the format ---- */

static bool ascii_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_mdl_ascii *a = doc->root = rq_cur_get(doc, c, 1, sizeof *a);
    return a && rq_text_read(doc, c, &ascii_form, &a->text);
}

static bool ascii_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    const struct rq_mdl_ascii *a = doc->root;
    return rq_text_write(&ascii_form, &a->text, out, err);
}

static bool ascii_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err)
{
    const struct rq_mdl_ascii *a = doc->root;
    (void)err;
    rq_text_json(doc, j, &ascii_form, &a->text);
    return true;
}

static bool ascii_from_json(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_mdl_ascii *a = doc->root = rq_jr_get(jr, 1, sizeof *a);
    return a && rq_text_from_json(doc, jr, &ascii_form, &a->text);
}

static bool ascii_facts(struct rq_doc *doc)
{
    static const char *const told[] = {"newmodel", "setsupermodel", "classification"};
    static const char *const counted[] = {"node", "newanim", "verts", "faces"};
    static const char *const names[] = {"nodes, with those of animations", "animations", "vertices",
                                        "faces"};
    const struct rq_text *text = &((struct rq_mdl_ascii *)doc->root)->text;
    size_t counts[4] = {0};
    for (size_t i = 0; i < text->line_count; i++) {
        const struct rq_text_line *line = &text->lines[i];
        if (line->kind != RQ_TEXT_WORDS && line->kind != RQ_TEXT_HEAD)
            continue;
        for (size_t k = 0; k < sizeof told / sizeof told[0]; k++)
            if (rq_line_is(line->name, told[k]))
                rq_fact_add(doc, told[k], "%.*s", RQ_NAME(line->value));
        for (size_t k = 0; k < sizeof counted / sizeof counted[0]; k++)
            if (rq_line_is(line->name, counted[k]))
                counts[k] += k < 2 ? 1 : rq_text_items(text, i);
    }
    for (size_t k = 0; k < sizeof counted / sizeof counted[0]; k++)
        rq_fact_add(doc, names[k], "%zu", counts[k]);
    return true;
}

static bool ascii_fresh(struct rq_doc *doc)
{
    return (doc->root = rq_arena_get(&doc->arena, 1, sizeof(struct rq_mdl_ascii))) != NULL;
}

static const struct rq_facet_forms forms = {
    .text_of = "mdl",
};

static const struct rq_finding_kind mdl_ascii_findings[] = {
    RQ_TEXT_FINDINGS(
        "The game does not read this text. Reading the model from it fails, or takes the rows "
        "that are there. Write the number of rows below.",
        "The game does not read this text. Write the number of rows below."),
    {"no-supermodel", RQ_WARNING,
     "the supermodel was not found while a model was made from the text",
     "Nodes then have numbers of their own, and the animations of the supermodel will not move "
     "them. Make the model where the game's files can be found."},
    {"left-out", RQ_WARNING, "words that mean nothing, met while a model was made from the text",
     "What they stand for is not in the model. A word may be misspelled, or be one of another "
     "program."},
    {NULL, RQ_WARNING, NULL, NULL},
};

const struct rq_format rq_format_mdl_ascii = {
    .info = {"mdl_ascii", "Model as text (ASCII MDL)", "kotor", "ascii"},
    .detect = ascii_detect,
    .text = true,
    .read = ascii_read,
    .write = ascii_write,
    .findings = mdl_ascii_findings,
    .no_rule = "no-count no-supermodel left-out",
    .to_json = ascii_to_json,
    .from_json = ascii_from_json,
    .facts = ascii_facts,
    .fresh = ascii_fresh,
    .forms = &forms,
};
