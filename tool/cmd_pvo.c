/* pvo query, patch, remap: what the engine of Redguard draws from a point, by a PVO; and how a PVO
 * follows a map that was changed. */
#include "core/json.h"
#include "core/text.h"
#include "tool.h"

#include <reliquary/engine.h>
#include <stdio.h>
#include <stdlib.h>

/* A PVO and, when it is at hand, the map whose objects it counts. */
struct input {
    struct rq_game *game; /* of --game */
    struct rq_doc_file file, map_file;
    struct rq_doc *doc, *map_doc; /* of the files, or of the game */
    const struct rq_pvo *pvo;
    const struct rq_rgm *map;
};

static void close_input(struct input *in)
{
    if (in->doc != in->file.doc)
        rq_doc_free(in->doc);
    if (in->map_doc != in->map_file.doc)
        rq_doc_free(in->map_doc);
    rq_doc_file_close(&in->file);
    rq_doc_file_close(&in->map_file);
    rq_game_close(in->game);
}

/* A document of the game: ISLAND is ISLAND.PVO. NULL: there is none. */
static struct rq_doc *from_game(const struct input *in, const char *name, const char *extension)
{
    char file[RQ_SIBLING];
    struct rq_resource found = {0};
    struct rq_error err = {0};
    rq_path_sibling(name, extension, file);
    if (!in->game || !rq_game_find(in->game, file, &found))
        return NULL;
    return rq_game_read(in->game, &found, NULL, &err);
}

/* The map of the same name beside the PVO. */
static void open_beside(struct input *in, const char *path)
{
    const char *extension = rq_path_extension(path);
    size_t stem = extension[0] ? (size_t)(extension - path) - 1 : strlen(path);
    char *name = need_text("%.*s.RGM", (int)stem, path), *found = rq_path_alike(name);
    struct rq_error err = {0};
    if (found && rq_doc_file_open(&in->map_file, found, NULL, &err))
        in->map_doc = in->map_file.doc;
    free(name);
    free(found);
}

/* 0 or an exit code after a message. */
static int open_pvo(const struct args *args, const char *path, struct input *in)
{
    struct rq_error err = {0};
    const char *game = args->values[OPT_game];
    *in = (struct input){0};
    if (game && !(in->game = rq_game_open(game, NULL, &err)))
        return report(game, &err, EXIT_UNREADABLE);
    if (rq_path_kind(path, NULL) == RQ_PATH_NONE && strcmp(path, "-") != 0)
        in->doc = from_game(in, path, "PVO");
    if (!in->doc) {
        int code = open_input(args, path, &in->file);
        if (code)
            return code;
        in->doc = in->file.doc;
    }
    in->pvo = rq_doc_root(in->doc, "pvo");
    if (!in->pvo) {
        complain("%s is not a PVO", path);
        return EXIT_UNREADABLE;
    }
    in->map_doc = from_game(in, path, "RGM");
    if (!in->map_doc)
        open_beside(in, path);
    in->map = in->map_doc ? rq_doc_root(in->map_doc, "rgm") : NULL;
    return 0;
}

/* Three whole numbers; false after a message. */
static bool take_point(const char *const *texts, int32_t point[3])
{
    for (size_t k = 0; k < 3; k++) {
        char *end;
        long v = strtol(texts[k], &end, 0);
        if (end == texts[k] || *end || v < INT32_MIN || v > INT32_MAX) {
            complain("%s is not a whole number: a point is X Y Z in units of the engine; write -- "
                     "before a point with a minus",
                     texts[k]);
            return false;
        }
        point[k] = (int32_t)v;
    }
    return true;
}

/* ---- query ---- */

struct answer {
    int32_t point[3];
    struct rq_octree_place place;
    size_t count;
    uint8_t seen[RQ_OCTREE_IDS / 8];
};

static bool is_seen(const struct answer *a, uint32_t id)
{
    return a->seen[id / 8] >> id % 8 & 1;
}

/* The MPSO record of an object; NULL: it is none, or there is no map. */
static const struct rq_rgm_static *record_of(const struct rq_rgm *map, uint32_t id)
{
    const struct rq_rgm_section *s = map ? rq_rgm_section(map, RQ_RGM_MPSO) : NULL;
    return s && id < s->count ? &s->statics[id] : NULL;
}

static void print_text(const struct answer *a, const struct rq_rgm *map)
{
    const char *between = "";
    printf("point %d %d %d: node %u at depth %u, %zu objects\n", a->point[0], a->point[1],
           a->point[2], a->place.node, a->place.depth, a->count);
    for (uint32_t id = 0; id < RQ_OCTREE_IDS; id++) {
        const struct rq_rgm_static *s = record_of(map, id);
        if (!is_seen(a, id))
            continue;
        if (s)
            say("%5u  MPSO  %-12.12s at %d %d %d", id, s->model, s->pos[0], s->pos[1], s->pos[2]);
        else if (map)
            say("%5u  a further object, which the game counts while it runs", id);
        else {
            printf("%s%u", between, id);
            between = " ";
        }
    }
    printf("%s", a->count && !map ? "\n" : "");
}

static void put_numbers(struct rq_json *j, const char *key, const int32_t *v, size_t count)
{
    rq_json_key(j, key);
    rq_json_array_row(j);
    for (size_t k = 0; k < count; k++)
        rq_json_i64(j, v[k]);
    rq_json_end_array(j);
}

static void put_record(struct rq_json *j, uint32_t id, const struct rq_rgm_static *s)
{
    rq_json_object_row(j);
    rq_json_key(j, "object");
    rq_json_u64(j, id);
    if (s) {
        rq_json_key(j, "section");
        rq_json_str(j, "MPSO");
        rq_json_key(j, "index");
        rq_json_u64(j, id);
        rq_json_key(j, "model");
        rq_json_text(j, RQ_CP437,
                     (struct rq_bytes){(const uint8_t *)s->model, strnlen(s->model, 12)});
        put_numbers(j, "position", s->pos, 3);
    }
    rq_json_end_object(j);
}

static void print_json(const struct answer *a, const struct rq_rgm *map)
{
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    rq_json_object(&j);
    put_numbers(&j, "point", a->point, 3);
    rq_json_key(&j, "node");
    rq_json_u64(&j, a->place.node);
    rq_json_key(&j, "depth");
    rq_json_u64(&j, a->place.depth);
    rq_json_key(&j, "objects");
    rq_json_array_row(&j);
    for (uint32_t id = 0; id < RQ_OCTREE_IDS; id++)
        if (is_seen(a, id))
            rq_json_u64(&j, id);
    rq_json_end_array(&j);
    if (map) {
        rq_json_key(&j, "records");
        rq_json_array(&j);
        for (uint32_t id = 0; id < RQ_OCTREE_IDS; id++)
            if (is_seen(a, id))
                put_record(&j, id, record_of(map, id));
        rq_json_end_array(&j);
    }
    rq_json_end_object(&j);
    print_whole(&out);
    rq_out_free(&out);
}

static int query(const struct args *args)
{
    static struct answer a;
    struct input in;
    if (args->count != 5) {
        complain("pvo query needs a file and a point: pvo query FILE X Y Z");
        return EXIT_USAGE;
    }
    if (!take_point(args->paths + 2, a.point))
        return EXIT_USAGE;
    int code = open_pvo(args, args->paths[1], &in);
    if (!code && rq_octree_find(in.pvo, a.point, &a.place))
        a.count = rq_octree_visible(in.pvo, a.place.node, true, a.seen);
    if (!code && given(args, OPT_json))
        print_json(&a, in.map);
    else if (!code)
        print_text(&a, in.map);
    close_input(&in);
    return code;
}

/* ---- changes ---- */

/* Writes to -o, or only says that it would. */
static int save_changed(const struct args *args, struct rq_doc *doc)
{
    const char *out = args->values[OPT_output];
    if (given(args, OPT_dry_run))
        return EXIT_FINE;
    if (!out) {
        complain("pvo %s needs -o, the file to write", args->paths[0]);
        return EXIT_USAGE;
    }
    return save_document(args, out, doc);
}

static bool take_object(const char *text, uint16_t *object)
{
    char *end;
    unsigned long v = strtoul(text, &end, 10);
    *object = (uint16_t)v;
    if (end != text && !*end && v < RQ_OCTREE_IDS)
        return true;
    complain("%s is not the number of an object; pvo query shows them", text);
    return false;
}

/* The node that "node:12" or a point names, and how many arguments that takes; 0 after a message. */
static size_t take_node(const struct args *args, const struct rq_pvo *pvo, uint32_t *node)
{
    int32_t point[3];
    struct rq_octree_place place;
    if (strncmp(args->paths[2], "node:", 5) == 0) {
        char *end;
        unsigned long v = strtoul(args->paths[2] + 5, &end, 10);
        *node = v < UINT32_MAX ? (uint32_t)v : UINT32_MAX;
        if (!*end && end != args->paths[2] + 5)
            return 1;
        complain("%s: a node is node:NUMBER, as pvo query shows it", args->paths[2]);
        return 0;
    }
    if (args->count < 6) {
        complain("pvo patch needs a place and objects: pvo patch FILE X Y Z OBJECT...");
        return 0;
    }
    if (!take_point(args->paths + 2, point))
        return 0;
    if (!rq_octree_find(pvo, point, &place)) {
        complain("%s has no nodes", args->paths[1]);
        return 0;
    }
    *node = place.node;
    return 3;
}

/* 0 or an exit code after a message. */
static int add_patches(const struct args *args, const struct input *in)
{
    struct rq_error err = {0};
    uint32_t node = 0, before = in->pvo->patch_count;
    size_t taken = take_node(args, in->pvo, &node);
    if (!taken)
        return EXIT_USAGE;
    for (size_t i = 2 + taken; i < args->count; i++) {
        uint16_t object;
        if (!take_object(args->paths[i], &object))
            return EXIT_USAGE;
        if (!rq_octree_patch(in->doc, node, object, &err))
            return report(args->paths[1], &err, EXIT_USAGE);
    }
    int code = save_changed(args, in->doc);
    if (!code)
        printf("node %u: %u more objects can be seen\n", node, in->pvo->patch_count - before);
    return code;
}

static int patch(const struct args *args)
{
    struct input in;
    int code = open_pvo(args, args->paths[1], &in);
    if (in.pvo)
        code = add_patches(args, &in);
    close_input(&in);
    return code;
}

/* 0 or an exit code after a message. */
static int open_map(const struct args *args, const char *path, struct rq_doc_file *file,
                    const struct rq_rgm **map)
{
    int code = open_input(args, path, file);
    *map = code ? NULL : rq_doc_root(file->doc, "rgm");
    if (!code && !*map) {
        complain("%s is not an RGM", path);
        code = EXIT_UNREADABLE;
    }
    return code;
}

static void tell_moved(const struct rq_octree_move *move)
{
    uint32_t moved = 0;
    for (uint32_t i = 0; i < move->count; i++)
        moved += move->to[i] >= 0 && (uint32_t)move->to[i] != i;
    printf("%u of %u records have another number, %u are gone, %u are new\n", moved, move->count,
           move->gone, move->fresh);
    if (move->fresh)
        printf("new records are in no list, so the game does not draw them: pvo patch adds them\n");
}

static int renumber(const struct args *args, const struct rq_rgm *maps[2], struct rq_doc *pvo)
{
    struct rq_error err = {0};
    const struct rq_rgm_section *s = rq_rgm_section(maps[0], RQ_RGM_MPSO);
    struct rq_octree_move move = {.to = need(s ? s->count : 0, sizeof *move.to)};
    int code = EXIT_UNREADABLE;
    if (!rq_octree_match(maps[0], maps[1], NULL, &move))
        out_of_memory();
    if (!rq_octree_renumber(pvo, &move, &err))
        report(args->paths[3], &err, code);
    else
        code = save_changed(args, pvo);
    if (!code)
        tell_moved(&move);
    free(move.to);
    return code;
}

static int remap(const struct args *args)
{
    struct rq_doc_file files[2] = {{0}, {0}};
    const struct rq_rgm *maps[2];
    struct input in = {0};
    int code = 0;
    if (args->count != 4) {
        complain("pvo remap needs the map before, the map now and the PVO: "
                 "pvo remap OLD.RGM NEW.RGM FILE -o NEW.PVO");
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < 2 && !code; i++)
        code = open_map(args, args->paths[1 + i], &files[i], &maps[i]);
    if (!code)
        code = open_pvo(args, args->paths[3], &in);
    if (!code)
        code = renumber(args, maps, in.doc);
    close_input(&in);
    for (size_t i = 0; i < 2; i++)
        rq_doc_file_close(&files[i]);
    return code;
}

int run_pvo(const struct args *args)
{
    static const struct {
        const char *name;
        int (*run)(const struct args *args);
    } ways[] = {{"query", query}, {"patch", patch}, {"remap", remap}};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
        if (strcmp(args->paths[0], ways[i].name) == 0)
            return ways[i].run(args);
    complain("pvo can query, patch and remap, not %s; see reliquary pvo --help", args->paths[0]);
    return EXIT_USAGE;
}
