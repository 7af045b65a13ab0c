#include "formats/follow.h"

#include "formats/format.h"

#include <stdarg.h>
#include <stdio.h>

/* A field that does not hold what follows. */
struct kept {
    struct rq_str path;
    uint64_t stored, follows;
};

/* Three uses of one list of fields: to find what is odd, to name it in JSON, to set what follows. */
struct rq_follow {
    struct rq_json *j; /* JSON is written; or NULL */
    bool sets;
    bool lists;              /* the lists are looked at, not the fields: */
    size_t list_count;       /* written to j, */
    struct rq_jr *counts;    /* or compared with these */
    const struct kept *kept; /* what is left of the fields that keep their values, in file order */
    size_t kept_count;
    size_t count;   /* of all fields */
    size_t odd;     /* that hold something else, */
    char text[160]; /* the first of them: its path, */
    uint64_t stored, follows;
    bool no_memory;
};

static uint64_t stored_at(const void *field, size_t size)
{
    const uint8_t *p = field;
    uint16_t half;
    uint32_t word;
    uint64_t wide;
    switch (size) {
    case 1: return *p;
    case 2: memcpy(&half, p, 2); return half;
    case 4: memcpy(&word, p, 4); return word;
    default: memcpy(&wide, p, 8); return wide;
    }
}

static void store(void *field, size_t size, uint64_t value)
{
    uint8_t byte = (uint8_t)value;
    uint16_t half = (uint16_t)value;
    uint32_t word = (uint32_t)value;
    const void *from = size == 1 ? (void *)&byte : size == 2 ? (void *)&half : (void *)&word;
    memcpy(field, size == 8 ? &value : from, size);
}

static void put_row(struct rq_follow *f, const char *path, uint64_t stored, uint64_t follows)
{
    if (f->odd == 1) {
        rq_json_key(f->j, "kept");
        rq_json_object(f->j);
        rq_json_key(f->j, "values");
        rq_json_array(f->j);
    }
    rq_json_array_row(f->j);
    rq_json_str(f->j, path);
    rq_json_u64(f->j, stored);
    rq_json_u64(f->j, follows);
    rq_json_end_array(f->j);
}

/* What the field gets: what it held, when the same follows as then. */
static uint64_t settled(struct rq_follow *f, const char *path, uint64_t follows)
{
    if (!f->kept_count || !rq_str_is(f->kept->path, path))
        return follows;
    const struct kept *kept = f->kept++;
    f->kept_count--;
    return kept->follows == follows ? kept->stored : follows;
}

/* What "counts" has for a list: [count, order, members], or the count alone. */
static struct rq_follow_elements take_elements(struct rq_jr *jr,
                                               const struct rq_follow_elements *is)
{
    struct rq_follow_elements had = *is;
    if (rq_jr_peek(jr) != RQ_J_ARRAY) {
        had.count = (size_t)rq_jr_unsigned(jr, SIZE_MAX);
        return had;
    }
    rq_jr_array(jr);
    for (size_t n = 0; rq_jr_more(jr); n++) {
        if (n == 0)
            had.count = (size_t)rq_jr_unsigned(jr, SIZE_MAX);
        else if (n < 3)
            *(n == 1 ? &had.order : &had.members) = rq_jr_hex32(jr);
        else
            rq_jr_bad(jr, "a list of \"counts\" is [count, order, members]");
    }
    return had;
}

/* False when "counts" has no such list. jr is at its value. */
static bool find_elements(struct rq_jr jr, const char *name, const struct rq_follow_elements *is,
                          struct rq_follow_elements *had)
{
    struct rq_str key;
    rq_jr_object(&jr);
    while (rq_jr_key(&jr, &key)) {
        if (rq_str_is(key, name)) {
            *had = take_elements(&jr, is);
            return rq_jr_ok(&jr);
        }
        rq_jr_skip(&jr);
    }
    return false;
}

static void compare_elements(struct rq_follow *f, const struct rq_follow_elements *is,
                             const char *name)
{
    static const char advice[] = "adapt what names them by number, and take it out of \"counts\"";
    struct rq_follow_elements had;
    if (!find_elements(*f->counts, name, is, &had))
        return;
    if (had.count != is->count)
        rq_jr_bad(f->counts, "\"%s\" has %zu elements, \"counts\" says %zu: %s", name, is->count,
                  had.count, advice);
    else if (had.members == is->members && had.order != is->order)
        rq_jr_bad(f->counts,
                  "\"%s\" has other elements, or another order, than \"counts\" says: %s", name,
                  advice);
}

void rq_follow_list(struct rq_follow *f, const struct rq_follow_elements *elements,
                    const char *name)
{
    if (!f->lists)
        return;
    if (!f->j) {
        compare_elements(f, elements, name);
        return;
    }
    if (f->list_count++ == 0) {
        rq_json_key(f->j, "counts");
        rq_json_object_row(f->j);
    }
    rq_json_key(f->j, name);
    rq_json_array_row(f->j);
    rq_json_u64(f->j, elements->count);
    rq_json_hex32(f->j, elements->order);
    rq_json_hex32(f->j, elements->members);
    rq_json_end_array(f->j);
}

static void follow(struct rq_follow *f, void *field, size_t size, uint64_t value, const char *fmt,
                   va_list args)
{
    char path[sizeof f->text];
    if (f->lists)
        return;
    uint64_t stored = stored_at(field, size);
    f->count++;
    if (!f->sets && stored == value)
        return;
    if (f->sets && !f->kept_count) {
        store(field, size, value);
        return;
    }
    vsnprintf(path, sizeof path, fmt, args);
    if (f->sets) {
        store(field, size, settled(f, path, value));
        return;
    }
    if (f->odd++ == 0) {
        memcpy(f->text, path, sizeof path);
        f->stored = stored;
        f->follows = value;
    }
    if (f->j)
        put_row(f, path, stored, value);
}

void rq_follow(struct rq_follow *f, void *field, size_t size, uint64_t value, const char *path, ...)
{
    va_list args;
    va_start(args, path);
    follow(f, field, size, value, path, args);
    va_end(args);
}

void rq_follow_f32(struct rq_follow *f, float *field, float value, const char *path, ...)
{
    va_list args;
    va_start(args, path);
    follow(f, field, sizeof *field, rq_f32_bits(value), path, args);
    va_end(args);
}

void rq_follow_no_memory(struct rq_follow *f)
{
    f->no_memory = true;
}

void rq_follow_find(struct rq_doc *doc)
{
    struct rq_follow f = {0};
    if (!doc->format->follows || !rq_finding_kind(doc->format, "stale-value"))
        return;
    doc->format->follows(doc, &f);
    if (f.odd)
        rq_find(doc, "stale-value", 0, f.text, "%llu, but %llu follows from the rest (%zu of %zu)",
                (unsigned long long)f.stored, (unsigned long long)f.follows, f.odd, f.count);
}

void rq_follow_json(struct rq_doc *doc, struct rq_json *j)
{
    struct rq_follow f = {.j = j}, lists = {.j = j, .lists = true};
    if (!doc->format->follows || j->visit)
        return;
    doc->format->follows(doc, &lists);
    if (lists.list_count)
        rq_json_end_object(j);
    doc->format->follows(doc, &f);
    if (f.no_memory && !j->out->failed)
        j->out->failed = RQ_NO_MEMORY;
    if (!f.odd)
        return;
    rq_json_end_array(j);
    rq_json_key(j, "of");
    rq_json_u64(j, f.count);
    rq_json_end_object(j);
}

static const struct kept *take_rows(struct rq_jr *jr, size_t *count)
{
    size_t most = rq_jr_length(jr);
    struct kept *rows = rq_jr_get(jr, most, sizeof *rows);
    rq_jr_array(jr);
    for (*count = 0; rows && rq_jr_more(jr) && *count < most; ++*count) {
        struct kept *row = &rows[*count];
        bool open = true;
        rq_jr_array(jr);
        if (rq_jr_next(jr, &open))
            row->path = rq_jr_string(jr);
        if (rq_jr_next(jr, &open))
            row->stored = rq_jr_unsigned(jr, UINT64_MAX);
        if (rq_jr_next(jr, &open))
            row->follows = rq_jr_unsigned(jr, UINT64_MAX);
        if (!open || rq_jr_next(jr, &open))
            rq_jr_bad(jr, "a row of \"kept\" is [path, stored, follows]");
    }
    return rows;
}

/* jr is at the value of "kept". */
static const struct kept *take_kept(struct rq_jr *jr, size_t *count, uint64_t *of)
{
    const struct kept *rows = NULL;
    struct rq_str key;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "values"))
            rows = take_rows(jr, count);
        else if (rq_str_is(key, "of"))
            *of = rq_jr_unsigned(jr, UINT64_MAX);
        else
            rq_jr_unknown(jr, key);
    }
    return rows;
}

bool rq_follow_settle(struct rq_doc *doc, struct rq_follow_members *members)
{
    struct rq_follow f = {0}, lists = {.lists = true, .counts = &members->counts};
    struct rq_jr *kept = &members->kept;
    uint64_t of = 0;
    if (!doc->format->follows)
        return true;
    if (members->counts.p)
        doc->format->follows(doc, &lists);
    if (!rq_jr_ok(kept))
        return false;
    if (kept->p)
        f.kept = take_kept(kept, &f.kept_count, &of);
    if (kept->p && !rq_jr_ok(kept))
        return false;
    /* With more or fewer fields than then their paths may name others. */
    struct rq_follow counts = {0};
    doc->format->follows(doc, &counts);
    if (counts.count != of)
        f.kept_count = 0;
    f.sets = true;
    f.no_memory = counts.no_memory;
    doc->format->follows(doc, &f);
    return !f.no_memory || rq_jr_bad(kept, "out of memory");
}
