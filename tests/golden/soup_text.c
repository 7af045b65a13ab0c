/* Scripts as text. Bytes are laid down by hand from the opcode table and value modes of the
 * specification's "SOUP Scripting", with what the notes on redguard-mod-manager and RGU correct; what
 * blocks compile to follows from "Control Flow" there: an If leads behind its block, all else is Goto. */
#include "formats/redguard/rgm/units.h"
#include "property/samples.h"
#include "rgm_truth.h"

#include <reliquary/soup.h>

/* Both live as long as the program. */
static struct rq_arena arena;
static struct rq_soup_names *known;

/* ---- problems ---- */

static char told[4096];
static size_t told_count;

static void tell(void *ctx, const struct rq_script_problem *p)
{
    size_t used = strlen(told);
    (void)ctx;
    told_count++;
    snprintf(told + used, sizeof told - used, "%zu:%zu+%zu %s%s%s\n", p->line, p->column, p->width,
             p->message, *p->hint ? "; " : "", p->hint);
}

static struct rq_soup_unit *parse(const char *text, size_t size, const struct rq_soup_how *how)
{
    struct rq_soup_units units = {NULL, 0, 0};
    struct rq_error err = {0};
    const struct rq_soup_source source = {"x.soup", {(const uint8_t *)text, size}};
    const struct rq_soup_reading reading = {
        .source = &source, .how = how, .page = RQ_CP437, .arena = &arena, .problem = tell};
    told[0] = 0;
    told_count = 0;
    return rq_soup_parse(&reading, &units, &err) && units.count ? units.units : NULL;
}

static struct rq_soup_how style(enum rq_soup_style is)
{
    known = known ? known : rq_soup_names_new(NULL, NULL);
    return (struct rq_soup_how){.names = known, .style = is};
}

/* ---- there and back ---- */

static struct rq_bytes strings[] = {{(const uint8_t *)"boat", 4},
                                    {(const uint8_t *)"a\"b\\\x01\x9C", 6},
                                    {(const uint8_t *)"boat", 4}};
static int32_t values[] = {3, -1, 7, 3, 2, 7};

static struct rq_soup_unit unit_of(struct rq_bytes code)
{
    size_t stop;
    struct rq_soup_unit unit = {.name = {(const uint8_t *)"HERO", 4}, .instances = 2};
    unit.strings = strings;
    unit.string_count = 3;
    unit.values = values;
    unit.width = 3;
    unit.rows = 2;
    unit.script = rq_soup_decode(code, &arena, &stop);
    return unit;
}

static void check_back(struct rq_bytes code, enum rq_soup_style is)
{
    struct rq_soup_how how = style(is);
    struct rq_soup_unit unit = unit_of(code);
    struct rq_out text = {0}, again = {0};
    REQUIRE(unit.script);
    rq_soup_print(&text, &unit, &how, RQ_CP437);
    struct rq_soup_unit *back = parse((const char *)text.data, text.size, &how);
    CHECK_STR(told, "");
    unsigned differs = 1;
    if (CHECK(back && back->script) && CHECK(rgm_unit_compare(&unit, back, &differs))) {
        CHECK_INT(differs, 0);
        rq_soup_encode(back->script, &again);
        CHECK_MEM(again.data, again.size, code.data, code.size);
    }
    rq_out_free(&text);
    rq_out_free(&again);
}

static void check_both(const uint8_t *data, size_t size)
{
    check_back((struct rq_bytes){data, size}, RQ_SOUP_FLAT);
    check_back((struct rq_bytes){data, size}, RQ_SOUP_STRUCTURED);
}

#define BACK(...) check_both((const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))

/* Every opcode in every mode, and all that the bytes can hold beside what the game writes. */
static void test_values(void)
{
    BACK(0x12, 0x13);
    BACK(0x00, H(39), 1, 0x07, 't', 'i', '3', '2', 0x02, H(39), 1, 0x07, 't', 'i', '\'', '2');
    BACK(0x01, H(8), 0, 0x00, H(0), 0x02, H(0), 0x01, H(0));      /* function 0 */
    BACK(0x02, H(400), 2, 0x07, W(-1), 0x16, W(0x80000000));      /* no name, NumericAlt */
    BACK(0x02, H(85), 1, 0x16, W(9), 0x02, H(86), 1, 0x07, W(9)); /* SetGlobalFlag */
    BACK(0x02, H(86), 1, 0x16, W(9999));                          /* a flag without name */
    BACK(0x06, H(9), 0x06, H(9), 1, 0x07, W(1), 0, 0x06, H(999), 0x07, W(5), 10, 0);
    BACK(0x06, H(1), 0x07, W(1), 11, 7, 0x06, H(1), 0x07, W(1), 12, 0x06, H(1), 0x07, W(1), 255);
    BACK(0x0A, 2, 0x0A, 1, 2, 0x0A, 200, 3, 0x07, W(2), 4, 0x07, W(3), 5, 0x07, W(4), 6, 0x07, W(5),
         7, 0x07, W(6), 8, 0x07, W(7), 9, 0x07, W(8), 0);
    BACK(0x14, 0, 0, H(3), 0x07, W(1), 0, 0x14, 1, 5, H(261), 0x07, W(1), 0, 0x14, 2, 0, H(0), 0x15,
         W(2), 0);
    BACK(0x14, 4, 2, H(3), 0x15, W(0), 0, 0x14, 4, 77, H(3), 0x15, W(-3), 0, 0x14, 10, 1, H(3),
         0x14, 10, 99, H(4), 0);
    BACK(0x0F, 0, 0, H(3), 0x10, 4, 1, H(0x1FF));
    BACK(0x17, 3, 0x1E, 5, 0x12);
    BACK(0x07, W(1), 0x16, W(2), 0x15, W(0), 0x15, W(9)); /* values as statements */
    BACK(0x19, 0, 0, 0, H(4), 0, 0x19, 0, 0, 1, H(4), 0, 0x19, 0, 0, 2, H(4), 0, 0x1A, 0, 0, 0,
         H(4), 0, 0x1A, 0, 0, 1, H(4), 0, 0x1A, 0, 0, 2, H(4), 0);
    BACK(0x02, H(12), 4, 0x06, H(9), 0, 0, 0x06, H(9), 1, 2, 0x0A, 1, 0, 0, 0, 0x0A, 1, 1, 2, 3);
    BACK(0x02, H(12), 3, 0x19, 0, 0, H(4), 0, 0x1A, 4, 0, H(100), 0, 0x14, 10, 0, H(3));
    /* The last variable and string of the actor, and one more. */
    BACK(0x0A, 2, 0x07, W(1), 0, 0x0A, 3, 0x07, W(1), 0, 0x15, W(2), 0x15, W(3), 0x15, W(-1));
    BACK(0x03, 0x06, H(9), 5, 1, 0x0A, 1, 10, 3, 1, 0x14, 0, 0, H(2), 12, 9, 0x14, 0, 0, H(2), 2,
         0x07, W(1), 255, 0x15, W(1), 0, W(0x2A));
}

/* The text of code in an actor with three strings, "a ~" with control characters, and three variables. */
static void check_print(const char *expected, const uint8_t *code, size_t size)
{
    struct rq_bytes text = {(const uint8_t *)"a ~\x1F\x7F", 5};
    struct rq_soup_unit unit = unit_of((struct rq_bytes){code, size});
    struct rq_soup_how how = style(RQ_SOUP_FLAT);
    struct rq_out out = {0};
    unit.strings = &text;
    unit.string_count = 1;
    rq_soup_print(&out, &unit, &how, RQ_CP437);
    rq_put8(&out, 0);
    const char *body = strstr((const char *)out.data, "code {\n");
    if (CHECK(body != NULL))
        CHECK_STR(body + strlen("code {\n"), expected);
    rq_out_free(&out);
}

#define PRINTS(text, ...)                                                                          \
    check_print(text "}\n", (const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))

/* What has no name, or no letters, is a number. 61616120h is 1633771808, 61617F61h is 1633779553. */
static void test_print(void)
{
    PRINTS("    var2 = 1\n    var 3 = 1\n", 0x0A, 2, 0x07, W(1), 0, 0x0A, 3, 0x07, W(1), 0);
    PRINTS("    Rnd(\"a ~\\x1F\\x7F\")\n    string 1\n", 0x02, H(102), 1, 0x15, W(0), 0x15, W(1));
    PRINTS("    RTX('!~~!')\n    RTX(1633771808)\n    RTX(1633779553)\n", 0x00, H(39), 1, 0x07, '!',
           '~', '~', '!', 0x00, H(39), 1, 0x07, ' ', 'a', 'a', 'a', 0x00, H(39), 1, 0x07, 'a', 0x7F,
           'a', 'a');
    PRINTS("    RTX(740239201)\n    RTX(1549498483)\n", 0x00, H(39), 1, 0x07, 'a', '\'', 0x1F, 0x2C,
           0x00, H(39), 1, 0x07, 's', 'x', '[', '\\');
}

static void test_jumps(void)
{
    BACK(0x04, W(0));                                       /* for ever */
    BACK(0x04, W(5));                                       /* to the end */
    BACK(0x04, W(3), 0x11, W(1), 0x05, W(100), 0x1B, W(2)); /* to where no statement begins */
    BACK(0x05, W(0), 0x05, W(5), 0x1B, W(5), 0x11, W(0));
    BACK(0x03, 0x07, W(1), 0, 0x07, W(1), 0, W(0));    /* an If that leads back */
    BACK(0x03, 0x07, W(1), 0, 0x07, W(1), 0, W(0x11)); /* an empty block */
    BACK(0x03, 0x07, W(1), 0, 0x07, W(1), 0, W(3));    /* and one that ends nowhere */
    BACK(0x1E, 5, W(7), 0x12, 0x12);
}

/* if 1 = 1 at each place; A to D are Return. */
#define IF(to)   0x03, 0x07, W(1), 0, 0x07, W(1), 0, W(to) /* 17 bytes */
#define JUMP(to) 0x04, W(to)                               /* 5 bytes */

static void test_blocks(void)
{
    BACK(IF(18), 0x12, 0x12);                                   /* if */
    BACK(IF(23), 0x12, JUMP(24), 0x12, 0x12);                   /* if else */
    BACK(IF(23), 0x12, JUMP(23), 0x12);                         /* else without statements */
    BACK(IF(23), 0x12, JUMP(0), 0x12);                          /* while */
    BACK(IF(22), JUMP(0), 0x12);                                /* while without statements */
    BACK(0x12, JUMP(0), 0x12);                                  /* loop */
    BACK(0x12, JUMP(11), JUMP(0), 0x12);                        /* break */
    BACK(IF(28), 0x12, JUMP(0), JUMP(0), 0x12);                 /* continue */
    BACK(IF(22), JUMP(40), IF(40), 0x12, 0x12);                 /* else if, */
    BACK(IF(23), 0x12, JUMP(46), IF(45), JUMP(46), 0x12, 0x12); /* and else behind it */
    BACK(IF(35), IF(36), 0x12, 0x12, 0x12);                     /* blocks that cross */
    BACK(JUMP(6), 0x12, IF(24), 0x12, JUMP(5));                 /* a jump into a loop, */
    BACK(JUMP(22), IF(23), 0x12);                               /* and into a block */
    BACK(IF(28), 0x12, JUMP(18), JUMP(0), 0x12);                /* two loops, one top */
    BACK(IF(23), 0x12, JUMP(23), JUMP(18));                     /* out of the else, back */
}

/* A block inside of another, 100 deep: deeper ones than the language has stay flat. */
static void test_deep(void)
{
    enum { DEEP = 100 };
    static uint8_t code[DEEP * 17 + 1];
    for (size_t i = 0; i < DEEP; i++) {
        const uint8_t one[] = {IF(DEEP * 17)};
        memcpy(code + i * 17, one, 17);
    }
    code[DEEP * 17] = 0x12;
    check_both(code, sizeof code);
    struct rq_out text = {0};
    struct rq_soup_how how = style(RQ_SOUP_FLAT);
    rq_put_str(&text, "actor \"A\"\ncode {\n");
    for (size_t i = 0; i < DEEP; i++)
        rq_put_str(&text, "if 1 = 1 {\n");
    CHECK(parse((const char *)text.data, text.size, &how) == NULL);
    CHECK(strstr(told, "67:10+1 blocks inside blocks, more than 64 deep\n") != NULL);
    rq_out_cut(&text, 0);
    rq_put_str(&text, "actor \"A\"\ncode {\n");
    for (size_t i = 0; i < 33; i++)
        rq_put_str(&text, "Rnd(");
    CHECK(parse((const char *)text.data, text.size, &how) == NULL);
    CHECK(strstr(told, "3:132+1 calls inside calls, more than 32 deep\n") != NULL);
    rq_out_free(&text);
}

/* What a wrong statement opens is looked at, too, as deep as blocks may be. */
static void test_deep_problems(void)
{
    for (size_t deep = 63; deep <= 64; deep++) {
        struct rq_out text = {0};
        struct rq_soup_how how = style(RQ_SOUP_FLAT);
        rq_put_str(&text, "actor \"A\"\ncode {\n");
        for (size_t i = 0; i < deep; i++)
            rq_put_str(&text, "if 1 = 1 {\n");
        rq_put_str(&text, "% {\n% {\n}\n}\n");
        for (size_t i = 0; i < deep; i++)
            rq_put_str(&text, "}\n");
        rq_put_str(&text, "!\n}\n");
        check_note("%zu", deep);
        CHECK(parse((const char *)text.data, text.size, &how) == NULL);
        CHECK(strstr(told, deep == 63 ? "66:1+1 expected a value, not %\n"
                                      : "67:1+1 expected a value, not %\n") != NULL);
        CHECK_INT(strstr(told, deep == 63 ? "67:1+1 expected a value, not %\n"
                                          : "68:1+1 expected a value, not %\n") != NULL,
                  deep == 63);
        /* The blocks end where they end. */
        CHECK(strstr(told, deep == 63 ? "133:1+1 expected a value, not !\n"
                                      : "135:1+1 expected a value, not !\n") != NULL);
        CHECK(strstr(told, "expected string") == NULL);
        rq_out_free(&text);
    }
}

/* ---- what a text says ---- */

/* The bytes that the code of a text compiles to. */
static void check_code(const char *code, const uint8_t *data, size_t size)
{
    char text[2048];
    struct rq_soup_how how = style(RQ_SOUP_FLAT);
    struct rq_out out = {0};
    snprintf(text, sizeof text, "actor \"A\"\nvar x = 1\ncode {\n%s\n}\n", code);
    struct rq_soup_unit *unit = parse(text, strlen(text), &how);
    CHECK_STR(told, "");
    if (CHECK(unit && unit->script)) {
        rq_soup_encode(unit->script, &out);
        CHECK_MEM(out.data, out.size, data, size);
    }
    rq_out_free(&out);
}

#define COMPILES(text, ...)                                                                        \
    check_code(text, (const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))

static void test_compile(void)
{
    COMPILES("if 1 = 1 { return }\nreturn", IF(18), 0x12, 0x12);
    COMPILES("if 1 == 1 {\n return\n} else {\n endint\n}", IF(23), 0x12, JUMP(24), 0x13);
    COMPILES("while 1 = 1 { endint\n break\n continue }", IF(33), 0x13, JUMP(33), JUMP(0), JUMP(0));
    COMPILES("loop {\n endint\n}", 0x13, JUMP(0));
    COMPILES("a: goto b\nb: gosub a // no more\nend ; nothing\nend b\npause a", JUMP(5), 0x11, W(0),
             0x05, W(0), 0x05, W(5), 0x1B, W(0));
    COMPILES("if returned = 3 { anchor 4 }\nreturned = 5", 0x1E, 3, W(8), 0x17, 4, 0x1E, 5);
    COMPILES("x = x * 2 / 0x10 << -1++", 0x0A, 0, 0x0A, 0, 3, 0x07, W(2), 4, 0x07, W(16), 5, 0x07,
             W(-1), 10, 0);
    COMPILES("RTX('abcd')\n@RTX('abcd')\nfunction RTX(1)", 0x00, H(39), 1, 0x07, 'a', 'b', 'c', 'd',
             0x01, H(39), 1, 0x07, 'a', 'b', 'c', 'd', 0x02, H(39), 1, 0x07, W(1));
    /* Flags of the three functions are NumericAlt; numbers in other cases of letters are found. */
    COMPILES("setglobalflag(flag:Gremlin)", 0x02, H(85), 1, 0x16, W(3));
    COMPILES("Gremlin = 1", 0x06, H(3), 0x07, W(1), 0);
    COMPILES("Me.#5 = 1\nPlayer.#261++\nx.#2--", 0x14, 0, 0, H(5), 0x07, W(1), 0, 0x0F, 1, 0,
             H(261), 0x10, 10, 0, H(2));
    COMPILES("x = 0xa9 + 0xF0 + 0xAf + 0x0", 0x0A, 0, 0x07, W(0xA9), 1, 0x07, W(0xF0), 1, 0x07,
             W(0xAF), 1, 0x07, W(0), 0);
    COMPILES("x = 0x80000000 + 0x7FFFFFFF + 2147483647 + -2147483648", 0x0A, 0, 0x07, W(0x80000000),
             1, 0x07, W(0x7FFFFFFF), 1, 0x07, W(0x7FFFFFFF), 1, 0x07, W(0x80000000), 0);
    COMPILES("var 255 = 0\nPlayer~255.#65535++\nstring 255.Wait(1)", 0x0A, 255, 0x07, W(0), 0, 0x0F,
             1, 255, H(0xFFFF), 0x19, 4, 255, 0, H(60), 1, 0x07, W(1));
    /* A string that is not declared is added; so is none that is there. */
    COMPILES("\"boat\".Wait(\"door\")\n@\"door\".Wait(1)", 0x19, 4, 0, 0, H(60), 1, 0x15, W(1),
             0x19, 4, 1, 1, H(60), 1, 0x07, W(1));
    COMPILES("if Gremlin != 0xFFFFFFFF and Rnd(5) >= x or x cmp 9 1 else goto at 7", 0x03, 0x06,
             H(3), 0, 1, 0x07, W(-1), 1, 0x02, H(102), 1, 0x07, W(5), 5, 0x0A, 0, 0, 2, 0x0A, 0, 0,
             9, 0x07, W(1), 0, W(7));
}

/* Texts in quotes, and bytes, as they come into the map. */
static void test_bytes(void)
{
    static const char text[] = "actor \"A\"\nstring \"\\x01\\x10\\x7F'\\'\\\\\\\"\"\n"
                               "string \"\"\nraw { 0a 9F aF Fb C0 }";
    static const uint8_t raw[] = {0x0A, 0x9F, 0xAF, 0xFB, 0xC0};
    struct rq_soup_how how = style(RQ_SOUP_FLAT);
    const struct rq_soup_unit *unit = parse(text, sizeof text - 1, &how);
    CHECK_STR(told, "");
    REQUIRE(unit && unit->string_count == 2);
    CHECK_MEM(unit->strings[0].data, unit->strings[0].size, "\x01\x10\x7F''\\\"", 7);
    CHECK_INT(unit->strings[1].size, 0);
    CHECK_MEM(unit->raw.data, unit->raw.size, raw, sizeof raw);
    CHECK(unit->script == NULL);
}

/* ---- redguard-mod-manager ---- */

static const struct rq_soup_unit *give_base(void *ctx, struct rq_bytes name)
{
    return name.size == 4 && memcmp(name.data, "HERO", 4) == 0 ? ctx : NULL;
}

/* Its text as the notes on it describe it: names of objects without quotes in small letters, keys of
 * dialogues in quotes, * for operator 4, labels as names. */
static void test_rmm(void)
{
    static const char text[] = "Maps\\ISLAND.RGM\r\n"
                               "ID: 1\r\n"
                               "\r\n"
                               "var2 = 5\r\n"
                               "\r\n"
                               "HERO (Execution starts at #1F)\r\n"
                               "{\r\n"
                               "  if ACTIVATE(\"ci31\") = 1 // Dlg ci31 = ; {\r\n"
                               "  {\r\n"
                               "    RTX(\"ti32\")\r\n"
                               "  }\r\n"
                               "  Endint\r\n"
                               "\r\n"
                               "#1F:\r\n"
                               "  var2 = Have_Gear * 2\r\n"
                               "  door.MoveToLocation(1, boat.Rnd(5))\r\n"
                               "  <Anchor>=3\r\n"
                               "  <TaskPause(#1F)>\r\n"
                               "  if <ScriptRv> = 1\r\n"
                               "  {\r\n"
                               "    Goto #1F\r\n"
                               "  }\r\n"
                               "  Gosub #1F\r\n"
                               "  End #1F\r\n"
                               "}\r\n";
    static const uint8_t code[] = {
        0x03, 0x02,    H(127), 1,       0x07,    'c',  'i',     '3',  '1',
        0,    0x07,    W(1),   0,       W(0x1E),                     /* 00 */
        0x00, H(39),   1,      0x07,    't',     'i',  '3',     '2', /* 15 */
        0x13,                                                        /* 1E */
        0x0A, 2,       0x06,   H(9),    4,       0x07, W(2),    0,   /* 1F */
        0x19, 4,       1,      0,       H(56),   2,    0x07,    W(1), 0x1A,
        4,    0,       H(102), 1,       0x07,    W(5),                         /* 2B */
        0x17, 3,       0x1B,   W(0x1F), 0x1E,    1,    W(0x54), 0x04, W(0x1F), /* 42 */
        0x11, W(0x1F), 0x05,   W(0x1F)};                                       /* 54 */
    static struct rq_bytes names[] = {{(const uint8_t *)"boat", 4}, {(const uint8_t *)"Door", 4}};
    struct rq_soup_unit base = {.name = {(const uint8_t *)"HERO", 4}, .strings = names};
    struct rq_soup_how how = style(RQ_SOUP_RMM);
    struct rq_soup_units units = {NULL, 0, 0};
    struct rq_error err = {0};
    struct rq_out out = {0};
    const struct rq_soup_source source = {"x.txt", {(const uint8_t *)text, sizeof text - 1}};
    const struct rq_soup_reading reading = {.source = &source,
                                            .how = &how,
                                            .page = RQ_CP437,
                                            .arena = &arena,
                                            .problem = tell,
                                            .base = give_base,
                                            .base_ctx = &base};
    base.string_count = 2;
    told[0] = 0;
    CHECK(rq_soup_parse(&reading, &units, &err));
    CHECK_STR(told, "");
    REQUIRE(units.count == 1 && units.units[0].script);
    rq_soup_encode(units.units[0].script, &out);
    CHECK_MEM(out.data, out.size, code, sizeof code);
    CHECK_INT(units.units[0].script->start, 3);
    CHECK_INT(units.units[0].string_count, 2);
    rq_out_free(&out);
}

static struct rq_soup_unit *parse_rmm(const char *text, struct rq_soup_unit *base,
                                      const struct rq_soup_names *names)
{
    struct rq_soup_how how = {.names = names, .style = RQ_SOUP_RMM};
    struct rq_soup_units units = {NULL, 0, 0};
    struct rq_error err = {0};
    const struct rq_soup_source source = {"x.txt", {(const uint8_t *)text, strlen(text)}};
    const struct rq_soup_reading reading = {.source = &source,
                                            .how = &how,
                                            .page = RQ_CP437,
                                            .arena = &arena,
                                            .problem = tell,
                                            .base = give_base,
                                            .base_ctx = base};
    told[0] = 0;
    check_note("%s", text);
    return rq_soup_parse(&reading, &units, &err) && units.count ? units.units : NULL;
}

/* Objects are found whatever the size of their letters, and added once in small ones. */
static void test_rmm_objects(void)
{
    static struct rq_bytes names[] = {{(const uint8_t *)"BOAT", 4}, {(const uint8_t *)"Door", 4}};
    static const uint8_t code[] = {0x1A, 4, 0, 2, H(102), 1, 0x07, W(1), /* */
                                   0x1A, 4, 1, 2, H(102), 1, 0x07, W(2), /* */
                                   0x1A, 4, 2, 2, H(102), 1, 0x07, W(3), /* */
                                   0x1A, 4, 2, 2, H(102), 1, 0x07, W(4)};
    struct rq_soup_unit base = {
        .name = {(const uint8_t *)"HERO", 4}, .strings = names, .string_count = 2};
    struct rq_out out = {0};
    const struct rq_soup_unit *unit =
        parse_rmm("HERO\n{\nboat.Rnd(1)\ndOOR.Rnd(2)\nThe.Other9.Rnd(3)\nthe.OTHER9.Rnd(4)\n}\n",
                  &base, style(RQ_SOUP_RMM).names);
    CHECK_STR(told, "");
    REQUIRE(unit && unit->script && unit->string_count == 3);
    CHECK_MEM(unit->strings[0].data, unit->strings[0].size, "BOAT", 4);
    CHECK_MEM(unit->strings[2].data, unit->strings[2].size, "the.other9", 10);
    rq_soup_encode(unit->script, &out);
    CHECK_MEM(out.data, out.size, code, sizeof code);
    rq_out_free(&out);
}

/* Names of SOUP386.DEF: attributes, which stand before the actor, and references with dots, of which the longest is
 * meant that there is. */
static void test_rmm_names(void)
{
    static const char file[] = "[functions]\r\nfunction Rnd parms 1\r\n[refs]\r\npos.vx\r\nvx\r\n"
                               "[equates]\r\nauto\r\nhealth\r\nspeed\r\nendauto\r\n";
    static const uint8_t code[] = {0x14, 4, 0, H(0), 0x07, W(5), 0,
                                   0x14, 4, 1, H(1), 0x07, W(6), 0};
    struct rq_soup_unit base = {.name = {(const uint8_t *)"HERO", 4}};
    struct rq_doc *doc = read_as((struct rq_bytes){(const uint8_t *)file, sizeof file - 1}, "def");
    REQUIRE(doc);
    struct rq_soup_names *names = rq_soup_names_new(rq_doc_root(doc, "def"), NULL);
    struct rq_out out = {0};
    const struct rq_soup_unit *unit =
        parse_rmm("HERO\n{\nboat.pos.vx = 5\na.b.vx = 6\n}\n", &base, names);
    CHECK_STR(told, "");
    if (CHECK(unit && unit->script)) {
        CHECK_INT(unit->string_count, 2);
        rq_soup_encode(unit->script, &out);
        CHECK_MEM(out.data, out.size, code, sizeof code);
    }
    rq_out_free(&out);
    unit = parse_rmm("health = 255\nspeed = -128\nHERO\n{\n}\n", &base, names);
    CHECK_STR(told, "");
    if (CHECK(unit != NULL)) {
        CHECK_INT(unit->attributes[0], 255);
        CHECK_INT(unit->attributes[1], 128);
    }
    parse_rmm("health = 256\nspeed = -129\nspead = 1\nHERO\n{\n}\n", &base, names);
    CHECK_STR(told,
              "1:1+6 an attribute is from -128 to 255\n2:1+5 an attribute is from -128 to 255\n"
              "3:1+5 no attribute is named spead; did you mean speed?\n");
    rq_soup_names_free(names);
    rq_doc_free(doc);
}

/* The block of the actor counts: 63 more are as many as there may be. */
static void test_rmm_deep(void)
{
    struct rq_soup_unit base = {.name = {(const uint8_t *)"HERO", 4}};
    for (size_t deep = 63; deep <= 64; deep++) {
        struct rq_out text = {0};
        rq_put_str(&text, "HERO\n{\n");
        for (size_t i = 0; i < deep; i++)
            rq_put_str(&text, "if 1 = 1 {\n");
        for (size_t i = 0; i <= deep; i++)
            rq_put_str(&text, "}\n");
        rq_put8(&text, 0);
        parse_rmm((const char *)text.data, &base, style(RQ_SOUP_RMM).names);
        if (deep == 63)
            CHECK_STR(told, "");
        else
            CHECK(strstr(told, "66:10+1 blocks inside blocks, more than 64 deep\n") == told);
        rq_out_free(&text);
    }
}

/* The key of a dialogue that can't stand in quotes is a number: one with a quote in it (22), and one of
 * letters that are none (01). The argument of another function is a number always. 841116020 is 32226974h. */
static void test_rmm_keys(void)
{
    static const uint8_t code[] = {0x00, H(39), 1,    0x07,   't', 'i',  '3',   '2', 0x00, H(39), 1,
                                   0x07, 't',   'i',  '"',    '2', 0x00, H(39), 1,   0x07, 1,     1,
                                   1,    1,     0x02, H(102), 1,   0x07, 't',   'i', '3',  '2'};
    struct rq_soup_how how = style(RQ_SOUP_RMM);
    struct rq_soup_unit unit = unit_of((struct rq_bytes){code, sizeof code});
    struct rq_out text = {0};
    REQUIRE(unit.script);
    CHECK_STR(rq_soup_print_rmm(&text, &unit, &how, RQ_CP437), NULL);
    rq_put8(&text, 0);
    CHECK_STR((char *)text.data, "HERO\n{\n  RTX(\"ti32\")\n  RTX(841116020)\n  RTX(16843009)\n"
                                 "  Rnd(842230132)\n}\n\n");
    rq_out_free(&text);
}

/* ---- problems ---- */

static void check_problem(const char *code, const char *expected)
{
    char text[1024];
    struct rq_soup_how how = style(RQ_SOUP_FLAT);
    snprintf(text, sizeof text, "actor \"A\"\nvar x = 1\ncode {\n%s\n}\n", code);
    check_note("%s", code);
    CHECK(parse(text, strlen(text), &how) == NULL);
    CHECK_STR(told, expected);
}

static void test_problems(void)
{
    check_problem("Rtxx('abcd')", "4:1+4 no function is named Rtxx; did you mean RTX?\n");
    check_problem("  Gremlim = 1", "4:3+7 no flag is named Gremlim; did you mean Gremlin?\n");
    check_problem("var7 = 1",
                  "4:1+4 the actor has no variable var7; \"var N\" is one by its number\n");
    check_problem("Me.pos = 1", "4:4+3 no ref is named pos; SOUP386.DEF of the game has the names: "
                                "--game DIR\n");
    check_problem("x 1", "4:3+1 expected \"=\", not 1\n");
    check_problem("RTX(1", "5:1+1 expected \",\" or \")\" after an argument, not }\n");
    check_problem("RTX('abc')", "4:5+5 expected four letters between the quotes, not 'abc'\n");
    check_problem("if x { }", "4:6+1 expected one of = != < > <= >=, not {\n");
    check_problem("if x = 1 return", "4:10+6 expected \"{\" before a block, not return\n");
    check_problem("x = 99999999999",
                  "4:5+11 the number has to be from -2147483648 to 2147483647\n");
    check_problem("\"d\xC3\xB6\xC3\xB6r\"  !", "4:9+1 expected the end of the line, not !\n");
    check_problem("\"\xE2\x82\xAC\"",
                  "4:1+3 the code page of the map does not have all of these letters\n");
    check_problem("\"boat", "4:1+5 a text in quotes does not end on its line\n");
    check_problem("goto", "5:1+1 expected a label, not }\n");
    check_problem("goto here", "4:6+4 no statement has the label here\n");
    check_problem("a:\na: return", "5:1+1 the label a stands twice\n");
    check_problem("break", "4:1+5 break stands in no while or loop\n");
    check_problem("loop {\n return", "3:6+1 no \"}\" closes this block\n");
    check_problem("anchor 256", "4:8+3 the number has to be from 0 to 255\n");
    check_problem("NullFunction(1)", "4:13+1 function 0 has no arguments\n");
    check_problem("@x = 1", "4:1+1 expected a call after this word\n");
    check_problem("call 8:0 Me.Rnd(1)", "4:1+4 \"call 25:0\" and the like are for statements that "
                                        "call a function of an object\n");
    /* Several at once; blocks of a line that is wrong are read, too. */
    check_problem("if Gremlim = 1 {\n  goto a\n} else {\n  Rtxx(1)\n}\nx = 1 1",
                  "4:4+7 no flag is named Gremlim; did you mean Gremlin?\n"
                  "7:3+4 no function is named Rtxx; did you mean RTX?\n"
                  "9:7+1 expected the end of the line, not 1\n"
                  "5:8+1 no statement has the label a\n");
}

static void check_declaration(const char *text, const char *expected)
{
    struct rq_soup_how how = style(RQ_SOUP_FLAT);
    check_note("%s", text);
    CHECK(parse(text, strlen(text), &how) == NULL);
    CHECK_STR(told, expected);
}

static void test_declarations(void)
{
    check_declaration("", "");
    check_declaration("\xEF\xBB\xBF", "");
    check_declaration("code {\n}\n", "1:1+4 expected actor \"NAME\", not code\n");
    check_declaration("actor HERO", "1:7+4 expected the name of the actor in quotes, not HERO\n");
    check_declaration(
        "actor \"A\"\nvra x = 1\n",
        "2:1+3 expected string, var, attribute, hook, names, keep, code or actor, not "
        "vra\n");
    check_declaration("actor \"A\"\nvar x = 1\nvar x = 2\n", "3:5+1 the variable x stands twice\n");
    check_declaration("actor \"A\"\nvar Gremlin = 1\n", "2:5+7 Gremlin is the name of a flag\n");
    check_declaration("actor \"A\"\ninstances 3\nvar x = 1, 2\n",
                      "3:5+1 expected one value, or one for each of the 3 instances, not 2\n");
    check_declaration("actor \"A\"\ninstances 2000000000\nvar x = 1\n",
                      "1:7+1 1 variables of 2000000000 instances are too many\n");
    check_declaration("actor \"A\"\nattribute health = 1\n",
                      "2:11+6 no attribute is named health; SOUP386.DEF of the game has the names: "
                      "--game DIR\n");
    check_declaration("actor \"A\"\nnames flag Gremlin = 4\n",
                      "2:12+7 the flag Gremlin has the number 3, not 4\n");
    check_declaration("actor \"A\"\nkeep strings\nstring \"x\"\n",
                      "3:8+1 the strings are kept as they are in the map\n");
    check_declaration("actor \"A\"\nhook a\ncode {\nreturn\na:\n}\n",
                      "2:6+1 a hook leads to a statement, and none follows this label\n");
    check_declaration("actor \"A\"\nraw { 1G }\n", "2:7+2 expected a byte, as 1F\n");
}

/* One of a text is enough to see that it is no script. */
static void test_many_problems(void)
{
    struct rq_out text = {0};
    struct rq_soup_how how = style(RQ_SOUP_FLAT);
    rq_put_str(&text, "actor \"A\"\n");
    for (size_t i = 0; i < 1000; i++)
        rq_put_str(&text, "what\n");
    CHECK(parse((const char *)text.data, text.size, &how) == NULL);
    CHECK_INT(told_count, 20);
    rq_out_free(&text);
}

/* ---- whole maps ---- */

struct kept {
    struct rq_soup_source sources[512];
    size_t count, refused;
    struct rq_arena arena;
};

static bool keep_text(void *ctx, const char *name, const char *file, struct rq_bytes text,
                      const char *reason)
{
    struct kept *k = ctx;
    CHECK(*name && *file);
    k->refused += reason != NULL;
    if (reason)
        return true;
    const char *copy = rq_arena_text(&k->arena, (const char *)text.data, text.size);
    k->sources[k->count++] = (struct rq_soup_source){rq_arena_text(&k->arena, file, strlen(file)),
                                                     {(const uint8_t *)copy, text.size}};
    return CHECK(k->count < 512);
}

static size_t check_style(struct rq_bytes file, enum rq_soup_style is,
                          const struct rq_soup_names *names)
{
    struct rq_doc *doc = read_as(file, "rgm");
    struct rq_error err = {0};
    struct rq_out out = {0};
    struct rq_soup_how how = {.names = names, .style = is};
    static struct kept kept;
    kept = (struct kept){.count = 0};
    if (CHECK(doc != NULL)) {
        CHECK(rq_soup_texts(doc, &how, keep_text, &kept, NULL, &err));
        CHECK(rq_soup_put(doc, kept.sources, kept.count, &how, tell, NULL, &out, &err));
        CHECK_STR(err.text, "");
        CHECK_MEM(out.data, out.size, file.data, file.size);
    }
    rq_arena_free(&kept.arena);
    rq_out_free(&out);
    rq_doc_free(doc);
    return kept.count;
}

static void test_sample(void)
{
    static uint8_t bytes[SAMPLE_ROOM];
    struct rq_bytes file = {bytes, sample_rgm(bytes)};
    struct rq_doc *doc = read_as(file, "rgm");
    struct rq_error err = {0};
    struct rq_soup_how how = {.style = RQ_SOUP_STRUCTURED, .actor = "hero"};
    static struct kept kept;
    REQUIRE(doc);
    CHECK(rq_soup_texts(doc, &how, keep_text, &kept, NULL, &err));
    CHECK_INT(kept.count, 1);
    /* By hand from sample_scripts, sample_actors and sample_rgm. */
    CHECK_STR((const char *)kept.sources[0].text.data, "actor \"HERO\"\n"
                                                       "instances 1\n"
                                                       "string \"boat\"\n"
                                                       "string \"door\"\n"
                                                       "var var0 = 7\n"
                                                       "var var1 = -1\n"
                                                       "var var2 = 2\n"
                                                       "attribute 3 = 9\n"
                                                       "hook start\n"
                                                       "hook hook1, 2\n"
                                                       "\n"
                                                       "code {\n"
                                                       "hook1:\n"
                                                       "    if ACTIVATE('ci31') = 1 {\n"
                                                       "        RTX('ti32')\n"
                                                       "    }\n"
                                                       "    endint\n"
                                                       "start:\n"
                                                       "    loop {\n"
                                                       "        var2 = Have_Gear + 1\n"
                                                       "        if returned = 1 else break\n"
                                                       "    }\n"
                                                       "    @\"door\".GetAttribute(var2)\n"
                                                       "    Player.#261 = -1++\n"
                                                       "    Me.#3++\n"
                                                       "    anchor 3\n"
                                                       "    end start\n"
                                                       "}\n");
    rq_arena_free(&kept.arena);
    rq_doc_free(doc);
    check_style(file, RQ_SOUP_FLAT, NULL);
    check_style(file, RQ_SOUP_STRUCTURED, NULL);
}

/* "keep" may stand behind what it keeps, which then says nothing: the map stays as it is. */
static void test_kept_behind(void)
{
    static const char text[] =
        "actor \"HERO\"\ninstances 1\nvar a = 1\nvar b = 2\nvar c = 3\n"
        "keep strings\nkeep variables\nkeep attributes\nkeep hooks\nkeep code\n";
    static uint8_t bytes[SAMPLE_ROOM];
    struct rq_bytes file = {bytes, sample_rgm(bytes)};
    struct rq_doc *doc = read_as(file, "rgm");
    const struct rq_soup_source source = {"x", {(const uint8_t *)text, sizeof text - 1}};
    const struct rq_soup_how how = style(RQ_SOUP_FLAT);
    struct rq_error err = {0};
    struct rq_out out = {0};
    REQUIRE(doc);
    CHECK(rq_soup_put(doc, &source, 1, &how, NULL, NULL, &out, &err));
    CHECK_STR(err.text, "");
    CHECK_MEM(out.data, out.size, file.data, file.size);
    rq_out_free(&out);
    rq_doc_free(doc);
}

static bool count_texts(void *ctx, const char *name, const char *file, struct rq_bytes text,
                        const char *reason)
{
    (void)name;
    (void)file;
    *(size_t *)ctx += reason ? 0 : text.size;
    return true;
}

/* Texts of the sample, and an edit of it, with each allocation refused in turn. */
static bool work_with(const struct rq_alloc *alloc, enum rq_soup_style is, bool *edited)
{
    static const char edit[] = "actor \"HERO\"\nstring \"mast\"\nvar a = 1\nattribute 3 = 5\n"
                               "hook x\ncode {\nx: lookObj(\"mast\")\nlookObj(\"pier\")\n}\n";
    static uint8_t bytes[SAMPLE_ROOM];
    struct rq_bytes file = {bytes, sample_rgm(bytes)};
    const struct rq_options options = {.format = rq_format_by_name("rgm"), .alloc = alloc};
    const struct rq_soup_how how = {.names = known, .style = is}, flat = style(RQ_SOUP_FLAT);
    const struct rq_soup_source source = {"x", {(const uint8_t *)edit, sizeof edit - 1}};
    struct rq_error err = {0};
    struct rq_out out = {.alloc = alloc};
    size_t size = 0;
    struct rq_doc *doc = rq_doc_read(file, &options, &err);
    bool fine = doc && rq_soup_texts(doc, &how, count_texts, &size, NULL, &err);
    *edited = fine && rq_soup_put(doc, &source, 1, &flat, NULL, NULL, &out, &err);
    CHECK(*edited || err.code != RQ_OK);
    rq_out_free(&out);
    rq_doc_free(doc);
    return size > 0;
}

static void test_memory(void)
{
    enum { MOST = 5000 };
    style(RQ_SOUP_FLAT);
    for (int is = RQ_SOUP_FLAT; is <= RQ_SOUP_RGPRE; is++) {
        bool edited = false;
        for (size_t n = 1; n < MOST; n++) {
            struct check_failing failing = {.fail_at = n};
            const struct rq_alloc alloc = {check_failing_realloc, &failing};
            work_with(&alloc, (enum rq_soup_style)is, &edited);
            CHECK_INT(failing.live_blocks, 0);
            if (failing.calls < n)
                break;
        }
        CHECK(edited);
    }
}

/* ---- the corpus ---- */

static struct rq_soup_names *corpus_names(void)
{
    size_t size = 0;
    uint8_t *data = check_read(check_corpus("redguard/soup386/SOUP386.DEF"), &size);
    struct rq_doc *def = data ? read_as((struct rq_bytes){data, size}, "def") : NULL;
    struct rq_soup_names *names = def ? rq_soup_names_new(rq_doc_root(def, "def"), NULL) : NULL;
    rq_doc_free(def);
    free(data);
    return names;
}

static struct rq_soup_names *of_corpus;
static size_t texts_seen, rmm_seen;

/* The text of an actor, read without its map, is what the maker of the corpus says of the script. */
static void check_against_truth(const struct kept *kept, struct rq_jr *jr, size_t actor)
{
    struct rq_soup_how how = {.names = of_corpus};
    struct rq_str key;
    struct rq_out code = {0};
    const struct rq_bytes text = kept->sources[actor].text;
    struct rq_soup_unit *unit = parse((const char *)text.data, text.size, &how);
    CHECK_STR(told, "");
    if (CHECK(unit != NULL) && unit->script)
        rq_soup_encode(unit->script, &code);
    rq_jr_object(jr);
    while (rq_jr_key(jr, &key)) {
        if (rq_str_is(key, "listing"))
            check_listing(jr, unit ? unit->script : NULL);
        else if (rq_str_is(key, "num_strings") && unit)
            CHECK_INT(unit->string_count, number(jr));
        else if (rq_str_is(key, "script_pc") && unit && unit->script)
            CHECK_INT(unit->script->start > 0 ? unit->script->instrs[unit->script->start].offset
                                              : 0,
                      number(jr));
        else
            rq_jr_skip(jr);
    }
    rq_out_free(&code);
    texts_seen++;
}

static void put_before(struct rq_out *out, struct rq_bytes text, const char *place,
                       const char *more)
{
    const char *from = (const char *)text.data, *at = strstr(from, place);
    size_t size = at ? (size_t)(at - from) : text.size;
    rq_put(out, from, size);
    rq_put_str(out, at ? more : "");
    rq_put(out, from + size, text.size - size);
}

/* A string, a variable, an attribute, a hook and a statement more for every actor; and back. */
static void check_edits(struct rq_bytes file, const struct kept *kept)
{
    static struct rq_soup_source edited[512];
    struct rq_soup_how how = {.names = of_corpus, .style = RQ_SOUP_FLAT};
    struct rq_doc *before = read_as(file, "rgm"), *after;
    struct rq_arena room = {0};
    struct rq_out first = {0}, text = {0}, again = {0};
    struct rq_error err = {0};
    for (size_t i = 0; i < kept->count; i++) {
        edited[i] = kept->sources[i];
        rq_out_cut(&text, 0);
        CHECK(!strstr((const char *)edited[i].text.data, "\nkeep "));
        put_before(&text, edited[i].text, "\ncode {\n",
                   "var more = 5\nattribute 250 = 7\nhook more");
        edited[i].text.data =
            (const uint8_t *)rq_arena_text(&room, (const char *)text.data, text.size);
        rq_out_cut(&text, 0);
        edited[i].text.size = strlen((const char *)edited[i].text.data);
        put_before(&text, edited[i].text, "}\n", "more:\n    lookObj(\"nobody has it\")\n");
        edited[i].text = (struct rq_bytes){
            (const uint8_t *)rq_arena_text(&room, (const char *)text.data, text.size), text.size};
    }
    REQUIRE(before);
    told[0] = 0;
    CHECK(rq_soup_put(before, edited, kept->count, &how, tell, NULL, &first, &err));
    CHECK_STR(told, "");
    CHECK_STR(err.text, "");
    CHECK(first.size > file.size);
    CHECK_INT(rq_doc_verify(rq_out_bytes(&first), NULL, true, &err), RQ_IDENTICAL);
    if (CHECK((after = read_as(rq_out_bytes(&first), "rgm")) != NULL)) {
        CHECK(rq_soup_put(after, kept->sources, kept->count, &how, tell, NULL, &again, &err));
        CHECK_MEM(again.data, again.size, file.data, file.size);
        rq_doc_free(after);
    }
    rq_doc_free(before);
    rq_out_free(&first);
    rq_out_free(&again);
    rq_out_free(&text);
    rq_arena_free(&room);
}

static void check_map(const char *name, struct rq_bytes bytes, struct rq_bytes truth)
{
    struct rq_doc *doc = read_as(bytes, "rgm");
    struct rq_error err = {0};
    struct rq_soup_how how = {.names = of_corpus, .style = RQ_SOUP_FLAT};
    static struct kept kept;
    struct rq_ctx ctx;
    struct rq_str key;
    (void)name;
    kept = (struct kept){.count = 0};
    REQUIRE(doc);
    CHECK(rq_soup_texts(doc, &how, keep_text, &kept, NULL, &err));
    struct rq_jr jr = open_truth(truth, &ctx);
    rq_jr_object(&jr);
    while (rq_jr_key(&jr, &key)) {
        size_t n = 0;
        if (!rq_str_is(key, "actors")) {
            rq_jr_skip(&jr);
            continue;
        }
        rq_jr_array(&jr);
        for (; rq_jr_more(&jr) && n < kept.count; n++)
            check_against_truth(&kept, &jr, n);
        CHECK_INT(n, kept.count);
    }
    CHECK_STR(truth_err.text, "");
    check_edits(bytes, &kept);
    rq_arena_free(&truth_arena);
    rq_arena_free(&kept.arena);
    rq_doc_free(doc);
    check_style(bytes, RQ_SOUP_FLAT, of_corpus);
    check_style(bytes, RQ_SOUP_STRUCTURED, of_corpus);
    check_style(bytes, RQ_SOUP_FLAT, NULL);
    check_style(bytes, RQ_SOUP_STRUCTURED, NULL);
    rmm_seen += check_style(bytes, RQ_SOUP_RMM, of_corpus);
}

static void test_corpus(void)
{
    NEEDS_CORPUS("redguard");
    of_corpus = corpus_names();
    REQUIRE(of_corpus);
    texts_seen = instrs_seen = rmm_seen = 0;
    each_corpus("*.RGM", check_map);
    CHECK(texts_seen > 100 && instrs_seen > 1000 && rmm_seen > 0);
    rq_soup_names_free(of_corpus);
}

TESTS(test_values, test_jumps, test_blocks, test_deep, test_deep_problems, test_compile, test_print,
      test_bytes, test_rmm, test_rmm_objects, test_rmm_names, test_rmm_deep, test_rmm_keys,
      test_problems, test_declarations, test_many_problems, test_sample, test_kept_behind,
      test_memory, test_corpus)
