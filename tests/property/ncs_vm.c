/* The machine of NWScript: a script that uses all that it does, in worlds whose JSON has every edit. Every
 * instruction, call, fault and the world that is left are held to tests/contract/ncs_vm.txt. See said.h. */
#include "edits.h"
#include "nss_sources.h"
#include "words.h"

#include <reliquary/ncs_vm.h>
#include <reliquary/nwscript.h>

enum { MOST_STEPS = 1500 };

struct trial {
    struct said said;
    const struct rq_ncs *ncs, *other;
    size_t good, tried;
};

/* ---- what the machine reports ---- */

static void tell_step(void *ctx, uint32_t offset, const char *text)
{
    said(&((struct trial *)ctx)->said, "%04x %s", offset, text);
}

static void tell_call(void *ctx, const struct rq_ncs_vm_call *c)
{
    said(&((struct trial *)ctx)->said, "%04x %s = %s, recorded %d, answered %d, %s", c->offset,
         c->call, c->value, c->recorded, c->answered, c->note);
}

static void tell_action(void *ctx, const char *object, double seconds)
{
    said(&((struct trial *)ctx)->said, "action of %s after %lld ms", object,
         (long long)(seconds * 1000));
}

static void tell_run(void *ctx, const char *name, const char *object)
{
    said(&((struct trial *)ctx)->said, "script %s on %s", name ? name : "-", object ? object : "-");
}

static const struct rq_ncs *find_script(void *ctx, const char *name)
{
    const struct trial *t = ctx;
    return strcmp(name, "other") == 0 ? t->other : NULL;
}

static void tell_state(struct trial *t, const struct rq_ncs_vm *vm)
{
    char cell[80];
    struct rq_ncs_vm_frame f;
    for (size_t i = 0; rq_ncs_vm_cell(vm, i, cell); i++)
        said(&t->said, "cell %zu: %s", i, cell);
    for (size_t i = 0; rq_ncs_vm_frame(vm, i, &f); i++)
        said(&t->said, "frame %zu: %s %04x, %zu cells, %zu globals, %d", i, f.script, f.offset,
             f.cells, f.globals, f.outermost);
}

/* ---- a run ---- */

static void tell_end(struct trial *t, const struct rq_ncs_vm *vm)
{
    struct rq_out out = {0};
    struct rq_error err = {0};
    uint32_t at = 0;
    int32_t value = 0;
    const char *fault = rq_ncs_vm_fault(vm, &at);
    bool returned = rq_ncs_vm_result(vm, &value);
    said(&t->said, "state %d, %s at %04x, returned %d %d, %llu steps, next %04x, depth %zu",
         (int)rq_ncs_vm_state(vm), fault, at, returned, value,
         (unsigned long long)rq_ncs_vm_steps(vm), rq_ncs_vm_offset(vm), rq_ncs_vm_depth(vm));
    rq_ncs_vm_put_world(vm, &out, &err);
    said_text(&t->said, "world", rq_out_bytes(&out));
    said_error(&t->said, &err);
    t->good += rq_ncs_vm_state(vm) == RQ_NCS_VM_RETURNED;
    rq_out_free(&out);
}

/* look: the stack is told after every so many steps. */
static void tell_world(struct trial *t, const char *world, unsigned game, size_t look)
{
    struct rq_error err = {0};
    const struct rq_ncs_vm_watch watch = {
        .ctx = t, .step = tell_step, .call = tell_call, .action = tell_action, .script = tell_run};
    const struct rq_ncs_vm_scripts scripts = {.ctx = t, .find = find_script};
    struct rq_ncs_vm *vm = rq_ncs_vm_open(t->ncs, game, &err);
    t->tried++;
    if (!CHECK(vm != NULL))
        return;
    bool taken = rq_ncs_vm_take_world(vm, text_of(world), &err);
    said(&t->said, "taken: %d", taken);
    said_error(&t->said, &err);
    rq_ncs_vm_set_watch(vm, &watch);
    rq_ncs_vm_set_scripts(vm, &scripts);
    for (size_t i = 0; taken && i < MOST_STEPS && rq_ncs_vm_step(vm); i++)
        if (i % look == 0)
            tell_state(t, vm);
    tell_end(t, vm);
    rq_ncs_vm_close(vm);
}

/* ---- scripts ---- */

struct script {
    struct rq_out file;
    struct rq_doc *doc;
    const struct rq_ncs *ncs;
};

static void open_script(struct script *s, const char *source)
{
    const struct rq_nss_options options = {.game = 2};
    const struct rq_options read = {.name = "x.ncs"};
    struct rq_error err = {0};
    *s = (struct script){.ncs = NULL};
    CHECK(rq_nss_compile(text_of(source), "x.nss", &options, &s->file, NULL, &err));
    CHECK_STR(err.text, "");
    s->doc = rq_doc_read(rq_out_bytes(&s->file), &read, NULL);
    s->ncs = s->doc ? rq_doc_root(s->doc, "ncs") : NULL;
}

static void close_script(struct script *s)
{
    rq_doc_free(s->doc);
    rq_out_free(&s->file);
}

static const char other_source[] =
    "void main() { SetGlobalNumber(\"OTHER\", GetRunScriptVar());\n"
    "SetLocalNumber(OBJECT_SELF, 7, 7); DelayCommand(3.0, PrintString(GetTag(OBJECT_SELF))); }";

/* "base": a script that returns at once. */
static const char world_full[] =
    "{\"self\": \"door1\", \"time\": 5,\n"
    " \"globals\": {\"numbers\": {\"N\": 3, \"K\": -4}, \"booleans\": {\"B\": true, \"C\": false},\n"
    "  \"strings\": {\"S\": \"one\", \"T\": \"\"}},\n"
    " \"objects\": {\"door1\": {\"tag\": \"door\", \"numbers\": {\"2\": 5}, \"booleans\": {\"30\": true}},\n"
    "  \"door2\": {\"tag\": \"Door\", \"booleans\": {\"30\": false}}, \"lamp\": {}},\n"
    " \"answers\": {\"GetIsPC\": true, \"Random\": [{\"args\": [6], \"value\": 4}, {\"value\": 1}],\n"
    "  \"GetFacing\": 1.5, \"GetFirstPC\": \"lamp\", \"GetStringLeft\": [{\"args\": [\"abcdef\", 4], \"value\": \"left\"}], \"GetPosition\": [{\"args\": [\"door2\"], \"value\": [1, 2.5, "
    "-3]}]},\n"
    " \"scripts\": {\"base\": \"TkNTIFYxLjBCAAAADyAA\"}}\n";

static void finish(struct trial *t, struct rq_out *lines, const char *name)
{
    put_said(lines, &t->said, "machine", name, t->good, t->tried);
    if (t->said.show)
        fclose(t->said.show);
}

static void tell_worlds(struct rq_out *lines, const struct rq_ncs *ncs, const struct rq_ncs *other)
{
    struct trial t = {{hash_of("", 0), said_file("worlds")}, ncs, other, 0, 0};
    struct rq_out places = {0};
    tell_world(&t, world_full, 2, 1);
    tell_world(&t, world_full, 1, 50);
    tell_world(&t, "{}", 2, 50);
    collect(&places, world_full);
    for (size_t i = 0; i < places.size / sizeof(struct edit_place); i++)
        for (size_t kind = 0; kind < EDITS; kind++) {
            struct rq_out text = {0};
            struct edit_place place;
            memcpy(&place, places.data + i * sizeof place, sizeof place);
            put_edited(&text, world_full, place, kind);
            said(&t.said, "place %zu, edit %zu", i, kind);
            tell_world(&t, (const char *)text.data, 2, MOST_STEPS);
            rq_out_free(&text);
        }
    rq_out_free(&places);
    finish(&t, lines, "worlds");
}

/* ---- edited code ---- */

/* Each byte of the code with other values: operators with other types, offsets beside the stack, jumps elsewhere. */
static void tell_bytes(struct rq_out *lines, struct rq_bytes file, const struct rq_ncs *other)
{
    static const uint8_t changes[] = {1, 4, 0xFF, 0xFC, 0x20, 0x80};
    struct trial t = {{hash_of("", 0), said_file("bytes")}, NULL, other, 0, 0};
    const struct rq_options options = {.name = "x.ncs"};
    uint8_t bytes[8192];
    REQUIRE(file.size < sizeof bytes);
    memcpy(bytes, file.data, file.size);
    for (size_t i = 13; i < file.size; i++) {
        bytes[i] = (uint8_t)(file.data[i] + changes[i % sizeof changes]);
        struct rq_doc *doc = rq_doc_read((struct rq_bytes){bytes, file.size}, &options, NULL);
        t.ncs = doc ? rq_doc_root(doc, "ncs") : NULL;
        said(&t.said, "byte %zu", i);
        if (t.ncs)
            tell_world(&t, world_full, 2, 100);
        rq_doc_free(doc);
        bytes[i] = file.data[i];
    }
    finish(&t, lines, "bytes");
}

/* ---- limits ---- */

static void tell_limits(struct rq_out *lines, const struct rq_ncs *other)
{
    static const char *const sources[] = {
        "void main() { string s = \"ab\"; while (1) { s = s + s; } }",
        "void main() { int i; string s = \"0123456789abcdef\"; while (1) { GetStringLeft(s, 9); i++; } }",
        "void f(int n) { f(n + 1); } void main() { f(0); }",
        "void main() { while (1) { } }",
        "void main() { while (1) { DelayCommand(1.0, PrintString(\"x\")); } }",
        "void main() { ExecuteScript(\"other\", OBJECT_SELF); ExecuteScript(\"OTHER\", OBJECT_INVALID); }",
        "int StartingConditional() { return 7; }",
        "void main() { DelayCommand(2879.0, PrintString(\"a\")); DelayCommand(2880.0, PrintString(\"b\")); }",
        "void main() { int a = 5; int b = a / 0; }",
        "int g = 3; void main() { int n = 2; DelayCommand(1.0, PrintInteger(n + g)); g = 9; n = 7; }",
    };
    struct trial t = {{hash_of("", 0), said_file("vm_limits")}, NULL, other, 0, 0};
    const struct rq_ncs_vm_watch watch = {
        .ctx = &t, .call = tell_call, .action = tell_action, .script = tell_run};
    const struct rq_ncs_vm_scripts scripts = {.ctx = &t, .find = find_script};
    for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++) {
        struct script s;
        struct rq_error err = {0};
        open_script(&s, sources[i]);
        struct rq_ncs_vm *vm = s.ncs ? rq_ncs_vm_open(s.ncs, 2, &err) : NULL;
        REQUIRE(vm != NULL);
        rq_ncs_vm_set_watch(vm, i == 1 ? NULL : &watch);
        rq_ncs_vm_set_scripts(vm, &scripts);
        said(&t.said, "run %zu: %d", i, (int)rq_ncs_vm_run(vm));
        t.tried++;
        tell_end(&t, vm);
        rq_ncs_vm_close(vm);
        close_script(&s);
    }
    finish(&t, lines, "limits");
}

/* ---- answers of every type, and texts that fill up all there is ---- */

static const char source_types_asked[] =
    "void main() { object o = OBJECT_SELF; location l = GetLocation(o); effect e = EffectDamage(5);\n"
    "talent t = TalentSpell(3); event v = EventUserDefined(3); vector w = GetPosition(o);\n"
    "string s = GetName(o); float f = GetFacing(o); int i = GetIsPC(o); object p = GetArea(o);\n"
    "ActionUseTalentOnObject(t, p); SignalEvent(p, v); ApplyEffectAtLocation(0, e, l, f);\n"
    "PrintVector(w, i); PrintString(s); DelayCommand(f, PrintInteger(i)); }";

static void tell_answers(struct rq_out *lines, const struct rq_ncs *other)
{
    static const char *const routines[] = {
        "GetLocation", "EffectDamage", "TalentSpell", "EventUserDefined", "GetPosition",
        "GetName",     "GetFacing",    "GetIsPC",     "GetArea",          "PrintString"};
    static const char *const values[] = {"5",
                                         "-2147483648",
                                         "2147483648",
                                         "1.5",
                                         "true",
                                         "false",
                                         "\"self\"",
                                         "\"zz\"",
                                         "\"\"",
                                         "[1, 2, 3]",
                                         "[1]",
                                         "[1, 2, 3, 4]",
                                         "[\"a\", 1, 2]",
                                         "{}",
                                         "null",
                                         "\"\u00e9\u20ac\"",
                                         "\"\u0416\"",
                                         "1e39"};
    enum {
        ROUTINES = sizeof routines / sizeof routines[0],
        KINDS = sizeof values / sizeof values[0]
    };
    struct trial t = {{hash_of("", 0), said_file("vm_answers")}, NULL, other, 0, 0};
    struct script s;
    open_script(&s, source_types_asked);
    t.ncs = s.ncs;
    for (size_t i = 0; i < ROUTINES * KINDS; i++) {
        char world[256];
        snprintf(world, sizeof world,
                 "{\"self\": \"self\", \"objects\": {\"self\": {}}, \"answers\": {\"%s\": %s}}",
                 routines[i / KINDS], values[i % KINDS]);
        said(&t.said, "%s", world);
        tell_world(&t, world, 2, i % KINDS == 9 ? 1 : MOST_STEPS);
    }
    close_script(&s);
    finish(&t, lines, "answers");
}

/* 16 MB of text, but for so many letters; then a script with a name of five is called, and a text is made. */
static void tell_full(struct rq_out *lines, const struct rq_ncs *other)
{
    static const char *const thens[] = {
        "ExecuteScript(\"other\", OBJECT_SELF);",
        "PrintString(GetStringLeft(s, 1)); PrintString(GetStringLeft(s, 2));"};
    struct trial t = {{hash_of("", 0), said_file("vm_full")}, NULL, other, 0, 0};
    const struct rq_ncs_vm_watch watch = {.ctx = &t, .call = NULL, .script = tell_run};
    const struct rq_ncs_vm_scripts scripts = {.ctx = &t, .find = find_script};
    for (size_t i = 0; i < 2 * 9; i++) {
        char source[512];
        struct script s;
        struct rq_error err = {0};
        snprintf(source, sizeof source,
                 "void main() { string s = \"0123456789abcdef\"; int i;\n" /* 16 << 16 is 1 MB */
                 "for (i = 0; i < 16; i++) s = s + s;\n"                   /* 2 MB less 32 bytes */
                 "for (i = 0; i < 13; i++) GetStringLeft(s, 1048576);\n"   /* 15 MB less 32 */
                 "GetStringLeft(s, 1048576); GetStringLeft(s, %d); %s }",
                 32 - (int)(i / 2), thens[i % 2]);
        open_script(&s, source);
        struct rq_ncs_vm *vm = s.ncs ? rq_ncs_vm_open(s.ncs, 2, &err) : NULL;
        REQUIRE(vm != NULL);
        rq_ncs_vm_set_watch(vm, &watch);
        rq_ncs_vm_set_scripts(vm, &scripts);
        said(&t.said, "full %zu: %d", i, (int)rq_ncs_vm_run(vm));
        t.tried++;
        tell_end(&t, vm);
        rq_ncs_vm_close(vm);
        close_script(&s);
    }
    finish(&t, lines, "full");
}

static void test_ncs_vm(void)
{
    struct rq_out lines = {0};
    struct script machine, other;
    open_script(&machine, source_machine);
    open_script(&other, other_source);
    REQUIRE(machine.ncs && other.ncs);
    tell_worlds(&lines, machine.ncs, other.ncs);
    tell_bytes(&lines, rq_out_bytes(&machine.file), other.ncs);
    tell_limits(&lines, other.ncs);
    tell_answers(&lines, other.ncs);
    tell_full(&lines, other.ncs);
    said_compare("ncs_vm", &lines, NULL);
    close_script(&machine);
    close_script(&other);
    rq_out_free(&lines);
}

TESTS(test_ncs_vm)
