/* Walks an archive and prints the Tag of every GFF in it:  gff_tags ARCHIVE */
#include <reliquary/gff.h>
#include <reliquary/reliquary.h>
#include <stdio.h>

static void print_tag(const struct rq_entry *entry)
{
    struct rq_doc *doc = rq_doc_read(entry->bytes, &(struct rq_options){.name = entry->name}, NULL);
    struct rq_gff *gff = doc ? rq_doc_root(doc, "gff") : NULL;
    struct rq_gff_field *tag = gff ? rq_gff_find(gff->root, "Tag") : NULL;
    if (tag && tag->type == RQ_GFF_STRING)
        printf("%-24s %.*s\n", entry->name, (int)tag->size, (const char *)tag->v.data);
    rq_doc_free(doc);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: gff_tags ARCHIVE\n");
        return 2;
    }
    struct rq_error err = {0};
    struct rq_map map = {0};
    struct rq_doc *doc = NULL;
    const struct rq_entry *entries = NULL;
    size_t count = 0;
    if (rq_map_open(&map, argv[1], &err))
        doc = rq_doc_read(map.bytes, NULL, &err);
    if (doc)
        rq_doc_entries(doc, &entries, &count, &err);
    for (size_t i = 0; i < count; i++)
        print_tag(&entries[i]);
    if (err.code)
        fprintf(stderr, "%s: %s\n", argv[1], err.text);
    rq_doc_free(doc);
    rq_map_close(&map);
    return err.code ? 1 : 0;
}
