// SPDX-License-Identifier: MIT
import { Box3, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";

/** Moves the camera: orbiting, gliding to preset views, looking at a body. */

const GLIDE = 350; // ms
const AFTER = 300; // ms for which the camera still drifts after a hand has let go of it
const FIT_MARGIN = 0.08; // of the picture
const FIT_GROWTH = 1.05; // of the distance, per attempt
const FIT_STEPS = 120; // attempts: up to 300 times the distance
// Directions from the target to the camera. The top view is slightly off the axis, so that its up
// direction is defined.
const PRESETS = {
    front: new Vector3(0, -1, 0.12),
    side: new Vector3(1, 0, 0.12),
    top: new Vector3(0, -0.001, 1),
    iso: new Vector3(0.62, -1, 0.55),
};

export class Eye {
    /** @param {import("./stage.js").Stage} stage */
    constructor(stage) {
        this.stage = stage;
        this.camera = stage.camera;
        this.controls = new OrbitControls(stage.camera, stage.canvas);
        this.controls.enableDamping = true;
        this.controls.dampingFactor = 0.18;
        this.controls.zoomToCursor = true;
        this.glide = null;
        this.isOrbiting = false;
        this.released = -Infinity;
        this.controls.addEventListener("start", () => {
            this.glide = null;
            this.isOrbiting = true;
        });
        // A turn of the wheel begins and ends at once.
        this.controls.addEventListener("end", () => {
            this.isOrbiting = false;
            this.released = performance.now();
        });
        this.controls.addEventListener("change", () => {
            stage.needsRender = true;
        });
    }

    setExtent(radius) {
        this.controls.minDistance = radius / 50;
        this.controls.maxDistance = radius * 60;
    }

    /** Whether the user or a glide is moving the camera. */
    get isBusy() {
        const isDrifting = performance.now() - this.released < AFTER;
        return this.isOrbiting || isDrifting || this.glide !== null;
    }

    get distance() {
        return this.camera.position.distanceTo(this.controls.target);
    }

    /** Right, up and forward of the camera, in the world. */
    findAxes() {
        this.camera.updateMatrixWorld();
        const [right, up, back] = [new Vector3(), new Vector3(), new Vector3()];
        this.camera.matrixWorld.extractBasis(right, up, back);
        return { right, up, forward: back.negate() };
    }

    /** Distance at which a ball just fits the smaller side of the picture, with a margin. */
    findDistance(radius, aspect = this.camera.aspect) {
        const half = (this.camera.fov * Math.PI) / 360;
        const narrow = Math.min(half, Math.atan(Math.tan(half) * aspect));
        return (1.25 * radius) / Math.sin(narrow);
    }

    /** Multiplies the distance to the target, also that of a glide under way. */
    stretch(factor) {
        const move = (position, target) => position.sub(target).multiplyScalar(factor).add(target);
        move(this.camera.position, this.controls.target);
        if (this.glide) {
            move(this.glide.from, this.glide.fromTarget);
            move(this.glide.to, this.glide.toTarget);
        }
        this.stage.needsRender = true;
    }

    /** Places the camera at once, for a new scene. */
    place(position, target) {
        this.glide = null;
        this.camera.position.copy(position);
        this.controls.target.copy(target);
        this.controls.update();
        this.stage.needsRender = true;
    }

    /** Looks at a ball from a preset direction. */
    placePreset(name, ball) {
        this.place(this.findPlace(PRESETS[name], ball.center, ball.radius), ball.center);
    }

    findPlace(direction, centre, radius) {
        const far = this.findDistance(radius);
        return direction.clone().normalize().multiplyScalar(far).add(centre);
    }

    glideToPreset(name, ball) {
        this.glideTo(this.findPlace(PRESETS[name], ball.center, ball.radius), ball.center);
    }

    /** If some of these points are not in the picture, looks at their middle from far enough away. */
    fit(points) {
        const { camera, controls } = this;
        const box = new Box3().setFromPoints(points);
        const tangent = Math.tan((camera.fov * Math.PI) / 360);
        const isInside = (point) => {
            const { x, y, z } = point.clone().applyMatrix4(camera.matrixWorldInverse);
            const room = -z * tangent * (1 - FIT_MARGIN);
            return Math.abs(y) <= room && Math.abs(x) <= room * camera.aspect;
        };
        for (let i = 0; i < FIT_STEPS; i++) {
            camera.updateMatrixWorld();
            if (points.every(isInside)) {
                break;
            }
            if (i === 0) {
                this.carry(box.getCenter(new Vector3()).sub(controls.target));
                continue;
            }
            camera.position.sub(controls.target).multiplyScalar(FIT_GROWTH).add(controls.target);
            controls.update();
        }
    }

    /** Shifts camera and target alike; a glide under way goes on from there. */
    carry(shift) {
        this.camera.position.add(shift);
        this.controls.target.add(shift);
        if (this.glide) {
            [this.glide.from, this.glide.fromTarget, this.glide.to, this.glide.toTarget].forEach(
                (point) => point.add(shift),
            );
        }
        this.stage.needsRender = true;
    }

    /** Looks at a ball from the same direction; of a single body the surroundings are visible too. */
    focus(ball) {
        const direction = this.camera.position.clone().sub(this.controls.target);
        this.glideTo(this.findPlace(direction, ball.center, 1.8 * ball.radius), ball.center);
    }

    /** Looks at another place from the same direction and distance. */
    shiftTo(centre) {
        const shift = centre.clone().sub(this.controls.target);
        this.glideTo(this.camera.position.clone().add(shift), centre);
    }

    glideTo(position, target) {
        if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
            this.place(position, target);
            return;
        }
        this.glide = {
            from: this.camera.position.clone(),
            fromTarget: this.controls.target.clone(),
            to: position.clone(),
            toTarget: target.clone(),
            began: performance.now(),
        };
    }

    /** Once per picture. */
    update() {
        if (this.glide) {
            const { from, fromTarget, to, toTarget, began } = this.glide;
            const share = Math.min(1, (performance.now() - began) / GLIDE);
            const eased = 1 - (1 - share) ** 3;
            this.controls.target.lerpVectors(fromTarget, toTarget, eased);
            // Direction and distance are blended separately, to keep the camera off the target.
            const [a, b] = [from.clone().sub(fromTarget), to.clone().sub(toTarget)];
            const length = a.length() + eased * (b.length() - a.length());
            a.normalize().lerp(b.normalize(), eased).normalize().multiplyScalar(length);
            this.camera.position.copy(this.controls.target).add(a);
            this.stage.needsRender = true;
            if (share === 1) {
                this.glide = null;
            }
        }
        this.controls.update();
    }
}
