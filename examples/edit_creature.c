/* Renames a creature of a module and changes its first feat:
 *
 *     edit_creature MODULE CREATURE NAME FEAT OUT
 *     edit_creature modules/danm13.mod n_jedi "Bastila" 28 danm13-new.mod
 *
 * OUT is a copy of the module with the changed creature. */
#include <reliquary/gff.h>
#include <reliquary/reliquary.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The name in English; a creature that takes its name from the talk table gets one of its own. */
static void rename_creature(struct rq_doc *doc, struct rq_gff_struct *root, const char *name,
                            struct rq_error *err)
{
    if (!rq_gff_find(root, "FirstName"))
        rq_gff_add_locstring(doc, root, "FirstName", UINT32_MAX, err);
    if (!rq_gff_set_string(doc, root, "FirstName/0", name, NULL))
        rq_gff_add_string(doc, root, "FirstName/0", name, err);
}

/* The first feat becomes another; a creature without feats gets it as its only one. */
static void change_feat(struct rq_doc *doc, struct rq_gff_struct *root, long feat,
                        struct rq_error *err)
{
    struct rq_gff_struct *added;
    if (rq_gff_find(root, "FeatList/0/Feat")) {
        rq_gff_set_word(doc, root, "FeatList/0/Feat", feat, err);
        return;
    }
    if (!rq_gff_find(root, "FeatList"))
        rq_gff_add_list(doc, root, "FeatList", err);
    rq_gff_add_struct(doc, root, "FeatList/-", 1, &added, err);
    rq_gff_add_word(doc, added, "Feat", feat, err);
}

/* The changed creature, appended to out. */
static bool edit(const struct rq_entry *entry, const char *name, long feat, struct rq_out *out,
                 struct rq_error *err)
{
    struct rq_options options = {.name = entry->name};
    struct rq_doc *doc = rq_doc_read(entry->bytes, &options, err);
    struct rq_gff *gff = doc ? rq_doc_root(doc, "gff") : NULL;
    if (gff) {
        rename_creature(doc, gff->root, name, err);
        change_feat(doc, gff->root, feat, err);
    }
    bool fine = gff && rq_doc_write(doc, out, err);
    rq_doc_free(doc);
    return fine;
}

static const struct rq_entry *find(const struct rq_entry *entries, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(entries[i].name, name) == 0)
            return &entries[i];
    return NULL;
}

static bool run(char **argv, struct rq_doc *module, struct rq_error *err)
{
    char name[32];
    const struct rq_entry *entries, *entry;
    size_t count;
    struct rq_out creature = {0}, copy = {0};
    snprintf(name, sizeof name, "%s.utc", argv[2]);
    if (!rq_doc_entries(module, &entries, &count, err))
        return false;
    entry = find(entries, count, name);
    if (!entry) {
        fprintf(stderr, "%s: has no %s\n", argv[1], name);
        return false;
    }
    /* What is put into a document must outlive it, or at least its last use. */
    bool fine = edit(entry, argv[3], strtol(argv[4], NULL, 10), &creature, err) &&
                rq_doc_put_entry(module, name, (struct rq_bytes){creature.data, creature.size}, err) &&
                rq_doc_write(module, &copy, err) &&
                rq_file_save(argv[5], (struct rq_bytes){copy.data, copy.size}, RQ_SAVE_NEW, err);
    rq_out_free(&creature);
    rq_out_free(&copy);
    return fine;
}

int main(int argc, char **argv)
{
    if (argc != 6) {
        fprintf(stderr, "usage: edit_creature MODULE CREATURE NAME FEAT OUT\n");
        return 2;
    }
    struct rq_error err = {0};
    struct rq_map map = {0};
    struct rq_doc *module = NULL;
    if (rq_map_open(&map, argv[1], &err))
        module = rq_doc_read(map.bytes, &(struct rq_options){.name = argv[1]}, &err);
    bool fine = module && run(argv, module, &err);
    if (err.code)
        fprintf(stderr, "%s: %s: %s\n", argv[1], err.where, err.text);
    rq_doc_free(module);
    rq_map_close(&map);
    return fine ? 0 : 1;
}
