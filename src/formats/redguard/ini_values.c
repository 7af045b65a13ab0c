/* The values of settings: "section/key", "section/key#2" for the second of that name; what has no key
 * by the number of its line. */
#include "core/part.h"
#include "formats/redguard/ini_parts.h"
#include "formats/value.h"

/* ---- visiting ---- */

/* Names that stand twice are told apart, as long as that takes no time: the game's own files have
 * fewer than 2000 lines. */
enum { MOST_LINES = 4000 };

static bool same_name(struct rq_bytes a, struct rq_bytes b)
{
    size_t i = 0;
    if (a.size != b.size)
        return false;
    while (i < a.size && rq_lower((char)a.data[i]) == rq_lower((char)b.data[i]))
        i++;
    return i == a.size;
}

/* How many entries of that name there are in sections of that name, up to the line. */
static unsigned count_name(const struct rq_ini *ini, const struct rq_ini_line *section,
                           const struct rq_ini_line *line)
{
    unsigned count = 1;
    bool inside = !section;
    for (const struct rq_ini_line *l = ini->lines; l < line && ini->line_count <= MOST_LINES; l++) {
        if (l->kind == RQ_INI_SECTION)
            inside = section && same_name(l->name, section->name);
        else if (inside && l->kind == RQ_INI_ENTRY && same_name(l->name, line->name))
            count++;
    }
    return count;
}

static void visit_line(const struct rq_doc *doc, struct rq_visit *v,
                       const struct rq_ini_line *section, const struct rq_ini_line *line)
{
    const struct rq_ini *ini = doc->root;
    if (line->kind == RQ_INI_ENTRY)
        rq_visit_page_name(v, doc->page, line->name, count_name(ini, section, line));
    else
        rq_visit_index(v, (uint64_t)(line - ini->lines) + 1);
    rq_visit_text(v, doc->page, line->value);
}

/* The lines of the section that is wanted; all of them when wanted is NULL. */
static void visit_lines(const struct rq_doc *doc, struct rq_visit *v,
                        const struct rq_ini_line *wanted)
{
    const struct rq_ini *ini = doc->root;
    const struct rq_ini_line *section = NULL;
    bool inside = !wanted;
    for (size_t i = 0; i < ini->line_count && !v->stopped; i++) {
        const struct rq_ini_line *line = &ini->lines[i];
        bool has_value = line->kind == RQ_INI_ENTRY || line->value.size;
        if (line->kind == RQ_INI_SECTION) {
            if (section && inside)
                rq_visit_leave(v);
            section = line;
            inside = !wanted || same_name(line->name, wanted->name);
            if (inside) {
                rq_visit_page_name(v, doc->page, line->name, 1);
                rq_visit_enter(v);
            }
        } else if (inside && has_value) {
            visit_line(doc, v, section, line);
        }
    }
    if (section && inside)
        rq_visit_leave(v);
}

void rq_ini_visit(const struct rq_doc *doc, struct rq_visit *v)
{
    visit_lines(doc, v, NULL);
}

/* ---- by path ---- */

/* A path taken apart. */
struct wanted {
    struct rq_part section, key, stem;
    bool has_section;
    uint32_t nth; /* of the stem; 0: the key has no such number */
};

static struct wanted take_path(const char *path)
{
    const char *rest = path;
    struct wanted w = {.key = rq_part_cut(&rest)};
    if (rest) {
        w.has_section = true;
        w.section = w.key;
        w.key = (struct rq_part){rest, strlen(rest)};
    }
    rq_part_repeat(w.key, &w.stem, &w.nth);
    return w;
}

static bool in_section(const struct wanted *w, enum rq_codepage page,
                       const struct rq_ini_line *section)
{
    struct rq_bytes name = section ? section->name : (struct rq_bytes){0};
    return !w->has_section || rq_part_names(w->section, page, name);
}

/* The entry at the place is one that the path names. */
static bool is_wanted(const struct rq_ini *ini, const struct wanted *w, enum rq_codepage page,
                      const struct rq_ini_place *place)
{
    if (!in_section(w, page, place->section))
        return false;
    if (rq_part_names(w->key, page, place->line->name))
        return true;
    return w->nth && rq_part_names(w->stem, page, place->line->name) &&
           count_name(ini, place->section, place->line) == w->nth;
}

bool rq_ini_match(const struct rq_ini *ini, const char *path, enum rq_codepage page,
                  struct rq_ini_place *place)
{
    struct wanted w = path ? take_path(path) : (struct wanted){0};
    const struct rq_ini_line *end = ini->lines + ini->line_count;
    place->line = place->line ? place->line + 1 : ini->lines;
    for (; place->line < end; place->line++) {
        if (place->line->kind == RQ_INI_SECTION)
            place->section = place->line;
        else if (place->line->kind == RQ_INI_ENTRY && (!path || is_wanted(ini, &w, page, place)))
            return true;
    }
    return false;
}

/* "section/12": a line that has no key. */
static bool find_values(const struct rq_doc *doc, const struct wanted *w,
                        struct rq_ini_place *place)
{
    const struct rq_ini *ini = doc->root;
    uint32_t number;
    if (!rq_part_number(w->key, &number) || !number || number > ini->line_count)
        return false;
    *place = (struct rq_ini_place){.line = &ini->lines[number - 1]};
    for (const struct rq_ini_line *l = place->line; l > ini->lines && !place->section;)
        if ((--l)->kind == RQ_INI_SECTION)
            place->section = l;
    return place->line->kind != RQ_INI_SECTION && place->line->kind != RQ_INI_ENTRY &&
           place->line->value.size &&
           (w->has_section ? in_section(w, doc->page, place->section) : !place->section);
}

static const struct rq_ini_line *find_section(const struct rq_doc *doc, const struct wanted *w)
{
    const struct rq_ini *ini = doc->root;
    for (size_t i = 0; i < ini->line_count && !w->has_section; i++)
        if (ini->lines[i].kind == RQ_INI_SECTION &&
            rq_part_names(w->key, doc->page, ini->lines[i].name))
            return &ini->lines[i];
    return NULL;
}

static size_t line_number(const struct rq_ini *ini, const struct rq_ini_line *line)
{
    return (size_t)(line - ini->lines) + 1;
}

/* Another section that has the key; the first stands in one. */
static bool find_rival(const struct rq_doc *doc, const char *path, const struct rq_ini_place *first,
                       struct rq_ini_place *rival)
{
    *rival = *first;
    while (rq_ini_match(doc->root, path, doc->page, rival))
        if (rival->section && !same_name(first->section->name, rival->section->name))
            return true;
    return false;
}

/* A key without its section has to stand in one of them alone. */
static bool find_entry(const struct rq_doc *doc, const char *path, const struct wanted *w,
                       struct rq_ini_place *place, struct rq_error *err)
{
    const struct rq_ini *ini = doc->root;
    struct rq_ini_place rival;
    *place = (struct rq_ini_place){0};
    if (!rq_ini_match(ini, path, doc->page, place))
        return find_values(doc, w, place) ||
               rq_value_missing(path, "a section, or section/key", err);
    if (w->has_section || !place->section || !find_rival(doc, path, place, &rival))
        return true;
    return rq_fail(err, RQ_USAGE, 0, path,
                   "expected a key of one section, found it on lines %zu and %zu: say which, as in "
                   "%.*s/%s",
                   line_number(ini, place->line), line_number(ini, rival.line),
                   (int)place->section->name.size, (const char *)place->section->name.data, path);
}

static bool ini_at(struct rq_doc *doc, const char *path, struct rq_visit *v, struct rq_error *err)
{
    const struct wanted w = take_path(path);
    const struct rq_ini_line *section = find_section(doc, &w);
    if (section) {
        rq_visit_page_name(v, doc->page, section->name, 1);
        rq_visit_value(v, &(struct rq_value){.type = RQ_VALUE_STRUCT});
        visit_lines(doc, v, section);
        return true;
    }
    struct rq_ini_place place;
    if (!find_entry(doc, path, &w, &place, err))
        return false;
    if (place.section) {
        rq_visit_page_name(v, doc->page, place.section->name, 1);
        rq_visit_enter(v);
    }
    visit_line(doc, v, place.section, place.line);
    if (place.section)
        rq_visit_leave(v);
    return true;
}

/* A name that stands there twice needs its number: nobody knows which of them counts. */
static bool ini_set(struct rq_doc *doc, const char *path, const char *text, struct rq_error *err)
{
    const struct rq_ini *ini = doc->root;
    const struct wanted w = take_path(path);
    struct rq_ini_place place = {0};
    if (!find_entry(doc, path, &w, &place, err))
        return false;
    const struct rq_ini_line *line = place.line;
    if (line->kind != RQ_INI_ENTRY)
        return rq_fail(err, RQ_USAGE, 0, path, "expected an entry \"key=value\", found a line");
    if (rq_ini_match(ini, path, doc->page, &place))
        return rq_fail(err, RQ_USAGE, 0, path,
                       "stands on lines %zu and %zu: say which, as in %.60s#1 or %.60s#2",
                       line_number(ini, line), line_number(ini, place.line), path, path);
    struct rq_error why = {0};
    return rq_ini_set(doc, line, text, &why) || rq_fail(err, why.code, 0, path, "%s", why.text);
}

const struct rq_facet_values rq_ini_values = {.at = ini_at, .set = ini_set};
