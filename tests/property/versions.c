/* Two edited versions of files of the demo, below $RQ_DEMO_DIR: what merging them gives, and the mod that is made of one
 * of them, are held to tests/contract/versions.txt, see said.h. property.patch_create proves that mods of edits give the
 * edited game; here are the instructions themselves, and what is said of edits that no mod can make. */
#include "core/bytes.h"
#include "core/file.h"
#include "core/fs.h"
#include "edits.h"
#include "formats/format.h"
#include "said.h"

#include <reliquary/merge.h>
#include <reliquary/patch.h>

static const char root[] = RQ_BUILD_DIR "/versions";

enum { PAIRS = 48, TRIES = 24 };

/* A file of the demo, or an entry of an archive. */
static const struct sample {
    const char *file, *entry;
    bool mod; /* mods of KotOR are made of it */
} samples[] = {{"kotor/override/types01.gff", NULL, true},
               {"kotor/override/shelf01.uti", NULL, true},
               {"kotor/override/demo_items.2da", NULL, true},
               {"kotor/override/demo_by_hand.2da", NULL, true},
               {"kotor/override/demo_keeper.ssf", NULL, true},
               {"kotor/dialog.tlk", NULL, true},
               {"kotor/modules/demo01.mod", "keeper.dlg", true},
               {"kotor/modules/demo01.mod", "keeper.utc", true},
               {"kotor/modules/demo01.mod", "demo01.git", true},
               {"kotor/modules/demo01.mod", "module.ifo", true},
               {"kotor/rims/global.rim", "global.jrl", true},
               {"redguard/SYSTEM.INI", NULL, false},
               {"redguard/ITEM.INI", NULL, false},
               {"kotor/override/demo01.lyt", NULL, true}};

struct edited {
    const char *name;
    struct rq_out base, json, places;
    struct rq_options options;
};

static const char *below(const char *name)
{
    return check_below(root, name);
}

static void put(const char *path, struct rq_bytes bytes)
{
    CHECK(check_write(path, bytes.data, bytes.size));
}

/* ---- versions ---- */

/* The file, or an entry of it; false when its format has no text form. */
static bool take_bytes(struct edited *e, const char *name, struct rq_bytes bytes)
{
    *e = (struct edited){.name = name};
    rq_put_bytes(&e->base, bytes);
    e->options.name = e->name;
    e->options.format = rq_format_detect(bytes, e->name);
    struct rq_doc *doc = rq_doc_read(rq_out_bytes(&e->base), &e->options, NULL);
    bool fine = doc && rq_doc_to_json(doc, &e->json, NULL);
    rq_doc_free(doc);
    rq_put8(&e->json, 0);
    if (fine)
        collect(&e->places, edit_blank((const char *)e->json.data));
    return fine;
}

static bool take_sample(struct edited *e, const struct sample *s, const char *demo)
{
    char path[900];
    struct rq_map map = {0};
    const struct rq_entry *entries;
    size_t count = 0;
    bool fine = false;
    snprintf(path, sizeof path, "%s/%s", demo, s->file);
    if (!CHECK(rq_map_open(&map, path, NULL)))
        return false;
    struct rq_doc *doc = s->entry ? rq_doc_read(map.bytes, NULL, NULL) : NULL;
    if (!s->entry)
        fine = take_bytes(e, rq_path_base(s->file), map.bytes);
    else if (CHECK(doc && rq_doc_entries(doc, &entries, &count, NULL)))
        for (size_t i = 0; i < count; i++)
            if (strcmp(entries[i].name, s->entry) == 0)
                fine = take_bytes(e, s->entry, entries[i].bytes);
    rq_doc_free(doc);
    rq_map_close(&map);
    return CHECK(fine);
}

static void free_sample(struct edited *e)
{
    rq_out_free(&e->base);
    rq_out_free(&e->json);
    rq_out_free(&e->places);
}

/* The file with edit number `at`, or with the next that gives another file. */
static bool make_version(const struct edited *e, size_t at, struct rq_out *out)
{
    size_t count = e->places.size / sizeof(struct edit_place) * EDITS;
    bool done = false;
    for (size_t i = 0; count && i < TRIES && !done; i++, at++) {
        struct rq_out text = {0};
        struct edit_place place;
        memcpy(&place, e->places.data + at % count / EDITS * sizeof place, sizeof place);
        put_edited(&text, (const char *)e->json.data, place, at % EDITS);
        struct rq_doc *doc =
            rq_doc_from_json((struct rq_bytes){text.data, text.size - 1}, &e->options, NULL);
        rq_out_cut(out, 0);
        done = doc && rq_doc_write(doc, out, NULL) &&
               !rq_same(rq_out_bytes(out), rq_out_bytes(&e->base));
        rq_doc_free(doc);
        rq_out_free(&text);
    }
    return done;
}

static bool put_version(const struct edited *e, size_t at, const char *path)
{
    struct rq_out out = {0};
    bool done = make_version(e, at, &out);
    if (done)
        put(path, rq_out_bytes(&out));
    rq_out_free(&out);
    return done;
}

/* ---- what is said ---- */

static void tell_file(struct said *s, const char *name, const char *path)
{
    struct rq_map map = {0};
    if (!rq_map_open(&map, path, NULL)) {
        said(s, "%s: not there", name);
        return;
    }
    bool text = strcmp(rq_path_extension(name), "ini") == 0;
    said(s, "%s: %zu bytes, %016llx%.*s", name, map.bytes.size,
         (unsigned long long)hash_of(map.bytes.data, map.bytes.size),
         text ? (int)(map.bytes.size < 900 ? map.bytes.size : 900) : 0,
         (const char *)map.bytes.data);
    rq_map_close(&map);
}

static void tell_conflict(void *ctx, const struct rq_merge_conflict *c)
{
    said(ctx, "conflict %s: %.200s | %.200s | %.200s", c->path, c->base ? c->base : "(none)",
         c->a ? c->a : "(none)", c->b ? c->b : "(none)");
}

static void tell_merge(struct said *s, const char *a, const char *b, enum rq_merge_choice choice)
{
    struct rq_error err = {0};
    struct rq_merged merged;
    struct rq_merge_options options = {choice, true, tell_conflict, s};
    rq_remove_file(below("out"));
    if (!rq_merge(below("base"), a, b, below("out"), &options, &merged, &err))
        said(s, "merge: %s: %s", rq_code_name(err.code), err.text);
    said(s, "%zu files, %zu merged, %zu conflicts", merged.files, merged.merged, merged.conflicts);
    tell_file(s, "out", below("out"));
}

static void tell_message(void *ctx, const struct rq_patch_message *m)
{
    said(ctx, "%d %s:%u: %s", m->level, m->file, m->line, m->text);
}

static void tell_made(struct said *s, const struct rq_patch_made *made)
{
    struct rq_walk walk = {0};
    said(s, "%zu changes, %zu whole, %zu missed, %zu files", made->changes, made->whole,
         made->missed, made->files);
    if (rq_path_kind(below("mod"), NULL) == RQ_PATH_FOLDER &&
        rq_walk_add(&walk, below("mod"), NULL))
        for (size_t i = 0; i < walk.count; i++)
            tell_file(s, walk.items[i].relative, walk.items[i].path);
    rq_walk_free(&walk);
}

static void tell_mod(struct said *s, const char *old, const char *fresh)
{
    struct rq_error err = {0};
    struct rq_patch_made made;
    struct rq_patch_create_options options = {"Made {here}", true, tell_message, s};
    rq_fs_remove(below("mod"));
    if (!rq_patch_create(old, fresh, below("mod"), &options, &made, &err))
        said(s, "create: %s: %s", rq_code_name(err.code), err.text);
    tell_made(s, &made);
}

/* ---- all samples ---- */

static void try_sample(struct rq_out *lines, const struct sample *sample, const char *demo,
                       FILE *show)
{
    struct edited e;
    struct said merge = {hash_of("", 0), show}, mod = merge;
    size_t made = 0;
    char a[300], b[300];
    if (!take_sample(&e, sample, demo))
        return;
    rq_fs_remove(root);
    REQUIRE(rq_make_folder(below("a"), NULL) && rq_make_folder(below("b"), NULL));
    put(below("base"), rq_out_bytes(&e.base));
    snprintf(a, sizeof a, "a/%s", e.name);
    snprintf(b, sizeof b, "b/%s", e.name);
    for (size_t i = 0; i < PAIRS; i++) {
        size_t at = i * 104729;
        /* The other side edits the same value, the next one, one near it, or one far from it. */
        static const size_t other[] = {3, EDITS, 4 * EDITS + 7, 7919 * EDITS + 11};
        check_note("%s: pair %zu", e.name, i);
        if (!put_version(&e, at, below(a)) || !put_version(&e, at + other[i % 4], below(b)))
            continue;
        made++;
        said(&merge, "---- %s: pair %zu", e.name, i);
        tell_merge(&merge, below(a), below(b), (enum rq_merge_choice)(i % 3));
        if (!sample->mod)
            continue;
        said(&mod, "---- %s: mod %zu", e.name, i);
        put(below(b), rq_out_bytes(&e.base));
        tell_mod(&mod, below(b), below(a));
    }
    rq_putf(lines, "%016llx %zu %s: merged\n", (unsigned long long)merge.hash, made, e.name);
    if (sample->mod)
        rq_putf(lines, "%016llx %zu %s: mods\n", (unsigned long long)mod.hash, made, e.name);
    free_sample(&e);
}

/* ---- games ---- */

enum { GAMES = 40 };

static const struct game {
    const char *name;
    const char *files[14];
} games[] = {{"kotor",
              {"chitin.key", "dialog.tlk", "dialogf.tlk", "override/demo_items.2da",
               "override/demo_by_hand.2da", "override/demo_keeper.ssf", "override/types01.gff",
               "override/demo_hello.ncs", "override/shelf01.uti", "modules/demo01.mod",
               "modules/demo02_s.rim", "rims/global.rim"}},
             {"redguard",
              {"ENGLISH.RTX", "SYSTEM.INI", "ITEM.INI", "WORLD.INI", "COMBAT.INI",
               "maps/ISLAND.RGM", "soup386/SOUP386.DEF"}}};

/* An archive with a version of one of its entries. */
static bool put_archive(struct rq_doc *doc, size_t at, const char *path)
{
    const struct rq_entry *entries;
    struct edited e = {0};
    struct rq_out entry = {0}, out = {0};
    char name[64];
    size_t count = 0;
    bool done = rq_doc_entries(doc, &entries, &count, NULL) && count;
    if (done) {
        snprintf(name, sizeof name, "%s", entries[at % count].name);
        done = take_bytes(&e, name, entries[at % count].bytes) &&
               make_version(&e, at * 104729, &entry) &&
               rq_doc_put_entry(doc, name, rq_out_bytes(&entry), NULL) &&
               rq_doc_write(doc, &out, NULL);
    }
    if (done)
        put(path, rq_out_bytes(&out));
    free_sample(&e);
    rq_out_free(&entry);
    rq_out_free(&out);
    return done;
}

/* A file of a game as it is, or edited; number 0: it is gone. */
static void put_game_file(const char *demo, const char *game, const char *file, const char *to,
                          size_t number)
{
    char path[900], folder[900];
    struct rq_map map = {0};
    snprintf(path, sizeof path, "%s/%s/%s", demo, game, file);
    if (!rq_map_open(&map, path, NULL))
        return;
    snprintf(path, sizeof path, "%s/%s", below(to), file);
    snprintf(folder, sizeof folder, "%s", path);
    *strrchr(folder, '/') = 0;
    CHECK(rq_make_folder(folder, NULL));
    const struct rq_format *format = rq_format_detect(map.bytes, file);
    struct rq_doc *doc = number > 1 && format && rq_format_is_container(format)
                             ? rq_doc_read(map.bytes, NULL, NULL)
                             : NULL;
    struct edited e = {0};
    if (number && !(doc && put_archive(doc, number, path)) &&
        !(!doc && number > 1 && take_bytes(&e, rq_path_base(file), map.bytes) &&
          put_version(&e, number * 104729, path)))
        put(path, map.bytes);
    free_sample(&e);
    rq_doc_free(doc);
    rq_map_close(&map);
}

/* A version of the whole game: every third file is edited, another one is gone, a new one comes. */
static void put_game(const struct game *game, const char *demo, const char *to, size_t version)
{
    char path[300];
    rq_fs_remove(below(to));
    for (size_t i = 0; game->files[i]; i++) {
        size_t number = 1;
        if (version && (i + version) % 3 == 0)
            number = version * 31 + i;
        if (version && i > 2 && (i + version * 5) % 17 == 0)
            number = 0;
        put_game_file(demo, game->name, game->files[i], to, number);
    }
    snprintf(path, sizeof path, "%s/%s", to, version % 2 ? "fresh.txt" : "override/fresh.txt");
    if (version % 5 == 1 && strcmp(game->name, "kotor") == 0)
        put(below(path), (struct rq_bytes){(const uint8_t *)path, version % 7});
}

static void tell_redguard(struct said *s)
{
    struct rq_error err = {0};
    struct rq_patch_made made;
    struct rq_patch_create_options options = {NULL, true, tell_message, s};
    rq_fs_remove(below("mod"));
    if (!rq_patch_create_redguard(below("base"), below("a"), below("mod"), &options, &made, &err))
        said(s, "create: %s: %s", rq_code_name(err.code), err.text);
    tell_made(s, &made);
}

static void tell_folders(struct said *s, enum rq_merge_choice choice)
{
    struct rq_error err = {0};
    struct rq_merged merged;
    struct rq_merge_options options = {choice, true, tell_conflict, s};
    struct rq_walk walk = {0};
    rq_fs_remove(below("out"));
    if (!rq_merge(below("base"), below("a"), below("b"), below("out"), &options, &merged, &err))
        said(s, "merge: %s: %s", rq_code_name(err.code), err.text);
    said(s, "%zu files, %zu merged, %zu conflicts", merged.files, merged.merged, merged.conflicts);
    if (rq_path_kind(below("out"), NULL) == RQ_PATH_FOLDER &&
        rq_walk_add(&walk, below("out"), NULL))
        for (size_t i = 0; i < walk.count; i++)
            tell_file(s, walk.items[i].relative, walk.items[i].path);
    rq_walk_free(&walk);
}

static void try_game(struct rq_out *lines, const struct game *game, const char *demo, FILE *show)
{
    struct said mod = {hash_of("", 0), show}, merge = mod;
    bool redguard = strcmp(game->name, "redguard") == 0;
    rq_fs_remove(root);
    put_game(game, demo, "base", 0);
    for (size_t i = 1; i <= GAMES; i++) {
        check_note("%s: version %zu", game->name, i);
        put_game(game, demo, "a", i);
        said(&mod, "---- %s: mod %zu", game->name, i);
        if (redguard)
            tell_redguard(&mod);
        else
            tell_mod(&mod, below("base"), below("a"));
        if (i % 4)
            continue;
        put_game(game, demo, "b", i + 3);
        said(&merge, "---- %s: merge %zu", game->name, i);
        tell_folders(&merge, (enum rq_merge_choice)(i / 4 % 3));
    }
    rq_putf(lines, "%016llx %s: mods\n", (unsigned long long)mod.hash, game->name);
    rq_putf(lines, "%016llx %s: merged\n", (unsigned long long)merge.hash, game->name);
}

static void test_versions(void)
{
    const char *demo = getenv("RQ_DEMO_DIR");
    struct rq_out lines = {0};
    if (!demo)
        SKIP("RQ_DEMO_DIR is not set");
    FILE *show = said_file("versions");
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++)
        try_sample(&lines, &samples[i], demo, show);
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++)
        try_game(&lines, &games[i], demo, show);
    if (show)
        fclose(show);
    check_note(" ");
    said_compare("versions", &lines, NULL);
    rq_out_free(&lines);
}

TESTS(test_versions)
