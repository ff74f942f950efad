// SPDX-License-Identifier: MIT
/**
 * The quality that the machine can afford: the best on a GPU. If the processor has to draw (in a
 * virtual machine, on a remote desktop), shadows are dropped first and then resolution, so that
 * pulling a block still feels direct. `?quality=0` in the address keeps the best level, `?quality=2`
 * the cheapest. While nothing moves, the resolution is full at any level.
 */

const LEVELS = [
    { pixelRatio: 1, hasShadows: true },
    { pixelRatio: 1, hasShadows: false },
    { pixelRatio: 0.6, hasShadows: false },
];
const SLOW = 70; // ms between two pictures: about 14 a second
const PAUSE = 4000; // ms: a longer gap means a hidden page, not a slow one
const PATIENCE = 10; // slow pictures in a row, so that a single delay does not count

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
     * Call it once per frame of the screen, whether a picture is drawn or not.
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
