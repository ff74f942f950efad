// SPDX-License-Identifier: MIT
// The page of a stability map (volar zwidth --viewer). The program computes everything. The page asks it for the
// boundaries when delay or hand change, and for the strike of a point when the point is clicked.
import { add, minorTicks, path, scale, show, spell, ticks } from "./draw.js";
import { StrikePlayer } from "./strike.js";

const WIDTH = 620;
const HEIGHT = 440;
const LEFT = 62;
const BOTTOM = 40;
const LINES = [
    ["exact", "line", "exact boundary, this hand"],
    ["letGo", "line let-go", "exact boundary, let go"],
    ["gil", "line gil", "Gil's linear condition"],
    ["colgate", "line colgate", "Colgate: passive for any hand"],
];

const byId = (id) => document.getElementById(id);

/** The answer of the program to a request; null if it refuses. */
async function ask(question) {
    const answer = await fetch(question);
    return answer.ok ? answer.json() : null;
}

class MapPage {
    constructor(map) {
        this.map = map;
        this.hand = 0;
        this.delay = map.delay;
        this.theories = map.hands.map((hand) => hand.theory);
        this.asked = 0;
        this.player = new StrikePlayer(document);
        const xs = map.x.values;
        const ys = map.y.values;
        this.wide = (xs.at(-1) / xs[0]) ** (0.5 / (xs.length - 1));
        this.high = (ys.at(-1) / ys[0]) ** (0.5 / (ys.length - 1));
        this.x = scale(xs[0] / this.wide, xs.at(-1) * this.wide, LEFT, WIDTH - 10, true);
        this.y = scale(ys[0] / this.high, ys.at(-1) * this.high, HEIGHT - BOTTOM, 10, true);
        this.setUp();
        this.drawMap();
        this.drawTheory();
        window.volarMap = this; // for tests
    }

    setUp() {
        const { map } = this;
        byId("title").textContent = `${map.device}: stability map (${map.loop} loop)`;
        for (const [i, hand] of map.hands.entries()) {
            const label = document.createElement("label");
            const input = Object.assign(document.createElement("input"), { type: "radio", name: "hand", checked: i === 0 });
            input.addEventListener("change", () => this.setHand(i));
            label.append(input, ` ${hand.name === "free" ? "let go" : hand.name}`);
            byId("hands").append(label);
        }
        const slider = byId("delay");
        slider.step = map.period / 20;
        slider.max = Math.max(5 * map.period, map.delay);
        slider.value = map.delay;
        slider.addEventListener("input", () => this.setDelay(Number(slider.value)));
        this.sayDelay();
        byId("map").addEventListener("click", (event) => this.click(event));
    }

    sayDelay() {
        const isMap = Math.abs(this.delay - this.map.delay) < 1e-9;
        byId("delay-value").textContent = `${show(this.delay)} ms${isMap ? "" : ` (map: ${show(this.map.delay)} ms)`}`;
    }

    drawMap() {
        const { map, x, y } = this;
        const svg = byId("map");
        const { kinds } = map.hands[this.hand];
        svg.replaceChildren();
        svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
        const cells = add(svg, "g", { class: "cells" });
        const rows = map.y.values.length;
        for (const [column, vx] of map.x.values.entries()) {
            // Neighbours of a column with the same result are drawn as one rectangle.
            for (let row = 0; row < rows; ) {
                const kind = kinds[column * rows + row];
                let end = row;
                while (end + 1 < rows && kinds[column * rows + end + 1] === kind) {
                    ++end;
                }
                const top = y(map.y.values[end] * this.high);
                add(cells, "rect", {
                    class: `kind-${kind}`,
                    x: x(vx / this.wide),
                    width: x(vx * this.wide) - x(vx / this.wide),
                    y: top,
                    height: y(map.y.values[row] / this.high) - top,
                });
                row = end + 1;
            }
        }
        add(svg, "rect", { class: "frame", x: LEFT, y: 10, width: WIDTH - 10 - LEFT, height: HEIGHT - BOTTOM - 10 });
        this.drawTicks(svg);
        const middle = (HEIGHT - BOTTOM) / 2;
        add(svg, "text", { x: (LEFT + WIDTH) / 2, y: HEIGHT - 6, "text-anchor": "middle" }, `${spell(map.x.name)} (${map.x.unit})`);
        add(svg, "text", { x: 14, y: middle, transform: `rotate(-90 14 ${middle})`, "text-anchor": "middle" }, `${spell(map.y.name)} (${map.y.unit})`);
        this.lines = add(svg, "g");
        this.drawLegend(new Set(kinds));
    }

    drawTicks(svg) {
        const { map, x, y } = this;
        const bottom = HEIGHT - BOTTOM;
        const [xs, ys] = [map.x.values, map.y.values].map((values) => [values[0], values.at(-1)]);
        const markX = (v, size) => `M${x(v).toFixed(1)} ${bottom}v${size}`;
        const markY = (v, size) => `M${LEFT} ${y(v).toFixed(1)}h${-size}`;
        const marks = [
            ...minorTicks(...xs).map((v) => markX(v, 3)),
            ...minorTicks(...ys).map((v) => markY(v, 3)),
        ];
        for (const v of ticks(...xs, true)) {
            marks.push(markX(v, 6));
            add(svg, "text", { x: x(v), y: bottom + 18, "text-anchor": "middle" }, show(v));
        }
        for (const v of ticks(...ys, true)) {
            marks.push(markY(v, 6));
            add(svg, "text", { x: LEFT - 8, y: y(v) + 4, "text-anchor": "end" }, show(v));
        }
        add(svg, "path", { class: "ticks", d: marks.join("") });
    }

    drawLegend(present) {
        const { map } = this;
        const list = byId("legend");
        list.replaceChildren();
        const entry = (text, draw) => {
            const item = document.createElement("li");
            const svg = add(item, "svg", { viewBox: "0 0 26 12" });
            draw(svg);
            item.append(text);
            list.append(item);
        };
        for (const [kind, text] of map.classes.entries()) {
            if (present.has(kind)) {
                entry(text, (svg) => add(svg, "rect", { class: `kind-${kind} cells`, width: 26, height: 12 }));
            }
        }
        for (const [name, style, text] of LINES) {
            if (this.theories[this.hand][name].some(Number.isFinite)) {
                entry(text, (svg) => add(svg, "path", { class: style, d: "M0 6H26" }));
            }
        }
        if (map.table > 0) {
            entry("table value", (svg) => add(svg, "path", { class: "line table", d: "M0 6H26" }));
        }
        if (map.chosenY) {
            entry("chosen by volar tune", (svg) => add(svg, "circle", { class: "mark", cx: 13, cy: 6, r: 4.5 }));
        }
    }

    drawTheory() {
        const { map, x, y, lines } = this;
        const theory = this.theories[this.hand];
        const clip = (value) => (Number.isFinite(value) ? Math.min(Math.max(y(value), 10), HEIGHT - BOTTOM) : NaN);
        lines.replaceChildren();
        for (const [name, style] of LINES) {
            const points = map.x.values.map((v, i) => [x(v), theory[name][i] === null ? NaN : clip(theory[name][i])]);
            add(lines, "path", { class: style, "data-line": name, d: path(points) });
        }
        if (map.table > 0) {
            add(lines, "path", { class: "line table", d: `M${LEFT} ${clip(map.table)}H${WIDTH - 10}` });
        }
        if (map.chosenY) {
            add(lines, "circle", { class: "mark", cx: x(map.chosenX), cy: y(map.chosenY), r: 5 });
        }
        if (this.picked) {
            add(lines, "circle", { class: "picked", cx: x(this.picked.x), cy: y(this.picked.y), r: 4 });
        }
    }

    setHand(hand) {
        this.hand = hand;
        this.drawMap();
        this.drawTheory();
        this.askTheory();
    }

    setDelay(delay) {
        this.delay = delay;
        this.sayDelay();
        this.askTheory();
    }

    /** One request at a time: if hand or delay change meanwhile, one more follows, for the newest. */
    async askTheory() {
        if (this.isAsking) {
            this.isStale = true;
            return;
        }
        this.isAsking = true;
        do {
            this.isStale = false;
            const hand = this.hand;
            const theory = await ask(`theory.json?hand=${hand}&delay=${this.delay}`);
            if (theory) {
                this.theories[hand] = theory;
                this.drawTheory();
                ++this.asked;
            }
        } while (this.isStale);
        this.isAsking = false;
    }

    async click(event) {
        const svg = byId("map");
        const box = svg.getBoundingClientRect();
        const px = ((event.clientX - box.left) / box.width) * WIDTH;
        const py = ((event.clientY - box.top) / box.height) * HEIGHT;
        if (px < LEFT || px > WIDTH - 10 || py < 10 || py > HEIGHT - BOTTOM) {
            return;
        }
        this.picked = { x: this.x.invert(px), y: this.y.invert(py) };
        this.drawTheory();
        const { map, picked } = this;
        const strike = await ask(`strike.json?hand=${this.hand}&x=${picked.x}&y=${picked.y}&delay=${this.delay}`);
        if (strike && picked === this.picked) {
            const where = `${show(picked.x)} ${map.x.unit}, ${show(picked.y)} ${map.y.unit}`;
            this.player.show(strike, strike.class, where);
            this.strike = strike;
        }
    }
}

const map = await ask("map.json");
if (map) {
    new MapPage(map);
} else {
    byId("title").textContent = "The program does not answer";
}
