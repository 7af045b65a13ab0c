/* Whether parts of two GFF trees are the same. */
#include "formats/kotor/gff/refs.h"
#include "patch/merge.h"

/* Whether the field holds the place of an element in files of this type. */
static bool is_place(const char *type, const char *label)
{
    for (size_t i = 0; i < rq_gff_ref_count; i++)
        if (!rq_gff_refs[i].key && memcmp(rq_gff_refs[i].type, type, 4) == 0 &&
            strcmp(rq_gff_refs[i].field, label) == 0)
            return true;
    return false;
}

bool gff_same_struct(const char *type, const struct rq_gff_struct *a, const struct rq_gff_struct *b,
                     bool loose)
{
    bool same = (loose || a->id == b->id) && a->field_count == b->field_count;
    for (uint32_t i = 0; same && i < a->field_count; i++)
        same = strcmp(a->fields[i].label, b->fields[i].label) == 0 &&
               ((loose && is_place(type, a->fields[i].label)) ||
                gff_same_field(type, &a->fields[i], &b->fields[i], loose));
    return same;
}

static bool same_locstring(const struct rq_gff_locstring *a, const struct rq_gff_locstring *b)
{
    bool same = a->strref == b->strref && a->count == b->count;
    for (uint32_t i = 0; same && i < a->count; i++)
        same = a->texts[i].id == b->texts[i].id && rq_same(a->texts[i].text, b->texts[i].text);
    return same;
}

bool gff_same_field(const char *type, const struct rq_gff_field *a, const struct rq_gff_field *b,
                    bool loose)
{
    if (a->type != b->type)
        return false;
    bool same = a->size == b->size;
    switch (a->type) {
    case RQ_GFF_LOCSTRING: return same_locstring(a->v.loc, b->v.loc);
    case RQ_GFF_STRUCT: return gff_same_struct(type, a->v.child, b->v.child, loose);
    case RQ_GFF_LIST:
        for (uint32_t i = 0; same && i < a->size; i++)
            same = gff_same_struct(type, &a->v.child[i], &b->v.child[i], loose);
        return same;
    case RQ_GFF_DWORD64:
    case RQ_GFF_INT64:
    case RQ_GFF_DOUBLE: return a->v.wide == b->v.wide;
    case RQ_GFF_STRING:
    case RQ_GFF_RESREF:
    case RQ_GFF_VOID:
    case RQ_GFF_ORIENTATION:
    case RQ_GFF_VECTOR:
        return rq_same((struct rq_bytes){a->v.data, a->size},
                       (struct rq_bytes){b->v.data, b->size});
    case RQ_GFF_STRREF: return memcmp(a->v.data, b->v.data, 4) == 0;
    default: return a->v.word == b->v.word;
    }
}

struct rq_gff_field *gff_field(const struct rq_gff_struct *s, const char *label, uint32_t before)
{
    for (uint32_t i = 0; i < s->field_count; i++)
        if (strcmp(s->fields[i].label, label) == 0 && before-- == 0)
            return &s->fields[i];
    return NULL;
}

uint32_t gff_before(const struct rq_gff_struct *s, uint32_t index)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < index; i++)
        count += strcmp(s->fields[i].label, s->fields[index].label) == 0;
    return count;
}
