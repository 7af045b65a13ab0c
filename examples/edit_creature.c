/* Renames a creature of KotOR and changes its first feat:
 *
 *     edit_creature GAME CREATURE NAME FEAT OUT
 *     edit_creature ~/kotor n_jedi01 "Bastila" 28 danm13.mod
 *
 * OUT is a copy of the module that has the creature, with the changed one in it. */
#include <reliquary/game.h>
#include <reliquary/gff.h>
#include <reliquary/reliquary.h>
#include <stdio.h>
#include <stdlib.h>

/* The name in English, which counts before the one of the talk table. With an error in err the
 * functions do nothing: the caller asks once, at the end. */
static void rename_creature(struct rq_doc *doc, struct rq_gff_struct *root, const char *name,
                            struct rq_error *err)
{
    if (!rq_gff_has(root, "FirstName"))
        rq_gff_add_locstring(doc, root, "FirstName", UINT32_MAX, err);
    if (rq_gff_has(root, "FirstName/0"))
        rq_gff_set_string(doc, root, "FirstName/0", name, err);
    else
        rq_gff_add_string(doc, root, "FirstName/0", name, err);
}

/* The first feat becomes another; a creature without feats gets it as its only one. */
static void change_feat(struct rq_doc *doc, struct rq_gff_struct *root, long feat,
                        struct rq_error *err)
{
    struct rq_gff_struct *added;
    if (rq_gff_has(root, "FeatList/0/Feat")) {
        rq_gff_set_word(doc, root, "FeatList/0/Feat", feat, err);
        return;
    }
    if (!rq_gff_has(root, "FeatList"))
        rq_gff_add_list(doc, root, "FeatList", err);
    rq_gff_add_struct(doc, root, "FeatList/-", 1, &added, err);
    rq_gff_add_word(doc, added, "Feat", feat, err);
}

/* The creature in the first module that has it, also when the game would take another file. */
static bool find(const struct rq_game *game, const char *creature, struct rq_resource *found,
                 struct rq_error *err)
{
    char name[RQ_RESOURCE_NAME];
    struct rq_game_filter filter = {.glob = name, .source = "module", .hidden = true};
    snprintf(name, sizeof name, "%s.utc", creature);
    if (rq_game_list(game, &filter, found))
        return true;
    err->code = RQ_USAGE;
    snprintf(err->text, sizeof err->text, "no module has %.100s", name);
    return false;
}

/* The file of the changed creature, appended to out. */
static bool edit(const struct rq_game *game, const struct rq_resource *creature, char **argv,
                 struct rq_out *out, struct rq_error *err)
{
    struct rq_doc *doc = rq_game_read(game, creature, NULL, err);
    struct rq_gff *gff = doc ? rq_doc_root(doc, "gff") : NULL;
    if (gff) {
        rename_creature(doc, gff->root, argv[3], err);
        change_feat(doc, gff->root, strtol(argv[4], NULL, 10), err);
    }
    bool fine = gff && rq_doc_write(doc, out, err);
    rq_doc_free(doc);
    return fine;
}

/* The file of the module with the changed creature in it, appended to copy. */
static bool put(const struct rq_resource *creature, const struct rq_out *changed,
                struct rq_out *copy, struct rq_error *err)
{
    struct rq_bytes bytes = {changed->data, changed->size};
    struct rq_archive *module = rq_archive_open(creature->file, NULL, NULL, err);
    bool fine = module && rq_archive_put(module, creature->name, bytes, err) &&
                rq_doc_write(rq_archive_doc(module), copy, err);
    rq_archive_close(module);
    return fine;
}

int main(int argc, char **argv)
{
    if (argc != 6) {
        fprintf(stderr, "usage: edit_creature GAME CREATURE NAME FEAT OUT\n");
        return 2;
    }
    struct rq_error err = {0};
    struct rq_out changed = {0}, copy = {0};
    struct rq_resource creature = {0};
    struct rq_game *game = rq_game_open(argv[1], NULL, &err);
    bool fine = game && find(game, argv[2], &creature, &err) &&
                edit(game, &creature, argv, &changed, &err) &&
                put(&creature, &changed, &copy, &err) &&
                rq_file_save(argv[5], (struct rq_bytes){copy.data, copy.size}, RQ_SAVE_NEW, &err);
    if (fine)
        printf("%s: %s\n", creature.source->path, creature.name);
    else
        fprintf(stderr, "%s: %s: %s\n", argv[1], err.where, err.text);
    rq_out_free(&changed);
    rq_out_free(&copy);
    rq_game_close(game);
    return fine ? 0 : 1;
}
