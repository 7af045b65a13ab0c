/* What of a map belongs to each actor, as the texts of scripts have it. */
#include "formats/redguard/rgm/units.h"

static const enum rq_rgm_kind kinds[RQ_SOUP_PARTS] = {RQ_RGM_RASB, RQ_RGM_RAVA, RQ_RGM_RAAT,
                                                      RQ_RGM_RAHK, RQ_RGM_RASC};

static struct rgm_slice *part_of(const struct rgm_json *m, size_t actor, enum rq_rgm_kind kind)
{
    return m->known[actor].part[rgm_owned_row(kind)];
}

/* A part of several actors is changed by the text of the first; one without elements is only a place
 * that they have in common. */
static bool is_own(const struct rgm_json *m, size_t actor, enum rq_rgm_kind kind)
{
    const struct rgm_slice *part = part_of(m, actor, kind);
    if (!part)
        return !(m->known[actor].fixed >> rgm_owned_row(kind) & 1);
    return part->owners[0] == actor || !part->count;
}

static void keep(struct rq_soup_unit *unit, enum rq_soup_part part)
{
    unit->keep |= 1u << part;
}

static bool keeps(const struct rq_soup_unit *unit, enum rq_soup_part part)
{
    return unit->keep >> part & 1;
}

static bool take_strings(struct rgm_units *u, size_t actor, struct rq_soup_unit *unit)
{
    const struct rgm_slice *part = part_of(&u->m, actor, RQ_RGM_RASB);
    const struct rq_rgm_section *texts = rq_rgm_section(u->m.map, RQ_RGM_RAST);
    size_t count = part && !keeps(unit, RQ_SOUP_STRINGS) ? part->s.count : 0;
    unit->strings = rq_arena_get(&u->arena, count, sizeof *unit->strings);
    if (!unit->strings)
        return false;
    for (size_t i = 0; i < count; i++) {
        size_t text = texts ? rgm_element_at(texts, part->s.words[i]) : SIZE_MAX;
        if (!texts || text >= texts->count) {
            unit->string_count = 0;
            keep(unit, RQ_SOUP_STRINGS);
            return true;
        }
        unit->strings[unit->string_count++] = texts->texts[text].bytes;
    }
    return true;
}

static void take_variables(struct rgm_units *u, size_t actor, struct rq_soup_unit *unit)
{
    const struct rgm_slice *part = part_of(&u->m, actor, RQ_RGM_RAVA);
    if (!part || keeps(unit, RQ_SOUP_VARIABLES))
        return;
    unit->width = (uint32_t)part->width;
    unit->rows = part->width ? (uint32_t)(part->s.count / part->width) : 0;
    unit->values = part->s.variables;
}

static void take_code(struct rgm_units *u, size_t actor, struct rq_soup_unit *unit)
{
    const struct rgm_slice *part = part_of(&u->m, actor, RQ_RGM_RASC);
    uint32_t pc = u->m.actors->actors[actor].script_pc;
    if (keeps(unit, RQ_SOUP_CODE))
        return;
    if (part && part->s.count) {
        unit->script = part->s.code->script;
        unit->raw = part->s.code->raw;
    }
    unit->fixed_start = pc != rgm_start_of(part);
    unit->start = unit->fixed_start ? pc : 0;
}

static bool take_hooks(struct rgm_units *u, size_t actor, struct rq_soup_unit *unit)
{
    const struct rgm_slice *part = part_of(&u->m, actor, RQ_RGM_RAHK);
    size_t count = part && !keeps(unit, RQ_SOUP_HOOKS) ? part->s.count : 0;
    bool same = part && rgm_shared(&u->m, part, RQ_RGM_RASC) == part_of(&u->m, actor, RQ_RGM_RASC);
    unit->hooks = rq_arena_get(&u->arena, count, sizeof *unit->hooks);
    if (!unit->hooks)
        return false;
    for (; unit->hook_count < count; unit->hook_count++) {
        struct rq_soup_hook *hook = &unit->hooks[unit->hook_count];
        hook->word = part->s.words[unit->hook_count];
        hook->to = unit->script && same ? rq_soup_at(unit->script, hook->word & 0xFFFF) : -1;
        if (hook->to >= 0 && (size_t)hook->to >= unit->script->count)
            hook->to = -1;
    }
    return true;
}

static bool take_unit(struct rgm_units *u, size_t actor, struct rq_soup_unit *unit)
{
    const struct rgm_slice *code = part_of(&u->m, actor, RQ_RGM_RASC);
    const struct rgm_slice *attributes = part_of(&u->m, actor, RQ_RGM_RAAT);
    unit->name = u->m.known[actor].label;
    unit->instances = u->m.actors->actors[actor].instances;
    for (unsigned i = 0; i < RQ_SOUP_PARTS; i++)
        if (!is_own(&u->m, actor, kinds[i]))
            keep(unit, (enum rq_soup_part)i);
    if (code && !code->count)
        code = NULL;
    /* Code of several actors names strings and variables only when they have the same. */
    if (code && rgm_shared(&u->m, code, RQ_RGM_RASB) != part_of(&u->m, actor, RQ_RGM_RASB))
        keep(unit, RQ_SOUP_STRINGS);
    if (code && rgm_shared(&u->m, code, RQ_RGM_RAVA) != part_of(&u->m, actor, RQ_RGM_RAVA))
        keep(unit, RQ_SOUP_VARIABLES);
    if (!attributes || attributes->s.count != 1)
        keep(unit, RQ_SOUP_ATTRIBUTES);
    if (!keeps(unit, RQ_SOUP_ATTRIBUTES))
        memcpy(unit->attributes, attributes->s.attributes->values, sizeof unit->attributes);
    take_variables(u, actor, unit);
    take_code(u, actor, unit);
    return take_strings(u, actor, unit) && take_hooks(u, actor, unit);
}

bool rgm_units_open(struct rgm_units *u, struct rq_doc *doc, struct rq_error *err)
{
    *u = (struct rgm_units){.arena = {.alloc = doc->alloc}};
    u->m = (struct rgm_json){
        .s = {.doc = doc, .page = doc->page, .err = err}, .arena = &u->arena, .map = doc->root};
    if (!rgm_tile_code(doc->root, doc->alloc, err))
        return false;
    bool fine = rgm_plan(&u->m);
    u->count = fine && u->m.actors ? u->m.actors->count : 0;
    u->units = rq_arena_get(&u->arena, u->count, sizeof *u->units);
    u->labels.names = rq_arena_get(&u->arena, u->count, sizeof *u->labels.names);
    fine = fine && u->units && u->labels.names;
    for (size_t i = 0; i < u->count && fine; i++) {
        fine = take_unit(u, i, &u->units[i]);
        u->labels.names[u->labels.count++] = (struct rgm_name){u->units[i].name, i};
    }
    if (fine)
        rgm_names_sort(&u->labels);
    if (!fine)
        rgm_units_close(u);
    return fine || rq_fail(err, RQ_NO_MEMORY, 0, "rgm", "out of memory");
}

void rgm_units_close(struct rgm_units *u)
{
    rq_arena_free(&u->arena);
}

size_t rgm_units_find(const struct rgm_units *u, struct rq_bytes label)
{
    size_t count;
    const struct rgm_name *found = rgm_names_find(&u->labels, label, &count);
    return found ? found->index : SIZE_MAX;
}

/* ---- comparing ---- */

static bool same_strings(const struct rq_soup_unit *a, const struct rq_soup_unit *b)
{
    bool same = a->string_count == b->string_count;
    for (uint32_t i = 0; same && i < a->string_count; i++)
        same = rq_same(a->strings[i], b->strings[i]);
    return same;
}

static bool same_variables(const struct rq_soup_unit *a, const struct rq_soup_unit *b)
{
    if (a->width != b->width)
        return false;
    return !a->width || (a->rows == b->rows &&
                         memcmp(a->values, b->values, (size_t)a->width * a->rows * 4) == 0);
}

static bool same_hooks(const struct rq_soup_unit *a, const struct rq_soup_unit *b)
{
    bool same = a->hook_count == b->hook_count;
    for (uint32_t i = 0; same && i < a->hook_count; i++) {
        const struct rq_soup_hook *x = &a->hooks[i], *y = &b->hooks[i];
        unsigned low = x->to < 0 ? 0 : 16;
        same = x->to == y->to && x->word >> low == y->word >> low;
    }
    return same;
}

static void encode(const struct rq_soup_unit *unit, struct rq_out *out)
{
    if (unit->script)
        rq_soup_encode(unit->script, out);
    else
        rq_put_bytes(out, unit->raw);
}

static uint32_t start_of(const struct rq_soup_unit *unit)
{
    const struct rq_soup_script *script = unit->script;
    if (unit->fixed_start)
        return unit->start;
    return script && script->start > 0 ? script->instrs[script->start].offset : 0;
}

bool rgm_unit_compare(struct rq_soup_unit *a, struct rq_soup_unit *b, unsigned *differs)
{
    struct rq_out first = {0}, second = {0};
    encode(a, &first);
    encode(b, &second);
    bool same_code =
        rq_same(rq_out_bytes(&first), rq_out_bytes(&second)) && start_of(a) == start_of(b);
    bool fine = !first.failed && !second.failed;
    *differs = 0;
    if (!same_strings(a, b))
        *differs |= 1u << RQ_SOUP_STRINGS;
    if (!same_variables(a, b))
        *differs |= 1u << RQ_SOUP_VARIABLES;
    if (memcmp(a->attributes, b->attributes, sizeof a->attributes) != 0)
        *differs |= 1u << RQ_SOUP_ATTRIBUTES;
    if (!same_hooks(a, b))
        *differs |= 1u << RQ_SOUP_HOOKS;
    if (!same_code)
        *differs |= 1u << RQ_SOUP_CODE;
    *differs &= ~b->keep;
    if (a->instances != b->instances)
        *differs |= RGM_UNIT_INSTANCES;
    rq_out_free(&first);
    rq_out_free(&second);
    return fine;
}
