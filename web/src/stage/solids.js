// SPDX-License-Identifier: MIT
import {
    Box3,
    BufferAttribute,
    BufferGeometry,
    Color,
    DoubleSide,
    FrontSide,
    ShaderMaterial,
    UniformsLib,
    UniformsUtils,
    Vector3,
} from "three";

/**
 * Geometry and material of a shape made of convex pieces: thin lines along sharp edges, smooth light
 * over blunt ones, and on round shapes a pattern that shows how they spin.
 *
 * The lines are drawn by the shader of the faces themselves: each corner of a triangle carries its
 * distance from the three sides; a side that is not a sharp edge counts as infinitely far away. This
 * needs no second object per body, never flickers against the face below, and is as smooth as the
 * resolution allows.
 */

const SHARP = Math.cos((20 * Math.PI) / 180); // blunter edges are those of a rounded surface
const CREASE = Math.cos((45 * Math.PI) / 180); // the same for a mesh, whose facets may be coarse
const GOLDEN = 0.381966; // of a turn: the hues of successive pieces differ, however many there are
const FAR = 1e6;
const NO_TINT = { r: -1, g: -1, b: -1 }; // of a shape that is one piece
const ROUND = 0.5; // a shape is round if at least this share of its edges is blunt

function readVertices(piece) {
    const vertices = [];
    for (let i = 0; i + 2 < piece.vertices.length; i += 3) {
        vertices.push(new Vector3(...piece.vertices.slice(i, i + 3)));
    }
    return vertices;
}

/** Unit normal of a polygon by Newell's sum, which works for nearly collinear corners too. */
function findNormal(vertices, face) {
    const normal = new Vector3();
    for (let i = 0; i < face.length; i++) {
        const a = vertices[face[i]];
        const b = vertices[face[(i + 1) % face.length]];
        normal.x += (a.y - b.y) * (a.z + b.z);
        normal.y += (a.z - b.z) * (a.x + b.x);
        normal.z += (a.x - b.x) * (a.y + b.y);
    }
    return normal.normalize();
}

/** For each directed side the normal of the face it belongs to. */
class Sides {
    constructor(vertexCount, faces, normals) {
        this.vertexCount = vertexCount;
        this.map = new Map();
        faces.forEach((face, f) => {
            face.forEach((from, i) => {
                const to = face[(i + 1) % face.length];
                this.map.set(from * vertexCount + to, normals[f]);
            });
        });
    }

    find(from, to) {
        return this.map.get(from * this.vertexCount + to);
    }
}

/** For each vertex the normals of all faces around it. */
function mapCorners(vertices, faces, normals) {
    const corners = vertices.map(() => []);
    faces.forEach((face, f) => face.forEach((k) => corners[k].push(normals[f])));
    return corners;
}

/** Normal of a corner of a face: the mean of those faces around it that meet it bluntly. */
function smoothNormal(around, normal, sharp) {
    const sum = new Vector3();
    for (const other of around) {
        if (other.dot(normal) >= sharp) {
            sum.add(other);
        }
    }
    return sum.normalize();
}

/** Share of the edges of a piece that are blunt. */
function measureRoundness(faces, normals, sides) {
    let [blunt, all] = [0, 0];
    faces.forEach((face, f) => {
        face.forEach((from, i) => {
            const other = sides.find(face[(i + 1) % face.length], from);
            all++;
            blunt += other && other.dot(normals[f]) >= SHARP ? 1 : 0;
        });
    });
    return all > 0 ? blunt / all : 0;
}

/** How wide a face is at its narrowest, m, seen from its sharp sides; FAR without one. */
function measureWidth(vertices, face, isSharp) {
    let width = FAR;
    face.forEach((from, i) => {
        const to = face[(i + 1) % face.length];
        if (isSharp(from, to)) {
            const start = vertices[from];
            const along = vertices[to].clone().sub(start).normalize();
            const heights = face.map((k) => vertices[k].clone().sub(start).cross(along).length());
            width = Math.min(width, Math.max(...heights));
        }
    });
    return width;
}

function addFace(out, vertices, face, normal, sides, around, look) {
    const isSharp = (from, to) => {
        const other = sides.find(to, from);
        return !other || other.dot(normal) < look.sharp;
    };
    const width = measureWidth(vertices, face, isSharp);
    // A fan from the first corner; only its rim can be an edge.
    for (let i = 1; i + 1 < face.length; i++) {
        const corners = [face[0], face[i], face[i + 1]];
        const marked = [
            isSharp(face[i], face[i + 1]), // the side opposite of each corner in turn
            i + 2 === face.length && isSharp(face[i + 1], face[0]),
            i === 1 && isSharp(face[0], face[1]),
        ];
        const [a, b, c] = corners.map((k) => vertices[k]);
        const doubleArea = b.clone().sub(a).cross(c.clone().sub(a)).length();
        const lengths = [c.distanceTo(b), a.distanceTo(c), b.distanceTo(a)];
        corners.forEach((k, which) => {
            out.positions.push(vertices[k].x, vertices[k].y, vertices[k].z);
            const light = smoothNormal(around[k], normal, look.sharp);
            out.normals.push(light.x, light.y, light.z);
            out.pattern.push(look.isRound ? 1 : 0);
            out.width.push(width);
            out.apart.push(look.apart.x, look.apart.y, look.apart.z);
            out.tint.push(look.tint.r, look.tint.g, look.tint.b);
            for (let side = 0; side < 3; side++) {
                const height = lengths[side] > 0 ? doubleArea / lengths[side] : 0;
                out.edges.push(marked[side] ? (which === side ? height : 0) : FAR);
            }
        });
    }
}

/** The middle of the box around some points. */
function findMiddle(vertices) {
    return new Box3().setFromPoints(vertices).getCenter(new Vector3());
}

/**
 * @param {{vertices: number[], faces: number[][]}[]} pieces
 * @param {boolean} isSurface the one piece is a mesh as it is, drawn smooth and without a pattern
 * @param {(Color | null)[]} levels colours of the faces of such a piece
 */
export function buildSolid(pieces, isSurface = false, levels = []) {
    const out = {
        positions: [],
        normals: [],
        edges: [],
        pattern: [],
        width: [],
        apart: [],
        tint: [],
    };
    const corners = pieces.map(readVertices);
    const middle = findMiddle(corners.flat());
    pieces.forEach((piece, p) => {
        const vertices = corners[p];
        const normals = piece.faces.map((face) => findNormal(vertices, face));
        const sides = new Sides(vertices.length, piece.faces, normals);
        const around = mapCorners(vertices, piece.faces, normals);
        const look = {
            sharp: isSurface ? CREASE : SHARP,
            isRound: !isSurface && measureRoundness(piece.faces, normals, sides) >= ROUND,
            apart: pieces.length > 1 ? findMiddle(vertices).sub(middle) : new Vector3(),
            tint: pieces.length > 1 ? new Color().setHSL((p * GOLDEN) % 1, 0.55, 0.55) : NO_TINT,
        };
        piece.faces.forEach((face, f) => {
            const own = { ...look, tint: levels[f] ?? look.tint };
            addFace(out, vertices, face, normals[f], sides, around, own);
        });
    });
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(out.positions), 3));
    geometry.setAttribute("normal", new BufferAttribute(new Float32Array(out.normals), 3));
    geometry.setAttribute("edge", new BufferAttribute(new Float32Array(out.edges), 3));
    geometry.setAttribute("pattern", new BufferAttribute(new Float32Array(out.pattern), 1));
    geometry.setAttribute("width", new BufferAttribute(new Float32Array(out.width), 1));
    geometry.setAttribute("apart", new BufferAttribute(new Float32Array(out.apart), 3));
    geometry.setAttribute("tint", new BufferAttribute(new Float32Array(out.tint), 3));
    geometry.computeBoundingSphere();
    geometry.computeBoundingBox();
    // The pattern is cut by planes through the middle of the shape.
    const { center } = geometry.boundingSphere;
    const fromMiddle = new Float32Array(out.positions.length);
    for (let i = 0; i < fromMiddle.length; i += 3) {
        fromMiddle.set([
            out.positions[i] - center.x,
            out.positions[i + 1] - center.y,
            out.positions[i + 2] - center.z,
        ], i);
    }
    geometry.setAttribute("fromMiddle", new BufferAttribute(fromMiddle, 3));
    return geometry;
}

/** What all solids share; a change shows in the next picture. */
export function makeSolidUniforms() {
    return {
        edgeColour: { value: new Color() },
        edgeStrength: { value: 0.5 },
        accent: { value: new Color() },
        restColour: { value: new Color() },
        explode: { value: 0 }, // how far pieces are drawn apart
        byPiece: { value: 0 }, // 1: each piece has a colour of its own
        byLevel: { value: 0 }, // 1: each triangle of a surface has that of its patch
    };
}

// Light is computed at the corners and not at every pixel. That gives the same picture on flat faces
// and nearly the same on the small faces of round ones, and is several times faster without a GPU.
const VERTEX_SHADER = `
    attribute vec3 edge;
    attribute float mark; // 0 plain, 1 pointed at, 2 selected
    attribute float rest; // 1: asleep
    attribute float pattern; // 1: round
    attribute float width; // of the face, m
    attribute vec3 fromMiddle;
    attribute vec3 apart; // from the middle of the shape to that of the piece
    attribute vec3 tint; // of the piece, or of the patch; below 0: none
    uniform float explode;
    uniform float byTint;
    uniform vec3 restColour;
    uniform vec3 skyLight;
    uniform vec3 bounceLight;
    uniform vec3 keyLight;
    uniform vec3 keyDirection;
    varying vec3 vAmbient;
    varying vec3 vKey;
    uniform float pixel;
    varying vec3 vEdge;
    varying float vLine;
    varying float vMark;
    varying float vPattern;
    varying vec3 vFromMiddle;
    #include <common>
    #include <shadowmap_pars_vertex>
    void main() {
        #include <beginnormal_vertex>
        #include <defaultnormal_vertex>
        #include <begin_vertex>
        transformed += explode * apart;
        #include <project_vertex>
        #include <worldpos_vertex>
        #include <shadowmap_vertex>
        vec3 up = inverseTransformDirection(normalize(transformedNormal), viewMatrix);
        // A sleeping body loses most of its colour, halfway to that of the ground.
        vec3 grey = vec3(dot(instanceColor, vec3(0.2126, 0.7152, 0.0722)));
        vec3 dull = mix(mix(instanceColor, grey, 0.6), restColour, 0.5);
        vec3 own = mix(mix(instanceColor, dull, rest), tint, byTint * step(0.0, tint.r));
        vAmbient = own * mix(bounceLight, skyLight, 0.5 + 0.5 * up.z);
        vKey = own * keyLight * max(0.0, dot(up, keyDirection));
        vEdge = edge;
        // Lines would cover a face of a few pixels: a thin rod would have their colour.
        vLine = clamp((width / (pixel * max(1e-6, -mvPosition.z)) - 3.0) / 7.0, 0.0, 1.0);
        vMark = mark;
        vPattern = pattern;
        vFromMiddle = fromMiddle;
    }`;

const FRAGMENT_SHADER = `
    uniform vec3 edgeColour;
    uniform float edgeStrength;
    uniform vec3 accent;
    uniform float opacity;
    varying vec3 vAmbient;
    varying vec3 vKey;
    varying vec3 vEdge;
    varying float vLine;
    varying float vMark;
    varying float vPattern;
    varying vec3 vFromMiddle;
    #include <common>
    #include <packing>
    #include <lights_pars_begin>
    #include <shadowmap_pars_fragment>
    #include <shadowmask_pars_fragment>
    void main() {
        vec3 pixels = vEdge / max(fwidth(vEdge), vec3(1e-9));
        float nearest = min(pixels.x, min(pixels.y, pixels.z));
        float isSelected = step(1.5, vMark);
        float line = clamp(mix(1.2, 2.3, isSelected) - nearest, 0.0, 1.0);
        // Eight parts in two alternating shades, so that a rotation about any axis is visible.
        vec3 across = clamp(vFromMiddle / max(fwidth(vFromMiddle), vec3(1e-9)), -1.0, 1.0);
        float shade = 1.0 - 0.24 * vPattern * (0.5 + 0.5 * across.x * across.y * across.z);
        vec3 face = (vAmbient + vKey * getShadowMask()) * shade + 0.05 * step(0.5, vMark);
        vec3 lineColour = mix(edgeColour, accent, isSelected);
        vec3 drawn = mix(face, lineColour, line * mix(edgeStrength * vLine, 1.0, isSelected));
        gl_FragColor = vec4(drawn, mix(opacity, max(opacity, 0.7), line));
        #include <colorspace_fragment>
    }`;

/**
 * @param {ReturnType<typeof makeSolidUniforms>} uniforms
 * @param {object} light the stage's
 * @param {boolean} isSurface its tints are those of patches
 */
export function makeSolidMaterial(uniforms, light, isSurface = false) {
    return new ShaderMaterial({
        vertexShader: VERTEX_SHADER,
        fragmentShader: FRAGMENT_SHADER,
        uniforms: {
            ...UniformsUtils.clone(UniformsLib.lights),
            ...uniforms,
            ...light,
            byTint: isSurface ? uniforms.byLevel : uniforms.byPiece,
            opacity: { value: 1 },
        },
        lights: true,
    });
}

/** Makes bodies see-through. Both sides are drawn then, because otherwise they would look hollow. */
export function setSeeThrough(material, isOn) {
    material.transparent = isOn;
    material.uniforms.opacity.value = isOn ? 0.22 : 1;
    material.depthWrite = !isOn;
    material.side = isOn ? DoubleSide : FrontSide;
    material.needsUpdate = true;
}
