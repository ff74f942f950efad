// SPDX-License-Identifier: MIT
// Any text as a scene: nothing crashes or leaks, what is refused says why, and what is accepted is
// written and read back to the same hash and the same text. tests/corpus/scene holds texts to start
// from. An input whose first byte is no beginning of an ASCII text is read as choices instead, from
// which a scene is put together that is nearly right.

#include "fuzz_input.h"
#include "volar/scene.h"

#define TEXT_ROOM 8192

typedef struct Draft {
    vlFuzzInput* in;
    char text[TEXT_ROOM];
    size_t used;
} Draft;

static void put(Draft* d, const char* words)
{
    size_t length = strlen(words);
    if (d->used + length < TEXT_ROOM) {
        memcpy(d->text + d->used, words, length);
        d->used += length;
    }
}

#define CHOOSE(d, list) put(d, (list)[vlFuzz_Choice((d)->in, (int)(sizeof(list) / sizeof *(list)))])

static void putNumber(Draft* d)
{
    static const char* const odd[] = {"0",   "-1",  "1e-9",   "1e9", "1e99", "1e400", "auto",
                                      "inf", "'1'", "x",      "",    "-0",   "0x1",   ".5",
                                      "7.",  "[1]", "1e-320", "0.1", "3",    "1000",  "~"};
    char digits[32];
    if (vlFuzz_Choice(d->in, 8) == 0) {
        CHOOSE(d, odd);
    } else {
        (void)snprintf(digits, sizeof digits, "%.3g", (vlFuzz_Byte(d->in) + 1) / 64.0);
        put(d, digits);
    }
}

static void putVec(Draft* d)
{
    put(d, "[");
    int count = vlFuzz_Choice(d->in, 16) == 0 ? vlFuzz_Choice(d->in, 5) : 3;
    for (int i = 0; i < count; ++i) {
        put(d, i > 0 ? ", " : "");
        putNumber(d);
    }
    put(d, "]");
}

static void putName(Draft* d)
{
    static const char* const names[] = {"a",     "b",       "c",   "b-1",   "b-2",
                                        "steel", "default", "a.b", "\"1\"", "ä"};
    CHOOSE(d, names);
}

static void putRotation(Draft* d)
{
    switch (vlFuzz_Choice(d->in, 4)) {
    case 0:
        put(d, "{euler: ");
        putVec(d);
        break;
    case 1: put(d, "{quaternion: [0.6, 0, 0.8, 0]"); break;
    default:
        put(d, "{axis: ");
        putVec(d);
        put(d, ", degrees: ");
        putNumber(d);
        break;
    }
    put(d, "}");
}

#define TETRAHEDRON                                                                                \
    "{faces: {points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], faces: [[0, 2, 1], [0, 1, "    \
    "3], [1, 2, 3], [0, 3, 2]]}}"

static void putShape(Draft* d)
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
    case 0: CHOOSE(d, whole); break;
    case 1:
        CHOOSE(d, round);
        putNumber(d);
        put(d, "}}");
        break;
    default:
        put(d, "{box: {size: ");
        putVec(d);
        put(d, "}}");
        break;
    }
}

// One key of a body, with a value that may fit.
static void putBodyKey(Draft* d)
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
    put(d, ", ");
    switch (vlFuzz_Choice(d->in, 5)) {
    case 0:
        CHOOSE(d, vectors);
        putVec(d);
        break;
    case 1:
        CHOOSE(d, numbers);
        putNumber(d);
        break;
    case 2:
        put(d, "rotation: ");
        putRotation(d);
        break;
    case 3:
        put(d, "material: ");
        putName(d);
        break;
    default: CHOOSE(d, whole); break;
    }
}

static void putBodies(Draft* d)
{
    put(d, "bodies:\n");
    for (int i = vlFuzz_Choice(d->in, 4); i >= 0; --i) {
        put(d, "  - {name: ");
        putName(d);
        put(d, ", shape: ");
        putShape(d);
        for (int k = vlFuzz_Choice(d->in, 4); k > 0; --k) {
            putBodyKey(d);
        }
        put(d, "}\n");
    }
}

static void putLinks(Draft* d)
{
    put(d, "forces: [{body: ");
    putName(d);
    put(d, ", force: ");
    putVec(d);
    put(d, ", until: ");
    putNumber(d);
    put(d, "}]\nsprings: [{name: s, from: {point: ");
    putVec(d);
    put(d, "}, to: {body: ");
    putName(d);
    put(d, "}, stiffness: ");
    putNumber(d);
    put(d, ", rest-length: auto}]\n");
}

static void putMotor(Draft* d)
{
    static const char* const modes[] = {
        "mode: torque, target: ", "mode: velocity, damping: 2, target: ",
        "mode: position, stiffness: 3, target: "};
    static const char* const opening[] = {"", "{path: {smooth: true, keys: [[0, 1], [2, ",
                                          "{oscillate: {frequency: 2, phase: 33, amplitude: "};
    static const char* const closing[] = {"", "]]}}", "}}"};
    put(d, "motor: {");
    CHOOSE(d, modes);
    int kind = vlFuzz_Choice(d->in, 3);
    put(d, opening[kind]);
    putNumber(d);
    put(d, closing[kind]);
    put(d, ", max-force: ");
    putNumber(d);
    put(d, "}");
}

static void putAxis(Draft* d)
{
    static const char* const keys[] = {"limits: [-1, ", "limits: [-inf, ", "limits: [0, "};
    put(d, "{");
    CHOOSE(d, keys);
    putNumber(d);
    put(d, "], friction: ");
    putNumber(d);
    if (vlFuzz_Choice(d->in, 2) == 0) {
        put(d, ", ");
        putMotor(d);
    }
    put(d, "}");
}

static void putJoint(Draft* d)
{
    static const char* const types[] = {"fixed",     "hinge",  "slider",   "ball",
                                        "universal", "planar", "distance", "bushing"};
    put(d, "  - {name: ");
    putName(d);
    put(d, ", type: ");
    CHOOSE(d, types);
    put(d, vlFuzz_Choice(d->in, 2) == 0 ? ", a: a, b: " : ", b: ");
    putName(d);
    if (vlFuzz_Choice(d->in, 2) == 0) {
        put(d, ", at: ");
        putVec(d);
        put(d, ", axis: ");
        putVec(d);
    } else {
        put(d, ", frame-a: {position: ");
        putVec(d);
        put(d, "}, frame-b: {rotation: ");
        putRotation(d);
        put(d, "}");
    }
    put(d, ", stiffness: ");
    if (vlFuzz_Choice(d->in, 4) == 0) {
        putVec(d);
    } else {
        putNumber(d);
    }
    if (vlFuzz_Choice(d->in, 2) == 0) {
        put(d, ", axes: [");
        putAxis(d);
        put(d, "]");
    }
    put(d, "}\n");
}

// A scene from choices, then a few bytes of it spoilt.
static void compose(Draft* d)
{
    static const char* const worlds[] = {
        "",
        "world: {}\n",
        "world: {step: 0.01, integrator: rk4}\n",
        "world: {integrator: implicit, sleep: true}\n",
        "world: {surface: {stiffness: 100, friction: 0.1}}\n",
        "world: {contact: {law: pressure, pointwise: true}, capacity: {pairs: 3}}\n"};
    static const char* const heads[] = {"volar: 1\nname: n\n", "{volar: 1, name: n}\n",
                                        "volar: 1\nname: n\ndescription: |\n  a\n   b\n"};
    CHOOSE(d, heads);
    CHOOSE(d, worlds);
    if (vlFuzz_Choice(d->in, 2) == 0) {
        put(d, "materials: {steel: {friction: ");
        putNumber(d);
        put(d, ", stiffness: ");
        putNumber(d);
        put(d, "}}\nsurfaces: [{between: [default, steel], damping: ");
        putNumber(d);
        put(d, "}]\n");
    }
    if (vlFuzz_Choice(d->in, 2) == 0) {
        put(d, "shapes: {a: ");
        putShape(d);
        put(d, ", b: ");
        putShape(d);
        put(d, "}\n");
    }
    putBodies(d);
    if (vlFuzz_Choice(d->in, 2) == 0) {
        putLinks(d);
    }
    if (vlFuzz_Choice(d->in, 2) == 0) {
        put(d, "joints:\n");
        for (int i = vlFuzz_Choice(d->in, 3); i >= 0; --i) {
            putJoint(d);
        }
    }
    for (int i = vlFuzz_Choice(d->in, 8) - 5; i > 0 && d->used > 0; --i) {
        size_t place = ((size_t)vlFuzz_Byte(d->in) << 8 | vlFuzz_Byte(d->in)) % d->used;
        d->text[place] = (char)vlFuzz_Byte(d->in);
    }
}

// An override of something that may be there.
static void composeSet(Draft* d)
{
    static const char* const paths[] = {"world.step",
                                        "bodies.0.mass",
                                        "bodies.a.position",
                                        "bodies.a.b.mass",
                                        "shapes.a",
                                        "springs.s.to.body",
                                        "joints.a.axes.0.motor",
                                        "joints.0.b",
                                        "bodies.9.name",
                                        "name",
                                        "materials.steel.friction",
                                        "a..b",
                                        "",
                                        "bodies.0.shape.box.size.1"};
    d->used = 0;
    CHOOSE(d, paths);
    put(d, vlFuzz_Choice(d->in, 16) == 0 ? "" : "=");
    switch (vlFuzz_Choice(d->in, 4)) {
    case 0: putVec(d); break;
    case 1: putShape(d); break;
    case 2: putName(d); break;
    default: putNumber(d); break;
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
    vlSceneOptions options = {NULL, 0, true};
    vlScene* again = NULL;
    char* text = NULL;
    char* textAgain = NULL;
    size_t size = 0;
    size_t sizeAgain = 0;
    VL_FUZZ_REQUIRE(vlScene_GetBodyCount(scene) >= 1);
    VL_FUZZ_REQUIRE(vlScene_Write(scene, &text, &size) == VL_OK && strlen(text) == size);
    if (size > VL_MAX_SCENE_TEXT) { // copies written out in full
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

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static vlFileErrors errors;
    static Draft draft;
    static Draft set;
    const char* sets[] = {set.text};
    vlSceneOptions options = {sets, 0, true};
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
    // A block of its own, so that the address sanitizer sees one byte too many.
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
