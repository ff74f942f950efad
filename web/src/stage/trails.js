// SPDX-License-Identifier: MIT
import { Color, Group, Vector3 } from "three";
import { SOLID, Strokes } from "./strokes.js";

/**
 * The recent paths of centres of mass: of the selected body, or of all that move if none is
 * selected (of a limited number in a large scene).
 */

const POINTS = 240; // per body
const SPACING = 1 / 40; // s of wall time between two of them: a trail lasts six seconds
const MOST_BODIES = 64;

export class Trails {
    /** @param {import("./stage.js").Stage} stage */
    constructor(stage) {
        this.strokes = new Strokes(stage, { hidden: 0.25, visible: 0.9 });
        this.group = new Group();
        this.group.add(this.strokes.group);
        this.colours = [];
        this.isOn = false;
        this.clear();
    }

    build(scene) {
        this.places = scene.bodies.flatMap((info, i) => (info.type === "static" ? [] : [i]));
        this.colours = scene.bodies.map((info) =>
            new Color(info.colour).lerp(new Color("#ffffff"), 0.25),
        );
        this.clear();
    }

    clear() {
        /** Flat lists of points by body, oldest first. */
        this.points = new Map();
        this.last = -Infinity;
        this.time = -Infinity;
        this.write([]);
    }

    setOn(isOn) {
        this.isOn = isOn;
        this.clear();
    }

    /**
     * @param {import("../link/view.js").View} view
     * @param {import("./bodies.js").Bodies} bodies
     */
    update(view, bodies) {
        if (!this.isOn) {
            return;
        }
        // After a restart or a seek backwards the jump is not a motion.
        if (view.time < this.time) {
            this.clear();
        }
        const now = performance.now() / 1000;
        const hasMoved = view.time !== this.time;
        this.time = view.time;
        const shown = bodies.selected >= 0 ? [bodies.selected] : this.places.slice(0, MOST_BODIES);
        if (hasMoved && now - this.last >= SPACING) {
            this.last = now;
            this.sample(bodies);
        }
        this.write(shown);
    }

    sample(bodies) {
        const centre = new Vector3();
        for (const i of this.places.slice(0, MOST_BODIES)) {
            const points = this.points.get(i) ?? [];
            bodies.findCentre(i, centre);
            points.push(centre.x, centre.y, centre.z);
            if (points.length > 3 * POINTS) {
                points.splice(0, 3);
            }
            this.points.set(i, points);
        }
    }

    write(shown) {
        this.strokes.begin();
        for (const i of shown) {
            const points = this.points.get(i) ?? [];
            const count = points.length / 3;
            for (let k = 0; k + 1 < count; k++) {
                const age = (count - k) / POINTS;
                this.strokes.addSegment(
                    points,
                    3 * k,
                    points,
                    3 * k + 3,
                    this.colours[i],
                    2,
                    SOLID,
                    1 - age,
                );
            }
        }
        this.strokes.end();
    }
}
