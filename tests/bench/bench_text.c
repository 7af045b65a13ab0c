#include "bench_text.h"

#include <reliquary/soup.h>

#include "property/samples.h"

enum { ROUNDS = 4000 };

static struct rq_out map_file;

/* One round of a script: a dialogue, a condition, assignments, calls and a loop, as scripts have them. */
static void put_round(struct rq_out *out, unsigned i)
{
    rq_putf(out,
            "    if ACTIVATE('ti%02u') = 1 and Have_Gear != 0 {\n"
            "        RTX('ti%02u')\n"
            "        var2 = var2 + %u * Rnd(100)\n"
            "    } else {\n"
            "        \"door\".MoveToLocation(%u, Player.#5)\n"
            "        @AmbientSound(%u, 3, 1)\n"
            "    }\n"
            "    while var2 > 0 {\n"
            "        Wait(%u)\n"
            "        Me.#3 = var2 - 1\n"
            "    }\n",
            i % 100, i % 100, i, i, i % 90, i % 60);
}

struct rq_bytes bench_text_map(void)
{
    static uint8_t sample[SAMPLE_ROOM];
    const struct rq_bytes base = {sample, sample_rgm(sample)};
    const struct rq_options options = {.format = rq_format_by_name("rgm")};
    const struct rq_soup_how how = {.style = RQ_SOUP_FLAT};
    struct rq_out text = {0};
    rq_put_str(&text, "actor \"HERO\"\nvar var0 = 7\nvar var1 = -1\nvar var2 = 2\ncode {\n");
    for (unsigned i = 0; i < ROUNDS; i++)
        put_round(&text, i);
    rq_put_str(&text, "    end\n}\n");
    struct rq_doc *doc = rq_doc_read(base, &options, NULL);
    const struct rq_soup_source source = {"bench.soup", rq_out_bytes(&text)};
    if (!doc || !rq_soup_put(doc, &source, 1, &how, NULL, NULL, &map_file, NULL))
        rq_out_cut(&map_file, 0);
    rq_doc_free(doc);
    rq_out_free(&text);
    return rq_out_bytes(&map_file);
}

static bool keep(void *ctx, const char *name, const char *file, struct rq_bytes text,
                 const char *reason)
{
    (void)name;
    (void)file;
    (void)reason;
    rq_put_bytes(ctx, text);
    return true;
}

static struct rq_out texts_of(struct rq_doc *doc, enum rq_soup_style style)
{
    const struct rq_soup_how how = {.style = style};
    struct rq_out out = {0};
    rq_soup_texts(doc, &how, keep, &out, NULL, NULL);
    return out;
}

static struct rq_doc *open_map(void)
{
    const struct rq_options options = {.format = rq_format_by_name("rgm")};
    return rq_doc_read(rq_out_bytes(&map_file), &options, NULL);
}

static double print(enum rq_soup_style style)
{
    struct rq_doc *doc = open_map();
    struct rq_out out = texts_of(doc, style);
    double size = (double)out.size;
    rq_out_free(&out);
    rq_doc_free(doc);
    return size;
}

double bench_text_disassemble(void)
{
    return print(RQ_SOUP_FLAT);
}

double bench_text_decompile(void)
{
    return print(RQ_SOUP_STRUCTURED);
}

/* The text is made once, and says what the map has: read, compared, written. */
double bench_text_assemble(void)
{
    static struct rq_out text;
    struct rq_doc *doc = open_map();
    const struct rq_soup_how how = {.style = RQ_SOUP_FLAT};
    struct rq_out out = {0};
    if (!text.size)
        text = texts_of(doc, RQ_SOUP_FLAT);
    const struct rq_soup_source source = {"bench.soup", rq_out_bytes(&text)};
    bool fine = rq_soup_put(doc, &source, 1, &how, NULL, NULL, &out, NULL);
    rq_out_free(&out);
    rq_doc_free(doc);
    return fine ? (double)text.size : 0;
}
