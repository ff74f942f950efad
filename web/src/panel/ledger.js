// SPDX-License-Identifier: MIT
import { formatSI } from "../format.js";

/** The work since the start by source, with the implicit integrator and in planar scenes. */

/** What the entries are called in a planar scene. */
const PLANAR = { contactSprings: "Wall laws", contactDampers: "Impacts", friction: "Friction laws" };

function formatShare(share, digits) {
    return share.toExponential(digits).replaceAll("-", "\u2212");
}

/** The error of the planar ledger, and how near the bodies came to their limit of speed. */
function formatPlane({ plane, kineticEnergy }) {
    const { turnover, ...entries } = plane.ledger;
    const sum = Object.values(entries).reduce((a, b) => a + b, 0);
    const share = Math.abs(kineticEnergy - sum) / turnover;
    const speed = `${plane.fastest.toPrecision(2)} m/s, limit ${plane.speedLimit.toPrecision(2)} m/s`;
    const beyond = plane.fastSteps > 0 ? `, exceeded in ${plane.fastSteps} steps` : "";
    return `Energy bookkeeping error ${formatShare(share, 0)} of the turnover. Fastest point ${speed}${beyond}`;
}

/** The kinetic energy that the integration itself changed, relative to the turnover. */
function formatLoss({ loss, turnover }) {
    return `Changed by the integration: ${formatShare(loss / turnover, 1)} of the turnover`;
}

export class Ledger {
    /** @param {HTMLElement} root */
    constructor(root) {
        this.root = root;
        this.fields = Array.from(root.querySelectorAll("[data-ledger]"));
    }

    /** @param {import("../link/view.js").View} view */
    update(view) {
        const { ledger } = view;
        this.root.hidden = !(ledger.turnover > 0);
        if (this.root.hidden) {
            return;
        }
        for (const element of this.fields) {
            const name = element.dataset.ledger;
            const loss = () => (view.isPlanar ? formatPlane(view) : formatLoss(ledger));
            const text = name === "loss" ? loss() : formatSI(ledger[name], "J", 1e-9);
            const title = element.previousElementSibling;
            if (title?.tagName === "DT") {
                title.dataset.usual ??= title.textContent;
                title.textContent = (view.isPlanar && PLANAR[name]) || title.dataset.usual;
            }
            if (element.textContent !== text) {
                element.textContent = text;
            }
        }
    }
}
