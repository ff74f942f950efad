// SPDX-License-Identifier: MIT
import {
    DynamicDrawUsage,
    InstancedBufferGeometry,
    InstancedInterleavedBuffer,
    InterleavedBufferAttribute,
} from "three";
import { Twice } from "./twice.js";

/** Many copies of a small figure in one draw call, rewritten for every view. */

const ORDER = { hidden: 10, visible: 20 }; // both after the bodies

export class Batch {
    /**
     * @param {import("three").BufferGeometry} figure
     * @param {[string, number][]} fields names and sizes of what each copy carries, in floats
     * @param {object} shader {vertexShader, fragmentShader, uniforms}; `opacity` is added
     * @param {{hidden: number, visible: number}} opacity
     * @param {{value: number}} [seeInto] as of Twice
     */
    constructor(figure, fields, shader, opacity, seeInto) {
        this.figure = figure;
        this.fields = fields;
        this.stride = fields.reduce((sum, [, size]) => sum + size, 0);
        this.twice = new Twice(shader, opacity, ORDER, seeInto);
        this.group = this.twice.group;
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
        this.twice.setGeometry(this.geometry);
    }

    begin() {
        this.count = 0;
    }

    /** Makes room for one more copy and returns where its floats start in `data`. */
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
