// SPDX-License-Identifier: MIT
import {
    BufferAttribute,
    BufferGeometry,
    DoubleSide,
    DynamicDrawUsage,
    InterleavedBuffer,
    InterleavedBufferAttribute,
} from "three";
import { makePressureTexture } from "./pressure.js";
import { SEE_INTO, Twice } from "./twice.js";

/**
 * All contact polygons as one geometry. The corners of a view are copied as they are, position and
 * pressure side by side; pressure is linear over a polygon, so any triangulation shows it exactly.
 */

const VERTEX_SHADER = `${SEE_INTO}
    attribute vec3 place;
    attribute float pressure;
    varying float vPressure;
    void main() {
        vPressure = pressure;
        gl_Position = projectionMatrix * viewMatrix * vec4(place, 1.0);
        // A contact polygon lies between two faces that nearly coincide; draw it in front of them.
        gl_Position = reveal(gl_Position);
        gl_Position.z -= 2e-5 * gl_Position.w;
    }`;

const FRAGMENT_SHADER = `
    uniform sampler2D map;
    uniform float top;
    uniform float opacity;
    varying float vPressure;
    void main() {
        float level = top > 0.0 ? clamp(vPressure / top, 0.0, 1.0) : 0.0;
        gl_FragColor = vec4(texture2D(map, vec2(mix(0.025, 0.975, level), 0.5)).rgb, opacity);
        #include <colorspace_fragment>
    }`;

// What lies behind a body is drawn faintly, so that a wall still looks solid.
const OPACITY = { hidden: 0.2, visible: 0.95 };
const ORDER = { hidden: 5, visible: 6 };

export class Patches {
    /** @param {{value: number}} seeInto as of Twice */
    constructor(seeInto) {
        this.map = makePressureTexture();
        /** Pressure at the top of the colour scale, Pa. */
        this.top = { value: 1 };
        const shader = {
            vertexShader: VERTEX_SHADER,
            fragmentShader: FRAGMENT_SHADER,
            uniforms: { map: { value: this.map }, top: this.top },
            side: DoubleSide,
        };
        this.twice = new Twice(shader, OPACITY, ORDER, seeInto);
        this.group = this.twice.group;
        this.reserve(256);
    }

    reserve(corners) {
        this.geometry?.dispose();
        this.capacity = corners;
        this.buffer = new InterleavedBuffer(new Float32Array(4 * corners), 4);
        this.buffer.setUsage(DynamicDrawUsage);
        this.index = new BufferAttribute(new Uint32Array(3 * corners), 1);
        this.index.setUsage(DynamicDrawUsage);
        this.geometry = new BufferGeometry();
        this.geometry.setAttribute("place", new InterleavedBufferAttribute(this.buffer, 3, 0));
        this.geometry.setAttribute("pressure", new InterleavedBufferAttribute(this.buffer, 1, 3));
        this.geometry.setIndex(this.index);
        this.twice.setGeometry(this.geometry);
    }

    /** @param {import("../link/view.js").View} view */
    update(view) {
        if (view.vertexCount > this.capacity) {
            this.reserve(2 ** Math.ceil(Math.log2(view.vertexCount)));
        }
        this.buffer.array.set(view.vertices());
        const index = this.index.array;
        let [used, first] = [0, 0];
        for (let i = 0; i < view.contactCount; i++) {
            const corners = view.contactVertexCount(i);
            for (let k = 1; k + 1 < corners; k++) {
                index[used++] = first;
                index[used++] = first + k;
                index[used++] = first + k + 1;
            }
            first += corners;
        }
        this.geometry.setDrawRange(0, used);
        this.group.visible = used > 0;
        for (const [part, count] of [
            [this.buffer, 4 * view.vertexCount],
            [this.index, used],
        ]) {
            part.clearUpdateRanges();
            part.addUpdateRange(0, count);
            part.needsUpdate = true;
        }
    }
}
