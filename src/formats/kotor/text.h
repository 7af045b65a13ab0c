/* What VIS, LYT, TXI and ASCII MDL share: lines of words, some with a number of lines that follow them. In
 * lyt_text.c. */
#ifndef RQ_FORMATS_KOTOR_TEXT_H
#define RQ_FORMATS_KOTOR_TEXT_H

#include "core/line.h"
#include "formats/format.h"

/* What has been read so far. */
struct rq_text_state {
    bool open;          /* below a head: an item can stand here */
    size_t head_indent; /* of that head */
    bool begun;         /* for the format's own use */
    uint64_t left;      /* the same: lines that its head still asks for */
};

struct rq_text_form {
    const char *head, *items; /* keys of a head's JSON */
    const char *head_indent, *item_indent;
    /* Which kind a line is that has a first word and the rest; not called for blank ones. */
    enum rq_text_kind (*kind)(struct rq_text_state *state, size_t indent, struct rq_bytes name,
                              struct rq_bytes rest);
};

/* The findings that rq_text_read gives, for the table of a format: what the game does with a number
 * of lines that is wrong, and with a head that has none. */
#define RQ_TEXT_FINDINGS(wrong, none)                                                              \
    {"wrong-count", RQ_WARNING, "a number of lines that is not that of the lines below", wrong},   \
        {"no-count", RQ_WARNING, "a line that has to say how many follow, and does not", none},    \
    {                                                                                              \
        "zero-byte", RQ_WARNING, "zero bytes in the text",                                         \
            "They may end the text for a program. They are kept when the file is written."         \
    }

/* Text has no byte below a blank but tabs, line ends, form feeds, the end mark of DOS, and zeros
 * that fill it up at its end. */
bool rq_text_is(struct rq_bytes in);
bool rq_text_named(const char *name, const char *extension);

bool rq_text_read(struct rq_doc *doc, struct rq_cur *c, const struct rq_text_form *form,
                  struct rq_text *text);
bool rq_text_write(const struct rq_text_form *form, const struct rq_text *text, struct rq_out *out,
                   struct rq_error *err);
void rq_text_json(struct rq_doc *doc, struct rq_json *j, const struct rq_text_form *form,
                  const struct rq_text *text);
bool rq_text_from_json(struct rq_doc *doc, struct rq_jr *jr, const struct rq_text_form *form,
                       struct rq_text *text);

/* Where a line begins in the file; name must not be empty. */
uint64_t rq_text_at(const struct rq_doc *doc, const struct rq_text_line *line);

/* The order of two names, without case. */
int rq_text_compare(struct rq_bytes a, struct rq_bytes b);

/* Chosen lines by name, ignoring case. */
typedef bool rq_text_chosen_fn(const struct rq_text_line *line, void *ctx);

struct rq_text_index {
    const struct rq_text_line **lines;
    size_t count;
};

/* False without memory. */
bool rq_text_index(struct rq_doc *doc, const struct rq_text *text, rq_text_chosen_fn *chosen,
                   void *ctx, struct rq_text_index *index);
bool rq_text_has(const struct rq_text_index *index, struct rq_bytes name);
void rq_text_find_twice(struct rq_doc *doc, const struct rq_text_index *index, const char *where);

/* "%.*s" of a name in a message. */
#define RQ_NAME(bytes)                                                                             \
    (int)((bytes).size < 40 ? (bytes).size : 40), (bytes).size ? (const char *)(bytes).data : ""

#endif
