// SPDX-License-Identifier: MIT
import { Color, Group } from "three";
import { CONTACT, MODE_DYNAMIC, MODE_NONE, MODE_STATIC } from "../link/layout.js";
import { ArrowRoom } from "./arrow_room.js";
import { Arrows } from "./arrows.js";
import { Dots } from "./dots.js";
import { Patches } from "./patches.js";
import { RoundScale, SmoothMax } from "./pressure.js";
import { DASHED, DOTTED, SOLID, Strokes } from "./strokes.js";

/**
 * The contacts between bodies: polygons coloured by pressure, outlined by the state of friction,
 * forces as arrows, centres of pressure as dots. Each is a layer that can be switched off.
 */

const OUTLINE_WIDTH = 2.25; // px
const DOT_RADIUS = 3.4; // px
// The strongest force is drawn as long as this many radii of a typical body.
const ARROW_REACH = 1.9;
const SHORTEST = 0.01; // of the longest arrow; shorter ones would be specks

const SEEN = 2; // radii of a typical body: across one from the contact that it hides

const LEAST_ARM = 0.02; // of a body's radius: limits how long the noise of a torque is drawn
const SECOND_HEAD = 0.8; // of a torque's arrow

const COVERED = 0.9; // share of all contact area whose pressures fit in the colour scale

export class Contacts {
    /** @param {import("./stage.js").Stage} stage */
    constructor(stage) {
        /** How far into bodies contacts are seen: those far behind a wall would seem to be on it. */
        this.depth = { value: 1 };
        const fainter = { hidden: 0.4, visible: 1 };
        this.patches = new Patches(this.depth);
        this.outlines = new Strokes(stage, { hidden: 0.45, visible: 1 }, 0.5, this.depth);
        this.normals = new Arrows(stage, fainter, this.depth);
        this.frictions = new Arrows(stage, fainter, this.depth);
        this.torques = new Arrows(stage, fainter, this.depth);
        this.centres = new Dots(stage, fainter, this.depth);
        /** Layers by name, each with a switch. */
        this.layers = {
            patches: { part: this.patches, isOn: true },
            outlines: { part: this.outlines, isOn: true },
            normals: { part: this.normals, isOn: true },
            frictions: { part: this.frictions, isOn: true },
            frictionTorques: { part: this.torques, isOn: true },
            centres: { part: this.centres, isOn: true },
        };
        this.group = new Group();
        Object.values(this.layers).forEach(({ part }) => this.group.add(part.group));
        this.colours = { force: new Color(), friction: new Color(), dot: new Color() };
        this.modes = [];
        this.pressureScale = new RoundScale();
        this.forceScale = new SmoothMax();
        this.torqueScale = new SmoothMax();
        /** Highest pressure anywhere, Pa. */
        this.highest = 0;
        this.lengthPerNewton = 0;
        /** Of torques of friction, m/(N m). */
        this.lengthPerTorque = 0;
        this.gain = 1;
        this.reach = 1;
        /** Length of the longest arrow, m. */
        this.longest = 1;
        this.torqueRoom = new ArrowRoom(stage);
        this.isDynamic = [];
    }

    /**
     * @param {object} scene as received
     * @param {number} size radius of a typical body, m
     */
    build(scene, size) {
        this.isDynamic = scene.bodies.map((info) => info.type === "dynamic");
        this.reach = ARROW_REACH * size;
        this.pressureScale.reset();
        this.forceScale.reset();
        this.torqueScale.reset();
        this.size = size;
        this.depth.value = SEEN * size;
    }

    setColours(colours) {
        this.colours.force.set(colours.force);
        this.colours.friction.set(colours.friction);
        this.colours.dot.set(colours.dot);
        this.modes[MODE_NONE] = { colour: new Color(colours.modeNone), style: DOTTED };
        this.modes[MODE_STATIC] = { colour: new Color(colours.modeStatic), style: SOLID };
        this.modes[MODE_DYNAMIC] = { colour: new Color(colours.modeDynamic), style: DASHED };
    }

    setLayer(name, isOn) {
        this.layers[name].isOn = isOn;
    }

    /**
     * @param {import("../link/view.js").View} view
     * @param {number} seconds of wall time since the last call
     * @param {number} strongestOther N, of hands and joints, drawn on the same scale
     * @param {ArrowRoom} room for all arrows of forces, which knows the others already
     */
    update(view, seconds, strongestOther, room) {
        this.followScales(view, seconds, strongestOther, room);
        this.patches.update(view);
        this.writeOutlines(view);
        this.writeArrows(view);
        for (const { part, isOn } of Object.values(this.layers)) {
            part.group.visible &&= isOn;
        }
    }

    followScales(view, seconds, strongestOther, room) {
        const { floats } = view;
        this.patches.top.value = this.pressureScale.follow(this.findTypicalPeak(view), seconds);
        let [strongest, turning] = [strongestOther, 0];
        this.torqueRoom.begin();
        for (let i = 0; i < view.contactCount; i++) {
            const centre = view.contact(i, CONTACT.centre);
            const friction = view.contact(i, CONTACT.friction);
            const force = floats[view.contact(i, CONTACT.normalForce)];
            const torque = Math.abs(this.readTorque(view, i));
            strongest = Math.max(strongest, force);
            turning = Math.max(turning, torque);
            room.note(floats, centre, force);
            room.note(floats, centre, Math.hypot(...floats.subarray(friction, friction + 3)));
            this.torqueRoom.note(floats, centre, torque);
        }
        const scale = this.forceScale.follow(strongest, seconds);
        const reach = this.gain * this.reach;
        this.lengthPerNewton = scale > 0 ? Math.min(reach / scale, room.most) : 0;
        this.longest = scale > 0 ? scale * this.lengthPerNewton : reach;
        const torque = Math.max(
            this.torqueScale.follow(turning, seconds),
            LEAST_ARM * this.size * scale,
        );
        this.lengthPerTorque =
            torque > 0 ? Math.min(this.longest / torque, this.torqueRoom.most) : 0;
    }

    /**
     * The pressure below which nine tenths of all contact area stay. The highest pressure may be at
     * the tip of a single corner; on a scale up to it all other contacts would have one dark colour.
     */
    findTypicalPeak(view) {
        const vertices = view.vertices();
        const peaks = [];
        let [first, sum] = [0, 0];
        this.highest = 0;
        for (let i = 0; i < view.contactCount; i++) {
            const last = first + view.contactVertexCount(i);
            let pressure = 0;
            for (let k = first; k < last; k++) {
                pressure = Math.max(pressure, vertices[4 * k + 3]);
            }
            const area = view.floats[view.contact(i, CONTACT.area)];
            peaks.push({ pressure, area });
            sum += area;
            this.highest = Math.max(this.highest, pressure);
            first = last;
        }
        peaks.sort((a, b) => a.pressure - b.pressure);
        let below = 0;
        const typical = peaks.find(({ area }) => {
            below += area;
            return below >= COVERED * sum;
        });
        return typical?.pressure ?? 0;
    }

    writeOutlines(view) {
        const { outlines } = this;
        const vertices = view.vertices();
        outlines.begin();
        let first = 0;
        for (let i = 0; i < view.contactCount; i++) {
            const corners = view.contactVertexCount(i);
            const look = this.modes[view.contactMode(i)] ?? this.modes[MODE_NONE];
            for (let k = 0; k < corners; k++) {
                const [from, to] = [4 * (first + k), 4 * (first + ((k + 1) % corners))];
                outlines.addSegment(
                    vertices,
                    from,
                    vertices,
                    to,
                    look.colour,
                    OUTLINE_WIDTH,
                    look.style,
                );
            }
            first += corners;
        }
        outlines.end();
    }

    writeArrows(view) {
        const { floats } = view;
        const { normals, frictions, torques, centres, colours } = this;
        [normals, frictions, torques, centres].forEach((part) => part.begin());
        for (let i = 0; i < view.contactCount; i++) {
            const centre = view.contact(i, CONTACT.centre);
            const normal = view.contact(i, CONTACT.normal);
            const friction = view.contact(i, CONTACT.friction);
            const force = floats[view.contact(i, CONTACT.normalForce)];
            // A view contains forces on B. If B is a floor, they point into the ground: show them on
            // the body that can move.
            const isOnA =
                !this.isDynamic[view.contactBodyB(i)] && this.isDynamic[view.contactBodyA(i)];
            const scale = isOnA ? -this.lengthPerNewton : this.lengthPerNewton;
            if (force > 0) {
                normals.addArrow(
                    floats,
                    centre,
                    scale * force * floats[normal],
                    scale * force * floats[normal + 1],
                    scale * force * floats[normal + 2],
                    colours.force,
                );
            }
            const sideways = Math.hypot(
                floats[friction],
                floats[friction + 1],
                floats[friction + 2],
            );
            if (sideways * this.lengthPerNewton > SHORTEST * this.longest) {
                frictions.addArrow(
                    floats,
                    centre,
                    scale * floats[friction],
                    scale * floats[friction + 1],
                    scale * floats[friction + 2],
                    colours.friction,
                );
            }
            this.addTorque(floats, centre, normal, (isOnA ? -1 : 1) * this.readTorque(view, i));
            centres.addDot(floats, centre, colours.dot, DOT_RADIUS);
        }
        [normals, frictions, torques, centres].forEach((part) => part.end());
    }

    readTorque(view, i) {
        return view.floats[view.contact(i, CONTACT.frictionTorque)];
    }

    /** Torque of friction about the normal, drawn with two heads like all torques. */
    addTorque(floats, centre, normal, torque) {
        const length = torque * this.lengthPerTorque;
        if (Math.abs(length) < SHORTEST * this.longest) {
            return;
        }
        for (const share of [1, SECOND_HEAD]) {
            this.torques.addArrow(
                floats,
                centre,
                share * length * floats[normal],
                share * length * floats[normal + 1],
                share * length * floats[normal + 2],
                this.colours.friction,
            );
        }
    }
}
