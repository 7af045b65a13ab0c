/* The machine of SOUP on bytes laid down by hand. The encoding is that of the specification's "SOUP
 * Scripting": 0A v = formula, 06 flag = formula, 07 number, operators 1 to 11, 00 the end of a
 * formula; each test shows its code. */
#include "core/bytes.h"
#include "core/json.h"
#include "support/check.h"

#include <reliquary/soup.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define W(n)                                                                                       \
    (uint8_t)((uint32_t)(n)), (uint8_t)((uint32_t)(n) >> 8), (uint8_t)((uint32_t)(n) >> 16),       \
        (uint8_t)((uint32_t)(n) >> 24)
#define NUM(n)         0x07, W(n)
#define VAR(v)         0x0A, (v)
#define SET(v, ...)    0x0A, (v), __VA_ARGS__, 0
#define END(to)        0x05, W(to)
#define GOTO(to)       0x04, W(to)
#define GOSUB(to)      0x11, W(to)
#define CALL(op, f, n) (op), (uint8_t)(f), (uint8_t)((f) >> 8), (n)

#define OPEN(...)                                                                                  \
    open_code((const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}), 0)
#define OPEN_AT(start, ...)                                                                        \
    open_code((const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}), start)

static struct rq_soup_machine *open_code(const uint8_t *code, size_t size, uint32_t start)
{
    static const int32_t locals[8];
    struct rq_error err = {0};
    struct rq_soup_options options = {
        .has_start = true, .start = start, .locals = locals, .local_count = 8};
    struct rq_soup_machine *m = rq_soup_open_code((struct rq_bytes){code, size}, &options, &err);
    CHECK_STR(err.text, "");
    return m;
}

static int32_t var(struct rq_soup_machine *m, size_t i)
{
    size_t count;
    return rq_soup_locals(m, &count)[i];
}

static void take(struct rq_soup_machine *m, const char *json)
{
    struct rq_error err = {0};
    CHECK(rq_soup_take_world(m, (struct rq_bytes){(const uint8_t *)json, strlen(json)}, &err));
    CHECK_STR(err.text, "");
}

/* The world as text; to be freed. */
static char *world(const struct rq_soup_machine *m)
{
    struct rq_out out = {0};
    CHECK(rq_soup_put_world(m, &out, NULL));
    rq_put8(&out, 0);
    return (char *)out.data;
}

static void check_world(const struct rq_soup_machine *m, const char *part)
{
    char *text = world(m);
    check_note("%s", part);
    CHECK(strstr(text, part) != NULL);
    free(text);
}

/* ---- operators at their limits ---- */

/* var0 = a oper b; End 0: 0A 00 07 a oper 07 b 00 05 0. */
static int32_t operate(int32_t a, uint8_t oper, int32_t b, enum rq_soup_state *state)
{
    struct rq_soup_machine *m = OPEN(SET(0, NUM(a), oper, NUM(b)), END(0));
    if (!CHECK(m != NULL))
        return 0;
    *state = rq_soup_run(m, 10);
    int32_t result = var(m, 0);
    rq_soup_close(m);
    return result;
}

static void test_operators(void)
{
    /* By the x86 instructions that the specification lists: add, sub and imul keep the low 32 bits,
     * div is unsigned (0x80000000 / 0xFFFFFFFF is 0, and there is no overflow), shl and sar take the
     * count modulo 32, sar keeps the sign. */
    static const struct {
        int32_t a, b, result;
        uint8_t oper;
    } rows[] = {
        {INT32_MAX, 1, INT32_MIN, 1},
        {INT32_MIN, 1, INT32_MAX, 2},
        {INT32_MIN, -1, INT32_MIN, 3},
        {65536, 65537, 65536, 3}, /* 2^32 + 2^16 */
        {INT32_MIN, -1, 0, 4},
        {-1, 2, INT32_MAX, 4}, /* 0xFFFFFFFF / 2 */
        {-1, -1, 1, 4},
        {7, INT32_MIN, 0, 4},
        {1, 31, INT32_MIN, 5},
        {1, 32, 1, 5},
        {3, 33, 6, 5},
        {1, -1, INT32_MIN, 5}, /* -1 & 31 is 31 */
        {INT32_MIN, 31, -1, 6},
        {-8, 1, -4, 6},
        {-8, 32, -8, 6},
        {INT32_MAX, 30, 1, 6},
        {-1, INT32_MIN, -1, 6},
        {0x0FF0, 0x00FF, 0x00F0, 7},
        {0x0FF0, 0x00FF, 0x0FFF, 8},
        {0x0FF0, 0x00FF, 0x0F0F, 9},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        enum rq_soup_state state;
        check_note("%d %u %d", rows[i].a, rows[i].oper, rows[i].b);
        CHECK_INT(operate(rows[i].a, rows[i].oper, rows[i].b, &state), rows[i].result);
        CHECK_INT(state, RQ_SOUP_ENDED);
    }
}

/* Every operator on values near the limits, against 64-bit arithmetic. */
static void test_operators_model(void)
{
    static const int32_t values[] = {
        INT32_MIN, INT32_MIN + 1, -65536,     -33,      -32, -1, 0, 1, 31, 32,
        33,        255,           0x12345678, INT32_MAX};
    enum { COUNT = sizeof values / sizeof values[0] };
    for (size_t k = 0; k < (size_t)COUNT * COUNT; k++) {
        int32_t a = values[k / COUNT], b = values[k % COUNT];
        int64_t x = (uint32_t)a, y = (uint32_t)b;
        unsigned by = (unsigned)b % 32;
        int64_t results[] = {
            0, (int64_t)a + b, (int64_t)a - b, (int64_t)a * b, y ? x / y : 0, x << by,
            /* towards minus infinity, as sar rounds */
            a >= 0 ? (int64_t)a / (INT64_C(1) << by)
                   : -((-(int64_t)a + (INT64_C(1) << by) - 1) / (INT64_C(1) << by)),
            x & y, x | y, x ^ y};
        for (uint8_t oper = 1; oper <= 9; oper++) {
            enum rq_soup_state state;
            check_note("%d %u %d", a, oper, b);
            int32_t result = operate(a, oper, b, &state);
            CHECK_INT((uint32_t)result, (uint32_t)results[oper]);
            CHECK_INT(state, oper == 4 && b == 0 ? RQ_SOUP_FAULT : RQ_SOUP_ENDED);
        }
    }
}

static void check_fault(struct rq_soup_machine *m, uint32_t pc, const char *why)
{
    REQUIRE(m);
    CHECK_INT(rq_soup_run(m, 5000), RQ_SOUP_FAULT);
    CHECK_INT(rq_soup_thread(m, 0).pc, pc);
    CHECK_STR(rq_soup_thread(m, 0).why, why);
    CHECK(!rq_soup_tick(m));
    rq_soup_close(m);
}

static void test_faults(void)
{
    /* SET(0, NUM) has 2 + 5 + 1 = 8 bytes, Goto and Gosub 5. */
    check_fault(OPEN(SET(0, NUM(1), 4, NUM(0)), END(0)), 0, "division by zero");
    check_fault(OPEN(SET(0, NUM(1)), GOTO(2), END(0)), 8,
                "jump to 0x2 is not an instruction of this block");
    check_fault(OPEN(SET(0, NUM(1)), GOTO(0x1F3), END(0)), 8,
                "jump to 0x1F3 is not an instruction of this block");
    check_fault(OPEN(GOTO(-1), END(0)), 0,
                "jump to 0xFFFFFFFF is not an instruction of this block");
    check_fault(OPEN(SET(0, NUM(1))), 8, "ran past the end of the block");
    check_fault(OPEN(GOTO(5)), 5, "ran past the end of the block");
    check_fault(OPEN(0x12), 0, "Return without a Gosub");
    check_fault(OPEN(GOSUB(0)), 0, "Gosub inside of 256 others");
    check_fault(OPEN(SET(9, NUM(1)), END(0)), 0, "there is no variable 9: the script has 8");
    check_fault(OPEN(SET(0, VAR(8)), END(0)), 0, "there is no variable 8: the script has 8");
    check_fault(OPEN(0x06, 0x71, 0x01, NUM(1), 0, END(0)), 0,
                "there is no flag 369: the game has 369");
    check_fault(OPEN(CALL(2, 367, 0), END(0)), 0, "there is no function 367: the game has 367");
    check_fault(OPEN(0x0A, 0, NUM(1), 12, END(0)), 0, "operator 12 is not known");
    /* 03, var0 and its operator, comparison 6, NUM, end, target. */
    check_fault(OPEN(0x03, VAR(0), 0, 6, NUM(0), 0, W(15), END(0)), 0, "comparison 6 is not known");
}

/* The loop guard is for endless loops; a further run goes on. */
static void test_guard(void)
{
    struct rq_soup_machine *m = OPEN(SET(0, VAR(0), 1, NUM(1)), GOTO(0));
    REQUIRE(m);
    CHECK_INT(rq_soup_run(m, 1000), RQ_SOUP_GUARDED);
    CHECK_INT(rq_soup_steps_done(m), 1000);
    CHECK_INT(var(m, 0), 500);
    CHECK_INT(rq_soup_run(m, 7), RQ_SOUP_GUARDED);
    CHECK_INT(rq_soup_steps_done(m), 1007);
    rq_soup_close(m);
}

static void test_end_continues(void)
{
    /* 0: var0 = 1 (8 bytes); 8: End 13; 13: var0 = 2; 21: End 2, where nothing starts. End stores
     * where the script goes on. */
    struct rq_soup_machine *m = OPEN(SET(0, NUM(1)), END(13), SET(0, NUM(2)), END(2));
    REQUIRE(m);
    CHECK_INT(rq_soup_run(m, 10), RQ_SOUP_ENDED);
    CHECK_INT(rq_soup_thread(m, 0).pc, 13);
    take(m, "{\"threads\": [{\"pc\": 13}]}");
    CHECK_INT(rq_soup_run(m, 10), RQ_SOUP_ENDED);
    CHECK_INT(var(m, 0), 2);
    CHECK_INT(rq_soup_thread(m, 0).pc, 2);
    rq_soup_close(m);
}

/* ---- references, and what nobody is sure of ---- */

static void test_references(void)
{
    /* Me.ref5 = 41 (14 00 00 0501: the high byte of the reference does not count); Me.ref5++;
     * var0 = Me.ref5; Player.ref5--; var1 = Player.ref5; string 3 as an object; what var0 holds. */
    struct rq_soup_machine *m =
        OPEN(0x14, 0, 0, 5, 1, NUM(41), 0, 0x0F, 0, 0, 5, 0, SET(0, 0x14, 0, 0, 5, 9), 0x10, 1, 0,
             5, 0, SET(1, 0x14, 1, 0, 5, 0), 0x14, 4, 3, 1, 0, NUM(7), 0, 0x14, 0x0A, 0, 2, 0,
             NUM(8), 0, 0x17, 6, END(0));
    REQUIRE(m);
    CHECK_INT(rq_soup_run(m, 20), RQ_SOUP_ENDED);
    CHECK_INT(var(m, 0), 42);
    CHECK_INT(var(m, 1), -1);
    check_world(m, "\"refs\": {\"5\": 42}");
    check_world(m, "\"string3\": {\n      \"refs\": {\"1\": 7}");
    check_world(m, "\"#42\": {\n      \"refs\": {\"2\": 8}");
    check_world(m, "\"anchor\": 6");
    rq_soup_close(m);
}

static void test_script_rv(void)
{
    /* 0: if <ScriptRV> = 3, else to 14 (1E 03 W(14), 6 bytes); 6: var0 = 1 (8 bytes); 14: End. */
    struct rq_soup_machine *m = OPEN(0x1E, 3, W(14), SET(0, NUM(1)), END(0));
    REQUIRE(m);
    CHECK_INT(rq_soup_run(m, 10), RQ_SOUP_ENDED);
    CHECK_INT(var(m, 0), 0);
    take(m, "{\"script_rv\": 3, \"threads\": [{\"pc\": 0}]}");
    CHECK_INT(rq_soup_run(m, 10), RQ_SOUP_ENDED);
    CHECK_INT(var(m, 0), 1);
    rq_soup_close(m);
}

/* 1E 03 whose next four bytes lead nowhere has no block: the next statement runs either way. */
static void test_script_rv_bare(void)
{
    struct rq_soup_machine *m = OPEN(0x1E, 3, SET(0, NUM(1)), END(0));
    REQUIRE(m);
    CHECK_INT(rq_soup_run(m, 10), RQ_SOUP_ENDED);
    CHECK_INT(var(m, 0), 1);
    CHECK_INT(rq_soup_steps_done(m), 3);
    rq_soup_close(m);
}

/* A formula that ends with ++ (10) or -- (11), and the byte behind them. */
static void test_steps(void)
{
    struct rq_soup_machine *m =
        OPEN(0x0A, 0, NUM(2), 3, NUM(5), 10, 0, 0x0A, 1, NUM(5), 11, 0, 0x0A, 2, NUM(INT32_MAX), 10,
             0, 0x0A, 3, NUM(INT32_MIN), 11, 0, END(0));
    REQUIRE(m);
    CHECK_INT(rq_soup_run(m, 10), RQ_SOUP_ENDED);
    CHECK_INT(var(m, 0), 11);
    CHECK_INT(var(m, 1), 4);
    CHECK_INT(var(m, 2), INT32_MIN);
    CHECK_INT(var(m, 3), INT32_MAX);
    rq_soup_close(m);
}

/* ---- threads and tasks ---- */

static void test_endint(void)
{
    /* 0: var0 += 1 (11 bytes); 11: Endint; 12: var1 += 1 (11); 23: Goto 12. Thread 0 starts at 12.
     * In four ticks each thread runs four instructions: two rounds. */
    struct rq_soup_machine *m =
        OPEN_AT(12, SET(0, VAR(0), 1, NUM(1)), 0x13, SET(1, VAR(1), 1, NUM(1)), GOTO(12));
    REQUIRE(m);
    CHECK_INT(rq_soup_threads(m), 2);
    for (int i = 0; i < 4; i++)
        CHECK(rq_soup_tick(m));
    CHECK_INT(var(m, 0), 2);
    CHECK_INT(var(m, 1), 2);
    CHECK_INT(rq_soup_thread(m, 1).state, RQ_SOUP_RUNS);
    CHECK_INT(rq_soup_thread(m, 1).pc, 0);
    rq_soup_close(m);
    /* In thread 0 there is nothing to start again. */
    m = OPEN(SET(0, NUM(1)), 0x13);
    REQUIRE(m);
    CHECK_INT(rq_soup_run(m, 10), RQ_SOUP_ENDINT);
    CHECK_STR(rq_soup_thread(m, 0).why, "Endint");
    rq_soup_close(m);
}

static void test_wait(void)
{
    /* 0: Wait(3) as a task (00 3C00 01, NUM: 9 bytes); 9: var0 = 1; 17: End. The task begins in the
     * first tick and is done after the third; var0 is set in the fourth. */
    struct rq_soup_machine *m = OPEN(CALL(0, 60, 1), NUM(3), SET(0, NUM(1)), END(0));
    REQUIRE(m);
    for (int i = 1; i <= 3; i++) {
        rq_soup_tick(m);
        CHECK_INT(rq_soup_thread(m, 0).waits, i < 3);
        CHECK_INT(rq_soup_steps_done(m), 1);
    }
    rq_soup_tick(m);
    CHECK_INT(var(m, 0), 1);
    rq_soup_close(m);
    /* As a multitask (01) nobody waits, until WaitOnTasks (00 1100 00). */
    m = OPEN(CALL(1, 60, 1), NUM(3), SET(0, NUM(1)), CALL(0, 17, 0), SET(0, NUM(2)), END(0));
    REQUIRE(m);
    rq_soup_tick(m);
    rq_soup_tick(m);
    CHECK_INT(var(m, 0), 1);
    rq_soup_tick(m);
    CHECK(!rq_soup_thread(m, 0).waits); /* the third tick ended the task */
    rq_soup_tick(m);
    CHECK_INT(var(m, 0), 2);
    rq_soup_close(m);
}

/* WaitOnTasks waits for the tasks on this object alone: of another's Wait(9) it knows nothing. */
static void test_wait_on_own(void)
{
    /* @Player.Wait(9) (19 01 00 01 3C00 01 NUM), @Wait(3), WaitOnTasks, var0 = 1, End: one a tick. The
     * second task is done after tick 4, the first after tick 9. */
    struct rq_soup_machine *m = OPEN(0x19, 1, 0, 1, 60, 0, 1, NUM(9), CALL(1, 60, 1), NUM(3),
                                     CALL(0, 17, 0), SET(0, NUM(1)), END(0));
    REQUIRE(m);
    for (int i = 1; i <= 6; i++) {
        rq_soup_tick(m);
        check_note("tick %d", i);
        CHECK_INT(rq_soup_thread(m, 0).waits, i == 3);
        CHECK_INT(var(m, 0), i >= 5);
    }
    rq_soup_close(m);
}

static void test_move(void)
{
    /* MoveByAxis(1, 100, 4) as a multitask (01 3500 03), then Wait(2), then End: half of the way.
     * RotateByAxis(2, -512, 0): at once, 2048 to a turn. */
    struct rq_soup_machine *m = OPEN(CALL(1, 53, 3), NUM(1), NUM(100), NUM(4), CALL(0, 44, 3),
                                     NUM(2), NUM(-512), NUM(0), CALL(0, 60, 1), NUM(2), END(0));
    REQUIRE(m);
    CHECK_INT(rq_soup_run(m, 10), RQ_SOUP_ENDED);
    check_world(m, "\"pos\": [0, 50, 0]");
    check_world(m, "\"angle\": [0, 0, 1536]");
    check_world(
        m, "{\"function\": \"MoveByAxis\", \"object\": \"Me\", \"kind\": \"move\", \"ticks\": 2, "
           "\"to\": [0, 100, 0]}");
    rq_soup_close(m);
}

static void test_too_many(void)
{
    /* 0: @Wait(1000000) (9 bytes), 9: Goto 0: the 65th task at once is one too many. */
    check_fault(OPEN(CALL(1, 60, 1), NUM(1000000), GOTO(0)), 0, "more than 64 tasks at once");
    /* 0: object that var0 holds .ref1 = 1 (11 bytes), var0 += 1 (11), Goto 0. Three objects are there
     * before. */
    check_fault(OPEN(0x14, 0x0A, 0, 1, 0, NUM(1), 0, SET(0, VAR(0), 1, NUM(1)), GOTO(0)), 0,
                "more than 1024 objects");
}

/* ---- functions ---- */

static void test_functions(void)
{
    /* var0 = HaveItem(4); AddItem(4, 2); var1 = HaveItem(4); DropItem(4, 5); var2 = HaveItem(4);
     * SetGlobalFlag(12) with 16 as RMM says; var3 = TestGlobalFlag(12); ResetGlobalFlag(0);
     * SetAttribute(3, 300): a byte; var4 = GetAttribute(3). */
    struct rq_soup_machine *m =
        OPEN(SET(0, CALL(2, 303, 1), NUM(4)), CALL(2, 308, 2), NUM(4), NUM(2),
             SET(1, CALL(2, 303, 1), NUM(4)), CALL(2, 310, 2), NUM(4), NUM(5),
             SET(2, CALL(2, 303, 1), NUM(4)), CALL(2, 85, 1), 0x16, W(12),
             SET(3, CALL(2, 86, 1), 0x16, W(12)), CALL(2, 87, 1), 0x16, W(0), CALL(2, 83, 2),
             NUM(3), NUM(300), SET(4, CALL(2, 84, 1), NUM(3)), END(0));
    int32_t value;
    bool written;
    REQUIRE(m);
    CHECK(rq_soup_get_flag(m, 0, &value, &written) && value == 1 && !written);
    CHECK_INT(rq_soup_run(m, 30), RQ_SOUP_ENDED);
    CHECK_INT(var(m, 0), 0);
    CHECK_INT(var(m, 1), 1);
    CHECK_INT(var(m, 2), 0);
    CHECK_INT(var(m, 3), 1);
    CHECK_INT(var(m, 4), 300 & 0xFF);
    CHECK(rq_soup_get_flag(m, 12, &value, &written) && value == 1 && written);
    CHECK(rq_soup_get_flag(m, 0, &value, &written) && value == 0 && written);
    CHECK(!rq_soup_get_flag(m, 369, &value, &written));
    rq_soup_close(m);
}

static void test_weapon(void)
{
    /* DrawSword() (02 2701 00); var0 = IsDrawingSword(); var1 = IsHoldingWeapon(); Wait(2);
     * var2 = IsDrawingSword(); var3 = IsHoldingWeapon(). Attribute 0x22 is the frame. */
    struct rq_soup_machine *m =
        OPEN(CALL(2, 295, 0), SET(0, CALL(2, 322, 0)), SET(1, CALL(2, 320, 0)), CALL(0, 60, 1),
             NUM(2), SET(2, CALL(2, 322, 0)), SET(3, CALL(2, 320, 0)), END(0));
    REQUIRE(m);
    take(m, "{\"objects\": {\"Me\": {\"attributes\": {\"34\": 2}}}}");
    CHECK_INT(rq_soup_run(m, 30), RQ_SOUP_ENDED);
    CHECK_INT(var(m, 0), 1);
    CHECK_INT(var(m, 1), 0);
    CHECK_INT(var(m, 2), 0);
    CHECK_INT(var(m, 3), 1);
    rq_soup_close(m);
}

static void test_player(void)
{
    /* var0 = PlayerDistance() (228): 3, 4, 12 away is 13. var1 = ACTIVATE("ci31"). */
    struct rq_soup_machine *m =
        OPEN(SET(0, CALL(2, 228, 0)), SET(1, CALL(2, 127, 1), 7, 'c', 'i', '3', '1'), END(0));
    REQUIRE(m);
    take(m, "{\"objects\": {\"Player\": {\"pos\": [13, 24, 42]}, \"me\": {\"pos\": [10, 20, 30]}},"
            " \"activates\": \"Me\"}");
    CHECK_INT(rq_soup_run(m, 30), RQ_SOUP_ENDED);
    CHECK_INT(var(m, 0), 13);
    CHECK_INT(var(m, 1), 1);
    rq_soup_close(m);
}

static void test_answers(void)
{
    /* var0 = Rnd(6) three times, var3 = Rnd(7), and RTX("ti32") as a task that takes 5 ticks. */
    struct rq_soup_machine *m =
        OPEN(SET(0, CALL(2, 102, 1), NUM(6)), SET(1, CALL(2, 102, 1), NUM(6)),
             SET(2, CALL(2, 102, 1), NUM(6)), SET(3, CALL(2, 102, 1), NUM(7)), CALL(0, 39, 1), 7,
             't', 'i', '3', '2', END(0));
    REQUIRE(m);
    take(m, "{\"answers\": {\"Rnd\": [{\"value\": -9}, {\"args\": [6], \"value\": [5, 4]}],"
            " \"RTX\": {\"ticks\": 5}}}");
    for (int i = 0; i < 9; i++) {
        rq_soup_tick(m);
        CHECK_INT(rq_soup_thread(m, 0).waits, i >= 4 && i < 8);
    }
    CHECK_INT(var(m, 0), 5);
    CHECK_INT(var(m, 1), 4);
    CHECK_INT(var(m, 2), 4);
    CHECK_INT(var(m, 3), -9);
    check_world(m, "\"line\": \"ti32\"");
    check_world(m, "{\"args\": [6], \"value\": [4]}");
    check_world(m,
                "{\"function\": \"Rnd\", \"object\": \"Me\", \"as\": \"function\", \"args\": [7], "
                "\"value\": -9, \"recorded\": true}");
    rq_soup_close(m);
}

static void test_menu(void)
{
    /* menuNew(); menuAddItem("aaaa", 1, 7); menuProc(); var0 = menuSelection(). */
    struct rq_soup_machine *m = OPEN(CALL(2, 35, 0), CALL(2, 37, 3), 7, 'a', 'a', 'a', 'a', NUM(1),
                                     NUM(7), CALL(0, 36, 0), SET(0, CALL(2, 38, 0)), END(0));
    REQUIRE(m);
    take(m, "{\"menu\": [{\"line\": \"gone\"}], \"selection\": 7}");
    CHECK_INT(rq_soup_run(m, 30), RQ_SOUP_ENDED);
    CHECK_INT(var(m, 0), 7);
    check_world(m, "\"menu\": [\n    {\"line\": \"aaaa\", \"grey\": 1, \"number\": 7}\n  ]");
    rq_soup_close(m);
}

/* ---- the table ---- */

/* Spare functions are one row of the page. */
static bool is_told(const char *page, const char *name)
{
    char quoted[64];
    snprintf(quoted, sizeof quoted, "`%s`", name);
    return strncmp(name, "Spare", 5) == 0 || strstr(page, quoted) != NULL;
}

static void test_table(void)
{
    struct rq_soup_function_info info;
    size_t count = 0, done = 0, size;
    char *page = (char *)check_read(RQ_SOURCE_DIR "/docs/soup-vm.md", &size);
    REQUIRE(page);
    for (unsigned i = 0; rq_soup_describe(i, &info); i++, count++) {
        check_note("function %u", i);
        CHECK(info.name && *info.name && info.kind && info.source);
        /* What nobody describes is not guessed. */
        CHECK(info.recorded || *info.source);
        CHECK_INT(is_told(page, info.name), *info.source != 0);
        done += !info.recorded;
    }
    free(page);
    CHECK_INT(count, 367);
    CHECK_INT(done, 74);
    /* Against soup-functions.csv: id, name, type, parameters. */
    CHECK(rq_soup_describe(33, &info) && strcmp(info.name, "PlayAnimation") == 0 &&
          info.params == 2);
    CHECK(rq_soup_describe(234, &info) && strcmp(info.kind, "multitask") == 0 && info.recorded);
    CHECK(rq_soup_describe(366, &info) && strcmp(info.name, "Spare1Parm7") == 0 &&
          info.params == 8);
    CHECK(!rq_soup_describe(367, &info));
}

/* What a function leaves in the world; the parts of an object stand in its JSON. Each runs in a world whose Me has two
 * locations and the parts that follow. */
static void check_act(const uint8_t *code, size_t size, const char *part)
{
    struct rq_soup_machine *m = open_code(code, size, 0);
    REQUIRE(m);
    take(m, "{\"objects\": {\"Me\": {\"hidden\": false, \"fighting\": true,"
            " \"locations\": [[1, 2, 3], [7, 8, 9]]}}, \"active_item\": 3}");
    CHECK_INT(rq_soup_run(m, 20), RQ_SOUP_ENDED);
    check_world(m, part);
    rq_soup_close(m);
}

#define ACT(part, ...)                                                                             \
    check_act((const uint8_t[]){__VA_ARGS__, END(0)},                                              \
              sizeof((const uint8_t[]){__VA_ARGS__, END(0)}), part)

static void test_acts(void)
{
    ACT("\"hidden\": false", CALL(2, 101, 0));
    ACT("\"hidden\": true", CALL(2, 100, 0));
    ACT("\"hidden\": false", CALL(2, 100, 0), CALL(2, 101, 0));
    ACT("\"disabled\": true", CALL(2, 189, 0));
    ACT("\"disabled\": false", CALL(2, 189, 0), CALL(2, 188, 0));
    ACT("\"animation\": 5", CALL(2, 136, 2), NUM(5), NUM(258));
    ACT("\"loops\": 2", CALL(2, 136, 2), NUM(5), NUM(258)); /* 258 & 0xFF */
    ACT("\"fighting\": false", CALL(2, 173, 0));
    ACT("\"active_item\": 9", CALL(2, 318, 1), NUM(9));
    ACT("\"log\": 12", CALL(2, 350, 1), NUM(12));
    ACT("\"pos\": [7, 8, 9]", CALL(0, 56, 2), NUM(1), NUM(0));
    ACT("\"pos\": [1, 2, 3]", CALL(0, 56, 2), NUM(0), NUM(4));
    ACT("\"locals\": [3, 0", 0x0A, 0, CALL(2, 314, 0), 0);
    check_fault(OPEN(CALL(0, 56, 2), NUM(0), NUM(1), END(0)), 0,
                "there is no location 0: the object has 0");
    check_fault(OPEN(CALL(0, 56, 2), NUM(-1), NUM(1), END(0)), 0,
                "there is no location -1: the object has 0");
}

/* ---- the world ---- */

static void test_world_again(void)
{
    static const char full[] =
        "{\"locals\": [1, -2], \"flags\": {\"52\": 4, \"TimeOfDay\": 0}, \"script_rv\": 2,"
        " \"anchor\": 3, \"active_item\": 4, \"line\": \"abcd\", \"log\": 7, \"selection\": 5,"
        " \"sound\": 6, \"load\": [1, 2, 3], \"locked\": true, \"activates\": \"door\","
        " \"camera\": {\"object\": \"door\", \"offset\": [1, 2, 3]}, \"inventory\": {\"-4\": 2},"
        " \"menu\": [{\"line\": \"aaaa\", \"grey\": 0, \"number\": 1}],"
        " \"objects\": {\"door\": {\"pos\": [1, 2, 3], \"angle\": [4, 5, 6], \"hidden\": true,"
        " \"disabled\": true, \"stood_on\": true, \"fighting\": true, \"drawn\": true, \"weapon\": 20,"
        " \"hand_item\": 9, \"light\": true, \"light_radius\": 1, \"light_intensity\": 2,"
        " \"light_offset\": [7, 8, 9], \"animation\": 12, \"loops\": 2, \"attributes\": {\"3\": 255},"
        " \"refs\": {\"0\": 0, \"255\": -1}, \"locations\": [[1, 1, 1], [2, 2, 2]]}, \"#-7\": {}},"
        " \"threads\": [{\"pc\": 8, \"gosubs\": [0], \"waits\": \"task\"}],"
        " \"tasks\": [{\"function\": \"Wait\", \"object\": \"door\", \"kind\": \"turn\", \"ticks\": 3,"
        " \"to\": [1, 2, 3], \"thread\": 0}],"
        " \"answers\": {\"Rnd\": 3, \"health\": [{\"args\": [], \"value\": [1, 2], \"ticks\": 4}]}}";
    struct rq_soup_machine *first = OPEN(SET(0, NUM(1)), END(0));
    struct rq_soup_machine *second = OPEN(SET(0, NUM(1)), END(0));
    REQUIRE(first && second);
    take(first, full);
    char *text = world(first);
    take(second, text);
    char *again = world(second);
    CHECK_STR(again, text);
    CHECK(strstr(text, "\"locals\": [1, -2, 0, 0, 0, 0, 0, 0]") != NULL);
    CHECK(strstr(text, "\"HaveInsignia\": 4") != NULL);
    CHECK(strstr(text, "\"TimeOfDay\": 0") != NULL);
    CHECK(strstr(text, "{\"pc\": 8, \"gosubs\": [0], \"waits\": \"task\"}") != NULL);
    free(text);
    free(again);
    rq_soup_close(first);
    rq_soup_close(second);
}

static void refuse(const char *json, const char *why)
{
    struct rq_soup_machine *m = OPEN(SET(0, NUM(1)), END(0));
    struct rq_error err = {0};
    REQUIRE(m);
    check_note("%s", json);
    CHECK(!rq_soup_take_world(m, (struct rq_bytes){(const uint8_t *)json, strlen(json)}, &err));
    CHECK(strstr(err.text, why) != NULL);
    /* It stays a machine. */
    CHECK_INT(rq_soup_run(m, 10), RQ_SOUP_ENDED);
    rq_soup_close(m);
}

static void test_world_refused(void)
{
    refuse("{\"nothing\": 1}", "nothing");
    refuse("{\"flags\": {\"No_Such\": 1}}", "there is no flag No_Such");
    refuse("{\"flags\": {\"369\": 1}}", "there is no flag 369");
    refuse("{\"answers\": {\"NoSuch\": 1}}", "there is no function NoSuch");
    refuse("{\"objects\": {\"a\": {\"pos\": [1, 2]}}}", "three numbers");
    refuse("{\"objects\": {\"a\": {\"attributes\": {\"speed\": 1}}}}", "SOUP386.DEF");
    refuse("{\"objects\": {\"a\": {\"attributes\": {\"256\": 1}}}}", "no number below 256");
    refuse("{\"tasks\": [{\"ticks\": 0}]}", "a task without ticks");
    refuse("{\"tasks\": [{\"kind\": \"sleep\"}]}", "kind of a task");
    refuse("{\"line\": \"abc\"}", "four letters");
    refuse("{\"inventory\": {\"sword\": 1}}", "by their numbers");
    refuse("{\"locals\": [2147483648]}", "2147483648");
    refuse("{\"objects\": {\"\": {}}}", "the name of an object is UTF-8 and has 1 to ");
    refuse("{\"objects\": {\"a\\u0000b\": {}}}",
           "the name of an object is UTF-8 and has 1 to 64 bytes");
    /* 65 bytes are too many, 64 are not; 32 letters of two bytes each. */
    char name[100], json[140];
    for (size_t size = 64; size <= 65; size++) {
        memset(name, 'a', size);
        for (size_t i = 0; i < 32; i++)
            memcpy(name + i * 2, "\xC3\xA9", 2);
        name[size] = 0;
        snprintf(json, sizeof json, "{\"objects\": {\"%s\": {\"hidden\": true}}}", name);
        if (size > 64) {
            refuse(json, "the name of an object is UTF-8 and has 1 to 64 bytes");
        } else {
            struct rq_soup_machine *m = OPEN(END(0));
            REQUIRE(m);
            take(m, json);
            check_world(m, name);
            rq_soup_close(m);
        }
    }
    refuse("{\"objects\": {\"a\": {\"nothing\": 1}}}", "nothing");
    refuse("{\"objects\": {\"a\": {\"attributes\": {\"-1\": 1}}}}", "no number below 256");
    refuse("{\"threads\": [{}, {}, {}]}", "the script has ");
    refuse("{\"threads\": [{\"gosubs\": [1]}]}", "a Gosub returns to an instruction");
    refuse("{\"threads\": [{\"nothing\": 1}]}", "nothing");
    refuse("{\"tasks\": [{\"ticks\": 1, \"nothing\": 1}]}", "nothing");
    refuse("{\"camera\": {\"nothing\": 1}}", "nothing");
    refuse("{\"menu\": [{\"nothing\": 1}]}", "nothing");
    refuse("{\"load\": [1, 2, 3, 4]}", "");
    refuse("{} {}", "");
}

/* ---- watching ---- */

struct seen {
    struct rq_out text;
    size_t calls;
};

static void see_step(void *ctx, unsigned thread, uint32_t pc, const char *text)
{
    struct seen *seen = ctx;
    rq_putf(&seen->text, "%u %u %s\n", thread, pc, text);
}

static void see_call(void *ctx, const struct rq_soup_call *call)
{
    struct seen *seen = ctx;
    rq_putf(&seen->text, "%s %s %zu %d %d\n", call->object, call->name, call->count, call->value,
            call->recorded);
    seen->calls++;
}

static void test_watch(void)
{
    /* 0: if HaveItem(4) = 0 and var1 != 1, else to 48: 03, call 4 + 5, = 1, NUM 5, and 1, var with its
     * operator 3, != 1, NUM 5, end 1, target 4 are 31 bytes. 31: var0 = 2 * var1 - 1, 2 + 5 + 1 + 2 +
     * 1 + 5 + 1 are 17. 48: End. */
    struct rq_soup_machine *m =
        OPEN(0x03, CALL(2, 303, 1), NUM(4), 0, NUM(0), 1, VAR(1), 0, 1, NUM(1), 0, W(48),
             SET(0, NUM(2), 3, VAR(1), 2, NUM(1)), END(0));
    struct seen seen = {0};
    REQUIRE(m);
    rq_soup_set_watch(m, &(struct rq_soup_watch){&seen, see_step, see_call});
    CHECK_INT(rq_soup_run(m, 10), RQ_SOUP_ENDED);
    rq_put8(&seen.text, 0);
    CHECK_STR((const char *)seen.text.data, "Me HaveItem 1 0 0\n"
                                            "0 0 if Me.HaveItem(4):0 = 0 and var1:0 != 1 -> yes\n"
                                            "0 31 var0 = 2 * var1:0 - 1 -> -1\n"
                                            "0 48 End #00\n");
    CHECK_INT(seen.calls, 1);
    rq_out_free(&seen.text);
    rq_soup_close(m);
}

/* Nothing is told after the watch is taken away; a thread that is not there has ended. */
static void test_unwatch(void)
{
    struct rq_soup_machine *m = OPEN(SET(0, NUM(1)), 0x0A, 1, NUM(5), 10, 0, END(0));
    struct seen seen = {0};
    REQUIRE(m);
    rq_soup_set_watch(m, &(struct rq_soup_watch){&seen, see_step, see_call});
    CHECK_INT(rq_soup_run(m, 2), RQ_SOUP_GUARDED);
    rq_soup_set_watch(m, NULL);
    CHECK_INT(rq_soup_run(m, 10), RQ_SOUP_ENDED);
    rq_put8(&seen.text, 0);
    CHECK_STR((const char *)seen.text.data, "0 0 var0 = 1 -> 1\n0 8 var1 = 5++ -> 6\n");
    CHECK_INT(rq_soup_threads(m), 1);
    CHECK_STR(rq_soup_thread(m, 1).why, "there is no such thread");
    CHECK_INT(rq_soup_thread(m, 1).state, RQ_SOUP_ENDED);
    CHECK(strcmp(rq_soup_thread(m, 0).why, "there is no such thread") != 0);
    rq_out_free(&seen.text);
    rq_soup_close(m);
}

/* Statements as they are shown, on the object Me: ++ and -- of a reference, the anchor, TaskPause, and
 * values that stand alone. */
static void test_watch_statements(void)
{
    struct rq_soup_machine *m = OPEN(0x0F, 0, 0, 5, 0, 0x10, 0, 0, 5, 0, 0x17, 3, 0x1B, W(0),
                                     NUM(7), 0x15, W(0), 0x06, 3, 0, NUM(2), 0, END(0));
    struct seen seen = {0};
    REQUIRE(m);
    rq_soup_set_watch(m, &(struct rq_soup_watch){&seen, see_step, see_call});
    CHECK_INT(rq_soup_run(m, 20), RQ_SOUP_ENDED);
    rq_put8(&seen.text, 0);
    CHECK_STR((const char *)seen.text.data,
              "0 0 Me.ref5++ -> 1\n0 5 Me.ref5-- -> 0\n0 10 <Anchor> = 3\n"
              "0 12 TaskPause\n0 17 7\n0 22 string0\n0 27 Gremlin = 2 -> 2\n0 36 End #00\n");
    rq_out_free(&seen.text);
    rq_soup_close(m);
}

static void test_refused(void)
{
    struct rq_error err = {0};
    static const uint8_t bad[] = {0x08};
    static const uint8_t good[] = {END(0)};
    CHECK(!rq_soup_open_code((struct rq_bytes){bad, 1}, NULL, &err));
    CHECK_INT(err.code, RQ_CORRUPT);
    CHECK(!rq_soup_open_code((struct rq_bytes){bad, 1}, NULL, NULL));
    err = (struct rq_error){0};
    CHECK(!rq_soup_open_code((struct rq_bytes){good, sizeof good},
                             &(struct rq_soup_options){.has_start = true, .start = 5}, &err));
    CHECK_STR(err.text, "0x5 is not the start of an instruction of this block");
    /* Functions inside of functions have an end: var0 = Rnd(Rnd(...)), 40 deep. */
    uint8_t deep[2 + 40 * 4 + 5 + 1 + 5] = {0x0A, 0};
    for (size_t i = 0; i < 40; i++)
        memcpy(deep + 2 + i * 4, (const uint8_t[]){CALL(2, 102, 1)}, 4);
    memcpy(deep + 2 + 40 * 4, (const uint8_t[]){NUM(6), 0, END(0)}, 11);
    err = (struct rq_error){0};
    CHECK(!rq_soup_open_code((struct rq_bytes){deep, sizeof deep}, NULL, &err));
    CHECK_INT(err.code, RQ_CORRUPT);
}

/* Every allocation refused in turn: an error, or a thread that stops, and nothing left behind. */
static void test_no_memory(void)
{
    static const uint8_t code[] = {
        0x14,           4,      1,     1, 0, NUM(1), 0, CALL(2, 308, 2), NUM(4), NUM(2),
        CALL(1, 60, 1), NUM(5), END(0)};
    static const char json[] = "{\"objects\": {\"a\": {\"locations\": [[1, 2, 3]]}}, "
                               "\"answers\": {\"Wait\": [{\"args\": [5], \"value\": [1, 2]}]}}";
    size_t n = 1;
    for (;; n++) {
        struct check_failing failing = {.fail_at = n, .persistent = true};
        struct rq_alloc alloc = {check_failing_realloc, &failing};
        struct seen seen = {.text.alloc = &alloc};
        struct rq_out out = {.alloc = &alloc};
        struct rq_error err = {0};
        check_note("allocation %zu", n);
        struct rq_soup_machine *m = rq_soup_open_code(
            (struct rq_bytes){code, sizeof code}, &(struct rq_soup_options){.alloc = &alloc}, &err);
        CHECK(m || err.code == RQ_NO_MEMORY);
        if (m) {
            rq_soup_set_watch(m, &(struct rq_soup_watch){&seen, see_step, see_call});
            bool taken = rq_soup_take_world(
                m, (struct rq_bytes){(const uint8_t *)json, sizeof json - 1}, &err);
            CHECK(taken || err.code != RQ_OK);
            rq_soup_run(m, 10);
            CHECK(rq_soup_thread(m, 0).state == RQ_SOUP_ENDED || failing.failed);
            CHECK(rq_soup_put_world(m, &out, NULL) || failing.failed);
        }
        rq_soup_close(m);
        rq_out_free(&out);
        rq_out_free(&seen.text);
        CHECK_INT(failing.live_blocks, 0);
        if (failing.calls < n)
            break;
    }
    CHECK(n > 5);
}

TESTS(test_no_memory, test_operators, test_operators_model, test_faults, test_guard,
      test_end_continues, test_references, test_script_rv, test_script_rv_bare, test_steps,
      test_endint, test_wait, test_wait_on_own, test_move, test_too_many, test_functions,
      test_weapon, test_player, test_answers, test_menu, test_table, test_world_again,
      test_world_refused, test_watch, test_unwatch, test_watch_statements, test_acts, test_refused)
