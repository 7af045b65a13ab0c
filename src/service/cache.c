#include "service/cache.h"

#include <stdlib.h>

static char *copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = rq_mem(NULL, NULL, size);
    if (copy)
        memcpy(copy, text, size);
    return copy;
}

void made_free(struct made *made)
{
    for (size_t i = 0; i < made->count; i++) {
        free(made->files[i].name);
        rq_out_free(&made->files[i].bytes);
    }
    free(made->files);
    free(made->key);
    *made = (struct made){0};
}

static bool add_file(struct made *made, const char *name, struct rq_bytes bytes)
{
    if (made->count == made->room) {
        size_t room = made->room * 2 + 4;
        struct made_file *files = rq_mem(NULL, made->files, room * sizeof *files);
        if (!files)
            return false;
        made->files = files;
        made->room = room;
    }
    struct made_file *file = &made->files[made->count];
    *file = (struct made_file){.name = copy_text(name)};
    if (!file->name)
        return false;
    made->count++;
    made->size += bytes.size;
    rq_put_bytes(&file->bytes, bytes);
    return !file->bytes.failed;
}

bool made_add(struct made *made, const char *name, struct rq_bytes bytes)
{
    if (bytes.size <= MADE_BYTES - made->size && add_file(made, name, bytes))
        return true;
    made_free(made);
    return false;
}

const struct made *made_find(struct made_cache *cache, const char *key)
{
    for (size_t i = 0; i < MADE_ENTRIES; i++) {
        struct made *made = &cache->entries[i];
        if (made->key && strcmp(made->key, key) == 0) {
            made->used = ++cache->clock;
            return made;
        }
    }
    return NULL;
}

/* The entry that was not used for longest, a free one first. */
static struct made *oldest(struct made_cache *cache)
{
    struct made *found = &cache->entries[0];
    for (size_t i = 1; i < MADE_ENTRIES; i++)
        if (cache->entries[i].used < found->used)
            found = &cache->entries[i];
    return found;
}

static struct made *oldest_filled(struct made_cache *cache)
{
    struct made *found = NULL;
    for (size_t i = 0; i < MADE_ENTRIES; i++)
        if (cache->entries[i].key && (!found || cache->entries[i].used < found->used))
            found = &cache->entries[i];
    return found;
}

static size_t size_of(const struct made_cache *cache)
{
    size_t size = 0;
    for (size_t i = 0; i < MADE_ENTRIES; i++)
        size += cache->entries[i].size;
    return size;
}

void made_keep(struct made_cache *cache, const char *key, struct made *made)
{
    char *own = made_find(cache, key) ? NULL : copy_text(key);
    if (!own) { /* two requests made it at once, or there is no memory */
        made_free(made);
        return;
    }
    while (size_of(cache) > MADE_BYTES - made->size)
        made_free(oldest_filled(cache));
    struct made *entry = oldest(cache);
    made_free(entry);
    *entry = *made;
    entry->key = own;
    entry->used = ++cache->clock;
    *made = (struct made){0};
}

void made_close(struct made_cache *cache)
{
    for (size_t i = 0; i < MADE_ENTRIES; i++)
        made_free(&cache->entries[i]);
}
