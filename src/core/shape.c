#include "core/shape.h"

#include <stdio.h>

union form {
    uint64_t number;
    void *pointer;
    uint8_t bytes[RQ_FORM_SIZE];
};

static const void *at_of(const struct rq_member *m, const void *object)
{
    return (const uint8_t *)object + m->at;
}

static void *place_of(const struct rq_member *m, void *object)
{
    return (uint8_t *)object + m->at;
}

static enum rq_codepage page_of(const struct rq_shaper *s, const struct rq_member *m)
{
    return m->page ? m->page : s->page;
}

/* A number of 1, 2 or 4 bytes. */
static uint32_t number_at(const uint8_t *at, size_t size)
{
    uint32_t word;
    uint16_t half;
    if (size == 1)
        return *at;
    if (size == 2) {
        memcpy(&half, at, sizeof half);
        return half;
    }
    memcpy(&word, at, sizeof word);
    return word;
}

static void set_number(uint8_t *at, size_t size, uint32_t number)
{
    uint16_t half = (uint16_t)number;
    if (size == 1)
        *at = (uint8_t)number;
    else
        memcpy(at, size == 2 ? (const void *)&half : &number, size);
}

static size_t count_of(const struct rq_member *m, const void *object)
{
    const uint8_t *at = (const uint8_t *)object + m->count_at;
    size_t count;
    if (m->kind == RQ_AS_ARRAY || m->kind == RQ_AS_BLOCK || m->kind == RQ_AS_VECTOR)
        return m->count;
    if (m->count_size < sizeof count)
        return number_at(at, m->count_size);
    memcpy(&count, at, sizeof count);
    return count;
}

static void set_count(const struct rq_member *m, void *object, size_t count)
{
    uint8_t *at = (uint8_t *)object + m->count_at;
    if (m->count_size < sizeof count)
        set_number(at, m->count_size, (uint32_t)count);
    else
        memcpy(at, &count, sizeof count);
}

/* The bytes that decide whether an optional member is left out. */
static size_t own_size(const struct rq_member *m)
{
    switch (m->kind) {
    case RQ_AS_VALUE: return rq_kind_size(m->value);
    case RQ_AS_SIZE: return sizeof(uint64_t);
    case RQ_AS_STRREF: return sizeof(uint32_t);
    case RQ_AS_BOOL:
    case RQ_AS_NOT: return sizeof(bool);
    case RQ_AS_CHOICE: return m->count_size;
    case RQ_AS_FIXED: return m->count;
    case RQ_AS_BYTES:
    case RQ_AS_TEXT:
    case RQ_AS_ZTEXT: return sizeof(struct rq_bytes);
    case RQ_AS_STRING:
    case RQ_AS_BRANCH:
    case RQ_AS_BLOCK: return sizeof(void *);
    default: return 0;
    }
}

static bool is_zero(const uint8_t *bytes, size_t size)
{
    while (size && bytes[size - 1] == 0)
        size--;
    return size == 0;
}

static int tag_of(const struct rq_member *m, const void *object)
{
    int tag;
    memcpy(&tag, (const uint8_t *)object + m->tag_at, sizeof tag);
    return tag;
}

static const struct rq_member bytes_members[] = {{.name = "bytes", .kind = RQ_AS_BYTES}};
const struct rq_shape rq_bytes_shape = {RQ_SHAPE("bytes", rq_bytes, RQ_AS_ITEM, bytes_members)};

/* ---- writing ---- */

bool rq_member_never(const struct rq_shaper *s, const void *object)
{
    (void)s;
    (void)object;
    return false;
}

bool rq_member_always(const struct rq_shaper *s, const void *object)
{
    (void)s;
    (void)object;
    return true;
}

/* By what the object is. */
static bool does_not_apply(const struct rq_shaper *s, const struct rq_member *m, const void *object)
{
    if (m->tag ? tag_of(m, object) != m->tag : m->only && !m->only(s, object))
        return true;
    if (m->flagged && !*((const bool *)object + m->flag_at))
        return true;
    return m->when && !m->when(s, object);
}

/* By its own value; of: the struct that it stands in. */
static bool is_left_out(const struct rq_shaper *s, const struct rq_member *m, const void *of)
{
    const void *at = at_of(m, of);
    switch (m->kind) {
    case RQ_AS_BYTES: return !m->flagged && !m->when && ((const struct rq_bytes *)at)->size == 0;
    case RQ_AS_INDEX: return *(const uint32_t *)at == s->index;
    case RQ_AS_STRING:
    case RQ_AS_BRANCH:
    case RQ_AS_BLOCK: return is_zero(at, sizeof(void *));
    case RQ_AS_LIST:
    case RQ_AS_VALUES: return m->optional && count_of(m, of) == 0;
    case RQ_AS_TEXT:
    case RQ_AS_ZTEXT: return m->optional && ((const struct rq_bytes *)at)->size == 0;
    case RQ_AS_HOOK: return !m->put;
    default: return m->optional && is_zero(at, own_size(m));
    }
}

/* Rows of numbers are most of large files: they are known once, not element by element. */
static bool is_row_of_numbers(const struct rq_shape *shape)
{
    bool plain = shape->style == RQ_AS_TUPLE && !shape->form_size;
    for (size_t i = 0; i < shape->count && plain; i++) {
        const struct rq_member *m = &shape->members[i];
        plain =
            m->kind == RQ_AS_VALUE && !m->tag && !m->only && !m->flagged && !m->when && !m->outer;
    }
    return plain;
}

static void put_row_of_numbers(struct rq_json *j, const struct rq_shape *shape, const void *object)
{
    rq_json_array_row(j);
    for (const struct rq_member *m = shape->members; m < shape->members + shape->count; m++)
        rq_kind_json(j, m->value, at_of(m, object));
    rq_json_end_array(j);
}

static bool put_elements(struct rq_shaper *s, const struct rq_member *m, const void *object)
{
    const uint8_t *element = at_of(m, object);
    size_t count = count_of(m, object), index = s->index;
    void *outer = s->outer;
    bool fine = true, numbers = is_row_of_numbers(m->shape);
    if (m->kind != RQ_AS_ARRAY)
        memcpy(&element, at_of(m, object), sizeof element);
    memcpy(&s->outer, &object, sizeof s->outer);
    if (m->row)
        rq_json_array_row(s->j);
    else
        rq_json_array(s->j);
    for (size_t i = 0; i < count && fine; i++, element += m->shape->size) {
        s->index = i;
        if (numbers)
            put_row_of_numbers(s->j, m->shape, element);
        else
            fine = rq_shape_put_value(s, m->shape, element);
    }
    rq_json_end_array(s->j);
    s->index = index;
    s->outer = outer;
    return fine;
}

static void put_values(struct rq_shaper *s, const struct rq_member *m, const void *object)
{
    const uint8_t *value = at_of(m, object);
    size_t count = count_of(m, object);
    if (m->kind == RQ_AS_VALUES)
        memcpy(&value, at_of(m, object), sizeof value);
    rq_json_array_row(s->j);
    for (size_t i = 0; i < count; i++, value += rq_kind_size(m->value))
        rq_kind_json(s->j, m->value, value);
    rq_json_end_array(s->j);
}

static void put_strref(struct rq_json *j, uint32_t strref)
{
    rq_json_ref(j, RQ_REF_STRREF, NULL);
    rq_json_i64(j, strref == UINT32_MAX ? -1 : (int64_t)strref);
}

static struct rq_bytes fixed_text(const struct rq_member *m, const uint8_t *letters)
{
    size_t size = m->count;
    while (size && letters[size - 1] == 0)
        size--;
    return (struct rq_bytes){letters, size};
}

/* "" for a number without a name, which reading the JSON refuses. */
static const char *choice_name(const struct rq_member *m, const void *at)
{
    uint32_t number = number_at(at, m->count_size);
    return number < m->count && m->names[number] ? m->names[number] : "";
}

/* of: the struct that the member stands in. */
static bool put_member(struct rq_shaper *s, const struct rq_member *m, const void *object,
                       const void *of)
{
    const void *at = at_of(m, of), *branch;
    switch (m->kind) {
    case RQ_AS_VALUE: rq_kind_json(s->j, m->value, at); break;
    case RQ_AS_SIZE: rq_json_u64(s->j, *(const uint64_t *)at); break;
    case RQ_AS_STRREF: put_strref(s->j, *(const uint32_t *)at); break;
    case RQ_AS_BOOL: rq_json_bool(s->j, *(const bool *)at); break;
    case RQ_AS_NOT: rq_json_bool(s->j, !*(const bool *)at); break;
    case RQ_AS_INDEX: rq_json_u64(s->j, *(const uint32_t *)at); break;
    case RQ_AS_CHOICE: rq_json_str(s->j, choice_name(m, at)); break;
    case RQ_AS_BYTES: rq_json_base64(s->j, *(const struct rq_bytes *)at); break;
    case RQ_AS_FIXED: rq_json_text(s->j, page_of(s, m), fixed_text(m, at)); break;
    case RQ_AS_TEXT:
    case RQ_AS_ZTEXT: rq_json_text(s->j, page_of(s, m), *(const struct rq_bytes *)at); break;
    case RQ_AS_STRING: rq_json_str(s->j, *(const char *const *)at); break;
    case RQ_AS_PART: return rq_shape_put_value(s, m->shape, at);
    case RQ_AS_BRANCH:
        memcpy(&branch, at, sizeof branch);
        return rq_shape_put_value(s, m->shape, branch);
    case RQ_AS_LIST:
    case RQ_AS_ARRAY:
    case RQ_AS_BLOCK: return put_elements(s, m, of);
    case RQ_AS_VALUES:
    case RQ_AS_VECTOR: put_values(s, m, of); break;
    case RQ_AS_RECORD: rq_rec_json(s->j, m->rec, at, page_of(s, m)); break;
    case RQ_AS_PICKED:
        rq_rec_json_picked(s->j, m->rec, at, page_of(s, m),
                           number_at((const uint8_t *)of + m->count_at, sizeof(unsigned)));
        break;
    case RQ_AS_INLINE: return rq_shape_put(s, m->shape, at);
    case RQ_AS_BEHIND:
        memcpy(&branch, at, sizeof branch);
        return !branch || rq_shape_put(s, m->shape, branch);
    case RQ_AS_HOOK: return m->put(s, object);
    }
    return true;
}

bool rq_shape_put(struct rq_shaper *s, const struct rq_shape *shape, const void *object)
{
    bool keys = shape->style == RQ_IN_LINES || shape->style == RQ_IN_ROW;
    for (const struct rq_member *m = shape->members; m < shape->members + shape->count; m++) {
        const void *of = m->outer ? s->outer : object;
        s->member = m;
        /* In a tuple every member has its place, also an empty one. */
        if (does_not_apply(s, m, object) || (keys && is_left_out(s, m, of)))
            continue;
        if (keys && m->name && m->kind != RQ_AS_HOOK)
            rq_json_key(s->j, m->name);
        if (!put_member(s, m, object, of))
            return false;
    }
    return true;
}

bool rq_shape_put_value(struct rq_shaper *s, const struct rq_shape *shape, const void *object)
{
    union form form;
    bool fine;
    if (shape->form_size) {
        memset(&form, 0, shape->form_size);
        if (!shape->fill(s, object, &form))
            return false;
        object = &form;
    }
    switch (shape->style) {
    case RQ_AS_ITEM: return rq_shape_put(s, shape, object);
    case RQ_AS_TUPLE:
        rq_json_array_row(s->j);
        fine = rq_shape_put(s, shape, object);
        rq_json_end_array(s->j);
        return fine;
    case RQ_IN_ROW: rq_json_object_row(s->j); break;
    case RQ_IN_LINES: rq_json_object(s->j); break;
    }
    fine = rq_shape_put(s, shape, object);
    rq_json_end_object(s->j);
    return fine;
}

/* ---- reading ---- */

static void *get(struct rq_shaper *s, size_t count, size_t size)
{
    void *p = rq_jr_ok(s->jr) ? rq_arena_get(s->jr->arena, count, size) : NULL;
    if (!p)
        rq_jr_bad(s->jr, "out of memory");
    return p;
}

static bool take_object(struct rq_shaper *s, const struct rq_shape *shape, void *object)
{
    if (shape->start && !shape->form_size)
        shape->start(s, object);
    return rq_shape_take_value(s, shape, object);
}

static void take_element(struct rq_shaper *s, const struct rq_member *m, uint8_t *element, size_t i)
{
    struct rq_cur place = {.ctx = s->jr->ctx};
    s->index = i;
    rq_enter(&place, m->name, (int64_t)i);
    take_object(s, m->shape, element);
    rq_leave(&place);
}

/* The length of the array that follows; one that the count field can't hold is refused. */
static size_t length_of(struct rq_shaper *s, const struct rq_member *m)
{
    size_t count = rq_jr_length(s->jr);
    if (m->count_size < 8 && (uint64_t)count >> (m->count_size * 8))
        rq_jr_bad(s->jr, "%zu %s: too many", count, m->name);
    return count;
}

static void take_list(struct rq_shaper *s, const struct rq_member *m, void *object)
{
    size_t n = 0, count = length_of(s, m), index = s->index;
    void *outer = s->outer;
    uint8_t *elements = get(s, count, m->shape->size);
    set_count(m, object, 0);
    s->outer = object;
    rq_jr_array(s->jr);
    for (; elements && rq_jr_more(s->jr) && n < count; n++)
        take_element(s, m, elements + n * m->shape->size, n);
    s->index = index;
    s->outer = outer;
    memcpy(place_of(m, object), &elements, sizeof elements);
    set_count(m, object, n);
}

static void take_array(struct rq_shaper *s, const struct rq_member *m, void *object)
{
    size_t n = 0, index = s->index, size = m->shape->size;
    void *outer = s->outer;
    bool block = m->kind == RQ_AS_BLOCK;
    uint8_t *elements = block ? get(s, m->count, size) : place_of(m, object);
    if (block)
        memcpy(place_of(m, object), &elements, sizeof elements);
    else
        memset(elements, 0, m->count * size);
    s->outer = object;
    rq_jr_array(s->jr);
    for (; elements && rq_jr_more(s->jr); n++) {
        if (n == m->count) {
            rq_jr_bad(s->jr, "more than %zu %s", m->count, m->name);
            return;
        }
        take_element(s, m, elements + n * size, n);
    }
    s->index = index;
    s->outer = outer;
    if (rq_jr_ok(s->jr) && n != m->count)
        rq_jr_bad(s->jr, "%zu %s, %zu needed", n, m->name, m->count);
}

static void take_values(struct rq_shaper *s, const struct rq_member *m, void *object)
{
    size_t n = 0, count = length_of(s, m), size = rq_kind_size(m->value);
    uint8_t *values = get(s, count, size);
    rq_jr_array(s->jr);
    for (; values && rq_jr_more(s->jr) && n < count; n++)
        rq_kind_take(s->jr, m->value, values + n * size);
    memcpy(place_of(m, object), &values, sizeof values);
    set_count(m, object, n);
}

static void take_vector(struct rq_shaper *s, const struct rq_member *m, uint8_t *values)
{
    size_t n = 0, size = rq_kind_size(m->value);
    bool more = false;
    rq_jr_array(s->jr);
    while (!more && rq_jr_more(s->jr)) {
        more = n == m->count;
        if (!more)
            rq_kind_take(s->jr, m->value, values + n++ * size);
    }
    if (rq_jr_ok(s->jr) && (more || n < m->count))
        rq_jr_bad(s->jr, "\"%s\" is %zu numbers", m->name, m->count);
}

static void take_choice(struct rq_shaper *s, const struct rq_member *m, void *to)
{
    char all[160] = "";
    size_t used = 0;
    struct rq_str given = rq_jr_string(s->jr);
    for (size_t i = 0; i < m->count; i++) {
        if (!m->names[i] || !m->names[i][0])
            continue;
        if (rq_str_is(given, m->names[i])) {
            set_number(to, m->count_size, (uint32_t)i);
            return;
        }
        if (used + strlen(m->names[i]) + 3 < sizeof all)
            used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", used ? ", " : "",
                                     m->names[i]);
    }
    rq_jr_bad(s->jr, "\"%s\" is one of %s", m->name, all);
}

static void take_branch(struct rq_shaper *s, const struct rq_member *m, void *object)
{
    void *branch = get(s, 1, m->shape->size);
    if (branch)
        take_object(s, m->shape, branch);
    memcpy(place_of(m, object), &branch, sizeof branch);
}

static void take_string(struct rq_shaper *s, const char **to)
{
    struct rq_str given = rq_jr_string(s->jr);
    *to = rq_jr_ok(s->jr) ? rq_arena_text(s->jr->arena, given.text, given.size) : NULL;
    if (!*to)
        rq_jr_bad(s->jr, "out of memory");
}

static void take_ztext(struct rq_shaper *s, const struct rq_member *m, struct rq_bytes *to)
{
    *to = rq_jr_text(s->jr, page_of(s, m));
    if (to->size && memchr(to->data, 0, to->size))
        rq_jr_bad(s->jr, "\"%s\" ends with NUL in the file and can't hold one", m->name);
}

static void take_member(struct rq_shaper *s, const struct rq_member *m, void *object)
{
    void *of = m->outer ? s->outer : object, *to = place_of(m, of);
    switch (m->kind) {
    case RQ_AS_VALUE: rq_kind_take(s->jr, m->value, to); break;
    case RQ_AS_SIZE: *(uint64_t *)to = rq_jr_u32(s->jr); break;
    case RQ_AS_INDEX: *(uint32_t *)to = rq_jr_u32(s->jr); break;
    case RQ_AS_STRREF: *(uint32_t *)to = (uint32_t)rq_jr_signed(s->jr, -1, UINT32_MAX); break;
    case RQ_AS_BOOL: *(bool *)to = rq_jr_bool(s->jr); break;
    case RQ_AS_NOT: *(bool *)to = !rq_jr_bool(s->jr); break;
    case RQ_AS_CHOICE: take_choice(s, m, to); break;
    case RQ_AS_BYTES: *(struct rq_bytes *)to = rq_jr_base64(s->jr); break;
    case RQ_AS_TEXT: *(struct rq_bytes *)to = rq_jr_text(s->jr, page_of(s, m)); break;
    case RQ_AS_ZTEXT: take_ztext(s, m, to); break;
    case RQ_AS_FIXED: rq_jr_fixed(s->jr, page_of(s, m), to, m->count); break;
    case RQ_AS_STRING: take_string(s, to); break;
    case RQ_AS_PART:
        memset(to, 0, m->shape->size);
        take_object(s, m->shape, to);
        break;
    case RQ_AS_BRANCH: take_branch(s, m, of); break;
    case RQ_AS_LIST: take_list(s, m, of); break;
    case RQ_AS_ARRAY:
    case RQ_AS_BLOCK: take_array(s, m, of); break;
    case RQ_AS_VALUES: take_values(s, m, of); break;
    case RQ_AS_VECTOR: take_vector(s, m, to); break;
    case RQ_AS_HOOK: m->take(s, object); break;
    case RQ_AS_RECORD:
    case RQ_AS_PICKED:
    case RQ_AS_INLINE:
    case RQ_AS_BEHIND: break; /* taken member by member, see take_key */
    }
}

static bool exists(struct rq_shaper *s, const struct rq_member *m, const void *object)
{
    int tag = m->tag ? tag_of(m, object) : 0;
    s->member = m;
    return tag ? tag == m->tag : !m->only || m->only(s, object);
}

/* What follows from the fact that a member came. */
static void note_taken(const struct rq_member *m, void *object)
{
    if (m->flagged)
        *((bool *)object + m->flag_at) = true;
    if (m->tag)
        memcpy((uint8_t *)object + m->tag_at, &m->tag, sizeof m->tag);
}

static bool take_key(struct rq_shaper *s, const struct rq_shape *shape, void *object,
                     struct rq_str key, uint64_t *taken);

static bool take_picked(struct rq_shaper *s, const struct rq_member *m, void *of, struct rq_str key)
{
    uint8_t *bits = (uint8_t *)of + m->count_at;
    int field = rq_rec_take_any(s->jr, m->rec, place_of(m, of), page_of(s, m), key);
    if (field >= 0)
        set_number(bits, sizeof(unsigned), number_at(bits, sizeof(unsigned)) | 1u << field);
    return field >= 0;
}

/* A member that is one of several of a struct or record. */
static bool take_inner(struct rq_shaper *s, const struct rq_member *m, void *object,
                       struct rq_str key)
{
    void *of = m->outer ? s->outer : object, *place = place_of(m, of), *behind;
    uint64_t taken = 0;
    if (m->kind == RQ_AS_RECORD)
        return rq_rec_take(s->jr, m->rec, place, page_of(s, m), key);
    if (m->kind == RQ_AS_PICKED)
        return take_picked(s, m, of, key);
    if (m->kind == RQ_AS_INLINE)
        return take_key(s, m->shape, place, key, &taken);
    if (m->kind != RQ_AS_BEHIND)
        return false;
    memcpy(&behind, place, sizeof behind);
    if (!behind)
        behind = get(s, 1, m->shape->size);
    memcpy(place, &behind, sizeof behind);
    return behind && take_key(s, m->shape, behind, key, &taken);
}

/* Takes the value of a key, or returns false: there is no such member. *taken has a bit for each of
 * the first 64 members that came. */
static bool take_key(struct rq_shaper *s, const struct rq_shape *shape, void *object,
                     struct rq_str key, uint64_t *taken)
{
    for (size_t i = 0; i < shape->count; i++) {
        const struct rq_member *m = &shape->members[i];
        /* Those without a name have several keys. */
        if ((m->name && !rq_str_is(key, m->name)) || !exists(s, m, object))
            continue;
        bool found = !m->name && take_inner(s, m, object, key);
        if (m->name && (m->kind != RQ_AS_HOOK || m->take)) {
            if ((m->kind == RQ_AS_LIST || m->first) && i < 64 && *taken >> i & 1)
                rq_jr_bad(s->jr, "\"%s\" is given twice", m->name);
            take_member(s, m, object);
            *taken |= i < 64 ? UINT64_C(1) << i : 0;
            found = true;
        }
        if (found) {
            note_taken(m, object);
            return true;
        }
    }
    return false;
}

/* What the writer leaves out when it is zero must be zero when it is missing, whatever a new
 * object has there. Returns a bit for each of the first 64 members that must come. */
static uint64_t clear(const struct rq_shaper *s, const struct rq_shape *shape, void *object)
{
    enum {
        MAYBE = 1 << RQ_AS_RECORD | 1 << RQ_AS_BYTES | 1 << RQ_AS_STRING | 1 << RQ_AS_BRANCH |
                1 << RQ_AS_BLOCK | 1 << RQ_AS_INDEX
    };
    uint64_t needed = 0;
    for (size_t i = 0; i < shape->count; i++) {
        const struct rq_member *m = &shape->members[i];
        if (i < 64 && (m->required || m->first))
            needed |= UINT64_C(1) << i;
        if (m->flagged)
            *((bool *)object + m->flag_at) = false;
        if (m->outer || (!m->optional && !(MAYBE >> m->kind & 1)))
            continue; /* of outer ones another element may have set it */
        if (m->kind == RQ_AS_RECORD)
            rq_rec_clear(m->rec, place_of(m, object));
        else if (m->kind == RQ_AS_INDEX)
            *(uint32_t *)place_of(m, object) = (uint32_t)s->index;
        else if (m->kind == RQ_AS_LIST || m->kind == RQ_AS_VALUES)
            set_count(m, object, 0);
        else if (m->optional || m->kind != RQ_AS_BYTES || (!m->flagged && !m->when))
            memset(place_of(m, object), 0, own_size(m));
    }
    return needed;
}

static bool finish(struct rq_shaper *s, const struct rq_shape *shape, void *object)
{
    if (rq_jr_ok(s->jr) && shape->finish)
        shape->finish(s, object);
    return rq_jr_ok(s->jr);
}

bool rq_shape_take(struct rq_shaper *s, const struct rq_shape *shape, void *object)
{
    struct rq_str key;
    uint64_t taken = 0, needed = clear(s, shape, object);
    while (rq_jr_key(s->jr, &key)) {
        if (!taken && shape->members[0].first && !rq_str_is(key, shape->members[0].name))
            rq_jr_bad(s->jr, "a %s starts with its \"%s\"", shape->name, shape->members[0].name);
        else if (!take_key(s, shape, object, key, &taken))
            rq_jr_unknown(s->jr, key);
    }
    needed &= ~taken;
    for (size_t i = 0; needed && rq_jr_ok(s->jr); i++, needed >>= 1)
        if (needed & 1)
            rq_jr_bad(s->jr, "%s needs \"%s\"", shape->name, shape->members[i].name);
    return finish(s, shape, object);
}

static void bad_tuple(struct rq_shaper *s, const struct rq_shape *shape)
{
    char all[120] = "";
    size_t used = 0;
    for (size_t i = 0; i < shape->count; i++)
        if (used + strlen(shape->members[i].name) + 3 < sizeof all)
            used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", i ? ", " : "",
                                     shape->members[i].name);
    rq_jr_bad(s->jr, "a %s is [%s]", shape->name, all);
}

static bool take_tuple(struct rq_shaper *s, const struct rq_shape *shape, void *object)
{
    size_t n = 0;
    bool more = false;
    rq_jr_array(s->jr);
    for (; !more && rq_jr_more(s->jr); n += !more) {
        more = n == shape->count;
        if (!more)
            take_member(s, &shape->members[n], object);
    }
    if (rq_jr_ok(s->jr) && (more || n < shape->count))
        bad_tuple(s, shape);
    return finish(s, shape, object);
}

static bool take_value(struct rq_shaper *s, const struct rq_shape *shape, void *object)
{
    if (shape->style == RQ_AS_TUPLE)
        return take_tuple(s, shape, object);
    if (shape->style == RQ_AS_ITEM) {
        take_member(s, &shape->members[0], object);
        return finish(s, shape, object);
    }
    rq_jr_object(s->jr);
    return rq_shape_take(s, shape, object);
}

bool rq_shape_take_value(struct rq_shaper *s, const struct rq_shape *shape, void *object)
{
    union form form;
    if (!shape->form_size)
        return take_value(s, shape, object);
    memset(&form, 0, shape->form_size);
    if (shape->start)
        shape->start(s, &form);
    if (take_value(s, shape, &form))
        shape->put_back(s, &form, object);
    return rq_jr_ok(s->jr);
}
