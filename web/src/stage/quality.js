// SPDX-License-Identifier: MIT
/**
 * The quality that the machine can afford. On a GPU everything; where the processor has to draw (a
 * virtual machine, a remote desktop) first shadows are dropped, then resolution, so that pulling a
 * block still feels direct. `?quality=0` in the address holds the best level,
 * `?quality=2` the cheapest.
 */

const LEVELS = [
    { pixelRatio: 1, hasShadows: true },
    { pixelRatio: 1, hasShadows: false },
    { pixelRatio: 0.6, hasShadows: false },
];
const SLOW = 70; // ms between two pictures: about 14 a second
const PAUSE = 4000; // ms: a longer gap means a hidden page, not a slow one
const PATIENCE = 10; // slow pictures in a row: not a single hiccup

export class Quality {
    constructor() {
        const asked = Number(new URLSearchParams(location.search).get("quality") ?? NaN);
        this.isFixed = Number.isInteger(asked) && asked in LEVELS;
        this.level = this.isFixed ? asked : 0;
        this.last = 0;
        this.slow = 0;
    }

    get settings() {
        return LEVELS[this.level];
    }

    /**
     * Each time the screen can take a picture, drawn or not.
     * @returns {boolean} whether the level changed
     */
    note() {
        const now = performance.now();
        const gap = now - this.last;
        this.last = now;
        this.slow = gap > SLOW && gap < PAUSE ? this.slow + 1 : 0;
        if (this.isFixed || this.slow < PATIENCE || this.level === LEVELS.length - 1) {
            return false;
        }
        this.slow = 0;
        this.level++;
        return true;
    }
}
