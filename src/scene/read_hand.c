// SPDX-License-Identifier: MIT
// `hand` of a simulated device: the person's grip, arm, intended path and button presses. The
// ranges are those of vlSimulatedDevice_Create, which cannot say which value it refuses.

#include "scene/reader.h"
#include "scene/scene_device.h"

#define MOST_AMOUNT 1e9    // of a grip's stiffness and damping
#define MOST_TIME 1e9      // s
#define MOST_FREQUENCY 1e3 // Hz
// A wrist does not turn further to either side.
#define MOST_DEGREES 180.0

static const vlRange times = {0.0, false, MOST_TIME};

// A mapping of the values that differ from those in `*grip`.
static bool readGripKeys(vlReader* r, const vlNode* node, const char* what, vlSimulatedGrip* grip)
{
    static const vlKeyName keys[] = {VL_KEYS_GRIP(VL_KEY_ROW)};
    enum { VL_KEYS_GRIP(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    vlRange amounts = {0.0, false, MOST_AMOUNT};
    if (!vlRead_Keys(r, node, what, keys, KEY_COUNT, found)) {
        return false;
    }
    bool ok = vlRead_Number(r, found[VL_GRIP_STIFFNESS], "stiffness", amounts, &grip->stiffness);
    ok = vlRead_Number(r, found[VL_GRIP_DAMPING], "damping", amounts, &grip->damping) && ok;
    ok = vlRead_Number(r, found[VL_GRIP_ANGULAR_STIFFNESS], "angular-stiffness", amounts,
                       &grip->angularStiffness) &&
         ok;
    return vlRead_Number(r, found[VL_GRIP_ANGULAR_DAMPING], "angular-damping", amounts,
                         &grip->angularDamping) &&
           ok;
}

// The name of a grip, or a mapping of the values that differ from the relaxed grip.
static bool readGrip(vlReader* r, const vlNode* node, vlSimulatedGrip* grip)
{
    *grip = vlSimulatedDevice_RelaxedGrip();
    if (node == NULL) {
        return true;
    }
    if (node->kind == VL_NODE_SCALAR) {
        int name = (int)VL_GRIP_RELAXED;
        bool ok = vlRead_Word(r, node, "grip", &vlWords_Grip, &name);
        *grip = name == (int)VL_GRIP_TIGHT ? vlSimulatedDevice_TightGrip() : *grip;
        return ok;
    }
    return readGripKeys(r, node, "grip", grip);
}

static void readGrips(vlReader* r, const vlNode* list, vlSceneHand* hand)
{
    static const vlKeyName keys[] = {VL_KEYS_GRIP_CHANGE(VL_KEY_ROW)};
    enum { VL_KEYS_GRIP_CHANGE(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    if (!vlRead_IsList(r, list, "grips", VL_MAX_SIMULATED_KEYS)) {
        return;
    }
    vlSimulatedGripChange* made = vlPool_Take(&r->scene->pool, (size_t)list->count, sizeof *made);
    if (made == NULL) {
        return;
    }
    bool ok = true;
    int i = 0;
    for (const vlNode* child = list->first; child != NULL; child = child->next, ++i) {
        bool isRead = vlRead_Keys(r, child, "a change of grip", keys, KEY_COUNT, found);
        if (isRead) {
            isRead = vlRead_Number(r, found[VL_GRIP_CHANGE_TIME], "time", times, &made[i].time);
            (void)readGrip(r, found[VL_GRIP_CHANGE_GRIP], &made[i].grip);
        }
        ok = ok && isRead && found[VL_GRIP_CHANGE_TIME] != NULL;
        if (ok && i > 0 && !(made[i].time > made[i - 1].time)) {
            vlFaults_Add(&r->faults, child->place,
                         "time is %g after %g; expected times in ascending order", made[i].time,
                         made[i - 1].time);
        }
    }
    hand->grips = made;
    hand->gripCount = list->count;
}

static void readPress(vlReader* r, const vlNode* node, vlSimulatedPress* press)
{
    static const vlKeyName keys[] = {VL_KEYS_PRESS(VL_KEY_ROW)};
    enum { VL_KEYS_PRESS(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    int button = 0;
    if (!vlRead_Keys(r, node, "a press", keys, KEY_COUNT, found)) {
        return;
    }
    const vlNode* from = found[VL_PRESS_FROM];
    const vlNode* until = found[VL_PRESS_UNTIL];
    (void)vlRead_Int(r, found[VL_PRESS_BUTTON], "button", 0, VL_MOST_BUTTON, &button);
    press->buttons = (uint32_t)1 << button;
    bool ok = from != NULL && vlRead_Number(r, from, "from", times, &press->from);
    ok = until != NULL && vlRead_Number(r, until, "until", times, &press->to) && ok;
    if (ok && !(press->to > press->from)) {
        vlFaults_Add(&r->faults, until->place, "until is %g and from %g; expected until after from",
                     press->to, press->from);
    }
}

static void readPresses(vlReader* r, const vlNode* list, vlSceneHand* hand)
{
    if (!vlRead_IsList(r, list, "presses", VL_MAX_SIMULATED_PRESSES)) {
        return;
    }
    vlSimulatedPress* made = vlPool_Take(&r->scene->pool, (size_t)list->count, sizeof *made);
    if (made == NULL) {
        return;
    }
    int i = 0;
    for (const vlNode* child = list->first; child != NULL; child = child->next) {
        readPress(r, child, &made[i++]);
    }
    hand->presses = made;
    hand->pressCount = list->count;
}

static void readPath(vlReader* r, const vlNode* node, vlPose start, vlSceneHand* hand)
{
    static const vlKeyName keys[] = {VL_KEYS_HAND_PATH(VL_KEY_ROW)};
    enum { VL_KEYS_HAND_PATH(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    if (node == NULL || !vlRead_Keys(r, node, "path", keys, KEY_COUNT, found)) {
        return;
    }
    const vlNode* list = found[VL_HAND_PATH_KEYS];
    (void)vlRead_Bool(r, found[VL_HAND_PATH_REPEAT], "repeat", &hand->repeat);
    if (!vlRead_IsList(r, list, "keys", VL_MAX_SIMULATED_KEYS)) {
        return;
    }
    if (list->count == 0) {
        vlFaults_Add(&r->faults, list->place, "keys is empty; expected at least one");
        return;
    }
    hand->keys = vlRead_MotionKeys(r, list, start);
    hand->keyCount = hand->keys != NULL ? list->count : 0;
    if (hand->keys != NULL && hand->keys[list->count - 1].time > MOST_TIME) {
        vlFaults_Add(&r->faults, list->last->place, "time is %g; expected at most %g",
                     hand->keys[list->count - 1].time, MOST_TIME);
    }
}

static void readOscillate(vlReader* r, const vlNode* node, vlSceneHand* hand)
{
    vlMotionScript motion = {.kind = VL_MOTION_NONE};
    double degrees = 0.0;
    if (node == NULL || !vlRead_Oscillate(r, node, &motion, &degrees)) {
        return;
    }
    if (motion.frequency > MOST_FREQUENCY) {
        vlFaults_Add(&r->faults, vlNode_Find(node, "frequency")->place,
                     "frequency is %g; expected at most %g", motion.frequency, MOST_FREQUENCY);
    }
    if (!(degrees >= -MOST_DEGREES && degrees <= MOST_DEGREES)) {
        vlFaults_Add(&r->faults, vlNode_Find(node, "turn")->place,
                     "turn is by %g degrees; expected %g to %g", degrees, -MOST_DEGREES,
                     MOST_DEGREES);
    }
    hand->amplitude = motion.amplitude;
    hand->turn = motion.turn;
    hand->frequency = motion.frequency;
    hand->phase = motion.phase;
}

void vlRead_Hand(vlReader* r, const vlNode* node, vlPose start, vlSceneHand* hand)
{
    static const vlKeyName keys[] = {VL_KEYS_HAND(VL_KEY_ROW)};
    enum { VL_KEYS_HAND(VL_KEY_ENUM) KEY_COUNT };
    const vlNode* found[KEY_COUNT];
    if (!vlRead_Keys(r, node, "hand", keys, KEY_COUNT, found)) {
        return;
    }
    (void)readGrip(r, found[VL_HAND_GRIP], &hand->grip);
    if (found[VL_HAND_ARM] != NULL) {
        (void)readGripKeys(r, found[VL_HAND_ARM], "arm", &hand->arm);
    }
    (void)vlRead_Bool(r, found[VL_HAND_CARRIES_WEIGHT], "carries-weight", &hand->carriesWeight);
    readPath(r, found[VL_HAND_PATH], start, hand);
    readOscillate(r, found[VL_HAND_OSCILLATE], hand);
    readGrips(r, found[VL_HAND_GRIPS], hand);
    readPresses(r, found[VL_HAND_PRESSES], hand);
}
