/* KEY V1: names, types and places of all resources in BIF files. The one real file and both
 * writers that were looked at have the tables in one order; anything else is kept by its
 * places. */
#include "formats/archive.h"
#include "formats/extent.h"

#include <reliquary/key.h>
#include <stdio.h>

RQ_RECORD_TABLE(rq_key_header, RQ_KEY_HEADER);
RQ_RECORD_TABLE(rq_key_bif_record, RQ_KEY_BIF);
RQ_RECORD_TABLE(rq_key_entry, RQ_KEY_ENTRY);

enum { HEADER_SIZE = 64, BIF_SIZE = 12, ENTRY_SIZE = 22, LEAST_KEY = 3 };

/* The engine finds a resource by the low 14 bits of its id, and its BIF by bits 20 to 29. */
enum { ENGINE_INDICES = 1 << 14, ENGINE_BIFS = 1 << 10 };

enum { MOST_TYPES = 64, MOST_BAD = 20 };

/* Everything that the tight layout derives. */
struct rq_key_places {
    uint32_t bif_offset, key_offset;
    uint32_t *names; /* where each name starts */
    size_t count;
    struct rq_strays strays;
};

static unsigned key_detect(struct rq_bytes in, const char *name)
{
    (void)name;
    return in.size >= 8 && memcmp(in.data, "KEY V1", 6) == 0 ? 64 : 0;
}

static struct rq_resref resref_of(const struct rq_key_entry *entry)
{
    struct rq_resref ref = {.type = entry->type};
    memcpy(ref.name, entry->resref, RQ_RESREF);
    return ref;
}

static struct rq_resref resref_at(const void *root, size_t index)
{
    return resref_of(&((const struct rq_key *)root)->keys[index]);
}

/* ---- finding without a document ---- */

/* The table's bytes; empty when they are not there. */
static struct rq_bytes table_of(struct rq_bytes file, size_t count_at, size_t offset_at,
                                size_t size)
{
    if (file.size < HEADER_SIZE || memcmp(file.data, "KEY V1  ", 8) != 0)
        return (struct rq_bytes){0};
    uint64_t bytes = (uint64_t)rq_get32(file.data + count_at) * size;
    uint32_t offset = rq_get32(file.data + offset_at);
    if (offset > file.size || bytes > file.size - offset)
        return (struct rq_bytes){0};
    return (struct rq_bytes){file.data + offset, (size_t)bytes};
}

bool rq_key_find(struct rq_bytes file, const char *resref, uint32_t type, uint32_t *bif,
                 uint32_t *index)
{
    struct rq_bytes table = table_of(file, 12, 20, ENTRY_SIZE);
    struct rq_resref wanted = {.type = type};
    size_t length = strlen(resref);
    if (length == 0 || length > RQ_RESREF)
        return false;
    memcpy(wanted.name, resref, length);
    for (size_t at = 0; at < table.size; at += ENTRY_SIZE) {
        const uint8_t *entry = table.data + at;
        struct rq_resref ref = {.type = rq_get16(entry + RQ_RESREF)};
        if (ref.type != type)
            continue;
        memcpy(ref.name, entry, RQ_RESREF);
        if (!rq_resref_same(&ref, &wanted))
            continue;
        uint32_t id = rq_get32(entry + RQ_RESREF + 2);
        *bif = id >> RQ_KEY_INDEX_BITS;
        *index = id & RQ_KEY_INDEX_MASK;
        return true;
    }
    return false;
}

bool rq_key_bif_name(struct rq_bytes file, uint32_t bif, char path[RQ_KEY_PATH])
{
    struct rq_bytes table = table_of(file, 8, 16, BIF_SIZE);
    if (bif >= table.size / BIF_SIZE)
        return false;
    const uint8_t *record = table.data + (size_t)bif * BIF_SIZE;
    uint32_t offset = rq_get32(record + 4);
    size_t size = rq_get16(record + 8);
    if (offset > file.size || size > file.size - offset)
        return false;
    struct rq_bytes name = {file.data + offset, size};
    while (name.size && name.data[name.size - 1] == 0)
        name.size--;
    while (name.size && (name.data[0] == '\\' || name.data[0] == '/'))
        name = (struct rq_bytes){name.data + 1, name.size - 1};
    if (name.size == 0 || name.size > (RQ_KEY_PATH - 1) / 3 || memchr(name.data, 0, name.size))
        return false;
    struct rq_out out = {.data = (uint8_t *)path, .capacity = RQ_KEY_PATH};
    rq_text_decode(&out, RQ_CP1252, name);
    for (size_t i = 0; i < out.size; i++)
        path[i] = path[i] == '\\' ? '/' : path[i];
    path[out.size] = 0;
    return true;
}

/* ---- reading ---- */

static bool read_bifs(struct rq_doc *doc, struct rq_key *key, struct rq_cur *c)
{
    const struct rq_key_header *h = &key->header;
    uint64_t count = h->bif_count, total = 0;
    struct rq_cur table = rq_sub(c, count ? h->bif_offset : 0, count * BIF_SIZE, "bifs");
    key->bifs = rq_cur_get(doc, c, h->bif_count, sizeof *key->bifs);
    for (uint32_t i = 0; i < count && rq_ok(c); i++) {
        struct rq_key_bif *bif = &key->bifs[key->bif_count++];
        rq_enter(c, "bifs", i);
        rq_rec_read(&table, &rq_key_bif_record_rec, &bif->record);
        struct rq_cur text = rq_sub(c, bif->record.name_offset, bif->record.name_size, "name");
        bif->name = (struct rq_bytes){rq_take(&text, bif->record.name_size, RQ_KIND_text, "name"),
                                      bif->record.name_size};
        bif->no_nul = bif->name.size == 0 || (rq_ok(c) && bif->name.data[bif->name.size - 1] != 0);
        bif->name.size -= bif->no_nul ? 0 : 1;
        total += bif->record.name_size;
        if (rq_resource_shared(doc, total))
            return rq_bad(c, RQ_LIMIT, rq_tell(&table) - 4,
                          "the names share their bytes so often that they exceed the file");
        rq_leave(c);
    }
    return rq_ok(c);
}

static bool read_keys(struct rq_doc *doc, struct rq_key *key, struct rq_cur *c)
{
    const struct rq_key_header *h = &key->header;
    uint64_t count = h->key_count;
    struct rq_cur table = rq_sub(c, count ? h->key_offset : 0, count * ENTRY_SIZE, "keys");
    key->keys = rq_cur_get(doc, c, h->key_count, sizeof *key->keys);
    for (uint32_t i = 0; i < count && rq_ok(c); i++) {
        rq_enter(c, "keys", i);
        rq_rec_read(&table, &rq_key_entry_rec, &key->keys[key->key_count++]);
        rq_leave(c);
    }
    return rq_ok(c);
}

/* Keys that lead nowhere, or where the engine does not look. */
static void check_ids(struct rq_doc *doc, const struct rq_key *key)
{
    size_t bad = 0;
    if (key->bif_count > ENGINE_BIFS)
        rq_find(doc, "too-many-bifs", 8, "header", "%zu BIF files, the game reaches the first %d",
                key->bif_count, ENGINE_BIFS);
    for (size_t i = 0; i < key->key_count && bad < MOST_BAD; i++) {
        uint32_t id = key->keys[i].id, bif = id >> RQ_KEY_INDEX_BITS;
        uint32_t index = id & RQ_KEY_INDEX_MASK;
        if (bif >= key->bif_count)
            rq_find(doc, "no-such-bif", 0, "keys", "key %zu is in BIF %u of %zu", i, bif,
                    key->bif_count);
        else if (index >= ENGINE_INDICES)
            rq_find(doc, "high-index", 0, "keys",
                    "key %zu has index %u; the game looks at the low 14 bits only", i, index);
        else
            continue;
        bad++;
    }
}

static bool key_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_key *key = doc->root = rq_cur_get(doc, c, 1, sizeof *key);
    if (!key || !rq_rec_read(c, &rq_key_header_rec, &key->header))
        return false;
    if (memcmp(key->header.type, "KEY ", 4) != 0)
        return rq_bad(c, RQ_BAD_MAGIC, 0, "type is \"%.4s\"; KEY expected", key->header.type);
    if (memcmp(key->header.version, "V1  ", 4) != 0)
        return rq_bad(c, RQ_UNSUPPORTED, 4, "version is \"%.4s\", \"V1  \" expected",
                      key->header.version);
    if (!read_bifs(doc, key, c) || !read_keys(doc, key, c))
        return false;
    check_ids(doc, key);
    rq_resref_check(doc, resref_at, key->key_count, "keys");
    return true;
}

/* ---- writing ---- */

static size_t name_size(const struct rq_key_bif *bif)
{
    return bif->name.size + (bif->no_nul ? 0 : 1);
}

static void put_header(const struct rq_key *key, struct rq_out *out, uint64_t bifs, uint64_t keys)
{
    struct rq_key_header h = key->header;
    h.bif_count = (uint32_t)key->bif_count;
    h.key_count = (uint32_t)key->key_count;
    h.bif_offset = (uint32_t)bifs;
    h.key_offset = (uint32_t)keys;
    if (bifs > UINT32_MAX || keys > UINT32_MAX || key->key_count > UINT32_MAX)
        out->failed = RQ_LIMIT;
    rq_rec_write(out, &rq_key_header_rec, &h);
}

static void put_bif(const struct rq_key_bif *bif, struct rq_out *out, uint64_t name)
{
    struct rq_key_bif_record record = bif->record;
    record.name_offset = (uint32_t)name;
    record.name_size = (uint16_t)name_size(bif);
    if (name > UINT32_MAX || name_size(bif) > UINT16_MAX)
        out->failed = RQ_LIMIT;
    rq_rec_write(out, &rq_key_bif_record_rec, &record);
}

static void put_name(const struct rq_key_bif *bif, struct rq_out *out)
{
    rq_put_bytes(out, bif->name);
    rq_put_zeros(out, bif->no_nul ? 0 : 1);
}

static void put_tight(const struct rq_key *key, struct rq_out *out)
{
    uint64_t names = HEADER_SIZE + (uint64_t)key->bif_count * BIF_SIZE, at = names;
    uint64_t keys = names;
    for (size_t i = 0; i < key->bif_count; i++)
        keys += name_size(&key->bifs[i]);
    put_header(key, out, HEADER_SIZE, keys);
    for (size_t i = 0; i < key->bif_count; at += name_size(&key->bifs[i++]))
        put_bif(&key->bifs[i], out, at);
    for (size_t i = 0; i < key->bif_count; i++)
        put_name(&key->bifs[i], out);
    for (size_t i = 0; i < key->key_count; i++)
        rq_rec_write(out, &rq_key_entry_rec, &key->keys[i]);
}

/* Header, tables and names at their recorded places. `all` holds their bytes. */
static struct rq_block *place_blocks(struct rq_doc *doc, const struct rq_key *key,
                                     struct rq_out *all)
{
    const struct rq_key_places *p = key->places;
    struct rq_block *blocks = rq_arena_get(&doc->arena, key->bif_count + LEAST_KEY, sizeof *blocks);
    put_header(key, all, p->bif_offset, p->key_offset);
    for (size_t i = 0; i < key->bif_count; i++)
        put_bif(&key->bifs[i], all, p->names[i]);
    size_t keys = all->size;
    for (size_t i = 0; i < key->key_count; i++)
        rq_rec_write(all, &rq_key_entry_rec, &key->keys[i]);
    size_t at = all->size;
    for (size_t i = 0; i < key->bif_count; i++)
        put_name(&key->bifs[i], all);
    if (!blocks || all->failed)
        return NULL;
    blocks[0] = (struct rq_block){0, {all->data, HEADER_SIZE}};
    blocks[1] = (struct rq_block){p->bif_offset, {all->data + HEADER_SIZE, keys - HEADER_SIZE}};
    blocks[2] = (struct rq_block){p->key_offset, {all->data + keys, at - keys}};
    for (size_t i = 0; i < key->bif_count; i++) {
        blocks[i + LEAST_KEY] =
            (struct rq_block){p->names[i], {all->data + at, name_size(&key->bifs[i])}};
        at += name_size(&key->bifs[i]);
    }
    return blocks;
}

static bool settle_explicit(struct rq_doc *doc, struct rq_key *key)
{
    struct rq_key_places *p = rq_arena_get(&doc->arena, 1, sizeof *p);
    struct rq_out all = {.alloc = doc->alloc};
    if (!p || !(p->names = rq_arena_get(&doc->arena, key->bif_count, 4)))
        return false;
    p->bif_offset = key->header.bif_offset;
    p->key_offset = key->header.key_offset;
    p->count = key->bif_count;
    for (size_t i = 0; i < p->count; i++)
        p->names[i] = key->bifs[i].record.name_offset;
    key->places = p;
    struct rq_block *blocks = place_blocks(doc, key, &all);
    bool fine = blocks && rq_blocks_strays(doc, blocks, key->bif_count + LEAST_KEY, &p->strays);
    rq_out_free(&all);
    if (!fine)
        return false;
    key->layout = RQ_KEY_EXPLICIT;
    rq_find(doc, "explicit-layout", 0, "key", "blocks stand in no known order");
    return true;
}

/* False without an error when the document no longer fits its recorded places. */
static bool put_explicit(struct rq_doc *doc, struct rq_key *key, struct rq_out *out,
                         struct rq_error *err)
{
    struct rq_out all = {.alloc = doc->alloc};
    if (!key->places || key->places->count != key->bif_count)
        return false;
    struct rq_block *blocks = place_blocks(doc, key, &all);
    bool fine = blocks ? rq_blocks_write(doc, blocks, key->bif_count + LEAST_KEY,
                                         &key->places->strays, out, err)
                       : rq_fail_out(err, &all);
    rq_out_free(&all);
    return fine;
}

static bool key_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    struct rq_key *key = doc->root;
    size_t from = out->size;
    if (!key->layout) {
        put_tight(key, out);
        if (out->failed)
            return false;
        if (rq_same((struct rq_bytes){out->data + from, out->size - from}, doc->source)) {
            key->layout = RQ_KEY_TIGHT;
            return true;
        }
        rq_out_cut(out, from);
        if (!settle_explicit(doc, key))
            return rq_fail(err, RQ_NO_MEMORY, 0, "key", "no memory for the layout of this file");
    }
    if (key->layout == RQ_KEY_EXPLICIT) {
        if (put_explicit(doc, key, out, err))
            return true;
        if (err->code)
            return false;
        /* Edited: the recorded places don't hold any more. */
        key->layout = RQ_KEY_TIGHT;
    }
    put_tight(key, out);
    return !out->failed;
}

static bool key_settle(struct rq_doc *doc, struct rq_error *err)
{
    const struct rq_key *key = doc->root;
    return key->layout || rq_settle_by_writing(doc, err);
}

/* ---- JSON ---- */

static const struct rq_member places_members[] = {
    {RQ_VALUE("bifs", rq_key_places, bif_offset, u32)},
    {RQ_VALUE("keys", rq_key_places, key_offset, u32)},
    {RQ_VALUES("names", rq_key_places, names, count, u32)},
    {RQ_INLINE(rq_key_places, strays, rq_strays_shape)},
};
static const struct rq_shape places_shape = {
    RQ_SHAPE("places", rq_key_places, RQ_IN_LINES, places_members)};

static const struct rq_member bif_members[] = {
    {RQ_MEMBER("name", rq_key_bif, name, TEXT)},
    {RQ_RECORD(rq_key_bif, record, rq_key_bif_record_rec)},
    {RQ_MEMBER("no_nul", rq_key_bif, no_nul, BOOL), .optional = true},
};
static const struct rq_shape bif_shape = {RQ_SHAPE("bif", rq_key_bif, RQ_IN_ROW, bif_members)};

/* The one BIF of this name among those that the engine reaches; its limit also keeps a made-up file from
 * taking long. False: none, or several. */
static bool bif_named(const struct rq_key *key, struct rq_bytes name, uint32_t *number)
{
    size_t count = 0;
    for (size_t i = 0; i < key->bif_count && i < ENGINE_BIFS && count < 2; i++)
        if (rq_same(key->bifs[i].name, name)) {
            *number = (uint32_t)i;
            count++;
        }
    return count == 1;
}

/* The name, so that a key follows its BIF; the number where no BIF, or several, have the name. */
static void put_bif_of(struct rq_json *j, const struct rq_key *key, uint32_t number)
{
    uint32_t named = 0;
    if (number < key->bif_count && bif_named(key, key->bifs[number].name, &named) &&
        named == number)
        rq_json_text(j, RQ_CP1252, key->bifs[number].name);
    else
        rq_json_u64(j, number);
}

static uint32_t take_bif_of(struct rq_jr *jr, const struct rq_key *key)
{
    uint32_t number = 0;
    if (rq_jr_peek(jr) != RQ_J_STRING)
        return (uint32_t)rq_jr_unsigned(jr, UINT32_MAX >> RQ_KEY_INDEX_BITS);
    struct rq_bytes name = rq_jr_text(jr, RQ_CP1252);
    if (rq_jr_ok(jr) && !bif_named(key, name, &number))
        rq_jr_bad(jr, "no BIF before the keys, or more than one, is called \"%.*s\"",
                  (int)(name.size < RQ_KEY_PATH ? name.size : RQ_KEY_PATH),
                  (const char *)name.data);
    return number;
}

/* ["acbonus.2da", "data\\2da.bif", 0]; a name that does not say all is "", and its field and type
 * follow. */
static bool put_entry(struct rq_shaper *s, const void *object)
{
    const struct rq_key_entry *entry = object;
    struct rq_json *j = s->j;
    struct rq_resref ref = resref_of(entry);
    bool plain = rq_resref_plain(&ref);
    char name[RQ_RESREF_TEXT];
    rq_resref_text(&ref, name);
    rq_json_array_row(j);
    rq_json_str(j, plain ? name : "");
    put_bif_of(j, s->outer, entry->id >> RQ_KEY_INDEX_BITS);
    rq_json_u64(j, entry->id & RQ_KEY_INDEX_MASK);
    if (!plain) {
        size_t size = RQ_RESREF;
        while (size && entry->resref[size - 1] == 0)
            size--;
        rq_json_text(j, RQ_CP1252, (struct rq_bytes){(const uint8_t *)entry->resref, size});
        rq_json_u64(j, entry->type);
    }
    rq_json_end_array(j);
    return true;
}

static void take_entry(struct rq_shaper *s, void *object)
{
    struct rq_key_entry *entry = object;
    struct rq_jr *jr = s->jr;
    struct rq_resref ref = {0};
    bool open = true;
    rq_jr_array(jr);
    if (rq_jr_next(jr, &open))
        rq_resref_take(jr, &ref);
    if (rq_jr_next(jr, &open))
        entry->id = take_bif_of(jr, s->outer) << RQ_KEY_INDEX_BITS;
    if (rq_jr_next(jr, &open))
        entry->id |= (uint32_t)rq_jr_unsigned(jr, RQ_KEY_INDEX_MASK);
    else
        rq_jr_bad(jr, "a key is [\"name.ext\", bif, index]");
    memcpy(entry->resref, ref.name, RQ_RESREF);
    entry->type = (uint16_t)ref.type;
    if (!rq_jr_next(jr, &open))
        return;
    rq_jr_fixed(jr, RQ_CP1252, entry->resref, RQ_RESREF);
    if (rq_jr_next(jr, &open))
        entry->type = (uint16_t)rq_jr_unsigned(jr, UINT16_MAX);
    if (rq_jr_next(jr, &open))
        rq_jr_bad(jr, "a key is [\"name.ext\", bif, index]");
}

static const struct rq_member entry_members[] = {{RQ_HOOK("key", put_entry, take_entry)}};
static const struct rq_shape entry_shape = {
    RQ_SHAPE("key", rq_key_entry, RQ_AS_ITEM, entry_members)};

static bool is_explicit(const struct rq_shaper *s, const void *object)
{
    (void)s;
    return ((const struct rq_key *)object)->layout == RQ_KEY_EXPLICIT;
}

static void finish_key(struct rq_shaper *s, void *object)
{
    struct rq_key *key = object;
    (void)s;
    if (key->places)
        key->layout = RQ_KEY_EXPLICIT;
}

static const struct rq_member key_members[] = {
    {RQ_RECORD(rq_key, header, rq_key_header_rec), .page = RQ_CP1252},
    {RQ_BRANCH("places", rq_key, places, places_shape), .when = is_explicit},
    {RQ_LIST("bifs", rq_key, bifs, bif_count, bif_shape)},
    {RQ_LIST("keys", rq_key, keys, key_count, entry_shape)},
};
static const struct rq_shape key_shape = {RQ_SHAPE("key", rq_key, RQ_IN_LINES, key_members),
                                          .finish = finish_key};

static bool key_fresh(struct rq_doc *doc)
{
    struct rq_key *key = doc->root = rq_arena_get(&doc->arena, 1, sizeof *key);
    if (!key)
        return false;
    memcpy(key->header.type, "KEY ", 4);
    memcpy(key->header.version, "V1  ", 4);
    key->layout = RQ_KEY_TIGHT;
    return true;
}

/* ---- facts ---- */

struct tally {
    uint16_t type;
    size_t count;
};

/* How many keys there are of each type, the most frequent first. */
static size_t count_types(const struct rq_key *key, struct tally types[MOST_TYPES])
{
    size_t count = 0;
    for (size_t i = 0; i < key->key_count; i++) {
        size_t k = 0;
        while (k < count && types[k].type != key->keys[i].type)
            k++;
        if (k == MOST_TYPES)
            continue;
        if (k == count)
            types[count++] = (struct tally){key->keys[i].type, 0};
        types[k].count++;
        for (; k && types[k].count > types[k - 1].count; k--) {
            struct tally less = types[k - 1];
            types[k - 1] = types[k];
            types[k] = less;
        }
    }
    return count;
}

static bool key_facts(struct rq_doc *doc)
{
    const struct rq_key *key = doc->root;
    struct rq_error ignored = {0};
    struct tally types[MOST_TYPES];
    char list[500];
    size_t count = count_types(key, types), used = 0;
    rq_fact_add(doc, "bifs", "%zu", key->bif_count);
    rq_fact_add(doc, "keys", "%zu", key->key_count);
    if (key->header.build_year)
        rq_fact_add(doc, "built", "day %u of %u", key->header.build_day + 1,
                    key->header.build_year + 1900);
    for (size_t i = 0; i < count && used + RQ_RESTYPE_TEXT + 16 < sizeof list; i++) {
        char extension[RQ_RESTYPE_TEXT];
        rq_restype_extension(types[i].type, extension);
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s %zu", i ? ", " : "",
                                 extension, types[i].count);
    }
    if (count)
        rq_fact_add(doc, "types", "%s", list);
    if (key_settle(doc, &ignored))
        rq_fact_add(doc, "layout", "%s", key->layout == RQ_KEY_TIGHT ? "tight" : "explicit");
    return true;
}

static const struct rq_format_record key_records[] = {
    {&rq_key_header_rec, "header"},
    {&rq_key_bif_record_rec, "one for each BIF file"},
    {&rq_key_entry_rec, "one for each resource"},
    {NULL, NULL}};

static const struct rq_finding_kind key_findings[] = {
    {"explicit-layout", RQ_INFO, "blocks stand where no named layout puts them",
     "The game goes by the offsets, whatever the order. The places are kept until the document is "
     "changed."},
    {"no-such-bif", RQ_WARNING, "a key of a BIF file that is not listed",
     "The resource can't be found. What the game does when it is asked for is not known."},
    {"too-many-bifs", RQ_ERROR, "more than 1,024 BIF files",
     "The game has 10 bits for the number of a BIF file: it reads another one for those behind. Put "
     "more resources into each."},
    {"high-index", RQ_ERROR, "a resource behind the 16,384th of its BIF file",
     "The game takes the low 14 bits of the number only and reads another resource. Divide them "
     "among more files."},
    {"duplicate-name", RQ_WARNING, "two keys have one name",
     "The game finds the first and never the second."},
    {"unsafe-name", RQ_WARNING, "a name that can't be the name of a file",
     "The key is kept, but its resource can't be extracted under its own name."},
    {NULL, RQ_WARNING, NULL, NULL},
};

static const struct rq_extent_row extents[] = {{0, 16, 8, BIF_SIZE}, {0, 20, 12, ENTRY_SIZE}};
RQ_EXTENT(key_extent, extents)

const struct rq_format rq_format_key = {
    .info = {"key", "Index of BIF files V1", "kotor", "key"},
    .detect = key_detect,
    .extent = key_extent,
    .read = key_read,
    .write = key_write,
    .settle = key_settle,
    .records = key_records,
    .findings = key_findings,
    .no_rule = "explicit-layout",
    .shape = &key_shape,
    .facts = key_facts,
    .fresh = key_fresh,
};
