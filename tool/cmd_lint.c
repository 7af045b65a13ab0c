/* lint and explain: what the engines do with odd values. */
#include "core/json.h"
#include "core/text.h"
#include "tool.h"

#include <reliquary/lint.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const severity_names[] = {"info", "warning", "error"};
static const char *const colors[] = {"\033[36m", "\033[33m", "\033[31m"};
static const char *const needs_names[] = {"the file", "a table of the game", "the files beside it",
                                          "the game"};

/* ---- rules ---- */

static void rule_json(struct rq_json *j, const struct rq_lint_rule *rule)
{
    const char *pairs[][2] = {
        {"id", rule->id},         {"severity", severity_names[rule->severity]},
        {"of", rule->of},         {"needs", needs_names[rule->needs]},
        {"text", rule->text},     {"why", rule->why},
        {"remedy", rule->remedy}, {"source", rule->source}};
    rq_json_object(j);
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        rq_json_key(j, pairs[i][0]);
        rq_json_str(j, pairs[i][1]);
    }
    rq_json_key(j, "default");
    rq_json_bool(j, rule->on);
    rq_json_key(j, "fixes");
    rq_json_bool(j, rule->fixes);
    rq_json_end_object(j);
}

static int list_rules(const struct args *args)
{
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    struct rq_lint_rule rule;
    rq_json_array(&j);
    for (size_t i = 0; rq_lint_rule_at(i, &rule); i++) {
        rule_json(&j, &rule);
        if (!given(args, OPT_json))
            printf("%-32s %-7s %-3s %s\n", rule.id, severity_names[rule.severity],
                   rule.on ? "on" : "off", rule.text);
    }
    rq_json_end_array(&j);
    if (given(args, OPT_json))
        print_whole(&out);
    rq_out_free(&out);
    return EXIT_FINE;
}

/* Up to three names of rules that have the word in them: "; similar: a, b". */
static void suggest(const char *word, char text[200])
{
    struct rq_lint_rule rule;
    char glob[RQ_LINT_ID + 2];
    size_t size = 0, found = 0;
    text[0] = 0;
    snprintf(glob, sizeof glob, "*%.40s*", word);
    for (size_t i = 0; found < 3 && rq_lint_rule_at(i, &rule); i++)
        if (rq_glob(glob, rule.id))
            size += (size_t)snprintf(text + size, 200 - size, "%s%s",
                                     found++ ? ", " : "; similar: ", rule.id);
}

int run_explain(const struct args *args)
{
    struct rq_lint_rule rule;
    if (!rq_lint_rule_by_id(args->paths[0], &rule)) {
        char similar[200];
        suggest(args->paths[0], similar);
        complain("there is no rule %s; reliquary lint --rules lists them%s", args->paths[0],
                 similar);
        return EXIT_USAGE;
    }
    if (given(args, OPT_json)) {
        struct rq_out out = {0};
        struct rq_json j = {.out = &out};
        rule_json(&j, &rule);
        print_whole(&out);
        rq_out_free(&out);
        return EXIT_FINE;
    }
    printf("%s: %s\n  %s, %s without being asked for; looks at %s; needs %s\n\n", rule.id,
           rule.text, severity_names[rule.severity], rule.on ? "on" : "off",
           rule.of[0] ? rule.of : "any file", needs_names[rule.needs]);
    printf("What the engine does: %s\n", rule.why);
    if (rule.remedy[0])
        printf("What to do: %s%s\n", rule.remedy, rule.fixes ? " lint --fix does it." : "");
    if (rule.source[0])
        printf("Known from: %s (docs/lint.md)\n", rule.source);
    return EXIT_FINE;
}

/* ---- fixes ---- */

/* Values to write, in the order of findings: those of one file follow each other. */
struct fix {
    char *file, *path, *value;
};

struct fixes {
    struct fix *items;
    size_t count, room;
};

static void note_fix(struct fixes *fixes, const struct rq_lint_finding *f)
{
    fixes->items = need_room(fixes->items, fixes->count, &fixes->room, sizeof *fixes->items);
    fixes->items[fixes->count++] =
        (struct fix){need_text("%s", f->file), need_text("%s", f->path), need_text("%s", f->fix)};
}

static void free_fixes(struct fixes *fixes)
{
    for (size_t i = 0; i < fixes->count; i++) {
        free(fixes->items[i].file);
        free(fixes->items[i].path);
        free(fixes->items[i].value);
    }
    free(fixes->items);
}

/* A finding may be in a file that is in archives: the one on disk, *outer, is kept, once. */
static int back_up(const struct args *args, const char *file, const char *kept, char **outer,
                   char **bak)
{
    struct rq_error err = {0};
    struct rq_map was;
    if (!given(args, OPT_backup))
        return 0;
    *outer = need_text("%s", file);
    char *end = *outer + strlen(*outer);
    while (end > *outer && rq_path_kind(*outer, NULL) == RQ_PATH_NONE) {
        while (end > *outer && *--end != '/')
            ;
        *end = 0;
    }
    if (kept && strcmp(*outer, kept) == 0)
        return 0;
    if (!rq_map_open(&was, *outer, &err))
        return report(file, &err, EXIT_UNREADABLE);
    int code = keep_backup(args, *outer, was.bytes, bak);
    rq_map_close(&was);
    return code;
}

/* Those of the file of the first; 0 or an exit code after a message. */
static int fix_file(const struct args *args, const struct fix *fixes, size_t count, char **kept)
{
    struct rq_error err = {0};
    bool dry = given(args, OPT_dry_run);
    struct rq_lint_change *changes = need(count, sizeof *changes);
    for (size_t i = 0; i < count; i++)
        changes[i] = (struct rq_lint_change){fixes[i].path, fixes[i].value};
    char *bak = NULL, *outer = NULL;
    int code = dry ? 0 : back_up(args, fixes[0].file, *kept, &outer, &bak);
    if (!code && !rq_lint_apply(fixes[0].file, changes, count, !dry, &err))
        code = report(fixes[0].file, &err, EXIT_UNWRITTEN);
    free(changes);
    if (end_backup(bak, code)) {
        free(outer);
        return code;
    }
    if (outer) {
        free(*kept);
        *kept = outer;
    }
    for (size_t i = 0; i < count && !given(args, OPT_json) && !given(args, OPT_sarif); i++)
        say("%s: %s: %s -> %s", dry ? "would fix" : "fixed", fixes[i].file, fixes[i].path,
            fixes[i].value);
    return EXIT_FINE;
}

static int fix_all(const struct args *args, const struct fixes *fixes)
{
    int worst = EXIT_FINE;
    char *kept = NULL; /* the file that was backed up last */
    for (size_t i = 0, n; i < fixes->count; i += n) {
        for (n = 1;
             i + n < fixes->count && strcmp(fixes->items[i + n].file, fixes->items[i].file) == 0;)
            n++;
        int code = fix_file(args, &fixes->items[i], n, &kept);
        worst = code > worst ? code : worst;
    }
    free(kept);
    return worst;
}

/* ---- findings ---- */

struct show {
    const struct args *args;
    struct progress progress;
    bool color;
    struct rq_out out; /* of one finding as JSON, or of all results of SARIF */
    struct rq_json j;
    struct fixes fixes;
    int missed;         /* exit code, when something could not be opened */
    struct rq_out seen; /* ids of rules whose reason was printed, a line break behind each */
};

static bool is_new(struct show *s, const char *id)
{
    size_t size = strlen(id);
    for (size_t at = 0; at < s->seen.size;) {
        const char *line = (const char *)s->seen.data + at;
        size_t length = (size_t)((const char *)memchr(line, '\n', s->seen.size - at) - line);
        if (length == size && memcmp(line, id, size) == 0)
            return false;
        at += length + 1;
    }
    rq_putf(&s->seen, "%s\n", id);
    return true;
}

static void show_text(struct show *s, const struct rq_lint_finding *f)
{
    const char *on = s->color ? colors[f->rule->severity] : "", *off = s->color ? "\033[0m" : "";
    progress_wipe();
    printf("%s%s%s: ", on, severity_names[f->rule->severity], off);
    say("%s: %s%s%s%s%s [%s]", f->file, f->path, f->path[0] && f->value[0] ? " = " : "", f->value,
        f->path[0] || f->value[0] ? ": " : "", f->text, f->rule->id);
    if (is_new(s, f->rule->id) || given(s->args, OPT_verbose))
        printf("    %s%s%s\n", f->rule->why, f->rule->remedy[0] ? " " : "", f->rule->remedy);
}

static void show_json(struct show *s, const struct rq_lint_finding *f)
{
    const char *pairs[][2] = {
        {"file", f->file},     {"path", f->path},
        {"rule", f->rule->id}, {"severity", severity_names[f->rule->severity]},
        {"text", f->text},     {"value", f->value},
        {"why", f->rule->why}, {"remedy", f->rule->remedy}};
    s->out.size = 0;
    s->j = (struct rq_json){.out = &s->out, .compact = true};
    rq_json_object(&s->j);
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        rq_json_key(&s->j, pairs[i][0]);
        rq_json_str(&s->j, pairs[i][1]);
    }
    rq_json_end_object(&s->j);
    print_whole(&s->out);
    putchar('\n');
}

/* ---- SARIF 2.1.0 ---- */

static const char *const levels[] = {"note", "warning", "error"};

static void put_text(struct rq_json *j, const char *key, const char *text)
{
    rq_json_key(j, key);
    rq_json_str(j, text);
}

static void put_message(struct rq_json *j, const char *key, const char *text)
{
    rq_json_key(j, key);
    rq_json_object_row(j);
    put_text(j, "text", text);
    rq_json_end_object(j);
}

static void sarif_rules(struct rq_json *j)
{
    struct rq_lint_rule rule;
    rq_json_key(j, "rules");
    rq_json_array(j);
    for (size_t i = 0; rq_lint_rule_at(i, &rule); i++) {
        rq_json_object(j);
        put_text(j, "id", rule.id);
        put_message(j, "shortDescription", rule.text);
        put_message(j, "fullDescription", rule.why);
        if (rule.remedy[0])
            put_message(j, "help", rule.remedy);
        rq_json_key(j, "defaultConfiguration");
        rq_json_object_row(j);
        put_text(j, "level", levels[rule.severity]);
        rq_json_key(j, "enabled");
        rq_json_bool(j, rule.on);
        rq_json_end_object(j);
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
}

static void sarif_open(struct show *s)
{
    struct rq_json *j = &s->j;
    *j = (struct rq_json){.out = &s->out};
    rq_json_object(j);
    put_text(j, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    put_text(j, "version", "2.1.0");
    rq_json_key(j, "runs");
    rq_json_array(j);
    rq_json_object(j);
    rq_json_key(j, "tool");
    rq_json_object(j);
    rq_json_key(j, "driver");
    rq_json_object(j);
    put_text(j, "name", "reliquary");
    put_text(j, "version", rq_version());
    sarif_rules(j);
    rq_json_end_object(j);
    rq_json_end_object(j);
    rq_json_key(j, "results");
    rq_json_array(j);
}

static void show_sarif(struct show *s, const struct rq_lint_finding *f)
{
    struct rq_json *j = &s->j;
    rq_json_object(j);
    put_text(j, "ruleId", f->rule->id);
    put_text(j, "level", levels[f->rule->severity]);
    put_message(j, "message", f->text);
    rq_json_key(j, "locations");
    rq_json_array(j);
    rq_json_object(j);
    rq_json_key(j, "physicalLocation");
    rq_json_object(j);
    rq_json_key(j, "artifactLocation");
    rq_json_object_row(j);
    put_text(j, "uri", f->file);
    rq_json_end_object(j);
    rq_json_end_object(j);
    rq_json_key(j, "logicalLocations");
    rq_json_array(j);
    rq_json_object_row(j);
    put_text(j, "fullyQualifiedName", f->path);
    rq_json_end_object(j);
    rq_json_end_array(j);
    rq_json_end_object(j);
    rq_json_end_array(j);
    rq_json_end_object(j);
}

static void sarif_close(struct show *s)
{
    struct rq_json *j = &s->j;
    rq_json_end_array(j);
    rq_json_end_object(j);
    rq_json_end_array(j);
    rq_json_end_object(j);
    print_whole(&s->out);
}

/* ---- the verb ---- */

static void show(void *ctx, const struct rq_lint_finding *f)
{
    struct show *s = ctx;
    if (f->fix && given(s->args, OPT_fix))
        note_fix(&s->fixes, f);
    if (given(s->args, OPT_sarif))
        show_sarif(s, f);
    else if (given(s->args, OPT_json))
        show_json(s, f);
    else
        show_text(s, f);
}

static void show_progress(void *ctx, size_t done, size_t total)
{
    struct show *s = ctx;
    progress_show(&s->progress, done, total);
}

static void note_missed(void *ctx, const char *path, const struct rq_error *err)
{
    struct show *s = ctx;
    s->missed = report(path, err, EXIT_UNREADABLE);
}

/* The file .reliquary-lint of a folder that is checked, or beside a file that is. */
static void read_suppressions(const char *path, struct rq_out *text)
{
    char name[4096];
    struct rq_map map;
    const char *slash = strrchr(path, '/');
    snprintf(name, sizeof name, "%s/.reliquary-lint", path);
    if (!rq_map_open(&map, name, NULL)) {
        snprintf(name, sizeof name, "%.*s.reliquary-lint", slash ? (int)(slash + 1 - path) : 0,
                 path);
        if (!rq_map_open(&map, name, NULL))
            return;
    }
    rq_put_bytes(text, map.bytes);
    rq_put8(text, '\n');
    rq_map_close(&map);
}

static int exit_code(const struct args *args, const struct rq_lint_totals *t)
{
    return t->errors || (given(args, OPT_strict) && t->warnings) ? EXIT_FINDINGS : EXIT_FINE;
}

static int lint_paths(struct show *s, const struct rq_lint_options *options)
{
    const struct args *args = s->args;
    struct rq_lint_totals totals;
    struct rq_error err = {0};
    if (given(args, OPT_sarif))
        sarif_open(s);
    progress_open(&s->progress, args, "linted");
    bool ok = rq_lint(args->paths, args->count, options, show, s, &totals, &err);
    progress_close(&s->progress);
    if (!ok)
        return s->missed ? s->missed : report(args->paths[0], &err, EXIT_UNREADABLE);
    int fixed = fix_all(args, &s->fixes);
    if (given(args, OPT_sarif))
        sarif_close(s);
    else if (!given(args, OPT_json) && !given(args, OPT_quiet))
        printf("linted %zu files: %zu errors, %zu warnings, %zu notes\n", totals.files,
               totals.errors, totals.warnings, totals.notes);
    int code = fixed ? fixed : exit_code(args, &totals);
    return code > s->missed ? code : s->missed;
}

int run_lint(const struct args *args)
{
    struct show s = {.args = args, .color = use_color(args)};
    struct rq_out suppress = {0};
    struct rq_game *game = NULL;
    struct rq_error err = {0};
    unsigned version = game_version(args);
    if (given(args, OPT_rules))
        return list_rules(args);
    if (!args->count) {
        complain("lint needs PATH...; reliquary lint --rules lists what it looks for");
        return EXIT_USAGE;
    }
    if (given(args, OPT_game)) {
        game = rq_game_open(args->values[OPT_game], NULL, &err);
        if (!game)
            return report(args->values[OPT_game], &err, EXIT_UNREADABLE);
    }
    for (size_t i = 0; i < args->count; i++)
        read_suppressions(args->paths[i], &suppress);
    rq_put8(&suppress, 0);
    struct rq_lint_options options = {.game = game,
                                      .version = version,
                                      .all = given(args, OPT_all),
                                      .rules = args->values[OPT_rule],
                                      .suppress = (const char *)suppress.data,
                                      .threads = jobs_of(args),
                                      .progress = show_progress,
                                      .problem = note_missed};
    int code = lint_paths(&s, &options);
    rq_game_close(game);
    rq_out_free(&suppress);
    rq_out_free(&s.out);
    rq_out_free(&s.seen);
    free_fixes(&s.fixes);
    return code;
}
