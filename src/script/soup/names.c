/* What scripts call by number: the names of a SOUP386.DEF, or those of functions and flags that the
 * library knows. A name is good for a text when reading it back gives the number that it came from. */
#include "script/soup/text.h"

#include <stdlib.h>

struct space {
    uint32_t count;
    struct rq_str *names; /* by number, as they are */
    uint8_t *good;        /* by number: a text can hold it */
};

struct rq_soup_names {
    struct rq_arena arena;
    struct space spaces[RQ_SOUP_SPACES];
    struct rq_soup_symbols exact, folded; /* folded: value -1 where several differ in case only */
    uint8_t *kinds, *things;              /* of functions */
};

static const char *const space_words[RQ_SOUP_SPACES] = {"function", "flag", "ref", "attribute",
                                                        "animation"};
static const char *const part_words[RQ_SOUP_PARTS] = {"strings", "variables", "attributes", "hooks",
                                                      "code"};

const char *rq_soup_space_word(enum rq_soup_space space)
{
    return space_words[space];
}

const char *rq_soup_part_word(enum rq_soup_part part)
{
    return part_words[part];
}

bool rq_soup_is_keyword(struct rq_str word)
{
    return rq_word_in("actor alt anchor and animation at attribute break call cmp code continue "
                      "count else end endint flag function gosub goto hook if instances keep loop "
                      "multitask names numeric or pause raw ref return returned start string task "
                      "var while Me Player Camera",
                      word.text, word.size);
}

bool rq_soup_is_variable(struct rq_str word)
{
    if (word.size < 4 || memcmp(word.text, "var", 3) != 0)
        return false;
    for (size_t i = 3; i < word.size; i++)
        if (word.text[i] < '0' || word.text[i] > '9')
            return false;
    return true;
}

/* ---- symbols ---- */

static uint32_t hash_of(unsigned space, struct rq_str name)
{
    uint32_t h = 2166136261u ^ space;
    for (size_t i = 0; i < name.size; i++)
        h = (h ^ (uint8_t)name.text[i]) * 16777619u;
    return h ^ h >> 15;
}

static bool grow(struct rq_soup_symbols *s)
{
    size_t count = s->slot_count ? s->slot_count * 2 : 64;
    struct rq_soup_symbol **slots = rq_arena_get(s->arena, count, sizeof(void *));
    if (!slots)
        return false;
    for (size_t i = 0; i < s->slot_count; i++)
        for (struct rq_soup_symbol *one = s->slots[i], *next; one; one = next) {
            size_t to = hash_of(one->space, one->name) & (count - 1);
            next = one->next;
            one->next = slots[to];
            slots[to] = one;
        }
    s->slots = slots;
    s->slot_count = count;
    return true;
}

struct rq_soup_symbol *rq_soup_symbol_find(const struct rq_soup_symbols *s, unsigned space,
                                           struct rq_str name)
{
    struct rq_soup_symbol *one =
        s->slot_count ? s->slots[hash_of(space, name) & (s->slot_count - 1)] : NULL;
    for (; one; one = one->next)
        if (one->space == space && one->name.size == name.size &&
            (!name.size || memcmp(one->name.text, name.text, name.size) == 0))
            return one;
    return NULL;
}

struct rq_soup_symbol *rq_soup_symbol_add(struct rq_soup_symbols *s, unsigned space,
                                          struct rq_str name, int32_t value, size_t at)
{
    if (s->count >= s->slot_count && !grow(s))
        return NULL;
    struct rq_soup_symbol *one = rq_arena_get(s->arena, 1, sizeof *one);
    if (!one)
        return NULL;
    size_t to = hash_of(space, name) & (s->slot_count - 1);
    *one = (struct rq_soup_symbol){s->slots[to], space, name, value, at};
    s->slots[to] = one;
    s->count++;
    return one;
}

/* ---- making ---- */

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* A word; of references several with dots between: "pos.vx". */
static bool is_name(enum rq_soup_space space, struct rq_str name)
{
    bool first = true;
    for (size_t i = 0; i < name.size; i++) {
        char c = name.text[i];
        bool digit = c >= '0' && c <= '9', dot = c == '.' && space == RQ_SOUP_REF_NAME;
        if (first ? !is_letter(c) : !is_letter(c) && !digit && !dot)
            return false;
        first = dot;
    }
    bool free = space == RQ_SOUP_FUNCTION_NAME || space == RQ_SOUP_FLAG_NAME;
    return !first && !(free && (rq_soup_is_keyword(name) || rq_soup_is_variable(name)));
}

static struct rq_str fold(struct rq_arena *arena, struct rq_str name)
{
    char *text = rq_arena_text(arena, name.text, name.size);
    for (size_t i = 0; text && i < name.size; i++)
        text[i] = rq_lower(text[i]);
    return (struct rq_str){text, text ? name.size : 0};
}

/* The first of several of a name has it. */
static bool add_name(struct rq_soup_names *n, enum rq_soup_space space, uint32_t id,
                     struct rq_str name)
{
    struct space *s = &n->spaces[space];
    s->names[id] = name;
    if (!is_name(space, name) || rq_soup_symbol_find(&n->exact, space, name))
        return true;
    struct rq_str low = fold(&n->arena, name);
    struct rq_soup_symbol *alike = low.text ? rq_soup_symbol_find(&n->folded, space, low) : NULL;
    s->good[id] = 1;
    if (alike)
        alike->value = -1;
    return low.text && rq_soup_symbol_add(&n->exact, space, name, (int32_t)id, 0) &&
           (alike || rq_soup_symbol_add(&n->folded, space, low, (int32_t)id, 0));
}

static bool open_space(struct rq_soup_names *n, enum rq_soup_space space, size_t count)
{
    struct space *s = &n->spaces[space];
    s->count = (uint32_t)(count < 65536 ? count : 65536);
    s->names = rq_arena_get(&n->arena, s->count, sizeof *s->names);
    s->good = rq_arena_get(&n->arena, s->count, 1);
    return s->names && s->good;
}

static const struct {
    const char *function;
    enum rq_soup_thing thing;
} arguments[] = {
#define CALL(function, argument, thing, kind, act) {function, RQ_SOUP_##thing##_ARG},
#define SHOWN(function, argument, thing)           {function, RQ_SOUP_##thing##_ARG},
#include "script/soup/calls.def"
#undef CALL
#undef SHOWN
};

enum rq_soup_thing rq_soup_thing_of(struct rq_str function)
{
    for (size_t i = 0; i < sizeof arguments / sizeof arguments[0]; i++)
        if (rq_str_is(function, arguments[i].function))
            return arguments[i].thing;
    return RQ_SOUP_NUMBER_ARG;
}

static bool add_function(struct rq_soup_names *n, uint32_t id, struct rq_str name, uint8_t kind)
{
    n->kinds[id] = kind;
    n->things[id] = (uint8_t)rq_soup_thing_of(name);
    return add_name(n, RQ_SOUP_FUNCTION_NAME, id, name);
}

static bool open_functions(struct rq_soup_names *n, size_t count)
{
    if (!open_space(n, RQ_SOUP_FUNCTION_NAME, count))
        return false;
    count = n->spaces[RQ_SOUP_FUNCTION_NAME].count;
    n->kinds = rq_arena_get(&n->arena, count, 1);
    n->things = rq_arena_get(&n->arena, count, 1);
    return n->kinds && n->things;
}

enum { task = RQ_SOUP_OP_TASK, multitask = RQ_SOUP_OP_MULTITASK, function = RQ_SOUP_OP_FUNCTION };

static const uint8_t kinds[RQ_SOUP_FUNCTIONS] = {
#define FUNCTION(id, name, kind, params) [id] = kind,
#include "script/soup/names.def"
};

static bool add_known(struct rq_soup_names *n)
{
    bool fine =
        open_functions(n, RQ_SOUP_FUNCTIONS) && open_space(n, RQ_SOUP_FLAG_NAME, RQ_SOUP_FLAGS);
    for (uint32_t i = 0; fine && i < RQ_SOUP_FUNCTIONS; i++) {
        const char *name = rq_soup_function(i);
        fine = add_function(n, i, (struct rq_str){name, strlen(name)}, kinds[i]);
    }
    for (uint32_t i = 0; fine && i < RQ_SOUP_FLAGS; i++) {
        const char *name = rq_soup_flag(i);
        fine = add_name(n, RQ_SOUP_FLAG_NAME, i, (struct rq_str){name, strlen(name)});
    }
    return fine;
}

static struct rq_str copy(struct rq_soup_names *n, struct rq_bytes name)
{
    const char *text = rq_arena_text(&n->arena, (const char *)name.data, name.size);
    return (struct rq_str){text, text ? name.size : 0};
}

static uint8_t kind_of(struct rq_bytes type)
{
    const uint8_t first = type.size ? (uint8_t)rq_lower((char)type.data[0]) : 0;
    return first == 't' ? task : first == 'm' ? multitask : function;
}

static bool add_def(struct rq_soup_names *n, const struct rq_def *def)
{
    const struct {
        enum rq_soup_space space;
        const struct rq_def_list *list;
    } lists[] = {{RQ_SOUP_FLAG_NAME, &def->flags},
                 {RQ_SOUP_REF_NAME, &def->refs},
                 {RQ_SOUP_ATTRIBUTE_NAME, &def->attributes},
                 {RQ_SOUP_ANIMATION_NAME, &def->groups}};
    static const char null[] = "NullFunction";
    bool fine = open_functions(n, def->functions.count + 1) &&
                add_function(n, 0, (struct rq_str){null, sizeof null - 1}, function);
    for (uint32_t i = 1; fine && i < n->spaces[RQ_SOUP_FUNCTION_NAME].count; i++) {
        const struct rq_def_line *line = def->functions.lines[i - 1];
        struct rq_str name = copy(n, line->name);
        fine = name.text && add_function(n, i, name, kind_of(line->type));
    }
    for (size_t k = 0; fine && k < sizeof lists / sizeof lists[0]; k++) {
        fine = open_space(n, lists[k].space, lists[k].list->count);
        for (uint32_t i = 0; fine && i < n->spaces[lists[k].space].count; i++) {
            struct rq_str name = copy(n, lists[k].list->lines[i]->name);
            fine = name.text && add_name(n, lists[k].space, i, name);
        }
    }
    return fine;
}

struct rq_soup_names *rq_soup_names_new(const struct rq_def *def, struct rq_error *err)
{
    struct rq_soup_names *n = rq_mem(NULL, NULL, sizeof *n);
    if (n) {
        *n = (struct rq_soup_names){.arena = {.alloc = NULL}};
        n->exact.arena = n->folded.arena = &n->arena;
        if (def ? add_def(n, def) : add_known(n))
            return n;
    }
    rq_soup_names_free(n);
    rq_fail(err, RQ_NO_MEMORY, 0, "soup", "out of memory");
    return NULL;
}

void rq_soup_names_free(struct rq_soup_names *names)
{
    if (!names)
        return;
    rq_arena_free(&names->arena);
    rq_mem(NULL, names, 0);
}

/* ---- asking ---- */

uint32_t rq_soup_name_count(const struct rq_soup_names *names, enum rq_soup_space space)
{
    return names->spaces[space].count;
}

struct rq_str rq_soup_name(const struct rq_soup_names *names, enum rq_soup_space space, uint32_t id)
{
    const struct space *s = &names->spaces[space];
    return id < s->count && s->good[id] ? s->names[id] : (struct rq_str){NULL, 0};
}

int32_t rq_soup_name_find(const struct rq_soup_names *names, enum rq_soup_space space,
                          struct rq_str name)
{
    enum { MOST = 64 };
    char low[MOST];
    const struct rq_soup_symbol *one = rq_soup_symbol_find(&names->exact, space, name);
    if (one || name.size > MOST)
        return one ? one->value : -1;
    for (size_t i = 0; i < name.size; i++)
        low[i] = rq_lower(name.text[i]);
    one = rq_soup_symbol_find(&names->folded, space, (struct rq_str){low, name.size});
    return one ? one->value : -1;
}

struct rq_str rq_soup_name_near(const struct rq_soup_names *names, enum rq_soup_space space,
                                struct rq_str name)
{
    const struct space *s = &names->spaces[space];
    struct rq_str best = {NULL, 0};
    size_t least = RQ_NEAR + 1;
    for (uint32_t i = 0; i < s->count; i++) {
        if (!s->good[i])
            continue;
        size_t far = rq_distance(s->names[i].text, s->names[i].size, name.text, name.size);
        if (far < least) {
            least = far;
            best = s->names[i];
        }
    }
    return best;
}

uint8_t rq_soup_kind(const struct rq_soup_names *names, uint32_t id)
{
    const struct space *s = &names->spaces[RQ_SOUP_FUNCTION_NAME];
    return id < s->count && s->good[id] ? names->kinds[id] : function;
}

enum rq_soup_thing rq_soup_thing(const struct rq_soup_names *names, uint32_t id)
{
    const struct space *s = &names->spaces[RQ_SOUP_FUNCTION_NAME];
    return id < s->count && s->good[id] ? (enum rq_soup_thing)names->things[id]
                                        : RQ_SOUP_NUMBER_ARG;
}

bool rq_soup_name_is_foreign(const struct rq_soup_names *names, enum rq_soup_space space,
                             uint32_t id)
{
    const char *known = space == RQ_SOUP_FUNCTION_NAME ? rq_soup_function(id)
                        : space == RQ_SOUP_FLAG_NAME   ? rq_soup_flag(id)
                                                       : NULL;
    if (!known || !rq_str_is(rq_soup_name(names, space, id), known))
        return true;
    return space == RQ_SOUP_FUNCTION_NAME && kinds[id] != rq_soup_kind(names, id);
}
