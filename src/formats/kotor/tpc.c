/* TPC: 128 bytes of header, the levels of all faces or frames, the text of a TXI. The
 * number of faces and frames is not in the header: it follows from the shape and the
 * text. One layout. */
#include "formats/kotor/tpc_parts.h"

RQ_RECORD_TABLE(rq_tpc_header, RQ_TPC_HEADER);

enum {
    HEADER_SIZE = 128,
    LARGEST_SIDE = RQ_TPC_LARGEST_SIDE,
    MOST_MIPS = RQ_TPC_MOST_MIPS,
    MOST_FRAMES = 4096
};

enum { ENC_GREY = 1, ENC_RGB = 2, ENC_RGBA = 4, ENC_SWIZZLED = 12 };

static bool known_encoding(const struct rq_tpc_header *h)
{
    if (h->data_size)
        return h->encoding == ENC_RGB || h->encoding == ENC_RGBA;
    return h->encoding == ENC_GREY || h->encoding == ENC_RGB || h->encoding == ENC_RGBA ||
           h->encoding == ENC_SWIZZLED;
}

static bool sane_header(const struct rq_tpc_header *h)
{
    return known_encoding(h) && h->width && h->height && h->width <= LARGEST_SIDE &&
           h->height <= LARGEST_SIDE && h->mip_count && h->mip_count <= MOST_MIPS;
}

enum rq_pixels rq_tpc_pixels(const struct rq_tpc_header *h)
{
    if (h->data_size)
        return h->encoding == ENC_RGB ? RQ_PIXELS_DXT1 : RQ_PIXELS_DXT5;
    switch (h->encoding) {
    case ENC_GREY: return RQ_PIXELS_GREY8;
    case ENC_RGB: return RQ_PIXELS_RGB8;
    case ENC_SWIZZLED: return RQ_PIXELS_BGRA8_SWIZZLED;
    default: return RQ_PIXELS_RGBA8;
    }
}

/* There is no magic: what can be verified is a size that fits, a known encoding, a sane
 * count of levels and the zeros of the reserved bytes. */
static unsigned tpc_detect(struct rq_bytes in, const char *name)
{
    (void)name;
    if (in.size < HEADER_SIZE)
        return 0;
    struct rq_tpc_header h = {.data_size = rq_get32(in.data),
                              .width = rq_get16(in.data + 8),
                              .height = rq_get16(in.data + 10),
                              .encoding = in.data[12],
                              .mip_count = in.data[13]};
    if (!sane_header(&h) || h.data_size > in.size - HEADER_SIZE)
        return 0;
    size_t zeros = 0;
    while (zeros < 114 && in.data[14 + zeros] == 0)
        zeros++;
    if (zeros < 114)
        return 0;
    uint64_t sheet = rq_pixels_size(rq_tpc_pixels(&h), h.width, h.height);
    bool exact = h.data_size == 0 ? sheet <= in.size - HEADER_SIZE
                                  : h.data_size == sheet || h.data_size * 6ull == sheet;
    return exact ? 48 : 16;
}

/* ---- the text ---- */

static bool next_line(struct rq_bytes *text, struct rq_bytes *line)
{
    if (text->size == 0)
        return false;
    size_t n = 0;
    while (n < text->size && text->data[n] != '\n' && text->data[n] != '\r')
        n++;
    *line = (struct rq_bytes){text->data, n};
    n += n < text->size;
    text->data += n;
    text->size -= n;
    return true;
}

/* The argument of `word` when the line is that command. */
static bool command(struct rq_bytes line, const char *word, struct rq_bytes *argument)
{
    size_t n = strlen(word), i = 0;
    while (line.size && (line.data[0] == ' ' || line.data[0] == '\t'))
        line.data++, line.size--;
    for (; i < n; i++)
        if (i >= line.size || rq_lower((char)line.data[i]) != word[i])
            return false;
    if (i < line.size && line.data[i] != ' ' && line.data[i] != '\t')
        return false;
    while (i < line.size && (line.data[i] == ' ' || line.data[i] == '\t'))
        i++;
    *argument = (struct rq_bytes){line.data + i, line.size - i};
    return true;
}

static uint32_t number(struct rq_bytes text)
{
    uint32_t v = 0;
    for (size_t i = 0; i < text.size && text.data[i] >= '0' && text.data[i] <= '9' && v < 100000;
         i++)
        v = v * 10 + (uint32_t)(text.data[i] - '0');
    return v;
}

/* A sheet of frames: "proceduretype cycle" with numx, numy and fps. */
void rq_tpc_cycle(struct rq_bytes text, struct rq_tpc *tpc)
{
    struct rq_bytes line, argument;
    uint32_t x = 0, y = 0, fps = 0;
    bool cycles = false;
    while (next_line(&text, &line)) {
        struct rq_bytes word = {0};
        if (command(line, "proceduretype", &word)) {
            struct rq_bytes ignored;
            cycles = command(word, "cycle", &ignored);
        } else if (command(line, "numx", &argument)) {
            x = number(argument);
        } else if (command(line, "numy", &argument)) {
            y = number(argument);
        } else if (command(line, "fps", &argument)) {
            fps = number(argument);
        }
    }
    if (!cycles || y == 0 || fps == 0 || x > MOST_FRAMES / y || x * y < 2 ||
        tpc->header.width % x || tpc->header.height % y)
        return;
    tpc->frames_x = x;
    tpc->frames_y = y;
    tpc->frames = x * y;
    tpc->fps = fps;
}

/* ---- levels ---- */

static uint32_t mip_side(uint32_t side, uint32_t mip)
{
    return side >> mip ? side >> mip : 1;
}

/* How the pixels are divided; bytes of all levels, 0 when it can't be. */
static uint64_t plan_levels(struct rq_tpc *tpc)
{
    const struct rq_tpc_header *h = &tpc->header;
    uint32_t width = h->width / tpc->frames_x;
    uint32_t height = h->height / tpc->frames_y / tpc->faces;
    tpc->mips = h->mip_count;
    if (tpc->frames > 1) {
        /* Each frame has its own chain, down to one pixel of the shorter side. */
        uint32_t shorter = width < height ? width : height;
        for (tpc->mips = 1; shorter >> tpc->mips; tpc->mips++)
            ;
        if (h->mip_count == 1)
            tpc->mips = 1;
    }
    uint64_t chain = 0;
    for (uint32_t mip = 0; mip < tpc->mips; mip++)
        chain += rq_pixels_size(rq_tpc_pixels(h), mip_side(width, mip), mip_side(height, mip));
    return chain * tpc->faces * tpc->frames;
}

/* Six faces below each other, when the stated size is that of one. */
static bool is_cube(const struct rq_tpc_header *h)
{
    if (h->height / h->width != 6 || h->height % 6)
        return false;
    return !h->data_size ||
           h->data_size == rq_pixels_size(rq_tpc_pixels(h), h->width, h->height / 6u);
}

static bool is_text(struct rq_bytes bytes)
{
    for (size_t i = 0; i < bytes.size; i++) {
        uint8_t c = bytes.data[i];
        if (c < 0x20 && c != '\t' && c != '\r' && c != '\n' && c != 0)
            return false;
        if (c >= 0x7F)
            return false;
    }
    return bytes.size > 0;
}

/* The text at the end, before it is known where the pixels stop: what follows the last byte
 * that no text has. Pixels that look like text may still stand before its first word. */
static struct rq_bytes text_tail(struct rq_bytes body, size_t from)
{
    static const char *const words[] = {"proceduretype", "numx", "numy", "fps"};
    struct rq_bytes argument, none = {body.data + body.size, 0};
    size_t at = body.size, first = SIZE_MAX;
    while (at > from && is_text((struct rq_bytes){body.data + at - 1, 1}))
        at--;
    for (size_t i = at; i < body.size && first == SIZE_MAX; i++)
        for (size_t k = 0; k < sizeof words / sizeof words[0] && first == SIZE_MAX; k++)
            if (body.data[i] != ' ' && body.data[i] != '\t' &&
                command((struct rq_bytes){body.data + i, body.size - i}, words[k], &argument))
                first = i;
    at = first == SIZE_MAX ? at : first;
    return at < body.size ? (struct rq_bytes){body.data + at, body.size - at} : none;
}

/* Levels until one side would be 0: the game shifts without stopping at 1, and gives such
 * a level no bytes. Only seen apart from the clamped reading when text follows. */
static uint32_t unclamped_mips(const struct rq_tpc *tpc, uint64_t *size)
{
    const struct rq_tpc_header *h = &tpc->header;
    uint32_t mip = 0;
    for (*size = 0; mip < tpc->mips && h->width >> mip && h->height >> mip; mip++)
        *size += rq_pixels_size(rq_tpc_pixels(h), h->width >> mip, (uint32_t)h->height >> mip);
    return mip;
}

/* The text starts where the pixels end, and whether there are frames stands in the text:
 * so the plain reading is tried first, then the sheet. */
static void find_shape(struct rq_tpc *tpc, struct rq_bytes body)
{
    const struct rq_tpc_header *h = &tpc->header;
    tpc->frames = tpc->frames_x = tpc->frames_y = 1;
    tpc->faces = is_cube(h) ? 6 : 1;
    if (tpc->faces == 6 && plan_levels(tpc) <= body.size)
        return;
    tpc->faces = 1;
    struct rq_tpc sheet = *tpc, again = *tpc;
    uint64_t least = rq_pixels_size(rq_tpc_pixels(h), h->width, h->height);
    if (least < body.size)
        rq_tpc_cycle(text_tail(body, (size_t)least), &sheet);
    uint64_t end = sheet.frames > 1 ? plan_levels(&sheet) : UINT64_MAX;
    if (end <= body.size) {
        /* The text has to say the same where it really starts. */
        rq_tpc_cycle((struct rq_bytes){body.data + end, body.size - (size_t)end}, &again);
        if (again.frames_x == sheet.frames_x && again.frames_y == sheet.frames_y) {
            *tpc = sheet;
            return;
        }
    }
    /* Small levels of plain pixels may look like text: not when they end with the file. */
    bool whole = plan_levels(tpc) == body.size;
    uint64_t unclamped;
    uint32_t mips = unclamped_mips(tpc, &unclamped);
    if (mips < tpc->mips && !whole && unclamped < body.size &&
        is_text((struct rq_bytes){body.data + unclamped, body.size - (size_t)unclamped}))
        tpc->mips = mips;
}

/* Width and height of a level, and the bytes that its pixels take. */
static size_t shape_level(const struct rq_tpc *tpc, size_t index, struct rq_tpc_level *level)
{
    const struct rq_tpc_header *h = &tpc->header;
    uint32_t mip = (uint32_t)(index % tpc->mips);
    level->width = mip_side(h->width / tpc->frames_x, mip);
    level->height = mip_side(h->height / tpc->frames_y / tpc->faces, mip);
    return rq_pixels_size(rq_tpc_pixels(h), level->width, level->height);
}

static bool read_levels(struct rq_doc *doc, struct rq_tpc *tpc, struct rq_cur *c)
{
    size_t count = (size_t)tpc->mips * tpc->faces * tpc->frames;
    tpc->levels = rq_cur_get(doc, c, count, sizeof *tpc->levels);
    for (; tpc->level_count < count && rq_ok(c); tpc->level_count++) {
        struct rq_tpc_level *level = &tpc->levels[tpc->level_count];
        size_t size = shape_level(tpc, tpc->level_count, level);
        if (size > rq_left(c) && tpc->level_count >= 1 && tpc->faces * tpc->frames == 1) {
            /* The game asks for no more than it uses: missing small levels are a flaw. */
            rq_find(doc, "missing-level", rq_tell(c), "levels", "%zu levels of %u are there",
                    tpc->level_count, tpc->header.mip_count);
            tpc->mips = (uint32_t)tpc->level_count;
            return true;
        }
        rq_enter(c, "levels", (int64_t)tpc->level_count);
        level->data = (struct rq_bytes){rq_take(c, size, RQ_KIND_bytes, "pixels"), size};
        rq_leave(c);
    }
    return rq_ok(c);
}

bool rq_tpc_fill(struct rq_doc *doc, struct rq_tpc *tpc, struct rq_cur *c)
{
    find_shape(tpc, (struct rq_bytes){c->p, rq_left(c)});
    if (!read_levels(doc, tpc, c))
        return false;
    tpc->txi.size = rq_left(c);
    tpc->txi.data = rq_take(c, tpc->txi.size, RQ_KIND_text, "txi");
    return rq_ok(c);
}

static bool tpc_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_tpc *tpc = doc->root = rq_cur_get(doc, c, 1, sizeof *tpc);
    if (!tpc || !rq_rec_read(c, &rq_tpc_header_rec, &tpc->header))
        return false;
    const struct rq_tpc_header *h = &tpc->header;
    if (!known_encoding(h))
        return rq_bad(c, RQ_UNSUPPORTED, 12, "encoding %u (%s); 1, 2, 4 or 12 expected",
                      h->encoding, h->data_size ? "compressed" : "not compressed");
    if (h->width == 0 || h->height == 0 || h->width > LARGEST_SIDE || h->height > LARGEST_SIDE)
        return rq_bad(c, RQ_CORRUPT, 8, "%u x %u pixels; 1 to %d a side", h->width, h->height,
                      LARGEST_SIDE);
    if (h->mip_count == 0 || h->mip_count > MOST_MIPS)
        return rq_bad(c, RQ_CORRUPT, 13, "%u levels; 1 to %d expected", h->mip_count, MOST_MIPS);
    if (!rq_tpc_fill(doc, tpc, c))
        return false;
    uint64_t first = rq_pixels_size(rq_tpc_pixels(h), h->width, h->height / tpc->faces);
    if (h->data_size && h->data_size != first)
        rq_find(doc, "wrong-data-size", 0, "data_size", "%u, but the first level has %llu bytes",
                h->data_size, (unsigned long long)first);
    return true;
}

static bool tpc_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    const struct rq_tpc *tpc = doc->root;
    (void)err;
    rq_rec_write(out, &rq_tpc_header_rec, &tpc->header);
    for (size_t i = 0; i < tpc->level_count; i++)
        rq_put_bytes(out, tpc->levels[i].data);
    rq_put_bytes(out, tpc->txi);
    return true;
}

/* ---- JSON ---- */

/* What the levels of a document from JSON must be: what a reader of the file that they make
 * will see. Only the whole file tells its shape, so it is put together for the look. */
static bool check_levels(struct rq_jr *jr, struct rq_tpc *tpc)
{
    const struct rq_tpc_header *h = &tpc->header;
    if (!sane_header(h))
        return rq_jr_bad(jr, "width, height, encoding or mip_count is missing or impossible");
    size_t size = tpc->txi.size, at = 0;
    for (size_t i = 0; i < tpc->level_count; i++)
        size += tpc->levels[i].data.size;
    struct rq_out body = {.alloc = jr->arena->alloc};
    for (size_t i = 0; i < tpc->level_count; i++)
        rq_put_bytes(&body, tpc->levels[i].data);
    rq_put_bytes(&body, tpc->txi);
    if (!body.failed)
        find_shape(tpc, rq_out_bytes(&body));
    bool fine = !body.failed;
    rq_out_free(&body);
    if (!fine)
        return rq_jr_bad(jr, "out of memory");
    size_t wanted = (size_t)tpc->mips * tpc->faces * tpc->frames;
    bool cut = tpc->level_count < wanted && tpc->faces * tpc->frames == 1 && tpc->level_count;
    if (tpc->level_count != wanted && !cut)
        return rq_jr_bad(jr, "%zu levels, %zu expected", tpc->level_count, wanted);
    for (size_t i = 0; i < tpc->level_count; i++) {
        struct rq_tpc_level *level = &tpc->levels[i];
        size_t pixels = shape_level(tpc, i, level);
        at += level->data.size;
        if (level->data.size != pixels)
            return rq_jr_bad(jr, "level %zu has %zu bytes, %u x %u pixels take %zu", i,
                             level->data.size, level->width, level->height, pixels);
    }
    if (cut) {
        struct rq_tpc_level next;
        if (shape_level(tpc, tpc->level_count, &next) <= size - at)
            return rq_jr_bad(jr, "%zu levels, %zu expected", tpc->level_count, wanted);
        tpc->mips = (uint32_t)tpc->level_count;
    }
    return true;
}

static void finish_tpc(struct rq_shaper *s, void *object)
{
    check_levels(s->jr, object);
}

static const struct rq_member level_members[] = {{RQ_MEMBER("level", rq_tpc_level, data, BYTES)}};
static const struct rq_shape level_shape = {
    RQ_SHAPE("level", rq_tpc_level, RQ_AS_ITEM, level_members)};

static const struct rq_member tpc_members[] = {
    {RQ_RECORD(rq_tpc, header, rq_tpc_header_rec)},
    {RQ_LIST("levels", rq_tpc, levels, level_count, level_shape)},
    {RQ_MEMBER("txi", rq_tpc, txi, TEXT)},
};
static const struct rq_shape tpc_shape = {RQ_SHAPE("tpc", rq_tpc, RQ_IN_LINES, tpc_members),
                                          .finish = finish_tpc};

/* ---- facts and picture ---- */

/* Its lines in one, as far as there is room. */
static void txi_fact(struct rq_doc *doc, struct rq_bytes txi)
{
    char text[400];
    size_t size = 0;
    for (size_t at = 0; at < txi.size && size < sizeof text - 4; at++) {
        bool end = txi.data[at] == '\n' || txi.data[at] == '\r' || !txi.data[at];
        if (!end)
            text[size++] = (char)txi.data[at];
        else if (size && text[size - 1] != ';')
            text[size++] = ';';
        if (end && size && at + 1 < txi.size && txi.data[at + 1] > ' ')
            text[size++] = ' ';
    }
    while (size && (text[size - 1] == ';' || text[size - 1] == ' '))
        size--;
    text[size] = 0;
    rq_fact_add(doc, "txi", "%zu bytes: %s", txi.size, text);
}

static bool tpc_facts(struct rq_doc *doc)
{
    static const char *const names[] = {
        [RQ_PIXELS_GREY8] = "grey", [RQ_PIXELS_RGB8] = "RGB",
        [RQ_PIXELS_RGBA8] = "RGBA", [RQ_PIXELS_BGRA8_SWIZZLED] = "BGRA swizzled",
        [RQ_PIXELS_DXT1] = "DXT1",  [RQ_PIXELS_DXT5] = "DXT5"};
    const struct rq_tpc *tpc = doc->root;
    rq_fact_add(doc, "size", "%u x %u", tpc->header.width, tpc->header.height);
    rq_fact_add(doc, "pixels", "%s", names[rq_tpc_pixels(&tpc->header)]);
    rq_fact_add(doc, "levels", "%u", tpc->mips);
    if (tpc->faces == 6)
        rq_fact_add(doc, "cube map", "6 faces of %u x %u", tpc->levels[0].width,
                    tpc->levels[0].height);
    if (tpc->frames > 1)
        rq_fact_add(doc, "animation", "%u frames of %u x %u, %u a second", tpc->frames,
                    tpc->levels[0].width, tpc->levels[0].height, tpc->fps);
    if (tpc->txi.size)
        txi_fact(doc, tpc->txi);
    return true;
}

static bool tpc_images(struct rq_doc *doc, const struct rq_view *view,
                       const struct rq_image **images, size_t *count)
{
    const struct rq_tpc *tpc = doc->root;
    struct rq_image *image = rq_arena_get(view->arena, 1, sizeof *image);
    struct rq_plane *planes = rq_arena_get(view->arena, tpc->level_count, sizeof *planes);
    uint32_t *delays = rq_arena_get(view->arena, tpc->frames, sizeof *delays);
    if (!image || !planes || !delays)
        return rq_fail(view->err, RQ_NO_MEMORY, 0, "tpc", "out of memory");
    for (size_t i = 0; i < tpc->level_count; i++)
        planes[i] =
            (struct rq_plane){tpc->levels[i].width, tpc->levels[i].height, tpc->levels[i].data};
    for (uint32_t i = 0; i < tpc->frames; i++)
        delays[i] = tpc->fps ? 1000 / tpc->fps : 0;
    *image = (struct rq_image){.pixels = rq_tpc_pixels(&tpc->header),
                               .bottom_up = true,
                               .mips = tpc->mips,
                               .faces = tpc->faces,
                               .frames = tpc->frames,
                               .columns = tpc->frames_x,
                               .delays_ms = tpc->frames > 1 ? delays : NULL,
                               .planes = planes};
    *images = image;
    *count = 1;
    return true;
}

static bool tpc_fresh(struct rq_doc *doc)
{
    return (doc->root = rq_arena_get(&doc->arena, 1, sizeof(struct rq_tpc))) != NULL;
}

static const struct rq_facet_pictures pictures = {
    .textures = true,
    .images = tpc_images,
    .from_image = rq_tpc_from_image,
    .put_image = rq_tpc_put_image,
};

static const struct rq_format_record tpc_records[] = {{&rq_tpc_header_rec, "header"}, {NULL, NULL}};

static const struct rq_finding_kind tpc_findings[] = {
    {"missing-level", RQ_WARNING, "fewer levels than the header says",
     "The game reads no more than it uses, so a texture without its smallest levels may show or "
     "may not. Put the picture in again: all levels are made."},
    {"wrong-data-size", RQ_WARNING, "data_size is not that of the first level",
     "The game takes it for the bytes of the first level. What it shows is not known. Put the "
     "picture in again, or set it right."},
    {NULL, RQ_WARNING, NULL, NULL},
};

const struct rq_format rq_format_tpc = {
    .info = {"tpc", "Texture", "kotor", "tpc"},
    .detect = tpc_detect,
    .read = tpc_read,
    .write = tpc_write,
    .records = tpc_records,
    .findings = tpc_findings,
    .shape = &tpc_shape,
    .facts = tpc_facts,
    .fresh = tpc_fresh,
    .pictures = &pictures,
};
