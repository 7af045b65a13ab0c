/* Slots of KotOR with changed bytes and cut files, 10,000 of them ($RQ_SAVE_MUTANTS): each gives an answer or a
 * message, and nothing is written. The slot is the demo's, below $RQ_DEMO_DIR. */
#include "core/bytes.h"
#include "core/file.h"
#include "core/fs.h"
#include "support/check.h"
#include "support/demo_copy.h"

#include <reliquary/save.h>
#include <stdio.h>
#include <stdlib.h>

static const char root[] = RQ_BUILD_DIR "/mutants/000002 - Game1";

static void put(const char *name, struct rq_bytes bytes)
{
    char path[900];
    snprintf(path, sizeof path, "%s/%s", root, name);
    CHECK(check_write(path, bytes.data, bytes.size));
}

static uint32_t chance(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static void try_mutant(const char *slot, uint32_t *state)
{
    static const char *const sets[][2] = {{"gold", "77"},
                                          {"player/Str", "14"},
                                          {"time", "4"},
                                          {"globals/ST_TEA", "1"},
                                          {"inventory/add", "rope"},
                                          {"journal/st_ferry", "20"},
                                          {"party/0/xp", "9"},
                                          {"cheats", "1"}};
    struct rq_error err = {0};
    struct rq_kotor_save *save = rq_save_open(slot, NULL, &err);
    struct rq_out json = {0};
    struct rq_save_report all = {.all = true};
    size_t count;
    if (!save) {
        CHECK(err.text[0]);
        return;
    }
    if (rq_save_report(save, &all, &json, NULL))
        CHECK(json.size > 2);
    rq_out_free(&json);
    const char *const *set = sets[chance(state) % 8];
    err = (struct rq_error){0};
    bool fine = rq_save_set(save, NULL, set[0], set[1], &err) &&
                rq_save_changes(save, NULL, NULL, &count, &err);
    CHECK(fine || err.text[0]);
    rq_save_close(save);
}

static void mutate(struct rq_out *out, uint32_t *state)
{
    uint32_t kind = chance(state) % 8;
    if (kind == 0 && out->size)
        rq_out_cut(out, chance(state) % out->size);
    for (uint32_t i = chance(state) % 4; kind && out->size && i < 4; i++)
        out->data[chance(state) % out->size] = (uint8_t)chance(state);
    if (kind == 1 && out->size > 200) /* a count or an offset of the head */
        rq_set32(out->data + chance(state) % 40 * 4,
                 chance(state) % 3 ? UINT32_MAX : chance(state));
}

static void test_mutants(void)
{
    static const char *const files[] = {"savenfo.res", "PARTYTABLE.res", "GLOBALVARS.res",
                                        "SAVEGAME.sav", "SAVEGAME.sav"};
    const char *demo = getenv("RQ_DEMO_DIR");
    const char *times = getenv("RQ_SAVE_MUTANTS");
    char slot[700];
    uint32_t state = 2463534242U;
    snprintf(slot, sizeof slot, "%s/kotor/saves/000002 - Game1",
             demo ? demo : RQ_BUILD_DIR "/demo");
    if (rq_path_kind(slot, NULL) != RQ_PATH_FOLDER) {
        SKIP_PART("mutants: no demo");
        return;
    }
    rq_fs_remove(root);
    REQUIRE(rq_make_folder(root, NULL));
    REQUIRE(copy_folder(slot, root, 5));
    unsigned most = times ? (unsigned)strtoul(times, NULL, 10) : 10000;
    for (unsigned n = 0; n < most; n++) {
        const char *name = files[chance(&state) % 5];
        char from[900];
        struct rq_map map;
        struct rq_out out = {0};
        check_note("mutant %u of %s", n, name);
        snprintf(from, sizeof from, "%s/%s", slot, name);
        REQUIRE(rq_map_open(&map, from, NULL));
        rq_put_bytes(&out, map.bytes);
        mutate(&out, &state);
        put(name, rq_out_bytes(&out));
        try_mutant(root, &state);
        put(name, map.bytes);
        rq_map_close(&map);
        rq_out_free(&out);
    }
    check_note(" ");
    CHECK(!rq_fs_id(RQ_BUILD_DIR "/mutants.reliquary"));
}

TESTS(test_mutants)
