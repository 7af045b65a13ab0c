/* What a worker writes down, and the formats that take a few lines. */
#include "refs/refs.h"

#include <reliquary/lyt.h>
#include <reliquary/rtx.h>
#include <reliquary/sfx.h>
#include <reliquary/ssf.h>
#include <reliquary/texbsi.h>
#include <reliquary/tlk.h>
#include <reliquary/tpc.h>
#include <reliquary/txi.h>
#include <reliquary/vis.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- records of a batch: thing, kind and act, size of name, of types, of path (two bytes); then these ---- */

enum { NAME_MOST = 255, PATH_MOST = 1000 };

/* ASCII is the same in all pages. */
static void put_name(struct rq_collect *c, struct rq_bytes name)
{
    size_t from = c->batch->size;
    uint8_t high = 0;
    for (size_t i = 0; i < name.size; i++)
        high |= name.data[i];
    if (high < 0x80 || c->page == RQ_CP_DEFAULT)
        rq_put_bytes(c->batch, name);
    else
        rq_text_decode(c->batch, c->page, name);
    for (size_t i = from; !c->batch->failed && i < c->batch->size; i++)
        c->batch->data[i] = (uint8_t)rq_lower((char)c->batch->data[i]);
}

void rq_collect_put(struct rq_collect *c, unsigned thing, enum rq_use_kind kind,
                    struct rq_bytes name, const char *types)
{
    struct rq_out *out = c->batch;
    const uint8_t *nul = name.size ? memchr(name.data, 0, name.size) : NULL;
    size_t from = out->size, types_size = strlen(types);
    size_t path_size = c->path.size < PATH_MOST ? c->path.size : PATH_MOST;
    name.size = nul ? (size_t)(nul - name.data) : name.size;
    while (name.size && name.data[name.size - 1] == ' ')
        name.size--;
    if (!name.size)
        return;
    rq_put_zeros(out, 6);
    put_name(c, name);
    size_t name_size = out->size - from - 6;
    /* No name of a game is longer. */
    if (out->failed || name_size > NAME_MOST || types_size > NAME_MOST) {
        rq_out_cut(out, from);
        return;
    }
    uint8_t *head = out->data + from;
    head[0] = (uint8_t)thing;
    head[1] = (uint8_t)(kind | c->act << USE_KIND_BITS);
    head[2] = (uint8_t)name_size;
    head[3] = (uint8_t)types_size;
    rq_set16(head + 4, (uint16_t)path_size);
    rq_put(out, types, types_size);
    rq_put(out, c->path.data, path_size);
}

void rq_collect_number(struct rq_collect *c, enum rq_thing thing, enum rq_use_kind kind,
                       int64_t number)
{
    char text[24];
    int size = snprintf(text, sizeof text, "%lld", (long long)number);
    rq_collect_put(c, thing, kind, (struct rq_bytes){(const uint8_t *)text, (size_t)size}, "");
}

size_t rq_collect_enter(struct rq_collect *c, const char *part, size_t size)
{
    size_t had = c->path.size;
    if (had)
        rq_put8(&c->path, '/');
    rq_put(&c->path, part, size);
    return had;
}

size_t rq_collect_at(struct rq_collect *c, const char *fmt, ...)
{
    char part[300];
    va_list args;
    va_start(args, fmt);
    vsnprintf(part, sizeof part, fmt, args);
    va_end(args);
    return rq_collect_enter(c, part, strlen(part));
}

void rq_collect_back(struct rq_collect *c, size_t size)
{
    rq_out_cut(&c->path, size);
}

/* ---- values by the vocabulary of references ---- */

/* The part of ref behind a word that it starts with; NULL: another word. */
static const char *after(const char *ref, const char *word)
{
    size_t size = strlen(word);
    return strncmp(ref, word, size) == 0 ? ref + size : NULL;
}

static bool number_of(const struct rq_ref_value *v, int64_t *number)
{
    char text[24];
    char *end;
    *number = v->number;
    if (v->has_number)
        return true;
    if (!v->text.size || v->text.size >= sizeof text)
        return false;
    memcpy(text, v->text.data, v->text.size);
    text[v->text.size] = 0;
    *number = strtol(text, &end, 10);
    return end != text && !*end;
}

/* "appearance" of "appearance.label", and the number. */
static void put_row(struct rq_collect *c, enum rq_use_kind kind, const char *table, int64_t row)
{
    char text[80];
    int size =
        snprintf(text, sizeof text, "%.*s:%lld", (int)strcspn(table, "."), table, (long long)row);
    if (size > 0 && size < (int)sizeof text)
        rq_collect_put(c, RQ_THING_ROW, kind,
                       (struct rq_bytes){(const uint8_t *)text, (size_t)size}, "");
}

static void put_bits(struct rq_collect *c, enum rq_use_kind kind, const char *table, int64_t bits)
{
    for (int64_t row = 0; row < 32; row++)
        if (bits >> row & 1)
            put_row(c, kind, table, row);
}

/* "wav+lip": a file of the second type is looked for under the same name. Voices are recorded late
 * or never, and the game goes on without. */
static void put_resource(struct rq_collect *c, const char *types, const struct rq_ref_value *v,
                         enum rq_use_kind kind)
{
    const char *plus = strchr(types, '+');
    char first[16];
    if (!plus) {
        rq_collect_put(c, RQ_THING_RESOURCE, kind, v->text, types);
        return;
    }
    kind = kind == RQ_USE_PLAIN ? RQ_USE_OPTIONAL : kind;
    snprintf(first, sizeof first, "%.*s", (int)(plus - types), types);
    rq_collect_put(c, RQ_THING_RESOURCE, kind, v->text, first);
    rq_collect_put(c, RQ_THING_RESOURCE, kind, v->text, plus + 1);
}

/* References by name. A word that ends with ":" is followed by types. */
static const struct form {
    const char *word;
    enum rq_thing thing;
    bool own; /* it has a kind of its own, whatever the field is */
    enum rq_use_kind kind;
} forms[] = {
    {"stem:", RQ_THING_RESOURCE, true, RQ_USE_STEM},
    {"tag:", RQ_THING_TAG, false, RQ_USE_PLAIN},
    {"def:tag:", RQ_THING_TAG, true, RQ_USE_DEFINES},
    {"quest", RQ_THING_QUEST, false, RQ_USE_PLAIN},
    {"def:quest", RQ_THING_QUEST, true, RQ_USE_DEFINES},
    {"global", RQ_THING_GLOBAL, false, RQ_USE_PLAIN},
    {"def:global", RQ_THING_GLOBAL, true, RQ_USE_DEFINES},
    {"animation", RQ_THING_ANIMATION, false, RQ_USE_PLAIN},
};

static bool put_form(struct rq_collect *c, const char *ref, const struct rq_ref_value *v,
                     enum rq_use_kind kind)
{
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        const struct form *form = &forms[i];
        const char *rest = after(ref, form->word);
        if (!rest || (*rest && form->word[strlen(form->word) - 1] != ':'))
            continue;
        rq_collect_put(c, form->thing, form->own ? form->kind : kind, v->text, rest);
        return true;
    }
    return false;
}

void rq_collect_ref(struct rq_collect *c, const char *ref, const struct rq_ref_value *v,
                    enum rq_use_kind kind)
{
    const char *types = after(ref, "res:"), *table;
    int64_t number;
    if (types)
        put_resource(c, types, v, kind);
    if (types || put_form(c, ref, v, kind) || !number_of(v, &number))
        return;
    if (strcmp(ref, "strref") == 0 && number != -1 && number != UINT32_MAX)
        rq_collect_number(c, RQ_THING_STRREF, kind, number & 0xFFFFFFFF);
    else if ((table = after(ref, "flags:2da:")) != NULL)
        put_bits(c, kind, table, number);
    else if ((table = after(ref, "2da:")) != NULL)
        put_row(c, kind, table, number);
}

/* ---- files of few lines ---- */

static void put_text(struct rq_collect *c, const char *ref, struct rq_bytes text,
                     enum rq_use_kind kind)
{
    rq_collect_ref(c, ref, &(const struct rq_ref_value){.text = text}, kind);
}

static void collect_ssf(struct rq_collect *c)
{
    const struct rq_ssf *ssf = rq_doc_root(c->doc, "ssf");
    for (size_t i = 0; i < ssf->sound_count; i++) {
        const char *name = rq_ssf_name(i);
        /* The game reads those that have a name. */
        if (!name || ssf->sounds[i] == UINT32_MAX)
            continue;
        size_t size = rq_collect_at(c, "%s", name);
        rq_collect_number(c, RQ_THING_STRREF, RQ_USE_PLAIN, ssf->sounds[i]);
        rq_collect_back(c, size);
    }
}

static void collect_lyt(struct rq_collect *c)
{
    const struct rq_lyt *lyt = rq_doc_root(c->doc, "lyt");
    struct rq_lyt_item item;
    for (size_t i = 0; i < lyt->text.line_count; i++) {
        if (!rq_lyt_item(lyt, i, &item) || item.empty || item.section == RQ_LYT_DOORHOOKS)
            continue;
        size_t size = rq_collect_at(c, "line %zu", i + 1);
        put_text(c, "res:mdl", item.name, RQ_USE_PLAIN);
        rq_collect_back(c, size);
    }
}

/* Rooms by the name of their model. */
static void collect_vis(struct rq_collect *c)
{
    const struct rq_vis *vis = rq_doc_root(c->doc, "vis");
    for (size_t i = 0; i < vis->text.line_count; i++) {
        const struct rq_text_line *line = &vis->text.lines[i];
        if (line->kind != RQ_TEXT_HEAD && line->kind != RQ_TEXT_ITEM)
            continue;
        size_t size = rq_collect_at(c, "line %zu", i + 1);
        put_text(c, "res:mdl", line->name, RQ_USE_OPTIONAL);
        rq_collect_back(c, size);
    }
}

static void collect_txi(struct rq_collect *c)
{
    static const char *const textures[] = {"envmaptexture", "bumpmaptexture", "bumpyshinytexture"};
    const struct rq_txi *txi = rq_doc_root(c->doc, "txi");
    for (size_t i = 0; i < sizeof textures / sizeof textures[0]; i++) {
        const struct rq_text_line *line = rq_txi_find(txi, textures[i]);
        if (!line)
            continue;
        size_t size = rq_collect_at(c, "%s", textures[i]);
        put_text(c, "res:tpc|tga", line->value, RQ_USE_PLAIN);
        rq_collect_back(c, size);
    }
}

/* The text that a texture takes along. */
static void collect_tpc(struct rq_collect *c)
{
    const struct rq_tpc *tpc = rq_doc_root(c->doc, "tpc");
    const struct rq_options options = {.format = rq_format_by_name("txi")};
    struct rq_error ignored = {0};
    struct rq_doc *doc = tpc->txi.size ? rq_doc_read(tpc->txi, &options, &ignored) : NULL;
    if (!doc)
        return;
    struct rq_collect inner = *c;
    inner.doc = doc;
    inner.path = (struct rq_out){0};
    rq_collect_at(&inner, "txi");
    collect_txi(&inner);
    rq_out_free(&inner.path);
    rq_doc_free(doc);
}

/* Looked up one by one: a talk table is large, and most texts have no voice. */
static void collect_tlk(struct rq_collect *c)
{
    uint32_t count = c->bytes.size >= 20 ? rq_get32(c->bytes.data + 12) : 0;
    struct rq_tlk_found found;
    for (uint32_t i = 0; i < count && rq_tlk_get(c->bytes, i, &found); i++) {
        struct rq_bytes name = {(const uint8_t *)found.entry.sound, sizeof found.entry.sound};
        if (!(found.entry.flags & RQ_TLK_SOUND) || !found.entry.sound[0])
            continue;
        size_t size = rq_collect_at(c, "%u/sound", i);
        rq_collect_put(c, RQ_THING_RESOURCE, RQ_USE_OPTIONAL, name, "wav");
        rq_collect_back(c, size);
    }
    if (rq_casecmp(c->name, RQ_TALK_TABLE) != 0)
        return;
    size_t size = rq_collect_at(c, "%u", count);
    rq_collect_put(c, RQ_THING_TABLE, RQ_USE_DEFINES,
                   (struct rq_bytes){(const uint8_t *)RQ_TALK_TABLE, strlen(RQ_TALK_TABLE)}, "");
    rq_collect_back(c, size);
}

static void collect_rtx(struct rq_collect *c)
{
    const struct rq_rtx *rtx = rq_doc_root(c->doc, "rtx");
    for (size_t i = 0; i < rtx->entry_count; i++) {
        size_t size = rq_collect_at(c, "%zu", i);
        rq_collect_put(c, RQ_THING_LINE, RQ_USE_DEFINES,
                       (struct rq_bytes){(const uint8_t *)rtx->entries[i].tag, 4}, "");
        rq_collect_back(c, size);
    }
}

static void collect_sfx(struct rq_collect *c)
{
    const struct rq_sfx *sfx = rq_doc_root(c->doc, "sfx");
    for (size_t i = 0; i < sfx->effect_count; i++) {
        size_t size = rq_collect_at(c, "%zu", i);
        rq_collect_number(c, RQ_THING_SOUND, RQ_USE_DEFINES, (int64_t)i);
        rq_collect_back(c, size);
    }
}

/* "D02005" is image 5 of bank 302: a letter for the hundreds, two digits, three of the image. */
static void collect_texbsi(struct rq_collect *c)
{
    const struct rq_texbsi *bank = rq_doc_root(c->doc, "texbsi");
    for (size_t i = 0; i < bank->image_count; i++) {
        const char *name = bank->images[i].name;
        char text[16];
        int hundreds = rq_lower(name[0]) - 'a';
        if (hundreds < 0 || hundreds > 25 || strspn(name + 1, "0123456789") < 5)
            continue;
        int number = hundreds * 100 + (name[1] - '0') * 10 + name[2] - '0';
        int image = (name[3] - '0') * 100 + (name[4] - '0') * 10 + name[5] - '0';
        int length = snprintf(text, sizeof text, "%d:%d", number, image);
        size_t size = rq_collect_at(c, "%.6s", name);
        rq_collect_put(c, RQ_THING_IMAGE, RQ_USE_DEFINES,
                       (struct rq_bytes){(const uint8_t *)text, (size_t)length}, "");
        rq_collect_back(c, size);
    }
}

/* ---- which reader ---- */

static const struct reader {
    const char *format;
    void (*collect)(struct rq_collect *c);
} readers[] = {
    {"gff", rq_collect_gff},    {"twoda", rq_collect_twoda},
    {"mdl", rq_collect_mdl},    {"tpc", collect_tpc},
    {"txi", collect_txi},       {"lyt", collect_lyt},
    {"vis", collect_vis},       {"ssf", collect_ssf},
    {"rgm", rq_collect_rgm},    {"model3d", rq_collect_model3d},
    {"ini", rq_collect_ini},    {"def", rq_collect_def},
    {"rtx", collect_rtx},       {"sfx", collect_sfx},
    {"texbsi", collect_texbsi}, {"ncs", rq_collect_ncs},
};

static const struct reader *reader_of(const struct rq_format *format)
{
    for (size_t i = 0; format && i < sizeof readers / sizeof readers[0]; i++)
        if (strcmp(readers[i].format, rq_format_describe(format)->name) == 0)
            return &readers[i];
    return NULL;
}

/* Files without an extension are looked at; with one that is of no format, or only of formats without a
 * reader, they name nothing. */
bool rq_collect_reads(const char *name)
{
    const char *extension = rq_path_extension(name);
    if (!extension[0] || rq_type_in("tlk", extension, strlen(extension)))
        return true;
    for (size_t i = 0; i < rq_format_count(); i++)
        if (rq_format_has_extension(rq_format_at(i), name) && reader_of(rq_format_at(i)))
            return true;
    return false;
}

static bool is_talk(struct rq_bytes bytes)
{
    return bytes.size >= 8 && memcmp(bytes.data, "TLK V", 5) == 0;
}

bool rq_collect_file(struct rq_collect *c, struct rq_error *err)
{
    if (is_talk(c->bytes)) {
        collect_tlk(c);
        return true;
    }
    const struct rq_format *format = rq_format_detect(c->bytes, c->name);
    const struct reader *reader = reader_of(format);
    const struct rq_options options = {.name = c->name, .format = format};
    c->doc = reader ? rq_doc_read(c->bytes, &options, err) : NULL;
    if (!c->doc)
        return !reader;
    c->page = c->doc->page;
    reader->collect(c);
    rq_doc_free(c->doc);
    return true;
}
