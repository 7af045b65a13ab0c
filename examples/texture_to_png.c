/* A texture to a PNG file:  texture_to_png TEXTURE OUT.png */
#include <reliquary/reliquary.h>
#include <stdio.h>

/* A conversion may make several files; the first is enough here. */
static bool save(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    const char **path = ctx;
    (void)name;
    if (!*path)
        return true;
    bool fine = rq_file_save(*path, bytes, RQ_SAVE_REPLACE, err);
    *path = NULL;
    return fine;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: texture_to_png TEXTURE OUT.png\n");
        return 2;
    }
    struct rq_error err = {0};
    struct rq_map map = {0};
    struct rq_doc *doc = NULL;
    const char *path = argv[2];
    if (rq_map_open(&map, argv[1], &err))
        doc = rq_doc_read(map.bytes, &(struct rq_options){.name = argv[1]}, &err);
    if (doc)
        rq_doc_convert(doc, &(struct rq_convert_options){.to = "png", .name = argv[1]}, save, &path,
                       &err);
    if (err.code)
        fprintf(stderr, "%s: %s\n", argv[1], err.text);
    rq_doc_free(doc);
    rq_map_close(&map);
    return err.code ? 1 : 0;
}
