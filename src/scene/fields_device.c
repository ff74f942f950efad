// SPDX-License-Identifier: MIT
// Rows of devices, of formations and of hands.

#include "scene/reader.h"
#include "scene/scene_device.h"
#include "scene/scene_rows.h"

#define OF vlSceneDevice
static const vlField deviceRows[] = {
    {"name", AT(name), NAME, "", NULL, "Unique among the devices."},
    {"device", VL_NOWHERE, BY_HAND(backend), "", "`simulated`",
     "Kind of device: `simulated`, or one that the program that runs the scene can open."},
    {"address", VL_NOWHERE, STRING, "",
     "`sigma7` if simulated, in a planar scene `pantograph`, otherwise empty: the first one found",
     "Which one of its kind ([devices.md](devices.md)); of a simulated one its preset, such as "
     "`omega6`."},
    {"model", VL_NOWHERE, BY_HAND_OF(file_or_model, DeviceModel), "", "the preset `address`",
     "A simulated device that is no preset: the path of a [device file](#device-files) in the "
     "folder of the scene or below, or the mapping that such a file is; not beside `address`."},
    {"holds", AT(body), BODY, "", "nothing",
     "A dynamic body, held by a virtual coupling, or a kinematic one without `motion`, which is "
     "the device itself and which no other device holds."},
    {"grasp", AT(coupling.grasp), FRAME, "", "that frame itself",
     "Where it holds a dynamic body, in the frame of the body's shape."},
    {"stiffness", AT(coupling.stiffness), NUMBER(FROM_0), "N/m",
     "[tuned](stability_maps.md#the-coupling-of-a-scene-that-states-none) by the program, else 200",
     "Of the coupling."},
    {"damping", AT(coupling.damping), NUMBER(FROM_0), "N s/m", "likewise, else 2",
     "Of the coupling."},
    {"angular-stiffness", AT(coupling.angularStiffness), NUMBER(FROM_0), "N m/rad",
     "likewise, else 0.6", "Of the coupling; 0 with `angular-damping` 0: force only."},
    {"angular-damping", AT(coupling.angularDamping), NUMBER(FROM_0), "N m s/rad",
     "likewise, else 0.01", "Of the coupling."},
    {"max-force", AT(coupling.maxForce), NUMBER_OR_INF(ABOVE_0), "N", "`inf`",
     "The coupling's spring bends smoothly to it."},
    {"max-torque", AT(coupling.maxTorque), NUMBER_OR_INF(ABOVE_0), "N m", "`inf`",
     "The coupling's spring bends smoothly to it."},
    {"position", AT(base.p), VECTOR(PLACE), "m", "`[0, 0, 0]`",
     "Origin of the device's frame in the world."},
    {"rotation", AT(base.q), ROTATION, "", "none", "Of the device's frame in the world."},
    {"scale", AT(scale), NUMBER(ABOVE_0), "", "1", "Metres in the world per metre of the device."},
    {"force-scale", AT(forceScale), NUMBER(ABOVE_0), "", "1",
     "Newtons of the device per newton in the world."},
    {"fix-orientation", AT(fixOrientation), TRUTH, "", "`false`",
     "What it holds does not turn with it."},
    {"velocity", AT(velocity), WORD(Velocity), "", "`filter`",
     "How its velocity is estimated from its poses."},
    {"velocity-cut", AT(velocityCut), NUMBER(FROM(1, 1e4)), "Hz", "tuned by the program, else 100",
     "Cut-off of that filter; `volar tune` finds it."},
    {"passivity", AT(isPassivityOn), TRUTH, "", "`false`: it is only counted",
     "A controller removes energy that the simulation should not give."},
    {"channels", AT(channels), WORD(Channels), "", "`force`",
     "In a planar scene, what of a pantograph moves the body."},
    {"grasp-button", AT(graspButton), INT(0, VL_MOST_BUTTON), "", "none",
     "Takes hold of the nearest dynamic body within reach, or lets go."},
    {"reach", AT(reach), NUMBER(ABOVE_0), "m", "0.02", "Of that button; not without it."},
    {"clutch-button", AT(clutchButton), INT(0, VL_MOST_BUTTON), "", "none",
     "Another one: while it is held, the device moves alone."},
    {"formations", VL_NOWHERE, MAPPING(Formations), "", "the world's contacts",
     "What a kinematic body feels comes from its contact formation, "
     "[below](#forces-from-formations)."},
    {"hand", VL_NOWHERE, MAPPING(Hand), "", "relaxed, at rest",
     "The person at it, [below](#hands); simulated devices only."},
};
const vlSection vlSection_Device = {SECTION("a device", deviceRows)};
#undef OF

#define OF vlSceneFormations
static const vlField formationsRows[] = {
    {"against", AT(against), BODY, "", NULL, "A static or kinematic body."},
    {"stiffness", AT(stiffness), NUMBER(FROM(1e-6, 1e9)), "N/m", "2000", "Of each contact."},
    {"shell", AT(shell), NUMBER(ABOVE(0, 0.1)), "m", "0.002",
     "Height above the surface where forces begin."},
    {"friction-stiffness", AT(frictionStiffness), NUMBER(FROM(1e-6, 1e9)), "N/m", "1000",
     "Of the spring of static friction."},
    {"torsion", AT(hasTorsion), TRUTH, "", "`false`",
     "Friction resists spin on areas and lines too."},
};
const vlSection vlSection_Formations = {SECTION("formations", formationsRows)};
#undef OF

#define OF vlSceneHand
static const vlField handRows[] = {
    {"grip", AT(grip), GRIP, "", "`relaxed`", "How firmly the person holds the handle."},
    {"arm", AT(arm), MAPPING(Grip), "", "resting on a table: 300, 8, 3 and 0.03",
     "How firmly the arm pulls the hand to where the person wants it to be."},
    {"carries-weight", AT(carriesWeight), TRUTH, "", "`true`",
     "The person compensates the weight of the body that the device holds."},
    {"path", VL_NOWHERE, MAPPING(HandPath), "", "where it is at the start",
     "Where the person wants the grasp to be, resting at every key and moving smoothly between."},
    {"oscillate", VL_NOWHERE, MAPPING(Oscillate), "", "none",
     "To and fro about that, [as a motion](#motion); at most 1000 Hz and 180 degrees."},
    {"grips", VL_NOWHERE, LIST(GripChange, 0, VL_MAX_SIMULATED_KEYS), "", "none",
     "Changes of grip, in ascending order of time."},
    {"presses", VL_NOWHERE, LIST(Press, 0, VL_MAX_SIMULATED_PRESSES), "", "none",
     "When buttons are held."},
};
const vlSection vlSection_Hand = {SECTION("hand", handRows)};

static const vlField handPathRows[] = {
    {"keys", VL_NOWHERE, LIST(Key, 1, VL_MAX_SIMULATED_KEYS), "", NULL,
     "In ascending order of time, up to 1e9 s; of the grasp in the world, by default where it is "
     "at the start."},
    {"repeat", AT(repeat), TRUTH, "", "`false`", "Start again after the last key."},
};
const vlSection vlSection_HandPath = {SECTION("path", handPathRows)};
#undef OF

#define OF vlSimulatedGrip
static const vlField gripRows[] = {
    {"stiffness", AT(stiffness), NUMBER(FROM(0, 1e9)), "N/m", "200", "Of the place."},
    {"damping", AT(damping), NUMBER(FROM(0, 1e9)), "N s/m", "2", "Of the place."},
    {"angular-stiffness", AT(angularStiffness), NUMBER(FROM(0, 1e9)), "N m/rad", "0.3",
     "Of the turn."},
    {"angular-damping", AT(angularDamping), NUMBER(FROM(0, 1e9)), "N m s/rad", "0.003",
     "Of the turn."},
};
const vlSection vlSection_Grip = {SECTION("grip", gripRows)};
#undef OF

#define OF vlSimulatedGripChange
static const vlField gripChangeRows[] = {
    {"time", AT(time), NUMBER(FROM(0, 1e9)), "s", NULL, "When."},
    {"grip", AT(grip), GRIP, "", NULL, "How firmly from then on."},
};
const vlSection vlSection_GripChange = {SECTION("a change of grip", gripChangeRows)};
#undef OF

#define OF vlSimulatedPress
static const vlField pressRows[] = {
    {"button", AT(buttons), BUTTON, "", NULL, "Counted from 0."},
    {"from", AT(from), NUMBER(FROM(0, 1e9)), "s", NULL, "When it is pressed."},
    {"until", AT(to), NUMBER(FROM(0, 1e9)), "s", NULL, "When it is let go, after `from`."},
};
const vlSection vlSection_Press = {SECTION("a press", pressRows), .check = vlCheck_Press};
#undef OF
