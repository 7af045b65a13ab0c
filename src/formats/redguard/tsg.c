/* TSG and SAV: chunks, kept as they are. Only SVGM has a shape that somebody has described; a
 * chunk of that name that does not have it is kept as it is, too. */
#include "core/file.h"
#include "formats/extent.h"
#include "formats/format.h"
#include "formats/redguard/chunk.h"

#include <reliquary/tsg.h>

enum { CHUNK_HEAD = 8, SVGM_HEAD = 12, MOST_CHUNKS_LOOKED_AT = 4096 };

RQ_RECORD_TABLE(rq_tsg_svgm_head, RQ_TSG_SVGM);

static bool is_tag(const uint8_t *p)
{
    for (size_t i = 0; i < 4; i++) {
        bool letter = (p[i] >= 'A' && p[i] <= 'Z') || (p[i] >= 'a' && p[i] <= 'z');
        if (!letter && !(p[i] >= '0' && p[i] <= '9') && p[i] != ' ' && p[i] != '_')
            return false;
    }
    return true;
}

/* Chunks from the first to END or to the last byte. */
static bool walks(struct rq_bytes in)
{
    size_t at = 0;
    for (size_t n = 0; n < MOST_CHUNKS_LOOKED_AT; n++) {
        if (n && (at == in.size || (in.size - at >= 4 && memcmp(in.data + at, "END ", 4) == 0)))
            return true;
        if (in.size - at < CHUNK_HEAD || !is_tag(in.data + at))
            return false;
        uint32_t size = rq_get32be(in.data + at + 4);
        at += CHUNK_HEAD;
        if (size > in.size - at)
            return false;
        at += size;
    }
    return true;
}

/* Other formats of chunks have a tag of their own at the start and win with it: without SVGM
 * a name and a clean walk are worth less than any tag. */
static unsigned tsg_detect(struct rq_bytes in, const char *name)
{
    const char *extension = rq_path_extension(name);
    bool svgm = in.size >= CHUNK_HEAD && memcmp(in.data, "SVGM", 4) == 0;
    bool named = rq_casecmp(extension, "tsg") == 0 || rq_casecmp(extension, "sav") == 0;
    if ((!svgm && !named) || !walks(in))
        return 0;
    return svgm ? 48 : 8;
}

/* ---- reading ---- */

/* "1.31": a chunk that does not start with a version is of some other shape. */
static bool is_version(const uint8_t *p)
{
    return p[0] >= '0' && p[0] <= '9' && p[1] == '.' && p[2] >= '0' && p[2] <= '9' && p[3] >= '0' &&
           p[3] <= '9';
}

/* The text before the next NUL, which is passed. */
static bool text_at(const uint8_t **p, const uint8_t *end, struct rq_bytes *text)
{
    const uint8_t *nul = *p < end ? memchr(*p, 0, (size_t)(end - *p)) : NULL;
    if (!nul)
        return false;
    *text = (struct rq_bytes){*p, (size_t)(nul - *p)};
    *p = nul + 1;
    return true;
}

static bool parse_svgm(struct rq_bytes payload, struct rq_tsg_svgm *svgm)
{
    const uint8_t *p = payload.data, *end = p + payload.size;
    if (payload.size < SVGM_HEAD || !is_version(p))
        return false;
    memcpy(svgm->head.save_version, p, 4);
    svgm->head.unknown_04 = rq_get32(p + 4);
    svgm->head.unknown_08 = rq_get32(p + 8);
    p += SVGM_HEAD;
    if (!text_at(&p, end, &svgm->description) || end - p < 4)
        return false;
    svgm->world_id = rq_get32(p);
    p += 4;
    if (!text_at(&p, end, &svgm->picture))
        return false;
    svgm->rest = (struct rq_bytes){p, (size_t)(end - p)};
    return true;
}

static bool read_chunk(struct rq_doc *doc, struct rq_cur *c, struct rq_tsg_chunk *chunk)
{
    struct rq_cur in;
    struct rq_tsg_svgm svgm = {0};
    if (!rq_chunk_next(c, chunk->tag, &in))
        return false;
    size_t size = rq_left(&in);
    if (rq_tag_is(chunk->tag, "SVGM") && parse_svgm((struct rq_bytes){in.p, size}, &svgm)) {
        chunk->svgm = rq_cur_get(doc, c, 1, sizeof svgm);
        if (!chunk->svgm)
            return false;
        *chunk->svgm = svgm;
        rq_rec_note(&in, &rq_tsg_svgm_head_rec, in.p);
        in.p += SVGM_HEAD;
        rq_take(&in, svgm.description.size + 1, RQ_KIND_text, "description");
        rq_u32(&in, "world_id");
        rq_take(&in, svgm.picture.size + 1, RQ_KIND_text, "picture");
        rq_take(&in, svgm.rest.size, RQ_KIND_bytes, "rest");
    } else {
        chunk->payload = (struct rq_bytes){rq_take(&in, size, RQ_KIND_bytes, "payload"), size};
    }
    return rq_ok(c);
}

static bool tsg_read(struct rq_doc *doc, struct rq_cur *c)
{
    struct rq_tsg *tsg = doc->root = rq_cur_get(doc, c, 1, sizeof *tsg);
    size_t count = rq_chunk_count(c);
    if (!tsg || !(tsg->chunks = rq_cur_get(doc, c, count, sizeof *tsg->chunks)))
        return false;
    if (!count && !rq_chunk_at(c, "END "))
        return rq_bad(c, RQ_BAD_MAGIC, 0, "does not start with a chunk");
    while (tsg->chunk_count < count) {
        rq_enter(c, "chunks", (int64_t)tsg->chunk_count);
        if (!read_chunk(doc, c, &tsg->chunks[tsg->chunk_count++]))
            return false;
        rq_leave(c);
    }
    uint64_t at = rq_tell(c);
    tsg->no_end = !rq_chunk_at(c, "END ");
    if (tsg->no_end && rq_left(c))
        return rq_bad(c, RQ_TRUNCATED, at, "%zu bytes that are neither a chunk nor END",
                      rq_left(c));
    if (tsg->no_end)
        rq_find(doc, "no-end", at, "end", "END is not there");
    else
        rq_take(c, 4, RQ_KIND_text, "end");
    size_t rest = rq_left(c);
    tsg->tail = (struct rq_bytes){rq_take(c, rest, RQ_KIND_bytes, "tail"), rest};
    if (rest && (rest != 4 || rq_get32(tsg->tail.data)))
        rq_find(doc, "trailing-bytes", at + 4, "tail", "%zu bytes after END", rest);
    if (!count || !rq_tag_is(tsg->chunks[0].tag, "SVGM"))
        rq_find(doc, "other-start", 0, "chunks", "the first chunk is not SVGM");
    return rq_ok(c);
}

static bool tsg_write(struct rq_doc *doc, struct rq_out *out, struct rq_error *err)
{
    const struct rq_tsg *tsg = doc->root;
    (void)err;
    for (size_t i = 0; i < tsg->chunk_count; i++) {
        const struct rq_tsg_chunk *chunk = &tsg->chunks[i];
        size_t start = rq_chunk_open(out, chunk->tag);
        const struct rq_tsg_svgm *svgm = chunk->svgm;
        if (svgm) {
            rq_rec_write(out, &rq_tsg_svgm_head_rec, &svgm->head);
            rq_put_bytes(out, svgm->description);
            rq_put8(out, 0);
            rq_put32(out, svgm->world_id);
            rq_put_bytes(out, svgm->picture);
            rq_put8(out, 0);
            rq_put_bytes(out, svgm->rest);
        } else {
            rq_put_bytes(out, chunk->payload);
        }
        rq_chunk_close(out, start);
    }
    if (!tsg->no_end)
        rq_put(out, "END ", 4);
    rq_put_bytes(out, tsg->tail);
    return true;
}

/* ---- JSON ---- */

static const struct rq_member svgm_members[] = {
    {RQ_RECORD(rq_tsg_svgm, head, rq_tsg_svgm_head_rec)},
    {RQ_MEMBER("description", rq_tsg_svgm, description, ZTEXT)},
    {RQ_VALUE("world_id", rq_tsg_svgm, world_id, u32)},
    {RQ_MEMBER("picture", rq_tsg_svgm, picture, ZTEXT)},
    {RQ_MEMBER("rest", rq_tsg_svgm, rest, BYTES)},
};
static const struct rq_shape svgm_shape = {
    RQ_SHAPE("SVGM", rq_tsg_svgm, RQ_IN_LINES, svgm_members)};

/* What JSON has of a chunk. */
struct form {
    char tag[4];
    enum { RAW = 1, SVGM } kind;
    struct rq_bytes data;
    struct rq_tsg_svgm svgm;
};

static bool is_svgm(const struct rq_shaper *s, const void *form)
{
    (void)s;
    return rq_tag_is(((const struct form *)form)->tag, "SVGM");
}

static const struct rq_member chunk_members[] = {
    {RQ_FIXED("tag", form, tag), .first = true},
    {RQ_INLINE(form, svgm, svgm_shape), RQ_TAG(form, kind, SVGM), .only = is_svgm},
    {RQ_MEMBER("data", form, data, BYTES), RQ_TAG(form, kind, RAW), .when = rq_member_always},
};

static bool fill_chunk(struct rq_shaper *s, const void *object, void *form)
{
    const struct rq_tsg_chunk *chunk = object;
    struct form *f = form;
    (void)s;
    memcpy(f->tag, chunk->tag, 4);
    f->kind = chunk->svgm ? SVGM : RAW;
    f->data = chunk->payload;
    if (chunk->svgm)
        f->svgm = *chunk->svgm;
    return true;
}

static void take_chunk(struct rq_shaper *s, void *form, void *object)
{
    struct rq_tsg_chunk *chunk = object;
    struct form *f = form;
    memcpy(chunk->tag, f->tag, 4);
    chunk->payload = f->data;
    if (rq_tag_is(chunk->tag, "END "))
        rq_jr_bad(s->jr, "END is not a chunk");
    else if (f->kind == SVGM && (chunk->svgm = rq_jr_get(s->jr, 1, sizeof f->svgm)))
        *chunk->svgm = f->svgm;
}

static const struct rq_shape chunk_shape = {
    RQ_SHAPE("chunk", rq_tsg_chunk, RQ_IN_LINES, chunk_members),
    RQ_FORM(form, fill_chunk, take_chunk)};

static const struct rq_member tsg_members[] = {
    {RQ_LIST("chunks", rq_tsg, chunks, chunk_count, chunk_shape)},
    {RQ_MEMBER("end", rq_tsg, no_end, NOT), .optional = true},
    {RQ_MEMBER("tail", rq_tsg, tail, BYTES)},
};
static const struct rq_shape tsg_shape = {RQ_SHAPE("tsg", rq_tsg, RQ_IN_LINES, tsg_members)};

static bool tsg_fresh(struct rq_doc *doc)
{
    doc->root = rq_arena_get(&doc->arena, 1, sizeof(struct rq_tsg));
    return doc->root != NULL;
}

static bool tsg_facts(struct rq_doc *doc)
{
    const struct rq_tsg *tsg = doc->root;
    uint64_t bytes = 0;
    for (size_t i = 0; i < tsg->chunk_count; i++)
        bytes += tsg->chunks[i].payload.size;
    for (size_t i = 0; i < tsg->chunk_count; i++) {
        const struct rq_tsg_svgm *svgm = tsg->chunks[i].svgm;
        struct rq_out utf8 = {.alloc = doc->alloc};
        if (!svgm)
            continue;
        rq_text_decode(&utf8, doc->page, svgm->description);
        rq_fact_add(doc, "saved", "\"%.*s\", world %u, version %.4s", (int)utf8.size,
                    utf8.data ? (char *)utf8.data : "", svgm->world_id, svgm->head.save_version);
        doc->fact_lost = doc->fact_lost || utf8.failed;
        rq_out_free(&utf8);
        break;
    }
    rq_fact_add(doc, "chunks", "%zu, %llu bytes of unknown meaning", tsg->chunk_count,
                (unsigned long long)bytes);
    return true;
}

static const struct rq_format_record tsg_records[] = {
    {&rq_tsg_svgm_head_rec, "start of an SVGM chunk"},
    {NULL, NULL},
};

static const struct rq_finding_kind tsg_findings[] = {
    {"other-start", RQ_WARNING, "the first chunk is not SVGM",
     "A saved game starts with SVGM, say the notes of the one program that writes of it. "
     "No such file was available to test."},
    {"no-end", RQ_WARNING, "END is missing after the last chunk",
     "Files of chunks of this game end with END. The file is written without it again."},
    {"trailing-bytes", RQ_WARNING, "END is followed by something else than four zero bytes",
     "The bytes are kept when the file is written. What they mean is not known."},
    {NULL, RQ_WARNING, NULL, NULL},
};

const struct rq_format rq_format_tsg = {
    .info = {"tsg", "Saved state", "redguard", "tsg sav"},
    .detect = tsg_detect,
    .extent = rq_extent_chunks,
    .read = tsg_read,
    .write = tsg_write,
    .records = tsg_records,
    .findings = tsg_findings,
    .shape = &tsg_shape,
    .facts = tsg_facts,
    .fresh = tsg_fresh,
};
