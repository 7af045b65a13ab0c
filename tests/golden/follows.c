/* An edit of JSON, and what follows from it: the samples of the property tests, edited as a person
 * would, built, and read again. What is expected was worked out by hand from the samples. */
#include "property/samples.h"
#include "support/check.h"

#include <reliquary/reliquary.h>

#include <stdio.h>
#include <stdlib.h>

static const struct edit {
    const char *sample, *old, *new, *expected;
} edits[] = {
    /* A text, then a sound, for a string that had none. */
    {"tlk", "\"strref\": 1, \"flags\": 0, \"text\": \"\"",
     "\"strref\": 1, \"flags\": 0, \"text\": \"a\"",
     "\"strref\": 1, \"flags\": 1, \"text\": \"a\""},
    {"tlk", "\"strref\": 1, \"flags\": 0, \"text\": \"\"",
     "\"strref\": 1, \"flags\": 0, \"sound\": \"x\", \"text\": \"\"",
     "\"strref\": 1, \"flags\": 2, \"sound\": \"x\""},
    /* 3 bytes are 3 frames of 8 bits. */
    {"sfx", "\"loop_end\": 4294967295,\n      \"reserved_1a\": 0,\n      \"samples\": \"f4CB\"",
     "\"loop_end\": 900,\n      \"reserved_1a\": 0,\n      \"samples\": \"f4CB\"",
     "\"loop_end\": 3,"},
    {"sfx", "\"type_id\": 0,", "\"type_id\": 1,", "\"type_id\": 1,\n      \"bit_depth\": 1,"},
    /* A vertex at 6000: the radius is the root of 6000 * 6000 + 5120 * 5120 + 256 * 256 = 7891.7. */
    {"model3d", "[5120, -5120, 256]", "[6000, -5120, 256]", "\"radius\": 7891"},
    /* The same in an archive: radius, box and its extent. */
    {"rob", "[5120, -5120, 256]", "[6000, -5120, 256]", "\"radius\": 7891"},
    {"rob", "[5120, -5120, 256]", "[6000, -5120, 256]", "\"bbox_positive\": [6000, 0, 256]"},
    {"rob", "[5120, -5120, 256]", "[6000, -5120, 256]", "\"bbox_extent\": [6000, 5120, 512]"},
    /* A third record of 8 bytes, after 9 and 8. */
    {"anm", "\"QgAAAIICBwg=\"", "\"QgAAAIICBwg=\", \"QgAAAIICBwg=\"",
     "\"record_count\": 3,\n      \"byte_count\": 25,"},
    {"anm", "\"QgAAAIICBwg=\"", "\"QgAAAIICBwg=\", \"QgAAAIICBwg=\"",
     "{\"first_record\": 0, \"record_count\": 3, \"byte_count\": 25}"},
    {"anm", "\"QgAAAIICBwg=\"", "\"QgAAAIICBwg=\", \"QgAAAIICBwg=\"", "\"frame_count\": 3,"},
    {"fnt",
     "\"width\": 3,\n          \"height\": 2,\n          \"rows\": [\n            \"010001\",\n"
     "            \"000200\"",
     "\"width\": 4,\n\"height\": 2, \"rows\": [\"01000100\", \"00020000\"", "\"max_width\": 4,"},
    {"a.txi", "[0.0, 1.0, 0],", "[0.0, 1.0, 0], [0.75, 1.0, 0],", "[\"numchars\", 3]"},
};

struct wanted {
    const char *name;
    struct rq_doc *doc; /* out of bytes: the samples share theirs */
    uint8_t *bytes;
};

static void take_sample(void *ctx, const struct sample *sample)
{
    struct wanted *w = ctx;
    struct rq_error err = {0};
    struct rq_options options = {.format = rq_format_by_name(sample->format)};
    if (w->doc || strcmp(sample->name, w->name) != 0)
        return;
    w->bytes = malloc(sample->size);
    if (!w->bytes)
        abort();
    memcpy(w->bytes, sample->data, sample->size);
    w->doc = rq_doc_read((struct rq_bytes){w->bytes, sample->size}, &options, &err);
}

static char *json_text(struct rq_doc *doc)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    CHECK(doc && rq_doc_to_json(doc, &out, &err));
    char *text = calloc(1, out.size + 1);
    if (!text)
        abort();
    if (out.size)
        memcpy(text, out.data, out.size);
    rq_out_free(&out);
    return text;
}

/* The document that JSON becomes, out of its own bytes. */
static struct rq_doc *built(const char *json, struct rq_out *file)
{
    struct rq_error err = {0};
    struct rq_bytes text = {(const uint8_t *)json, strlen(json)};
    struct rq_doc *doc = rq_doc_from_json(text, NULL, &err), *again = NULL;
    if (doc && rq_doc_write(doc, file, &err)) {
        struct rq_options options = {.format = rq_doc_format(doc)};
        again = rq_doc_read(rq_out_bytes(file), &options, &err);
    }
    CHECK_STR(err.text, "");
    rq_doc_free(doc);
    return again;
}

static void try_edit(const struct edit *edit)
{
    static char edited[1 << 20];
    struct wanted w = {.name = edit->sample};
    struct rq_out file = {0};
    each_sample(take_sample, &w);
    check_note("%s: %s", edit->sample, edit->new);
    char *before = json_text(w.doc), *at = strstr(before, edit->old);
    CHECK(!strstr(before, edit->expected));
    if (CHECK(at != NULL)) {
        snprintf(edited, sizeof edited, "%.*s%s%s", (int)(at - before), before, edit->new,
                 at + strlen(edit->old));
        struct rq_doc *after = built(edited, &file);
        if (CHECK(after != NULL)) {
            char *text = json_text(after);
            CHECK(strstr(text, edit->expected) != NULL);
            CHECK(!strstr(text, "\"kept\""));
            free(text);
        }
        rq_doc_free(after);
    }
    free(before);
    rq_out_free(&file);
    rq_doc_free(w.doc);
    free(w.bytes);
}

static void test_edits(void)
{
    for (size_t i = 0; i < sizeof edits / sizeof edits[0]; i++)
        try_edit(&edits[i]);
}

TESTS(test_edits)
