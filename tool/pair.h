/* Documents of two files: the .mdl of a model and its .mdx. Which formats come in pairs, their
 * descriptors tell. */
#ifndef RQ_TOOL_PAIR_H
#define RQ_TOOL_PAIR_H

#include "tool.h"

/* The path of the second file of the pair that starts with path: of the same name beside it,
 * or in a folder ../mdx of files sorted by kind. NULL: the format has none, or it is not there.
 * To be freed. */
char *pair_second(const char *path, const struct rq_format *format);

/* The same the other way: the .mdl that an .mdx belongs to. */
char *pair_first(const char *path);

/* Makes a walk one of whole pairs: second files give way to their first ones. False without
 * memory. */
bool pair_walk(struct rq_walk *walk);

/* The same for the entries of an archive, and of those in it: returns how many nodes stay. */
size_t pair_entries(struct node *nodes, size_t count);

/* Writes a document, and beside it the second file where it has one; 0 or an exit code after a
 * message. */
int save_document(const struct args *args, const char *path, struct rq_doc *doc);

#endif
