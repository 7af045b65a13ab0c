/* The games of the demo and its broken files, with an edit in nearly every file: what lint and the index
 * of references say about each such variant is held to tests/contract/variants.txt. A line of it is the
 * hash of all that was said, how often, and by which rule or about what. See said.h.
 *
 * rules.sh holds every rule to one file that breaks it; here is what they say of all else. */
#include "core/file.h"
#include "edits.h"
#include "formats/format.h"
#include "said.h"

#include <reliquary/game.h>
#include <reliquary/lint.h>
#include <reliquary/refs.h>

enum { TRIES = 12, RULES = 1024 };

struct tally {
    char name[RQ_LINT_ID];
    struct said said;
    size_t count;
};

struct record {
    const char *game; /* the folder: "kotor" */
    size_t variants;
    size_t variant, file;
    struct tally tallies[RULES];
    size_t count;
    FILE *show;
};

static struct tally *tally_of(struct record *r, const char *name)
{
    for (size_t i = 0; i < r->count; i++)
        if (strcmp(r->tallies[i].name, name) == 0)
            return &r->tallies[i];
    struct tally *t = &r->tallies[r->count < RULES - 1 ? r->count++ : RULES - 1];
    snprintf(t->name, sizeof t->name, "%s", name);
    t->said = (struct said){hash_of("", 0), r->show};
    return t;
}

/* ---- variants of files ---- */

/* The file with the edit of its JSON that this variant has, or as it is. */
static void put_variant(struct record *r, struct rq_bytes file, const char *name,
                        struct rq_out *out)
{
    struct rq_options options = {.name = name, .format = rq_format_detect(file, name)};
    struct rq_out json = {0}, places = {0};
    struct rq_doc *doc =
        options.format && file.size <= 65536 ? rq_doc_read(file, &options, NULL) : NULL;
    if (doc && rq_doc_to_json(doc, &json, NULL)) {
        rq_put8(&json, 0);
        collect(&places, edit_blank((const char *)json.data));
    }
    rq_doc_free(doc);
    size_t count = places.size / sizeof(struct edit_place) * EDITS;
    size_t at = r->variant * 104729 + r->file++ * 7919;
    bool done = false;
    for (size_t i = 0; count && i < TRIES && !done; i++, at += 17) {
        struct rq_out text = {0};
        struct edit_place place;
        memcpy(&place, places.data + at % count / EDITS * sizeof place, sizeof place);
        put_edited(&text, (const char *)json.data, place, at % EDITS);
        doc = rq_doc_from_json((struct rq_bytes){text.data, text.size - 1}, &options, NULL);
        done = doc && rq_doc_write(doc, out, NULL);
        rq_doc_free(doc);
        rq_out_free(&text);
    }
    if (!done) {
        rq_out_free(out);
        rq_put(out, file.data, file.size);
    }
    rq_out_free(&json);
    rq_out_free(&places);
}

/* An archive whose entries are variants. */
static void put_archive(struct record *r, struct rq_doc *doc, struct rq_bytes file,
                        struct rq_out *out)
{
    const struct rq_entry *entries;
    size_t count = 0;
    struct rq_out parts[64] = {{0}};
    CHECK(rq_doc_entries(doc, &entries, &count, NULL));
    for (size_t i = 0; i < count && i < 64; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s", entries[i].name);
        put_variant(r, entries[i].bytes, name, &parts[i]);
        rq_doc_put_entry(doc, name, rq_out_bytes(&parts[i]), NULL); /* not under an unsafe name */
        CHECK(rq_doc_entries(doc, &entries, &count, NULL));
    }
    if (!CHECK(rq_doc_write(doc, out, NULL)))
        rq_put(out, file.data, file.size);
    for (size_t i = 0; i < 64; i++)
        rq_out_free(&parts[i]);
}

static void make_file(struct record *r, const struct rq_found *found)
{
    char name[300];
    struct rq_map map;
    struct rq_out out = {0};
    snprintf(name, sizeof name, "%s/%zu/%s", r->game, r->variant, found->relative);
    if (!CHECK(rq_map_open(&map, found->path, NULL)))
        return;
    const struct rq_format *format = rq_format_detect(map.bytes, found->relative);
    /* A BIF goes with its key. */
    bool archive =
        format && (strcmp(format->info.name, "erf") == 0 || strcmp(format->info.name, "rim") == 0);
    struct rq_doc *doc = archive ? rq_doc_read(map.bytes, NULL, NULL) : NULL;
    if (doc)
        put_archive(r, doc, map.bytes, &out);
    else if (format && rq_format_is_container(format))
        rq_put(&out, map.bytes.data, map.bytes.size);
    else
        put_variant(r, map.bytes, found->relative, &out);
    CHECK(check_write(check_temp(name), out.data, out.size));
    rq_doc_free(doc);
    rq_out_free(&out);
    rq_map_close(&map);
}

/* ---- what is said of a variant ---- */

static void tell_finding(void *ctx, const struct rq_lint_finding *f)
{
    struct tally *t = tally_of(ctx, f->rule->id);
    const char *file = strstr(f->file, ((struct record *)ctx)->game);
    said(&t->said, "%s: %s: %s: %s, %s", file, f->path, f->value, f->text, f->fix ? f->fix : "-");
    t->count++;
}

static void tell_lint(struct record *r, const char *path, struct rq_game *game)
{
    struct rq_error err = {0};
    struct rq_lint_totals totals;
    const struct rq_lint_options options = {.game = game, .all = true, .threads = 1};
    CHECK(rq_lint(&path, 1, &options, tell_finding, r, &totals, &err));
    CHECK_STR(err.text, "");
    struct tally *t = tally_of(r, "totals");
    said(&t->said, "%zu %zu %zu %zu", totals.files, totals.errors, totals.warnings, totals.notes);
    t->count++;
}

static void tell_use(struct record *r, const char *what, const struct rq_use *use)
{
    struct tally *t = tally_of(r, what);
    said(&t->said, "%s %s %s %s in %zu: %s", rq_thing_word(use->thing), use->name, use->types,
         rq_use_word(use->kind), use->at, use->path);
    t->count++;
}

static void tell_problem(void *ctx, const char *path, const struct rq_error *err)
{
    struct tally *t = tally_of(ctx, "problems");
    const char *file = strstr(path, ((struct record *)ctx)->game);
    said(&t->said, "%s: %s: %s", file ? file : path, err->where, err->text);
    t->count++;
}

static void tell_refs(struct record *r, struct rq_game *game)
{
    struct rq_error err = {0};
    struct rq_use use;
    struct rq_unused unused;
    enum rq_exists exists;
    const struct rq_refs_options options = {
        .threads = 1, .problem = tell_problem, .problem_ctx = r};
    struct rq_refs *refs = rq_refs_open(game, &options, &err);
    REQUIRE(refs != NULL);
    for (size_t i = 0; rq_refs_at(refs, i, &use); i++)
        tell_use(r, "uses", &use);
    for (size_t next = 0; rq_refs_missing(refs, true, &next, &use, &exists);)
        tell_use(r, exists == RQ_ABSENT ? "missing" : "not known", &use);
    for (int thing = 0; thing < RQ_THING_COUNT; thing++)
        for (size_t next = 0; rq_refs_unused(refs, (enum rq_thing)thing, NULL, &next, &unused);) {
            struct tally *t = tally_of(r, "unused");
            said(&t->said, "%s in %zu: %s", unused.name, unused.at, unused.path);
            t->count++;
        }
    rq_refs_close(refs);
}

/* Files that are no game are those of KotOR. */
static void tell_variant(struct record *r, const char *demo)
{
    char name[64];
    struct rq_error err = {0};
    bool is_game = strcmp(r->game, "broken") != 0;
    char *kotor = rq_path_join(demo, "kotor");
    snprintf(name, sizeof name, "%s/%zu", r->game, r->variant);
    check_note("%s", name);
    const char *path = check_temp(name);
    struct rq_game *game = rq_game_open(is_game ? path : kotor, NULL, &err);
    free(kotor);
    REQUIRE(game != NULL);
    tell_lint(r, path, game);
    if (is_game)
        tell_refs(r, game);
    rq_game_close(game);
}

/* ---- both games ---- */

static void visit_game(struct record *r, const char *demo, struct rq_out *lines)
{
    struct rq_walk walk = {0};
    char *folder = rq_path_join(demo, r->game);
    REQUIRE(folder && rq_walk_add(&walk, folder, NULL));
    r->show = said_file(r->game);
    for (r->variant = 0; r->variant < r->variants; r->variant++) {
        for (size_t i = 0; i < walk.count; i++)
            make_file(r, &walk.items[i]);
        tell_variant(r, demo);
    }
    for (size_t i = 0; i < r->count; i++)
        rq_putf(lines, "%016llx %zu %s: %s\n", (unsigned long long)r->tallies[i].said.hash,
                r->tallies[i].count, r->game, r->tallies[i].name);
    if (r->show)
        fclose(r->show);
    rq_walk_free(&walk);
    free(folder);
}

static void test_variants(void)
{
    static struct record records[] = {{.game = "kotor", .variants = 24},
                                      {.game = "redguard", .variants = 24},
                                      {.game = "broken", .variants = 8}};
    struct rq_out lines = {0};
    const char *demo = getenv("RQ_DEMO_DIR");
    if (!demo)
        SKIP("RQ_DEMO_DIR names no folder");
    for (size_t i = 0; i < sizeof records / sizeof records[0]; i++)
        visit_game(&records[i], demo, &lines);
    said_compare("variants", &lines, NULL);
    rq_out_free(&lines);
}

TESTS(test_variants)
