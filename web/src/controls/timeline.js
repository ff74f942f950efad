// SPDX-License-Identifier: MIT
import { formatFixed } from "../format.js";
import { throttle } from "../link/connection.js";

/** The scrubber of a recording. */

const SEEK_RATE = 20; // messages per second
const FRAME = 1 / 60; // s: recordings contain about 60 views a second

export class Timeline {
    /**
     * @param {HTMLElement} root
     * @param {(command: object) => void} send
     */
    constructor(root, send) {
        this.root = root;
        this.slider = root.querySelector("input");
        this.now = root.querySelector(".now");
        this.end = root.querySelector(".end");
        this.first = 0;
        this.last = 0;
        this.time = 0;
        /** When the user last moved the scrubber: views that arrive late must not move it back. */
        this.touched = -Infinity;
        this.seek = throttle(SEEK_RATE, (time) =>
            send({ type: "seek", time: Number(time.toFixed(6)) }),
        );
        this.slider.addEventListener("input", () => this.goTo(Number(this.slider.value)));
    }

    goTo(time) {
        this.time = Math.max(this.first, Math.min(this.last, time));
        this.touched = performance.now();
        this.seek(this.time);
        this.show();
    }

    /** Moves by a number of views, forwards or backwards. */
    shift(views) {
        this.goTo(this.time + views * FRAME);
    }

    /** @param {import("../link/view.js").View} view */
    update(view) {
        this.root.hidden = !view.playback;
        if (!view.playback) {
            return;
        }
        [this.first, this.last] = [view.firstTime, view.lastTime];
        if (performance.now() - this.touched > 250) {
            this.time = view.time;
        }
        this.show();
    }

    show() {
        this.slider.min = String(this.first);
        this.slider.max = String(this.last);
        this.slider.value = String(this.time);
        this.slider.setAttribute("aria-valuetext", `${formatFixed(this.time, 2)} seconds`);
        this.now.textContent = `${formatFixed(this.time, 3)} s`;
        this.end.textContent = `${formatFixed(this.last, 3)} s`;
    }
}
