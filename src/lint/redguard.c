/* Redguard: what maps, models and settings name, and whether the game has it. */
#include "game/redguard.h"
#include "core/text.h"
#include "lint/context.h"

#include <reliquary/ini.h>
#include <reliquary/rtx.h>
#include <reliquary/texbsi.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- models of a map ---- */

struct named {
    char name[RQ_MODEL_NAME];
    const char *tag; /* of the section that names it */
    size_t index;
};

struct names {
    struct named *all;
    uint32_t count, room;
};

static void add_name(struct rq_lint_file *f, struct names *n, const char *tag, size_t index,
                     const char *name, size_t size)
{
    struct named *grown = rq_arena_more(&f->arena, &n->all, n->count, &n->room, sizeof *grown);
    if (!grown)
        return;
    n->all[n->count] = (struct named){.tag = tag, .index = index};
    rq_model_name(name, size, n->all[n->count].name);
    n->count += n->all[n->count].name[0] != 0;
}

enum { MODEL = 1 }; /* of rq_rgm_object.type */

static void add_names(struct rq_lint_file *f, const struct rq_rgm *map, struct names *n)
{
    const struct rq_rgm_section *s = rq_rgm_section(map, RQ_RGM_MPOB);
    for (size_t i = 0; s && i < s->count; i++)
        if (s->objects[i].type == MODEL)
            add_name(f, n, "MPOB", i, s->objects[i].model, sizeof s->objects[i].model);
    s = rq_rgm_section(map, RQ_RGM_MPSO);
    for (size_t i = 0; s && i < s->count; i++)
        add_name(f, n, "MPSO", i, s->statics[i].model, sizeof s->statics[i].model);
    s = rq_rgm_section(map, RQ_RGM_MPRP);
    for (size_t i = 0; s && i < s->count; i++) {
        const struct rq_rgm_rope *rope = &s->ropes[i];
        add_name(f, n, "MPRP", i, rope->rope_model, sizeof rope->rope_model);
        add_name(f, n, "MPRP", i, rope->static_model, sizeof rope->static_model);
    }
    s = rq_rgm_section(map, RQ_RGM_RAAN);
    for (size_t i = 0; s && i < s->count; i++)
        add_name(f, n, "RAAN", i, (const char *)s->models[i].path.data, s->models[i].path.size);
}

static int by_name(const void *a, const void *b)
{
    const struct named *x = a, *y = b;
    int names = strcmp(x->name, y->name), tags = strcmp(x->tag, y->tag);
    return names ? names : tags ? tags : (x->index > y->index) - (x->index < y->index);
}

/* Each model is told of once, where it is named first. */
void rq_lint_rgm_model(struct rq_lint_file *f)
{
    struct names n = {0};
    add_names(f, rq_doc_root(f->doc, "rgm"), &n);
    struct rq_models models = {
        .env = rq_game_env(rq_lint_game(f)), .arena = &f->arena, .map = f->base};
    if (n.count)
        qsort(n.all, n.count, sizeof *n.all, by_name);
    for (uint32_t i = 0; i < n.count; i++) {
        const struct named *v = &n.all[i];
        char path[40];
        if (i && strcmp(v->name, n.all[i - 1].name) == 0)
            continue;
        struct rq_models_found found = rq_models_find(&models, v->name, sizeof v->name);
        snprintf(path, sizeof path, "%s/%zu", v->tag, v->index);
        if (!found.doc)
            rq_lint_tell_value(f, path, v->name, "there is no model %s", v->name);
        rq_doc_free(found.doc);
    }
    rq_models_close(&models);
}

/* ---- textures of a model ---- */

static bool has_image(const struct rq_doc *bank, unsigned image)
{
    const struct rq_texbsi *texbsi = bank->root;
    char digits[8];
    snprintf(digits, sizeof digits, "%03u", image);
    for (size_t i = 0; i < texbsi->image_count; i++)
        if (strncmp(texbsi->images[i].name + 3, digits, 4) == 0)
            return true;
    return false;
}

static int by_texture(const void *a, const void *b)
{
    const struct rq_model3d_texture *x = a, *y = b;
    int banks = (x->bank > y->bank) - (x->bank < y->bank);
    return banks ? banks : (x->image > y->image) - (x->image < y->image);
}

/* Images of one bank, which follow each other. */
static void check_bank(struct rq_lint_file *f, const struct rq_model3d_texture *v, size_t count)
{
    char name[32], value[32];
    snprintf(name, sizeof name, "TEXBSI.%03u", v->bank);
    struct rq_doc *bank = rq_redguard_read(rq_game_env(rq_lint_game(f)), name, "texbsi", NULL);
    for (size_t i = 0; i < count; i++) {
        if ((i && v[i].image == v[i - 1].image) || (bank && has_image(bank, v[i].image)))
            continue;
        snprintf(value, sizeof value, "%u/%u", v->bank, v[i].image);
        if (!bank) {
            rq_lint_tell_value(f, "faces", value, "there is no %s", name);
            return;
        }
        rq_lint_tell_value(f, "faces", value, "%s has no image %u", name, v[i].image);
    }
    rq_doc_free(bank);
}

void rq_lint_model3d_texture(struct rq_lint_file *f)
{
    const struct rq_model3d *m = rq_doc_root(f->doc, "model3d");
    /* Those of v2.x are of other banks, and the game does not load these models. */
    if (rq_model3d_early(m))
        return;
    struct rq_model3d_texture *all = rq_arena_get(&f->arena, m->face_count + 1u, sizeof *all);
    size_t count = 0;
    for (size_t i = 0; all && i < m->face_count; i++) {
        all[count] = rq_model3d_texture(m, m->faces[i].texture);
        count += all[count].kind == RQ_MODEL3D_IMAGE;
    }
    if (count)
        qsort(all, count, sizeof *all, by_texture);
    for (size_t i = 0, next; i < count; i = next) {
        next = i + 1;
        while (next < count && all[next].bank == all[i].bank)
            next++;
        check_bank(f, &all[i], next - i);
    }
}

/* ---- texts of scripts ---- */

static int by_tag(const void *a, const void *b)
{
    return memcmp(a, b, 4);
}

struct keys {
    struct rq_lint_file *f;
    char (*tags)[4]; /* of all texts, sorted */
    size_t count;
    size_t actor;
};

/* The texts that the game has: of all its RTX. */
static void open_keys(struct keys *k)
{
    const struct rq_game *game = rq_lint_game(k->f);
    struct rq_resource found = {0};
    uint32_t count = 0, room = 0;
    while (rq_game_list(game, &(struct rq_game_filter){.type = "rtx"}, &found)) {
        struct rq_doc *doc = rq_game_read(game, &found, NULL, NULL);
        const struct rq_rtx *rtx = doc ? rq_doc_root(doc, "rtx") : NULL;
        for (size_t i = 0; rtx && i < rtx->entry_count; i++) {
            char(*grown)[4] = rq_arena_more(&k->f->arena, &k->tags, count, &room, 4);
            if (!grown)
                break;
            memcpy(k->tags[count++], rtx->entries[i].tag, 4);
        }
        rq_doc_free(doc);
    }
    k->count = count;
    if (count)
        qsort(k->tags, count, 4, by_tag);
}

static void check_value(struct keys *k, const struct rq_soup_value *v, uint32_t offset)
{
    char key[5], path[64];
    if (rq_soup_key(v, key) && !bsearch(key, k->tags, k->count, 4, by_tag)) {
        snprintf(path, sizeof path, "RAHD/%zu/script/%X", k->actor, offset);
        rq_lint_tell_value(k->f, path, key, "there is no text \"%s\"", key);
    }
    for (uint32_t i = 0; i < v->count; i++)
        check_value(k, &v->args[i], offset);
}

void rq_lint_rgm_text(struct rq_lint_file *f)
{
    const struct rq_rgm *map = rq_doc_root(f->doc, "rgm");
    struct keys k = {.f = f};
    open_keys(&k);
    for (; k.count && k.actor < rq_rgm_actor_count(map); k.actor++) {
        const struct rq_soup_script *script = rq_rgm_actor_script(map, k.actor);
        for (size_t i = 0; script && i < script->count; i++)
            check_value(&k, &script->instrs[i].main, script->instrs[i].offset);
    }
}

/* ---- settings ---- */

struct settings {
    struct rq_lint_file *f;
    const char *id; /* of the findings that are told */
};

static void tell_setting(void *ctx, const struct rq_ini_finding *finding)
{
    const struct settings *s = ctx;
    char path[40];
    snprintf(path, sizeof path, "line %zu", finding->line);
    if (strcmp(finding->id, s->id) == 0)
        rq_lint_tell_value(s->f, path, "", "%s", finding->text);
}

/* One kind of what rq_ini_check finds: that of the rule's name behind "ini-". */
void rq_lint_ini_check(struct rq_lint_file *f)
{
    struct settings s = {f, f->rule->id + 4};
    rq_ini_check(f->doc, f->context->tree.nodes[f->node].name, tell_setting, &s, NULL);
}

/* The name of the file in a path; empty when it is not one that the game's folders have: films are
 * on the CD, and no scripts (.AI) and maps of nodes are known. */
static struct rq_bytes file_of(struct rq_bytes path)
{
    size_t start = path.size, dot;
    while (start && path.data[start - 1] != '\\' && path.data[start - 1] != '/')
        start--;
    for (dot = path.size; dot > start && path.data[dot - 1] != '.';)
        dot--;
    char type[8] = "";
    for (size_t i = dot; dot > start && i < path.size && i - dot < sizeof type - 1; i++)
        type[i - dot] = rq_lower((char)path.data[i]);
    bool kept = rq_word_in("rgm wld col gxa bsi fnt bmp 3d 3dc rtx ini", type, strlen(type));
    return kept ? (struct rq_bytes){path.data + start, path.size - start} : (struct rq_bytes){0};
}

void rq_lint_ini_file(struct rq_lint_file *f)
{
    const struct rq_ini *ini = rq_doc_root(f->doc, "ini");
    char section[64] = "", name[64], file[64];
    for (size_t i = 0; i < ini->line_count; i++) {
        const struct rq_ini_line *line = &ini->lines[i];
        char *into = line->kind == RQ_INI_SECTION ? section : name;
        snprintf(into, sizeof name, "%.*s", (int)(line->name.size < 60 ? line->name.size : 60),
                 line->name.data ? (const char *)line->name.data : "");
        if (line->kind != RQ_INI_ENTRY)
            continue;
        const struct rq_ini_key *key =
            rq_ini_key(f->context->tree.nodes[f->node].name, section, name);
        struct rq_bytes value = file_of(line->value);
        struct rq_resource found = {0};
        snprintf(file, sizeof file, "%.*s", (int)(value.size < 60 ? value.size : 60),
                 value.data ? (const char *)value.data : "");
        if (!key || key->type != RQ_INI_PATH || !file[0] ||
            rq_game_find(rq_lint_game(f), file, &found))
            continue;
        rq_lint_tell_value(f, name, file, "there is no %s", file);
    }
}
