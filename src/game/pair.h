/* Documents of two files: the .mdl of a model and its .mdx. Which formats come in pairs, their
 * descriptors tell. */
#ifndef RQ_GAME_PAIR_H
#define RQ_GAME_PAIR_H

#include "core/file.h"

/* The path of the second file of the pair that starts with path: of the same name beside it,
 * or in a folder ../mdx of files sorted by kind. NULL: the format (may be NULL) has none, or it is
 * not there. To be freed. */
char *rq_pair_second(const char *path, const struct rq_format *format);

/* The same the other way: the .mdl that an .mdx belongs to. */
char *rq_pair_first(const char *path);

/* The path of the second file to write beside path: that of one that is there, or in the case of
 * the first. NULL: path has no extension, or there is no memory. To be freed. */
char *rq_pair_target(const char *path, const char *extension);

/* The path with another extension, "danm13.mod/x.mdx"; to be freed. NULL without memory. */
char *rq_pair_name(const char *path, const char *extension);

/* Makes a walk one of whole pairs: second files give way to their first ones. False without
 * memory. */
bool rq_pair_walk(struct rq_walk *walk);

#endif
