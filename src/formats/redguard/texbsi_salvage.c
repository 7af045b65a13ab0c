/* A damaged bank of textures: images one after the other. An image is whole when it reads as a bank of its
 * own. */
#include "formats/redguard/texbsi_parts.h"
#include "formats/salvage.h"

/* END behind the bytes that the size counts belongs to the image, with the four zeros that follow unless
 * that would leave too few for the end of the bank. */
static uint64_t with_end(const struct rq_salvage *s, uint64_t end)
{
    const uint8_t *p = s->in.data + end;
    size_t left = s->in.size - (size_t)end, zeros = 0;
    if (left < 4 || memcmp(p, "END ", 4) != 0)
        return end;
    while (zeros < left - 4 && zeros < ENVELOPE && p[4 + zeros] == 0)
        zeros++;
    return end + (zeros >= ENVELOPE || (zeros >= 4 && zeros < NAME_SIZE) ? 8 : 4);
}

static bool reads(const struct rq_salvage *s, struct rq_bytes image)
{
    struct rq_error ignored = {0};
    struct rq_options options = {.format = s->format, .alloc = s->alloc};
    struct rq_doc *doc = rq_doc_read_plain(image, &options, NULL, &ignored);
    rq_doc_free(doc);
    return doc != NULL;
}

/* No image of the game has an empty name, or one that begins with END. In the new file it may follow another image, which
 * may lack its END or zeros: the name would be read as those. */
static bool has_name(const uint8_t *name)
{
    return name[0] != 0 && memcmp(name, "END ", 4) != 0;
}

static bool is_end(const struct rq_salvage *s, uint64_t at)
{
    return s->in.size - at >= NAME_SIZE && rq_texbsi_zero(s->in.data + at, NAME_SIZE);
}

static bool texbsi_walk(struct rq_salvage *s)
{
    uint64_t at = 0;
    size_t number = 0;
    if (!rq_salvage_room(s, s->in.size / ENVELOPE + 1))
        return false;
    while (at < s->in.size && s->in.size - at >= ENVELOPE && !is_end(s, at)) {
        const uint8_t *p = s->in.data + at;
        uint64_t end = at + ENVELOPE + rq_get32(p + NAME_SIZE);
        char name[NAME_SIZE + 1] = {0};
        memcpy(name, p, NAME_SIZE);
        rq_text_clean(name);
        end = end < s->in.size ? with_end(s, end) : end;
        struct rq_salvaged *e = rq_salvage_add(s, number++, name, at, end - at);
        if (!e)
            return false;
        if (!e->loss && (!has_name(p) || !reads(s, e->bytes))) {
            e->loss = RQ_LOSS_HEADER;
            e->bytes = (struct rq_bytes){0};
        }
        at = end;
    }
    s->open_end = at > s->in.size || !is_end(s, at);
    return true;
}

static void texbsi_mend(const struct rq_salvage *s, struct rq_out *out)
{
    rq_salvage_put(s, out);
    rq_put_zeros(out, NAME_SIZE);
}

const struct rq_facet_salvage rq_texbsi_salvage = {
    .walk = texbsi_walk, .mend = texbsi_mend, .numbered = true};
