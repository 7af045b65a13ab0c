/* GFF: every field by what reliquary/blueprint.h says that it refers to. */
#include "refs/refs.h"

#include <reliquary/blueprint.h>
#include <stdio.h>
#include <stdlib.h>

/* A struct on the way down. */
struct frame {
    const struct rq_gff_struct *s;
    const struct rq_schema *schema; /* NULL: nothing is known of it */
    const struct frame *up;
};

static bool starts(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0;
}

/* ---- fields that need a neighbour ---- */

/* No struct of the game has more than 80 fields: in a larger one, looking through all of them for each
 * field would not end. */
enum { MOST_FIELDS = 1000 };

/* The field of a struct that has this reference. */
static const struct rq_gff_field *neighbour(const struct frame *frame, const char *ref)
{
    uint32_t count = frame && frame->schema ? frame->s->field_count : 0;
    for (uint32_t i = 0; i < count && count <= MOST_FIELDS; i++) {
        const struct rq_gff_field *f = &frame->s->fields[i];
        const struct rq_field *d = rq_schema_field(frame->schema, f->label, NULL);
        if (d && strcmp(d->ref, ref) == 0)
            return f;
    }
    return NULL;
}

/* An entry is one of a quest: "quest:30". */
static void put_entry(struct rq_collect *c, const struct rq_gff_field *quest, int64_t entry,
                      enum rq_use_kind kind)
{
    struct rq_out text = {0};
    if (!quest || quest->type != RQ_GFF_STRING || !quest->size)
        return;
    rq_put(&text, quest->v.data, quest->size);
    rq_putf(&text, ":%lld", (long long)entry);
    rq_collect_put(c, RQ_THING_ENTRY, kind, rq_out_bytes(&text), "");
    rq_out_free(&text);
}

/* "2da:@itempropdef.subtyperesref": a row of the table that is named in that column, in the row
 * that the neighbour "2da:itempropdef" has. */
static void put_indirect(struct rq_collect *c, const struct frame *frame, const char *ref,
                         const struct rq_ref_value *value, enum rq_use_kind kind)
{
    size_t size = strcspn(ref, ".");
    char by[48], table[48];
    int64_t row;
    snprintf(by, sizeof by, "2da:%.*s", (int)size, ref);
    const struct rq_gff_field *near = neighbour(frame, by);
    for (size_t i = 0; near && rq_gff_number(near, &row) && row >= 0 && i < VIA_TABLES; i++) {
        const struct rq_twoda *via = c->via[i].doc ? rq_doc_root(c->via[i].doc, "twoda") : NULL;
        if (!via || strcmp(c->via[i].name, by + 4) != 0)
            continue;
        const struct rq_bytes *cell = rq_twoda_cell(via, (size_t)row, ref + size + 1);
        if (!cell || !cell->size)
            continue;
        snprintf(table, sizeof table, "2da:%.*s", (int)(cell->size < 40 ? cell->size : 40),
                 (const char *)cell->data);
        rq_collect_ref(c, table, value, kind);
    }
}

/* ---- fields ---- */

static enum rq_use_kind kind_of(const struct rq_collect *c, const struct rq_field *d)
{
    unsigned version = rq_game_describe(c->game)->version;
    return d && !rq_field_is_read(d, version) ? RQ_USE_IGNORED : RQ_USE_PLAIN;
}

static bool value_of(const struct rq_gff_field *f, struct rq_ref_value *v)
{
    *v = (struct rq_ref_value){0};
    if (f->type == RQ_GFF_STRING || f->type == RQ_GFF_RESREF)
        v->text = (struct rq_bytes){f->v.data, f->size};
    else if (f->type == RQ_GFF_LOCSTRING)
        v->number = f->v.loc->strref;
    else if (f->type == RQ_GFF_STRREF)
        v->number = rq_get32(f->v.data);
    else if (!rq_gff_number(f, &v->number))
        return false;
    v->has_number = f->type != RQ_GFF_STRING && f->type != RQ_GFF_RESREF;
    return true;
}

/* What the type alone tells, where no table does. */
static const char *ref_of(const struct rq_gff_field *f, const struct rq_field *d)
{
    if (f->type == RQ_GFF_LOCSTRING || f->type == RQ_GFF_STRREF)
        return "strref";
    if (!d && f->type == RQ_GFF_RESREF)
        return "res:";
    return d ? d->ref : "";
}

static void take_value(struct rq_collect *c, const struct frame *frame,
                       const struct rq_gff_field *f, const struct rq_field *d)
{
    struct rq_ref_value v;
    const char *ref = ref_of(f, d);
    if (!*ref || !value_of(f, &v) || (d && rq_field_is_nothing(d, f)))
        return;
    enum rq_use_kind kind = kind_of(c, d);
    if (starts(ref, "2da:@"))
        put_indirect(c, frame, ref + 5, &v, kind);
    else if (strcmp(ref, "questentry") == 0)
        put_entry(c, neighbour(frame, "quest"), v.number, kind);
    else if (strcmp(ref, "def:questentry") == 0)
        put_entry(c, neighbour(frame->up, "def:quest"), v.number, RQ_USE_DEFINES);
    else
        rq_collect_ref(c, ref, &v, kind);
}

/* "Label", or "Label#2" of one that the struct has more than once. */
static size_t enter_label(struct rq_collect *c, const struct rq_gff_struct *s, uint32_t index)
{
    const char *label = s->fields[index].label;
    unsigned nth = 1;
    for (uint32_t i = 0; i < index && s->field_count <= MOST_FIELDS; i++)
        nth += strcmp(s->fields[i].label, label) == 0;
    return nth > 1 ? rq_collect_at(c, "%s#%u", label, nth)
                   : rq_collect_enter(c, label, strlen(label));
}

static void take_struct(struct rq_collect *c, const struct frame *frame);

static void take_list(struct rq_collect *c, const struct frame *frame, const struct rq_gff_field *f,
                      const struct rq_field *d)
{
    const struct rq_schema *schema = d ? rq_field_struct(d) : NULL;
    bool list = f->type == RQ_GFF_LIST;
    for (uint32_t i = 0; i < (list ? f->size : 1); i++) {
        size_t size = c->path.size;
        if (list)
            rq_collect_at(c, "%u", i);
        take_struct(c, &(const struct frame){&f->v.child[i], schema, frame});
        rq_collect_back(c, size);
    }
}

/* A field that can refer to something. */
static bool matters(const struct rq_gff_field *f, const struct rq_field *d)
{
    return f->type == RQ_GFF_STRUCT || f->type == RQ_GFF_LIST || *ref_of(f, d);
}

static void take_struct(struct rq_collect *c, const struct frame *frame)
{
    const struct rq_field *last = NULL;
    for (uint32_t i = 0; i < frame->s->field_count; i++) {
        const struct rq_gff_field *f = &frame->s->fields[i];
        const struct rq_field *d =
            frame->schema ? rq_schema_field(frame->schema, f->label, &last) : NULL;
        if (!matters(f, d))
            continue;
        size_t size = enter_label(c, frame->s, i);
        if (f->type == RQ_GFF_STRUCT || f->type == RQ_GFF_LIST)
            take_list(c, frame, f, d);
        else
            take_value(c, frame, f, d);
        rq_collect_back(c, size);
    }
}

void rq_collect_gff(struct rq_collect *c)
{
    const struct rq_gff *gff = rq_doc_root(c->doc, "gff");
    char kind[5] = {0};
    memcpy(kind, gff->type, 4);
    take_struct(c, &(const struct frame){gff->root, rq_schema_root(kind), NULL});
}
