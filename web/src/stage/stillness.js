// SPDX-License-Identifier: MIT
import { Matrix4, Vector3 } from "three";

/**
 * Whether nothing moves in the picture: then there is time to draw it finely, whatever quality the
 * machine can afford in motion.
 */

const WAIT = 400; // ms after the last motion
const SMALL = 0.5; // px: less is no motion
const CHANGE = 0.02; // of the contact force: more changes what arrows show

export class Stillness {
    /**
     * @param {import("./stage.js").Stage} stage
     * @param {import("./bodies.js").Bodies} bodies
     */
    constructor(stage, bodies) {
        this.stage = stage;
        this.bodies = bodies;
        /** What was seen at the last motion: poses of bodies, the camera's pose, the contact force. */
        this.poses = [];
        this.camera = new Matrix4();
        this.force = 0;
        this.moved = 0;
    }

    /**
     * Once per picture.
     * @param {import("../link/view.js").View | null} view
     * @param {number} distance of the camera from what it looks at
     */
    note(view, distance) {
        const now = performance.now();
        const near = SMALL * this.stage.pixel.value * distance; // m
        const hasChanged =
            Math.abs((view?.normalForce ?? 0) - this.force) > CHANGE * this.force ||
            this.hasCameraMoved() ||
            this.bodies.poses.length !== this.poses.length ||
            this.bodies.poses.some((pose, i) => this.isElsewhere(i, pose, near));
        if (hasChanged) {
            this.moved = now;
            this.poses.length = this.bodies.poses.length;
            this.bodies.poses.forEach((pose, i) => {
                this.poses[i] = (this.poses[i] ?? new Matrix4()).copy(pose);
            });
            this.camera.copy(this.stage.camera.matrixWorld);
            this.force = view?.normalForce ?? 0;
        }
        return now - this.moved > WAIT;
    }

    hasCameraMoved() {
        this.stage.camera.updateMatrixWorld();
        const [a, b] = [this.camera, this.stage.camera.matrixWorld].map(({ elements }) => elements);
        return a.some((value, k) => Math.abs(value - b[k]) > 1e-6 * (1 + Math.abs(value)));
    }

    /** Has any point of a body moved visibly? */
    isElsewhere(i, pose, near) {
        const radius = this.bodies.slots[i]?.mesh.geometry.boundingSphere.radius ?? 0;
        const [a, b] = [this.poses[i].elements, pose.elements];
        const way = new Vector3(a[12] - b[12], a[13] - b[13], a[14] - b[14]).length();
        let turn = 0;
        for (let k = 0; k < 11; k++) {
            turn = Math.max(turn, Math.abs(a[k] - b[k]));
        }
        return way + radius * turn > near;
    }
}
