/* Models of Redguard that were made by hand and those of the demo, as JSON and as GLB, with an edit in nearly every
 * place: the scenes that the JSON becomes, and the models that the GLB becomes, are held to
 * tests/contract/shapes.txt, a line for each model and way (see said.h). So are scenes of GLB files as other programs
 * write them, with edits of their own. models.c does the same for models of KotOR. */
#include "convert/convert.h"
#include "edits.h"
#include "formats/format.h"
#include "samples.h"
#include "scenes.h"

#include <reliquary/game.h>

enum { MOST_TRIES = 900 };

struct record {
    const struct rq_env *env; /* for textures; or NULL */
    const struct rq_format *format;
    struct said said;
    size_t made, refused;
    struct rq_out glb, lines;
};

static void tell_error(struct record *r, const struct rq_error *err)
{
    r->refused++;
    said(&r->said, "%d %s: %s", (int)err->code, err->where, err->text);
}

static void begin(struct record *r, const char *name, const char *way)
{
    char file[200];
    snprintf(file, sizeof file, "%s %s", name, way);
    r->made = r->refused = 0;
    r->said = (struct said){hash_of("", 0), said_file(file)};
}

static void end(struct record *r, const char *name, const char *way)
{
    rq_putf(&r->lines, "%016llx %zu %zu %s: %s\n", (unsigned long long)r->said.hash, r->made,
            r->refused, way, name);
    if (r->said.show)
        fclose(r->said.show);
}

/* Whether an edit leaves a value of its kind: others are refused by the reader of JSON, which needs few of them. */
static bool is_sensible(struct edit_place place, size_t kind)
{
    static const char texts[] = "7 8", lists[] = "10 11", numbers[] = "1 2 3 4 6", words[] = "9";
    char first = *place.value, number[4];
    snprintf(number, sizeof number, "%u", (unsigned)kind % 100);
    return kind >= VALUES || strstr(first == '"'                   ? texts
                                    : first == '[' || first == '{' ? lists
                                    : first == 't' || first == 'f' ? words
                                                                   : numbers,
                                    number);
}

/* Calls try_text for the text with each edit in turn, of which many leave some out. */
static void edit_text(struct record *r, const char *text, size_t step,
                      void (*try_text)(struct record *r, struct rq_bytes text))
{
    struct rq_out places = {0};
    try_text(r, (struct rq_bytes){(const uint8_t *)text, strlen(text)});
    collect(&places, edit_blank(text));
    size_t count = places.size / sizeof(struct edit_place) * EDITS;
    step = step ? step : 1 + count / MOST_TRIES;
    while (step > 1 && (step % 2 == 0 || step % 3 == 0)) /* so that each edit has its turn */
        step++;
    for (size_t at = 0; at < count; at += step) {
        struct rq_out edited = {0};
        struct edit_place place;
        memcpy(&place, places.data + at / EDITS * sizeof place, sizeof place);
        if (!is_sensible(place, at % EDITS) && at % 5)
            continue;
        put_edited(&edited, text, place, at % EDITS);
        said(&r->said, "-- edit %zu at %zu: %.*s", at % EDITS, (size_t)(place.start - text),
             (int)(place.end - place.start < 60 ? place.end - place.start : 60), place.start);
        try_text(r, (struct rq_bytes){edited.data, edited.size - 1});
        rq_out_free(&edited);
    }
    rq_out_free(&places);
}

/* ---- JSON into scenes ---- */

static void tell_findings(struct record *r, const struct rq_doc *doc)
{
    const struct rq_finding *findings;
    size_t count = rq_doc_findings(doc, &findings);
    for (size_t i = 0; i < count; i++)
        said(&r->said, "%s %s: %s", findings[i].id, findings[i].where, findings[i].text);
}

static void try_json(struct record *r, struct rq_bytes text)
{
    struct rq_arena arena = {0};
    struct rq_error err = {0};
    struct rq_scene scene = {0};
    struct rq_missing missing = {.names = ""};
    const struct rq_options options = {.format = r->format};
    const struct rq_view view = {
        .name = "shape", .arena = &arena, .env = r->env, .err = &err, .missing = &missing};
    struct rq_doc *doc = rq_doc_from_json(text, &options, &err);
    if (doc && doc->format->scene->scene(doc, &view, &scene)) {
        r->made++;
        tell_scene(&r->said, &scene);
        for (uint32_t i = 0; i < scene.texture_count; i++)
            said(&r->said, "%d %d", (int)scene.textures[i].image.pixels,
                 scene.textures[i].image.transparent_zero);
    } else {
        tell_error(r, &err);
    }
    said(&r->said, "without %s", missing.names);
    rq_doc_free(doc);
    rq_arena_free(&arena);
}

/* ---- GLB into models ---- */

/* Header, JSON chunk, binary chunk: as GLB of the text, with what is behind the JSON of the file. */
static void put_glb(struct rq_out *to, struct rq_bytes text, struct rq_bytes bin)
{
    size_t padding = (4 - text.size % 4) % 4;
    rq_put(to, "glTF\2\0\0\0", 8);
    rq_put32(to, (uint32_t)(20 + text.size + padding + bin.size));
    rq_put32(to, (uint32_t)(text.size + padding));
    rq_put(to, "JSON", 4);
    rq_put_bytes(to, text);
    rq_put(to, "   ", padding);
    rq_put_bytes(to, bin);
}

static struct rq_bytes bin_of(const struct rq_out *glb)
{
    size_t json = 20 + (size_t)rq_get32(glb->data + 12);
    return (struct rq_bytes){glb->data + json, glb->size - json};
}

static void try_import(struct record *r, struct rq_bytes text)
{
    struct rq_error err = {0};
    struct rq_out glb = {0}, out = {0};
    const struct rq_options options = {.format = r->format, .name = "SHAPE"};
    put_glb(&glb, text, bin_of(&r->glb));
    struct rq_doc *doc = rq_doc_import(rq_out_bytes(&glb), r->format, &options, &err);
    if (doc)
        tell_findings(r, doc);
    if (doc && rq_doc_write(doc, &out, &err)) {
        r->made++;
        said(&r->said, "%zu bytes, %016llx", out.size,
             (unsigned long long)hash_of(out.data, out.size));
    } else {
        tell_error(r, &err);
    }
    rq_doc_free(doc);
    rq_out_free(&glb);
    rq_out_free(&out);
}

/* Other numbers among the places, normals and weights. */
static void edit_bytes(struct record *r, const char *text)
{
    static const float values[] = {0, 1, -1, 0.37f, -250, 1e5f, 1e20f, NAN};
    enum { COUNT = sizeof values / sizeof values[0] };
    struct rq_out whole = {0};
    size_t start = r->glb.size - bin_of(&r->glb).size + 8;
    size_t count = (r->glb.size - start) / 4 * COUNT, step = 1 + count / MOST_TRIES;
    rq_put_bytes(&whole, rq_out_bytes(&r->glb));
    for (size_t at = 0; at < count; at += step + (step % 2 == 0)) {
        uint8_t *word = r->glb.data + start + at / COUNT * 4;
        rq_set32(word, rq_bits_of(values[at % COUNT]));
        said(&r->said, "-- word %zu, value %zu", at / COUNT, at % COUNT);
        try_import(r, (struct rq_bytes){(const uint8_t *)text, strlen(text)});
        memcpy(r->glb.data, whole.data, whole.size);
    }
    rq_out_free(&whole);
}

static bool take_glb(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    struct record *r = ctx;
    (void)name, (void)err;
    rq_put_bytes(&r->glb, bytes);
    return true;
}

/* Both ways of one model. Without textures, which another library packs otherwise. */
static void visit_doc(struct record *r, struct rq_doc *doc, const char *name)
{
    const struct rq_convert_options options = {.to = "glb", .name = name};
    struct rq_out json = {0}, text = {0};
    check_note("%s", name);
    r->format = rq_doc_format(doc);
    REQUIRE(rq_doc_to_json(doc, &json, NULL));
    rq_put8(&json, 0);
    /* Without the counts, which keep a person from edits that leave numbers behind. */
    char *free_json = edit_one((const char *)json.data, &(struct edit){EDIT_REMOVE, "counts", ""});
    begin(r, name, "scenes");
    edit_text(r, free_json ? free_json : (const char *)json.data, 0, try_json);
    rq_mem(NULL, free_json, 0);
    end(r, name, "scenes");
    if (rq_doc_convert(doc, &options, take_glb, r, NULL)) {
        rq_put(&text, r->glb.data + 20, rq_get32(r->glb.data + 12));
        rq_put8(&text, 0);
        begin(r, name, "imports");
        edit_text(r, (const char *)text.data, 0, try_import);
        edit_bytes(r, (const char *)text.data);
        end(r, name, "imports");
    }
    rq_out_free(&r->glb);
    rq_out_free(&json);
    rq_out_free(&text);
}

/* ---- the models ---- */

#define SHAPE_HEAD(version)                                                                        \
    "{\"format\":\"model3d\",\"version\":1,\"header\":{\"version\":\"" version "\"},"
#define SHAPE_FACES                                                                                \
    "\"faces\":[{\"id\":4,\"texture\":\"302/70\",\"corners\":[[0,16,32],[1,64,0],[2,-16,-48]]},"   \
    "{\"texture\":\"302/5\",\"corners\":[[2,0,0],[1,5,0],[3,0,9],[4,7,7],[0,1,2]]},"               \
    "{\"id\":2,\"texture\":\"color 17\",\"corners\":[[0,0,0],[3,0,0],[4,0,0]]}],"                  \
    "\"vertices\":[[0,0,0],[5120,0,300],[5120,-5120,256],[0,-5120,-256],[-700,900,4000]],"
#define SHAPE_MOVES                                                                                \
    "{\"type\":2,\"positions\":[[0,0,9],[100,0,0],[-300,20,5],[0,1,2],[400,500,600]]}"

static const struct {
    const char *name, *text;
} models[] = {
    {"still", SHAPE_HEAD("v4.0") SHAPE_FACES
     "\"face_normals\":[[0,0,-256],[0,256,0],[100,-200,50]],\"frames\":[{\"type\":0}],"
     "\"vertex_normals\":[[1,0,0],[0,1,0],[0,0,1],[0,0,-1],[0.6,0.8,0]]}"},
    {"without normals", SHAPE_HEAD("v5.0") SHAPE_FACES "\"frames\":[{\"type\":0}]}"},
    {"moving", SHAPE_HEAD("v4.0") SHAPE_FACES
     "\"face_normals\":[[0,0,-256],[0,256,0],[100,-200,50]],\"frames\":[{\"type\":0}," SHAPE_MOVES
     ",{\"type\":2,\"positions\":[[1,2,3],[4,5,6],[7,8,9],[-1,-2,-3],[-4,-5,-6]],"
     "\"normals\":[[0,0,-256,0],[0,256,0,1],[511,-512,3,2]]}]}"},
    {"moving, no normals",
     SHAPE_HEAD("v5.0") SHAPE_FACES "\"frames\":[{\"type\":4}," SHAPE_MOVES "," SHAPE_MOVES "]}"},
    {"early", SHAPE_HEAD("v2.6") SHAPE_FACES
     "\"face_normals\":[[0,0,-256],[0,256,0],[100,-200,50]],\"frames\":[{\"type\":0},{\"type\":0}]}"},
    {"corners with normals", SHAPE_HEAD("v4.0") SHAPE_FACES
     "\"face_normals\":[[0,0,-256],[0,256,0],[100,-200,50]],\"frames\":[{\"type\":0}],"
     "\"section4\":[{\"center\":[0,1,2],\"radius\":77,\"extent\":[1.5,2,3],\"faces\":[4,2]}],"
     "\"normal_indices\":[0,1,2,2,1,3,4,0,0,3,4],"
     "\"vertex_normals\":[[1,0,0],[0,1,0],[0,0,1],[0,0,-1],[0.6,0.8,0]]}"},
    {"bank",
     "{\"format\":\"rob\",\"version\":1,\"segments\":[{\"name\":\"CRATE\",\"segment_flags\":51200,"
     "\"segment_attribs\":64,\"document\":" SHAPE_HEAD("v4.0") SHAPE_FACES
     "\"frames\":[{\"type\":0}]}},{\"name\":\"FLAGA001\",\"segment_type\":512,\"segment_attribs\":2},"
     "{\"name\":\"CRATE2\",\"document\":" SHAPE_HEAD("v5.0") SHAPE_FACES
     "\"frames\":[{\"type\":0}]}},"
     "{\"name\":\"MOVES\",\"segment_type\":256,\"document\":" SHAPE_HEAD("v4.0") SHAPE_FACES
     "\"frames\":[{\"type\":0}," SHAPE_MOVES "]}},{\"name\":\"ODD\",\"data\":\"AAEC\"}]}"},
};

static void visit_models(struct record *r)
{
    for (size_t i = 0; i < sizeof models / sizeof models[0]; i++) {
        struct rq_error err = {0};
        struct rq_doc *doc = rq_doc_from_json(
            (struct rq_bytes){(const uint8_t *)models[i].text, strlen(models[i].text)}, NULL, &err);
        check_note("%s", models[i].name);
        CHECK_STR(err.text, "");
        if (doc)
            visit_doc(r, doc, models[i].name);
        rq_doc_free(doc);
    }
}

/* With the textures of the game. */
static void visit_demo(struct record *r)
{
    static const char *const names[] = {"CRATE.3D", "PALM.3D", "LAMP.3D", "CASK.3DC", "FLAG.3DC"};
    const char *demo = getenv("RQ_DEMO_DIR");
    char *folder = rq_path_join(demo ? demo : "", "redguard");
    struct rq_game *game = demo ? rq_game_open(folder, NULL, NULL) : NULL;
    free(folder);
    if (!game) {
        SKIP_PART("RQ_DEMO_DIR names no folder");
        return;
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct rq_resource found = {0};
        REQUIRE(rq_game_find(game, names[i], &found));
        struct rq_doc *doc = rq_game_read(game, &found, NULL, NULL);
        REQUIRE(doc != NULL);
        r->env = rq_game_env(game);
        visit_doc(r, doc, names[i]);
        rq_doc_free(doc);
    }
    r->env = NULL;
    rq_game_close(game);
}

/* ---- GLB files of other programs ---- */

/* Places, turns and sizes of nodes in every form; strips, fans and lists; numbers of every kind, with steps between them and
 * sparse; skins, morph targets, lights and all ways of animations. The bytes: 0 to 35 three places, 36 to 59 those of a strip as small
 * numbers, 60 to 79 indices, 80 to 127 weights and joints, 128 to 255 a matrix of each of two joints, 256 on times and values. */
static const char foreign[] =
    "{\"asset\":{\"version\":\"2.0\"},\"extensionsRequired\":[\"KHR_texture_transform\"],\"scene\":0,"
    "\"scenes\":[{\"nodes\":[1,3]}],"
    "\"nodes\":[{\"name\":\"child\",\"mesh\":0,\"skin\":0},"
    "{\"name\":\"root\",\"children\":[0,2],\"matrix\":[0,2,0,0,-2,0,0,0,0,0,2,0,5,6,7,1]},"
    "{\"translation\":[1,2,3],\"rotation\":[0,0.6,0,0.8],\"scale\":[1,-2,3],\"mesh\":1,"
    "\"extensions\":{\"KHR_lights_punctual\":{\"light\":0}}},{\"name\":\"last\",\"mesh\":1,\"extras\":{\"a\":[1]}}],"
    "\"extensions\":{\"KHR_lights_punctual\":{\"lights\":[{\"type\":\"spot\",\"color\":[1,0.5,0],"
    "\"intensity\":2,\"range\":9},{\"type\":\"directional\"}]}},"
    "\"meshes\":[{\"name\":\"m\",\"extras\":{\"targetNames\":[\"up\",\"down\"]},\"primitives\":[{\"mode\":5,"
    "\"attributes\":{\"POSITION\":1,\"COLOR_0\":2,\"JOINTS_0\":5,\"WEIGHTS_0\":6},\"material\":0,"
    "\"targets\":[{\"POSITION\":3},{\"NORMAL\":1}]},{\"mode\":6,\"attributes\":{\"POSITION\":1,\"TEXCOORD_0\":9},"
    "\"indices\":4,\"material\":1,\"targets\":[{\"POSITION\":1},{}]}]},"
    "{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"NORMAL\":0},\"indices\":10,\"material\":2},"
    "{\"attributes\":{\"POSITION\":0}},{\"mode\":0,\"attributes\":{\"POSITION\":0}}]}],"
    "\"skins\":[{\"joints\":[1,2],\"inverseBindMatrices\":7,\"skeleton\":1}],"
    "\"materials\":[{\"name\":\"skin\",\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0},"
    "\"baseColorFactor\":[1,0.5,0,0.25]},\"alphaMode\":\"BLEND\",\"emissiveFactor\":[0,1,0.5]},"
    "{\"occlusionTexture\":{\"texCoord\":1,\"index\":1},\"alphaMode\":\"MASK\",\"doubleSided\":true},"
    "{\"extensions\":{\"KHR_materials_unlit\":{}},\"extras\":3}],"
    "\"textures\":[{\"source\":0,\"sampler\":0},{\"source\":1}],\"samplers\":[{\"magFilter\":9728}],"
    "\"images\":[{\"name\":\"wood\",\"bufferView\":0},{\"uri\":\"data:image/png;base64,AA==\"}],"
    "\"animations\":[{\"name\":\"walk\",\"samplers\":[{\"input\":8,\"output\":11,\"interpolation\":\"CUBICSPLINE\"},"
    "{\"input\":8,\"output\":12,\"interpolation\":\"STEP\"},{\"input\":8,\"output\":13},{\"input\":8,\"output\":14}],"
    "\"channels\":[{\"sampler\":0,\"target\":{\"node\":2,\"path\":\"translation\"}},"
    "{\"sampler\":1,\"target\":{\"node\":1,\"path\":\"rotation\"}},{\"sampler\":2,\"target\":{\"node\":1,\"path\":\"scale\"}},"
    "{\"sampler\":3,\"target\":{\"node\":0,\"path\":\"weights\"}}]}],"
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},"
    "{\"bufferView\":1,\"componentType\":5120,\"count\":4,\"type\":\"VEC3\"},"
    "{\"bufferView\":1,\"componentType\":5121,\"normalized\":true,\"count\":4,\"type\":\"VEC4\"},"
    "{\"componentType\":5122,\"normalized\":true,\"count\":4,\"type\":\"VEC3\",\"sparse\":{\"count\":2,"
    "\"indices\":{\"bufferView\":2,\"componentType\":5121},\"values\":{\"bufferView\":1,\"byteOffset\":4}}},"
    "{\"bufferView\":2,\"componentType\":5121,\"count\":4,\"type\":\"SCALAR\"},"
    "{\"bufferView\":2,\"byteOffset\":4,\"componentType\":5121,\"count\":4,\"type\":\"VEC4\"},"
    "{\"bufferView\":3,\"componentType\":5123,\"normalized\":true,\"count\":4,\"type\":\"VEC4\"},"
    "{\"bufferView\":4,\"componentType\":5126,\"count\":2,\"type\":\"MAT4\"},"
    "{\"bufferView\":5,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\"},"
    "{\"bufferView\":1,\"componentType\":5120,\"normalized\":true,\"count\":4,\"type\":\"VEC2\"},"
    "{\"bufferView\":2,\"componentType\":5125,\"count\":3,\"type\":\"SCALAR\",\"byteOffset\":24},"
    "{\"bufferView\":5,\"byteOffset\":8,\"componentType\":5126,\"count\":6,\"type\":\"VEC3\"},"
    "{\"bufferView\":5,\"byteOffset\":8,\"componentType\":5126,\"count\":2,\"type\":\"VEC4\"},"
    "{\"bufferView\":5,\"byteOffset\":8,\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"},"
    "{\"bufferView\":5,\"byteOffset\":8,\"componentType\":5126,\"count\":4,\"type\":\"SCALAR\"}],"
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36},{\"buffer\":0,\"byteOffset\":36,\"byteLength\":24,\"byteStride\":4},"
    "{\"buffer\":0,\"byteOffset\":60,\"byteLength\":36},{\"buffer\":0,\"byteOffset\":96,\"byteLength\":32},"
    "{\"buffer\":0,\"byteOffset\":128,\"byteLength\":128},{\"buffer\":0,\"byteOffset\":256,\"byteLength\":80}],"
    "\"buffers\":[{\"byteLength\":336}]}";

static void put_float(struct rq_out *to, float v)
{
    rq_put32(to, rq_bits_of(v));
}

static void put_foreign_bytes(struct rq_out *to)
{
    static const float places[9] = {0, 0, 0, 1, 0, 0.5f, 0, 1, -2};
    static const uint8_t numbers[] = {3, 1, 0, 2, 0, 1, 0, 1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1,
                                      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0};
    rq_put32(to, 336);
    rq_put(to, "BIN\0", 4);
    for (size_t i = 0; i < 9; i++)
        put_float(to, places[i]);
    for (size_t i = 0; i < 24; i++)
        rq_put8(to, (uint8_t)(i % 4 == 3 ? 0x80 : i * 53 + 100));
    rq_put(to, numbers, sizeof numbers);
    for (unsigned i = 0; i < 16; i++)
        rq_put16(to, (uint16_t)(i % 4 == 0 ? 40000 : i % 4 == 1 ? 25535 : 0));
    for (size_t i = 0; i < 32; i++)
        put_float(to, i % 5 == 0 && i % 16 != 15 ? 1 : i % 16 == 15 ? 1 : (float)(i % 16 == 12));
    for (size_t i = 0; i < 20; i++)
        put_float(to, (float)i * 0.25f);
}

static void try_foreign(struct record *r, struct rq_bytes text)
{
    for (int morphs = 0; morphs < 2; morphs++) {
        struct rq_arena arena = {.limit = 1 << 20};
        struct rq_error err = {0};
        struct rq_out glb = {0};
        struct rq_scene scene = {0};
        put_glb(&glb, text, rq_out_bytes(&r->glb));
        if (rq_glb_read(rq_out_bytes(&glb), morphs, &arena, &scene, &err)) {
            r->made++;
            tell_scene(&r->said, &scene);
            said(&r->said, "lost %s", scene.lost ? scene.lost : "nothing");
        } else {
            tell_error(r, &err);
        }
        rq_out_free(&glb);
        rq_arena_free(&arena);
    }
}

static void visit_foreign(struct record *r)
{
    put_foreign_bytes(&r->glb);
    begin(r, "foreign", "reads");
    try_foreign(r, (struct rq_bytes){(const uint8_t *)foreign, strlen(foreign)});
    CHECK_INT(r->made, 2);
    edit_text(r, foreign, 1, try_foreign);
    end(r, "foreign", "reads");
    rq_out_free(&r->glb);
}

static void test_shapes(void)
{
    struct record r = {0};
    visit_models(&r);
    visit_foreign(&r);
    visit_demo(&r);
    said_compare("shapes", &r.lines, NULL);
    rq_out_free(&r.lines);
}

TESTS(test_shapes)
