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

const findKey = ({ key }) => (key.length === 1 ? key.toLowerCase() : key);

/**
 * @param {Record<string, (event: KeyboardEvent) => void>} actions by `KeyboardEvent.key`, letters
 *     in lower case
 * @param {Record<string, () => void>} releases of keys that matter while they are down
 */
export function listenToKeys(actions, releases) {
    // Who goes about by Tab needs a frame around what has the keyboard.
    window.addEventListener("keydown", ({ key }) => {
        if (key === "Tab") {
            document.body.classList.add("is-tabbing");
        }
    });
    window.addEventListener("pointerdown", () => document.body.classList.remove("is-tabbing"), true);
    window.addEventListener("keyup", (event) => releases[findKey(event)]?.());
    window.addEventListener("keydown", (event) => {
        const key = findKey(event);
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
