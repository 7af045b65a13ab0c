/* RGM: tagged sections with big-endian sizes, closed by END. RA* sections hold the actors and
 * their scripts, MP* what is placed in the world, WDNM where actors walk. */
#include "formats/extent.h"
#include "formats/redguard/rgm/parts.h"

/* Maps of the game have 23 or 24 sections. */
enum { END_SIZE = 4, HEAD = 8, MOST_SECTIONS = 1024 };

static unsigned rgm_detect(struct rq_bytes in, const char *name)
{
    (void)name;
    if (in.size < HEAD || !rgm_kind_of_tag((const char *)in.data))
        return 0;
    uint64_t next = (uint64_t)HEAD + rq_get32be(in.data + 4);
    if (next + 4 > in.size)
        return 32;
    const char *tag = (const char *)in.data + next;
    return rgm_kind_of_tag(tag) || rq_tag_is(tag, "END ") || rq_tag_is(tag, "FLAT") ? 64 : 32;
}

/* ---- reading ---- */

/* Where the fields of MPSZ and MPMK stand is told by two readers in two ways. The bytes decide:
 * a box is as long as its two sides together, a marker's coordinates have 24 bits. A flag of 0 in
 * front only makes the other reading of a box 256 times as large: then the smaller is right. */
struct fit {
    size_t count;
    uint64_t length;
};

static struct fit boxes_fit(struct rq_cur c, const struct rq_rec *rec, size_t count)
{
    struct rq_ctx quiet = {.err = c.ctx->err};
    struct fit fit = {0, 0};
    c.ctx = &quiet;
    for (size_t i = 0; i < count; i++) {
        struct rq_rgm_box box;
        if (!rq_rec_read(&c, rec, &box))
            break;
        bool all = true;
        for (size_t k = 0; k < 3; k++) {
            int64_t total = box.total[k];
            all &= total == (int64_t)box.negative[k] + box.positive[k];
            fit.length += (uint64_t)(total < 0 ? -total : total);
        }
        fit.count += all;
    }
    return fit;
}

static bool boxes_swapped(const struct rq_cur *c, const struct rgm_kind *kind, size_t count)
{
    struct fit plain = boxes_fit(*c, kind->rec, count), other = boxes_fit(*c, kind->swapped, count);
    return other.count > plain.count ||
           (other.count && other.count == plain.count && other.length < plain.length);
}

static size_t markers_fit(const uint8_t *p, size_t count, size_t stride)
{
    size_t fit = 0;
    for (size_t i = 0; i < count; i++, p += stride) {
        bool all = true;
        for (size_t k = 0; k < 3; k++) {
            int64_t v = (int32_t)rq_get32(p + k * 4);
            all &= v >= -0x800000 && v < 0x1000000;
        }
        fit += all;
    }
    return fit;
}

bool rgm_reads_swapped(struct rq_bytes payload, const struct rq_rgm_section *s)
{
    struct rq_error ignored = {0};
    struct rq_ctx ctx = {.err = &ignored};
    if (s->kind == RQ_RGM_MPMK)
        return payload.size >= 4 && markers_fit(payload.data + 4, s->count, 12) >
                                        markers_fit(payload.data + 4, s->count, 13);
    struct rq_cur c = rq_cur_over(payload, &ctx);
    return boxes_swapped(&c, rgm_kind_of(s->kind), s->count);
}

static void read_apart(struct rq_cur *c, struct rq_rgm_section *s)
{
    for (size_t i = 0; i < s->count; i++) {
        rq_enter(c, "records", (int64_t)i);
        for (size_t k = 0; k < 3; k++)
            s->markers[i].pos[k] = (int32_t)rq_u32(c, "pos");
        rq_leave(c);
    }
    const uint8_t *flags = rq_take(c, s->count, RQ_KIND_bytes, "flags");
    for (size_t i = 0; i < s->count && flags; i++)
        s->markers[i].flag = flags[i];
}

static bool read_fixed(struct rq_doc *doc, struct rq_cur *c, struct rq_rgm_section *s,
                       const struct rgm_kind *kind)
{
    size_t head = kind->frame == RGM_FREE ? 0 : kind->frame == RGM_COUNTED ? 4 : 8;
    size_t size = rq_left(c), record = kind->rec->size;
    const struct rq_rec *rec = kind->rec;
    if (size < head || (size - head) % record != 0)
        return false;
    size_t count = (size - head) / record;
    if (head && rq_get32(c->p) != count)
        return false;
    if (head)
        rq_u32(c, "count");
    s->prefix = head == 8 ? rq_u32(c, "prefix") : 0;
    s->count = count;
    s->records = rq_cur_get(doc, c, count, kind->stride);
    if (!s->records)
        return false;
    if (kind->swapped && boxes_swapped(c, kind, count)) {
        s->swapped = true;
        rec = kind->swapped;
    } else if (s->kind == RQ_RGM_MPMK &&
               markers_fit(c->p, count, 12) > markers_fit(c->p, count, 13)) {
        s->swapped = true;
        read_apart(c, s);
        return rq_ok(c);
    }
    for (size_t i = 0; i < count; i++) {
        rq_enter(c, "records", (int64_t)i);
        rq_rec_read(c, rec, (uint8_t *)s->records + i * kind->stride);
        rq_leave(c);
    }
    return rq_ok(c);
}

static bool read_typed(struct rq_doc *doc, struct rq_cur *c, struct rq_rgm_section *s,
                       const struct rgm_kind *kind)
{
    s->kind = kind->kind;
    switch (kind->kind) {
    case RQ_RGM_RAST:
    case RQ_RGM_RANM: return rgm_read_texts(doc, c, s);
    case RQ_RGM_RAAN: return rgm_read_models(doc, c, s);
    case RQ_RGM_RAGR: return rgm_read_groups(doc, c, s);
    case RQ_RGM_WDNM: return rgm_read_walks(doc, c, s);
    case RQ_RGM_RASB:
    case RQ_RGM_RAVA:
    case RQ_RGM_RAHK: return rgm_read_words(doc, c, s);
    case RQ_RGM_RASC: s->bytes = (struct rq_bytes){c->p, rq_left(c)}; return true;
    default: return read_fixed(doc, c, s, kind);
    }
}

static bool read_section(struct rq_doc *doc, struct rq_cur *c, struct rq_rgm_section *s)
{
    struct rq_cur in;
    if (!rq_chunk_next(c, s->tag, &in))
        return false;
    const struct rgm_kind *kind = rgm_kind_of_tag(s->tag);
    char tag[5] = {s->tag[0], s->tag[1], s->tag[2], s->tag[3], 0};
    struct rq_bytes payload = {in.p, rq_left(&in)};
    s->offset = rq_tell(&in);
    rq_enter(&in, kind ? kind->tag : "section", -1);
    if (!kind || !read_typed(doc, &in, s, kind)) {
        s->kind = RQ_RGM_RAW;
        s->count = 0;
        s->records = NULL;
        s->bytes = payload;
        in.p = payload.data;
        if (rq_ok(c))
            rq_take(&in, payload.size, RQ_KIND_bytes, "payload");
        /* RAFS is one zero byte in maps without spheres, and the game looks at no RAFS of up to
         * ten bytes. */
        if (kind && !(kind->kind == RQ_RGM_RAFS && payload.size <= 10))
            rq_find(doc, "not-understood", s->offset, tag,
                    "%zu bytes do not fit its records and are kept as they are", payload.size);
        else if (!kind && !rq_tag_is(tag, "FLAT"))
            rq_find(doc, "unknown-section", s->offset, tag, "no section of this name is known");
    }
    rq_leave(&in);
    return rq_ok(c);
}

static void read_end(struct rq_doc *doc, struct rq_cur *c, struct rq_rgm *map)
{
    if (!rq_left(c)) {
        map->no_end = true;
        rq_find(doc, "no-end", rq_tell(c), "END", "the file just stops");
        return;
    }
    rq_take(c, END_SIZE, RQ_KIND_text, "end");
    uint64_t at = rq_tell(c);
    map->tail.size = rq_left(c);
    map->tail.data = rq_take(c, map->tail.size, RQ_KIND_bytes, "tail");
    if (map->tail.size && (map->tail.size != 4 || rq_get32(map->tail.data)))
        rq_find(doc, "trailing-bytes", at, "END", "%zu bytes after the end", map->tail.size);
}

static bool rgm_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_rgm *map = doc->root = rq_cur_get(doc, c, 1, sizeof *map);
    size_t most = rq_chunk_count(c);
    if (!map)
        return false;
    if (most > MOST_SECTIONS)
        return rq_bad(c, RQ_LIMIT, 0, "%zu sections, more than %d", most, MOST_SECTIONS);
    map->sections = rq_cur_get(doc, c, most, sizeof *map->sections);
    if (!map->sections)
        return false;
    if (!most && !rq_chunk_at(c, "END "))
        return rq_bad(c, RQ_BAD_MAGIC, rq_tell(c), "no section begins here");
    while (map->section_count < most) {
        rq_enter(c, "sections", (int64_t)map->section_count);
        if (!read_section(doc, c, &map->sections[map->section_count]))
            return false;
        map->section_count++;
        rq_leave(c);
    }
    if (rq_left(c) && !rq_chunk_at(c, "END "))
        return rq_bad(c, RQ_TRUNCATED, rq_tell(c), "neither a section nor the end of the map");
    read_end(doc, c, map);
    if (!rgm_read_code(doc, c, map))
        return false;
    rgm_check(doc, map);
    return true;
}

/* ---- writing ---- */

static bool rgm_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    struct rq_rgm *map = doc->root;
    if (map->section_count > MOST_SECTIONS)
        return rq_fail(err, RQ_LIMIT, 0, "sections", "%zu sections, more than %d",
                       map->section_count, MOST_SECTIONS);
    if (!rgm_tile_code(map, doc->alloc, err))
        return false;
    for (size_t i = 0; i < map->section_count; i++) {
        size_t start = rq_chunk_open(out, map->sections[i].tag);
        rgm_put_section(out, &map->sections[i]);
        rq_chunk_close(out, start);
    }
    if (!map->no_end)
        rq_put(out, "END ", END_SIZE);
    rq_put_bytes(out, map->tail);
    return true;
}

static bool rgm_fresh(struct rq_doc *doc)
{
    struct rq_rgm *map = doc->root = rq_arena_get(&doc->arena, 1, sizeof *map);
    return map && (map->sections = rq_arena_get(&doc->arena, 0, sizeof *map->sections));
}

/* ---- facts ---- */

static void fact_count(struct rq_doc *doc, const struct rq_rgm *map, const char *key,
                       enum rq_rgm_kind kind)
{
    const struct rq_rgm_section *s = rq_rgm_section(map, kind);
    if (s)
        rq_fact_add(doc, key, "%zu", s->count);
}

static bool rgm_facts(struct rq_doc *doc)
{
    const struct rq_rgm *map = doc->root;
    const struct rq_rgm_section *code = rq_rgm_section(map, RQ_RGM_RASC);
    size_t scripts = 0, raw = 0, instrs = 0;
    for (size_t i = 0; code && i < code->count; i++) {
        const struct rq_rgm_code *part = &code->code[i];
        scripts += part->script != NULL;
        raw += !part->script && part->actor >= 0;
        instrs += part->script ? part->script->count : 0;
    }
    rq_fact_add(doc, "sections", "%zu", map->section_count);
    rq_fact_add(doc, "actors", "%zu", rq_rgm_actor_count(map));
    if (code)
        rq_fact_add(doc, "scripts", "%zu, %zu instructions%s", scripts, instrs,
                    raw ? ", others not decoded" : "");
    fact_count(doc, map, "objects", RQ_RGM_MPOB);
    fact_count(doc, map, "static objects", RQ_RGM_MPSO);
    fact_count(doc, map, "ropes", RQ_RGM_MPRP);
    fact_count(doc, map, "lights", RQ_RGM_MPSL);
    fact_count(doc, map, "flats", RQ_RGM_MPSF);
    fact_count(doc, map, "markers", RQ_RGM_MPMK);
    fact_count(doc, map, "walk maps", RQ_RGM_WDNM);
    return true;
}

static const struct rq_format_record rgm_records[] = {
    {&rq_rgm_actor_rec, "RAHD: one for each actor"},
    {&rq_rgm_sphere_rec, "RAFS"},
    {&rq_rgm_location_rec, "RALC"},
    {&rq_rgm_extra_rec, "RAEX"},
    {&rq_rgm_attributes_rec, "RAAT: one for each actor"},
    {&rq_rgm_collision_rec, "RAVC"},
    {&rq_rgm_object_rec, "MPOB: one for each object"},
    {&rq_rgm_rope_rec, "MPRP: one for each rope"},
    {&rq_rgm_static_rec, "MPSO: one for each static object"},
    {&rq_rgm_light_rec, "MPSL: one for each light"},
    {&rq_rgm_flat_rec, "MPSF: one for each flat picture"},
    {&rq_rgm_marker_rec, "MPMK: one for each marker"},
    {&rq_rgm_box_rec, "MPSZ: one for each box"},
    {&rq_rgm_walk_record_rec, "WDNM: one for each map, before its nodes"},
    {&rq_rgm_node_record_rec, "WDNM: one for each node, before its routes"},
    {&rq_rgm_route_rec, "WDNM: one for each route"},
    {NULL, NULL},
};

static const struct rq_finding_kind rgm_findings[] = {
    {"not-understood", RQ_WARNING, "a section does not fit its records",
     "It is kept as it is. What the game reads from it is not known."},
    {"unknown-section", RQ_WARNING, "a section of an unknown tag",
     "The game looks for the sections that it knows. It is kept as it is."},
    {"no-end", RQ_WARNING, "END is missing",
     "Every map of the game ends with it. The file is written without it again."},
    {"trailing-bytes", RQ_WARNING, "END is followed by something else than four zero bytes",
     "The game is not known to read the bytes. They are kept when the file is written."},
    {"lost-part", RQ_WARNING, "an actor has parts of a section that are not there",
     "The game would read them from behind the section."},
    {"no-groups", RQ_WARNING, "an actor has models, but no groups of animations",
     "It can not be animated."},
    {"lost-box", RQ_WARNING, "an actor names a box that MPSZ does not have",
     "The game would read a box from behind the section: it collides wrongly."},
    {"lost-string", RQ_WARNING, "a string of an actor is outside of RAST",
     "The game would read the text from behind the section."},
    {"lost-node", RQ_WARNING, "a route leads to a node that is not there",
     "Actors that walk there go astray."},
    {"count-against-length", RQ_WARNING, "a count and a length of an actor say different things",
     "Which of the two the game goes by is not known. Both are kept."},
    {"odd-part", RQ_WARNING, "the numbers of an actor mark no part of a section of its own",
     "They lie across elements or parts of others, or outside. They are kept as numbers, and an edit "
     "that changes the size of the section is refused."},
    {"lost-sphere", RQ_WARNING, "an actor names a sphere that RAFS does not have",
     "What the game does then is not known."},
    {"lost-hook", RQ_WARNING, "a hook leads to where no statement of the script begins",
     "The game would run from the middle of a statement."},
    {"lost-number", RQ_WARNING, "a script names a string or variable that its actor does not have",
     "The game would take one of another actor, or read behind the section."},
    {"stale-value", RQ_WARNING, "a count, length or copy that does not follow from the rest",
     "It is kept as it is until an edit changes what it follows from."},
    {"other-prefix", RQ_WARNING,
     "the word after the count of RAHD is another than in all known maps",
     "What it means is not known. It is kept."},
    {"no-rotation", RQ_WARNING, "the matrix of a static object is not a rotation",
     "The game draws the object bent or in another size."},
    {"raw-group", RQ_WARNING,
     "groups of animations whose size does not fit their number of commands",
     "They are kept as they are. What the game plays is not known."},
    {"groups-do-not-end", RQ_WARNING, "the last groups of animations have no word that ends them",
     "The game would read on behind the section."},
    {"script-outside", RQ_WARNING, "scripts that are outside of RASC",
     "The game would run what stands behind the section."},
    {"script-overlap", RQ_WARNING, "scripts that begin inside of another",
     "They are shown as part of the other, and can not be edited alone."},
    {"script-out-of-order", RQ_WARNING,
     "the script of an actor does not follow that of the actor before",
     "The game finds scripts by their offsets, and reads any order."},
    {"unreadable-code", RQ_WARNING, "a script that can not be decoded to its last byte",
     "It is kept as it is. The game stops the script there, or does something else: that "
     "is not known."},
    {"lost-start", RQ_WARNING, "a script starts where no statement begins",
     "The game would run from the middle of a statement."},
    {"lost-jump", RQ_WARNING, "a jump in a script leads to where no statement begins",
     "The game would go on in the middle of a statement."},
    {NULL, RQ_WARNING, NULL, NULL},
};

const struct rq_format rq_format_rgm = {
    .info = {"rgm", "Map with actors and scripts", "redguard", "rgm"},
    .detect = rgm_detect,
    .extent = rq_extent_chunks,
    .read = rgm_read,
    .write = rgm_write,
    .records = rgm_records,
    .findings = rgm_findings,
    .to_json = rgm_to_json,
    .from_json = rgm_from_json,
    .follows = rgm_follows,
    .facts = rgm_facts,
    .fresh = rgm_fresh,
    .salvage = &rq_rgm_salvage,
};
