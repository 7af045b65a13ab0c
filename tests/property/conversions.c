/* Every resource of the demo's games as every open file that it can become, with each option, and the way back; and figures
 * and areas of KotOR with tables that have every kind of row. Names, what is lost, messages and bytes are held to
 * tests/contract/conversions.txt, a line for each game and question (see said.h). What another library packs has
 * lines of its own. */
#include "edits.h"
#include "game/converters/converter.h"
#include "game/figure.h"
#include "scenes.h"

#include <reliquary/game.h>
#include <reliquary/gff.h>

static struct rq_game *game;

static void tell_error(struct said *s, bool fine, const struct rq_error *err)
{
    said(s, "%d %d %s: %s", fine, (int)err->code, err->where, err->text);
}

/* ---- files that are made ---- */

/* plain: names, and bytes that nobody packs; packed: the others. */
struct making {
    struct said *plain, *packed;
    const char *name; /* of the resource */
    struct rq_doc *doc;
    bool back; /* each file is imported and put, too */
    size_t count;
};

static bool packs(const char *name)
{
    return rq_word_in("png gif glb", rq_path_extension(name), strlen(rq_path_extension(name)));
}

static void tell_bytes(struct making *m, const char *name, struct rq_bytes bytes)
{
    enum { LARGE = 1 << 18 };
    struct said *s = packs(name) ? m->packed : m->plain;
    said(s, "%s %zu", name, bytes.size);
    s->hash = mix(s->hash, bytes.data, bytes.size < LARGE ? bytes.size : LARGE);
}

/* The file instead of the document, and in it. */
static void tell_back(struct making *m, const char *name, struct rq_bytes bytes)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_options options = {
        .name = m->name, .env = rq_game_env(game), .format = rq_doc_format(m->doc)};
    struct rq_doc *doc = rq_doc_import(bytes, options.format, &options, &err);
    tell_error(m->plain, doc != NULL, &err);
    if (doc && rq_doc_write(doc, &out, &err))
        m->plain->hash = mix(m->plain->hash, out.data, out.size);
    rq_doc_free(doc);
    rq_out_free(&out);
    struct rq_resource found = {0};
    err = (struct rq_error){0};
    doc = rq_game_find(game, m->name, &found) ? rq_game_read(game, &found, NULL, &err) : NULL;
    if (!doc)
        return;
    bool fine = rq_doc_settle(doc, &err) && rq_doc_put_file(doc, rq_path_base(name), bytes, &err) &&
                rq_doc_write(doc, &out, &err);
    tell_error(m->plain, fine, &err);
    m->plain->hash = mix(m->plain->hash, out.data, fine ? out.size : 0);
    rq_out_free(&out);
    err = (struct rq_error){0};
    tell_error(m->plain, rq_doc_remove_file(doc, rq_path_base(name), &err), &err);
    rq_doc_free(doc);
}

static bool take_made(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    struct making *m = ctx;
    (void)err;
    said(m->plain, "%s", name);
    tell_bytes(m, name, bytes);
    if (m->back && m->count++ < 3 && bytes.size < 100000)
        tell_back(m, name, bytes);
    return true;
}

static void tell_lost(void *ctx, const struct rq_finding *f)
{
    said(ctx, "lost %d %s %s %s", (int)f->severity, f->id, f->where, f->text);
}

static bool is_wanted(void *ctx, const char *name)
{
    (void)ctx;
    return strlen(name) % 2;
}

/* Each kind that it becomes; which options are set, the number of the resource tells. */
static void tell_kinds(struct making *m, size_t number)
{
    char kinds[RQ_KINDS_SIZE], kind[32];
    rq_format_kinds(rq_doc_format(m->doc), RQ_WAY_CONVERT, kinds);
    said(m->plain, "%s becomes %s", m->name, kinds);
    for (const char *p = kinds; *p; number++) {
        size_t size = strcspn(p, " ");
        struct rq_error err = {0};
        snprintf(kind, sizeof kind, "%.*s", (int)size, p);
        p += size + (p[size] == ' ');
        struct rq_convert_options options = {.to = kind,
                                             .name = m->name,
                                             .env = rq_game_env(game),
                                             .full_names = number % 3 == 0,
                                             .all_levels = number % 2,
                                             .text_names = number % 2,
                                             .no_markers = number % 4 == 0,
                                             .dialect = number % 5 == 4 ? "pykotor" : NULL,
                                             .lightmaps = number % 3 == 1   ? "baked"
                                                          : number % 3 == 2 ? "none"
                                                                            : NULL,
                                             .lost = tell_lost,
                                             .lost_ctx = m->plain,
                                             .wanted = number % 7 == 6 ? is_wanted : NULL};
        m->count = 0;
        m->back = true;
        bool fine = rq_doc_convert(m->doc, &options, take_made, m, &err);
        tell_error(m->plain, fine, &err);
    }
}

/* Takes so many files and no more. */
static bool stop(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    size_t *left = ctx;
    (void)bytes;
    return (*left)-- > 0 || rq_fail(err, RQ_IO, 0, name, "nobody takes it");
}

/* Who does not take a file ends the conversion: the error is the taker's. */
static void tell_stopped(struct making *m, struct rq_convert_options options)
{
    char kinds[RQ_KINDS_SIZE], kind[32];
    rq_format_kinds(rq_doc_format(m->doc), RQ_WAY_CONVERT, kinds);
    for (const char *p = kinds; *p;) {
        size_t size = strcspn(p, " ");
        snprintf(kind, sizeof kind, "%.*s", (int)size, p);
        p += size + (p[size] == ' ');
        options.to = kind;
        for (size_t i = 0; i < 2; i++) {
            size_t left = i;
            struct rq_error err = {0};
            tell_error(m->plain, rq_doc_convert(m->doc, &options, stop, &left, &err), &err);
            left = i;
            err = (struct rq_error){0};
            if (p == kinds + size)
                tell_error(m->plain, rq_doc_parts(m->doc, &options, stop, &left, &err), &err);
        }
    }
}

static void tell_resource(struct making *m, const struct rq_resource *r)
{
    static const char *const strange[] = {"nothing", "png", "json", "wav", "csv", "glb", "xml"};
    struct rq_error err = {0};
    m->doc = rq_game_read(game, r, NULL, &err);
    m->name = r->name;
    if (!m->doc)
        return;
    tell_kinds(m, r->at);
    struct rq_convert_options options = {.name = r->name, .env = rq_game_env(game)};
    m->back = false;
    tell_stopped(m, options);
    tell_error(m->plain, rq_doc_parts(m->doc, &options, take_made, m, &err), &err);
    err = (struct rq_error){0};
    options.to = strange[r->at % 7];
    tell_error(m->plain, rq_doc_convert(m->doc, &options, take_made, m, &err), &err);
    err = (struct rq_error){0};
    options.dialect = r->at % 2 ? "xoreos" : "other";
    options.to = r->at % 3 ? "xml" : "csv";
    tell_error(m->plain, rq_doc_convert(m->doc, &options, take_made, m, &err), &err);
    rq_doc_free(m->doc);
}

/* Names that were given twice are converted once; the ground of Redguard is in worlds.c. */
static void tell_game(struct said *plain, struct said *packed)
{
    struct rq_resource r = {0};
    struct making making = {.plain = plain, .packed = packed};
    for (size_t i = 1; rq_game_at(game, i, &r); i++)
        if (r.rank == 0 && strcmp(r.name, "ISLAND.WLD") != 0 && strcmp(r.name, "ISLAND.RGM") != 0)
            tell_resource(&making, &r);
}

/* ---- figures ---- */

/* Tables with rows of every kind: people with and without heads, bodies by letters, races, models and
 * textures that are not there. */
static const struct {
    const char *name, *text;
} tables[] = {
    {"appearance.2da",
     "2DA V2.0\n\n"
     " label modeltype race racetex modela texa modelb texb modelj texj normalhead\n"
     "0 person B **** **** demo_guard demo_guard demo_scout demo_scout demo_droid **** 0\n"
     "1 bald b **** **** demo_guard demo_lamp demo_scout demo_none **** **** ****\n"
     "2 odd B **** **** demo_guard **** demo_scout **** demo_droid demo_crest 1x\n"
     "3 far B **** **** demo_guard **** **** **** **** **** 1234567\n"
     "4 droid F demo_droid demo_stone **** **** **** **** **** **** 0\n"
     "5 race L **** demo_stone demo_scout demo_stone **** **** **** **** ****\n"
     "6 none S **** **** **** **** **** **** **** **** ****\n"
     "7 lost F demo_lost **** **** **** **** **** **** **** ****\n"
     "8 second B **** **** demo_guard **** **** **** **** **** 1\n"
     "9 third B **** **** demo_guard **** **** **** **** **** 9\n"
     "10 long F a_name_that_is_much_too_long_for_the_cell_of_a_model **** **** **** **** **** **** **** ****\n"},
    {"baseitems.2da",
     "2DA V2.0\n\n label itemclass bodyvar\n0 sword demo_saber ****\n1 armour **** b\n"
     "2 ten **** 10\n3 more **** 12\n4 zero **** 0\n5 two **** 2\n6 word **** bb\n7 w demo_lamp J\n"},
    {"heads.2da", "2DA V2.0\n\n label head\n0 a demo_head\n1 b ****\n"},
    {"placeables.2da", "2DA V2.0\n\n label modelname\n0 a demo_table\n1 b ****\n2 c demo_lost\n"},
    {"genericdoors.2da", "2DA V2.0\n\n label modelname\n0 a demo_door\n1 b demo_lamp\n"},
};
enum { TABLES = sizeof tables / sizeof tables[0] };

static size_t without; /* the table that is not there */
static struct rq_out items[8];

/* Items are item0.uti to item7.uti. */
static bool get_figure(void *ctx, const char *name, struct rq_bytes *bytes)
{
    const struct rq_env *below = rq_game_env(game);
    (void)ctx;
    for (size_t i = 0; i < TABLES; i++)
        if (rq_casecmp(name, tables[i].name) == 0) {
            *bytes = (struct rq_bytes){(const uint8_t *)tables[i].text, strlen(tables[i].text)};
            return i != without;
        }
    if (strncmp(name, "item", 4) == 0 && name[4] >= '0' && name[4] < '8') {
        *bytes = rq_out_bytes(&items[name[4] - '0']);
        return true;
    }
    return below->get(below->ctx, name, bytes);
}

static struct rq_doc *new_gff(const char *type)
{
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, NULL);
    struct rq_gff *gff = doc ? rq_doc_root(doc, "gff") : NULL;
    if (gff)
        memcpy(gff->type, type, 4);
    return CHECK(gff) ? doc : NULL;
}

static struct rq_gff_struct *root_of(struct rq_doc *doc)
{
    return ((struct rq_gff *)rq_doc_root(doc, "gff"))->root;
}

static void make_items(void)
{
    static const int variations[] = {1, 2, 0, -1, 99, 100, 255, 256};
    for (int i = 0; i < 8; i++) {
        struct rq_doc *doc = new_gff("UTI ");
        if (!doc)
            return;
        rq_gff_add_int(doc, root_of(doc), "BaseItem", i == 3 ? -1 : i, NULL);
        if (i != 5)
            rq_gff_add_int(doc, root_of(doc), "TextureVar", variations[i], NULL);
        if (i != 6)
            rq_gff_add_int(doc, root_of(doc), "ModelVariation", variations[i], NULL);
        CHECK(rq_doc_write(doc, &items[i], NULL));
        rq_doc_free(doc);
    }
}

static void tell_figure(struct said *s, const struct rq_doc *doc, const struct rq_env *env)
{
    struct rq_arena arena = {0};
    struct rq_error err = {0};
    struct rq_scene scene = {0};
    struct rq_missing missing = {.names = ""};
    struct rq_view view = {
        .name = "figure", .arena = &arena, .env = env, .err = &err, .missing = &missing};
    bool fine = rq_figure_scene(doc, &view, &scene);
    if (fine)
        tell_scene(s, &scene);
    tell_error(s, fine, &err);
    said(s, "without %s", missing.names);
    rq_arena_free(&arena);
}

static void equip(struct rq_doc *doc, uint32_t slot, unsigned item)
{
    struct rq_gff_struct *in = NULL;
    char name[8];
    snprintf(name, sizeof name, item < 9 ? "item%u" : "", item);
    if (CHECK(rq_gff_add_struct(doc, root_of(doc), "Equip_ItemList/-", slot, &in, NULL)))
        rq_gff_add_resref(doc, in, "EquippedRes", name, NULL);
}

static void tell_figures(struct said *s, struct said *unused)
{
    static const char *const kinds[][2] = {{"UTC ", "Appearance_Type"},
                                           {"UTP ", "Appearance"},
                                           {"UTD ", "GenericType"},
                                           {"UTI ", "x"}};
    struct rq_env env = {get_figure, NULL, NULL};
    (void)unused;
    make_items();
    for (unsigned i = 0; i < 170; i++) {
        const char *const *kind = kinds[i < 130 ? 0 : i % 4];
        struct rq_doc *doc = new_gff(kind[0]);
        if (!doc)
            return;
        without = i >= 120 && i < 130 ? i % 5 : TABLES;
        if (i % 40 != 39)
            rq_gff_add_int(doc, root_of(doc), kind[1], i < 130 ? (int)i % 12 : (int)(i % 5) - 1,
                           NULL);
        if (i % 6)
            rq_gff_add_list(doc, root_of(doc), "Equip_ItemList", NULL);
        if (i % 6 && i % 3)
            equip(doc, 0x2, i / 12);
        if (i % 6 && i % 4)
            equip(doc, 0x10, i % 10);
        if (i % 6 > 3)
            equip(doc, 0x20, i / 5 % 10);
        said(s, "figure %u", i);
        tell_figure(s, doc, &env);
        rq_doc_free(doc);
    }
    for (unsigned i = 0; i < 2 * TABLES;
         i++) { /* a person, with and without armour, without each table */
        struct rq_doc *doc = new_gff("UTC ");
        if (!doc)
            return;
        without = i / 2;
        rq_gff_add_int(doc, root_of(doc), "Appearance_Type", 0, NULL);
        rq_gff_add_list(doc, root_of(doc), "Equip_ItemList", NULL);
        if (i % 2)
            equip(doc, 0x2, 1);
        said(s, "without %s", tables[without].name);
        tell_figure(s, doc, &env);
        rq_doc_free(doc);
    }
    for (size_t i = 0; i < 8; i++)
        rq_out_free(&items[i]);
}

/* ---- areas ---- */

/* The area with lines of its layout changed, and with other values in its GIT. */
static void tell_area(struct said *s, struct rq_bytes lyt, const struct rq_env *env)
{
    struct rq_arena arena = {0};
    struct rq_error err = {0};
    struct rq_scene scene = {0};
    struct rq_missing missing = {.names = ""};
    struct rq_view view = {
        .name = "demo01", .arena = &arena, .env = env, .err = &err, .missing = &missing};
    struct rq_options options = {.name = "demo01.lyt", .format = rq_format_by_name("lyt")};
    struct rq_doc *doc = rq_doc_read(lyt, &options, &err);
    bool fine = doc && rq_area_scene(doc, &view, &scene);
    if (fine)
        tell_scene(s, &scene);
    tell_error(s, fine, &err);
    said(s, "without %s", missing.names);
    rq_doc_free(doc);
    rq_arena_free(&arena);
}

static void tell_git(struct said *s, const struct rq_env *env, struct overlay *overlay,
                     struct rq_bytes lyt)
{
    struct rq_bytes file;
    struct rq_out json = {0}, places = {0};
    struct rq_options options = {.name = "demo01.git", .format = rq_format_by_name("gff")};
    REQUIRE(env->get(env->ctx, "demo01.git", &file));
    struct rq_doc *doc = rq_doc_read(file, &options, NULL);
    REQUIRE(doc && rq_doc_to_json(doc, &json, NULL));
    rq_doc_free(doc);
    rq_put8(&json, 0);
    collect(&places, edit_blank((const char *)json.data));
    size_t count = places.size / sizeof(struct edit_place) * EDITS, done = 0;
    for (size_t at = 0; at < count && done < 100; at += doc ? count / 100 : 5) {
        struct rq_out text = {0}, edited = {0};
        struct edit_place place;
        memcpy(&place, places.data + at / EDITS * sizeof place, sizeof place);
        put_edited(&text, (const char *)json.data, place, at % EDITS);
        doc = rq_doc_from_json((struct rq_bytes){text.data, text.size - 1}, &options, NULL);
        if (doc && CHECK(rq_doc_write(doc, &edited, NULL))) {
            *overlay = (struct overlay){overlay->below, "demo01.git", rq_out_bytes(&edited), false};
            tell_area(s, lyt, env);
            done++;
        }
        rq_doc_free(doc);
        rq_out_free(&text);
        rq_out_free(&edited);
    }
    overlay->name = NULL;
    rq_out_free(&json);
    rq_out_free(&places);
}

static void tell_areas(struct said *s, struct said *unused)
{
    static const char *const gone[] = {"demo01.git", "demo01_hall.mdl", "demo01.are", "guard.utc",
                                       "demo_guard.mdl"};
    struct rq_env figures = {get_figure, NULL, NULL};
    struct overlay overlay = {.below = &figures};
    struct rq_env env = {overlay_get, &overlay, NULL};
    struct rq_bytes lyt;
    (void)unused;
    without = TABLES;
    REQUIRE(env.get(env.ctx, "demo01.lyt", &lyt));
    for (size_t i = 0; i < 6; i++) {
        overlay = (struct overlay){&figures, i < 5 ? gone[i] : NULL, {0}, true};
        tell_area(s, lyt, &env);
    }
    for (size_t cut = 0; cut < lyt.size; cut += 23) {
        struct rq_out text = {0};
        rq_put(&text, lyt.data, cut);
        rq_put_str(&text, "9");
        rq_put(&text, lyt.data + cut, lyt.size - cut);
        tell_area(s, rq_out_bytes(&text), &env);
        rq_out_free(&text);
    }
    tell_git(s, &env, &overlay, lyt);
}

/* ---- names of parts ---- */

static const char *const part_names[] = {
    "",     "a",    "A",    "a.",   "a ",   ".a",   " a",  "a.b", "com1",     "COM1",   "nul.txt",
    "aux.", "a/b",  "a\\b", "a:b",  "?cut", "*",    "<>|", "%41", "a%",       "a%4",    "a%4g",
    "%00",  "%7f",  "\x01", "\x1f", " ",    "\x7f", "a_b", "_",   "\xC3\xA4", "lpt9.x", "con",
    "Dm01", "DM01", "%0a",  "..",   "a..",  "a b.", "%2F", "%af", "%AF",      "a\"b",   "0:9"};
enum { PART_NAMES = sizeof part_names / sizeof part_names[0] };

/* As names of files, and back. */
static void tell_names(struct said *s, struct said *unused)
{
    struct rq_part_name names[PART_NAMES] = {0};
    struct rq_arena arena = {0};
    (void)unused;
    for (size_t i = 0; i < PART_NAMES; i++)
        names[i].name = part_names[i];
    for (size_t count = 0; count <= PART_NAMES; count += PART_NAMES) {
        CHECK(rq_part_names_compare(&arena, names, count));
        for (size_t i = 0; i < 2 * PART_NAMES; i++) {
            struct rq_out out = {0};
            char back[64];
            rq_part_name_put(&out, &names[i / 2], i % 2);
            snprintf(back, sizeof back, "%.*s", (int)out.size,
                     out.size ? (const char *)out.data : "");
            said(s, "%s: %s", names[i / 2].name, back);
            rq_part_name_take(back);
            CHECK_STR(back, names[i / 2].name);
            snprintf(back, sizeof back, "%s", names[i / 2].name);
            rq_part_name_take(back);
            said(s, "%s", back);
            rq_out_free(&out);
        }
    }
    rq_arena_free(&arena);
}

/* ---- all of it ---- */

static bool is_packed(const char *line, size_t size)
{
    return size > 7 && strncmp(line + size - 7, "packed", 6) == 0;
}

static void tell(const char *folder, const char *name,
                 void (*fn)(struct said *plain, struct said *packed), struct rq_out *lines)
{
    struct rq_error err = {0};
    char *path = rq_path_join(getenv("RQ_DEMO_DIR"), folder), file[64];
    game = path ? rq_game_open(path, NULL, &err) : NULL;
    free(path);
    REQUIRE(game != NULL);
    check_note("%s: %s", folder, name);
    snprintf(file, sizeof file, "%s-%s", folder, name);
    struct said plain = {hash_of("", 0), said_file(file)}, packed = {hash_of("", 0), NULL};
    fn(&plain, &packed);
    if (plain.show)
        fclose(plain.show);
    rq_putf(lines, "%016llx %s: %s\n", (unsigned long long)plain.hash, folder, name);
    rq_putf(lines, "%016llx %s: %s, packed\n", (unsigned long long)packed.hash, folder, name);
    rq_game_close(game);
}

static void test_conversions(void)
{
    struct rq_out lines = {0};
    if (!getenv("RQ_DEMO_DIR"))
        SKIP("RQ_DEMO_DIR names no folder");
    tell("kotor", "files", tell_game, &lines);
    tell("redguard", "files", tell_game, &lines);
    tell("kotor", "figures", tell_figures, &lines);
    tell("kotor", "areas", tell_areas, &lines);
    tell("kotor", "names", tell_names, &lines);
    said_compare("conversions", &lines, is_packed);
    rq_out_free(&lines);
}

TESTS(test_conversions)
