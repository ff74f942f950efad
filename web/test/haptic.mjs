// SPDX-License-Identifier: MIT
// Made-up haptic devices for the mock server: one holds a block by a coupling, one is a pointer. A
// page that steers one moves it as the program would, without the smoothing.
import { Quaternion, Vector3 } from "three";
import { Cubes, STEP } from "./cubes.mjs";

const START = [0.02, -0.01, 0.22]; // m, where the first device begins
const PULL = [0.035, -0.02, 0.03]; // m, by which the coupling is stretched
const STIFFNESS = 200; // N/m
const NOTHING = 0xffffffff;

const WORST_STAGES = [4, 20, 260, 45, 130, 38, 6]; // us

export class Haptic extends Cubes {
    /** @param {object} first of the first device: {info} for its JSON, {flags} for its views */
    constructor({ info = {}, flags = 0 } = {}) {
        super([
            [0, 0, 0.05],
            [0, 0, 0.2],
            [0.25, 0.05, 0.05],
        ]);
        this.isDropped = false;
        this.info = info;
        this.flags = flags;
        this.step();
    }

    scene(name, scenes) {
        const scene = super.scene(name, scenes);
        scene.bodies[3].type = "kinematic";
        const common = { backend: "simulated", angularStiffness: 0.6, scale: 1 };
        return {
            ...scene,
            devices: [
                {
                    ...common,
                    name: "right",
                    address: "sigma7",
                    body: 2,
                    stiffness: STIFFNESS,
                    graspButton: 0,
                    clutchButton: 1,
                    ...this.info,
                },
                {
                    ...common,
                    name: "left",
                    address: "omega3",
                    body: 3,
                    stiffness: 0,
                    graspButton: -1,
                    clutchButton: -1,
                },
            ],
        };
    }

    /** What a page asks for: displacement and rotation since it took the device. */
    steer({ device, move, turn, buttons }) {
        this.steered = { device, move, turn, buttons };
    }

    leave() {
        this.steered = null;
    }

    step() {
        this.time += STEP;
        this.steps++;
        const own = this.steered?.device === 0 ? this.steered : null;
        const shift = own?.move ?? [0, 0, 0];
        const grasp = START.map((x, k) => x + 0.3 * shift[k]);
        const device = START.map((x, k) => x + PULL[k] + shift[k]);
        const felt = grasp.map((x, k) => STIFFNESS * (x - device[k]));
        const size = Math.hypot(...felt);
        const sent = felt.map((f) => f * Math.min(1, 9 / size));
        const turn = new Quaternion(...(own?.turn ?? [0, 0, 0, 1])).multiply(
            new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), 0.25),
        );
        this.cubes[1].x = grasp.map((x, k) => x - [0.02, -0.01, 0.02][k]);
        this.devices = [
            {
                words: {
                    hold: this.isDropped ? 0 : 1,
                    body: this.isDropped ? NOTHING : 2,
                    flags: (own ? 1 : 0) | this.flags,
                    // Force, force rate, soft start.
                    governor: ((1 << 4) | (1 << 6) | (1 << 30)) >>> 0,
                    trips: 3,
                    buttons: own?.buttons ?? 4,
                },
                floats: {
                    position: device,
                    rotation: turn.toArray(),
                    heldAt: grasp,
                    heldRotation: [0, 0, 0, 1],
                    felt,
                    feltTorque: [0.12, 0.02, 0],
                    sent,
                    sentTorque: [0.12, 0.02, 0],
                    maxForce: 20,
                    maxTorque: 0.4,
                },
                reals: { port: [-0.0034, 0.02, -0.001, 0.0005, 1e-5], unpaid: [0.0123] },
            },
            {
                words: { hold: 2, body: 3, flags: 4, governor: 0, trips: 0, buttons: 0 },
                floats: {
                    position: [0.25, 0.05, 0.05],
                    rotation: [0, 0, 0, 1],
                    heldAt: [0.25, 0.05, 0.05],
                    heldRotation: [0, 0, 0, 1],
                    felt: [0, 0, 3.5],
                    feltTorque: [0, 0, 0],
                    sent: [0, 0, 3.5],
                    sentTorque: [0, 0, 0],
                    maxForce: 12,
                    maxTorque: 0,
                },
                reals: { port: [0.25, 0, 0, 0, 0], unpaid: [0.0051] },
            },
        ];
        const lateTimes = Array.from({ length: 80 }, (_, i) =>
            i >= 16 && i < 34 ? Math.round(9000 * Math.exp(-0.5 * (i - 16))) : 0,
        );
        this.timing = {
            lateTimes,
            worstStep: 503,
            worstLateness: 83.4,
            worstStages: WORST_STAGES,
            contactRate: 250,
            packetAge: 0.0031,
            worstPacketAge: 0.0098,
        };
    }
}
