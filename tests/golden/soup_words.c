/* What is said about texts of actors, word for word, and the texts of other tools: the place is line:column+width. Read by
 * eye for whether a modder knows what to change. Numbers of functions are those of the specification's list. */
#include "core/bytes.h"
#include "script/soup/print.h"
#include "support/check.h"

#include <reliquary/soup.h>
#include <stdio.h>

#define H(n) (uint8_t)((n)), (uint8_t)((n) >> 8)
#define W(n) H(n), H((uint32_t)(n) >> 16)

/* Both live as long as the program. */
static struct rq_arena arena;
static struct rq_soup_names *known;
static char told[4096];

static void tell(void *ctx, const struct rq_script_problem *p)
{
    size_t used = strlen(told);
    (void)ctx;
    snprintf(told + used, sizeof told - used, "%zu:%zu+%zu %s%s%s\n", p->line, p->column, p->width,
             p->message, *p->hint ? "; " : "", p->hint);
}

/* ---- names of items and maps ---- */

/* Two items have one name, one has a name that can't stand in brackets, and 9 has a long one. */
static void name_item(void *ctx, int32_t number, struct rq_out *out)
{
    static const char *const names[] = {"lamp", "rope", "rope", "<key>", "", "7 keys"};
    (void)ctx;
    if (number >= 0 && number < 6)
        rq_put_str(out, names[number]);
    for (int i = 0; number == 9 && i < 40; i++)
        rq_put_str(out, "ab\xC3\xA9");
}

static void name_map(void *ctx, int32_t number, struct rq_out *out)
{
    (void)ctx;
    if (number == 1)
        rq_put_str(out, "maps\\ISLAND.RGM");
}

static void name_line(void *ctx, const char key[5], struct rq_out *out)
{
    (void)ctx;
    rq_putf(out, "said\n%s", key);
}

static const struct rq_soup_notes notes = {NULL, name_line, name_item, name_map};

static struct rq_soup_how style(enum rq_soup_style is, bool named)
{
    known = known ? known : rq_soup_names_new(NULL, NULL);
    return (struct rq_soup_how){.names = known, .style = is, .notes = named ? &notes : NULL};
}

static const struct rq_soup_unit *give_base(void *ctx, struct rq_bytes name)
{
    return name.size == 4 && memcmp(name.data, "HERO", 4) == 0 ? ctx : NULL;
}

static struct rq_soup_unit *parse(const char *text, const struct rq_soup_how *how)
{
    static struct rq_bytes names[] = {{(const uint8_t *)"boat", 4}, {(const uint8_t *)"Door", 4}};
    static struct rq_soup_unit base = {
        .name = {(const uint8_t *)"HERO", 4}, .strings = names, .string_count = 2};
    struct rq_soup_units units = {NULL, 0, 0};
    struct rq_error err = {0};
    const struct rq_soup_source source = {"x.soup", {(const uint8_t *)text, strlen(text)}};
    const struct rq_soup_reading reading = {.source = &source,
                                            .how = how,
                                            .page = RQ_CP437,
                                            .arena = &arena,
                                            .problem = tell,
                                            .base = give_base,
                                            .base_ctx = &base};
    told[0] = 0;
    check_note("%s", text);
    return rq_soup_parse(&reading, &units, &err) && units.count ? units.units : NULL;
}

struct row {
    const char *text, *told;
};

static void check_rows(const struct row *rows, size_t count, enum rq_soup_style is,
                       const char *before, const char *behind)
{
    for (size_t i = 0; i < count; i++) {
        char text[2048];
        struct rq_soup_how how = style(is, is == RQ_SOUP_RMM);
        snprintf(text, sizeof text, "%s%s%s", before, rows[i].text, behind);
        const struct rq_soup_unit *unit = parse(text, &how);
        CHECK_STR(told, rows[i].told);
        CHECK((unit != NULL) == !*rows[i].told);
    }
}

#define CHECK_ROWS(rows, is, before, behind)                                                       \
    check_rows(rows, sizeof(rows) / sizeof(rows)[0], is, before, behind)

/* Names are told up to their 60th letter, other words up to the 40th; what stands behind it is in capitals. */
#define L20 "abcdefghijklmnopqrst"
#define L40 L20 L20
#define L60 L40 L20
#define D20 "01234567890123456789"

/* clang-format off */
static const struct row statements[] = {
    {"x = x 5", "4:7+1 expected the end of the line, not 5\n"},
    {"x = ", "5:1+1 expected a value, not }\n"},
    {"x = Rnd", "5:1+1 expected \"(\" after a function, not }\n"},
    {"Rnd 5", "4:5+1 expected \"(\" after a function, not 5\n"},
    {"Rnd(1, 2", "5:1+1 expected \",\" or \")\" after an argument, not }\n"},
    {"Rnd(1 2)", "4:7+1 expected \",\" or \")\" after an argument, not 2\n"},
    {"Rnd()", ""},
    {"x.y = 1", "4:3+1 no ref is named y; SOUP386.DEF of the game has the names: --game DIR\n"},
    {"x. = 1", "4:4+1 expected the name of a function or reference, not =\n"},
    {"Me = 1", "4:4+1 expected \".\" after an object, not =\n"},
    {"Me.Rnd = 1", "4:4+3 no ref is named Rnd; SOUP386.DEF of the game has the names: --game DIR\n"},
    {"Me.5 = 1", "4:4+1 expected the name of a function or reference, not 5\n"},
    {"Me.#5 += 1", "4:7+1 expected \"=\", \"++\" or \"--\", not +\n"},
    {"Me.#5", "5:1+1 expected \"=\", \"++\" or \"--\", not }\n"},
    {"Player.#70000 = 1", "4:9+5 the number has to be from 0 to 65535\n"},
    {"x++", "4:2+2 expected \"=\", not ++\n"},
    {"x--", "4:2+2 expected \"=\", not --\n"},
    {"Gremlin++", "4:8+2 expected \"=\", not ++\n"},
    {"flag 3 = 1", ""},
    {"flag3 = 1", "4:1+5 no flag is named flag3\n"},
    {"flag:Gremlin = 1", "4:14+1 expected the end of the line, not =\n"},
    {"x = flag:Nothing", "4:10+7 no flag is named Nothing\n"},
    {"x = flag", "5:1+1 expected a number, not }\n"},
    {"x = attribute:Nothing", "4:15+7 no attribute is named Nothing; SOUP386.DEF of the game has the names: --game DIR\n"},
    {"x = -5", ""},
    {"x = --5", "4:5+2 expected a value, not --\n"},
    {"x = 0x1FF", ""},
    {"x = 0x1FFFFFFFF", "4:5+11 the number has to be from -2147483648 to 2147483647\n"},
    {"x = 'abcd'", ""},
    {"x = 'ab'", "4:5+4 expected four letters between the quotes, not 'ab'\n"},
    {"x = \"no such\"", ""},
    {"x = \"a\\qb\"", "4:7+2 expected \\\", \\\\ or \\x01 to \\x7F\n"},
    {"x = \"a\\x41b\"", ""},
    {"x = \"a\\x4\"", "4:7+2 expected \\\", \\\\ or \\x01 to \\x7F\n"},
    {"x = 5 +", "5:1+1 expected a value, not }\n"},
    {"x = 5 + + 5", "4:9+1 expected a value, not +\n"},
    {"x = 5 ++ 5", "4:10+1 expected the end of the line, not 5\n"},
    {"if x = 1 { return } else return", "4:26+6 expected \"{\" before a block, not return\n"},
    {"if x = 1 { return } else { return", "3:6+1 no \"}\" closes this block\n"},
    {"if x = 1 else continue", "4:15+8 continue stands in no while or loop\n"},
    {"if x = 1 else break", "4:15+5 break stands in no while or loop\n"},
    {"if x = 1 else return", "4:15+6 expected goto, break or continue after \"else\" of an if without a block, not return\n"},
    {"if x = 1 and { return }", "4:14+1 expected a value, not {\n" "5:1+1 expected string, var, attribute, hook, names, keep, code or actor, not }\n"},
    {"if x = 1 or x { return }", "4:15+1 expected one of = != < > <= >=, not {\n" "5:1+1 expected string, var, attribute, hook, names, keep, code or actor, not }\n"},
    {"if { return }", "4:4+1 expected a value, not {\n" "5:1+1 expected string, var, attribute, hook, names, keep, code or actor, not }\n"},
    {"while x { return }", "4:9+1 expected one of = != < > <= >=, not {\n" "5:1+1 expected string, var, attribute, hook, names, keep, code or actor, not }\n"},
    {"while x = 1 return", "4:13+6 expected \"{\" before a block, not return\n"},
    {"loop return", "4:6+6 expected \"{\" before a block, not return\n"},
    {"loop { continue", "3:6+1 no \"}\" closes this block\n"},
    {"break }", "4:1+5 break stands in no while or loop\n" "5:1+1 expected string, var, attribute, hook, names, keep, code or actor, not }\n"},
    {"end nothing", "4:5+7 no statement has the label nothing\n"},
    {"end 5", "4:5+1 expected a label, not 5\n"},
    {"gosub", "5:1+1 expected a label, not }\n"},
    {"gosub 5", "4:7+1 expected a label, not 5\n"},
    {"pause", "5:1+1 expected a label, not }\n"},
    {"anchor", "5:1+1 expected a number, not }\n"},
    {"anchor x", "4:8+1 expected a number, not x\n"},
    {"returned = 256", "4:12+3 the number has to be from 0 to 255\n"},
    {"returned 5", "4:10+1 expected \"=\" after \"returned\", not 5\n"},
    {"if returned = x { return }", "4:15+1 expected a number, not x\n" "5:1+1 expected string, var, attribute, hook, names, keep, code or actor, not }\n"},
    {"if returned { return }", "4:13+1 expected \"=\" after \"returned\", not {\n" "5:1+1 expected string, var, attribute, hook, names, keep, code or actor, not }\n"},
    {"return 5", "4:8+1 expected the end of the line, not 5\n"},
    {"endint x", "4:8+1 expected the end of the line, not x\n"},
    {"endint", ""},
    {"task Rnd(1)", ""},
    {"multitask Rnd(1)", "4:1+9 no flag is named multitask\n"},
    {"function Rnd(1)", ""},
    {"task x = 1", "4:1+1 expected a call after this word\n"},
    {"@", "5:1+1 expected a value, not }\n"},
    {"@@Rnd(1)", "4:2+1 expected a value, not @\n"},
    {"#102(5)", ""},
    {"#70000(5)", "4:2+5 the number has to be from 0 to 65535\n"},
    {"#x(5)", "4:2+1 expected a number, not x\n"},
    {"a b:", "4:1+1 no flag is named a\n"},
    {"5:", "4:2+1 expected the end of the line, not :\n"},
    {":", "4:1+1 expected a value, not :\n"},
    {"{", "4:1+1 expected a value, not {\n" "3:6+1 no \"}\" closes this block\n"},
    {"}", "5:1+1 expected string, var, attribute, hook, names, keep, code or actor, not }\n"},
    {"return }", "5:1+1 expected string, var, attribute, hook, names, keep, code or actor, not }\n"},
    {"raw", "4:1+3 no flag is named raw\n"},
    {"var y = 1", "4:5+1 expected a number, not y\n"},
    {"!", "4:1+1 expected a value, not !\n"},
    {"%", "4:1+1 expected a value, not %\n"},
    {"\303\251", "4:1+1 expected a value, not \303\251\n"},
    {"x = \303\251", "4:5+1 expected a value, not \303\251\n"},
    {"call 3:0 Rnd(1)", "4:1+4 \"call 25:0\" and the like are for statements that call a function of an object\n"},
    {"call x", "4:6+1 expected a number, not x\n"},
    {"goto at 5", ""},
    {"goto at x", "4:9+1 expected a number, not x\n"},
    {"call 25:3 Me.Rnd(1)", "4:1+4 the kind of a call is 0, 1 or 2\n"},
    {"x = [1, 2, 3]", "4:5+1 expected a value, not [\n"},
    {"x = 5 [1, 2]", "4:7+1 expected the end of the line, not [\n"},
    {"x = " L60 "Z", "4:5+61 no flag is named " L60 "\n"},
    {L60 "Z(1)", "4:1+61 no function is named " L60 "\n"},
    {"goto " L60 "Z", "4:6+61 no statement has the label " L60 "\n"},
    {L60 "Z: return\n" L60 "Z: return", "5:1+61 the label " L60 " stands twice\n"},
    {"var" D20 D20 D20 " = 1", "4:1+63 the actor has no variable var" D20 D20 "01234567890123456; \"var N\" is one by its number\n"},
    {"x = 5 " L40 "Z", "4:7+41 expected the end of the line, not " L40 "\n"},
    {"x = 0xa9 + 0xF0 + 0xAf", ""},
    {"x = 0x1g", "4:8+1 expected the end of the line, not g\n"},
    {"x = 0x1G", "4:8+1 expected the end of the line, not G\n"},
    {"x = 0x100000000", "4:5+11 the number has to be from -2147483648 to 2147483647\n"},
    {"x = 0xFFFFFFFF", ""},
    {"x = 4294967295", "4:5+10 the number has to be from -2147483648 to 2147483647\n"},
    {"x = 2147483647 + -2147483648", ""},
    {"x = -2147483649", "4:5+11 the number has to be from -2147483648 to 2147483647\n"},
    {"x = \"a\\x41\"", ""},
    {"x = \"\\x7F\\x01\\x10\"", ""},
    {"x = \"\\x80\"", "4:6+2 expected \\\", \\\\ or \\x01 to \\x7F\n"},
    {"x = \"\\x00\"", "4:6+2 expected \\\", \\\\ or \\x01 to \\x7F\n"},
    {"x = \"a\\", "4:5+3 a text in quotes does not end on its line\n"},
    {"Player~255.#5 = 1", ""},
    {"Player~256.#5 = 1", "4:8+3 the number has to be from 0 to 255\n"},
    {"call 25:2 Me.Rnd(1)", ""},
    {"var 255 = 1", ""},
    {"var 256 = 1", "4:5+3 the number has to be from 0 to 255\n"},
    {"string 255.Rnd(1)", ""},
    {"string 256.Rnd(1)", "4:8+1 an object is one of the first 256 strings or variables\n"},
    {"string -1.Rnd(1)", "4:8+1 an object is one of the first 256 strings or variables\n"},
    {"string 0.Rnd(1)", ""},
};
static const struct row declarations[] = {
    {"actor \"A\" \"B\"\n", "1:11+3 expected the end of the line, not \"B\"\n"},
    {"actor \"A\"\nactor \"A\"\ncode { }\n", ""},
    {"actor \"A\"\ninstances\n", "3:1+1 expected a number, not the end of the text\n"},
    {"actor \"A\"\ninstances x\n", "2:11+1 expected a number, not x\n"},
    {"actor \"A\"\ninstances -1\n", ""},
    {"actor \"A\"\ninstances 0\nvar x = 1\n", ""},
    {"actor \"A\"\nstring\n", "3:1+1 expected a text in quotes, not the end of the text\n"},
    {"actor \"A\"\nstring x\n", "2:8+1 expected a text in quotes, not x\n"},
    {"actor \"A\"\nstring \"a\" \"b\"\n", "2:12+3 expected the end of the line, not \"b\"\n"},
    {"actor \"A\"\nstring \"a\"\nstring \"a\"\n", ""},
    {"actor \"A\"\nvar\n", "3:1+1 expected a name of a variable, not the end of the text\n"},
    {"actor \"A\"\nvar 5 = 1\n", "2:5+1 expected a name of a variable, not 5\n"},
    {"actor \"A\"\nvar x\n", "3:1+1 expected \"=\" and the first value, not the end of the text\n"},
    {"actor \"A\"\nvar x =\n", "3:1+1 expected a number, not the end of the text\n"},
    {"actor \"A\"\nvar x = y\n", "2:9+1 expected a number, not y\n"},
    {"actor \"A\"\nvar x = 1,\n", "3:1+1 expected a number, not the end of the text\n"},
    {"actor \"A\"\nvar x = count\n", ""},
    {"actor \"A\"\n//", ""},
    {"actor \"A\"\n/", "2:1+1 expected string, var, attribute, hook, names, keep, code or actor, not /\n"},
    {"actor \"A\"\n==", "2:1+2 expected string, var, attribute, hook, names, keep, code or actor, not ==\n"},
    {"actor \"A\"\ninstances 0x5", ""},
    {"actor \"A\"\ninstances 0x", "2:12+1 expected the end of the line, not x\n"},
    {"actor \"A\"\ninstances 1048576\nvar x = 1\n", ""},
    {"actor \"A\"\ninstances 1048577\nvar x = 1\n", "1:7+1 1 variables of 1048577 instances are too many\n"},
    {"actor \"A\"\nattribute " L60 "Z = 1\n", "2:11+61 no attribute is named " L60 "; SOUP386.DEF of the game has the names: --game DIR\n"},
    {"actor \"A\"\nnames flag " L60 "Z = 2000\nvar " L60 "Z = 1\n", "3:5+61 " L60 " is the name of a flag\n"},
    {"actor \"A\"\nnames flag " L60 "Z = 2000, " L60 "Z = 1\n", "2:82+61 the flag " L60 " has the number 2000, not 1\n"},
    {"actor \"A\"\nvar " L60 "Z = 1\nvar " L60 "Z = 1\n", "3:5+61 the variable " L60 " stands twice\n"},
    {"actor \"A\"\nnames flag Nil = 0\nvar Nil = 1\n", "3:5+3 Nil is the name of a flag\n"},
    {"actor \"A\"\nnames flag Nil = 0, Nil = 1\n", "2:21+3 the flag Nil has the number 0, not 1\n"},
    {"actor \"A\"\nnames function Nil = 0\ncode {\nNil = 1\n}\n", "4:5+1 expected \"(\" after a function, not =\n"},
    {"actor \"A\"\nnames attribute x = 255\nattribute x = 5\n", ""},
    {"actor \"A\"\nnames attribute x = 256\nattribute x = 5\n", "3:11+1 no attribute is named x; SOUP386.DEF of the game has the names: --game DIR\n"},
    {"actor \"A\"\nnames attribute x = 0\nattribute x = 5\n", ""},
    {"actor \"A\"\nnames ref r = 255\ncode {\nMe.r:255 = 1\n}\n", ""},
    {"actor \"A\"\nnames ref r = 256\ncode {\nMe.r = 1\n}\n", "4:4+1 no ref is named r; SOUP386.DEF of the game has the names: --game DIR\n"},
    {"actor \"A\"\nnames ref r = 0\ncode {\nMe.r:256 = 1\n}\n", "4:6+3 the number has to be from 0 to 255\n"},
    {"actor \"A\"\nhook " L60 "Z\n", "2:6+61 no statement has the label " L60 "\n"},
    {"actor \"A\"\nraw { 1F", "2:9+1 expected \"}\" after the bytes, not the end of the text\n"},
    {"actor \"A\"\nraw { 1", "2:7+1 expected a byte, as 1F\n"},
    {"actor \"A\"\nraw { @0 }", "2:7+2 expected a byte, as 1F\n"},
    {"actor \"A\"\nraw { G0 }", "2:7+2 expected a byte, as 1F\n"},
    {"actor \"A\"\nraw { 0` }", "2:7+2 expected a byte, as 1F\n"},
    {"actor \"A\"\nraw { 0g }", "2:7+2 expected a byte, as 1F\n"},
    {"actor \"A\"\nvar x = 2147483648\n", "2:9+10 the number has to be from -2147483648 to 2147483647\n"},
    {"actor \"A\"\nvar x = -2147483648\n", ""},
    {"actor \"A\"\nattribute\n", "3:1+1 expected a number, not the end of the text\n"},
    {"actor \"A\"\nattribute 256 = 1\n", "2:11+3 the number has to be from 0 to 255\n"},
    {"actor \"A\"\nattribute 3 = 256\n", "2:15+3 the number has to be from -128 to 255\n"},
    {"actor \"A\"\nattribute 3 = -129\n", "2:15+4 the number has to be from -128 to 255\n"},
    {"actor \"A\"\nattribute 3 = 255\n", ""},
    {"actor \"A\"\nattribute 3 = 1\nattribute 3 = 2\n", ""},
    {"actor \"A\"\nattribute 3\n", "3:1+1 expected \"=\" and the value of the attribute, not the end of the text\n"},
    {"actor \"A\"\nhook\n", "3:1+1 expected a label, not the end of the text\n"},
    {"actor \"A\"\nhook at 5\n", ""},
    {"actor \"A\"\nhook at x\n", "2:9+1 expected a number, not x\n"},
    {"actor \"A\"\nhook 5\n", "2:6+1 expected a label, not 5\n"},
    {"actor \"A\"\nhook nothing\ncode { return }\n", "2:6+7 no statement has the label nothing\n"},
    {"actor \"A\"\nhook a\nhook a\ncode {\na: return\n}\n", ""},
    {"actor \"A\"\nkeep\n", "3:1+1 expected strings, variables, attributes, hooks or code, not the end of the text\n"},
    {"actor \"A\"\nkeep nothing\n", "2:6+7 expected strings, variables, attributes, hooks or code, not nothing\n"},
    {"actor \"A\"\nkeep code\ncode { return }\n", ""},
    {"actor \"A\"\nkeep code\nkeep code\n", ""},
    {"actor \"A\"\nkeep variables\nvar x = 1\n", "3:5+1 the variables are kept as they are in the map\n"},
    {"actor \"A\"\nkeep attributes\nattribute 3 = 1\n", "3:11+1 the attributes are kept as they are in the map\n"},
    {"actor \"A\"\nkeep hooks\nhook at 5\n", "3:6+1 the hooks are kept as they are in the map\n"},
    {"actor \"A\"\nstart\n", "3:1+1 expected \"at\" and a place, or the label \"start:\" in the code, not the end of the text\n"},
    {"actor \"A\"\nstart at\n", "3:1+1 expected a number, not the end of the text\n"},
    {"actor \"A\"\nstart at 5\n", ""},
    {"actor \"A\"\nstart at 5\ncode {\nstart: return\n}\n", "1:7+1 the actor has both \"start at\" and the label start\n"},
    {"actor \"A\"\nstart at -1\n", "2:10+2 the number has to be from 0 to 4294967295\n"},
    {"actor \"A\"\ncode {\nreturn\nstart:\n}\n", "1:7+1 no statement follows the label start\n"},
    {"actor \"A\"\nnames\n", "3:1+1 expected function, flag, ref, attribute or animation, not the end of the text\n"},
    {"actor \"A\"\nnames frob x = 1\n", "2:7+4 expected function, flag, ref, attribute or animation, not frob\n"},
    {"actor \"A\"\nnames flag\n", "3:1+1 expected a name, not the end of the text\n"},
    {"actor \"A\"\nnames flag x\n", "3:1+1 expected \"=\" and the number of the name, not the end of the text\n"},
    {"actor \"A\"\nnames flag x = y\n", "2:16+1 expected a number, not y\n"},
    {"actor \"A\"\nnames flag x = 70000\n", "2:16+5 the number has to be from 0 to 65535\n"},
    {"actor \"A\"\nnames ref a. = 5\n", "2:14+1 expected a name after the dot, not =\n"},
    {"actor \"A\"\nnames ref a.b = 5\ncode {\nMe.a.b = 1\n}\n", ""},
    {"actor \"A\"\nnames flag Fresh = 2000\ncode {\nFresh = 1\n}\n", ""},
    {"actor \"A\"\nnames attribute x = 3\nattribute x = 5\n", ""},
    {"actor \"A\"\nnames flag a = 2001\nnames flag a = 2002\n", "3:12+1 the flag a has the number 2001, not 2002\n"},
    {"actor \"A\"\nnames flag a = 2001\nnames flag a = 2001\n", ""},
    {"actor \"A\"\nnames flag Gremlin = 3\n", ""},
    {"actor \"A\"\nnames flag Gremlin = 4\n", "2:12+7 the flag Gremlin has the number 3, not 4\n"},
    {"actor \"A\"\nnames function Mine = 5000\ncode { Mine(1) }\n", ""},
    {"actor \"A\"\ncode\n", "3:1+1 expected \"{\" before statements, not the end of the text\n"},
    {"actor \"A\"\ncode {\n", "2:6+1 no \"}\" closes this block\n"},
    {"actor \"A\"\ncode { }\ncode { }\n", "3:6+1 an actor has one code\n"},
    {"actor \"A\"\ncode { return } x\n", "2:17+1 expected the end of the line, not x\n"},
    {"actor \"A\"\nraw {\n", "3:1+1 expected \"}\" after the bytes, not the end of the text\n"},
    {"actor \"A\"\nraw { 01 ff }\n", ""},
    {"actor \"A\"\nraw { 0 }\n", "2:7+2 expected a byte, as 1F\n"},
    {"actor \"A\"\nraw { 01 } x\n", "2:12+1 expected the end of the line, not x\n"},
    {"actor \"A\"\nraw\n", "3:1+1 expected \"{\" before bytes, not the end of the text\n"},
    {"actor \"A\"\ncode { }\nraw { 01 }\n", ""},
    {"\357\273\277actor \"A\"\nvar x = y\n", "2:9+1 expected a number, not y\n"},
    {"// remark\n; remark\nactor \"A\" // remark\nvar x = 1 ; remark\n", ""},
    {"actor \"A\n", "1:7+2 a text in quotes does not end on its line\n"},
    {"actor \"\"\n", ""},
    {"actor \"A\"\r\nvar x = 1\r\nfrob\r\n", "3:1+4 expected string, var, attribute, hook, names, keep, code or actor, not frob\n"},
    {"actor \"\320\226\"\n", "1:7+3 the code page of the map does not have all of these letters\n"},
};
static const struct row foreign[] = {
    {"HERO\n{\nRTX(\"ti32\")\n}\n", ""},
    {"HERO\n{\nRTX(\"ti3\")\n}\n", "3:5+5 expected four letters between the quotes, not \"ti3\"\n"},
    {"HERO\n{\nRTX(\"ti3244\")\n}\n", "3:5+8 expected four letters between the quotes, not \"ti3244\"\n"},
    {"HERO\n{\nRnd(\"boat\")\n}\n", ""},
    {"HERO\n{\nRnd(\"nothing\")\n}\n", ""},
    {"HERO\n{\nRTX(<lamp>)\n}\n", "3:5+6 no item or map is named lamp; --game DIR has the names\n"},
    {"HERO\n{\nShowObj(<lamp>)\n}\n", "3:9+6 no item or map is named lamp; --game DIR has the names\n"},
    {"HERO\n{\nHandItem(<lamp>)\n}\n", ""},
    {"HERO\n{\nHandItem(<rope>)\n}\n", "3:10+6 no item or map is named rope; --game DIR has the names\n"},
    {"HERO\n{\nHandItem(<nothing>)\n}\n", "3:10+9 no item or map is named nothing; --game DIR has the names\n"},
    {"HERO\n{\nHandItem(3)\n}\n", ""},
    {"HERO\n{\nboat.Rnd(5)\n}\n", ""},
    {"HERO\n{\ndoor.Rnd(5)\n}\n", ""},
    {"HERO\n{\nnobody.Rnd(5)\n}\n", ""},
    {"HERO\n{\ndoor.Rnd\n}\n", "3:1+4 no flag is named door; did you mean Door_A?\n"},
    {"HERO\n{\ndoor.\n}\n", "3:1+4 no flag is named door; did you mean Door_A?\n"},
    {"HERO\n{\nvar0 = 5\n}\n", ""},
    {"HERO\n{\nvar0 = 5 5\n}\n", "3:10+1 expected the end of the line, not 5\n"},
    {"HERO\n{\nvar9 = 5\n}\n", ""},
    {"HERO\n{\nvar0 5\n}\n", "3:6+1 expected \"=\", not 5\n"},
    {"HERO\n{\nif var0 = 1\n}\n", "4:1+1 expected \"{\" before a block, not }\n"},
    {"HERO\n{\nif\n}\n", "4:1+1 expected a value, not }\n"},
    {"HERO\n{\nif var0 = 1 { \n}\n", "2:1+1 no \"}\" closes this block\n"},
    {"HERO\n{\nif var0 = 1 and var0 = 2\n}\n", "4:1+1 expected \"{\" before a block, not }\n"},
    {"HERO\n{\nGoto #1F\n}\n", "3:6+3 no statement has the label #1F\n"},
    {"HERO\n{\nGoto\n}\n", "4:1+1 expected a label, not }\n"},
    {"HERO\n{\nGosub x\n}\n", "3:7+1 expected a label, not x\n"},
    {"HERO\n{\nEnd\n}\n", ""},
    {"HERO\n{\nEnd #00\n}\n", "3:5+3 no statement has the label #00\n"},
    {"HERO\n{\n<TaskPause(#00)>\n}\n", "3:12+3 no statement has the label #00\n"},
    {"HERO\n{\n<TaskPause>\n}\n", "3:1+11 no item or map is named TaskPause; --game DIR has the names\n"},
    {"HERO\n{\n<Pause(#1F)>\n}\n", "3:1+12 no item or map is named Pause(#1F); --game DIR has the names\n"},
    {"HERO\n{\n<ScriptRv>=3\n}\n", "3:1+10 no item or map is named ScriptRv; --game DIR has the names\n"},
    {"HERO\n{\n<ScriptRv>\n}\n", "3:1+10 no item or map is named ScriptRv; --game DIR has the names\n"},
    {"HERO\n{\nif <ScriptRv> = 1\n}\n", ""},
    {"HERO\n{\n<Anchor>=3\n}\n", ""},
    {"HERO\n{\n<Anchor>\n}\n", "4:1+1 expected \"=\" after the word in angle brackets, not }\n"},
    {"HERO\n{\n<Anchor>=300\n}\n", "3:10+3 the number has to be from 0 to 255\n"},
    {"HERO\n{\nNothing(1)\n}\n", "3:1+7 no function is named Nothing\n"},
    {"HERO\n{\nHave_Gear = 1\n}\n", ""},
    {"HERO\n{\nHave_Geer = 1\n}\n", "3:1+9 no flag is named Have_Geer; did you mean Have_Gear?\n"},
    {"HERO\n{\nEndint\n}\n", ""},
    {"HERO\n{\nReturn\n}\n", ""},
    {"HERO\n{\nReturn 5\n}\n", "3:8+1 expected the end of the line, not 5\n"},
    {"HERO\n{\n#00:\n}\n", ""},
    {"HERO\n{\n#00:\n}\n", ""},
    {"HERO\n{\n} }\n}\n", "3:3+1 the map has no such actor\n" "4:1+1 expected \"{\" before a block, not }\n" "4:1+1 the map has no such actor\n" "5:1+1 expected \"{\" before a block, not the end of the text\n"},
    {"HERO\n{\n{\n}\n", "3:1+1 expected a value, not {\n" "2:1+1 no \"}\" closes this block\n"},
    {"HERO\n{\n% \n}\n", "3:1+1 expected a value, not %\n"},
    {"HERO\n{\n\"boat\"\n}\n", ""},
    {"NOBODY\n{\n}\n", "1:1+6 the map has no such actor\n"},
    {"HERO\n{\nHandItem(<" L60 "Z>)\n}\n", "3:10+63 no item or map is named " L60 "; --game DIR has the names\n"},
    {L60 "Z = 5\nHERO\n{\n}\n", "1:1+61 no attribute is named " L60 "\n"},
    {"HERO (Execution starts at #" L60 "Z)\n{\nReturn\n}\n", "1:1+89 no statement has the label #abcdefghijklmnopqrst" L20 "abcdefghijklmnopqrs\n"},
    {"HERO\n{\nvar255 = 5\n}\n", ""},
    {"HERO\n{\nvar256 = 5\n}\n", "3:1+1 only the first 256 variables can be used\n"},
    {"HERO\n{\nvar256.Rnd(5)\n}\n", "3:1+1 an object is one of the first 256 strings or variables\n"},
    {"HERO\n{\nvar99999999999999999999 = 5\n}\n", "3:1+1 only the first 256 variables can be used\n"},
    {"HERO\n{\na_Z.z9A.Rnd(5)\n}\n", ""},
    {"HERO\n{\n", "2:1+1 no \"}\" closes this block\n"},
    {"HERO\n", "2:1+1 expected \"{\" before a block, not the end of the text\n"},
    {"HERO {\nReturn\n}\n", "1:1+6 the map has no such actor\n" "2:1+6 expected \"{\" before a block, not Return\n" "2:1+6 the map has no such actor\n" "3:1+1 expected \"{\" before a block, not }\n" "3:1+1 the map has no such actor\n" "4:1+1 expected \"{\" before a block, not the end of the text\n"},
    {"HERO (Execution starts at #00)\n{\nReturn\n}\n", "1:1+30 no statement has the label #00\n"},
    {"HERO (Execution starts at #00)\n{\n#00:\nReturn\n}\n", ""},
    {"HERO", "1:5+1 expected \"{\" before a block, not the end of the text\n"},
    {"\320\226\n{\n}\n", "1:1+1 the map has no such actor\n"},
    {"HERO\n{\nRnd(<lamp", "3:5+1 expected a value, not <\n" "2:1+1 no \"}\" closes this block\n"},
    {"HERO\n{\nRnd(<lamp\n}\n", "3:5+1 expected a value, not <\n"},
    {"HERO\n{\nRnd(<", "3:5+1 expected a value, not <\n" "2:1+1 no \"}\" closes this block\n"},
    {"HERO (Execution begins)\n{\n}\n", "1:1+23 the map has no such actor\n"},
    {"Maps\\ISLAND.RGM\nID: 5\n\nHERO\n{\n}\n", ""},
    {"Maps/ISLAND.RGM\nIDs: 1, 2\nHERO\n{\n}\n", ""},
    {"var0 = 5\nHERO\n{\n}\n", ""},
    {"var0 = x\nHERO\n{\n}\n", "1:8+1 expected a number, not x\n"},
    {"nothing = 5\nHERO\n{\n}\n", "1:1+7 no attribute is named nothing\n"},
    {"health = 300\nHERO\n{\n}\n", "1:1+6 no attribute is named health\n"},
    {"HERO\n{\n}\nHERO\n{\n}\n", "4:1+4 the map has no such actor\n"},
    {"HERO\n{\n  if var0 = 1\n  {\n    Return\n  }\n  else\n  {\n  }\n}\n", "7:3+4 no flag is named else\n"},
    {"var0 = 1\n\nHERO\n{\n  if var0 = 1 // text {\n  {\n    Return\n  }\n}\n", ""},
    {"}", "1:1+1 the map has no such actor\n" "1:2+1 expected \"{\" before a block, not the end of the text\n"},
};
/* clang-format on */

static void test_statements(void)
{
    CHECK_ROWS(statements, RQ_SOUP_FLAT, "actor \"A\"\nvar x = 1\ncode {\n", "\n}\n");
}

static void test_declarations(void)
{
    CHECK_ROWS(declarations, RQ_SOUP_FLAT, "", "");
}

static void test_foreign(void)
{
    CHECK_ROWS(foreign, RQ_SOUP_RMM, "", "");
}

/* ---- texts of other tools ---- */

static struct rq_bytes strings[] = {{(const uint8_t *)"Boat", 4}, {(const uint8_t *)"a\x01", 2}};

static struct rq_soup_unit unit_of(const uint8_t *code, size_t size)
{
    size_t stop;
    struct rq_soup_unit unit = {.name = {(const uint8_t *)"HERO#2", 6}, .instances = 1};
    unit.strings = strings;
    unit.string_count = 2;
    unit.script = rq_soup_decode((struct rq_bytes){code, size}, &arena, &stop);
    CHECK(unit.script != NULL);
    return unit;
}

static void check_rmm(const uint8_t *code, size_t size, const char *text, const char *reason)
{
    struct rq_soup_how how = style(RQ_SOUP_RMM, true);
    struct rq_soup_unit unit = unit_of(code, size);
    struct rq_out out = {0};
    check_note("%s%s", text ? text : "", reason ? reason : "");
    CHECK_STR(rq_soup_print_rmm(&out, &unit, &how, RQ_CP437), reason);
    rq_put8(&out, 0);
    if (text)
        CHECK_STR((const char *)out.data, text);
    rq_out_free(&out);
}

#define RMM(text, reason, ...)                                                                     \
    check_rmm((const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}), text, reason)
#define IN_HERO(lines) "HERO\n{\n" lines "}\n\n"

#define TEN                                                                                        \
    "ab\xC3\xA9"                                                                                   \
    "ab\xC3\xA9"                                                                                   \
    "ab\xC3\xA9"                                                                                   \
    "ab\xC3\xA9"                                                                                   \
    "ab\xC3\xA9"                                                                                   \
    "ab\xC3\xA9"                                                                                   \
    "ab\xC3\xA9"                                                                                   \
    "ab\xC3\xA9"                                                                                   \
    "ab\xC3\xA9"                                                                                   \
    "ab\xC3\xA9"

/* Names in brackets are those that lead back to their number; what the text can't say is a reason. */
static void test_rmm(void)
{
    RMM(IN_HERO("  HandItem(<lamp>) // lamp\n"), NULL, 0x02, H(302), 1, 0x07, W(0));
    RMM(IN_HERO("  HandItem(1) // rope\n"), NULL, 0x02, H(302), 1, 0x07, W(1));
    RMM(IN_HERO("  HandItem(3) // <key>\n"), NULL, 0x02, H(302), 1, 0x07, W(3));
    RMM(IN_HERO("  HandItem(4)\n"), NULL, 0x02, H(302), 1, 0x07, W(4));
    RMM(IN_HERO("  HandItem(5) // 7 keys\n"), NULL, 0x02, H(302), 1, 0x07, W(5));
    /* Two notes share a line; none follows one that was cut. */
    RMM(IN_HERO("  Rnd(HandItem(<lamp>), HandItem(1)) // lamp; rope\n"), NULL, 0x02, H(102), 2,
        0x02, H(302), 1, 0x07, W(0), 0x02, H(302), 1, 0x07, W(1));
    RMM(IN_HERO("  Rnd(HandItem(<" TEN TEN TEN TEN ">), HandItem(1)) // " TEN TEN TEN "...\n"),
        NULL, 0x02, H(102), 2, 0x02, H(302), 1, 0x07, W(9), 0x02, H(302), 1, 0x07, W(1));
    RMM(IN_HERO("  Rnd(\"Boat\")\n"), NULL, 0x02, H(102), 1, 0x15, W(0));
    RMM(IN_HERO("  boat.Rnd(5)\n"), NULL, 0x1A, 4, 0, 2, H(102), 1, 0x07, W(5));
    RMM(IN_HERO("  Return\n"), NULL, 0x12);
    RMM(IN_HERO("\n#00:\n  Gosub #00\n"), NULL, 0x11, W(0));
    /* An operator has the sign that the specification gives 11, "--"; 12 has none. */
    RMM(IN_HERO("  var2 = 1--\n"), NULL, 0x0A, 2, 0x07, W(1), 11, 0);
    RMM(NULL, "an operator that has no sign", 0x0A, 2, 0x07, W(1), 11, 1);
    RMM(NULL, "a string that the actor does not have", 0x02, H(102), 1, 0x15, W(2));
    RMM(NULL, "a string with control characters", 0x02, H(102), 1, 0x15, W(1));
    RMM(NULL, "an object with a number behind it", 0x1A, 0, 5, 2, H(102), 1, 0x07, W(5));
    RMM(NULL, "a number of the other kind (opcodes 07 and 16)", 0x02, H(102), 1, 0x16, W(5));
    RMM(NULL, "a function or flag without a name; --game DIR has names", 0x06, H(999), 0x07, W(1),
        0);
    RMM(NULL, "a reference without a name; --game DIR has names", 0x14, 0, 0, H(5), 0x07, W(1), 0);
    RMM(NULL, "bytes of padding that are not 0", 0x02, H(12), 1, 0x06, H(9), 0, 1);
}

/* Its listing has offsets, and what numbers mean behind them; a long name is cut between letters. */
static void test_rgpre(void)
{
    static const uint8_t code[] = {0x02, H(302), 1,    0x07,   W(0), 0x00, H(39),  1,
                                   0x07, 't',    'i',  '3',    '2',  0x02, H(302), 1,
                                   0x07, W(9),   0x02, H(302), 1,    0x07, W(8),   0x12};
    struct rq_soup_how how = style(RQ_SOUP_RGPRE, true);
    struct rq_soup_unit unit = unit_of(code, sizeof code);
    struct rq_out out = {0};
    how.file = "ISLAND.RGM";
    rq_soup_print_rgpre(&out, &unit, &how, RQ_CP437);
    rq_put8(&out, 0);
    CHECK_STR((const char *)out.data,
              "; SOUP script: HERO#2\n; Source: ISLAND.RGM\n\n"
              "0000:\tHandItem(<lamp>)\t; lamp\n0009:\tRTX(\"ti32\")\t; said ti32\n"
              "0012:\tHandItem(<" TEN TEN TEN TEN ">)\t; " TEN TEN TEN "...\n"
              "001B:\tHandItem(8)\n0024:\tReturn\n");
    rq_out_free(&out);
}

static const struct rq_soup_script *decode(const uint8_t *code, size_t size)
{
    size_t stop;
    return rq_soup_decode((struct rq_bytes){code, size}, &arena, &stop);
}

#define DECODE(...) decode((const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))
#define SET_VAR     0x0A, 0, 0x07, W(1), 0 /* var0 = 1: 8 bytes */

/* 1E 03 has a target when the four bytes behind it lead forward to a statement. 11 00 00 00 12 is Gosub 0x12000000, or
 * the target 0x11 and Return. */
static void test_returned(void)
{
    /* 0x11 is the End behind two Returns. */
    const struct rq_soup_script *s =
        DECODE(0x1E, 3, 0x11, 0, 0, 0, 0x12, SET_VAR, 0x12, 0x12, 0x05, W(0));
    REQUIRE(s && s->count == 6);
    CHECK(s->instrs[0].has_target);
    CHECK_INT(s->instrs[0].target, 0x11);
    CHECK_INT(s->instrs[0].to, 5);
    CHECK_INT(s->instrs[1].main.op, 0x12);
    /* It is in the middle of End. */
    s = DECODE(0x1E, 3, 0x11, 0, 0, 0, 0x12, SET_VAR, 0x05, W(0));
    REQUIRE(s && s->count == 4);
    CHECK(!s->instrs[0].has_target);
    CHECK_INT(s->instrs[0].size, 2);
    CHECK_INT(s->instrs[1].main.op, 0x11);
    /* Two of them; one with and one without. */
    s = DECODE(0x1E, 3, 0x11, 0, 0, 0, 0x12, 0x1E, 4, 0x11, 0, 0, 0, 0x12, SET_VAR, 0x05, W(0));
    REQUIRE(s && s->count == 6);
    CHECK(!s->instrs[0].has_target && !s->instrs[2].has_target);
    s = DECODE(0x1E, 3, 0x11, 0, 0, 0, 0x12, 0x1E, 4, 0x16, 0, 0, 0, 0x12, SET_VAR, 0x05, W(0));
    REQUIRE(s && s->count == 6);
    CHECK(!s->instrs[0].has_target && s->instrs[2].has_target);
    CHECK_INT(s->instrs[2].to, 5);
    /* Directly behind it, and the end of the code; one more is none. */
    s = DECODE(0x1E, 3, W(6), 0x12);
    REQUIRE(s && s->count == 2);
    CHECK(s->instrs[0].has_target);
    CHECK_INT(s->instrs[0].to, 1);
    s = DECODE(0x1E, 3, 0x11, 0, 0, 0, 0x12, SET_VAR, 0x12, 0x12);
    REQUIRE(s && s->count == 5);
    CHECK(s->instrs[0].has_target);
    CHECK_INT(s->instrs[0].to, 5);
    s = DECODE(0x1E, 3, 0x11, 0, 0, 0, 0x12, SET_VAR, 0x12);
    REQUIRE(s && s->count == 4);
    CHECK(!s->instrs[0].has_target);
    /* With a target the rest would be no code: a call of function 10 with 7 arguments. */
    s = DECODE(0x1E, 3, 0x11, 0, 0, 0, 0, SET_VAR, 0x05, W(0));
    REQUIRE(s && s->count == 4);
    CHECK(!s->instrs[0].has_target);
}

/* Bytes that are no code, a start where no statement begins, and a hook to a place. */
static void test_raw(void)
{
    struct rq_soup_how how = style(RQ_SOUP_FLAT, false);
    struct rq_soup_unit unit = {.name = {(const uint8_t *)"A", 1}, .instances = 1};
    struct rq_out out = {0};
    uint8_t raw[33];
    for (size_t i = 0; i < sizeof raw; i++)
        raw[i] = (uint8_t)(i * 9);
    unit.raw = (struct rq_bytes){raw, sizeof raw};
    unit.fixed_start = true;
    unit.start = 5;
    rq_soup_print(&out, &unit, &how, RQ_CP437);
    rq_put8(&out, 0);
    CHECK_STR(
        (const char *)out.data,
        "actor \"A\"\ninstances 1\nstart at 5\n\nraw {\n"
        "    00 09 12 1B 24 2D 36 3F 48 51 5A 63 6C 75 7E 87 90 99 A2 AB B4 BD C6 CF D8 E1 EA F3 FC "
        "05 0E 17\n    20\n}\n");
    const struct rq_soup_unit *back = parse((const char *)out.data, &how);
    CHECK_STR(told, "");
    if (CHECK(back != NULL)) {
        CHECK_MEM(back->raw.data, back->raw.size, raw, sizeof raw);
        CHECK(back->fixed_start && back->start == 5);
    }
    rq_out_free(&out);
}

TESTS(test_statements, test_declarations, test_foreign, test_rmm, test_rgpre, test_returned,
      test_raw)
