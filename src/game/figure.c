#include "game/figure.h"

#include "core/text.h"
#include "formats/kotor/mdl/scene/kit.h"

#include <reliquary/gff.h>
#include <reliquary/twoda.h>
#include <stdio.h>

/* A name of a resource, with room for what is put behind it. */
enum { NAME = 48 };

/* Slots of Equip_ItemList: the id of the struct. */
enum { SLOT_BODY = 0x2, SLOT_RIGHT = 0x10, SLOT_LEFT = 0x20 };

struct figure {
    const struct rq_doc *doc;
    const struct rq_gff_struct *root;
    struct rq_mdl_kit *kit;
    int parent; /* the node that it hangs from */
    bool animated;
    struct rq_doc *table; /* appearance, placeables or genericdoors */
    struct rq_doc *items; /* baseitems; NULL: not there */
    size_t row;
};

#define BAD(f, ...) rq_fail((f)->kit->view->err, RQ_USAGE, 0, __VA_ARGS__)

/* ---- what the game has ---- */

static struct rq_doc *read_file(const struct figure *f, const char *name, const char *format)
{
    const struct rq_env *env = f->kit->view->env;
    struct rq_error ignored = {0};
    struct rq_bytes bytes;
    struct rq_options options = {
        .name = name, .format = rq_format_by_name(format), .alloc = f->kit->arena->alloc};
    return env && env->get(env->ctx, name, &bytes) ? rq_doc_read(bytes, &options, &ignored) : NULL;
}

static bool has_texture(const struct figure *f, const char *name)
{
    static const char *const extensions[] = {"tpc", "tga", "dds"};
    const struct rq_env *env = f->kit->view->env;
    struct rq_bytes bytes;
    char file[NAME + 8];
    for (size_t i = 0; i < 3; i++) {
        snprintf(file, sizeof file, "%s.%s", name, extensions[i]);
        if (env && env->get(env->ctx, file, &bytes))
            return true;
    }
    return false;
}

/* What the figure lacks; true: it is shown without it. */
static bool note_lost(struct figure *f, const char *name, const char *extension)
{
    char file[NAME + 8];
    snprintf(file, sizeof file, "%s%s", name, extension);
    rq_view_misses(f->kit->view, file, "");
    return true;
}

/* A cell as text; "" where there is none. */
static void take_cell(const struct rq_doc *doc, size_t row, const char *column, char to[NAME])
{
    const struct rq_twoda *table = doc ? doc->root : NULL;
    const struct rq_bytes *cell = table ? rq_twoda_cell(table, row, column) : NULL;
    size_t size = cell && cell->data && cell->size < NAME - 8 ? cell->size : 0;
    if (size)
        memcpy(to, cell->data, size);
    to[size] = 0;
    rq_text_clean(to);
}

static int64_t number_of(const struct rq_gff_struct *in, const char *label, int64_t otherwise)
{
    int64_t value = otherwise;
    const struct rq_gff_field *field = rq_gff_find(in, label);
    return field && rq_gff_number(field, &value) ? value : otherwise;
}

/* ---- models ---- */

/* The node of that name among those from first on; -1: none. */
static int find_node(const struct figure *f, const char *name, uint32_t first)
{
    for (uint32_t i = first; i < f->kit->node_count; i++)
        if (f->kit->nodes[i].name && rq_casecmp(f->kit->nodes[i].name, name) == 0)
            return (int)i;
    return -1;
}

/* A model below a node; *found: it is there. */
static bool add_model(struct figure *f, const char *name, int parent, bool animated, bool *found)
{
    struct rq_doc *doc = rq_mdl_open(f->kit, name);
    *found = doc != NULL;
    bool fine =
        doc ? rq_mdl_kit_add(f->kit, doc->root, parent, animated) : note_lost(f, name, ".mdl");
    rq_doc_free(doc);
    return fine;
}

/* A model that hangs from a hook of the body and moves with it. */
static bool hang(struct figure *f, const char *name, const char *hook)
{
    bool found;
    int at = find_node(f, hook, (uint32_t)f->parent + 1);
    if (at < 0)
        return note_lost(f, name, ".mdl");
    char *kept = rq_arena_text(f->kit->arena, name, strlen(name));
    int node = kept ? rq_mdl_kit_node(f->kit, kept, at) : -1;
    return node < 0 ? rq_mdl_kit_no_memory(f->kit) : add_model(f, name, node, false, &found);
}

/* ---- creatures ---- */

/* The item in a slot, to be freed; NULL: none, or it is not there, which is noted. */
static struct rq_doc *item_in(struct figure *f, uint32_t slot)
{
    const struct rq_gff_field *list = rq_gff_find(f->root, "Equip_ItemList");
    for (uint32_t i = 0; list && list->type == RQ_GFF_LIST && i < list->size; i++) {
        const struct rq_gff_field *res = rq_gff_find(&list->v.child[i], "EquippedRes");
        if (list->v.child[i].id != slot || !res || res->type != RQ_GFF_RESREF || res->size > 16)
            continue;
        char name[NAME];
        snprintf(name, sizeof name, "%.*s", (int)res->size, (const char *)res->v.data);
        rq_text_clean(name);
        size_t stem = strlen(name);
        memcpy(name + stem, ".uti", 5);
        struct rq_doc *doc = stem ? read_file(f, name, "gff") : NULL;
        if (stem && !doc)
            note_lost(f, name, "");
        return doc;
    }
    return NULL;
}

static const struct rq_gff_struct *root_of(const struct rq_doc *doc)
{
    const struct rq_gff *gff = doc ? doc->root : NULL;
    return gff ? gff->root : NULL;
}

/* The letter of the body's column: that of the armour's row of baseitems.2da, where a number counts
 * the letters from 1 to 10; without armour the first. */
static char letter_of(const struct figure *f, const struct rq_gff_struct *armour)
{
    char text[NAME];
    int64_t base = number_of(armour, "BaseItem", -1);
    take_cell(f->items, base < 0 ? SIZE_MAX : (size_t)base, "bodyvar", text);
    char letter = rq_lower(text[0]);
    if (letter >= 'a' && letter <= 'z' && !text[1])
        return letter;
    unsigned number = 0;
    for (const char *c = text; *c >= '0' && *c <= '9' && number < 100; c++)
        number = number * 10 + (unsigned)(*c - '0');
    return (char)('a' + (number < 1 ? 0 : number > 10 ? 9 : number - 1));
}

/* The texture of the body: that of the armour's number, else the first. */
static void body_texture(const struct figure *f, const char *cell, unsigned variation,
                         char to[NAME + 4])
{
    to[0] = 0;
    if (!cell[0])
        return;
    snprintf(to, NAME + 4, "%s%02u", cell, variation);
    if (!has_texture(f, to))
        snprintf(to, NAME + 4, "%s01", cell);
    if (!has_texture(f, to) && has_texture(f, cell))
        snprintf(to, NAME + 4, "%s", cell);
}

/* The body's model and texture: of a person by what it wears, of all else by its race. */
static void choose_body(struct figure *f, bool person, char model[NAME], char texture[NAME + 4])
{
    char cell[NAME], column[8];
    if (!person) {
        take_cell(f->table, f->row, "race", model);
        take_cell(f->table, f->row, "racetex", texture);
        if (model[0])
            return;
    }
    struct rq_doc *armour = person ? item_in(f, SLOT_BODY) : NULL;
    const struct rq_gff_struct *item = root_of(armour);
    char letter = item ? letter_of(f, item) : 'a';
    int64_t variation = item ? number_of(item, "TextureVar", 1) : 1;
    snprintf(column, sizeof column, "model%c", letter);
    take_cell(f->table, f->row, column, model);
    snprintf(column, sizeof column, "tex%c", letter);
    take_cell(f->table, f->row, column, cell);
    body_texture(f, cell, (unsigned)(variation < 1 ? 1 : variation > 99 ? 99 : variation), texture);
    rq_doc_free(armour);
}

static bool add_head(struct figure *f)
{
    char text[NAME], name[NAME];
    unsigned row = 0;
    take_cell(f->table, f->row, "normalhead", text);
    if (!text[0] || text[strspn(text, "0123456789")] || strlen(text) > 6)
        return true;
    for (const char *c = text; *c; c++)
        row = row * 10 + (unsigned)(*c - '0');
    struct rq_doc *heads = read_file(f, "heads.2da", "twoda");
    take_cell(heads, row, "head", name);
    bool known = heads != NULL;
    rq_doc_free(heads);
    if (!known)
        return note_lost(f, "heads", ".2da");
    return !name[0] || hang(f, name, "headhook");
}

static bool add_weapon(struct figure *f, uint32_t slot, const char *hook)
{
    struct rq_doc *doc = item_in(f, slot);
    const struct rq_gff_struct *item = root_of(doc);
    char class[NAME], name[NAME + 8];
    int64_t base = number_of(item, "BaseItem", -1), number = number_of(item, "ModelVariation", 1);
    take_cell(f->items, base < 0 ? SIZE_MAX : (size_t)base, "itemclass", class);
    snprintf(name, sizeof name, "%s_%03u", class,
             (unsigned)(number < 1     ? 1
                        : number > 255 ? 255
                                       : number));
    rq_doc_free(doc);
    return !class[0] || hang(f, name, hook);
}

static bool add_creature(struct figure *f)
{
    char type[NAME], model[NAME], texture[NAME + 4];
    bool found;
    take_cell(f->table, f->row, "modeltype", type);
    bool person = rq_lower(type[0]) == 'b';
    f->items = read_file(f, "baseitems.2da", "twoda");
    choose_body(f, person, model, texture);
    if (!model[0])
        return BAD(f, "appearance.2da", "row %zu names no model", f->row);
    f->kit->texture = texture[0] ? texture : NULL;
    bool fine = add_model(f, model, f->parent, f->animated, &found);
    f->kit->texture = NULL;
    if (fine && !found)
        return BAD(f, "appearance.2da", "the body %s.mdl is not there", model) ||
               rq_fail_hint(f->kit->view->err, RQ_HINT_GAME);
    if (!f->items && rq_gff_has(f->root, "Equip_ItemList/0"))
        fine = fine && note_lost(f, "baseitems", ".2da");
    return fine && (!person || add_head(f)) && add_weapon(f, SLOT_RIGHT, "rhand") &&
           add_weapon(f, SLOT_LEFT, "lhand");
}

/* ---- placeables and doors ---- */

static bool add_thing(struct figure *f)
{
    char model[NAME];
    bool found;
    take_cell(f->table, f->row, "modelname", model);
    if (!model[0])
        return BAD(f, "table", "row %zu names no model", f->row);
    if (!add_model(f, model, f->parent, f->animated, &found))
        return false;
    return found || BAD(f, model, "the model %s.mdl is not there", model) ||
           rq_fail_hint(f->kit->view->err, RQ_HINT_GAME);
}

/* ---- the figure ---- */

static const struct kind {
    const char *type, *label, *table;
    bool (*add)(struct figure *f);
} kinds[] = {
    {"UTC ", "Appearance_Type", "appearance.2da", add_creature},
    {"UTP ", "Appearance", "placeables.2da", add_thing},
    {"UTD ", "GenericType", "genericdoors.2da", add_thing},
};

static bool add_figure(struct figure *f, const struct kind *kind)
{
    int64_t row = number_of(f->root, kind->label, -1);
    const struct rq_twoda *table = f->table ? f->table->root : NULL;
    if (!table)
        return BAD(f, kind->table, "is not there, and says which model belongs to a row") ||
               rq_fail_hint(f->kit->view->err, RQ_HINT_GAME);
    if (row < 0 || (uint64_t)row >= table->row_count)
        return BAD(f, kind->table, "has %zu rows, and no row %lld, which %s asks for",
                   table->row_count, (long long)row, kind->label);
    f->row = (size_t)row;
    return kind->add(f);
}

static const struct kind *kind_of(const struct rq_doc *doc)
{
    const struct rq_gff *gff = strcmp(doc->format->info.name, "gff") == 0 ? doc->root : NULL;
    for (size_t i = 0; gff && i < sizeof kinds / sizeof kinds[0]; i++)
        if (memcmp(gff->type, kinds[i].type, 4) == 0)
            return &kinds[i];
    return NULL;
}

bool rq_figure_add(struct rq_mdl_kit *kit, const struct rq_doc *doc, int parent, bool animated)
{
    const struct kind *kind = kind_of(doc);
    if (!kind)
        return rq_fail(kit->view->err, RQ_USAGE, 0, doc->format->info.name,
                       "is no creature (UTC), placeable (UTP) or door (UTD)");
    const struct rq_gff *gff = doc->root;
    struct figure f = {
        .doc = doc, .root = gff->root, .kit = kit, .parent = parent, .animated = animated};
    f.table = read_file(&f, kind->table, "twoda");
    bool fine = add_figure(&f, kind);
    rq_doc_free(f.table);
    rq_doc_free(f.items);
    return fine;
}

bool rq_figure_scene(const struct rq_doc *doc, const struct rq_view *view, struct rq_scene *scene)
{
    struct rq_mdl_kit kit;
    if (!rq_mdl_kit_open(&kit, view, view->name ? view->name : "figure") ||
        !rq_figure_add(&kit, doc, 0, true))
        return false;
    rq_mdl_kit_close(&kit, scene);
    scene->faces_back = true;
    return true;
}
