/* LTR V1.0: a header of 9 bytes and nothing but floats. */
#include "formats/format.h"

#include <reliquary/ltr.h>
#include <stdio.h>

RQ_RECORD_TABLE(rq_ltr_header, RQ_LTR_HEADER);

enum { HEADER_SIZE = 9, LETTERS = 28 };

static const char letters[LETTERS + 1] = "abcdefghijklmnopqrstuvwxyz'-";
static const char *const parts[] = {"start", "middle", "end"};

size_t rq_ltr_blocks(uint8_t count)
{
    return 1 + (size_t)count + (size_t)count * count;
}

size_t rq_ltr_count(uint8_t count)
{
    return rq_ltr_blocks(count) * RQ_LTR_PARTS * count;
}

const float *rq_ltr_chances(const struct rq_ltr *ltr, int first, int second, enum rq_ltr_part part)
{
    size_t n = ltr->letters, block = 0;
    if (second >= 0)
        block = first < 0 ? 1 + (size_t)second : 1 + n + (size_t)first * n + (size_t)second;
    return ltr->chances + (block * RQ_LTR_PARTS + part) * n;
}

static unsigned ltr_detect(struct rq_bytes in, const char *name)
{
    (void)name;
    return in.size >= HEADER_SIZE && memcmp(in.data, "LTR V1.0", 8) == 0 ? 64 : 0;
}

/* ---- reading and writing ---- */

/* A chance is 0 to 1, and none is smaller than that of a letter before, unless it is 0. */
static bool is_odd(const float *chances, size_t count)
{
    float last = 0;
    for (size_t i = 0; i < count; i++) {
        if (!(chances[i] >= 0 && chances[i] <= 1.001f) || (chances[i] > 0 && chances[i] < last))
            return true;
        last = chances[i] > 0 ? chances[i] : last;
    }
    return false;
}

static bool read_block(struct rq_doc *doc, struct rq_cur *c, const struct rq_ltr *ltr, size_t block)
{
    size_t n = ltr->letters;
    rq_enter(c, "blocks", (int64_t)block);
    for (size_t part = 0; part < RQ_LTR_PARTS; part++) {
        uint64_t at = rq_tell(c);
        const uint8_t *p = rq_take(c, n * 4, RQ_KIND_f32, parts[part]);
        float *chances = ltr->chances + (block * RQ_LTR_PARTS + part) * n;
        for (size_t i = 0; p && i < n; i++)
            chances[i] = rq_f32_of(rq_get32(p + i * 4));
        if (p && is_odd(chances, n))
            rq_find(doc, "odd-value", at, parts[part],
                    "the chances of block %zu are not 0 to 1 in rising order", block);
    }
    rq_leave(c);
    return rq_ok(c);
}

static bool ltr_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_ltr_header header;
    struct rq_ltr *ltr = doc->root = rq_cur_get(doc, c, 1, sizeof *ltr);
    if (!ltr || !rq_rec_read(c, &rq_ltr_header_rec, &header))
        return false;
    if (memcmp(header.type, "LTR ", 4) != 0)
        return rq_bad(c, RQ_BAD_MAGIC, 0, "type is not \"LTR \"");
    if (memcmp(header.version, "V1.0", 4) != 0)
        return rq_bad(c, RQ_UNSUPPORTED, 4, "version is not \"V1.0\"");
    ltr->letters = header.letters;
    if (header.letters != 26 && header.letters != LETTERS)
        rq_find(doc, "odd-value", 8, "letters", "%u letters; 28 or 26 expected", header.letters);
    size_t count = rq_ltr_count(header.letters), blocks = rq_ltr_blocks(header.letters);
    if (!rq_count(c, count, 4, "letters"))
        return false;
    ltr->chances = rq_cur_get(doc, c, count, sizeof *ltr->chances);
    for (size_t i = 0; ltr->chances && i < blocks; i++)
        if (!read_block(doc, c, ltr, i))
            return false;
    size_t more = rq_left(c);
    if (more) {
        rq_find(doc, "trailing-bytes", rq_tell(c), "tail",
                "%zu bytes; the game refuses such a file", more);
        ltr->tail = (struct rq_bytes){rq_take(c, more, RQ_KIND_bytes, "tail"), more};
    }
    return rq_ok(c);
}

static bool ltr_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    const struct rq_ltr *ltr = doc->root;
    size_t count = rq_ltr_count(ltr->letters);
    (void)err;
    rq_put(out, "LTR V1.0", 8);
    rq_put8(out, ltr->letters);
    uint8_t *to = count ? rq_grow(out, count * 4) : NULL;
    for (size_t i = 0; to && i < count; i++)
        rq_set32(to + i * 4, rq_bits_of(ltr->chances[i]));
    rq_put_bytes(out, ltr->tail);
    return true;
}

/* ---- JSON ---- */

/* The letters of a block, "" for that of the first letter. Past the 28 that are known, by
 * number. */
static void block_name(const struct rq_ltr *ltr, size_t block, char text[32])
{
    size_t n = ltr->letters, pair = block - 1 - n;
    text[0] = 0;
    if (block == 0 || n == 0)
        return;
    if (n > LETTERS)
        snprintf(text, 32, "%zu", block);
    else if (block <= n)
        snprintf(text, 32, "%c", letters[block - 1]);
    else
        snprintf(text, 32, "%c%c", letters[pair / n], letters[pair % n]);
}

static bool ltr_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err)
{
    const struct rq_ltr *ltr = doc->root;
    size_t n = ltr->letters, blocks = n ? rq_ltr_blocks(ltr->letters) : 0;
    const float *chances = ltr->chances;
    (void)err;
    rq_json_key(j, "letters");
    rq_json_u64(j, n);
    rq_json_key(j, "blocks");
    rq_json_array(j);
    for (size_t i = 0; i < blocks; i++) {
        char name[32];
        block_name(ltr, i, name);
        rq_json_object(j);
        rq_json_key(j, "after");
        rq_json_str(j, name);
        for (size_t part = 0; part < RQ_LTR_PARTS; part++) {
            rq_json_key(j, parts[part]);
            rq_json_array_row(j);
            for (size_t k = 0; k < n; k++)
                rq_json_f32(j, *chances++);
            rq_json_end_array(j);
        }
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
    if (ltr->tail.size) {
        rq_json_key(j, "tail");
        rq_json_base64(j, ltr->tail);
    }
    return true;
}

static void take_part(struct rq_jr *jr, float *chances, size_t n)
{
    size_t i = 0;
    rq_jr_array(jr);
    while (rq_jr_more(jr)) {
        if (i == n) {
            rq_jr_bad(jr, "there are %zu letters", n);
            return;
        }
        chances[i++] = rq_jr_f32(jr);
    }
    if (rq_jr_ok(jr) && i < n)
        rq_jr_bad(jr, "%zu letters need as many chances", n);
}

static void take_block(struct rq_jr *jr, const struct rq_ltr *ltr, size_t block)
{
    struct rq_str key;
    char name[32];
    unsigned seen = 0;
    block_name(ltr, block, name);
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        size_t part = 0;
        while (part < RQ_LTR_PARTS && !rq_str_is(key, parts[part]))
            part++;
        if (part < RQ_LTR_PARTS) {
            seen |= 1u << part;
            take_part(jr, ltr->chances + (block * RQ_LTR_PARTS + part) * ltr->letters,
                      ltr->letters);
        } else if (rq_str_is(key, "after")) {
            struct rq_str given = rq_jr_string(jr);
            if (rq_jr_ok(jr) && !rq_str_is(given, name))
                rq_jr_bad(jr, "block %zu is that after \"%s\"", block, name);
        } else {
            rq_jr_unknown(jr, key);
        }
    }
    if (rq_jr_ok(jr) && seen != 7)
        rq_jr_bad(jr, "block %zu needs start, middle and end", block);
}

static void take_blocks(struct rq_jr *jr, struct rq_ltr *ltr)
{
    size_t blocks = ltr->letters ? rq_ltr_blocks(ltr->letters) : 0, i = 0;
    if (rq_jr_length(jr) != blocks) {
        rq_jr_bad(jr, "%u letters have %zu blocks", ltr->letters, blocks);
        return;
    }
    ltr->chances = rq_jr_get(jr, rq_ltr_count(ltr->letters), sizeof *ltr->chances);
    rq_jr_array(jr);
    while (ltr->chances && rq_jr_more(jr))
        take_block(jr, ltr, i++);
}

static bool ltr_from_json(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_str key;
    struct rq_ltr *ltr = doc->root = rq_jr_get(jr, 1, sizeof *ltr);
    while (ltr && rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "letters") && !ltr->chances)
            ltr->letters = (uint8_t)rq_jr_unsigned(jr, UINT8_MAX);
        else if (rq_str_is(key, "blocks"))
            take_blocks(jr, ltr);
        else if (rq_str_is(key, "tail"))
            ltr->tail = rq_jr_base64(jr);
        else
            rq_jr_unknown(jr, key);
    }
    if (rq_jr_ok(jr) && ltr && !ltr->chances)
        rq_jr_bad(jr, "\"letters\" and \"blocks\" are missing");
    return rq_jr_ok(jr);
}

/* ---- names ---- */

/* Nothing is known of the game's own numbers; these are those of Numerical Recipes, the upper
 * bits first because the lower ones hardly change. */
static uint32_t next_number(void *ctx)
{
    uint32_t *state = ctx;
    *state = *state * 1664525u + 1013904223u;
    return *state >> 16 | *state << 16;
}

struct naming {
    const struct rq_ltr *ltr;
    uint32_t (*next)(void *ctx);
    void *ctx;
    int found[RQ_LTR_NAME]; /* letters by number */
    int size;
};

/* The first letter whose chance is above a number from 0 to 1; false when there is none. */
static bool pick(struct naming *n, enum rq_ltr_part part)
{
    int first = n->size > 1 ? n->found[n->size - 2] : -1;
    int second = n->size > 0 ? n->found[n->size - 1] : -1;
    const float *chances = rq_ltr_chances(n->ltr, first, second, part);
    double number = n->next(n->ctx) / 4294967296.0;
    for (int i = 0; i < n->ltr->letters; i++) {
        if (number < (double)chances[i]) {
            n->found[n->size++] = i;
            return true;
        }
    }
    return false;
}

/* One try; false when it led nowhere. The numbers 12, 3 and 100 are those of nwnltr, which says
 * that they are the game's. */
static bool try_name(struct naming *n)
{
    n->size = 0;
    for (int i = 0; i < 3; i++)
        if (!pick(n, RQ_LTR_START))
            return false;
    for (int attempts = 0; attempts <= 100 && n->size < RQ_LTR_NAME - 2;) {
        if (n->next(n->ctx) % 12 < (uint32_t)n->size && pick(n, RQ_LTR_END))
            return true;
        if (pick(n, RQ_LTR_MIDDLE))
            continue;
        attempts++;
        if (--n->size < 3)
            return false;
    }
    return false;
}

bool rq_ltr_name(const struct rq_ltr *ltr, uint32_t (*next)(void *ctx), void *ctx,
                 char name[RQ_LTR_NAME])
{
    enum { TRIES = 1000 };
    struct naming n = {.ltr = ltr, .next = next ? next : next_number, .ctx = ctx};
    bool fine = false;
    name[0] = 0;
    for (int i = 0; i < TRIES && !fine && ltr->letters && ltr->letters <= LETTERS; i++)
        fine = try_name(&n);
    for (int i = 0; fine && i < n.size; i++) {
        name[i] = letters[n.found[i]];
        name[i + 1] = 0;
    }
    if (name[0] >= 'a' && name[0] <= 'z')
        name[0] = (char)(name[0] - 'a' + 'A');
    return fine;
}

/* ---- for a person ---- */

static bool ltr_facts(struct rq_doc *doc)
{
    const struct rq_ltr *ltr = doc->root;
    char list[4 * (RQ_LTR_NAME + 2)] = "", name[RQ_LTR_NAME];
    uint32_t seed = 1;
    for (int i = 0; i < 4 && rq_ltr_name(ltr, NULL, &seed, name); i++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ", " : "", name);
    rq_fact_add(doc, "letters", "%u", ltr->letters);
    rq_fact_add(doc, "names such as", "%s", list[0] ? list : "none");
    return true;
}

const struct rq_format rq_format_ltr = {
    .info = {"ltr", "Letter frequencies V1.0", "kotor", "ltr"},
    .detect = ltr_detect,
    .read = ltr_read,
    .write = ltr_write,
    .to_json = ltr_to_json,
    .from_json = ltr_from_json,
    .facts = ltr_facts,
};
