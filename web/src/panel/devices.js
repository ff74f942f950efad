// SPDX-License-Identifier: MIT
import { Quaternion } from "three";
import {
    DEVICE,
    DEVICE_CLUTCHED,
    DEVICE_OUTSIDE,
    DEVICE_SILENT,
    GOVERNOR_HELD,
    GOVERNOR_RAMPING,
    HOLD_COUPLED,
    HOLD_DIRECT,
    PORTS,
    TRIPS,
} from "../link/layout.js";
import { formatCount, formatFixed, formatSI } from "../format.js";
import { isTouch } from "../touch.js";
import { setText } from "./text.js";

/** All numbers of each haptic device, a section for each, with the button that takes it over. */

const DEGREES = 180 / Math.PI;
const LINGER = 700; // ms that a limit stays readable after it acted
const MUCH = 0.01; // J: less is within the accuracy of the bookkeeping

const LIMITS = [
    ...TRIPS.map((text, k) => [1 << k, text]),
    [GOVERNOR_RAMPING, "soft start"],
    [GOVERNOR_HELD, "held at zero"],
];

const STATES = [
    [DEVICE_SILENT, "cannot be read"],
    [DEVICE_CLUTCHED, "clutched: moves alone"],
];

/** "3.20 N of 20.0 N", or "3.20 N, not rendered" if the device renders none. */
function formatShare(value, most, unit) {
    const text = formatSI(value, unit, 1e-5);
    return most > 0 ? `${text} of ${formatSI(most, unit)}` : `${text}, not rendered`;
}

/** Numbers of the buttons that are down. */
function listButtons(bits) {
    const down = Array.from({ length: 32 }, (_, k) => k).filter((k) => (bits >>> k) & 1);
    return down.length > 0 ? down.join(", ") : "none";
}

/** Who moves a device. A recording does not say which device was connected. */
function nameHand({ connected, backend, model }, flags, isConnected, isTaken) {
    const parts = [backend, model].filter(Boolean);
    if (isConnected) {
        return connected ? `connected: ${parts.join(", ")}` : "a connected device";
    }
    const viewer = isTaken ? "you" : "a viewer";
    return (flags & DEVICE_OUTSIDE) !== 0 ? viewer : "scripted";
}

/** What the user can do so that the device takes hold of a body again; empty if nothing. */
function findWayOut({ graspButton }, isConnected, isTaken, canTake) {
    if (!(graspButton >= 0) || !canTake) {
        return "";
    }
    if (isConnected) {
        return "; its grasp button takes what is near";
    }
    const [grasp, restart] = isTouch() ? ["Grasp", "Restart"] : ["G", "R"];
    return isTaken ? `; ${grasp} takes what is near` : `; ${restart} starts again`;
}

/** Angle between the rotations of grasp and device, rad. */
function findTwist(view, i) {
    const [a, b] = [DEVICE.rotation, DEVICE.heldRotation].map((field) =>
        new Quaternion().fromArray(view.floats, view.device(i, field)),
    );
    return a.angleTo(b);
}

function findStretch(view, i) {
    const [a, b] = [DEVICE.position, DEVICE.heldAt].map((field) => {
        const at = view.device(i, field);
        return view.floats.subarray(at, at + 3);
    });
    return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

export class DevicePanel {
    /**
     * @param {HTMLElement} root takes the sections, and holds the template of one
     * @param {(device: number) => void} onTake
     */
    constructor(root, onTake) {
        this.root = root;
        this.onTake = onTake;
        this.template = root.querySelector("template");
        this.sections = [];
    }

    build(scene) {
        this.isPlanar = scene.planar === true;
        this.infos = scene.devices ?? [];
        this.names = scene.bodies.map((info) => info.name);
        this.sections.forEach(({ element }) => element.remove());
        this.sections = this.infos.map((info, i) => this.addSection(info, i));
    }

    addSection(info, i) {
        const element = this.template.content.cloneNode(true).firstElementChild;
        element.querySelector(".title").textContent = info.name;
        const take = element.querySelector("button");
        take.addEventListener("click", () => this.onTake(i));
        take.hidden = this.isPlanar; // in a planar scene the mouse leads the hand by the body
        this.root.append(element);
        const list = (name) => {
            const found = element.querySelectorAll(`[data-${name}]`);
            return new Map(Array.from(found, (e) => [e.dataset[name], e]));
        };
        return {
            element,
            take,
            model: element.querySelector(".model"),
            facts: element.querySelector(".facts"),
            fields: list("field"),
            bars: list("bar"),
            warning: element.querySelector(".note"),
            /** When each limit acted last. */
            acted: LIMITS.map(() => -Infinity),
        };
    }

    /** For every view, because the slower update of the numbers would miss brief limits. */
    note(view) {
        const now = performance.now();
        this.sections.forEach(({ acted }, i) => {
            const flags = i < view.deviceCount ? view.deviceWord(i, DEVICE.governor) : 0;
            LIMITS.forEach(([flag], k) => {
                acted[k] = (flags & flag) !== 0 ? now : acted[k];
            });
        });
    }

    /**
     * @param {import("../link/view.js").View} view
     * @param {import("../controls/steering.js").Steering} steering
     * @param {boolean} canTake
     */
    update(view, steering, canTake) {
        this.note(view); // when drawing is slow, what the last view had may be too old by now
        this.sections.forEach((section, i) => {
            section.element.hidden = i >= view.deviceCount;
            if (section.element.hidden) {
                return;
            }
            const isConnected = this.infos[i].connected === true || view.isConnected(i);
            const isTaken = i === steering.device;
            this.write(section, view, i, isConnected, isTaken);
            const wayOut = findWayOut(this.infos[i], isConnected, isTaken, canTake);
            this.writeHold(section, view, i, wayOut);
            section.take.disabled = !canTake || isConnected;
            section.take.setAttribute("aria-pressed", String(isTaken));
            const [label, key] = section.take.children;
            setText(label, isTaken ? "Give back" : "Take over");
            setText(key, isTaken ? "Esc" : "D");
            key.hidden = !isTaken && i !== steering.next;
        });
    }

    write(section, view, i, isConnected, isTaken) {
        const set = (name, text) => setText(section.fields.get(name), text);
        const word = (field) => view.deviceWord(i, field);
        const { backend, address } = this.infos[i];
        setText(section.model, isConnected ? "" : `${backend} ${address}`);
        set("buttons", listButtons(word(DEVICE.buttons)));
        this.writeBar(section, "force", view, i, [DEVICE.felt, DEVICE.sent], DEVICE.maxForce, "N");
        this.writeBar(
            section,
            "torque",
            view,
            i,
            [DEVICE.feltTorque, DEVICE.sentTorque],
            DEVICE.maxTorque,
            "N m",
        );
        const flags = word(DEVICE.flags);
        const hand = nameHand(this.infos[i], flags, isConnected, isTaken);
        const states = STATES.filter(([flag]) => (flags & flag) !== 0).map(([, text]) => text);
        set("hand", [hand, ...states].join("; "));
        const isSilent = (flags & DEVICE_SILENT) !== 0;
        section.fields.get("hand").classList.toggle("is-bad", isSilent);
        set("trips", formatCount(word(DEVICE.trips)));
        this.writeLimits(section);
        this.writeEnergies(section, view, i);
    }

    writeHold(section, view, i, wayOut) {
        const set = (name, text) => setText(section.fields.get(name), text);
        const hold = view.deviceWord(i, DEVICE.hold);
        const name = this.names[view.deviceWord(i, DEVICE.body)] ?? "nothing";
        const isStretched = hold === HOLD_COUPLED;
        const isEmpty = !isStretched && hold !== HOLD_DIRECT;
        set("holds", isEmpty ? `nothing${wayOut}` : isStretched ? name : `is ${name}`);
        // With nothing held, the row has room for a sentence.
        section.facts.classList.toggle("is-alone", isEmpty);
        const { stiffness } = this.infos[i];
        const turned = `${formatFixed(DEGREES * findTwist(view, i), 1)}°`;
        const length = `${formatFixed(1000 * findStretch(view, i), 2)} mm`;
        set("stretch", isStretched ? `${length}, ${turned}` : "–");
        set("stiffness", isStretched && stiffness > 0 ? formatSI(stiffness, "N/m") : "–");
    }

    /** The sent force or torque as a bar up to its limit, the felt one as a mark on it. */
    writeBar(section, name, view, i, fields, mostField, unit) {
        const [felt, sent] = fields.map((field) => view.deviceLength(i, field));
        const most = view.floats[view.device(i, mostField)];
        const bar = section.bars.get(name);
        const share = (value) => `${100 * Math.min(1, most > 0 ? value / most : 0)}%`;
        bar.style.setProperty("--sent", share(sent));
        bar.style.setProperty("--felt", share(felt));
        bar.classList.toggle("is-full", most > 0 && felt > most);
        setText(section.fields.get(name), formatShare(felt, most, unit));
        // Both are shown only if they differ visibly.
        const isSame = Math.abs(felt - sent) < 0.02 * Math.max(felt, 1e-3 * most);
        const note = most > 0 && !isSame ? `sent ${formatSI(sent, unit, 1e-5)}` : "";
        setText(section.fields.get(`${name}Sent`), note);
    }

    writeLimits(section) {
        const now = performance.now();
        const acting = LIMITS.filter((_, k) => now - section.acted[k] < LINGER);
        const field = section.fields.get("limits");
        setText(field, acting.map(([, text]) => text).join(", ") || "none");
        field.classList.toggle("is-bad", acting.length > 0);
    }

    writeEnergies(section, view, i) {
        const { ports, unpaid } = view.deviceEnergies(i);
        PORTS.forEach((name, k) =>
            setText(section.fields.get(`port-${name}`), formatSI(ports[k], "J", 1e-9)),
        );
        section.warning.hidden = !(unpaid > MUCH);
        const got = formatSI(unpaid, "J");
        setText(
            section.warning,
            `Energy to the hand not accounted for: ${got}. The virtual world was not passive.`,
        );
    }
}
