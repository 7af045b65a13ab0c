/* Resource types and languages of KotOR.
 *
 * A type is a number in an archive and the extension of a file. A type
 * that has no extension is spelled as its number ("name.4711"), so that every name can be
 * turned back into its type. */
#ifndef RQ_FORMATS_RESTYPE_H
#define RQ_FORMATS_RESTYPE_H

#include <reliquary/reliquary.h>

enum { RQ_RESTYPE_TEXT = 16 };

void rq_restype_extension(uint32_t id, char text[RQ_RESTYPE_TEXT]);

/* False when the extension is neither known nor a number below 65536. */
bool rq_restype_id(const char *extension, uint32_t *id);

/* The code page of a text by its id (language * 2 + gender): Polish and the languages of Asia
 * have their own, all others the document's. */
enum rq_codepage rq_language_page(enum rq_codepage page, uint32_t id);

#endif
