/* GFF V3.2. A file is a log of creations: structs and fields in the order in which a writer
 * made them, and everything else follows from that order. The document is the tree and
 * the name of the order (layout.c); measured on 9,458 files, that reproduces all but
 * two. */
#include "formats/extent.h"
#include "formats/kotor/gff/refs.h"
#include "formats/restype.h"

#include <stdio.h>

#define GFF_HEADER(F, A, T)                                                                        \
    A(T, text, type, 4, "file type, blank padded")                                                 \
    A(T, text, version, 4, "V3.2", RQ_HIDDEN)                                                      \
    A(T, u32, sections, 12,                                                                        \
      "offset and count of structs, fields, labels (elements), field data, "                       \
      "field indices, list indices (bytes)",                                                       \
      RQ_POINTER)
RQ_RECORD_STRUCT(gff_header, GFF_HEADER, GFF_HEADER_SIZE);
RQ_RECORD_TABLE(gff_header, GFF_HEADER);

#define GFF_STRUCT(F, A, T)                                                                        \
    F(T, u32, id, "what kind of struct, chosen by the program")                                    \
    F(T, u32, data, "field index, or byte offset in the field indices", RQ_POINTER)                \
    F(T, u32, field_count, "number of fields", RQ_DERIVED)
RQ_RECORD_STRUCT(gff_struct, GFF_STRUCT, 12);
RQ_RECORD_TABLE(gff_struct, GFF_STRUCT);

#define GFF_FIELD(F, A, T)                                                                         \
    F(T, u32, type, "0 to 18")                                                                     \
    F(T, u32, label, "label index", RQ_POINTER)                                                    \
    F(T, x32, data, "the value, or where it stands")
RQ_RECORD_STRUCT(gff_field, GFF_FIELD, 12);
RQ_RECORD_TABLE(gff_field, GFF_FIELD);

/* Fields and their data may be shared, but not so that a small file becomes a huge tree. No
 * file of the game shares any. */
enum { SHARED_TIMES = 4, SHARED_FIELDS = 1 << 10, SHARED_BYTES = 1 << 20 };

const char *const rq_gff_type_names[RQ_GFF_TYPES] = {
    "byte",   "char",  "word",        "short",  "dword",  "int",       "dword64",
    "int64",  "float", "double",      "string", "resref", "locstring", "void",
    "struct", "list",  "orientation", "vector", "strref"};

#define LAYOUT_NAME(id, name) name,
const char *const rq_gff_layout_names[] = {"unsettled", RQ_GFF_LAYOUTS(LAYOUT_NAME) "explicit"};
#undef LAYOUT_NAME

static unsigned gff_detect(struct rq_bytes in, const char *name)
{
    (void)name;
    if (in.size < 8 || memcmp(in.data + 4, "V3.2", 4) != 0)
        return 0;
    return in.size >= GFF_HEADER_SIZE && rq_get32(in.data + 8) == GFF_HEADER_SIZE ? 64 : 32;
}

/* ---- reading ---- */

struct section {
    const uint8_t *data;
    uint32_t count; /* elements or bytes, as the header counts */
    uint32_t size;  /* bytes */
};

struct reader {
    struct rq_doc *doc;
    struct rq_gff *gff;
    struct rq_cur *c;
    struct section structs, fields, labels, data, blocks, lists;
    char (*names)[LABEL_ROOM];
    uint8_t *seen;       /* structs that stand in the tree */
    uint64_t data_bytes; /* of all fields, shared or not */
};

static bool find_section(struct rq_cur *c, const uint32_t *words, size_t element, const char *name,
                         struct section *section)
{
    uint64_t size = (uint64_t)words[1] * element;
    /* An empty section may say any offset: nothing is read there. */
    struct rq_cur window = rq_sub(c, size ? words[0] : 0, size, name);
    *section = (struct section){window.begin, words[1], (uint32_t)size};
    return rq_ok(c);
}

static uint64_t offset_of(const struct reader *r, const uint8_t *p)
{
    return (uint64_t)(p - r->c->base);
}

/* `need` bytes of a section at an offset; NULL after an error. */
static const uint8_t *within(struct reader *r, const struct section *s, uint32_t at, uint64_t need,
                             const char *label, const uint8_t *field)
{
    if (at <= s->size && need <= s->size - at)
        return s->data + at;
    rq_bad(r->c, RQ_CORRUPT, offset_of(r, field),
           "\"%s\": %llu bytes at %u of a section that has %u", label, (unsigned long long)need, at,
           s->size);
    return NULL;
}

static bool read_locstring(struct reader *r, struct rq_gff_field *f, const uint8_t *field)
{
    const uint8_t *p = within(r, &r->data, f->at, 12, f->label, field);
    if (!p)
        return false;
    const uint8_t *end = r->data.data + r->data.size, *start = p + 4;
    struct rq_gff_locstring *loc = rq_cur_get(r->doc, r->c, 1, sizeof *loc);
    uint32_t count = rq_get32(p + 8);
    if (!loc)
        return false;
    loc->strref = rq_get32(p + 4);
    p += 12;
    if (count > (size_t)(end - p) / 8)
        return rq_bad(r->c, RQ_CORRUPT, offset_of(r, p), "\"%s\": %u texts can't fit", f->label,
                      count);
    loc->texts = count ? rq_cur_get(r->doc, r->c, count, sizeof *loc->texts) : NULL;
    if (count && !loc->texts)
        return false;
    for (; loc->count < count; loc->count++) {
        uint32_t size = end - p < 8 ? UINT32_MAX : rq_get32(p + 4);
        if (end - p < 8 || size > (size_t)(end - p) - 8)
            return rq_bad(r->c, RQ_CORRUPT, offset_of(r, p), "\"%s\": text %u runs out of the data",
                          f->label, loc->count);
        loc->texts[loc->count] = (struct rq_gff_text){rq_get32(p), {p + 8, size}};
        p += 8 + size;
    }
    loc->excess = rq_get32(start - 4) - (uint32_t)(p - start);
    f->v.loc = loc;
    f->size = (uint32_t)(p - start) + 4;
    return true;
}

static bool read_data(struct reader *r, struct rq_gff_field *f, const uint8_t *field)
{
    static const uint8_t fixed[RQ_GFF_TYPES] = {
        [RQ_GFF_DWORD64] = 8, [RQ_GFF_INT64] = 8,        [RQ_GFF_DOUBLE] = 8,
        [RQ_GFF_STRING] = 4,  [RQ_GFF_RESREF] = 1,       [RQ_GFF_VOID] = 4,
        [RQ_GFF_STRREF] = 8,  [RQ_GFF_ORIENTATION] = 16, [RQ_GFF_VECTOR] = 12,
    };
    if (f->type == RQ_GFF_LOCSTRING)
        return read_locstring(r, f, field);
    const uint8_t *p = within(r, &r->data, f->at, fixed[f->type], f->label, field);
    if (!p)
        return false;
    switch (f->type) {
    case RQ_GFF_DWORD64:
    case RQ_GFF_INT64:
    case RQ_GFF_DOUBLE: f->v.wide = rq_get64(p); return true;
    case RQ_GFF_STRING:
    case RQ_GFF_VOID:
        f->size = rq_get32(p);
        f->v.data = p + 4;
        return within(r, &r->data, f->at, 4 + (uint64_t)f->size, f->label, field) != NULL;
    case RQ_GFF_RESREF:
        f->size = p[0];
        f->v.data = p + 1;
        return within(r, &r->data, f->at, 1 + (uint64_t)f->size, f->label, field) != NULL;
    case RQ_GFF_STRREF:
        if (rq_get32(p) != 4)
            return rq_bad(r->c, RQ_UNSUPPORTED, offset_of(r, p),
                          "\"%s\": a StrRef of %u bytes, 4 expected", f->label, rq_get32(p));
        f->size = 4;
        f->v.data = p + 4;
        return true;
    default:
        f->size = fixed[f->type];
        f->v.data = p;
        return true;
    }
}

static bool within_share(struct reader *r, const struct rq_gff_field *f, const uint8_t *field)
{
    r->data_bytes += f->size;
    return r->data_bytes <= (uint64_t)r->data.size * SHARED_TIMES + SHARED_BYTES ||
           rq_bad(r->c, RQ_LIMIT, offset_of(r, field),
                  "fields share their data so often that they exceed the file");
}

static bool read_struct(struct reader *r, struct rq_gff_struct *s, uint32_t index, int depth);

static bool read_list(struct reader *r, struct rq_gff_field *f, const uint8_t *field, int depth)
{
    const uint8_t *p = within(r, &r->lists, f->at, 4, f->label, field);
    uint32_t count = p ? rq_get32(p) : 0;
    if (!p || !within(r, &r->lists, f->at, 4 + (uint64_t)count * 4, f->label, field))
        return false;
    f->size = count;
    f->v.child = count ? rq_cur_get(r->doc, r->c, count, sizeof *f->v.child) : NULL;
    for (uint32_t i = 0; i < count && rq_ok(r->c); i++) {
        rq_enter(r->c, f->label, i);
        read_struct(r, &f->v.child[i], rq_get32(p + 4 + (size_t)i * 4), depth + 1);
        rq_leave(r->c);
    }
    return rq_ok(r->c);
}

static bool read_child(struct reader *r, struct rq_gff_field *f, int depth)
{
    f->v.child = rq_cur_get(r->doc, r->c, 1, sizeof *f->v.child);
    f->size = 1;
    rq_enter(r->c, f->label, -1);
    bool fine = f->v.child && read_struct(r, f->v.child, f->at, depth + 1);
    rq_leave(r->c);
    return fine;
}

static void note_field(struct reader *r, const struct rq_gff_field *f, const uint8_t *field)
{
    rq_enter(r->c, f->label, -1);
    rq_rec_note(r->c, &gff_field_rec, field);
    const uint8_t *p = r->data.data + f->at;
    if (f->type == RQ_GFF_LOCSTRING) {
        rq_note_at(r->c, p, 12, RQ_KIND_u32, 3, "size, strref, count");
        for (uint32_t i = 0; i < f->v.loc->count; i++) {
            struct rq_bytes text = f->v.loc->texts[i].text;
            rq_note_at(r->c, text.data - 8, 8, RQ_KIND_u32, 2, "string id, length");
            if (text.size)
                rq_note_at(r->c, text.data, text.size, RQ_KIND_text, text.size, "text");
        }
    } else if (f->type == RQ_GFF_STRING || f->type == RQ_GFF_VOID) {
        rq_note_at(r->c, p, 4, RQ_KIND_u32, 1, "length");
    } else if (f->type == RQ_GFF_RESREF) {
        rq_note_at(r->c, p, 1, RQ_KIND_u8, 1, "length");
    } else if (f->type == RQ_GFF_LIST) {
        rq_note_at(r->c, r->lists.data + f->at, 4 + (size_t)f->size * 4, RQ_KIND_u32,
                   f->size + (size_t)1, "count, struct indices");
    } else if (rq_gff_has_block(f->type) && f->type != RQ_GFF_ORIENTATION &&
               f->type != RQ_GFF_VECTOR) {
        rq_note_at(r->c, p, 8, RQ_KIND_bytes, 8, rq_gff_type_names[f->type]);
    }
    if (f->type == RQ_GFF_STRING || f->type == RQ_GFF_RESREF)
        rq_note_at(r->c, f->v.data, f->size, RQ_KIND_text, f->size, "text");
    else if (f->type == RQ_GFF_VOID)
        rq_note_at(r->c, f->v.data, f->size, RQ_KIND_bytes, f->size, "bytes");
    else if (f->type == RQ_GFF_ORIENTATION || f->type == RQ_GFF_VECTOR)
        rq_note_at(r->c, f->v.data, f->size, RQ_KIND_f32, f->size / 4, rq_gff_type_names[f->type]);
    rq_leave(r->c);
}

/* With the way to the field: a label says little in a file of many structs. */
static void look_at_resref(struct reader *r, const struct rq_gff_field *f, const uint8_t *field)
{
    char where[200];
    if (f->type != RQ_GFF_RESREF || f->size <= RQ_GFF_RESREF_MOST)
        return;
    rq_crumb_text(r->c->ctx->crumbs, r->c->ctx->depth, f->label, where, sizeof where);
    rq_find(r->doc, "long-resref", offset_of(r, field), where, RQ_GFF_LONG_RESREF, f->size,
            RQ_GFF_RESREF_MOST);
}

static bool read_field(struct reader *r, struct rq_gff_field *f, uint32_t index, int depth)
{
    if (index >= r->fields.count)
        return rq_bad(r->c, RQ_CORRUPT, offset_of(r, r->fields.data),
                      "field %u of %u is referred to", index, r->fields.count);
    const uint8_t *field = r->fields.data + (size_t)index * 12;
    uint32_t type = rq_get32(field), label = rq_get32(field + 4);
    if (label >= r->labels.count)
        return rq_bad(r->c, RQ_CORRUPT, offset_of(r, field) + 4, "label %u of %u", label,
                      r->labels.count);
    if (type > UINT8_MAX)
        return rq_bad(r->c, RQ_UNSUPPORTED, offset_of(r, field), "field type %u", type);
    f->label = r->names[label];
    f->type = (uint8_t)type;
    f->index = index;
    f->at = rq_get32(field + 8);
    bool fine = true;
    if (type == RQ_GFF_STRUCT)
        fine = read_child(r, f, depth);
    else if (type == RQ_GFF_LIST)
        fine = read_list(r, f, field, depth);
    else if (rq_gff_has_block(f->type))
        fine = read_data(r, f, field) && within_share(r, f, field);
    else
        f->v.word = f->at;
    if (fine)
        look_at_resref(r, f, field);
    if (type >= RQ_GFF_TYPES)
        rq_find(r->doc, "unknown-type", offset_of(r, field), f->label, "field type %u", type);
    if (fine && r->c->ctx->trace)
        note_field(r, f, field);
    return fine;
}

static bool read_struct(struct reader *r, struct rq_gff_struct *s, uint32_t index, int depth)
{
    if (index >= r->structs.count)
        return rq_bad(r->c, RQ_CORRUPT, offset_of(r, r->structs.data),
                      "struct %u of %u is referred to", index, r->structs.count);
    const uint8_t *p = r->structs.data + (size_t)index * 12, *list = p + 4;
    if (r->seen[index])
        return rq_bad(r->c, RQ_CORRUPT, offset_of(r, p),
                      "struct %u stands in the tree twice, or inside itself", index);
    if (depth > DEPTH_LIMIT)
        return rq_bad(r->c, RQ_LIMIT, offset_of(r, p), "structs nested deeper than %d",
                      DEPTH_LIMIT);
    r->seen[index] = 1;
    uint32_t at = rq_get32(p + 4), count = rq_get32(p + 8);
    *s = (struct rq_gff_struct){.id = rq_get32(p), .word = at, .index = index, .at = at};
    rq_rec_note(r->c, &gff_struct_rec, p);
    if (count > 1) {
        list = within(r, &r->blocks, at, (uint64_t)count * 4, "field indices", p);
        if (!list)
            return false;
        rq_note_at(r->c, list, (size_t)count * 4, RQ_KIND_u32, count, "field indices");
    }
    if (r->gff->field_count + (uint64_t)count >
        (uint64_t)r->fields.count * SHARED_TIMES + SHARED_FIELDS)
        return rq_bad(r->c, RQ_LIMIT, offset_of(r, p),
                      "structs share their fields so often that they exceed the file");
    s->fields = count ? rq_cur_get(r->doc, r->c, count, sizeof *s->fields) : NULL;
    r->gff->struct_count++;
    r->gff->field_count += count;
    for (; s->field_count < count && rq_ok(r->c); s->field_count++)
        if (!read_field(r, &s->fields[s->field_count], rq_get32(list + (size_t)s->field_count * 4),
                        depth))
            return false;
    return rq_ok(r->c);
}

static bool read_labels(struct reader *r)
{
    r->names = rq_cur_get(r->doc, r->c, r->labels.count, LABEL_ROOM);
    for (uint32_t i = 0; r->names && i < r->labels.count; i++) {
        const uint8_t *label = r->labels.data + (size_t)i * LABEL_SIZE;
        memcpy(r->names[i], label, LABEL_SIZE);
        rq_note_at(r->c, label, LABEL_SIZE, RQ_KIND_text, LABEL_SIZE, "label");
    }
    return r->names != NULL;
}

static bool read_tree(struct rq_doc *doc, struct rq_gff *gff, struct rq_cur *c)
{
    struct gff_header header;
    struct reader r = {.doc = doc, .gff = gff, .c = c};
    if (!rq_rec_read(c, &gff_header_rec, &header))
        return false;
    if (memcmp(header.version, "V3.2", 4) != 0)
        return rq_bad(c, RQ_BAD_MAGIC, 4, "version is \"%.4s\", \"V3.2\" expected", header.version);
    memcpy(gff->type, header.type, 4);
    const uint32_t *words = header.sections;
    if (!find_section(c, words, 12, "structs", &r.structs) ||
        !find_section(c, words + 2, 12, "fields", &r.fields) ||
        !find_section(c, words + 4, LABEL_SIZE, "labels", &r.labels) ||
        !find_section(c, words + 6, 1, "field data", &r.data) ||
        !find_section(c, words + 8, 1, "field indices", &r.blocks) ||
        !find_section(c, words + 10, 1, "list indices", &r.lists) || !read_labels(&r))
        return false;
    r.seen = rq_cur_get(doc, c, r.structs.count, 1);
    gff->root = rq_cur_get(doc, c, 1, sizeof *gff->root);
    if (!r.seen || !gff->root)
        return false;
    rq_enter(c, "root", -1);
    bool fine = read_struct(&r, gff->root, 0, 0);
    rq_leave(c);
    return fine;
}

static bool gff_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_gff *gff = doc->root = rq_cur_get(doc, c, 1, sizeof *gff);
    if (!gff || !read_tree(doc, gff, c))
        return false;
    rq_gff_find_dangling(doc);
    return true;
}

/* ---- writing ---- */

/* Names for new files, from what the game's own files have: see the docs page. */
enum rq_gff_layout rq_gff_default_layout(const struct rq_gff *gff)
{
    if (memcmp(gff->type, "DLG ", 4) == 0)
        return RQ_GFF_late_sound;
    if (memcmp(gff->type, "PTH ", 4) == 0)
        return RQ_GFF_path;
    if (memcmp(gff->type, "GUI ", 4) == 0)
        return RQ_GFF_lists_last;
    if (memcmp(gff->type, "FAC ", 4) == 0)
        return RQ_GFF_second;
    return RQ_GFF_depth_first;
}

/* No named layout gave the source: its places are recorded from a second reading, because
 * the attempts have used up the scratch of the first. That tree is thrown away again. */
static bool settle_explicit(struct rq_doc *doc, struct rq_gff *gff, struct rq_error *err)
{
    struct rq_gff again = {0};
    struct rq_error ignored = {0}; /* what was read before can only lack memory */
    struct rq_ctx ctx = {.err = &ignored};
    struct rq_cur c = rq_cur_over(doc->source, &ctx);
    struct rq_doc second = {.format = doc->format,
                            .arena = {.alloc = doc->alloc, .limit = doc->arena.limit}};
    bool fine = read_tree(&second, &again, &c);
    gff->places = fine ? rq_gff_record(&again, doc->source, &doc->arena) : NULL;
    rq_arena_free(&second.arena);
    if (!gff->places)
        return rq_fail(err, doc->arena.over_limit ? RQ_LIMIT : RQ_NO_MEMORY, 0, "gff",
                       "no memory for the layout of this file");
    gff->layout = RQ_GFF_EXPLICIT;
    rq_find(doc, "explicit-layout", 0, "gff", "the file follows no known writer's order");
    return true;
}

/* Finds the first named layout that gives the source, and leaves the file in out. */
static bool settle_named(struct rq_doc *doc, struct rq_gff *gff, struct rq_out *out,
                         struct rq_error *err)
{
    size_t from = out->size;
    for (int layout = RQ_GFF_UNSETTLED + 1; layout < RQ_GFF_EXPLICIT; layout++) {
        struct rq_error why = {0};
        bool put = rq_gff_put_named(gff, (enum rq_gff_layout)layout, true, doc->alloc, out, &why);
        if (put && rq_same((struct rq_bytes){out->data + from, out->size - from}, doc->source)) {
            gff->layout = (enum rq_gff_layout)layout;
            return true;
        }
        rq_out_cut(out, from);
        /* A layout that this tree can't have is only not the one. */
        if (!put && why.code != RQ_LIMIT)
            return !out->failed && rq_fail(err, RQ_NO_MEMORY, 0, "gff", "out of memory");
    }
    return false;
}

/* Appends the file; when its layout is not known yet, the first that gives the source. */
static bool gff_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    struct rq_gff *gff = doc->root;
    size_t from = out->size;
    if (!gff->layout) {
        if (settle_named(doc, gff, out, err))
            return true;
        if (err->code || out->failed || !settle_explicit(doc, gff, err))
            return false;
    }
    if (gff->layout == RQ_GFF_EXPLICIT) {
        if (rq_gff_put_explicit(gff, &doc->arena, out, err))
            return true;
        rq_out_cut(out, from);
        if (err->code || out->failed)
            return false;
        /* The tree was edited: the recorded places don't hold any more. */
        gff->layout = rq_gff_default_layout(gff);
    }
    return rq_gff_put_named(gff, gff->layout, false, doc->alloc, out, err);
}

static bool gff_settle(struct rq_doc *doc, struct rq_error *err)
{
    const struct rq_gff *gff = doc->root;
    return gff->layout || rq_settle_by_writing(doc, err);
}

bool rq_gff_fresh(struct rq_doc *doc)
{
    struct rq_gff *gff = doc->root = rq_arena_get(&doc->arena, 1, sizeof *gff);
    if (!gff || !(gff->root = rq_arena_get(&doc->arena, 1, sizeof *gff->root)))
        return false;
    memcpy(gff->type, "GFF ", 4);
    gff->root->id = gff->root->word = UINT32_MAX;
    gff->layout = RQ_GFF_depth_first;
    return true;
}

/* ---- facts: what is in the fields is told by rq_blueprint_facts ---- */

static bool gff_facts(struct rq_doc *doc)
{
    const struct rq_gff *gff = doc->root;
    struct rq_error ignored = {0};
    rq_fact_add(doc, "type", "%.*s", gff->type[3] == ' ' ? 3 : 4, gff->type);
    rq_fact_add(doc, "structs", "%u", gff->struct_count);
    rq_fact_add(doc, "fields", "%u", gff->field_count);
    if (gff_settle(doc, &ignored))
        rq_fact_add(doc, "layout", "%s", rq_gff_layout_names[gff->layout]);
    return true;
}

static const struct rq_format_record gff_records[] = {{&gff_header_rec, "header"},
                                                      {&gff_struct_rec, "one for each struct"},
                                                      {&gff_field_rec, "one for each field"},
                                                      {NULL, NULL}};

static const struct rq_finding_kind gff_findings[] = {
    {"dangling-reference", RQ_ERROR, "a reference by number to an element that is not there",
     "The game does not load a dialog with such a link, and loses the way or the neighbour in "
     "others. Set the number, or remove what has it."},
    {"explicit-layout", RQ_INFO, "the file follows no known writer's order",
     "The game goes by indices and offsets, whatever the order. The places are kept until the tree "
     "is changed."},
    {"long-resref", RQ_WARNING, "a resref of more than 16 bytes",
     "Resources have names of 16 at most, so the game does not find it. Shorten the name."},
    {"unknown-type", RQ_WARNING, "a field of a type above 18",
     "No game has it. What stands in its word is kept."},
    {NULL, RQ_WARNING, NULL, NULL},
};

/* Structs, fields, labels; data, indices of fields, indices of lists. */
static const struct rq_extent_row extents[] = {{0, 8, 12, 12}, {0, 16, 20, 12}, {0, 24, 28, 16},
                                               {0, 32, 36, 1}, {0, 40, 44, 1},  {0, 48, 52, 1}};
RQ_EXTENT(gff_extent, extents)

const struct rq_format rq_format_gff = {
    .info = {"gff", "Generic File Format V3.2", "kotor",
             "gff are bic btc bti dlg fac git gui ifo itp jrl nfo pth pt res utc utd ute uti utm "
             "utp uts utt utw gvt"},
    .detect = gff_detect,
    .extent = gff_extent,
    .read = gff_read,
    .write = gff_write,
    .settle = gff_settle,
    .records = gff_records,
    .findings = gff_findings,
    .no_rule = "explicit-layout",
    .to_json = rq_gff_to_json,
    .from_json = rq_gff_from_json,
    .visit = rq_gff_visit,
    .facts = gff_facts,
    .fresh = rq_gff_fresh,
    .values = &rq_gff_values,
};
