/* WAV: bytes by hand from docs/formats/wav.md; ADPCM worked out with pencil and paper. */
#include "codec/adpcm.h"
#include "convert/convert.h"
#include "kotor.h"

#include <reliquary/wav.h>

/* ---- files ---- */

static void put_fmt(struct made *m, uint32_t size, int codec, int channels, uint32_t rate,
                    int block, int bits)
{
    put_text(m, "fmt ", 4);
    put32(m, size);
    put16(m, codec);
    put16(m, channels);
    put32(m, rate);
    put32(m, rate * (uint32_t)block);
    put16(m, block);
    put16(m, bits);
}

static void put_riff(struct made *m, uint32_t size)
{
    put_text(m, "RIFF", 4);
    put32(m, size);
    put_text(m, "WAVE", 4);
}

/* 16 bits, mono, three frames; a LIST of five bytes and its pad. */
static void put_pcm(struct made *m)
{
    put_riff(m, 4 + 24 + 8 + 6 + 8 + 6);
    put_fmt(m, 16, 1, 1, 22050, 2, 16);
    put_text(m, "data", 4);
    put32(m, 6);
    put16(m, 1);
    put16(m, -2);
    put16(m, 3);
    put_text(m, "LIST", 4);
    put32(m, 5);
    put_text(m, "abcde", 6);
}

/* What stands before the RIFF of a sound effect: four known bytes and filler. */
static void put_prefix(struct made *m)
{
    put32(m, 0xC460F3FF);
    while (m->size < 470)
        put8(m, 0x55);
}

/* A frame of MPEG 1 layer III: 32 kbit/s, 32000 Hz, mono: 144 * 32000 / 32000 = 144 bytes. */
static void put_mp3(struct made *m, unsigned frames)
{
    for (unsigned i = 0; i < frames; i++) {
        put32(m, 0xC418FBFF);
        put_zeros(m, 140);
    }
}

/* The 58 bytes that all 28 measured voices have. */
static void make_voice(struct made *m)
{
    m->size = 0;
    put_riff(m, 50);
    put_fmt(m, 18, 1, 1, 22050, 1, 8);
    put16(m, 0);
    put_text(m, "fact", 4);
    put32(m, 4);
    put32(m, 0);
    put_text(m, "data", 4);
    put32(m, 0);
    put_mp3(m, 2);
}

/* Predictor 100, step index 0, codes 4 F 3 8 0 7 9 4, the low half of a byte first. */
static void put_block(struct made *m, unsigned index)
{
    put16(m, 100);
    put8(m, index);
    put8(m, 0);
    put32(m, 0x497083F4);
}

/* code 4: step 7, 0+7 = 7; F: step 9, -(1+9+4+2); 3: step 19, 2+9+4; 8: step 17, -2; 0: step 16, 2;
 * 7: step 14, 1+14+7+3; 9: step 31, -(3+7); 4: step 28, 3+28. */
static const int16_t decoded[9] = {100, 107, 91, 106, 104, 106, 131, 121, 152};

static void make_adpcm(struct made *m)
{
    m->size = 0;
    put_riff(m, 4 + 28 + 12 + 8 + 16);
    put_fmt(m, 20, 0x11, 1, 22050, 8, 4);
    set32(m, 28, 22050 * 8 / 9); /* 8 bytes for 9 samples */
    put16(m, 2);
    put16(m, 9);
    put_text(m, "fact", 4);
    put32(m, 4);
    put32(m, 15);
    put_text(m, "data", 4);
    put32(m, 16);
    put_block(m, 0);
    put_block(m, 0);
}

/* ---- tests ---- */

static void test_plain(void)
{
    static struct made m;
    m.size = 0;
    put_pcm(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "wav");
    REQUIRE(doc != NULL);
    const struct rq_wav *wav = rq_doc_root(doc, "wav");
    REQUIRE(wav->chunk_count == 3);
    CHECK_INT(wav->chunks[0].kind, RQ_WAV_FMT);
    CHECK_INT(wav->chunks[0].format.rate, 22050);
    CHECK_INT(wav->chunks[1].kind, RQ_WAV_DATA);
    CHECK_INT(wav->chunks[1].data.size, 6);
    CHECK_INT(wav->chunks[2].kind, RQ_WAV_OTHER);
    CHECK_INT(wav->chunks[2].data.size, 5);
    CHECK(!wav->chunks[2].unpadded);
    CHECK_INT(wav->stream.size, 0);
    rq_doc_free(doc);
    check_round_trips(made_bytes(&m), "a.wav", "wav");
    check_findings(made_bytes(&m), "wav", "");
}

static void test_wrappers(void)
{
    static struct made m;
    m.size = 0;
    put_prefix(&m);
    CHECK_INT(m.size, 470);
    put_pcm(&m);
    check_round_trips(made_bytes(&m), "sfx.wav", "wav");
    check_findings(made_bytes(&m), "wav", "");
    m.data[0] = 0;
    check_round_trips(made_bytes(&m), "sfx.wav", "wav");
    check_findings(made_bytes(&m), "wav", "wav-unknown-prefix");
    make_voice(&m);
    check_round_trips(made_bytes(&m), "vo.wav", "wav");
    check_findings(made_bytes(&m), "wav", "");
    struct rq_doc *doc = read_as(made_bytes(&m), "wav");
    REQUIRE(doc != NULL);
    const struct rq_wav *wav = rq_doc_root(doc, "wav");
    CHECK_INT(wav->stream.size, 288);
    CHECK_INT(wav->stream.data - m.data, 58);
    rq_doc_free(doc);
    /* The form that PyKotor writes: 20 bytes that begin with RIFF, then the RIFF. */
    m.size = 0;
    put_riff(&m, 50);
    put_zeros(&m, 8);
    put_pcm(&m);
    check_round_trips(made_bytes(&m), "vo.wav", "wav");
    /* A RIFF of something else. */
    m.size = 0;
    put_pcm(&m);
    memcpy(m.data + 8, "AVI ", 4);
    CHECK(rq_format_detect(made_bytes(&m), "a.wav") == NULL);
}

/* A block has four bytes for each channel, then groups of four for each: 1 sample, and 8 a group. */
static void test_adpcm_sizes(void)
{
    static const struct {
        size_t size;
        uint16_t block, channels;
        size_t frames;
    } rows[] = {{4, 4, 1, 1},   {3, 4, 1, 0},    {8, 4, 1, 2},   {8, 3, 1, 0},   {8, 4, 0, 0},
                {8, 8, 2, 1},   {8, 7, 2, 0},    {7, 8, 2, 0},   {8, 8, 1, 9},   {7, 8, 1, 1},
                {11, 12, 1, 9}, {12, 12, 1, 17}, {12, 8, 1, 10}, {15, 16, 2, 1}, {16, 16, 2, 9},
                {16, 8, 1, 18}, {0, 8, 1, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check_note("row %zu", i);
        CHECK_INT(rq_adpcm_frames(rows[i].size, rows[i].block, rows[i].channels), rows[i].frames);
    }
    /* Blocks of a predictor alone, for one channel and for two. */
    static const uint8_t heads[] = {1, 2, 0, 0, 3, 4, 0, 0};
    uint8_t samples[4] = {0};
    rq_adpcm_decode((struct rq_bytes){heads, 8}, 4, 1, samples);
    CHECK_MEM(samples, 4, "\1\2\3\4", 4);
    memset(samples, 0, 4);
    rq_adpcm_decode((struct rq_bytes){heads, 8}, 8, 2, samples);
    CHECK_MEM(samples, 4, "\1\2\3\4", 4);
    memset(samples, 0, 4);
    rq_adpcm_decode((struct rq_bytes){heads, 8}, 7, 2, samples);
    rq_adpcm_decode((struct rq_bytes){heads, 8}, 3, 1, samples);
    rq_adpcm_decode((struct rq_bytes){heads, 8}, 8, 0, samples);
    CHECK_MEM(samples, 4, "\0\0\0\0", 4);
}

/* There are steps 0 to 88: a block that starts with another is odd, and starts with 88, 32767. Code 0 adds
 * 32767 / 8 = 4095; at step 87, 29794, it adds 3724. */
static void test_adpcm_steps(void)
{
    static const struct {
        uint8_t step;
        int second;
        size_t odd;
    } rows[] = {{87, 3724, 0}, {88, 4095, 0}, {89, 4095, 1}, {255, 4095, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const uint8_t block[] = {0, 0, rows[i].step, 0, 0, 0, 0, 0},
                      pair[] = {0, 0, 0, 0, 0, 0, rows[i].step, 0};
        uint8_t samples[9 * 2];
        check_note("step %u", rows[i].step);
        rq_adpcm_decode((struct rq_bytes){block, 8}, 8, 1, samples);
        CHECK_INT((int16_t)rq_get16(samples + 2), rows[i].second);
        CHECK_INT(rq_adpcm_odd((struct rq_bytes){block, 8}, 8, 1), rows[i].odd);
        CHECK_INT(rq_adpcm_odd((struct rq_bytes){block, 4}, 4, 1), rows[i].odd);
        CHECK_INT(rq_adpcm_odd((struct rq_bytes){block, 3}, 4, 1), 0);
        CHECK_INT(rq_adpcm_odd((struct rq_bytes){block, 8}, 3, 1), 0);
        CHECK_INT(rq_adpcm_odd((struct rq_bytes){pair, 8}, 8, 2), rows[i].odd);
    }
}

static void test_adpcm(void)
{
    static struct made m;
    uint8_t samples[64];
    m.size = 0;
    put_block(&m, 0);
    CHECK_INT(rq_adpcm_frames(8, 8, 1), 9);
    rq_adpcm_decode(made_bytes(&m), 8, 1, samples);
    for (size_t i = 0; i < 9; i++)
        CHECK_INT((int16_t)rq_get16(samples + 2 * i), decoded[i]);
    /* Two channels: both heads first, then four bytes of each. */
    static const uint8_t stereo[] = {100,  0,    0,    0,    0,    0xFF, 200,  0,
                                     0xF4, 0x83, 0x70, 0x49, 0x08, 0x00, 0x00, 0x00};
    CHECK_INT(rq_adpcm_frames(16, 16, 2), 9);
    rq_adpcm_decode((struct rq_bytes){stereo, 16}, 16, 2, samples);
    for (size_t i = 0; i < 9; i++)
        CHECK_INT((int16_t)rq_get16(samples + 4 * i), decoded[i]);
    /* An index of 200 is the last, 88, with a step of 32767: -256, then -4095. */
    CHECK_INT((int16_t)rq_get16(samples + 2), -256);
    CHECK_INT((int16_t)rq_get16(samples + 6), -4351);
    CHECK_INT(rq_adpcm_odd((struct rq_bytes){stereo, 16}, 16, 2), 1);
    /* Blocks that can't be, and data that ends within one. */
    CHECK_INT(rq_adpcm_frames(16, 0, 1), 0);
    CHECK_INT(rq_adpcm_frames(16, 7, 2), 0);
    CHECK_INT(rq_adpcm_frames(16, 8, 0), 0);
    CHECK_INT(rq_adpcm_frames(8 + 5, 8, 1), 10);
    CHECK_INT(rq_adpcm_frames(8 + 3, 8, 1), 9);
}

/* The one sound of a file; false when it has none. */
static bool clip_of(struct rq_doc *doc, struct rq_arena *arena, struct rq_clip *clip,
                    struct rq_error *err)
{
    struct rq_view view = {.arena = arena, .err = err};
    const struct rq_clip *clips;
    size_t count = 0;
    *err = (struct rq_error){0};
    if (!doc->format->sounds->clips(doc, &view, &clips, &count) || !CHECK_INT(count, 1))
        return false;
    *clip = clips[0];
    return true;
}

static void test_clips(void)
{
    static struct made m;
    struct rq_arena arena = {0};
    struct rq_error err;
    struct rq_clip clip;
    make_adpcm(&m);
    check_round_trips(made_bytes(&m), "a.wav", "wav");
    check_findings(made_bytes(&m), "wav", "");
    struct rq_doc *doc = read_as(made_bytes(&m), "wav");
    REQUIRE(doc != NULL);
    if (CHECK(clip_of(doc, &arena, &clip, &err))) {
        CHECK_INT(clip.bits, 16);
        CHECK_INT(clip.rate, 22050);
        CHECK_INT(clip.samples.size, 15 * 2); /* fact: 15 of 18 */
        CHECK_INT((int16_t)rq_get16(clip.samples.data + 2 * 8), 152);
        CHECK_INT((int16_t)rq_get16(clip.samples.data + 2 * 9), 100);
    }
    rq_doc_free(doc);
    make_voice(&m);
    doc = read_as(made_bytes(&m), "wav");
    REQUIRE(doc != NULL);
    if (!strstr(rq_built_with(), "no MP3 decoding")) {
        CHECK(clip_of(doc, &arena, &clip, &err));
        CHECK_INT(clip.rate, 32000);
        CHECK_INT(clip.samples.size, 2 * 1152 * 2); /* 16 bits, mono */
    } else {
        CHECK(!clip_of(doc, &arena, &clip, &err));
        CHECK_INT(err.code, RQ_UNSUPPORTED);
        CHECK_INT(err.offset, 0);
    }
    CHECK_INT(doc->format->sounds->stream(doc).size, 288);
    rq_doc_free(doc);
    rq_arena_free(&arena);
}

/* Out as a WAV, in again: the same bytes. */
static void test_wrap(void)
{
    static struct made m;
    struct rq_arena arena = {0};
    struct rq_error err = {0};
    struct rq_clip clip;
    m.size = 0;
    put_prefix(&m);
    put_pcm(&m);
    struct rq_doc *doc = read_as(made_bytes(&m), "wav");
    REQUIRE(doc != NULL);
    struct rq_out open = {0};
    REQUIRE(clip_of(doc, &arena, &clip, &err));
    CHECK(rq_wav_write(&open, &clip, &err));
    CHECK(rq_doc_put_file(doc, "x.wav", rq_out_bytes(&open), &err));
    CHECK(writes_same(doc, made_bytes(&m), false));
    rq_doc_free(doc);
    rq_out_free(&open);
    /* Another sound: sizes follow, the wrapper stays. */
    doc = read_as(made_bytes(&m), "wav");
    static const uint8_t other[] = {1, 2, 3};
    clip = (struct rq_clip){.rate = 11025, .channels = 1, .bits = 8, .samples = {other, 3}};
    REQUIRE(doc != NULL);
    CHECK(doc->format->sounds->put_clip(doc, "x", &clip, &err));
    CHECK(rq_doc_write(doc, &open, &err));
    if (CHECK_INT(open.size, m.size - 2)) {
        CHECK_INT(rq_get32(open.data + 474), 56 - 2);
        CHECK_INT(rq_get32(open.data + 470 + 24), 11025);
        CHECK_INT(rq_get32(open.data + 470 + 40), 3);
        CHECK_MEM(open.data, 470, m.data, 470);
    }
    rq_doc_free(doc);
    rq_out_free(&open);
    /* MP3 out of a voice and into it; and into what was no voice. */
    make_voice(&m);
    struct rq_bytes mp3 = {m.data + 58, 288};
    doc = read_as(made_bytes(&m), "wav");
    REQUIRE(doc != NULL);
    CHECK(rq_doc_put_file(doc, "x.mp3", mp3, &err));
    CHECK(writes_same(doc, made_bytes(&m), false));
    CHECK(!rq_doc_put_file(doc, "x.mp3", bytes_of("text"), &err));
    err = (struct rq_error){0};
    CHECK(doc->format->sounds->put_clip(doc, "x", &clip, &err)); /* a voice becomes a plain sound */
    const struct rq_wav *wav = rq_doc_root(doc, "wav");
    CHECK_INT(wav->stream.size, 0);
    CHECK_INT(wav->chunk_count, 2);
    CHECK(rq_doc_put_file(doc, "x.mp3", mp3, &err)); /* and a voice again */
    CHECK(writes_same(doc, made_bytes(&m), false));
    rq_doc_free(doc);
    rq_arena_free(&arena);
}

/* What JSON becomes without the values that it keeps of the file. */
static void check_follows(struct rq_bytes file, struct rq_bytes expected)
{
    struct rq_out json = {0}, again = {0};
    struct rq_error err = {0};
    struct rq_doc *doc = read_as(file, "wav");
    REQUIRE(doc != NULL);
    CHECK(rq_doc_to_json(doc, &json, &err));
    rq_doc_free(doc);
    rq_put8(&json, 0);
    char *kept = strstr((char *)json.data, ",\n  \"kept\"");
    if (kept)
        memcpy(kept, "}", 2);
    doc = rq_doc_from_json(bytes_of((const char *)json.data), NULL, &err);
    if (CHECK(doc != NULL) && CHECK(rq_doc_write(doc, &again, &err)))
        CHECK_MEM(again.data, again.size, expected.data, expected.size);
    rq_doc_free(doc);
    rq_out_free(&json);
    rq_out_free(&again);
}

/* What a file becomes as a voice or an effect. */
static void check_import(struct rq_bytes file, const char *wrapper, const struct made *expected)
{
    struct rq_options options = {.wrapper = wrapper};
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_import(file, rq_format_by_name("wav"), &options, &err);
    check_note("%s", wrapper ? wrapper : "as it is");
    CHECK_STR(err.text, "");
    CHECK(doc && writes_same(doc, made_bytes(expected), false));
    rq_doc_free(doc);
}

static void test_import(void)
{
    static struct made voice, plain, effect, known;
    make_voice(&voice);
    put_pcm(&plain);
    put_prefix(&known);
    put_pcm(&known);
    put32(&effect, 0xC460F3FF);
    put_zeros(&effect, 466);
    put_pcm(&effect);
    const struct rq_bytes mp3 = {voice.data + 58, 288};
    check_import(mp3, "voice", &voice);
    check_import(mp3, NULL, &voice);
    check_import(made_bytes(&voice), "voice", &voice);
    check_import(made_bytes(&plain), "voice", &plain);
    check_import(made_bytes(&plain), "sfx", &effect);
    check_import(made_bytes(&effect), "voice", &plain);
    check_import(made_bytes(&known), "SFX", &known); /* its filler stays */
    check_import(made_bytes(&known), NULL, &known);
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_import(bytes_of("some text"), rq_format_by_name("wav"), NULL, &err);
    check_error(doc, &err, RQ_USAGE, "can be made from wav mp3 json, not from this file");
    err = (struct rq_error){0};
    doc = rq_doc_import(bytes_of("ID3, but no frame"), rq_format_by_name("wav"), NULL, &err);
    check_error(doc, &err, RQ_USAGE, "no frame of MP3 at its start");
}

/* Three frames of 16 bits, and a smpl chunk of that many bytes with a period and a loop. */
static void make_loop(struct made *m, uint32_t size, uint32_t period, uint32_t start, uint32_t end)
{
    m->size = 0;
    put_riff(m, 4 + 24 + 14 + 8 + size);
    put_fmt(m, 16, 1, 1, 22050, 2, 16);
    put_text(m, "data", 4);
    put32(m, 6);
    put_zeros(m, 6);
    put_text(m, "smpl", 4);
    put32(m, size);
    put_zeros(m, size);
    set32(m, 58 + 8, period);
    set32(m, 58 + 44, start);
    set32(m, 58 + 48, end);
}

/* One loop takes 60 bytes: 36, then 24 with its start at 8 and its end at 12. The period is 10^9 / 22050
 * = 45351 ns unless it is 0, not stated; a loop ends with the last of three frames. */
static void test_loop(void)
{
    static struct made m, expected;
    static const struct {
        uint32_t size, before[3], after[3];
    } rows[] = {
        {60, {1, 9, 900}, {45351, 2, 2}},   {62, {1, 9, 900}, {45351, 2, 2}},
        {58, {1, 9, 900}, {1, 9, 900}},     {60, {0, 1, 3}, {0, 1, 2}},
        {60, {45351, 0, 2}, {45351, 0, 2}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const uint32_t *b = rows[i].before, *a = rows[i].after;
        check_note("row %zu", i);
        make_loop(&m, rows[i].size, b[0], b[1], b[2]);
        make_loop(&expected, rows[i].size, a[0], a[1], a[2]);
        check_round_trips(made_bytes(&m), "a.wav", "wav");
        check_follows(made_bytes(&m), made_bytes(&expected));
    }
}

/* MP3 in the RIFF itself, as two real files have it. */
static void test_mp3_inside(void)
{
    static struct made m;
    m.size = 0;
    put_riff(&m, 4 + 38 + 8 + 144);
    put_fmt(&m, 30, 0x55, 1, 32000, 1, 0);
    put16(&m, 12);
    put_zeros(&m, 12);
    put_text(&m, "data", 4);
    put32(&m, 144);
    put_mp3(&m, 1);
    check_round_trips(made_bytes(&m), "a.wav", "wav");
    struct rq_doc *doc = read_as(made_bytes(&m), "wav");
    REQUIRE(doc != NULL);
    CHECK_INT(doc->format->sounds->stream(doc).size, 144);
    rq_doc_free(doc);
}

/* The size of a RIFF counts from WAVE on: 4 where nothing follows. */
static void test_smallest(void)
{
    for (uint8_t size = 3; size <= 5; size++) {
        uint8_t file[] = {'R', 'I', 'F', 'F', size, 0, 0, 0, 'W', 'A', 'V', 'E'};
        struct rq_doc *doc = read_as((struct rq_bytes){file, sizeof file}, "wav");
        check_note("size %u", size);
        REQUIRE(doc != NULL);
        CHECK_INT(((const struct rq_wav *)rq_doc_root(doc, "wav"))->odd_size, size != 4);
        CHECK(writes_same(doc, (struct rq_bytes){file, sizeof file}, true));
        rq_doc_free(doc);
    }
}

static void test_lies(void)
{
    static struct made m;
    static const uint32_t sizes[] = {0, 3, 5, 13, 55, 57, 0x7FFFFFFF, 0xFFFFFFFF};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        check_note("size %u", sizes[i]);
        m.size = 0;
        put_pcm(&m);
        set32(&m, 4, sizes[i]);
        check_survives(made_bytes(&m), "wav");
        m.size = 0;
        put_pcm(&m);
        set32(&m, 40, sizes[i]);
        check_survives(made_bytes(&m), "wav");
    }
    /* The pad byte left out, in the middle and at the end; and one that is not zero. */
    m.size = 0;
    put_riff(&m, 4 + 9 + 24 + 9);
    put_text(&m, "odd!", 4);
    put32(&m, 1);
    put8(&m, 7);
    put_fmt(&m, 16, 1, 1, 22050, 1, 8);
    put_text(&m, "data", 4);
    put32(&m, 1);
    put8(&m, 9);
    check_round_trips(made_bytes(&m), "a.wav", "wav");
    check_json_has(made_bytes(&m), "wav", "\"padded\": false");
    put8(&m, 0xAA);
    set32(&m, 4, 4 + 9 + 24 + 10);
    check_round_trips(made_bytes(&m), "a.wav", "wav");
    check_json_has(made_bytes(&m), "wav", "\"pad\": 170");
    /* Bytes behind a sound: the game takes them for MP3; the sound stays one. */
    m.size = 0;
    put_pcm(&m);
    put_text(&m, "junk", 4);
    check_round_trips(made_bytes(&m), "a.wav", "wav");
    check_findings(made_bytes(&m), "wav", "wav-no-mp3");
    /* ADPCM in blocks of no bytes. */
    make_adpcm(&m);
    m.data[32] = 0;
    set32(&m, 28, 0);
    check_survives(made_bytes(&m), "wav");
    check_findings(made_bytes(&m), "wav", "wav-wrong-block");
    /* As many channels and bits as the fields hold: a frame of 65535 * 65535 / 8 bytes. */
    m.size = 0;
    put_riff(&m, 4 + 24 + 8);
    put_fmt(&m, 16, 1, 65535, 22050, 4, 65535);
    put_text(&m, "data", 4);
    put32(&m, 0);
    check_round_trips(made_bytes(&m), "a.wav", "wav");
    check_findings(made_bytes(&m), "wav", "wav-wrong-frame");
    not_built("wav", "\"chunks\":[{\"id\":\"LIST\",\"samples\":1}]");
    not_built("wav", "\"prefix\":\"AAAA\",\"chunks\":[]");
}

/* An odd chunk without its pad byte is known by the chunk that follows at once: four printable characters
 * and a size. Here the next eight bytes are all there is. */
static void test_pads(void)
{
    static const struct {
        unsigned first;
        size_t size;
        bool is_chunk;
    } rows[] = {{0x1F, 8, false}, {0x20, 8, true}, {'a', 8, true},   {0x7E, 8, true},
                {0x7F, 8, false}, {'a', 7, false}, {0x80, 8, false}, {0, 8, false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (size_t place = 0; place < 4; place++) {
            static struct made m;
            m.size = 0;
            put_riff(&m, (uint32_t)(4 + 9 + rows[i].size));
            put_text(&m, "odd!", 4);
            put32(&m, 1);
            put8(&m, 7);
            put_text(&m, "abcd", 4);
            put32(&m, 0);
            m.size -= 8 - rows[i].size;
            m.data[21 + place] = (uint8_t)rows[i].first;
            check_note("row %zu, place %zu", i, place);
            struct rq_doc *doc = read_as(made_bytes(&m), "wav");
            REQUIRE(doc != NULL);
            const struct rq_wav *wav = rq_doc_root(doc, "wav");
            CHECK_INT(wav->chunk_count, rows[i].is_chunk ? 2 : 1);
            CHECK_INT(wav->chunks[0].unpadded, rows[i].is_chunk);
            CHECK_INT(wav->chunks[0].pad, rows[i].is_chunk ? 0 : m.data[21]);
            rq_doc_free(doc);
            check_round_trips(made_bytes(&m), "a.wav", "wav");
        }
}

/* A file with a format of PCM and no samples, behind a frame of so many bytes. */
static void make_frames(struct made *m, int channels, int bits, int block)
{
    m->size = 0;
    put_riff(m, 4 + 24 + 8);
    put_fmt(m, 16, 1, channels, 22050, block, bits);
    put_text(m, "data", 4);
    put32(m, 0);
}

/* What follows: bytes of a frame where 16 bits hold them, those of a second, and samples of ADPCM, where the
 * last of two blocks of 9 may end early: 10 to 18. */
static void test_what_follows(void)
{
    static struct made m, expected;
    static const uint32_t samples[][2] = {{0, 18}, {9, 18}, {10, 10}, {17, 17}, {18, 18}, {19, 18}};
    make_frames(&m, 65535, 8, 1);
    make_frames(&expected, 65535, 8, 65535);
    check_follows(made_bytes(&m), made_bytes(&expected));
    make_frames(&m, 32768, 16, 1); /* 65536 */
    check_follows(made_bytes(&m), made_bytes(&m));
    make_frames(&m, 1, 8, 5);
    make_frames(&expected, 1, 8, 1);
    check_follows(made_bytes(&m), made_bytes(&expected));
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        make_adpcm(&m);
        make_adpcm(&expected);
        set32(&m, 28, 1);
        set32(&m, 48, samples[i][0]);
        set32(&expected, 48, samples[i][1]);
        check_note("%u samples", samples[i][0]);
        check_follows(made_bytes(&m), made_bytes(&expected));
    }
}

/* Three frames; of a loop the first and the last frame belong to it. */
static void test_clip_loops(void)
{
    static const struct {
        uint32_t size, count, start, end;
        bool loops;
    } rows[] = {{60, 1, 0, 2, true},  {60, 1, 0, 0, true},  {60, 2, 2, 2, true},
                {60, 0, 0, 2, false}, {60, 1, 2, 1, false}, {60, 1, 0, 3, false},
                {60, 1, 3, 3, false}, {58, 1, 0, 2, false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        static struct made m;
        struct rq_arena arena = {0};
        struct rq_error err;
        struct rq_clip clip = {0};
        make_loop(&m, rows[i].size, 0, rows[i].start, rows[i].end);
        set32(&m, 58 + 28, rows[i].count);
        check_note("row %zu", i);
        struct rq_doc *doc = read_as(made_bytes(&m), "wav");
        REQUIRE(doc != NULL);
        CHECK(clip_of(doc, &arena, &clip, &err));
        CHECK_INT(clip.loops, rows[i].loops);
        CHECK_INT(clip.loop_begin, rows[i].loops ? rows[i].start : 0);
        CHECK_INT(clip.loop_end, rows[i].loops ? rows[i].end + 1 : 0);
        rq_doc_free(doc);
        rq_arena_free(&arena);
    }
}

/* Sounds whose frames or seconds have more bytes than the header can say are refused. */
static void test_put_limits(void)
{
    static const struct {
        uint16_t channels, bits;
        uint32_t rate;
        bool fits;
    } rows[] = {{65535, 8, 65537, true},
                {65535, 8, 65538, false},
                {32767, 16, 1, true},
                {32768, 16, 1, false},
                {1, 8, UINT32_MAX, true},
                {1, 16, UINT32_MAX / 2, true},
                {1, 16, UINT32_MAX / 2 + 1, false},
                {1, 8, 0, false},
                {0, 8, 1, false},
                {1, 8, 1, true}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        static struct made m;
        struct rq_error err = {0};
        char why[80];
        const struct rq_clip clip = {
            .rate = rows[i].rate, .channels = rows[i].channels, .bits = rows[i].bits};
        m.size = 0;
        put_pcm(&m);
        struct rq_doc *doc = read_as(made_bytes(&m), "wav");
        REQUIRE(doc != NULL);
        snprintf(why, sizeof why, "%u channels at %u Hz don't fit the header", clip.channels,
                 clip.rate);
        check_note("row %zu", i);
        CHECK_INT(doc->format->sounds->put_clip(doc, "x", &clip, &err), rows[i].fits);
        CHECK_STR(err.text, rows[i].fits ? "" : why);
        CHECK_INT(err.code, rows[i].fits ? RQ_OK : RQ_USAGE);
        struct rq_out out = {0};
        err = (struct rq_error){0};
        CHECK(rq_doc_write(doc, &out, &err));
        if (rows[i].fits) {
            CHECK_INT(rq_get32(out.data + 28), clip.rate * (clip.channels * clip.bits / 8u));
            CHECK_INT(rq_get16(out.data + 32), clip.channels * clip.bits / 8);
        } else {
            CHECK_MEM(out.data, out.size, m.data, m.size);
        }
        rq_out_free(&out);
        rq_doc_free(doc);
    }
}

static void test_damage(void)
{
    static struct made m;
    make_adpcm(&m);
    check_truncations(made_bytes(&m), "wav");
    check_flips(made_bytes(&m), "wav", 2000);
    make_voice(&m);
    check_truncations(made_bytes(&m), "wav");
    check_flips(made_bytes(&m), "wav", 2000);
}

static void check_file(const char *name, struct rq_bytes bytes)
{
    check_round_trips(bytes, name, "wav");
    check_findings(bytes, "wav", "");
    struct rq_doc *doc = read_as(bytes, "wav");
    REQUIRE(doc != NULL);
    CHECK_INT(doc->format->sounds->stream(doc).size, bytes.size - 58);
    rq_doc_free(doc);
}

static void test_corpus(void)
{
    NEEDS_CORPUS("kotor/wav");
    each_file("kotor/wav", check_file);
}

TESTS(test_adpcm_sizes, test_adpcm_steps, test_plain, test_wrappers, test_adpcm, test_clips,
      test_wrap, test_import, test_loop, test_mp3_inside, test_smallest, test_lies, test_pads,
      test_what_follows, test_clip_loops, test_put_limits, test_damage, test_corpus)
