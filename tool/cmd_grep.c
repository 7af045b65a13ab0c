/* grep: a pattern in the data of an installation. What is searched is what a person would read:
 * the lines of a resource's JSON form or of its text, and the texts that its StrRefs mean. */
#include "core/pool.h"
#include "core/text.h"
#include "game.h"

#include <reliquary/tlk.h>
#include <stdio.h>
#include <stdlib.h>

struct search {
    const struct args *args;
    struct rq_kotor *game;
    const struct rq_kotor_entry **hits; /* resources to look into */
    size_t count;
    char *pattern; /* with * around it */
    struct rq_bytes tlk;
    struct rq_out *found; /* for each, what to print */
    size_t lines;
    struct progress progress;
};

/* Without its JSON around it. */
static void put_line(struct rq_out *out, const char *name, const char *line, size_t size,
                     const char *more)
{
    while (size && (*line == ' ' || *line == '\t')) {
        line++;
        size--;
    }
    while (size && (line[size - 1] == '\r' || line[size - 1] == ','))
        size--;
    rq_put(out, name, strlen(name));
    rq_put(out, ": ", 2);
    rq_put(out, line, size);
    if (more) {
        rq_put(out, "  -> ", 5);
        rq_put(out, more, strlen(more));
    }
    rq_put8(out, '\n');
}

/* The text that a line refers to: `"strref": 26217`. */
static char *text_of_line(const struct search *s, const char *line)
{
    const char *at = strstr(line, "\"strref\": ");
    struct rq_tlk_found found;
    struct rq_out out = {0};
    if (!at || at[10] < '0' || at[10] > '9' || !s->tlk.size ||
        !rq_tlk_get(s->tlk, (uint32_t)strtoul(at + 10, NULL, 10), &found))
        return NULL;
    rq_text_decode(&out, tlk_page(s->args, s->tlk), found.text);
    rq_put8(&out, 0);
    if (out.failed) {
        rq_out_free(&out);
        return NULL;
    }
    for (size_t i = 0; i + 1 < out.size; i++)
        if (out.data[i] == '\n' || out.data[i] == '\r')
            out.data[i] = ' ';
    return (char *)out.data;
}

static void look_at_line(const struct search *s, struct rq_out *out, const char *name, char *line,
                         size_t size)
{
    char was = line[size];
    line[size] = 0;
    /* In a talk table the number is the line's own. */
    bool refers = strcmp(rq_path_extension(name), "tlk") != 0;
    char *text = refers ? text_of_line(s, line) : NULL;
    bool hit = rq_glob(s->pattern, line), meant = text && rq_glob(s->pattern, text);
    if (hit || meant)
        put_line(out, name, line, size, text);
    free(text);
    line[size] = was;
}

static void look_at(const struct search *s, struct rq_out *out, const char *name, char *text,
                    size_t size)
{
    for (size_t at = 0; at < size;) {
        const char *end = memchr(text + at, '\n', size - at);
        size_t line = end ? (size_t)(end - (text + at)) : size - at;
        look_at_line(s, out, name, text + at, line);
        at += line + 1;
    }
}

static void search_one(void *ctx, size_t index)
{
    struct search *s = ctx;
    char name[RQ_KOTOR_NAME];
    struct rq_bytes bytes;
    struct rq_error ignored = {0};
    struct rq_out text = {0};
    rq_kotor_name(s->hits[index], name);
    if (!rq_kotor_bytes(s->game, s->hits[index], &bytes, &ignored))
        return;
    struct rq_options options;
    read_options(s->args, name, &options);
    struct rq_doc *doc = rq_read(bytes, &options, &ignored);
    const char *extension = rq_path_extension(name);
    if (doc)
        rq_to_json(doc, &text, &ignored);
    else if (strcmp(extension, "nss") == 0 || strcmp(extension, "txt") == 0)
        rq_text_decode(&text, RQ_CP1252, bytes);
    size_t size = text.size;
    rq_put8(&text, 0);
    if (!text.failed)
        look_at(s, &s->found[index], name, (char *)text.data, size);
    rq_doc_free(doc);
    rq_out_free(&text);
}

static void search_done(void *ctx, size_t index)
{
    struct search *s = ctx;
    struct rq_out *out = &s->found[index];
    if (out->size)
        fwrite(out->data, 1, out->size, stdout);
    for (size_t i = 0; i < out->size; i++)
        s->lines += out->data[i] == '\n';
    rq_out_free(out);
    *out = (struct rq_out){0};
    progress_show(&s->progress, index + 1, s->count);
}

/* Models, pictures, sounds and compiled scripts have nothing to read. */
static bool is_readable(const char *name)
{
    const char *extension = rq_path_extension(name);
    return !rq_word_in("mdl mdx tga tpc dds wav wok pwk dwk ncs plt lip ltr bik bmu", extension,
                       strlen(extension));
}

static bool collect(struct search *s)
{
    const struct rq_kotor_entry *entries;
    size_t count = rq_kotor_entries(s->game, &entries);
    s->hits = calloc(count + 1, sizeof(void *));
    s->found = calloc(count + 1, sizeof *s->found);
    size_t size = strlen(s->args->paths[1]);
    s->pattern = malloc(size + 3);
    if (!s->hits || !s->found || !s->pattern)
        return false;
    snprintf(s->pattern, size + 3, "*%s*", s->args->paths[1]);
    for (size_t i = 0; i < count; i++) {
        char name[RQ_KOTOR_NAME];
        rq_kotor_name(&entries[i], name);
        bool hidden = i && memcmp(entries[i].resref, entries[i - 1].resref, 16) == 0 &&
                      entries[i].type == entries[i - 1].type;
        if (!hidden && is_readable(name) && game_takes(s->args, s->game, &entries[i], NULL))
            s->hits[s->count++] = &entries[i];
    }
    return true;
}

int run_grep(const struct args *args)
{
    struct search s = {.args = args};
    const struct rq_kotor_entry *tlk;
    struct rq_error ignored = {0};
    int code = open_game(args, NULL, &s.game);
    if (code)
        return code;
    if (rq_kotor_find(s.game, "dialog.tlk", &tlk))
        rq_kotor_bytes(s.game, tlk, &s.tlk, &ignored);
    if (collect(&s)) {
        progress_open(&s.progress, args, "searched");
        rq_pool_run(&(struct rq_jobs){.count = s.count,
                                      .work = search_one,
                                      .done = search_done,
                                      .ctx = &s,
                                      .threads = jobs_of(args)});
        progress_close(&s.progress);
        code = s.lines ? EXIT_FINE : EXIT_FINDINGS;
    } else {
        complain("out of memory");
        code = EXIT_UNREADABLE;
    }
    free(s.hits);
    free(s.found);
    free(s.pattern);
    rq_kotor_close(s.game);
    return code;
}
