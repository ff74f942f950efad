// SPDX-License-Identifier: MIT
import { choosePrefix, formatCount, formatSI } from "../format.js";
import { Sheet } from "./canvas.js";
import { findBinTime, findPercentile } from "./series.js";

/**
 * Histogram of the compute times or start delays of all steps so far. Both axes are logarithmic,
 * because the single step in a million that took too long matters most and would be invisible
 * otherwise.
 */

const LEFT = 48; // px
const RIGHT = 8;
const TOP = 16;
const BOTTOM = 18;

export class Histogram {
    /** @param {HTMLElement} root with a canvas and an element of class "readings" */
    constructor(root) {
        this.sheet = new Sheet(root.querySelector("canvas"));
        this.reading = root.querySelector(".readings");
        this.colours = {};
        this.pointer = null;
        const { canvas } = this.sheet;
        canvas.addEventListener("pointermove", (event) => {
            this.pointer = event.offsetX;
        });
        canvas.addEventListener("pointerleave", () => {
            this.pointer = null;
        });
    }

    setColours(colours) {
        this.colours = colours;
    }

    /**
     * @param {Uint32Array} bins
     * @param {number} budget real time that a step may take, s
     */
    draw(bins, budget) {
        if (!this.sheet.isVisible) {
            return;
        }
        this.sheet.begin();
        const first = bins.findIndex((count) => count > 0);
        const total = bins.reduce((sum, count) => sum + count, 0);
        if (first < 0) {
            this.setReading("no steps timed");
            return;
        }
        let last = first;
        bins.forEach((count, i) => {
            last = count > 0 ? i : last;
        });
        // At least three octaves, with some space on both sides.
        const middle = (first + last + 1) / 2;
        const half = Math.max(6, (last + 1 - first) / 2 + 1);
        this.low = middle - half;
        this.high = middle + half;
        this.decades = Math.max(1, Math.log10(total)) + 0.2;
        this.drawAxes(total);
        this.drawBars(bins, first, last);
        this.drawMarks(bins, budget);
        this.readAt(bins, total);
    }

    x(bin) {
        return (
            LEFT + ((bin - this.low) / (this.high - this.low)) * (this.sheet.width - LEFT - RIGHT)
        );
    }

    xOfTime(time) {
        return this.x(4 * Math.log2(time / 0.25e-6));
    }

    /** A bar of a single step is drawn a little above the axis. */
    y(count) {
        const share = (Math.log10(count) + 0.2) / this.decades;
        return this.sheet.height - BOTTOM - Math.min(1, share) * (this.sheet.height - TOP - BOTTOM);
    }

    drawAxes(total) {
        const { sheet, colours } = this;
        const bottom = sheet.height - BOTTOM;
        const every = this.decades > 5 ? 2 : 1;
        for (let power = 0; 10 ** power <= total; power += every) {
            const y = this.y(10 ** power);
            sheet.hair(LEFT, y, sheet.width - RIGHT, y, colours.line);
            const { factor, prefix } = choosePrefix(10 ** power);
            sheet.text(`${10 ** power / factor}${prefix}`, LEFT - 6, y, colours.faint, "right");
        }
        sheet.hair(LEFT, bottom, sheet.width - RIGHT, bottom, colours.axis);
        let lastX = -Infinity;
        for (let power = -7; power <= 0; power++) {
            for (const factor of [1, 2, 5]) {
                const x = this.xOfTime(factor * 10 ** power);
                if (x < LEFT + 8 || x > sheet.width - RIGHT - 12 || x < lastX + 44) {
                    continue;
                }
                lastX = x;
                sheet.hair(x, bottom, x, bottom + 3, colours.axis);
                const { factor: unit, prefix } = choosePrefix(factor * 10 ** power);
                const text = `${Math.round((factor * 10 ** power) / unit)} ${prefix}s`;
                sheet.text(text, x, sheet.height - BOTTOM / 2 + 2, colours.faint, "center");
            }
        }
    }

    drawBars(bins, first, last) {
        const { context, height } = this.sheet;
        context.fillStyle = this.colours.bar;
        for (let i = first; i <= last; i++) {
            if (bins[i] > 0) {
                const [x, y] = [this.x(i), this.y(bins[i])];
                context.fillRect(x + 0.5, y, this.x(i + 1) - x - 1, height - BOTTOM - y);
            }
        }
    }

    drawMarks(bins, budget) {
        const { sheet, colours } = this;
        const marks = [
            ["median", findPercentile(bins, 0.5), colours.text],
            ["p99", findPercentile(bins, 0.99), colours.text],
            ["budget", budget, colours.warning],
        ];
        let free = -Infinity;
        for (const [name, time, colour] of marks.sort((a, b) => a[1] - b[1])) {
            const x = this.xOfTime(time);
            if (x < LEFT || x > sheet.width - RIGHT) {
                continue;
            }
            sheet.hair(x, TOP - 2, x, sheet.height - BOTTOM, colour);
            const width = sheet.context.measureText(name).width;
            const at = Math.min(Math.max(x - width / 2, free), sheet.width - RIGHT - width);
            sheet.text(name, at, TOP / 2, colour);
            free = at + width + 6;
        }
    }

    readAt(bins, total) {
        if (this.pointer === null) {
            const [median, p99] = [findPercentile(bins, 0.5), findPercentile(bins, 0.99)];
            this.setReading(`median ${formatSI(median, "s")}  p99 ${formatSI(p99, "s")}`);
            return;
        }
        const share = (this.pointer - LEFT) / (this.sheet.width - LEFT - RIGHT);
        const bin = Math.floor(this.low + share * (this.high - this.low));
        const count = bins[bin] ?? 0;
        const range = `${formatSI(findBinTime(bin), "s")} – ${formatSI(findBinTime(bin + 1), "s")}`;
        this.setReading(`${range}: ${formatCount(count)} of ${formatCount(total)}`);
    }

    setReading(text) {
        if (this.reading.textContent !== text) {
            this.reading.textContent = text;
        }
    }
}
