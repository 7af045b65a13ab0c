/* Resource types of KotOR: the number in an archive and the extension of a file. A type
 * that has no extension is spelled as its number ("name.4711"), so that every name can be
 * turned back into its type. */
#ifndef RQ_FORMATS_RESTYPE_H
#define RQ_FORMATS_RESTYPE_H

#include <stdbool.h>
#include <stdint.h>

enum { RQ_RESTYPE_TEXT = 16 };

void rq_restype_extension(uint32_t id, char text[RQ_RESTYPE_TEXT]);

/* False when the extension is neither known nor a number below 65536. */
bool rq_restype_id(const char *extension, uint32_t *id);

#endif
