/* The orders in which real programs create the structs and fields of a GFF. Measured rules; see
 * docs/formats/gff.md for who uses which. */
#include "formats/kotor/gff/order.h"

/* DLG writers add this flag to every node after the whole tree. */
static bool is_late(const struct rq_gff_field *f)
{
    return f->label[0] == 'S' && strcmp(f->label, "SoundExists") == 0 && !rq_gff_has_children(f);
}

/* ---- what makes a layout ---- */

enum order {
    DEPTH_FIRST,   /* a struct, then each of its fields and at once what is in it */
    ELEMENTS,      /* the same, but all elements of a list are created before the first is filled */
    LATE_SOUND,    /* depth first without the late fields; these follow the whole tree */
    PATH,          /* of PTH: see path_order */
    LISTS_LAST,    /* all fields of a struct, descending into structs; then the lists */
    BREADTH_FIRST, /* all fields of a struct; what is in them is queued */
};

/* Where the indices of a struct's fields, or of a list's elements, stand. */
enum placing {
    IN_ORDER,  /* in the order of the structs, or of the list fields */
    AT_SECOND, /* of fields: when the struct gets its second field, with room for those to come */
    MOVING,    /* grown by one; a block that can't grow moves to the end and leaves its old copy */
    APPENDED,  /* of fields: in the order of structs without the late fields, which then move it */
};

struct rq_gff_rule {
    enum order order;
    enum placing blocks, lists;
    bool shared;
};

static const struct rq_gff_rule rules[RQ_GFF_EXPLICIT] = {
    [RQ_GFF_depth_first] = {DEPTH_FIRST, IN_ORDER, IN_ORDER, false},
    [RQ_GFF_late_sound] = {LATE_SOUND, IN_ORDER, IN_ORDER, false},
    [RQ_GFF_path] = {PATH, IN_ORDER, IN_ORDER, false},
    [RQ_GFF_grow] = {DEPTH_FIRST, MOVING, MOVING, false},
    [RQ_GFF_late_sound_append] = {LATE_SOUND, APPENDED, IN_ORDER, false},
    [RQ_GFF_lists_last] = {LISTS_LAST, IN_ORDER, IN_ORDER, false},
    [RQ_GFF_breadth_first] = {BREADTH_FIRST, IN_ORDER, IN_ORDER, false},
    [RQ_GFF_shared] = {DEPTH_FIRST, IN_ORDER, IN_ORDER, true},
    [RQ_GFF_second] = {DEPTH_FIRST, AT_SECOND, IN_ORDER, false},
    [RQ_GFF_second_moving] = {DEPTH_FIRST, AT_SECOND, MOVING, false},
    [RQ_GFF_moving] = {DEPTH_FIRST, MOVING, IN_ORDER, false},
    [RQ_GFF_elements] = {ELEMENTS, IN_ORDER, IN_ORDER, false},
    [RQ_GFF_elements_second] = {ELEMENTS, AT_SECOND, IN_ORDER, false},
};

/* ---- the order of creation ---- */

static void push(struct rq_gff_plan *p, struct rq_gff_words *w, uint32_t v)
{
    if (w->count == w->capacity) {
        size_t capacity = w->capacity ? w->capacity * 2 : 256;
        uint32_t *items = NULL;
        if (w->count >= p->most_words)
            p->failed = RQ_LIMIT;
        else
            items = rq_mem(p->arena.alloc, w->items, capacity * sizeof *items);
        if (!items) {
            p->failed = p->failed ? p->failed : RQ_NO_MEMORY;
            return;
        }
        w->items = items;
        w->capacity = capacity;
    }
    w->items[w->count++] = v;
}

static void make_struct(struct rq_gff_plan *p, struct rq_gff_struct *s)
{
    if (p->struct_count == p->struct_room || (p->as_read && s->index != p->struct_count)) {
        p->failed = p->as_read ? RQ_LIMIT : RQ_CORRUPT;
        return;
    }
    s->index = (uint32_t)p->struct_count;
    p->structs[p->struct_count++] = s;
}

static void make_field(struct rq_gff_plan *p, struct rq_gff_field *f)
{
    if (p->field_count == p->field_room || (p->as_read && f->index != p->field_count)) {
        p->failed = p->as_read ? RQ_LIMIT : RQ_CORRUPT;
        return;
    }
    f->index = (uint32_t)p->field_count;
    p->fields[p->field_count++] = f;
}

/* ---- index sections that grow while the tree is made ---- */

/* Copies a block to the end unless it ends there already; the old copy stays. */
static uint32_t to_the_end(struct rq_gff_plan *p, struct rq_gff_words *w, uint32_t at, size_t size)
{
    if (at / 4 + size == w->count)
        return at;
    uint32_t moved = (uint32_t)w->count * 4;
    for (size_t i = 0; i < size && !p->failed; i++)
        push(p, w, w->items[at / 4 + i]);
    return moved;
}

/* A struct that has `have` fields gets one more: the grow rule for field indices. */
static void grow_block(struct rq_gff_plan *p, struct rq_gff_struct *s, uint32_t have,
                       struct rq_gff_field *f)
{
    if (have == 0) {
        s->at = f->index;
        return;
    }
    if (have == 1) {
        uint32_t first = s->at;
        s->at = (uint32_t)p->blocks.count * 4;
        push(p, &p->blocks, first);
    } else {
        s->at = to_the_end(p, &p->blocks, s->at, have);
    }
    push(p, &p->blocks, f->index);
}

static void open_list(struct rq_gff_plan *p, struct rq_gff_field *list)
{
    list->at = (uint32_t)p->lists.count * 4;
    push(p, &p->lists, 0);
}

/* The list has `have` elements and gets one more. */
static void grow_list(struct rq_gff_plan *p, struct rq_gff_field *list, uint32_t have)
{
    list->at = to_the_end(p, &p->lists, list->at, have + (size_t)1);
    push(p, &p->lists, list->v.child[have].index);
    if (!p->failed)
        p->lists.items[list->at / 4] = have + 1;
}

/* ---- depth first ---- */

static void fill_struct(struct rq_gff_plan *p, struct rq_gff_struct *s);

static void make_child(struct rq_gff_plan *p, struct rq_gff_field *f, uint32_t number)
{
    make_struct(p, &f->v.child[number]);
    if (f->type == RQ_GFF_LIST && p->rule->lists == MOVING)
        grow_list(p, f, number);
}

static void make_children(struct rq_gff_plan *p, struct rq_gff_field *f)
{
    bool before = p->rule->order == ELEMENTS;
    if (f->type == RQ_GFF_LIST && p->rule->lists == MOVING)
        open_list(p, f);
    for (uint32_t i = 0; before && i < f->size && !p->failed; i++)
        make_child(p, f, i);
    for (uint32_t i = 0; i < f->size && !p->failed; i++) {
        if (!before)
            make_child(p, f, i);
        fill_struct(p, &f->v.child[i]);
    }
}

/* Each field of a struct that is there, and at once what is in it. */
static void fill_struct(struct rq_gff_plan *p, struct rq_gff_struct *s)
{
    for (uint32_t i = 0; i < s->field_count && !p->failed; i++) {
        struct rq_gff_field *f = &s->fields[i];
        if (p->rule->order == LATE_SOUND && is_late(f))
            continue;
        make_field(p, f);
        if (p->rule->blocks == MOVING)
            grow_block(p, s, i, f);
        if (rq_gff_has_children(f))
            make_children(p, f);
    }
}

static void depth_first(struct rq_gff_plan *p, struct rq_gff_struct *s)
{
    make_struct(p, s);
    fill_struct(p, s);
}

/* Where the rounds of add_late stand in one struct. */
struct late {
    struct rq_gff_struct *s;
    uint32_t next; /* field to look at */
    uint32_t have; /* fields that the struct has by now */
};

static size_t find_late(struct rq_gff_plan *p, struct late *late)
{
    size_t count = 0;
    for (size_t i = 0; i < p->struct_count; i++) {
        struct rq_gff_struct *s = p->structs[i];
        uint32_t plain = 0;
        for (uint32_t k = 0; k < s->field_count; k++)
            plain += !is_late(&s->fields[k]);
        if (plain < s->field_count)
            late[count++] = (struct late){s, 0, plain};
    }
    return count;
}

/* The late fields: round 1 gives every struct its first, round 2 its second ... */
static void add_late(struct rq_gff_plan *p,
                     void (*added)(struct rq_gff_plan *, struct rq_gff_struct *, uint32_t have,
                                   struct rq_gff_field *))
{
    struct late *late = rq_arena_get(&p->arena, p->struct_count, sizeof *late);
    size_t active = late ? find_late(p, late) : 0;
    if (!late)
        p->failed = RQ_NO_MEMORY;
    while (active && !p->failed) {
        size_t kept = 0;
        for (size_t i = 0; i < active; i++) {
            struct late *l = &late[i];
            struct rq_gff_struct *s = l->s;
            while (l->next < s->field_count && !is_late(&s->fields[l->next]))
                l->next++;
            if (l->next == s->field_count)
                continue;
            struct rq_gff_field *f = &s->fields[l->next++];
            make_field(p, f);
            if (added)
                added(p, s, l->have, f);
            l->have++;
            late[kept++] = *l;
        }
        active = kept;
    }
}

/* Struct, all its fields (descending into Struct fields at once), then its lists. */
static void lists_last(struct rq_gff_plan *p, struct rq_gff_struct *s)
{
    make_struct(p, s);
    for (uint32_t i = 0; i < s->field_count; i++) {
        make_field(p, &s->fields[i]);
        if (s->fields[i].type == RQ_GFF_STRUCT)
            lists_last(p, s->fields[i].v.child);
    }
    for (uint32_t i = 0; i < s->field_count; i++)
        if (s->fields[i].type == RQ_GFF_LIST)
            for (uint32_t k = 0; k < s->fields[i].size; k++)
                lists_last(p, &s->fields[i].v.child[k]);
}

/* All fields of a struct; what is in them is queued. */
static void breadth_first(struct rq_gff_plan *p, struct rq_gff_struct *root)
{
    make_struct(p, root);
    for (size_t next = 0; next < p->struct_count && !p->failed; next++) {
        struct rq_gff_struct *s = p->structs[next];
        for (uint32_t i = 0; i < s->field_count; i++) {
            make_field(p, &s->fields[i]);
            if (rq_gff_has_children(&s->fields[i]))
                for (uint32_t k = 0; k < s->fields[i].size; k++)
                    make_struct(p, &s->fields[i].v.child[k]);
        }
    }
}

/* PTH: each point with the connections that it owns, its own fields last. */
static void path_order(struct rq_gff_plan *p, struct rq_gff_struct *root)
{
    struct rq_gff_field *points = rq_gff_find(root, "Path_Points");
    struct rq_gff_field *links = rq_gff_find(root, "Path_Conections");
    if (root->field_count != 2 || !points || !links || points->type != RQ_GFF_LIST ||
        links->type != RQ_GFF_LIST) {
        depth_first(p, root);
        return;
    }
    uint32_t next = 0;
    make_struct(p, root);
    make_field(p, &root->fields[0]);
    make_field(p, &root->fields[1]);
    for (uint32_t i = 0; i < points->size; i++) {
        struct rq_gff_struct *point = &points->v.child[i];
        const struct rq_gff_field *count = rq_gff_find(point, "Conections");
        uint32_t own = count && count->type <= RQ_GFF_INT ? count->v.word : 0;
        make_struct(p, point);
        for (; own && next < links->size; own--)
            depth_first(p, &links->v.child[next++]);
        for (uint32_t k = 0; k < point->field_count; k++) {
            make_field(p, &point->fields[k]);
            for (uint32_t m = 0;
                 rq_gff_has_children(&point->fields[k]) && m < point->fields[k].size; m++)
                depth_first(p, &point->fields[k].v.child[m]);
        }
    }
    while (next < links->size)
        depth_first(p, &links->v.child[next++]);
}

/* ---- index sections of the whole tree ---- */

/* The block of a struct of two or more fields. */
static void pack_block(struct rq_gff_plan *p, struct rq_gff_struct *s, bool skip_late)
{
    uint32_t count = 0, first = 0;
    s->at = (uint32_t)p->blocks.count * 4;
    for (uint32_t k = 0; k < s->field_count; k++) {
        if (skip_late && is_late(&s->fields[k]))
            continue;
        if (count++ == 0)
            first = s->fields[k].index;
        push(p, &p->blocks, s->fields[k].index);
    }
    if (count == 1) {
        s->at = first;
        p->blocks.count -= p->failed ? 0 : 1;
    }
}

static void pack_blocks(struct rq_gff_plan *p, bool skip_late)
{
    for (size_t i = 0; i < p->struct_count && !p->failed; i++)
        pack_block(p, p->structs[i], skip_late);
}

/* In the order in which the structs get their second field. */
static void pack_at_second(struct rq_gff_plan *p)
{
    struct rq_gff_struct **by_second = rq_arena_get(&p->arena, p->field_count, sizeof(void *));
    if (!by_second) {
        p->failed = RQ_NO_MEMORY;
        return;
    }
    for (size_t i = 0; i < p->struct_count; i++) {
        struct rq_gff_struct *s = p->structs[i];
        if (s->field_count == 1)
            s->at = s->fields[0].index;
        else if (s->field_count > 1)
            by_second[s->fields[1].index] = s;
    }
    for (size_t i = 0; i < p->field_count && !p->failed; i++)
        if (by_second[i])
            pack_block(p, by_second[i], false);
}

/* One block for each list, in field order. */
static void pack_lists(struct rq_gff_plan *p)
{
    for (size_t i = 0; i < p->field_count && !p->failed; i++) {
        struct rq_gff_field *f = p->fields[i];
        if (f->type != RQ_GFF_LIST)
            continue;
        f->at = (uint32_t)p->lists.count * 4;
        push(p, &p->lists, f->size);
        for (uint32_t k = 0; k < f->size; k++)
            push(p, &p->lists, f->v.child[k].index);
    }
}

static void make_order(struct rq_gff_plan *p, struct rq_gff_struct *root)
{
    switch (p->rule->order) {
    case PATH: path_order(p, root); break;
    case LISTS_LAST: lists_last(p, root); break;
    case BREADTH_FIRST: breadth_first(p, root); break;
    default: depth_first(p, root);
    }
    if (p->failed)
        return;
    if (p->rule->blocks == APPENDED)
        pack_blocks(p, true);
    if (p->rule->order == LATE_SOUND)
        add_late(p, p->rule->blocks == APPENDED ? grow_block : NULL);
    if (p->rule->blocks == IN_ORDER)
        pack_blocks(p, false);
    else if (p->rule->blocks == AT_SECOND)
        pack_at_second(p);
    if (p->rule->lists == IN_ORDER)
        pack_lists(p);
}

bool rq_gff_plan_make(struct rq_gff_plan *plan, const struct rq_gff *gff, enum rq_gff_layout layout,
                      bool as_read, const struct rq_alloc *alloc)
{
    *plan = (struct rq_gff_plan){.arena = {.alloc = alloc},
                                 .rule = &rules[layout],
                                 .as_read = as_read,
                                 .shared = rules[layout].shared};
    rq_gff_count_nodes(gff->root, &plan->struct_room, &plan->field_room);
    /* Stale copies of the grow rules can be quadratic; the most in a file of the corpus is
     * 2.4 words for each struct and field. */
    size_t usual = 32 * (plan->struct_room + plan->field_room);
    plan->most_words = (size_t)1 << 20 > usual ? (size_t)1 << 20 : usual;
    plan->structs = rq_arena_get(&plan->arena, plan->struct_room, sizeof(void *));
    plan->fields = rq_arena_get(&plan->arena, plan->field_room, sizeof(void *));
    if (!plan->structs || !plan->fields)
        return false;
    make_order(plan, gff->root);
    return !plan->failed;
}

void rq_gff_plan_free(struct rq_gff_plan *plan)
{
    rq_mem(plan->arena.alloc, plan->blocks.items, 0);
    rq_mem(plan->arena.alloc, plan->lists.items, 0);
    rq_arena_free(&plan->arena);
}
