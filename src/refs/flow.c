/* The flow of quests of Redguard as a graph: an actor leads to the flags that it sets, the items that it
 * gives and the maps that it enters; flags and items lead to the actors that test them. */
#include "convert/convert.h"
#include "refs/refs.h"

#include <reliquary/rtx.h>
#include <stdio.h>
#include <stdlib.h>

enum node_kind { NODE_ACTOR, NODE_FLAG, NODE_ITEM, NODE_MAP, NODE_KINDS };

static const char *const kinds[] = {"actor", "flag", "item", "map"};

struct flow {
    const struct rq_refs *refs;
    struct rq_arena arena;
    struct rq_key_set asked; /* thing, place of its name: what is asked for */
    bool all;
    struct rq_key_set things; /* the same; node + 1 in node_of */
    uint32_t *node_of;
    struct rq_key_set ties; /* from, to, act: one edge each */
    struct rq_graph graph;
    uint32_t node_room, edge_room;
    struct rq_doc *texts; /* ENGLISH.RTX; or NULL */
    bool failed;
};

/* ---- what counts ---- */

static bool kind_of(const struct rq_use *use, enum node_kind *kind)
{
    switch (use->thing) {
    case RQ_THING_FLAG: *kind = NODE_FLAG; break;
    case RQ_THING_ITEM: *kind = NODE_ITEM; break;
    case RQ_THING_MAP: *kind = NODE_MAP; break;
    default: return false;
    }
    return use->act != RQ_ACT_NONE && use->act != RQ_ACT_SHOWS;
}

/* "GUARD" of "GUARD/script/#1F". */
static size_t actor_size(const char *path)
{
    const char *script = strstr(path, "/script/");
    return script ? (size_t)(script - path) : 0;
}

static bool same_actor(const struct rq_use *a, const struct rq_use *b)
{
    size_t size = actor_size(a->path);
    return a->at == b->at && size == actor_size(b->path) && strncmp(a->path, b->path, size) == 0;
}

static void thing_key(const struct flow *f, const struct rq_use *use, uint32_t key[4])
{
    key[0] = use->thing;
    key[1] = (uint32_t)(use->name - rq_refs_text_at(f->refs, 0));
    key[2] = key[3] = 0;
}

static void ask(struct flow *f, const char *query)
{
    struct rq_use use;
    uint32_t key[4], number;
    for (size_t next = 0; rq_refs_find(f->refs, query, &next, &use);) {
        thing_key(f, &use, key);
        f->failed = f->failed || !rq_key_set_put(&f->asked, &f->arena, key, &number);
    }
}

/* Whether the actor of the use at this index, the first of its own, has to do with what is asked for. */
static bool is_asked(const struct flow *f, size_t index)
{
    struct rq_use first, use;
    uint32_t key[4], number;
    if (f->all)
        return true;
    rq_refs_at(f->refs, index, &first);
    for (; rq_refs_at(f->refs, index, &use) && same_actor(&first, &use); index++) {
        thing_key(f, &use, key);
        if (rq_key_set_find(&f->asked, key, &number))
            return true;
    }
    return false;
}

/* ---- labels ---- */

static const char *line_text(struct flow *f, const char *tag)
{
    const struct rq_rtx *rtx = f->texts ? rq_doc_root(f->texts, "rtx") : NULL;
    struct rq_out out = {0};
    const char *text = "";
    for (size_t i = 0; rtx && i < rtx->entry_count; i++) {
        const struct rq_rtx_entry *entry = &rtx->entries[i];
        char lower[5] = {0};
        for (size_t k = 0; k < 4; k++)
            lower[k] = rq_lower(entry->tag[k]);
        if (strcmp(lower, tag) != 0)
            continue;
        rq_text_decode(&out, f->texts->page, entry->text);
        text = rq_arena_text(&f->arena, (const char *)out.data, out.size);
        break;
    }
    f->failed = f->failed || out.failed || !text;
    rq_out_free(&out);
    return text;
}

/* What stands beside the definition of a number: the line of an item, the file of a world. */
static const char *beside(struct flow *f, const struct rq_use *of, enum rq_thing wanted)
{
    struct rq_use use, other;
    for (size_t next = 0; rq_refs_of(f->refs, of->thing, of->name, &next, &use);) {
        if (use.kind != RQ_USE_DEFINES)
            continue;
        for (size_t k = 0; rq_refs_in(f->refs, use.at, &k, &other);)
            if (other.thing == wanted && strcmp(other.path, use.path) == 0)
                return other.name;
    }
    return "";
}

static const char *label_of(struct flow *f, const struct rq_use *use, enum node_kind kind)
{
    if (kind == NODE_FLAG)
        return use->name;
    bool item = kind == NODE_ITEM;
    const char *name = beside(f, use, item ? RQ_THING_LINE : RQ_THING_RESOURCE);
    const char *line = item ? line_text(f, name) : NULL;
    const char *text = line && *line ? line : name;
    return rq_arena_printf(&f->arena, "%s %s%s%s", kinds[kind], use->name, *text ? ": " : "", text);
}

/* ---- nodes and edges ---- */

static uint32_t add_node(struct flow *f, enum node_kind kind, const char *label, const char *title)
{
    struct rq_graph *g = &f->graph;
    struct rq_graph_node *nodes = rq_arena_more(&f->arena, &g->nodes, (uint32_t)g->node_count,
                                                &f->node_room, sizeof *g->nodes);
    if (!nodes || !label || !title) {
        f->failed = true;
        return 0;
    }
    nodes[g->node_count] = (struct rq_graph_node){.label = label, .title = title, .kind = kind};
    return (uint32_t)g->node_count++;
}

static uint32_t thing_node(struct flow *f, const struct rq_use *use, enum node_kind kind)
{
    uint32_t key[4], number, had = f->things.count;
    thing_key(f, use, key);
    if (f->failed || !rq_key_set_put(&f->things, &f->arena, key, &number)) {
        f->failed = true;
        return 0;
    }
    if (number == had)
        f->node_of[number] = add_node(f, kind, label_of(f, use, kind), "");
    return f->node_of[number];
}

static uint32_t actor_node(struct flow *f, const struct rq_use *use)
{
    struct rq_resource r = {0};
    int size = (int)actor_size(use->path);
    rq_game_at(f->refs->game, use->at, &r);
    int stem = (int)strcspn(r.name, ".");
    return add_node(f, NODE_ACTOR,
                    rq_arena_printf(&f->arena, "%.*s (%.*s)", size, use->path, stem, r.name), "");
}

/* One edge for all places where an actor does the same with the same thing; the first of them is named. */
static void tie(struct flow *f, uint32_t actor, uint32_t thing, const struct rq_use *use)
{
    bool tests = use->act == RQ_ACT_TESTS || use->act == RQ_ACT_READS;
    uint32_t from = tests ? thing : actor, to = tests ? actor : thing, number;
    uint32_t had = f->ties.count;
    struct rq_graph *g = &f->graph;
    if (!f->failed &&
        !rq_key_set_put(&f->ties, &f->arena, (const uint32_t[4]){from, to, use->act, 0}, &number))
        f->failed = true;
    if (f->failed || number != had)
        return;
    struct rq_graph_edge *edges = rq_arena_more(&f->arena, &g->edges, (uint32_t)g->edge_count,
                                                &f->edge_room, sizeof *g->edges);
    const char *title =
        rq_arena_printf(&f->arena, "%s %s %s at %s", g->nodes[actor].label, rq_act_word(use->act),
                        g->nodes[thing].label, strrchr(use->path, '/') + 1);
    if (!edges || !title) {
        f->failed = true;
        return;
    }
    edges[g->edge_count++] = (struct rq_graph_edge){
        .from = from, .to = to, .title = title, .kind = g->nodes[thing].kind};
}

/* The uses of one actor stand together. */
static void take_uses(struct flow *f)
{
    struct rq_use use, before = {.path = ""};
    enum node_kind kind;
    bool kept = false, has_node = false;
    uint32_t actor = 0;
    for (size_t i = 0; rq_refs_at(f->refs, i, &use) && !f->failed; i++) {
        if (!actor_size(use.path))
            continue;
        if (!same_actor(&before, &use)) {
            kept = is_asked(f, i);
            has_node = false;
        }
        before = use;
        if (!kept || !kind_of(&use, &kind))
            continue;
        if (!has_node)
            actor = actor_node(f, &use);
        has_node = true;
        tie(f, actor, thing_node(f, &use, kind), &use);
    }
}

static bool open_flow(struct flow *f, const char *const *queries, size_t count)
{
    struct rq_resource r = {0};
    f->all = count == 0;
    f->graph.kinds = kinds;
    f->graph.kind_count = NODE_KINDS;
    f->graph.name = rq_arena_printf(&f->arena, "Flow of quests%s%s", count ? ": " : "",
                                    count ? queries[0] : "");
    f->node_of = rq_arena_get(&f->arena, f->refs->things.count, sizeof *f->node_of);
    if (!f->graph.name || !f->node_of || !rq_key_set_open(&f->asked, &f->arena, 0) ||
        !rq_key_set_open(&f->things, &f->arena, 0) || !rq_key_set_open(&f->ties, &f->arena, 0))
        return false;
    for (size_t i = 0; i < count; i++)
        ask(f, queries[i]);
    if (rq_game_find(f->refs->game, "ENGLISH.RTX", &r))
        f->texts = rq_game_read(f->refs->game, &r, NULL, NULL);
    return !f->failed;
}

bool rq_refs_flow(const struct rq_refs *refs, const char *const *queries, size_t count,
                  enum rq_flow_form form, struct rq_out *out, struct rq_error *err)
{
    struct flow f = {.refs = refs};
    size_t refusals = rq_memory_refusals();
    bool fine = false;
    if (open_flow(&f, queries, count))
        take_uses(&f);
    else
        f.failed = true;
    if (f.failed)
        rq_fail(err, RQ_NO_MEMORY, 0, "", "out of memory");
    else if (!f.graph.edge_count)
        rq_fail(err, RQ_USAGE, 0, rq_game_describe(refs->game)->path,
                "no script sets or tests a flag, an item or a map that was asked for");
    else
        fine = form == RQ_FLOW_DOT ? rq_dot_write(out, &f.graph, err)
                                   : rq_svg_write(out, &f.graph, err);
    rq_doc_free(f.texts);
    rq_arena_free(&f.arena);
    return fine && rq_memory_lasted(refusals, err); /* else texts may be missing */
}
