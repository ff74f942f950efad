// SPDX-License-Identifier: MIT
// Any text as a scene: nothing crashes or leaks, what is refused says why, and what is accepted is
// written and read back to the same hash and the same text. tests/corpus/scene holds texts to start
// from. An input whose first byte cannot begin an ASCII text is read as choices instead, from which
// a nearly valid scene is made.

#define VL_FUZZ_MUTATES
#include "fuzz_draft.h"
#include "fuzz_text.h"
#include "scene/scene_parts.h"
#include "volar/scene.h"

#define TETRAHEDRON                                                                                \
    "{faces: {points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], faces: [[0, 2, 1], [0, 1, "    \
    "3], [1, 2, 3], [0, 3, 2]]}}"

static void putShape(vlDraft* d)
{
    static const char* const whole[] = {
        "a",
        "b",
        "{hull: {points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]]}}",
        TETRAHEDRON,
        "{halfspace: {normal: [0, 0, 1]}}",
        "{compound: [{shape: a}, {shape: b, position: [9, 0, 0]}]}",
        "{compound: [{shape: {sphere: {radius: 1, sectors: 60, bands: 30}}}]}",
        "{mesh: {file: a.obj}}"};
    static const char* const round[] = {
        "{sphere: {radius: ", "{cylinder: {height: 1, radius: ",
        "{prism: {sides: 5, height: 2, radius: ", "{cone: {top-radius: 0.5, height: 1, radius: "};
    switch (vlFuzz_Choice(d->in, 4)) {
    case 0: VL_CHOOSE(d, whole); break;
    case 1:
        VL_CHOOSE(d, round);
        vlDraft_PutNumber(d);
        vlDraft_Put(d, "}}");
        break;
    default:
        vlDraft_Put(d, "{box: {size: ");
        vlDraft_PutVec(d);
        vlDraft_Put(d, "}}");
        break;
    }
}

// One key of a body, with a value that may fit.
static void putBodyKey(vlDraft* d)
{
    static const char* const vectors[] = {
        "position: ", "velocity: ", "angular-velocity: ", "colour: "};
    static const char* const numbers[] = {"mass: ", "density: ", "masss: "};
    static const char* const whole[] = {
        "type: static",
        "type: kinematic",
        "colour: '#a0b0c0'",
        "copies: {count: 3, shift: [1, 0, 0]}",
        "copies: {count: 2, turn: {axis: [1, 1, 1], degrees: 50}}",
        "motion: {path: {keys: [{time: 0}, {time: 1, position: [1, 2, 3]}]}}",
        "motion: {oscillate: {turn: {axis: [0, 3, 4], degrees: 77}, frequency: 2, phase: 33}}",
        "inertia: {diagonal: [1, 1, 1]}",
        "inertia: {centre: [0, 0, 1], matrix: [[2, 0.3, 0], [0.3, 2, 0], [0, 0, 2]]}"};
    vlDraft_Put(d, ", ");
    switch (vlFuzz_Choice(d->in, 5)) {
    case 0:
        VL_CHOOSE(d, vectors);
        vlDraft_PutVec(d);
        break;
    case 1:
        VL_CHOOSE(d, numbers);
        vlDraft_PutNumber(d);
        break;
    case 2:
        vlDraft_Put(d, "rotation: ");
        vlDraft_PutRotation(d);
        break;
    case 3:
        vlDraft_Put(d, "material: ");
        vlDraft_PutName(d);
        break;
    default: VL_CHOOSE(d, whole); break;
    }
}

static void putBodies(vlDraft* d)
{
    vlDraft_Put(d, "bodies:\n");
    for (int i = vlFuzz_Choice(d->in, 4); i >= 0; --i) {
        vlDraft_Put(d, "  - {name: ");
        vlDraft_PutName(d);
        vlDraft_Put(d, ", shape: ");
        putShape(d);
        for (int k = vlFuzz_Choice(d->in, 4); k > 0; --k) {
            putBodyKey(d);
        }
        vlDraft_Put(d, "}\n");
    }
}

static void putLinks(vlDraft* d)
{
    vlDraft_Put(d, "forces: [{body: ");
    vlDraft_PutName(d);
    vlDraft_Put(d, ", force: ");
    vlDraft_PutVec(d);
    vlDraft_Put(d, ", until: ");
    vlDraft_PutNumber(d);
    vlDraft_Put(d, "}]\nsprings: [{name: s, from: {point: ");
    vlDraft_PutVec(d);
    vlDraft_Put(d, "}, to: {body: ");
    vlDraft_PutName(d);
    vlDraft_Put(d, "}, stiffness: ");
    vlDraft_PutNumber(d);
    vlDraft_Put(d, ", rest-length: auto}]\n");
}

static void putMotor(vlDraft* d)
{
    static const char* const modes[] = {
        "mode: torque, target: ", "mode: velocity, damping: 2, target: ",
        "mode: position, stiffness: 3, target: "};
    static const char* const opening[] = {"", "{path: {smooth: true, keys: [[0, 1], [2, ",
                                          "{oscillate: {frequency: 2, phase: 33, amplitude: "};
    static const char* const closing[] = {"", "]]}}", "}}"};
    vlDraft_Put(d, "motor: {");
    VL_CHOOSE(d, modes);
    int kind = vlFuzz_Choice(d->in, 3);
    vlDraft_Put(d, opening[kind]);
    vlDraft_PutNumber(d);
    vlDraft_Put(d, closing[kind]);
    vlDraft_Put(d, ", max-force: ");
    vlDraft_PutNumber(d);
    vlDraft_Put(d, "}");
}

static void putAxis(vlDraft* d)
{
    static const char* const keys[] = {"limits: [-1, ", "limits: [-inf, ", "limits: [0, "};
    vlDraft_Put(d, "{");
    VL_CHOOSE(d, keys);
    vlDraft_PutNumber(d);
    vlDraft_Put(d, "], friction: ");
    vlDraft_PutNumber(d);
    if (vlFuzz_Choice(d->in, 2) == 0) {
        vlDraft_Put(d, ", ");
        putMotor(d);
    }
    vlDraft_Put(d, "}");
}

static void putJoint(vlDraft* d)
{
    static const char* const types[] = {"fixed",     "hinge",  "slider",   "ball",
                                        "universal", "planar", "distance", "bushing"};
    vlDraft_Put(d, "  - {name: ");
    vlDraft_PutName(d);
    vlDraft_Put(d, ", type: ");
    VL_CHOOSE(d, types);
    vlDraft_Put(d, vlFuzz_Choice(d->in, 2) == 0 ? ", a: a, b: " : ", b: ");
    vlDraft_PutName(d);
    if (vlFuzz_Choice(d->in, 2) == 0) {
        vlDraft_Put(d, ", at: ");
        vlDraft_PutVec(d);
        vlDraft_Put(d, ", axis: ");
        vlDraft_PutVec(d);
    } else {
        vlDraft_Put(d, ", frame-a: {position: ");
        vlDraft_PutVec(d);
        vlDraft_Put(d, "}, frame-b: {rotation: ");
        vlDraft_PutRotation(d);
        vlDraft_Put(d, "}");
    }
    vlDraft_Put(d, ", stiffness: ");
    if (vlFuzz_Choice(d->in, 4) == 0) {
        vlDraft_PutVec(d);
    } else {
        vlDraft_PutNumber(d);
    }
    if (vlFuzz_Choice(d->in, 2) == 0) {
        vlDraft_Put(d, ", axes: [");
        putAxis(d);
        vlDraft_Put(d, "]");
    }
    vlDraft_Put(d, "}\n");
}

// A device: what it holds and how, and one of several hands.
static void putDevice(vlDraft* d)
{
    static const char* const numbers[] = {
        ", stiffness: ", ", max-force: ", ", scale: ", ", grasp-button: ", ", reach: ", ", grip: "};
    static const char* const vectors[] = {", position: ",
                                          ", grasp: {rotation: {euler: [0, 0, 9]}}, position: "};
    static const char* const hands[] = {
        ", hand: {grip: tight}", ", hand: {path: {repeat: true, keys: [{time: 0}, {time: 1}]}}",
        ", hand: {oscillate: {turn: {axis: [0, 3, 4], degrees: 77}, frequency: 2, phase: 33}}",
        ", hand: {grips: [{time: 1, grip: {damping: 3}}]}",
        ", hand: {presses: [{button: 1, from: 0, until: 1}]}"};
    static const char* const kinds[] = {", device: udp", ", address: omni", ", holds: b", ""};
    vlDraft_Put(d, "  - {name: ");
    vlDraft_PutName(d);
    vlDraft_Put(d, ", holds: ");
    vlDraft_PutName(d);
    VL_CHOOSE(d, numbers);
    vlDraft_PutNumber(d);
    VL_CHOOSE(d, vectors);
    vlDraft_PutVec(d);
    VL_CHOOSE(d, hands);
    VL_CHOOSE(d, kinds);
    vlDraft_Put(d, "}\n");
}

// Makes a scene from choices, then damages a few bytes of it.
static void compose(vlDraft* d)
{
    static const char faces[] = "world: {integrator: euler, capacity: {pairs: 3}, "
                                "contact: {law: foundation, reference: {pressure: faces}}}\n";
    static const char* const worlds[] = {"",
                                         "world: {}\n",
                                         "world: {step: 0.01, integrator: rk4}\n",
                                         "world: {integrator: implicit, sleep: true}\n",
                                         "world: {surface: {stiffness: 100, friction: 0.1}}\n",
                                         faces};
    static const char* const heads[] = {"volar: 1\nname: n\n", "{volar: 1, name: n}\n",
                                        "volar: 1\nname: n\ndescription: |\n  a\n   b\n"};
    VL_CHOOSE(d, heads);
    VL_CHOOSE(d, worlds);
    if (vlFuzz_Choice(d->in, 2) == 0) {
        vlDraft_Put(d, "materials: {steel: {friction: ");
        vlDraft_PutNumber(d);
        vlDraft_Put(d, ", stiffness: ");
        vlDraft_PutNumber(d);
        vlDraft_Put(d, "}}\nsurfaces: [{between: [default, steel], damping: ");
        vlDraft_PutNumber(d);
        vlDraft_Put(d, "}]\n");
    }
    if (vlFuzz_Choice(d->in, 2) == 0) {
        vlDraft_Put(d, "shapes: {a: ");
        putShape(d);
        vlDraft_Put(d, ", b: ");
        putShape(d);
        vlDraft_Put(d, "}\n");
    }
    putBodies(d);
    if (vlFuzz_Choice(d->in, 2) == 0) {
        putLinks(d);
    }
    if (vlFuzz_Choice(d->in, 2) == 0) {
        vlDraft_Put(d, "joints:\n");
        for (int i = vlFuzz_Choice(d->in, 3); i >= 0; --i) {
            putJoint(d);
        }
    }
    if (vlFuzz_Choice(d->in, 2) == 0) {
        vlDraft_Put(d, "devices:\n");
        for (int i = vlFuzz_Choice(d->in, 3); i >= 0; --i) {
            putDevice(d);
        }
    }
    for (int i = vlFuzz_Choice(d->in, 8) - 5; i > 0 && d->used > 0; --i) {
        size_t place = ((size_t)vlFuzz_Byte(d->in) << 8 | vlFuzz_Byte(d->in)) % d->used;
        d->text[place] = (char)vlFuzz_Byte(d->in);
    }
}

// An override of something that may be there.
static void composeSet(vlDraft* d)
{
    static const char* const paths[] = {"world.step",
                                        "bodies.0.mass",
                                        "bodies.a.position",
                                        "bodies.a.b.mass",
                                        "shapes.a",
                                        "springs.s.to.body",
                                        "joints.a.axes.0.motor",
                                        "joints.0.b",
                                        "devices.a.hand.path.keys.0.time",
                                        "bodies.9.name",
                                        "name",
                                        "materials.steel.friction",
                                        "a..b",
                                        "",
                                        "bodies.0.shape.box.size.1"};
    d->used = 0;
    VL_CHOOSE(d, paths);
    vlDraft_Put(d, vlFuzz_Choice(d->in, 16) == 0 ? "" : "=");
    switch (vlFuzz_Choice(d->in, 4)) {
    case 0: vlDraft_PutVec(d); break;
    case 1: putShape(d); break;
    case 2: vlDraft_PutName(d); break;
    default: vlDraft_PutNumber(d); break;
    }
    d->text[d->used] = '\0';
}

static void checkErrors(vlResult result, const vlFileErrors* errors)
{
    VL_FUZZ_REQUIRE(result == VL_ERROR_PARSE);
    VL_FUZZ_REQUIRE(errors->total >= 1 && errors->total >= errors->count);
    VL_FUZZ_REQUIRE(errors->count >= 1 && errors->count <= VL_MAX_FILE_ERRORS);
    for (int i = 0; i < errors->count; ++i) {
        const vlFileError* e = &errors->item[i];
        bool isSet = strcmp(e->file, "--set") == 0; // these come last
        VL_FUZZ_REQUIRE(e->message[0] != '\0' && (isSet || strcmp(e->file, "fuzz.yaml") == 0));
        VL_FUZZ_REQUIRE(isSet ? e->line == 0 : e->line >= 1 && e->column >= 1);
        VL_FUZZ_REQUIRE(i == 0 || isSet || e->line >= errors->item[i - 1].line);
    }
}

static void checkScene(const vlScene* scene)
{
    static vlFileErrors errors;
    vlSceneOptions options = {.refuseFiles = true};
    vlScene* again = NULL;
    char* text = NULL;
    char* textAgain = NULL;
    size_t size = 0;
    size_t sizeAgain = 0;
    VL_FUZZ_REQUIRE(vlScene_GetBodyCount(scene) >= 1);
    VL_FUZZ_REQUIRE(vlScene_Write(scene, &text, &size) == VL_OK && strlen(text) == size);
    if (size > VL_MAX_SCENE_TEXT) { // wider than it was given
        vlScene_FreeText(text);
        return;
    }
    VL_FUZZ_REQUIRE(vlScene_ReadText(text, size, "written", &options, &again, &errors) == VL_OK);
    VL_FUZZ_REQUIRE(vlScene_GetHash(scene) == vlScene_GetHash(again));
    VL_FUZZ_REQUIRE(strcmp(vlScene_GetDescription(scene), vlScene_GetDescription(again)) == 0);
    VL_FUZZ_REQUIRE(vlScene_Write(again, &textAgain, &sizeAgain) == VL_OK);
    VL_FUZZ_REQUIRE(size == sizeAgain && memcmp(text, textAgain, size) == 0);
    vlScene_FreeText(text);
    vlScene_FreeText(textAgain);
    vlScene_Destroy(again);
}

size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t room, unsigned seed)
{
    if (seed % 4 == 0 || size == 0 || data[0] >= 0x80) {
        return LLVMFuzzerMutate(data, size, room);
    }
    return vlFuzzText_Change(data, size, room, seed);
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t* a, size_t aSize, const uint8_t* b, size_t bSize,
                                 uint8_t* out, size_t room, unsigned seed)
{
    return vlFuzzText_Cross(a, aSize, b, bSize, out, room, seed);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static vlFileErrors errors;
    static vlDraft draft;
    static vlDraft set;
    const char* sets[] = {set.text};
    vlSceneOptions options = {.sets = sets, .setCount = 0, .refuseFiles = true};
    vlScene* scene = NULL;
    if (size > 0 && data[0] >= 0x80) {
        vlFuzzInput in = {data + 1, size - 1};
        draft.in = &in;
        draft.used = 0;
        compose(&draft);
        set.in = &in;
        composeSet(&set);
        options.setCount = vlFuzz_Choice(&in, 2);
        data = (const uint8_t*)draft.text;
        size = draft.used;
    }
    // A separate block, so that the address sanitizer notices a read one byte too far.
    char* text = malloc(size > 0 ? size : 1);
    VL_FUZZ_REQUIRE(text != NULL);
    memcpy(text, data, size);
    vlResult result = vlScene_ReadText(text, size, "fuzz.yaml", &options, &scene, &errors);
    free(text);
    VL_FUZZ_REQUIRE((result == VL_OK) == (scene != NULL));
    if (scene != NULL) {
        checkScene(scene);
        vlScene_Destroy(scene);
    } else {
        checkErrors(result, &errors);
    }
    return 0;
}
