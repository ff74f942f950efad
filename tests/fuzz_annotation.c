// SPDX-License-Identifier: MIT
// Annotation of any motion, and any text as a table of contact states: nothing crashes or leaks,
// times go on, and each text is whole. An input that begins with a letter is such a table; any
// other is read as choices, from which two bodies move anyhow.

#define VL_FUZZ_MUTATES
#include "app/annotate/state_list.h"
#include "fuzz_file.h"
#include "fuzz_text.h"
#include "volar/annotation.h"
#include "volar/shape.h"

#define MOST_ROWS 12
#define MOST_UPDATES 60

size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t room, unsigned seed)
{
    if (seed % 2 == 0 || size == 0 || data[0] < 'a') {
        return LLVMFuzzerMutate(data, size, room);
    }
    return vlFuzzText_Change(data, size, room, seed);
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t* a, size_t aSize, const uint8_t* b, size_t bSize,
                                 uint8_t* out, size_t room, unsigned seed)
{
    return vlFuzzText_Cross(a, aSize, b, bSize, out, room, seed);
}

// --- Tables ---

static void checkList(const vlStateList* list)
{
    for (int i = 0; i < list->count; ++i) {
        const vlListedState* s = &list->states[i];
        VL_FUZZ_REQUIRE(s->pair >= 0 && s->pair < list->pairCount);
        VL_FUZZ_REQUIRE(isfinite(s->from) && isfinite(s->until) && s->text != NULL);
        VL_FUZZ_REQUIRE(s->gained >= 0 && s->lost >= 0 && s->freedoms >= 0);
        VL_FUZZ_REQUIRE(i == 0 || s->pair >= list->states[i - 1].pair);
    }
}

static void readTable(const uint8_t* data, size_t size)
{
    vlStateList list = {0};
    char* text = malloc(size + 1);
    VL_FUZZ_REQUIRE(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    vlFuzz_Hush();
    int status = vlStateList_ReadCsv("fuzz", "table", text, &list);
    vlFuzz_Speak();
    VL_FUZZ_REQUIRE(status == 0 || status == 3);
    if (status == 0) {
        vlStateList_Sort(&list);
        checkList(&list);
    }
    vlStateList_Free(&list);
    free(text);
}

// --- Motions ---

static vlShape* makeShape(int kind)
{
    static const vlVec3 ell[] = {{0.02, 0.02, 0.02}, {0.06, 0.02, 0.02}};
    vlShape* shape = NULL;
    switch (kind) {
    case 0: VL_FUZZ_REQUIRE(vlShape_CreateBox(NULL, ell[0], &shape, NULL, 0) == VL_OK); break;
    case 1: VL_FUZZ_REQUIRE(vlShape_CreateBox(NULL, ell[1], &shape, NULL, 0) == VL_OK); break;
    case 2:
        VL_FUZZ_REQUIRE(vlShape_CreateHalfspace(NULL, vlVec(0.0, 0.0, 1.0), 0.0, &shape, NULL, 0) ==
                        VL_OK);
        break;
    default: {
        static const vlVec3 points[] = {
            {0.0, 0.0, 0.0}, {0.05, 0.0, 0.0}, {0.0, 0.05, 0.0}, {0.0, 0.0, 0.05}};
        VL_FUZZ_REQUIRE(vlShape_CreateHull(NULL, points, 4, &shape, NULL, 0) == VL_OK);
        break;
    }
    }
    return shape;
}

static const vlPolyhedron* solidOf(int kind)
{
    static const vlPolyhedron* solids[4];
    if (solids[kind] == NULL) {
        vlShape* shape = makeShape(kind);
        VL_FUZZ_REQUIRE(
            vlPolyhedron_CreateFromShape(NULL, shape, NULL, 0, &solids[kind], NULL, 0) == VL_OK);
        vlShape_Release(shape);
    }
    return solids[kind];
}

// Near to contact more often than not.
static vlPose takePose(vlFuzzInput* in, vlPose last)
{
    if (vlFuzz_Choice(in, 16) == 0) {
        return vlFuzz_Pose(in);
    }
    vlPose pose = last;
    pose.p.x += 1e-3 * (vlFuzz_Choice(in, 5) - 2);
    pose.p.y += 1e-3 * (vlFuzz_Choice(in, 5) - 2);
    pose.p.z = 0.02 * vlFuzz_Choice(in, 4) + 1e-5 * (vlFuzz_Choice(in, 7) - 3);
    if (vlFuzz_Choice(in, 3) == 0) {
        vlVec3 turn = vlVec(0.25 * VL_PI * vlFuzz_Choice(in, 4), 0.5 * VL_PI * vlFuzz_Choice(in, 4),
                            1e-3 * vlFuzz_Choice(in, 4));
        pose.q = vlUnitQ(vlQuatFromRotationVector(turn));
    }
    return pose;
}

static void checkState(const vlPolyhedron* a, const vlPolyhedron* b, const vlContactState* s)
{
    char text[VL_MAX_STATE_TEXT], json[1024];
    VL_FUZZ_REQUIRE(s->until >= s->from && s->freedoms >= 0 && s->freedoms <= 6);
    VL_FUZZ_REQUIRE(s->formation.count >= 0 && s->formation.count <= VL_MAX_FORMATION);
    VL_FUZZ_REQUIRE(s->slipping <= s->updates && s->deepest >= 0.0);
    VL_FUZZ_REQUIRE(s->gained >= 0 && s->lost >= 0 && s->motion >= 0 &&
                    s->motion < VL_TRANSITION_COUNT);
    vlFormation_GetText(a, b, &s->formation, text, sizeof text);
    VL_FUZZ_REQUIRE((strcmp(text, "free") == 0) == (s->formation.count == 0));
    VL_FUZZ_REQUIRE(vlContactState_GetJson(a, b, s, json, sizeof json) > 2 && json[0] == '{');
    VL_FUZZ_REQUIRE(strlen(vlTransition_Text(s->motion)) > 2);
}

static int annotate(vlFuzzInput* in, vlStateRow* rows, char (*texts)[VL_MAX_STATE_TEXT])
{
    vlAnnotatorDef def = vlDefaultAnnotatorDef();
    int kinds[2] = {vlFuzz_Choice(in, 4), vlFuzz_Choice(in, 4)};
    def.a = solidOf(kinds[0] == 2 ? 3 : kinds[0]);
    def.b = solidOf(kinds[1]);
    def.dwell = 1e-3 * vlFuzz_Choice(in, 4);
    if (vlFuzz_Choice(in, 8) == 0) {
        def.settings.gap = vlFuzz_Double(in);
        def.settings.inside = vlFuzz_Double(in);
        def.settings.angle = vlFuzz_Double(in);
        def.settings.keep = vlFuzz_Double(in);
        def.dwell = vlFuzz_Double(in);
    }
    vlAnnotator* annotator = NULL;
    char message[256] = "";
    vlResult result = vlAnnotator_Create(NULL, &def, &annotator, message, sizeof message);
    VL_FUZZ_REQUIRE(result == VL_OK || (result == VL_ERROR_ARGUMENT && strlen(message) > 5));
    if (result != VL_OK) {
        return 0;
    }
    double time = 0.0;
    int count = 0;
    vlPose pose = vlIdentityPose(), rest = vlIdentityPose();
    for (int i = 0; i < MOST_UPDATES && in->left > 0; ++i) {
        vlContactState ended;
        double least = time;
        pose = takePose(in, pose);
        rest = vlFuzz_Choice(in, 32) == 0 ? vlFuzz_Pose(in) : rest;
        time += vlFuzz_Choice(in, 8) == 0 ? 1e3 * vlFuzz_Choice(in, 3) : 1e-3;
        VL_FUZZ_REQUIRE(time >= least);
        if (vlAnnotator_Update(annotator, time, pose, rest, &ended)) {
            checkState(def.a, def.b, &ended);
            if (count < MOST_ROWS) {
                vlFormation_GetText(def.a, def.b, &ended.formation, texts[count],
                                    VL_MAX_STATE_TEXT);
                rows[count] = (vlStateRow){ended.from, ended.until, texts[count]};
                ++count;
            }
        }
        checkState(def.a, def.b, vlAnnotator_GetState(annotator));
        VL_FUZZ_REQUIRE(vlAnnotator_GetNow(annotator)->count >= 0);
    }
    vlAnnotator_Destroy(annotator);
    return count;
}

// Two sequences compare the same in both orders, and each is the same process as itself.
static void compare(vlFuzzInput* in)
{
    static char texts[2][MOST_ROWS][VL_MAX_STATE_TEXT];
    vlStateRow rows[2][MOST_ROWS];
    int counts[2];
    double distance, back;
    for (int i = 0; i < 2; ++i) {
        counts[i] = annotate(in, rows[i], texts[i]);
    }
    VL_FUZZ_REQUIRE(vlStateRow_Compare(rows[0], counts[0], rows[1], counts[1], &distance) == VL_OK);
    VL_FUZZ_REQUIRE(vlStateRow_Compare(rows[1], counts[1], rows[0], counts[0], &back) == VL_OK);
    VL_FUZZ_REQUIRE(distance >= 0.0 && distance == back);
    VL_FUZZ_REQUIRE(vlStateRow_Compare(rows[0], counts[0], rows[0], counts[0], &distance) == VL_OK);
    VL_FUZZ_REQUIRE(distance == 0.0);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    if (size > 0 && data[0] >= 'a' && data[0] <= 'z') {
        readTable(data, size);
    } else {
        vlFuzzInput in = {data, size};
        compare(&in);
    }
    return 0;
}
