/* GFF as PyKotor's JSON: {"struct_id", "fields": {label: {"type", "value"}}}, types by number; and
 * what the text forms of a GFF lose. */
#include "core/file.h"
#include "dialect/parts.h"
#include "formats/kotor/gff/parts.h"
#include "formats/restype.h"

#include <stdio.h>
#include <stdlib.h>

void rq_gff_type_by_name(const char *name, char type[4])
{
    const char *base = name ? rq_path_base(name) : "", *end = base + strlen(base);
    const char *extension = rq_path_extension(base);
    /* x.utc.xml: the text's own extension comes last. */
    if (rq_casecmp(extension, "xml") == 0 || rq_casecmp(extension, "json") == 0) {
        end = extension - 1;
        for (extension = end; extension > base && extension[-1] != '.';)
            extension--;
        if (extension == base)
            extension = end;
    }
    memcpy(type, "GFF ", 4);
    if (!extension[0])
        return;
    size_t size = (size_t)(end - extension);
    char low[5] = "";
    for (size_t i = 0; i < size && i < 4; i++)
        low[i] = rq_lower(extension[i]);
    const struct rq_format *gff = rq_format_by_name("gff");
    if (!size || size > 4 || strcmp(low, "res") == 0 ||
        !rq_word_in(gff->info.extensions, low, size))
        return;
    memset(type, ' ', 4);
    for (size_t i = 0; i < size; i++)
        type[i] = (char)(low[i] >= 'a' && low[i] <= 'z' ? low[i] - 'a' + 'A' : low[i]);
}

/* ---- what is lost ---- */

void rq_gff_lose(struct rq_writing *w)
{
    const struct rq_gff *gff = w->doc->root;
    char type[4];
    rq_gff_type_by_name(w->options->name, type);
    if (gff->layout != rq_gff_default_layout(gff))
        rq_lose(w, RQ_LOST_layout, NULL);
    if (w->pykotor && memcmp(type, gff->type, 4) != 0)
        rq_lose(w, RQ_LOST_file_type, NULL);
    if (w->doc->page != RQ_CP1252)
        rq_lose(w, RQ_LOST_encoding, NULL);
}

static int by_label(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* False: no two fields have one label. No file of the game has more than 80 fields in a struct. */
static bool may_have_twins(const struct rq_gff_struct *s)
{
    enum { SLOTS = 256, MOST = 100 };
    uint8_t slots[SLOTS] = {0}; /* field + 1 */
    for (uint32_t i = 0; i < s->field_count && s->field_count <= MOST; i++) {
        const char *label = s->fields[i].label;
        uint32_t hash = 0;
        for (size_t k = 0; label[k]; k++)
            hash = (hash ^ (uint8_t)label[k]) * 0x9E3779B1u;
        uint8_t slot = (uint8_t)(hash >> 24);
        for (; slots[slot]; slot++)
            if (strcmp(s->fields[slots[slot] - 1].label, label) == 0)
                return true;
        slots[slot] = (uint8_t)(i + 1);
    }
    return s->field_count > MOST;
}

static void lose_duplicates(struct rq_writing *w, const struct rq_gff_struct *s,
                            const struct rq_spot *at)
{
    if (s->field_count < 2 || !may_have_twins(s))
        return;
    rq_out_cut(&w->scratch, 0);
    const char **labels =
        (const char **)(void *)rq_grow(&w->scratch, s->field_count * sizeof *labels);
    if (!labels) {
        w->out->failed = w->out->failed ? w->out->failed : RQ_NO_MEMORY;
        return;
    }
    for (uint32_t i = 0; i < s->field_count; i++)
        labels[i] = s->fields[i].label;
    qsort(labels, s->field_count, sizeof *labels, by_label);
    for (uint32_t i = 1; i < s->field_count; i++)
        if (strcmp(labels[i - 1], labels[i]) == 0)
            rq_lose(w, RQ_LOST_duplicate_label, &(struct rq_spot){at, labels[i], -1});
}

static bool plain_nan(uint32_t bits)
{
    bool nan = (bits & 0x7F800000) == 0x7F800000 && bits & 0x7FFFFF;
    return !nan || (bits & 0x7FFFFFFF) == 0x7FC00000;
}

static bool keeps_number(const struct rq_writing *w, const struct rq_gff_field *f)
{
    uint64_t wide = f->v.wide & 0x7FFFFFFFFFFFFFFF;
    bool json = strcmp(w->options->kind, "json") == 0;
    if (f->type == RQ_GFF_FLOAT)
        return plain_nan(f->v.word) && !(json && f->v.word == 0xFFC00000);
    if (f->type == RQ_GFF_DOUBLE)
        return wide <= 0x7FF0000000000000 ||
               (wide == 0x7FF8000000000000 && !(json && f->v.wide >> 63));
    for (uint32_t i = 0; (f->type == RQ_GFF_VECTOR || f->type == RQ_GFF_ORIENTATION) && i < f->size;
         i += 4) {
        uint32_t bits = rq_get32(f->v.data + i);
        if (!plain_nan(bits) || (json && bits == 0xFFC00000))
            return false;
    }
    return true;
}

static bool keeps_word(const struct rq_gff_field *f)
{
    uint32_t v = f->v.word;
    switch (f->type) {
    case RQ_GFF_BYTE: return v <= 0xFF;
    case RQ_GFF_CHAR: return v == (uint32_t)(int8_t)v;
    case RQ_GFF_WORD: return v <= 0xFFFF;
    case RQ_GFF_SHORT: return v == (uint32_t)(int16_t)v;
    case RQ_GFF_LOCSTRING: return f->v.loc->excess == 0;
    default: return true;
    }
}

void rq_gff_lose_struct(struct rq_writing *w, const struct rq_spot *at, const void *gff_struct)
{
    const struct rq_gff_struct *s = gff_struct;
    if (s->field_count == 0 && s->word != UINT32_MAX)
        rq_lose(w, RQ_LOST_raw_word, at);
    lose_duplicates(w, s, at);
    for (uint32_t i = 0; i < s->field_count; i++) {
        const struct rq_gff_field *f = &s->fields[i];
        struct rq_spot place = {at, f->label, -1};
        if (f->type >= RQ_GFF_TYPES || (w->pykotor && f->type == RQ_GFF_STRREF))
            rq_lose(w, RQ_LOST_field_type, &place);
        if (!keeps_word(f))
            rq_lose(w, RQ_LOST_raw_word, &place);
        if (!keeps_number(w, f))
            rq_lose(w, RQ_LOST_number, &place);
    }
}

/* ---- writing ---- */

static void raw_json(struct rq_json *j, const char *text)
{
    rq_json_raw(j, (struct rq_bytes){(const uint8_t *)text, strlen(text)});
}

/* What no JSON has is spelled as Python does. */
static const char *python_word(const char *text)
{
    const char *word = text + (text[0] == '-');
    if (word[0] == 'n')
        return "NaN";
    return word[0] != 'i' ? text : word == text ? "Infinity" : "-Infinity";
}

static void float_json(struct rq_writing *w, float v)
{
    char text[64];
    rq_float_text(w, v, text);
    raw_json(&w->json, python_word(text));
}

static void double_json(struct rq_writing *w, uint64_t bits)
{
    char text[64];
    double v;
    memcpy(&v, &bits, sizeof v);
    rq_double_text(w, v, text);
    raw_json(&w->json, python_word(text));
}

static void struct_json(struct rq_writing *w, const struct rq_gff_struct *s,
                        const struct rq_spot *at);

static void locstring_json(struct rq_writing *w, const struct rq_gff_locstring *loc)
{
    struct rq_json *j = &w->json;
    rq_json_object_row(j);
    rq_json_key(j, "stringref");
    rq_json_i64(j, (int32_t)loc->strref);
    rq_json_key(j, "substrings");
    rq_json_object_row(j);
    for (uint32_t i = 0; i < loc->count; i++) {
        char id[16];
        snprintf(id, sizeof id, "%u", loc->texts[i].id);
        rq_json_key(j, id);
        rq_json_text(j, rq_language_page(w->doc->page, loc->texts[i].id), loc->texts[i].text);
    }
    rq_json_end_object(j);
    rq_json_end_object(j);
}

static void vector_json(struct rq_writing *w, const struct rq_gff_field *f)
{
    static const char *const keys[] = {"x", "y", "z", "w"};
    rq_json_object_row(&w->json);
    for (size_t i = 0; i < f->size / 4 && i < 4; i++) {
        rq_json_key(&w->json, keys[i]);
        float_json(w, rq_f32_of(rq_get32(f->v.data + 4 * i)));
    }
    rq_json_end_object(&w->json);
}

static void value_json(struct rq_writing *w, const struct rq_gff_field *f, const struct rq_spot *at)
{
    struct rq_json *j = &w->json;
    switch (f->type) {
    case RQ_GFF_BYTE: rq_json_u64(j, f->v.word & 0xFF); break;
    case RQ_GFF_CHAR: rq_json_i64(j, (int8_t)f->v.word); break;
    case RQ_GFF_WORD: rq_json_u64(j, f->v.word & 0xFFFF); break;
    case RQ_GFF_SHORT: rq_json_i64(j, (int16_t)f->v.word); break;
    case RQ_GFF_INT: rq_json_i64(j, (int32_t)f->v.word); break;
    case RQ_GFF_DWORD64: rq_json_u64(j, f->v.wide); break;
    case RQ_GFF_INT64: rq_json_i64(j, (int64_t)f->v.wide); break;
    case RQ_GFF_FLOAT: float_json(w, rq_f32_of(f->v.word)); break;
    case RQ_GFF_DOUBLE: double_json(w, f->v.wide); break;
    case RQ_GFF_STRING:
    case RQ_GFF_RESREF: rq_json_text(j, w->doc->page, (struct rq_bytes){f->v.data, f->size}); break;
    case RQ_GFF_LOCSTRING: locstring_json(w, f->v.loc); break;
    case RQ_GFF_VOID: rq_json_base64(j, (struct rq_bytes){f->v.data, f->size}); break;
    case RQ_GFF_ORIENTATION:
    case RQ_GFF_VECTOR: vector_json(w, f); break;
    case RQ_GFF_STRREF: rq_json_i64(j, (int32_t)rq_get32(f->v.data)); break;
    case RQ_GFF_STRUCT: struct_json(w, f->v.child, at); break;
    case RQ_GFF_LIST:
        rq_json_array(j);
        for (uint32_t i = 0; i < f->size; i++)
            struct_json(w, &f->v.child[i], &(struct rq_spot){at->up, at->label, i});
        rq_json_end_array(j);
        break;
    default: rq_json_u64(j, f->v.word);
    }
}

static void struct_json(struct rq_writing *w, const struct rq_gff_struct *s,
                        const struct rq_spot *at)
{
    struct rq_json *j = &w->json;
    rq_gff_lose_struct(w, at, s);
    rq_json_object(j);
    rq_json_key(j, "struct_id");
    rq_json_i64(j, (int32_t)s->id);
    rq_json_key(j, "fields");
    rq_json_object(j);
    for (uint32_t i = 0; i < s->field_count; i++) {
        const struct rq_gff_field *f = &s->fields[i];
        struct rq_bytes label = {(const uint8_t *)f->label, strlen(f->label)};
        struct rq_bytes utf8 = rq_writing_utf8(w, RQ_CP1252, label);
        char key[64] = "";
        if (utf8.size)
            memcpy(key, utf8.data, utf8.size < 63 ? utf8.size : 63);
        rq_json_key(j, key);
        rq_json_object(j);
        rq_json_key(j, "type");
        rq_json_u64(j, f->type);
        rq_json_key(j, "value");
        value_json(w, f, &(struct rq_spot){at, f->label, -1});
        rq_json_end_object(j);
    }
    rq_json_end_object(j);
    rq_json_end_object(j);
}

void rq_gff_write_json(struct rq_writing *w)
{
    rq_gff_lose(w);
    struct_json(w, ((const struct rq_gff *)w->doc->root)->root, NULL);
}

/* ---- and back ---- */

/* A number, one of Python's words for what is none, or a number in quotes. */
struct rq_str rq_reading_spelled(struct rq_jr *jr)
{
    if (rq_jr_peek(jr) == RQ_J_STRING)
        return rq_jr_string(jr);
    struct rq_bytes raw = rq_jr_raw(jr);
    return (struct rq_str){raw.size ? (const char *)raw.data : "", raw.size};
}

static void take_struct(struct rq_reading *r, struct rq_gff_struct *s, int depth);

static void take_locstring(struct rq_reading *r, struct rq_gff_field *f)
{
    struct rq_jr *jr = &r->jr;
    struct rq_gff_locstring *loc = f->v.loc = rq_reading_get(r, 1, sizeof *loc);
    struct rq_str key;
    if (!loc)
        return;
    loc->strref = UINT32_MAX;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "stringref")) {
            loc->strref = rq_reading_u32(r, rq_reading_spelled(jr), "stringref");
        } else if (rq_str_is(key, "substrings") && !loc->texts) {
            struct rq_jr copy = *jr;
            size_t count = 0;
            rq_jr_object(&copy);
            for (struct rq_str id; rq_jr_key(&copy, &id); count++)
                rq_jr_skip(&copy);
            loc->texts = rq_reading_get(r, count, sizeof *loc->texts);
            rq_jr_object(jr);
            while (loc->texts && rq_jr_key(jr, &key)) {
                struct rq_gff_text *text = &loc->texts[loc->count++];
                text->id = rq_reading_u32(r, key, "substrings");
                text->text =
                    rq_reading_bytes(r, rq_language_page(r->doc->page, text->id), rq_jr_string(jr));
            }
        } else {
            rq_jr_unknown(jr, key);
        }
    }
}

/* {"x": 1, "y": 2, "z": 3}, or a list of them. */
static void take_floats(struct rq_reading *r, struct rq_gff_field *f)
{
    struct rq_jr *jr = &r->jr;
    size_t count = f->type == RQ_GFF_VECTOR ? 3 : 4, n = 0;
    uint8_t *data = rq_reading_get(r, count, 4);
    bool list = rq_jr_peek(jr) == RQ_J_ARRAY;
    struct rq_str key;
    f->v.data = data;
    f->size = (uint32_t)count * 4;
    if (list)
        rq_jr_array(jr);
    else
        rq_jr_object(jr);
    while (data && (list ? rq_jr_more(jr) : rq_jr_key(jr, &key))) {
        static const char axes[] = "xyzw";
        const char *at = list ? &axes[n % 4] : key.size == 1 ? strchr(axes, key.text[0]) : NULL;
        size_t index = at && *at ? (size_t)(at - axes) : count;
        uint32_t bits = rq_bits_of(rq_reading_f32(r, rq_reading_spelled(jr), f->label));
        if (index < count && n < count)
            rq_set32(data + 4 * index, bits);
        else
            rq_jr_bad(jr, "%s: %zu numbers needed", f->label, count);
        n++;
    }
    if (n != count)
        rq_jr_bad(jr, "%s: %zu numbers needed", f->label, count);
}

static void take_bytes(struct rq_reading *r, struct rq_gff_field *f)
{
    struct rq_bytes bytes = f->type == RQ_GFF_VOID
                                ? rq_jr_base64(&r->jr)
                                : rq_reading_bytes(r, r->doc->page, rq_jr_string(&r->jr));
    size_t most = f->type == RQ_GFF_RESREF ? UINT8_MAX : UINT32_MAX;
    if (bytes.size > most)
        rq_jr_bad(&r->jr, "%s: %zu bytes, at most %zu are possible", f->label, bytes.size, most);
    f->v.data = bytes.data;
    f->size = (uint32_t)bytes.size;
}

static void take_children(struct rq_reading *r, struct rq_gff_field *f, int depth)
{
    bool list = f->type == RQ_GFF_LIST;
    f->v.child = rq_reading_get(r, list ? rq_jr_length(&r->jr) : 1, sizeof *f->v.child);
    if (!list) {
        f->size = 1;
        if (f->v.child)
            take_struct(r, f->v.child, depth + 1);
        return;
    }
    rq_jr_array(&r->jr);
    while (f->v.child && rq_jr_more(&r->jr))
        take_struct(r, &f->v.child[f->size++], depth + 1);
}

void rq_gff_take_number(struct rq_reading *r, struct rq_str s, struct rq_gff_field *f)
{
    const char *n = f->label;
    double d;
    switch (f->type) {
    case RQ_GFF_BYTE: f->v.word = (uint32_t)rq_reading_unsigned(r, s, UINT8_MAX, n); break;
    case RQ_GFF_CHAR: f->v.word = (uint32_t)rq_reading_signed(r, s, INT8_MIN, INT8_MAX, n); break;
    case RQ_GFF_WORD: f->v.word = (uint32_t)rq_reading_unsigned(r, s, UINT16_MAX, n); break;
    case RQ_GFF_SHORT:
        f->v.word = (uint32_t)rq_reading_signed(r, s, INT16_MIN, INT16_MAX, n);
        break;
    case RQ_GFF_INT: f->v.word = (uint32_t)rq_reading_signed(r, s, INT32_MIN, INT32_MAX, n); break;
    case RQ_GFF_DWORD64: f->v.wide = rq_reading_unsigned(r, s, UINT64_MAX, n); break;
    case RQ_GFF_INT64:
        f->v.wide = (uint64_t)rq_reading_signed(r, s, INT64_MIN, INT64_MAX, n);
        break;
    case RQ_GFF_FLOAT: f->v.word = rq_bits_of(rq_reading_f32(r, s, n)); break;
    case RQ_GFF_DOUBLE:
        d = rq_reading_f64(r, s, n);
        memcpy(&f->v.wide, &d, sizeof d);
        break;
    default: f->v.word = (uint32_t)rq_reading_unsigned(r, s, UINT32_MAX, n);
    }
}

/* A reference to a text is a number too here. */
static void take_number(struct rq_reading *r, struct rq_gff_field *f)
{
    struct rq_str s = rq_reading_spelled(&r->jr);
    if (f->type != RQ_GFF_STRREF) {
        rq_gff_take_number(r, s, f);
        return;
    }
    uint8_t *word = rq_reading_get(r, 4, 1);
    f->v.data = word;
    f->size = 4;
    if (word)
        rq_set32(word, rq_reading_u32(r, s, f->label));
}

static void take_value(struct rq_reading *r, struct rq_gff_field *f, int depth)
{
    switch (f->type) {
    case RQ_GFF_STRING:
    case RQ_GFF_RESREF:
    case RQ_GFF_VOID: take_bytes(r, f); break;
    case RQ_GFF_LOCSTRING: take_locstring(r, f); break;
    case RQ_GFF_ORIENTATION:
    case RQ_GFF_VECTOR: take_floats(r, f); break;
    case RQ_GFF_STRUCT:
    case RQ_GFF_LIST: take_children(r, f, depth); break;
    default: take_number(r, f);
    }
}

/* The type decides how the value is read, and may stand behind it. */
static void take_field(struct rq_reading *r, struct rq_gff_field *f, struct rq_str label, int depth)
{
    struct rq_jr *jr = &r->jr, copy;
    struct rq_str key;
    bool typed = false, valued = false;
    struct rq_bytes bytes = rq_reading_bytes(r, RQ_CP1252, label);
    char *text = rq_reading_get(r, LABEL_ROOM, 1);
    if (bytes.size > LABEL_SIZE || memchr(bytes.data, 0, bytes.size))
        rq_jr_bad(jr, "a label of %zu bytes; 16 at most, and no NUL", bytes.size);
    if (!text || !rq_jr_ok(jr))
        return;
    memcpy(text, bytes.data, bytes.size);
    f->label = text;
    copy = *jr;
    rq_jr_object(&copy);
    while (rq_jr_key(&copy, &key)) {
        if (rq_str_is(key, "type")) {
            f->type = (uint8_t)rq_jr_unsigned(&copy, UINT8_MAX);
            typed = true;
            break;
        }
        rq_jr_skip(&copy);
    }
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "type"))
            rq_jr_skip(jr);
        else if (rq_str_is(key, "value") && typed && !valued)
            take_value(r, f, depth), valued = true;
        else
            rq_jr_unknown(jr, key);
    }
    if (!typed || !valued)
        rq_jr_bad(jr, "%s: a field has \"type\" and \"value\"", f->label);
}

static void take_members(struct rq_reading *r, struct rq_gff_struct *s, int depth)
{
    struct rq_jr *jr = &r->jr, copy;
    struct rq_gff *gff = r->doc->root;
    struct rq_str key;
    s->word = s->id = UINT32_MAX;
    if (depth >= DEPTH_LIMIT)
        rq_jr_bad(jr, "structs nested deeper than %d", DEPTH_LIMIT);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "struct_id")) {
            s->id = rq_reading_u32(r, rq_reading_spelled(jr), "struct_id");
        } else if (rq_str_is(key, "fields") && !s->fields) {
            size_t count = 0;
            copy = *jr;
            rq_jr_object(&copy);
            for (struct rq_str label; rq_jr_key(&copy, &label); count++)
                rq_jr_skip(&copy);
            s->fields = rq_reading_get(r, count, sizeof *s->fields);
            rq_jr_object(jr);
            while (s->fields && rq_jr_key(jr, &key))
                take_field(r, &s->fields[s->field_count++], key, depth);
        } else {
            rq_jr_unknown(jr, key);
        }
    }
    gff->struct_count++;
    gff->field_count += s->field_count;
}

static void take_struct(struct rq_reading *r, struct rq_gff_struct *s, int depth)
{
    rq_jr_object(&r->jr);
    take_members(r, s, depth);
}

void rq_gff_read_json(struct rq_reading *r)
{
    struct rq_gff *gff = r->doc->root;
    rq_gff_type_by_name(r->name, gff->type);
    take_members(r, gff->root, 0);
    gff->layout = rq_gff_default_layout(gff);
}
