#include "codec/lzhuf.h"

enum {
    WINDOW = 4096,
    LONGEST = 60,
    SHORTEST = 3,
    SYMBOLS = 256 - SHORTEST + 1 + LONGEST, /* 256 letters, then lengths 3 to 60 */
    NODES = SYMBOLS * 2 - 1,
    ROOT = NODES - 1,
    MOST = 0x8000, /* the root's count at which all are halved */
    LOW_BITS = 6,  /* of a distance: stored plainly */
};

/* ---- the adaptive code ---- */

/* Nodes stand in order of their counts. child: the first of two children that stand side by
 * side, or NODES + symbol in a leaf. parent has leaves' symbols behind the nodes. */
struct code {
    uint16_t count[NODES + 1];
    uint16_t child[NODES];
    uint16_t parent[NODES + SYMBOLS];
};

static void adopt(struct code *c, unsigned node)
{
    unsigned child = c->child[node];
    c->parent[child] = (uint16_t)node;
    if (child < NODES)
        c->parent[child + 1] = (uint16_t)node;
}

static void code_start(struct code *c)
{
    for (unsigned i = 0; i < SYMBOLS; i++) {
        c->count[i] = 1;
        c->child[i] = (uint16_t)(NODES + i);
    }
    for (unsigned i = 0, node = SYMBOLS; node < NODES; i += 2, node++) {
        c->count[node] = (uint16_t)(c->count[i] + c->count[i + 1]);
        c->child[node] = (uint16_t)i;
    }
    c->count[NODES] = UINT16_MAX;
    for (unsigned i = 0; i < NODES; i++)
        adopt(c, i);
    c->parent[ROOT] = 0;
}

/* Halves all counts and builds the tree anew. */
static void code_halve(struct code *c)
{
    unsigned leaves = 0;
    for (unsigned i = 0; i < NODES; i++)
        if (c->child[i] >= NODES) {
            c->count[leaves] = (uint16_t)((c->count[i] + 1) / 2);
            c->child[leaves++] = c->child[i];
        }
    for (unsigned i = 0, node = SYMBOLS; node < NODES; i += 2, node++) {
        uint16_t sum = (uint16_t)(c->count[i] + c->count[i + 1]);
        unsigned at = node;
        while (at && sum < c->count[at - 1])
            at--;
        memmove(c->count + at + 1, c->count + at, (node - at) * sizeof *c->count);
        memmove(c->child + at + 1, c->child + at, (node - at) * sizeof *c->child);
        c->count[at] = sum;
        c->child[at] = (uint16_t)i;
    }
    for (unsigned i = 0; i < NODES; i++)
        adopt(c, i);
    c->parent[ROOT] = 0;
}

static void code_learn(struct code *c, unsigned symbol)
{
    if (c->count[ROOT] == MOST)
        code_halve(c);
    /* The root's parent is 0; a leaf may be node 0 itself. */
    unsigned node = c->parent[NODES + symbol];
    do {
        uint16_t count = ++c->count[node];
        unsigned to = node;
        while (count > c->count[to + 1])
            to++;
        if (to != node) {
            uint16_t child = c->child[node];
            c->count[node] = c->count[to];
            c->count[to] = count;
            c->child[node] = c->child[to];
            c->child[to] = child;
            adopt(c, to);
            adopt(c, node);
            node = to;
        }
        node = c->parent[node];
    } while (node);
}

/* ---- the fixed code of a distance's upper six bits ---- */

/* How many values have 3, 4 ... 8 bits; the code counts up from zero. */
static const uint8_t per_length[] = {1, 3, 8, 12, 24, 16};

/* The length of a value's code; its bits, of 8, come beside. */
static unsigned distance_code(unsigned value, unsigned *bits)
{
    unsigned first = 0, code = 0;
    for (unsigned i = 0; i < sizeof per_length; i++) {
        unsigned step = 1u << (5 - i);
        if (value < first + per_length[i]) {
            *bits = code + (value - first) * step;
            return 3 + i;
        }
        first += per_length[i];
        code += per_length[i] * step;
    }
    return 0;
}

/* The other way: value and length of the code that 8 bits start with. */
static unsigned distance_value(unsigned bits, unsigned *length)
{
    unsigned first = 0, code = 0;
    for (unsigned i = 0; i < sizeof per_length; i++) {
        unsigned step = 1u << (5 - i);
        if (bits < code + per_length[i] * step) {
            *length = 3 + i;
            return first + (bits - code) / step;
        }
        first += per_length[i];
        code += per_length[i] * step;
    }
    return 0;
}

/* ---- unpacking ---- */

struct bits {
    struct rq_bytes from;
    size_t at; /* in bits */
    bool over;
};

static unsigned take_bit(struct bits *b)
{
    if (b->at / 8 >= b->from.size) {
        b->over = true;
        return 0;
    }
    unsigned bit = b->from.data[b->at / 8] >> (7 - b->at % 8) & 1;
    b->at++;
    return bit;
}

static unsigned take_symbol(struct bits *b, struct code *c)
{
    unsigned node = c->child[ROOT];
    while (node < NODES && !b->over)
        node = c->child[node + take_bit(b)];
    if (b->over)
        return 0;
    code_learn(c, node - NODES);
    return node - NODES;
}

/* Distances count from 0: the byte just before. */
static unsigned take_distance(struct bits *b)
{
    struct bits ahead = *b;
    unsigned start = 0, length = 0, low = 0;
    for (int i = 0; i < 8; i++)
        start = start << 1 | take_bit(&ahead);
    unsigned high = distance_value(start, &length);
    for (unsigned i = 0; i < length; i++)
        take_bit(b);
    for (int i = 0; i < LOW_BITS; i++)
        low = low << 1 | take_bit(b);
    return high << LOW_BITS | low;
}

bool rq_lzhuf_unpack(struct rq_bytes packed, uint8_t *to, size_t size)
{
    struct code code;
    struct bits bits = {.from = packed};
    size_t done = 0;
    code_start(&code);
    while (done < size) {
        unsigned symbol = take_symbol(&bits, &code);
        if (bits.over)
            return false;
        if (symbol < 256) {
            to[done++] = (uint8_t)symbol;
            continue;
        }
        size_t back = (size_t)take_distance(&bits) + 1;
        if (bits.over)
            return false;
        for (unsigned n = symbol - 256 + SHORTEST; n && done < size; n--, done++)
            to[done] = back > done ? ' ' : to[done - back];
    }
    return true;
}

/* ---- packing ---- */

/* The search tree: one for each first byte, of the places of the window; NONE: nothing. */
enum { NONE = WINDOW };

struct packer {
    struct code code;
    struct rq_out *out;       /* or, when this is NULL, only compared: */
    struct rq_bytes expected; /* to this */
    size_t matched;
    uint64_t steps_left;
    bool stopped; /* something differs, or it takes too long */
    uint32_t held, held_bits;
    uint8_t window[WINDOW + LONGEST - 1]; /* the first bytes stand behind the last again */
    uint16_t less[WINDOW + 1], more[WINDOW + 257], up[WINDOW + 1];
    unsigned length, back; /* of the match that was found */
};

static void put_byte(struct packer *p, uint8_t byte)
{
    if (p->out)
        rq_put8(p->out, byte);
    else if (p->matched < p->expected.size && p->expected.data[p->matched] == byte)
        p->matched++;
    else
        p->stopped = true;
}

static void put_bits(struct packer *p, uint32_t bits, unsigned count)
{
    while (count--) {
        p->held = p->held << 1 | (bits >> count & 1);
        if (++p->held_bits == 8) {
            put_byte(p, (uint8_t)p->held);
            p->held_bits = 0;
        }
    }
}

static void put_symbol(struct packer *p, unsigned symbol)
{
    uint8_t path[NODES];
    size_t n = 0;
    for (unsigned node = p->code.parent[NODES + symbol]; node != ROOT; node = p->code.parent[node])
        path[n++] = (uint8_t)(p->code.child[p->code.parent[node]] != node);
    while (n)
        put_bits(p, path[--n], 1);
    code_learn(&p->code, symbol);
}

static void put_distance(struct packer *p, unsigned back)
{
    unsigned bits = 0, length = distance_code(back >> LOW_BITS, &bits);
    put_bits(p, bits >> (8 - length), length);
    put_bits(p, back & ((1u << LOW_BITS) - 1), LOW_BITS);
}

static void put_match(struct packer *p, uint8_t letter)
{
    if (p->length < SHORTEST) {
        p->length = 1;
        put_symbol(p, letter);
    } else {
        put_symbol(p, 256 - SHORTEST + p->length);
        put_distance(p, p->back);
    }
}

/* Hangs place `with` where `node` hung. */
static void replace(struct packer *p, unsigned node, unsigned with)
{
    unsigned above = p->up[node];
    if (above < WINDOW && p->less[above] == node)
        p->less[above] = (uint16_t)with;
    else
        p->more[above] = (uint16_t)with;
    if (with != NONE)
        p->up[with] = (uint16_t)above;
}

static void tree_remove(struct packer *p, unsigned node)
{
    unsigned with = NONE;
    if (p->up[node] == NONE)
        return;
    if (p->more[node] == NONE) {
        with = p->less[node];
    } else if (p->less[node] == NONE) {
        with = p->more[node];
    } else {
        with = p->less[node];
        if (p->more[with] != NONE) {
            while (p->more[with] != NONE)
                with = p->more[with];
            replace(p, with, p->less[with]);
            p->less[with] = p->less[node];
            p->up[p->less[node]] = (uint16_t)with;
        }
        p->more[with] = p->more[node];
        p->up[p->more[node]] = (uint16_t)with;
    }
    replace(p, node, with);
    p->up[node] = NONE;
}

/* Puts the string at a place into its tree and notes the best match on the way. */
static void tree_insert(struct packer *p, unsigned at)
{
    const uint8_t *key = p->window + at;
    unsigned node = WINDOW + 1 + key[0];
    bool more = true;
    p->less[at] = p->more[at] = NONE;
    p->length = 0;
    for (;;) {
        uint16_t *side = more ? &p->more[node] : &p->less[node];
        if (*side == NONE) {
            *side = (uint16_t)at;
            p->up[at] = (uint16_t)node;
            return;
        }
        node = *side;
        if (!p->out && (p->stopped = p->steps_left == 0 || p->stopped))
            return;
        p->steps_left--;
        unsigned n = 1, back = ((at - node) & (WINDOW - 1)) - 1;
        while (n < LONGEST && key[n] == p->window[node + n])
            n++;
        more = n == LONGEST || key[n] > p->window[node + n];
        if (n >= SHORTEST && (n > p->length || (n == p->length && back < p->back)))
            p->back = back;
        if (n >= SHORTEST && n > p->length)
            p->length = n;
        if (n == LONGEST)
            break;
    }
    /* The same 60 bytes: the newer place takes over. */
    p->less[at] = p->less[node];
    p->more[at] = p->more[node];
    if (p->less[at] != NONE)
        p->up[p->less[at]] = (uint16_t)at;
    if (p->more[at] != NONE)
        p->up[p->more[at]] = (uint16_t)at;
    replace(p, node, at);
    p->up[node] = NONE;
}

static void window_set(struct packer *p, unsigned at, uint8_t byte)
{
    p->window[at] = byte;
    if (at < LONGEST - 1)
        p->window[at + WINDOW] = byte;
}

/* As the published program goes: the window is a ring, and a place leaves the tree 60 bytes
 * before it would be written over. */
static void pack_by_tree(struct packer *p, struct rq_bytes bytes)
{
    unsigned behind = 0, at = WINDOW - LONGEST;
    size_t next = 0, left = 0;
    memset(p->window, ' ', sizeof p->window);
    for (size_t i = 0; i < WINDOW; i++)
        p->up[i] = NONE;
    for (size_t i = WINDOW + 1; i < WINDOW + 257; i++)
        p->more[i] = NONE;
    for (; left < LONGEST && next < bytes.size; left++)
        p->window[at + left] = bytes.data[next++];
    for (unsigned i = 1; i <= LONGEST; i++)
        tree_insert(p, at - i);
    tree_insert(p, at);
    while (left && !p->stopped) {
        if (p->length > left)
            p->length = (unsigned)left;
        put_match(p, p->window[at]);
        for (unsigned n = p->length; n; n--) {
            tree_remove(p, behind);
            if (next < bytes.size)
                window_set(p, behind, bytes.data[next++]);
            else
                left--;
            behind = (behind + 1) & (WINDOW - 1);
            at = (at + 1) & (WINDOW - 1);
            if (left)
                tree_insert(p, at);
        }
    }
}

static bool run_packer(struct packer *p, struct rq_bytes bytes)
{
    code_start(&p->code);
    pack_by_tree(p, bytes);
    if (p->held_bits)
        put_byte(p, (uint8_t)(p->held << (8 - p->held_bits)));
    return !p->stopped;
}

void rq_lzhuf_pack(struct rq_out *out, struct rq_bytes bytes)
{
    struct packer p = {.out = out};
    run_packer(&p, bytes);
}

bool rq_lzhuf_packs_to(struct rq_bytes bytes, struct rq_bytes packed)
{
    /* A step looks at one node of the search tree: about 12 for each byte of a picture. */
    struct packer p = {.expected = packed, .steps_left = (uint64_t)bytes.size * 256 + (1 << 20)};
    return run_packer(&p, bytes) && p.matched == packed.size;
}
