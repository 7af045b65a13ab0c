/* Groups of animations, played. Opcodes and what they do: the table of the specification's
 * attachment chapter; the frame reference over all models: the facts about RAGR. */
#include "support/check.h"

#include <reliquary/engine.h>

static const struct rq_rgm_model models[2] = {{.frame_count = 3}, {.frame_count = 2}};

static struct rq_rgm_command command(unsigned opcode, int a, int b)
{
    return (struct rq_rgm_command){(uint8_t)opcode, 0, {a, b, 0}};
}

static void play(const struct rq_rgm_command *commands, size_t count, uint16_t speed,
                 struct rq_step *steps, struct rq_play *out)
{
    struct rq_rgm_group group = {
        .speed = speed, .count = count, .commands = (struct rq_rgm_command *)(uintptr_t)commands};
    rq_play_group(&group, models, 2, steps, out);
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
    struct rq_step steps[6];
    struct rq_play p;
    play(walk, 6, 3, steps, &p);
    CHECK_INT(p.count, 4);
    CHECK_INT(p.steps[0].tick, 0);
    CHECK_INT(p.steps[1].tick, 3);
    CHECK_INT(p.steps[2].kind, RQ_STEP_SOUND);
    CHECK_INT(p.steps[2].tick, 6);
    CHECK_INT(p.steps[2].sound, 17);
    CHECK_INT(p.steps[2].volume, 2);
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
    struct rq_step steps[6];
    struct rq_play p;
    play(end, 3, 0x100, steps, &p);
    CHECK_INT(p.count, 1);
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

TESTS(test_references, test_loop, test_ends)
