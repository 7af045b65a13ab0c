/* LTR V1.0: a header of 9 bytes and nothing but floats. */
#include "formats/extent.h"
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
            rq_find(doc, "falling-chances", at, parts[part],
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
        rq_find(doc, "letter-count", 8, "letters", "%u letters; 28 or 26 expected", header.letters);
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

/* The tables of a block. */
struct block {
    float *start, *middle, *end;
    size_t counts[RQ_LTR_PARTS];
};

static const struct rq_ltr *ltr_of(const struct rq_shaper *s)
{
    return ((const struct rq_doc *)s->doc)->root;
}

static bool put_after(struct rq_shaper *s, const void *object)
{
    char name[32];
    (void)object;
    block_name(ltr_of(s), s->index, name);
    rq_json_key(s->j, s->member->name);
    rq_json_str(s->j, name);
    return true;
}

static void take_after(struct rq_shaper *s, void *object)
{
    struct rq_str given = rq_jr_string(s->jr);
    char name[32];
    (void)object;
    block_name(ltr_of(s), s->index, name);
    if (rq_jr_ok(s->jr) && !rq_str_is(given, name))
        rq_jr_bad(s->jr, "block %zu is that after \"%s\"", s->index, name);
}

static const struct rq_member block_members[] = {
    {RQ_HOOK("after", put_after, take_after)},
    {RQ_VALUES("start", block, start, counts[0], f32), .required = true},
    {RQ_VALUES("middle", block, middle, counts[1], f32), .required = true},
    {RQ_VALUES("end", block, end, counts[2], f32), .required = true},
};
static const struct rq_shape block_shape = {RQ_SHAPE("block", block, RQ_IN_LINES, block_members)};

static size_t block_count(const struct rq_ltr *ltr)
{
    return ltr->letters ? rq_ltr_blocks(ltr->letters) : 0;
}

static bool put_blocks(struct rq_shaper *s, const void *object)
{
    const struct rq_ltr *ltr = object;
    size_t n = ltr->letters, blocks = block_count(ltr);
    float *chances = ltr->chances;
    rq_json_key(s->j, s->member->name);
    rq_json_array(s->j);
    for (size_t i = 0; i < blocks; i++, chances += RQ_LTR_PARTS * n) {
        struct block block = {chances, chances + n, chances + 2 * n, {n, n, n}};
        s->index = i;
        rq_shape_put_value(s, &block_shape, &block);
    }
    rq_json_end_array(s->j);
    return true;
}

static void take_block(struct rq_shaper *s, float *chances, size_t n)
{
    struct block block = {0};
    if (!rq_shape_take_value(s, &block_shape, &block))
        return;
    for (size_t part = 0; part < RQ_LTR_PARTS; part++)
        if (block.counts[part] != n) {
            rq_jr_bad(s->jr, "%zu letters need as many chances, not %zu", n, block.counts[part]);
            return;
        }
    memcpy(chances, block.start, n * sizeof *chances);
    memcpy(chances + n, block.middle, n * sizeof *chances);
    memcpy(chances + 2 * n, block.end, n * sizeof *chances);
}

static void take_blocks(struct rq_shaper *s, void *object)
{
    struct rq_ltr *ltr = object;
    size_t n = ltr->letters, blocks = block_count(ltr);
    if (rq_jr_length(s->jr) != blocks) {
        rq_jr_bad(s->jr, "%u letters have %zu blocks", ltr->letters, blocks);
        return;
    }
    ltr->chances = rq_jr_get(s->jr, rq_ltr_count(ltr->letters), sizeof *ltr->chances);
    rq_jr_array(s->jr);
    for (s->index = 0; ltr->chances && rq_jr_more(s->jr); s->index++)
        take_block(s, ltr->chances + s->index * RQ_LTR_PARTS * n, n);
}

/* The blocks go by the number of letters, which stands before them. */
static bool has_no_blocks(const struct rq_shaper *s, const void *object)
{
    return s->j || !((const struct rq_ltr *)object)->chances;
}

static void finish_ltr(struct rq_shaper *s, void *object)
{
    if (!((const struct rq_ltr *)object)->chances)
        rq_jr_bad(s->jr, "\"letters\" and \"blocks\" are missing");
}

static const struct rq_member ltr_members[] = {
    {RQ_VALUE("letters", rq_ltr, letters, u8), .only = has_no_blocks},
    {RQ_HOOK("blocks", put_blocks, take_blocks)},
    {RQ_MEMBER("tail", rq_ltr, tail, BYTES)},
};
static const struct rq_shape ltr_shape = {RQ_SHAPE("ltr", rq_ltr, RQ_IN_LINES, ltr_members),
                                          .finish = finish_ltr};

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

static const struct rq_format_record ltr_records[] = {{&rq_ltr_header_rec, "header"}, {NULL, NULL}};

static const struct rq_finding_kind ltr_findings[] = {
    {"letter-count", RQ_WARNING, "neither 28 nor 26 letters",
     "The game's files have 28, those of another game 26. What the game does with others is not "
     "known."},
    {"falling-chances", RQ_WARNING, "chances that are not 0 to 1 in rising order",
     "A number is the chance of its letter and of all before it. A letter whose number is not above "
     "those before is never picked."},
    {"trailing-bytes", RQ_WARNING, "bytes after the last block",
     "The game refuses such a file. Take them out."},
    {NULL, RQ_WARNING, NULL, NULL},
};

static uint64_t ltr_extent(struct rq_bytes in, bool *exact)
{
    *exact = true;
    return in.size < HEADER_SIZE ? 0 : HEADER_SIZE + 4 * (uint64_t)rq_ltr_count(in.data[8]);
}

const struct rq_format rq_format_ltr = {
    .info = {"ltr", "Letter frequencies V1.0", "kotor", "ltr"},
    .detect = ltr_detect,
    .extent = ltr_extent,
    .read = ltr_read,
    .write = ltr_write,
    .records = ltr_records,
    .findings = ltr_findings,
    .shape = &ltr_shape,
    .facts = ltr_facts,
};
