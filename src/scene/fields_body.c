// SPDX-License-Identifier: MIT
// Rows of bodies, of what acts on them, and of motions.

#include "scene/reader.h"
#include "scene/scene_rows.h"
#include "volar/polyhedra.h"

#define OF vlBodyEntry
static const vlField bodyRows[] = {
    {"name", AT(body.name), NAME, "", NULL, "Unique among the bodies."},
    {"type", AT(body.def.type), WORD(Type), "", "`dynamic`", "What moves it."},
    {"shape", VL_NOWHERE, BY_HAND_OF(shape_or_name, Shape), "", NULL,
     "A shape in place, or the name of one of `shapes`."},
    {"material", AT(body.def.material), MATERIAL, "", "`default`", "One of `materials`."},
    {"position", AT(body.def.pose.p), VECTOR(PLACE), "m", "`[0, 0, 0]`",
     "Origin of the shape's frame."},
    {"rotation", AT(body.def.pose.q), ROTATION, "", "none", "How that frame is turned."},
    {"velocity", AT(body.def.velocity.linear), VECTOR(SPEED), "m/s", "`[0, 0, 0]`",
     "Of the centre of mass; not for static bodies."},
    {"angular-velocity", AT(body.def.velocity.angular), VECTOR(SPEED), "rad/s", "`[0, 0, 0]`",
     "Not for static bodies."},
    {"mass", AT(body.def.mass), NUMBER(ABOVE_0), "kg", "density times volume",
     "Not beside `density`."},
    {"density", AT(body.def.density), NUMBER(ABOVE_0), "kg/m3", "1000", "Not beside `mass`."},
    {"inertia", VL_NOWHERE, BY_HAND_OF(inertia_or_number, Inertia), "kg m2",
     "as of an even density",
     "For a body whose mass is not spread evenly; in a planar scene one number, about the "
     "centroid."},
    {"colour", AT(body.colour), COLOUR, "", "grey if static, otherwise one of six colours in turn",
     "How viewers show it."},
    {"faces", VL_NOWHERE, BY_HAND(face_names), "", "by the axis that they look along",
     "What its faces are called in contact states: names, and where they look, in the shape's "
     "frame."},
    {"copies", VL_NOWHERE, MAPPING(Copies), "", "one body",
     "Repeats the body, as name-1, name-2 and so on; the first stands where the body does."},
    {"motion", VL_NOWHERE, MAPPING(Motion), "", "by its velocity",
     "How it moves; kinematic bodies only."},
};
static const vlElsewhere ofBody[] = {
    {&vlSection_Surface, "%s belongs to a material, or to world.surface for all bodies"},
    {NULL, NULL}};
const vlSection vlSection_Body = {SECTION("a body", bodyRows), .elsewhere = ofBody};

static const vlField copiesRows[] = {
    {"count", AT(count), INT(1, VL_MAX_COPIES), "", NULL, "How many bodies in all."},
    {"shift", AT(shift), VECTOR(PLACE), "m", "`[0, 0, 0]`", "From each copy to the next."},
    {"turn", AT(turn), MAPPING(Turn), "", "none",
     "From each copy to the next, about its own origin, in world axes."},
};
const vlSection vlSection_Copies = {SECTION("copies", copiesRows)};
#undef OF

#define OF vlFaceName
static const vlField faceNameRows[] = {
    {"direction", AT(direction), DIRECTION, "", NULL, "Where it looks, within 10 degrees."},
    {"point", AT(point), VECTOR(PLACE), "m", "all that look that way",
     "The face nearest to this point, in the shape's frame."},
};
const vlSection vlSection_FaceName = {SECTION("a face", faceNameRows)};
#undef OF

#define OF vlWrittenTurn
static const vlField rotationRows[] = {
    {"axis", AT(axis), DIRECTION, "", "none", "Beside `degrees`."},
    {"degrees", AT(degrees), NUMBER(FROM(-1e6, 1e6)), "degrees", "none",
     "Angle about the axis, anticlockwise seen against it."},
    {"quaternion", AT(quaternion), NUMBERS(4, ANY), "", "none",
     "[w, x, y, z], of length 1 to within 0.001; it is normalised."},
    {"euler", AT(euler), NUMBERS(3, FROM(-1e6, 1e6)), "degrees", "none",
     "About the fixed axes x, then y, then z."},
};
const vlSection vlSection_Rotation = {SECTION("rotation", rotationRows)};

static const vlField turnRows[] = {
    {"axis", AT(axis), DIRECTION, "", NULL, "What it turns about."},
    {"degrees", AT(degrees), NUMBER(FROM(-1e6, 1e6)), "degrees", NULL,
     "Angle, anticlockwise seen against the axis."},
};
const vlSection vlSection_Turn = {SECTION("turn", turnRows)};
#undef OF

#define OF vlBodyDef
static const vlField inertiaRows[] = {
    {"centre", AT(centroid), VECTOR(PLACE), "m", "that of the shape",
     "Centre of mass in the shape's frame."},
    {"diagonal", VL_NOWHERE, VECTOR(ANY), "kg m2", "none",
     "Moments about the centre in the shape's axes."},
    {"matrix", VL_NOWHERE, BY_HAND(matrix), "kg m2", "none",
     "The same as a symmetric matrix, row by row, instead of `diagonal`."},
};
const vlSection vlSection_Inertia = {SECTION("inertia", inertiaRows), .check = vlCheck_Inertia};
#undef OF

#define OF vlMotionScript
static const vlField motionRows[] = {
    {"path", VL_NOWHERE, MAPPING(Path), "", "none", "From key to key."},
    {"oscillate", VL_NOWHERE, MAPPING(Oscillate), "", "none",
     "To and fro about the body's own place as sin(360 frequency t + phase)."},
};
const vlSection vlSection_Motion = {SECTION("motion", motionRows)};

static const vlField pathRows[] = {
    {"keys", VL_NOWHERE, LIST(Key, 2, VL_MAX_SCENE_KEYS), "", NULL, "In ascending order of time."},
    {"repeat", AT(repeat), TRUTH, "", "`false`", "Start again after the last key."},
    {"smooth", AT(smooth), TRUTH, "", "`false`: in straight lines at constant speed",
     "Rest at every key and move smoothly between."},
};
const vlSection vlSection_Path = {SECTION("path", pathRows)};

static const vlField oscillateRows[] = {
    {"shift", AT(amplitude), VECTOR(PLACE), "m", "none", "Amplitude; this or `turn`, or both."},
    {"turn", VL_NOWHERE, MAPPING(Turn), "", "none", "Amplitude."},
    {"frequency", AT(frequency), NUMBER(ABOVE_0), "Hz", NULL, "How often."},
    {"phase", AT(phase), NUMBER(FROM(-360, 360)), "degrees", "0", "Where it begins."},
};
const vlSection vlSection_Oscillate = {SECTION("oscillate", oscillateRows),
                                       .check = vlCheck_Oscillate};
#undef OF

#define OF vlMotionKey
static const vlField keyRows[] = {
    {"time", AT(time), NUMBER(FROM_0), "s", NULL, "When."},
    {"position", AT(pose.p), VECTOR(PLACE), "m", "the body's own", "Where."},
    {"rotation", AT(pose.q), ROTATION, "", "the body's own", "How it is turned."},
};
const vlSection vlSection_Key = {SECTION("a key", keyRows)};
#undef OF

#define OF vlSceneForce
static const vlField forceRows[] = {
    {"body", AT(body), BODY, "", NULL, "A dynamic body; a copy by its full name, `brick-3`."},
    {"force", AT(force), VECTOR(FORCE), "N", "none", "This or `torque`, or both."},
    {"torque", AT(torque), VECTOR(FORCE), "N m", "none", "This or `force`, or both."},
    {"point", AT(point), VECTOR(PLACE), "m", "the centre of mass",
     "Where the force acts, in the frame of the body's shape."},
    {"frame", AT(inBodyFrame), TRUE_WORD(Frame), "", "`world`",
     "What the directions of force and torque belong to."},
    {"from", AT(from), NUMBER(FROM_0), "s", "0", "When it begins."},
    {"until", AT(until), NUMBER_OR_INF(ABOVE_0), "s", "`inf`", "When it ends, after `from`."},
};
const vlSection vlSection_Force = {SECTION("a force", forceRows), .check = vlCheck_Force};
#undef OF

#define OF vlSceneSpring
static const vlField springRows[] = {
    {"name", AT(name), NAME, "", NULL, "Unique among the springs."},
    {"from", 0, MAPPING(From), "", NULL, "Where it begins."},
    {"to", 0, MAPPING(To), "", NULL, "Where it ends."},
    {"stiffness", AT(def.stiffness), NUMBER(FROM_0), "N/m", "100", "Stiffness."},
    {"damping", AT(def.damping), NUMBER(FROM_0), "N s/m", "0", "Damping along the spring."},
    {"spin-damping", AT(def.spinDamping), NUMBER(FROM_0), "N m s", "0",
     "Torque against turning relative to each other."},
    {"rest-length", AT(def.restLength), NUMBER_OR_AUTO(FROM_0), "m", "0",
     "Length without force. 0: pulls from all directions; `auto`: the distance of the two points "
     "at the start."},
    {"max-force", AT(def.maxForce), NUMBER_OR_INF(ABOVE_0), "N", "`inf`",
     "A larger force is cut to it."},
};
const vlSection vlSection_Spring = {SECTION("a spring", springRows), .check = vlCheck_Spring};

static const vlField fromRows[] = {
    {"body", AT(bodyA), BODY, "", "a point of the world", "The body that it begins at."},
    {"point", AT(def.pointA), VECTOR(PLACE), "m", "`[0, 0, 0]`",
     "In the frame of the body's shape; without a body in the world, and then required."},
    {"velocity", AT(def.velocityA), VECTOR(SPEED), "m/s", "`[0, 0, 0]`",
     "With which a point of the world moves; not beside `body`."},
};
const vlSection vlSection_From = {SECTION("from", fromRows), .check = vlCheck_From};

static const vlField toRows[] = {
    {"body", AT(bodyB), BODY, "", NULL, "The body that it ends at."},
    {"point", AT(def.pointB), VECTOR(PLACE), "m", "`[0, 0, 0]`",
     "In the frame of the body's shape."},
};
const vlSection vlSection_To = {SECTION("to", toRows)};
#undef OF
