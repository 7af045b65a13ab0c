/* References inside of an RGM: each of them, and what edits of the JSON do to it. The map is laid
 * down by hand. What its actors have after an edit is told by a reader of this file's own, which
 * follows the offsets in the bytes: it and the library are two witnesses. */
#include "property/samples.h"
#include "redguard.h"

#include <stdarg.h>

/* ---- the map ---- */

enum { ACTORS = 3, RECORD = 165 };

static void chunk(struct made *to, const char *tag, const struct made *payload)
{
    put_text(to, tag, 4);
    put32be(to, (uint32_t)payload->size);
    memcpy(to->data + to->size, payload->data, payload->size);
    to->size += payload->size;
}

static void put_all(struct made *to, const void *data, size_t size)
{
    memcpy(to->data + to->size, data, size);
    to->size += size;
}

#define BYTES(...) (const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__})

static struct made map, s;
static uint8_t rahd[8 + ACTORS * RECORD];

#define SET(actor, at, v) rq_set32(rahd + 8 + (actor)*RECORD + (at), (uint32_t)(v))
#define BEGIN()           s.size = 0

/* Spheres, strings, variables: a word of nobody, two instances of three, one of two. Two strings
 * are equal. */
static void lay_strings(void)
{
    BEGIN(); /* RAFS */
    for (unsigned i = 0; i < ACTORS; i++) {
        put8(&s, 50 + i);
        put_zeros(&s, 10);
        SET(i, 0x3D, ACTORS - 1 - i);
    }
    chunk(&map, "RAFS", &s);
    BEGIN(); /* RAST: two of them are equal */
    put_all(&s, "boat\0door\0lamp\0door", 20);
    chunk(&map, "RAST", &s);
    BEGIN(); /* RASB */
    put_all(&s, BYTES(W(0), W(5), W(10), W(15), W(0)));
    SET(0, 0x41, 2);
    SET(1, 0x41, 3);
    SET(1, 0x49, 8);
    SET(2, 0x49, 20);
    chunk(&map, "RASB", &s);
    BEGIN(); /* RAVA: a word of nobody, two instances of three, one of two */
    put_all(&s, BYTES(W(0), W(3), W(71), W(72), W(3), W(73), W(74), W(2), W(81)));
    SET(0, 0x75, 3);
    SET(0, 0x79, 12);
    SET(0, 0x7D, 4);
    SET(0, 0x81, 4);
    SET(1, 0x75, 2);
    SET(1, 0x79, 8);
    SET(1, 0x7D, 28);
    SET(1, 0x81, 28);
    SET(2, 0x7D, 36);
    SET(2, 0x81, 36);
    chunk(&map, "RAVA", &s);
}

/* Nobody's zeros, three scripts, their hooks; locations. */
static void lay_scripts(void)
{
    BEGIN(); /* RASC: nobody's zeros, three scripts */
    put_all(&s, BYTES(W(0)));
    put_all(&s, BYTES(0x17, 1, 0x19, 4, 1, 1, H(84), 1, 0x0A, 2, 0, 0, 0, 0x17, 2, 0x04, W(2)));
    put_all(&s, BYTES(0x17, 3, 0x19, 4, 2, 1, H(84), 1, 0x0A, 1, 0, 0, 0, 0x05, W(2)));
    put_all(&s, BYTES(0x17, 4, 0x12));
    SET(0, 0x4D, 21);
    SET(0, 0x51, 4);
    SET(0, 0x55, 14);
    SET(1, 0x4D, 19);
    SET(1, 0x51, 25);
    SET(2, 0x4D, 3);
    SET(2, 0x51, 44);
    chunk(&map, "RASC", &s);
    BEGIN(); /* RAHK */
    put_zeros(&s, 37);
    put_all(&s, BYTES(W(2), W(0x1000E), W(0x10002)));
    SET(0, 0x59, 8);
    SET(1, 0x59, 4);
    SET(1, 0x5D, 8);
    SET(2, 0x5D, 12);
    chunk(&map, "RAHK", &s);
    BEGIN(); /* RALC */
    put_all(&s, BYTES(W(11), W(0), W(0), W(12), W(0), W(0), W(21), W(0), W(0)));
    SET(0, 0x61, 2);
    SET(0, 0x65, 24);
    SET(1, 0x61, 1);
    SET(1, 0x65, 12);
    SET(1, 0x69, 24);
    SET(2, 0x69, 36);
    chunk(&map, "RALC", &s);
}

static void lay_models(void)
{
    BEGIN(); /* RAEX, RAAT */
    for (unsigned i = 0; i < ACTORS; i++) {
        put16(&s, 31 + (int)i);
        put_zeros(&s, 28);
        SET(i, 0x6D, 30);
        SET(i, 0x71, i * 30);
    }
    chunk(&map, "RAEX", &s);
    BEGIN();
    for (unsigned i = 0; i < ACTORS; i++) {
        put8(&s, 41 + i);
        put_zeros(&s, 255);
        SET(i, 0x1D, i * 256);
    }
    chunk(&map, "RAAT", &s);
    BEGIN(); /* RAAN: two models, one */
    put_all(&s, BYTES(W(0), 3, 'c', 'A', 0, W(0), 2, 'c', 'B', 'B', 0, W(0), 4, 'c', 'C', 0));
    SET(0, 0x21, 2);
    SET(0, 0x25, 17);
    SET(0, 0x85, 5);
    SET(1, 0x21, 1);
    SET(1, 0x25, 8);
    SET(1, 0x29, 17);
    SET(1, 0x85, 4);
    SET(2, 0x29, 25);
    chunk(&map, "RAAN", &s);
    BEGIN(); /* RAGR: ShowFrame 4, ShowFrame 1, GoToPrevious 1; Transition to command 2 of that */
    put_all(&s, BYTES(H(17), H(3), H(1), H(0), H(3), 0x40, 0, 0, 0x10, 0, 0, 0x12, 0, 0));
    put_all(&s, BYTES(H(11), H(5), H(1), H(0), H(1), 0x0F, 0x08, 0x06, H(0)));
    put_all(&s, BYTES(H(11), H(3), H(1), H(0), H(1), 0x30, 0, 0, H(0), H(0)));
    SET(0, 0x2D, 5);
    SET(1, 0x2D, 3);
    SET(1, 0x31, 34);
    SET(2, 0x31, 49);
    chunk(&map, "RAGR", &s);
}

static void lay_world(void)
{
    BEGIN(); /* RANM */
    put_all(&s, "Hero\0Door\0Gate", 15);
    for (unsigned i = 0; i < ACTORS; i++) {
        SET(i, 0x15, 5);
        SET(i, 0x19, i * 5);
    }
    chunk(&map, "RANM", &s);
    BEGIN(); /* RAVC */
    put_all(&s, BYTES(0, 0, 0, H(61), W(0), 0, 0, 0, H(62), W(0)));
    SET(0, 0x9D, 9);
    SET(0, 0xA1, 1);
    SET(1, 0xA1, 1);
    SET(2, 0x9D, UINT32_MAX);
    chunk(&map, "RAVC", &s);
    BEGIN(); /* MPOB */
    put32(&s, 2);
    for (unsigned i = 0; i < 2; i++) {
        put32(&s, 900 + i);
        put16(&s, 0x101);
        put_text(&s, i ? "OTHER" : "door", 9);
        put_zeros(&s, 51);
    }
    chunk(&map, "MPOB", &s);
    BEGIN(); /* MPSZ */
    for (unsigned i = 0; i < ACTORS; i++) {
        put32(&s, 91 + i);
        put_zeros(&s, 20);
        put32(&s, 1);
        put_zeros(&s, 8);
        put32(&s, 90 + i);
        put_zeros(&s, 9);
        SET(i, 0x89, (i + 1) % ACTORS);
        SET(i, 0x8D, i == 0 ? 0 : UINT32_MAX);
        SET(i, 0x91, UINT32_MAX);
    }
    chunk(&map, "MPSZ", &s);
    BEGIN(); /* WDNM: three nodes */
    put_all(&s, BYTES(W(1), W(76), W(3), W(3), W(0), W(0), W(0), W(0)));
    put_all(&s, BYTES(W(16), H(101), H(0), H(0), 0, 1, H(2), H(7)));
    put_all(&s, BYTES(W(16), H(102), H(0), H(0), 0, 1, H(0), H(8)));
    put_all(&s, BYTES(W(16), H(103), H(0), H(0), 0, 1, H(1), H(9)));
    chunk(&map, "WDNM", &s);
}

/* Every section that belongs to actors; what an actor has is its own by its values. HERO has two
 * instances, GATE has nothing where nothing may be. */
static struct rq_bytes make_map(void)
{
    static const char names[ACTORS][5] = {"HERO", "DOOR", "GATE"};
    static const uint8_t head[] = {W(ACTORS), W(0x0037801B)};
    map.size = 0;
    memset(rahd, 0, sizeof rahd);
    memcpy(rahd, head, sizeof head);
    put_zeros(&map, 8 + sizeof rahd); /* RAHD comes first, and is known last */
    for (size_t i = 0; i < ACTORS; i++) {
        memcpy(rahd + 8 + i * RECORD + 4, names[i], 4);
        SET(i, 0x0D, i == 0 ? 2 : 1);
    }
    lay_strings();
    lay_scripts();
    lay_models();
    lay_world();
    put_text(&map, "END ", 4);
    size_t size = map.size;
    map.size = 0;
    put_text(&map, "RAHD", 4);
    put32be(&map, sizeof rahd);
    put_all(&map, rahd, sizeof rahd);
    map.size = size;
    return made_bytes(&map);
}
#undef SET
#undef BEGIN

/* ---- the witness ---- */

struct witness {
    struct rq_bytes file;
    char text[8192];
    size_t size;
};

static void say(struct witness *w, const char *fmt, ...) RQ_PRINTF(2, 3);
static void say(struct witness *w, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    int n = vsnprintf(w->text + w->size, sizeof w->text - w->size, fmt, args);
    va_end(args);
    w->size += n > 0 && (size_t)n < sizeof w->text - w->size ? (size_t)n : 0;
}

static struct rq_bytes payload(const struct witness *w, const char *tag)
{
    size_t at = 0;
    while (at + 8 <= w->file.size && memcmp(w->file.data + at, "END ", 4) != 0) {
        size_t size = rq_get32be(w->file.data + at + 4);
        if (memcmp(w->file.data + at, tag, 4) == 0)
            return (struct rq_bytes){w->file.data + at + 8, size};
        at += 8 + size;
    }
    return (struct rq_bytes){NULL, 0};
}

/* `size` bytes at an offset of a section, or zeros: the text then differs. */
static const uint8_t *at_of(const struct witness *w, const char *tag, size_t at, size_t size)
{
    static const uint8_t zeros[256];
    struct rq_bytes in = payload(w, tag);
    return at <= in.size && size <= in.size - at ? in.data + at : zeros;
}

static uint32_t word_of(const struct witness *w, const char *tag, size_t at)
{
    return rq_get32(at_of(w, tag, at, 4));
}

static uint32_t field(const struct witness *w, size_t actor, size_t at)
{
    return word_of(w, "RAHD", 8 + actor * RECORD + at);
}

static const char *string_of(const struct witness *w, size_t actor, unsigned index)
{
    if (index >= field(w, actor, 0x41))
        return "?";
    uint32_t at = word_of(w, "RASB", field(w, actor, 0x49) + (size_t)index * 4);
    return (const char *)at_of(w, "RAST", at, 1);
}

static int32_t variable_of(const struct witness *w, size_t actor, unsigned index)
{
    return (int32_t)word_of(w, "RAVA", field(w, actor, 0x7D) + (size_t)index * 4);
}

/* The statement at a place of the script; its size. */
static size_t statement(struct witness *w, size_t actor, size_t at, bool deep)
{
    const uint8_t *p = at_of(w, "RASC", field(w, actor, 0x51) + at, 12);
    struct rq_bytes all = payload(w, "RASC");
    if (field(w, actor, 0x51) + at + 12 > all.size)
        p = all.data + field(w, actor, 0x51) + at; /* the last ones are short */
    switch (p[0]) {
    case 0x17: say(w, "mark%u", p[1]); return 2;
    case 0x19:
        say(w, "call %s %d", string_of(w, actor, p[2]), variable_of(w, actor, p[8]));
        return 12;
    case 0x04:
    case 0x05:
        say(w, "to ");
        if (deep)
            statement(w, actor, rq_get32(p + 1), false);
        return 5;
    case 0x12: say(w, "return"); return 1;
    default: say(w, "?%02x", p[0]); return 1;
    }
}

static void tell_script(struct witness *w, size_t i)
{
    say(w, " start(");
    statement(w, i, field(w, i, 0x55), false);
    say(w, ") code(");
    for (size_t at = 0; at < field(w, i, 0x4D);) {
        say(w, "%s", at ? "; " : "");
        at += statement(w, i, at, true);
    }
    say(w, ") hooks(");
    for (size_t k = 0; k < field(w, i, 0x59); k += 4) {
        uint32_t hook = word_of(w, "RAHK", 37 + field(w, i, 0x5D) + k);
        say(w, "%s%u:", k ? "; " : "", hook >> 16);
        statement(w, i, hook & 0xFFFF, false);
    }
    say(w, ")");
}

/* The model of a frame, and which of its frames that is. */
static void tell_frame(struct witness *w, size_t actor, uint32_t frame)
{
    size_t at = field(w, actor, 0x29);
    for (uint32_t i = 0; i < field(w, actor, 0x21); i++) {
        const uint8_t *model = at_of(w, "RAAN", at, 7);
        if (frame < model[4]) {
            say(w, "%s.%u", (const char *)model + 6, frame);
            return;
        }
        frame -= model[4];
        at += 7 + strlen((const char *)model + 6);
    }
    say(w, "no frame %u", frame);
}

static size_t group_at(const struct witness *w, size_t actor, unsigned slot)
{
    size_t at = field(w, actor, 0x31);
    while (rq_get16(at_of(w, "RAGR", at, 2)) && rq_get16(at_of(w, "RAGR", at + 2, 2)) != slot)
        at += 2u + rq_get16(at_of(w, "RAGR", at, 2));
    return at;
}

static void tell_command(struct witness *w, size_t actor, size_t group, size_t number, bool deep)
{
    const uint8_t *p = at_of(w, "RAGR", group + 10 + number * 3, 3);
    uint32_t bits = p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16;
    switch (bits & 15) {
    case 0: tell_frame(w, actor, bits >> 4); break;
    case 2:
        say(w, "back to ");
        if (deep)
            tell_command(w, actor, group, bits >> 4, false);
        break;
    case 15:
        say(w, "into ");
        if (deep)
            tell_command(w, actor, group_at(w, actor, bits >> 17), bits >> 10 & 127, false);
        break;
    default: say(w, "command %u", bits & 15);
    }
}

static void tell_groups(struct witness *w, size_t i)
{
    size_t at = field(w, i, 0x31), size;
    say(w, " max%u groups(", field(w, i, 0x2D));
    for (size_t n = 0; (size = rq_get16(at_of(w, "RAGR", at, 2))) != 0; at += 2 + size, n++) {
        say(w, "%s%u:", n ? "; " : "", rq_get16(at_of(w, "RAGR", at + 2, 2)));
        for (unsigned k = 0; k < rq_get16(at_of(w, "RAGR", at + 8, 2)); k++) {
            say(w, "%s", k ? ", " : " ");
            tell_command(w, i, at, k, true);
        }
    }
    say(w, ")");
}

static void tell_actor(struct witness *w, size_t i)
{
    say(w, "%s %s strings(", (const char *)at_of(w, "RAHD", 8 + i * RECORD + 4, 9),
        field(w, i, 0x15) ? (const char *)at_of(w, "RANM", field(w, i, 0x19), 1) : "-");
    for (unsigned k = 0; k < field(w, i, 0x41); k++)
        say(w, "%s%s", k ? ", " : "", string_of(w, i, k));
    say(w, ") vars(");
    for (unsigned k = 0; k < field(w, i, 0x75) * field(w, i, 0x0D); k++)
        say(w, "%s%d", k ? ", " : "", variable_of(w, i, k));
    say(w, "|%u)", field(w, i, 0x81) == field(w, i, 0x7D));
    tell_script(w, i);
    say(w, " locations(");
    for (unsigned k = 0; k < field(w, i, 0x61); k++)
        say(w, "%s%u", k ? ", " : "", word_of(w, "RALC", field(w, i, 0x69) + k * 12u));
    say(w, ") extra%u*%u attribute%u", field(w, i, 0x6D) / 30,
        rq_get16(at_of(w, "RAEX", field(w, i, 0x71), 2)), *at_of(w, "RAAT", field(w, i, 0x1D), 1));
    say(w, " models%u/%u frames%u", field(w, i, 0x21), field(w, i, 0x25), field(w, i, 0x85));
    tell_groups(w, i);
    say(w, " spheres(");
    for (unsigned k = 0; k < field(w, i, 0xA1); k++)
        say(w, "%s%u", k ? ", " : "",
            rq_get16(at_of(w, "RAVC", field(w, i, 0x9D) + k * 9u + 3, 2)));
    say(w, ") sphere%u boxes(", *at_of(w, "RAFS", field(w, i, 0x3D) * 11u, 1));
    for (unsigned k = 0; k < 3; k++)
        if (field(w, i, 0x89 + k * 4u) != UINT32_MAX)
            say(w, "%s%u", k ? ", " : "", word_of(w, "MPSZ", field(w, i, 0x89 + k * 4u) * 49u));
    say(w, ")\n");
}

static void tell_walks(struct witness *w)
{
    uint32_t count = word_of(w, "WDNM", 8);
    size_t places[16], at = 32;
    say(w, "nodes %u=%u:", count, word_of(w, "WDNM", 12));
    for (uint32_t i = 0; i < count && i < 16; at += word_of(w, "WDNM", at), i++)
        places[i] = at;
    for (uint32_t i = 0; i < count && i < 16; i++) {
        say(w, " %u", rq_get16(at_of(w, "WDNM", places[i] + 4, 2)));
        for (unsigned k = 0; k < *at_of(w, "WDNM", places[i] + 11, 1); k++) {
            unsigned to = rq_get16(at_of(w, "WDNM", places[i] + 12 + k * 4u, 2));
            say(w, ">%u", to < count ? rq_get16(at_of(w, "WDNM", places[to] + 4, 2)) : 0);
        }
    }
    say(w, "\n");
}

/* Actors by their two names, whatever their order. */
static const char *tell(struct rq_bytes file, struct witness *w)
{
    uint32_t count;
    w->file = file;
    w->size = 0;
    count = word_of(w, "RAHD", 0);
    for (int c = 'A'; c <= 'Z'; c++)
        for (int d = 'A'; d <= 'Z'; d++)
            for (uint32_t i = 0; i < count && i < 16; i++)
                if (*at_of(w, "RAHD", 8 + i * RECORD + 4, 1) == (uint8_t)c &&
                    *at_of(w, "RANM", field(w, i, 0x19), 1) == (uint8_t)d)
                    tell_actor(w, i);
    tell_walks(w);
    return w->text;
}

static struct witness before, after;

static void test_map(void)
{
    struct rq_bytes file = make_map();
    check_round_trips(file, "maps/TEST.RGM", "rgm");
    struct rq_doc *doc = read_as(file, "rgm");
    const struct rq_finding *findings;
    REQUIRE(doc);
    CHECK_INT(rq_doc_findings(doc, &findings), 0);
    CHECK_STR(
        tell(file, &before),
        "DOOR Door strings(lamp, door, boat) vars(2, 81|1) start(mark3) code(mark3; call boat "
        "81; to call boat 81) hooks(1:call boat 81) locations(21) extra1*32 attribute42 "
        "models1/8 frames4 max3 groups(3: C.3) spheres(61) sphere51 boxes(93)\n"
        "GATE Gate strings() vars(|1) start(mark4) code(mark4; return) hooks() locations() "
        "extra1*33 attribute43 models0/0 frames0 max0 groups() spheres() sphere50 boxes(91)\n"
        "HERO Hero strings(boat, door) vars(3, 71, 72, 3, 73, 74|1) start(mark2) code(mark1; "
        "call door 72; mark2; to call door 72) hooks(0:call door 72; 1:mark2) locations(11, "
        "12) extra1*31 attribute41 models2/17 frames5 max5 groups(3: BB.1, A.1, back to A.1; "
        "5: into back to ) spheres(62) sphere52 boxes(92, 91)\n"
        "nodes 3=3: 101>103 102>101 103>102\n");
    rq_doc_free(doc);
}

/* ---- edits of text ---- */

enum edit {
    SET,  /* text a becomes b */
    DROP, /* the object around text a is taken out */
    ADD,  /* object b is put before the one around a */
    SWAP, /* the objects around a and b change places */
};

struct row {
    const char *what, *tag; /* where text is looked for: from this tag on */
    enum edit edit;
    const char *a, *b;
    const char *old, *new; /* of what the witness says; NULL: it says the same as before */
    const char *old2, *new2;
    const char *refusal; /* part of the message; NULL: there is none */
};

static char work[1 << 16], other[1 << 16];

static void put_together(const char *parts[], const size_t sizes[], size_t count)
{
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        memcpy(other + at, parts[i], sizes[i]);
        at += sizes[i];
    }
    other[at] = 0;
    memcpy(work, other, at + 1);
}

/* Puts b in the place of the `size` letters at `at`. */
static void exchange(size_t at, size_t size, const char *b)
{
    const char *parts[] = {work, b, work + at + size};
    const size_t sizes[] = {at, strlen(b), strlen(work + at + size)};
    put_together(parts, sizes, 3);
}

/* The innermost object around a text: where it begins; its size. */
static size_t object_at(size_t at, size_t *size)
{
    size_t from = at, to = at, deep = 0;
    if (work[at] == '{')
        to++;
    else
        while (from && !(work[from] == '{' && deep == 0)) {
            deep += work[from] == '}';
            deep -= work[from] == '{';
            from--;
        }
    for (deep = 0; work[to] && !(work[to] == '}' && deep == 0); to++) {
        deep += work[to] == '{';
        deep -= work[to] == '}';
    }
    *size = to + 1 - from;
    return from;
}

static bool edit(const struct row *row)
{
    char tag[32];
    snprintf(tag, sizeof tag, "\"tag\": \"%s\"", row->tag);
    const char *from = strstr(work, tag), *a = from ? strstr(from, row->a) : NULL;
    if (!CHECK(a != NULL))
        return false;
    size_t at = (size_t)(a - work), size;
    if (row->edit == SET) {
        exchange(at, strlen(row->a), row->b);
        return true;
    }
    at = object_at(at, &size);
    if (row->edit == DROP) {
        size_t comma = at + size;
        if (work[comma] == ',') {
            size++;
        } else { /* the last: with the comma before it */
            while (work[at] != ',')
                at--, size++;
        }
        exchange(at, size, "");
        return true;
    }
    if (row->edit == ADD) {
        char more[1024];
        snprintf(more, sizeof more, "%s, ", row->b);
        exchange(at, 0, more);
        return true;
    }
    const char *b = strstr(from, row->b);
    if (!CHECK(b != NULL))
        return false;
    size_t at2 = (size_t)(b - work), size2;
    at2 = object_at(at2, &size2);
    if (at2 < at) {
        size_t k = at, n = size;
        at = at2, size = size2, at2 = k, size2 = n;
    }
    const char *parts[] = {work, work + at2, work + at + size, work + at, work + at2 + size2};
    const size_t sizes[] = {at, size2, at2 - at - size, size, strlen(work + at2 + size2)};
    put_together(parts, sizes, 5);
    return true;
}

/* All places of a text. */
static void replace(char *text, size_t room, const char *old, const char *new)
{
    char copy[sizeof before.text];
    size_t n = 0;
    bool found = false;
    for (const char *p = text; *p && n + strlen(new) + 2 < sizeof copy;) {
        if (strncmp(p, old, strlen(old)) == 0) {
            memcpy(copy + n, new, strlen(new));
            n += strlen(new);
            p += strlen(old);
            found = true;
        } else {
            copy[n++] = *p++;
        }
    }
    copy[n] = 0;
    CHECK(found);
    snprintf(text, room, "%s", copy);
}

static void check_row(const struct row *row, struct rq_bytes file)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    check_note("%s %s", row->tag, row->what);
    struct rq_doc *doc = read_as(file, "rgm");
    REQUIRE(doc);
    struct rq_out json = json_of(doc);
    rq_doc_free(doc);
    snprintf(work, sizeof work, "%s", (const char *)json.data);
    rq_out_free(&json);
    if (!edit(row))
        return;
    doc = rq_doc_from_json((struct rq_bytes){(const uint8_t *)work, strlen(work)}, NULL, &err);
    if (row->refusal) {
        check_error(doc, &err, RQ_CORRUPT, row->refusal);
        rq_doc_free(doc);
        return;
    }
    CHECK_STR(err.text, "");
    if (!CHECK(doc && rq_doc_write(doc, &out, &err))) {
        rq_doc_free(doc);
        return;
    }
    tell(file, &before);
    if (row->old)
        replace(before.text, sizeof before.text, row->old, row->new);
    if (row->old2)
        replace(before.text, sizeof before.text, row->old2, row->new2);
    CHECK_STR(tell(rq_out_bytes(&out), &after), before.text);
    check_round_trips(rq_out_bytes(&out), "maps/TEST.RGM", "rgm");
    rq_out_free(&out);
    rq_doc_free(doc);
}

/* ---- each reference, each edit ---- */

#define SAY(a, b)        a, b, NULL, NULL, NULL
#define SAY2(a, b, c, d) a, b, c, d, NULL
#define SAME             NULL, NULL, NULL, NULL, NULL
#define REFUSED(text)    NULL, NULL, NULL, NULL, text
#define EXTRA_           "\"range_max\": 0}]}"
#define HERO_VARS                                                                                  \
    "\"variables\": [\"var0\", \"var1\", \"var2\"], \"instances\": [[\"count\", 71, 72], "         \
    "[\"count\", 73, 74]]"
#define HERO_SAYS "vars(3, 71, 72, 3, 73, 74"
static const struct row rows[] = {
    /* An actor: named by every part of it. */
    {"reorder", "RAHD", SWAP, "\"name\": \"HERO\"", "\"name\": \"GATE\"", SAME},
    {"insert", "RAHD", ADD, "\"name\": \"HERO\"", "{\"name\": \"ADAM\"}",
     REFUSED("the actor has no part of RAAT")},
    {"remove", "RAHD", DROP, "\"name\": \"GATE\"", "", REFUSED("\"GATE\" does not exist")},
    {"rename", "RAHD", SET, "\"name\": \"DOOR\"", "\"name\": \"DOO\"",
     REFUSED("\"DOOR\" does not exist")},
    {"rename with a label", "RAHD", SET, "\"name\": \"HERO\"",
     "\"label\": \"HERO\", \"name\": \"HERA\"", SAY("HERO", "HERA")},
    {"copy", "RAHD", SET, "\"name\": \"GATE\"", "\"name\": \"DOOR\"",
     REFUSED("\"DOOR\" is there 2 times")},
    {"instances, more", "RAHD", SET, "\"instances\": 2", "\"instances\": 3",
     SAY(HERO_SAYS, HERO_SAYS ", 3, 71, 72")},
    {"instances, fewer", "RAHD", SET, "\"instances\": 2", "\"instances\": 1",
     REFUSED("RAVA / parts[1]")},
    /* rafs_index */
    {"insert", "RAFS", ADD, "\"#0\"", "{\"data\": [9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}", SAME},
    {"remove", "RAFS", DROP, "\"#0\"", "", REFUSED("RAHD / records[2] / rafs_index")},
    {"reorder", "RAFS", SWAP, "\"#0\"", "\"#2\"", SAME},
    /* A string: words of RASB, and so scripts. */
    {"insert", "RAST", ADD, "\"boat\"", "{\"text\": \"new\"}", SAME},
    {"insert a plain text", "RAST", ADD, "\"boat\"", "\"new\"", SAME},
    {"remove", "RAST", DROP, "\"boat\"", "", REFUSED("RASB / parts[0] / strings[0]")},
    {"reorder", "RAST", SWAP, "\"boat\"", "\"lamp\"", SAME},
    {"reorder equal ones", "RAST", SWAP, "\"door#1\"", "\"door#2\"", SAME},
    {"lengthen", "RAST", SET, "\"text\": \"boat\"", "\"text\": \"longboat\"",
     SAY("boat", "longboat")},
    {"shorten", "RAST", SET, "\"text\": \"boat\"", "\"text\": \"b\"", SAY("boat", "b")},
    /* rasb_offset, rasb_count; numbers of strings in scripts */
    {"insert", "RASB", SET, "[\"boat\", \"door#1\"]", "[\"lamp\", \"boat\", \"door#1\"]",
     SAY("strings(boat, door)", "strings(lamp, boat, door)")},
    {"remove", "RASB", SET, "[\"boat\", \"door#1\"]", "[\"door#1\"]",
     SAY("strings(boat, door)", "strings(door)")},
    {"remove a used one", "RASB", SET, "[\"boat\", \"door#1\"]", "[\"boat\"]",
     REFUSED("\"door#1\" does not exist")},
    {"reorder", "RASB", SET, "[\"boat\", \"door#1\"]", "[\"door#1\", \"boat\"]",
     SAY("strings(boat, door)", "strings(door, boat)")},
    {"reorder parts", "RASB", SWAP, "\"HERO\"", "\"GATE\"", SAME},
    {"remove a part", "RASB", DROP, "\"HERO\"", "", REFUSED("RASC / parts[1]")},
    {"part of nobody", "RASB", ADD, "\"HERO\"", "{\"strings\": [\"lamp\"]}", SAME},
    /* rava_offset, rava_count, rava_length; numbers of variables in scripts */
    {"insert", "RAVA", SET, HERO_VARS,
     "\"variables\": [\"var0\", \"new\", \"var1\", \"var2\"], \"instances\": [[\"count\", 5, 71, "
     "72], [\"count\", 6, 73, 74]]",
     SAY(HERO_SAYS, "vars(4, 5, 71, 72, 4, 6, 73, 74")},
    {"remove", "RAVA", SET, HERO_VARS,
     "\"variables\": [\"var0\", \"var2\"], \"instances\": [[\"count\", 72], [\"count\", 74]]",
     SAY(HERO_SAYS, "vars(2, 72, 2, 74")},
    {"remove a used one", "RAVA", SET, HERO_VARS,
     "\"variables\": [\"var0\", \"var1\"], \"instances\": [[\"count\", 71], [\"count\", 73]]",
     REFUSED("\"var2\" does not exist")},
    {"reorder", "RAVA", SET, HERO_VARS,
     "\"variables\": [\"var0\", \"var2\", \"var1\"], \"instances\": [[\"count\", 72, 71], "
     "[\"count\", 74, 73]]",
     SAY(HERO_SAYS, "vars(3, 72, 71, 3, 74, 73")},
    {"reorder parts", "RAVA", SWAP, "\"HERO\"", "\"DOOR\"", SAME},
    {"insert a value without a name", "RAVA", SET, "[\"count\", 71, 72], [\"count\", 73, 74]",
     "[\"count\", 1, 71, 72], [\"count\", 1, 73, 74]",
     REFUSED("3 variables, but instances have 4")},
    {"instances of two lengths", "RAVA", SET, "[\"count\", 73, 74]", "[\"count\", 73]",
     REFUSED("the same variables")},
    {"remove an instance", "RAVA", SET, ", [\"count\", 73, 74]", "",
     SAY("73, 74", "71, 72")}, /* RAHD still says two */
    {"insert an instance", "RAVA", SET, ", [\"count\", 73, 74]", ", [3, 1, 1], [3, 2, 2]",
     REFUSED("RAVA / parts[1]")},
    /* rasc_offset, rasc_length, script_pc; targets; hooks */
    {"insert", "RASC", SET, "{\"Anchor\": 1}", "{\"Anchor\": 1}, {\"Anchor\": 9}",
     SAY("code(mark1; ", "code(mark1; mark9; ")},
    {"remove", "RASC", SET, "{\"Anchor\": 1},", "", SAY("code(mark1; ", "code(")},
    {"remove a used one", "RASC", DROP, "\"#02\"", "", REFUSED("no statement has the label")},
    {"reorder", "RASC", SWAP, "\"Anchor\": 1", "\"start\": true",
     SAY("code(mark1; call door 72; mark2; ", "code(mark2; call door 72; mark1; ")},
    {"reorder parts", "RASC", SWAP, "\"HERO\"", "\"GATE\"", SAME},
    {"remove a part", "RASC", DROP, "\"HERO\"", "", REFUSED("RAHK / parts[0] / hooks[0]")},
    {"lengthen nobody's", "RASC", SET, "AAAAAA==", "AAAAAAAAAAA=", SAME},
    /* rahk_offset, rahk_length */
    {"insert", "RAHK", SET, "[\"#02\", [\"#0E\", 1]]", "[\"#0E\", \"#02\", [\"#0E\", 1]]",
     SAY("hooks(0:call door", "hooks(0:mark2; 0:call door")},
    {"remove", "RAHK", SET, "[\"#02\", [\"#0E\", 1]]", "[\"#02\"]", SAY("; 1:mark2)", ")")},
    {"reorder", "RAHK", SET, "[\"#02\", [\"#0E\", 1]]", "[[\"#0E\", 1], \"#02\"]",
     SAY("hooks(0:call door 72; 1:mark2)", "hooks(1:mark2; 0:call door 72)")},
    {"reorder parts", "RAHK", SWAP, "\"HERO\"", "\"DOOR\"", SAME},
    {"name nothing", "RAHK", SET, "[\"#02\", [\"#0E\", 1]]", "[\"#03\"]",
     REFUSED("\"#03\" does not exist")},
    /* ralc_offset, ralc_length, ralc_count */
    {"insert", "RALC", ADD, "[11, 0, 0]", "{\"offset\": [9, 0, 0]}",
     SAY("locations(11, 12)", "locations(9, 11, 12)")},
    {"remove", "RALC", DROP, "[11, 0, 0]", "", SAY("locations(11, 12)", "locations(12)")},
    {"reorder", "RALC", SWAP, "[11, 0, 0]", "[12, 0, 0]",
     SAY("locations(11, 12)", "locations(12, 11)")},
    {"reorder parts", "RALC", SWAP, "\"HERO\"", "\"GATE\"", SAME},
    {"remove a part", "RALC", DROP, "\"HERO\"", "", SAY("locations(11, 12)", "locations()")},
    /* raex_offset, raex_length */
    {"insert", "RAEX", ADD, "\"grip\": [31, 0]", "{\"grip\": [7, 0], \"scabbard\": [0, 0]}",
     SAY("extra1*31", "extra2*7")},
    {"part of nobody", "RAEX", ADD, "\"HERO\"", "{\"records\": [{\"grip\": [7, 0]}]}", SAME},
    {"remove a part", "RAEX", DROP, "\"HERO\"", "", SAY("extra1*31", "extra0*32")},
    {"reorder parts", "RAEX", SWAP, "\"HERO\"", "\"GATE\"", SAME},
    /* raat_offset */
    {"insert", "RAAT", SET, "[[[0, 41]]]", "[[[0, 7]], [[0, 41]]]", REFUSED("one record, not 2")},
    {"part of nobody", "RAAT", ADD, "\"HERO\"", "{\"records\": [[[0, 7]]]}", SAME},
    {"remove a part", "RAAT", DROP, "\"HERO\"", "", REFUSED("RAHD / records[0] / raat_offset")},
    {"reorder parts", "RAAT", SWAP, "\"HERO\"", "\"GATE\"", SAME},
    {"share a part", "RAAT", SET,
     "{\"actor\": \"HERO\", \"records\": [[[0, 41]]]},\n        {\"actor\": \"DOOR\", \"records\": [[[0, 42]]]}",
     "{\"actor\": [\"HERO\", \"DOOR\"], \"records\": [[[0, 42]]]}",
     SAY("attribute41", "attribute42")},
    /* raan_offset, raan_length, raan_count; frame_count; ShowFrame */
    {"insert", "RAAN", ADD, "\"#0\"", "{\"frame_count\": 7, \"type\": 99, \"path\": \"N\"}",
     SAY("models2/17 frames5", "models3/25 frames12")},
    {"remove", "RAAN", DROP, "\"#0\"", "", REFUSED("RAGR / group 3 / commands[1]")},
    {"reorder", "RAAN", SWAP, "\"#0\"", "\"#1\"", SAME},
    {"lengthen", "RAAN", SET, "\"path\": \"A\"", "\"path\": \"AA\"",
     SAY2("A.1", "AA.1", "models2/17", "models2/18")},
    {"shorten", "RAAN", SET, "\"path\": \"BB\"", "\"path\": \"B\"",
     SAY2("BB.1", "B.1", "models2/17", "models2/16")},
    {"more frames", "RAAN", SET, "\"frame_count\": 3", "\"frame_count\": 6",
     SAY("frames5", "frames8")},
    {"fewer frames", "RAAN", SET, "\"frame_count\": 2", "\"frame_count\": 1",
     REFUSED("the model \"#1\" has no frame 1")},
    {"reorder parts", "RAAN", SWAP, "\"HERO\"", "\"GATE\"", SAME},
    {"remove a part", "RAAN", DROP, "\"DOOR\"", "", REFUSED("\"#2\" does not exist")},
    /* ragr_offset; commands that lead to commands */
    {"insert", "RAGR", SET, "[[\"ShowFrame\", \"#1\", 1]",
     "[[\"PlaySound\", 1, 1], [\"ShowFrame\", \"#1\", 1]",
     SAY("3: BB.1, A.1", "3: command 4, BB.1, A.1")},
    {"remove", "RAGR", SET, "[[\"ShowFrame\", \"#1\", 1], ", "[", SAY("3: BB.1, A.1", "3: A.1")},
    {"remove a used one", "RAGR", SET, "[\"#1:\", \"ShowFrame\", \"#0\", 1], ", "",
     REFUSED("RAGR / group 3 / commands[1]")},
    {"reorder", "RAGR", SET, "[[\"ShowFrame\", \"#1\", 1], [\"#1:\", \"ShowFrame\", \"#0\", 1], ",
     "[[\"#1:\", \"ShowFrame\", \"#0\", 1], [\"ShowFrame\", \"#1\", 1], ",
     SAY("3: BB.1, A.1", "3: A.1, BB.1")},
    {"insert a group", "RAGR", ADD, "\"group\": 3",
     "{\"group\": 4, \"speed\": 1, \"type\": 0, \"commands\": [[\"ShowFrame\", \"#0\", 2]]}",
     SAY("groups(3: BB", "groups(4: A.2; 3: BB")},
    {"lead into later groups first", "RAGR", ADD, "\"group\": 3",
     "{\"group\": 4, \"speed\": 1, \"type\": 0, \"commands\": [[\"Transition\", 0, \"#0\", 2], "
     "[\"Transition\", 0, \"#1\", 1]]}, "
     "{\"group\": 1, \"speed\": 1, \"type\": 0, \"commands\": [[\"ShowFrame\", \"#0\", 2], "
     "[\"#1:\", \"ShowFrame\", \"#1\", 0]]}, "
     "{\"group\": 2, \"speed\": 1, \"type\": 0, \"commands\": [[\"#0:\", \"ShowFrame\", \"#0\", 0]]}",
     SAY("groups(3: BB", "groups(4: into A.0, into BB.0; 1: A.2, BB.0; 2: A.0; 3: BB")},
    {"remove a group", "RAGR", DROP, "\"group\": 5", "", SAY("; 5: into back to ", "")},
    {"remove a used group", "RAGR", DROP, "\"group\": 3", "",
     REFUSED("RAGR / group 5 / commands[0]")},
    {"reorder groups", "RAGR", SWAP, "\"group\": 3", "\"group\": 5",
     SAY("(3: BB.1, A.1, back to A.1; 5: into back to )",
         "(5: into back to ; 3: BB.1, A.1, back to A.1)")},
    {"a higher group", "RAGR", SET, "\"group\": 5", "\"group\": 9",
     SAY2("5: into", "9: into", "max5", "max9")},
    {"reorder parts", "RAGR", SWAP, "\"HERO\"", "\"GATE\"", SAME},
    {"remove a part", "RAGR", DROP, "\"GATE\"", "", REFUSED("RAHD / records[2] / ragr_offset")},
    {"end in a part", "RAGR", ADD, "\"group\": 5", "\"end\"", REFUSED("without \"end\"")},
    /* ranm_offset, ranm_length */
    {"insert", "RANM", SET, "[\"Hero\"]", "[\"He\", \"ro\"]", SAY("HERO Hero", "HERO He")},
    {"lengthen", "RANM", SET, "[\"Hero\"]", "[\"Heroine\"]", SAY("HERO Hero", "HERO Heroine")},
    {"shorten", "RANM", SET, "[\"Hero\"]", "[\"H\"]", SAY("HERO Hero", "HERO H")},
    {"reorder parts", "RANM", SWAP, "\"HERO\"", "\"GATE\"", SAME},
    {"remove a part", "RANM", DROP, "\"HERO\"", "", SAY("HERO Hero", "HERO -")},
    /* ravc_offset, ravc_count */
    {"insert", "RAVC", ADD, "\"vertex\": 61", "{\"offset\": [0, 0, 0], \"vertex\": 60}",
     SAY("spheres(61)", "spheres(60, 61)")},
    {"remove", "RAVC", SET, "[{\"offset\": [0, 0, 0], \"vertex\": 61, \"radius\": 0}]", "[]",
     SAY("spheres(61)", "spheres()")},
    {"reorder parts", "RAVC", SWAP, "\"HERO\"", "\"DOOR\"", SAME},
    {"remove a part", "RAVC", DROP, "\"DOOR\"", "", SAY("spheres(61)", "spheres()")},
    /* script */
    {"name nothing", "MPOB", SET, "\"script\": \"door\"", "\"script\": \"doom\"",
     REFUSED("MPOB / records[0] / script")},
    {"insert", "MPOB", ADD, "\"id\": 900", "{\"id\": 899, \"script\": \"HERO\"}", SAME},
    {"remove", "MPOB", DROP, "\"id\": 900", "", SAME},
    {"reorder", "MPOB", SWAP, "\"id\": 900", "\"id\": 901", SAME},
    /* mpsz_normal, mpsz_combat, mpsz_dead */
    {"insert", "MPSZ", ADD, "\"#0\"", "{\"total\": [0, 0, 0]}", SAME},
    {"remove", "MPSZ", DROP, "\"#0\"", "", REFUSED("RAHD / records[0] / mpsz_combat")},
    {"reorder", "MPSZ", SWAP, "\"#0\"", "\"#2\"", SAME},
    /* routes; node_count_dup */
    {"insert", "WDNM", ADD, "\"label\": \"#0\"", "{\"x\": 100, \"routes\": [[\"#1\", 1]]}",
     SAY("nodes 3=3:", "nodes 4=4: 100>102")},
    {"remove", "WDNM", DROP, "\"label\": \"#0\"", "", REFUSED("\"#0\" does not exist")},
    {"reorder", "WDNM", SWAP, "\"label\": \"#0\"", "\"label\": \"#2\"",
     SAY("101>103 102>101 103>102", "103>102 102>101 101>103")},
    {"insert a route", "WDNM", SET, "[[\"#2\", 7]]", "[[\"#1\", 1], [\"#2\", 7]]",
     SAY("101>103", "101>102>103")},
    {"remove a route", "WDNM", SET, "[[\"#2\", 7]]", "[]", SAY("101>103", "101")},
};

static void test_edits(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check_row(&rows[i], make_map());
}

/* ---- numbers that mark no part, and labels for equal names ---- */

/* A word of the file, set before the map is read. */
struct odd {
    const char *tag;
    size_t at;
    uint32_t value;
    const char *id; /* of the finding; NULL: there is none */
    struct row row;
};

static const struct odd odds[] = {
    /* DOOR's models are one of HERO's. */
    {"RAHD",
     8 + RECORD + 0x29,
     8,
     "rgm-odd-part",
     {"overlap, insert", "RAAN", ADD, "\"#0\"", "{\"path\": \"N\"}",
      REFUSED("8 is a place in 25 bytes of RAAN, which has 33 now")}},
    {"RAHD",
     8 + RECORD + 0x29,
     8,
     "rgm-odd-part",
     {"overlap, another section", "RALC", DROP, "[11, 0, 0]", "",
      SAY("locations(11, 12)", "locations(12)")}},
    {"RAHD",
     8 + 0x61,
     3,
     "rgm-odd-part",
     {"count against length", "RALC", DROP, "[11, 0, 0]", "",
      REFUSED("RAHD / records[0] / ralc_offset")}},
    {"RAHD",
     8 + 0x79,
     16,
     "rgm-odd-part",
     {"length of variables, instances", "RAHD", SET, "\"name\": \"HERO\", \"instances\": 2",
      "\"name\": \"HERO\", \"instances\": 3", REFUSED("RAHD / records[0] / rava_offset")}},
    {"RASB",
     4,
     6,
     NULL,
     {"inside of a string, lengthen", "RAST", SET, "\"text\": \"boat\"", "\"text\": \"boats\"",
      REFUSED("RASB / parts[0] / strings[1]")}},
    {"RASB",
     4,
     60,
     "rgm-lost-string",
     {"outside, insert", "RAST", ADD, "\"boat\"", "\"more\"",
      REFUSED("the number 60 counts in something of size 20, which is 25 now")}},
    {"RASB",
     12,
     0,
     NULL,
     {"the same string twice, insert", "RASB", SET, "[\"lamp\", \"boat\", \"boat\"]",
      "[\"boat\", \"lamp\", \"boat\"]",
      SAY("strings(lamp, boat, boat)", "strings(boat, lamp, boat)")}},
    {"RAHD",
     8 + 0x89,
     7,
     "rgm-lost-box",
     {"outside, insert", "MPSZ", ADD, "\"#0\"", "{\"total\": [0, 0, 0]}",
      REFUSED("RAHD / records[0] / mpsz_normal")}},
    {"RAHD",
     8 + 0x3D,
     7,
     "rgm-lost-sphere",
     {"outside, insert", "RAFS", ADD, "\"#0\"", "{\"data\": [9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}",
      REFUSED("RAHD / records[0] / rafs_index")}},
    {"RAHD",
     8 + 0x55,
     3,
     "rgm-lost-start",
     {"start inside of a statement, insert", "RASC", SET, "{\"Anchor\": 1}",
      "{\"Anchor\": 1}, {\"Anchor\": 9}", REFUSED("RAHD / records[0] / script_pc")}},
    {"RASC",
     4 + 17,
     3,
     "rgm-lost-jump",
     {"jump into a statement, insert", "RASC", SET, "{\"Anchor\": 1}",
      "{\"Anchor\": 1}, {\"Anchor\": 9}", REFUSED("RASC / parts[1]")}},
    {"RAHK",
     37,
     3,
     "rgm-lost-hook",
     {"hook into a statement, insert", "RASC", SET, "{\"Anchor\": 1}",
      "{\"Anchor\": 1}, {\"Anchor\": 9}", REFUSED("RAHK / parts[0] / hooks[0]")}},
    {"RASC",
     4,
     0x041901FF,
     "rgm-unreadable-code",
     {"raw code, insert", "RASB", SET, "[\"boat\", \"door#1\"]", "[\"boat\", \"lamp\", \"door#1\"]",
      REFUSED("raw code rests on 2 strings")}},
    {"RAHD",
     8 + 0x41,
     1,
     "rgm-lost-number",
     {"string of another, insert", "RASB", SET, "{\"actor\": \"HERO\", \"strings\": [\"boat\"]}",
      "{\"actor\": \"HERO\", \"strings\": [\"lamp\", \"boat\"]}", REFUSED("RASC / parts[1]")}},
    {"WDNM",
     32 + 12,
     9,
     "rgm-lost-node", /* with the cost */
     {"no such node, insert", "WDNM", ADD, "\"label\": \"#0\"", "{\"x\": 100}",
      REFUSED("WDNM / routes")}},
    /* Two actors of one name have labels. */
    {"RAHD",
     8 + 2 * RECORD + 4,
     0x524F4F44,
     NULL,
     {"equal names, reorder", "RAHD", SWAP, "\"DOOR#1\"", "\"DOOR#2\"", SAME}},
    /* DOOR and HERO share attributes. */
    {"RAHD",
     8 + RECORD + 0x1D,
     0,
     NULL,
     {"shared, part of nobody", "RAAT", ADD, "\"HERO\"", "{\"records\": [[[0, 7]]]}", SAME}},
    /* Values that do not follow are kept until what they follow from changes. */
    {"RAHD",
     8 + 0x85,
     77,
     "rgm-stale-value",
     {"kept", "RALC", DROP, "[11, 0, 0]", "", SAY("locations(11, 12)", "locations(12)")}},
    {"RAHD",
     8 + 0x85,
     77,
     "rgm-stale-value",
     {"derived afresh", "RAAN", SET, "\"frame_count\": 3", "\"frame_count\": 6",
      SAY("frames77", "frames8")}},
};

static void test_odd(void)
{
    for (size_t i = 0; i < sizeof odds / sizeof odds[0]; i++) {
        const struct odd *odd = &odds[i];
        struct witness w = {.file = make_map()};
        const struct rq_finding *findings;
        check_note("%s %s", odd->row.tag, odd->row.what);
        set32(&map, (size_t)(payload(&w, odd->tag).data - w.file.data) + odd->at, odd->value);
        check_round_trips(w.file, "maps/TEST.RGM", "rgm");
        struct rq_doc *doc = read_as(w.file, "rgm");
        REQUIRE(doc);
        size_t count = rq_doc_findings(doc, &findings), n = 0;
        for (size_t k = 0; k < count; k++)
            n += odd->id && strcmp(findings[k].id, odd->id) == 0;
        CHECK(odd->id ? n == 1 : count == 0);
        rq_doc_free(doc);
        check_row(&odd->row, w.file);
    }
}

/* The order of boxes is told by their sums: what would be read in the other order is refused. */
static void test_orders(void)
{
    static const struct row refused = {"sums do not hold",
                                       "MPSZ",
                                       SET,
                                       "\"records\"",
                                       "\"swapped\": true, \"records\"",
                                       REFUSED("would be read in the other order")};
    struct witness w = {.file = make_map()};
    size_t at = (size_t)(payload(&w, "MPSZ").data - w.file.data);
    for (size_t i = 0; i < ACTORS; i++)
        set32(&map, at + i * 49, 5);
    check_row(&refused, made_bytes(&map));
}

TESTS(test_map, test_edits, test_odd, test_orders)
