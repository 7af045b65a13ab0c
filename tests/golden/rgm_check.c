/* What actors of a map have, and what is found in it: numbers of RAHD at the ends of their sections and one beyond.
 * Maps are laid down by hand from docs/formats/rgm.md; the offsets of RAHD's fields are those of its table. */
#include "redguard.h"

#include <reliquary/rgm.h>

enum { ACTORS = 4, RECORD = 165, RAHD_AT = 8 };

static struct made map;
static uint8_t rahd[8 + ACTORS * RECORD];

static void begin(void)
{
    memset(rahd, 0, sizeof rahd);
    rq_set32(rahd, ACTORS);
    rq_set32(rahd + 4, 0x0037801B);
    for (size_t i = 0; i < ACTORS; i++) {
        rahd[8 + i * RECORD + 4] = (uint8_t)('A' + i);
        for (size_t k = 0x89; k <= 0x91; k += 4) /* no boxes */
            rq_set32(rahd + 8 + i * RECORD + k, UINT32_MAX);
        rq_set32(rahd + 8 + i * RECORD + 0x9D, UINT32_MAX);
    }
    map.size = 0;
    put_text(&map, "RAHD", 4);
    put32be(&map, sizeof rahd);
    put_zeros(&map, sizeof rahd);
}

static void set(size_t actor, size_t at, uint32_t value)
{
    rq_set32(rahd + 8 + actor * RECORD + at, value);
}

static void section(const char *tag, const void *data, size_t size)
{
    put_text(&map, tag, 4);
    put32be(&map, (uint32_t)size);
    for (size_t i = 0; i < size; i++)
        put8(&map, ((const uint8_t *)data)[i]);
}

static struct rq_doc *finish(void)
{
    memcpy(map.data + RAHD_AT, rahd, sizeof rahd);
    put_text(&map, "END ", 4);
    struct rq_doc *doc = read_as(made_bytes(&map), "rgm");
    CHECK(doc && writes_same(doc, made_bytes(&map), false));
    return doc;
}

/* The findings of one kind: "offset where: text", one on each line. */
static void finds(const char *id, const char *expected)
{
    struct rq_doc *doc = finish();
    const struct rq_finding *findings;
    struct rq_out told = {0};
    REQUIRE(doc != NULL);
    size_t count = rq_doc_findings(doc, &findings);
    for (size_t i = 0; i < count; i++)
        if (strcmp(findings[i].id, id) == 0)
            rq_putf(&told, "%llu %s: %s\n", (unsigned long long)findings[i].offset,
                    findings[i].where, findings[i].text);
    rq_put8(&told, 0);
    CHECK_STR((char *)told.data, expected);
    rq_out_free(&told);
    rq_doc_free(doc);
}

/* ---- findings ---- */

/* What an actor's numbers lead to: the field of the offset, that of the length, and the size of an element. */
static const struct {
    const char *tag, *bytes;
    size_t size, offset, length, unit;
} reaches[] = {
    {"RANM", "ab\0c", 5, 0x19, 0x15, 1},
    {"RAAN", "\0\0\0\0\1ca\0\0\0\0\0\2cb", 16, 0x29, 0x25, 1},
    {"RASB", "\0\0\0\0\0\0\0", 8, 0x49, 0x41, 4},
    {"RAHK", "\0\0\0\0\0\0\0", 8, 0x5D, 0x59, 1},
    {"RALC", "\0\0\0\0\0\0\0\0\0\0\0", 12, 0x69, 0x65, 1},
    {"RAEX", "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 30, 0x71, 0x6D, 1},
    {"RAVA", "\0\0\0\0\0\0\0", 8, 0x7D, 0x75, 4},
};

static void test_reaches(void)
{
    for (size_t i = 0; i < sizeof reaches / sizeof reaches[0]; i++) {
        uint32_t size = (uint32_t)reaches[i].size, unit = (uint32_t)reaches[i].unit;
        const struct {
            uint32_t offset, length;
            bool lost;
        } cases[] = {{0, size / unit, false},   {0, size / unit + 1, true},
                     {unit, size / unit, true}, {size - unit, 1, false},
                     {size, 1, true},           {size + 1, 0, false},
                     {size + 1, 1, true},       {UINT32_MAX, 1, true},
                     {1, UINT32_MAX, true},     {0, UINT32_MAX / unit + (unit > 1), true}};
        for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
            char text[200];
            begin();
            set(1, reaches[i].offset, cases[k].offset);
            set(1, reaches[i].length, cases[k].length);
            section(reaches[i].tag, reaches[i].bytes, reaches[i].size);
            check_note("%s %zu: %u from %u", reaches[i].tag, k, cases[k].length, cases[k].offset);
            snprintf(text, sizeof text, "%d RAHD / records[1]: a part of %s that is not there\n",
                     RAHD_AT + RECORD, reaches[i].tag);
            finds("rgm-lost-part", cases[k].lost ? text : "");
        }
    }
    /* The first of several, and how many more; without the section nothing of it is there. */
    begin();
    for (size_t i = 1; i < ACTORS; i++)
        set(i, 0x15, 1);
    finds("rgm-lost-part",
          "173 RAHD / records[1]: a part of RANM that is not there (and 2 more)\n");
}

static void test_actors_found(void)
{
    static const uint8_t boxes[98] = {0}, spheres[22] = {0};
    static const struct {
        size_t at;
        uint32_t value;
        const char *id, *text;
    } cases[] = {{0x89, 1, "rgm-lost-box", ""},
                 {0x89, 2, "rgm-lost-box", "a box that MPSZ does not have"},
                 {0x8D, 1, "rgm-lost-box", ""},
                 {0x8D, 2, "rgm-lost-box", "a box that MPSZ does not have"},
                 {0x91, 1, "rgm-lost-box", ""},
                 {0x91, 2, "rgm-lost-box", "a box that MPSZ does not have"},
                 {0x91, 0x80000000, "rgm-lost-box", ""},
                 {0x3D, 1, "rgm-lost-sphere", ""},
                 {0x3D, 2, "rgm-lost-sphere", "a sphere that RAFS does not have"},
                 {0x61, 0, "rgm-count-against-length", ""},
                 {0x61, 1, "rgm-count-against-length", "a count and a length that differ"},
                 {0x65, 12, "rgm-count-against-length", "a count and a length that differ"},
                 {0x61, 0x80000000, "rgm-count-against-length", "a count and a length that differ"},
                 {0x21, 0, "rgm-no-groups", ""},
                 {0x21, 1, "rgm-no-groups", "models, but no groups of animations"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[200] = "";
        begin();
        set(2, cases[i].at, cases[i].value);
        section("MPSZ", boxes, sizeof boxes);
        section("RAFS", spheres, sizeof spheres);
        check_note("%zu: %u at %zx", i, cases[i].value, cases[i].at);
        if (cases[i].text[0])
            snprintf(text, sizeof text, "338 RAHD / records[2]: %s\n", cases[i].text);
        finds(cases[i].id, text);
    }
    /* Without the sections any number will do. */
    begin();
    set(2, 0x89, 7);
    finds("rgm-lost-box", "");
    begin();
    set(2, 0x3D, 7);
    finds("rgm-lost-sphere", "");
    begin();
    rq_set32(rahd + 4, 0x0037801C);
    finds("rgm-other-prefix", "12 RAHD / prefix: 0x0037801c, 0x0037801b in all known files\n");
    begin();
    finds("rgm-other-prefix", "");
}

/* Scripts follow each other in the order of the actors; the first may begin anywhere. */
static void test_scripts_found(void)
{
    static const uint8_t code[] = {0, 0x13, 0x13, 0x13, 0x13, 0x13, 0x13}; /* six times Endint */
    static const struct {
        uint32_t parts[ACTORS][2];
        const char *order, *outside, *overlap;
    } cases[] = {
        {{{1, 2}, {3, 1}, {4, 2}, {6, 1}}, "", "", ""},
        {{{1, 2}, {3, 1}, {4, 2}, {6, 2}}, "", "8 RAHD: 1 scripts are outside of RASC\n", ""},
        {{{1, 2}, {3, 1}, {7, 0}, {7, 1}},
         "338 RAHD / records[2]: a script that does not follow the one before\n",
         "8 RAHD: 1 scripts are outside of RASC\n",
         ""},
        {{{3, 2}, {1, 2}, {4, 1}, {2, 1}},
         "173 RAHD / records[1]: a script that does not follow the one before (and 2 more)\n",
         "",
         "8 RAHD: 2 scripts begin inside of another\n"},
        {{{1, 2}, {1, 2}, {1, 2}, {3, 0}},
         "173 RAHD / records[1]: a script that does not follow the one before (and 1 more)\n",
         "",
         ""},
        {{{UINT32_MAX, 1}, {0, 0}, {0, 0}, {0, 0}},
         "",
         "8 RAHD: 1 scripts are outside of RASC\n",
         ""}};
    static const char *const ids[] = {"rgm-script-out-of-order", "rgm-script-outside",
                                      "rgm-script-overlap"};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (size_t k = 0; k < 3; k++) {
            begin();
            for (size_t a = 0; a < ACTORS; a++) {
                set(a, 0x51, cases[i].parts[a][0]);
                set(a, 0x4D, cases[i].parts[a][1]);
            }
            section("RASC", code, sizeof code);
            check_note("case %zu, %s", i, ids[k]);
            finds(ids[k], k == 0 ? cases[i].order : k == 1 ? cases[i].outside : cases[i].overlap);
        }
}

/* A string begins before the end of RAST; the offset is that of the word. */
static void test_strings_found(void)
{
    uint8_t words[12];
    rq_set32(words, 2);
    rq_set32(words + 4, 3);
    rq_set32(words + 8, UINT32_MAX);
    begin();
    section("RAST", "ab", 3);
    section("RASB", words, sizeof words);
    finds("rgm-lost-string", "699 RASB / records[1]: a string outside of RAST (and 1 more)\n");
    begin();
    section("RAST", "ab", 3);
    section("RASB", words, 4);
    finds("rgm-lost-string", "");
}

/* Rows of a matrix: to a thousandth, each with itself and with the others. 28 bits are the fraction. */
static void test_rotations(void)
{
    enum { ONE = 1 << 28 };
    static const struct {
        size_t at; /* of nine */
        double value;
        bool rotation;
    } cases[] = {{0, 1.0004, true}, {0, 1.0006, false},  {0, 0.9996, true},  {0, 0.9994, false},
                 {4, 1.0004, true}, {4, 1.0006, false},  {8, 1.0004, true},  {8, 1.0006, false},
                 {1, 0.0009, true}, {1, 0.0011, false},  {2, -0.0009, true}, {2, -0.0011, false},
                 {3, 0.0009, true}, {3, 0.0011, false},  {5, 0.0009, true},  {5, -0.0011, false},
                 {6, 0.0009, true}, {6, -0.0011, false}, {7, 0.0009, true},  {7, 0.0011, false},
                 {0, -1, true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t placed[4 + 2 * 66] = {2};
        for (size_t k = 0; k < 2; k++)
            for (size_t n = 0; n < 9; n += 4)
                rq_set32(placed + 4 + k * 66 + 28 + n * 4, ONE);
        rq_set32(placed + 4 + 66 + 28 + cases[i].at * 4, (uint32_t)(int32_t)(cases[i].value * ONE));
        check_note("%g at %zu", cases[i].value, cases[i].at);
        begin();
        section("MPSO", placed, sizeof placed);
        finds("rgm-no-rotation",
              cases[i].rotation ? "" : "750 MPSO / records[1]: a matrix that is not a rotation\n");
    }
}

/* ---- what belongs to an actor ---- */

static bool is(struct rq_bytes bytes, const char *text)
{
    return bytes.data && bytes.size == strlen(text) && memcmp(bytes.data, text, bytes.size) == 0;
}

/* Strings begin anywhere in a text, at its end too; words are whole ones, as many as there are. */
static void test_strings(void)
{
    uint8_t words[24];
    static const uint32_t places[] = {0, 1, 2, 3, 7, 8};
    static const char *const expected[] = {"ab", "b", "", "cde", NULL, NULL};
    for (size_t i = 0; i < 6; i++)
        rq_set32(words + i * 4, places[i]);
    begin();
    section("RAST", "ab\0cde", 7);
    section("RASB", words, sizeof words);
    set(0, 0x41, 6);
    set(1, 0x41, 9); /* more than there are */
    set(1, 0x49, 20);
    set(2, 0x41, 1); /* no whole word */
    set(2, 0x49, 2);
    set(3, 0x41, 1); /* behind the last */
    set(3, 0x49, 24);
    struct rq_doc *doc = finish();
    REQUIRE(doc != NULL);
    const struct rq_rgm *m = rq_doc_root(doc, "rgm");
    CHECK_INT(rq_rgm_actor_strings(m, 0), 6);
    for (size_t i = 0; i < 6; i++) {
        check_note("string %zu", i);
        CHECK(expected[i] ? is(rq_rgm_actor_string(m, 0, i), expected[i])
                          : !rq_rgm_actor_string(m, 0, i).data);
    }
    CHECK(!rq_rgm_actor_string(m, 0, 6).data);
    CHECK_INT(rq_rgm_actor_strings(m, 1), 1);
    CHECK_INT(rq_rgm_actor_strings(m, 2), 0);
    CHECK_INT(rq_rgm_actor_strings(m, 3), 0);
    CHECK_INT(rq_rgm_actor_strings(m, 4), 0);
    CHECK_INT(rq_rgm_actor_count(m), 4);
    CHECK(rq_rgm_actor(m, 3) && !rq_rgm_actor(m, 4));
    rq_doc_free(doc);
}

/* Names without case, up to a NUL, of as many letters; the first of two. */
static void test_names(void)
{
    begin();
    memcpy(rahd + 8 + 4, "abCDefghi", 9); /* all nine bytes */
    memcpy(rahd + 8 + RECORD + 4, "abCDefgh\0", 9);
    memcpy(rahd + 8 + 2 * RECORD + 4, "ABCDEFGH\0", 9);
    memset(rahd + 8 + 3 * RECORD + 4, 0, 9);
    set(0, 0x15, 3);
    set(1, 0x15, 1);
    set(1, 0x19, 4);
    set(2, 0x19, 1); /* no length: no name */
    section("RANM", "One\0Two", 8);
    struct rq_doc *doc = finish();
    REQUIRE(doc != NULL);
    const struct rq_rgm *m = rq_doc_root(doc, "rgm");
    CHECK_INT(rq_rgm_actor_find(m, "ABcdEFGHI", 9), 0);
    CHECK_INT(rq_rgm_actor_find(m, "ABcdEFGHIJ", 10), -1);
    CHECK_INT(rq_rgm_actor_find(m, "ABcdEFGHIJ", 9), 0);
    CHECK_INT(rq_rgm_actor_find(m, "ABcdEFGHI", 8), 1);
    CHECK_INT(rq_rgm_actor_find(m, "ABcdEFGH\0I", 10), 1);
    CHECK_INT(rq_rgm_actor_find(m, "ABcdEFG", 7), -1);
    CHECK_INT(rq_rgm_actor_find(m, "", 0), -1); /* nobody has no name */
    CHECK_INT(rq_rgm_actor_find(m, "\0a", 2), -1);
    CHECK(is(rq_rgm_actor_name(m, 0), "One"));
    CHECK(is(rq_rgm_actor_name(m, 1), "Two"));
    CHECK(!rq_rgm_actor_name(m, 2).data);
    CHECK(!rq_rgm_actor_name(m, 4).data);
    rq_doc_free(doc);
    static const char *const stems[][2] = {
        {"a\\b/C.3DC", "C"}, {"C", "C"}, {"a.b\\c", "c"}, {"a.b.c", "a.b"},
        {".3D", ""},         {"a/", ""}, {"", ""},        {"x\\.y.z", ".y"}};
    for (size_t i = 0; i < sizeof stems / sizeof stems[0]; i++) {
        struct rq_bytes stem =
            rq_rgm_model_stem((struct rq_bytes){(const uint8_t *)stems[i][0], strlen(stems[i][0])});
        CHECK_MEM(stem.data, stem.size, stems[i][1], strlen(stems[i][1]));
    }
}

/* Models and groups begin where the offset says, and nowhere else. */
static void test_models(void)
{
    /* two groups of no commands, the end, one more that does not end */
    static const uint8_t groups[] = {8, 0, 1, 0, 0, 0, 0, 0, 0, 0, 8, 0, 2, 0, 0, 0,
                                     0, 0, 0, 0, 0, 0, 8, 0, 3, 0, 0, 0, 0, 0, 0, 0};
    size_t n = 9;
    begin();
    section("RAAN", "\0\0\0\0\1ca\0\0\0\0\0\2cb\0\0\0\0\0\3cc", 24);
    section("RAGR", groups, sizeof groups);
    set(0, 0x21, 2);
    set(1, 0x21, 7);
    set(1, 0x29, 16);
    set(1, 0x31, 10);
    set(2, 0x21, 1);
    set(2, 0x29, 15);
    set(2, 0x31, 20);
    set(3, 0x21, 1);
    set(3, 0x29, 24);
    set(3, 0x31, 22);
    struct rq_doc *doc = finish();
    REQUIRE(doc != NULL);
    const struct rq_rgm *m = rq_doc_root(doc, "rgm");
    const struct rq_rgm_model *models = rq_rgm_actor_raan(m, 0, &n);
    CHECK(models && n == 2 && is(models[1].path, "b"));
    models = rq_rgm_actor_raan(m, 1, &n);
    CHECK(models && n == 1 && is(models[0].path, "c"));
    CHECK(!rq_rgm_actor_raan(m, 2, &n) && n == 0);
    CHECK(!rq_rgm_actor_raan(m, 3, &n) && n == 0);
    const struct rq_rgm_group *g = rq_rgm_actor_groups(m, 0, &n);
    CHECK(g && n == 2 && g->group == 1);
    g = rq_rgm_actor_groups(m, 1, &n);
    CHECK(g && n == 1 && g->group == 2);
    CHECK(!rq_rgm_actor_groups(m, 2, &n) && n == 0); /* the end alone */
    g = rq_rgm_actor_groups(m, 3, &n);
    CHECK(g && n == 1 && g->group == 3);
    CHECK(!rq_rgm_actor_groups(m, 4, &n) && n == 0);
    rq_doc_free(doc);
    /* A list that does not end is followed for 1024 groups. */
    for (size_t count = 1023; count <= 1025; count++) {
        begin();
        struct made many = {.size = 0};
        for (size_t i = 0; i < count; i++)
            for (size_t k = 0; k < 10; k++)
                put8(&many, k == 0 ? 8 : 0);
        section("RAGR", many.data, many.size);
        doc = finish();
        REQUIRE(doc != NULL);
        CHECK(rq_rgm_actor_groups(rq_doc_root(doc, "rgm"), 0, &n) != NULL);
        CHECK_INT(n, count < 1024 ? count : 1024);
        rq_doc_free(doc);
    }
}

/* Records of one size: whole ones, as many as there are from the place on. */
static void test_records(void)
{
    uint8_t bytes[768];
    size_t n = 9;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i / 4);
    begin();
    section("RAVA", bytes, 12);
    section("RAHK", bytes, 12);
    section("RALC", bytes, 36);
    section("RAEX", bytes, 60);
    section("RAAT", bytes, 512);
    section("RAVC", bytes, 27);
    static const uint32_t at[ACTORS][6] = {
        /* variables, hooks, locations, extra, attributes, spheres */
        {0, 0, 0, 0, 0, 0},
        {8, 4, 23, 30, 256, 9},
        {2, 2, 24, 31, 255, 8},
        {12, 12, 36, 60, 512, 27}};
    for (size_t i = 0; i < ACTORS; i++) {
        static const size_t fields[] = {0x7D, 0x5D, 0x69, 0x71, 0x1D, 0x9D};
        for (size_t k = 0; k < 6; k++)
            set(i, fields[k], at[i][k]);
        set(i, 0x75, 2);
        set(i, 0x59, 11); /* two whole words */
        set(i, 0x61, 2);
        set(i, 0xA1, 2);
    }
    struct rq_doc *doc = finish();
    REQUIRE(doc != NULL);
    struct rq_rgm *m = rq_doc_root(doc, "rgm");
    const int32_t *v = rq_rgm_actor_variables(m, 0, &n);
    CHECK(v && n == 2 && v[1] == 0x01010101);
    v = rq_rgm_actor_variables(m, 1, &n);
    CHECK(v && n == 1 && v[0] == 0x02020202);
    CHECK(!rq_rgm_actor_variables(m, 2, &n) && n == 0);
    CHECK(!rq_rgm_actor_variables(m, 3, &n) && n == 0);
    const uint32_t *h = rq_rgm_actor_hooks(m, 0, &n);
    CHECK(h && n == 2);
    h = rq_rgm_actor_hooks(m, 1, &n);
    CHECK(h && n == 2 && h[1] == 0x02020202);
    CHECK(!rq_rgm_actor_hooks(m, 2, &n) && !rq_rgm_actor_hooks(m, 3, &n) && n == 0);
    const struct rq_rgm_location *l = rq_rgm_actor_locations(m, 0, &n);
    CHECK(l && n == 2 && l[1].offset[0] == 0x03030303);
    l = rq_rgm_actor_locations(m, 1, &n); /* the record that the place is in */
    CHECK(l && n == 2 && l[0].offset[0] == 0x03030303);
    l = rq_rgm_actor_locations(m, 2, &n);
    CHECK(l && n == 1 && l[0].offset[0] == 0x06060606);
    CHECK(!rq_rgm_actor_locations(m, 3, &n) && n == 0);
    CHECK(rq_rgm_actor_raex(m, 0) && rq_rgm_actor_raex(m, 1) == rq_rgm_actor_raex(m, 0) + 1);
    CHECK(!rq_rgm_actor_raex(m, 2) && !rq_rgm_actor_raex(m, 3) && !rq_rgm_actor_raex(m, 4));
    CHECK(rq_rgm_actor_attributes(m, 1) && rq_rgm_actor_attributes(m, 1)->values[0] == 64);
    CHECK(!rq_rgm_actor_attributes(m, 2) && !rq_rgm_actor_attributes(m, 3));
    const struct rq_rgm_collision *c = rq_rgm_actor_collisions(m, 0, &n);
    CHECK(c && n == 2);
    CHECK(rq_rgm_actor_collisions(m, 1, &n) == c + 1 && n == 2);
    CHECK(!rq_rgm_actor_collisions(m, 2, &n) && !rq_rgm_actor_collisions(m, 3, &n) && n == 0);
    rq_doc_free(doc);
}

/* None where there is no length or count, or where it is negative. */
static void test_no_records(void)
{
    uint8_t bytes[27] = {0};
    size_t n = 9;
    begin();
    section("RAHK", bytes, 12);
    section("RALC", bytes, 24);
    section("RAVC", bytes, 27);
    struct rq_doc *doc = finish();
    REQUIRE(doc != NULL);
    struct rq_rgm *m = rq_doc_root(doc, "rgm");
    struct rq_rgm_actor *a = &m->sections[0].actors[0];
    a->ravc_offset = 0;
    CHECK(!rq_rgm_actor_hooks(m, 0, &n) && !rq_rgm_actor_locations(m, 0, &n));
    CHECK(!rq_rgm_actor_collisions(m, 0, &n) && n == 0);
    a->rahk_length = 4;
    a->ralc_count = 1;
    a->ravc_count = 1;
    CHECK(rq_rgm_actor_hooks(m, 0, &n) && n == 1);
    CHECK(rq_rgm_actor_locations(m, 0, &n) && n == 1);
    CHECK(rq_rgm_actor_collisions(m, 0, &n) && n == 1);
    a->ravc_count = -1;
    CHECK(!rq_rgm_actor_collisions(m, 0, &n) && n == 0);
    a->ravc_count = 1;
    a->ravc_offset = -9;
    CHECK(!rq_rgm_actor_collisions(m, 0, &n) && n == 0);
    rq_doc_free(doc);
}

/* A script belongs to the actors that have its place and its size. */
static void test_code(void)
{
    static const uint8_t code[] = {0, 0x13, 0x13, 0x13, 0xAA};
    static const uint32_t parts[ACTORS][2] = {{1, 3}, {1, 3}, {1, 2}, {4, 1}};
    begin();
    for (size_t i = 0; i < ACTORS; i++) {
        set(i, 0x51, parts[i][0]);
        set(i, 0x4D, parts[i][1]);
    }
    section("RASC", code, sizeof code);
    struct rq_doc *doc = finish();
    REQUIRE(doc != NULL);
    const struct rq_rgm *m = rq_doc_root(doc, "rgm");
    const struct rq_rgm_code *first = rq_rgm_actor_code(m, 0);
    /* Of two scripts at one place the longer one, which comes first, is there: as that of the first actor. */
    if (CHECK(first != NULL)) {
        CHECK(first->actor == 0 && first->offset == 1);
        CHECK(rq_rgm_actor_code(m, 1) == first);
        CHECK(rq_rgm_actor_script(m, 1) && rq_rgm_actor_script(m, 1)->count == 3);
    }
    CHECK(!rq_rgm_actor_code(m, 2) && !rq_rgm_actor_script(m, 2));
    const struct rq_rgm_code *raw = rq_rgm_actor_code(m, 3);
    CHECK(raw && raw->raw.size == 1 && !raw->script && !rq_rgm_actor_script(m, 3));
    CHECK(!rq_rgm_actor_code(m, 4));
    rq_doc_free(doc);
}

/* ---- scripts ---- */

/* A script names strings and variables by number, of which the actor has two and three. */
static void test_lost_numbers(void)
{
    static const struct {
        size_t size;
        uint8_t code[32];
        bool lost;
    } cases[] = {
        {10,
         {0, 39, 0, 1, 0x15, 1, 0, 0, 0, 0x12},
         false}, /* a call with string 1, and 2, and -1 */
        {10, {0, 39, 0, 1, 0x15, 2, 0, 0, 0, 0x12}, true},
        {10, {0, 39, 0, 1, 0x15, 255, 255, 255, 255, 0x12}, true},
        {10, {0, 39, 0, 1, 0x07, 9, 0, 0, 0, 0x12}, false}, /* a number is none */
        {10, {0, 39, 0, 1, 0x0A, 2, 0, 0, 0, 0x12}, false}, /* variable 2, and 3 */
        {10, {0, 39, 0, 1, 0x0A, 3, 0, 0, 0, 0x12}, true},
        {15, {0, 39, 0, 2, 0x0A, 2, 0, 0, 0, 0x0A, 3, 0, 0, 0, 0x12}, true}, /* the second one */
        {8, {0x19, 4, 1, 1, 84, 0, 0, 0x12}, false},                         /* string 1 .call() */
        {8, {0x19, 4, 2, 1, 84, 0, 0, 0x12}, true},
        {8, {0x19, 10, 2, 1, 84, 0, 0, 0x12}, false}, /* variable 2 .call() */
        {8, {0x19, 10, 3, 1, 84, 0, 0, 0x12}, true},
        {8, {0x1A, 4, 2, 1, 84, 0, 0, 0x12}, true},
        {8, {0x19, 1, 9, 1, 84, 0, 0, 0x12}, false}, /* Player has no number */
        {6, {0x0F, 4, 1, 3, 0, 0x12}, false},        /* string 1 .reference++ */
        {6, {0x0F, 4, 2, 3, 0, 0x12}, true},
        {6, {0x10, 10, 2, 3, 0, 0x12}, false},
        {6, {0x10, 10, 3, 3, 0, 0x12}, true},
        {13,
         {0x14, 4, 1, 5, 1, 0x07, 1, 0, 0, 0, 10, 0, 0x12},
         false}, /* string 1 .reference = 1 */
        {13, {0x14, 4, 2, 5, 1, 0x07, 1, 0, 0, 0, 10, 0, 0x12}, true},
        {13, {0x14, 10, 3, 5, 1, 0x07, 1, 0, 0, 0, 10, 0, 0x12}, true},
        {7, {0x13, 0x13, 0x0F, 10, 3, 3, 0}, true}, /* the third statement */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin();
        set(1, 0x41, 2);
        set(1, 0x75, 3);
        set(1, 0x79, 12);
        set(1, 0x4D, (uint32_t)cases[i].size);
        for (size_t k = 2; k < ACTORS; k++)
            set(k, 0x51, (uint32_t)cases[i].size);
        section("RAST", "a\0b", 4);
        section("RASB", "\0\0\0\0\2\0\0", 8);
        section("RAVA", "\0\0\0\0\0\0\0\0\0\0\0", 12);
        section("RASC", cases[i].code, cases[i].size);
        check_note("case %zu", i);
        finds("rgm-lost-number",
              cases[i].lost
                  ? "173 RAHD / records[1]: a script with a string or variable that the actor "
                    "does not have\n"
                  : "");
    }
}

/* A hook has the place of a statement in its lower half. */
static void test_lost_hooks(void)
{
    static const uint8_t code[] = {0x17, 1, 0x13, 0x12};
    static const uint32_t places[] = {0, 1, 2, 3, 4, 5};
    for (size_t i = 0; i < 6; i++) {
        uint8_t word[4];
        rq_set32(word, places[i] | 0x70000);
        begin();
        set(0, 0x4D, 4);
        set(0, 0x59, 4);
        for (size_t k = 1; k < ACTORS; k++)
            set(k, 0x51, 4);
        section("RASC", code, sizeof code);
        section("RAHK", word, 4);
        check_note("at %u", places[i]);
        struct rq_doc *doc = finish();
        const struct rq_finding *findings;
        REQUIRE(doc != NULL);
        size_t count = rq_doc_findings(doc, &findings), lost = 0;
        for (size_t k = 0; k < count; k++)
            lost += strcmp(findings[k].id, "rgm-lost-hook") == 0 &&
                    strcmp(findings[k].text, "a hook where no statement begins") == 0;
        CHECK_INT(lost, places[i] == 1 || places[i] == 5); /* 4 is the end of the script */
        rq_doc_free(doc);
    }
}

/* ---- orders ---- */

/* Markers of three coordinates and a flag, or all coordinates and then all flags: more of them have to have coordinates
 * of 24 bits, from -2^23 to 2^24 - 1, in the other order. */
static void test_markers(void)
{
    static const struct {
        size_t at; /* of two markers, behind their number */
        uint32_t value;
        bool swapped;
    } cases[] = {{12, 0, true},          {12, 0xFFFFFF, true},    {12, 0x1000000, false},
                 {12, 0xFF800000, true}, {12, 0xFF7FFFFF, false}, {16, 0xFFFFFF, true},
                 {16, 0x1000000, false}, {20, 0xFFFFFF, true},    {20, 0x1000000, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t markers[4 + 26] = {2};
        rq_set32(markers + 4 + cases[i].at, cases[i].value);
        markers[4 + 24] =
            1; /* the flag of the first; else the highest byte of the last coordinate */
        check_note("%x at %zu", cases[i].value, cases[i].at);
        begin();
        section("MPMK", markers, sizeof markers);
        struct rq_doc *doc = finish();
        REQUIRE(doc != NULL);
        const struct rq_rgm_section *s = rq_rgm_section(rq_doc_root(doc, "rgm"), RQ_RGM_MPMK);
        REQUIRE(s && s->count == 2);
        CHECK_INT(s->swapped, cases[i].swapped);
        CHECK_INT(s->markers[0].flag, cases[i].swapped ? 1 : markers[4 + 12]);
        CHECK_INT(s->markers[1].pos[2],
                  (int32_t)rq_get32(markers + 4 + (cases[i].swapped ? 20 : 21)));
        rq_doc_free(doc);
    }
}

TESTS(test_reaches, test_actors_found, test_scripts_found, test_strings_found, test_rotations,
      test_strings, test_names, test_models, test_records, test_no_records, test_code,
      test_lost_numbers, test_lost_hooks, test_markers)
