/* Decoded pictures, sounds and meshes, of files whose bytes are laid down here. */
#include "core/bytes.h"
#include "support/check.h"

#include <math.h>
#include <reliquary/media.h>
#include <reliquary/tpc.h>
#include <string.h>

static struct rq_doc *read_as(const char *format, const void *data, size_t size)
{
    struct rq_error err = {0};
    struct rq_options options = {.format = rq_format_by_name(format)};
    struct rq_doc *doc = rq_doc_read((struct rq_bytes){data, size}, &options, &err);
    CHECK_STR(err.text, "");
    return doc;
}

/* Two pixels above each other; the lower one is stored first, as blue, green, red (Truevision). */
static void test_picture(void)
{
    static const uint8_t tga[] = {0, 0, 2, 0, 0,  0, 0, 0, 0, 0, 0, 0,
                                  1, 0, 2, 0, 24, 0, 1, 2, 3, 4, 5, 6};
    struct rq_error err = {0};
    struct rq_doc *doc = read_as("tga", tga, sizeof tga);
    REQUIRE(doc);
    struct rq_media *media = rq_media_open(doc, NULL, &err);
    REQUIRE(media);
    CHECK_INT(rq_media_picture_count(media), 1);
    CHECK_INT(rq_media_sound_count(media), 0);
    CHECK_INT(rq_media_mesh_count(media), 0);
    const struct rq_media_picture *picture = rq_media_picture(media, 0);
    REQUIRE(picture);
    CHECK_INT(picture->width, 1);
    CHECK_INT(picture->height, 2);
    CHECK_INT(picture->frames * picture->faces * picture->levels, 1);
    CHECK(!picture->delays_ms && !rq_media_picture(media, 1));
    uint8_t rgba[8] = {0};
    uint32_t width = 0, height = 0;
    CHECK(rq_media_level(media, 0, 0, 0, 0, &width, &height));
    CHECK_INT(width * 10 + height, 12);
    CHECK(rq_media_pixels(media, 0, 0, 0, 0, rgba));
    CHECK_MEM(rgba, 8, "\6\5\4\377\3\2\1\377", 8);
    CHECK(!rq_media_pixels(media, 0, 1, 0, 0, rgba) && !rq_media_pixels(media, 0, 0, 1, 0, rgba));
    CHECK(!rq_media_pixels(media, 0, 0, 0, 1, rgba) && !rq_media_pixels(media, 1, 0, 0, 0, rgba));
    rq_media_close(media);
    rq_doc_free(doc);
}

/* The PNG of pixels, read again by what reads PNG files. */
static void test_png(void)
{
    static const uint8_t rgba[] = {1, 2, 3, 255, 4, 5, 6, 128};
    struct rq_error err = {0};
    struct rq_out png = {0}, tga = {0};
    CHECK(!rq_png_from_rgba(rgba, 0, 2, &png, &err) && err.code == RQ_USAGE);
    err = (struct rq_error){0};
    REQUIRE(rq_png_from_rgba(rgba, 2, 1, &png, &err));
    struct rq_doc *doc = rq_doc_import(rq_out_bytes(&png), rq_format_by_name("tga"), NULL, &err);
    REQUIRE(doc && rq_doc_write(doc, &tga, &err));
    CHECK(tga.size >= 26);
    CHECK_MEM(tga.data + 18, 8, "\3\2\1\377\6\5\4\200", 8);
    rq_doc_free(doc);
    rq_out_free(&png);
    rq_out_free(&tga);
}

#define WAV(rate, channels, bits, size)                                                            \
    'R', 'I', 'F', 'F', 36 + (size), 0, 0, 0, 'W', 'A', 'V', 'E', 'f', 'm', 't', ' ', 16, 0, 0, 0, \
        1, 0, channels, 0, rate, 0, 0, 0, (rate) * (channels) * (bits) / 8, 0, 0, 0,               \
        (channels) * (bits) / 8, 0, bits, 0, 'd', 'a', 't', 'a', size, 0, 0, 0

static void hears(const uint8_t *wav, size_t size, uint32_t channels, uint64_t frames,
                  const int16_t *expected)
{
    struct rq_error err = {0};
    struct rq_doc *doc = read_as("wav", wav, size);
    REQUIRE(doc);
    struct rq_media *media = rq_media_open(doc, NULL, &err);
    REQUIRE(media && rq_media_sound_count(media) == 1);
    const struct rq_media_sound *sound = rq_media_sound(media, 0);
    CHECK_INT(sound->rate, 10);
    CHECK_INT(sound->channels, channels);
    CHECK_INT(sound->frames, frames);
    CHECK(!sound->loops && !sound->title && !rq_media_sound(media, 1));
    int16_t all[16] = {0};
    /* In blocks of two, and once from the middle. */
    for (uint64_t at = 0; at < frames; at += 2)
        CHECK_INT(rq_media_samples(media, 0, at, 2, all + at * channels), frames - at < 2 ? 1 : 2);
    CHECK_MEM(all, frames * channels * 2, expected, frames * channels * 2);
    CHECK_INT(rq_media_samples(media, 0, 1, 100, all), frames - 1);
    CHECK_MEM(all, (frames - 1) * channels * 2, expected + channels, (frames - 1) * channels * 2);
    CHECK_INT(rq_media_samples(media, 0, frames, 1, all), 0);
    CHECK_INT(rq_media_samples(media, 1, 0, 1, all), 0);
    rq_media_close(media);
    rq_doc_free(doc);
}

/* Eight bits are unsigned with silence at 128, sixteen are signed. */
static void test_sound(void)
{
    static const uint8_t bytes[] = {WAV(10, 1, 8, 4), 128, 255, 0, 129};
    static const int16_t from_bytes[] = {0, 127 * 256, -32768, 256};
    static const uint8_t words[] = {
        WAV(10, 2, 16, 12), 1, 0, 0xFF, 0xFF, 0xFF, 0x7F, 0x00, 0x80, 5, 0, 6, 0};
    static const int16_t from_words[] = {1, -1, 32767, -32768, 5, 6};
    hears(bytes, sizeof bytes, 1, 4, from_bytes);
    hears(words, sizeof words, 2, 3, from_words);
}

/* A walkmesh of one triangle; z of the game is up, here y is, and what was north is -z. */
static void test_mesh(void)
{
    static const char text[] = "node aabb floor\n  parent NULL\n  position 0 0 0\n"
                               "  verts 3\n    0 0 1\n    2 0 1\n    0 3 1\n"
                               "  faces 1\n    0 1 2 1 0 0 0 1\nendnode\n";
    struct rq_error err = {0};
    struct rq_options options = {.name = "floor.wok"};
    struct rq_doc *doc =
        rq_doc_from_text((struct rq_bytes){(const uint8_t *)text, sizeof text - 1}, &options, &err);
    CHECK_STR(err.text, "");
    REQUIRE(doc);
    struct rq_media *media = rq_media_open(doc, NULL, &err);
    REQUIRE(media);
    CHECK_INT(rq_media_picture_count(media), 0);
    REQUIRE(rq_media_mesh_count(media) >= 1);
    const struct rq_media_mesh *mesh = rq_media_mesh(media, 0);
    CHECK_INT(mesh->vertex_count, 3);
    CHECK_INT(mesh->index_count, 3);
    static const float expected[] = {0, 1, 0, 2, 1, 0, 0, 1, -3};
    for (size_t i = 0; i < 9; i++)
        CHECK(fabsf(mesh->positions[(size_t)mesh->indices[i / 3] * 3 + i % 3] - expected[i]) <
              1e-5f);
    CHECK(!rq_media_mesh(media, rq_media_mesh_count(media)));
    rq_media_close(media);
    rq_doc_free(doc);
}

/* What shows nothing has nothing in it. */
static void test_nothing(void)
{
    static const char ssf[] = "SSF V1.1\x0C\0\0\0";
    struct rq_error err = {0};
    struct rq_doc *doc = read_as("ssf", ssf, sizeof ssf - 1);
    REQUIRE(doc);
    struct rq_media *media = rq_media_open(doc, NULL, &err);
    REQUIRE(media);
    CHECK_INT(rq_media_picture_count(media) + rq_media_sound_count(media) +
                  rq_media_mesh_count(media),
              0);
    rq_media_close(media);
    rq_media_close(NULL);
    rq_doc_free(doc);
}

/* A texture that is filled by hand, and has no levels yet. */
static void test_no_levels(void)
{
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_new(rq_format_by_name("tpc"), NULL, &err);
    REQUIRE(doc);
    struct rq_tpc *tpc = rq_doc_root(doc, "tpc");
    tpc->frames = tpc->faces = 1;
    struct rq_media *media = rq_media_open(doc, NULL, &err);
    REQUIRE(media && rq_media_picture_count(media) == 1);
    CHECK_INT(rq_media_picture(media, 0)->width, 0);
    CHECK_INT(rq_media_picture(media, 0)->levels, 0);
    rq_media_close(media);
    rq_doc_free(doc);
}

static void test_no_memory(void)
{
    static const uint8_t wav[] = {WAV(10, 1, 8, 4), 128, 255, 0, 129};
    for (size_t n = 1; n < 50; n++) {
        struct check_failing failing = {.fail_at = n};
        struct rq_alloc alloc = {check_failing_realloc, &failing};
        struct rq_error err = {0};
        struct rq_options options = {.format = rq_format_by_name("wav"), .alloc = &alloc};
        struct rq_doc *doc = rq_doc_read((struct rq_bytes){wav, sizeof wav}, &options, &err);
        struct rq_media *media = doc ? rq_media_open(doc, NULL, &err) : NULL;
        CHECK(media || err.code == RQ_NO_MEMORY);
        rq_media_close(media);
        rq_doc_free(doc);
        CHECK_INT(failing.live_blocks, 0);
    }
}

TESTS(test_picture, test_png, test_sound, test_mesh, test_nothing, test_no_levels, test_no_memory)
