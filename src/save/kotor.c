/* A slot of KotOR as a tree of parts: the files of its folder, and what is in archives. Documents are read when
 * they are asked for, and only parts that were changed are written again. */
#include "save/kotor.h"

#include "codec/deflate.h"
#include "core/file.h"
#include "core/text.h"

#include <reliquary/blueprint.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* A file of Aspyr's versions (Switch, KSE): this, then a zlib stream of the plain file. */
static const char wrapper[10] = {'_', 'A', 'S', 'P', 'R', 'C', 'O', 'M', 'P', '_'};
enum { UNWRAPPED_MOST = 1 << 28 };

/* The game may write a slot while somebody looks at it. No file of one comes near to this. */
enum { READ_MOST = 1 << 26 };

bool save_no_memory(struct rq_error *err)
{
    return rq_fail(err, RQ_NO_MEMORY, 0, "", "out of memory");
}

void save_note(struct rq_kotor_save *save, const char *fmt, ...)
{
    char text[400];
    va_list list;
    va_start(list, fmt);
    vsnprintf(text, sizeof text, fmt, list);
    va_end(list);
    rq_put(&save->notes, text, strlen(text) + 1);
}

/* ---- parts ---- */

static struct save_part *add_part(struct rq_kotor_save *save, struct save_part *parent,
                                  const char *name, struct rq_error *err)
{
    struct save_part *part = rq_arena_get(&save->arena, 1, sizeof *part);
    struct save_part **parts = /* NOLINTNEXTLINE(bugprone-sizeof-expression): of pointers */
        rq_arena_more(&save->arena, &save->parts, save->count, &save->room, sizeof *parts);
    const char *path = parent ? rq_arena_printf(&save->arena, "%s/%s", parent->path, name)
                              : rq_arena_text(&save->arena, name, strlen(name));
    if (!part || !parts || !path) {
        save_no_memory(err);
        return NULL;
    }
    *part = (struct save_part){.path = path, .name = path + strlen(path) - strlen(name)};
    part->parent = parent;
    parts[save->count++] = part;
    return part;
}

static bool unwrap(struct save_part *part)
{
    struct rq_bytes file = part->map.bytes;
    part->bytes = file;
    if (file.size < sizeof wrapper || memcmp(file.data, wrapper, sizeof wrapper) != 0)
        return true;
    part->wrapped = true;
    struct rq_bytes stream = {file.data + sizeof wrapper, file.size - sizeof wrapper};
    if (!rq_zlib_unpack(&part->source, stream, UNWRAPPED_MOST)) {
        part->bytes = (struct rq_bytes){0};
        part->tried = true;
        return rq_fail(&part->err, RQ_CORRUPT, sizeof wrapper, part->path,
                       "the zlib stream behind _ASPRCOMP_ is damaged");
    }
    part->bytes = rq_out_bytes(&part->source);
    return true;
}

/* A file that can't be opened stays a part: it says so when it is asked for. */
static bool add_file(struct rq_kotor_save *save, const struct rq_found *found, struct rq_error *err)
{
    struct save_part *part = add_part(save, NULL, found->relative, err);
    if (!part)
        return false;
    part->name = rq_path_base(part->path);
    part->size = found->size;
    part->time = found->time;
    part->unopened = !rq_map_read(&part->map, found->path, READ_MOST, &part->err);
    if (part->unopened)
        part->tried = true;
    else
        unwrap(part);
    return true;
}

struct rq_doc *save_read(struct save_part *part, struct rq_error *err)
{
    if (!part->tried) {
        struct rq_options options = {.name = part->name};
        part->tried = true;
        part->doc = rq_doc_read(part->bytes, &options, &part->err);
    }
    if (!part->doc)
        rq_fail(err, part->err.code ? part->err.code : RQ_CORRUPT, part->err.offset, part->path,
                "%s", part->err.text);
    return part->doc;
}

bool save_list(struct rq_kotor_save *save, struct save_part *part, struct rq_error *err)
{
    const struct rq_entry *entries;
    size_t count;
    if (part->listed)
        return true;
    struct rq_doc *doc = save_read(part, err);
    if (!doc || !rq_doc_entries(doc, &entries, &count, err))
        return false;
    part->listed = true;
    for (size_t i = 0; i < count; i++) {
        struct save_part *entry = add_part(save, part, entries[i].name, err);
        if (!entry)
            return false;
        entry->bytes = entries[i].bytes;
    }
    return true;
}

/* The same name, without case, as the first `size` letters of text. */
static bool is_named(const struct save_part *part, const char *text, size_t size)
{
    size_t i = 0;
    while (i < size && part->name[i] && rq_lower(part->name[i]) == rq_lower(text[i]))
        i++;
    return i == size && !part->name[i];
}

/* SAVEGAME.sav and the archives of modules; the only ones that a slot has. */
static bool is_archive(const struct save_part *part)
{
    return rq_casecmp(rq_path_extension(part->name), "sav") == 0;
}

struct save_part *save_split(struct rq_kotor_save *save, const char *path, const char **rest)
{
    struct save_part *at = NULL;
    while (*path) {
        size_t size = strcspn(path, "/");
        struct save_part *next = NULL;
        if (at && (!is_archive(at) || !save_list(save, at, NULL)))
            break;
        for (uint32_t i = 0; i < save->count && !next; i++) {
            struct save_part *p = save->parts[i];
            if (p->parent == at && !p->removed && is_named(p, path, size))
                next = p;
        }
        if (!next)
            break;
        at = next;
        path += size;
        path += *path == '/';
    }
    *rest = path;
    return at;
}

struct save_part *save_find(struct rq_kotor_save *save, const char *path)
{
    const char *rest;
    struct save_part *part = save_split(save, path, &rest);
    return part && !*rest ? part : NULL;
}

struct rq_gff_struct *save_gff(struct rq_kotor_save *save, const char *path, struct rq_doc **doc,
                               struct rq_error *err)
{
    struct save_part *part = save_find(save, path);
    struct rq_gff *gff;
    *doc = NULL;
    if (!part) {
        rq_fail(err, RQ_USAGE, 0, path, "the slot has no such file");
        return NULL;
    }
    *doc = save_read(part, err);
    gff = *doc ? rq_doc_root(*doc, "gff") : NULL;
    if (*doc && !gff)
        rq_fail(err, RQ_CORRUPT, 0, path, "is no GFF");
    return gff ? gff->root : NULL;
}

/* ---- new bytes ---- */

bool save_replace(struct save_part *part, struct rq_bytes bytes, struct rq_error *err)
{
    struct rq_out copy = {0};
    struct rq_options options = {.name = part->name};
    rq_put_bytes(&copy, bytes);
    struct rq_doc *doc = copy.failed ? NULL : rq_doc_read(rq_out_bytes(&copy), &options, err);
    if (!doc) {
        if (copy.failed)
            rq_fail_out(err, &copy);
        rq_out_free(&copy);
        return false;
    }
    rq_doc_free(part->doc);
    rq_out_free(&part->source);
    part->source = copy;
    part->doc = doc;
    part->err = (struct rq_error){0};
    part->tried = part->changed = true;
    return true;
}

struct save_part *save_add(struct rq_kotor_save *save, const char *path, struct rq_bytes bytes,
                           struct rq_error *err)
{
    const char *slash = strrchr(path, '/');
    struct save_part *parent = NULL;
    if (slash) {
        const char *above = rq_arena_text(&save->arena, path, (size_t)(slash - path));
        parent = above ? save_find(save, above) : NULL;
        if (!parent || !save_list(save, parent, err)) {
            rq_fail(err, RQ_USAGE, 0, path, "there is no archive to put it in");
            return NULL;
        }
    }
    struct save_part *part = add_part(save, parent, slash ? slash + 1 : path, err);
    if (!part)
        return NULL;
    part->fresh = true;
    return save_replace(part, bytes, err) ? part : NULL;
}

static bool settle_part(struct save_part *part, struct rq_error *err)
{
    struct rq_out out = {0};
    bool fine;
    if (part->removed) {
        fine =
            !part->parent || part->gone || rq_doc_remove_entry(part->parent->doc, part->name, err);
        part->gone = true;
        return fine;
    }
    fine =
        rq_doc_write(part->doc, &out, err) &&
        (!part->parent || rq_doc_put_entry(part->parent->doc, part->name, rq_out_bytes(&out), err));
    if (!fine) {
        rq_out_free(&out);
        return false;
    }
    rq_out_free(&part->out); /* nobody borrows it any more */
    part->out = out;
    return true;
}

bool save_settle(struct rq_kotor_save *save, struct rq_error *err)
{
    for (uint32_t i = save->count; i-- > 0;) {
        struct save_part *part = save->parts[i];
        if (!part->changed && !part->removed)
            continue;
        if (part->parent)
            part->parent->changed = true;
        if (!settle_part(part, err))
            return false;
    }
    return true;
}

bool save_file_bytes(struct save_part *part, struct rq_out *wrapped, struct rq_bytes *bytes,
                     struct rq_error *err)
{
    if (part->unopened && !part->changed)
        return rq_fail(err, part->err.code, 0, part->path, "%s", part->err.text);
    *bytes = part->changed ? rq_out_bytes(&part->out) : part->map.bytes;
    if (!part->changed || !part->wrapped)
        return true;
    rq_put(wrapped, wrapper, sizeof wrapper);
    if (!rq_zlib_pack(wrapped, *bytes, 6))
        return rq_fail_out(err, wrapped);
    *bytes = rq_out_bytes(wrapped);
    return true;
}

/* ---- values ---- */

int64_t save_number(const struct rq_gff_struct *s, const char *label, int64_t otherwise)
{
    const struct rq_gff_field *field = s ? rq_gff_find(s, label) : NULL;
    int64_t value;
    return field && rq_gff_number(field, &value) ? value : otherwise;
}

struct rq_gff_struct *save_elements(const struct rq_gff_struct *s, const char *label,
                                    uint32_t *count)
{
    const struct rq_gff_field *field = s ? rq_gff_find(s, label) : NULL;
    *count = field && field->type == RQ_GFF_LIST ? field->size : 0;
    return *count ? field->v.child : NULL;
}

bool save_is_text(const struct rq_gff_struct *s, const char *label, const char *text)
{
    const struct rq_gff_field *f = rq_gff_find(s, label);
    size_t i = 0, size = strlen(text);
    if (!f || f->type != RQ_GFF_STRING || f->size != size)
        return false;
    while (i < size && rq_lower((char)f->v.data[i]) == rq_lower(text[i]))
        i++;
    return i == size;
}

static const char *say(struct rq_kotor_save *save, struct rq_doc *doc, const struct rq_field *known,
                       const struct rq_gff_struct *s, const char *label, const struct rq_game *game)
{
    static const struct rq_field plain = {.label = "", .type = "", .ref = "", .nothing = ""};
    const struct rq_gff_field *field = s ? rq_gff_find(s, label) : NULL;
    struct rq_out text = {0};
    if (!field || !rq_field_say(doc, known ? known : &plain, field, game, &text, NULL)) {
        rq_out_free(&text);
        return "";
    }
    const char *kept = rq_arena_text(&save->arena, text.size ? (char *)text.data : "", text.size);
    rq_out_free(&text);
    return kept ? kept : "";
}

const char *save_text(struct rq_kotor_save *save, struct rq_doc *doc, const struct rq_gff_struct *s,
                      const char *label, const struct rq_game *game)
{
    return say(save, doc, NULL, s, label, game);
}

const char *save_say(struct rq_kotor_save *save, struct rq_doc *doc, const struct rq_gff_struct *s,
                     const char *kind, const char *path, const char *label,
                     const struct rq_game *game)
{
    return say(save, doc, rq_field_at(kind, path, NULL), s, label, game);
}

/* ---- what a slot is ---- */

static bool has_field(struct rq_kotor_save *save, const char *path, const char *label)
{
    struct rq_doc *doc;
    const struct rq_gff_struct *root = save_gff(save, path, &doc, NULL);
    return root && rq_gff_has(root, label);
}

/* Fields that only files of the second game have; the cheap files first. */
static unsigned find_version(struct rq_kotor_save *save)
{
    static const char *const k2[][2] = {{"PARTYTABLE.res", "PT_ITEM_CHEMICAL"},
                                        {"PARTYTABLE.res", "PT_INFLUENCE"},
                                        {"savenfo.res", "STORYHINT0"},
                                        {"savenfo.res", "PCNAME"}};
    static const char *const inside[][2] = {
        {"SAVEGAME.sav/INVENTORY.res", "ItemList/0/UpgradeSlot0"},
        {"SAVEGAME.sav/PC.utc", "BonusForcePoints"},
        {"pifo.ifo", "Mod_PlayerList/0/BonusForcePoints"}};
    for (size_t i = 0; i < sizeof k2 / sizeof k2[0]; i++)
        if (has_field(save, k2[i][0], k2[i][1]))
            return 2;
    if (has_field(save, "savenfo.res", "STORYHINT") ||
        has_field(save, "PARTYTABLE.res", "PT_CONTROLLED_NP"))
        return 1;
    for (size_t i = 0; i < sizeof inside / sizeof inside[0]; i++)
        if (has_field(save, inside[i][0], inside[i][1]))
            return 2;
    return save_find(save, "SAVEGAME.sav") ? 1 : 0;
}

static enum rq_save_platform find_platform(const struct rq_kotor_save *save)
{
    enum rq_save_platform platform = RQ_SAVE_PC;
    for (uint32_t i = 0; i < save->count; i++) {
        const struct save_part *part = save->parts[i];
        if (!part->parent && rq_casecmp(rq_path_extension(part->name), "sig") == 0)
            return RQ_SAVE_XBOX;
        if (part->wrapped)
            platform = RQ_SAVE_ASPYR;
    }
    return platform;
}

/* FILETIME: tenths of a microsecond since 1601. */
static uint64_t file_time(uint64_t time)
{
    const uint64_t seconds = time / 10000000, to_1970 = 11644473600U;
    return seconds > to_1970 ? seconds - to_1970 : 0;
}

/* What rq_path_stamp gives, by system. */
static uint64_t stamp_seconds(uint64_t time)
{
#if defined(_WIN32)
    return file_time(time);
#else
    return time / 1000000000;
#endif
}

static void describe_info(struct rq_kotor_save *save, const struct rq_save_options *options)
{
    struct rq_save_info *info = &save->info;
    struct rq_doc *doc;
    const struct rq_gff_struct *nfo = save_gff(save, "savenfo.res", &doc, NULL);
    const struct rq_gff_field *stamp = nfo ? rq_gff_find(nfo, "TIMESTAMP") : NULL;
    const struct save_part *part = save_find(save, "savenfo.res");
    info->name = save_text(save, doc, nfo, "SAVEGAMENAME", NULL);
    info->area = save_text(save, doc, nfo, "AREANAME", NULL);
    info->module = save_text(save, doc, nfo, "LASTMODULE", NULL);
    info->player = save_text(save, doc, nfo, "PCNAME", NULL);
    info->seconds = (uint32_t)save_number(nfo, "TIMEPLAYED", 0);
    info->time = stamp && stamp->type == RQ_GFF_DWORD64 ? file_time(stamp->v.wide)
                 : part                                 ? stamp_seconds(part->time)
                                                        : 0;
    info->kind = save_number(nfo, "PCAUTOSAVE", 0) || (!nfo && save_find(save, "pifo.ifo"))
                     ? RQ_SAVE_TRANSITION
                     : RQ_SAVE_NORMAL;
    info->corrupt = save_find(save, "CORRUPT") != NULL;
    info->platform = find_platform(save);
    save->no_files = options && options->no_files;
    info->version = options && options->version ? options->version : find_version(save);
}

static void describe_party(struct rq_kotor_save *save)
{
    struct rq_save_info *info = &save->info;
    struct rq_doc *doc;
    const struct rq_gff_struct *party = save_gff(save, "PARTYTABLE.res", &doc, NULL);
    uint32_t count;
    const struct rq_gff_struct *members = save_elements(party, "PT_MEMBERS", &count);
    info->gold = (uint32_t)save_number(party, "PT_GOLD", 0);
    if (!*info->player)
        info->player = save_text(save, doc, party, "PT_PCNAME", NULL);
    if (!info->seconds)
        info->seconds = (uint32_t)save_number(party, "PT_PLAYEDSECONDS", 0);
    for (uint32_t i = 0; i < count && i < 3; i++) {
        int64_t id = save_number(&members[i], "PT_MEMBER_ID", -1);
        const char *name = id >= 0 && id < SAVE_NPCS ? save_slot_name(save, (unsigned)id) : NULL;
        info->party[info->party_count++] = name ? name : "?";
    }
}

/* ---- open, close ---- */

static bool is_slot(struct rq_kotor_save *save)
{
    static const char *const files[] = {"savenfo.res", "PARTYTABLE.res", "GLOBALVARS.res",
                                        "SAVEGAME.sav", "pifo.ifo"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        if (save_find(save, files[i]))
            return true;
    return false;
}

struct rq_kotor_save *rq_save_open(const char *folder, const struct rq_save_options *options,
                                   struct rq_error *err)
{
    struct rq_walk walk = {0};
    size_t refusals = rq_memory_refusals();
    struct rq_kotor_save *save = rq_mem_zeroed(1, sizeof *save);
    if (!save) {
        save_no_memory(err);
        return NULL;
    }
    save->folder = rq_arena_text(&save->arena, folder, strlen(folder));
    bool fine = save->folder || save_no_memory(err);
    if (fine && rq_path_kind(folder, NULL) != RQ_PATH_FOLDER)
        fine = rq_fail(err, RQ_IO, 0, folder, "is no folder; a slot of KotOR is one");
    fine = fine && rq_walk_add(&walk, folder, err);
    for (size_t i = 0; fine && i < walk.count; i++)
        fine = add_file(save, &walk.items[i], err);
    rq_walk_free(&walk);
    if (fine && !is_slot(save))
        fine = rq_fail(err, RQ_USAGE, 0, folder,
                       "has neither savenfo.res nor SAVEGAME.sav: this is no slot of KotOR");
    if (fine) {
        describe_info(save, options);
        describe_party(save);
    }
    if (fine && rq_memory_lasted(refusals, err))
        return save;
    rq_save_close(save);
    return NULL;
}

void rq_save_close(struct rq_kotor_save *save)
{
    if (!save)
        return;
    /* What is in an archive borrows from it. */
    for (uint32_t i = save->count; i-- > 0;)
        rq_doc_free(save->parts[i]->doc);
    for (uint32_t i = 0; i < save->count; i++) {
        rq_out_free(&save->parts[i]->source);
        rq_out_free(&save->parts[i]->out);
        if (!save->parts[i]->parent)
            rq_map_close(&save->parts[i]->map);
    }
    rq_out_free(&save->notes);
    rq_arena_free(&save->arena);
    free(save);
}

const struct rq_save_info *rq_save_describe(const struct rq_kotor_save *save)
{
    return &save->info;
}

bool rq_save_file_at(struct rq_kotor_save *save, size_t index, struct rq_save_file *file)
{
    if (index >= save->count)
        return false;
    struct save_part *part = save->parts[index];
    struct rq_doc *doc = save_read(part, NULL);
    if (doc && is_archive(part))
        save_list(save, part, NULL);
    *file = (struct rq_save_file){part->path, part->bytes, part->wrapped, doc != NULL, part->err};
    return true;
}

struct rq_doc *rq_save_doc(struct rq_kotor_save *save, const char *path, struct rq_error *err)
{
    struct save_part *part = save_find(save, path);
    if (!part)
        rq_fail(err, RQ_USAGE, 0, path, "the slot has no such file");
    return part ? save_read(part, err) : NULL;
}

bool rq_save_touch(struct rq_kotor_save *save, const char *path, struct rq_error *err)
{
    struct save_part *part = save_find(save, path);
    if (!part || !part->doc)
        return rq_fail(err, RQ_USAGE, 0, path, "no document of the slot has this path");
    part->changed = true;
    return true;
}

struct rq_bytes rq_save_notes(const struct rq_kotor_save *save)
{
    return rq_out_bytes(&save->notes);
}
