/* The KotOR half of the demo: archives, laid down from the description of the format, and
 * the folders of an installation. */
#include "demo/demo.h"

#include "formats/restype.h"

#include <stdio.h>

/* ---- archives ---- */

/* What was appended to data since the last entry is the resource. */
bool demo_add_entry(struct demo_archive *a, const char *name)
{
    size_t start = a->count ? a->ends[a->count - 1] : 0;
    if (a->count == DEMO_ENTRIES || a->data.failed)
        return rq_fail(&a->d->err, a->data.failed ? a->data.failed : RQ_LIMIT, 0, name,
                       "does not fit the archive");
    snprintf(a->names[a->count], sizeof a->names[0], "%s", name);
    a->ends[a->count++] = a->data.size;
    demo_count_inside(a->d, name, (struct rq_bytes){a->data.data + start, a->data.size - start});
    return true;
}

static bool add_resource(struct demo_archive *a, const struct demo_resource *r, unsigned number)
{
    char name[40];
    int plain = (int)strcspn(r->name, "%");
    snprintf(name, sizeof name, "%s", r->name);
    if (r->name[plain])
        snprintf(name, sizeof name, "%.*s%02u%s", plain, r->name, number + 1, r->name + plain + 4);
    return r->make(number, &a->data, &a->d->err) && demo_add_entry(a, name);
}

static bool add_texture(struct demo_archive *a, size_t index, unsigned number)
{
    char name[40];
    snprintf(name, sizeof name, "%s.tpc", demo_texture_name(index));
    return demo_texture(index, number * 31, &a->data) && demo_add_entry(a, name);
}

static void put_descriptions(struct rq_out *out, const char *const *texts, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        rq_put32(out, i * 2);
        rq_put32(out, (uint32_t)strlen(texts[i]));
        rq_put(out, texts[i], strlen(texts[i]));
    }
}

/* Header, descriptions, keys, places, data; without descriptions their offset is 160. */
void demo_put_archive(struct rq_out *out, const struct demo_archive *a, const char *type,
                      const char *const *texts, uint32_t text_count)
{
    struct rq_out list = {0};
    put_descriptions(&list, texts, text_count);
    size_t keys = 160 + list.size, places = keys + a->count * 24, data = places + a->count * 8;
    rq_put(out, type, 4);
    rq_put(out, "V1.0", 4);
    rq_put32(out, text_count);
    rq_put_size(out, list.size);
    rq_put_size(out, a->count);
    rq_put32(out, 160);
    rq_put_size(out, keys);
    rq_put_size(out, places);
    rq_put32(out, 126); /* built on the first of January 2026 */
    rq_put32(out, 0);
    rq_put32(out, UINT32_MAX);
    rq_put_zeros(out, 116);
    rq_put(out, list.data, list.size);
    for (size_t i = 0; i < a->count; i++) {
        const char *name = a->names[i], *dot = strrchr(name, '.');
        size_t length = (size_t)(dot - name);
        uint32_t id = 0;
        rq_restype_id(dot + 1, &id);
        rq_put(out, name, length);
        rq_put_zeros(out, 16 - length);
        rq_put32(out, (uint32_t)i);
        rq_put16(out, (uint16_t)id);
        rq_put16(out, 0);
    }
    for (size_t i = 0, at = 0; i < a->count; at = a->ends[i++]) {
        rq_put_size(out, data + at);
        rq_put_size(out, a->ends[i] - at);
    }
    rq_put(out, a->data.data, a->data.size);
    rq_out_free(&list);
}

/* ---- an installation ---- */

static bool save_module(struct demo *d, unsigned number)
{
    struct demo_archive a = {.d = d};
    struct rq_out out = {0};
    char path[80];
    bool fine = true;
    for (size_t i = 0; i < demo_module_count && fine; i++)
        fine = add_resource(&a, &demo_module[i], number);
    fine = fine && add_texture(&a, 2, number);
    demo_put_archive(&out, &a, "MOD ", NULL, 0);
    snprintf(path, sizeof path, "kotor/modules/demo%02u.mod", number + 1);
    fine = fine && demo_save(d, path, &out);
    rq_out_free(&a.data);
    rq_out_free(&out);
    return fine;
}

static bool save_loose(struct demo *d, unsigned number)
{
    struct rq_out out = {0};
    char path[80];
    bool fine = true;
    for (size_t i = 0; i < demo_override_count && fine; i++) {
        const char *name = demo_override[i].name;
        int plain = (int)strcspn(name, "%");
        snprintf(path, sizeof path, "kotor/override/%.*s%02u%s", plain, name, number + 1,
                 name + plain + 4);
        fine = demo_override[i].make(number, &out, &d->err) && demo_save(d, path, &out);
    }
    for (size_t i = 0; i < demo_texture_count() && fine; i++) {
        snprintf(path, sizeof path, "kotor/override/%s%.*u.tpc", demo_texture_name(i),
                 number ? 2 : 0, number);
        fine = demo_texture(i, number * 31, &out) && demo_save(d, path, &out);
    }
    rq_out_free(&out);
    return fine;
}

static bool save_packs(struct demo *d, unsigned number)
{
    static const char *const texts[] = {"Textures of the demo", "Textures de la d\xE9mo",
                                        "Texturen der Vorf\xFChrung"};
    static const size_t chosen[] = {0, 1, 3, 4};
    struct demo_archive pack = {.d = d}, hak = {.d = d};
    struct rq_out out = {0};
    char path[80], count[8] = "", quality[16] = "tpa";
    bool fine = true;
    if (number) {
        snprintf(count, sizeof count, "%02u", number % 10000);
        snprintf(quality, sizeof quality, "demo%s", count);
    }
    for (size_t i = 0; i < sizeof chosen / sizeof chosen[0] && fine; i++)
        fine = add_texture(&pack, chosen[i], number + 1);
    demo_put_archive(&out, &pack, "ERF ", texts, 3);
    snprintf(path, sizeof path, "kotor/texturepacks/swpc_tex_%s.erf", quality);
    fine = fine && demo_save(d, path, &out);
    for (size_t i = 5; i < 10 && fine; i += 2)
        fine = add_resource(&hak, &demo_module[i], number);
    demo_put_archive(&out, &hak, "HAK ", texts, 1);
    snprintf(path, sizeof path, "kotor/hak/demo%s.hak", count);
    fine = fine && demo_save(d, path, &out);
    rq_out_free(&pack.data);
    rq_out_free(&hak.data);
    rq_out_free(&out);
    return fine;
}

/* Archives that an installation has once: pictures of menus, the lips of a module, a patch. */
static bool save_singles(struct demo *d)
{
    static const char *const texts[] = {"Pictures of menus"};
    struct demo_archive menus = {.d = d}, lips = {.d = d}, patch = {.d = d};
    struct rq_out out = {0};
    bool fine = add_texture(&menus, 6, 1) && add_texture(&menus, 7, 1);
    demo_put_archive(&out, &menus, "ERF ", texts, 1);
    fine = fine && demo_save(d, "kotor/texturepacks/swpc_tex_gui.erf", &out);
    demo_lips(&lips.data, 12);
    fine = fine && demo_add_entry(&lips, "demo_keeper01.lip");
    demo_lips(&lips.data, 7);
    fine = fine && demo_add_entry(&lips, "demo_keeper02.lip");
    demo_put_archive(&out, &lips, "MOD ", NULL, 0);
    fine = fine && demo_save(d, "kotor/lips/demo01_loc.mod", &out);
    fine = fine && add_resource(&patch, &demo_module[9], 1) && add_texture(&patch, 5, 2);
    demo_put_archive(&out, &patch, "ERF ", NULL, 0);
    fine = fine && demo_save(d, "kotor/patch.erf", &out);
    rq_out_free(&menus.data);
    rq_out_free(&lips.data);
    rq_out_free(&patch.data);
    rq_out_free(&out);
    return fine;
}

/* The state of a module is an archive in the archive of the save game. */
static bool save_game(struct demo *d, unsigned number)
{
    struct demo_archive state = {.d = d}, game = {.d = d};
    struct rq_out out = {0};
    char folder[64], path[128];
    snprintf(folder, sizeof folder, "kotor/saves/%06u - DEMO", number + 1);
    bool fine = demo_make_folder(d, folder);
    for (size_t i = 0; i < demo_save_game_count && fine; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, demo_save_game[i].name);
        fine = demo_save_game[i].make(number, &out, &d->err) && demo_save(d, path, &out);
    }
    for (size_t i = 0; i < 3 && fine; i++)
        fine = add_resource(&state, &demo_module[i], number);
    demo_put_archive(&game.data, &state, "MOD ", NULL, 0);
    fine = fine && demo_add_entry(&game, "demo01.sav") &&
           add_resource(&game, &demo_module[4], number) &&
           add_resource(&game, &demo_module[5], number);
    demo_put_archive(&out, &game, "MOD ", NULL, 0);
    snprintf(path, sizeof path, "%s/SAVEGAME.sav", folder);
    fine = fine && demo_save(d, path, &out);
    rq_out_free(&state.data);
    rq_out_free(&game.data);
    rq_out_free(&out);
    return fine;
}

bool demo_kotor(struct demo *d, unsigned number)
{
    static const char *const folders[] = {"kotor/modules", "kotor/override", "kotor/texturepacks",
                                          "kotor/hak",     "kotor/saves",    "kotor/lips"};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0] && number == 0; i++)
        if (!demo_make_folder(d, folders[i]))
            return false;
    return save_module(d, number) && save_loose(d, number) && save_packs(d, number) &&
           save_game(d, number) &&
           (number || (save_singles(d) && demo_archives(d) && demo_tables(d) && demo_streams(d) &&
                       demo_walk(d) && demo_textures(d) && demo_ascii(d) && demo_kotor_models(d) &&
                       demo_saves(d)));
}
