// SPDX-License-Identifier: MIT
/**
 * Keys for everything that has a button. A key typed into a control that needs it (Space on a
 * button, arrows on a slider, letters in a list) stays with that control.
 */

function isTakenBy(target, key) {
    if (!(target instanceof HTMLElement)) {
        return false;
    }
    if (target.matches("select")) {
        return true;
    }
    if (target.matches("input[type=range], input[type=radio]")) {
        return key.startsWith("Arrow") || key === " ";
    }
    return key === " " && target.matches("button, summary, input[type=checkbox]");
}

/**
 * @param {Record<string, (event: KeyboardEvent) => void>} actions by `KeyboardEvent.key`, letters
 *     in lower case
 */
export function listenToKeys(actions) {
    window.addEventListener("keydown", (event) => {
        const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
        if (event.ctrlKey || event.metaKey || event.altKey || isTakenBy(event.target, key)) {
            return;
        }
        if (document.querySelector("dialog[open]") && key !== "?") {
            return;
        }
        const action = actions[key];
        if (action) {
            event.preventDefault();
            action(event);
        }
    });
}
