// SPDX-License-Identifier: MIT
// Rows of simulated devices as numbers. The ranges are those of vlSimulatedDevice_Create, which
// cannot say which value it refuses.

#include "scene/read_model.h"
#include "scene/scene_rows.h"

#define AMOUNT FROM(0, 1e9)
#define TIME FROM(0, 1e3)
#define NEEDED "needed"

#define OF vlSimulatedDeviceDef
static const vlField deviceModelRows[] = {
    {"volar-device", VL_NOWHERE, BY_HAND(version), "", "required in a file",
     "Version of the format: 1."},
    {"name", VL_NOWHERE, BY_HAND(text), "", NULL, "Of the device, 1 to 63 bytes."},
    {"description", VL_NOWHERE, STRING, "", "empty", "Text for people."},
    {"like", VL_NOWHERE, STRING, "", "none",
     "Name of a preset that gives every number that is not given here, its stated delay among "
     "them."},
    {"source", VL_NOWHERE, STRING, "", "none: each must give one",
     "Source of the numbers that give none of their own."},
    {"rate", AT(info.rate), SOURCED(FROM(10, VL_MAX_SIMULATED_RATE)), "Hz", NEEDED,
     "At which it measures."},
    {"orientation", AT(info.hasOrientation), TRUTH, "", "`false`",
     "Whether it measures its orientation."},
    {"buttons", AT(info.buttonCount), INT(0, 32), "", "0", "How many."},
    {"limits", AT(info), PART(DeviceLimits), "", NEEDED, "The most that it does."},
    {"mass", AT(mass), SOURCED_EACH(FROM(1e-6, 1e9)), "kg", NEEDED,
     "Of the handle as the hand feels it; or three numbers, for x, y and z."},
    {"damping", AT(damping), SOURCED_EACH(AMOUNT), "N s/m", NEEDED,
     "Viscous friction; or three numbers, for x, y and z."},
    {"friction", AT(friction), SOURCED_EACH(AMOUNT), "N", NEEDED,
     "Coulomb friction; or three numbers, for x, y and z."},
    {"resolution", AT(resolution), SOURCED(AMOUNT), "m", NEEDED,
     "Of each coordinate that it measures; 0: not quantised."},
    {"inertia", AT(inertia), SOURCED(FROM(1e-9, 1e9)), "kg m2", "needed with orientation",
     "About every axis."},
    {"angular-damping", AT(angularDamping), SOURCED(AMOUNT), "N m s/rad", "needed with orientation",
     "Viscous friction of the rotation."},
    {"angular-friction", AT(angularFriction), SOURCED(AMOUNT), "N m", "needed with orientation",
     "Coulomb friction of the rotation."},
    {"angular-resolution", AT(angularResolution), SOURCED(AMOUNT), "rad", "needed with orientation",
     "Of each component of the rotation vector."},
    {"delay", AT(motors.delay), SOURCED(TIME), "s", NEEDED,
     "From a write to its effect; with the jitter at most 64 samples."},
    {"jitter", AT(motors.jitter), SOURCED(TIME), "s", "0",
     "Each write is later by up to this, evenly spread."},
    {"bandwidth", AT(motors.bandwidth), SOURCED(ABOVE(0, 1e5)), "Hz", "no lag",
     "Of the motors' lag of first order."},
    {"force-resolution", AT(motors.forceResolution), SOURCED(AMOUNT), "N", "0",
     "Each component of the force is rounded to this."},
    {"torque-resolution", AT(motors.torqueResolution), SOURCED(AMOUNT), "N m", "0",
     "Likewise of the torque."},
    {"mode", AT(mode), PART(DeviceMode), "", "rigid",
     "A structure that bends: two masses with a spring and damper between them, motors and "
     "encoders at the one, the hand at the other."},
    {"angular-mode", AT(angularMode), PART(DeviceMode), "", "rigid", "Likewise, of the rotation."},
};
const vlSection vlSection_DeviceModel = {SECTION("a device model", deviceModelRows)};
#undef OF

#define OF vlDeviceInfo
static const vlField deviceLimitsRows[] = {
    {"force", AT(maxForce), SOURCED(ABOVE(0, 1e6)), "N", NEEDED, "Largest force."},
    {"torque", AT(maxTorque), SOURCED(FROM(0, 1e6)), "N m", "0: it renders none",
     "Largest torque."},
    {"stiffness", AT(maxStiffness), SOURCED(AMOUNT), "N/m", "not known",
     "The most that it renders stably, as its maker says."},
    {"angular-stiffness", AT(maxAngularStiffness), SOURCED(AMOUNT), "N m/rad", "not known",
     "Likewise."},
    {"damping", AT(maxDamping), SOURCED(AMOUNT), "N s/m", "not known", "Likewise."},
    {"angular-damping", AT(maxAngularDamping), SOURCED(AMOUNT), "N m s/rad", "not known",
     "Likewise."},
    {"radius", AT(radius), SOURCED(ABOVE(0, 10)), "m", NEEDED, "Of the workspace."},
};
const vlSection vlSection_DeviceLimits = {SECTION("limits", deviceLimitsRows)};
#undef OF

#define OF vlSimulatedMode
static const vlField deviceModeRows[] = {
    {"handle-share", AT(handleShare), SOURCED(ABOVE(0, 0.99)), "", NULL,
     "Part of the mass at the handle."},
    {"frequency", AT(frequency), SOURCED(FROM(1, VL_MAX_SIMULATED_MODE)), "Hz", NULL,
     "Of the two parts against each other."},
    {"ratio", AT(ratio), SOURCED(FROM(0, 10)), "", NULL, "Damping ratio."},
};
const vlSection vlSection_DeviceMode = {SECTION("mode", deviceModeRows)};
#undef OF

#define OF vlSourcedNumber
static const vlField sourcedRows[] = {
    {"value", VL_NOWHERE, BY_HAND(number_or_three), "", NULL,
     "The number, or three for x, y and z."},
    {"source", AT(source), STRING, "", NULL,
     "Where it comes from; begins with assumed or unknown if nobody states it."},
};
const vlSection vlSection_Sourced = {SECTION("a number", sourcedRows)};
#undef OF
