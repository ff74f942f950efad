// SPDX-License-Identifier: MIT
import { BufferAttribute, BufferGeometry } from "three";
import { Batch } from "./batch.js";
import { SEE_INTO } from "./twice.js";

/**
 * Line segments of a given width in pixels, solid, dashed or dotted (WebGL's own lines are one
 * pixel wide and always solid).
 */

export const SOLID = 0;
export const DASHED = 1;
export const DOTTED = 2;

const VERTEX_SHADER = `${SEE_INTO}
    attribute vec3 start;
    attribute vec3 end;
    attribute vec4 colour;
    attribute vec2 look; // width in pixels, style
    uniform vec2 resolution;
    uniform float thinness;
    varying vec4 vColour;
    varying float vAlong;   // pixels from the start
    varying vec2 vAcross;   // pixels from the middle, half width
    varying float vStyle;
    void main() {
        vec4 a = viewMatrix * vec4(start, 1.0);
        vec4 b = viewMatrix * vec4(end, 1.0);
        // Cut off what lies behind the camera, because the projection would turn it inside out.
        float front = projectionMatrix[3][2] / (1.0 - projectionMatrix[2][2]);
        if (a.z > front && b.z < front) a = mix(a, b, (front - a.z) / (b.z - a.z));
        else if (b.z > front && a.z < front) b = mix(b, a, (front - b.z) / (a.z - b.z));
        vec4 clipA = projectionMatrix * a;
        vec4 clipB = projectionMatrix * b;
        vec2 along = (clipB.xy / clipB.w - clipA.xy / clipA.w) * resolution * 0.5;
        float size = length(along);
        along = size > 1e-6 ? along / size : vec2(1.0, 0.0);
        float halfWidth = look.x * 0.5 * thinness;
        float reach = halfWidth + 1.0; // room for a soft rim
        gl_Position = position.x < 0.5 ? clipA : clipB;
        vec2 shift = vec2(-along.y, along.x) * position.y * reach
            + along * (2.0 * position.x - 1.0) * halfWidth; // so that corners close
        gl_Position.xy += shift * 2.0 / resolution * gl_Position.w;
        gl_Position = reveal(gl_Position);
        vColour = colour;
        vAlong = position.x * size;
        vAcross = vec2(position.y * reach, halfWidth);
        vStyle = look.y;
    }`;

const FRAGMENT_SHADER = `
    uniform float opacity;
    varying vec4 vColour;
    varying float vAlong;
    varying vec2 vAcross;
    varying float vStyle;
    void main() {
        float alpha = 1.0 - smoothstep(vAcross.y - 0.5, vAcross.y + 0.5, abs(vAcross.x));
        float period = vStyle < 1.5 ? 10.0 : 5.0;
        float drawn = vStyle < 1.5 ? 0.6 : 0.4;
        if (vStyle > 0.5 && fract(vAlong / period) > drawn) alpha = 0.0;
        if (alpha < 0.01) discard;
        gl_FragColor = vec4(vColour.rgb, vColour.a * alpha * opacity);
        #include <colorspace_fragment>
    }`;

function makeFigure() {
    const figure = new BufferGeometry();
    const corners = new Float32Array([0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0]);
    figure.setAttribute("position", new BufferAttribute(corners, 3));
    figure.setIndex([0, 1, 2, 0, 2, 3]);
    return figure;
}

export class Strokes extends Batch {
    /**
     * @param {import("./stage.js").Stage} stage
     * @param {{hidden: number, visible: number}} opacity
     * @param {number} [thinness] of the hidden part: its share of the width
     * @param {{value: number}} [seeInto] as of Twice
     */
    constructor(stage, opacity, thinness = 1, seeInto = undefined) {
        super(
            makeFigure(),
            [
                ["start", 3],
                ["end", 3],
                ["colour", 4],
                ["look", 2],
            ],
            {
                vertexShader: VERTEX_SHADER,
                fragmentShader: FRAGMENT_SHADER,
                uniforms: { resolution: stage.resolution },
            },
            opacity,
            seeInto,
        );
        this.twice.meshes.forEach((mesh, i) => {
            mesh.material.uniforms.thinness = { value: i === 0 ? thinness : 1 };
        });
    }

    /** A segment between two points given as arrays and the index of their x in them. */
    addSegment(a, atA, b, atB, colour, width, style, alpha = 1) {
        const at = this.add();
        const { data } = this;
        for (let k = 0; k < 3; k++) {
            data[at + k] = a[atA + k];
            data[at + 3 + k] = b[atB + k];
        }
        data[at + 6] = colour.r;
        data[at + 7] = colour.g;
        data[at + 8] = colour.b;
        data[at + 9] = alpha;
        data[at + 10] = width;
        data[at + 11] = style;
    }
}
