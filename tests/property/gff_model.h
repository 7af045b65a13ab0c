/* A GFF tree of the tests' own and a writer of its own, after docs/formats/gff.md: sections one
 * after the other, structs and fields in depth-first order, labels by first use, one block of field
 * data a field, one block of indices a list and a struct of two or more fields. It shares no code
 * with the library. */
#ifndef TESTS_PROPERTY_GFF_MODEL_H
#define TESTS_PROPERTY_GFF_MODEL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct m_bytes {
    uint8_t *data;
    size_t size;
};

struct m_text {
    uint32_t id;
    struct m_bytes text;
};

struct m_field {
    char label[17];
    uint32_t type;
    uint32_t word;        /* types of one word; of a locstring its strref */
    struct m_bytes block; /* what stands in the field data, but of locstrings */
    struct m_text *texts;
    struct m_struct *items; /* of a struct or a list */
    size_t count;           /* of texts or items */
};

struct m_struct {
    uint32_t id;
    struct m_field *fields;
    size_t count;
};

/* ---- arrays ---- */

/* Opens a gap of one at `at` of an array; the gap is zeroed. */
static void *m_open(void *items, size_t *count, size_t at, size_t size)
{
    size_t room = (*count + 1) * size;
    uint8_t *grown = room ? realloc(items, room) : NULL;
    if (!grown)
        abort();
    memmove(grown + (at + 1) * size, grown + at * size, (*count - at) * size);
    memset(grown + at * size, 0, size);
    *count += 1;
    return grown;
}

static void m_close(void *items, size_t *count, size_t at, size_t size)
{
    uint8_t *bytes = items;
    *count -= 1;
    memmove(bytes + at * size, bytes + (at + 1) * size, (*count - at) * size);
}

static void m_append(struct m_bytes *to, const void *data, size_t size)
{
    to->data = realloc(to->data, to->size + size + 1);
    if (!to->data)
        abort();
    if (size)
        memcpy(to->data + to->size, data, size);
    to->size += size;
}

static void m_append32(struct m_bytes *to, uint32_t v)
{
    const uint8_t bytes[] = {(uint8_t)v, (uint8_t)(v >> 8), (uint8_t)(v >> 16), (uint8_t)(v >> 24)};
    m_append(to, bytes, 4);
}

/* ---- free and copy ---- */

static void m_free_struct(struct m_struct *s);

static void m_free_field(struct m_field *f)
{
    free(f->block.data);
    for (size_t i = 0; i < f->count && f->texts; i++)
        free(f->texts[i].text.data);
    for (size_t i = 0; i < f->count && f->items; i++)
        m_free_struct(&f->items[i]);
    free(f->texts);
    free(f->items);
}

static void m_free_struct(struct m_struct *s)
{
    for (size_t i = 0; i < s->count; i++)
        m_free_field(&s->fields[i]);
    free(s->fields);
}

static struct m_struct m_copy_struct(const struct m_struct *from);

static struct m_field m_copy_field(const struct m_field *from)
{
    struct m_field f = *from;
    f.block = (struct m_bytes){0};
    m_append(&f.block, from->block.data, from->block.size);
    f.texts = from->texts ? calloc(from->count + 1, sizeof *f.texts) : NULL;
    f.items = from->items ? calloc(from->count + 1, sizeof *f.items) : NULL;
    for (size_t i = 0; i < from->count && f.texts; i++) {
        f.texts[i].id = from->texts[i].id;
        m_append(&f.texts[i].text, from->texts[i].text.data, from->texts[i].text.size);
    }
    for (size_t i = 0; i < from->count && f.items; i++)
        f.items[i] = m_copy_struct(&from->items[i]);
    return f;
}

static struct m_struct m_copy_struct(const struct m_struct *from)
{
    struct m_struct s = {.id = from->id};
    for (size_t i = 0; i < from->count; i++) {
        s.fields = m_open(s.fields, &s.count, s.count, sizeof *s.fields);
        s.fields[i] = m_copy_field(&from->fields[i]);
    }
    return s;
}

/* ---- the file ---- */

struct m_file {
    struct m_bytes structs, fields, labels, data, blocks, lists;
};

static uint32_t m_label(struct m_file *f, const char *label)
{
    char padded[16] = {0};
    memcpy(padded, label, strlen(label));
    for (size_t i = 0; i < f->labels.size; i += 16)
        if (memcmp(f->labels.data + i, padded, 16) == 0)
            return (uint32_t)(i / 16);
    m_append(&f->labels, padded, 16);
    return (uint32_t)(f->labels.size / 16 - 1);
}

/* How many structs, and how many fields, a struct takes with all that is in it: what comes behind
 * it is numbered from there. */
static uint32_t m_structs_in(const struct m_struct *s)
{
    uint32_t count = 1;
    for (size_t i = 0; i < s->count; i++)
        for (size_t k = 0; k < s->fields[i].count && s->fields[i].items; k++)
            count += m_structs_in(&s->fields[i].items[k]);
    return count;
}

static uint32_t m_fields_in(const struct m_struct *s)
{
    uint32_t count = (uint32_t)s->count;
    for (size_t i = 0; i < s->count; i++)
        for (size_t k = 0; k < s->fields[i].count && s->fields[i].items; k++)
            count += m_fields_in(&s->fields[i].items[k]);
    return count;
}

static void m_put_locstring(struct m_bytes *data, const struct m_field *f)
{
    uint32_t size = 8;
    for (size_t i = 0; i < f->count; i++)
        size += 8 + (uint32_t)f->texts[i].text.size;
    m_append32(data, size);
    m_append32(data, f->word);
    m_append32(data, (uint32_t)f->count);
    for (size_t i = 0; i < f->count; i++) {
        m_append32(data, f->texts[i].id);
        m_append32(data, (uint32_t)f->texts[i].text.size);
        m_append(data, f->texts[i].text.data, f->texts[i].text.size);
    }
}

/* The next numbers. */
struct m_next {
    uint32_t structs, fields;
};

static void m_put_struct(struct m_file *f, const struct m_struct *s, struct m_next *next);

static void m_put_list(struct m_bytes *lists, const struct m_field *field, uint32_t element)
{
    m_append32(lists, (uint32_t)field->count);
    for (size_t i = 0; i < field->count; i++) {
        m_append32(lists, element);
        element += m_structs_in(&field->items[i]);
    }
}

static void m_put_field(struct m_file *f, const struct m_field *field, struct m_next *next)
{
    uint32_t word = field->type == 14                             ? next->structs
                    : field->type == 15                           ? (uint32_t)f->lists.size
                    : field->type == 12 || field->block.size != 0 ? (uint32_t)f->data.size
                                                                  : field->word;
    next->fields++;
    m_append32(&f->fields, field->type);
    m_append32(&f->fields, m_label(f, field->label));
    m_append32(&f->fields, word);
    if (field->type == 12)
        m_put_locstring(&f->data, field);
    if (field->type == 15)
        m_put_list(&f->lists, field, next->structs);
    m_append(&f->data, field->block.data, field->block.size);
    for (size_t i = 0; i < field->count && field->items; i++)
        m_put_struct(f, &field->items[i], next);
}

static void m_put_struct(struct m_file *f, const struct m_struct *s, struct m_next *next)
{
    uint32_t number = next->fields;
    next->structs++;
    m_append32(&f->structs, s->id);
    m_append32(&f->structs, s->count == 0   ? UINT32_MAX
                            : s->count == 1 ? number
                                            : (uint32_t)f->blocks.size);
    m_append32(&f->structs, (uint32_t)s->count);
    for (size_t i = 0; i < s->count && s->count > 1; i++) {
        m_append32(&f->blocks, number++);
        for (size_t k = 0; k < s->fields[i].count && s->fields[i].items; k++)
            number += m_fields_in(&s->fields[i].items[k]);
    }
    for (size_t i = 0; i < s->count; i++)
        m_put_field(f, &s->fields[i], next);
}

/* The whole file, to be freed by the caller. */
static struct m_bytes m_write(const char *type, const struct m_struct *root)
{
    struct m_file f = {0};
    struct m_bytes out = {0};
    struct m_next next = {0};
    uint32_t at = 56;
    m_put_struct(&f, root, &next);
    struct m_bytes *sections[] = {&f.structs, &f.fields, &f.labels, &f.data, &f.blocks, &f.lists};
    static const uint32_t element[] = {12, 12, 16, 1, 1, 1};
    m_append(&out, type, 4);
    m_append(&out, "V3.2", 4);
    for (size_t i = 0; i < 6; i++) {
        m_append32(&out, at);
        m_append32(&out, (uint32_t)sections[i]->size / element[i]);
        at += (uint32_t)sections[i]->size;
    }
    for (size_t i = 0; i < 6; i++) {
        m_append(&out, sections[i]->data, sections[i]->size);
        free(sections[i]->data);
    }
    return out;
}

#endif
