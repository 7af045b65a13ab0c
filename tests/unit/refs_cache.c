/* Kept indexes of references whose sum is right and whose content is not: each number at the end of what may stand there, and
 * one beyond. The layout is that of src/refs/cache.c: a head of 24 bytes, six sizes, texts, things, uses, tables, problems. */
#include "core/sum.h"
#include "refs/refs.h"
#include "support/install.h"

enum { HEAD = 24, SIZES = 6, USE = 20 };

struct index {
    struct rq_out file;
    char *path;
    char folder[600];
    size_t sizes[SIZES];                   /* texts, things, uses, tables, problems, files */
    size_t things, uses, tables, problems; /* where they begin */
};

/* ---- the game and its index ---- */

static void put_game(void)
{
    put_text("override/a.txi", "envmaptexture cm_one\nbumpmaptexture cm_two\n");
    put_text("override/b.lyt", "beginlayout\n   roomcount 1\n      room_a 0 0 0\ndonelayout\n");
    put_text("override/heads.2da", "2DA V2.0\n\n head\n0 h_one\n1 h_two\n");
    put_text("override/cut.utc", "UTC V3.2\x38");
    put_text("override/cut.ncs", "NCS V1.0");
}

static void tell(void *ctx, const char *name, const struct rq_error *err)
{
    rq_putf(ctx, "%s: %s %llu %d %s: %s\n", name, rq_code_name(err->code),
            (unsigned long long)err->offset, (int)err->hint, err->where, err->text);
}

/* Opens the index with its problems; true: it was kept. */
static bool open_index(const char *folder, struct rq_out *told, size_t *uses)
{
    struct rq_error err = {0};
    struct rq_out ignored = {0};
    const struct rq_game_options kotor = {.family = "kotor"};
    struct rq_game *game = rq_game_open(root, &kotor, &err);
    const struct rq_refs_options options = {
        .cache = folder, .threads = 1, .problem = tell, .problem_ctx = told ? told : &ignored};
    struct rq_refs *refs = game ? rq_refs_open(game, &options, &err) : NULL;
    CHECK_STR(err.text, "");
    bool cached = refs && rq_refs_describe(refs)->cached;
    if (uses && refs)
        *uses = refs->count;
    rq_refs_close(refs);
    rq_game_close(game);
    rq_out_free(&ignored);
    return cached;
}

static uint32_t word(const struct index *x, size_t at)
{
    return rq_get32(x->file.data + at);
}

static bool open_file(struct index *x)
{
    struct rq_walk walk = {0};
    struct rq_map map;
    bool fine = CHECK(rq_walk_add(&walk, x->folder, NULL) && walk.count == 1) &&
                rq_map_open(&map, walk.items[0].path, NULL);
    if (fine) {
        rq_put_bytes(&x->file, map.bytes);
        rq_map_close(&map);
        x->path = rq_path_join("", walk.items[0].path);
        for (size_t i = 0; i < SIZES; i++)
            x->sizes[i] = word(x, HEAD + i * 4);
        x->things = HEAD + SIZES * 4 + x->sizes[0];
        x->uses = x->things + x->sizes[1] * 8;
        x->tables = x->uses + x->sizes[2] * USE;
        x->problems = x->tables + x->sizes[3] * 8;
    }
    rq_walk_free(&walk);
    return fine;
}

static bool start_index(struct index *x, const char *name)
{
    start(name);
    put_game();
    *x = (struct index){.path = NULL};
    snprintf(x->folder, sizeof x->folder, "%s-kept", root);
    struct rq_walk walk = {0};
    if (rq_walk_add(&walk, x->folder, NULL))
        for (size_t i = 0; i < walk.count; i++)
            rq_remove_file(walk.items[i].path);
    rq_walk_free(&walk);
    CHECK(!open_index(x->folder, NULL, NULL));
    return open_file(x) && CHECK(open_index(x->folder, NULL, NULL));
}

static void end_index(struct index *x)
{
    rq_out_free(&x->file);
    free(x->path);
    clear();
}

/* Writes the file with the right sum. */
static void save(const struct index *x, size_t size)
{
    rq_set64(x->file.data + 16, rq_sum(0, x->file.data + HEAD, size - HEAD));
    CHECK(rq_file_save(x->path, (struct rq_bytes){x->file.data, size}, RQ_SAVE_REPLACE, NULL));
}

/* With another word at that place the file is taken, or not. */
static void check_word(struct index *x, const char *what, size_t at, uint32_t value, bool taken)
{
    uint32_t was = word(x, at);
    check_note("%s: %u for %u", what, value, was);
    rq_set32(x->file.data + at, value);
    save(x, x->file.size);
    CHECK_INT(open_index(x->folder, NULL, NULL), taken);
    rq_set32(x->file.data + at, was);
}

/* ---- tests ---- */

static void test_limits(void)
{
    struct index x;
    if (!start_index(&x, "lying"))
        return;
    uint32_t texts = (uint32_t)x.sizes[0], things = (uint32_t)x.sizes[1];
    size_t last = x.uses + (x.sizes[2] - 1) * USE;
    REQUIRE(x.sizes[2] >= 4 && x.sizes[3] >= 1 && x.sizes[4] == 2);
    check_word(&x, "nothing", x.uses, word(&x, x.uses), true);
    check_word(&x, "thing", x.things, RQ_THING_COUNT, false);
    check_word(&x, "name", x.things + 4, texts, false);
    check_word(&x, "thing of a use", x.uses, things, false);
    check_word(&x, "thing of a use", x.uses, things - 1, true);
    check_word(&x, "path", x.uses + 4, texts, false);
    check_word(&x, "path", x.uses + 4, 0, true);
    check_word(&x, "first file", x.uses + 8, 0, false);
    check_word(&x, "first file", x.uses + 8, 1, true);
    check_word(&x, "order of files", x.uses + USE + 8, 0, false);
    check_word(&x, "last file", last + 8, 5, true);
    check_word(&x, "last file", last + 8, 6, false);
    check_word(&x, "types", x.uses + 12, texts << USE_KIND_BITS, false);
    check_word(&x, "kind", x.uses + 12, RQ_USE_DEFINES, true);
    check_word(&x, "kind", x.uses + 12, RQ_USE_DEFINES + 1, false);
    check_word(&x, "act", x.uses + 16, RQ_ACT_COUNT - 1, true);
    check_word(&x, "act", x.uses + 16, RQ_ACT_COUNT, false);
    check_word(&x, "table", x.tables, texts, false);
    check_word(&x, "table", x.tables, 0, true);
    for (size_t i = 0; i < SIZES - 1; i++) {
        check_word(&x, "size", HEAD + i * 4, (uint32_t)x.sizes[i] + 1, false);
        check_word(&x, "size", HEAD + i * 4, UINT32_MAX, false);
    }
    check_word(&x, "end of texts", x.things - 4, word(&x, x.things - 4) | 0x01000000, false);
    end_index(&x);
}

static void test_size(void)
{
    struct index x;
    if (!start_index(&x, "longer"))
        return;
    rq_put8(&x.file, 0);
    save(&x, x.file.size);
    CHECK(!open_index(x.folder, NULL, NULL));
    save(&x, x.file.size - 1);
    CHECK(open_index(x.folder, NULL, NULL));
    save(&x, x.file.size - 2);
    CHECK(!open_index(x.folder, NULL, NULL));
    save(&x, HEAD);
    CHECK(!open_index(x.folder, NULL, NULL));
    end_index(&x);
}

/* Problems are told as they were, every part of them; numbers that are none become others. */
static void test_problems(void)
{
    struct index x;
    struct rq_out first = {0}, again = {0};
    if (!start_index(&x, "problems"))
        return;
    CHECK(!open_index(NULL, &first, NULL));
    CHECK(open_index(x.folder, &again, NULL));
    rq_put8(&first, 0);
    rq_put8(&again, 0);
    CHECK(strstr((const char *)first.data, "cut.ncs: ") &&
          strstr((const char *)first.data, "cut.utc: "));
    CHECK_STR((const char *)again.data, (const char *)first.data);
    rq_set32(x.file.data + x.problems + 4, RQ_USAGE + 1);
    rq_set32(x.file.data + x.problems + 8, RQ_HINT_SALVAGE);
    rq_set32(x.file.data + x.problems + 12, 7);
    rq_set32(x.file.data + x.problems + 16, 1);
    save(&x, x.file.size);
    rq_out_cut(&again, 0);
    CHECK(open_index(x.folder, &again, NULL));
    rq_put8(&again, 0);
    char expected[100];
    snprintf(expected, sizeof expected, ": %s 4294967303 %d ", rq_code_name(RQ_CORRUPT),
             (int)RQ_HINT_SALVAGE);
    CHECK(strstr((const char *)again.data, expected) != NULL);
    rq_set32(x.file.data + x.problems + 8, RQ_HINT_SALVAGE + 1);
    save(&x, x.file.size);
    rq_out_cut(&again, 0);
    CHECK(open_index(x.folder, &again, NULL));
    rq_put8(&again, 0);
    snprintf(expected, sizeof expected, ": %s 4294967303 %d ", rq_code_name(RQ_CORRUPT),
             (int)RQ_HINT_NONE);
    CHECK(strstr((const char *)again.data, expected) != NULL);
    rq_out_free(&first);
    rq_out_free(&again);
    end_index(&x);
}

/* How a game was opened is part of which index is its own. */
static void test_options(void)
{
    struct index x;
    static const struct rq_game_options others[] = {{.family = "kotor", .version = 2},
                                                    {.family = "kotor", .layered = true},
                                                    {.family = "plain"}};
    if (!start_index(&x, "options"))
        return;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        struct rq_error err = {0};
        struct rq_game *game = rq_game_open(root, &others[i], &err);
        const struct rq_refs_options options = {.cache = x.folder, .threads = 1};
        for (int again = 0; game && again < 2; again++) {
            struct rq_refs *refs = rq_refs_open(game, &options, &err);
            check_note("%zu, %d", i, again);
            CHECK(refs && rq_refs_describe(refs)->cached == (again == 1));
            rq_refs_close(refs);
        }
        CHECK_STR(err.text, "");
        rq_game_close(game);
    }
    CHECK(open_index(x.folder, NULL, NULL));
    end_index(&x);
}

TESTS(test_limits, test_size, test_problems, test_options)
