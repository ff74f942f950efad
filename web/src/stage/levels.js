// SPDX-License-Identifier: MIT
import { Color, Group } from "three";
import { SAMPLE } from "../link/layout.js";
import { Dots } from "./dots.js";

/**
 * The level of detail at which surfaces are felt. A mesh touches by its samples, each of which stands
 * for a patch of it. The colour of a triangle shows the size of its patch, from fine to merged, and
 * samples that are near another body now are dots.
 */

// From the finest patch to the largest; lighter than bodies at rest and unlike the colours of pressure.
const STOPS = ["#f4f1de", "#9fd3e6", "#6a8fd8", "#8a55b8", "#a32c7a"];
const SHADES = 64;
const NEAR = new Color("#ffffff");
const PRESSING = new Color("#ff5a1f");
const NEAR_SIZE = 2; // pixels, radius
const PRESSING_SIZE = 3.5;

/** CSS gradient of the colours, for the legend. */
export const LEVEL_GRADIENT = `linear-gradient(to right, ${STOPS.join(", ")})`;

const shades = Array.from({ length: SHADES }, (_, i) => {
    const at = ((STOPS.length - 1) * i) / (SHADES - 1);
    const stop = Math.min(STOPS.length - 2, Math.floor(at));
    return new Color(STOPS[stop]).lerp(new Color(STOPS[stop + 1]), at - stop);
});

/**
 * Radii of the finest and of the largest patch of all surfaces of a scene, m; null if no patches
 * are known.
 */
export function measureLevels(shapes) {
    let [least, most] = [Infinity, 0];
    for (const { patches } of shapes ?? []) {
        for (const radius of patches ?? []) {
            if (radius > 0) {
                least = Math.min(least, radius);
                most = Math.max(most, radius);
            }
        }
    }
    return most > 0 ? { least, most } : null;
}

/** Colour of a patch; null for a triangle that no sample stands for. */
export function paintLevel(radius, { least, most }) {
    const share = most > least ? (radius - least) / (most - least) : 0;
    return radius > 0 ? shades[Math.round((SHADES - 1) * share)] : null;
}

/** The samples that are near another body. */
export class NearSamples {
    /** @param {import("./stage.js").Stage} stage */
    constructor(stage) {
        this.dots = new Dots(stage, { hidden: 0.35, visible: 1 });
        this.group = new Group();
        this.group.add(this.dots.group);
        this.isOn = false;
    }

    setOn(isOn) {
        this.isOn = isOn;
    }

    /** @param {import("../link/view.js").View} view */
    update(view) {
        this.dots.begin();
        const count = this.isOn ? view.sampleCount : 0;
        for (let i = 0; i < count; i++) {
            const isPressing = view.isPressing(i);
            this.dots.addDot(
                view.floats,
                view.sample(i, SAMPLE.point),
                isPressing ? PRESSING : NEAR,
                isPressing ? PRESSING_SIZE : NEAR_SIZE,
            );
        }
        this.dots.end();
    }
}
