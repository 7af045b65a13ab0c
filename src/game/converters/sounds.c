/* Sounds as WAV, or as the MP3 that they are, and back. */
#include "convert/convert.h"
#include "game/converters/converter.h"

#include <stdio.h>

/* What rq_mp3_decode gives at most: so many bytes for each of MP3, and in all. */
enum { MOST_TIMES = 200, MOST_SAMPLES = 512 << 20 };

/* The first words of a text: letters and digits of any script, "_" between. */
static void put_words(struct rq_out *out, const char *text)
{
    enum { MOST = 40 };
    size_t letters = 0, first = out->size, word = first;
    bool between = true, cut = false;
    for (const uint8_t *c = (const uint8_t *)text; *c && !cut; c++) {
        bool letter = (*c >= '0' && *c <= '9') || (*c >= 'a' && *c <= 'z') ||
                      (*c >= 'A' && *c <= 'Z') || *c >= 0x80;
        if (!letter) {
            between |= *c != '\'';
            continue;
        }
        bool starts = (*c & 0xC0) != 0x80;
        cut = starts && letters + between >= MOST;
        if (cut && !between && word > first)
            rq_out_cut(out, word);
        if (cut)
            break;
        if (between) {
            word = out->size;
            rq_put8(out, '_');
        }
        letters += starts + between;
        between = false;
        rq_put8(out, *c);
    }
}

static struct rq_part_name *sound_names(struct rq_export *e, const struct rq_clip *clips,
                                        size_t count)
{
    struct rq_part_name *names = rq_arena_get(&e->arena, count, sizeof *names);
    for (size_t i = 0; names && i < count; i++)
        names[i].name = clips[i].name ? clips[i].name : "";
    return names && rq_part_names_compare(&e->arena, names, count) ? names : NULL;
}

static bool export_clips(struct rq_export *e, const struct rq_file_kind *kind)
{
    const struct rq_clip *clips = NULL;
    size_t count = 0;
    if (!e->doc->format->sounds->clips(e->doc, &e->view, &clips, &count))
        return false;
    const struct rq_part_name *names = sound_names(e, clips, count);
    struct rq_out path = {.alloc = e->doc->alloc};
    bool fine = true;
    if (!names)
        return rq_fail(e->err, RQ_NO_MEMORY, 0, e->stem, "out of memory");
    for (size_t i = 0; fine && i < count; i++) {
        bool words = e->options->text_names && clips[i].title;
        rq_out_cut(&path, 0);
        bool alone = count == 1 && !names[i].name[0];
        rq_putf(&path, alone ? "%s" : "%s/", e->stem);
        if (names[i].name[0])
            rq_part_name_put(&path, &names[i], words);
        else if (!alone)
            rq_putf(&path, "%04zu", i);
        if (words)
            put_words(&path, clips[i].title);
        rq_putf(&path, ".%s", kind->extension);
        rq_put8(&path, 0);
        fine = !path.failed || rq_fail_out(e->err, &path);
        if (fine && !rq_export_wants(e, (const char *)path.data))
            continue;
        fine = fine && rq_wav_write(&e->out, &clips[i], e->err) &&
               rq_export_give(e, (const char *)path.data);
    }
    rq_out_free(&path);
    return fine;
}

/* MP3 goes out as it is. */
bool rq_export_mp3(struct rq_export *e, const struct rq_file_kind *kind)
{
    struct rq_bytes mp3 = e->doc->format->sounds->stream(e->doc);
    if (!mp3.size)
        return rq_fail(e->err, RQ_UNSUPPORTED, 0, e->stem,
                       "the sound is not MP3; it can become wav");
    rq_put_bytes(&e->out, mp3);
    return rq_export_give_one(e, kind);
}

/* A sound that is MP3 already stays that when nothing is asked for. */
bool rq_export_wav(struct rq_export *e, const struct rq_file_kind *kind)
{
    const struct rq_facet_sounds *sounds = e->doc->format->sounds;
    if (!e->options->to && sounds->stream && sounds->stream(e->doc).size)
        return rq_export_mp3(e, rq_file_kind_by_name("mp3"));
    return export_clips(e, kind);
}

/* ---- the way back ---- */

bool rq_is_wav(const struct rq_file_kind *kind, struct rq_bytes file, const char *extension)
{
    (void)kind, (void)extension;
    return file.size >= 12 && memcmp(file.data, "RIFF", 4) == 0 &&
           memcmp(file.data + 8, "WAVE", 4) == 0;
}

/* A frame of layer III, perhaps behind a tag. */
bool rq_is_mp3(const struct rq_file_kind *kind, struct rq_bytes file, const char *extension)
{
    if (extension)
        return rq_casecmp(extension, kind->extension) == 0;
    return file.size >= 4 && (memcmp(file.data, "ID3", 3) == 0 ||
                              (file.data[0] == 0xFF && (file.data[1] & 0xE6) == 0xE2));
}

/* The MP3 of a document as samples: an effect of the game has none of it. */
static bool unpack_stream(struct rq_doc *doc, struct rq_error *err)
{
    const struct rq_facet_sounds *sounds = doc->format->sounds;
    const struct rq_view view = {.arena = &doc->arena, .err = err};
    const struct rq_clip *clips = NULL;
    size_t count = 0, size = sounds->stream(doc).size;
    if (!size)
        return true;
    rq_doc_allow(doc, size < MOST_SAMPLES / MOST_TIMES ? size * MOST_TIMES : MOST_SAMPLES);
    return sounds->clips(doc, &view, &clips, &count) && sounds->put_clip(doc, "", &clips[0], err);
}

/* A voice is MP3 behind a header; a WAV that is none is a voice as it is. */
struct rq_doc *rq_import_sound(struct rq_bytes file, const struct rq_format *format,
                               const struct rq_options *options, struct rq_error *err)
{
    struct rq_options with = *options;
    const struct rq_facet_sounds *sounds = format->sounds;
    bool effect = options->wrapper && rq_casecmp(options->wrapper, "sfx") == 0;
    /* The header of an effect looks like MP3. */
    bool wav = rq_format_detect(file, NULL) == format;
    with.format = format;
    struct rq_doc *doc = wav ? rq_doc_read(file, &with, err) : rq_doc_new(format, &with, err);
    bool fine =
        doc && (wav || sounds->put_stream(doc, file, err)) && (!effect || unpack_stream(doc, err));
    if (fine && options->wrapper)
        sounds->wrap(doc, effect);
    if (fine)
        return doc;
    rq_doc_free(doc);
    return NULL;
}

bool rq_put_wav(struct rq_doc *doc, char *part, struct rq_bytes file, struct rq_error *err)
{
    struct rq_clip clip;
    rq_part_name_take(part);
    return rq_wav_read(file, &clip, err) && doc->format->sounds->put_clip(doc, part, &clip, err);
}

bool rq_put_mp3(struct rq_doc *doc, char *part, struct rq_bytes file, struct rq_error *err)
{
    (void)part;
    return doc->format->sounds->put_stream(doc, file, err);
}

bool rq_remove_sound(struct rq_doc *doc, char *part, struct rq_error *err)
{
    rq_part_name_take(part);
    return doc->format->sounds->remove_clip(doc, part, err);
}
