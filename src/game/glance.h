/* What an index shows of an open file: a small picture, the wave form of a sound.
 *
 *     struct rq_glance_sound sound;
 *     if (rq_glance_sound(wav, &sound)) draw(sound.peaks);
 *
 * A file that can't be read shows nothing, which is no error: the index still has its name. */
#ifndef RQ_GAME_GLANCE_H
#define RQ_GAME_GLANCE_H

#include "core/bytes.h"

enum { RQ_GLANCE_PEAKS = 64 };

struct rq_glance_sound {
    uint32_t ms;                    /* playing time */
    uint8_t peaks[RQ_GLANCE_PEAKS]; /* the loudest sample of each part; 255: full scale */
};

/* A WAV of PCM samples, or MP3. Of sounds with fewer frames than there are parts, a frame is shown in several. */
bool rq_glance_sound(struct rq_bytes file, struct rq_glance_sound *sound);

/* Width and height of a PNG or GIF, by its header. */
bool rq_glance_size(struct rq_bytes file, uint32_t *width, uint32_t *height);

/* Appends a PNG with no side above `side`: the picture halved as often as that takes. */
bool rq_glance_picture(struct rq_bytes png, uint32_t side, struct rq_out *small);

#endif
