/* A file that is taken for a format by hand (--format) and does not begin as that format has to: whoever has a magic
 * refuses it. The list of those that have none is from the specifications. */
#include "formats/format.h"
#include "samples.h"
#include "support/check.h"

#include <stdio.h>
#include <string.h>

static bool has_magic(const char *format)
{
    static const char *const without[] = {
        "def", "ini", "txi",     "vis", "lyt", "mdl_ascii", /* texts */
        "bsi", "rgm", "tsg",                          /* chunks, of which any may come first */
        "cht", "pcx", "texture", "tga", "tpc", "wld", /* numbers */
    };
    for (size_t i = 0; i < sizeof without / sizeof without[0]; i++)
        if (strcmp(without[i], format) == 0)
            return false;
    return true;
}

static void change_start(void *ctx, const struct sample *sample)
{
    static uint8_t bytes[SAMPLE_ROOM];
    struct rq_options options = {
        .format = rq_format_by_name(sample->format), .name = "x", .companion = sample->companion};
    const struct rq_bytes file = {bytes, sample->size};
    size_t *refused = ctx;
    for (size_t i = 0; i < 4 && has_magic(sample->format); i++) {
        struct rq_error err = {0};
        check_note("%s, byte %zu", sample->name, i);
        memcpy(bytes, sample->data, sample->size);
        bytes[i] ^= 0x55;
        if (options.format->detect(file, options.name)) /* another one that is known */
            continue;
        struct rq_doc *doc = rq_doc_read(file, &options, &err);
        *refused += CHECK(doc == NULL) && CHECK(err.code != RQ_OK && err.text[0]);
        rq_doc_free(doc);
    }
}

static void test_forced(void)
{
    size_t refused = 0;
    each_sample(change_start, &refused);
    CHECK(refused > 100);
}

TESTS(test_forced)
