/* Searching values: which are hits, with path, value and what a number of the talk table means. The files are made value by
 * value, the talk table is laid down. */
#include "game/search.h"
#include "support/install.h"

#include <reliquary/gff.h>

static void note_hit(void *ctx, const struct rq_search_hit *hit)
{
    struct rq_out *out = ctx;
    rq_put_bytes(out, hit->path);
    rq_put_str(out, "=");
    rq_put_bytes(out, hit->value);
    if (hit->meant.size) {
        rq_put_str(out, " (");
        rq_put_bytes(out, hit->meant);
        rq_put_str(out, ")");
    }
    rq_put_str(out, ";");
}

/* TLK V3.0: a header of 20 bytes, entries of 40, the texts. */
static void put_talk(const char *const *texts, uint32_t count)
{
    struct rq_out out = {0};
    uint32_t at = 0;
    rq_put(&out, "TLK V3.0", 8);
    rq_put32(&out, 0);
    rq_put32(&out, count);
    rq_put32(&out, 20 + count * 40);
    for (uint32_t i = 0; i < count; i++) {
        rq_put32(&out, 1);
        rq_put_zeros(&out, 24);
        rq_put32(&out, at);
        rq_put32(&out, (uint32_t)strlen(texts[i]));
        rq_put32(&out, 0);
        at += (uint32_t)strlen(texts[i]);
    }
    for (uint32_t i = 0; i < count; i++)
        rq_put_str(&out, texts[i]);
    put_bytes("dialog.tlk", rq_out_bytes(&out));
    rq_out_free(&out);
}

static void put_creature(void)
{
    struct rq_out out = {0};
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("gff"), NULL, &err);
    struct rq_gff *gff = rq_doc_root(doc, "gff");
    struct rq_gff_struct *in = NULL;
    memcpy(gff->type, "UTC ", 4);
    rq_gff_add_string(doc, gff->root, "Tag", "Warden", &err);
    rq_gff_add_resref(doc, gff->root, "Conversation", "tag_talk", &err);
    rq_gff_add_locstring(doc, gff->root, "FirstName", 1, &err);
    rq_gff_add_locstring(doc, gff->root, "LastName", 2, &err);
    rq_gff_add_int(doc, gff->root, "Number", -25, &err);
    rq_gff_add_float(doc, gff->root, "Real", 2.5F, &err);
    rq_gff_add_list(doc, gff->root, "ClassList", &err);
    for (int i = 0; i < 2; i++)
        rq_gff_add_struct(doc, gff->root, "ClassList/-", (uint32_t)i + 3, &in, &err);
    rq_gff_add_int(doc, in, "Class", 25, &err);
    CHECK_STR(err.text, "");
    CHECK(rq_doc_write(doc, &out, &err));
    put_bytes("override/warden.utc", rq_out_bytes(&out));
    rq_out_free(&out);
    rq_doc_free(doc);
}

static void check_hits(const struct rq_game *game, const char *pattern, bool with_talk,
                       const char *expected)
{
    struct rq_error err = {0};
    struct rq_search search;
    struct rq_search_talk talk = {0};
    struct rq_resource r = {0};
    struct rq_out hits = {0};
    check_note("%s, %d", pattern, with_talk);
    if (with_talk)
        rq_search_talk_open(&talk, game, pattern, RQ_CP_DEFAULT);
    REQUIRE(rq_search_open(&search, game, pattern, RQ_CP_DEFAULT, with_talk ? &talk : NULL, &err));
    REQUIRE(rq_game_find(game, "warden.utc", &r));
    CHECK(rq_search_resource(&search, &r, note_hit, &hits, &err));
    CHECK_STR(err.text, "");
    rq_put8(&hits, 0);
    CHECK_STR((const char *)hits.data, expected);
    rq_out_free(&hits);
    rq_search_close(&search);
    rq_search_talk_close(&talk);
}

/* With a table of which texts fit, files that can't have a hit are not read: the hits are the same. */
static void test_values(void)
{
    static const char *const texts[] = {"Nothing", "A lamp", "Oil of lamps", "Another lamp"};
    static const struct {
        const char *pattern, *hits;
    } cases[] = {
        {"warden", "Tag=Warden;"},
        {"WARD", "Tag=Warden;"},
        {"wardens", ""},
        {"tag", "Tag=Warden;Conversation=tag_talk;"},
        {"lamp", "FirstName=1 (A lamp);LastName=2 (Oil of lamps);"},
        {"a lamp", "FirstName=1 (A lamp);"},
        {"oil", "LastName=2 (Oil of lamps);"},
        {"another", ""},
        {"nothing", ""},
        {"2.5", "Real=2.5;"},
        {"-25", "Number=-25;"},
        {"25", "Number=-25;ClassList/1/Class=25;"},
        {"number", "Number=-25;"},
        {"classl", "ClassList=list of 2;"},
        {"UTC", ""},
    };
    start("search_values");
    put_talk(texts, 4);
    put_creature();
    const struct rq_game_options options = {.family = "kotor"};
    struct rq_error err = {0};
    struct rq_game *game = rq_game_open(root, &options, &err);
    REQUIRE(game != NULL);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int with_talk = 0; with_talk < 2; with_talk++)
            check_hits(game, cases[i].pattern, with_talk, cases[i].hits);
    rq_game_close(game);
    clear();
}

/* Which texts of the talk table fit. */
static void test_talk(void)
{
    static const char *const texts[] = {"Nothing", "A lamp", "Oil of lamps"};
    struct rq_error err = {0};
    struct rq_search_talk talk;
    start("search_talk");
    put_talk(texts, 3);
    put_text("override/a.txt", "x");
    const struct rq_game_options options = {.family = "kotor"};
    struct rq_game *game = rq_game_open(root, &options, &err);
    REQUIRE(game != NULL);
    rq_search_talk_open(&talk, game, "lamp", RQ_CP_DEFAULT);
    CHECK(talk.any && talk.count == 3 && !talk.fits[0] && talk.fits[1] && talk.fits[2]);
    rq_search_talk_close(&talk);
    CHECK(!talk.fits && !talk.any && !talk.count);
    rq_search_talk_open(&talk, game, "sword", RQ_CP_DEFAULT);
    CHECK(!talk.any && talk.count == 3);
    rq_search_talk_close(&talk);
    rq_game_close(game);
    clear();
}

TESTS(test_values, test_talk)
