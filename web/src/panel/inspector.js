// SPDX-License-Identifier: MIT
import { Vector3 } from "three";
import { BODY, CONTACT, MODE_DYNAMIC, MODE_STATIC } from "../link/layout.js";
import {
    findAngles,
    formatArea,
    formatFixed,
    formatMass,
    formatSI,
    formatVector,
} from "../format.js";
import { describeShape } from "./shapes.js";
import { setText } from "./text.js";

/** All numbers of the selected body, and of each contact it has. */

const MOST_CONTACTS = 24; // shown; a body in a heap of gravel may have hundreds
const MODE_TEXT = { [MODE_STATIC]: "sticking", [MODE_DYNAMIC]: "sliding" };
const MODE_CLASS = { [MODE_STATIC]: "static", [MODE_DYNAMIC]: "dynamic" };

export class Inspector {
    /** @param {HTMLElement} root */
    constructor(root) {
        this.root = root;
        this.title = root.querySelector(".title");
        this.kind = root.querySelector(".kind");
        this.fields = new Map(
            Array.from(root.querySelectorAll("[data-field]"), (e) => [e.dataset.field, e]),
        );
        this.count = root.querySelector(".contact-count");
        this.list = root.querySelector(".contact-list");
        this.row = root.querySelector("template");
        this.infos = [];
    }

    build(scene) {
        this.infos = scene.bodies;
        this.shapes = scene.shapes.map((shape) => describeShape(shape));
    }

    /**
     * @param {number} body -1: none is selected
     * @param {import("../link/view.js").View | null} view
     */
    update(body, view) {
        const info = this.infos[body];
        this.root.classList.toggle("is-empty", !info);
        setText(this.kind, info ? "Body" : "Selection");
        setText(this.title, info ? info.name : "");
        if (!info || !view || body >= view.bodyCount) {
            return;
        }
        const part = (field, count = 3) => {
            const at = view.body(body, field);
            return Array.from(view.floats.subarray(at, at + count));
        };
        const set = (name, text) => setText(this.fields.get(name), text);
        set("type", info.type);
        set("mass", info.type === "dynamic" ? formatMass(info.mass) : "–");
        set("material", info.material ?? "–");
        const shape = this.shapes[info.shape];
        set("parts", shape.error === "" ? shape.parts : `${shape.parts}, ${shape.error} off the mesh`);
        set("size", shape.size || "–");
        set(
            "position",
            `${part(BODY.position)
                .map((v) => formatFixed(v, 4))
                .join("  ")} m`,
        );
        set(
            "angles",
            `${findAngles(...part(BODY.rotation, 4))
                .map((v) => formatFixed(v, 1))
                .join("  ")} °`,
        );
        set("velocity", formatVector(part(BODY.velocity), "m/s", 1e-7));
        set("spin", formatVector(part(BODY.spin), "rad/s", 1e-6));
        set("force", formatVector(part(BODY.force), "N", 1e-6));
        set("torque", formatVector(part(BODY.torque), "N m", 1e-7));
        this.listContacts(body, view);
    }

    listContacts(body, view) {
        const found = [];
        for (let i = 0; i < view.contactCount; i++) {
            if (view.contactBodyA(i) === body || view.contactBodyB(i) === body) {
                found.push(i);
            }
        }
        const force = (i) => view.floats[view.contact(i, CONTACT.normalForce)];
        found.sort((a, b) => force(b) - force(a));
        setText(this.count, found.length === 1 ? "1 contact" : `${found.length} contacts`);
        const shown = found.slice(0, MOST_CONTACTS);
        while (this.list.children.length < shown.length) {
            this.list.append(this.row.content.cloneNode(true));
        }
        while (this.list.children.length > shown.length) {
            this.list.lastElementChild.remove();
        }
        shown.forEach((i, k) => this.writeContact(this.list.children[k], body, view, i));
    }

    writeContact(element, body, view, i) {
        const number = (field) => view.floats[view.contact(i, field)];
        const other = view.contactBodyA(i) === body ? view.contactBodyB(i) : view.contactBodyA(i);
        const mode = view.contactMode(i);
        const friction = new Vector3()
            .fromArray(view.floats, view.contact(i, CONTACT.friction))
            .length();
        const area = number(CONTACT.area);
        const set = (name, text) => setText(element.querySelector(`[data-cell=${name}]`), text);
        set("partner", this.infos[other]?.name ?? "?");
        set("mode", MODE_TEXT[mode] ?? "no friction");
        element.querySelector("[data-cell=mode]").dataset.mode = MODE_CLASS[mode] ?? "none";
        set("normal", formatSI(number(CONTACT.normalForce), "N", 1e-6));
        set("friction", formatSI(friction, "N", 1e-6));
        set("spin", formatSI(Math.abs(number(CONTACT.frictionTorque)), "N m", 1e-7));
        set("area", formatArea(area));
        set("pressure", area > 0 ? formatSI(number(CONTACT.normalForce) / area, "Pa", 1e-3) : "–");
        set("depth", formatSI(number(CONTACT.depth), "m", 1e-10));
    }
}
