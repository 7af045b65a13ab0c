#include "lint/seen.h"
#include "core/text.h"

static bool seen_key(struct rq_lint_file *f, struct rq_lint_seen *seen, const uint32_t key[4])
{
    uint32_t before = seen->keys.count, number;
    return rq_key_set_put(&seen->keys, &f->arena, key, &number) && number < before;
}

bool rq_lint_seen_number(struct rq_lint_file *f, struct rq_lint_seen *seen, int64_t number)
{
    const uint32_t key[4] = {(uint32_t)number, (uint32_t)((uint64_t)number >> 32), 0, 0};
    return seen_key(f, seen, key);
}

/* The size and 96 bits of three sums stand for the text: that two differ and have the same does not
 * happen by chance. */
bool rq_lint_seen_text(struct rq_lint_file *f, struct rq_lint_seen *seen, struct rq_bytes text)
{
    uint32_t key[4] = {2166136261u, 40503u, 5381u, (uint32_t)text.size};
    for (size_t i = 0; i < text.size; i++) {
        uint8_t c = (uint8_t)rq_lower((char)text.data[i]);
        key[0] = (key[0] ^ c) * 16777619u;
        key[1] = key[1] * 2654435761u + c + 1;
        key[2] = key[2] * 33u ^ (key[0] >> 7) ^ c;
    }
    return seen_key(f, seen, key);
}
