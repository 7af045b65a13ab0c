/* Entries of WORLD.INI and ITEM.INI: keys with a number, "world_map[27]". */
#ifndef RQ_ENGINE_KEYED_H
#define RQ_ENGINE_KEYED_H

#include <reliquary/ini.h>

/* Numbers of entries are below RQ_KEYED_MOST. */
enum { RQ_KEYED_NAME = 64, RQ_KEYED_MOST = 10000 };

/* The entry key[number]; NULL: none. */
const struct rq_ini_line *rq_keyed_find(const struct rq_ini *ini, const char *key, int number);

/* "world_map[27]" of that key is 27; -1: another key. */
int rq_keyed_index(struct rq_bytes name, const char *key);

/* "MAPS\\ISLAND.WLD" is ISLAND.WLD. */
void rq_keyed_name(struct rq_bytes value, char name[RQ_KEYED_NAME]);

/* The first integers of a value; those that it has not stay as they are. */
void rq_keyed_numbers(struct rq_bytes value, int32_t *numbers, size_t count);

#endif
