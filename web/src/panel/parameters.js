// SPDX-License-Identifier: MIT
import { AUTOMATIC, PARAMETERS } from "../link/layout.js";
import { throttle } from "../link/connection.js";

/**
 * The parameters of the running scene: friction, stiffness, couplings, gravity and the step, each
 * with a slider and a field for numbers. A value that the user sets is shown at once; every view
 * reports the values that the simulation uses.
 */

const SEND_RATE = 20; // changes per second while a slider is dragged
const PATIENCE = 1500; // ms until a value that was refused is replaced by the one in use
const SLIDER_STEPS = 1000;

/** Label and range of the slider of each kind; `log` sliders have 0 at their left end. */
const KINDS = Object.fromEntries(
    [
        { label: "Step", least: 1e-5, most: 0.02, log: true },
        { label: "Gravity x", least: -20, most: 20 },
        { label: "Gravity y", least: -20, most: 20 },
        { label: "Gravity z", least: -20, most: 20 },
        { label: "Static friction", least: 0, most: 1.5 },
        { label: "Dynamic friction", least: 0, most: 1.5 },
        { label: "Stiffness", least: 1e2, most: 1e7, log: true },
        { label: "Damping ratio", least: 0, most: 2 },
        { label: "Stiffness", least: 1, most: 1e4, log: true },
        { label: "Damping", least: 0.01, most: 100, log: true },
        { label: "Angular stiffness", least: 0.01, most: 100, log: true },
        { label: "Angular damping", least: 1e-4, most: 1, log: true },
        { label: "Restitution", least: 0, most: 1 },
        { label: "Wall law" },
        { label: "Wall stiffness", least: 1e2, most: 1e5, log: true },
        { label: "Friction law" },
        { label: "Kinetic friction", least: 0.01, most: 1 },
        { label: "Static friction", least: 0.01, most: 1 },
    ].map((kind, i) => [PARAMETERS[i], kind]),
);

/** Place of a value on its slider, 0 to SLIDER_STEPS. */
export function findPlace({ least, most, log }, value) {
    const share = log
        ? value > 0
            ? Math.log(value / least) / Math.log(most / least)
            : 0
        : (value - least) / (most - least);
    return Math.round(SLIDER_STEPS * Math.max(0, Math.min(1, share)));
}

/** The value at a place of a slider, with three digits. */
export function findValue({ least, most, log }, place, isZeroAllowed) {
    const share = place / SLIDER_STEPS;
    if (log && place === 0 && isZeroAllowed) {
        return 0;
    }
    const value = log ? least * (most / least) ** share : least + share * (most - least);
    return log ? Number(value.toPrecision(3)) : Number(value.toFixed(3));
}

/** Up to twelve digits, without trailing zeros; empty for an automatic value. */
function formatValue(value) {
    return value === AUTOMATIC ? "" : String(Number(value.toPrecision(12)));
}

function nameGroup(scene, { materials, device }) {
    if (materials) {
        const [a, b] = materials.map((i) => scene.materials[i]);
        const only = scene.parameters.every((p) => !p.materials || p.materials.join() === "0,0");
        return only ? "Contacts" : `Contacts: ${a === b ? a : `${a} and ${b}`}`;
    }
    return device === undefined ? "World" : `Coupling: ${scene.devices[device].name}`;
}

export class ParameterPanel {
    /**
     * @param {HTMLElement} root
     * @param {(command: object) => void} send
     */
    constructor(root, send) {
        this.root = root;
        this.send = send;
        this.list = root.querySelector(".groups");
        this.reset = root.querySelector("[data-action=reset]");
        this.save = root.querySelector("[data-action=save]");
        this.rows = [];
        this.reset.addEventListener("click", () => {
            this.rows.forEach((row) => {
                row.asked = null;
            });
            send({ type: "reset" });
        });
        this.save.addEventListener("click", () => send({ type: "save" }));
    }

    build(scene) {
        const parameters = scene.parameters ?? [];
        const groups = new Map();
        this.rows = parameters.map((info, i) => {
            const name = nameGroup(scene, info);
            if (!groups.has(name)) {
                groups.set(name, this.makeGroup(name));
            }
            return this.addRow(groups.get(name), info, i);
        });
        this.list.replaceChildren(...groups.values());
        this.root.hidden = parameters.length === 0;
        // A planar scene invites the user to try its laws, so the list is open.
        const details = this.root.querySelector("details") ?? this.root;
        details.open ||= scene.planar === true;
    }

    makeGroup(name) {
        const group = document.createElement("fieldset");
        const legend = document.createElement("legend");
        legend.textContent = name;
        group.append(legend);
        return group;
    }

    /** A list to choose from in place of a slider. */
    addChoice(group, info, i) {
        const { label } = KINDS[info.kind] ?? { label: info.kind };
        const row = document.createElement("label");
        const [title, list] = [document.createElement("span"), document.createElement("select")];
        title.textContent = label;
        list.setAttribute("aria-label", label);
        list.append(...info.choices.map((name, value) => new Option(name, String(value))));
        row.append(title, list);
        group.append(row);
        const made = { label: row, inputs: [list], list, info, asked: null, shown: NaN };
        list.addEventListener("change", () => {
            const value = Number(list.value);
            made.asked = { value, until: performance.now() + PATIENCE };
            this.send({ type: "set", parameter: i, value });
        });
        return made;
    }

    addRow(group, info, i) {
        if (info.choices) {
            return this.addChoice(group, info, i);
        }
        const kind = KINDS[info.kind] ?? { label: info.kind, least: info.least, most: info.most };
        const label = document.createElement("label");
        const [title, unit] = [document.createElement("span"), document.createElement("em")];
        const [slider, number] = ["range", "number"].map((type) => {
            const input = document.createElement("input");
            input.type = type;
            input.setAttribute("aria-label", `${kind.label}${info.unit ? `, ${info.unit}` : ""}`);
            return input;
        });
        title.textContent = kind.label;
        unit.textContent = info.unit.replace("s2", "s²");
        Object.assign(slider, { min: "0", max: String(SLIDER_STEPS), step: "1" });
        Object.assign(number, { step: "any", placeholder: info.auto ? "auto" : "" });
        number.title = `${info.least} to ${info.most} ${info.unit}${info.auto ? ", empty: automatic" : ""}`;
        label.append(title, slider, number, unit);
        group.append(label);
        const row = { label, slider, number, info, kind, asked: null, shown: NaN };
        row.inputs = [slider, number];
        const send = throttle(SEND_RATE, (value) => this.send({ type: "set", parameter: i, value }));
        const set = (value) => {
            row.asked = { value, until: performance.now() + PATIENCE };
            send(value);
        };
        slider.addEventListener("input", () => {
            const value = findValue(kind, Number(slider.value), info.least <= 0);
            number.value = formatValue(value);
            set(value);
        });
        number.addEventListener("change", () => {
            const isEmpty = number.value.trim() === "";
            if (!isEmpty && !Number.isFinite(number.valueAsNumber)) {
                return;
            }
            // An empty field means automatic if that is allowed, otherwise the value in the scene.
            set(isEmpty ? (info.auto ? AUTOMATIC : info.value) : number.valueAsNumber);
        });
        return row;
    }

    /**
     * @param {import("../link/view.js").View} view
     * @param {boolean} isLive not a recording
     */
    update(view, isLive) {
        const now = performance.now();
        let isChanged = false;
        this.rows.forEach((row, i) => {
            const value = i < view.parameterCount ? view.parameter(i) : row.info.value;
            isChanged ||= value !== row.info.value;
            row.label.classList.toggle("is-changed", value !== row.info.value);
            // What the user asked for stays until a view has it, while paused or for PATIENCE.
            const isWaiting = row.asked && (view.paused || now < row.asked.until);
            if (isWaiting && value !== row.asked.value) {
                return;
            }
            if (row.asked) {
                row.shown = NaN; // the field still shows what was asked for
            }
            row.asked = null;
            this.show(row, value);
        });
        [...this.rows.flatMap(({ inputs }) => inputs), this.save].forEach((input) => {
            input.disabled = !isLive;
        });
        this.reset.disabled = !isLive || !isChanged;
    }

    show(row, value) {
        if (value === row.shown || (row.number && document.activeElement === row.number)) {
            return;
        }
        row.shown = value;
        if (row.list) {
            row.list.value = String(value);
            return;
        }
        row.number.value = formatValue(value);
        row.slider.value = String(value === AUTOMATIC ? 0 : findPlace(row.kind, value));
    }
}
