/* Reliquary: the data of two classic games, read, shown, changed and written back
 * byte for byte. This header is the manual of everything that is not particular to
 * one format.
 *
 *     struct rq_error err = {0};
 *     struct rq_map map;
 *     if (!rq_map_open(&map, "danm13.mod", &err)) die(err.text);
 *     struct rq_doc *doc = rq_doc_read(map.bytes, &(struct rq_options){.name = "danm13.mod"}, &err);
 *     struct rq_out out = {0};
 *     if (doc && rq_doc_write(doc, &out, &err)) use(out.data, out.size);
 *     rq_out_free(&out); rq_doc_free(doc); rq_map_close(&map);
 *
 * Rules that hold everywhere:
 *  - Functions that can fail return bool (or NULL) and fill the caller's rq_error; the
 *    first failure wins. An rq_error starts as {0}. No function prints, aborts or keeps
 *    global state.
 *  - A document borrows the bytes it was read from: they must outlive it.
 *  - Different documents may be used from different threads; one document by one
 *    thread at a time (also rq_doc_write and rq_doc_to_json, which may note the layout that
 *    they worked out in it).
 *  - A zeroed options struct, or NULL in its place, means the defaults.
 */
#ifndef RELIQUARY_H
#define RELIQUARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__) && !defined(_WIN32)
#define RQ_API __attribute__((visibility("default")))
#else
#define RQ_API
#endif

#if defined(__MINGW32__)
#define RQ_PRINTF(fmt, args) __attribute__((format(gnu_printf, fmt, args)))
#elif defined(__GNUC__)
#define RQ_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define RQ_PRINTF(fmt, args)
#endif

/* ---- errors, memory, bytes --------------------------------------------------- */

enum rq_code {
    RQ_OK,
    RQ_TRUNCATED,   /* the bytes end too early */
    RQ_BAD_MAGIC,   /* not what it was taken for */
    RQ_UNSUPPORTED, /* known, but nobody knows how to read it */
    RQ_CORRUPT,     /* contradicts itself */
    RQ_LIMIT,       /* beyond a stated limit: depth, memory, 32-bit field */
    RQ_NO_MEMORY,
    RQ_IO,
    RQ_USAGE, /* the caller asked for something that can't be */
};

/* What the caller can do about an error, where that is known: a program says it in the words of its
 * own interface. */
enum rq_hint {
    RQ_HINT_NONE,
    RQ_HINT_REPLACE,  /* save with RQ_SAVE_REPLACE */
    RQ_HINT_CODEPAGE, /* name the code page of the text */
    RQ_HINT_GAME,     /* give an environment: the files of the game are needed */
    RQ_HINT_DERIVE,   /* call rq_doc_derive first */
    RQ_HINT_PALETTE,  /* give a palette: colours have to be matched */
    RQ_HINT_FULL,     /* make room: the disk is full, and nothing else can be written either */
    RQ_HINT_SALVAGE,  /* call rq_salvage_open: what is whole can be had */
};

/* What went wrong first: where in the file, on which path, in words. */
struct rq_error {
    enum rq_code code;
    uint64_t offset;
    char where[96]; /* "ERF / keys[12] / resref" */
    char text[200];
    enum rq_hint hint;
};

/* The code as one lower-case word, "truncated". Never NULL. */
RQ_API const char *rq_code_name(enum rq_code code);

/* An allocator as a value. realloc(ctx, NULL, n) allocates, (ctx, p, 0) frees and
 * returns NULL. NULL in place of a pointer to one means the C library's. */
struct rq_alloc {
    void *(*realloc)(void *ctx, void *ptr, size_t size);
    void *ctx;
};

/* Bytes that somebody else owns. */
struct rq_bytes {
    const uint8_t *data;
    size_t size;
};

/* A growing output. {0} is ready for use; failed is sticky and set when memory ran out
 * or a value did not fit its field. rq_out_free may be called at any time. */
struct rq_out {
    uint8_t *data;
    size_t size;
    size_t capacity;
    const struct rq_alloc *alloc;
    enum rq_code failed;
};

RQ_API void rq_out_free(struct rq_out *out);

/* ---- files -------------------------------------------------------------------- */

/* A file mapped read-only. Paths are UTF-8 on every system. */
struct rq_map {
    struct rq_bytes bytes;
    void *handle;
    bool owned; /* read into memory instead (standard input; on Windows files of up to 1 MiB) */
};

/* Maps path; "-" reads standard input into memory. */
RQ_API bool rq_map_open(struct rq_map *map, const char *path, struct rq_error *err);
RQ_API void rq_map_close(struct rq_map *map);

enum rq_save {
    RQ_SAVE_NEW,     /* refuse when something is there already; written in place, and removed
                        again when it can't be finished */
    RQ_SAVE_REPLACE, /* written beside the target, flushed, renamed over it */
};

/* Writes a whole file: when it fails, the target is as it was. A crash leaves the old file
 * or the new one where there was an old one. What is replaced keeps its permissions; behind a
 * link it is the file that the link leads to; a read-only file is refused. "-" is standard
 * output. */
RQ_API bool rq_file_save(const char *path, struct rq_bytes bytes, enum rq_save mode,
                         struct rq_error *err);

/* ---- formats ------------------------------------------------------------------ */

struct rq_format; /* one format; constant, never freed */
struct rq_rec;
struct rq_doc; /* one document */

struct rq_format_info {
    const char *name;       /* "gff" */
    const char *title;      /* "Generic File Format V3.2" */
    const char *family;     /* "kotor" */
    const char *extensions; /* "utc uti dlg", lower case, blank between; "###" = digits */
};

/* All formats, in a fixed order. */
RQ_API size_t rq_format_count(void);
RQ_API const struct rq_format *rq_format_at(size_t index);
RQ_API const struct rq_format *rq_format_by_name(const char *name);
RQ_API const struct rq_format_info *rq_format_describe(const struct rq_format *format);
/* The extension of the second file where a document of the format is a pair of files: "mdx" for
 * mdl. NULL: it is one file. */
RQ_API const char *rq_format_companion(const struct rq_format *format);
/* Whether documents of the format hold files: then rq_doc_entries, rq_doc_put_entry and
 * rq_doc_remove_entry are for them. */
RQ_API bool rq_format_is_container(const struct rq_format *format);

/* What the bytes are: the format that verified the most bits of them. name (a file name
 * or path, may be NULL) only breaks ties. NULL when no format claims them. */
RQ_API const struct rq_format *rq_format_detect(struct rq_bytes bytes, const char *name);

/* The format that a file's extension promises while its content is of none: the file is
 * destroyed. NULL: it is of some format, or its extension promises nothing, because no format or
 * more than one has it. */
RQ_API const struct rq_format *rq_format_promised(struct rq_bytes bytes, const char *name);

/* ---- documents ---------------------------------------------------------------- */

enum rq_codepage {
    RQ_CP_DEFAULT, /* the format's own: cp1252 for KotOR, cp437 for Redguard */
    RQ_CP1252,
    RQ_CP437,
    RQ_CP1250,
    RQ_CP1251,
    RQ_CP932,
    RQ_CP936,
    RQ_CP949,
    RQ_CP950,
};

/* "cp1252" and so on; RQ_CP_DEFAULT for a name that is not known. */
RQ_API enum rq_codepage rq_codepage_by_name(const char *name);
RQ_API const char *rq_codepage_name(enum rq_codepage page);

/* Appends bytes of a code page as UTF-8. All bytes have a character, so that rq_text_encode gives them
 * back: one that the page leaves free becomes U+0080 to U+009F or U+F700 + byte. RQ_CP_DEFAULT:
 * cp1252. */
RQ_API void rq_text_decode(struct rq_out *out, enum rq_codepage page, struct rq_bytes bytes);

/* Appends UTF-8 text as bytes of the page. False (and nothing certain appended) when a character is
 * not in the page or the UTF-8 is broken; *bad is its offset. */
RQ_API bool rq_text_encode(struct rq_out *out, enum rq_codepage page, struct rq_bytes utf8,
                           size_t *bad);

/* Other files, by name: palettes, texture banks, models. get returns false when there is no
 * such file; the bytes stay valid as long as the environment. Must be safe to call from
 * several threads. */
struct rq_env {
    bool (*get)(void *ctx, const char *name, struct rq_bytes *bytes);
    void *ctx;
    /* The name of file number `index`, NULL after the last. May be missing: then nothing can
     * be searched for, only asked for. */
    const char *(*name)(void *ctx, size_t index);
};

/* How a texture is made of a picture. */
struct rq_texture_options {
    struct rq_bytes txi;  /* the text that goes into it; must outlive the document */
    const char *encoding; /* "dxt1", "dxt5", "grey", "rgb", "rgba" or "swizzled"; NULL: DXT1, or
                             DXT5 where something is see-through */
    bool no_mips;         /* only the first level */
};

struct rq_options {
    const char *name;               /* the file's name: breaks ties of detection */
    const struct rq_format *format; /* NULL: detect */
    const struct rq_alloc *alloc;
    enum rq_codepage codepage;
    const struct rq_env *env;
    size_t memory_limit; /* 0: 12 times the input and 8 MiB */
    struct rq_bytes
        palette; /* a COL file for rq_doc_put_file, or empty; must outlive the document */
    struct rq_bytes companion;         /* the second file of a pair; data NULL: there is none. Must
                                  outlive the document */
    struct rq_texture_options texture; /* for rq_doc_import */
    const char
        *wrapper; /* for rq_doc_import of a sound of KotOR: "voice" or "sfx"; NULL: as it is */
};

/* Reads bytes into a new document, or returns NULL. */
RQ_API struct rq_doc *rq_doc_read(struct rq_bytes bytes, const struct rq_options *options,
                                  struct rq_error *err);

/* Appends the document's file to out, laid out from the typed document. A document that
 * was read and not changed gives the bytes it was read from. */
RQ_API bool rq_doc_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err);

/* The same for the second file of a pair (the .mdx of an .mdl). A format that has none, and a
 * document without one, give nothing. */
RQ_API bool rq_doc_write_companion(struct rq_doc *doc, struct rq_out *out, struct rq_error *err);

/* Whether a document of such a format has its second file, or was read without it. */
RQ_API bool rq_doc_has_companion(const struct rq_doc *doc);

/* Works out afresh what follows from the rest of a document that was changed: of a model planes,
 * boxes, radii, neighbours and counts, as its own compiler did it (rq_mdl_derive); of a walkmesh
 * planes, the tree, neighbours and borders. False for formats in which nothing does. A document that
 * was made from JSON whose faces were edited may not be written before that: RQ_HINT_DERIVE. */
RQ_API bool rq_doc_derive(struct rq_doc *doc, struct rq_error *err);

/* The lossless text form, and back. The JSON carries "format" and "version". json_bytes
 * must outlive the document. */
RQ_API bool rq_doc_to_json(struct rq_doc *doc, struct rq_out *out, struct rq_error *err);
RQ_API struct rq_doc *rq_doc_from_json(struct rq_bytes json_bytes, const struct rq_options *options,
                                       struct rq_error *err);

/* A document from any text form: our JSON, the XML of xoreos-tools or PyKotor, the JSON of PyKotor,
 * when options->name ends in .2da, .tlk or .lip, or so with .csv behind it, a table as CSV, when it is that of a walkmesh ("x.wok",
 * "x.wok.ascii") the ASCII of MDLedit, and a model as ASCII MDL. Which one it is, the text tells; the
 * name ("x.utc" or "x.utc.xml") tells the type where the text has none. text must outlive the
 * document. */
RQ_API struct rq_doc *rq_doc_from_text(struct rq_bytes text, const struct rq_options *options,
                                       struct rq_error *err);

RQ_API void rq_doc_free(struct rq_doc *doc);
RQ_API const struct rq_format *rq_doc_format(const struct rq_doc *doc);

/* Works out the layout of a document that was read, so that it can be changed and
 * written by the same rule. Call it before the first change. */
RQ_API bool rq_doc_settle(struct rq_doc *doc, struct rq_error *err);

/* The format's own struct (struct rq_gff, struct rq_tpc ...; see the format's header),
 * or NULL when the document is of another format. */
RQ_API void *rq_doc_root(struct rq_doc *doc, const char *format_name);

/* Memory that lives as long as the document, for building and editing; zeroed. NULL when
 * there is none. */
RQ_API void *rq_doc_alloc(struct rq_doc *doc, size_t size);

/* A new, empty document of a format, to be filled through rq_doc_root. */
RQ_API struct rq_doc *rq_doc_new(const struct rq_format *format, const struct rq_options *options,
                                 struct rq_error *err);

/* ---- what is remarkable ------------------------------------------------------- */

enum rq_severity { RQ_INFO, RQ_WARNING, RQ_ERROR };

struct rq_finding {
    enum rq_severity severity;
    const char *id; /* stable, "erf-duplicate-name" */
    uint64_t offset;
    const char *where;
    const char *text;
};

/* A kind of finding that reading files of a format can give. */
struct rq_finding_kind {
    const char *id; /* without the format, "duplicate-name" */
    enum rq_severity severity;
    const char *text; /* what it says, in a few words */
    const char *why;  /* what the game does with it, and what to do about it */
};

/* All kinds of a format; constant. */
RQ_API size_t rq_format_findings(const struct rq_format *format,
                                 const struct rq_finding_kind **kinds);

/* A fixed-size record of a format, and which part of the file it is. struct rq_rec is in
 * reliquary/record.h. */
struct rq_format_record {
    const struct rq_rec *rec;
    const char *where; /* "header", "one for each key" */
};

/* All records of a format; constant. Parts of a file without fixed size are not among them. */
RQ_API size_t rq_format_records(const struct rq_format *format,
                                const struct rq_format_record **records);

/* What reading noticed; valid as long as the document. */
RQ_API size_t rq_doc_findings(const struct rq_doc *doc, const struct rq_finding **findings);

/* A few lines for a person: key and value. */
struct rq_fact {
    const char *key;
    const char *value;
};

RQ_API bool rq_doc_facts(struct rq_doc *doc, const struct rq_fact **facts, size_t *count,
                         struct rq_error *err);

/* ---- values -------------------------------------------------------------------- */

enum rq_value_type {
    RQ_VALUE_UNSIGNED, /* u */
    RQ_VALUE_SIGNED,   /* i */
    RQ_VALUE_SINGLE,   /* f, of 32 bits in the file */
    RQ_VALUE_FLOAT,    /* f, of 64 bits */
    RQ_VALUE_BOOL,     /* u: 0 or 1 */
    RQ_VALUE_TEXT,     /* bytes, in the code page `page` */
    RQ_VALUE_BYTES,    /* bytes */
    RQ_VALUE_LIST,     /* u elements follow, with paths below this one */
    RQ_VALUE_STRUCT,   /* fields follow, with paths below this one; u: the struct's own number */
};

/* What a value stands for beside itself. */
enum rq_ref_kind {
    RQ_REF_NONE,
    RQ_REF_RESOURCE, /* text: the name of a resource without its extension */
    RQ_REF_STRREF,   /* a number of the talk table; -1 or 4294967295: none */
    RQ_REF_ROW,      /* a row of a table (2DA) */
};

struct rq_value {
    const char *path; /* "EntryList/12/Text/strref" */
    enum rq_value_type type;
    const char *kind; /* the format's own name of the type ("dword"); NULL: it has none */
    union {
        uint64_t u;
        int64_t i;
        double f;
    };
    struct rq_bytes bytes;
    enum rq_codepage page; /* of text; RQ_CP_DEFAULT: UTF-8 */
    enum rq_ref_kind ref;
    const char *ref_to; /* the extension of the resource ("utc"), the name of the table
                           ("appearance"); NULL: not known, or none */
};

/* Called with each value; all of it is valid during the call only. False ends the visit. */
typedef bool rq_visit_fn(void *ctx, const struct rq_value *value);

/* Reports every value of the document, in the order of its JSON, without working out the layout:
 * much faster than JSON. Documents inside of a container are not entered: see rq_doc_entries.
 * True when all were reported or fn ended it; false, with err, when the document could not be
 * visited. */
RQ_API bool rq_doc_visit(struct rq_doc *doc, rq_visit_fn *fn, void *ctx, struct rq_error *err);

/* The last part of the path. Never NULL. */
RQ_API const char *rq_value_name(const struct rq_value *value);

/* Appends the value as UTF-8 text: numbers in decimal, nothing for bytes, lists and structs. False
 * when out failed. */
RQ_API bool rq_value_text(const struct rq_value *value, struct rq_out *text);

/* The same with bytes as base64: the text that rq_doc_set takes for the value. */
RQ_API bool rq_value_write(const struct rq_value *value, struct rq_out *text);

/* ---- values by path --------------------------------------------------------------
 *
 * Paths are those that rq_doc_visit reports, and what docs/paths.md adds to them for each format:
 * names of columns in any case, labels of rows. On failure these return false and change nothing;
 * err->where is the path, err->text says what was expected and what is there instead. RQ_USAGE: there
 * is nothing at the path, or the text is no value for it. RQ_UNSUPPORTED: documents of the format
 * can't be changed in this way. */

/* Reports the value at the path, then all that is below it. A value that has parts and is none itself
 * comes as a RQ_VALUE_STRUCT. In a path with * or ? each part is a pattern, and all that fits is
 * reported. */
RQ_API bool rq_doc_visit_at(struct rq_doc *doc, const char *path, rq_visit_fn *fn, void *ctx,
                            struct rq_error *err);

/* Appends the one value at the path, as rq_value_write does. */
RQ_API bool rq_doc_get(struct rq_doc *doc, const char *path, struct rq_out *text,
                       struct rq_error *err);

/* Whether values of such documents can be set. */
RQ_API bool rq_format_has_set(const struct rq_format *format);

/* Sets a value that is there to what the UTF-8 text says, and nothing else but what follows from it.
 * The type is the one that is stored: a number has to be in its range, a text in its code page. Text
 * that is there already changes nothing. "none" is the StrRef -1. */
RQ_API bool rq_doc_set(struct rq_doc *doc, const char *path, const char *text,
                       struct rq_error *err);

/* Makes what the last part of the path names: an element before the one that has that number, "-"
 * behind the last; or a name that is not there yet. kind is the format's own name of the type
 * ("byte", "list"); NULL: the only one that can stand there. text is its value; NULL: empty. */
RQ_API bool rq_doc_insert(struct rq_doc *doc, const char *path, const char *kind, const char *text,
                          struct rq_error *err);

/* Takes out what is at the path, with all that is below it. */
RQ_API bool rq_doc_remove(struct rq_doc *doc, const char *path, struct rq_error *err);

/* Moves an element, so that it is number `to` among those beside it, from 0. */
RQ_API bool rq_doc_move(struct rq_doc *doc, const char *path, uint32_t to, struct rq_error *err);

/* ---- containers --------------------------------------------------------------- */

struct rq_entry {
    const char *name; /* "danm13.are": never a path that may be trusted, see rq_name_is_safe */
    struct rq_bytes bytes;
};

/* The entries of a container, in file order; valid as long as the document. */
RQ_API bool rq_doc_entries(struct rq_doc *doc, const struct rq_entry **entries, size_t *count,
                           struct rq_error *err);

/* Puts an entry in (in place of the one of that name, ignoring case, else at the end) or
 * takes one out. data must outlive the document. */
RQ_API bool rq_doc_put_entry(struct rq_doc *doc, const char *name, struct rq_bytes data,
                             struct rq_error *err);
RQ_API bool rq_doc_remove_entry(struct rq_doc *doc, const char *name, struct rq_error *err);

/* True when name can be used as the name of a file in a folder: no separator, no "..",
 * no control character, no device name of Windows, not empty. */
RQ_API bool rq_name_is_safe(const char *name);

/* ---- text of the whole file ---------------------------------------------------- */

/* The annotated dump: offset, bytes, field and value, in file order; what no field
 * explains is shown as such. A damaged file is dumped as far as it could be read (the
 * result is then false, and err says why). */
RQ_API bool rq_doc_dump(struct rq_bytes bytes, const struct rq_options *options, struct rq_out *out,
                        struct rq_error *err);

/* ---- proof -------------------------------------------------------------------- */

enum rq_verdict {
    RQ_IDENTICAL,
    RQ_DIFFERENT,    /* written back, other bytes */
    RQ_UNREADABLE,   /* of a known format, but damaged */
    RQ_OPAQUE,       /* could only be carried as a blob */
    RQ_UNKNOWN,      /* of no known format */
    RQ_UNRECOGNISED, /* of none either, though its extension promises one */
};

/* Reads, writes (through JSON text and back when asked) and compares. For RQ_DIFFERENT
 * err->offset is the first difference. */
RQ_API enum rq_verdict rq_doc_verify(struct rq_bytes bytes, const struct rq_options *options,
                                     bool through_json, struct rq_error *err);

/* One difference of two documents: the path of the value as rq_doc_visit gives it
 * ("EntryList/3/Text"), the values as JSON text; NULL on the side that has none. A value that has
 * another type is two differences: the names of the types, then the values. */
typedef void rq_diff_fn(void *ctx, const char *path, const char *a, const char *b);

/* Compares the values of two documents, and of documents inside of two archives
 * ("resources/guard.utc/Tag"). An element that was inserted into a list is one difference; what
 * follows it is compared with what it was. Elements that have a name are found by it. *count is the
 * number of differences; fn may be NULL. False, with err, only when it could not compare. Documents
 * without a difference may still have other bytes: padding, order, places. */
RQ_API bool rq_doc_diff(struct rq_doc *a, struct rq_doc *b, rq_diff_fn *fn, void *ctx,
                        size_t *count, struct rq_error *err);

/* ---- open formats -------------------------------------------------------------- */

/* A kind of file that documents become, or are made from. */
struct rq_file_kind {
    const char *name;      /* "png": what rq_convert_options.to takes */
    const char *extension; /* "png"; not always the name: "2da-text" is a .2da */
    const char *title;     /* "pictures: PNG" */
    const char *format;    /* name of the format, where the file is one of a game: "tpc"; or NULL */
    bool is_text;
};

/* All kinds, in a fixed order. */
RQ_API size_t rq_file_kind_count(void);
RQ_API const struct rq_file_kind *rq_file_kind_at(size_t index);
RQ_API const struct rq_file_kind *rq_file_kind_by_name(const char *name);

/* The kind of a file whose first bytes tell it, such as PNG and GLB; text does not. NULL: none. */
RQ_API const struct rq_file_kind *rq_file_kind_detect(struct rq_bytes file);

/* What passes between documents and open files. */
enum rq_way {
    RQ_WAY_CONVERT, /* rq_doc_convert makes such a file of a document */
    RQ_WAY_IMPORT,  /* rq_doc_import makes a document of such a file */
    RQ_WAY_PUT,     /* rq_doc_put_file puts such a file into a document */
    RQ_WAY_PART,    /* rq_doc_parts gives such files, one for each part */
    RQ_WAY_REMOVE,  /* rq_doc_remove_file takes a part out that is such a file */
};

enum { RQ_KINDS_SIZE = 160 };

/* The names of the kinds that go that way with documents of the format, a blank between: "png gif
 * json". For RQ_WAY_CONVERT the natural ones, which are made when nothing is asked for, come first.
 * Fills and returns names, which is empty when there is none. */
RQ_API const char *rq_format_kinds(const struct rq_format *format, enum rq_way way,
                                   char names[RQ_KINDS_SIZE]);

/* One file that a conversion made; name is relative, with "/" between folders. */
typedef bool rq_convert_fn(void *ctx, const char *name, struct rq_bytes bytes,
                           struct rq_error *err);

/* One kind of thing that a text form of another tool can't hold: id ("layout", "flags" ...), where
 * it was lost first, and in words with how often. Valid during the call. */
typedef void rq_lost_fn(void *ctx, const struct rq_finding *finding);

struct rq_pictures;

struct rq_convert_options {
    const char *to;           /* "png", "gif", "glb", "json" ...; NULL: the format's natural one */
    const char *name;         /* of the file: base of the names that are made, "n_gran.tpc" */
    bool full_names;          /* "n_gran.tpc.png", not "n_gran.png" */
    struct rq_bytes palette;  /* a COL file; empty: that of the world, or the first that env has
                                 of the file's name and ISLAND */
    const struct rq_env *env; /* textures by name, or NULL */
    bool all_levels;          /* every mip level, not only the first */
    bool best;                /* smallest files, slowly */
    bool has_world;           /* take the entry `world` of WORLD.INI, not the first that fits */
    int world;
    bool whole; /* of UTC, UTP and UTD: the creature, placeable or door that it describes,
                            put together from the models that the tables of env name; of LYT: with
                            those that the GIT of its name has in it */
    const char
        *lightmaps;  /* of models that have them, in a GLB: "occlusion": as the texture that darkens
                              what light comes from around; "baked": as colours of vertices that shine as
                              they are, the same in every viewer; "none". NULL: occlusion */
    bool no_markers; /* of maps: leave out what has nothing to show */
    const char *item;    /* of maps: what actors hold, as rq_item_find takes it; NULL: what scripts
                            give them */
    const char *actor;   /* of maps: the actor that holds it; NULL: every one that can */
    const char *hold;    /* "hand" or "hip"; NULL: in the hand when item is given */
    bool text_names;     /* "abcd_Where_is_the_amulet.wav", not "abcd.wav" */
    const char *dialect; /* whose xml, json or csv: "xoreos" or "pykotor"; NULL: xoreos for xml,
                            our own else */
    rq_lost_fn *lost;    /* told of what a dialect or a CSV loses; or NULL */
    void *lost_ctx;
    struct rq_texture_options texture; /* for textures; without txi they take their own along */
    struct rq_pictures *pictures;      /* of this run, see below; or NULL */
    /* Whether a picture, sound or text of that name, without folders, is to be made; ctx is that of
     * rq_convert_fn. NULL: all are. */
    bool (*wanted)(void *ctx, const char *name);
};

/* The pictures in the GLBs of one run, each encoded once: models and maps of a game share their textures. Is given to
 * as many conversions as there are, from any thread, and changes nothing of what they make. At most 256 MiB are
 * kept. NULL without memory. */
RQ_API struct rq_pictures *rq_pictures_open(void);
RQ_API void rq_pictures_close(struct rq_pictures *pictures);

/* Gives fn each file that the document becomes. */
RQ_API bool rq_doc_convert(struct rq_doc *doc, const struct rq_convert_options *options,
                           rq_convert_fn *fn, void *ctx, struct rq_error *err);

/* Gives fn a file for each picture, sound, glyph and text of a document whose format has kinds of
 * RQ_WAY_PART, under the names that rq_doc_put_file takes; a file of one picture has one. options->to
 * counts for nothing. A container has entries, and no parts: rq_doc_entries. */
RQ_API bool rq_doc_parts(struct rq_doc *doc, const struct rq_convert_options *options,
                         rq_convert_fn *fn, void *ctx, struct rq_error *err);

/* ---- pictures of scenes ---- */

enum { RQ_RENDER_WIDTH = 640, RQ_RENDER_HEIGHT = 480 };

struct rq_render_options {
    uint32_t width, height; /* up to 4096; 0: RQ_RENDER_WIDTH, RQ_RENDER_HEIGHT */
    float yaw, pitch;       /* degrees: how far the camera went round what it looks at, from where
                               figures look to against the clock as seen from above, and up */
    const char *animation;  /* by name, without case; NULL: none, or with a frame the first */
    uint32_t frame;         /* of the moments at which the animation has a key, from 0 on */
    uint8_t background[4];  /* RGBA; all 0: see-through */
};

/* Draws what rq_doc_convert would make a GLB of, and writes it as PNG. scene says what belongs to
 * it: name, palette, env, world, item and the others of maps. RQ_USAGE: documents of this format
 * have no scene, or there is no such animation, frame or size; RQ_UNSUPPORTED: nothing in it can be
 * seen; RQ_LIMIT: it is too large. */
RQ_API bool rq_doc_render(struct rq_doc *doc, const struct rq_convert_options *scene,
                          const struct rq_render_options *options, struct rq_out *png,
                          struct rq_error *err);

/* Puts an open file of one of the kinds of RQ_WAY_PUT into a document: a picture in place of the
 * picture of that name, a WAV in place of the sound, a CSV in place of the texts; into a container
 * anything, as an entry. A name that is not there yet makes a new part, where it is one that the format
 * has for the next: docs/formats says which. name is that of the file, "D02005.png". bytes must outlive
 * the document. */
RQ_API bool rq_doc_put_file(struct rq_doc *doc, const char *name, struct rq_bytes bytes,
                            struct rq_error *err);

/* Takes the part of that name out, as rq_doc_parts names it, or the entry of a container. Of parts that
 * are known by their number only the last can go. */
RQ_API bool rq_doc_remove_file(struct rq_doc *doc, const char *name, struct rq_error *err);

/* The way back: a document of the format from a file of one of the kinds of RQ_WAY_IMPORT, or from
 * the one picture that a file of another format has. What the file is, its content tells;
 * options->name is the name of the document to make. A file with a sound must outlive it. */
RQ_API struct rq_doc *rq_doc_import(struct rq_bytes file, const struct rq_format *format,
                                    const struct rq_options *options, struct rq_error *err);

/* Version of the library, and what it was built with, in one line. */
RQ_API const char *rq_version(void);
RQ_API const char *rq_built_with(void);

#ifdef __cplusplus
}
#endif

#endif
