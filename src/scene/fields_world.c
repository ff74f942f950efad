// SPDX-License-Identifier: MIT
// Rows of a scene as a whole, of `world`, of surfaces and of `camera`.

#include "scene/reader.h"
#include "scene/scene_rows.h"

#define OF vlScene
static const vlField sceneRows[] = {
    {"volar", VL_NOWHERE, BY_HAND(version), "", NULL, "Version of the format: 1."},
    {"name", VL_NOWHERE, BY_HAND(scene_name), "", NULL, "Name of the scene."},
    {"description", AT(description), STRING, "", "none",
     "What the scene shows and what to look for."},
    {"world", VL_NOWHERE, MAPPING(World), "", "as below", "How the world works."},
    {"materials", VL_NOWHERE, NAMED(Surface, VL_MAX_SCENE_MATERIALS - 1), "", "only `default`",
     "Materials by name. What a material does not give it has from `world.surface`."},
    {"surfaces", VL_NOWHERE, LIST(Pair, 0, VL_MAX_SCENE_SURFACES), "", "all mixed",
     "Pairs of materials. What a pair does not give, and every pair that is not listed, is mixed "
     "from its two materials."},
    {"shapes", VL_NOWHERE, NAMED(Shape, VL_MAX_MAPPING_KEYS), "", "none",
     "Shapes by name, to be used by several bodies or pieces."},
    {"bodies", VL_NOWHERE, LIST(Body, 1, VL_MAX_SCENE_BODIES), "", NULL, "The bodies."},
    {"forces", VL_NOWHERE, LIST(Force, 0, VL_MAX_SCENE_FORCES), "", "none",
     "Constant forces and torques on bodies."},
    {"springs", VL_NOWHERE, LIST(Spring, 0, VL_MAX_SCENE_SPRINGS), "", "none",
     "Springs between bodies, or from a point of the world to a body."},
    {"joints", VL_NOWHERE, LIST(Joint, 0, VL_MAX_SCENE_JOINTS), "", "none",
     "Joints between bodies, or from the world to a body."},
    {"devices", VL_NOWHERE, LIST(Device, 0, VL_MAX_DEVICES), "", "none",
     "Haptic devices and what they hold."},
    {"camera", VL_NOWHERE, MAPPING(Camera), "", "the viewer chooses",
     "From where a viewer looks at the scene first."},
};
static const vlElsewhere ofScene[] = {{&vlSection_World, "did you mean world.%s?"},
                                      {&vlSection_Surface, "did you mean world.surface.%s?"},
                                      {NULL, NULL}};
const vlSection vlSection_Scene = {SECTION("the scene", sceneRows), .elsewhere = ofScene};

static const vlField worldRows[] = {
    {"planar", AT(isPlanar), TRUTH, "", "`false`",
     "The bodies are polygons in the plane z = 0, whose contacts have the laws of `point-law`."},
    {"gravity", AT(world.gravity), VECTOR(SPEED), "m/s2",
     "`[0, 0, -9.8]`, of a planar scene `[0, 0]`", "Acceleration of everything that falls."},
    {"step", AT(world.step), NUMBER(ABOVE_0), "s", "0.001, of a planar scene 0.002", "Time step."},
    {"load", AT(world2.load), NUMBER(FROM_0), "N", "0: not known",
     "Of a planar scene: the largest normal force of a contact that friction laws must be stable "
     "for, checked like their weight in `gravity`."},
    {"integrator", AT(world.integrator), WORD(Integrator), "", "`implicit`",
     "How forces become motion."},
    {"sleep", AT(world.sleep), TRUTH, "", "`false`",
     "Bodies at rest are not computed until something touches them; an error unless the integrator "
     "is `implicit`."},
    {"contact", AT(world.contact), MAPPING(Contact), "", "as below",
     "Which contact forces are computed."},
    {"surface", AT(world.surface), MAPPING(Surface), "", "as there",
     "Surface of the material `default`, and what other materials do not give."},
    {"capacity", 0, MAPPING(Capacity), "", "counted from the scene", "Room for contacts."},
};
const vlSection vlSection_World = {SECTION("world", worldRows), .elsewhere = &ofScene[1]};

static const vlField capacityRows[] = {
    {"pairs", AT(pairs), INT(1, VL_MAX_SCENE_PAIRS), "", "24 per piece",
     "Pairs of convex pieces near each other."},
    {"contacts", AT(contacts), INT(1, VL_MAX_SCENE_CONTACTS), "", "12 per piece",
     "Pairs of convex pieces that touch."},
};
const vlSection vlSection_Capacity = {SECTION("capacity", capacityRows)};
#undef OF

#define OF vlContactOptions
static const vlField contactRows[] = {
    {"law", AT(law), WORD(Law), "", "`lumped`", "How stiff a contact is."},
    {"reference", AT(reference), MAPPING(Reference), "", "none",
     "Other ways to compute contacts, for comparison."},
};
const vlSection vlSection_Contact = {SECTION("contact", contactRows)};
#undef OF

#define OF vlReferenceOptions
static const vlField referenceRows[] = {
    {"model", AT(model), WORD(Model), "", "`volume`", "What springs, dampers and friction act on."},
    {"normal", AT(normal), WORD(Normal), "", "`gradient`", "The direction of a contact."},
    {"friction", AT(friction), WORD(Friction), "", "`gauss`",
     "Where dynamic friction is computed."},
    {"pressure", AT(pressure), WORD(Pressure), "", "`normal`",
     "Which way pressure pushes; `faces` with the law `foundation`."},
    {"route", AT(route), WORD(Route), "", "`clip`", "How contact polyhedra are computed."},
};
const vlSection vlSection_Reference = {SECTION("reference", referenceRows)};
#undef OF

#define OF vlSurface
static const vlField surfaceRows[] = {
    {"stiffness", AT(stiffnessN), NUMBER_OR_AUTO(ABOVE_0), "N/m", "`auto`",
     "Normal stiffness of a whole contact."},
    {"damping", AT(dampingN), NUMBER_OR_AUTO(FROM_0), "N s/m", "`auto`: from `damping-ratio`",
     "Normal damping."},
    {"damping-ratio", AT(dampingRatioN), NUMBER(FROM(0, 2)), "", "0.7",
     "Share of critical damping, used when `damping` is `auto`."},
    {"shear-stiffness", AT(stiffnessS), NUMBER_OR_AUTO(ABOVE_0), "N/m", "`auto`: like `stiffness`",
     "Tangential stiffness."},
    {"shear-damping", AT(dampingS), NUMBER_OR_AUTO(FROM_0), "N s/m",
     "`auto`: from `shear-damping-ratio`", "Tangential damping."},
    {"shear-damping-ratio", AT(dampingRatioS), NUMBER(FROM(0, 2)), "", "0.7",
     "Share of critical damping, used when `shear-damping` is `auto`."},
    {"friction", AT(frictionStatic), NUMBER(FROM(0, 1e6)), "", "",
     "Sets `friction-static` and `friction-dynamic`; not together with one of them."},
    {"friction-static", AT(frictionStatic), NUMBER(FROM(0, 1e6)), "", "0.5",
     "Coefficient of static friction, not below the dynamic one."},
    {"friction-dynamic", AT(frictionDynamic), NUMBER(FROM(0, 1e6)), "", "0.5",
     "Coefficient of dynamic friction."},
    {"foundation", AT(foundation), NUMBER_OR_AUTO(ABOVE_0), "N/m3", "`auto`",
     "Stiffness per area, for the law `foundation` and for bodies `as: surface` (`auto` there: "
     "2e9)."},
    {"restitution", AT(restitution), NUMBER_OR_AUTO(FROM(0, 1)), "",
     "`auto`: what stiffness and damping give",
     "Speed after an impact over the speed before; `rk4` takes only `auto`."},
    {"contact-distance", AT(contactDistance), NUMBER_OR_AUTO(ABOVE(0, 1)), "m",
     "`auto`: the spacing of its samples",
     "The distance at which contact begins where a body is `as: surface`."},
    {"point-law", AT(point), POINT_LAW, "", "`none`",
     "Laws of the contacts that a pointer feels; without them stiffness, damping and friction as "
     "for all bodies."},
};
const vlSection vlSection_Surface = {SECTION("surface", surfaceRows), .check = vlCheck_Surface};

static const vlField pairRows[] = {
    {"between", VL_NOWHERE, BY_HAND(two_names), "", NULL, "The two materials."},
};
const vlSection vlSection_Pair = {SECTION("a surface", pairRows), .base = &vlSection_Surface,
                                  .check = vlCheck_Surface};
#undef OF

static const vlField pointLawRows[] = {
    {"wall", VL_NOWHERE, BY_HAND(wall_law), "", NULL,
     "Law along the normal: its name, or a mapping of `law` and its parameters."},
    {"friction", VL_NOWHERE, BY_HAND(friction_law), "", "no friction",
     "Law along the surface, likewise."},
};
const vlSection vlSection_PointLaw = {SECTION("point-law", pointLawRows)};

#define OF vlSceneCamera
static const vlField cameraRows[] = {
    {"position", AT(position), VECTOR(PLACE), "m", "the viewer chooses",
     "Where the viewer is; beside `target`, another point."},
    {"target", AT(target), VECTOR(PLACE), "m", "the viewer chooses",
     "Where the viewer looks; beside `position`."},
    {"follow", AT(follow), BODY, "",
     "the camera stays, until something that it shows would leave the picture",
     "Body with which the camera moves."},
};
const vlSection vlSection_Camera = {SECTION("camera", cameraRows), .check = vlCheck_Camera};
#undef OF
