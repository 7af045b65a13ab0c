/* Files of the demo: saved below one folder, and counted by format. */
#include "demo/demo.h"

#include <stdlib.h>

static size_t format_number(struct rq_bytes bytes, const char *name)
{
    const struct rq_format *format = rq_format_detect(bytes, name);
    for (size_t i = 0; i < rq_format_count() && i < DEMO_FORMATS; i++)
        if (rq_format_at(i) == format)
            return i;
    return DEMO_FORMATS - 1;
}

bool demo_save(struct demo *d, const char *path, struct rq_out *out)
{
    char *whole = rq_path_join(d->root, path);
    struct rq_bytes bytes = {out->data, out->size};
    bool fine = whole && !out->failed;
    if (!fine)
        rq_fail(&d->err, out->failed ? out->failed : RQ_NO_MEMORY, 0, path, "can't be made");
    fine = fine && rq_file_save(whole, bytes, d->mode, &d->err);
    if (fine) {
        d->files[format_number(bytes, path)]++;
        d->file_count++;
        d->bytes += out->size;
    }
    free(whole);
    rq_out_cut(out, 0);
    return fine;
}

void demo_count_inside(struct demo *d, const char *name, struct rq_bytes bytes)
{
    d->inside[format_number(bytes, name)]++;
}

bool demo_make_folder(struct demo *d, const char *path)
{
    char *whole = rq_path_join(d->root, path);
    bool fine = whole && rq_make_folder(whole, &d->err);
    free(whole);
    return fine || rq_fail(&d->err, RQ_NO_MEMORY, 0, path, "out of memory");
}
