/* The files are made by the tables of reliquary/blueprint.h: every field that files on disk have, each
 * list with a few elements, names of resources, tags and rows that other files have. */
#include "bench_refs.h"
#include "core/file.h"

#include <reliquary/blueprint.h>
#include <reliquary/refs.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MODULES = 100, IN_KEY = 5000, MOST_DEPTH = 4 };

static char root[300], cache[320];

/* ---- one GFF ---- */

struct maker {
    struct rq_doc *doc;
    unsigned number;
};

static unsigned elements(const char *label)
{
    if (strcmp(label, "EntryList") == 0 || strcmp(label, "ReplyList") == 0)
        return 20;
    return strstr(label, " List") || strstr(label, "List") ? 3 : 2;
}

static void add_field(struct maker *m, struct rq_gff_struct *s, const struct rq_field *f)
{
    char name[17];
    struct rq_error err = {0};
    snprintf(name, sizeof name, "n_%05u", (m->number * 7 + (unsigned)f->label[0]) % 30000);
    if (f->types & 1u << RQ_GFF_RESREF)
        rq_gff_add_resref(m->doc, s, f->label, name, &err);
    else if (f->types & 1u << RQ_GFF_STRING)
        rq_gff_add_string(m->doc, s, f->label, name, &err);
    else if (f->types & 1u << RQ_GFF_LOCSTRING)
        rq_gff_add_locstring(m->doc, s, f->label, m->number % 40000, &err);
    else if (f->types & 1u << RQ_GFF_BYTE)
        rq_gff_add_byte(m->doc, s, f->label, m->number % 100, &err);
    else if (f->types & 1u << RQ_GFF_WORD)
        rq_gff_add_word(m->doc, s, f->label, m->number % 500, &err);
    else if (f->types & 1u << RQ_GFF_INT)
        rq_gff_add_int(m->doc, s, f->label, m->number % 500, &err);
    else if (f->types & 1u << RQ_GFF_DWORD)
        rq_gff_add_dword(m->doc, s, f->label, m->number % 500, &err);
    else if (f->types & 1u << RQ_GFF_FLOAT)
        rq_gff_add_float(m->doc, s, f->label, 1, &err);
}

static void fill(struct maker *m, struct rq_gff_struct *s, const struct rq_schema *schema,
                 unsigned depth)
{
    struct rq_error err = {0};
    for (const struct rq_field *f = schema->fields; f->label; f++) {
        bool list = (f->types & 1u << RQ_GFF_LIST) != 0;
        char path[40];
        if (f->k1 != RQ_FIELD_YES || f->where == RQ_FIELD_SAVED)
            continue;
        if (!list) {
            add_field(m, s, f);
            continue;
        }
        rq_gff_add_list(m->doc, s, f->label, &err);
        snprintf(path, sizeof path, "%s/-", f->label);
        for (unsigned i = 0; f->schema && depth < MOST_DEPTH && i < elements(f->label); i++) {
            struct rq_gff_struct *element;
            if (rq_gff_add_struct(m->doc, s, path, i, &element, &err))
                fill(m, element, f->schema, depth + 1);
        }
    }
}

static void make_gff(struct rq_out *out, const char *kind, unsigned number)
{
    struct rq_error err = {0};
    struct maker m = {rq_doc_new(rq_format_by_name("gff"), NULL, &err), number};
    struct rq_gff *gff = m.doc ? rq_doc_root(m.doc, "gff") : NULL;
    if (!gff)
        return;
    snprintf(gff->type, sizeof gff->type, "%s", kind);
    gff->type[3] = ' ';
    fill(&m, gff->root, rq_schema_root(kind), 0);
    rq_doc_write(m.doc, out, &err);
    rq_doc_free(m.doc);
}

/* ---- other files ---- */

static void make_ncs(struct rq_out *out, const char *kind, unsigned number)
{
    static const uint8_t call[] = {0x05, 0x00, 0x00, 0x10, 0x02};
    (void)kind;
    rq_put(out, "NCS V1.0\x42\0\0\0", 13);
    for (unsigned i = 0; i < 60; i++) {
        char name[24];
        int size = snprintf(name, sizeof name, "n_%05u", (number + i * 500) % 30000);
        const uint8_t head[4] = {0x04, 0x05, 0, (uint8_t)size};
        rq_put(out, head, sizeof head);
        rq_put(out, name, (size_t)size);
        rq_put(out, call, sizeof call);
    }
}

static void make_table(struct rq_out *out, const char *kind, unsigned number)
{
    (void)kind;
    rq_put_str(out, "2DA V2.0\n\nlabel name race modela modelb texa iconresref\n");
    for (unsigned i = 0; i < 500; i++)
        rq_putf(out, "%u row%u %u n_%05u n_%05u n_%05u n_%05u ****\n", i, i, i * 3, i,
                (number + i) % 30000, i + 1, i + 2);
}

/* What a module has, and how many of each. */
static const struct part {
    const char *kind, *extension;
    uint16_t type;
    unsigned count;
    void (*make)(struct rq_out *out, const char *kind, unsigned number);
} parts[] = {
    {"IFO", "ifo", 2014, 1, make_gff},  {"ARE", "are", 2012, 1, make_gff},
    {"GIT", "git", 2023, 1, make_gff},  {"UTC", "utc", 2027, 60, make_gff},
    {"UTP", "utp", 2044, 30, make_gff}, {"UTD", "utd", 2042, 10, make_gff},
    {"UTI", "uti", 2025, 20, make_gff}, {"UTT", "utt", 2032, 17, make_gff},
    {"UTW", "utw", 2058, 20, make_gff}, {"DLG", "dlg", 2029, 15, make_gff},
    {"", "ncs", 2010, 75, make_ncs},
};

enum { PARTS = sizeof parts / sizeof parts[0] };

static size_t save(const char *name, struct rq_out *out)
{
    char path[400];
    struct rq_error err = {0};
    snprintf(path, sizeof path, "%s/%s", root, name);
    bool fine = rq_file_save(path, rq_out_bytes(out), RQ_SAVE_NEW, &err);
    size_t size = fine ? out->size : 0;
    if (!fine)
        fprintf(stderr, "%s: %s\n", path, err.text);
    rq_out_free(out);
    *out = (struct rq_out){0};
    return size;
}

static size_t make_module(unsigned module)
{
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("erf"), NULL, NULL);
    struct rq_out files[300] = {{0}}, out = {0};
    size_t made = 0;
    char name[40];
    for (size_t p = 0; doc && p < PARTS; p++)
        for (unsigned i = 0; i < parts[p].count; i++, made++) {
            unsigned number = module * 300 + (unsigned)made;
            parts[p].make(&files[made], parts[p].kind, number);
            snprintf(name, sizeof name, "n_%05u.%s", number, parts[p].extension);
            rq_doc_put_entry(doc, name, rq_out_bytes(&files[made]), NULL);
        }
    if (doc)
        rq_doc_write(doc, &out, NULL);
    for (size_t i = 0; i < made; i++)
        rq_out_free(&files[i]);
    rq_doc_free(doc);
    snprintf(name, sizeof name, "modules/m%03u.mod", module);
    return save(name, &out);
}

/* KEY V1 and BIF V1: docs/formats/key.md, bif.md. */
static size_t make_key(void)
{
    static const char bif_name[] = "data\\all.bif";
    struct rq_out data = {0}, bif = {0}, key = {0};
    size_t data_at = 20 + (size_t)IN_KEY * 16;
    rq_put(&bif, "BIFFV1  ", 8);
    rq_put32(&bif, IN_KEY);
    rq_put32(&bif, 0);
    rq_put32(&bif, 20);
    rq_put(&key, "KEY V1  ", 8);
    const uint32_t words[] = {1, IN_KEY, 64, 64 + 12 + sizeof bif_name, 103, 308};
    for (size_t i = 0; i < 6; i++)
        rq_put32(&key, words[i]);
    rq_put_zeros(&key, 32);
    rq_put32(&key, 0);
    rq_put32(&key, 76);
    rq_put16(&key, sizeof bif_name);
    rq_put16(&key, 1);
    rq_put(&key, bif_name, sizeof bif_name);
    for (unsigned i = 0; i < IN_KEY; i++) {
        static const char *const tables[] = {"appearance", "spells", "feat", "baseitems"};
        const struct part *part = i < 4 ? NULL : &parts[i % 3 ? 6 : PARTS - 1];
        uint16_t type = part ? part->type : 2017;
        size_t from = data.size;
        char name[17] = "";
        if (part)
            part->make(&data, part->kind, 20000 + i);
        else
            make_table(&data, "", i);
        snprintf(name, sizeof name, part ? "k_%05u" : tables[i % 4], i);
        rq_put32(&bif, i);
        rq_put32(&bif, (uint32_t)(data_at + from));
        rq_put32(&bif, (uint32_t)(data.size - from));
        rq_put32(&bif, type);
        rq_put(&key, name, 16);
        rq_put16(&key, type);
        rq_put32(&key, i);
    }
    rq_put_bytes(&bif, rq_out_bytes(&data));
    rq_out_free(&data);
    size_t size = save("chitin.key", &key);
    return size + save("data/all.bif", &bif);
}

size_t bench_refs_make(const char *folder)
{
    char path[400];
    size_t total = 0;
    snprintf(root, sizeof root, "%s/game", folder);
    snprintf(cache, sizeof cache, "%s/cache", folder);
    snprintf(path, sizeof path, "%s/modules", root);
    rq_make_folder(path, NULL);
    snprintf(path, sizeof path, "%s/data", root);
    rq_make_folder(path, NULL);
    for (unsigned i = 0; i < MODULES; i++)
        total += make_module(i);
    return total + make_key();
}

void bench_refs_remove(void)
{
    static const char *const folders[] = {"%s/modules", "%s/data", "%s"};
    struct rq_walk walk = {0};
    char path[400];
    rq_walk_add(&walk, root, NULL);
    rq_walk_add(&walk, cache, NULL);
    for (size_t i = 0; i < walk.count; i++)
        rq_remove_file(walk.items[i].path);
    rq_walk_free(&walk);
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        snprintf(path, sizeof path, folders[i], root);
        rmdir(path);
    }
    rmdir(cache);
}

/* ---- measuring ---- */

static double index_game(const char *kept)
{
    struct rq_error err = {0};
    const struct rq_refs_options options = {.cache = kept};
    struct rq_game *game = rq_game_open(root, NULL, &err);
    struct rq_refs *refs = game ? rq_refs_open(game, &options, &err) : NULL;
    double uses = refs ? (double)rq_refs_describe(refs)->uses : 0;
    if (!refs)
        fprintf(stderr, "%s: %s\n", root, err.text);
    rq_refs_close(refs);
    rq_game_close(game);
    return uses;
}

double bench_refs_cold(void)
{
    return index_game(NULL);
}

double bench_refs_cached(void)
{
    return index_game(cache);
}
