/* The hot paths against the limit: a plain copy of the same input bytes in the same run.
 *
 *   bench FOLDER...     MODs, TPCs, MDLs, 3DCs, WLDs, PVOs and RTXs below the folders; the first is
 *                       also the game that maps find their models in
 *
 * Every row runs in a process of its own, so that its peak memory is its own; it is repeated
 * for a while and the best time counts. "x copy" is the time over that of a memcpy of the
 * input; "x files" over that of creating the same files with open, write and close. */
#include "bench_dxt.h"
#include "bench_ncs.h"
#include "bench_nss.h"
#include "bench_refs.h"
#include "bench_render.h"
#include "bench_soup.h"
#include "bench_text.h"
#include "codec/dxt.h"
#include "core/file.h"
#include "core/pool.h"
#include "dialect/dialect.h"
#include "formats/format.h"
#include "game/search.h"

#include <fcntl.h>
#include <reliquary/game.h>
#include <reliquary/key.h>
#include <reliquary/lint.h>
#include <reliquary/mdl_ascii.h>
#include <reliquary/tlk.h>
#include <reliquary/tpc.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 20000 };
static const double seconds_for_a_row = 0.6;

struct set {
    struct rq_bytes bytes[MOST];
    const char *names[MOST];
    size_t count, total;
};

static struct set mods, gffs, tpcs, tgas, models, entries, grounds, octrees, voices, tlks, keys,
    tables, small, install, scripts, texts, sources, compiled, ground;
static struct set pairs;     /* MDL, its MDX, MDL ... */
static struct rq_game *game; /* the first folder */
static struct rq_map maps[MOST];
static char folder[256];

static void add(struct set *set, struct rq_bytes bytes, const char *name)
{
    if (set->count == MOST)
        return;
    set->bytes[set->count] = bytes;
    set->names[set->count++] = name;
    set->total += bytes.size;
}

static bool is(const struct rq_format *format, const char *name)
{
    return format && strcmp(rq_format_describe(format)->name, name) == 0;
}

static void add_archive(struct rq_bytes bytes, const char *name)
{
    struct rq_error err = {0};
    const struct rq_entry *list;
    size_t count;
    struct rq_doc *doc = rq_doc_read(bytes, &(struct rq_options){.name = name}, &err);
    if (!doc || !rq_doc_entries(doc, &list, &count, &err))
        return;
    add(&mods, bytes, name);
    for (size_t i = 0; i < count; i++) {
        add(&entries, list[i].bytes, list[i].name);
        const struct rq_format *format = rq_format_detect(list[i].bytes, list[i].name);
        if (is(format, "gff"))
            add(&gffs, list[i].bytes, list[i].name);
        else if (is(format, "ncs"))
            add(&compiled, list[i].bytes, list[i].name);
    }
}

/* A model and its MDX: beside it, or in the folder "mdx" beside its own "mdl". */
static void add_pair(struct rq_bytes bytes, const char *path)
{
    static struct rq_map mdx[MOST];
    static size_t count;
    struct rq_error err = {0};
    char name[1024];
    snprintf(name, sizeof name, "%.*s.mdx", (int)(strlen(path) - 4), path);
    bool fine = count < MOST && rq_map_open(&mdx[count], name, NULL);
    char *folder_name = strstr(name, "/mdl/");
    if (!fine && folder_name && count < MOST) {
        folder_name[3] = 'x';
        fine = rq_map_open(&mdx[count], name, &err);
    }
    if (!fine || pairs.count + 2 > MOST)
        return;
    add(&pairs, bytes, path);
    add(&pairs, mdx[count++].bytes, path);
}

static void load(const char *path)
{
    static size_t map_count;
    struct rq_walk *walk = calloc(1, sizeof *walk);
    struct rq_error err = {0};
    if (!walk || !rq_walk_add(walk, path, &err)) {
        fprintf(stderr, "%s: %s\n", path, err.text);
        exit(1);
    }
    for (size_t i = 0; i < walk->count && map_count < MOST; i++) {
        struct rq_map *map = &maps[map_count];
        if (!rq_map_open(map, walk->items[i].path, &err))
            continue;
        map_count++;
        const struct rq_format *format = rq_format_detect(map->bytes, walk->items[i].path);
        if (is(format, "erf"))
            add_archive(map->bytes, walk->items[i].path);
        else if (is(format, "mdl"))
            add_pair(map->bytes, walk->items[i].path);
        else if (is(format, "tpc"))
            add(&tpcs, map->bytes, walk->items[i].path);
        else if (is(format, "tga"))
            add(&tgas, map->bytes, walk->items[i].path);
        else if (is(format, "tlk"))
            add(&tlks, map->bytes, walk->items[i].path);
        else if (is(format, "model3d"))
            add(&models, map->bytes, walk->items[i].path);
        else if (is(format, "wld"))
            add(&grounds, map->bytes, walk->items[i].path);
        else if (is(format, "pvo"))
            add(&octrees, map->bytes, walk->items[i].path);
        else if (is(format, "rtx"))
            add(&voices, map->bytes, walk->items[i].path);
        else if (is(format, "key"))
            add(&keys, map->bytes, walk->items[i].path);
        else if (is(format, "twoda"))
            add(&tables, map->bytes, walk->items[i].path);
    }
}

/* ---- what is measured; each returns how much of its own unit it made ---- */

static void copy_set(const struct set *set, uint8_t *to)
{
    for (size_t i = 0; i < set->count; i++) {
        memcpy(to, set->bytes[i].data, set->bytes[i].size);
        __asm__ volatile("" : : "r"(to) : "memory");
        to += set->bytes[i].size;
    }
}

static double best_copy(const struct set *set)
{
    uint8_t *to = malloc(set->total + 1);
    double best = 1e9, end = rq_clock() + 0.3;
    if (!to)
        return 0;
    memset(to, 1, set->total + 1);
    while (rq_clock() < end) {
        double start = rq_clock();
        copy_set(set, to);
        double took = rq_clock() - start;
        best = took < best ? took : best;
    }
    free(to);
    return best;
}

static double parse_gffs(void)
{
    for (size_t i = 0; i < gffs.count; i++)
        rq_doc_free(rq_doc_read(gffs.bytes[i], NULL, NULL));
    return 0;
}

static double gffs_to_xml(void)
{
    const struct rq_dialect_options options = {.kind = "xml"};
    struct rq_out out = {0};
    double made = 0;
    for (size_t i = 0; i < gffs.count; i++) {
        struct rq_doc *doc = rq_doc_read(gffs.bytes[i], NULL, NULL);
        rq_out_cut(&out, 0);
        rq_dialect_write(doc, &options, &out, NULL);
        made += (double)out.size;
        rq_doc_free(doc);
    }
    rq_out_free(&out);
    return made;
}

static double gffs_to_json(void)
{
    struct rq_out out = {0};
    double made = 0;
    for (size_t i = 0; i < gffs.count; i++) {
        struct rq_doc *doc = rq_doc_read(gffs.bytes[i], NULL, NULL);
        rq_out_cut(&out, 0);
        rq_doc_to_json(doc, &out, NULL);
        made += (double)out.size;
        rq_doc_free(doc);
    }
    rq_out_free(&out);
    return made;
}

static struct rq_options pair_options(size_t i)
{
    struct rq_bytes mdx = pairs.bytes[i + 1];
    if (!mdx.data)
        mdx.data = (const uint8_t *)"";
    return (struct rq_options){.name = pairs.names[i], .companion = mdx};
}

static double parse_pairs(void)
{
    for (size_t i = 0; i < pairs.count; i += 2) {
        struct rq_options options = pair_options(i);
        rq_doc_free(rq_doc_read(pairs.bytes[i], &options, NULL));
    }
    return 0;
}

static double verify_pairs(void)
{
    for (size_t i = 0; i < pairs.count; i += 2) {
        struct rq_options options = pair_options(i);
        rq_doc_verify(pairs.bytes[i], &options, false, NULL);
    }
    return 0;
}

static void verify_one(void *ctx, size_t i)
{
    const struct set *set = ctx;
    rq_doc_verify(set->bytes[i], &(struct rq_options){.name = set->names[i]}, false, NULL);
}

static double verify_mods(void)
{
    rq_pool_run(&(struct rq_jobs){.count = mods.count, .work = verify_one, .ctx = &mods});
    rq_pool_run(&(struct rq_jobs){.count = entries.count, .work = verify_one, .ctx = &entries});
    return 0;
}

static double verify_entries(void)
{
    for (size_t i = 0; i < mods.count; i++)
        verify_one(&mods, i);
    for (size_t i = 0; i < entries.count; i++)
        verify_one(&entries, i);
    return 0;
}

static double verify_through_json(void)
{
    for (size_t i = 0; i < entries.count; i++)
        rq_doc_verify(entries.bytes[i], &(struct rq_options){.name = entries.names[i]}, true, NULL);
    return 0;
}

static void count_hit(void *ctx, const struct rq_search_hit *hit)
{
    (void)hit;
    ++*(double *)ctx;
}

/* A word that some of the archives have, as grep looks for it. */
static double search_entries(void)
{
    struct rq_search_talk talk;
    struct rq_search search;
    double hits = 0;
    rq_search_talk_open(&talk, game, "Bastila", RQ_CP_DEFAULT);
    if (rq_search_open(&search, game, "Bastila", RQ_CP_DEFAULT, &talk, NULL))
        for (size_t i = 0; i < entries.count; i++)
            if (rq_search_reads(entries.names[i]))
                rq_search_bytes(&search, entries.names[i], entries.bytes[i], count_hit, &hits,
                                NULL);
    rq_search_close(&search);
    rq_search_talk_close(&talk);
    return hits;
}

/* What find and ls wait for. */
static double open_archives(void)
{
    char path[1024];
    snprintf(path, sizeof path, "%.*s", (int)(rq_path_base(mods.names[0]) - mods.names[0]),
             mods.names[0]);
    struct rq_game *opened = rq_game_open(path, &(struct rq_game_options){.unwatched = true}, NULL);
    double count = opened ? (double)rq_game_count(opened) : 0;
    rq_game_close(opened);
    return count;
}

/* From the files on disk to the last finding. */
static double lint_mods(void)
{
    rq_lint(mods.names, mods.count, NULL, NULL, NULL, NULL, NULL);
    return 0;
}

static void write_numbered(size_t i, struct rq_bytes bytes)
{
    char path[320];
    snprintf(path, sizeof path, "%s/%zu", folder, i);
    rq_file_save(path, bytes, RQ_SAVE_NEW, NULL);
}

static void remove_numbered(size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char path[320];
        snprintf(path, sizeof path, "%s/%zu", folder, i);
        unlink(path);
    }
}

static void unpack_one(void *ctx, size_t i)
{
    struct rq_doc *doc = rq_doc_read(mods.bytes[i], NULL, NULL);
    const struct rq_entry *list;
    size_t count, *first = ctx;
    if (doc && rq_doc_entries(doc, &list, &count, NULL))
        for (size_t k = 0; k < count; k++)
            write_numbered(first[i] + k, list[k].bytes);
    rq_doc_free(doc);
}

static double unpack_mods(void)
{
    static size_t first[MOST];
    size_t at = 0;
    for (size_t i = 0; i < mods.count; i++) {
        first[i] = at;
        at += rq_get32(mods.bytes[i].data + 16);
        unpack_one(first, i);
    }
    return 0;
}

/* The limit of unpacking: open, write, close. */
static double create_files(void)
{
    for (size_t i = 0; i < entries.count; i++) {
        char path[320];
        snprintf(path, sizeof path, "%s/%zu", folder, i);
        int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
        if (fd < 0 || write(fd, entries.bytes[i].data, entries.bytes[i].size) < 0)
            perror(path);
        close(fd);
    }
    return 0;
}

static double decode_dxt(void)
{
    static uint8_t *rgba;
    double pixels = 0;
    if (!rgba)
        rgba = malloc((size_t)4096 * 4096 * 4);
    for (size_t i = 0; i < tpcs.count; i++) {
        struct rq_doc *doc = rq_doc_read(tpcs.bytes[i], NULL, NULL);
        struct rq_tpc *tpc = doc ? rq_doc_root(doc, "tpc") : NULL;
        for (size_t k = 0; tpc && tpc->header.data_size && k < tpc->level_count; k++) {
            struct rq_tpc_level *l = &tpc->levels[k];
            if (tpc->header.encoding == 2)
                rq_dxt1_decode(l->data.data, l->width, l->height, rgba, (ptrdiff_t)l->width * 4);
            else
                rq_dxt5_decode(l->data.data, l->width, l->height, rgba, (ptrdiff_t)l->width * 4);
            pixels += (double)l->width * l->height;
        }
        rq_doc_free(doc);
    }
    return pixels;
}

/* Read, and its picture as RGBA. */
static double decode_tgas(void)
{
    static uint8_t *rgba;
    double pixels = 0;
    if (!rgba)
        rgba = malloc((size_t)4096 * 4096 * 4);
    for (size_t i = 0; i < tgas.count; i++) {
        struct rq_arena arena = {0};
        struct rq_view view = {.arena = &arena, .err = &(struct rq_error){0}};
        const struct rq_image *images = NULL;
        size_t count = 0;
        struct rq_doc *doc = rq_doc_read(tgas.bytes[i], NULL, NULL);
        if (doc && doc->format->pictures->images(doc, &view, &images, &count) && count == 1) {
            rq_plane_rgba(&images[0], &images[0].planes[0], rgba);
            pixels += (double)images[0].planes[0].width * images[0].planes[0].height;
        }
        rq_arena_free(&arena);
        rq_doc_free(doc);
    }
    return pixels;
}

static double read_tgas(void)
{
    for (size_t i = 0; i < tgas.count; i++)
        rq_doc_free(rq_doc_read(tgas.bytes[i], NULL, NULL));
    return 0;
}

static bool keep_png(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    (void)name, (void)err;
    write_numbered(*(size_t *)ctx, bytes);
    return true;
}

static bool count_bytes(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    (void)name, (void)err;
    *(double *)ctx += (double)bytes.size;
    return true;
}

static void png_one(void *ctx, size_t i)
{
    (void)ctx;
    struct rq_doc *doc = rq_doc_read(tpcs.bytes[i], NULL, NULL);
    struct rq_convert_options how = {.name = "x.tpc"};
    if (doc)
        rq_doc_convert(doc, &how, keep_png, &i, NULL);
    rq_doc_free(doc);
}

static int by_size(const void *a, const void *b)
{
    size_t x = tpcs.bytes[*(const size_t *)a].size, y = tpcs.bytes[*(const size_t *)b].size;
    return x > y ? -1 : x < y;
}

/* Largest first, as the tool does. */
static double tpcs_to_png(void)
{
    static size_t order[MOST];
    double pixels = 0;
    for (size_t i = 0; i < tpcs.count; i++)
        order[i] = i;
    qsort(order, tpcs.count, sizeof *order, by_size);
    rq_pool_run(
        &(struct rq_jobs){.count = tpcs.count, .work = png_one, .start = order, .threads = 2});
    for (size_t i = 0; i < tpcs.count; i++)
        pixels += (double)rq_get16(tpcs.bytes[i].data + 8) * rq_get16(tpcs.bytes[i].data + 10);
    return pixels;
}

static double set_to(const struct set *set, const char *to, const struct rq_env *env)
{
    double made = 0;
    struct rq_pictures *pictures = rq_pictures_open();
    for (size_t i = 0; i < set->count; i++) {
        struct rq_doc *doc = rq_doc_read(set->bytes[i], NULL, NULL);
        struct rq_convert_options how = {
            .name = set->names[i], .to = to, .env = env, .pictures = pictures};
        if (doc)
            rq_doc_convert(doc, &how, count_bytes, &made, NULL);
        rq_doc_free(doc);
    }
    rq_pictures_close(pictures);
    return made;
}

/* Every string of every table, one by one, in an order that no cache likes. */
static double look_up_strings(void)
{
    double found = 0;
    for (size_t i = 0; i < tlks.count; i++) {
        uint32_t count = rq_get32(tlks.bytes[i].data + 12);
        for (uint32_t k = 0; k < count; k++) {
            struct rq_tlk_found string;
            uint32_t strref = (uint32_t)((uint64_t)k * 2654435761u % count);
            found += rq_tlk_get(tlks.bytes[i], strref, &string);
        }
    }
    return found;
}

static double pairs_to_glb(void)
{
    double made = 0;
    for (size_t i = 0; i < pairs.count; i += 2) {
        struct rq_options options = pair_options(i);
        struct rq_doc *doc = rq_doc_read(pairs.bytes[i], &options, NULL);
        struct rq_convert_options how = {.to = "glb", .name = pairs.names[i]};
        if (doc)
            rq_doc_convert(doc, &how, count_bytes, &made, NULL);
        rq_doc_free(doc);
    }
    return made;
}

static double models_to_glb(void)
{
    return set_to(&models, "glb", NULL);
}

/* The ground with its map and models, as far as they are there. */
static double grounds_to_glb(void)
{
    return set_to(&grounds, "glb", game ? rq_game_env(game) : NULL);
}

static double octrees_to_json(void)
{
    return set_to(&octrees, "json", NULL);
}

static size_t voice_files;

static bool save_voice(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    (void)ctx;
    (void)name;
    (void)err;
    write_numbered(voice_files++, bytes);
    return true;
}

static double voices_to_wav(void)
{
    voice_files = 0;
    for (size_t i = 0; i < voices.count; i++) {
        struct rq_doc *doc = rq_doc_read(voices.bytes[i], NULL, NULL);
        struct rq_convert_options how = {.name = "x.rtx", .to = "wav"};
        if (doc)
            rq_doc_convert(doc, &how, save_voice, NULL, NULL);
        rq_doc_free(doc);
    }
    return 0;
}

/* The same bytes in as many files, without looking at them. */
static double copy_voices(void)
{
    size_t most = 0;
    for (size_t i = 0; i < voices.count; i++)
        most = voices.bytes[i].size > voices.bytes[most].size ? i : most;
    struct rq_bytes from = voices.bytes[most];
    size_t each = voice_files ? voices.total / voice_files : 0;
    for (size_t i = 0; i < voice_files && each < from.size; i++)
        write_numbered(i, (struct rq_bytes){from.data + i * each % (from.size - each), each});
    return 0;
}

/* The last name of each key: the longest way. */
static double find_in_keys(void)
{
    double found = 0;
    for (size_t i = 0; i < keys.count; i++) {
        const uint8_t *data = keys.bytes[i].data;
        uint32_t count = rq_get32(data + 12), bif, index;
        const uint8_t *last = data + rq_get32(data + 20) + (size_t)(count - 1) * 22;
        char name[17] = "";
        memcpy(name, last, 16);
        found += rq_key_find(keys.bytes[i], name, rq_get16(last + 16), &bif, &index);
    }
    return found;
}

static double parse_tables(void)
{
    for (size_t i = 0; i < tables.count; i++)
        rq_doc_free(rq_doc_read(tables.bytes[i], NULL, NULL));
    return 0;
}

/* Models are read once. */
static double pairs_to_ascii(void)
{
    static struct rq_doc *docs[MOST];
    struct rq_out out = {0};
    double made = 0;
    for (size_t i = 0; i < pairs.count; i += 2) {
        struct rq_options options = pair_options(i);
        rq_out_cut(&out, 0);
        docs[i] = docs[i] ? docs[i] : rq_doc_read(pairs.bytes[i], &options, NULL);
        if (docs[i] && rq_mdl_to_ascii(docs[i], &out, NULL))
            made += (double)out.size;
    }
    rq_out_free(&out);
    return made;
}

/* A BIF of 10,000 resources of 200 bytes and more, made here. */
enum { SMALL_FILES = 10000 };

static void make_small(void)
{
    static uint8_t contents[SMALL_FILES][256];
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("bif"), NULL, NULL);
    struct rq_out *out = calloc(1, sizeof *out);
    for (size_t i = 0; doc && i < SMALL_FILES; i++) {
        char name[32];
        snprintf(name, sizeof name, "%05zu.txt", i);
        memset(contents[i], (int)(i % 251), 256);
        rq_doc_put_entry(doc, name, (struct rq_bytes){contents[i], 200 + i % 57}, NULL);
    }
    if (doc && out && rq_doc_write(doc, out, NULL))
        add(&small, rq_out_bytes(out), "small.bif");
    rq_doc_free(doc);
}

static size_t small_files = SMALL_FILES;

static double extract_small(void)
{
    const struct rq_entry *list;
    size_t count = 0;
    struct rq_doc *doc = rq_doc_read(small.bytes[0], NULL, NULL);
    if (doc && rq_doc_entries(doc, &list, &count, NULL))
        for (size_t i = 0; i < count; i++)
            write_numbered(i, list[i].bytes);
    rq_doc_free(doc);
    return 0;
}

static double copy_small(void)
{
    for (size_t i = 0; i < SMALL_FILES; i++) {
        char path[320];
        snprintf(path, sizeof path, "%s/%zu", folder, i);
        int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
        if (fd < 0 || write(fd, small.bytes[0].data + i * 200, 200 + i % 57) < 0)
            perror(path);
        close(fd);
    }
    return 0;
}

/* ---- the table ---- */

struct row {
    const char *title;
    const struct set *set;
    double (*run)(void);
    double (*limit)(void); /* another limit than the copy: runs in turn with the row */
    const char *unit;      /* of what run returns, in millions; NULL: nothing */
    size_t *files;         /* numbered files to remove after each run */
};

/* Processor time of what runs on one core: the machine may be shared. */
static double now(const struct row *row)
{
    struct timespec time;
    if (!strstr(row->title, "one core") || clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) != 0)
        return rq_clock();
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static double timed(const struct row *row, double (*run)(void), double *best)
{
    double start = now(row), made = run(), took = now(row) - start;
    *best = took < *best ? took : *best;
    if (row->files)
        remove_numbered(*row->files);
    return made;
}

static void measure(const struct row *row)
{
    double best = 1e9, limit = 1e9, made = 0, copy = best_copy(row->set);
    double end = rq_clock() + seconds_for_a_row;
    for (int runs = 0; runs < 5 || rq_clock() < end; runs++) {
        made = timed(row, row->run, &best);
        if (row->limit)
            timed(row, row->limit, &limit);
    }
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    double megabytes = (double)row->set->total / 1e6;
    printf("%-34s %8.1f %9.2f %9.0f %8.1f", row->title, megabytes, best * 1e3, megabytes / best,
           best / copy);
    if (row->unit)
        printf(" %9.0f %-9s", made / 1e6 / best, row->unit);
    else if (row->limit)
        printf(" %9.2f x files  ", best / limit);
    else
        printf(" %19s", "");
    printf(" %7ld\n", usage.ru_maxrss / 1024);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        load(argv[i]);
    make_small();
    const char *only = getenv("RQ_BENCH_ROWS"); /* words of their titles */
    const struct rq_game_options files = {.files_only = true};
    game = argc > 1 ? rq_game_open(argv[1], &files, NULL) : NULL;
    /* In memory where that can be: the noise of a disk hides what is measured. */
    const char *temp = getenv("TMPDIR");
    if (!temp)
        temp = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(folder, sizeof folder, "%s/reliquary-bench-XXXXXX", temp);
    if (argc < 2 || !mkdtemp(folder)) {
        fprintf(stderr, "usage: bench FOLDER...\n");
        return 2;
    }
    /* Its files are read where they are: the copy is of other bytes, as many. */
    install.count = 1;
    install.total = bench_refs_make(folder);
    install.bytes[0] = (struct rq_bytes){calloc(install.total + 1, 1), install.total};
    add(&scripts, bench_soup_code(), "loop");
    add(&texts, bench_text_map(), "scripts.rgm");
    add(&sources, bench_nss_text(), "scripts.nss");
    add(&ground, bench_render_make(), "ground");
    bench_ncs_take(compiled.bytes, compiled.count);
    const struct row rows[] = {
        {"unpack archives, one thread", &mods, unpack_mods, create_files, NULL, &entries.count},
        {"parse GFF, one core", &gffs, parse_gffs, NULL, NULL, NULL},
        {"GFF to JSON, one core (output)", &gffs, gffs_to_json, NULL, "MB/s", NULL},
        {"GFF to XML, one core (output)", &gffs, gffs_to_xml, NULL, "MB/s", NULL},
        {"verify archives, all cores", &mods, verify_mods, NULL, NULL, NULL},
        {"the same, one core", &mods, verify_entries, NULL, NULL, NULL},
        {"entries through JSON, one core", &mods, verify_through_json, NULL, NULL, NULL},
        {"search a word in them, one core", &mods, search_entries, NULL, NULL, NULL},
        {"index of archives, one core", &mods, open_archives, NULL, "M/s", NULL},
        {"lint of archives, all cores", &mods, lint_mods, NULL, NULL, NULL},
        {"decode DXT, one core", &tpcs, decode_dxt, NULL, "Mpixel/s", NULL},
        {"read TGA, one core", &tgas, read_tgas, NULL, NULL, NULL},
        {"TGA to RGBA, one core", &tgas, decode_tgas, NULL, "Mpixel/s", NULL},
        {"TPC to PNG files, two threads", &tpcs, tpcs_to_png, NULL, "Mpixel/s", &tpcs.count},
        {"3D, 3DC to GLB, one core (output)", &models, models_to_glb, NULL, "MB/s", NULL},
        {"WLD and its map to GLB (output)", &grounds, grounds_to_glb, NULL, "MB/s", NULL},
        {"PVO to JSON, one core (output)", &octrees, octrees_to_json, NULL, "MB/s", NULL},
        {"RTX to WAV files, one thread", &voices, voices_to_wav, copy_voices, NULL, &voice_files},
        {"find a name in chitin.key", &keys, find_in_keys, NULL, NULL, NULL},
        {"parse 2DA, one core", &tables, parse_tables, NULL, NULL, NULL},
        {"extract 10,000 files of a BIF", &small, extract_small, copy_small, NULL, &small_files},
        {"parse MDL and MDX, one core", &pairs, parse_pairs, NULL, NULL, NULL},
        {"verify MDL and MDX, one core", &pairs, verify_pairs, NULL, NULL, NULL},
        {"MDL to ASCII, one core (output)", &pairs, pairs_to_ascii, NULL, "MB/s", NULL},
        {"MDL to GLB, one core (output)", &pairs, pairs_to_glb, NULL, "MB/s", NULL},
        {"draw 200,000 triangles, one core", &ground, bench_render_draw, NULL, "M/s", NULL},
        {"look up strings of TLK, one core", &tlks, look_up_strings, NULL, "M/s", NULL},
        {"index of 30,000 files, all cores", &install, bench_refs_cold, NULL, "M uses/s", NULL},
        {"the same, from its cache", &install, bench_refs_cached, NULL, "M uses/s", NULL},
        {"run SOUP, one thread", &scripts, bench_soup_run, NULL, "M/s", NULL},
        {"the same, ticks of two threads", &scripts, bench_soup_ticks, NULL, "M/s", NULL},
        {"disassemble SOUP (output)", &texts, bench_text_disassemble, NULL, "MB/s", NULL},
        {"decompile SOUP (output)", &texts, bench_text_decompile, NULL, "MB/s", NULL},
        {"assemble SOUP (text)", &texts, bench_text_assemble, NULL, "MB/s", NULL},
        {"read NCS as a document, one core", &compiled, bench_ncs_decode, NULL, "MB/s", NULL},
        {"the same, instructions alone", &compiled, bench_ncs_instrs, NULL, "MB/s", NULL},
        {"disassemble NCS (output)", &compiled, bench_ncs_list, NULL, "MB/s", NULL},
        {"assemble NCS (text)", &compiled, bench_ncs_assemble, NULL, "MB/s", NULL},
        {"decompile NCS and verify, one core", &compiled, bench_ncs_decompile, NULL, "files/s",
         NULL},
        {"compile NWScript, one include", &sources, bench_nss_warm, NULL, "scripts/s", NULL},
        {"the same, a new include for each", &sources, bench_nss_cold, NULL, "scripts/s", NULL},
    };
    printf("%zu archives with %zu resources (%zu GFF), %zu TPC, %zu models; files go to %s\n\n",
           mods.count, entries.count, gffs.count, tpcs.count, models.count, temp);
    printf("%-34s %8s %9s %9s %8s %19s %7s\n", "", "MB in", "ms", "MB/s in", "x copy", "made",
           "peak MB");
    fflush(stdout);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].set->count == 0 || (only && !strstr(rows[i].title, only)))
            continue;
        pid_t child = fork();
        if (child == 0) {
            measure(&rows[i]);
            fflush(stdout);
            _exit(0);
        }
        waitpid(child, NULL, 0);
    }
    bench_refs_remove();
    rmdir(folder);
    printf("\n");
    if (!only)
        bench_dxt(tpcs.bytes, tpcs.count);
    return 0;
}
