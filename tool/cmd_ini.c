/* ini: one setting read or changed, and whole files checked against what is documented. */
#include "core/json.h"
#include "core/text.h"
#include "tool.h"

#include <reliquary/ini.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- inputs ---- */

/* Opens a file as settings, whatever its name; not what is plainly something else. */
static int open_ini(const struct args *args, const char *path, struct rq_doc_file *input)
{
    struct rq_error err = {0};
    struct rq_options options;
    *input = (struct rq_doc_file){0};
    if (!read_options(args, path, &options))
        return EXIT_USAGE;
    if (!rq_map_open(&input->map, path, &err))
        return report(path, &err, EXIT_UNREADABLE);
    const struct rq_format *found = rq_format_detect(input->map.bytes, path);
    options.format = rq_format_by_name("ini");
    if (found && found != options.format) {
        complain("%s: this is %s, not settings", path, rq_format_describe(found)->name);
    } else {
        input->doc = rq_doc_read(input->map.bytes, &options, &err);
        if (input->doc)
            return 0;
        report(path, &err, EXIT_UNREADABLE);
    }
    rq_map_close(&input->map);
    return EXIT_UNREADABLE;
}

static enum rq_codepage page_of_names(const struct args *args)
{
    struct rq_options options;
    bool known = read_options(args, "", &options) && options.codepage;
    return known ? options.codepage : RQ_CP437;
}

/* Moves to the next entry that the key leads to (NULL: to the next); false after the last. */
static bool next_entry(const struct args *args, const struct rq_ini *ini, const char *key,
                       struct rq_ini_place *e)
{
    return rq_ini_match(ini, key, page_of_names(args), e);
}

static size_t line_number(const struct rq_ini *ini, const struct rq_ini_line *line)
{
    return (size_t)(line - ini->lines) + 1;
}

/* Bytes of the file as text that can be printed; freed by the caller. */
static char *as_text(const struct args *args, struct rq_bytes bytes)
{
    struct rq_out out = {0};
    rq_text_decode(&out, page_of_names(args), bytes);
    rq_put8(&out, 0);
    return (char *)out.data;
}

/* ---- get ---- */

static void put_member(const struct args *args, struct rq_json *j, const char *key,
                       struct rq_bytes bytes)
{
    char *text = as_text(args, bytes);
    rq_json_key(j, key);
    rq_json_str(j, text ? text : "");
    free(text);
}

static void show_json(const struct args *args, const struct rq_ini *ini,
                      const struct rq_ini_place *e, struct rq_json *j)
{
    rq_json_object_row(j);
    rq_json_key(j, "line");
    rq_json_u64(j, line_number(ini, e->line));
    if (e->section)
        put_member(args, j, "section", e->section->name);
    put_member(args, j, "key", e->line->name);
    put_member(args, j, "value", e->line->value);
    rq_json_end_object(j);
}

/* "section/key=value", with the number of the line before it when it is one of several. */
static void show_entry(const struct args *args, const struct rq_ini *ini,
                       const struct rq_ini_place *e, bool numbered)
{
    char *head = e->section ? as_text(args, e->section->name) : NULL;
    char *name = as_text(args, e->line->name), *value = as_text(args, e->line->value);
    if (numbered)
        printf("%zu: ", line_number(ini, e->line));
    printf("%s%s%s=%s\n", head ? head : "", head ? "/" : "", name ? name : "", value ? value : "");
    free(head);
    free(name);
    free(value);
}

/* All that match, or all entries. A single one is its value and nothing else. */
static size_t show_all(const struct args *args, const struct rq_ini *ini, const char *key,
                       struct rq_json *j)
{
    struct rq_ini_place e = {0}, first = {0}, second;
    size_t count = 0;
    bool single = key && next_entry(args, ini, key, &first) &&
                  (second = first, !next_entry(args, ini, key, &second));
    while (next_entry(args, ini, key, &e)) {
        count++;
        if (given(args, OPT_json)) {
            show_json(args, ini, &e, j);
        } else if (single) {
            char *value = as_text(args, e.line->value);
            printf("%s\n", value ? value : "");
            free(value);
        } else {
            show_entry(args, ini, &e, key != NULL);
        }
    }
    return count;
}

/* The documented key that is meant, when the file at hand is documented. */
static void complain_missing(const char *path, const char *key)
{
    char section[256] = "";
    const char *slash = strchr(key, '/'), *name = slash ? slash + 1 : key;
    if (slash)
        snprintf(section, sizeof section, "%.*s", (int)(slash - key), key);
    const struct rq_ini_key *known = rq_ini_key(path, slash ? section : NULL, name);
    if (known)
        complain("%s has no key %s; it is known in [%s], where a line \"%s=\" can be put in", path,
                 key, known->section, name);
    else
        complain("%s has no key %s; reliquary ini get %s lists those it has", path, key, path);
}

static int ini_get(const struct args *args)
{
    struct rq_doc_file input;
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    const char *path = args->paths[1], *key = args->count > 2 ? args->paths[2] : NULL;
    if (args->count > 3) {
        complain("ini get takes one file and one key; see reliquary ini --help");
        return EXIT_USAGE;
    }
    int code = open_ini(args, path, &input);
    if (code)
        return code;
    rq_json_array(&j);
    size_t count = show_all(args, rq_doc_root(input.doc, "ini"), key, &j);
    rq_json_end_array(&j);
    if (given(args, OPT_json))
        print_whole(&out);
    rq_out_free(&out);
    if (key && !count)
        complain_missing(path, key);
    rq_doc_file_close(&input);
    return key && !count ? EXIT_FINDINGS : EXIT_FINE;
}

/* ---- set ---- */

/* The one entry that is meant; false after a message. */
static bool the_one(const struct args *args, const struct rq_ini *ini, struct rq_ini_place *e)
{
    const char *path = args->paths[1], *key = args->paths[2];
    *e = (struct rq_ini_place){0};
    if (!next_entry(args, ini, key, e)) {
        complain_missing(path, key);
        return false;
    }
    struct rq_ini_place other = *e;
    if (!next_entry(args, ini, key, &other))
        return true;
    char *first = e->section ? as_text(args, e->section->name) : NULL;
    if (e->section != other.section && !strchr(key, '/'))
        complain("%s: %s stands in several sections, lines %zu and %zu: say which, as in %s/%s",
                 path, key, line_number(ini, e->line), line_number(ini, other.line),
                 first ? first : "", key);
    else
        complain("%s: %s stands on lines %zu and %zu: say which, as in %s#1 or %s#2", path, key,
                 line_number(ini, e->line), line_number(ini, other.line), key, key);
    free(first);
    return false;
}

/* False after a message: not a value for this key. */
static bool is_fitting(const struct args *args, const struct rq_ini_place *e)
{
    char *section = e->section ? as_text(args, e->section->name) : NULL;
    char *name = as_text(args, e->line->name);
    const char *value = args->paths[3];
    struct rq_bytes bytes = {(const uint8_t *)value, strlen(value)};
    const struct rq_ini_key *key =
        name ? rq_ini_key(args->paths[1], section ? section : "", name) : NULL;
    bool fits = !key || rq_ini_fits(key, bytes);
    char wanted[300];
    if (!fits)
        rq_ini_describe(key, wanted, sizeof wanted);
    if (!fits && given(args, OPT_force))
        complain("warning: %s should be %s; written all the same", name, wanted);
    else if (!fits)
        complain("%s should be %s, not %s; --force writes it all the same", name, wanted, value);
    free(section);
    free(name);
    return fits || given(args, OPT_force);
}

static int save_ini(const struct args *args, const struct rq_doc_file *input, const char *old)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    const char *path = args->paths[1];
    int code = 0;
    if (given(args, OPT_dry_run))
        say("%s: %s -> %s", args->paths[2], old, args->paths[3]);
    if (!rq_doc_write(input->doc, &out, &err))
        code = report(path, &err, EXIT_UNWRITTEN);
    else
        code = replace_file(args, path, input->map.bytes, rq_out_bytes(&out));
    rq_out_free(&out);
    return code;
}

static int ini_set(const struct args *args)
{
    struct rq_doc_file input;
    struct rq_error err = {0};
    if (args->count != 4) {
        complain("ini set takes a file, a key and a value; a value that begins with - comes after "
                 "--; see reliquary ini --help");
        return EXIT_USAGE;
    }
    int code = open_ini(args, args->paths[1], &input);
    if (code)
        return code;
    struct rq_ini_place e;
    char *old = NULL;
    const struct rq_ini *ini = rq_doc_root(input.doc, "ini");
    if (!the_one(args, ini, &e))
        code = EXIT_FINDINGS;
    else if (!is_fitting(args, &e))
        code = EXIT_USAGE;
    else if (!(old = as_text(args, e.line->value)) ||
             !rq_ini_set(input.doc, e.line, args->paths[3], &err))
        code = report(args->paths[2], &err, EXIT_UNWRITTEN);
    else
        code = save_ini(args, &input, old);
    free(old);
    rq_doc_file_close(&input);
    return code;
}

/* ---- check ---- */

struct checking {
    const char *path;
    bool text;
    struct rq_json j;
    size_t count;
};

static void show_finding(void *ctx, const struct rq_ini_finding *f)
{
    static const char *const severities[] = {"info", "warning", "error"};
    struct checking *c = ctx;
    c->count++;
    if (c->text)
        printf("%s:%zu: %s (%s)\n", c->path, f->line, f->text, f->id);
    rq_json_object_row(&c->j);
    rq_json_key(&c->j, "path");
    rq_json_str(&c->j, c->path);
    rq_json_key(&c->j, "line");
    rq_json_u64(&c->j, f->line);
    rq_json_key(&c->j, "severity");
    rq_json_str(&c->j, severities[f->severity]);
    rq_json_key(&c->j, "id");
    rq_json_str(&c->j, f->id);
    rq_json_key(&c->j, "text");
    rq_json_str(&c->j, f->text);
    rq_json_end_object(&c->j);
}

static int check_one(const struct args *args, struct checking *c)
{
    struct rq_doc_file input;
    struct rq_error err = {0};
    int code = open_ini(args, c->path, &input);
    if (code)
        return code;
    if (!rq_ini_check(input.doc, c->path, show_finding, c, &err))
        code = report(c->path, &err, EXIT_UNREADABLE);
    rq_doc_file_close(&input);
    return code;
}

/* Files as they are named; of folders, the settings in them. */
static int check_path(const struct args *args, const char *path, struct checking *c)
{
    struct rq_walk walk = {0};
    struct rq_error err = {0};
    int code = 0;
    c->path = path;
    if (rq_path_kind(path, NULL) != RQ_PATH_FOLDER)
        return check_one(args, c);
    if (!rq_walk_add(&walk, path, &err))
        code = report(path, &err, EXIT_UNREADABLE);
    for (size_t i = 0; i < walk.count; i++) {
        c->path = walk.items[i].path;
        int one = rq_casecmp(rq_path_extension(c->path), "ini") == 0 ? check_one(args, c) : 0;
        code = one ? one : code;
    }
    rq_walk_free(&walk);
    return code;
}

static int ini_check(const struct args *args)
{
    struct rq_out out = {0};
    struct checking c = {.text = !given(args, OPT_json), .j = {.out = &out}};
    int code = 0;
    rq_json_array(&c.j);
    for (size_t i = 1; i < args->count; i++) {
        int one = check_path(args, args->paths[i], &c);
        code = one ? one : code;
    }
    rq_json_end_array(&c.j);
    if (!c.text)
        print_whole(&out);
    rq_out_free(&out);
    return code ? code : c.count ? EXIT_FINDINGS : EXIT_FINE;
}

int run_ini(const struct args *args)
{
    const char *word = args->paths[0];
    if (strcmp(word, "get") == 0)
        return ini_get(args);
    if (strcmp(word, "set") == 0)
        return ini_set(args);
    if (strcmp(word, "check") == 0)
        return ini_check(args);
    complain("ini does get, set or check, not %s; see reliquary ini --help", word);
    return EXIT_USAGE;
}
