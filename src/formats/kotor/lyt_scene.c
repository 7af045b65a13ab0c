/* The rooms of an area, each where the layout puts it. */
#include "formats/kotor/mdl/scene/kit.h"

#include <reliquary/lyt.h>
#include <stdio.h>

enum { MOST_ROOMS = 1000 };

/* Once for each name: rooms may stand in several places. */
static bool add_room(struct rq_mdl_kit *kit, const struct rq_lyt_item *item, size_t *missing)
{
    char name[33];
    snprintf(name, sizeof name, "%.*s", (int)(item->name.size < 32 ? item->name.size : 32),
             (const char *)item->name.data);
    rq_text_clean(name);
    char *kept = rq_arena_text(kit->arena, name, strlen(name));
    int node = kept ? rq_mdl_kit_node(kit, kept, 0) : -1;
    if (node < 0)
        return rq_mdl_kit_no_memory(kit);
    for (size_t k = 0; k < 3; k++)
        kit->nodes[node].translation[k] = rq_mdl_finite((float)item->position[k]);
    if (item->empty)
        return true;
    struct rq_doc *doc = rq_mdl_open(kit, name);
    bool fine = !doc || rq_mdl_kit_add(kit, doc->root, node, false);
    *missing += !doc;
    rq_doc_free(doc);
    return fine;
}

bool rq_lyt_rooms(struct rq_doc *doc, const struct rq_view *view, struct rq_mdl_kit *kit)
{
    const struct rq_lyt *lyt = doc->root;
    struct rq_lyt_item item;
    size_t rooms = 0, missing = 0;
    if (!rq_mdl_kit_open(kit, view, view->name ? view->name : "area"))
        return false;
    for (size_t i = 0; i < lyt->text.line_count && rooms < MOST_ROOMS; i++) {
        if (!rq_lyt_item(lyt, i, &item) || item.section != RQ_LYT_ROOMS)
            continue;
        rooms++;
        if (!add_room(kit, &item, &missing))
            return false;
    }
    if (rooms && missing == rooms)
        return rq_fail(view->err, RQ_USAGE, 0, "lyt", "none of its %zu rooms was found", rooms) ||
               rq_fail_hint(view->err, RQ_HINT_GAME);
    return true;
}

bool rq_lyt_scene(struct rq_doc *doc, const struct rq_view *view, struct rq_scene *scene)
{
    struct rq_mdl_kit kit;
    if (!rq_lyt_rooms(doc, view, &kit))
        return false;
    rq_mdl_kit_close(&kit, scene);
    return true;
}
