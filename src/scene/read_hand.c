// SPDX-License-Identifier: MIT
// `hand` of a simulated device: the person's grip, arm, intended path and button presses.

#include "scene/reader.h"
#include "scene/scene_device.h"

#define MOST_TIME 1e9      // s
#define MOST_FREQUENCY 1e3 // Hz
// A wrist does not turn further to either side.
#define MOST_DEGREES 180.0

// The name of a grip, or a mapping of the values that differ from the relaxed grip.
static void readGrip(vlText* t, const vlNode* node, const vlField* field, void* member)
{
    vlSimulatedGrip* grip = member;
    int name = (int)VL_GRIP_RELAXED;
    *grip = vlSimulatedDevice_RelaxedGrip();
    if (node->kind != VL_NODE_SCALAR) {
        (void)vlSection_Read(t, &vlSection_Grip, node, field->key, grip);
    } else if (vlText_Word(t, node, field->key, &vlWords_Grip, &name) &&
               name == (int)VL_GRIP_TIGHT) {
        *grip = vlSimulatedDevice_TightGrip();
    }
}

const vlFieldType vlField_Grip = {readGrip, vlHash_MappingField, NULL};

static void readButton(vlText* t, const vlNode* node, const vlField* field, void* member)
{
    int button = 0;
    (void)vlText_Int(t, node, field->key, 0, VL_MOST_BUTTON, &button);
    *(uint32_t*)member = (uint32_t)1 << button;
}

const vlFieldType vlField_Button = {readButton, vlHash_IntField, NULL};

void vlCheck_Press(vlText* t, const vlNode* node, void* object, bool isClean)
{
    const vlSimulatedPress* press = object;
    if (isClean && !(press->to > press->from)) {
        vlFaults_Add(&t->faults, vlNode_Find(node, "until")->place,
                     "until is %g and from %g; expected until after from", press->to, press->from);
    }
}

static void readPath(vlReader* r, const vlNode* node, vlPose start, vlSceneHand* hand)
{
    if (node == NULL) {
        return;
    }
    (void)vlSection_Read(&r->text, &vlSection_HandPath, node, NULL, hand);
    hand->keys = vlRead_MotionKeys(r, &vlSection_HandPath, node, start, &hand->keyCount);
    if (hand->keys != NULL && hand->keys[hand->keyCount - 1].time > MOST_TIME) {
        vlFaults_Add(&r->text.faults, vlNode_Find(node, "keys")->last->place,
                     "time is %g; expected at most %g", hand->keys[hand->keyCount - 1].time,
                     MOST_TIME);
    }
}

static void readOscillate(vlReader* r, const vlNode* node, vlSceneHand* hand)
{
    vlMotionScript motion = {.kind = VL_MOTION_NONE};
    double degrees = 0.0;
    if (node == NULL || !vlSection_Read(&r->text, &vlSection_Oscillate, node, NULL, &motion)) {
        return;
    }
    if (motion.frequency > MOST_FREQUENCY) {
        vlFaults_Add(&r->text.faults, vlNode_Find(node, "frequency")->place,
                     "frequency is %g; expected at most %g", motion.frequency, MOST_FREQUENCY);
    }
    const vlNode* turn = vlNode_Find(node, "turn");
    if (turn != NULL) {
        (void)vlText_Number(&r->text, vlNode_Find(turn, "degrees"), "degrees", VL_RANGE_ANY,
                            &degrees);
    }
    if (!(degrees >= -MOST_DEGREES && degrees <= MOST_DEGREES)) {
        vlFaults_Add(&r->text.faults, turn->place, "turn is by %g degrees; expected %g to %g",
                     degrees, -MOST_DEGREES, MOST_DEGREES);
    }
    hand->amplitude = motion.amplitude;
    hand->turn = motion.turn;
    hand->frequency = motion.frequency;
    hand->phase = motion.phase;
}

void vlRead_Hand(vlReader* r, const vlNode* node, vlPose start, vlSceneHand* hand)
{
    (void)vlSection_Read(&r->text, &vlSection_Hand, node, NULL, hand);
    readPath(r, vlNode_Find(node, "path"), start, hand);
    readOscillate(r, vlNode_Find(node, "oscillate"), hand);
    hand->grips = vlSection_ReadItems(&r->text, vlSection_Find(&vlSection_Hand, "grips"),
                                      vlNode_Find(node, "grips"), sizeof *hand->grips, NULL, true,
                                      &hand->gripCount);
    hand->presses = vlSection_ReadItems(&r->text, vlSection_Find(&vlSection_Hand, "presses"),
                                        vlNode_Find(node, "presses"), sizeof *hand->presses, NULL,
                                        false, &hand->pressCount);
}
