/* What is made of the models, maps, pictures and sounds of the demo's games, with every option: files, drawn
 * pictures and decoded samples are held to tests/contract/scenes.txt. A line of it is the hash of all that was
 * made of one file in one way, how often something was made and how often refused. See said.h. */
#include "formats/format.h"
#include "said.h"

#include <reliquary/game.h>
#include <reliquary/media.h>

struct record {
    const struct rq_game *game;
    struct rq_resource resource;
    struct said said;
    size_t made, refused;
    struct rq_out lines;
};

static void begin(struct record *r, const char *what)
{
    char name[400];
    r->made = r->refused = 0;
    snprintf(name, sizeof name, "%s %s", r->resource.name, what);
    r->said = (struct said){hash_of("", 0), said_file(name)};
}

static void end(struct record *r, const char *what)
{
    if (r->made + r->refused)
        rq_putf(&r->lines, "%016llx %zu %zu %s: %s\n", (unsigned long long)r->said.hash, r->made,
                r->refused, what, r->resource.name);
    if (r->said.show)
        fclose(r->said.show);
}

static void tell_error(struct record *r, const struct rq_error *err)
{
    r->refused++;
    said(&r->said, "%s: %s: %s", rq_code_name(err->code), err->where, err->text);
}

static bool tell_file(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    struct record *r = ctx;
    (void)err;
    said(&r->said, "%s: %zu bytes, %016llx", name, bytes.size,
         (unsigned long long)hash_of(bytes.data, bytes.size));
    r->made++;
    return true;
}

static void tell_lost(void *ctx, const struct rq_finding *lost)
{
    said(&((struct record *)ctx)->said, "lost %s: %s: %s", lost->id, lost->where, lost->text);
}

/* ---- scenes ---- */

static struct rq_convert_options plain_options(struct record *r, const char *to)
{
    return (struct rq_convert_options){.to = to,
                                       .name = r->resource.name,
                                       .env = rq_game_env(r->game),
                                       .lost = tell_lost,
                                       .lost_ctx = r};
}

static void convert(struct record *r, struct rq_doc *doc, const struct rq_convert_options *options)
{
    struct rq_error err = {0};
    if (!rq_doc_convert(doc, options, tell_file, r, &err))
        tell_error(r, &err);
}

/* Of something else: UTC, UTP, UTD and LYT. */
static bool is_described(const struct rq_doc *doc)
{
    const char *name = rq_doc_format(doc)->info.name;
    return strcmp(name, "gff") == 0 || strcmp(name, "lyt") == 0;
}

static void make_scenes(struct record *r, struct rq_doc *doc)
{
    static const char *const items[] = {"0", "1", "2", "3", "no such item"};
    static const char *const maps[] = {"baked", "none", "occlusion", "other"};
    struct rq_convert_options options = plain_options(r, "glb");
    begin(r, "scene");
    convert(r, doc, &options);
    for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) {
        options.lightmaps = maps[i];
        convert(r, doc, &options);
    }
    options = plain_options(r, "glb");
    options.whole = is_described(doc);
    options.best = options.full_names = true;
    convert(r, doc, &options);
    options = plain_options(r, "glb");
    options.no_markers = true;
    convert(r, doc, &options);
    for (size_t i = 0; i < sizeof items / sizeof items[0]; i++) {
        options.item = items[i];
        options.hold = i % 3 == 0 ? NULL : i % 3 == 1 ? "hand" : "hip";
        options.actor = i % 2 ? NULL : "nobody";
        convert(r, doc, &options);
    }
    for (int world = -1; world < 4; world++) {
        options = plain_options(r, "glb");
        options.has_world = true;
        options.world = world;
        convert(r, doc, &options);
    }
    end(r, "scene");
}

/* Turns of a map have another last bit where the sines of the C library have. */
static bool is_exact(const struct rq_doc *doc)
{
#if defined(_WIN32)
    const char *name = rq_doc_format(doc)->info.name;
    return strcmp(name, "rgm") != 0 && strcmp(name, "wld") != 0;
#else
    (void)doc;
    return true;
#endif
}

static void draw(struct record *r, struct rq_doc *doc, const struct rq_render_options *options)
{
    struct rq_error err = {0};
    struct rq_out png = {0};
    struct rq_convert_options scene = plain_options(r, NULL);
    scene.whole = is_described(doc);
    said(&r->said, "-- %u x %u, %d %d, %s %u", options->width, options->height, (int)options->yaw,
         (int)options->pitch, options->animation ? options->animation : "-", options->frame);
    if (rq_doc_render(doc, &scene, options, &png, &err))
        tell_file(r, "png", rq_out_bytes(&png), NULL);
    else
        tell_error(r, &err);
    rq_out_free(&png);
}

static void draw_views(struct record *r, struct rq_doc *doc)
{
    static const float views[][2] = {{0, 0},    {30, 20},     {180, -90},
                                     {270, 90}, {-45, 90.5f}, {400, -20}};
    static const uint32_t sizes[][2] = {{1, 1}, {33, 7}, {0, 4097}, {4097, 2}, {16, 64}};
    begin(r, "picture");
    for (size_t i = 0; i < sizeof views / sizeof views[0]; i++)
        draw(r, doc,
             &(struct rq_render_options){.width = 48,
                                         .height = 36,
                                         .yaw = views[i][0],
                                         .pitch = views[i][1],
                                         .background = {10, 20, 30, i % 3 ? 255 : 0}});
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        draw(r, doc, &(struct rq_render_options){.width = sizes[i][0], .height = sizes[i][1]});
    for (uint32_t frame = 0; frame < 9; frame++)
        draw(r, doc,
             &(struct rq_render_options){.width = 24,
                                         .height = 24,
                                         .yaw = 20,
                                         .pitch = 10,
                                         .animation = frame % 3 ? NULL
                                                      : frame   ? "walk"
                                                                : "pause1",
                                         .frame = frame * frame / 2});
    end(r, "picture");
}

/* ---- media ---- */

static void tell_picture(struct record *r, const struct rq_media *media, size_t index)
{
    const struct rq_media_picture *picture = rq_media_picture(media, index);
    uint32_t width, height;
    for (uint32_t frame = 0; frame < 4; frame++)
        for (uint32_t face = 0; face < 6; face++)
            for (uint32_t level = 0;
                 rq_media_level(media, index, frame, face, level, &width, &height); level++) {
                size_t size = (size_t)width * height * 4;
                uint8_t *rgba = malloc(size + 1);
                REQUIRE(rgba != NULL);
                bool done = rq_media_pixels(media, index, frame, face, level, rgba);
                said(&r->said, "%s %u %u %u: %u x %u, %d", picture->name, frame, face, level, width,
                     height, done);
                tell_file(r, "pixels", (struct rq_bytes){rgba, done ? size : 0}, NULL);
                free(rgba);
            }
}

static void tell_sound(struct record *r, const struct rq_media *media, size_t index)
{
    const struct rq_media_sound *sound = rq_media_sound(media, index);
    static const uint64_t starts[] = {0, 1, 63, 64, 1000, 1u << 20};
    int16_t samples[2 * 300] = {0};
    said(&r->said, "%s %s %u %u %u %d %u %u", sound->name, sound->title ? sound->title : "-",
         sound->rate, sound->channels, (unsigned)sound->frames, sound->loops, sound->loop_begin,
         sound->loop_end);
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        size_t got = rq_media_samples(media, index, starts[i], 300, samples);
        said(&r->said, "from %u: %zu", (unsigned)starts[i], got);
        tell_file(r, "samples",
                  (struct rq_bytes){(const uint8_t *)samples, got * sound->channels * 2}, NULL);
    }
}

static void tell_media(struct record *r, struct rq_doc *doc)
{
    struct rq_error err = {0};
    struct rq_convert_options options = plain_options(r, NULL);
    begin(r, "media");
    struct rq_media *media = rq_media_open(doc, &options, &err);
    if (!media)
        tell_error(r, &err);
    for (size_t i = 0; media && i < rq_media_picture_count(media); i++)
        tell_picture(r, media, i);
    for (size_t i = 0; media && i < rq_media_sound_count(media); i++)
        tell_sound(r, media, i);
    if (media)
        CHECK(!rq_media_picture(media, rq_media_picture_count(media)) &&
              !rq_media_sound(media, rq_media_sound_count(media)) &&
              !rq_media_mesh(media, rq_media_mesh_count(media)));
    rq_media_close(media);
    end(r, "media");
}

/* ---- other files ---- */

static void make_files(struct record *r, struct rq_doc *doc)
{
    char kinds[RQ_KINDS_SIZE], *rest = NULL;
    rq_format_kinds(rq_doc_format(doc), RQ_WAY_CONVERT, kinds);
    begin(r, "files");
    for (char *kind = strtok_r(kinds, " ", &rest); kind; kind = strtok_r(NULL, " ", &rest)) {
        struct rq_convert_options options = plain_options(r, kind);
        if (strcmp(kind, "glb") == 0)
            continue;
        convert(r, doc, &options);
        options.all_levels = options.best = options.text_names = options.full_names = true;
        convert(r, doc, &options);
    }
    struct rq_error err = {0};
    struct rq_convert_options options = plain_options(r, NULL);
    if (!rq_doc_parts(doc, &options, tell_file, r, &err))
        tell_error(r, &err);
    end(r, "files");
}

/* ---- both games ---- */

static void visit_game(struct record *r, const char *demo, const char *name)
{
    char path[700];
    struct rq_error err = {0};
    snprintf(path, sizeof path, "%s/%s", demo, name);
    struct rq_game *game = rq_game_open(path, NULL, &err);
    REQUIRE(game != NULL);
    r->game = game;
    r->resource = (struct rq_resource){0};
    while (rq_game_list(game, NULL, &r->resource)) {
        struct rq_doc *doc = rq_game_read(game, &r->resource, NULL, NULL);
        check_note("%s", r->resource.name);
        if (doc) {
            char kinds[RQ_KINDS_SIZE];
            if (strstr(rq_format_kinds(rq_doc_format(doc), RQ_WAY_CONVERT, kinds), "glb")) {
                if (is_exact(doc))
                    make_scenes(r, doc);
                draw_views(r, doc);
            }
            tell_media(r, doc);
            make_files(r, doc);
        }
        rq_doc_free(doc);
    }
    rq_game_close(game);
}

/* Bytes of pictures are those of a library. */
static bool is_packed(const char *line, size_t size)
{
    (void)size;
    return strstr(line, " media: ") == NULL;
}

static void test_scenes(void)
{
    struct record r = {0};
    const char *demo = getenv("RQ_DEMO_DIR");
    if (!demo)
        SKIP("RQ_DEMO_DIR names no folder");
    visit_game(&r, demo, "kotor");
    visit_game(&r, demo, "redguard");
    said_compare("scenes", &r.lines, is_packed);
    rq_out_free(&r.lines);
}

TESTS(test_scenes)
