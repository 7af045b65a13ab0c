/* The files of Redguard, and of any folder, archive or single file: all that is there, by its name,
 * and what is in archives. */
#include "core/text.h"
#include "game/index.h"
#include "game/keynames.h"

/* Archives in archives; and no entry takes less than this in the file that it is in: a row of a
 * BIF. */
enum { NEST_LIMIT = 8, LEAST_ENTRY = 16 };

/* What is in archives comes after all files. */
enum { MOST_FOLDERS = 4, ARCHIVE_RANK };

/* What a family calls its sources. */
struct style {
    /* Folders whose files come before those of others, the first to win first; then NULL. */
    const char *folders[MOST_FOLDERS];
    const char *root;
};

static const struct style plain = {.root = "folder"};

/* Redguard has most models twice, for Glide in fxart and for the software renderer in 3dart: the
 * game that is sold today has only the first. A model of a ROB is found when there is no file. */
static const struct style redguard = {.folders = {"fxart", "maps", "3dart"}, .root = "root"};

/* ---- files ---- */

/* The kind of a folder by its own name, whatever it is in; and how early it comes. */
static const char *kind_of(const struct style *style, const char *folder, unsigned *rank)
{
    const char *name = rq_path_base(folder);
    for (*rank = 0; style->folders[*rank]; ++*rank)
        if (rq_casecmp(name, style->folders[*rank]) == 0)
            return style->folders[*rank];
    return folder[0] ? "folder" : style->root;
}

/* The number of the source of a file's folder. Files come in the order of their paths: the folder
 * is most often the one of the file before. */
static long folder_of(struct rq_game *g, const struct style *style, const char *relative)
{
    size_t size = (size_t)(rq_path_base(relative) - relative);
    size -= size > 0;
    for (size_t i = g->source_count; i-- > 0;)
        if (!g->parts[i].file && strncmp(g->sources[i].path, relative, size) == 0 &&
            !g->sources[i].path[size])
            return (long)i;
    unsigned rank;
    const char *path = rq_arena_text(&g->arena, relative, size);
    if (!path)
        return -1;
    const char *kind = kind_of(style, path, &rank);
    return rq_index_source(g, &(struct rq_source){.kind = kind, .path = path},
                           &(struct rq_source_parts){.rank = rank});
}

/* ---- archives ---- */

static bool is_archive_name(const char *name)
{
    const char *extension = rq_path_extension(name);
    char lower[8] = "";
    size_t size = strlen(extension);
    for (size_t i = 0; i < size && i < sizeof lower - 1; i++)
        lower[i] = rq_lower(extension[i]);
    for (size_t i = 0; size && size < sizeof lower && i < rq_format_count(); i++) {
        const struct rq_format *format = rq_format_at(i);
        if (format->container && rq_word_in(format->info.extensions, lower, size))
            return true;
    }
    return false;
}

static bool is_archive(struct rq_bytes bytes, const char *name)
{
    const struct rq_format *format = rq_format_detect(bytes, name);
    return format && format->container;
}

/* The names that the key of a BIF has for it. A change of the key changes the game, too. */
static bool take_names(struct rq_game *g, long source, const struct rq_game_file *file)
{
    struct rq_key_names names;
    struct rq_error err = {0};
    const struct rq_box *box = g->parts[source].box;
    if (!rq_key_names_open(&names, file->path, NULL, box->doc, &err))
        return false;
    bool fine = true;
    if (names.key) {
        char **kept = rq_arena_get(&g->arena, box->count, sizeof *kept);
        struct rq_game_watch *watch = rq_arena_get(&g->arena, 1, sizeof *watch);
        for (size_t i = 0; kept && i < names.count && i < box->count; i++)
            if (names.names[i])
                kept[i] = rq_arena_text(&g->arena, names.names[i], strlen(names.names[i]));
        fine = kept && watch;
        if (fine) {
            *watch = (struct rq_game_watch){
                .next = g->watched,
                .path = rq_arena_text(&g->arena, names.path, strlen(names.path))};
            fine = watch->path != NULL;
        }
        if (fine && rq_path_stamp(watch->path, &watch->size, &watch->time) == RQ_PATH_FILE)
            g->watched = watch;
        g->parts[source].names = kept;
    }
    rq_key_names_close(&names);
    return fine;
}

/* An archive and those in it. room is what entries the file can have in all: more means an archive
 * that contains itself. */
static bool add_archive(struct rq_game *g, struct rq_game_file *file, const struct rq_box *box,
                        const char *path, int depth, size_t *room)
{
    if (box->count > *room)
        return true;
    *room -= box->count;
    long source =
        rq_index_source(g, &(struct rq_source){.kind = "archive", .path = path},
                        &(struct rq_source_parts){.file = file, .box = box, .rank = ARCHIVE_RANK});
    if (source < 0 || (depth == 0 && !take_names(g, source, file)) || !rq_index_entries(g, source))
        return false;
    /* What was packed is not unpacked again. */
    if (depth == NEST_LIMIT || box->doc->format == rq_format_by_name("bzf"))
        return true;
    for (size_t i = 0; i < box->count; i++) {
        struct rq_error err = {0};
        const struct rq_entry *entry = &box->entries[i];
        if (!is_archive_name(entry->name) || !is_archive(entry->bytes, entry->name))
            continue;
        const char *below = rq_arena_printf(&g->arena, "%s/%s", path, entry->name);
        const struct rq_box *inner = rq_game_file_inner(file, entry, &err);
        if (!below)
            return false;
        if (!inner)
            rq_index_problem(g, below, &err);
        else if (!add_archive(g, file, inner, below, depth + 1, room))
            return false;
    }
    return true;
}

/* Archives in a folder are told by their names first: not every file is opened. A file that is the
 * game itself is looked into, whatever its name. */
static bool add_file(struct rq_game *g, const struct style *style, size_t number)
{
    struct rq_game_file *file = g->files[number];
    struct rq_error err = {0};
    struct rq_bytes bytes = {0};
    const char *path = file->relative;
    bool archive = !g->options.files_only && (g->is_file || is_archive_name(path)) &&
                   (!rq_game_file_map(file, &bytes, &err) || is_archive(bytes, path));
    if (!archive || !g->is_file) {
        long folder = folder_of(g, style, path);
        if (folder < 0 || !rq_index_add(g, folder, rq_path_base(path), number))
            return false;
    }
    if (!archive)
        return true;
    const struct rq_box *box = rq_game_file_box(file, &err);
    if (!box) {
        rq_index_problem(g, path, &err);
        return err.code != RQ_NO_MEMORY;
    }
    size_t room = bytes.size / LEAST_ENTRY;
    return add_archive(g, file, box, path, 0, &room);
}

static bool build(struct rq_game *g, const struct style *style)
{
    for (size_t i = 0; i < g->file_count; i++)
        if (!add_file(g, style, i))
            return false;
    return true;
}

bool rq_index_redguard(struct rq_game *g)
{
    return build(g, &redguard);
}

bool rq_index_plain(struct rq_game *g)
{
    return build(g, &plain);
}
