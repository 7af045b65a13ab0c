/* Files that hold files: what becomes of each when entries are put, taken out and put again, and what is
 * salvaged of it when it is damaged. */
#ifndef TESTS_PROPERTY_ARCHIVES_H
#define TESTS_PROPERTY_ARCHIVES_H

#include "formats/salvage.h"
#include "record.h"

/* ---- entries ---- */

static inline void tell_entries(struct record *r, struct rq_doc *doc)
{
    const struct rq_entry *entries;
    size_t count;
    struct rq_error err = {0};
    if (!rq_doc_entries(doc, &entries, &count, &err)) {
        tell_error(r, &err);
        return;
    }
    for (size_t i = 0; i < count; i++)
        tell_bytes(r, entries[i].name, entries[i].bytes);
}

enum { PUT, PUT_LARGE, REMOVE, PUT_FILE, REMOVE_FILE, OPS };

static inline void change_entry(struct record *r, struct rq_doc *doc, const char *name, unsigned op)
{
    static const uint8_t small[] = "small", large[700] = "large";
    const struct rq_bytes some = {small, 5}, more = {large, sizeof large};
    struct rq_error err = {0};
    bool done = op == PUT         ? rq_doc_put_entry(doc, name, some, &err)
                : op == PUT_LARGE ? rq_doc_put_entry(doc, name, more, &err)
                : op == REMOVE    ? rq_doc_remove_entry(doc, name, &err)
                : op == PUT_FILE  ? rq_doc_put_file(doc, name, some, &err)
                                  : rq_doc_remove_file(doc, name, &err);
    said(&r->said, "-- %u of %s: %d", op, name, done);
    if (!done)
        tell_error(r, &err);
}

/* Two changes, one after the other. */
static inline void change_twice(struct record *r, struct rq_bytes file, const char *const names[2],
                                const unsigned ops[2])
{
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_read(file, &r->options, &err);
    REQUIRE(doc != NULL);
    for (size_t i = 0; i < 2; i++)
        change_entry(r, doc, names[i], ops[i]);
    tell_entries(r, doc);
    tell_document(r, doc);
    tell_written(r, doc, &err);
    rq_doc_free(doc);
}

static inline void visit_entries(struct record *r, struct rq_bytes file)
{
    enum { OWN = 5, MOST = 16 };
    static const char *const others[] = {
        "new.utc",      "NEW.UTC",  "a.2da",    "noextension",
        "a.zzz",        "../a.utc", "",         "seventeen_letters.utc",
        "\xC3\xA9.uti", ".utc",     "00001.tga"};
    char own[OWN][64];
    const char *names[MOST];
    const struct rq_entry *entries;
    size_t count = 0, all = 0;
    REQUIRE(rq_doc_entries(r->whole, &entries, &count, NULL));
    for (size_t i = 0; i < count && i < OWN; i++) {
        snprintf(own[i], sizeof own[i], "%s", entries[i].name);
        if (i == 1)
            own[i][0] = (char)(own[i][0] >= 'a' ? own[i][0] - 32 : own[i][0]);
        names[all++] = own[i];
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        names[all++] = others[i];
    begin(r, "entries");
    tell_entries(r, r->whole);
    size_t step = all * all * OPS * OPS / affordable(r, file.size * 4);
    while (step < 1 || step % 2 == 0 || step % 3 == 0 || step % 5 == 0)
        step++;
    for (size_t i = 0; i < all * all * OPS * OPS; i += step) {
        const unsigned ops[] = {(unsigned)(i % OPS), (unsigned)(i / OPS % OPS)};
        const char *const two[] = {names[i / (OPS * OPS) % all], names[i / (OPS * OPS) / all]};
        change_twice(r, file, two, ops);
    }
    end(r, "entries");
}

/* ---- salvage ---- */

static inline void tell_salvaged(struct record *r, struct rq_bytes file)
{
    struct rq_salvage s;
    struct rq_error err = {0};
    char damage[RQ_TRANSFER_TEXT];
    if (rq_salvage_read(&s, file, &r->options, &err)) {
        said(&r->said, "%d %s %zu", s.open_end, rq_transfer_text(&s.transfer, damage), s.count);
        for (size_t i = 0; i < s.count; i++) {
            const struct rq_salvaged *e = &s.entries[i];
            said(&r->said, "%zu %llu %s at %llu %llu %s %016llx", e->number,
                 (unsigned long long)e->count, rq_loss_text(e->loss), (unsigned long long)e->offset,
                 (unsigned long long)e->size, e->name ? e->name : "-",
                 (unsigned long long)hash_of(e->bytes.data, e->bytes.size));
        }
        tell_bytes(r, "mended", rq_out_bytes(&s.mended));
        r->made++;
    } else {
        tell_error(r, &err);
    }
    rq_salvage_free(&s);
}

static inline void visit_salvage(struct record *r, struct rq_bytes file)
{
    static const uint32_t values[] = {0, 1, 0x7F, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF};
    enum { COUNT = sizeof values / sizeof values[0] };
    uint8_t *copy = malloc(file.size + 1);
    size_t places = file.size > 4 ? (file.size - 4) * COUNT : 0, times = affordable(r, file.size);
    size_t step = stride(r, places, times);
    REQUIRE(copy != NULL);
    memcpy(copy, file.data, file.size);
    begin(r, "salvage");
    for (size_t i = 0; i < places; i += step) {
        size_t at = i / COUNT;
        rq_set32(copy + at, values[i % COUNT]);
        said(&r->said, "-- word at %zu is %08x", at, (unsigned)values[i % COUNT]);
        tell_salvaged(r, (struct rq_bytes){copy, file.size});
        memcpy(copy + at, file.data + at, 4);
    }
    for (size_t n = 0; n < times / 2 && n < file.size; n++) {
        size_t size = times / 2 < file.size ? file.size * n / (times / 2) : n;
        said(&r->said, "-- cut to %zu", size);
        tell_salvaged(r, (struct rq_bytes){copy, size});
    }
    end(r, "salvage");
    free(copy);
}

/* CR before LF, or none: of all, or only of the first half. */
static inline void visit_transfers(struct record *r, struct rq_bytes file)
{
    begin(r, "transfers");
    for (unsigned way = 0; way < 4; way++) {
        struct rq_out damaged = {0};
        struct rq_error err = {0};
        for (size_t i = 0; i < file.size; i++) {
            bool here = way < 2 || i < file.size / 2;
            if (here && way % 2 == 0 && file.data[i] == '\n')
                rq_put8(&damaged, '\r');
            if (!here || way % 2 == 0 || file.data[i] != '\r')
                rq_put8(&damaged, file.data[i]);
        }
        said(&r->said, "-- way %u", way);
        struct rq_doc *doc = rq_doc_read(rq_out_bytes(&damaged), &r->options, &err);
        tell_written(r, doc, &err);
        rq_doc_free(doc);
        tell_salvaged(r, rq_out_bytes(&damaged));
        rq_out_free(&damaged);
    }
    end(r, "transfers");
}

static inline void visit_archive(void *ctx, const struct sample *sample)
{
    struct record *r = ctx;
    struct rq_bytes file = {sample->data, sample->size};
    r->sample = sample;
    r->format = rq_format_by_name(sample->format);
    r->options = (struct rq_options){
        .format = r->format, .companion = sample->companion, .name = sample->name};
    check_note("%s", sample->name);
    r->whole = rq_doc_read(file, &r->options, NULL);
    REQUIRE(r->whole != NULL);
    visit_transfers(r, file);
    if (r->format->salvage)
        visit_salvage(r, file);
    if (rq_format_is_container(r->format))
        visit_entries(r, file);
    rq_doc_free(r->whole);
    r->whole = NULL;
}

#endif
