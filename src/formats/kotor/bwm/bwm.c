/* BWM V1.0: a header of 136 bytes and nine tables. All 22 files that were measured have them in one
 * order without a gap; anything else is kept by its places. */
#include "formats/extent.h"
#include "formats/kotor/bwm/parts.h"

#include <stdio.h>

RQ_RECORD_TABLE(rq_bwm_header, RQ_BWM_HEADER);
RQ_RECORD_TABLE(rq_bwm_node, RQ_BWM_NODE);

/* ---- materials ---- */

/* Names are kotorblender's, 30 is PyKotor's. The column walk of the game's surfacemat.2da decides
 * what can be walked on; of the first game's table it is 0 for 16, which kotorblender and MDLOps let one
 * walk on. 20 to 22 are of the second game, and as those two have them. */
static const struct {
    const char *name;
    bool walkable;
} materials[RQ_BWM_MATERIALS] = {
    {"undefined", false},
    {"dirt", true},
    {"obscuring", false},
    {"grass", true},
    {"stone", true},
    {"wood", true},
    {"water", true},
    {"nonwalk", false},
    {"transparent", false},
    {"carpet", true},
    {"metal", true},
    {"puddles", true},
    {"swamp", true},
    {"mud", true},
    {"leaves", true},
    {"lava", false},
    {"bottomless pit", false},
    {"deep water", false},
    {"door", true},
    {"snow", false},
    {"sand", true},
    {"bare bones", true},
    {"stone bridge", true},
    [30] = {"trigger", true},
};

const char *rq_bwm_material_name(uint32_t material)
{
    return material < RQ_BWM_MATERIALS ? materials[material].name : NULL;
}

bool rq_bwm_material_walkable(uint32_t material)
{
    return material < RQ_BWM_MATERIALS && materials[material].walkable;
}

static unsigned bwm_detect(struct rq_bytes in, const char *name)
{
    (void)name;
    return in.size >= 8 && memcmp(in.data, "BWM V1.0", 8) == 0 ? 64 : 0;
}

/* ---- reading ---- */

struct table {
    uint64_t count, offset;
    size_t size; /* of an element */
    const char *name;
};

/* The tables of a header; counts and offsets are its own. */
static void tables_of(const struct rq_bwm_header *h, struct table tables[BWM_TABLE_COUNT])
{
#define TABLE_ROW(name, size, count, offset) [BWM_##name] = {h->count, h->offset, size, #name},
    const struct table all[] = {BWM_TABLES(TABLE_ROW)};
#undef TABLE_ROW
    memcpy(tables, all, sizeof all);
}

/* A table of words in one move; NULL after a failure. */
static void *read_words(struct rq_doc *doc, struct rq_cur *c, const struct table *t,
                        enum rq_kind kind)
{
    struct rq_cur window = rq_sub(c, t->count ? t->offset : 0, t->count * t->size, t->name);
    size_t size = rq_left(&window), words = size / 4;
    void *to = rq_ok(c) ? rq_cur_get(doc, c, words, 4) : NULL;
    const uint8_t *from = to && size ? rq_take(&window, size, kind, t->name) : NULL;
    for (size_t i = 0; from && i < words; i++) {
        if (kind == RQ_KIND_f32)
            ((float *)to)[i] = rq_f32_of(rq_get32(from + i * 4));
        else
            ((uint32_t *)to)[i] = rq_get32(from + i * 4);
    }
    return to;
}

static void read_nodes(struct rq_doc *doc, struct rq_cur *c, const struct table *t,
                       struct rq_bwm *bwm)
{
    struct rq_cur window = rq_sub(c, t->count ? t->offset : 0, t->count * t->size, t->name);
    size_t count = rq_left(&window) / t->size;
    bwm->nodes = rq_ok(c) ? rq_cur_get(doc, c, count, sizeof *bwm->nodes) : NULL;
    for (size_t i = 0; bwm->nodes && i < count && rq_ok(c); i++) {
        rq_enter(&window, t->name, (int64_t)i);
        rq_rec_read(&window, &rq_bwm_node_rec, &bwm->nodes[i]);
        rq_leave(&window);
    }
}

RQ_STATIC_ASSERT(sizeof(float) == 4 && sizeof(struct rq_bwm_edge) == 8, "tables are words");

static bool bwm_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct table t[BWM_TABLE_COUNT];
    struct rq_bwm *bwm = doc->root = rq_cur_get(doc, c, 1, sizeof *bwm);
    if (!bwm || !rq_rec_read(c, &rq_bwm_header_rec, &bwm->header))
        return false;
    const struct rq_bwm_header *h = &bwm->header;
    if (memcmp(h->magic, "BWM ", 4) != 0)
        return rq_bad(c, RQ_BAD_MAGIC, 0, "type is not \"BWM \"");
    if (memcmp(h->version, "V1.0", 4) != 0)
        return rq_bad(c, RQ_UNSUPPORTED, 4, "version is not \"V1.0\"");
    tables_of(h, t);
    bwm->vertices = read_words(doc, c, &t[BWM_vertices], RQ_KIND_f32);
    bwm->corners = read_words(doc, c, &t[BWM_corners], RQ_KIND_u32);
    bwm->materials = read_words(doc, c, &t[BWM_materials], RQ_KIND_u32);
    bwm->normals = read_words(doc, c, &t[BWM_normals], RQ_KIND_f32);
    bwm->distances = read_words(doc, c, &t[BWM_distances], RQ_KIND_f32);
    read_nodes(doc, c, &t[BWM_nodes], bwm);
    bwm->adjacency = read_words(doc, c, &t[BWM_adjacency], RQ_KIND_i32);
    bwm->edges = read_words(doc, c, &t[BWM_edges], RQ_KIND_i32);
    bwm->perimeters = read_words(doc, c, &t[BWM_perimeters], RQ_KIND_u32);
    bwm->vertex_count = h->vertex_count;
    bwm->face_count = h->face_count;
    bwm->node_count = h->node_count;
    bwm->adjacency_count = h->adjacency_count;
    bwm->edge_count = h->edge_count;
    bwm->perimeter_count = h->perimeter_count;
    if (!rq_ok(c))
        return false;
    return rq_bwm_check(doc, bwm) || rq_bad_memory(c, &doc->arena);
}

/* ---- writing ---- */

static void put_words(struct rq_out *out, const void *from, size_t words)
{
    uint8_t *to = words ? rq_grow(out, words * 4) : NULL;
    for (size_t i = 0; to && i < words; i++) {
        uint32_t word;
        memcpy(&word, (const uint8_t *)from + i * 4, 4);
        rq_set32(to + i * 4, word);
    }
}

static void put_table(const struct rq_bwm *bwm, enum bwm_table table, struct rq_out *out)
{
    const size_t words[BWM_TABLE_COUNT] = {
        bwm->vertex_count * 3,    bwm->face_count * 3, bwm->face_count,
        bwm->face_count * 3,      bwm->face_count,     0,
        bwm->adjacency_count * 3, bwm->edge_count * 2, bwm->perimeter_count};
    const void *const from[BWM_TABLE_COUNT] = {bwm->vertices,  bwm->corners,   bwm->materials,
                                               bwm->normals,   bwm->distances, NULL,
                                               bwm->adjacency, bwm->edges,     bwm->perimeters};
    if (table != BWM_nodes) {
        put_words(out, from[table], words[table]);
        return;
    }
    for (size_t i = 0; i < bwm->node_count && !out->failed; i++)
        rq_rec_write(out, &rq_bwm_node_rec, &bwm->nodes[i]);
}

/* The header with its counts; offsets as of tables in their order, or as they are given. */
static bool header_of(const struct rq_bwm *bwm, const uint32_t *offsets, struct rq_bwm_header *h,
                      struct rq_error *err)
{
    struct table t[BWM_TABLE_COUNT];
    uint64_t at = BWM_HEADER_SIZE;
    *h = bwm->header;
#define SET_COUNT(name, size, count, offset) h->count = (uint32_t)bwm->count;
    BWM_TABLES(SET_COUNT)
#undef SET_COUNT
    tables_of(h, t);
    /* Without the tables of a WOK there are no offsets to them either. */
    bool object = !h->node_count && !h->adjacency_count && !h->edge_count && !h->perimeter_count &&
                  h->kind != RQ_BWM_AREA;
    for (size_t i = 0; i < BWM_TABLE_COUNT; i++) {
        t[i].offset = object && i >= BWM_nodes ? 0 : at;
        at += t[i].count * t[i].size;
        if (offsets)
            t[i].offset = offsets[i];
    }
#define SET_OFFSET(name, size, count, at) h->at = (uint32_t)t[BWM_##name].offset;
    BWM_TABLES(SET_OFFSET)
#undef SET_OFFSET
    size_t most = (size_t)UINT32_MAX / BWM_NODE_SIZE;
    bool fits = bwm->vertex_count <= most && bwm->face_count <= most && bwm->node_count <= most &&
                bwm->adjacency_count <= most && bwm->edge_count <= most &&
                bwm->perimeter_count <= most && at <= UINT32_MAX;
    return fits || rq_fail(err, RQ_LIMIT, 0, "bwm", "the tables do not fit 32 bits");
}

static bool put_ordered(const struct rq_bwm *bwm, struct rq_out *out, struct rq_error *err)
{
    struct rq_bwm_header header;
    if (!header_of(bwm, NULL, &header, err))
        return false;
    rq_rec_write(out, &rq_bwm_header_rec, &header);
    for (enum bwm_table i = 0; i < BWM_TABLE_COUNT; i++)
        put_table(bwm, i, out);
    return true;
}

static bool settle_explicit(struct rq_doc *doc, struct rq_bwm *bwm)
{
    struct table t[BWM_TABLE_COUNT];
    struct rq_bwm_places *p = rq_arena_get(&doc->arena, 1, sizeof *p);
    struct rq_cover cover = {.arena = &doc->arena};
    if (!p)
        return false;
    tables_of(&bwm->header, t);
    rq_cover_add(&cover, 0, BWM_HEADER_SIZE);
    for (size_t i = 0; i < BWM_TABLE_COUNT; i++) {
        p->offsets[i] = (uint32_t)t[i].offset;
        rq_cover_add(&cover, t[i].offset, t[i].count * t[i].size);
    }
    if (!rq_cover_strays(&cover, doc->source, &p->strays))
        return false;
    bwm->places = p;
    bwm->layout = RQ_BWM_EXPLICIT;
    rq_find(doc, "explicit-layout", 0, "bwm", "tables stand in no known order");
    return true;
}

/* False without an error when the document no longer fits its recorded places. */
static bool put_explicit(struct rq_doc *doc, const struct rq_bwm *bwm, struct rq_out *out,
                         struct rq_error *err)
{
    struct rq_place place;
    struct rq_arena arena = {.alloc = doc->alloc, .limit = doc->arena.limit};
    struct rq_out block = {.alloc = doc->alloc};
    struct rq_bwm_header header;
    if (!bwm->places || !header_of(bwm, bwm->places->offsets, &header, err))
        return false;
    bool fine = rq_place_open(&place, &arena, bwm->places->strays.size);
    rq_rec_write(&block, &rq_bwm_header_rec, &header);
    if (fine && !block.failed)
        rq_place_put(&place, 0, block.data, block.size);
    for (enum bwm_table i = 0; i < BWM_TABLE_COUNT && fine && !block.failed; i++) {
        rq_out_cut(&block, 0);
        put_table(bwm, i, &block);
        if (!block.failed)
            rq_place_put(&place, bwm->places->offsets[i], block.data, block.size);
    }
    if ((!fine && !arena.over_limit) || block.failed)
        rq_fail(err, RQ_NO_MEMORY, 0, "bwm", "out of memory");
    fine = fine && !block.failed;
    if (fine) {
        rq_place_strays(&place, &bwm->places->strays);
        fine = rq_place_whole(&place);
    }
    if (fine)
        rq_put(out, place.data, place.size);
    rq_out_free(&block);
    rq_arena_free(&arena);
    return fine;
}

static bool bwm_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    struct rq_bwm *bwm = doc->root;
    size_t from = out->size;
    if (!bwm->layout) {
        if (!put_ordered(bwm, out, err) || out->failed)
            return false;
        struct rq_bytes made = {out->data + from, out->size - from};
        if (rq_same(made, doc->source)) {
            bwm->layout = RQ_BWM_ORDERED;
            return true;
        }
        rq_out_cut(out, from);
        if (!settle_explicit(doc, bwm))
            return rq_fail(err, RQ_NO_MEMORY, 0, "bwm", "no memory for the layout of this file");
    }
    if (bwm->layout == RQ_BWM_EXPLICIT) {
        if (put_explicit(doc, bwm, out, err))
            return true;
        if (err->code)
            return false;
        /* Edited: the recorded places don't hold any more. */
        rq_out_cut(out, from);
        bwm->layout = RQ_BWM_ORDERED;
    }
    return put_ordered(bwm, out, err);
}

static bool bwm_settle(struct rq_doc *doc, struct rq_error *err)
{
    const struct rq_bwm *bwm = doc->root;
    return bwm->layout || rq_settle_by_writing(doc, err);
}

bool rq_bwm_fresh(struct rq_doc *doc)
{
    struct rq_bwm *bwm = doc->root = rq_arena_get(&doc->arena, 1, sizeof(struct rq_bwm_made));
    if (bwm) {
        memcpy(bwm->header.magic, "BWM ", 4);
        memcpy(bwm->header.version, "V1.0", 4);
        bwm->layout = RQ_BWM_ORDERED;
    }
    return bwm != NULL;
}

static bool bwm_write_as(struct rq_doc *doc, const char *kind, struct rq_out *out,
                         struct rq_error *err)
{
    (void)kind;
    return rq_bwm_put_ascii(doc->root, out, err);
}

/* ---- for a person ---- */

/* "stone 257, nonwalk 188", by number. */
static void add_materials(struct rq_doc *doc, const struct rq_bwm *bwm)
{
    size_t counts[RQ_BWM_MATERIALS] = {0}, unknown = 0, walkable = 0;
    char text[640] = "";
    for (size_t i = 0; i < bwm->face_count; i++) {
        uint32_t material = bwm->materials[i];
        walkable += rq_bwm_material_walkable(material);
        if (rq_bwm_material_name(material))
            counts[material]++;
        else
            unknown++;
    }
    for (uint32_t i = 0; i < RQ_BWM_MATERIALS; i++)
        if (counts[i])
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s %zu",
                     text[0] ? ", " : "", rq_bwm_material_name(i), counts[i]);
    if (unknown)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%sunknown %zu",
                 text[0] ? ", " : "", unknown);
    rq_fact_add(doc, "walkable faces", "%zu", walkable);
    rq_fact_add(doc, "materials", "%s", text[0] ? text : "none");
}

/* Rooms behind the borders, each once, in order of appearance. */
static void add_transitions(struct rq_doc *doc, const struct rq_bwm *bwm)
{
    enum { MOST = 16 };
    int32_t rooms[MOST];
    size_t count = 0, edges = 0;
    char text[MOST * 13] = "";
    for (size_t i = 0; i < bwm->edge_count; i++) {
        int32_t room = bwm->edges[i].transition;
        size_t k = 0;
        if (room == -1)
            continue;
        edges++;
        while (k < count && rooms[k] != room)
            k++;
        if (k == count && count < MOST) {
            rooms[count++] = room;
            snprintf(text + strlen(text), sizeof text - strlen(text), " %d", (int)room);
        }
    }
    if (edges)
        rq_fact_add(doc, "transitions", "%zu edges, to room%s", edges, text);
    else
        rq_fact_add(doc, "transitions", "none");
}

static void add_hook(struct rq_doc *doc, const char *key, const float v[3])
{
    char text[3][32];
    for (size_t k = 0; k < 3; k++)
        text[k][rq_bwm_numbers(&v[k], 1) ? rq_f32_text(v[k], text[k]) : 0] = 0;
    if (v[0] != 0 || v[1] != 0 || v[2] != 0)
        rq_fact_add(doc, key, "%s %s %s", text[0], text[1], text[2]);
}

static bool bwm_facts(struct rq_doc *doc)
{
    const struct rq_bwm *bwm = doc->root;
    const struct rq_bwm_header *h = &bwm->header;
    rq_fact_add(doc, "kind", "%s",
                h->kind == RQ_BWM_AREA ? "area (WOK)" : "placeable or door (PWK, DWK)");
    rq_fact_add(doc, "vertices", "%zu", bwm->vertex_count);
    rq_fact_add(doc, "faces", "%zu", bwm->face_count);
    add_materials(doc, bwm);
    if (h->kind == RQ_BWM_AREA) {
        rq_fact_add(doc, "border edges", "%zu", bwm->edge_count);
        rq_fact_add(doc, "perimeters", "%zu", bwm->perimeter_count);
        add_transitions(doc, bwm);
    }
    add_hook(doc, "use point 1", h->relative_use_1);
    add_hook(doc, "use point 2", h->relative_use_2);
    add_hook(doc, "absolute use 1", h->absolute_use_1);
    add_hook(doc, "absolute use 2", h->absolute_use_2);
    return true;
}

static const struct rq_facet_scene scene = {
    .scene = rq_bwm_scene,
    .from_scene = rq_bwm_from_scene,
};

static const struct rq_facet_forms forms = {
    .names = "ascii",
    .write_as = bwm_write_as,
    .from_text = rq_bwm_from_ascii,
};

static const struct rq_format_record bwm_records[] = {
    {&rq_bwm_header_rec, "header"}, {&rq_bwm_node_rec, "one for each node"}, {NULL, NULL}};

#define DERIVE "build --derive makes it again."

static const struct rq_finding_kind bwm_findings[] = {
    {"explicit-layout", RQ_INFO, "tables in another order, with gaps or a tail",
     "The game goes by the offsets of the header. The places are kept until the document is "
     "changed."},
    {"unknown-kind", RQ_WARNING, "a kind that is neither 0 nor 1",
     "1 is a room, 0 a placeable or door. What the game does with others is not known."},
    {"reserved-word", RQ_INFO, "the reserved word of the header is not 0",
     "29 of 1,202 rooms of the first game have stale memory there. It is kept."},
    {"no-tree", RQ_WARNING, "a room with faces and without a tree",
     "The game finds no ground to walk on. " DERIVE},
    {"object-with-area", RQ_WARNING, "a placeable or door with a tree, neighbours or borders",
     "Only rooms have these tables. What the game does with them is not known. " DERIVE},
    {"no-number", RQ_WARNING, "a vertex, plane or box with something that is not a number",
     "What the game does there is not known. Set it right; for planes and boxes " DERIVE},
    {"no-vertex", RQ_WARNING, "a corner that has no vertex",
     "The game would read behind the table. Take the face out, or set the corner right."},
    {"unknown-material", RQ_WARNING, "a surface material that is not known",
     "It is a row of surfacemat.2da; a table of a mod may have more. It counts as one that can't "
     "be walked on here."},
    {"late-walkable", RQ_WARNING, "a face that can be walked on stands behind one that can't",
     "Neighbours are listed for the first faces only, so those that can be walked on come first. " DERIVE},
    {"neighbour-count", RQ_WARNING, "as many rows of neighbours as faces to walk on are expected",
     "Faces without a row have no way to the next one. " DERIVE},
    {"no-neighbour", RQ_WARNING, "a neighbour that is not there",
     "The game would read behind the table. " DERIVE},
    {"one-sided-neighbour", RQ_WARNING, "a neighbour that has another neighbour at the shared edge",
     "The way across works in one direction only. " DERIVE},
    {"no-edge", RQ_WARNING, "a border that is the edge of no face to walk on",
     "The border and the room behind it are lost. " DERIVE},
    {"no-room", RQ_WARNING, "a room below -1 behind a border",
     "Rooms are numbers of the LYT, -1 for none. What the game does with others is not known."},
    {"wrong-perimeter", RQ_WARNING, "an end of a line of borders that does not follow the last",
     "The lines are cut wrong. " DERIVE},
    {"no-face", RQ_WARNING, "a leaf of the tree with a face that is not there",
     "The game would read behind the table. " DERIVE},
    {"wrong-child", RQ_WARNING, "a leaf with children, or another node without",
     "Faces below it are not found. " DERIVE},
    {"circle", RQ_WARNING, "a node that is the child of two, or of itself",
     "The game may search without an end. " DERIVE},
    {"lost-node", RQ_WARNING, "nodes that can't be reached from the first",
     "Faces below them are not found. " DERIVE},
    {"deep-tree", RQ_WARNING, "a tree of more than 64 levels", "Searching takes long. " DERIVE},
    {"node-constant", RQ_WARNING, "the constant of a node is not 4",
     "All files measured have 4. What it means is not known."},
    {"unknown-plane", RQ_WARNING, "the plane of a node is not one of 1, 2, 4, 8, 16, 32",
     "The game searches the wrong half first. " DERIVE},
    {"lost-transition", RQ_WARNING, "a transition of an edge that is not a border",
     "It was left out while the walkmesh was made: the way to the next room is missing there."},
    {"underived", RQ_WARNING, "faces were edited, and what follows from them was not",
     "Planes and the tree are of the faces before. " DERIVE},
    {"no-surface", RQ_WARNING, "materials of a scene that name no surface",
     "Their faces became dirt. Name the materials as the page of the format says."},
    {NULL, RQ_WARNING, NULL, NULL},
};

/* Vertices; corners, materials, normals, distances of faces; nodes, neighbours, edges, perimeters. */
static const struct rq_extent_row extents[] = {
    {0, 76, 72, 12},   {0, 84, 80, 12},   {0, 88, 80, 4},   {0, 92, 80, 12},  {0, 96, 80, 4},
    {0, 104, 100, 44}, {0, 116, 112, 12}, {0, 124, 120, 8}, {0, 132, 128, 4},
};
RQ_EXTENT(bwm_extent, extents)

const struct rq_format rq_format_bwm = {
    .info = {"bwm", "Walkmesh V1.0", "kotor", "wok pwk dwk"},
    .detect = bwm_detect,
    .extent = bwm_extent,
    .read = bwm_read,
    .write = bwm_write,
    .settle = bwm_settle,
    .records = bwm_records,
    .findings = bwm_findings,
    .no_rule = "explicit-layout underived lost-transition no-surface",
    .shape = &rq_bwm_shape,
    .derive = rq_bwm_derive,
    .facts = bwm_facts,
    .fresh = rq_bwm_fresh,
    .scene = &scene,
    .forms = &forms,
};
