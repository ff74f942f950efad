// SPDX-License-Identifier: MIT
import { Vector3 } from "three";

/** Lengths of arrows on the screen, as shares of the smaller side of the picture. */
function measureArrows({ data, stride, count }, stage) {
    stage.camera.updateMatrixWorld();
    return Array.from({ length: count }, (_, i) => {
        const from = new Vector3().fromArray(data, stride * i);
        const to = new Vector3().fromArray(data, stride * i + 3).add(from);
        const [a, b] = [from, to].map((point) => stage.project(point));
        return Math.hypot(a.x - b.x, a.y - b.y) / Math.min(stage.width, stage.height);
    });
}

/** What tests can read from the page, as `window.volar`; nothing here changes the page. */

/** @param {object} page */
export function exposeProbe(page) {
    const { picture } = page;
    const findBody = (name) => picture.bodies.places.get(name) ?? -1;
    window.volar = {
        get connected() {
            return page.connection.isOpen;
        },
        get state() {
            return page.state;
        },
        get sceneName() {
            return page.scene?.name ?? null;
        },
        get theme() {
            return page.theme.name;
        },
        get selected() {
            return page.scene?.bodies[picture.bodies.selected]?.name ?? null;
        },
        get selectedJoint() {
            return page.scene?.joints?.[picture.joints.selected]?.name ?? null;
        },
        /** Numbers of the newest view; null before the first. */
        get view() {
            const { view } = page;
            return (
                view && {
                    time: view.time,
                    stepCount: view.stepCount,
                    step: view.step,
                    bodyCount: view.bodyCount,
                    contactCount: view.contactCount,
                    vertexCount: view.vertexCount,
                    jointCount: view.jointCount,
                    deviceCount: view.deviceCount,
                    asleepBodies: view.asleepBodies,
                    normalForce: view.normalForce,
                    paused: view.paused,
                    playback: view.playback,
                    speed: view.speed,
                    firstTime: view.firstTime,
                    lastTime: view.lastTime,
                }
            );
        },
        /** Contact states: how many are known, what touches now, and how much of it is drawn. */
        get states() {
            const { panes, edges, corners, lines, heads } = picture.formations;
            return {
                count: page.states.list.length,
                texts: (page.touching ?? []).map(({ text }) => text),
                drawn: {
                    panes: panes.count,
                    edges: edges.count,
                    corners: corners.count,
                    lines: lines.count,
                    heads: heads.count,
                },
            };
        },
        /** Of a planar scene: works, speeds, what is drawn of mechanisms; else false or null. */
        get plane() {
            return (
                page.view?.isPlanar && {
                    ...page.view.plane,
                    torques: picture.plane.notes.map(({ text }) => text),
                    strokes: picture.plane.lines.count,
                    camera: picture.stage.camera.position.toArray(),
                }
            );
        },
        /** Near samples in the world, in the view, drawn; radii of finest and largest patch, m. */
        get levels() {
            return {
                near: page.view?.nearCount ?? 0,
                sent: page.view?.sampleCount ?? 0,
                drawn: picture.nearSamples.dots.count,
                range: picture.bodies.levels,
            };
        },
        /** Views read and pictures drawn so far. */
        get counts() {
            return { views: page.viewsSeen, frames: page.framesDrawn };
        },
        /** Objects in GPU memory; must not grow from scene to scene. */
        get memory() {
            return { ...picture.stage.renderer.info.memory };
        },
        get drawCalls() {
            return picture.stage.renderer.info.render.calls;
        },
        /** Milliseconds to write a view into the picture: the fastest of `count` attempts. */
        measureUpdate(count) {
            let fastest = Infinity;
            for (let i = 0; i < count; i++) {
                const began = performance.now();
                picture.update(page.view, null);
                fastest = Math.min(fastest, performance.now() - began);
            }
            return fastest;
        },
        /** Samples in the plots, and the largest value that the scale of each has room for. */
        get plots() {
            const { timePlots } = page.plots;
            return {
                samples: page.series.count,
                isWhole: page.series.isWhole,
                tops: timePlots.map((plot) => plot.range.high),
            };
        },
        /** How much of the faces of each ghost of a held body is shown; null: it is hidden. */
        get ghostFills() {
            return picture.devices.ghosts.meshes.map((mesh) =>
                mesh.visible ? mesh.material.uniforms.fill.value : null,
            );
        },
        /** Present value of a parameter, by its place in the scene. */
        parameter: (i) => page.view.parameter(i),
        get grab() {
            const { held } = page.pointer;
            return (
                held && { body: page.scene.bodies[held.body].name, force: picture.ties.strongest }
            );
        },
        /** Length of the longest arrow of a force on the screen, in sides of the picture, the smaller one. */
        get longestArrow() {
            const { contacts, joints, devices, ties, stage } = picture;
            const parts = [contacts.normals, contacts.frictions, joints.forces, devices.forces];
            return Math.max(
                0,
                ...[...parts, ties.arrows].flatMap((part) => measureArrows(part, stage)),
            );
        },
        /** Pixels of the picture for each of the page's. */
        get pixelRatio() {
            return picture.stage.renderer.getPixelRatio();
        },
        get cameraPosition() {
            return picture.stage.camera.position.toArray();
        },
        get cameraDistance() {
            return picture.eye.distance;
        },
        bodyNames: () => page.scene.bodies.map((info) => info.name),
        bodyPosition(name) {
            const body = findBody(name);
            return body < 0 ? null : picture.bodies.findCentre(body).toArray();
        },
        /** CSS pixels in the window, of the centre of mass. */
        bodyScreenPosition(name) {
            const body = findBody(name);
            if (body < 0) {
                return null;
            }
            picture.stage.camera.updateMatrixWorld();
            const place = picture.stage.project(picture.bodies.findCentre(body, new Vector3()));
            const frame = picture.stage.canvas.getBoundingClientRect();
            return { x: frame.left + place.x, y: frame.top + place.y };
        },
        /** CSS pixels in the window, of the motors of all pantographs. */
        get motorScreenPositions() {
            const frame = picture.stage.canvas.getBoundingClientRect();
            return picture.plane.motors.map((motor) => {
                const place = picture.stage.project(motor);
                return { x: frame.left + place.x, y: frame.top + place.y };
            });
        },
        jointNames: () => page.scene.joints.map((info) => info.name),
        /** CSS pixels in the window, of the second body's end of a joint. */
        jointScreenPosition(name) {
            const joint = page.scene.joints.findIndex((info) => info.name === name);
            picture.stage.camera.updateMatrixWorld();
            const place = picture.stage.project(picture.joints.places[joint].b.origin);
            const frame = picture.stage.canvas.getBoundingClientRect();
            return { x: frame.left + place.x, y: frame.top + place.y };
        },
        /** The device that this page steers, its motion and rotation since; null: none. */
        get steering() {
            const { taken } = page.steering;
            return (
                taken && {
                    device: page.scene.devices[taken.device].name,
                    move: taken.move.toArray(),
                    turn: taken.turn.toArray(),
                }
            );
        },
        /** CSS pixels in the window, of where a device is. */
        deviceScreenPosition(name) {
            const device = page.scene.devices.findIndex((info) => info.name === name);
            picture.stage.camera.updateMatrixWorld();
            const place = picture.stage.project(picture.devices.places[device].position);
            const frame = picture.stage.canvas.getBoundingClientRect();
            return { x: frame.left + place.x, y: frame.top + place.y };
        },
        /** Draws, and returns the picture around a point of the window as [r, g, b, a, ...]. */
        readPixels(x, y, size = 1) {
            picture.stage.setFine(false); // so that two pictures can be compared
            picture.stage.render();
            const { canvas, renderer } = picture.stage;
            const frame = canvas.getBoundingClientRect();
            const ratio = renderer.getPixelRatio();
            const gl = renderer.getContext();
            const pixels = new Uint8Array(4 * size * size);
            const left = Math.round((x - frame.left) * ratio - size / 2);
            const bottom = Math.round((frame.bottom - y) * ratio - size / 2);
            gl.readPixels(left, bottom, size, size, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
            return Array.from(pixels);
        },
    };
}
