// SPDX-License-Identifier: MIT
import { Color, Group, Vector3 } from "three";
import { ArrowRoom } from "./arrow_room.js";
import { Arrows } from "./arrows.js";
import { Dots } from "./dots.js";
import { Panes } from "./panes.js";
import { SOLID, Strokes } from "./strokes.js";

/**
 * Contact states in the picture: the faces, edges and corners that touch are coloured, and the
 * motions that the state leaves free are arrows, straight ones for translations and round ones for
 * rotations.
 */

const EDGE_WIDTH = 5; // px
const BORDER_WIDTH = 1.5; // px
const CORNER_RADIUS = 7; // px
const LINE_WIDTH = 2.5; // px
// In radii of the body that can move.
const ARROW_FROM = 0.35;
const ARROW_TO = 1.45;
const RING = 0.4;
const RING_PARTS = 28;
const OPENING = 0.9; // rad, of the ring between its two heads
const MOST = 12; // pairs whose elements are drawn
const MOST_FREE = 2; // pairs whose free motions are drawn unless one of their bodies is selected

/** Two unit vectors normal to `axis` and to each other. */
function findNormals(axis) {
    const aside = Math.abs(axis.z) < 0.9 ? new Vector3(0, 0, 1) : new Vector3(1, 0, 0);
    const x = aside.cross(axis).normalize();
    return [x, axis.clone().cross(x)];
}

export class Formations {
    /** @param {import("./stage.js").Stage} stage */
    constructor(stage) {
        this.panes = new Panes({ hidden: 0.08, visible: 0.3 });
        this.room = new ArrowRoom(stage);
        this.edges = new Strokes(stage, { hidden: 0.45, visible: 1 }, 0.7);
        this.corners = new Dots(stage, { hidden: 0.45, visible: 1 });
        this.lines = new Strokes(stage, { hidden: 0.5, visible: 1 }, 0.7);
        this.heads = new Arrows(stage, { hidden: 0.5, visible: 1 });
        this.parts = [this.panes, this.edges, this.corners, this.lines, this.heads];
        this.group = new Group();
        this.parts.forEach((part) => this.group.add(part.group));
        /** Layers by name, as in the other parts of the picture. */
        this.layers = { states: { isOn: false } };
        this.colours = { touch: new Color(), free: new Color() };
        this.clear();
    }

    clear() {
        /** @type {import("../link/states.js").ContactState[]} */
        this.states = [];
        this.bodies = {};
    }

    setLayer(name, isOn) {
        this.layers[name].isOn = isOn;
    }

    setColours(colours) {
        this.colours.touch.set(colours.touch);
        this.colours.free.set(colours.free);
    }

    /** What touches now, and the outlines of the bodies' elements. */
    set(states, bodies) {
        this.states = states.slice(0, MOST);
        this.bodies = bodies;
    }

    /** @param {import("./bodies.js").Bodies} places where the bodies are */
    update(places) {
        this.parts.forEach((part) => part.begin());
        for (const state of this.layers.states.isOn ? this.states : []) {
            for (const { a, b } of state.contacts) {
                this.addElement(state.a, a.id, places);
                this.addElement(state.b, b.id, places);
            }
            if (this.isFreedomShown(state, places.selected)) {
                this.addFreedoms(state, places);
            }
        }
        this.parts.forEach((part) => part.end());
    }

    /** The arrows of many bodies would hide each other: only the selected one has arrows then. */
    isFreedomShown({ a, b }, selected) {
        const isOwn = selected === a || selected === b;
        const isChosen = this.states.some((other) => selected === other.a || selected === other.b);
        return isChosen ? isOwn : this.states.length <= MOST_FREE;
    }

    addElement(body, id, places) {
        const pose = places.poses[body];
        for (const outline of (pose && this.bodies[body]?.elements[id]) ?? []) {
            const points = Array.from({ length: outline.length / 3 }, (_, i) =>
                new Vector3().fromArray(outline, 3 * i).applyMatrix4(pose),
            );
            if (id.startsWith("f")) {
                this.panes.addPolygon(points, this.colours.touch);
                this.addBorder(points);
            } else if (id.startsWith("e")) {
                const [p, q] = points.map((point) => point.toArray());
                this.edges.addSegment(p, 0, q, 0, this.colours.touch, EDGE_WIDTH, SOLID);
            } else {
                this.corners.addDot(points[0].toArray(), 0, this.colours.touch, CORNER_RADIUS);
            }
        }
    }

    /** A line around a part of a face, so that it stands out from faces of a similar colour. */
    addBorder(points) {
        const corners = points.map((point) => point.toArray());
        corners.forEach((corner, i) => {
            const next = corners[(i + 1) % corners.length];
            this.edges.addSegment(corner, 0, next, 0, this.colours.touch, BORDER_WIDTH, SOLID);
        });
    }

    addFreedoms(state, places) {
        const moving = this.bodies[state.a];
        const [pose, frame] = [places.poses[state.a], places.poses[state.frame]];
        if (!moving || !pose || !frame) {
            return;
        }
        const centre = new Vector3().fromArray(moving.centre).applyMatrix4(pose);
        for (const { direction, at } of state.free) {
            const along = new Vector3().fromArray(direction).transformDirection(frame);
            if (at) {
                const middle = new Vector3().fromArray(at).applyMatrix4(frame);
                this.addRotation(middle, along, moving.radius);
            } else {
                this.addTranslation(centre, along, moving.radius);
            }
        }
    }

    addTranslation(centre, direction, radius) {
        for (const sign of [-1, 1]) {
            const along = direction.clone().multiplyScalar(sign);
            const from = centre.clone().addScaledVector(along, ARROW_FROM * radius);
            this.room.begin();
            this.room.note(from.toArray(), 0, 1);
            along.multiplyScalar(Math.min((ARROW_TO - ARROW_FROM) * radius, this.room.most));
            this.heads.addArrow(from.toArray(), 0, along.x, along.y, along.z, this.colours.free);
        }
    }

    /** A ring about an axis, with a head at both ends. */
    addRotation(middle, axis, radius) {
        const [x, y] = findNormals(axis);
        const point = (angle) =>
            middle
                .clone()
                .addScaledVector(x, RING * radius * Math.cos(angle))
                .addScaledVector(y, RING * radius * Math.sin(angle));
        const [first, last] = [OPENING / 2, 2 * Math.PI - OPENING / 2];
        const angles = Array.from(
            { length: RING_PARTS + 1 },
            (_, i) => first + ((last - first) * i) / RING_PARTS,
        );
        const { free } = this.colours;
        for (let i = 0; i < RING_PARTS; i++) {
            const [p, q] = [angles[i], angles[i + 1]].map((angle) => point(angle).toArray());
            this.lines.addSegment(p, 0, q, 0, free, LINE_WIDTH, SOLID);
        }
        this.addHead(point(first + 0.3), point(first - 0.02));
        this.addHead(point(last - 0.3), point(last + 0.02));
        const tip = axis.clone().multiplyScalar(0.7 * RING * radius);
        const ends = [middle.clone().sub(tip), middle.clone().add(tip)].map((p) => p.toArray());
        this.lines.addSegment(ends[0], 0, ends[1], 0, free, 1.5, SOLID);
    }

    addHead(from, to) {
        const { x, y, z } = to.clone().sub(from);
        this.heads.addArrow(from.toArray(), 0, x, y, z, this.colours.free);
    }
}
