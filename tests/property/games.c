/* The demo's games with damages in their folders: files that are gone, cut, replaced by others, in capitals, twice, in other
 * folders. What a game then has, which file it takes, what it says of problems, and what trees, archives and salvage
 * make of the same files is held to tests/contract/games.txt, a line for each game and kind of question (see said.h). */
#include "core/file.h"
#include "game/pair.h"
#include "said.h"
#include "support/demo_copy.h"

#include <reliquary/game.h>

/* Each line is one change of files below the game:
 *     - NAME        it goes away
 *     = NAME OTHER  it becomes a copy of another file
 *     < NAME SIZE   it is cut to so many bytes
 *     ! NAME AT BYTE  one byte of it becomes another
 *     + NAME TEXT   it has this text */
static const char *const kotor_damages[] = {
    "",
    "- chitin.key",
    "- dialog.tlk",
    "- dialog.tlk\n- dialogf.tlk",
    "- dialogf.tlk",
    "- data/templates.bif",
    "- data/talk.bzf",
    "- modules/demo01.mod",
    "- modules/demo02.rim",
    "- modules/demo02_s.rim",
    "- patch.erf",
    "- rims/global.rim",
    "- texturepacks/swpc_tex_tpa.erf",
    "- texturepacks/swpc_tex_gui.erf",
    "- lips/demo01_loc.mod",
    "< chitin.key 0",
    "< chitin.key 63",
    "< chitin.key 64",
    "< chitin.key 100",
    "< dialog.tlk 0",
    "< dialog.tlk 19",
    "< dialog.tlk 60",
    "< dialogf.tlk 30",
    "< data/templates.bif 19",
    "< data/templates.bif 20",
    "< data/templates.bif 200",
    "< data/talk.bzf 30",
    "< modules/demo01.mod 0",
    "< modules/demo01.mod 100",
    "< modules/demo01.mod 1000",
    "< modules/demo02.rim 30",
    "< patch.erf 159",
    "< rims/global.rim 119",
    "< texturepacks/swpc_tex_tpa.erf 200",
    "! chitin.key 0 88",
    "! chitin.key 8 255",
    "! chitin.key 11 255",
    "! chitin.key 12 255",
    "! chitin.key 12 1",
    "! chitin.key 15 255",
    "! chitin.key 20 255",
    "! chitin.key 24 255",
    "! chitin.key 64 255",
    "! chitin.key 120 65",
    "! chitin.key 140 65",
    "! data/templates.bif 8 1",
    "! data/templates.bif 8 255",
    "! data/templates.bif 17 255",
    "! data/templates.bif 24 255",
    "! data/templates.bif 28 255",
    "! data/templates.bif 31 255",
    "! modules/demo01.mod 0 88",
    "! modules/demo01.mod 16 200",
    "! modules/demo01.mod 16 1",
    "! modules/demo02.rim 12 2",
    "! dialog.tlk 8 5",
    "! dialog.tlk 12 1",
    "! dialog.tlk 20 0",
    "! dialog.tlk 20 6",
    "= modules/demo03.mod modules/demo01.mod",
    "= modules/DEMO02.MOD modules/demo01.mod",
    "= modules/demo02_a.rim modules/demo02.rim",
    "= modules/demo02_adx.rim modules/demo02.rim",
    "= modules/demo02_a.rim modules/demo02.rim\n= modules/demo02_adx.rim modules/demo02_s.rim",
    "= modules/demo02_dlg.erf modules/demo01.mod",
    "= modules/demo01_s.rim modules/demo02_s.rim",
    "= modules/demo01.rim modules/demo02.rim\n= modules/demo01_dlg.erf patch.erf",
    "= modules/_s.rim modules/demo02_s.rim",
    "= modules/.mod modules/demo01.mod",
    "= modules/sub/demo04.mod modules/demo01.mod",
    "= modules/demo05.erf modules/demo01.mod",
    "= modules/demo02.nwm modules/demo01.mod",
    "= Override/guard.utc override/shelf01.uti",
    "= override/GUARD.UTC override/shelf01.uti",
    "= override/sub/guard.utc override/shelf01.uti",
    "= override/textures.erf texturepacks/swpc_tex_tpa.erf",
    "= override/textures.rim rims/global.rim",
    "= override/x.erf texturepacks/swpc_tex_tpa.erf",
    "= patch.mod modules/demo01.mod",
    "= patch.hak modules/demo01.mod\n- patch.erf",
    "= patch.nwm modules/demo01.mod\n= patch.sav patch.erf",
    "= rims/global.erf patch.erf",
    "= rims/mainmenu.rim modules/demo02.rim",
    "= rims/chargen.rim modules/demo02.rim\n= rims/legal.rim rims/global.rim",
    "= rims/globaldx.rim modules/demo02.rim",
    "= rims/guard.utc override/shelf01.uti",
    "= lips/localization.mod lips/demo01_loc.mod",
    "= lips/localization.erf lips/demo01_loc.mod",
    "= lips/demo02_loc.mod lips/demo01_loc.mod",
    "= lips/_loc.mod lips/demo01_loc.mod",
    "= lips/other.mod lips/demo01_loc.mod",
    "= lips/demo_keeper03.lip override/demo_voice.lip",
    "= texturepacks/swpc_tex_tpb.erf texturepacks/swpc_tex_gui.erf",
    "= texturepacks/swpc_tex_tpc.erf texturepacks/swpc_tex_gui.erf\n- texturepacks/swpc_tex_tpa.erf",
    "= texturepacks/other.erf texturepacks/swpc_tex_gui.erf",
    "= TEXTUREPACKS/SWPC_TEX_TPA.ERF texturepacks/swpc_tex_gui.erf",
    "= streamwaves/m13aa/bast01/nm13aabast01059_.wav streamwaves/demo_voice.wav",
    "= streamwaves/m13aa/bast01/nm13aabast02059_.wav streamwaves/demo_voice.wav",
    "= streamwaves/m13aa/bast01/n_13aabast01059_.wav streamwaves/demo_voice.wav",
    "= streamwaves/m13aa/bast01/nm13aabast0105_.wav streamwaves/demo_voice.wav",
    "= streamwaves/m13aa/bast01/xm13aabast01059_.wav streamwaves/demo_voice.wav",
    "= streamwaves/M13AA/BAST01/NM13AABAST01059_.WAV streamwaves/demo_voice.wav",
    "= streamwaves/m13a/bast011/nm13aabast01059_.wav streamwaves/demo_voice.wav",
    "= streamwaves/sub/x.wav streamwaves/demo_voice.wav",
    "= streamvoice/sub/deep/x.wav streamwaves/demo_voice.wav",
    "= streammusic/mus.wav streamwaves/demo_voice.wav\n= streammusic/sub/mus2.wav streamwaves/demo_voice.wav",
    "= streamsounds/sub/x.wav streamwaves/demo_voice.wav",
    "= movies/intro.bik override/demo_voice.lip\n= movies/sub/x.bik override/demo_voice.lip",
    "= portraits/po.tga override/demo_grey8.tga\n= errortex/e.tga override/demo_grey8.tga",
    "= tempclient/x.utc override/shelf01.uti\n= servervault/y.utc override/shelf01.uti",
    "= data/other.bif data/templates.bif",
    "= swkotor.ini override/demo_wall.txi\n= swkotor.exe override/demo_wall.txi",
    "= swkotor2.exe override/demo_wall.txi",
    "= swkotor2.ini override/demo_wall.txi",
    "= streamvoice/x.wav streamwaves/demo_voice.wav\n- streamwaves/demo_voice.wav",
    "= override/demo_crest.tga override/demo_grey8.tga",
    "= override/demo_crest.tga override/demo_grey8.tga\n- override/demo_crest.tpc",
    "= override/demo_crest.dds override/demo_std_dxt1.dds\n- override/demo_crest.tpc",
    "= modules/aa.mod modules/demo01.mod\n+ override/m01.lyt beginlayout\n",
    "+ override/a_name_that_is_longer_than_sixteen_letters.utc x",
    "+ override/no_extension x",
    "+ override/.utc x",
    "+ override/two.dots.utc x",
    "+ override/empty.utc ",
    "+ override/x.1048669 x",
    "+ notes.txt x\n+ docs/readme.txt x",
    "- override/demo_guard.mdx",
    "- override/demo_guard.mdl",
    "- data/templates.bif\n- data/textures.bif\n- data/talk.bzf",
};

static const char *const redguard_damages[] = {
    "",
    "- WORLD.INI",
    "- ITEM.INI",
    "- ENGLISH.RTX",
    "- soup386/SOUP386.DEF",
    "- fxart/ISLAND.ROB",
    "- maps/ISLAND.RGM",
    "- maps/ISLAND.WLD",
    "- fxart/ISLAND.COL",
    "- SYSTEM.INI\n- WORLD.INI",
    "< WORLD.INI 0",
    "< WORLD.INI 200",
    "< fxart/ISLAND.ROB 0",
    "< fxart/ISLAND.ROB 100",
    "< fxart/ISLAND.ROB 4000",
    "< sound/MAIN.SFX 100",
    "< ENGLISH.RTX 40",
    "! fxart/ISLAND.ROB 0 88",
    "! fxart/ISLAND.ROB 44 255",
    "! fxart/ISLAND.ROB 60 47",
    "= fxart/island.rob fxart/CRATE.3D",
    "= fxart/OTHER.ROB fxart/ISLAND.ROB",
    "= fxart/sub/OTHER.ROB fxart/ISLAND.ROB",
    "= 3dart/ISLAND.ROB fxart/ISLAND.ROB",
    "= ISLAND.ROB fxart/ISLAND.ROB",
    "= maps/CRATE.3D fxart/BARREL.3D",
    "= CRATE.3D fxart/BARREL.3D",
    "= other/CRATE.3D fxart/BARREL.3D",
    "= Redguard/fxart/NEW.3D fxart/CRATE.3D",
    "= FXART/CRATE.3D fxart/BARREL.3D",
    "= fxart/crate.3d fxart/BARREL.3D",
    "= maps/SECOND.RGM maps/ISLAND.RGM\n= maps/SECOND.WLD maps/ISLAND.WLD",
    "+ WORLD.INI world_map[0]=MAPS/ISLAND.RGM\r\nworld_map[9]=x\r\nworld_map[300]=y\r\n",
    "+ WORLD.INI [world]\r\nworld_map[255]=MAPS/ISLAND.RGM\r\nworld_map[256]=MAPS/ISLAND.RGM\r\n",
    "+ ITEM.INI name[0] = ?abc\r\nname[255] = ?def\r\nname[256] = ?ghi\r\nname[1] = ab\r\n",
    "+ fxart/empty.3d ",
    "+ notes.txt x",
};

/* ---- files ---- */

static char root[512];
static const char *family;

static const char *below(const char *name)
{
    return check_below(root, name);
}

/* Writes a file; size SIZE_MAX: all of a file of the demo. */
static void write_file(const char *name, struct rq_bytes bytes)
{
    char folder[1200];
    snprintf(folder, sizeof folder, "%s", below(name));
    *strrchr(folder, '/') = 0;
    CHECK(rq_make_folder(folder, NULL) && check_write(below(name), bytes.data, bytes.size));
}

/* A file of the demo as it was; the caller frees it. NULL: it has none. */
static uint8_t *demo_file(const char *name, size_t *size)
{
    char path[1200];
    snprintf(path, sizeof path, "%s/%s/%s", getenv("RQ_DEMO_DIR"), family, name);
    return rq_path_kind(path, NULL) == RQ_PATH_FILE ? check_read(path, size) : NULL;
}

/* One line of a damage; back: takes it back. */
static void change_file(const char *line, bool back)
{
    char name[300] = "", what[300] = "";
    size_t size = 0, other_size = 0;
    sscanf(line + 2, "%299[^ \n]", name);
    const char *rest = line + 2 + strlen(name);
    rest += *rest == ' ';
    snprintf(what, sizeof what, "%s", rest);
    uint8_t *file = demo_file(name, &size);
    if (back || *line == '-') {
        if (back && file)
            write_file(name, (struct rq_bytes){file, size});
        else
            CHECK(rq_remove_file(below(name)));
    } else if (*line == '=') {
        what[strcspn(what, "\n")] = 0;
        uint8_t *other = demo_file(what, &other_size);
        if (CHECK(other))
            write_file(name, (struct rq_bytes){other, other_size});
        free(other);
    } else if (*line == '<') {
        CHECK(file && strtoul(what, NULL, 10) < size);
        write_file(name, (struct rq_bytes){file, strtoul(what, NULL, 10)});
    } else if (*line == '!') {
        char *end;
        size_t at = strtoul(what, &end, 10);
        if (CHECK(file && at < size))
            file[at] = (uint8_t)strtoul(end, NULL, 10);
        write_file(name, (struct rq_bytes){file, size});
    } else {
        write_file(name, (struct rq_bytes){(const uint8_t *)what, strlen(what)});
    }
    free(file);
}

static void change_files(const char *damage, bool back)
{
    for (const char *p = damage; *p;) {
        const char *next = strchr(p, '\n');
        change_file(p, back);
        if (*p == '+') /* its text may have lines */
            return;
        p = next ? next + 1 : p + strlen(p);
    }
}

/* ---- questions ---- */

/* A path without the folder of the test. */
static const char *shown(const char *path)
{
    size_t size = strlen(root);
    return !path ? "-" : strncmp(path, root, size) == 0 ? path + size : path;
}

static void tell_error(struct said *s, const struct rq_error *err)
{
    said(s, "%d %zu %s: %s", (int)err->code, (size_t)err->offset, shown(err->where), err->text);
}

static void tell_problem(void *ctx, const char *path, const struct rq_error *err)
{
    said(ctx, "problem of %s", shown(path));
    tell_error(ctx, err);
}

static void tell_resource(struct said *s, const struct rq_game *game, const struct rq_resource *r)
{
    struct rq_error err = {0};
    struct rq_bytes bytes = {0};
    bool fine = rq_game_bytes(game, r, &bytes, &err);
    said(s, "%zu %s in %s, %s, rank %zu%s: %zu, %016llx", r->at, r->name, r->source->path,
         shown(r->file), r->rank, r->wins ? ", wins" : "", fine ? bytes.size : 0,
         (unsigned long long)(fine ? hash_of(bytes.data, bytes.size) : 0));
    if (!fine)
        tell_error(s, &err);
}

static void tell_talk(struct said *s, const struct rq_game *game)
{
    static const uint32_t numbers[] = {0, 1, 2, 5, 20, 1000, 16777216, UINT32_MAX};
    for (size_t i = 0; i < 16; i++) {
        struct rq_out text = {0};
        struct rq_error err = {0};
        bool fine = rq_game_talk(game, numbers[i / 2], i % 2, RQ_CP_DEFAULT, &text, &err);
        said(s, "text %u: %d %.*s", numbers[i / 2], fine, (int)text.size,
             text.size ? (const char *)text.data : "");
        tell_error(s, &err);
        rq_out_free(&text);
    }
}

static void tell_sources(struct said *s, const struct rq_game *game)
{
    const struct rq_source *sources;
    size_t count = rq_game_sources(game, &sources);
    for (size_t i = 0; i < count; i++)
        said(s, "%s %s %s %u %d %zu", sources[i].kind, sources[i].path,
             sources[i].module ? sources[i].module : "-", sources[i].order, sources[i].inactive,
             sources[i].count);
}

static void tell_lists(struct said *s, const struct rq_game *game)
{
    static const struct rq_game_filter filters[] = {
        {.type = "utc"},
        {.glob = "*guard*"},
        {.source = "override", .hidden = true},
        {.module = "demo01"},
        {.source = "modules/*.rim"},
        {.glob = "?????.3D", .hidden = true},
        {.source = "archive"},
        {.type = "UTC", .module = "DEMO02", .hidden = true}};
    static const char *const textures[] = {"demo_crest.tpc",  "demo_crest.tga", "demo_crest.dds",
                                           "demo_true24.tga", "none.tga",       "guard.utc"};
    static const char *const modules[] = {"demo01", "DEMO02", "demo03", "aa", "none"};
    struct rq_resource r = {0}, rival = {0};
    for (size_t i = 0; i < sizeof filters / sizeof filters[0]; i++, r = (struct rq_resource){0})
        while (rq_game_list(game, &filters[i], &r))
            said(s, "filter %zu: %zu", i, r.at);
    for (size_t i = 0; i < 6; i++)
        said(s, "texture %d: %zu", rq_game_texture(game, textures[i], &r), r.at);
    for (size_t i = 0; i < 5; i++)
        said(s, "layout %d: %zu", rq_game_layout(game, modules[i], &r), r.at);
    for (size_t i = 1; rq_game_at(game, i, &r); i++)
        for (rival = (struct rq_resource){0}; r.rank == 0 && rq_game_rival(game, &r, &rival);)
            said(s, "%zu rivals %zu", r.at, rival.at);
    struct rq_world worlds[3];
    size_t count = rq_game_worlds(game, worlds, 3);
    said(s, "%zu worlds, %d %s", count, count ? worlds[0].number : -1, count ? worlds[0].map : "");
}

static void tell_game(struct said *s, const struct rq_game_options *how, bool all)
{
    struct rq_error err = {0};
    struct rq_game_options options = *how;
    struct rq_resource r = {0};
    options.problem = tell_problem;
    options.problem_ctx = s;
    struct rq_game *game = rq_game_open(root, &options, &err);
    tell_error(s, &err);
    if (!game)
        return;
    const struct rq_game_info *info = rq_game_describe(game);
    said(s, "%s %s %s %d %u %zu %zu", info->family, shown(info->path),
         info->module ? info->module : "-", (int)info->codepage, info->version, info->problems,
         rq_game_count(game));
    tell_sources(s, game);
    for (size_t i = 1; all && rq_game_at(game, i, &r); i++)
        tell_resource(s, game, &r);
    tell_lists(s, game);
    if (all)
        tell_talk(s, game);
    rq_game_close(game);
}

static void tell_games(struct said *s)
{
    static const struct rq_game_options all[] = {{0},
                                                 {.module = "demo01"},
                                                 {.module = "Demo02", .layered = true},
                                                 {.layered = true, .version = 2},
                                                 {.family = "plain"},
                                                 {.family = "redguard", .files_only = true},
                                                 {.family = "kotor", .talk = true},
                                                 {.module = "none"}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        tell_game(s, &all[i], i < 3);
}

/* All files and entries of archives as one tree, and those that can't be opened. */
static void tell_tree(struct said *s)
{
    struct rq_error err = {0};
    struct rq_tree tree = {0};
    const char *paths[] = {root};
    struct rq_tree_options options = {.problem = tell_problem, .problem_ctx = s};
    CHECK(rq_tree_open(&tree, paths, 1, &options, &err));
    for (size_t i = 0; i < tree.count; i++) {
        const struct rq_tree_node *n = &tree.nodes[i];
        said(s, "%s %s %s %zu %s %zu %zu %d", shown(n->path), n->below, n->name, n->bytes.size,
             n->format ? rq_format_describe(n->format)->name : "-", n->companion.size, n->depth,
             n->container);
    }
    rq_tree_close(&tree);
}

/* The files that a damage names, as archives, as documents, and what can be saved of them. */
static void tell_file(struct said *s, const char *name)
{
    struct rq_error err = {0};
    const struct rq_entry *entries;
    const struct rq_salvaged *saved;
    struct rq_doc_file file;
    size_t count = 0;
    struct rq_archive *archive = rq_archive_open(below(name), NULL, NULL, &err);
    if (archive && rq_archive_entries(archive, &entries, &count, &err))
        for (size_t i = 0; i < count; i++)
            said(s, "entry %s %zu", entries[i].name, entries[i].bytes.size);
    if (archive)
        said(s, "key %s", shown(rq_archive_key(archive)));
    tell_error(s, &err);
    rq_archive_close(archive);
    err = (struct rq_error){0};
    struct rq_salvage *salvage = rq_salvage_open(below(name), NULL, NULL, &err);
    count = salvage ? rq_salvage_entries(salvage, &saved) : 0;
    for (size_t i = 0; i < count; i++)
        said(s, "saved %s %zu %zu %s %zu %zu %zu", saved[i].name ? saved[i].name : "-",
             saved[i].number, (size_t)saved[i].count, rq_loss_text(saved[i].loss),
             (size_t)saved[i].offset, (size_t)saved[i].size, saved[i].bytes.size);
    if (salvage)
        said(s, "%s %d %d", rq_salvage_damage(salvage), rq_salvage_is_open(salvage),
             rq_salvage_is_numbered(salvage));
    tell_error(s, &err);
    rq_salvage_close(salvage);
    err = (struct rq_error){0};
    if (rq_doc_file_open(&file, below(name), NULL, &err)) {
        said(s, "%s %zu", rq_format_describe(rq_doc_format(file.doc))->name,
             file.second.bytes.size);
        rq_doc_file_close(&file);
    }
    tell_error(s, &err);
    err = (struct rq_error){0};
    struct rq_game *around = rq_game_open_around(below(name), NULL, &err);
    said(s, "around: %s", around ? shown(rq_game_describe(around)->path) : "-");
    rq_game_close(around);
    struct rq_game *alone = rq_game_open(below(name), NULL, &err);
    if (alone)
        tell_sources(s, alone);
    tell_error(s, &err);
    rq_game_close(alone);
}

static void tell_files(struct said *s, const char *damage)
{
    char name[300];
    for (const char *p = damage; p && *p; p = strchr(p, '\n') ? strchr(p, '\n') + 1 : NULL) {
        sscanf(p + 2, "%299[^ \n]", name);
        tell_file(s, name);
        if (*p == '+')
            return;
    }
}

/* ---- pairs of files ---- */

/* First and second files of models: beside each other, sorted by kind, in other letters, alone. */
static const char *const pair_files[] = {
    "pairs/a/x.mdl",   "pairs/a/x.mdx",    "pairs/mdl/y.mdl",  "pairs/mdx/y.mdx", "pairs/u/Z.MDL",
    "pairs/u/Z.MDX",   "pairs/m/w.mdl",    "pairs/m/W.MDX",    "pairs/MDX/q.MDX", "pairs/s/q.mdl",
    "pairs/alone.mdl", "pairs/alone2.mdx", "pairs/a/note.txt", "pairs/x.mdl.mdx"};

static const char *const pair_paths[] = {
    "pairs/a/x.mdl",    "pairs/a/x.mdx",     "pairs/a/./x.mdl",        "pairs/mdl/y.mdl",
    "pairs/mdx/y.mdx",  "pairs/mdl/./y.mdl", "pairs/mdl/../mdl/y.mdl", "pairs/mdx/../mdx/y.mdx",
    "pairs/u/Z.MDL",    "pairs/u/Z.MDX",     "pairs/u/z.mdl",          "pairs/m/w.mdl",
    "pairs/m/W.MDX",    "pairs/s/q.mdl",     "pairs/MDX/q.MDX",        "pairs/alone.mdl",
    "pairs/alone2.mdx", "pairs/a/note.txt",  "pairs/a/none",           "pairs/x.mdl.mdx",
    "pairs/a/",         "pairs/.mdl"};

static void tell_found(struct said *s, char *found)
{
    said(s, "%s", shown(found));
    free(found);
}

static void tell_pairs(struct said *s)
{
    struct rq_walk walk = {0};
    for (size_t i = 0; i < sizeof pair_files / sizeof pair_files[0]; i++) {
        size_t size = 0;
        bool second = strstr(pair_files[i], ".mdx") || strstr(pair_files[i], ".MDX");
        uint8_t *file =
            demo_file(second ? "override/demo_guard.mdx" : "override/demo_guard.mdl", &size);
        write_file(pair_files[i], (struct rq_bytes){file, size});
        free(file);
    }
    for (size_t i = 0; i < sizeof pair_paths / sizeof pair_paths[0]; i++) {
        struct rq_doc_file file;
        struct rq_error err = {0};
        said(s, "---- %s", pair_paths[i]);
        tell_found(s, rq_pair_second(below(pair_paths[i]), rq_format_by_name("mdl")));
        tell_found(s, rq_pair_second(below(pair_paths[i]), rq_format_by_name("gff")));
        tell_found(s, rq_pair_first(below(pair_paths[i])));
        tell_found(s, rq_pair_target(below(pair_paths[i]), "mdx"));
        if (strchr(rq_path_base(pair_paths[i]), '.'))
            tell_found(s, rq_pair_name(below(pair_paths[i]), "mdx"));
        bool fine = rq_doc_file_open(&file, below(pair_paths[i]), NULL, &err);
        said(s, "%zu %zu", fine ? file.map.bytes.size : 0, fine ? file.second.bytes.size : 0);
        tell_error(s, &err);
        if (fine)
            rq_doc_file_close(&file);
    }
    CHECK(rq_walk_add(&walk, below("pairs"), NULL) && rq_pair_walk(&walk));
    for (size_t i = 0; i < walk.count; i++)
        said(s, "%s %s %zu", shown(walk.items[i].path), walk.items[i].relative,
             (size_t)walk.items[i].size);
    rq_walk_free(&walk);
    rq_fs_remove(below("pairs"));
}

static void try_family(const char *name, const char *const *damages, size_t count,
                       struct rq_out *lines)
{
    static const char *const parts[] = {"games", "trees", "files"};
    struct said said_of[3];
    family = name;
    snprintf(root, sizeof root, "%s/games/%s", RQ_BUILD_DIR, name);
    rq_fs_remove(root);
    REQUIRE(copy_demo(name, root));
    for (size_t i = 0; i < 3; i++) {
        char file[64];
        snprintf(file, sizeof file, "%s-%s", name, parts[i]);
        said_of[i] = (struct said){hash_of("", 0), said_file(file)};
    }
    if (strcmp(name, "kotor") == 0)
        tell_pairs(&said_of[2]);
    for (size_t i = 0; i < count; i++) {
        check_note("%s", damages[i]);
        change_files(damages[i], false);
        for (size_t k = 0; k < 3; k++)
            said(&said_of[k], "---- %s", damages[i]);
        tell_games(&said_of[0]);
        tell_tree(&said_of[1]);
        tell_files(&said_of[2], damages[i]);
        change_files(damages[i], true);
    }
    for (size_t i = 0; i < 3; i++) {
        rq_putf(lines, "%016llx %s: %s\n", (unsigned long long)said_of[i].hash, name, parts[i]);
        if (said_of[i].show)
            fclose(said_of[i].show);
    }
}

static void test_games(void)
{
    struct rq_out lines = {0};
    if (!getenv("RQ_DEMO_DIR"))
        SKIP("no demo");
    try_family("kotor", kotor_damages, sizeof kotor_damages / sizeof kotor_damages[0], &lines);
    try_family("redguard", redguard_damages, sizeof redguard_damages / sizeof redguard_damages[0],
               &lines);
#if !defined(_WIN32) /* names that differ in capitals alone are one file there */
    said_compare("games", &lines, NULL);
#endif
    rq_out_free(&lines);
}

TESTS(test_games)
