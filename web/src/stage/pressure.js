// SPDX-License-Identifier: MIT
import { Color, DataTexture, LinearFilter, SRGBColorSpace } from "three";
import { FINELY_ROUND, ceilNice } from "../format.js";

/**
 * Pressure as colour: the viridis map (even steps to the eye, legible to colour-blind people and in
 * print) and the scale under it, which follows the pressures without jumping about.
 */

// Viridis by S. van der Walt and N. Smith (CC0) at twenty even places.
const COLOURS = [
    "#440154",
    "#481568",
    "#482677",
    "#453781",
    "#3f4788",
    "#39558c",
    "#32648e",
    "#2d718e",
    "#287d8e",
    "#238a8d",
    "#1f968b",
    "#20a386",
    "#29af7f",
    "#3cbc75",
    "#56c667",
    "#74d055",
    "#94d840",
    "#b8de29",
    "#dce318",
    "#fde725",
];

const RISE_TIME = 0.25; // s in which the scale follows a rising pressure
const FALL_TIME = 4; // s in which it falls again, longer than a bounce lasts

/** CSS gradient of the map, for legends. */
export const GRADIENT = `linear-gradient(to right, ${COLOURS.join(", ")})`;

export function makePressureTexture() {
    const data = new Uint8Array(4 * COLOURS.length);
    COLOURS.forEach((colour, i) => {
        const value = new Color(colour).getHex(SRGBColorSpace);
        data.set([(value >> 16) & 255, (value >> 8) & 255, value & 255, 255], 4 * i);
    });
    const texture = new DataTexture(data, COLOURS.length, 1);
    texture.colorSpace = SRGBColorSpace;
    texture.minFilter = LinearFilter;
    texture.magFilter = LinearFilter;
    texture.needsUpdate = true;
    return texture;
}

/** Follows the largest of a changing set of values: quickly up, slowly down. */
export class SmoothMax {
    constructor() {
        this.value = 0;
    }

    /** @param {number} seconds since the last call */
    follow(largest, seconds) {
        const time = largest > this.value ? RISE_TIME : FALL_TIME;
        // The first value is taken directly.
        const share = this.value > 0 ? 1 - Math.exp(-seconds / time) : 1;
        this.value += share * (largest - this.value);
        return this.value;
    }

    reset() {
        this.value = 0;
    }
}

/** Upper end of a colour scale: a round number above the smoothed largest value. */
export class RoundScale {
    constructor() {
        this.smooth = new SmoothMax();
        this.top = 0;
    }

    follow(largest, seconds) {
        const value = this.smooth.follow(largest, seconds);
        // Falls only when well below; otherwise it would jump between two numbers.
        if (value > this.top || value < 0.5 * this.top) {
            this.top = ceilNice(1.1 * value, FINELY_ROUND);
        }
        return this.top;
    }

    reset() {
        this.smooth.reset();
        this.top = 0;
    }
}
