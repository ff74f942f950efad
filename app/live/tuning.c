// SPDX-License-Identifier: MIT
// Parameters that viewers change while a simulation runs.

#include "app/live/loop.h"

// Keeps the last change of each parameter; a reset cancels all earlier ones.
void vlTuning_Note(vlLiveLoop* loop, const vlViewerCommand* command)
{
    bool isReset = command->kind == VL_COMMAND_RESET;
    vlLoopChange change = {.input = {.kind = isReset ? VL_INPUT_RESET : VL_INPUT_SET,
                                     .parameter = command->parameter,
                                     .value = command->value},
                           .client = command->client};
    loop->changeCount = isReset ? 0 : loop->changeCount;
    for (int i = 0; i < loop->changeCount; ++i) {
        const vlInput* earlier = &loop->changes[i].input;
        if (earlier->kind == VL_INPUT_SET && earlier->parameter == command->parameter) {
            loop->changes[i] = change;
            return;
        }
    }
    if (loop->changeCount == VL_MAX_CHANGES) {
        vlLiveLoop_Answer(loop, command->client,
                          "more than %d parameters were changed before the next step",
                          VL_MAX_CHANGES);
        return;
    }
    loop->changes[loop->changeCount++] = change;
}

static void reportRefusals(vlLiveLoop* loop, int client)
{
    uint32_t refusals = vlSimulation_GetRefusals(loop->def.simulation);
    if (refusals != loop->refusalsSeen) {
        loop->refusalsSeen = refusals;
        vlLiveLoop_Answer(loop, client, "%s", vlSimulation_GetMessage(loop->def.simulation));
    }
}

void vlTuning_Give(vlLiveLoop* loop)
{
    int left = 0;
    loop->changer = -1;
    for (int i = 0; i < loop->changeCount; ++i) {
        const vlLoopChange* change = &loop->changes[i];
        vlResult r = vlSimulation_Input(loop->def.simulation, &change->input);
        if (r == VL_ERROR_FULL) {
            loop->changes[left++] = *change; // the step after this one takes it
            continue;
        }
        loop->changer = change->client;
        reportRefusals(loop, change->client);
    }
    loop->changeCount = left;
}

void vlTuning_Follow(vlLiveLoop* loop)
{
    double step = vlWorld_GetStep(vlSimulation_GetWorld(loop->def.simulation));
    reportRefusals(loop, loop->changer);
    if (step != loop->status.step) {
        loop->status.step = step;
        vlPace_SetPeriod(&loop->pace, vlLiveLoop_Now(loop), step / loop->speed);
        loop->isViewDue = loop->isStatusDue = true;
    }
}
