/* Pages of the menu. A page has up to two textures, left and right, and texts that stand at pixels of one of
 * them. The game shows the textures on the pages of a book (MENU.ROB); here they lie flat. */
#include "game/menu.h"

#include "core/file.h"
#include "core/text.h"
#include "game/redguard.h"
#include "model/font.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- entries ---- */

static const struct rq_ini_line *entry_of(const struct rq_ini *ini, unsigned page, const char *key,
                                          unsigned index)
{
    char section[24], name[48];
    snprintf(section, sizeof section, "page%u", page);
    snprintf(name, sizeof name, "%s[%u]", key, index);
    return rq_ini_find(ini, section, name, NULL);
}

static long number_in(struct rq_bytes text, long absent)
{
    char digits[24];
    char *end;
    snprintf(digits, sizeof digits, "%.*s",
             (int)(text.size < sizeof digits ? text.size : sizeof digits - 1),
             text.size ? (const char *)text.data : "");
    long number = strtol(digits, &end, 10);
    return end == digits ? absent : number;
}

static long number_of(const struct rq_ini *ini, unsigned page, const char *key, unsigned index,
                      long absent)
{
    const struct rq_ini_line *line = entry_of(ini, page, key, index);
    return line ? number_in(line->value, absent) : absent;
}

bool rq_menu_has_page(const struct rq_ini *ini, unsigned page)
{
    return entry_of(ini, page, "text", 0) || entry_of(ini, page, "texture_set", 0);
}

/* ---- drawing ---- */

enum { TEXTURES = 2, NO_TEXTURE_WIDTH = 320, NO_TEXTURE_HEIGHT = 240, SIDE_MOST = 4096 };

struct canvas {
    const struct rq_ini *ini;
    unsigned page;
    enum rq_codepage codepage;
    const struct rq_view *view;
    struct rq_doc *banks[TEXTURES], *font_doc;
    const struct rq_plane *planes[TEXTURES]; /* NULL: no such texture */
    const struct rq_image *images[TEXTURES];
    uint32_t left[TEXTURES], width, height;
    struct rq_font font; /* without glyphs when there is none */
    uint8_t *rgba;
};

static void find_texture(struct canvas *c, unsigned which)
{
    long bank = number_of(c->ini, c->page, "texture_set", which, -1);
    long index = number_of(c->ini, c->page, "texture_index", which, 0);
    const struct rq_image *images;
    size_t count;
    char name[32], wanted[16];
    if (bank < 0 || bank > 999 || index < 0 || index > 999)
        return;
    snprintf(name, sizeof name, "TEXBSI.%03ld", bank);
    snprintf(wanted, sizeof wanted, "%c%02ld%03ld", 'A' + (int)(bank / 100), bank % 100, index);
    c->banks[which] = rq_redguard_read(c->view->env, name, "texbsi", c->view->arena->alloc);
    struct rq_doc *doc = c->banks[which];
    if (!doc || !doc->format->pictures->images(doc, c->view, &images, &count))
        return;
    for (size_t i = 0; i < count; i++)
        if (images[i].name && rq_casecmp(images[i].name, wanted) == 0) {
            const struct rq_plane *plane = rq_image_plane(&images[i], 0, 0, 0);
            bool fits = plane->width <= SIDE_MOST && plane->height <= SIDE_MOST;
            c->images[which] = fits ? &images[i] : NULL;
            c->planes[which] = fits ? plane : NULL;
        }
}

/* HIMENU and LOMENU by hi_res_menu, else the font of the interface. */
static void find_font(struct canvas *c)
{
    const struct rq_ini_line *high = rq_ini_find(c->ini, "general", "hi_res_menu", NULL);
    const char *names[] = {high && number_in(high->value, 1) == 0 ? "LOMENU.FNT" : "HIMENU.FNT",
                           "LOMENU.FNT", "ARIALBG.FNT", "REDGUARD.FNT"};
    for (size_t i = 0; i < sizeof names / sizeof names[0] && !c->font_doc; i++)
        c->font_doc = rq_redguard_read(c->view->env, names[i], "fnt", c->view->arena->alloc);
    if (!c->font_doc || !c->font_doc->format->font->font(c->font_doc, c->view, &c->font))
        c->font = (struct rq_font){0};
}

static bool lay_out(struct canvas *c)
{
    for (unsigned i = 0; i < TEXTURES; i++) {
        find_texture(c, i);
        c->left[i] = c->width;
        if (!c->planes[i])
            continue;
        c->width += c->planes[i]->width;
        c->height = c->planes[i]->height > c->height ? c->planes[i]->height : c->height;
    }
    c->width = c->width ? c->width : NO_TEXTURE_WIDTH;
    c->height = c->height ? c->height : NO_TEXTURE_HEIGHT;
    c->rgba = rq_arena_get(c->view->arena, (size_t)c->width * c->height, 4);
    return c->rgba;
}

static bool draw_texture(struct canvas *c, unsigned which)
{
    const struct rq_plane *plane = c->planes[which];
    size_t row = plane ? (size_t)plane->width * 4 : 0;
    uint8_t *pixels = plane ? rq_arena_get(c->view->arena, plane->height, row) : NULL;
    if (!plane)
        return true;
    if (!pixels)
        return false;
    rq_plane_rgba(c->images[which], plane, pixels);
    for (uint32_t y = 0; y < plane->height; y++)
        memcpy(c->rgba + ((size_t)y * c->width + c->left[which]) * 4, pixels + y * row, row);
    return true;
}

/* ---- texts ---- */

static const struct rq_glyph *glyph_of(const struct canvas *c, uint32_t codepoint)
{
    for (size_t i = 0; i < c->font.glyph_count; i++)
        if (c->font.glyphs[i].codepoint == codepoint && !c->font.glyphs[i].disabled)
            return &c->font.glyphs[i];
    return NULL;
}

/* Grayed texts have half the light. */
static void draw_glyph(struct canvas *c, const struct rq_glyph *g, long x, long y, bool grayed)
{
    for (uint32_t row = 0; row < g->height; row++)
        for (uint32_t column = 0; column < g->width; column++) {
            uint8_t index = g->pixels[row * g->width + column];
            long px = x + g->left + (long)column, py = y + g->top + (long)row;
            if (!index || px < 0 || py < 0 || px >= (long)c->width || py >= (long)c->height)
                continue;
            uint8_t *to = c->rgba + ((size_t)py * c->width + (size_t)px) * 4;
            for (unsigned k = 0; k < 3; k++) {
                uint8_t light = c->font.palette ? c->font.palette[index * 3 + k] : 255;
                to[k] = (uint8_t)(grayed ? light / 2 : light);
            }
            to[3] = 255;
        }
}

/* A text from x on; returns its width. draw false: only measures. */
static long put_line(struct canvas *c, struct rq_bytes utf8, long x, long y, bool grayed, bool draw)
{
    long at = x;
    for (size_t i = 0, size; i < utf8.size; i += size ? size : 1) {
        uint32_t code;
        size = rq_utf8_get(utf8.data + i, utf8.size - i, &code);
        const struct rq_glyph *g = size ? glyph_of(c, code) : NULL;
        if (!g)
            continue;
        if (draw)
            draw_glyph(c, g, at, y, grayed);
        at += (long)g->advance;
    }
    return at - x;
}

static void draw_text(struct canvas *c, unsigned index)
{
    const struct rq_ini_line *line = entry_of(c->ini, c->page, "text", index);
    long which = number_of(c->ini, c->page, "texture", index, 0);
    long x = number_of(c->ini, c->page, "text_x", index, 0);
    long y = number_of(c->ini, c->page, "text_y", index, 0);
    long justify = number_of(c->ini, c->page, "justify", index, 0);
    bool grayed = number_of(c->ini, c->page, "grayed", index, 0) == 1;
    struct rq_out utf8 = {.alloc = c->view->arena->alloc};
    rq_text_decode(&utf8, c->codepage, line->value);
    struct rq_bytes text = rq_out_bytes(&utf8);
    x += which == 1 ? (long)c->left[1] : 0;
    if (justify == 1 || justify == 2) {
        long width = put_line(c, text, 0, 0, grayed, false);
        x -= justify == 1 ? width / 2 : width;
    }
    if (labs(x) <= SIDE_MOST && labs(y) <= SIDE_MOST)
        put_line(c, text, x, y, grayed, true);
    rq_out_free(&utf8);
}

static bool give_image(struct canvas *c, struct rq_image *image)
{
    struct rq_plane *plane = rq_arena_get(c->view->arena, 1, sizeof *plane);
    if (!plane)
        return false;
    *plane = (struct rq_plane){c->width, c->height, {c->rgba, (size_t)c->width * c->height * 4}};
    *image = (struct rq_image){
        .pixels = RQ_PIXELS_RGBA8, .mips = 1, .faces = 1, .frames = 1, .planes = plane};
    return true;
}

bool rq_menu_page(const struct rq_ini *ini, unsigned page, enum rq_codepage codepage,
                  const struct rq_view *view, struct rq_image *image)
{
    struct canvas c = {.ini = ini, .page = page, .codepage = codepage, .view = view};
    find_font(&c);
    bool fine = lay_out(&c) && draw_texture(&c, 0) && draw_texture(&c, 1);
    for (unsigned i = 0; fine && i < RQ_MENU_ENTRIES && entry_of(ini, page, "text", i); i++)
        draw_text(&c, i);
    fine = fine && give_image(&c, image);
    for (unsigned i = 0; i < TEXTURES; i++)
        rq_doc_free(c.banks[i]);
    rq_doc_free(c.font_doc);
    return fine || rq_fail(view->err, RQ_NO_MEMORY, 0, "MENU.INI", "out of memory");
}

/* ---- subtitles ---- */

enum { MOVIE_PAGE = 3 };

/* Microseconds of a frame: the word at 0x10 of a Smacker file is milliseconds, or when negative hundredths of
 * that. Without the file 15 frames a second are taken, which nobody has documented. */
static uint64_t frame_time(const struct rq_env *env, const char *file)
{
    struct rq_bytes smk;
    int32_t rate = 0;
    if (env && env->get(env->ctx, file, &smk) && smk.size >= 20 && memcmp(smk.data, "SMK", 3) == 0)
        rate = (int32_t)rq_get32(smk.data + 16);
    if (rate > 0 && rate < 10000)
        return (uint64_t)rate * 1000;
    if (rate < 0 && rate > -1000000)
        return (uint64_t)-rate * 10;
    return 66667;
}

static void put_time(struct rq_out *out, uint64_t microseconds)
{
    uint64_t ms = (microseconds + 500) / 1000;
    rq_putf(out, "%02u:%02u:%02u,%03u", (unsigned)(ms / 3600000), (unsigned)(ms / 60000 % 60),
            (unsigned)(ms / 1000 % 60), (unsigned)(ms % 1000));
}

/* "255,255,0,0,90,Land, at last": red, green, blue, first and last frame, text. */
static bool put_subtitle(struct rq_out *out, struct rq_bytes value, enum rq_codepage page,
                         uint64_t frame, unsigned number)
{
    long numbers[5];
    for (size_t i = 0; i < 5; i++) {
        const uint8_t *comma = value.size ? memchr(value.data, ',', value.size) : NULL;
        size_t size = comma ? (size_t)(comma - value.data) : 0;
        numbers[i] = number_in((struct rq_bytes){value.data, size}, -1);
        if (!comma || numbers[i] < 0 || numbers[i] > 1000000)
            return false;
        value.data = comma + 1;
        value.size -= size + 1;
    }
    rq_putf(out, "%u\n", number);
    put_time(out, (uint64_t)numbers[3] * frame);
    rq_put_str(out, " --> ");
    put_time(out, (uint64_t)(numbers[4] + 1) * frame);
    rq_putf(out, "\n<font color=\"#%02x%02x%02x\">", (unsigned)numbers[0] & 0xFF,
            (unsigned)numbers[1] & 0xFF, (unsigned)numbers[2] & 0xFF);
    rq_text_decode(out, page, value);
    rq_put_str(out, "</font>\n\n");
    return true;
}

bool rq_menu_subtitles(const struct rq_ini *ini, unsigned movie, enum rq_codepage codepage,
                       const struct rq_env *env, struct rq_out *out, char name[64])
{
    const struct rq_ini_line *file = entry_of(ini, MOVIE_PAGE, "movie_name", movie), *line;
    char key[32], path[64];
    unsigned count = 0;
    if (!file || file->value.size >= sizeof path)
        return false;
    snprintf(path, sizeof path, "%.*s", (int)file->value.size, (const char *)file->value.data);
    rq_model_name(path, sizeof path, name);
    snprintf(key, sizeof key, "movie%u_text", movie);
    uint64_t frame = frame_time(env, path);
    for (unsigned i = 0; i < RQ_MENU_ENTRIES; i++) {
        line = entry_of(ini, MOVIE_PAGE, key, i);
        if (line && put_subtitle(out, line->value, codepage, frame, count + 1))
            count++;
    }
    return count;
}
