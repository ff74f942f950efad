// SPDX-License-Identifier: MIT
import { Group, Mesh, ShaderMaterial } from "three";

/**
 * For vertex shaders: moves a place towards the camera by `seeInto`, but only its depth. What lies no
 * deeper than that behind a surface is then in front of it.
 */
export const SEE_INTO = `
    uniform float seeInto;
    vec4 reveal(vec4 clip) {
        float near = projectionMatrix[3][2] / (projectionMatrix[2][2] - 1.0);
        float depth = max(clip.w - seeInto, min(clip.w, 1.001 * near));
        clip.z = clip.w * (projectionMatrix[3][2] / depth - projectionMatrix[2][2]);
        return clip;
    }`;

/**
 * A figure drawn twice: the part hidden behind bodies shows through, fainter than the visible part, and
 * only where it is not far behind them.
 */
export class Twice {
    /**
     * @param {object} shader parameters of a ShaderMaterial, whose vertex shader uses SEE_INTO; the
     *     uniforms `opacity` and `seeInto` are added
     * @param {{hidden: number, visible: number}} opacity
     * @param {{hidden: number, visible: number}} order in which they are drawn
     * @param {{value: number}} [seeInto] how far behind a surface the hidden part shows, m; everything
     *     without it
     */
    constructor(shader, opacity, order, seeInto = null) {
        this.group = new Group();
        this.meshes = ["hidden", "visible"].map((part) => {
            const mesh = new Mesh(
                undefined,
                new ShaderMaterial({
                    ...shader,
                    uniforms: {
                        ...shader.uniforms,
                        opacity: { value: opacity[part] },
                        seeInto: (part === "hidden" && seeInto) || { value: 0 },
                    },
                    transparent: true,
                    depthTest: part === "visible" || seeInto !== null,
                    depthWrite: false,
                }),
            );
            mesh.frustumCulled = false;
            mesh.renderOrder = order[part];
            this.group.add(mesh);
            return mesh;
        });
    }

    setGeometry(geometry) {
        this.meshes.forEach((mesh) => {
            mesh.geometry = geometry;
        });
    }
}
