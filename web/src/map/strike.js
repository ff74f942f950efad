// SPDX-License-Identifier: MIT
// One strike: handle and force over time, and the handle at the wall as it moves.
import { add, path, scale, show, ticks } from "./draw.js";

const WIDTH = 480;
const HEIGHT = 130;
const LEFT = 52;
const SLOW = 5;

/** Draws a curve over time. Returns a function that moves the mark to a time. */
function plot(svg, values, step, label) {
    svg.replaceChildren();
    svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    const low = Math.min(...values);
    const high = Math.max(...values, low + 1e-9);
    const air = 0.06 * (high - low);
    const x = scale(0, values.length * step, LEFT, WIDTH - 8);
    const y = scale(low - air, high + air, HEIGHT - 22, 6);
    add(svg, "rect", { class: "frame", x: LEFT, y: 6, width: WIDTH - 8 - LEFT, height: HEIGHT - 28 });
    for (const t of ticks(0, values.length * step, false)) {
        add(svg, "text", { x: x(t), y: HEIGHT - 8, "text-anchor": "middle" }, show(t));
    }
    for (const v of ticks(low - air, high + air, false)) {
        add(svg, "text", { x: LEFT - 5, y: y(v) + 4, "text-anchor": "end" }, show(v));
    }
    add(svg, "text", { x: 12, y: HEIGHT / 2, transform: `rotate(-90 12 ${HEIGHT / 2})`, "text-anchor": "middle" }, label);
    add(svg, "text", { x: WIDTH - 8, y: HEIGHT - 8, "text-anchor": "end" }, "time (s)");
    add(svg, "path", { class: "line", d: path(values.map((v, i) => [x(i * step), y(v)])) });
    const now = add(svg, "line", { class: "now", x1: LEFT, x2: LEFT, y1: 6, y2: HEIGHT - 22 });
    return (time) => {
        now.setAttribute("x1", x(time));
        now.setAttribute("x2", x(time));
    };
}

/** Draws wall, handle and force. Returns a function that shows them at a sample of the strike. */
function picture(svg, strike) {
    svg.replaceChildren();
    svg.setAttribute("viewBox", `0 0 ${WIDTH} 96`);
    const low = Math.min(...strike.handle);
    const high = Math.max(...strike.handle, low + 0.1);
    const y = scale(low - 1, high, 62, 14); // the tool's foot
    const most = Math.max(...strike.force.map(Math.abs), 1e-9);
    const wall = y(-1); // the wall is 1 mm below where the handle begins
    add(svg, "rect", { class: "wall", x: 60, y: wall, width: WIDTH - 120, height: 96 - wall });
    const word = (x, y0, text, anchor = "start") => add(svg, "text", { x, y: y0, "text-anchor": anchor }, text);
    word(66, 88, "wall");
    word(WIDTH / 2 - 48, 12, "handle", "end");
    word(WIDTH / 2 + 52, 12, "force on the hand");
    const tool = add(svg, "rect", { class: "tool", x: WIDTH / 2 - 40, width: 80, height: 12, y: 0 });
    const push = add(svg, "line", { class: "push", x1: WIDTH / 2 + 60, x2: WIDTH / 2 + 60, y1: 60, y2: 60 });
    return (i) => {
        tool.setAttribute("y", y(strike.handle[i]) - 12);
        push.setAttribute("y2", 60 - (40 * strike.force[i]) / most);
    };
}

/** Shows a strike and plays it until another one is shown. */
export class StrikePlayer {
    constructor(root) {
        this.parts = Object.fromEntries(["strike-title", "strike-text", "handle", "force", "scene", "slow"].map((id) => [id, root.getElementById(id)]));
        this.number = 0;
    }

    show(strike, words, where) {
        const { parts } = this;
        const mine = ++this.number;
        if (strike.refused) {
            parts["strike-title"].textContent = "No strike here";
            parts["strike-text"].textContent = strike.refused;
            return;
        }
        parts["strike-title"].textContent = `${where}: ${words}`;
        parts["strike-text"].textContent =
            `Largest speed before the touch: ${show(strike.speed)} m/s. Motion in the last 0.2 s: ${show(strike.motion)} mm. ` +
            `Lowest net work of the hand: ${show(strike.work)} mJ. Spectral radius of the linear model: ${show(strike.radius, 5)}, ` +
            `${strike.radius < 1 ? "below 1: disturbances die out" : "not below 1: disturbances do not die out"}.`;
        const moves = [
            plot(parts.handle, strike.handle, strike.step, "handle (mm)"),
            plot(parts.force, strike.force, strike.step, "force (N)"),
        ];
        const move = picture(parts.scene, strike);
        let time = 0;
        let last = performance.now();
        const tick = (now) => {
            if (mine !== this.number) {
                return;
            }
            time += (now - last) / 1000 / (parts.slow.checked ? SLOW : 1);
            last = now;
            const i = Math.min(Math.floor(time / strike.step), strike.handle.length - 1);
            for (const place of moves) {
                place(i * strike.step);
            }
            move(i);
            if (i < strike.handle.length - 1) {
                requestAnimationFrame(tick);
            }
        };
        requestAnimationFrame(tick);
    }
}
