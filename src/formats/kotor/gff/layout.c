/* The orders in which real programs create the structs and fields of a GFF, and the file
 * that follows from an order. Measured rules; see docs/formats/gff.md for who uses which. */
#include "formats/kotor/gff/parts.h"

bool rq_gff_has_block(uint8_t type)
{
    return type == RQ_GFF_DWORD64 || type == RQ_GFF_INT64 ||
           (type >= RQ_GFF_DOUBLE && type <= RQ_GFF_VOID) ||
           (type >= RQ_GFF_ORIENTATION && type <= RQ_GFF_STRREF);
}

static bool has_children(const struct rq_gff_field *f)
{
    return f->type == RQ_GFF_STRUCT || f->type == RQ_GFF_LIST;
}

/* DLG writers add this flag to every node after the whole tree. */
static bool is_late(const struct rq_gff_field *f)
{
    return f->label[0] == 'S' && strcmp(f->label, "SoundExists") == 0 && !has_children(f);
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

struct rule {
    enum order order;
    enum placing blocks, lists;
    bool shared; /* equal blocks of field data stand once */
};

static const struct rule rules[RQ_GFF_EXPLICIT] = {
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

struct words {
    uint32_t *items;
    size_t count, capacity;
};

struct plan {
    struct rq_arena arena;
    struct rq_gff_struct **structs; /* in order of creation */
    struct rq_gff_field **fields;
    size_t struct_count, field_count, struct_room, field_room;
    const struct rule *rule;
    struct words blocks, lists; /* the two index sections */
    size_t most_words;
    enum rq_code failed;
};

static void push(struct plan *p, struct words *w, uint32_t v)
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

static void count_nodes(const struct rq_gff_struct *s, size_t *structs, size_t *fields)
{
    *structs += 1;
    *fields += s->field_count;
    for (uint32_t i = 0; i < s->field_count; i++)
        for (uint32_t k = 0; has_children(&s->fields[i]) && k < s->fields[i].size; k++)
            count_nodes(&s->fields[i].v.child[k], structs, fields);
}

static void make_struct(struct plan *p, struct rq_gff_struct *s)
{
    if (p->struct_count == p->struct_room) {
        p->failed = RQ_CORRUPT;
        return;
    }
    s->index = (uint32_t)p->struct_count;
    p->structs[p->struct_count++] = s;
}

static void make_field(struct plan *p, struct rq_gff_field *f)
{
    if (p->field_count == p->field_room) {
        p->failed = RQ_CORRUPT;
        return;
    }
    f->index = (uint32_t)p->field_count;
    p->fields[p->field_count++] = f;
}

/* ---- index sections that grow while the tree is made ---- */

/* Copies a block to the end unless it ends there already; the old copy stays. */
static uint32_t to_the_end(struct plan *p, struct words *w, uint32_t at, size_t size)
{
    if (at / 4 + size == w->count)
        return at;
    uint32_t moved = (uint32_t)w->count * 4;
    for (size_t i = 0; i < size && !p->failed; i++)
        push(p, w, w->items[at / 4 + i]);
    return moved;
}

/* A struct that has `have` fields gets one more: the grow rule for field indices. */
static void grow_block(struct plan *p, struct rq_gff_struct *s, uint32_t have,
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

static void open_list(struct plan *p, struct rq_gff_field *list)
{
    list->at = (uint32_t)p->lists.count * 4;
    push(p, &p->lists, 0);
}

/* The list has `have` elements and gets one more. */
static void grow_list(struct plan *p, struct rq_gff_field *list, uint32_t have)
{
    list->at = to_the_end(p, &p->lists, list->at, have + (size_t)1);
    push(p, &p->lists, list->v.child[have].index);
    if (!p->failed)
        p->lists.items[list->at / 4] = have + 1;
}

/* ---- depth first ---- */

static void fill_struct(struct plan *p, struct rq_gff_struct *s);

static void make_child(struct plan *p, struct rq_gff_field *f, uint32_t number)
{
    make_struct(p, &f->v.child[number]);
    if (f->type == RQ_GFF_LIST && p->rule->lists == MOVING)
        grow_list(p, f, number);
}

static void make_children(struct plan *p, struct rq_gff_field *f)
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
static void fill_struct(struct plan *p, struct rq_gff_struct *s)
{
    for (uint32_t i = 0; i < s->field_count && !p->failed; i++) {
        struct rq_gff_field *f = &s->fields[i];
        if (p->rule->order == LATE_SOUND && is_late(f))
            continue;
        make_field(p, f);
        if (p->rule->blocks == MOVING)
            grow_block(p, s, i, f);
        if (has_children(f))
            make_children(p, f);
    }
}

static void depth_first(struct plan *p, struct rq_gff_struct *s)
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

static size_t find_late(struct plan *p, struct late *late)
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
static void add_late(struct plan *p, void (*added)(struct plan *, struct rq_gff_struct *,
                                                   uint32_t have, struct rq_gff_field *))
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
static void lists_last(struct plan *p, struct rq_gff_struct *s)
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
static void breadth_first(struct plan *p, struct rq_gff_struct *root)
{
    make_struct(p, root);
    for (size_t next = 0; next < p->struct_count && !p->failed; next++) {
        struct rq_gff_struct *s = p->structs[next];
        for (uint32_t i = 0; i < s->field_count; i++) {
            make_field(p, &s->fields[i]);
            if (has_children(&s->fields[i]))
                for (uint32_t k = 0; k < s->fields[i].size; k++)
                    make_struct(p, &s->fields[i].v.child[k]);
        }
    }
}

/* PTH: each point with the connections that it owns, its own fields last. */
static void path_order(struct plan *p, struct rq_gff_struct *root)
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
            for (uint32_t m = 0; has_children(&point->fields[k]) && m < point->fields[k].size; m++)
                depth_first(p, &point->fields[k].v.child[m]);
        }
    }
    while (next < links->size)
        depth_first(p, &links->v.child[next++]);
}

/* ---- index sections of the whole tree ---- */

/* The block of a struct of two or more fields. */
static void pack_block(struct plan *p, struct rq_gff_struct *s, bool skip_late)
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

static void pack_blocks(struct plan *p, bool skip_late)
{
    for (size_t i = 0; i < p->struct_count && !p->failed; i++)
        pack_block(p, p->structs[i], skip_late);
}

/* In the order in which the structs get their second field. */
static void pack_at_second(struct plan *p)
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
static void pack_lists(struct plan *p)
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

static void make_order(struct plan *p, struct rq_gff_struct *root)
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

/* FNV-1a from a start that nobody can foretell, the place of the table in memory: a file
 * can't be made so that all its labels or values collide. What is found does not depend on
 * it. */
static uint32_t hash_of(const void *table, const void *data, size_t size)
{
    const uint8_t *p = data;
    uint32_t hash = 2166136261u ^ (uint32_t)((uintptr_t)table >> 4) * 2654435761u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ p[i]) * 16777619u;
    return hash ^ hash >> 15;
}

/* ---- labels ---- */

/* Labels by order of first use. A document that was read has one pointer a label, so a
 * small table by pointer answers nearly always. */
enum { POINTERS = 256 };

struct labels {
    const char **names;
    size_t count;
    uint32_t *table; /* index + 1, open addressing */
    size_t mask;
    struct {
        const char *label;
        uint32_t index;
    } recent[POINTERS];
};

static uint32_t label_index(struct labels *l, const char *label)
{
    size_t slot = ((uintptr_t)label ^ (uintptr_t)label >> 8) % POINTERS;
    if (l->recent[slot].label == label)
        return l->recent[slot].index;
    size_t at = hash_of(l->table, label, strlen(label)) & l->mask;
    while (l->table[at] && strcmp(l->names[l->table[at] - 1], label) != 0)
        at = (at + 1) & l->mask;
    if (!l->table[at]) {
        l->names[l->count++] = label;
        l->table[at] = (uint32_t)l->count;
    }
    l->recent[slot].label = label;
    l->recent[slot].index = l->table[at] - 1;
    return l->table[at] - 1;
}

static bool open_labels(struct labels *l, struct plan *p)
{
    size_t size = 16;
    while (size < p->field_count * 2)
        size *= 2;
    l->count = 0;
    l->mask = size - 1;
    l->names = rq_arena_get(&p->arena, p->field_count, sizeof *l->names);
    l->table = rq_arena_get(&p->arena, size, sizeof *l->table);
    memset(l->recent, 0, sizeof l->recent);
    return l->names && l->table;
}

/* ---- field data ---- */

static uint64_t block_size(const struct rq_gff_field *f)
{
    uint64_t size;
    switch (f->type) {
    case RQ_GFF_STRING:
    case RQ_GFF_VOID:
    case RQ_GFF_STRREF: return 4 + (uint64_t)f->size;
    case RQ_GFF_RESREF: return 1 + (uint64_t)f->size;
    case RQ_GFF_ORIENTATION:
    case RQ_GFF_VECTOR: return f->size;
    case RQ_GFF_LOCSTRING:
        size = 12;
        for (uint32_t i = 0; i < f->v.loc->count; i++)
            size += 8 + (uint64_t)f->v.loc->texts[i].text.size;
        return size;
    default: return 8;
    }
}

static void put_locstring(uint8_t *to, const struct rq_gff_locstring *loc, uint64_t size)
{
    rq_set32(to, (uint32_t)(size - 4) + loc->excess);
    rq_set32(to + 4, loc->strref);
    rq_set32(to + 8, loc->count);
    to += 12;
    for (uint32_t i = 0; i < loc->count; i++) {
        struct rq_bytes text = loc->texts[i].text;
        rq_set32(to, loc->texts[i].id);
        rq_set32(to + 4, (uint32_t)text.size);
        if (text.size)
            memcpy(to + 8, text.data, text.size);
        to += 8 + text.size;
    }
}

static void put_block(uint8_t *to, const struct rq_gff_field *f, uint64_t size)
{
    size_t head = 0;
    switch (f->type) {
    case RQ_GFF_DWORD64:
    case RQ_GFF_INT64:
    case RQ_GFF_DOUBLE: rq_set64(to, f->v.wide); return;
    case RQ_GFF_LOCSTRING: put_locstring(to, f->v.loc, size); return;
    case RQ_GFF_STRING:
    case RQ_GFF_VOID:
    case RQ_GFF_STRREF:
        rq_set32(to, f->size);
        head = 4;
        break;
    case RQ_GFF_RESREF:
        to[0] = (uint8_t)f->size;
        head = 1;
        break;
    default: break;
    }
    if (f->size)
        memcpy(to + head, f->v.data, f->size);
}

/* Equal blocks once, at their first use: what xoreos-tools writes. */
struct shared {
    uint32_t *table; /* index in offsets + 1 */
    uint32_t (*offsets)[2];
    size_t mask, count;
};

static bool open_shared(struct shared *s, struct plan *p)
{
    size_t size = 16;
    while (size < p->field_count * 2)
        size *= 2;
    s->mask = size - 1;
    s->count = 0;
    s->table = rq_arena_get(&p->arena, size, sizeof *s->table);
    s->offsets = rq_arena_get(&p->arena, p->field_count, sizeof *s->offsets);
    return s->table && s->offsets;
}

/* The block just put at `at`: the offset of an earlier one like it, or `at`. */
static uint32_t share(struct shared *s, const uint8_t *data, uint32_t at, uint32_t size)
{
    size_t slot = hash_of(s->table, data + at, size) & s->mask;
    for (; s->table[slot]; slot = (slot + 1) & s->mask) {
        const uint32_t *other = s->offsets[s->table[slot] - 1];
        if (other[1] == size && memcmp(data + other[0], data + at, size) == 0)
            return other[0];
    }
    s->offsets[s->count][0] = at;
    s->offsets[s->count][1] = size;
    s->table[slot] = (uint32_t)++s->count;
    return at;
}

/* ---- a file in a named layout ---- */

static uint32_t struct_word(const struct rq_gff_struct *s)
{
    return s->field_count ? s->at : s->word;
}

static uint32_t field_word(const struct rq_gff_field *f)
{
    if (f->type == RQ_GFF_STRUCT)
        return f->v.child->index;
    return rq_gff_has_block(f->type) || f->type == RQ_GFF_LIST ? f->at : f->v.word;
}

static void put_words(uint8_t *to, const struct words *w)
{
    for (size_t i = 0; i < w->count; i++)
        rq_set32(to + i * 4, w->items[i]);
}

static void put_header(uint8_t *to, const struct rq_gff *gff, const uint32_t *sections)
{
    memcpy(to, gff->type, 4);
    memcpy(to + 4, "V3.2", 4);
    for (size_t i = 0; i < GFF_SECTION_WORDS; i++)
        rq_set32(to + 8 + i * 4, sections[i]);
}

static bool put_file(struct plan *p, const struct rq_gff *gff, struct rq_out *out)
{
    bool sharing = p->rule->shared;
    struct labels labels;
    struct shared shared = {0};
    uint64_t most_data = 0;
    if (!open_labels(&labels, p) || (sharing && !open_shared(&shared, p)))
        return false;
    for (size_t i = 0; i < p->field_count; i++) {
        label_index(&labels, p->fields[i]->label);
        if (rq_gff_has_block(p->fields[i]->type))
            most_data += block_size(p->fields[i]);
    }
    uint64_t fixed = GFF_HEADER_SIZE + 12 * (uint64_t)(p->struct_count + p->field_count) +
                     16 * (uint64_t)labels.count;
    uint64_t index_size = 4 * (uint64_t)(p->blocks.count + p->lists.count);
    if (fixed + most_data + index_size > UINT32_MAX) {
        out->failed = RQ_LIMIT;
        return false;
    }
    size_t from = out->size;
    uint8_t *file = rq_grow(out, (size_t)(fixed + most_data + index_size));
    if (!file)
        return false;
    uint8_t *at = file + GFF_HEADER_SIZE, *data = file + fixed;
    for (size_t i = 0; i < p->struct_count; i++, at += 12) {
        rq_set32(at, p->structs[i]->id);
        rq_set32(at + 4, struct_word(p->structs[i]));
        rq_set32(at + 8, p->structs[i]->field_count);
    }
    uint32_t data_size = 0;
    for (size_t i = 0; i < p->field_count; i++, at += 12) {
        struct rq_gff_field *f = p->fields[i];
        if (rq_gff_has_block(f->type)) {
            uint32_t size = (uint32_t)block_size(f);
            put_block(data + data_size, f, size);
            f->at = sharing ? share(&shared, data, data_size, size) : data_size;
            data_size += f->at == data_size ? size : 0;
        }
        rq_set32(at, f->type);
        rq_set32(at + 4, label_index(&labels, f->label));
        rq_set32(at + 8, field_word(f));
    }
    for (size_t i = 0; i < labels.count; i++, at += 16) {
        memset(at, 0, 16);
        memcpy(at, labels.names[i], strnlen(labels.names[i], 16));
    }
    put_words(data + data_size, &p->blocks);
    put_words(data + data_size + p->blocks.count * 4, &p->lists);
    uint32_t structs = (uint32_t)p->struct_count, fields = (uint32_t)p->field_count;
    uint32_t label_at = GFF_HEADER_SIZE + 12 * (structs + fields), data_at = (uint32_t)fixed;
    uint32_t block_bytes = (uint32_t)p->blocks.count * 4, list_bytes = (uint32_t)p->lists.count * 4;
    uint32_t sections[GFF_SECTION_WORDS] = {GFF_HEADER_SIZE,
                                            structs,
                                            GFF_HEADER_SIZE + 12 * structs,
                                            fields,
                                            label_at,
                                            (uint32_t)labels.count,
                                            data_at,
                                            data_size,
                                            data_at + data_size,
                                            block_bytes,
                                            data_at + data_size + block_bytes,
                                            list_bytes};
    put_header(file, gff, sections);
    rq_out_cut(out, from + (size_t)(fixed + data_size + index_size));
    return true;
}

bool rq_gff_put_named(const struct rq_gff *gff, enum rq_gff_layout layout,
                      const struct rq_alloc *alloc, struct rq_out *out, struct rq_error *err)
{
    struct plan p = {.arena = {.alloc = alloc}, .rule = &rules[layout]};
    count_nodes(gff->root, &p.struct_room, &p.field_room);
    /* Stale copies of the grow rules can be quadratic; the most in a file of the corpus is
     * 2.4 words for each struct and field. */
    p.most_words = (size_t)1 << 20 > 32 * (p.struct_room + p.field_room)
                       ? (size_t)1 << 20
                       : 32 * (p.struct_room + p.field_room);
    p.structs = rq_arena_get(&p.arena, p.struct_room, sizeof(void *));
    p.fields = rq_arena_get(&p.arena, p.field_room, sizeof(void *));
    bool fine = p.structs && p.fields;
    if (fine)
        make_order(&p, gff->root);
    fine = fine && !p.failed && put_file(&p, gff, out);
    if (!fine && !out->failed)
        rq_fail(err, p.failed ? p.failed : RQ_NO_MEMORY, 0, "gff",
                p.failed == RQ_LIMIT ? "the lists of this file would grow without bound"
                                     : "out of memory");
    rq_mem(alloc, p.blocks.items, 0);
    rq_mem(alloc, p.lists.items, 0);
    rq_arena_free(&p.arena);
    return fine;
}

/* ---- a file by recorded places ---- */

struct visit {
    struct rq_gff_explicit *e;
    struct rq_place *place; /* when writing */
    struct rq_cover *cover; /* when recording */
    const uint8_t *source;
    size_t structs, fields;
    struct rq_out scratch; /* one block at a time */
    bool misfit;
};

static void visit_struct(struct visit *v, struct rq_gff_struct *s);

/* Gives every node its recorded index and place. */
static void assign_struct(struct visit *v, struct rq_gff_struct *s)
{
    if (v->structs == v->e->struct_count || s->field_count > v->e->field_count - v->fields) {
        v->misfit = true;
        return;
    }
    s->index = v->e->structs[v->structs];
    s->at = v->e->blocks[v->structs++];
    size_t first = v->fields;
    v->fields += s->field_count;
    for (uint32_t i = 0; i < s->field_count; i++) {
        s->fields[i].index = v->e->fields[first + i];
        s->fields[i].at = v->e->data[first + i];
    }
    if (s->field_count == 1)
        s->at = s->fields[0].index;
    for (uint32_t i = 0; i < s->field_count; i++)
        for (uint32_t k = 0; has_children(&s->fields[i]) && k < s->fields[i].size && !v->misfit;
             k++)
            assign_struct(v, &s->fields[i].v.child[k]);
}

static void block(struct visit *v, uint64_t offset, const void *data, size_t size)
{
    if (v->place)
        rq_place_put(v->place, offset, data, size);
    else
        rq_cover_add(v->cover, offset, size);
}

static void words_block(struct visit *v, uint64_t offset, uint32_t a, uint32_t b, uint32_t c)
{
    uint8_t bytes[12];
    rq_set32(bytes, a);
    rq_set32(bytes + 4, b);
    rq_set32(bytes + 8, c);
    block(v, offset, bytes, sizeof bytes);
}

static void visit_data(struct visit *v, const struct rq_gff_field *f)
{
    const uint32_t *sections = v->e->sections;
    uint64_t size = block_size(f);
    if (v->cover) {
        rq_cover_add(v->cover, (uint64_t)sections[6] + f->at, size);
        return;
    }
    if (size > v->place->size) {
        v->misfit = true;
        return;
    }
    rq_out_cut(&v->scratch, 0);
    uint8_t *bytes = rq_grow(&v->scratch, (size_t)size);
    if (bytes) {
        put_block(bytes, f, size);
        block(v, (uint64_t)sections[6] + f->at, bytes, (size_t)size);
    }
}

static void visit_field(struct visit *v, struct rq_gff_field *f, uint32_t label)
{
    const uint32_t *sections = v->e->sections;
    char name[16] = {0};
    size_t length = strnlen(f->label, 16);
    memcpy(name, f->label, length);
    words_block(v, sections[2] + (uint64_t)f->index * 12, f->type, label, field_word(f));
    /* What stands after the label's NUL is nobody's: a stray. */
    block(v, sections[4] + (uint64_t)label * 16, name, length < 16 ? length + 1 : 16);
    if (rq_gff_has_block(f->type))
        visit_data(v, f);
    for (uint32_t i = 0; f->type == RQ_GFF_LIST && i <= f->size; i++) {
        uint8_t word[4];
        rq_set32(word, i ? f->v.child[i - 1].index : f->size);
        block(v, (uint64_t)sections[10] + f->at + (uint64_t)i * 4, word, 4);
    }
    for (uint32_t k = 0; has_children(f) && k < f->size && !v->misfit; k++)
        visit_struct(v, &f->v.child[k]);
}

static void visit_struct(struct visit *v, struct rq_gff_struct *s)
{
    const uint32_t *sections = v->e->sections;
    size_t first = v->fields;
    v->fields += s->field_count;
    words_block(v, sections[0] + (uint64_t)s->index * 12, s->id, struct_word(s), s->field_count);
    for (uint32_t i = 0; s->field_count > 1 && i < s->field_count; i++) {
        uint8_t word[4];
        rq_set32(word, s->fields[i].index);
        block(v, (uint64_t)sections[8] + s->at + (uint64_t)i * 4, word, 4);
    }
    for (uint32_t i = 0; i < s->field_count && !v->misfit; i++)
        visit_field(v, &s->fields[i], v->e->labels[first + i]);
}

bool rq_gff_put_explicit(const struct rq_gff *gff, const struct rq_arena *like, struct rq_out *out,
                         struct rq_error *err)
{
    struct rq_place place;
    struct rq_arena arena = {.alloc = like->alloc, .limit = like->limit};
    uint8_t header[GFF_HEADER_SIZE];
    struct visit v = {.e = gff->places, .place = &place, .scratch = {.alloc = like->alloc}};
    assign_struct(&v, gff->root);
    if (v.misfit || v.structs != v.e->struct_count || v.fields != v.e->field_count)
        return false;
    bool room = rq_place_open(&place, &arena, v.e->strays.size);
    put_header(header, gff, v.e->sections);
    rq_place_put(&place, 0, header, sizeof header);
    v.fields = 0;
    visit_struct(&v, gff->root);
    rq_place_strays(&place, &v.e->strays);
    bool fine = room && !v.scratch.failed;
    if (!fine && !arena.over_limit)
        rq_fail(err, RQ_NO_MEMORY, 0, "gff", "out of memory");
    fine = fine && !v.misfit && rq_place_whole(&place);
    if (fine)
        rq_put(out, place.data, place.size);
    rq_out_free(&v.scratch);
    rq_arena_free(&arena);
    return fine;
}

static void record_struct(struct visit *v, const struct rq_gff_struct *s)
{
    struct rq_gff_explicit *e = v->e;
    e->structs[e->struct_count] = s->index;
    e->blocks[e->struct_count++] = s->field_count > 1 ? s->at : 0;
    size_t first = e->field_count;
    e->field_count += s->field_count;
    for (uint32_t i = 0; i < s->field_count; i++) {
        const struct rq_gff_field *f = &s->fields[i];
        const uint8_t *raw = v->source + e->sections[2] + (size_t)f->index * 12;
        bool placed = rq_gff_has_block(f->type) || f->type == RQ_GFF_LIST;
        e->fields[first + i] = f->index;
        e->labels[first + i] = rq_get32(raw + 4);
        e->data[first + i] = placed ? f->at : 0;
    }
    for (uint32_t i = 0; i < s->field_count; i++)
        for (uint32_t k = 0; has_children(&s->fields[i]) && k < s->fields[i].size; k++)
            record_struct(v, &s->fields[i].v.child[k]);
}

struct rq_gff_explicit *rq_gff_record(const struct rq_gff *gff, struct rq_bytes source,
                                      struct rq_arena *arena)
{
    size_t structs = 0, fields = 0;
    struct rq_gff_explicit *e = rq_arena_get(arena, 1, sizeof *e);
    count_nodes(gff->root, &structs, &fields);
    if (!e)
        return NULL;
    e->structs = rq_arena_get(arena, structs, 4);
    e->blocks = rq_arena_get(arena, structs, 4);
    e->fields = rq_arena_get(arena, fields, 4);
    e->labels = rq_arena_get(arena, fields, 4);
    e->data = rq_arena_get(arena, fields, 4);
    if (!e->structs || !e->blocks || !e->fields || !e->labels || !e->data)
        return NULL;
    for (size_t i = 0; i < GFF_SECTION_WORDS; i++)
        e->sections[i] = rq_get32(source.data + 8 + i * 4);
    struct rq_cover cover = {.arena = arena};
    struct visit v = {.e = e, .cover = &cover, .source = source.data};
    record_struct(&v, gff->root);
    rq_cover_add(&cover, 0, GFF_HEADER_SIZE);
    visit_struct(&v, gff->root);
    return rq_cover_strays(&cover, source, &e->strays) ? e : NULL;
}
