/* What extract --salvage rests on, over every cut of small files and many cuts of larger ones: an entry
 * that lies whole before the cut comes back byte for byte, no other comes back as whole, and the file of a
 * bank that is made of them reads. What is whole is told by the reader of the undamaged file (the places of
 * its entries) and, for banks and maps, by their chunks as docs/formats has them.
 *
 * Then CR bytes that a transfer in text mode adds or removes, to all samples and all files of the demo.
 *
 * At last all that is said of cut files and of files with a wrong byte or number, as hashes that are held to
 * tests/contract/salvage.txt. See said.h. */
#include "formats/salvage.h"
#include "core/file.h"
#include "core/fs.h"
#include "formats/extent.h"
#include "said.h"
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

/* ---- all that is said ---- */

struct telling {
    struct said said;
    size_t whole, tried;
};

/* Folders of this machine are left out. */
static const char *plain(const char *text)
{
    const char *folder = strstr(text, RQ_BUILD_DIR);
    return folder ? rq_path_base(text) : text;
}

static void tell_error(struct said *s, const struct rq_error *err)
{
    said(s, "%s at %llu of %s: %.*s", rq_code_name(err->code), (unsigned long long)err->offset,
         plain(err->where), said_size(err), plain(err->text));
}

/* Where the bytes stand in the file; what was unpacked stands elsewhere. */
static void tell_place(struct said *said_so, const struct rq_salvage *s, struct rq_bytes bytes)
{
    size_t at = bytes.size ? (size_t)((uintptr_t)bytes.data - (uintptr_t)s->in.data) : 0;
    if (at < s->in.size)
        said(said_so, "%zu bytes from %zu", bytes.size, at);
    else
        said(said_so, "%zu bytes, %016llx", bytes.size,
             (unsigned long long)hash_of(bytes.data, bytes.size));
}

static void tell_entries(struct telling *t, const struct rq_salvage *s)
{
    for (size_t i = 0; i < s->count; i++) {
        const struct rq_salvaged *e = &s->entries[i];
        said(&t->said, "%zu+%llu %s at %llu: %llu, %d", e->number, (unsigned long long)e->count,
             e->name ? e->name : "-", (unsigned long long)e->offset, (unsigned long long)e->size,
             (int)e->loss);
        tell_place(&t->said, s, e->bytes);
        t->whole += !e->loss;
    }
    said(&t->said, "%d, %llu bytes, made %zu %016llx", s->open_end, (unsigned long long)s->total,
         s->mended.size, (unsigned long long)hash_of(s->mended.data, s->mended.size));
}

static void tell_bytes(struct telling *t, struct rq_bytes in, const struct rq_format *format,
                       const char *name)
{
    struct rq_salvage s;
    struct rq_error err = {0};
    struct rq_options options = {.format = format, .name = name};
    t->tried++;
    if (rq_salvage_read(&s, in, &options, &err))
        tell_entries(t, &s);
    else
        tell_error(&t->said, &err);
    rq_salvage_free(&s);
}

static void put_line(struct rq_out *lines, struct telling *t, const char *name, const char *what)
{
    rq_putf(lines, "%016llx %zu %zu %s: %s\n", (unsigned long long)t->said.hash, t->whole, t->tried,
            name, what);
    *t = (struct telling){{hash_of("", 0), t->said.show}, 0, 0};
}

enum { HEAD = 240, TAIL = 60, NEAR = 32, SMALL = 700 };

/* Bytes that say where something is: of the header and tables, of the end, and around where entries begin. */
static uint8_t *places_of(struct rq_bytes in, const struct rq_format *format, const char *name)
{
    bool found;
    uint8_t *marks = calloc(in.size + 1, 1);
    struct rq_salvage s = salvage_of(in, format, name, &found);
    for (size_t i = 0; CHECK(marks) && i < in.size; i++)
        marks[i] = in.size < SMALL || i < HEAD || in.size - i <= TAIL;
    for (size_t i = 0; marks && found && i < s.count && i < 8; i++)
        for (uint64_t at = s.entries[i].offset; at < s.entries[i].offset + NEAR; at++)
            if (at < in.size)
                marks[at] = 1;
    rq_salvage_free(&s);
    return marks;
}

/* Each byte to five others. */
static void tell_byte_edits(struct telling *t, uint8_t *copy, size_t size, const uint8_t *marks,
                            const struct rq_format *format, const char *name)
{
    for (size_t at = 0; at < size; at++) {
        uint8_t was = copy[at];
        const uint8_t others[] = {0, 0xFF, (uint8_t)(was + 1), (uint8_t)(was - 1), was ^ 0x80};
        for (size_t i = 0; marks[at] && i < sizeof others; i++) {
            copy[at] = others[i];
            /* By its name, when what it holds says nothing any more. */
            tell_bytes(t, (struct rq_bytes){copy, size}, at < 8 && i < 2 ? NULL : format, name);
        }
        copy[at] = was;
    }
}

/* Numbers that lead to the end of the file, behind it, to the start of it, and to what another number leads to. */
static void tell_number_edits(struct telling *t, uint8_t *copy, size_t size, const uint8_t *marks,
                              const struct rq_format *format, const char *name)
{
    uint8_t was[4];
    for (size_t at = 0; at + 8 <= size; at += size < SMALL ? 1 : 2) {
        uint32_t here = rq_get32(copy + at), end = (uint32_t)size;
        const uint32_t others[] = {end, end - 1, end + 1,  end - (uint32_t)at,     0x7FFFFFFF,
                                   12,  160,     here + 4, rq_get32(copy + at + 4)};
        memcpy(was, copy + at, 4);
        for (size_t i = 0; marks[at] && i < sizeof others / sizeof others[0]; i++) {
            if ((i + at) & 1)
                rq_set32(copy + at, others[i]);
            else
                rq_set32be(copy + at, others[i]);
            tell_bytes(t, (struct rq_bytes){copy, size}, format, name);
        }
        memcpy(copy + at, was, 4);
    }
}

/* Cut, and cut after a byte of the header was changed. */
static void tell_cuts(struct telling *t, uint8_t *copy, size_t size, const struct rq_format *format,
                      const char *name)
{
    size_t step = size < SMALL ? 1 : size / 200 + 1;
    for (size_t cut = 0; cut <= size; cut += cut < HEAD ? 1 : step)
        tell_bytes(t, (struct rq_bytes){copy, cut}, cut % 5 ? format : NULL, name);
    for (size_t cut = 0; cut < 12 && cut < size; cut++)
        tell_bytes(t, (struct rq_bytes){copy, size - cut}, format, name);
}

static void tell_file(struct rq_out *lines, FILE *show, const char *name,
                      const struct rq_format *format, struct rq_bytes file)
{
    struct telling t = {{hash_of("", 0), show}, 0, 0};
    uint8_t *marks = places_of(file, format, name), *copy = malloc(file.size + 1);
    REQUIRE(marks && copy);
    memcpy(copy, file.data, file.size);
    tell_cuts(&t, copy, file.size, format, name);
    put_line(lines, &t, name, "cut");
    tell_byte_edits(&t, copy, file.size, marks, format, name);
    put_line(lines, &t, name, "bytes");
    tell_number_edits(&t, copy, file.size, marks, format, name);
    put_line(lines, &t, name, "numbers");
    free(marks);
    free(copy);
}

static void tell_sample(void *ctx, const struct sample *sample)
{
    struct rq_out *lines = ctx;
    const struct rq_format *format = rq_format_by_name(sample->format);
    if (!format->salvage)
        return;
    FILE *show = said_file(sample->name);
    tell_file(lines, show, sample->name, format, (struct rq_bytes){sample->data, sample->size});
    if (show)
        fclose(show);
}

/* ---- several images in a bank ---- */

/* Between two images, and behind the last, END with or without zeros; the reader takes some of them for a part of the image. */
static void tell_banks(struct rq_out *lines, FILE *show)
{
    enum { IMAGE = 77, END_AT = 69 };
    static uint8_t one[SAMPLE_ROOM];
    const struct rq_format *format = rq_format_by_name("texbsi");
    struct telling t = {{hash_of("", 0), show}, 0, 0};
    sample_texbsi(one);
    for (size_t i = 0; i < 17 * 4; i++) {
        struct rq_out bank = {0};
        size_t zeros = i / 4;
        rq_put(&bank, one, i & 1 ? END_AT : IMAGE);
        rq_set32(bank.data + 9, (i & 1 ? END_AT : IMAGE) - 13);
        rq_put_str(&bank, "END ");
        rq_put_zeros(&bank, zeros);
        if (i & 2) {
            rq_put(&bank, one, IMAGE);
            rq_put_zeros(&bank, zeros % 3 * 9);
        }
        tell_bytes(&t, rq_out_bytes(&bank), format, "x");
        tell_bytes(&t, (struct rq_bytes){bank.data, bank.size - 1}, format, "x");
        rq_out_free(&bank);
    }
    put_line(lines, &t, "texbsi", "ends");
}

/* Three chunks, of a text or of a voice, one of them with a wrong tag, size, kind or length; and what may follow them: END,
 * END with bytes behind it, something else, nothing, an index that does not lead there. */
static void tell_chains(struct rq_out *lines, FILE *show)
{
    enum { FIRST = 16, SECOND = 46, HEADS = 24 };
    static const uint8_t others[] = {0, 1, 2, 7, 9, 16, 31, 32, 38, 39, 126, 127, 255};
    static const char *const ends[] = {"END ", "END x", "\1ND ", "", "EN", "\177", "abcd"};
    enum { ENDS = sizeof ends / sizeof ends[0], CASES = HEADS * sizeof others };
    static uint8_t sample[SAMPLE_ROOM];
    const struct rq_format *format = rq_format_by_name("rtx");
    struct telling t = {{hash_of("", 0), show}, 0, 0};
    sample_rtx(sample, false);
    for (size_t i = 0; i < CASES * 2; i++) {
        struct rq_out file = {0};
        size_t size = i < CASES ? FIRST : SECOND, which = i % 3;
        for (size_t n = 0; n < 3; n++)
            rq_put(&file, i < CASES ? sample : sample + FIRST, size);
        file.data[which * size + i % CASES / sizeof others] = others[i % sizeof others];
        rq_put_str(&file, ends[i % ENDS]);
        tell_bytes(&t, rq_out_bytes(&file), format, "x");
        rq_put(&file, "RNAV", 4);
        rq_put32(&file, (uint32_t)file.size - 4 - (i % 4 == 0));
        rq_put32(&file, 0);
        tell_bytes(&t, rq_out_bytes(&file), format, "x");
        rq_out_free(&file);
    }
    put_line(lines, &t, "rtx", "chains");
}

/* ---- places that overlap ---- */

enum { PLACES = 6, RIM_HEAD = 120, RIM_KEY = 32 };

/* A RIM of entries at these places. */
static void put_rim(struct rq_out *out, const uint32_t (*places)[2], size_t count, size_t size)
{
    rq_put_str(out, "RIM V1.0");
    rq_put32(out, 0);
    rq_put32(out, (uint32_t)count);
    rq_put_zeros(out, RIM_HEAD - out->size);
    for (size_t i = 0; i < count; i++) {
        rq_putf(out, "entry%03zu", i);
        rq_put_zeros(out, 8);
        rq_put32(out, 2017);
        rq_put32(out, (uint32_t)i);
        rq_put32(out, places[i][0]);
        rq_put32(out, places[i][1]);
    }
    while (out->size < size)
        rq_put8(out, (uint8_t)(out->size * 7));
}

/* Each place and size becomes what fits to another entry, what fits nearly, and what does not; two of them too. */
static void tell_places(struct rq_out *lines, FILE *show, uint32_t gap)
{
    static const int near[] = {-145, -144, -1, 0, 1, 143, 144, 145};
    struct telling t = {{hash_of("", 0), show}, 0, 0};
    const struct rq_format *format = rq_format_by_name("rim");
    uint32_t places[PLACES][2], size = RIM_HEAD + PLACES * RIM_KEY;
    for (uint32_t i = 0; i < PLACES; i++) {
        places[i][0] = size;
        places[i][1] = i == 4 ? 0 : 160 + i;
        size += places[i][1] + gap;
    }
    for (size_t i = 0; i < (size_t)PLACES * 2 * PLACES * 2 * 8; i++) {
        struct rq_out file = {0};
        uint32_t edited[PLACES][2];
        size_t who = i / 16 % PLACES, from = i / 16 / PLACES % PLACES,
               field = i / 16 / PLACES / PLACES;
        memcpy(edited, places, sizeof edited);
        uint32_t at = places[from][0] + (i / 8 & 1 ? places[from][1] : 0) + (uint32_t)near[i % 8];
        edited[who][field] = field ? at - places[who][0] : at;
        put_rim(&file, (const uint32_t(*)[2])edited, PLACES, size);
        tell_bytes(&t, rq_out_bytes(&file), format, "x.rim");
        rq_out_free(&file);
        file = (struct rq_out){0};
        edited[(who + 2) % PLACES][0] = at;
        edited[(who + 2) % PLACES][1] = i & 1 ? edited[who][1] : 170;
        put_rim(&file, (const uint32_t(*)[2])edited, PLACES, size);
        tell_bytes(&t, rq_out_bytes(&file), format, "x.rim");
        rq_out_free(&file);
    }
    char what[40];
    snprintf(what, sizeof what, "places, %u between", gap);
    put_line(lines, &t, "rim", what);
}

/* An ERF of two entries that overlap, of which one begins where the tables end; either table may be the last. */
static void tell_tables(struct rq_out *lines, FILE *show)
{
    enum { ERF_HEAD = 160, KEYS = 2 * 24, ROWS = 2 * 8, END = ERF_HEAD + KEYS + ROWS };
    struct telling t = {{hash_of("", 0), show}, 0, 0};
    for (uint32_t i = 0; i < 2 * 9; i++) {
        uint8_t file[END + 1000] = {0};
        uint32_t keys = ERF_HEAD + (i & 1 ? ROWS : 0), rows = ERF_HEAD + (i & 1 ? 0 : KEYS);
        memcpy(file, "MOD V1.0", 8);
        rq_set32(file + 16, 2);
        rq_set32(file + 24, keys);
        rq_set32(file + 28, rows);
        for (uint32_t n = 0; n < 2; n++) {
            memcpy(file + keys + n * 24, n ? "b" : "a", 1);
            rq_set32(file + keys + n * 24 + 16, n);
            file[keys + n * 24 + 20] = 10;
            rq_set32(file + rows + n * 8, END + n * 50 + i / 2 * 36);
            rq_set32(file + rows + n * 8 + 4, 100);
        }
        struct rq_bytes bytes = {file, sizeof file};
        tell_bytes(&t, bytes, rq_format_by_name("erf"), "x.mod");
    }
    put_line(lines, &t, "erf", "tables");
}

/* The same of a BIF: a variable resource and a fixed one, which has the size of a part and the number of them. */
static void tell_fixed(struct rq_out *lines, FILE *show)
{
    enum { BIF_HEAD = 20, FIXED_AT = BIF_HEAD + 16, END = FIXED_AT + 20 };
    struct telling t = {{hash_of("", 0), show}, 0, 0};
    for (uint32_t i = 0; i < 2 * 9; i++) {
        uint8_t file[END + 1000] = {0};
        uint32_t at = END + i / 2 * 36;
        memcpy(file, "BIFFV1  ", 8);
        rq_set32(file + 8, 1);
        rq_set32(file + 12, 1);
        rq_set32(file + 16, BIF_HEAD);
        rq_set32(file + BIF_HEAD + 4, at + (i & 1 ? 50 : 0));
        rq_set32(file + BIF_HEAD + 8, 100);
        rq_set32(file + BIF_HEAD + 12, 10);
        rq_set32(file + FIXED_AT + 4, at + (i & 1 ? 0 : 50));
        rq_set32(file + FIXED_AT + 8, 20);
        rq_set32(file + FIXED_AT + 12, 5);
        rq_set32(file + FIXED_AT + 16, 10);
        struct rq_bytes bytes = {file, sizeof file};
        tell_bytes(&t, bytes, rq_format_by_name("bif"), "x.bif");
    }
    put_line(lines, &t, "bif", "tables");
}

/* What entries that share a place may have in all: four times the file and a MiB, which these reach exactly. */
static void tell_shared(struct rq_out *lines, FILE *show)
{
    enum { COUNT = 100, SIZE = 11061 };
    static uint32_t places[COUNT][2];
    struct telling t = {{hash_of("", 0), show}, 0, 0};
    for (uint32_t more = 0; more < 3; more++) {
        struct rq_out file = {0};
        for (size_t i = 0; i < COUNT; i++) {
            places[i][0] = RIM_HEAD + COUNT * RIM_KEY;
            places[i][1] = SIZE - 1 + more;
        }
        put_rim(&file, (const uint32_t(*)[2])places, COUNT,
                RIM_HEAD + COUNT * RIM_KEY + SIZE - 1 + more);
        tell_bytes(&t, rq_out_bytes(&file), rq_format_by_name("rim"), "x.rim");
        rq_out_free(&file);
    }
    put_line(lines, &t, "rim", "shared places");
}

/* ---- files on disk ---- */

static const char room[] = RQ_BUILD_DIR "/salvage";

static void put(const char *name, struct rq_bytes bytes)
{
    char path[700];
    snprintf(path, sizeof path, "%s/%s", room, name);
    CHECK(check_write(path, bytes.data, bytes.size));
}

static void tell_open(struct telling *t, const char *name, const char *key)
{
    char path[700], key_path[700];
    struct rq_error err = {0};
    struct rq_bytes mended = {0};
    const struct rq_salvaged *entries;
    snprintf(path, sizeof path, "%s/%s", room, name);
    snprintf(key_path, sizeof key_path, "%s/%s", room, key ? key : "");
    said(&t->said, "%s, %s", name, key ? key : "no key");
    t->tried++;
    struct rq_salvage *s = rq_salvage_open(path, key ? key_path : NULL, NULL, &err);
    tell_error(&t->said, &err);
    if (s) {
        CHECK_INT(rq_salvage_entries(s, &entries), s->count);
        CHECK(entries == s->entries && rq_salvage_is_open(s) == s->open_end);
        bool makes = rq_salvage_mended(s, &mended);
        said(&t->said, "%s, numbered %d, makes %d %zu: %s",
             rq_salvage_format(s) ? rq_salvage_format(s)->info.name : "-",
             rq_salvage_format(s) && rq_salvage_is_numbered(s), makes, mended.size,
             rq_salvage_damage(s));
        tell_entries(t, s);
    }
    rq_salvage_close(s);
}

/* A file as it is, cut, with bytes more, and after transfers in text mode. */
static void tell_damage(struct telling *t, const char *name, struct rq_bytes file, const char *key)
{
    size_t count;
    for (size_t i = 0; i < 9; i++) {
        struct rq_out out = {0};
        if (i < 5)
            rq_put(&out, file.data, i ? file.size - file.size * (i - 1) / 4 - 1 : file.size);
        else if (i < 7)
            damage(file, i == 5, &out, &count);
        else
            rq_put_bytes(&out, file), rq_put_zeros(&out, i == 7 ? 1 : 20);
        put(name, rq_out_bytes(&out));
        tell_open(t, name, key);
        rq_out_free(&out);
    }
    put(name, file);
}

static struct rq_map demo_file(const char *name)
{
    char path[700];
    struct rq_map map = {0};
    snprintf(path, sizeof path, "%s/%s", getenv("RQ_DEMO_DIR"), name);
    CHECK(rq_map_open(&map, path, NULL));
    return map;
}

/* Names of the resources from a key: beside the archive, named by hand, of another archive, and none. */
static void tell_keys(struct rq_out *lines, FILE *show)
{
    static const char *const archives[] = {"kotor/data/templates.bif", "kotor/data/talk.bzf",
                                           "kotor/rims/global.rim", "redguard/BRIEF.RTX"};
    struct telling t = {{hash_of("", 0), show}, 0, 0};
    struct rq_map key = demo_file("kotor/chitin.key");
    for (size_t i = 0; i < sizeof archives / sizeof archives[0]; i++) {
        struct rq_map map = demo_file(archives[i]);
        const char *name = rq_path_base(archives[i]);
        CHECK(rq_fs_remove(room) && rq_make_folder(room, NULL));
        tell_damage(&t, name, map.bytes, NULL);
        put("hand.key", key.bytes);
        tell_damage(&t, name, map.bytes, "hand.key");
        tell_damage(&t, "other.bif", map.bytes, "hand.key");
        tell_open(&t, name, name);
        tell_open(&t, name, "none.key");
        put("chitin.key", key.bytes);
        tell_damage(&t, name, map.bytes, NULL);
        put("chitin.key", (struct rq_bytes){key.bytes.data, key.bytes.size - 30});
        tell_damage(&t, name, map.bytes, NULL);
        rq_map_close(&map);
        put_line(lines, &t, name, "on disk");
    }
    rq_map_close(&key);
}

/* The second file of a model, whose size is in the first: which is there, is not, or is damaged. */
static void tell_pairs(struct rq_out *lines, FILE *show)
{
    static const char *const names[] = {"demo_door", "demo01_cell", "demo_camera"};
    struct telling t = {{hash_of("", 0), show}, 0, 0};
    for (size_t i = 0; i < sizeof names / sizeof names[0] * 4; i++) {
        char first[80], second[80];
        snprintf(first, sizeof first, "kotor/override/%s.mdl", names[i / 4]);
        snprintf(second, sizeof second, "kotor/override/%s.mdx", names[i / 4]);
        struct rq_map mdl = demo_file(first), mdx = demo_file(second);
        struct rq_out copy = {0};
        rq_put_bytes(&copy, mdx.bytes);
        for (size_t at = 10; at + 60 < copy.size && at < 400; at += 50) /* only its size matters */
            memcpy(copy.data + at, i / 4 ? "\r\n" : "x\n", 2);
        struct rq_bytes data = rq_out_bytes(&copy);
        CHECK(rq_fs_remove(room) && rq_make_folder(room, NULL));
        if (i % 4)
            put(rq_path_base(first), (struct rq_bytes){mdl.bytes.data, i % 4 == 1   ? mdl.bytes.size
                                                                       : i % 4 == 2 ? 100
                                                                                    : 3});
        tell_damage(&t, rq_path_base(second), data, NULL);
        tell_damage(&t, rq_path_base(second), data, "hand.key");
        tell_damage(&t, rq_path_base(first), mdl.bytes, NULL);
        tell_open(&t, "none.mdx", NULL);
        rq_out_free(&copy);
        rq_map_close(&mdl);
        rq_map_close(&mdx);
    }
    put_line(lines, &t, "pairs", "on disk");
}

static void tell_words(struct rq_out *lines, FILE *show)
{
    struct telling t = {{hash_of("", 0), show}, 0, 0};
    for (int i = -1; i < 7; i++)
        said(&t.said, "%s: %s", rq_loss_name((enum rq_loss)i), rq_loss_text((enum rq_loss)i));
    put_line(lines, &t, "losses", "words");
}

static void tell_demo(struct rq_out *lines, FILE *show)
{
    static const char *const names[] = {
        "kotor/data/talk.bzf",      "kotor/data/templates.bif",
        "kotor/modules/demo02.rim", "kotor/rims/global.rim",
        "kotor/patch.erf",          "kotor/lips/demo01_loc.mod",
        "redguard/BRIEF.RTX",       "redguard/fxart/TEXBSI.009",
        "redguard/sound/BRIEF.SFX", "broken/rob-wrong-total-size.ROB"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct rq_map map = demo_file(names[i]);
        const struct rq_format *format = rq_format_detect(map.bytes, names[i]);
        if (CHECK(format && format->salvage))
            tell_file(lines, show, rq_path_base(names[i]), format, map.bytes);
        rq_map_close(&map);
    }
    tell_keys(lines, show);
    tell_pairs(lines, show);
}

/* Another liblzma makes other streams. */
static bool is_packed(const char *line, size_t size)
{
    for (size_t i = 0; i + 3 <= size; i++)
        if (memcmp(line + i, "bzf", 3) == 0)
            return true;
    return false;
}

static void test_said(void)
{
    struct rq_out lines = {0};
    FILE *show = said_file("salvage");
    each_sample(tell_sample, &lines);
    tell_banks(&lines, show);
    tell_chains(&lines, show);
    static const uint32_t gaps[] = {0, 16, 143, 144, 145};
    for (size_t i = 0; i < sizeof gaps / sizeof gaps[0]; i++)
        tell_places(&lines, show, gaps[i]);
    tell_tables(&lines, show);
    tell_fixed(&lines, show);
    tell_shared(&lines, show);
    tell_words(&lines, show);
    if (getenv("RQ_DEMO_DIR"))
        tell_demo(&lines, show);
    else
        SKIP_PART("no RQ_DEMO_DIR");
    if (show)
        fclose(show);
    said_compare("salvage", &lines, is_packed);
    rq_out_free(&lines);
}

TESTS(test_every_cut_of_the_samples, test_hostile_files, test_cuts_of_the_demo,
      test_transfers_in_text_mode, test_cut_files_are_told_to_be_cut, test_said)
