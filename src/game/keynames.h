/* The names of the resources in a BIF, which only the KEY that lists it has; and the key kept in
 * step with a BIF that is changed. */
#ifndef RQ_GAME_KEYNAMES_H
#define RQ_GAME_KEYNAMES_H

#include "formats/format.h"

/* {0}: no names. */
struct rq_key_names {
    struct rq_map map;
    struct rq_doc *key;  /* NULL: there is no key, or it does not know the archive */
    char *path;          /* of the key */
    uint64_t size, time; /* of its file when it was read */
    size_t bif;          /* the archive's number in it */
    char **names;        /* by position; NULL: none */
    size_t count, room;
    size_t key_room; /* keys that the document has room for */
};

/* The names of the archive at a path: from the key at by_hand, or (NULL) from a chitin.key beside it
 * or one folder up, whose absence is no fault. An archive other than BIF and BZF has none. False
 * with err filled without memory, or when the key at by_hand is none or does not list the archive. */
bool rq_key_names_open(struct rq_key_names *names, const char *archive, const char *by_hand,
                       const struct rq_doc *doc, struct rq_error *err);
void rq_key_names_close(struct rq_key_names *names);

/* The position of a name; SIZE_MAX when the key does not have it. */
size_t rq_key_names_find(const struct rq_key_names *names, const char *name);

/* A resource was put at the end, or one was taken out: the key follows. */
bool rq_key_names_add(struct rq_key_names *names, const char *name, struct rq_error *err);
bool rq_key_names_remove(struct rq_key_names *names, size_t at, struct rq_error *err);

/* The bytes of the key with the archive's new size. */
bool rq_key_names_write(struct rq_key_names *names, size_t archive_size, struct rq_out *out,
                        struct rq_error *err);

#endif
