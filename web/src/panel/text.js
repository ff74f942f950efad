// SPDX-License-Identifier: MIT
/** Writes only what changed: the rest of the page need not be laid out again. */
export function setText(element, text) {
    if (element.textContent !== text) {
        element.textContent = text;
    }
}
