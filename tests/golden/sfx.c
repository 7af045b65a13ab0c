/* SFX: bytes by hand from docs/formats/sfx.md; with a corpus, every field and the SHA-256 of all
 * samples against its ground truth. */
#include "sound.h"

/* Offsets: FXHD 0, its text 8, the count 40, FXDT 44, the first effect 52. */
static void make_sfx(struct made *m)
{
    m->size = 0;
    put_text(m, "FXHD", 4);
    put32be(m, 36);
    put_text(m, "SoupFX test", 32);
    put32(m, 3);
    put_text(m, "FXDT", 4);
    put32be(m, 3 * 27 + 3 + 8);
    put_sound(m, 0, 11025, 64, 0, 3);
    put_sound(m, 3, 22050, 64, -31, 8);
    put_sound(m, 1, 22050, 64, -1, 0);
    put_text(m, "END ", 4);
}

static void test_values(void)
{
    static struct made m;
    make_sfx(&m);
    CHECK_INT(m.size, 44 + 8 + 92 + 4);
    struct rq_doc *doc = read_as(made_bytes(&m), "sfx");
    REQUIRE(doc != NULL);
    const struct rq_sfx *sfx = rq_doc_root(doc, "sfx");
    const struct rq_finding *findings;
    CHECK_STR(sfx->header.description, "SoupFX test");
    REQUIRE(sfx->effect_count == 3);
    const struct rq_sound_header *h = &sfx->effects[1].header;
    CHECK_INT(h->type_id, 3);
    CHECK_INT(h->bit_depth, 1);
    CHECK_INT(h->sample_rate, 22050);
    CHECK_INT(h->level_0c, 64);
    CHECK_INT(h->loop_flag, -31);
    CHECK_INT(h->loop_offset, 0);
    CHECK_INT(h->loop_end, 0xFFFFFFFF);
    CHECK_INT(h->data_length, 8);
    CHECK_INT(h->reserved_1a, 0);
    CHECK_MEM(sfx->effects[0].samples.data, 3, "\1\2\3", 3);
    CHECK(sfx->effects[0].samples.data == m.data + 52 + 27); /* nothing is copied */
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    rq_doc_free(doc);
}

static void test_round_trips(void)
{
    static struct made m;
    make_sfx(&m);
    check_round_trips(made_bytes(&m), "MAIN.SFX", "sfx");
    check_round_trips(made_bytes(&m), NULL, "sfx");
    put_text(&m, "left over", 9);
    check_round_trips(made_bytes(&m), NULL, "sfx");
}

/* Deviations are found and kept. what: the finding. */
static void check_odd(const struct made *m, const char *what)
{
    const struct rq_finding *findings;
    check_note("%s", what);
    check_round_trips(made_bytes(m), NULL, "sfx");
    struct rq_doc *doc = read_as(made_bytes(m), "sfx");
    REQUIRE(doc != NULL);
    if (CHECK(rq_doc_findings(doc, &findings) > 0))
        CHECK_STR(findings[0].id, what);
    rq_doc_free(doc);
}

static void test_deviations(void)
{
    static struct made m;
    make_sfx(&m);
    set32(&m, 40, 2); /* one effect more than it says */
    check_odd(&m, "sfx-bytes-after-effects");
    make_sfx(&m);
    set32(&m, 40, 0xFFFFFFFF); /* far fewer */
    check_odd(&m, "sfx-wrong-count");
    make_sfx(&m);
    m.size -= 4; /* no END */
    check_odd(&m, "sfx-no-end");
    make_sfx(&m);
    set32(&m, 52, 9); /* a type that nobody knows */
    check_odd(&m, "sfx-unknown-type");
    make_sfx(&m);
    set32(&m, 52 + 4, 1); /* a depth that is not the type's */
    check_odd(&m, "sfx-type-against-depth");
    make_sfx(&m);
    set32(&m, 52 + 8, 0); /* no rate */
    check_odd(&m, "sfx-impossible-rate");
    make_sfx(&m);
    set32(&m, 52, 1); /* three bytes of 16 bits */
    set32(&m, 52 + 4, 1);
    check_odd(&m, "sfx-partial-sample");
}

static void test_clips(void)
{
    static struct made m;
    make_sfx(&m);
    set32(&m, 52 + 27 + 3 + 14, 4); /* effect 1 starts again at byte 4: frame 1 */
    struct rq_doc *doc = read_as(made_bytes(&m), "sfx");
    REQUIRE(doc != NULL);
    struct rq_error err = {0};
    struct rq_arena arena = {0};
    struct rq_view view = view_in(&arena, &err);
    const struct rq_clip *clips;
    size_t count = 0;
    if (CHECK(doc->format->sounds->clips(doc, &view, &clips, &count)) && CHECK_INT(count, 3)) {
        CHECK_STR(clips[0].name, "000");
        CHECK_INT(clips[0].bits, 8);
        CHECK_INT(clips[0].channels, 1);
        CHECK_INT(clips[0].rate, 11025);
        CHECK(!clips[0].loops);
        CHECK_INT(clips[1].bits, 16);
        CHECK_INT(clips[1].channels, 2);
        CHECK(clips[1].loops);
        CHECK_INT(clips[1].loop_begin, 1);
        CHECK_INT(clips[1].loop_end, 2); /* 8 bytes are two frames of 4 */
        CHECK(!clips[2].loops);          /* nothing to play again */
    }
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

/* What no WAV can have still becomes one: half a sample is left out, no rate is 22050. */
static void test_odd_clips(void)
{
    static struct made m;
    make_sfx(&m);
    set32(&m, 52, 1);
    set32(&m, 52 + 8, 0);
    struct rq_doc *doc = read_as(made_bytes(&m), "sfx");
    REQUIRE(doc != NULL);
    struct rq_error err = {0};
    struct rq_arena arena = {0};
    struct rq_view view = view_in(&arena, &err);
    const struct rq_clip *clips;
    size_t count = 0;
    if (CHECK(doc->format->sounds->clips(doc, &view, &clips, &count))) {
        CHECK_INT(clips[0].rate, 22050);
        CHECK_INT(clips[0].samples.size, 2);
    }
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

static void test_put(void)
{
    static struct made m;
    static const uint8_t samples[] = {9, 8, 7, 6};
    struct rq_clip clip = {.rate = 44100, .channels = 1, .bits = 16, .samples = {samples, 4}};
    struct rq_error err = {0};
    struct rq_out out = {0};
    make_sfx(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "sfx");
    REQUIRE(doc != NULL);
    CHECK(doc->format->sounds->put_clip(doc, "001", &clip, &err));
    /* Only effect 1 differs, at 82: type 1, rate 44100, four bytes; its loop stays. */
    if (CHECK(rq_doc_write(doc, &out, &err)) && CHECK_INT(out.size, m.size - 4)) {
        CHECK_MEM(out.data, 48, m.data, 48);
        CHECK_INT(rq_get32be(out.data + 48), 92 - 4);
        CHECK_MEM(out.data + 52, 30, m.data + 52, 30);
        CHECK_INT(rq_get32(out.data + 82), 1);
        CHECK_INT(rq_get32(out.data + 82 + 8), 44100);
        CHECK_INT((int8_t)out.data[82 + 13], -31);
        CHECK_INT(rq_get32(out.data + 82 + 22), 4);
        CHECK_MEM(out.data + 82 + 27, 4, samples, 4);
        CHECK_MEM(out.data + 82 + 31, 31, m.data + 82 + 35, 31);
    }
    rq_out_free(&out);
    static const char *const wrong[] = {"004", "x", "", "1x", "99999999999999999999"};
    for (size_t i = 0; i < 5; i++) {
        struct rq_error why = {0};
        CHECK(!doc->format->sounds->put_clip(doc, wrong[i], &clip, &why));
        CHECK_INT(why.code, RQ_USAGE);
    }
    clip.channels = 3;
    CHECK(!doc->format->sounds->put_clip(doc, "0", &clip, &err));
    CHECK_INT(err.code, RQ_USAGE);
    rq_doc_free(doc);
}

static void test_json(void)
{
    struct rq_error err = {0};
    struct rq_out out =
        built_from("{\"format\":\"sfx\",\"version\":1,\"description\":\"a\",\"effects\":["
                   "{\"type_id\":0,\"sample_rate\":11025,\"samples\":\"AQID\"}]}",
                   &err);
    /* Fields that are left out are those of every effect of the game. */
    if (CHECK_INT(out.size, 44 + 8 + 30 + 4)) {
        CHECK_INT(rq_get32(out.data + 40), 1);
        CHECK_INT(out.data[52 + 12], 64);
        CHECK_INT(rq_get32(out.data + 52 + 18), 0xFFFFFFFF);
        CHECK_INT(rq_get32(out.data + 52 + 22), 3);
    }
    rq_out_free(&out);
    not_built("sfx", "\"effects\":[{\"data_length\":3}]");
    not_built("sfx", "\"effects\":[{\"samples\":\"A*==\"}]");
    not_built("sfx", "\"effects\":[{\"loop_flag\":200}]");
    not_built("sfx", "\"sounds\":[]");
}

static void test_damage(void)
{
    static struct made m;
    make_sfx(&m);
    check_truncations(made_bytes(&m), "sfx");
    check_flips(made_bytes(&m), "sfx", 4000);
    set32(&m, 52 + 22, 0xFFFFFFF0); /* more samples than there are bytes */
    unreadable(&m, "sfx", RQ_TRUNCATED, "effects[0]");
    m.data[0] = 'X';
    unreadable(&m, "sfx", RQ_BAD_MAGIC, "FXHD");
}

static void test_no_memory(void)
{
    static struct made m;
    make_sfx(&m);
    check_exhausted(made_bytes(&m), "sfx", "wav", NULL, (struct rq_bytes){0});
}

static void check_effects(struct rq_jr *jr, const struct rq_sfx *sfx, const struct rq_clip *clips)
{
    struct rq_str key;
    size_t n = 0;
    rq_jr_array(jr);
    for (; rq_jr_more(jr); n++) {
        size_t i = n < sfx->effect_count ? n : 0;
        check_note("effect %zu", n);
        rq_jr_object(jr);
        while (rq_jr_key(jr, &key))
            if (!check_sound(jr, key, &sfx->effects[i], &clips[i]))
                rq_jr_skip(jr);
    }
    CHECK_INT(n, sfx->effect_count);
}

static void check_file(const char *name, struct rq_bytes bytes, struct rq_bytes truth)
{
    check_round_trips(bytes, name, "sfx");
    struct rq_doc *doc = read_as(bytes, "sfx");
    REQUIRE(doc != NULL);
    const struct rq_sfx *sfx = rq_doc_root(doc, "sfx");
    struct rq_error err = {0};
    struct rq_ctx ctx = {.err = &err};
    struct rq_arena arena = {0};
    struct rq_view view = view_in(&arena, &err);
    const struct rq_clip *clips;
    size_t count = 0;
    struct rq_jr jr;
    struct rq_str key;
    rq_jr_open(&jr, truth, &arena, &ctx);
    rq_jr_object(&jr);
    bool fine = CHECK(doc->format->sounds->clips(doc, &view, &clips, &count));
    while (fine && rq_jr_key(&jr, &key)) {
        if (rq_str_is(key, "effects"))
            check_effects(&jr, sfx, clips);
        else
            rq_jr_skip(&jr);
    }
    CHECK_INT(sfx->effect_count, 118);
    CHECK(rq_jr_ok(&jr));
    rq_arena_free(&arena);
    rq_doc_free(doc);
}

static void test_corpus(void)
{
    NEEDS_CORPUS("redguard");
    each_corpus("*.SFX", check_file);
}

TESTS(test_values, test_round_trips, test_deviations, test_clips, test_odd_clips, test_put,
      test_json, test_damage, test_no_memory, test_corpus)
