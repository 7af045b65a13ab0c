/* pvo query: what the engine of Redguard draws from a point, by a PVO. */
#include "core/json.h"
#include "tool.h"

#include <reliquary/engine.h>
#include <stdio.h>
#include <stdlib.h>

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

static void print_text(const struct answer *a)
{
    const char *between = "";
    printf("point %d %d %d: node %u at depth %u, %zu objects\n", a->point[0], a->point[1],
           a->point[2], a->place.node, a->place.depth, a->count);
    for (uint32_t id = 0; id < RQ_OCTREE_IDS; id++)
        if (is_seen(a, id)) {
            printf("%s%u", between, id);
            between = " ";
        }
    printf("%s", a->count ? "\n" : "");
}

static void print_json(const struct answer *a)
{
    struct rq_out out = {0};
    struct rq_json j = {.out = &out};
    rq_json_object(&j);
    rq_json_key(&j, "point");
    rq_json_array_row(&j);
    for (size_t k = 0; k < 3; k++)
        rq_json_i64(&j, a->point[k]);
    rq_json_end_array(&j);
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
    rq_json_end_object(&j);
    fwrite(out.data, 1, out.size, stdout);
    rq_out_free(&out);
}

static bool take_point(const struct args *args, int32_t point[3])
{
    for (size_t k = 0; k < 3; k++) {
        char *end;
        const char *text = args->paths[2 + k];
        long v = strtol(text, &end, 0);
        if (end == text || *end || v < INT32_MIN || v > INT32_MAX) {
            complain(
                "%s is not a whole number: pvo query FILE X Y Z, in units of the engine; write "
                "-- before a point with a minus",
                text);
            return false;
        }
        point[k] = (int32_t)v;
    }
    return true;
}

int run_pvo(const struct args *args)
{
    static struct answer a;
    struct rq_doc_file input;
    if (strcmp(args->paths[0], "query") != 0) {
        complain("pvo can query, not %s; see reliquary pvo --help", args->paths[0]);
        return EXIT_USAGE;
    }
    if (!take_point(args, a.point))
        return EXIT_USAGE;
    int code = open_input(args, args->paths[1], &input);
    if (code)
        return code;
    const struct rq_pvo *pvo = rq_doc_root(input.doc, "pvo");
    if (!pvo) {
        complain("%s is not a PVO", args->paths[1]);
        code = EXIT_UNREADABLE;
    } else if (rq_octree_find(pvo, a.point, &a.place)) {
        a.count = rq_octree_visible(pvo, a.place.node, true, a.seen);
    }
    if (pvo && given(args, OPT_json))
        print_json(&a);
    else if (pvo)
        print_text(&a);
    rq_doc_file_close(&input);
    return code;
}
