/* What the parts of wav.c share. */
#ifndef RQ_KOTOR_WAV_PARTS_H
#define RQ_KOTOR_WAV_PARTS_H

#include "formats/format.h"

#include <reliquary/wav.h>

enum { SFX_PREFIX = 470, VO_PREFIX = 20 };

extern const struct rq_shape rq_wav_shape;

/* The first chunk of that kind; NULL: none. */
struct rq_wav_chunk *rq_wav_chunk_of(const struct rq_wav *wav, enum rq_wav_kind kind);

/* The MP3 that the game plays: behind the RIFF, or its data; empty: none. Bytes behind a RIFF with
 * samples that are no MP3 are not meant. */
struct rq_bytes rq_wav_mp3(const struct rq_wav *wav);

/* ---- MP3: wav_mp3.c ---- */

struct rq_mp3 {
    uint32_t rate, kbits; /* of the first frame */
    unsigned channels;
    size_t frames;
    uint64_t samples; /* of one channel, in all frames */
};

/* Walks the frames from the start, after an ID3 tag; false when there is none. */
bool rq_mp3_look(struct rq_bytes mp3, struct rq_mp3 *info);

/* ---- views: wav_views.c ---- */

void rq_wav_follows(struct rq_doc *doc, struct rq_follow *f);
bool rq_wav_facts(struct rq_doc *doc);
bool rq_wav_clips(struct rq_doc *doc, const struct rq_view *view, const struct rq_clip **clips,
                  size_t *count);
bool rq_wav_put_clip(struct rq_doc *doc, const char *name, const struct rq_clip *clip,
                     struct rq_error *err);
struct rq_bytes rq_wav_stream(struct rq_doc *doc);
bool rq_wav_put_stream(struct rq_doc *doc, struct rq_bytes mp3, struct rq_error *err);
void rq_wav_wrap(struct rq_doc *doc, bool effect);
bool rq_wav_fresh(struct rq_doc *doc);

#endif
