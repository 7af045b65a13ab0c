/* grep: a pattern in the data of an installation. What is searched is what a person would read:
 * the values of a resource with the names of its fields, the lines of its text, and the texts that
 * its StrRefs mean. */
#include "core/json.h"
#include "core/match.h"
#include "core/pool.h"
#include "core/text.h"
#include "game.h"

#include <reliquary/tlk.h>
#include <stdio.h>
#include <stdlib.h>

struct search {
    const struct args *args;
    struct rq_game *game;
    size_t *hits; /* resources to look into */
    size_t count;
    bool numbers; /* the pattern may fit a number */
    bool literal; /* what fits it is in the bytes of a file as it is, see is_literal */
    struct rq_bytes tlk;
    uint8_t *talk; /* one byte for each text of the talk table: whether it fits */
    uint32_t talk_count;
    bool talk_fits;          /* any of them */
    struct rq_out *found;    /* for each, what to print */
    size_t *lines;           /* and how many hits that are */
    struct rq_error *errors; /* for each, why it could not be read */
    size_t all_lines;
    bool failed;
    struct progress progress;
};

/* One resource. */
struct look {
    const struct search *s;
    const struct rq_resource *resource;
    struct rq_match match;
    struct rq_out *out;
    size_t *lines;
    char name[RESOURCE_LABEL];
    bool labels;                     /* names of fields are searched as well */
    struct rq_out text, meant, path; /* of the value at hand */
};

/* ---- hits ---- */

/* On one line. */
static void flatten(struct rq_out *text)
{
    for (size_t i = 0; i < text->size; i++)
        if (text->data[i] < ' ')
            text->data[i] = ' ';
}

static void put_json(struct look *l)
{
    struct rq_json j = {.out = l->out, .compact = true};
    rq_put(l->out, "  ", 2);
    rq_json_object_row(&j);
    rq_json_key(&j, "resource");
    rq_json_str(&j, l->resource->name);
    rq_json_key(&j, "source");
    rq_json_str(&j, l->resource->source->path);
    rq_json_key(&j, "path");
    rq_json_utf8(&j, rq_out_bytes(&l->path));
    rq_json_key(&j, "value");
    rq_json_utf8(&j, rq_out_bytes(&l->text));
    if (l->meant.size) {
        rq_json_key(&j, "text");
        rq_json_utf8(&j, rq_out_bytes(&l->meant));
    }
    rq_json_end_object(&j);
    rq_put(l->out, ",\n", 2);
}

static void put_hit(struct look *l)
{
    ++*l->lines;
    if (given(l->s->args, OPT_json)) {
        put_json(l);
        return;
    }
    flatten(&l->text);
    flatten(&l->meant);
    rq_putf(l->out, "%s: ", l->name);
    rq_put_bytes(l->out, rq_out_bytes(&l->path));
    rq_put(l->out, ": ", 2);
    rq_put_bytes(l->out, rq_out_bytes(&l->text));
    if (l->meant.size) {
        rq_put(l->out, "  -> ", 5);
        rq_put_bytes(l->out, rq_out_bytes(&l->meant));
    }
    rq_put8(l->out, '\n');
}

/* ---- values ---- */

/* The path without the word that says that the number is one of the talk table. */
static void set_path(struct look *l, const struct rq_value *v)
{
    size_t size = strlen(v->path), word = strlen("/strref");
    bool strref =
        v->ref == RQ_REF_STRREF && size > word && strcmp(v->path + size - word, "/strref") == 0;
    rq_out_cut(&l->path, 0);
    rq_put(&l->path, v->path, strref ? size - word : size);
}

static struct rq_bytes name_of(const struct look *l)
{
    size_t from = l->path.size;
    while (from && l->path.data[from - 1] != '/')
        from--;
    return (struct rq_bytes){l->path.data + from, l->path.size - from};
}

static enum rq_codepage talk_page(const struct search *s)
{
    enum rq_codepage asked = page_of(s->args);
    return asked ? asked : rq_tlk_page(rq_get32(s->tlk.data + 8), RQ_CP1252);
}

/* The text of a StrRef fits. Is filled in for a hit by any way. */
static bool talk_fits(struct look *l, const struct rq_value *v, bool fill)
{
    struct rq_tlk_found found;
    if (v->ref != RQ_REF_STRREF || v->u >= UINT32_MAX || !l->s->tlk.size ||
        !rq_tlk_get(l->s->tlk, (uint32_t)v->u, &found))
        return false;
    enum rq_codepage page = talk_page(l->s);
    if (fill)
        rq_text_decode(&l->meant, page, found.text);
    return rq_match_text(&l->match, page, found.text);
}

static bool value_fits(struct look *l, const struct rq_value *v)
{
    if (v->type == RQ_VALUE_TEXT)
        return rq_match_text(&l->match, v->page, v->bytes);
    if (v->type > RQ_VALUE_FLOAT || !l->s->numbers)
        return false;
    rq_out_cut(&l->text, 0);
    rq_value_text(v, &l->text);
    return rq_match_text(&l->match, RQ_CP_DEFAULT, rq_out_bytes(&l->text));
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
    set_path(l, v);
    if (!hit && !rq_match_text(&l->match, RQ_CP_DEFAULT, name_of(l)))
        return true;
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
        if (!rq_match_text(&l->match, page, text))
            continue;
        rq_out_cut(&l->path, 0);
        rq_out_cut(&l->text, 0);
        rq_putf(&l->path, "%zu", line);
        rq_text_decode(&l->text, page, text);
        put_hit(l);
    }
}

/* ---- what can't have a hit ---- */

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

/* Which texts of the talk table fit; all are taken to fit without memory. */
static void match_talk(struct search *s)
{
    struct rq_match match;
    struct rq_tlk_found found;
    uint32_t count = s->tlk.size >= 20 ? rq_get32(s->tlk.data + 12) : 0;
    s->talk = count <= s->tlk.size / 40 ? calloc(count + 1, 1) : NULL;
    if (!s->talk || !rq_match_open(&match, s->args->paths[1], NULL)) {
        s->literal = false;
        return;
    }
    for (s->talk_count = 0; s->talk_count < count; s->talk_count++) {
        uint32_t i = s->talk_count;
        s->talk[i] =
            rq_tlk_get(s->tlk, i, &found) && rq_match_text(&match, talk_page(s), found.text);
        s->talk_fits = s->talk_fits || s->talk[i];
    }
    s->literal = s->literal && !match.glob.failed && !match.scratch.failed;
    rq_match_close(&match);
}

/* A GFF that was read refers to a text that fits. Straight from the table of fields: a localised string
 * has its number 4 bytes behind its size, and so has a StrRef. */
static bool talks(const struct search *s, struct rq_bytes gff)
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
        if (strref < s->talk_count && s->talk[strref])
            return true;
    }
    return false;
}

/* False when no value of a document can fit. The formats are those whose texts and names of fields all
 * stand in the file. */
static bool may_fit(struct look *l, const char *kind, struct rq_bytes bytes)
{
    bool gff = strcmp(kind, "gff") == 0;
    if (!l->s->literal || !(gff || strcmp(kind, "2da") == 0 || strcmp(kind, "tlk") == 0))
        return true;
    return (gff && l->s->talk_fits && talks(l->s, bytes)) ||
           rq_match_text(&l->match, RQ_CP_DEFAULT, bytes);
}

/* ---- resources ---- */

/* Of a file that says nothing of it. */
static enum rq_codepage text_page(const struct search *s)
{
    enum rq_codepage page = rq_game_describe(s->game)->codepage;
    return page ? page : RQ_CP1252;
}

static void look_into(struct look *l, struct rq_bytes bytes, struct rq_error *err)
{
    const char *name = l->resource->name, *extension = rq_path_extension(name);
    struct rq_options options;
    struct rq_error ignored = {0};
    read_options(l->s->args, name, &options);
    const struct rq_format *format = rq_format_detect(bytes, name);
    struct rq_doc *doc = rq_doc_read(bytes, &options, format ? err : &ignored);
    const char *kind = format ? rq_format_describe(format)->name : "";
    l->labels = rq_word_in("gff ssf ini", kind, strlen(kind));
    if (doc && may_fit(l, kind, bytes))
        rq_doc_visit(doc, look_at_value, l, err);
    else if (!doc && (rq_casecmp(extension, "nss") == 0 || rq_casecmp(extension, "txt") == 0))
        look_at_lines(l, text_page(l->s), bytes);
    rq_doc_free(doc);
}

static void search_one(void *ctx, size_t index)
{
    struct search *s = ctx;
    struct rq_resource r = {0};
    struct rq_bytes bytes;
    struct rq_error *err = &s->errors[index];
    struct look l = {.s = s, .resource = &r, .out = &s->found[index], .lines = &s->lines[index]};
    rq_game_at(s->game, s->hits[index], &r);
    if (!rq_game_bytes(s->game, &r, &bytes, err))
        return;
    resource_label(s->args, s->game, &r, l.name, sizeof l.name);
    if (rq_match_open(&l.match, s->args->paths[1], NULL))
        look_into(&l, bytes, err);
    if (l.out->failed || l.match.glob.failed)
        rq_fail(err, RQ_NO_MEMORY, 0, "", "out of memory");
    rq_match_close(&l.match);
    rq_out_free(&l.text);
    rq_out_free(&l.meant);
    rq_out_free(&l.path);
}

static void search_done(void *ctx, size_t index)
{
    struct search *s = ctx;
    struct rq_out *out = &s->found[index];
    bool json = given(s->args, OPT_json);
    if (out->size) {
        progress_wipe();
        if (json && s->all_lines)
            fputs(",\n", stdout);
        fwrite(out->data, 1, json ? out->size - 2 : out->size, stdout);
    }
    if (s->errors[index].code) {
        struct rq_resource r = {0};
        rq_game_at(s->game, s->hits[index], &r);
        report(r.name, &s->errors[index], EXIT_UNREADABLE);
        s->failed = true;
    }
    s->all_lines += s->lines[index];
    rq_out_free(out);
    *out = (struct rq_out){0};
    progress_show(&s->progress, index + 1, s->count);
}

/* Models, pictures, sounds and compiled scripts have nothing to read, nor have archives: their
 * entries are searched, where the game has them. */
static bool is_readable(const char *name)
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

/* While no module is named, each has its own: of the locations of one name the first, every
 * module's, and the first that is of none. Asked for a source, all that it has. */
static bool is_searched(const struct search *s, const struct rq_source *first,
                        const struct rq_source *before, const struct rq_resource *r)
{
    if (r->rank == 0)
        return true;
    if (given(s->args, OPT_source))
        return before != r->source;
    if (given(s->args, OPT_module) || before == r->source)
        return false;
    if (r->source->module)
        return !r->source->inactive;
    return first && first->module && before && before->module && !r->source->inactive;
}

static bool collect(struct search *s)
{
    const struct rq_game_filter filter = {.type = s->args->values[OPT_type],
                                          .source = s->args->values[OPT_source]};
    const struct rq_source *first = NULL, *before = NULL;
    struct rq_resource r = {0};
    s->hits = calloc(rq_game_count(s->game) + 1, sizeof *s->hits);
    for (size_t at = 1; s->hits && rq_game_at(s->game, at, &r); at++) {
        first = r.rank ? first : r.source;
        if (is_readable(r.name) && is_searched(s, first, before, &r) &&
            rq_resource_fits(&r, &filter))
            s->hits[s->count++] = at;
        before = r.source;
    }
    s->found = calloc(s->count + 1, sizeof *s->found);
    s->lines = calloc(s->count + 1, sizeof *s->lines);
    s->errors = calloc(s->count + 1, sizeof *s->errors);
    return s->hits && s->found && s->lines && s->errors;
}

int run_grep(const struct args *args)
{
    const char *pattern = args->paths[1];
    struct search s = {.args = args,
                       .numbers = strspn(pattern, "0123456789.-+einf*?") == strlen(pattern)};
    s.literal = is_literal(pattern) && !s.numbers;
    struct rq_resource tlk = {0};
    struct rq_error ignored = {0};
    if (!pattern[0]) {
        complain("grep needs a pattern that is not empty; see reliquary grep --help");
        return EXIT_USAGE;
    }
    int code = open_game(args, NULL, &s.game);
    if (code)
        return code;
    if (rq_game_find(s.game, "dialog.tlk", &tlk))
        rq_game_bytes(s.game, &tlk, &s.tlk, &ignored);
    if (s.literal)
        match_talk(&s);
    if (collect(&s)) {
        progress_open(&s.progress, args, "searched");
        if (given(args, OPT_json))
            puts("[");
        rq_pool_run(&(struct rq_jobs){.count = s.count,
                                      .work = search_one,
                                      .done = search_done,
                                      .ctx = &s,
                                      .threads = jobs_of(args)});
        progress_close(&s.progress);
        if (given(args, OPT_json))
            puts(s.all_lines ? "\n]" : "]");
        code = s.failed ? EXIT_UNREADABLE : s.all_lines ? EXIT_FINE : EXIT_FINDINGS;
        code = game_code(s.game, code);
    } else {
        complain("out of memory");
        code = EXIT_UNREADABLE;
    }
    free(s.hits);
    free(s.found);
    free(s.errors);
    free(s.lines);
    free(s.talk);
    rq_game_close(s.game);
    return code;
}
