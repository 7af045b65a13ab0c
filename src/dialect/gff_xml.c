/* GFF as XML. xoreos-tools: gff3 type, one struct, a field is an element named by its type with
 * a label. PyKotor: the same without the type, with other names for three types and one more for
 * sint64 that only its reader knows. */
#include "core/base64.h"
#include "core/decimal.h"
#include "dialect/parts.h"
#include "formats/kotor/gff/parts.h"
#include "formats/restype.h"

#include <stdio.h>

/* By enum rq_gff_type: xoreos-tools since 2018, PyKotor, and what else is read. uint16 without
 * "_t" is what older xoreos-tools wrote and what their manual still promises. */
static const struct {
    const char *xoreos, *pykotor, *other;
} names[RQ_GFF_TYPES] = {
    {"byte", "byte", "byte"},
    {"char", "char", "char"},
    {"uint16_t", "uint16", "uint16"},
    {"sint16", "sint16", "sint16_t"},
    {"uint32_t", "uint32", "uint32"},
    {"sint32", "sint32", "sint32_t"},
    {"uint64_t", "uint64", "uint64"},
    {"sint64", "sint64", "sint65"},
    {"float", "float", "float"},
    {"double", "double", "double"},
    {"exostring", "exostring", "exostring"},
    {"resref", "resref", "resref"},
    {"locstring", "locstring", "locstring"},
    {"data", "data", "void"},
    {"struct", "struct", "struct"},
    {"list", "list", "list"},
    {"orientation", "orientation", "orientation"},
    {"vector", "vector", "vector"},
    {"strref", "strref", "strref"},
};

static struct rq_bytes bytes_of(const char *text)
{
    return (struct rq_bytes){(const uint8_t *)text, strlen(text)};
}

/* xoreos-tools counts from 0, PyKotor has -1 where all bits are set. */
static int64_t signed_of(const struct rq_writing *w, uint32_t v)
{
    return w->pykotor ? (int64_t)(int32_t)v : (int64_t)v;
}

static void write_struct(struct rq_writing *w, const struct rq_gff_struct *s, const char *label,
                         const struct rq_spot *at);

static void write_floats(struct rq_writing *w, const uint8_t *p, size_t count,
                         const struct rq_spot *at)
{
    for (size_t i = 0; i < count; i++) {
        char text[64];
        uint32_t bits = rq_get32(p + 4 * i);
        rq_float_text(w, rq_f32_of(bits), text);
        rq_xml_open(&w->xml, "double");
        rq_writing_text(w, bytes_of(text), at);
        rq_xml_close(&w->xml);
    }
}

static void write_locstring(struct rq_writing *w, const struct rq_gff_locstring *loc,
                            const struct rq_spot *at)
{
    rq_writing_number(w, "strref", signed_of(w, loc->strref));
    for (uint32_t i = 0; i < loc->count; i++) {
        enum rq_codepage page = rq_language_page(w->doc->page, loc->texts[i].id);
        rq_xml_open(&w->xml, "string");
        rq_writing_number(w, "language", loc->texts[i].id);
        rq_writing_text(w, rq_writing_utf8(w, page, loc->texts[i].text), at);
        rq_xml_close(&w->xml);
    }
}

static void write_string(struct rq_writing *w, const struct rq_gff_field *f,
                         const struct rq_spot *at)
{
    struct rq_bytes bytes = {f->v.data, f->size};
    struct rq_bytes utf8 = rq_writing_utf8(w, w->doc->page, bytes);
    if (w->pykotor || rq_xml_fits(utf8)) {
        rq_writing_text(w, utf8, at);
        return;
    }
    rq_xml_attr(&w->xml, "base64", "true");
    rq_xml_base64(&w->xml, bytes);
}

static void write_number(struct rq_writing *w, const struct rq_gff_field *f,
                         const struct rq_spot *at)
{
    char text[64];
    double d;
    uint32_t v = f->v.word;
    int64_t whole = v;
    memcpy(&d, &f->v.wide, sizeof d);
    switch (f->type) {
    case RQ_GFF_BYTE: whole = v & 0xFF; break;
    case RQ_GFF_CHAR: whole = (int8_t)v; break;
    case RQ_GFF_WORD: whole = v & 0xFFFF; break;
    case RQ_GFF_SHORT: whole = (int16_t)v; break;
    case RQ_GFF_INT: whole = (int32_t)v; break;
    case RQ_GFF_DWORD64:
    case RQ_GFF_INT64: whole = (int64_t)f->v.wide; break;
    case RQ_GFF_STRREF: whole = signed_of(w, rq_get32(f->v.data)); break;
    case RQ_GFF_FLOAT:
        rq_float_text(w, rq_f32_of(v), text);
        rq_writing_text(w, bytes_of(text), at);
        return;
    case RQ_GFF_DOUBLE:
        rq_double_text(w, d, text);
        rq_writing_text(w, bytes_of(text), at);
        return;
    default: break;
    }
    bool negative = whole < 0 && f->type != RQ_GFF_DWORD64;
    char *end = text + sizeof text;
    char *start = rq_digits(negative ? rq_magnitude(whole) : (uint64_t)whole, negative, end);
    rq_writing_text(w, (struct rq_bytes){(const uint8_t *)start, (size_t)(end - start)}, at);
}

static void write_field(struct rq_writing *w, const struct rq_gff_field *f,
                        const struct rq_spot *at)
{
    char unknown[24];
    if (f->type >= RQ_GFF_TYPES)
        snprintf(unknown, sizeof unknown, "filetype%u", f->type);
    if (f->type == RQ_GFF_STRUCT) {
        write_struct(w, f->v.child, f->label, at);
        return;
    }
    rq_xml_open(&w->xml, f->type >= RQ_GFF_TYPES ? unknown
                         : w->pykotor            ? names[f->type].pykotor
                                                 : names[f->type].xoreos);
    rq_writing_attr(w, "label", rq_writing_utf8(w, RQ_CP1252, bytes_of(f->label)), at);
    switch (f->type) {
    case RQ_GFF_STRING:
    case RQ_GFF_RESREF: write_string(w, f, at); break;
    case RQ_GFF_LOCSTRING: write_locstring(w, f->v.loc, at); break;
    case RQ_GFF_VOID: rq_xml_base64(&w->xml, (struct rq_bytes){f->v.data, f->size}); break;
    case RQ_GFF_ORIENTATION:
    case RQ_GFF_VECTOR: write_floats(w, f->v.data, f->size / 4, at); break;
    case RQ_GFF_LIST:
        for (uint32_t i = 0; i < f->size; i++) {
            struct rq_spot item = {at->up, at->label, i};
            write_struct(w, &f->v.child[i], NULL, &item);
        }
        break;
    default: write_number(w, f, at);
    }
    rq_xml_close(&w->xml);
}

static void write_struct(struct rq_writing *w, const struct rq_gff_struct *s, const char *label,
                         const struct rq_spot *at)
{
    rq_xml_open(&w->xml, "struct");
    if (label)
        rq_writing_attr(w, "label", rq_writing_utf8(w, RQ_CP1252, bytes_of(label)), at);
    rq_writing_number(w, "id", signed_of(w, s->id));
    rq_gff_lose_struct(w, at, s);
    for (uint32_t i = 0; i < s->field_count && !w->out->failed; i++)
        write_field(w, &s->fields[i], &(struct rq_spot){at, s->fields[i].label, -1});
    rq_xml_close(&w->xml);
}

void rq_gff_write_xml(struct rq_writing *w)
{
    const struct rq_gff *gff = w->doc->root;
    size_t size = 4;
    while (size && gff->type[size - 1] == ' ')
        size--;
    rq_gff_lose(w);
    rq_xml_open(&w->xml, "gff3");
    struct rq_bytes type = {(const uint8_t *)gff->type, size};
    if (!w->pykotor)
        rq_writing_attr(w, "type", rq_writing_utf8(w, RQ_CP1252, type),
                        &(struct rq_spot){NULL, "type", -1});
    write_struct(w, gff->root, NULL, NULL);
    rq_xml_close(&w->xml);
}

/* ---- and back ---- */

static void take_struct(struct rq_reading *r, struct rq_gff_struct *s, int depth);

static uint8_t take_type(struct rq_reading *r)
{
    struct rq_xr *xr = &r->xr;
    static const char unknown[] = "filetype";
    for (unsigned i = 0; i < RQ_GFF_TYPES; i++)
        if (rq_xr_is(xr, names[i].xoreos) || rq_xr_is(xr, names[i].pykotor) ||
            rq_xr_is(xr, names[i].other))
            return (uint8_t)i;
    struct rq_str name = xr->names[xr->depth - 1];
    size_t size = sizeof unknown - 1;
    if (name.size > size && memcmp(name.text, unknown, size) == 0)
        return (uint8_t)rq_reading_unsigned(r, (struct rq_str){name.text + size, name.size - size},
                                            UINT8_MAX, unknown);
    rq_xr_unknown(xr);
    return 0;
}

/* Old xoreos-tools wrote the character itself. */
static void take_number(struct rq_reading *r, struct rq_gff_field *f)
{
    struct rq_str s = rq_xr_text(&r->xr);
    bool is_digit = s.size == 1 && s.text[0] >= '0' && s.text[0] <= '9';
    if (f->type == RQ_GFF_CHAR && s.size == 1 && !is_digit)
        f->v.word = (uint32_t)(int8_t)s.text[0];
    else
        rq_gff_take_number(r, s, f);
}

/* Base64 with line ends and blanks in it. */
static struct rq_bytes take_base64(struct rq_reading *r)
{
    struct rq_str s = rq_xr_text(&r->xr);
    struct rq_bytes bytes = {(const uint8_t *)"", 0};
    char *text = rq_reading_get(r, s.size + 1, 1);
    size_t size = 0;
    for (size_t i = 0; text && i < s.size; i++)
        if (!memchr(" \t\r\n", s.text[i], 4))
            text[size++] = s.text[i];
    enum rq_base64 fine =
        text ? rq_base64_take(&r->doc->arena, text, size, &bytes) : RQ_BASE64_FINE;
    if (fine != RQ_BASE64_FINE)
        rq_reading_bad(r, fine == RQ_BASE64_BAD ? "not base64" : "out of memory");
    return bytes;
}

static void take_bytes(struct rq_reading *r, struct rq_gff_field *f)
{
    struct rq_str base64 = rq_xr_attr(&r->xr, "base64");
    bool coded = f->type == RQ_GFF_VOID || (base64.text && rq_str_is(base64, "true"));
    struct rq_bytes bytes =
        coded ? take_base64(r) : rq_reading_bytes(r, r->doc->page, rq_xr_text(&r->xr));
    size_t most = f->type == RQ_GFF_RESREF ? UINT8_MAX : UINT32_MAX;
    if (bytes.size > most)
        rq_reading_bad(r, "%s: %zu bytes, at most %zu are possible", f->label, bytes.size, most);
    f->v.data = bytes.data;
    f->size = (uint32_t)bytes.size;
}

static void take_floats(struct rq_reading *r, struct rq_gff_field *f)
{
    size_t count = f->type == RQ_GFF_VECTOR ? 3 : 4, n = 0;
    uint8_t *data = rq_reading_get(r, count, 4);
    while (rq_xr_child(&r->xr)) {
        if (!rq_xr_is(&r->xr, "double"))
            rq_xr_unknown(&r->xr);
        uint32_t bits = rq_bits_of(rq_reading_f32(r, rq_xr_text(&r->xr), f->label));
        if (data && n < count)
            rq_set32(data + 4 * n, bits);
        n++;
    }
    if (n != count)
        rq_reading_bad(r, "%s: %zu numbers needed", f->label, count);
    f->v.data = data;
    f->size = (uint32_t)count * 4;
}

/* Text, or an attribute of the same name. */
static void take_strref(struct rq_reading *r, struct rq_gff_field *f)
{
    struct rq_str s = rq_xr_attr(&r->xr, "strref"), text = rq_xr_text(&r->xr);
    uint8_t *word = rq_reading_get(r, 4, 1);
    if (word)
        rq_set32(word, rq_reading_u32(r, s.text ? s : text, f->label));
    f->v.data = word;
    f->size = 4;
}

static void take_locstring(struct rq_reading *r, struct rq_gff_field *f)
{
    struct rq_gff_locstring *loc = f->v.loc = rq_reading_get(r, 1, sizeof *loc);
    struct rq_str strref = rq_xr_attr(&r->xr, "strref");
    if (!loc)
        return;
    loc->strref = strref.size ? rq_reading_u32(r, strref, "strref") : UINT32_MAX;
    loc->texts = rq_reading_get(r, rq_xr_count(&r->xr), sizeof *loc->texts);
    while (loc->texts && rq_xr_child(&r->xr)) {
        struct rq_gff_text *text = &loc->texts[loc->count++];
        struct rq_str language = rq_xr_attr(&r->xr, "language");
        if (!rq_xr_is(&r->xr, "string"))
            rq_xr_unknown(&r->xr);
        text->id = language.text ? rq_reading_u32(r, language, "language") : 0;
        text->text =
            rq_reading_bytes(r, rq_language_page(r->doc->page, text->id), rq_xr_text(&r->xr));
    }
}

static void take_list(struct rq_reading *r, struct rq_gff_field *f, int depth)
{
    f->v.child = rq_reading_get(r, rq_xr_count(&r->xr), sizeof *f->v.child);
    while (f->v.child && rq_xr_child(&r->xr)) {
        if (!rq_xr_is(&r->xr, "struct"))
            rq_xr_unknown(&r->xr);
        take_struct(r, &f->v.child[f->size++], depth + 1);
    }
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
    case RQ_GFF_STRREF: take_strref(r, f); break;
    case RQ_GFF_LIST: take_list(r, f, depth); break;
    case RQ_GFF_STRUCT:
        f->v.child = rq_reading_get(r, 1, sizeof *f->v.child);
        f->size = 1;
        if (f->v.child)
            take_struct(r, f->v.child, depth + 1);
        break;
    default: take_number(r, f);
    }
}

static void take_struct(struct rq_reading *r, struct rq_gff_struct *s, int depth)
{
    struct rq_gff *gff = r->doc->root;
    struct rq_str id = rq_xr_attr(&r->xr, "id");
    s->word = UINT32_MAX;
    s->id = id.size ? rq_reading_u32(r, id, "id") : UINT32_MAX;
    if (depth >= DEPTH_LIMIT)
        rq_reading_bad(r, "structs nested deeper than %d", DEPTH_LIMIT);
    s->fields = rq_reading_get(r, rq_xr_count(&r->xr), sizeof *s->fields);
    while (s->fields && rq_xr_child(&r->xr)) {
        struct rq_gff_field *f = &s->fields[s->field_count++];
        struct rq_str given = rq_xr_attr(&r->xr, "label");
        struct rq_bytes label =
            rq_reading_bytes(r, RQ_CP1252, given.text ? given : (struct rq_str){"", 0});
        char *copy = rq_reading_get(r, LABEL_ROOM, 1);
        if (label.size > LABEL_SIZE || memchr(label.data, 0, label.size))
            rq_reading_bad(r, "a label of %zu bytes; 16 at most, and no NUL", label.size);
        if (!copy || !rq_reading_ok(r))
            return;
        memcpy(copy, label.data, label.size);
        f->label = copy;
        f->type = take_type(r);
        take_value(r, f, depth);
    }
    gff->struct_count++;
    gff->field_count += s->field_count;
}

void rq_gff_read_xml(struct rq_reading *r)
{
    struct rq_gff *gff = r->doc->root;
    struct rq_str type = rq_xr_attr(&r->xr, "type");
    if (type.size > 4)
        rq_reading_bad(r, "a type has 4 characters at most");
    else if (type.text)
        memcpy(memset(gff->type, ' ', 4), type.text, type.size);
    else
        rq_gff_type_by_name(r->name, gff->type);
    bool any = rq_xr_child(&r->xr);
    if (!any || !rq_xr_is(&r->xr, "struct")) {
        rq_reading_bad(r, "a struct expected");
        return;
    }
    take_struct(r, gff->root, 0);
    if (rq_xr_child(&r->xr))
        rq_reading_bad(r, "there is more than one root struct");
    gff->layout = rq_gff_default_layout(gff);
}
