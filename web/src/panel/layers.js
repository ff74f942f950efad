// SPDX-License-Identifier: MIT
import { choosePrefix, formatLength, formatSI } from "../format.js";
import { GRADIENT } from "../stage/pressure.js";
import { LevelLegend } from "./level_legend.js";

/**
 * Legend and switches in one: every row shows what a layer looks like and turns it on and off. The
 * choice is remembered for each scene; whether the legend is open, only until the page is closed.
 */

const STORAGE_KEY = "volar.layers";
const MOST_SCENES = 64; // remembered; the one whose choice is oldest is forgotten first
const OPEN_KEY = "volar.layers.open"; // for as long as the page is open
const ROOMY = "(min-width: 1500px) and (min-height: 850px)"; // elsewhere it would hide bodies

export class Layers {
    /**
     * @param {HTMLElement} root
     * @param {(name: string, isOn: boolean) => void} onSwitch
     * @param {(gain: number) => void} onGain factor on the length of arrows
     */
    constructor(root, onSwitch, onGain) {
        this.root = root;
        this.onSwitch = onSwitch;
        this.boxes = Array.from(root.querySelectorAll("input[type=checkbox]"));
        this.slider = root.querySelector("input[type=range]");
        this.bar = root.querySelector(".pressure-bar");
        this.ticks = Array.from(root.querySelectorAll(".pressure-ticks span"));
        this.arrowScale = root.querySelector(".arrow-scale");
        this.torqueScale = root.querySelector(".torque-scale");
        this.bar.style.background = GRADIENT;
        this.frictionTorqueScale = root.querySelector(".friction-torque-scale");
        this.levelLegend = new LevelLegend(root);
        this.setOpen();
        this.sceneName = "";
        /** The choice in index.html, for scenes for which the user has chosen nothing. */
        this.usual = Object.fromEntries(this.boxes.map((box) => [box.name, box.checked]));
        for (const box of this.boxes) {
            box.addEventListener("change", () => {
                this.write();
                onSwitch(box.name, box.checked);
            });
        }
        this.slider.addEventListener("input", () => onGain(10 ** Number(this.slider.value)));
        this.slider.addEventListener("dblclick", () => {
            this.slider.value = "0";
            onGain(1);
        });
    }

    /** Open or closed as the user left it; at first, open if there is room. */
    setOpen() {
        try {
            const isOpen = sessionStorage.getItem(OPEN_KEY);
            this.root.open = isOpen === null ? matchMedia(ROOMY).matches : isOpen === "true";
        } catch {
            this.root.open = matchMedia(ROOMY).matches; // storage may be forbidden
        }
        this.root.querySelector("summary").addEventListener("click", () => {
            try {
                sessionStorage.setItem(OPEN_KEY, String(!this.root.open));
            } catch {
                // As above.
            }
        });
    }

    /** Choices for all scenes: [name, states], the oldest first. */
    read() {
        try {
            const stored = JSON.parse(localStorage.getItem(STORAGE_KEY));
            return Array.isArray(stored) ? stored : [];
        } catch {
            return []; // storage may be forbidden; the page works without it
        }
    }

    write() {
        try {
            const states = Object.fromEntries(this.boxes.map((box) => [box.name, box.checked]));
            const others = this.read().filter(([name]) => name !== this.sceneName);
            const all = [...others, [this.sceneName, states]].slice(-MOST_SCENES);
            localStorage.setItem(STORAGE_KEY, JSON.stringify(all));
        } catch {
            // As above.
        }
    }

    /** Reports the state of every switch. */
    announce() {
        this.boxes.forEach((box) => this.onSwitch(box.name, box.checked));
    }

    /** Restores the choice for this scene, and hides rows that do not apply to it. */
    build(scene) {
        this.sceneName = scene.name;
        const [, stored] = this.read().find(([name]) => name === scene.name) ?? [];
        for (const box of this.boxes) {
            box.checked = stored?.[box.name] ?? this.usual[box.name];
        }
        this.levelLegend.build(scene);
        this.announce();
        this.root.classList.toggle("has-joints", (scene.joints ?? []).length > 0);
        const hasPieces = (scene.shapes ?? []).some((shape) => shape.pieces?.length > 1);
        this.root.classList.toggle("has-pieces", hasPieces);
        this.root.classList.toggle("has-plane", scene.planar === true);
        this.root.classList.toggle("has-devices", (scene.devices ?? []).length > 0);
    }

    /** Switches a layer unless the user has chosen the layers of this scene. */
    suggest(name, isOn) {
        const box = this.boxes.find((each) => each.name === name);
        const hasChosen = this.read().some(([scene]) => scene === this.sceneName);
        if (!hasChosen && box.checked !== isOn) {
            box.checked = isOn;
            this.onSwitch(name, isOn);
        }
    }

    toggle(name) {
        this.boxes.find((box) => box.name === name).click();
    }

    /**
     * @param {number} top of the pressure scale, Pa
     * @param {boolean} isExceeded whether there are higher pressures
     * @param {number} lengthPerNewton of arrows, m/N
     * @param {number} lengthPerTorque of arrows of torques, m/(N m)
     * @param {number} lengthPerFrictionTorque likewise, of friction
     * @param {number} reach length of the longest arrow, m
     */
    update(top, isExceeded, lengthPerNewton, lengthPerTorque, lengthPerFrictionTorque, reach) {
        const { factor, prefix } = choosePrefix(top);
        const texts = [0, top / 2, top].map((value) =>
            String(Number((value / factor).toPrecision(3))),
        );
        texts[2] = `${isExceeded ? "≥ " : ""}${texts[2]} ${prefix}Pa`;
        this.ticks.forEach((tick, i) => {
            tick.textContent = top > 0 ? texts[i] : "";
        });
        // The scale is given for a round length near that of the arrows: 1 cm, 10 cm or 1 m.
        const length = 10 ** Math.round(Math.log10(Math.max(1e-6, reach)));
        this.arrowScale.textContent =
            lengthPerNewton > 0
                ? `${formatLength(length)} = ${formatSI(length / lengthPerNewton, "N")}`
                : "";
        const formatTorque = (scale) => (scale > 0 ? formatSI(length / scale, "N m") : "");
        this.torqueScale.textContent = formatTorque(lengthPerTorque);
        this.frictionTorqueScale.textContent = formatTorque(lengthPerFrictionTorque);
    }
}
