// SPDX-License-Identifier: MIT
import { Vector3 } from "three";

/**
 * How long arrows may be so that none exceeds a third of the picture: the largest length for each unit
 * of what they show, given where they begin.
 */

const MOST = 1 / 3; // of the smaller side of the picture

export class ArrowRoom {
    /** @param {import("./stage.js").Stage} stage */
    constructor(stage) {
        this.stage = stage;
        this.forward = new Vector3();
        this.begin();
    }

    begin() {
        const { camera, pixel, width, height } = this.stage;
        camera.getWorldDirection(this.forward);
        this.eye = camera.position;
        // Length on the screen for each metre of distance. An arrow may come towards the camera by its
        // own length, which makes it look longer.
        const share = MOST * Math.min(width, height) * pixel.value;
        this.share = share / (1 + share);
        /** m for each unit. */
        this.most = Infinity;
    }

    /** An arrow for `value` that begins at a point (array and index of its x). */
    note(from, at, value) {
        const { forward, eye } = this;
        const depth =
            (from[at] - eye.x) * forward.x +
            (from[at + 1] - eye.y) * forward.y +
            (from[at + 2] - eye.z) * forward.z;
        // What lies behind the camera is not in the picture.
        if (depth > 0 && value > 0) {
            this.most = Math.min(this.most, (this.share * depth) / value);
        }
    }
}
