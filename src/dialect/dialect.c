#include "dialect/dialect.h"
#include "core/decimal.h"

#include "convert/convert.h"
#include "core/file.h"
#include "dialect/parts.h"

#include <stdarg.h>
#include <stdio.h>

/* ---- what is lost ---- */

#define LOSS_ROW(id, severity, text) {#id, severity, text},
static const struct {
    const char *id;
    enum rq_severity severity;
    const char *text;
} losses[] = {RQ_LOSSES(LOSS_ROW)};
#undef LOSS_ROW

static void place_text(const struct rq_spot *at, char *text, size_t size)
{
    if (!at || size < 2)
        return;
    place_text(at->up, text, size);
    size_t n = strlen(text);
    if (at->label && n + 1 < size)
        n += (size_t)snprintf(text + n, size - n, "%s%s", n ? "/" : "", at->label);
    if (at->index >= 0 && n + 1 < size)
        snprintf(text + n, size - n, "[%lld]", (long long)at->index);
}

void rq_lose(struct rq_writing *w, enum rq_loss what, const struct rq_spot *at)
{
    if (w->lost[what].count++ == 0)
        place_text(at, w->lost[what].where, sizeof w->lost[what].where);
}

static void tell_lost(struct rq_writing *w)
{
    for (size_t i = 0; i < RQ_LOST_KINDS && w->options->lost; i++) {
        char text[200], times[40] = "";
        if (!w->lost[i].count)
            continue;
        if (w->lost[i].count > 1)
            snprintf(times, sizeof times, " (%zu times)", w->lost[i].count);
        snprintf(text, sizeof text, "%s%s", losses[i].text, times);
        rq_text_clean(w->lost[i].where);
        w->options->lost(w->options->lost_ctx, &(struct rq_finding){.severity = losses[i].severity,
                                                                    .id = losses[i].id,
                                                                    .where = w->lost[i].where,
                                                                    .text = text});
    }
}

/* ---- writing ---- */

struct rq_bytes rq_writing_utf8(struct rq_writing *w, enum rq_codepage page, struct rq_bytes bytes)
{
    /* ASCII is the same in every page. */
    size_t plain = 0;
    while (plain < bytes.size && bytes.data[plain] < 0x80)
        plain++;
    if (plain == bytes.size)
        return bytes;
    rq_out_cut(&w->temp, 0);
    rq_text_decode(&w->temp, page, bytes);
    if (w->temp.failed && !w->out->failed)
        w->out->failed = w->temp.failed;
    return rq_out_bytes(&w->temp);
}

void rq_writing_text(struct rq_writing *w, struct rq_bytes utf8, const struct rq_spot *at)
{
    size_t before = w->xml.dropped;
    rq_xml_text(&w->xml, utf8);
    if (w->xml.dropped != before)
        rq_lose(w, RQ_LOST_text, at);
}

void rq_writing_attr(struct rq_writing *w, const char *name, struct rq_bytes utf8,
                     const struct rq_spot *at)
{
    size_t before = w->xml.dropped;
    rq_xml_attr_utf8(&w->xml, name, utf8);
    if (w->xml.dropped != before)
        rq_lose(w, RQ_LOST_text, at);
}

void rq_writing_number(struct rq_writing *w, const char *name, int64_t value)
{
    char text[24], *end = text + sizeof text - 1;
    *end = 0;
    rq_xml_attr(&w->xml, name, rq_digits(rq_magnitude(value), value < 0, end));
}

/* printf's "%.6f", whatever the locale. False where that would not be exact enough to tell. */
static bool six_decimals(double v, char text[64], double *value)
{
    double scaled = (v < 0 ? -v : v) * 1e6;
    if (!(scaled < 9e15))
        return false;
    uint64_t whole = (uint64_t)scaled;
    double rest = scaled - (double)whole;
    whole += rest > 0.5 || (rest == 0.5 && whole & 1);
    char digits[40], *end = digits + sizeof digits - 1;
    *end = 0;
    /* One more before the six, which keeps their zeros and gives way to the point. */
    char *six = rq_digits(whole % 1000000 + 1000000, false, end);
    *six = '.';
    char *start = rq_digits(whole / 1000000, v < 0, six);
    memcpy(text, start, (size_t)(end + 1 - start));
    *value = rq_decimal_value(whole, -6) * (v < 0 ? -1 : 1);
    return true;
}

static size_t special_text(double v, bool negative, char text[64])
{
    const char *word = v != v ? "nan" : v > 0 ? "inf" : "-inf";
    return (size_t)snprintf(text, 64, "%s%s", v != v && negative ? "-" : "", word);
}

static double value_of(const char *text, size_t size)
{
    struct rq_error ignored = {0};
    struct rq_ctx alone = {.err = &ignored};
    struct rq_jr jr;
    rq_jr_open(&jr, (struct rq_bytes){(const uint8_t *)text, size}, NULL, &alone);
    return rq_jr_f64(&jr);
}

size_t rq_float_text(const struct rq_writing *w, float v, char text[64])
{
    uint32_t bits = rq_bits_of(v);
    if ((bits & 0x7F800000) == 0x7F800000)
        return special_text((double)v, bits >> 31, text);
    double value;
    if (!w->pykotor && bits != 0x80000000 && six_decimals((double)v, text, &value) &&
        rq_bits_of((float)value) == bits)
        return strlen(text);
    size_t size = rq_f32_text(v, text);
    text[size] = 0;
    return size;
}

size_t rq_double_text(const struct rq_writing *w, double v, char text[64])
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    if ((bits >> 52 & 0x7FF) == 0x7FF)
        return special_text(v, bits >> 63, text);
    double value;
    if (!w->pykotor && bits != 0x8000000000000000 && six_decimals(v, text, &value) && value == v)
        return strlen(text);
    /* What a float can hold has a shorter text, without an exponent. */
    bool single = v > -1e38 && v < 1e38 && (double)(float)v == v;
    size_t size = single ? rq_f32_text((float)v, text) : 0;
    if (!single || value_of(text, size) != v)
        size = rq_f64_text(v, text);
    text[size] = 0;
    return size;
}

/* Which writer: by format and kind. NULL: the format has no such text. */
typedef void write_fn(struct rq_writing *w);

static const struct {
    const char *format, *kind;
    bool xoreos;
    write_fn *write;
} writers[] = {
    {"gff", "xml", true, rq_gff_write_xml},        {"gff", "json", false, rq_gff_write_json},
    {"tlk", "xml", true, rq_tlk_write_xml},        {"tlk", "json", false, rq_tlk_write_json},
    {"ssf", "xml", true, rq_ssf_write_xml},        {"ssf", "json", false, rq_ssf_write_json},
    {"lip", "json", false, rq_lip_write_json},     {"twoda", "csv", true, rq_twoda_write_csv},
    {"twoda", "json", false, rq_twoda_write_json},
};

static write_fn *find_writer(const char *format, const char *kind, bool pykotor)
{
    for (size_t i = 0; i < sizeof writers / sizeof writers[0]; i++)
        if (strcmp(writers[i].format, format) == 0 && strcmp(writers[i].kind, kind) == 0 &&
            (pykotor || writers[i].xoreos))
            return writers[i].write;
    return NULL;
}

bool rq_dialect_knows(const struct rq_format *format, const char *kind)
{
    return find_writer(format->info.name, kind, true) != NULL;
}

bool rq_dialect_write(struct rq_doc *doc, const struct rq_dialect_options *options,
                      struct rq_out *out, struct rq_error *err)
{
    struct rq_error ignored = {0};
    const char *dialect = options->dialect ? options->dialect : "xoreos";
    bool pykotor = strcmp(dialect, "pykotor") == 0;
    const char *format = doc->format->info.name;
    err = err ? err : &ignored;
    if (!pykotor && strcmp(dialect, "xoreos") != 0)
        return rq_fail(err, RQ_USAGE, 0, format, "dialects are xoreos and pykotor, not %s",
                       dialect);
    write_fn *write = find_writer(format, options->kind, pykotor);
    if (!write)
        return rq_fail(err, RQ_USAGE, 0, format, "%s has no %s for this format", dialect,
                       options->kind);
    if (!rq_doc_settle(doc, err))
        return false;
    size_t from = out->size;
    struct rq_writing w = {.doc = doc,
                           .options = options,
                           .pykotor = pykotor,
                           .xml = {.out = out, .manner = pykotor ? RQ_XML_PYTHON : RQ_XML_XOREOS},
                           .json = {.out = out},
                           .out = out,
                           .temp = {.alloc = doc->alloc},
                           .scratch = {.alloc = doc->alloc},
                           .err = err};
    if (strcmp(options->kind, "xml") == 0)
        rq_xml_start(&w.xml);
    write(&w);
    bool fine = err->code == RQ_OK && (!out->failed || rq_fail_out(err, out));
    if (fine)
        tell_lost(&w);
    else
        rq_out_cut(out, from);
    rq_out_free(&w.temp);
    rq_out_free(&w.scratch);
    return fine;
}

/* ---- our own tables ---- */

bool rq_dialect_own_csv(struct rq_doc *doc, rq_lost_fn *lost, void *ctx, struct rq_error *err)
{
    static const struct {
        const char *format;
        write_fn *lose;
    } tables[] = {{"twoda", rq_twoda_lose_csv}, {"tlk", rq_tlk_lose_csv}, {"lip", rq_lip_lose_csv}};
    struct rq_dialect_options options = {.lost = lost, .lost_ctx = ctx};
    struct rq_writing w = {.doc = doc, .options = &options, .err = err};
    size_t i = 0;
    while (i < 3 && strcmp(tables[i].format, doc->format->info.name) != 0)
        i++;
    if (i == 3 || !lost)
        return true;
    if (!rq_doc_settle(doc, err))
        return false;
    tables[i].lose(&w);
    tell_lost(&w);
    return true;
}

/* ---- reading ---- */

bool rq_reading_bad(struct rq_reading *r, const char *fmt, ...)
{
    char text[160];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    return r->is_xml ? rq_xr_bad(&r->xr, "%s", text) : rq_jr_bad(&r->jr, "%s", text);
}

/* The code page of a language is known; that of the rest the caller may name. */
static void bad_letter(struct rq_reading *r, size_t at, enum rq_codepage page)
{
    struct rq_ctx *ctx = r->is_xml ? r->xr.ctx : r->jr.ctx;
    rq_reading_bad(r, "character %zu of a text is not in %s", at, rq_codepage_name(page));
    if (page == r->doc->page)
        rq_fail_hint(ctx->err, RQ_HINT_CODEPAGE);
}

void *rq_reading_get(struct rq_reading *r, size_t count, size_t size)
{
    void *p = rq_reading_ok(r) ? rq_arena_get(&r->doc->arena, count, size) : NULL;
    if (!p)
        rq_reading_bad(r, "out of memory");
    return p;
}

struct rq_bytes rq_reading_bytes(struct rq_reading *r, enum rq_codepage page, struct rq_str utf8)
{
    struct rq_bytes in = {(const uint8_t *)utf8.text, utf8.size}, none = {(const uint8_t *)"", 0};
    struct rq_out out = {.alloc = r->doc->alloc};
    size_t bad = 0, high = 0;
    while (high < in.size && in.data[high] < 0x80)
        high++;
    if (high == in.size)
        return in.size ? in : none;
    bool fine = rq_text_encode(&out, page, in, &bad);
    uint8_t *copy = fine && !out.failed ? rq_reading_get(r, out.size + 1, 1) : NULL;
    if (copy)
        memcpy(copy, out.data, out.size);
    else if (!fine && !out.failed)
        bad_letter(r, bad, page);
    else
        rq_reading_bad(r, "out of memory");
    struct rq_bytes bytes = {copy, out.size};
    rq_out_free(&out);
    return copy ? bytes : none;
}

static struct rq_str trimmed(struct rq_str s)
{
    while (s.size && strchr(" \t\r\n", s.text[0]) && s.text[0])
        s = (struct rq_str){s.text + 1, s.size - 1};
    while (s.size && strchr(" \t\r\n", s.text[s.size - 1]) && s.text[s.size - 1])
        s.size--;
    return s;
}

static int shown(struct rq_str s)
{
    return (int)(s.size < 30 ? s.size : 30);
}

/* A whole number; magnitude and sign. */
static bool whole_number(struct rq_str s, uint64_t *magnitude, bool *negative)
{
    s = trimmed(s);
    *negative = s.size && s.text[0] == '-';
    size_t sign = s.size && (s.text[0] == '-' || s.text[0] == '+');
    *magnitude = 0;
    for (size_t i = sign; i < s.size; i++) {
        unsigned digit = (unsigned)s.text[i] - '0';
        if (digit > 9 || *magnitude > (UINT64_MAX - digit) / 10)
            return false;
        *magnitude = *magnitude * 10 + digit;
    }
    return s.size > sign;
}

uint64_t rq_reading_unsigned(struct rq_reading *r, struct rq_str s, uint64_t most, const char *name)
{
    uint64_t v = 0;
    bool negative = false;
    if (!rq_reading_ok(r))
        return 0;
    if (!whole_number(s, &v, &negative) || (negative && v) || v > most) {
        rq_reading_bad(r, "%s: a number from 0 to %llu expected, not \"%.*s\"", name,
                       (unsigned long long)most, shown(s), s.text);
        return 0;
    }
    return v;
}

int64_t rq_reading_signed(struct rq_reading *r, struct rq_str s, int64_t least, int64_t most,
                          const char *name)
{
    uint64_t v = 0;
    bool negative = false;
    if (!rq_reading_ok(r))
        return 0;
    if (!whole_number(s, &v, &negative) ||
        v > (negative ? (uint64_t)0 - (uint64_t)least : (uint64_t)most)) {
        rq_reading_bad(r, "%s: a number from %lld to %lld expected, not \"%.*s\"", name,
                       (long long)least, (long long)most, shown(s), s.text);
        return 0;
    }
    return negative ? (int64_t)((uint64_t)0 - v) : (int64_t)v;
}

uint32_t rq_reading_u32(struct rq_reading *r, struct rq_str s, const char *name)
{
    return (uint32_t)rq_reading_signed(r, s, INT32_MIN, UINT32_MAX, name);
}

/* "nan", "-nan", "inf", "-inf", "Infinity", in any case. */
static bool special_number(struct rq_str s, double *v)
{
    char word[16] = "";
    bool negative = s.size && s.text[0] == '-';
    if (s.size - negative >= sizeof word)
        return false;
    memcpy(word, s.text + negative, s.size - negative);
    bool nan = rq_casecmp(word, "nan") == 0;
    if (!nan && rq_casecmp(word, "inf") != 0 && rq_casecmp(word, "infinity") != 0)
        return false;
    uint64_t bits = (nan ? 0x7FF8000000000000 : 0x7FF0000000000000) | (uint64_t)negative << 63;
    memcpy(v, &bits, sizeof bits);
    return true;
}

static double any_number(struct rq_reading *r, struct rq_str s, bool single, const char *name)
{
    struct rq_error wrong = {0};
    struct rq_ctx alone = {.err = &wrong};
    struct rq_jr jr;
    double v = 0;
    s = trimmed(s);
    if (!rq_reading_ok(r) || special_number(s, &v))
        return v;
    rq_jr_open(&jr, (struct rq_bytes){(const uint8_t *)s.text, s.size}, NULL, &alone);
    bool number = rq_jr_peek(&jr) == RQ_J_NUMBER;
    if (number)
        v = single ? (double)rq_jr_f32(&jr) : rq_jr_f64(&jr);
    if (!number || !rq_jr_close(&jr))
        rq_reading_bad(r, "%s: a number expected, not \"%.*s\"", name, shown(s), s.text);
    return v;
}

float rq_reading_f32(struct rq_reading *r, struct rq_str s, const char *name)
{
    double v = any_number(r, s, true, name);
    /* The sign of a NaN is its own matter: not every conversion keeps it. */
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return v != v ? rq_f32_of(0x7FC00000 | (uint32_t)(bits >> 63) << 31) : (float)v;
}

double rq_reading_f64(struct rq_reading *r, struct rq_str s, const char *name)
{
    return any_number(r, s, false, name);
}

/* ---- which text is it ---- */

typedef void read_fn(struct rq_reading *r);

struct reader {
    const char *format;
    read_fn *read;
};

/* By the root; PyKotor's own root says nothing, there the first child does. */
static struct reader xml_reader(struct rq_bytes text, struct rq_error *err)
{
    static const struct {
        const char *root, *child;
        struct reader reader;
    } known[] = {
        {"gff3", "struct", {"gff", rq_gff_read_xml}},
        {"tlk", "string", {"tlk", rq_tlk_read_xml}},
        {"ssf", "sound", {"ssf", rq_ssf_read_xml}},
    };
    struct rq_ctx ctx = {.err = err};
    struct rq_xr xr;
    rq_xr_open(&xr, text, NULL, &ctx);
    if (!rq_xr_child(&xr))
        return (struct reader){0};
    bool nameless = rq_xr_is(&xr, "xml");
    if (nameless && !rq_xr_child(&xr) && !rq_xr_ok(&xr))
        return (struct reader){0};
    for (size_t i = 0; i < 3; i++)
        if (rq_xr_is(&xr, nameless ? known[i].child : known[i].root))
            return known[i].reader;
    rq_xr_bad(&xr, "the root is neither gff3, tlk nor ssf, nor what PyKotor writes");
    return (struct reader){0};
}

/* By the keys of the object; "format" is our own. */
static struct reader json_reader(struct rq_bytes text, struct rq_arena *arena, struct rq_error *err)
{
    static const struct {
        const char *key;
        struct reader reader;
    } known[] = {
        {"format", {NULL, NULL}},
        {"struct_id", {"gff", rq_gff_read_json}},
        {"fields", {"gff", rq_gff_read_json}},
        {"strings", {"tlk", rq_tlk_read_json}},
        {"sounds", {"ssf", rq_ssf_read_json}},
        {"keyframes", {"lip", rq_lip_read_json}},
        {"headers", {"twoda", rq_twoda_read_json}},
        {"rows", {"twoda", rq_twoda_read_json}},
    };
    struct rq_ctx ctx = {.err = err};
    struct rq_jr jr;
    struct rq_str key;
    struct reader found = {0};
    bool own = false;
    rq_jr_open(&jr, text, arena, &ctx);
    rq_jr_object(&jr);
    while (rq_jr_key(&jr, &key)) {
        for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
            if (!rq_str_is(key, known[i].key))
                continue;
            own = own || !i;
            found = found.read ? found : known[i].reader;
        }
        rq_jr_skip(&jr);
    }
    return own ? (struct reader){0} : found;
}

/* As much as reading any file may take; a talk table has room for strings that are not there. */
enum { TEXT_TIMES = 12, TEXT_MORE = 32 << 20 };

static struct rq_doc *new_doc(const struct rq_format *format, struct rq_bytes text,
                              const struct rq_options *options, struct rq_error *err)
{
    struct rq_options with = *options;
    if (!with.memory_limit && text.size < (SIZE_MAX - TEXT_MORE) / TEXT_TIMES)
        with.memory_limit = text.size * TEXT_TIMES + TEXT_MORE;
    return rq_doc_new(format, &with, err);
}

static struct rq_doc *read_with(const struct reader *reader, struct rq_bytes text,
                                const struct rq_options *options, struct rq_error *err)
{
    struct rq_doc *doc = new_doc(rq_format_by_name(reader->format), text, options, err);
    if (!doc)
        return NULL;
    struct rq_reading r = {.doc = doc, .name = options->name, .ctx = {.err = err}};
    r.is_xml = rq_text_first(text) == '<';
    if (r.is_xml) {
        rq_xr_open(&r.xr, text, &doc->arena, &r.ctx);
        if (rq_xr_child(&r.xr))
            reader->read(&r);
        rq_xr_close(&r.xr);
    } else {
        rq_jr_open(&r.jr, text, &doc->arena, &r.ctx);
        rq_jr_object(&r.jr);
        reader->read(&r);
        rq_jr_close(&r.jr);
    }
    if (err->code == RQ_OK)
        return doc;
    rq_doc_free(doc);
    return NULL;
}

/* ---- tables ---- */

static bool takes_table(const struct rq_format *format)
{
    return format->table && format->table->from_table;
}

/* The format of a table: the one that is asked for, or by the name of the file: "x.2da", or
 * "x.2da.csv". *csv: the name says that it is a table; one that says no more is a 2DA. */
static const struct rq_format *table_format(const struct rq_options *options, bool *csv)
{
    char base[200];
    snprintf(base, sizeof base, "%s", rq_path_base(options->name ? options->name : ""));
    for (char *c = base; *c; c++)
        *c = rq_lower(*c);
    const char *extension = rq_path_extension(base);
    *csv = strcmp(extension, "csv") == 0;
    if (options->format)
        return takes_table(options->format) ? options->format : NULL;
    if (*csv) {
        base[extension - base - 1] = 0;
        extension = rq_path_extension(base);
    }
    for (size_t i = 0; extension[0] && i < rq_format_count(); i++) {
        const struct rq_format *format = rq_format_at(i);
        if (takes_table(format) &&
            rq_word_in(format->info.extensions, extension, strlen(extension)))
            return format;
    }
    return *csv && !extension[0] ? rq_format_by_name("twoda") : NULL;
}

static struct rq_doc *no_table(const struct rq_options *options, struct rq_error *err)
{
    char made[200] = "";
    for (size_t i = 0; i < rq_format_count(); i++) {
        const struct rq_format *format = rq_format_at(i);
        size_t n = strlen(made);
        if (takes_table(format))
            snprintf(made + n, sizeof made - n, "%s.%s", n ? ", " : "", format->info.extensions);
    }
    rq_fail(err, RQ_USAGE, 0, options->format ? options->format->info.name : "csv",
            "only %s can be made from a CSV; the name of the file to make has to end so", made);
    return NULL;
}

static struct rq_doc *read_csv(const struct rq_format *format, struct rq_bytes text,
                               const struct rq_options *options, struct rq_error *err)
{
    struct rq_arena arena = {.alloc = options->alloc};
    struct rq_table table;
    struct rq_doc *doc =
        rq_csv_read(text, &arena, &table, err) ? new_doc(format, text, options, err) : NULL;
    if (doc && !format->table->from_table(doc, &table, err)) {
        rq_doc_free(doc);
        doc = NULL;
    }
    rq_arena_free(&arena);
    return doc;
}

static bool takes_text(const struct rq_format *format)
{
    return format->forms && format->forms->from_text;
}

/* The format that has such a text form: the one that is asked for, or by the name of the file:
 * "x.wok" or "x.wok.ascii". A model's text tells what it is. */
static const struct rq_format *text_format(struct rq_bytes text, const struct rq_options *options)
{
    char base[200];
    snprintf(base, sizeof base, "%s", rq_path_base(options->name ? options->name : ""));
    const char *extension = rq_path_extension(base);
    if (options->format)
        return takes_text(options->format) ? options->format : NULL;
    if (rq_casecmp(extension, "ascii") == 0 && extension > base) {
        base[extension - base - 1] = 0;
        extension = rq_path_extension(base);
    }
    for (char *c = base; *c; c++)
        *c = rq_lower(*c);
    for (size_t i = 0; extension[0] && i < rq_format_count(); i++) {
        const struct rq_format *format = rq_format_at(i);
        if (takes_text(format) && rq_word_in(format->info.extensions, extension, strlen(extension)))
            return format;
    }
    const struct rq_format *found = rq_format_detect(text, options->name ? options->name : "");
    const char *of = found && found->forms ? found->forms->text_of : NULL;
    return of ? rq_format_by_name(of) : NULL;
}

static struct rq_doc *read_text(const struct rq_format *format, struct rq_bytes text,
                                const struct rq_options *options, struct rq_error *err)
{
    struct rq_doc *doc = new_doc(format, text, options, err);
    if (doc && !format->forms->from_text(doc, text, options->name, err)) {
        rq_doc_free(doc);
        doc = NULL;
    }
    return doc;
}

static struct rq_doc *from_any(struct rq_bytes text, const struct rq_options *options,
                               struct rq_error *err)
{
    uint8_t first = rq_text_first(text);
    struct reader reader = {0};
    if (first == '<') {
        reader = xml_reader(text, err);
    } else if (first == '{') {
        struct rq_arena names = {.alloc = options->alloc, .limit = text.size + 4096};
        struct rq_error unreadable = {0};
        reader = json_reader(text, &names, &unreadable);
        rq_arena_free(&names);
        if (!reader.read)
            return rq_doc_from_json(text, options, err);
    } else {
        bool csv;
        const struct rq_format *table = table_format(options, &csv);
        const struct rq_format *format = table || csv ? NULL : text_format(text, options);
        if (table)
            return read_csv(table, text, options, err);
        if (csv)
            return no_table(options, err);
        return format ? read_text(format, text, options, err)
                      : rq_doc_from_json(text, options, err);
    }
    return reader.read ? read_with(&reader, text, options, err) : NULL;
}

struct rq_doc *rq_doc_from_text(struct rq_bytes text, const struct rq_options *options,
                                struct rq_error *err)
{
    static const struct rq_options no_options;
    struct rq_error ignored = {0};
    err = err ? err : &ignored;
    options = options ? options : &no_options;
    size_t refusals = rq_memory_refusals();
    struct rq_doc *doc = err->code ? NULL : from_any(text, options, err);
    bool other = doc && options->format && doc->format != options->format;
    if (!doc || (!other && rq_memory_lasted(refusals, err)))
        return doc;
    if (other)
        rq_fail(err, RQ_USAGE, 0, options->format->info.name, "this is the text of a %s",
                doc->format->info.name);
    rq_doc_free(doc);
    return NULL;
}
