#include "demo/demo.h"
#include "tool.h"

#include <stdio.h>
#include <stdlib.h>

/* Nothing is written beside what somebody else may have put there. */
static bool is_free(const struct args *args, const char *game)
{
    char *path = need_path(args->paths[0], game);
    bool there = rq_path_kind(path, NULL) != RQ_PATH_NONE;
    if (there)
        complain("%s is there already; nothing was written. --force writes over it", path);
    free(path);
    return !there;
}

/* A command with every %s replaced by the folder, in quotes where a shell needs them. */
static void try_this(const char *command, const char *root)
{
    const char *quote = strpbrk(root, " '()&;$") ? "\"" : "";
    size_t size = strlen(root);
    while (size > 1 && (root[size - 1] == '/' || root[size - 1] == '\\'))
        size--;
    printf("  reliquary ");
    while (*command) {
        size_t plain = strcspn(command, "%"), path = 0;
        printf("%.*s", (int)plain, command);
        command += plain;
        if (!*command)
            break;
        command += 2;
        path = strcspn(command, " ");
        printf("%s%.*s%.*s%s", quote, (int)size, root, (int)path, command, quote);
        command += path;
    }
    printf("\n");
}

static void summary(const struct demo *d)
{
    const char *root = d->root;
    printf("made two small games and broken files in %s: %zu files, %llu KB\n\n", root,
           d->file_count, (unsigned long long)((d->bytes + 1023) / 1024));
    for (size_t i = 0; i < rq_format_count() && i < DEMO_FORMATS; i++) {
        const struct rq_format_info *info = rq_format_describe(rq_format_at(i));
        if (d->files[i] + d->inside[i] == 0)
            continue;
        printf("  %-10s %4zu files", info->name, d->files[i]);
        if (d->inside[i])
            printf(", %zu in archives", d->inside[i]);
        printf("\n");
    }
    printf("\ntry:\n");
    try_this("info %s/kotor/modules/demo01.mod", root);
    try_this("convert %s/redguard -o %s-out/redguard", root);
    try_this("convert %s/redguard/maps/ISLAND.RGM -o island.glb", root);
    try_this("find %s/kotor demo_crest.tpc", root);
    try_this("convert %s/kotor -o %s-out/kotor", root);
    try_this("verify --through json %s", root);
    try_this("lint %s/broken --game %s/kotor", root);
}

int run_demo(const struct args *args)
{
    struct demo d = {
        .root = args->paths[0],
        .scale = given(args, OPT_scale) ? (unsigned)strtoul(args->values[OPT_scale], NULL, 10) : 1,
        .mode = given(args, OPT_force) ? RQ_SAVE_REPLACE : RQ_SAVE_NEW};
    struct progress progress;
    if (!given(args, OPT_force) &&
        !(is_free(args, "redguard") && is_free(args, "kotor") && is_free(args, "broken")))
        return EXIT_UNWRITTEN;
    progress_open(&progress, args, "made");
    bool fine = true;
    for (unsigned i = 0; i < d.scale && fine; i++) {
        fine = demo_redguard(&d, i) && demo_kotor(&d, i);
        progress_show(&progress, i + 1, d.scale);
    }
    progress_close(&progress);
    fine = fine && demo_broken(&d);
    fine = fine && (d.scale < DEMO_BIG || (demo_big_rtx(&d, d.scale) && demo_big_octree(&d)));
    if (!fine)
        return report(d.root, &d.err, EXIT_UNWRITTEN);
    if (!given(args, OPT_quiet))
        summary(&d);
    return EXIT_FINE;
}
