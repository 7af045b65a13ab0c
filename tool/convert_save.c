#include "convert_save.h"

#include "core/transaction.h"

#include <stdio.h>
#include <stdlib.h>

void add_note(struct target *t, const char *what, const char *where, const char *text)
{
    char *before = t->made->notes;
    t->made->notes =
        need_text("%s%sreliquary: %s: %s%s%s: %s", before ? before : "", before ? "\n" : "",
                  t->node->path, what, where[0] ? " at " : "", where, text);
    free(before);
}

char *with_extension(const char *path, const char *extension)
{
    const char *old = rq_path_extension(path);
    size_t stem = old[0] ? (size_t)(old - path) - 1 : strlen(path);
    return need_text("%.*s.%s", (int)stem, path, extension);
}

/* The index lists what was there already, too. */
static void note_kept(struct target *t, const char *name, size_t size)
{
    note_made(t->made, name, size);
    t->made->files[t->made->count - 1].kept = true;
}

/* name: as it is listed. */
static bool save_noted(struct target *t, const char *path, const char *name, struct rq_bytes bytes,
                       struct rq_error *err)
{
    enum rq_save mode = given(t->c->args, OPT_force) ? RQ_SAVE_REPLACE : RQ_SAVE_NEW;
    if (!rq_file_save(path, bytes, mode, err))
        return false;
    note_made(t->made, name, bytes.size);
    return true;
}

/* The one file that -o names, and beside it what comes with a map or a texture: island.glb, then
 * island.world.json; face.png, then face.txi. */
static bool save_named(struct target *t, const char *name, struct rq_bytes bytes,
                       struct rq_error *err)
{
    static const char *const beside[] = {"world.json", "txi"};
    const char *out = t->c->out, *end = NULL;
    if (t->made->count == 0)
        return save_noted(t, out, out, bytes, err);
    for (size_t i = 0; i < 2; i++) {
        size_t size = strlen(name), extra = strlen(beside[i]);
        if (size > extra && strcmp(name + size - extra, beside[i]) == 0)
            end = beside[i];
    }
    if (strcmp(out, "-") == 0 && end == beside[1]) {
        add_note(t, "lost", "", "its text (TXI), which needs a file of its own");
        return true;
    }
    if (strcmp(out, "-") == 0 || !end)
        return rq_fail(err, RQ_USAGE, 0, t->node->path,
                       "becomes several files: -o must name a folder");
    char *path = with_extension(out, end);
    bool fine = save_noted(t, path, path, bytes, err);
    free(path);
    return fine;
}

/* Below the output folder as below the input: the node's folder, then the name. To be freed. */
static char *path_of_made(const struct target *t, const char *name)
{
    const char *below = t->node->below;
    char *folder = need_text("%s/%.*s", t->c->out, (int)(rq_path_base(below) - below), below);
    int stem = (int)strcspn(name, ".");
    char *numbered =
        t->world < 0 ? NULL : need_text("%.*s.%d%s", stem, name, t->world, name + stem);
    char *path = need_path(folder, numbered ? numbered : name);
    free(numbered);
    free(folder);
    return path;
}

const char *second_of(const struct convert *c)
{
    const char *to = c->args->values[OPT_to];
    const struct rq_format *format = to ? rq_format_by_name(to) : NULL;
    return format ? rq_format_companion(format) : NULL;
}

/* The first of two files that only fit each other waits for the second: true, and nothing is written yet. */
static bool hold_first(struct target *t, const char *path, struct rq_bytes bytes)
{
    if (!second_of(t->c))
        return false;
    t->first_kept = skips_existing(t->c->args, path);
    if (t->first_kept)
        return false;
    t->held = need_text("%s", path);
    rq_put_bytes(&t->held_bytes, bytes);
    need_whole(&t->held_bytes);
    return true;
}

/* What waits is written with its second, or alone when none came. */
static bool save_held(struct target *t, const char *second, struct rq_bytes bytes,
                      struct rq_error *err)
{
    const struct rq_txn_file files[] = {{.path = t->held, .bytes = rq_out_bytes(&t->held_bytes)},
                                        {.path = second, .bytes = bytes}};
    size_t below = strlen(t->c->out) + 1;
    /* A run that was ended has written the second, and not the first. */
    bool begun = second && skips_existing(t->c->args, second) && holds_bytes(second, bytes);
    bool fine = !t->held || err->code ||
                (second && !begun ? save_pair(t->c->args, files, err)
                                  : save_noted(t, t->held, t->held + below, files[0].bytes, err));
    if (fine && begun) {
        note_kept(t, second + below, bytes.size);
    } else if (fine && second) {
        note_made(t->made, t->held + below, t->held_bytes.size);
        note_made(t->made, second + below, bytes.size);
    }
    rq_out_free(&t->held_bytes);
    free(t->held);
    t->held = NULL;
    return fine;
}

bool save_made(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    struct target *t = ctx;
    const struct args *args = t->c->args;
    if (t->c->one_file && !skips_existing(args, t->c->out))
        return save_named(t, name, bytes, err);
    if (t->c->one_file) {
        note_kept(t, t->c->out, bytes.size);
        return true;
    }
    char *path = path_of_made(t, name), *listed = path + strlen(t->c->out) + 1;
    char *end = path + (rq_path_base(path) - path), was = *end;
    *end = 0;
    bool fine = rq_make_folder(path, err), fresh = false;
    *end = was;
    if (fine && t->held) {
        fine = save_held(t, path, bytes, err);
    } else if (fine && !t->first_kept && hold_first(t, path, bytes)) {
        free(path);
        return true;
    } else if (fine && t->first_kept && rq_path_kind(path, NULL) == RQ_PATH_NONE) {
        add_note(t, "not made, because its first file was there already", "", listed);
    } else if (fine && skips_existing(args, path)) {
        note_kept(t, listed, bytes.size);
    } else if (fine) {
        fresh = !t->c->gallery.on || !given(args, OPT_force) || !holds_bytes(path, bytes);
        fine = save_noted(t, path, listed, bytes, err);
    }
    fine = fine && gallery_look(&t->c->gallery, t->made, bytes, fresh, err);
    free(path);
    return fine;
}

bool save_last(struct target *t, struct rq_error *err)
{
    return save_held(t, NULL, (struct rq_bytes){0}, err);
}
