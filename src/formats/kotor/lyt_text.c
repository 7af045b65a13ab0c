#include "formats/kotor/text.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- lines ---- */

bool rq_text_word(struct rq_bytes *text, struct rq_bytes *word)
{
    size_t n = 0;
    rq_line_cut_blanks(text);
    while (n < text->size && !rq_line_is_blank(text->data[n]))
        n++;
    *word = rq_line_cut(text, n);
    return n > 0;
}

size_t rq_text_items(const struct rq_text *text, size_t head)
{
    size_t count = 0;
    for (size_t i = head + 1; i < text->line_count; i++) {
        if (text->lines[i].kind == RQ_TEXT_HEAD || text->lines[i].kind == RQ_TEXT_WORDS)
            break;
        count += text->lines[i].kind == RQ_TEXT_ITEM;
    }
    return count;
}

bool rq_text_is(struct rq_bytes in)
{
    while (in.size && in.data[in.size - 1] == 0)
        in.size--;
    for (size_t i = 0; i < in.size; i++)
        if (in.data[i] < ' ' && (in.data[i] == 0 || !strchr("\t\r\n\f\x1A", in.data[i])))
            return false;
    return in.size > 0;
}

bool rq_text_named(const char *name, const char *extension)
{
    size_t n = strlen(name), m = strlen(extension);
    return n > m && rq_casecmp(name + n - m, extension) == 0;
}

static struct rq_text_line next_line(const struct rq_text_form *form, struct rq_text_state *state,
                                     struct rq_bytes *text)
{
    struct rq_text_line line = {.kind = RQ_TEXT_BLANK};
    struct rq_bytes rest = rq_line_next(text, &line.end), word;
    line.indent = rq_line_cut_blanks(&rest);
    if (!rest.size)
        return line;
    rq_text_word(&rest, &line.name);
    line.kind = form->kind(state, line.indent.size, line.name, rest);
    line.gap = rq_line_cut_blanks(&rest);
    if (line.kind == RQ_TEXT_HEAD) {
        if (rq_text_word(&rest, &word))
            line.value = word;
    } else {
        line.value = rq_line_cut(&rest, rq_line_trimmed(rest));
    }
    line.tail = rest;
    /* Blanks alone are a tail. */
    if (!line.value.size) {
        line.tail = (struct rq_bytes){line.gap.data, line.gap.size + rest.size};
        line.gap = (struct rq_bytes){0};
    }
    state->open = line.kind == RQ_TEXT_HEAD || (state->open && line.kind == RQ_TEXT_ITEM);
    if (line.kind == RQ_TEXT_HEAD)
        state->head_indent = line.indent.size;
    return line;
}

uint64_t rq_text_at(const struct rq_doc *doc, const struct rq_text_line *line)
{
    return (uint64_t)(line->name.data - doc->source.data) - line->indent.size;
}

/* ---- reading ---- */

static void note_line(struct rq_cur *c, const struct rq_text_line *line, struct rq_bytes rest,
                      size_t index)
{
    rq_enter(c, "lines", (int64_t)index);
    rq_line_note(c, line->indent, "indent");
    rq_line_note(c, line->name, "name");
    rq_line_note(c, line->gap, "gap");
    rq_line_note(c, line->value, line->kind == RQ_TEXT_HEAD ? "count" : "value");
    rq_line_note(c, line->tail, "tail");
    rq_line_note_end(c, rest, line->end);
    rq_leave(c);
}

static bool is_count(struct rq_bytes value, size_t count)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%zu", count);
    return rq_same(value, rq_line_of(digits));
}

static void count_items(struct rq_doc *doc, struct rq_text *text)
{
    for (size_t i = 0; i < text->line_count; i++) {
        struct rq_text_line *line = &text->lines[i];
        int64_t stated;
        if (line->kind != RQ_TEXT_HEAD)
            continue;
        size_t count = rq_text_items(text, i);
        line->counted = is_count(line->value, count);
        if (line->counted)
            line->value = (struct rq_bytes){0};
        else if (!rq_line_number(line->value, &stated))
            rq_find(doc, "no-count", rq_text_at(doc, line), "count", "%.*s has no number of lines",
                    RQ_NAME(line->name));
        else if (stated < 0 || (uint64_t)stated != count)
            rq_find(doc, "wrong-count", rq_text_at(doc, line), "count",
                    "%.*s says %lld, but there are %zu", RQ_NAME(line->name), (long long)stated,
                    count);
    }
}

bool rq_text_read(struct rq_doc *doc, struct rq_cur *c, const struct rq_text_form *form,
                  struct rq_text *text)
{
    struct rq_bytes all = {c->p, rq_left(c)};
    struct rq_text_state state = {0};
    bool zeros = all.size && memchr(all.data, 0, all.size);
    text->lines = rq_cur_get(doc, c, rq_line_count(all), sizeof *text->lines);
    if (!text->lines)
        return false;
    while (all.size) {
        struct rq_text_line *line = &text->lines[text->line_count++];
        *line = next_line(form, &state, &all);
        note_line(c, line, all, text->line_count - 1);
    }
    c->p = c->end;
    if (zeros)
        rq_find(doc, "zero-byte", 0, "lines", "there are zero bytes in the text");
    count_items(doc, text);
    return true;
}

/* ---- writing ---- */

static void put_line(struct rq_out *out, const struct rq_text *text, size_t index)
{
    const struct rq_text_line *line = &text->lines[index];
    rq_put_bytes(out, line->indent);
    rq_put_bytes(out, line->name);
    rq_put_bytes(out, line->gap);
    if (line->counted)
        rq_putf(out, "%zu", rq_text_items(text, index));
    else
        rq_put_bytes(out, line->value);
    rq_put_bytes(out, line->tail);
    rq_line_put_end(out, line->end);
}

static bool is_same_line(const struct rq_text_line *a, const struct rq_text_line *b)
{
    return a->kind == b->kind && a->end == b->end && rq_same(a->indent, b->indent) &&
           rq_same(a->name, b->name) && rq_same(a->gap, b->gap) &&
           (b->counted || rq_same(a->value, b->value)) && rq_same(a->tail, b->tail);
}

/* Lines are written only when they would be read as they stand: a name with a blank in it would be
 * two words. */
bool rq_text_write(const struct rq_text_form *form, const struct rq_text *text, struct rq_out *out,
                   struct rq_error *err)
{
    size_t start = out->size;
    for (size_t i = 0; i < text->line_count && !out->failed; i++)
        put_line(out, text, i);
    if (out->failed)
        return true;
    struct rq_bytes written = {out->data ? out->data + start : NULL, out->size - start};
    struct rq_text_state state = {0};
    size_t i = 0;
    for (; i < text->line_count && written.size; i++) {
        struct rq_text_line back = next_line(form, &state, &written);
        if (!is_same_line(&back, &text->lines[i]))
            break;
    }
    return (i == text->line_count && !written.size) ||
           rq_fail(err, RQ_USAGE, 0, "lines", "line %zu would not be read again as it stands here",
                   i + 1);
}

/* ---- names ---- */

int rq_text_compare(struct rq_bytes a, struct rq_bytes b)
{
    size_t n = a.size < b.size ? a.size : b.size;
    for (size_t i = 0; i < n; i++) {
        int order = (uint8_t)rq_lower((char)a.data[i]) - (uint8_t)rq_lower((char)b.data[i]);
        if (order)
            return order;
    }
    return (a.size > b.size) - (a.size < b.size);
}

static int by_name(const void *a, const void *b)
{
    const struct rq_text_line *x = *(const struct rq_text_line *const *)a;
    const struct rq_text_line *y = *(const struct rq_text_line *const *)b;
    return rq_text_compare(x->name, y->name);
}

static int by_place(const void *a, const void *b)
{
    const struct rq_text_line *x = *(const struct rq_text_line *const *)a;
    const struct rq_text_line *y = *(const struct rq_text_line *const *)b;
    int order = by_name(a, b);
    return order ? order : (x > y) - (x < y);
}

bool rq_text_index(struct rq_doc *doc, const struct rq_text *text, rq_text_chosen_fn *chosen,
                   void *ctx, struct rq_text_index *index)
{
    size_t count = 0;
    for (size_t i = 0; i < text->line_count; i++)
        count += chosen(&text->lines[i], ctx);
    index->lines = rq_arena_get(&doc->arena, count, sizeof(struct rq_text_line *));
    for (size_t i = 0; index->lines && i < text->line_count; i++)
        if (chosen(&text->lines[i], ctx))
            index->lines[index->count++] = &text->lines[i];
    if (index->lines && index->count)
        qsort(index->lines, index->count, sizeof(struct rq_text_line *), by_place);
    return index->lines != NULL;
}

bool rq_text_has(const struct rq_text_index *index, struct rq_bytes name)
{
    const struct rq_text_line key = {.name = name}, *wanted = &key;
    return index->count && bsearch(&wanted, index->lines, index->count,
                                   sizeof(struct rq_text_line *), by_name) != NULL;
}

void rq_text_find_twice(struct rq_doc *doc, const struct rq_text_index *index, const char *where)
{
    for (size_t i = 1; i < index->count; i++)
        if (by_name(&index->lines[i - 1], &index->lines[i]) == 0)
            rq_find(doc, "duplicate-name", rq_text_at(doc, index->lines[i]), where,
                    "%.*s is there twice", RQ_NAME(index->lines[i]->name));
}
