/* The file of a GFF: from the order in which its structs and fields are created, or by the places that were
 * recorded from a file of no known order. */
#include "formats/kotor/gff/order.h"

bool rq_gff_has_block(uint8_t type)
{
    return type == RQ_GFF_DWORD64 || type == RQ_GFF_INT64 ||
           (type >= RQ_GFF_DOUBLE && type <= RQ_GFF_VOID) ||
           (type >= RQ_GFF_ORIENTATION && type <= RQ_GFF_STRREF);
}

bool rq_gff_has_children(const struct rq_gff_field *f)
{
    return f->type == RQ_GFF_STRUCT || f->type == RQ_GFF_LIST;
}

void rq_gff_count_nodes(const struct rq_gff_struct *s, size_t *structs, size_t *fields)
{
    *structs += 1;
    *fields += s->field_count;
    for (uint32_t i = 0; i < s->field_count; i++)
        for (uint32_t k = 0; rq_gff_has_children(&s->fields[i]) && k < s->fields[i].size; k++)
            rq_gff_count_nodes(&s->fields[i].v.child[k], structs, fields);
}

/* FNV-1a from a start that nobody can foretell, the place of the table in memory: a file
 * can't be made so that all its labels or values collide. What is found does not depend on
 * it. */
static uint32_t hash_of(const void *table, const void *data, size_t size)
{
    const uint8_t *p = data;
    uint32_t hash = 2166136261u ^ (uint32_t)((uintptr_t)table >> 4) * 2654435761u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ p[i]) * 16777619u;
    return hash ^ hash >> 15;
}

/* ---- labels ---- */

/* Labels by order of first use. A document that was read has one pointer a label, so a
 * small table by pointer answers nearly always. */
enum { POINTERS = 256 };

struct labels {
    const char **names;
    size_t count;
    uint32_t *of_field; /* by number of the field in the plan */
    uint32_t *table;    /* index + 1, open addressing */
    size_t mask;
    struct {
        const char *label;
        uint32_t index;
    } recent[POINTERS];
};

static uint32_t label_index(struct labels *l, const char *label)
{
    size_t slot = ((uintptr_t)label ^ (uintptr_t)label >> 8) % POINTERS;
    if (l->recent[slot].label == label)
        return l->recent[slot].index;
    size_t at = hash_of(l->table, label, strlen(label)) & l->mask;
    while (l->table[at] && strcmp(l->names[l->table[at] - 1], label) != 0)
        at = (at + 1) & l->mask;
    if (!l->table[at]) {
        l->names[l->count++] = label;
        l->table[at] = (uint32_t)l->count;
    }
    l->recent[slot].label = label;
    l->recent[slot].index = l->table[at] - 1;
    return l->table[at] - 1;
}

static bool open_labels(struct labels *l, struct rq_gff_plan *p)
{
    size_t size = 16;
    while (size < p->field_count * 2)
        size *= 2;
    l->count = 0;
    l->mask = size - 1;
    l->names = rq_arena_get(&p->arena, p->field_count, sizeof *l->names);
    l->table = rq_arena_get(&p->arena, size, sizeof *l->table);
    l->of_field = rq_arena_get(&p->arena, p->field_count, sizeof *l->of_field);
    memset(l->recent, 0, sizeof l->recent);
    return l->names && l->table && l->of_field;
}

/* ---- field data ---- */

static uint64_t block_size(const struct rq_gff_field *f)
{
    uint64_t size;
    switch (f->type) {
    case RQ_GFF_STRING:
    case RQ_GFF_VOID:
    case RQ_GFF_STRREF: return 4 + (uint64_t)f->size;
    case RQ_GFF_RESREF: return 1 + (uint64_t)f->size;
    case RQ_GFF_ORIENTATION:
    case RQ_GFF_VECTOR: return f->size;
    case RQ_GFF_LOCSTRING:
        size = 12;
        for (uint32_t i = 0; i < f->v.loc->count; i++)
            size += 8 + (uint64_t)f->v.loc->texts[i].text.size;
        return size;
    default: return 8;
    }
}

static void put_locstring(uint8_t *to, const struct rq_gff_locstring *loc, uint64_t size)
{
    rq_set32(to, (uint32_t)(size - 4) + loc->excess);
    rq_set32(to + 4, loc->strref);
    rq_set32(to + 8, loc->count);
    to += 12;
    for (uint32_t i = 0; i < loc->count; i++) {
        struct rq_bytes text = loc->texts[i].text;
        rq_set32(to, loc->texts[i].id);
        rq_set32(to + 4, (uint32_t)text.size);
        if (text.size)
            memcpy(to + 8, text.data, text.size);
        to += 8 + text.size;
    }
}

static void put_block(uint8_t *to, const struct rq_gff_field *f, uint64_t size)
{
    size_t head = 0;
    switch (f->type) {
    case RQ_GFF_DWORD64:
    case RQ_GFF_INT64:
    case RQ_GFF_DOUBLE: rq_set64(to, f->v.wide); return;
    case RQ_GFF_LOCSTRING: put_locstring(to, f->v.loc, size); return;
    case RQ_GFF_STRING:
    case RQ_GFF_VOID:
    case RQ_GFF_STRREF:
        rq_set32(to, f->size);
        head = 4;
        break;
    case RQ_GFF_RESREF:
        to[0] = (uint8_t)f->size;
        head = 1;
        break;
    default: break;
    }
    if (f->size)
        memcpy(to + head, f->v.data, f->size);
}

/* Equal blocks once, at their first use: what xoreos-tools writes. */
struct shared {
    uint32_t *table; /* index in offsets + 1 */
    uint32_t (*offsets)[2];
    size_t mask, count;
};

static bool open_shared(struct shared *s, struct rq_gff_plan *p)
{
    size_t size = 16;
    while (size < p->field_count * 2)
        size *= 2;
    s->mask = size - 1;
    s->count = 0;
    s->table = rq_arena_get(&p->arena, size, sizeof *s->table);
    s->offsets = rq_arena_get(&p->arena, p->field_count, sizeof *s->offsets);
    return s->table && s->offsets;
}

/* The block just put at `at`: the offset of an earlier one like it, or `at`. */
static uint32_t share(struct shared *s, const uint8_t *data, uint32_t at, uint32_t size)
{
    size_t slot = hash_of(s->table, data + at, size) & s->mask;
    for (; s->table[slot]; slot = (slot + 1) & s->mask) {
        const uint32_t *other = s->offsets[s->table[slot] - 1];
        if (other[1] == size && memcmp(data + other[0], data + at, size) == 0)
            return other[0];
    }
    s->offsets[s->count][0] = at;
    s->offsets[s->count][1] = size;
    s->table[slot] = (uint32_t)++s->count;
    return at;
}

/* ---- a file in a named layout ---- */

static uint32_t struct_word(const struct rq_gff_struct *s)
{
    return s->field_count ? s->at : s->word;
}

static uint32_t field_word(const struct rq_gff_field *f)
{
    if (f->type == RQ_GFF_STRUCT)
        return f->v.child->index;
    return rq_gff_has_block(f->type) || f->type == RQ_GFF_LIST ? f->at : f->v.word;
}

static void put_words(uint8_t *to, const struct rq_gff_words *w)
{
    for (size_t i = 0; i < w->count; i++)
        rq_set32(to + i * 4, w->items[i]);
}

static void put_header(uint8_t *to, const struct rq_gff *gff, const uint32_t *sections)
{
    memcpy(to, gff->type, 4);
    memcpy(to + 4, "V3.2", 4);
    for (size_t i = 0; i < GFF_SECTION_WORDS; i++)
        rq_set32(to + 8 + i * 4, sections[i]);
}

static bool put_file(struct rq_gff_plan *p, const struct rq_gff *gff, struct rq_out *out)
{
    bool sharing = p->shared;
    struct labels labels;
    struct shared shared = {0};
    uint64_t most_data = 0;
    if (!open_labels(&labels, p) || (sharing && !open_shared(&shared, p)))
        return false;
    for (size_t i = 0; i < p->field_count; i++) {
        labels.of_field[i] = label_index(&labels, p->fields[i]->label);
        if (rq_gff_has_block(p->fields[i]->type))
            most_data += block_size(p->fields[i]);
    }
    uint64_t fixed = GFF_HEADER_SIZE + 12 * (uint64_t)(p->struct_count + p->field_count) +
                     16 * (uint64_t)labels.count;
    uint64_t index_size = 4 * (uint64_t)(p->blocks.count + p->lists.count);
    if (fixed + most_data + index_size > UINT32_MAX) {
        out->failed = RQ_LIMIT;
        return false;
    }
    size_t from = out->size;
    uint8_t *file = rq_grow(out, (size_t)(fixed + most_data + index_size));
    if (!file)
        return false;
    uint8_t *at = file + GFF_HEADER_SIZE, *data = file + fixed;
    for (size_t i = 0; i < p->struct_count; i++, at += 12) {
        rq_set32(at, p->structs[i]->id);
        rq_set32(at + 4, struct_word(p->structs[i]));
        rq_set32(at + 8, p->structs[i]->field_count);
    }
    uint32_t data_size = 0;
    for (size_t i = 0; i < p->field_count; i++, at += 12) {
        struct rq_gff_field *f = p->fields[i];
        if (rq_gff_has_block(f->type)) {
            uint32_t size = (uint32_t)block_size(f);
            put_block(data + data_size, f, size);
            f->at = sharing ? share(&shared, data, data_size, size) : data_size;
            data_size += f->at == data_size ? size : 0;
        }
        rq_set32(at, f->type);
        rq_set32(at + 4, labels.of_field[i]);
        rq_set32(at + 8, field_word(f));
    }
    for (size_t i = 0; i < labels.count; i++, at += 16) {
        memset(at, 0, 16);
        memcpy(at, labels.names[i], strnlen(labels.names[i], 16));
    }
    put_words(data + data_size, &p->blocks);
    put_words(data + data_size + p->blocks.count * 4, &p->lists);
    uint32_t structs = (uint32_t)p->struct_count, fields = (uint32_t)p->field_count;
    uint32_t label_at = GFF_HEADER_SIZE + 12 * (structs + fields), data_at = (uint32_t)fixed;
    uint32_t block_bytes = (uint32_t)p->blocks.count * 4, list_bytes = (uint32_t)p->lists.count * 4;
    uint32_t sections[GFF_SECTION_WORDS] = {GFF_HEADER_SIZE,
                                            structs,
                                            GFF_HEADER_SIZE + 12 * structs,
                                            fields,
                                            label_at,
                                            (uint32_t)labels.count,
                                            data_at,
                                            data_size,
                                            data_at + data_size,
                                            block_bytes,
                                            data_at + data_size + block_bytes,
                                            list_bytes};
    put_header(file, gff, sections);
    rq_out_cut(out, from + (size_t)(fixed + data_size + index_size));
    return true;
}

bool rq_gff_put_named(const struct rq_gff *gff, enum rq_gff_layout layout, bool as_read,
                      const struct rq_alloc *alloc, struct rq_out *out, struct rq_error *err)
{
    struct rq_gff_plan p;
    bool fine = rq_gff_plan_make(&p, gff, layout, as_read, alloc) && put_file(&p, gff, out);
    if (!fine && !out->failed)
        rq_fail(err, p.failed ? p.failed : RQ_NO_MEMORY, 0, "gff",
                p.failed == RQ_LIMIT ? "the lists of this file would grow without bound"
                                     : "out of memory");
    rq_gff_plan_free(&p);
    return fine;
}

/* ---- a file by recorded places ---- */

struct visit {
    struct rq_gff_explicit *e;
    struct rq_place *place; /* when writing */
    struct rq_cover *cover; /* when recording */
    const uint8_t *source;
    size_t structs, fields;
    struct rq_out scratch; /* one block at a time */
    bool misfit;
};

static void visit_struct(struct visit *v, struct rq_gff_struct *s);

/* Gives every node its recorded index and place. */
static void assign_struct(struct visit *v, struct rq_gff_struct *s)
{
    if (v->structs == v->e->struct_count || s->field_count > v->e->field_count - v->fields) {
        v->misfit = true;
        return;
    }
    s->index = v->e->structs[v->structs];
    s->at = v->e->blocks[v->structs++];
    size_t first = v->fields;
    v->fields += s->field_count;
    for (uint32_t i = 0; i < s->field_count; i++) {
        s->fields[i].index = v->e->fields[first + i];
        s->fields[i].at = v->e->data[first + i];
    }
    if (s->field_count == 1)
        s->at = s->fields[0].index;
    for (uint32_t i = 0; i < s->field_count; i++)
        for (uint32_t k = 0;
             rq_gff_has_children(&s->fields[i]) && k < s->fields[i].size && !v->misfit; k++)
            assign_struct(v, &s->fields[i].v.child[k]);
}

static void block(struct visit *v, uint64_t offset, const void *data, size_t size)
{
    if (v->place)
        rq_place_put(v->place, offset, data, size);
    else
        rq_cover_add(v->cover, offset, size);
}

static void words_block(struct visit *v, uint64_t offset, uint32_t a, uint32_t b, uint32_t c)
{
    uint8_t bytes[12];
    rq_set32(bytes, a);
    rq_set32(bytes + 4, b);
    rq_set32(bytes + 8, c);
    block(v, offset, bytes, sizeof bytes);
}

static void visit_data(struct visit *v, const struct rq_gff_field *f)
{
    const uint32_t *sections = v->e->sections;
    uint64_t size = block_size(f);
    if (v->cover) {
        rq_cover_add(v->cover, (uint64_t)sections[6] + f->at, size);
        return;
    }
    if (size > v->place->size) {
        v->misfit = true;
        return;
    }
    rq_out_cut(&v->scratch, 0);
    uint8_t *bytes = rq_grow(&v->scratch, (size_t)size);
    if (bytes) {
        put_block(bytes, f, size);
        block(v, (uint64_t)sections[6] + f->at, bytes, (size_t)size);
    }
}

static void visit_field(struct visit *v, struct rq_gff_field *f, uint32_t label)
{
    const uint32_t *sections = v->e->sections;
    char name[16] = {0};
    size_t length = strnlen(f->label, 16);
    memcpy(name, f->label, length);
    words_block(v, sections[2] + (uint64_t)f->index * 12, f->type, label, field_word(f));
    /* What stands after the label's NUL is nobody's: a stray. */
    block(v, sections[4] + (uint64_t)label * 16, name, length < 16 ? length + 1 : 16);
    if (rq_gff_has_block(f->type))
        visit_data(v, f);
    for (uint32_t i = 0; f->type == RQ_GFF_LIST && i <= f->size; i++) {
        uint8_t word[4];
        rq_set32(word, i ? f->v.child[i - 1].index : f->size);
        block(v, (uint64_t)sections[10] + f->at + (uint64_t)i * 4, word, 4);
    }
    for (uint32_t k = 0; rq_gff_has_children(f) && k < f->size && !v->misfit; k++)
        visit_struct(v, &f->v.child[k]);
}

static void visit_struct(struct visit *v, struct rq_gff_struct *s)
{
    const uint32_t *sections = v->e->sections;
    size_t first = v->fields;
    v->fields += s->field_count;
    words_block(v, sections[0] + (uint64_t)s->index * 12, s->id, struct_word(s), s->field_count);
    for (uint32_t i = 0; s->field_count > 1 && i < s->field_count; i++) {
        uint8_t word[4];
        rq_set32(word, s->fields[i].index);
        block(v, (uint64_t)sections[8] + s->at + (uint64_t)i * 4, word, 4);
    }
    for (uint32_t i = 0; i < s->field_count && !v->misfit; i++)
        visit_field(v, &s->fields[i], v->e->labels[first + i]);
}

bool rq_gff_put_explicit(const struct rq_gff *gff, const struct rq_arena *like, struct rq_out *out,
                         struct rq_error *err)
{
    struct rq_place place;
    struct rq_arena arena = {.alloc = like->alloc, .limit = like->limit};
    uint8_t header[GFF_HEADER_SIZE];
    struct visit v = {.e = gff->places, .place = &place, .scratch = {.alloc = like->alloc}};
    assign_struct(&v, gff->root);
    if (v.misfit || v.structs != v.e->struct_count || v.fields != v.e->field_count)
        return false;
    bool room = rq_place_open(&place, &arena, v.e->strays.size);
    put_header(header, gff, v.e->sections);
    rq_place_put(&place, 0, header, sizeof header);
    v.fields = 0;
    visit_struct(&v, gff->root);
    rq_place_strays(&place, &v.e->strays);
    bool fine = room && !v.scratch.failed;
    if (!fine && !arena.over_limit)
        rq_fail(err, RQ_NO_MEMORY, 0, "gff", "out of memory");
    fine = fine && !v.misfit && rq_place_whole(&place);
    if (fine)
        rq_put(out, place.data, place.size);
    rq_out_free(&v.scratch);
    rq_arena_free(&arena);
    return fine;
}

static void record_struct(struct visit *v, const struct rq_gff_struct *s)
{
    struct rq_gff_explicit *e = v->e;
    e->structs[e->struct_count] = s->index;
    e->blocks[e->struct_count++] = s->field_count > 1 ? s->at : 0;
    size_t first = e->field_count;
    e->field_count += s->field_count;
    for (uint32_t i = 0; i < s->field_count; i++) {
        const struct rq_gff_field *f = &s->fields[i];
        const uint8_t *raw = v->source + e->sections[2] + (size_t)f->index * 12;
        bool placed = rq_gff_has_block(f->type) || f->type == RQ_GFF_LIST;
        e->fields[first + i] = f->index;
        e->labels[first + i] = rq_get32(raw + 4);
        e->data[first + i] = placed ? f->at : 0;
    }
    for (uint32_t i = 0; i < s->field_count; i++)
        for (uint32_t k = 0; rq_gff_has_children(&s->fields[i]) && k < s->fields[i].size; k++)
            record_struct(v, &s->fields[i].v.child[k]);
}

struct rq_gff_explicit *rq_gff_record(const struct rq_gff *gff, struct rq_bytes source,
                                      struct rq_arena *arena)
{
    size_t structs = 0, fields = 0;
    struct rq_gff_explicit *e = rq_arena_get(arena, 1, sizeof *e);
    rq_gff_count_nodes(gff->root, &structs, &fields);
    if (!e)
        return NULL;
    e->structs = rq_arena_get(arena, structs, 4);
    e->blocks = rq_arena_get(arena, structs, 4);
    e->fields = rq_arena_get(arena, fields, 4);
    e->labels = rq_arena_get(arena, fields, 4);
    e->data = rq_arena_get(arena, fields, 4);
    if (!e->structs || !e->blocks || !e->fields || !e->labels || !e->data)
        return NULL;
    for (size_t i = 0; i < GFF_SECTION_WORDS; i++)
        e->sections[i] = rq_get32(source.data + 8 + i * 4);
    struct rq_cover cover = {.arena = arena};
    struct visit v = {.e = e, .cover = &cover, .source = source.data};
    record_struct(&v, gff->root);
    rq_cover_add(&cover, 0, GFF_HEADER_SIZE);
    visit_struct(&v, gff->root);
    return rq_cover_strays(&cover, source, &e->strays) ? e : NULL;
}
