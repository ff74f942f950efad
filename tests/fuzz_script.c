// SPDX-License-Identifier: MIT
// Any script of a motion: those of a scene's text are refused with a reason, or give finite poses
// and targets at every time, within the range of their keys; and a simulated device whose hand has
// any script is refused, or measures finite numbers whatever the clock does. An input that begins
// with a brace has up to three lines: the motion of a body, the target of a motor, a hand. Any
// other is read as choices.

#define VL_FUZZ_MUTATES
#include "base/script_at.h"
#include "fuzz_text.h"
#include "volar/scene.h"
#include "volar/simulated_device.h"

#define MOST_TEXT 8192
#define MOST_KEYS 6

size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t room, unsigned seed)
{
    if (seed % 4 == 0 || size == 0 || data[0] != '{') {
        return LLVMFuzzerMutate(data, size, room);
    }
    return vlFuzzText_Change(data, size, room, seed);
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t* a, size_t aSize, const uint8_t* b, size_t bSize,
                                 uint8_t* out, size_t room, unsigned seed)
{
    return vlFuzzText_Cross(a, aSize, b, bSize, out, room, seed);
}

static bool isPose(vlPose pose)
{
    const vlQuat q = pose.q;
    double length = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    return vlIsFinite(pose.p) && fabs(length - 1.0) <= 1e-9;
}

// --- Scripts of a scene ---

// Times at and around the keys, and far from all of them.
static double timeOf(int i, double key)
{
    static const double far[] = {0.0, -1.0, 1e-300, 1e6, 1e12, 12345.678};
    return i < 6 ? far[i] : i == 6 ? key : nextafter(key, i == 7 ? -HUGE_VAL : HUGE_VAL);
}

static void followMotion(const vlMotionScript* script)
{
    const vlPose start = {vlVec(1.0, 2.0, 3.0), vlIdentityPose().q};
    for (int k = 0; k < (script->keyCount > 0 ? script->keyCount : 1); ++k) {
        double key = script->keyCount > 0 ? script->keys[k].time : 0.5;
        VL_FUZZ_REQUIRE(k == 0 || key > script->keys[k - 1].time);
        for (int i = 0; i < 9; ++i) {
            VL_FUZZ_REQUIRE(isPose(vlMotionScript_At(script, start, timeOf(i, key))));
        }
    }
}

static void followTarget(const vlTargetScript* script, double constant)
{
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (int k = 0; k < script->keyCount; ++k) {
        low = fmin(low, script->keys[k].value);
        high = fmax(high, script->keys[k].value);
    }
    if (script->kind == VL_MOTION_OSCILLATE) {
        low = script->mean - fabs(script->amplitude);
        high = script->mean + fabs(script->amplitude);
    } else if (script->kind == VL_MOTION_NONE) {
        low = high = constant;
    }
    double slack = 1e-12 * (fabs(low) + fabs(high));
    for (int k = 0; k < (script->keyCount > 0 ? script->keyCount : 1); ++k) {
        double key = script->keyCount > 0 ? script->keys[k].time : 0.5;
        for (int i = 0; i < 9; ++i) {
            double target = vlTargetScript_At(script, constant, timeOf(i, key));
            VL_FUZZ_REQUIRE(target >= low - slack && target <= high + slack);
        }
    }
}

static void followHand(const vlSceneHand* hand)
{
    for (int k = 0; k < hand->keyCount; ++k) {
        VL_FUZZ_REQUIRE(isPose(hand->keys[k].pose));
        for (int i = 0; i < 9; ++i) {
            double time = timeOf(i, hand->keys[k].time);
            vlPose pose =
                vlScript_OnPath(hand->keys, hand->keyCount, NULL, hand->repeat, true, time);
            double sine = vlScript_Sine(hand->frequency, hand->phase, time);
            VL_FUZZ_REQUIRE(fabs(sine) <= 1.0);
            VL_FUZZ_REQUIRE(isPose(vlScript_Swing(pose, hand->amplitude, hand->turn, sine)));
        }
    }
}

// Puts each line of the input where a scene has such a script.
static size_t compose(char* text, const uint8_t* data, size_t size)
{
    static const char first[] =
        "volar: 1\nname: s\nworld: {integrator: implicit}\nbodies:\n"
        "  - {name: b, shape: {box: {size: [1, 1, 1]}}, position: [0, 0, 9]}\n"
        "  - {name: a, type: kinematic, shape: {box: {size: [1, 1, 1]}}, motion: ";
    static const char second[] =
        "}\njoints:\n  - {name: j, type: hinge, b: b, at: [0, 0, 9], axis: [0, 0, 1], axes: "
        "[{motor: {mode: position, stiffness: 3, max-force: 10, target: ";
    static const char third[] = "}}]}\ndevices:\n  - {name: d, holds: b, hand: ";
    static const char* const before[] = {first, second, third};
    size_t used = 0;
    for (int i = 0; i < 3; ++i) {
        const uint8_t* end = size > 0 ? memchr(data, '\n', size) : NULL;
        size_t line = end != NULL ? (size_t)(end - data) : size;
        used += (size_t)snprintf(text + used, MOST_TEXT - used, "%s%.*s", before[i],
                                 (int)(line < 2000 ? line : 2000), (const char*)data);
        if (end == NULL) {
            static const char* const after[] = {"}\n", "}}]}\n", "}\n"};
            return used + (size_t)snprintf(text + used, MOST_TEXT - used, "%s", after[i]);
        }
        data = end + 1;
        size -= line + 1;
    }
    return used + (size_t)snprintf(text + used, MOST_TEXT - used, "}\n");
}

static void readScripts(const uint8_t* data, size_t size)
{
    static char text[MOST_TEXT];
    static vlFileErrors errors;
    vlSceneOptions options = {.refuseFiles = true};
    vlScene* scene = NULL;
    size_t used = compose(text, data, size);
    vlResult result = vlScene_ReadText(text, used, "fuzz.yaml", &options, &scene, &errors);
    VL_FUZZ_REQUIRE(result == VL_OK || (errors.count > 0 && strlen(errors.item[0].message) > 5));
    for (int i = 0; scene != NULL && i < vlScene_GetBodyCount(scene); ++i) {
        followMotion(&vlScene_GetBody(scene, i)->motion);
    }
    for (int i = 0; scene != NULL && i < vlScene_GetJointCount(scene); ++i) {
        const vlSceneJoint* joint = vlScene_GetJoint(scene, i);
        followTarget(&joint->target[0], joint->def.axis[0].motor.target);
    }
    for (int i = 0; scene != NULL && i < vlScene_GetDeviceCount(scene); ++i) {
        followHand(&vlScene_GetDevice(scene, i)->hand);
    }
    vlScene_Destroy(scene);
}

// --- Hands of simulated devices ---

typedef struct Script {
    vlMotionKey keys[MOST_KEYS];
    vlSimulatedGripChange grips[MOST_KEYS];
    vlSimulatedPress presses[MOST_KEYS];
} Script;

static double usual(vlFuzzInput* in, double scale)
{
    return vlFuzz_Choice(in, 24) == 0 ? vlFuzz_Double(in) : scale * vlFuzz_Byte(in) / 64.0;
}

static vlPose usualPose(vlFuzzInput* in)
{
    if (vlFuzz_Choice(in, 24) == 0) {
        return vlFuzz_Pose(in);
    }
    vlPose pose = {vlVec(usual(in, 0.1), usual(in, 0.1), usual(in, 0.1)), vlFuzz_Quat(in)};
    return pose;
}

static vlSimulatedGrip usualGrip(vlFuzzInput* in)
{
    vlSimulatedGrip grip = {usual(in, 300.0), usual(in, 8.0), usual(in, 3.0), usual(in, 0.03)};
    return grip;
}

static void takeHand(vlFuzzInput* in, Script* script, vlSimulatedHand* hand)
{
    double time = usual(in, 0.1);
    hand->keyCount = vlFuzz_Choice(in, MOST_KEYS + 1);
    hand->gripCount = vlFuzz_Choice(in, MOST_KEYS + 1) / 2;
    hand->pressCount = vlFuzz_Choice(in, MOST_KEYS + 1) / 2;
    for (int i = 0; i < MOST_KEYS; ++i) {
        time += usual(in, 0.01) + 1e-6;
        script->keys[i] = (vlMotionKey){time, usualPose(in)};
        script->grips[i] = (vlSimulatedGripChange){time, usualGrip(in)};
        script->presses[i] = (vlSimulatedPress){time, time + usual(in, 0.1), vlFuzz_Byte(in)};
    }
    hand->keys = script->keys;
    hand->grips = script->grips;
    hand->presses = script->presses;
    hand->repeat = vlFuzz_Choice(in, 2) == 0;
    hand->amplitude = vlVec(usual(in, 0.01), usual(in, 0.01), usual(in, 0.01));
    hand->turn = vlVec(usual(in, 0.1), usual(in, 0.1), usual(in, 0.1));
    hand->frequency = usual(in, 4.0);
    hand->phase = usual(in, 6.0);
    hand->adaptation = usual(in, 0.2);
    hand->mass = usual(in, 1.0);
    hand->inertia = usual(in, 1e-2);
    hand->grip = usualGrip(in);
    hand->arm = usualGrip(in);
}

// The clock goes on, jumps, and comes back.
static double nextTime(vlFuzzInput* in, double now)
{
    switch (vlFuzz_Choice(in, 16)) {
    case 0: return vlFuzz_Double(in);
    case 1: return now + usual(in, 10.0);
    case 2: return now - usual(in, 1.0);
    default: return now + 1e-3;
    }
}

static void checkReport(const vlDevice* device)
{
    vlSimulatedReport r;
    VL_FUZZ_REQUIRE(vlSimulatedDevice_GetReport(device, &r) == VL_OK);
    VL_FUZZ_REQUIRE(isPose(r.handle) && isPose(r.hand) && isPose(r.intention));
    VL_FUZZ_REQUIRE(isfinite(r.time) && isfinite(r.kinetic) && isfinite(r.personWork));
}

static void moveHand(vlFuzzInput* in)
{
    Script script;
    vlSimulatedDeviceDef def;
    vlDevice* device = NULL;
    char message[256] = "";
    static const char* const presets[] = {"omega6", "touch", "omega3"};
    VL_FUZZ_REQUIRE(vlSimulatedDevice_GetPreset(presets[vlFuzz_Choice(in, 3)], &def) == VL_OK);
    takeHand(in, &script, &def.hand);
    vlResult result = vlSimulatedDevice_Check(&def, message, sizeof message);
    VL_FUZZ_REQUIRE(vlSimulatedDevice_Create(&def, &device) == result);
    VL_FUZZ_REQUIRE(result == VL_OK || (result == VL_ERROR_ARGUMENT && strlen(message) > 5));
    double now = 0.0;
    for (int i = 0; result == VL_OK && i < 40 && in->left > 0; ++i) {
        vlDeviceSample sample;
        now = nextTime(in, now);
        vlWrench wrench = {vlVec(usual(in, 4.0), usual(in, 4.0), 0.0), vlZero()};
        if (vlDevice_Read(device, now, &sample) == VL_OK) {
            VL_FUZZ_REQUIRE(isPose(sample.pose) || !vlDevice_GetInfo(device)->hasOrientation);
            VL_FUZZ_REQUIRE(vlIsFinite(sample.pose.p));
        }
        (void)!vlDevice_Write(device, now, &wrench);
        now = isfinite(now) && fabs(now) < 1e9 ? now : 0.0;
        checkReport(device);
    }
    vlDevice_Close(device);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    if (size > 0 && data[0] == '{') {
        readScripts(data, size);
    } else {
        vlFuzzInput in = {data, size};
        moveHand(&in);
    }
    return 0;
}
