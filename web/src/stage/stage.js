// SPDX-License-Identifier: MIT
import {
    Color,
    DirectionalLight,
    PCFShadowMap,
    PerspectiveCamera,
    Scene,
    Vector3,
    WebGLRenderer,
} from "three";
import { Quality } from "./quality.js";

/**
 * What every picture needs: renderer, camera, light and shadow. This file knows nothing of bodies or
 * contacts.
 */

const FIELD_OF_VIEW = 38; // degrees: narrow enough that stacks do not look distorted
const SHADOW_MAP = 1024; // texels across the scene
// Direction to the key light, off the axes so that no two faces of a box look the same.
const LIGHT_DIRECTION = new Vector3(-0.45, -0.7, 1).normalize();

export class Stage {
    /** @param {HTMLCanvasElement} canvas */
    constructor(canvas) {
        this.canvas = canvas;
        this.renderer = new WebGLRenderer({
            canvas,
            antialias: true,
            powerPreference: "high-performance",
        });
        this.renderer.shadowMap.enabled = true;
        this.renderer.shadowMap.type = PCFShadowMap;
        this.renderer.shadowMap.autoUpdate = false; // only when something moved
        this.quality = new Quality();
        /** Whether the picture has its full resolution, because nothing moves. */
        this.isFine = false;
        this.scene = new Scene();
        this.scene.background = new Color();
        this.camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.01, 100);
        this.camera.up.set(0, 0, 1);
        // three.js makes only the shadow; the shader of the solids computes the light (solids.js).
        this.key = new DirectionalLight();
        this.key.shadow.mapSize.set(SHADOW_MAP, SHADOW_MAP);
        this.key.shadow.radius = 3;
        this.scene.add(this.key, this.key.target);
        /** Height of a CSS pixel at distance 1 m, for all shaders that work in pixels. */
        this.pixel = { value: 1 };
        /** Light from above, from below, and from the key light, and the size of a pixel, for shaders. */
        this.light = {
            skyLight: { value: new Color() },
            bounceLight: { value: new Color() },
            keyLight: { value: new Color() },
            keyDirection: { value: LIGHT_DIRECTION },
            pixel: this.pixel,
        };
        /** CSS pixels of the drawing area. */
        this.width = 1;
        this.height = 1;
        this.resolution = { value: [1, 1] };
        this.placeLight(new Vector3(), 1);
        new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
        this.resize();
    }

    resize() {
        const { clientWidth, clientHeight } = this.canvas.parentElement;
        this.width = Math.max(1, clientWidth);
        this.height = Math.max(1, clientHeight);
        // More than two device pixels per CSS pixel cost time without a visible gain.
        const { pixelRatio, hasShadows } = this.quality.settings;
        const share = this.isFine ? 1 : pixelRatio;
        this.renderer.setPixelRatio(share * Math.min(2, window.devicePixelRatio));
        this.key.castShadow = hasShadows;
        this.renderer.setSize(this.width, this.height, false);
        this.camera.aspect = this.width / this.height;
        this.camera.updateProjectionMatrix();
        this.pixel.value = (2 * Math.tan((FIELD_OF_VIEW * Math.PI) / 360)) / this.height;
        this.resolution.value = [this.width, this.height];
        // A canvas of another size is empty until it is drawn on, which may be a frame later.
        this.render();
    }

    /** Whether the picture could be finer than it is in motion. */
    get canBeFiner() {
        return this.quality.settings.pixelRatio < 1;
    }

    /** Draws finely from now on, or as finely as the machine can in motion. */
    setFine(isFine) {
        if (isFine !== this.isFine) {
            this.isFine = isFine;
            this.resize();
        }
    }

    /** Fits depth range, light and shadow to a ball around the moving bodies. */
    setExtent(centre, radius) {
        this.camera.near = radius / 200;
        this.camera.far = radius * 400;
        this.camera.updateProjectionMatrix();
        this.placeLight(centre, radius);
    }

    placeLight(centre, radius) {
        this.key.target.position.copy(centre);
        this.key.position.copy(centre).addScaledVector(LIGHT_DIRECTION, 3 * radius);
        const box = this.key.shadow.camera;
        [box.left, box.right, box.bottom, box.top] = [-radius, radius, -radius, radius];
        [box.near, box.far] = [0.2 * radius, 6 * radius];
        box.updateProjectionMatrix();
        // Faces in contact coincide, so the shadow is moved by a little more than a texel.
        this.key.shadow.normalBias = (4 * radius) / SHADOW_MAP;
        this.key.shadow.bias = -0.0004;
        this.renderer.shadowMap.needsUpdate = true;
    }

    /** @param {import("../controls/theme.js").StageColours} colours */
    setColours(colours) {
        this.scene.background.set(colours.background);
        this.light.skyLight.value.set(colours.sky);
        this.light.bounceLight.value.set(colours.bounce);
        this.light.keyLight.value.set(colours.key);
        this.needsRender = true;
    }

    /** Once per frame of the screen: lowers the quality if drawing is too slow. */
    notePace() {
        if (this.quality.note()) {
            this.resize();
        }
    }

    render() {
        this.renderer.render(this.scene, this.camera);
        this.needsRender = false;
    }

    /** CSS pixels in the drawing area of a point of the world; z > 1 lies behind the camera. */
    project(point) {
        const clip = point.clone().project(this.camera);
        return {
            x: ((clip.x + 1) / 2) * this.width,
            y: ((1 - clip.y) / 2) * this.height,
            z: clip.z,
        };
    }
}
