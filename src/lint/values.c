/* Values of a struct as rules ask for them, and how a finding is told. */
#include "core/json.h"
#include "core/text.h"
#include "lint/context.h"

#include <stdarg.h>
#include <stdio.h>

const struct rq_gff_field *rq_lint_field(const struct rq_gff_struct *s, const char *label)
{
    for (uint32_t i = 0; i < s->field_count; i++)
        if (strcmp(s->fields[i].label, label) == 0)
            return &s->fields[i];
    return NULL;
}

int64_t rq_lint_number(const struct rq_gff_struct *s, const char *label, int64_t absent)
{
    const struct rq_gff_field *v = rq_lint_field(s, label);
    int64_t value;
    return v && rq_gff_number(v, &value) ? value : absent;
}

double rq_lint_real(const struct rq_gff_struct *s, const char *label, double absent)
{
    const struct rq_gff_field *v = rq_lint_field(s, label);
    return v && v->type == RQ_GFF_FLOAT ? (double)rq_f32_of(v->v.word) : absent;
}

struct rq_bytes rq_lint_text(const struct rq_gff_struct *s, const char *label)
{
    const struct rq_gff_field *v = rq_lint_field(s, label);
    bool is = v && (v->type == RQ_GFF_STRING || v->type == RQ_GFF_RESREF);
    return is ? (struct rq_bytes){v->v.data, v->size} : (struct rq_bytes){0};
}

const struct rq_gff_struct *rq_lint_list(const struct rq_gff_struct *s, const char *label,
                                         uint32_t *count)
{
    const struct rq_gff_field *v = rq_lint_field(s, label);
    bool is = v && v->type == RQ_GFF_LIST;
    *count = is ? v->size : 0;
    return is ? v->v.child : NULL;
}

bool rq_lint_has_text(const struct rq_gff_struct *s, const char *label)
{
    const struct rq_gff_field *v = rq_lint_field(s, label);
    return v && v->type == RQ_GFF_LOCSTRING && (v->v.loc->strref != UINT32_MAX || v->v.loc->count);
}

bool rq_lint_is(struct rq_bytes text, const char *word)
{
    size_t i = 0;
    while (i < text.size && word[i] && rq_lower((char)text.data[i]) == rq_lower(word[i]))
        i++;
    return i == text.size && !word[i];
}

/* ---- quests ---- */

const struct rq_gff_struct *rq_lint_quest(const struct rq_gff_struct *journal, struct rq_bytes tag)
{
    uint32_t count;
    const struct rq_gff_struct *quests = rq_lint_list(journal, "Categories", &count);
    char name[80];
    snprintf(name, sizeof name, "%.*s", (int)(tag.size < 79 ? tag.size : 79),
             tag.size ? (const char *)tag.data : "");
    for (uint32_t i = 0; i < count && i < RQ_LINT_QUESTS; i++)
        if (rq_lint_is(rq_lint_text(&quests[i], "Tag"), name))
            return &quests[i];
    return NULL;
}

bool rq_lint_quest_has(const struct rq_gff_struct *quest, int64_t id)
{
    uint32_t count;
    const struct rq_gff_struct *entries = rq_lint_list(quest, "EntryList", &count);
    for (uint32_t i = 0; i < count && i < RQ_LINT_QUESTS; i++)
        if (rq_lint_number(&entries[i], "ID", -1) == id)
            return true;
    return false;
}

/* ---- findings ---- */

/* A value as text: numbers, strings, a vector; how many elements. */
static void put_value(const struct rq_lint_file *f, const struct rq_gff_field *v,
                      struct rq_out *text)
{
    int64_t number;
    if (rq_gff_number(v, &number)) {
        rq_putf(text, "%lld", (long long)number);
    } else if (v->type == RQ_GFF_FLOAT && (v->v.word & 0x7F800000) == 0x7F800000) {
        rq_putf(text, v->v.word & 0x7FFFFF ? "not a number" : "infinite");
    } else if (v->type == RQ_GFF_FLOAT) {
        char digits[32];
        rq_put_bytes(text, (struct rq_bytes){(const uint8_t *)digits,
                                             rq_f32_text(rq_f32_of(v->v.word), digits)});
    } else if (v->type == RQ_GFF_STRING || v->type == RQ_GFF_RESREF) {
        rq_text_decode(text, f->doc->page, (struct rq_bytes){v->v.data, v->size});
    } else if (v->type == RQ_GFF_LIST) {
        rq_putf(text, "%u elements", v->size);
    } else if (v->type == RQ_GFF_LOCSTRING) {
        rq_putf(text, "strref %d", (int)(int32_t)v->v.loc->strref);
    }
}

static void add(struct rq_lint_file *f, const char *path, const char *value, const char *text)
{
    struct rq_lint_finding *grown =
        rq_arena_more(&f->arena, &f->findings, f->count, &f->room, sizeof *grown);
    struct rq_lint_finding finding = {.rule = f->rule};
    const char *end =
        path[0] || !f->path_size ? f->path + f->path_size : f->path + f->path_size - 1;
    finding.file = f->context->tree.nodes[f->node].path;
    finding.path = rq_arena_printf(&f->arena, "%.*s%s", (int)(end - f->path), f->path, path);
    finding.value = rq_arena_text(&f->arena, value, strlen(value));
    finding.text = rq_arena_text(&f->arena, text, strlen(text));
    f->told++;
    if (!grown || !finding.path || !finding.value || !finding.text)
        return; /* without memory findings are lost, as those of reading are */
    f->findings[f->count++] = finding;
}

void rq_lint_tell_value(struct rq_lint_file *f, const char *path, const char *value,
                        const char *fmt, ...)
{
    char text[400];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    rq_text_clean(text);
    add(f, path, value, text);
}

void rq_lint_tell(struct rq_lint_file *f, const char *path, const char *fmt, ...)
{
    char text[400];
    struct rq_out value = {0};
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    rq_text_clean(text);
    const struct rq_gff_field *v = f->at && path[0] ? rq_gff_find(f->at, path) : NULL;
    if (v)
        put_value(f, v, &value);
    rq_put8(&value, 0);
    add(f, path, value.data && !value.failed ? (const char *)value.data : "", text);
    rq_out_free(&value);
}

void rq_lint_tell_element(struct rq_lint_file *f, const char *list, uint32_t index,
                          const char *label, const char *fmt, ...)
{
    char text[400], path[128];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    snprintf(path, sizeof path, "%s/%u%s%s", list, index, label[0] ? "/" : "", label);
    rq_lint_tell(f, path, "%s", text);
}

void rq_lint_fix(struct rq_lint_file *f, const char *fmt, ...)
{
    char text[64];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    if (f->count && f->told == f->count)
        f->findings[f->count - 1].fix = rq_arena_text(&f->arena, text, strlen(text));
}
