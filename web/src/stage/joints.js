// SPDX-License-Identifier: MIT
import { Color, Group, Matrix4, Quaternion, Vector3 } from "three";
import { JOINT } from "../link/layout.js";
import { ArrowRoom } from "./arrow_room.js";
import { Arrows } from "./arrows.js";
import { Dots } from "./dots.js";
import { DRAW, JointMarks } from "./joint_marks.js";
import { SmoothMax } from "./pressure.js";
import { SOLID, Strokes } from "./strokes.js";

/**
 * The joints of a scene: axes with limits, and arrows for the force and the torque of each joint on
 * its second body, or on the first if only that one is dynamic. They follow the drawn bodies: a view
 * contains positions and wrenches, the scene contains the frames of a joint in its bodies.
 */

const DOT_RADIUS = 4; // px
const ARM_WIDTH = 1.5; // px
const ARM_ALPHA = 0.55;
const REACH = 13; // px around a joint's dot within which a click selects it
const RADIUS = 0.4; // of a ring, in radii of the smaller body
const LARGEST = 1.1; // the same in radii of a typical body
// A torque equal to the strongest force times this share of a typical body's radius is drawn as
// long as that force, unless larger torques set the scale: noise is not drawn at full length.
const LEAST_ARM = 0.1;
const SHORTEST = 0.01; // of the longest arrow; shorter ones would be specks

const readFrame = ({ position, rotation }) =>
    new Matrix4().compose(
        new Vector3(...position),
        new Quaternion(...rotation),
        new Vector3(1, 1, 1),
    );

/** Origin and axes of a frame, in the world. */
function placeFrame(local, pose) {
    const matrix = pose ? pose.clone().multiply(local) : local;
    const [x, y, z] = [new Vector3(), new Vector3(), new Vector3()];
    matrix.extractBasis(x, y, z);
    return { origin: new Vector3().setFromMatrixPosition(matrix), x, y, z };
}

export class Joints {
    /** @param {import("./stage.js").Stage} stage */
    constructor(stage) {
        this.stage = stage;
        this.lines = new Strokes(stage, { hidden: 0.8, visible: 1 });
        this.heads = new Arrows(stage, { hidden: 0.8, visible: 1 });
        this.dots = new Dots(stage, { hidden: 0.9, visible: 1 });
        this.forces = new Arrows(stage, { hidden: 0.8, visible: 1 });
        this.torques = new Arrows(stage, { hidden: 0.8, visible: 1 });
        this.parts = [this.lines, this.heads, this.dots, this.forces, this.torques];
        this.marks = new JointMarks(this.lines, this.heads, this.dots);
        this.group = new Group();
        this.parts.forEach((part) => this.group.add(part.group));
        this.layers = { joints: true, jointForces: true, jointTorques: true };
        this.colours = Object.fromEntries(
            ["joint", "jointMark", "accent", "reaction", "torque"].map((name) => [
                name,
                new Color(),
            ]),
        );
        this.torqueScale = new SmoothMax();
        this.torqueRoom = new ArrowRoom(stage);
        this.lengthPerTorque = 0;
        this.selected = -1;
        this.infos = [];
        this.places = [];
    }

    /**
     * @param {object} scene as received
     * @param {import("./bodies.js").Bodies} bodies
     * @param {number} size radius of a typical body, m
     */
    build(scene, bodies, size) {
        this.size = size;
        this.infos = scene.joints ?? [];
        this.frames = this.infos.map((info) => [readFrame(info.frameA), readFrame(info.frameB)]);
        this.isOnA = this.infos.map(
            ({ bodyA, bodyB }) =>
                scene.bodies[bodyB].type !== "dynamic" && scene.bodies[bodyA]?.type === "dynamic",
        );
        this.radii = this.infos.map(({ bodyA, bodyB }) => {
            const found = [bodyA, bodyB].map(
                (i) => bodies.slots[i]?.mesh.geometry.boundingSphere.radius ?? Infinity,
            );
            return RADIUS * Math.min(LARGEST * size, ...found);
        });
        this.places = [];
        this.selected = -1;
        this.torqueScale.reset();
    }

    setColours(colours) {
        Object.entries(this.colours).forEach(([name, colour]) => colour.set(colours[name]));
    }

    setLayer(name, isOn) {
        this.layers[name] = isOn;
    }

    /**
     * Places the joints of a view. Returns the largest reaction force, N; other arrows are scaled along
     * with it.
     */
    measure(view, room, bodies) {
        for (let i = 0; i < this.count(view); i++) {
            const { bodyA, bodyB } = this.infos[i];
            const [localA, localB] = this.frames[i];
            this.places[i] = {
                a: placeFrame(localA, bodies.poses[bodyA]),
                b: placeFrame(localB, bodies.poses[bodyB]),
            };
        }
        return this.layers.jointForces ? this.findLargest(view, JOINT.force, room) : 0;
    }

    findLargest(view, field, room) {
        let largest = 0;
        for (let i = 0; i < this.count(view); i++) {
            const at = view.joint(i, field);
            const size = Math.hypot(...view.floats.subarray(at, at + 3));
            largest = Math.max(largest, size);
            room.note(this.places[i].b.origin.toArray(), 0, size);
        }
        return largest;
    }

    count(view) {
        return Math.min(view.jointCount, this.infos.length);
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
        if (this.count(view) > 0) {
            const strongest = lengthPerNewton > 0 ? reach / lengthPerNewton : 0;
            this.torqueRoom.begin();
            const largest = this.torqueScale.follow(
                this.findLargest(view, JOINT.torque, this.torqueRoom),
                seconds,
            );
            const scale = Math.max(largest, LEAST_ARM * this.size * strongest);
            this.lengthPerTorque = scale > 0 ? Math.min(reach / scale, this.torqueRoom.most) : 0;
        }
        for (let i = 0; i < this.count(view); i++) {
            if (this.layers.joints) {
                this.drawJoint(view, bodies, i);
            }
            this.drawArrow(view, i, JOINT.force, lengthPerNewton, reach);
            this.drawArrow(view, i, JOINT.torque, this.lengthPerTorque, reach);
        }
        this.parts.forEach((part) => part.end());
    }

    drawJoint(view, bodies, i) {
        const { colours } = this;
        const { type, axes } = this.infos[i];
        const isSelected = i === this.selected;
        const colour = isSelected ? colours.accent : colours.joint;
        const at = view.joint(i, JOINT.position);
        this.marks.setLook(colour, colours.jointMark, isSelected, this.radii[i]);
        DRAW[type]?.(this.marks, this.places[i], axes, view.floats.subarray(at, at + axes.length));
        this.drawArms(bodies, i, colour);
        this.dots.addDot(this.places[i].b.origin.toArray(), 0, colour, DOT_RADIUS);
    }

    /** If a joint is far from a body, as in a pendulum: a thin line to the centre of the body. */
    drawArms(bodies, i, colour) {
        const { a, b } = this.places[i];
        const ends = [
            [this.infos[i].bodyA, a.origin],
            [this.infos[i].bodyB, b.origin],
        ];
        for (const [body, origin] of ends) {
            const radius = bodies.slots[body]?.mesh.geometry.boundingSphere.radius ?? Infinity;
            const centre = radius < Infinity ? bodies.findCentre(body) : origin;
            if (centre.distanceTo(origin) > radius) {
                const [from, to] = [origin.toArray(), centre.toArray()];
                this.lines.addSegment(from, 0, to, 0, colour, ARM_WIDTH, SOLID, ARM_ALPHA);
            }
        }
    }

    drawArrow(view, i, field, scale, reach) {
        const isForce = field === JOINT.force;
        if (!this.layers[isForce ? "jointForces" : "jointTorques"]) {
            return;
        }
        const at = view.joint(i, field);
        const factor = this.isOnA[i] ? -scale : scale;
        const [x, y, z] = view.floats.subarray(at, at + 3).map((value) => factor * value);
        if (Math.hypot(x, y, z) > SHORTEST * reach) {
            const { origin } = this.places[i].b;
            (isForce ? this.forces : this.torques).addArrow(
                origin.toArray(),
                0,
                x,
                y,
                z,
                isForce ? this.colours.reaction : this.colours.torque,
            );
        }
    }

    /** The joint whose dot is drawn nearest to a point of the picture (px), or -1. */
    findAt(x, y) {
        let [best, nearest] = [-1, REACH];
        if (this.layers.joints) {
            this.places.forEach(({ b }, i) => {
                const place = this.stage.project(b.origin);
                const distance = Math.hypot(place.x - x, place.y - y);
                if (place.z < 1 && distance < nearest) {
                    [best, nearest] = [i, distance];
                }
            });
        }
        return best;
    }
}
