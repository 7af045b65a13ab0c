/* render: a picture of what convert makes a GLB of. */
#include "help_files.h"

#include <stdio.h>
#include <stdlib.h>

struct picture {
    const struct args *args;
    struct help_files help;
    struct rq_doc_file file;
    struct rq_doc *doc; /* of the file, or of the game */
    char name[80];
    int world;
};

/* ---- options ---- */

/* A whole number without sign; what follows it, or NULL. */
static const char *take_side(const char *text, uint32_t *side)
{
    size_t digits = strspn(text, "0123456789");
    if (digits < 1 || digits > 5)
        return NULL;
    *side = (uint32_t)strtoul(text, NULL, 10);
    return *side ? text + digits : NULL;
}

static int take_size(const struct args *args, struct rq_render_options *options)
{
    const char *text = args->values[OPT_size];
    if (!text)
        return 0;
    const char *rest = take_side(text, &options->width);
    options->height = options->width;
    if (rest && (*rest == 'x' || *rest == 'X'))
        rest = take_side(rest + 1, &options->height);
    if (rest && !*rest)
        return 0;
    complain("--size takes a width and height as 640x480, or one number, not %s", text);
    return EXIT_USAGE;
}

/* Degrees with an optional fraction, such as -12.5; what follows them, or NULL. */
static const char *take_degrees(const char *text, float *degrees)
{
    const char *digits = text + (*text == '-');
    size_t whole = strspn(digits, "0123456789"), all = strspn(digits, "0123456789.");
    bool fits = whole >= 1 && whole <= 4 && all <= 9 &&
                (all == whole || strspn(digits + whole + 1, "0123456789") == all - whole - 1);
    if (!fits)
        return NULL;
    double value = (double)strtoul(digits, NULL, 10), unit = 0.1;
    for (size_t i = whole + 1; i < all; i++, unit /= 10)
        value += unit * (digits[i] - '0');
    *degrees = (float)(*text == '-' ? -value : value);
    return digits + all;
}

static int take_angle(const struct args *args, struct rq_render_options *options)
{
    const char *text = args->values[OPT_angle];
    options->yaw = 30;
    options->pitch = 20;
    if (!text)
        return 0;
    const char *rest = take_degrees(text, &options->yaw);
    if (rest && *rest == ',')
        rest = take_degrees(rest + 1, &options->pitch);
    if (rest && !*rest)
        return 0;
    complain("--angle takes degrees round and up as 30,20, not %s", text);
    return EXIT_USAGE;
}

static int take_background(const struct args *args, struct rq_render_options *options)
{
    const char *text = args->values[OPT_background];
    if (!text)
        return 0;
    if (strlen(text) != 6 || strspn(text, "0123456789abcdefABCDEF") != 6) {
        complain("--background takes a colour as RRGGBB, such as 202830, not %s", text);
        return EXIT_USAGE;
    }
    unsigned long color = strtoul(text, NULL, 16);
    for (size_t k = 0; k < 3; k++)
        options->background[k] = (uint8_t)(color >> (16 - 8 * k));
    options->background[3] = 255;
    return 0;
}

static int take_options(const struct args *args, struct rq_render_options *options)
{
    int code = take_size(args, options);
    if (!code)
        code = take_angle(args, options);
    if (!code)
        code = take_background(args, options);
    options->animation = args->values[OPT_animation];
    if (given(args, OPT_frame))
        options->frame = (uint32_t)strtoul(args->values[OPT_frame], NULL, 10);
    return code;
}

/* ---- what is drawn ---- */

static int read_resource(struct picture *p, const struct rq_resource *found)
{
    struct rq_error err = {0};
    p->doc = rq_game_read(p->help.game, found, NULL, &err);
    snprintf(p->name, sizeof p->name, "%.79s", found->name);
    return p->doc ? 0 : report(found->name, &err, EXIT_UNREADABLE);
}

/* A file, or what the game has of that name. */
static int open_path(struct picture *p, const char *path)
{
    struct rq_resource found = {0};
    if (p->help.game && rq_path_kind(path, NULL) == RQ_PATH_NONE &&
        rq_game_find(p->help.game, path, &found))
        return read_resource(p, &found);
    int code = open_input(p->args, path, &p->file);
    p->doc = p->file.doc;
    snprintf(p->name, sizeof p->name, "%.79s", rq_path_base(path));
    return code;
}

static int open_picture(struct picture *p)
{
    const struct args *args = p->args;
    const char *world = args->values[OPT_world], *module = args->values[OPT_module];
    struct rq_resource found = {0};
    bool has_path = args->count;
    const char *file = NULL;
    int code = open_help_files(&p->help, args);
    if (!code && figure_of(args)) {
        code = find_figure(&p->help, args, &file, &found);
        return code ? code : file ? open_path(p, file) : read_resource(p, &found);
    }
    if (!code && world)
        code = find_world(&p->help, world, &p->world, &found, !has_path);
    else if (!code && module && !has_path)
        code = find_layout(&p->help, module, &found);
    if (code)
        return code;
    if (has_path)
        return open_path(p, args->paths[0]);
    if (world || module)
        return read_resource(p, &found);
    complain("render needs a file; see reliquary render --help");
    return EXIT_USAGE;
}

static void tell_lost(void *ctx, const struct rq_finding *lost)
{
    (void)ctx;
    complain("not found, so left out: %s", lost->text);
}

static int draw(struct picture *p, const struct rq_render_options *options)
{
    const struct args *args = p->args;
    struct rq_error err = {0};
    struct rq_out png = {0};
    struct rq_convert_options scene = {.name = p->name,
                                       .palette = p->help.palette.bytes,
                                       .env = &p->help.env,
                                       .best = given(args, OPT_best),
                                       .has_world = given(args, OPT_world),
                                       .world = p->world,
                                       .whole = figure_of(args) ||
                                                (given(args, OPT_module) && !args->count),
                                       .lost = given(args, OPT_quiet) ? NULL : tell_lost,
                                       .no_markers = given(args, OPT_no_markers),
                                       .item = args->values[OPT_item],
                                       .actor = args->values[OPT_actor],
                                       .hold = args->values[OPT_hold]};
    int code = rq_doc_render(p->doc, &scene, options, &png, &err)
                   ? save_output(args, args->values[OPT_output], rq_out_bytes(&png))
                   : report(args->count ? args->paths[0] : p->name, &err,
                            err.code == RQ_USAGE ? EXIT_USAGE : EXIT_UNREADABLE);
    rq_out_free(&png);
    return code;
}

int run_render(const struct args *args)
{
    struct picture p = {.args = args};
    struct rq_render_options options = {0};
    if (!given(args, OPT_output)) {
        complain("render needs -o, the picture to write; see reliquary render --help");
        return EXIT_USAGE;
    }
    int code = take_options(args, &options);
    if (!code)
        code = open_picture(&p);
    if (!code)
        code = draw(&p, &options);
    if (p.doc != p.file.doc)
        rq_doc_free(p.doc);
    rq_doc_file_close(&p.file);
    close_help_files(&p.help);
    return code;
}
