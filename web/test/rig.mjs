// SPDX-License-Identifier: MIT
// A made-up machine for the mock server: one joint of each type in a row, all of them moving as
// their axes allow, with wrenches that only have to look like some.
import { Matrix4, Quaternion, Vector3 } from "three";
import { Cubes, STEP } from "./cubes.mjs";

const GAP = 0.34; // m between two joints
const HEIGHT = 0.25; // m
const ONE = new Vector3(1, 1, 1);
const free = { lower: null, upper: null, motor: "off" };

// Frames turned so that z, the main direction, points to the viewer or up.
const FORWARD = new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), Math.PI / 2);
const UP = new Quaternion();

/** Where a joint's second frame is in its first, for positions of the axes. */
const MOTIONS = {
    fixed: () => [[0, 0, 0], []],
    hinge: ([angle]) => [[0, 0, 0], [["z", angle]]],
    slider: ([way]) => [[0, 0, way], []],
    ball: ([x, y, z]) => [[0, 0, 0], [["vector", [x, y, z]]]],
    universal: ([first, second]) => [
        [0, 0, 0],
        [
            ["z", first],
            ["x", second],
        ],
    ],
    planar: ([x, y, angle]) => [[x, y, 0], [["z", angle]]],
    distance: ([length]) => [[0, 0, -length], []],
    bushing: () => [[0, 0, 0.004], []],
};

const JOINTS = [
    { type: "hinge", frame: FORWARD, axes: [{ ...free, turns: true, lower: -0.6, upper: 1.2 }] },
    { type: "slider", frame: UP, axes: [{ ...free, turns: false, lower: -0.08, upper: 0.12 }] },
    { type: "ball", frame: UP, axes: [0, 1, 2].map(() => ({ ...free, turns: true })) },
    { type: "universal", frame: UP, axes: [0, 1].map(() => ({ ...free, turns: true })) },
    {
        type: "planar",
        frame: UP,
        axes: [false, false, true].map((turns) => ({ ...free, turns })),
    },
    { type: "distance", frame: UP, axes: [{ ...free, turns: false, lower: 0.05, upper: 0.15 }] },
    { type: "fixed", frame: UP, axes: [] },
    { type: "bushing", frame: UP, axes: [] },
];

function turnBy([name, value]) {
    if (name === "vector") {
        const vector = new Vector3(...value);
        const angle = vector.length();
        return new Quaternion().setFromAxisAngle(vector.normalize(), angle);
    }
    const axis = name === "z" ? new Vector3(0, 0, 1) : new Vector3(1, 0, 0);
    return new Quaternion().setFromAxisAngle(axis, value);
}

export class Rig extends Cubes {
    /** @param {number} rows of all types, one behind the other */
    constructor(rows = 1) {
        const kinds = Array.from({ length: rows }, () => JOINTS).flat();
        const bases = kinds.map((_, i) => [
            GAP * (i % JOINTS.length),
            GAP * Math.floor(i / JOINTS.length),
            HEIGHT,
        ]);
        super(bases.map(([x, y, z]) => [x, y, z - 0.05]));
        this.kinds = kinds;
        this.bases = bases;
        this.step();
    }

    scene(name, scenes) {
        const joints = this.kinds.map(({ type, frame, axes }, i) => ({
            name: `${type} ${i}`,
            type,
            bodyA: -1,
            bodyB: i + 1,
            frameA: { position: this.bases[i], rotation: frame.toArray() },
            frameB: { position: [0, 0, 0.05], rotation: frame.toArray() },
            axes,
        }));
        return { ...super.scene(name, scenes), joints };
    }

    step() {
        this.time += STEP;
        this.steps++;
        const swing = Math.sin(3 * this.time);
        const positions = {
            hinge: [0.3 + 0.85 * swing],
            slider: [0.02 + 0.09 * swing],
            ball: [0.5 * swing, 0.3, 0.4 * Math.cos(3 * this.time)],
            universal: [0.6 * swing, 0.5 * Math.cos(2 * this.time)],
            planar: [0.05 * swing, 0.05 * Math.cos(3 * this.time), this.time],
            distance: [0.1 + 0.04 * swing],
        };
        this.joints = this.kinds.map(({ type }, i) => ({
            position: positions[type] ?? [],
            velocity: [1.5, 0, 0],
            motorForce: [0.25 * swing, 0, 0],
            force: [2 * swing, 0, 4.9],
            torque: type === "ball" || type === "distance" ? [0, 0, 0] : [0, 0.2, 0.1 * swing],
            gap: [2e-6 * (i + 1)],
            twist: [1e-5],
            energy: [3e-6],
        }));
        this.kinds.forEach(({ type, frame }, i) => this.place(i, type, frame));
        this.cubes[7].isAsleep = true;
        this.solver = {
            integrator: 2,
            islandCount: 7,
            largestIsland: 1,
            solves: 2,
            asleepBodies: 1,
            ledger: { gravity: 1.25, motors: 0.5, joints: -0.25, loss: 2e-6, turnover: 2 },
        };
    }

    /** Puts a joint's body where the joint's position says. */
    place(i, type, frame) {
        const [shift, turns] = MOTIONS[type](this.joints[i].position);
        const rotation = new Quaternion();
        turns.forEach((turn) => rotation.multiply(turnBy(turn)));
        const base = new Matrix4().compose(new Vector3(...this.bases[i]), frame, ONE);
        const motion = new Matrix4().compose(new Vector3(...shift), rotation, ONE);
        const end = new Matrix4().compose(new Vector3(0, 0, 0.05), frame, ONE).invert();
        const [position, turned] = [new Vector3(), new Quaternion()];
        base.multiply(motion).multiply(end).decompose(position, turned, new Vector3());
        Object.assign(this.cubes[i], { x: position.toArray(), q: turned.toArray() });
    }
}
