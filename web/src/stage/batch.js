// SPDX-License-Identifier: MIT
import {
    DynamicDrawUsage,
    Group,
    InstancedBufferGeometry,
    InstancedInterleavedBuffer,
    InterleavedBufferAttribute,
    Mesh,
    ShaderMaterial,
} from "three";

/**
 * Many copies of a small figure in one draw call, written again for every view. Each is drawn
 * twice: the part hidden behind bodies shows through, fainter than the visible part.
 */

const HIDDEN_ORDER = 10; // both after the bodies
const VISIBLE_ORDER = 20;

export class Batch {
    /**
     * @param {import("three").BufferGeometry} figure
     * @param {[string, number][]} fields names and sizes of what each copy carries, in floats
     * @param {object} shader {vertexShader, fragmentShader, uniforms}; `opacity` is added
     * @param {{hidden: number, visible: number}} opacity
     */
    constructor(figure, fields, shader, opacity) {
        this.figure = figure;
        this.fields = fields;
        this.stride = fields.reduce((sum, [, size]) => sum + size, 0);
        this.group = new Group();
        this.meshes = [opacity.hidden, opacity.visible].map((value, i) => {
            const mesh = new Mesh(
                undefined,
                new ShaderMaterial({
                    ...shader,
                    uniforms: { ...shader.uniforms, opacity: { value } },
                    transparent: true,
                    depthTest: i === 1,
                    depthWrite: false,
                }),
            );
            mesh.frustumCulled = false;
            mesh.renderOrder = i === 0 ? HIDDEN_ORDER : VISIBLE_ORDER;
            this.group.add(mesh);
            return mesh;
        });
        this.count = 0;
        this.reserve(64);
    }

    reserve(capacity) {
        const old = this.data;
        this.capacity = capacity;
        this.data = new Float32Array(this.stride * capacity);
        if (old) {
            this.data.set(old);
            this.geometry.dispose();
        }
        this.buffer = new InstancedInterleavedBuffer(this.data, this.stride, 1);
        this.buffer.setUsage(DynamicDrawUsage);
        this.geometry = new InstancedBufferGeometry();
        this.geometry.index = this.figure.index;
        for (const name of Object.keys(this.figure.attributes)) {
            this.geometry.setAttribute(name, this.figure.getAttribute(name));
        }
        let at = 0;
        for (const [name, size] of this.fields) {
            this.geometry.setAttribute(name, new InterleavedBufferAttribute(this.buffer, size, at));
            at += size;
        }
        this.meshes.forEach((mesh) => {
            mesh.geometry = this.geometry;
        });
    }

    begin() {
        this.count = 0;
    }

    /** Room for one more copy: where its floats start in `data`. */
    add() {
        if (this.count === this.capacity) {
            this.reserve(2 * this.capacity);
        }
        return this.stride * this.count++;
    }

    end() {
        this.geometry.instanceCount = this.count;
        this.group.visible = this.count > 0;
        this.buffer.clearUpdateRanges();
        this.buffer.addUpdateRange(0, this.stride * this.count);
        this.buffer.needsUpdate = true;
    }
}
