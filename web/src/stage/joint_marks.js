// SPDX-License-Identifier: MIT
import { Vector3 } from "three";
import { DASHED, DOTTED, SOLID } from "./strokes.js";

/**
 * What a joint looks like: an axis that turns is a line with a ring around it, one that slides an
 * arrow on a rail. If an axis has limits, the ring is the arc between them and the rail is the
 * distance between them. A spoke or a dot shows the current position.
 */

const RING_PARTS = 32; // segments of a whole ring
const LINE = 2; // px
const BOLD = 3.25; // px
const SPOKE = 1.18; // length of the spoke in radii of the ring
const AXIS = 1.5; // half length of the line along an axis in radii of the ring
const TICK = 0.35; // half length of the marks at both ends of a rail
const DOT = 4.2; // px

/** @typedef {{lower: number | null, upper: number | null}} Limits */

const isLimited = ({ lower, upper }) => lower !== null || upper !== null;

/** Any unit vector normal to `axis`. */
function findNormal(axis) {
    const aside = Math.abs(axis.z) < 0.9 ? new Vector3(0, 0, 1) : new Vector3(1, 0, 0);
    return aside.cross(axis).normalize();
}

export class JointMarks {
    /**
     * @param {import("./strokes.js").Strokes} lines
     * @param {import("./arrows.js").Arrows} heads
     * @param {import("./dots.js").Dots} dots
     */
    constructor(lines, heads, dots) {
        Object.assign(this, { lines, heads, dots });
    }

    /** Sets the look of everything that is drawn until the next call. */
    setLook(colour, mark, isBold, radius) {
        Object.assign(this, { colour, mark, radius, width: isBold ? BOLD : LINE });
    }

    line(a, b, style = SOLID, colour = this.colour) {
        this.lines.addSegment(a.toArray(), 0, b.toArray(), 0, colour, this.width, style);
    }

    dot(at) {
        this.dots.addDot(at.toArray(), 0, this.mark, DOT);
    }

    /** Three short lines, for a joint without axes that turn or slide. */
    cross(origin, axes, style) {
        for (const axis of axes) {
            const arm = axis.clone().multiplyScalar(0.7 * this.radius);
            this.line(origin.clone().sub(arm), origin.clone().add(arm), style);
        }
    }

    /**
     * An axis that turns.
     * @param {Vector3} zero where on the ring the angle is 0; normal to `axis`
     * @param {Limits} limits
     */
    turn(origin, axis, zero, angle, limits) {
        const reach = axis.clone().multiplyScalar(AXIS * this.radius);
        this.line(origin.clone().sub(reach), origin.clone().add(reach));
        this.ring(origin, axis, zero, limits);
        this.spoke(
            origin,
            zero
                .clone()
                .multiplyScalar(Math.cos(angle))
                .addScaledVector(axis.clone().cross(zero), Math.sin(angle)),
        );
    }

    spoke(origin, direction) {
        const end = origin.clone().addScaledVector(direction, SPOKE * this.radius);
        this.line(origin, end, SOLID, this.mark);
    }

    /** The whole ring or, with limits, the arc between them and its two sides. */
    ring(origin, axis, zero, limits) {
        const aside = axis.clone().cross(zero);
        const at = (turned, radius) =>
            origin
                .clone()
                .addScaledVector(zero, radius * Math.cos(turned))
                .addScaledVector(aside, radius * Math.sin(turned));
        const { from, to, isArc } = this.findArc(limits);
        const parts = Math.max(1, Math.ceil((RING_PARTS * (to - from)) / (2 * Math.PI)));
        for (let i = 0; i < parts; i++) {
            const step = (to - from) / parts;
            this.line(at(from + i * step, this.radius), at(from + (i + 1) * step, this.radius));
        }
        if (isArc) {
            this.line(origin, at(from, this.radius), DASHED);
            this.line(origin, at(to, this.radius), DASHED);
        }
    }

    /** The part of the ring within the limits; with one limit only, half a turn. */
    findArc({ lower, upper }) {
        const from = lower ?? (upper === null ? -Math.PI : upper - Math.PI);
        const to = upper ?? (lower === null ? Math.PI : lower + Math.PI);
        return to - from < 2 * Math.PI
            ? { from, to, isArc: isLimited({ lower, upper }) }
            : { from: -Math.PI, to: Math.PI, isArc: false };
    }

    /**
     * An axis that slides.
     * @param {Vector3} zero where the position is 0
     * @param {Limits} limits
     */
    slide(zero, axis, position, limits) {
        const at = (along) => zero.clone().addScaledVector(axis, along);
        const reach = 2 * this.radius;
        const [from, to] = [limits.lower ?? position - reach, limits.upper ?? position + reach];
        this.line(at(from), at(to));
        const aside = findNormal(axis).multiplyScalar(TICK * this.radius);
        for (const limit of [limits.lower, limits.upper]) {
            if (limit !== null) {
                this.line(at(limit).sub(aside), at(limit).add(aside));
            }
        }
        this.arrow(at(position), axis);
        this.dot(at(position));
    }

    arrow(from, axis) {
        const { x, y, z } = axis.clone().multiplyScalar(1.4 * this.radius);
        this.heads.addArrow(from.toArray(), 0, x, y, z, this.colour);
    }

    /** @param {Limits} limits of the distance */
    rod(a, b, limits) {
        this.line(a, b, DOTTED);
        const axis = b.clone().sub(a);
        if (axis.length() > 0) {
            axis.normalize();
            const aside = findNormal(axis).multiplyScalar(TICK * this.radius);
            for (const limit of [limits.lower, limits.upper]) {
                if (limit !== null) {
                    const end = a.clone().addScaledVector(axis, limit);
                    this.line(end.clone().sub(aside), end.add(aside));
                }
            }
        }
        this.dot(a);
        this.dot(b);
    }
}

/** Draws each type of joint: `place` has the frames {origin, x, y, z} a and b in the world. */
export const DRAW = {
    fixed: (marks, { a, b }) => {
        marks.cross(b.origin, [a.x, a.y, a.z], SOLID);
    },
    hinge: (marks, { a, b }, [axis], [angle]) => {
        marks.turn(b.origin, a.z, a.x, angle, axis);
    },
    slider: (marks, { a }, [axis], [position]) => {
        marks.slide(a.origin, a.z, position, axis);
    },
    // A rotation in space has no single angle on a ring: the spoke is the second frame's z, and
    // only axes with limits show their own component.
    ball: (marks, { a, b }, axes, angles) => {
        const directions = [a.x, a.y, a.z];
        directions.forEach((direction, k) => {
            const zero = directions[(k + 1) % 3];
            if (isLimited(axes[k])) {
                marks.turn(b.origin, direction, zero, angles[k], axes[k]);
            } else {
                marks.ring(b.origin, direction, zero, axes[k]);
            }
        });
        marks.spoke(b.origin, b.z);
    },
    universal: (marks, { a, b }, axes, angles) => {
        marks.turn(b.origin, a.z, a.x, angles[0], axes[0]);
        marks.turn(b.origin, b.x, a.z, angles[1], axes[1]);
    },
    planar: (marks, { a, b }, axes, [x, y, angle]) => {
        marks.slide(a.origin.clone().addScaledVector(a.y, y), a.x, x, axes[0]);
        marks.slide(a.origin.clone().addScaledVector(a.x, x), a.y, y, axes[1]);
        marks.turn(b.origin, a.z, a.x, angle, axes[2]);
    },
    distance: (marks, { a, b }, [axis]) => {
        marks.rod(a.origin, b.origin, axis);
    },
    bushing: (marks, { a, b }) => {
        marks.cross(b.origin, [a.x, a.y, a.z], DOTTED);
    },
};
