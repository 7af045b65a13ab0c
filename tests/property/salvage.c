/* What extract --salvage rests on, over every cut of small files and many cuts of larger ones: an entry
 * that lies whole before the cut comes back byte for byte, no other comes back as whole, and the file of a
 * bank that is made of them reads. What is whole is told by the reader of the undamaged file (the places of
 * its entries) and, for banks and maps, by their chunks as docs/formats has them.
 *
 * Then CR bytes that a transfer in text mode adds or removes, to all samples and all files of the demo. */
#include "formats/salvage.h"
#include "core/file.h"
#include "formats/extent.h"
#include "samples.h"
#include "support/random.h"

#include <stdlib.h>

static struct rq_salvage salvage_of(struct rq_bytes in, const struct rq_format *format,
                                    const char *name, bool *found)
{
    struct rq_salvage s;
    struct rq_error err = {0};
    struct rq_options options = {.format = format, .name = name};
    *found = rq_salvage_read(&s, in, &options, &err);
    return s;
}

/* ---- archives ---- */

/* The entry of that number; NULL: nothing is said of it alone. */
static const struct rq_salvaged *entry_of(const struct rq_salvage *s, size_t number)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->entries[i].number == number && s->entries[i].count == 1)
            return &s->entries[i];
    return NULL;
}

/* Entries of a ROB are numbered with the references between them: by name there. */
static const struct rq_salvaged *entry_named(const struct rq_salvage *s, const char *name)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->entries[i].name && strcmp(s->entries[i].name, name) == 0)
            return &s->entries[i];
    return NULL;
}

struct archive {
    const char *name;
    const struct rq_format *format;
    struct rq_bytes file;
    const struct rq_entry *entries;
    size_t count;
    uint64_t tables; /* with fewer bytes nothing can be had */
    size_t whole;    /* that came back, of all cuts */
};

static void cut_archive(struct archive *a, size_t size)
{
    bool found, packed = strcmp(a->format->info.name, "bzf") == 0;
    bool by_name = strcmp(a->format->info.name, "rob") == 0;
    struct rq_bytes cut = {a->file.data, size};
    struct rq_salvage s = salvage_of(cut, a->format, a->name, &found);
    check_note("%s cut at %zu", a->name, size);
    CHECK(found);
    for (size_t i = 0; found && i < a->count; i++) {
        const struct rq_entry *was = &a->entries[i];
        const struct rq_salvaged *e = by_name ? entry_named(&s, was->name) : entry_of(&s, i);
        /* What is unpacked stands in memory of its own. */
        uint64_t end = packed ? a->file.size : (uint64_t)(was->bytes.data - a->file.data);
        bool lies_before = end + (packed ? 0 : was->bytes.size) <= size && size >= a->tables;
        if (lies_before && was->bytes.size)
            CHECK(e && e->loss == RQ_LOSS_NONE);
        if (e && !e->loss) {
            CHECK_MEM(e->bytes.data, e->bytes.size, was->bytes.data, was->bytes.size);
            a->whole++;
        }
        if (e && e->loss == RQ_LOSS_END && e->bytes.size && !packed)
            CHECK_MEM(e->bytes.data, e->bytes.size, was->bytes.data, e->bytes.size);
    }
    rq_salvage_free(&s);
}

/* ---- banks and maps ---- */

/* Where each entry ends. */
struct chain {
    uint64_t *ends;
    size_t count;
    size_t head; /* bytes before the first that a mended file has anew */
};

static uint64_t chunk_end(struct rq_bytes in, uint64_t at)
{
    return at + 8 + rq_get32be(in.data + at + 4);
}

static void measure(const char *format, struct rq_bytes in, struct chain *c)
{
    uint64_t at = 0, stop = in.size;
    c->ends = calloc(in.size / 8 + 1, sizeof *c->ends);
    c->count = c->head = 0;
    if (strcmp(format, "sfx") == 0) {
        at = chunk_end(in, 0) + 8;
        stop = chunk_end(in, at - 8);
        c->head = (size_t)at;
    }
    while (at + 4 <= stop && memcmp(in.data + at, "END ", 4) != 0) {
        if (strcmp(format, "texbsi") == 0) {
            if (in.data[at] == 0)
                break;
            at += 13 + (uint64_t)rq_get32(in.data + at + 9);
        } else if (c->head) {
            at += 27 + (uint64_t)rq_get32(in.data + at + 22);
        } else {
            at = chunk_end(in, at);
        }
        c->ends[c->count++] = at;
    }
}

static size_t cut_bank(const struct archive *a, const struct chain *c, size_t size)
{
    bool found;
    size_t expected = 0, whole = 0;
    struct rq_bytes cut = {a->file.data, size};
    struct rq_salvage s = salvage_of(cut, a->format, a->name, &found);
    check_note("%s cut at %zu", a->name, size);
    while (expected < c->count && c->ends[expected] <= size)
        expected++;
    for (size_t i = 0; i < s.count; i++)
        whole += !s.entries[i].loss;
    if (size >= c->head)
        CHECK_INT(whole, expected);
    if (found && whole && size < a->file.size) {
        struct rq_error err = {0};
        struct rq_options options = {.format = a->format};
        struct rq_bytes mended = rq_out_bytes(&s.mended);
        struct rq_doc *doc = rq_doc_read(mended, &options, &err);
        size_t from = c->head, to = (size_t)c->ends[whole - 1];
        CHECK(doc != NULL);
        CHECK_STR(err.text, "");
        CHECK(mended.size >= to);
        CHECK_MEM(mended.data + from, to - from, a->file.data + from, to - from);
        rq_doc_free(doc);
    }
    rq_salvage_free(&s);
    return whole;
}

/* ---- all cuts ---- */

/* Before which an archive has no entry: its header and tables, as docs/formats has them. */
static uint64_t tables_of(const char *format, struct rq_bytes in)
{
    if (strcmp(format, "erf") == 0)
        return rq_get32(in.data + 28) + (uint64_t)rq_get32(in.data + 16) * 8;
    if (strcmp(format, "rim") == 0)
        return 120 + (uint64_t)rq_get32(in.data + 12) * 32 + 16;
    if (strcmp(format, "bif") == 0 || strcmp(format, "bzf") == 0)
        return 20 + (uint64_t)rq_get32(in.data + 8) * 16 + (uint64_t)rq_get32(in.data + 12) * 20;
    return 0;
}

static size_t cut_everywhere(const char *name, const struct rq_format *format, struct rq_bytes file)
{
    struct rq_error err = {0};
    struct rq_options options = {.format = format, .name = name};
    struct rq_doc *doc = rq_doc_read(file, &options, &err);
    struct archive a = {.name = name, .format = format, .file = file};
    struct chain chain = {0};
    size_t step = file.size < 3000 ? 1 : file.size / 150, whole = 0;
    if (!doc)
        return 0;
    if (format->container)
        CHECK(rq_doc_entries(doc, &a.entries, &a.count, &err));
    else
        measure(format->info.name, file, &chain);
    a.tables = tables_of(format->info.name, file);
    for (size_t size = 0; size <= file.size; size += size + step > file.size ? 1 : step) {
        if (format->container)
            cut_archive(&a, size);
        else
            whole += cut_bank(&a, &chain, size);
    }
    free(chain.ends);
    rq_doc_free(doc);
    return whole + a.whole;
}

static void cut_sample(void *ctx, const struct sample *sample)
{
    const struct rq_format *format = rq_format_by_name(sample->format);
    if (format->salvage)
        *(size_t *)ctx +=
            cut_everywhere(sample->name, format, (struct rq_bytes){sample->data, sample->size});
}

static void test_every_cut_of_the_samples(void)
{
    size_t whole = 0;
    each_sample(cut_sample, &whole);
    CHECK(whole > 1000);
}

typedef size_t visit_file(const char *name, const struct rq_format *format, struct rq_bytes file);

static size_t each_demo_file(visit_file *visit)
{
    const char *demo = getenv("RQ_DEMO_DIR");
    struct rq_walk walk = {0};
    size_t total = 0;
    if (!demo || rq_path_kind(demo, NULL) != RQ_PATH_FOLDER || !rq_walk_add(&walk, demo, NULL))
        return 0;
    for (size_t i = 0; i < walk.count; i++) {
        struct rq_map map;
        if (strstr(walk.items[i].path, "/broken/") || !rq_map_open(&map, walk.items[i].path, NULL))
            continue;
        const char *name = rq_path_base(walk.items[i].path);
        const struct rq_format *format = rq_format_detect(map.bytes, name);
        if (format && map.bytes.size)
            total += visit(name, format, map.bytes);
        rq_map_close(&map);
    }
    rq_walk_free(&walk);
    return total;
}

static size_t cut_demo_file(const char *name, const struct rq_format *format, struct rq_bytes file)
{
    return format->salvage ? cut_everywhere(name, format, file) : 0;
}

static void test_cuts_of_the_demo(void)
{
    if (!getenv("RQ_DEMO_DIR"))
        SKIP("no RQ_DEMO_DIR");
    CHECK(each_demo_file(cut_demo_file) > 5000);
}

/* ---- a transfer in text mode ---- */

/* By the definition of such a transfer, not by the code that takes it back. */
static void damage(struct rq_bytes in, bool add, struct rq_out *out, size_t *count)
{
    *count = 0;
    for (size_t i = 0; i < in.size; i++) {
        bool pair = in.data[i] == '\r' && i + 1 < in.size && in.data[i + 1] == '\n';
        if (add && in.data[i] == '\n')
            rq_put8(out, '\r');
        if (add || !pair)
            rq_put8(out, in.data[i]);
        *count += add ? in.data[i] == '\n' : pair;
    }
}

static struct tally {
    size_t damaged, told, undone, removed, removed_told, exact_added;
} tally;

static void add_cr(const char *name, const struct rq_format *format, struct rq_bytes file)
{
    struct rq_out out = {0};
    struct rq_error err = {0};
    struct rq_options options = {.format = format, .name = name};
    size_t count;
    bool exact, found;
    damage(file, true, &out, &count);
    struct rq_bytes bytes = rq_out_bytes(&out);
    bool whole = rq_extent_of(format, file, &exact) == file.size && exact;
    if (!count || format->text) {
        rq_out_free(&out);
        return;
    }
    tally.damaged++;
    tally.exact_added += whole;
    check_note("%s with CR added", name);
    struct rq_doc *doc = rq_doc_read(bytes, &options, &err);
    const struct rq_finding *findings;
    bool told = strstr(err.text, "text-mode transfer added") != NULL;
    for (size_t i = 0, n = doc ? rq_doc_findings(doc, &findings) : 0; i < n; i++)
        told |= strstr(findings[i].text, "text-mode transfer added") != NULL;
    /* With exact sizes in its header nothing can hide it. */
    if (whole)
        CHECK(told);
    tally.told += told;
    struct rq_salvage s = salvage_of(bytes, format, name, &found);
    if (told && CHECK(found)) {
        tally.undone++;
        CHECK_MEM(s.in.data, s.in.size, file.data, file.size);
    }
    rq_salvage_free(&s);
    rq_doc_free(doc);
    rq_out_free(&out);
}

static void remove_cr(const char *name, const struct rq_format *format, struct rq_bytes file)
{
    struct rq_out out = {0};
    struct rq_error err = {0};
    struct rq_options options = {.format = format, .name = name};
    size_t count;
    damage(file, false, &out, &count);
    if (count && !format->text) {
        struct rq_doc *doc = rq_doc_read(rq_out_bytes(&out), &options, &err);
        tally.removed++;
        tally.removed_told += strstr(err.text, "text-mode transfer removed") != NULL;
        rq_doc_free(doc);
    }
    rq_out_free(&out);
}

static size_t transfer_file(const char *name, const struct rq_format *format, struct rq_bytes file)
{
    add_cr(name, format, file);
    remove_cr(name, format, file);
    return 1;
}

static void transfer_sample(void *ctx, const struct sample *sample)
{
    (void)ctx;
    transfer_file(sample->name, rq_format_by_name(sample->format),
                  (struct rq_bytes){sample->data, sample->size});
}

static void test_transfers_in_text_mode(void)
{
    each_sample(transfer_sample, NULL);
    CHECK(tally.damaged > 5);
    if (!getenv("RQ_DEMO_DIR"))
        SKIP_PART("no RQ_DEMO_DIR");
    else
        CHECK(each_demo_file(transfer_file) > 100);
    check_note(
        "%zu damaged by added CR, %zu told, %zu undone, %zu with exact sizes; %zu by removed, "
        "%zu told",
        tally.damaged, tally.told, tally.undone, tally.exact_added, tally.removed,
        tally.removed_told);
    CHECK_INT(tally.undone, tally.told);
    CHECK(tally.told >= tally.exact_added);
}

/* A file that was only cut is never told to have lost CR. */
static size_t cut_plainly(const char *name, const struct rq_format *format, struct rq_bytes file)
{
    size_t step = file.size < 2000 ? 1 : file.size / 60, told = 0;
    for (size_t size = step; size < file.size; size += step) {
        struct rq_error err = {0};
        struct rq_options options = {.format = format, .name = name};
        struct rq_doc *doc = rq_doc_read((struct rq_bytes){file.data, size}, &options, &err);
        bool wrong = strstr(err.text, "text-mode") != NULL;
        check_note("%s cut at %zu: %s", name, size, err.text);
        CHECK(!wrong);
        told += strstr(err.text, "is truncated") != NULL;
        rq_doc_free(doc);
    }
    return told;
}

static void cut_sample_plainly(void *ctx, const struct sample *sample)
{
    *(size_t *)ctx += cut_plainly(sample->name, rq_format_by_name(sample->format),
                                  (struct rq_bytes){sample->data, sample->size});
}

static void test_cut_files_are_told_to_be_cut(void)
{
    size_t told = 0;
    each_sample(cut_sample_plainly, &told);
    CHECK(told > 1000);
    if (!getenv("RQ_DEMO_DIR"))
        SKIP("no RQ_DEMO_DIR");
    CHECK(each_demo_file(cut_plainly) > 1000);
}

/* ---- hostile files ---- */

/* What must hold whatever the bytes are: see tests/fuzz/fuzz.c. */
static void check_any(struct rq_bytes in, const struct rq_format *format)
{
    bool found;
    size_t whole = 0;
    uint64_t bytes = 0;
    struct rq_salvage s = salvage_of(in, format, "x", &found);
    for (size_t i = 0; found && i < s.count; i++) {
        const struct rq_salvaged *e = &s.entries[i];
        whole += !e->loss;
        bytes += e->loss ? 0 : e->bytes.size;
        CHECK(e->loss || e->bytes.size == e->size);
        CHECK(!e->loss || e->loss == RQ_LOSS_END || !e->bytes.size);
    }
    CHECK(bytes <= 16 * (uint64_t)in.size + (64u << 20));
    CHECK(s.arena.used <= 48 * in.size + (96u << 20));
    if (whole && s.mended.size) {
        struct rq_error err = {0};
        struct rq_options options = {.format = s.format};
        struct rq_doc *doc = rq_doc_read(rq_out_bytes(&s.mended), &options, &err);
        CHECK_STR(err.text, "");
        rq_doc_free(doc);
    }
    rq_salvage_free(&s);
}

static void harm(void *ctx, const struct sample *sample)
{
    enum { TIMES = 1000 };
    static const uint32_t odd[] = {0, 1, 8, 0x7F, 0xFF, 0x100, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF};
    const struct rq_format *format = rq_format_by_name(sample->format);
    uint32_t *seed = ctx;
    uint8_t *copy = malloc(sample->size + 1);
    for (size_t i = 0; copy && format->salvage && sample->size > 8 && i < TIMES; i++) {
        size_t size = sample->size;
        memcpy(copy, sample->data, size);
        for (size_t k = 0; k < 1 + i % 4; k++) {
            size_t at = random_below(seed, size - 4);
            uint32_t word = odd[random_below(seed, sizeof odd / sizeof odd[0])];
            if (i % 3 == 0)
                rq_set32(copy + at, word);
            else if (i % 3 == 1)
                rq_set32be(copy + at, word);
            else
                copy[at] = (uint8_t)random_next(seed);
        }
        size = i % 5 ? size : 8 + random_below(seed, size - 8);
        check_note("%s, harm %zu", sample->name, i);
        check_any((struct rq_bytes){copy, size}, format);
    }
    free(copy);
}

static void test_hostile_files(void)
{
    uint32_t seed = 1;
    each_sample(harm, &seed);
}

TESTS(test_every_cut_of_the_samples, test_hostile_files, test_cuts_of_the_demo,
      test_transfers_in_text_mode, test_cut_files_are_told_to_be_cut)
