/* merge: two changed versions of files or games become one. */
#include "core/json.h"
#include "core/text.h"
#include "tool.h"

#include <reliquary/merge.h>
#include <stdio.h>

struct shown {
    const struct args *args;
    struct rq_json *json; /* or NULL */
};

static void put_side(struct rq_json *j, const char *key, const char *text)
{
    if (!text)
        return;
    rq_json_key(j, key);
    rq_json_str(j, text);
}

static void show_conflict(void *ctx, const struct rq_merge_conflict *c)
{
    struct shown *s = ctx;
    if (s->json) {
        rq_json_object_row(s->json);
        put_side(s->json, "path", c->path);
        put_side(s->json, "base", c->base);
        put_side(s->json, "a", c->a);
        put_side(s->json, "b", c->b);
        rq_json_end_object(s->json);
        return;
    }
    say("conflict: %s: base %.80s, a %.80s, b %.80s", *c->path ? c->path : "the file",
        c->base ? c->base : "(nothing)", c->a ? c->a : "(nothing)", c->b ? c->b : "(nothing)");
}

static void show_end(const struct args *args, const char *out, const struct rq_merged *merged)
{
    bool chosen = given(args, OPT_ours) || given(args, OPT_theirs);
    if (given(args, OPT_quiet))
        return;
    say("%s: %zu files, %zu merged, %zu conflicts%s%s", out, merged->files, merged->merged,
        merged->conflicts,
        !merged->conflicts        ? ""
        : given(args, OPT_ours)   ? " decided for a"
        : given(args, OPT_theirs) ? " decided for b"
                                  : "; nothing was written (--ours or --theirs decides)",
        given(args, OPT_dry_run) && (chosen || !merged->conflicts)
            ? "; nothing was written (--dry-run)"
            : "");
}

static int merge(const struct args *args, const char *out_path)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    struct shown shown = {args, given(args, OPT_json) ? &j : NULL};
    struct rq_merged merged;
    struct rq_merge_options options = {.choice = given(args, OPT_ours)     ? RQ_MERGE_OURS
                                                 : given(args, OPT_theirs) ? RQ_MERGE_THEIRS
                                                                           : RQ_MERGE_NONE,
                                       .replace = given(args, OPT_force),
                                       .conflict = show_conflict,
                                       .ctx = &shown};
    rq_json_object(&j);
    rq_json_key(&j, "conflicts");
    rq_json_array(&j);
    bool fine = rq_merge(args->paths[0], args->paths[1], args->paths[2],
                         given(args, OPT_dry_run) ? NULL : out_path, &options, &merged, &err);
    rq_json_end_array(&j);
    rq_json_key(&j, "files");
    rq_json_u64(&j, merged.files);
    rq_json_key(&j, "merged");
    rq_json_u64(&j, merged.merged);
    rq_json_end_object(&j);
    if (fine && shown.json)
        print_whole(&out);
    else if (fine)
        show_end(args, out_path, &merged);
    rq_out_free(&out);
    if (!fine)
        return report(args->paths[0], &err,
                      merged.files           ? EXIT_UNWRITTEN
                      : err.code == RQ_USAGE ? EXIT_USAGE
                                             : EXIT_UNREADABLE);
    return merged.conflicts && !options.choice ? EXIT_FINDINGS : EXIT_FINE;
}

int run_merge(const struct args *args)
{
    const char *out = args->values[OPT_output];
    if (given(args, OPT_ours) && given(args, OPT_theirs)) {
        complain("--ours and --theirs exclude each other");
        return EXIT_USAGE;
    }
    if ((!out && !given(args, OPT_dry_run)) || (out && strcmp(out, "-") == 0)) {
        complain("merge writes a file or a folder: name it with -o");
        return EXIT_USAGE;
    }
    return merge(args, out ? out : "result");
}
