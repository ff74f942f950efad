// SPDX-License-Identifier: MIT
// Reading requests. Each JSON object has one function, called for each of its keys.

#include "app/haply/read_request.h"

#include <string.h>

#include "app/haply/haply_parts.h"

typedef struct Force {
    vlVec3 vector;
    bool hasVector;
    bool isNamed; // given by today's key, which has precedence over that of older services
} Force;

static bool readForceField(vlJsonIn* reader, const char* key, void* to)
{
    Force* force = to;
    vlVec3 vector = vlZero();
    bool has = false;
    if (!vlHaplyPart_Is(key, "vector") && !vlHaplyPart_Is(key, "values")) {
        return vlScan_Skip(reader);
    }
    if (!vlHaplyPart_ReadVector(reader, &vector, &has)) {
        return false;
    }
    if (has && (vlHaplyPart_Is(key, "vector") || !force->isNamed)) {
        *force = (Force){vector, true, vlHaplyPart_Is(key, "vector")};
    }
    return true;
}

static bool readTarget(vlJsonIn* reader, const char* key, void* to)
{
    vlHaplyOrder* order = to;
    return vlHaplyPart_Is(key, "position")
               ? vlHaplyPart_ReadVector(reader, &order->target, &order->hasTarget)
               : vlScan_Skip(reader);
}

static bool readCommand(vlJsonIn* reader, const char* key, void* to)
{
    vlHaplyOrder* order = to;
    if (vlHaplyPart_Is(key, "set_cursor_position")) {
        return vlScan_Object(reader, readTarget, order);
    }
    if (!vlHaplyPart_Is(key, "set_cursor_force")) {
        return vlScan_Skip(reader);
    }
    Force force = {vlZero(), false, false};
    if (!vlScan_Object(reader, readForceField, &force)) {
        return false;
    }
    order->hasForce = force.hasVector;
    order->force = force.vector;
    return true;
}

static bool readPreset(vlJsonIn* reader, const char* key, void* to)
{
    vlHaplyOrder* order = to;
    return vlHaplyPart_Is(key, "preset") ? vlHaplyPart_ReadWord(reader, order->preset)
                                         : vlScan_Skip(reader);
}

static bool readConfigure(vlJsonIn* reader, const char* key, void* to)
{
    vlHaplyOrder* order = to;
    if (!vlHaplyPart_Is(key, "preset")) {
        return vlScan_Skip(reader);
    }
    bool isNamed = vlHaplyPart_IsObject(reader);
    order->presetForm = isNamed ? VL_HAPLY_PRESET_OBJECT : VL_HAPLY_PRESET_TEXT;
    return isNamed ? vlScan_Object(reader, readPreset, order)
                   : vlHaplyPart_ReadWord(reader, order->preset);
}

static bool readOrderField(vlJsonIn* reader, const char* key, void* to)
{
    vlHaplyOrder* order = to;
    if (vlHaplyPart_Is(key, "device_id")) {
        return vlHaplyPart_ReadId(reader, order->id);
    }
    if (vlHaplyPart_Is(key, "configure")) {
        return vlScan_Object(reader, readConfigure, order);
    }
    return vlHaplyPart_Is(key, "commands") ? vlScan_Object(reader, readCommand, order)
                                           : vlScan_Skip(reader);
}

static bool readOrder(vlJsonIn* reader, void* to)
{
    vlHaplyRequest* request = to;
    vlHaplyOrder order;
    memset(&order, 0, sizeof order);
    bool isGood = vlScan_Object(reader, readOrderField, &order);
    if (isGood && request->orderCount < VL_MAX_HAPLY_DEVICES) {
        request->orders[request->orderCount++] = order;
    }
    return isGood;
}

static bool readSessionField(vlJsonIn* reader, const char* key, void* to)
{
    vlHaplyRequest* request = to;
    request->isFirst = request->isFirst || vlHaplyPart_Is(key, "configure");
    request->wantsAll = request->wantsAll || vlHaplyPart_Is(key, "force_render_full_state");
    return vlScan_Skip(reader);
}

bool vlHaplyRequest_ReadField(vlJsonIn* reader, const char* key, void* to)
{
    if (vlHaplyPart_Is(key, "session")) {
        return vlScan_Object(reader, readSessionField, to);
    }
    return vlHaplyPart_Is(key, "inverse3") ? vlScan_List(reader, readOrder, to)
                                           : vlScan_Skip(reader);
}
