// SPDX-License-Identifier: MIT
// Flow mappings that hold only what is not usual.

#include "scene/write.h"

void vlFlow_PutKey(vlFlow* flow, const char* key)
{
    vlText_Put(flow->text, flow->count++ > 0 ? ", " : flow->opening);
    vlText_Put(flow->text, key);
    vlText_Put(flow->text, ": ");
}

void vlFlow_Close(const vlFlow* flow)
{
    vlText_Put(flow->text, flow->count > 0 ? "}\n" : "");
}

static void putAuto(vlText* t, double value)
{
    if (value == VL_AUTO) {
        vlText_Put(t, "auto");
    } else {
        vlText_PutNumber(t, value);
    }
}

void vlFlow_PutAuto(vlFlow* flow, const char* key, double value, double usual)
{
    if (value != usual) {
        vlFlow_PutKey(flow, key);
        putAuto(flow->text, value);
    }
}

void vlFlow_PutNumber(vlFlow* flow, const char* key, double value, double usual)
{
    if (value != usual) {
        vlFlow_PutKey(flow, key);
        vlText_PutNumber(flow->text, value);
    }
}

void vlFlow_PutVec(vlFlow* flow, const char* key, vlVec3 v)
{
    if (v.x != 0.0 || v.y != 0.0 || v.z != 0.0) {
        vlFlow_PutKey(flow, key);
        vlText_PutVec(flow->text, v);
    }
}

void vlFlow_PutWord(vlFlow* flow, const char* key, const vlWords* words, int value, int usual)
{
    if (value != usual) {
        vlFlow_PutKey(flow, key);
        vlText_Put(flow->text, vlWords_Name(words, value));
    }
}

void vlFlow_PutTrue(vlFlow* flow, const char* key, bool value)
{
    if (value) {
        vlFlow_PutKey(flow, key);
        vlText_Put(flow->text, "true");
    }
}
