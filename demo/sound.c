/* Sounds and dialogue of the demo: MAIN.SFX, ENGLISH.RTX, and for large scales BIG.RTX. The
 * bytes are laid down from the description of the formats, not by the library's writers. */
#include "demo/demo.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- synthesis ---- */

enum timbre { BELL, WIND, STEPS, HUM, CHIRP, VOICE };

struct tone {
    enum timbre timbre;
    bool wide, stereo;
    int8_t loop;
    uint32_t rate, frames, seed;
    int pitch; /* hertz */
};

/* -16384 to 16384. at: frame; side: 0 left, 1 right. */
static int wave(const struct tone *t, uint32_t at, unsigned side)
{
    int64_t phase = (int64_t)at * t->pitch * 4096 / t->rate;
    int fade = (int)(16384 - (int64_t)at * 16384 / t->frames);
    int noise = (int)(demo_hash(at / 2, t->seed, side) >> 17) - 16384;
    switch (t->timbre) {
    case BELL:
        return (demo_sin((int)phase) + demo_sin((int)(phase * 11 / 4)) / 2) / 2 * fade / 16384;
    case WIND:
        return noise / 4 * (8192 + demo_sin((int)(at * 4096 / t->frames) + (int)side * 1024) / 2) /
               8192;
    case STEPS: return at % (t->rate / 4) < t->rate / 40 ? noise * 3 / 4 : noise / 64;
    case HUM: return (demo_sin((int)phase) + demo_sin((int)(phase * 2)) / 3) / 2;
    case CHIRP: return demo_sin((int)(phase + phase * at / t->frames)) * fade / 16384;
    default: {
        /* Syllables of a fifth of a second, each with a pitch and a vowel of its own. */
        uint32_t syllable = at / (t->rate / 5), within = at % (t->rate / 5);
        uint32_t h = demo_hash(syllable, t->seed, 7);
        int64_t p = phase * (8 + (int)(h % 5)) / 8;
        int swell = demo_sin((int)(within * 2048 / (t->rate / 5)));
        int v = demo_sin((int)p) + demo_sin((int)(p * (2 + (h >> 8) % 5))) / 2 + noise / 16;
        return (int)((int64_t)v / 2 * swell / 16384);
    }
    }
}

/* The header of 27 bytes that sounds have, and the samples. */
static void put_sound(struct rq_out *out, const struct tone *t, uint8_t level)
{
    uint32_t channels = t->stereo ? 2 : 1, bytes = t->wide ? 2 : 1;
    rq_put32(out, (uint32_t)t->wide + (t->stereo ? 2 : 0));
    rq_put32(out, t->wide);
    rq_put32(out, t->rate);
    rq_put8(out, level);
    rq_put8(out, (uint8_t)t->loop);
    rq_put32(out, 0);
    rq_put32(out, UINT32_MAX);
    rq_put32(out, t->frames * channels * bytes);
    rq_put8(out, 0);
    for (uint32_t i = 0; i < t->frames; i++) {
        for (uint32_t side = 0; side < channels; side++) {
            int v = wave(t, i, side);
            if (t->wide)
                rq_put16(out, (uint16_t)v);
            else
                rq_put8(out, (uint8_t)(128 + v / 160));
        }
    }
}

/* ---- effects ---- */

static const struct tone effects[] = {
    {BELL, true, false, 0, 22050, 11025, 1, 880},  {BELL, false, false, 0, 11025, 6000, 2, 440},
    {WIND, true, true, -1, 22050, 22050, 3, 0},    {STEPS, false, false, 0, 11025, 8268, 4, 0},
    {HUM, true, false, -1, 11025, 11025, 5, 110},  {CHIRP, false, false, 0, 22050, 7000, 6, 600},
    {CHIRP, true, true, 0, 11025, 5000, 7, 500},   {HUM, false, true, -1, 22050, 22050, 8, 70},
    {HUM, true, false, -31, 22050, 22050, 9, 330}, {BELL, false, false, 0, 11025, 0, 10, 440},
};

/* shorter: the sounds are cut to one part of so many. */
static bool save_effects(struct demo *d, const char *path, uint32_t shorter)
{
    struct rq_out out = {0};
    const size_t count = sizeof effects / sizeof effects[0];
    static const char text[32] = "SoupFX, made up by reliquary";
    rq_put(&out, "FXHD", 4);
    rq_put32be(&out, 36);
    rq_put(&out, text, sizeof text);
    rq_put32(&out, (uint32_t)count);
    rq_put(&out, "FXDT", 4);
    size_t hole = out.size;
    rq_put32be(&out, 0);
    for (size_t i = 0; i < count; i++) {
        struct tone tone = effects[i];
        tone.frames /= shorter;
        put_sound(&out, &tone, 64);
    }
    if (!out.failed)
        rq_set32be(out.data + hole, (uint32_t)(out.size - hole - 4));
    rq_put(&out, "END ", 4);
    bool fine = demo_save(d, path, &out);
    rq_out_free(&out);
    return fine;
}

/* ---- dialogue ---- */

/* Text in code page 437. Tags as the game has them: four bytes, some with punctuation; two
 * that differ only in case, and one that Windows keeps for itself. */
struct line {
    const char *tag, *text;
    uint32_t tenths; /* of a second; with a voice */
    bool voice, wide;
};

static const struct line lines[] = {
    {"dm01", "Welcome to the quay, traveller. Mind the wet stones.", 32, true, true},
    {"dm02", "The ferryman? Gone since the last new moon.", 27, true, true},
    {"dm03", "Caf\x82 and na\x8bvet\x82: both are free here.", 25, true, false},
    {"dm04", "\xA8Qui\x82n vive?  \x90ste es el muelle.", 22, true, false},
    {"dm05", "Gr\x81\xE1 Gott! \x99l und \x8Epfel, frisch vom Markt.", 30, true, true},
    {"#bon", "Take this, it will not be missed.", 18, true, true},
    {"?key", "KEY TO THE HARBOUR GATE", 0, false, false},
    {"?gem", "CLOUDED GEM", 0, false, false},
    {"dm06", "", 12, true, false},
    {"dm07", "(He says nothing at all.)", 0, true, false},
    {"dm08", "", 0, false, false},
    {"Dm01", "Psst. Over here, behind the crates.", 20, true, false},
    {"com1", "She said: \"never, ever\", and left; twice.", 21, true, true},
    {"a%20", "One hundred percent, and then some more of it, as my old captain used to say.", 38,
     true, false},
    {"\x90t\x82 ", "A tag of French summer, with a blank at its end.", 15, true, false},
    {"dm09", "First line.\r\nSecond line.", 0, false, false},
};

static void put_head(struct rq_out *out, const char *tag, const char *text, bool voice,
                     uint32_t samples)
{
    uint32_t size = (uint32_t)strlen(text);
    rq_put(out, tag, 4);
    rq_put32be(out, 6 + size + (voice ? 27 + samples : 0));
    rq_put8(out, 0);
    rq_put8(out, voice);
    rq_put16(out, (uint16_t)size);
    rq_put16(out, 0);
    rq_put(out, text, size);
}

/* END, and the index: the last entry first, as in the game, or the first. */
static void put_index(struct rq_out *out, const size_t *starts, size_t count, bool ascending)
{
    rq_put(out, "END ", 4);
    size_t index = out->size;
    for (size_t i = 0; i < count && !out->failed; i++) {
        uint8_t tag[4];
        size_t start = starts[ascending ? i : count - 1 - i];
        memcpy(tag, out->data + start, 4);
        uint32_t size = rq_get32be(out->data + start + 4);
        rq_put(out, tag, 4);
        rq_put_size(out, start + 8);
        rq_put32(out, size);
    }
    rq_put(out, "RNAV", 4);
    rq_put_size(out, index);
    rq_put_size(out, count);
}

static bool save_dialogue(struct demo *d, const char *path, uint32_t shorter)
{
    enum { COUNT = sizeof lines / sizeof lines[0] };
    struct rq_out out = {0};
    size_t starts[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        const struct line *line = &lines[i];
        uint32_t rate = line->wide ? 22050 : 11025;
        struct tone tone = {VOICE,
                            line->wide,
                            false,
                            0,
                            rate,
                            rate * line->tenths / 10 / shorter,
                            (uint32_t)i + 20,
                            110 + (int)i * 9};
        starts[i] = out.size;
        put_head(&out, line->tag, line->text, line->voice, tone.frames * (line->wide ? 2 : 1));
        if (line->voice)
            put_sound(&out, &tone, 100);
    }
    put_index(&out, starts, COUNT, shorter > 1);
    bool fine = demo_save(d, path, &out);
    rq_out_free(&out);
    return fine;
}

bool demo_sound(struct demo *d)
{
    /* The brief ones are seeds: fuzz targets take files of up to 64 KB. */
    return demo_make_folder(d, "redguard/sound") && save_effects(d, "redguard/sound/MAIN.SFX", 1) &&
           save_effects(d, "redguard/sound/BRIEF.SFX", 64) &&
           save_dialogue(d, "redguard/ENGLISH.RTX", 1) &&
           save_dialogue(d, "redguard/BRIEF.RTX", 64);
}

/* ---- a file of the size of the game's own ---- */

/* Entries and clips in the proportion of ENGLISH.RTX: 4866, of which 3933 have a voice, in
 * 177 MB. */
enum { BIG_ENTRIES = 4866, BIG_VOICES = 3933, BIG_MEGABYTES = 177, BASE_FRAMES = 22050 };

static void put_big_entry(struct rq_out *out, uint32_t number, bool voice, uint32_t frames,
                          const uint8_t *base)
{
    static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    char tag[5] = "b", text[80];
    for (uint32_t k = 3, v = number; k >= 1; k--, v /= 36)
        tag[k] = digits[v % 36];
    snprintf(text, sizeof text, "Line %u of a very long conversation.", number);
    put_head(out, tag, text, voice, frames * 2);
    if (!voice)
        return;
    struct tone empty = {VOICE, true, false, 0, 22050, 0, 0, 0};
    put_sound(out, &empty, 100);
    if (!out->failed)
        rq_set32(out->data + out->size - 5, frames * 2);
    uint32_t at = demo_hash(number, 1, 1) % BASE_FRAMES;
    while (frames) {
        uint32_t step = BASE_FRAMES - at < frames ? BASE_FRAMES - at : frames;
        rq_put(out, base + (size_t)at * 2, (size_t)step * 2);
        frames -= step;
        at = 0;
    }
}

bool demo_big_rtx(struct demo *d, unsigned megabytes)
{
    uint32_t count = (uint32_t)((uint64_t)megabytes * BIG_ENTRIES / BIG_MEGABYTES) + 1;
    uint64_t left = (uint64_t)megabytes << 20;
    uint32_t average = (uint32_t)(left * BIG_ENTRIES / count / BIG_VOICES / 2);
    struct tone tone = {VOICE, true, false, 0, 22050, BASE_FRAMES, 99, 140};
    struct rq_out base = {0}, out = {0};
    size_t *starts = calloc(count, sizeof *starts);
    put_sound(&base, &tone, 100);
    rq_reserve(&out, (size_t)left + (left >> 4));
    for (uint32_t i = 0; starts && !base.failed && i < count; i++) {
        bool voice = (uint64_t)i * BIG_VOICES % BIG_ENTRIES < BIG_VOICES;
        uint32_t frames = average / 2 + demo_hash(i, 2, 2) % (average + 1);
        starts[i] = out.size;
        put_big_entry(&out, i, voice, voice ? frames : 0, base.data + 27);
    }
    bool fine = starts && !base.failed;
    if (fine)
        put_index(&out, starts, count, false);
    fine = fine ? demo_save(d, "redguard/BIG.RTX", &out)
                : rq_fail(&d->err, RQ_NO_MEMORY, 0, "BIG.RTX", "out of memory");
    rq_out_free(&base);
    rq_out_free(&out);
    free(starts);
    return fine;
}
