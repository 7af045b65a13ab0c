/* The machine of NWScript on code laid down by hand from docs/formats/ncs.md; what each script leaves was worked out
 * from the opcodes, beside them. Semantics at the edges are those of docs/nwscript-vm.md. */
#include "kotor.h"
#include "support/corpus.h"

#include <reliquary/ncs_vm.h>
#include <stdlib.h>

struct trial {
    struct rq_doc *doc;
    struct rq_ncs_vm *vm;
    struct made file;
};

static void open_code(struct trial *t, const void *code, size_t size)
{
    struct rq_error err = {0};
    t->file.size = 0;
    put_text(&t->file, "NCS V1.0", 8);
    put8(&t->file, 0x42);
    put8(&t->file, 0);
    put8(&t->file, 0);
    put8(&t->file, (uint8_t)((size + 13) >> 8));
    put8(&t->file, (uint8_t)(size + 13));
    for (size_t i = 0; i < size; i++)
        put8(&t->file, ((const uint8_t *)code)[i]);
    t->doc = read_as(made_bytes(&t->file), "ncs");
    t->vm = t->doc ? rq_ncs_vm_open(rq_doc_root(t->doc, "ncs"), 1, &err) : NULL;
    CHECK(t->vm != NULL);
}

static void close_code(struct trial *t)
{
    rq_ncs_vm_close(t->vm);
    rq_doc_free(t->doc);
}

/* Runs a literal; the result is checked, or the fault when expected is NULL. */
static void check_run(const void *code, size_t size, int32_t result, const char *fault)
{
    static struct trial t;
    int32_t value = 0;
    uint32_t at;
    open_code(&t, code, size);
    if (!t.vm)
        return;
    enum rq_ncs_vm_state state = rq_ncs_vm_run(t.vm);
    if (fault) {
        CHECK_INT(state, RQ_NCS_VM_FAULT);
        CHECK_STR(rq_ncs_vm_fault(t.vm, &at), fault);
    } else {
        CHECK_STR(rq_ncs_vm_fault(t.vm, &at), "");
        CHECK_INT(state, RQ_NCS_VM_RETURNED);
        CHECK(rq_ncs_vm_result(t.vm, &value));
        CHECK_INT(value, result);
    }
    close_code(&t);
}

#define RETURNS(value, literal) check_run(literal, sizeof(literal) - 1, value, NULL)
#define FAULTS(text, literal)   check_run(literal, sizeof(literal) - 1, 0, text)

/* The head of a StartingConditional: the slot of the result lies below; JSR to what follows RETN. */
#define HEAD   "\x02\x03\x1E\0\0\0\0\x08\x20\0"
#define INT(n) "\x04\x03" n
#define RESULT                                                                                     \
    "\x01\x01\xFF\xFF\xFF\xF8\0\x04\x1B\0\xFF\xFF\xFF\xFC\x20\0" /* CPDOWNSP -8, 4; MOVSP -4; RETN */

static void test_numbers(void)
{
    /* 7 - 9 = -2 */
    RETURNS(-2, HEAD INT("\0\0\0\7") INT("\0\0\0\x09") "\x15\x20" RESULT);
    /* 2147483647 + 1 wraps */
    RETURNS(INT32_MIN, HEAD INT("\x7F\xFF\xFF\xFF") INT("\0\0\0\1") "\x14\x20" RESULT);
    /* -7 / 2 = -3, -7 % 2 = -1: towards zero */
    RETURNS(-3, HEAD INT("\xFF\xFF\xFF\xF9") INT("\0\0\0\2") "\x17\x20" RESULT);
    RETURNS(-1, HEAD INT("\xFF\xFF\xFF\xF9") INT("\0\0\0\2") "\x18\x20" RESULT);
    /* -7 >> 1: the engine rounds to zero, -3; -7 >>> 1 is arithmetic, -4 */
    RETURNS(-3, HEAD INT("\xFF\xFF\xFF\xF9") INT("\0\0\0\1") "\x12\x20" RESULT);
    RETURNS(-4, HEAD INT("\xFF\xFF\xFF\xF9") INT("\0\0\0\1") "\x13\x20" RESULT);
    RETURNS(40, HEAD INT("\0\0\0\x05") INT("\0\0\0\3") "\x11\x20" RESULT);
    /* !0, ~0, -5 */
    RETURNS(1, HEAD INT("\0\0\0\0") "\x22\x03" RESULT);
    RETURNS(-1, HEAD INT("\0\0\0\0") "\x1A\x03" RESULT);
    RETURNS(-5, HEAD INT("\0\0\0\5") "\x19\x03" RESULT);
    /* 6 & 3, 6 | 3, 6 ^ 3, 6 && 0, 0 || 3 */
    RETURNS(2, HEAD INT("\0\0\0\6") INT("\0\0\0\3") "\x0A\x20" RESULT);
    RETURNS(7, HEAD INT("\0\0\0\6") INT("\0\0\0\3") "\x08\x20" RESULT);
    RETURNS(5, HEAD INT("\0\0\0\6") INT("\0\0\0\3") "\x09\x20" RESULT);
    RETURNS(0, HEAD INT("\0\0\0\6") INT("\0\0\0\0") "\x06\x20" RESULT);
    RETURNS(1, HEAD INT("\0\0\0\0") INT("\0\0\0\3") "\x07\x20" RESULT);
    FAULTS("division by zero (-105)", HEAD INT("\0\0\0\6") INT("\0\0\0\0") "\x17\x20" RESULT);
    FAULTS("-2147483648 by -1: the engine crashes",
           HEAD INT("\x80\0\0\0") INT("\xFF\xFF\xFF\xFF") "\x17\x20" RESULT);
}

static void test_compare(void)
{
    /* "Abc" == "aBC": ASCII case does not count */
    RETURNS(1, HEAD "\x04\x05\0\3"
                    "Abc"
                    "\x04\x05\0\3"
                    "aBC"
                    "\x0B\x23" RESULT);
    RETURNS(0, HEAD "\x04\x05\0\3"
                    "Abc"
                    "\x04\x05\0\2"
                    "aB"
                    "\x0B\x23" RESULT);
    /* 0.0 == -0.0 compares bits: no */
    RETURNS(0, HEAD "\x04\x04\0\0\0\0\x04\x04\x80\0\0\0\x0B\x21" RESULT);
    RETURNS(1, HEAD "\x04\x04\0\0\0\0\x04\x04\x80\0\0\0\x0C\x21" RESULT);
    /* 1.5 < 2.5; 3 >= 3; 2 > 3; 2 <= 2 */
    RETURNS(1, HEAD "\x04\x04\x3F\xC0\0\0\x04\x04\x40\x20\0\0\x0F\x21" RESULT);
    RETURNS(1, HEAD INT("\0\0\0\3") INT("\0\0\0\3") "\x0D\x20" RESULT);
    RETURNS(0, HEAD INT("\0\0\0\2") INT("\0\0\0\3") "\x0E\x20" RESULT);
    RETURNS(1, HEAD INT("\0\0\0\2") INT("\0\0\0\2") "\x10\x20" RESULT);
    /* OBJECT_SELF != OBJECT_INVALID */
    RETURNS(1, HEAD "\x04\x06\0\0\0\0\x04\x06\0\0\0\1\x0C\x22" RESULT);
    FAULTS("values of different types compared (-109)", HEAD INT("\0\0\0\0") "\x04\x05\0\0"
                                                                             "\x0B\x20" RESULT);
}

static void test_stack(void)
{
    /* A vector's y: three floats, DESTRUCT 12, 4, 4; FloatToInt(2.0) is routine 231 */
    RETURNS(2, HEAD "\x04\x04\x3F\x80\0\0\x04\x04\x40\0\0\0\x04\x04\x40\x40\0\0"
                    "\x21\x01\0\x0C\0\4\0\4"
                    "\x05\0\0\xE7\1" RESULT);
    /* INCSPI of the top twice, DECSPI once: 5 is 6 */
    RETURNS(
        6,
        HEAD INT(
            "\0\0\0\5") "\x24\x03\xFF\xFF\xFF\xFC\x24\x03\xFF\xFF\xFF\xFC\x23\x03\xFF\xFF\xFF\xFC" RESULT);
    /* "a" + "b" has two letters: GetStringLength is 59 */
    RETURNS(2, HEAD "\x04\x05\0\1"
                    "a"
                    "\x04\x05\0\1"
                    "b"
                    "\x14\x23\x05\0\0\x3B\1" RESULT);
    FAULTS("expected int on the stack, found string (-100)",
           HEAD "\x04\x05\0\1"
                "a" INT("\0\0\0\1") "\x14\x20" RESULT);
    FAULTS("the stack is empty (-100)", "\x14\x20\x20\0");
    FAULTS("a place outside of the stack (-100)", HEAD "\x03\x01\xFF\xFF\xFF\0\0\4" RESULT);
    FAULTS("the stack can't move by 4 (-100)", HEAD "\x1B\0\0\0\0\4" RESULT);
    FAULTS("the engine knows no such opcode (-101)", "\x2D\0\x20\0");
    FAULTS("there is no routine 60000 (-2002)", "\x05\0\xEA\x60\0\x20\0");
}

static void test_limits(void)
{
    FAULTS("too many instructions (-93)", "\x1D\0\0\0\0\0");
    FAULTS("functions call each other more than 127 deep (-99)", "\x1E\0\0\0\0\0");
    FAULTS("a jump to 0x10, where no instruction starts (-107)", "\x1D\0\0\0\0\3");
    FAULTS("the code ends without RETN (-107)", "\x02\x03");
    /* A stack that only grows: RSADDI; JMP back. 32768 cells fit. */
    FAULTS("the stack is full (-100)", "\x02\x03\x1D\0\xFF\xFF\xFF\xFE");
}

/* ---- calls, world, actions ---- */

struct heard {
    struct rq_out text;
};

static void hear_call(void *ctx, const struct rq_ncs_vm_call *call)
{
    struct heard *h = ctx;
    rq_putf(&h->text, "%x %s%s%s%s\n", call->offset, call->call, *call->value ? " = " : "",
            call->value,
            call->answered   ? ", answered"
            : call->recorded ? ", recorded"
                             : "");
}

static void hear_action(void *ctx, const char *object, double seconds)
{
    struct heard *h = ctx;
    rq_putf(&h->text, "-- %s %.3f\n", object, seconds);
}

/* JSR +8; RETN; [globals: one int 5]; SAVEBP; ... would be long: here CONSTI 1, CONSTS "K", SetGlobalNumber (581);
 * DelayCommand(2.5, { SetGlobalNumber("K", GetGlobalNumber("K") + 1) }); AssignCommand(GetObjectByTag("door"), { PrintString("hi") }) */
static const char deferred[] = "\x04\x03\0\0\0\1"
                               "\x04\x05\0\1K"
                               "\x05\0\2\x45\2" /* 0d: SetGlobalNumber("K", 1) */
                               "\x2C\x10\0\0\0\0\0\0\0\0"
                               "\x1D\0\0\0\0\x24" /* 1d: STORESTATE; JMP over, to 4b */
                               "\x04\x03\0\0\0\1"
                               "\x04\x05\0\1K"
                               "\x05\0\2\x44\1"
                               "\x14\x20" /* 2d: 1, GetGlobalNumber("K"), + */
                               "\x04\x05\0\1K"
                               "\x05\0\2\x45\2"
                               "\x20\0" /* 3f: SetGlobalNumber("K", ...); RETN */
                               "\x04\x04\x40\x20\0\0"
                               "\x05\0\0\7\2" /* 4b: DelayCommand(2.5, ...) */
                               "\x2C\x10\0\0\0\0\0\0\0\0"
                               "\x1D\0\0\0\0\x13" /* 56: STORESTATE; JMP over, to 73 */
                               "\x04\x05\0\2hi"
                               "\x05\0\0\1\1"
                               "\x20\0" /* 66: PrintString("hi"); RETN */
                               "\x04\x03\0\0\0\0"
                               "\x04\x05\0\4"
                               "door"
                               "\x05\0\0\xC8\2" /* 73: GetObjectByTag("door", 0) */
                               "\x05\0\0\6\2"
                               "\x20\0"; /* 86: AssignCommand; RETN */

/* CONSTI; RESTOREBP; SAVEBP, which puts the base that was taken on the stack; PrintInteger (4). A base outside of the
 * stack is the start of it. */
static void check_base(const char *code, size_t size, const char *told)
{
    static struct trial t;
    struct heard h = {{0}};
    open_code(&t, code, size);
    REQUIRE(t.vm);
    rq_ncs_vm_set_watch(t.vm, &(struct rq_ncs_vm_watch){.ctx = &h, .call = hear_call});
    CHECK_INT(rq_ncs_vm_run(t.vm), RQ_NCS_VM_RETURNED);
    rq_put8(&h.text, 0);
    CHECK_STR((const char *)h.text.data, told);
    rq_out_free(&h.text);
    close_code(&t);
}

#define RESTORED "\x2B\0\x2A\0\x05\0\0\4\1\x20\0"

static void test_base(void)
{
    static const char far[] = "\x04\x03\0\x0F\x42\x40" RESTORED;
    static const char near[] = "\x02\x03\x04\x03\0\0\0\2" RESTORED;
    static const char top[] = "\x02\x03\x04\x03\0\0\0\1" RESTORED;
    check_base(far, sizeof far - 1, "17 PrintInteger(0), recorded\n");
    check_base(near, sizeof near - 1, "19 PrintInteger(0), recorded\n");
    check_base(top, sizeof top - 1, "19 PrintInteger(1), recorded\n");
}

static void test_world(void)
{
    static struct trial t;
    static const char world[] = "{\"self\": \"me\", \"objects\": {\"d1\": {\"tag\": \"DOOR\"}},"
                                " \"globals\": {\"numbers\": {\"k\": 200}}}";
    struct heard h = {{0}};
    struct rq_error err = {0};
    struct rq_out out = {0};
    open_code(&t, deferred, sizeof deferred - 1);
    REQUIRE(t.vm);
    CHECK(rq_ncs_vm_take_world(t.vm, bytes_of(world), &err));
    CHECK_STR(err.text, "");
    rq_ncs_vm_set_watch(
        t.vm, &(struct rq_ncs_vm_watch){.ctx = &h, .call = hear_call, .action = hear_action});
    CHECK_INT(rq_ncs_vm_run(t.vm), RQ_NCS_VM_RETURNED);
    rq_put8(&h.text, 0);
    /* The assigned action comes at once, the delayed one after 2.5 s. */
    CHECK_STR((const char *)h.text.data, "18 SetGlobalNumber(\"K\",1)\n"
                                         "51 DelayCommand(2.5,\"action\")\n"
                                         "81 GetObjectByTag(\"door\",0) = \"d1\"\n"
                                         "86 AssignCommand(\"d1\",\"action\")\n"
                                         "-- d1 0.000\n"
                                         "6c PrintString(\"hi\"), recorded\n"
                                         "-- me 2.500\n"
                                         "38 GetGlobalNumber(\"K\") = 1\n"
                                         "44 SetGlobalNumber(\"K\",2)\n");
    CHECK(rq_ncs_vm_put_world(t.vm, &out, &err));
    rq_put8(&out, 0);
    CHECK(strstr((const char *)out.data, "\"k\": 2") != NULL);
    CHECK(strstr((const char *)out.data, "\"time\": 2.5") != NULL);
    rq_out_free(&out);
    rq_out_free(&h.text);
    close_code(&t);
}

/* return Random(6) + GetStringLength(GetTag(OBJECT_SELF)): answers, by arguments or not. */
static const char asks[] = HEAD INT("\0\0\0\6") "\x05\0\0\0\1"
                                                "\x04\x06\0\0\0\0\x05\0\0\xA8\1\x05\0\0\x3B\1"
                                                "\x14\x20" RESULT;

static void check_answers(const char *world, int32_t expected)
{
    static struct trial t;
    struct rq_error err = {0};
    int32_t value;
    open_code(&t, asks, sizeof asks - 1);
    CHECK(rq_ncs_vm_take_world(t.vm, bytes_of(world), &err));
    CHECK_STR(err.text, "");
    rq_ncs_vm_run(t.vm);
    CHECK(rq_ncs_vm_result(t.vm, &value));
    CHECK_INT(value, expected);
    close_code(&t);
}

static void test_answers(void)
{
    check_answers("{}", 4); /* 0, and "self" */
    check_answers("{\"answers\": {\"Random\": 3}}", 7);
    check_answers(
        "{\"answers\": {\"Random\": [{\"args\": [ 6 ], \"value\": 5}, {\"args\": [7], \"value\": 9}]}}",
        9);
    check_answers("{\"answers\": {\"GetTag\": \"abcdefghij\"}, \"self\": \"x\"}", 10);
    static struct trial t;
    struct rq_error err = {0};
    open_code(&t, asks, sizeof asks - 1);
    CHECK(!rq_ncs_vm_take_world(t.vm, bytes_of("{\"answers\": {\"Randm\": 3}}"), &err));
    CHECK(strstr(err.text, "no routine Randm") != NULL);
    err = (struct rq_error){0};
    CHECK(!rq_ncs_vm_take_world(t.vm, bytes_of("{\"selv\": 3}"), &err));
    close_code(&t);
}

/* Scripts of others: each comes to an end, whatever it calls. Routines that nobody answers give 0, and two of the
 * scripts divide by such a value. */
static void run_script(const char *name, struct rq_bytes file)
{
    struct rq_error err = {0};
    uint32_t at;
    (void)name;
    struct rq_doc *doc = read_as(file, "ncs");
    struct rq_ncs_vm *vm = doc ? rq_ncs_vm_open(rq_doc_root(doc, "ncs"), 1, &err) : NULL;
    if (CHECK(vm != NULL)) {
        rq_ncs_vm_run(vm);
        const char *fault = rq_ncs_vm_fault(vm, &at);
        CHECK_STR(fault, *fault ? "division by zero (-105)" : "");
        CHECK(rq_ncs_vm_steps(vm) > 2);
    }
    rq_ncs_vm_close(vm);
    rq_doc_free(doc);
}

static void test_corpus(void)
{
    each_file("kotor/ncs", run_script);
}

TESTS(test_numbers, test_compare, test_stack, test_limits, test_base, test_world, test_answers,
      test_corpus)
