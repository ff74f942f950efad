// SPDX-License-Identifier: MIT
import { BufferGeometry, Color, DoubleSide, Group, Mesh, ShaderMaterial } from "three";

/**
 * Translucent copies of bodies at other poses: where a held body would be if its grasp were at the
 * device. They share the geometry of the bodies, so they must be cleared before it is disposed of.
 */

const ORDER = 5; // after the bodies, before lines and arrows

const VERTEX_SHADER = `
    attribute vec3 edge;
    varying vec3 vEdge;
    varying float vRim;
    void main() {
        vec4 place = modelViewMatrix * vec4(position, 1.0);
        // Brighter where the surface turns away, like glass.
        vRim = 1.0 - abs(dot(normalize(normalMatrix * normal), normalize(place.xyz)));
        vEdge = edge;
        gl_Position = projectionMatrix * place;
    }`;

const FRAGMENT_SHADER = `
    uniform vec3 colour;
    uniform float fill; // 0: only its edges
    varying vec3 vEdge;
    varying float vRim;
    void main() {
        vec3 pixels = vEdge / max(fwidth(vEdge), vec3(1e-9));
        float nearest = min(pixels.x, min(pixels.y, pixels.z));
        float line = clamp(1.6 - nearest, 0.0, 1.0);
        gl_FragColor = vec4(colour, mix(fill * (0.1 + 0.14 * vRim), 0.85, line));
        #include <colorspace_fragment>
    }`;

export class Ghosts {
    constructor() {
        this.group = new Group();
        this.colour = { value: new Color() };
        this.empty = new BufferGeometry();
        this.meshes = [];
    }

    makeMaterial() {
        return new ShaderMaterial({
            vertexShader: VERTEX_SHADER,
            fragmentShader: FRAGMENT_SHADER,
            uniforms: { colour: this.colour, fill: { value: 1 } },
            transparent: true,
            depthWrite: false,
            side: DoubleSide,
            // If its faces coincide with those of the body, its edges stay in front.
            polygonOffset: true,
            polygonOffsetFactor: -1,
            polygonOffsetUnits: -4,
        });
    }

    /** Creates as many as are needed at most, all of them hidden. */
    build(count) {
        this.group.clear();
        this.meshes.forEach((mesh) => mesh.material.dispose());
        this.meshes = Array.from({ length: count }, () => {
            const mesh = new Mesh(this.empty, this.makeMaterial());
            mesh.matrixAutoUpdate = false;
            mesh.frustumCulled = false;
            mesh.renderOrder = ORDER;
            mesh.visible = false;
            this.group.add(mesh);
            return mesh;
        });
    }

    /**
     * @param {number} i which
     * @param {import("three").BufferGeometry | null} geometry null: nothing to show
     * @param {import("three").Matrix4} [pose]
     * @param {number} [fill] how much of its faces is shown: 0 while it is where its body is, because
     *     the faces of both would flicker at the same depth
     */
    set(i, geometry, pose, fill = 1) {
        const mesh = this.meshes[i];
        mesh.visible = geometry !== null;
        mesh.geometry = geometry ?? this.empty;
        if (geometry) {
            mesh.matrix.copy(pose);
            mesh.material.uniforms.fill.value = fill;
            mesh.matrixWorldNeedsUpdate = true;
        }
    }

    /** The nearest ghost that a ray hits: {ghost, distance}, or null. */
    cast(raycaster) {
        const shown = this.meshes.filter((mesh) => mesh.visible);
        const [hit] = raycaster.intersectObjects(shown, false);
        return hit ? { ghost: this.meshes.indexOf(hit.object), distance: hit.distance } : null;
    }
}
