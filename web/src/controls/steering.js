// SPDX-License-Identifier: MIT
import { MOUSE, Quaternion, Vector3 } from "three";
import { throttle } from "../link/connection.js";
import { DEVICE, DEVICE_CLUTCHED } from "../link/layout.js";
import { readGamepad } from "./gamepad.js";

/**
 * The page as a haptic device: takes one over, moves and turns it by gestures, keys and a gamepad,
 * and gives it back. It sends the motion since the device was taken; the program smooths it and
 * keeps it within the limits of the device.
 */

const RATE = 60; // messages per second
const WHEEL_STEP = 0.0012; // share of the distance to the camera per wheel unit
const TURN_PER_PIXEL = 0.008; // rad
const PAD_SPEED = 0.4; // distances to the camera per second, a stick fully out
const PAD_SPIN = 1.8; // rad/s
const LONGEST_FRAME = 0.1; // s

/** Six digits are a micrometre in a metre, and exact enough for a unit quaternion. */
const round = (parts) => parts.map((value) => Number(value.toPrecision(6)));

export class Steering {
    /**
     * @param {object} parts {stage, eye, devices}
     * @param {object} actions {send(command), canSteer(): boolean, changed(own)}
     */
    constructor({ stage, eye, devices }, actions) {
        this.stage = stage;
        this.eye = eye;
        this.devices = devices;
        this.actions = actions;
        /** {device, start, move, turn, wasClutched}, or null. */
        this.taken = null;
        /** Whether dragging looks around although a device is taken. */
        this.isLooking = false;
        /** Device buttons held down, by who holds them. */
        this.held = { keys: 0, pad: 0 };
        this.polled = 0;
        this.sendSteer = throttle(RATE, () => this.send());
        window.addEventListener("blur", () => this.press(-1, false));
    }

    get device() {
        return this.taken?.device ?? -1;
    }

    canTake(device) {
        return this.devices.isFree(device) && this.actions.canSteer();
    }

    /** Takes a device over, if it can be taken. */
    take(device) {
        if (!this.canTake(device)) {
            return;
        }
        this.leave();
        this.taken = {
            device,
            start: this.devices.places[device].position.clone(),
            move: new Vector3(),
            turn: new Quaternion(),
            wasClutched: false,
        };
        this.polled = performance.now();
        this.setLooking(false);
        this.changed();
    }

    /** Gives it back. */
    leave() {
        if (!this.taken) {
            return;
        }
        this.sendSteer.cancel();
        this.actions.send({ type: "leave", device: this.taken.device });
        this.taken = null;
        this.held = { keys: 0, pad: 0 };
        this.setLooking(false);
        this.actions.changed(null);
    }

    /** The next device after the taken one that can be taken; -1: none. */
    get next() {
        const { infos } = this.devices;
        return infos.findIndex((_, i) => i > this.device && this.devices.isFree(i));
    }

    /** Takes the next device; after the last one, none. */
    takeNext() {
        const { next } = this;
        if (next >= 0) {
            this.take(next);
        } else {
            this.leave();
        }
    }

    setLooking(isLooking) {
        this.isLooking = isLooking;
        // With Shift the orbit controls swap panning and rotating; here Shift must rotate.
        const isFree = !this.taken || isLooking;
        this.eye.controls.mouseButtons.LEFT = isFree ? MOUSE.ROTATE : MOUSE.PAN;
    }

    get target() {
        return this.taken.start.clone().add(this.taken.move);
    }

    changed() {
        const { device, wasClutched } = this.taken;
        this.sendSteer();
        // While clutched, the device's motion does not show, so its target must not either.
        this.actions.changed({ device, target: wasClutched ? null : this.target });
    }

    send() {
        const { device, move, turn } = this.taken;
        this.actions.send({
            type: "steer",
            device,
            move: round(move.toArray()),
            turn: round(turn.toArray()),
            buttons: this.buttons,
        });
    }

    get buttons() {
        return (this.held.keys | this.held.pad) >>> 0;
    }

    /** Moves in the plane of the screen, by pixels at the distance of the device. */
    shift(dx, dy) {
        const { right, up, forward } = this.eye.findAxes();
        const depth = this.target.sub(this.stage.camera.position).dot(forward);
        const size = this.stage.pixel.value * Math.max(0, depth);
        this.taken.move.addScaledVector(right, size * dx).addScaledVector(up, -size * dy);
        this.changed();
    }

    /** Moves along the line of sight; `factor` scales the distance to the camera. */
    push(factor) {
        const ray = this.target.sub(this.stage.camera.position);
        this.taken.move.addScaledVector(ray, Math.max(0.2, Math.min(5, factor)) - 1);
        this.changed();
    }

    pushByWheel(delta) {
        this.push(1 - WHEEL_STEP * delta);
    }

    /** Turns about the screen's axes: by pixels about up and right, by an angle about forward. */
    turn(dx, dy, clockwise = 0) {
        const { right, up, forward } = this.eye.findAxes();
        const about = (axis, angle) =>
            this.taken.turn.premultiply(new Quaternion().setFromAxisAngle(axis, angle));
        about(up, TURN_PER_PIXEL * dx);
        about(right, TURN_PER_PIXEL * dy);
        about(forward, clockwise);
        this.taken.turn.normalize();
        this.changed();
    }

    /** @param {number} button of the device; -1: all of them */
    press(button, isDown) {
        const bit = button < 0 ? ~0 : 1 << button;
        const { keys } = this.held;
        this.held.keys = isDown ? keys | bit : keys & ~bit;
        if (this.taken && keys !== this.held.keys) {
            this.changed();
        }
    }

    /** "grasp" or "clutch", if the device has such a button. */
    pressNamed(name, isDown) {
        const button = this.devices.infos[this.device]?.[`${name}Button`] ?? -1;
        if (button >= 0) {
            this.press(button, isDown);
        }
    }

    /** @param {import("../link/view.js").View} view */
    follow(view) {
        if (this.taken && this.device >= view.deviceCount) {
            this.leave();
        } else if (this.taken) {
            const flags = view.deviceWord(this.device, DEVICE.flags);
            this.taken.wasClutched ||= (flags & DEVICE_CLUTCHED) !== 0;
        }
    }

    /** Once per picture: applies the input of a gamepad. */
    update() {
        const now = performance.now();
        const seconds = Math.min(LONGEST_FRAME, (now - this.polled) / 1000);
        this.polled = now;
        const pad = this.taken ? readGamepad() : null;
        if (!pad) {
            return;
        }
        const { right, up } = this.eye.findAxes();
        const away = this.target.distanceTo(this.stage.camera.position);
        const distance = PAD_SPEED * away * seconds;
        const spin = (PAD_SPIN * seconds) / TURN_PER_PIXEL;
        if (pad.x || pad.y) {
            const { move } = this.taken;
            move.addScaledVector(right, distance * pad.x).addScaledVector(up, -distance * pad.y);
            this.changed();
        }
        if (pad.depth) {
            this.push(1 + PAD_SPEED * seconds * pad.depth);
        }
        if (pad.turnX || pad.turnY) {
            this.turn(spin * pad.turnX, spin * pad.turnY);
        }
        if (pad.buttons !== this.held.pad) {
            this.held.pad = pad.buttons;
            this.changed();
        }
    }
}
