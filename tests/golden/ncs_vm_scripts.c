/* Scripts that execute each other, on code laid down by hand from docs/formats/ncs.md. Eight at once, one count of
 * instructions for all of them, and the third argument of ExecuteScript in one place that is never reset: the
 * engine's, as docs/nwscript-vm.md has them. */
#include "kotor.h"

#include <reliquary/ncs_vm.h>

#define INT(n)           "\x04\x03" n
#define SELF             "\x04\x06\0\0\0\0"
#define TEXT(size, text) "\x04\x05\0" size text
#define RETN             "\x20\0"
#define EXECUTE          "\x05\0\0\x08\3"   /* ExecuteScript, 8 */
#define GET_VAR          "\x05\0\x02\x35\0" /* GetRunScriptVar, 565 */
#define GET_NUMBER       "\x05\0\x02\x44\1" /* GetGlobalNumber, 580 */
#define SET_NUMBER       "\x05\0\x02\x45\2" /* SetGlobalNumber, 581 */
#define GET_TAG          "\x05\0\0\xA8\1"   /* GetTag, 168 */
#define SET_TEXT         "\x05\0\0\xA0\2"   /* SetGlobalString, 160 */
#define BY_TAG           "\x05\0\0\xC8\2"   /* GetObjectByTag, 200 */
#define RUN(var, object, name)                                                                     \
    INT(var) object TEXT("\1", name)                                                               \
    EXECUTE

enum { SCRIPTS = 4 };

struct chain {
    struct rq_ncs_vm *vm;
    struct {
        const char *name;
        struct made file;
        struct rq_doc *doc;
    } scripts[SCRIPTS];
    size_t count;
    struct rq_out told;
};

static void add(struct chain *c, const char *name, const void *code, size_t size)
{
    struct made *m = &c->scripts[c->count].file;
    m->size = 0;
    put_text(m, "NCS V1.0\x42\0\0\0", 12);
    put8(m, (uint8_t)(size + 13));
    for (size_t i = 0; i < size; i++)
        put8(m, ((const uint8_t *)code)[i]);
    c->scripts[c->count].name = name;
    c->scripts[c->count++].doc = read_as(made_bytes(m), "ncs");
}

#define ADD(c, name, literal) add(c, name, literal, sizeof(literal) - 1)

static const struct rq_ncs *find(void *ctx, const char *name)
{
    const struct chain *c = ctx;
    for (size_t i = 0; i < c->count; i++)
        if (strcmp(c->scripts[i].name, name) == 0)
            return rq_doc_root(c->scripts[i].doc, "ncs");
    return NULL;
}

static void note_call(void *ctx, const struct rq_ncs_vm_call *call)
{
    struct chain *c = ctx;
    if (*call->note)
        rq_putf(&c->told, "%s, %s\n", call->call, call->note);
}

static void note_script(void *ctx, const char *name, const char *object)
{
    struct chain *c = ctx;
    rq_putf(&c->told, "%s %s\n", name, object ? object : "ends");
}

/* Runs the first script; told and the world are checked for these texts. */
static void check_chain(struct chain *c, enum rq_ncs_vm_state state, const char *told,
                        const char *world)
{
    struct rq_error err = {0};
    struct rq_out out = {0};
    const struct rq_ncs_vm_watch watch = {.ctx = c, .call = note_call, .script = note_script};
    const struct rq_ncs_vm_scripts scripts = {c, find};
    c->vm = rq_ncs_vm_open(rq_doc_root(c->scripts[0].doc, "ncs"), 1, &err);
    REQUIRE(c->vm != NULL);
    CHECK(rq_ncs_vm_take_world(
        c->vm, bytes_of("{\"self\": \"me\", \"objects\": {\"d\": {\"tag\": \"t\"}}}"), &err));
    rq_ncs_vm_set_watch(c->vm, &watch);
    rq_ncs_vm_set_scripts(c->vm, &scripts);
    CHECK_INT(rq_ncs_vm_run(c->vm), state);
    rq_put8(&c->told, 0);
    CHECK_STR((const char *)c->told.data, told);
    CHECK(rq_ncs_vm_put_world(c->vm, &out, &err));
    rq_put8(&out, 0);
    if (!strstr((const char *)out.data, world))
        CHECK_STR((const char *)out.data, world);
    rq_out_free(&out);
}

static void close_chain(struct chain *c)
{
    rq_ncs_vm_close(c->vm);
    for (size_t i = 0; i < c->count; i++)
        rq_doc_free(c->scripts[i].doc);
    rq_out_free(&c->told);
    *c = (struct chain){0};
}

static void test_run(void)
{
    static struct chain c;
    /* On the object with the tag t; its number is 5; what stands behind it runs on the first object again. */
    ADD(&c, "",
        RUN("\0\0\0\5", INT("\0\0\0\0") TEXT("\1", "t") BY_TAG, "B") SELF GET_TAG TEXT("\1", "m")
            SET_TEXT RETN);
    ADD(&c, "b", GET_VAR TEXT("\1", "x") SET_NUMBER SELF GET_TAG TEXT("\1", "s") SET_TEXT RETN);
    check_chain(&c, RQ_NCS_VM_RETURNED, "b d\nb ends\n", "\"x\": 5");
    struct rq_out out = {0};
    struct rq_error err = {0};
    CHECK(rq_ncs_vm_put_world(c.vm, &out, &err));
    rq_put8(&out, 0);
    CHECK(strstr((const char *)out.data, "\"s\": \"t\"") != NULL);
    CHECK(strstr((const char *)out.data, "\"m\": \"me\"") != NULL);
    rq_out_free(&out);
    close_chain(&c);
}

static void test_missing(void)
{
    static struct chain c;
    /* Nothing happens, but the number stays: 7. */
    ADD(&c, "", RUN("\0\0\0\7", SELF, "?") GET_VAR TEXT("\1", "x") SET_NUMBER RETN);
    check_chain(&c, RQ_NCS_VM_RETURNED, "ExecuteScript(\"?\",\"me\",7), no such script\n",
                "\"x\": 7");
    close_chain(&c);
}

/* Without scripts at hand none is found. */
static void test_none(void)
{
    static struct chain c;
    struct rq_error err = {0};
    ADD(&c, "", RUN("\0\0\0\7", SELF, "b") RETN);
    ADD(&c, "b", RETN);
    check_chain(&c, RQ_NCS_VM_RETURNED, "b me\nb ends\n", "");
    rq_ncs_vm_close(c.vm);
    rq_out_cut(&c.told, 0);
    const struct rq_ncs_vm_watch watch = {.ctx = &c, .call = note_call, .script = note_script};
    const struct rq_ncs_vm_scripts scripts = {&c, find};
    c.vm = rq_ncs_vm_open(rq_doc_root(c.scripts[0].doc, "ncs"), 1, &err);
    REQUIRE(c.vm != NULL);
    rq_ncs_vm_set_watch(c.vm, &watch);
    rq_ncs_vm_set_scripts(c.vm, &scripts);
    rq_ncs_vm_set_scripts(c.vm, NULL);
    CHECK_INT(rq_ncs_vm_run(c.vm), RQ_NCS_VM_RETURNED);
    rq_put8(&c.told, 0);
    CHECK(strstr((const char *)c.told.data, "no such script") != NULL);
    CHECK(strstr((const char *)c.told.data, "b ends") == NULL);
    close_chain(&c);
}

static void test_depth(void)
{
    static struct chain c;
    /* n++, then itself: eight of them run, and the last one's call does nothing. */
#define COUNT TEXT("\1", "n") GET_NUMBER INT("\0\0\0\1") "\x14\x20" TEXT("\1", "n") SET_NUMBER
    ADD(&c, "r", COUNT RUN("\0\0\0\0", SELF, "r") RETN);
    check_chain(&c, RQ_NCS_VM_RETURNED,
                "r me\nr me\nr me\nr me\nr me\nr me\nr me\n"
                "ExecuteScript(\"r\",\"me\",0), too many scripts in each other (-94)\n"
                "r ends\nr ends\nr ends\nr ends\nr ends\nr ends\nr ends\n",
                "\"n\": 8");
    close_chain(&c);
}

static void test_faults(void)
{
    static struct chain c;
    uint32_t at;
    /* 1 / 0 ends b alone; what it left on the stack is gone: 3 is set. */
    ADD(&c, "", INT("\0\0\0\3") RUN("\0\0\0\0", SELF, "b") TEXT("\1", "x") SET_NUMBER RETN);
    ADD(&c, "b", INT("\0\0\0\1") INT("\0\0\0\0") "\x17\x20" RETN);
    check_chain(&c, RQ_NCS_VM_FAULT, "b me\nb ends\n", "\"x\": 3");
    CHECK_STR(rq_ncs_vm_fault(c.vm, &at), "division by zero (-105)");
    CHECK_INT(at, 13 + 12);
    close_chain(&c);
    /* What lies below is not the nested script's: a pop, a copy and MOVSP find nothing. */
    static const struct {
        const char *code;
        size_t size;
    } thieves[] = {
        {"\x19\x03", 2},                       /* NEG */
        {"\x03\x01\xFF\xFF\xFF\xFC\0\x04", 8}, /* CPTOPSP -4, 4 */
        {"\x1B\0\xFF\xFF\xFF\xFC", 6},         /* MOVSP -4 */
        {"\x27\x01\xFF\xFF\xFF\xFC\0\x04", 8}, /* CPTOPBP -4, 4 */
        {"\x21\x01\0\x04\0\0\0\x04", 8},       /* DESTRUCT 4, 0, 4 */
    };
    for (size_t i = 0; i < sizeof thieves / sizeof thieves[0]; i++) {
        ADD(&c, "", INT("\0\0\0\3") RUN("\0\0\0\0", SELF, "b") TEXT("\1", "x") SET_NUMBER RETN);
        add(&c, "b", thieves[i].code, thieves[i].size);
        check_chain(&c, RQ_NCS_VM_FAULT, "b me\nb ends\n", "\"x\": 3");
        CHECK(strstr(rq_ncs_vm_fault(c.vm, &at), "(-100)") != NULL);
        CHECK_INT(at, 13);
        close_chain(&c);
    }
}

/* b never ends: the 131,072nd instruction of both together fails, and the outer script can't go on, either. */
static void test_instructions(void)
{
    static struct chain c;
    uint32_t at;
    ADD(&c, "", RUN("\0\0\0\0", SELF, "b") TEXT("\1", "x") RETN);
    ADD(&c, "b", "\x1D\0\0\0\0\0"); /* JMP to itself */
    check_chain(&c, RQ_NCS_VM_FAULT, "b me\nb ends\n", "");
    CHECK_INT(rq_ncs_vm_steps(c.vm), RQ_NCS_VM_INSTRUCTIONS + 1);
    CHECK_STR(rq_ncs_vm_fault(c.vm, &at), "too many instructions (-93)");
    CHECK_INT(at, 13 + 6 + 6 + 5 + 5);
    close_chain(&c);
}

/* Base64 of "NCS V1.0", 0x42, size 31, CONSTI 9; CONSTS "x"; SetGlobalNumber; RETN. The world gives it back. */
static void test_world(void)
{
    static struct chain c;
    struct rq_error err = {0};
    struct rq_out out = {0};
    ADD(&c, "", RUN("\0\0\0\0", SELF, "w") RETN);
    c.vm = rq_ncs_vm_open(rq_doc_root(c.scripts[0].doc, "ncs"), 1, &err);
    REQUIRE(c.vm != NULL);
    CHECK(rq_ncs_vm_take_world(
        c.vm, bytes_of("{\"scripts\": {\"w\": \"TkNTIFYxLjBCAAAAHwQDAAAACQQFAAF4BQACRQIgAA==\"}}"),
        &err));
    CHECK_STR(err.text, "");
    CHECK_INT(rq_ncs_vm_run(c.vm), RQ_NCS_VM_RETURNED);
    CHECK(rq_ncs_vm_put_world(c.vm, &out, &err));
    rq_put8(&out, 0);
    CHECK(strstr((const char *)out.data, "\"x\": 9") != NULL);
    CHECK(strstr((const char *)out.data, "TkNTIFYxLjBCAAAAHwQDAAAACQQFAAF4BQACRQIgAA==") != NULL);
    CHECK(!rq_ncs_vm_take_world(c.vm, bytes_of("{\"scripts\": {\"w\": \"TkNT\"}}"), &err));
    CHECK(strstr(err.text, "a whole NCS file") != NULL);
    rq_out_free(&out);
    close_chain(&c);
}

/* JSR +8; RETN; then the call: three functions run when b does, two of them in the outer script. */
static void test_frames(void)
{
    static struct chain c;
    struct rq_error err = {0};
    struct rq_ncs_vm_frame f;
    const struct rq_ncs_vm_scripts scripts = {&c, find};
    ADD(&c, "", INT("\0\0\0\1") "\x1E\0\0\0\0\x08" RETN RUN("\0\0\0\0", SELF, "b") RETN);
    ADD(&c, "b", RETN);
    c.vm = rq_ncs_vm_open(rq_doc_root(c.scripts[0].doc, "ncs"), 1, &err);
    REQUIRE(c.vm != NULL);
    rq_ncs_vm_set_scripts(c.vm, &scripts);
    for (int i = 0; i < 6; i++)
        CHECK(rq_ncs_vm_step(c.vm));
    REQUIRE(rq_ncs_vm_frame(c.vm, 0, &f));
    CHECK_STR(f.script, "b");
    CHECK_INT(f.offset, 13);
    CHECK(f.outermost && f.cells == 1);
    REQUIRE(rq_ncs_vm_frame(c.vm, 1, &f));
    CHECK_STR(f.script, "");
    CHECK_INT(f.offset, 13 + 6 + 6 + 2 + 6 + 6 + 5 + 5);
    CHECK(!f.outermost && f.cells == 1);
    REQUIRE(rq_ncs_vm_frame(c.vm, 2, &f));
    CHECK_INT(f.offset, 13 + 6 + 6);
    CHECK(f.outermost && f.cells == 0);
    CHECK(!rq_ncs_vm_frame(c.vm, 3, &f));
    close_chain(&c);
}

TESTS(test_run, test_missing, test_none, test_depth, test_faults, test_instructions, test_world,
      test_frames)
