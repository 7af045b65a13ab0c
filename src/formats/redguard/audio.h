/* What SFX and RTX share: sounds with their header of 27 bytes. In sfx_audio.c. */
#ifndef RQ_FORMATS_REDGUARD_AUDIO_H
#define RQ_FORMATS_REDGUARD_AUDIO_H

#include "formats/format.h"

#include <reliquary/sfx.h>

enum { SOUND_HEADER = 27 };

extern const struct rq_facet_salvage rq_sfx_salvage;

bool rq_sound_read_header(struct rq_cur *c, struct rq_sound_header *header);

/* The header with this length, then the samples. */
void rq_sound_write(struct rq_out *out, const struct rq_sound *sound, uint64_t length);

/* Its members: all fields but data_length, and the samples. */
extern const struct rq_shape rq_sound_shape;

/* Findings about a header that was read; at: its offset. */
/* Type and depth, and a loop that ends with the samples. The path is that of the sound. */
void rq_sound_follows(struct rq_follow *f, struct rq_sound *sound, const char *list, size_t i);

void rq_sound_look(struct rq_doc *doc, const struct rq_sound *sound, uint64_t at,
                   const char *where);

/* Rows of the table of findings for them. */
#define RQ_SOUND_FINDINGS                                                                          \
    {"unknown-type", RQ_WARNING, "a sound whose type is above 3",                                  \
     "The game has four types: 8 or 16 bits, mono or stereo. What it does with others is not "     \
     "known; here they are mono, with the bits that bit_depth says."},                             \
        {"type-against-depth", RQ_WARNING, "bit_depth of a sound is not that of its type",         \
         "The type decides. Both are kept."},                                                      \
        {"stale-value", RQ_WARNING,                                                                \
         "a loop goes on behind the samples, or a depth is not the type's",                        \
         "A loop ends with the samples. It is kept until an edit changes the sound."},             \
        {"impossible-rate", RQ_WARNING, "a sound of no samples a second, or of too many",          \
         "The game's sounds have 11025 or 22050. It is kept; as a WAV the sound has 22050."},      \
    {                                                                                              \
        "partial-sample", RQ_WARNING, "the bytes of a sound are not whole samples",                \
            "The rest is kept; a WAV is without it."                                               \
    }

/* As the game plays it: whole frames, a rate that can be, the loop in frames. No name. */
struct rq_clip rq_sound_clip(const struct rq_sound *sound);

/* Samples, rate and form of the clip; what loops stays as it is. */
bool rq_sound_put(struct rq_sound *sound, const struct rq_clip *clip, const char *name,
                  struct rq_error *err);

#endif
