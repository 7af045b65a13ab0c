/* An area of KotOR with what stands in it: the rooms of its layout, and the figures of its GIT. */
#include "game/figure.h"

#include <math.h>
#include <reliquary/gff.h>
#include <stdio.h>

enum { MOST_FIGURES = 2000 };

/* The lists of a GIT. A creature has the vector that it looks along,
 * a thing the angle that it is turned by. */
static const struct list {
    const char *label, *extension;
    bool looks;
} lists[] = {
    {"Creature List", "utc", true},
    {"Door List", "utd", false},
    {"Placeable List", "utp", false},
};

/* A figure that is there already: the nodes that others of its name are copied from. */
struct made {
    char name[40];
    uint32_t first, count; /* nodes behind that of its place */
};

struct area {
    struct rq_mdl_kit kit;
    struct rq_view soft; /* the view, with errors that end a figure and not the scene */
    struct rq_error ignored;
    struct made *made;
    uint32_t made_count, made_room;
    size_t figures;
};

static float real_of(const struct rq_gff_struct *in, const char *label)
{
    const struct rq_gff_field *field = rq_gff_find(in, label);
    return field && field->type == RQ_GFF_FLOAT ? rq_mdl_finite(rq_f32_of(field->v.word)) : 0;
}

/* The game reads X of things and XPosition of creatures; a file that has the other is understood. */
static float place_of(const struct rq_gff_struct *in, unsigned axis)
{
    static const char *const labels[2][3] = {{"X", "Y", "Z"},
                                             {"XPosition", "YPosition", "ZPosition"}};
    return real_of(in, labels[!rq_gff_find(in, "X")][axis]);
}

/* Figures look along +y of the game's space. */
static float angle_of(const struct list *list, const struct rq_gff_struct *in)
{
    if (!list->looks)
        return real_of(in, "Bearing");
    float x = real_of(in, "XOrientation"), y = real_of(in, "YOrientation");
    return x == 0 && y == 0 ? 0 : atan2f(-x, y);
}

static int place_node(struct area *a, const struct list *list, const struct rq_gff_struct *in,
                      const char *name)
{
    char *kept = rq_arena_text(a->kit.arena, name, strlen(name));
    int node = kept ? rq_mdl_kit_node(&a->kit, kept, 0) : -1;
    if (node < 0)
        return -1;
    float angle = angle_of(list, in);
    for (unsigned k = 0; k < 3; k++)
        a->kit.nodes[node].translation[k] = place_of(in, k);
    a->kit.nodes[node].rotation[2] = sinf(angle / 2);
    a->kit.nodes[node].rotation[3] = cosf(angle / 2);
    return node;
}

/* A skin of its own for a copy: other joints, the same matrices. */
static int copy_skin(struct rq_mdl_kit *kit, int skin, uint32_t first, uint32_t to)
{
    struct rq_skin *skins =
        rq_arena_more(kit->arena, &kit->skins, kit->skin_count, &kit->skin_room, sizeof *skins);
    if (!skins)
        return -1;
    struct rq_skin *own = &skins[kit->skin_count];
    *own = skins[skin];
    int *joints = rq_arena_get(kit->arena, own->joint_count, sizeof *joints);
    for (uint32_t i = 0; joints && i < own->joint_count; i++)
        joints[i] = own->joints[i] - (int)first + (int)to;
    own->joints = joints;
    return joints ? (int)kit->skin_count++ : -1;
}

/* The nodes of a figure once more, behind the node of another place. */
static bool copy_nodes(struct rq_mdl_kit *kit, const struct made *made, int place)
{
    uint32_t to = kit->node_count;
    for (uint32_t i = 0; i < made->count; i++) {
        int node = rq_mdl_kit_node(kit, "", -1);
        if (node < 0)
            return rq_mdl_kit_no_memory(kit);
        struct rq_node *copy = &kit->nodes[node];
        *copy = kit->nodes[made->first + i];
        if (copy->parent == (int)made->first - 1)
            copy->parent = place;
        else if (copy->parent >= (int)made->first)
            copy->parent += (int)to - (int)made->first;
        if (copy->skin >= 0 && (copy->skin = copy_skin(kit, copy->skin, made->first, to)) < 0)
            return rq_mdl_kit_no_memory(kit);
    }
    return true;
}

static const struct made *find_made(const struct area *a, const char *name)
{
    for (uint32_t i = 0; i < a->made_count; i++)
        if (rq_casecmp(a->made[i].name, name) == 0)
            return &a->made[i];
    return NULL;
}

/* What can't be shown is told, and leaves its node as a mark. */
static bool make_figure(struct area *a, const char *name, int place)
{
    struct rq_mdl_kit *kit = &a->kit;
    const struct rq_view *view = kit->view;
    const struct rq_env *env = view->env;
    struct rq_bytes bytes;
    struct rq_options options = {.format = rq_format_by_name("gff"), .alloc = kit->arena->alloc};
    struct made *made =
        rq_arena_more(kit->arena, &a->made, a->made_count, &a->made_room, sizeof *made);
    if (!made)
        return rq_mdl_kit_no_memory(kit);
    a->ignored = (struct rq_error){0};
    struct rq_doc *doc =
        env && env->get(env->ctx, name, &bytes) ? rq_doc_read(bytes, &options, &a->ignored) : NULL;
    kit->view = &a->soft;
    bool fine = doc && rq_figure_add(kit, doc, place, false);
    kit->view = view;
    rq_doc_free(doc);
    if (!fine && a->ignored.code == RQ_NO_MEMORY)
        return rq_mdl_kit_no_memory(kit);
    if (!fine && a->ignored.code) {
        char why[200];
        snprintf(why, sizeof why, "%s: %.80s", a->ignored.where, a->ignored.text);
        rq_view_misses(view, name, why);
    } else if (!fine) {
        rq_view_misses(view, name, "");
    }
    struct made *own = &made[a->made_count++];
    *own =
        (struct made){.first = (uint32_t)place + 1, .count = kit->node_count - (uint32_t)place - 1};
    snprintf(own->name, sizeof own->name, "%s", name);
    return true;
}

static bool add_one(struct area *a, const struct list *list, const struct rq_gff_struct *in)
{
    const struct rq_gff_field *res = rq_gff_find(in, "TemplateResRef");
    char name[40];
    if (!res || res->type != RQ_GFF_RESREF || !res->size || res->size > 16)
        return true;
    snprintf(name, sizeof name, "%.*s.%s", (int)res->size, (const char *)res->v.data,
             list->extension);
    rq_text_clean(name);
    int place = place_node(a, list, in, name);
    if (place < 0)
        return rq_mdl_kit_no_memory(&a->kit);
    const struct made *made = find_made(a, name);
    return made ? copy_nodes(&a->kit, made, place) : make_figure(a, name, place);
}

static bool add_figures(struct area *a, const struct rq_gff_struct *root)
{
    for (size_t k = 0; k < sizeof lists / sizeof lists[0]; k++) {
        const struct rq_gff_field *list = rq_gff_find(root, lists[k].label);
        for (uint32_t i = 0; list && list->type == RQ_GFF_LIST && i < list->size; i++)
            if (a->figures++ < MOST_FIGURES && !add_one(a, &lists[k], &list->v.child[i]))
                return false;
    }
    return true;
}

bool rq_area_scene(struct rq_doc *lyt, const struct rq_view *view, struct rq_scene *scene)
{
    const struct rq_env *env = view->env;
    struct area a = {.soft = *view};
    struct rq_bytes bytes;
    char name[60];
    struct rq_options options = {.format = rq_format_by_name("gff"), .alloc = view->arena->alloc};
    a.soft.err = &a.ignored;
    snprintf(name, sizeof name, "%.40s.git", view->name ? view->name : "area");
    struct rq_doc *git =
        env && env->get(env->ctx, name, &bytes) ? rq_doc_read(bytes, &options, &a.ignored) : NULL;
    const struct rq_gff *gff = git ? git->root : NULL;
    bool fine = rq_lyt_rooms(lyt, view, &a.kit) && (!gff || add_figures(&a, gff->root));
    rq_doc_free(git);
    if (!git)
        rq_view_misses(view, name, "");
    if (fine)
        rq_mdl_kit_close(&a.kit, scene);
    return fine;
}
