#include "script.h"

#include <stdio.h>
#include <stdlib.h>

#if defined(_WIN32)
#include <windows.h>
/* Stands on the one above. */
#include <shellapi.h>
#endif

#define COMMON  (TAKES(quiet) | TAKES(no_color))
#define READING (TAKES(format) | TAKES(encoding))
/* Of what changes a file in place. */
#define CHANGING (TAKES(output) | TAKES(force) | TAKES(dry_run) | TAKES(backup))
#define INDEX    (TAKES(module) | TAKES(layered) | TAKES(game_version) | TAKES(jobs) | TAKES(cache))
#define SCRIPTS_OUT                                                                                \
    (TAKES(output) | TAKES(force) | TAKES(game) | TAKES(actor) | TAKES(dialect) |                  \
     TAKES(game_version) | TAKES(jobs) | READING | COMMON)
#define SCRIPTS_IN                                                                                 \
    (TAKES(output) | TAKES(base) | TAKES(force) | TAKES(game) | TAKES(dialect) | TAKES(dry_run) |  \
     TAKES(json) | TAKES(game_version) | TAKES(jobs) | TAKES(watch) | READING | COMMON)

const struct verb verbs[] = {
    {"formats", "", 0, 0, TAKES(json), "list the formats that are known and what each can do",
     "  reliquary formats\n  reliquary formats --json\n", run_formats},
    {"layout", "FORMAT", 1, 1, TAKES(json),
     "list the records of a format: offset, size, type and meaning of every field",
     "  reliquary layout erf\n  reliquary layout rgm --json\n", run_layout},
    {"findings", "[FORMAT]", 0, 1, TAKES(json),
     "list what info, scan and verify can report of files, and why it matters",
     "  reliquary findings\n  reliquary findings lip --json\n", run_findings},
    {"fields", "[TYPE [PATH]]", 0, 2, TAKES(json) | TAKES(csv),
     "say what is known of the fields of a kind of GFF file, or of one of them",
     "  reliquary fields\n  reliquary fields UTC\n  reliquary fields UTC ClassList/Class\n"
     "  reliquary fields dlg --csv > dlg.csv\n",
     run_fields},
    {"schema", "TYPE", 1, 1, TAKES(output) | TAKES(force),
     "print a JSON Schema of the text form of a kind of GFF file, for editors of JSON",
     "  reliquary schema utc -o utc.schema.json\n", run_schema},
    {"new", "TYPE", 1, 1, TAKES(output) | TAKES(force) | TAKES(game_version),
     "make a fresh GFF file: a creature, an item, a module ...",
     "  reliquary new utc -o guard01.utc\n  reliquary new dlg --game-version k2 -o guard01.dlg\n",
     run_new},
    {"info", "PATH...", 1, 0, TAKES(json) | TAKES(game) | READING,
     "show what a file is and what is in it",
     "  reliquary info danm13.mod\n  reliquary info p_bastila.utc --game KOTOR\n"
     "  reliquary info override/*.utc --json\n",
     run_info},
    {"scan", "DIR...", 1, 0, TAKES(json) | READING | COMMON,
     "count what is below a folder, by family and format, with oddities",
     "  reliquary scan \"C:/Games/KotOR\"\n  reliquary scan --json . > inventory.json\n", run_scan},
    {"dump", "FILE", 1, 1, READING, "show every byte with its field and value, in file order",
     "  reliquary dump p_bastila.utc | less\n  cat x.tpc | reliquary dump -\n", run_dump},
    {"json", "FILE...", 1, 0, TAKES(output) | TAKES(force) | READING | TAKES(quiet),
     "write the lossless text form of a file; of several files one line each",
     "  reliquary json p_bastila.utc -o p_bastila.utc.json\n"
     "  reliquary json ISLAND.COL | less\n"
     "  reliquary json override/*.utc > creatures.jsonl\n",
     run_json},
    {"build", "FILE", 1, 1,
     TAKES(output) | TAKES(force) | TAKES(encoding) | TAKES(derive) | TAKES(quiet),
     "make the file again from its text form, ours or that of another tool",
     "  reliquary build p_bastila.utc.json -o p_bastila.utc\n"
     "  reliquary build p_bastila.utc.xml -o p_bastila.utc\n"
     "  reliquary build appearance.csv -o appearance.2da\n"
     "  reliquary build m01aa_01a.wok.ascii -o m01aa_01a.wok\n"
     "  reliquary build plc_chair.mdl.json --derive -o plc_chair.mdl\n",
     run_build},
    {"convert", "PATH...", 0, 0,
     TAKES(output) | TAKES(to) | TAKES(palette) | TAKES(game) | TAKES(force) | TAKES(all_levels) |
         TAKES(best) | TAKES(world) | TAKES(item) | TAKES(actor) | TAKES(hold) | TAKES(module) |
         TAKES(textures) | TAKES(no_markers) | TAKES(text_names) | TAKES(jobs) | TAKES(dialect) |
         TAKES(no_mips) | TAKES(txi) | TAKES(skip_existing) | TAKES(lightmaps) | TAKES(creature) |
         TAKES(placeable) | TAKES(door) | TAKES(no_gallery) | TAKES(previews) | TAKES(as) |
         READING | COMMON,
     "turn files, archives or a whole game into PNG, GLB, WAV, TTF, CSV and JSON",
     "  reliquary convert n_gran.tpc -o n_gran.png\n"
     "  reliquary convert CYRSA001.3DC --game REDGUARD --palette ISLAND.COL -o out\n"
     "  reliquary convert MAPS/ISLAND.RGM --game REDGUARD -o island.glb\n"
     "  reliquary convert --world 27 --game REDGUARD -o night\n"
     "  reliquary convert MAPS/ISLAND.RGM --world all --game REDGUARD -o times\n"
     "  reliquary convert MAPS/ISLAND.RGM --actor GUARD01 --item sabre --hold hand -o guard.glb\n"
     "  reliquary convert --creature p_bastila --game KOTOR -o bastila.glb\n"
     "  reliquary convert REDGUARD -o open\n"
     "  reliquary convert REDGUARD --previews -o open\n"
     "  reliquary convert danm13.mod -o out --to json\n"
     "  reliquary convert override --to xml --dialect pykotor -o texts\n"
     "  reliquary convert palette.png --to col -o NEW.COL\n"
     "  reliquary convert new_face.png --to tpc --encoding dxt5 -o new_face.tpc\n"
     "  reliquary convert override --to tga -o pictures\n"
     "  reliquary convert chair.glb --to 3d --palette ISLAND.COL -o CHAIR.3D\n"
     "  reliquary convert feat.2da --to 2da-text -o feat.txt.2da\n"
     "  reliquary convert feat.csv --to twoda -o feat.2da\n"
     "  reliquary convert m01aa_01a.wok --to ascii -o m01aa_01a.wok.ascii\n"
     "  reliquary convert line.mp3 --to wav --as voice -o nm35aabast06056_.wav\n",
     run_convert},
    {"render", "FILE", 0, 1,
     TAKES(output) | TAKES(size) | TAKES(angle) | TAKES(animation) | TAKES(frame) |
         TAKES(background) | TAKES(game) | TAKES(palette) | TAKES(textures) | TAKES(world) |
         TAKES(item) | TAKES(actor) | TAKES(hold) | TAKES(module) | TAKES(no_markers) |
         TAKES(creature) | TAKES(placeable) | TAKES(door) | TAKES(best) | TAKES(force) | READING |
         TAKES(quiet),
     "draw a model, a map, an area or a walkmesh as a PNG",
     "  reliquary render n_gran.mdl --game KOTOR -o gran.png\n"
     "  reliquary render n_gran.mdl --game KOTOR --animation walk --frame 5 --angle -40,10 -o g.png\n"
     "  reliquary render CYRSA001.3DC --game REDGUARD --size 256 --background 202830 -o cyrus.png\n"
     "  reliquary render MAPS/ISLAND.RGM --game REDGUARD --size 1280x720 -o island.png\n"
     "  reliquary render --module danm13 --game KOTOR --angle 0,60 -o area.png\n"
     "  reliquary render --creature p_bastila --game KOTOR --size 480x640 -o bastila.png\n",
     run_render},
    {"list", "ARCHIVE [GLOB...]", 1, 0,
     TAKES(json) | TAKES(key) | TAKES(palette) | TAKES(game) | READING,
     "list what is in an archive, or the pictures, sounds, glyphs and lines of a file",
     "  reliquary list danm13.mod\n  reliquary list danm13.mod '*.dlg' --json\n"
     "  reliquary list data/2da.bif\n"
     "  reliquary list TEXBSI.302 'D020*'\n",
     run_list},
    {"extract", "ARCHIVE [GLOB...]", 1, 0,
     TAKES(output) | TAKES(force) | TAKES(skip_existing) | TAKES(jobs) | TAKES(key) |
         TAKES(palette) | TAKES(game) | TAKES(salvage) | TAKES(partial) | TAKES(json) |
         TAKES(dry_run) | READING | COMMON,
     "extract entries of an archive, or single pictures, sounds, glyphs and lines, into a folder",
     "  reliquary extract danm13.mod -o danm13\n"
     "  reliquary extract danm13.mod 'dan13_*.utc' -o people\n"
     "  reliquary extract danm13.mod module.ifo -o -\n"
     "  reliquary extract TEXBSI.302 D02005.png --palette ISLAND.COL -o work\n"
     "  reliquary extract ENGLISH.RTX 'abcd.*' -o work\n"
     "  reliquary extract --salvage broken.mod -o saved\n"
     "  reliquary extract --salvage ENGLISH.RTX --dry-run --json\n",
     run_extract},
    {"pack", "PATH...", 0, 0, TAKES(output) | TAKES(force) | TAKES(from_module) | COMMON,
     "make an archive of files; its kind is the extension of -o",
     "  reliquary pack danm13 -o danm13.mod\n"
     "  reliquary pack danm13 -o danm13.rim\n"
     "  reliquary pack 2da templates -o chitin.key\n"
     "  reliquary pack --from-module modules/danm13.rim -o danm13.mod\n",
     run_pack},
    {"put", "ARCHIVE FILE...", 2, 0,
     TAKES(as) | TAKES(key) | TAKES(palette) | TAKES(game) | CHANGING | READING | COMMON,
     "put files into an archive; PNG, WAV and CSV into pictures, sounds and dialogue",
     "  reliquary put danm13.mod p_bastila.utc\n"
     "  reliquary put danm13.mod p_bastila.utc --dry-run\n"
     "  reliquary put TEXBSI.302 D02005.png --palette ISLAND.COL\n"
     "  reliquary put TEXBSI.302 D02064.png --game REDGUARD\n"
     "  reliquary put MAIN.SFX 118.wav --backup\n"
     "  reliquary put ENGLISH.RTX ENGLISH.csv\n"
     "  reliquary put ENGLISH.RTX abcd.txt abcd.wav\n"
     "  reliquary json x.utc | sed s/old/new/ | reliquary build - -o - |\n"
     "      reliquary put danm13.mod - --as x.utc\n",
     run_put},
    {"rm", "ARCHIVE GLOB...", 2, 0, TAKES(key) | CHANGING | READING | COMMON,
     "remove entries from an archive, or pictures, sounds, glyphs and lines from a file",
     "  reliquary rm danm13.mod old.utc\n  reliquary rm danm13.mod '*.ncs' --backup\n"
     "  reliquary rm TEXBSI.302 D02064.png\n",
     run_rm},
    {"ls", "GAME [GLOB]", 1, 2,
     TAKES(type) | TAKES(source) | TAKES(module) | TAKES(layered) | TAKES(game_version) |
         TAKES(json) | TAKES(quiet),
     "list what a game, a folder or an archive has, each name once",
     "  reliquary ls KOTOR 'p_bast*'\n"
     "  reliquary ls KOTOR --type dlg --module danm13\n"
     "  reliquary ls KOTOR --source override\n"
     "  reliquary ls REDGUARD '*.3d'\n",
     run_ls},
    {"find", "GAME NAME...", 2, 0,
     TAKES(module) | TAKES(layered) | TAKES(game_version) | TAKES(json),
     "every place that has a resource, the one that the game takes first",
     "  reliquary find KOTOR appearance.2da\n", run_find},
    {"get", "FILE PATH... | GAME NAME...", 2, 0,
     TAKES(output) | TAKES(force) | TAKES(module) | TAKES(layered) | TAKES(game_version) |
         TAKES(json) | TAKES(quiet) | READING,
     "print values of a file by their paths; or take resources out of a game",
     "  reliquary get p_bastila.utc Tag FirstName/strref\n"
     "  reliquary get danm13.mod/n_carth.utc 'ClassList/*/Class'\n"
     "  reliquary get appearance.2da 12/label --json\n"
     "  reliquary get KOTOR appearance.2da p_bastba.tpc -o work\n"
     "  reliquary get KOTOR global.jrl -o -\n",
     run_get},
    {"set", "FILE PATH=VALUE...", 2, 0, CHANGING | TAKES(game) | TAKES(json) | READING,
     "change values of a file, or of one in archives, by their paths; all of them or none",
     "  reliquary set p_bastila.utc Tag=Bastila 'ClassList/0/Class=4'\n"
     "  reliquary set danm13.mod/n_carth.utc FirstName/0=Carth --backup\n"
     "  reliquary set n_carth.utc Gender=male Appearance_Type=P_CarthBA --game KOTOR\n"
     "  reliquary set appearance.2da 12/walkdist=1.6 --dry-run\n"
     "  reliquary set SYSTEM.INI xngine/back_plane=5000 -o new.ini\n",
     run_set},
    {"cat", "GAME NAME", 2, 2, TAKES(module) | TAKES(layered) | TAKES(game_version) | READING,
     "print a resource: text as it is, all else as JSON",
     "  reliquary cat KOTOR danm13.lyt\n  reliquary cat KOTOR appearance.2da\n"
     "  reliquary cat ENGLISH.RTX abcd.txt\n",
     run_cat},
    {"grep", "GAME PATTERN", 2, 2,
     TAKES(type) | TAKES(source) | TAKES(module) | TAKES(layered) | TAKES(game_version) |
         TAKES(jobs) | TAKES(encoding) | TAKES(json) | COMMON,
     "search names and values of data, tables, scripts and texts; * and ? are any letters",
     "  reliquary grep KOTOR Bastila --type dlg\n  reliquary grep KOTOR 'ebon*hawk'\n"
     "  reliquary grep KOTOR Mod_Name --type ifo --module danm13\n",
     run_grep},
    {"uses", "GAME NAME...", 1, 0, INDEX | TAKES(graph) | TAKES(force) | TAKES(json) | COMMON,
     "everything that refers to a resource, text, tag, quest, row, flag ...",
     "  reliquary uses KOTOR p_bastila.utc\n  reliquary uses KOTOR strref:26217 tag:bastila\n"
     "  reliquary uses KOTOR appearance.2da:12 --json\n"
     "  reliquary uses REDGUARD line:abcd flag:gremlin\n"
     "  reliquary uses REDGUARD --graph flow.svg\n"
     "  reliquary uses REDGUARD flag:gremlin --graph gremlin.dot\n",
     run_uses},
    {"unused", "GAME", 1, 1, INDEX | TAKES(type) | TAKES(kind) | TAKES(json) | COMMON,
     "what nothing refers to; scripts build names while the game runs, so look before removing",
     "  reliquary unused KOTOR --type utc\n  reliquary unused KOTOR --kind global\n"
     "  reliquary unused REDGUARD --kind line\n",
     run_unused},
    {"missing", "GAME", 1, 1, INDEX | TAKES(all) | TAKES(json) | COMMON,
     "references to what is not there: files, texts, rows, tags, quests, lines ...",
     "  reliquary missing KOTOR\n  reliquary missing KOTOR --all --json\n", run_missing},
    {"module", "GAME NAME", 2, 2, TAKES(layered) | TAKES(game_version),
     "what a module of KotOR is made of, and what each part hides or overrides",
     "  reliquary module KOTOR danm13\n", run_module},
    {"tlk", "GAME STRREF...", 2, 0, TAKES(female) | TAKES(encoding) | TAKES(game_version),
     "print texts of the talk table of KotOR by their number",
     "  reliquary tlk KOTOR 26217 26218\n", run_tlk},
    {"name", "GAME", 1, 1, TAKES(ltr) | TAKES(count) | TAKES(seed) | TAKES(game_version),
     "make up names as KotOR does", "  reliquary name KOTOR --ltr humanf --count 5\n", run_name},
    {"lint", "PATH...", 0, 0,
     TAKES(game) | TAKES(game_version) | TAKES(rule) | TAKES(rules) | TAKES(all) | TAKES(strict) |
         TAKES(fix) | TAKES(dry_run) | TAKES(backup) | TAKES(json) | TAKES(sarif) | TAKES(jobs) |
         TAKES(verbose) | COMMON,
     "check files against what the engines do with them",
     "  reliquary lint danm13.mod\n"
     "  reliquary lint override --game \"C:/Games/KotOR\"\n"
     "  reliquary lint KOTOR --all --rule -gff-dead-field --json > findings.json\n"
     "  reliquary lint danm13.mod --fix --dry-run\n"
     "  reliquary lint --rules\n",
     run_lint},
    {"explain", "RULE", 1, 1, TAKES(json), "say what a rule of lint means and what the engine does",
     "  reliquary explain utc-duplicate-class\n", run_explain},
    {"verify", "PATH...", 1, 0,
     TAKES(through) | TAKES(json) | TAKES(verbose) | TAKES(jobs) | READING | COMMON,
     "read, write and compare every file, and all that is in archives",
     "  reliquary verify modules\n  reliquary verify --through json override\n", run_verify},
    {"diff", "A B", 2, 2,
     TAKES(json) | TAKES(to) | TAKES(stat) | TAKES(output) | TAKES(force) | TAKES(dry_run) |
         TAKES(verbose) | TAKES(palette) | READING | COMMON,
     "compare two files field by field, or two folders, games or archives file by file; or make a mod of two games",
     "  reliquary diff old.utc new.utc\n"
     "  reliquary diff danm13.mod patched/danm13.mod\n"
     "  reliquary diff KOTOR KOTOR-modded --stat\n"
     "  reliquary diff danm13.mod extracted/danm13\n"
     "  reliquary diff old.tpc new.tpc -o changed.png\n"
     "  reliquary diff KOTOR EDITED --to tslpatcher -o MOD\n"
     "  reliquary diff KOTOR EDITED --to tslpatcher -o MOD --dry-run --verbose\n"
     "  reliquary diff REDGUARD EDITED --to redguard-mod -o MOD\n",
     run_diff},
    {"merge", "BASE A B", 3, 3,
     TAKES(output) | TAKES(ours) | TAKES(theirs) | TAKES(dry_run) | TAKES(force) | TAKES(json) |
         TAKES(quiet),
     "make one of two changed versions of a file, a folder or a game",
     "  reliquary merge dialog.tlk mine/dialog.tlk yours/dialog.tlk -o both.tlk\n"
     "  reliquary merge KOTOR MINE YOURS -o BOTH\n"
     "  reliquary merge KOTOR MINE YOURS --dry-run --json\n"
     "  reliquary merge KOTOR MINE YOURS -o BOTH --ours\n",
     run_merge},
    {"ini", "get|set|check FILE... [KEY] [VALUE]", 2, 0, CHANGING | TAKES(json) | TAKES(encoding),
     "read or change one setting of an INI file, or check whole files",
     "  reliquary ini get SYSTEM.INI xngine/back_plane\n"
     "  reliquary ini get WORLD.INI\n"
     "  reliquary ini set SYSTEM.INI xngine/back_plane 5000\n"
     "  reliquary ini set SYSTEM.INI standing_height -o new.ini -- -3\n"
     "  reliquary ini check WORLD.INI ITEM.INI\n"
     "  reliquary ini check REDGUARD --json\n",
     run_ini},
    {"pvo", "query|patch|remap FILE...", 4, 0,
     TAKES(output) | TAKES(force) | TAKES(dry_run) | TAKES(game) | TAKES(json) | READING,
     "say which objects a PVO shows from a point, show more, or follow a changed map",
     "  reliquary pvo query MAPS/ISLAND.PVO 12000 -300 41000\n"
     "  reliquary pvo query ISLAND --game REDGUARD 12000 -300 41000 --json\n"
     "  reliquary pvo patch ISLAND.PVO 12000 -300 41000 1691 1692 -o NEW.PVO\n"
     "  reliquary pvo patch ISLAND.PVO node:12 40 --dry-run\n"
     "  reliquary pvo remap OLD.RGM NEW.RGM ISLAND.PVO -o NEW.PVO\n",
     run_pvo},
    {"save", "WORD SLOT [ARGUMENT...]", 2, 0,
     TAKES(game) | TAKES(json) | TAKES(all) | TAKES(dry_run) | TAKES(output) | TAKES(force) |
         TAKES(as) | TAKES(game_version) | TAKES(quiet) | TAKES(verbose) | TAKES(no_color) |
         TAKES(strict) | TAKES(rule) | TAKES(jobs),
     "saved games: ls, show, get, set, items, globals, journal, party, diff, check, repair, backup, "
     "restore, copy",
     "  reliquary save ls KOTOR/saves\n"
     "  reliquary save show \"KOTOR/saves/000002 - Game1\" --game KOTOR\n"
     "  reliquary save set SLOT player/Str=18 gold=5000 globals/Tar_Door=1 --dry-run\n"
     "  reliquary save set SLOT inventory/add=g_w_lghtsbr01,2 --game KOTOR\n"
     "  reliquary save get SLOT screen -o x.png\n"
     "  reliquary save diff SLOT OTHER\n"
     "  reliquary save repair SLOT events MODULE\n"
     "  reliquary save restore SLOT\n"
     "  reliquary save ls REDGUARD/SAVEGAME --game REDGUARD\n",
     run_save},
    {"patch", "MODDIR... GAMEDIR", 2, 0,
     TAKES(namespace) | TAKES(dry_run) | TAKES(json) | TAKES(force) | TAKES(quiet) |
         TAKES(verbose) | TAKES(strict) | TAKES(holopatcher),
     "install mods of TSLPatcher and redguard-mod-manager; list, undo, check, lint, order",
     "  reliquary patch MOD KOTOR --dry-run\n"
     "  reliquary patch MOD KOTOR --namespace 2\n"
     "  reliquary patch MOD KOTOR --strict\n"
     "  reliquary patch MOD KOTOR --holopatcher\n"
     "  reliquary patch FIRST SECOND KOTOR\n"
     "  reliquary patch list KOTOR\n"
     "  reliquary patch undo KOTOR\n"
     "  reliquary patch check FIRST SECOND KOTOR\n"
     "  reliquary patch lint MOD\n"
     "  reliquary patch order FIRST SECOND\n",
     run_patch},
    {"run", "[FILE]", 0, 1,
     TAKES(actor) | TAKES(with) | TAKES(game) | TAKES(ticks) | TAKES(start) | TAKES(hex) |
         TAKES(locals) | TAKES(trace) | TAKES(debug) | TAKES(json) | TAKES(game_version) |
         TAKES(include) | READING,
     "run a script of either game, alone or with the world that JSON describes",
     "  reliquary run MAPS/ISLAND.RGM --actor GUARD01 --trace\n"
     "  reliquary run ISLAND.RGM --actor GUARD01 --ticks 500 --with world.json --json > after.json\n"
     "  reliquary run ISLAND.RGM --actor GUARD01 --game REDGUARD --debug\n"
     "  reliquary run k_con_bastcon.ncs --with world.json --trace\n"
     "  reliquary run k_door.ncs --debug -I sources\n"
     "  reliquary run --hex 0a000707000000000500000000 --locals=0,0 --json\n",
     run_run},
    {"play", "MAP", 1, 1,
     TAKES(actor) | TAKES(group) | TAKES(count) | TAKES(game) | TAKES(json) | READING,
     "list what an animation of an actor of Redguard does when: frames, sounds, delays",
     "  reliquary play MAPS/ISLAND.RGM\n"
     "  reliquary play MAPS/ISLAND.RGM --actor CYRUS\n"
     "  reliquary play MAPS/ISLAND.RGM --actor CYRUS --group 5\n"
     "  reliquary play ISLAND --game REDGUARD --actor CYRUS --group 5 --count 3 --json\n",
     run_play},
    {"disassemble", "MAP|NCS|FOLDER...", 1, 0, SCRIPTS_OUT | TAKES(verbose),
     "write the scripts of a map, or compiled scripts (NCS), as text: one instruction a line",
     "  reliquary disassemble MAPS/ISLAND.RGM -o island\n"
     "  reliquary disassemble MAPS/ISLAND.RGM --actor CYRUS | less\n"
     "  reliquary disassemble ISLAND.RGM --game REDGUARD --dialect rmm > ISLAND.txt\n"
     "  reliquary disassemble k_ptar_door.ncs --verbose | less\n"
     "  reliquary disassemble modules/danm13.mod -o listings\n",
     run_disassemble},
    {"assemble", "FOLDER|FILE...", 1, 0, SCRIPTS_IN,
     "put scripts back into a map; make compiled scripts (NCS) of listings",
     "  reliquary assemble island -o MAPS/ISLAND.RGM\n"
     "  reliquary assemble island --base MAPS/ISLAND.RGM -o new/ISLAND.RGM\n"
     "  reliquary assemble island -o MAPS/ISLAND.RGM --dry-run\n"
     "  reliquary assemble k_ptar_door.pcode -o k_ptar_door.ncs\n"
     "  reliquary assemble listings -o override --force\n"
     "  reliquary disassemble x.ncs | sed s/old/new/ | reliquary assemble - -o x.ncs --force\n",
     run_assemble},
    {"decompile", "MAP|NCS|FOLDER...", 1, 0,
     SCRIPTS_OUT | TAKES(verbose) | TAKES(json) | TAKES(include),
     "write the scripts of a map, or sources of compiled scripts (NCS): if, else, while",
     "  reliquary decompile MAPS/ISLAND.RGM -o island\n"
     "  reliquary decompile MAPS/ISLAND.RGM --actor CYRUS | less\n"
     "  reliquary decompile k_ptar_door.ncs -o k_ptar_door.nss\n"
     "  reliquary decompile modules/danm13.mod -o sources --json > report.json\n"
     "  reliquary decompile override -I includes -o sources\n",
     run_decompile},
    {"compile", "FOLDER|FILE...", 1, 0,
     SCRIPTS_IN | TAKES(include) | TAKES(nwscript) | TAKES(float) | TAKES(deps) |
         TAKES(debug_symbols) | TAKES(rule) | TAKES(rules) | TAKES(strict),
     "make NCS of NWScript sources, or put scripts of Redguard into a map",
     "  reliquary compile k_door.nss --game KOTOR\n"
     "  reliquary compile scripts -I includes -o override --game-version k2\n"
     "  reliquary compile k_door.nss --dry-run --rule -unused-variable\n"
     "  reliquary compile scripts --deps > scripts.mk\n"
     "  reliquary compile scripts -I includes -o override --watch\n"
     "  reliquary compile k_door.nss --debug-symbols\n"
     "  reliquary compile island -o MAPS/ISLAND.RGM\n"
     "  reliquary compile CYRUS.soup -o MAPS/ISLAND.RGM --dry-run\n"
     "  reliquary compile island --base MAPS/ISLAND.RGM -o new/ISLAND.RGM --json\n",
     run_compile},
    {"studio", "[GAME]", 0, 1,
     TAKES(no_browser) | TAKES(port) | TAKES(state) | TAKES(assets) | TAKES(quiet),
     "browse, view, search and edit a game in the browser, on this machine alone",
     "  reliquary studio \"C:/Games/KotOR\"\n"
     "  reliquary studio --no-browser build/demo/kotor\n",
     run_studio},
    {"demo", "DIR", 1, 1, TAKES(scale) | TAKES(force) | COMMON,
     "write two small games of made-up files to play with",
     "  reliquary demo playground\n  reliquary demo --scale 20 big\n", run_demo},
    {"completion", "SHELL", 1, 1, 0, "print completion for bash, zsh or fish",
     "  reliquary completion bash > /etc/bash_completion.d/reliquary\n", run_completion},
};

const size_t verb_count = sizeof verbs / sizeof verbs[0];

static int run(int argc, char **argv)
{
    if (argc && is_nwnnsscomp(argv[0]))
        return run_nwnnsscomp(argc, argv);
    if (argc < 2) {
        print_help(NULL);
        return EXIT_USAGE;
    }
    const char *word = argv[1];
    bool help = strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0;
    if (strcmp(word, "--version") == 0) {
#if defined(RQ_HAVE_STUDIO)
        static const char studio[] = ", studio";
#else
        static const char studio[] = ", no studio";
#endif
        printf("reliquary %s (%s%s)\n", rq_version(), rq_built_with(), studio);
        return EXIT_FINE;
    }
    if (help && argc < 3) {
        print_help(NULL);
        return EXIT_FINE;
    }
    const struct verb *verb = find_verb(help ? argv[2] : word);
    if (!verb) {
        complain_verb(help ? argv[2] : word);
        return EXIT_USAGE;
    }
    if (help) {
        print_help(verb);
        return EXIT_FINE;
    }
    struct args args = {.verb = verb};
    int code = EXIT_USAGE;
    if (parse_args(&args, argc - 2, argv + 2)) {
        if (given(&args, OPT_help)) {
            print_help(verb);
            code = EXIT_FINE;
        } else {
            code = verb->run(&args);
        }
    }
    rq_arena_free(&args.arena);
    bool unwritten = fflush(stdout) != 0 || ferror(stdout);
    if (unwritten && code <= EXIT_FINDINGS) {
        complain("can't write to standard output");
        code = EXIT_UNWRITTEN;
    }
    return code;
}

#if defined(_WIN32)

static UINT page_of_console;

static void give_console_back(void)
{
    SetConsoleOutputCP(page_of_console);
}

/* Arguments of Windows are UTF-16; inside, everything is UTF-8. */
int main(void)
{
    int argc = 0;
    WCHAR **wide = CommandLineToArgvW(GetCommandLineW(), &argc);
    char **argv = need((size_t)argc + 1, sizeof *argv);
    for (int i = 0; wide && i < argc; i++) {
        int size = WideCharToMultiByte(CP_UTF8, 0, wide[i], -1, NULL, 0, NULL, NULL);
        argv[i] = need((size_t)size + 1, 1);
        WideCharToMultiByte(CP_UTF8, 0, wide[i], -1, argv[i], size, NULL, NULL);
    }
    page_of_console = GetConsoleOutputCP();
    if (page_of_console && SetConsoleOutputCP(CP_UTF8))
        atexit(give_console_back);
    return run(argc, argv);
}

#else

int main(int argc, char **argv)
{
    return run(argc, argv);
}

#endif
