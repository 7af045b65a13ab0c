/* What listings of ncsdis (xoreos-tools) and pcode of reone have that ours do not. docs/dialects.md. */
#include "core/line.h"
#include "script/nwscript/listing.h"

#include <string.h>

/* Mnemonics of reone, and ours. */
static const char *const names[][2] = {
    {"RSADDEFF", "RSADDE0"},       {"RSADDEVT", "RSADDE1"},
    {"RSADDLOC", "RSADDE2"},       {"RSADDTAL", "RSADDE3"},
    {"EQUALII", "EQII"},           {"EQUALFF", "EQFF"},
    {"EQUALSS", "EQSS"},           {"EQUALOO", "EQOO"},
    {"EQUALTT", "EQTT"},           {"EQUALEFFEFF", "EQE0E0"},
    {"EQUALEVTEVT", "EQE1E1"},     {"EQUALLOCLOC", "EQE2E2"},
    {"EQUALTALTAL", "EQE3E3"},     {"NEQUALII", "NEQII"},
    {"NEQUALFF", "NEQFF"},         {"NEQUALSS", "NEQSS"},
    {"NEQUALOO", "NEQOO"},         {"NEQUALTT", "NEQTT"},
    {"NEQUALEFFEFF", "NEQE0E0"},   {"NEQUALEVTEVT", "NEQE1E1"},
    {"NEQUALLOCLOC", "NEQE2E2"},   {"NEQUALTALTAL", "NEQE3E3"},
    {"DECISP", "DECSPI"},          {"INCISP", "INCSPI"},
    {"DECIBP", "DECBPI"},          {"INCIBP", "INCBPI"},
    {"STORE_STATE", "STORESTATE"}, {"NOP2", "NOP"},
};

const char *rq_ncs_name_of_reone(const char *name)
{
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i][0], name) == 0)
            return names[i][1];
    return NULL;
}

static int digit(uint8_t c)
{
    return c >= '0' && c <= '9'                 ? c - '0'
           : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10
                                                : -1;
}

/* Hexadecimal digits from p on, up to a blank; 0 when something else is among them. */
static size_t digits(const uint8_t *p, const uint8_t *end)
{
    size_t count = 0;
    while (p + count < end && digit(p[count]) >= 0)
        count++;
    return p + count < end && rq_line_is_blank(p[count]) ? count : 0;
}

static const uint8_t *skip_blanks(const uint8_t *p, const uint8_t *end)
{
    while (p < end && rq_line_is_blank(*p))
        p++;
    return p;
}

/* Takes one group of bytes, "1E" or "00000008"; "str" stands for a text. NULL: there is none. */
static const uint8_t *take_group(const uint8_t *p, const uint8_t *end, struct rq_ncs_columns *c)
{
    size_t count = digits(p, end);
    if (end - p > 3 && memcmp(p, "str", 3) == 0 && rq_line_is_blank(p[3]))
        return skip_blanks(p + 3, end);
    if (count != 2 && count != 4 && count != 8)
        return NULL;
    for (size_t i = 0; i < count && c->count < sizeof c->bytes; i += 2)
        c->bytes[c->count++] = (uint8_t)(digit(p[i]) << 4 | digit(p[i + 1]));
    return skip_blanks(p + count, end);
}

const uint8_t *rq_ncs_skip_columns(const uint8_t *p, const uint8_t *end, struct rq_ncs_columns *c)
{
    const uint8_t *start = p;
    *c = (struct rq_ncs_columns){0};
    p = skip_blanks(p, end);
    if (digits(p, end) != 8)
        return start;
    p = skip_blanks(p + 8, end);
    if (p == end || *p == ':')
        return start;
    c->has_address = true;
    const uint8_t *behind = p, *group = p;
    if (digits(p, end) != 2)
        return behind;
    while ((group = take_group(group, end, c)) != NULL)
        behind = group;
    return behind;
}

/* loc_ and eight digits: reone calls functions so, ncsdis only other places. */
static bool is_place(const uint8_t *p, const uint8_t *end)
{
    size_t count = 0;
    if (end - p < 12 || memcmp(p, "loc_", 4) != 0)
        return false;
    while (count < 8 && digit(p[4 + count]) >= 0)
        count++;
    return count == 8;
}

bool rq_ncs_is_reone(struct rq_bytes text)
{
    while (text.size) {
        enum rq_line_end how;
        struct rq_ncs_columns columns;
        struct rq_bytes line = rq_line_next(&text, &how);
        const uint8_t *end = line.data + line.size;
        const uint8_t *p = rq_ncs_skip_columns(line.data, end, &columns);
        if (columns.has_address)
            return columns.count == 0;
        p = skip_blanks(p, end);
        if (end - p > 4 && memcmp(p, "JSR", 3) == 0 && rq_line_is_blank(p[3]))
            return is_place(skip_blanks(p + 3, end), end);
    }
    return false;
}
