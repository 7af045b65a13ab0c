/* Materials as images of banks and as colours of the palette, by the names that our scenes give them:
 * "302/5", "302/5 opaque", "color 17", "0x0000abcd". Else the picture tells by its own name, D02005. */
#include "formats/redguard/model3d/import.h"
#include "model/quantize.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { NO_TEXTURE_SIDE = 256 /* as in kit.c */ };

/* Programs number what would have one name: "302/5.001". */
static bool is_end(const char *text)
{
    if (strncmp(text, " opaque", 7) == 0)
        text += 7;
    return !*text || (*text == '.' && strspn(text + 1, "0123456789") == strlen(text + 1));
}

static bool take_number(const char **text, unsigned *number)
{
    size_t digits = strspn(*text, "0123456789");
    if (!digits || digits > 5)
        return false;
    *number = (unsigned)strtoul(*text, NULL, 10);
    *text += digits;
    return true;
}

/* "302/5", "color 17". */
static bool by_material(const char *name, struct rq_model3d_texture *t)
{
    const char *rest = name;
    if (strncmp(name, "color ", 6) == 0) {
        rest += 6;
        *t = (struct rq_model3d_texture){.kind = RQ_MODEL3D_COLOR};
        return take_number(&rest, &t->color) && is_end(rest);
    }
    *t = (struct rq_model3d_texture){.kind = RQ_MODEL3D_IMAGE};
    return take_number(&rest, &t->bank) && *rest++ == '/' && take_number(&rest, &t->image) &&
           is_end(rest);
}

/* "D02005" or "art/d02005.png": the letter and two digits are the bank, the rest is the image. */
static bool by_picture(const char *name, struct rq_model3d_texture *t)
{
    for (const char *c = name; *c; c++)
        if (*c == '/' || *c == '\\')
            name = c + 1;
    char letter = rq_lower(name[0]);
    if (letter < 'a' || letter > 'f' || strspn(name + 1, "0123456789") != 5 ||
        (name[6] && name[6] != '.'))
        return false;
    unsigned digits = (unsigned)strtoul(name + 1, NULL, 10);
    *t = (struct rq_model3d_texture){
        RQ_MODEL3D_IMAGE, (unsigned)(letter - 'a') * 100 + digits / 1000, digits % 1000, 0};
    return true;
}

static uint8_t srgb(float v)
{
    float c = v <= 0.0031308f ? v * 12.92f : 1.055f * powf(v, 1 / 2.4f) - 0.055f;
    return (uint8_t)(c <= 0 ? 0 : c >= 1 ? 255 : c * 255 + 0.5f);
}

/* The nearest entry of the palette. Without one entry n counts as grey n, as when a model becomes a
 * scene; brightness is that of Rec. 709. */
static unsigned by_color(struct rq_model3d_import *im, const char *name, const float color[4])
{
    const uint8_t *palette = rq_doc_palette(im->doc);
    uint8_t rgb[3] = {srgb(color[0]), srgb(color[1]), srgb(color[2])};
    if (palette)
        return rq_palette_nearest(palette, rgb);
    unsigned grey = srgb(0.2126f * color[0] + 0.7152f * color[1] + 0.0722f * color[2]);
    rq_find(im->doc, "no-palette", 0, name, "no palette is at hand: the colour becomes entry %u",
            grey);
    return grey;
}

static void size_of(struct rq_model3d_import *im, const struct rq_material *m, const char *name,
                    struct rq_model3d_look *look)
{
    const struct rq_texture *t = m->texture >= 0 ? &im->scene->textures[m->texture] : NULL;
    bool known = t && t->width && t->height;
    look->size[0] = known ? t->width : NO_TEXTURE_SIDE;
    look->size[1] = known ? t->height : NO_TEXTURE_SIDE;
    if (!known)
        rq_find(im->doc, "assumed-size", 0, name,
                "its picture is not there: 256 x 256 pixels are assumed");
}

static bool make_look(struct rq_model3d_import *im, const struct rq_material *m,
                      struct rq_model3d_look *look)
{
    const char *own = m->name ? m->name : "";
    char name[80];
    snprintf(name, sizeof name, "material %s", own[0] ? own : "without a name");
    rq_text_clean(name);
    struct rq_model3d_texture t = {.kind = RQ_MODEL3D_COLOR};
    if (strlen(own) == 10 && strncmp(own, "0x", 2) == 0 &&
        strspn(own + 2, "0123456789abcdef") == 8) {
        look->word = (uint32_t)strtoul(own + 2, NULL, 16);
        size_of(im, m, name, look);
        return true;
    }
    const char *picture = m->texture >= 0 ? im->scene->textures[m->texture].name : NULL;
    if (!by_material(own, &t) && !(picture && by_picture(picture, &t))) {
        if (m->texture >= 0)
            return rq_fail(im->err, RQ_USAGE, 0, im->where,
                           "%s: which image it shows is not known; name it BANK/IMAGE, or its "
                           "picture like D02005: 302/5 is image 5 of TEXBSI.302",
                           name);
        t = (struct rq_model3d_texture){.kind = RQ_MODEL3D_COLOR,
                                        .color = by_color(im, name, m->color)};
    }
    if (!rq_model3d_texture_word(im->m, t, &look->word))
        return rq_fail(im->err, RQ_USAGE, 0, im->where,
                       "%s: banks go from 0 to 599, images from 0 to 999, colours from 0 to 255",
                       name);
    if (t.kind == RQ_MODEL3D_IMAGE)
        size_of(im, m, name, look);
    return true;
}

bool rq_model3d_look_of(struct rq_model3d_import *im, const struct rq_model3d_part *part,
                        const struct rq_model3d_look **look)
{
    static const struct rq_material none = {.color = {1, 1, 1, 1}, .texture = -1, .lightmap = -1};
    int material = part->primitive->material;
    uint32_t index = material < 0 ? im->scene->material_count : (uint32_t)material;
    struct rq_model3d_look *found = &im->looks[index];
    if (!found->known && !make_look(im, material < 0 ? &none : &im->scene->materials[index], found))
        return false;
    found->known = true;
    *look = found;
    return true;
}
