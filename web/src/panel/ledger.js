// SPDX-License-Identifier: MIT
import { formatSI } from "../format.js";

/** The work done since the start, by its source; only the implicit integrator books it. */

/** The error of the bookkeeping relative to all that was booked. */
function formatLoss({ loss, turnover }) {
    const share = (loss / turnover).toExponential(1).replaceAll("-", "\u2212");
    return `Energy bookkeeping error ${share}`;
}

export class Ledger {
    /** @param {HTMLElement} root */
    constructor(root) {
        this.root = root;
        this.fields = Array.from(root.querySelectorAll("[data-ledger]"));
    }

    /** @param {import("../link/view.js").View} view */
    update({ ledger }) {
        this.root.hidden = !(ledger.turnover > 0);
        if (this.root.hidden) {
            return;
        }
        for (const element of this.fields) {
            const name = element.dataset.ledger;
            const text =
                name === "loss" ? formatLoss(ledger) : formatSI(ledger[name], "J", 1e-9);
            if (element.textContent !== text) {
                element.textContent = text;
            }
        }
    }
}
