/* Files by names in any case: mods were made for Windows. Each folder is listed once. */
#include "core/fs.h"
#include "core/text.h"
#include "patch/parts.h"

#include <stdlib.h>

struct listing {
    const char *folder;
    const char **slots; /* names, by their letters in lower case */
    uint32_t mask;
    struct listing *next;
};

static uint32_t hash_of(const char *name)
{
    uint32_t h = 2166136261u;
    for (; *name; name++)
        h = (h ^ (uint8_t)rq_lower(*name)) * 16777619u;
    return h ^ h >> 15;
}

static struct listing *list_folder(struct rq_patch *p, const char *folder)
{
    struct rq_out names = {0};
    struct listing *l = rq_arena_get(&p->arena, 1, sizeof *l);
    uint32_t count = 0, size = 16;
    /* A folder that is not there has no names. */
    if (!rq_fs_names(folder, &names) && rq_path_kind(folder, NULL) == RQ_PATH_FOLDER)
        p->unlisted = keep(p, folder, strlen(folder));
    for (size_t at = 0; at < names.size; at += strlen((char *)names.data + at) + 1)
        count++;
    while (size < count * 2)
        size *= 2;
    if (l)
        l->slots = rq_arena_get(&p->arena, size, sizeof *l->slots);
    if (!l || !l->slots) {
        rq_out_free(&names);
        return NULL;
    }
    l->mask = size - 1;
    for (size_t i = 0; i < names.size; i += strlen((char *)names.data + i) + 1) {
        uint32_t at = hash_of((char *)names.data + i) & l->mask;
        while (l->slots[at])
            at = (at + 1) & l->mask;
        l->slots[at] = keep(p, (char *)names.data + i, strlen((char *)names.data + i));
    }
    rq_out_free(&names);
    l->folder = keep(p, folder, strlen(folder));
    l->next = p->listings;
    p->listings = l;
    return l;
}

/* The exact name first, else one in another case; NULL: there is none. */
static const char *name_in(struct rq_patch *p, const char *folder, const char *name)
{
    struct listing *l = p->listings;
    const char *alike = NULL;
    while (l && strcmp(l->folder, folder) != 0)
        l = l->next;
    if (!l)
        l = list_folder(p, folder);
    if (!l)
        return NULL;
    for (uint32_t at = hash_of(name) & l->mask; l->slots[at]; at = (at + 1) & l->mask) {
        if (strcmp(l->slots[at], name) == 0)
            return l->slots[at];
        if (!alike && rq_casecmp(l->slots[at], name) == 0)
            alike = l->slots[at];
    }
    return alike;
}

const char *disk_find(struct rq_patch *p, const char *root, const char *below,
                      enum rq_path_kind *kind)
{
    const char *full = root, *found = "";
    bool there = true;
    if (p->memory && p->memory->flat && root == p->root && starts_with(below, "override") &&
        strchr("/", below[8]))
        below += 8 + (below[8] == '/');
    while (*below) {
        size_t size = strcspn(below, "/");
        const char *part = keep(p, below, size);
        const char *real = there ? name_in(p, full, part) : NULL;
        there = real != NULL;
        part = real ? real : part;
        full = keepf(p, "%s/%s", full, part);
        found = *found ? keepf(p, "%s/%s", found, part) : part;
        below += size + (below[size] == '/');
    }
    *kind = there ? rq_path_kind(full, NULL) : RQ_PATH_NONE;
    return found;
}

const char *disk_clean(struct rq_patch *p, unsigned line, const char *path)
{
    struct rq_out out = {0};
    bool bad = path[0] == '/' || path[0] == '\\' || strchr(path, ':');
    for (const char *at = path; *at && !bad;) {
        size_t size = strcspn(at, "/\\");
        bool skip = size == 0 || (size == 1 && *at == '.');
        const char *part = keep(p, at, size);
        bad = !skip && !rq_name_is_safe(part);
        if (!skip)
            rq_putf(&out, "%s%s", out.size ? "/" : "", part);
        at += size + (at[size] != 0);
    }
    const char *clean = bad ? NULL : keep(p, (char *)out.data, out.size);
    rq_out_free(&out);
    if (bad)
        tell(p, RQ_PATCH_ERROR, line,
             "\"%s\" is no path below the game or the mod: absolute paths, drives and .. are "
             "refused",
             path);
    return clean;
}
