/* Files that resources were converted to, kept for the requests that ask for the next of them. Bounded: the entry that was not used for
 * longest goes. */
#ifndef RQ_SERVICE_CACHE_H
#define RQ_SERVICE_CACHE_H

#include "core/bytes.h"

enum { MADE_ENTRIES = 16, MADE_BYTES = 64 << 20 };

struct made_file {
    char *name;
    struct rq_out bytes;
};

/* All files of one conversion. */
struct made {
    char *key; /* what was asked for, and the state of the game */
    struct made_file *files;
    size_t count, room, size;
    uint64_t used;
};

struct made_cache {
    struct made entries[MADE_ENTRIES]; /* key NULL: free */
    uint64_t clock;
};

/* Adds a file to one that is not in the cache yet; false without memory, or when it is larger than the cache may be: it is empty
 * then. */
bool made_add(struct made *made, const char *name, struct rq_bytes bytes);
void made_free(struct made *made);

/* NULL: it is not there. The entry is valid until the next made_keep. */
const struct made *made_find(struct made_cache *cache, const char *key);
/* Takes the files. */
void made_keep(struct made_cache *cache, const char *key, struct made *made);
void made_close(struct made_cache *cache);

#endif
