// SPDX-License-Identifier: MIT
import {
    CircleGeometry,
    Color,
    Matrix4,
    Mesh,
    Quaternion,
    ShaderMaterial,
    UniformsLib,
    UniformsUtils,
    Vector3,
} from "three";

/**
 * A half-space: a large disc that fades out, with a grid whose cells grow with the distance of the
 * camera in powers of ten. The disc is invisible from behind, so that contacts on the floor can be
 * seen from below.
 */

const SEGMENTS = 96;

/** What all grounds share. */
export function makeGroundUniforms() {
    return {
        groundColour: { value: new Color() },
        shadowStrength: { value: 0.5 },
        gridColour: { value: new Color() },
        gridStrength: { value: 0.5 },
        cell: { value: 0.1 },
        blend: { value: 0 }, // 0: the small cells at full strength; 1: gone
        fadeCentre: { value: new Vector3() },
        fadeRadius: { value: 10 },
    };
}

const VERTEX_SHADER = `
    varying vec2 vPlane;
    varying vec3 vWorld;
    #include <common>
    #include <shadowmap_pars_vertex>
    void main() {
        #include <beginnormal_vertex>
        #include <defaultnormal_vertex>
        #include <begin_vertex>
        #include <project_vertex>
        #include <worldpos_vertex>
        #include <shadowmap_vertex>
        vPlane = position.xy;
        vWorld = (modelMatrix * vec4(position, 1.0)).xyz;
    }`;

// A plane has a single normal, so its colour needs no light, and only shadows change it.
const FRAGMENT_SHADER = `
    uniform vec3 groundColour;
    uniform vec3 gridColour;
    uniform float gridStrength;
    uniform float shadowStrength;
    uniform float cell;
    uniform float blend;
    uniform vec3 fadeCentre;
    uniform float fadeRadius;
    varying vec2 vPlane;
    varying vec3 vWorld;
    #include <common>
    #include <packing>
    #include <lights_pars_begin>
    #include <shadowmap_pars_fragment>
    #include <shadowmask_pars_fragment>
    // Share of this pixel that the lines of the grid of this size cover.
    float gridLine(float size, vec2 slope) {
        vec2 place = abs(fract(vPlane / size - 0.5) - 0.5) * size;
        vec2 line = clamp(1.2 - place / slope, 0.0, 1.0);
        // Cells of a few pixels would only shimmer.
        line *= clamp(1.5 - 9.0 * slope / size, 0.0, 1.0);
        return max(line.x, line.y);
    }
    void main() {
        vec2 slope = fwidth(vPlane) + 1e-9;
        float grid = max(gridLine(cell, slope) * 0.45 * (1.0 - blend),
            gridLine(cell * 10.0, slope) * (1.0 - 0.55 * blend));
        vec3 drawn = mix(groundColour, gridColour, grid * gridStrength);
        drawn *= 1.0 - shadowStrength * (1.0 - getShadowMask());
        vec3 away = (vWorld - fadeCentre) / fadeRadius;
        gl_FragColor = vec4(drawn, clamp(1.3 - 1.3 * dot(away, away), 0.0, 1.0));
        #include <colorspace_fragment>
    }`;

function makeMaterial(uniforms) {
    return new ShaderMaterial({
        vertexShader: VERTEX_SHADER,
        fragmentShader: FRAGMENT_SHADER,
        uniforms: { ...UniformsUtils.clone(UniformsLib.lights), ...uniforms },
        lights: true,
        transparent: true,
    });
}

export class Ground {
    /**
     * @param {{normal: number[], offset: number}} halfspace in the body's frame: the solid side is
     *     where normal . p <= offset
     */
    constructor(halfspace, uniforms) {
        this.material = makeMaterial(uniforms);
        this.mesh = new Mesh(new CircleGeometry(1, SEGMENTS), this.material);
        this.radius = 1; // m
        this.mesh.receiveShadow = true;
        this.mesh.renderOrder = -1;
        this.mesh.matrixAutoUpdate = false;
        const normal = new Vector3(...halfspace.normal).normalize();
        this.local = new Matrix4().compose(
            normal.clone().multiplyScalar(halfspace.offset),
            new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), normal),
            new Vector3(1, 1, 1),
        );
    }

    /** Makes the disc contain a ball, and not much larger than the scene seems to need. */
    reach(centre, radius) {
        const way = new Vector3().setFromMatrixPosition(this.mesh.matrix).distanceTo(centre);
        const needed = way + radius;
        if (needed > this.radius || needed < this.radius / 4) {
            this.radius = 2 * needed;
            this.mesh.geometry.dispose();
            this.mesh.geometry = new CircleGeometry(this.radius, SEGMENTS);
        }
    }

    /** @param {Matrix4} pose of the body */
    place(pose) {
        this.mesh.matrix.multiplyMatrices(pose, this.local);
        this.mesh.matrixWorldNeedsUpdate = true;
    }

    dispose() {
        this.mesh.geometry.dispose();
        this.material.dispose();
    }
}

/**
 * Picks the cells of the grid for a camera `distance` metres away.
 * @returns {number} size of the cells that are most visible, m
 */
export function chooseCells(uniforms, distance) {
    const level = Math.log10(distance / 8);
    const power = Math.floor(level);
    uniforms.cell.value = 10 ** power;
    uniforms.blend.value = level - power;
    return level - power < 0.5 ? 10 ** power : 10 ** (power + 1);
}
