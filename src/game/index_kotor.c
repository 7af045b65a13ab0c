/* The resources of an installation of KotOR. Of those with one name and type the game takes the
 * first. Its engine has five groups of sources, and in each the one that it mounted last comes first:
 *
 *     directories, ERFs of group 1, RIMs, ERFs of group 2, chitin.key
 *
 * enum place has them in that order; docs/resources.md says which is mounted when. A module is
 * <root>.mod in group 2; only without one it is the RIMs <root>.rim and <root>_s.rim. _dlg.erf is of
 * the second game, _a.rim and _adx.rim are of the Xbox.
 */
#include "core/text.h"
#include "game/index.h"

#include <reliquary/key.h>
#include <stdio.h>
#include <stdlib.h>

enum place {
    /* directories */
    STREAMMUSIC,
    STREAMWAVES,
    MOVIES,
    PORTRAITS,
    SERVERVAULT,
    RIM_FILES,
    ERRORTEX,
    OVERRIDE,
    TEMPCLIENT,
    /* ERFs of group 1 */
    PATCH,
    TEXTURES_OVERRIDE,
    /* RIMs */
    MODULE_RIMS,
    RIMS,
    /* ERFs of group 2 */
    MODULE_MOD,
    LIPS,
    TEXTURES,
    /* the key */
    CHITIN,
    /* what the game opens by its path alone, and does not search */
    BY_PATH,
    ROOT,
    PLACES
};

static const char *const kind_names[PLACES] = {
    [STREAMMUSIC] = "streams",
    [STREAMWAVES] = "streams",
    [MOVIES] = "movies",
    [PORTRAITS] = "folder",
    [SERVERVAULT] = "folder",
    [RIM_FILES] = "folder",
    [ERRORTEX] = "folder",
    [OVERRIDE] = "override",
    [TEMPCLIENT] = "folder",
    [PATCH] = "patch",
    [TEXTURES_OVERRIDE] = "override",
    [MODULE_RIMS] = "module",
    [RIMS] = "rims",
    [MODULE_MOD] = "module",
    [LIPS] = "lips",
    [TEXTURES] = "textures",
    [CHITIN] = "chitin",
    [BY_PATH] = "streams",
    [ROOT] = "root",
};

/* The first letters of both are the same, without case; neither ends before that. */
static bool is_same(const char *a, const char *b, size_t size)
{
    size_t i = 0;
    while (i < size && a[i] && rq_lower(a[i]) == rq_lower(b[i]))
        i++;
    return i == size;
}

/* The first folder of a path is this one, without case. */
static bool is_below(const char *path, const char *folder)
{
    size_t n = strlen(folder);
    return is_same(path, folder, n) && path[n] == '/';
}

/* The first file behind i that is not in the same folder of the game's own. Files are in the order of their
 * paths, so those of one folder stand together; a file of the game's own folder stands alone. */
static size_t folder_end(const struct rq_game *g, size_t i)
{
    const char *path = g->files[i]->relative, *slash = strchr(path, '/');
    size_t low = i + 1, high = slash ? g->file_count : low;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strncmp(g->files[middle]->relative, path, (size_t)(slash - path) + 1) == 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static long add_source(struct rq_game *g, enum place place, const char *path, unsigned order,
                       struct rq_game_file *file)
{
    return rq_index_source(
        g, &(struct rq_source){.kind = kind_names[place], .path = path, .order = order},
        &(struct rq_source_parts){.file = file, .rank = place});
}

/* An archive that can't be read is a source without resources. */
static bool add_archive(struct rq_game *g, const struct rq_source *source, enum place place,
                        struct rq_game_file *file)
{
    struct rq_error err = {0};
    long number = add_source(g, place, file->relative, source->order, file);
    if (number < 0)
        return false;
    g->sources[number].module = source->module;
    g->sources[number].inactive = source->inactive;
    g->parts[number].box = rq_game_file_box(file, &err);
    if (g->parts[number].box)
        return rq_index_entries(g, number);
    rq_index_problem(g, file->relative, &err);
    return err.code != RQ_NO_MEMORY;
}

/* The engine tries the name of an ERF with these extensions, and takes the first that there is. */
static const char *const erf_extensions[] = {"nwm", "mod", "sav", "erf", "hak"};
enum { ERF_EXTENSIONS = sizeof erf_extensions / sizeof erf_extensions[0] };

static unsigned erf_order(const char *path)
{
    unsigned i = 0;
    while (i < ERF_EXTENSIONS && rq_casecmp(rq_path_extension(path), erf_extensions[i]) != 0)
        i++;
    return i;
}

/* ---- modules ---- */

/* The parts of a module by the end of their name, and where they stand among themselves: the RIM of
 * the area is mounted last. What has no end of these is no part of a module. */
static const struct part {
    const char *end;
    enum place place;
    unsigned order;
} parts[] = {
    {"_dlg.erf", MODULE_RIMS, 0}, {"_a.rim", MODULE_RIMS, 1}, {"_adx.rim", MODULE_RIMS, 2},
    {"_s.rim", MODULE_RIMS, 4},   {".rim", MODULE_RIMS, 3},   {".mod", MODULE_MOD, 5},
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
    return add_archive(g, &(struct rq_source){.module = module, .order = part->order}, part->place,
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
    struct rq_source **sorted = rq_mem_zeroed(g->source_count + 1, sizeof(void *));
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
    char first = rq_lower(relative[0]);
    for (size_t i = 0; i < g->file_count; i++)
        if (rq_lower(g->files[i]->relative[0]) == first &&
            rq_casecmp(g->files[i]->relative, relative) == 0)
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

/* Which files of a folder are in it, by their path below it. The first game has no folders in
 * folders; of the second it is not known, and they are taken. */
static bool is_top(const struct rq_game *g, const char *below)
{
    (void)g;
    return !strchr(below, '/');
}

static bool is_override(const struct rq_game *g, const char *below)
{
    return g->info.version == 2 || is_top(g, below);
}

static bool is_any(const struct rq_game *g, const char *below)
{
    (void)g, (void)below;
    return true;
}

/* The voice nm13aabast01059_ is m13aa/bast01/nm13aabast01059_.wav: a name of 16 letters that begins
 * with n and has no _ behind it. All 13,310 files in folders of streamwaves are like that. */
static bool is_voice(const struct rq_game *g, const char *below)
{
    enum { NAME = 16, AREA = 5, SPEAKER = 6 };
    const char *name = rq_path_base(below);
    (void)g;
    if (name - below != AREA + 1 + SPEAKER + 1 || strcspn(name, ".") != NAME ||
        rq_lower(name[0]) != 'n' || name[1] == '_' || below[AREA] != '/')
        return false;
    for (size_t i = 0; i < AREA + SPEAKER; i++)
        if (rq_lower(below[i < AREA ? i : i + 1]) != rq_lower(name[i + 1]))
            return false;
    return true;
}

/* Folders of loose files. */
static const struct folder {
    const char *name;
    enum place place;
    bool (*has)(const struct rq_game *g, const char *below);
} folders[] = {
    {"streammusic", STREAMMUSIC, is_top}, {"streamwaves", STREAMWAVES, is_top},
    {"movies", MOVIES, is_top},           {"portraits", PORTRAITS, is_top},
    {"servervault", SERVERVAULT, is_top}, {"rims", RIM_FILES, is_top},
    {"errortex", ERRORTEX, is_top},       {"override", OVERRIDE, is_override},
    {"tempclient", TEMPCLIENT, is_top},   {"streamwaves", BY_PATH, is_voice},
    {"streamsounds", BY_PATH, is_top},    {"streamvoice", BY_PATH, is_any},
};

static bool add_folder(struct rq_game *g, const struct folder *folder)
{
    long loose = -1;
    for (size_t from = 0, to; from < g->file_count; from = to) {
        bool is = is_below(g->files[from]->relative, folder->name);
        to = folder_end(g, from);
        for (size_t i = from; is && i < to; i++) {
            const char *path = g->files[i]->relative;
            if (!folder->has(g, path + strlen(folder->name) + 1))
                continue;
            if (loose < 0)
                loose =
                    add_source(g, folder->place, folder->name, (unsigned)(folder - folders), NULL);
            if (loose < 0 || !rq_index_add_file(g, loose, rq_path_base(path), i))
                return false;
        }
    }
    return true;
}

/* The path below a folder, without one in it and with one of the extensions; else NULL. */
static const char *archive_in(const char *path, const char *folder, const char *extensions)
{
    char lower[8] = "";
    if (!is_below(path, folder) || strchr(path + strlen(folder) + 1, '/'))
        return NULL;
    const char *extension = rq_path_extension(path);
    for (size_t k = 0; k < 7 && extension[k]; k++)
        lower[k] = rq_lower(extension[k]);
    return rq_word_in(extensions, lower, strlen(lower)) ? path + strlen(folder) + 1 : NULL;
}

/* The finest pack wins here: the game mounts the one that its settings name. That of menus is mounted
 * after it; the two have no name in common. */
static unsigned pack_order(const char *name)
{
    static const char *const ends[] = {"gui.erf", "tpa.erf", "tpb.erf", "tpc.erf"};
    unsigned i = 0;
    while (i < 4 && !rq_ends_with(name, ends[i]))
        i++;
    return i;
}

/* lips/localization is mounted after lips/<module>_loc, and nothing else is. The lips of a module are
 * found only while it is played. */
static bool add_lips(struct rq_game *g, struct rq_game_file *file, const char *name)
{
    const char *module = g->options.module;
    size_t stem = strcspn(name, "."), n = module ? strlen(module) : 0;
    bool common = stem == 12 && is_same(name, "localization", 12);
    bool own = stem > 4 && is_same(name + stem - 4, "_loc", 4);
    if (own && n && (stem != n + 4 || !is_same(name, module, n)))
        return true;
    return add_archive(g,
                       &(struct rq_source){.order = (own ? ERF_EXTENSIONS : 0) + erf_order(name),
                                           .inactive = !common && !own},
                       LIPS, file);
}

/* A file of the module that is asked for, whatever folder it is in. */
static bool is_part(const struct rq_game *g, const char *path)
{
    const char *name = rq_path_base(path), *module = g->options.module;
    const struct part *part = part_of(name);
    return part && module && strlen(name) == strlen(module) + strlen(part->end) &&
           is_same(name, module, strlen(module));
}

/* Whether a path is one that an installation has. */
static bool is_installed(const char *path)
{
    static const char *const others[] = {"modules", "lips", "texturepacks"};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        if (is_below(path, folders[i].name))
            return true;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (is_below(path, others[i]))
            return true;
    return rq_casecmp(path, "chitin.key") == 0;
}

bool rq_index_is_bare(const struct rq_game *g)
{
    bool part = false;
    for (size_t i = 0; i < g->file_count; i++) {
        if (!g->is_file && is_installed(g->files[i]->relative))
            return false;
        part = part || is_part(g, g->files[i]->relative);
    }
    return part;
}

/* The parts of the module, and before them all files that are with it. */
static bool add_bare(struct rq_game *g)
{
    long loose = -1;
    for (size_t i = 0; i < g->file_count; i++) {
        const char *path = g->files[i]->relative;
        if (is_part(g, path)) {
            if (!add_module(g, g->files[i]))
                return false;
            continue;
        }
        loose = loose < 0 ? add_source(g, OVERRIDE, "", 0, NULL) : loose;
        if (loose < 0 || !rq_index_add_file(g, loose, rq_path_base(path), i))
            return false;
    }
    return true;
}

/* Of rims the game mounts global.rim; mainmenu.rim and chargen.rim in those screens alone, the others
 * never. */
static bool add_archives(struct rq_game *g)
{
    for (size_t i = 0; i < g->file_count; i++) {
        struct rq_game_file *file = g->files[i];
        const char *path = file->relative, *name;
        bool fine = true;
        if (archive_in(path, "modules", "mod rim erf"))
            fine = add_module(g, file);
        else if ((name = archive_in(path, "lips", "nwm mod sav erf hak")))
            fine = add_lips(g, file, name);
        else if ((name = archive_in(path, "rims", "rim")))
            fine =
                add_archive(g, &(struct rq_source){.inactive = rq_casecmp(name, "global.rim") != 0},
                            RIMS, file);
        else if ((name = archive_in(path, "texturepacks", "erf")))
            fine = add_archive(g, &(struct rq_source){.order = pack_order(name)}, TEXTURES, file);
        if (!fine)
            return false;
    }
    return true;
}

/* An ERF that the game mounts by name. */
static bool add_named(struct rq_game *g, enum place place, const char *stem)
{
    struct rq_game_file *found = NULL;
    unsigned order = ERF_EXTENSIONS;
    size_t n = strlen(stem);
    for (size_t i = 0; i < g->file_count; i++) {
        const char *path = g->files[i]->relative;
        if (!is_same(path, stem, n) || path[n] != '.' || strcspn(path + n + 1, "./") != 3 ||
            erf_order(path) >= order)
            continue;
        found = g->files[i];
        order = erf_order(path);
    }
    return !found || add_archive(g, &(struct rq_source){0}, place, found);
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
        if (rq_ends_with(path, ".tlk")) {
            root = root < 0 ? add_source(g, ROOT, "", 0, NULL) : root;
            if (root < 0 || !rq_index_add(g, root, path, i))
                return false;
        }
    }
    return add_named(g, PATCH, "patch") && add_named(g, TEXTURES_OVERRIDE, "override/textures");
}

/* The second game has streamvoice where the first has streamwaves, its own program, and modules with
 * a _dlg.erf. */
static unsigned guess_version(const struct rq_game *g)
{
    for (size_t i = 0; i < g->file_count; i++) {
        const char *path = g->files[i]->relative;
        if (is_below(path, "streamvoice") || rq_casecmp(path, "swkotor2.exe") == 0 ||
            (is_below(path, "modules") && rq_ends_with(path, "_dlg.erf")))
            return 2;
    }
    return 1;
}

bool rq_index_kotor(struct rq_game *g)
{
    g->info.version = g->options.version ? g->options.version : guess_version(g);
    if (rq_index_is_bare(g))
        return add_bare(g) && retire_parts(g);
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        if (!add_folder(g, &folders[i]))
            return false;
    return add_archives(g) && add_root(g) && retire_parts(g);
}
