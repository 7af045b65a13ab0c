/* WLD: a header, four sections of four maps of 128 x 128 bytes, a footer. One layout, always
 * 263432 bytes; the offsets in the header are not read by the game, and not by this reader. */
#include "formats/format.h"

#include <reliquary/wld.h>

enum {
    HEADER_SIZE = 1184,
    SECTION_HEADER = 22,
    SECTION_SIZE = SECTION_HEADER + RQ_WLD_MAPS * RQ_WLD_MAP,
    FOOTER_OFFSET = HEADER_SIZE + RQ_WLD_SECTIONS * SECTION_SIZE,
    WORLD_SIDE = 2 * RQ_WLD_SIDE,
    TEXTURE_BANK = 302,
};

RQ_RECORD_TABLE(rq_wld_header, RQ_WLD_HEADER);
RQ_RECORD_TABLE(rq_wld_section_header, RQ_WLD_SECTION);
RQ_RECORD_TABLE(rq_wld_footer, RQ_WLD_FOOTER);

/* No magic: the numbers that the game itself tests, and the grid that goes with the size. */
static unsigned wld_detect(struct rq_bytes in, const char *name)
{
    (void)name;
    if (in.size < HEADER_SIZE || rq_get32(in.data + 4) != 2 || rq_get32(in.data + 8) != 2 ||
        rq_get32(in.data + 20) != 1 || rq_get32(in.data + 24) != SECTION_HEADER)
        return 0;
    return rq_get32(in.data + 28) == FOOTER_OFFSET ? 80 : 48;
}

/* ---- reading ---- */

/* Where a section starts, and what its first word is in every file. */
static uint32_t section_start(size_t i)
{
    return (uint32_t)(HEADER_SIZE + i * SECTION_SIZE);
}

static const uint16_t first_words[RQ_WLD_SECTIONS] = {2152, 568, 1308, 10};

static void look_at_header(struct rq_doc *doc, const struct rq_wld *wld)
{
    const struct rq_wld_header *h = &wld->header;
    if (h->footer_offset != FOOTER_OFFSET)
        rq_find(doc, "wrong-offset", 28, "footer_offset", "%u, but the footer stands at %d",
                h->footer_offset, FOOTER_OFFSET);
    for (size_t i = 0; i < RQ_WLD_SECTIONS; i++)
        if (h->section_offsets[i] != section_start(i))
            rq_find(doc, "wrong-offset", 144 + i * 4, "section_offsets",
                    "section %zu at %u, but it stands at %u", i, h->section_offsets[i],
                    section_start(i));
}

static void look_at_section(struct rq_doc *doc, const struct rq_wld_section *s, size_t i)
{
    uint64_t at = section_start(i);
    size_t used[RQ_WLD_MAPS] = {0};
    if (s->header.texbsi_file != TEXTURE_BANK)
        rq_find(doc, "other-bank", at + 6, "texbsi_file",
                "%u in section %zu; the game takes %d all the same", s->header.texbsi_file, i,
                TEXTURE_BANK);
    if (s->header.map_size != WORLD_SIDE)
        rq_find(doc, "wrong-map-size", at + 8, "map_size", "%u in section %zu, %d expected",
                s->header.map_size, i, WORLD_SIDE);
    for (size_t map = 1; map < RQ_WLD_MAPS; map += 2)
        for (size_t k = 0; k < RQ_WLD_MAP; k++)
            used[map] += s->maps[map][k] != 0;
    for (size_t map = 1; map < RQ_WLD_MAPS; map += 2)
        if (used[map])
            rq_find(doc, "used-map", at + SECTION_HEADER + map * RQ_WLD_MAP, "maps",
                    "map %zu of section %zu has %zu bytes that the game passes over", map + 1, i,
                    used[map]);
}

static bool read_section(struct rq_cur *c, struct rq_wld_section *s)
{
    static const char *const names[RQ_WLD_MAPS] = {"heights", "map_2", "textures", "map_4"};
    if (!rq_rec_read(c, &rq_wld_section_header_rec, &s->header))
        return false;
    for (size_t map = 0; map < RQ_WLD_MAPS; map++) {
        const uint8_t *p = rq_take(c, RQ_WLD_MAP, RQ_KIND_bytes, names[map]);
        if (!p)
            return false;
        memcpy(s->maps[map], p, RQ_WLD_MAP);
    }
    return true;
}

static bool wld_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_wld *wld = doc->root = rq_cur_get(doc, c, 1, sizeof *wld);
    if (!wld || !rq_rec_read(c, &rq_wld_header_rec, &wld->header))
        return false;
    const struct rq_wld_header *h = &wld->header;
    if (h->unknown_14 != 1 || h->section_header_size != SECTION_HEADER)
        return rq_bad(c, RQ_BAD_MAGIC, 20, "%u and %u where the game demands 1 and %d",
                      h->unknown_14, h->section_header_size, SECTION_HEADER);
    if (h->section_cols != 2 || h->section_rows != 2)
        return rq_bad(c, RQ_UNSUPPORTED, 4, "%u x %u sections; every known file has 2 x 2",
                      h->section_cols, h->section_rows);
    for (size_t i = 0; i < RQ_WLD_SECTIONS; i++) {
        rq_enter(c, "sections", (int64_t)i);
        if (!read_section(c, &wld->sections[i]))
            return false;
        rq_leave(c);
    }
    if (!rq_rec_read(c, &rq_wld_footer_rec, &wld->footer))
        return false;
    uint64_t at = rq_tell(c);
    size_t rest = rq_left(c);
    wld->trailing = (struct rq_bytes){rq_take(c, rest, RQ_KIND_bytes, "trailing"), rest};
    look_at_header(doc, wld);
    for (size_t i = 0; i < RQ_WLD_SECTIONS; i++)
        look_at_section(doc, &wld->sections[i], i);
    if (memcmp(wld->footer.magic, "TULO", 4) != 0)
        rq_find(doc, "bad-footer", FOOTER_OFFSET, "footer", "does not start with TULO");
    if (rest)
        rq_find(doc, "trailing-bytes", at, "trailing", "%zu bytes after the footer", rest);
    return true;
}

static bool wld_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    const struct rq_wld *wld = doc->root;
    (void)err;
    rq_reserve(out, FOOTER_OFFSET + 16 + wld->trailing.size);
    rq_rec_write(out, &rq_wld_header_rec, &wld->header);
    for (size_t i = 0; i < RQ_WLD_SECTIONS; i++) {
        rq_rec_write(out, &rq_wld_section_header_rec, &wld->sections[i].header);
        rq_put(out, wld->sections[i].maps, sizeof wld->sections[i].maps);
    }
    rq_rec_write(out, &rq_wld_footer_rec, &wld->footer);
    rq_put_bytes(out, wld->trailing);
    return true;
}

/* ---- JSON ---- */

static bool is_zero(const uint8_t *p, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (p[i])
            return false;
    return true;
}

/* A row of a map as hexadecimal text: two letters a cell, so that rows stand below each other
 * and a person can find a cell. */
static bool put_map(struct rq_shaper *s, const void *section)
{
    static const char digits[] = "0123456789abcdef";
    const uint8_t *map = (const uint8_t *)section + s->member->at;
    struct rq_json *j = s->j;
    rq_json_key(j, s->member->name);
    rq_json_array(j);
    for (size_t y = 0; y < RQ_WLD_SIDE; y++) {
        uint8_t text[RQ_WLD_SIDE * 2];
        for (size_t x = 0; x < RQ_WLD_SIDE; x++) {
            text[x * 2] = (uint8_t)digits[map[y * RQ_WLD_SIDE + x] >> 4];
            text[x * 2 + 1] = (uint8_t)digits[map[y * RQ_WLD_SIDE + x] & 15];
        }
        rq_json_utf8(j, (struct rq_bytes){text, sizeof text});
    }
    rq_json_end_array(j);
    return true;
}

static int nibble(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = rq_lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static void take_map(struct rq_shaper *s, void *section)
{
    uint8_t *map = (uint8_t *)section + s->member->at;
    struct rq_jr *jr = s->jr;
    size_t y = 0;
    rq_jr_array(jr);
    for (; rq_jr_more(jr); y++) {
        struct rq_str row = rq_jr_string(jr);
        bool fits = y < RQ_WLD_SIDE && row.size == (size_t)RQ_WLD_SIDE * 2;
        for (size_t x = 0; x < RQ_WLD_SIDE && fits; x++) {
            int high = nibble(row.text[x * 2]), low = nibble(row.text[x * 2 + 1]);
            fits = high >= 0 && low >= 0;
            if (fits)
                map[y * RQ_WLD_SIDE + x] = (uint8_t)(high << 4 | low);
        }
        if (!fits) {
            rq_jr_bad(jr, "a map has %d rows of %d hexadecimal digits", RQ_WLD_SIDE,
                      RQ_WLD_SIDE * 2);
            return;
        }
    }
    if (rq_jr_ok(jr) && y != RQ_WLD_SIDE)
        rq_jr_bad(jr, "%zu rows, %d needed", y, RQ_WLD_SIDE);
}

static bool is_used(const struct rq_shaper *s, const void *section)
{
    return !is_zero((const uint8_t *)section + s->member->at, RQ_WLD_MAP);
}

/* The constants that every file has. */
static void start_section(struct rq_shaper *s, void *section)
{
    ((struct rq_wld_section *)section)->header = (struct rq_wld_section_header){
        {first_words[s->index], 0, 0}, TEXTURE_BANK, WORLD_SIDE, {0}};
}

#define MAP(key, n) RQ_HOOK(key, put_map, take_map), .at = offsetof(struct rq_wld_section, maps[n])
static const struct rq_member section_members[] = {
    {RQ_RECORD(rq_wld_section, header, rq_wld_section_header_rec)},
    {MAP("heights", 0)},
    {MAP("map_2", 1), .when = is_used},
    {MAP("textures", 2)},
    {MAP("map_4", 3), .when = is_used},
};
#undef MAP
static const struct rq_shape section_shape = {
    RQ_SHAPE("section", rq_wld_section, RQ_IN_LINES, section_members), .start = start_section};

static const struct rq_member footer_members[] = {{RQ_FIELDS(rq_wld_footer_rec)}};
static const struct rq_shape footer_shape = {
    RQ_SHAPE("footer", rq_wld_footer, RQ_IN_LINES, footer_members)};

static const struct rq_member wld_members[] = {
    {RQ_RECORD(rq_wld, header, rq_wld_header_rec)},
    {RQ_ARRAY("sections", rq_wld, sections, section_shape), .required = true},
    {RQ_PART("footer", rq_wld, footer, footer_shape)},
    {RQ_MEMBER("trailing", rq_wld, trailing, BYTES)},
};
static const struct rq_shape wld_shape = {RQ_SHAPE("wld", rq_wld, RQ_IN_LINES, wld_members)};

/* Flat ground with the constants that every file has. */
static bool wld_fresh(struct rq_doc *doc)
{
    struct rq_wld *wld = doc->root = rq_arena_get(&doc->arena, 1, sizeof *wld);
    if (!wld)
        return false;
    wld->header = (struct rq_wld_header){.unknown_00 = 16,
                                         .section_cols = 2,
                                         .section_rows = 2,
                                         .unknown_10 = 160,
                                         .unknown_14 = 1,
                                         .section_header_size = SECTION_HEADER,
                                         .footer_offset = FOOTER_OFFSET,
                                         .unknown_a0 = 0x7F501E19};
    wld->footer = (struct rq_wld_footer){{'T', 'U', 'L', 'O'}, 0x0043C028, 0xFFFFFFFF, 0x00043735};
    for (size_t i = 0; i < RQ_WLD_SECTIONS; i++) {
        wld->header.section_offsets[i] = section_start(i);
        start_section(&(struct rq_shaper){.index = i}, &wld->sections[i]);
    }
    return true;
}

/* ---- facts and pictures ---- */

static bool wld_facts(struct rq_doc *doc)
{
    const struct rq_wld *wld = doc->root;
    unsigned lowest = 127, highest = 0;
    size_t flagged = 0, textures = 0;
    bool seen[64] = {false};
    for (size_t s = 0; s < RQ_WLD_SECTIONS; s++)
        for (size_t i = 0; i < RQ_WLD_MAP; i++) {
            unsigned byte = wld->sections[s].maps[0][i], height = byte & RQ_WLD_HEIGHT_MASK;
            lowest = height < lowest ? height : lowest;
            highest = height > highest ? height : highest;
            flagged += byte & RQ_WLD_BUILD_FLAG ? 1 : 0;
            seen[wld->sections[s].maps[2][i] & RQ_WLD_TEXTURE_MASK] = true;
        }
    for (size_t i = 0; i < 64; i++)
        textures += seen[i];
    rq_fact_add(doc, "grid", "%d x %d", WORLD_SIDE, WORLD_SIDE);
    rq_fact_add(doc, "heights", "index %u to %u, %zu with the editor's flag", lowest, highest,
                flagged);
    rq_fact_add(doc, "textures", "%zu of bank %u", textures, wld->sections[0].header.texbsi_file);
    return true;
}

/* What a byte of a map becomes in a picture: grey, spread so that an eye sees it, and exact
 * on the way back. */
static const struct plane_rule {
    const char *name;
    uint8_t map, shift, mask, spread;
} rules[] = {
    {"height", 0, 0, RQ_WLD_HEIGHT_MASK, 2},
    {"flag", 0, 7, 1, 255},
    {"texture", 2, 0, RQ_WLD_TEXTURE_MASK, 4},
    {"rotation", 2, RQ_WLD_TURN_SHIFT, 3, 85},
    {"map_2", 1, 0, 255, 1},
    {"map_4", 3, 0, 255, 1},
};

enum { RULES = sizeof rules / sizeof rules[0], RULES_ALWAYS = 4 };

/* The byte of a map at a place of the whole ground. */
static size_t section_of(size_t x, size_t y)
{
    return y / RQ_WLD_SIDE * 2 + x / RQ_WLD_SIDE;
}

static size_t cell_of(size_t x, size_t y)
{
    return y % RQ_WLD_SIDE * RQ_WLD_SIDE + x % RQ_WLD_SIDE;
}

static bool wld_images(struct rq_doc *doc, const struct rq_view *view,
                       const struct rq_image **images, size_t *count)
{
    const struct rq_wld *wld = doc->root;
    enum { CELLS = WORLD_SIDE * WORLD_SIDE };
    struct rq_image *list = rq_arena_get(view->arena, RULES, sizeof *list);
    struct rq_plane *planes = rq_arena_get(view->arena, RULES, sizeof *planes);
    size_t n = 0;
    for (size_t r = 0; list && planes && r < RULES; r++) {
        uint8_t *pixels = rq_arena_get(view->arena, CELLS, 1);
        if (!pixels)
            list = NULL;
        for (size_t i = 0; pixels && i < CELLS; i++) {
            size_t x = i % WORLD_SIDE, y = i / WORLD_SIDE;
            uint8_t byte = wld->sections[section_of(x, y)].maps[rules[r].map][cell_of(x, y)];
            pixels[i] = (uint8_t)((byte >> rules[r].shift & rules[r].mask) * rules[r].spread);
        }
        if (!pixels || (r >= RULES_ALWAYS && is_zero(pixels, CELLS)))
            continue;
        planes[n] = (struct rq_plane){WORLD_SIDE, WORLD_SIDE, {pixels, CELLS}};
        list[n] = (struct rq_image){.name = rules[r].name,
                                    .pixels = RQ_PIXELS_GREY8,
                                    .mips = 1,
                                    .faces = 1,
                                    .frames = 1,
                                    .planes = &planes[n]};
        n++;
    }
    if (!list || !planes)
        return rq_fail(view->err, RQ_NO_MEMORY, 0, "wld", "out of memory");
    *images = list;
    *count = n;
    return true;
}

static bool wld_put_image(struct rq_doc *doc, const char *name, const struct rq_image *image,
                          struct rq_error *err)
{
    struct rq_wld *wld = doc->root;
    const struct rq_plane *plane = rq_image_plane(image, 0, 0, 0);
    const struct plane_rule *rule = NULL;
    for (size_t r = 0; r < RULES; r++)
        if (rq_casecmp(rules[r].name, name) == 0)
            rule = &rules[r];
    if (!rule)
        return rq_fail(err, RQ_USAGE, 0, name,
                       "is not a map: height, flag, texture, rotation, map_2 or map_4");
    if (plane->width != WORLD_SIDE || plane->height != WORLD_SIDE)
        return rq_fail(err, RQ_USAGE, 0, name, "%u x %u pixels, a map has %d x %d", plane->width,
                       plane->height, WORLD_SIDE, WORLD_SIDE);
    uint8_t *rgba = rq_mem(doc->alloc, NULL, (size_t)WORLD_SIDE * WORLD_SIDE * 4);
    if (!rgba)
        return rq_fail(err, RQ_NO_MEMORY, 0, name, "out of memory");
    rq_plane_rgba(image, plane, rgba);
    for (size_t i = 0; i < (size_t)WORLD_SIDE * WORLD_SIDE; i++) {
        size_t x = i % WORLD_SIDE, y = i / WORLD_SIDE;
        uint8_t *byte = &wld->sections[section_of(x, y)].maps[rule->map][cell_of(x, y)];
        unsigned value = rgba[i * 4] / rule->spread, bits = (unsigned)rule->mask << rule->shift;
        value = value > rule->mask ? rule->mask : value;
        *byte = (uint8_t)((*byte & ~bits) | value << rule->shift);
    }
    rq_mem(doc->alloc, rgba, 0);
    return true;
}

static const struct rq_facet_pictures pictures = {
    .images = wld_images,
    .put_image = wld_put_image,
};

static const struct rq_format_record wld_records[] = {
    {&rq_wld_header_rec, "header"},
    {&rq_wld_section_header_rec, "before the four maps of each of the 4 sections"},
    {&rq_wld_footer_rec, "footer"},
    {NULL, NULL},
};

static const struct rq_finding_kind wld_findings[] = {
    {"wrong-offset", RQ_WARNING,
     "an offset of the header is not where its section or the footer stands",
     "The game does not read the offsets: sections stand one behind the other. They are "
     "kept; other programs may read them."},
    {"other-bank", RQ_WARNING, "a section names another bank of textures than 302",
     "The game takes TEXBSI.302 without looking at the number."},
    {"wrong-map-size", RQ_WARNING, "map_size is not 256",
     "Every file has 256 here. What the game does with another value is not known."},
    {"used-map", RQ_WARNING, "map 2 or 4 of a section is not empty",
     "The game passes over both maps. Their bytes are kept."},
    {"bad-footer", RQ_WARNING, "the footer does not start with TULO",
     "The game does not read the footer. It is kept as it is."},
    {"trailing-bytes", RQ_WARNING, "bytes after the footer",
     "The game does not read them. They are kept when the file is written."},
    {NULL, RQ_WARNING, NULL, NULL},
};

const struct rq_format rq_format_wld = {
    .info = {"wld", "Ground", "redguard", "wld"},
    .detect = wld_detect,
    .read = wld_read,
    .write = wld_write,
    .records = wld_records,
    .findings = wld_findings,
    .shape = &wld_shape,
    .facts = wld_facts,
    .fresh = wld_fresh,
    .pictures = &pictures,
};
