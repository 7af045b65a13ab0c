#include <reliquary/engine.h>

enum {
    SHOW_FRAME = 0,
    END_ANIMATION = 1,
    GO_TO_PREVIOUS = 2,
    PLAY_SOUND = 4,
    CHANGE_GROUP = 10,
    DELAY = 12,
};

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

void rq_play_group(const struct rq_rgm_group *group, const struct rq_rgm_model *models,
                   size_t model_count, struct rq_step *steps, struct rq_play *play)
{
    uint32_t stay = group->speed & 0xFF ? group->speed & 0xFF : 1;
    *play = (struct rq_play){.steps = steps, .next = -1, .next_group = -1};
    for (size_t i = 0; i < group->count; i++) {
        const struct rq_rgm_command *c = &group->commands[i];
        struct rq_step step = {RQ_STEP_OTHER, play->ticks, (uint32_t)i, 0, 0, 0, 0};
        if (c->opcode == END_ANIMATION)
            break;
        if (c->opcode == GO_TO_PREVIOUS) {
            play->loops = c->params[0] >= 0 && (size_t)c->params[0] <= i;
            play->next = play->loops ? c->params[0] : -1;
            break;
        }
        if (c->opcode == CHANGE_GROUP) {
            play->next_group = c->params[0];
            break;
        }
        if (c->opcode == SHOW_FRAME &&
            rq_frame_find(models, model_count, (uint32_t)c->params[0], &step.model, &step.frame)) {
            step.kind = RQ_STEP_FRAME;
            play->ticks += stay;
        } else if (c->opcode == PLAY_SOUND) {
            step.kind = RQ_STEP_SOUND;
            step.sound = c->params[0];
            step.volume = c->params[1];
        } else if (c->opcode == DELAY && c->params[0] > 0) {
            play->ticks += (uint32_t)c->params[0];
        }
        play->steps[play->count++] = step;
    }
}
