#include <reliquary/engine.h>

enum {
    SHOW_FRAME,
    END_ANIMATION,
    GO_TO_PREVIOUS,
    GO_TO_FUTURE,
    PLAY_SOUND,
    BREAK_POINT,
    SET_ROTATION,
    SET_ROTATION_AXIS,
    SET_POSITION,
    SET_POSITION_AXIS,
    CHANGE_GROUP,
    RUMBLE,
    DELAY,
    CONDITIONAL_DELAY,
    LOOP_CONTROL,
    TRANSITION,
};

static const enum rq_step_kind kinds[16] = {
    [SHOW_FRAME] = RQ_STEP_FRAME,      [END_ANIMATION] = RQ_STEP_END,
    [GO_TO_PREVIOUS] = RQ_STEP_JUMP,   [GO_TO_FUTURE] = RQ_STEP_JUMP,
    [PLAY_SOUND] = RQ_STEP_SOUND,      [BREAK_POINT] = RQ_STEP_BREAK,
    [SET_ROTATION] = RQ_STEP_ROTATION, [SET_ROTATION_AXIS] = RQ_STEP_ROTATION,
    [SET_POSITION] = RQ_STEP_POSITION, [SET_POSITION_AXIS] = RQ_STEP_POSITION,
    [CHANGE_GROUP] = RQ_STEP_CHANGE,   [RUMBLE] = RQ_STEP_RUMBLE,
    [DELAY] = RQ_STEP_DELAY,           [CONDITIONAL_DELAY] = RQ_STEP_DELAY,
    [LOOP_CONTROL] = RQ_STEP_JUMP,     [TRANSITION] = RQ_STEP_TRANSITION,
};

/* A PlaySound changes the sample rate by so many Hz for each unit of its second parameter. */
enum { PITCH_STEP = 64, TURN_STEP = 256, PLACE_STEP = 8 };

bool rq_frame_find(const struct rq_rgm_model *models, size_t count, uint32_t reference,
                   uint32_t *model, uint32_t *frame)
{
    for (size_t i = 0; i < count; i++) {
        if (reference < models[i].frame_count) {
            *model = (uint32_t)i;
            *frame = reference;
            return true;
        }
        reference -= models[i].frame_count;
    }
    return false;
}

/* What the parameters of a command say, whatever happens then. */
static struct rq_step step_of(const struct rq_rgm_command *c, size_t number)
{
    struct rq_step step = {.kind = kinds[c->opcode & 15], .command = (uint32_t)number};
    const int32_t *p = c->params;
    switch (c->opcode) {
    case PLAY_SOUND:
        step.sound = p[0];
        step.pitch = p[1] * PITCH_STEP;
        break;
    case RUMBLE: step.effects = p[0]; break;
    case DELAY:
    case CONDITIONAL_DELAY: step.wait = p[0] > 0 ? (uint32_t)p[0] : 0; break;
    case TRANSITION:
        step.triggers = p[0];
        step.target = p[1];
        step.group = p[2];
        break;
    case CHANGE_GROUP:
        step.group = p[0];
        step.target = p[1];
        break;
    case GO_TO_PREVIOUS:
    case GO_TO_FUTURE:
    case LOOP_CONTROL: step.target = p[0]; break;
    case SET_ROTATION:
    case SET_POSITION:
        for (size_t k = 0; k < 3; k++)
            step.amount[k] = p[k] * (c->opcode == SET_ROTATION ? TURN_STEP : PLACE_STEP);
        break;
    case SET_ROTATION_AXIS:
    case SET_POSITION_AXIS:
        if (p[0] >= 0 && p[0] < 3)
            step.amount[p[0]] = p[1];
        break;
    default: break;
    }
    return step;
}

/* The jumps that make a group go round. Returns the next command, or group->count: the end. */
static size_t go_round(const struct rq_rgm_group *group, size_t at, uint32_t *rounds, bool counted,
                       struct rq_step *step, struct rq_play *play)
{
    bool back = step->target >= 0 && (size_t)step->target <= at;
    if (!counted && group->commands[at].opcode == LOOP_CONTROL)
        return at + 1;
    if (!counted || !back) {
        play->loops = back && !counted;
        play->next = play->loops ? step->target : -1;
        return counted ? at + 1 : group->count;
    }
    *rounds -= *rounds > 0;
    step->taken = *rounds > 0;
    return step->taken ? (size_t)step->target : at + 1;
}

void rq_play_group(const struct rq_rgm_group *group, const struct rq_rgm_model *models,
                   size_t model_count, uint32_t rounds, struct rq_step *steps, size_t room,
                   struct rq_play *play)
{
    uint32_t stay = group->speed & 0xFF ? group->speed & 0xFF : 1;
    bool counted = rounds > 0;
    *play = (struct rq_play){.steps = steps, .next = -1, .next_group = -1};
    for (size_t i = 0; i < group->count;) {
        const struct rq_rgm_command *c = &group->commands[i];
        struct rq_step step = step_of(c, i);
        size_t next = i + 1;
        if (play->count == room) {
            play->cut = true;
            return;
        }
        step.tick = play->ticks;
        if (c->opcode == SHOW_FRAME) {
            if (rq_frame_find(models, model_count, (uint32_t)c->params[0], &step.model,
                              &step.frame))
                step.wait = stay;
            else
                step.kind = RQ_STEP_OTHER;
        } else if (c->opcode == GO_TO_PREVIOUS || c->opcode == LOOP_CONTROL) {
            next = go_round(group, i, &rounds, counted, &step, play);
        } else if (c->opcode == END_ANIMATION || c->opcode == CHANGE_GROUP) {
            play->next_group = c->opcode == CHANGE_GROUP ? c->params[0] : -1;
            next = group->count;
        }
        play->ticks = play->ticks > UINT32_MAX - step.wait ? UINT32_MAX : play->ticks + step.wait;
        play->steps[play->count++] = step;
        i = next;
    }
}
