/* Models of Redguard by the names that records have: whole, cut off at eight letters as DOS did it,
 * with folder and extension; as files before segments of a ROB. The model and the ROB are the
 * property tests' samples. */
#include "core/file.h"
#include "formats/format.h"
#include "game/redguard.h"
#include "property/samples.h"
#include "support/check.h"

#include <string.h>

static void test_names(void)
{
    static const struct {
        const char *name, *plain;
    } cases[] = {
        {"stone", "STONE"},
        {"stone.3", "STONE"},
        {"fxart\\Stone.3DC", "STONE"},
        {"../a/b.c/stone.3d", ""}, /* ends at the first full stop */
        {"a/stone   ", "STONE"},
        {"", ""},
        {".3D", ""},
        {"a\\", ""},
        {"S_1 2", "S_1 2"},
    };
    char plain[RQ_MODEL_NAME];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rq_model_name(cases[i].name, strlen(cases[i].name), plain);
        check_note("%s", cases[i].name);
        CHECK_STR(plain, cases[i].plain);
    }
    /* A field without an end, and names that are longer than any. */
    rq_model_name("stonewall", 5, plain);
    CHECK_STR(plain, "STONE");
    for (size_t size = 62; size < 200; size++) {
        char name[200];
        memset(name, 'x', sizeof name);
        rq_model_name(name, size, plain);
        CHECK_INT(strlen(plain), size < RQ_MODEL_NAME ? size : RQ_MODEL_NAME - 1);
    }
}

/* ---- an environment ---- */

struct store {
    const char *const *names; /* NULL behind the last */
    uint8_t model[1024], rob[2048];
    size_t model_size, rob_size;
};

static bool store_get(void *ctx, const char *name, struct rq_bytes *bytes)
{
    struct store *s = ctx;
    for (size_t i = 0; s->names[i]; i++)
        if (rq_casecmp(s->names[i], name) == 0) {
            bool rob = rq_casecmp(rq_path_extension(name), "rob") == 0;
            *bytes = (struct rq_bytes){rob ? s->rob : s->model, rob ? s->rob_size : s->model_size};
            return true;
        }
    return false;
}

static const char *store_name(void *ctx, size_t index)
{
    struct store *s = ctx;
    return s->names[index];
}

/* Where the model of that name is from; "" when there is none. */
static void check_source(const char *const *files, const char *name, const char *expected)
{
    static struct store s;
    s.names = files;
    s.model_size = sample_model3d(s.model);
    s.rob_size = sample_rob(s.rob);
    struct rq_env env = {.get = store_get, .name = store_name, .ctx = &s};
    struct rq_arena arena = {0};
    struct rq_models models = {.env = &env, .arena = &arena, .map = "OWN"};
    struct rq_models_found found = rq_models_find(&models, name, strlen(name));
    check_note("%s", name);
    CHECK_STR(found.doc ? found.source : "", expected);
    CHECK_INT(found.model != NULL, found.doc != NULL);
    rq_doc_free(found.doc);
    rq_models_close(&models);
    rq_arena_free(&arena);
}

static void test_files(void)
{
    static const char *const files[] = {"STONE.3D",     "STONE.3DC",  "LONGNAME.3D",
                                        "LONGNAME2.3D", "LONGNAM.3D", NULL};
    check_source(files, "stone", "STONE.3DC"); /* what moves comes first */
    check_source(files, "LONGNAME", "LONGNAME.3D");
    check_source(files, "LONGNAME1", "LONGNAME.3D"); /* as DOS cuts it off */
    check_source(files, "LONGNAME2", "LONGNAME2.3D");
    check_source(files, "LONGNAME23", "LONGNAME.3D");
    check_source(files, "fxart\\LONGNAMEANDMUCHMORE.3DC", "LONGNAME.3D");
    check_source(files, "LONGNA", "");
    check_source(files, "LONGNAM", "LONGNAM.3D");
    check_source(files, "SHORT", "");
    check_source(files, "", "");
    char name[300];
    memset(name, 'A', sizeof name - 1);
    name[sizeof name - 1] = 0;
    check_source(files, name, "");
    memcpy(name, "LONGNAME", 8);
    check_source(files, name, "LONGNAME.3D");
}

/* The sample has CRATE as data, and FLAGA001 as the name of a file. */
static void test_robs(void)
{
    static const char *const other[] = {"OTHER.ROB", "STONE.3D", NULL};
    static const char *const own[] = {"A.ROB", "OWN.ROB", "B.ROB", NULL};
    static const char *const file[] = {"CRATE.3D", "OWN.ROB", NULL};
    check_source(other, "crate", "OTHER.ROB");
    check_source(other, "CRATES", "");
    check_source(other, "CRAT", "");
    check_source(other, "FLAGA001", "");
    check_source(own, "CRATE", "OWN.ROB");
    check_source(file, "CRATE", "CRATE.3D");
}

/* A segment of eight letters fits whatever a longer name goes on with. */
static void test_long_segment(void)
{
    static const char *const files[] = {"OWN.ROB", NULL};
    static struct store s;
    s.names = files;
    s.rob_size = sample_rob(s.rob);
    memcpy(s.rob + 24, "LONGNAME", 8);
    struct rq_env env = {.get = store_get, .name = store_name, .ctx = &s};
    static const struct {
        const char *name;
        bool there;
    } cases[] = {{"LONGNAME", true}, {"LONGNAMEX", true}, {"LONGNAM", false}, {"LONGNAMX", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_arena arena = {0};
        struct rq_models models = {.env = &env, .arena = &arena};
        struct rq_models_found found =
            rq_models_find(&models, cases[i].name, strlen(cases[i].name));
        check_note("%s", cases[i].name);
        CHECK_INT(found.doc != NULL, cases[i].there);
        if (found.doc)
            CHECK_MEM(found.segment->name, 8, "LONGNAME", 8);
        rq_doc_free(found.doc);
        rq_models_close(&models);
        rq_arena_free(&arena);
    }
}

/* ---- subtitles ---- */

static bool note_file(void *ctx, const char *name, struct rq_bytes bytes, struct rq_error *err)
{
    (void)err;
    rq_putf(ctx, "%s\n", name);
    rq_put_bytes(ctx, bytes);
    return true;
}

/* A movie whose name is no name of a file is called by its number. 15 frames are a second. */
static void test_subtitles(void)
{
    static const char text[] = "[page3]\nmovie_name[0]=ARRIVAL.SMK\nmovie_name[1]=CON.SMK\n"
                               "movie_name[2]=QUIET.SMK\nmovie_name[3]=.SMK\n"
                               "movie0_text[0]=255,0,0,0,14,Land, at last\n"
                               "movie1_text[0]=1,2,3,15,29,a\nmovie1_text[1]=1,2,3,15,b\n"
                               "movie2_text[0]=1,2,3,-1,29,never\n"
                               "movie3_text[1]=0,0,0,15,1000000,b\n";
    struct rq_options options = {.format = rq_format_by_name("ini")};
    struct rq_error err = {0};
    struct rq_out made = {0};
    struct rq_doc *doc =
        rq_doc_read((struct rq_bytes){(const uint8_t *)text, sizeof text - 1}, &options, &err);
    REQUIRE(doc != NULL);
    CHECK(rq_doc_convert(doc, &(struct rq_convert_options){.to = "srt", .name = "MENU.INI"},
                         note_file, &made, &err));
    CHECK_STR(err.text, "");
    rq_put8(&made, 0);
    CHECK_STR((const char *)made.data, "MENU/ARRIVAL.srt\n1\n00:00:00,000 --> 00:00:01,000\n"
                                       "<font color=\"#ff0000\">Land, at last</font>\n\n"
                                       "MENU/movie1.srt\n1\n00:00:01,000 --> 00:00:02,000\n"
                                       "<font color=\"#010203\">a</font>\n\n"
                                       "MENU/movie3.srt\n1\n00:00:01,000 --> 18:31:07,067\n"
                                       "<font color=\"#000000\">b</font>\n\n");
    rq_out_free(&made);
    rq_doc_free(doc);
}

TESTS(test_names, test_files, test_robs, test_long_segment, test_subtitles)
