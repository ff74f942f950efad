// SPDX-License-Identifier: MIT
import { THIN_SPACE, chooseTicks, choosePrefix, formatFixed, formatSI } from "../format.js";
import { Sheet } from "./canvas.js";

/**
 * A plot of some channels against simulated time. All plots share one cursor: pointing at one reads
 * values off all of them at the same moment.
 */

const LEFT = 48; // px for the axis numbers
const RIGHT = 8;
const TOP = 8;
const BOTTOM = 18;
const SHRINK = 0.96; // per drawing: after an old peak the axis shrinks slowly

/** At least three ticks: two numbers are hardly a scale. */
function chooseScale(low, high) {
    for (let count = 3; count <= 12; count += 3) {
        const ticks = chooseTicks(low, high, count);
        if (ticks.length > 2) {
            return ticks;
        }
    }
    return [low, high];
}

export class Plot {
    /**
     * @param {HTMLElement} root with a canvas and an element of class "readings"
     * @param {object} def
     * @param {string} def.unit
     * @param {number} def.floor smallest height of the axis, in the unit
     * @param {boolean} [def.isLog] logarithmic axis
     * @param {{channel: string, label: string, colour: string}[]} def.lines colours by name
     * @param {{time: number | null}} cursor shared by all plots
     */
    constructor(root, def, cursor) {
        this.root = root;
        this.def = def;
        this.cursor = cursor;
        this.sheet = new Sheet(root.querySelector("canvas"));
        this.range = { low: 0, high: def.floor };
        this.window = { start: 0, end: 1 };
        this.colours = {};
        this.readings = def.lines.map((line) => {
            const item = document.createElement("span");
            const swatch = document.createElement("i");
            const value = document.createElement("b");
            item.append(swatch, line.label ? `${line.label} ` : "", value);
            root.querySelector(".readings").append(item);
            return { swatch, value };
        });
        const { canvas } = this.sheet;
        canvas.addEventListener("pointermove", (event) => {
            const share = (event.offsetX - LEFT) / (this.sheet.width - LEFT - RIGHT);
            cursor.time =
                this.window.start +
                Math.max(0, Math.min(1, share)) * (this.window.end - this.window.start);
        });
        canvas.addEventListener("pointerleave", () => {
            cursor.time = null;
        });
    }

    /** Forgets the range of the last scene. */
    reset() {
        this.range = { low: 0, high: this.def.floor };
    }

    setColours(colours) {
        this.colours = colours;
        this.def.lines.forEach((line, i) => {
            this.readings[i].swatch.style.background = colours[line.colour];
        });
    }

    /**
     * @param {import("./series.js").Series} series
     * @param {{start: number, end: number}} window simulated time of the plot, s
     * @param {number} now simulated time of the picture, s
     */
    draw(series, window, now) {
        const { start, end } = window;
        this.window = window;
        this.now = now;
        // Starts one sample before the left end, so that the line reaches the edge.
        const first = Math.max(0, series.find(start) - 1);
        this.read(series);
        if (!this.sheet.isVisible) {
            return;
        }
        this.fitRange(series, first);
        const context = this.sheet.begin();
        if (this.def.isLog) {
            this.drawDecades();
        } else {
            this.drawLevels();
        }
        this.drawTimes(end - start);
        context.save();
        context.beginPath();
        context.rect(LEFT, 0, this.sheet.width - LEFT - RIGHT, this.sheet.height - BOTTOM + 1);
        context.clip();
        for (const line of this.def.lines) {
            this.drawLine(series, first, line);
        }
        context.restore();
        if (series.isWhole) {
            this.drawNow();
        }
        this.drawCursor(series);
    }

    /** Index of the sample at the cursor, or at the moment that the picture shows; -1: none. */
    findShown(series) {
        const time = this.cursor.time ?? (series.isWhole ? this.now : Infinity);
        return Math.min(series.find(time), series.count - 1);
    }

    /** Values at the cursor, or the present ones. */
    read(series) {
        const at = this.findShown(series);
        this.def.lines.forEach((line, i) => {
            const text = at >= 0 ? formatSI(series.columns[line.channel]?.[at], this.def.unit) : "–";
            if (this.readings[i].value.textContent !== text) {
                this.readings[i].value.textContent = text;
            }
        });
    }

    fitRange(series, first) {
        if (this.def.isLog) {
            this.fitDecades(series, first);
            return;
        }
        let [low, high] = [0, this.def.floor];
        for (const line of this.def.lines) {
            // Comparisons with NaN are false, so it changes nothing.
            for (const value of series.columns[line.channel]?.subarray(first, series.count) ?? []) {
                low = value < low ? value : low;
                high = value > high ? value : high;
            }
        }
        const { range } = this;
        range.high = Math.max(1.08 * high, range.high * SHRINK);
        range.low = Math.min(1.08 * low, range.low * SHRINK);
    }

    /** Whole decades around all values; zeros mean that nothing was measured. */
    fitDecades(series, first) {
        let [low, high] = [Infinity, this.def.floor];
        for (const line of this.def.lines) {
            for (const value of series.columns[line.channel].subarray(first, series.count)) {
                low = value > 0 ? Math.min(low, value) : low;
                high = Math.max(high, value);
            }
        }
        this.range.low = 10 ** Math.floor(Math.log10(Math.min(low, high)));
        this.range.high = 10 ** Math.ceil(Math.log10(1.01 * high));
    }

    x(time) {
        const share = (time - this.window.start) / (this.window.end - this.window.start);
        return LEFT + share * (this.sheet.width - LEFT - RIGHT);
    }

    y(value) {
        const { low, high } = this.range;
        const share = this.def.isLog
            ? Math.log(Math.max(value, low) / low) / Math.log(high / low)
            : (value - low) / (high - low);
        return this.sheet.height - BOTTOM - share * (this.sheet.height - TOP - BOTTOM);
    }

    drawDecades() {
        const { sheet, colours, range } = this;
        const every = Math.log10(range.high / range.low) > 3.5 ? 100 : 10;
        for (let tick = range.low; tick < 1.01 * range.high; tick *= every) {
            const y = this.y(tick);
            const { factor, prefix } = choosePrefix(tick);
            sheet.hair(
                LEFT,
                y,
                sheet.width - RIGHT,
                y,
                tick === range.low ? colours.axis : colours.line,
            );
            const text = `${Math.round(tick / factor)} ${prefix}${this.def.unit}`;
            sheet.text(text, LEFT - 6, y, colours.faint, "right");
        }
    }

    drawLevels() {
        const { sheet, colours, range } = this;
        const right = sheet.width - RIGHT;
        const { factor, prefix } = choosePrefix(Math.max(range.high, -range.low));
        const ticks = chooseScale(range.low, range.high);
        const decimals =
            ticks.length > 1
                ? Math.max(0, -Math.floor(Math.log10((ticks[1] - ticks[0]) / factor) + 1e-9))
                : 0;
        for (const tick of ticks) {
            const y = this.y(tick);
            sheet.hair(LEFT, y, right, y, tick === 0 ? colours.axis : colours.line);
            const number = formatFixed(tick / factor, decimals);
            const text = tick === 0 ? "0" : number + THIN_SPACE + prefix + this.def.unit;
            sheet.text(text, LEFT - 6, y, colours.faint, "right");
        }
    }

    drawTimes(span) {
        const { sheet, colours } = this;
        const right = sheet.width - RIGHT;
        const { factor: timeFactor, prefix: timePrefix } = choosePrefix(span);
        const times = chooseTicks(this.window.start, this.window.end, 5);
        const step = times.length > 1 ? (times[1] - times[0]) / timeFactor : 1;
        const timeDecimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
        for (const time of times) {
            const x = this.x(time);
            // There is no time before the start of the run, and no room at the right edge.
            if (time < -1e-9 || x > right - 14 || x < LEFT - 1) {
                continue;
            }
            sheet.hair(x, sheet.height - BOTTOM, x, sheet.height - BOTTOM + 3, colours.axis);
            const text = `${formatFixed(time / timeFactor, timeDecimals)} ${timePrefix}s`;
            sheet.text(text, x, sheet.height - BOTTOM / 2 + 2, colours.faint, "center");
        }
    }

    drawLine(series, first, line) {
        const { context } = this.sheet;
        const { time, [line.channel]: column } = series.columns;
        context.strokeStyle = this.colours[line.colour];
        context.lineWidth = 1.5;
        context.beginPath();
        for (let i = first; column && i < series.count; i++) {
            context.lineTo(this.x(time[i]), this.y(column[i]));
        }
        context.stroke();
    }

    /** The moment that the picture shows, in a plot of a whole recording. */
    drawNow() {
        const x = this.x(this.now);
        this.sheet.hair(x, TOP, x, this.sheet.height - BOTTOM, this.colours.bar);
    }

    drawCursor(series) {
        const { time } = this.cursor;
        if (time === null || series.count === 0) {
            return;
        }
        const at = Math.min(series.find(time), series.count - 1);
        const x = this.x(series.columns.time[at]);
        if (x < LEFT) {
            return;
        }
        const { context, height } = this.sheet;
        this.sheet.hair(x, TOP, x, height - BOTTOM, this.colours.text);
        for (const line of this.def.lines) {
            context.fillStyle = this.colours[line.colour];
            context.beginPath();
            context.arc(x, this.y(series.columns[line.channel]?.[at] ?? 0), 3, 0, 2 * Math.PI);
            context.fill();
        }
    }
}
