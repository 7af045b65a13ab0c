/* grep: a pattern in the data of a game. What is searched is what a person would read:
 * the names and values of a resource's JSON form, the lines of its text, and the texts that its
 * StrRefs mean. */
#include "core/arena.h"
#include "core/json.h"
#include "core/pool.h"
#include "core/text.h"
#include "game.h"

#include <reliquary/tlk.h>
#include <stdio.h>
#include <stdlib.h>

struct search {
    const struct args *args;
    struct rq_game *game;
    size_t *hits; /* locations to look into */
    size_t count;
    char *pattern; /* with * around it, in lower case */
    struct rq_bytes tlk;
    struct rq_out *found;    /* for each, what to print */
    struct rq_error *errors; /* for each, why it could not be read */
    size_t lines;
    bool failed;
    struct progress progress;
};

/* One resource. */
struct look {
    const struct search *s;
    struct rq_out *out;
    char name[RQ_RESOURCE_NAME + 600]; /* and where it is, when that is in doubt */
    bool refers;                       /* its "strref"s are numbers of the talk table */
    bool gff;
    const char *text, *end;
    const char *printed; /* end of the last line that was */
    struct rq_out scratch;
    struct rq_jr jr;
};

/* ---- letters ---- */

/* The capitals of cp1250, cp1251 and cp1252. */
static uint32_t fold(uint32_t c)
{
    if (c < 0x80)
        return (uint8_t)rq_lower((char)c);
    if ((c >= 0xC0 && c <= 0xDE && c != 0xD7) || (c >= 0x410 && c <= 0x42F))
        return c + 32;
    if (c >= 0x400 && c <= 0x40F)
        return c + 80;
    if (c == 0x178)
        return 0xFF;
    /* Pairs: a capital, then its small letter; which of them is even changes twice. */
    bool odd = (c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17E);
    if (c >= 0x100 && c <= 0x17E && c != 0x130 && c != 0x138 && c != 0x149 && (c & 1) == odd)
        return c + 1;
    return c;
}

static void put_folded(struct rq_out *out, const char *text, size_t size)
{
    for (size_t at = 0, step; at < size; at += step) {
        uint8_t bytes[8];
        uint32_t code;
        step = rq_utf8_get((const uint8_t *)text + at, size - at, &code);
        if (step)
            rq_put(out, bytes, rq_utf8_put(bytes, fold(code)));
        else
            rq_put8(out, (uint8_t)text[at]);
        step = step ? step : 1;
    }
    rq_put8(out, 0);
}

static bool fits(struct look *l, const char *text, size_t size)
{
    rq_out_cut(&l->scratch, 0);
    put_folded(&l->scratch, text, size);
    return !l->scratch.failed && rq_glob(l->s->pattern, (char *)l->scratch.data);
}

/* ---- lines ---- */

/* The text of a StrRef, on one line; nothing when there is none. */
static void talk_text(const struct look *l, struct rq_str number, struct rq_out *text)
{
    struct rq_tlk_found found;
    if (!l->refers || !number.size || number.text[0] < '0' || number.text[0] > '9' ||
        !l->s->tlk.size || !rq_tlk_get(l->s->tlk, (uint32_t)strtoul(number.text, NULL, 10), &found))
        return;
    enum rq_codepage page = page_of(l->s->args);
    rq_text_decode(text, page ? page : rq_tlk_page(rq_get32(l->s->tlk.data + 8), RQ_CP1252),
                   found.text);
    for (size_t i = 0; i < text->size; i++)
        if (text->data[i] < ' ')
            text->data[i] = ' ';
}

/* The same for the first StrRef of a line. */
static void line_text(const struct look *l, const char *line, const char *end, struct rq_out *text)
{
    static const char key[] = "\"strref\": ";
    size_t size = sizeof key - 1;
    for (const char *p = line; p + size < end; p++) {
        if (memcmp(p, key, size) != 0)
            continue;
        talk_text(l, (struct rq_str){p + size, (size_t)(end - p) - size}, text);
        return;
    }
}

/* Prints the line around at, once; without its JSON around it. meant: the text that it refers
 * to, when that is what fits. */
static void put_line(struct look *l, const char *at, struct rq_out *meant)
{
    struct rq_out first = {0};
    if (l->printed && at < l->printed)
        return;
    const char *line = at, *end = memchr(at, '\n', (size_t)(l->end - at));
    while (line > l->text && line[-1] != '\n')
        line--;
    l->printed = end = end ? end : l->end;
    while (line < end && (*line == ' ' || *line == '\t'))
        line++;
    while (line < end && (end[-1] == '\r' || end[-1] == ','))
        end--;
    rq_put(l->out, l->name, strlen(l->name));
    rq_put(l->out, ": ", 2);
    rq_put(l->out, line, (size_t)(end - line));
    if (!meant->size) {
        line_text(l, line, end, &first);
        meant = &first;
    }
    if (meant->size) {
        rq_put(l->out, "  -> ", 5);
        rq_put(l->out, meant->data, meant->size);
    }
    rq_put8(l->out, '\n');
    rq_out_free(&first);
}

static void look_at_text(struct look *l)
{
    struct rq_out none = {0};
    for (const char *at = l->text; at < l->end;) {
        const char *end = memchr(at, '\n', (size_t)(l->end - at));
        end = end ? end : l->end;
        if (fits(l, at, (size_t)(end - at)))
            put_line(l, at, &none);
        at = end + 1;
    }
}

/* ---- values ---- */

/* A string, a number, or nothing to read. */
static void look_at_scalar(struct look *l, bool strref)
{
    enum rq_jtype type = rq_jr_peek(&l->jr);
    const char *at = (const char *)l->jr.p;
    struct rq_out meant = {0};
    struct rq_str value = {0};
    if (type == RQ_J_STRING) {
        value = rq_jr_string(&l->jr);
    } else {
        struct rq_bytes raw = rq_jr_raw(&l->jr);
        if (type == RQ_J_NUMBER)
            value = (struct rq_str){(const char *)raw.data, raw.size};
    }
    if (strref)
        talk_text(l, value, &meant);
    bool hit = (value.size && fits(l, value.text, value.size)) ||
               (meant.size && fits(l, (char *)meant.data, meant.size));
    if (hit)
        put_line(l, at, &meant);
    rq_out_free(&meant);
}

static void look_at_value(struct look *l, size_t depth, bool fields);

/* Words of the JSON form itself, that no file has: those of its head. */
static bool is_wrapper(size_t depth, struct rq_str key)
{
    return depth == 0 &&
           rq_word_in("format version type encoding layout form end", key.text, key.size);
}

static void look_at_object(struct look *l, size_t depth)
{
    struct rq_str key;
    rq_jr_object(&l->jr);
    while (rq_jr_key(&l->jr, &key)) {
        if (is_wrapper(depth, key))
            rq_jr_skip(&l->jr);
        else if (rq_str_is(key, "strref"))
            look_at_scalar(l, true);
        else
            look_at_value(l, depth + 1, l->gff && rq_str_is(key, "fields"));
    }
}

/* ["Label", "type", value]: the type is a word of the JSON form, and bytes are no text. */
static void look_at_field(struct look *l, size_t depth)
{
    bool bytes = false;
    rq_jr_array(&l->jr);
    for (size_t i = 0; rq_jr_more(&l->jr); i++) {
        if (i == 1 && rq_jr_peek(&l->jr) == RQ_J_STRING)
            bytes = rq_str_is(rq_jr_string(&l->jr), "void");
        else if (i == 2 && bytes)
            rq_jr_skip(&l->jr);
        else
            look_at_value(l, depth + 1, false);
    }
}

static void look_at_value(struct look *l, size_t depth, bool fields)
{
    enum rq_jtype type = rq_jr_peek(&l->jr);
    if (type == RQ_J_OBJECT) {
        look_at_object(l, depth);
    } else if (type == RQ_J_ARRAY) {
        rq_jr_array(&l->jr);
        while (rq_jr_more(&l->jr)) {
            if (fields && rq_jr_peek(&l->jr) == RQ_J_ARRAY)
                look_at_field(l, depth + 1);
            else
                look_at_value(l, depth + 1, false);
        }
    } else {
        look_at_scalar(l, false);
    }
}

static void look_at_json(struct look *l)
{
    struct rq_error ignored = {0};
    struct rq_ctx ctx = {.err = &ignored};
    struct rq_arena arena = {0};
    struct rq_bytes text = {(const uint8_t *)l->text, (size_t)(l->end - l->text)};
    rq_jr_open(&l->jr, text, &arena, &ctx);
    look_at_value(l, 0, false);
    rq_arena_free(&arena);
}

/* ---- resources ---- */

/* "module.ifo", or "module.ifo in modules/danm13.mod" where other modules have one too. */
static void name_look(struct look *l, const struct rq_resource *r)
{
    struct rq_resource next;
    bool several = !given(l->s->args, OPT_module) &&
                   (r->rank || (rq_game_at(l->s->game, r->at + 1, &next) && next.rank));
    snprintf(l->name, sizeof l->name, several ? "%s in %.500s" : "%s", r->name, r->source->path);
    rq_text_clean(l->name);
}

/* Of a file that says nothing of it. */
static enum rq_codepage text_page(const struct search *s)
{
    enum rq_codepage page = rq_game_describe(s->game)->codepage;
    return page ? page : RQ_CP1252;
}

static void search_one(void *ctx, size_t index)
{
    struct search *s = ctx;
    struct rq_resource r = {0};
    struct rq_bytes bytes;
    struct rq_error *err = &s->errors[index], ignored = {0};
    struct rq_out text = {0};
    struct look l = {.s = s, .out = &s->found[index]};
    rq_game_at(s->game, s->hits[index], &r);
    const char *name = r.name;
    if (!rq_game_bytes(s->game, &r, &bytes, err))
        return;
    name_look(&l, &r);
    struct rq_options options;
    read_options(s->args, name, &options);
    bool known = rq_format_detect(bytes, name) != NULL;
    struct rq_doc *doc = rq_doc_read(bytes, &options, known ? err : &ignored);
    const char *extension = rq_path_extension(name);
    if (doc)
        rq_doc_to_json(doc, &text, err);
    else if (strcmp(extension, "nss") == 0 || strcmp(extension, "txt") == 0)
        rq_text_decode(&text, text_page(s), bytes);
    l.text = (char *)text.data;
    l.end = l.text + text.size;
    /* In a talk table the number is the line's own. */
    l.refers = strcmp(extension, "tlk") != 0;
    l.gff = doc && strcmp(rq_format_describe(rq_doc_format(doc))->name, "gff") == 0;
    if (text.size && !text.failed && doc)
        look_at_json(&l);
    else if (text.size && !text.failed)
        look_at_text(&l);
    rq_out_free(&l.scratch);
    rq_doc_free(doc);
    rq_out_free(&text);
}

static void search_done(void *ctx, size_t index)
{
    struct search *s = ctx;
    struct rq_out *out = &s->found[index];
    if (out->size) {
        progress_wipe();
        fwrite(out->data, 1, out->size, stdout);
    }
    if (s->errors[index].code) {
        struct rq_resource r = {0};
        rq_game_at(s->game, s->hits[index], &r);
        report(r.name, &s->errors[index], EXIT_UNREADABLE);
        s->failed = true;
    }
    for (size_t i = 0; i < out->size; i++)
        s->lines += out->data[i] == '\n';
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
    return first->module && before->module && !r->source->inactive;
}

static bool make_pattern(struct search *s)
{
    struct rq_out out = {0};
    const char *pattern = s->args->paths[1];
    rq_put8(&out, '*');
    put_folded(&out, pattern, strlen(pattern));
    rq_out_cut(&out, out.size ? out.size - 1 : 0);
    rq_put(&out, "*", 2);
    s->pattern = (char *)out.data;
    return !out.failed;
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
    s->errors = calloc(s->count + 1, sizeof *s->errors);
    return s->hits && s->found && s->errors && make_pattern(s);
}

int run_grep(const struct args *args)
{
    struct search s = {.args = args};
    struct rq_resource tlk = {0};
    struct rq_error ignored = {0};
    if (!args->paths[1][0]) {
        complain("grep needs a pattern that is not empty; see reliquary grep --help");
        return EXIT_USAGE;
    }
    int code = open_game(args, NULL, &s.game);
    if (code)
        return code;
    if (rq_game_find(s.game, "dialog.tlk", &tlk))
        rq_game_bytes(s.game, &tlk, &s.tlk, &ignored);
    if (collect(&s)) {
        progress_open(&s.progress, args, "searched");
        rq_pool_run(&(struct rq_jobs){.count = s.count,
                                      .work = search_one,
                                      .done = search_done,
                                      .ctx = &s,
                                      .threads = jobs_of(args)});
        progress_close(&s.progress);
        code = s.failed ? EXIT_UNREADABLE : s.lines ? EXIT_FINE : EXIT_FINDINGS;
        code = game_code(s.game, code);
    } else {
        complain("out of memory");
        code = EXIT_UNREADABLE;
    }
    free(s.hits);
    free(s.found);
    free(s.errors);
    free(s.pattern);
    rq_game_close(s.game);
    return code;
}
