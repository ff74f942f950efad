// SPDX-License-Identifier: MIT
/**
 * What the scene is about, over the picture. It is open at first; if a body or a label comes to lie
 * under it, it folds, so that it never covers the scene unless the user opens it again.
 */

const CHECK = 300; // ms
const CLOSED_KEY = "volar.about.closed"; // for as long as the page is open

/** Do two rectangles {left, top, right, bottom} overlap? */
function areOver(a, b) {
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

export class About {
    /**
     * @param {HTMLDetailsElement} root
     * @param {HTMLElement} labels over the picture
     * @param {import("../stage/picture.js").Picture} picture
     */
    constructor(root, labels, picture) {
        this.root = root;
        this.labels = labels;
        this.picture = picture;
        this.text = root.querySelector("p");
        this.isByUser = false;
        this.checked = -Infinity;
        root.querySelector("summary").addEventListener("click", () => {
            this.isByUser = true;
            try {
                sessionStorage.setItem(CLOSED_KEY, String(root.open));
            } catch {
                // Storage may be forbidden; then the choice lasts until the next scene.
            }
        });
    }

    build(scene) {
        this.text.textContent = scene.description ?? "";
        this.root.hidden = this.text.textContent.trim() === "";
        let isClosed = false;
        try {
            isClosed = sessionStorage.getItem(CLOSED_KEY) === "true";
        } catch {
            // As above.
        }
        this.root.open = !isClosed;
        this.isByUser = false;
        this.checked = -Infinity;
    }

    /** Once per picture. */
    update() {
        const now = performance.now();
        if (!this.root.open || this.isByUser || now - this.checked < CHECK) {
            return;
        }
        this.checked = now;
        const own = this.root.getBoundingClientRect();
        if (this.listOthers().some((other) => areOver(other, own))) {
            this.root.open = false;
        }
    }

    /** Rectangles in the window around all that the card must not cover. */
    listOthers() {
        const frame = this.picture.stage.canvas.getBoundingClientRect();
        const bodies = this.picture.listOutlines().map(({ left, top, right, bottom }) => ({
            left: left + frame.left,
            top: top + frame.top,
            right: right + frame.left,
            bottom: bottom + frame.top,
        }));
        const labels = Array.from(this.labels.children).filter((label) => !label.hidden);
        return bodies.concat(labels.map((label) => label.getBoundingClientRect()));
    }
}
