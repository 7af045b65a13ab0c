/* What the verbs of the command line share: options, messages, inputs, trees of files. */
#ifndef RQ_TOOL_H
#define RQ_TOOL_H

#include "core/arena.h"
#include "core/bytes.h"
#include "core/file.h"

#include <reliquary/game.h>

/* Exit codes: a contract, see man/reliquary.1. */
enum { EXIT_FINE, EXIT_FINDINGS, EXIT_USAGE, EXIT_UNREADABLE, EXIT_UNWRITTEN };

/* ---- options ----
 * One list; a verb says which of them it takes. Help, completion and the check of the man
 * page come from these rows. name, letter (0: none), argument (NULL: a switch), help */
#define OPTIONS(X)                                                                                 \
    X(help, 'h', NULL, "show this help")                                                           \
    X(output, 'o', "PATH", "where to write; - is standard output")                                 \
    X(json, 0, NULL, "machine-readable output")                                                    \
    X(csv, 0, NULL, "output as CSV")                                                               \
    X(to, 0, "KIND", "what to make: a kind of file, or a format by its name")                      \
    X(dialect, 0, "NAME",                                                                          \
      "whose xml, json or csv: xoreos or pykotor; whose script text: rmm or rgpre")                \
    X(base, 0, "MAP", "the map whose scripts are replaced, when -o is a new file")                 \
    X(actor, 0, "NAME", "of a map: only the actor of this name")                                   \
    X(palette, 0, "FILE", "a COL file, for pictures and models of Redguard")                       \
    X(game, 0, "DIR", "where the game's other files are: textures, palettes")                      \
    X(textures, 0, "DIR", "where textures are looked for before the game's")                       \
    X(through, 0, "json", "verify through the JSON form as well")                                  \
    X(force, 'f', NULL, "write over files that are there already")                                 \
    X(encoding, 0, "NAME",                                                                         \
      "code page of the text: cp1252 ...; of a texture: dxt1, dxt5, grey, rgb, rgba, swizzled")    \
    X(no_mips, 0, NULL, "of a texture: only the first level")                                      \
    X(txi, 0, "FILE", "the text that goes into a texture; one beside the picture is found")        \
    X(format, 0, "NAME", "take the input for this format, without detecting it")                   \
    X(all_levels, 0, NULL, "every mip level of a texture, not only the first")                     \
    X(best, 0, NULL, "make the smallest files, slowly")                                            \
    X(as, 0, "NAME", "name of the entry, when the file's own is another")                          \
    X(key, 0, "FILE", "a KEY file with the names of a BIF; chitin.key nearby is found")            \
    X(from_module, 0, "BASE", "the parts of a module: BASE.rim, BASE_s.rim, BASE_dlg.erf")         \
    X(world, 0, "N", "the entry of WORLD.INI: its map, ground, palette and sky; or all of a map")  \
    X(no_markers, 0, NULL, "of maps: leave out what has nothing to show")                          \
    X(group, 0, "N", "of an actor: the group of animations")                                       \
    X(item, 0, "NAME", "what actors hold: an item of ITEM.INI by number, name or model")           \
    X(hold, 0, "hand|hip", "where they hold it: drawn in the hand, or at the hip")                 \
    X(creature, 0, "NAME", "a whole creature of KotOR, by its UTC: body, head, what it holds")     \
    X(placeable, 0, "NAME", "a placeable of KotOR, by its UTP")                                    \
    X(door, 0, "NAME", "a door of KotOR, by its UTD")                                              \
    X(size, 0, "WxH", "of the picture: 640x480, or one number for a square; up to 4096")           \
    X(angle, 0, "DEG[,DEG]", "from where the camera looks: how far round, how far up; 30,20")      \
    X(animation, 0, "NAME", "the animation that is shown")                                         \
    X(frame, 0, "N", "its frame, from 0 on: the moments at which it has keys")                     \
    X(background, 0, "RRGGBB", "the colour behind it; see-through when not given")                 \
    X(lightmaps, 0, "occlusion|baked|none",                                                        \
      "of rooms: as the texture that darkens, as colours of vertices, or not at all")              \
    X(text_names, 0, NULL, "name sounds after the words that are spoken")                          \
    X(derive, 0, NULL,                                                                             \
      "of an edited model or walkmesh: derive planes, boxes, neighbours and the like again")       \
    X(type, 0, "EXT", "only resources of this type: utc, dlg, 2da ...")                            \
    X(source, 0, "NAME",                                                                           \
      "only from a kind of source (override, module, chitin, fxart, archive ...), or a path")      \
    X(module, 0, "NAME", "of KotOR: as while this module is played")                               \
    X(layered, 0, NULL, "of KotOR: parts of a module over its .mod, not the .mod alone")           \
    X(game_version, 0, "k1|k2", "which KotOR it is, when its files do not tell")                   \
    X(female, 0, NULL, "the texts for a female player, dialogf.tlk")                               \
    X(ltr, 0, "NAME", "the table of letters: humanm, humanf ...")                                  \
    X(count, 0, "N", "how many")                                                                   \
    X(kind, 0, "WORD",                                                                             \
      "what to list: resource, strref, tag, global, quest, entry, line, flag, item, sound ...")    \
    X(cache, 0, "DIR", "folder that keeps the index of a game, so that it is made once")           \
    X(seed, 0, "N", "the same names for the same number")                                          \
    X(rule, 0, "ID[,-ID]", "only these rules; with - before it, all but this one")                 \
    X(rules, 0, NULL, "list all rules")                                                            \
    X(all, 0, NULL, "all of them, also those that are mostly noise")                               \
    X(strict, 0, NULL, "warnings count as errors")                                                 \
    X(fix, 0, NULL, "write the one right value where a finding has one")                           \
    X(sarif, 0, NULL, "output as SARIF 2.1.0, for code review tools")                              \
    X(with, 0, "FILE", "the world that a script finds, as JSON; - is standard input")              \
    X(ticks, 0, "N", "run all threads for so many ticks, not thread 0 to its end")                 \
    X(start, 0, "PC", "where thread 0 starts, from the start of the script: 31, 0x1F or #1F")      \
    X(hex, 0, "CODE", "run these bytes, in place of a file")                                       \
    X(locals, 0, "N,N", "the first variables of the script")                                       \
    X(trace, 0, NULL, "one line for every instruction and every call")                             \
    X(debug, 0, NULL, "debugger: commands on standard input, help lists them")                     \
    X(jobs, 'j', "N", "number of threads; all cores when not given")                               \
    X(scale, 0, "N", "make N times as many files; from 100 on also an RTX of N MB")                \
    X(graph, 0, "FILE", "draw the flow of quests: .svg, or .dot for Graphviz")                     \
    X(dry_run, 0, NULL, "show what would change, and write nothing")                               \
    X(backup, 0, NULL, "keep the file as it was beside it, as FILE.bak")                           \
    X(verbose, 'v', NULL, "one line for every file, not only for those that stand out")            \
    X(quiet, 'q', NULL, "no progress, no summary")                                                 \
    X(include, 'I', "DIR",                                                                         \
      "a folder with includes, or what run looks for; may be given more than once")                \
    X(nwscript, 0, "FILE", "nwscript.nss: the routines and constants of the engine")               \
    X(float, 0, "bioware|exact", "how numbers such as 0.9 are rounded: as the game's own scripts") \
    X(deps, 0, NULL, "print the includes of each source, for make; write nothing")                 \
    X(no_browser, 0, NULL, "print the address, and start no browser")                              \
    X(port, 0, "N", "the port to listen on; any that is free when not given")                      \
    X(state, 0, "DIR", "where edits and recent games are kept")                                    \
    X(assets, 0, "DIR", "serve the page from this folder, for its development")                    \
    X(watch, 0, NULL, "build again what changed, until Ctrl+C")                                    \
    X(debug_symbols, 'g', NULL,                                                                    \
      "also write NAME.ndb, which tells a debugger of lines and variables")                        \
    X(namespace, 0, "NAME|N", "of a mod: the choice of its namespaces.ini, by name or number")     \
    X(skip_existing, 0, NULL, "leave out what is there already, to go on with a batch")            \
    X(stat, 0, NULL, "only how many differences each file has")                                    \
    X(holopatcher, 0, NULL,                                                                        \
      "of a mod: also leave in its folder what HoloPatcher does: installlog.txt, backup")          \
    X(ours, 0, NULL, "where both changed the same: take the first version, A")                     \
    X(theirs, 0, NULL, "where both changed the same: take the second version, B")                  \
    X(no_gallery, 0, NULL, "index.html as a plain list, without small pictures and wave forms")    \
    X(previews, 0, NULL, "also write models as scripts, which the gallery turns in 3D at a click") \
    X(salvage, 0, NULL,                                                                            \
      "of a damaged file: extract the entries that are whole, tell what is lost")                  \
    X(partial, 0, NULL, "also write what is there of an entry that was cut, as NAME.part")         \
    X(no_color, 0, NULL, "no colours, as with NO_COLOR")

enum option_id {
#define OPTION_ENUM(name, letter, argument, help) OPT_##name,
    OPTIONS(OPTION_ENUM)
#undef OPTION_ENUM
        OPTION_COUNT,
};

/* A set of options: one bit each. */
__extension__ typedef unsigned __int128 option_set;
_Static_assert(OPTION_COUNT <= 128, "more options than a set has bits");

#define TAKES(name) ((option_set)1 << OPT_##name)

enum { MOST_INCLUDES = 32 };

struct args {
    const struct verb *verb;
    const char *values[OPTION_COUNT]; /* NULL: not given; "" for a switch */
    const char **paths;
    size_t count;
    uint32_t room;
    struct rq_arena arena;               /* of the paths */
    char rules[1024];                    /* of --rule */
    const char *includes[MOST_INCLUDES]; /* of -I */
    size_t include_count;
    bool nwnnsscomp; /* called under that name: what is told is in its words */
};

struct verb {
    const char *name;
    const char *arguments; /* "PATH..." */
    size_t least, most;    /* how many arguments; most 0: any number */
    option_set options;
    const char *summary;
    const char *examples; /* lines, each "what it does\ncommand\n" */
    int (*run)(const struct args *args);
};

extern const struct verb verbs[];
extern const size_t verb_count;

/* False after a message: wrong usage. */
bool parse_args(struct args *args, int argc, char **argv);
void print_help(const struct verb *verb);
const struct verb *find_verb(const char *name);
/* "there is no verb x", with the one that is meant. */
void complain_verb(const char *word);

static inline bool given(const struct args *args, enum option_id id)
{
    return args->values[id] != NULL;
}

/* Number of threads from --jobs. */
unsigned jobs_of(const struct args *args);

/* ---- memory ----
 * The one way to get it. None of them returns NULL: without memory the program says so and ends at once, with
 * EXIT_UNWRITTEN, from any thread. All of it goes with free. */

/* count elements of size bytes, zeroed; of none, something that can be freed. */
void *need(size_t count, size_t size);

/* As realloc; what is new in it is not zeroed. */
void *need_more(void *ptr, size_t count, size_t size);

/* Room for one more element behind count of them, by doubling. */
void *need_room(void *items, size_t count, size_t *room, size_t size);

/* Text as printf makes it, however long. */
char *need_text(const char *fmt, ...) RQ_PRINTF(1, 2);

/* "a/b" from "a" and "b", as rq_path_join makes it. */
char *need_path(const char *folder, const char *name);

/* The end that it comes to; for functions of the library that fail without memory, and never else. */
_Noreturn void out_of_memory(void);

/* The same, when there was no memory for some of what was put in. */
void need_whole(const struct rq_out *out);

/* What was put in as a text, with its end behind it; or on standard output. Never a part of it. */
char *whole_text(struct rq_out *out);
void print_whole(const struct rq_out *out);

/* ---- messages ---- */

/* "reliquary: ..." on standard error. */
void complain(const char *fmt, ...) RQ_PRINTF(1, 2);

/* A line on standard output that holds names out of files: without the final line break, and fit
 * for a terminal. */
void say(const char *fmt, ...) RQ_PRINTF(1, 2);

/* The same without the end of the line. */
void say_part(const char *fmt, ...) RQ_PRINTF(1, 2);

/* The error of a path, with place and breadcrumb; returns code. */
int report(const char *path, const struct rq_error *err, int code);

/* The error as text: "truncated at 0x1c, erf / keys[3]: ...". */
void error_text(const struct rq_error *err, char *text, size_t size);

/* What diff prints of two documents, with --json too; 0 or an exit code after a message, which names
 * path. */
int print_differences(const struct args *args, const char *path, struct rq_doc *a, struct rq_doc *b,
                      size_t *count);

/* Whether the text ends so, in any case of letters. */
bool ends_with(const char *text, const char *end);

bool use_color(const struct args *args);

/* A line that is drawn over on standard error, only on a terminal. */
struct progress {
    bool on;
    const char *what;
    double last;
};

void progress_open(struct progress *p, const struct args *args, const char *what);
void progress_show(struct progress *p, size_t done, size_t total);
void progress_close(struct progress *p);

/* Takes the line away before something else is printed; complain and say do it themselves. */
void progress_wipe(void);

/* ---- inputs ---- */

/* Options of rq_doc_read from --format and --encoding; false after a message. */
bool read_options(const struct args *args, const char *name, struct rq_options *options);

/* 1 or 2 from --game-version, 0 when it is not given. */
unsigned game_version(const struct args *args);

/* Opens the COL that --palette names; 0 or an exit code after a message. */
int open_palette(const struct args *args, struct rq_map *map);

/* Opens and reads with --format and --encoding; 0 or an exit code after a message. */
int open_input(const struct args *args, const char *path, struct rq_doc_file *input);

/* Writes to -o (or a default); 0 or an exit code after a message. */
int save_output(const struct args *args, const char *path, struct rq_bytes bytes);

/* The exit code when a folder could not be changed: EXIT_UNREADABLE where there is none. */
int not_written(const char *folder);

/* With --skip-existing: something is there already, and stays. */
bool skips_existing(const struct args *args, const char *path);

/* Says what was written and where, unless that is standard output or --quiet is given. */
void say_wrote(const struct args *args, const char *path, size_t bytes);

/* With --backup: keeps a file that is about to be replaced as FILE.bak, which must not be there; its
 * path in *bak (NULL without --backup), to be freed. 0 or an exit code after a message. */
int keep_backup(const struct args *args, const char *file, struct rq_bytes was, char **bak);

/* After the file was or was not replaced: code. Then takes an unneeded backup away, and frees bak. */
int end_backup(char *bak, int code);

/* Replaces a file by bytes, with --backup and --dry-run, or writes them to -o. 0 or an exit code after a
 * message. */
int replace_file(const struct args *args, const char *file, struct rq_bytes was,
                 struct rq_bytes bytes);

struct rq_txn_file;

/* Two files that only fit each other, an MDL and its MDX: both or neither. */
bool save_pair(const struct args *args, const struct rq_txn_file *two, struct rq_error *err);

/* Writes a document, and beside it the second file where it has one; 0 or an exit code after a
 * message. */
int save_document(const struct args *args, const char *path, struct rq_doc *doc);

/* ---- trees: files below folders, and what is in containers ---- */

/* Opens the tree of args->paths with --format and --encoding. 0 or an exit code after a message. */
int tree_open(struct rq_tree *tree, const struct args *args);

/* The same, with what can't be opened left out after a message: then *missed is an exit code. */
int tree_open_most(struct rq_tree *tree, const struct args *args, int *missed);

/* All files below the paths; 0 or an exit code after messages about those that are not there. */
int walk_paths(struct rq_walk *walk, const struct args *args);

#define VERBS(X)                                                                                   \
    X(formats)                                                                                     \
    X(layout)                                                                                      \
    X(findings)                                                                                    \
    X(fields)                                                                                      \
    X(schema)                                                                                      \
    X(new)                                                                                         \
    X(info)                                                                                        \
    X(scan)                                                                                        \
    X(dump)                                                                                        \
    X(json)                                                                                        \
    X(build)                                                                                       \
    X(convert)                                                                                     \
    X(render)                                                                                      \
    X(list)                                                                                        \
    X(extract)                                                                                     \
    X(pack)                                                                                        \
    X(put)                                                                                         \
    X(rm)                                                                                          \
    X(ls)                                                                                          \
    X(find)                                                                                        \
    X(get)                                                                                         \
    X(set)                                                                                         \
    X(cat)                                                                                         \
    X(grep)                                                                                        \
    X(uses)                                                                                        \
    X(unused)                                                                                      \
    X(missing)                                                                                     \
    X(module)                                                                                      \
    X(tlk)                                                                                         \
    X(name)                                                                                        \
    X(lint)                                                                                        \
    X(explain)                                                                                     \
    X(verify)                                                                                      \
    X(diff)                                                                                        \
    X(merge)                                                                                       \
    X(ini)                                                                                         \
    X(pvo)                                                                                         \
    X(save)                                                                                        \
    X(patch)                                                                                       \
    X(run)                                                                                         \
    X(play)                                                                                        \
    X(disassemble)                                                                                 \
    X(assemble)                                                                                    \
    X(decompile)                                                                                   \
    X(compile)                                                                                     \
    X(studio)                                                                                      \
    X(demo)                                                                                        \
    X(completion)

#define VERB_RUN(name) int run_##name(const struct args *args);
VERBS(VERB_RUN)
#undef VERB_RUN

#endif
