#include "game/search.h"

#include "core/file.h"
#include "core/text.h"

#include <reliquary/tlk.h>
#include <stdlib.h>

/* One resource. */
struct look {
    struct rq_search *s;
    rq_search_fn *fn;
    void *ctx;
    bool labels;                     /* names of fields are searched as well */
    struct rq_out text, meant, path; /* of the value at hand */
};

static enum rq_codepage talk_page(struct rq_bytes talk, enum rq_codepage asked)
{
    return asked ? asked : rq_tlk_page(rq_get32(talk.data + 8), RQ_CP1252);
}

static struct rq_bytes talk_of(const struct rq_game *game)
{
    struct rq_resource found = {0};
    struct rq_bytes talk = {0};
    if (rq_game_find(game, "dialog.tlk", &found))
        rq_game_bytes(game, &found, &talk, NULL);
    return talk;
}

/* Letters, digits and blanks, and not digits alone: no form of a number fits such a pattern, nor what
 * a path has beside names of fields, and in every code page these letters are bytes of their own. */
static bool is_literal(const char *pattern)
{
    bool letter = false;
    for (const char *p = pattern; *p; p++) {
        char c = rq_lower(*p);
        bool is_letter = (c >= 'a' && c <= 'z') || c == '_';
        letter = letter || is_letter;
        if (!is_letter && (c < '0' || c > '9') && c != ' ')
            return false;
    }
    return letter;
}

bool rq_search_open(struct rq_search *s, const struct rq_game *game, const char *pattern,
                    enum rq_codepage page, const struct rq_search_talk *fits, struct rq_error *err)
{
    size_t refusals = rq_memory_refusals();
    *s = (struct rq_search){.game = game, .page = page, .fits = fits};
    s->numbers = strspn(pattern, "0123456789.-+einf*?") == strlen(pattern);
    bool fine = rq_match_open(&s->match, pattern, NULL);
    s->literal = fits && fits->fits && !s->numbers && is_literal(pattern);
    s->talk = talk_of(game);
    if (fine && rq_memory_lasted(refusals, NULL))
        return true;
    rq_match_close(&s->match);
    return rq_fail(err, RQ_NO_MEMORY, 0, "", "out of memory");
}

void rq_search_talk_open(struct rq_search_talk *talk, const struct rq_game *game,
                         const char *pattern, enum rq_codepage page)
{
    struct rq_match match;
    struct rq_tlk_found found;
    struct rq_bytes table = talk_of(game);
    uint32_t count = table.size >= 20 ? rq_get32(table.data + 12) : 0;
    *talk = (struct rq_search_talk){0};
    talk->fits = count <= table.size / 40 ? rq_mem_zeroed(count + 1, 1) : NULL;
    if (!talk->fits || !rq_match_open(&match, pattern, NULL)) {
        rq_search_talk_close(talk);
        return;
    }
    for (; talk->count < count; talk->count++) {
        talk->fits[talk->count] = rq_tlk_get(table, talk->count, &found) &&
                                  rq_match_text(&match, talk_page(table, page), found.text);
        talk->any = talk->any || talk->fits[talk->count];
    }
    bool failed = match.glob.failed || match.scratch.failed;
    rq_match_close(&match);
    if (failed)
        rq_search_talk_close(talk);
}

void rq_search_talk_close(struct rq_search_talk *talk)
{
    free(talk->fits);
    *talk = (struct rq_search_talk){0};
}

void rq_search_close(struct rq_search *s)
{
    rq_match_close(&s->match);
}

bool rq_search_reads(const char *name)
{
    static const char silent[] =
        "mdl mdx tga tpc dds wav wok pwk dwk ncs plt lip ltr bik bmu "
        "3d 3dc bsi gxa fnt sfx pcx bmp lbm anm col wld pvo erf mod hak sav rim bif bzf rob key";
    const char *extension = rq_path_extension(name);
    char lower[8] = "";
    size_t size = strlen(extension);
    for (size_t i = 0; i < size && i < sizeof lower - 1; i++)
        lower[i] = rq_lower(extension[i]);
    bool numbered = size == 3 && strspn(lower, "0123456789") == 3; /* TEXBSI.302 */
    return size >= sizeof lower || (!numbered && !rq_word_in(silent, lower, size));
}

static void put_hit(struct look *l)
{
    l->fn(l->ctx, &(struct rq_search_hit){rq_out_bytes(&l->path), rq_out_bytes(&l->text),
                                          rq_out_bytes(&l->meant)});
}

/* ---- values ---- */

/* The path without the word that says that the number is one of the talk table. */
static struct rq_bytes path_of(const struct rq_value *v)
{
    size_t size = strlen(v->path), word = strlen("/strref");
    bool strref =
        v->ref == RQ_REF_STRREF && size > word && strcmp(v->path + size - word, "/strref") == 0;
    return (struct rq_bytes){(const uint8_t *)v->path, strref ? size - word : size};
}

static struct rq_bytes name_of(struct rq_bytes path)
{
    size_t from = path.size;
    while (from && path.data[from - 1] != '/')
        from--;
    return (struct rq_bytes){path.data + from, path.size - from};
}

/* The text of a StrRef fits. Is filled in for a hit by any way. */
static bool talk_fits(struct look *l, const struct rq_value *v, bool fill)
{
    struct rq_tlk_found found;
    struct rq_bytes talk = l->s->talk;
    if (v->ref != RQ_REF_STRREF || v->u >= UINT32_MAX || !talk.size ||
        !rq_tlk_get(talk, (uint32_t)v->u, &found))
        return false;
    enum rq_codepage page = talk_page(talk, l->s->page);
    if (fill)
        rq_text_decode(&l->meant, page, found.text);
    return rq_match_text(&l->s->match, page, found.text);
}

static bool value_fits(struct look *l, const struct rq_value *v)
{
    if (v->type == RQ_VALUE_TEXT)
        return rq_match_text(&l->s->match, v->page, v->bytes);
    if (v->type > RQ_VALUE_FLOAT || !l->s->numbers)
        return false;
    rq_out_cut(&l->text, 0);
    rq_value_text(v, &l->text);
    return rq_match_text(&l->s->match, RQ_CP_DEFAULT, rq_out_bytes(&l->text));
}

/* Words of the JSON form itself, that no file has: those of its head. */
static bool is_wrapper(const struct look *l, const char *path)
{
    return !l->labels && !strchr(path, '/') &&
           rq_word_in("type encoding layout form end", path, strlen(path));
}

static bool look_at_value(void *ctx, const struct rq_value *v)
{
    struct look *l = ctx;
    if (v->type == RQ_VALUE_BYTES || is_wrapper(l, v->path))
        return true;
    bool hit = value_fits(l, v) || talk_fits(l, v, false);
    if (!hit && !l->labels)
        return true;
    struct rq_bytes path = path_of(v);
    if (!hit && !rq_match_text(&l->s->match, RQ_CP_DEFAULT, name_of(path)))
        return true;
    rq_out_cut(&l->path, 0);
    rq_put_bytes(&l->path, path);
    rq_out_cut(&l->text, 0);
    rq_out_cut(&l->meant, 0);
    if (v->type == RQ_VALUE_LIST)
        rq_putf(&l->text, "list of %llu", (unsigned long long)v->u);
    else if (v->type == RQ_VALUE_STRUCT)
        rq_putf(&l->text, "struct %llu", (unsigned long long)v->u);
    else
        rq_value_text(v, &l->text);
    talk_fits(l, v, true);
    put_hit(l);
    return true;
}

/* ---- lines ---- */

/* Scripts and other text: the path is the number of the line. */
static void look_at_lines(struct look *l, enum rq_codepage page, struct rq_bytes bytes)
{
    for (size_t line = 1, at = 0; at < bytes.size; line++) {
        const uint8_t *end = memchr(bytes.data + at, '\n', bytes.size - at);
        size_t size = end ? (size_t)(end - bytes.data) - at : bytes.size - at;
        struct rq_bytes text = {bytes.data + at, size};
        at += size + 1;
        while (text.size && (text.data[text.size - 1] == '\r' || text.data[text.size - 1] == ' '))
            text.size--;
        while (text.size && (*text.data == ' ' || *text.data == '\t'))
            text = (struct rq_bytes){text.data + 1, text.size - 1};
        if (!rq_match_text(&l->s->match, page, text))
            continue;
        rq_out_cut(&l->path, 0);
        rq_out_cut(&l->text, 0);
        rq_putf(&l->path, "%zu", line);
        rq_text_decode(&l->text, page, text);
        put_hit(l);
    }
}

/* ---- what can't have a hit ---- */

/* A GFF refers to a text that fits. Straight from the table of fields: a localised string
 * has its number 4 bytes behind its size, and so has a StrRef. */
static bool talks(const struct rq_search_talk *talk, struct rq_bytes gff)
{
    enum { HEAD = 56, FIELD = 12, LOCSTRING = 12, STRREF = 18 };
    if (gff.size < HEAD)
        return true;
    uint32_t fields = rq_get32(gff.data + 16), count = rq_get32(gff.data + 20);
    uint32_t data = rq_get32(gff.data + 32);
    if (fields > gff.size || count > (gff.size - fields) / FIELD)
        return true;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *field = gff.data + fields + (size_t)i * FIELD;
        uint32_t type = rq_get32(field);
        uint64_t at = (uint64_t)data + rq_get32(field + 8) + 4;
        if ((type != LOCSTRING && type != STRREF) || at + 4 > gff.size)
            continue;
        uint32_t strref = rq_get32(gff.data + at) & 0xFFFFFF; /* as rq_tlk_get takes it */
        if (strref < talk->count && talk->fits[strref])
            return true;
    }
    return false;
}

/* False when no value of a file can fit: then it need not be read. The formats are those whose texts and names of
 * fields all stand in the file. */
static bool may_fit(struct rq_search *s, const char *kind, struct rq_bytes bytes)
{
    bool gff = strcmp(kind, "gff") == 0;
    if (!s->literal || !(gff || strcmp(kind, "tlk") == 0))
        return true;
    return (gff && s->fits->any && talks(s->fits, bytes)) ||
           rq_match_text(&s->match, RQ_CP_DEFAULT, bytes);
}

/* ---- resources ---- */

/* Of a file that says nothing of it. */
static enum rq_codepage text_page(const struct rq_search *s)
{
    enum rq_codepage page = rq_game_describe(s->game)->codepage;
    return page ? page : RQ_CP1252;
}

bool rq_search_bytes(struct rq_search *s, const char *name, struct rq_bytes bytes, rq_search_fn *fn,
                     void *ctx, struct rq_error *err)
{
    const char *extension = rq_path_extension(name);
    size_t refusals = rq_memory_refusals();
    struct look l = {.s = s, .fn = fn, .ctx = ctx};
    struct rq_error own = {0};
    const struct rq_format *format = rq_format_detect(bytes, name);
    struct rq_options options = {.name = name, .codepage = s->page, .format = format};
    const char *kind = format ? rq_format_describe(format)->name : "";
    if (format && !may_fit(s, kind, bytes))
        return rq_memory_lasted(refusals, err);
    struct rq_doc *doc = rq_doc_read(bytes, &options, &own);
    bool fine = doc || !format;
    l.labels = rq_word_in("gff ssf ini", kind, strlen(kind));
    if (doc)
        fine = rq_doc_visit(doc, look_at_value, &l, &own);
    else if (!doc && (rq_casecmp(extension, "nss") == 0 || rq_casecmp(extension, "txt") == 0))
        look_at_lines(&l, text_page(s), bytes);
    fine = rq_memory_lasted(refusals, &own) && fine;
    if (!fine && err)
        *err = own;
    rq_doc_free(doc);
    rq_out_free(&l.text);
    rq_out_free(&l.meant);
    rq_out_free(&l.path);
    return fine;
}

bool rq_search_resource(struct rq_search *s, const struct rq_resource *resource, rq_search_fn *fn,
                        void *ctx, struct rq_error *err)
{
    struct rq_bytes bytes;
    return rq_game_bytes(s->game, resource, &bytes, err) &&
           rq_search_bytes(s, resource->name, bytes, fn, ctx, err);
}
