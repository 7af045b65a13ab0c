/* TSG and SAV: chunks, kept as they are. Only SVGM has a shape that somebody has described; a
 * chunk of that name that does not have it is kept as it is, too. */
#include "core/file.h"
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
        rq_find(doc, "odd-value", at, "end", "END is not there");
    else
        rq_take(c, 4, RQ_KIND_text, "end");
    size_t rest = rq_left(c);
    tsg->tail = (struct rq_bytes){rq_take(c, rest, RQ_KIND_bytes, "tail"), rest};
    if (rest && (rest != 4 || rq_get32(tsg->tail.data)))
        rq_find(doc, "trailing-bytes", at + 4, "tail", "%zu bytes after END", rest);
    if (!count || !rq_tag_is(tsg->chunks[0].tag, "SVGM"))
        rq_find(doc, "odd-value", 0, "chunks", "the first chunk is not SVGM");
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

static void svgm_json(struct rq_doc *doc, struct rq_json *j, const struct rq_tsg_svgm *svgm)
{
    rq_rec_json(j, &rq_tsg_svgm_head_rec, &svgm->head, doc->page, NULL);
    rq_json_key(j, "description");
    rq_json_text(j, doc->page, svgm->description);
    rq_json_key(j, "world_id");
    rq_json_u64(j, svgm->world_id);
    rq_json_key(j, "picture");
    rq_json_text(j, doc->page, svgm->picture);
    rq_json_bytes(j, "rest", svgm->rest);
}

static bool tsg_to_json(struct rq_doc *doc, struct rq_json *j, struct rq_error *err)
{
    const struct rq_tsg *tsg = doc->root;
    (void)err;
    rq_json_key(j, "chunks");
    rq_json_array(j);
    for (size_t i = 0; i < tsg->chunk_count; i++) {
        const struct rq_tsg_chunk *chunk = &tsg->chunks[i];
        rq_json_object(j);
        rq_json_key(j, "tag");
        rq_json_text(j, doc->page, (struct rq_bytes){(const uint8_t *)chunk->tag, 4});
        if (chunk->svgm) {
            svgm_json(doc, j, chunk->svgm);
        } else {
            rq_json_key(j, "data");
            rq_json_base64(j, chunk->payload);
        }
        rq_json_end_object(j);
    }
    rq_json_end_array(j);
    if (tsg->no_end) {
        rq_json_key(j, "end");
        rq_json_bool(j, false);
    }
    rq_json_bytes(j, "tail", tsg->tail);
    return true;
}

static struct rq_bytes take_line(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_bytes text = rq_jr_text(jr, doc->page);
    if (text.size && memchr(text.data, 0, text.size))
        rq_jr_bad(jr, "the text ends at its first NUL");
    return text;
}

/* True when the key is a field of SVGM. */
static bool take_svgm(struct rq_doc *doc, struct rq_jr *jr, struct rq_tsg_svgm *svgm,
                      struct rq_str key)
{
    if (rq_str_is(key, "description"))
        svgm->description = take_line(doc, jr);
    else if (rq_str_is(key, "world_id"))
        svgm->world_id = rq_jr_u32(jr);
    else if (rq_str_is(key, "picture"))
        svgm->picture = take_line(doc, jr);
    else if (rq_str_is(key, "rest"))
        svgm->rest = rq_jr_base64(jr);
    else
        return rq_rec_take(jr, &rq_tsg_svgm_head_rec, &svgm->head, doc->page, key);
    return true;
}

static void take_chunk(struct rq_doc *doc, struct rq_jr *jr, struct rq_tsg_chunk *chunk)
{
    struct rq_str key;
    struct rq_tsg_svgm svgm = {0};
    bool raw = false, fields = false;
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "tag")) {
            rq_jr_fixed(jr, doc->page, chunk->tag, 4);
        } else if (rq_str_is(key, "data")) {
            chunk->payload = rq_jr_base64(jr);
            raw = true;
        } else if (take_svgm(doc, jr, &svgm, key)) {
            fields = true;
        } else {
            rq_jr_unknown(jr, key);
        }
    }
    if (rq_jr_ok(jr) && rq_tag_is(chunk->tag, "END "))
        rq_jr_bad(jr, "END is not a chunk");
    if (rq_jr_ok(jr) && fields && (raw || !rq_tag_is(chunk->tag, "SVGM")))
        rq_jr_bad(jr, "a chunk has \"data\", or is an SVGM with its fields");
    if (rq_jr_ok(jr) && fields && (chunk->svgm = rq_jr_get(jr, 1, sizeof svgm)))
        *chunk->svgm = svgm;
}

static bool tsg_fresh(struct rq_doc *doc)
{
    doc->root = rq_arena_get(&doc->arena, 1, sizeof(struct rq_tsg));
    return doc->root != NULL;
}

static bool tsg_from_json(struct rq_doc *doc, struct rq_jr *jr)
{
    struct rq_str key;
    if (!tsg_fresh(doc))
        return rq_jr_bad(jr, "out of memory");
    struct rq_tsg *tsg = doc->root;
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "chunks")) {
            tsg->chunks = rq_jr_get(jr, rq_jr_length(jr), sizeof *tsg->chunks);
            tsg->chunk_count = 0;
            rq_jr_array(jr);
            while (rq_jr_more(jr))
                take_chunk(doc, jr, &tsg->chunks[tsg->chunk_count++]);
        } else if (rq_str_is(key, "end")) {
            tsg->no_end = !rq_jr_bool(jr);
        } else if (rq_str_is(key, "tail")) {
            tsg->tail = rq_jr_base64(jr);
        } else {
            rq_jr_unknown(jr, key);
        }
    }
    return rq_jr_ok(jr);
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
        rq_out_free(&utf8);
        break;
    }
    rq_fact_add(doc, "chunks", "%zu, %llu bytes that nobody understands", tsg->chunk_count,
                (unsigned long long)bytes);
    return true;
}

const struct rq_format rq_format_tsg = {
    .info = {"tsg", "Saved state", "redguard", "tsg sav"},
    .detect = tsg_detect,
    .read = tsg_read,
    .write = tsg_write,
    .to_json = tsg_to_json,
    .from_json = tsg_from_json,
    .facts = tsg_facts,
    .fresh = tsg_fresh,
};
