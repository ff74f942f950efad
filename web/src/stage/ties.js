// SPDX-License-Identifier: MIT
import { Color, Group, Vector3 } from "three";
import { GRAB } from "../link/layout.js";
import { formatSI } from "../format.js";
import { Arrows } from "./arrows.js";
import { Dots } from "./dots.js";
import { DOTTED, SOLID, Strokes } from "./strokes.js";

/**
 * What pulls at bodies: the springs of the scene, and grabs, with the force of each grab in newtons
 * beside it.
 */

const LABEL_GAP = 14; // px between a point and its label

export class Ties {
    /**
     * @param {import("./stage.js").Stage} stage
     * @param {HTMLElement} labels element over the canvas that takes the labels
     */
    constructor(stage, labels) {
        this.stage = stage;
        this.labels = labels;
        this.lines = new Strokes(stage, { hidden: 0.6, visible: 1 });
        this.arrows = new Arrows(stage, { hidden: 0.7, visible: 1 });
        this.dots = new Dots(stage, { hidden: 0.9, visible: 1 });
        this.group = new Group();
        this.group.add(this.lines.group, this.arrows.group, this.dots.group);
        this.springs = [];
        this.hand = new Color();
        this.spring = new Color();
        /** Position and text of each label. */
        this.notes = [];
        /** Force of the strongest grab, N. */
        this.strongest = 0;
    }

    build(scene) {
        this.springs = scene.springs ?? [];
    }

    setColours(colours) {
        this.hand.set(colours.accent);
        this.spring.set(colours.spring);
    }

    /** Reads the forces of the grabs; other arrows have the same scale. */
    measure(view, room) {
        this.strongest = 0;
        for (let i = 0; i < view.grabCount; i++) {
            const at = view.grab(i, GRAB.force);
            const force = Math.hypot(...view.floats.subarray(at, at + 3));
            this.strongest = Math.max(this.strongest, force);
            room.note(view.floats, view.grab(i, GRAB.point), force);
        }
        return this.strongest;
    }

    /**
     * @param {import("../link/view.js").View} view
     * @param {import("./bodies.js").Bodies} bodies
     * @param {number} lengthPerNewton of arrows
     * @param {{body: number, target: Vector3} | null} own the grab of this page: its target is
     *     drawn where the pointer is now, not where the server knew it some milliseconds ago
     */
    update(view, bodies, lengthPerNewton, own) {
        [this.lines, this.arrows, this.dots].forEach((part) => part.begin());
        for (const spring of this.springs) {
            const [a, b] = this.findEnds(spring, bodies, view.time);
            this.lines.addSegment(a, 0, b, 0, this.spring, 2, SOLID);
            this.dots.addDot(a, 0, this.spring, 3.5);
            this.dots.addDot(b, 0, this.spring, 3.5);
        }
        this.notes = [];
        const mine = own ? this.findOwn(view, own) : -1;
        for (let i = 0; i < view.grabCount; i++) {
            this.addHand(view, i, lengthPerNewton, i === mine ? own.target.toArray() : null);
        }
        [this.lines, this.arrows, this.dots].forEach((part) => part.end());
    }

    /** Both ends of a spring in the world; an end held by the world may travel. */
    findEnds(spring, bodies, time) {
        const a = new Vector3(...spring.pointA);
        if (spring.bodyA >= 0) {
            a.applyMatrix4(bodies.poses[spring.bodyA]);
        } else if (spring.velocityA) {
            a.addScaledVector(new Vector3(...spring.velocityA), time);
        }
        const b = new Vector3(...spring.pointB).applyMatrix4(bodies.poses[spring.bodyB]);
        return [a.toArray(), b.toArray()];
    }

    /** Views do not say which page a grab belongs to: a page finds its own by body and target. */
    findOwn(view, own) {
        let [best, nearest] = [-1, Infinity];
        for (let i = 0; i < view.grabCount; i++) {
            if (view.grabBody(i) === own.body) {
                const target = new Vector3().fromArray(view.floats, view.grab(i, GRAB.target));
                if (target.distanceTo(own.target) < nearest) {
                    [best, nearest] = [i, target.distanceTo(own.target)];
                }
            }
        }
        return best;
    }

    addHand(view, i, lengthPerNewton, ownTarget) {
        const { floats } = view;
        const point = view.grab(i, GRAB.point);
        const force = view.grab(i, GRAB.force);
        const [target, at] = ownTarget ? [ownTarget, 0] : [floats, view.grab(i, GRAB.target)];
        const [x, y, z] = floats.subarray(force, force + 3);
        this.lines.addSegment(floats, point, target, at, this.hand, 2, DOTTED);
        this.arrows.addArrow(
            floats,
            point,
            lengthPerNewton * x,
            lengthPerNewton * y,
            lengthPerNewton * z,
            this.hand,
        );
        this.dots.addDot(floats, point, this.hand, 4.5);
        this.dots.addDot(target, at, this.hand, 4.5);
        this.notes.push({
            place: new Vector3().fromArray(target, at),
            text: formatSI(Math.hypot(x, y, z), "N", 1e-4),
        });
    }

    /** Places these labels, and those of others, where the camera sees their points. */
    placeLabels(others) {
        const { children } = this.labels;
        const notes = [...this.notes, ...others];
        while (children.length < notes.length) {
            this.labels.append(document.createElement("span"));
        }
        Array.from(children).forEach((label, i) => {
            const note = notes[i];
            label.hidden = !note;
            if (note) {
                const { x, y, z } = this.stage.project(note.place);
                label.hidden = z > 1;
                label.textContent = note.text;
                // On the left if there is no room on the right.
                const width = LABEL_GAP + label.offsetWidth;
                const isLeft = x + width > this.stage.width || (note.isLeft && x > width);
                const side = isLeft ? `calc(-100% - ${LABEL_GAP}px)` : `${LABEL_GAP}px`;
                const place = `${x.toFixed(1)}px, ${y.toFixed(1)}px`;
                label.style.transform = `translate(${place}) translate(${side}, -50%)`;
            }
        });
    }
}
