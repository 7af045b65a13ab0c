/* Worlds of Redguard from the demo's files with edits in them: lines of its INI files, values of its map, its octree and its ground. The
 * scenes, the JSON beside them and what the engine's functions say are held to tests/contract/worlds.txt, a line for
 * each kind of file (see said.h). The tests of engine_*.c and world.c have values that were worked out by hand. */
#include "edits.h"
#include "game/menu.h"
#include "game/player.h"
#include "game/redguard.h"
#include "game/world.h"
#include "scenes.h"

#include <reliquary/game.h>
#include <reliquary/soup.h>

/* ---- the game ---- */

static struct rq_game *game;
static struct overlay overlay;
static struct rq_env env = {overlay_get, &overlay, overlay_name};

static struct rq_doc *read_file(const char *name)
{
    struct rq_error err = {0};
    struct rq_resource found = {0};
    struct rq_doc *doc =
        rq_game_find(game, name, &found) ? rq_game_read(game, &found, NULL, &err) : NULL;
    CHECK(doc != NULL);
    return doc;
}

/* ---- what is said of a world ---- */

struct how {
    int world; /* of WORLD.INI; -1: by the map */
    const char *item;
    bool markers, ground, hip;
};

static void tell_entry(struct said *s, const struct rq_world *w, const struct rq_wld *wld)
{
    struct rq_out text = {0};
    struct rq_json j = {.out = &text, .compact = true};
    float center[3] = {0}, texel[2];
    rq_json_object(&j);
    rq_world_entry_json(&j, w, &env);
    rq_world_surfaces_json(&j, wld, &env);
    rq_json_end_object(&j);
    add_bytes(s, rq_out_bytes(&text));
    rq_out_free(&text);
    said(s, "%d", rq_world_sun_disc(w, center));
    add_floats(s, center, 3);
    for (unsigned i = 0; i < 4; i++) {
        float half = rq_world_sun_half(w, i * 64, i * 3);
        add_floats(s, &half, 1);
        rq_sky_texel(w, (const float[]){100, 20, -300}, (float)i * 90, 50 - (float)i * 30,
                     (const float[]){1, (float)i}, texel);
        add_floats(s, texel, 2);
    }
    float sky[] = {rq_sky_height(w), (float)rq_sky_speed(w)};
    add_floats(s, sky, 2);
}

static void tell_world(struct said *s, struct rq_doc *map, struct rq_doc *ground, struct how how)
{
    struct rq_arena arena = {0};
    struct rq_error err = {0};
    struct rq_scene scene = {0};
    struct rq_out json = {0};
    struct rq_world entry = {0};
    struct rq_missing missing = {.names = ""};
    struct rq_view view = {
        .name = "ISLAND", .arena = &arena, .env = &env, .err = &err, .missing = &missing};
    struct rq_doc *items = rq_redguard_read(&env, "ITEM.INI", "ini", NULL);
    bool has = rq_redguard_world(&env, how.world, "ISLAND.RGM", &entry);
    struct rq_world_parts parts = {.name = "ISLAND",
                                   .map = map ? rq_doc_root(map, "rgm") : NULL,
                                   .wld = ground ? rq_doc_root(ground, "wld") : NULL,
                                   .no_markers = !how.markers,
                                   .entry = has ? &entry : NULL,
                                   .items = items ? rq_doc_root(items, "ini") : NULL,
                                   .item = -1,
                                   .has_hold = how.item != NULL,
                                   .hold = how.hip ? RQ_ATTACH_HIP : RQ_ATTACH_HAND};
    if (how.item && parts.items)
        parts.item = rq_item_find(parts.items, how.item);
    said(s, "world %d %s: %d, item %d", how.world, how.item ? how.item : "-", has, parts.item);
    if (has)
        tell_entry(s, &entry, parts.wld);
    if (rq_world_scene(&parts, &view, &scene))
        tell_scene(s, &scene);
    said(s, "%d %s %s, without %s", (int)err.code, err.where, err.text, missing.names);
    err = (struct rq_error){0};
    if (map && rq_world_json(&parts, &env, &json, &err))
        add_bytes(s, rq_out_bytes(&json));
    said(s, "%d %s %s", (int)err.code, err.where, err.text);
    rq_out_free(&json);
    rq_doc_free(items);
    rq_arena_free(&arena);
}

static void tell_players(struct said *s, struct rq_doc *doc)
{
    struct rq_player player;
    const struct rq_rgm *map = rq_doc_root(doc, "rgm");
    struct rq_out text = {0};
    struct rq_json j = {.out = &text, .compact = true};
    rq_player_open(&player, game, map);
    rq_json_array(&j);
    rq_player_put_actors(&player, &j);
    for (size_t i = 0; i < rq_rgm_actor_count(map); i++) {
        char name[10];
        snprintf(name, sizeof name, "%.9s", rq_rgm_actor(map, i)->name);
        if (!rq_player_choose(&player, name))
            continue;
        rq_player_put_groups(&player, &j);
        for (unsigned group = 0; group < 12; group++)
            for (uint32_t rounds = 0; rounds < 4; rounds += 3) {
                struct rq_play play;
                const struct rq_rgm_group *g = rq_player_group(&player, group);
                if (g && CHECK(rq_player_play(&player, g, rounds, &play))) {
                    rq_player_put_steps(&player, &j, g, &play);
                    free(play.steps);
                }
            }
    }
    rq_json_end_array(&j);
    rq_player_close(&player);
    add_bytes(s, rq_out_bytes(&text));
    rq_out_free(&text);
}

/* ---- lines of texts ---- */

static const char *const line_values[] = {"", "0", "-1", "3", "70000", "x", "1,2,3,4,5"};
enum { LINE_EDITS = sizeof line_values / sizeof line_values[0] + 3 };

/* The text with edit number `kind` of its line: without it, twice, as a comment, or with another value. */
static void edit_line(struct rq_out *out, struct rq_bytes text, size_t line, size_t kind)
{
    const uint8_t *p = text.data, *end = text.data + text.size;
    for (size_t i = 0; p < end; i++) {
        const uint8_t *next = memchr(p, '\n', (size_t)(end - p));
        next = next ? next + 1 : end;
        const uint8_t *is = memchr(p, '=', (size_t)(next - p));
        if (i != line || kind == 1)
            rq_put(out, p, (size_t)(next - p));
        if (i == line && kind == 2)
            rq_put8(out, ';');
        if (i == line && (kind == 1 || kind == 2))
            rq_put(out, p, (size_t)(next - p));
        if (i == line && kind > 2) {
            rq_put(out, p, is ? (size_t)(is + 1 - p) : 0);
            rq_putf(out, "%s\r\n", line_values[kind - 3]);
        }
        p = next;
    }
}

static size_t count_lines(struct rq_bytes text)
{
    size_t count = 1;
    for (size_t i = 0; i < text.size; i++)
        count += text.data[i] == '\n';
    return count;
}

static void tell_menu(struct said *s)
{
    struct rq_doc *doc = rq_redguard_read(&env, "MENU.INI", "ini", NULL);
    const struct rq_ini *ini = doc ? rq_doc_root(doc, "ini") : NULL;
    for (unsigned page = 0; ini && page < 12; page++) {
        struct rq_arena arena = {0};
        struct rq_error err = {0};
        struct rq_out text = {0};
        struct rq_image image = {0};
        char name[64] = "";
        struct rq_view view = {.name = "MENU", .arena = &arena, .env = &env, .err = &err};
        bool has = rq_menu_has_page(ini, page);
        if (has && rq_menu_page(ini, page, RQ_CP437, &view, &image)) {
            const struct rq_plane *plane = image.planes;
            said(s, "page %u: %ux%u", page, plane->width, plane->height);
            s->hash = mix(s->hash, plane->bytes.data, plane->bytes.size);
        }
        bool movie = rq_menu_subtitles(ini, page, RQ_CP437, &env, &text, name);
        said(s, "%d %d %d %s %s", has, (int)err.code, movie, err.text, movie ? name : "");
        add_bytes(s, rq_out_bytes(&text));
        rq_out_free(&text);
        rq_arena_free(&arena);
    }
    rq_doc_free(doc);
}

static void tell_items(struct said *s)
{
    static const char *const words[] = {"0", "1",       "2",         "9",    "compass", "cutlass",
                                        "",  "CUTLASS", "sheath.3d", "lamp", "LAMP.3D", "-1"};
    struct rq_doc *doc = rq_redguard_read(&env, "ITEM.INI", "ini", NULL);
    const struct rq_ini *ini = doc ? rq_doc_root(doc, "ini") : NULL;
    struct rq_item item;
    for (size_t i = 0; ini && i < sizeof words / sizeof words[0]; i++)
        said(s, "%s: %d", words[i], rq_item_find(ini, words[i]));
    for (int i = -1; ini && i < 5; i++)
        if (rq_item_read(ini, i, &item))
            said(s, "%d %d %s %s %s %s %s", item.number, item.type, item.label, item.hand,
                 item.hilt, item.inventory, item.world);
    rq_doc_free(doc);
}

static void tell_variants(struct said *s)
{
    struct rq_doc *doc = rq_redguard_read(&env, "WORLD.INI", "ini", NULL);
    const struct rq_ini *ini = doc ? rq_doc_root(doc, "ini") : NULL;
    int numbers[4];
    if (ini) {
        size_t count = rq_world_variants(ini, "island.rgm", numbers, 4);
        said(s, "%zu: %d %d, %d %d %d, %d %d", count, count > 0 ? numbers[0] : 0,
             count > 1 ? numbers[1] : 0, rq_world_next(ini, -1), rq_world_next(ini, 0),
             rq_world_next(ini, 2), rq_world_of_file(ini, "ISLAND.WLD"),
             rq_world_of_file(ini, "NONE.RGM"));
    }
    rq_doc_free(doc);
}

/* Every line of a text of the game, each time with other edits. step leaves some out. */
static void edit_text(struct said *s, const char *name, size_t step, struct rq_doc *map)
{
    struct rq_bytes text;
    REQUIRE(overlay.below->get(overlay.below->ctx, name, &text));
    size_t count = count_lines(text) * LINE_EDITS;
    for (size_t at = 0; at < count; at += step) {
        struct rq_out edited = {0};
        edit_line(&edited, text, at / LINE_EDITS, at % LINE_EDITS);
        overlay = (struct overlay){overlay.below, name, rq_out_bytes(&edited), false};
        said(s, "line %zu, edit %zu", at / LINE_EDITS, at % LINE_EDITS);
        if (strcmp(name, "MENU.INI") == 0)
            tell_menu(s);
        else
            tell_world(s, map, NULL,
                       (struct how){.world = (int)(at % 4) - 1,
                                    .item = at % 3   ? NULL
                                            : at % 2 ? "cutlass"
                                                     : "2",
                                    .hip = at % 5 == 0,
                                    .markers = at % 2});
        if (strcmp(name, "ITEM.INI") == 0)
            tell_items(s);
        if (strcmp(name, "WORLD.INI") == 0)
            tell_variants(s);
        overlay.name = NULL;
        rq_out_free(&edited);
    }
    overlay = (struct overlay){overlay.below, name, {0}, true};
    tell_world(s, map, NULL, (struct how){.world = -1, .item = "1"});
    overlay.name = NULL;
}

/* ---- values of files ---- */

/* Calls fn with documents of the edited JSON of a file: step edits behind one that was taken, 5 behind one that was not. */
static void edit_json(struct said *s, const char *name, size_t step,
                      void (*fn)(struct said *s, struct rq_doc *doc, size_t at))
{
    struct rq_out json = {0}, places = {0};
    struct rq_doc *doc = read_file(name);
    REQUIRE(doc && rq_doc_to_json(doc, &json, NULL));
    struct rq_options options = {.name = name, .format = rq_doc_format(doc)};
    rq_put8(&json, 0);
    collect(&places, edit_blank((const char *)json.data));
    fn(s, doc, 0);
    rq_doc_free(doc);
    size_t count = places.size / sizeof(struct edit_place) * EDITS;
    for (size_t at = 0; at < count;) {
        struct rq_out text = {0};
        struct edit_place place;
        memcpy(&place, places.data + at / EDITS * sizeof place, sizeof place);
        put_edited(&text, (const char *)json.data, place, at % EDITS);
        doc = rq_doc_from_json((struct rq_bytes){text.data, text.size - 1}, &options, NULL);
        said(s, "place %zu, edit %zu: %d", at / EDITS, at % EDITS, doc != NULL);
        if (doc)
            fn(s, doc, at);
        at += doc ? step : 5;
        rq_doc_free(doc);
        rq_out_free(&text);
    }
    rq_out_free(&places);
    rq_out_free(&json);
}

static void tell_map(struct said *s, struct rq_doc *doc, size_t at)
{
    tell_world(s, doc, NULL,
               (struct how){.world = (int)(at % 4) - 1,
                            .item = at % 2 ? "1" : NULL,
                            .hip = at % 3 == 0,
                            .markers = at % 5 != 0});
    tell_players(s, doc);
}

static bool tell_text(void *ctx, const char *name, const char *file, struct rq_bytes text,
                      const char *reason)
{
    said(ctx, "%s %s %s", name, file, reason ? reason : "");
    add_bytes(ctx, text);
    return true;
}

/* Scripts with the names and texts that the game has for their numbers. */
static void tell_scripts(struct said *s, struct rq_doc *doc, size_t at)
{
    struct rq_soup_game known;
    struct rq_error err = {0};
    REQUIRE(rq_soup_game_open(&known, game, &err));
    struct rq_soup_how how = {.names = known.names,
                              .notes = &known.notes,
                              .style = at % 2 ? RQ_SOUP_FLAT : RQ_SOUP_STRUCTURED,
                              .file = "ISLAND.RGM"};
    bool fine = rq_soup_texts(doc, &how, tell_text, s, NULL, &err);
    said(s, "%d %s", fine, err.text);
    rq_soup_game_close(&known);
}

static void tell_seen(struct said *s, const struct rq_pvo *pvo)
{
    static uint8_t seen[RQ_OCTREE_IDS / 8];
    static const int32_t steps[] = {0, 1, -1, 4096, -70000, 8388608, INT32_MAX, INT32_MIN};
    struct rq_octree_place place;
    struct rq_octree_stats stats = {0};
    for (size_t i = 0; i < 24; i++) {
        const int32_t point[] = {steps[i % 8], steps[i / 8], steps[(i * 3 + i / 8) % 8]};
        if (!rq_octree_find(pvo, point, &place))
            break;
        said(s, "%u %u %zu %zu", place.node, place.depth,
             rq_octree_visible(pvo, place.node, false, seen),
             rq_octree_visible(pvo, place.node, true, seen));
        s->hash = mix(s->hash, seen, 64);
    }
    CHECK(rq_octree_stats(pvo, NULL, &stats));
    said(s, "%u %u %u %u %u %u %u", stats.nodes, stats.leaf_nodes, stats.interior_nodes,
         stats.reached, stats.met_again, stats.depth, stats.shared_leaves);
    for (size_t i = 0; i < 9; i++)
        said(s, "%u", stats.fan_out[i]);
}

static void tell_written(struct said *s, struct rq_doc *doc, bool fine, const struct rq_error *err)
{
    struct rq_out file = {0};
    said(s, "%d %s %s", fine, err->where, err->text);
    if (fine && rq_doc_write(doc, &file, NULL))
        s->hash = mix(s->hash, file.data, file.size);
    rq_out_free(&file);
}

/* The octree as it is, with more that is seen, and with other numbers. */
static void tell_octree(struct said *s, struct rq_doc *doc, size_t at)
{
    struct rq_error err = {0};
    const struct rq_pvo *pvo = rq_doc_root(doc, "pvo");
    int32_t to[40];
    tell_seen(s, pvo);
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t node = i == 2 ? pvo->node_count : i * (uint32_t)(at % 4);
        bool fine = rq_octree_patch(doc, node, (uint16_t)(at * 31 % 60000), &err);
        tell_written(s, doc, fine, &err);
        err = (struct rq_error){0};
    }
    for (int32_t i = 0; i < 40; i++)
        to[i] = i % 7 == 3 ? RQ_OCTREE_GONE : (i * 3 + (int32_t)at) % 40;
    struct rq_octree_move move = {
        .to = to, .count = (uint32_t)(at % 41), .after = at % 9 ? 40 : 70000};
    bool fine = rq_octree_renumber(doc, &move, &err);
    tell_written(s, doc, fine, &err);
    tell_seen(s, rq_doc_root(doc, "pvo"));
}

/* Which static object is which after an edit of the map. */
static struct rq_doc *first_map;

static void tell_match(struct said *s, struct rq_doc *doc, size_t at)
{
    int32_t to[2000];
    struct rq_octree_move move = {.to = to};
    const struct rq_rgm *before = rq_doc_root(first_map, "rgm"), *after = rq_doc_root(doc, "rgm");
    (void)at;
    if (!CHECK(rq_octree_match(before, after, NULL, &move)) || !CHECK(move.count <= 2000))
        return;
    said(s, "%u %u %u %u", move.count, move.after, move.gone, move.fresh);
    for (uint32_t i = 0; i < move.count; i++)
        said(s, "%d", to[i]);
}

/* ---- the ground ---- */

static void tell_ground(struct said *s)
{
    static struct rq_terrain t;
    static float normals[RQ_TERRAIN_SIDE * RQ_TERRAIN_SIDE][3];
    static float heights[RQ_TERRAIN_SIDE * RQ_TERRAIN_SIDE];
    struct rq_doc *doc = read_file("ISLAND.WLD");
    REQUIRE(doc != NULL);
    rq_terrain_stitch(rq_doc_root(doc, "wld"), &t);
    s->hash = mix(s->hash, &t, sizeof t);
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < sizeof t.height; i++) {
            heights[i] = rq_terrain_engine_y(t.height[i], (float)(i % 5) * 10) / 20;
            if (round == 0)
                continue;
            t.texture[i] = i % 3 ? (uint8_t)(i * 7 % 9) : t.texture[i];
            t.height[i] = (uint8_t)((uint32_t)i * 2654435761u >> 25);
            t.turn[i] = (uint8_t)(i % 4);
        }
        said(s, "%zu", rq_terrain_water_cells(&t));
        rq_terrain_normals(&t, normals);
        add_floats(s, normals[0], sizeof normals / sizeof(float));
        rq_wave_normals(heights, normals);
        add_floats(s, normals[0], sizeof normals / sizeof(float));
        for (unsigned i = 0; i < 65536; i += 13) {
            float a[3], b[3], y = 0;
            unsigned column = i % 256, row = i / 256;
            rq_terrain_engine_vertex(&t, column, row, a);
            rq_terrain_vertex(&t, column, row, b);
            add_floats(s, a, 3);
            add_floats(s, b, 3);
            said(s, "%d %d", column < 255 && row < 255 && rq_terrain_is_water(&t, column, row),
                 rq_wave_moves(&t, column, row));
            if (rq_terrain_height_at(&t, b[0] + (float)(i % 7), b[2] - (float)(i % 11), &y))
                add_floats(s, &y, 1);
        }
    }
    struct rq_doc *map = read_file("ISLAND.RGM");
    for (int i = -1; i < 3; i++)
        tell_world(s, i ? map : NULL, doc, (struct how){.world = i, .markers = true});
    /* Water in all places, also at the edges. */
    struct rq_wld *wld = rq_doc_root(doc, "wld");
    for (size_t i = 0; i < RQ_WLD_SECTIONS * (size_t)RQ_WLD_MAP; i++) {
        uint8_t *texture = &wld->sections[i / RQ_WLD_MAP].maps[2][i % RQ_WLD_MAP];
        *texture = i % 5 ? (uint8_t)(*texture & 0xC0) : (uint8_t)(i * 7 % 9 + (i % 4) * 64);
    }
    tell_world(s, NULL, doc, (struct how){.world = 0});
    rq_doc_free(map);
    rq_doc_free(doc);
}

static void tell_waves(struct said *s)
{
    static const int32_t numbers[] = {0, 1, -1, 3, 20, 255, 2047, 2048, -5000};
    for (size_t i = 0; i < 9 * 9 * 9; i++) {
        struct rq_wave wave = {numbers[i % 9], numbers[i / 9 % 9], numbers[i / 81],
                               i % 2 ? RQ_WAVE_START : 0};
        int32_t offset[2], x = numbers[(i * 5) % 9], z = numbers[(i * 7 + 2) % 9];
        rq_wave_offset((unsigned)(i % 256), (unsigned)(i * 3 % 256), offset);
        float y =
            (float)rq_wave_engine_y(&wave, x, z, (uint32_t)i * 11, (unsigned)(i % 128), (double)x);
        said(s, "%u %d %d", rq_wave_phase(&wave, x, z, (uint32_t)i * 11), offset[0], offset[1]);
        add_floats(s, &y, 1);
    }
    for (unsigned turn = 0; turn < 4; turn++) {
        float uv[4][2];
        rq_terrain_uv(turn, uv);
        add_floats(s, uv[0], 8);
    }
}

/* ---- places, turns, holds ---- */

static void tell_turns(struct said *s)
{
    static const int32_t numbers[] = {0, 1 << 28, -(1 << 28), 1, 3 << 27, 1 << 20, INT32_MAX};
    for (uint32_t i = 0; i < 3000; i++) {
        float place[3], turn[4] = {0}, scale[3] = {0}, normal[3];
        int32_t matrix[9];
        const uint32_t angles[] = {i * 37, i * 101 % 5000, i % 2048};
        const int32_t pos[] = {(int32_t)(i * 7919), -(int32_t)(i * 131), (int32_t)i};
        rq_point_fixed(pos, place);
        add_floats(s, place, 3);
        rq_point_whole(pos, place);
        add_floats(s, place, 3);
        rq_turn_angles(angles, turn);
        add_floats(s, turn, 4);
        for (uint32_t k = 0; k < 9; k++)
            matrix[k] = i < 1000 ? numbers[(i / (k + 1) + k * i) % 7]
                                 : (int32_t)((i * 2654435761u + k * 40503u * i) >> 3) - (1 << 28);
        said(s, "%d", rq_turn_matrix(matrix, turn, scale));
        add_floats(s, turn, 4);
        add_floats(s, scale, 3);
        rq_rope_link(place, i % 20, normal);
        add_floats(s, normal, 3);
        rq_normal_unpack(i * 2654435761u, normal);
        add_floats(s, normal, 3);
        float degrees = (float)rq_angle_degrees(i * 5);
        add_floats(s, &degrees, 1);
    }
}

static void tell_holds(struct said *s)
{
    struct rq_doc *doc = read_file("FIGURE.3DC");
    const struct rq_model3d *model = doc ? rq_doc_root(doc, "model3d") : NULL;
    REQUIRE(model != NULL);
    for (int i = 0; i < 400; i++) {
        float at[2][3] = {{(float)(i % 7), (float)(i % 5), (float)(i % 3)},
                          {(float)(i % 4), (float)(i % 6) - 2, (float)(i % 9) - 4}};
        struct rq_attach_pose pose;
        float tip[3], place[3] = {0};
        bool drawn = false;
        static struct rq_rgm_attributes attributes;
        rq_attach_pose((const float(*)[3])at, &pose);
        add_floats(s, pose.place, 3);
        add_floats(s, pose.turn, 4);
        add_floats(s, &pose.heading, 1);
        add_floats(s, &pose.pitch, 1);
        rq_attach_tip(&pose, (float)i, tip);
        add_floats(s, tip, 3);
        said(s, "%d", rq_attach_vertex(model, (uint32_t)(i % 5), (uint32_t)(i / 5), place));
        add_floats(s, place, 3);
        enum rq_attach_to to = rq_weapon_at((enum rq_weapon_state)(i % 24), (uint32_t)(i / 24),
                                            i % 3 ? &attributes : NULL, &drawn);
        said(s, "%d %d", (int)to, drawn);
    }
    rq_doc_free(doc);
}

/* ---- all of it ---- */

static void tell_maps(struct said *s)
{
    first_map = read_file("ISLAND.RGM");
    edit_json(s, "ISLAND.RGM", 211, tell_match);
    rq_doc_free(first_map);
}

static void tell_fog(struct said *s)
{
    double table[RQ_FOG_STEPS];
    rq_fog_sky(table);
    for (unsigned i = 0; i < RQ_FOG_STEPS; i++) {
        float values[] = {(float)table[i], (float)rq_fog_depth(i), (float)rq_fog_at(table, i * 777),
                          (float)rq_fog_at(table, rq_fog_depth(i))};
        add_floats(s, values, 4);
    }
}

static void tell_texts(struct said *s)
{
    static const struct {
        const char *name;
        size_t step;
    } texts[] = {
        {"WORLD.INI", 7}, {"ITEM.INI", 7}, {"surface.ini", 2}, {"FOG.INI", 2}, {"MENU.INI", 7}};
    struct rq_doc *map = read_file("ISLAND.RGM");
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        edit_text(s, texts[i].name, texts[i].step, map);
    rq_doc_free(map);
}

static void tell_map_values(struct said *s)
{
    edit_json(s, "ISLAND.RGM", 151, tell_map);
}

static void tell_map_scripts(struct said *s)
{
    edit_json(s, "ISLAND.RGM", 127, tell_scripts);
}

static void tell_octrees(struct said *s)
{
    edit_json(s, "ISLAND.PVO", 97, tell_octree);
}

static void test_worlds(void)
{
    static const struct {
        const char *name;
        void (*fn)(struct said *s);
    } parts[] = {{"texts", tell_texts},         {"maps", tell_map_values},
                 {"scripts", tell_map_scripts}, {"octrees", tell_octrees},
                 {"matches", tell_maps},        {"ground", tell_ground},
                 {"waves", tell_waves},         {"turns", tell_turns},
                 {"holds", tell_holds},         {"fog", tell_fog}};
    struct rq_out lines = {0};
    struct rq_error err = {0};
    const char *demo = getenv("RQ_DEMO_DIR");
    char *path = demo ? rq_path_join(demo, "redguard") : NULL;
    if (!path)
        SKIP("RQ_DEMO_DIR names no folder");
    game = rq_game_open(path, NULL, &err);
    free(path);
    REQUIRE(game != NULL);
    overlay.below = rq_game_env(game);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        struct said s = {hash_of("", 0), said_file(parts[i].name)};
        check_note("%s", parts[i].name);
        parts[i].fn(&s);
        rq_putf(&lines, "%016llx %s\n", (unsigned long long)s.hash, parts[i].name);
        if (s.show)
            fclose(s.show);
    }
    rq_game_close(game);
    said_compare("worlds", &lines, NULL);
    rq_out_free(&lines);
}

TESTS(test_worlds)
