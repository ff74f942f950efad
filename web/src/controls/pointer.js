// SPDX-License-Identifier: MIT
import { Plane, Raycaster, Vector2, Vector3 } from "three";
import { throttle } from "../link/connection.js";

/**
 * Mouse and fingers on the picture: pressing on a body that can move takes hold of it, pressing
 * anywhere else orbits; a click selects a joint if one is near, otherwise the body.
 *
 * A press becomes a grab when it moves or lasts longer than a click, so that a click does not disturb
 * the simulation. The body is held at the point that was pressed, even if it has moved on since.
 */

const CLICK_DISTANCE = 4; // px
const CLICK_TIME = 250; // ms
const MOVE_RATE = 60; // messages per second
const HOVER_GAP = 60; // ms between two checks of what is under the mouse
const WHEEL_STEP = 0.0012; // share of the distance to the camera per wheel unit

/** Six digits: a tenth of a millimetre in 100 m, and a message far below the longest allowed. */
function round(vector) {
    return vector.toArray().map((value) => Number(value.toPrecision(6)));
}

export class Pointer {
    /**
     * @param {object} parts {stage, eye, bodies, joints, devices}
     * @param {object} actions {send(command), select(body), selectJoint(joint), canGrab(): boolean,
     *     changed()}
     */
    constructor(parts, actions) {
        Object.assign(this, parts);
        this.actions = actions;
        this.raycaster = new Raycaster();
        this.plane = new Plane();
        /** The press that has not ended yet, or null: where, when, and what was hit. */
        this.press = null;
        /** What is held: {body, target}, or null. */
        this.held = null;
        this.isHandingOver = false;
        /** Where the mouse is, the body found under it, and when that was checked. */
        this.hover = null;
        this.hovered = -1;
        this.looked = -Infinity;
        this.sendMove = throttle(MOVE_RATE, (target) =>
            actions.send({ type: "move", target: round(target) }),
        );
        const { canvas } = this.stage;
        const listen = (name, method) =>
            canvas.addEventListener(name, method.bind(this), { capture: true, passive: false });
        // In the capture phase, so before the orbit controls, which a grab disables.
        listen("pointerdown", this.down);
        listen("pointermove", this.move);
        listen("pointerup", this.up);
        listen("pointercancel", this.cancel);
        listen("wheel", this.wheel);
        canvas.addEventListener("pointerleave", () => {
            this.hover = null;
        });
        window.addEventListener("blur", () => this.cancel());
    }

    castAt(x, y) {
        const { width, height, camera } = this.stage;
        const place = new Vector2((2 * x) / width - 1, 1 - (2 * y) / height);
        camera.updateMatrixWorld();
        this.raycaster.setFromCamera(place, camera);
    }

    down(event) {
        if (this.isHandingOver) {
            return;
        }
        if (this.press) {
            // A second finger means that the first one was not a grab: both pan and zoom.
            if (event.pointerType === "touch" && event.pointerId !== this.press.id) {
                this.yieldToOrbit();
            }
            return;
        }
        if (event.button !== 0) {
            return;
        }
        this.castAt(event.offsetX, event.offsetY);
        const hit = this.bodies.cast(this.raycaster);
        const isGrabbable =
            hit !== null &&
            this.actions.canGrab() &&
            this.bodies.infos[hit.body].type === "dynamic";
        this.press = {
            id: event.pointerId,
            x: event.offsetX,
            y: event.offsetY,
            time: performance.now(),
            hit,
            joint: this.joints.findAt(event.offsetX, event.offsetY),
            isGrabbable,
            event,
            hasMoved: false,
        };
        if (isGrabbable) {
            const inverse = this.bodies.poses[hit.body].clone().invert();
            this.press.local = hit.point.clone().applyMatrix4(inverse);
            this.eye.controls.enabled = false;
            this.stage.canvas.setPointerCapture(event.pointerId);
            this.press.timer = setTimeout(() => this.grab(), CLICK_TIME);
        }
    }

    yieldToOrbit() {
        const { event, isGrabbable } = this.press;
        this.letGo();
        this.press = null;
        if (isGrabbable) {
            this.eye.controls.enabled = true;
            this.isHandingOver = true;
            this.stage.canvas.dispatchEvent(new PointerEvent("pointerdown", event));
            this.isHandingOver = false;
        }
    }

    grab() {
        const { press } = this;
        if (!press?.isGrabbable || this.held) {
            return;
        }
        clearTimeout(press.timer);
        const target = press.hit.point.clone();
        const forward = this.stage.camera.getWorldDirection(new Vector3());
        this.plane.setFromNormalAndCoplanarPoint(forward, target);
        this.held = { body: press.hit.body, target };
        this.actions.send({
            type: "grab",
            body: press.hit.body,
            point: round(press.local),
            target: round(target),
        });
        this.actions.changed();
    }

    move(event) {
        if (!this.press) {
            this.hover =
                event.pointerType === "mouse" ? { x: event.offsetX, y: event.offsetY } : null;
            return;
        }
        if (event.pointerId !== this.press.id) {
            return;
        }
        const distance = Math.hypot(event.offsetX - this.press.x, event.offsetY - this.press.y);
        this.press.hasMoved ||= distance >= CLICK_DISTANCE;
        if (!this.press.isGrabbable) {
            return;
        }
        if (this.press.hasMoved) {
            this.grab();
        }
        if (this.held) {
            this.castAt(event.offsetX, event.offsetY);
            if (this.raycaster.ray.intersectPlane(this.plane, this.held.target)) {
                this.sendMove(this.held.target);
                this.actions.changed();
            }
        }
    }

    /** While a body is held, the wheel moves the plane of the pull away from the camera or closer. */
    wheel(event) {
        if (!this.held) {
            return;
        }
        event.preventDefault();
        event.stopImmediatePropagation();
        const eye = this.stage.camera.position;
        const ray = this.held.target.clone().sub(eye);
        ray.multiplyScalar(Math.max(0.2, Math.min(5, 1 - WHEEL_STEP * event.deltaY)));
        this.held.target.copy(eye).add(ray);
        this.plane.setFromNormalAndCoplanarPoint(this.plane.normal, this.held.target);
        this.sendMove(this.held.target);
        this.actions.changed();
    }

    up(event) {
        if (!this.press || event.pointerId !== this.press.id) {
            return;
        }
        const { press } = this;
        const isClick =
            !press.hasMoved && !this.held && performance.now() - press.time < CLICK_TIME;
        this.cancel();
        if (isClick && press.joint >= 0) {
            this.actions.selectJoint(press.joint);
        } else if (isClick) {
            this.actions.select(this.findBodyAt(press.x, press.y));
        }
    }

    /** The body at a point of the picture; a held one is also where its transparent copy is. Or -1. */
    findBodyAt(x, y) {
        this.castAt(x, y);
        const copy = this.devices.cast(this.raycaster);
        const hit = this.bodies.cast(this.raycaster);
        const far = hit ? hit.point.distanceTo(this.raycaster.ray.origin) : Infinity;
        return copy && copy.distance < far ? copy.body : (hit?.body ?? -1);
    }

    letGo() {
        clearTimeout(this.press?.timer);
        if (this.held) {
            this.sendMove.cancel();
            this.actions.send({ type: "release" });
            this.held = null;
            this.actions.changed();
        }
    }

    /** Ends a press or a grab; also called when the scene changes. */
    cancel() {
        this.letGo();
        this.press = null;
        this.eye.controls.enabled = true;
    }

    /** Once per picture: the body under the mouse, or -1. */
    findHovered() {
        if (this.held) {
            return this.held.body;
        }
        if (!this.hover) {
            return -1;
        }
        if (performance.now() - this.looked < HOVER_GAP) {
            return this.hovered;
        }
        this.looked = performance.now();
        this.castAt(this.hover.x, this.hover.y);
        const hit = this.bodies.cast(this.raycaster);
        const body = hit ? hit.body : -1;
        this.hovered = body;
        const canGrab =
            body >= 0 && this.actions.canGrab() && this.bodies.infos[body].type === "dynamic";
        const isOnJoint = this.joints.findAt(this.hover.x, this.hover.y) >= 0;
        const cursor = canGrab ? "grab" : body >= 0 ? "pointer" : "";
        const isOnDevice = this.devices.findAt(this.hover.x, this.hover.y) >= 0;
        this.stage.canvas.style.cursor = isOnDevice ? "move" : isOnJoint ? "pointer" : cursor;
        return body;
    }
}
