/* diff --to: a mod that makes the second game of the first. */
#include "core/json.h"
#include "core/text.h"
#include "mod.h"

#include <reliquary/patch.h>
#include <stdio.h>

struct report {
    const struct args *args;
    struct rq_json *json; /* or NULL */
};

static void show_message(void *ctx, const struct rq_patch_message *m)
{
    static const char *const names[RQ_PATCH_LEVELS] = {"note", "warning", "error"};
    struct report *r = ctx;
    if (r->json) {
        rq_json_object_row(r->json);
        rq_json_key(r->json, "level");
        rq_json_str(r->json, names[m->level]);
        rq_json_key(r->json, "file");
        rq_json_str(r->json, m->file);
        rq_json_key(r->json, "text");
        rq_json_str(r->json, m->text);
        rq_json_end_object(r->json);
    } else if (m->level != RQ_PATCH_NOTE || given(r->args, OPT_verbose)) {
        say("%s: %s %s", names[m->level], m->file, m->text);
    }
}

static void show_end(const struct args *args, const char *mod, const struct rq_patch_made *made)
{
    if (given(args, OPT_quiet))
        return;
    if (!made->changes) {
        say("no difference: nothing was written");
        return;
    }
    say("%s: %zu files for %zu changes; %zu as whole files, %zu that it can't do%s", mod,
        made->files, made->changes, made->whole, made->missed,
        given(args, OPT_dry_run) ? "; nothing was written (--dry-run)" : "");
}

static void put_number(struct rq_json *j, const char *key, size_t number)
{
    rq_json_key(j, key);
    rq_json_u64(j, number);
}

typedef bool maker(const char *old, const char *fresh, const char *mod,
                   const struct rq_patch_create_options *options, struct rq_patch_made *made,
                   struct rq_error *err);

static int make(const struct args *args, const char *mod, maker *create)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    struct report report_to = {args, given(args, OPT_json) ? &j : NULL};
    struct rq_patch_made made;
    struct rq_patch_create_options options = {.title = rq_path_base(mod),
                                              .replace = given(args, OPT_force),
                                              .message = show_message,
                                              .ctx = &report_to};
    rq_json_object(&j);
    rq_json_key(&j, "messages");
    rq_json_array(&j);
    bool fine = create(args->paths[0], args->paths[1], given(args, OPT_dry_run) ? NULL : mod,
                       &options, &made, &err);
    rq_json_end_array(&j);
    put_number(&j, "changes", made.changes);
    put_number(&j, "whole", made.whole);
    put_number(&j, "missed", made.missed);
    put_number(&j, "files", made.files);
    rq_json_end_object(&j);
    if (fine && report_to.json)
        print_whole(&out);
    else if (fine)
        show_end(args, mod, &made);
    rq_out_free(&out);
    if (!fine)
        return report(args->paths[0], &err,
                      made.changes           ? EXIT_UNWRITTEN
                      : err.code == RQ_USAGE ? EXIT_USAGE
                                             : EXIT_UNREADABLE);
    return made.whole || made.missed ? EXIT_FINDINGS : EXIT_FINE;
}

static const struct {
    const char *kind, *title;
    maker *create;
} kinds[] = {{"tslpatcher", "of KotOR: TSLPatcher, HoloPatcher", rq_patch_create},
             {"redguard-mod", "of Redguard: redguard-mod-manager", rq_patch_create_redguard}};

void print_mod_kinds(bool help)
{
    if (help)
        printf("\nMods:\n");
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (help)
            printf("  %-12s %s\n", kinds[i].kind, kinds[i].title);
        else
            printf("%s ", kinds[i].kind);
}

int make_mod(const struct args *args)
{
    const char *kind = args->values[OPT_to], *mod = args->values[OPT_output];
    maker *create = NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i].kind, kind) == 0)
            create = kinds[i].create;
    if (!create) {
        complain("diff makes no %s: --to takes tslpatcher or redguard-mod", kind);
        return EXIT_USAGE;
    }
    if (!mod || strcmp(mod, "-") == 0) {
        complain("diff --to %s writes a folder: name it with -o", kind);
        return EXIT_USAGE;
    }
    return make(args, mod, create);
}
