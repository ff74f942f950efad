// SPDX-License-Identifier: MIT
import { formatSI } from "../format.js";

/** Who did how much work since the start, where the integrator keeps books of it. */

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
            // What does not close is best told against all that went through the books.
            const text =
                name === "loss"
                    ? `loss ${(ledger.loss / ledger.turnover).toExponential(1)}`
                    : formatSI(ledger[name], "J", 1e-9);
            if (element.textContent !== text) {
                element.textContent = text;
            }
        }
    }
}
