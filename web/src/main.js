// SPDX-License-Identifier: MIT
import { About } from "./controls/about.js";
import { Banner } from "./controls/banner.js";
import { connectButtons } from "./controls/buttons.js";
import { Gestures } from "./controls/gestures.js";
import { Hint } from "./controls/hint.js";
import { Pointer } from "./controls/pointer.js";
import { SteerBar } from "./controls/steer_bar.js";
import { Steering } from "./controls/steering.js";
import { StateLanes } from "./controls/state_lanes.js";
import { Theme } from "./controls/theme.js";
import { Timeline } from "./controls/timeline.js";
import { Transport } from "./controls/transport.js";
import { Connection } from "./link/connection.js";
import { States } from "./link/states.js";
import { readView } from "./link/view.js";
import { DevicePanel } from "./panel/devices.js";
import { Inspector } from "./panel/inspector.js";
import { JointPanel } from "./panel/joint.js";
import { Layers } from "./panel/layers.js";
import { Ledger } from "./panel/ledger.js";
import { ParameterPanel } from "./panel/parameters.js";
import { Plots } from "./panel/plots.js";
import { ScaleBar } from "./panel/scale_bar.js";
import { Series } from "./panel/series.js";
import { ShapePanel } from "./panel/shapes.js";
import { StatePanel } from "./panel/states.js";
import { Status } from "./panel/status.js";
import { Timing } from "./panel/timing.js";
import { exposeProbe } from "./probe.js";
import { Picture } from "./stage/picture.js";

/**
 * The page. It passes scenes and views from the connection to the picture and the panel, and sends
 * what the user does as commands. It reads views as they come, draws the newest one once per frame of
 * the screen, and drops them while it is hidden.
 */

const SLOW = 1000 / 10; // ms between two updates of the numbers
const MOST_UNASKED = 3; // pairs whose contact states are shown without being asked for
const SMALL = "(max-width: 760px), (max-height: 480px)";

const find = (id) => document.getElementById(id);

class Page {
    constructor() {
        this.scene = null;
        this.view = null;
        this.isFresh = false;
        this.written = -Infinity;
        this.viewsSeen = 0;
        this.framesDrawn = 0;
        const send = (command) => this.connection.send(command);
        this.connection = new Connection({
            onState: (state) => this.showState(state),
            onScene: (scene) => this.takeScene(scene),
            onView: (buffer) => this.takeView(buffer),
            onStates: (message) => this.takeStates(message),
            onNotice: (text) => this.takeNotice(text),
            onFile: (name, text) => saveFile(new Blob([text], { type: "text/yaml" }), name),
        });
        this.banner = new Banner(find("link"), find("message"));
        this.hint = new Hint(find("hint"), find("answer"));
        this.picture = new Picture(find("stage"), find("labels"));
        this.steering = new Steering(this.picture, {
            send,
            canSteer: () => this.isLive,
            changed: (own) => this.followDevice(own),
        });
        this.steerBar = new SteerBar(find("steer"), this.steering);
        this.gestures = new Gestures(this.picture, this.steering, (device) =>
            this.select(this.picture.devices.holds[device] ?? -1),
        );
        this.picture.mayMoveCamera = () => !this.pointer.held;
        this.pointer = new Pointer(this.picture, {
            send,
            select: (body) => this.select(body),
            selectJoint: (joint) => this.selectJoint(joint),
            canGrab: () => this.isLive && !this.steering.taken,
            changed: () => this.followHand(),
        });
        this.series = new Series();
        this.plots = new Plots(find("plots"), (blob, name) =>
            saveFile(blob, `volar-${this.scene?.name ?? "plot"}-${name}`),
        );
        this.status = new Status(find("status"));
        this.shapes = new ShapePanel(find("shapes"));
        this.scaleBar = new ScaleBar(find("grid-scale"), find("scale-bar"));
        this.inspector = new Inspector(find("inspector"));
        this.jointPanel = new JointPanel(find("joint"), (joint) => this.selectJoint(joint));
        this.devicePanel = new DevicePanel(find("devices"), (device) => this.takeDevice(device));
        this.parameters = new ParameterPanel(find("parameters"), send);
        this.ledger = new Ledger(find("ledger"));
        this.timing = new Timing(find("timing"));
        this.about = new About(find("about"), find("labels"), this.picture);
        /** The scene that was chosen and has not come yet; null: none. */
        this.chosen = null;
        this.transport = new Transport(document, send, (name) => this.choose(name));
        this.timeline = new Timeline(find("timeline"), send);
        this.states = new States();
        const goTo = (time) => this.timeline.goTo(time);
        this.statePanel = new StatePanel(find("states"), find("formation"), goTo);
        this.lanes = new StateLanes(find("lanes"), goTo);
        /** Whether the program was asked for contact states. */
        this.asksStates = false;
        this.layers = new Layers(
            find("layers"),
            (name, isOn) => this.setLayer(name, isOn),
            (gain) => this.picture.setGain(gain),
        );
        this.layers.announce();
        this.theme = new Theme((stage, plots) => {
            this.picture.setColours(stage);
            this.plots.setColours(plots);
        });
        this.theme.apply();
        connectButtons(this);
        for (const name of ["pointerdown", "wheel"]) {
            find("stage").addEventListener(name, () => this.hint.dismiss(), { passive: true });
        }
        if (matchMedia(SMALL).matches) {
            this.showPanel(false);
        }
        document.addEventListener("visibilitychange", () => {
            if (document.hidden) {
                this.letGo();
            }
        });
        this.connection.connect();
        requestAnimationFrame(() => this.draw());
    }

    /** Whether this is a live simulation and not a recording. */
    get isLive() {
        return this.connection.isOpen && this.view !== null && !this.view.playback;
    }

    letGo() {
        this.pointer.cancel();
        this.steering.leave();
    }

    /** Gives back a device if one is taken, otherwise clears the selection. */
    escape() {
        if (this.steering.taken) {
            this.steering.leave();
            return;
        }
        this.select(-1);
        this.selectJoint(-1);
    }

    showState(state) {
        this.state = state;
        this.banner.show(state);
        this.asksStates = false; // a new connection asks again
        if (state !== "open") {
            this.letGo();
        }
    }

    takeScene(scene) {
        this.letGo();
        const isSame =
            this.scene?.name === scene.name && this.scene.bodies.length === scene.bodies.length;
        const selected = isSame ? this.picture.bodies.selected : -1;
        const joint = isSame ? this.picture.joints.selected : -1;
        this.scene = scene;
        this.view = null;
        this.isFresh = false;
        this.states.clear();
        this.statePanel.build(scene);
        this.lanes.build(scene);
        this.series.build((scene.devices ?? []).length, scene.history);
        this.picture.build(scene, isSame);
        if (!isSame) {
            this.follow((scene.camera?.follow ?? -1) >= 0);
        }
        const isStill = isStillScene(scene);
        document.body.classList.toggle("is-still", isStill);
        this.shapes.build(scene, isStill);
        this.inspector.build(scene);
        this.jointPanel.build(scene);
        this.devicePanel.build(scene);
        this.plots.build(scene);
        this.status.build(scene);
        this.parameters.build(scene);
        this.layers.build(scene);
        if (isStill) {
            this.layers.suggest("pieceColours", true);
        }
        this.hint.build(scene);
        this.about.build(scene);
        this.transport.build(scene);
        this.chosen = null;
        this.banner.load(scene.name);
        this.select(selected);
        this.selectJoint(joint);
        document.title = `${scene.name} – Volar`;
    }

    /** Asks for another scene, which may take a while to load. */
    choose(name) {
        this.chosen = name;
        this.banner.load(name);
        this.connection.send({ type: "scene", name });
    }

    /** A sentence of the program; the answer to a choice means that the scene does not change. */
    takeNotice(text) {
        this.hint.say(text);
        if (this.chosen !== null) {
            this.chosen = null;
            this.transport.build(this.scene);
            this.banner.loaded();
        }
    }

    setLayer(name, isOn) {
        this.picture.setLayer(name, isOn);
        this.written = -Infinity;
        if (name === "states" && isOn !== this.asksStates) {
            this.asksStates = isOn;
            this.connection.send({ type: "states", on: isOn });
        }
    }

    /** Shows contact states that come without being asked for, unless they are of too many pairs. */
    takeStates(message) {
        this.states.take(message);
        if (this.states.pairs.size <= MOST_UNASKED) {
            this.layers.suggest("states", true);
        }
        this.isFresh = this.view !== null;
        this.written = -Infinity;
    }

    takeView(buffer) {
        if (document.hidden || !this.scene) {
            return;
        }
        const view = readView(buffer);
        // At a change of scene, a view of the previous scene may still arrive.
        if (!view || view.bodyCount !== this.scene.bodies.length) {
            return;
        }
        this.viewsSeen++;
        if (this.chosen === null) {
            this.banner.loaded();
        }
        this.view = view;
        this.isFresh = true;
        this.series.add(view);
        this.devicePanel.note(view);
        this.steering.follow(view);
    }

    draw() {
        requestAnimationFrame(() => this.draw());
        const { view } = this;
        if (this.isFresh) {
            this.isFresh = false;
            this.touching = this.states.findAt(view.time);
            this.picture.formations.set(this.touching, this.states.bodies);
            this.picture.update(view, this.pointer.held);
            this.timeline.update(view);
            this.lanes.update(this.states, view);
            find("timeline").parentElement.classList.toggle("has-timeline", view.playback);
            document.body.classList.toggle("is-playback", view.playback);
        }
        this.steering.update();
        this.picture.setHovered(this.pointer.findHovered());
        if (this.picture.draw()) {
            this.framesDrawn++;
        }
        if (view) {
            this.about.update(); // where bodies are is known from the first view on
            this.plots.update(this.series, view);
            this.writeNumbers(view);
        }
    }

    writeNumbers(view) {
        const now = performance.now();
        if (now - this.written < SLOW) {
            return;
        }
        this.written = now;
        const { contacts, bodies, joints } = this.picture;
        this.status.update(view);
        this.transport.update(view);
        this.banner.update(view);
        this.inspector.update(bodies.selected, view);
        this.jointPanel.update(joints.selected, view);
        this.devicePanel.update(view, this.steering, this.isLive);
        this.parameters.update(view, this.isLive);
        this.ledger.update(view);
        this.statePanel.update(
            this.states,
            this.touching ?? [],
            view,
            this.picture.formations.layers.states.isOn,
        );
        this.timing.update(view);
        const { top } = contacts.pressureScale;
        this.layers.update(
            top,
            contacts.highest > top,
            contacts.lengthPerNewton,
            joints.lengthPerTorque,
            contacts.lengthPerTorque,
            contacts.longest,
        );
        this.layers.levelLegend.update(view);
        const { stage, eye, gridCell } = this.picture;
        this.scaleBar.update(gridCell, stage.pixel.value * eye.distance);
    }

    followHand() {
        if (this.view) {
            this.picture.updateTies(this.view, this.pointer.held);
        }
    }

    /** @param {object | null} own as of Picture.setSteered */
    followDevice(own) {
        const hasChanged = (this.steered?.device ?? -1) !== (own?.device ?? -1);
        this.steered = own;
        this.picture.setSteered(own);
        if (hasChanged) {
            this.steerBar.show(own ? this.scene.devices[own.device] : null);
            this.written = -Infinity;
            this.hint.dismiss();
        }
    }

    takeDevice(device) {
        if (this.steering.device === device) {
            this.steering.leave();
        } else {
            this.steering.take(device);
        }
    }

    /** Takes the next device, or says that there is none. */
    takeNextDevice() {
        const { steering } = this;
        if (!(this.scene?.devices?.length > 0)) {
            this.hint.say("This scene has no device.");
        } else if (this.scene.planar) {
            this.hint.say("Drag the body that the device holds: the mouse leads its hand.");
        } else if (this.view?.playback) {
            this.hint.say("The devices of a recording cannot be taken over.");
        } else if (!steering.taken && steering.next < 0) {
            this.hint.say("A connected device cannot be taken over.");
        } else {
            steering.takeNext();
        }
    }

    select(body) {
        this.picture.select(body);
        this.inspector.update(body, this.view);
        find("focus").textContent = body >= 0 ? "Focus" : "Fit";
    }

    follow(isOn) {
        this.picture.setFollowing(isOn);
        find("follow").setAttribute("aria-pressed", String(isOn));
    }

    selectJoint(joint) {
        this.picture.selectJoint(joint);
        this.jointPanel.update(joint, this.view);
    }

    showPanel(isShown) {
        document.body.classList.toggle("is-wide", !isShown);
        find("panel-switch").setAttribute("aria-expanded", String(isShown));
    }

    toggleHelp() {
        const box = find("help-box");
        if (box.open) {
            box.close();
        } else {
            box.showModal();
        }
    }

    async savePicture() {
        const blob = await this.picture.photograph();
        const time = (this.view?.time ?? 0).toFixed(3);
        saveFile(blob, `volar-${this.scene?.name ?? "picture"}-${time}s.png`);
    }
}

/** Can nothing move? Then the page is about the shapes, as with `volar mesh view`. */
function isStillScene({ bodies, devices }) {
    return bodies.every(({ type }) => type === "static") && (devices ?? []).length === 0;
}

/** Saves a file on the machine of the user. */
function saveFile(blob, name) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
}

function start() {
    let page = null;
    try {
        page = new Page();
    } catch (error) {
        const message = find("message");
        message.hidden = false;
        message.querySelector("h2").textContent = "This browser cannot draw the scene";
        message.querySelector("p").textContent = `The page needs WebGL 2: ${error.message}`;
        throw error;
    }
    exposeProbe(page);
}

start();
