/* Scripts of a map as text, and back: reliquary/soup.h. */
#include "formats/redguard/rgm/units.h"

#include <stdio.h>

/* ---- names of files ---- */

/* A label that any file system takes: letters, digits, "-" and "_". No label is empty: rgm_labels_of. */
static void plain_name(struct rq_bytes label, char *name, size_t size)
{
    size_t n = 0;
    for (size_t i = 0; i < label.size && n + 1 < size; i++) {
        char c = (char)label.data[i];
        bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                     c == '-' || c == '_' || c == '#';
        name[n++] = plain ? c : '_';
    }
    name[n] = 0;
}

/* Windows keeps these for devices. */
static bool is_device(const char *name)
{
    static const char *const devices[] = {"con",  "prn",  "aux",  "nul",  "com1", "com2",
                                          "com3", "com4", "lpt1", "lpt2", "lpt3", "lpt4"};
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++)
        if (rq_casecmp(name, devices[i]) == 0)
            return true;
    return false;
}

enum { FILE_NAME = 64 };

/* No two are equal, whatever the case: those that would be get the number of the actor. */
static const char *file_name(struct rq_soup_symbols *files, struct rq_bytes label, size_t actor)
{
    char name[FILE_NAME] = "", low[FILE_NAME];
    plain_name(label, name, sizeof name - 12);
    for (unsigned tries = is_device(name) ? 1 : 0;; tries++) {
        size_t size = strlen(name);
        if (tries)
            snprintf(name + size, sizeof name - size, tries == 1 ? "~%zu" : "~", actor);
        size = strlen(name);
        for (size_t i = 0; i <= size; i++)
            low[i] = rq_lower(name[i]);
        if (rq_soup_symbol_find(files, 0, (struct rq_str){low, size}) && size + 2 < sizeof name)
            continue;
        const char *kept = rq_arena_text(files->arena, low, size);
        const char *shown = rq_arena_text(files->arena, name, size);
        if (!kept || !shown || !rq_soup_symbol_add(files, 0, (struct rq_str){kept, size}, 0, 0))
            return NULL;
        return shown;
    }
}

/* ---- printing ---- */

struct printing {
    struct rgm_units *u;
    const struct rq_soup_how *how;
    struct rq_out text;
    const struct rq_soup_unit *unit; /* at hand */
    const char *reason;
};

static const struct rq_soup_unit *same_base(void *ctx, struct rq_bytes name)
{
    (void)name; /* that of several of a name */
    return ((struct printing *)ctx)->unit;
}

/* Whether the text comes back as the actor that it was made from; false without memory. */
static bool comes_back(struct printing *p, struct rq_soup_unit *unit, bool *same)
{
    struct rq_arena arena = {.alloc = p->text.alloc};
    struct rq_soup_units units = {NULL, 0, 0};
    struct rq_error err = {0};
    const struct rq_soup_source source = {"", rq_out_bytes(&p->text)};
    const struct rq_soup_reading reading = {.source = &source,
                                            .how = p->how,
                                            .page = p->u->m.s.page,
                                            .arena = &arena,
                                            .base = same_base,
                                            .base_ctx = p};
    unsigned differs = 1;
    bool parsed = rq_soup_parse(&reading, &units, &err);
    bool fine = err.code != RQ_NO_MEMORY;
    if (parsed && units.count == 1)
        fine = rgm_unit_compare(unit, &units.units[0], &differs);
    *same = fine && parsed && units.count == 1 && !differs && !(unit->keep & ~units.units[0].keep);
    rq_arena_free(&arena);
    return fine;
}

static bool print(struct printing *p, struct rq_soup_unit *unit, struct rq_error *err)
{
    enum rq_codepage page = p->u->m.s.page;
    struct rq_soup_how flat = *p->how;
    bool same = true;
    rq_out_cut(&p->text, 0);
    p->unit = unit;
    p->reason = NULL;
    if (p->how->file && p->how->style <= RQ_SOUP_STRUCTURED)
        rq_putf(&p->text, "; %s\n", p->how->file);
    size_t head = p->text.size;
    if (p->how->style == RQ_SOUP_RGPRE)
        rq_soup_print_rgpre(&p->text, unit, p->how, page);
    else if (p->how->style == RQ_SOUP_RMM)
        p->reason = rq_soup_print_rmm(&p->text, unit, p->how, page);
    else
        rq_soup_print(&p->text, unit, p->how, page);
    bool checked =
        p->how->style == RQ_SOUP_STRUCTURED || (p->how->style == RQ_SOUP_RMM && !p->reason);
    if (checked && !p->text.failed && !comes_back(p, unit, &same))
        return rq_fail(err, RQ_NO_MEMORY, 0, "rgm", "out of memory");
    if (!same && p->how->style == RQ_SOUP_RMM)
        p->reason = "the text would not come back as the same script";
    if (!same && p->how->style == RQ_SOUP_STRUCTURED) {
        flat.style = RQ_SOUP_FLAT;
        rq_out_cut(&p->text, head);
        rq_soup_print(&p->text, unit, &flat, page);
    }
    if (p->reason)
        rq_out_cut(&p->text, 0);
    return !p->text.failed || rq_fail_out(err, &p->text);
}

/* --actor DOOR is also DOOR#2. */
static bool is_wanted(const struct rq_soup_how *how, const char *name)
{
    const char *hash = strrchr(name, '#');
    size_t size = hash ? (size_t)(hash - name) : strlen(name);
    if (!how->actor || rq_casecmp(how->actor, name) == 0)
        return true;
    for (size_t i = 0; i <= size; i++)
        if (rq_lower(i < size ? name[i] : 0) != rq_lower(how->actor[i]))
            return false;
    return true;
}

static bool print_all(struct printing *p, rq_soup_text_fn *fn, void *ctx, size_t *count,
                      struct rq_error *err)
{
    struct rq_soup_symbols files = {.arena = &p->u->arena};
    struct rq_out name = {.alloc = p->text.alloc};
    bool fine = true;
    for (size_t i = 0; i < p->u->count && fine; i++) {
        struct rq_soup_unit *unit = &p->u->units[i];
        const char *file = file_name(&files, unit->name, i);
        rq_out_cut(&name, 0);
        rq_text_decode(&name, p->u->m.s.page, unit->name);
        rq_put8(&name, 0);
        fine = (file && !name.failed) || rq_fail(err, RQ_NO_MEMORY, 0, "rgm", "out of memory");
        if (!fine || !is_wanted(p->how, (const char *)name.data))
            continue;
        ++*count;
        fine = print(p, unit, err);
        if (fine && !fn(ctx, (const char *)name.data, file, rq_out_bytes(&p->text), p->reason))
            break;
    }
    rq_out_free(&name);
    return fine;
}

/* The names that the library knows, where the caller has none. */
static bool with_names(struct rq_soup_how *how, struct rq_soup_names **made, struct rq_error *err)
{
    *made = how->names ? NULL : rq_soup_names_new(NULL, err);
    how->names = how->names ? how->names : *made;
    return how->names != NULL;
}

bool rq_soup_texts(struct rq_doc *map, const struct rq_soup_how *how, rq_soup_text_fn *fn,
                   void *ctx, size_t *count, struct rq_error *err)
{
    struct rq_soup_how own = *how;
    struct rq_soup_names *made;
    struct rgm_units u;
    size_t ignored = 0;
    if (!rq_doc_root(map, "rgm"))
        return rq_fail(err, RQ_USAGE, 0, "", "no map (RGM)");
    if (!with_names(&own, &made, err))
        return false;
    bool fine = rgm_units_open(&u, map, err);
    if (fine) {
        struct printing p = {.u = &u, .how = &own, .text = {.alloc = map->alloc}};
        fine = print_all(&p, fn, ctx, count ? (*count = 0, count) : &ignored, err);
        rq_out_free(&p.text);
        rgm_units_close(&u);
    }
    rq_soup_names_free(made);
    return fine;
}

/* ---- back ---- */

struct reading {
    struct rgm_units *u;
    const struct rq_soup_how *how;
    rq_script_problem_fn *fn;
    void *ctx;
    struct rq_soup_unit **wanted; /* of each actor */
    const char **by;              /* the file that has it */
};

static const struct rq_soup_unit *base_of(void *ctx, struct rq_bytes name)
{
    const struct reading *r = ctx;
    size_t i = rgm_units_find(r->u, name);
    return i < r->u->count ? &r->u->units[i] : NULL;
}

static bool fail_at(const struct rq_soup_reading *reading, const struct rq_soup_unit *unit,
                    const char *hint, struct rq_error *err, const char *message)
{
    rq_soup_tell(reading, unit->at, unit->name.size + 2, hint, message);
    return rq_fail(err, RQ_CORRUPT, 0, reading->source->file, "%s", message);
}

/* The actor that a unit of a text is; false after a problem. */
static bool place(struct reading *r, const struct rq_soup_reading *reading,
                  struct rq_soup_unit *unit, struct rq_error *err)
{
    size_t i = rgm_units_find(r->u, unit->name);
    const char *name = (const char *)unit->name.data, *part;
    char text[200], hint[80] = "";
    for (size_t k = 0; k < r->u->count && i >= r->u->count && !hint[0]; k++) {
        struct rq_bytes near = r->u->units[k].name;
        if (rq_distance((const char *)near.data, near.size, name, unit->name.size) <= RQ_NEAR)
            snprintf(hint, sizeof hint, "did you mean %.*s?", (int)near.size,
                     (const char *)near.data);
    }
    rq_text_clean(hint);
    if (i >= r->u->count)
        return fail_at(reading, unit, hint, err, "the map has no such actor");
    if (r->wanted[i]) {
        snprintf(text, sizeof text, "the actor stands in %.150s, too", r->by[i]);
        return fail_at(reading, unit, "", err, text);
    }
    unsigned missing = r->u->units[i].keep & ~unit->keep;
    for (unsigned k = 0; k < RQ_SOUP_PARTS; k++) {
        part = rq_soup_part_word((enum rq_soup_part)k);
        if (!(missing >> k & 1))
            continue;
        snprintf(text, sizeof text, "the %s of this actor are not its own: add \"keep %s\"", part,
                 part);
        return fail_at(reading, unit, "", err, text);
    }
    r->wanted[i] = unit;
    r->by[i] = reading->source->file;
    return true;
}

static bool read_source(struct reading *r, const struct rq_soup_source *source,
                        struct rq_error *err)
{
    struct rq_soup_units units = {NULL, 0, 0};
    const struct rq_soup_reading reading = {.source = source,
                                            .how = r->how,
                                            .page = r->u->m.s.page,
                                            .arena = &r->u->arena,
                                            .problem = r->fn,
                                            .problem_ctx = r->ctx,
                                            .base = base_of,
                                            .base_ctx = r};
    if (!rq_soup_parse(&reading, &units, err))
        return false;
    for (uint32_t i = 0; i < units.count; i++)
        if (!place(r, &reading, &units.units[i], err))
            return false;
    return true;
}

/* All problems of all texts are told before it fails. */
static bool read_all(struct reading *r, const struct rq_soup_source *sources, size_t count,
                     struct rq_error *err)
{
    struct rq_error first = {0};
    for (size_t i = 0; i < count; i++) {
        struct rq_error one = {0};
        if (!read_source(r, &sources[i], &one) && first.code == RQ_OK)
            first = one;
    }
    if (first.code != RQ_OK && err && err->code == RQ_OK)
        *err = first;
    return first.code == RQ_OK;
}

/* Reads what was made again: every text has to be what the map has now. */
static bool check_made(struct reading *r, struct rq_bytes made, struct rq_error *err)
{
    const struct rq_doc *doc = r->u->m.s.doc;
    const struct rq_options options = {.format = doc->format, .codepage = doc->page};
    struct rgm_units again;
    struct rq_doc *read = rq_doc_read(made, &options, err);
    if (!read)
        return false;
    bool opened = rgm_units_open(&again, read, err), fine = opened;
    for (size_t i = 0; fine && i < r->u->count; i++) {
        unsigned differs = 0;
        if (!r->wanted[i])
            continue;
        bool there = i < again.count && rgm_unit_compare(&again.units[i], r->wanted[i], &differs);
        if (!there || differs)
            fine = rq_fail(err, RQ_CORRUPT, 0, r->by[i],
                           "the map would not have the actor %.40s as the text has it",
                           r->u->m.actors->actors[i].name);
    }
    if (opened)
        rgm_units_close(&again);
    rq_doc_free(read);
    return fine;
}

static bool put(struct reading *r, struct rq_out *out, struct rq_error *err)
{
    bool changed = false;
    for (size_t i = 0; i < r->u->count; i++) {
        unsigned differs = 0;
        if (r->wanted[i] && !rgm_unit_compare(&r->u->units[i], r->wanted[i], &differs))
            return rq_fail(err, RQ_NO_MEMORY, 0, "rgm", "out of memory");
        changed |= differs != 0;
    }
    if (!changed)
        return rq_doc_write(r->u->m.s.doc, out, err);
    size_t before = out->size;
    if (!rgm_units_put(r->u, r->wanted, out, err))
        return false;
    return check_made(r, (struct rq_bytes){out->data + before, out->size - before}, err);
}

bool rq_soup_put(struct rq_doc *map, const struct rq_soup_source *sources, size_t count,
                 const struct rq_soup_how *how, rq_script_problem_fn *fn, void *ctx,
                 struct rq_out *out, struct rq_error *err)
{
    struct rq_soup_how own = *how;
    struct rq_soup_names *made;
    struct rgm_units u;
    if (!rq_doc_root(map, "rgm"))
        return rq_fail(err, RQ_USAGE, 0, "", "no map (RGM)");
    if (own.style == RQ_SOUP_RGPRE)
        return rq_fail(err, RQ_USAGE, 0, "", "a listing of rgpre can't be read back");
    if (!with_names(&own, &made, err))
        return false;
    bool fine = rgm_units_open(&u, map, err);
    if (fine) {
        struct reading r = {.u = &u, .how = &own, .fn = fn, .ctx = ctx};
        r.wanted = rq_arena_get(&u.arena, u.count, sizeof(void *));
        r.by = rq_arena_get(&u.arena, u.count, sizeof(void *));
        if (r.wanted && r.by)
            fine = read_all(&r, sources, count, err) && put(&r, out, err);
        else
            fine = rq_fail(err, RQ_NO_MEMORY, 0, "rgm", "out of memory");
        rgm_units_close(&u);
    }
    rq_soup_names_free(made);
    return fine;
}
