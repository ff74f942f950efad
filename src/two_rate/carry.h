// SPDX-License-Identifier: MIT
#ifndef VOLAR_TWO_RATE_CARRY_H
#define VOLAR_TWO_RATE_CARRY_H

// Moves a contact that was found a while ago to where its bodies are now. docs/theory/two_rate.md.

#include "two_rate/packet.h"

// By how much the front and back faces of a contact area rose, as planes over the area, in its
// frame.
typedef struct vlRise {
    vlHeight front, back;
    double moved; // m, largest motion of a point of the area relative to its counterpart
} vlRise;

// Rotates and moves the frame of `volume` with its bodies, from `was` to `now`, and changes V and Q
// as if all of the area stayed in touch: V may become negative. Heights are not touched. Bodies
// that did not move leave every bit as it is.
vlRise vlCarry_Move(vlContactVolume* volume, const vlFollow* follow, const vlBodyPose was[2],
                    const vlBodyPose now[2]);

// Adds a plane of depth: half of it raises the front, half lowers the back.
void vlCarry_Deepen(vlContactVolume* volume, vlRise* rise, vlHeight plane);

// Appends footprint and heights, changed by `rise`, to those in `to`. Returns false, with nothing
// done, if there is no room.
bool vlCarry_Copy(vlContactVolume* volume, const vlRise* rise, const vlVec2* points,
                  const vlHeight* heights, vlVolumePool* to);

// Removes the part of the area that has left touch from V and Q, by the heights in `pool`; both are
// zero if nothing remains. True if a part has left.
bool vlCarry_Clamp(vlContactVolume* volume, const vlVolumePool* pool);

// The plane nearest to the depths: their mean, and slopes M2^-1 Q.
vlHeight vlCarry_MeanPlane(const vlContactVolume* volume);

#endif
