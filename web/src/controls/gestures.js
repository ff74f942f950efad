// SPDX-License-Identifier: MIT
import { Raycaster, Vector2 } from "three";

/**
 * Mouse and fingers that steer a device. Pressing on a device takes it over. From then on dragging
 * anywhere moves it, dragging with the right button or Alt turns it, and the wheel changes its
 * depth; two fingers turn, twist and pinch. With Shift, or while looking around, everything works as
 * without a device.
 *
 * These listeners are added before those of the pointer, so they are called first; they stop the
 * events that they use.
 */

export class Gestures {
    /**
     * @param {object} parts {stage, bodies, devices}
     * @param {import("./steering.js").Steering} steering
     */
    constructor({ stage, bodies, devices }, steering) {
        this.stage = stage;
        this.bodies = bodies;
        this.devices = devices;
        this.steering = steering;
        this.raycaster = new Raycaster();
        /** Mouse or fingers that are down, by pointer id: {x, y, turns}. */
        this.down = new Map();
        const listen = (name, method) =>
            stage.canvas.addEventListener(name, method.bind(this), {
                capture: true,
                passive: false,
            });
        listen("pointerdown", this.press);
        listen("pointermove", this.move);
        listen("pointerup", this.up);
        listen("pointercancel", this.up);
        listen("wheel", this.wheel);
        window.addEventListener("blur", () => this.down.clear());
    }

    /** The device under a point of the picture, or -1. */
    findAt(x, y, isFinger) {
        const device = this.devices.findAt(x, y, isFinger);
        if (device >= 0) {
            return device;
        }
        const { width, height, camera } = this.stage;
        camera.updateMatrixWorld();
        const place = new Vector2((2 * x) / width - 1, 1 - (2 * y) / height);
        this.raycaster.setFromCamera(place, camera);
        return this.devices.cast(this.raycaster, this.bodies);
    }

    /** Whether this event is for the camera and bodies and not for a device. */
    isOther(event) {
        return this.steering.isLooking || event.shiftKey || event.button === 1;
    }

    press(event) {
        const { offsetX: x, offsetY: y } = event;
        if (this.down.size === 0 && this.isOther(event)) {
            return;
        }
        if (!this.steering.taken) {
            const isFinger = event.pointerType === "touch";
            const device = event.button === 0 ? this.findAt(x, y, isFinger) : -1;
            if (device < 0 || !this.steering.take(device)) {
                return;
            }
        }
        event.stopImmediatePropagation();
        this.stage.canvas.setPointerCapture(event.pointerId);
        this.down.set(event.pointerId, { x, y, turns: event.button === 2 || event.altKey });
    }

    move(event) {
        const last = this.down.get(event.pointerId);
        if (!last) {
            return;
        }
        event.stopImmediatePropagation();
        const [first, second] = [...this.down.values()];
        const before = second ? this.findSpan(first, second) : null;
        const [dx, dy] = [event.offsetX - last.x, event.offsetY - last.y];
        [last.x, last.y] = [event.offsetX, event.offsetY];
        if (!this.steering.taken) {
            return;
        }
        if (before) {
            const after = this.findSpan(first, second);
            this.steering.push(before.length / after.length);
            const twist = Math.atan2(
                Math.sin(after.angle - before.angle),
                Math.cos(after.angle - before.angle),
            );
            this.steering.turn(dx / 2, dy / 2, twist);
        } else if (last.turns) {
            this.steering.turn(dx, dy);
        } else {
            this.steering.shift(dx, dy);
        }
    }

    findSpan(a, b) {
        const length = Math.max(1, Math.hypot(b.x - a.x, b.y - a.y));
        return { length, angle: Math.atan2(b.y - a.y, b.x - a.x) };
    }

    up(event) {
        if (this.down.delete(event.pointerId)) {
            event.stopImmediatePropagation();
        }
    }

    /** Ctrl with the wheel, and two fingers on a touchpad, still zoom. */
    wheel(event) {
        if (this.steering.taken && !this.steering.isLooking && !event.ctrlKey) {
            event.preventDefault();
            event.stopImmediatePropagation();
            this.steering.pushByWheel(event.deltaY);
        }
    }
}
