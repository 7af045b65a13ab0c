/* The debugger of run, for compiled scripts of KotOR: by lines and names where there are debug symbols (NDB), else by
 * instructions. */
#include "core/text.h"
#include "run.h"

#include <reliquary/ncs_vm.h>
#include <reliquary/ndb.h>
#include <stdlib.h>

enum { MOST_BREAKS = 64, NAME_ROOM = 17 };

/* The symbols of a script, and the texts that they speak of; also of one that has none. */
struct symbols {
    struct symbols *next;
    char script[NAME_ROOM];
    struct rq_ndb *ndb; /* or NULL */
    struct rq_map *texts;
};

struct ncs_debug {
    struct ncs_run *run;
    struct symbols *symbols;
    struct {
        char script[NAME_ROOM];
        uint32_t offset;
    } breaks[MOST_BREAKS];
    size_t break_count;
};

/* ---- symbols ---- */

static char *symbols_path(const struct ncs_run *run, const char *script)
{
    char stem[256];
    const char *base = rq_path_base(run->name), *extension = rq_path_extension(base);
    size_t size = *extension ? (size_t)(extension - base) - 1 : strlen(base);
    if (*script)
        return find_beside(run, script, "ndb");
    snprintf(stem, sizeof stem, "%.*s", (int)(size < 255 ? size : 255), base);
    return find_beside(run, stem, "ndb");
}

static void open_symbols(const struct ncs_run *run, struct symbols *s)
{
    char *path = symbols_path(run, s->script);
    struct rq_error err = {0};
    struct rq_map map;
    if (path && rq_map_open(&map, path, &err)) {
        s->ndb = rq_ndb_open(map.bytes, &err);
        rq_map_close(&map);
    }
    if (err.code)
        report(path, &err, EXIT_UNREADABLE);
    s->texts = s->ndb ? need(s->ndb->file_count, sizeof *s->texts) : NULL;
    for (uint32_t i = 0; s->texts && i < s->ndb->file_count; i++) {
        char *text = find_beside(run, s->ndb->files[i], "nss");
        if (text)
            rq_map_open(&s->texts[i], text, NULL);
        free(text);
    }
    free(path);
}

static struct symbols *symbols_of(struct ncs_debug *d, const char *script)
{
    struct symbols *s = d->symbols;
    while (s && strcmp(s->script, script) != 0)
        s = s->next;
    if (!s) {
        s = need(1, sizeof *s);
        snprintf(s->script, sizeof s->script, "%s", script);
        s->next = d->symbols;
        d->symbols = s;
        open_symbols(d->run, s);
    }
    return s;
}

static void close_symbols(struct ncs_debug *d)
{
    while (d->symbols) {
        struct symbols *s = d->symbols;
        d->symbols = s->next;
        for (uint32_t i = 0; s->texts && i < s->ndb->file_count; i++)
            rq_map_close(&s->texts[i]);
        rq_ndb_close(s->ndb);
        free(s->texts);
        free(s);
    }
}

/* What is known of the place where the machine stands. */
struct place {
    struct rq_ncs_vm_frame frame;
    const struct symbols *symbols;
    const struct rq_ndb *ndb; /* or NULL, and then the others */
    const struct rq_ndb_function *function;
    const struct rq_ndb_line *line;
};

static bool place_of(struct ncs_debug *d, size_t level, struct place *p)
{
    *p = (struct place){0};
    if (!rq_ncs_vm_frame(d->run->vm, level, &p->frame))
        return false;
    p->symbols = symbols_of(d, p->frame.script);
    p->ndb = p->symbols->ndb;
    if (p->ndb) {
        /* A call returns to the line that it is in, which may end with it. */
        uint32_t offset = p->frame.offset - (level != 0);
        p->function = rq_ndb_function_at(p->ndb, offset);
        p->line = rq_ndb_line_at(p->ndb, offset);
    }
    return true;
}

static size_t frame_count(const struct ncs_debug *d)
{
    struct rq_ncs_vm_frame frame;
    size_t count = 0;
    while (rq_ncs_vm_frame(d->run->vm, count, &frame))
        count++;
    return count;
}

/* ---- moving ---- */

static bool at_break(const struct ncs_debug *d)
{
    struct rq_ncs_vm_frame frame;
    if (!d->break_count || !rq_ncs_vm_frame(d->run->vm, 0, &frame))
        return false;
    for (size_t i = 0; i < d->break_count; i++)
        if (d->breaks[i].offset == frame.offset && strcmp(d->breaks[i].script, frame.script) == 0)
            return true;
    return false;
}

/* Runs until a break or the end; or, when depth is not 0, where no more than depth functions run, at the start of
 * a line if lines are asked for. */
static void run_until(struct ncs_debug *d, size_t depth, bool lines)
{
    struct place p;
    bool there = false;
    d->run->quiet = true;
    while (!there && step_ncs(d->run) && !at_break(d))
        there = depth && frame_count(d) <= depth &&
                (!lines || (place_of(d, 0, &p) && p.line && p.line->start == p.frame.offset));
    d->run->quiet = false;
}

static bool has_lines(struct ncs_debug *d)
{
    struct place p;
    return place_of(d, 0, &p) && p.ndb;
}

static void do_instruction(void *machine, const char *word)
{
    struct ncs_debug *d = machine;
    unsigned long n;
    if (!take_count(word, 1, &n))
        return;
    while (n && step_ncs(d->run))
        n--;
}

static void do_step(void *machine, const char *word)
{
    struct ncs_debug *d = machine;
    unsigned long n;
    if (!has_lines(d)) {
        do_instruction(d, word);
        return;
    }
    if (!take_count(word, 1, &n))
        return;
    for (; n && rq_ncs_vm_state(d->run->vm) == RQ_NCS_VM_READY; n--)
        run_until(d, SIZE_MAX, true);
}

static void do_next(void *machine, const char *word)
{
    struct ncs_debug *d = machine;
    (void)word;
    run_until(d, frame_count(d), has_lines(d));
}

static void do_finish(void *machine, const char *word)
{
    struct ncs_debug *d = machine;
    (void)word;
    run_until(d, frame_count(d) - 1, false);
}

static void do_continue(void *machine, const char *word)
{
    (void)word;
    run_until(machine, 0, false);
}

/* ---- breaks ---- */

static uint32_t file_named(const struct rq_ndb *ndb, const char *word, size_t size)
{
    char name[96];
    uint32_t i = 0;
    snprintf(name, sizeof name, "%.*s", (int)size, word);
    if (rq_casecmp(rq_path_extension(name), "nss") == 0)
        name[size - 4] = 0;
    while (i < ndb->file_count && rq_casecmp(ndb->files[i], name) != 0)
        i++;
    return i;
}

/* "k_door:12", ":12" for the file at hand: the first code of the line, or of the next that has some. */
static bool find_line(const struct place *p, const char *word, uint32_t *offset)
{
    const char *colon = strrchr(word, ':');
    const struct rq_ndb_line *best = NULL;
    size_t digits = colon ? strspn(colon + 1, "0123456789") : 0;
    if (!p->ndb || !digits || digits > 9 || colon[1 + digits])
        return false;
    uint32_t wanted = (uint32_t)strtoul(colon + 1, NULL, 10);
    uint32_t file = colon == word ? (p->line ? p->line->file : 0)
                                  : file_named(p->ndb, word, (size_t)(colon - word));
    for (uint32_t i = 0; i < p->ndb->line_count; i++) {
        const struct rq_ndb_line *l = &p->ndb->lines[i];
        if (l->file == file && l->line >= wanted && (!best || l->line < best->line))
            best = l;
    }
    if (best)
        *offset = best->start;
    return best != NULL;
}

/* In the script at hand, or in those that execute it. */
static bool find_place(struct ncs_debug *d, const char *word, struct place *p, uint32_t *offset)
{
    for (size_t level = 0; place_of(d, level, p); level++) {
        const struct rq_ndb_function *f = p->ndb ? rq_ndb_function_named(p->ndb, word) : NULL;
        if (f)
            *offset = f->start;
        if (f || find_line(p, word, offset))
            return true;
    }
    return place_of(d, 0, p) && take_pc(word, offset);
}

static void set_break(struct ncs_debug *d, const char *word, bool add)
{
    struct place p;
    uint32_t offset;
    size_t i = 0;
    if (!find_place(d, word, &p, &offset)) {
        say("%s is no place: 31, 0x1F or #1F%s", *word ? word : "that",
            p.ndb ? ", k_door:12, :12 or the name of a function" : "");
        return;
    }
    while (i < d->break_count &&
           (d->breaks[i].offset != offset || strcmp(d->breaks[i].script, p.frame.script) != 0))
        i++;
    if (add && i == MOST_BREAKS) {
        printf("there are %d breaks already\n", MOST_BREAKS);
    } else if (add && i == d->break_count) {
        snprintf(d->breaks[i].script, NAME_ROOM, "%s", p.frame.script);
        d->breaks[d->break_count++].offset = offset;
    } else if (!add && i < d->break_count) {
        d->breaks[i] = d->breaks[--d->break_count];
    }
}

static void do_break(void *machine, const char *word)
{
    set_break(machine, word, true);
}

static void do_delete(void *machine, const char *word)
{
    set_break(machine, word, false);
}

/* ---- looking ---- */

/* A line of a source; nothing when it is not at hand. */
static void say_source(const struct place *p)
{
    struct rq_bytes text =
        p->symbols->texts ? p->symbols->texts[p->line->file].bytes : (struct rq_bytes){0};
    const char *at = (const char *)text.data, *end = at ? at + text.size : at;
    for (uint32_t line = 1; at && line < p->line->line; line++) {
        at = memchr(at, '\n', (size_t)(end - at));
        at = at ? at + 1 : NULL;
    }
    const char *stop = at;
    while (stop && stop < end && *stop != '\n' && *stop != '\r')
        stop++;
    if (stop > at)
        say("%5u  %.*s", p->line->line, (int)(stop - at < 200 ? stop - at : 200), at);
}

static void say_line(const struct place *p)
{
    if (p->line)
        say("%s.nss:%u in %s", p->ndb->files[p->line->file], p->line->line,
            p->function ? p->function->name : "?");
    else
        say("0x%04x in %s", p->frame.offset, p->function ? p->function->name : "?");
}

static void say_place(void *machine)
{
    struct ncs_debug *d = machine;
    struct place p;
    if (rq_ncs_vm_state(d->run->vm) != RQ_NCS_VM_READY || !place_of(d, 0, &p)) {
        puts("nothing is left to run");
    } else if (p.ndb) {
        say_line(&p);
        if (p.line)
            say_source(&p);
    } else {
        printf("0x%04x, %zu values on the stack\n", p.frame.offset, rq_ncs_vm_depth(d->run->vm));
    }
}

static void do_where(void *machine, const char *word)
{
    struct ncs_debug *d = machine;
    struct place p;
    (void)word;
    say_place(d);
    for (size_t i = 1; place_of(d, i, &p); i++) {
        printf("  returns to ");
        if (p.ndb)
            say_line(&p);
        else
            printf("0x%04x%s%s\n", p.frame.offset, *p.frame.script ? " of " : "", p.frame.script);
    }
}

static void do_stack(void *machine, const char *word)
{
    const struct ncs_debug *d = machine;
    unsigned long count;
    char text[80];
    if (!take_count(word, 8, &count))
        return;
    for (size_t i = 0; i < count && rq_ncs_vm_cell(d->run->vm, i, text); i++)
        say("-%zu  %s", (i + 1) * 4, text);
}

static void do_world(void *machine, const char *word)
{
    const struct ncs_debug *d = machine;
    (void)word;
    put_ncs_world(d->run);
}

/* ---- variables ---- */

static void put_value(const struct ncs_debug *d, const struct rq_ndb *ndb, struct rq_ndb_type type,
                      size_t cell, struct rq_out *out)
{
    size_t depth = rq_ncs_vm_depth(d->run->vm);
    char text[80];
    if (type.kind == 't') {
        const struct rq_ndb_struct *s = &ndb->structs[type.number];
        rq_put8(out, '{');
        for (uint32_t i = 0; i < s->field_count; i++) {
            rq_putf(out, "%s%s = ", i ? ", " : "", s->fields[i].name);
            put_value(d, ndb, s->fields[i].type, cell, out);
            cell += rq_ndb_size(ndb, s->fields[i].type) / 4;
        }
        rq_put8(out, '}');
    } else if (cell < depth && rq_ncs_vm_cell(d->run->vm, depth - 1 - cell, text)) {
        rq_put_str(out, text);
    } else {
        rq_put_str(out, "not on the stack");
    }
}

/* Bytes of what a function finds on the stack. */
static size_t arguments_size(const struct place *p)
{
    size_t size = rq_ndb_size(p->ndb, p->function->type);
    for (uint32_t i = 0; i < p->function->param_count; i++)
        size += rq_ndb_size(p->ndb, p->function->params[i]);
    return size;
}

/* The first cell of the locals, or of the globals: those lie below the base pointer, once that is set. */
static size_t base_of(const struct place *p, bool global)
{
    size_t size = 0, above = p->frame.cells;
    if (global && strcmp(p->function->name, "#globals") != 0) {
        above = p->frame.globals;
        for (uint32_t i = 0; i < p->ndb->variable_count; i++) {
            const struct rq_ndb_variable *v = &p->ndb->variables[i];
            size_t end = (size_t)v->place + rq_ndb_size(p->ndb, v->type);
            if (rq_ndb_is_global(p->ndb, v) && end > size)
                size = end;
        }
    } else if (!p->frame.outermost) {
        size = arguments_size(p);
    }
    return size / 4 <= above ? above - size / 4 : SIZE_MAX / 8;
}

static void say_variable(const struct ncs_debug *d, const struct place *p,
                         const struct rq_ndb_variable *v)
{
    struct rq_out out = {0};
    bool global = rq_ndb_is_global(p->ndb, v);
    put_value(d, p->ndb, v->type, base_of(p, global) + v->place / 4, &out);
    say("%s = %s", v->name, whole_text(&out));
    rq_out_free(&out);
}

static bool is_there(const struct place *p, const struct rq_ndb_variable *v)
{
    bool inside = v->start <= p->frame.offset && p->frame.offset < v->end;
    bool made =
        strcmp(p->function->name, "#loader") != 0 && strcmp(p->function->name, "#globals") != 0;
    return inside || (made && rq_ndb_is_global(p->ndb, v));
}

/* Those that are there, of one sort or of one name; the innermost of a name. */
static void say_variables(struct ncs_debug *d, const char *name, bool global)
{
    struct place p;
    const struct rq_ndb_variable *named = NULL;
    if (!place_of(d, 0, &p) || !p.ndb || !p.function) {
        puts("there are no debug symbols here: reliquary compile -g writes them");
        return;
    }
    for (uint32_t i = 0; i < p.ndb->variable_count; i++) {
        const struct rq_ndb_variable *v = &p.ndb->variables[i];
        if (!is_there(&p, v))
            continue;
        if (name && strcmp(v->name, name) == 0 && (!named || !rq_ndb_is_global(p.ndb, v)))
            named = v;
        else if (!name && rq_ndb_is_global(p.ndb, v) == global)
            say_variable(d, &p, v);
    }
    if (named)
        say_variable(d, &p, named);
    else if (name)
        say("there is no variable %s here", name);
}

static void do_locals(void *machine, const char *word)
{
    (void)word;
    say_variables(machine, NULL, false);
}

static void do_globals(void *machine, const char *word)
{
    (void)word;
    say_variables(machine, NULL, true);
}

static void do_print(void *machine, const char *word)
{
    say_variables(machine, word, false);
}

/* ---- commands ---- */

void debug_ncs(struct ncs_run *run)
{
    static const struct debug_command commands[] = {
        {"break", "PC", "stop at an offset, 31, 0x1F or #1F, a line, k_door:12 or :12, a function",
         false, do_break},
        {"delete", "PC", "stop there no more", false, do_delete},
        {"step", "[N]", "to the next line, or N; an instruction without debug symbols", true,
         do_step},
        {"next", "", "the same, with all of a call", true, do_next},
        {"finish", "", "to the end of the function", true, do_finish},
        {"instruction", "[N]", "run an instruction, or N", true, do_instruction},
        {"continue", "", "run on", true, do_continue},
        {"locals", "", "the variables of the function", false, do_locals},
        {"globals", "", "the variables of the script", false, do_globals},
        {"print", "NAME", "one of them", false, do_print},
        {"stack", "[N]", "the topmost N values, 8 without a number", false, do_stack},
        {"where", "", "the place and who called", false, do_where},
        {"world", "", "variables and objects of the game", false, do_world},
    };
    struct ncs_debug machine = {.run = run};
    debug_with(&(struct debugger){.machine = &machine,
                                  .commands = commands,
                                  .count = sizeof commands / sizeof commands[0],
                                  .say_place = say_place});
    close_symbols(&machine);
}
