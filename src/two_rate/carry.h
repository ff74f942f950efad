// SPDX-License-Identifier: MIT
#ifndef VOLAR_TWO_RATE_CARRY_H
#define VOLAR_TWO_RATE_CARRY_H

// Brings a contact that was found a while ago to where its bodies are now. docs/theory/two_rate.md.

#include "two_rate/packet.h"

// Planes over the contact area by which its front and back faces rose, in its frame.
typedef struct vlRise {
    vlHeight front, back;
    double moved; // m, that any point of the area moved against its counterpart, at most
} vlRise;

// Turns and moves the frame of `volume` with its bodies, from `was` to `now`, and adds what that
// does to V and Q as if all of the area stayed in touch: V may become negative. Heights are not
// touched. Bodies that did not move leave every bit as it is.
vlRise vlCarry_Move(vlContactVolume* volume, const vlFollow* follow, const vlStance was[2],
                    const vlStance now[2]);

// Adds a plane of depth: half to the front, half from the back.
void vlCarry_Deepen(vlContactVolume* volume, vlRise* rise, vlHeight plane);

// Copies footprint and heights, risen, behind those in `to`. False, and nothing done, if there is
// no room.
bool vlCarry_Copy(vlContactVolume* volume, const vlRise* rise, const vlVec2* points,
                  const vlHeight* heights, vlVolumePool* to);

// Where the area has left touch it does not count: V and Q of what is left, which is none with V
// zero. Heights in place. True if a part has left.
bool vlCarry_Clamp(vlContactVolume* volume, const vlVolumePool* pool);

// The plane nearest to the depths: mean, and slopes M2^-1 Q.
vlHeight vlCarry_MeanPlane(const vlContactVolume* volume);

#endif
