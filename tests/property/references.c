/* Who uses what, in games whose scripts refer to everything in every way: flags, items, lines and maps of Redguard, and the graph
 * of their flow; tags, globals, quests and resources of KotOR's scripts; tables with more names than an index has
 * room for at first; what is kept of an index, damaged; and patterns in values, lines and texts of the talk table. Held to tests/contract/references.txt (see said.h). */
#include "core/file.h"
#include "game/search.h"
#include "said.h"
#include "support/demo_copy.h"

#include <reliquary/lint.h>
#include <reliquary/nwscript.h>
#include <reliquary/refs.h>
#include <reliquary/soup.h>

static char root[512];

static const char *below(const char *name)
{
    return check_below(root, name);
}

static void tell_error(struct said *s, bool fine, const struct rq_error *err)
{
    const char *where = strncmp(err->where, root, strlen(root)) ? err->where : "the game";
    said(s, "%d %d %s: %s", fine, (int)err->code, where, err->text);
}

static void tell_use(struct said *s, const char *what, const struct rq_use *use)
{
    said(s, "%s %s %s %s %s %s in %zu: %s", what, rq_thing_word(use->thing), use->name, use->types,
         rq_use_word(use->kind), rq_act_word(use->act), use->at, use->path);
}

/* ---- an index ---- */

static const char *const queries[] = {"flag:lamp",
                                      "flag:timeofday",
                                      "item:1",
                                      "item:2",
                                      "map:1",
                                      "patrol",
                                      "guard",
                                      "guard.utc",
                                      "tag:guard",
                                      "1",
                                      "2da:heads:1",
                                      "appearance.2da:3",
                                      "global:g_1",
                                      "quest:plot",
                                      "entry:plot:10",
                                      "strref:2",
                                      "text:k_x",
                                      "line:?cut",
                                      "routine:getobjectbytag",
                                      "sound:3",
                                      "image:302:5",
                                      "nothing",
                                      "nothing:1",
                                      "resource:m0007"};
enum { QUERIES = sizeof queries / sizeof queries[0] };

static void tell_flow(struct said *s, const struct rq_refs *refs)
{
    for (size_t i = 0; i < QUERIES * 2; i++) {
        struct rq_out out = {0};
        struct rq_error err = {0};
        const char *const two[] = {queries[i % QUERIES], queries[(i + 1) % QUERIES]};
        bool fine = rq_refs_flow(refs, two, i % 3, i % 2 ? RQ_FLOW_DOT : RQ_FLOW_SVG, &out, &err);
        tell_error(s, fine, &err);
        s->hash = mix(s->hash, out.data, out.size);
        if (s->show && i % 2 && fine && i % 3 == 0)
            fprintf(s->show, "%.*s\n", (int)out.size, (const char *)out.data);
        rq_out_free(&out);
    }
}

static void tell_questions(struct said *s, const struct rq_refs *refs)
{
    struct rq_use use;
    struct rq_unused unused;
    enum rq_exists exists;
    for (size_t i = 0; i < QUERIES; i++)
        for (size_t next = 0; rq_refs_find(refs, queries[i], &next, &use);)
            tell_use(s, queries[i], &use);
    for (size_t next = 0; rq_refs_missing(refs, true, &next, &use, &exists);)
        tell_use(s, exists == RQ_ABSENT ? "missing" : "not known", &use);
    for (int thing = 0; thing < RQ_THING_COUNT; thing++) {
        for (size_t next = 0; rq_refs_unused(refs, (enum rq_thing)thing, NULL, &next, &unused);)
            said(s, "unused %s in %zu: %s", unused.name, unused.at, unused.path);
        for (size_t i = 0; i < QUERIES; i++) {
            const char *name = strrchr(queries[i], ':');
            said(s, "%d",
                 (int)rq_refs_exists(refs, (enum rq_thing)thing, name ? name + 1 : queries[i],
                                     i % 2 ? "utc|mdl" : ""));
        }
    }
    for (size_t next = 0; rq_refs_unused(refs, RQ_THING_RESOURCE, "utc", &next, &unused);)
        said(s, "unused %s", unused.name);
    said(s, "%u %u", rq_refs_rows(refs, "appearance"), rq_refs_rows(refs, "none"));
}

static void tell_problem(void *ctx, const char *path, const struct rq_error *err)
{
    said(ctx, "problem of %s", path);
    tell_error(ctx, false, err);
}

static void tell_finding(void *ctx, const struct rq_lint_finding *f)
{
    said(ctx, "%s %s %s: %s, %s", f->rule->id, f->path, f->value, f->text, f->fix ? f->fix : "-");
}

static void tell_index(struct said *s, const char *cache, bool flow)
{
    struct rq_error err = {0};
    struct rq_use use;
    struct rq_game *game = rq_game_open(root, NULL, &err);
    const struct rq_refs_options options = {
        .threads = 1, .cache = cache, .problem = tell_problem, .problem_ctx = s};
    struct rq_refs *refs = game ? rq_refs_open(game, &options, &err) : NULL;
    tell_error(s, refs != NULL, &err);
    if (refs) {
        const struct rq_refs_info *info = rq_refs_describe(refs);
        said(s, "%zu %zu %zu %zu %d", info->uses, info->things, info->files, info->problems,
             info->cached);
        for (size_t i = 0; rq_refs_at(refs, i, &use); i++)
            tell_use(s, "use", &use);
        tell_questions(s, refs);
        if (flow)
            tell_flow(s, refs);
    }
    rq_refs_close(refs);
    rq_game_close(game);
}

/* ---- scripts of Redguard ---- */

#define HEAD                                                                                       \
    "actor \"PATROL\"\ninstances 1\nstring \"MILL\"\nvar var0 = count\nvar var1 = 0\nvar var2 = 0\n\ncode {\n"

/* Code of the patrol: each line may be one that the parser refuses, which is said. */
static const char *const codes[] = {
    "AddItem(1)\nend",
    "AddItem(1, 1)\nRemoveItem(1)\nHaveItem(2)\nend",
    "if HaveItem(1) = 1 {\nLoadWorld(1, 0, 0)\n}\nend",
    "LoadWorld(1)\nLoadWorld(9)\nend",
    "SetGlobalFlag(1)\nResetGlobalFlag(1)\nif TestGlobalFlag(1) = 1 {\nAddItem(2)\n}\nend",
    "Lamp = 1\nif Lamp = 1 {\nTimeOfDay = 2\n}\nvar1 = TimeOfDay\nend",
    "Lamp = 1\nLamp = 2\nLamp = TimeOfDay\nif Lamp = 1 {\nLamp = 3\n}\nend",
    "RTX(\"abcd\")\nAddLog(\"ticm\")\nmenuAddItem(\"?cut\")\nend",
    "RTX(1684234849)\nAddLog(1836280180)\nend",
    "Sound(3)\nSound(500)\nFlatSound(1)\nend",
    "SetAttribute(3, 5)\nvar1 = GetAttribute(3)\nend",
    "ShowItem(1)\nDropItem(2)\nItemUsed(7)\nend",
    "ACTIVATE(\"abcd\")\nend",
    "AddItem(var1)\nLoadWorld(var1)\nSetGlobalFlag(var1)\nend",
    "end",
};

static void take_script_problem(void *ctx, const struct rq_script_problem *p)
{
    said(ctx, "line %zu: %s %s", p->line, p->message, p->hint);
}

/* The map with a script, or as it was when it can't be made. */
static void put_script(struct said *s, const char *code, bool own_names)
{
    struct rq_error err = {0};
    struct rq_out text = {0}, file = {0};
    struct rq_soup_game known = {0};
    struct rq_doc_file map;
    size_t size;
    char from[1200];
    snprintf(from, sizeof from, "%s/redguard/maps/ISLAND.RGM", getenv("RQ_DEMO_DIR"));
    uint8_t *bytes = check_read(from, &size);
    struct rq_game *game = rq_game_open(root, NULL, &err);
    REQUIRE(bytes && game && rq_soup_game_open(&known, game, &err));
    REQUIRE(check_write(below("maps/ISLAND.RGM"), bytes, size));
    REQUIRE(rq_doc_file_open(&map, below("maps/ISLAND.RGM"), NULL, &err));
    rq_putf(&text, HEAD "%s\n}\n", code);
    struct rq_soup_source source = {"patrol", rq_out_bytes(&text)};
    struct rq_soup_how how = {.names = own_names ? known.names : NULL, .style = RQ_SOUP_STRUCTURED};
    bool fine = rq_soup_put(map.doc, &source, 1, &how, take_script_problem, s, &file, &err);
    tell_error(s, fine, &err);
    rq_doc_file_close(&map);
    if (fine)
        CHECK(check_write(below("maps/ISLAND.RGM"), file.data, file.size));
    struct rq_lint_options options = {.game = game, .all = true, .threads = 1};
    rq_lint_bytes("ISLAND.RGM", fine ? rq_out_bytes(&file) : (struct rq_bytes){bytes, size},
                  &options, tell_finding, s, &err);
    rq_soup_game_close(&known);
    rq_game_close(game);
    rq_out_free(&text);
    rq_out_free(&file);
    free(bytes);
}

static void tell_redguard(struct said *s)
{
    size_t size;
    snprintf(root, sizeof root, "%s/references/redguard", RQ_BUILD_DIR);
    rq_fs_remove(root);
    REQUIRE(copy_demo("redguard", root));
    tell_index(s, NULL, true);
    /* Items whose names are lines of the game, and are not. */
    struct rq_out names = {0};
    rq_put_str(&names, "[items]\r\nname[1] = ?key\r\nname[2] = ?GEM\r\nname[3] = ?non\r\n");
    for (int i = 0; i < 3; i++) /* just too long for a name, and much too long */
        rq_putf(&names, "hand_object_file[%d] = %0*d\r\nname[%d] = %0*d\r\n", i + 4, 62 + i, 7,
                i + 4, 126 + i, 7);
    CHECK(check_write(below("ITEM.INI"), names.data, names.size));
    rq_out_cut(&names, 0);
    rq_putf(
        &names,
        "[misc]\r\nsword_clank_1 = 3, 5,7 , -1\r\nsword_clank_2 = %0599d\r\n"
        "sword_clank_2 = %0600d\r\n[taunt00]\r\nrtx_label = &051\r\nrtx_label = dm01\r\nrtx_label =\r\n",
        6, 8);
    CHECK(check_write(below("COMBAT.INI"), names.data, names.size));
    rq_out_free(&names);
    uint8_t *def = check_read(below("soup386/SOUP386.DEF"), &size);
    REQUIRE(def != NULL);
    for (size_t i = 0; i < 2 * sizeof codes / sizeof codes[0]; i++) {
        said(s, "---- %s", codes[i / 2]);
        /* Without it functions are those that the library knows. */
        CHECK(i % 2 ? check_write(below("soup386/SOUP386.DEF"), def, size)
                    : rq_remove_file(below("soup386/SOUP386.DEF")));
        put_script(s, codes[i / 2], i % 2);
        tell_index(s, NULL, true);
    }
    free(def);
}

/* ---- scripts of KotOR ---- */

static const char *const sources[] = {
    "void main() { object o = GetObjectByTag(\"guard\"); CreateObject(OBJECT_TYPE_CREATURE, \"guard\", GetLocation(o)); }",
    "void main() { SetGlobalNumber(\"G_1\", 3); SetGlobalBoolean(\"G_2\", TRUE); }",
    "int StartingConditional() { return GetGlobalNumber(\"G_1\") > 2 && GetGlobalBoolean(\"G_2\"); }",
    "void main() { AddJournalQuestEntry(\"plot\", 10); RemoveJournalQuestEntry(\"plot\"); }",
    "void main() { string s = \"guard\"; object o = GetObjectByTag(s); if (GetIsObjectValid(o)) s = \"other\"; GetObjectByTag(s, 2); }",
    "string f(string s) { return s + \"_x\"; } void main() { ExecuteScript(f(\"k\"), OBJECT_SELF); ExecuteScript(\"demo_hello\", OBJECT_SELF); }",
    "void main() { PlaySound(\"demo_effect\"); ActionStartConversation(OBJECT_SELF, \"keeper\"); }",
    "void main() { CreateItemOnObject(\"lantern\", OBJECT_SELF, 2); StartNewModule(\"demo02\", \"dock\"); }",
    "void main() { int i; for (i = 0; i < 9; i++) DelayCommand(1.0, ExecuteScript(\"k_x\", OBJECT_SELF)); }",
    "struct s { int a; string b; }; void main() { struct s x; x.b = \"guard\"; GetObjectByTag(x.b); switch (x.a) { case 1: SetGlobalNumber(x.b, 1); break; } }",
    "void main() { GetObjectByTag(\"\"); GetObjectByTag(\"GUARD\"); GetObjectByTag(\"a b\"); PrintString(\"a long text that names nothing in the game\"); }",
    "void a(string s, int n) { SetGlobalNumber(s, n); } void main() { a(\"G_3\", 1); a(\"G_4\", 2); }",
};

static void put_scripts(struct said *s, size_t from)
{
    for (size_t i = from; i < sizeof sources / sizeof sources[0]; i++) {
        struct rq_out out = {0};
        struct rq_error err = {0};
        enum rq_nss_kind kind;
        char name[64];
        snprintf(name, sizeof name, "override/k_%zu.ncs", i);
        struct rq_bytes text = {(const uint8_t *)sources[i], strlen(sources[i])};
        const struct rq_nss_options options = {.game = 1, .problem = take_script_problem, .ctx = s};
        bool fine = rq_nss_compile(text, "k.nss", &options, &out, &kind, &err);
        tell_error(s, fine, &err);
        if (CHECK(fine))
            CHECK(check_write(below(name), out.data, out.size));
        rq_out_free(&out);
    }
}

/* More names than an index has room for at first. */
static void put_table(size_t rows)
{
    struct rq_out text = {0};
    rq_put_str(&text, "2DA V2.0\n\n label modela texa string_ref normalhead\n");
    for (size_t i = 0; i < rows; i++)
        rq_putf(&text, "%zu row%zu m%04zu t%04zu %zu %zu\n", i, i, i, i % 50, i % 9, i % 4);
    CHECK(check_write(below("override/appearance.2da"), text.data, text.size));
    rq_out_free(&text);
    static const char heads[] = "2DA V2.0\n\n label head\n0 a demo_head\n1 b none\n";
    CHECK(check_write(below("override/heads.2da"), heads, sizeof heads - 1));
}

static void tell_kotor(struct said *s)
{
    snprintf(root, sizeof root, "%s/references/kotor", RQ_BUILD_DIR);
    rq_fs_remove(root);
    REQUIRE(copy_demo("kotor", root));
    tell_index(s, NULL, true);
    put_scripts(s, 0);
    put_table(3);
    tell_index(s, NULL, false);
    put_table(3000);
    tell_index(s, NULL, false);
}

/* ---- scripts that no compiler makes ---- */

static void put_instr(struct rq_out *out, unsigned op, unsigned type, int64_t value, size_t size)
{
    rq_put8(out, (uint8_t)op);
    rq_put8(out, (uint8_t)type);
    for (size_t i = size; i-- > 0;)
        rq_put8(out, (uint8_t)((uint64_t)value >> (8 * i)));
}

static void put_constants(struct rq_out *out, unsigned routine)
{
    enum { CONST = 0x04, INTEGER = 3, REAL = 4, STRING = 5, OBJECT = 6 };
    static const char *const names[] = {"guard", "a b", "\x01", "", "demo_lamp"};
    const char *name = names[routine % 5];
    for (unsigned i = 0; i < 5; i++) {
        unsigned type = (routine / 5 + i) % 4;
        if (type == 0) {
            put_instr(out, CONST, STRING, (int64_t)strlen(name), 2);
            rq_put_str(out, name);
        } else {
            put_instr(out, CONST,
                      type == 1   ? INTEGER
                      : type == 2 ? REAL
                                  : OBJECT,
                      (int64_t)routine % 7 - 1, 4);
        }
    }
}

/* Every routine of the engine, called with more and with fewer arguments than it has; before some calls what
 * is on the stack is changed, copied, joined, jumped to or more than is remembered. Opcodes: the table of
 * docs/formats/ncs.md. */
static void put_assembled(unsigned number)
{
    static const struct {
        unsigned op, type;
        int64_t value;
        size_t size;
    } between[] = {{0x2D, 0, 0, 0},                               /* NOP */
                   {0x06, 0x20, 0, 0},                            /* LOGAND of two integers */
                   {0x14, 0x3A, 0, 0},                            /* ADD of two vectors */
                   {0x22, 3, 0, 0},                               /* NOT */
                   {0x01, 1, 0xFFFFFFF80004, 6},                  /* CPDOWNSP */
                   {0x03, 1, 0xFFFFFFF80004, 6},                  /* CPTOPSP */
                   {0x24, 3, -4, 4},                              /* INCISP */
                   {0x1B, 0, -4, 4},                              /* MOVSP */
                   {0x1D, 0, 6, 4},                               /* JMP to the next */
                   {0x1F, 0, 6, 4},                               /* JZ to the next */
                   {0x20, 0, 0, 0},                               /* RETN */
                   {0x02, 3, 0, 0},                               /* RSADDI */
                   {0x21, 1, (int64_t)12 << 32 | 4 << 16 | 4, 6}, /* DESTRUCT */
                   {0x1A, 3, 0, 0}};                              /* COMP */
    enum { BETWEEN = sizeof between / sizeof between[0], ROUTINES = 880, ACTION = 0x05 };
    struct rq_out out = {0};
    char name[64];
    rq_put(&out, "NCS V1.0\x42\0\0\0", 13);
    for (unsigned i = 0; i < ROUTINES; i++) {
        put_constants(&out, i + number);
        for (unsigned k = 0; number == 2 && i % 40 == 0 && k < 13; k++)
            put_constants(&out, i);
        if (number)
            put_instr(&out, between[i % BETWEEN].op, between[i % BETWEEN].type,
                      between[i % BETWEEN].value, between[i % BETWEEN].size);
        put_instr(&out, ACTION, 0, (int64_t)i << 8 | (i / 3 + number) % 6, 3);
    }
    rq_set32(out.data + 9, 0);
    for (size_t i = 0; i < 4; i++)
        out.data[9 + i] = (uint8_t)(out.size >> (24 - 8 * i));
    snprintf(name, sizeof name, "override/z_%u.ncs", number);
    CHECK(check_write(below(name), out.data, out.size));
    rq_out_free(&out);
}

static void tell_assembled(struct said *s)
{
    for (unsigned i = 0; i < 3; i++)
        put_assembled(i);
    tell_index(s, NULL, false);
}

/* An index that was kept, as it is and with a byte changed or its end cut off: it is made anew then. */
static void tell_cache(struct said *s)
{
    char cache[600];
    struct rq_walk walk = {0};
    size_t size;
    snprintf(cache, sizeof cache, "%s/references/cache", RQ_BUILD_DIR);
    rq_fs_remove(cache);
    put_table(3);
    tell_index(s, cache, false);
    tell_index(s, cache, false);
    REQUIRE(rq_walk_add(&walk, cache, NULL) && walk.count == 1);
    uint8_t *kept = check_read(walk.items[0].path, &size);
    REQUIRE(kept != NULL);
    for (size_t i = 0; i < 24; i++) {
        size_t at = i < 12 ? i * 4 : size - 1 - (i - 12) * 31 % size;
        kept[at] ^= 0x41;
        CHECK(check_write(walk.items[0].path, kept, i % 5 == 4 ? at : size));
        kept[at] ^= 0x41;
        tell_index(s, cache, false);
    }
    free(kept);
    rq_walk_free(&walk);
}

/* ---- patterns ---- */

static void tell_hit(void *ctx, const struct rq_search_hit *hit)
{
    said(ctx, "%.*s: %.*s, %.*s", (int)hit->path.size, (const char *)hit->path.data,
         (int)hit->value.size, (const char *)hit->value.data, (int)hit->meant.size,
         hit->meant.size ? (const char *)hit->meant.data : "");
}

static const char *const patterns[] = {
    "guard", "*light*", "lamp", "GUARD", "1", "*1*", "?", "the", "list of*", "struct 0", "-1",
    "0.5", "*", "", "Tag", "keeper*", "\xC3\xA4", "*.*", "a b", "lantern", "true",
    /* In texts of the talk table alone; and letters at the ends of what is taken for a word. */
    "arms", "Ship Needs", "light", "A_", "demo_guard", "z", "Z", "{", "`", "lamp9", "9", "9z", "/z",
    ":z", "[", "@"};

/* Lines with blanks around them, an empty one, and one without an end. */
static const char lines_of_text[] = " guard \r\n\n\tlamp\n\t the light \t\nguard\r\r\nGuard  ";

static void search_game(struct said *s, struct rq_game *game, const char *pattern, size_t number)
{
    struct rq_search search;
    struct rq_search_talk talk;
    struct rq_error err = {0};
    struct rq_resource r = {0};
    enum rq_codepage page = number % 3 ? RQ_CP_DEFAULT : RQ_CP1252;
    struct rq_bytes text = {(const uint8_t *)lines_of_text, sizeof lines_of_text - 1};
    rq_search_talk_open(&talk, game, pattern, page);
    said(s, "---- %s: %u %d", pattern, talk.count, talk.any);
    s->hash = mix(s->hash, talk.fits, talk.fits ? talk.count : 0);
    bool fine = rq_search_open(&search, game, pattern, page, number % 2 ? &talk : NULL, &err);
    tell_error(s, fine, &err);
    for (size_t i = 1; fine && rq_game_at(game, i, &r); i++) {
        said(s, "%s %d", r.name, rq_search_reads(r.name));
        if (rq_search_reads(r.name))
            tell_error(s, rq_search_resource(&search, &r, tell_hit, s, &err), &err);
        err = (struct rq_error){0};
    }
    if (fine) {
        rq_search_bytes(&search, "a.txt", text, tell_hit, s, &err);
        rq_search_bytes(&search, "a.NSS", text, tell_hit, s, &err);
        rq_search_bytes(&search, "a.xyz", text, tell_hit, s, &err);
        rq_search_close(&search);
    }
    rq_search_talk_close(&talk);
}

static void tell_searches(struct said *s)
{
    struct rq_error err = {0};
    for (size_t i = 0; i < 2; i++) {
        char *path = rq_path_join(getenv("RQ_DEMO_DIR"), i ? "redguard" : "kotor");
        struct rq_game *game = path ? rq_game_open(path, NULL, &err) : NULL;
        free(path);
        REQUIRE(game != NULL);
        for (size_t k = 0; k < 2 * sizeof patterns / sizeof patterns[0]; k++)
            search_game(s, game, patterns[k / 2], k);
        rq_game_close(game);
    }
}

static void test_references(void)
{
    static const struct {
        const char *name;
        void (*fn)(struct said *s);
    } parts[] = {{"redguard", tell_redguard},
                 {"kotor", tell_kotor},
                 {"kept", tell_cache},
                 {"assembled", tell_assembled},
                 {"searches", tell_searches}};
    struct rq_out lines = {0};
    if (!getenv("RQ_DEMO_DIR"))
        SKIP("no demo");
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        struct said s = {hash_of("", 0), said_file(parts[i].name)};
        check_note("%s", parts[i].name);
        parts[i].fn(&s);
        rq_putf(&lines, "%016llx %s\n", (unsigned long long)s.hash, parts[i].name);
        if (s.show)
            fclose(s.show);
    }
    said_compare("references", &lines, NULL);
    rq_out_free(&lines);
}

TESTS(test_references)
