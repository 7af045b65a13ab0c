/* RASC: one block of bytes, of which each actor's RAHD record says which part is its script. */
#include "formats/redguard/rgm/parts.h"

#include <stdio.h>
#include <stdlib.h>

struct span {
    uint32_t offset, length;
    size_t actor;
};

static int by_offset(const void *a, const void *b)
{
    const struct span *x = a, *y = b;
    if (x->offset != y->offset)
        return x->offset < y->offset ? -1 : 1;
    return x->actor < y->actor ? -1 : 1;
}

static struct rq_rgm_section *first_of(struct rq_rgm *map, enum rq_rgm_kind kind)
{
    for (size_t i = 0; i < map->section_count; i++)
        if (map->sections[i].kind == kind)
            return &map->sections[i];
    return NULL;
}

/* The scripts in the order of their places: those that are there, and overlap none before. */
static size_t spans_of(struct rq_doc *doc, const struct rq_rgm_section *actors,
                       const struct rq_rgm_section *s, struct span *spans)
{
    size_t count = 0, kept = 0, outside = 0, overlap = 0;
    uint64_t end = 0;
    for (size_t i = 0; i < actors->count; i++) {
        const struct rq_rgm_actor *a = &actors->actors[i];
        if ((uint64_t)a->rasc_offset + a->rasc_length > s->bytes.size)
            outside++;
        else if (a->rasc_length)
            spans[count++] = (struct span){a->rasc_offset, a->rasc_length, i};
    }
    if (count)
        qsort(spans, count, sizeof *spans, by_offset);
    for (size_t i = 0; i < count; i++) {
        bool same = kept && spans[i].offset == spans[kept - 1].offset &&
                    spans[i].length == spans[kept - 1].length;
        if (same)
            continue;
        if (spans[i].offset < end) {
            overlap++;
            continue;
        }
        end = (uint64_t)spans[i].offset + spans[i].length;
        spans[kept++] = spans[i];
    }
    if (outside)
        rq_find(doc, "script-outside", actors->offset, "RAHD", "%zu scripts are outside of RASC",
                outside);
    if (overlap)
        rq_find(doc, "script-overlap", actors->offset, "RAHD",
                "%zu scripts begin inside of another", overlap);
    return kept;
}

static bool read_script(struct rq_doc *doc, struct rq_cur *c, const struct rq_rgm_section *s,
                        const struct rq_rgm_actor *actor, struct rq_rgm_code *part)
{
    char where[32];
    size_t stop;
    struct rq_bytes code = {s->bytes.data + actor->rasc_offset, actor->rasc_length};
    uint64_t at = s->offset + actor->rasc_offset;
    part->raw = code;
    snprintf(where, sizeof where, "RASC / %.9s", actor->name);
    if (!(part->script = rq_soup_decode(code, &doc->arena, &stop))) {
        if (stop == SIZE_MAX)
            return rq_bad_memory(c, &doc->arena);
        rq_find(doc, "unreadable-code", at + stop, where, "no code that can be read");
        return true;
    }
    part->raw = (struct rq_bytes){NULL, 0};
    struct rq_soup_script *script = part->script;
    script->start = rq_soup_at(script, actor->script_pc);
    if (script->start > 0 && (size_t)script->start < script->count)
        script->instrs[script->start].is_target = true;
    else if (script->start > 0)
        script->start = -1;
    if (script->start < 0)
        rq_find(doc, "lost-start", at, where, "starts at 0x%x, where no statement begins",
                actor->script_pc);
    for (size_t i = 0; i < script->count; i++) {
        const struct rq_soup_instr *instr = &script->instrs[i];
        if (!instr->has_target || instr->to >= 0)
            continue;
        rq_find(doc, "lost-jump", at + instr->offset, where,
                "a jump to 0x%x, where no statement begins", instr->target);
        break;
    }
    return true;
}

/* For the dump: each instruction by the name of its opcode. */
static void note_part(struct rq_cur *c, const struct rq_rgm_section *s,
                      const struct rq_rgm_code *part, size_t size)
{
    const uint8_t *at = s->bytes.data + part->offset;
    rq_enter(c, "RASC", part->actor);
    if (!part->script)
        rq_note_at(c, at, size, RQ_KIND_bytes, size, part->actor < 0 ? "gap" : "raw");
    for (size_t i = 0; part->script && i < part->script->count && c->ctx->trace; i++) {
        const struct rq_soup_instr *instr = &part->script->instrs[i];
        rq_note_at(c, at + instr->offset, instr->size, RQ_KIND_bytes, instr->size,
                   rq_soup_op(instr->main.op)->name);
    }
    rq_leave(c);
}

static bool cut(struct rq_doc *doc, struct rq_cur *c, const struct rq_rgm_section *actors,
                struct rq_rgm_section *s)
{
    size_t most = actors ? actors->count : 0;
    struct span *spans = rq_mem(doc->alloc, NULL, (most + 1) * sizeof *spans);
    if (!spans)
        return rq_bad(c, RQ_NO_MEMORY, s->offset, "out of memory");
    size_t count = actors ? spans_of(doc, actors, s, spans) : 0;
    struct rq_rgm_code *parts = rq_cur_get(doc, c, count * 2 + 1, sizeof *parts);
    uint32_t at = 0;
    s->count = 0;
    for (size_t i = 0; parts && i <= count && rq_ok(c); i++) {
        uint32_t next = i < count ? spans[i].offset : (uint32_t)s->bytes.size;
        if (next > at) {
            parts[s->count] = (struct rq_rgm_code){at, -1, NULL, {s->bytes.data + at, next - at}};
            note_part(c, s, &parts[s->count++], next - at);
        }
        if (i == count)
            break;
        struct rq_rgm_code *part = &parts[s->count++];
        *part = (struct rq_rgm_code){next, (int32_t)spans[i].actor, NULL, {NULL, 0}};
        read_script(doc, c, s, &actors->actors[spans[i].actor], part);
        note_part(c, s, part, spans[i].length);
        at = next + spans[i].length;
    }
    rq_mem(doc->alloc, spans, 0);
    s->code = parts;
    s->bytes = (struct rq_bytes){NULL, 0};
    return rq_ok(c);
}

bool rgm_read_code(struct rq_doc *doc, struct rq_cur *c, struct rq_rgm *map)
{
    const struct rq_rgm_section *actors = first_of(map, RQ_RGM_RAHD);
    struct rq_rgm_section *first = first_of(map, RQ_RGM_RASC);
    for (size_t i = 0; i < map->section_count; i++) {
        struct rq_rgm_section *s = &map->sections[i];
        if (s->kind == RQ_RGM_RASC && !cut(doc, c, s == first ? actors : NULL, s))
            return false;
    }
    return true;
}

bool rgm_tile_code(struct rq_rgm *map, const struct rq_alloc *alloc, struct rq_error *err)
{
    struct rq_rgm_section *actors = first_of(map, RQ_RGM_RAHD), *s = first_of(map, RQ_RGM_RASC);
    struct rq_out out = {.alloc = alloc};
    if (!actors || !s)
        return true;
    rgm_put_section(&out, s);
    if (out.failed) {
        enum rq_code code = out.failed;
        rq_out_free(&out);
        return rq_fail(err, code, 0, "RASC", "a script can't be written");
    }
    for (size_t i = 0; i < s->count; i++) {
        const struct rq_rgm_code *part = &s->code[i];
        if (part->actor < 0 || (size_t)part->actor >= actors->count)
            continue;
        struct rq_rgm_actor *actor = &actors->actors[part->actor];
        uint64_t end = i + 1 < s->count ? s->code[i + 1].offset : out.size;
        actor->rasc_offset = part->offset;
        actor->rasc_length = (uint32_t)(end - part->offset);
        const struct rq_soup_script *script = part->script;
        if (script && script->start >= 0 && (size_t)script->start < script->count)
            actor->script_pc = script->instrs[script->start].offset;
    }
    rq_out_free(&out);
    return true;
}
