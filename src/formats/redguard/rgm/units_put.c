/* Other actors into a map: what they have is put into its JSON in place of what was there, so that all
 * references are worked out where JSON is taken (build.c), and nowhere else. */
#include "formats/redguard/rgm/units.h"

#include <stdio.h>

/* What happens to a text of RAST. */
struct text {
    struct rq_bytes label, bytes;
    uint32_t uses; /* words of RASB that lead to it */
    bool edited;
};

struct putting {
    struct rgm_units *u;
    struct rq_soup_unit *const *wanted;
    unsigned *changes; /* of each actor, see rgm_unit_compare */
    struct text *texts;
    uint32_t text_count, text_room;
    uint32_t **words; /* of actors whose strings change: the text of each string */
    struct rq_json j;
    struct rq_error *err;
};

static bool no_memory(struct rq_error *err)
{
    return rq_fail(err, RQ_NO_MEMORY, 0, "rgm", "out of memory");
}

static bool changes(const struct putting *p, size_t actor, enum rq_soup_part part)
{
    return p->changes[actor] >> part & 1;
}

/* ---- strings ---- */

static bool take_texts(struct putting *p)
{
    const struct rgm_json *m = &p->u->m;
    const struct rq_rgm_section *texts = rq_rgm_section(m->map, RQ_RGM_RAST);
    const struct rq_rgm_section *words = rq_rgm_section(m->map, RQ_RGM_RASB);
    size_t count = texts ? texts->count : 0;
    p->text_count = p->text_room = (uint32_t)count;
    p->texts = rq_arena_get(&p->u->arena, count, sizeof *p->texts);
    p->words = rq_arena_get(&p->u->arena, p->u->count, sizeof *p->words);
    if (!p->texts || !p->words)
        return no_memory(p->err);
    for (size_t i = 0; i < count; i++)
        p->texts[i] = (struct text){m->texts[i], texts->texts[i].bytes, 0, false};
    for (size_t i = 0; texts && words && i < words->count; i++) {
        size_t text = rgm_element_at(texts, words->words[i]);
        if (text < count)
            p->texts[text].uses++;
    }
    return true;
}

static bool add_text(struct putting *p, struct rq_bytes bytes, uint32_t *number)
{
    struct text *texts =
        rq_arena_more(&p->u->arena, &p->texts, p->text_count, &p->text_room, sizeof *texts);
    char *label = rq_arena_printf(&p->u->arena, "#new%u", (unsigned)p->text_count);
    if (!texts || !label)
        return no_memory(p->err);
    texts[p->text_count] = (struct text){{(const uint8_t *)label, strlen(label)}, bytes, 1, true};
    *number = p->text_count++;
    return true;
}

/* Strings of an actor that it had already keep their text of RAST. One in the place of another that
 * nobody else uses changes that; all others are new. */
static bool place_strings(struct putting *p, size_t actor)
{
    const struct rgm_json *m = &p->u->m;
    const struct rq_rgm_section *rast = rq_rgm_section(m->map, RQ_RGM_RAST);
    const struct rgm_slice *part = m->known[actor].part[rgm_owned_row(RQ_RGM_RASB)];
    const struct rq_soup_unit *unit = p->wanted[actor], *base = &p->u->units[actor];
    struct rq_arena *arena = &p->u->arena;
    struct rq_soup_symbols old = {.arena = arena};
    uint32_t *words = rq_arena_get(arena, unit->string_count, sizeof *words);
    uint32_t *had = rq_arena_get(arena, base->string_count, sizeof *had);
    uint8_t *used = rq_arena_get(arena, base->string_count, 1);
    if (!words || !had || !used)
        return no_memory(p->err);
    for (uint32_t i = 0; i < base->string_count; i++) {
        had[i] = (uint32_t)rgm_element_at(rast, part->s.words[i]);
        used[i] = i < unit->string_count && rq_same(unit->strings[i], base->strings[i]);
        if (!used[i] && !rq_soup_symbol_add(&old, 0, rq_soup_str(base->strings[i]), (int32_t)i, 0))
            return no_memory(p->err);
    }
    for (uint32_t i = 0; i < unit->string_count; i++) {
        bool same =
            i < base->string_count && used[i] && rq_same(unit->strings[i], base->strings[i]);
        struct rq_soup_symbol *moved =
            same ? NULL : rq_soup_symbol_find(&old, 0, rq_soup_str(unit->strings[i]));
        uint32_t from = same ? i : moved && moved->value >= 0 ? (uint32_t)moved->value : UINT32_MAX;
        words[i] = from == UINT32_MAX ? UINT32_MAX : had[from];
        if (from != UINT32_MAX)
            used[from] = 1;
        if (moved)
            moved->value = -1;
    }
    for (uint32_t i = 0; i < unit->string_count; i++) {
        if (words[i] != UINT32_MAX)
            continue;
        struct text *text = i < base->string_count && !used[i] ? &p->texts[had[i]] : NULL;
        if (text && text->uses == 1 && !text->edited) {
            text->bytes = unit->strings[i];
            text->edited = true;
            used[i] = 1;
            words[i] = had[i];
        } else if (!add_text(p, unit->strings[i], &words[i])) {
            return false;
        }
    }
    for (uint32_t i = 0; i < base->string_count; i++)
        if (!used[i]) {
            p->texts[had[i]].uses--;
            p->texts[had[i]].edited = true; /* gone when nobody is left */
        }
    p->words[actor] = words;
    return true;
}

/* ---- parts ---- */

static void put_strings(struct putting *p, size_t actor)
{
    const struct rq_soup_unit *unit = p->wanted[actor];
    rq_json_key(&p->j, "strings");
    rq_json_array_row(&p->j);
    for (uint32_t i = 0; i < unit->string_count; i++)
        rq_json_text(&p->j, p->u->m.s.page, p->texts[p->words[actor][i]].label);
    rq_json_end_array(&p->j);
}

static void put_variables(struct putting *p, size_t actor)
{
    const struct rq_soup_unit *unit = p->wanted[actor];
    char name[RGM_VARIABLE_NAME];
    rq_json_key(&p->j, "variables");
    rq_json_array_row(&p->j);
    for (uint32_t i = 0; i < unit->width; i++) {
        rgm_variable_name(i, name);
        rq_json_str(&p->j, name);
    }
    rq_json_end_array(&p->j);
    rq_json_key(&p->j, "instances");
    rq_json_array_row(&p->j);
    for (uint32_t row = 0; unit->width && row < unit->rows; row++) {
        rq_json_array_row(&p->j);
        for (uint32_t i = 0; i < unit->width; i++)
            rq_json_i64(&p->j, unit->values[(size_t)row * unit->width + i]);
        rq_json_end_array(&p->j);
    }
    rq_json_end_array(&p->j);
}

static void put_attributes(struct putting *p, size_t actor)
{
    rq_json_key(&p->j, "records");
    rq_json_array_row(&p->j);
    rq_json_array_row(&p->j);
    for (unsigned i = 0; i < 256; i++) {
        if (!p->wanted[actor]->attributes[i])
            continue;
        rq_json_array_row(&p->j);
        rq_json_u64(&p->j, i);
        rq_json_u64(&p->j, p->wanted[actor]->attributes[i]);
        rq_json_end_array(&p->j);
    }
    rq_json_end_array(&p->j);
    rq_json_end_array(&p->j);
}

static const char mark[] = "new";

static void put_code(struct putting *p, size_t actor)
{
    const struct rq_soup_unit *unit = p->wanted[actor];
    struct rgm_script_names names = {.m = &p->u->m, .mark = mark};
    if (!unit->script && unit->raw.size) {
        rq_json_key(&p->j, "raw");
        rq_json_base64(&p->j, unit->raw);
        return;
    }
    rq_json_key(&p->j, "code");
    if (!unit->script) {
        rq_json_array_row(&p->j);
        rq_json_end_array(&p->j);
        return;
    }
    uint8_t *hooked = rq_arena_get(&p->u->arena, unit->script->count, 1);
    if (!hooked) {
        p->j.out->failed = RQ_NO_MEMORY;
        return;
    }
    for (uint32_t i = 0; i < unit->hook_count; i++)
        if (unit->hooks[i].to >= 0)
            hooked[unit->hooks[i].to] = 1;
    names.hooked = hooked;
    rq_soup_json(&p->j, unit->script, &names);
}

static void put_hooks(struct putting *p, size_t actor)
{
    const struct rq_soup_unit *unit = p->wanted[actor];
    const struct rgm_script_names names = {.mark = mark};
    uint64_t size = unit->script ? unit->script->size : unit->raw.size;
    rq_json_key(&p->j, "hooks");
    rq_json_array_row(&p->j);
    for (uint32_t i = 0; i < unit->hook_count; i++) {
        const struct rq_soup_hook *hook = &unit->hooks[i];
        char label[RGM_SCRIPT_LABEL];
        if (hook->to < 0 || !unit->script) {
            rgm_put_number(&p->j, hook->word, size);
            continue;
        }
        rgm_script_label(&names, unit->script->instrs[hook->to].offset, label);
        rq_json_array_row(&p->j);
        rq_json_str(&p->j, label);
        rq_json_u64(&p->j, hook->word >> 16);
        rq_json_end_array(&p->j);
    }
    rq_json_end_array(&p->j);
}

static const struct {
    enum rq_rgm_kind kind;
    enum rq_soup_part part;
    void (*put)(struct putting *p, size_t actor);
} sections[] = {{RQ_RGM_RASB, RQ_SOUP_STRINGS, put_strings},
                {RQ_RGM_RAVA, RQ_SOUP_VARIABLES, put_variables},
                {RQ_RGM_RASC, RQ_SOUP_CODE, put_code},
                {RQ_RGM_RAHK, RQ_SOUP_HOOKS, put_hooks},
                {RQ_RGM_RAAT, RQ_SOUP_ATTRIBUTES, put_attributes}};
enum { SECTIONS = sizeof sections / sizeof sections[0] };

static void put_part(struct putting *p, size_t row, size_t actor)
{
    const struct rgm_json *m = &p->u->m;
    const struct rgm_slice *part = m->known[actor].part[rgm_owned_row(sections[row].kind)];
    bool shared = part && part->count;
    rq_json_object_row(&p->j);
    rq_json_key(&p->j, "actor");
    rq_json_array_row(&p->j);
    for (size_t i = 0; i < (shared ? part->owner_count : 1); i++)
        rq_json_text(&p->j, m->s.page, m->known[shared ? part->owners[i] : actor].label);
    rq_json_end_array(&p->j);
    sections[row].put(p, actor);
    rq_json_end_object(&p->j);
}

/* A place without elements that several actors have in common: each that gets some has its own part. */
static void put_place(struct putting *p, size_t row, const struct rgm_slice *part)
{
    const struct rgm_json *m = &p->u->m;
    for (size_t i = 0; i < part->owner_count; i++) {
        if (changes(p, part->owners[i], sections[row].part)) {
            put_part(p, row, part->owners[i]);
            continue;
        }
        rq_json_object_row(&p->j);
        rq_json_key(&p->j, "actor");
        rq_json_text(&p->j, m->s.page, m->known[part->owners[i]].label);
        rq_json_end_object(&p->j);
    }
}

/* Parts in their order, those that are new among them by the number of their actor. */
static void put_parts(struct putting *p, size_t row, struct rq_jr *jr)
{
    const struct rgm_json *m = &p->u->m;
    int owned = rgm_owned_row(sections[row].kind);
    const struct rgm_slices *parts = &m->parts[owned];
    size_t next = 0, i = 0;
    rq_json_array(&p->j);
    rq_jr_array(jr);
    for (bool more = true; more; i++) {
        more = rq_jr_more(jr);
        const struct rgm_slice *part = more && i < parts->count ? &parts->slices[i] : NULL;
        size_t owner = part && part->owner_count ? part->owners[0] : SIZE_MAX;
        for (; next < p->u->count && (owner != SIZE_MAX ? next < owner : !more); next++)
            if (changes(p, next, sections[row].part) && !m->known[next].part[owned])
                put_part(p, row, next);
        if (!more)
            break;
        struct rq_bytes raw = rq_jr_raw(jr);
        if (owner != SIZE_MAX && !part->count)
            put_place(p, row, part);
        else if (owner != SIZE_MAX && changes(p, owner, sections[row].part))
            put_part(p, row, owner);
        else
            rq_json_raw(&p->j, raw);
    }
    rq_json_end_array(&p->j);
}

/* ---- RAHD and RAST ---- */

static void put_actor(struct putting *p, size_t actor, struct rq_jr *jr)
{
    const struct rq_soup_unit *unit = p->wanted[actor];
    bool code = changes(p, actor, RQ_SOUP_CODE);
    struct rq_str key;
    if (!p->changes[actor]) {
        rq_json_raw(&p->j, rq_jr_raw(jr));
        return;
    }
    rq_json_object_row(&p->j);
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        struct rq_bytes raw = rq_jr_raw(jr);
        char name[32];
        snprintf(name, sizeof name, "%.*s", (int)(key.size < 31 ? key.size : 31), key.text);
        if (code && rq_str_is(key, "script_pc"))
            continue;
        rq_json_key(&p->j, name);
        if (rq_str_is(key, "instances"))
            rq_json_i64(&p->j, unit->instances);
        else
            rq_json_raw(&p->j, raw);
    }
    if (code && unit->fixed_start) {
        rq_json_key(&p->j, "script_pc");
        rgm_put_number(&p->j, unit->start, unit->script ? unit->script->size : unit->raw.size);
    }
    rq_json_end_object(&p->j);
}

static void put_actors(struct putting *p, struct rq_jr *jr)
{
    rq_json_array(&p->j);
    rq_jr_array(jr);
    for (size_t i = 0; rq_jr_more(jr) && i < p->u->count; i++)
        put_actor(p, i, jr);
    rq_json_end_array(&p->j);
}

static void put_texts(struct putting *p)
{
    rq_json_array(&p->j);
    for (uint32_t i = 0; i < p->text_count; i++) {
        const struct text *text = &p->texts[i];
        if (text->edited && !text->uses)
            continue;
        rq_json_object_row(&p->j);
        rq_json_key(&p->j, "label");
        rq_json_text(&p->j, p->u->m.s.page, text->label);
        rq_json_key(&p->j, "text");
        rq_json_text(&p->j, p->u->m.s.page, text->bytes);
        rq_json_end_object(&p->j);
    }
    rq_json_end_array(&p->j);
}

/* ---- the document ---- */

static void put_section(struct putting *p, const struct rq_rgm_section *s, struct rq_jr *jr)
{
    const struct rq_rgm *map = p->u->m.map;
    bool first = s->kind != RQ_RGM_RAW && s == rq_rgm_section(map, s->kind);
    struct rq_str key;
    size_t row = 0;
    while (row < SECTIONS && sections[row].kind != s->kind)
        row++;
    rq_json_object(&p->j);
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        char name[32];
        snprintf(name, sizeof name, "%.*s", (int)(key.size < 31 ? key.size : 31), key.text);
        rq_json_key(&p->j, name);
        if (first && row < SECTIONS && rq_str_is(key, "parts")) {
            put_parts(p, row, jr);
        } else if (first && s->kind == RQ_RGM_RAHD && rq_str_is(key, "records")) {
            put_actors(p, jr);
        } else if (first && s->kind == RQ_RGM_RAST && rq_str_is(key, "texts")) {
            rq_jr_skip(jr);
            put_texts(p);
        } else {
            rq_json_raw(&p->j, rq_jr_raw(jr));
        }
    }
    rq_json_end_object(&p->j);
}

static bool put_document(struct putting *p, struct rq_bytes json)
{
    struct rq_ctx ctx = {.err = p->err};
    struct rq_jr jr;
    struct rq_str key;
    const struct rq_rgm *map = p->u->m.map;
    rq_jr_open(&jr, json, &p->u->arena, &ctx);
    rq_json_object(&p->j);
    rq_jr_object(&jr);
    while (rq_jr_key(&jr, &key)) {
        char name[32];
        snprintf(name, sizeof name, "%.*s", (int)(key.size < 31 ? key.size : 31), key.text);
        rq_json_key(&p->j, name);
        if (!rq_str_is(key, "sections")) {
            rq_json_raw(&p->j, rq_jr_raw(&jr));
            continue;
        }
        rq_json_array(&p->j);
        rq_jr_array(&jr);
        for (size_t i = 0; rq_jr_more(&jr) && i < map->section_count; i++)
            put_section(p, &map->sections[i], &jr);
        rq_json_end_array(&p->j);
    }
    rq_json_end_object(&p->j);
    return rq_jr_ok(&jr) && (!p->j.out->failed || rq_fail_out(p->err, p->j.out));
}

/* What the map lacks altogether can't be given to an actor. */
static bool check_sections(struct putting *p)
{
    for (size_t i = 0; i < p->u->count; i++)
        for (size_t row = 0; row < SECTIONS; row++)
            if (changes(p, i, sections[row].part) &&
                !rq_rgm_section(p->u->m.map, sections[row].kind))
                return rq_fail(p->err, RQ_CORRUPT, 0, rgm_kind_of(sections[row].kind)->tag,
                               "the map has no such section for %s of an actor",
                               rq_soup_part_word(sections[row].part));
    return true;
}

static bool plan_changes(struct putting *p)
{
    p->changes = rq_arena_get(&p->u->arena, p->u->count, sizeof *p->changes);
    if (!p->changes || !take_texts(p))
        return p->changes ? false : no_memory(p->err);
    for (size_t i = 0; i < p->u->count; i++) {
        unsigned *c = &p->changes[i];
        if (!p->wanted[i])
            continue;
        if (!rgm_unit_compare(&p->u->units[i], p->wanted[i], c))
            return no_memory(p->err);
        unsigned named = 1u << RQ_SOUP_STRINGS | 1u << RQ_SOUP_VARIABLES | RGM_UNIT_INSTANCES;
        unsigned kept = p->wanted[i]->keep, code = 1u << RQ_SOUP_CODE, hooks = 1u << RQ_SOUP_HOOKS;
        /* Code has numbers in place of names then, and hooks the labels of the new code. Raw code
         * stays, and is refused when the number of strings or variables is another. */
        if (*c & (named | hooks) && p->wanted[i]->script)
            *c |= code & ~kept;
        if (*c & code && p->wanted[i]->hook_count)
            *c |= hooks & ~kept;
        if (*c & RGM_UNIT_INSTANCES && p->wanted[i]->width)
            *c |= 1u << RQ_SOUP_VARIABLES & ~kept;
    }
    if (!check_sections(p))
        return false;
    for (size_t i = 0; i < p->u->count; i++)
        if (p->wanted[i] && changes(p, i, RQ_SOUP_STRINGS) && !place_strings(p, i))
            return false;
    return true;
}

bool rgm_units_put(struct rgm_units *u, struct rq_soup_unit *const *wanted, struct rq_out *out,
                   struct rq_error *err)
{
    struct rq_error own = {0};
    struct rq_doc *doc = u->m.s.doc, *made = NULL;
    struct rq_out json = {.alloc = doc->alloc}, edited = {.alloc = doc->alloc};
    struct putting p = {.u = u, .wanted = wanted, .err = err ? err : &own};
    p.j = (struct rq_json){.out = &edited, .compact = true};
    const struct rq_options options = {.format = doc->format, .codepage = doc->page};
    bool fine = plan_changes(&p) && rq_doc_to_json(doc, &json, p.err) &&
                put_document(&p, rq_out_bytes(&json));
    rq_out_free(&json);
    if (fine)
        made = rq_doc_from_json(rq_out_bytes(&edited), &options, p.err);
    fine = made && rq_doc_write(made, out, p.err);
    rq_doc_free(made);
    rq_out_free(&edited);
    return fine;
}
