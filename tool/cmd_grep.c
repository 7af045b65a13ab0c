/* grep: a pattern in the data of an installation (src/game/search.h), over all cores. */
#include "core/json.h"
#include "core/pool.h"
#include "core/text.h"
#include "game.h"
#include "game/search.h"

#include <stdio.h>
#include <stdlib.h>

struct search {
    const struct args *args;
    struct rq_game *game;
    size_t *hits; /* resources to look into */
    size_t count;
    struct rq_search_talk talk;
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
    struct rq_out *out;
    size_t *lines;
    char name[RESOURCE_LABEL];
};

/* ---- hits ---- */

/* On one line. */
static void put_flat(struct rq_out *out, struct rq_bytes text)
{
    for (size_t i = 0; i < text.size; i++)
        rq_put8(out, text.data[i] < ' ' ? ' ' : text.data[i]);
}

static void put_json(struct look *l, const struct rq_search_hit *hit)
{
    struct rq_json j = {.out = l->out, .compact = true};
    rq_put(l->out, "  ", 2);
    rq_json_object_row(&j);
    rq_json_key(&j, "resource");
    rq_json_str(&j, l->resource->name);
    rq_json_key(&j, "source");
    rq_json_str(&j, l->resource->source->path);
    rq_json_key(&j, "path");
    rq_json_utf8(&j, hit->path);
    rq_json_key(&j, "value");
    rq_json_utf8(&j, hit->value);
    if (hit->meant.size) {
        rq_json_key(&j, "text");
        rq_json_utf8(&j, hit->meant);
    }
    rq_json_end_object(&j);
    rq_put(l->out, ",\n", 2);
}

static void put_hit(void *ctx, const struct rq_search_hit *hit)
{
    struct look *l = ctx;
    ++*l->lines;
    if (given(l->s->args, OPT_json)) {
        put_json(l, hit);
        return;
    }
    rq_putf(l->out, "%s: ", l->name);
    rq_put_bytes(l->out, hit->path);
    rq_put(l->out, ": ", 2);
    put_flat(l->out, hit->value);
    if (hit->meant.size) {
        rq_put(l->out, "  -> ", 5);
        put_flat(l->out, hit->meant);
    }
    rq_put8(l->out, '\n');
}

/* ---- resources ---- */

static void search_one(void *ctx, size_t index)
{
    struct search *s = ctx;
    struct rq_resource r = {0};
    struct rq_search search;
    struct rq_error *err = &s->errors[index];
    struct look l = {.s = s, .resource = &r, .out = &s->found[index], .lines = &s->lines[index]};
    rq_game_at(s->game, s->hits[index], &r);
    resource_label(s->args, s->game, &r, l.name, sizeof l.name);
    if (!rq_search_open(&search, s->game, s->args->paths[1], page_of(s->args), &s->talk, err))
        return;
    rq_search_resource(&search, &r, put_hit, &l, err);
    need_whole(l.out);
    rq_search_close(&search);
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

static void collect(struct search *s)
{
    const struct rq_game_filter filter = {.type = s->args->values[OPT_type],
                                          .source = s->args->values[OPT_source]};
    const struct rq_source *first = NULL, *before = NULL;
    struct rq_resource r = {0};
    s->hits = need(rq_game_count(s->game), sizeof *s->hits);
    for (size_t at = 1; rq_game_at(s->game, at, &r); at++) {
        first = r.rank ? first : r.source;
        if (rq_search_reads(r.name) && is_searched(s, first, before, &r) &&
            rq_resource_fits(&r, &filter))
            s->hits[s->count++] = at;
        before = r.source;
    }
    s->found = need(s->count, sizeof *s->found);
    s->lines = need(s->count, sizeof *s->lines);
    s->errors = need(s->count, sizeof *s->errors);
}

int run_grep(const struct args *args)
{
    const char *pattern = args->paths[1];
    struct search s = {.args = args};
    if (!pattern[0]) {
        complain("grep needs a pattern that is not empty; see reliquary grep --help");
        return EXIT_USAGE;
    }
    int code = open_game(args, NULL, &s.game);
    if (code)
        return code;
    rq_search_talk_open(&s.talk, s.game, pattern, page_of(args));
    collect(&s);
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
    free(s.hits);
    free(s.found);
    free(s.errors);
    free(s.lines);
    rq_search_talk_close(&s.talk);
    rq_game_close(s.game);
    return code;
}
