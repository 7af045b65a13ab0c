/* What a debugger needs, noted while code is made: docs/nwscript-debug.md. */
#include "core/file.h"
#include "script/nwscript/nss.h"

static bool notes(const struct rq_nss_compiler *c)
{
    return c->options.debug && !c->notes.done && !c->no_memory && !c->code.failed;
}

static void *more(struct rq_nss_compiler *c, void *list, uint32_t count, uint32_t *room,
                  size_t size)
{
    void *all = rq_arena_more(&c->arena, list, count, room, size);
    c->no_memory |= !all;
    return all;
}

/* ---- types ---- */

static struct rq_ndb_type type_of(struct rq_nss_compiler *c, struct nss_type type);

/* A struct's number; those that it holds come before it, so that the recursion ends (see nss_reserve). */
static uint32_t note_struct(struct rq_nss_compiler *c, const char *name, uint32_t count,
                            const struct nss_param *members)
{
    struct rq_ndb *ndb = &c->notes.ndb;
    struct rq_ndb_struct s = {.name = name, .field_count = count};
    s.fields = rq_arena_get(&c->arena, count, sizeof *s.fields);
    for (uint32_t i = 0; i < count && s.fields; i++) {
        s.fields[i].type = type_of(c, members[i].type);
        s.fields[i].name = members[i].name ? members[i].name->text : "";
        s.size += rq_ndb_size(ndb, s.fields[i].type);
    }
    struct rq_ndb_struct *all =
        more(c, &ndb->structs, ndb->struct_count, &c->notes.struct_room, sizeof *all);
    if (!all || !s.fields) {
        c->no_memory = true;
        return 0;
    }
    all[ndb->struct_count] = s;
    return ndb->struct_count++;
}

/* Number 0, as the original compiler has it. */
static void note_vector(struct rq_nss_compiler *c)
{
    static struct nss_name names[] = {{.text = "x"}, {.text = "y"}, {.text = "z"}};
    struct nss_param members[3] = {0};
    for (int i = 0; i < 3; i++) {
        members[i].type.kind = NSS_FLOAT;
        members[i].name = &names[i];
    }
    if (!c->notes.ndb.struct_count)
        note_struct(c, "vector", 3, members);
}

static struct rq_ndb_type type_of(struct rq_nss_compiler *c, struct nss_type type)
{
    static const struct rq_ndb_type types[] = {
        [NSS_VOID] = {'v', 0},   [NSS_INT] = {'i', 0},    [NSS_FLOAT] = {'f', 0},
        [NSS_STRING] = {'s', 0}, [NSS_OBJECT] = {'o', 0}, [NSS_VECTOR] = {'t', 0},
        [NSS_EFFECT] = {'e', 0}, [NSS_EVENT] = {'e', 1},  [NSS_LOCATION] = {'e', 2},
        [NSS_TALENT] = {'e', 3}, [NSS_ACTION] = {'?', 0}, [NSS_STRUCT] = {'?', 0},
        [NSS_WRONG] = {'?', 0},
    };
    struct nss_struct *s = type.kind == NSS_STRUCT ? nss_bound(c, type.name)->structure : NULL;
    if (!s || s->broken)
        return types[type.kind];
    if (!s->noted)
        s->noted = note_struct(c, type.name->text, s->decl->count, s->decl->params);
    return (struct rq_ndb_type){'t', s->noted};
}

/* ---- functions, variables, lines ---- */

void nss_note_line(struct rq_nss_compiler *c, uint32_t at)
{
    struct nss_notes *n = &c->notes;
    if (!notes(c))
        return;
    /* Nothing was made of the place before. */
    if (n->mark_count && n->marks[n->mark_count - 1].start == nss_here(c))
        n->mark_count--;
    struct nss_mark *marks = more(c, &n->marks, n->mark_count, &n->mark_room, sizeof *marks);
    if (!marks)
        return;
    marks[n->mark_count++] = (struct nss_mark){c->file, at, nss_here(c)};
}

void nss_note_function(struct rq_nss_compiler *c, const char *name, const struct nss_decl *decl)
{
    struct rq_ndb *ndb = &c->notes.ndb;
    uint32_t count = decl ? decl->count : 0;
    if (!notes(c))
        return;
    note_vector(c);
    struct rq_ndb_function *all =
        more(c, &ndb->functions, ndb->function_count, &c->notes.function_room, sizeof *all);
    struct rq_ndb_type *params = rq_arena_get(&c->arena, count, sizeof *params);
    if (!all || !params) {
        c->no_memory = true;
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        params[i] = type_of(c, decl->params[i].type);
    all[ndb->function_count++] = (struct rq_ndb_function){
        .start = nss_here(c),
        .end = nss_here(c),
        .type = decl ? type_of(c, decl->type) : (struct rq_ndb_type){'v', 0},
        .name = name,
        .params = params,
        .param_count = count};
}

void nss_note_function_end(struct rq_nss_compiler *c)
{
    struct rq_ndb *ndb = &c->notes.ndb;
    if (notes(c) && ndb->function_count)
        ndb->functions[ndb->function_count - 1].end = nss_here(c);
}

void nss_note_variable(struct rq_nss_compiler *c, const char *name, struct nss_type type,
                       int32_t place, uint32_t *noted)
{
    struct rq_ndb *ndb = &c->notes.ndb;
    if (!notes(c))
        return;
    struct rq_ndb_type known = type_of(c, type);
    struct rq_ndb_variable *all =
        more(c, &ndb->variables, ndb->variable_count, &c->notes.variable_room, sizeof *all);
    if (!all)
        return;
    all[ndb->variable_count] = (struct rq_ndb_variable){.start = nss_here(c),
                                                        .end = nss_here(c),
                                                        .place = (uint32_t)place,
                                                        .type = known,
                                                        .name = name};
    *noted = ++ndb->variable_count;
}

void nss_note_variable_end(struct rq_nss_compiler *c, uint32_t noted)
{
    if (notes(c) && noted)
        c->notes.ndb.variables[noted - 1].end = nss_here(c);
}

/* ---- the script is done ---- */

/* A file's name without path and extension. */
static const char *plain_name(struct rq_nss_compiler *c, const char *path)
{
    const char *base = rq_path_base(path), *dot = strrchr(base, '.');
    size_t size = dot && dot != base ? (size_t)(dot - base) : strlen(base);
    char *name = rq_arena_text(&c->arena, base, size);
    c->no_memory |= !name;
    for (char *p = name; p && *p; p++)
        if ((unsigned char)*p < ' ')
            *p = '_';
    return name;
}

/* Where the lines of a file end, to find the line of a place. */
struct breaks {
    uint32_t *at, count;
};

static void find_breaks(struct rq_nss_compiler *c, struct breaks *b, struct rq_bytes text)
{
    uint32_t n = 0;
    for (size_t i = 0; i < text.size; i++)
        b->count += text.data[i] == '\n';
    b->at = rq_arena_get(&c->arena, b->count, sizeof *b->at);
    c->no_memory |= !b->at;
    for (size_t i = 0; i < text.size && b->at; i++)
        if (text.data[i] == '\n')
            b->at[n++] = (uint32_t)i;
}

/* The script itself, then its includes; breaks has room for all of them. */
static void note_files(struct rq_nss_compiler *c, struct breaks *breaks)
{
    struct rq_ndb *ndb = &c->notes.ndb;
    ndb->files = rq_arena_get(&c->arena, c->used_count + 1, sizeof *ndb->files);
    c->no_memory |= !ndb->files;
    for (uint32_t i = 0; i <= c->used_count && !c->no_memory; i++) {
        struct nss_file *file = i ? c->used[i - 1] : &c->root;
        file->noted = i;
        ndb->files[i] = plain_name(c, file->path);
        find_breaks(c, &breaks[i], file->text);
    }
    ndb->file_count = c->used_count + 1;
}

static uint32_t line_of(const struct breaks *b, uint32_t at)
{
    uint32_t low = 0, high = b->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (b->at[middle] < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low + 1;
}

/* Every mark holds until the next, or to the end of its function; neighbours of one line are one. */
static void note_lines(struct rq_nss_compiler *c, const struct breaks *breaks)
{
    struct rq_ndb *ndb = &c->notes.ndb;
    const struct nss_notes *n = &c->notes;
    uint32_t function = 0;
    ndb->lines = rq_arena_get(&c->arena, n->mark_count, sizeof *ndb->lines);
    c->no_memory |= !ndb->lines;
    for (uint32_t i = 0; i < n->mark_count && !c->no_memory; i++) {
        const struct nss_mark *m = &n->marks[i];
        while (function + 1 < ndb->function_count && ndb->functions[function].end <= m->start)
            function++;
        uint32_t end = ndb->functions[function].end;
        if (i + 1 < n->mark_count && n->marks[i + 1].start < end)
            end = n->marks[i + 1].start;
        if (m->at == NSS_NO_LINE || end <= m->start)
            continue;
        struct rq_ndb_line *last = ndb->line_count ? &ndb->lines[ndb->line_count - 1] : NULL;
        uint32_t file = m->file->noted, line = line_of(&breaks[file], m->at);
        if (last && last->file == file && last->line == line && last->end == m->start)
            last->end = end;
        else
            ndb->lines[ndb->line_count++] = (struct rq_ndb_line){file, line, m->start, end};
    }
}

void nss_note_all(struct rq_nss_compiler *c)
{
    if (!notes(c))
        return;
    struct breaks *breaks = rq_arena_get(&c->arena, c->used_count + 1, sizeof *breaks);
    c->no_memory |= !breaks;
    if (breaks)
        note_files(c, breaks);
    if (!c->no_memory)
        note_lines(c, breaks);
    c->notes.done = true;
}

const struct rq_ndb *rq_nss_debug(const struct rq_nss_compiler *compiler)
{
    return compiler->notes.ndb.file_count ? &compiler->notes.ndb : NULL;
}
