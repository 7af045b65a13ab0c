/* What convert is to make, by --to and by the extension of -o. */
#ifndef RQ_TOOL_CONVERT_KIND_H
#define RQ_TOOL_CONVERT_KIND_H

#include "tool.h"

/* What --to is to be for a file of that extension: a kind of open file, or a format's name. NULL: it
 * tells nothing. */
const char *kind_of_extension(const char *path);

/* A name that a file of the kind of --to may have. */
bool fits_kind(const char *path, const char *to);

/* Whether kind is one of those that go that way with documents of the format. */
bool has_kind(const struct rq_format *format, enum rq_way way, const char *kind);

/* --to 3dc names a format by the extension that the file gets; NULL: by its name. */
const char *extension_of(const char *to, const struct rq_format *format);

/* A format that pictures and its own kind of files become: a texture. */
bool is_texture(const struct rq_format *format);

/* The extension of -o says what to make when --to does not, and may not say something else. 0 or an exit
 * code after a message. */
int take_output(struct args *args);

/* What --to names: *format, or NULL for a kind of open file. 0 or an exit code. */
int take_kind(const struct args *args, const struct rq_format **format);

/* With --as *format is that of the sounds of KotOR, else it stays. 0 or an exit code after a message. */
int take_wrapper(const struct args *args, const struct rq_format **format);

#endif
