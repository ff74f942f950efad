// SPDX-License-Identifier: MIT
import { floorNice, formatLength } from "../format.js";

/** How large things are in the picture: the cells of the grid or, without one, a bar. */

const LONGEST = 100; // px

export class ScaleBar {
    /**
     * @param {HTMLElement} grid says how large a cell is
     * @param {HTMLElement} bar
     */
    constructor(grid, bar) {
        this.grid = grid;
        this.bar = bar;
    }

    /**
     * @param {number} cell of the grid, m; 0: there is none
     * @param {number} pixel size of a pixel at the distance of what the camera looks at, m
     */
    update(cell, pixel) {
        this.grid.textContent = cell > 0 ? `Grid ${formatLength(cell)}` : "";
        this.bar.hidden = cell > 0;
        const length = floorNice(LONGEST * pixel);
        this.bar.textContent = formatLength(length);
        this.bar.style.width = `${(length / pixel).toFixed(1)}px`;
    }
}
