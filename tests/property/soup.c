/* Texts of actors of Redguard with every statement, edited word by word, are put into a map and printed again in all
 * styles; so are names of a SOUP386.DEF. Every byte, text and problem is held to tests/contract/soup.txt. See said.h.
 *
 * golden.soup_words holds what is said of single lines; here is all else. */
#include "edits.h"
#include "samples.h"
#include "soup_sources.h"
#include "words.h"

#include <reliquary/soup.h>

/* clang-format off */
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
    static const char *const names[] = {"lamp", "rope", "rope", "<key>", "", "7 keys", "7x", "x7"};
    (void)ctx;
    if (number >= 0 && number < 8)
        rq_put_str(out, names[number]);
    else if (number >= 8 && number < 14) {
        /* Notes have 120 bytes: a letter of two is before that, at it, behind it. */
        put_parts(out, "a", (size_t)number + 108);
        rq_put_str(out, "\xC3\xA9z");
    } else if (number > 254)
        rq_put_str(out, number == 255 ? "last" : "beyond");
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
    said_problem(&((struct trial *)ctx)->said, p);
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
    for (size_t i = 0; i < 2; i++) {
        struct rq_out out = {0};
        rq_soup_listing(&out, rq_doc_root(map, "rgm"), i, RQ_CP_DEFAULT);
        said_text(&t->said, "listing", rq_out_bytes(&out));
        rq_out_free(&out);
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
    if (map && t->tried % 3 != 0) /* of all it would take long */
        tell_texts(t, map, t->tried % 3 == 1 ? &notes : NULL);
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
                    "code {\nTime = Open\nHave_gear = 2\nMe.pos.vx = 1\nMe.pos.vy:1++\nRTX('ti32')\n@Rnd(Gremlin)\n"
                    "Rnd(animation:walk)\n#4(1)\nHandItem(0)\nflag 3 = 1\nMe.#2 = flag 5\n}\n");
            rq_soup_names_free(names);
            rq_out_free(&edited);
        }
    finish(&t, lines, "names", "all");
    if (t.said.show)
        fclose(t.said.show);
    rq_out_free(&words);
}

/* ---- other maps ---- */

static void tell_json(struct trial *t, struct rq_doc *map)
{
    const struct rq_options options = {.format = rq_format_by_name("rgm")};
    struct rq_out json = {0}, out = {0};
    struct rq_error err = {0};
    rq_doc_to_json(map, &json, &err);
    said_bytes(&t->said, "json", rq_out_bytes(&json));
    struct rq_doc *back = rq_doc_from_json(rq_out_bytes(&json), &options, &err);
    if (back)
        rq_doc_write(back, &out, &err);
    said_bytes(&t->said, "back", rq_out_bytes(&out));
    said_error(&t->said, &err);
    rq_doc_free(back);
    rq_out_free(&json);
    rq_out_free(&out);
}

/* What is said of a map, its texts, and what becomes of it with a text of each actor. */
static void tell_map(struct trial *t, struct rq_bytes file)
{
    const struct rq_options options = {.format = rq_format_by_name("rgm")};
    struct rq_error err = {0};
    const struct rq_finding *findings;
    struct rq_doc *map = rq_doc_read(file, &options, &err);
    said_error(&t->said, &err);
    if (!map) {
        t->tried += 2;
        return;
    }
    size_t count = rq_doc_findings(map, &findings);
    for (size_t i = 0; i < count; i++)
        said(&t->said, "%s: %s", findings[i].id, findings[i].text);
    tell_json(t, map);
    tell_texts(t, map, NULL);
    rq_doc_free(map);
    t->base = file;
    tell_put(t, "actor \"HERO\"\nstring \"mast\"\nvar a = 1\nvar b = 2\nattribute 3 = 5\nhook x\n"
                "code {\nx: lookObj(\"mast\")\na = b\nlookObj(\"pier\")\n}\n");
    tell_put(t, "actor \"DOOR\"\ninstances 2\nkeep strings\nkeep hooks\nvar c = 1, 2\nstart at 1\n"
                "raw { 01 02 03 }\n");
}

enum { RECORDS = 16, RECORD = 165 }; /* of RAHD in the sample */

/* Fields of the actors: as the other has them, so that both have the same parts, and others than they were. */
static void tell_records(struct trial *t, struct rq_out *lines, struct rq_bytes file)
{
    static uint8_t bytes[SAMPLE_ROOM];
    for (size_t i = 0; i < RECORD * 4; i += 5) {
        size_t at = i / 4, own = RECORDS + at + (i & 1 ? RECORD : 0);
        size_t other = RECORDS + at + (i & 1 ? 0 : RECORD);
        memcpy(bytes, file.data, file.size);
        said(&t->said, "record %zu", i);
        if (i & 2)
            bytes[own]++;
        else
            memcpy(bytes + own, file.data + other, at + 4 < RECORD ? 4 : 1);
        tell_map(t, (struct rq_bytes){bytes, file.size});
    }
    finish(t, lines, "maps", "records");
}

static void tell_actors(struct trial *t, struct rq_out *lines, struct rq_bytes file)
{
    static const char *const names[][2] = {
        {"HERO", "HERO"}, {"", "DOOR"},      {"", ""},           {"CON", "con"},   {"a/b", "a\\b"},
        {"hero", "HERO"}, {"HERO", "HEROI"}, {"LPT4", "HERO~0"}, {"\"q\"", "\x82"}};
    static uint8_t bytes[SAMPLE_ROOM];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        memcpy(bytes, file.data, file.size);
        for (size_t k = 0; k < 2; k++)
            snprintf((char *)bytes + RECORDS + k * RECORD + 4, 9, "%s", names[i][k]);
        tell_map(t, (struct rq_bytes){bytes, file.size});
    }
    finish(t, lines, "maps", "names of actors");
}

/* Each section without its data, away, twice, in front of all, a byte shorter, a byte longer. */
static void put_chunks(struct rq_out *out, struct rq_bytes file, size_t which, unsigned edit)
{
    size_t count = 0, size;
    for (size_t at = 0; at + 8 < file.size; at += 8 + size, count++) {
        size = rq_get32be(file.data + at + 4);
        struct rq_bytes chunk = {file.data + at, 8 + size};
        size_t kept = edit == 0 ? 0 : edit == 4 && size ? size - 1 : size + (edit == 5);
        if (count != which || edit == 2)
            rq_put_bytes(out, chunk);
        if (count == which && edit == 3) {
            struct rq_out first = {0};
            rq_put_bytes(&first, chunk);
            rq_put_bytes(&first, rq_out_bytes(out));
            rq_out_free(out);
            *out = first;
        } else if (count == which && edit != 1) {
            rq_put(out, chunk.data, 4);
            rq_put32be(out, (uint32_t)kept);
            rq_put(out, chunk.data + 8, kept < size ? kept : size);
            if (kept > size)
                rq_put8(out, 0);
        }
    }
    rq_put(out, "END \0\0\0\0", 8);
}

static void tell_sections(struct trial *t, struct rq_out *lines, struct rq_bytes file)
{
    for (size_t i = 0; i < 24 * 6; i++) {
        struct rq_out out = {0};
        put_chunks(&out, file, i / 6, (unsigned)(i % 6));
        said(&t->said, "section %zu, edit %zu", i / 6, i % 6);
        tell_map(t, rq_out_bytes(&out));
        rq_out_free(&out);
    }
    finish(t, lines, "maps", "sections");
}

/* The JSON of a map with a second section of actors, with some edits at each place. */
static void tell_json_edits(struct trial *t, struct rq_out *lines, struct rq_bytes file)
{
    const struct rq_options options = {.format = rq_format_by_name("rgm")};
    struct rq_out out = {0}, json = {0}, places = {0};
    put_chunks(&out, file, 0, 2);
    struct rq_doc *map = map_of(rq_out_bytes(&out));
    REQUIRE(map && rq_doc_to_json(map, &json, NULL));
    rq_doc_free(map);
    rq_put8(&json, 0);
    collect(&places, (const char *)json.data);
    for (size_t i = 0; i < places.size / sizeof(struct edit_place) * 2; i++) {
        struct rq_out text = {0}, made = {0};
        struct rq_error err = {0};
        struct edit_place place;
        memcpy(&place, places.data + i / 2 * sizeof place, sizeof place);
        put_edited(&text, (const char *)json.data, place, i * 7 % EDITS);
        struct rq_doc *doc =
            rq_doc_from_json((struct rq_bytes){text.data, text.size - 1}, &options, &err);
        t->tried++;
        t->good += doc && rq_doc_write(doc, &made, &err);
        said_error(&t->said, &err);
        said_bytes(&t->said, "made", rq_out_bytes(&made));
        rq_doc_free(doc);
        rq_out_free(&made);
        rq_out_free(&text);
    }
    finish(t, lines, "maps", "JSON");
    rq_out_free(&out);
    rq_out_free(&json);
    rq_out_free(&places);
}

/* ---- limits ---- */

static const struct {
    bool rmm;
    struct limit limit;
} limits[] = {
    {false,
     {"actor \"HERO\"\nvar x = 1\ncode {\n", "if x = 1 {\n", "x = 2\n", "}\n", "}\n", 62, 65}},
    {false, {"actor \"HERO\"\nvar x = 1\ncode {\nx = ", "Rnd(", "1", ")", "\n}\n", 30, 34}},
    {false, {"actor \"HERO\"\ncode {\nRnd(1", ", #", "", "", ")\n}\n", 253, 256}},
    {false,
     {"actor \"HERO\"\n", "string \"s#\"\n", "code {\n\"s255\".Rnd(1)\nstring 255.Rnd(2)\n", "",
      "}\n", 255, 258}},
    {false,
     {"actor \"HERO\"\n", "string \"s#\"\n", "code {\n\"s256\".Rnd(1)\nRnd(\"s256\")\n", "", "}\n",
      256, 258}},
    {false,
     {"actor \"HERO\"\n", "var v# = #\n", "code {\nv255 = 1\nv255.Rnd(2)\n", "", "}\n", 255, 258}},
    {false,
     {"actor \"HERO\"\n", "var v# = #\n", "code {\nv256 = v256\nv256.Rnd(2)\n", "", "}\n", 256,
      258}},
    {false, {"actor \"HERO\"\ninstances 524288\n", "var v# = 1\n", "", "", "", 1, 3}},
    {false, {"actor \"HERO\"\n", "frob\n", "", "", "", 18, 22}},
    {false, {"actor \"HERO\"\ncode {\n", "frob {\n", "frob\n", "}\n", "x = 1\n}\n", 62, 66}},
    {false, {"actor \"HERO\"\n", "hook at #\n", "code { }\n", "", "", 1, 9}},
    {false, {"actor \"HERO\"\nraw {", " 1F", "}\n", "", "", 31, 34}},
    {false, {"actor \"", "H", "\"\ncode { }\n", "", "", 7, 10}},
    {false,
     {"actor \"HER\"\ncode { }\nactor \"HERO\"\ncode { }\n", "actor \"HERO\"\n", "", "", "", 1, 1}},
    {true, {"HERO\n{\n", "if Have_Gear = 1\n{\n", "", "}\n", "}\n", 62, 65}},
    {true, {"HERO\n{\nRnd(1", ", #", "", "", ")\n}\n", 253, 256}},
};

/* Statements that stand alone, so that each has the reason of its own why a style can't say it. */
static const char *const singles[] = {
    "if x cmp 9 1 { x = 1 }",
    "if x~5 = 1 { x = 1 }",
    "if x = x~3 { x = 1 }",
    "if x = 1 and x > 2 or x < 3 { x = 4 }",
    "if x >= 1 { x = 1 } else { x = 2 }",
    "while x <= 1 { x = 1 }",
    "x = 1 ++",
    "x = 1 --",
    "x = 2~11:3",
    "x = 2~77",
    "x = 1 + 2 - 3 * 4 / 5 << 6 >> 7 & 8 | 9 ^ 10",
    "Me.#5 = 1",
    "Me.#5++",
    "Me.#5--",
    "Me~5.#3 = 1",
    "Player.#300 = Camera.#2",
    "\"boat\".#1 = x.#2",
    "HandItem(1)",
    "HandItem(6)",
    "HandItem(7)",
    "HandItem(-1)",
    "LoadWorld(1, 2, 3)",
    "LoadWorld(2, 2, 3)",
    "RTX('ti32')",
    "RTX(5)",
    "@RTX('a\\\"bc')",
    "task Rnd(1)",
    "function Rnd(1)",
    "@Rnd(1)",
    "call 25:2 Me.Rnd(5)",
    "call 25:1 \"boat\".Rnd(5)",
    "Rnd(x~[1, 2, 3])",
    "Rnd(Gremlin~[1, 2, 0])",
    "SetGlobalFlag(flag:Gremlin)",
    "SetGlobalFlag(numeric 5)",
    "Rnd(alt 5)",
    "Rnd(\"boat\")",
    "Rnd(\"a\\x01\")",
    "Rnd(string 300)",
    "\"boat\"",
    "5",
    "alt 5",
    "x = \"boat\"",
    "flag 999 = 1",
    "#999(1)",
    "var 200 = 1",
    "anchor 3",
    "returned = 3",
    "if returned = 3 { x = 1 }",
    "l: pause l",
    "l: goto l",
    "l: gosub l",
    "goto at 5",
    "gosub at 500",
    "end",
    "endint",
    "return",
    "if HaveItem(0) = ActiveItem() { x = 1 }",
    "if ActiveItem() = 1 { x = 1 }",
    "PushAnimation(animation:walk, 1)",
    "SetMyAttr(attribute:health, 1)",
    "HandItem(8)\nHandItem(9)\nHandItem(10)\nHandItem(11)\nHandItem(12)\nHandItem(13)",
    "HandItem(255)\nHandItem(256)\nHandItem(100)",
    "menuAddItem('aaaa', 'bbbb', 1)",
    "DropItem(8, 9)\nAddItem(0, 1)",
    "if x = 6 {\nif x = 7 else goto far\nx = 8\n}\nx = 9\nfar:\nx = 1",
    "l: x = 1\nif x = 7 else goto l",
    "if x = 6 {\nx = 7\n}\nl: if x = 8 {\nx = 9\ngoto l\n}",
    "while x = 1 {\nif x = 2 {\nbreak\n}\nif x = 3 {\ncontinue\n}\n}",
    "loop {\nif x = 2 { break } else { continue }\n}",
    "if x = 1 { } else if x = 2 { } else { x = 3 }",
    "if returned = 1 { x = 2 } else { x = 3 }",
    "frob {\nx = 1\nfrob\n} else {\nfrob\n}\nx = 2",
    "x = {\nx = 1\n}\n}",
    "if x = {\n}\nif = 1 {\nfrob {\n}\n}",
};

/* clang-format off */
/* Statements in the words of redguard-mod-manager. */
static const char *const rmm_singles[] = {
    "boat.pos.vx = 1", "boat.a.Rnd(5)", "a.b.c.Rnd(1)", "boat.gone = 1", "5.Rnd(1)", "Me.Rnd(1)", "Camera.pos.vy = 2",
    "boat.Rnd(1)\n  BOAT.Rnd(2)\n  new.Rnd(3)\n  NEW.Rnd(4)", "Rnd(\"boat\")", "Rnd(\"BOAT\")", "Rnd(\"newer\")",
    "RTX(\"ab\")", "RTX(\"abcd\")", "RTX(\"abcde\")", "RTX(5)", "if var2 = 1\n  {\n  }", "if var2 = 1\n  {",
    "Goto #FF", "#01:", "#00:\n  Goto #00", "Goto #0", "Goto", "End", "End #00", "Endint\n  Return",
    "<Anchor>=255", "<Anchor>=256", "<Anchor>=-1", "<Anchor>", "<Gone>=1", "<ScriptRv> = 1",
    "if <ScriptRv> = 255\n  {\n  }", "if <ScriptRv> = 256\n  {\n  }", "if <ScriptRv> != 1\n  {\n  }",
    "HandItem(<rope>)", "HandItem(<gone>)", "HandItem(<lamp>)", "HandItem(<last>)", "HandItem(<beyond>)", "HandItem(<x7>)",
    "HandItem(lamp)", "LoadWorld(<ISLAND>, 1, 2)", "LoadWorld(<gone>, 1, 2)", "var9 = 1", "var2 = 1", "var = 1", "var2 == 1",
    "Have_Gear = 1", "Gone_Gear = 1", "Time = 1 + 2 * 3", "Time = 1 +", "Time = Rnd(1, Rnd(2), \"boat\")", "@Rnd(1)", "@@Rnd(1)",
    "Rnd(1", "Rnd 1", "Rnd()", "Gone(1)", "<TaskPause(#00)>", "<TaskPause(#01)>", "<TaskPause>", "Gosub #00", "Gosub",
    "Player.pos.vx++", "Player.pos.vx--", "Player.pos.vx += 1", "Player.nothing = 1", "ref5 = 1", "Me.ref5 = 1", "flag5 = 1",
    "function5(1)", "5", "\"boat\"", "// only said", "; also", "{\n  }", "}", "if Rnd(1) = 1 and Time > 2 or Open < 3\n  {\n    Time = 4\n  }",
};

/* Whole texts of it. */
static const char *const rmm_texts[] = {
    "Maps/X.RGM\nHERO\n{\n}\n", "Maps X.RGM\nHERO\n{\n}\n", "Maps", "Maps\\", "Map\\X.RGM\nHERO\n{\n}\n", "X/Y.RGM\nHERO\n{\n}\n",
    "IDs 1\nHERO\n{\n}\n", "IDs", "Maps\n{\n}\n", "Mapsx\\Y.RGM\nHERO\n{\n}\n",
    "", "\n", "HERO", "HERO\n", "HERO\n{", "HERO\n{\n}", "{\n}\n", "HERO\n{\n}\nHERO\n{\n}\n", "hero\n{\n  Return\n}\n",
    "HERO\n{\n  Return\n}\nDOOR\n{\n  Endint\n}\n", "NOBODY\n{\n  Return\n}\n", "HERO#1\n{\n}\n", "Maps\\X.RGM\n",
    "Maps\\X.RGM\nIDs: 1, 2\nIDs:\nHERO\n{\n}\n", "health = 255\nHERO\n{\n}\n", "health = 256\nHERO\n{\n}\n",
    "health = -128\nstrength = 0\nHERO\n{\n}\n", "health = -129\nHERO\n{\n}\n", "gone = 1\nHERO\n{\n}\n", "health\nHERO\n{\n}\n",
    "attribute5 = 7\nHERO\n{\n}\n", "attribute256 = 7\nHERO\n{\n}\n", "var2 = 9\nHERO\n{\n}\n", "var0 = 9\nHERO\n{\n}\n",
    "var2 = 9\nhealth = 1\nHERO\n{\n}\nDOOR\n{\n}\n", "health = 1\n", "HERO (Execution starts at #00)\n{\n  Return\n}\n",
    "HERO (Execution starts at #01)\n{\n  Return\n}\n", "HERO (Execution starts at #01)\n{\n  Return\n#01:\n  Endint\n}\n",
    "HERO (Execution starts at #)\n{\n}\n", "HERO (Execution starts at\n{\n}\n", "HERO (frob)\n{\n}\n", "HERO {\n}\n", "frob frob\n{\n}\n",
};
/* clang-format on */

static void tell_singles(struct rq_out *lines, struct rq_bytes base)
{
    struct trial t = {.said = {hash_of("", 0), said_file("soup_singles")}, .base = base};
    for (size_t i = 0; i < sizeof singles / sizeof singles[0]; i++) {
        char text[256];
        snprintf(text, sizeof text,
                 "actor \"HERO\"\nstring \"boat\"\nvar x = 1\nnames attribute health = 3\n"
                 "names animation walk = 2\ncode {\n%s\n}\n",
                 singles[i]);
        said(&t.said, "%s", singles[i]);
        t.tried = 0; /* with notes */
        tell_put(&t, text);
    }
    t.tried = sizeof singles / sizeof singles[0];
    finish(&t, lines, "single statements", "all");
    if (t.said.show)
        fclose(t.said.show);
}

static void tell_rmm(struct rq_out *lines, struct rq_bytes base, struct rq_soup_names *names)
{
    enum { SINGLES = sizeof rmm_singles / sizeof rmm_singles[0] };
    struct trial t = {.said = {hash_of("", 0), said_file("soup_rmm")}, .base = base};
    t.how = (struct rq_soup_how){.names = names, .notes = &notes, .style = RQ_SOUP_RMM};
    for (size_t i = 0; i < SINGLES + sizeof rmm_texts / sizeof rmm_texts[0]; i++) {
        char text[512];
        snprintf(text, sizeof text, i < SINGLES ? "HERO\n{\n  Endint\n  %s\n  Return\n}\n" : "%s",
                 i < SINGLES ? rmm_singles[i] : rmm_texts[i - SINGLES]);
        said(&t.said, "%s", text);
        tell_put(&t, text);
    }
    finish(&t, lines, "mod manager", "all");
    if (t.said.show)
        fclose(t.said.show);
}

/* More attributes than an actor has: the last that can be set, and the next. */
static void tell_attributes(struct rq_out *lines, struct rq_bytes base)
{
    static const struct limit many = {"[equates]\nauto\n", "at#\n", "", "", "endauto\n", 258, 258};
    struct trial t = {.said = {hash_of("", 0), said_file("soup_attributes")}, .base = base};
    struct rq_out text = {0};
    put_limit(&text, &many, many.to);
    struct rq_soup_names *names = names_of((const char *)text.data);
    CHECK(names);
    t.how = (struct rq_soup_how){.names = names, .style = RQ_SOUP_RMM};
    for (int i = 253; i < 259; i++) {
        char line[64];
        snprintf(line, sizeof line, "at%d = 7\nHERO\n{\n}\n", i);
        said(&t.said, "%s", line);
        tell_put(&t, line);
    }
    finish(&t, lines, "mod manager", "attributes");
    if (t.said.show)
        fclose(t.said.show);
    rq_soup_names_free(names);
    rq_out_free(&text);
}

static void tell_limits(struct rq_out *lines, struct rq_bytes base)
{
    struct trial t = {.said = {hash_of("", 0), said_file("soup_text_limits")}, .base = base};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        for (size_t count = limits[i].limit.from; count <= limits[i].limit.to; count++) {
            struct rq_out text = {0};
            put_limit(&text, &limits[i].limit, count);
            t.how = (struct rq_soup_how){.style = limits[i].rmm ? RQ_SOUP_RMM : RQ_SOUP_FLAT};
            said(&t.said, "limit %zu: %zu", i, count);
            tell_put(&t, (const char *)text.data);
            rq_out_free(&text);
        }
    finish(&t, lines, "limits", "all");
    if (t.said.show)
        fclose(t.said.show);
}

/* Two texts of one actor, a style that can't be read, and a document that is no map. */
static void tell_refused(struct rq_out *lines, struct rq_bytes base)
{
    struct trial t = {.said = {hash_of("", 0), said_file("soup_refused")}};
    const struct rq_options options = {.format = rq_format_by_name("def")};
    struct rq_doc *docs[] = {map_of(base), rq_doc_read(text_of(def), &options, NULL)};
    const struct rq_soup_source sources[] = {{"x.soup", text_of("actor \"HERO\"\ncode { }\n")},
                                             {"y.soup", text_of("actor \"HERO\"\ncode { }\n")},
                                             {"z.soup", text_of("actor \"DOOR\"\nfrob\n")},
                                             {"z.soup", text_of("")}};
    for (size_t i = 0; i < 40; i++) {
        struct rq_out out = {0};
        struct rq_error err = {0};
        const struct rq_soup_how how = {.style = (enum rq_soup_style)(i / 5 % 4),
                                        .actor = i % 3 ? "HERO" : "NOBODY"};
        bool fine = rq_soup_put(docs[i / 20], sources, i % 5, &how, tell, &t, &out, &err);
        said(&t.said, "put %zu: %d", i, fine);
        said_error(&t.said, &err);
        said_bytes(&t.said, "map", rq_out_bytes(&out));
        rq_soup_texts(docs[i / 20], &how, tell_text, &t, NULL, &err);
        said_error(&t.said, &err);
        rq_out_free(&out);
    }
    finish(&t, lines, "refused", "all");
    rq_doc_free(docs[0]);
    rq_doc_free(docs[1]);
    if (t.said.show)
        fclose(t.said.show);
}

static void tell_maps(struct rq_out *lines, struct rq_bytes file)
{
    struct trial t = {.said = {hash_of("", 0), said_file("maps")}};
    tell_records(&t, lines, file);
    tell_actors(&t, lines, file);
    tell_sections(&t, lines, file);
    tell_json_edits(&t, lines, file);
    if (t.said.show)
        fclose(t.said.show);
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
    tell_edits(&t, &lines, "hero", soup_hero);
    put_without_hooks(file, &without);
    t.base = rq_out_bytes(&without);
    t.how = (struct rq_soup_how){.names = own, .notes = &notes, .style = RQ_SOUP_RMM};
    tell_edits(&t, &lines, "rmm", rmm);
    tell_names(&lines, t.base);
    tell_maps(&lines, file);
    tell_singles(&lines, t.base);
    tell_rmm(&lines, t.base, own);
    tell_attributes(&lines, t.base);
    tell_limits(&lines, t.base);
    tell_refused(&lines, file);
    said_compare("soup", &lines, NULL);
    rq_soup_names_free(known);
    rq_soup_names_free(own);
    rq_out_free(&without);
    rq_out_free(&lines);
}

TESTS(test_soup)
