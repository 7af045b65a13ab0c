/* NDB V1.0, the debug symbols of BioWare's compiler: text, one thing a line. The layout is that of
 * docs/nwscript-debug.md. */
#include "core/arena.h"
#include "core/bytes.h"

#include <reliquary/ndb.h>
#include <stdlib.h>
#include <string.h>

static const char magic[] = "NDB V1.0";

enum {
    NDB_MOST = 64 << 20,    /* bytes of a text */
    NDB_MOST_STRUCT = 65536 /* bytes of a struct: sizes of instructions have 16 bits */
};

/* ---- writing ---- */

static void put_type(struct rq_out *out, struct rq_ndb_type type)
{
    if (type.kind == 't')
        rq_putf(out, "t%04u", type.number);
    else if (type.kind == 'e')
        rq_putf(out, "e%u", type.number);
    else
        rq_put8(out, (uint8_t)type.kind);
}

static void put_named(struct rq_out *out, struct rq_ndb_type type, const char *name)
{
    put_type(out, type);
    rq_putf(out, " %s\n", name);
}

void rq_ndb_put(const struct rq_ndb *ndb, struct rq_out *out)
{
    rq_putf(out, "%s\n%07u %07u %07u %07u %07u\n", magic, ndb->file_count, ndb->struct_count,
            ndb->function_count, ndb->variable_count, ndb->line_count);
    for (uint32_t i = 0; i < ndb->file_count; i++)
        rq_putf(out, "%c%02u %s\n", i ? 'n' : 'N', i, ndb->files[i]);
    for (uint32_t i = 0; i < ndb->struct_count; i++) {
        const struct rq_ndb_struct *s = &ndb->structs[i];
        rq_putf(out, "s %02u %s\n", s->field_count, s->name);
        for (uint32_t k = 0; k < s->field_count; k++) {
            rq_put_str(out, "sf ");
            put_named(out, s->fields[k].type, s->fields[k].name);
        }
    }
    for (uint32_t i = 0; i < ndb->function_count; i++) {
        const struct rq_ndb_function *f = &ndb->functions[i];
        rq_putf(out, "f %08x %08x %03u ", f->start, f->end, f->param_count);
        put_named(out, f->type, f->name);
        for (uint32_t k = 0; k < f->param_count; k++) {
            rq_put_str(out, "fp ");
            put_type(out, f->params[k]);
            rq_put8(out, '\n');
        }
    }
    for (uint32_t i = 0; i < ndb->variable_count; i++) {
        const struct rq_ndb_variable *v = &ndb->variables[i];
        rq_putf(out, "v %08x %08x %08x ", v->start, v->end, v->place);
        put_named(out, v->type, v->name);
    }
    for (uint32_t i = 0; i < ndb->line_count; i++) {
        const struct rq_ndb_line *l = &ndb->lines[i];
        rq_putf(out, "l%02u %07u %08x %08x\n", l->file, l->line, l->start, l->end);
    }
}

/* ---- reading ---- */

/* An NDB that was read, with its memory. */
struct owned {
    struct rq_ndb ndb;
    struct rq_arena arena;
};

struct reader {
    struct owned *owned;
    struct rq_ndb *ndb;
    struct rq_error *err;
    const uint8_t *p, *end; /* of the line */
    size_t line;
    uint32_t counts[5];
    uint32_t rooms[5], part_room;
};

static bool wrong(struct reader *r, const char *what)
{
    return rq_fail(r->err, RQ_CORRUPT, 0, "ndb", "line %zu: %s", r->line, what);
}

/* The next word of the line; "" behind the last. */
static struct rq_bytes word(struct reader *r)
{
    while (r->p < r->end && *r->p == ' ')
        r->p++;
    const uint8_t *start = r->p;
    while (r->p < r->end && *r->p != ' ')
        r->p++;
    return (struct rq_bytes){start, (size_t)(r->p - start)};
}

static bool take_number(struct rq_bytes text, unsigned base, uint32_t *number)
{
    uint64_t v = 0;
    for (size_t i = 0; i < text.size && v <= UINT32_MAX; i++) {
        unsigned c = text.data[i], letter = c | 0x20;
        unsigned digit = c >= '0' && c <= '9'             ? c - '0'
                         : letter >= 'a' && letter <= 'f' ? letter - 'a' + 10
                                                          : 16;
        if (digit >= base)
            return false;
        v = v * base + digit;
    }
    *number = (uint32_t)v;
    return text.size && v <= UINT32_MAX;
}

static bool number(struct reader *r, unsigned base, uint32_t *value)
{
    return take_number(word(r), base, value) || wrong(r, "expected a number");
}

/* A struct that a field has must stand before its own: none holds itself. */
static bool type(struct reader *r, uint32_t structs, struct rq_ndb_type *type)
{
    struct rq_bytes text = word(r);
    *type = (struct rq_ndb_type){text.size ? (char)text.data[0] : 0, 0};
    bool numbered = type->kind == 't' || (type->kind == 'e' && text.size > 1);
    struct rq_bytes digits = {text.data + 1, text.size ? text.size - 1 : 0};
    if (!type->kind || !strchr("ifsovet?", type->kind) || (!numbered && digits.size) ||
        (numbered && !take_number(digits, 10, &type->number)))
        return wrong(r, "expected a type: i, f, s, o, v, e0 or t0000");
    return type->kind != 't' || type->number < structs ||
           wrong(r, "there is no struct of that number yet");
}

/* The rest of the line. */
static bool name(struct reader *r, const char **name)
{
    while (r->p < r->end && *r->p == ' ')
        r->p++;
    if (r->p == r->end || memchr(r->p, 0, (size_t)(r->end - r->p)))
        return wrong(r, "expected a name");
    *name = rq_arena_text(&r->owned->arena, (const char *)r->p, (size_t)(r->end - r->p));
    r->p = r->end;
    return *name || rq_fail(r->err, RQ_NO_MEMORY, 0, "ndb", "out of memory");
}

/* Room for one more of a list; NULL after a message. */
static void *more(struct reader *r, void *list, uint32_t count, uint32_t *room, size_t size)
{
    void *all = rq_arena_more(&r->owned->arena, list, count, room, size);
    if (!all)
        rq_fail(r->err, RQ_NO_MEMORY, 0, "ndb", "out of memory");
    return all;
}

static bool take_file(struct reader *r, struct rq_bytes first)
{
    struct rq_ndb *ndb = r->ndb;
    uint32_t index;
    if (!take_number((struct rq_bytes){first.data + 1, first.size - 1}, 10, &index) ||
        index != ndb->file_count)
        return wrong(r, "files are not numbered from 0 on");
    const char **files = more(r, &ndb->files, ndb->file_count, &r->rooms[0], sizeof *files);
    if (!files)
        return false;
    return name(r, &files[ndb->file_count++]);
}

static bool take_struct(struct reader *r)
{
    struct rq_ndb *ndb = r->ndb;
    uint32_t fields;
    struct rq_ndb_struct *all =
        more(r, &ndb->structs, ndb->struct_count, &r->rooms[1], sizeof *all);
    if (!all)
        return false;
    struct rq_ndb_struct *s = &all[ndb->struct_count++];
    *s = (struct rq_ndb_struct){.name = ""};
    r->part_room = 0;
    return number(r, 10, &fields) && name(r, &s->name);
}

/* Every field takes room: a value has no more parts than bytes. */
static bool take_field(struct reader *r)
{
    struct rq_ndb *ndb = r->ndb;
    struct rq_ndb_struct *s = ndb->struct_count ? &ndb->structs[ndb->struct_count - 1] : NULL;
    if (!s)
        return wrong(r, "a field of no struct");
    struct rq_ndb_field *fields =
        more(r, &s->fields, s->field_count, &r->part_room, sizeof *fields);
    if (!fields)
        return false;
    struct rq_ndb_field *f = &fields[s->field_count++];
    if (!type(r, ndb->struct_count - 1, &f->type) || !name(r, &f->name))
        return false;
    uint32_t size = rq_ndb_size(ndb, f->type);
    s->size += size;
    return (size && s->size <= NDB_MOST_STRUCT) ||
           wrong(r, size ? "a struct of more than 65536 bytes" : "a field without a value");
}

static bool take_function(struct reader *r)
{
    struct rq_ndb *ndb = r->ndb;
    uint32_t params;
    struct rq_ndb_function *all =
        more(r, &ndb->functions, ndb->function_count, &r->rooms[2], sizeof *all);
    if (!all)
        return false;
    struct rq_ndb_function *f = &all[ndb->function_count++];
    *f = (struct rq_ndb_function){.name = ""};
    r->part_room = 0;
    return number(r, 16, &f->start) && number(r, 16, &f->end) && number(r, 10, &params) &&
           type(r, ndb->struct_count, &f->type) && name(r, &f->name);
}

static bool take_param(struct reader *r)
{
    struct rq_ndb *ndb = r->ndb;
    if (!ndb->function_count)
        return wrong(r, "a parameter of no function");
    struct rq_ndb_function *f = &ndb->functions[ndb->function_count - 1];
    struct rq_ndb_type *params = more(r, &f->params, f->param_count, &r->part_room, sizeof *params);
    if (!params)
        return false;
    return type(r, ndb->struct_count, &params[f->param_count++]);
}

static bool take_variable(struct reader *r)
{
    struct rq_ndb *ndb = r->ndb;
    struct rq_ndb_variable *all =
        more(r, &ndb->variables, ndb->variable_count, &r->rooms[3], sizeof *all);
    if (!all)
        return false;
    struct rq_ndb_variable *v = &all[ndb->variable_count++];
    return number(r, 16, &v->start) && number(r, 16, &v->end) && number(r, 16, &v->place) &&
           type(r, ndb->struct_count, &v->type) && name(r, &v->name);
}

static bool take_line(struct reader *r, struct rq_bytes first)
{
    struct rq_ndb *ndb = r->ndb;
    struct rq_ndb_line *all = more(r, &ndb->lines, ndb->line_count, &r->rooms[4], sizeof *all);
    if (!all)
        return false;
    struct rq_ndb_line *l = &all[ndb->line_count++];
    if (!take_number((struct rq_bytes){first.data + 1, first.size - 1}, 10, &l->file) ||
        l->file >= ndb->file_count)
        return wrong(r, "there is no file of that number");
    return number(r, 10, &l->line) && number(r, 16, &l->start) && number(r, 16, &l->end);
}

static bool is(struct rq_bytes text, const char *what)
{
    return text.size == strlen(what) && memcmp(text.data, what, text.size) == 0;
}

static bool take(struct reader *r)
{
    struct rq_bytes first = word(r);
    if (!first.size || first.data[0] == '#')
        return true;
    if (first.data[0] == 'N' || first.data[0] == 'n')
        return take_file(r, first);
    if (is(first, "s"))
        return take_struct(r);
    if (is(first, "sf"))
        return take_field(r);
    if (is(first, "f"))
        return take_function(r);
    if (is(first, "fp"))
        return take_param(r);
    if (is(first, "v"))
        return take_variable(r);
    if (first.data[0] == 'l')
        return take_line(r, first);
    return wrong(r, "it is no file, struct, function, variable or line");
}

static bool check_counts(struct reader *r)
{
    static const char *const things[] = {"files", "structs", "functions", "variables", "lines"};
    const struct rq_ndb *ndb = r->ndb;
    const uint32_t counts[] = {ndb->file_count, ndb->struct_count, ndb->function_count,
                               ndb->variable_count, ndb->line_count};
    for (int i = 0; i < 5; i++)
        if (counts[i] != r->counts[i])
            return rq_fail(r->err, RQ_CORRUPT, 0, "ndb", "it says %u %s, and has %u", r->counts[i],
                           things[i], counts[i]);
    return true;
}

static bool read_all(struct reader *r, struct rq_bytes text)
{
    const uint8_t *p = text.data, *stop = p + text.size;
    while (p < stop) {
        const uint8_t *end = memchr(p, '\n', (size_t)(stop - p));
        const uint8_t *next = end ? end + 1 : stop;
        end = end ? end : stop;
        while (end > p && (end[-1] == '\r' || end[-1] == ' '))
            end--;
        r->p = p;
        r->end = end;
        r->line++;
        bool fine = true;
        if (r->line == 1)
            fine = is((struct rq_bytes){p, (size_t)(end - p)}, magic) ||
                   rq_fail(r->err, RQ_BAD_MAGIC, 0, "ndb", "does not start with \"%s\"", magic);
        else if (r->line == 2)
            for (int i = 0; i < 5 && fine; i++)
                fine = number(r, 10, &r->counts[i]);
        else
            fine = take(r);
        if (!fine)
            return false;
        p = next;
    }
    return r->line >= 2 ? check_counts(r) : wrong(r, "the counts are missing");
}

struct rq_ndb *rq_ndb_open(struct rq_bytes text, struct rq_error *err)
{
    struct rq_error ignored = {0};
    struct owned *owned = rq_mem_zeroed(1, sizeof *owned);
    struct reader r = {.owned = owned, .err = err ? err : &ignored};
    if (!owned) {
        rq_fail(err, RQ_NO_MEMORY, 0, "ndb", "out of memory");
        return NULL;
    }
    r.ndb = &owned->ndb;
    bool fine = text.size <= NDB_MOST || rq_fail(r.err, RQ_LIMIT, 0, "ndb", "more than 64 MB");
    if (fine && read_all(&r, text))
        return r.ndb;
    rq_ndb_close(r.ndb);
    return NULL;
}

void rq_ndb_close(struct rq_ndb *ndb)
{
    struct owned *owned = (struct owned *)ndb;
    if (!owned)
        return;
    rq_arena_free(&owned->arena);
    free(owned);
}

/* ---- looking ---- */

uint32_t rq_ndb_size(const struct rq_ndb *ndb, struct rq_ndb_type type)
{
    if (type.kind == 't')
        return type.number < ndb->struct_count ? ndb->structs[type.number].size : 0;
    return type.kind == 'v' || type.kind == '?' ? 0 : 4;
}

const struct rq_ndb_function *rq_ndb_function_at(const struct rq_ndb *ndb, uint32_t offset)
{
    for (uint32_t i = 0; i < ndb->function_count; i++)
        if (ndb->functions[i].start <= offset && offset < ndb->functions[i].end)
            return &ndb->functions[i];
    return NULL;
}

const struct rq_ndb_line *rq_ndb_line_at(const struct rq_ndb *ndb, uint32_t offset)
{
    for (uint32_t i = 0; i < ndb->line_count; i++)
        if (ndb->lines[i].start <= offset && offset < ndb->lines[i].end)
            return &ndb->lines[i];
    return NULL;
}

const struct rq_ndb_function *rq_ndb_function_named(const struct rq_ndb *ndb, const char *name)
{
    for (uint32_t i = 0; i < ndb->function_count; i++)
        if (ndb->functions[i].start != UINT32_MAX && strcmp(ndb->functions[i].name, name) == 0)
            return &ndb->functions[i];
    return NULL;
}

bool rq_ndb_is_global(const struct rq_ndb *ndb, const struct rq_ndb_variable *variable)
{
    const struct rq_ndb_function *f = rq_ndb_function_named(ndb, "#globals");
    return f && f->start <= variable->start && variable->start < f->end;
}
