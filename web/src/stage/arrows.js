// SPDX-License-Identifier: MIT
import { BufferAttribute, BufferGeometry } from "three";
import { Batch } from "./batch.js";
import { SEE_INTO } from "./twice.js";

/**
 * Arrows: as long as the vector that they show, but of the same thickness on the screen at any
 * distance, so that a force is as legible on a small block as on a large one.
 */

const SIDES = 8;

const VERTEX_SHADER = `${SEE_INTO}
    attribute vec3 origin;
    attribute vec3 vector;
    attribute vec3 colour;
    attribute float isHead;
    uniform float pixel;
    varying vec3 vColour;
    varying float vShade;
    void main() {
        float size = length(vector);
        float depth = max(1e-6, -(viewMatrix * vec4(origin + 0.5 * vector, 1.0)).z);
        float thin = pixel * depth;
        // A head keeps its shape; on a short arrow it shrinks, and the shaft with it.
        float headLength = min(14.0 * thin, 0.75 * size);
        float shrink = headLength / (14.0 * thin);
        vec3 y = size > 0.0 ? vector / size : vec3(0.0, 0.0, 1.0);
        vec3 aside = abs(y.z) < 0.9 ? vec3(0.0, 0.0, 1.0) : vec3(1.0, 0.0, 0.0);
        vec3 x = normalize(cross(y, aside));
        vec3 z = cross(x, y);
        float radius = thin * shrink * mix(2.0, 5.4, isHead);
        float shaft = size - headLength;
        float along = isHead > 0.5 ? shaft + position.y * headLength : position.y * shaft;
        vec3 outward = x * position.x + z * position.z;
        vec3 place = origin + y * along + outward * radius;
        vec3 normal = normalize(mat3(viewMatrix) * (x * normal.x + y * normal.y + z * normal.z));
        vShade = 0.72 + 0.28 * clamp(dot(normal, normalize(vec3(-0.3, 0.6, 0.75))), 0.0, 1.0);
        vColour = colour;
        gl_Position = reveal(projectionMatrix * viewMatrix * vec4(place, 1.0));
    }`;

const FRAGMENT_SHADER = `
    uniform float opacity;
    varying vec3 vColour;
    varying float vShade;
    void main() {
        gl_FragColor = vec4(vColour * vShade, opacity);
        #include <colorspace_fragment>
    }`;

/** A unit shaft and a unit head along y, distinguished by `isHead`. */
function makeFigure() {
    const [positions, normals, isHead, index] = [[], [], [], []];
    const slope = 0.33; // outward against forward of the head's flank
    for (const head of [0, 1]) {
        const first = positions.length / 3;
        for (let i = 0; i <= SIDES; i++) {
            const angle = (2 * Math.PI * i) / SIDES;
            const [c, s] = [Math.cos(angle), Math.sin(angle)];
            const end = head ? 0 : 1;
            positions.push(c, 0, s, end * c, 1, end * s);
            normals.push(c, head * slope, s, c, head * slope, s);
            isHead.push(head, head);
            if (i < SIDES) {
                const k = first + 2 * i;
                index.push(k, k + 1, k + 2, k + 2, k + 1, k + 3);
            }
        }
    }
    const figure = new BufferGeometry();
    figure.setAttribute("position", new BufferAttribute(new Float32Array(positions), 3));
    figure.setAttribute("normal", new BufferAttribute(new Float32Array(normals), 3));
    figure.setAttribute("isHead", new BufferAttribute(new Float32Array(isHead), 1));
    figure.setIndex(index);
    return figure;
}

export class Arrows extends Batch {
    /**
     * @param {import("./stage.js").Stage} stage
     * @param {{hidden: number, visible: number}} opacity
     * @param {{value: number}} [seeInto] as of Twice
     */
    constructor(stage, opacity, seeInto) {
        super(
            makeFigure(),
            [
                ["origin", 3],
                ["vector", 3],
                ["colour", 3],
            ],
            {
                vertexShader: VERTEX_SHADER,
                fragmentShader: FRAGMENT_SHADER,
                uniforms: { pixel: stage.pixel },
            },
            opacity,
            seeInto,
        );
    }

    /** An arrow from a point (array and index of its x) along (x, y, z). */
    addArrow(from, at, x, y, z, colour) {
        const to = this.add();
        this.data[to] = from[at];
        this.data[to + 1] = from[at + 1];
        this.data[to + 2] = from[at + 2];
        this.data[to + 3] = x;
        this.data[to + 4] = y;
        this.data[to + 5] = z;
        this.data[to + 6] = colour.r;
        this.data[to + 7] = colour.g;
        this.data[to + 8] = colour.b;
    }
}
