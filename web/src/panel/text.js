// SPDX-License-Identifier: MIT
/** Writes a text only if it changed, so that the browser need not lay out the page again. */
export function setText(element, text) {
    if (element.textContent !== text) {
        element.textContent = text;
    }
}
