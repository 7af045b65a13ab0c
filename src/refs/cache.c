/* An index on disk, so that it is made once. It counts for exactly one state of the game: the name
 * of every file with its size and time, and the version of the library, are in its stamp. What is
 * damaged in any way is as good as not there.
 *
 *     "RQREFS2\n", stamp (two words), sum of all that follows (two words)
 *     sizes: texts, things, uses, tables, problems, files
 *     texts; things: kind, place of the name; uses: thing, path, location, types and kind,
 *     act; *     tables: place of the name, rows; problems: location, code, hint, offset (two words), two texts
 */
#include "core/file.h"
#include "core/sum.h"
#include "refs/refs.h"

#include <stdio.h>
#include <stdlib.h>

static const char magic[8] = "RQREFS2\n";

enum { HEAD_SIZE = 24, SIZES = 6 };

/* ---- sums ---- */

struct sum {
    uint64_t value;
};

static void sum_bytes(struct sum *sum, const void *data, size_t size)
{
    sum->value = rq_sum(sum->value, data, size);
}

static void sum_text(struct sum *sum, const char *text)
{
    sum_bytes(sum, text ? text : "", text ? strlen(text) : 0);
}

static void sum_number(struct sum *sum, uint64_t number)
{
    uint8_t bytes[8];
    rq_set64(bytes, number);
    sum_bytes(sum, bytes, sizeof bytes);
}

/* Which game, as it was opened. */
static uint64_t game_sum(const struct rq_game *game)
{
    struct sum sum = {1};
    sum_text(&sum, game->info.path);
    sum_text(&sum, game->info.family);
    sum_text(&sum, game->options.module);
    sum_number(&sum, game->options.layered);
    sum_number(&sum, game->info.version);
    return sum.value;
}

/* And in which state. */
static uint64_t stamp_of(const struct rq_game *game)
{
    struct sum sum = {game_sum(game)};
    sum_text(&sum, rq_version());
    sum_number(&sum, game->count);
    for (size_t i = 0; i < game->file_count; i++) {
        sum_text(&sum, game->files[i]->relative);
        const struct rq_game_file *file = game->files[i];
        uint64_t size = file->size, time = file->time;
        if (game->options.unwatched)
            rq_path_stamp(file->path, &size, &time);
        sum_number(&sum, size);
        sum_number(&sum, time);
    }
    for (const struct rq_game_watch *watch = game->watched; watch; watch = watch->next) {
        sum_text(&sum, watch->path);
        sum_number(&sum, watch->size);
        sum_number(&sum, watch->time);
    }
    return sum.value;
}

static char *path_of(const struct rq_game *game, const char *folder)
{
    char name[40];
    snprintf(name, sizeof name, "%016llx.rqrefs", (unsigned long long)game_sum(game));
    return rq_path_join(folder, name);
}

/* ---- writing ---- */

static void put_word64(struct rq_out *out, uint64_t v)
{
    rq_put32(out, (uint32_t)v);
    rq_put32(out, (uint32_t)(v >> 32));
}

static void put_problem(struct rq_out *out, const struct rq_refs_problem *p)
{
    rq_put32(out, p->at);
    rq_put32(out, (uint32_t)p->err.code);
    rq_put32(out, (uint32_t)p->err.hint);
    put_word64(out, p->err.offset);
    rq_put(out, p->err.where, sizeof p->err.where);
    rq_put(out, p->err.text, sizeof p->err.text);
}

static void put_index(struct rq_out *out, const struct rq_refs *refs)
{
    const size_t sizes[SIZES] = {refs->texts.size,  refs->things.count,  refs->count,
                                 refs->table_count, refs->info.problems, refs->info.files};
    for (size_t i = 0; i < SIZES; i++)
        rq_put_size(out, sizes[i]);
    rq_put_bytes(out, rq_out_bytes(&refs->texts));
    for (uint32_t i = 0; i < refs->things.count; i++) {
        rq_put32(out, refs->things.keys[i][0]);
        rq_put32(out, refs->things.keys[i][1]);
    }
    rq_put_array(out, refs->rows, refs->count * USE_ROW_WORDS, 4);
    rq_put_array(out, refs->tables, refs->table_count * 2, 4);
    for (size_t i = 0; i < refs->info.problems; i++)
        put_problem(out, &refs->problems[i]);
}

void rq_refs_save(const struct rq_refs *refs, const char *folder)
{
    struct rq_error ignored = {0};
    struct rq_out out = {0};
    struct sum sum = {0};
    char *path = path_of(refs->game, folder);
    rq_put(&out, magic, sizeof magic);
    put_word64(&out, stamp_of(refs->game));
    put_word64(&out, 0);
    put_index(&out, refs);
    if (path && !out.failed && rq_make_folder(folder, &ignored)) {
        sum_bytes(&sum, out.data + HEAD_SIZE, out.size - HEAD_SIZE);
        rq_set64(out.data + HEAD_SIZE - 8, sum.value);
        rq_file_save(path, rq_out_bytes(&out), RQ_SAVE_REPLACE, &ignored);
    }
    rq_out_free(&out);
    free(path);
}

/* ---- reading ---- */

static bool load_texts(struct rq_refs *refs, struct rq_cur *cur, uint32_t size)
{
    struct rq_bytes texts = rq_take_bytes(cur, size, "texts");
    if (!rq_ok(cur) || (size && texts.data[size - 1]))
        return false;
    for (size_t at = 0; at < size && !refs->failed;) {
        const char *text = (const char *)texts.data + at;
        size_t length = strlen(text);
        if (rq_refs_text(refs, text, length) != at)
            return false;
        at += length + 1;
    }
    return !refs->failed;
}

static bool load_things(struct rq_refs *refs, struct rq_cur *cur, uint32_t count)
{
    if (!rq_count(cur, count, 8, "things") ||
        !rq_key_set_open(&refs->things, &refs->arena, count ? count : 1))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t thing = rq_u32(cur, "thing"), name = rq_u32(cur, "name");
        if (thing >= RQ_THING_COUNT || name >= refs->texts.size ||
            rq_key_set_add(&refs->things, (const uint32_t[4]){thing, name}) != i)
            return false;
    }
    return rq_ok(cur);
}

static bool load_uses(struct rq_refs *refs, struct rq_cur *cur, uint32_t count)
{
    if (!rq_count(cur, count, sizeof *refs->rows, "uses"))
        return false;
    refs->rows = rq_mem_zeroed((size_t)count + 1, sizeof *refs->rows);
    refs->room = refs->count = count;
    if (!refs->rows ||
        !rq_take_array(cur, (size_t)count * USE_ROW_WORDS, 4, RQ_KIND_u32, refs->rows, "uses"))
        return false;
    uint32_t before = 1;
    for (size_t i = 0; i < count; i++) {
        const struct rq_use_row *row = &refs->rows[i];
        if (row->thing >= refs->things.count || row->path >= refs->texts.size ||
            row->types >> USE_KIND_BITS >= refs->texts.size || row->at < before ||
            row->at > refs->game->count || row->act >= RQ_ACT_COUNT ||
            (row->types & ((1u << USE_KIND_BITS) - 1)) > RQ_USE_DEFINES)
            return false;
        before = row->at;
    }
    return true;
}

static bool load_tables(struct rq_refs *refs, struct rq_cur *cur, uint32_t count)
{
    if (!rq_count(cur, count, sizeof *refs->tables, "tables"))
        return false;
    refs->tables = rq_mem_zeroed((size_t)count + 1, sizeof *refs->tables);
    refs->table_room = refs->table_count = count;
    if (!refs->tables ||
        !rq_take_array(cur, (size_t)count * 2, 4, RQ_KIND_u32, refs->tables, "tables"))
        return false;
    for (size_t i = 0; i < count; i++)
        if (refs->tables[i].name >= refs->texts.size)
            return false;
    return true;
}

static bool load_problems(struct rq_refs *refs, struct rq_cur *cur, uint32_t count)
{
    for (uint32_t i = 0; i < count && rq_ok(cur) && !refs->failed; i++) {
        struct rq_error err = {0};
        uint32_t at = rq_u32(cur, "at"), code = rq_u32(cur, "code"), hint = rq_u32(cur, "hint");
        err.code = code <= RQ_USAGE ? (enum rq_code)code : RQ_CORRUPT;
        err.hint = hint <= RQ_HINT_SALVAGE ? (enum rq_hint)hint : RQ_HINT_NONE;
        err.offset = rq_u32(cur, "offset");
        err.offset |= (uint64_t)rq_u32(cur, "offset") << 32;
        rq_take_array(cur, sizeof err.where, 1, RQ_KIND_u8, err.where, "where");
        rq_take_array(cur, sizeof err.text, 1, RQ_KIND_u8, err.text, "text");
        err.where[sizeof err.where - 1] = err.text[sizeof err.text - 1] = 0;
        if (rq_ok(cur))
            rq_refs_add_problem(refs, at, &err);
    }
    return rq_ok(cur) && !refs->failed;
}

static bool load_index(struct rq_refs *refs, struct rq_bytes payload)
{
    struct rq_error err = {0};
    struct rq_ctx ctx = {.err = &err};
    struct rq_cur cur = rq_cur_over(payload, &ctx);
    uint32_t sizes[SIZES];
    for (size_t i = 0; i < SIZES; i++)
        sizes[i] = rq_u32(&cur, "size");
    refs->info.files = sizes[5];
    return rq_ok(&cur) && load_texts(refs, &cur, sizes[0]) && load_things(refs, &cur, sizes[1]) &&
           load_uses(refs, &cur, sizes[2]) && load_tables(refs, &cur, sizes[3]) &&
           load_problems(refs, &cur, sizes[4]) && rq_left(&cur) == 0;
}

bool rq_refs_load(struct rq_refs *refs, const char *folder)
{
    struct rq_error ignored = {0};
    struct rq_map map = {0};
    struct sum sum = {0};
    char *path = path_of(refs->game, folder);
    bool fine =
        path && rq_path_kind(path, NULL) == RQ_PATH_FILE && rq_map_open(&map, path, &ignored);
    free(path);
    if (!fine)
        return false;
    struct rq_bytes file = map.bytes;
    fine = file.size > HEAD_SIZE && memcmp(file.data, magic, sizeof magic) == 0 &&
           rq_get64(file.data + 8) == stamp_of(refs->game);
    if (fine) {
        struct rq_bytes payload = {file.data + HEAD_SIZE, file.size - HEAD_SIZE};
        sum_bytes(&sum, payload.data, payload.size);
        fine = rq_get64(file.data + 16) == sum.value && load_index(refs, payload);
    }
    rq_map_close(&map);
    if (!fine)
        rq_refs_empty(refs);
    return fine;
}
