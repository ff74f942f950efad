// SPDX-License-Identifier: MIT
// Rows of joints.

#include "scene/reader.h"
#include "scene/scene_rows.h"

#define OF vlSceneJoint
static const vlField jointRows[] = {
    {"name", AT(name), NAME, "", NULL, "Unique among the joints."},
    {"type", AT(def.type), WORD(Joint), "", NULL, "What it holds."},
    {"a", AT(bodyA), END, "", "`world`", "A body, or `world`."},
    {"b", AT(bodyB), BODY, "", NULL, "Another body."},
    {"at", VL_NOWHERE, VECTOR(PLACE), "m", "none: by frames",
     "Where both frames are at the start, in the world; not for `distance`."},
    {"axis", VL_NOWHERE, DIRECTION, "",
     "required for `hinge`, `slider`, `universal` and `planar`, otherwise `[0, 0, 1]`",
     "Direction of their z at the start, in the world."},
    {"second", VL_NOWHERE, DIRECTION, "", "`[1, 0, 0]` without an `axis`, otherwise any",
     "Direction of their x, as nearly as `axis` allows."},
    {"frame-a", AT(def.frameA), FRAME, "", "that frame itself",
     "Instead of these three: the frame on A, in the frame of its shape or of the world."},
    {"frame-b", AT(def.frameB), FRAME, "", "that frame itself",
     "The frame on B, in the frame of its shape."},
    {"stiffness", VL_NOWHERE, BY_HAND(stiffness_or_vector), "N/m", "`auto`",
     "Of the sliding directions that are held; of a bushing a vector."},
    {"damping", VL_NOWHERE, BY_HAND(damping_or_vector), "N s/m", "`auto`: critical",
     "Of the sliding directions that are held; of a bushing a vector."},
    {"angular-stiffness", VL_NOWHERE, BY_HAND(stiffness_or_vector), "N m/rad", "`auto`",
     "Of the turning directions that are held; of a bushing a vector."},
    {"angular-damping", VL_NOWHERE, BY_HAND(damping_or_vector), "N m s/rad", "`auto`: critical",
     "Of the turning directions that are held; of a bushing a vector."},
    {"collide", AT(def.collide), TRUTH, "", "`false`", "The two bodies still touch each other."},
    {"axes", VL_NOWHERE, BY_HAND_OF(axes, Axis), "", "free",
     "What acts along the free directions, in their order; a mapping alone if there is only one. "
     "Angles are in degrees if it turns, lengths in m if it slides."},
};
const vlSection vlSection_Joint = {SECTION("a joint", jointRows)};
#undef OF

#define OF vlPose
static const vlField frameRows[] = {
    {"position", AT(p), VECTOR(PLACE), "m", "`[0, 0, 0]`", "Its origin."},
    {"rotation", AT(q), ROTATION, "", "none", "How it is turned."},
};
const vlSection vlSection_Frame = {SECTION("frame", frameRows)};
#undef OF

#define OF vlAxisDef
static const vlField axisRows[] = {
    {"limits", VL_NOWHERE, BY_HAND(limits), "degrees or m",
     "none; `distance`: its length at the start",
     "[lower, upper]; the lower may be `-inf`, the upper `inf`."},
    {"limit-stiffness", AT(limitStiffness), NUMBER_OR_AUTO(ABOVE_0), "N m/rad or N/m",
     "`auto`: like the directions held", "Stiffness of the limits."},
    {"limit-damping", AT(limitDamping), NUMBER_OR_AUTO(FROM_0), "N m s/rad or N s/m",
     "`auto`: half of critical", "Damping of the limits."},
    {"stiffness", AT(stiffness), NUMBER(FROM_0), "N m/rad or N/m", "0", "Of a spring to `rest`."},
    {"rest", AT(rest), NUMBER(PLACE), "degrees or m", "0", "Where that spring is relaxed."},
    {"damping", AT(damping), NUMBER(FROM_0), "N m s/rad or N s/m", "0", "Against any motion."},
    {"friction", AT(friction), NUMBER(FROM_0), "N m or N", "0",
     "Dry friction; it holds still below this."},
    {"motor", VL_NOWHERE, MAPPING(Motor), "", "none", "Drives the axis."},
};
const vlSection vlSection_Axis = {SECTION("an axis", axisRows), .check = vlCheck_Axis};
#undef OF

#define OF vlMotor
static const vlField motorRows[] = {
    {"mode", AT(mode), WORD(Mode), "", NULL, "What the motor does."},
    {"target", VL_NOWHERE, BY_HAND_OF(number_or_target, Target), "", "0",
     "In N m or N of `torque`, rad/s or m/s of `velocity`, degrees or m of `position`; or how it "
     "goes with time."},
    {"stiffness", AT(stiffness), NUMBER(FROM_0), "N m/rad or N/m", "required for `position`",
     "Of `position` only."},
    {"damping", AT(damping), NUMBER(FROM_0), "N m s/rad or N s/m",
     "required for `velocity`, otherwise 0", "Of `velocity` and `position` only."},
    {"free-speed", AT(freeSpeed), NUMBER_OR_INF(ABOVE_0), "rad/s or m/s", "`inf`",
     "Of `torque` only: the torque falls with the speed and is 0 at this one."},
    {"max-force", AT(maxForce), NUMBER_OR_INF(ABOVE_0), "N m or N", "`inf`",
     "A motor never pushes harder."},
};
const vlSection vlSection_Motor = {SECTION("motor", motorRows), .check = vlCheck_Motor};
#undef OF

#define OF vlTargetScript
static const vlField targetRows[] = {
    {"path", VL_NOWHERE, MAPPING(TargetPath), "", "none", "From key to key."},
    {"oscillate", VL_NOWHERE, MAPPING(TargetOscillate), "", "none",
     "mean + amplitude sin(360 frequency t + phase)."},
};
const vlSection vlSection_Target = {SECTION("target", targetRows)};

static const vlField targetPathRows[] = {
    {"keys", VL_NOWHERE, BY_HAND(pairs), "", NULL,
     "At least two pairs [time in s, value] in ascending order of time."},
    {"repeat", AT(repeat), TRUTH, "", "`false`", "Start again after the last key."},
    {"smooth", AT(smooth), TRUTH, "", "`false`: in straight lines",
     "Rest at every key and go smoothly between."},
};
const vlSection vlSection_TargetPath = {SECTION("path", targetPathRows)};

static const vlField targetOscillateRows[] = {
    {"mean", AT(mean), NUMBER(PLACE), "as the target", "0", "Mean."},
    {"amplitude", AT(amplitude), NUMBER(PLACE), "as the target", NULL, "Amplitude."},
    {"frequency", AT(frequency), NUMBER(ABOVE(0, 1e6)), "Hz", NULL, "How often."},
    {"phase", AT(phase), NUMBER(FROM(-360, 360)), "degrees", "0", "Where it begins."},
};
const vlSection vlSection_TargetOscillate = {SECTION("oscillate", targetOscillateRows)};
#undef OF
