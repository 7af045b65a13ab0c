/* A mod of two games: what differs becomes instructions of TSLPatcher, and the mod is proved by planning it on the
 * first game. */
#include "patch/create.h"
#include "core/fs.h"
#include "core/text.h"
#include "formats/format.h"

#include <stdlib.h>

struct rq_doc *create_doc(const struct creation *c, const char *name, struct rq_bytes bytes,
                          const char *format)
{
    struct rq_options options = {.name = name, .codepage = c->page};
    struct rq_error err = {0};
    if (format)
        options.format = rq_format_by_name(format);
    return rq_doc_read(bytes, &options, &err);
}

/* ---- the two sides ---- */

/* Whether a folder is a game or laid out as one. */
static bool is_root(const char *path, bool *second)
{
    static const char signs[] = "swkotor.exe swkotor2.exe chitin.key dialog.tlk override modules";
    struct rq_out names = {0};
    bool found = false;
    rq_fs_names(path, &names);
    for (size_t at = 0; at < names.size; at += strlen((char *)names.data + at) + 1) {
        const char *name = (char *)names.data + at;
        found = found || is_one_of(signs, name);
        *second = *second || rq_casecmp(name, "swkotor2.exe") == 0;
    }
    rq_out_free(&names);
    return found;
}

static bool open_side(struct creation *c, struct side *side, const char *path, struct rq_error *err)
{
    char *full = rq_path_full(path);
    side->path = path;
    side->root = full ? create_keep(c, full, strlen(full)) : NULL;
    free(full);
    if (!side->root)
        return rq_fail(err, RQ_IO, 0, path, "there is no such file or folder");
    side->is_file = rq_path_kind(side->root, NULL) == RQ_PATH_FILE;
    if (!rq_walk_add(&side->walk, side->root, err))
        return false;
    side->maps = rq_arena_get(&c->arena, side->walk.count, sizeof *side->maps);
    if (side->is_file) {
        const char *slash = strrchr(side->root, '/');
        side->root = slash ? create_keep(c, side->root, (size_t)(slash - side->root)) : ".";
    }
    return side->maps || rq_fail(err, RQ_NO_MEMORY, 0, path, "out of memory");
}

static bool open_sides(struct creation *c, const char *old, const char *fresh, struct rq_error *err)
{
    bool second = false;
    if (!open_side(c, &c->sides[0], old, err) || !open_side(c, &c->sides[1], fresh, err))
        return false;
    if (c->sides[0].is_file != c->sides[1].is_file)
        return rq_fail(err, RQ_USAGE, 0, fresh, "both have to be files, or both folders");
    bool root = !c->sides[0].is_file && is_root(c->sides[0].root, &second);
    root |= !c->sides[0].is_file && is_root(c->sides[1].root, &second);
    c->flat = !root;
    c->game_number = second ? 2 : 1;
    struct rq_game_options options = {.family = "kotor", .version = c->game_number};
    if (!c->flat)
        c->game = rq_game_open(c->sides[0].root, &options, NULL);
    c->page = c->game ? rq_game_describe(c->game)->codepage : RQ_CP1252;
    return true;
}

/* ---- what differs ---- */

static struct item *add_item(struct creation *c)
{
    struct item *items =
        rq_arena_more(&c->arena, &c->items, c->item_count, &c->item_room, sizeof *items);
    if (!items)
        return NULL;
    items[c->item_count] = (struct item){.format = ""};
    return &items[c->item_count++];
}

static char *key_of(struct creation *c, const char *path)
{
    char *key = create_printf(c, "%s%s", c->flat ? "override/" : "", path);
    for (char *at = key; *at; at++)
        *at = rq_lower(*at);
    return key;
}

/* The copy in the archives of the game's own, which a new file in Override was made of. */
static void find_base(struct creation *c, struct item *item)
{
    struct rq_resource found = {0};
    bool there = false;
    while (c->game && !there && rq_game_find(c->game, item->name, &found))
        there = strcmp(found.source->kind, "chitin") == 0;
    if (there && rq_game_bytes(c->game, &found, &item->old, NULL))
        item->has_old = item->from_game = true;
}

static const char *format_of(const char *name, struct rq_bytes bytes)
{
    const struct rq_format *format = rq_format_detect(bytes, name);
    return format ? rq_format_describe(format)->name : "";
}

static bool is_override(const struct item *item)
{
    return !item->in_archive && rq_casecmp(item->folder, "override") == 0;
}

static void finish_item(struct creation *c, struct item *item)
{
    if (!item->has_old && is_override(item))
        find_base(c, item);
    const char *fresh = item->has_new ? format_of(item->name, item->fresh) : "";
    const char *old = item->has_old ? format_of(item->name, item->old) : fresh;
    item->format = strcmp(fresh, old) == 0 ? fresh : "";
}

static const struct rq_entry *entry_named(const struct rq_entry *entries, size_t count,
                                          const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (rq_casecmp(entries[i].name, name) == 0)
            return &entries[i];
    return NULL;
}

static void add_entry(struct creation *c, const struct pair *pair, const char *path,
                      const struct rq_entry *old, const struct rq_entry *fresh)
{
    const struct rq_entry *some = fresh ? fresh : old;
    if (old && fresh && rq_same(old->bytes, fresh->bytes))
        return;
    struct item *item = add_item(c);
    if (!item)
        return;
    char *key = create_printf(c, "%s/%s", pair->key, some->name);
    for (char *at = key; *at; at++)
        *at = rq_lower(*at);
    *item = (struct item){.key = key,
                          .folder = path,
                          .name = create_keep(c, some->name, strlen(some->name)),
                          .in_archive = true,
                          .has_old = old != NULL,
                          .has_new = fresh != NULL};
    item->old = old ? old->bytes : (struct rq_bytes){0};
    item->fresh = fresh ? fresh->bytes : (struct rq_bytes){0};
    finish_item(c, item);
}

/* Two archives become items for their entries. False: they are none, or can't be read. */
static bool open_archives(struct creation *c, const char *key, const char *path,
                          struct rq_bytes old, struct rq_bytes fresh)
{
    const struct rq_entry *entries[2];
    size_t counts[2];
    struct pair pair = {.key = key, .old = old, .fresh = fresh};
    const char *format = format_of(path, old);
    if ((strcmp(format, "erf") != 0 && strcmp(format, "rim") != 0) ||
        strcmp(format_of(path, fresh), format) != 0)
        return false;
    pair.docs[0] = create_doc(c, path, old, format);
    pair.docs[1] = create_doc(c, path, fresh, format);
    struct pair *pairs =
        rq_arena_more(&c->arena, &c->pairs, c->pair_count, &c->pair_room, sizeof *pairs);
    if (!pairs || !pair.docs[0] || !pair.docs[1] ||
        !rq_doc_entries(pair.docs[0], &entries[0], &counts[0], NULL) ||
        !rq_doc_entries(pair.docs[1], &entries[1], &counts[1], NULL)) {
        rq_doc_free(pair.docs[0]);
        rq_doc_free(pair.docs[1]);
        return false;
    }
    pairs[c->pair_count++] = pair;
    for (size_t i = 0; i < counts[1]; i++)
        add_entry(c, &pair, path, entry_named(entries[0], counts[0], entries[1][i].name),
                  &entries[1][i]);
    for (size_t i = 0; i < counts[0]; i++)
        if (!entry_named(entries[1], counts[1], entries[0][i].name))
            add_entry(c, &pair, path, &entries[0][i], NULL);
    return true;
}

static bool map_of(struct side *side, size_t index, struct rq_bytes *bytes, struct rq_error *err)
{
    struct rq_map *map = &side->maps[index];
    if (!map->bytes.data && side->walk.items[index].size &&
        !rq_map_open(map, side->walk.items[index].path, err))
        return false;
    *bytes = map->bytes;
    return true;
}

/* A file of the one side, the other or both (SIZE_MAX: not there). */
static bool add_file(struct creation *c, size_t old, size_t fresh, struct rq_error *err)
{
    struct side *sides = c->sides;
    struct rq_bytes bytes[2] = {{0}};
    bool has[2] = {old != SIZE_MAX, fresh != SIZE_MAX};
    if ((has[0] && !map_of(&sides[0], old, &bytes[0], err)) ||
        (has[1] && !map_of(&sides[1], fresh, &bytes[1], err)))
        return false;
    if (has[0] && has[1] && rq_same(bytes[0], bytes[1])) {
        rq_map_close(&sides[0].maps[old]);
        rq_map_close(&sides[1].maps[fresh]);
        sides[0].maps[old] = sides[1].maps[fresh] = (struct rq_map){0};
        return true;
    }
    const char *relative =
        has[0] ? sides[0].walk.items[old].relative : sides[1].walk.items[fresh].relative;
    const char *path = create_printf(c, "%s%s", c->flat ? "override/" : "", relative);
    const char *slash = strrchr(path, '/');
    if (has[0] && has[1] && open_archives(c, key_of(c, relative), path, bytes[0], bytes[1]))
        return true;
    struct item *item = add_item(c);
    if (!item)
        return rq_fail(err, RQ_NO_MEMORY, 0, relative, "out of memory");
    *item = (struct item){.key = key_of(c, relative),
                          .folder = slash ? create_keep(c, path, (size_t)(slash - path)) : "",
                          .name = slash ? slash + 1 : path,
                          .has_old = has[0],
                          .has_new = has[1],
                          .old = bytes[0],
                          .fresh = bytes[1]};
    finish_item(c, item);
    return true;
}

struct by_key {
    const char *key;
    size_t index;
};

static int compare_keys(const void *a, const void *b)
{
    return strcmp(((const struct by_key *)a)->key, ((const struct by_key *)b)->key);
}

static struct by_key *sorted(struct creation *c, const struct side *side)
{
    struct by_key *keys = rq_arena_get(&c->arena, side->walk.count, sizeof *keys);
    for (size_t i = 0; keys && i < side->walk.count; i++)
        keys[i] = (struct by_key){key_of(c, side->walk.items[i].relative), i};
    if (keys && side->walk.count)
        qsort(keys, side->walk.count, sizeof *keys, compare_keys);
    return keys;
}

static bool find_differences(struct creation *c, struct rq_error *err)
{
    struct by_key *a = sorted(c, &c->sides[0]), *b = sorted(c, &c->sides[1]);
    size_t a_count = c->sides[0].walk.count, b_count = c->sides[1].walk.count;
    if (!a || !b)
        return rq_fail(err, RQ_NO_MEMORY, 0, c->sides[0].path, "out of memory");
    if (c->sides[0].is_file) /* whatever they are called */
        return add_file(c, 0, 0, err);
    for (size_t i = 0, k = 0; i < a_count || k < b_count;) {
        int order = i == a_count ? 1 : k == b_count ? -1 : strcmp(a[i].key, b[k].key);
        if (!add_file(c, order <= 0 ? a[i].index : SIZE_MAX, order >= 0 ? b[k].index : SIZE_MAX,
                      err))
            return false;
        i += order <= 0;
        k += order >= 0;
    }
    return true;
}

/* ---- rounds ---- */

static bool is_talk(const struct item *item, const char *name)
{
    return strcmp(item->key, name) == 0;
}

static struct item *talk_of(struct creation *c, const char *name)
{
    for (uint32_t i = 0; i < c->item_count; i++)
        if (is_talk(&c->items[i], name))
            return &c->items[i];
    return NULL;
}

static bool is_table(const struct item *item)
{
    return is_override(item) && item->has_old && item->has_new && !item->whole && !item->missed &&
           strcmp(item->format, "twoda") == 0;
}

/* TSLPatcher never replaces these where they are there. */
static bool is_guarded(const struct item *item)
{
    return item->has_old && !item->from_game &&
           is_one_of("exe tlk key bif", rq_path_extension(item->name));
}

static void tell_item(struct creation *c, struct item *item)
{
    bool reaches = item->in_archive || is_override(item), both = item->has_old && item->has_new;
    item->told = false;
    if (!item->has_new)
        item->missed = "patchers remove no files";
    else if (is_guarded(item))
        item->missed = "patchers never replace files of its kind";
    if (item->missed)
        return;
    const char *why = item->whole;
    if (strcmp(item->format, "ncs") == 0)
        item->told = !item->no_source && create_compile(c, item);
    else if (strcmp(item->format, "gff") == 0 && reaches && both && !why)
        item->told = !(why = create_gff(c, item));
    else if (strcmp(item->format, "ssf") == 0 && is_override(item) && both && !why)
        item->told = !(why = create_ssf(c, item));
    item->whole = why;
    if (!item->told)
        create_install(c, item);
}

/* Tables whose new rows others refer to come first. */
static void tell_tables(struct creation *c)
{
    for (uint32_t i = 0; i < c->item_count; i++)
        c->items[i].told = false;
    for (bool patient = true, any = true; any || patient;) {
        any = false;
        for (uint32_t i = 0; i < c->item_count; i++) {
            struct item *item = &c->items[i];
            if (!is_table(item) || item->told || (patient && create_twoda_waits(c, item)))
                continue;
            item->whole = create_twoda(c, item);
            item->told = !item->whole;
            any = true;
        }
        if (!any && !patient)
            break;
        patient = any;
    }
}

static void begin_round(struct creation *c)
{
    c->memory_count = 0;
    for (uint32_t i = 0; i < c->row_count; i++) {
        c->rows[i].set = false;
        if (c->rows[i].number > c->memory_count)
            c->memory_count = c->rows[i].number;
    }
    for (size_t i = 0; i < LIST_COUNT; i++) {
        rq_out_cut(&c->heads[i], 0);
        rq_out_cut(&c->bodies[i], 0);
        c->counts[i] = 0;
    }
    for (uint32_t i = 0; i < c->install_count; i++)
        rq_out_free(&c->installs[i].lines);
    c->install_count = c->file_count = c->name_count = c->section_count = 0;
    c->again = false;
}

static void tell_all(struct creation *c)
{
    struct item *male = talk_of(c, "dialog.tlk"), *female = talk_of(c, "dialogf.tlk");
    static const char *const reserved[] = {
        "Settings",    "TLKList",     "InstallList", "2DAList",     "GFFList",
        "CompileList", "SSFList",     "HACKList",    "changes.ini", "info.rtf",
        "append.tlk",  "appendf.tlk", "replace.tlk", "nwscript.nss"};
    begin_round(c);
    if (male || female)
        create_tlk(c, male, female);
    for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++)
        create_name(c, reserved[i]);
    tell_tables(c);
    for (uint32_t i = 0; i < c->item_count; i++)
        if (!is_table(&c->items[i]) && &c->items[i] != male && &c->items[i] != female)
            tell_item(c, &c->items[i]);
}

/* Rounds end: each sets a token that was wanted, or tells one more item as a whole. */
static bool make(struct creation *c, struct rq_error *err)
{
    bool changed = false;
    for (uint32_t i = 0; i < c->item_count; i++)
        if (is_table(&c->items[i]))
            create_note_rows(c, &c->items[i]);
    do {
        tell_all(c);
        if (c->again)
            continue;
        if (!create_check(c, &changed, err))
            return false;
    } while ((changed || c->again) && rq_memory_lasted(c->refusals, err));
    return true;
}

/* ---- the report, and the files ---- */

static void tell_message(struct creation *c, enum rq_patch_level level, const char *key,
                         const char *fmt, const char *what)
{
    char *text = create_printf(c, "%s%s", fmt, what);
    rq_text_clean(text);
    struct rq_patch_message message = {level, key, 0, text};
    if (c->options->message)
        c->options->message(c->options->ctx, &message);
}

static void report(struct creation *c, struct rq_patch_made *made)
{
    for (uint32_t i = 0; i < c->item_count; i++) {
        const struct item *item = &c->items[i];
        made->missed += item->missed != NULL;
        made->whole += !item->missed && item->whole;
        if (item->missed)
            tell_message(c, RQ_PATCH_ERROR, item->key, "is not in the mod: ", item->missed);
        else if (item->whole)
            tell_message(c, RQ_PATCH_WARNING, item->key,
                         "is installed as a whole, over what other mods did to it: ", item->whole);
        else if (is_talk(item, "dialog.tlk"))
            tell_message(c, RQ_PATCH_NOTE, item->key, "is told as changes", "");
        else
            tell_message(c, RQ_PATCH_NOTE, item->key,
                         item->told ? "is told as changes" : "is installed", "");
    }
    for (uint32_t i = 0; i < c->pair_count; i++) {
        made->missed += c->pairs[i].missed != NULL;
        if (c->pairs[i].missed)
            tell_message(c, RQ_PATCH_ERROR, c->pairs[i].key,
                         "the archive itself can't be changed: ", c->pairs[i].missed);
    }
    made->changes = c->item_count;
    made->files = c->file_count;
}

static void add_info(struct creation *c)
{
    struct rq_out out = {0};
    rq_put_str(&out, "{\\rtf1\\ansi ");
    for (const char *at = c->options->title; *at; at++)
        if ((unsigned char)*at < 0x80 && !strchr("\\{}", *at))
            rq_put8(&out, (uint8_t)*at);
    rq_put_str(&out, "}\r\n");
    const char *kept = create_keep(c, (char *)out.data, out.size);
    create_file(c, "info.rtf", (struct rq_bytes){(const uint8_t *)kept, out.size});
    rq_out_free(&out);
}

static bool write_files(struct creation *c, const char *mod, struct rq_error *err)
{
    const char *data = create_printf(c, "%s/tslpatchdata", mod);
    enum rq_save mode = c->options->replace ? RQ_SAVE_REPLACE : RQ_SAVE_NEW;
    bool fine = rq_make_folder(data, err);
    for (uint32_t i = 0; fine && i < c->file_count; i++)
        fine = rq_file_save(create_printf(c, "%s/%s", data, c->files[i].name), c->files[i].bytes,
                            mode, err);
    return fine;
}

static void close_all(struct creation *c)
{
    begin_round(c);
    for (size_t i = 0; i < LIST_COUNT; i++) {
        rq_out_free(&c->heads[i]);
        rq_out_free(&c->bodies[i]);
    }
    for (uint32_t i = 0; i < c->pair_count; i++) {
        rq_doc_free(c->pairs[i].docs[0]);
        rq_doc_free(c->pairs[i].docs[1]);
    }
    rq_game_close(c->game);
    for (int i = 0; i < 2; i++) {
        for (size_t k = 0; c->sides[i].maps && k < c->sides[i].walk.count; k++)
            rq_map_close(&c->sides[i].maps[k]);
        rq_walk_free(&c->sides[i].walk);
    }
    rq_arena_free(&c->arena);
}

bool rq_patch_create(const char *old, const char *fresh, const char *mod,
                     const struct rq_patch_create_options *options, struct rq_patch_made *made,
                     struct rq_error *err)
{
    struct rq_patch_create_options own = options ? *options : (struct rq_patch_create_options){0};
    struct creation c = {.options = &own, .refusals = rq_memory_refusals()};
    own.title = own.title ? own.title : "A mod";
    *made = (struct rq_patch_made){0};
    bool fine = open_sides(&c, old, fresh, err) && find_differences(&c, err) && make(&c, err);
    if (fine) {
        add_info(&c);
        report(&c, made);
    }
    fine = fine && rq_memory_lasted(c.refusals, err) &&
           (!mod || !made->changes || write_files(&c, mod, err));
    close_all(&c);
    return fine;
}
