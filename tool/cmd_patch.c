/* patch: mods of KotOR that TSLPatcher installs. */
#include "core/json.h"
#include "core/text.h"
#include "patch_holo.h"

#include <reliquary/patch.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const char *const level_names[RQ_PATCH_LEVELS] = {"Note", "Warning", "Error"};

/* ---- messages, in the shape that other tools read: the kind first, then the time ---- */

struct log {
    const struct args *args;
    struct rq_json *json; /* or NULL */
    struct rq_out *file;  /* installlog.txt, or NULL */
};

static void put_member(struct rq_json *j, const char *key, const char *text)
{
    rq_json_key(j, key);
    rq_json_str(j, text);
}

static void put_line(struct rq_out *out, const struct rq_patch_message *m)
{
    time_t now = time(NULL);
    const struct tm *local = localtime(&now);
    rq_putf(out, "[%s] [%02d:%02d:%02d] ", level_names[m->level], local ? local->tm_hour : 0,
            local ? local->tm_min : 0, local ? local->tm_sec : 0);
    if (m->file && m->line)
        rq_putf(out, "%s:%u: %s", m->file, m->line, m->text);
    else
        rq_putf(out, "%s%s%s", m->file ? m->file : "", m->file ? ": " : "", m->text);
}

static void show_message(void *ctx, const struct rq_patch_message *m)
{
    struct log *log = ctx;
    struct rq_out line = {0};
    put_line(&line, m);
    if (log->file) {
        rq_put_bytes(log->file, rq_out_bytes(&line));
        rq_put8(log->file, '\n');
    }
    if (log->json) {
        rq_json_object_row(log->json);
        put_member(log->json, "level", level_names[m->level]);
        put_member(log->json, "file", m->file ? m->file : "");
        rq_json_key(log->json, "line");
        rq_json_u64(log->json, m->line);
        put_member(log->json, "text", m->text);
        rq_json_end_object(log->json);
    } else if (!given(log->args, OPT_quiet) || m->level != RQ_PATCH_NOTE) {
        say("%.*s", (int)line.size, line.data ? (char *)line.data : "");
    }
    rq_out_free(&line);
}

/* ---- install ---- */

static void show_files(const struct args *args, const struct rq_patch *patch, struct rq_json *j)
{
    bool made, removed;
    const char *path;
    if (j) {
        rq_json_key(j, "files");
        rq_json_array(j);
    }
    for (size_t i = 0; (path = rq_patch_file(patch, i, &made, &removed)); i++) {
        const char *what = removed ? "remove" : made ? "add" : "change";
        if (j) {
            rq_json_object_row(j);
            put_member(j, "path", path);
            put_member(j, "what", what);
            rq_json_end_object(j);
        } else if (given(args, OPT_dry_run)) {
            say("%-7s %s", what, path);
        }
    }
    if (j)
        rq_json_end_array(j);
}

static void show_end(const struct args *args, const struct rq_patch *patch, struct rq_json *j,
                     double seconds)
{
    const struct rq_patch_summary *s = rq_patch_summary(patch);
    if (j) {
        rq_json_end_array(j);
        put_member(j, "title", s->title);
        rq_json_key(j, "errors");
        rq_json_u64(j, s->counts[RQ_PATCH_ERROR]);
        rq_json_key(j, "warnings");
        rq_json_u64(j, s->counts[RQ_PATCH_WARNING]);
        rq_json_key(j, "patches");
        rq_json_u64(j, s->changes);
        show_files(args, patch, j);
        return;
    }
    show_files(args, patch, NULL);
    if (!given(args, OPT_quiet))
        say("%s: %s: %zu errors, %zu warnings, %zu patches, %zu files, %.1f s", s->title,
            s->stopped                 ? "nothing was written"
            : given(args, OPT_dry_run) ? "nothing was written (--dry-run)"
            : s->installed ? "installed already, nothing to do (--force installs it again)"
                           : "installed",
            s->counts[RQ_PATCH_ERROR], s->counts[RQ_PATCH_WARNING], s->changes, s->files, seconds);
}

/* The closing lines of installlog.txt. */
static int write_log(struct rq_out *out, const struct rq_patch_summary *s, const char *mod,
                     double seconds)
{
    char text[160];
    struct rq_patch_message end = {RQ_PATCH_NOTE, NULL, 0, text};
    snprintf(text, sizeof text,
             "The installation is complete with %zu errors and %zu warnings. Install time: %.1f "
             "seconds. Total patches: %zu",
             s->counts[RQ_PATCH_ERROR], s->counts[RQ_PATCH_WARNING], seconds, s->changes);
    put_line(out, &end);
    rq_put8(out, '\n');
    return holo_log(mod, rq_out_bytes(out));
}

/* 0 or an exit code after a message. */
static int commit(const struct args *args, struct rq_patch *patch, const char *mod,
                  const char *game)
{
    struct rq_error err = {0};
    int code = given(args, OPT_holopatcher) ? holo_backup(patch, mod, game) : 0;
    if (!code && !rq_patch_commit(patch, &err))
        code = report(game, &err, EXIT_UNWRITTEN);
    return code;
}

static int install(const struct args *args, const char *mod, const char *game)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    struct rq_out file = {0};
    bool holo = given(args, OPT_holopatcher) && !given(args, OPT_dry_run);
    struct log log = {args, given(args, OPT_json) ? &j : NULL, holo ? &file : NULL};
    struct rq_patch_options options = {.again = given(args, OPT_force),
                                       .strict = given(args, OPT_strict),
                                       .choice = args->values[OPT_namespace],
                                       .message = show_message,
                                       .ctx = &log};
    double start = rq_clock();
    int code = EXIT_FINE;
    rq_json_object(&j);
    put_member(&j, "mod", mod);
    rq_json_key(&j, "messages");
    rq_json_array(&j);
    struct rq_patch *patch = rq_patch_open(mod, game, &options, &err);
    if (!patch) {
        rq_out_free(&out);
        rq_out_free(&file);
        return report(mod, &err, err.code == RQ_USAGE ? EXIT_USAGE : EXIT_UNREADABLE);
    }
    const struct rq_patch_summary *s = rq_patch_summary(patch);
    bool write = !given(args, OPT_dry_run) && !s->stopped && !s->installed;
    if (write)
        code = commit(args, patch, mod, game);
    if (write && holo && code == EXIT_FINE)
        code = write_log(&file, s, mod, rq_clock() - start);
    if (code == EXIT_FINE) {
        show_end(args, patch, log.json, rq_clock() - start);
        code = s->counts[RQ_PATCH_ERROR] || s->counts[RQ_PATCH_WARNING] ? EXIT_FINDINGS : EXIT_FINE;
    }
    rq_patch_close(patch);
    rq_json_end_object(&j);
    if (log.json && code != EXIT_UNWRITTEN)
        print_whole(&out);
    rq_out_free(&out);
    rq_out_free(&file);
    return code;
}

static int install_all(const struct args *args)
{
    int worst = EXIT_FINE;
    const char *game = args->paths[args->count - 1];
    for (size_t i = 0; i + 1 < args->count && worst <= EXIT_FINDINGS; i++) {
        int code = install(args, args->paths[i], game);
        worst = code > worst ? code : worst;
    }
    return worst;
}

/* ---- list, undo ---- */

static void show_record(void *ctx, const struct rq_patch_record *r)
{
    struct log *log = ctx;
    time_t when = (time_t)r->time;
    const struct tm *local = localtime(&when);
    char date[32] = "";
    if (local)
        strftime(date, sizeof date, "%Y-%m-%d %H:%M", local);
    if (!log->json) {
        say("%s  %s  %zu files  %s", r->id, date, r->files, r->title);
        return;
    }
    rq_json_object_row(log->json);
    put_member(log->json, "id", r->id);
    put_member(log->json, "title", r->title);
    rq_json_key(log->json, "time");
    rq_json_u64(log->json, r->time);
    rq_json_key(log->json, "files");
    rq_json_u64(log->json, r->files);
    rq_json_end_object(log->json);
}

static int list_mods(const struct args *args)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    struct log log = {args, given(args, OPT_json) ? &j : NULL, NULL};
    rq_json_array(&j);
    if (!rq_patch_records(args->paths[1], show_record, &log, &err)) {
        rq_out_free(&out);
        return report(args->paths[1], &err, EXIT_UNREADABLE);
    }
    rq_json_end_array(&j);
    if (log.json)
        print_whole(&out);
    rq_out_free(&out);
    return EXIT_FINE;
}

static void show_blocker(void *ctx, const struct rq_patch_record *r)
{
    struct log *log = ctx;
    if (log->json)
        show_record(ctx, r);
    else
        complain("%s (%s) was installed later and changed the same files", r->title, r->id);
}

static void show_undone(void *ctx, const struct rq_patch_record *r)
{
    struct log *log = ctx;
    if (!log->json) {
        say("%s%s (%s): %zu files are as they were",
            given(log->args, OPT_dry_run) ? "would undo " : "undone: ", r->title, r->id, r->files);
        return;
    }
    rq_json_end_array(log->json); /* of blockers: there is none */
    rq_json_key(log->json, "undone");
    show_record(ctx, r);
}

/* {"blockers": [], "undone": {...}}, or the blockers alone. */
static int undo_mod(const struct args *args)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    struct log log = {args, given(args, OPT_json) ? &j : NULL, NULL};
    const char *game = args->paths[1], *which = args->count > 2 ? args->paths[2] : NULL;
    rq_json_object(&j);
    rq_json_key(&j, "blockers");
    rq_json_array(&j);
    bool fine =
        rq_patch_undo(game, which, given(args, OPT_dry_run), show_blocker, show_undone, &log, &err);
    if (!fine)
        rq_json_end_array(&j);
    rq_json_end_object(&j);
    if (log.json && (fine || err.code == RQ_USAGE))
        print_whole(&out);
    rq_out_free(&out);
    if (fine)
        return EXIT_FINE;
    report(game, &err, 0);
    return err.code == RQ_USAGE ? EXIT_FINDINGS : not_written(game);
}

/* ---- check, lint, order: what mods write ---- */

/* Everything that the mods of a run write. */
struct writes {
    struct log log;
    struct rq_arena arena;
    struct write {
        size_t mod;
        struct rq_patch_write w;
    } * items;
    uint32_t count, room;
    size_t mod; /* that is looked at */
    size_t problems;
};

static const char *kept(struct writes *all, const char *text)
{
    const char *copy = rq_arena_text(&all->arena, text, strlen(text));
    if (!copy)
        out_of_memory();
    return copy;
}

static void collect(void *ctx, const struct rq_patch_write *w)
{
    struct writes *all = ctx;
    struct write *items =
        rq_arena_more(&all->arena, &all->items, all->count, &all->room, sizeof *items);
    if (!items)
        out_of_memory();
    items[all->count++] = (struct write){all->mod,
                                         {kept(all, w->resource), kept(all, w->part),
                                          kept(all, w->value), kept(all, w->file), w->line}};
}

static void show_problem(void *ctx, const struct rq_patch_message *m)
{
    struct writes *all = ctx;
    if (m->level == RQ_PATCH_NOTE && !given(all->log.args, OPT_verbose))
        return;
    all->problems += m->level != RQ_PATCH_NOTE;
    show_message(&all->log, m);
}

static int by_resource(const void *a, const void *b)
{
    const struct write *x = a, *y = b;
    int order = strcmp(rq_path_base(x->w.resource), rq_path_base(y->w.resource));
    order = order ? order : strcmp(x->w.resource, y->w.resource);
    order = order ? order : rq_casecmp(x->w.part, y->w.part);
    return order ? order : (x->mod > y->mod) - (x->mod < y->mod);
}

/* Two mods write the same value, or one writes the file that the other changes, or the one hides in Override what
 * the other changes in a module. NULL: they don't meet. */
static const char *meeting(const struct write *a, const struct write *b)
{
    bool one_file = strcmp(a->w.resource, b->w.resource) == 0;
    bool over_a = strncmp(a->w.resource, "override/", 9) == 0;
    bool over_b = strncmp(b->w.resource, "override/", 9) == 0;
    if (strchr(a->w.part, '+') || strchr(b->w.part, '+'))
        return NULL;
    if (one_file && !*a->w.part && !*b->w.part)
        return "both write the file";
    if (one_file && (!*a->w.part || !*b->w.part))
        return "one writes the file that the other changes";
    if (one_file && rq_casecmp(a->w.part, b->w.part) == 0 && strcmp(a->w.value, b->w.value) != 0)
        return "both set it, to other values";
    if (!one_file && over_a != over_b &&
        strcmp(rq_path_base(a->w.resource), rq_path_base(b->w.resource)) == 0)
        return "the one in Override hides the one in the module";
    return NULL;
}

static void show_conflict(struct writes *all, const struct args *args, size_t first,
                          const struct write *a, const struct write *b, const char *why)
{
    struct rq_json *j = all->log.json;
    const char *one = rq_path_base(args->paths[first + a->mod]);
    const char *other = rq_path_base(args->paths[first + b->mod]);
    all->problems++;
    if (!j) {
        say("conflict: %s%s%s: %s (line %u) and %s (line %u): %s", b->w.resource,
            *b->w.part ? "/" : "", b->w.part, one, a->w.line, other, b->w.line, why);
        return;
    }
    rq_json_object_row(j);
    put_member(j, "conflict", b->w.resource);
    put_member(j, "part", b->w.part);
    rq_json_key(j, "mods");
    rq_json_array_row(j);
    rq_json_str(j, one);
    rq_json_str(j, other);
    rq_json_end_array(j);
    put_member(j, "text", why);
    rq_json_end_object(j);
}

/* A pair of mods and a resource are told of once for each part. */
static void show_conflicts(struct writes *all, const struct args *args, size_t first)
{
    if (all->count)
        qsort(all->items, all->count, sizeof *all->items, by_resource);
    for (uint32_t i = 0; i < all->count; i++) {
        const struct write *a = &all->items[i], *last = NULL;
        for (uint32_t k = i + 1; k < all->count; k++) {
            const struct write *b = &all->items[k];
            if (strcmp(rq_path_base(a->w.resource), rq_path_base(b->w.resource)) != 0)
                break;
            const char *why = a->mod != b->mod ? meeting(a, b) : NULL;
            if (!why ||
                (last && last->mod == b->mod && strcmp(last->w.resource, b->w.resource) == 0))
                continue;
            last = b;
            show_conflict(all, args, first, a, b, why);
        }
    }
}

static bool is_game(const char *path)
{
    static const char *const signs[] = {"swkotor.exe", "swkotor2.exe", "chitin.key"};
    bool found = false;
    for (size_t i = 0; i < 3 && !found; i++) {
        char *guess = need_path(path, signs[i]), *real = rq_path_alike(guess);
        found = real != NULL;
        free(real);
        free(guess);
    }
    return found;
}

static int look_at(struct writes *all, const struct args *args, const char *mod, const char *game)
{
    struct rq_error err = {0};
    struct rq_patch_options options = {.choice = args->values[OPT_namespace],
                                       .message = show_problem,
                                       .write = collect,
                                       .ctx = all,
                                       .again = true};
    struct rq_patch *patch = game ? rq_patch_open(mod, game, &options, &err) : NULL;
    bool fine = game ? patch != NULL : rq_patch_lint(mod, &options, &err);
    bool made, removed;
    const char *path;
    for (size_t i = 0; patch && (path = rq_patch_file(patch, i, &made, &removed)); i++)
        if (!made && !all->log.json)
            say("%s %s %s", rq_path_base(mod), removed ? "removes" : "changes", path);
    rq_patch_close(patch);
    return fine ? EXIT_FINE : report(mod, &err, EXIT_UNREADABLE);
}

/* Looks at `mods` mods, on a game or without one, and at what they share. */
static int look_at_all(const struct args *args, size_t mods, const char *game, bool conflicts)
{
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    struct writes all = {.log = {args, given(args, OPT_json) ? &j : NULL, NULL}};
    int code = EXIT_FINE;
    rq_json_array(&j);
    for (; all.mod < mods && code == EXIT_FINE; all.mod++)
        code = look_at(&all, args, args->paths[1 + all.mod], game);
    if (code == EXIT_FINE && conflicts)
        show_conflicts(&all, args, 1);
    rq_json_end_array(&j);
    if (all.log.json && code == EXIT_FINE)
        print_whole(&out);
    rq_out_free(&out);
    rq_arena_free(&all.arena);
    return code ? code : all.problems ? EXIT_FINDINGS : EXIT_FINE;
}

static int check_mods(const struct args *args)
{
    size_t mods = args->count - 1;
    const char *game = mods > 1 && is_game(args->paths[mods]) ? args->paths[mods--] : NULL;
    return look_at_all(args, mods, game, true);
}

static int lint_mods(const struct args *args)
{
    return look_at_all(args, args->count - 1, NULL, false);
}

/* Whether mod a has to come before mod b: it writes a whole file that b changes or requires. */
static bool comes_before(const struct writes *all, size_t a, size_t b)
{
    for (uint32_t i = 0; i < all->count; i++)
        for (uint32_t k = 0; k < all->count && all->items[i].mod == a; k++)
            if (all->items[k].mod == b && !*all->items[i].w.part &&
                (strcmp(all->items[k].w.part, "*") == 0 ||
                 strcmp(all->items[k].w.part, "?") == 0) &&
                strcmp(all->items[i].w.resource, all->items[k].w.resource) == 0)
                return true;
    return false;
}

/* The first mod that is not placed and waits for none; of those that wait for each other the first. */
static size_t next_mod(const struct writes *all, const bool *placed, size_t count, bool *circle)
{
    size_t first = count;
    for (size_t i = 0; i < count; i++) {
        bool waits = false;
        for (size_t k = 0; k < count && !placed[i]; k++)
            waits = waits || (k != i && !placed[k] && comes_before(all, k, i));
        if (!placed[i] && !waits)
            return i;
        first = !placed[i] && first == count ? i : first;
    }
    *circle = true;
    return first;
}

static void ignore_message(void *ctx, const struct rq_patch_message *m)
{
    (void)ctx, (void)m;
}

/* Each mod that can come next, in turn. True: some wait for each other. */
static bool show_order(const struct args *args, const struct writes *all, bool *placed,
                       struct rq_json *j)
{
    size_t count = args->count - 1;
    bool circle = false;
    for (size_t i = 0; i < count; i++) {
        size_t next = next_mod(all, placed, count, &circle);
        placed[next] = true;
        if (j)
            rq_json_str(j, args->paths[1 + next]);
        else
            say("%s", args->paths[1 + next]);
    }
    return circle;
}

static int order_mods(const struct args *args)
{
    struct writes all = {.log = {args, NULL, NULL}};
    struct rq_patch_options options = {.message = ignore_message, .write = collect, .ctx = &all};
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    size_t count = args->count - 1;
    bool *placed = rq_arena_get(&all.arena, count, sizeof *placed), circle = false;
    int code = placed ? EXIT_FINE : EXIT_UNREADABLE;
    for (; all.mod < count && code == EXIT_FINE; all.mod++) {
        struct rq_error err = {0};
        const char *mod = args->paths[1 + all.mod];
        if (!rq_patch_lint(mod, &options, &err))
            code = report(mod, &err, EXIT_UNREADABLE);
    }
    rq_json_object(&j);
    rq_json_key(&j, "order");
    rq_json_array(&j);
    if (code == EXIT_FINE)
        circle = show_order(args, &all, placed, given(args, OPT_json) ? &j : NULL);
    rq_json_end_array(&j);
    rq_json_key(&j, "circle");
    rq_json_bool(&j, circle);
    rq_json_end_object(&j);
    if (code == EXIT_FINE && given(args, OPT_json))
        print_whole(&out);
    else if (code == EXIT_FINE && circle)
        complain("some of these mods each want to come after the other");
    rq_out_free(&out);
    rq_arena_free(&all.arena);
    return code ? code : circle ? EXIT_FINDINGS : EXIT_FINE;
}

static const struct {
    const char *word;
    int (*run)(const struct args *args);
} words[] = {{"list", list_mods},
             {"undo", undo_mod},
             {"check", check_mods},
             {"lint", lint_mods},
             {"order", order_mods}};

int run_patch(const struct args *args)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(words[i].word, args->paths[0]) == 0)
            return words[i].run(args);
    return install_all(args);
}
