// SPDX-License-Identifier: MIT
import {
    Color,
    DynamicDrawUsage,
    Group,
    InstancedBufferAttribute,
    InstancedMesh,
    Matrix4,
    Quaternion,
    SRGBColorSpace,
    Sphere,
    Vector3,
} from "three";
import { BODY } from "../link/layout.js";
import { Ground, chooseCells, makeGroundUniforms } from "./ground.js";
import { measureLevels, paintLevel } from "./levels.js";
import { buildSolid, makeSolidMaterial, makeSolidUniforms, setSeeThrough } from "./solids.js";

/**
 * All bodies of a scene: one instanced mesh per shape, one disc per half-space. Poses come from
 * views; other parts of the page ask here where a body is.
 */

const CONTRAST = 0.24; // of lightness, at least, between a body and a dark ground
const FAR_LARGER = 5; // times what moves: so large a static body need not be in the picture as a whole
const MARK_HOVER = 1;
const MARK_SELECTED = 2;

/**
 * The colour, made lighter on a dark ground or darker on a light one if the two would hardly differ:
 * a black rod on a dark ground stays visible.
 */
function standOut(colour, ground) {
    const [own, below] = [{}, {}];
    colour.getHSL(own, SRGBColorSpace);
    ground.getHSL(below, SRGBColorSpace);
    const isDark = below.l < 0.5;
    const nearest = isDark ? below.l + CONTRAST : below.l - 0.5 * CONTRAST;
    const isLost = isDark ? own.l < nearest : own.l > nearest;
    return isLost ? colour.setHSL(own.h, own.s, nearest, SRGBColorSpace) : colour;
}

export class Bodies {
    /** @param {import("./stage.js").Stage} stage */
    constructor(stage) {
        this.light = stage.light;
        this.group = new Group();
        this.solidUniforms = makeSolidUniforms();
        this.groundUniforms = makeGroundUniforms();
        this.isSeeThrough = false;
        this.ground = new Color();
        this.selected = -1;
        this.hovered = -1;
        this.clear();
    }

    clear() {
        for (const mesh of this.meshes ?? []) {
            mesh.geometry.dispose();
            mesh.material.dispose();
            mesh.dispose();
        }
        this.grounds?.forEach((ground) => ground.dispose());
        this.group.clear();
        /** Bodies as the scene describes them. */
        this.infos = [];
        /** Pose of each body's shape frame. */
        this.poses = [];
        /** Whether each body is so far away that camera and light ignore it. */
        this.hasLeft = [];
        this.meshes = [];
        this.grounds = new Map();
        /** Where each body is drawn: {mesh, slot}, or null. */
        this.slots = [];
        this.places = new Map();
        /** Radii of the finest and the largest patch of surfaces, m; null: none are known. */
        this.levels = null;
        this.selected = -1;
        this.hovered = -1;
    }

    /** @param {object} scene as received */
    build(scene) {
        this.clear();
        this.infos = scene.bodies;
        this.poses = scene.bodies.map(() => new Matrix4());
        this.slots = scene.bodies.map(() => null);
        scene.bodies.forEach((info, i) => this.places.set(info.name, i));
        this.levels = measureLevels(scene.shapes);
        scene.shapes.forEach((shape, s) => {
            const users = scene.bodies.flatMap((info, i) => (info.shape === s ? [i] : []));
            if (users.length === 0) {
                return;
            }
            if (shape.halfspace) {
                users.forEach((i) => this.addGround(i, shape.halfspace));
            } else {
                this.addSolid(shape, users);
            }
        });
        this.setSeeThrough(this.isSeeThrough);
    }

    addGround(i, halfspace) {
        const ground = new Ground(halfspace, this.groundUniforms);
        this.grounds.set(i, ground);
        this.group.add(ground.mesh);
    }

    addSolid(shape, users) {
        const isSurface = shape.surface === true;
        const patches = this.levels ? (shape.patches ?? []) : [];
        const levels = patches.map((radius) => paintLevel(radius, this.levels));
        const geometry = buildSolid(shape.pieces, isSurface, levels);
        for (const name of ["mark", "rest"]) {
            geometry.setAttribute(
                name,
                new InstancedBufferAttribute(new Float32Array(users.length), 1),
            );
        }
        const mesh = new InstancedMesh(
            geometry,
            makeSolidMaterial(this.solidUniforms, this.light, isSurface),
            users.length,
        );
        mesh.instanceMatrix.setUsage(DynamicDrawUsage);
        mesh.castShadow = true;
        mesh.receiveShadow = true;
        mesh.frustumCulled = false;
        mesh.userData.bodies = users;
        users.forEach((i, slot) => {
            this.slots[i] = { mesh, slot };
        });
        this.paint(mesh);
        this.meshes.push(mesh);
        this.group.add(mesh);
    }

    /** Gives the bodies of a mesh their colours, changed so that they stand out from the ground. */
    paint(mesh) {
        mesh.userData.bodies.forEach((i, slot) => {
            mesh.setColorAt(slot, standOut(new Color(this.infos[i].colour), this.ground));
        });
        mesh.instanceColor.needsUpdate = true;
    }

    /** Copies the poses of a view. */
    update(view) {
        const { floats } = view;
        const [position, rotation, scale] = [new Vector3(), new Quaternion(), new Vector3(1, 1, 1)];
        const count = Math.min(view.bodyCount, this.infos.length);
        for (let i = 0; i < count; i++) {
            position.fromArray(floats, view.body(i, BODY.position));
            rotation.fromArray(floats, view.body(i, BODY.rotation));
            this.poses[i].compose(position, rotation, scale);
            this.hasLeft[i] = view.hasLeft(i);
            const place = this.slots[i];
            if (place) {
                place.mesh.setMatrixAt(place.slot, this.poses[i]);
                this.setRest(place, view.isAsleep(i));
            } else {
                this.grounds.get(i)?.place(this.poses[i]);
            }
        }
        for (const mesh of this.meshes) {
            mesh.instanceMatrix.needsUpdate = true;
            mesh.boundingSphere = null; // computed again when a ray is cast
        }
    }

    setRest({ mesh, slot }, isAsleep) {
        const rest = mesh.geometry.getAttribute("rest");
        if (rest.array[slot] !== Number(isAsleep)) {
            rest.array[slot] = Number(isAsleep);
            rest.needsUpdate = true;
        }
    }

    /** Centre of mass in the world. */
    findCentre(i, out = new Vector3()) {
        return out.fromArray(this.infos[i].centre ?? [0, 0, 0]).applyMatrix4(this.poses[i]);
    }

    /**
     * Corners of boxes around all solids except static ones far larger than what moves, such as a
     * very large table.
     */
    listCorners() {
        const { radius } = this.findBounds();
        return this.slots.flatMap((slot, k) => {
            const isLarge = slot?.mesh.geometry.boundingSphere.radius > FAR_LARGER * radius;
            const isLeftOut =
                !slot || this.hasLeft[k] || (this.infos[k].type === "static" && isLarge);
            return isLeftOut ? [] : this.listCornersOf(k);
        });
    }

    /** Corners of the box around a body that is not a half-space, in the world. */
    listCornersOf(k) {
        const { min, max } = this.slots[k].mesh.geometry.boundingBox;
        return Array.from({ length: 8 }, (_, i) =>
            new Vector3(
                i & 1 ? max.x : min.x,
                i & 2 ? max.y : min.y,
                i & 4 ? max.z : min.z,
            ).applyMatrix4(this.poses[k]),
        );
    }

    /** Ball around one body, or around all that can move (around all solids if nothing can). */
    findBounds(i = -1) {
        const ball = new Sphere();
        ball.makeEmpty();
        const add = (k) => {
            if (this.slots[k]) {
                const own = this.slots[k].mesh.geometry.boundingSphere;
                ball.union(own.clone().applyMatrix4(this.poses[k]));
            }
        };
        if (i >= 0) {
            add(i);
            return ball;
        }
        this.infos.forEach((info, k) => info.type !== "static" && !this.hasLeft[k] && add(k));
        if (ball.isEmpty()) {
            this.infos.forEach((_, k) => add(k));
        }
        return ball.isEmpty() ? new Sphere(new Vector3(), 1) : ball;
    }

    /** Nearest body hit by a ray: {body, point} or null. */
    cast(raycaster) {
        const [hit] = raycaster.intersectObjects(this.meshes, false);
        return hit ? { body: hit.object.userData.bodies[hit.instanceId], point: hit.point } : null;
    }

    setMarks(selected, hovered) {
        if (selected === this.selected && hovered === this.hovered) {
            return false;
        }
        this.selected = selected;
        this.hovered = hovered;
        for (const mesh of this.meshes) {
            const marks = mesh.geometry.getAttribute("mark");
            mesh.userData.bodies.forEach((i, slot) => {
                marks.array[slot] = i === selected ? MARK_SELECTED : i === hovered ? MARK_HOVER : 0;
            });
            marks.needsUpdate = true;
        }
        return true;
    }

    setSeeThrough(isOn) {
        this.isSeeThrough = isOn;
        this.meshes.forEach((mesh) => setSeeThrough(mesh.material, isOn));
    }

    /** Draws the pieces of all shapes apart, by 0.6 of their distance from the middle. */
    setExploded(isOn) {
        this.solidUniforms.explode.value = isOn ? 0.6 : 0;
    }

    /** Gives each piece a colour of its own in place of the body's. */
    setPieceColours(isOn) {
        this.solidUniforms.byPiece.value = isOn ? 1 : 0;
    }

    /** Gives each triangle of a surface the colour of its patch in place of the body's. */
    setLevelColours(isOn) {
        this.solidUniforms.byLevel.value = isOn ? 1 : 0;
    }

    setColours(colours) {
        this.solidUniforms.edgeColour.value.set(colours.edge);
        this.solidUniforms.edgeStrength.value = colours.edgeStrength;
        this.solidUniforms.accent.value.set(colours.accent);
        this.solidUniforms.restColour.value.set(colours.ground);
        this.groundUniforms.gridColour.value.set(colours.grid);
        this.groundUniforms.gridStrength.value = colours.gridStrength;
        this.groundUniforms.groundColour.value.set(colours.ground);
        this.ground.set(colours.ground);
        this.meshes.forEach((mesh) => this.paint(mesh));
        this.groundUniforms.shadowStrength.value = colours.shadowStrength;
    }

    /** Fits the grounds to a ball around the scene. */
    setExtent(centre, radius) {
        this.groundUniforms.fadeCentre.value.copy(centre);
        this.groundUniforms.fadeRadius.value = 7.5 * radius;
        this.grounds.forEach((ground) => ground.reach(centre, 30 * radius));
    }

    /** @returns {number} size of a grid cell, m; 0 if there is no ground */
    updateGrid(distance) {
        const cell = chooseCells(this.groundUniforms, distance);
        return this.grounds.size > 0 ? cell : 0;
    }
}
