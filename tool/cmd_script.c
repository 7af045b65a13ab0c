/* disassemble, decompile, assemble, compile: scripts as text and back. */
#include "core/json.h"
#include "core/text.h"
#include "script.h"

#include <reliquary/soup.h>
#include <stdio.h>
#include <stdlib.h>

static const char extension[] = ".soup";

/* What both directions need: the game, if there is one, and how texts are written. */
struct scripts {
    const struct args *args;
    struct rq_game *game;
    struct rq_soup_game known;
    struct rq_soup_how how;
    size_t problems;
};

/* 0 or an exit code after a message. */
static int take_style(struct scripts *s, enum rq_soup_style style)
{
    const char *dialect = s->args->values[OPT_dialect];
    s->how.style = style;
    s->how.actor = s->args->values[OPT_actor];
    if (!dialect)
        return 0;
    if (strcmp(dialect, "rmm") == 0) {
        s->how.style = RQ_SOUP_RMM;
    } else if (strcmp(dialect, "rgpre") == 0) {
        s->how.style = RQ_SOUP_RGPRE;
    } else {
        complain("--dialect is rmm or rgpre for scripts, not %s", dialect);
        return EXIT_USAGE;
    }
    return 0;
}

/* The game of --game, or the one around the map. Without any, names are those that are built in. */
static int open_scripts(struct scripts *s, const struct args *args, const char *map,
                        enum rq_soup_style style)
{
    struct rq_error err = {0};
    const char *path = args->values[OPT_game];
    *s = (struct scripts){.args = args};
    int code = take_style(s, style);
    if (code)
        return code;
    s->game = path ? rq_game_open(path, NULL, &err) : rq_game_open_around(map, NULL, &err);
    if (err.code != RQ_OK)
        return report(path ? path : map, &err, EXIT_UNREADABLE);
    if (!s->game)
        return 0;
    if (!rq_soup_game_open(&s->known, s->game, &err)) {
        code = report(rq_game_describe(s->game)->path, &err, EXIT_UNREADABLE);
        rq_game_close(s->game);
        return code;
    }
    s->how.names = s->known.names;
    s->how.notes = &s->known.notes;
    return 0;
}

static void close_scripts(struct scripts *s)
{
    rq_soup_game_close(&s->known);
    rq_game_close(s->game);
}

static bool is_format(const struct rq_doc_file *file, const char *name)
{
    return strcmp(rq_format_describe(rq_doc_format(file->doc))->name, name) == 0;
}

static bool is_map(const struct rq_doc_file *file, const char *path)
{
    bool is = is_format(file, "rgm");
    if (!is)
        complain(
            "%s is %s; scripts that are known are those of maps of Redguard (RGM), and compiled ones of "
            "KotOR (NCS)",
            path, rq_format_describe(rq_doc_format(file->doc))->name);
    return is;
}

/* ---- out ---- */

struct writing {
    const struct args *args;
    const char *folder; /* NULL: all into one */
    struct rq_out all;
    size_t written, refused;
    int code;
};

static bool write_text(void *ctx, const char *name, const char *file, struct rq_bytes text,
                       const char *reason)
{
    struct writing *w = ctx;
    if (reason) {
        complain("%s: %s", name, reason);
        w->refused++;
        return true;
    }
    if (!w->folder) {
        rq_put_str(&w->all, w->written++ ? "\n" : "");
        rq_put_bytes(&w->all, text);
        return true;
    }
    char *with = need_text("%s%s", file, extension), *path = need_path(w->folder, with);
    w->code = save_output(w->args, path, text);
    w->written += w->code == 0;
    free(path);
    free(with);
    return w->code == 0;
}

/* One text of all actors, on standard output; that of redguard-mod-manager is always one. */
static int save_all(const struct scripts *s, struct writing *w)
{
    const char *to = s->args->values[OPT_output];
    need_whole(&w->all);
    if (to && strcmp(to, "-") != 0)
        return save_output(s->args, to, rq_out_bytes(&w->all));
    if (w->all.size)
        print_whole(&w->all);
    return 0;
}

static int write_texts(struct scripts *s, struct rq_doc_file *map)
{
    const struct args *args = s->args;
    const char *to = args->values[OPT_output];
    struct rq_error err = {0};
    size_t count = 0;
    struct writing w = {.args = args};
    if (to && strcmp(to, "-") != 0 && s->how.style != RQ_SOUP_RMM)
        w.folder = to;
    if (w.folder && !rq_make_folder(w.folder, &err))
        return report(w.folder, &err, EXIT_UNWRITTEN);
    if (s->how.style == RQ_SOUP_RMM)
        rq_soup_rmm_head(s->game, s->how.file, &w.all);
    int code = 0;
    if (!rq_soup_texts(map->doc, &s->how, write_text, &w, &count, &err))
        code = report(args->paths[0], &err, EXIT_UNREADABLE);
    code = code ? code : w.code;
    if (!code && s->how.actor && !count) {
        complain("%s has no actor %s; reliquary disassemble %s shows all", args->paths[0],
                 s->how.actor, args->paths[0]);
        code = EXIT_FINDINGS;
    }
    if (!code && !w.folder)
        code = save_all(s, &w);
    if (!code && w.folder && !given(args, OPT_quiet))
        fprintf(stderr, "%zu scripts in %s\n", w.written, w.folder);
    rq_out_free(&w.all);
    return code ? code : w.refused ? EXIT_FINDINGS : EXIT_FINE;
}

static int map_out(const struct args *args, struct rq_doc_file *map, enum rq_soup_style style)
{
    struct scripts s;
    const char *path = args->paths[0];
    if (!is_map(map, path))
        return EXIT_USAGE;
    if (given(args, OPT_json)) {
        complain("--json is the report on compiled scripts (NCS); %s is a map", path);
        return EXIT_USAGE;
    }
    int code = open_scripts(&s, args, path, style);
    if (code)
        return code;
    s.how.file = rq_path_base(path);
    code = write_texts(&s, map);
    close_scripts(&s);
    return code;
}

/* Maps of Redguard, scripts of KotOR, and what scripts of KotOR are in. */
static int run_out(const struct args *args, enum rq_soup_style style)
{
    struct rq_doc_file file;
    const char *path = args->paths[0];
    bool decompile = style == RQ_SOUP_STRUCTURED;
    const struct rq_entry *entries;
    size_t count;
    if (args->count > 1 || rq_path_kind(path, NULL) == RQ_PATH_FOLDER)
        return ncs_out_all(args, decompile);
    int code = open_input(args, path, &file);
    if (code)
        return code;
    bool archive = !is_format(&file, "rgm") && rq_doc_entries(file.doc, &entries, &count, NULL);
    if (is_format(&file, "ncs"))
        code = ncs_out(args, file.doc, decompile);
    else if (!archive)
        code = map_out(args, &file, style);
    rq_doc_file_close(&file);
    return archive ? ncs_out_all(args, decompile) : code;
}

int run_disassemble(const struct args *args)
{
    return run_out(args, RQ_SOUP_FLAT);
}

int run_decompile(const struct args *args)
{
    return run_out(args, RQ_SOUP_STRUCTURED);
}

/* ---- in ---- */

struct sources {
    struct rq_walk walk;
    struct rq_map *maps;
    struct rq_soup_source *items;
    size_t count;
};

static bool is_text(const char *path)
{
    const char *end = rq_path_extension(path);
    return rq_casecmp(end, extension + 1) == 0 || rq_casecmp(end, "txt") == 0;
}

static void close_sources(struct sources *s)
{
    for (size_t i = 0; i < s->count; i++)
        rq_map_close(&s->maps[i]);
    free(s->maps);
    free(s->items);
    rq_walk_free(&s->walk);
}

/* The texts of folders, and files whatever they are called. 0 or an exit code after a message. */
static int open_sources(struct sources *s, const struct args *args)
{
    struct rq_error err = {0};
    int code = walk_paths(&s->walk, args);
    s->maps = need(s->walk.count, sizeof *s->maps);
    s->items = need(s->walk.count, sizeof *s->items);
    for (size_t i = 0; i < s->walk.count && !code; i++) {
        const struct rq_found *found = &s->walk.items[i];
        bool named = strcmp(found->relative, rq_path_base(found->path)) == 0 && args->count &&
                     rq_path_kind(args->paths[0], NULL) == RQ_PATH_FILE;
        if (!named && !is_text(found->path))
            continue;
        if (!rq_map_open(&s->maps[s->count], found->path, &err)) {
            code = report(found->path, &err, EXIT_UNREADABLE);
            break;
        }
        s->items[s->count] = (struct rq_soup_source){found->path, s->maps[s->count].bytes};
        s->count++;
    }
    if (!code && !s->count) {
        complain("%s has no scripts (%s); reliquary disassemble MAP -o %s writes them",
                 args->paths[0], extension, args->paths[0]);
        code = EXIT_USAGE;
    }
    return code;
}

static void problem_json(struct rq_out *out, const struct rq_script_problem *p)
{
    struct rq_json j = {.out = out, .compact = true};
    rq_json_object_row(&j);
    if (*p->id) {
        rq_json_key(&j, "severity");
        rq_json_str(&j, "warning");
        rq_json_key(&j, "id");
        rq_json_str(&j, p->id);
    }
    rq_json_key(&j, "file");
    rq_json_str(&j, p->file);
    rq_json_key(&j, "line");
    rq_json_u64(&j, p->line);
    rq_json_key(&j, "column");
    rq_json_u64(&j, p->column);
    rq_json_key(&j, "width");
    rq_json_u64(&j, p->width);
    rq_json_key(&j, "message");
    rq_json_str(&j, p->message);
    rq_json_key(&j, "hint");
    rq_json_str(&j, p->hint);
    rq_json_end_object(&j);
    rq_put8(out, '\n');
}

void problem_text(struct rq_out *out, const struct rq_script_problem *p, bool json)
{
    char line[512], message[1024];
    if (json) {
        problem_json(out, p);
        return;
    }
    size_t size = p->from.size < 400 ? p->from.size : 400;
    snprintf(line, sizeof line, "%.*s", (int)size, (const char *)p->from.data);
    snprintf(message, sizeof message, "%s:%zu:%zu: %s%s%s%s", p->file, p->line, p->column,
             *p->id ? "warning: " : "", p->message, *p->hint ? "; " : "", p->hint);
    rq_text_clean(message);
    rq_putf(out, "reliquary: %s", message);
    rq_putf(out, *p->id ? " [%s]\n" : "\n", p->id);
    for (char *c = line; *c; c++)
        if (*c == '\t')
            *c = ' ';
    rq_text_clean(line);
    if (p->column >= 400)
        return;
    rq_putf(out, "    %s\n    %*s^", line, (int)(p->column - 1), "");
    for (size_t i = 1; i < p->width && p->column + i <= 400; i++)
        rq_put8(out, '~');
    rq_put8(out, '\n');
}

void show_problems(const struct rq_out *out, bool json)
{
    fflush(stdout);
    progress_wipe();
    need_whole(out);
    if (out->size)
        fwrite(out->data, 1, out->size, json ? stdout : stderr);
}

/* ---- files that are made of texts ---- */

char *folder_of(const char *path)
{
    size_t size = (size_t)(rq_path_base(path) - path);
    return size ? need_text("%.*s", (int)(size > 1 ? size - 1 : 1), path) : need_text(".");
}

bool is_named(const struct args *args, const char *path)
{
    for (size_t i = 0; i < args->count; i++)
        if (strcmp(args->paths[i], path) == 0)
            return true;
    return false;
}

char *path_with_end(const char *folder, const char *path, const char *from, const char *to)
{
    char *whole = folder ? need_path(folder, path) : need_text("%s", path);
    size_t size = strlen(whole) - (ends_with(whole, from) ? strlen(from) : 0);
    char *target = need_text("%.*s%s", (int)size, whole, to);
    free(whole);
    return target;
}

int write_made(const struct args *args, const char *target, struct rq_bytes made, bool make_folders,
               struct written *written)
{
    struct rq_error err = {0};
    struct rq_map old;
    bool there = strcmp(target, "-") != 0 && rq_path_kind(target, NULL) == RQ_PATH_FILE;
    bool same = false;
    if (there && rq_map_open(&old, target, NULL)) {
        same = rq_same(old.bytes, made);
        rq_map_close(&old);
    }
    if (same) {
        written->same++;
        return 0;
    }
    if (given(args, OPT_dry_run)) {
        written->files++;
        say("%s %s (%zu bytes)", there ? "changes" : "new", target, made.size);
        return 0;
    }
    char *folder = make_folders ? folder_of(target) : NULL;
    bool fine = !folder || rq_make_folder(folder, &err);
    int code = 0;
    if (fine && written->replace)
        fine = rq_file_save(target, made, RQ_SAVE_REPLACE, &err);
    else if (fine)
        code = save_output(args, target, made);
    if (!fine)
        code = report(target, &err, EXIT_UNWRITTEN);
    free(folder);
    written->files += code == 0;
    return code;
}

static void show_problem(void *ctx, const struct rq_script_problem *p)
{
    struct scripts *s = ctx;
    struct rq_out out = {0};
    s->problems++;
    problem_text(&out, p, given(s->args, OPT_json));
    show_problems(&out, given(s->args, OPT_json));
    rq_out_free(&out);
}

/* As diff does. */
static int show_changes(const struct args *args, struct rq_doc *map, const char *path,
                        struct rq_bytes made)
{
    struct rq_error err = {0};
    const struct rq_options options = {.format = rq_doc_format(map), .name = path};
    struct rq_doc *doc = rq_doc_read(made, &options, &err);
    size_t count = 0;
    int code =
        doc ? print_differences(args, path, map, doc, &count) : report(path, &err, EXIT_UNREADABLE);
    rq_doc_free(doc);
    return code;
}

/* Writes the map, or shows what would change. */
static int save_map(const struct args *args, const struct rq_doc_file *map, const char *base,
                    struct rq_bytes made)
{
    const char *to = args->values[OPT_output];
    struct rq_error err = {0};
    if (given(args, OPT_dry_run))
        return show_changes(args, map->doc, base, made);
    if (strcmp(to, base) != 0)
        return save_output(args, to, made);
    if (rq_same(made, map->map.bytes))
        return EXIT_FINE;
    return rq_file_save(to, made, RQ_SAVE_REPLACE, &err) ? EXIT_FINE
                                                         : report(to, &err, EXIT_UNWRITTEN);
}

static int put_texts(struct scripts *s, const struct sources *sources, struct rq_doc_file *map,
                     const char *base)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    int code;
    if (rq_soup_put(map->doc, sources->items, sources->count, &s->how, show_problem, s, &out, &err))
        code = save_map(s->args, map, base, rq_out_bytes(&out));
    else if (s->problems) {
        complain("%zu problem%s, nothing is written", s->problems, s->problems > 1 ? "s" : "");
        code = EXIT_UNREADABLE;
    } else
        code = report(base, &err, EXIT_UNREADABLE);
    rq_out_free(&out);
    return code;
}

/* The map whose scripts are replaced: --base, or what is at -o; NULL after a message. */
static const char *base_of(const struct args *args)
{
    const char *base = args->values[OPT_base], *to = args->values[OPT_output];
    if (!to && !(base && given(args, OPT_dry_run))) {
        complain("-o names the map to write");
        return NULL;
    }
    if (!base && rq_path_kind(to, NULL) != RQ_PATH_FILE) {
        complain("%s is not there: --base names the map whose scripts are replaced", to);
        return NULL;
    }
    return base ? base : to;
}

static int run_in(const struct args *args)
{
    struct scripts s;
    struct sources sources = {0};
    struct rq_doc_file map;
    const char *base = base_of(args);
    if (!base)
        return EXIT_USAGE;
    if (given(args, OPT_watch)) {
        complain("--watch is for sources of NWScript and listings of NCS");
        return EXIT_USAGE;
    }
    int code = open_sources(&sources, args);
    code = code ? code : open_input(args, base, &map);
    if (!code) {
        if (!is_map(&map, base))
            code = EXIT_USAGE;
        code = code ? code : open_scripts(&s, args, base, RQ_SOUP_FLAT);
        if (!code) {
            code = put_texts(&s, &sources, &map, base);
            close_scripts(&s);
        }
        rq_doc_file_close(&map);
    }
    close_sources(&sources);
    return code;
}

int run_assemble(const struct args *args)
{
    return ncs_is_wanted(args) ? ncs_assemble(args) : run_in(args);
}

int run_compile(const struct args *args)
{
    return is_nwscript(args) ? compile_nwscript(args) : run_in(args);
}
