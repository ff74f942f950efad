// SPDX-License-Identifier: MIT
// Views of scenes with surfaces: which samples are near, and how large a patch of the mesh each of
// them represents.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "recordings.h"
#include "stage.h"
#include "test.h"
#include "volar/surface.h"

#define HEAD                                                                                       \
    "volar: 1\nname: mesh\n"                                                                       \
    "world: {integrator: implicit, surface: {foundation: 2.0e9, contact-distance: 0.001}}\n"       \
    "bodies:\n- {name: floor, type: static, shape: {halfspace: {normal: [0, 0, 1]}}}\n"

// A gear lies flat on the floor, a spoon beside it.
static const char table[] =
    HEAD "- {name: gear, shape: {mesh: {make: gear, as: surface, spacing: 0.001}}, mass: 0.3,\n"
         "   position: [0, 0, 0.001]}\n"
         "- {name: spoon, shape: {mesh: {make: spoon, as: surface, spacing: 0.001}}, mass: 0.03,\n"
         "   position: [0.2, 0, 0.01], rotation: {axis: [1, 0, 0], degrees: 90}}\n";
static const char spoonAlone[] =
    HEAD "- {name: spoon, shape: {mesh: {make: spoon, as: surface, spacing: 0.001}}, mass: 0.03,\n"
         "   position: [0, 0, 0.01], rotation: {axis: [1, 0, 0], degrees: 90}}\n";
static const char boxAlone[] =
    HEAD "- {name: box, shape: {box: {size: [0.1, 0.1, 0.1]}}, position: [0, 0, 0.05]}\n";

typedef struct Rig {
    vlScene* scene;
    vlSimulation* simulation;
    vlWorld* world;
    vlViewHeader* view;
    size_t capacity;
} Rig;

static Rig makeRig(const char* text)
{
    static vlFileErrors errors;
    Rig rig = {NULL, NULL, NULL, NULL, 0};
    vlResult r = vlScene_ReadText(text, strlen(text), "test", NULL, &rig.scene, &errors);
    if (r != VL_OK) {
        print_error("line %d: %s\n", errors.item[0].line, errors.item[0].message);
    }
    assert_int_equal(r, VL_OK);
    assert_int_equal(vlSimulation_Create(rig.scene, &rig.simulation, NULL, 0), VL_OK);
    rig.world = vlSimulation_GetWorld(rig.simulation);
    rig.capacity = vlView_GetCapacity(rig.simulation);
    rig.view = malloc(rig.capacity);
    assert_non_null(rig.view);
    return rig;
}

static void endRig(Rig* rig)
{
    free(rig->view);
    vlSimulation_Destroy(rig->simulation);
    vlScene_Destroy(rig->scene);
}

static size_t runAndWrite(const Rig* rig, int steps)
{
    for (int i = 0; i < steps; ++i) {
        assert_int_equal(vlSimulation_Step(rig->simulation), VL_OK);
    }
    size_t size = vlView_Write(rig->simulation, NULL, NULL, rig->view, rig->capacity);
    assert_true(size > 0 && size == rig->view->size);
    return size;
}

static vlSurfaceSample getSample(const vlShape* shape, int i)
{
    vlSurfaceSample sample;
    assert_int_equal(vlShape_GetSample(shape, i, &sample), VL_OK);
    return sample;
}

static void checkSample(const Rig* rig, const vlSurfaceContact* contact,
                        const vlContactSample* sample, const vlViewSample* seen)
{
    vlBodyId body = sample->isOnB ? contact->bodyB : contact->bodyA;
    assert_int_equal(seen->body, vlSimulation_FindBody(rig->simulation, body));
    const vlShape* shape = vlScene_GetBody(rig->scene, seen->body)->def.shape;
    double area = getSample(shape, sample->sample).area;
    // The radius is a float.
    VL_CHECK_NEAR(3.14159265358979 * (double)seen->radius * (double)seen->radius / area, 1.0, 1e-6);
    assert_true(seen->point[0] == (float)sample->point.x);
    assert_true(seen->point[1] == (float)sample->point.y);
    assert_true(seen->point[2] == (float)sample->point.z);
    assert_true(seen->normalForce == (float)sample->normalForce);
    assert_int_equal((seen->flags & VL_VIEW_PRESSING) != 0, sample->normalForce > 0.0);
    assert_int_equal((seen->flags & VL_VIEW_SLIPPING) != 0, sample->isSlipping);
}

// Compares every `stride`-th sample of the world with those of the view; returns how many press.
static int checkSamples(const Rig* rig, const vlViewSampling* sampling, uint32_t stride)
{
    const vlViewSample* seen = (const vlViewSample*)(sampling + 1);
    uint32_t all = 0, written = 0;
    int pressing = 0;
    for (int i = 0; i < vlWorld_GetSurfaceContactCount(rig->world); ++i) {
        vlSurfaceContact contact;
        assert_int_equal(vlWorld_GetSurfaceContact(rig->world, i, &contact), VL_OK);
        for (int k = 0; k < contact.sampleCount; ++k, ++all) {
            vlContactSample sample;
            assert_int_equal(vlWorld_GetContactSample(rig->world, i, k, &sample), VL_OK);
            if (all % stride == 0) {
                assert_true(written < sampling->sampleCount);
                checkSample(rig, &contact, &sample, &seen[written]);
                pressing += (seen[written++].flags & VL_VIEW_PRESSING) != 0;
            }
        }
    }
    assert_int_equal(sampling->nearCount, all);
    assert_int_equal(sampling->sampleCount, written);
    return pressing;
}

static void a_view_ends_with_the_samples_that_are_near(void** state)
{
    (void)state;
    Rig rig = makeRig(spoonAlone);
    size_t size = runAndWrite(&rig, 200);
    const vlViewSampling* sampling = vlView_GetSampling(rig.view);
    assert_non_null(sampling);
    assert_null(vlView_GetPlane(rig.view));
    assert_true((rig.view->status.flags & VL_VIEW_SAMPLED) != 0);
    assert_true(sampling->nearCount > 0 && sampling->nearCount <= VL_VIEW_MAX_SAMPLES);
    assert_true(checkSamples(&rig, sampling, 1) > 0);
    const unsigned char* end =
        (const unsigned char*)(sampling + 1) + sampling->sampleCount * sizeof(vlViewSample);
    assert_int_equal(end - (const unsigned char*)rig.view, size);
    endRig(&rig);
}

static void of_too_many_samples_a_view_holds_one_in_so_many(void** state)
{
    (void)state;
    Rig rig = makeRig(table);
    runAndWrite(&rig, 200);
    const vlViewSampling* sampling = vlView_GetSampling(rig.view);
    assert_non_null(sampling);
    assert_true(sampling->nearCount > VL_VIEW_MAX_SAMPLES);
    assert_true(sampling->sampleCount <= VL_VIEW_MAX_SAMPLES);
    uint32_t stride = (sampling->nearCount + VL_VIEW_MAX_SAMPLES - 1) / VL_VIEW_MAX_SAMPLES;
    assert_true(checkSamples(&rig, sampling, stride) > 0);
    endRig(&rig);
}

static void a_scene_without_surfaces_has_no_samples(void** state)
{
    (void)state;
    Rig rig = makeRig(boxAlone);
    vlViewStatus status = {.flags =
                               VL_VIEW_SAMPLED | VL_VIEW_PAUSED}; // only a view knows the first
    assert_true(vlView_Write(rig.simulation, &status, NULL, rig.view, rig.capacity) > 0);
    assert_int_equal(rig.view->status.flags, VL_VIEW_PAUSED);
    assert_null(vlView_GetSampling(rig.view));
    char* json = NULL;
    size_t size = 0;
    assert_int_equal(vlView_WriteScene(rig.simulation, &json, &size), VL_OK);
    assert_null(strstr(json, "patches"));
    vlScene_FreeText(json);
    endRig(&rig);
}

static vlVec3 findCentroid(const vlShape* shape, int face)
{
    int corner[3];
    assert_int_equal(vlShape_GetFaceVertices(shape, 0, face, corner, 3), 3);
    vlVec3 sum = vlShape_GetVertex(shape, 0, corner[0]);
    sum = vlAdd(sum, vlShape_GetVertex(shape, 0, corner[1]));
    sum = vlAdd(sum, vlShape_GetVertex(shape, 0, corner[2]));
    return vlScale(sum, 1.0 / 3.0);
}

// Compares with all samples; each of those at equal distance may represent the triangle.
static bool isPatchOfNearest(const vlShape* shape, int samples, vlVec3 centroid, double radius)
{
    double nearest = HUGE_VAL;
    for (int i = 0; i < samples; ++i) {
        nearest = fmin(nearest, vlLength(vlSub(getSample(shape, i).point, centroid)));
    }
    for (int i = 0; i < samples; ++i) {
        vlSurfaceSample sample = getSample(shape, i);
        double own = sqrt(sample.area / 3.14159265358979);
        // Three digits are written.
        if (vlLength(vlSub(sample.point, centroid)) <= nearest + 1e-12 &&
            fabs(own - radius) <= 0.005 * own) {
            return true;
        }
    }
    return false;
}

static void a_triangle_has_the_patch_of_its_nearest_sample(void** state)
{
    (void)state;
    Rig rig = makeRig(spoonAlone);
    const vlShape* shape = vlScene_GetBody(rig.scene, 1)->def.shape;
    vlSurfaceInfo info;
    assert_int_equal(vlShape_GetSurfaceInfo(shape, &info), VL_OK);
    char* json = NULL;
    size_t size = 0;
    assert_int_equal(vlView_WriteScene(rig.simulation, &json, &size), VL_OK);
    char* at = strstr(json, "\"patches\":[");
    assert_non_null(at);
    at += strlen("\"patches\":[");
    double least = HUGE_VAL, most = 0.0;
    for (int f = 0; f < info.triangleCount; ++f) {
        double radius = strtod(at, &at);
        assert_int_equal(*at, f + 1 < info.triangleCount ? ',' : ']');
        ++at;
        assert_true(isPatchOfNearest(shape, info.sampleCount, findCentroid(shape, f), radius));
        least = fmin(least, radius);
        most = fmax(most, radius);
    }
    // No patch is wider than the spacing, and merged samples have patches of different size.
    assert_true(least > 0.0 && most < 0.001 && most > 1.2 * least);
    vlScene_FreeText(json);
    endRig(&rig);
}

// Makes a recording with `size` bytes of the view. Returns how many views are accepted.
static uint64_t countBelieved(const Rig* rig, size_t size)
{
    char* name = vlTestFile_InMemory();
    vlRecorder* recorder = NULL;
    assert_int_equal(vlRecorder_Create(name, rig->simulation, &vlTestRecorder, &recorder, NULL, 0),
                     VL_OK);
    assert_int_equal(vlRecorder_AddView(recorder, rig->view, size), VL_OK);
    assert_int_equal(vlRecorder_Close(recorder, NULL), VL_OK);
    vlRecording* recording = vlTestRun_OpenRecording(name);
    uint64_t views = vlRecording_GetInfo(recording).views;
    vlRecording_Close(recording);
    free(name);
    return views;
}

static void a_recording_has_samples_whose_number_is_true(void** state)
{
    (void)state;
    Rig rig = makeRig(spoonAlone);
    size_t size = runAndWrite(&rig, 200);
    const vlViewSampling* found = vlView_GetSampling(rig.view);
    size_t at = (size_t)((const unsigned char*)found - (const unsigned char*)rig.view);
    vlViewSampling* sampling = (vlViewSampling*)((unsigned char*)rig.view + at);
    uint32_t count = sampling->sampleCount;
    assert_int_equal(countBelieved(&rig, size), 1);
    const uint32_t lies[] = {0, count - 1, count + 1, UINT32_MAX};
    for (int i = 0; i < 4; ++i) {
        sampling->sampleCount = lies[i];
        assert_int_equal(countBelieved(&rig, size), 0);
    }
    endRig(&rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_view_ends_with_the_samples_that_are_near),
        cmocka_unit_test(of_too_many_samples_a_view_holds_one_in_so_many),
        cmocka_unit_test(a_scene_without_surfaces_has_no_samples),
        cmocka_unit_test(a_triangle_has_the_patch_of_its_nearest_sample),
        cmocka_unit_test(a_recording_has_samples_whose_number_is_true),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
