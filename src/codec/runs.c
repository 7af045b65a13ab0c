#include "codec/runs.h"

enum { MOST = 128, RUN = 0x80, NOTHING = 0x80 };

bool rq_runs_unpack(enum rq_runs_code code, struct rq_bytes packed, uint8_t *to, size_t size,
                    size_t *used)
{
    size_t at = 0, done = 0;
    while (done < size) {
        if (at >= packed.size)
            return false;
        unsigned c = packed.data[at++];
        bool run = c & RUN, gxa = code == RQ_RUNS_GXA;
        if (!gxa && c == NOTHING)
            continue;
        size_t n = run && !gxa ? 257 - c : (c & (MOST - 1)) + 1, fits = size - done;
        size_t stored = run ? 1 : n;
        if (stored > packed.size - at)
            return false;
        fits = n < fits ? n : fits;
        if (run)
            memset(to + done, packed.data[at], fits);
        else
            memcpy(to + done, packed.data + at, fits);
        at += stored;
        done += fits;
    }
    *used = at;
    return true;
}

static void put_plain(struct rq_out *out, const uint8_t *p, size_t size)
{
    while (size) {
        size_t n = size < MOST ? size : MOST;
        rq_put8(out, (uint8_t)(n - 1));
        rq_put(out, p, n);
        p += n;
        size -= n;
    }
}

void rq_runs_pack(struct rq_out *out, enum rq_runs_code code, struct rq_bytes bytes,
                  enum rq_runs_rule rule)
{
    const uint8_t *p = bytes.data;
    size_t from = 0, at = 0;
    while (at < bytes.size) {
        size_t n = 1;
        while (n < MOST && at + n < bytes.size && p[at + n] == p[at])
            n++;
        bool none_waiting = (at - from) % MOST == 0;
        size_t least =
            rule == RQ_RUNS_OF_2 || (rule == RQ_RUNS_PAIRS_FIRST && none_waiting) ? 2 : 3;
        if (n < least) {
            at++;
            continue;
        }
        put_plain(out, p + from, at - from);
        rq_put8(out, (uint8_t)(code == RQ_RUNS_GXA ? RUN | (n - 1) : 257 - n));
        rq_put8(out, p[at]);
        at += n;
        from = at;
    }
    put_plain(out, p + from, bytes.size - from);
}
