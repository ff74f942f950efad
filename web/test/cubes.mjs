// SPDX-License-Identifier: MIT
// Small worlds for the mock server, written as views.
import {
    BODY,
    BODY_ASLEEP,
    BODY_LEFT,
    CONTACT,
    DEVICE,
    GRAB,
    HAPTIC,
    HEADER,
    JOINT,
    LEDGER,
    MAGIC,
    TAIL,
    VERTEX,
} from "../src/link/layout.js";

export const STEP = 0.001; // s
const GRAVITY = 9.8; // m/s2
const HALF = 0.05; // m, of every cube
const MASS = 0.5; // kg
const STIFFNESS = 2e4; // N/m per contact
const DAMPING = 60; // N s/m
const FRICTION = 0.5;

function makeBox() {
    const vertices = [];
    for (let i = 0; i < 8; i++) {
        vertices.push(i & 1 ? HALF : -HALF, i & 2 ? HALF : -HALF, i & 4 ? HALF : -HALF);
    }
    const faces = [
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 2, 3, 1],
        [4, 5, 7, 6],
    ];
    return { pieces: [{ vertices, faces }] };
}

/** Cubes that stay upright, with just enough physics to fall, rest, slide and be pulled. */
export class Cubes {
    /** @param {number[][]} places centres, m */
    constructor(places) {
        this.places = places;
        this.restart();
    }

    restart() {
        this.time = 0;
        this.steps = 0;
        this.cubes = this.places.map((x) => ({ x: [...x], v: [0, 0, 0], f: [0, 0, 0] }));
        this.contacts = [];
        this.grabs = new Map();
        /** Numbers of each joint, by the names of their fields. */
        this.joints = [];
        /** Numbers of the tail: integrator, islandCount and so on, and the ledger. */
        this.solver = { ledger: {} };
        /** Of each device: words, floats and doubles by the names of their fields. */
        this.devices = [];
        /** Timing of the run: lateTimes, and doubles by the names of their fields. */
        this.timing = {};
    }

    scene(name, scenes) {
        const palette = ["#d7694f", "#e0a340", "#7fae5a", "#4f9bb5", "#7d7cc4", "#b5699a"];
        const cubes = this.places.map((_, i) => ({
            name: `block ${i + 1}`,
            type: "dynamic",
            colour: palette[i % palette.length],
            mass: MASS,
            centre: [0, 0, 0],
            material: "default",
            shape: 1,
        }));
        return {
            type: "scene",
            name,
            description: "Blocks fall on a floor and stand.",
            step: STEP,
            gravity: [0, 0, -GRAVITY],
            playback: false,
            scenes,
            camera: null,
            materials: ["default"],
            bodies: [
                {
                    name: "floor",
                    type: "static",
                    colour: "#888888",
                    mass: 0,
                    centre: [0, 0, 0],
                    material: "default",
                    shape: 0,
                },
                ...cubes,
            ],
            shapes: [{ halfspace: { normal: [0, 0, 1], offset: 0 } }, makeBox()],
            springs: [],
            joints: [],
        };
    }

    /** Overlap of cube b with cube a (null: the floor) as a contact with a horizontal polygon. */
    collide(a, b, indexA, indexB) {
        const depth = a ? a.x[2] + 2 * HALF - b.x[2] : HALF - b.x[2];
        const low = [0, 1].map((k) => Math.max(b.x[k], a ? a.x[k] : b.x[k]) - HALF);
        const high = [0, 1].map((k) => Math.min(b.x[k], a ? a.x[k] : b.x[k]) + HALF);
        if (depth <= 0 || depth > HALF || high[0] <= low[0] || high[1] <= low[1]) {
            return;
        }
        const velocity = b.v.map((v, k) => v - (a ? a.v[k] : 0));
        const normal = Math.max(0, STIFFNESS * depth - DAMPING * velocity[2]);
        const slip = Math.hypot(velocity[0], velocity[1]);
        const sideways = Math.min(FRICTION * normal, DAMPING * slip);
        const friction =
            slip > 0
                ? [(-sideways * velocity[0]) / slip, (-sideways * velocity[1]) / slip, 0]
                : [0, 0, 0];
        const force = [friction[0], friction[1], normal];
        force.forEach((f, k) => {
            b.f[k] += f;
            if (a) {
                a.f[k] -= f;
            }
        });
        const z = b.x[2] - HALF + depth / 2;
        this.contacts.push({
            bodyA: indexA,
            bodyB: indexB,
            mode: sideways < FRICTION * normal ? 1 : 2,
            depth,
            normal,
            friction,
            centre: [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, z],
            area: (high[0] - low[0]) * (high[1] - low[1]),
            corners: [
                [low[0], low[1], z],
                [high[0], low[1], z],
                [high[0], high[1], z],
                [low[0], high[1], z],
            ],
        });
    }

    step() {
        const { cubes } = this;
        this.contacts = [];
        cubes.forEach((cube) => {
            cube.f = [0, 0, 0];
        });
        cubes.forEach((b, j) => {
            this.collide(null, b, 0, j + 1);
            cubes.forEach((a, i) => i !== j && this.collide(a, b, i + 1, j + 1));
        });
        cubes.forEach((cube, i) => {
            const pull = [0, 0, 0];
            for (const grab of this.grabs.values()) {
                if (grab.body === i + 1) {
                    grab.held = cube.x.map((x, k) => x + grab.point[k]);
                    grab.force = grab.held.map(
                        (x, k) => 150 * (grab.target[k] - x) - 12 * cube.v[k],
                    );
                    grab.force.forEach((f, k) => {
                        pull[k] += f;
                    });
                }
            }
            for (let k = 0; k < 3; k++) {
                cube.v[k] += STEP * ((cube.f[k] + pull[k]) / MASS - (k === 2 ? GRAVITY : 0));
                cube.x[k] += STEP * cube.v[k];
            }
        });
        this.time += STEP;
        this.steps++;
    }

    /** The state as bytes. */
    write(status) {
        const grabs = Array.from(this.grabs, ([hand, grab]) => ({ hand, ...grab })).filter(
            (grab) => grab.force,
        );
        const vertexCount = this.contacts.reduce((sum, contact) => sum + contact.corners.length, 0);
        const bodyCount = this.cubes.length + 1;
        const size =
            HEADER.size +
            BODY.size * bodyCount +
            CONTACT.size * this.contacts.length +
            VERTEX.size * vertexCount +
            GRAB.size * grabs.length +
            TAIL.size +
            JOINT.size * this.joints.length +
            HAPTIC.size +
            DEVICE.size * this.devices.length;
        const data = new DataView(new ArrayBuffer(size));
        const word = (at, value) => data.setUint32(at, value, true);
        const real = (at, value) => data.setFloat64(at, value, true);
        const floats = (at, ...values) =>
            values.flat().forEach((v, k) => data.setFloat32(at + 4 * k, v, true));
        word(HEADER.magic, MAGIC);
        word(HEADER.byteCount, size);
        [bodyCount, this.contacts.length, vertexCount, grabs.length].forEach((n, k) =>
            word(HEADER.bodyCount + 4 * k, n),
        );
        data.setBigUint64(HEADER.stepCount, BigInt(this.steps), true);
        const heights = this.cubes.reduce((sum, cube, i) => sum + cube.x[2] - this.places[i][2], 0);
        const squares = this.cubes.reduce(
            (sum, { v }) => sum + v[0] ** 2 + v[1] ** 2 + v[2] ** 2,
            0,
        );
        const normal = this.contacts.reduce((sum, contact) => sum + contact.normal, 0);
        const friction = this.contacts.reduce(
            (sum, contact) => sum + Math.hypot(...contact.friction),
            0,
        );
        const deepest = Math.max(0, ...this.contacts.map((contact) => contact.depth));
        [
            this.time,
            STEP,
            0.5 * MASS * squares,
            MASS * GRAVITY * heights,
            normal,
            friction,
            deepest,
        ].forEach((value, k) => real(HEADER.time + 8 * k, value));
        word(HEADER.flags, status.paused ? 1 : 0);
        word(HEADER.missedDeadlines, status.missed ?? 0);
        [status.wall, status.speed, status.rate, 0, this.time].forEach((value, k) =>
            real(HEADER.wallTime + 8 * k, value),
        );
        status.bins.forEach((count, k) => word(HEADER.stepTimes + 4 * k, count));
        let at = HEADER.size;
        for (const cube of [{ x: [0, 0, 0], v: [0, 0, 0], f: [0, 0, 0] }, ...this.cubes]) {
            floats(at, cube.x, cube.q ?? [0, 0, 0, 1], cube.v, [0, 0, 0], cube.f, [0, 0, 0]);
            word(at + BODY.flags, (cube.isAsleep ? BODY_ASLEEP : 0) | (cube.hasLeft ? BODY_LEFT : 0));
            at += BODY.size;
        }
        for (const contact of this.contacts) {
            data.setUint16(at + CONTACT.bodyA, contact.bodyA, true);
            data.setUint16(at + CONTACT.bodyB, contact.bodyB, true);
            data.setUint8(at + CONTACT.mode, contact.mode);
            data.setUint16(at + CONTACT.vertexCount, contact.corners.length, true);
            floats(
                at + CONTACT.origin,
                contact.centre,
                [0, 0, 1],
                contact.centre,
                contact.normal,
                contact.friction,
                0,
                contact.area,
                contact.depth,
            );
            at += CONTACT.size;
        }
        for (const contact of this.contacts) {
            contact.corners.forEach((corner, k) => {
                // The pressure varies, so that colours differ over a polygon.
                floats(at, corner, (contact.normal / contact.area) * (0.5 + k / 3));
                at += VERTEX.size;
            });
        }
        for (const grab of grabs) {
            word(at + GRAB.hand, grab.hand);
            word(at + GRAB.body, grab.body);
            floats(at + GRAB.point, grab.held, grab.target, grab.force);
            at += GRAB.size;
        }
        Object.keys(this.solver)
            .filter((name) => name !== "ledger")
            .forEach((name) => word(at + TAIL[name], this.solver[name]));
        word(at + TAIL.jointCount, this.joints.length);
        LEDGER.forEach((name, k) => real(at + TAIL.ledger + 8 * k, this.solver.ledger[name] ?? 0));
        at += TAIL.size;
        for (const joint of this.joints) {
            Object.keys(joint).forEach((name) => floats(at + JOINT[name], joint[name]));
            at += JOINT.size;
        }
        const { lateTimes = [], ...rest } = this.timing;
        word(at + HAPTIC.deviceCount, this.devices.length);
        lateTimes.forEach((count, k) => word(at + HAPTIC.lateTimes + 4 * k, count));
        const reals = (start, values) => values.forEach((value, k) => real(start + 8 * k, value));
        Object.keys(rest).forEach((name) => reals(at + HAPTIC[name], [rest[name]].flat()));
        at += HAPTIC.size;
        for (const device of this.devices) {
            const put = (part, write) =>
                Object.keys(part).forEach((name) => write(at + DEVICE[name], part[name]));
            put(device.words, word);
            put(device.floats, floats);
            put(device.reals, reals);
            at += DEVICE.size;
        }
        return data.buffer;
    }
}

/** Six blocks: a stack of three, a bridge, and one that falls from higher up. */
export function makeSix() {
    return new Cubes([
        [0, 0, 0.05],
        [0.012, 0, 0.16],
        [-0.02, 0.01, 0.27],
        [0.22, 0.06, 0.06],
        [0.16, -0.14, 0.08],
        [0.01, -0.01, 0.6],
    ]);
}

/** `bodies` cubes at rest, with `contacts` made-up contacts in each view. */
export class Crowd extends Cubes {
    constructor(bodies, contacts) {
        const side = Math.ceil(Math.cbrt(bodies));
        super(
            Array.from({ length: bodies }, (_, i) => [
                0.11 * (i % side),
                0.11 * (Math.floor(i / side) % side),
                0.05 + 0.1 * Math.floor(i / side ** 2),
            ]),
        );
        this.wanted = contacts;
    }

    step() {
        this.time += STEP;
        this.steps++;
        this.cubes.forEach((cube, i) => {
            cube.x[2] = this.places[i][2] + 0.004 * Math.sin(3 * this.time + i);
        });
        this.contacts = Array.from({ length: this.wanted }, (_, i) => {
            const cube = this.cubes[i % this.cubes.length];
            const turn = (2 * Math.PI * i) / 7;
            const centre = [
                cube.x[0] + 0.03 * Math.cos(turn),
                cube.x[1] + 0.03 * Math.sin(turn),
                cube.x[2] - HALF,
            ];
            const corners = Array.from({ length: 6 }, (__, k) => [
                centre[0] + 0.015 * Math.cos((k * Math.PI) / 3),
                centre[1] + 0.015 * Math.sin((k * Math.PI) / 3),
                centre[2],
            ]);
            return {
                bodyA: 0,
                bodyB: 1 + (i % this.cubes.length),
                mode: i % 3,
                depth: 1e-4,
                area: 5e-4,
                centre,
                corners,
                normal: 3 + 2 * Math.sin(this.time + i),
                friction: [Math.sin(turn), Math.cos(turn), 0],
            };
        });
    }
}
