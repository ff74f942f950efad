// SPDX-License-Identifier: MIT
#include "experiments/formation_path.h"

#include <stdio.h>

#define GAP 5e-4
#define WIDTH 0.1 // m, of the slot: the cube fits without play
#define STEP_X 0.12
#define STEP_Y 0.08
#define RADIANS (VL_PI / 180.0)

vlResult vlPath_MakeCube(const vlPolyhedron** cube)
{
    vlShape* box = NULL;
    vlVec3 half = vlVec(VL_PATH_HALF, VL_PATH_HALF, VL_PATH_HALF);
    vlResult result = vlShape_CreateBox(NULL, half, &box, NULL, 0);
    if (result == VL_OK) {
        result = vlPolyhedron_CreateFromShape(NULL, box, NULL, 0, cube, NULL, 0);
        vlShape_Release(box);
    }
    return result;
}

vlResult vlPath_MakeBody(vlPathBody body, const vlPolyhedron** polyhedron)
{
    static const vlVec2 sections[VL_PATH_BODIES][8] = {
        {{-0.1, -0.1}, {0.3, -0.1}, {0.3, 0.0}, {0.0, 0.0}, {0.0, 0.3}, {-0.1, 0.3}},
        {{-0.1, -0.1}, {0.3, -0.1}, {0.3, 0.0}, {STEP_X, 0.0}, {STEP_X, STEP_Y}, {-0.1, STEP_Y}},
        {{-0.1, -0.1},
         {0.2, -0.1},
         {0.2, 0.2},
         {WIDTH, 0.2},
         {WIDTH, 0.0},
         {0.0, 0.0},
         {0.0, 0.2},
         {-0.1, 0.2}}};
    int n = body == VL_PATH_SLOT ? 8 : 6;
    vlVec3 points[16];
    int sizes[10];
    int indices[64];
    int used = 0;
    for (int i = 0; i < n; ++i) {
        points[i] = vlVec(sections[body][i].x, sections[body][i].y, -0.15);
        points[n + i] = vlVec(sections[body][i].x, sections[body][i].y, 0.15);
    }
    sizes[0] = sizes[1] = n;
    for (int i = 0; i < n; ++i) {
        indices[used++] = n - 1 - i;
    }
    for (int i = 0; i < n; ++i) {
        indices[used++] = n + i;
    }
    for (int i = 0; i < n; ++i) {
        int next = (i + 1) % n;
        sizes[2 + i] = 4;
        indices[used++] = i;
        indices[used++] = next;
        indices[used++] = n + next;
        indices[used++] = n + i;
    }
    return vlPolyhedron_CreateFromFaces(NULL, points, 2 * n, sizes, n + 2, indices, NULL, 0,
                                        polyhedron, NULL, 0);
}

vlPose vlPath_InCorner(double lean, double turn, double along)
{
    vlQuat q = vlMulQ(vlQuatFromAxisAngle(vlVec(0.0, 1.0, 0.0), turn * RADIANS),
                      vlQuatFromAxisAngle(vlVec(0.0, 0.0, 1.0), lean * RADIANS));
    double h = VL_PATH_HALF;
    double x = 1.0;
    double y = 1.0;
    for (int i = 0; i < 8; ++i) {
        vlVec3 v = vlRotate(q, vlVec(i & 4 ? h : -h, i & 2 ? h : -h, i & 1 ? h : -h));
        x = fmin(x, v.x);
        y = fmin(y, v.y);
    }
    vlPose pose = {{GAP - x, GAP - y, along}, q};
    return pose;
}

vlPose vlPath_AtStep(double lean, double along)
{
    double sine;
    double cosine;
    double h = VL_PATH_HALF;
    vlSinCos(lean * RADIANS, &sine, &cosine);
    double y = GAP + h * sine + h * cosine;
    double x = STEP_X + (h + GAP + sine * (STEP_Y - y)) / cosine;
    vlPose pose = {{x, y, along}, vlQuatFromAxisAngle(vlVec(0.0, 0.0, 1.0), lean * RADIANS)};
    return pose;
}

vlPose vlPath_InSlot(double lift, double along)
{
    vlPose pose = {{0.5 * WIDTH, VL_PATH_HALF + GAP + lift, along}, vlIdentityQuat()};
    return pose;
}

double vlPath_Smooth(double share)
{
    double s = fmin(fmax(share, 0.0), 1.0);
    return s * s * s * (10.0 - 15.0 * s + 6.0 * s * s);
}

void vlPath_Label(const vlFormation* formation, char* text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "{");
    for (int i = 0; i < formation->count && used < size; ++i) {
        used += (size_t)snprintf(text + used, size - used, "%s%s", i > 0 ? ", " : "",
                                 vlContactType_Text(formation->contact[i].type));
    }
    if (used < size) {
        (void)snprintf(text + used, size - used, "}");
    }
}
