/* get, set: values of a file, or of one in archives, by their paths. */
#include "core/json.h"
#include "core/text.h"
#include "game.h"

#include <reliquary/blueprint.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- inputs ---- */

/* 0 or an exit code after a message. */
static int open_inside(const struct args *args, struct rq_inside **in)
{
    struct rq_error err = {0};
    struct rq_options options;
    if (!read_options(args, args->paths[0], &options))
        return EXIT_USAGE;
    *in = rq_inside_open(args->paths[0], &options, &err);
    if (*in)
        return 0;
    report(args->paths[0], &err, EXIT_UNREADABLE);
    return EXIT_UNREADABLE;
}

static bool is_container(struct rq_bytes bytes, const char *path)
{
    const struct rq_format *format = rq_format_detect(bytes, path);
    return format && rq_format_is_container(format);
}

/* A folder is a game, and so is an archive: its own values are of no use to anybody. */
static bool is_game(const char *path)
{
    struct rq_map map;
    struct rq_error ignored = {0};
    enum rq_path_kind kind = rq_path_kind(path, NULL);
    if (kind != RQ_PATH_FILE || !rq_map_open(&map, path, &ignored))
        return kind == RQ_PATH_FOLDER;
    bool archive = is_container(map.bytes, path);
    rq_map_close(&map);
    return archive;
}

/* ---- get ---- */

struct showing {
    bool lines; /* "path = value" for all that there is; else the value at the path alone */
    bool json;
    struct rq_json j;
};

/* The name of a type as the format or the visitor has it. */
static const char *type_name(const struct rq_value *value)
{
    static const char *const names[] = {"unsigned", "signed", "float", "double", "bool",
                                        "text",     "bytes",  "list",  "struct"};
    return value->kind ? value->kind : names[value->type];
}

static void put_value(struct rq_json *j, const struct rq_value *value)
{
    switch (value->type) {
    case RQ_VALUE_UNSIGNED: rq_json_u64(j, value->u); break;
    case RQ_VALUE_SIGNED: rq_json_i64(j, value->i); break;
    case RQ_VALUE_SINGLE: rq_json_f32(j, (float)value->f); break;
    case RQ_VALUE_FLOAT: rq_json_f64(j, value->f); break;
    case RQ_VALUE_BOOL: rq_json_bool(j, value->u != 0); break;
    case RQ_VALUE_TEXT:
        if (value->page)
            rq_json_text(j, value->page, value->bytes);
        else
            rq_json_utf8(j, value->bytes);
        break;
    default: rq_json_base64(j, value->bytes);
    }
}

static bool show_value(void *ctx, const struct rq_value *value)
{
    struct showing *s = ctx;
    struct rq_out text = {0};
    if (value->type == RQ_VALUE_LIST || value->type == RQ_VALUE_STRUCT)
        return true;
    if (s->json) {
        rq_json_object_row(&s->j);
        rq_json_key(&s->j, "path");
        rq_json_str(&s->j, value->path);
        rq_json_key(&s->j, "type");
        rq_json_str(&s->j, type_name(value));
        rq_json_key(&s->j, "value");
        put_value(&s->j, value);
        rq_json_end_object(&s->j);
        return s->lines;
    }
    rq_value_write(value, &text);
    if (s->lines) {
        say("%s = %s", value->path, whole_text(&text));
    } else {
        print_whole(&text);
        putchar('\n');
    }
    rq_out_free(&text);
    return s->lines;
}

/* What is at the path itself, which comes first. */
static bool look_at_first(void *ctx, const struct rq_value *value)
{
    bool *has_parts = ctx;
    *has_parts = value->type == RQ_VALUE_LIST || value->type == RQ_VALUE_STRUCT;
    return false;
}

/* 0 or an exit code after a message. */
static int show_path(struct rq_inside *in, const char *path, struct showing *s)
{
    struct rq_error err = {0};
    struct rq_doc *doc = rq_inside_doc(in);
    bool glob = path[strcspn(path, "*?")] != 0, has_parts = false;
    bool fine = rq_doc_visit_at(doc, path, look_at_first, &has_parts, &err);
    s->lines = glob || has_parts;
    if (fine && rq_doc_visit_at(doc, path, show_value, s, &err))
        return 0;
    report(path, &err, EXIT_UNREADABLE);
    return err.code == RQ_USAGE ? EXIT_FINDINGS : EXIT_UNREADABLE;
}

static int get_values(const struct args *args)
{
    struct rq_inside *in;
    struct rq_out out = {0};
    struct showing s = {.json = given(args, OPT_json), .j = {.out = &out}};
    int code = open_inside(args, &in), worst = 0;
    if (code)
        return code;
    rq_json_array(&s.j);
    for (size_t i = 1; i < args->count; i++) {
        code = show_path(in, args->paths[i], &s);
        worst = code > worst ? code : worst;
    }
    rq_json_end_array(&s.j);
    rq_put8(&out, '\n');
    if (s.json)
        print_whole(&out);
    rq_out_free(&out);
    rq_inside_close(in);
    return worst;
}

int run_get(const struct args *args)
{
    static const enum option_id of_games[] = {OPT_output, OPT_force, OPT_module, OPT_layered,
                                              OPT_game_version};
    static const enum option_id of_files[] = {OPT_json, OPT_format, OPT_encoding};
    bool game = is_game(args->paths[0]);
    for (size_t i = 0; !game && i < sizeof of_games / sizeof of_games[0]; i++)
        if (given(args, of_games[i])) {
            complain("%s is no folder: get prints its values, and takes no options of games; see "
                     "reliquary get --help",
                     args->paths[0]);
            return EXIT_USAGE;
        }
    for (size_t i = 0; game && i < sizeof of_files / sizeof of_files[0]; i++)
        if (given(args, of_files[i])) {
            complain("%s is a game: get takes resources out of it, and --json, --format and "
                     "--encoding are for values of a file",
                     args->paths[0]);
            return EXIT_USAGE;
        }
    return game ? get_resources(args) : get_values(args);
}

/* ---- set ---- */

/* One PATH=VALUE. */
struct change {
    char *path; /* its own, cut at the "=" */
    const char *text;
    struct rq_out old;
};

struct changes {
    struct change *items;
    size_t count;
};

static void free_changes(struct changes *c)
{
    for (size_t i = 0; i < c->count; i++) {
        free(c->items[i].path);
        rq_out_free(&c->items[i].old);
    }
    free(c->items);
}

/* 0 or an exit code after a message. */
static int take_changes(const struct args *args, struct changes *c)
{
    c->items = need(args->count, sizeof *c->items);
    for (size_t i = 1; i < args->count; i++) {
        const char *word = args->paths[i], *equals = strchr(word, '=');
        if (!equals || equals == word) {
            complain("%s is not PATH=VALUE; reliquary get %s PATH prints a value", word,
                     args->paths[0]);
            return EXIT_USAGE;
        }
        struct change *item = &c->items[c->count++];
        item->path = need_text("%.*s", (int)(equals - word), word);
        item->text = equals + 1;
    }
    return 0;
}

/* 0, or an exit code after a message with the formats that can be changed. */
static int check_format(const struct args *args, struct rq_inside *in)
{
    const struct rq_format *format = rq_doc_format(rq_inside_doc(in));
    char names[200] = "";
    size_t used = 0;
    if (rq_format_has_set(format))
        return 0;
    for (size_t i = 0; i < rq_format_count(); i++) {
        const char *name = rq_format_describe(rq_format_at(i))->name;
        if (rq_format_has_set(rq_format_at(i)) && used + strlen(name) + 3 < sizeof names)
            used +=
                (size_t)snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "", name);
    }
    complain("%s is %s, and set changes values of %s; of all else json and build do%s",
             args->paths[0], rq_format_describe(format)->name, names,
             rq_format_is_container(format) ? "; ARCHIVE/NAME is a file in it" : "");
    return EXIT_USAGE;
}

/* Sets all of them in memory. A path that leads nowhere is a finding, a value that does not fit is
 * wrong usage. */
static int apply(struct rq_inside *in, const struct rq_game *game, struct changes *c)
{
    struct rq_doc *doc = rq_inside_doc(in);
    for (size_t i = 0; i < c->count; i++) {
        struct change *item = &c->items[i];
        struct rq_error err = {0};
        bool there = rq_doc_get(doc, item->path, &item->old, &err);
        err = (struct rq_error){0};
        if (!rq_blueprint_set(doc, game, item->path, item->text, &err)) {
            int code = report(item->path, &err, EXIT_UNWRITTEN);
            return there ? code : EXIT_FINDINGS;
        }
        whole_text(&item->old);
    }
    return 0;
}

/* What is there now may be more than was typed: a StrRef of none is -1. */
static void show_changes(const struct args *args, struct rq_inside *in, const struct changes *c)
{
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    rq_json_array(&j);
    for (size_t i = 0; i < c->count; i++) {
        struct change *item = &c->items[i];
        struct rq_out text = {0};
        struct rq_error ignored = {0};
        rq_doc_get(rq_inside_doc(in), item->path, &text, &ignored);
        const char *old = (const char *)item->old.data, *new = whole_text(&text);
        if (!given(args, OPT_json))
            say("%s: %s -> %s", item->path, old, new);
        rq_json_object_row(&j);
        rq_json_key(&j, "path");
        rq_json_str(&j, item->path);
        rq_json_key(&j, "old");
        rq_json_str(&j, old);
        rq_json_key(&j, "new");
        rq_json_str(&j, new);
        rq_json_end_object(&j);
        rq_out_free(&text);
    }
    rq_json_end_array(&j);
    rq_put8(&out, '\n');
    if (given(args, OPT_json))
        print_whole(&out);
    rq_out_free(&out);
}

/* Keeps what is there, then replaces it. */
static int save_with_backup(const struct args *args, struct rq_inside *in)
{
    struct rq_error err = {0};
    char *bak;
    int code = keep_backup(args, rq_inside_file(in), rq_inside_bytes(in), &bak);
    if (code) {
        rq_inside_close(in);
        return code;
    }
    if (!rq_inside_save(in, &err))
        code = report("set", &err, EXIT_UNWRITTEN);
    return end_backup(bak, code);
}

/* Writes the file unless it would be the same, and closes it. What can't be written shows in a dry
 * run, too. */
static int save_changes(const struct args *args, struct rq_inside *in, const struct changes *c)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    const char *file = args->paths[0];
    int code = 0;
    bool dry = given(args, OPT_dry_run), elsewhere = given(args, OPT_output);
    bool fine = rq_inside_write(in, &out, &err);
    if (!fine)
        code = report(file, &err, EXIT_UNWRITTEN);
    else if (dry || given(args, OPT_json))
        show_changes(args, in, c);
    bool same = rq_same(rq_out_bytes(&out), rq_inside_bytes(in));
    if (fine && elsewhere && !dry)
        code = save_output(args, args->values[OPT_output], rq_out_bytes(&out));
    rq_out_free(&out);
    if (!fine || elsewhere || dry || same) {
        rq_inside_close(in);
        return code;
    }
    return save_with_backup(args, in);
}

/* The game of --game, for names of rows. 0 or an exit code after a message. */
static int open_named(const struct args *args, struct rq_game **game)
{
    struct rq_error err = {0};
    const char *path = args->values[OPT_game];
    *game = path ? rq_game_open(path, NULL, &err) : NULL;
    return !path || *game ? 0 : report(path, &err, EXIT_UNREADABLE);
}

int run_set(const struct args *args)
{
    struct rq_inside *in;
    struct rq_game *game = NULL;
    struct changes c = {0};
    if (given(args, OPT_output) && given(args, OPT_backup)) {
        complain("--backup is for a file that is replaced; with -o it stays as it is");
        return EXIT_USAGE;
    }
    int code = take_changes(args, &c);
    code = code ? code : open_inside(args, &in);
    if (!code) {
        code = check_format(args, in);
        code = code ? code : open_named(args, &game);
        code = code ? code : apply(in, game, &c);
        if (code)
            rq_inside_close(in);
        else
            code = save_changes(args, in, &c);
    }
    rq_game_close(game);
    free_changes(&c);
    return code;
}
