/* Making an index, and going through it. */
#include "refs/refs.h"
#include "core/pool.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- words ---- */

static const char *const words[] = {
#define WORD(id, word, doc) word,
    RQ_THINGS(WORD)
#undef WORD
};

const char *rq_thing_word(enum rq_thing thing)
{
    return (unsigned)thing < RQ_THING_COUNT ? words[thing] : NULL;
}

bool rq_thing_by_word(const char *word, enum rq_thing *thing)
{
    for (unsigned i = 0; i < RQ_THING_COUNT; i++)
        if (rq_casecmp(words[i], word) == 0) {
            *thing = (enum rq_thing)i;
            return true;
        }
    return false;
}

const char *rq_use_word(enum rq_use_kind kind)
{
    static const char *const kinds[] = {"use",      "optional", "ignored",
                                        "possible", "stem",     "definition"};
    return (unsigned)kind < sizeof kinds / sizeof kinds[0] ? kinds[kind] : NULL;
}

const char *rq_act_word(enum rq_act act)
{
    static const char *const acts[] = {
#define WORD(id, word) word,
        RQ_ACTS(WORD)
#undef WORD
    };
    return (unsigned)act < RQ_ACT_COUNT ? acts[act] : NULL;
}

/* ---- which files ---- */

/* Of the locations of one name: the first, every module's, and the first that is of none. They
 * stand together, the winner first. */
static uint32_t *list_files(const struct rq_game *game, size_t *count)
{
    uint32_t *list = rq_mem_zeroed(rq_game_count(game) + 1, sizeof *list);
    const struct rq_source *before = NULL;
    struct rq_resource r = {0};
    bool common = false;
    *count = 0;
    for (size_t at = 1; list && rq_game_at(game, at, &r); at++) {
        bool first = r.rank == 0, used = !r.source->inactive && (first || r.source != before);
        common = common && !first;
        if (used && (r.source->module || !common) && rq_collect_reads(r.name))
            list[(*count)++] = (uint32_t)at;
        common = common || (used && !r.source->module);
        before = r.source;
    }
    return list;
}

/* ---- making ---- */

struct making {
    struct rq_refs *refs;
    uint32_t *files;
    size_t count;
    struct rq_out *batches;
    struct rq_error *errors;
    struct rq_via via[VIA_TABLES];
    struct rq_doc *def;
};

static void read_one(void *ctx, size_t index)
{
    struct making *m = ctx;
    struct rq_game *game = m->refs->game;
    struct rq_error *err = &m->errors[index];
    struct rq_resource r = {0};
    struct rq_collect c = {.game = game, .via = m->via, .batch = &m->batches[index]};
    c.def = m->def ? rq_doc_root(m->def, "def") : NULL;
    rq_game_at(game, m->files[index], &r);
    c.name = r.name;
    if (rq_game_bytes(game, &r, &c.bytes, err))
        rq_collect_file(&c, err);
    if (c.batch->failed || c.path.failed)
        rq_fail(err, RQ_NO_MEMORY, 0, "", "out of memory");
    rq_out_free(&c.path);
}

static void read_done(void *ctx, size_t index)
{
    struct making *m = ctx;
    struct rq_out *batch = &m->batches[index];
    const struct rq_error *err = &m->errors[index];
    if (err->code)
        rq_refs_add_problem(m->refs, m->files[index], err);
    m->refs->failed = m->refs->failed || err->code == RQ_NO_MEMORY;
    if (!m->refs->failed && batch->size)
        rq_refs_take(m->refs, rq_out_bytes(batch), m->files[index]);
    rq_out_free(batch);
    *batch = (struct rq_out){0};
}

static struct rq_doc *open_found(const struct rq_game *game, const char *name)
{
    struct rq_resource r = {0};
    struct rq_error ignored = {0};
    return rq_game_find(game, name, &r) ? rq_game_read(game, &r, NULL, &ignored) : NULL;
}

/* What others are read with: item properties name rows of tables that these tables name; scripts of
 * Redguard have numbers for what SOUP386.DEF names. */
static void open_tables(struct making *m)
{
    static const char *const names[VIA_TABLES] = {"itempropdef", "iprp_costtable",
                                                  "iprp_paramtable"};
    for (size_t i = 0; i < VIA_TABLES; i++) {
        char file[32];
        snprintf(file, sizeof file, "%s.2da", names[i]);
        m->via[i] = (struct rq_via){names[i], open_found(m->refs->game, file)};
    }
    m->def = open_found(m->refs->game, "SOUP386.DEF");
}

static bool make(struct rq_refs *refs, unsigned threads)
{
    struct making m = {.refs = refs};
    m.files = list_files(refs->game, &m.count);
    m.batches = rq_mem_zeroed(m.count + 1, sizeof *m.batches);
    m.errors = rq_mem_zeroed(m.count + 1, sizeof *m.errors);
    bool fine = m.files && m.batches && m.errors && rq_key_set_open(&refs->things, &refs->arena, 0);
    if (fine) {
        open_tables(&m);
        rq_pool_run(&(struct rq_jobs){
            .count = m.count, .work = read_one, .done = read_done, .ctx = &m, .threads = threads});
        refs->info.files = m.count;
    }
    for (size_t i = 0; i < VIA_TABLES; i++)
        rq_doc_free(m.via[i].doc);
    rq_doc_free(m.def);
    free(m.files);
    free(m.batches);
    free(m.errors);
    return fine && !refs->failed;
}

static void tell_problems(const struct rq_refs *refs, const struct rq_refs_options *options)
{
    for (size_t i = 0; options->problem && i < refs->info.problems; i++) {
        const struct rq_refs_problem *p = &refs->problems[i];
        struct rq_resource r = {0};
        if (rq_game_at(refs->game, p->at, &r))
            options->problem(options->problem_ctx, r.name, &p->err);
    }
}

struct rq_refs *rq_refs_open(struct rq_game *game, const struct rq_refs_options *options,
                             struct rq_error *err)
{
    static const struct rq_refs_options none;
    size_t refusals = rq_memory_refusals();
    struct rq_refs *refs = rq_mem_zeroed(1, sizeof *refs);
    options = options ? options : &none;
    if (refs)
        refs->game = rq_game_share(game);
    bool loaded = refs && options->cache && rq_refs_load(refs, options->cache);
    if (!refs || (!loaded && !make(refs, options->threads)) || !rq_refs_finish(refs) ||
        !rq_memory_lasted(refusals, NULL)) {
        rq_refs_close(refs);
        rq_fail(err, RQ_NO_MEMORY, 0, rq_game_describe(game)->path, "out of memory");
        return NULL;
    }
    refs->info.cached = loaded;
    if (options->cache && !loaded)
        rq_refs_save(refs, options->cache);
    tell_problems(refs, options);
    return refs;
}

void rq_refs_close(struct rq_refs *refs)
{
    if (!refs)
        return;
    rq_refs_empty(refs);
    rq_game_close(refs->game);
    free(refs);
}

const struct rq_refs_info *rq_refs_describe(const struct rq_refs *refs)
{
    return &refs->info;
}

/* ---- going through it ---- */

bool rq_refs_at(const struct rq_refs *refs, size_t index, struct rq_use *use)
{
    if (index >= refs->count)
        return false;
    const struct rq_use_row *row = &refs->rows[index];
    const uint32_t *thing = refs->things.keys[row->thing];
    *use = (struct rq_use){.thing = (enum rq_thing)thing[0],
                           .name = rq_refs_text_at(refs, thing[1]),
                           .types = rq_refs_text_at(refs, row->types >> USE_KIND_BITS),
                           .kind = (enum rq_use_kind)(row->types & ((1u << USE_KIND_BITS) - 1)),
                           .act = (enum rq_act)row->act,
                           .at = row->at,
                           .path = rq_refs_text_at(refs, row->path)};
    return true;
}

bool rq_refs_of(const struct rq_refs *refs, enum rq_thing thing, const char *name, size_t *next,
                struct rq_use *use)
{
    uint32_t number;
    if (!rq_refs_number(refs, thing, name, &number) ||
        *next >= refs->first[number + 1] - refs->first[number])
        return false;
    return rq_refs_at(refs, refs->order[refs->first[number] + (*next)++], use);
}

bool rq_refs_in(const struct rq_refs *refs, size_t at, size_t *next, struct rq_use *use)
{
    size_t low = 0, high = refs->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (refs->rows[middle].at < at)
            low = middle + 1;
        else
            high = middle;
    }
    low += *next;
    if (low >= refs->count || refs->rows[low].at != at)
        return false;
    ++*next;
    return rq_refs_at(refs, low, use);
}

bool rq_refs_thing(const struct rq_refs *refs, size_t *next, enum rq_thing *thing,
                   const char **name)
{
    if (*next >= refs->things.count)
        return false;
    const uint32_t *key = refs->things.keys[(*next)++];
    *thing = (enum rq_thing)key[0];
    *name = rq_refs_text_at(refs, key[1]);
    return true;
}
