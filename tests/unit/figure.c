/* Which files a creature is put together from: the letter of the body, the number of its texture, of weapons and the head. The
 * rules are those of docs/models.md; every table and model is laid down here. A model that is not there is told by name. */
#include "game/figure.h"
#include "core/file.h"
#include "core/text.h"
#include "support/check.h"

#include <reliquary/gff.h>
#include <reliquary/mdl_ascii.h>
#include <stdio.h>

/* ---- files ---- */

enum { MOST_FILES = 24 };

struct files {
    struct {
        char name[64];
        struct rq_out bytes;
    } files[MOST_FILES];
    size_t count;
};

static bool get(void *ctx, const char *name, struct rq_bytes *bytes)
{
    const struct files *f = ctx;
    for (size_t i = f->count; i-- > 0;)
        if (rq_casecmp(f->files[i].name, name) == 0) {
            *bytes = rq_out_bytes(&f->files[i].bytes);
            return true;
        }
    return false;
}

static struct rq_out *add(struct files *f, const char *name)
{
    CHECK(f->count < MOST_FILES);
    snprintf(f->files[f->count].name, sizeof f->files[0].name, "%s", name);
    f->files[f->count].bytes = (struct rq_out){0};
    return &f->files[f->count++].bytes;
}

static void add_text(struct files *f, const char *name, const char *text)
{
    rq_put_str(add(f, name), text);
}

/* A model with the hooks of weapons and a head, and a triangle with a texture. */
static void add_model(struct files *f, const char *name)
{
    static const char body[] =
        "newmodel m\nsetsupermodel m NULL\nbeginmodelgeom m\nnode dummy m\n parent NULL\nendnode\n"
        "node dummy rhand\n parent m\nendnode\nnode dummy lhand\n parent m\nendnode\n"
        "node dummy headhook\n parent m\nendnode\n"
        "node trimesh skin\n parent m\n bitmap own\n verts 3\n 0 0 0\n 1 0 0\n 0 1 0\n"
        " tverts 3\n 0 0 0\n 1 0 0\n 0 1 0\n faces 1\n 0 1 2 1 0 1 2 1\nendnode\n"
        "endmodelgeom m\ndonemodel m\n";
    struct rq_error err = {0};
    char file[64];
    struct rq_doc *doc =
        rq_mdl_from_ascii((struct rq_bytes){(const uint8_t *)body, sizeof body - 1}, NULL, &err);
    CHECK_STR(err.text, "");
    snprintf(file, sizeof file, "%s.mdl", name);
    CHECK(doc && rq_doc_write(doc, add(f, file), &err));
    snprintf(file, sizeof file, "%s.mdx", name);
    CHECK(doc && rq_doc_write_companion(doc, add(f, file), &err));
    rq_doc_free(doc);
}

static void add_item(struct files *f, const char *name, const char *label, int64_t value)
{
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, NULL);
    struct rq_gff *gff = rq_doc_root(doc, "gff");
    memcpy(gff->type, "UTI ", 4);
    CHECK(rq_gff_add_int(doc, gff->root, "BaseItem", 0, NULL));
    if (label)
        CHECK(rq_gff_add_int(doc, gff->root, label, value, NULL));
    CHECK(rq_doc_write(doc, add(f, name), NULL));
    rq_doc_free(doc);
}

static void free_files(struct files *f)
{
    for (size_t i = 0; i < f->count; i++)
        rq_out_free(&f->files[i].bytes);
    f->count = 0;
}

/* ---- a creature ---- */

static struct rq_doc *new_creature(void)
{
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, NULL);
    struct rq_gff *gff = rq_doc_root(doc, "gff");
    memcpy(gff->type, "UTC ", 4);
    CHECK(rq_gff_add_word(doc, gff->root, "Appearance_Type", 0, NULL));
    CHECK(rq_gff_add_list(doc, gff->root, "Equip_ItemList", NULL));
    return doc;
}

static void wear(struct rq_doc *doc, uint32_t slot, const char *item)
{
    struct rq_gff *gff = rq_doc_root(doc, "gff");
    struct rq_gff_struct *s = NULL;
    CHECK(rq_gff_add_struct(doc, gff->root, "Equip_ItemList/-", slot, &s, NULL));
    CHECK(rq_gff_add_resref(doc, s, "EquippedRes", item, NULL));
}

/* What comes of it: "! ERROR", or names of textures, then what is not there. */
static void check_figure(const struct rq_doc *doc, struct files *f, const char *expected)
{
    struct rq_arena arena = {0};
    struct rq_error err = {0};
    struct rq_missing missing = {.names = ""};
    struct rq_env env = {.get = get, .ctx = f};
    struct rq_view view = {.arena = &arena, .env = &env, .err = &err, .missing = &missing};
    struct rq_scene scene = {0};
    struct rq_out out = {0};
    if (rq_figure_scene(doc, &view, &scene)) {
        for (uint32_t i = 0; i < scene.texture_count; i++)
            rq_putf(&out, "%s ", scene.textures[i].name);
        rq_putf(&out, "- %s", missing.names);
    } else {
        rq_putf(&out, "! %s", err.text);
    }
    rq_put8(&out, 0);
    CHECK_STR((const char *)out.data, expected);
    rq_out_free(&out);
    rq_arena_free(&arena);
}

/* ---- tests ---- */

/* The letter of the column: bodyvar is one, or its number from 1 to 10. */
static void test_letters(void)
{
    static const struct {
        const char *bodyvar, *told;
    } cases[] = {{"1", "a"},   {"2", "b"},  {"9", "i"}, {"10", "j"}, {"11", "j"},  {"99", "j"},
                 {"100", "j"}, {"0", "a"},  {"a", "a"}, {"C", "c"},  {"z", "z"},   {"bb", "a"},
                 {"-2", "a"},  {"3x", "c"}, {"{", "a"}, {"`", "a"},  {"****", "a"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct files f = {.count = 0};
        struct rq_out *table = add(&f, "appearance.2da");
        char text[100], expected[100];
        rq_put_str(table, "2DA V2.0\n\n modeltype");
        for (char c = 'a'; c <= 'z'; c++)
            rq_putf(table, " model%c", c);
        rq_put_str(table, "\n0 B");
        for (char c = 'a'; c <= 'z'; c++)
            rq_putf(table, " body_%c", c);
        rq_put_str(table, "\n");
        snprintf(text, sizeof text, "2DA V2.0\n\n bodyvar\n0 %s\n", cases[i].bodyvar);
        add_text(&f, "baseitems.2da", text);
        add_item(&f, "armour.uti", NULL, 0);
        struct rq_doc *doc = new_creature();
        wear(doc, 1, "other");
        wear(doc, 2, "armour");
        wear(doc, 2, "second"); /* the first counts */
        check_note("%s", cases[i].bodyvar);
        snprintf(expected, sizeof expected, "! the body body_%s.mdl is not there", cases[i].told);
        check_figure(doc, &f, expected);
        rq_doc_free(doc);
        free_files(&f);
    }
}

#define TABLE(texa, head)                                                                          \
    "2DA V2.0\n\n modeltype modela texa normalhead\n0 B body " texa " " head "\n"

/* A picture of one pixel, as Truevision has it. */
static void add_picture(struct files *f, const char *name)
{
    static const uint8_t tga[] = {0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 24, 0, 1, 2, 3};
    rq_put(add(f, name), tga, sizeof tga);
}

/* The texture's number is that of the armour, from 1 to 99; without it the first, and without that the name alone. */
static void test_textures(void)
{
    static const struct {
        int64_t variation;
        const char *file, *shown;
    } cases[] = {{1, "skin01.tga", "skin01 - "},         {5, "skin05.tga", "skin05 - "},
                 {99, "skin99.tga", "skin99 - "},        {100, "skin99.tga", "skin99 - "},
                 {0, "skin01.tga", "skin01 - "},         {-3, "skin01.tga", "skin01 - "},
                 {5, "skin01.tga", "skin01 - "},         {5, "skin.tga", "skin - "},
                 {5, "skin06.tga", "- skin01 (texture)"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct files f = {.count = 0};
        struct rq_doc *doc = new_creature();
        add_text(&f, "appearance.2da", TABLE("skin", "****"));
        add_text(&f, "baseitems.2da", "2DA V2.0\n\n bodyvar\n0 a\n");
        add_item(&f, "armour.uti", "TextureVar", cases[i].variation);
        add_model(&f, "body");
        add_picture(&f, cases[i].file);
        wear(doc, 2, "armour");
        check_note("%d, %s", (int)cases[i].variation, cases[i].file);
        check_figure(doc, &f, cases[i].shown);
        rq_doc_free(doc);
        free_files(&f);
    }
}

/* "w_x_001": the number of a weapon is 1 to 255; each hand has a slot of its own. */
static void test_weapons(void)
{
    static const struct {
        uint32_t slot;
        int64_t variation;
        const char *missing;
    } cases[] = {{0x10, 1, "own - w_x_001.mdl"},
                 {0x20, 7, "own - w_x_007.mdl"},
                 {0x10, 255, "own - w_x_255.mdl"},
                 {0x10, 256, "own - w_x_255.mdl"},
                 {0x10, 0, "own - w_x_001.mdl"},
                 {0x10, -1, "own - w_x_001.mdl"},
                 {0x40, 7, "own - "}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct files f = {.count = 0};
        struct rq_doc *doc = new_creature();
        add_text(&f, "appearance.2da", TABLE("****", "****"));
        add_text(&f, "baseitems.2da", "2DA V2.0\n\n itemclass\n0 w_x\n");
        add_item(&f, "blade.uti", "ModelVariation", cases[i].variation);
        add_model(&f, "body");
        add_picture(&f, "own.tga");
        wear(doc, cases[i].slot, "blade");
        check_note("0x%x %d", cases[i].slot, (int)cases[i].variation);
        check_figure(doc, &f, cases[i].missing);
        rq_doc_free(doc);
        free_files(&f);
    }
}

/* normalhead is a row of heads.2da, of six digits at most; what is no number has no head. */
static void test_heads(void)
{
    static const struct {
        const char *head, *missing;
    } cases[] = {{"0", "own - h_zero.mdl"},
                 {"1", "own - h_one.mdl"},
                 {"2", "own - "},
                 {"3", "own - "},
                 {"000001", "own - h_one.mdl"},
                 {"0000001", "own - "},
                 {"1x", "own - "},
                 {"****", "own - "},
                 {"-1", "own - "}};
    for (int heads = 0; heads < 2; heads++)
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            struct files f = {.count = 0};
            struct rq_doc *doc = new_creature();
            char text[200];
            bool row = strspn(cases[i].head, "0123456789") == strlen(cases[i].head) &&
                       strlen(cases[i].head) < 7;
            snprintf(text, sizeof text, TABLE("****", "%s"), cases[i].head);
            add_text(&f, "appearance.2da", text);
            add_text(&f, "baseitems.2da", "2DA V2.0\n\n itemclass\n0 w_x\n");
            if (heads)
                add_text(&f, "heads.2da", "2DA V2.0\n\n head\n0 h_zero\n1 h_one\n2 ****\n");
            add_model(&f, "body");
            add_picture(&f, "own.tga");
            check_note("%s, %d", cases[i].head, heads);
            check_figure(doc, &f, heads ? cases[i].missing : row ? "own - heads.2da" : "own - ");
            rq_doc_free(doc);
            free_files(&f);
        }
}

/* Items, and the table that says what they are, may be missing: the figure is shown without them. */
static void test_missing(void)
{
    struct files f = {.count = 0};
    struct rq_doc *doc = new_creature();
    add_text(&f, "appearance.2da", TABLE("****", "****"));
    add_model(&f, "body");
    add_picture(&f, "own.tga");
    check_figure(doc, &f, "own - ");
    wear(doc, 0x10, "blade");
    check_figure(doc, &f, "own - baseitems.2da, blade.uti");
    add_text(&f, "baseitems.2da", "2DA V2.0\n\n itemclass\n0 w_x\n");
    check_figure(doc, &f, "own - blade.uti");
    wear(doc, 2, "armour_of_sixtee");
    check_figure(doc, &f, "own - armour_of_sixtee.uti, blade.uti");
    rq_doc_free(doc);
    free_files(&f);
}

TESTS(test_letters, test_textures, test_weapons, test_heads, test_missing)
