/* Settings against what is documented of them; and the two files that are tables, FOG.INI and
 * SURFACE.INI. */
#include "core/file.h"
#include "formats/redguard/ini_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { SHOWN = 60, SHOWN_UTF8 = SHOWN * 3 };
enum { GUESSES = 200, MOST_SET = 511, MOST_SOUND = 255, MOST_FOG = 255 };

static const char *const surfaces[] = {"WATER", "DEEPWATER", "LAVA", "SAND",
                                       "WOOD",  "TILE",      "ROCK", "GLOOP"};

/* ---- one check ---- */

/* An entry, to be found by section and name. */
struct place {
    struct rq_bytes section, name;
    const struct rq_ini_line *line;
};

struct check {
    const struct rq_ini *ini;
    const char *file; /* base name */
    enum rq_codepage page;
    rq_ini_check_fn *fn;
    void *ctx;
    const struct rq_ini_line *line; /* at hand */
    struct rq_bytes section;
    const struct rq_ini_key *keys; /* those of the file */
    size_t key_count;
    bool known;        /* the file is documented */
    size_t guesses;    /* made so far: each takes time */
    struct place *all; /* sorted */
    size_t count;
    int64_t fog_index, fog_value; /* of the line before; -1: none */
};

static void tell(struct check *c, enum rq_severity severity, const char *id, const char *fmt, ...)
    RQ_PRINTF(4, 5);

static void tell(struct check *c, enum rq_severity severity, const char *id, const char *fmt, ...)
{
    char text[400];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    rq_text_clean(text);
    c->fn(c->ctx,
          &(struct rq_ini_finding){severity, id, (size_t)(c->line - c->ini->lines) + 1, text});
}

/* Bytes of the file as UTF-8, cut where they get long. */
static const char *shown(const struct check *c, struct rq_bytes bytes, char text[SHOWN * 4])
{
    struct rq_out out = {0};
    bool cut = bytes.size > SHOWN;
    rq_text_decode(&out, c->page, (struct rq_bytes){bytes.data, cut ? SHOWN : bytes.size});
    size_t size = out.size < SHOWN_UTF8 ? out.size : SHOWN_UTF8;
    if (size)
        memcpy(text, out.data, size);
    snprintf(text + size, 4, "%s", cut ? "..." : "");
    rq_out_free(&out);
    return text;
}

/* ---- keys by name ---- */

static int compare_bytes(struct rq_bytes a, struct rq_bytes b)
{
    for (size_t i = 0; i < a.size && i < b.size; i++) {
        int d = rq_lower((char)a.data[i]) - rq_lower((char)b.data[i]);
        if (d)
            return d;
    }
    return (a.size > b.size) - (a.size < b.size);
}

static int compare_names(const struct place *a, const struct place *b)
{
    int d = compare_bytes(a->section, b->section);
    return d ? d : compare_bytes(a->name, b->name);
}

static int compare_places(const void *x, const void *y)
{
    const struct place *a = x, *b = y;
    int d = compare_names(a, b);
    return d ? d : (a->line > b->line) - (a->line < b->line);
}

/* The first of that name, or NULL. */
static const struct place *find_place(const struct check *c, struct rq_bytes section,
                                      struct rq_bytes name)
{
    struct place wanted = {section, name, NULL};
    size_t low = 0, high = c->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_names(&c->all[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < c->count && compare_names(&c->all[low], &wanted) == 0 ? &c->all[low] : NULL;
}

static bool list_places(struct check *c, const struct rq_alloc *alloc, struct rq_error *err)
{
    const struct rq_ini *ini = c->ini;
    struct rq_bytes section = {0};
    c->all = rq_mem(alloc, NULL, (ini->line_count + 1) * sizeof *c->all);
    if (!c->all)
        return rq_fail(err, RQ_NO_MEMORY, 0, "", "out of memory");
    for (size_t i = 0; i < ini->line_count; i++) {
        const struct rq_ini_line *line = &ini->lines[i];
        if (line->kind == RQ_INI_SECTION)
            section = line->name;
        /* Sections count too, as "[attack#]". */
        if (line->kind == RQ_INI_SECTION)
            c->all[c->count++] = (struct place){{0}, line->name, line};
        else if (line->kind == RQ_INI_ENTRY)
            c->all[c->count++] = (struct place){section, line->name, line};
    }
    qsort(c->all, c->count, sizeof *c->all, compare_places);
    return true;
}

/* ---- near misses ---- */

/* The name with "#" for its numbers. */
static size_t to_pattern(struct rq_bytes name, char *pattern, size_t size)
{
    size_t n = 0;
    for (size_t i = 0; i < name.size && n + 1 < size; i++) {
        bool digit = name.data[i] >= '0' && name.data[i] <= '9';
        if (!digit)
            pattern[n++] = rq_lower((char)name.data[i]);
        else if (n == 0 || pattern[n - 1] != '#')
            pattern[n++] = '#';
    }
    pattern[n] = 0;
    return n;
}

/* The pattern with the numbers of the name in their places. */
static void fill_pattern(const char *pattern, struct rq_bytes name, char *text, size_t size)
{
    size_t n = 0, at = 0;
    for (; *pattern && n + 12 < size; pattern++) {
        if (*pattern != '#') {
            text[n++] = *pattern;
            continue;
        }
        while (at < name.size && !(name.data[at] >= '0' && name.data[at] <= '9'))
            at++;
        for (size_t k = 0; k < 9 && at < name.size && name.data[at] >= '0' && name.data[at] <= '9';
             k++)
            text[n++] = (char)name.data[at++];
    }
    text[n] = 0;
}

/* The documented key of this section that is nearest; NULL: none is near. */
static const struct rq_ini_key *near_key(struct check *c, struct rq_bytes name)
{
    const struct rq_ini_key *best = NULL;
    char pattern[SHOWN];
    int64_t numbers[2];
    size_t least = RQ_NEAR + 1, size = to_pattern(name, pattern, SHOWN);
    if (size < 4 || c->guesses++ >= GUESSES)
        return NULL;
    for (size_t i = 0; i < c->key_count; i++) {
        if (!rq_ini_matches(c->keys[i].section, c->section, numbers))
            continue;
        size_t d = rq_distance(pattern, size, c->keys[i].key, strlen(c->keys[i].key));
        if (d < least) {
            least = d;
            best = &c->keys[i];
        }
    }
    return best;
}

/* ---- entries ---- */

static const struct rq_ini_key *key_of(const struct check *c, bool any_section)
{
    int64_t numbers[2];
    for (size_t i = 0; i < c->key_count; i++)
        if (rq_ini_matches(c->keys[i].key, c->line->name, numbers) &&
            (any_section || rq_ini_matches(c->keys[i].section, c->section, numbers)))
            return &c->keys[i];
    return NULL;
}

static void check_unknown(struct check *c)
{
    char name[SHOWN * 4], guess[SHOWN * 2];
    const struct rq_ini_key *elsewhere = key_of(c, true);
    const struct rq_ini_key *near = elsewhere ? NULL : near_key(c, c->line->name);
    shown(c, c->line->name, name);
    if (elsewhere) {
        tell(c, RQ_INFO, "misplaced-key", "%s is known in [%s], not here", name,
             elsewhere->section);
    } else if (near) {
        fill_pattern(near->key, c->line->name, guess, sizeof guess);
        tell(c, RQ_WARNING, "unknown-key", "unknown key %s; did you mean %s?", name, guess);
    } else {
        tell(c, RQ_WARNING, "unknown-key", "unknown key %s", name);
    }
}

/* What has to be there for a key with a number to mean something, and which of the key's
 * numbers that is. */
static const struct owner {
    const char *file, *keys, *owner;
    size_t which;
} owners[] = {
    {"WORLD.INI", "world_node_map#[#]", "world_map", 1},
    {"WORLD.INI", "world_rain_sphere#[#]", "world_map", 1},
    {"WORLD.INI", NULL, "world_map", 0},
    {"ITEM.INI", NULL, "name", 0},
    {"MENU.INI", "texture_set[#]", NULL, 0},
    {"MENU.INI", "texture_index[#]", NULL, 0},
    {"MENU.INI", "movie#_text[#]", "movie_name", 0},
    {"MENU.INI", "movie_keys[#]", "movie_name", 0},
    {"MENU.INI", "movie_name[#]", NULL, 0},
    {"MENU.INI", NULL, "text", 0},
};

static void check_index(struct check *c, const struct rq_ini_key *key)
{
    int64_t numbers[2] = {0};
    char name[32];
    if (!strchr(key->key, '#') || !rq_ini_matches(key->key, c->line->name, numbers))
        return;
    for (size_t i = 0; i < sizeof owners / sizeof owners[0]; i++) {
        const struct owner *o = &owners[i];
        if (strcmp(o->file, key->file) != 0 || (o->keys && strcmp(o->keys, key->key) != 0))
            continue;
        if (o->owner) {
            snprintf(name, sizeof name, "%s[%lld]", o->owner, (long long)numbers[o->which]);
            if (!find_place(c, c->section, rq_line_of(name)))
                tell(c, RQ_WARNING, "undefined-index", "there is no %s in this section", name);
        }
        return;
    }
}

/* Numbers of items, worlds and attacks that the file does not have. -2 ends a list. */
static void check_reference(struct check *c, const struct rq_ini_key *key, struct rq_bytes value)
{
    bool section = key->refers[0] == '[';
    struct rq_bytes field;
    int64_t v;
    while (rq_ini_field(&value, &field)) {
        char name[64];
        if (!rq_line_number(field, &v) || v < 0)
            continue;
        /* Sections have two digits at least. */
        int head = (int)strcspn(key->refers + section, "#");
        snprintf(name, sizeof name, "%.*s%0*lld%s", head, key->refers + section, section ? 2 : 1,
                 (long long)v, section ? "" : "]");
        struct rq_bytes within = section ? (struct rq_bytes){0} : c->section;
        if (!find_place(c, within, rq_line_of(name)))
            tell(c, RQ_WARNING, "undefined-index", "%lld: there is no %s%s%s", (long long)v,
                 section ? "[" : "", name, section ? "]" : "");
    }
}

static void check_entry(struct check *c)
{
    char name[SHOWN * 4], value[SHOWN * 4], wanted[300];
    const struct rq_ini_line *line = c->line;
    const struct place *first = find_place(c, c->section, line->name);
    int64_t sound;
    if (first && first->line < line)
        tell(c, RQ_WARNING, "duplicate-key", "%s stands on line %zu already",
             shown(c, line->name, name), (size_t)(first->line - c->ini->lines) + 1);
    if (!c->known)
        return;
    const struct rq_ini_key *key = key_of(c, false);
    if (!key) {
        check_unknown(c);
        return;
    }
    if (!rq_ini_fits(key, line->value)) {
        rq_ini_describe(key, wanted, sizeof wanted);
        tell(c, RQ_WARNING, "bad-value", "%s is %s, not %s", shown(c, line->name, name),
             shown(c, line->value, value), wanted);
    } else if (key->refers) {
        check_reference(c, key, line->value);
    }
    check_index(c, key);
    if (strcmp(key->file, "SURFACE.INI") == 0 && rq_line_number(line->name, &sound) &&
        sound > MOST_SOUND)
        tell(c, RQ_WARNING, "bad-value", "sound %lld is beyond %d", (long long)sound, MOST_SOUND);
}

/* ---- lines without a key ---- */

/* "302, 0, WATER" or "114, all, WOOD". index -1: all. type may be unknown. */
static bool take_surface(struct rq_bytes line, int64_t *set, int64_t *index, struct rq_bytes *type)
{
    struct rq_bytes field, more;
    if (!rq_ini_field(&line, &field) || !rq_line_number(field, set) || !rq_ini_field(&line, &field))
        return false;
    *index = -1;
    if (!rq_line_is(field, "all") && (!rq_line_number(field, index) || *index < 0))
        return false;
    return rq_ini_field(&line, type) && !rq_ini_field(&line, &more);
}

static const char *surface_named(struct rq_bytes type)
{
    for (size_t i = 0; i < sizeof surfaces / sizeof surfaces[0]; i++)
        if (rq_line_is(type, surfaces[i]))
            return surfaces[i];
    return NULL;
}

static void check_surface(struct check *c)
{
    int64_t set, index;
    struct rq_bytes type;
    char text[SHOWN * 4];
    if (!take_surface(c->line->value, &set, &index, &type)) {
        tell(c, RQ_WARNING, "bad-value", "%s is not \"set, index or all, type\"",
             shown(c, c->line->value, text));
        return;
    }
    if (set < 0 || set > MOST_SET)
        tell(c, RQ_WARNING, "bad-set", "texture set %lld is not 0 to %d", (long long)set, MOST_SET);
    if (!surface_named(type))
        tell(c, RQ_WARNING, "unknown-surface",
             "unknown surface %s; known are WATER, DEEPWATER, LAVA, SAND, WOOD, TILE, ROCK, GLOOP",
             shown(c, type, text));
}

/* "33,1"; value -1: "63,", which has none. */
static bool take_fog(struct rq_bytes line, int64_t *index, int64_t *value)
{
    struct rq_bytes field, more;
    if (!rq_ini_field(&line, &field) || !rq_line_number(field, index) || *index < 0 ||
        !rq_ini_field(&line, &field) || rq_ini_field(&line, &more))
        return false;
    *value = -1;
    return field.size == 0 || (rq_line_number(field, value) && *value >= 0);
}

static void check_fog(struct check *c)
{
    int64_t index, value;
    char text[SHOWN * 4];
    if (!take_fog(c->line->value, &index, &value)) {
        tell(c, RQ_WARNING, "bad-value", "%s is not \"index,value\"",
             shown(c, c->line->value, text));
        return;
    }
    if (index >= RQ_FOG_STEPS)
        tell(c, RQ_WARNING, "fog-index", "index %lld is beyond %d", (long long)index,
             RQ_FOG_STEPS - 1);
    if (value > MOST_FOG)
        tell(c, RQ_WARNING, "bad-value", "fog of %lld is beyond %d", (long long)value, MOST_FOG);
    if (index <= c->fog_index)
        tell(c, RQ_WARNING, "fog-order", "index %lld does not rise over %lld", (long long)index,
             (long long)c->fog_index);
    if (value >= 0 && value < c->fog_value)
        tell(c, RQ_WARNING, "fog-order", "fog falls from %lld to %lld", (long long)c->fog_value,
             (long long)value);
    c->fog_index = index;
    c->fog_value = value >= 0 ? value : c->fog_value;
}

static void check_values(struct check *c)
{
    char text[SHOWN * 4];
    if (rq_casecmp(c->file, "FOG.INI") == 0)
        check_fog(c);
    else if (rq_casecmp(c->file, "SURFACE.INI") == 0 && rq_line_is(c->section, "surfaces"))
        check_surface(c);
    else if (c->known &&
             !(rq_casecmp(c->file, "REGISTRY.INI") == 0 && rq_line_is(c->section, "registry")))
        tell(c, RQ_WARNING, "no-key", "neither a section nor \"key=value\": %s",
             shown(c, c->line->value, text));
}

/* ---- sections, and the whole ---- */

static bool is_known_section(const struct check *c)
{
    int64_t numbers[2];
    for (size_t i = 0; i < c->key_count; i++)
        if (rq_ini_matches(c->keys[i].section, c->section, numbers))
            return true;
    return (rq_casecmp(c->file, "SURFACE.INI") == 0 && rq_line_is(c->section, "surfaces")) ||
           (rq_casecmp(c->file, "REGISTRY.INI") == 0 && rq_line_is(c->section, "registry"));
}

static void check_section(struct check *c)
{
    char text[SHOWN * 4];
    const struct place *first = find_place(c, (struct rq_bytes){0}, c->section);
    if (first && first->line < c->line && first->line->kind == RQ_INI_SECTION)
        tell(c, RQ_WARNING, "duplicate-section", "[%s] stands on line %zu already",
             shown(c, c->section, text), (size_t)(first->line - c->ini->lines) + 1);
    if (c->known && !is_known_section(c))
        tell(c, RQ_WARNING, "unknown-section", "unknown section [%s]", shown(c, c->section, text));
}

/* The keys of a file stand together. */
static void find_keys(struct check *c)
{
    const struct rq_ini_key *keys;
    size_t count = rq_ini_keys(&keys), i = 0;
    while (i < count && rq_casecmp(keys[i].file, c->file) != 0)
        i++;
    c->keys = keys + i;
    for (; i < count && rq_casecmp(keys[i].file, c->file) == 0; i++)
        c->key_count++;
    c->known = c->key_count || rq_casecmp(c->file, "FOG.INI") == 0;
}

bool rq_ini_check(struct rq_doc *doc, const char *file, rq_ini_check_fn *fn, void *ctx,
                  struct rq_error *err)
{
    struct check c = {.ini = rq_doc_root(doc, "ini"),
                      .file = rq_path_base(file),
                      .page = doc->page,
                      .fn = fn,
                      .ctx = ctx,
                      .fog_index = -1,
                      .fog_value = -1};
    if (!c.ini)
        return rq_fail(err, RQ_USAGE, 0, "", "only INI files can be checked");
    find_keys(&c);
    size_t refusals = rq_memory_refusals();
    bool fine = list_places(&c, doc->alloc, err);
    for (size_t i = 0; fine && i < c.ini->line_count; i++) {
        c.line = &c.ini->lines[i];
        if (c.line->kind == RQ_INI_SECTION) {
            c.section = c.line->name;
            check_section(&c);
        } else if (c.line->kind == RQ_INI_ENTRY) {
            check_entry(&c);
        } else if (c.line->kind == RQ_INI_VALUES) {
            check_values(&c);
        }
    }
    rq_mem(doc->alloc, c.all, 0);
    return fine && rq_memory_lasted(refusals, err);
}

/* ---- FOG.INI ---- */

bool rq_ini_fog(const struct rq_ini *ini, double table[RQ_FOG_STEPS])
{
    int64_t from = -1, value, index;
    double last = 0;
    for (size_t i = 0; i < ini->line_count; i++) {
        const struct rq_ini_line *line = &ini->lines[i];
        if (line->kind != RQ_INI_VALUES || !take_fog(line->value, &index, &value) || value < 0 ||
            index >= RQ_FOG_STEPS || index <= from)
            continue;
        if (from < 0)
            for (int64_t k = 0; k < index; k++)
                table[k] = (double)value;
        else
            for (int64_t k = from + 1; k < index; k++)
                table[k] =
                    last + ((double)value - last) * (double)(k - from) / (double)(index - from);
        table[index] = last = (double)value;
        from = index;
    }
    for (int64_t k = from + 1; from >= 0 && k < RQ_FOG_STEPS; k++)
        table[k] = last;
    return from >= 0;
}

/* ---- SURFACE.INI ---- */

const char *rq_ini_surface(const struct rq_ini *ini, unsigned set, unsigned index)
{
    const char *one = NULL, *all = NULL;
    bool inside = false;
    for (size_t i = 0; i < ini->line_count; i++) {
        const struct rq_ini_line *line = &ini->lines[i];
        int64_t s, k;
        struct rq_bytes type;
        if (line->kind == RQ_INI_SECTION)
            inside = rq_line_is(line->name, "surfaces");
        if (!inside || line->kind != RQ_INI_VALUES || !take_surface(line->value, &s, &k, &type) ||
            s != set || !surface_named(type))
            continue;
        if (k < 0)
            all = surface_named(type);
        else if (k == index)
            one = surface_named(type);
    }
    return one ? one : all;
}
