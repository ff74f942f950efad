// SPDX-License-Identifier: MIT
// Any bytes given to the readers of Haply's protocol: they read nothing beyond them, and what they
// accept is finite, in range and reads back the same when written again. Random bytes alone would
// hardly get past the first brace, so one input in two is made from pieces of messages.

#include "app/haply/tracker.h"
#include "fuzz_input.h"

#define MOST 4200 // a little more than a request may have

static void checkText(const char* id)
{
    size_t length = strnlen(id, VL_MAX_HAPLY_ID);
    VL_FUZZ_REQUIRE(length < VL_MAX_HAPLY_ID);
    for (size_t i = 0; i < length; ++i) {
        VL_FUZZ_REQUIRE((unsigned char)id[i] >= 0x20);
    }
}

// Sorts grips: read, they are in the order of the text; written, in that of their kinds.
static void sortGrips(vlHaplyState* s)
{
    vlHaplyGrip sorted[VL_MAX_HAPLY_DEVICES];
    int count = 0;
    for (int kind = 0; kind < VL_HAPLY_GRIP_COUNT; ++kind) {
        for (int i = 0; i < s->gripCount; ++i) {
            if ((int)s->grips[i].kind == kind) {
                sorted[count++] = s->grips[i];
            }
        }
    }
    memcpy(s->grips, sorted, (size_t)count * sizeof sorted[0]);
}

static void checkState(vlHaplyState* s)
{
    VL_FUZZ_REQUIRE(s->armCount >= 0 && s->armCount <= VL_MAX_HAPLY_DEVICES);
    VL_FUZZ_REQUIRE(s->gripCount >= 0 && s->gripCount <= VL_MAX_HAPLY_DEVICES);
    for (int i = 0; i < s->armCount; ++i) {
        const vlHaplyArm* arm = &s->arms[i];
        checkText(arm->id);
        VL_FUZZ_REQUIRE(vlIsFinite(arm->position) && vlIsFinite(arm->velocity));
        VL_FUZZ_REQUIRE((arm->status & ~arm->statusKnown) == 0 && arm->statusKnown < 32);
    }
    for (int i = 0; i < s->gripCount; ++i) {
        const vlQuat q = s->grips[i].orientation;
        checkText(s->grips[i].id);
        VL_FUZZ_REQUIRE(isfinite(q.w) && isfinite(q.x) && isfinite(q.y) && isfinite(q.z));
        VL_FUZZ_REQUIRE(s->grips[i].buttons < 1024);
    }
    static char text[VL_MAX_HAPLY_STATE];
    vlHaplyState again;
    size_t size = vlHaplyState_Write(s, true, text, sizeof text);
    VL_FUZZ_REQUIRE(size > 0 && vlHaplyState_Read(text, size, &again, NULL, 0));
    sortGrips(s);
    VL_FUZZ_REQUIRE(memcmp(s, &again, sizeof again) == 0);
}

static void track(const vlHaplyState* s)
{
    char message[128];
    vlHaplyTracker tracker;
    vlHaplyTracker_Init(&tracker);
    if (!vlHaplyTracker_Begin(&tracker, s, "", message, sizeof message)) {
        return;
    }
    for (uint64_t i = 0; i < VL_HAPLY_SETTLING + 2; ++i) {
        bool isMeasured = vlHaplyTracker_Take(&tracker, s, 1e-3 * (double)i);
        VL_FUZZ_REQUIRE(!isMeasured || (tracker.isPresent && i >= VL_HAPLY_SETTLING));
    }
    vlQuat q = tracker.sample.pose.q;
    double length = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    VL_FUZZ_REQUIRE(tracker.sample.sequence <= 2 && vlIsFinite(tracker.sample.pose.p));
    VL_FUZZ_REQUIRE(fabs(length - 1.0) < 1e-12); // rounding of a division
}

static void checkRequest(const vlHaplyRequest* r)
{
    VL_FUZZ_REQUIRE(r->orderCount >= 0 && r->orderCount <= VL_MAX_HAPLY_DEVICES);
    for (int i = 0; i < r->orderCount; ++i) {
        checkText(r->orders[i].id);
        VL_FUZZ_REQUIRE(vlIsFinite(r->orders[i].force));
    }
    static char text[VL_MAX_HAPLY_STATE];
    vlHaplyRequest again;
    size_t size = vlHaplyRequest_Write(r, text, sizeof text);
    VL_FUZZ_REQUIRE(size > 0);
    if (size <= VL_MAX_HAPLY_REQUEST) {
        VL_FUZZ_REQUIRE(vlHaplyRequest_Read(text, size, &again, NULL, 0));
        VL_FUZZ_REQUIRE(memcmp(r, &again, sizeof again) == 0);
    }
}

static void check(const uint8_t* bytes, size_t size)
{
    // A copy of exactly this size, so that a sanitizer sees a byte too far.
    char* text = malloc(size + (size == 0));
    VL_FUZZ_REQUIRE(text != NULL);
    memcpy(text, bytes, size);
    vlHaplyState state;
    vlHaplyRequest request;
    char message[128] = "";
    bool isState = vlHaplyState_Read(text, size, &state, message, sizeof message);
    VL_FUZZ_REQUIRE(isState == (message[0] == '\0'));
    message[0] = '\0';
    bool isRequest = vlHaplyRequest_Read(text, size, &request, message, sizeof message);
    VL_FUZZ_REQUIRE(isRequest == (message[0] == '\0'));
    free(text);
    if (isState) {
        track(&state);
        checkState(&state);
    }
    if (isRequest) {
        checkRequest(&request);
    }
}

static size_t putTogether(vlFuzzInput* in, uint8_t* text)
{
    static const char* const pieces[] = {"{\"inverse3\":[{",
                                         "{\"wireless_verse_grip\":[{",
                                         "{\"verse_grip\":[{",
                                         "{\"session_id\":",
                                         "{\"session\":{\"force_render_full_state\":{}},",
                                         "{\"session\":{\"configure\":{}},",
                                         "\"inverse3\":[{",
                                         "\"wireless_verse_grip\":[{",
                                         "\"device_id\":\"A\",",
                                         "\"device_id\":\"",
                                         "\"state\":{",
                                         "\"status\":{",
                                         "\"config\":{",
                                         "\"type\":\"minverse\",",
                                         "\"preset\":\"defaults\",",
                                         "\"configure\":{\"preset\":{",
                                         "\"mount\":{",
                                         "\"transform\":{",
                                         "\"rotation\":{",
                                         "\"scale\":{",
                                         "\"basis\":{\"permutation\":\"XZY\"}",
                                         "\"filters\":{\"damping\":{\"scalar\":0.5}}",
                                         "\"gravity_compensation\":{\"enabled\":true}",
                                         "\"torque_scaling\":{",
                                         "\"calibrated\":false",
                                         "\"custom_verse_grip\":[{",
                                         "\"set_cursor_position\":{\"position\":{",
                                         "\"commands\":{\"set_cursor_force\":{",
                                         "\"vector\":{",
                                         "\"values\":{",
                                         "\"cursor_position\":{",
                                         "\"cursor_velocity\":{",
                                         "\"orientation\":{",
                                         "\"buttons\":{",
                                         "\"a\":true",
                                         "\"button\":false",
                                         "\"button_7\":true",
                                         "\"ready\":",
                                         "\"x\":",
                                         "\"y\":",
                                         "\"w\":",
                                         "true",
                                         "null",
                                         "0",
                                         "-1.5e-3",
                                         "1e300",
                                         ",",
                                         "}",
                                         "}}",
                                         "}]",
                                         "}}]}",
                                         "},{",
                                         "[",
                                         "]",
                                         "\"",
                                         "\\u00e9",
                                         "\xc3\xa9",
                                         " "};
    return vlFuzz_Join(in, pieces, (int)(sizeof pieces / sizeof pieces[0]), text, MOST - 64);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    uint8_t text[MOST];
    vlFuzzInput in = {data, size};
    if (vlFuzz_Byte(&in) % 2 == 0) {
        check(in.data, in.left);
    } else {
        check(text, putTogether(&in, text));
    }
    return 0;
}
