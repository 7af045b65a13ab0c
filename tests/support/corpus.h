/* Files of the corpus. A folder of it that is there, but has no files, is a failed check; one that is
 * not there is a skipped part of the test. */
#ifndef TESTS_SUPPORT_CORPUS_H
#define TESTS_SUPPORT_CORPUS_H

#include "core/file.h"
#include "support/check.h"

#include <stdlib.h>

/* Adds the files below a folder of the corpus; false when there are none. */
static inline bool corpus_walk(const char *folder, struct rq_walk *walk)
{
    const char *path = check_corpus(folder);
    if (path == NULL) {
        SKIP_PART(check_no_corpus(folder));
        return false;
    }
    size_t before = walk->count;
    check_note("%s", folder);
    return CHECK(rq_walk_add(walk, path, NULL)) && CHECK(walk->count > before);
}

/* fn for every file below a folder of the corpus; how many there were. */
static inline size_t each_file(const char *folder, void (*fn)(const char *name, struct rq_bytes))
{
    struct rq_walk walk = {0};
    if (!corpus_walk(folder, &walk))
        return 0;
    for (size_t i = 0; i < walk.count; i++) {
        size_t size = 0;
        uint8_t *data = check_read(walk.items[i].path, &size);
        check_note("%s", walk.items[i].relative);
        if (CHECK(data != NULL))
            fn(walk.items[i].relative, (struct rq_bytes){data, size});
        free(data);
    }
    size_t seen = walk.count;
    rq_walk_free(&walk);
    check_note(" ");
    return seen;
}

#endif
