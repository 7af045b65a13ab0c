/* GFF V3.2. A file is a log of creations: structs and fields in the order in which a writer
 * made them, and everything else follows from that order. The document is the tree and
 * the name of the order (gff_layout.c); measured on 9,458 files, that reproduces all but
 * two. */
#include "formats/kotor/gff_layout.h"

#include <stdio.h>

#define GFF_HEADER(F, A, T)                                                                        \
    A(T, text, type, 4, "file type, blank padded")                                                 \
    A(T, text, version, 4, "V3.2")                                                                 \
    A(T, u32, sections, 12, "offset and count of structs, fields, labels (elements), field data, " \
                            "field indices, list indices (bytes)")
RQ_RECORD_STRUCT(gff_header, GFF_HEADER, GFF_HEADER_SIZE);
RQ_RECORD_TABLE(gff_header, GFF_HEADER);

#define GFF_STRUCT(F, A, T)                                                                        \
    F(T, u32, id, "what kind of struct, chosen by the program")                                    \
    F(T, u32, data, "field index, or byte offset in the field indices")                            \
    F(T, u32, field_count, "number of fields")
RQ_RECORD_STRUCT(gff_struct, GFF_STRUCT, 12);
RQ_RECORD_TABLE(gff_struct, GFF_STRUCT);

#define GFF_FIELD(F, A, T)                                                                         \
    F(T, u32, type, "0 to 18")                                                                     \
    F(T, u32, label, "label index")                                                                \
    F(T, x32, data, "the value, or where it stands")
RQ_RECORD_STRUCT(gff_field, GFF_FIELD, 12);
RQ_RECORD_TABLE(gff_field, GFF_FIELD);

enum { LABEL_SIZE = 16, LABEL_ROOM = 17, DEPTH_LIMIT = 64 };

/* Fields and their data may be shared, but not so that a small file becomes a huge tree. No
 * file of the game shares any. */
enum { SHARED_TIMES = 4, SHARED_FIELDS = 1 << 10, SHARED_BYTES = 1 << 20 };

static const char *const type_names[RQ_GFF_TYPES] = {
    "byte",  "char",   "word",   "short",  "dword",     "int",  "dword64", "int64", "float",      "double",
    "string", "resref", "locstring", "void", "struct", "list", "orientation", "vector", "strref"};

#define LAYOUT_NAME(id, name) name,
static const char *const layout_names[] = {"unsettled", RQ_GFF_LAYOUTS(LAYOUT_NAME) "explicit"};
#undef LAYOUT_NAME

struct rq_gff_field *rq_gff_find(const struct rq_gff_struct *in, const char *label)
{
    for (uint32_t i = 0; in && i < in->field_count; i++)
        if (strncmp(in->fields[i].label, label, LABEL_SIZE) == 0)
            return &in->fields[i];
    return NULL;
}

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
        [RQ_GFF_DWORD64] = 8,      [RQ_GFF_INT64] = 8,   [RQ_GFF_DOUBLE] = 8, [RQ_GFF_STRING] = 4,
        [RQ_GFF_RESREF] = 1,       [RQ_GFF_VOID] = 4,    [RQ_GFF_STRREF] = 8,
        [RQ_GFF_ORIENTATION] = 16, [RQ_GFF_VECTOR] = 12,
    };
    if (f->type == RQ_GFF_LOCSTRING)
        return read_locstring(r, f, field);
    const uint8_t *p = within(r, &r->data, f->at, fixed[f->type], f->label, field);
    if (!p)
        return false;
    switch (f->type) {
    case RQ_GFF_DWORD64:
    case RQ_GFF_INT64:
    case RQ_GFF_DOUBLE:
        f->v.wide = rq_get64(p);
        return true;
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
        rq_note_at(r->c, p, 8, RQ_KIND_bytes, 8, type_names[f->type]);
    }
    if (f->type == RQ_GFF_STRING || f->type == RQ_GFF_RESREF)
        rq_note_at(r->c, f->v.data, f->size, RQ_KIND_text, f->size, "text");
    else if (f->type == RQ_GFF_VOID)
        rq_note_at(r->c, f->v.data, f->size, RQ_KIND_bytes, f->size, "bytes");
    else if (f->type == RQ_GFF_ORIENTATION || f->type == RQ_GFF_VECTOR)
        rq_note_at(r->c, f->v.data, f->size, RQ_KIND_f32, f->size / 4, type_names[f->type]);
    rq_leave(r->c);
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
    if (type >= RQ_GFF_TYPES)
        rq_find(r->doc, RQ_FIND_odd_value, offset_of(r, field), f->label, "field type %u", type);
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
        if (!read_field(r, &s->fields[s->field_count],
                        rq_get32(list + (size_t)s->field_count * 4), depth))
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
    return gff && read_tree(doc, gff, c);
}

/* ---- writing ---- */

/* Names for new files, from what the game's own files have: see the docs page. */
static enum rq_gff_layout default_layout(const struct rq_gff *gff)
{
    if (memcmp(gff->type, "DLG ", 4) == 0)
        return RQ_GFF_late_sound;
    if (memcmp(gff->type, "PTH ", 4) == 0)
        return RQ_GFF_path;
    if (memcmp(gff->type, "GUI ", 4) == 0)
        return RQ_GFF_lists_last;
    return RQ_GFF_depth_first;
}

/* No named layout gave the source: its places are recorded from a second reading, because
 * the attempts have used up the scratch of the first. That tree is thrown away again. */
static bool settle_explicit(struct rq_doc *doc, struct rq_gff *gff, struct rq_error *err)
{
    struct rq_gff again = {0};
    struct rq_ctx ctx = {.err = err};
    struct rq_cur c = rq_cur_over(doc->source, &ctx);
    struct rq_doc second = {.arena = {.alloc = doc->alloc, .limit = doc->arena.limit}};
    bool fine = read_tree(&second, &again, &c);
    gff->places = fine ? rq_gff_record(&again, doc->source, &doc->arena) : NULL;
    rq_arena_free(&second.arena);
    if (!gff->places)
        return rq_fail(err, doc->arena.over_limit ? RQ_LIMIT : RQ_NO_MEMORY, 0, "gff",
                       "no memory for the layout of this file");
    gff->layout = RQ_GFF_EXPLICIT;
    rq_find(doc, RQ_FIND_explicit_layout, 0, "gff", "the file follows no known writer's order");
    return true;
}

/* Finds the first named layout that gives the source, and leaves the file in out. */
static bool settle_named(struct rq_doc *doc, struct rq_gff *gff, struct rq_out *out,
                         struct rq_error *err)
{
    size_t from = out->size;
    for (int layout = RQ_GFF_UNSETTLED + 1; layout < RQ_GFF_EXPLICIT; layout++) {
        struct rq_error why = {0};
        bool put = rq_gff_put_named(gff, (enum rq_gff_layout)layout, doc->alloc, out, &why);
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
        gff->layout = default_layout(gff);
    }
    return rq_gff_put_named(gff, gff->layout, doc->alloc, out, err);
}

static bool gff_settle(struct rq_doc *doc, struct rq_error *err)
{
    struct rq_gff *gff = doc->root;
    if (gff->layout)
        return true;
    struct rq_out scratch = {.alloc = doc->alloc};
    bool fine = gff_write(doc, &scratch, err);
    if (scratch.failed)
        fine = rq_fail_out(err, &scratch);
    rq_out_free(&scratch);
    return fine;
}

/* ---- JSON ---- */

static enum rq_codepage page_of_text(const struct rq_doc *doc, uint32_t id)
{
    switch (id >> 1) {
    case 5:
        return RQ_CP1250;
    case 128:
        return RQ_CP949;
    case 129:
        return RQ_CP950;
    case 130:
        return RQ_CP936;
    case 131:
        return RQ_CP932;
    default:
        return doc->page;
    }
}

/* The word that writers store for the value: sign-extended for CHAR and SHORT. */
static uint32_t usual_word(uint8_t type, uint32_t word)
{
    switch (type) {
    case RQ_GFF_BYTE:
        return word & 0xFF;
    case RQ_GFF_CHAR:
        return (uint32_t)(int8_t)word;
    case RQ_GFF_WORD:
        return word & 0xFFFF;
    case RQ_GFF_SHORT:
        return (uint32_t)(int16_t)word;
    default:
        return word;
    }
}

static void floats_json(struct rq_json *j, const uint8_t *p, size_t count)
{
    rq_json_array_row(j);
    for (size_t i = 0; i < count; i++)
        rq_json_f32(j, rq_f32_of(rq_get32(p + i * 4)));
    rq_json_end_array(j);
}

static void locstring_json(struct rq_doc *doc, struct rq_json *j, const struct rq_gff_locstring *loc)
{
    rq_json_object_row(j);
    rq_json_key(j, "strref");
    rq_json_i64(j, (int32_t)loc->strref);
    if (loc->excess) {
        rq_json_key(j, "excess");
        rq_json_u64(j, loc->excess);
    }
    if (loc->count) {
        rq_json_key(j, "texts");
        rq_json_array_row(j);
        for (uint32_t i = 0; i < loc->count; i++) {
            rq_json_array_row(j);
            rq_json_u64(j, loc->texts[i].id);
            rq_json_text(j, page_of_text(doc, loc->texts[i].id), loc->texts[i].text);
            rq_json_end_array(j);
        }
        rq_json_end_array(j);
    }
    rq_json_end_object(j);
}

static void wide_json(struct rq_json *j, uint8_t type, uint64_t wide)
{
    char text[24];
    double d;
    memcpy(&d, &wide, sizeof d);
    if (type == RQ_GFF_DOUBLE) {
        rq_json_f64(j, d);
        return;
    }
    /* As text: most readers of JSON keep only 53 bits of a number. */
    if (type == RQ_GFF_INT64)
        snprintf(text, sizeof text, "%lld", (long long)wide);
    else
        snprintf(text, sizeof text, "%llu", (unsigned long long)wide);
    rq_json_str(j, text);
}

static void struct_json(struct rq_doc *doc, struct rq_json *j, const struct rq_gff_struct *s);

static void value_json(struct rq_doc *doc, struct rq_json *j, const struct rq_gff_field *f)
{
    switch (f->type) {
    case RQ_GFF_CHAR:
        rq_json_i64(j, (int8_t)f->v.word);
        break;
    case RQ_GFF_SHORT:
        rq_json_i64(j, (int16_t)f->v.word);
        break;
    case RQ_GFF_INT:
        rq_json_i64(j, (int32_t)f->v.word);
        break;
    case RQ_GFF_FLOAT:
        rq_json_f32(j, rq_f32_of(f->v.word));
        break;
    case RQ_GFF_DWORD64:
    case RQ_GFF_INT64:
    case RQ_GFF_DOUBLE:
        wide_json(j, f->type, f->v.wide);
        break;
    case RQ_GFF_STRING:
    case RQ_GFF_RESREF:
        rq_json_text(j, doc->page, (struct rq_bytes){f->v.data, f->size});
        break;
    case RQ_GFF_VOID:
        rq_json_base64(j, (struct rq_bytes){f->v.data, f->size});
        break;
    case RQ_GFF_LOCSTRING:
        locstring_json(doc, j, f->v.loc);
        break;
    case RQ_GFF_ORIENTATION:
    case RQ_GFF_VECTOR:
        floats_json(j, f->v.data, f->size / 4);
        break;
    case RQ_GFF_STRREF:
        rq_json_i64(j, (int32_t)rq_get32(f->v.data));
        break;
    case RQ_GFF_STRUCT:
        struct_json(doc, j, f->v.child);
        break;
    case RQ_GFF_LIST:
        rq_json_array(j);
        for (uint32_t i = 0; i < f->size; i++)
            struct_json(doc, j, &f->v.child[i]);
        rq_json_end_array(j);
        break;
    default:
        rq_json_u64(j, f->type == RQ_GFF_BYTE   ? f->v.word & 0xFF
                       : f->type == RQ_GFF_WORD ? f->v.word & 0xFFFF
                                                : f->v.word);
    }
}

static void field_json(struct rq_doc *doc, struct rq_json *j, const struct rq_gff_field *f)
{
    rq_json_array_row(j);
    rq_json_text(j, RQ_CP1252, (struct rq_bytes){(const uint8_t *)f->label, strlen(f->label)});
    if (f->type < RQ_GFF_TYPES)
        rq_json_str(j, type_names[f->type]);
    else
        rq_json_u64(j, f->type);
    value_json(doc, j, f);
    if (f->type <= RQ_GFF_SHORT && usual_word(f->type, f->v.word) != f->v.word)
        rq_json_hex32(j, f->v.word);
    rq_json_end_array(j);
}

static void struct_json(struct rq_doc *doc, struct rq_json *j, const struct rq_gff_struct *s)
{
    rq_json_object(j);
    rq_json_key(j, "id");
    rq_json_u64(j, s->id);
    if (s->field_count == 0 && s->word != UINT32_MAX) {
        rq_json_key(j, "word");
        rq_json_u64(j, s->word);
    }
    rq_json_key(j, "fields");
    rq_json_array(j);
    for (uint32_t i = 0; i < s->field_count; i++)
        field_json(doc, j, &s->fields[i]);
    rq_json_end_array(j);
    rq_json_end_object(j);
}

static void explicit_json(struct rq_json *j, const struct rq_gff_explicit *e)
{
    rq_json_key(j, "places");
    rq_json_object(j);
    rq_u32s_json(j, "sections", e->sections, 2 * GFF_SECTIONS);
    rq_u32s_json(j, "structs", e->structs, e->struct_count);
    rq_u32s_json(j, "blocks", e->blocks, e->struct_count);
    rq_u32s_json(j, "fields", e->fields, e->field_count);
    rq_u32s_json(j, "labels", e->labels, e->field_count);
    rq_u32s_json(j, "data", e->data, e->field_count);
    rq_strays_json(j, &e->strays);
    rq_json_end_object(j);
}

static bool gff_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err)
{
    const struct rq_gff *gff = doc->root;
    (void)err;
    rq_json_key(j, "type");
    rq_json_text(j, RQ_CP1252, (struct rq_bytes){(const uint8_t *)gff->type, 4});
    rq_json_key(j, "encoding");
    rq_json_str(j, rq_codepage_name(doc->page));
    rq_json_key(j, "layout");
    rq_json_str(j, layout_names[gff->layout]);
    if (gff->layout == RQ_GFF_EXPLICIT)
        explicit_json(j, gff->places);
    rq_json_key(j, "root");
    struct_json(doc, j, gff->root);
    return true;
}

/* ---- JSON back ---- */

static bool take_struct(struct rq_doc *doc, struct rq_jr *jr, struct rq_gff_struct *s, int depth);

static struct rq_gff_locstring *take_locstring(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_gff_locstring *loc = rq_jr_get(jr, 1, sizeof *loc);
    struct rq_str key;
    if (!loc)
        return NULL;
    loc->strref = UINT32_MAX;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "strref")) {
            loc->strref = (uint32_t)rq_jr_signed(jr, INT32_MIN, INT32_MAX);
        } else if (rq_str_is(key, "excess")) {
            loc->excess = rq_jr_u32(jr);
        } else if (rq_str_is(key, "texts")) {
            loc->texts = rq_jr_get(jr, rq_jr_length(jr), sizeof *loc->texts);
            rq_jr_array(jr);
            while (rq_jr_more(jr)) {
                struct rq_gff_text *text = &loc->texts[loc->count++];
                rq_jr_array(jr);
                text->id = rq_jr_more(jr) ? rq_jr_u32(jr) : 0;
                if (rq_jr_more(jr))
                    text->text = rq_jr_text(jr, page_of_text(doc, text->id));
                if (rq_jr_more(jr))
                    rq_jr_bad(jr, "a text is [language id, \"text\"]");
            }
        } else {
            rq_jr_unknown(jr, key);
        }
    }
    return loc;
}

static const uint8_t *take_floats(struct rq_jr *jr, size_t count)
{
    uint8_t *data = rq_jr_get(jr, count, 4);
    size_t n = 0;
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        uint32_t bits = rq_bits_of(rq_jr_f32(jr));
        if (n < count && data)
            rq_set32(data + n * 4, bits);
        n++;
    }
    if (n != count)
        rq_jr_bad(jr, "%zu numbers needed", count);
    return data;
}

static uint32_t take_word(struct rq_jr *jr, uint8_t type)
{
    switch (type) {
    case RQ_GFF_BYTE:
        return (uint32_t)rq_jr_unsigned(jr, UINT8_MAX);
    case RQ_GFF_CHAR:
        return (uint32_t)rq_jr_signed(jr, INT8_MIN, INT8_MAX);
    case RQ_GFF_WORD:
        return (uint32_t)rq_jr_unsigned(jr, UINT16_MAX);
    case RQ_GFF_SHORT:
        return (uint32_t)rq_jr_signed(jr, INT16_MIN, INT16_MAX);
    case RQ_GFF_INT:
        return (uint32_t)rq_jr_signed(jr, INT32_MIN, INT32_MAX);
    case RQ_GFF_FLOAT:
        return rq_bits_of(rq_jr_f32(jr));
    default:
        return rq_jr_u32(jr);
    }
}

static void take_bytes(struct rq_jr *jr, struct rq_gff_field *f, struct rq_bytes bytes, size_t most)
{
    if (bytes.size > most)
        rq_jr_bad(jr, "\"%s\": %zu bytes, at most %zu are possible", f->label, bytes.size, most);
    f->v.data = bytes.data;
    f->size = (uint32_t)bytes.size;
}

static void take_children(struct rq_doc *doc, struct rq_jr *jr, struct rq_gff_field *f, int depth)
{
    size_t count = f->type == RQ_GFF_LIST ? rq_jr_length(jr) : 1;
    if (depth >= DEPTH_LIMIT)
        rq_jr_bad(jr, "structs nested deeper than %d", DEPTH_LIMIT);
    f->v.child = rq_jr_get(jr, count, sizeof *f->v.child);
    if (f->type == RQ_GFF_STRUCT && f->v.child) {
        f->size = 1;
        take_struct(doc, jr, f->v.child, depth + 1);
        return;
    }
    rq_jr_array(jr);
    while (rq_jr_more(jr))
        take_struct(doc, jr, &f->v.child[f->size++], depth + 1);
}

static void take_value(struct rq_doc *doc, struct rq_jr *jr, struct rq_gff_field *f, int depth)
{
    double d;
    uint8_t *word;
    switch (f->type) {
    case RQ_GFF_DWORD64:
        f->v.wide = rq_jr_unsigned(jr, UINT64_MAX);
        break;
    case RQ_GFF_INT64:
        f->v.wide = (uint64_t)rq_jr_signed(jr, INT64_MIN, INT64_MAX);
        break;
    case RQ_GFF_DOUBLE:
        d = rq_jr_f64(jr);
        memcpy(&f->v.wide, &d, sizeof d);
        break;
    case RQ_GFF_STRING:
        take_bytes(jr, f, rq_jr_text(jr, doc->page), UINT32_MAX);
        break;
    case RQ_GFF_RESREF:
        take_bytes(jr, f, rq_jr_text(jr, doc->page), UINT8_MAX);
        break;
    case RQ_GFF_VOID:
        take_bytes(jr, f, rq_jr_base64(jr), UINT32_MAX);
        break;
    case RQ_GFF_LOCSTRING:
        f->v.loc = take_locstring(doc, jr);
        break;
    case RQ_GFF_ORIENTATION:
    case RQ_GFF_VECTOR:
        f->size = f->type == RQ_GFF_VECTOR ? 12 : 16;
        f->v.data = take_floats(jr, f->size / 4);
        break;
    case RQ_GFF_STRREF:
        word = rq_jr_get(jr, 4, 1);
        if (word)
            rq_set32(word, (uint32_t)rq_jr_signed(jr, INT32_MIN, INT32_MAX));
        f->v.data = word;
        f->size = 4;
        break;
    case RQ_GFF_STRUCT:
    case RQ_GFF_LIST:
        take_children(doc, jr, f, depth);
        break;
    default:
        f->v.word = take_word(jr, f->type);
    }
}

static uint8_t take_type(struct rq_jr *jr)
{
    if (rq_jr_peek(jr) == RQ_J_NUMBER)
        return (uint8_t)rq_jr_unsigned(jr, UINT8_MAX);
    struct rq_str name = rq_jr_string(jr);
    for (uint8_t i = 0; i < RQ_GFF_TYPES; i++)
        if (rq_str_is(name, type_names[i]))
            return i;
    rq_jr_bad(jr, "\"%.*s\" is no field type", (int)(name.size < 30 ? name.size : 30), name.text);
    return 0;
}

static bool take_field(struct rq_doc *doc, struct rq_jr *jr, struct rq_gff_field *f, int depth)
{
    rq_jr_array(jr);
    struct rq_bytes label = {0};
    if (rq_jr_more(jr))
        label = rq_jr_text(jr, RQ_CP1252);
    if (label.size > LABEL_SIZE || (label.size && memchr(label.data, 0, label.size)))
        return rq_jr_bad(jr, "a label of %zu bytes; 16 at most, and no NUL", label.size);
    char *copy = rq_jr_get(jr, LABEL_ROOM, 1);
    if (!copy)
        return false;
    if (label.size)
        memcpy(copy, label.data, label.size);
    f->label = copy;
    bool typed = rq_jr_more(jr);
    if (typed)
        f->type = take_type(jr);
    if (!typed || !rq_jr_more(jr))
        return rq_jr_bad(jr, "a field is [\"Label\", \"type\", value]");
    take_value(doc, jr, f, depth);
    if (rq_jr_more(jr)) {
        /* The word as it stood: the value counts, and the bits that it has no say in. */
        if (f->type <= RQ_GFF_SHORT) {
            uint32_t value = f->type <= RQ_GFF_CHAR ? 0xFF : 0xFFFF;
            f->v.word = (f->v.word & value) | (rq_jr_hex32(jr) & ~value);
        }
        if (rq_jr_more(jr))
            return rq_jr_bad(jr, "a field is [\"Label\", \"type\", value]");
    }
    return rq_jr_ok(jr);
}

static bool take_struct(struct rq_doc *doc, struct rq_jr *jr, struct rq_gff_struct *s, int depth)
{
    struct rq_gff *gff = doc->root;
    struct rq_str key;
    s->word = UINT32_MAX;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "id")) {
            s->id = rq_jr_u32(jr);
        } else if (rq_str_is(key, "word")) {
            s->word = rq_jr_u32(jr);
        } else if (rq_str_is(key, "fields") && !s->fields) {
            s->fields = rq_jr_get(jr, rq_jr_length(jr), sizeof *s->fields);
            rq_jr_array(jr);
            while (rq_jr_more(jr))
                take_field(doc, jr, &s->fields[s->field_count++], depth);
        } else {
            rq_jr_unknown(jr, key);
        }
    }
    gff->struct_count++;
    gff->field_count += s->field_count;
    return rq_jr_ok(jr);
}

static void take_sections(struct rq_jr *jr, struct rq_gff_explicit *e)
{
    size_t count;
    uint32_t *words = rq_u32s_take(jr, &count);
    if (count == 2 * GFF_SECTIONS && words)
        memcpy(e->sections, words, sizeof e->sections);
    else
        rq_jr_bad(jr, "\"sections\" has %d numbers", 2 * GFF_SECTIONS);
}

static struct rq_gff_explicit *take_explicit(struct rq_jr *jr)
{
    struct rq_gff_explicit *e = rq_jr_get(jr, 1, sizeof *e);
    struct rq_str key;
    size_t blocks = 0, labels = 0, data = 0;
    if (!e)
        return NULL;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "sections"))
            take_sections(jr, e);
        else if (rq_str_is(key, "structs"))
            e->structs = rq_u32s_take(jr, &e->struct_count);
        else if (rq_str_is(key, "blocks"))
            e->blocks = rq_u32s_take(jr, &blocks);
        else if (rq_str_is(key, "fields"))
            e->fields = rq_u32s_take(jr, &e->field_count);
        else if (rq_str_is(key, "labels"))
            e->labels = rq_u32s_take(jr, &labels);
        else if (rq_str_is(key, "data"))
            e->data = rq_u32s_take(jr, &data);
        else if (!rq_strays_take(jr, &e->strays, key))
            rq_jr_unknown(jr, key);
    }
    if (blocks != e->struct_count || labels != e->field_count || data != e->field_count)
        rq_jr_bad(jr, "the lists of \"places\" must be as long as each other");
    return e;
}

static void take_layout(struct rq_jr *jr, struct rq_gff *gff)
{
    struct rq_str name = rq_jr_string(jr);
    for (int i = RQ_GFF_UNSETTLED + 1; i <= RQ_GFF_EXPLICIT; i++)
        if (rq_str_is(name, layout_names[i]))
            gff->layout = (enum rq_gff_layout)i;
    if (gff->layout == RQ_GFF_UNSETTLED)
        rq_jr_bad(jr, "\"%.*s\" is no layout", (int)(name.size < 30 ? name.size : 30), name.text);
}

static bool gff_fresh(struct rq_doc *doc)
{
    struct rq_gff *gff = doc->root = rq_arena_get(&doc->arena, 1, sizeof *gff);
    if (!gff || !(gff->root = rq_arena_get(&doc->arena, 1, sizeof *gff->root)))
        return false;
    memcpy(gff->type, "GFF ", 4);
    gff->root->id = gff->root->word = UINT32_MAX;
    gff->layout = RQ_GFF_depth_first;
    return true;
}

/* Four characters; blanks make up for missing ones. */
static void take_tag(struct rq_jr *jr, struct rq_gff *gff)
{
    struct rq_bytes text = rq_jr_text(jr, RQ_CP1252);
    if (text.size > sizeof gff->type)
        rq_jr_bad(jr, "a type has 4 characters at most");
    for (size_t i = 0; i < sizeof gff->type; i++)
        gff->type[i] = i < text.size ? (char)text.data[i] : ' ';
}

/* Must stand before the root: its texts are taken in this page. */
static void take_encoding(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_str name = rq_jr_string(jr);
    char text[16] = {0};
    memcpy(text, name.text, name.size < 15 ? name.size : 15);
    if (!(doc->page = rq_codepage_by_name(text)))
        rq_jr_bad(jr, "\"%s\" is no encoding", text);
}

static bool gff_from_json(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_str key;
    bool root = false;
    if (!gff_fresh(doc))
        return false;
    struct rq_gff *gff = doc->root;
    gff->layout = RQ_GFF_UNSETTLED;
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "type")) {
            take_tag(jr, gff);
        } else if (rq_str_is(key, "encoding") && !root) {
            take_encoding(doc, jr);
        } else if (rq_str_is(key, "layout")) {
            take_layout(jr, gff);
        } else if (rq_str_is(key, "places")) {
            gff->places = take_explicit(jr);
        } else if (rq_str_is(key, "root") && !root) {
            root = take_struct(doc, jr, gff->root, 0);
        } else {
            rq_jr_unknown(jr, key);
        }
    }
    if (!gff->layout || (gff->layout == RQ_GFF_EXPLICIT && !gff->places))
        gff->layout = default_layout(gff);
    return root || rq_jr_bad(jr, "\"root\" is missing");
}

/* ---- facts ---- */

static void text_fact(struct rq_doc *doc, const struct rq_gff *gff, const char *label)
{
    const struct rq_gff_field *f = rq_gff_find(gff->root, label);
    struct rq_bytes text = {0};
    if (f && (f->type == RQ_GFF_STRING || f->type == RQ_GFF_RESREF))
        text = (struct rq_bytes){f->v.data, f->size};
    else if (f && f->type == RQ_GFF_LOCSTRING && f->v.loc->count)
        text = f->v.loc->texts[0].text;
    else if (f && f->type == RQ_GFF_LOCSTRING && f->v.loc->strref != UINT32_MAX)
        rq_fact_add(doc, label, "StrRef %u", f->v.loc->strref);
    if (text.size == 0)
        return;
    struct rq_out utf8 = {.alloc = doc->alloc};
    rq_text_decode(&utf8,
                   f->type == RQ_GFF_LOCSTRING ? page_of_text(doc, f->v.loc->texts[0].id)
                                               : doc->page,
                   text);
    size_t shown = utf8.size;
    while (shown > 200 || (shown && shown < utf8.size && (utf8.data[shown] & 0xC0) == 0x80))
        shown--;
    rq_fact_add(doc, label, "%.*s", (int)shown, utf8.data ? (char *)utf8.data : "");
    rq_out_free(&utf8);
}

static bool gff_facts(struct rq_doc *doc)
{
    static const char *const telling[] = {"Tag",       "TemplateResRef", "FirstName", "LastName",
                                          "LocName",   "LocalizedName",  "Name",      "Mod_Name",
                                          "Mod_Entry_Area"};
    const struct rq_gff *gff = doc->root;
    struct rq_error ignored = {0};
    rq_fact_add(doc, "type", "%.*s", gff->type[3] == ' ' ? 3 : 4, gff->type);
    rq_fact_add(doc, "structs", "%u", gff->struct_count);
    rq_fact_add(doc, "fields", "%u", gff->field_count);
    if (gff_settle(doc, &ignored))
        rq_fact_add(doc, "layout", "%s", layout_names[gff->layout]);
    for (size_t i = 0; i < sizeof telling / sizeof telling[0]; i++)
        text_fact(doc, gff, telling[i]);
    return true;
}

const struct rq_format rq_format_gff = {
    .info = {"gff", "Generic File Format V3.2", "kotor",
             "gff are bic btc bti dlg fac git gui ifo itp jrl nfo pth pt res utc utd ute uti utm "
             "utp uts utt utw gvt",
             0},
    .detect = gff_detect,
    .read = gff_read,
    .write = gff_write,
    .settle = gff_settle,
    .to_json = gff_to_json,
    .from_json = gff_from_json,
    .facts = gff_facts,
    .fresh = gff_fresh,
};
