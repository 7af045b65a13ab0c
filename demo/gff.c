/* Making GFF trees through the library's own structs. */
#include "demo/demo.h"

#include <reliquary/gff.h>

enum { FIELDS = 64, LANGUAGES = 8 };

bool gff_open(struct demo_gff *g, const char *type, enum rq_gff_layout layout, struct rq_error *err)
{
    *g = (struct demo_gff){.err = err};
    g->doc = rq_doc_new(rq_format_by_name("gff"), NULL, err);
    g->gff = g->doc ? rq_doc_root(g->doc, "gff") : NULL;
    g->failed = !g->gff;
    if (g->failed)
        return false;
    memcpy(g->gff->type, type, 4);
    g->gff->layout = layout;
    g->root = g->gff->root;
    return true;
}

bool gff_close(struct demo_gff *g, struct rq_out *out)
{
    bool fine = !g->failed && rq_doc_write(g->doc, out, g->err);
    if (g->failed)
        rq_fail(g->err, RQ_NO_MEMORY, 0, "gff", "out of memory");
    rq_doc_free(g->doc);
    return fine;
}

static void *take(struct demo_gff *g, size_t size)
{
    void *p = g->failed ? NULL : rq_doc_alloc(g->doc, size);
    g->failed = g->failed || !p;
    return p;
}

/* A copy that lives as long as the document. */
static const uint8_t *keep(struct demo_gff *g, const void *data, size_t size)
{
    uint8_t *copy = take(g, size ? size : 1);
    if (copy && size)
        memcpy(copy, data, size);
    return copy;
}

/* Fields have all their room from the start, so that they never move. */
static struct rq_gff_field *add(struct demo_gff *g, struct rq_gff_struct *s, const char *label,
                                int type)
{
    if (s && !s->fields)
        s->fields = take(g, FIELDS * sizeof *s->fields);
    if (!s || g->failed || s->field_count == FIELDS) {
        g->failed = true;
        return NULL;
    }
    struct rq_gff_field *f = &s->fields[s->field_count++];
    f->label = label;
    f->type = (uint8_t)type;
    return f;
}

void gff_number(struct demo_gff *g, struct rq_gff_struct *s, const char *label, int type, int64_t v)
{
    struct rq_gff_field *f = add(g, s, label, type);
    if (!f)
        return;
    bool wide = type == RQ_GFF_DWORD64 || type == RQ_GFF_INT64 || type == RQ_GFF_DOUBLE;
    if (wide)
        f->v.wide = (uint64_t)v;
    else
        f->v.word = (uint32_t)v;
}

void gff_float(struct demo_gff *g, struct rq_gff_struct *s, const char *label, float v)
{
    gff_number(g, s, label, RQ_GFF_FLOAT, rq_bits_of(v));
}

void gff_bytes(struct demo_gff *g, struct rq_gff_struct *s, const char *label, int type,
               const void *data, size_t size)
{
    struct rq_gff_field *f = add(g, s, label, type);
    const uint8_t *copy = keep(g, data, size);
    if (!f || !copy)
        return;
    f->v.data = copy;
    f->size = (uint32_t)size;
}

void gff_text(struct demo_gff *g, struct rq_gff_struct *s, const char *label, int type,
              const char *text)
{
    gff_bytes(g, s, label, type, text, strlen(text));
}

void gff_floats(struct demo_gff *g, struct rq_gff_struct *s, const char *label, int type,
                const float *v)
{
    uint8_t bytes[16];
    size_t count = type == RQ_GFF_ORIENTATION ? 4 : 3;
    for (size_t i = 0; i < count; i++)
        rq_set32(bytes + i * 4, rq_bits_of(v[i]));
    gff_bytes(g, s, label, type, bytes, count * 4);
}

void gff_locstring(struct demo_gff *g, struct rq_gff_struct *s, const char *label, const char *text)
{
    struct rq_gff_field *f = add(g, s, label, RQ_GFF_LOCSTRING);
    struct rq_gff_locstring *loc = take(g, sizeof *loc);
    struct rq_gff_text *texts = take(g, LANGUAGES * sizeof *texts);
    if (!f || !loc || !texts)
        return;
    *loc = (struct rq_gff_locstring){.strref = UINT32_MAX, .texts = texts};
    f->v.loc = loc;
    if (text)
        gff_language(g, s, 0, text);
}

void gff_language(struct demo_gff *g, struct rq_gff_struct *s, uint32_t id, const char *text)
{
    struct rq_gff_field *f = s && s->field_count ? &s->fields[s->field_count - 1] : NULL;
    size_t size = strlen(text);
    const uint8_t *copy = keep(g, text, size);
    if (!copy || !f || f->type != RQ_GFF_LOCSTRING || f->v.loc->count == LANGUAGES) {
        g->failed = true;
        return;
    }
    f->v.loc->texts[f->v.loc->count++] = (struct rq_gff_text){id, {copy, size}};
}

struct rq_gff_struct *gff_struct(struct demo_gff *g, struct rq_gff_struct *s, const char *label,
                                 uint32_t id)
{
    struct rq_gff_field *f = add(g, s, label, RQ_GFF_STRUCT);
    struct rq_gff_struct *child = take(g, sizeof *child);
    if (!f || !child)
        return NULL;
    child->id = id;
    child->word = UINT32_MAX;
    f->v.child = child;
    f->size = 1;
    return child;
}

void gff_list(struct demo_gff *g, struct rq_gff_struct *s, const char *label, uint32_t most)
{
    struct rq_gff_field *f = add(g, s, label, RQ_GFF_LIST);
    struct rq_gff_struct *items = take(g, (most ? most : 1) * sizeof *items);
    if (!f || !items)
        return;
    f->v.child = items;
    f->at = most; /* the writer's scratch holds the room meanwhile */
}

struct rq_gff_struct *gff_item(struct demo_gff *g, struct rq_gff_struct *s, uint32_t id)
{
    struct rq_gff_field *f = NULL;
    for (uint32_t i = 0; s && i < s->field_count; i++)
        if (s->fields[i].type == RQ_GFF_LIST)
            f = &s->fields[i];
    if (g->failed || !f || f->size == f->at) {
        g->failed = true;
        return NULL;
    }
    struct rq_gff_struct *item = &f->v.child[f->size++];
    item->id = id;
    item->word = UINT32_MAX;
    return item;
}
