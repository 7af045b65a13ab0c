/* What the codecs make of bytes of many kinds and sizes, and of streams that are damaged: held to
 * tests/contract/codecs.txt, a line for each codec and kind (see said.h). The unit tests prove that what is packed comes
 * back, which it also does when packer and unpacker are wrong in the same way, or the packing is poor. */
#include "codec/adpcm.h"
#include "codec/deflate.h"
#include "codec/dxt.h"
#include "codec/lzhuf.h"
#include "codec/runs.h"
#include "said.h"
#include "support/random.h"

enum { MOST = 80000, KINDS = 8 };

static uint8_t data[MOST], back[4 * MOST];

static void fill(unsigned kind)
{
    uint32_t random = 5 + kind;
    for (size_t i = 0; i < MOST; i++) {
        uint32_t next = random_next(&random) >> 4;
        switch (kind) {
        case 0: data[i] = (uint8_t)next; break;
        case 1: data[i] = (uint8_t)(i / (1 + i / 512)); break;           /* runs that grow */
        case 2: data[i] = (uint8_t)(next % 3); break;                    /* few values */
        case 3: data[i] = (uint8_t)(i % 61 == 0 ? next : i % 61); break; /* nearly the same again */
        case 4: data[i] = (uint8_t)(i / 4 + (i % 4) * 60); break;        /* a slope of pixels */
        case 5: data[i] = 0; break;
        case 6: data[i] = (uint8_t)(i < 4200 ? next : data[i - 4093]); break; /* far back */
        default: data[i] = (uint8_t)(next % 7 ? i / 300 * 3 : next >> 3);     /* runs with holes */
        }
    }
}

static void tell(struct said *s, const char *what, size_t number, const void *bytes, size_t size)
{
    said(s, "%s %zu: %zu bytes, %016llx", what, number, size,
         (unsigned long long)hash_of(bytes, size));
}

static void put_line(struct rq_out *lines, struct said *s, const char *codec, unsigned kind)
{
    rq_putf(lines, "%016llx %s, kind %u\n", (unsigned long long)s->hash, codec, kind);
    if (s->show)
        fclose(s->show);
}

static struct said start(const char *codec, unsigned kind)
{
    char name[64];
    snprintf(name, sizeof name, "%s %u", codec, kind);
    return (struct said){hash_of("", 0), said_file(name)};
}

/* Sizes at edges, and one that is large. */
static size_t size_at(size_t index)
{
    return index < EDGE_COUNT ? edge_sizes[index] : MOST;
}

/* ---- LZHUF ---- */

static void visit_lzhuf(struct rq_out *lines, unsigned kind)
{
    struct said s = start("lzhuf", kind);
    for (size_t i = 0; i <= EDGE_COUNT; i++) {
        struct rq_out out = {0};
        size_t size = size_at(i);
        rq_lzhuf_pack(&out, (struct rq_bytes){data, size});
        tell(&s, "packed", size, out.data, out.size);
        for (size_t at = 0; at < out.size && at < 40 && size < MOST; at += 3) {
            out.data[at] ^= (uint8_t)(1u << at % 8);
            memset(back, 0, size);
            bool fine = rq_lzhuf_unpack(rq_out_bytes(&out), back, size);
            said(&s, "damaged: %d %d", fine,
                 rq_lzhuf_packs_to((struct rq_bytes){data, size}, rq_out_bytes(&out)));
            if (fine)
                tell(&s, "unpacked", at, back, size);
            out.data[at] ^= (uint8_t)(1u << at % 8);
        }
        rq_out_free(&out);
    }
    put_line(lines, &s, "lzhuf", kind);
}

/* ---- runs ---- */

static void visit_runs(struct rq_out *lines, unsigned kind)
{
    struct said s = start("runs", kind);
    for (unsigned way = 0; way < 2 * RQ_RUNS_RULES; way++)
        for (size_t i = 0; i < EDGE_COUNT; i++) {
            struct rq_out out = {0};
            size_t size = size_at(i), used = 0;
            enum rq_runs_code code = way % 2 ? RQ_RUNS_BYTERUN : RQ_RUNS_GXA;
            rq_runs_pack(&out, code, (struct rq_bytes){data, size}, (enum rq_runs_rule)(way / 2));
            tell(&s, "packed", size, out.data, out.size);
            /* Any bytes are a stream; cut off at an end, or in the midst of a run. */
            for (size_t least = 0; least < 3 && size > 3 && size < 600; least++) {
                memset(back, 0, 2 * size);
                bool fine = rq_runs_unpack(code, (struct rq_bytes){data, size - least}, back,
                                           size - 2 + least, &used);
                said(&s, "any: %d %zu", fine, fine ? used : 0);
                if (fine)
                    tell(&s, "unpacked", used, back, size - 2 + least);
            }
            rq_out_free(&out);
        }
    put_line(lines, &s, "runs", kind);
}

/* ---- pixels ---- */

static void tell_deflated(struct said *s, struct rq_bytes rows, size_t pitch, unsigned unit)
{
    struct rq_out out = {0}, plain = {0};
    bool fine = rq_zlib_pack_pixels(&out, rows, pitch, unit);
    said(s, "unit %u, pitch %zu: %d", unit, pitch, fine);
    tell(s, "packed", rows.size, out.data, out.size);
    CHECK(rq_zlib_unpack(&plain, rq_out_bytes(&out), rows.size));
    CHECK_MEM(plain.data, plain.size, rows.data, rows.size);
    rq_out_free(&out);
    rq_out_free(&plain);
}

static void visit_deflate(struct rq_out *lines, unsigned kind)
{
    /* A block ends with the row that begins at 1 << 18 bytes or behind: 4096 rows of 64. */
    enum { LARGE = 660000 };
    static const size_t pitches[] = {1, 3, 4, 9, 64, 65, 256, 1025};
    static uint8_t large[LARGE];
    struct said s = start("deflate", kind);
    for (unsigned unit = 1; unit <= 4; unit++)
        for (size_t i = 0; i < sizeof pitches / sizeof pitches[0]; i++)
            for (size_t rows = 1; rows <= 64; rows = rows * 3 + 1)
                tell_deflated(&s, (struct rq_bytes){data, pitches[i] * rows}, pitches[i], unit);
    for (size_t i = 0; i < LARGE; i++)
        large[i] = (uint8_t)(data[i % MOST] + i / MOST);
    for (size_t rows = 4095; rows <= 4097; rows++)
        tell_deflated(&s, (struct rq_bytes){large, 64 * rows}, 64, 3);
    tell_deflated(&s, (struct rq_bytes){large, 1025 * 640}, 1025, 4);
    put_line(lines, &s, "deflate", kind);
}

/* Pictures of the data, with alpha that is full, half or as it comes. */
static void visit_dxt(struct rq_out *lines, unsigned kind)
{
    static const uint32_t sides[][2] = {{1, 1}, {4, 4}, {5, 3}, {16, 8}, {33, 17}};
    static uint8_t rgba[64 * 64 * 4], blocks[64 * 64];
    struct said s = start("dxt", kind);
    for (unsigned alpha = 0; alpha < 3; alpha++) {
        for (size_t i = 0; i < sizeof rgba; i++)
            rgba[i] = (uint8_t)(i % 4 != 3   ? data[i]
                                : alpha == 0 ? 255
                                : alpha == 1 ? (data[i] & 1 ? 255 : 0)
                                             : data[i]);
        for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++)
            for (int code = RQ_DXT1; code <= RQ_DXT5; code++) {
                uint32_t width = sides[i][0], height = sides[i][1];
                size_t size = (size_t)((width + 3) / 4) * ((height + 3) / 4) * (code ? 16 : 8);
                rq_dxt_encode((enum rq_dxt)code, rgba, width * 4, width, height, blocks);
                tell(&s, "blocks", i, blocks, size);
                said(&s, "alpha %d", rq_dxt_has_alpha((enum rq_dxt)code, blocks, 4, 4));
                /* And the data as blocks. */
                (code == RQ_DXT1   ? rq_dxt1_decode
                 : code == RQ_DXT3 ? rq_dxt3_decode
                                   : rq_dxt5_decode)(data + alpha * 999, width, height, back,
                                                     (ptrdiff_t)width * 4);
                tell(&s, "pixels", i, back, (size_t)width * height * 4);
            }
    }
    put_line(lines, &s, "dxt", kind);
}

/* ---- sounds ---- */

static void visit_adpcm(struct rq_out *lines, unsigned kind)
{
    static const uint16_t blocks[] = {4, 5, 8, 9, 16, 36, 256, 1024};
    struct said s = start("adpcm", kind);
    for (uint16_t channels = 1; channels <= 2; channels++)
        for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++)
            for (size_t k = 0; k < 26; k++) {
                struct rq_bytes some = {data, edge_sizes[k]};
                size_t frames = rq_adpcm_frames(some.size, blocks[i], channels);
                said(&s, "%u channels, blocks of %u: %zu frames, %zu odd", channels, blocks[i],
                     frames, frames ? rq_adpcm_odd(some, blocks[i], channels) : 0);
                if (!frames)
                    continue;
                memset(back, 0, frames * channels * 2);
                rq_adpcm_decode(some, blocks[i], channels, back);
                tell(&s, "samples", some.size, back, frames * channels * 2);
            }
    put_line(lines, &s, "adpcm", kind);
}

/* What another packer than ours is built with packs otherwise. */
static bool is_deflate(const char *line, size_t size)
{
    static const char word[] = " deflate,";
    for (size_t at = 0; at + sizeof word <= size; at++)
        if (memcmp(line + at, word, sizeof word - 1) == 0)
            return true;
    return false;
}

static void test_codecs(void)
{
    struct rq_out lines = {0};
    for (unsigned kind = 0; kind < KINDS; kind++) {
        fill(kind);
        check_note("kind %u", kind);
        visit_lzhuf(&lines, kind);
        visit_runs(&lines, kind);
        visit_deflate(&lines, kind);
        visit_dxt(&lines, kind);
        visit_adpcm(&lines, kind);
    }
    said_compare("codecs", &lines, is_deflate);
    rq_out_free(&lines);
}

TESTS(test_codecs)
