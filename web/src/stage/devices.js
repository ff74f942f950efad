// SPDX-License-Identifier: MIT
import { Color, Group, Matrix4, Quaternion, Vector3 } from "three";
import {
    DEVICE,
    DEVICE_CLUTCHED,
    DEVICE_SILENT,
    HOLD_COUPLED,
    HOLD_DIRECT,
} from "../link/layout.js";
import { formatSI } from "../format.js";
import { ArrowRoom } from "./arrow_room.js";
import { Arrows } from "./arrows.js";
import { Dots } from "./dots.js";
import { Ghosts } from "./ghosts.js";
import { SmoothMax } from "./pressure.js";
import { DOTTED, SOLID, Strokes } from "./strokes.js";

/**
 * Haptic devices: a ball with axes where each of them is, the ghost of the held body there, the
 * coupling between grasp and device as a band whose colour goes from blue to red with the force, and
 * what the hand feels as arrows.
 */

const BALL_RADIUS = 7; // px
const GRASP_RADIUS = 4; // px
const AXIS = 0.45; // of a typical body's radius
const AXIS_WIDTH = 2; // px
const BAND_WIDTH = 10; // px: wider than the force's arrow that lies along it
const BAND_ALPHA = 0.7;
const REACH = 16; // px around the ball within which a press hits it; twice that for a finger
const SHORTEST = 0.01; // of the longest arrow; shorter ones would be specks
const VISIBLE = 0.04; // of the longest arrow: a smaller difference of felt and sent is not drawn
const LEAST_ARM = 0.1; // as for joints: limits how long the noise of a torque is drawn
const SECOND_HEAD = 0.82; // of a torque's arrow
// If a ghost is nearer to its body than this, in radii and radians, only its edges are drawn.
const COINCIDE = 0.04;
const FADE = 0.1; // until it has all of its faces
const ONE = new Vector3(1, 1, 1);

const COLOURS = {
    device: "device",
    hot: "deviceHot",
    felt: "felt",
    sent: "sent",
    torque: "torque",
    quiet: "modeNone",
    x: "axisX",
    y: "axisY",
    z: "axisZ",
};

export class Devices {
    /** @param {import("./stage.js").Stage} stage */
    constructor(stage) {
        this.stage = stage;
        this.ghosts = new Ghosts();
        this.lines = new Strokes(stage, { hidden: 0.8, visible: 1 });
        this.dots = new Dots(stage, { hidden: 0.9, visible: 1 });
        this.forces = new Arrows(stage, { hidden: 0.8, visible: 1 });
        this.parts = [this.lines, this.dots, this.forces];
        this.group = new Group();
        [this.ghosts, ...this.parts].forEach((part) => this.group.add(part.group));
        this.layers = { devices: true };
        this.colours = Object.fromEntries(
            Object.keys(COLOURS).map((name) => [name, new Color()]),
        );
        this.torqueScale = new SmoothMax();
        this.torqueRoom = new ArrowRoom(stage);
        /** The device that this page steers, and its target: {device, target} or null. */
        this.own = null;
        this.infos = [];
        /** Where each of them is: {position, matrix}. */
        this.places = [];
        /** Place of the body that each holds, or -1. */
        this.holds = [];
        /** Whether each is a real device, connected in place of the simulated one. */
        this.connected = [];
        this.notes = [];
    }

    /**
     * @param {object} scene as received
     * @param {number} size radius of a typical body, m
     */
    build(scene, size) {
        this.size = size;
        this.infos = scene.devices ?? [];
        this.isPlanar = scene.planar === true;
        this.ghosts.build(this.infos.length);
        this.places = [];
        this.holds = [];
        this.connected = this.infos.map((info) => info.connected === true);
        this.notes = [];
        this.own = null;
        this.torqueScale.reset();
    }

    setColours(colours) {
        Object.entries(COLOURS).forEach(([name, key]) => this.colours[name].set(colours[key]));
        this.ghosts.colour.value.copy(this.colours.device);
    }

    setLayer(name, isOn) {
        this.layers[name] = isOn;
        this.group.visible = this.layers.devices;
    }

    count(view) {
        return Math.min(view.deviceCount, this.infos.length);
    }

    /** Largest force felt, N; other arrows are scaled along with it. */
    measure(view, room) {
        if (!this.layers.devices) {
            return 0;
        }
        this.findLargest(view, DEVICE.sent, room);
        return this.findLargest(view, DEVICE.felt, room);
    }

    findLargest(view, field, room) {
        let largest = 0;
        for (let i = 0; i < this.count(view); i++) {
            const size = view.deviceLength(i, field);
            largest = Math.max(largest, size);
            room.note(view.floats, view.device(i, DEVICE.position), size);
        }
        return largest;
    }

    /**
     * @param {import("../link/view.js").View} view
     * @param {import("./bodies.js").Bodies} bodies
     * @param {number} seconds of wall time since the last call
     * @param {number} lengthPerNewton of arrows
     * @param {number} reach length of the longest arrow, m
     */
    update(view, bodies, seconds, lengthPerNewton, reach) {
        this.parts.forEach((part) => part.begin());
        this.notes = [];
        const strongest = lengthPerNewton > 0 ? reach / lengthPerNewton : 0;
        this.torqueRoom.begin();
        const torque = this.torqueScale.follow(
            this.findLargest(view, DEVICE.feltTorque, this.torqueRoom),
            seconds,
        );
        const scale = Math.max(torque, LEAST_ARM * this.size * strongest);
        const perTorque = scale > 0 ? Math.min(reach / scale, this.torqueRoom.most) : 0;
        this.reach = reach;
        for (let i = 0; i < this.infos.length; i++) {
            const isKnown = i < this.count(view);
            this.holds[i] = isKnown ? this.findHeld(view, i) : -1;
            this.places[i] = isKnown ? this.findPlace(view, i, DEVICE.position) : null;
            this.connected[i] ||= isKnown && view.isConnected(i);
            this.ghosts.set(i, null);
            if (isKnown && this.layers.devices) {
                this.drawHold(view, bodies, i);
                this.drawDevice(view, i);
                this.drawForces(view, i, lengthPerNewton);
                this.drawTorque(view, i, perTorque);
                this.drawOwn(i);
                this.note(view, i);
            }
        }
        this.parts.forEach((part) => part.end());
    }

    /** Place of the body that a device holds or is, or -1. */
    findHeld(view, i) {
        const body = view.deviceWord(i, DEVICE.body);
        return body < view.bodyCount ? body : -1;
    }

    /** The pose of a device that begins at a field: a position, then a rotation. */
    findPlace(view, i, field) {
        const at = view.device(i, field);
        const position = new Vector3().fromArray(view.floats, at);
        const rotation = new Quaternion().fromArray(view.floats, at + 3);
        return { position, rotation, matrix: new Matrix4().compose(position, rotation, ONE) };
    }

    findColour(view, i) {
        const flags = view.deviceWord(i, DEVICE.flags);
        const isIdle = (flags & (DEVICE_CLUTCHED | DEVICE_SILENT)) !== 0;
        return isIdle ? this.colours.quiet : this.colours.device;
    }

    /** Ball and axes. */
    drawDevice(view, i) {
        const { position, matrix } = this.places[i];
        const centre = position.toArray();
        ["x", "y", "z"].forEach((name, k) => {
            const axis = new Vector3().setFromMatrixColumn(matrix, k);
            const end = position.clone().addScaledVector(axis, AXIS * this.size).toArray();
            this.lines.addSegment(centre, 0, end, 0, this.colours[name], AXIS_WIDTH, SOLID);
        });
        this.dots.addDot(centre, 0, this.findColour(view, i), BALL_RADIUS);
    }

    /** What a coupling holds: the body's ghost at the device, and how far it is stretched. */
    drawHold(view, bodies, i) {
        if (view.deviceWord(i, DEVICE.hold) !== HOLD_COUPLED) {
            return;
        }
        const held = this.findPlace(view, i, DEVICE.heldAt);
        const body = view.deviceWord(i, DEVICE.body);
        const slot = bodies.slots[body];
        if (slot) {
            // The body's pose if its grasp were where the device is.
            const pose = this.places[i].matrix.clone().multiply(held.matrix.clone().invert());
            const radius = slot.mesh.geometry.boundingSphere.radius;
            const far = held.position.distanceTo(this.places[i].position) / radius;
            const turned = held.rotation.angleTo(this.places[i].rotation);
            const fill = Math.min(1, Math.max(0, (far + turned - COINCIDE) / FADE));
            this.ghosts.set(i, slot.mesh.geometry, pose.multiply(bodies.poses[body]), fill);
        }
        const most = view.floats[view.device(i, DEVICE.maxForce)];
        const share = most > 0 ? Math.min(1, view.deviceLength(i, DEVICE.felt) / most) : 0;
        // Blended along the circle of hues: a direct blend would turn grey.
        const colour = this.findColour(view, i).clone().lerpHSL(this.colours.hot, share);
        const [from, to] = [held.position.toArray(), this.places[i].position.toArray()];
        this.lines.addSegment(from, 0, to, 0, colour, BAND_WIDTH, SOLID, BAND_ALPHA);
        this.dots.addDot(from, 0, colour, GRASP_RADIUS);
    }

    drawForces(view, i, scale) {
        const read = (field) =>
            new Vector3().fromArray(view.floats, view.device(i, field)).multiplyScalar(scale);
        const [felt, sent] = [read(DEVICE.felt), read(DEVICE.sent)];
        const from = this.places[i].position.toArray();
        if (felt.length() > SHORTEST * this.reach) {
            this.forces.addArrow(from, 0, felt.x, felt.y, felt.z, this.colours.felt);
        }
        const isShown = sent.length() > SHORTEST * this.reach;
        if (isShown && felt.distanceTo(sent) > VISIBLE * this.reach) {
            this.forces.addArrow(from, 0, sent.x, sent.y, sent.z, this.colours.sent);
        }
    }

    /** The torque on the hand, drawn with two heads like all torques. */
    drawTorque(view, i, scale) {
        const at = view.device(i, DEVICE.feltTorque);
        const torque = new Vector3().fromArray(view.floats, at).multiplyScalar(scale);
        if (torque.length() > SHORTEST * this.reach) {
            const from = this.places[i].position.toArray();
            for (const share of [1, SECOND_HEAD]) {
                const { x, y, z } = torque.clone().multiplyScalar(share);
                this.forces.addArrow(from, 0, x, y, z, this.colours.torque);
            }
        }
    }

    /** Where this page wants its device, while it is not there yet. */
    drawOwn(i) {
        if (this.own?.device !== i || !this.own.target) {
            return;
        }
        const [from, to] = [this.places[i].position.toArray(), this.own.target.toArray()];
        this.lines.addSegment(from, 0, to, 0, this.colours.device, 1.5, DOTTED);
        this.dots.addDot(to, 0, this.colours.device, 3);
    }

    /** The force in newtons beside the device that this page steers. */
    note(view, i) {
        if (this.own?.device === i) {
            const isHeld = [HOLD_COUPLED, HOLD_DIRECT].includes(view.deviceWord(i, DEVICE.hold));
            const force = formatSI(view.deviceLength(i, DEVICE.felt), "N", 1e-4);
            this.notes.push({
                place: this.places[i].position,
                text: isHeld ? force : this.infos[i].name,
            });
        }
    }

    /**
     * Whether the page can take the device over. A real device is moved by a real hand; in a planar
     * scene the mouse leads the person's hand by the body that is held.
     */
    isFree(i) {
        return Boolean(this.places[i]) && !this.connected[i] && !this.isPlanar;
    }

    /** The free device whose ball is drawn nearest to a point of the picture (px), or -1. */
    findAt(x, y, isFinger = false) {
        let [best, nearest] = [-1, isFinger ? 2 * REACH : REACH];
        if (this.layers.devices) {
            this.places.forEach((device, i) => {
                const place = this.isFree(i) ? this.stage.project(device.position) : { z: 2 };
                const distance = Math.hypot(place.x - x, place.y - y);
                if (place.z < 1 && distance < nearest) {
                    [best, nearest] = [i, distance];
                }
            });
        }
        return best;
    }

    /** The held body whose transparent copy a ray hits: {body, distance}, or null. */
    cast(raycaster) {
        const hit = this.layers.devices ? this.ghosts.cast(raycaster) : null;
        return hit && { body: this.holds[hit.ghost], distance: hit.distance };
    }
}
