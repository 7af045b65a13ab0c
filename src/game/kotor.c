#include "game/kotor.h"
#include "core/text.h"
#include "formats/format.h"
#include "formats/restype.h"

#include <pthread.h>
#include <reliquary/key.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_SOURCES = 60000 };

static const char *const kind_names[RQ_KOTOR_KINDS] = {
    "override", "module", "patch", "lips", "rims", "textures", "streams", "chitin", "root"};

const char *rq_kotor_kind_name(enum rq_kotor_kind kind)
{
    return kind < RQ_KOTOR_KINDS ? kind_names[kind] : "";
}

/* A file that was opened: an archive with its entries, a BIF, a loose file. */
struct opened {
    struct rq_map map;
    struct rq_doc *doc;
    const struct rq_entry *entries;
    size_t count;
    bool tried;
};

struct source {
    struct rq_kotor_source base;
    size_t file; /* number in walk of the archive; SIZE_MAX: loose files */
};

struct problem {
    const char *path;
    struct rq_error err;
};

struct rq_kotor {
    struct rq_kotor_options options;
    struct rq_walk walk;
    struct rq_arena arena;
    struct opened *opened; /* one for each file of walk */
    struct source *sources;
    struct rq_kotor_source *shown; /* the sources without what is private */
    size_t source_count, source_room;
    struct rq_kotor_entry *entries;
    size_t entry_count, entry_room;
    struct problem *problems;
    size_t problem_count, problem_room;
    size_t key_file;  /* chitin.key in walk; SIZE_MAX: none */
    size_t *bif_file; /* number in walk of each BIF of the key */
    size_t bif_count;
    enum rq_kotor_version version;
    struct rq_env env;
    pthread_mutex_t lock;
};

static bool grow(void **array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return true;
    size_t more = *room ? *room * 2 : 256;
    void *grown = realloc(*array, more * size);
    if (!grown)
        return false;
    *array = grown;
    *room = more;
    return true;
}

static void note_problem(struct rq_kotor *g, const char *path, const struct rq_error *err)
{
    if (grow((void **)&g->problems, g->problem_count, &g->problem_room, sizeof *g->problems))
        g->problems[g->problem_count++] = (struct problem){path, *err};
}

/* ---- names ---- */

/* The first folder of a path is this one, without case. */
static bool is_below(const char *path, const char *folder)
{
    size_t n = strlen(folder);
    for (size_t i = 0; i < n; i++)
        if (rq_lower(path[i]) != folder[i])
            return false;
    return path[n] == '/';
}

static bool ends_with(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);
    return n >= m && rq_casecmp(name + n - m, end) == 0;
}

/* "name.ext" as the game keeps it: at most 16 letters, lower case, and a type. */
static bool split_name(const char *name, char resref[16], uint16_t *type)
{
    const char *extension = rq_path_extension(name);
    size_t size = extension[0] ? (size_t)(extension - name) - 1 : 0;
    uint32_t id;
    if (!size || size > 16 || !rq_restype_id(extension, &id))
        return false;
    memset(resref, 0, 16);
    for (size_t i = 0; i < size; i++)
        resref[i] = rq_lower(name[i]);
    *type = (uint16_t)id;
    return true;
}

void rq_kotor_name(const struct rq_kotor_entry *entry, char name[RQ_KOTOR_NAME])
{
    char extension[RQ_RESTYPE_TEXT];
    rq_restype_extension(entry->type, extension);
    snprintf(name, RQ_KOTOR_NAME, "%.16s.%s", entry->resref, extension);
}

/* ---- opening ---- */

static bool open_file(struct rq_kotor *g, size_t file, struct rq_error *err)
{
    struct opened *o = &g->opened[file];
    if (!o->tried) {
        o->tried = true;
        rq_map_open(&o->map, g->walk.items[file].path, err);
    }
    return o->map.handle || rq_fail(err, RQ_IO, 0, g->walk.items[file].path, "can't be opened");
}

static bool open_archive(struct rq_kotor *g, size_t file, struct rq_error *err)
{
    struct opened *o = &g->opened[file];
    if (!open_file(g, file, err))
        return false;
    if (!o->doc) {
        struct rq_options options = {.name = g->walk.items[file].path};
        o->doc = rq_doc_read(o->map.bytes, &options, err);
        if (o->doc && !rq_doc_entries(o->doc, &o->entries, &o->count, err)) {
            rq_doc_free(o->doc);
            o->doc = NULL;
        }
    }
    return o->doc != NULL || rq_fail(err, RQ_CORRUPT, 0, g->walk.items[file].path, "is no archive");
}

static bool add_entry(struct rq_kotor *g, const struct rq_kotor_entry *entry)
{
    if (!grow((void **)&g->entries, g->entry_count, &g->entry_room, sizeof *g->entries))
        return false;
    g->entries[g->entry_count++] = *entry;
    g->sources[entry->source].base.count++;
    return true;
}

/* The number of a new source; -1 without memory or room. */
static int add_source(struct rq_kotor *g, enum rq_kotor_kind kind, const char *path, size_t file,
                      unsigned order)
{
    if (g->source_count >= MOST_SOURCES ||
        !grow((void **)&g->sources, g->source_count, &g->source_room, sizeof *g->sources))
        return -1;
    g->sources[g->source_count] =
        (struct source){.base = {.kind = kind, .path = path, .order = order}, .file = file};
    return (int)g->source_count++;
}

static bool add_archive_entries(struct rq_kotor *g, int source, size_t file)
{
    struct rq_error err = {0};
    struct opened *o = &g->opened[file];
    if (!open_archive(g, file, &err)) {
        note_problem(g, g->walk.items[file].relative, &err);
        return err.code != RQ_NO_MEMORY;
    }
    for (size_t i = 0; i < o->count; i++) {
        struct rq_kotor_entry entry = {.source = (uint16_t)source, .index = (uint32_t)i};
        if (split_name(o->entries[i].name, entry.resref, &entry.type) && !add_entry(g, &entry))
            return false;
    }
    return true;
}

static bool add_loose(struct rq_kotor *g, int source, size_t file)
{
    struct rq_kotor_entry entry = {.source = (uint16_t)source, .index = (uint32_t)file};
    if (!split_name(rq_path_base(g->walk.items[file].relative), entry.resref, &entry.type))
        return true;
    return add_entry(g, &entry);
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
        if (ends_with(name, parts[i].end))
            return &parts[i];
    return NULL;
}

static char *module_name(struct rq_kotor *g, const char *file, const struct part *part)
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
static bool add_module(struct rq_kotor *g, size_t file)
{
    const char *path = g->walk.items[file].relative, *base = rq_path_base(path);
    const struct part *part = part_of(base);
    if (!part)
        return true;
    char *module = module_name(g, base, part);
    if (!module)
        return false;
    if (g->options.module && rq_casecmp(module, g->options.module) != 0)
        return true;
    int source = add_source(g, RQ_KOTOR_MODULE, path, file,
                            g->options.layered ? part->layered : part->exclusive);
    if (source < 0)
        return false;
    g->sources[source].base.module = module;
    return add_archive_entries(g, source, file);
}

static int by_module(const void *a, const void *b)
{
    const struct rq_kotor_source *x = *(struct rq_kotor_source *const *)a,
                                 *y = *(struct rq_kotor_source *const *)b;
    int order = strcmp(x->module, y->module);
    return order ? order : x->order < y->order ? -1 : x->order > y->order;
}

static bool is_base(const struct rq_kotor_source *source)
{
    return ends_with(source->path, ".rim") && !ends_with(source->path, "_s.rim");
}

/* Of the parts of one module, the first to win first. */
static void retire_group(struct rq_kotor_source **parts_of_it, size_t count, bool layered)
{
    bool mod = false, base = false;
    for (size_t i = 0; i < count; i++)
        mod = mod || ends_with(parts_of_it[i]->path, ".mod");
    for (size_t i = 0; i < count; i++) {
        struct rq_kotor_source *part = parts_of_it[i];
        part->inactive =
            (mod && !layered && !ends_with(part->path, ".mod")) || (is_base(part) && base);
        base = base || is_base(part);
    }
}

static bool retire_parts(struct rq_kotor *g)
{
    struct rq_kotor_source **sorted = calloc(g->source_count + 1, sizeof(void *));
    size_t count = 0;
    for (size_t i = 0; sorted && i < g->source_count; i++)
        if (g->sources[i].base.kind == RQ_KOTOR_MODULE)
            sorted[count++] = &g->sources[i].base;
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

static size_t find_file(const struct rq_kotor *g, const char *relative)
{
    for (size_t i = 0; i < g->walk.count; i++)
        if (rq_casecmp(g->walk.items[i].relative, relative) == 0)
            return i;
    return SIZE_MAX;
}

/* Straight from the bytes: a document of 25,836 keys is not needed to know their names. */
static bool add_key(struct rq_kotor *g, size_t file)
{
    struct rq_error err = {0};
    if (!open_file(g, file, &err)) {
        note_problem(g, g->walk.items[file].relative, &err);
        return true;
    }
    struct rq_bytes key = g->opened[file].map.bytes;
    uint32_t bifs = key.size >= 64 ? rq_get32(key.data + 8) : 0;
    uint32_t count = key.size >= 64 ? rq_get32(key.data + 12) : 0;
    uint32_t table = key.size >= 64 ? rq_get32(key.data + 20) : 0;
    if (key.size < 64 || memcmp(key.data, "KEY V1  ", 8) != 0 || table > key.size ||
        count > (key.size - table) / 22 || bifs > key.size / 12) {
        rq_fail(&err, RQ_CORRUPT, 0, "chitin.key", "is no key, or cut off");
        note_problem(g, g->walk.items[file].relative, &err);
        return true;
    }
    int source = add_source(g, RQ_KOTOR_CHITIN, g->walk.items[file].relative, file, 0);
    g->bif_file = calloc(bifs + 1, sizeof *g->bif_file);
    if (source < 0 || !g->bif_file)
        return false;
    g->key_file = file;
    g->bif_count = bifs;
    for (uint32_t i = 0; i < bifs; i++) {
        char path[RQ_KEY_PATH];
        g->bif_file[i] = rq_key_bif_name(key, i, path) ? find_file(g, path) : SIZE_MAX;
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *p = key.data + table + (size_t)i * 22;
        struct rq_kotor_entry entry = {
            .type = rq_get16(p + 16), .source = (uint16_t)source, .index = rq_get32(p + 18)};
        for (size_t k = 0; k < 16 && p[k]; k++)
            entry.resref[k] = rq_lower((char)p[k]);
        if (!add_entry(g, &entry))
            return false;
    }
    return true;
}

/* ---- the tree ---- */

static const struct folder {
    const char *name;
    enum rq_kotor_kind kind;
    const char *archives; /* extensions, blank between; NULL: loose files */
} folders[] = {
    {"override", RQ_KOTOR_OVERRIDE, NULL},      {"modules", RQ_KOTOR_MODULE, "mod rim erf"},
    {"lips", RQ_KOTOR_LIPS, "mod erf"},         {"rims", RQ_KOTOR_RIMS, "rim"},
    {"texturepacks", RQ_KOTOR_TEXTURES, "erf"}, {"streammusic", RQ_KOTOR_STREAMS, NULL},
    {"streamsounds", RQ_KOTOR_STREAMS, NULL},   {"streamwaves", RQ_KOTOR_STREAMS, NULL},
    {"streamvoice", RQ_KOTOR_STREAMS, NULL},
};

/* Of texture packs the finest wins; the one for menus last, its names are its own. */
static unsigned pack_order(const char *path)
{
    static const char *const ends[] = {"tpa.erf", "tpb.erf", "tpc.erf"};
    for (unsigned i = 0; i < 3; i++)
        if (ends_with(path, ends[i]))
            return i;
    return 3;
}

/* The lips of a module are found only while it is played. */
static bool is_other_lips(const struct rq_kotor *g, const char *path)
{
    const char *base = rq_path_base(path);
    size_t n = g->options.module ? strlen(g->options.module) : 0;
    if (!n || !ends_with(base, "_loc.mod"))
        return false;
    return strlen(base) != n + 8 || strncmp(base, g->options.module, n) != 0;
}

static bool add_folder(struct rq_kotor *g, const struct folder *folder)
{
    int loose = -1;
    for (size_t i = 0; i < g->walk.count; i++) {
        const char *path = g->walk.items[i].relative, *extension = rq_path_extension(path);
        if (!is_below(path, folder->name))
            continue;
        if (!folder->archives) {
            if (loose < 0)
                loose = add_source(g, folder->kind, folder->name, SIZE_MAX,
                                   (unsigned)(folder - folders));
            if (loose < 0 || !add_loose(g, loose, i))
                return false;
            continue;
        }
        char lower[8] = "";
        for (size_t k = 0; k < 7 && extension[k]; k++)
            lower[k] = rq_lower(extension[k]);
        if (!rq_word_in(folder->archives, lower, strlen(lower)) || is_other_lips(g, path))
            continue;
        if (folder->kind == RQ_KOTOR_MODULE) {
            if (!add_module(g, i))
                return false;
            continue;
        }
        unsigned order = folder->kind == RQ_KOTOR_TEXTURES ? pack_order(path) : (unsigned)i;
        int source = add_source(g, folder->kind, path, i, order);
        if (source < 0 || !add_archive_entries(g, source, i))
            return false;
    }
    return true;
}

static bool add_root(struct rq_kotor *g)
{
    int root = -1;
    for (size_t i = 0; i < g->walk.count; i++) {
        const char *path = g->walk.items[i].relative;
        if (strchr(path, '/'))
            continue;
        if (rq_casecmp(path, "chitin.key") == 0 && !add_key(g, i))
            return false;
        if (rq_casecmp(path, "patch.erf") == 0) {
            int source = add_source(g, RQ_KOTOR_PATCH, path, i, 0);
            if (source < 0 || !add_archive_entries(g, source, i))
                return false;
        }
        if (ends_with(path, ".tlk")) {
            root = root < 0 ? add_source(g, RQ_KOTOR_ROOT, "", SIZE_MAX, 0) : root;
            if (root < 0 || !add_loose(g, root, i))
                return false;
        }
    }
    return true;
}

/* ---- order ---- */

static _Thread_local const struct source *sorting; /* qsort has no context */

static int by_name(const void *a, const void *b)
{
    const struct rq_kotor_entry *x = a, *y = b;
    int order = memcmp(x->resref, y->resref, sizeof x->resref);
    if (order)
        return order;
    if (x->type != y->type)
        return x->type < y->type ? -1 : 1;
    const struct rq_kotor_source *p = &sorting[x->source].base, *q = &sorting[y->source].base;
    if (p->inactive != q->inactive)
        return p->inactive ? 1 : -1;
    if (p->kind != q->kind)
        return p->kind < q->kind ? -1 : 1;
    if (p->order != q->order)
        return p->order < q->order ? -1 : 1;
    if (x->source != y->source)
        return x->source < y->source ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

static bool build(struct rq_kotor *g)
{
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        if (!add_folder(g, &folders[i]))
            return false;
    if (!add_root(g) || !retire_parts(g))
        return false;
    sorting = g->sources;
    if (g->entry_count)
        qsort(g->entries, g->entry_count, sizeof *g->entries, by_name);
    sorting = NULL;
    g->shown = calloc(g->source_count + 1, sizeof *g->shown);
    for (size_t i = 0; g->shown && i < g->source_count; i++)
        g->shown[i] = g->sources[i].base;
    return g->shown != NULL;
}

/* The second game has streamvoice where the first has streamwaves, and its own program. */
static enum rq_kotor_version guess_version(const struct rq_kotor *g)
{
    for (size_t i = 0; i < g->walk.count; i++) {
        const char *path = g->walk.items[i].relative;
        if (is_below(path, "streamvoice") || rq_casecmp(path, "swkotor2.exe") == 0)
            return RQ_KOTOR_2;
    }
    return RQ_KOTOR_1;
}

static bool env_get(void *ctx, const char *name, struct rq_bytes *bytes)
{
    struct rq_kotor *g = ctx;
    const struct rq_kotor_entry *first;
    struct rq_error ignored = {0};
    return rq_kotor_find(g, name, &first) && rq_kotor_bytes(g, first, bytes, &ignored);
}

struct rq_kotor *rq_kotor_open(const char *root, const struct rq_kotor_options *options,
                               struct rq_error *err)
{
    struct rq_kotor *g = calloc(1, sizeof *g);
    if (!g || pthread_mutex_init(&g->lock, NULL) != 0) {
        free(g);
        rq_fail(err, RQ_NO_MEMORY, 0, root, "out of memory");
        return NULL;
    }
    if (options)
        g->options = *options;
    g->key_file = SIZE_MAX;
    g->env = (struct rq_env){.get = env_get, .ctx = g};
    bool fine = rq_path_kind(root, NULL) == RQ_PATH_FOLDER ||
                rq_fail(err, RQ_USAGE, 0, root, "is no folder");
    fine = fine && rq_walk_add(&g->walk, root, err);
    g->opened = fine ? calloc(g->walk.count + 1, sizeof *g->opened) : NULL;
    if (fine && (!g->opened || !build(g)))
        fine = rq_fail(err, RQ_NO_MEMORY, 0, root, "out of memory");
    if (fine && !g->entry_count && g->problem_count) {
        *err = g->problems[0].err;
        fine = false;
    }
    if (fine && !g->entry_count)
        fine = rq_fail(err, RQ_USAGE, 0, root,
                       "is no KotOR: neither chitin.key nor override, modules, lips or streams");
    if (!fine) {
        rq_kotor_close(g);
        return NULL;
    }
    g->version = g->options.version ? g->options.version : guess_version(g);
    return g;
}

void rq_kotor_close(struct rq_kotor *g)
{
    if (!g)
        return;
    for (size_t i = 0; g->opened && i < g->walk.count; i++) {
        rq_doc_free(g->opened[i].doc);
        rq_map_close(&g->opened[i].map);
    }
    pthread_mutex_destroy(&g->lock);
    rq_walk_free(&g->walk);
    rq_arena_free(&g->arena);
    free(g->opened);
    free(g->sources);
    free(g->shown);
    free(g->entries);
    free(g->problems);
    free(g->bif_file);
    free(g);
}

/* ---- asking ---- */

enum rq_kotor_version rq_kotor_version(const struct rq_kotor *g)
{
    return g->version;
}

size_t rq_kotor_problem(const struct rq_kotor *g, size_t index, const char **path,
                        const struct rq_error **err)
{
    if (index < g->problem_count) {
        *path = g->problems[index].path;
        *err = &g->problems[index].err;
    }
    return g->problem_count;
}

size_t rq_kotor_entries(const struct rq_kotor *g, const struct rq_kotor_entry **entries)
{
    *entries = g->entries;
    return g->entry_count;
}

size_t rq_kotor_sources(const struct rq_kotor *g, const struct rq_kotor_source **sources)
{
    *sources = g->shown;
    return g->source_count;
}

static int compare_key(const struct rq_kotor_entry *entry, const char resref[16], uint16_t type)
{
    int order = memcmp(entry->resref, resref, 16);
    return order ? order : entry->type < type ? -1 : entry->type > type;
}

size_t rq_kotor_find(const struct rq_kotor *g, const char *name,
                     const struct rq_kotor_entry **first)
{
    char resref[16];
    uint16_t type;
    size_t low = 0, high = g->entry_count, count = 0;
    if (!split_name(name, resref, &type))
        return 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_key(&g->entries[middle], resref, type) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    while (low + count < g->entry_count && compare_key(&g->entries[low + count], resref, type) == 0)
        count++;
    *first = g->entries + low;
    return count;
}

/* A resource of a BIF: its row of the table, without reading the others. A BZF has to be
 * unpacked. */
static bool bif_bytes(struct rq_kotor *g, const struct rq_kotor_entry *entry,
                      struct rq_bytes *bytes, struct rq_error *err)
{
    uint32_t bif = entry->index >> RQ_KEY_INDEX_BITS, index = entry->index & RQ_KEY_INDEX_MASK;
    size_t file = bif < g->bif_count ? g->bif_file[bif] : SIZE_MAX;
    if (file == SIZE_MAX)
        return rq_fail(err, RQ_IO, 0, "chitin.key", "BIF number %u is not there", bif);
    if (!open_file(g, file, err))
        return false;
    struct rq_bytes all = g->opened[file].map.bytes;
    const char *path = g->walk.items[file].relative;
    if (ends_with(path, ".bzf")) {
        if (!open_archive(g, file, err) || index >= g->opened[file].count)
            return rq_fail(err, RQ_CORRUPT, 0, path, "has no resource %u", index);
        *bytes = g->opened[file].entries[index].bytes;
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

bool rq_kotor_bytes(struct rq_kotor *g, const struct rq_kotor_entry *entry, struct rq_bytes *bytes,
                    struct rq_error *err)
{
    const struct source *source = &g->sources[entry->source];
    bool fine;
    pthread_mutex_lock(&g->lock);
    if (source->base.kind == RQ_KOTOR_CHITIN) {
        fine = bif_bytes(g, entry, bytes, err);
    } else if (source->file == SIZE_MAX) {
        fine = open_file(g, entry->index, err);
        if (fine)
            *bytes = g->opened[entry->index].map.bytes;
    } else {
        fine = open_archive(g, source->file, err) && entry->index < g->opened[source->file].count;
        if (fine)
            *bytes = g->opened[source->file].entries[entry->index].bytes;
    }
    pthread_mutex_unlock(&g->lock);
    return fine;
}

const struct rq_env *rq_kotor_env(struct rq_kotor *g)
{
    return &g->env;
}
