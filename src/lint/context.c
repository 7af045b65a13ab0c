/* What a run of lint knows: rules that are on, names, tables. */
#include "lint/context.h"
#include "core/file.h"
#include "core/text.h"

#include <reliquary/tlk.h>
#include <reliquary/twoda.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- which rules ---- */

bool rq_lint_wanted(const struct rq_lint_context *c, const char *id, bool by_default)
{
    const char *at = c->options->rules;
    bool on = c->options->all || by_default;
    if (at && *at && *at != '-')
        on = false;
    while (at && *at) {
        char glob[RQ_LINT_ID + 2];
        size_t size = strcspn(at, ",");
        bool off = *at == '-';
        snprintf(glob, sizeof glob, "%.*s", (int)(size - off), at + off);
        if (rq_glob(glob, id))
            on = !off;
        at += size + (at[size] == ',');
    }
    return on;
}

/* Each name in the option has to fit a rule: a misspelt one would check nothing, silently. */
static bool check_names(const char *at, struct rq_error *err)
{
    while (at && *at) {
        char glob[RQ_LINT_ID + 2];
        struct rq_lint_rule rule;
        size_t size = strcspn(at, ","), i = 0;
        bool off = *at == '-';
        snprintf(glob, sizeof glob, "%.*s", (int)(size - off), at + off);
        while (rq_lint_rule_at(i, &rule) && !rq_glob(glob, rule.id))
            i++;
        if (!rq_lint_rule_at(i, &rule))
            return rq_fail(err, RQ_USAGE, 0, "", "there is no rule %s", glob);
        at += size + (at[size] == ',');
    }
    return true;
}

static bool open_rules(struct rq_lint_context *c, struct rq_error *err)
{
    c->on = rq_arena_get(&c->arena, rq_lint_row_count, sizeof *c->on);
    for (size_t i = 0; c->on && i < rq_lint_row_count; i++) {
        const struct rq_lint_rule *rule = &rq_lint_rows_all[i].rule;
        c->on[i] = rq_lint_wanted(c, rule->id, rule->on);
    }
    return c->on || rq_fail(err, RQ_NO_MEMORY, 0, "", "out of memory");
}

/* ---- suppressions ---- */

struct rq_lint_line {
    const char *rule, *file, *path;
};

static const char *next_word(struct rq_arena *arena, const char **at, const char *end)
{
    while (*at < end && (**at == ' ' || **at == '\t' || **at == '\r'))
        ++*at;
    const char *start = *at;
    while (*at < end && **at != ' ' && **at != '\t' && **at != '\r')
        ++*at;
    return *at > start && *start != '#' ? rq_arena_text(arena, start, (size_t)(*at - start)) : NULL;
}

static bool open_lines(struct rq_lint_context *c, struct rq_error *err)
{
    const char *at = c->options->suppress ? c->options->suppress : "";
    size_t most = 1;
    for (const char *p = at; *p; p++)
        most += *p == '\n';
    c->lines = rq_arena_get(&c->arena, most, sizeof *c->lines);
    while (c->lines && *at) {
        const char *end = at + strcspn(at, "\n");
        struct rq_lint_line line = {next_word(&c->arena, &at, end), NULL, NULL};
        line.file = line.rule ? next_word(&c->arena, &at, end) : NULL;
        line.path = line.file ? next_word(&c->arena, &at, end) : NULL;
        if (line.rule)
            c->lines[c->line_count++] = line;
        at = end + (*end == '\n');
    }
    return c->lines || rq_fail(err, RQ_NO_MEMORY, 0, "", "out of memory");
}

/* The glob fits the path, or what is behind one of its slashes. */
static bool fits_end(const char *glob, const char *path)
{
    for (; path; path = strchr(path, '/') ? strchr(path, '/') + 1 : NULL)
        if (rq_glob(glob, path))
            return true;
    return false;
}

bool rq_lint_suppressed(const struct rq_lint_context *c, const struct rq_lint_finding *finding)
{
    for (size_t i = 0; i < c->line_count; i++) {
        const struct rq_lint_line *line = &c->lines[i];
        if (rq_glob(line->rule, finding->rule->id) &&
            (!line->file || fits_end(line->file, finding->file)) &&
            (!line->path || rq_glob(line->path, finding->path)))
            return true;
    }
    return false;
}

/* ---- what is beside what ---- */

#define ANYWHERE SIZE_MAX

struct rq_lint_named {
    uint32_t hash, node; /* node + 1; 0: free */
};

static uint32_t hash_bytes(const char *text, size_t size)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (uint8_t)rq_lower(text[i])) * 16777619u;
    return hash;
}

/* The size of the path of the archive or folder that a node is in. */
static size_t place_size(const struct rq_tree_node *node)
{
    const char *slash = strrchr(node->path, '/');
    return slash ? (size_t)(slash - node->path) : 0;
}

/* Whether two nodes are in one archive or folder. */
static bool is_beside(const struct rq_lint_context *c, size_t a, size_t b)
{
    const struct rq_tree_node *x = &c->tree.nodes[a], *y = &c->tree.nodes[b];
    size_t size = place_size(x);
    return c->place[a] == c->place[b] && place_size(y) == size &&
           memcmp(x->path, y->path, size) == 0;
}

static void put_slot(struct rq_lint_context *c, uint32_t hash, size_t node)
{
    size_t slot = hash & c->mask;
    while (c->slots[slot].node)
        slot = (slot + 1) & c->mask;
    c->slots[slot] = (struct rq_lint_named){hash, (uint32_t)node + 1};
}

/* The first node of a type in each place has a slot for that, beside the one of its name. */
static uint32_t type_hash(const struct rq_lint_context *c, const char *type, size_t beside)
{
    return hash_bytes(type, strlen(type)) ^ c->place[beside];
}

static const struct rq_tree_node *find_type(const struct rq_lint_context *c, const char *type,
                                            size_t beside)
{
    uint32_t hash = type_hash(c, type, beside);
    for (size_t slot = hash & c->mask; c->slots[slot].node; slot = (slot + 1) & c->mask) {
        size_t i = c->slots[slot].node - 1;
        if (c->slots[slot].hash == hash && is_beside(c, i, beside) &&
            rq_casecmp(rq_path_extension(c->tree.nodes[i].name), type) == 0)
            return &c->tree.nodes[i];
    }
    return NULL;
}

static bool open_names(struct rq_lint_context *c, struct rq_error *err)
{
    size_t size = 16;
    while (size < c->tree.count * 4) /* two slots for a node at most, half of all free */
        size *= 2;
    c->mask = size - 1;
    c->slots = rq_arena_get(&c->arena, size, sizeof *c->slots);
    c->place = rq_arena_get(&c->arena, c->tree.count, sizeof *c->place);
    if (!c->slots || !c->place)
        return rq_fail(err, RQ_NO_MEMORY, 0, "", "out of memory");
    for (size_t i = 0; i < c->tree.count; i++) {
        const struct rq_tree_node *node = &c->tree.nodes[i];
        c->place[i] = hash_bytes(node->path, place_size(node));
        put_slot(c, hash_bytes(node->name, strlen(node->name)), i);
        if (!find_type(c, rq_path_extension(node->name), i))
            put_slot(c, type_hash(c, rq_path_extension(node->name), i), i);
    }
    return true;
}

/* The node of a name, beside another or (ANYWHERE) wherever it is. */
static const struct rq_tree_node *find_node(const struct rq_lint_context *c, const char *name,
                                            size_t beside)
{
    uint32_t hash = hash_bytes(name, strlen(name));
    for (size_t slot = hash & c->mask; c->slots[slot].node; slot = (slot + 1) & c->mask) {
        size_t i = c->slots[slot].node - 1;
        if (c->slots[slot].hash == hash && rq_casecmp(c->tree.nodes[i].name, name) == 0 &&
            (beside == ANYWHERE || is_beside(c, i, beside)))
            return &c->tree.nodes[i];
    }
    return NULL;
}

static bool has_name(const struct rq_lint_context *c, const char *name)
{
    struct rq_resource found = {0};
    return find_node(c, name, ANYWHERE) || (c->game && rq_game_find(c->game, name, &found));
}

bool rq_lint_exists(const struct rq_lint_file *f, struct rq_bytes name, const char *types)
{
    char full[64];
    while (*types) {
        size_t size = strcspn(types, "|+");
        snprintf(full, sizeof full, "%.*s.%.*s", (int)(name.size < 32 ? name.size : 32),
                 (const char *)name.data, (int)size, types);
        if (has_name(f->context, full))
            return true;
        types += size + (types[size] == '|');
        if (*types == '+')
            break;
    }
    return false;
}

static struct rq_doc *read_node(const struct rq_tree_node *node)
{
    if (!node || !node->format)
        return NULL;
    return rq_doc_read(node->bytes,
                       &(struct rq_options){.name = node->name, .format = node->format}, NULL);
}

bool rq_lint_is_beside(const struct rq_lint_file *f, const char *name)
{
    return find_node(f->context, name, f->node) != NULL;
}

struct rq_doc *rq_lint_beside(const struct rq_lint_file *f, const char *name)
{
    const struct rq_lint_context *c = f->context;
    return read_node(find_node(c, name, f->node));
}

struct rq_doc *rq_lint_beside_type(const struct rq_lint_file *f, const char *type)
{
    return read_node(find_type(f->context, type, f->node));
}

const struct rq_gff_struct *rq_lint_root(struct rq_doc *doc, const char *kind)
{
    const struct rq_gff *gff = doc ? rq_doc_root(doc, "gff") : NULL;
    return gff && memcmp(gff->type, kind, strlen(kind)) == 0 ? gff->root : NULL;
}

/* A file of that name: of what is checked, as a mod goes before the game, unless it is the game
 * itself. */
static struct rq_doc *read_named(const struct rq_lint_context *c, const char *name)
{
    struct rq_resource found = {0};
    const struct rq_tree_node *node = c->own_game ? NULL : find_node(c, name, ANYWHERE);
    if (node && node->format)
        return read_node(node);
    return c->game && rq_game_find(c->game, name, &found)
               ? rq_game_read(c->game, &found, NULL, NULL)
               : NULL;
}

struct rq_doc *rq_lint_read(const struct rq_lint_file *f, const char *name)
{
    struct rq_doc *beside = rq_lint_beside(f, name);
    return beside ? beside : read_named(f->context, name);
}

/* ---- tables ---- */

enum { TABLES = 256 };

struct rq_lint_tables {
    struct {
        const char *name; /* in the tables of fields */
        size_t size;
        struct rq_doc *doc;
    } tables[TABLES];
    size_t count;
    struct rq_doc *talk, *journal;
};

static size_t table_at(const struct rq_lint_tables *t, const char *name, size_t size)
{
    size_t i = 0;
    while (i < t->count &&
           (t->tables[i].size != size || memcmp(t->tables[i].name, name, size) != 0))
        i++;
    return i;
}

static void open_table(struct rq_lint_context *c, const char *name)
{
    struct rq_lint_tables *t = c->tables;
    size_t size = strcspn(name, ".");
    char file[64];
    if (t->count == TABLES || table_at(t, name, size) < t->count)
        return;
    snprintf(file, sizeof file, "%.*s.2da", (int)size, name);
    t->tables[t->count].name = name;
    t->tables[t->count].size = size;
    t->tables[t->count++].doc = read_named(c, file);
}

/* The tables whose names stand in a column of another one. */
static void open_tables_of(struct rq_lint_context *c, const char *table, const char *column)
{
    const struct rq_lint_tables *t = c->tables;
    size_t at = table_at(t, table, strlen(table));
    const struct rq_twoda *twoda =
        at < t->count && t->tables[at].doc ? rq_doc_root(t->tables[at].doc, "twoda") : NULL;
    for (size_t row = 0; twoda && row < twoda->row_count; row++) {
        const struct rq_bytes *cell = rq_twoda_cell(twoda, row, column);
        char *name = cell && cell->size && cell->size <= 16
                         ? rq_arena_text(&c->arena, (const char *)cell->data, cell->size)
                         : NULL;
        for (char *p = name; p && *p; p++)
            *p = rq_lower(*p);
        if (name && strcmp(name, "****") != 0)
            open_table(c, name);
    }
}

/* All that fields refer to: they are read before the threads start, so that these only look. */
static bool open_tables(struct rq_lint_context *c, struct rq_error *err)
{
    static const char *const others[] = {"surfacemat", "iprp_costtable", "iprp_paramtable"};
    c->tables = rq_mem_zeroed(1, sizeof *c->tables);
    if (!c->tables)
        return rq_fail(err, RQ_NO_MEMORY, 0, "", "out of memory");
    for (size_t i = 0; i < rq_schema_count(); i++) {
        for (const struct rq_field *field = rq_schema_at(i)->fields; field->label; field++) {
            const char *ref = strstr(field->ref, "2da:");
            if (ref && ref[4] != '@')
                open_table(c, ref + 4);
        }
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        open_table(c, others[i]);
    open_tables_of(c, "itempropdef", "subtyperesref");
    open_tables_of(c, "iprp_costtable", "name");
    open_tables_of(c, "iprp_paramtable", "tableresref");
    c->tables->talk = read_named(c, "dialog.tlk");
    c->tables->journal = read_named(c, "global.jrl");
    return true;
}

const struct rq_doc *rq_lint_table(const struct rq_lint_file *f, const char *name)
{
    const struct rq_lint_tables *t = f->context->tables;
    size_t i = table_at(t, name, strcspn(name, "."));
    return i < t->count ? t->tables[i].doc : NULL;
}

static const struct rq_twoda *twoda_of(const struct rq_lint_file *f, const char *table)
{
    const struct rq_doc *doc = rq_lint_table(f, table);
    return doc && doc->format == rq_format_by_name("twoda") ? doc->root : NULL;
}

int64_t rq_lint_rows(const struct rq_lint_file *f, const char *table)
{
    const struct rq_twoda *twoda = twoda_of(f, table);
    return twoda ? (int64_t)twoda->row_count : -1;
}

struct rq_bytes rq_lint_cell(const struct rq_lint_file *f, const char *table, int64_t row,
                             const char *column)
{
    const struct rq_twoda *twoda = twoda_of(f, table);
    const struct rq_bytes *cell =
        twoda && row >= 0 ? rq_twoda_cell(twoda, (size_t)row, column) : NULL;
    return cell && !rq_lint_is(*cell, "****") ? *cell : (struct rq_bytes){0};
}

int64_t rq_lint_cell_number(const struct rq_lint_file *f, const char *table, int64_t row,
                            const char *column, int64_t absent)
{
    struct rq_bytes cell = rq_lint_cell(f, table, row, column);
    char text[24], *end;
    snprintf(text, sizeof text, "%.*s", (int)(cell.size < 20 ? cell.size : 20),
             cell.size ? (const char *)cell.data : "");
    long long value = strtoll(text, &end, 10);
    return end != text ? value : absent;
}

int64_t rq_lint_strings(const struct rq_lint_file *f)
{
    const struct rq_doc *doc = f->context->tables->talk;
    const struct rq_tlk *tlk = doc && doc->format == rq_format_by_name("tlk") ? doc->root : NULL;
    return tlk ? (int64_t)tlk->string_count : -1;
}

const struct rq_gff_struct *rq_lint_journal(const struct rq_lint_file *f)
{
    return rq_lint_root(f->context->tables->journal, "JRL");
}

const struct rq_game *rq_lint_game(const struct rq_lint_file *f)
{
    const struct rq_format *format = f->context->tree.nodes[f->node].format;
    const struct rq_game *game = f->context->game;
    bool same = game && format &&
                strcmp(rq_format_describe(format)->family, rq_game_describe(game)->family) == 0;
    return same ? game : NULL;
}

/* ---- open, close ---- */

/* A path that is a game is the game of the run. */
static void find_game(struct rq_lint_context *c, const char *const *paths, size_t count)
{
    c->game = c->options->game;
    for (size_t i = 0; !c->game && i < count; i++) {
        struct rq_game *game = rq_game_open(paths[i], NULL, NULL);
        if (game && strcmp(rq_game_describe(game)->family, "plain") != 0)
            c->game = c->own_game = game;
        else
            rq_game_close(game);
    }
    c->version = c->options->version;
    if (!c->version && c->game)
        c->version = rq_game_describe(c->game)->version;
}

/* What follows from the tree and the options. */
static bool open_rest(struct rq_lint_context *c, const char *const *paths, size_t count,
                      struct rq_error *err)
{
    if (!c->tree.count)
        return rq_fail(err, RQ_IO, 0, "", "there is no file to check");
    find_game(c, paths, count);
    return open_rules(c, err) && open_lines(c, err) && open_names(c, err) && open_tables(c, err);
}

bool rq_lint_open(struct rq_lint_context *c, const char *const *paths, size_t count,
                  const struct rq_lint_options *options, void *ctx, struct rq_error *err)
{
    struct rq_tree_options tree = {.problem = options->problem, .problem_ctx = ctx};
    *c = (struct rq_lint_context){.options = options};
    return check_names(options->rules, err) && rq_tree_open(&c->tree, paths, count, &tree, err) &&
           open_rest(c, paths, count, err);
}

bool rq_lint_open_bytes(struct rq_lint_context *c, const char *name, struct rq_bytes bytes,
                        const struct rq_lint_options *options, struct rq_error *err)
{
    *c = (struct rq_lint_context){.options = options};
    return check_names(options->rules, err) &&
           rq_tree_open_bytes(&c->tree, name, bytes, NULL, err) && open_rest(c, NULL, 0, err);
}

void rq_lint_close(struct rq_lint_context *c)
{
    for (size_t i = 0; c->tables && i < c->tables->count; i++)
        rq_doc_free(c->tables->tables[i].doc);
    if (c->tables) {
        rq_doc_free(c->tables->talk);
        rq_doc_free(c->tables->journal);
    }
    free(c->tables);
    rq_game_close(c->own_game);
    rq_tree_close(&c->tree);
    rq_arena_free(&c->arena);
}
