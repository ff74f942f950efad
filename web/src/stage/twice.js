// SPDX-License-Identifier: MIT
import { Group, Mesh, ShaderMaterial } from "three";

/** A figure drawn twice: the part hidden behind bodies shows through, fainter than the visible part. */
export class Twice {
    /**
     * @param {object} shader parameters of a ShaderMaterial; the uniform `opacity` is added
     * @param {{hidden: number, visible: number}} opacity
     * @param {{hidden: number, visible: number}} order in which they are drawn
     */
    constructor(shader, opacity, order) {
        this.group = new Group();
        this.meshes = ["hidden", "visible"].map((part) => {
            const mesh = new Mesh(
                undefined,
                new ShaderMaterial({
                    ...shader,
                    uniforms: { ...shader.uniforms, opacity: { value: opacity[part] } },
                    transparent: true,
                    depthTest: part === "visible",
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
