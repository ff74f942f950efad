// SPDX-License-Identifier: MIT
#ifndef VOLAR_APP_SERVE_COMMAND_H
#define VOLAR_APP_SERVE_COMMAND_H

// What a viewer page may ask for: one JSON object per message, strictly checked; docs/viewer.md
// lists them.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <volar/math.h>

// Longest message taken from a page, bytes.
#define VL_MAX_COMMAND_TEXT 512
#define VL_MAX_SCENE_NAME 64

typedef enum vlCommandKind {
    VL_COMMAND_PAUSE,   // {"type":"pause","on":true}
    VL_COMMAND_STEP,    // {"type":"step","count":1}: so many steps, then pause (count 1 .. 1000)
    VL_COMMAND_SPEED,   // {"type":"speed","value":0.1}: 0.001 .. 10 simulated seconds per second
    VL_COMMAND_RESTART, // {"type":"restart"}
    VL_COMMAND_SCENE,   // {"type":"scene","name":"stack"}: no path, so no slashes or leading dot
    VL_COMMAND_SEEK,    // {"type":"seek","time":1.5}: s, in a recording (0 .. 1e9)
    VL_COMMAND_GRAB,    // {"type":"grab","body":3,"point":[x,y,z],"target":[x,y,z]}: m, up to 1e6
    VL_COMMAND_MOVE,    // {"type":"move","target":[x,y,z]}
    VL_COMMAND_RELEASE, // {"type":"release"}
    // {"type":"steer","device":0,"move":[x,y,z],"turn":[x,y,z,w],"buttons":0}: where a device is in
    // the world, m and a unit quaternion, both since the page took it with the first of these.
    VL_COMMAND_STEER,
    VL_COMMAND_LEAVE, // {"type":"leave","device":0}: gives the device back
    // {"type":"set","parameter":4,"value":0.3}: sets a parameter of the scene, by its place there
    // (volar/parameter.h); -1 where it may be automatic. The simulation checks the range.
    VL_COMMAND_SET,
    VL_COMMAND_RESET, // {"type":"reset"}: all parameters as in the scene
    // {"type":"states","on":true}: the page wants contact states, or no longer
    VL_COMMAND_STATES,
    // {"type":"save"}: asks for the scene with the present parameters; the server itself answers.
    VL_COMMAND_SAVE
} vlCommandKind;

typedef struct vlViewerCommand {
    vlCommandKind kind;
    int client; // the sender, 0 .. VL_MAX_GRABS - 1; set by the server
    bool on;
    int count;
    int body;
    double value;         // speed, time of a seek, value of a parameter
    int parameter;        // place in the scene
    vlVec3 point, target; // target: also the motion of a device
    int device;  // place in the scene, 0 .. 15; -1, from the server: all that the client steers
    vlQuat turn; // unit
    uint32_t buttons; // one bit each
    char name[VL_MAX_SCENE_NAME];
} vlViewerCommand;

// Reads one message. False, with the reason in `message`, if it is not exactly one known command
// with all its fields in range: unknown or repeated keys, numbers that are not finite, trailing
// bytes, invalid UTF-8 all count. `*command` is written only on success.
bool vlViewerCommand_Parse(const char* text, size_t size, vlViewerCommand* command, char* message,
                           size_t messageSize);

#endif
