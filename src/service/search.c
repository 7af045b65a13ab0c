/* Finding things: by content, by who uses them, and by what is wrong with them. */
#include "game/search.h"
#include "core/file.h"
#include "core/text.h"
#include "service/call.h"

#include <reliquary/lint.h>
#include <reliquary/refs.h>

/* ---- contents ---- */

/* A piece of the search ends after so many resources with this many seconds behind them, or hits. */
static const double PIECE_SECONDS = 0.1;
enum { PIECE_HITS = 200 };

struct hits {
    struct call *c;
    const char *key;
    size_t count;
};

static void put_hit(void *ctx, const struct rq_search_hit *hit)
{
    struct hits *h = ctx;
    struct rq_json *j = &h->c->j;
    if (h->count++ >= PIECE_HITS * 5) /* one resource with no end of them */
        return;
    rq_json_object(j);
    put_text(j, "res", h->key);
    rq_json_key(j, "path");
    rq_json_utf8(j, hit->path);
    rq_json_key(j, "value");
    rq_json_utf8(j, hit->value);
    if (hit->meant.size) {
        rq_json_key(j, "means");
        rq_json_utf8(j, hit->meant);
    }
    rq_json_end_object(j);
}

/* Resources from number `from` on, until the piece is full; returns where the next begins, 0: none. */
static size_t search_piece(struct call *c, struct rq_game *game, struct rq_search *search,
                           size_t from)
{
    struct hits h = {.c = c};
    struct rq_resource r = {0};
    const char *type = parameter(c, "type");
    const struct rq_game_filter filter = {.type = *type ? type : NULL};
    double end = rq_clock() + PIECE_SECONDS;
    size_t at = from;
    for (; rq_game_at(game, at, &r); at++) {
        if (h.count >= PIECE_HITS || rq_clock() > end)
            return at;
        if (!rq_search_reads(r.name) || !rq_resource_fits(&r, &filter) || r.source->inactive)
            continue;
        h.key = key_of(&c->arena, &r);
        rq_search_resource(search, &r, put_hit, &h, NULL); /* a damaged one has no hits */
    }
    return 0;
}

bool answer_search(struct call *c)
{
    struct opened *o;
    struct rq_search search;
    struct rq_game *game = take_game(c, &o);
    if (!game)
        return false;
    bool fine = rq_search_open(&search, game, parameter(c, "q"), RQ_CP_DEFAULT, NULL, &c->err);
    if (fine) {
        rq_json_object(&c->j);
        put_number(&c->j, "total", rq_game_count(game));
        rq_json_key(&c->j, "hits");
        rq_json_array(&c->j);
        size_t next = search_piece(c, game, &search, (size_t)parameter_number(c, "from", 1));
        rq_json_end_array(&c->j);
        if (next)
            put_number(&c->j, "next", next);
        rq_json_end_object(&c->j);
        rq_search_close(&search);
    }
    rq_game_close(game);
    return fine;
}

/* ---- references ---- */

/* The index of a game, made when first asked for; NULL after an error. It lives until the game changes: with
 * the lock held. */
static struct rq_refs *index_of(struct call *c, struct opened *o)
{
    const char *cache = rq_arena_printf(&c->arena, "%s/index", c->service->state);
    if (!o->refs)
        o->refs = rq_refs_open(o->game, &(struct rq_refs_options){.cache = cache}, &c->err);
    return o->refs;
}

static void put_use(struct call *c, const struct opened *o, const struct rq_use *use)
{
    struct rq_resource r = {0};
    if (!rq_game_at(o->game, use->at, &r))
        return;
    rq_json_object(&c->j);
    put_text(&c->j, "res", key_of(&c->arena, &r));
    put_text(&c->j, "path", use->path);
    put_text(&c->j, "thing", rq_thing_word(use->thing));
    put_text(&c->j, "name", use->name);
    put_text(&c->j, "use", rq_use_word(use->kind));
    rq_json_end_object(&c->j);
}

/* Pieces of an index: fn gives the next use. */
static bool answer_uses_of(struct call *c, bool (*fn)(struct call *c, const struct rq_refs *refs,
                                                      size_t *next, struct rq_use *use))
{
    enum { MOST_USES = 1000 };
    struct opened *o;
    struct rq_use use;
    struct rq_game *game = take_game(c, &o);
    size_t next = (size_t)parameter_number(c, "from", 0), told = 0;
    if (!game)
        return false;
    rq_json_object(&c->j);
    rq_json_key(&c->j, "uses");
    rq_json_array(&c->j);
    pthread_mutex_lock(&c->service->lock);
    struct rq_refs *refs = index_of(c, o);
    bool more = refs != NULL;
    while (more && told < MOST_USES && (more = fn(c, refs, &next, &use))) {
        put_use(c, o, &use);
        told++;
    }
    pthread_mutex_unlock(&c->service->lock);
    rq_json_end_array(&c->j);
    if (more)
        put_number(&c->j, "next", next);
    rq_json_end_object(&c->j);
    rq_game_close(game);
    return refs != NULL;
}

static bool next_use(struct call *c, const struct rq_refs *refs, size_t *next, struct rq_use *use)
{
    return rq_refs_find(refs, parameter(c, "name"), next, use);
}

static bool next_missing(struct call *c, const struct rq_refs *refs, size_t *next,
                         struct rq_use *use)
{
    (void)c;
    return rq_refs_missing(refs, false, next, use, NULL);
}

bool answer_uses(struct call *c)
{
    return answer_uses_of(c, next_use);
}

bool answer_missing(struct call *c)
{
    return answer_uses_of(c, next_missing);
}

bool answer_unused(struct call *c)
{
    struct opened *o;
    struct rq_unused unused;
    enum rq_thing thing;
    const char *type = parameter(c, "type");
    struct rq_game *game = take_game(c, &o);
    size_t next = 0;
    if (!game)
        return false;
    bool fine =
        rq_thing_by_word(parameter(c, "kind"), &thing) ||
        refuse(c, 400, parameter(c, "kind"), "is no kind of thing: resource, tag, global ...");
    rq_json_object(&c->j);
    rq_json_key(&c->j, "unused");
    rq_json_array(&c->j);
    pthread_mutex_lock(&c->service->lock);
    struct rq_refs *refs = fine ? index_of(c, o) : NULL;
    while (refs && rq_refs_unused(refs, thing, *type ? type : NULL, &next, &unused)) {
        struct rq_resource r = {0};
        rq_json_object(&c->j);
        put_text(&c->j, "name", unused.name);
        put_text(&c->j, "res", rq_game_at(o->game, unused.at, &r) ? key_of(&c->arena, &r) : "");
        put_text(&c->j, "path", unused.path);
        rq_json_end_object(&c->j);
    }
    pthread_mutex_unlock(&c->service->lock);
    rq_json_end_array(&c->j);
    rq_json_end_object(&c->j);
    rq_game_close(game);
    return refs != NULL;
}

/* ---- lint ---- */

static const char *const severities[] = {"info", "warning", "error"};

static void put_lint(void *ctx, const struct rq_lint_finding *f)
{
    struct call *c = ctx;
    rq_json_object(&c->j);
    put_text(&c->j, "rule", f->rule->id);
    put_text(&c->j, "severity", severities[f->rule->severity]);
    put_text(&c->j, "path", f->path);
    put_text(&c->j, "value", f->value);
    put_text(&c->j, "text", f->text);
    put_text(&c->j, "why", f->rule->why);
    if (f->fix)
        put_text(&c->j, "fix", f->fix);
    rq_json_end_object(&c->j);
}

bool answer_lint(struct call *c)
{
    struct taken t;
    if (!take_resource(c, &t))
        return false;
    struct rq_lint_options options = {.game = t.game, .threads = 1};
    rq_json_object(&c->j);
    rq_json_key(&c->j, "findings");
    rq_json_array(&c->j);
    bool fine = rq_lint_bytes(rq_path_base(t.key), t.bytes, &options, put_lint, c, &c->err);
    rq_json_end_array(&c->j);
    rq_json_end_object(&c->j);
    leave_resource(&t);
    return fine;
}

bool answer_explain(struct call *c)
{
    struct rq_lint_rule rule;
    if (!rq_lint_rule_by_id(parameter(c, "rule"), &rule))
        return refuse(c, 404, parameter(c, "rule"), "there is no such rule");
    rq_json_object(&c->j);
    put_text(&c->j, "id", rule.id);
    put_text(&c->j, "severity", severities[rule.severity]);
    put_text(&c->j, "text", rule.text);
    put_text(&c->j, "why", rule.why);
    put_text(&c->j, "remedy", rule.remedy);
    put_text(&c->j, "source", rule.source);
    rq_json_end_object(&c->j);
    return true;
}
