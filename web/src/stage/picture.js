// SPDX-License-Identifier: MIT
import { Sphere, Vector3 } from "three";
import { ArrowRoom } from "./arrow_room.js";
import { Bodies } from "./bodies.js";
import { Contacts } from "./contacts.js";
import { Devices } from "./devices.js";
import { Eye } from "./eye.js";
import { Formations } from "./formations.js";
import { Joints } from "./joints.js";
import { Keeper } from "./keeper.js";
import { NearSamples } from "./levels.js";
import { Plane } from "./plane.js";
import { Stage } from "./stage.js";
import { Stillness } from "./stillness.js";
import { Ties } from "./ties.js";
import { Trails } from "./trails.js";

/** The whole 3-D picture: bodies, contacts, joints, devices, ties, trails and camera together. */

const AIR = 2.2; // the region with light and shadow is larger than the bodies by this factor
const MOST_GROWTH = 4; // a body that falls for ever must not pull the light along
const WIDE = 1.2; // width over height of the picture for which scenes place their cameras
const FINE_GAP = 300; // ms between two fine pictures, which may take long
const NUDGE = 0.02; // of the distance: by so much the camera moves before arrows are measured again

export class Picture {
    /**
     * @param {HTMLCanvasElement} canvas
     * @param {HTMLElement} labels
     */
    constructor(canvas, labels) {
        this.stage = new Stage(canvas);
        this.eye = new Eye(this.stage);
        this.bodies = new Bodies(this.stage);
        this.keeper = new Keeper(this.eye, this.bodies);
        this.stillness = new Stillness(this.stage, this.bodies);
        this.drawn = -Infinity;
        this.contacts = new Contacts(this.stage);
        this.ties = new Ties(this.stage, labels);
        this.joints = new Joints(this.stage);
        this.devices = new Devices(this.stage);
        this.plane = new Plane(this.stage);
        this.trails = new Trails(this.stage);
        this.formations = new Formations(this.stage);
        this.nearSamples = new NearSamples(this.stage);
        [
            this.bodies,
            this.contacts,
            this.joints,
            this.devices,
            this.plane,
            this.ties,
            this.trails,
            this.formations,
            this.nearSamples,
        ].forEach((part) => this.stage.scene.add(part.group));
        this.arrowRoom = new ArrowRoom(this.stage);
        /** Where the camera was when arrows were drawn last. */
        this.drawnFrom = new Vector3();
        this.extent = new Sphere(new Vector3(), 1);
        this.updated = 0;
        /** The camera waits for the first view of a scene, which says where bodies are. */
        this.waitsForView = false;
        this.keepsCamera = false;
        this.gridCell = 0;
        /** Width over height of the picture for which the camera was placed. */
        this.aspect = this.stage.camera.aspect;
        this.isFollowing = false;
        /** What was followed last, and where it was. */
        this.followed = null;
        this.lastView = null;
        /** Whether something has moved that is not part of a view. */
        this.isStale = false;
    }

    /**
     * Whether the camera may move by itself: not while a hand pulls at a place of the picture.
     * Set by the page.
     */
    mayMoveCamera() {
        return true;
    }

    /** @param {boolean} keepsCamera the same scene again: the user's point of view stays */
    build(scene, keepsCamera) {
        this.scene = scene;
        this.bodies.build(scene);
        this.ties.build(scene);
        this.trails.build(scene);
        const size = this.findTypicalSize();
        this.contacts.build(scene, size);
        this.joints.build(scene, this.bodies, size);
        this.devices.build(scene, size);
        this.plane.build(scene);
        this.formations.clear();
        this.waitsForView = true;
        this.keepsCamera = keepsCamera;
        this.lastView = null;
    }

    /** Median radius, m, of the dynamic bodies or, if there are none, of the kinematic ones. */
    findTypicalSize() {
        const findMedian = (type) => {
            const radii = this.scene.bodies
                .flatMap((info, i) => {
                    const slot = this.bodies.slots[i];
                    return info.type === type && slot
                        ? [slot.mesh.geometry.boundingSphere.radius]
                        : [];
                })
                .sort((a, b) => a - b);
            return radii[radii.length >> 1];
        };
        return findMedian("dynamic") ?? findMedian("kinematic") ?? 1;
    }

    /**
     * @param {import("../link/view.js").View} view
     * @param {object | null} held what this page's hand holds
     */
    update(view, held) {
        const now = performance.now();
        const seconds = Math.min(0.25, (now - this.updated) / 1000);
        this.updated = now;
        this.lastView = view;
        this.bodies.update(view);
        this.follow();
        if (this.waitsForView) {
            this.settle();
        } else {
            this.followExtent();
        }
        this.updateForces(view, seconds);
        this.updateTies(view, held);
        this.trails.update(view, this.bodies);
        this.stage.renderer.shadowMap.needsUpdate = true;
        this.stage.needsRender = true;
    }

    /** The camera keeps its distance and direction to the selected body, or to all that moves. */
    setFollowing(isOn) {
        this.isFollowing = isOn;
        this.followed = null;
        if (isOn && !this.waitsForView) {
            this.eye.shiftTo(this.findFollowed());
        }
    }

    /** Place of the body that the camera moves along with: the selected one, or the scene's; -1: none. */
    get leader() {
        const { selected } = this.bodies;
        return selected >= 0 ? selected : (this.scene.camera?.follow ?? -1);
    }

    findFollowed() {
        const { leader } = this;
        return leader >= 0 ? this.bodies.findCentre(leader) : this.bodies.findBounds().center;
    }

    follow() {
        if (!this.isFollowing || this.waitsForView) {
            this.followed = null;
            return;
        }
        const { leader } = this;
        const centre = this.findFollowed();
        // When another body is selected, the camera goes there once.
        if (this.followed && this.followed.body === leader) {
            this.eye.carry(centre.clone().sub(this.followed.centre));
        } else if (this.followed) {
            this.eye.shiftTo(centre);
        }
        this.followed = { body: leader, centre };
    }

    updateForces(view, seconds) {
        const { contacts, joints, devices } = this;
        this.arrowRoom.begin();
        this.drawnFrom.copy(this.stage.camera.position);
        const others = [this.ties, joints, devices].map((part) =>
            part.measure(view, this.arrowRoom, this.bodies),
        );
        contacts.update(view, seconds, Math.max(...others), this.arrowRoom);
        const reach = contacts.longest;
        joints.update(view, this.bodies, seconds, contacts.lengthPerNewton, reach);
        devices.update(view, this.bodies, seconds, contacts.lengthPerNewton, reach);
        this.plane.update(view);
        this.nearSamples.update(view);
        this.formations.update(this.bodies);
    }

    updateTies(view, held) {
        this.ties.update(view, this.bodies, this.contacts.lengthPerNewton, held);
        this.stage.needsRender = true;
    }

    /** Places the camera and the light for the first view of a scene. */
    settle() {
        this.waitsForView = false;
        this.aspect = this.stage.camera.aspect;
        const ball = this.bodies.findBounds();
        this.firstRadius = ball.radius;
        this.setExtent(ball);
        if (!this.keepsCamera) {
            this.placeCamera(ball);
        }
        this.keeper.build();
    }

    placeCamera(ball) {
        const { camera } = this.scene;
        if (camera?.position) {
            const [position, target] = [camera.position, camera.target].map(
                (point) => new Vector3(...point),
            );
            const distance = this.findFarness(this.aspect);
            this.eye.place(position.sub(target).multiplyScalar(distance).add(target), target);
        } else {
            this.eye.placePreset(this.scene.planar ? "top" : "iso", ball);
        }
        this.eye.fit(this.bodies.listCorners());
    }

    /** Rectangles around all solids in the picture, {left, top, right, bottom}, CSS pixels. */
    listOutlines() {
        return this.bodies.slots.flatMap((slot, i) => {
            const corners =
                slot && !this.bodies.hasLeft[i]
                    ? this.bodies.listCornersOf(i).map((corner) => this.stage.project(corner))
                    : [];
            const seen = corners.filter(({ z }) => z < 1);
            const [xs, ys] = [seen.map(({ x }) => x), seen.map(({ y }) => y)];
            return seen.length === 0
                ? []
                : [
                      {
                          left: Math.min(...xs),
                          top: Math.min(...ys),
                          right: Math.max(...xs),
                          bottom: Math.max(...ys),
                      },
                  ];
        });
    }

    setExtent(ball) {
        this.extent.set(ball.center, AIR * ball.radius);
        this.stage.setExtent(this.extent.center, this.extent.radius);
        this.bodies.setExtent(this.extent.center, this.extent.radius);
        this.eye.setExtent(this.extent.radius);
    }

    followExtent() {
        const ball = this.bodies.findBounds();
        const isInside =
            ball.center.distanceTo(this.extent.center) + ball.radius < this.extent.radius;
        if (!isInside && ball.radius < MOST_GROWTH * this.firstRadius) {
            this.setExtent(ball);
        }
    }

    setLayer(name, isOn) {
        if (name === "seeThrough") {
            this.bodies.setSeeThrough(isOn);
        } else if (name === "pieceColours") {
            this.bodies.setPieceColours(isOn);
        } else if (name === "exploded") {
            this.bodies.setExploded(isOn);
        } else if (name === "levels") {
            this.bodies.setLevelColours(isOn);
            this.nearSamples.setOn(isOn);
        } else if (name === "trails") {
            this.trails.setOn(isOn);
        } else if (name in this.formations.layers) {
            this.formations.setLayer(name, isOn);
        } else if (name in this.joints.layers) {
            this.joints.setLayer(name, isOn);
        } else if (name in this.devices.layers) {
            this.devices.setLayer(name, isOn);
        } else if (name in this.plane.layers) {
            this.plane.setLayer(name, isOn);
        } else {
            this.contacts.setLayer(name, isOn);
        }
        this.refresh();
    }

    setGain(gain) {
        this.contacts.gain = gain;
        this.refresh();
    }

    setColours(colours) {
        const { stage, bodies, contacts, joints, devices, plane, ties, formations } = this;
        [stage, bodies, contacts, joints, devices, plane, ties, formations].forEach((part) =>
            part.setColours(colours),
        );
        this.refresh();
    }

    /** Writes everything but bodies again from the last view: in a paused run no other may come. */
    refresh() {
        if (this.lastView) {
            this.updateForces(this.lastView, 0);
            this.updateTies(this.lastView, null);
        }
        this.stage.needsRender = true;
    }

    select(body) {
        if (this.bodies.setMarks(body, this.bodies.hovered)) {
            this.formations.update(this.bodies); // whose free motions are shown
            this.stage.needsRender = true;
        }
    }

    selectJoint(joint) {
        if (joint !== this.joints.selected) {
            this.joints.selected = joint;
            this.refresh();
        }
    }

    /** @param {{device: number, target: Vector3 | null} | null} own what this page steers */
    setSteered(own) {
        this.devices.own = own;
        this.isStale = true;
    }

    setHovered(body) {
        if (this.bodies.setMarks(this.bodies.selected, body)) {
            this.stage.needsRender = true;
        }
    }

    glideToPreset(name) {
        this.eye.glideToPreset(name, this.bodies.findBounds());
    }

    /** The selected body, or everything. */
    focus() {
        const { selected } = this.bodies;
        if (selected >= 0 && this.bodies.slots[selected]) {
            this.eye.focus(this.bodies.findBounds(selected));
        } else {
            this.glideToPreset(this.scene?.planar ? "top" : "iso");
        }
    }

    /** Factor on the distance of the camera for a picture of this width over height. */
    findFarness(aspect) {
        // A scene's own camera is set for a wide screen; on others it must be farther away.
        return this.scene?.camera?.position ? Math.max(1, WIDE / aspect) : this.eye.findDistance(1, aspect);
    }

    /** Keeps as much in sight as before when a phone is turned or a panel opens. */
    followAspect() {
        const { aspect } = this.stage.camera;
        if (aspect !== this.aspect) {
            this.eye.stretch(this.findFarness(aspect) / this.findFarness(this.aspect));
            this.aspect = aspect;
        }
    }

    /** Once per picture of the screen. @returns {boolean} whether anything was drawn */
    draw() {
        this.stage.notePace();
        this.followAspect();
        this.eye.update();
        this.keeper.update(!this.isFollowing && !this.waitsForView && this.mayMoveCamera());
        const { camera } = this.stage;
        if (this.isStale || camera.position.distanceTo(this.drawnFrom) > NUDGE * this.eye.distance) {
            this.isStale = false;
            this.refresh();
        }
        this.stage.setFine(
            this.stage.canBeFiner &&
                this.mayMoveCamera() &&
                this.stillness.note(this.lastView, this.eye.distance),
        );
        const now = performance.now();
        if (!this.stage.needsRender || (this.stage.isFine && now - this.drawn < FINE_GAP)) {
            return false;
        }
        this.drawn = now;
        this.gridCell = this.bodies.updateGrid(this.eye.distance);
        this.stage.render();
        this.ties.placeLabels([...this.devices.notes, ...this.plane.notes]);
        return true;
    }

    /** The picture as PNG: drawn and read at once, before the browser clears the canvas. */
    photograph() {
        this.stage.setFine(this.stage.canBeFiner);
        this.stage.render();
        return new Promise((resolve) => {
            this.stage.canvas.toBlob(resolve, "image/png");
        });
    }
}
