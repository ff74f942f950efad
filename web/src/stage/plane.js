// SPDX-License-Identifier: MIT
import { Color, Group, Vector3 } from "three";
import { CONTACT, MECHANISM, MODE_DYNAMIC, MODE_NONE, MODE_STATIC } from "../link/layout.js";
import { formatSI } from "../format.js";
import { Dots } from "./dots.js";
import { DOTTED, SOLID, Strokes } from "./strokes.js";

/**
 * What only a planar scene has. At each contact: the god-object, which stays on the surface, with a
 * line to the vertex that went in. For each device: the links, crank and motors of its pantograph,
 * with the torque of each motor as an arc in the sense in which it turns.
 */

const MOTORS = 4;
const HEIGHT = 0.03; // m above the plane: in front of the bodies as seen from above
const LINK_WIDTH = 5; // px
const CRANK_WIDTH = 8; // px
const ARC_WIDTH = 4; // px
const ARC_RADIUS = 0.03; // m
const FULL_ARC = 1.5 * Math.PI; // rad, at a motor's limit; grows with the square root of the torque
const ARC_STEP = 0.15; // rad
const LEAST_TORQUE = 0.01; // of the limit; less would be a speck
const MOTOR_RADIUS = 8; // px
const ELBOW_RADIUS = 4; // px
const BESIDE = 1.4 * ARC_RADIUS; // m, from a motor to its label
const GOD_RADIUS = 5.5; // px

export class Plane {
    /** @param {import("./stage.js").Stage} stage */
    constructor(stage) {
        this.lines = new Strokes(stage, { hidden: 0.7, visible: 0.9 });
        this.dots = new Dots(stage, { hidden: 0.8, visible: 1 });
        this.parts = [this.lines, this.dots];
        this.group = new Group();
        this.parts.forEach((part) => this.group.add(part.group));
        this.layers = { mechanism: true, godObjects: true };
        this.colours = { link: new Color(), crank: new Color(), torque: new Color() };
        this.modes = [];
        this.notes = [];
        /** Where the motors of all devices are. */
        this.motors = [];
        this.isPlanar = false;
    }

    /** @param {object} scene as received */
    build(scene) {
        this.isPlanar = scene.planar === true;
        this.notes = [];
    }

    setColours(colours) {
        this.colours.link.set(colours.modeNone);
        this.colours.crank.set(colours.device);
        this.colours.torque.set(colours.torque);
        this.modes[MODE_NONE] = new Color(colours.modeNone);
        this.modes[MODE_STATIC] = new Color(colours.modeStatic);
        this.modes[MODE_DYNAMIC] = new Color(colours.modeDynamic);
    }

    setLayer(name, isOn) {
        this.layers[name] = isOn;
    }

    /** @param {import("../link/view.js").View} view */
    update(view) {
        this.parts.forEach((part) => part.begin());
        this.notes = [];
        this.motors = [];
        if (this.isPlanar && view.isPlanar) {
            for (let i = 0; i < view.contactCount && this.layers.godObjects; i++) {
                this.drawGodObject(view, i);
            }
            for (let i = 0; i < view.deviceCount && this.layers.mechanism; i++) {
                this.drawMechanism(view, i);
            }
        }
        this.parts.forEach((part) => part.end());
    }

    drawGodObject(view, i) {
        const read = (field) => {
            const at = view.contact(i, field);
            return [view.floats[at], view.floats[at + 1], HEIGHT / 2];
        };
        const colour = this.modes[view.contactMode(i)] ?? this.modes[MODE_NONE];
        const [point, tip] = [read(CONTACT.origin), read(CONTACT.centre)];
        this.lines.addSegment(point, 0, tip, 0, colour, 2, SOLID);
        this.dots.addDot(point, 0, colour, GOD_RADIUS);
    }

    drawMechanism(view, i) {
        const first = view.mechanism(i, 0);
        if (first < 0) {
            return;
        }
        const place = (field, k, z = HEIGHT) => {
            const at = view.mechanism(i, field) + 2 * k;
            return [view.floats[at], view.floats[at + 1], z];
        };
        const { link, crank } = this.colours;
        const ends = [0, 1].map((k) => place(MECHANISM.ends, k));
        const most = view.floats[view.mechanism(i, MECHANISM.mostTorque)];
        for (let k = 0; k < MOTORS; k++) {
            const [motor, elbow] = [place(MECHANISM.motors, k), place(MECHANISM.elbows, k)];
            const torque = view.floats[view.mechanism(i, MECHANISM.torques) + k];
            this.lines.addSegment(motor, 0, elbow, 0, link, LINK_WIDTH, SOLID);
            this.lines.addSegment(elbow, 0, ends[k >> 1], 0, link, LINK_WIDTH, SOLID);
            this.dots.addDot(elbow, 0, link, ELBOW_RADIUS);
            this.dots.addDot(motor, 0, crank, MOTOR_RADIUS);
            this.motors.push(new Vector3(...motor));
            this.drawTorque(motor, most > 0 ? torque / most : 0);
            // Beside the arc of the motor, away from the other one of its linkage.
            const isLeft = motor[0] < place(MECHANISM.motors, k ^ 1)[0];
            const beside = isLeft ? -BESIDE : BESIDE;
            this.notes.push({
                place: new Vector3(motor[0] + beside, motor[1], motor[2]),
                isLeft,
                text: formatSI(torque, "N m", 1e-4),
            });
        }
        this.lines.addSegment(ends[0], 0, ends[1], 0, crank, CRANK_WIDTH, SOLID);
        ends.forEach((end) => this.dots.addDot(end, 0, crank, ELBOW_RADIUS));
        const handle = place(MECHANISM.handle, 0);
        const wanted = place(MECHANISM.intention, 0);
        this.lines.addSegment(handle, 0, wanted, 0, crank, 2, DOTTED);
        this.dots.addDot(wanted, 0, crank, ELBOW_RADIUS);
    }

    /** An arc about a motor, from the top in the sense of the torque, with a barb at its end. */
    drawTorque([x, y, z], share) {
        if (Math.abs(share) < LEAST_TORQUE) {
            return;
        }
        // Usual torques are a tenth of the limit: an arc in proportion would hardly be visible.
        const angle = Math.sign(share) * Math.sqrt(Math.min(1, Math.abs(share))) * FULL_ARC;
        const at = (turn, radius = ARC_RADIUS) => [
            x - radius * Math.sin(turn),
            y + radius * Math.cos(turn),
            z,
        ];
        const count = Math.max(2, Math.ceil(Math.abs(angle) / ARC_STEP));
        const { torque } = this.colours;
        for (let k = 0; k < count; k++) {
            const [from, to] = [k, k + 1].map((step) => at((angle * step) / count));
            this.lines.addSegment(from, 0, to, 0, torque, ARC_WIDTH, SOLID);
        }
        const back = angle - Math.sign(angle) * Math.min(0.3, Math.abs(angle));
        for (const radius of [0.7, 1.3]) {
            this.lines.addSegment(at(back, radius * ARC_RADIUS), 0, at(angle), 0, torque, 3, SOLID);
        }
    }
}
