/* A GFF into the structs of reliquary/blueprints.h. Each struct has a second copy, what it was, with
 * pointers to the copies of what is below it: rq_typed_put compares with that. */
#include "blueprint/typed.h"
#include "core/text.h"
#include "formats/format.h"
#include "formats/restype.h"

struct getter {
    struct rq_doc *doc;
    struct rq_error *err;
    struct rq_out text; /* scratch */
};

static void *keep(struct getter *g, size_t count, size_t size)
{
    void *p = rq_arena_get(&g->doc->arena, count, size);
    if (!p)
        rq_fail(g->err, g->doc->arena.over_limit ? RQ_LIMIT : RQ_NO_MEMORY, 0, "gff",
                "no memory for the typed values of the file");
    return p;
}

/* Bytes of a code page as UTF-8 that the document keeps; NULL without memory. */
static const char *keep_text(struct getter *g, enum rq_codepage page, struct rq_bytes bytes)
{
    g->text.size = 0;
    rq_text_decode(&g->text, page, bytes);
    rq_put8(&g->text, 0);
    if (g->text.failed) {
        rq_fail_out(g->err, &g->text);
        return NULL;
    }
    char *text = keep(g, g->text.size, 1);
    if (text)
        memcpy(text, g->text.data, g->text.size);
    return text;
}

static bool get_locstring(struct getter *g, const struct rq_gff_locstring *from,
                          struct rq_typed_locstring *to)
{
    struct rq_typed_text *texts = keep(g, from->count, sizeof *texts);
    *to = (struct rq_typed_locstring){from->strref, from->count, texts};
    for (uint32_t i = 0; texts && i < from->count; i++) {
        uint32_t id = from->texts[i].id;
        texts[i].id = id;
        texts[i].text = keep_text(g, rq_language_page(g->doc->page, id), from->texts[i].text);
        if (!texts[i].text)
            return false;
    }
    return texts != NULL;
}

static double get_number(const struct rq_gff_field *f)
{
    if (f->type == RQ_GFF_FLOAT)
        return (double)rq_f32_of(f->v.word);
    return f->type == RQ_GFF_BYTE ? (double)(uint8_t)f->v.word : (double)(int32_t)f->v.word;
}

#define STORE(type, value) memcpy(to, &(type){value}, sizeof(type))

/* A value that has no parts of its own. */
static bool get_value(struct getter *g, const struct rq_gff_field *f, enum rq_typed_kind kind,
                      void *to)
{
    struct rq_bytes data = {f->v.data, f->size};
    const char *text = NULL;
    switch (kind) {
    case RQ_TYPED_BYTE:
    case RQ_TYPED_CHAR: STORE(uint8_t, (uint8_t)f->v.word); break;
    case RQ_TYPED_WORD:
    case RQ_TYPED_SHORT: STORE(uint16_t, (uint16_t)f->v.word); break;
    case RQ_TYPED_DWORD:
    case RQ_TYPED_INT:
    case RQ_TYPED_FLOAT: STORE(uint32_t, f->v.word); break;
    case RQ_TYPED_DWORD64: STORE(uint64_t, f->v.wide); break;
    case RQ_TYPED_INT_BYTE:
    case RQ_TYPED_FLOAT_INT: STORE(double, get_number(f)); break;
    case RQ_TYPED_STRING:
    case RQ_TYPED_RESREF:
        text = keep_text(g, g->doc->page, data);
        memcpy(to, &text, sizeof text);
        return text != NULL;
    case RQ_TYPED_VOID: memcpy(to, &data, sizeof data); break;
    case RQ_TYPED_LOCSTRING: return get_locstring(g, f->v.loc, to);
    case RQ_TYPED_ORIENTATION:
    case RQ_TYPED_VECTOR:
        for (size_t i = 0; i < f->size / 4; i++)
            STORE(uint32_t, rq_get32(f->v.data + i * 4)), to = (uint8_t *)to + 4;
        break;
    case RQ_TYPED_CELL:
    case RQ_TYPED_PARAMETER: *(const struct rq_gff_field **)to = f; break;
    case RQ_TYPED_STRUCT:
    case RQ_TYPED_LIST: break;
    }
    return true;
}

static bool get_struct(struct getter *g, const struct rq_schema *schema,
                       const struct rq_gff_struct *from, uint8_t *to, uint8_t *was);

/* The structs of a field of that type, or the elements of a list. */
static bool get_parts(struct getter *g, const struct rq_schema *schema,
                      const struct rq_gff_field *f, uint8_t *to[2])
{
    size_t size = rq_typed_shape(schema).size;
    uint32_t count = f->type == RQ_GFF_LIST ? f->size : 1;
    for (size_t k = 0; k < 2; k++) {
        to[k] = keep(g, count, size);
        if (!to[k])
            return false;
    }
    for (uint32_t i = 0; i < count; i++)
        if (!get_struct(g, schema, &f->v.child[i], to[0] + i * size, to[1] + i * size))
            return false;
    return true;
}

/* The same members of the struct and of what it was; only pointers to parts differ. */
static bool get_field(struct getter *g, const struct rq_field *field,
                      const struct rq_typed_member *m, const struct rq_gff_field *f,
                      uint8_t *both[2])
{
    uint8_t *parts[2];
    bool has_parts = m->kind == RQ_TYPED_STRUCT || m->kind == RQ_TYPED_LIST;
    if (has_parts && !get_parts(g, field->schema, f, parts))
        return false;
    if (!has_parts && !get_value(g, f, m->kind, both[0] + m->at))
        return false;
    for (size_t k = 0; k < 2; k++) {
        if (has_parts)
            memcpy(both[k] + m->at, &parts[k], sizeof parts[k]);
        if (m->kind == RQ_TYPED_LIST)
            memcpy(both[k] + m->count, &f->size, sizeof f->size);
        both[k][m->has] = true;
    }
    if (!has_parts)
        memcpy(both[1] + m->at, both[0] + m->at, m->size);
    return true;
}

/* The struct and all that share fields with it. */
struct chain {
    struct rq_typed_shape shape[4];
    uint8_t *both[4][2];
    size_t next[4]; /* where the search begins: fields mostly stand in the order of the table */
    size_t count;
    uint8_t seen[4][64]; /* a bit for each field; no schema has more than 300 */
};

static bool open_chain(struct getter *g, struct chain *c, const struct rq_schema *schema,
                       uint32_t id, uint8_t *to, uint8_t *was)
{
    *c = (struct chain){.both = {{to, was}}};
    for (; schema && c->count < 4; schema = schema->also, c->count++) {
        size_t n = c->count;
        c->shape[n] = rq_typed_shape(schema);
        for (size_t k = 0; n && k < 2; k++) {
            c->both[n][k] = keep(g, 1, c->shape[n].size);
            if (!c->both[n][k])
                return false;
            memcpy(c->both[n - 1][k] + c->shape[n - 1].also, &c->both[n][k], sizeof c->both[n][k]);
        }
        struct rq_typed header = {c->both[n][1], id};
        memcpy(c->both[n][0], &header, sizeof header);
        memcpy(c->both[n][1], &header, sizeof header);
    }
    return true;
}

/* The number of the field of that label in the schema; SIZE_MAX: it has none. */
static size_t find_row(const struct rq_field *fields, const char *label, size_t *next)
{
    size_t i = *next;
    if (!fields[i].label || strcmp(fields[i].label, label) != 0)
        for (i = 0; fields[i].label && strcmp(fields[i].label, label) != 0;)
            i++;
    if (!fields[i].label)
        return SIZE_MAX;
    *next = i + 1;
    return i;
}

/* Of a label that stands twice the first counts, whatever its type. */
static bool is_first(struct chain *c, size_t n, size_t row)
{
    uint8_t bit = (uint8_t)(1u << row % 8), *seen = &c->seen[n][row / 8 % sizeof c->seen[n]];
    bool first = !(*seen & bit);
    *seen |= bit;
    return first;
}

static bool get_struct(struct getter *g, const struct rq_schema *schema,
                       const struct rq_gff_struct *from, uint8_t *to, uint8_t *was)
{
    struct chain c;
    if (!open_chain(g, &c, schema, from->id, to, was))
        return false;
    for (uint32_t i = 0; i < from->field_count; i++) {
        const struct rq_gff_field *f = &from->fields[i];
        size_t n = 0, row = SIZE_MAX;
        while (n < c.count && row == SIZE_MAX) {
            row = find_row(c.shape[n].schema->fields, f->label, &c.next[n]);
            n += row == SIZE_MAX;
        }
        if (row == SIZE_MAX)
            continue;
        const struct rq_field *field = &c.shape[n].schema->fields[row];
        const struct rq_typed_member *m = &c.shape[n].members[row];
        bool typed = f->type < RQ_GFF_TYPES && (field->types & 1u << f->type) != 0;
        if (is_first(&c, n, row) && typed && !get_field(g, field, m, f, c.both[n]))
            return false;
    }
    return true;
}

bool rq_typed_get(struct rq_doc *doc, const char *kind, void *to, struct rq_error *err)
{
    struct rq_error own = {0};
    struct getter g = {.doc = doc, .err = err ? err : &own};
    const struct rq_schema *schema = g.err->code ? NULL : rq_typed_root(doc, kind, g.err);
    if (!schema)
        return false;
    const struct rq_gff *gff = doc->root;
    size_t size = rq_typed_shape(schema).size;
    uint8_t *was = keep(&g, 1, size);
    memset(to, 0, size);
    bool fine = was && get_struct(&g, schema, gff->root, to, was);
    if (!fine)
        memset(to, 0, size);
    rq_out_free(&g.text);
    return fine;
}
