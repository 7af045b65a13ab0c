/* What is told of small files of KotOR, word by word and with the place in the file: texts, lips, sounds of creatures, waves. The bytes
 * are laid down by hand after docs/formats. */
#include "kotor.h"
#include "told.h"

#include <math.h>

/* ---- texts ---- */

static void test_vis(void)
{
    static const char *const files[][2] = {
        {"a 1\r\n  b\r\nb 1\r\n  a\r\n", ""},
        {"a 1\n  b\n", "no-own-line@4 sees: b has no line of its own"},
        {"a 1\n  b\nb 0\n", "one-way@4 sees: a sees b, but is not seen from there"},
        {"a 2\n  b\n  c\nb 1\n  a\nc 1\n  b\n",
         "one-way@8 sees: a sees c, but is not seen from there\n"
         "one-way@24 sees: c sees b, but is not seen from there"},
        {"a 1\n  B\nb 1\n  A\n", ""},
        {"a 1\n  b c\nb 1\n  a\n", "more-words@4 sees: b has more words behind it"},
        {"a 2\n  b\nb 1\n  a\n", "wrong-count@0 count: a says 2, but there are 1"},
        {"a 1\n  b\nb 0\n  a\n", "wrong-count@8 count: b says 0, but there are 1"},
        {"a -1\n", "wrong-count@0 count: a says -1, but there are 0"},
        {"a 0\nb 0\nA 0\n", "duplicate-name@8 rooms: A is there twice"},
        {"a 0\n\0\n", ""},
        {"a 1\n  a\n", ""},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        told(bytes_of(files[i][0]), "vis", files[i][1]);
    told(LITERAL("a 0\nb 0 \0\n"), "vis", "zero-byte@0 lines: there are zero bytes in the text");
}

static void test_txi(void)
{
#define WRONG(value) "\"" value "\" is not what the command takes"
    static const char *const files[][2] = {
        {"decal 1\ndecal TRUE\ndecal false\ncube 0\n", ""},
        {"decal 2\n", "wrong-value@0 decal: " WRONG("2")},
        {"decal\n", "wrong-value@0 decal: " WRONG("")},
        {"cube 1\ndecal yes no\n", "wrong-value@7 decal: " WRONG("yes no")},
        {"fps 1.5\nfps -1\nfps 2 x\n", ""},
        {"fps x\n", "wrong-value@0 fps: " WRONG("x")},
        {"clamp 3\nclamp 3.0\nclamp -1\n", ""},
        {"clamp x\n", "wrong-value@0 clamp: " WRONG("x")},
        {"blending default\nblending Additive\nBlending PUNCHTHROUGH\n", ""},
        {"blending add\n", "wrong-value@0 blending: " WRONG("add")},
        {"blending additives\n", "wrong-value@0 blending: " WRONG("additives")},
        {"envmaptexture a\n", ""},
        {"envmaptexture\n", "wrong-value@0 envmaptexture: " WRONG("")},
        {"\n  decal1\n",
         "missing-blank@1 command: decal1 is passed over: decal needs a blank before its value"},
        {"decalx\n", "unknown-command@0 command: decalx is passed over: there is no such command"},
        {"cube 1\nzork 2\n",
         "unknown-command@7 command: zork is passed over: there is no such command"},
        {"channelscale 2\n1\n0.5\n", ""},
        {"channelscale 3\n1\n0.5\n", "wrong-count@0 count: channelscale says 3, but there are 2"},
        {"channelscale 1 0.5\n", ""},
        {"a_name_of_forty_letters_and_then_some_more_x 1\n",
         "unknown-command@0 command: a_name_of_forty_letters_and_then_some_mo is passed over: there is "
         "no such command"},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        told(bytes_of(files[i][0]), "txi", files[i][1]);
}

#define LYT(rooms, hooks)                                                                          \
    "beginlayout\r\nroomcount 1\r\n" rooms "\r\ndoorhookcount 1\r\n" hooks "\r\ndonelayout\r\n"

static void test_lyt(void)
{
    static const char *const files[][2] = {
        {LYT("  a 1 2 -3.5", "  a door 0 1 2 3 0 0 0 1"), ""},
        {LYT("  a 1 2 3", "  A door 1 2 3 0 0 0 1"), ""},
        {LYT("  a 1 2 3", "  b door 0 1 2 3 0 0 0 1"),
         "no-such-room@54 doorhookcount: there is no room b"},
        {LYT("  a 1 2", "  a door 0 1 2 3 0 0 0 1"),
         "wrong-words@26 roomcount: a has not the words that are expected here"},
        {LYT("  a 1 2 3 4", "  a door 0 1 2 3 0 0 0 1"),
         "wrong-words@26 roomcount: a has not the words that are expected here"},
        {LYT("  a 1 x 3", "  a door 0 1 2 3 0 0 0 1"),
         "wrong-words@26 roomcount: a has not the words that are expected here"},
        {LYT("  a 1 2 3", "  a door 0 1 2 3 0 0 0"), /* as eight words: 0 is x */
         ""},
        {LYT("  a 1 2 3", "  a door 0 1 2 3 0 0"),
         "wrong-words@54 doorhookcount: a has not the words that are expected here"},
        {LYT("  a 1 2 3", "  a door 0 1 2 3 0 0 0 1 5"),
         "wrong-words@54 doorhookcount: a has not the words that are expected here"},
        {"beginlayout\r\nroomcount 2\r\n  a 1 2 3\r\n  A 1 2 3\r\ndonelayout\r\n",
         "duplicate-name@37 roomcount: A is there twice"},
        {"beginlayout\r\ndoorhookcount 0\r\nroomcount 0\r\ndonelayout\r\n",
         "section-order@30 sections: roomcount stands behind doorhookcount: the game reads them in one "
         "order"},
        {"beginlayout\r\nroomcount 0\r\nroomcount 0\r\ndonelayout\r\n",
         "section-order@26 sections: roomcount stands behind roomcount: the game reads them in one "
         "order"},
        {"roomcount 0\r\ndonelayout\r\n", "no-begin@0 lines: there is no beginlayout"},
        {"beginlayout\r\nroomcount 0\r\n", "no-end@0 lines: there is no donelayout"},
        {"roomcount 0\r\n", "no-begin@0 lines: there is no beginlayout"},
        {"beginlayout\r\nroomcount 0\r\ndonelayout", ""},
        {"beginlayout\r\nroomcount 0\ndonelayout\r\n",
         "line-end@0 end: lines end with one byte; the game steps over two"},
        {"beginlayout\r\nroomcount 0\r\ndonelayout\r",
         "line-end@0 end: lines end with one byte; the game steps over two"},
        {"beginlayout\r\nroomcount x\r\ndonelayout\r\n",
         "no-count@13 count: roomcount has no number of lines"},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        told(bytes_of(files[i][0]), "lyt", files[i][1]);
}

/* ---- lips ---- */

struct lip_key {
    float time;
    unsigned shape;
};

static void lip_told(float length, size_t count, const struct lip_key *keys, size_t behind,
                     const char *expected)
{
    static struct made m;
    m.size = 0;
    put_text(&m, "LIP V1.0", 8);
    put32(&m, rq_bits_of(length));
    put32(&m, (uint32_t)count);
    for (size_t i = 0; i < count; i++) {
        put32(&m, rq_bits_of(keys[i].time));
        put8(&m, keys[i].shape);
    }
    put_zeros(&m, behind);
    told((struct rq_bytes){m.data, m.size}, "lip", expected);
}

/* The first key is at 0 and the last at the length, to a hundred thousandth of it. */
static void test_lip(void)
{
#define SILENT "not-played@8 keys: they do not reach from 0 to the length"
#define LATE   ": its time is before that of the last key"
    lip_told(1.5f, 2, (struct lip_key[]){{0, 0}, {1.5f, 15}}, 0, "");
    lip_told(1.5f, 2, (struct lip_key[]){{0, 15}, {1.5f, 16}}, 0,
             "unknown-shape@25 keys[1]: shape 16; there are 16");
    lip_told(1, 3, (struct lip_key[]){{0, 255}, {0.5f, 20}, {1, 0}}, 0,
             "unknown-shape@20 keys[0]: shape 255; there are 16");
    lip_told(1, 3, (struct lip_key[]){{0, 0}, {2, 0}, {1, 0}}, 0, "late-key@26 keys[2]" LATE);
    lip_told(1, 3, (struct lip_key[]){{0, 0}, {1, 0}, {1, 0}}, 0, "");
    lip_told(1, 4, (struct lip_key[]){{0, 0}, {-1, 0}, {-2, 0}, {1, 0}}, 0,
             "late-key@21 keys[1]" LATE);
    lip_told(1, 3, (struct lip_key[]){{0, 0}, {NAN, 0}, {1, 0}}, 0, "late-key@21 keys[1]" LATE);
    lip_told(2, 2, (struct lip_key[]){{0.00001f, 0}, {2, 0}}, 0, "");
    lip_told(2, 2, (struct lip_key[]){{0.0001f, 0}, {2, 0}}, 0, SILENT);
    lip_told(2, 2, (struct lip_key[]){{-0.0001f, 0}, {2, 0}}, 0, SILENT);
    lip_told(2, 2, (struct lip_key[]){{0, 0}, {1.999f, 0}}, 0, SILENT);
    lip_told(2, 2, (struct lip_key[]){{0, 0}, {2.001f, 0}}, 0, SILENT);
    lip_told(2, 1, (struct lip_key[]){{2, 0}}, 0, SILENT);
    lip_told(0, 1, (struct lip_key[]){{0, 0}}, 0, SILENT);
    lip_told(1, 0, NULL, 0, SILENT);
    lip_told(1.5f, 2, (struct lip_key[]){{0, 0}, {1.5f, 0}}, 7,
             "trailing-bytes@26 trailing: 7 bytes");
}

/* ---- sounds of creatures ---- */

static void test_ssf(void)
{
    static const struct {
        uint32_t table, bytes;
        const char *told;
    } cases[] = {
        {12, 28 * 4, ""},
        {12, 29 * 4, ""},
        {12, 27 * 4, "sound-count@12 sounds: 27 sounds; the game reads 28"},
        {12, 0, "sound-count@12 sounds: 0 sounds; the game reads 28"},
        {12, 28 * 4 + 3, "trailing-bytes@124 tail: 3 bytes"},
        {13, 28 * 4 + 1, "moved-sounds@8 table_offset: 13; 12 expected"},
        {14, 27 * 4 + 3,
         "moved-sounds@8 table_offset: 14; 12 expected\n"
         "sound-count@14 sounds: 27 sounds; the game reads 28\n"
         "trailing-bytes@122 tail: 1 bytes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct made m;
        m.size = 0;
        put_text(&m, "SSF V1.1", 8);
        put32(&m, cases[i].table);
        put_zeros(&m, cases[i].bytes);
        told((struct rq_bytes){m.data, m.size}, "ssf", cases[i].told);
    }
}

/* ---- waves ---- */

struct wave {
    unsigned codec, channels, align, bits;
    size_t bytes; /* of samples */
};

static struct rq_bytes wave_of(const struct wave *w)
{
    static struct made m;
    m.size = 0;
    put_text(&m, "RIFF", 4);
    put32(&m, (uint32_t)(36 + w->bytes + w->bytes % 2));
    put_text(&m, "WAVEfmt ", 8);
    put32(&m, 16);
    put16(&m, (int)w->codec);
    put16(&m, (int)w->channels);
    put32(&m, 22050);
    put32(&m, 22050 * w->align);
    put16(&m, (int)w->align);
    put16(&m, (int)w->bits);
    put_text(&m, "data", 4);
    put32(&m, (uint32_t)w->bytes);
    put_zeros(&m, w->bytes + w->bytes % 2);
    return (struct rq_bytes){m.data, m.size};
}

/* Samples stand at 44. IMA ADPCM has blocks with a header of four bytes a channel. */
static void test_wav(void)
{
    static const struct {
        struct wave wave;
        const char *told, *sound;
    } cases[] = {
        {{1, 1, 2, 16, 4}, "", "PCM, 22050 Hz, 1 channels, 16 bits"},
        {{1, 2, 4, 16, 6},
         "cut-frame@44 data: 6 bytes are not whole frames of 4",
         "PCM, 22050 Hz, 2 channels, 16 bits"},
        {{1, 2, 2, 16, 8},
         "wrong-frame@44 block_align: 2, but a frame has 4 bytes\n"
         "stale-value@0 chunks/0/block_align: 2, but 4 follows from the rest (2 of 2)",
         "PCM, 22050 Hz, 2 channels, 16 bits"},
        {{1, 0, 0, 16, 8},
         "wrong-frame@44 block_align: 0, but a frame has 0 bytes",
         "PCM, 22050 Hz, 0 channels, 16 bits"},
        {{1, 1, 1, 8, 3}, "", "PCM, 22050 Hz, 1 channels, 8 bits"},
        {{17, 1, 36, 4, 36}, "", "IMA ADPCM, 22050 Hz, 1 channels, 4 bits"},
        {{17, 1, 3, 4, 36},
         "wrong-block@44 block_align: blocks of 3 bytes can't be",
         "IMA ADPCM, 22050 Hz, 1 channels, 4 bits"},
        {{2, 1, 2, 16, 4},
         "unknown-codec@44 codec: 0x2 is not known",
         "unknown codec, 22050 Hz, 1 channels, 16 bits"},
        {{0x55, 1, 1, 0, 4}, "", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rq_bytes file = wave_of(&cases[i].wave);
        check_note("wave %zu", i);
        told(file, "wav", cases[i].told);
        struct rq_doc *doc = read_as(file, "wav");
        REQUIRE(doc != NULL);
        CHECK_STR(fact_of(doc, "sound"), cases[i].sound);
        CHECK_STR(fact_of(doc, "wrapper"), "none");
        CHECK_STR(fact_of(doc, "chunks"), "2");
        rq_doc_free(doc);
    }
}

/* Sizes that say more than there is, and bytes that are no chunk. */
static void test_wav_sizes(void)
{
    static const struct wave wave = {1, 1, 2, 16, 4};
    static uint8_t file[60];
    struct rq_bytes good = wave_of(&wave);
    size_t size = good.size;
    CHECK_INT(size, 48);
    memcpy(file, good.data, size);
    rq_set32(file + 4, 41); /* 40 follow */
    told((struct rq_bytes){file, size}, "wav",
         "wrong-riff-size@4 riff_size: 41, but 40 bytes follow");
    rq_set32(file + 4, 3);
    told((struct rq_bytes){file, size}, "wav",
         "wrong-riff-size@4 riff_size: 3, but 40 bytes follow");
    rq_set32(file + 4, 40);
    rq_set32(file + 40, 5);
    told((struct rq_bytes){file, size}, "wav",
         "cut-chunk@40 chunks: 5 bytes, but the RIFF has 4 more");
    rq_set32(file + 40, 4);
    memcpy(file + 48, "odd1234", 7);
    rq_set32(file + 4, 47);
    told((struct rq_bytes){file, size + 7}, "wav",
         "no-chunk@0 riff_tail: 7 bytes that are not a chunk");
    rq_set32(file + 4, 40);
    told((struct rq_bytes){file, size + 7}, "wav",
         "no-mp3@48 stream: 7 bytes that the game takes for MP3");
    memcpy(file + 36, "dat_", 4);
    told((struct rq_bytes){file, size}, "wav", "missing-chunk@0 chunks: there is no data chunk");
    memcpy(file + 12, "fmt_", 4);
    memcpy(file + 36, "data", 4);
    told((struct rq_bytes){file, size}, "wav", "missing-chunk@0 chunks: there is no fmt chunk");
}

/* ---- letters: a header of 9 bytes, and blocks of three lists of floats ---- */

/* All chances are 0.5 but this one; `behind` bytes follow. */
static void ltr_told(unsigned letters, size_t index, float chance, size_t behind,
                     const char *expected)
{
    struct rq_out out = {0};
    size_t count = (size_t)letters * 3 * (1 + letters + letters * letters);
    rq_put(&out, "LTR V1.0", 8);
    rq_put8(&out, (uint8_t)letters);
    for (size_t i = 0; i < count; i++)
        rq_put32(&out, rq_bits_of(i == index ? chance : 0.5f));
    rq_put_zeros(&out, behind);
    check_note("%u letters, chance %zu is %g", letters, index, (double)chance);
    told(rq_out_bytes(&out), "ltr", expected);
    rq_out_free(&out);
}

/* Two letters have seven blocks: that of the first letter, after each, and after each two. */
static void test_ltr(void)
{
#define TWO            "letter-count@8 letters: 2 letters; 28 or 26 expected"
#define FALLING(block) "the chances of block " #block " are not 0 to 1 in rising order"
    ltr_told(2, 99, 0, 0, TWO);
    ltr_told(2, 1, 0.25f, 0, TWO "\nfalling-chances@9 start: " FALLING(0));
    ltr_told(2, 3, 0.25f, 0, TWO "\nfalling-chances@17 middle: " FALLING(0));
    ltr_told(2, 41, 0.25f, 0, TWO "\nfalling-chances@169 end: " FALLING(6));
    ltr_told(2, 6, 1.5f, 0, TWO "\nfalling-chances@33 start: " FALLING(1));
    ltr_told(2, 7, 1.002f, 0, TWO "\nfalling-chances@33 start: " FALLING(1));
    ltr_told(2, 7, -0.001f, 0, TWO "\nfalling-chances@33 start: " FALLING(1));
    ltr_told(2, 7, NAN, 0, TWO "\nfalling-chances@33 start: " FALLING(1));
    ltr_told(2, 7, 1.0009f, 0, TWO);
    ltr_told(2, 7, 0, 0, TWO);
    ltr_told(2, 6, 0, 0, TWO);
    ltr_told(2, 99, 0, 5, TWO "\ntrailing-bytes@177 tail: 5 bytes; the game refuses such a file");
    ltr_told(26, SIZE_MAX, 0, 0, "");
    ltr_told(28, SIZE_MAX, 0, 0, "");
    ltr_told(27, SIZE_MAX, 0, 0, "letter-count@8 letters: 27 letters; 28 or 26 expected");
    ltr_told(0, SIZE_MAX, 0, 0, "letter-count@8 letters: 0 letters; 28 or 26 expected");
}

#define BLOCK(after, start)                                                                        \
    "{\"after\":\"" after "\",\"start\":[" start "],\"middle\":[0],\"end\":[0]}"

static void test_ltr_json(void)
{
    static const char *const list[][2] = {
        {"\"letters\":1,\"blocks\":[" BLOCK("", "0") "," BLOCK("a", "0") "," BLOCK("aa", "0") "]",
         ""},
        {"\"letters\":1,\"blocks\":[" BLOCK("", "0") "]", "JSON line 1: 1 letters have 3 blocks"},
        {"\"letters\":1,\"blocks\":[" BLOCK("", "0") "," BLOCK("b", "0") "," BLOCK("aa", "0") "]",
         "JSON line 1: block 1 is that after \"a\""},
        {"\"letters\":1,\"blocks\":[" BLOCK("", "0") "," BLOCK("a", "0") "," BLOCK("a", "0") "]",
         "JSON line 1: block 2 is that after \"aa\""},
        {"\"letters\":1,\"blocks\":[" BLOCK("", "0") "," BLOCK("a", "0,0") "," BLOCK("aa", "0") "]",
         "JSON line 1: 1 letters need as many chances, not 2"},
        {"\"tail\":\"\"", "JSON line 1: \"letters\" and \"blocks\" are missing"},
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        struct rq_error err = {0};
        char json[500];
        int n = snprintf(json, sizeof json, "{\"format\":\"ltr\",\"version\":1,%s}", list[i][0]);
        struct rq_doc *doc =
            rq_doc_from_json((struct rq_bytes){(const uint8_t *)json, (size_t)n}, NULL, &err);
        check_note("%s", list[i][0]);
        CHECK_STR(err.text, list[i][1]);
        CHECK_INT(doc == NULL, i != 0);
        rq_doc_free(doc);
    }
}

TESTS(test_vis, test_txi, test_lyt, test_lip, test_ssf, test_wav, test_wav_sizes, test_ltr,
      test_ltr_json)
