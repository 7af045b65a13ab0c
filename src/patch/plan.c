/* The files of the game as they will be. Each is read once, changed in memory, and written once. */
#include "core/text.h"
#include "core/transaction.h"
#include "formats/restype.h"
#include "patch/parts.h"

#include <reliquary/erf.h>
#include <stdlib.h>

/* ---- finding resources ---- */

static uint32_t hash_of(const char *key)
{
    uint32_t h = 2166136261u;
    for (; *key; key++)
        h = (h ^ (uint8_t)*key) * 16777619u;
    return h ^ h >> 15;
}

static struct res **slot_of(struct rq_patch *p, const char *key)
{
    uint32_t at = hash_of(key) & p->slot_mask;
    while (p->slots[at] && strcmp(p->slots[at]->key, key) != 0)
        at = (at + 1) & p->slot_mask;
    return &p->slots[at];
}

static bool make_room(struct rq_patch *p)
{
    uint32_t old_size = p->slots ? p->slot_mask + 1 : 0, size = old_size ? old_size * 2 : 256;
    if (p->res_count * 2 < old_size)
        return true;
    p->slots = rq_arena_get(&p->arena, size, sizeof(struct res *));
    if (!p->slots)
        return false;
    p->slot_mask = size - 1;
    for (struct res *r = p->first; r; r = r->next)
        *slot_of(p, r->key) = r;
    return true;
}

static char *key_of(struct rq_patch *p, const char *folder, const char *name)
{
    char *key = keepf(p, "%s%s%s", folder, *folder ? "/" : "", name);
    for (char *c = key; *c; c++)
        *c = rq_lower(*c);
    return key;
}

/* The resource of a key, made when it is new. NULL without memory. */
static struct res *res_of(struct rq_patch *p, const char *key, bool *made)
{
    *made = false;
    if (!make_room(p))
        return NULL;
    struct res **slot = slot_of(p, key);
    if (*slot)
        return *slot;
    struct res *r = rq_arena_get(&p->arena, 1, sizeof *r);
    if (!r)
        return NULL;
    r->key = key;
    *slot = r;
    *(p->last ? p->last : &p->first) = r;
    p->last = &r->next;
    p->res_count++;
    *made = true;
    return r;
}

/* A folder in the one spelling that all files in it get: that of the disk, or of the first that named it. */
static const char *folder_of(struct rq_patch *p, const char *folder)
{
    bool made;
    enum rq_path_kind kind;
    if (!*folder)
        return "";
    struct res *r = res_of(p, key_of(p, folder, ""), &made);
    if (!r || !made)
        return r ? r->path : folder;
    const char *slash = strrchr(folder, '/');
    const char *above = slash ? folder_of(p, keep(p, folder, (size_t)(slash - folder))) : "";
    const char *path = slash ? keepf(p, "%s/%s", above, slash + 1) : folder;
    const char *found = disk_find(p, p->root, path, &kind);
    r->path = found ? found : path;
    return r->path;
}

static struct res *file_of(struct rq_patch *p, const char *folder, const char *name)
{
    bool made;
    enum rq_path_kind kind;
    const char *real = folder_of(p, folder);
    const char *path = keepf(p, "%s%s%s", real, *real ? "/" : "", name);
    struct res *r = res_of(p, key_of(p, folder, name), &made);
    if (!r || !made)
        return r;
    r->path = disk_find(p, p->root, path, &kind);
    if (!r->path)
        return NULL;
    r->name = rq_path_base(r->path);
    r->there = r->exists = kind == RQ_PATH_FILE;
    if (r->there)
        rq_path_stamp(keepf(p, "%s/%s", p->root, r->path), &r->size, &r->time);
    return r;
}

/* Names in archives have 16 characters at most: the game's files that are longer are cut, as TSLPatcher does. */
static const char *entry_name(struct rq_patch *p, unsigned line, const char *name)
{
    const char *extension = rq_path_extension(name);
    uint32_t type;
    if (!*extension || !rq_restype_id(extension, &type)) {
        tell(p, RQ_PATCH_ERROR, line,
             "%s can't go into an archive: its extension is no type of the game", name);
        return NULL;
    }
    size_t stem = (size_t)(extension - name) - 1;
    return stem <= 16 ? name : keepf(p, "%.16s.%s", name, extension);
}

static struct res *entry_of(struct rq_patch *p, struct res *archive, const char *name)
{
    bool made;
    struct res *r = res_of(p, key_of(p, archive->key, name), &made);
    if (r && made) {
        r->archive = archive;
        r->name = keep(p, name, strlen(name));
    }
    return r;
}

bool plan_is_archive(struct rq_patch *p, const char *folder)
{
    enum rq_path_kind kind = RQ_PATH_NONE;
    return is_one_of("mod erf sav rim hak", rq_path_extension(folder)) ||
           (disk_find(p, p->root, folder, &kind) && kind == RQ_PATH_FILE);
}

struct res *plan_res(struct rq_patch *p, unsigned line, const char *folder, const char *name)
{
    if (!plan_is_archive(p, folder))
        return file_of(p, folder, name);
    const char *entry = entry_name(p, line, name);
    struct res *archive = entry ? plan_archive(p, line, folder) : NULL;
    return archive ? entry_of(p, archive, entry) : NULL;
}

/* ---- archives ---- */

static bool map_file(struct rq_patch *p, struct res *r, struct rq_error *err)
{
    if (r->map.bytes.data || !r->there || r->fresh)
        return true;
    if (!rq_map_open(&r->map, keepf(p, "%s/%s", p->root, r->path), err))
        return false;
    r->bytes = r->map.bytes;
    return true;
}

static bool take_entries(struct rq_patch *p, struct res *archive, struct rq_error *err)
{
    const struct rq_entry *entries;
    size_t count;
    if (!rq_doc_entries(archive->doc, &entries, &count, err))
        return false;
    for (size_t i = 0; i < count; i++) {
        struct res *r = entry_of(p, archive, entries[i].name);
        if (!r)
            return rq_fail(err, RQ_NO_MEMORY, 0, archive->path, "out of memory");
        if (r->exists)
            continue; /* the game takes the first of two of one name */
        r->exists = r->there = true;
        r->bytes = entries[i].bytes;
    }
    return true;
}

/* Puts what a part of a module has into the new .mod; later ones win. False: there is no such part. */
static bool add_part(struct rq_patch *p, unsigned line, struct res *mod, const char *path)
{
    enum rq_path_kind kind;
    const char *slash = strrchr(path, '/');
    const char *folder = slash ? keep(p, path, (size_t)(slash - path)) : "";
    if (!disk_find(p, p->root, path, &kind) || kind != RQ_PATH_FILE)
        return false;
    struct res *part = file_of(p, folder, slash ? slash + 1 : path);
    struct res *opened = part ? plan_archive(p, line, path) : NULL;
    const struct rq_entry *entries;
    size_t count = 0;
    if (!opened || !rq_doc_entries(opened->doc, &entries, &count, NULL))
        return false;
    for (size_t i = 0; i < count; i++) {
        struct res *r = entry_of(p, mod, entries[i].name);
        if (r && rq_doc_put_entry(mod->doc, entries[i].name, entries[i].bytes, NULL)) {
            r->exists = true;
            r->bytes = entries[i].bytes;
        }
    }
    return true;
}

/* HoloPatcher makes a missing .mod of the parts of the module; TSLPatcher gives up. */
static bool build_mod(struct rq_patch *p, unsigned line, struct res *mod)
{
    const char *stem = keep(p, mod->path, strlen(mod->path) - 4);
    struct rq_error err = {0};
    mod->doc = rq_doc_new(rq_format_by_name("erf"), NULL, &err);
    struct rq_erf *erf = mod->doc ? rq_doc_root(mod->doc, "erf") : NULL;
    if (!erf)
        return false;
    memcpy(erf->header.type, "MOD ", 4);
    erf->header.description_strref = UINT32_MAX;
    bool found = add_part(p, line, mod, keepf(p, "%s.rim", stem));
    found |= add_part(p, line, mod, keepf(p, "%s_s.rim", stem));
    if (p->game_number == 2)
        found |= add_part(p, line, mod, keepf(p, "%s_dlg.erf", stem));
    if (found)
        tell(p, RQ_PATCH_NOTE, line, "%s is made of the parts of the module", mod->path);
    return found;
}

static bool open_archive(struct rq_patch *p, unsigned line, struct res *r)
{
    struct rq_error err = {0};
    r->is_archive = true;
    if (!r->exists) {
        if (rq_casecmp(rq_path_extension(r->path), "mod") != 0 || !build_mod(p, line, r)) {
            tell(p, RQ_PATCH_ERROR, line, "%s is not there, and there is nothing to make it of",
                 r->path);
            return false;
        }
        r->exists = r->fresh = true;
        return true;
    }
    struct rq_options options = {.name = r->path, .codepage = p->page};
    r->doc = map_file(p, r, &err) ? rq_doc_read(r->bytes, &options, &err) : NULL;
    const char *name = r->doc ? rq_format_describe(rq_doc_format(r->doc))->name : "";
    if (r->doc && strcmp(name, "erf") != 0 && strcmp(name, "rim") != 0)
        rq_fail(&err, RQ_BAD_MAGIC, 0, r->path, "is no archive of the game (MOD, ERF, SAV, RIM)");
    if (err.code || !rq_doc_settle(r->doc, &err) || !take_entries(p, r, &err)) {
        tell_error(p, line, r->path, &err);
        return false;
    }
    return true;
}

/* A .rim that a .mod of the same module hides is never read by the game. */
static void warn_of_rim(struct rq_patch *p, unsigned line, const struct res *r)
{
    enum rq_path_kind kind;
    const char *name = r->path;
    size_t stem = strlen(name) - 4;
    if (rq_casecmp(rq_path_extension(name), "rim") != 0)
        return;
    if (stem > 2 && rq_casecmp(name + stem - 2, "_s.rim") == 0)
        stem -= 2;
    const char *mod = disk_find(p, p->root, keepf(p, "%.*s.mod", (int)stem, name), &kind);
    if (mod && kind == RQ_PATH_FILE)
        tell(p, RQ_PATCH_WARNING, line, "%s is changed, but %s hides it from the game", name, mod);
}

struct res *plan_archive(struct rq_patch *p, unsigned line, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *folder = slash ? keep(p, path, (size_t)(slash - path)) : "";
    struct res *r = file_of(p, folder, slash ? slash + 1 : path);
    if (!r)
        return NULL;
    bool known = r->is_archive;
    if (known && (!r->doc || !r->exists)) {
        tell(p, RQ_PATCH_ERROR, line, "%s can't be changed, see above", r->path);
        return NULL;
    }
    if (known)
        return r;
    if (!open_archive(p, line, r)) {
        rq_doc_free(r->doc);
        r->doc = NULL;
        return NULL;
    }
    warn_of_rim(p, line, r);
    return r;
}

/* ---- contents ---- */

bool plan_bytes(struct rq_patch *p, struct res *r, struct rq_bytes *bytes, struct rq_error *err)
{
    if (r->doc && !r->is_archive) {
        rq_out_free(&r->out);
        r->out = (struct rq_out){0};
        if (!rq_doc_write(r->doc, &r->out, err))
            return false;
        *bytes = rq_out_bytes(&r->out);
        return true;
    }
    if (!r->archive && !map_file(p, r, err))
        return false;
    *bytes = r->bytes;
    return true;
}

void plan_put(struct rq_patch *p, struct res *r, struct rq_bytes bytes)
{
    for (struct res *e = r->is_archive ? p->first : NULL; e; e = e->next)
        if (e->archive == r) { /* another archive takes its place */
            rq_doc_free(e->doc);
            e->doc = NULL;
            e->exists = e->changed = e->fresh = false;
        }
    r->is_archive = false;
    rq_doc_free(r->doc);
    r->doc = NULL;
    r->bytes = bytes;
    r->exists = r->changed = r->fresh = true;
}

struct rq_doc *plan_doc(struct rq_patch *p, unsigned line, struct res *r, const char *format)
{
    struct rq_error err = {0};
    struct rq_options options = {.name = r->name, .codepage = p->page};
    if (r->doc && !r->is_archive && rq_doc_root(r->doc, format))
        return r->doc;
    if (r->doc) {
        tell(p, RQ_PATCH_ERROR, line, "%s is a %s, and no %s", r->key,
             rq_format_describe(rq_doc_format(r->doc))->name, format);
        return NULL;
    }
    options.format = rq_format_by_name(format);
    if (!r->archive && !map_file(p, r, &err)) {
        tell_error(p, line, r->key, &err);
        return NULL;
    }
    struct rq_doc *doc = rq_doc_read(r->bytes, &options, &err);
    if (!doc || !rq_doc_settle(doc, &err)) {
        tell_error(p, line, r->key, &err);
        rq_doc_free(doc);
        return NULL;
    }
    r->doc = doc;
    return doc;
}

static const struct mod_file *in_memory(const struct rq_patch *p, const char *below)
{
    for (size_t i = 0; i < p->memory->count; i++)
        if (rq_casecmp(p->memory->files[i].name, below) == 0)
            return &p->memory->files[i];
    return NULL;
}

bool plan_has_source(struct rq_patch *p, const char *below)
{
    enum rq_path_kind kind = RQ_PATH_NONE;
    if (p->memory)
        return in_memory(p, below) != NULL;
    return disk_find(p, p->data, below, &kind) && kind == RQ_PATH_FILE;
}

bool plan_source(struct rq_patch *p, const char *folder, const char *name, struct rq_bytes *bytes)
{
    enum rq_path_kind kind;
    const char *below =
        keepf(p, "%s%s%s%s%s", p->below, *p->below ? "/" : "", folder, *folder ? "/" : "", name);
    const struct mod_file *given = p->memory ? in_memory(p, below) : NULL;
    if (given)
        *bytes = given->bytes;
    if (p->memory)
        return given != NULL;
    const char *found = disk_find(p, p->data, below, &kind);
    if (!found || kind != RQ_PATH_FILE)
        return false;
    struct source *sources =
        rq_arena_more(&p->arena, &p->sources, p->source_count, &p->source_room, sizeof *sources);
    if (!sources)
        return false;
    struct source *s = &sources[p->source_count];
    *s = (struct source){.path = found};
    if (!rq_map_open(&s->map, keepf(p, "%s/%s", p->data, found), NULL))
        return false;
    *bytes = s->map.bytes;
    p->source_count++;
    return true;
}

/* ---- writing ---- */

/* A document as bytes: into the archive that it is an entry of, or kept for the file. */
static void settle_doc(struct rq_patch *p, struct res *r)
{
    struct rq_error err = {0};
    if (!r->doc || r->is_archive || !r->changed)
        return;
    struct rq_bytes bytes;
    if (!plan_bytes(p, r, &bytes, &err)) {
        tell_error(p, 0, r->key, &err);
        r->changed = false;
        r->exists = r->there && !r->fresh;
        return;
    }
    r->bytes = bytes;
    rq_doc_free(r->doc);
    r->doc = NULL;
}

/* Whether the archive has these bytes under that name already. */
static bool has_entry(struct res *archive, const struct res *r)
{
    const struct rq_entry *entries;
    size_t count;
    if (!r->there || !rq_doc_entries(archive->doc, &entries, &count, NULL))
        return false;
    for (size_t i = 0; i < count; i++)
        if (rq_casecmp(entries[i].name, r->name) == 0)
            return rq_same(entries[i].bytes, r->bytes);
    return false;
}

static void settle_entry(struct rq_patch *p, struct res *r)
{
    struct rq_error err = {0};
    struct res *archive = r->archive;
    if (!archive || !r->changed || !archive->doc || has_entry(archive, r))
        return;
    if (!rq_doc_put_entry(archive->doc, r->name, r->bytes, &err))
        tell_error(p, 0, r->key, &err);
    else
        archive->changed = true;
}

/* What would be written over itself stays as it is. */
static void forget_same(struct rq_patch *p, struct res *r)
{
    struct rq_map map = {0};
    if (r->archive || !r->changed || r->is_archive || !r->there || !r->exists)
        return;
    if (r->map.bytes.data ? rq_same(r->map.bytes, r->bytes)
                          : r->size == r->bytes.size &&
                                rq_map_open(&map, keepf(p, "%s/%s", p->root, r->path), NULL) &&
                                rq_same(map.bytes, r->bytes))
        r->changed = false;
    rq_map_close(&map);
}

static int by_key(const void *a, const void *b)
{
    return strcmp((*(struct res *const *)a)->key, (*(struct res *const *)b)->key);
}

bool plan_settle(struct rq_patch *p, struct rq_error *err)
{
    for (struct res *r = p->first; r; r = r->next)
        settle_doc(p, r);
    for (struct res *r = p->first; r; r = r->next)
        settle_entry(p, r);
    for (struct res *r = p->first; r; r = r->next) {
        if (r->is_archive && r->fresh && r->doc && !r->changed)
            r->exists = false; /* made for an entry that did not come */
        forget_same(p, r);
        p->changed_count += r->changed && !r->archive;
    }
    p->changed = rq_arena_get(&p->arena, p->changed_count, sizeof(struct res *));
    if (p->unlisted)
        return rq_fail(err, RQ_IO, 0, p->unlisted, "the names in it can't be read");
    if (!rq_memory_lasted(p->refusals, err))
        return false;
    uint32_t count = 0;
    for (struct res *r = p->first; r; r = r->next)
        if (r->changed && !r->archive)
            p->changed[count++] = r;
    if (count)
        qsort(p->changed, count, sizeof(struct res *), by_key);
    p->summary.files = count;
    return true;
}

bool plan_after(struct rq_patch *p, const char *key, bool *exists, struct rq_bytes *bytes,
                struct rq_doc **archive)
{
    struct res *r = p->slots ? *slot_of(p, key) : NULL;
    if (!r || !r->changed)
        return false;
    *exists = r->exists;
    *bytes = r->bytes;
    *archive = r->is_archive ? r->doc : NULL;
    return true;
}

const char *rq_patch_file(const struct rq_patch *patch, size_t index, bool *made, bool *removed)
{
    const struct rq_patch *p = patch;
    if (index >= p->changed_count)
        return NULL;
    const struct res *r = p->changed[index];
    *made = !r->there;
    *removed = !r->exists;
    return r->path;
}

static bool put_file(struct rq_patch *p, struct rq_txn *txn, struct res *r, struct rq_error *err)
{
    struct rq_out out = {0};
    bool fine = true;
    if (!r->exists)
        return !r->there || rq_txn_remove(txn, r->path, err);
    if (r->is_archive)
        fine = rq_doc_write(r->doc, &out, err);
    fine = fine && rq_txn_put(txn, r->path, r->is_archive ? rq_out_bytes(&out) : r->bytes, err) &&
           (!r->there || rq_txn_expect(txn, r->path, r->size, r->time, err));
    rq_out_free(&out);
    /* An archive is no longer needed, and a file that is mapped can't be replaced on Windows. */
    if (r->is_archive) {
        rq_doc_free(r->doc);
        r->doc = NULL;
        rq_map_close(&r->map);
        r->map = (struct rq_map){0};
    }
    (void)p;
    return fine;
}

static void let_go(struct rq_patch *p)
{
    for (struct res *r = p->first; r; r = r->next) {
        rq_doc_free(r->doc);
        rq_map_close(&r->map);
        rq_out_free(&r->out);
        r->doc = NULL;
        r->map = (struct rq_map){0};
        r->out = (struct rq_out){0};
    }
    for (uint32_t i = 0; i < p->source_count; i++)
        rq_map_close(&p->sources[i].map);
    p->source_count = 0;
    rq_game_close(p->game);
    p->game = NULL;
}

bool rq_patch_commit(struct rq_patch *patch, struct rq_error *err)
{
    struct rq_patch *p = patch;
    if (p->summary.stopped)
        return rq_fail(err, RQ_USAGE, 0, p->summary.title, "can't be installed, see its messages");
    struct rq_txn *txn = rq_txn_open(p->root, RQ_TXN_STATE, err);
    bool fine = txn != NULL;
    for (uint32_t i = 0; fine && i < p->changed_count; i++)
        fine = put_file(p, txn, p->changed[i], err);
    let_go(p);
    const char *label =
        keepf(p, RECORD_LABEL "%016llx %s", (unsigned long long)p->sum, p->summary.title);
    fine = fine && (!p->changed_count || rq_txn_commit(txn, label, NULL, err));
    rq_txn_close(txn);
    return fine;
}

void plan_free(struct rq_patch *p)
{
    let_go(p);
}
