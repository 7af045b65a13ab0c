/* ls, find, get (of a game), cat, module, tlk, name: what a game has. */
#include "core/json.h"
#include "core/text.h"
#include "game.h"
#include "parts.h"

#include <reliquary/ltr.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- opening ---- */

static void tell_problem(void *ctx, const char *path, const struct rq_error *err)
{
    (void)ctx;
    report(path, err, EXIT_UNREADABLE);
}

/* wanted has what differs from verb to verb. */
static int open_as(const struct args *args, const struct rq_game_options *wanted,
                   struct rq_game **game)
{
    struct rq_error err = {0};
    struct rq_game_options options = *wanted;
    options.module = options.module ? options.module : args->values[OPT_module];
    options.layered = given(args, OPT_layered);
    options.unwatched = true;
    options.problem = tell_problem;
    options.version = game_version(args);
    *game = rq_game_open(args->paths[0], &options, &err);
    if (*game && rq_game_count(*game))
        return 0;
    if (*game)
        rq_fail(&err, RQ_USAGE, 0, args->paths[0], "has no files");
    rq_game_close(*game);
    return report(args->paths[0], &err, EXIT_UNREADABLE);
}

int open_game(const struct args *args, const char *module, struct rq_game **game)
{
    return open_as(args, &(struct rq_game_options){.module = module}, game);
}

int open_kotor(const struct args *args, const char *module, struct rq_game **game)
{
    return open_as(args, &(struct rq_game_options){.module = module, .family = "kotor"}, game);
}

int game_code(const struct rq_game *game, int code)
{
    bool damaged = rq_game_describe(game)->problems > 0;
    return damaged && code <= EXIT_FINDINGS ? EXIT_UNREADABLE : code;
}

/* The file that it is, or is in, below the folder of the game; as it is when the game is one file. */
static const char *place_of(const struct rq_game *game, const struct rq_resource *r)
{
    if (!r->file)
        return r->source->path;
    const char *below = r->file + strlen(rq_game_describe(game)->path);
    return *below ? below + (*below == '/') : r->file;
}

void resource_label(const struct args *args, const struct rq_game *game,
                    const struct rq_resource *r, char *label, size_t size)
{
    struct rq_resource next;
    bool several =
        !given(args, OPT_module) && (r->rank || (rq_game_at(game, r->at + 1, &next) && next.rank));
    snprintf(label, size, several ? "%s in %.500s" : "%s", r->name, r->source->path);
    rq_text_clean(label);
}

/* ---- ls ---- */

static void resource_json(struct rq_json *j, const struct rq_game *game,
                          const struct rq_resource *r)
{
    rq_json_object_row(j);
    rq_json_key(j, "name");
    rq_json_str(j, r->name);
    rq_json_key(j, "source");
    rq_json_str(j, r->source->kind);
    rq_json_key(j, "path");
    rq_json_str(j, r->source->path);
    rq_json_key(j, "file");
    rq_json_str(j, place_of(game, r));
    rq_json_key(j, "wins");
    rq_json_bool(j, r->wins);
    rq_json_end_object(j);
}

static void print_json(struct rq_out *out)
{
    rq_put8(out, '\n');
    print_whole(out);
}

int run_ls(const struct args *args)
{
    struct rq_game *game;
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    struct rq_resource r = {0};
    int code = open_game(args, NULL, &game);
    if (code)
        return code;
    /* Asked for a source, what another one hides is still there. */
    const struct rq_game_filter filter = {.glob = args->count > 1 ? args->paths[1] : NULL,
                                          .type = args->values[OPT_type],
                                          .source = args->values[OPT_source],
                                          .hidden = given(args, OPT_source)};
    size_t shown = 0;
    rq_json_array(&j);
    for (; rq_game_list(game, &filter, &r); shown++) {
        if (given(args, OPT_json))
            resource_json(&j, game, &r);
        else
            say("%-21s %-9s %s", r.name, r.source->kind, r.source->path);
    }
    rq_json_end_array(&j);
    if (given(args, OPT_json))
        print_json(&out);
    else if (!given(args, OPT_quiet))
        fprintf(stderr, "%zu resources\n", shown);
    rq_out_free(&out);
    code = game_code(game, shown ? EXIT_FINE : EXIT_FINDINGS);
    rq_game_close(game);
    return code;
}

/* ---- find ---- */

/* A name that nothing has. Most often its extension was left out, so those that there are are
 * named. */
static void tell_nowhere(const struct args *args, const struct rq_game *game, const char *name)
{
    char glob[40], there[200] = "";
    const struct rq_game_filter filter = {.glob = glob};
    struct rq_resource r = {0};
    size_t used = 0;
    snprintf(glob, sizeof glob, "%.30s.*", name);
    while (!strchr(name, '.') && rq_game_list(game, &filter, &r))
        if (used + strlen(r.name) + 3 <= sizeof there)
            used += (size_t)snprintf(there + used, sizeof there - used, "%s%s", used ? ", " : "",
                                     r.name);
    if (used)
        complain("%s was not found in %s; with an extension there is %s", name, args->paths[0],
                 there);
    else
        complain("%s was not found in %s; reliquary ls lists what is there", name, args->paths[0]);
}

int run_find(const struct args *args)
{
    struct rq_game *game;
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    int code = open_game(args, NULL, &game), missing = 0;
    if (code)
        return code;
    rq_json_array(&j);
    for (size_t i = 1; i < args->count; i++) {
        struct rq_resource r = {0};
        while (rq_game_find(game, args->paths[i], &r)) {
            if (given(args, OPT_json))
                resource_json(&j, game, &r);
            else
                say("%c %-21s %-9s %s%s", r.wins ? '*' : ' ', r.name, r.source->kind,
                    place_of(game, &r),
                    r.source->inactive ? " (not used: its module has another part)" : "");
        }
        if (!r.at) {
            tell_nowhere(args, game, args->paths[i]);
            missing = EXIT_FINDINGS;
        }
    }
    rq_json_end_array(&j);
    if (given(args, OPT_json))
        print_json(&out);
    rq_out_free(&out);
    code = game_code(game, missing);
    rq_game_close(game);
    return code;
}

/* ---- get, cat ---- */

/* Which file is meant has to be said when modules have several. */
static int tell_rivals(const struct rq_game *game, const struct rq_resource *first)
{
    struct rq_resource rival = {0};
    if (!rq_game_rival(game, first, &rival))
        return 0;
    complain("%s is not the same in all modules; choose one with --module:", first->name);
    fprintf(stderr, "  %s\n", place_of(game, first));
    do
        fprintf(stderr, "  %s\n", place_of(game, &rival));
    while (rq_game_rival(game, first, &rival));
    return EXIT_FINDINGS;
}

int find_resource(const struct args *args, const struct rq_game *game, const char *name,
                  struct rq_resource *resource)
{
    *resource = (struct rq_resource){0};
    if (!rq_game_find(game, name, resource)) {
        tell_nowhere(args, game, name);
        return game_code(game, EXIT_FINDINGS);
    }
    if (resource->source->inactive) {
        complain("%s is in %s alone, which the game does not read: its module has another part; "
                 "reliquary extract takes it out",
                 name, place_of(game, resource));
        return EXIT_FINDINGS;
    }
    return tell_rivals(game, resource);
}

static int game_bytes(const struct args *args, const struct rq_game *game, const char *name,
                      struct rq_bytes *bytes)
{
    struct rq_resource found;
    struct rq_error err = {0};
    int code = find_resource(args, game, name, &found);
    if (!code && !rq_game_bytes(game, &found, bytes, &err))
        code = report(name, &err, EXIT_UNREADABLE);
    return code;
}

static int save_gotten(const struct args *args, const char *name, struct rq_bytes bytes)
{
    struct rq_error err = {0};
    const char *folder = given(args, OPT_output) ? args->values[OPT_output] : ".";
    enum rq_save mode = given(args, OPT_force) ? RQ_SAVE_REPLACE : RQ_SAVE_NEW;
    if (strcmp(folder, "-") == 0)
        return rq_file_save("-", bytes, mode, &err) ? 0 : report("-", &err, EXIT_UNWRITTEN);
    char lower[RQ_RESOURCE_NAME];
    size_t n = 0;
    for (; name[n] && n + 1 < sizeof lower; n++)
        lower[n] = rq_lower(name[n]);
    lower[n] = 0;
    char *path = rq_name_is_safe(lower) ? need_path(folder, lower) : NULL;
    bool fine = path && rq_make_folder(folder, &err) && rq_file_save(path, bytes, mode, &err);
    if (!path)
        rq_fail(&err, RQ_USAGE, 0, name, "is not a valid name for a file");
    if (fine)
        say_wrote(args, path, bytes.size);
    free(path);
    return fine ? 0 : report(name, &err, EXIT_UNWRITTEN);
}

int get_resources(const struct args *args)
{
    struct rq_game *game;
    int code = open_game(args, NULL, &game);
    if (code)
        return code;
    for (size_t i = 1; i < args->count && !code; i++) {
        struct rq_bytes bytes;
        code = game_bytes(args, game, args->paths[i], &bytes);
        if (!code)
            code = save_gotten(args, args->paths[i], bytes);
    }
    rq_game_close(game);
    return code;
}

static bool is_text(struct rq_bytes bytes)
{
    for (size_t i = 0; i < bytes.size; i++)
        if (bytes.data[i] < ' ' && !(bytes.data[i] && strchr("\t\r\n\f\x1A", bytes.data[i])))
            return false;
    return true;
}

/* A line of a file of dialogue. *is_file: that is what the first argument is, and no game. */
static int cat_part(const struct args *args, const struct rq_options *options, bool *is_file)
{
    const struct rq_options file = {.codepage = options->codepage};
    const struct part_query query = {args->paths + 1, 1, false};
    struct parts parts = {0};
    struct rq_error ignored = {0};
    struct rq_archive *archive = rq_path_kind(args->paths[0], NULL) == RQ_PATH_FILE
                                     ? rq_archive_open(args->paths[0], NULL, &file, &ignored)
                                     : NULL;
    int code = 0;
    *is_file = archive && has_parts(rq_archive_doc(archive));
    if (*is_file)
        code = make_parts(args, rq_archive_doc(archive), &query, &parts);
    if (*is_file && !code && parts.count != 1) {
        complain("%s: no entry fits %s; reliquary list shows what is there", args->paths[0],
                 args->paths[1]);
        code = EXIT_FINDINGS;
    } else if (*is_file && !code && !is_text(parts.entries[0].bytes)) {
        complain("%s: %s is no text; reliquary extract writes it to a file", args->paths[0],
                 args->paths[1]);
        code = EXIT_USAGE;
    } else if (*is_file && !code) {
        fwrite(parts.entries[0].bytes.data, 1, parts.entries[0].bytes.size, stdout);
    }
    free_parts(&parts);
    rq_archive_close(archive);
    return code;
}

/* Text as it is, all else as JSON. */
int run_cat(const struct args *args)
{
    struct rq_game *game;
    struct rq_resource found;
    struct rq_bytes bytes;
    struct rq_error err = {0};
    struct rq_options options;
    struct rq_out out = {0};
    bool is_file;
    if (!read_options(args, args->paths[1], &options))
        return EXIT_USAGE;
    int code = cat_part(args, &options, &is_file);
    if (is_file)
        return code;
    code = open_game(args, NULL, &game);
    if (code)
        return code;
    code = find_resource(args, game, args->paths[1], &found);
    if (!code && !rq_game_bytes(game, &found, &bytes, &err))
        code = report(args->paths[1], &err, EXIT_UNREADABLE);
    if (!code && is_text(bytes)) {
        if (bytes.size)
            fwrite(bytes.data, 1, bytes.size, stdout);
    } else if (!code) {
        struct rq_doc *doc = rq_game_read(game, &found, &options, &err);
        if (!doc || !rq_doc_to_json(doc, &out, &err))
            code = report(args->paths[1], &err, EXIT_UNREADABLE);
        else
            print_whole(&out);
        rq_doc_free(doc);
    }
    rq_out_free(&out);
    rq_game_close(game);
    return code;
}

/* ---- module ---- */

/* What of a part the game never sees, because something before it has the name. */
static void print_hidden(const struct rq_game *game, const struct rq_source *source)
{
    struct rq_resource winner = {0}, r = {0}, next;
    for (size_t at = 1; rq_game_at(game, at, &r); at++) {
        if (r.rank == 0)
            winner = r;
        if (r.source != source)
            continue;
        if (r.rank && winner.source && winner.source != source)
            say("    %-21s hidden by %s", r.name, winner.source->path);
        else if (rq_game_at(game, at + 1, &next) && next.rank && next.source != source)
            say("    %-21s overrides %s", r.name, next.source->path);
    }
}

int run_module(const struct args *args)
{
    struct rq_game *game;
    const struct rq_source *sources;
    int code = open_kotor(args, args->paths[1], &game);
    if (code)
        return code;
    size_t count = rq_game_sources(game, &sources), found = 0;
    /* In the order in which they are searched. */
    for (unsigned order = 0; order < 8; order++)
        for (size_t i = 0; i < count; i++) {
            if (!sources[i].module || sources[i].order != order)
                continue;
            found++;
            say("%s: %zu resources%s", sources[i].path, sources[i].count,
                sources[i].inactive ? ", not used: another part replaces it" : "");
            if (!sources[i].inactive)
                print_hidden(game, &sources[i]);
        }
    if (!found)
        complain("%s has no module %s; reliquary ls %s --source module --type ifo lists them",
                 args->paths[0], args->paths[1], args->paths[0]);
    code = game_code(game, found ? EXIT_FINE : EXIT_FINDINGS);
    rq_game_close(game);
    return code;
}

/* ---- tlk, name ---- */

enum rq_codepage page_of(const struct args *args)
{
    const char *page = args->values[OPT_encoding];
    return page ? rq_codepage_by_name(page) : RQ_CP_DEFAULT;
}

static int print_string(const struct args *args, const struct rq_game *game, const char *text)
{
    const char *file = given(args, OPT_female) ? "dialogf.tlk" : "dialog.tlk";
    char *end;
    unsigned long number = strtoul(text, &end, 0);
    struct rq_out out = {0};
    struct rq_error err = {0};
    if (!text[0] || *end || number > UINT32_MAX) {
        complain("a StrRef is a number, not %s", text);
        return EXIT_USAGE;
    }
    if (!rq_game_talk(game, (uint32_t)number, given(args, OPT_female), page_of(args), &out, &err)) {
        report(file, &err, EXIT_UNREADABLE);
        return err.code == RQ_USAGE ? EXIT_FINDINGS : EXIT_UNREADABLE;
    }
    if (args->count > 2)
        printf("%lu\t", number);
    rq_put8(&out, '\n');
    print_whole(&out);
    rq_out_free(&out);
    return 0;
}

int run_tlk(const struct args *args)
{
    struct rq_game *game;
    struct rq_resource tlk;
    const struct rq_game_options talk = {.family = "kotor", .talk = true};
    int code = open_as(args, &talk, &game), worst = 0;
    if (code)
        return code;
    code = find_resource(args, game, "dialog.tlk", &tlk);
    for (size_t i = 1; i < args->count && !code; i++) {
        int one = print_string(args, game, args->paths[i]);
        worst = one > worst ? one : worst;
    }
    rq_game_close(game);
    return code ? code : worst;
}

int run_name(const struct args *args)
{
    struct rq_game *game;
    struct rq_resource found;
    struct rq_error err = {0};
    char file[40];
    const char *ltr = given(args, OPT_ltr) ? args->values[OPT_ltr] : "humanm";
    unsigned long count = given(args, OPT_count) ? strtoul(args->values[OPT_count], NULL, 10) : 10;
    uint32_t seed = given(args, OPT_seed) ? (uint32_t)strtoul(args->values[OPT_seed], NULL, 10)
                                          : (uint32_t)(uint64_t)(rq_clock() * 1e6);
    int code = open_kotor(args, NULL, &game);
    if (code)
        return code;
    snprintf(file, sizeof file, strchr(ltr, '.') ? "%.31s" : "%.31s.ltr", ltr);
    code = find_resource(args, game, file, &found);
    struct rq_options options = {.format = rq_format_by_name("ltr")};
    struct rq_doc *doc = code ? NULL : rq_game_read(game, &found, &options, &err);
    const struct rq_ltr *table = doc ? rq_doc_root(doc, "ltr") : NULL;
    if (!code && !table)
        code = report(file, &err, EXIT_UNREADABLE);
    for (unsigned long i = 0; i < count && table && !code; i++) {
        char name[RQ_LTR_NAME];
        if (rq_ltr_name(table, NULL, &seed, name)) {
            printf("%s\n", name);
        } else {
            complain("%s: its chances lead to no name", file);
            code = EXIT_FINDINGS;
        }
    }
    rq_doc_free(doc);
    rq_game_close(game);
    return code;
}
