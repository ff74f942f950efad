// SPDX-License-Identifier: MIT
import { BufferAttribute, BufferGeometry } from "three";
import { Batch } from "./batch.js";
import { SEE_INTO } from "./twice.js";

/** Round dots of a given size in pixels, with a dark rim so that they stand out on any background. */

const VERTEX_SHADER = `${SEE_INTO}
    attribute vec3 centre;
    attribute vec4 colour; // and the radius in pixels
    uniform vec2 resolution;
    varying vec2 vPlace; // pixels from the middle
    varying vec4 vColour;
    void main() {
        gl_Position = projectionMatrix * viewMatrix * vec4(centre, 1.0);
        vPlace = position.xy * (colour.w + 1.0);
        gl_Position.xy += vPlace * 2.0 / resolution * gl_Position.w;
        vColour = colour;
        gl_Position = reveal(gl_Position);
    }`;

const FRAGMENT_SHADER = `
    uniform float opacity;
    varying vec2 vPlace;
    varying vec4 vColour;
    void main() {
        float far = length(vPlace);
        float alpha = 1.0 - smoothstep(vColour.w - 0.5, vColour.w + 0.5, far);
        if (alpha < 0.01) discard;
        float rim = smoothstep(vColour.w - 1.7, vColour.w - 0.9, far);
        gl_FragColor = vec4(mix(vColour.rgb, vec3(0.02), rim), alpha * opacity);
        #include <colorspace_fragment>
    }`;

function makeFigure() {
    const figure = new BufferGeometry();
    const corners = new Float32Array([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0]);
    figure.setAttribute("position", new BufferAttribute(corners, 3));
    figure.setIndex([0, 1, 2, 0, 2, 3]);
    return figure;
}

export class Dots extends Batch {
    /**
     * @param {import("./stage.js").Stage} stage
     * @param {{hidden: number, visible: number}} opacity
     * @param {{value: number}} [seeInto] as of Twice
     */
    constructor(stage, opacity, seeInto) {
        super(
            makeFigure(),
            [
                ["centre", 3],
                ["colour", 4],
            ],
            {
                vertexShader: VERTEX_SHADER,
                fragmentShader: FRAGMENT_SHADER,
                uniforms: { resolution: stage.resolution },
            },
            opacity,
            seeInto,
        );
    }

    addDot(from, at, colour, radius) {
        const to = this.add();
        this.data[to] = from[at];
        this.data[to + 1] = from[at + 1];
        this.data[to + 2] = from[at + 2];
        this.data[to + 3] = colour.r;
        this.data[to + 4] = colour.g;
        this.data[to + 5] = colour.b;
        this.data[to + 6] = radius;
    }
}
