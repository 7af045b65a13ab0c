/* Sounds, voices, lips and the text files of the KotOR demo: streamsounds, streamwaves, override.
 * The bytes are laid down from the description of the formats, not by the library's writers. */
#include "demo/demo.h"

/* ---- sounds ---- */

enum { RATE = 22050, NOTE = RATE / 8 };

/* Eight notes of a scale that fade, -16384 to 16384. */
static int melody(int at)
{
    static const int hertz[8] = {440, 523, 659, 880, 784, 659, 523, 440};
    int within = at % NOTE, fade = 16384 - within * 16384 / NOTE;
    int phase = (int)((int64_t)within * hertz[at / NOTE % 8] * 4096 / RATE);
    return demo_sin(phase) / 2 * fade / 16384;
}

static void put_id(struct rq_out *out, const char *id, uint32_t size)
{
    rq_put(out, id, 4);
    rq_put32(out, size);
}

static void put_fmt(struct rq_out *out, uint32_t size, uint16_t codec, uint16_t channels,
                    uint16_t block, uint16_t bits, uint32_t byte_rate)
{
    put_id(out, "fmt ", size);
    rq_put16(out, codec);
    rq_put16(out, channels);
    rq_put32(out, RATE);
    rq_put32(out, byte_rate);
    rq_put16(out, block);
    rq_put16(out, bits);
}

/* 16 bits, mono. */
static void put_plain(struct rq_out *out, int frames)
{
    uint32_t size = (uint32_t)frames * 2;
    put_id(out, "RIFF", 4 + 24 + 8 + size);
    rq_put(out, "WAVE", 4);
    put_fmt(out, 16, 1, 1, 2, 16, RATE * 2);
    put_id(out, "data", size);
    for (int i = 0; i < frames; i++)
        rq_put16(out, (uint16_t)melody(i));
}

/* 8 bits, stereo, a loop and a chunk of odd size, behind the 470 bytes of a sound effect. */
static void put_effect(struct rq_out *out)
{
    enum { FRAMES = NOTE * 2, SMPL = 60 };
    static const char software[] = "demo";
    rq_put(out, "\xFF\xF3\x60\xC4", 4);
    for (int i = 4; i < 470; i++)
        rq_put8(out, 0x55);
    put_id(out, "RIFF", 4 + 24 + 8 + FRAMES * 2 + 8 + SMPL + 8 + 4 + 8 + 6);
    rq_put(out, "WAVE", 4);
    put_fmt(out, 16, 1, 2, 2, 8, RATE * 2);
    put_id(out, "data", FRAMES * 2);
    for (int i = 0; i < FRAMES; i++) {
        rq_put8(out, (uint8_t)(128 + melody(i) / 160));
        rq_put8(out, (uint8_t)(128 + melody(i + NOTE * 2) / 160));
    }
    put_id(out, "smpl", SMPL);
    rq_put_zeros(out, 28);
    rq_put32(out, 1);
    rq_put_zeros(out, 12);
    rq_put32(out, NOTE);
    rq_put32(out, FRAMES - 1);
    rq_put_zeros(out, 8);
    put_id(out, "LIST", 4 + 8 + 6);
    rq_put(out, "INFO", 4);
    put_id(out, "ISFT", 5);
    rq_put(out, software, 5);
    rq_put8(out, 0);
}

/* A crackle: small codes around a hum that the heads of the blocks make. */
static void put_adpcm(struct rq_out *out)
{
    enum { BLOCKS = 100, BLOCK = 36, BLOCK_FRAMES = 65 };
    static const uint8_t codes[4] = {0, 8, 1, 9};
    put_id(out, "RIFF", 4 + 28 + 12 + 8 + BLOCKS * BLOCK);
    rq_put(out, "WAVE", 4);
    put_fmt(out, 20, 0x11, 1, BLOCK, 4, RATE * BLOCK / BLOCK_FRAMES);
    rq_put16(out, 2);
    rq_put16(out, BLOCK_FRAMES);
    put_id(out, "fact", 4);
    rq_put32(out, BLOCKS * BLOCK_FRAMES - 20);
    put_id(out, "data", BLOCKS * BLOCK);
    for (uint32_t i = 0; i < BLOCKS; i++) {
        rq_put16(out, (uint16_t)(demo_sin((int)i * 512) / 4));
        rq_put16(out, (uint16_t)(40 + i % 20));
        for (uint32_t k = 4; k < BLOCK; k++) {
            uint32_t h = demo_hash(i, k, 5);
            rq_put8(out, (uint8_t)(codes[h & 3] | codes[h >> 2 & 3] << 4));
        }
    }
}

/* Silence: frames of MPEG 1 layer III, 32 kbit/s, 32000 Hz, mono, without any data in them. */
static void put_voice(struct rq_out *out, int frames)
{
    put_id(out, "RIFF", 50);
    rq_put(out, "WAVE", 4);
    put_fmt(out, 18, 1, 1, 1, 8, RATE);
    rq_put16(out, 0);
    put_id(out, "fact", 4);
    rq_put32(out, 0);
    put_id(out, "data", 0);
    for (int i = 0; i < frames; i++) {
        rq_put(out, "\xFF\xFB\x18\xC4", 4);
        rq_put_zeros(out, 140);
    }
}

/* ---- lips ---- */

/* A key every 1/8 s; eighths have an exact float. */
void demo_lips(struct rq_out *out, uint32_t keys)
{
    rq_put(out, "LIP V1.0", 8);
    rq_put32(out, rq_bits_of((float)(keys - 1) / 8));
    rq_put32(out, keys);
    for (uint32_t i = 0; i < keys; i++) {
        bool still = i == 0 || i == keys - 1;
        rq_put32(out, rq_bits_of((float)i / 8));
        rq_put8(out, still ? 0 : (uint8_t)(demo_hash(i, 3, 9) % 16));
    }
}

/* ---- text ---- */

/* The third room has a number that lies and a line without indent, as hand-edited files do. */
static const char vis[] = "demo01_hall 2\r\n"
                          "  demo01_yard\r\n"
                          "  demo01_cell\r\n"
                          "demo01_yard 1\r\n"
                          "  demo01_hall\r\n"
                          "demo01_cell 1\r\n"
                          "  demo01_hall \r\n"
                          "demo01_yard\r\n";

static const char lyt[] = "#MAXLAYOUT ASCII\r\n"
                          "filedependancy demo01.max\r\n"
                          "beginlayout\r\n"
                          "   roomcount 3\r\n"
                          "      demo01_hall 0.0 0.0 0.0\r\n"
                          "      demo01_yard 20.0 0.0 -0.5\r\n"
                          "\t  demo01_cell -12.25 4.0 3.84015e-007\r\n"
                          "   trackcount 1\r\n"
                          "      demo01_rail 0.0 40.0 0.0\r\n"
                          "   obstaclecount 1\r\n"
                          "      demo01_rock 2.0 44.0 0.0\r\n"
                          "   doorhookcount 2\r\n"
                          "      demo01_hall door_01 0 10.0 0.0 0.0 0.707107 0.0 0.0 -0.707107\r\n"
                          "      demo01_cell door_02 0 -6.0 4.0 0.0 1.0 0.0 0.0 0.0\r\n"
                          "donelayout";

static const char font_txi[] = "mipmap 0\r\n"
                               "filter 0\r\n"
                               "numchars 3\r\n"
                               "fontheight 0.160000\r\n"
                               "baselineheight 0.130000\r\n"
                               "texturewidth 1.280000\r\n"
                               "spacingR 0.002600\r\n"
                               "spacingB 0.100000\r\n"
                               "upperleftcoords 3\r\n"
                               "0.000000 1.000000 0\r\n"
                               "0.250000 1.000000 0\r\n"
                               "0.500000 1.000000 0\r\n"
                               "lowerrightcoords 3\r\n"
                               "0.250000 0.875000 0\r\n"
                               "0.500000 0.875000 0\r\n"
                               "0.750000 0.875000 0\r\n";

/* decal1 and the misspelt command are passed over by the game. */
static const char wall_txi[] = "bumpmaptexture demo_crest\r\n"
                               "bumpmapscaling 2.5\r\n"
                               "\r\n"
                               "blending additive\r\n"
                               "decal1\r\n"
                               "DownSampleMax 0\r\n"
                               "downsamplemox 1";

static bool save_text(struct demo *d, const char *path, const char *text)
{
    struct rq_out out = {0};
    rq_put(&out, text, strlen(text));
    bool fine = demo_save(d, path, &out);
    rq_out_free(&out);
    return fine;
}

/* ---- compiled scripts ---- */

/* PrintString("The lamp is lit."). */
static const uint8_t hello[] =
    "\x1E\0\0\0\0\x08\x20\0"         /* JSR +8; RETN */
    "\x04\x05\0\x10The lamp is lit." /* CONSTS */
    "\x05\0\0\x01\x01\x20";          /* ACTION 1, 1; RETN, whose type is the NUL */

/* return GetGlobalBoolean("DEMO_LAMP") == TRUE; */
static const uint8_t asks[] = "\x02\x03\x1E\0\0\0\0\x08\x20\0" /* RSADDI; JSR +8; RETN */
                              "\x04\x03\0\0\0\x01"             /* CONSTI 1 */
                              "\x04\x05\0\x09"
                              "DEMO_LAMP"                      /* CONSTS */
                              "\x05\0\x02\x42\x01"             /* ACTION 578, 1 */
                              "\x0B\x20"                       /* EQII */
                              "\x01\x01\xFF\xFF\xFF\xF8\0\x04" /* CPDOWNSP -8, 4 */
                              "\x1B\0\xFF\xFF\xFF\xFC"         /* MOVSP -4 */
                              "\x1D\0\0\0\0\x06\x20";          /* JMP +6; RETN */

static bool save_script(struct demo *d, const char *path, const uint8_t *code, size_t size)
{
    struct rq_out out = {0};
    rq_put(&out, "NCS V1.0B", 9);
    rq_put32be(&out, (uint32_t)size + 13);
    rq_put(&out, code, size);
    bool fine = demo_save(d, path, &out);
    rq_out_free(&out);
    return fine;
}

bool demo_streams(struct demo *d)
{
    struct rq_out out = {0};
    bool fine =
        demo_make_folder(d, "kotor/streamsounds") && demo_make_folder(d, "kotor/streamwaves");
    put_plain(&out, NOTE * 8);
    fine = fine && demo_save(d, "kotor/streamsounds/demo_melody.wav", &out);
    put_effect(&out);
    fine = fine && demo_save(d, "kotor/streamsounds/demo_effect.wav", &out);
    put_adpcm(&out);
    fine = fine && demo_save(d, "kotor/streamsounds/demo_crackle.wav", &out);
    put_voice(&out, 60);
    fine = fine && demo_save(d, "kotor/streamwaves/demo_voice.wav", &out);
    demo_lips(&out, 18);
    fine = fine && demo_save(d, "kotor/override/demo_voice.lip", &out);
    rq_out_free(&out);
    return fine && save_text(d, "kotor/override/demo01.vis", vis) &&
           save_text(d, "kotor/override/demo01.lyt", lyt) &&
           save_text(d, "kotor/override/demo_font.txi", font_txi) &&
           save_text(d, "kotor/override/demo_wall.txi", wall_txi) &&
           save_script(d, "kotor/override/demo_hello.ncs", hello, sizeof hello) &&
           save_script(d, "kotor/override/demo_asks.ncs", asks, sizeof asks);
}
