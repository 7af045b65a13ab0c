/* What HoloPatcher leaves in the folder of a mod: backup/TIME/FOLDER/FILE with the old files, "remove these files.txt" with
 * the paths of the new ones, and installlog.txt. */
#include "patch_holo.h"
#include "core/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* The folder around tslpatchdata; to be freed. NULL: it is not there. */
static char *folder_of(const char *mod)
{
    char *full = rq_path_full(mod);
    char *slash = full ? strrchr(full, '/') : NULL;
    if (slash && rq_casecmp(slash + 1, "tslpatchdata") == 0)
        *slash = 0;
    return full;
}

/* Makes the folders above a path, then writes it. */
static bool save(const char *folder, const char *below, struct rq_bytes bytes, enum rq_save mode,
                 struct rq_error *err)
{
    char *path = need_path(folder, below), *slash = strrchr(path, '/');
    bool fine = slash != NULL;
    if (fine) {
        *slash = 0;
        fine = rq_make_folder(path, err);
        *slash = '/';
    }
    fine = fine && rq_file_save(path, bytes, mode, err);
    free(path);
    return fine;
}

static bool keep_old(const char *backup, const char *game, const char *path, struct rq_error *err)
{
    struct rq_map map = {0};
    char *from = need_path(game, path);
    bool fine = rq_map_open(&map, from, err) && save(backup, path, map.bytes, RQ_SAVE_NEW, err);
    rq_map_close(&map);
    free(from);
    return fine;
}

static bool keep_all(const struct rq_patch *patch, const char *backup, const char *game,
                     struct rq_error *err)
{
    struct rq_out added = {0};
    bool made, removed, fine = true;
    const char *path;
    for (size_t i = 0; fine && (path = rq_patch_file(patch, i, &made, &removed)); i++) {
        if (made)
            rq_putf(&added, "%s/%s\n", game, path);
        else
            fine = keep_old(backup, game, path, err);
    }
    need_whole(&added);
    fine = fine && save(backup, "remove these files.txt", rq_out_bytes(&added), RQ_SAVE_NEW, err);
    rq_out_free(&added);
    return fine;
}

int holo_backup(const struct rq_patch *patch, const char *mod, const char *game)
{
    struct rq_error err = {0};
    time_t now = time(NULL);
    const struct tm *local = localtime(&now);
    char name[48] = "backup/unknown";
    if (local)
        strftime(name, sizeof name, "backup/%Y-%m-%d_%H.%M.%S", local);
    char *folder = folder_of(mod), *root = rq_path_full(game);
    char *backup = folder ? need_path(folder, name) : NULL;
    bool fine = backup && root && keep_all(patch, backup, root, &err);
    free(backup);
    free(folder);
    free(root);
    return fine ? 0 : report(mod, &err, EXIT_UNWRITTEN);
}

int holo_log(const char *mod, struct rq_bytes log)
{
    struct rq_error err = {0};
    char *folder = folder_of(mod);
    bool fine = folder && save(folder, "installlog.txt", log, RQ_SAVE_REPLACE, &err);
    free(folder);
    return fine ? 0 : report(mod, &err, EXIT_UNWRITTEN);
}
