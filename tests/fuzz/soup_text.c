/* Scripts as text. import_soup takes the input for texts of actors, ours and that of
 * redguard-mod-manager, and puts them into a map of the samples: what is taken makes a map that reads.
 * soup_rgm (-DFUZZ_MAP) takes it for a map. Texts of either map, flat and in blocks, give its bytes
 * again. Nothing may be left behind. */
#include "core/bytes.h"
#include "property/samples.h"

#include <reliquary/soup.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool held, const char *what, const struct rq_error *err)
{
    if (held)
        return;
    fprintf(stderr, "soup: %s (%s in %s: %s)\n", what, rq_code_name(err->code), err->where,
            err->text);
    abort();
}

/* All texts of a map, one behind the other. */
struct texts {
    struct rq_out out;
    bool some;
};

static bool keep(void *ctx, const char *name, const char *file, struct rq_bytes text,
                 const char *reason)
{
    struct texts *t = ctx;
    demand(*file != 0 && name, "an actor without a file", &(struct rq_error){0});
    if (!reason)
        rq_put_bytes(&t->out, text);
    t->some |= !reason;
    return t->out.size < 1 << 22;
}

static void swallow(void *ctx, const struct rq_script_problem *p)
{
    *(size_t *)ctx +=
        p->line + p->column + p->width + strlen(p->message) + strlen(p->hint) + p->from.size;
}

static bool put_text(struct rq_doc *map, struct rq_bytes text, enum rq_soup_style style,
                     struct rq_out *out, struct rq_error *err)
{
    const struct rq_soup_source source = {"fuzz.soup", text};
    const struct rq_soup_how how = {.style = style};
    size_t seen = 0;
    return rq_soup_put(map, &source, 1, &how, swallow, &seen, out, err);
}

static void check_style(struct rq_doc *map, struct rq_bytes file, enum rq_soup_style style)
{
    struct rq_error err = {0};
    struct texts texts = {.some = false};
    struct rq_out out = {0};
    const struct rq_soup_how how = {.style = style};
    demand(rq_soup_texts(map, &how, keep, &texts, NULL, &err), "no texts", &err);
    if (style <= RQ_SOUP_STRUCTURED && texts.some && texts.out.size < 1 << 22) {
        demand(put_text(map, rq_out_bytes(&texts.out), style, &out, &err), "a text is refused",
               &err);
        demand(rq_same(rq_out_bytes(&out), file), "not the same bytes", &err);
    }
    rq_out_free(&out);
    rq_out_free(&texts.out);
}

static void check_map(struct rq_bytes file, bool reads)
{
    const struct rq_options options = {.format = rq_format_by_name("rgm")};
    struct rq_error err = {0};
    struct rq_out written = {0};
    struct rq_doc *map = rq_doc_read(file, &options, &err);
    demand(map || !reads, "a map that can't be read", &err);
    if (map && rq_doc_write(map, &written, &err))
        for (int style = RQ_SOUP_FLAT; style <= RQ_SOUP_RGPRE; style++)
            check_style(map, rq_out_bytes(&written), (enum rq_soup_style)style);
    rq_out_free(&written);
    rq_doc_free(map);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rq_bytes input = {data, size};
#ifdef FUZZ_MAP
    check_map(input, false);
#else
    static uint8_t sample[SAMPLE_ROOM];
    const struct rq_options options = {.format = rq_format_by_name("rgm")};
    struct rq_bytes base = {sample, sample_rgm(sample)};
    for (int rmm = 0; rmm < 2; rmm++) {
        struct rq_error err = {0};
        struct rq_out out = {0};
        struct rq_doc *map = rq_doc_read(base, &options, &err);
        demand(map != NULL, "the sample can't be read", &err);
        if (put_text(map, input, rmm ? RQ_SOUP_RMM : RQ_SOUP_FLAT, &out, &err))
            check_map(rq_out_bytes(&out), true);
        rq_out_free(&out);
        rq_doc_free(map);
    }
#endif
    return 0;
}
