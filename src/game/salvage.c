/* A damaged file on disk: what formats/salvage.h finds in it, with the names that a KEY has. */
#include "formats/salvage.h"
#include "core/file.h"
#include "formats/extent.h"
#include "game/keynames.h"
#include "game/pair.h"

#include <stdlib.h>

/* struct rq_salvage is the first member: what the caller has is a pointer to it. */
struct opened {
    struct rq_salvage salvage;
    struct rq_map map;
    struct rq_key_names names;
    char damage[RQ_TRANSFER_TEXT];
};

/* The resources of a BIF or BZF by their names. */
static bool take_names(struct opened *o, const char *path, const char *key, struct rq_error *err)
{
    struct rq_salvage *s = &o->salvage;
    bool exact;
    uint64_t extent = rq_extent_of(s->format, s->in, &exact);
    /* A key that was named by hand knows the archive by its number and size: the size before it was cut. */
    struct rq_doc doc = {.format = s->format, .root = s->root, .source = s->in};
    if (exact && extent > s->in.size && extent <= SIZE_MAX)
        doc.source.size = (size_t)extent;
    if (!s->root)
        return !key ||
               rq_fail(err, RQ_USAGE, 0, path, "names from a key are for BIF and BZF archives");
    if (!rq_key_names_open(&o->names, path, key, &doc, err))
        return false;
    for (size_t i = 0; o->names.key && i < s->count; i++) {
        size_t number = s->entries[i].number;
        if (s->entries[i].name && number < o->names.count && o->names.names[number])
            s->entries[i].name = o->names.names[number];
    }
    return true;
}

/* The second file of a pair (an MDX) has no format of its own: its size is in the first. Adds to the error
 * what is known when it can't be had again. */
static bool undo_second(struct opened *o, const char *path, struct rq_error *err)
{
    struct rq_salvage *s = &o->salvage;
    struct rq_map map = {0};
    char *first = rq_pair_first(path);
    uint64_t right = 0;
    if (first && rq_map_open(&map, first, NULL)) {
        s->format = rq_format_detect(map.bytes, first);
        if (s->format && s->format->pair)
            right = s->format->pair->second_size(map.bytes);
    }
    rq_map_close(&map);
    free(first);
    if (!right)
        return false;
    s->transfer = rq_transfer_by_size(o->map.bytes, right);
    *err = (struct rq_error){0};
    if (s->transfer.proven)
        return rq_transfer_undo(o->map.bytes, s->transfer.kind, &s->mended) ||
               rq_fail(err, RQ_NO_MEMORY, 0, path, "out of memory");
    rq_transfer_text(&s->transfer, o->damage);
    return rq_fail(err, RQ_CORRUPT, 0, s->format->pair->extension, "%s%s%zu bytes, %llu expected",
                   o->damage, o->damage[0] ? "; " : "", o->map.bytes.size,
                   (unsigned long long)right);
}

static bool look(struct opened *o, const char *path, const char *key,
                 const struct rq_options *options, struct rq_error *err)
{
    struct rq_error ignored = {0};
    err = err ? err : &ignored;
    if (!rq_map_open(&o->map, path, err))
        return false;
    if (rq_salvage_read(&o->salvage, o->map.bytes, options, err))
        return take_names(o, path, key, err);
    return !o->salvage.format && undo_second(o, path, err);
}

struct rq_salvage *rq_salvage_open(const char *path, const char *key,
                                   const struct rq_options *options, struct rq_error *err)
{
    size_t refusals = rq_memory_refusals();
    struct opened *o = rq_mem_zeroed(1, sizeof *o);
    struct rq_options with = options ? *options : (struct rq_options){0};
    with.name = with.name ? with.name : path;
    if (!o) {
        rq_fail(err, RQ_NO_MEMORY, 0, path, "out of memory");
        return NULL;
    }
    if (look(o, path, key, &with, err) && rq_memory_lasted(refusals, err)) {
        rq_transfer_text(&o->salvage.transfer, o->damage);
        return &o->salvage;
    }
    rq_salvage_close(&o->salvage);
    return NULL;
}

void rq_salvage_close(struct rq_salvage *salvage)
{
    struct opened *o = (struct opened *)salvage;
    if (!o)
        return;
    rq_key_names_close(&o->names);
    rq_salvage_free(&o->salvage);
    rq_map_close(&o->map);
    free(o);
}

size_t rq_salvage_entries(const struct rq_salvage *salvage, const struct rq_salvaged **entries)
{
    *entries = salvage->entries;
    return salvage->count;
}

bool rq_salvage_is_open(const struct rq_salvage *salvage)
{
    return salvage->open_end;
}

bool rq_salvage_is_numbered(const struct rq_salvage *salvage)
{
    return salvage->format->salvage && salvage->format->salvage->numbered;
}

bool rq_salvage_mended(const struct rq_salvage *salvage, struct rq_bytes *file)
{
    const struct rq_facet_salvage *facet = salvage->format->salvage;
    *file = rq_out_bytes(&salvage->mended);
    return !facet || facet->mend;
}

const char *rq_salvage_damage(const struct rq_salvage *salvage)
{
    return ((const struct opened *)salvage)->damage;
}

const struct rq_format *rq_salvage_format(const struct rq_salvage *salvage)
{
    return salvage->format;
}

const char *rq_loss_text(enum rq_loss loss)
{
    static const char *const texts[] = {
        "is whole",        "beyond the end of the file", "overlap with the header or another entry",
        "does not unpack", "header unreadable",
    };
    return (size_t)loss < sizeof texts / sizeof texts[0] ? texts[loss] : "is lost";
}

const char *rq_loss_name(enum rq_loss loss)
{
    static const char *const names[] = {"none", "end", "overlap", "packed", "header"};
    return (size_t)loss < sizeof names / sizeof names[0] ? names[loss] : "unknown";
}
