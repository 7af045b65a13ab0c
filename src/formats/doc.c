#include "formats/extent.h"
#include "formats/family.h"
#include "formats/transfer.h"

#include <stdarg.h>
#include <stdio.h>

enum { JSON_VERSION = 1 };

/* A document may take this many times its input and this much more. Measured on the corpus
 * (files of 4 KiB and up): GFF 2.8 times, 4.1 at worst; 3D 3.3 times, 4.7 at worst; ERF, TPC
 * and TEXBSI less than once. */
enum { MEMORY_TIMES = 12, MEMORY_MORE = 8 << 20 };

static struct rq_doc *new_doc(const struct rq_format *format, const struct rq_options *options,
                              struct rq_bytes source, struct rq_error *err)
{
    struct rq_doc *doc = rq_mem(options->alloc, NULL, sizeof *doc);
    if (!doc) {
        rq_fail(err, RQ_NO_MEMORY, 0, "", "out of memory");
        return NULL;
    }
    *doc = (struct rq_doc){
        .format = format,
        .alloc = options->alloc,
        .env = options->env,
        .source = source,
        .palette = options->palette,
        .companion = options->companion,
        .texture = options->texture,
        .page = options->codepage ? options->codepage : rq_family_of(format)->page,
        .page_asked = options->codepage != RQ_CP_DEFAULT,
        .limit_asked = options->memory_limit != 0,
    };
    size_t limit = options->memory_limit, size = source.size + options->companion.size;
    if (!limit && size < (SIZE_MAX - MEMORY_MORE) / MEMORY_TIMES)
        limit = size * MEMORY_TIMES + MEMORY_MORE;
    doc->arena = (struct rq_arena){.alloc = options->alloc, .limit = limit};
    return doc;
}

void rq_doc_free(struct rq_doc *doc)
{
    if (!doc)
        return;
    rq_arena_free(&doc->arena);
    rq_mem(doc->alloc, doc, 0);
}

static const struct rq_options no_options;

struct rq_doc *rq_doc_read_plain(struct rq_bytes bytes, const struct rq_options *options,
                                 const struct rq_trace *trace, struct rq_error *err)
{
    const struct rq_format *format = options->format;
    if (!format)
        format = rq_format_detect(bytes, options->name);
    if (!format) {
        rq_fail(err, RQ_BAD_MAGIC, 0, "", "not a file of any known format");
        return NULL;
    }
    struct rq_doc *doc = new_doc(format, options, bytes, err);
    if (!doc)
        return NULL;
    struct rq_ctx ctx = {.err = err, .trace = trace};
    struct rq_cur cur = rq_cur_over(bytes, &ctx);
    rq_enter(&cur, format->info.name, -1);
    if (!format->read(doc, &cur) || err->code) {
        rq_doc_free(doc);
        return NULL;
    }
    rq_follow_find(doc);
    return doc;
}

/* What reads, but is not as long as it says. */
static void find_transfer(struct rq_doc *doc, const struct rq_options *options)
{
    char text[RQ_TRANSFER_TEXT];
    struct rq_transfer t = rq_transfer_look(doc->format, doc->source, options, false);
    if (t.kind)
        rq_find(doc, RQ_TRANSFER_FINDING, 0, "file", "%s", rq_transfer_text(&t, text));
}

struct rq_doc *rq_doc_read_traced(struct rq_bytes bytes, const struct rq_options *options,
                                  const struct rq_trace *trace, struct rq_error *err)
{
    struct rq_error ignored = {0};
    err = err ? err : &ignored;
    options = options ? options : &no_options;
    if (err->code)
        return NULL;
    size_t refusals = rq_memory_refusals();
    struct rq_doc *doc = rq_doc_read_plain(bytes, options, trace, err);
    if (doc)
        find_transfer(doc, options);
    else
        rq_explain(options->format ? options->format : rq_format_detect(bytes, options->name),
                   bytes, options, err);
    if (doc && !rq_memory_lasted(refusals, err)) { /* else findings are missing */
        rq_doc_free(doc);
        doc = NULL;
    }
    return doc;
}

struct rq_doc *rq_doc_read(struct rq_bytes bytes, const struct rq_options *options,
                           struct rq_error *err)
{
    return rq_doc_read_traced(bytes, options, NULL, err);
}

typedef bool write_fn(struct rq_doc *doc, struct rq_out *out, struct rq_error *err);

static bool write_with(write_fn *write, struct rq_doc *doc, struct rq_out *out,
                       struct rq_error *err)
{
    struct rq_error ignored = {0};
    err = err ? err : &ignored;
    size_t from = out->size, refusals = rq_memory_refusals();
    if (doc->owed.code && !err->code)
        *err = doc->owed;
    /* Else a layout may have been taken only because the one before it could not be tried. */
    bool fine = !err->code && write(doc, out, err) && rq_memory_lasted(refusals, err);
    if (out->failed)
        fine = rq_fail_out(err, out);
    if (!fine)
        rq_out_cut(out, from);
    return fine;
}

bool rq_doc_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    return write_with(doc->format->write, doc, out, err);
}

bool rq_doc_write_companion(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    const struct rq_facet_pair *pair = doc->format->pair;
    return !pair || write_with(pair->write, doc, out, err);
}

bool rq_doc_has_companion(const struct rq_doc *doc)
{
    return doc->format->pair && doc->format->pair->has(doc);
}

void rq_owe(struct rq_doc *doc, const char *where, const char *fmt, ...)
{
    char text[sizeof doc->owed.text];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    rq_fail(&doc->owed, RQ_CORRUPT, 0, where, "%s", text);
    rq_fail_hint(&doc->owed, RQ_HINT_DERIVE);
}

static void take_back(struct rq_doc *doc, const char *id)
{
    size_t kept = 0, skip = strlen(doc->format->info.name) + 1;
    for (size_t i = 0; i < doc->finding_count; i++)
        if (strcmp(doc->findings[i].id + skip, id) != 0)
            doc->findings[kept++] = doc->findings[i];
    doc->finding_count = kept;
}

bool rq_doc_derive(struct rq_doc *doc, struct rq_error *err)
{
    if (!doc->format->derive)
        return rq_fail(err, RQ_USAGE, 0, doc->format->info.name,
                       "this format has no derived values");
    if (!doc->format->derive(doc, err))
        return false;
    doc->owed = (struct rq_error){0};
    take_back(doc, "underived");
    return true;
}

bool rq_doc_settle(struct rq_doc *doc, struct rq_error *err)
{
    struct rq_error ignored = {0};
    size_t refusals = rq_memory_refusals();
    return !doc->format->settle || (doc->format->settle(doc, err ? err : &ignored) &&
                                    rq_memory_lasted(refusals, err)); /* as in write_with */
}

bool rq_settle_by_writing(struct rq_doc *doc, struct rq_error *err)
{
    struct rq_out scratch = {.alloc = doc->alloc};
    bool fine = rq_doc_write(doc, &scratch, err);
    rq_out_free(&scratch);
    return fine;
}

static bool put_members(struct rq_doc *doc, struct rq_json *j, struct rq_error *err)
{
    const struct rq_format *format = doc->format;
    struct rq_shaper s = {
        .doc = doc, .page = doc->page, .j = j, .err = err, .room = doc->source.size};
    return format->shape ? rq_shape_put(&s, format->shape, doc->root)
                         : format->to_json(doc, j, err);
}

/* A member that JSON leaves out is as in a new document. */
static bool take_members(struct rq_doc *doc, struct rq_jr *jr)
{
    const struct rq_format *format = doc->format;
    struct rq_shaper s = {.doc = doc, .page = doc->page, .jr = jr, .err = jr->ctx->err};
    if (!format->shape)
        return format->from_json(doc, jr);
    if (format->fresh ? !format->fresh(doc) : !(doc->root = rq_jr_get(jr, 1, format->shape->size)))
        return rq_jr_bad(jr, "out of memory");
    if (format->shape->start)
        format->shape->start(&s, doc->root);
    return rq_shape_take(&s, format->shape, doc->root);
}

bool rq_doc_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err)
{
    rq_json_object(j);
    rq_json_key(j, "format");
    rq_json_str(j, doc->format->info.name);
    rq_json_key(j, "version");
    rq_json_u64(j, JSON_VERSION);
    bool fine = rq_doc_settle(doc, err) && put_members(doc, j, err);
    rq_follow_json(doc, j);
    rq_json_end_object(j);
    return fine;
}

bool rq_doc_to_json(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    struct rq_error ignored = {0};
    err = err ? err : &ignored;
    struct rq_json j = {.out = out};
    size_t from = out->size, refusals = rq_memory_refusals();
    bool fine = rq_doc_json(doc, &j, err) && rq_memory_lasted(refusals, err);
    if (out->failed)
        fine = rq_fail_out(err, out);
    if (!fine)
        rq_out_cut(out, from);
    return fine;
}

bool rq_doc_visit_with(struct rq_doc *doc, struct rq_visit *visit, struct rq_error *err)
{
    struct rq_out none = {.alloc = doc->alloc};
    struct rq_json j = {.out = &none, .visit = visit};
    bool fine = true;
    visit->path.alloc = doc->alloc;
    if (doc->format->visit)
        doc->format->visit(doc, visit);
    else
        fine = put_members(doc, &j, err);
    if (visit->path.failed || none.failed)
        fine = rq_fail_out(err, none.failed ? &none : &visit->path);
    rq_visit_free(visit);
    rq_out_free(&none);
    return fine;
}

bool rq_doc_visit(struct rq_doc *doc, rq_visit_fn *fn, void *ctx, struct rq_error *err)
{
    struct rq_error ignored = {0};
    struct rq_visit visit = {.fn = fn, .ctx = ctx};
    return rq_doc_visit_with(doc, &visit, err ? err : &ignored);
}

static const struct rq_format *format_named(struct rq_str name)
{
    char text[32] = {0};
    memcpy(text, name.text, name.size < sizeof text ? name.size : sizeof text - 1);
    return rq_format_by_name(text);
}

/* The "format" and "version" of the object that follows, wherever in it they stand; and where the
 * members of follow.h do. Looks no further than needed: mostly the first two are all. */
static const struct rq_format *peek_format(struct rq_jr copy, struct rq_follow_members *members)
{
    const struct rq_format *format = NULL;
    struct rq_str key, name = {"", 0};
    uint64_t version = 0;
    copy.doc_depth = 0;
    rq_jr_object(&copy);
    while (!(format && version && !format->follows) && rq_jr_key(&copy, &key)) {
        if (rq_str_is(key, "kept"))
            members->kept = copy;
        else if (rq_str_is(key, "counts"))
            members->counts = copy;
        if (rq_str_is(key, "format"))
            format = format_named(name = rq_jr_string(&copy));
        else if (rq_str_is(key, "version"))
            version = rq_jr_unsigned(&copy, UINT32_MAX);
        else
            rq_jr_skip(&copy);
    }
    if (!rq_jr_ok(&copy))
        return NULL;
    if (name.size == 0)
        rq_jr_bad(&copy, "the object has no \"format\": this is not JSON that Reliquary wrote");
    else if (!format)
        rq_jr_bad(&copy, "\"format\" is \"%.*s\", which is not known here",
                  (int)(name.size < 31 ? name.size : 31), name.text);
    else if (version != JSON_VERSION)
        rq_jr_bad(&copy, "\"version\" is %llu, this Reliquary reads %d",
                  (unsigned long long)version, JSON_VERSION);
    return rq_jr_ok(&copy) ? format : NULL;
}

struct rq_doc *rq_doc_from_jr(struct rq_jr *jr, const struct rq_options *options)
{
    struct rq_follow_members members = {0};
    const struct rq_format *format = peek_format(*jr, &members);
    if (!format)
        return NULL;
    struct rq_doc *doc = new_doc(format, options, (struct rq_bytes){0}, jr->ctx->err);
    if (!doc)
        return NULL;
    /* The whole text's allowance holds for each document in it. */
    size_t text = (size_t)(jr->end - jr->begin);
    if (!options->memory_limit && text < (SIZE_MAX - MEMORY_MORE) / MEMORY_TIMES)
        doc->arena.limit = text * MEMORY_TIMES + MEMORY_MORE;
    struct rq_jr inner = *jr;
    inner.arena = &doc->arena;
    size_t outer = jr->doc_depth;
    rq_jr_object(&inner);
    inner.doc_depth = inner.depth;
    inner.doc_follows = format->follows != NULL;
    members.kept.arena = members.counts.arena = &doc->arena;
    members.kept.ctx = members.counts.ctx = jr->ctx;
    bool fine = rq_jr_ok(&inner) && take_members(doc, &inner) && rq_jr_ok(&inner) &&
                rq_follow_settle(doc, &members);
    inner.doc_depth = outer;
    inner.doc_follows = jr->doc_follows;
    inner.arena = jr->arena;
    inner.lengths = jr->lengths; /* those of the document go with its arena */
    *jr = inner;
    if (fine)
        return doc;
    rq_jr_bad(jr, "not a complete %s document", format->info.name);
    rq_doc_free(doc);
    return NULL;
}

struct rq_doc *rq_doc_from_json(struct rq_bytes json_bytes, const struct rq_options *options,
                                struct rq_error *err)
{
    struct rq_error ignored = {0};
    struct rq_ctx ctx = {.err = err ? err : &ignored};
    struct rq_jr jr;
    if (ctx.err->code)
        return NULL;
    options = options ? options : &no_options;
    struct rq_arena names = {.alloc = options->alloc, .limit = json_bytes.size + 4096};
    rq_jr_open(&jr, json_bytes, &names, &ctx);
    struct rq_doc *doc = rq_doc_from_jr(&jr, options);
    if (doc && !rq_jr_close(&jr)) {
        rq_doc_free(doc);
        doc = NULL;
    }
    rq_arena_free(&names);
    return doc;
}

const struct rq_format *rq_doc_format(const struct rq_doc *doc)
{
    return doc->format;
}

void *rq_doc_root(struct rq_doc *doc, const char *format_name)
{
    return strcmp(doc->format->info.name, format_name) == 0 ? doc->root : NULL;
}

bool rq_name_number(const char *name, size_t *number)
{
    size_t digits = strspn(name, "0123456789");
    *number = 0;
    if (digits == 0 || digits > 9 || name[digits])
        return false;
    for (; *name; name++)
        *number = *number * 10 + (size_t)(*name - '0');
    return true;
}

void rq_doc_allow(struct rq_doc *doc, size_t size)
{
    enum { HEADROOM = 1 << 20 };
    struct rq_arena *arena = &doc->arena;
    if (!doc->limit_asked && arena->limit && size < SIZE_MAX - HEADROOM - arena->used &&
        arena->limit < arena->used + size + HEADROOM)
        arena->limit = arena->used + size + HEADROOM;
}

void *rq_doc_one_more(struct rq_doc *doc, void *items, size_t count, size_t size)
{
    if (items && items == doc->grown && count < doc->grown_room)
        return items;
    size_t room = count + count / 2 + 16;
    if (room < count || room > SIZE_MAX / size)
        return NULL;
    rq_doc_allow(doc, room * size);
    void *copy = rq_arena_get(&doc->arena, room, size);
    if (!copy)
        return NULL;
    if (count && items)
        memcpy(copy, items, count * size);
    doc->grown = copy;
    doc->grown_room = room;
    return copy;
}

void *rq_doc_alloc(struct rq_doc *doc, size_t size)
{
    return rq_arena_get(&doc->arena, size, 1);
}

struct rq_doc *rq_doc_new(const struct rq_format *format, const struct rq_options *options,
                          struct rq_error *err)
{
    options = options ? options : &no_options;
    struct rq_doc *doc = new_doc(format, options, (struct rq_bytes){0}, err);
    if (!doc)
        return NULL;
    doc->arena.limit = options->memory_limit;
    if (format->fresh && format->fresh(doc))
        return doc;
    rq_fail(err, format->fresh ? RQ_NO_MEMORY : RQ_UNSUPPORTED, 0, format->info.name,
            "can't be created empty");
    rq_doc_free(doc);
    return NULL;
}

void rq_view_misses(const struct rq_view *view, const char *name, const char *kind)
{
    enum { MOST = 4000 };
    struct rq_missing *m = view->missing;
    char entry[160];
    if (!m || !name[0])
        return;
    snprintf(entry, sizeof entry, kind[0] ? "%.100s (%s)" : "%.100s%s", name, kind);
    rq_text_clean(entry);
    size_t size = strlen(entry), all = strlen(m->names);
    for (const char *at = m->names; (at = strstr(at, entry)); at++)
        if ((at == m->names || at[-1] == ' ') && (at[size] == ',' || !at[size]))
            return;
    if (all > MOST) {
        m->more++;
        return;
    }
    const char *names = rq_arena_printf(view->arena, "%s%s%s", m->names, all ? ", " : "", entry);
    m->names = names ? names : m->names;
}

/* COL is one layout of one size; its own page tells it. */
const uint8_t *rq_doc_palette(const struct rq_doc *doc)
{
    const struct rq_bytes col = doc->palette;
    return col.size == 776 && rq_get32(col.data + 4) == 0xB123 ? col.data + 8 : NULL;
}

/* ---- findings and facts ---- */

size_t rq_format_findings(const struct rq_format *format, const struct rq_finding_kind **kinds)
{
    size_t count = 0;
    *kinds = format->findings;
    while (format->findings && format->findings[count].id)
        count++;
    return count;
}

size_t rq_format_records(const struct rq_format *format, const struct rq_format_record **records)
{
    size_t count = 0;
    *records = format->records;
    while (format->records && format->records[count].rec)
        count++;
    return count;
}

/* What can befall a file of any format. */
static const struct rq_finding_kind common[] = {
    {RQ_TRANSFER_FINDING, RQ_ERROR, "a transfer in text mode has added or removed CR bytes",
     "All that follows the first of them has moved: the game reads something else. extract --salvage "
     "takes added bytes out again; else the file has to be had once more, in binary mode."},
    {NULL, RQ_WARNING, NULL, NULL},
};

static const struct rq_finding_kind *kind_in(const struct rq_finding_kind *kinds, const char *id)
{
    while (kinds && kinds->id && strcmp(kinds->id, id) != 0)
        kinds++;
    return kinds && kinds->id ? kinds : NULL;
}

/* NULL: the format does not list it; tests/cli/layout.sh finds that. */
const struct rq_finding_kind *rq_finding_kind(const struct rq_format *format, const char *id)
{
    const struct rq_finding_kind *kind = kind_in(format->findings, id);
    return kind ? kind : kind_in(common, id);
}

enum { MOST_FINDINGS = 1000 };

/* Room for one more element of an array in the arena, by doubling. */
static void *one_more(struct rq_doc *doc, void *items, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return items;
    size_t more = *capacity ? *capacity * 2 : 8;
    void *copy = rq_arena_get(&doc->arena, more, size);
    if (!copy)
        return NULL;
    if (count)
        memcpy(copy, items, count * size);
    *capacity = more;
    return copy;
}

void rq_find(struct rq_doc *doc, const char *id, uint64_t offset, const char *where,
             const char *fmt, ...)
{
    char text[256];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    rq_text_clean(text);
    if (doc->finding_count >= MOST_FINDINGS)
        return;
    struct rq_finding *items =
        one_more(doc, doc->findings, doc->finding_count, &doc->finding_capacity, sizeof *items);
    char *kept_text = rq_arena_text(&doc->arena, text, strlen(text));
    char *kept_where = rq_arena_text(&doc->arena, where, strlen(where));
    char *kept_id = rq_arena_printf(&doc->arena, "%s-%s", doc->format->info.name, id);
    const struct rq_finding_kind *kind = rq_finding_kind(doc->format, id);
    if (!items || !kept_text || !kept_where || !kept_id)
        return;
    rq_text_clean(kept_where);
    doc->findings = items;
    items[doc->finding_count++] = (struct rq_finding){kind ? kind->severity : RQ_WARNING, kept_id,
                                                      offset, kept_where, kept_text};
}

size_t rq_doc_findings(const struct rq_doc *doc, const struct rq_finding **findings)
{
    *findings = doc->findings;
    return doc->finding_count;
}

void rq_fact_add(struct rq_doc *doc, const char *key, const char *fmt, ...)
{
    char text[512];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    rq_text_clean(text);
    struct rq_fact *items =
        one_more(doc, doc->facts, doc->fact_count, &doc->fact_capacity, sizeof *items);
    char *value = rq_arena_text(&doc->arena, text, strlen(text));
    doc->fact_lost = doc->fact_lost || !items || !value;
    if (doc->fact_lost)
        return;
    doc->facts = items;
    items[doc->fact_count++] = (struct rq_fact){key, value};
}

void rq_fact_time(struct rq_doc *doc, uint64_t time)
{
    uint64_t ms = (time + 500000) / 1000000;
    rq_fact_add(doc, "playing time", "%llu.%03llu s", (unsigned long long)(ms / 1000),
                (unsigned long long)(ms % 1000));
}

bool rq_doc_facts(struct rq_doc *doc, const struct rq_fact **facts, size_t *count,
                  struct rq_error *err)
{
    size_t refusals = rq_memory_refusals();
    doc->fact_count = 0;
    doc->fact_lost = false;
    if (!doc->format->facts(doc) || doc->fact_lost || refusals != rq_memory_refusals())
        return rq_fail(err, RQ_NO_MEMORY, 0, "", "out of memory");
    *facts = doc->facts;
    *count = doc->fact_count;
    return true;
}

void *rq_cur_get(struct rq_doc *doc, struct rq_cur *c, size_t count, size_t size)
{
    void *p = rq_ok(c) ? rq_arena_get(&doc->arena, count, size) : NULL;
    if (!p)
        rq_bad_memory(c, &doc->arena);
    return p;
}

void *rq_jr_get(struct rq_jr *jr, size_t count, size_t size)
{
    void *p = rq_jr_ok(jr) ? rq_arena_get(jr->arena, count, size) : NULL;
    if (!p)
        rq_jr_bad(jr, "out of memory");
    return p;
}

/* ---- containers ---- */

static bool not_a_container(const struct rq_doc *doc, struct rq_error *err)
{
    return rq_fail(err, RQ_USAGE, 0, doc->format->info.name,
                   "is not an archive, or not one that can be changed");
}

bool rq_doc_entries(struct rq_doc *doc, const struct rq_entry **entries, size_t *count,
                    struct rq_error *err)
{
    *entries = NULL;
    *count = 0;
    return doc->format->container ? doc->format->container->entries(doc, entries, count, err)
                                  : not_a_container(doc, err);
}

bool rq_doc_put_entry(struct rq_doc *doc, const char *name, struct rq_bytes data,
                      struct rq_error *err)
{
    if (!doc->format->container)
        return not_a_container(doc, err);
    return rq_doc_settle(doc, err) && doc->format->container->put(doc, name, data, err);
}

bool rq_doc_remove_entry(struct rq_doc *doc, const char *name, struct rq_error *err)
{
    if (!doc->format->container)
        return not_a_container(doc, err);
    return rq_doc_settle(doc, err) && doc->format->container->remove(doc, name, err);
}
