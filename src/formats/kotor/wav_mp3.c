#include "formats/kotor/wav_parts.h"

struct frame {
    uint32_t rate, kbits, size, samples;
    unsigned channels;
};

/* Layer III. */
static bool frame_at(const uint8_t *p, struct frame *f)
{
    static const uint16_t kbits[2][16] = {
        {0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0},
        {0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0}};
    static const uint16_t rates[4] = {44100, 48000, 32000, 0};
    unsigned version = p[1] >> 3 & 3, layer = p[1] >> 1 & 3; /* 3: MPEG 1, 2: 2, 0: 2.5 */
    if (p[0] != 0xFF || (p[1] & 0xE0) != 0xE0 || version == 1 || layer != 1)
        return false;
    f->kbits = kbits[version != 3][p[2] >> 4];
    f->rate = rates[p[2] >> 2 & 3] >> (version == 3 ? 0 : version == 2 ? 1 : 2);
    if (!f->kbits || !f->rate)
        return false;
    f->samples = version == 3 ? 1152 : 576;
    f->size = f->samples / 8 * f->kbits * 1000 / f->rate + (p[2] >> 1 & 1);
    f->channels = p[3] >> 6 == 3 ? 1 : 2;
    return true;
}

/* An ID3v2 tag has its size in four bytes of seven bits. */
static size_t tag_size(struct rq_bytes mp3)
{
    if (mp3.size < 10 || memcmp(mp3.data, "ID3", 3) != 0)
        return 0;
    size_t size = 10;
    for (unsigned i = 0; i < 4; i++)
        size += (size_t)(mp3.data[6 + i] & 0x7F) << (21 - 7 * i);
    return size < mp3.size ? size : mp3.size;
}

bool rq_mp3_look(struct rq_bytes mp3, struct rq_mp3 *info)
{
    struct frame f;
    *info = (struct rq_mp3){0};
    for (size_t at = tag_size(mp3); mp3.size - at >= 4 && frame_at(mp3.data + at, &f);) {
        if (!info->frames++) {
            info->rate = f.rate;
            info->kbits = f.kbits;
            info->channels = f.channels;
        }
        info->samples += f.samples;
        if (f.size >= mp3.size - at)
            break;
        at += f.size;
    }
    return info->frames > 0;
}
