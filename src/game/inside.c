/* A document in archives: the archive that is a file is a struct rq_archive, those in it are documents
 * over bytes of the one around them. */
#include "core/file.h"
#include "core/text.h"
#include "formats/format.h"

#include <reliquary/game.h>
#include <stdio.h>
#include <stdlib.h>

/* As in trees. */
enum { NEST_LIMIT = 8 };

/* One entry on the way in. */
struct step {
    const char *name; /* as the archive around has it */
    struct rq_bytes bytes;
    struct rq_doc *doc;
    struct rq_out out; /* what takes the place of bytes */
};

struct rq_inside {
    char *path;                 /* of the file; names of entries follow behind its NUL */
    struct rq_doc_file file;    /* when the document is a file */
    struct rq_archive *archive; /* when it is not */
    struct step steps[NEST_LIMIT];
    size_t depth;
};

/* How many letters of the path name a file; 0: none do. */
static size_t file_size(char *path)
{
    for (size_t i = 1;; i++) {
        char had = path[i - 1] ? path[i] : 0;
        if (had && had != '/')
            continue;
        path[i] = 0;
        bool is_file = rq_path_kind(path, NULL) == RQ_PATH_FILE;
        path[i] = had;
        if (is_file)
            return i;
        if (!had)
            return 0;
    }
}

/* ---- entries ---- */

/* The names that are most like the one that is not there, or the first ones. */
static void list_names(const struct rq_entry *entries, size_t count, const char *wanted,
                       char text[100])
{
    size_t used = 0, stem = strcspn(wanted, ".");
    for (int pass = 0; pass < 2 && !used; pass++)
        for (size_t i = 0; i < count; i++) {
            const char *name = entries[i].name;
            size_t size = strlen(name), own = strcspn(name, ".");
            bool like = pass || rq_distance(name, own, wanted, stem) <= RQ_NEAR;
            if (like && used + size + 3 < 100)
                used += (size_t)snprintf(text + used, 100 - used, "%s%s", used ? ", " : "", name);
        }
    if (!used)
        snprintf(text, 100, "nothing");
}

static bool find_entry(struct rq_inside *in, struct rq_doc *doc, const char *name,
                       struct rq_error *err)
{
    const struct rq_entry *entries;
    size_t count, i = 0;
    char there[100];
    bool fine = doc ? rq_doc_entries(doc, &entries, &count, err)
                    : rq_archive_entries(in->archive, &entries, &count, err);
    if (!fine)
        return false;
    while (i < count && rq_casecmp(entries[i].name, name) != 0)
        i++;
    if (i == count) {
        list_names(entries, count, name, there);
        return rq_fail(err, RQ_USAGE, 0, name, "there is no such entry; there is %s", there);
    }
    if (in->depth == NEST_LIMIT)
        return rq_fail(err, RQ_LIMIT, 0, name, "archives in archives, deeper than %d", NEST_LIMIT);
    in->steps[in->depth++] = (struct step){.name = entries[i].name, .bytes = entries[i].bytes};
    return true;
}

/* Reads what was found last. Only the innermost is what the options are for. */
static struct rq_doc *read_step(struct rq_inside *in, const struct rq_options *options, bool last,
                                struct rq_error *err)
{
    struct step *step = &in->steps[in->depth - 1];
    struct rq_options own = last && options ? *options : (struct rq_options){0};
    own.name = step->name;
    step->doc = rq_doc_read(step->bytes, &own, err);
    return step->doc;
}

/* names: "a.sav/b.ifo", which is taken apart. */
static bool enter(struct rq_inside *in, char *names, const struct rq_options *options,
                  struct rq_error *err)
{
    struct rq_doc *doc = NULL;
    while (names) {
        char *slash = strchr(names, '/'), *next = slash ? slash + 1 : NULL;
        if (slash)
            *slash = 0;
        if (!find_entry(in, doc, names, err) || !(doc = read_step(in, options, !next, err)))
            return false;
        names = next;
    }
    return true;
}

/* ---- opening ---- */

static bool open_file(struct rq_inside *in, size_t size, const struct rq_options *options,
                      struct rq_error *err)
{
    /* What is no file, such as "-", is for the reader to judge. */
    char *names = size ? in->path + size : in->path + strlen(in->path);
    struct rq_options own = options ? *options : (struct rq_options){0};
    if (!*names) {
        own.name = in->path;
        return rq_doc_file_open(&in->file, in->path, &own, err);
    }
    *names = 0;
    in->archive = rq_archive_open(in->path, NULL, NULL, err);
    return in->archive && enter(in, names + 1, options, err);
}

struct rq_inside *rq_inside_open(const char *path, const struct rq_options *options,
                                 struct rq_error *err)
{
    struct rq_inside *in = rq_mem_zeroed(1, sizeof *in);
    if (in)
        in->path = rq_path_join("", path);
    if (!in || !in->path) {
        rq_fail(err, RQ_NO_MEMORY, 0, path, "out of memory");
        free(in);
        return NULL;
    }
    size_t size = in->path[0] ? file_size(in->path) : 0;
    if (open_file(in, size, options, err))
        return in;
    rq_inside_close(in);
    return NULL;
}

/* Documents go before the bytes that they borrow. */
static void close_steps(struct rq_inside *in)
{
    while (in->depth) {
        struct step *step = &in->steps[--in->depth];
        rq_doc_free(step->doc);
    }
}

static void free_outs(struct rq_inside *in)
{
    for (size_t i = 0; i < NEST_LIMIT; i++)
        rq_out_free(&in->steps[i].out);
}

void rq_inside_close(struct rq_inside *in)
{
    if (!in)
        return;
    close_steps(in);
    rq_archive_close(in->archive);
    free_outs(in);
    rq_doc_file_close(&in->file);
    free(in->path);
    free(in);
}

struct rq_doc *rq_inside_doc(const struct rq_inside *in)
{
    return in->archive ? in->steps[in->depth - 1].doc : in->file.doc;
}

const char *rq_inside_file(const struct rq_inside *in)
{
    return in->path;
}

struct rq_bytes rq_inside_bytes(const struct rq_inside *in)
{
    return in->archive ? rq_archive_doc(in->archive)->source : in->file.map.bytes;
}

/* ---- writing ---- */

/* Writes each entry into the archive around it, from the innermost out. */
static bool put_back(struct rq_inside *in, struct rq_error *err)
{
    for (size_t i = in->depth; i-- > 0;) {
        struct step *step = &in->steps[i];
        rq_out_free(&step->out);
        step->out = (struct rq_out){0};
        if (!rq_doc_write(step->doc, &step->out, err))
            return false;
        struct rq_bytes bytes = rq_out_bytes(&step->out);
        if (i ? !rq_doc_put_entry(in->steps[i - 1].doc, step->name, bytes, err)
              : !rq_archive_put(in->archive, step->name, bytes, err))
            return false;
    }
    return true;
}

bool rq_inside_write(struct rq_inside *in, struct rq_out *out, struct rq_error *err)
{
    if (!in->archive)
        return rq_doc_write(in->file.doc, out, err);
    return put_back(in, err) && rq_doc_write(rq_archive_doc(in->archive), out, err);
}

/* The map is closed first: Windows does not let a mapped file be replaced. */
static bool save_file(struct rq_inside *in, struct rq_error *err)
{
    struct rq_out out = {0};
    if (in->file.doc->format->pair)
        return rq_fail(err, RQ_UNSUPPORTED, 0, in->path, "a document of two files is not saved so");
    bool fine = rq_doc_write(in->file.doc, &out, err);
    rq_doc_file_close(&in->file);
    fine = fine && rq_file_save(in->path, rq_out_bytes(&out), RQ_SAVE_REPLACE, err);
    rq_out_free(&out);
    return fine;
}

static bool save_archive(struct rq_inside *in, struct rq_error *err)
{
    struct rq_archive *archive = in->archive;
    if (!put_back(in, err))
        return false;
    close_steps(in);
    in->archive = NULL;
    return rq_archive_save(archive, err);
}

bool rq_inside_save(struct rq_inside *in, struct rq_error *err)
{
    bool fine = in->archive ? save_archive(in, err) : save_file(in, err);
    rq_inside_close(in);
    return fine;
}
