// SPDX-License-Identifier: MIT

#include "models/planar_model.h"

vlResult vlModel2_AddBox(vlWorld2* world, vlBodyType type, double width, double height,
                         vlPose2 pose, double mass, vlBody2Id* body)
{
    vlBody2Def def = vlDefaultBody2Def();
    def.type = type;
    def.polygon = vlPolygon_Box(width, height);
    def.pose = pose;
    def.mass = mass;
    return vlWorld2_CreateBody(world, &def, body);
}

vlResult vlModel2_AddRoom(vlWorld2* world, double half, double thickness)
{
    vlResult result = VL_OK;
    double away = half + 0.5 * thickness;
    const vlVec2 side[4] = {{0.0, -1.0}, {1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}};
    for (int i = 0; i < 4 && result == VL_OK; ++i) {
        bool isFlat = i % 2 == 0;
        double length = 2.0 * (half + thickness);
        vlPose2 pose = {{away * side[i].x, away * side[i].y}, 0.0};
        vlBody2Id wall;
        result = vlModel2_AddBox(world, VL_BODY_STATIC, isFlat ? length : thickness,
                                 isFlat ? thickness : length, pose, 0.0, &wall);
    }
    return result;
}

vlResult vlModel2_AddPebble(vlWorld2* world, vlRandom* random, vlVec2 place, vlBody2Id* body)
{
    vlBody2Def def = vlDefaultBody2Def();
    int count = 3 + vlRandom_Index(random, 6);
    double radius = vlRandom_Range(random, 0.02, 0.045);
    double start = vlRandom_Range(random, 0.0, 2.0 * VL_PI);
    def.polygon.count = count;
    for (int i = 0; i < count; ++i) {
        double angle = start + 2.0 * VL_PI * (i + vlRandom_Range(random, -0.2, 0.2)) / count;
        double sine;
        double cosine;
        vlSinCos(angle, &sine, &cosine);
        def.polygon.vertex[i] = (vlVec2){radius * cosine, radius * sine};
    }
    def.mass = vlRandom_Range(random, 1.0, 2.0);
    def.pose.p = place;
    def.velocity.linear =
        (vlVec2){vlRandom_Range(random, -1.0, 1.0), vlRandom_Range(random, -1.0, 1.0)};
    def.velocity.angular = vlRandom_Range(random, -5.0, 5.0);
    return vlWorld2_CreateBody(world, &def, body);
}

vlResult vlModel2_BuildPebbles(vlWorld2* world, vlRandom* random, int count, double share)
{
    vlBody2Id body[20];
    vlResult result = vlModel2_AddRoom(world, 0.3, 0.1);
    for (int i = 0; i < count && result == VL_OK; ++i) {
        vlVec2 place = {-0.24 + 0.12 * (i % 5), -0.18 + 0.12 * (i / 5)};
        result = vlModel2_AddPebble(world, random, place, &body[i]);
    }
    // 1 m/s each way and 5 rad/s at 45 mm is at most 1.64 m/s.
    double scale = share * vlWorld2_GetSpeedLimit(world).speed / 1.64;
    for (int i = 0; i < count && result == VL_OK; ++i) {
        vlTwist2 twist;
        result = vlBody2_GetTwist(world, body[i], &twist);
        twist.linear = (vlVec2){scale * twist.linear.x, scale * twist.linear.y};
        twist.angular *= scale;
        if (result == VL_OK) {
            result = vlBody2_SetTwist(world, body[i], twist);
        }
    }
    return result;
}
