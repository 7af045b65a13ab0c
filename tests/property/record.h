/* What becomes of a file that is damaged, of its JSON when that is edited, of values that are set, and
 * of what it is converted to: every message with its code, place and hint, every finding, fact,
 * difference and byte, as hashes (said.h). */
#ifndef TESTS_PROPERTY_RECORD_H
#define TESTS_PROPERTY_RECORD_H

#include "core/bytes.h"
#include "core/file.h"
#include "edits.h"
#include "formats/format.h"
#include "said.h"
#include "samples.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- what is said ---- */

struct record {
    const struct sample *sample;
    const struct rq_format *format;
    struct rq_options options;
    struct rq_doc *whole; /* the sample as it is */
    struct said said;
    size_t made, refused;
    struct rq_out lines; /* of all samples */
    bool joined;         /* several files are one line */
    size_t share;        /* of the time that a sample gets: one part of so many */
    size_t more;         /* as much time again so many times */
    bool apt;            /* only edits that fit what is edited, and each kind of them */
    struct rq_out first; /* file of a conversion */
    char first_name[200];
    struct rq_out glb, edited;
};

static inline void tell_bytes(struct record *r, const char *what, struct rq_bytes bytes)
{
    said(&r->said, "%s: %zu bytes, %016llx", what, bytes.size,
         (unsigned long long)hash_of(bytes.data, bytes.size));
}

static inline void tell_error(struct record *r, const struct rq_error *err)
{
    r->refused++;
    if (strstr(err->text, "decoded: ")) { /* the words of another library follow */
        said(&r->said, "%s at %llu: %s", rq_code_name(err->code), (unsigned long long)err->offset,
             err->where);
        return;
    }
    said(&r->said, "%s at %llu: %s: %s (%d)", rq_code_name(err->code),
         (unsigned long long)err->offset, err->where, err->text, (int)err->hint);
}

static inline void begin(struct record *r, const char *what)
{
    char name[300];
    if (r->joined)
        return;
    r->said.hash = hash_of("", 0);
    r->made = r->refused = 0;
    snprintf(name, sizeof name, "%s %s", r->sample->name, what);
    r->said.show = said_file(name);
}

static inline void end(struct record *r, const char *what)
{
    if (r->joined)
        return;
    rq_putf(&r->lines, "%016llx %zu %zu %s: %s\n", (unsigned long long)r->said.hash, r->made,
            r->refused, what, r->sample->name);
    if (r->said.show)
        fclose(r->said.show);
    r->said.show = NULL;
}

/* How many times something that takes so many bytes is done. */
static inline size_t affordable(const struct record *r, size_t size)
{
    size_t times = ((size_t)3 << 19) * (1 + r->more) / (size + 1), most = 1600 / r->share;
    times /= r->share;
    size_t least = 24 / (r->share > 4 ? 4 : r->share);
    return times < least ? least : times > most ? most : times;
}

/* Every how many edits of all one is made. Kinds of edits come in turn: a multiple of 3 or 5 would meet
 * the same ones again and again. */
static inline size_t stride(const struct record *r, size_t all, size_t times)
{
    size_t step = all > times ? all / times | 1 : 1;
    while (r->apt && (step % 3 == 0 || step % 5 == 0))
        step += 2;
    return step;
}

/* ---- damaged bytes ---- */

static inline void tell_difference(void *ctx, const char *path, const char *a, const char *b)
{
    said(&((struct record *)ctx)->said, "differs: %s: %s, %s", path, a ? a : "-", b ? b : "-");
}

static inline void tell_findings(struct record *r, struct rq_doc *doc)
{
    const struct rq_finding *findings;
    size_t count = rq_doc_findings(doc, &findings);
    for (size_t i = 0; i < count; i++)
        said(&r->said, "%d %s at %llu: %s: %s", (int)findings[i].severity, findings[i].id,
             (unsigned long long)findings[i].offset, findings[i].where, findings[i].text);
}

static inline void tell_document(struct record *r, struct rq_doc *doc)
{
    struct rq_error err = {0};
    const struct rq_fact *facts;
    struct rq_out json = {0};
    size_t count;
    tell_findings(r, doc);
    if (CHECK(rq_doc_facts(doc, &facts, &count, &err)))
        for (size_t i = 0; i < count; i++)
            said(&r->said, "%s: %s", facts[i].key, facts[i].value);
    if (CHECK(rq_doc_to_json(doc, &json, &err)))
        tell_bytes(r, "json", rq_out_bytes(&json));
    rq_out_free(&json);
    if (r->whole && !rq_doc_diff(r->whole, doc, tell_difference, r, &count, &err))
        tell_error(r, &err);
    r->made++;
}

static inline void tell_input(struct record *r, struct rq_bytes input)
{
    struct rq_error err = {0};
    struct rq_out dump = {0};
    struct rq_doc *doc = rq_doc_read(input, &r->options, &err);
    if (doc)
        tell_document(r, doc);
    else
        tell_error(r, &err);
    rq_doc_free(doc);
    rq_doc_dump(input, &r->options, &dump, NULL);
    tell_bytes(r, "dump", rq_out_bytes(&dump));
    rq_out_free(&dump);
}

/* Each byte, or as many as there is time for, gets other values. */
static inline void damage_bytes(struct record *r, struct rq_bytes file)
{
    uint8_t *copy = malloc(file.size + 16);
    size_t places = file.size * 4, times = affordable(r, file.size), i = 0;
    REQUIRE(copy != NULL);
    memcpy(copy, file.data, file.size);
    memset(copy + file.size, 0, 16);
    begin(r, "bytes");
    for (size_t n = 0; n < times && n < places; n++) {
        size_t at = i / 4 % file.size;
        const uint8_t values[] = {0, 0xFF, (uint8_t)(copy[at] + 1), copy[at] ^ 0x80};
        uint8_t was = copy[at];
        copy[at] = values[i % 4];
        said(&r->said, "-- byte %zu is %u", at, copy[at]);
        tell_input(r, (struct rq_bytes){copy, file.size});
        copy[at] = was;
        i += stride(r, places, times);
    }
    times = times < file.size ? times / 4 : file.size;
    for (size_t n = 0; n < times; n++) {
        size_t size = file.size * n / times;
        said(&r->said, "-- cut to %zu", size);
        tell_input(r, (struct rq_bytes){copy, size});
    }
    for (size_t more = 1; more <= 16; more *= 2) {
        said(&r->said, "-- %zu more", more);
        tell_input(r, (struct rq_bytes){copy, file.size + more});
    }
    end(r, "bytes");
    free(copy);
}

/* ---- edited JSON ---- */

/* Writes the document, and when that owes something, derives it first. */
static inline void tell_written(struct record *r, struct rq_doc *doc, struct rq_error *err)
{
    struct rq_out out = {0}, second = {0};
    struct rq_error first = {0};
    bool fine = doc && rq_doc_write(doc, &out, &first);
    if (doc && !fine && first.hint == RQ_HINT_DERIVE) {
        tell_error(r, &first);
        rq_out_free(&out);
        fine = rq_doc_derive(doc, err) && rq_doc_write(doc, &out, err);
    } else if (!fine && doc) {
        *err = first;
    }
    if (fine && rq_doc_write_companion(doc, &second, err)) {
        tell_bytes(r, "file", rq_out_bytes(&out));
        tell_bytes(r, "second", rq_out_bytes(&second));
        tell_findings(r, doc);
        r->made++;
    } else {
        tell_error(r, err);
    }
    rq_out_free(&out);
    rq_out_free(&second);
}

typedef struct rq_doc *take_fn(struct record *r, struct rq_bytes text, struct rq_error *err);

static inline struct rq_doc *take_json(struct record *r, struct rq_bytes text, struct rq_error *err)
{
    return rq_doc_from_json(text, &r->options, err);
}

static inline char json_type(const char *value)
{
    bool number = *value == '-' || (*value >= '0' && *value <= '9');
    return number ? '0' : *value == '{' ? '[' : *value == 'f' ? 't' : *value;
}

/* Another type than that of the value is refused by the reader of JSON: null stands for all of them. */
static inline bool is_apt(struct edit_place at, size_t kind)
{
    return kind == 0 || kind >= VALUES || json_type(at.value) == json_type(edit_values[kind]);
}

/* Edits of a JSON text, and what comes of each. */
static inline void edit_json(struct record *r, const char *json, take_fn *take)
{
    struct rq_out places = {0};
    collect(&places, edit_blank(json));
    size_t count = places.size / sizeof(struct edit_place), all = count * EDITS;
    size_t times = affordable(r, strlen(json)), step = stride(r, all, r->apt ? 2 * times : times);
    for (size_t i = 0; i < all; i += step) {
        struct rq_error err = {0};
        struct rq_out text = {0};
        struct edit_place at;
        memcpy(&at, places.data + i / EDITS * sizeof at, sizeof at);
        if (r->apt && !is_apt(at, i % EDITS))
            continue;
        put_edited(&text, json, at, i % EDITS);
        said(&r->said, "-- edit %zu at %zu", i % EDITS, (size_t)(at.start - json));
        struct rq_doc *doc = take(r, (struct rq_bytes){text.data, text.size - 1}, &err);
        tell_written(r, doc, &err);
        rq_doc_free(doc);
        rq_out_free(&text);
    }
    rq_out_free(&places);
}

static inline void damage_json(struct record *r)
{
    struct rq_out json = {0};
    REQUIRE(rq_doc_to_json(r->whole, &json, NULL));
    rq_put8(&json, 0);
    begin(r, "json");
    edit_json(r, (const char *)json.data, take_json);
    end(r, "json");
    rq_out_free(&json);
}

/* ---- values by path ---- */

struct values {
    struct record *r;
    struct rq_out paths; /* of the values, a NUL behind each */
};

static inline bool tell_value(void *ctx, const struct rq_value *value)
{
    struct values *v = ctx;
    struct rq_out text = {0};
    bool done = rq_value_text(value, &text);
    said(&v->r->said, "%s %d %s: %d %.*s, %d %s", value->path, (int)value->type,
         value->kind ? value->kind : "-", done, (int)text.size, (char *)text.data, (int)value->ref,
         value->ref_to ? value->ref_to : "-");
    rq_put(&v->paths, value->path, strlen(value->path) + 1);
    rq_out_free(&text);
    v->r->made++;
    return true;
}

/* Something is done at the path to a fresh document. */
static inline void change(struct record *r, struct rq_bytes file, const char *path, size_t kind)
{
    static const char *const texts[] = {"", "0", "1", "-1", "300", "x", "none", "2.5"};
    enum { TEXTS = sizeof texts / sizeof texts[0] };
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_read(file, &r->options, NULL);
    bool done = false;
    if (kind < TEXTS)
        done = rq_doc_set(doc, path, texts[kind], &err);
    else if (kind == TEXTS)
        done = rq_doc_remove(doc, path, &err);
    else if (kind == TEXTS + 1)
        done = rq_doc_insert(doc, path, NULL, NULL, &err);
    else if (kind == TEXTS + 2)
        done = rq_doc_move(doc, path, 0, &err);
    else
        done = rq_doc_move(doc, path, 1, &err);
    said(&r->said, "-- change %zu of %s", kind, path);
    if (done)
        tell_written(r, doc, &err);
    else
        tell_error(r, &err);
    rq_doc_free(doc);
}

static inline void change_values(struct record *r, struct rq_bytes file)
{
    enum { CHANGES = 12 };
    struct values v = {.r = r};
    size_t count = 0, number = 0, times = affordable(r, file.size);
    begin(r, "values");
    CHECK(rq_doc_visit(r->whole, tell_value, &v, NULL));
    if (!rq_format_has_set(r->format))
        rq_out_cut(&v.paths, 0);
    for (size_t at = 0; at < v.paths.size; at += strlen((char *)v.paths.data + at) + 1)
        count++;
    size_t step = stride(r, count * CHANGES, times);
    for (size_t at = 0; at < v.paths.size; at += strlen((char *)v.paths.data + at) + 1)
        for (size_t kind = 0; kind < CHANGES; kind++)
            if (number++ % step == 0)
                change(r, file, (char *)v.paths.data + at, kind);
    end(r, "values");
    rq_out_free(&v.paths);
}

/* ---- open files, and back ---- */

/* Words of a text in turn are left out, doubled, or made another. */
static inline void edit_words(struct record *r, struct rq_bytes text, take_fn *take)
{
    static const char *const words[] = {"",  "x",          "-1",       "99999", "1.5 2", "0.1",
                                        "0", "4294967295", "\xC3\xA9", "nan",   "-inf",  "1e40"};
    /* What models are made of is calculated with, and the sign of a NaN that comes of it is the
     * compiler's. */
    const bool exact = strcmp(r->format->info.name, "mdl") != 0;
    const size_t count = !r->apt ? 5 : exact ? 12 : 9;
    static const char between[] = " \t\r\n,<>\"=";
    size_t number = 0, times = affordable(r, text.size), step = stride(r, text.size, times);
    for (size_t at = 0, size; at < text.size; at += size + 1) {
        for (size = 0; at + size < text.size && !strchr(between, text.data[at + size]);)
            size++;
        for (size_t i = 0; i < count && size; i++) {
            struct rq_error err = {0};
            struct rq_out edited = {0};
            if (number++ % step)
                continue;
            rq_put(&edited, text.data, at);
            rq_put_str(&edited, words[i]);
            rq_put(&edited, text.data + at + size, text.size - at - size);
            said(&r->said, "-- word at %zu is %s", at, words[i]);
            struct rq_doc *doc = take(r, rq_out_bytes(&edited), &err);
            tell_written(r, doc, &err);
            rq_doc_free(doc);
            rq_out_free(&edited);
        }
    }
}

static inline struct rq_doc *take_text(struct record *r, struct rq_bytes text, struct rq_error *err)
{
    return rq_doc_from_text(text, &r->options, err);
}

static inline struct rq_doc *take_import(struct record *r, struct rq_bytes file,
                                         struct rq_error *err)
{
    return rq_doc_import(file, r->format, &r->options, err);
}

static inline uint32_t word_at(const struct rq_out *out, size_t at)
{
    const uint8_t *p = out->data + at;
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* The GLB of the sample with another JSON chunk. The document borrows it. */
static inline struct rq_doc *take_glb(struct record *r, struct rq_bytes json, struct rq_error *err)
{
    size_t old = 20 + word_at(&r->glb, 12), size = (json.size + 3) & ~(size_t)3;
    rq_out_free(&r->edited);
    rq_put(&r->edited, r->glb.data, 20);
    rq_put(&r->edited, json.data, json.size);
    while (r->edited.size < 20 + size)
        rq_put8(&r->edited, ' ');
    rq_put(&r->edited, r->glb.data + old, r->glb.size - old);
    rq_patch32(&r->edited, 8, r->edited.size);
    rq_patch32(&r->edited, 12, size);
    return take_import(r, rq_out_bytes(&r->edited), err);
}

static inline void edit_glb(struct record *r, struct rq_bytes glb)
{
    struct rq_out json = {0};
    r->glb = (struct rq_out){0};
    rq_put(&r->glb, glb.data, glb.size);
    rq_put(&json, glb.data + 20, word_at(&r->glb, 12));
    rq_put8(&json, 0);
    edit_json(r, (const char *)json.data, take_glb);
    rq_out_free(&json);
    rq_out_free(&r->glb);
    rq_out_free(&r->edited);
}

/* Bytes in the first part of a file, where what it is stands. */
static inline void edit_bytes(struct record *r, struct rq_bytes file)
{
    uint8_t *copy = malloc(file.size);
    REQUIRE(copy != NULL);
    memcpy(copy, file.data, file.size);
    for (size_t at = 0; at < 64 && at < file.size; at++) {
        struct rq_error err = {0};
        copy[at] ^= 0x81;
        said(&r->said, "-- byte %zu is %u", at, copy[at]);
        struct rq_doc *doc = take_import(r, (struct rq_bytes){copy, file.size}, &err);
        tell_written(r, doc, &err);
        rq_doc_free(doc);
        copy[at] = file.data[at];
    }
    free(copy);
}

static inline bool has_word(const char *words, const char *word)
{
    size_t size = strlen(word);
    for (const char *p = words; (p = strstr(p, word)) != NULL; p += size)
        if ((p == words || p[-1] == ' ') && (p[size] == 0 || p[size] == ' '))
            return true;
    return false;
}

static inline bool tell_file(void *ctx, const char *name, struct rq_bytes bytes,
                             struct rq_error *err)
{
    struct record *r = ctx;
    (void)err;
    tell_bytes(r, name, bytes);
    r->made++;
    if (r->first.size == 0) {
        rq_put(&r->first, bytes.data, bytes.size);
        snprintf(r->first_name, sizeof r->first_name, "%s", name);
    }
    return true;
}

static inline void tell_lost(void *ctx, const struct rq_finding *lost)
{
    said(&((struct record *)ctx)->said, "lost %s: %s: %s", lost->id, lost->where, lost->text);
}

/* The JSON of another program. */
static inline void edit_text(struct record *r, struct rq_bytes text)
{
    struct rq_out json = {0};
    rq_put(&json, text.data, text.size);
    rq_put8(&json, 0);
    edit_json(r, (const char *)json.data, take_text);
    rq_out_free(&json);
}

/* The first file goes back, with one edit at a time. */
static inline void give_back(struct record *r, const struct rq_file_kind *kind)
{
    char kinds[RQ_KINDS_SIZE];
    struct rq_bytes first = rq_out_bytes(&r->first);
    struct rq_error err = {0};
    if (!first.size || !has_word(rq_format_kinds(r->format, RQ_WAY_IMPORT, kinds), kind->name))
        return;
    struct rq_doc *doc = (kind->is_text ? take_text : take_import)(r, first, &err);
    tell_written(r, doc, &err);
    rq_doc_free(doc);
    if (r->apt && first.data[0] == '{')
        edit_text(r, first);
    else if (kind->is_text)
        edit_words(r, first, take_text);
    else if (strcmp(kind->name, "glb") == 0)
        edit_glb(r, first);
    else if (strcmp(kind->name, "png") != 0) /* its sums let nothing pass, in the words of libpng */
        edit_bytes(r, first);
}

/* And into a document as it is, in place of what it was made of. */
static inline void put_back(struct record *r, struct rq_bytes file, const struct rq_file_kind *kind)
{
    char kinds[RQ_KINDS_SIZE];
    struct rq_error err = {0};
    if (!r->first.size || !has_word(rq_format_kinds(r->format, RQ_WAY_PUT, kinds), kind->name))
        return;
    struct rq_doc *doc = rq_doc_read(file, &r->options, NULL);
    said(&r->said, "-- put %s", r->first_name);
    if (doc && rq_doc_put_file(doc, r->first_name, rq_out_bytes(&r->first), &err))
        tell_written(r, doc, &err);
    else
        tell_error(r, &err);
    rq_doc_free(doc);
}

static inline void convert_to(struct record *r, struct rq_bytes file, const char *kind,
                              const char *dialect)
{
    char what[64];
    struct rq_error err = {0};
    struct rq_convert_options options = {.to = kind,
                                         .name = r->options.name,
                                         .dialect = dialect,
                                         .lost = tell_lost,
                                         .lost_ctx = r,
                                         .all_levels = true};
    snprintf(what, sizeof what, "convert %s%s%s", kind, dialect ? " " : "", dialect ? dialect : "");
    begin(r, what);
    if (!rq_doc_convert(r->whole, &options, tell_file, r, &err))
        tell_error(r, &err);
    give_back(r, rq_file_kind_by_name(kind));
    put_back(r, file, rq_file_kind_by_name(kind));
    rq_out_free(&r->first);
    end(r, what);
}

static inline void convert_all(struct record *r, struct rq_bytes file)
{
    char kinds[RQ_KINDS_SIZE], *rest = NULL;
    rq_format_kinds(r->format, RQ_WAY_CONVERT, kinds);
    for (char *kind = strtok_r(kinds, " ", &rest); kind; kind = strtok_r(NULL, " ", &rest)) {
        bool many = has_word("xml json csv", kind);
        if (strcmp(kind, "json") != 0)
            convert_to(r, file, kind, NULL);
        if (many && rq_doc_format(r->whole)->info.family[0] == 'k') {
            convert_to(r, file, kind, "xoreos");
            convert_to(r, file, kind, "pykotor");
        }
    }
}

/* ---- a sample ---- */

static inline void visit_sample(void *ctx, const struct sample *sample)
{
    struct record *r = ctx;
    struct rq_bytes file = {sample->data, sample->size};
    struct rq_error err = {0};
    r->sample = sample;
    r->format = rq_format_by_name(sample->format);
    r->options = (struct rq_options){
        .format = r->format, .companion = sample->companion, .name = sample->name};
    check_note("%s", sample->name);
    r->whole = rq_doc_read(file, &r->options, &err);
    if (!r->whole && r->joined)
        tell_error(r, &err);
    if (!r->whole && r->joined)
        return;
    REQUIRE(r->whole != NULL);
    damage_bytes(r, file);
    damage_json(r);
    change_values(r, file);
    convert_all(r, file);
    rq_doc_free(r->whole);
    r->whole = NULL;
}

/* ---- what is stored ---- */

/* Whether the line is of a file that another library would pack otherwise. */
static inline bool is_packed(const char *line, size_t size)
{
    static const char *const kinds[] = {"convert png", "convert gif", "convert bmfont",
                                        "convert glb", "demo: "};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        for (size_t at = 0; at + strlen(kinds[i]) < size; at++)
            if (memcmp(line + at, kinds[i], strlen(kinds[i])) == 0)
                return true;
    return false;
}

#endif
