/* The resources of an installation of KotOR. Of those with one name and type the game takes the
 * first in this order:
 *
 *     override, the module's parts, patch.erf, lips, rims, texture packs, streams, chitin.key
 *
 * A module is <root>.mod; only without one its .rim and what stands beside that, in the order
 * _dlg.erf, _s.rim, and the first of _a.rim, _adx.rim, .rim. Layered, the parts come before the
 * .mod, as the specification's table has it.
 */
#include "core/text.h"
#include "game/index.h"

#include <reliquary/key.h>
#include <stdlib.h>

enum kind { OVERRIDE, MODULE, PATCH, LIPS, RIMS, TEXTURES, STREAMS, CHITIN, ROOT, KINDS };

static const char *const kind_names[KINDS] = {"override", "module",  "patch",  "lips", "rims",
                                              "textures", "streams", "chitin", "root"};

/* The first folder of a path is this one, without case. */
static bool is_below(const char *path, const char *folder)
{
    size_t n = strlen(folder);
    for (size_t i = 0; i < n; i++)
        if (rq_lower(path[i]) != folder[i])
            return false;
    return path[n] == '/';
}

static long add_source(struct rq_game *g, enum kind kind, const char *path, unsigned order,
                       struct rq_game_file *file)
{
    return rq_index_source(
        g, &(struct rq_source){.kind = kind_names[kind], .path = path, .order = order},
        &(struct rq_source_parts){.file = file, .rank = kind});
}

/* An archive that can't be read is a source without resources. */
static bool add_archive(struct rq_game *g, enum kind kind, unsigned order, char *module,
                        struct rq_game_file *file)
{
    struct rq_error err = {0};
    long source = add_source(g, kind, file->relative, order, file);
    if (source < 0)
        return false;
    g->sources[source].module = module;
    g->parts[source].box = rq_game_file_box(file, &err);
    if (g->parts[source].box)
        return rq_index_entries(g, source);
    rq_index_problem(g, file->relative, &err);
    return err.code != RQ_NO_MEMORY;
}

/* ---- modules ---- */

/* The parts of a module by the end of their name, the first to win first. What has no rank is no
 * part of a module. */
static const struct part {
    const char *end;
    unsigned exclusive, layered;
} parts[] = {
    {"_dlg.erf", 1, 0}, {"_s.rim", 2, 1}, {"_a.rim", 3, 2},
    {"_adx.rim", 4, 3}, {".rim", 5, 4},   {".mod", 0, 5},
};

static const struct part *part_of(const char *name)
{
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (rq_ends_with(name, parts[i].end))
            return &parts[i];
    return NULL;
}

static char *module_name(struct rq_game *g, const char *file, const struct part *part)
{
    size_t size = strlen(file) - strlen(part->end);
    char *name = rq_arena_text(&g->arena, file, size);
    for (size_t i = 0; name && i < size; i++)
        name[i] = rq_lower(name[i]);
    return name;
}

/* All parts of all modules are sources; those that another part of their module replaces are
 * inactive: everything when there is a .mod, and all but the first of _a, _adx and the plain
 * .rim. */
static bool add_module(struct rq_game *g, struct rq_game_file *file)
{
    const char *base = rq_path_base(file->relative);
    const struct part *part = part_of(base);
    if (!part)
        return true;
    char *module = module_name(g, base, part);
    if (!module)
        return false;
    if (g->options.module && rq_casecmp(module, g->options.module) != 0)
        return true;
    return add_archive(g, MODULE, g->options.layered ? part->layered : part->exclusive, module,
                       file);
}

static int by_module(const void *a, const void *b)
{
    const struct rq_source *x = *(struct rq_source *const *)a, *y = *(struct rq_source *const *)b;
    int order = strcmp(x->module, y->module);
    return order ? order : x->order < y->order ? -1 : x->order > y->order;
}

static bool is_base(const struct rq_source *source)
{
    return rq_ends_with(source->path, ".rim") && !rq_ends_with(source->path, "_s.rim");
}

/* Of the parts of one module, the first to win first. */
static void retire_group(struct rq_source **parts_of_it, size_t count, bool layered)
{
    bool mod = false, base = false;
    for (size_t i = 0; i < count; i++)
        mod = mod || rq_ends_with(parts_of_it[i]->path, ".mod");
    for (size_t i = 0; i < count; i++) {
        struct rq_source *part = parts_of_it[i];
        part->inactive =
            (mod && !layered && !rq_ends_with(part->path, ".mod")) || (is_base(part) && base);
        base = base || is_base(part);
    }
}

static bool retire_parts(struct rq_game *g)
{
    struct rq_source **sorted = calloc(g->source_count + 1, sizeof(void *));
    size_t count = 0;
    for (size_t i = 0; sorted && i < g->source_count; i++)
        if (g->sources[i].module)
            sorted[count++] = &g->sources[i];
    if (count)
        qsort(sorted, count, sizeof(void *), by_module);
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && strcmp(sorted[i]->module, sorted[end]->module) == 0;)
            end++;
        retire_group(sorted + i, end - i, g->options.layered);
    }
    free(sorted);
    return sorted != NULL;
}

/* ---- the key ---- */

static struct rq_game_file *find_file(const struct rq_game *g, const char *relative)
{
    for (size_t i = 0; i < g->file_count; i++)
        if (rq_casecmp(g->files[i]->relative, relative) == 0)
            return g->files[i];
    return NULL;
}

/* Straight from the bytes: a document of 25,836 keys is not needed to know their names. */
static bool add_key(struct rq_game *g, struct rq_game_file *file)
{
    struct rq_error err = {0};
    struct rq_bytes key;
    if (!rq_game_file_map(file, &key, &err)) {
        rq_index_problem(g, file->relative, &err);
        return true;
    }
    uint32_t bifs = key.size >= 64 ? rq_get32(key.data + 8) : 0;
    uint32_t count = key.size >= 64 ? rq_get32(key.data + 12) : 0;
    uint32_t table = key.size >= 64 ? rq_get32(key.data + 20) : 0;
    if (key.size < 64 || memcmp(key.data, "KEY V1  ", 8) != 0 || table > key.size ||
        count > (key.size - table) / 22 || bifs > key.size / 12) {
        rq_fail(&err, RQ_CORRUPT, 0, "chitin.key", "is not a KEY file, or is cut off");
        rq_index_problem(g, file->relative, &err);
        return true;
    }
    long source = add_source(g, CHITIN, file->relative, 0, file);
    g->bifs = rq_arena_get(&g->arena, bifs, sizeof(void *));
    if (source < 0 || !g->bifs)
        return false;
    g->bif_count = bifs;
    for (uint32_t i = 0; i < bifs; i++) {
        char path[RQ_KEY_PATH];
        g->bifs[i] = rq_key_bif_name(key, i, path) ? find_file(g, path) : NULL;
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *p = key.data + table + (size_t)i * 22;
        struct rq_location location = {
            .type = rq_get16(p + 16), .source = (uint32_t)source, .index = rq_get32(p + 18)};
        for (size_t k = 0; k < 16 && p[k]; k++)
            location.key[k / 8] |= (uint64_t)(uint8_t)rq_lower((char)p[k]) << (56 - k % 8 * 8);
        if (!rq_index_put(g, &location))
            return false;
    }
    return true;
}

/* Its row of the table, without reading the others. A BZF has to be unpacked. */
bool rq_index_bif(const struct rq_game *g, uint32_t id, struct rq_bytes *bytes,
                  struct rq_error *err)
{
    uint32_t bif = id >> RQ_KEY_INDEX_BITS, index = id & RQ_KEY_INDEX_MASK;
    struct rq_game_file *file = bif < g->bif_count ? g->bifs[bif] : NULL;
    struct rq_bytes all;
    if (!file)
        return rq_fail(err, RQ_IO, 0, "chitin.key", "BIF number %u is not there", bif);
    if (!rq_game_file_map(file, &all, err))
        return false;
    const char *path = file->relative;
    if (rq_ends_with(path, ".bzf")) {
        const struct rq_box *box = rq_game_file_box(file, err);
        if (!box || index >= box->count)
            return rq_fail(err, RQ_CORRUPT, 0, path, "has no resource %u", index);
        *bytes = box->entries[index].bytes;
        return true;
    }
    uint32_t count = all.size >= 20 ? rq_get32(all.data + 8) : 0;
    uint32_t table = all.size >= 20 ? rq_get32(all.data + 16) : 0;
    if (index >= count || table > all.size || count > (all.size - table) / 16)
        return rq_fail(err, RQ_CORRUPT, 0, path, "has no resource %u", index);
    const uint8_t *row = all.data + table + (size_t)index * 16;
    uint32_t offset = rq_get32(row + 4), size = rq_get32(row + 8);
    if (offset > all.size || size > all.size - offset)
        return rq_fail(err, RQ_TRUNCATED, offset, path, "resource %u is outside of it", index);
    *bytes = (struct rq_bytes){all.data + offset, size};
    return true;
}

/* ---- the tree ---- */

static const struct folder {
    const char *name;
    enum kind kind;
    const char *archives; /* extensions, blank between; NULL: loose files */
} folders[] = {
    {"override", OVERRIDE, NULL},      {"modules", MODULE, "mod rim erf"},
    {"lips", LIPS, "mod erf"},         {"rims", RIMS, "rim"},
    {"texturepacks", TEXTURES, "erf"}, {"streammusic", STREAMS, NULL},
    {"streamsounds", STREAMS, NULL},   {"streamwaves", STREAMS, NULL},
    {"streamvoice", STREAMS, NULL},
};

/* Of texture packs the finest wins; the one for menus last, its names are its own. */
static unsigned pack_order(const char *path)
{
    static const char *const ends[] = {"tpa.erf", "tpb.erf", "tpc.erf"};
    for (unsigned i = 0; i < 3; i++)
        if (rq_ends_with(path, ends[i]))
            return i;
    return 3;
}

/* The lips of a module are found only while it is played. */
static bool is_other_lips(const struct rq_game *g, const char *path)
{
    const char *base = rq_path_base(path), *module = g->options.module;
    size_t n = module ? strlen(module) : 0;
    if (!n || !rq_ends_with(base, "_loc.mod"))
        return false;
    bool same = strlen(base) == n + 8;
    for (size_t i = 0; same && i < n; i++)
        same = rq_lower(base[i]) == rq_lower(module[i]);
    return !same;
}

static bool is_archive(const struct folder *folder, const char *path)
{
    const char *extension = rq_path_extension(path);
    char lower[8] = "";
    for (size_t k = 0; k < 7 && extension[k]; k++)
        lower[k] = rq_lower(extension[k]);
    return rq_word_in(folder->archives, lower, strlen(lower));
}

static bool add_folder(struct rq_game *g, const struct folder *folder)
{
    long loose = -1;
    for (size_t i = 0; i < g->file_count; i++) {
        struct rq_game_file *file = g->files[i];
        const char *path = file->relative;
        bool fine = true;
        if (!is_below(path, folder->name))
            continue;
        if (!folder->archives) {
            if (loose < 0)
                loose =
                    add_source(g, folder->kind, folder->name, (unsigned)(folder - folders), NULL);
            fine = loose >= 0 && rq_index_add(g, loose, rq_path_base(path), i);
        } else if (!is_archive(folder, path) || is_other_lips(g, path)) {
            continue;
        } else if (folder->kind == MODULE) {
            fine = add_module(g, file);
        } else {
            unsigned order = folder->kind == TEXTURES ? pack_order(path) : (unsigned)i;
            fine = add_archive(g, folder->kind, order, NULL, file);
        }
        if (!fine)
            return false;
    }
    return true;
}

static bool add_root(struct rq_game *g)
{
    long root = -1;
    for (size_t i = 0; i < g->file_count; i++) {
        struct rq_game_file *file = g->files[i];
        const char *path = file->relative;
        if (strchr(path, '/'))
            continue;
        if (rq_casecmp(path, "chitin.key") == 0 && !add_key(g, file))
            return false;
        if (rq_casecmp(path, "patch.erf") == 0 && !add_archive(g, PATCH, 0, NULL, file))
            return false;
        if (rq_ends_with(path, ".tlk")) {
            root = root < 0 ? add_source(g, ROOT, "", 0, NULL) : root;
            if (root < 0 || !rq_index_add(g, root, path, i))
                return false;
        }
    }
    return true;
}

/* The second game has streamvoice where the first has streamwaves, and its own program. */
static unsigned guess_version(const struct rq_game *g)
{
    for (size_t i = 0; i < g->file_count; i++) {
        const char *path = g->files[i]->relative;
        if (is_below(path, "streamvoice") || rq_casecmp(path, "swkotor2.exe") == 0)
            return 2;
    }
    return 1;
}

bool rq_index_kotor(struct rq_game *g)
{
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        if (!add_folder(g, &folders[i]))
            return false;
    g->info.version = g->options.version ? g->options.version : guess_version(g);
    return add_root(g) && retire_parts(g);
}
