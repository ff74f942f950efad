// SPDX-License-Identifier: MIT
/**
 * What the scene is about, over the picture. It is open at first; if a body comes to lie under it, it
 * folds, so that it never covers the scene unless the user opens it again.
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
     * @param {import("../stage/picture.js").Picture} picture
     */
    constructor(root, picture) {
        this.root = root;
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
        const [own, frame] = [this.root, this.picture.stage.canvas].map((element) =>
            element.getBoundingClientRect(),
        );
        const card = {
            left: own.left - frame.left,
            top: own.top - frame.top,
            right: own.right - frame.left,
            bottom: own.bottom - frame.top,
        };
        if (this.picture.listOutlines().some((outline) => areOver(outline, card))) {
            this.root.open = false;
        }
    }
}
