/* The walkmesh as text, as MDLedit and MDLOps have it: nodes with lists of vertices and faces, and
 * dummies where one stands to use the thing. What follows from these is not read but made again. */
#include "core/file.h"
#include "core/line.h"
#include "formats/kotor/bwm/parts.h"

#include <stdio.h>

/* ---- writing ---- */

static void put_floats(struct rq_out *out, const char *before, const float *v, size_t count)
{
    char text[32];
    rq_put(out, before, strlen(before));
    for (size_t i = 0; i < count; i++) {
        rq_put8(out, ' ');
        rq_put(out, text, rq_f32_text(v[i], text));
    }
}

static void put_lists(struct rq_out *out, const struct rq_bwm *bwm)
{
    rq_putf(out, "  verts %zu\n", bwm->vertex_count);
    for (size_t i = 0; i < bwm->vertex_count; i++) {
        put_floats(out, "   ", bwm->vertices + i * 3, 3);
        rq_put8(out, '\n');
    }
    rq_putf(out, "  faces %zu\n", bwm->face_count);
    for (size_t i = 0; i < bwm->face_count; i++)
        rq_putf(out, "    %u %u %u  1  0 0 0  %u\n", bwm->corners[i * 3], bwm->corners[i * 3 + 1],
                bwm->corners[i * 3 + 2], bwm->materials[i]);
}

static void put_links(struct rq_out *out, const struct rq_bwm *bwm)
{
    size_t count = 0;
    for (size_t i = 0; i < bwm->edge_count; i++)
        count += bwm->edges[i].transition != -1;
    rq_putf(out, "  roomlinks %zu\n", count);
    for (size_t i = 0; i < bwm->edge_count; i++)
        if (bwm->edges[i].transition != -1)
            rq_putf(out, "    %d %d\n", (int)bwm->edges[i].edge, (int)bwm->edges[i].transition);
    rq_putf(out, "  aabb");
    for (size_t i = 0; i < bwm->node_count; i++) {
        put_floats(out, i ? "      " : " ", bwm->nodes[i].min, 3);
        put_floats(out, "", bwm->nodes[i].max, 3);
        rq_putf(out, " %d\n", (int)bwm->nodes[i].face);
    }
    if (!bwm->node_count)
        rq_put8(out, '\n');
}

static bool is_zero(const float v[3])
{
    return v[0] == 0 && v[1] == 0 && v[2] == 0;
}

static void put_dummy(struct rq_out *out, const char *name, const char *parent,
                      const float position[3])
{
    if (is_zero(position))
        return;
    rq_putf(out, "node dummy %s\n  parent %s\n", name, parent);
    put_floats(out, "  position", position, 3);
    rq_putf(out, "\nendnode\n");
}

bool rq_bwm_put_ascii(const struct rq_bwm *bwm, struct rq_out *out, struct rq_error *err)
{
    const struct rq_bwm_header *h = &bwm->header;
    bool area = h->kind == RQ_BWM_AREA;
    bool closed = !is_zero(h->absolute_use_1) || !is_zero(h->absolute_use_2);
    bool fine = rq_bwm_numbers(bwm->vertices, bwm->vertex_count * 3) &&
                rq_bwm_numbers(h->position, 3) && rq_bwm_numbers(h->relative_use_1, 3) &&
                rq_bwm_numbers(h->relative_use_2, 3);
    for (size_t i = 0; i < bwm->node_count && fine; i++)
        fine = rq_bwm_numbers(bwm->nodes[i].min, 3) && rq_bwm_numbers(bwm->nodes[i].max, 3);
    if (!fine)
        return rq_fail(err, RQ_USAGE, 0, "bwm",
                       "holds a value that is not a number (NaN), which ASCII can't hold");
    const char *mesh = area ? "walkmesh" : closed ? "DWK_wg_closed" : "pwk_wg";
    rq_putf(out, "# %sMESH  ASCII\n", area ? "WOK" : closed ? "DWK" : "PWK");
    rq_putf(out, "node %s %s\n  parent NULL\n", area ? "aabb" : "trimesh", mesh);
    put_floats(out, "  position", h->position, 3);
    rq_putf(out, "\n  orientation 1 0 0 0\n  bitmap NULL\n");
    put_lists(out, bwm);
    if (area)
        put_links(out, bwm);
    rq_putf(out, "endnode\n");
    put_dummy(out, closed ? "DWK_dp_closed_01" : "pwk_use01", mesh, h->relative_use_1);
    put_dummy(out, closed ? "DWK_dp_closed_02" : "pwk_use02", mesh, h->relative_use_2);
    return true;
}

/* ---- reading ---- */

enum { WORDS = 11 }; /* faces of other tools have up to 11 */

static const char *const states[] = {"closed", "open1", "open2"};

struct reading {
    struct rq_bytes text; /* what is left */
    size_t line;          /* number of the last one, from 1 */
    struct rq_bytes words[WORDS];
    size_t word_count;
    struct rq_arena arena;
    struct rq_error *err;
    struct rq_bwm_source source;
    enum { NOTHING, MESH, HOOK } node;
    size_t hook;
    int state; /* which of a door's three meshes is wanted; -1: there is but one */
    bool kind_known, has_mesh, closed;
};

static bool bad(struct reading *r, const char *what)
{
    return rq_fail(r->err, RQ_CORRUPT, 0, "ascii", "line %zu: %s", r->line, what);
}

/* KOTORmax, MDLedit and we begin with a remark that tells the kind: KOTORmax gives the mesh of a room
 * any name. */
static void look_at_remark(struct reading *r, struct rq_bytes remark)
{
    struct rq_bytes word;
    rq_line_cut(&remark, 1);
    if (!r->kind_known && rq_text_word(&remark, &word) && rq_line_is(word, "WOKMESH"))
        r->source.kind = RQ_BWM_AREA;
}

/* The words of the next line that has any; false at the end. */
static bool next_line(struct reading *r)
{
    enum rq_line_end end;
    r->word_count = 0;
    while (r->text.size && !r->word_count) {
        struct rq_bytes line = rq_line_next(&r->text, &end);
        r->line++;
        while (line.size && r->word_count < WORDS) {
            rq_line_cut_blanks(&line);
            size_t size = 0;
            while (size < line.size && !rq_line_is_blank(line.data[size]) && line.data[size] != '#')
                size++;
            if (!size) {
                if (!r->word_count && line.size)
                    look_at_remark(r, line);
                break;
            }
            r->words[r->word_count++] = rq_line_cut(&line, size);
        }
    }
    return r->word_count > 0;
}

static bool take_floats(struct reading *r, size_t first, float *v)
{
    for (size_t i = 0; i < 3; i++) {
        double number;
        if (first + i >= r->word_count || !rq_line_real(r->words[first + i], &number))
            return bad(r, "three numbers expected");
        v[i] = (float)number;
    }
    return true;
}

static bool take_whole(struct reading *r, size_t word, int64_t most, int64_t *v)
{
    return (word < r->word_count && rq_line_number(r->words[word], v) && *v >= -1 && *v <= most) ||
           bad(r, "a whole number expected");
}

/* How many lines follow. Each has at least four bytes. */
static bool take_count(struct reading *r, size_t *count)
{
    int64_t number = 0;
    if (!take_whole(r, 1, INT32_MAX, &number))
        return false;
    if (number < 0 || (uint64_t)number > r->text.size / 4 + 1)
        return bad(r, "more lines than the text has");
    *count = (size_t)number;
    return true;
}

static void *room(struct reading *r, size_t count, size_t size)
{
    void *to = rq_arena_get(&r->arena, count, size);
    if (!to)
        rq_fail(r->err, RQ_NO_MEMORY, 0, "ascii", "out of memory");
    return to;
}

static bool read_vertices(struct reading *r)
{
    size_t count = 0;
    if (r->source.vertices)
        return bad(r, "a second list of vertices");
    if (!take_count(r, &count))
        return false;
    float *v = room(r, count, 3 * sizeof *v);
    for (size_t i = 0; v && i < count; i++)
        if (!next_line(r) || !take_floats(r, 0, v + i * 3))
            return bad(r, "fewer vertices than the list says");
    r->source.vertices = v;
    r->source.vertex_count = count;
    return v != NULL;
}

/* Three corners and, last of 8 or 11 numbers, the material. */
static bool read_faces(struct reading *r)
{
    size_t count = 0;
    if (r->source.corners)
        return bad(r, "a second list of faces");
    if (!take_count(r, &count))
        return false;
    uint32_t *corners = room(r, count, 3 * sizeof *corners);
    uint32_t *materials = room(r, count, sizeof *materials);
    for (size_t i = 0; corners && materials && i < count; i++) {
        int64_t number = 0;
        if (!next_line(r) || (r->word_count != 8 && r->word_count != 11))
            return bad(r, "a face is 8 numbers");
        for (size_t k = 0; k < 4; k++) {
            if (!take_whole(r, k < 3 ? k : r->word_count - 1, UINT32_MAX, &number) || number < 0)
                return bad(r, "a face is 8 numbers");
            *(k < 3 ? &corners[i * 3 + k] : &materials[i]) = (uint32_t)number;
        }
    }
    r->source.corners = corners;
    r->source.materials = materials;
    r->source.face_count = count;
    return corners && materials;
}

/* MDLedit says here how many edges there are, not how many have a room: the first line that is no
 * pair of numbers ends the list. */
static bool read_links(struct reading *r)
{
    size_t count = 0, n = 0;
    if (r->source.transitions)
        return bad(r, "a second list of rooms");
    if (!take_count(r, &count))
        return false;
    struct rq_bwm_edge *links = room(r, count, sizeof *links);
    while (links && n < count) {
        struct reading before = *r;
        int64_t edge, place;
        if (!next_line(r) || r->word_count != 2 || !rq_line_number(r->words[0], &edge) ||
            !rq_line_number(r->words[1], &place)) {
            *r = before;
            break;
        }
        if (edge < 0 || edge > INT32_MAX || place < -1 || place > INT32_MAX)
            return bad(r, "a room is an edge and a number");
        links[n++] = (struct rq_bwm_edge){(int32_t)edge, (int32_t)place};
    }
    r->source.transitions = links;
    r->source.transition_count = n;
    return links != NULL;
}

/* Where in the name the part stands, whatever its case; its size when it is not there. */
static size_t find_part(struct rq_bytes name, const char *part)
{
    size_t size = strlen(part);
    for (size_t i = 0; i + size <= name.size; i++)
        if (rq_line_is((struct rq_bytes){name.data + i, size}, part))
            return i;
    return name.size;
}

static bool ends_in(struct rq_bytes name, const char *part)
{
    size_t size = strlen(part);
    return name.size >= size &&
           rq_line_is((struct rq_bytes){name.data + name.size - size, size}, part);
}

/* A mesh or hook of a door in another state than the one that is wanted. */
static bool is_other_state(const struct reading *r, struct rq_bytes name)
{
    for (int i = 0; i < 3; i++)
        if (r->state >= 0 && i != r->state && find_part(name, states[i]) < name.size)
            return true;
    return false;
}

static bool open_node(struct reading *r)
{
    r->node = NOTHING;
    if (r->word_count < 3)
        return bad(r, "a node has a type and a name");
    struct rq_bytes type = r->words[1], name = r->words[2];
    bool aabb = rq_line_is(type, "aabb");
    if (is_other_state(r, name))
        return true;
    if (aabb || rq_line_is(type, "trimesh")) {
        if (r->has_mesh)
            return bad(r, "a second mesh; a door's are told apart by the name of the file to make, "
                          "x0.dwk, x1.dwk or x2.dwk");
        r->has_mesh = true;
        r->node = MESH;
        /* MDLedit has a trimesh of this name in place of an AABB node. */
        if (!r->kind_known && (aabb || rq_line_is(name, "WALKMESH")))
            r->source.kind = RQ_BWM_AREA;
    } else if (ends_in(name, "01") || ends_in(name, "02")) {
        r->node = HOOK;
        r->hook = ends_in(name, "02");
        r->closed |= find_part(name, "dwk_dp_closed") < name.size;
    }
    return true;
}

static bool read_line(struct reading *r)
{
    struct rq_bytes word = r->words[0];
    if (rq_line_is(word, "node"))
        return open_node(r);
    if (rq_line_is(word, "position") && r->node != NOTHING)
        return take_floats(r, 1,
                           r->node == HOOK ? r->source.relative_use[r->hook] : r->source.position);
    if (r->node != MESH)
        return true;
    if (rq_line_is(word, "verts"))
        return read_vertices(r);
    if (rq_line_is(word, "faces"))
        return read_faces(r);
    return !rq_line_is(word, "roomlinks") || read_links(r);
}

/* What follows the last dot; the end of the name when there is none. */
static char *extension_of(char *name)
{
    char *dot = strrchr(name, '.');
    return dot ? dot + 1 : name + strlen(name);
}

/* The name tells the kind, and of a door the state; "x.wok.ascii" as well as "x.wok". */
static void look_at_name(struct reading *r, const char *name)
{
    char base[200];
    snprintf(base, sizeof base, "%s", name ? rq_path_base(name) : "");
    char *extension = extension_of(base);
    if (rq_casecmp(extension, "ascii") == 0 && extension > base) {
        extension[-1] = 0;
        extension = extension_of(base);
    }
    r->state = -1;
    r->source.kind = rq_casecmp(extension, "wok") == 0 ? RQ_BWM_AREA : RQ_BWM_OBJECT;
    r->kind_known = rq_word_in("wok pwk dwk WOK PWK DWK", extension, strlen(extension));
    if (rq_casecmp(extension, "dwk") == 0 && extension - base >= 2 && extension[-2] >= '0' &&
        extension[-2] <= '2')
        r->state = extension[-2] - '0';
}

bool rq_bwm_from_ascii(struct rq_doc *doc, struct rq_bytes text, const char *name,
                       struct rq_error *err)
{
    struct reading r = {.text = text, .arena = {.alloc = doc->alloc}, .err = err};
    bool fine = true;
    look_at_name(&r, name);
    while (fine && next_line(&r))
        fine = read_line(&r);
    if (fine && !r.has_mesh)
        fine = bad(&r, "no mesh; walkmeshes have a node of type aabb or trimesh");
    for (size_t i = 0; i < 6 && r.closed; i++)
        r.source.absolute_use[i / 3][i % 3] =
            r.source.position[i % 3] + r.source.relative_use[i / 3][i % 3];
    fine = fine && rq_bwm_build(doc, &r.source, err);
    rq_arena_free(&r.arena);
    return fine;
}
