/* ls, find, get, cat, module, tlk, name: an installation of KotOR as one tree. */
#include "core/json.h"
#include "core/text.h"
#include "game.h"

#include <reliquary/ltr.h>
#include <reliquary/tlk.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- opening ---- */

int open_game(const struct args *args, const char *module, struct rq_kotor **game)
{
    struct rq_error err = {0};
    const char *version = args->values[OPT_game_version];
    struct rq_kotor_options options = {.module = module ? module : args->values[OPT_module],
                                       .layered = given(args, OPT_layered)};
    if (version && rq_casecmp(version, "k1") != 0 && rq_casecmp(version, "k2") != 0) {
        complain("--game-version is k1 or k2, not %s", version);
        return EXIT_USAGE;
    }
    if (version)
        options.version = rq_casecmp(version, "k1") == 0 ? RQ_KOTOR_1 : RQ_KOTOR_2;
    *game = rq_kotor_open(args->paths[0], &options, &err);
    if (!*game)
        return report(args->paths[0], &err, err.code == RQ_USAGE ? EXIT_USAGE : EXIT_UNREADABLE);
    const char *path;
    const struct rq_error *problem;
    size_t count = rq_kotor_problem(*game, 0, &path, &problem);
    for (size_t i = 0; i < count; i++) {
        rq_kotor_problem(*game, i, &path, &problem);
        report(path, problem, EXIT_UNREADABLE);
    }
    return 0;
}

int game_code(const struct rq_kotor *game, int code)
{
    const char *path;
    const struct rq_error *problem;
    bool damaged = rq_kotor_problem(game, SIZE_MAX, &path, &problem) > 0;
    return damaged && code <= EXIT_FINDINGS ? EXIT_UNREADABLE : code;
}

/* Files of archives are named by both: "modules/danm13.mod". */
static const struct rq_kotor_source *source_of(const struct rq_kotor *game,
                                               const struct rq_kotor_entry *entry)
{
    const struct rq_kotor_source *sources;
    rq_kotor_sources(game, &sources);
    return &sources[entry->source];
}

static bool same_name(const struct rq_kotor_entry *a, const struct rq_kotor_entry *b)
{
    return memcmp(a->resref, b->resref, sizeof a->resref) == 0 && a->type == b->type;
}

/* ---- ls ---- */

bool game_takes(const struct args *args, const struct rq_kotor *game,
                const struct rq_kotor_entry *entry, const char *glob)
{
    char name[RQ_KOTOR_NAME];
    const char *type = args->values[OPT_type], *source = args->values[OPT_source];
    const struct rq_kotor_source *from = source_of(game, entry);
    rq_kotor_name(entry, name);
    return (!glob || rq_glob(glob, name)) &&
           (!type || rq_casecmp(rq_path_extension(name), type) == 0) &&
           (!source || rq_casecmp(rq_kotor_kind_name(from->kind), source) == 0 ||
            rq_glob(source, from->path));
}

static void entry_json(struct rq_json *j, const struct rq_kotor *game,
                       const struct rq_kotor_entry *entry, bool wins)
{
    char name[RQ_KOTOR_NAME];
    const struct rq_kotor_source *from = source_of(game, entry);
    rq_kotor_name(entry, name);
    rq_json_object_row(j);
    rq_json_key(j, "name");
    rq_json_str(j, name);
    rq_json_key(j, "source");
    rq_json_str(j, rq_kotor_kind_name(from->kind));
    rq_json_key(j, "path");
    rq_json_str(j, from->path);
    rq_json_key(j, "wins");
    rq_json_bool(j, wins);
    rq_json_end_object(j);
}

static int print_json(struct rq_out *out)
{
    rq_put8(out, '\n');
    if (out->failed) {
        complain("out of memory");
        return EXIT_UNREADABLE;
    }
    fwrite(out->data, 1, out->size, stdout);
    return 0;
}

int run_ls(const struct args *args)
{
    struct rq_kotor *game;
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    const struct rq_kotor_entry *entries;
    int code = open_game(args, NULL, &game);
    if (code)
        return code;
    size_t count = rq_kotor_entries(game, &entries), shown = 0;
    rq_json_array(&j);
    for (size_t i = 0; i < count; i++) {
        char name[RQ_KOTOR_NAME];
        bool hidden = i && same_name(&entries[i - 1], &entries[i]);
        /* Asked for a source, what another one hides is still there. */
        if ((hidden && !given(args, OPT_source)) ||
            !game_takes(args, game, &entries[i], args->count > 1 ? args->paths[1] : NULL))
            continue;
        shown++;
        rq_kotor_name(&entries[i], name);
        if (given(args, OPT_json))
            entry_json(&j, game, &entries[i], !hidden);
        else
            say("%-21s %-9s %s", name, rq_kotor_kind_name(source_of(game, &entries[i])->kind),
                source_of(game, &entries[i])->path);
    }
    rq_json_end_array(&j);
    if (given(args, OPT_json))
        code = print_json(&out);
    else if (!given(args, OPT_quiet))
        fprintf(stderr, "%zu resources\n", shown);
    rq_out_free(&out);
    code = game_code(game, code ? code : shown ? EXIT_FINE : EXIT_FINDINGS);
    rq_kotor_close(game);
    return code;
}

/* ---- find ---- */

/* A name that nothing has. Most often its extension was left out, so those that there are are
 * named. */
static void tell_nowhere(const struct args *args, const struct rq_kotor *game, const char *name)
{
    const struct rq_kotor_entry *entries;
    size_t count = rq_kotor_entries(game, &entries), used = 0;
    char glob[RQ_KOTOR_NAME + 2], there[200] = "";
    snprintf(glob, sizeof glob, "%.30s.*", name);
    for (size_t i = 0; i < count && !strchr(name, '.'); i++) {
        char full[RQ_KOTOR_NAME];
        rq_kotor_name(&entries[i], full);
        if (!rq_glob(glob, full) || (i && same_name(&entries[i - 1], &entries[i])) ||
            used + strlen(full) + 3 > sizeof there)
            continue;
        used += (size_t)snprintf(there + used, sizeof there - used, "%s%s", used ? ", " : "", full);
    }
    if (used)
        complain("%s is nowhere in %s; with an extension there is %s", name, args->paths[0], there);
    else
        complain("%s is nowhere in %s; reliquary ls lists what is", name, args->paths[0]);
}

int run_find(const struct args *args)
{
    struct rq_kotor *game;
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    int code = open_game(args, NULL, &game), missing = 0;
    if (code)
        return code;
    rq_json_array(&j);
    for (size_t i = 1; i < args->count; i++) {
        const struct rq_kotor_entry *first;
        size_t count = rq_kotor_find(game, args->paths[i], &first);
        if (!count) {
            tell_nowhere(args, game, args->paths[i]);
            missing = EXIT_FINDINGS;
        }
        for (size_t k = 0; k < count; k++) {
            const struct rq_kotor_source *from = source_of(game, &first[k]);
            char name[RQ_KOTOR_NAME];
            rq_kotor_name(&first[k], name);
            if (given(args, OPT_json))
                entry_json(&j, game, &first[k], k == 0 && !from->inactive);
            else
                say("%c %-21s %-9s %s%s", k == 0 && !from->inactive ? '*' : ' ', name,
                    rq_kotor_kind_name(from->kind), from->path,
                    from->inactive ? " (not used: its module has another part)" : "");
        }
    }
    rq_json_end_array(&j);
    if (given(args, OPT_json))
        code = print_json(&out);
    rq_out_free(&out);
    code = game_code(game, code ? code : missing);
    rq_kotor_close(game);
    return code;
}

/* ---- get, cat ---- */

int game_bytes(const struct args *args, struct rq_kotor *game, const char *name,
               struct rq_bytes *bytes)
{
    const struct rq_kotor_entry *first;
    struct rq_error err = {0};
    *bytes = (struct rq_bytes){0};
    if (!rq_kotor_find(game, name, &first)) {
        tell_nowhere(args, game, name);
        return EXIT_FINDINGS;
    }
    if (rq_kotor_bytes(game, first, bytes, &err))
        return 0;
    report(name, &err, EXIT_UNREADABLE);
    return EXIT_UNREADABLE;
}

static int save_gotten(const struct args *args, const char *name, struct rq_bytes bytes)
{
    struct rq_error err = {0};
    const char *folder = given(args, OPT_output) ? args->values[OPT_output] : ".";
    enum rq_save mode = given(args, OPT_force) ? RQ_SAVE_REPLACE : RQ_SAVE_NEW;
    if (strcmp(folder, "-") == 0)
        return rq_file_save("-", bytes, mode, &err) ? 0 : report("-", &err, EXIT_UNWRITTEN);
    char lower[RQ_KOTOR_NAME];
    size_t n = 0;
    for (; name[n] && n + 1 < sizeof lower; n++)
        lower[n] = rq_lower(name[n]);
    lower[n] = 0;
    char *path = rq_name_is_safe(lower) ? rq_path_join(folder, lower) : NULL;
    bool fine = path && rq_make_folder(folder, &err) && rq_file_save(path, bytes, mode, &err);
    if (!path)
        rq_fail(&err, RQ_USAGE, 0, name, "is no name for a file");
    free(path);
    return fine ? 0 : report(name, &err, EXIT_UNWRITTEN);
}

int run_get(const struct args *args)
{
    struct rq_kotor *game;
    int code = open_game(args, NULL, &game);
    if (code)
        return code;
    for (size_t i = 1; i < args->count && !code; i++) {
        struct rq_bytes bytes;
        code = game_bytes(args, game, args->paths[i], &bytes);
        if (!code)
            code = save_gotten(args, args->paths[i], bytes);
    }
    rq_kotor_close(game);
    return code;
}

static bool is_text(struct rq_bytes bytes)
{
    for (size_t i = 0; i < bytes.size; i++)
        if (bytes.data[i] < ' ' && !(bytes.data[i] && strchr("\t\r\n\f\x1A", bytes.data[i])))
            return false;
    return true;
}

/* Text as it is, all else as JSON. */
int run_cat(const struct args *args)
{
    struct rq_kotor *game;
    struct rq_bytes bytes;
    struct rq_error err = {0};
    struct rq_options options;
    struct rq_out out = {0};
    if (!read_options(args, args->paths[1], &options))
        return EXIT_USAGE;
    int code = open_game(args, NULL, &game);
    if (code)
        return code;
    code = game_bytes(args, game, args->paths[1], &bytes);
    if (!code && is_text(bytes)) {
        fwrite(bytes.data, 1, bytes.size, stdout);
    } else if (!code) {
        struct rq_doc *doc = rq_doc_read(bytes, &options, &err);
        if (!doc || !rq_doc_to_json(doc, &out, &err))
            code = report(args->paths[1], &err, EXIT_UNREADABLE);
        else
            fwrite(out.data, 1, out.size, stdout);
        rq_doc_free(doc);
    }
    rq_out_free(&out);
    rq_kotor_close(game);
    return code;
}

/* ---- module ---- */

/* What of a part the game never sees, because something before it has the name. */
static void print_hidden(const struct rq_kotor *game, size_t source)
{
    const struct rq_kotor_entry *entries;
    size_t count = rq_kotor_entries(game, &entries), winner = 0;
    for (size_t i = 0; i < count; i++) {
        char name[RQ_KOTOR_NAME];
        if (i == 0 || !same_name(&entries[i], &entries[i - 1]))
            winner = i;
        const struct rq_kotor_source *from = source_of(game, &entries[winner]);
        rq_kotor_name(&entries[i], name);
        if (entries[i].source == source && i != winner && entries[winner].source != source)
            say("    %-21s hidden by %s", name, from->path);
        else if (entries[i].source == source && i + 1 < count &&
                 same_name(&entries[i], &entries[i + 1]) && entries[i + 1].source != source)
            say("    %-21s overrides %s", name, source_of(game, &entries[i + 1])->path);
    }
}

int run_module(const struct args *args)
{
    struct rq_kotor *game;
    const struct rq_kotor_source *sources;
    int code = open_game(args, args->paths[1], &game);
    if (code)
        return code;
    size_t count = rq_kotor_sources(game, &sources), found = 0;
    /* In the order in which they are searched. */
    for (unsigned order = 0; order < 8; order++)
        for (size_t i = 0; i < count; i++) {
            if (sources[i].kind != RQ_KOTOR_MODULE || sources[i].order != order)
                continue;
            found++;
            say("%s: %zu resources%s", sources[i].path, sources[i].count,
                sources[i].inactive ? ", not used: another part replaces it" : "");
            if (!sources[i].inactive)
                print_hidden(game, i);
        }
    if (!found)
        complain("%s has no module %s; reliquary ls %s --source module --type ifo lists them",
                 args->paths[0], args->paths[1], args->paths[0]);
    code = game_code(game, found ? EXIT_FINE : EXIT_FINDINGS);
    rq_kotor_close(game);
    return code;
}

/* ---- tlk, name ---- */

enum rq_codepage tlk_page(const struct args *args, struct rq_bytes tlk)
{
    const char *page = args->values[OPT_encoding];
    enum rq_codepage given_page = page ? rq_codepage_by_name(page) : RQ_CP_DEFAULT;
    return given_page ? given_page : rq_tlk_page(rq_get32(tlk.data + 8), RQ_CP1252);
}

/* Either there never was such a string, or the file ends before it. */
static int string_missing(const char *file, struct rq_bytes tlk, unsigned long number)
{
    if (tlk.size < 20 || memcmp(tlk.data, "TLK V3.0", 8) != 0) {
        complain("%s: is no talk table, or cut off in its head", file);
        return EXIT_UNREADABLE;
    }
    if (number < rq_get32(tlk.data + 12)) {
        complain("%s: cut off, string %lu is not in its %zu bytes", file, number, tlk.size);
        return EXIT_UNREADABLE;
    }
    complain("%s has no string %lu", file, number);
    return EXIT_FINDINGS;
}

static int print_string(const struct args *args, const char *file, struct rq_bytes tlk,
                        const char *text)
{
    char *end;
    unsigned long number = strtoul(text, &end, 0);
    struct rq_tlk_found found;
    struct rq_out out = {0};
    if (!text[0] || *end || number > UINT32_MAX) {
        complain("a StrRef is a number, not %s", text);
        return EXIT_USAGE;
    }
    if (!rq_tlk_get(tlk, (uint32_t)number, &found))
        return string_missing(file, tlk, number);
    rq_text_decode(&out, tlk_page(args, tlk), found.text);
    if (args->count > 2)
        printf("%lu\t", number);
    fwrite(out.data, 1, out.size, stdout);
    putchar('\n');
    rq_out_free(&out);
    return 0;
}

int run_tlk(const struct args *args)
{
    struct rq_kotor *game;
    struct rq_bytes tlk;
    int code = open_game(args, NULL, &game), worst = 0;
    if (code)
        return code;
    const char *file = given(args, OPT_female) ? "dialogf.tlk" : "dialog.tlk";
    code = game_bytes(args, game, file, &tlk);
    for (size_t i = 1; i < args->count && !code; i++) {
        int one = print_string(args, file, tlk, args->paths[i]);
        worst = one > worst ? one : worst;
    }
    rq_kotor_close(game);
    return code ? code : worst;
}

int run_name(const struct args *args)
{
    struct rq_kotor *game;
    struct rq_bytes bytes;
    struct rq_error err = {0};
    char file[RQ_KOTOR_NAME];
    const char *ltr = given(args, OPT_ltr) ? args->values[OPT_ltr] : "humanm";
    unsigned long count = given(args, OPT_count) ? strtoul(args->values[OPT_count], NULL, 10) : 10;
    uint32_t seed = given(args, OPT_seed) ? (uint32_t)strtoul(args->values[OPT_seed], NULL, 10)
                                          : (uint32_t)(rq_clock() * 1e6);
    int code = open_game(args, NULL, &game);
    if (code)
        return code;
    snprintf(file, sizeof file, strchr(ltr, '.') ? "%.31s" : "%.31s.ltr", ltr);
    code = game_bytes(args, game, file, &bytes);
    struct rq_options options = {.format = rq_format_by_name("ltr")};
    struct rq_doc *doc = code ? NULL : rq_doc_read(bytes, &options, &err);
    const struct rq_ltr *table = doc ? rq_doc_root(doc, "ltr") : NULL;
    if (!code && !table)
        code = report(file, &err, EXIT_UNREADABLE);
    for (unsigned long i = 0; i < count && table && !code; i++) {
        char name[RQ_LTR_NAME];
        if (rq_ltr_name(table, NULL, &seed, name))
            printf("%s\n", name);
        else
            code = EXIT_FINDINGS;
    }
    rq_doc_free(doc);
    rq_kotor_close(game);
    return code;
}
