/* Groups of animations, played. Opcodes and what they do: the table of the specification's
 * attachment chapter; the frame reference over all models: the facts about RAGR. */
#include "support/check.h"

#include <reliquary/engine.h>

static const struct rq_rgm_model models[2] = {{.frame_count = 3}, {.frame_count = 2}};

static struct rq_rgm_command command(unsigned opcode, int a, int b)
{
    return (struct rq_rgm_command){(uint8_t)opcode, 0, {a, b, 0}};
}

enum { ROOM = 12 };

static uint32_t rounds;

static void play(const struct rq_rgm_command *commands, size_t count, uint16_t speed,
                 struct rq_step *steps, struct rq_play *out)
{
    struct rq_rgm_group group = {
        .speed = speed, .count = count, .commands = (struct rq_rgm_command *)(uintptr_t)commands};
    rq_play_group(&group, models, 2, rounds, steps, ROOM, out);
}

/* Frames of the first model are 0 to 2, of the second 3 and 4. */
static void test_references(void)
{
    uint32_t model = 9, frame = 9;
    CHECK(rq_frame_find(models, 2, 2, &model, &frame) && model == 0 && frame == 2);
    CHECK(rq_frame_find(models, 2, 3, &model, &frame) && model == 1 && frame == 0);
    CHECK(rq_frame_find(models, 2, 4, &model, &frame) && model == 1 && frame == 1);
    CHECK(!rq_frame_find(models, 2, 5, &model, &frame));
    CHECK(!rq_frame_find(models, 0, 0, &model, &frame));
}

/* A walk: frames, a step between them, back to the second. */
static void test_loop(void)
{
    const struct rq_rgm_command walk[] = {command(0, 0, 0), command(0, 1, 0), command(4, 17, 2),
                                          command(0, 4, 0), command(2, 1, 0), command(0, 0, 0)};
    struct rq_step steps[ROOM];
    struct rq_play p;
    play(walk, 6, 3, steps, &p);
    CHECK_INT(p.count, 5);
    CHECK_INT(p.steps[0].tick, 0);
    CHECK_INT(p.steps[1].tick, 3);
    CHECK_INT(p.steps[2].kind, RQ_STEP_SOUND);
    CHECK_INT(p.steps[2].tick, 6);
    CHECK_INT(p.steps[2].sound, 17);
    CHECK_INT(p.steps[2].pitch, 128);
    CHECK_INT(p.steps[3].tick, 6);
    CHECK_INT(p.steps[3].model, 1);
    CHECK_INT(p.steps[3].frame, 1);
    CHECK_INT(p.ticks, 9);
    CHECK(p.loops);
    CHECK_INT(p.next, 1);
}

/* The end, a change of group, and a delay; only the low byte of the speed counts, 0 is 1. */
static void test_ends(void)
{
    const struct rq_rgm_command end[] = {command(0, 0, 0), command(1, 0, 0), command(0, 1, 0)};
    const struct rq_rgm_command change[] = {command(12, 5, 0), command(0, 0, 0), command(10, 44, 2),
                                            command(0, 1, 0)};
    const struct rq_rgm_command ahead[] = {command(2, 7, 0)}, wild[] = {command(0, 5, 0)};
    struct rq_step steps[ROOM];
    struct rq_play p;
    play(end, 3, 0x100, steps, &p);
    CHECK_INT(p.count, 2);
    CHECK_INT(p.steps[1].kind, RQ_STEP_END);
    CHECK_INT(p.ticks, 1);
    CHECK(!p.loops && p.next == -1 && p.next_group == -1);
    play(change, 4, 1, steps, &p);
    CHECK_INT(p.next_group, 44);
    CHECK_INT(p.steps[1].tick, 5);
    CHECK_INT(p.ticks, 6);
    /* A jump back that leads ahead is none; a frame beyond the models shows nothing. */
    play(ahead, 1, 1, steps, &p);
    CHECK(!p.loops && p.next == -1);
    play(wild, 1, 1, steps, &p);
    CHECK_INT(p.steps[0].kind, RQ_STEP_OTHER);
    CHECK_INT(p.ticks, 0);
}

/* PushAnimation(group, 3): GoToPrevious jumps twice, the third time the group goes on behind it; what
 * has no room is left out and said. */
static void test_rounds(void)
{
    const struct rq_rgm_command walk[] = {command(0, 0, 0), command(0, 1, 0), command(2, 1, 0),
                                          command(0, 2, 0), command(1, 0, 0)};
    const struct rq_rgm_command loop[] = {command(0, 0, 0), command(14, 0, 0), command(2, 0, 0)};
    struct rq_step steps[ROOM];
    struct rq_play p;
    rounds = 3;
    play(walk, 5, 2, steps, &p);
    /* 0 1 < 1 < 1 > 2 end: frames 0, 1, 1, 1, 2 of two ticks each. */
    CHECK_INT(p.count, 9);
    CHECK_INT(p.ticks, 10);
    CHECK(p.steps[2].taken && p.steps[4].taken && !p.steps[6].taken);
    CHECK_INT(p.steps[7].frame, 2);
    CHECK(!p.loops && !p.cut && p.next == -1);
    play(loop, 3, 1, steps, &p);
    /* LoopControl uses the rounds up, then GoToPrevious has none left and passes. */
    CHECK_INT(p.count, 7);
    CHECK_INT(p.ticks, 3);
    rounds = 100;
    play(walk, 5, 2, steps, &p);
    CHECK(p.cut);
    CHECK_INT(p.count, ROOM);
    rounds = 0;
    /* Without rounds LoopControl has no counter and is passed over. */
    play(loop, 3, 1, steps, &p);
    CHECK_INT(p.count, 3);
    CHECK(p.loops && p.next == 0);
}

/* The table of opcodes: delays, rumble, transitions, turns (times 256) and places (times 8). */
static void test_effects(void)
{
    struct rq_rgm_command all[] = {command(12, 4, 0),  command(13, 2, 0),   command(12, -1, 0),
                                   command(11, 16, 0), {15, 0, {3, 7, 44}}, command(3, 9, 0),
                                   {6, 0, {1, -2, 3}}, command(7, 1, 300),  {8, 0, {1, 2, -3}},
                                   command(9, 3, 5),   command(5, 0, 0)};
    struct rq_step steps[ROOM];
    struct rq_play p;
    play(all, 11, 1, steps, &p);
    CHECK_INT(p.count, 11);
    CHECK_INT(p.ticks, 6);
    CHECK_INT(steps[1].tick, 4);
    CHECK_INT(steps[2].wait, 0);
    CHECK_INT(steps[3].kind, RQ_STEP_RUMBLE);
    CHECK_INT(steps[3].effects, RQ_RUMBLE_SHAKE);
    CHECK_INT(steps[4].kind, RQ_STEP_TRANSITION);
    CHECK_INT(steps[4].triggers, RQ_TRIGGER_RIGHT | RQ_TRIGGER_LEFT);
    CHECK(steps[4].target == 7 && steps[4].group == 44);
    CHECK(steps[5].kind == RQ_STEP_JUMP && steps[5].target == 9 && !steps[5].taken);
    CHECK(steps[6].amount[0] == 256 && steps[6].amount[1] == -512 && steps[6].amount[2] == 768);
    CHECK(steps[7].amount[0] == 0 && steps[7].amount[1] == 300);
    CHECK(steps[8].amount[1] == 16 && steps[8].amount[2] == -24);
    /* There is no fourth axis. */
    CHECK(steps[9].kind == RQ_STEP_POSITION && !steps[9].amount[0] && !steps[9].amount[2]);
    CHECK_INT(steps[10].kind, RQ_STEP_BREAK);
}

/* Three axes, 0 to 2; of another nothing is moved. */
static void test_axes(void)
{
    static const unsigned opcodes[] = {7, 9};
    for (size_t k = 0; k < 2; k++)
        for (int axis = -1; axis < 4; axis++) {
            const struct rq_rgm_command one[] = {command(opcodes[k], axis, 300)};
            struct rq_step steps[ROOM];
            struct rq_play p;
            play(one, 1, 1, steps, &p);
            check_note("axis %d", axis);
            for (int i = 0; i < 3; i++)
                CHECK_INT(steps[0].amount[i], i == axis ? 300 : 0);
        }
}

/* Rounds and a jump that leads ahead: it is passed, and the group goes on behind it. A command may jump to
 * itself, as a target of its own number is not ahead. */
static void test_odd_jumps(void)
{
    const struct rq_rgm_command ahead[] = {command(0, 0, 0), command(2, 3, 0), command(0, 1, 0),
                                           command(0, 2, 0)};
    const struct rq_rgm_command below[] = {command(14, -1, 0), command(0, 1, 0)};
    const struct rq_rgm_command self[] = {command(0, 0, 0), command(2, 1, 0), command(0, 1, 0)};
    struct rq_step steps[ROOM];
    struct rq_play p;
    rounds = 2;
    play(ahead, 4, 1, steps, &p);
    CHECK_INT(p.count, 4);
    CHECK_INT(p.ticks, 3);
    CHECK(!steps[1].taken && !p.loops && p.next == -1);
    CHECK_INT(steps[2].command, 2);
    play(below, 2, 1, steps, &p);
    CHECK_INT(p.count, 2);
    CHECK(!steps[0].taken && !p.loops && p.next == -1);
    play(self, 3, 1, steps, &p);
    CHECK_INT(p.count, 4);
    CHECK(steps[1].taken && !steps[2].taken);
    rounds = 0;
    play(self, 3, 1, steps, &p);
    CHECK_INT(p.count, 2);
    CHECK(p.loops && p.next == 1);
}

/* Ticks stay at the last number that there is. */
static void test_most_ticks(void)
{
    const struct rq_rgm_command waits[] = {command(12, INT32_MAX, 0), command(12, INT32_MAX, 0),
                                           command(12, 1, 0), command(12, 1, 0)};
    struct rq_step steps[ROOM];
    struct rq_play p;
    play(waits, 2, 1, steps, &p);
    CHECK_INT(p.ticks, UINT32_MAX - 1);
    play(waits, 3, 1, steps, &p);
    CHECK_INT(p.ticks, UINT32_MAX);
    play(waits, 4, 1, steps, &p);
    CHECK_INT(p.ticks, UINT32_MAX);
}

TESTS(test_axes, test_odd_jumps, test_most_ticks, test_references, test_loop, test_ends,
      test_rounds, test_effects)
