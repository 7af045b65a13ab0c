/* What SFX and RTX share: sounds with their header of 27 bytes. In sfx_audio.c. */
#ifndef RQ_FORMATS_REDGUARD_AUDIO_H
#define RQ_FORMATS_REDGUARD_AUDIO_H

#include "formats/format.h"

#include <reliquary/sfx.h>

enum { SOUND_HEADER = 27 };

bool rq_sound_read_header(struct rq_cur *c, struct rq_sound_header *header);

/* The header with this length, then the samples. */
void rq_sound_write(struct rq_out *out, const struct rq_sound *sound, uint64_t length);

/* Members of the open object: all fields but data_length, and the samples. */
void rq_sound_json(struct rq_doc *doc, struct rq_json *j, const struct rq_sound *sound);
/* Takes a member if it is one of those. */
bool rq_sound_take(struct rq_doc *doc, struct rq_jr *jr, struct rq_sound *sound, struct rq_str key);

/* Findings about a header that was read; at: its offset. */
void rq_sound_look(struct rq_doc *doc, const struct rq_sound *sound, uint64_t at,
                   const char *where);

/* As the game plays it: whole frames, a rate that can be, the loop in frames. No name. */
struct rq_clip rq_sound_clip(const struct rq_sound *sound);

/* Samples, rate and form of the clip; what loops stays as it is. */
bool rq_sound_put(struct rq_sound *sound, const struct rq_clip *clip, const char *name,
                  struct rq_error *err);

#endif
