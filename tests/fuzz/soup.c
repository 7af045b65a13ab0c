/* The machine of SOUP on any code and any world. The input is: where thread 0 starts (a byte), how it
 * runs (a byte: 1 with a trace, 2 thread 0 alone), the size of the code (two bytes), the code, and the
 * world as JSON. Whatever they are, the machine stops, takes no more memory than it may, and leaves
 * nothing behind; the world that it gives is one that it takes, and gives again. */
#include "core/bytes.h"

#include <reliquary/soup.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { STEPS = 3000 };

struct tally {
    size_t live, peak;
};

union block {
    size_t size;
    max_align_t align;
};

static void *tally_realloc(void *ctx, void *ptr, size_t size)
{
    struct tally *tally = ctx;
    union block *old = ptr ? (union block *)ptr - 1 : NULL;
    size_t had = old ? old->size : 0;
    if (size == 0) {
        tally->live -= had;
        free(old);
        return NULL;
    }
    union block *block = realloc(old, sizeof *block + size);
    if (!block)
        return NULL;
    block->size = size;
    tally->live += size - had;
    tally->peak = tally->live > tally->peak ? tally->live : tally->peak;
    return block + 1;
}

static void demand(bool held, const char *what, const char *why)
{
    if (held)
        return;
    fprintf(stderr, "soup: %s (%s)\n", what, why);
    abort();
}

static void swallow_step(void *ctx, unsigned thread, uint32_t pc, const char *text)
{
    *(size_t *)ctx += thread + pc + strlen(text);
}

static void swallow_call(void *ctx, const struct rq_soup_call *call)
{
    *(size_t *)ctx += strlen(call->object) + strlen(call->name) + call->count;
}

static void run(struct rq_soup_machine *m, unsigned how)
{
    size_t seen = 0;
    if (how & 1)
        rq_soup_set_watch(m, &(struct rq_soup_watch){&seen, swallow_step, swallow_call});
    if (how & 2)
        rq_soup_run(m, STEPS);
    else
        for (size_t i = 0; i < STEPS && rq_soup_tick(m); i++)
            ;
    demand(rq_soup_steps_done(m) <= 2 * STEPS, "more instructions than it may", "");
    rq_soup_set_watch(m, NULL);
}

static struct rq_out world(const struct rq_soup_machine *m, const struct rq_alloc *alloc)
{
    struct rq_error err = {0};
    struct rq_out out = {.alloc = alloc};
    demand(rq_soup_put_world(m, &out, &err), "its world can't be written", err.text);
    return out;
}

/* What "calls" say is of the run, and does not go in. */
static size_t without_calls(const struct rq_out *out)
{
    static const char key[] = "\n  \"call_count\": ";
    for (size_t i = out->size; i-- > sizeof key;)
        if (memcmp(out->data + i - sizeof key + 1, key, sizeof key - 1) == 0)
            return i;
    return 0;
}

static void same_world(struct rq_soup_machine *m, struct rq_bytes code,
                       const struct rq_soup_options *options)
{
    struct rq_error err = {0};
    struct rq_soup_machine *again = rq_soup_open_code(code, options, &err);
    demand(again != NULL, "opened once, and not again", err.text);
    struct rq_out first = world(m, options->alloc);
    demand(rq_soup_take_world(again, rq_out_bytes(&first), &err), "its own world is refused",
           err.text);
    struct rq_out second = world(again, options->alloc);
    size_t a = without_calls(&first), b = without_calls(&second);
    bool halted = rq_soup_thread(m, 0).state != RQ_SOUP_RUNS;
    for (size_t i = 1; i < rq_soup_threads(m); i++)
        halted |= rq_soup_thread(m, i).state != RQ_SOUP_RUNS;
    demand(a && b, "a world without calls", "");
    /* A thread that stopped goes on. */
    demand(halted || (a == b && memcmp(first.data, second.data, a) == 0), "another world", "");
    rq_out_free(&first);
    rq_out_free(&second);
    rq_soup_close(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const int32_t locals[8];
    struct tally tally = {0};
    struct rq_alloc alloc = {tally_realloc, &tally};
    struct rq_soup_options options = {.alloc = &alloc, .locals = locals, .local_count = 8};
    struct rq_error err = {0};
    if (size < 4)
        return 0;
    size_t code_size = (size_t)(data[2] | data[3] << 8);
    code_size = code_size < size - 4 ? code_size : size - 4;
    struct rq_bytes code = {data + 4, code_size};
    struct rq_bytes json = {data + 4 + code_size, size - 4 - code_size};
    options.has_start = data[0] != 0;
    options.start = data[0];
    struct rq_soup_machine *m = rq_soup_open_code(code, &options, &err);
    demand(m || err.code != RQ_OK, "refused without a reason", "");
    if (m) {
        rq_soup_take_world(m, json, &err);
        run(m, data[1]);
        demand(tally.peak <= 64 * size + (24u << 20), "more memory than it may take", "");
        same_world(m, code, &options);
        rq_soup_close(m);
    }
    demand(tally.live == 0, "memory is left behind", "");
    return 0;
}
