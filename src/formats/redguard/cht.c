/* CHT: 64 numbers as they stand in the game's memory, 13 of them with a name. */
#include "core/file.h"
#include "formats/format.h"

#include <reliquary/cht.h>

#include <stdio.h>

enum { CHT_SIZE = 256, CHEATS = 13 };

RQ_RECORD_TABLE(rq_cht_slots, RQ_CHT);

/* Its size and its name tell it from other numbers; without a name, slots that look like
 * switches and nothing behind them. */
static unsigned cht_detect(struct rq_bytes in, const char *name)
{
    uint32_t on = 0;
    if (in.size != CHT_SIZE)
        return 0;
    if (name[0])
        return rq_casecmp(rq_path_extension(name), "cht") == 0 ? 8 : 0;
    for (size_t i = 0; i < CHT_SIZE / 4; i++) {
        uint32_t slot = rq_get32(in.data + i * 4);
        if (slot > (i < CHEATS ? UINT8_MAX : 0))
            return 0;
        on |= slot;
    }
    return on ? 8 : 0;
}

static bool cht_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_cht *cht = doc->root = rq_cur_get(doc, c, 1, sizeof *cht);
    if (!cht || !rq_rec_read(c, &rq_cht_slots_rec, &cht->slots))
        return false;
    for (size_t i = 0; i < sizeof cht->slots.unused / 4; i++)
        if (cht->slots.unused[i])
            rq_find(doc, "unused-slot", (CHEATS + i) * 4, "unused",
                    "slot %zu is %u, but has no cheat", CHEATS + i, cht->slots.unused[i]);
    size_t rest = rq_left(c);
    if (rest)
        rq_find(doc, "trailing-bytes", CHT_SIZE, "trailing", "%zu bytes after the 64 slots", rest);
    cht->trailing = (struct rq_bytes){rq_take(c, rest, RQ_KIND_bytes, "trailing"), rest};
    return true;
}

static bool cht_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    const struct rq_cht *cht = doc->root;
    (void)err;
    rq_rec_write(out, &rq_cht_slots_rec, &cht->slots);
    rq_put_bytes(out, cht->trailing);
    return true;
}

static const struct rq_member cht_members[] = {
    {RQ_RECORD(rq_cht, slots, rq_cht_slots_rec)},
    {RQ_MEMBER("trailing", rq_cht, trailing, BYTES)},
};
static const struct rq_shape cht_shape = {RQ_SHAPE("cht", rq_cht, RQ_IN_LINES, cht_members)};

static bool cht_fresh(struct rq_doc *doc)
{
    doc->root = rq_arena_get(&doc->arena, 1, sizeof(struct rq_cht));
    return doc->root != NULL;
}

static bool cht_facts(struct rq_doc *doc)
{
    const struct rq_cht *cht = doc->root;
    size_t size = 0;
    char text[256]; /* all names together have fewer */
    for (size_t i = 0; i < CHEATS; i++) {
        uint32_t value;
        memcpy(&value, (const uint8_t *)&cht->slots + rq_cht_slots_rec.fields[i].offset, 4);
        if (!value)
            continue;
        size += (size_t)snprintf(text + size, sizeof text - size, "%s%s", size ? " " : "",
                                 rq_cht_slots_rec.fields[i].name);
    }
    rq_fact_add(doc, "on", "%s", size ? text : "none");
    return true;
}

static const struct rq_format_record cht_records[] = {
    {&rq_cht_slots_rec, "the whole file"},
    {NULL, NULL},
};

static const struct rq_finding_kind cht_findings[] = {
    {"unused-slot", RQ_WARNING, "a slot without a cheat is not 0",
     "The game has 13 cheats, in the first 13 of 64 slots. Whether it reads the others is "
     "not known; they are kept."},
    {"trailing-bytes", RQ_WARNING, "bytes after the 64 slots",
     "The game writes 256 bytes. The rest is kept when the file is written."},
    {NULL, RQ_WARNING, NULL, NULL},
};

const struct rq_format rq_format_cht = {
    .info = {"cht", "Cheats", "redguard", "cht"},
    .detect = cht_detect,
    .read = cht_read,
    .write = cht_write,
    .records = cht_records,
    .findings = cht_findings,
    .no_rule = "trailing-bytes",
    .shape = &cht_shape,
    .facts = cht_facts,
    .fresh = cht_fresh,
};
