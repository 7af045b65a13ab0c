/* The game's own archives: a key with two BIF files and a BZF, and the two parts of a module,
 * laid down from the descriptions of the formats. */
#include "demo/demo.h"

#include "codec/lzma.h"
#include "formats/restype.h"

#include <stdio.h>

enum { MOST_ENTRIES = 16, RESREF = 16 };

/* Resources one after the other in `data`. */
struct bundle {
    struct demo *d;
    char names[MOST_ENTRIES][40];
    size_t ends[MOST_ENTRIES];
    size_t count;
    struct rq_out data;
};

static struct rq_bytes resource(const struct bundle *b, size_t index)
{
    size_t start = index ? b->ends[index - 1] : 0;
    return (struct rq_bytes){b->data.data + start, b->ends[index] - start};
}

static uint32_t type_of(const char *name)
{
    uint32_t type = 0;
    rq_restype_id(strrchr(name, '.') + 1, &type);
    return type;
}

/* What was appended to data since the last entry is the resource. */
static bool add_entry(struct bundle *b, const char *name)
{
    if (b->count == MOST_ENTRIES || b->data.failed)
        return rq_fail(&b->d->err, b->data.failed ? b->data.failed : RQ_LIMIT, 0, name,
                       "does not fit the archive");
    snprintf(b->names[b->count], sizeof b->names[0], "%s", name);
    b->ends[b->count++] = b->data.size;
    demo_count_inside(b->d, name, resource(b, b->count - 1));
    return true;
}

/* Resources of the demo's module, from first to the one before last. */
static bool add_resources(struct bundle *b, size_t first, size_t last, unsigned number)
{
    bool fine = true;
    for (size_t i = first; i < last && i < demo_module_count && fine; i++) {
        const struct demo_resource *r = &demo_module[i];
        char name[40];
        int plain = (int)strcspn(r->name, "%");
        snprintf(name, sizeof name, "%s", r->name);
        if (r->name[plain])
            snprintf(name, sizeof name, "%.*s%02u%s", plain, r->name, number + 1,
                     r->name + plain + 4);
        fine = r->make(number, &b->data, &b->d->err) && add_entry(b, name);
    }
    return fine;
}

static bool add_textures(struct bundle *b, size_t first, size_t last)
{
    bool fine = true;
    for (size_t i = first; i < last && fine; i++) {
        char name[40];
        snprintf(name, sizeof name, "%s.tpc", demo_texture_name(i));
        fine = demo_texture(i, 7, &b->data) && add_entry(b, name);
    }
    return fine;
}

static void put_resref(struct rq_out *out, const char *name)
{
    size_t length = (size_t)(strrchr(name, '.') - name);
    rq_put(out, name, length);
    rq_put_zeros(out, RESREF - length);
}

static void align(struct rq_out *out, size_t step)
{
    rq_put_zeros(out, (step - out->size % step) % step);
}

/* ---- RIM ---- */

/* Padded, as the game's are: the table ends at a multiple of 16, and after each resource come zeros to a
 * multiple of 4 and 16 more. The last has 10, as the one that was measured. Else
 * without gaps, as most tools write. */
static void put_rim(struct rq_out *out, const struct bundle *b, bool padded)
{
    rq_put(out, "RIM V1.0", 8);
    rq_put32(out, 0);
    rq_put_size(out, b->count);
    rq_put32(out, 120);
    rq_put_zeros(out, 100);
    size_t table = out->size;
    for (size_t i = 0; i < b->count; i++) {
        put_resref(out, b->names[i]);
        rq_put32(out, type_of(b->names[i]));
        rq_put_size(out, i);
        rq_put32(out, 0);
        rq_put_size(out, resource(b, i).size);
    }
    if (padded)
        align(out, 16);
    for (size_t i = 0; i < b->count; i++) {
        rq_patch32(out, table + i * 32 + 24, out->size);
        rq_put_bytes(out, resource(b, i));
        if (padded && i + 1 < b->count) {
            align(out, 4);
            rq_put_zeros(out, 16);
        } else if (padded) {
            rq_put_zeros(out, 10);
        }
    }
}

static bool save_module(struct demo *d)
{
    struct bundle area = {.d = d}, rest = {.d = d};
    struct rq_out out = {0};
    bool fine = add_resources(&area, 0, 3, 1) && add_resources(&rest, 5, 13, 1);
    put_rim(&out, &area, true);
    fine = fine && demo_save(d, "kotor/modules/demo02.rim", &out);
    put_rim(&out, &rest, false);
    fine = fine && demo_save(d, "kotor/modules/demo02_s.rim", &out);
    rq_out_free(&area.data);
    rq_out_free(&rest.data);
    rq_out_free(&out);
    return fine;
}

/* What every module sees. */
static bool save_global(struct demo *d)
{
    struct bundle global = {.d = d};
    struct rq_out out = {0};
    bool fine = demo_make_folder(d, "kotor/rims") && add_resources(&global, 14, 16, 0);
    put_rim(&out, &global, true);
    fine = fine && demo_save(d, "kotor/rims/global.rim", &out);
    rq_out_free(&global.data);
    rq_out_free(&out);
    return fine;
}

/* ---- BIF and BZF ---- */

enum bif_kind { BIF_ALIGNED, BIF_FIXED, BIF_PACKED };

/* BIF_FIXED: the last resource stands in the fixed table, as one part. */
static void put_bif(struct rq_out *out, const struct bundle *b, uint32_t number, enum bif_kind kind)
{
    size_t fixed = kind == BIF_FIXED ? 1 : 0, variable = b->count - fixed;
    rq_put(out, "BIFFV1  ", 8);
    rq_put_size(out, variable);
    rq_put_size(out, fixed);
    rq_put32(out, 20);
    size_t table = out->size;
    for (size_t i = 0; i < b->count; i++) {
        rq_put32(out, number << 20 | (uint32_t)(i < variable ? i : 1 << 14));
        rq_put32(out, 0);
        if (i >= variable)
            rq_put32(out, 1);
        rq_put_size(out, resource(b, i).size);
        rq_put32(out, type_of(b->names[i]));
    }
    for (size_t i = 0; i < b->count; i++) {
        if (kind == BIF_ALIGNED)
            align(out, 4);
        rq_patch32(out, table + i * 16 + 4, out->size);
        if (kind == BIF_PACKED)
            rq_lzma_pack(out, resource(b, i), rq_lzma_dictionary(resource(b, i).size), i % 2 == 1);
        else
            rq_put_bytes(out, resource(b, i));
    }
}

/* ---- KEY ---- */

struct listed {
    const char *name;
    const struct bundle *bundle;
    size_t keys; /* of its variable resources */
    size_t size;
};

/* The last name has no NUL: some writers leave it out. */
static void put_key(struct rq_out *out, const struct listed *bifs, size_t count)
{
    size_t keys = 0, names = 64 + count * 12, at = names;
    for (size_t i = 0; i < count; i++)
        keys += bifs[i].keys;
    rq_put(out, "KEY V1  ", 8);
    rq_put_size(out, count);
    rq_put_size(out, keys);
    rq_put32(out, 64);
    size_t hole = rq_hole32(out);
    rq_put32(out, 126); /* built on the first of January 2026 */
    rq_put32(out, 0);
    rq_put_zeros(out, 32);
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(bifs[i].name) + (i + 1 < count ? 1 : 0);
        rq_put_size(out, bifs[i].size);
        rq_put_size(out, at);
        rq_put16(out, (uint16_t)length);
        rq_put16(out, 1);
        at += length;
    }
    for (size_t i = 0; i < count; i++)
        rq_put(out, bifs[i].name, strlen(bifs[i].name) + (i + 1 < count ? 1 : 0));
    rq_patch32(out, hole, out->size);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < bifs[i].keys; k++) {
            put_resref(out, bifs[i].bundle->names[k]);
            rq_put16(out, (uint16_t)type_of(bifs[i].bundle->names[k]));
            rq_put32(out, (uint32_t)(i << 20 | k));
        }
    }
}

static bool save_data(struct demo *d)
{
    struct bundle templates = {.d = d}, textures = {.d = d}, packed = {.d = d};
    struct rq_out out = {0};
    struct listed bifs[] = {{"data\\templates.bif", &templates, 0, 0},
                            {"data\\textures.bif", &textures, 0, 0},
                            {"data\\talk.bzf", &packed, 0, 0}};
    size_t count = 2;
    bool fine = add_resources(&templates, 5, 12, 0) && add_textures(&textures, 1, 4) &&
                add_resources(&packed, 12, 16, 0);
    put_bif(&out, &templates, 0, BIF_ALIGNED);
    bifs[0].keys = templates.count;
    bifs[0].size = out.size;
    fine = fine && demo_save(d, "kotor/data/templates.bif", &out);
    put_bif(&out, &textures, 1, BIF_FIXED);
    bifs[1].keys = textures.count - 1;
    bifs[1].size = out.size;
    fine = fine && demo_save(d, "kotor/data/textures.bif", &out);
    put_bif(&out, &packed, 2, BIF_PACKED);
    if (out.failed == RQ_UNSUPPORTED) { /* built without liblzma: no BZF */
        rq_out_free(&out);
        out = (struct rq_out){0};
    } else {
        bifs[2].keys = packed.count;
        bifs[2].size = out.size;
        fine = fine && demo_save(d, "kotor/data/talk.bzf", &out);
        count = 3;
    }
    put_key(&out, bifs, count);
    fine = fine && demo_save(d, "kotor/chitin.key", &out);
    rq_out_free(&templates.data);
    rq_out_free(&textures.data);
    rq_out_free(&packed.data);
    rq_out_free(&out);
    return fine;
}

bool demo_archives(struct demo *d)
{
    return demo_make_folder(d, "kotor/data") && save_module(d) && save_global(d) && save_data(d);
}
