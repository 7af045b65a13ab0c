/* Texts of actors of Redguard with every statement, edited word by word, are put into a map and printed again in all
 * styles; so are names of a SOUP386.DEF. Every byte, text and problem is held to tests/contract/soup.txt. See said.h.
 *
 * golden.soup_words holds what is said of single lines; here is all else. */
#include "samples.h"
#include "words.h"

#include <reliquary/soup.h>

static struct rq_bytes text_of(const char *text)
{
    return (struct rq_bytes){(const uint8_t *)text, strlen(text)};
}

/* clang-format off */
static const char hero[] =
    "; a remark\n"
    "actor \"HERO\"\n"
    "instances 1\n"
    "names flag Fresh = 400\n"
    "names ref pos.vx = 0, pos.vy = 1\n"
    "names function Juggle = 367 task\n"
    "names attribute health = 3\n"
    "names animation walk = 2\n"
    "string \"boat\"\n"
    "string \"door\"\n"
    "string \"boat\"\n"
    "var var0 = count\n"
    "var turns = 5\n"
    "var x = -1\n"
    "attribute health = 10\n"
    "attribute 34 = 255\n"
    "hook again\n"
    "hook start, 3\n"
    "hook at 7\n"
    "code {\n"
    "    end start\n"
    "start:\n"
    "    if Fresh = 0 and x != 5 or turns < 3 {\n"
    "        RTX('ti32')\n"
    "    } else if x >= 2 {\n"
    "        @Rnd(5)\n"
    "    } else {\n"
    "        return\n"
    "    }\n"
    "again: while x <= 9 {\n"
    "        x = x + 1 - 2 * 3 / 4 << 5 >> 6 & 7 | 8 ^ 9 ++\n"
    "        if x > 0x1F else break\n"
    "        if x == Rnd(x) else continue\n"
    "        if turns = 1 { continue }\n"
    "    }\n"
    "    loop {\n"
    "        Me.pos.vx = Player.pos.vy + Camera.#5\n"
    "        Me.pos.vx++\n"
    "        \"boat\".#3--\n"
    "        if returned = 3 { break }\n"
    "        returned = 4\n"
    "    }\n"
    "    Gremlin = \"boat\"#2\n"
    "    flag 401 = string 1 --\n"
    "    var 2 = numeric 5\n"
    "    SetGlobalFlag(flag:Gremlin)\n"
    "    \"door\".GetAttribute(attribute:health, alt 5, 'abcd', \"boat\")\n"
    "    turns.PushAnimation(animation:walk)\n"
    "    task Juggle(1, -2)\n"
    "    function #302(x~[1, 2, 3], Fresh~[0, 4, 0])\n"
    "    x = 1 ++\n    x = 2~11:3\n    if x~5 = turns~10:3 { }\n"
    "    Me~5.pos.vx:1 = 1\n"
    "    if x cmp 9 turns else goto again\n"
    "    call 25:2 Me.Rnd(5)\n"
    "    HandItem(1)\n"
    "    LoadWorld(1, 2, 3)\n"
    "    pause again\n"
    "    anchor 3\n"
    "    gosub again\n"
    "    goto at 31\n"
    "    endint\n"
    "    \"new text\"\n"
    "    end\n"
    "}\n"
    "actor \"DOOR\"\n"
    "keep strings\n"
    "keep variables\n"
    "keep attributes\n"
    "keep hooks\n"
    "start at 1\n"
    "raw { 05 1F 00 00 FF }\n";

static const char rmm[] =
    "Maps\\ISLAND.RGM\n"
    "IDs: 1, 2\n"
    "\n"
    "var0 = 7\n"
    "health = 10\n"
    "\n"
    "HERO (Execution starts at #1F)\n"
    "{\n"
    "  if ACTIVATE(\"ci31\") = 1 and Have_Gear != 2\n"
    "  {\n"
    "    RTX(\"ti32\") // said\n"
    "  }\n"
    "  Endint\n"
    "\n"
    "#1F:\n"
    "  var2 = Have_Gear * 1 / 2 + 3\n"
    "  @door.GetAttribute(var2)\n"
    "  boat.Rnd(5)\n"
    "  Player.pos.vx = -1\n"
    "  HandItem(<lamp>)\n"
    "  Rnd(\"boat\")\n"
    "  if <ScriptRv> = 1\n"
    "  {\n"
    "    Goto #1F\n"
    "  }\n"
    "  <Anchor>=3\n"
    "  <TaskPause(#1F)>\n"
    "  Gosub #1F\n"
    "  Return\n"
    "  End #1F\n"
    "}\n";

static const char def[] =
    "[functions]\ntask Start parms 4\nfunction ACTIVATE params 1\nmultitask RTX parms 1\ntask Rnd parms 2\n"
    "function HandItem parms 1\nmultitask GetAttribute parms 2\n"
    "[refs]\npos.vx\npos.vy\npos.vx\nodd name\n"
    "[equates]\nauto\nhealth\nstrength\nendauto\nauto\nwalk\nrun\nendauto\n"
    "[flags]\nNUMBER Time 1\nBOOL Open 0\nBOOL Have_Gear 1\nBOOL open 0\nBOOL if 0\nBOOL var3 0\nBOOL Gremlin 1\n";
/* clang-format on */

/* ---- a map ---- */

/* Two items have one name, and one has a name that can't stand in brackets. */
static void name_item(void *ctx, int32_t number, struct rq_out *out)
{
    static const char *const names[] = {"lamp", "rope", "rope", "<key>", "", "7 keys"};
    (void)ctx;
    if (number >= 0 && number < 6)
        rq_put_str(out, names[number]);
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

static struct rq_soup_names *names_of(const char *text)
{
    const struct rq_options options = {.format = rq_format_by_name("def")};
    struct rq_doc *doc = rq_doc_read(text_of(text), &options, NULL);
    struct rq_soup_names *names = doc ? rq_soup_names_new(rq_doc_root(doc, "def"), NULL) : NULL;
    rq_doc_free(doc);
    return names;
}

static struct rq_doc *map_of(struct rq_bytes file)
{
    const struct rq_options options = {.format = rq_format_by_name("rgm")};
    return rq_doc_read(file, &options, NULL);
}

struct trial {
    struct said said;
    struct rq_bytes base; /* the map that texts are put into */
    struct rq_soup_how how;
    size_t good, tried;
};

static void tell(void *ctx, const struct rq_script_problem *p)
{
    struct trial *t = ctx;
    said(&t->said, "%d %s %s:%zu:%zu+%zu: %s; %s", (int)p->severity, p->id, p->file, p->line,
         p->column, p->width, p->message, p->hint);
    said_bytes(&t->said, "line", p->from);
}

static bool tell_text(void *ctx, const char *name, const char *file, struct rq_bytes text,
                      const char *reason)
{
    struct trial *t = ctx;
    said(&t->said, "%s, %s: %s", name, file, reason ? reason : "-");
    said_text(&t->said, "text", text);
    return true;
}

static void tell_texts(struct trial *t, struct rq_doc *map, const struct rq_soup_notes *with)
{
    for (int style = RQ_SOUP_FLAT; style <= RQ_SOUP_RGPRE; style++) {
        struct rq_error err = {0};
        size_t count = 0;
        const struct rq_soup_how how = {.names = t->how.names,
                                        .notes = with,
                                        .style = (enum rq_soup_style)style,
                                        .file = with ? "ISLAND.RGM" : NULL};
        rq_soup_texts(map, &how, tell_text, t, &count, &err);
        said(&t->said, "%zu texts", count);
        said_error(&t->said, &err);
    }
}

/* Puts a text into the map, and prints what the map has then. */
static void tell_put(struct trial *t, const char *text)
{
    struct rq_doc *map = map_of(t->base);
    const struct rq_soup_source source = {"x.soup", text_of(text)};
    struct rq_out out = {0};
    struct rq_error err = {0};
    REQUIRE(map != NULL);
    bool fine = rq_soup_put(map, &source, 1, &t->how, tell, t, &out, &err);
    t->tried++;
    t->good += fine;
    said(&t->said, "put: %d", fine);
    said_error(&t->said, &err);
    said_bytes(&t->said, "map", rq_out_bytes(&out));
    rq_doc_free(map);
    map = fine ? map_of(rq_out_bytes(&out)) : NULL;
    if (map)
        tell_texts(t, map, t->tried % 2 ? &notes : NULL);
    rq_doc_free(map);
    rq_out_free(&out);
}

/* ---- edits ---- */

static const char *const others[] = {
    "0",     "1",      "-1",   "256", "70000",      "x",    "\"boat\"", "'ab'",  "{",  "}",
    "=",     "(",      ",",    "Rnd", "Me.",        "goto", "if",       "Time",  "++", ":",
    "start", "<lamp>", "at 5", "\n",  "2147483648", "#1F",  "string",   "turns",
};
enum { OTHERS = sizeof others / sizeof others[0], KINDS = WORD_OTHER + OTHERS };

static void finish(struct trial *t, struct rq_out *lines, const char *group, const char *name)
{
    put_said(lines, &t->said, group, name, t->good, t->tried);
    t->said.hash = hash_of("", 0);
    t->good = t->tried = 0;
}

static void tell_edits(struct trial *t, struct rq_out *lines, const char *group, const char *text)
{
    struct rq_out words = {0};
    t->said = (struct said){hash_of("", 0), said_file(group)};
    words_of(&words, text);
    tell_put(t, text);
    for (unsigned kind = 0; kind < KINDS; kind++) {
        const char *other = kind < WORD_OTHER ? NULL : others[kind - WORD_OTHER];
        const char *name = word_edit_name(kind, other);
        for (size_t i = 0; i < words.size / sizeof(struct word); i++) {
            struct rq_out edited = {0};
            put_word_edit(&edited, text, &words, i, kind, other);
            said(&t->said, "word %zu: %s", i, name);
            tell_put(t, (const char *)edited.data);
            rq_out_free(&edited);
        }
        finish(t, lines, group, *name == '\n' ? "end of line" : name);
    }
    if (t->said.show)
        fclose(t->said.show);
    rq_out_free(&words);
}

/* The names change, the text does not. */
static void tell_names(struct rq_out *lines, struct rq_bytes base)
{
    struct trial t = {.said = {hash_of("", 0), said_file("names")}, .base = base};
    struct rq_out words = {0};
    words_of(&words, def);
    for (size_t i = 0; i < words.size / sizeof(struct word); i++)
        for (unsigned kind = 0; kind < KINDS; kind++) {
            struct rq_out edited = {0};
            put_word_edit(&edited, def, &words, i, kind,
                          kind < WORD_OTHER ? NULL : others[kind - WORD_OTHER]);
            struct rq_soup_names *names = names_of((const char *)edited.data);
            said(&t.said, "word %zu, edit %u: %d", i, kind, names != NULL);
            t.how = (struct rq_soup_how){.names = names};
            if (names)
                tell_put(
                    &t,
                    "actor \"HERO\"\nstring \"boat\"\nvar x = 1\nkeep hooks\nattribute health = 4\n"
                    "code {\nTime = Open\nHave_gear = 2\nMe.pos.vx = 1\nRTX('ti32')\n@Rnd(Gremlin)\n"
                    "Rnd(animation:walk)\n#4(1)\nHandItem(0)\nflag 3 = 1\nMe.#2 = flag 5\n}\n");
            rq_soup_names_free(names);
            rq_out_free(&edited);
        }
    finish(&t, lines, "names", "all");
    if (t.said.show)
        fclose(t.said.show);
    rq_out_free(&words);
}

/* A text of redguard-mod-manager can't change code that hooks lead to: a map without them. */
static void put_without_hooks(struct rq_bytes file, struct rq_out *out)
{
    static const char text[] =
        "actor \"HERO\"\nstring \"boat\"\nstring \"Door\"\nvar a = 1\nvar b = 2\n"
        "var c = 3\nattribute 0 = 5\ncode {\nreturn\n}\n";
    const struct rq_soup_source source = {"x.soup", text_of(text)};
    const struct rq_soup_how how = {.style = RQ_SOUP_FLAT};
    struct rq_doc *map = map_of(file);
    CHECK(map && rq_soup_put(map, &source, 1, &how, NULL, NULL, out, NULL));
    rq_doc_free(map);
}

static void test_soup(void)
{
    static uint8_t bytes[SAMPLE_ROOM];
    struct rq_bytes file = {bytes, sample_rgm(bytes)};
    struct rq_out lines = {0}, without = {0};
    struct rq_soup_names *known = rq_soup_names_new(NULL, NULL), *own = names_of(def);
    struct trial t = {.base = file, .how = {.names = known}};
    REQUIRE(known && own);
    tell_edits(&t, &lines, "hero", hero);
    put_without_hooks(file, &without);
    t.base = rq_out_bytes(&without);
    t.how = (struct rq_soup_how){.names = own, .notes = &notes, .style = RQ_SOUP_RMM};
    tell_edits(&t, &lines, "rmm", rmm);
    tell_names(&lines, t.base);
    said_compare("soup", &lines, nothing_packed);
    rq_soup_names_free(known);
    rq_soup_names_free(own);
    rq_out_free(&without);
    rq_out_free(&lines);
}

TESTS(test_soup)
