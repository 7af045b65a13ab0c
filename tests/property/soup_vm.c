/* The machine of SOUP: a script that uses all that it does, in worlds whose JSON has every edit, and with bytes of
 * its code changed. Every instruction, call and the world that is left are held to tests/contract/soup_vm.txt. See
 * said.h. */
#include "edits.h"
#include "samples.h"
#include "script/soup/code.h"
#include "words.h"

#include <reliquary/soup.h>

enum { MOST_TICKS = 160 };

/* clang-format off */
static const char script[] =
    "actor \"HERO\"\n"
    "string \"door\"\nstring \"lamp\"\nstring \"HERO\"\n"
    "var a = 7\nvar b = -1\nvar c = 2\n"
    "attribute 3 = 9\nattribute 34 = 2\nattribute 35 = 3\n"
    "hook sub\n"
    "code {\n"
    "    if ACTIVATE('ci31') = 1 { a = a + 1 }\n"
    "    if Me.PlayerStand() = 1 and PlayerDistance() < 1000 or a > 12 { Gremlin = a }\n"
    "    endint\n"
    "sub:\n"
    "    c = c * 3 - 1 / 2 << 1 >> 1 & 255 | 16 ^ 3 ++\n"
    "    return\n"
    "start:\n"
    "    gosub sub\n"
    "    SetGlobalFlag(flag:Have_Gear)\n"
    "    b = TestGlobalFlag(flag:Have_Gear) + TestGlobalFlag(9)\n"
    "    ResetGlobalFlag(9)\n"
    "    SetAttribute(3, 300)\n"
    "    SetMyAttr(4, 6)\n"
    "    \"door\".SetAttribute(5, 7)\n"
    "    b = GetMyAttr(3) + \"door\".GetAttribute(5) --\n"
    "    RotateByAxis(1, -512, 2)\n"
    "    @RotateToAxis(2, 100, 3)\n"
    "    MoveByAxis(0, 64, 2)\n"
    "    @\"door\".MoveToLocation(0, 2)\n"
    "    MoveToLocation(1, 1)\n"
    "    WaitOnTasks()\n"
    "    SetPosition(1, 2, 3)\n"
    "    SetRotation(4, 5, 6)\n"
    "    RTX('ti32')\n"
    "    AddLog('ab01')\n"
    "    menuNew()\n"
    "    menuAddItem('aaaa', 0, 1)\n"
    "    menuAddItem('bbbb', 1, 2)\n"
    "    b = menuSelection()\n"
    "    lockoutPlayer(1)\n"
    "    Sound(12, 1)\n"
    "    LoadWorld(27, 0, 512)\n"
    "    \"lamp\".showObj(1, 2, 3)\n"
    "    HideMe()\n"
    "    ShowMe()\n"
    "    \"lamp\".DisableObject()\n"
    "    \"lamp\".EnableObject()\n"
    "    \"lamp\".Light(1, 2)\n"
    "    \"lamp\".LightRadius(3)\n"
    "    \"lamp\".LightIntensity(4)\n"
    "    \"lamp\".LightOffset(5, 6, 7)\n"
    "    LightOff()\n"
    "    PushAnimation(4, 2)\n"
    "    beginCombat()\n"
    "    if isFighting() = 1 { endCombat() }\n"
    "    @DrawSword()\n"
    "    while IsDrawingSword() != 0 { Wait(1) }\n"
    "    if IsHoldingWeapon() >= 1 { @SheathSword() }\n"
    "    HandItem(3)\n"
    "    b = IsCarryingWeapon() + IsSheathingSword()\n"
    "    AddItem(4, 2)\n"
    "    DropItem(4, 1)\n"
    "    if HaveItem(4) = 1 { SelectItem(4) }\n"
    "    b = ActiveItem() + Rnd(6) + Rnd(6)\n"
    "    Me.#5 = b - Player.#1 + \"HERO\".#2\n"
    "    Me.#5++\n"
    "    Camera.#7--\n"
    "    a.#3 = 4\n"
    "    if returned = 1 { anchor 3 }\n"
    "    b = InKey(57)\n"
    "    NullFunction()\n"
    "    pause start\n"
    "    if b <= 100 { \n loop { \n b = b + 60\n if b > 100 { break }\n }\n }\n"
    "    end start\n"
    "}\n";

static const char def[] = "[functions]\ntask Start parms 4\n[refs]\npos.vx\npos.vy\n[equates]\nauto\nhealth\nstrength\nendauto\n"
                          "[flags]\nNUMBER Time 1\n";

static const char world_full[] =
    "{\n"
    "  \"locals\": [1, 0, 7],\n"
    "  \"flags\": {\"TimeOfDay\": 1, \"52\": 1},\n"
    "  \"script_rv\": 1, \"anchor\": 2,\n"
    "  \"activates\": \"Me\", \"locked\": false,\n"
    "  \"line\": \"ti32\", \"log\": \"ab01\", \"sound\": 12, \"load\": [27, 0, 512],\n"
    "  \"menu\": [{\"line\": \"aaaa\", \"grey\": 0, \"number\": 1}], \"selection\": 1,\n"
    "  \"inventory\": {\"4\": 2, \"7\": 1}, \"active_item\": 4,\n"
    "  \"camera\": {\"object\": \"door\", \"offset\": [0, -100, 200]},\n"
    "  \"objects\": {\n"
    "    \"Me\": {\"stood_on\": true, \"weapon\": 0, \"fighting\": false, \"drawn\": false},\n"
    "    \"Player\": {\"pos\": [13, 24, 42], \"angle\": [0, 1024, 0]},\n"
    "    \"door\": {\"hidden\": false, \"disabled\": true, \"attributes\": {\"34\": 2}, \"refs\": {\"5\": 1},\n"
    "      \"hand_item\": 1, \"light\": true, \"light_radius\": 3, \"light_intensity\": 4, \"light_offset\": [5, 6, 7],\n"
    "      \"animation\": 8, \"loops\": 9, \"locations\": [[0, 0, 0], [256, 0, 0]]}\n"
    "  },\n"
    "  \"answers\": {\n"
    "    \"InKey\": 1, \"RTX\": {\"ticks\": 3},\n"
    "    \"Rnd\": [{\"args\": [6], \"value\": [5, 4, 0]}, {\"value\": 1}]\n"
    "  },\n"
    "  \"threads\": [{\"pc\": START, \"gosubs\": []}, {\"pc\": 0, \"gosubs\": []}],\n"
    "  \"tasks\": [{\"function\": \"Wait\", \"object\": \"Me\", \"kind\": \"wait\", \"ticks\": 3, \"to\": [0, 0, 0], "
    "\"thread\": 0}]\n"
    "}\n";
/* clang-format on */

/* ---- what the machine reports ---- */

struct trial {
    struct said said;
    const struct rq_rgm *map;
    const struct rq_def *names, *def; /* names of a SOUP386.DEF, and those in use; or NULL */
    size_t good, tried;
};

static void tell_step(void *ctx, unsigned thread, uint32_t pc, const char *text)
{
    said(&((struct trial *)ctx)->said, "t%u %04x %s", thread, pc, text);
}

static void tell_call(void *ctx, const struct rq_soup_call *c)
{
    struct said *s = &((struct trial *)ctx)->said;
    said(s, "t%u %04x %d %s.%s %u = %d, %u ticks, recorded %d, answered %d", c->thread, c->pc,
         (int)c->dispatch, c->object, c->name, c->function, c->value, c->ticks, c->recorded,
         c->answered);
    for (size_t i = 0; i < c->count; i++)
        said(s, "%d", c->args[i]);
}

static void tell_end(struct trial *t, struct rq_soup_machine *m)
{
    struct rq_out out = {0};
    struct rq_error err = {0};
    uint32_t caller = 0;
    for (size_t i = 0; i < rq_soup_threads(m); i++) {
        const struct rq_soup_thread thread = rq_soup_thread(m, i);
        said(&t->said, "thread %zu: state %d at %04x, waits %d, depth %zu: %s", i,
             (int)thread.state, thread.pc, thread.waits, thread.depth, thread.why);
        for (size_t k = 0; rq_soup_caller(m, i, k, &caller); k++)
            said(&t->said, "from %04x", caller);
        t->good += i == 0 && thread.state != RQ_SOUP_FAULT;
    }
    said(&t->said, "%llu steps, %llu ticks, next %d", (unsigned long long)rq_soup_steps_done(m),
         (unsigned long long)rq_soup_ticks(m), rq_soup_next(m));
    rq_soup_put_world(m, &out, &err);
    said_text(&t->said, "world", rq_out_bytes(&out));
    said_error(&t->said, &err);
    rq_out_free(&out);
}

static struct rq_soup_machine *open_machine(struct trial *t, const struct rq_soup_options *options)
{
    struct rq_error err = {0};
    const struct rq_soup_watch watch = {.ctx = t, .step = tell_step, .call = tell_call};
    struct rq_soup_machine *m = rq_soup_open_actor(t->map, 0, options, &err);
    said_error(&t->said, &err);
    if (m)
        rq_soup_set_watch(m, &watch);
    t->tried++;
    return m;
}

static void tell_world(struct trial *t, const char *world, bool ticks)
{
    struct rq_error err = {0};
    const struct rq_soup_options options = {.def = t->def};
    struct rq_soup_machine *m = open_machine(t, &options);
    if (!m)
        return;
    bool taken = rq_soup_take_world(m, text_of(world), &err);
    said(&t->said, "taken: %d", taken);
    said_error(&t->said, &err);
    if (!ticks)
        said(&t->said, "run: %d", (int)rq_soup_run(m, MOST_TICKS));
    for (size_t i = 0; ticks && i < MOST_TICKS && rq_soup_tick(m); i++)
        ;
    tell_end(t, m);
    rq_soup_close(m);
}

/* ---- worlds ---- */

static void finish(struct trial *t, struct rq_out *lines, const char *name)
{
    put_said(lines, &t->said, "machine", name, t->good, t->tried);
    if (t->said.show)
        fclose(t->said.show);
    *t = (struct trial){.said.hash = hash_of("", 0), .map = t->map, .names = t->names};
}

/* The world has where the script starts. */
static void put_world_text(struct rq_out *out, uint32_t start)
{
    const char *at = strstr(world_full, "START");
    rq_put(out, world_full, (size_t)(at - world_full));
    rq_putf(out, "%u%s", start, at + 5);
    rq_put8(out, 0);
}

static void tell_worlds(struct trial *t, struct rq_out *lines, const char *world)
{
    struct rq_out places = {0};
    t->said.show = said_file("soup_worlds");
    tell_world(t, world, true);
    tell_world(t, world, false);
    tell_world(t, "{}", true);
    collect(&places, world);
    for (size_t i = 0; i < places.size / sizeof(struct edit_place); i++)
        for (size_t kind = 0; kind < EDITS; kind++) {
            struct rq_out text = {0};
            struct edit_place place;
            memcpy(&place, places.data + i * sizeof place, sizeof place);
            put_edited(&text, world, place, kind);
            said(&t->said, "place %zu, edit %zu", i, kind);
            tell_world(t, (const char *)text.data, kind % 4 != 0);
            rq_out_free(&text);
        }
    rq_out_free(&places);
    finish(t, lines, "worlds");
}

/* ---- edited code ---- */

static void tell_code(struct trial *t, struct rq_bytes code, const struct rq_soup_options *options)
{
    struct rq_error err = {0};
    const struct rq_soup_watch watch = {.ctx = t, .step = tell_step, .call = tell_call};
    struct rq_soup_machine *m = rq_soup_open_code(code, options, &err);
    t->tried++;
    said_error(&t->said, &err);
    if (!m)
        return;
    rq_soup_set_watch(m, &watch);
    for (size_t i = 0; i < MOST_TICKS && rq_soup_step(m) >= 0; i++)
        ;
    tell_end(t, m);
    rq_soup_close(m);
}

/* Each byte of the code with another value: operators, opcodes, targets, numbers of functions and flags. */
static void tell_bytes(struct trial *t, struct rq_out *lines, struct rq_bytes code, uint32_t start)
{
    static const uint8_t changes[] = {1, 0xFF, 4, 0x80, 9};
    const int32_t locals[257] = {5, -6, 7};
    uint8_t bytes[4096];
    t->said.show = said_file("soup_bytes");
    REQUIRE(code.size < sizeof bytes);
    memcpy(bytes, code.data, code.size);
    for (size_t i = 0; i < code.size * 2; i++) {
        size_t at = i / 2;
        bytes[at] = (uint8_t)(code.data[at] + changes[i % sizeof changes]);
        const struct rq_soup_options options = {.has_start = true,
                                                .start = i % 2 ? start : 0,
                                                .locals = locals,
                                                .local_count =
                                                    i % 50 == 7 ? 256 + i % 2 : 1 + i % 3};
        said(&t->said, "byte %zu", i);
        tell_code(t, (struct rq_bytes){bytes, code.size}, &options);
        bytes[at] = code.data[at];
    }
    finish(t, lines, "bytes");
}

/* ---- limits ---- */

/* A list or object of so many equal parts, # is the number of the part. */
static void tell_limits(struct trial *t, struct rq_out *lines)
{
    static const struct {
        const char *before, *part, *after;
        size_t from, to;
    } rows[] = {
        {"{\"tasks\": [", "{\"kind\": \"wait\", \"ticks\": 3}", "]}", 63, 65},
        {"{\"tasks\": [{\"kind\": \"wait\", \"ticks\": 0}", "", "]}", 1, 1},
        {"{\"menu\": [", "{\"line\": \"aaaa\"}", "]}", 61, 65},
        {"{\"inventory\": {", "\"#\": 1", "}}", 1023, 1025},
        {"{\"objects\": {", "\"o#\": {}", "}}", 1020, 1025},
        {"{\"locals\": [", "#", "]}", 255, 257},
        {"{\"threads\": [{\"gosubs\": [", "0", "]}]}", 254, 257},
        {"{\"threads\": [", "{\"waits\": \"all\"}", "]}", 1, 3},
        {"{\"threads\": [", "{\"waits\": \"task\"}",
         "], \"tasks\": [{\"ticks\": 2, \"thread\": 0}]}", 1, 3},
        {"{\"threads\": [{\"halted\": \"End\", \"pc\": 1}", "", "]}", 1, 1},
        {"{\"flags\": {", "\"#\": 2", "}}", 369, 370},
        {"{\"activates\": \"", "x", "\"}", 63, 65},
        {"{\"objects\": {\"", "y", "\": {\"hidden\": true}}}", 63, 65},
        {"{\"objects\": {\"Me\": {\"attributes\": {\"health\": 5, \"strength\": 6}}}}", "", "", 1,
         1},
        {"{\"objects\": {\"Me\": {\"refs\": {\"pos.vx\": 5, \"255\": 6}}}}", "", "", 1, 1},
        {"{\"objects\": {\"Me\": {\"refs\": {\"256\": 6}}}}", "", "", 1, 1},
        {"{\"objects\": {\"Me\": {\"attributes\": {\"1234567890123456\": 6}}}}", "", "", 1, 1},
        {"{\"objects\": {\"#12\": {\"pos\": [1, 2, 3]}, \"\": {}}}", "", "", 1, 1},
    };
    t->said.show = said_file("soup_limits");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0] * 2; i++)
        for (size_t count = rows[i / 2].from; count <= rows[i / 2].to; count++) {
            struct rq_out text = {0};
            bool letters = strlen(rows[i / 2].part) == 1 && rows[i / 2].part[0] > '9';
            rq_put_str(&text, rows[i / 2].before);
            for (size_t k = 0; k < count; k++) {
                rq_put_str(&text, k && !letters ? "," : "");
                for (const char *p = rows[i / 2].part; *p; p++)
                    if (*p == '#')
                        rq_putf(&text, "%zu", k);
                    else
                        rq_put8(&text, (uint8_t)*p);
            }
            rq_put_str(&text, rows[i / 2].after);
            rq_put8(&text, 0);
            said(&t->said, "limit %zu: %zu", i, count);
            t->def = i % 2 ? t->names : NULL;
            tell_world(t, (const char *)text.data, true);
            rq_out_free(&text);
        }
    finish(t, lines, "limits");
}

/* ---- tables ---- */

static void tell_tables(struct trial *t, struct rq_out *lines)
{
    struct rq_soup_function_info info;
    t->said.show = said_file("soup_tables");
    for (unsigned i = 0; rq_soup_describe(i, &info); i++, t->tried++)
        said(&t->said, "%u %s %s %u %d %s", i, info.name, info.kind, info.params, info.recorded,
             info.source);
    for (unsigned i = 0; rq_soup_flag_name(i); i++)
        said(&t->said, "%u %s %d", i, rq_soup_flag_name(i),
             rq_soup_flag_number(rq_soup_flag_name(i)));
    struct rq_soup_machine *m = open_machine(t, NULL);
    for (uint32_t pc = 0; m && pc < 400; pc++)
        said(&t->said, "%u: %d", pc, rq_soup_is_start(m, pc));
    for (unsigned i = 366; m && i < 371; i++) {
        int32_t value = 0;
        bool written = false, set = rq_soup_set_flag(m, i, (int32_t)i);
        bool got = rq_soup_get_flag(m, i, &value, &written);
        said(&t->said, "flag %u: %d %d %d %d", i, set, got, value, written);
    }
    rq_soup_close(m);
    finish(t, lines, "tables");
}

/* ---- scripts of a few lines ---- */

/* clang-format off */
/* 63 of them. */
#define THREE(x) x ", " x ", " x
#define MANY(x) THREE(THREE(THREE(x) ", " THREE(x) ", " x))
/* Statements of HERO, who has the strings and variables below, and a world. */
static const char *const small[][2] = {
    /* Objects by number, and names that only look like one. */
    {"b = a.#3\na.#3 = b + 1\nb.#3 = 5\nc.HideMe()\n",
     "{\"locals\": [7, 12, -7], \"objects\": {\"#7\": {\"refs\": {\"3\": 9}}, \"#07\": {\"refs\": {\"3\": 1}}, \"#7x\": {}, \"#\": {},\n"
     "\"#-7\": {\"pos\": [1, 2, 3]}, \"#2147483647\": {}, \"#2147483648\": {}, \"#-2147483648\": {}, \"#-2147483649\": {}}}"},
    {"b = a.#3\nc.#3 = b + 1\n", "{\"locals\": [2147483647, 0, -2147483648], \"objects\": {\"#2147483647\": {\"refs\": {\"3\": 9}},\n"
     "\"#-2147483648\": {\"refs\": {\"3\": 8}}}}"},
    {"b = a.#3\nc.#3 = b + 1\n", "{\"locals\": [12, 0, -35], \"objects\": {\"#12\": {\"refs\": {\"3\": 9}}, \"#-35\": {\"refs\": {\"3\": 8}}}}"},
    {"var 3.#3 = 4\n", "{}"},
    {"var 200.#3 = 4\n", "{}"},
    {"var 2.HideMe()\nvar 3.HideMe()\n", "{}"},
    {"b = var 2\nb = var 3\n", "{}"},
    {"var 3 = 1\n", "{}"},
    {"string 3.HideMe()\nstring 4.HideMe()\nstring 9.HideMe()\n", "{}"},
    {"\"hero\".HideMe()\n\"door\".HideMe()\n\"Door\".ShowMe()\n", "{\"objects\": {\"DOOR\": {\"hidden\": false}}}"},
    /* Numbers at their ends. */
    {"a = 2147483647 + 1\nb = -2147483648 - 1\nc = 65536 * 65536\n", "{}"},
    {"a = -1 / 2\nb = 7 / -1\nc = -2147483648 / -1\n", "{}"},
    {"a = 5 / 0\nb = 1\n", "{}"},
    {"a = 1 << 31\nb = 1 << 32\nc = 1 << 33\n", "{}"},
    {"a = -5 >> 1\nb = -5 >> 31\nc = -5 >> 32\n", "{}"},
    {"a = 5 >> 1\nb = 2147483647 >> 30\nc = 1 << -1\n", "{}"},
    {"a = 6 & 3\nb = 6 | 3\nc = 6 ^ 3\n", "{}"},
    {"a = 1 ++\nb = 1 --\nc = 2 + 3 ++\n", "{}"},
    {"a = 2~12\n", "{}"},
    {"a = 2~11:3\nb = 2~10:1\n", "{}"},
    {"Me.#5++\nMe.#5++\nMe.#6--\nMe.#256++\nb = Me.#0\n", "{}"},
    /* Comparisons: less, equal, more. */
    {"if a = 7 { b = 1 }\nif a = 6 { b = 2 }\nif a != 7 { b = 3 }\nif a != 6 { c = 3 }\n", "{}"},
    {"if a < 7 { b = 1 }\nif a < 8 { b = 2 }\nif a > 7 { b = 3 }\nif a > 6 { c = 3 }\n", "{}"},
    {"if a <= 6 { b = 1 }\nif a <= 7 { b = 2 }\nif a >= 8 { b = 3 }\nif a >= 7 { c = 3 }\n", "{}"},
    {"if -1 < 1 { b = 1 }\nif -2147483648 > 2147483647 { c = 2 }\n", "{}"},
    {"if a = 7 and b = 0 { b = 1 }\nif a = 7 and b = -1 { b = 2 }\nif a = 1 and b = 2 { b = 3 }\n", "{}"},
    {"if a = 1 or b = 2 { b = 3 }\nif a = 1 or b = -1 { b = 4 }\nif a = 7 or b = 9 { c = 5 }\n", "{}"},
    {"if a = 1 and b = 9 or c = 2 { b = 3 }\nif a = 7 or b = 9 and c = 9 { c = 5 }\n", "{}"},
    {"if a cmp 6 7 { b = 1 }\nb = 2\n", "{}"},
    /* Flags and attributes. */
    {"flag 368 = 1\nb = flag 368\nflag 369 = 2\n", "{}"},
    {"flag 999 = 1\n", "{}"},
    {"b = flag 369\n", "{}"},
    {"SetGlobalFlag(368)\nb = TestGlobalFlag(368)\nResetGlobalFlag(368)\nSetGlobalFlag(0)\nSetGlobalFlag(369)\n", "{}"},
    {"SetGlobalFlag(-1)\n", "{}"},
    {"b = TestGlobalFlag(369)\n", "{}"},
    {"ResetGlobalFlag(-1)\n", "{}"},
    {"SetAttribute(0, 1)\nSetAttribute(255, 511)\nb = GetAttribute(255)\nSetAttribute(256, 1)\n", "{}"},
    {"b = GetMyAttr(-1)\n", "{}"},
    {"b = \"door\".GetMyAttr(3) + \"door\".GetAttribute(3)\n\"door\".SetMyAttr(4, 5)\n", "{}"},
    /* Moves: axes, ticks, locations. */
    {"MoveByAxis(0, 10, 2)\nMoveByAxis(2, -10, 1)\nMoveByAxis(3, 10, 1)\nMoveByAxis(-1, 10, 1)\nb = 1\n", "{}"},
    {"RotateToAxis(0, 10, 3)\nRotateToAxis(0, 5, 0)\nRotateByAxis(0, 5, -1)\nb = 1\n", "{}"},
    {"@MoveByAxis(0, 2147483647, 1)\n@MoveByAxis(0, 1, 3)\n@MoveByAxis(0, 7, 3)\nWaitOnTasks()\nb = 1\n", "{}"},
    {"MoveToLocation(0, 1)\nMoveToLocation(1, 1)\nMoveToLocation(2, 1)\n", "{\"objects\": {\"Me\": {\"locations\": [[1, 2, 3], [4, 5, 6]]}}}"},
    {"MoveToLocation(-1, 1)\n", "{\"objects\": {\"Me\": {\"locations\": [[1, 2, 3]]}}}"},
    {"Wait(0)\nWait(-1)\nWait(1)\nWait(16777216)\n", "{}"},
    {"Wait(2147483647)\nb = 1\n", "{}"},
    {"@Wait(3)\npause start\nb = 1\nWaitOnTasks()\nb = 2\n", "{}"},
    {"b = PlayerDistance()\nc = \"door\".PlayerDistance()\n",
     "{\"objects\": {\"Player\": {\"pos\": [3, 4, 12]}, \"door\": {\"pos\": [2147483647, -2147483648, 2147483647]}, \"Me\": {\"pos\": [0, 0, 0]}}}"},
    /* Items. */
    {"AddItem(4, 2147483647)\nAddItem(4, 1)\nb = HaveItem(4)\n", "{}"},
    {"DropItem(4, 1)\nAddItem(4, 3)\nDropItem(4, 2)\nb = HaveItem(4)\nDropItem(4, 1)\nc = HaveItem(4)\n", "{}"},
    {"DropItem(4, -2147483648)\nDropItem(5, 9)\nAddItem(-1, 1)\nb = HaveItem(-1) + HaveItem(6)\n", "{\"inventory\": {\"4\": 5, \"5\": 3}}"},
    {"HandItem(0)\nb = IsCarryingWeapon()\nHandItem(-3)\nc = IsCarryingWeapon()\n", "{}"},
    /* Talk. */
    {"if ACTIVATE('ci31') = 1 { b = 1 }\nif \"door\".ACTIVATE('ci31') = 1 { c = 1 }\n", "{\"activates\": \"DOOR\"}"},
    {"if ACTIVATE('ci31') = 1 { b = 1 }\n", "{\"activates\": \"hero\"}"},
    {"if ACTIVATE('ci31') = 1 { b = 1 }\n", "{\"activates\": \"\"}"},
    {"menuAddItem('aaaa', 0, 1)\nmenuAddItem('bbbb', 0, 2)\nb = 1\n", "{\"menu\": [" MANY("{\"line\": \"cccc\"}") "]}"},
    {"lockoutPlayer(2)\nlockoutPlayer(0)\nlockoutPlayer(-1)\nPushAnimation(3, 511)\n", "{}"},
    /* Weapons. */
    {"@DrawSword()\nb = IsDrawingSword()\nWait(1)\nb = IsDrawingSword() + IsHoldingWeapon()\nSheathSword()\nc = IsSheathingSword()\nWait(2)\nc = IsHoldingWeapon()\n",
     "{\"objects\": {\"Me\": {\"attributes\": {\"34\": 0, \"35\": 2}}}}"},
    {"task DrawSword()\n\"door\".SheathSword()\nb = \"door\".IsSheathingSword()\nWaitOnTasks()\n", "{}"},
    /* Answers. */
    {"b = Rnd(6)\nc = Rnd(6)\nb = Rnd(6)\nc = Rnd(7)\nb = Rnd(8, 9)\n",
     "{\"answers\": {\"Rnd\": [{\"args\": [6], \"value\": [1, 2]}, {\"args\": [6], \"value\": 9}, {\"args\": [8, 9], \"value\": 4}, {\"value\": [7]}]}}"},
    {"Rnd()\nRTX('aaaa')\nRTX('bbbb')\nb = 1\n", "{\"answers\": {\"Rnd\": {\"ticks\": 2}, \"RTX\": [{\"args\": [1633771873], \"ticks\": 3}]}}"},
    {"RTX('aaaa')\nb = 1\n", "{\"answers\": {\"RTX\": {\"ticks\": 4294967295}}}"},
    {"Wait(5)\nb = 1\n", "{\"answers\": {\"Wait\": {\"ticks\": 1, \"value\": 3}}}"},
    /* Ways through the script. */
    {"l: gosub l\n", "{}"},
    {"l: gosub l\n", "{\"threads\": [{\"gosubs\": [" MANY("0, 0, 0, 0") ", 0, 0, 0]}]}"},
    {"@Wait(3)\n@Wait(4)\nb = 1\n", "{\"tasks\": [" MANY("{\"kind\": \"wait\", \"ticks\": 9}") "]}"},
    {"return\n", "{}"},
    {"gosub l\nb = 3\nend\nl: returned = 1\nb = 4\nreturn\n", "{\"script_rv\": 1}"},
    {"if returned = 3 { b = 1 }\nif returned = 4 { b = 2 }\n", "{\"script_rv\": 4}"},
    {"endint\nb = 1\n", "{}"},
    {"goto at 3\n", "{}"},
    {"gosub at 3\n", "{}"},
    {"end at 3\n", "{}"},
    {"anchor 255\n5\n\"door\"\nalt 5\n", "{}"},
    {"loop { b = b + 1 }\n", "{}"},
    {"b = 1\n", "{\"threads\": [{\"pc\": 1}]}"},
    {"b = 1\n", "{\"threads\": [{\"pc\": 4294967295}, {\"pc\": 0}]}"},
    {"#999(1, 2)\nNullFunction()\nb = #5(1)\n", "{}"},
};
/* clang-format on */

/* The text is put into the map, and what comes out is run. */
static void tell_small(struct trial *t, struct rq_out *lines, struct rq_bytes map)
{
    const struct rq_options options = {.format = rq_format_by_name("rgm")};
    const struct rq_soup_how how = {.style = RQ_SOUP_FLAT};
    t->said.show = said_file("soup_small");
    for (size_t i = 0; i < sizeof small / sizeof small[0]; i++) {
        struct rq_out text = {0}, file = {0};
        struct rq_error err = {0};
        struct rq_doc *doc = rq_doc_read(map, &options, NULL);
        REQUIRE(doc != NULL);
        /* 64 bytes of a name count: letters of two end at that, or would be cut by it. */
        rq_put_str(&text,
                   "actor \"HERO\"\nstring \"door\"\nstring \"hero\"\nstring \"Door\"\nstring \"");
        put_parts(&text, "\xC3\xA9", 40);
        rq_put_str(&text, "\"\nstring \"x");
        put_parts(&text, "\xC3\xA9", 32);
        rq_putf(&text,
                "\"\nvar a = 7\nvar b = -1\nvar c = 2\nattribute 3 = 9\nattribute 34 = 2\ncode {\n"
                "start:\n%send start\n}\n",
                small[i][0]);
        const struct rq_soup_source source = {"x.soup", rq_out_bytes(&text)};
        said(&t->said, "%s%s", small[i][0], small[i][1]);
        CHECK(rq_soup_put(doc, &source, 1, &how, NULL, NULL, &file, &err));
        CHECK_STR(err.text, "");
        rq_doc_free(doc);
        doc = rq_doc_read(rq_out_bytes(&file), &options, NULL);
        t->map = doc ? rq_doc_root(doc, "rgm") : NULL;
        if (t->map) {
            tell_world(t, small[i][1], true);
            tell_world(t, small[i][1], false);
        }
        rq_doc_free(doc);
        rq_out_free(&text);
        rq_out_free(&file);
    }
    finish(t, lines, "small");
}

static void test_soup_vm(void)
{
    static uint8_t bytes[SAMPLE_ROOM];
    const struct rq_options options = {.format = rq_format_by_name("rgm")};
    const struct rq_soup_source source = {"x.soup", text_of(script)};
    const struct rq_soup_how how = {.style = RQ_SOUP_FLAT};
    struct rq_out file = {0}, world = {0}, code = {0}, lines = {0};
    struct rq_error err = {0};
    struct rq_doc *doc = rq_doc_read((struct rq_bytes){bytes, sample_rgm(bytes)}, &options, NULL);
    REQUIRE(doc != NULL);
    CHECK(rq_soup_put(doc, &source, 1, &how, NULL, NULL, &file, &err));
    CHECK_STR(err.text, "");
    rq_doc_free(doc);
    doc = rq_doc_read(rq_out_bytes(&file), &options, NULL);
    REQUIRE(doc != NULL);
    struct trial t = {.said.hash = hash_of("", 0), .map = rq_doc_root(doc, "rgm")};
    const struct rq_rgm_actor *actor = rq_rgm_actor(t.map, 0);
    put_world_text(&world, actor->script_pc);
    tell_worlds(&t, &lines, (const char *)world.data);
    rq_soup_encode(rq_rgm_actor_code(t.map, 0)->script, &code);
    tell_bytes(&t, &lines, rq_out_bytes(&code), actor->script_pc);
    const struct rq_options def_options = {.format = rq_format_by_name("def")};
    struct rq_doc *names = rq_doc_read(text_of(def), &def_options, NULL);
    t.names = names ? rq_doc_root(names, "def") : NULL;
    CHECK(t.names != NULL);
    tell_limits(&t, &lines);
    tell_tables(&t, &lines);
    rq_doc_free(names);
    tell_small(&t, &lines, rq_out_bytes(&file));
    said_compare("soup_vm", &lines, NULL);
    rq_out_free(&world);
    rq_out_free(&code);
    rq_out_free(&file);
    rq_out_free(&lines);
    rq_doc_free(doc);
}

TESTS(test_soup_vm)
