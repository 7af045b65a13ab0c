/* The JSON form of a GFF: the tree as rows ["Label", "type", value], which keep order and
 * duplicate labels. */
#include "formats/kotor/gff/refs.h"
#include "formats/restype.h"

#include <stdio.h>

uint32_t rq_gff_usual_word(uint8_t type, uint32_t word)
{
    switch (type) {
    case RQ_GFF_BYTE: return word & 0xFF;
    case RQ_GFF_CHAR: return (uint32_t)(int8_t)word;
    case RQ_GFF_WORD: return word & 0xFFFF;
    case RQ_GFF_SHORT: return (uint32_t)(int16_t)word;
    default: return word;
    }
}

static void floats_json(struct rq_json *j, const uint8_t *p, size_t count)
{
    rq_json_array_row(j);
    for (size_t i = 0; i < count; i++)
        rq_json_f32(j, rq_f32_of(rq_get32(p + i * 4)));
    rq_json_end_array(j);
}

static void locstring_json(struct rq_doc *doc, struct rq_json *j,
                           const struct rq_gff_locstring *loc)
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
            rq_json_text(j, rq_language_page(doc->page, loc->texts[i].id), loc->texts[i].text);
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

static void struct_json(struct rq_doc *doc, struct rq_json *j, const struct rq_gff_struct *s,
                        const uint32_t *number);

static void list_json(struct rq_doc *doc, struct rq_json *j, const struct rq_gff_field *f)
{
    const struct rq_gff *gff = doc->root;
    const struct rq_gff_field *fields = gff->root->fields;
    bool of_root = f >= fields && f < fields + gff->root->field_count;
    bool numbered = of_root && rq_gff_is_referred(gff, f->label);
    rq_json_array(j);
    for (uint32_t i = 0; i < f->size; i++)
        struct_json(doc, j, &f->v.child[i], numbered ? &i : NULL);
    rq_json_end_array(j);
}

static void value_json(struct rq_doc *doc, struct rq_json *j, const struct rq_gff_field *f)
{
    switch (f->type) {
    case RQ_GFF_CHAR: rq_json_i64(j, (int8_t)f->v.word); break;
    case RQ_GFF_SHORT: rq_json_i64(j, (int16_t)f->v.word); break;
    case RQ_GFF_INT: rq_json_i64(j, (int32_t)f->v.word); break;
    case RQ_GFF_FLOAT: rq_json_f32(j, rq_f32_of(f->v.word)); break;
    case RQ_GFF_DWORD64:
    case RQ_GFF_INT64:
    case RQ_GFF_DOUBLE: wide_json(j, f->type, f->v.wide); break;
    case RQ_GFF_STRING:
    case RQ_GFF_RESREF: rq_json_text(j, doc->page, (struct rq_bytes){f->v.data, f->size}); break;
    case RQ_GFF_VOID: rq_json_base64(j, (struct rq_bytes){f->v.data, f->size}); break;
    case RQ_GFF_LOCSTRING: locstring_json(doc, j, f->v.loc); break;
    case RQ_GFF_ORIENTATION:
    case RQ_GFF_VECTOR: floats_json(j, f->v.data, f->size / 4); break;
    case RQ_GFF_STRREF: rq_json_i64(j, (int32_t)rq_get32(f->v.data)); break;
    case RQ_GFF_STRUCT: struct_json(doc, j, f->v.child, NULL); break;
    case RQ_GFF_LIST: list_json(doc, j, f); break;
    default:
        rq_json_u64(j, f->type == RQ_GFF_BYTE   ? f->v.word & 0xFF
                       : f->type == RQ_GFF_WORD ? f->v.word & 0xFFFF
                                                : f->v.word);
    }
}

static void field_json(struct rq_doc *doc, struct rq_json *j, const struct rq_gff_field *f)
{
    struct rq_bytes label = {(const uint8_t *)f->label, strlen(f->label)};
    if (f->type < RQ_GFF_TYPES) {
        const char *type = rq_gff_type_names[f->type];
        rq_json_array_row_of(j, RQ_CP1252, label, (struct rq_str){type, strlen(type)});
    } else {
        rq_json_array_row(j);
        rq_json_text(j, RQ_CP1252, label);
        rq_json_u64(j, f->type);
    }
    value_json(doc, j, f);
    if (f->type <= RQ_GFF_SHORT && rq_gff_usual_word(f->type, f->v.word) != f->v.word)
        rq_json_hex32(j, f->v.word);
    rq_json_end_array(j);
}

/* number: by which references name it, or NULL. */
static void struct_json(struct rq_doc *doc, struct rq_json *j, const struct rq_gff_struct *s,
                        const uint32_t *number)
{
    rq_json_object(j);
    if (number) {
        rq_json_key(j, "number");
        rq_json_u64(j, *number);
    }
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

/* ---- explicit places ---- */

/* In JSON every list has a length of its own. */
struct places {
    struct rq_gff_explicit e;
    size_t block_count, label_count, data_count;
};

static bool fill_places(struct rq_shaper *s, const void *object, void *to)
{
    const struct rq_gff_explicit *e = object;
    (void)s;
    *(struct places *)to = (struct places){*e, e->struct_count, e->field_count, e->field_count};
    return true;
}

static void put_back_places(struct rq_shaper *s, void *from, void *object)
{
    const struct places *p = from;
    if (p->block_count != p->e.struct_count || p->label_count != p->e.field_count ||
        p->data_count != p->e.field_count)
        rq_jr_bad(s->jr, "the lists of \"places\" must be as long as each other");
    *(struct rq_gff_explicit *)object = p->e;
}

static const struct rq_member places_members[] = {
    {RQ_VECTOR("sections", places, e.sections, u32)},
    {RQ_VALUES("structs", places, e.structs, e.struct_count, u32)},
    {RQ_VALUES("blocks", places, e.blocks, block_count, u32)},
    {RQ_VALUES("fields", places, e.fields, e.field_count, u32)},
    {RQ_VALUES("labels", places, e.labels, label_count, u32)},
    {RQ_VALUES("data", places, e.data, data_count, u32)},
    {RQ_INLINE(places, e.strays, rq_strays_shape)},
};
static const struct rq_shape places_shape = {
    RQ_SHAPE("places", rq_gff_explicit, RQ_IN_LINES, places_members),
    RQ_FORM(places, fill_places, put_back_places)};

/* ---- the document ---- */

bool rq_gff_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err)
{
    const struct rq_gff *gff = doc->root;
    (void)err;
    rq_json_key(j, "type");
    rq_json_text(j, RQ_CP1252, (struct rq_bytes){(const uint8_t *)gff->type, 4});
    rq_json_key(j, "encoding");
    rq_json_str(j, rq_codepage_name(doc->page));
    rq_json_key(j, "layout");
    rq_json_str(j, rq_gff_layout_names[gff->layout]);
    if (gff->layout == RQ_GFF_EXPLICIT) {
        rq_json_key(j, "places");
        rq_shape_put_value(&(struct rq_shaper){.j = j}, &places_shape, gff->places);
    }
    rq_json_key(j, "root");
    struct_json(doc, j, gff->root, NULL);
    return true;
}

/* ---- and back ---- */

/* numbered: it is an element of a list that references by number lead to. */
static bool take_struct(struct rq_doc *doc, struct rq_jr *jr, struct rq_gff_struct *s, int depth,
                        bool numbered);

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
        } else if (rq_str_is(key, "texts") && !loc->texts) {
            loc->texts = rq_jr_get(jr, rq_jr_length(jr), sizeof *loc->texts);
            rq_jr_array(jr);
            while (rq_jr_more(jr)) {
                struct rq_gff_text *text = &loc->texts[loc->count++];
                bool open = true;
                rq_jr_array(jr);
                text->id = rq_jr_next(jr, &open) ? rq_jr_u32(jr) : 0;
                if (rq_jr_next(jr, &open))
                    text->text = rq_jr_text(jr, rq_language_page(doc->page, text->id));
                if (!open || rq_jr_next(jr, &open))
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
    case RQ_GFF_BYTE: return (uint32_t)rq_jr_unsigned(jr, UINT8_MAX);
    case RQ_GFF_CHAR: return (uint32_t)rq_jr_signed(jr, INT8_MIN, INT8_MAX);
    case RQ_GFF_WORD: return (uint32_t)rq_jr_unsigned(jr, UINT16_MAX);
    case RQ_GFF_SHORT: return (uint32_t)rq_jr_signed(jr, INT16_MIN, INT16_MAX);
    case RQ_GFF_INT: return (uint32_t)rq_jr_signed(jr, INT32_MIN, INT32_MAX);
    case RQ_GFF_FLOAT: return rq_bits_of(rq_jr_f32(jr));
    default: return rq_jr_u32(jr);
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
        take_struct(doc, jr, f->v.child, depth + 1, false);
        return;
    }
    bool numbered = depth == 0 && rq_gff_is_referred(doc->root, f->label);
    rq_jr_array(jr);
    while (rq_jr_more(jr))
        take_struct(doc, jr, &f->v.child[f->size++], depth + 1, numbered);
}

static void take_value(struct rq_doc *doc, struct rq_jr *jr, struct rq_gff_field *f, int depth)
{
    double d;
    uint8_t *word;
    switch (f->type) {
    case RQ_GFF_DWORD64: f->v.wide = rq_jr_unsigned(jr, UINT64_MAX); break;
    case RQ_GFF_INT64: f->v.wide = (uint64_t)rq_jr_signed(jr, INT64_MIN, INT64_MAX); break;
    case RQ_GFF_DOUBLE:
        d = rq_jr_f64(jr);
        memcpy(&f->v.wide, &d, sizeof d);
        break;
    case RQ_GFF_STRING: take_bytes(jr, f, rq_jr_text(jr, doc->page), UINT32_MAX); break;
    case RQ_GFF_RESREF:
        take_bytes(jr, f, rq_jr_text(jr, doc->page), UINT8_MAX);
        if (f->size > RQ_GFF_RESREF_MOST)
            rq_find(doc, "long-resref", 0, f->label, RQ_GFF_LONG_RESREF, f->size,
                    RQ_GFF_RESREF_MOST);
        break;
    case RQ_GFF_VOID: take_bytes(jr, f, rq_jr_base64(jr), UINT32_MAX); break;
    case RQ_GFF_LOCSTRING: f->v.loc = take_locstring(doc, jr); break;
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
    case RQ_GFF_LIST: take_children(doc, jr, f, depth); break;
    default: f->v.word = take_word(jr, f->type);
    }
}

static uint8_t take_type(struct rq_jr *jr)
{
    if (rq_jr_peek(jr) == RQ_J_NUMBER)
        return (uint8_t)rq_jr_unsigned(jr, UINT8_MAX);
    struct rq_str name = rq_jr_string(jr);
    for (unsigned i = 0; i < RQ_GFF_TYPES; i++)
        if (rq_str_is(name, rq_gff_type_names[i]))
            return (uint8_t)i;
    rq_jr_bad(jr, "\"%.*s\" is not a field type", (int)(name.size < 30 ? name.size : 30),
              name.text);
    return 0;
}

static bool take_field(struct rq_doc *doc, struct rq_jr *jr, struct rq_gff_field *f, int depth)
{
    rq_jr_array(jr);
    struct rq_bytes label = {0};
    bool open = true;
    if (rq_jr_next(jr, &open))
        label = rq_jr_text(jr, RQ_CP1252);
    if (label.size > LABEL_SIZE || (label.size && memchr(label.data, 0, label.size)))
        return rq_jr_bad(jr, "a label of %zu bytes; 16 at most, and no NUL", label.size);
    char *copy = rq_jr_get(jr, LABEL_ROOM, 1);
    if (!copy)
        return false;
    if (label.size)
        memcpy(copy, label.data, label.size);
    f->label = copy;
    if (rq_jr_next(jr, &open))
        f->type = take_type(jr);
    if (!rq_jr_next(jr, &open))
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

static bool take_struct(struct rq_doc *doc, struct rq_jr *jr, struct rq_gff_struct *s, int depth,
                        bool numbered)
{
    struct rq_gff *gff = doc->root;
    struct rq_str key;
    s->word = UINT32_MAX;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "id")) {
            s->id = rq_jr_u32(jr);
        } else if (numbered && rq_str_is(key, "number")) {
            s->index = rq_jr_u32(jr);
            s->at = 1;
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

static struct rq_gff_explicit *take_places(struct rq_jr *jr)
{
    struct rq_gff_explicit *places = rq_jr_get(jr, 1, sizeof *places);
    if (places)
        rq_shape_take_value(&(struct rq_shaper){.jr = jr}, &places_shape, places);
    return places;
}

static void take_layout(struct rq_jr *jr, struct rq_gff *gff)
{
    struct rq_str name = rq_jr_string(jr);
    for (int i = RQ_GFF_UNSETTLED + 1; i <= RQ_GFF_EXPLICIT; i++)
        if (rq_str_is(name, rq_gff_layout_names[i]))
            gff->layout = (enum rq_gff_layout)i;
    if (gff->layout == RQ_GFF_UNSETTLED)
        rq_jr_bad(jr, "\"%.*s\" is not a layout", (int)(name.size < 30 ? name.size : 30),
                  name.text);
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
    enum rq_codepage page = rq_codepage_by_name(text);
    if (!page)
        rq_jr_bad(jr, "\"%s\" is not an encoding", text);
    else if (!doc->page_asked)
        doc->page = page;
}

bool rq_gff_from_json(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_str key;
    bool root = false;
    if (!rq_gff_fresh(doc))
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
            gff->places = take_places(jr);
        } else if (rq_str_is(key, "root") && !root) {
            root = take_struct(doc, jr, gff->root, 0, false);
        } else {
            rq_jr_unknown(jr, key);
        }
    }
    if (!gff->layout || (gff->layout == RQ_GFF_EXPLICIT && !gff->places))
        gff->layout = rq_gff_default_layout(gff);
    if (!rq_jr_ok(jr))
        return false;
    if (!root)
        return rq_jr_bad(jr, "\"root\" is missing");
    if (!rq_gff_resolve_numbers(doc, jr->ctx->err))
        return false;
    rq_gff_find_dangling(doc);
    return true;
}
