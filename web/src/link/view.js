// SPDX-License-Identifier: MIT
import {
    BIN_COUNT,
    BODY,
    BODY_ASLEEP,
    BODY_LEFT,
    CONTACT,
    DEVICE,
    DEVICE_CONNECTED,
    FLAG_PAUSED,
    FLAG_PLAYBACK,
    FLAG_SAMPLED,
    FLAG_TRUNCATED,
    GRAB,
    HAPTIC,
    HEADER,
    INTEGRATOR_IMPLICIT,
    JOINT,
    LEDGER,
    MAGIC,
    MECHANISM,
    PARAMETER_SIZE,
    PLANE,
    PLANE_LEDGER,
    PORTS,
    SAMPLE,
    SAMPLE_PRESSING,
    SAMPLING,
    STAGES,
    TAIL,
    VERTEX,
} from "./layout.js";

/**
 * One moment of the simulation, read in place from the received bytes.
 *
 * The numbers are reached through typed arrays over the message: every part starts at a multiple
 * of 8 bytes, and every machine that runs a browser with WebGL is little-endian, as views are. Only
 * the numbers that are used cost time, even in a view of a thousand contacts.
 */
export class View {
    /** @param {ArrayBuffer} buffer checked by `readView` */
    constructor(buffer) {
        const data = new DataView(buffer);
        const real = (at) => data.getFloat64(at, true);
        const count = (at) => data.getUint32(at, true);
        this.data = data;
        this.floats = new Float32Array(buffer);
        this.shorts = new Uint16Array(buffer);
        this.words = new Uint32Array(buffer);
        this.bytes = new Uint8Array(buffer);

        this.bodyCount = count(HEADER.bodyCount);
        this.contactCount = count(HEADER.contactCount);
        this.vertexCount = count(HEADER.vertexCount);
        this.grabCount = count(HEADER.grabCount);
        this.stepCount = Number(data.getBigUint64(HEADER.stepCount, true));
        this.time = real(HEADER.time);
        this.step = real(HEADER.step);
        this.kineticEnergy = real(HEADER.kineticEnergy);
        this.potentialEnergy = real(HEADER.potentialEnergy);
        this.normalForce = real(HEADER.normalForce);
        this.frictionForce = real(HEADER.frictionForce);
        this.deepest = real(HEADER.deepest);
        this.flags = count(HEADER.flags);
        this.missedDeadlines = count(HEADER.missedDeadlines);
        this.wallTime = real(HEADER.wallTime);
        this.speed = real(HEADER.speed);
        this.rate = real(HEADER.rate);
        this.firstTime = real(HEADER.firstTime);
        this.lastTime = real(HEADER.lastTime);
        this.stepTimes = new Uint32Array(buffer, HEADER.stepTimes, BIN_COUNT);

        this.bodiesAt = HEADER.size;
        this.contactsAt = this.bodiesAt + BODY.size * this.bodyCount;
        this.verticesAt = this.contactsAt + CONTACT.size * this.contactCount;
        this.grabsAt = this.verticesAt + VERTEX.size * this.vertexCount;
        this.tailAt = this.grabsAt + GRAB.size * this.grabCount;
        this.jointsAt = this.tailAt + TAIL.size;
        const tail = (field) => count(this.tailAt + field);
        this.jointCount = tail(TAIL.jointCount);
        this.isImplicit = tail(TAIL.integrator) >= INTEGRATOR_IMPLICIT;
        this.islandCount = tail(TAIL.islandCount);
        this.largestIsland = tail(TAIL.largestIsland);
        this.solves = tail(TAIL.solves);
        this.asleepBodies = tail(TAIL.asleepBodies);
        /** Work by its kind, J. */
        this.ledger = Object.fromEntries(
            LEDGER.map((name, k) => [name, real(this.tailAt + TAIL.ledger + 8 * k)]),
        );
        this.hapticAt = this.jointsAt + JOINT.size * this.jointCount;
        this.devicesAt = this.hapticAt + HAPTIC.size;
        this.deviceCount = count(this.hapticAt + HAPTIC.deviceCount);
        this.parametersAt = this.devicesAt + DEVICE.size * this.deviceCount;
        this.parameterCount = count(this.hapticAt + HAPTIC.parameterCount);
        this.planeAt = this.parametersAt + PARAMETER_SIZE * this.parameterCount;
        /** Whether the view has the samples of surfaces that are near another body. */
        this.isSampled = (this.flags & FLAG_SAMPLED) !== 0;
        this.isPlanar = !this.isSampled && this.planeAt < buffer.byteLength;
        this.samplingAt = this.planeAt; // a planar scene has no surfaces
        const sampling = (field) => (this.isSampled ? count(this.samplingAt + field) : 0);
        this.sampleCount = sampling(SAMPLING.sampleCount);
        this.nearCount = sampling(SAMPLING.nearCount);
        /** How punctual the run is; times in s, the rate in Hz. */
        this.timing = this.readTiming();
    }

    /** Work by its kind, J, and speeds, m/s, of a planar scene; null in other scenes. */
    get plane() {
        if (!this.isPlanar) {
            return null;
        }
        const real = (field) => this.data.getFloat64(this.planeAt + field, true);
        return {
            speedLimit: real(PLANE.speedLimit),
            fastest: real(PLANE.fastest),
            fastSteps: Number(this.data.getBigUint64(this.planeAt + PLANE.fastSteps, true)),
            wallEnergy: real(PLANE.wallEnergy),
            ledger: Object.fromEntries(
                PLANE_LEDGER.map((name, k) => [name, real(PLANE.ledger + 8 * k)]),
            ),
        };
    }

    /** Index into `floats`, or `words`, of a field of the mechanism of device `i`; -1: none. */
    mechanism(i, field) {
        const at = this.planeAt + PLANE.size + MECHANISM.size * i;
        return this.isPlanar && this.words[(at + MECHANISM.isThere) >> 2] ? (at + field) >> 2 : -1;
    }

    readTiming() {
        const real = (field) => this.data.getFloat64(this.hapticAt + field, true);
        return {
            lateTimes: new Uint32Array(
                this.data.buffer,
                this.hapticAt + HAPTIC.lateTimes,
                BIN_COUNT,
            ),
            worstStep: 1e-6 * real(HAPTIC.worstStep),
            worstLateness: 1e-6 * real(HAPTIC.worstLateness),
            worstStages: STAGES.map((_, k) => 1e-6 * real(HAPTIC.worstStages + 8 * k)),
            contactRate: real(HAPTIC.contactRate),
            packetAge: real(HAPTIC.packetAge),
            worstPacketAge: real(HAPTIC.worstPacketAge),
        };
    }

    get paused() {
        return (this.flags & FLAG_PAUSED) !== 0;
    }

    get playback() {
        return (this.flags & FLAG_PLAYBACK) !== 0;
    }

    get truncated() {
        return (this.flags & FLAG_TRUNCATED) !== 0;
    }

    /** Index into `floats` of a field of body `i`. */
    body(i, field) {
        return (this.bodiesAt + BODY.size * i + field) >> 2;
    }

    isAsleep(i) {
        return (this.words[this.body(i, BODY.flags)] & BODY_ASLEEP) !== 0;
    }

    /** Whether the body is far outside the scene. */
    hasLeft(i) {
        return (this.words[this.body(i, BODY.flags)] & BODY_LEFT) !== 0;
    }

    /** Present value of parameter `i` of the scene, in its unit. */
    parameter(i) {
        return this.data.getFloat64(this.parametersAt + PARAMETER_SIZE * i, true);
    }

    /** Index into `floats` of a field of contact `i`. */
    contact(i, field) {
        return (this.contactsAt + CONTACT.size * i + field) >> 2;
    }

    contactBodyA(i) {
        return this.shorts[(this.contactsAt + CONTACT.size * i + CONTACT.bodyA) >> 1];
    }

    contactBodyB(i) {
        return this.shorts[(this.contactsAt + CONTACT.size * i + CONTACT.bodyB) >> 1];
    }

    contactMode(i) {
        return this.bytes[this.contactsAt + CONTACT.size * i + CONTACT.mode];
    }

    contactVertexCount(i) {
        return this.shorts[(this.contactsAt + CONTACT.size * i + CONTACT.vertexCount) >> 1];
    }

    /** All polygon corners, four floats each: position and pressure. */
    vertices() {
        return this.floats.subarray(this.verticesAt >> 2, this.grabsAt >> 2);
    }

    /** Index into `floats` of a field of grab `i`. */
    grab(i, field) {
        return (this.grabsAt + GRAB.size * i + field) >> 2;
    }

    grabBody(i) {
        return this.words[(this.grabsAt + GRAB.size * i + GRAB.body) >> 2];
    }

    /** Index into `floats` of a field of near sample `i`. */
    sample(i, field) {
        return (this.samplingAt + SAMPLING.size + SAMPLE.size * i + field) >> 2;
    }

    isPressing(i) {
        const at = this.samplingAt + SAMPLING.size + SAMPLE.size * i + SAMPLE.flags;
        return (this.shorts[at >> 1] & SAMPLE_PRESSING) !== 0;
    }

    /** Index into `floats` of a field of joint `i`. */
    joint(i, field) {
        return (this.jointsAt + JOINT.size * i + field) >> 2;
    }

    /** Index into `floats`, or `words`, of a field of device `i`. */
    device(i, field) {
        return (this.devicesAt + DEVICE.size * i + field) >> 2;
    }

    /** A field of device `i` that is a whole number. */
    deviceWord(i, field) {
        return this.words[this.device(i, field)];
    }

    /** Is a real device connected in place of the simulated one? */
    isConnected(i) {
        return (this.deviceWord(i, DEVICE.flags) & DEVICE_CONNECTED) !== 0;
    }

    /** Does a real hand feel this run? */
    get hasConnected() {
        return Array.from({ length: this.deviceCount }, (_, i) => i).some((i) =>
            this.isConnected(i),
        );
    }

    /** Length of a vector of device `i`. */
    deviceLength(i, field) {
        const at = this.device(i, field);
        return Math.hypot(...this.floats.subarray(at, at + 3));
    }

    /** Energies of device `i`, J: net by port, and the most that its hand got unaccounted for. */
    deviceEnergies(i) {
        const at = this.devicesAt + DEVICE.size * i;
        const real = (field) => this.data.getFloat64(at + field, true);
        return {
            ports: PORTS.map((_, k) => real(DEVICE.port + 8 * k)),
            unpaid: real(DEVICE.unpaid),
        };
    }
}

/** Why these bytes are not a view, or null if they are one. */
function findFault(buffer) {
    if (buffer.byteLength < HEADER.size) {
        return `${buffer.byteLength} bytes are too few`;
    }
    const data = new DataView(buffer);
    const count = (at) => data.getUint32(at, true);
    const mark = count(HEADER.magic);
    if (mark !== MAGIC) {
        return `unknown mark 0x${mark.toString(16)}`;
    }
    let size =
        HEADER.size +
        BODY.size * count(HEADER.bodyCount) +
        CONTACT.size * count(HEADER.contactCount) +
        VERTEX.size * count(HEADER.vertexCount) +
        GRAB.size * count(HEADER.grabCount);
    // Adds the size of a part and, if the part itself is complete, of the items that it announces.
    const addPart = (part, ...items) => {
        const isWhole = size + part.size <= buffer.byteLength;
        const counted = items.reduce(
            (sum, [countAt, itemSize]) => sum + (isWhole ? itemSize * count(size + countAt) : 0),
            0,
        );
        size += part.size + counted;
    };
    addPart(TAIL, [TAIL.jointCount, JOINT.size]);
    const devices = size + 8 <= buffer.byteLength ? count(size + HAPTIC.deviceCount) : 0;
    addPart(HAPTIC, [HAPTIC.deviceCount, DEVICE.size], [HAPTIC.parameterCount, PARAMETER_SIZE]);
    if (count(HEADER.flags) & FLAG_SAMPLED) {
        addPart(SAMPLING, [SAMPLING.sampleCount, SAMPLE.size]);
    } else if (buffer.byteLength > size) {
        size += PLANE.size + MECHANISM.size * devices; // of a planar scene
    }
    if (size !== buffer.byteLength || size !== count(HEADER.byteCount)) {
        const announced = count(HEADER.byteCount);
        return `${buffer.byteLength} bytes, ${announced} announced, ${size} by its counts`;
    }
    return null;
}

/**
 * The view in these bytes; null, with a warning on the console, if they are not a view. The corners
 * of its polygons add up to the number of corners in it.
 * @param {ArrayBuffer} buffer
 */
export function readView(buffer) {
    const fault = findFault(buffer);
    if (fault) {
        console.warn(`volar: a view was ignored: ${fault}`);
        return null;
    }
    const view = new View(buffer);
    let corners = 0;
    for (let i = 0; i < view.contactCount; i++) {
        corners += view.contactVertexCount(i);
    }
    if (corners !== view.vertexCount) {
        console.warn(
            `volar: a view was ignored: polygons of ${corners} corners, ${view.vertexCount} came`,
        );
        return null;
    }
    return view;
}
