// SPDX-License-Identifier: MIT
import { formatFixed } from "../format.js";

/**
 * Contact states of a recording under its scrubber: a lane for each pair of bodies, a segment for
 * each state, coloured by the freedom that it leaves. A click on a segment goes to its beginning.
 */

const MOST_LANES = 4; // those with the most states
const MOST_SEGMENTS = 400; // of one lane; the longest are shown
const INSIDE = 1e-3; // s after the beginning of a state, where a view certainly has it

export class StateLanes {
    /**
     * @param {HTMLElement} root
     * @param {(time: number) => void} goTo
     */
    constructor(root, goTo) {
        this.root = root;
        this.goTo = goTo;
        this.infos = [];
        this.segments = [];
        this.clear();
    }

    /** Tells the style sheet the number of lanes, for which narrow screens make room. */
    showCount(count) {
        this.root.closest("main").style.setProperty("--lanes", String(count));
    }

    clear() {
        this.root.replaceChildren();
        this.root.hidden = true;
        this.showCount(0);
        this.segments = [];
        this.shown = null;
        this.range = "";
    }

    build(scene) {
        this.infos = scene.bodies;
        this.clear();
    }

    /**
     * @param {import("../link/states.js").States} states
     * @param {import("../link/view.js").View} view
     */
    update(states, view) {
        const range = `${view.firstTime} ${view.lastTime}`;
        if (view.playback && (this.shown !== states.list || this.range !== range)) {
            this.write(states, view.firstTime, view.lastTime);
            this.shown = states.list;
            this.range = range;
        }
        for (const { button, state } of this.segments) {
            button.classList.toggle("is-now", state.from <= view.time && view.time < state.to);
        }
    }

    write(states, first, last) {
        const lanes = Array.from(states.pairs.values())
            .sort((x, y) => y.length - x.length)
            .slice(0, MOST_LANES);
        this.segments = [];
        this.root.hidden = lanes.length === 0 || !(last > first);
        this.showCount(lanes.length);
        this.root.replaceChildren(
            ...lanes.map((lane) => this.makeLane(lane, first, last - first)),
        );
    }

    makeLane(states, first, span) {
        const lane = document.createElement("div");
        const [{ a, b }] = states;
        const pair = [a, b].map((body) => this.infos[body]?.name ?? "?").join(" and ");
        lane.title = pair;
        const length = ({ from, to }) => to - from;
        const touching = states
            .filter(({ contacts }) => contacts.length > 0)
            .sort((x, y) => length(y) - length(x))
            .slice(0, MOST_SEGMENTS)
            .sort((x, y) => x.from - y.from);
        lane.append(...touching.map((state) => this.makeSegment(state, pair, first, span)));
        return lane;
    }

    makeSegment(state, pair, first, span) {
        const button = document.createElement("button");
        const words = `${formatFixed(state.from, 3)} s, ${pair}: ${state.text}`;
        button.style.left = `${(100 * (state.from - first)) / span}%`;
        button.style.width = `${(100 * (state.to - state.from)) / span}%`;
        button.dataset.freedoms = String(state.freedoms);
        button.title = words;
        button.setAttribute("aria-label", words);
        button.addEventListener("click", () => this.goTo(state.from + INSIDE));
        this.segments.push({ button, state });
        return button;
    }
}
