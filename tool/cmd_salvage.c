/* extract --salvage: what is whole of a damaged file, and what is lost. */
#include "archive.h"
#include "core/json.h"
#include "core/text.h"

#include <stdio.h>
#include <stdlib.h>

/* An entry is lost with its reason; one that was not asked for by a glob is neither. */
struct report {
    const struct args *args;
    struct rq_salvage *salvage;
    const char *folder;
    const struct rq_salvaged *entries;
    size_t count;
    bool mends;           /* the entries are no files: one file has all of them */
    struct rq_bytes file; /* that file */
    struct rq_entry *out; /* what is written */
    size_t out_count;
    char **names; /* names that were made, to be freed */
    size_t name_count;
    uint64_t whole, all; /* entries */
};

static bool is_wanted(const struct report *r, const struct rq_salvaged *e)
{
    return e->name ? wanted(r->args, e->name) : r->args->count < 2;
}

/* ---- names of files ---- */

static char *keep(struct report *r, char *name)
{
    r->names[r->name_count++] = name;
    return name;
}

/* "entry00012.utc", for a name that can't be that of a file or that another entry has. */
static char *made_name(struct report *r, const struct rq_salvaged *e)
{
    const char *extension = e->name ? rq_path_extension(e->name) : "";
    bool plain = extension[0] && rq_name_is_safe(extension);
    return keep(r,
                need_text("entry%05zu%s%s", e->number, plain ? "." : "", plain ? extension : ""));
}

static int by_name(const void *a, const void *b)
{
    const struct rq_salvaged *x = *(const struct rq_salvaged *const *)a;
    const struct rq_salvaged *y = *(const struct rq_salvaged *const *)b;
    int order = rq_casecmp(x->name, y->name);
    return order ? order : x < y ? -1 : x > y;
}

static void add_file(struct report *r, const struct rq_salvaged *e, bool own_name)
{
    const char *name = own_name ? e->name : made_name(r, e);
    if (e->loss)
        name = keep(r, need_text("%s.part", name));
    r->out[r->out_count++] = (struct rq_entry){name, e->bytes};
}

static bool is_written(const struct report *r, const struct rq_salvaged *e)
{
    return is_wanted(r, e) && (e->loss ? given(r->args, OPT_partial) && e->bytes.size : !r->mends);
}

/* The files to write: of entries of one name the first has it. */
static void list_files(struct report *r)
{
    const struct rq_salvaged **sorted = need(r->count, sizeof(void *));
    size_t named = 0;
    r->out = need(r->count + 1, sizeof *r->out);
    r->names = need(r->count * 2, sizeof(void *));
    for (size_t i = 0; i < r->count; i++)
        if (is_written(r, &r->entries[i])) {
            if (r->entries[i].name && rq_name_is_safe(r->entries[i].name))
                sorted[named++] = &r->entries[i];
            else
                add_file(r, &r->entries[i], false);
        }
    if (named)
        qsort(sorted, named, sizeof(void *), by_name);
    for (size_t i = 0; i < named; i++)
        add_file(r, sorted[i], !i || rq_casecmp(sorted[i - 1]->name, sorted[i]->name) != 0);
    if (r->mends && r->whole)
        r->out[r->out_count++] = (struct rq_entry){rq_path_base(r->args->paths[0]), r->file};
    free(sorted);
}

/* ---- what is told ---- */

static void say_lost(const struct rq_salvaged *e)
{
    bool named = e->name && e->name[0];
    if (e->count > 1)
        say_part("lost: entries %zu to %llu", e->number,
                 (unsigned long long)(e->number + e->count - 1));
    else
        say_part("lost: %s%sentry %zu", named ? e->name : "", named ? ", " : "", e->number);
    say_part(": %s", rq_loss_text(e->loss));
    if (e->loss == RQ_LOSS_END && e->size)
        printf("; %zu of %llu bytes are there", e->bytes.size, (unsigned long long)e->size);
    putchar('\n');
}

static void put_number(struct rq_json *j, const char *key, uint64_t value)
{
    rq_json_key(j, key);
    rq_json_u64(j, value);
}

static void put_text(struct rq_json *j, const char *key, const char *text)
{
    rq_json_key(j, key);
    rq_json_str(j, text);
}

static void put_lost(struct rq_json *j, const struct rq_salvaged *e)
{
    rq_json_object_row(j);
    if (e->name)
        put_text(j, "name", e->name);
    put_number(j, "number", e->number);
    put_number(j, "count", e->count);
    put_text(j, "reason", rq_loss_name(e->loss));
    put_text(j, "text", rq_loss_text(e->loss));
    put_number(j, "offset", e->offset);
    put_number(j, "size", e->size);
    put_number(j, "there", e->bytes.size);
    rq_json_end_object(j);
}

static void print_json(const struct report *r)
{
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    rq_json_object(&j);
    put_text(&j, "file", r->args->paths[0]);
    put_text(&j, "format", rq_format_describe(rq_salvage_format(r->salvage))->name);
    put_text(&j, "damage", rq_salvage_damage(r->salvage));
    put_number(&j, "recovered", r->whole);
    put_number(&j, "entries", r->all);
    rq_json_key(&j, "end_missing");
    rq_json_bool(&j, rq_salvage_is_open(r->salvage));
    rq_json_key(&j, "dry_run");
    rq_json_bool(&j, given(r->args, OPT_dry_run));
    rq_json_key(&j, "files");
    rq_json_array(&j);
    for (size_t i = 0; i < r->out_count; i++) {
        rq_json_object_row(&j);
        put_text(&j, "name", r->out[i].name);
        put_number(&j, "bytes", r->out[i].bytes.size);
        rq_json_end_object(&j);
    }
    rq_json_end_array(&j);
    rq_json_key(&j, "lost");
    rq_json_array(&j);
    for (size_t i = 0; i < r->count; i++)
        if (r->entries[i].loss && is_wanted(r, &r->entries[i]))
            put_lost(&j, &r->entries[i]);
    rq_json_end_array(&j);
    rq_json_end_object(&j);
    print_whole(&out);
    rq_out_free(&out);
}

static void print_text(const struct report *r)
{
    bool open = rq_salvage_is_open(r->salvage), dry = given(r->args, OPT_dry_run);
    bool moved = false, lost = false;
    const char *damage = rq_salvage_damage(r->salvage);
    for (size_t i = 0; i < r->count; i++) {
        const struct rq_salvaged *e = &r->entries[i];
        if (e->loss && is_wanted(r, e))
            say_lost(e);
        moved |= lost && !e->loss;
        lost |= e->loss != RQ_LOSS_NONE;
    }
    if (damage[0])
        say("%s: %s", r->args->paths[0], damage);
    if (moved && r->mends && rq_salvage_is_numbered(r->salvage))
        say("entries behind a lost one have other numbers in the new file");
    if (given(r->args, OPT_quiet))
        return;
    say_part("%llu of %s%llu entries %s", (unsigned long long)r->whole, open ? "at least " : "",
             (unsigned long long)r->all, dry ? "can be recovered" : "recovered");
    if (!dry && r->whole)
        say_part(" to %s", r->folder);
    puts(open ? "; the end of the file is missing" : "");
}

/* ---- the run ---- */

static void count_entries(struct report *r)
{
    for (size_t i = 0; i < r->count; i++) {
        const struct rq_salvaged *e = &r->entries[i];
        if (!is_wanted(r, e))
            continue;
        r->all += e->count;
        r->whole += e->loss == RQ_LOSS_NONE;
    }
    /* A file that a transfer has changed, and that is one whole. */
    if (r->mends && !r->count && !rq_salvage_is_open(r->salvage))
        r->all = r->whole = 1;
}

/* The damaged file itself stays as it is, even with --force. */
static bool would_replace(const struct report *r)
{
    const char *input = r->args->paths[0], *base = rq_path_base(input);
    bool same = false;
    for (size_t i = 0; i < r->out_count && !same; i++) {
        if (rq_casecmp(r->out[i].name, base) != 0)
            continue;
        char *path = need_path(r->folder, r->out[i].name);
        char *target = rq_path_full(path), *own = rq_path_full(input);
        same = target && own && strcmp(target, own) == 0;
        free(path);
        free(target);
        free(own);
    }
    return same;
}

static int write_files(const struct report *r)
{
    size_t written;
    if (given(r->args, OPT_dry_run) || !r->out_count)
        return 0;
    if (strcmp(r->folder, "-") == 0) {
        if (r->out_count == 1 && !given(r->args, OPT_json))
            return save_output(r->args, "-", r->out[0].bytes);
        complain("-o - takes one file and no --json; %zu files are recovered", r->out_count);
        return EXIT_USAGE;
    }
    if (would_replace(r)) {
        complain("%s would be written over itself; -o names another folder", r->args->paths[0]);
        return EXIT_UNWRITTEN;
    }
    return extract_entries(r->args, r->folder, r->out, r->out_count, &written);
}

static int salvage(struct report *r)
{
    r->count = rq_salvage_entries(r->salvage, &r->entries);
    r->mends = rq_salvage_mended(r->salvage, &r->file);
    count_entries(r);
    if (r->args->count > 1 && !r->all && !rq_salvage_is_open(r->salvage)) {
        complain("%s: no entry fits; reliquary list shows what is there", r->args->paths[0]);
        return EXIT_FINDINGS;
    }
    list_files(r);
    int code = write_files(r);
    if (code)
        return code;
    if (given(r->args, OPT_json))
        print_json(r);
    else if (strcmp(r->folder, "-") != 0 || given(r->args, OPT_dry_run))
        print_text(r);
    if (!r->whole && (r->all || rq_salvage_is_open(r->salvage)))
        return EXIT_UNREADABLE;
    return r->whole < r->all || rq_salvage_is_open(r->salvage) ? EXIT_FINDINGS : EXIT_FINE;
}

int run_salvage(const struct args *args)
{
    struct rq_error err = {0};
    struct rq_options options;
    struct report r = {.args = args,
                       .folder = given(args, OPT_output) ? args->values[OPT_output] : "."};
    if (!read_options(args, args->paths[0], &options))
        return EXIT_USAGE;
    r.salvage = rq_salvage_open(args->paths[0], args->values[OPT_key], &options, &err);
    if (!r.salvage)
        return report(args->paths[0], &err, EXIT_UNREADABLE);
    int code = salvage(&r);
    for (size_t i = 0; i < r.name_count; i++)
        free(r.names[i]);
    free(r.names);
    free(r.out);
    rq_salvage_close(r.salvage);
    return code;
}
