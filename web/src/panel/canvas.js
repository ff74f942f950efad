// SPDX-License-Identifier: MIT
/** A 2-D canvas that is sharp on any screen and is drawn only while it is visible. */

const FONT = '11px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

export class Sheet {
    /** @param {HTMLCanvasElement} canvas */
    constructor(canvas) {
        this.canvas = canvas;
        // Drawn by the processor: for a few hundred short lines that is faster than the transfer to
        // the GPU, and much faster where the processor emulates the GPU.
        this.context = canvas.getContext("2d", { willReadFrequently: true });
        this.isVisible = true;
        this.width = 1;
        this.height = 1;
        new ResizeObserver(() => this.resize()).observe(canvas);
        new IntersectionObserver((entries) => {
            this.isVisible = entries[entries.length - 1].isIntersecting;
        }).observe(canvas);
        this.resize();
    }

    resize() {
        const ratio = Math.min(2, window.devicePixelRatio);
        this.width = Math.max(1, this.canvas.clientWidth);
        this.height = Math.max(1, this.canvas.clientHeight);
        this.canvas.width = Math.round(this.width * ratio);
        this.canvas.height = Math.round(this.height * ratio);
        this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    }

    /** An empty sheet with the usual font. */
    begin() {
        const { context } = this;
        context.clearRect(0, 0, this.width, this.height);
        context.font = FONT;
        context.lineJoin = "round";
        return context;
    }

    /** A line one pixel wide on the pixel grid. */
    hair(x1, y1, x2, y2, colour) {
        const { context } = this;
        context.strokeStyle = colour;
        context.lineWidth = 1;
        context.beginPath();
        context.moveTo(Math.round(x1) + 0.5, Math.round(y1) + 0.5);
        context.lineTo(Math.round(x2) + 0.5, Math.round(y2) + 0.5);
        context.stroke();
    }

    text(text, x, y, colour, align = "left", baseline = "middle") {
        const { context } = this;
        context.fillStyle = colour;
        context.textAlign = align;
        context.textBaseline = baseline;
        context.fillText(text, x, y);
    }
}
