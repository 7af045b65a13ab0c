/* Rules of items (UTI) and stores (UTM). */
#include "core/text.h"
#include "lint/lint.h"

#include <stdio.h>

/* ---- items ---- */

void rq_lint_uti_cost_dead(struct rq_lint_file *f)
{
    if (f->version == 1 && rq_lint_number(f->at, "Cost", 0))
        rq_lint_tell(f, "Cost", "the engine works the price out");
}

void rq_lint_uti_body_variation_dead(struct rq_lint_file *f)
{
    if (f->version == 1 && rq_lint_field(f->at, "BodyVariation"))
        rq_lint_tell(f, "BodyVariation", "baseitems.2da decides");
}

void rq_lint_uti_texture_var_ignored(struct rq_lint_file *f)
{
    int64_t row = rq_lint_number(f->at, "BaseItem", 0);
    int64_t type = rq_lint_cell_number(f, "baseitems", row, "modeltype", 1);
    if (f->version == 1 && rq_lint_number(f->at, "TextureVar", 0) && type != 1)
        rq_lint_tell(f, "TextureVar", "ModelType of base item %lld is %lld, not 1", (long long)row,
                     (long long)type);
}

/* Fields of a property that are rows of a table which another table names. */
static const struct {
    const char *label;             /* the row */
    const char *by, *table, *name; /* field, table and column that name the table it is of */
} property_rows[] = {{"Subtype", "PropertyName", "itempropdef", "subtyperesref"},
                     {"CostValue", "CostTable", "iprp_costtable", "name"},
                     {"Param1Value", "Param1", "iprp_paramtable", "tableresref"}};

static void check_property(struct rq_lint_file *f, const struct rq_gff_struct *property, uint32_t i)
{
    for (size_t k = 0; k < sizeof property_rows / sizeof property_rows[0]; k++) {
        int64_t by = rq_lint_number(property, property_rows[k].by, -1);
        int64_t row = rq_lint_number(property, property_rows[k].label, 0);
        struct rq_bytes cell = rq_lint_cell(f, property_rows[k].table, by, property_rows[k].name);
        char table[20];
        if (!cell.size || cell.size > 16)
            continue;
        for (size_t c = 0; c <= cell.size; c++)
            table[c] = c < cell.size ? rq_lower((char)cell.data[c]) : 0;
        int64_t rows = rq_lint_rows(f, table);
        if (rows >= 0 && row >= rows)
            rq_lint_tell_element(f, "PropertiesList", i, property_rows[k].label,
                                 "%s.2da has %lld rows", table, (long long)rows);
    }
}

void rq_lint_uti_property_range(struct rq_lint_file *f)
{
    uint32_t count;
    const struct rq_gff_struct *properties = rq_lint_list(f->at, "PropertiesList", &count);
    for (uint32_t i = 0; i < count; i++)
        check_property(f, &properties[i], i);
}

/* What the first game makes of a property that it has no code for; NULL: it works. */
static const char *lost_effect(int64_t property, int64_t subtype)
{
    if (property >= 60 || property == 41 || property == 58)
        return "the engine has no such property";
    if ((property == 6 || property == 12 || property == 39) && subtype == 1)
        return "\"against neutral\" counts against everyone";
    if (property == 26 && subtype >= 1 && subtype <= 3)
        return "the subtype is read as Fortitude, Reflex, Will, not as an element";
    return NULL;
}

void rq_lint_uti_prop_effect(struct rq_lint_file *f)
{
    uint32_t count;
    const struct rq_gff_struct *properties = rq_lint_list(f->at, "PropertiesList", &count);
    for (uint32_t i = 0; f->version == 1 && i < count; i++) {
        int64_t property = rq_lint_number(&properties[i], "PropertyName", 0);
        int64_t subtype = rq_lint_number(&properties[i], "Subtype", 0);
        const char *effect = lost_effect(property, subtype);
        if (effect)
            rq_lint_tell_element(f, "PropertiesList", i, "PropertyName", "subtype %lld: %s",
                                 (long long)subtype, effect);
    }
}

void rq_lint_uti_upgrade_sentinel(struct rq_lint_file *f)
{
    static const char *const labels[] = {"UpgradeType", "UsesPerDay"};
    uint32_t count;
    const struct rq_gff_struct *properties = rq_lint_list(f->at, "PropertiesList", &count);
    for (uint32_t i = 0; i < count; i++)
        for (size_t k = 0; k < 2; k++)
            if (rq_lint_number(&properties[i], labels[k], 0xFF) != 0xFF)
                rq_lint_tell_element(f, "PropertiesList", i, labels[k], "not 255, which is none");
}

void rq_lint_uti_description_one_side(struct rq_lint_file *f)
{
    bool plain = rq_lint_has_text(f->at, "Description");
    bool known = rq_lint_has_text(f->at, "DescIdentified");
    if (plain != known)
        rq_lint_tell(f, plain ? "DescIdentified" : "Description", "empty, while %s has a text",
                     plain ? "Description" : "DescIdentified");
}

void rq_lint_uti_identified_forced(struct rq_lint_file *f)
{
    if (rq_lint_field(f->at, "Identified") && !rq_lint_number(f->at, "Identified", 1))
        rq_lint_tell(f, "Identified", "1 after the game was saved");
}

void rq_lint_sav_item(struct rq_lint_file *f)
{
    int64_t most = rq_lint_number(f->at, "MaxCharges", INT64_MAX);
    if (f->saved && rq_lint_number(f->at, "Charges", 0) > most)
        rq_lint_tell(f, "Charges", "MaxCharges is %lld", (long long)most);
}

/* ---- stores ---- */

void rq_lint_utm_markup_type(struct rq_lint_file *f)
{
    static const char *const labels[] = {"MarkUp", "MarkDown"};
    for (size_t i = 0; i < 2; i++)
        if (!rq_lint_field(f->at, labels[i]))
            rq_lint_tell(f, labels[i], "it is not there");
}

void rq_lint_utm_flag_none(struct rq_lint_file *f)
{
    if ((rq_lint_number(f->at, "BuySellFlag", 0) & 3) == 0)
        rq_lint_tell(f, "BuySellFlag", "the store neither buys nor sells");
}

/* An order that somebody made: not all at one place. */
void rq_lint_utm_sort_order(struct rq_lint_file *f)
{
    uint32_t count;
    const struct rq_gff_struct *items = rq_lint_list(f->at, "ItemList", &count);
    for (uint32_t i = 0; i < count; i++) {
        if (rq_lint_number(&items[i], "Repos_PosX", 0) ||
            rq_lint_number(&items[i], "Repos_PosY", 0) ||
            rq_lint_number(&items[i], "Repos_Posy", 0)) {
            rq_lint_tell(f, "ItemList", "places that the engine does not read");
            return;
        }
    }
}

/* In a saved game the items stand there whole. */
void rq_lint_utm_inventory_res(struct rq_lint_file *f)
{
    uint32_t count;
    const struct rq_gff_struct *items = rq_lint_list(f->at, "ItemList", &count);
    for (uint32_t i = 0; !f->path_size && i < count; i++)
        if (!rq_lint_text(&items[i], "InventoryRes").size)
            rq_lint_tell_element(f, "ItemList", i, "InventoryRes", "no item is named");
}

static bool is_plot_item(const struct rq_lint_file *f, struct rq_bytes name)
{
    char file[40];
    snprintf(file, sizeof file, "%.*s.uti", (int)(name.size < 32 ? name.size : 32),
             name.size ? (const char *)name.data : "");
    struct rq_doc *doc = name.size ? rq_lint_read(f, file) : NULL;
    const struct rq_gff_struct *item = rq_lint_root(doc, "UTI");
    bool is = item && rq_lint_number(item, "Plot", 0);
    rq_doc_free(doc);
    return is;
}

/* Each item is read: of a damaged list that names one large file over and over not all. */
void rq_lint_utm_plot_stock(struct rq_lint_file *f)
{
    enum { MOST = 2000 };
    uint32_t count;
    const struct rq_gff_struct *items = rq_lint_list(f->at, "ItemList", &count);
    for (uint32_t i = 0; f->version == 1 && i < count && i < MOST; i++) {
        bool is_plot = rq_lint_number(&items[i], "Plot", 0) ||
                       is_plot_item(f, rq_lint_text(&items[i], "InventoryRes"));
        if (is_plot)
            rq_lint_tell_element(f, "ItemList", i, "InventoryRes", "a plot item");
    }
}
