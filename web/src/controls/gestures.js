// SPDX-License-Identifier: MIT
/**
 * Mouse and fingers that steer a device. Dragging the ball of a device takes it over; a click on it selects
 * the body that it holds. From then on dragging anywhere moves it, dragging with the
 * right button or Alt turns it, and the wheel changes its depth; two fingers turn, twist and pinch.
 * With Shift, or while looking around, everything works as without a device.
 *
 * These listeners are added before those of the pointer, so they are called first; they stop the
 * events that they use.
 */

const CLICK_DISTANCE = 4; // px, as of the pointer

export class Gestures {
    /**
     * @param {object} parts {stage, devices}
     * @param {import("./steering.js").Steering} steering
     * @param {(device: number) => void} click what a click on the ball of a device does
     */
    constructor({ stage, devices }, steering, click) {
        this.stage = stage;
        this.devices = devices;
        this.steering = steering;
        this.click = click;
        /** A press on the ball of a device that is not a drag yet: {id, device, x, y}, or null. */
        this.ball = null;
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
        window.addEventListener("blur", () => {
            this.down.clear();
            this.ball = null;
        });
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
        if (!this.steering.taken && !this.pressBall(event)) {
            return;
        }
        event.stopImmediatePropagation();
        this.stage.canvas.setPointerCapture(event.pointerId);
        this.down.set(event.pointerId, { x, y, turns: event.button === 2 || event.altKey });
    }

    /** @returns {boolean} whether the press is on the ball of a device that can be taken */
    pressBall({ offsetX: x, offsetY: y, pointerId, pointerType, button }) {
        const device = button === 0 ? this.devices.findAt(x, y, pointerType === "touch") : -1;
        if (device < 0 || !this.steering.canTake(device)) {
            return false;
        }
        this.ball = { id: pointerId, device, x, y };
        return true;
    }

    move(event) {
        const last = this.down.get(event.pointerId);
        if (!last) {
            return;
        }
        event.stopImmediatePropagation();
        if (this.ball?.id === event.pointerId) {
            const { device, x, y } = this.ball;
            if (Math.hypot(event.offsetX - x, event.offsetY - y) < CLICK_DISTANCE) {
                return;
            }
            this.ball = null;
            this.steering.take(device);
        }
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
        if (!this.down.delete(event.pointerId)) {
            return;
        }
        event.stopImmediatePropagation();
        const ball = this.ball?.id === event.pointerId ? this.ball : null;
        this.ball = null;
        if (ball && event.type === "pointerup") {
            this.click(ball.device);
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
