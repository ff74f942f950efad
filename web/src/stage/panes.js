// SPDX-License-Identifier: MIT
import {
    BufferGeometry,
    DoubleSide,
    DynamicDrawUsage,
    InterleavedBuffer,
    InterleavedBufferAttribute,
} from "three";
import { Twice } from "./twice.js";

/** Plane polygons of one colour each, on faces of bodies; through bodies they shine faintly. */

const VERTEX_SHADER = `
    attribute vec3 place;
    attribute vec3 colour;
    varying vec3 vColour;
    void main() {
        vColour = colour;
        gl_Position = projectionMatrix * viewMatrix * vec4(place, 1.0);
        // The polygon coincides with a face: draw it in front.
        gl_Position.z -= 1.5e-5 * gl_Position.w;
    }`;

const FRAGMENT_SHADER = `
    uniform float opacity;
    varying vec3 vColour;
    void main() {
        gl_FragColor = vec4(vColour, opacity);
        #include <colorspace_fragment>
    }`;

const STRIDE = 6;
const ORDER = { hidden: 3, visible: 4 }; // below the contact areas

export class Panes {
    /** @param {{hidden: number, visible: number}} opacity */
    constructor(opacity) {
        const shader = {
            vertexShader: VERTEX_SHADER,
            fragmentShader: FRAGMENT_SHADER,
            side: DoubleSide,
        };
        this.twice = new Twice(shader, opacity, ORDER);
        this.group = this.twice.group;
        this.count = 0;
        this.reserve(256);
    }

    reserve(corners) {
        const old = this.buffer?.array;
        this.geometry?.dispose();
        this.capacity = corners;
        this.buffer = new InterleavedBuffer(new Float32Array(STRIDE * corners), STRIDE);
        this.buffer.setUsage(DynamicDrawUsage);
        if (old) {
            this.buffer.array.set(old);
        }
        this.geometry = new BufferGeometry();
        this.geometry.setAttribute("place", new InterleavedBufferAttribute(this.buffer, 3, 0));
        this.geometry.setAttribute("colour", new InterleavedBufferAttribute(this.buffer, 3, 3));
        this.twice.setGeometry(this.geometry);
    }

    begin() {
        this.count = 0;
    }

    addCorner({ x, y, z }, { r, g, b }) {
        if (this.count === this.capacity) {
            this.reserve(2 * this.capacity);
        }
        this.buffer.array.set([x, y, z, r, g, b], STRIDE * this.count++);
    }

    /** A convex polygon. @param {import("three").Vector3[]} corners */
    addPolygon(corners, colour) {
        for (let i = 1; i + 1 < corners.length; i++) {
            [corners[0], corners[i], corners[i + 1]].forEach((corner) =>
                this.addCorner(corner, colour),
            );
        }
    }

    end() {
        this.geometry.setDrawRange(0, this.count);
        this.group.visible = this.count > 0;
        this.buffer.clearUpdateRanges();
        this.buffer.addUpdateRange(0, STRIDE * this.count);
        this.buffer.needsUpdate = true;
    }
}
