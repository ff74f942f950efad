// SPDX-License-Identifier: MIT
/**
 * The layout of a view (include/volar/view.h): the only file of the page that knows byte offsets.
 * Sizes and offsets are in bytes; docs/viewer.md shows the same as a table.
 */

export const MAGIC = 0x31574c56; // "VLW1" as little-endian bytes
export const BIN_COUNT = 80;

export const FLAG_PAUSED = 1;
export const FLAG_PLAYBACK = 2;
export const FLAG_TRUNCATED = 4;
export const FLAG_SAMPLED = 8; // the view ends with samples of surfaces

export const BODY_ASLEEP = 1;
export const BODY_LEFT = 4; // far outside the scene

export const INTEGRATOR_IMPLICIT = 2; // and those above it

export const MODE_NONE = 0;
export const MODE_STATIC = 1;
export const MODE_DYNAMIC = 2;

export const HEADER = {
    size: 456,
    magic: 0,
    byteCount: 4,
    bodyCount: 8,
    contactCount: 12,
    vertexCount: 16,
    grabCount: 20,
    stepCount: 24, // 64-bit
    time: 32,
    step: 40,
    kineticEnergy: 48,
    potentialEnergy: 56,
    normalForce: 64,
    frictionForce: 72,
    deepest: 80,
    flags: 88,
    missedDeadlines: 92,
    wallTime: 96,
    speed: 104,
    rate: 112,
    firstTime: 120,
    lastTime: 128,
    stepTimes: 136, // 80 counts
};

export const BODY = {
    size: 80,
    position: 0,
    rotation: 12,
    velocity: 28,
    spin: 40,
    force: 52,
    torque: 64,
    flags: 76,
};

export const CONTACT = {
    size: 72,
    bodyA: 0,
    bodyB: 2,
    mode: 4,
    vertexCount: 6,
    origin: 8,
    normal: 20,
    centre: 32,
    normalForce: 44,
    friction: 48,
    frictionTorque: 60,
    area: 64,
    depth: 68,
};

export const VERTEX = {
    size: 16,
    position: 0,
    pressure: 12,
};

export const GRAB = {
    size: 48,
    hand: 0,
    body: 4,
    point: 8,
    target: 20,
    force: 32,
};

export const TAIL = {
    size: 120,
    jointCount: 0,
    integrator: 4,
    islandCount: 8,
    largestIsland: 12,
    solves: 16,
    unsettledIslands: 20,
    iterativeIslands: 24,
    asleepBodies: 28,
    ledger: 32, // 64-bit each, as named below
};

/** The entries of the energy ledger, in their order, J. */
export const LEDGER = [
    "gravity",
    "applied",
    "driven",
    "contactSprings",
    "contactDampers",
    "friction",
    "springs",
    "joints",
    "motors",
    "loss",
    "turnover",
];

/** Three axes each, then the wrench on B. */
export const JOINT = {
    size: 96,
    position: 0,
    velocity: 12,
    motorForce: 24,
    limitForce: 36,
    frictionForce: 48,
    force: 60,
    torque: 72,
    gap: 84,
    twist: 88,
    energy: 92,
};

export const HAPTIC = {
    size: 424,
    deviceCount: 0,
    parameterCount: 4,
    lateTimes: 8, // 80 counts
    worstStep: 328, // 64-bit from here on
    worstLateness: 336,
    worstStages: 344, // as named below
    contactRate: 400,
    packetAge: 408,
    worstPacketAge: 416,
};

/** Stages of a tick, in their order. */
export const STAGES = [
    "read device",
    "near pairs",
    "contact volumes",
    "contact forces",
    "solve",
    "integrate",
    "write device",
];

/** Kinds of parameters, by their names in a scene (include/volar/parameter.h). */
export const PARAMETERS = [
    "step",
    "gravity-x",
    "gravity-y",
    "gravity-z",
    "friction-static",
    "friction-dynamic",
    "stiffness",
    "damping-ratio",
    "coupling-stiffness",
    "coupling-damping",
    "coupling-angular-stiffness",
    "coupling-angular-damping",
    "restitution",
    "wall-law",
    "wall-stiffness",
    "friction-law",
    "friction-kinetic",
    "friction-breakaway",
];
export const PARAMETER_SIZE = 8; // each a 64-bit number, after the devices
export const AUTOMATIC = -1; // value of a parameter that the world chooses

export const DEVICE_OUTSIDE = 1;
export const DEVICE_CLUTCHED = 2;
export const DEVICE_SILENT = 4;
export const DEVICE_CONNECTED = 8;

export const HOLD_COUPLED = 1;
export const HOLD_DIRECT = 2;

export const DEVICE = {
    size: 184,
    hold: 0,
    body: 4,
    flags: 8,
    governor: 12,
    trips: 16,
    buttons: 20,
    position: 24,
    rotation: 36,
    heldAt: 52,
    heldRotation: 64,
    felt: 80,
    feltTorque: 92,
    sent: 104,
    sentTorque: 116,
    maxForce: 128,
    maxTorque: 132,
    port: 136, // 64-bit each, as named below
    unpaid: 176, // 64-bit
};

/** The ports through which energy flows into the virtual world, in their order, J. */
export const PORTS = ["device", "coupling", "contact", "friction", "integration"];

/** Why the governor changed a wrench (include/volar/governor.h), by the bit of its flag. */
export const TRIPS = [
    "number not finite: zero",
    "clock jumped: zero",
    "device jumped: zero",
    "old data: faded",
    "force at its limit",
    "torque at its limit",
    "force rate limited",
    "torque rate limited",
    "power to the hand cut",
    "energy to the hand cut",
    "out of its reach: zero",
];
export const GOVERNOR_RAMPING = 1 << 30;
export const GOVERNOR_HELD = 1 << 31;

/** Only in planar scenes, after the parameters; 64-bit each. */
export const PLANE = {
    size: 112,
    speedLimit: 0,
    fastest: 8,
    fastSteps: 16,
    swing: 24,
    wallEnergy: 32,
    ledger: 40, // as named below
};

/** The entries of the planar ledger, in their order, J. */
export const PLANE_LEDGER = [
    "start",
    "set",
    "gravity",
    "applied",
    "driven",
    "walls",
    "friction",
    "impacts",
    "turnover",
];

/** The pantograph of a device, after the plane; places are x and y in the world. */
export const MECHANISM = {
    size: 144,
    isThere: 0,
    cutWrites: 4,
    motors: 8, // 4
    elbows: 40, // 4
    ends: 72, // 2
    handle: 88, // x, y, angle
    torques: 100, // 4
    mostTorque: 116,
    hand: 120, // force along x and y, torque
    intention: 132,
    closure: 140,
};

export const SAMPLE_PRESSING = 1;

/** At the end of a view of a scene with surfaces: how many of their samples are near another body. */
export const SAMPLING = {
    size: 8,
    sampleCount: 0, // in the view
    nearCount: 4, // in the world
};

/** One such sample. */
export const SAMPLE = {
    size: 24,
    point: 0,
    radius: 12, // of a disc as large as the area that it stands for
    normalForce: 16,
    body: 20, // 16-bit
    flags: 22, // 16-bit
};
