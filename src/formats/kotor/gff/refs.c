/* References by number of DLG, FAC, PTH and GUI: one table, and what an edit does to them. */
#include "formats/kotor/gff/refs.h"
#include "core/keyset.h"

#include <stdio.h>

/* Those to the same list stand together. */
const struct rq_gff_ref rq_gff_refs[] = {
    {"DLG ", {"StartingList", NULL}, "Index", NULL, "EntryList", NULL, false},
    {"DLG ", {"ReplyList", "EntriesList"}, "Index", NULL, "EntryList", NULL, false},
    {"DLG ", {"EntryList", "RepliesList"}, "Index", NULL, "ReplyList", NULL, false},
    {"FAC ", {"FactionList", NULL}, "FactionParentID", NULL, "FactionList", NULL, true},
    {"FAC ", {"RepList", NULL}, "FactionID1", NULL, "FactionList", NULL, false},
    {"FAC ", {"RepList", NULL}, "FactionID2", NULL, "FactionList", NULL, false},
    {"PTH ", {"Path_Conections", NULL}, "Destination", NULL, "Path_Points", NULL, false},
    {"PTH ",
     {"Path_Points", NULL},
     "First_Conection",
     "Conections",
     "Path_Conections",
     NULL,
     false},
    {"GUI ", {"CONTROLS", NULL}, "MOVETO/UP", NULL, "CONTROLS", "ID", true},
    {"GUI ", {"CONTROLS", NULL}, "MOVETO/DOWN", NULL, "CONTROLS", "ID", true},
    {"GUI ", {"CONTROLS", NULL}, "MOVETO/LEFT", NULL, "CONTROLS", "ID", true},
    {"GUI ", {"CONTROLS", NULL}, "MOVETO/RIGHT", NULL, "CONTROLS", "ID", true},
};
const size_t rq_gff_ref_count = sizeof rq_gff_refs / sizeof rq_gff_refs[0];

bool rq_gff_is_referred(const struct rq_gff *gff, const char *label)
{
    for (size_t i = 0; i < rq_gff_ref_count; i++) {
        const struct rq_gff_ref *ref = &rq_gff_refs[i];
        if (!ref->key && memcmp(ref->type, gff->type, 4) == 0 && strcmp(ref->to, label) == 0)
            return true;
    }
    return false;
}

/* ---- the references of a file ---- */

/* One reference. */
struct site {
    const struct rq_gff_ref *ref;
    uint32_t at[2]; /* places in ref->lists */
    struct rq_gff_field *field, *count;
};

struct walk {
    bool (*each)(struct walk *walk, const struct site *site); /* false: stop */
    const struct rq_gff *gff;
    const struct rq_gff_field *to; /* only references to this list; NULL: to any */
    void *context;
};

/* The first field of a label of the table, which is no path: every file that is read is asked for some. */
static struct rq_gff_field *find_label(const struct rq_gff_struct *s, const char *label)
{
    for (uint32_t i = 0; i < s->field_count; i++)
        if (strcmp(s->fields[i].label, label) == 0)
            return &s->fields[i];
    return NULL;
}

static struct rq_gff_field *list_of(const struct rq_gff_struct *s, const char *label)
{
    struct rq_gff_field *f = find_label(s, label);
    return f && f->type == RQ_GFF_LIST ? f : NULL;
}

/* A field of another type is none: the game takes its default instead. */
static struct rq_gff_field *number_of(const struct rq_gff_struct *s, const char *path)
{
    struct rq_gff_field *f = !path               ? NULL
                             : strchr(path, '/') ? rq_gff_find(s, path)
                                                 : find_label(s, path);
    return f && (f->type == RQ_GFF_DWORD || f->type == RQ_GFF_INT) ? f : NULL;
}

static bool walk_struct(struct walk *walk, struct site *site, const struct rq_gff_struct *s,
                        unsigned depth)
{
    const char *label = depth < 2 ? site->ref->lists[depth] : NULL;
    const struct rq_gff_field *list = label ? list_of(s, label) : NULL;
    if (label) {
        uint32_t *at = &site->at[depth];
        bool go_on = true;
        for (*at = 0; go_on && list && *at < list->size; *at += 1)
            go_on = walk_struct(walk, site, &list->v.child[*at], depth + 1);
        return go_on;
    }
    site->field = number_of(s, site->ref->field);
    site->count = number_of(s, site->ref->count);
    bool none = !site->field || (site->ref->optional && site->field->v.word == UINT32_MAX) ||
                (site->ref->count && !site->count);
    return none || walk->each(walk, site);
}

/* Calls each for every reference, in the order of the table; false when one stopped. */
static bool walk_refs(struct walk *walk)
{
    for (size_t i = 0; i < rq_gff_ref_count; i++) {
        struct site site = {.ref = &rq_gff_refs[i]};
        if (memcmp(site.ref->type, walk->gff->type, 4) != 0)
            continue;
        if (walk->to && (site.ref->key || list_of(walk->gff->root, site.ref->to) != walk->to))
            continue;
        if (!walk_struct(walk, &site, walk->gff->root, 0))
            return false;
    }
    return true;
}

enum { PLACE_ROOM = 96 };

static const char *place_of(const struct site *site, char text[PLACE_ROOM])
{
    const struct rq_gff_ref *ref = site->ref;
    if (ref->lists[1])
        snprintf(text, PLACE_ROOM, "%s/%u/%s/%u/%s", ref->lists[0], site->at[0], ref->lists[1],
                 site->at[1], ref->field);
    else
        snprintf(text, PLACE_ROOM, "%s/%u/%s", ref->lists[0], site->at[0], ref->field);
    return text;
}

/* How many elements are meant, from the first on. */
static uint64_t span_of(const struct site *site)
{
    return site->count ? site->count->v.word : 1;
}

/* ---- findings ---- */

/* The elements that one kind of reference can lead to. */
struct targets {
    struct rq_doc *doc;
    const struct rq_gff_ref *of;
    uint32_t length;
    struct rq_arena arena;
    struct rq_key_set keys; /* when they have names */
};

static bool open_targets(struct targets *t, const struct rq_gff *gff, const struct rq_gff_ref *ref)
{
    const struct rq_gff_field *list = list_of(gff->root, ref->to);
    rq_arena_free(&t->arena);
    t->arena = (struct rq_arena){.alloc = t->doc->alloc};
    t->of = ref;
    t->length = list ? list->size : 0;
    if (ref->key && !rq_key_set_open(&t->keys, &t->arena, t->length))
        return false;
    for (uint32_t i = 0; ref->key && i < t->length; i++) {
        const struct rq_gff_field *key = number_of(&list->v.child[i], ref->key);
        if (key)
            rq_key_set_add(&t->keys, (const uint32_t[4]){key->v.word});
    }
    return true;
}

static bool find_dangling(struct walk *walk, const struct site *site)
{
    struct targets *t = walk->context;
    const struct rq_gff_ref *ref = site->ref;
    uint32_t value = site->field->v.word, number;
    uint64_t end = value + span_of(site);
    char place[PLACE_ROOM];
    if (t->of != ref && !open_targets(t, walk->gff, ref))
        return false;
    if (ref->key) {
        if (!rq_key_set_find(&t->keys, (uint32_t[4]){value, 0, 0, 0}, &number))
            rq_find(t->doc, "dangling-reference", 0, place_of(site, place),
                    "no element of %s has the %s %d", ref->to, ref->key, (int32_t)value);
    } else if (end > t->length && end != value) {
        rq_find(t->doc, "dangling-reference", 0, place_of(site, place),
                "refers to element %llu of %s, which has %u", (unsigned long long)(end - 1),
                ref->to, t->length);
    }
    return true;
}

void rq_gff_find_dangling(struct rq_doc *doc)
{
    struct targets targets = {.doc = doc};
    walk_refs(&(struct walk){.each = find_dangling, .gff = doc->root, .context = &targets});
    rq_arena_free(&targets.arena);
}

/* ---- numbers of JSON ---- */

/* A list whose numbers are not its places any more. */
struct numbers {
    struct rq_error *err;
    struct rq_key_set set; /* numbers */
    uint32_t *places;      /* of the elements with these */
    uint8_t *taken;        /* elements that some span has */
};

static bool place_by_number(const struct numbers *n, uint32_t number, uint32_t *place)
{
    uint32_t at;
    if (!rq_key_set_find(&n->set, (uint32_t[4]){number, 0, 0, 0}, &at))
        return false;
    *place = n->places[at];
    return true;
}

static bool add_number(struct numbers *n, uint32_t number, uint32_t place)
{
    uint32_t count = n->set.count, at = rq_key_set_add(&n->set, (const uint32_t[4]){number});
    if (at != count)
        return false;
    n->places[at] = place;
    return true;
}

/* An element without a number has that of its place, unless another has it. */
static bool number_list(struct numbers *n, const struct rq_gff_field *list)
{
    for (uint32_t i = 0; i < list->size; i++) {
        uint32_t number = list->v.child[i].index;
        char place[PLACE_ROOM];
        if (!list->v.child[i].at || add_number(n, number, i))
            continue;
        snprintf(place, sizeof place, "%s/%u", list->label, i);
        return rq_fail(
            n->err, RQ_CORRUPT, 0, place,
            "an element before it has the number %u too; give it one of its own, or none", number);
    }
    for (uint32_t i = 0; i < list->size; i++)
        if (!list->v.child[i].at)
            add_number(n, i, i);
    return true;
}

static bool resolve(struct walk *walk, const struct site *site)
{
    struct numbers *n = walk->context;
    uint32_t number = site->field->v.word, length = walk->to->size;
    char place[PLACE_ROOM];
    if (!span_of(site))
        return true;
    if (place_by_number(n, number, &site->field->v.word))
        return true;
    /* It leads nowhere, as before; that is told as a finding. */
    return number >= length ||
           rq_fail(n->err, RQ_CORRUPT, 0, place_of(site, place),
                   "no element of %s has the number %u any more", walk->to->label, number);
}

/* After an edit the elements from the first on may be those of another. */
static bool check_span(struct walk *walk, const struct site *site)
{
    struct numbers *n = walk->context;
    uint64_t first = site->field->v.word, end = first + span_of(site);
    char place[PLACE_ROOM];
    if (!site->count || first == end)
        return true;
    for (uint64_t i = first; i < end; i++) {
        if (i < walk->to->size && !n->taken[i]++)
            continue;
        return rq_fail(n->err, RQ_CORRUPT, 0, place_of(site, place),
                       "the %llu elements from there on are not its own any more: set %s",
                       (unsigned long long)(end - first), site->ref->count);
    }
    return true;
}

static bool resolve_list(struct walk *walk, struct rq_gff_field *list, struct rq_arena *arena)
{
    struct numbers *n = walk->context;
    bool moved = false;
    for (uint32_t i = 0; i < list->size; i++)
        moved |= list->v.child[i].at && list->v.child[i].index != i;
    if (!moved)
        return true;
    n->places = rq_arena_get(arena, list->size, sizeof *n->places);
    n->taken = rq_arena_get(arena, list->size, 1);
    if (!n->places || !n->taken || !rq_key_set_open(&n->set, arena, list->size))
        return rq_fail(n->err, RQ_NO_MEMORY, 0, list->label, "out of memory");
    walk->to = list;
    walk->each = resolve;
    if (!number_list(n, list) || !walk_refs(walk))
        return false;
    walk->each = check_span;
    if (!walk_refs(walk))
        return false;
    for (uint32_t i = 0; i < list->size; i++)
        if (list->v.child[i].at && list->v.child[i].id == list->v.child[i].index)
            list->v.child[i].id = i;
    return true;
}

bool rq_gff_resolve_numbers(struct rq_doc *doc, struct rq_error *err)
{
    const struct rq_gff *gff = doc->root;
    struct rq_arena arena = {.alloc = doc->alloc};
    const char *done = "";
    bool fine = true;
    for (size_t i = 0; fine && i < rq_gff_ref_count; i++) {
        const struct rq_gff_ref *ref = &rq_gff_refs[i];
        struct numbers n = {.err = err};
        struct walk walk = {.gff = gff, .context = &n};
        if (ref->key || memcmp(ref->type, gff->type, 4) != 0 || strcmp(ref->to, done) == 0)
            continue;
        struct rq_gff_field *list = list_of(gff->root, ref->to);
        fine = !list || resolve_list(&walk, list, &arena);
        done = ref->to;
    }
    rq_arena_free(&arena);
    return fine;
}

/* ---- edits ---- */

struct edit {
    struct rq_gff_edit *e;
    enum rq_gff_shift shift;
    uint32_t from, to, length;
};

/* Where the element of a place is afterwards; the removed one is nowhere. */
static uint32_t shifted(const struct edit *edit, uint32_t place)
{
    uint32_t from = edit->from, to = edit->to;
    switch (edit->shift) {
    case RQ_GFF_INSERT: return place + (place >= from);
    case RQ_GFF_REMOVE: return place - (place > from);
    default:
        if (place == from)
            return to;
        return place - (place > from && place <= to) + (place < from && place >= to);
    }
}

static bool refuse(const struct edit *edit, const struct site *site, const char *why)
{
    char place[PLACE_ROOM];
    return rq_fail(edit->e->err, RQ_USAGE, 0, edit->e->path, "%s %s", place_of(site, place), why);
}

/* A reference in the element that goes away does not matter. */
static bool goes_away(const struct edit *edit, const struct site *site)
{
    return edit->shift == RQ_GFF_REMOVE && site->at[0] == edit->from &&
           strcmp(site->ref->lists[0], site->ref->to) == 0;
}

static bool can_follow(struct walk *walk, const struct site *site)
{
    const struct edit *edit = walk->context;
    uint64_t first = site->field->v.word, last = first + span_of(site) - 1;
    if (!span_of(site) || last >= edit->length || goes_away(edit, site))
        return true;
    bool inside = edit->from >= first && edit->from <= last;
    if (edit->shift == RQ_GFF_REMOVE && !site->count && inside)
        return refuse(edit, site, "refers to it: change or remove that first");
    if (edit->shift != RQ_GFF_MOVE || !site->count)
        return true;
    uint32_t f = shifted(edit, (uint32_t)first), l = shifted(edit, (uint32_t)last);
    bool whole =
        inside && first != last ? edit->to >= first && edit->to <= last : l - f == last - first;
    return whole || refuse(edit, site, "refers to elements that would not be in a row any more");
}

static bool follow(struct walk *walk, const struct site *site)
{
    const struct edit *edit = walk->context;
    uint64_t first = site->field->v.word, last = first + span_of(site) - 1;
    bool inside = edit->from >= first && edit->from <= last;
    if (first >= edit->length || (span_of(site) && last >= edit->length))
        return true;
    bool alone = edit->shift == RQ_GFF_MOVE && first == last;
    if (!site->count || !span_of(site) || !inside || alone) {
        site->field->v.word = shifted(edit, (uint32_t)first);
    } else if (edit->shift == RQ_GFF_REMOVE) {
        site->count->v.word--;
    } else if (edit->shift == RQ_GFF_INSERT) {
        /* A new element before the first is nobody's; between two it is theirs. */
        site->field->v.word += edit->from == first;
        site->count->v.word += edit->from != first;
    }
    return true;
}

/* Lists whose elements have their place as struct id. The game does not read it; its files have it so. */
static const char *const placed_ids[][2] = {
    {"DLG ", "EntryList"},   {"DLG ", "ReplyList"},   {"DLG ", "StartingList"},
    {"DLG ", "EntriesList"}, {"FAC ", "FactionList"}, {"FAC ", "RepList"},
    {"JRL ", "Categories"},  {"JRL ", "EntryList"},   {"UTC ", "ItemList"},
    {"UTM ", "ItemList"},    {"UTP ", "ItemList"},
};

static bool has_placed_ids(const struct edit *edit, const struct rq_gff_field *list)
{
    bool has = false;
    for (size_t i = 0; i < sizeof placed_ids / sizeof placed_ids[0]; i++)
        has |= memcmp(placed_ids[i][0], edit->e->gff->type, 4) == 0 &&
               strcmp(placed_ids[i][1], list->label) == 0;
    for (uint32_t i = 0; has && i < list->size; i++)
        has = list->v.child[i].id == i || (edit->shift != RQ_GFF_INSERT && i == edit->from);
    return has;
}

bool rq_gff_follow(struct rq_gff_edit *e, enum rq_gff_shift shift, uint32_t to)
{
    struct rq_gff_field *list = e->place.field;
    if (e->place.kind != RQ_GFF_AT_ELEMENT)
        return e->place.kind != RQ_GFF_AT_FIELD || shift != RQ_GFF_REMOVE ||
               rq_gff_can_shorten(e, 0);
    struct edit edit = {e, shift, e->place.index, to, list->size};
    struct walk walk = {.each = can_follow, .gff = e->gff, .to = list, .context = &edit};
    if (shift == RQ_GFF_INSERT && edit.from == list->size)
        return true;
    if (!walk_refs(&walk))
        return false;
    walk.each = follow;
    walk_refs(&walk);
    bool placed = has_placed_ids(&edit, list);
    for (uint32_t i = 0; placed && i < list->size; i++)
        if (list->v.child[i].id == i)
            list->v.child[i].id = shifted(&edit, i);
    return true;
}

static bool is_kept(struct walk *walk, const struct site *site)
{
    const struct edit *edit = walk->context;
    uint64_t end = site->field->v.word + span_of(site);
    bool inside = strcmp(site->ref->lists[0], site->ref->to) == 0;
    if (inside || !span_of(site) || end <= edit->to || end > edit->length)
        return true;
    return refuse(edit, site, "refers to an element of it: change or remove that first");
}

bool rq_gff_can_shorten(struct rq_gff_edit *e, uint32_t left)
{
    struct rq_gff_field *list = e->place.field;
    struct edit edit = {.e = e, .to = left, .length = list->size};
    struct walk walk = {.each = is_kept, .gff = e->gff, .to = list, .context = &edit};
    return list->type != RQ_GFF_LIST || walk_refs(&walk);
}
