/* The folder broken/: files that rules of lint find something in. */
#include "demo/broken.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- GFF ---- */

static bool take_floats(const char *text, float *v, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *end;
        v[i] = strtof(text, &end);
        if (end == text)
            return false;
        text = end;
    }
    return true;
}

static bool add_text(struct rq_doc *doc, struct rq_gff_struct *root, const char *type,
                     const char *path, const char *value, struct rq_error *err)
{
    float v[4] = {0};
    if (strcmp(type, "STRING") == 0)
        return rq_gff_add_string(doc, root, path, value, err);
    if (strcmp(type, "RESREF") == 0)
        return rq_gff_add_resref(doc, root, path, value, err);
    if (strcmp(type, "FLOAT") == 0)
        return take_floats(value, v, 1) && rq_gff_add_float(doc, root, path, v[0], err);
    if (strcmp(type, "VECTOR") == 0)
        return take_floats(value, v, 3) && rq_gff_add_vector(doc, root, path, v, err);
    if (strcmp(type, "ORIENTATION") == 0)
        return take_floats(value, v, 4) && rq_gff_add_orientation(doc, root, path, v, err);
    if (strcmp(type, "VOID") == 0)
        return rq_gff_add_void(doc, root, path,
                               (struct rq_bytes){(const uint8_t *)value, strlen(value)}, err);
    return rq_fail(err, RQ_USAGE, 0, path, "no type is called %s", type);
}

static bool add_field(struct rq_doc *doc, struct rq_gff_struct *root, const char *type,
                      const char *path, const char *value, struct rq_error *err)
{
    long long number = strtoll(value, NULL, 0);
    if (strcmp(type, "BYTE") == 0)
        return rq_gff_add_byte(doc, root, path, number, err);
    if (strcmp(type, "CHAR") == 0)
        return rq_gff_add_char(doc, root, path, number, err);
    if (strcmp(type, "WORD") == 0)
        return rq_gff_add_word(doc, root, path, number, err);
    if (strcmp(type, "SHORT") == 0)
        return rq_gff_add_short(doc, root, path, number, err);
    if (strcmp(type, "DWORD") == 0)
        return rq_gff_add_dword(doc, root, path, number, err);
    if (strcmp(type, "INT") == 0)
        return rq_gff_add_int(doc, root, path, number, err);
    if (strcmp(type, "LOC") == 0)
        return rq_gff_add_locstring(doc, root, path, (uint32_t)number, err);
    if (strcmp(type, "LIST") == 0)
        return rq_gff_add_list(doc, root, path, err);
    if (strcmp(type, "STRUCT") == 0)
        return rq_gff_add_struct(doc, root, path, (uint32_t)number, NULL, err);
    return add_text(doc, root, type, path, value, err);
}

/* "label:TYPE=value" or "label:TYPE", at most to its ";"; moves behind it. */
static bool take_field(const char **at, struct rq_doc *doc, struct rq_gff_struct *root,
                       struct rq_error *err)
{
    char line[256], *type, *value;
    size_t size = strcspn(*at, ";");
    snprintf(line, sizeof line, "%.*s", (int)size, *at);
    *at += size + ((*at)[size] == ';');
    while (**at == ' ')
        ++*at;
    type = strchr(line, ':');
    if (!type)
        return rq_fail(err, RQ_USAGE, 0, line, "a type is missing");
    *type++ = 0;
    value = strchr(type, '=');
    if (value)
        *value++ = 0;
    return add_field(doc, root, type, line, value ? value : "", err);
}

bool broken_gff(const char *type, const char *fields, struct rq_out *out, struct rq_error *err)
{
    struct demo_gff made, *g = &made;
    if (!gff_open(g, type, RQ_GFF_depth_first, err))
        return false;
    bool fine = true;
    while (fine && *fields)
        fine = take_field(&fields, g->doc, g->root, err);
    return gff_close(g, out) && fine;
}

/* ---- a file of the demo with other bytes ---- */

static unsigned hex_digit(char c)
{
    return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
}

/* Makes room for zero bytes at a place, or takes bytes away. */
static void move_rest(struct rq_out *out, size_t at, size_t more, size_t less)
{
    size_t rest = at + less < out->size ? out->size - at - less : 0;
    for (size_t i = 0; i < more; i++)
        rq_put8(out, 0);
    if (out->failed || at > out->size)
        return;
    memmove(out->data + at + more, out->data + at + less, rest);
    memset(out->data + at, 0, more);
    rq_out_cut(out, at + more + rest);
}

/* One change of a patch, as broken.def explains them. */
static void patch_once(struct rq_out *out, const char *text, size_t size)
{
    size_t at = strncmp(text, "end", 3) == 0 ? out->size : (size_t)strtoul(text, NULL, 0);
    size_t i = strcspn(text, ":+-*"), hex = size - i - 1, number = strtoul(text + i + 1, NULL, 10);
    if (text[i] == '-')
        move_rest(out, text[0] == 'e' ? at - number : at, 0, number);
    else if (text[i] != ':' || at == out->size)
        move_rest(out, at, text[i] == '*' ? number : hex / 2, 0);
    if (text[i] == '-' || text[i] == '*')
        return;
    for (i++; i + 1 < size && at < out->size; i += 2, at++)
        out->data[at] = (uint8_t)(hex_digit(text[i]) << 4 | hex_digit(text[i + 1]));
}

static bool patched(struct demo *d, const char *from, const char *patch, struct rq_out *out)
{
    struct rq_map map;
    char *path = rq_path_join(d->root, from);
    bool fine = path && rq_map_open(&map, path, &d->err);
    free(path);
    if (!fine)
        return false;
    rq_put_bytes(out, map.bytes);
    rq_map_close(&map);
    while (*patch) {
        size_t size = strcspn(patch, " ");
        patch_once(out, patch, size);
        patch += size + (patch[size] == ' ');
    }
    return true;
}

/* ---- the folder ---- */

static const struct broken all[] = {
#define GFF(path, type, fields)   {BROKEN_GFF, path, type, fields},
#define TEXT(path, text)          {BROKEN_TEXT, path, text, NULL},
#define PATCH(path, from, change) {BROKEN_PATCH, path, from, change},
#include "demo/broken.def"
#include "demo/broken_reading.def"
#undef GFF
#undef TEXT
#undef PATCH
};

static bool make_one(struct demo *d, const struct broken *b, struct rq_out *out)
{
    switch (b->how) {
    case BROKEN_GFF: return broken_gff(b->a, b->b, out, &d->err);
    case BROKEN_PATCH: return patched(d, b->a, b->b, out);
    default: rq_putf(out, "%s", b->a); return true;
    }
}

bool demo_broken(struct demo *d)
{
    struct rq_out out = {0};
    bool fine = true;
    for (size_t i = 0; fine && i < sizeof all / sizeof all[0]; i++) {
        char path[256], folder[256];
        snprintf(path, sizeof path, "broken/%s", all[i].path);
        snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path), path);
        fine =
            demo_make_folder(d, folder) && make_one(d, &all[i], &out) && demo_save(d, path, &out);
    }
    rq_out_free(&out);
    return fine;
}
