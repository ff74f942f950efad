// SPDX-License-Identifier: MIT
#ifndef VOLAR_DEVICE_MOTORS_H
#define VOLAR_DEVICE_MOTORS_H

// From what is written to a simulated device to what its motors do: commands wait, and the motors
// follow the newest that is due with a lag. Time is counted in the inner steps of the device; a
// command may become due within one.

#include "volar/simulated_device.h"

typedef struct vlMotorCommand {
    vlWrench wrench;
    double torques[VL_PANTOGRAPH_MOTORS]; // of a pantograph instead
} vlMotorCommand;

// A command on its way.
typedef struct vlPendingCommand {
    uint64_t sent; // step before which it was written
    uint64_t step; // in which it begins to act
    double late;   // part of that step that is over by then, below 1
    vlMotorCommand command;
} vlPendingCommand;

typedef struct vlMotors {
    vlSimulatedMotors def;
    double delay, jitter; // inner steps
    double lag;           // inner step over time constant; 0: no lag
    double rest,
        mean; // share of a deviation that is left after a whole step, and its mean in that step
    uint64_t draws;          // of the jitter
    vlMotorCommand target;   // that the motors follow
    vlMotorCommand now;      // what they do
    vlPendingCommand* queue; // a ring, in the order of effect
    int size, first, count;
} vlMotors;

// Are the numbers within their ranges, for a device of this rate (Hz)?
bool vlMotors_AreValid(const vlSimulatedMotors* def, double rate);
// Room that the queue needs.
int vlMotors_GetQueueSize(const vlSimulatedMotors* def, double stepsPerTime);
// At rest, with nothing on its way; `queue` has room for vlMotors_GetQueueSize.
void vlMotors_Begin(vlMotors* m, const vlSimulatedMotors* def, double stepsPerTime,
                    vlPendingCommand* queue);

// Rounds a force within `most` to what the motors know, without exceeding it.
vlVec3 vlMotors_Round(vlVec3 force, double resolution, double most);
// Sends a command before step `count`. One that is due acts at once, in `now`.
void vlMotors_Send(vlMotors* m, uint64_t count, const vlMotorCommand* command);
// Over step `count`: the mean of what the motors do. `now` becomes what they do at its end.
vlMotorCommand vlMotors_Step(vlMotors* m, uint64_t count);

#endif
