// SPDX-License-Identifier: MIT
import { JOINT } from "../link/layout.js";
import { formatFixed, formatSI, formatVector } from "../format.js";

/** All numbers of one joint, chosen in the picture or from the list of names. */

const DEGREES = 180 / Math.PI;

const formatAngle = (radians) => `${formatFixed(DEGREES * radians, 1)}°`;

const formatPlace = ({ turns }, value) => (turns ? formatAngle(value) : formatSI(value, "m", 1e-8));

/** "−30.0° … 90.0°"; a side without a limit is shown as infinity. */
function formatLimits(axis) {
    const { lower, upper } = axis;
    if (lower === null && upper === null) {
        return "none";
    }
    const low = lower === null ? "−∞" : formatPlace(axis, lower);
    const high = upper === null ? "∞" : formatPlace(axis, upper);
    return `${low} … ${high}`;
}

export class JointPanel {
    /**
     * @param {HTMLElement} root
     * @param {(joint: number) => void} onSelect
     */
    constructor(root, onSelect) {
        this.root = root;
        this.list = root.querySelector("select");
        this.fields = new Map(
            Array.from(root.querySelectorAll("[data-field]"), (e) => [e.dataset.field, e]),
        );
        this.list.addEventListener("change", () => onSelect(Number(this.list.value)));
        this.infos = [];
    }

    build(scene) {
        this.infos = scene.joints ?? [];
        this.names = scene.bodies.map((info) => info.name);
        this.root.hidden = this.infos.length === 0;
        this.list.replaceChildren(
            new Option(`choose one of ${this.infos.length}`, "-1"),
            ...this.infos.map((info, i) => new Option(info.name, String(i))),
        );
    }

    /**
     * @param {number} joint -1: none is selected
     * @param {import("../link/view.js").View | null} view
     */
    update(joint, view) {
        const info = this.infos[joint];
        const isShown = Boolean(info && view && joint < view.jointCount);
        this.root.classList.toggle("is-empty", !isShown);
        this.list.value = String(info ? joint : -1);
        if (!isShown) {
            return;
        }
        const { axes } = info;
        const set = (name, text) => {
            const element = this.fields.get(name);
            if (element.textContent !== text) {
                element.textContent = text;
            }
        };
        const read = (field, count) => {
            const at = view.joint(joint, field);
            return Array.from(view.floats.subarray(at, at + count));
        };
        const perAxis = (field, format) =>
            read(field, axes.length)
                .map((value, k) => format(axes[k], value))
                .join("  ") || "–";
        // Axes of one kind share a unit.
        const isMixed = new Set(axes.map(({ turns }) => turns)).size !== 1;
        const inUnits = (field, turning, sliding) =>
            isMixed
                ? perAxis(field, ({ turns }, value) =>
                      formatSI(value, turns ? turning : sliding, 1e-7),
                  )
                : formatVector(read(field, axes.length), axes[0].turns ? turning : sliding, 1e-7);
        set("type", info.type);
        set("bodyA", this.names[info.bodyA] ?? "world");
        set("bodyB", this.names[info.bodyB]);
        set("position", perAxis(JOINT.position, formatPlace));
        set("velocity", inUnits(JOINT.velocity, "rad/s", "m/s"));
        set("limits", axes.map(formatLimits).join("\n") || "–");
        set("motorForce", inUnits(JOINT.motorForce, "N m", "N"));
        set("limitForce", inUnits(JOINT.limitForce, "N m", "N"));
        set("frictionForce", inUnits(JOINT.frictionForce, "N m", "N"));
        set("force", formatVector(read(JOINT.force, 3), "N", 1e-6));
        set("torque", formatVector(read(JOINT.torque, 3), "N m", 1e-7));
        const [gap, twist] = [read(JOINT.gap, 1)[0], read(JOINT.twist, 1)[0]];
        set("give", `${formatSI(gap, "m")}  ${formatSI(twist, "rad")}`);
        set("energy", formatSI(read(JOINT.energy, 1)[0], "J", 1e-9));
    }
}
