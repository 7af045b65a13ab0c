/* What a format is to the rest of the house, and what a document is to a format. Private:
 * callers see reliquary/reliquary.h.
 *
 * A format's .c runs: record lists, detect, read, write, JSON, facts, views, its facets, and last
 * its descriptor `const struct rq_format rq_format_<name>`. It sees bytes, never files.
 */
#ifndef RQ_FORMATS_FORMAT_H
#define RQ_FORMATS_FORMAT_H

#include "core/json.h"
#include "core/layout.h"
#include "core/record.h"
#include "core/shape.h"
#include "core/text.h"
#include "formats/follow.h"
#include "model/clip.h"
#include "model/font.h"
#include "model/image.h"
#include "model/scene.h"
#include "model/table.h"

struct rq_doc {
    const struct rq_format *format;
    const struct rq_alloc *alloc;
    const struct rq_env *env;
    struct rq_arena arena;
    struct rq_bytes source;            /* what it was read from; empty for a new one */
    struct rq_bytes palette;           /* a COL file, for pictures that are put in; or empty */
    struct rq_bytes companion;         /* the second file of a pair; data NULL: none */
    struct rq_texture_options texture; /* for from_image */
    enum rq_codepage page;
    bool page_asked;  /* by the caller: what a text says of it does not count */
    bool limit_asked; /* by the caller: the arena's limit holds for changes, too */
    void *root;       /* the format's struct */
    struct rq_finding *findings;
    size_t finding_count, finding_capacity;
    struct rq_fact *facts;
    size_t fact_count, fact_capacity;
    bool fact_lost;       /* there was no memory for one */
    struct rq_error owed; /* see rq_owe */
    void *grown;          /* the array that rq_doc_one_more gave last, */
    size_t grown_room;    /* and the elements that it has memory for */
};

/* Where a view finds what it may need. */
struct rq_view {
    const char *name;         /* of the file, without its extension; or NULL */
    struct rq_arena *arena;   /* for what the view makes; freed after use */
    const uint8_t *palette;   /* 256 RGB triplets, or NULL */
    const struct rq_env *env; /* or NULL */
    struct rq_error *err;
    struct rq_missing *missing; /* takes the names of what is not there; or NULL */
};

/* Files that a view asked for in vain: "stone (texture), s_male01.mdl (supermodel)", each once. */
struct rq_missing {
    const char *names; /* "" at first; in the arena of the view */
    size_t more;       /* names that had no room any more */
};

/* Adds a name, and in brackets what it is; kind may be "". */
void rq_view_misses(const struct rq_view *view, const char *name, const char *kind);

/* ---- facets: what a document is besides a file. A format points to those that it has. Where no
 * comment says "or NULL", a member is there whenever the facet is. ---- */

/* Holds files under names. */
struct rq_facet_container {
    bool (*entries)(struct rq_doc *doc, const struct rq_entry **entries, size_t *count,
                    struct rq_error *err);
    bool (*put)(struct rq_doc *doc, const char *name, struct rq_bytes data, struct rq_error *err);
    bool (*remove)(struct rq_doc *doc, const char *name, struct rq_error *err);
};

struct rq_facet_pictures {
    bool indexed;  /* pixels are places in a palette, as in a GIF */
    bool textures; /* one picture with its levels, frames and faces, packed or not, and from_image
                      takes one like that; else it is given one plane */
    /* All pictures of the document. */
    bool (*images)(struct rq_doc *doc, const struct rq_view *view, const struct rq_image **images,
                   size_t *count);
    /* Fills doc->root, a fresh one; or NULL. */
    bool (*from_image)(struct rq_doc *doc, const struct rq_image *image, struct rq_error *err);
    /* Replaces the picture of that name, as images names it, or adds one where the format has names
     * for new ones; or NULL. What is given lives as long as the document. */
    bool (*put_image)(struct rq_doc *doc, const char *name, const struct rq_image *image,
                      struct rq_error *err);
    /* Takes the picture of that name out; or NULL. */
    bool (*remove_image)(struct rq_doc *doc, const char *name, struct rq_error *err);
};

struct rq_facet_sounds {
    bool (*clips)(struct rq_doc *doc, const struct rq_view *view, const struct rq_clip **clips,
                  size_t *count);
    /* Replaces the sound of that name, as clips names it, or adds one where the format has names for
     * new ones; the clip lives as long as the document. */
    bool (*put_clip)(struct rq_doc *doc, const char *name, const struct rq_clip *clip,
                     struct rq_error *err);
    /* Takes the sound of that name out; or NULL. */
    bool (*remove_clip)(struct rq_doc *doc, const char *name, struct rq_error *err);
    /* The MP3 of a document that keeps its sound as that, empty for any other; and another in its
     * place. Both or neither may be NULL. */
    struct rq_bytes (*stream)(struct rq_doc *doc);
    bool (*put_stream)(struct rq_doc *doc, struct rq_bytes mp3, struct rq_error *err);
    /* Makes it a sound effect of KotOR, or what is none; there where stream is. */
    void (*wrap)(struct rq_doc *doc, bool effect);
};

struct rq_facet_scene {
    bool (*scene)(struct rq_doc *doc, const struct rq_view *view, struct rq_scene *scene);
    /* Fills doc->root, a fresh one; or NULL. name is that of the file to make, or NULL. */
    bool (*from_scene)(struct rq_doc *doc, const struct rq_scene *scene, const char *name,
                       struct rq_error *err);
    bool takes_morphs; /* from_scene makes something of morph targets */
};

struct rq_facet_font {
    bool (*font)(struct rq_doc *doc, const struct rq_view *view, struct rq_font *font);
};

struct rq_facet_table {
    bool (*table)(struct rq_doc *doc, const struct rq_view *view, struct rq_table *table);
    /* Fills doc->root, a fresh one; or NULL. */
    bool (*from_table)(struct rq_doc *doc, const struct rq_table *table, struct rq_error *err);
    /* Replaces all the text; the table lives as long as the document. */
    bool (*put_table)(struct rq_doc *doc, const struct rq_table *table, struct rq_error *err);
};

/* A text with a name, both UTF-8. */
struct rq_named_text {
    const char *name, *text;
};

/* Holds texts under names, each of which can be a file. */
struct rq_facet_texts {
    bool (*texts)(struct rq_doc *doc, const struct rq_view *view,
                  const struct rq_named_text **texts, size_t *count);
    /* Replaces the text of that name, or adds one. */
    bool (*put_text)(struct rq_doc *doc, const char *name, const char *text, struct rq_error *err);
    /* Takes it out, with all that belongs to it. */
    bool (*remove_text)(struct rq_doc *doc, const char *name, struct rq_error *err);
};

/* A document is two files. */
struct rq_facet_pair {
    const char *extension; /* of the second */
    bool (*has)(const struct rq_doc *doc);
    bool (*write)(struct rq_doc *doc, struct rq_out *out, struct rq_error *err);
    /* How many bytes the second has by what the first says; 0: it does not tell. */
    uint64_t (*second_size)(struct rq_bytes first);
};

/* The same document in other forms of file: binary and text. */
struct rq_facet_forms {
    const char *text_of; /* the format whose text form this one is, or NULL: "mdl" for mdl_ascii */
    /* The forms, "2da-text 2da-binary" or "ascii", and how they are written; both or neither may be
     * NULL. */
    const char *names;
    bool (*write_as)(struct rq_doc *doc, const char *form, struct rq_out *out,
                     struct rq_error *err);
    /* Fills doc->root, a fresh one, from the text form of other tools (MDLedit's ASCII); or NULL.
     * name is that of the file to make, or NULL. */
    bool (*from_text)(struct rq_doc *doc, struct rq_bytes text, const char *name,
                      struct rq_error *err);
};

/* Values that can be changed by their path, see docs/paths.md. err->where of a failure is the path,
 * and nothing has changed. */
struct rq_facet_values {
    /* Reports what is at the path as visit does, also when visit leaves it out because it is empty;
     * then what is below it. What has parts, but no value of its own, comes first as a
     * RQ_VALUE_STRUCT. NULL: as visit reports it, names compared without case. */
    bool (*at)(struct rq_doc *doc, const char *path, struct rq_visit *v, struct rq_error *err);
    /* Stores the text, as the type that is there, at a path where there is a value. */
    bool (*set)(struct rq_doc *doc, const char *path, const char *text, struct rq_error *err);
    /* See rq_doc_insert, rq_doc_remove and rq_doc_move; each or NULL. */
    bool (*insert)(struct rq_doc *doc, const char *path, const char *kind, const char *text,
                   struct rq_error *err);
    bool (*remove)(struct rq_doc *doc, const char *path, struct rq_error *err);
    bool (*move)(struct rq_doc *doc, const char *path, uint32_t to, struct rq_error *err);
};

struct rq_salvage;

/* Entries that can be had one by one when the file is damaged, see salvage.h. */
struct rq_facet_salvage {
    /* Reports every entry, also those that are lost. False without memory. */
    bool (*walk)(struct rq_salvage *s);
    /* Appends a file with the entries that are whole, for formats whose entries are no files of their
     * own; or NULL. */
    void (*mend)(const struct rq_salvage *s, struct rq_out *out);
    bool scattered; /* entries stand where a table says, and may overlap when it is damaged */
    bool numbered;  /* others name the entries by their numbers */
};

/* ---- a format ---- */

struct rq_format {
    struct rq_format_info info;

    /* Bits of in that fit this format and hardly any other; 0: not this one. */
    unsigned (*detect)(struct rq_bytes in, const char *name);
    bool text; /* detect refuses what does not begin like text, and is not asked */

    /* Fills doc->root. The cursor's context holds the error. */
    bool (*read)(struct rq_doc *doc, struct rq_cur *cur);

    /* How many bytes the file has by its own sizes and offsets, however many are there; 0: it does not
     * tell. *exact: so many, not only at least so many. NULL: it has no such. See extent.h. */
    uint64_t (*extent)(struct rq_bytes in, bool *exact);

    /* Lays the file out from doc->root, appending to out. May settle the layout. */
    bool (*write)(struct rq_doc *doc, struct rq_out *out, struct rq_error *err);

    /* Works out and names the layout; NULL when the format has only one. */
    bool (*settle)(struct rq_doc *doc, struct rq_error *err);

    /* Every fixed-size record of the file, for `layout` and the tables of its page; and every kind
     * of finding that reading it can give. Both end with a row of NULL. */
    const struct rq_format_record *records;
    const struct rq_finding_kind *findings;
    const char
        *no_rule; /* ids of findings that are no rules of lint, with blanks between: those that
                            reading a file which was recognised never gives, and those of files that
                            can only be carried as they are; or NULL */

    /* The members of the document, described once: JSON both ways comes from it. */
    const struct rq_shape *shape;

    /* What a shape can't express, in its place. Members of the open top object, after "format" and
     * "version"; and back: reads keys until the object ends. */
    bool (*to_json)(struct rq_doc *doc, struct rq_json *j, struct rq_error *err);
    bool (*from_json)(struct rq_doc *doc, struct rq_jr *jr);

    /* Reports every value, with better paths than those of the JSON; NULL: as in the JSON. */
    void (*visit)(const struct rq_doc *doc, struct rq_visit *visit);

    /* Lists the fields that follow from the rest of the document, see follow.h; NULL: none. */
    void (*follows)(struct rq_doc *doc, struct rq_follow *f);

    /* Works out afresh what follows from the rest of the document; NULL: nothing does. */
    bool (*derive)(struct rq_doc *doc, struct rq_error *err);

    /* A few lines for a person, through rq_fact_add. */
    bool (*facts)(struct rq_doc *doc);

    /* An empty document, for rq_doc_new; NULL: a zeroed root can't be started from. */
    bool (*fresh)(struct rq_doc *doc);

    /* True when the document could only be carried as a blob. NULL: never. */
    bool (*opaque)(const struct rq_doc *doc);

    const struct rq_facet_container *container;
    const struct rq_facet_pictures *pictures;
    const struct rq_facet_sounds *sounds;
    const struct rq_facet_scene *scene;
    const struct rq_facet_font *font;
    const struct rq_facet_table *table;
    const struct rq_facet_texts *texts;
    const struct rq_facet_pair *pair;
    const struct rq_facet_forms *forms;
    const struct rq_facet_values *values;
    const struct rq_facet_salvage *salvage;
};

/* Whether the extension of a file's name is one of the format's. */
bool rq_format_has_extension(const struct rq_format *format, const char *name);

/* Notes something remarkable; offset in the file. id is one of format->findings, and the finding's
 * own id is "FORMAT-id". Running out of memory loses findings, nothing else. */
const struct rq_finding_kind *rq_finding_kind(const struct rq_format *format, const char *id);
void rq_find(struct rq_doc *doc, const char *id, uint64_t offset, const char *where,
             const char *fmt, ...) RQ_PRINTF(5, 6);

/* A document that was made from JSON has references that are left behind by an edit and that
 * format->derive works out again: it can't be written before that. The first is kept. Where only
 * values are left behind, the finding "underived" says so; deriving takes it back. */
void rq_owe(struct rq_doc *doc, const char *where, const char *fmt, ...) RQ_PRINTF(3, 4);

void rq_fact_add(struct rq_doc *doc, const char *key, const char *fmt, ...) RQ_PRINTF(3, 4);
/* "playing time", of nanoseconds. */
void rq_fact_time(struct rq_doc *doc, uint64_t time);

/* The colours of the COL file that came with the options, 256 RGB triplets; NULL: none. */
const uint8_t *rq_doc_palette(const struct rq_doc *doc);

/* A name that is a number and nothing else, "007": at most nine digits. False for any other. */
bool rq_name_number(const char *name, size_t *number);

/* Before the arena gives size bytes for a change. What a caller adds is not what a hostile file
 * claims: unless a limit was asked for, the arena may grow by it, and by the rest of a block. */
void rq_doc_allow(struct rq_doc *doc, size_t size);

/* An array of the document with room for one more behind count elements: a run of insertions takes
 * time and memory by their number, not by its square. NULL without memory. */
void *rq_doc_one_more(struct rq_doc *doc, void *items, size_t count, size_t size);

/* From the document's arena; failure is an error of the cursor. */
void *rq_cur_get(struct rq_doc *doc, struct rq_cur *c, size_t count, size_t size);

/* Same for JSON readers. */
void *rq_jr_get(struct rq_jr *jr, size_t count, size_t size);

/* rq_doc_read, with somebody listening to every field that is read. */
struct rq_doc *rq_doc_read_traced(struct rq_bytes bytes, const struct rq_options *options,
                                  const struct rq_trace *trace, struct rq_error *err);

/* The same, with the bare error of the reader: nothing is looked into. */
struct rq_doc *rq_doc_read_plain(struct rq_bytes bytes, const struct rq_options *options,
                                 const struct rq_trace *trace, struct rq_error *err);

/* Settles a layout that writing works out, by writing once to nowhere. */
bool rq_settle_by_writing(struct rq_doc *doc, struct rq_error *err);

/* A document inside another's JSON (a resource of an archive). */
bool rq_doc_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err);

/* rq_doc_visit, with a visitor of the caller's: fn and ctx are set, the rest is zero. */
bool rq_doc_visit_with(struct rq_doc *doc, struct rq_visit *visit, struct rq_error *err);
struct rq_doc *rq_doc_from_jr(struct rq_jr *jr, const struct rq_options *options);

#endif
