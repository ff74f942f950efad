// SPDX-License-Identifier: MIT
// The two halves of a tick for the usual case, a renderer with one device.

#include "volar/renderer.h"

vlResult vlRenderer_ReadDevice(vlRenderer* renderer, vlDevice* device, double now)
{
    vlDeviceSample sample;
    vlResult result = vlDevice_Read(device, now, &sample);
    return vlRenderer_Give(renderer, now, result, &sample);
}

vlResult vlRenderer_WriteDevice(vlRenderer* renderer, vlDevice* device, double now)
{
    vlWrench wrench = vlRenderer_Take(renderer, now);
    vlResult result = vlDevice_Write(device, now, &wrench);
    vlRenderer_Written(renderer, result);
    return result;
}
