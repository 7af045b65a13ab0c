/* TXI: how a texture is drawn. See docs/formats/txi.md.
 *
 *     const struct rq_txi *txi = rq_doc_root(doc, "txi");
 *     bool lightmap = false;
 *     rq_txi_bool(txi, "islightmap", &lightmap);
 */
#ifndef RELIQUARY_TXI_H
#define RELIQUARY_TXI_H

#include <reliquary/line.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A command with coordinates is a head, they are its items; all other commands are words. */
struct rq_txi {
    struct rq_text text;
};

enum rq_txi_type {
    RQ_TXI_BOOL, /* true, false, 1, 0 in any case; anything else changes nothing */
    RQ_TXI_INTEGER,
    RQ_TXI_REAL,
    RQ_TXI_NAME,   /* of a texture or script */
    RQ_TXI_CHOICE, /* a word of a list */
    RQ_TXI_ROWS,   /* a number of lines with numbers that follow */
};

struct rq_txi_command {
    const char *name;
    enum rq_txi_type type;
    const char *choices; /* blank-separated; or NULL */
    const char *meaning;
};

/* All that are known, by name. */
RQ_API size_t rq_txi_commands(const struct rq_txi_command **commands);
/* NULL: the game passes over it. Case does not matter. */
RQ_API const struct rq_txi_command *rq_txi_command(struct rq_bytes name);

/* The last line with that command; NULL: none. */
RQ_API const struct rq_text_line *rq_txi_find(const struct rq_txi *txi, const char *command);

/* As the game takes it: a later line wins, a line without a value that is one changes nothing.
 * *value stays as it is when no line sets it. */
RQ_API void rq_txi_bool(const struct rq_txi *txi, const char *command, bool *value);

#ifdef __cplusplus
}
#endif

#endif
